"""What the host says: Fluent files per language, with variants and spoken numbers.

A routine line may have up to four variants (`id`, `id--2`, `id--3`, `id--4`); they take turns,
so that the same one is never heard twice running. A missing id or argument is an error,
never a silent gap.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from host.faults import explained
from host.mouth.language import FILE, Language, LanguageError, read_language
from host.spelling import Gender, spelled

LINES = Path(__file__).resolve().parent / "lines"

FIRST = "es"
"""The language that is spoken where nothing says otherwise."""

LANGUAGES: tuple[str, ...] = (
    FIRST,
    *sorted(file.parent.name for file in LINES.glob(f"*/{FILE}") if file.parent.name != FIRST),
)
"""Every folder of lines that has a `language.toml` is a language."""

REGIONS = "regions"
"""The folder, in a language's, of the words that differ between its regions."""

MOST_VARIANTS = 4

FORMAL = "usted"
"""The attribute of a line that holds its words for somebody who is called «usted»."""

# Digits of texts are put aside while numbers are spelled: what is left are the numbers.
_ASIDE = str.maketrans("0123456789", "".join(chr(0xE030 + digit) for digit in range(10)))
_BACK = {changed: digit for digit, changed in _ASIDE.items()}
_NUMBER = re.compile(r"(?<![\w.,])(-?\d+)(?![\w]|[.,]\d)(?=( [^\W\d_]+s\b)?)")


class LinesError(LookupError):
    """A line that is missing, or whose arguments are."""


class Lines:
    """The lines of one language. The turns of variants are the only state."""

    def __init__(
        self, language: str, folder: Path = LINES, *, seed: int = 0, region: str = ""
    ) -> None:
        """Load every ``*.ftl`` of the language's folder, and the words of a region.

        Args:
            language: a plain tag, «es» or «en».
            folder: has a folder for each language.
            seed: decides which variant comes first; with 0 it is the line without a number.
            region: whose words are used («es-419»); one that the language does not have, or
                none, stands for its usual one.

        Raises:
            LinesError: there is no such language, or a file cannot be read.
        """
        files = sorted((folder / language).glob("*.ftl"))
        if not files:
            raise LinesError(f"There are no lines for the language {language!r}.")
        self.language = language
        self._own = _own(folder / language)
        self.region = self._own.region(region)
        if self.region:
            files.append(folder / language / REGIONS / f"{self.region}.ftl")
        self._seed = seed
        self._bundle = _bundle(language, tuple((file, _changed(file)) for file in files))
        self._turn: dict[str, int] = {}
        try:
            spelled(0, self._own.numbers, "none")
        except ValueError as error:
            raise LinesError(
                f"Nobody knows the numbers of {self._own.numbers!r}; name a language whose numbers "
                f'are used in {folder / language / FILE}: numbers = "en"'
            ) from error

    def exists(self, line: str) -> bool:
        """Tell whether there is such a line."""
        return bool(self._bundle.has_message(line))

    def say(self, line: str, /, **args: Any) -> str:
        """Return the text of a line, the next of its variants.

        Whole numbers (`int`) among the arguments choose plural forms and are said in words;
        texts are left as they are, so that a path or a command stays what it is.

        Raises:
            LinesError: the line is missing, or an argument of it is.
        """
        return self._said(line, args, "")

    def say_formally(self, line: str, /, **args: Any) -> str:
        """Return the text of a line as it is said to somebody who is called «usted».

        That is the line's attribute `.usted`; a line without one is the same for everybody.
        """
        return self._said(line, args, FORMAL)

    def _said(self, line: str, args: Mapping[str, Any], attribute: str) -> str:
        if not self._bundle.has_message(line):
            raise LinesError(f"There is no line {line!r} in {self.language!r}.")
        message = self._bundle.get_message(self._next(line))
        pattern = message.attributes.get(attribute, message.value)
        if pattern is None:
            raise LinesError(f"The line {line!r} ({self.language}) has no text.")
        told = explained(args, self.language)
        given = {key: _argument(value) for key, value in told.items()}
        text, errors = self._bundle.format_pattern(pattern, given)
        if errors:
            raise LinesError(f"The line {line!r} ({self.language}) cannot be said: {errors[0]}")
        return _tidy(_NUMBER.sub(self._number, str(text)).translate(_BACK))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Look up lines without it being anybody's turn: the next variant stays the next."""
        turns = dict(self._turn)
        try:
            yield
        finally:
            self._turn = turns

    def spell(self, number: int, noun: str = "") -> str:
        """Return a whole number in words, agreeing with the plural noun that follows it."""
        gender: Gender = "none"
        if self._own.feminine_plural is not None and noun:
            gender = "feminine" if self._own.feminine_plural.search(noun) else "masculine"
        words = spelled(number, self._own.numbers, gender)
        return f"{self._own.minus} {words}" if number < 0 else words

    def join(self, items: Sequence[str]) -> str:
        """Return «a, b y c», with «e» before an i-sound in Spanish."""
        return self._list(items, self._own.conjunction)

    def options(self, items: Sequence[str]) -> str:
        """Return «a, b o c», with «u» before an o-sound in Spanish."""
        return self._list(items, self._own.disjunction)

    def _next(self, line: str) -> str:
        others = (f"{line}--{i}" for i in range(2, MOST_VARIANTS + 1))
        variants = [line, *(name for name in others if self._bundle.has_message(name))]
        first = zlib.crc32(f"{self._seed} {line}".encode()) if self._seed else 0
        turn = self._turn.get(line, first - 1) + 1
        self._turn[line] = turn
        return variants[turn % len(variants)]

    def _number(self, match: re.Match[str]) -> str:
        return self.spell(int(match[1]), (match[2] or "").strip().lower())

    def _list(self, items: Sequence[str], word: str) -> str:
        if len(items) < 2:
            return "".join(items)
        sound, other = self._own.before.get(word, (None, word))
        if sound is not None and sound.match(items[-1].lstrip("«“\"'¿¡( ").lower()):
            word = other
        return f"{', '.join(items[:-1])} {word} {items[-1]}"


