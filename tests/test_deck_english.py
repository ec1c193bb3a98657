"""The English cards of iKNOW: what they promise to whoever hears them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations

import pytest

from host.decks import CATEGORIES, QuizCard, default_quiz_deck, given_away
from host.demo import sample_guion
from host.rehearsal import play_as_text
from host.telling.iknow_answers import judge_by_card
from host.understanding.text import normalise

DECK = default_quiz_deck("en")
by_id = pytest.mark.parametrize("card", DECK, ids=lambda card: card.id)
by_category = pytest.mark.parametrize("category", CATEGORIES)


def of(category: str) -> list[QuizCard]:
    return [card for card in DECK if card.category == category]


@by_category
def test_a_category_has_twenty_five_cards_in_balance(category: str) -> None:
    levels = Counter(card.difficulty for card in of(category))
    assert sum(levels.values()) == 25
    assert min(levels[1], levels[2], levels[3]) >= 6


def test_ids_are_its_own() -> None:
    ids = [card.id for card in DECK]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("en-") for name in ids)
    assert not set(ids) & {card.id for card in default_quiz_deck("es")}


@by_id
def test_a_card_can_be_heard_once(card: QuizCard) -> None:
    for text in (card.question, *card.clues, card.answer, *card.accept, *card.reject):
        assert len(text.split()) <= 25, text
    assert len(card.fact.split()) <= 20, card.fact
    for text in (card.question, *card.clues, card.fact, card.answer, *card.accept, *card.reject):
        assert not re.search(r"[\d()\[\]{}/&%*_#@]", text), text
        assert not re.search(r"\b[A-Z]{2,}\b", text), f"abbreviation in {text}"
        assert not re.search(r"\b(?:Dr|Mr|Mrs|St|etc)\b", text), f"abbreviation in {text}"
    assert card.question.endswith("?")
    assert all(text.endswith(".") for text in (*card.clues, card.fact))


@by_id
def test_no_clue_holds_the_answer_or_its_stem(card: QuizCard) -> None:
    words = [word for word in normalise(card.answer).split() if len(word) >= 4]
    stems = [word[: max(5, len(word) - 2)] for word in words]
    for text in (card.question, *card.clues):
        assert given_away(card, text) is None
        for word in normalise(text).split():
            assert not [stem for stem in stems if word.startswith(stem)], f"{word} in {text}"


@by_id
def test_the_judge_agrees_with_the_card(card: QuizCard) -> None:
    assert card.accept
    assert len(card.reject) >= 2
    for form in (card.answer, *card.accept):
        assert judge_by_card(form, card, "en").verdict == "right", form
    for form in card.reject:
        assert judge_by_card(form, card, "en").verdict != "right", form


@by_category
def test_no_answer_is_right_for_another_card(category: str) -> None:
    for card, other in permutations(of(category), 2):
        for form in (card.answer, *card.accept):
            judged = judge_by_card(form, other, "en")
            assert judged.verdict != "right", f"«{form}» of {card.id} for {other.id}"


def test_no_question_or_clue_stands_twice() -> None:
    texts = Counter(normalise(t) for card in DECK for t in (card.question, *card.clues))
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.parametrize("seed", range(3))
def test_a_sampled_round_can_be_played_as_text(seed: int) -> None:
    result = play_as_text(sample_guion(seed, "en"))
    assert result.ok, result.differences
    assert any(event["kind"] == "scored" for event in result.events)
    assert not [heard for heard in result.heard if heard.result in ("nothing", "unsure")]
