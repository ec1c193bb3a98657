"""What can be wrong between the cards of a quiz deck, and with how they are said and heard.

`host.decks` reads cards one by one. Here a deck is looked at as the table will meet it: texts
that are too long to be heard once, two cards that are the same, an answer that another card of
its category would accept, one that sounds like a command, one that no ear can hear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path

from rapidfuzz import fuzz, process

from host.deck_faults import Complaint, DeckError
from host.deck_files import Loc, told
from host.deck_trial import load_trial
from host.deck_words import command_words
from host.decks import Placed, QuizCard, deck_faults, read_aloud
from host.ears.mesa.spelling import spell_word
from host.model_catalog import Catalog
from host.models import installed, models_home
from host.telling.iknow_answers import judge_by_card
from host.understanding.sounds import key, similarity
from host.understanding.text import normalise

MOST_WORDS = 25
"""A question or a clue is heard once: no more words than this."""

MOST_WORDS_OF_A_FACT = 20
"""What is told after the reveal."""

SAME_TEXT = 92.0
"""Two texts that share so much of their words (0 to 100) are one text."""

ALIKE = 90.0
"""Answers of one category that sound so alike (0 to 100) are taken for each other."""

NOTHING_ALIKE = 70.0
"""Forms whose sounds share less (0 to 100, of the shorter one) are other answers for certain."""

LIKE_A_COMMAND = 95.0
"""An answer that sounds so like a command is taken for it."""

Hears = Callable[[str], bool]
"""Whether a word can be heard at all by an ear that is installed."""


def known_words(language: str, models: Path | None = None) -> Hears | None:
    """Return what tells the words that an installed Vosk model knows, None if there is none.

    es-mesa needs no list: it spells any word. A damaged model is never loaded (pitfalls A21).
    """
    home = models_home(models)
    for model in Catalog.load().model:
        if model.kind != "vosk" or model.language != language:
            continue
        folder = installed(model.name, home)
        if folder is not None and not (folder / "graph/HCLG.fst").exists():
            import vosk

            vosk.SetLogLevel(-1)
            loaded = vosk.Model(str(folder))
            return lambda word: int(loaded.vosk_model_find_word(word)) >= 0
    return None


def quiz_faults(
    folder: Path,
    language: str,
    hears: Hears | None = None,
    placed: list[Placed] | None = None,
) -> Iterator[DeckError]:
    """Yield everything that is wrong in a quiz deck, file by file and then between cards.

    What its blind reading tells (`host.deck_trial`) is looked at as well.

    Args:
        folder: of the deck.
        language: of its texts.
        hears: for a language that is heard by a model with a fixed list of words.
        placed: takes the cards that can be read.
    """
    placed = [] if placed is None else placed
    broken = False
    for fault in deck_faults(folder, placed):
        broken = True
        yield fault
    for one in placed:
        yield from _texts(one, language)
        yield from _heard(one, language, hears)
    yield from _commands(placed, language)
    # With a card missing, the others would be blamed for what is wrong with that one.
    if not broken:
        yield from _same(placed)
        yield from _taken_for_another(placed, language)
        try:
            load_trial(folder, {card.id for card, _, _ in placed})
        except DeckError as error:
            yield error


def forms(card: QuizCard) -> list[tuple[Loc, str]]:
    """Return the answer and what else is accepted, each with its field."""
    accepted = enumerate(card.accept)
    return [(("answer",), card.answer), *((("accept", i), form) for i, form in accepted)]


def _texts(one: Placed, language: str) -> Iterator[DeckError]:
    card = one[0]
    limits: list[tuple[Loc, str, int]] = [(*said, MOST_WORDS) for said in read_aloud(card)]
    limits.append((("fact",), card.fact, MOST_WORDS_OF_A_FACT))
    for loc, text, most in limits:
        if (count := len(text.split())) > most:
            yield _fault(one, loc, Complaint("too_many_words", words=count, most=most))
    for loc, form in forms(card):
        if judge_by_card(form, card, language).verdict != "right":
            yield _fault(one, loc, Complaint("not_taken", form=form))


def _heard(one: Placed, language: str, hears: Hears | None) -> Iterator[DeckError]:
    """Yield a card none of whose forms an ear can hear: one that it can is enough."""
    lost = [_lost(form, language, hears) for _, form in forms(one[0])]
    if all(lost):
        complaint = Complaint("not_heard", word=lost[0])
        yield _fault(one, ("answer",), complaint)


def _lost(form: str, language: str, hears: Hears | None) -> str:
    """Return the first word of a form that cannot be heard, "" if all can."""
    words = normalise(form).split()
    lost = (word for word in words if not _sounds(word, language, hears))
    return next(lost, "" if words else form)


def _sounds(word: str, language: str, hears: Hears | None) -> bool:
    if hears is not None:
        return hears(word)
    # es-mesa spells what it listens for; a number is said in words.
    return word.isdecimal() or bool(spell_word(word) if language == "es" else key(word, language))


def _commands(placed: Sequence[Placed], language: str) -> Iterator[DeckError]:
    """Yield answers that a table says for something else («paso», «repite», «tres»)."""
    commands = {said: key(said, language) for said in command_words(language, "iknow")}
    for one in placed:
        for loc, form in forms(one[0]):
            sound = key(form, language)
            near = process.extractOne(
                sound, commands, scorer=fuzz.ratio, score_cutoff=LIKE_A_COMMAND
            )
            if near is not None:
                complaint = Complaint("like_words", form=form, words=near[2])
                yield _fault(one, loc, complaint)


def _same(placed: Sequence[Placed]) -> Iterator[DeckError]:
    """Yield answers that stand twice in the deck, and texts that two cards share."""
    answers: dict[str, QuizCard] = {}
    texts: list[str] = []
    owners: list[QuizCard] = []
    for one in placed:
        card = one[0]
        other = answers.setdefault(normalise(card.answer), card)
        if other is not card:
            complaint = Complaint("answer_there", other=other.id)
            yield _fault(one, ("answer",), complaint)
        said = read_aloud(card)
        own = [normalise(text) for _, text in said]
        for (loc, _), text in zip(said, own, strict=True):
            like = process.extractOne(
                text, texts, scorer=fuzz.token_sort_ratio, score_cutoff=SAME_TEXT
            )
            if like is not None:
                complaint = Complaint("says_the_same", other=owners[like[2]].id)
                yield _fault(one, loc, complaint)
        texts += own
        owners += [card] * len(own)


def _taken_for_another(placed: Sequence[Placed], language: str) -> Iterator[DeckError]:
    """Yield answers that another card of the category would accept, or that sound like its own."""
    sounds = [
        [(loc, form, key(form, language)) for loc, form in forms(card)] for card, _, _ in placed
    ]
    for (one, mine), (other, its) in permutations(zip(placed, sounds, strict=True), 2):
        card = other[0]
        if one[0].category != card.category:
            continue
        for loc, form, sound in mine:
            # Who shares nothing in sound is never taken for the other: the judge need not look.
            likeness = max(fuzz.partial_ratio(sound, theirs) for _, _, theirs in its)
            if likeness < NOTHING_ALIKE:
                continue
            verdict = judge_by_card(form, card, language).verdict
            if verdict == "right":
                complaint = Complaint("right_there", form=form, other=card.id)
                yield _fault(one, loc, complaint)
            elif verdict == "unsure" and any(
                similarity(sound, theirs) >= ALIKE for _, _, theirs in its
            ):
                complaint = Complaint("like_card", form=form, other=card.id)
                yield _fault(one, loc, complaint)


def _fault(one: Placed, loc: Loc, complaint: Complaint) -> DeckError:
    _, data, place = one
    return told(place(loc), data, loc, complaint)