@lru_cache(maxsize=16)
def _bundle(language: str, files: tuple[tuple[Path, int], ...]) -> FluentBundle:
    """Return the lines of files, parsed once for as long as none of them changes.

    An evening makes its lines half a dozen times, and each parsing takes 0.06 s.
    """
    # Isolation marks are for mixed writing directions; a voice would stumble over them.
    bundle = FluentBundle([language], use_isolating=False)
    for file, _ in files:
        resource, problems = _parse(file)
        if problems:
            raise LinesError(problems[0])
        bundle.add_resource(resource)
    return bundle


def _changed(file: Path) -> int:
    """Return when a file was last changed, in nanoseconds; 0 if it is not there."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0  # whoever reads it says so


def _own(folder: Path) -> Language:
    try:
        return read_language(folder)
    except LanguageError as error:
        raise LinesError(str(error)) from error


def _argument(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return fluent_number(value, useGrouping=False)
    return str(value).translate(_ASIDE)


def _tidy(text: str) -> str:
    """Mend what arguments leave behind: «..», «?.», doubled spaces."""
    text = re.sub(r"(?<!\.)([.!?…])\.(?=\s|$)", r"\1", text)
    return re.sub(r"\s+", " ", text).strip()


# ---------------------------------------------------------------------- checks of the files


class _Arguments(Visitor):
    """Collects the names of the arguments that a message takes."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        """Note one."""
        self.names.add(node.id.name)


def _parse(file: Path) -> tuple[ast.Resource, list[str]]:
    """Return a file's entries, and what in it is no Fluent or says nothing."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise LinesError(f"{file} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise LinesError(f"{file} is not UTF-8 ({error.reason}); save it as UTF-8.") from error
    resource = FluentParser().parse(text)
    problems: list[str] = []
    for entry in resource.body:
        at = f"{file}:{text.count(chr(10), 0, entry.span.start if entry.span else 0) + 1}"
        if isinstance(entry, ast.Junk):
            start = (entry.content or "").strip().splitlines()[0][:40]
            problems.append(f"{at}: this is no Fluent message: {start!r}; write: id = text")
        elif isinstance(entry, ast.Message) and entry.value is None:
            problems.append(f"{at}: {entry.id.name} has no text; write one after the =")
    return resource, problems


