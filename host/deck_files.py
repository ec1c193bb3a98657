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

from host.deck_faults import Complaint, DeckError, Where
from host.files import NO_TEXT, UnreadError, regular, text_of
from host.text_faults import yaml_fault
from host.understanding.text import normalise

LARGEST_BYTES = 5_000_000
"""A larger file is no deck; refused before it is read."""

_DEEPEST = 8  # A card needs four levels; more is a file made to exhaust the reader.
_LONGEST_TEXT = 400  # Letters of a question, clue or fact: about half a minute of speech.
_LONGEST_ANSWER = 80  # Letters of an answer and of its other forms.
_ID = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")

Loc = tuple[int | str, ...]
"""Where in a card a field stands: keys, and places in lists from 0."""

Place = Callable[[Loc], Where]
"""Tells file and line of a field of one card."""

# libyaml reads a deck some ten times faster; it is not in every build of PyYAML.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

ModelT = TypeVar("ModelT", bound=BaseModel)


def _hidden(text: str) -> str | None:
    """Return the name of the first control or invisible character of `text`, if any."""
    for letter in text:
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") and letter not in "\n\r\t":
            return f"U+{ord(letter):04X}"
    return None


def _text(value: Any) -> str:
    """Return a scalar as text on one line; raise ValueError for anything else."""
    if value is None:
        raise Complaint("empty")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise Complaint("not_text")
    text = str(value)
    if (found := _hidden(text)) is not None:
        raise Complaint("invisible_text", found=found)
    return " ".join(text.split())


def _sentence(text: str) -> str:
    if not normalise(text):
        raise Complaint("no_letters")
    if len(text) > _LONGEST_TEXT:
        raise Complaint("too_long", letters=len(text), most=_LONGEST_TEXT)
    return text


def _form(text: str) -> str:
    letters = normalise(text).replace(" ", "")
    if not letters:
        raise Complaint("only_signs")
    if len(letters) == 1:
        raise Complaint("one_letter")
    if len(text) > _LONGEST_ANSWER:
        raise Complaint("too_long", letters=len(text), most=_LONGEST_ANSWER)
    return text


def _identifier(text: str) -> str:
    if len(text) > 60 or not _ID.fullmatch(text):
        raise Complaint("no_id")
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
        raise DeckError(f"{path}:{line}", Complaint("no_list"))
    for node in root.value:
        line = node.start_mark.line + 1
        if not isinstance(node, yaml.MappingNode):
            raise DeckError(f"{path}:{line}", Complaint("no_card"))
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
        raise told(place(loc), data, loc, _complaint(model, first)) from error


def unread(error: UnreadError, *, csv: bool = False) -> DeckError:
    """Return the fault of a file whose text cannot be had."""
    if error.why == NO_TEXT:
        return DeckError(error.where, Complaint("not_utf8_csv" if csv else "not_utf8"))
    return DeckError(error.where, Complaint("unreadable", why=error.why))


def _compose(path: Path) -> yaml.Node | None:
    """Return the nodes of a YAML file without anchors, aliases, tags or deep nesting."""
    try:
        if regular(path).stat().st_size > LARGEST_BYTES:
            raise DeckError(path, Complaint("too_large"))
        text = text_of(path)
    except OSError as error:
        raise DeckError(path, Complaint("unreadable", why=error.strerror)) from error
    except UnreadError as error:
        raise unread(error) from error
    for number, row in enumerate(text.split("\n"), start=1):
        if (found := _hidden(row)) is not None:
            raise DeckError(f"{path}:{number}", Complaint("invisible", found=found))
    try:
        _refuse_tricks(text, path)
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        line, why = yaml_fault(error)
        raise DeckError(f"{path}:{line + 1}", Complaint("not_yaml", why=why)) from error
    return node


def _refuse_tricks(text: str, path: Path) -> None:
    """Refuse what makes a small file huge, a deep one, or one that names Python types."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise DeckError(f"{path}:{line}", Complaint("anchor"))
        if getattr(event, "tag", None) is not None:
            raise DeckError(f"{path}:{line}", Complaint("tag"))
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            depth += 1
            if depth > _DEEPEST:
                raise DeckError(f"{path}:{line}", Complaint("too_deep"))
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
                raise DeckError(f"{path}:{line}", Complaint("no_key"))
            if key.value in data:
                raise DeckError(f"{path}:{line}", Complaint("key_twice"), field=key.value)
            lines[(*loc, key.value)] = line
            data[key.value] = _plain(value, (*loc, key.value), lines, path)
        return data
    # As written, so that a bare `no` or `1984` stays the word that the writer meant.
    return None if node.tag == "tag:yaml.org,2002:null" else node.value


def told(place: Where, data: Mapping[str, Any], loc: Loc, complaint: Complaint) -> DeckError:
    """Return an error with its place, card, field (parts of a list from 1) and remedy."""
    known = data.get("id")
    card = known if isinstance(known, str) and _ID.fullmatch(known[:60]) else ""
    field = " ".join(str(part + 1) if isinstance(part, int) else part[:40] for part in loc)
    return DeckError(place, complaint, card=card, field=field or "card")


def _complaint(model: type[BaseModel], error: Any) -> Complaint:
    """Return what is wrong, and what to do, for one error of pydantic."""
    kind = error["type"]
    if kind == "missing":
        return Complaint("missing")
    if kind == "extra_forbidden":
        return Complaint("no_field", fields=", ".join(model.model_fields))
    if kind == "list_type":
        return Complaint("not_a_list")
    if kind == "value_error":
        own = error["ctx"]["error"]
        return own if isinstance(own, Complaint) else Complaint("other", why=str(own))
    return Complaint("other", why=error["msg"])
