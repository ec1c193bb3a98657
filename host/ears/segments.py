"""Cuts the microphone's signal into utterances by voice activity, and keeps the watermark."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from host.ears.activity import Activity
from host.ears.base import BLOCK, RATE, Block, Samples

BEGIN_AT = 0.5
"""Probability at which voice begins; lower begins earlier and takes more noise for voice."""

END_BELOW = 0.35
"""Probability under which voice is over; higher cuts soft word ends."""

TRAILING_S = 0.55
"""Quiet that ends an utterance; shorter answers sooner and cuts those who pause."""

LOOK_BACK_S = 0.32
"""Sound kept from before the voice began; also how far the watermark stays behind."""

LONGEST_S = 8.0
"""An utterance is cut here at its quietest frame, so that a loud kitchen cannot hold the table."""

LEAST_VOICE_S = 0.1
"""Less voice than this is a click, not an utterance."""

MOST_BEFORE_HOST_END_S = 2.0
"""Of what sounded while the host spoke, so much stays with what a player says after it."""

BLOCK_S = BLOCK / RATE


@dataclass(frozen=True, slots=True)
class Segment:
    """One utterance, or a piece of a long one.

    Attributes:
        samples: float32 mono at `RATE`, with look-back and trailing quiet.
        onset: seconds at which voice began.
        offset: seconds at which voice ended.
        over_host: True if the host's voice sounded in it.
    """

    samples: Samples
    onset: float
    offset: float
    over_host: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    start: float
    samples: Samples
    voice: float
    host: bool


class Segmenter:
    """Takes blocks in order, gives utterances when they have ended."""

    def __init__(self, activity: Activity) -> None:
        """Cut by what `activity` says."""
        self._activity = activity
        self._before: deque[_Frame] = deque(maxlen=round(LOOK_BACK_S / BLOCK_S))
        self._open: list[_Frame] = []
        self._onset = 0.0
        self._last_voice = 0.0
        self._now = 0.0
        self._was_host = False

    @property
    def now(self) -> float:
        """Seconds up to which blocks have been taken."""
        return self._now

    @property
    def open_since(self) -> float | None:
        """Seconds at which the utterance under way began, or None."""
        return self._onset if self._open else None

    @property
    def quiet_before(self) -> float:
        """The watermark so far as this segmenter goes."""
        return min(max(0.0, self._now - LOOK_BACK_S), self._onset if self._open else self._now)

    def feed(self, block: Block) -> list[Segment]:
        """Take a block and return the utterances that are now complete."""
        if len(block.samples) == 0:
            self._now = max(self._now, block.end)
            return []
        silent = not np.any(block.samples)
        voice = 0.0 if silent else self._activity.probability(block.samples)
        frame = _Frame(block.start, block.samples, voice, block.host)
        self._now = block.end
        found: list[Segment] = []
        if self._open and self._was_host and not block.host:
            found += self._leave_the_host_behind()
        self._was_host = block.host
        if not self._open:
            if voice >= BEGIN_AT:
                self._open = [*self._before, frame]
                self._onset = block.start
                self._last_voice = block.end
            self._before.append(frame)
            return found
        self._open.append(frame)
        self._before.append(frame)
        if voice >= END_BELOW:
            self._last_voice = block.end
        elif block.end - self._last_voice >= TRAILING_S:
            return found + self._finish()
        if block.end - self._onset >= LONGEST_S:
            found += self._cut_at_the_quietest()
        return found

    def finish(self) -> list[Segment]:
        """End the utterance under way and return it."""
        return self._finish() if self._open else []

    def skip(self, end: float) -> list[Segment]:
        """End what is under way: nothing was recorded until `end`."""
        found = self.finish()
        self._before.clear()
        self._now = max(self._now, end)
        return found

    def _finish(self) -> list[Segment]:
        frames, self._open = self._open, []
        return self._segment(frames, self._onset, self._last_voice)

    def _segment(self, frames: list[_Frame], onset: float, offset: float) -> list[Segment]:
        voiced = sum(BLOCK_S for f in frames if f.voice >= END_BELOW)
        if not frames or voiced < LEAST_VOICE_S:
            return []
        samples = np.concatenate([f.samples for f in frames]).astype(np.float32)
        return [Segment(samples, onset, offset, any(f.host for f in frames))]

    def _cut_at_the_quietest(self) -> list[Segment]:
        """Cut in the later half, where it is quietest; the rest goes on as an utterance."""
        half = len(self._open) // 2
        at = half + int(np.argmin([float(np.dot(f.samples, f.samples)) for f in self._open[half:]]))
        head, self._open = self._open[: at + 1], self._open[at + 1 :]
        cut = head[-1].start + BLOCK_S
        onset, self._onset = self._onset, cut
        return self._segment(head, onset, cut)

    def _leave_the_host_behind(self) -> list[Segment]:
        """When the host's line ends, what sounded long before is a segment of its own."""
        keep_from = self._now - BLOCK_S - MOST_BEFORE_HOST_END_S
        if self._onset >= keep_from:
            return []
        head = [f for f in self._open if f.start < keep_from]
        self._open = [f for f in self._open if f.start >= keep_from]
        onset, self._onset = self._onset, keep_from
        return self._segment(head, onset, keep_from)
