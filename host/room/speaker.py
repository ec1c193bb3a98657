"""A real loudspeaker: sounds one behind the other, with the times at which they left it.

The audio thread only copies; it notes what it copied and when, so that the room knows when a
line really began and ended, and what the microphone will hear of it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from host.ears.base import Samples
from host.room.acoustics import resample
from host.room.clocks import ClockFit
from host.room.devices import (
    Device,
    DeviceError,
    choose,
    close_stream,
    load_sounddevice,
    open_stream,
)

FADE_S = 0.02
"""A stop fades out over this time; the device's own latency comes on top."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sound began, ended by itself, or was stopped, at a frame of the device's count."""

    what: Literal["began", "ended", "stopped"]
    key: Hashable
    frame: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """What left the loudspeaker from a frame of its count on; silence is left out."""

    frame: int
    samples: Samples


@dataclass(slots=True)
class _Item:
    key: Hashable
    samples: Samples
    at: int = 0
    stopped: bool = False


@dataclass(slots=True)
class _Shared:
    """What the audio thread and the others share. `frames` counts silence too."""

    fit: ClockFit
    read: Callable[[], float]
    lock: threading.Lock = field(default_factory=threading.Lock)
    queue: deque[_Item] = field(default_factory=deque)
    marks: deque[Mark] = field(default_factory=deque)
    chunks: deque[Chunk] = field(default_factory=lambda: deque(maxlen=4096))
    frames: int = 0
    last_call: float | None = None

    def fill(self, out: NDArray[np.float32]) -> None:
        """Copy the next samples into `out`, silence where there are none."""
        done = 0
        now = self.read()
        with self.lock:
            self.last_call = now
            self.fit.note(self.frames, now)
            while self.queue and done < len(out):
                first = self.queue[0]
                if first.at == 0 and not first.stopped:
                    self.marks.append(Mark("began", first.key, self.frames + done))
                count = min(len(out) - done, len(first.samples) - first.at)
                out[done : done + count] = first.samples[first.at : first.at + count]
                done += count
                first.at += count
                if first.at >= len(first.samples):
                    self.queue.popleft()
                    what: Literal["ended", "stopped"] = "stopped" if first.stopped else "ended"
                    self.marks.append(Mark(what, first.key, self.frames + done))
            if done:
                self.chunks.append(Chunk(self.frames, out[:done].copy()))
            self.frames += len(out)
        out[done:] = 0.0


class Speaker:
    """Plays one sound after another."""

    def __init__(
        self,
        sound: Any,
        device: Device,
        *,
        latency: str | float = "low",
        read: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open a device.

        Args:
            sound: the module sounddevice.
            device: which one.
            latency: seconds, or ``low``, which stops sooner, or ``high``, which stutters less.
            read: the machine's monotonic clock, in seconds.

        Raises:
            DeviceError: it cannot be opened.
        """
        self.device = device
        self._sound = sound
        self._state = _Shared(ClockFit(round(device.rate)), read)
        self.opened_at = self.queued_at = read()
        self._stream: Any = open_stream(sound, device, "output", self._called, latency=latency)
        self.rate = round(float(self._stream.samplerate))
        if self.rate != round(device.rate):
            self._state.fit = ClockFit(self.rate)
        found = self._stream.latency
        self.latency_s = float(found[-1] if isinstance(found, tuple | list) else found)

    def _called(self, out: NDArray[np.float32], frames: int, times: Any, status: Any) -> None:
        state = self._state
        state.fill(out[:, 0])
        for channel in range(1, out.shape[1]):
            out[:, channel] = out[:, 0]

    def play(self, samples: Samples, rate: int, key: Hashable = None) -> None:
        """Queue samples; `key` comes back in the marks of this sound."""
        ready = resample(np.asarray(samples, dtype=np.float32), rate, self.rate)
        # A device of the system adds to what it plays; clipping there is uglier than here.
        item = _Item(key, np.clip(ready, -1.0, 1.0))
        with self._state.lock:
            if not self._state.queue:
                self.queued_at = self._state.read()
            self._state.queue.append(item)

    def stop(self) -> None:
        """Fade out what plays and forget the queue."""
        state = self._state
        with state.lock:
            waiting = list(state.queue)
            state.queue.clear()
            for item in waiting:
                if item.at == 0 or item.stopped:
                    if item.stopped:
                        state.queue.append(item)
                    else:
                        state.marks.append(Mark("stopped", item.key, state.frames))
                    continue
                tail = item.samples[item.at : item.at + round(FADE_S * self.rate)].copy()
                tail *= np.linspace(1.0, 0.0, len(tail), dtype=np.float32)
                state.queue.append(_Item(item.key, tail, stopped=True))

    def take(self) -> tuple[list[Mark], list[Chunk]]:
        """Return what has happened since the last call, in order."""
        state = self._state
        with state.lock:
            marks, chunks = list(state.marks), list(state.chunks)
            state.marks.clear()
            state.chunks.clear()
        return marks, chunks

    @property
    def playing(self) -> bool:
        """True while there is something left to play."""
        with self._state.lock:
            return bool(self._state.queue)

    @property
    def seconds_left(self) -> float:
        """Seconds of sound that are queued."""
        with self._state.lock:
            return sum(len(i.samples) - i.at for i in self._state.queue) / self.rate

    @property
    def last_call(self) -> float | None:
        """The machine's clock at the last callback."""
        return self._state.last_call

    @property
    def drift_ppm(self) -> float | None:
        """Millionths by which the device runs slower than the machine; None if not known."""
        return self._state.fit.drift_ppm

    def time_at(self, frame: int) -> float:
        """Return the machine's reading when a frame was handed to the device.

        It is heard `latency_s` later.
        """
        with self._state.lock:
            return self._state.fit.time_at(frame)

    def close(self) -> None:
        """Close the device. May be called twice."""
        stream, self._stream = self._stream, None
        if stream is not None:
            close_stream(self._sound, stream)


def open_speaker(
    device: str | None = None, language: str = "en", sound: Any = None
) -> tuple[Speaker | None, str]:
    """Open the loudspeaker.

    Args:
        device: its name, None for the system's default.
        language: of the sentence.
        sound: the module sounddevice, None to load it.

    Returns:
        The loudspeaker and "", or None and one sentence that says what is missing.
    """
    try:
        module = load_sounddevice() if sound is None else sound
        return Speaker(module, choose(module, "output", device), latency="high"), ""
    except DeviceError as error:
        return None, error.text(language)
