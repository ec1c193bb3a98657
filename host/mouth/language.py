"""What the program has to know of a language that is no line: ``language.toml`` of its folder.

A language is a folder of data. Its file looks like this; only the first three are needed::

    and = "y"
    or = "o"
    minus = "menos"
    numbers = "es"                     # whose number words are used, if not its own
    regions = ["es-ES", "es-419"]      # regions/*.ftl; the first holds where nothing is said
    feminine_plural = "as$|^manos$"    # counted nouns that are feminine
    [voices]                           # the region whose words a voice speaks
    spain = "es-ES"
    [[before]]                         # a joining word before a like sound
    word = "y"
    sound = "h?[ií]"
    becomes = "e"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = "language.toml"


class LanguageError(LookupError):
    """A language file that is missing or wrong; the text names the file and the field."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    Attributes:
        tag: its plain tag, the name of its folder.
        conjunction: «y», and the word between choices, «o».
        disjunction: the word between choices.
        minus: said before a number below zero.
        before: for a joining word, how the next word begins and what it becomes then.
        feminine_plural: matches plural nouns counted as feminine; None if no noun has a gender.
        regions: tags of regions with words of their own, the usual one first.
        voices: voice -> region.
        numbers: the tag whose rules spell its numbers.
    """

    tag: str
    conjunction: str
    disjunction: str
    minus: str
    before: Mapping[str, tuple[re.Pattern[str], str]] = field(default_factory=dict)
    feminine_plural: re.Pattern[str] | None = None
    regions: tuple[str, ...] = ()
    voices: Mapping[str, str] = field(default_factory=dict)
    numbers: str = ""

    def region(self, *wishes: str) -> str:
        """Return the first wish that names a region, a voice or a locale of one; else the usual.

        A region is named as it is (``es-419``), by a voice (``latin_america``), or by a locale
        («es_ES.UTF-8»); a locale of a country without words of its own is that of America.
        A language without regions has "".
        """
        for wish in wishes:
            named = self.voices.get(wish, wish).split(".")[0].split("@")[0].replace("_", "-")
            if named in self.regions:
                return named
            tag, _, country = named.partition("-")
            if tag == self.tag and country and (others := self.regions[1:]):
                return others[-1]
        return self.regions[0] if self.regions else ""

    def voice(self, *wishes: str) -> str:
        """Return the voice of the region that is wished for (`region`); "" if none has one."""
        region = self.region(*wishes)
        return next((voice for voice, of in self.voices.items() if of == region), "")


@lru_cache(maxsize=16)
def read_language(folder: Path) -> Language:
    """Return the language of a folder.

    Raises:
        LanguageError: its file is missing, is no TOML, or lacks a field.
    """
    path = folder / FILE
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LanguageError(f"{path} is not there; a language needs one.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LanguageError(f"{path} is no TOML: {error}") from error
    for name in ("and", "or", "minus"):
        if not isinstance(data.get(name), str):
            raise LanguageError(f'{path}: {name} is missing; write: {name} = "…"')
    try:
        before = {
            str(row["word"]): (re.compile(str(row["sound"])), str(row["becomes"]))
            for row in data.get("before", ())
        }
        feminine = data.get("feminine_plural")
        return Language(
            folder.name,
            data["and"],
            data["or"],
            data["minus"],
            before,
            re.compile(feminine) if feminine else None,
            tuple(data.get("regions", ())),
            dict(data.get("voices", {})),
            str(data.get("numbers", folder.name)),
        )
    except (KeyError, TypeError, re.error) as error:
        raise LanguageError(f"{path}: a field is missing or wrong: {error}") from error
