"""Numbers to words and words to numbers (pitfalls A24, D4, D8).

A number that is said is compared by its value, never by its letters: sixty and seventy
sound alike in Spanish. Words come from ``data/numbers_LANG.txt``, whose kinds are:
article (one, but also "a"), digit, teen (stands alone below a hundred), ten (takes a
digit), prefix ("veinti" written apart), hundred (a whole word for it), hundreds
(multiplies), thousand, scale (millions and more), joiner ("y", "and"), point, oh ("nineteen
oh five"), ordinal.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from importlib import resources
from typing import Literal

from host.spelling import Gender, spelled
from host.understanding.text import normalise

Kind = Literal["article", "cardinal", "ordinal", "roman", "decimal"]
Value = int | Decimal

# Longer runs of digits are no numbers that anyone says (and slow to convert).
_MOST_DIGITS = 24
_ORDINAL_ENDING = r"[ºª°]|st|nd|rd|th|er|r[oa]|d[oa]|t[oa]|m[oa]|n[oa]|v[oa]"
_TOKEN = re.compile(
    r"(?<![^\W_])-(?=\d)"  # a minus sign, not a dash between years
    rf"|\d+(?:[.,]\d+)*(?:{_ORDINAL_ENDING})?(?![^\W_])"
    r"|[^\W_]+(?:['’][^\W_]+)*",
    re.IGNORECASE,
)
_DIGITS = re.compile(rf"(\d+(?:[.,]\d+)*)({_ORDINAL_ENDING})?", re.IGNORECASE)
_ROMAN = re.compile(r"(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_MINUS = {"es": "menos", "en": "minus"}


@dataclass(frozen=True, slots=True)
class Found:
    """A number found in a text.

    Attributes:
        value: What it is worth.
        kind: How it was said. "article" is un/una/a alone, which may be no number at all.
        start: Index of its first token in `tokens(text, language)`.
        end: Index behind its last token.
    """

    value: Value
    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The number words of a language by kind."""

    kinds: dict[str, dict[str, int]]

    def get(self, kind: str, token: str) -> int | None:
        return self.kinds.get(kind, {}).get(token)


