"""Answers of iKNOW: what an ear listens for, and how what it heard is judged by the card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from host.decks import QuizCard
from host.engine.game import Move
from host.understanding.judge import Judgement, judge
from host.understanding.judge_field import Field
from host.understanding.judge_heard import Heard, Hearing
from host.understanding.judge_parts import forms
from host.understanding.text import normalise, words

LEAST_OTHERS = 20
"""What is listened for holds the forms of at least so many other cards (D22)."""


def answers_by_category(cards: Iterable[QuizCard], language: str) -> dict[str, tuple[str, ...]]:
    """Return what an ear listens for while an answer is awaited, by category; normalised.

    All right and wrong forms of all cards of the category, so that none is favoured (D22);
    where these are few, of the whole deck; none where that is small too.
    """
    every = tuple(cards)
    found: dict[str, tuple[str, ...]] = {}
    for category in dict.fromkeys(card.category for card in every):
        among = [card for card in every if card.category == category]
        if len(among) <= LEAST_OTHERS:
            among = list(every)
        if len(among) > LEAST_OTHERS:
            texts = (form for card in among for form in _spoken_forms(card, language))
            found[category] = tuple(dict.fromkeys(text for text in texts if text))
    return found


def _spoken_forms(card: QuizCard, language: str) -> Iterable[str]:
    """Yield the forms of a card as people say them: as written, and surnames alone."""
    for text in (card.answer, *card.accept, *card.reject):
        yield normalise(text)
        for form in forms(text, language, frozenset()):
            if form.certain:
                yield form.joined


class Judge:
    """Judges answers by the cards of one deck."""

    def __init__(self, cards: Mapping[str, QuizCard], language: str) -> None:
        """Judge by these cards, by id."""
        self._cards = cards
        self._language = language
        self._meaning = lru_cache(maxsize=4096)(self._by_meaning)
        self._field = lru_cache(maxsize=8)(self._field_of)
        self._vocabulary = lru_cache(maxsize=1)(self._words_of_the_deck)

    def verdict(self, card: QuizCard, move: Move) -> str:
        """Return right, wrong or unsure for an answer as it was heard or typed.

        Args:
            card: the card that is asked.
            move: its args are the words (`said`) and how well they were heard, as
                `judge_heard.Heard` has it: `confidence`, `also`, `doubted` and `rivals`.
        """
        said = str(move.args.get("said", ""))

        def by_meaning(text: str) -> Judgement:
            return self._meaning(text, card)

        if not move.uncertainty:
            # Typed, or pressed: nothing was misheard.
            found = by_meaning(said).verdict
        else:
            hearing = Hearing((card.answer, *card.accept), self._field(card.category), by_meaning)
            found = hearing.verdict(
                Heard(
                    said,
                    tuple(move.args.get("also", ())),
                    float(move.args.get("confidence", 1.0)),
                    not move.args.get("doubted"),
                    tuple(move.args.get("rivals", ())),
                )
            )
        return "wrong" if found == "nothing" else found

    def _by_meaning(self, text: str, card: QuizCard) -> Judgement:
        return judge_by_card(text, card, self._language)

    def _field_of(self, category: str) -> Field:
        among = [card for card in self._cards.values() if card.category == category]
        texts = (form for card in among for form in _spoken_forms(card, self._language))
        return Field(texts, self._language, self._vocabulary())

    def _words_of_the_deck(self) -> frozenset[str]:
        return frozenset(
            word
            for card in self._cards.values()
            for text in (
                *(card.question, *card.clues, card.fact),
                *(card.answer, *card.accept, *card.reject),
            )
            for word in words(text)
        )


def judge_by_card(said: str, card: QuizCard, language: str) -> Judgement:
    """Return how an answer is judged by what a card says."""
    return judge(
        said,
        answer=card.answer,
        accept=card.accept,
        reject=card.reject,
        question=card.question,
        language=language,
    )
