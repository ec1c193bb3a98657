"""Cuts the microphone's signal into utterances by voice activity, and keeps the watermark.

It also says how sure an onset is: voice activity begins late, the more so in noise.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from host.ears.activity import Activity
from host.ears.base import BLOCK, LEAST_ACOUSTIC_UNCERTAINTY_S, RATE, Block, Samples
from host.ears.risen import Risen, Rising

BEGIN_AT = 0.5
"""Probability at which voice begins; lower begins earlier and takes more noise for voice."""

END_BELOW = 0.35
"""Probability under which voice is over; higher cuts soft word ends."""

TRAILING_S = 0.55
"""Quiet that ends an utterance; shorter answers sooner and cuts those who pause."""

LOOK_BACK_S = 0.32
"""Sound kept from before the voice began; also how far the watermark stays behind.

Longer saves more soft beginnings and makes every judgement wait longer."""

LONGEST_S = 8.0
"""An utterance is cut here at its quietest frame, so that a loud kitchen cannot hold the table.

Longer keeps long sentences whole and lets noise hold the watermark longer."""

LEAST_VOICE_S = 0.1
"""Less voice than this is a click, not an utterance; higher loses short words."""

MOST_BEFORE_HOST_END_S = 2.0
"""Of what sounded while the host spoke, so much stays with what a player says after it.

Longer keeps more of who began early, and more of the host's echo."""

NOISE_MEMORY_S = 15.0
"""The noise level is the median of the frames without voice in so many seconds.

Shorter follows a kettle sooner and knows less after a long utterance."""

LEAST_NOISE_FRAMES = 8
"""With fewer frames without voice the noise level is unknown, and an onset is least sure."""

RISEN_LEAD_S = 0.16
"""Sound from before a word rose above the host's voice that stays with it: its soft beginning."""

STEP = 128
"""Samples (8 ms) of the steps in which an onset is looked for before voice activity began."""

RISE_DB = 9.0
"""A step this far above the noise already is speech; lower is earlier, and takes noise in."""

HOLE_S = 0.06
"""Speech before a hole this long may be another sound's: the search for the onset ends."""

LATENESS: tuple[tuple[float, float], ...] = (
    (-10.0, 0.80),
    (-5.0, 0.70),
    (0.0, 0.60),
    (5.0, 0.53),
    (12.0, 0.48),
    (20.0, 0.47),
    (26.0, 0.30),
    (32.0, 0.16),
)
"""(Signal-to-noise ratio in dB as `Segment.snr_db` has it, uncertainty of an onset in seconds).

Measured with this segmenter and Silero by ``tertulia bench onsets``: single words by human
speakers, cut at the first 8 ms above -25 dB of the word's loud part, spoken in the virtual room
(reverberation, 0.7 to 1.8 m) without noise and in babble at 20, 10, 5 and 0 dB; late is the
onset less the true one. 99th percentiles of 50 words a level: 0.16, 0.47, 0.47, 0.52, 0.57 s,
where the ratio was *estimated* above 32, about 19, 11, 4 and -1 dB. The steps cover these and
rise with the noise throughout; at -5 dB and below, where a quarter of the words were not noticed
at all, they end at the 0.8 s of an earlier trial of voice activity alone. An earlier table, from
words without reverberation in pink and real noise, had 0.3 s at 5 to 15 dB: in the room one onset
in four was later than it said. Words that begin while the host speaks were not measured. The
starts of the recogniser's words are later still (docs/understanding.md), so they are not used.
"""

MOST_UNCERTAINTY_S = max(seconds for _, seconds in LATENESS)
"""No acoustic onset is reported less sure than this: how long the referee has to wait."""

BLOCK_S = BLOCK / RATE


@dataclass(frozen=True, slots=True)
class Segment:
    """One utterance, or a piece of a long one.

    Attributes:
        samples: float32 mono at `RATE`, with look-back and trailing quiet.
        onset: seconds at which voice began.
        offset: seconds at which voice ended.
        over_host: True if the host's voice sounded in it.
        snr_db: its level above the noise, in dB; minus infinity if the noise is not known.
    """

    samples: Samples
    onset: float
    offset: float
    over_host: bool
    snr_db: float = -math.inf

    @property
    def onset_uncertainty(self) -> float:
        """Seconds by which the onset may be late."""
        return onset_uncertainty(self.snr_db)


