"""What the host says: Fluent files per language, with variants and spoken numbers.

A routine line may have up to four variants (`id`, `id--2`, `id--3`, `id--4`); they take turns,
so that the same one is never heard twice running. A missing id or argument is an error,
never a silent gap.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentNumber
from fluent.syntax import FluentParser, ast

LINES = Path(__file__).resolve().parent / "lines"
LANGUAGES = ("es", "en")
MOST_VARIANTS = 4
_AND = {"es": "y", "en": "and"}
_OR = {"es": "o", "en": "or"}
_LOCALE = {"es": "es", "en": "en"}


class LinesError(LookupError):
    """A line that is missing, or whose arguments are."""


@lru_cache(maxsize=4)
def _number_speller(language: str) -> Any:
    from unicode_rbnf import RbnfEngine

    return RbnfEngine.for_language(language)


def spell(number: int, language: str) -> str:
    """Return a whole number in words."""
    text = str(_number_speller(language).format_number(number).text)
    return (
        text.replace("\u00ad", "").replace("-", " ")
        if language == "en"
        else text.replace("\u00ad", "")
    )


class Lines:
    """The lines of one language."""

    def __init__(self, language: str, folder: Path = LINES) -> None:
        """Load every ``*.ftl`` of the language's folder.

        Raises:
            LinesError: there is no such language.
        """
        files = sorted((folder / language).glob("*.ftl"))
        if not files:
            raise LinesError(f"There are no lines for the language {language!r}.")
        self.language = language
        self._bundle = FluentBundle([_LOCALE.get(language, language)], use_isolating=False)
        for file in files:
            self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
        self._turn: dict[str, int] = {}

    def exists(self, line: str) -> bool:
        """Tell whether there is such a line."""
        return bool(self._bundle.has_message(line))

    def say(self, line: str, /, **args: Any) -> str:
        """Return the text of a line, the next of its variants.

        Whole numbers among the arguments are spelled out where they are said, and still
        choose plural forms.

        Raises:
            LinesError: the line is missing, or an argument of it is.
        """
        variants = [line] + [
            name
            for i in range(2, MOST_VARIANTS + 1)
            if self._bundle.has_message(name := f"{line}--{i}")
        ]
        if not self._bundle.has_message(line):
            raise LinesError(f"There is no line {line!r} in {self.language!r}.")
        turn = self._turn.get(line, -1) + 1
        self._turn[line] = turn
        pattern = self._bundle.get_message(variants[turn % len(variants)]).value
        if pattern is None:
            raise LinesError(f"The line {line!r} ({self.language}) has no text.")
        text, errors = self._bundle.format_pattern(pattern, self._arguments(args))
        if errors:
            raise LinesError(f"The line {line!r} ({self.language}) cannot be said: {errors[0]}")
        return _tidy(self._spell_numbers(str(text)))

    def join(self, items: Sequence[str]) -> str:
        """Return «a, b y c», with «e» before an i-sound in Spanish."""
        return self._list(items, _AND)

    def options(self, items: Sequence[str]) -> str:
        """Return «a, b o c», with «u» before an o-sound in Spanish."""
        return self._list(items, _OR)

    def _list(self, items: Sequence[str], words: Mapping[str, str]) -> str:
        if len(items) < 2:
            return "".join(items)
        word = words.get(self.language, ",")
        start = items[-1].strip("«“¿¡ ").lower()
        if self.language == "es":
            if word == "y" and re.match(r"h?[ií](?!e)", start):
                word = "e"
            elif word == "o" and re.match(r"h?[oó]", start):
                word = "u"
        return f"{', '.join(items[:-1])} {word} {items[-1]}"

    def _arguments(self, args: Mapping[str, Any]) -> dict[str, Any]:
        return {
            key: value if isinstance(value, (int, float, FluentNumber)) else str(value)
            for key, value in args.items()
        }

    def _spell_numbers(self, text: str) -> str:
        def words(match: re.Match[str]) -> str:
            return spell(int(re.sub(r"[.,\u00a0\u202f]", "", match[0])), self.language)

        return re.sub(r"-?\d{1,3}(?:[.,\u00a0\u202f]\d{3})+(?!\d)|-?\d+", words, text)


def _tidy(text: str) -> str:
    """Mend what arguments leave behind: «..», «?.», doubled spaces."""
    text = re.sub(r"([.!?…])\.(?=\s|$)", r"\1", text)
    return re.sub(r"\s+", " ", text).strip()


def check_catalogue(folder: Path = LINES, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """Return what is missing, differs in its arguments, or is not translated."""
    messages = {language: _messages(folder / language) for language in languages}
    found: list[str] = []
    for language in languages:
        for other in languages:
            if other == language:
                continue
            for name, (text, arguments) in messages[language].items():
                if "--" in name:
                    continue
                if name not in messages[other]:
                    found.append(f"{name}: is in {language} and missing in {other}")
                elif arguments != messages[other][name][1]:
                    found.append(f"{name}: {language} and {other} take different arguments")
                elif (
                    language < other
                    and text == messages[other][name][0]
                    and re.search(r"\w{4}", re.sub(r"\{[^}]*\}", "", text))
                ):
                    found.append(f"{name}: {language} and {other} say the same, untranslated")
    return sorted(set(found))


def _messages(folder: Path) -> dict[str, tuple[str, frozenset[str]]]:
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for file in sorted(folder.glob("*.ftl")):
        text = file.read_text(encoding="utf-8")
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.Junk) and entry.content:
                found[f"{file.name}: {entry.content[:30]!r} is no Fluent"] = ("", frozenset())
            if isinstance(entry, ast.Message) and entry.value is not None:
                span = entry.value.span
                source = text[span.start or 0 : span.end] if span else ""
                names = frozenset(re.findall(r"\$([a-z_]+)", source))
                found[entry.id.name] = (source, names)
    return found
