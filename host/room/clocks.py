"""The clocks of the three kinds of room. Nothing above `host/room/` asks what time it is.

Times are seconds of the audio clock: the first sample that the microphone gave is 0.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Protocol

from host.ears.base import RATE


class Clock(Protocol):
    """Tells the time of a room."""

    @property
    def now(self) -> float:
        """Seconds since the room opened."""
        ...


class MonotonicClock:
    """The clock of a room without a microphone: the machine's monotonic clock."""

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        """Start at 0; `read` gives the machine's reading in seconds."""
        self._read = read
        self._zero = read()

    @property
    def now(self) -> float:
        """Seconds since this clock was made."""
        return self._read() - self._zero


class SimulatedClock:
    """The clock of virtual rooms and tests: it moves only when it is told to.

    It counts samples, so that hours of blocks add up without rounding; `advance_to` is for
    rooms without samples.
    """

    def __init__(self, rate: int = RATE) -> None:
        """Start at 0."""
        self._rate = rate
        self._samples = 0
        self._extra = 0.0

    @property
    def samples(self) -> int:
        """Whole samples since the start."""
        return self._samples

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self._samples / self._rate + self._extra

    def advance(self, samples: int) -> None:
        """Move on by so many samples; raise ValueError if that is back in time."""
        if samples < 0:
            raise ValueError("time does not go back")
        self._samples += samples

    def advance_to(self, t: float) -> None:
        """Move on to `t` seconds; raise ValueError if that is back in time."""
        if t < self.now:
            raise ValueError("time does not go back")
        self._samples, self._extra = 0, t


class SampleLedger:
    """The clock of the real room: samples since the microphone opened.

    Each block anchors the count to a monotonic reading, so that playback, the watchdog and an
    unplugged microphone have a time as well. Gaps (overflow, mute, unplugged) are entered, so
    the count is stream time, not the number of samples that some recogniser was fed.
    """

    def __init__(self, rate: int = RATE, read: Callable[[], float] = time.monotonic) -> None:
        """Start with the microphone: nothing received.

        Args:
            rate: samples a second that the microphone really gives.
            read: the machine's monotonic clock, in seconds.
        """
        self._rate = rate
        self._read = read
        self._samples = 0
        self._anchor = read()
        self._latest = 0.0

    @property
    def samples(self) -> int:
        """Samples since the microphone opened, those that were lost included."""
        return self._samples

    @property
    def stream_time(self) -> float:
        """Seconds at the end of the last block."""
        return self._samples / self._rate

    @property
    def now(self) -> float:
        """Seconds now: the last block's end, and what the machine's clock counted since then.

        It never goes back, also when a block comes later than its samples say.
        """
        self._latest = max(self._latest, self.stream_time + max(0.0, self._read() - self._anchor))
        return self._latest

    def block(self, samples: int) -> float:
        """Enter a block that has just come; return the stream time of its first sample."""
        start = self.stream_time
        self._samples += samples
        self._anchor = self._read()
        return start

    def lost(self, samples: int) -> tuple[float, float]:
        """Enter samples that the device dropped; return the stretch of stream time."""
        start = self.stream_time
        self._samples += samples
        return start, self.stream_time

    def resumed(self) -> tuple[float, float]:
        """Enter a gap of unknown length that ends now; return its stretch of stream time.

        The machine's clock says how long it was: after an unplugged microphone, a mute, or
        a suspended machine.
        """
        reading = self._read()
        return_from = self.stream_time
        self._samples += max(0, round((reading - self._anchor) * self._rate))
        self._anchor = reading
        return return_from, self.stream_time


class FedSamples:
    """Maps one recogniser's own count of samples to stream time.

    A recogniser counts the samples it was fed since it was made, and its count stands still
    while it is fed nothing. Fed 3 s, then nothing for 5 s, a word 1 s later is at 9 s, though
    the recogniser says 4 s.
    """

    def __init__(self, rate: int = RATE) -> None:
        """Begin with a new recogniser."""
        self._rate = rate
        self._fed = 0
        self._froms: list[int] = []
        self._starts: list[float] = []

    @property
    def fed(self) -> int:
        """Samples fed so far."""
        return self._fed

    def feed(self, start: float, samples: int) -> None:
        """Enter samples fed, the first of which is at `start` seconds of stream time."""
        expected = (
            self._starts[-1] + (self._fed - self._froms[-1]) / self._rate
            if (self._starts)
            else None
        )
        if expected is None or abs(expected - start) > 0.5 / self._rate:
            self._froms.append(self._fed)
            self._starts.append(start)
        self._fed += samples

    def time_at(self, count: float) -> float:
        """Return the stream time of sample number `count` of the recogniser.

        Raises:
            ValueError: nothing has been fed.
        """
        if not self._froms:
            raise ValueError("the recogniser has been fed nothing")
        at = max(0, bisect_right(self._froms, count) - 1)
        return self._starts[at] + (count - self._froms[at]) / self._rate