def onset_uncertainty(snr_db: float) -> float:
    """Return by how many seconds an onset may be late at a signal-to-noise ratio in dB.

    It never falls as the noise rises, and is never below `LEAST_ACOUSTIC_UNCERTAINTY_S`.
    """
    (first, worst), *_ = LATENESS
    if math.isnan(snr_db) or snr_db <= first:
        return max(worst, LEAST_ACOUSTIC_UNCERTAINTY_S)
    for (low, late), (high, less_late) in pairwise(LATENESS):
        if snr_db < high:
            share = (snr_db - low) / (high - low)
            return max(late + share * (less_late - late), LEAST_ACOUSTIC_UNCERTAINTY_S)
    return max(LATENESS[-1][1], LEAST_ACOUSTIC_UNCERTAINTY_S)


@dataclass(frozen=True, slots=True)
class Pause:
    """Somebody has spoken, and is quiet now; they may go on. Times in seconds.

    Attributes:
        onset: when the utterance began.
        quiet_s: how long it has been quiet; 0 while they speak.
        voiced_s: how much voice there was in it.
    """

    onset: float
    quiet_s: float
    voiced_s: float


@dataclass(frozen=True, slots=True)
class _Frame:
    start: float
    samples: Samples
    voice: float
    host: bool
    power: float

    @property
    def end(self) -> float:
        return self.start + len(self.samples) / RATE


