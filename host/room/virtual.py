"""The virtual room: players, noise and the host's own echo in one microphone, in lock-step.

A block of 32 ms is made only when gate, ear and table have dealt with the last one, so how
fast the machine is changes nothing; computing takes simulated time only where it is declared
(`ear_delay_s`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from host.ears.base import BLOCK, RATE, Ear, Samples, hear_again
from host.ears.segments import MOST_UNCERTAINTY_S
from host.engine.inputs import Deaf
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
from host.room.base import RoomEvent, Sound
from host.room.clocks import SimulatedClock
from host.room.gate import Gate
from host.room.listening import Listening, ack_sound, for_the_table
from host.room.loudspeaker import Loudspeaker, Played

LOUDSPEAKER_M = 0.5
"""Metres from the loudspeaker to the microphone."""


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
        ack: bool = False,
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
            ack: True for a soft tick when somebody has spoken while the host is silent.

        Raises:
            ValueError: there is no such noise.
        """
        self._clock = SimulatedClock()
        self._seed = seed
        self._rt60 = rt60_s
        self.gate = gate if gate is not None else Gate()
        self._ack = ack
        self._speaker = Loudspeaker()
        name = "kalman" if aec is True else "none"
        canceller = open_canceller(name) if isinstance(aec, bool) else aec
        self._listening = Listening(
            ear, self.gate, canceller, echo=echo_db is not None, delay_s=ear_delay_s
        )
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
        self._host_until = -1
        self._deaf_from = 0
        self._deaf_until: int | None = None
        self._responses: dict[float, Samples] = {}

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
        self._listening.ear.expect(phrases, free=free)

    def step(self) -> list[RoomEvent]:
        """Advance one block, and return what happened in it, in order of time."""
        start = self._clock.samples
        far, spoken = self._speaker.render(start, BLOCK)
        events: list[RoomEvent] = list(for_the_table(spoken))
        self._listening.tell_gate(spoken)
        if far is not None:
            self._host_chunks.append(_Wet(start, far))
            self._host_until = start + BLOCK + self._echo_tail
        near = self._microphone(start, far)
        self._clock.advance(BLOCK)
        if near is None:
            self._listening.miss(start, far)
            events += self._maybe_hear_again()
        else:
            self._listening.take(start, near, far, host=start < self._host_until)
            if self._ack and self._listening.acknowledges() and not self._speaker.busy:
                self._speaker.say(ack_sound())
        return events + self._listening.deliver()

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return the microphone signal, less the host's echo, or None if it is forgotten."""
        return self._listening.recording(onset, offset)

    def hear_again(self, recording: Samples) -> str:
        """Return what the ear's second recogniser makes of a recording, "" for nothing."""
        return hear_again(self._listening.ear, recording)

    def close(self) -> None:
        """Finish; the ear is left open, since it may hear the next evening."""
        self._speaker.stop(self._clock.samples)
        self._listening.forget()

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

    def _maybe_hear_again(self) -> list[RoomEvent]:
        """End an unplugged stretch: the ear is told, and the table."""
        assert self._deaf_until is not None
        if self._clock.samples < self._deaf_until:
            return []
        start, end = self._deaf_from / RATE, self._deaf_until / RATE
        self._deaf_until = None
        self._listening.skip(start, end)
        return [Deaf(start, end, "unplugged")]
