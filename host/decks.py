"""The decks of iKNOW: cards read from YAML, each checked before anyone hears it.

A deck is a folder with one file a category (``people.yaml``, ``world.yaml``, ``works.yaml``,
``events.yaml``), each one list of cards. Whatever is wrong in it gives a `DeckError`: one
sentence with file, line, card and field, and what to do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from host.resources import decks_dir
from host.understanding.text import normalise

CATEGORIES = ("people", "world", "works", "events")
"""The categories in the order in which the token moves (IKN-3)."""

LARGEST_BYTES = 5_000_000
"""A larger file is no deck; refused before it is read."""

_DEEPEST = 8  # A card needs four levels; more is a file made to exhaust the reader.
_LONGEST_TEXT = 400  # Letters of a question, clue or fact: about half a minute of speech.
_LONGEST_ANSWER = 80  # Letters of an answer and of its other forms.
_MOST_FORMS = 60
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

_Loc = tuple[int | str, ...]

# libyaml reads a deck some ten times faster; it is not in every build of PyYAML.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DeckError(ValueError):
    """A deck or card that cannot be used: one sentence with place, field and remedy."""


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


def _hidden(text: str) -> str | None:
    """Return the name of the first control or invisible character of `text`, if any."""
    for letter in text:
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") and letter not in "\n\r\t":
            return f"U+{ord(letter):04X}"
    return None


def _text(value: Any) -> str:
    """Return a scalar as text on one line; raise ValueError for anything else."""
    if value is None:
        raise ValueError("is empty; write it or take the field out")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("is not text; write one text, in quotes if it is a word like yes or no")
    text = str(value)
    if (found := _hidden(text)) is not None:
        raise ValueError(f"has the control or invisible character {found}; type the text anew")
    return " ".join(text.split())


def _sentence(text: str) -> str:
    if not normalise(text):
        raise ValueError("has no letters in it; write what the host should say")
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"has {len(text)} letters; shorten it to {_LONGEST_TEXT}")
    return text


def _form(text: str) -> str:
    letters = normalise(text).replace(" ", "")
    if not letters:
        raise ValueError("is empty once signs are taken away; write it with letters")
    if len(letters) == 1:
        raise ValueError("is a single letter, which no ear tells apart; write it as a word")
    if len(text) > _LONGEST_ANSWER:
        raise ValueError(f"has {len(text)} letters; shorten it to {_LONGEST_ANSWER}")
    return text


def _identifier(text: str) -> str:
    if len(text) > 60 or not _ID.fullmatch(text):
        raise ValueError("is no id; use up to 60 small letters a to z, digits and hyphens")
    return text


def _level(value: Any) -> int:
    if isinstance(value, bool) or str(value) not in ("1", "2", "3"):
        raise ValueError("is not 1, 2 or 3; choose 1 for easy, 2 for middling or 3 for hard")
    return int(value)


def _three(clues: list[str]) -> list[str]:
    if len(clues) != 3:
        raise ValueError(f"has {len(clues)} clues; give three: for three pips, for two and for one")
    if len({normalise(clue) for clue in clues}) < 3:
        raise ValueError("gives the same clue twice; write another")
    return clues


def _few(forms: list[str]) -> list[str]:
    if len(forms) > _MOST_FORMS:
        raise ValueError(f"has {len(forms)} forms; keep at most {_MOST_FORMS}")
    return forms


_Sentence = Annotated[str, AfterValidator(_sentence), BeforeValidator(_text)]
_Form = Annotated[str, AfterValidator(_form), BeforeValidator(_text)]
_Forms = Annotated[list[_Form], AfterValidator(_few)]


class _InlineCard(BaseModel):
    """A card of a guion: what the host needs to play it, and no more."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, AfterValidator(_identifier), BeforeValidator(_text)]
    question: _Sentence
    clues: Annotated[list[_Sentence], AfterValidator(_three)]
    answer: _Form
    accept: _Forms = []
    reject: _Forms = []
    fact: Annotated[str, BeforeValidator(_text)] = ""
    difficulty: Annotated[int, BeforeValidator(_level)] = 2
    source: Annotated[str, BeforeValidator(_text)] = ""


