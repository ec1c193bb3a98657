"""Deck files of any game: cards as rows of YAML with the line of every field.

Whatever is wrong gives a `DeckError`: one sentence with file, line, card and field, and what
to do. What a card may say is a pydantic model of each game (`host.decks`,
`host.decks_sapiencia`); this module reads the rows and words the errors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ValidationError

from host.understanding.text import normalise

LARGEST_BYTES = 5_000_000
"""A larger file is no deck; refused before it is read."""

_DEEPEST = 8  # A card needs four levels; more is a file made to exhaust the reader.
_LONGEST_TEXT = 400  # Letters of a question, clue or fact: about half a minute of speech.
_LONGEST_ANSWER = 80  # Letters of an answer and of its other forms.
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

Loc = tuple[int | str, ...]
"""Where in a card a field stands: keys, and places in lists from 0."""

Place = Callable[[Loc], str]
"""Tells file and line of a field of one card."""

# libyaml reads a deck some ten times faster; it is not in every build of PyYAML.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

ModelT = TypeVar("ModelT", bound=BaseModel)


class DeckError(ValueError):
    """A deck or card that cannot be used: one sentence with place, field and remedy."""


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


Text = Annotated[str, BeforeValidator(_text)]
"""One text on one line; may be empty."""

Sentence = Annotated[str, AfterValidator(_sentence), BeforeValidator(_text)]
"""A text that the host may say."""

Form = Annotated[str, AfterValidator(_form), BeforeValidator(_text)]
"""A name or an answer that people say."""

Identifier = Annotated[str, AfterValidator(_identifier), BeforeValidator(_text)]
"""The id of a card."""


def rows(path: Path) -> Iterator[tuple[dict[str, Any], Place]]:
    """Yield the cards of one file as written, each with where its fields stand.

    Raises:
        DeckError: the file cannot be read or is no list of cards.
    """
    root = _compose(path)
    if not isinstance(root, yaml.SequenceNode):
        line = root.start_mark.line + 1 if root is not None else 1
        raise DeckError(f"{path}:{line}: is no list of cards; begin each card with «- id:».")
    for node in root.value:
        line = node.start_mark.line + 1
        if not isinstance(node, yaml.MappingNode):
            raise DeckError(f"{path}:{line}: is no card; begin each card with «- id:».")
        lines: dict[Loc, int] = {(): line}
        data = _plain(node, (), lines, path)

        def place(loc: Loc, lines: dict[Loc, int] = lines) -> str:
            while loc not in lines:
                loc = loc[:-1]
            return f"{path}:{lines[loc]}"

        yield data, place


def validated(model: type[ModelT], data: Mapping[str, Any], place: Place) -> ModelT:
    """Return the card in `data`, or raise a `DeckError` for the first thing wrong in it."""
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        loc = first["loc"]
        raise DeckError(told(place(loc), data, loc, _complaint(model, first))) from error


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


def _plain(node: yaml.Node, loc: Loc, lines: dict[Loc, int], path: Path) -> Any:
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


def told(place: str, data: Mapping[str, Any], loc: Loc, complaint: str) -> str:
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
