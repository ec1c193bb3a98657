"""The decks of iKNOW: cards read from YAML, each checked before anyone hears it.

A deck is a folder with one file a category (``people.yaml``, ``world.yaml``, ``works.yaml``,
``events.yaml``), each one list of cards. Whatever is wrong in it gives a `DeckError`: one
sentence with file, line, card and field, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from host.deck_faults import Complaint, DeckError, Where
from host.deck_files import (
    LARGEST_BYTES,
    Form,
    Identifier,
    Loc,
    Place,
    Sentence,
    Text,
    rows,
    told,
    validated,
)
from host.resources import decks_dir
from host.understanding.text import normalise

__all__ = [
    "CATEGORIES",
    "LARGEST_BYTES",
    "REGIONS",
    "DeckError",
    "QuizCard",
    "default_quiz_deck",
    "given_away",
    "load_quiz_deck",
    "parse_inline_card",
]

CATEGORIES = ("people", "world", "works", "events")
"""The categories in the order in which the token moves (IKN-3)."""

REGIONS = (
    "latin_america",
    "spain",
    "africa",
    "asia",
    "oceania",
    "europe",
    "north_america",
    "world",
)
"""What part of the world a card is about; ``europe`` without Spain, ``world`` for no one part."""

_MOST_FORMS = 60
_LONGEST_THEME = 24  # Letters; a theme is a word of a table, no sentence.


@dataclass(frozen=True, slots=True)
class QuizCard:
    """One question of iKNOW.

    Attributes:
        id: unique in the deck; small letters, digits and hyphens.
        category: one of `CATEGORIES`.
        question: stands without the clues (IKN-5).
        clues: for three pips, for two and for one, from hard to easy (IKN-11, IKN-12).
        answer: as the host reads it at the reveal (IKN-14).
        accept: other forms that people say and that are right.
        reject: near misses that are wrong.
        fact: told after the reveal; may be empty.
        difficulty: 1 (easy) to 3.
        source: where the card can be checked; may be empty for cards of a guion.
        theme: a short word of the writer's choice, for counting; may be empty.
        region: one of `REGIONS`, for counting; may be empty.
    """

    id: str
    category: str
    question: str
    clues: tuple[str, str, str]
    answer: str
    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()
    fact: str = ""
    difficulty: int = 2
    source: str = ""
    theme: str = ""
    region: str = ""


def _level(value: Any) -> int:
    if isinstance(value, bool) or str(value) not in ("1", "2", "3"):
        raise Complaint("level")
    return int(value)


def _three(clues: list[str]) -> list[str]:
    if len(clues) != 3:
        raise Complaint("three_clues", clues=len(clues))
    if len({normalise(clue) for clue in clues}) < 3:
        raise Complaint("same_clue")
    return clues


def _few(forms: list[str]) -> list[str]:
    if len(forms) > _MOST_FORMS:
        raise Complaint("forms", forms=len(forms), most=_MOST_FORMS)
    return forms


def _theme(text: str) -> str:
    if len(text) > _LONGEST_THEME:
        raise Complaint("too_long", letters=len(text), most=_LONGEST_THEME)
    return text


def _region(text: str) -> str:
    if text not in REGIONS:
        raise Complaint("region", regions=", ".join(REGIONS))
    return text


_Forms = Annotated[list[Form], AfterValidator(_few)]


class _InlineCard(BaseModel):
    """A card of a guion: what the host needs to play it, and no more."""

    model_config = ConfigDict(extra="forbid")

    id: Identifier
    question: Sentence
    clues: Annotated[list[Sentence], AfterValidator(_three)]
    answer: Form
    accept: _Forms = []
    reject: _Forms = []
    fact: Text = ""
    difficulty: Annotated[int, BeforeValidator(_level)] = 2
    source: Text = ""
    theme: Annotated[Identifier, AfterValidator(_theme)] | None = None
    region: Annotated[Text, AfterValidator(_region)] | None = None


class _DeckCard(_InlineCard):
    """A card of a deck: it can be checked, and has something to tell."""

    fact: Sentence
    difficulty: Annotated[int, BeforeValidator(_level)]
    source: Sentence


Placed = tuple[QuizCard, Mapping[str, Any], Place]
"""A card with its row and the lines of its fields."""


def deck_faults(folder: Path, placed: list[Placed]) -> Iterator[DeckError]:
    """Yield what is wrong with files and cards, one by one; leave in `placed` what can be read.

    A category may lack its file; a YAML file of another name is refused, since a misspelt
    name would otherwise lose its cards in silence. What is wrong between cards of a sound deck
    is found by `host.deck_quiz_check`.
    """
    if not folder.is_dir():
        yield DeckError(folder, Complaint("no_folder"))
        return
    names = [f"{category}.yaml" for category in CATEGORIES]
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in names:
            yield DeckError(path, Complaint("no_category", names=", ".join(names)))
    first: dict[str, Where] = {}
    broken = False
    for category in CATEGORIES:
        path = folder / f"{category}.yaml"
        if not path.exists():
            continue
        try:
            for data, place in rows(path):
                try:
                    card = _checked(_DeckCard, data, category, place)
                except DeckError as error:
                    broken = True
                    yield error
                    continue
                there = first.setdefault(card.id, place(("id",)))
                if there != place(("id",)):
                    twice = Complaint("id_twice", id=card.id, there=there)
                    yield DeckError(place(("id",)), twice, field="id")
                placed.append((card, data, place))
        except DeckError as error:  # the rest of this file cannot be read
            broken = True
            yield error
    if not placed and not broken:
        yield DeckError(folder, Complaint("no_cards_here", names=", ".join(names)))


def load_quiz_deck(folder: Path) -> tuple[QuizCard, ...]:
    """Return the cards of a deck in the order of `CATEGORIES`, then of the files.

    Raises:
        DeckError: for the first thing wrong.
    """
    placed: list[Placed] = []
    for fault in deck_faults(folder, placed):
        raise fault
    return tuple(card for card, _, _ in placed)


def parse_inline_card(data: dict[str, Any], where: str) -> QuizCard:
    """Return a card written in a guion; `where` names file and place in the error.

    `fact`, `difficulty` and `source` may be left out; `category` may not.

    Raises:
        DeckError: for the first thing wrong.
    """
    fields = {str(key): value for key, value in data.items()}
    category = fields.pop("category", None)
    if category not in CATEGORIES:
        which = Complaint("which_category", categories=", ".join(CATEGORIES))
        raise DeckError(where, which, field="category")
    return _checked(_InlineCard, fields, str(category), lambda loc: where)


@lru_cache(maxsize=8)
def default_quiz_deck(language: str) -> tuple[QuizCard, ...]:
    """Return the deck that comes with the program in `language` ("es", "en").

    Raises:
        DeckError: when there is none in that language; the sentence names those there are.
    """
    home = decks_dir() / "iknow"
    known = sorted(p.name for p in home.iterdir() if p.is_dir()) if home.is_dir() else []
    if language not in known:
        none = Complaint("no_quiz_deck", language=language[:20], known=tuple(known))
        raise DeckError(home, none if known else Complaint("no_decks"))
    return load_quiz_deck(home / language)


def _checked(
    model: type[_InlineCard], data: Mapping[str, Any], category: str, place: Place
) -> QuizCard:
    """Return the card in `data`, or raise a `DeckError` for the first thing wrong in it."""
    found = validated(model, data, place)
    card = QuizCard(
        id=found.id,
        category=category,
        question=found.question,
        clues=(found.clues[0], found.clues[1], found.clues[2]),
        answer=found.answer,
        accept=tuple(found.accept),
        reject=tuple(found.reject),
        fact=found.fact,
        difficulty=found.difficulty,
        source=found.source,
        theme=found.theme or "",
        region=found.region or "",
    )
    for wrong, complaint in _contradictions(card):
        raise told(place(wrong), data, wrong, complaint)
    return card


def _contradictions(card: QuizCard) -> Iterator[tuple[Loc, Complaint]]:
    """Yield what is wrong between the fields of a card, each with the field to mend."""
    right = {normalise(form) for form in (card.answer, *card.accept)}
    for i, form in enumerate(card.reject):
        if normalise(form) in right:
            yield ("reject", i), Complaint("also_right")
    for loc, text in read_aloud(card):
        if (word := given_away(card, text)) is not None:
            yield loc, Complaint("gives_away", word=word)


def read_aloud(card: QuizCard) -> list[tuple[Loc, str]]:
    """Return what is read of a card before it is answered, each text with its field."""
    return [(("question",), card.question), *((("clues", i), c) for i, c in enumerate(card.clues))]


def given_away(card: QuizCard, text: str) -> str | None:
    """Return what in `text` gives the answer of `card` away, or None.

    That is a content word of the answer, in singular or plural, or a whole accepted form.
    """
    said = normalise(text)
    spoken = said.split()
    small = _small_words()
    for word in normalise(card.answer).split():
        if len(word) > 2 and word not in small:
            forms = {word, f"{word}s", f"{word}es"}
            for other in spoken:
                if other in forms or (len(other) > 2 and word in (f"{other}s", f"{other}es")):
                    return other
    for form in (card.answer, *card.accept):
        parts = normalise(form).split()
        while len(parts) > 1 and parts[0] in small:
            parts = parts[1:]
        phrase = " ".join(parts)
        if phrase not in small and f" {phrase} " in f" {said} ":
            return phrase
    return None


@lru_cache(maxsize=1)
def _small_words() -> frozenset[str]:
    """Return the words that give nothing away: articles, prepositions and the like."""
    rows = (decks_dir() / "small-words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(w for row in rows if not row.startswith("#") for w in normalise(row).split())
