"""The loudspeaker's side of the real room: lines in order, when they sounded, and their echo.

A loudspeaker that takes nothing any more is opened again; without one, lines are only shown.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

import numpy as np

from host.ears.base import RATE
from host.engine.inputs import SpokenUntil
from host.room.base import Sound, Started, Stopped
from host.room.devices import DeviceError, Devices, choose
from host.room.reference import EchoReference
from host.room.speaker import Mark, Speaker

SILENT_S = 2.5
"""A loudspeaker that asks for nothing for so long, with sound waiting, is lost.

A busy machine under PulseAudio let it wait 1.5 s."""

START_S = 4.0
"""How long its first request may take."""

LATENCY_S = 0.12
"""Seconds of sound that the loudspeaker may have taken: less stops sooner, and stutters.

With the fade it just fits into `STOP_S`; at 0.08 a busy machine under PulseAudio stuttered."""

Spoken = Started | SpokenUntil | Stopped


class Talking:
    """Says sounds one behind the other. `reference` is what the canceller needs of them."""

    def __init__(
        self,
        devices: Devices,
        wanted: str | None,
        heard_at: Callable[[float], float],
        tell: Callable[[DeviceError], None],
    ) -> None:
        """Open the loudspeaker.

        Args:
            devices: the library and the clock.
            wanted: the loudspeaker's name, None for the system's.
            heard_at: gives the room's time of what left the loudspeaker at a monotonic reading.
            tell: told what is missing.
        """
        self._devices = devices
        self._wanted = wanted
        self._heard_at = heard_at
        self._tell = tell
        self._sounds: dict[int, Sound] = {}
        self._begun: set[int] = set()
        self._next_key = 0
        self._events: deque[Spoken] = deque()
        self._last_end = 0.0
        self._speaker: Speaker | None = None
        self.reference = EchoReference(RATE)
        self._open()

    @property
    def audible(self) -> bool:
        """True while there is a loudspeaker."""
        return self._speaker is not None

    @property
    def busy(self) -> bool:
        """True while something sounds or waits."""
        return bool(self._sounds)

    def due(self, now: float) -> bool:
        """Tell whether something is to be told without any more time passing."""
        return bool(self._events) and self._events[0].t <= now

    @property
    def drift_ppm(self) -> float | None:
        """Millionths by which the loudspeaker runs slower than the machine, if known."""
        return None if self._speaker is None else self._speaker.drift_ppm

    def planned_end(self, now: float) -> float:
        """Return when all that is queued will have been played; the last end if nothing is."""
        if self._speaker is not None and self._sounds:
            return now + self._speaker.seconds_left + self._speaker.latency_s
        return self._last_end

    def say(self, sound: Sound, now: float) -> None:
        """Queue a sound; one without samples, or without a loudspeaker, takes no time."""
        if self._speaker is None or not len(sound.samples) or not np.any(sound.samples):
            self._events += (Started(sound, now), SpokenUntil(sound.line, now))
            return
        self._next_key += 1
        self._sounds[self._next_key] = sound
        self._speaker.play(sound.samples, sound.rate, self._next_key)

    def stop(self) -> None:
        """Fade out and forget what is queued."""
        if self._speaker is not None:
            self._speaker.stop()

    def take(self, now: float, *, drift_known: bool) -> list[Spoken]:
        """Return what began and ended up to now, in seconds of the room's clock."""
        if self._speaker is not None:
            marks, chunks = self._speaker.take()
            self.reference.played(chunks, self._room_time, drift_known=drift_known)
            for mark in marks:
                self._note(mark)
        due: list[Spoken] = []
        while self._events and self._events[0].t <= now:
            due.append(self._events.popleft())
            if not isinstance(due[-1], Started):
                self._last_end = due[-1].t
        return due

    def watch(self, reading: float, now: float) -> list[Spoken]:
        """Open a loudspeaker again that takes nothing; return the lines that it swallowed.

        Args:
            reading: the machine's clock.
            now: the room's.
        """
        speaker = self._speaker
        if speaker is None or not self._sounds:
            return []
        limit = START_S if speaker.last_call is None else SILENT_S
        since = speaker.opened_at if speaker.last_call is None else speaker.last_call
        if reading - max(since, speaker.queued_at) <= limit:
            return []
        # A driver may hang on a device that is gone; that must not hold the table.
        threading.Thread(target=speaker.close, name="close loudspeaker", daemon=True).start()
        lost: list[Spoken] = []
        for key, sound in self._sounds.items():
            if key not in self._begun:
                # Whoever watches still gets to read it.
                lost.append(Started(sound, now))
            lost.append(Stopped(sound.line, now))
        self._sounds.clear()
        self._begun.clear()
        self._speaker, self._last_end = None, now
        self._tell(DeviceError("room-no-speaker-now"))
        self._open()
        return lost

    def while_closed(self, work: Callable[[], None]) -> None:
        """Do something that needs every stream closed, then open the loudspeaker again."""
        had, self._speaker = self._speaker, None
        if had is not None:
            had.close()
        work()
        if had is not None:
            self._open()

    def close(self) -> None:
        """Let go of the device. May be called twice."""
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            speaker.close()

    # ------------------------------------------------------------------ inside

    def _open(self) -> None:
        sound, read = self._devices.sound, self._devices.read
        try:
            device = choose(sound, "output", self._wanted)
            self._speaker = Speaker(sound, device, latency=LATENCY_S, read=read)
            self.reference = EchoReference(self._speaker.rate)
        except DeviceError as error:
            self._speaker = None
            self._tell(error)

    def _room_time(self, frame: int) -> float:
        assert self._speaker is not None
        return self._heard_at(self._speaker.time_at(frame) + self._speaker.latency_s)

    def _note(self, mark: Mark) -> None:
        key = mark.key if isinstance(mark.key, int) else -1
        sound = self._sounds.get(key)
        if sound is None:
            return
        t = self._room_time(mark.frame)
        if mark.what == "began":
            self._begun.add(key)
            self._events.append(Started(sound, t))
            return
        del self._sounds[key]
        self._begun.discard(key)
        made = SpokenUntil if mark.what == "ended" else Stopped
        self._events.append(made(sound.line, t))
