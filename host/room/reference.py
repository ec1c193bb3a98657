"""What the loudspeaker played, on the microphone's time: the canceller's other input.

Loudspeaker and microphone are streams of their own, each with its own clock. The count of the
one is laid against the machine's clock, and that against the count of the other; the drift
between them is measured and followed (pitfalls C11).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from host.ears.base import BLOCK, RATE, Samples
from host.room.microphone import stream_resampler
from host.room.speaker import Chunk

MARGIN_S = 0.05
"""A device may be quicker than it says: what was played is placed so much earlier.

The canceller finds a later echo by itself, and never an earlier one."""

SAME_S = 0.002
"""While the drift is not known yet, a place this near the old one is noise of the callbacks."""

KEPT_S = 60.0
"""What was played is kept so long: an ear may be slow."""


class EchoReference:
    """Places chunks of the loudspeaker on the grid of 16 kHz blocks."""

    def __init__(self, rate: int) -> None:
        """Take chunks of a loudspeaker of that rate."""
        self._rate = rate
        self._placed: deque[tuple[int, Samples]] = deque()
        self._frame = -1
        self._at = 0
        self._shift: float | None = None
        self._resampler: Any = None

    def played(
        self, chunks: Sequence[Chunk], room_time: Callable[[int], float], *, drift_known: bool
    ) -> None:
        """Place what was played.

        Args:
            chunks: in order.
            room_time: gives the room's time at which a frame was heard.
            drift_known: True if `room_time` follows the drift of both clocks.
        """
        for chunk in chunks:
            if chunk.frame != self._frame:
                self._end_run()
                self._begin_run(chunk.frame, room_time(chunk.frame), drift_known)
            self._frame = chunk.frame + len(chunk.samples)
            if self._rate == RATE:
                self._place(chunk.samples)
            else:
                self._place(self._resampler.resample_chunk(chunk.samples))

    def _begin_run(self, frame: int, heard_at: float, drift_known: bool) -> None:
        shift = heard_at - frame / self._rate
        if self._shift is None or drift_known or abs(shift - self._shift) > SAME_S:
            self._shift = shift
        self._at = round((self._shift + frame / self._rate - MARGIN_S) * RATE)
        self._resampler = None if self._rate == RATE else stream_resampler(self._rate, RATE)

    def _end_run(self) -> None:
        if self._resampler is not None:
            rest = np.zeros(0, dtype=np.float32)
            self._place(self._resampler.resample_chunk(rest, last=True))
            self._resampler = None

    def _place(self, samples: Any) -> None:
        ready = np.asarray(samples, dtype=np.float32)
        if len(ready):
            self._placed.append((self._at, ready))
            self._at += len(ready)
        while self._placed and self._placed[0][0] < self._at - KEPT_S * RATE:
            self._placed.popleft()

    def block(self, start: int) -> Samples | None:
        """Return what was played in the block that begins at a sample, None for silence."""
        out: Samples | None = None
        for at, samples in self._placed:
            first, last = max(start, at), min(start + BLOCK, at + len(samples))
            if first < last:
                if out is None:
                    out = np.zeros(BLOCK, dtype=np.float32)
                out[first - start : last - start] += samples[first - at : last - at]
        return out

    def sounds(self, start: int, end: int) -> bool:
        """Tell whether anything was played between two samples."""
        return any(at < end and start < at + len(samples) for at, samples in self._placed)
