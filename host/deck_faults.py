"""What can be wrong with a deck, told in the player's language (sentences: ``deck_text.toml``).

A fault is a code with fields. Its `str` is the English sentence, which stands in logs and
tests; whoever shows it to a player asks for its `text` in theirs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from host.faults import explained
from host.mouth.language import read_language
from host.mouth.lines import LINES

_TEXTS = Path(__file__).with_name("deck_text.toml")

ENGLISH = "en"


@lru_cache(maxsize=1)
def texts() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by language and code."""
    return tomllib.loads(_TEXTS.read_text(encoding="utf-8"))


def sentence(language: str, code: str, fields: Mapping[str, Any]) -> str:
    """Return a sentence; English stands in for a language without its own.

    A field that has a `text` is told in the language as well; a tuple becomes «a, b or c».
    """
    known = language if language in texts() else ENGLISH
    told = explained(fields, known)
    filled = {name: _field(value, known) for name, value in told.items()}
    return texts()[known][code].format(**filled)


def _field(value: Any, language: str) -> Any:
    if isinstance(value, tuple):
        joint = f" {read_language(LINES / language).disjunction} "
        return joint.join(part for part in (", ".join(value[:-1]), *value[-1:]) if part)
    return value.text(language) if isinstance(value, Complaint | Cell) else value


class Complaint(ValueError):
    """What is wrong with a value, and what to do; no place yet."""

    def __init__(self, code: str, /, **fields: Any) -> None:
        """Keep the code of the sentence and what fills it."""
        self.code, self.fields = code, fields
        super().__init__(sentence(ENGLISH, code, fields))

    def text(self, language: str) -> str:
        """Return it in a language, without a full stop."""
        return sentence(language, self.code, self.fields)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: where its line is, and its column."""

    line: str
    column: str

    def text(self, language: str) -> str:
        """Return «cards.csv:3: column name»."""
        return f"{self.line}: {sentence(language, 'column', {'column': self.column})}"

    def __str__(self) -> str:
        """Return it in English."""
        return self.text(ENGLISH)


Where = str | Cell
"""A file with its line, or a cell."""


class DeckError(ValueError):
    """A deck or card that cannot be used: one sentence with place, field and remedy.

    Attributes:
        where: the file and line.
        complaint: what is wrong and what to do.
        card: the id of the card, if it is known.
        field: the field; parts of a list are counted from 1.
    """

    def __init__(
        self, where: object, complaint: Complaint, *, card: str = "", field: str = ""
    ) -> None:
        """Keep where and what."""
        self.where: Where = where if isinstance(where, Cell) else str(where)
        self.complaint, self.card, self.field = complaint, card, field
        super().__init__(self.text(ENGLISH))

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        card = sentence(language, "card", {"card": self.card}) if self.card else ""
        field = sentence(language, "a_card", {}) if self.field == "card" else self.field
        named = ", ".join(part for part in (card, field) if part)
        parts = (_field(self.where, language), named, self.complaint.text(language))
        return ": ".join(part for part in parts if part) + "."
