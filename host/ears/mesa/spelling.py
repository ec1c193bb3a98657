"""Spanish text to phones, by rule: any name or card can be spelled without a dictionary.

Numbers must be words already (`host.understanding` writes them). Letters that Spanish does
not have are read as its speakers would: ``sh`` as ch, ``w`` as u, ``ph`` as f.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from host.ears.mesa.phones import VOWELS

# Tried in order at each place; the first that fits is read. Left context is part of the
# pattern where a rule needs it. An empty reading is a silent letter.
_RULES: tuple[tuple[str, str], ...] = (
    (r"cch|ch|sh|tch", "C"),
    (r"ll|y(?=[aeiou])", "y"),
    (r"rr|(?<![a-zñ])r|(?<=[nls])r", "R"),
    (r"r", "r"),
    (r"(?<![a-zñ])ps(?=[aeiou])|(?<![a-zñ])x|sc(?=[ei])|xc(?=[ei])|s+|z+|ç|c(?=[eiéí])", "s"),
    (r"qu(?=[ei])|q|ck|cc(?![ei])|c|k+", "k"),
    (r"x", "ks"),
    (r"gu(?=[ei])|g(?![ei])|gg", "g"),
    (r"g|j", "j"),
    (r"ph|ff|f", "f"),
    (r"th|tt|t", "t"),
    (r"dd|d", "d"),
    (r"pp|p", "p"),
    (r"bb|b|v", "b"),
    (r"mm|(?<=[a-zñ])n(?=[bpvf])|m", "m"),
    (r"gn(?=[aeo]$)|ñ", "ñ"),
    (r"nn|n", "n"),
    (r"l", "l"),
    (r"h", ""),
    (r"w", "u"),
    (r"y", "i"),
    (r"a", "a"),
    (r"e", "e"),
    (r"i", "i"),
    (r"o", "o"),
    (r"u", "u"),
)
_READER = re.compile("|".join(f"({pattern})" for pattern, _ in _RULES))
_READINGS = tuple(reading for _, reading in _RULES)

# The few words whose spelling keeps a sound that the letter lost.
_OLD_SPELLINGS = {"mexic": "mejic", "texas": "tejas", "texan": "tejan", "oaxac": "oajac"}
_OLD = re.compile("|".join(_OLD_SPELLINGS))

_TWICE = re.compile(r"([^aeou])\1+")
_NO_LETTERS = re.compile(r"[^a-zñç]+")

_ONSETS = frozenset(a + b for a in "pbkgf" for b in "lr") | {"tr", "dr"}
_LETTERS = {"C": "ch", "R": "rr"}


def words_of(text: str) -> list[str]:
    """Return the words of `text` in plain letters: lower case, no accents, ñ and ç kept.

    A dieresis becomes ``w``, which sounds as the u that it marks.
    """
    composed = unicodedata.normalize("NFC", text.lower())
    kept = composed.replace("ü", "w").replace("ñ", "\0").replace("ç", "\1")
    plain = "".join(
        c for c in unicodedata.normalize("NFD", kept) if unicodedata.category(c) != "Mn"
    )
    letters = plain.replace("\0", "ñ").replace("\1", "ç")
    return _NO_LETTERS.sub(" ", letters).split()


@lru_cache(maxsize=32768)
def spell_word(word: str) -> str:
    """Return the phones of one word, a character of `PHONES` each; "" if it has no sound.

    >>> spell_word("sapiencia")
    'sapiensia'
    """
    said: list[str] = []
    for letters in words_of(word):
        old = _OLD.sub(lambda found: _OLD_SPELLINGS[found.group()], letters)
        found = _READER.finditer(old)
        said.append("".join(_READINGS[(match.lastindex or 1) - 1] for match in found))
    return _TWICE.sub(r"\1", "".join(said))


def spell(text: str) -> list[str]:
    """Return the phones of each word of `text`; words without a sound are left out.

    >>> spell("¡Juego a Hipatia!")
    ['juego', 'a', 'ipatia']
    """
    return [phones for phones in map(spell_word, words_of(text)) if phones]


def syllables(phones: str) -> list[str]:
    """Divide the phones of a word into syllables.

    Vowels that touch are one syllable if one of them is i or u (written accents are gone,
    so *rí-o* is taken for one as well); of consonants between vowels the last, or a group
    such as tr, begins the next syllable.

    >>> syllables("transporte")
    ['trans', 'por', 'te']
    """
    nuclei: list[tuple[int, int]] = []
    for at, phone in enumerate(phones):
        if phone not in VOWELS:
            continue
        if nuclei and nuclei[-1][1] == at and at - nuclei[-1][0] < 3:
            before = phones[at - 1]
            if before != phone and (before in "iu" or phone in "iu"):
                nuclei[-1] = (nuclei[-1][0], at + 1)
                continue
        nuclei.append((at, at + 1))
    if not nuclei:
        return [phones] if phones else []
    cuts = [0]
    for (_, left), (right, _) in pairwise(nuclei):
        between = phones[left:right]
        onset = 2 if between[-2:] in _ONSETS else min(1, len(between))
        cuts.append(right - onset)
    cuts.append(len(phones))
    return [phones[a:b] for a, b in pairwise(cuts)]


def write(phones: str) -> str:
    """Return letters that `spell_word` reads as `phones` when they stand inside a word.

    >>> write("CuReria")
    'churreria'
    """
    letters = [_LETTERS.get(phone, phone) for phone in phones]
    for at, phone in enumerate(phones):
        if phone == "g" and phones[at + 1 : at + 2] in ("e", "i"):
            letters[at] = "gu"
        elif phone == "g" and phones[at + 1 : at + 3] in ("ue", "ui"):
            letters[at + 1] = "ü"
    return "".join(letters)
