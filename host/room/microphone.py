"""A real microphone: a stream whose callback only queues, and the way from its samples to blocks.

The callback runs in the library's own thread: it copies, notes the time, and counts what found
no room. Everything else happens in the thread of the room's `step`.
"""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.ears.base import BLOCK, RATE, Block, Samples
from host.room.clocks import ClockFit, SampleLedger
from host.room.devices import Device, DeviceError, Devices, close_stream, open_stream

START_S = 5.0
"""How long a stream may take until its first callback; PulseAudio took up to 1.8 s."""

MOST_QUEUED = 4096
"""Blocks of the device that may wait, some 40 s at 10 ms: a slow ear loses nothing before that."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What one callback brought.

    Attributes:
        samples: float32, one column a channel.
        at: the machine's monotonic clock at the callback, in seconds.
        dropped: samples that found no room in the queue before this piece.
        overflow: True if the device says that it lost samples before this piece (C4).
    """

    samples: NDArray[np.float32]
    at: float
    dropped: int = 0
    overflow: bool = False


class Microphone:
    """An open microphone. `take` gives what has come; `last_call` feeds the watchdog."""

    def __init__(
        self,
        sound: Any,
        device: Device,
        *,
        read: Callable[[], float] = time.monotonic,
        most_queued: int = MOST_QUEUED,
    ) -> None:
        """Open it.

        Args:
            sound: the module sounddevice.
            device: which one.
            read: the machine's monotonic clock, in seconds.
            most_queued: callbacks whose samples may wait.

        Raises:
            DeviceError: it cannot be opened.
        """
        self.device = device
        self._sound = sound
        self._read = read
        self._queue: queue.Queue[Piece] = queue.Queue(most_queued)
        self._peeked: Piece | None = None
        self._dropped = 0
        self.overflows = 0
        self.last_call: float | None = None
        self.opened_at = read()
        self._stream: Any = open_stream(sound, device, "input", self._called)
        self.rate = round(float(self._stream.samplerate))
        latency = self._stream.latency
        self.latency_s = float(latency[0] if isinstance(latency, tuple | list) else latency)

    def _called(self, indata: Any, frames: int, times: Any, status: Any) -> None:
        """Queue what has come: nothing else may happen in this thread (C4, C10)."""
        now = self._read()
        self.last_call = now
        overflow = bool(status) and bool(getattr(status, "input_overflow", False))
        try:
            self._queue.put_nowait(Piece(np.array(indata), now, self._dropped, overflow))
            self._dropped = 0
        except queue.Full:
            self._dropped += frames
        if overflow:
            self.overflows += 1

    def take(self) -> Piece | None:
        """Return the next piece, or None if none is there."""
        if self._peeked is not None:
            piece, self._peeked = self._peeked, None
            return piece
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None

    def wait(self, seconds: float) -> None:
        """Wait until a piece is there, at most so long."""
        if self._peeked is None:
            try:
                self._peeked = self._queue.get(timeout=seconds)
            except queue.Empty:
                return

    @property
    def active(self) -> bool:
        """False once the stream has stopped by itself, as after an error in a callback (C10)."""
        try:
            return bool(self._stream.active)
        except self._sound.PortAudioError:
            return False

    def close(self) -> None:
        """Let go of the device. May be called twice."""
        stream, self._stream = self._stream, None
        if stream is not None:
            close_stream(self._sound, stream)


def mono(samples: NDArray[np.float32]) -> Samples:
    """Return one channel: the first, or the second where the first is dead (A16)."""
    if samples.ndim == 1:
        return samples
    first = samples[:, 0]
    if samples.shape[1] > 1 and not first.any():
        return samples[:, 1]
    return first


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of the room's time without sound, in seconds; it ends on the grid of blocks."""

    start: float
    end: float


