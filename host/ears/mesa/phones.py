"""The phones of es-mesa and the numbers that Kaldi's formats give them.

Twenty-two phones, written with one character each as in `host.understanding.sounds`. Every
phone has four variants, for its place in a word; they share one output of the net, so that
places cost nothing and only tell where words begin and end.
"""

from __future__ import annotations

from enum import IntEnum

PHONES = "aeiouptkbdgfsjCmnñlrRy"
"""``s`` is also z and soft c, ``b`` also v, ``j`` the jota, ``C`` ch, ``R`` rr, ``y`` also ll."""

VOWELS = "aeiou"

OUTER_BLANK, INNER_BLANK = 1, 2
"""Ids of the blank between words (the only silence) and of the blank inside a word."""


class Place(IntEnum):
    """Where in a word a phone stands."""

    BEGIN = 0
    END = 1
    INTERNAL = 2
    SINGLETON = 3


PHONE_COUNT = 2 + 4 * len(PHONES)
"""Number of phone ids: two blanks and four places of every phone."""

OUTPUTS = 1 + len(PHONES)
"""Outputs of the net (pdfs): the blank is 0, phone k of `PHONES` is 1 + k."""

_NUMBER = {phone: k for k, phone in enumerate(PHONES)}


def phone_id(phone: str, place: Place) -> int:
    """Return the id of `phone` at `place`, 3 to `PHONE_COUNT`."""
    return 3 + 4 * _NUMBER[phone] + place


def output_of(identity: int) -> int:
    """Return which output of the net scores the phone id `identity`."""
    return 0 if identity <= INNER_BLANK else 1 + (identity - 3) // 4


def output_of_phone(phone: str) -> int:
    """Return which output of the net scores `phone`."""
    return 1 + _NUMBER[phone]


def loop(identity: int) -> int:
    """Return the transition-id by which a phone id stays where it is for one more frame."""
    return 2 * identity - 1


def forward(identity: int) -> int:
    """Return the transition-id by which a phone id is entered; it takes one frame."""
    return 2 * identity


def word_boundaries() -> str:
    """Return the text of ``graph/phones/word_boundary.int``."""
    kinds = ("begin", "end", "internal", "singleton")
    lines = [f"{OUTER_BLANK} nonword", f"{INNER_BLANK} internal"]
    lines += [f"{phone_id(p, place)} {kinds[place]}" for p in PHONES for place in Place]
    return "\n".join(lines) + "\n"
