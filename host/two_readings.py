"""What was meant, where one ear doubts its words or two ears heard them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.ears.base import Heard
from host.understanding.choosing import QUERIES
from host.understanding.readings import Act, Meant, Nothing, Reading, UnknownName, Unsure


def reading_of(heard: Heard, read: Callable[[str], Reading]) -> Reading:
    """Read what was heard; where that leaves doubt, what the other ear made of it too.

    Two ears that heard the same need no question; what one of them missed may be what the
    other has; what an ear itself doubts is asked about before it counts (design.md section 3).
    """
    reading = read(heard.words)
    if isinstance(reading, Meant) and (heard.sure or _harmless(reading)):
        return reading
    for words in heard.also:
        other = read(words)
        if isinstance(reading, Nothing | UnknownName):
            return other
        mine = reading.acts if isinstance(reading, Meant) else (reading.best,)
        if isinstance(other, Meant) and _same(mine, other.acts):
            return other
    if isinstance(reading, Meant) and len(reading.acts) == 1:
        return Unsure(reading.acts[0], None, "doubted")
    return reading


def _same(some: Sequence[Act], others: Sequence[Act]) -> bool:
    """Tell whether two readings mean the same."""
    return [(a.act, dict(a.args)) for a in some] == [(a.act, dict(a.args)) for a in others]


def _harmless(reading: Meant) -> bool:
    """Tell whether a reading only asks the host something, or is an answer (D22)."""
    return all(act.act in QUERIES or act.act == "answer" for act in reading.acts)
