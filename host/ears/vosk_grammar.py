"""Runtime grammars for Vosk, built in one place so that no unchecked text reaches the library.

A bad grammar ends the process or is deaf for ever, without a word (pitfalls A1-A5). What is
built here is a non-empty JSON list of non-empty phrases of known words, in real UTF-8.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

UNK = "[unk]"
"""Stands for speech that is none of the phrases."""

MOST_PHRASES = 20_000
"""More phrases are left out; 20,000 take the library 30 ms, and nobody needs them."""

MOST_WORDS = 24
"""A longer phrase is not one that is said in one breath."""

DECOYS = {
    "es": ("pues", "que", "vale", "bueno", "entonces", "eh", "ah", "este", "como", "porque",
           "para", "con", "por", "muy", "esta", "aquí"),
    "en": ("well", "so", "the", "and", "but", "okay", "um", "uh", "that", "like", "because",
           "with", "just", "what", "have", "this"),
}  # fmt: skip
"""Frequent words that catch speech which is no phrase, where `[unk]` hardly does (A8).

Not measured with the official models, which could not be had; a decoy that resembles a word
of the phrases is left out, since such decoys cost recall."""

_ACCENTS = {
    "a": "á", "e": "é", "i": "í", "o": "ó", "u": "úü", "n": "ñ",
}  # fmt: skip

Knows = Callable[[str], bool]
"""Says whether a word is in the model's vocabulary."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar that is safe to give to the library.

    Attributes:
        text: the JSON list, or None if no word is known: then there must be no grammar (A2).
        phrases: how many phrases it has.
        missing: words that the model does not know, sorted (A1).
        decoys: words in it that stand for other speech.
    """

    text: str | None
    phrases: int
    missing: tuple[str, ...]
    decoys: frozenset[str] = frozenset()


def tokens(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase as a vocabulary has them (A3).

    Lower case, accents kept, marks, digits and control characters taken out.

    >>> tokens("¡Alejandría, ya!")
    ('alejandría', 'ya')
    """
    composed = unicodedata.normalize("NFC", phrase).lower()
    kept = "".join(c if unicodedata.category(c)[0] in "LM" or c == "'" else " " for c in composed)
    return tuple(word.strip("'") for word in kept.split() if word.strip("'"))


def checked(phrases: Sequence[str]) -> list[str]:
    """Return the phrases as a list.

    Raises:
        ValueError: it is one text, or holds something that is no text (A4).
    """
    if isinstance(phrases, str) or not all(isinstance(phrase, str) for phrase in phrases):
        raise ValueError("phrases must be a list of texts")
    return list(phrases)


def build_grammar(phrases: Sequence[str], knows: Knows, language: str = "") -> Grammar:
    """Return the grammar of these phrases for a model.

    A word that is only known with an accent («categoria») is written with it. Of a phrase with
    an unknown word the rest is kept with `[unk]` in its place, if the model has that; otherwise
    the phrase is left to the free path.

    Raises:
        ValueError: see `checked`.
    """
    known: dict[str, str | None] = {}
    has_unk = knows(UNK)
    out: dict[str, None] = {}
    for phrase in checked(phrases)[:MOST_PHRASES]:
        words = tokens(phrase)[:MOST_WORDS]
        for word in words:
            if word not in known:
                known[word] = respelled(word, knows)
        found = [known[word] for word in words]
        if not any(found) or (not has_unk and not all(found)):
            continue
        out[" ".join(word or UNK for word in found)] = None
    missing = tuple(sorted(word for word, found in known.items() if found is None))
    if not out:
        return Grammar(None, 0, missing)
    spoken = {word for word in known.values() if word}
    decoys = frozenset(
        word
        for word in DECOYS.get(language, ())
        if knows(word) and not any(_alike(word, other) for other in spoken)
    )
    texts = [*out, *sorted(decoys), *([UNK] if has_unk else [])]
    return Grammar(json.dumps(texts, ensure_ascii=False), len(out), missing, decoys)


def respelled(word: str, knows: Knows) -> str | None:
    """Return the word as the model knows it, None if it does not.

    >>> respelled("categoria", {"categoría"}.__contains__)
    'categoría'
    """
    if knows(word):
        return word
    for at, letter in enumerate(word):
        for accented in _ACCENTS.get(letter, ""):
            variant = word[:at] + accented + word[at + 1 :]
            if knows(variant):
                return variant
    return None


def _alike(a: str, b: str) -> bool:
    """Return True if one word is in the other or they differ in a letter."""
    if a in b or b in a:
        return True
    if abs(len(a) - len(b)) > 1:
        return False
    same = sum(x == y for x, y in zip(a, b, strict=False))
    return max(len(a), len(b)) - same <= 1