class Segmenter:
    """Takes blocks in order, gives utterances when they have ended.

    It keeps at most `LONGEST_S` and a look-back of sound.
    """

    def __init__(self, activity: Activity, *, over_host: bool = False) -> None:
        """Cut by what `activity` says.

        Args:
            activity: tells voice from other sounds.
            over_host: True to cut out what is said over the host's line as soon as it is over,
                where it is louder than the line (`host.ears.risen`).
        """
        self._activity = activity
        self._rising = Rising() if over_host else None
        self._before: deque[_Frame] = deque(maxlen=round(LOOK_BACK_S / BLOCK_S))
        self._open: list[_Frame] = []
        self._onset = 0.0
        self._last_voice = 0.0
        self._now = 0.0
        self._cut = 0.0
        self._was_host = False
        self._noise: deque[tuple[float, float]] = deque()

    @property
    def now(self) -> float:
        """Seconds up to which blocks have been taken."""
        return self._now

    @property
    def open_since(self) -> float | None:
        """Seconds at which the utterance under way began, or None."""
        return self._onset if self._open else None

    @property
    def pausing(self) -> Pause | None:
        """The pause in the utterance under way, None while nobody has begun to speak."""
        if not self._open:
            return None
        voiced = sum(1 for frame in self._open if frame.voice >= END_BELOW) * BLOCK_S
        return Pause(self._onset, max(0.0, self._now - self._last_voice), voiced)

    @property
    def quiet_before(self) -> float:
        """The watermark so far as this segmenter goes: no later segment begins before it."""
        if self._open:
            return self._onset
        return max(0.0, self._cut, self._now - LOOK_BACK_S)

    def feed(self, block: Block) -> list[Segment]:
        """Take a block and return the utterances that are now complete."""
        if len(block.samples) == 0:
            self._now = max(self._now, block.end)
            return []
        heard = bool(np.any(block.samples))
        voice = self._activity.probability(block.samples) if heard else 0.0
        power = float(np.mean(np.square(block.samples, dtype=np.float64)))
        frame = _Frame(block.start, block.samples, voice, block.host, power)
        self._now = frame.end
        found: list[Segment] = []
        if self._open and self._was_host and not block.host:
            found += self._leave_the_host_behind()
        self._was_host = block.host
        risen = self._rises(frame)
        if voice < END_BELOW:
            self._note_noise(frame)
        if self._open:
            self._open.append(frame)
            if voice >= END_BELOW:
                self._last_voice = frame.end
            elif frame.end - self._last_voice >= TRAILING_S - 1e-9:
                found += self.finish()
            if risen is not None:
                found += self._cut_out(risen)
            if self._open and frame.end - self._onset >= LONGEST_S:
                found += self._cut_at_the_quietest()
        elif voice >= BEGIN_AT:
            self._onset = self._refined(frame)
            self._open = [*self._before, frame]
            self._last_voice = frame.end
        self._before.append(frame)
        return found

    def finish(self) -> list[Segment]:
        """End the utterance under way and return it."""
        if not self._open:
            return []
        frames, self._open = self._open, []
        self._cut = self._last_voice
        return self._segment(frames, self._onset, self._last_voice)

    def skip(self, end: float) -> list[Segment]:
        """End what is under way: nothing was recorded until `end` (seconds)."""
        found = self.finish()
        self._before.clear()
        self._activity.reset()
        if self._rising is not None:
            self._rising.reset()
        self._now = max(self._now, end)
        self._cut = max(self._cut, self._now)
        self._was_host = False
        return found

    def _note_noise(self, frame: _Frame) -> None:
        self._noise.append((frame.start, frame.power))
        while self._noise[0][0] < frame.start - NOISE_MEMORY_S:
            self._noise.popleft()

    def _noise_power(self) -> float | None:
        """Return the noise's mean square, or None if too little of it was heard lately."""
        since = self._now - NOISE_MEMORY_S
        powers = [power for start, power in self._noise if start >= since]
        return float(np.median(powers)) if len(powers) >= LEAST_NOISE_FRAMES else None

    def _refined(self, first: _Frame) -> float:
        """Return when the sound rose that voice activity noticed in `first`.

        Never earlier than the watermark as it was told before this block.
        """
        noise = self._noise_power()
        least = max(self._cut, first.start - LOOK_BACK_S, 0.0)
        if noise is None or not self._before:
            return max(first.start, least)
        samples = np.concatenate([frame.samples for frame in self._before])
        steps = len(samples) // STEP
        power = np.mean(
            np.square(samples[len(samples) - steps * STEP :].reshape(steps, STEP)), axis=1
        )
        loud = power > max(noise, 1e-10) * 10 ** (RISE_DB / 10)
        back, hole = 0, 0
        for n, is_loud in enumerate(loud[::-1], start=1):
            if is_loud:
                back, hole = n, 0
            else:
                hole += 1
                if hole * STEP / RATE >= HOLE_S:
                    break
        return max(first.start - back * STEP / RATE, least)

    def _rises(self, frame: _Frame) -> Risen | None:
        """Return what was said over the host, and is over with this frame."""
        if self._rising is None:
            return None
        if not frame.host:
            self._rising.reset()
            return None
        return self._rising.take(frame.start, frame.end, frame.power)

    def _cut_out(self, risen: Risen) -> list[Segment]:
        """Cut out what was said over the host; what sounded before is a segment of its own."""
        if risen.end <= self._onset:
            return []
        start = max(risen.start, self._onset)
        before = sum(1 for f in self._open if f.end <= start - RISEN_LEAD_S)
        found = self._split(before) if before and self._onset < self._open[before].start else []
        frames, self._open = self._open, []
        self._cut = self._now
        return found + self._segment(frames, start, risen.end, snr_db=risen.above_db)

    def _segment(
        self, frames: list[_Frame], onset: float, offset: float, snr_db: float | None = None
    ) -> list[Segment]:
        voiced = [f.power for f in frames if f.voice >= END_BELOW]
        if len(voiced) * BLOCK_S < LEAST_VOICE_S:
            return []
        snr = self._snr_db(voiced) if snr_db is None else snr_db
        samples = np.concatenate([f.samples for f in frames]).astype(np.float32)
        return [Segment(samples, onset, offset, any(f.host for f in frames), snr)]

    def _snr_db(self, voiced: list[float]) -> float:
        """Return how far voiced frames, mean squares, are above the noise; see `Segment`."""
        noise = self._noise_power()
        if noise is None:
            return -math.inf
        # The voiced frames hold the noise as well; what is above it is the voice.
        above = max(float(np.mean(voiced)) - noise, 1e-12)
        return 10 * math.log10(above / max(noise, 1e-12))

    def _cut_at_the_quietest(self) -> list[Segment]:
        """Cut in the later half, where it is quietest; the rest goes on as an utterance."""
        half = len(self._open) // 2
        at = half + int(np.argmin([f.power for f in self._open[half:]]))
        return self._split(at + 1)

    def _leave_the_host_behind(self) -> list[Segment]:
        """When the host's line ends, what sounded long before is a segment of its own."""
        keep_from = self._open[-1].end - MOST_BEFORE_HOST_END_S
        if self._onset >= keep_from:
            return []
        return self._split(sum(1 for f in self._open if f.start < keep_from))

    def _split(self, count: int) -> list[Segment]:
        """Close the first `count` frames as a segment and go on with the others, if any."""
        head, self._open = self._open[:count], self._open[count:]
        onset, cut = self._onset, head[-1].end
        self._onset = self._cut = cut
        return self._segment(head, onset, min(cut, self._last_voice))
