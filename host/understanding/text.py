"""Text in the one form in which it is compared (D1 of the pitfalls: case and accents count).

Nothing here knows what the words mean; `sounds`, `numbers` and `judge` build on it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# The eñe is a letter of its own in Spanish (año is not ano), so its tilde survives the
# stripping of accents.
_KEPT_MARK = "\u0303"

# Letters that do not fall apart into a base letter and a mark.
_WHOLE_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)

# Apostrophes disappear without leaving a space: "don't" and "D'Artagnan" stay one word.
_APOSTROPHES = frozenset("'’‘`´ʼ")


@lru_cache(maxsize=65536)
def normalise(text: str) -> str:
    """Return `text` in lower case, without punctuation or accents, with single spaces.

    The result is NFC; ñ is kept, apostrophes vanish, every other mark becomes a space.

    >>> normalise("¿Cómo? ¡Mañana, a las 8!")
    'como mañana a las 8'
    """
    # NFC comes first, since "ñ" may arrive as two code points.
    lowered = unicodedata.normalize("NFC", text).lower()
    out: list[str] = []
    for letter in unicodedata.normalize("NFD", lowered.translate(_WHOLE_LETTERS)):
        category = unicodedata.category(letter)
        if category.startswith("M"):
            if letter == _KEPT_MARK and out and out[-1] == "n":
                out[-1] = "ñ"
        elif letter in _APOSTROPHES:
            continue
        elif letter.isalnum() and letter not in "ºª":
            out.append(letter)
        else:
            out.append(" ")
    return unicodedata.normalize("NFC", " ".join("".join(out).split()))


def words(text: str) -> tuple[str, ...]:
    """Return the words of `text` in the form of `normalise`; none for blank text."""
    return tuple(normalise(text).split())
