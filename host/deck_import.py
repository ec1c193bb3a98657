"""The figures of a printed Sapiencia deck, from a CSV file to a deck in YAML.

The first row names the columns, which are the fields of a card. Several values in a cell are
separated by ``|``, columns by commas or semicolons. Stars may be written as a number or as
so many stars.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from host.deck_faults import Cell, Complaint, DeckError, Where
from host.deck_files import LARGEST_BYTES, Loc, unread
from host.decks_sapiencia import FIELDS, LISTS, MindCard, Placed, duplicates, read_row
from host.files import UnreadError, regular, text_of
from host.understanding.text import normalise

_MADE_UP = ("id", "source", "aliases", "note", "prizes")
"""Columns that may be missing; an id is made of the name, a source of the file's name."""

_STARRED = ("contributions", "barriers")
_STARS = re.compile(r"(?:[*★⭐☆]\ufe0f?\s*)+")


def read_csv(path: Path) -> tuple[MindCard, ...]:
    """Return the cards of a CSV file.

    Raises:
        DeckError: for the first thing wrong, with the line and the column.
    """
    text = _text_of(path)
    first = text.split("\n", 1)[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    placed: list[Placed] = []
    try:
        header = _header(path, next(reader, []))
        begins = reader.line_num + 1
        for cells in reader:
            line, begins = begins, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                wrong = Complaint(
                    "cells", cells=len(cells), columns=len(header), delimiter=delimiter
                )
                raise DeckError(f"{path}:{line}", wrong)
            data = _row(path, line, dict(zip(header, cells, strict=True)))

            def place(loc: Loc, line: int = line) -> Where:
                at = f"{path}:{line}"
                return Cell(at, str(loc[0])) if loc else at

            placed.append((read_row(data, len(placed) + 1, place), data, place))
    except csv.Error as error:
        raise DeckError(f"{path}:{reader.line_num}", Complaint("no_csv", problem=error)) from error
    if not placed:
        raise DeckError(f"{path}:1", Complaint("no_rows"))
    for fault in duplicates(placed):
        raise fault
    return tuple(card for card, _, _ in placed)


def _text_of(path: Path) -> str:
    try:
        if regular(path).stat().st_size > LARGEST_BYTES:
            raise DeckError(path, Complaint("too_large"))
        return text_of(path)
    except OSError as error:
        raise DeckError(path, Complaint("unreadable", why=error.strerror)) from error
    except UnreadError as error:
        raise unread(error, csv=True) from error


def _header(path: Path, cells: Sequence[str]) -> list[str]:
    header = [cell.strip().lower() for cell in cells]
    for at, name in enumerate(header, start=1):
        if name not in FIELDS:
            wrong = Complaint("no_column", name=name[:40], fields=", ".join(FIELDS))
            raise DeckError(Cell(f"{path}:1", str(at)), wrong)
        if name in header[: at - 1]:
            raise DeckError(Cell(f"{path}:1", str(at)), Complaint("column_twice", name=name))
    for name in FIELDS:
        if name not in header and name not in _MADE_UP:
            raise DeckError(Cell(f"{path}:1", name), Complaint("missing"))
    return header


def _row(path: Path, line: int, cells: Mapping[str, str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, cell in cells.items():
        cell = cell.strip()
        if name in LISTS:
            data[name] = [part.strip() for part in cell.split("|") if part.strip()]
        elif name in _STARRED and _STARS.fullmatch(cell):
            data[name] = sum(cell.count(star) for star in "*★⭐")  # hollow ones do not count
        elif cell or name not in _MADE_UP:
            data[name] = cell
    data.setdefault("id", "-".join(re.findall("[a-z0-9]+", _ascii(data.get("name", "")))) or "-")
    data.setdefault("source", f"{path.name}, {line}")
    return data


def _ascii(text: str) -> str:
    return normalise(text).replace("ñ", "n")[:60].strip()


def to_yaml(cards: Sequence[MindCard]) -> str:
    """Return a deck file with the cards."""
    deck = []
    for mind in cards:
        written: dict[str, Any] = {}
        for name in FIELDS:
            value = getattr(mind if name in ("aliases", "note", "source") else mind.card, name)
            if value not in (None, ""):
                written[name] = list(value) if isinstance(value, tuple) else value
        deck.append(written)
    return "\n".join(
        yaml.safe_dump(
            [card], allow_unicode=True, sort_keys=False, default_flow_style=None, width=1000
        )
        for card in deck
    )
