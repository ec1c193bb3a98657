"""Phonetic keys by rule, and how alike two of them sound.

A key is a string with one character a phone: the vowels ``a e i o u``; ``b d g p t k``;
``m n ñ``; ``s f``; ``j`` (the Spanish jota and the English h); ``l r R`` (R is the trill);
``y w``; ``C`` (ch), ``S`` (sh); and in English also ``T`` (th), ``J`` (as in jet) and ``v``.
Word boundaries do not sound, so keys have none: a recogniser's "can tin flas" has the key of
"Cantinflas".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib import resources

from rapidfuzz.distance import Levenshtein

from host.understanding.text import normalise

# Each phone as two features. Phones that share one cost half as much to confuse: those
# that a noisy room confuses share the first (b/d/g, m/n, s/f, r/l, e/i, o/u), those that
# differ only in voice, or that speakers of Spanish take for one another, the second.
_FEATURES = str.maketrans(
    {
        "a": "Aa", "e": "Ee", "i": "Ei", "o": "Oo", "u": "Ou",
        "b": "Bb", "d": "Bd", "g": "Bg", "w": "Bu",
        "p": "Pb", "t": "Pd", "k": "Pg",
        "m": "Mm", "n": "Mn", "ñ": "Mñ",
        "s": "Ss", "f": "Sf", "j": "Sj", "T": "Sd",
        "l": "Ll", "r": "Lr", "R": "LR",
        "y": "Yi", "J": "Yc", "C": "Cc", "S": "Sc", "v": "Vb",
    }
)  # fmt: skip

# English phones as speakers of Spanish say them.
_HISPANICISED = str.maketrans({"T": "t", "J": "y", "v": "b"})

_DIERESIS = re.compile("gü", re.IGNORECASE)
_TWICE = re.compile(r"(.)\1+")
_INITIAL_R = re.compile(r"^r")
_SOFT_NG = re.compile(r"ng(?=[ts]|$)")
_IMPURE_S = re.compile(r"^s(?=[bdgptkmnflrR])")


@lru_cache(maxsize=8)
def _rules(language: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return the rules of `language` as one pattern with a group a rule, and their phones."""
    table = resources.files("host.understanding") / "data" / f"sounds_{language}.txt"
    patterns: list[str] = []
    phones: list[str] = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pattern, sound = line.rsplit(maxsplit=1)
        patterns.append(f"({pattern.rstrip()})")
        phones.append("" if sound == "-" else sound)
    return re.compile("|".join(patterns)), tuple(phones)


def _read(text: str, language: str) -> str:
    """Return the phones of `text`, word boundaries as spaces."""
    marked = _DIERESIS.sub("gw", unicodedata.normalize("NFC", text))
    pattern, phones = _rules(language if language in ("es", "en") else "es")
    return pattern.sub(lambda found: phones[(found.lastindex or 1) - 1], normalise(marked))


def _own_reading(text: str, language: str) -> str:
    phones = _read(text, language)
    # English has no trill; the rule for rr serves names that speakers of Spanish say.
    return phones.replace("R", "r") if language == "en" else phones


def _join(phones: str) -> str:
    """Run words together; a phone said twice in a row is heard once."""
    return _TWICE.sub(r"\1", phones.replace(" ", ""))


@lru_cache(maxsize=16384)
def key(text: str, language: str) -> str:
    """Return the phonetic key of `text` read by the rules of `language` ("es" or "en").

    Other languages are read as Spanish. The key of text without letters is "".

    >>> key("Vaca", "es") == key("baca", "es")
    True
    """
    return _join(_own_reading(text, language))


@lru_cache(maxsize=16384)
def readings(text: str, language: str) -> tuple[str, ...]:
    """Return the keys of the ways in which a speaker of `language` may read `text` aloud.

    The first is `key(text, language)`. In Spanish the others are English readings in
    Spanish phones, for names such as Shakespeare.
    """
    own = key(text, language)
    if language != "es":
        return (own,)
    said = (word.translate(_HISPANICISED) for word in _read(text, "en").split())
    softened = (_SOFT_NG.sub("n", _INITIAL_R.sub("R", word)) for word in said)
    foreign = _join(" ".join(_IMPURE_S.sub("es", word) for word in softened))
    # The English long a is often said as a plain e ("chéspir").
    return tuple(dict.fromkeys((own, foreign, foreign.replace("ei", "e"))))


@lru_cache(maxsize=16384)
def _features(phones: str) -> str:
    return phones.translate(_FEATURES)


def distance(a_key: str, b_key: str) -> int:
    """Return the cost of taking one key for the other: 2 a phone, 1 a confusable one."""
    return Levenshtein.distance(_features(a_key), _features(b_key))


def similarity(a_key: str, b_key: str) -> float:
    """Return how alike two keys sound, 0 (nothing in common) to 100 (the same).

    A phone lost, added or taken for an unlike one costs its share of the longer key; for a
    confusable one half of that. An empty key is like nothing, not even another (D5).
    """
    if not a_key or not b_key:
        return 0.0
    return 100.0 * Levenshtein.normalized_similarity(_features(a_key), _features(b_key))
