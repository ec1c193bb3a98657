"""Watches how loud it is, so that silence is proven and not only believed.

Voice activity may be deaf: in a synthetic crowd 10 dB below a caller Silero noticed three calls of
six, at 5 dB none. What it does not notice is no speech to any ear, and a call in it would be
punished. So where it is loud and no ear said what that was, nothing is proven (design.md
section 2: a penalty needs proof of absence).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from host.ears.base import BLOCK, RATE
from host.room.acoustics import SPEECH_RMS, db

RISE_DB = 4.0
"""This far above the noise something besides it may sound; lower asks the table more often."""

FAINT_DB = -25.0
"""What is fainter than this, relative to a player at one metre, is no call at the table."""

DROWNED_DB = -8.0
"""In noise louder than this, relative to a player at one metre, a call may be lost unnoticed."""

NOISE_S = 15.0
"""The noise is the median of so many seconds in which the host was silent."""

LEAST_S = 1.0
"""With less than that to go by, the noise is unknown: only faintness proves anything."""

SPAN = 7
"""Blocks (0.22 s) whose median is the level: a knock is shorter, the shortest call longer."""

BEFORE_S, AFTER_S = 0.2, 0.45
"""Around what an ear heard its sound may go on: the room rings, and soft ends are cut."""

LEVELS_S = 20.0
"""Levels are remembered this long: an ear reports at most eight seconds of speech, late."""

BLOCK_S = BLOCK / RATE


class Loudness:
    """Keeps the level block by block, and tells where it proves nothing."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._noise: deque[float] = deque(maxlen=round(NOISE_S / BLOCK_S))
        self._last: deque[float] = deque(maxlen=SPAN)
        self._loud: deque[float] = deque()
        self._levels: deque[tuple[float, float]] = deque(maxlen=round(LEVELS_S / BLOCK_S))
        self._speech = SPEECH_RMS**2

    def feed(self, start: float, power: float, host: bool) -> None:
        """Take a block's mean square, the host's echo already taken out.

        Args:
            start: seconds at its first sample.
            power: mean square of its samples.
            host: True if the host's voice, or its tail, may be in it.
        """
        if not host:
            self._noise.append(power)
        self._last.append(power)
        self._levels.append((start, float(np.median(self._last))))
        if self._levels[-1][1] <= self._speech * db(FAINT_DB) ** 2:
            return
        if len(self._noise) < LEAST_S / BLOCK_S:
            self._loud.append(start)
            return
        noise = float(np.median(self._noise))
        level = self._levels[-1][1]
        rise = level > noise * db(RISE_DB) ** 2
        if rise or noise > self._speech * db(DROWNED_DB) ** 2:
            self._loud.append(start)

    def faint(self, start: float, end: float) -> bool:
        """Tell whether nothing from `start` to `end` (seconds) was as loud as a call.

        What an ear hears in it is what the canceller has left of the host. Unknown is not faint.
        """
        first, last = start - BEFORE_S, end + AFTER_S
        if not self._levels or not self._levels[0][0] <= start <= end <= self._levels[-1][0] + 1.0:
            return False
        least = self._speech * db(FAINT_DB) ** 2
        return all(level < least for t, level in self._levels if first <= t < last)

    def unproven(
        self, until: float, heard: Sequence[tuple[float, float]]
    ) -> list[tuple[float, float]]:
        """Return the loud stretches before `until` that no ear accounted for, each once.

        Args:
            until: seconds up to which ears have reported all that they noticed.
            heard: start and end of everything that they reported lately.
        """
        found: list[tuple[float, float]] = []
        while self._loud and self._loud[0] < until:
            start = self._loud.popleft()
            if any(a - BEFORE_S <= start < b + AFTER_S for a, b in heard):
                continue
            if found and start - found[-1][1] < BLOCK_S:
                found[-1] = (found[-1][0], start + BLOCK_S)
            else:
                found.append((start, start + BLOCK_S))
        return found
