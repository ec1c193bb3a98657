"""Whole numbers in words, for those who say them and for those who hear them (unicode-rbnf)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from unicode_rbnf import RbnfEngine

Gender = Literal["none", "masculine", "feminine"]
"""What a number agrees with: nothing, or the noun that it counts."""

_SOFT_HYPHEN = "\u00ad"


@lru_cache(maxsize=8)
def _engine(language: str) -> RbnfEngine:
    return RbnfEngine.for_language(language)


@lru_cache(maxsize=4096)
def spelled(number: int, language: str, gender: Gender = "none") -> str:
    """Return a number in words, without its sign.

    With "masculine" Spanish says «veintiún» (puntos), with "feminine" «veintiuna» (cartas),
    else «veintiuno». A language whose numbers agree with nothing has one form.
    """
    texts = _engine(language).format_number(abs(number)).text_by_ruleset
    plain = texts["spellout-numbering"]
    agreeing = texts.get(f"spellout-cardinal-{gender}") or plain
    return str(plain if gender == "none" else agreeing).replace(_SOFT_HYPHEN, "")