class _DeckCard(_InlineCard):
    """A card of a deck: it can be checked, and has something to tell."""

    fact: _Sentence
    difficulty: Annotated[int, BeforeValidator(_level)]
    source: _Sentence


def load_quiz_deck(folder: Path) -> tuple[QuizCard, ...]:
    """Return the cards of a deck in the order of `CATEGORIES`, then of the files.

    A category may lack its file; a YAML file of another name is refused, since a misspelt
    name would otherwise lose its cards in silence.

    Raises:
        DeckError: for the first thing wrong.
    """
    if not folder.is_dir():
        raise DeckError(f"{folder}: there is no such folder; name a folder with people.yaml in it.")
    names = [f"{category}.yaml" for category in CATEGORIES]
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in names:
            raise DeckError(f"{path}: is no category; rename it to one of {', '.join(names)}.")
    cards: list[QuizCard] = []
    first: dict[str, str] = {}
    for category in CATEGORIES:
        path = folder / f"{category}.yaml"
        if not path.exists():
            continue
        for card, place in _read(path, category):
            if card.id in first:
                raise DeckError(
                    f"{place}: id: «{card.id}» stands already at {first[card.id]}; "
                    "give one of the two another id."
                )
            first[card.id] = place
            cards.append(card)
    if not cards:
        raise DeckError(f"{folder}: has no cards; put at least one of {', '.join(names)} there.")
    return tuple(cards)


def parse_inline_card(data: dict[str, Any], where: str) -> QuizCard:
    """Return a card written in a guion; `where` names file and place in the error.

    `fact`, `difficulty` and `source` may be left out; `category` may not.

    Raises:
        DeckError: for the first thing wrong.
    """
    fields = {str(key): value for key, value in data.items()}
    category = fields.pop("category", None)
    if category not in CATEGORIES:
        raise DeckError(f"{where}: category: must be one of {', '.join(CATEGORIES)}; choose one.")
    return _checked(_InlineCard, fields, str(category), lambda loc: where)


@lru_cache(maxsize=8)
def default_quiz_deck(language: str) -> tuple[QuizCard, ...]:
    """Return the deck that comes with the program in `language` ("es").

    Raises:
        DeckError: when there is none in that language; the sentence names those there are.
    """
    home = decks_dir() / "iknow"
    known = sorted(p.name for p in home.iterdir() if p.is_dir()) if home.is_dir() else []
    if language not in known:
        raise DeckError(
            f"{home}: there is no iKNOW deck in «{language[:20]}»; "
            f"choose {' or '.join(known) or 'a checkout that has decks'}."
        )
    return load_quiz_deck(home / language)


def _read(path: Path, category: str) -> Iterator[tuple[QuizCard, str]]:
    """Yield the cards of one file, each with its place as ``file:line``."""
    root = _compose(path)
    if not isinstance(root, yaml.SequenceNode):
        line = root.start_mark.line + 1 if root is not None else 1
        raise DeckError(f"{path}:{line}: is no list of cards; begin each card with «- id:».")
    for node in root.value:
        line = node.start_mark.line + 1
        if not isinstance(node, yaml.MappingNode):
            raise DeckError(f"{path}:{line}: is no card; begin each card with «- id:».")
        lines: dict[_Loc, int] = {(): line}
        data = _plain(node, (), lines, path)

        def place(loc: _Loc, lines: dict[_Loc, int] = lines) -> str:
            while loc not in lines:
                loc = loc[:-1]
            return f"{path}:{lines[loc]}"

        card = _checked(_DeckCard, data, category, place)
        yield card, place(("id",))


