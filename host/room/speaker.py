"""The loudspeaker of a real room. sounddevice is imported only when one is opened.

PortAudio is a system library on Linux; without it, or without a device, the program says what
to install and goes on in writing.
"""

from __future__ import annotations

import threading
from collections import deque
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.ears.base import Samples
from host.room.acoustics import resample

NO_PORTAUDIO = (
    "There is no sound because the PortAudio library is missing; install it with: "
    "sudo apt install libportaudio2 (Debian, Ubuntu), brew install portaudio (macOS)."
)
NO_DEVICE = (
    "There is no sound because no loudspeaker was found ({why}); connect one, or go on in writing."
)

FADE_S = 0.02
"""A stop fades out over this time; the device's own latency comes on top."""


class Speaker:
    """Plays one sound after another; the audio thread only copies."""

    def __init__(self, stream: Any, rate: int, state: _Shared) -> None:
        """Take a stream that is open and started (see `open_speaker`)."""
        self._stream = stream
        self._state = state
        self.rate = rate
        self.latency_s = _latency(stream)

    def play(self, samples: Samples, rate: int) -> None:
        """Queue samples."""
        ready = resample(np.asarray(samples, dtype=np.float32), rate, self.rate)
        with self._state.lock:
            self._state.queue.append(ready)

    def stop(self) -> None:
        """Fade out what plays and forget the queue."""
        state = self._state
        with state.lock:
            left = state.queue[0][state.at :] if state.queue else np.zeros(0, np.float32)
            state.queue.clear()
            state.at = 0
            tail = left[: round(FADE_S * self.rate)].copy()
            if len(tail):
                tail *= np.linspace(1.0, 0.0, len(tail), dtype=np.float32)
                state.queue.append(tail)

    @property
    def playing(self) -> bool:
        """True while there is something left to play."""
        with self._state.lock:
            return bool(self._state.queue)

    def close(self) -> None:
        """Close the device. May be called twice."""
        if self._stream is not None:
            self._stream.abort()
            self._stream.close()
            self._stream = None


class _Shared:
    """What the audio thread and the others share; `at` counts samples of the first sound."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.queue: deque[Samples] = deque()
        self.at = 0

    def fill(self, out: NDArray[np.float32]) -> None:
        """Copy the next samples into `out`, silence where there are none."""
        done = 0
        with self.lock:
            while self.queue and done < len(out):
                first = self.queue[0]
                count = min(len(out) - done, len(first) - self.at)
                out[done : done + count] = first[self.at : self.at + count]
                done += count
                self.at += count
                if self.at >= len(first):
                    self.queue.popleft()
                    self.at = 0
        out[done:] = 0.0


def _latency(stream: Any) -> float:
    latency = stream.latency
    return float(latency[-1] if isinstance(latency, (tuple, list)) else latency)


def open_speaker(device: str | int | None = None) -> tuple[Speaker | None, str]:
    """Open the loudspeaker.

    Args:
        device: its name or number, None for the system's default.

    Returns:
        The loudspeaker and "", or None and one sentence that says what is missing.
    """
    try:
        sound = import_module("sounddevice")
    except (OSError, ImportError):
        return None, NO_PORTAUDIO
    state = _Shared()

    def callback(out: NDArray[np.float32], frames: int, time: Any, status: Any) -> None:
        state.fill(out[:, 0])

    try:
        info = sound.query_devices(device, "output")
        rate = int(info["default_samplerate"])
        stream = sound.OutputStream(
            samplerate=rate, device=device, channels=1, dtype="float32", callback=callback
        )
        stream.start()
    except (OSError, ValueError, sound.PortAudioError) as error:
        return None, NO_DEVICE.format(why=str(error).splitlines()[0])
    return Speaker(stream, rate, state), ""