def check_regions(folder: Path) -> list[str]:
    """Return what is wrong with the words of a language's regions, one sentence each.

    Every region that `language.toml` names needs a file, and all files the same words.
    """
    found: list[str] = []
    terms: dict[str, set[str]] = {}
    for region in _own(folder).regions:
        file = folder / REGIONS / f"{region}.ftl"
        if not file.is_file():
            found.append(f"{file}: is not there; write one, or take {region} out of regions")
            continue
        resource, problems = _parse(file)
        found += problems
        terms[region] = {e.id.name for e in resource.body if isinstance(e, ast.Term)}
    for region, names in terms.items():
        for other, theirs in terms.items():
            found += [f"-{name}: is in {other} and missing in {region}" for name in theirs - names]
    return sorted(found)


def check_catalogue(folder: Path = LINES, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """Return what is wrong with the lines, one sentence each; nothing if all is well.

    Found are: what is no Fluent, ids given twice, variants out of number, and between languages
    ids that are missing, arguments that differ, and texts left untranslated. Languages may have
    different numbers of variants.
    """
    found: list[str] = []
    lines = {language: _lines(folder / language, found) for language in languages}
    takes = {
        language: {base: _taken(texts, base) for base in texts if "--" not in base}
        for language, texts in lines.items()
    }
    for language in languages:
        for other in languages:
            for base, names in takes[language].items() if other != language else ():
                if base not in takes[other]:
                    found.append(f"{base}: is in {language} and missing in {other}")
                elif language < other and names != takes[other][base]:
                    differ = ", ".join(f"${name}" for name in sorted(names ^ takes[other][base]))
                    found.append(f"{base}: {differ} is not in both {language} and {other}")
        for other in languages:
            for name, (text, _) in lines[language].items() if language < other else ():
                # Without a word of four letters there is nothing to translate: «{ $who }.»
                same = name in lines[other] and lines[other][name][0] == text
                if same and re.search(r"[^\W\d_]{4}", re.sub(r"\{[^}]*\}", "", text)):
                    found.append(f"{name}: {language} and {other} say the same, untranslated")
    return sorted(set(found))


_Texts = dict[str, tuple[str, frozenset[str]]]


def _lines(folder: Path, found: list[str]) -> _Texts:
    """Return id → (source text, arguments) of a language; add what is wrong to `found`."""
    texts: _Texts = {}
    for file in sorted(folder.glob("*.ftl")):
        resource, problems = _parse(file)
        found += problems
        source = file.read_text(encoding="utf-8")
        for entry in resource.body:
            if not isinstance(entry, ast.Message) or entry.value is None:
                continue
            name = entry.id.name
            if name in texts:
                found.append(f"{file}: {name} is there twice; remove one")
            arguments = _Arguments()
            arguments.visit(entry.value)
            span = entry.value.span
            text = source[span.start : span.end] if span else ""
            texts[name] = (text, frozenset(arguments.names))
    for name in texts:
        base, mark, number = name.partition("--")
        if mark and not (number.isdigit() and 2 <= int(number) <= MOST_VARIANTS):
            found.append(f"{folder.name}: {name}: variants are --2 to --{MOST_VARIANTS}")
        elif mark and (base if number == "2" else f"{base}--{int(number) - 1}") not in texts:
            found.append(f"{folder.name}: {name}: the variant before it is missing")
    return texts


def _taken(texts: _Texts, base: str) -> frozenset[str]:
    """Return the arguments of a line and of its variants together."""
    names = (base, *(f"{base}--{i}" for i in range(2, MOST_VARIANTS + 1)))
    return frozenset().union(*(texts[name][1] for name in names if name in texts))
