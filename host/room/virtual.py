"""The virtual room: players, noise and the host's own echo in one microphone, in lock-step.

A block of 32 ms is made only when gate, ear and table have dealt with the last one, so how
fast the machine is changes nothing; computing takes simulated time only where it is declared
(`ear_delay_s`).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from host.ears.base import BLOCK, RATE, Block, Ear, Heard, Samples
from host.ears.segments import MOST_UNCERTAINTY_S
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil, Voice
from host.room.acoustics import (
    FLOOR_DB,
    SPEECH_RMS,
    Convolver,
    at_level,
    convolve,
    cut_silence,
    db,
    looped,
    noise,
    resample,
    room_response,
)
from host.room.aec import EchoCanceller, open_canceller
from host.room.base import RoomEvent, Sound, Started, Stopped
from host.room.clocks import SimulatedClock
from host.room.gate import Gate
from host.room.loudness import Loudness
from host.room.loudspeaker import Loudspeaker, Played

MEMORY_S = 120
"""So many seconds of microphone signal are kept for `recording`, in memory only."""

WATERMARK_STEP_S = 0.1
"""The watermark is told when it has moved by at least this."""

LOUDSPEAKER_M = 0.5
"""Metres from the loudspeaker to the microphone."""

SURE_OF_ECHO_DB = -15.0
"""The canceller has learnt the room once it takes away this much of the host alone."""

SOMEBODY_DB = -8.0
"""If less than this is taken away, then more than the host was to be heard."""


LOOK_EVERY = 8
"""Blocks between two looks at what the canceller has learnt."""


@dataclass(frozen=True, slots=True)
class _Wet:
    """A signal at the microphone, from sample `start` on."""

    start: int
    samples: Samples

    @property
    def end(self) -> int:
        return self.start + len(self.samples)


class VirtualRoom:
    """A room in simulated time; see the module and `host.room.base.Room`."""

    def __init__(
        self,
        ear: Ear,
        *,
        echo_db: float | None = -10.0,
        echo_delay_s: float = 0.06,
        rt60_s: float = 0.35,
        noise_db: float | None = None,
        noise_name: str = "kitchen",
        ear_delay_s: float = 0.0,
        seed: int = 0,
        aec: bool | EchoCanceller = True,
        gate: Gate | None = None,
    ) -> None:
        """Open the room.

        Args:
            ear: fed block by block. It may have heard another evening: it is then told that
                nothing was recorded in between, and its times are counted from here.
            echo_db: level of the host's voice in the microphone, relative to a player at one
                metre; None for headphones.
            echo_delay_s: seconds from loudspeaker to microphone, the devices' delay included.
            rt60_s: reverberation of the room, in seconds.
            noise_db: level of noise relative to speech, None for none.
            noise_name: which noise, see `host.room.acoustics.noise`.
            ear_delay_s: simulated seconds by which the ear's reports come later.
            seed: the same seed gives the same room.
            aec: True for the default canceller, False for none, or a canceller.
            gate: judges what overlaps the host; by default one with a plain key.

        Raises:
            ValueError: there is no such noise.
        """
        self._ear = ear
        self._clock = SimulatedClock()
        self._seed = seed
        self._rt60 = rt60_s
        self._delay = ear_delay_s
        self.gate = gate if gate is not None else Gate()
        self._speaker = Loudspeaker()
        if isinstance(aec, bool):
            self._canceller = open_canceller("kalman" if aec else "none")
        else:
            self._canceller = aec
        self._echo: Convolver | None = None
        self._echo_tail = 0
        if echo_db is not None:
            response = room_response(LOUDSPEAKER_M, rt60_s, seed * 31 + 7, pre_delay=False)
            response = response / np.sqrt(np.sum(response**2)) * np.float32(db(echo_db))
            lead = np.zeros(round(echo_delay_s * RATE), dtype=np.float32)
            self._echo_tail = len(lead) + len(response)
            self._echo = Convolver(np.concatenate((lead, response)), BLOCK)
        self._floor = noise("pink", seed, 4.0) * np.float32(SPEECH_RMS * db(FLOOR_DB))
        if noise_db is not None:
            loop = noise(noise_name, seed)
            self._loop: Samples | None = loop * np.float32(SPEECH_RMS * db(noise_db))
        else:
            self._loop = None
        self._wet: list[_Wet] = []
        self._past_wet: list[_Wet] = []
        self._host_chunks: list[_Wet] = []
        self._ring = np.zeros(MEMORY_S * RATE, dtype=np.float32)
        blocks = MEMORY_S * RATE // BLOCK
        self._near_power = np.zeros(blocks)
        self._left_power = np.zeros(blocks)
        self._host_block = np.zeros(blocks, dtype=bool)
        self._host_until = -1
        self._learnt_at = math.inf
        self._deaf_from = 0
        self._deaf_until: int | None = None
        self._reports: deque[tuple[float, Heard | float]] = deque()
        self._watermark = 0.0
        self._loudness = Loudness()
        self._heard_spans: deque[tuple[float, float]] = deque(maxlen=32)
        self._pending: list[RoomEvent] = []
        self._responses: dict[float, Samples] = {}
        self._base = self._ear_base()

    def _ear_base(self) -> float:
        """Return what has to be added to this room's times to get the ear's."""
        through = self._ear.heard_through
        if not math.isfinite(through) or through <= 0.0:
            return 0.0
        self._ear.flush()
        through = max(through, self._ear.heard_through)
        base = math.ceil((through + 60.0) * RATE / BLOCK) * BLOCK / RATE
        self._ear.skip(through, base)
        return base

    # ------------------------------------------------------------------ the protocol

    @property
    def uncertainty_s(self) -> float:
        """Seconds by which an onset may be off at most: that of voice activity in noise."""
        return MOST_UNCERTAINTY_S

    @property
    def now(self) -> float:
        """Seconds of the audio clock."""
        return self._clock.now

    def planned_end(self) -> float:
        """Return when the host's turn ends if nobody interrupts; the last end if it is silent."""
        return self._speaker.planned_end(self._clock.samples) / RATE

    def say(self, sound: Sound) -> None:
        """Queue a sound; its first sample is played right behind the sound before it."""
        self._speaker.say(sound)

    def stop(self) -> None:
        """Fade out and forget what is queued."""
        self._speaker.stop(self._clock.samples)

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said now."""
        self._ear.expect(phrases, free=free)

    def step(self) -> list[RoomEvent]:
        """Advance one block, and return what happened in it, in order of time."""
        if self._pending:
            events, self._pending = self._pending, []
            return events
        start = self._clock.samples
        far, spoken = self._speaker.render(start, BLOCK)
        events = list(spoken)
        self._tell_gate(spoken)
        if far is not None:
            self._host_chunks.append(_Wet(start, far))
            self._host_until = start + BLOCK + self._echo_tail
        near = self._microphone(start, far)
        self._clock.advance(BLOCK)
        if near is None:
            self._canceller.miss(far)
            self._remember(start, np.zeros(BLOCK, dtype=np.float32), None)
            events += self._maybe_hear_again()
        else:
            cleaned = self._canceller.process(near, far)
            self._remember(start, cleaned, near)
            if start < self._host_until and start // BLOCK % LOOK_EVERY == 0:
                self._see_what_it_learnt()
            self._feed(start, cleaned)
        events += self._deliver()
        return events

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return the microphone signal, less the host's echo, or None if it is forgotten."""
        late = self._canceller.latency
        first = round(onset * RATE) + late
        last = min(round(offset * RATE) + late, self._clock.samples)
        if first < max(0, self._clock.samples - len(self._ring)) or last <= first:
            return None
        return np.take(self._ring, np.arange(first, last), mode="wrap")

    def close(self) -> None:
        """Finish; the ear is left open, since it may hear the next evening."""
        self._speaker.stop(self._clock.samples)
        self._ring[:] = 0.0

    # ------------------------------------------------------------------ the players' side

    def speak(
        self,
        samples: Samples,
        rate: int,
        onset: float,
        *,
        distance_m: float = 1.0,
        gain_db: float = 0.0,
    ) -> tuple[float, float]:
        """Let a player speak.

        Args:
            samples: their speech; silence front and back is cut off.
            rate: its samples a second.
            onset: when its sound begins, in seconds of the audio clock, not before now.
            distance_m: metres to the microphone.
            gain_db: how much louder than usual they speak.

        Returns:
            Seconds at which the speech begins and ends.
        """
        dry = at_level(cut_silence(resample(samples, rate)), SPEECH_RMS * db(gain_db))
        start = max(round(onset * RATE), self._clock.samples)
        if distance_m not in self._responses:
            seed = self._seed * 31 + 11 + len(self._responses)
            self._responses[distance_m] = room_response(distance_m, self._rt60, seed)
        self._wet.append(_Wet(start, convolve(dry, self._responses[distance_m])))
        return start / RATE, (start + len(dry)) / RATE

    def happen_noise(
        self, sound: str | Samples, seconds: float, level_db: float, *, onset: float | None = None
    ) -> None:
        """Let a noise happen from now (or `onset`) on.

        Args:
            sound: 16 kHz samples, or a name or file, see `host.room.acoustics.noise`.
            seconds: how long; a shorter sound is repeated.
            level_db: level relative to speech.
            onset: when, in seconds of the audio clock.

        Raises:
            ValueError: there is no such noise.
        """
        loop = noise(sound, self._seed) if isinstance(sound, str) else sound
        if not len(loop):
            return
        count = round(seconds * RATE)
        level = float(np.sqrt(np.mean(np.asarray(loop, dtype=np.float64) ** 2))) or 1.0
        made = looped(np.asarray(loop, dtype=np.float32), 0, count) * np.float32(
            SPEECH_RMS * db(level_db) / level
        )
        edge = min(count // 2, RATE // 100)
        made[:edge] *= np.linspace(0.0, 1.0, edge, dtype=np.float32)
        made[count - edge :] *= np.linspace(1.0, 0.0, edge, dtype=np.float32)
        start = self._clock.samples if onset is None else round(onset * RATE)
        self._wet.append(_Wet(max(start, self._clock.samples), made))

    def unplug(self, seconds: float) -> None:
        """Take the microphone away from now on; told as `Deaf` when it is back."""
        if self._deaf_until is None:
            self._deaf_from = self._clock.samples
            self._deaf_until = self._deaf_from
        self._deaf_until += math.ceil(seconds * RATE / BLOCK) * BLOCK

    # ------------------------------------------------------------------ for listeners and tests

    @property
    def played(self) -> list[Played]:
        """What the loudspeaker has played, with times."""
        return self._speaker.all_played(self._clock.samples)

    def listener_mix(self) -> Samples:
        """Return the evening as somebody at the table hears it: 16 kHz, the host at full level."""
        mix = np.zeros(self._clock.samples, dtype=np.float32)
        for wet in [*self._past_wet, *self._wet, *self._host_chunks]:
            count = min(len(wet.samples), len(mix) - wet.start)
            if count > 0:
                mix[wet.start : wet.start + count] += wet.samples[:count]
        for loop in (self._floor, self._loop):
            if loop is not None:
                for start in range(0, len(mix), len(loop)):
                    count = min(len(loop), len(mix) - start)
                    mix[start : start + count] += loop[:count]
        return mix

    # ------------------------------------------------------------------ inside

    def _microphone(self, start: int, far: Samples | None) -> Samples | None:
        """Return what the microphone gives from sample `start` on, None if it is unplugged."""
        end = start + BLOCK
        echo = self._echo.process(far) if self._echo is not None else None
        if self._deaf_until is not None and start < self._deaf_until:
            return None
        near = looped(self._floor, start, BLOCK).copy()
        if self._loop is not None:
            near += looped(self._loop, start, BLOCK)
        if echo is not None:
            near += echo
        if self._wet:
            over = False
            for wet in self._wet:
                over = over or wet.end <= start
                if wet.start < end and wet.end > start:
                    first, last = max(start, wet.start), min(end, wet.end)
                    near[first - start : last - start] += wet.samples[
                        first - wet.start : last - wet.start
                    ]
            if over:
                self._past_wet += [wet for wet in self._wet if wet.end <= start]
                self._wet = [wet for wet in self._wet if wet.end > start]
        return near

    def _tell_gate(self, spoken: Sequence[Started | SpokenUntil | Stopped]) -> None:
        for event in spoken:
            if isinstance(event, Started):
                sound = event.sound
                seconds = len(sound.samples) / sound.rate if len(sound.samples) else sound.seconds
                samples = sound.samples if len(sound.samples) else None
                self.gate.began(sound.text, event.t, seconds, samples, sound.rate)
            else:
                self.gate.ended(event.t)

    def _remember(self, start: int, cleaned: Samples, near: Samples | None) -> None:
        at = start % len(self._ring)
        self._ring[at : at + BLOCK] = cleaned
        index = start // BLOCK % len(self._near_power)
        self._near_power[index] = 0.0 if near is None else float(np.dot(near, near))
        self._left_power[index] = float(np.dot(cleaned, cleaned))
        if near is not None:
            host = start < self._host_until
            at_s = (start - self._canceller.latency) / RATE
            self._loudness.feed(at_s, self._left_power[index] / BLOCK, host)
        self._host_block[index] = start < self._host_until and near is not None

    def _feed(self, start: int, cleaned: Samples) -> None:
        begin = self._base + (start - self._canceller.latency) / RATE
        host = start < self._host_until
        due = self._clock.now + self._delay
        for heard in self._ear.feed(Block(begin, cleaned, BLOCK / RATE, host)):
            self._reports.append((due, heard))
        self._reports.append((due, self._ear.heard_through))

    def _maybe_hear_again(self) -> list[RoomEvent]:
        """End an unplugged stretch: the ear is told, and the table."""
        assert self._deaf_until is not None
        if self._clock.samples < self._deaf_until:
            return []
        start, end = self._deaf_from / RATE, self._deaf_until / RATE
        self._deaf_until = None
        due = self._clock.now + self._delay
        for heard in self._ear.skip(self._base + start, self._base + end):
            self._reports.append((due, heard))
        self._reports.append((due, self._ear.heard_through))
        return [Deaf(start, end, "unplugged")]

    def _deliver(self) -> list[RoomEvent]:
        """Return the ear's reports that are due, judged by the gate, and the watermark."""
        events: list[RoomEvent] = []
        through: float | None = None
        while self._reports and self._reports[0][0] <= self._clock.now + 1e-9:
            report = self._reports.popleft()[1]
            if isinstance(report, Heard):
                heard = self._in_room_time(report)
                if heard.offset > 0.0:
                    self._heard_spans.append((heard.onset, heard.offset))
                    somebody = self._somebody(heard.onset, heard.offset)
                    learning = self._echo is not None and heard.onset < self._learnt_at
                    events.append(self.gate.judge(heard, somebody, learning=learning))
            else:
                through = report - self._base
        if through is not None and through >= self._watermark + WATERMARK_STEP_S - 1e-9:
            self._watermark = through
            loud = self._loudness.unproven(through, self._heard_spans)
            events += [Voice(start, end, explained=False) for start, end in loud]
            events.append(HeardThrough(through))
        return events

    def _in_room_time(self, heard: Heard) -> Heard:
        if self._base == 0.0:
            return heard
        return replace(heard, onset=heard.onset - self._base, offset=heard.offset - self._base)

    def _taken_away(self) -> tuple[int, NDArray[np.float64], NDArray[np.bool_]]:
        """Return what the canceller left of the blocks in memory.

        Returns:
            The first block's number, what was left of each in dB, and whether the host was
            loud enough in it to tell.
        """
        last = self._clock.samples // BLOCK
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
            self._learnt_at = min(self._learnt_at, self.now) if learnt else math.inf

    def _somebody(self, onset: float, offset: float) -> bool | None:
        """Return True if more than the host was to be heard, None if that cannot be told."""
        if onset < self._learnt_at:
            return None
        first, left, loud = self._taken_away()
        begin = max(0, int(onset * RATE / BLOCK) - first)
        end = max(begin, int(offset * RATE / BLOCK) + 1 - first)
        during = left[begin:end][loud[begin:end]]
        return None if len(during) < 3 else bool(np.median(during) > SOMEBODY_DB)
