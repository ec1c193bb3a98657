"""How long what a telephone sends is on its way, measured by asking it to answer at once.

A press counts from when it was made, not from when it arrived, and what cannot be known is the
player's: nobody loses a call because of their network.
"""

from __future__ import annotations

from collections import deque

KEPT = 8
"""Round trips that are remembered: the last quarter of a minute."""

MOST_S = 0.5
"""A way is never taken to be longer, in seconds: who answers late on purpose gains no more."""


class Delay:
    """The ways of one telephone."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._trips: deque[float] = deque(maxlen=KEPT)

    def add(self, seconds: float) -> None:
        """Take a round trip."""
        self._trips.append(max(0.0, seconds))

    @property
    def most_s(self) -> float:
        """The longest that a message may have been on its way, in seconds."""
        return min(MOST_S, max(self._trips)) if self._trips else MOST_S

    def pressed(self, arrived: float) -> tuple[float, float]:
        """Return when something that arrived at `arrived` was pressed, and how sure that is.

        The quickest round trip, halved, is the likely way; the slowest, whole, the longest one.
        Both in seconds.
        """
        likely = min(MOST_S, min(self._trips) / 2) if self._trips else 0.0
        return arrived - likely, max(0.0, self.most_s - likely)
