"""What every room with a microphone does to a block: echo out, memory, loudness, ear, gate.

The virtual and the real room share it, so what holds in one holds in the other. Times are
seconds of the room's audio clock; blocks lie on a grid of `BLOCK` samples from 0.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from host.ears.base import BLOCK, RATE, Block, Ear, Heard, Noticing, Samples
from host.ears.segments import Pause
from host.engine.inputs import HeardThrough, SpokenUntil, Voice
from host.room.acoustics import spoken_tone
from host.room.aec import EchoCanceller
from host.room.base import EarTrouble, Echo, RoomEvent, Sound, Started, Stopped
from host.room.gate import Gate
from host.room.loudness import Loudness

MEMORY_S = 120
"""So many seconds of microphone signal are kept for `recording`, in memory only."""

WATERMARK_STEP_S = 0.1
"""The watermark is told when it has moved by at least this."""

SURE_OF_ECHO_DB = -15.0
"""The canceller has learnt the room once it takes away this much of the host alone."""

SOMEBODY_DB = -8.0
"""If less than this is taken away, then more than the host was to be heard."""

ACK_S = 0.1
"""Quiet after which somebody who spoke is told by a short sound that they were heard.

Voice activity itself takes about 0.1 s to notice it. Shorter ticks in the midst of a word, longer
leaves people wondering; it is soft, and once an utterance."""

ACK_VOICE_S = 0.2
"""Less voice than this is not acknowledged: a cough, a knock."""

ACK = "tone-spoken"
"""The line id of that sound; it is the room's own, and no table hears of it."""

LOOK_EVERY = 8
"""Blocks between two looks at what the canceller has learnt."""

Spoken = Started | SpokenUntil | Stopped


def ack_sound() -> Sound:
    """Return the sound that acknowledges speech."""
    samples, rate = spoken_tone()
    return Sound(ACK, "", samples, rate, len(samples) / rate)


def for_the_table(spoken: Sequence[Spoken]) -> list[Spoken]:
    """Return what the loudspeaker did, less the room's own sound."""
    return [e for e in spoken if (e.sound.line if isinstance(e, Started) else e.line) != ACK]