@lru_cache(maxsize=4)
def _lexicon(language: str) -> _Lexicon:
    known = language if language in ("es", "en") else "es"
    table = resources.files("host.understanding") / "data" / f"numbers_{known}.txt"
    kinds: dict[str, dict[str, int]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            kind, value, word = line.split()
            kinds.setdefault(kind, {})[word] = int(value)
    return _Lexicon(kinds)


@lru_cache(maxsize=4)
def _heads(language: str) -> frozenset[str]:
    """Return the small words after which a lone letter is no Roman numeral."""
    known = language if language in ("es", "en") else "es"
    table = resources.files("host.understanding") / "data" / f"not_before_roman_{known}.txt"
    return frozenset(table.read_text(encoding="utf-8").split())


def to_words(n: int, language: str, gender: Gender = "none") -> str:
    """Return `n` in words of `language` ("es" or "en"), as counted or as agreeing with a noun.

    With gender "masculine" Spanish says "veintiún" (puntos), with "feminine" "veintiuna"
    (cartas), else "veintiuno". English has one form and its hyphens.

    Raises:
        ValueError: for a language other than these.
    """
    if language not in ("es", "en"):
        raise ValueError(f"no number words for language {language!r}; there are es and en")
    sign = f"{_MINUS[language]} " if n < 0 else ""
    return sign + spelled(n, language, gender)


def said_as_label(n: int, language: str) -> tuple[str, ...]:
    """Return the ways to say `n` as the number of a thing, the plainest first.

    >>> said_as_label(31, "es")
    ('treinta y uno', 'treinta y una')
    >>> said_as_label(4, "en")
    ('four', 'zero four')
    """
    plain = spelled(n, language, "none")
    forms = [plain, spelled(n, language, "feminine")]
    if 0 <= n < 10:
        forms.append(f"{spelled(0, language, 'none')} {plain}")  # «cero cuatro», printed as 04
    return tuple(dict.fromkeys(forms))


@lru_cache(maxsize=8192)
def _raw_tokens(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return (as written, normalised) for each token; digits stay together with their marks."""
    pairs: list[tuple[str, str]] = []
    for found in _TOKEN.finditer(unicodedata.normalize("NFC", text)):
        raw = found.group()
        if raw == "-":
            pairs.append((raw, _MINUS.get(language, _MINUS["es"])))
        elif _DIGITS.fullmatch(raw):
            pairs.append((raw, raw.lower()))
        else:
            pairs.extend((raw, word) for word in normalise(raw).split())
    return tuple(pairs)


def tokens(text: str, language: str) -> tuple[str, ...]:
    """Return the words of `text` as `parse` counts them: normalised, digits as written."""
    return tuple(token for _, token in _raw_tokens(text, language))


def _from_digits(token: str, language: str) -> Found | None:
    """Read "1492", "1.492", "3,14", "3º" or "21st"; None if it is no number."""
    match = _DIGITS.fullmatch(token)
    if match is None or len(token) > _MOST_DIGITS:
        return None
    digits, ending = match.groups()
    group, point = (",", ".") if language == "en" else (".", ",")
    if re.fullmatch(rf"\d{{1,3}}(?:\{group}\d{{3}})+", digits):
        digits = digits.replace(group, "")
    elif digits.count(point) + digits.count(group) == 1:
        whole = Decimal(digits.replace(",", "."))
        return Found(whole, "decimal", 0, 1)
    digits = digits.replace(group, "").replace(point, ".")
    if digits.count(".") > 1:
        return None
    if "." in digits:
        return Found(Decimal(digits), "decimal", 0, 1)
    return Found(int(digits), "ordinal" if ending else "cardinal", 0, 1)


class _Reader:
    """Reads numbers out of a list of tokens, longest first."""

    def __init__(self, pairs: tuple[tuple[str, str], ...], language: str) -> None:
        self._raw = [raw for raw, _ in pairs]
        self._tokens = [token for _, token in pairs]
        self._language = language
        self._words = _lexicon(language)

    def _kind(self, kind: str, i: int) -> int | None:
        return self._words.get(kind, self._tokens[i]) if i < len(self._tokens) else None

    def _digit(self, i: int) -> int | None:
        found = self._kind("digit", i)
        return found if found is not None else self._spanish_article(i)

    def _spanish_article(self, i: int) -> int | None:
        return self._kind("article", i) if self._language != "en" else None

    def _below_hundred(self, i: int) -> tuple[int, int] | None:
        for kind in ("prefix", "ten"):
            ten = self._kind(kind, i)
            if ten is not None:
                # English joins with nothing or a hyphen, Spanish with "y".
                joined = self._language == "es" and self._kind("joiner", i + 1) is not None
                at = i + 2 if joined else i + 1
                if joined or kind == "prefix" or self._language == "en":
                    digit = self._digit(at)
                    if digit:
                        return ten + digit, at + 1
                if kind == "ten":
                    return ten, i + 1
        teen = self._kind("teen", i)
        if teen is not None:
            return teen, i + 1
        digit = self._digit(i)
        return None if digit is None else (digit, i + 1)

    def _below_thousand(self, i: int) -> tuple[int, int] | None:
        hundred = self._kind("hundred", i)
        if hundred is not None:
            rest = self._below_hundred(i + 1)
            return (hundred + rest[0], rest[1]) if rest and rest[0] else (hundred, i + 1)
        low = self._below_hundred(i)
        if low is None and self._kind("article", i) and self._kind("hundreds", i + 1):
            low = (1, i + 1)
        if low is None or self._kind("hundreds", low[1]) is None:
            return low
        value, at = low[0] * 100, low[1] + 1
        after = at + 1 if self._kind("joiner", at) is not None else at
        rest = self._below_hundred(after)
        return (value + rest[0], rest[1]) if rest and rest[0] else (value, at)

    def _figure(self, i: int) -> tuple[Value, int] | None:
        if i >= len(self._tokens):
            return None
        found = _from_digits(self._tokens[i], self._language)
        return None if found is None or found.kind == "ordinal" else (found.value, i + 1)

    def _below_million(self, i: int) -> tuple[Value, int] | None:
        low: tuple[Value, int] | None = self._figure(i) or self._below_thousand(i)
        at = low[1] if low else i
        if self._kind("thousand", at) is None:
            if low is None and self._kind("article", i) and self._kind("thousand", i + 1):
                low, at = (1, i + 1), i + 1
            else:
                return low
        elif low is None and self._language == "en":
            return None
        value, at = (low[0] if low else 1) * 1000, at + 1
        joined = self._kind("joiner", at) is not None
        if self._language != "en":
            # "Mil y una noches"
            joined = joined and self._kind("article", at + 1) is not None
        after = at + 1 if joined else at
        rest = self._figure(after) or self._below_thousand(after)
        if rest and 0 < rest[0] < 1000:
            return value + rest[0], rest[1]
        return value, at

    def _whole(self, i: int) -> tuple[Value, int] | None:
        """Read a cardinal with millions and more."""
        total: Value = 0
        at, last = i, 10**18
        while True:
            part = self._below_million(at)
            if part is None and total == 0 and self._kind("article", at):
                part = (1, at + 1) if self._kind("scale", at + 1) else None
            if part is None:
                return (total, at) if at > i else None
            scale = self._kind("scale", part[1])
            if scale is None or scale >= last:
                # A second number that no scale joins to the first is another number.
                joined = total == 0 or part[0] < last
                return (total + part[0], part[1]) if joined else (total, at)
            total, at, last = total + part[0] * scale, part[1] + 1, scale

    def _year_in_pairs(self, value: Value, end: int) -> tuple[Value, int]:
        """Read on "nineteen" "ninety two" or "oh five", as English says years."""
        if self._language == "en" and isinstance(value, int) and 10 <= value <= 99:
            if self._kind("oh", end) is not None and self._digit(end + 1):
                return value * 100 + (self._digit(end + 1) or 0), end + 2
            pair = self._below_hundred(end)
            if pair and 10 <= pair[0] <= 99:
                return value * 100 + pair[0], pair[1]
        return value, end

    def _decimals(self, i: int) -> tuple[str, int]:
        """Read the digits after a point: "catorce", "cero cinco", "uno cuatro uno"."""
        digits, at = "", i
        while True:
            part = self._figure(at) or self._below_thousand(at)
            if part is None or not isinstance(part[0], int):
                return digits, at
            digits, at = digits + str(part[0]), part[1]

    def _ordinal(self, i: int) -> Found | None:
        if i >= len(self._tokens):
            return None
        figure = _from_digits(self._tokens[i], self._language)
        if figure is not None and figure.kind == "ordinal":
            return Found(figure.value, "ordinal", i, i + 1)
        value = self._kind("ordinal", i)
        if value is None:
            return None
        second = self._kind("ordinal", i + 1)
        if self._language != "en" and value % 10 == 0 and second is not None and second < 10:
            return Found(value + second, "ordinal", i, i + 2)
        return Found(value, "ordinal", i, i + 1)

    def _roman(self, i: int) -> Found | None:
        raw, token = self._raw[i], self._tokens[i]
        if not _ROMAN.fullmatch(token):
            return None
        before = self._tokens[i - 1] if i else ""
        # Recognisers write no capitals: a small numeral counts only behind a name or noun.
        follows_name = bool(before) and before.isalpha() and before not in _heads(self._language)
        small = set(token) <= set("ivx")
        capital = raw.isupper() and len(raw) > 1
        if not (small and (follows_name or capital)) and not (raw.isupper() and len(raw) > 3):
            return None
        alone = i + 1 == len(self._tokens) or self._tokens[i + 1] == "of"
        if token == "i" and self._language == "en" and not alone:
            return None
        return Found(_roman_value(token), "roman", i, i + 1)

    def at(self, i: int) -> Found | None:
        """Return the longest number that begins at token `i`."""
        ordinal = self._ordinal(i)
        if ordinal is not None:
            return ordinal
        whole = self._whole(i)
        if whole is None:
            return self._roman(i) or self._lone_article(i)
        value, end = self._year_in_pairs(*whole)
        if isinstance(value, int) and self._kind("point", end) is not None:
            digits, after = self._decimals(end + 1)
            if digits:
                return Found(Decimal(f"{value}.{digits}"), "decimal", i, after)
        step = 10 if self._kind("ten", end - 1) is not None else 100
        last = self._kind("ordinal", end)
        if self._language == "en" and last and value % step == 0 and last < step:
            return Found(value + last, "ordinal", i, end + 1)
        if end == i + 1 and self._kind("article", i) is not None:
            return self._lone_article(i)
        return Found(value, "decimal" if value != int(value) else "cardinal", i, end)

    def _lone_article(self, i: int) -> Found | None:
        value = self._kind("article", i)
        return None if value is None else Found(value, "article", i, i + 1)


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))


@lru_cache(maxsize=8192)
def parse(text: str, language: str) -> tuple[Found, ...]:
    """Return the numbers in `text` from left to right, in words, digits or Roman numerals.

    >>> [found.value for found in parse("mil cuatrocientos noventa y dos", "es")]
    [1492]
    """
    pairs = _raw_tokens(text, language)
    reader = _Reader(pairs, language)
    found: list[Found] = []
    i = 0
    while i < len(pairs):
        number = reader.at(i)
        if number is None:
            i += 1
        else:
            found.append(number)
            i = number.end
    return tuple(found)


def value(text: str, language: str) -> Value | None:
    """Return the value of `text` if the whole of it is one number, else None."""
    numbers = parse(text, language)
    whole = len(numbers) == 1 and numbers[0].end == len(tokens(text, language))
    return numbers[0].value if whole and numbers[0].start == 0 else None
