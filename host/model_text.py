"""Sentences about models in the player's language, from ``commands/models_text.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.faults import explained
from host.started import as_started

_TEXTS = Path(__file__).resolve().parent / "commands" / "models_text.toml"


def texts(language: str) -> Mapping[str, str]:
    """Return the table of sentences of `language`; a language without one gets English."""
    tables: dict[str, dict[str, str]] = tomllib.loads(_TEXTS.read_text(encoding="utf-8"))
    return tables.get(language, tables["en"])


def sentence(language: str, key: str, /, **fields: Any) -> str:
    """Return the sentence `key` in `language` with its fields filled in."""
    return as_started(texts(language)[key].format(**explained(fields, language)))


def bytes_text(language: str, count: int, *, about: bool = False) -> str:
    """Return a size in MB or GB as people write it in `language` (1 MB = 10^6 bytes)."""
    value, unit = (count / 1e9, "GB") if count >= 1e9 else (count / 1e6, "MB")
    number = f"{value:.1f}" if value < 10 else f"{value:.0f}"
    if language == "es":
        number = number.replace(".", ",")
    return f"{'~' if about else ''}{number} {unit}"
