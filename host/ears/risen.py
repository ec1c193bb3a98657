"""What rises above the host's own voice in the microphone, and falls back: somebody spoke over it.

The echo of a line is voice like any other, so that voice activity makes one utterance of the line
and of all that is said over it, which ends with the line. Whoever says «repite» over it is close
to the microphone and louder than the echo: there the word can be cut out at once. Where the echo
is as loud as the players, nothing rises, and all is as it was.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

MEMORY_S = 5.0
"""The echo's level is that of the loud frames of so many seconds before a rise. Longer takes a line
that was louder for this one; shorter takes a pause in the line for its level."""

LEAST_FRAMES = 25
"""With fewer frames of the host's voice (0.8 s) its level is not known."""

LOUD_SHARE = 95
"""Per cent of the frames that are softer than the level; of 90, one frame of espeak's in 27 is 6 dB
louder than that, of 95 none."""

ABOVE_DB = 6.0
"""So much louder than the echo's level is not the echo. Less takes a loud syllable of the host's
for a player; more misses those who speak softly."""

MOST_S = 2.5
"""What rises for longer is no command, but a line that grew louder."""

QUIET_S = 0.35
"""A word is over when nothing has risen for so long. Shorter cuts words in two at a stop."""

LEAST_S = 0.16
"""Less that is loud is a knock on the table, or one syllable of the host's own."""


@dataclass(frozen=True, slots=True)
class Risen:
    """A stretch that rose above the host's voice.

    Attributes:
        start: seconds at which it rose.
        end: seconds at which it fell back.
        above_db: how far it was above the echo's level, in dB.
    """

    start: float
    end: float
    above_db: float


class Rising:
    """Takes frames while the host speaks; tells of a stretch that rose once it is over."""

    def __init__(self) -> None:
        """Know no level yet."""
        self._powers: deque[tuple[float, float]] = deque()
        self.reset()

    def reset(self) -> None:
        """Forget what is under way: the host is silent, or the signal has jumped."""
        self._level: float | None = None
        self._loud: list[tuple[float, float, float]] = []

    def take(self, start: float, end: float, power: float) -> Risen | None:
        """Take a frame, its times in seconds and its mean square; return what is over with it."""
        if not self._loud:
            self._level = self._known(start)
        self._powers.append((start, power))
        level = self._level
        if level is None:
            return None
        if power > level * 10 ** (ABOVE_DB / 10):
            self._loud.append((start, end, power))
        if not self._loud:
            return None
        began, ended = self._loud[0][0], self._loud[-1][1]
        if end - began > MOST_S + QUIET_S:
            self._loud.clear()
            return None
        if end - ended < QUIET_S - 1e-9:
            return None
        loud, self._loud = self._loud, []
        if sum(b - a for a, b, _ in loud) < LEAST_S - 1e-9:
            return None
        mean = float(np.mean([p for _, _, p in loud]))
        return Risen(began, ended, float(10 * np.log10(mean / level)))

    def _known(self, now: float) -> float | None:
        """Return the echo's level, a mean square; None if too little of it was heard lately."""
        while self._powers and self._powers[0][0] < now - MEMORY_S:
            self._powers.popleft()
        if len(self._powers) < LEAST_FRAMES:
            return None
        return max(1e-10, float(np.percentile([power for _, power in self._powers], LOUD_SHARE)))