class Listening:
    """The way from the microphone's blocks to what was heard and the watermark."""

    def __init__(
        self,
        ear: Ear,
        gate: Gate,
        canceller: EchoCanceller,
        *,
        echo: bool = True,
        delay_s: float = 0.0,
    ) -> None:
        """Listen with an ear.

        Args:
            ear: fed block by block. It may have heard another evening: it is then told that
                nothing was recorded in between, and its times are counted from here.
            gate: judges what overlaps the host.
            canceller: takes the host's voice out of the microphone.
            echo: False where the host cannot come back (headphones).
            delay_s: seconds of the room's clock by which the ear's reports come later.
        """
        self.ear = ear
        self.gate = gate
        self._canceller = canceller
        self._can_echo = echo
        self._delay = delay_s
        self._ring = np.zeros(MEMORY_S * RATE, dtype=np.float32)
        blocks = MEMORY_S * RATE // BLOCK
        self._near_power = np.zeros(blocks)
        self._left_power = np.zeros(blocks)
        self._host_block = np.zeros(blocks, dtype=bool)
        self._end = 0
        self._learnt_at = math.inf
        self._reports: deque[tuple[float, Heard | float]] = deque()
        self._troubles: list[EarTrouble] = []
        self._watermark = 0.0
        self._acknowledged = -1.0
        self._loudness = Loudness()
        self._heard_spans: deque[tuple[float, float]] = deque(maxlen=32)
        self._base = self._ear_base()

    def _ear_base(self) -> float:
        """Return what has to be added to this room's times to get the ear's."""
        through = self.ear.heard_through
        if not math.isfinite(through) or through <= 0.0:
            return 0.0
        self.ear.flush()
        through = max(through, self.ear.heard_through)
        base = math.ceil((through + 60.0) * RATE / BLOCK) * BLOCK / RATE
        self.ear.skip(through, base)
        return base

    # ------------------------------------------------------------------ what comes in

    def tell_gate(self, spoken: Sequence[Started | SpokenUntil | Stopped]) -> None:
        """Tell the gate what the loudspeaker began and ended."""
        for event in spoken:
            if isinstance(event, Started):
                sound = event.sound
                seconds = len(sound.samples) / sound.rate if len(sound.samples) else sound.seconds
                samples = sound.samples if len(sound.samples) else None
                self.gate.began(sound.text, event.t, seconds, samples, sound.rate)
            else:
                self.gate.ended(event.t)

    def take(self, start: int, near: Samples, far: Samples | None, *, host: bool) -> None:
        """Take a block of the microphone.

        Args:
            start: number of its first sample, a multiple of `BLOCK`.
            near: its samples.
            far: what the loudspeaker played meanwhile, None for silence.
            host: True if the host's voice, or its tail, may be in it.
        """
        cleaned = self._canceller.process(near, far)
        self._end = start + BLOCK
        self._remember(start, cleaned, near, host)
        if host and start // BLOCK % LOOK_EVERY == 0:
            self._see_what_it_learnt()
        begin = self._base + (start - self._canceller.latency) / RATE
        self._report(self.ear.feed(Block(begin, cleaned, BLOCK / RATE, host)))

    def miss(self, start: int, far: Samples | None) -> None:
        """Take a block in which the microphone gave nothing."""
        self._canceller.miss(far)
        self._end = start + BLOCK
        self._remember(start, np.zeros(BLOCK, dtype=np.float32), None, False)

    def skip(self, start: float, end: float) -> None:
        """Tell the ear that nothing was recorded from `start` to `end`, in seconds."""
        self._report(self.ear.skip(self._base + start, self._base + end))

    def _report(self, found: Sequence[Heard]) -> None:
        due = self._end / RATE + self._delay
        self._reports += [(due, heard) for heard in found]
        self._reports.append((due, self.ear.heard_through))
        if isinstance(self.ear, Noticing):
            self._troubles += [EarTrouble(n, self._end / RATE) for n in self.ear.notices()]

    # ------------------------------------------------------------------ what comes out

    def deliver(self) -> list[RoomEvent]:
        """Return the ear's reports that are due, judged by the gate, and the watermark."""
        events: list[RoomEvent] = [*self._troubles]
        self._troubles.clear()
        through: float | None = None
        while self._reports and self._reports[0][0] <= self._end / RATE + 1e-9:
            report = self._reports.popleft()[1]
            if isinstance(report, Heard):
                heard = self._in_room_time(report)
                if heard.offset > 0.0:
                    self._heard_spans.append((heard.onset, heard.offset))
                    somebody = self._somebody(heard.onset, heard.offset)
                    learning = self._can_echo and heard.onset < self._learnt_at
                    judged = self.gate.judge(heard, somebody, learning=learning)
                    events.append(self._unless_faint(judged))
            else:
                through = report - self._base
        if through is not None and through >= self._watermark + WATERMARK_STEP_S - 1e-9:
            self._watermark = through
            loud = self._loudness.unproven(through, self._heard_spans)
            events += [Voice(start, end, explained=False) for start, end in loud]
            events.append(HeardThrough(through))
        return events

    def acknowledges(self) -> bool:
        """Tell, once an utterance, that somebody spoke and paused just now.

        It does not depend on what was heard: it tells no secret (D10, D22).
        """
        pause: Pause | None = getattr(self.ear, "pausing", None)
        if pause is None or pause.quiet_s < ACK_S or pause.voiced_s < ACK_VOICE_S:
            return False
        if pause.onset <= self._acknowledged:
            return False
        self._acknowledged = pause.onset
        return not self.gate.speaking(pause.onset - self._base, self._end / RATE)

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return the microphone signal, less the host's echo, or None if it is forgotten."""
        late = self._canceller.latency
        first = round(onset * RATE) + late
        last = min(round(offset * RATE) + late, self._end)
        if first < max(0, self._end - len(self._ring)) or last <= first:
            return None
        return np.take(self._ring, np.arange(first, last), mode="wrap")

    def forget(self) -> None:
        """Forget what was recorded."""
        self._ring[:] = 0.0

    # ------------------------------------------------------------------ inside

    def _unless_faint(self, judged: Heard | Echo) -> Heard | Echo:
        """Take what an ear doubts, and what it has no words for, for echo if it was faint.

        Our own ear made «rito» and «e as» of what was left of the host in one window of ten: as
        unexplained speech that was asked about.
        """
        if not isinstance(judged, Heard) or not judged.over_host:
            return judged
        doubted = not judged.sure or not judged.words.strip()
        if doubted and self._loudness.faint(judged.onset, judged.offset):
            return Echo(judged)
        return judged

    def _in_room_time(self, heard: Heard) -> Heard:
        if self._base == 0.0:
            return heard
        return replace(heard, onset=heard.onset - self._base, offset=heard.offset - self._base)

    def _remember(self, start: int, cleaned: Samples, near: Samples | None, host: bool) -> None:
        at = start % len(self._ring)
        self._ring[at : at + BLOCK] = cleaned
        index = start // BLOCK % len(self._near_power)
        self._near_power[index] = 0.0 if near is None else float(np.dot(near, near))
        self._left_power[index] = float(np.dot(cleaned, cleaned))
        if near is not None:
            at_s = (start - self._canceller.latency) / RATE
            self._loudness.feed(at_s, self._left_power[index] / BLOCK, host)
        self._host_block[index] = host and near is not None

    def _taken_away(self) -> tuple[int, NDArray[np.float64], NDArray[np.bool_]]:
        """Return what the canceller left of the blocks in memory.

        Returns:
            The first block's number, what was left of each in dB, and whether the host was
            loud enough in it to tell.
        """
        last = self._end // BLOCK
        first = max(0, last - len(self._near_power))
        ring = np.arange(first, last) % len(self._near_power)
        near, left = self._near_power[ring], self._left_power[ring]
        loud = self._host_block[ring] & (near > 4e-4)
        return first, 10.0 * np.log10((left + 1e-12) / (near + 1e-12)), loud

    def _see_what_it_learnt(self) -> None:
        """Note since when the canceller knows the room, by what it takes away of the host."""
        _, left, loud = self._taken_away()
        recent = left[loud][-150:]
        if len(recent) >= 30:
            learnt = bool(np.quantile(recent, 0.25) <= SURE_OF_ECHO_DB)
            self._learnt_at = min(self._learnt_at, self._end / RATE) if learnt else math.inf

    def _somebody(self, onset: float, offset: float) -> bool | None:
        """Return True if more than the host was to be heard, None if that cannot be told."""
        if onset < self._learnt_at:
            return None
        first, left, loud = self._taken_away()
        begin = max(0, int(onset * RATE / BLOCK) - first)
        end = max(begin, int(offset * RATE / BLOCK) + 1 - first)
        during = left[begin:end][loud[begin:end]]
        return None if len(during) < 3 else bool(np.median(during) > SOMEBODY_DB)
