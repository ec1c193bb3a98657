"""Whether one word is another by sound, with a budget that grows with its length (D4)."""

from __future__ import annotations

from collections.abc import Sequence

from host.understanding.sounds import distance

_SAME_ENDS = ({"e", "i"}, {"o", "u"})
# Phones that accents exchange in front of a word.
_SAME_STARTS = tuple(map(set, ("CS", "ei", "ou", "yJ", "bv", "gw", "jg", "jy", "sT", "rR")))


def budget_of(phones: int) -> int:
    """Return how far off (2 a phone, 1 a confusable one) a key of that length may be."""
    if phones <= 5:
        return 0
    if phones == 6:
        return 1
    if phones <= 9:
        return 2
    return 3 if phones <= 12 else 4


def how_far(said_key: str, keys: Sequence[str]) -> tuple[int, int]:
    """Return the distance to the nearest of `keys` and the longer length of that pair."""
    pairs = ((distance(said_key, k), max(len(said_key), len(k))) for k in keys)
    return min(pairs, default=(99, 1))


def changes_ending(said_key: str, keys: Sequence[str]) -> bool:
    """Tell whether only the last vowel is another or missing (Galileo, Galilea; Oliver, Olivera).

    An e for an i, or an o for a u, is a matter of accent.
    """
    if said_key in keys:
        return False
    ends = (said_key[-1:] + k[-1:] for k in keys if said_key[:-1] == k[:-1])
    if any(set(pair) <= set("aeiou") and set(pair) not in _SAME_ENDS for pair in ends):
        return True
    vowels = tuple("aiou")  # a mute e is said or not ("chocolat")
    return any(
        (said_key[:-1] == k and said_key.endswith(vowels))
        or (k[:-1] == said_key and k.endswith(vowels))
        for k in keys
    )


def changes_start(said_key: str, keys: Sequence[str]) -> bool:
    """Tell whether the word begins otherwise (polígrafo, bolígrafo; guajolote, ajolote)."""
    nearest = min((distance(said_key, k) for k in keys), default=0)
    near = [k[:1] for k in keys if distance(said_key, k) == nearest]
    return all(k != said_key[:1] and {k, said_key[:1]} not in _SAME_STARTS for k in near)


def sounds_like(said_key: str, keys: Sequence[str]) -> tuple[bool, bool]:
    """Return whether a word is another by sound, and whether it is nearly so."""
    if not said_key:
        return False, False
    off, length = how_far(said_key, keys)
    budget = budget_of(length)
    if changes_ending(said_key, keys) or (off and changes_start(said_key, keys)):
        return False, off <= budget
    return off <= budget, length > 3 and off <= budget + 1