def _compose(path: Path) -> yaml.Node | None:
    """Return the nodes of a YAML file without anchors, aliases, tags or deep nesting."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise DeckError(f"{path}: is over 5 MB, too large for a deck; split it.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DeckError(f"{path}: cannot be read ({error.strerror}); check the file.") from error
    except UnicodeDecodeError as error:
        raise DeckError(
            f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8."
        ) from error
    for number, row in enumerate(text.split("\n"), start=1):
        if (found := _hidden(row)) is not None:
            raise DeckError(
                f"{path}:{number}: has the control or invisible character {found}; take it out."
            )
    try:
        _refuse_tricks(text, path)
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "unreadable"
        raise DeckError(
            f"{path}:{mark.line + 1 if mark else 1}: is not YAML ({problem}); "
            "check indents and quotes near there."
        ) from error
    return node


def _refuse_tricks(text: str, path: Path) -> None:
    """Refuse what makes a small file huge, a deep one, or one that names Python types."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise DeckError(f"{path}:{line}: uses a YAML anchor or alias; write the text out.")
        if getattr(event, "tag", None) is not None:
            raise DeckError(f"{path}:{line}: uses a YAML tag («!»); put the text in quotes.")
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            depth += 1
            if depth > _DEEPEST:
                raise DeckError(f"{path}:{line}: is nested too deep; write a plain list of cards.")
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            depth -= 1


def _plain(node: yaml.Node, loc: _Loc, lines: dict[_Loc, int], path: Path) -> Any:
    """Return a node as plain data, scalars as written; note in `lines` where each part stands."""
    lines.setdefault(loc, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*loc, i), lines, path) for i, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        data: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise DeckError(f"{path}:{line}: has a key that is no word; write «field: text».")
            if key.value in data:
                raise DeckError(f"{path}:{line}: {key.value}: stands twice; keep one of the two.")
            lines[(*loc, key.value)] = line
            data[key.value] = _plain(value, (*loc, key.value), lines, path)
        return data
    # As written, so that a bare `no` or `1984` stays the word that the writer meant.
    return None if node.tag == "tag:yaml.org,2002:null" else node.value


def _checked(
    model: type[_InlineCard],
    data: Mapping[str, Any],
    category: str,
    place: Callable[[_Loc], str],
) -> QuizCard:
    """Return the card in `data`, or raise a `DeckError` for the first thing wrong in it.

    `place` tells where a field stands.
    """
    try:
        found = model.model_validate(dict(data))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        loc = first["loc"]
        raise DeckError(_told(place(loc), data, loc, _complaint(model, first))) from error
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
    )
    for wrong, complaint in _contradictions(card):
        raise DeckError(_told(place(wrong), data, wrong, complaint))
    return card


def _told(place: str, data: Mapping[str, Any], loc: _Loc, complaint: str) -> str:
    """Return the sentence of an error: place, card, field (parts of a list from 1), remedy."""
    known = data.get("id")
    card = f"card «{known}», " if isinstance(known, str) and _ID.fullmatch(known[:60]) else ""
    field = " ".join(str(part + 1) if isinstance(part, int) else part[:40] for part in loc)
    return f"{place}: {card}{field or 'card'}: {complaint}."


def _complaint(model: type[BaseModel], error: Any) -> str:
    """Return what is wrong, and what to do, for one error of pydantic."""
    kind = error["type"]
    if kind == "missing":
        return "is missing; add it"
    if kind == "extra_forbidden":
        return f"is no field of a card; use {', '.join(model.model_fields)}"
    if kind == "list_type":
        return "is no list; write it as [one, two] or as lines that begin with «- »"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    return f"cannot be used ({error['msg']}); write it as in the other cards"


def _contradictions(card: QuizCard) -> Iterator[tuple[_Loc, str]]:
    """Yield what is wrong between the fields of a card, each with the field to mend."""
    right = {normalise(form) for form in (card.answer, *card.accept)}
    for i, form in enumerate(card.reject):
        if normalise(form) in right:
            yield ("reject", i), "is also a right answer; take it out here or there"
    heard: list[tuple[_Loc, str]] = [(("question",), card.question)]
    heard.extend((("clues", i), clue) for i, clue in enumerate(card.clues))
    for loc, text in heard:
        if (word := given_away(card, text)) is not None:
            yield loc, f"gives the answer away with «{word}»; say it in other words"


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