class Intake:
    """Makes blocks of 16 kHz on the room's grid of what a device gives at its own rate.

    It keeps the room's clock: gaps and losses are entered into the ledger, so a block's number
    is its time. Times are seconds since the first sample ever.
    """

    def __init__(self, rate: int, read: Callable[[], float] = time.monotonic) -> None:
        """Begin with a device of that rate."""
        self.rate = rate
        self.ledger = SampleLedger(rate, read)
        self.fit = ClockFit(rate)
        self._fresh = True
        self._at = 0
        self._left = np.zeros(0, dtype=np.float32)
        self._lead = 0
        self._resampler: Any = None

    @property
    def now(self) -> float:
        """Seconds of the room's clock."""
        return self.ledger.now

    @property
    def block_time(self) -> float:
        """Seconds up to which blocks have been given."""
        return self._at / RATE

    def room_time(self, at: float) -> float:
        """Return the room's time of a monotonic reading; samples captured then end there."""
        if not self.fit.known:
            return self.ledger.stream_time + at - self.ledger.anchor
        return self.fit.count_at(at) / self.rate

    def reopened(self, rate: int) -> None:
        """Expect another stream, perhaps at another rate; its first piece ends the gap."""
        if rate != self.rate:
            self.ledger.at_rate(rate)
            self.rate = rate
        self._fresh = True

    def take(self, piece: Piece) -> tuple[Gap | None, list[tuple[int, Samples]]]:
        """Return the gap before a piece, if any, and the blocks that it completes."""
        samples = mono(piece.samples)
        gap = None
        lost = piece.dropped
        if piece.overflow:
            # Nobody says how much: what the machine's clock counts, and at least one piece.
            missing = round((piece.at - self.ledger.anchor) * self.rate) - len(samples)
            lost = max(lost, len(samples), missing)
        if self._fresh:
            # A stream takes its time to begin; that time passed all the same.
            self.ledger.resumed(piece.at - len(samples) / self.rate)
            gap, self._fresh = self._gap(), False
        elif lost:
            self.ledger.lost(lost)
            gap = self._gap()
        self.ledger.block(len(samples), piece.at)
        self.fit.note(self.ledger.samples, piece.at)
        return gap, self._blocks(samples)

    def _gap(self) -> Gap:
        """Leave what is unfinished, and go on at the first block after the ledger's time."""
        start = (self._at + len(self._left)) / RATE
        first = math.ceil(self.ledger.stream_time * RATE / BLOCK - 1e-6)
        self._at = max(self._at, first * BLOCK)
        self._lead = max(0, self._at - round(self.ledger.stream_time * RATE))
        self._left = self._left[:0]
        self._resampler = None
        self.fit = ClockFit(self.rate)
        return Gap(min(start, self._at / RATE), self._at / RATE)

    def _blocks(self, samples: Samples) -> list[tuple[int, Samples]]:
        ready = self._resampled(samples)
        if self._lead:
            cut = min(self._lead, len(ready))
            self._lead -= cut
            ready = ready[cut:]
        self._left = np.concatenate((self._left, ready))
        count = len(self._left) // BLOCK
        blocks = [
            (self._at + n * BLOCK, self._left[n * BLOCK : (n + 1) * BLOCK]) for n in range(count)
        ]
        self._left = self._left[count * BLOCK :].copy()
        self._at += count * BLOCK
        return blocks

    def _resampled(self, samples: Samples) -> Samples:
        if self.rate == RATE:
            return np.asarray(samples, dtype=np.float32)
        if self._resampler is None:
            self._resampler = stream_resampler(self.rate, RATE)
        return np.asarray(self._resampler.resample_chunk(samples), dtype=np.float32)


def stream_resampler(rate: int, to: int) -> Any:
    """Return soxr's resampler for a mono stream of float32.

    Raises:
        DeviceError: soxr is not installed.
    """
    try:
        soxr = import_module("soxr")
    except ImportError as error:
        raise DeviceError("room-no-soxr") from error
    return soxr.ResampleStream(rate, to, 1, dtype="float32")


def record(
    devices: Devices, device: Device, seconds: float, stop: Callable[[Block], bool] | None = None
) -> Samples:
    """Return what a microphone hears for some seconds, as 16 kHz mono.

    Args:
        devices: the library and the clock.
        device: which microphone.
        seconds: at most so long, from its first sample on.
        stop: told every block; ends the recording by returning True.

    Raises:
        DeviceError: it cannot be opened.
    """
    mic = Microphone(devices.sound, device, read=devices.read)
    intake = Intake(mic.rate, devices.read)
    heard: list[Samples] = []
    rest = devices.rest or mic.wait
    # A stream that never begins must not hold anybody.
    until = devices.read() + seconds + START_S
    try:
        while devices.read() < until and len(heard) * BLOCK < seconds * RATE:
            rest(0.05)
            piece = mic.take()
            while piece is not None:
                for start, block in intake.take(piece)[1]:
                    heard.append(block)
                    if stop is not None and stop(Block(start / RATE, block, BLOCK / RATE)):
                        return np.concatenate(heard)
                piece = mic.take()
    finally:
        mic.close()
    return np.concatenate(heard) if heard else np.zeros(0, dtype=np.float32)
