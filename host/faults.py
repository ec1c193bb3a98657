"""What is wrong, in the player's language.

A fault is raised with an English sentence, where it is found and for whoever programs. Before it
is shown it is told here: ``fault_text.toml`` holds the sentences of each other language by the
English one. In both, what stands in braces is filled in alike.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

ENGLISH = "en"

_TEXTS = Path(__file__).with_name("fault_text.toml")

OR = " or "
"""What joins the values that may be chosen, and its own sentence in the file."""

_FIELD = re.compile(r"\{(\w+)\}")


def told(text: str, language: str) -> str:
    """Return a fault in a language; what nobody has put into it stays as it is.

    >>> told("The model es-mesa is missing; install tertulia again.", "es")
    'Falta el modelo es-mesa; instala tertulia otra vez.'
    """
    if language == ENGLISH:
        return text
    whole = _whole(text, language)
    if whole is not None:
        return whole
    # What the fault is about stands before it: a file and a line, a key.
    for colon in re.finditer(r": ", text):
        rest = _whole(text[colon.end() :], language)
        if rest is not None:
            return text[: colon.end()] + rest
    return text


def explained(fields: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return the fields of a sentence with the reason among them, `why`, in its language."""
    why = fields.get("why")
    return {**fields, "why": told(why, language)} if isinstance(why, str) else dict(fields)


def known(language: str) -> Mapping[str, str]:
    """Return the sentences of a language by the English ones, with their fields in braces."""
    return {english: other for english, other in _table(language).items() if english != OR}


def _whole(text: str, language: str) -> str | None:
    for pattern, fields, other in _patterns(language):
        found = pattern.fullmatch(text)
        if found is not None:
            parts = dict(zip(fields, found.groups(), strict=True))
            return other.format(**{f: _part(f, text, language) for f, text in parts.items()})
    return None


def _part(field: str, text: str, language: str) -> str:
    """Return what fills a field: choices are joined as the language does, others told."""
    if field == "choices":
        return text.replace(OR, _table(language).get(OR, OR))
    return told(text, language)


@lru_cache(maxsize=4)
def _patterns(language: str) -> Sequence[tuple[re.Pattern[str], tuple[str, ...], str]]:
    """Return each sentence as a pattern, its fields and the other language's, the surest first."""
    rows = sorted(
        known(language).items(),
        # What begins with its own words holds what is behind them; then the longest.
        key=lambda row: (row[0].startswith("{"), -len(_FIELD.sub("", row[0]))),
    )
    return [
        (
            re.compile("(.+?)".join(map(re.escape, _FIELD.split(english)[::2])), re.DOTALL),
            tuple(_FIELD.findall(english)),
            other,
        )
        for english, other in rows
    ]


@lru_cache(maxsize=4)
def _table(language: str) -> Mapping[str, str]:
    return dict(tomllib.loads(_TEXTS.read_text(encoding="utf-8")).get(language, {}))
