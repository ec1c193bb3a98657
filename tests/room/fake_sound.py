"""A sound library on a simulated clock: devices that a test plugs in, pulls out and listens to.

`FakeSound` stands for the module sounddevice. Its clock moves only in `tick`, which calls the
streams back as PortAudio's thread would.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.ears.base import Samples
from host.room.devices import Devices

CALL_S = 0.01
"""Seconds between two callbacks."""


class PortAudioError(Exception):
    pass


class Stream:
    """What InputStream and OutputStream have in common."""

    def __init__(self, sound: FakeSound, kind: str, options: dict[str, Any]) -> None:
        device = sound.devices[options["device"]]
        self.kind, self.sound, self.device = kind, sound, device
        self.samplerate = float(options["samplerate"])
        self.channels = options["channels"]
        self.callback: Callable[..., None] = options["callback"]
        self.options = options
        sound.tried.append((device["name"], kind, self.samplerate, self.channels))
        for refuse in sound.refusals:
            refuse(device, kind, options)
        self.latency = 0.03
        self.active = False
        self.closed = False

    def start(self) -> None:
        self.active = True
        self.sound.streams.append(self)

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        self.closed = True
        if self in self.sound.streams:
            self.sound.streams.remove(self)


class FakeSound:
    """The module sounddevice, with one thread less and a clock of its own."""

    PortAudioError = PortAudioError

    def __init__(self, *, rate: float = 16_000.0, speaker: bool = True) -> None:
        self.t = 100.0
        self.apis = [{"name": "ALSA"}]
        self.devices: list[dict[str, Any]] = []
        self.add("mic", inputs=1, rate=rate)
        if speaker:
            self.add("speaker", outputs=1, rate=48_000.0)
        self.default = SimpleNamespace(device=(0, 1 if speaker else -1))
        self.streams: list[Stream] = []
        self.refusals: list[Callable[[dict[str, Any], str, dict[str, Any]], None]] = []
        self.tried: list[tuple[str, str, float, int]] = []
        self.played: list[tuple[float, Samples]] = []
        self.stalled = False
        self.stalled_until = 0.0
        self.overflow = False
        self.microphone: Callable[[float, int, float], NDArray[np.float32]] = hiss
        self.refreshed = 0
        self.asked_wasapi: list[bool] = []

    def add(
        self, name: str, *, inputs: int = 0, outputs: int = 0, rate: float = 16_000.0, api: int = 0
    ) -> None:
        self.devices.append(
            {
                "name": name,
                "hostapi": api,
                "max_input_channels": inputs,
                "max_output_channels": outputs,
                "default_samplerate": rate,
            }
        )

    # ------------------------------------------------------------------ the module's side

    def query_devices(self) -> list[dict[str, Any]]:
        return list(self.devices)

    def query_hostapis(self) -> list[dict[str, Any]]:
        return list(self.apis)

    def InputStream(self, **options: Any) -> Stream:
        return Stream(self, "input", options)

    def OutputStream(self, **options: Any) -> Stream:
        return Stream(self, "output", options)

    def WasapiSettings(self, *, auto_convert: bool) -> str:
        self.asked_wasapi.append(auto_convert)
        return "auto_convert"

    def _terminate(self) -> None:
        assert not [s for s in self.streams if not s.closed], "streams are open"
        self.refreshed += 1

    def _initialize(self) -> None: ...

    # ------------------------------------------------------------------ the test's side

    @property
    def given(self) -> Devices:
        """What a `RealRoom` is opened with."""
        return Devices(self, read=lambda: self.t, rest=self.tick)

    def tick(self, seconds: float) -> None:
        """Let time pass; the streams are called back on the way."""
        until = self.t + seconds
        while self.t + CALL_S <= until + 1e-9:
            self.t += CALL_S
            for stream in list(self.streams):
                if stream.active:
                    self._call(stream)

    def _call(self, stream: Stream) -> None:
        frames = round(stream.samplerate * CALL_S)
        if stream.kind == "output":
            out = np.zeros((frames, stream.channels), dtype=np.float32)
            stream.callback(out, frames, None, None)
            self.played.append((self.t, out[:, 0].copy()))
            return
        if self.stalled or self.t < self.stalled_until:
            return
        mono = self.microphone(self.t, frames, stream.samplerate)
        data = np.repeat(mono[:, None], stream.channels, axis=1)
        status = SimpleNamespace(input_overflow=True) if self.overflow else None
        self.overflow = False
        stream.callback(data, frames, None, status)

    def loud(self) -> list[float]:
        """Seconds of the clock at which the loudspeaker was audible."""
        return [t for t, samples in self.played if np.abs(samples).max() > 1e-4]


def hiss(t: float, frames: int, rate: float) -> NDArray[np.float32]:
    """A microphone with nothing but its own noise."""
    rng = np.random.default_rng(round(t * 100))
    return (1e-4 * rng.standard_normal(frames)).astype(np.float32)


def zeros(t: float, frames: int, rate: float) -> NDArray[np.float32]:
    return np.zeros(frames, dtype=np.float32)
