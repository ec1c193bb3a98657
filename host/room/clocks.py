"""The clocks of the three kinds of room. Nothing above `host/room/` asks what time it is.

Times are seconds of the audio clock: the first sample that the microphone gave is 0.
"""

from __future__ import annotations

import time
from collections import deque
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

    @property
    def anchor(self) -> float:
        """The machine's clock at the end of the last block."""
        return self._anchor

    def block(self, samples: int, at: float | None = None) -> float:
        """Enter a block that came at `at`, or just now; return the time of its first sample."""
        start = self.stream_time
        self._samples += samples
        self._anchor = self._read() if at is None else at
        return start

    def at_rate(self, rate: int) -> None:
        """Go on counting at another rate: a device came back with one of its own (C8)."""
        self._samples = round(self.stream_time * rate)
        self._rate = rate

    def lost(self, samples: int) -> tuple[float, float]:
        """Enter samples that the device dropped; return the stretch of stream time."""
        start = self.stream_time
        self._samples += samples
        return start, self.stream_time

    def resumed(self, at: float | None = None) -> tuple[float, float]:
        """Enter a gap of unknown length that ends at `at` or now; return its stretch of time.

        The machine's clock says how long it was: after an unplugged microphone, a mute, or
        a suspended machine.
        """
        reading = self._read() if at is None else at
        return_from = self.stream_time
        self._samples += max(0, round((reading - self._anchor) * self._rate))
        self._anchor = reading
        return return_from, self.stream_time


class ClockFit:
    """Lays a device's own count of samples against the machine's clock, and tells its drift.

    Callbacks come late by chance and never early, so the least late one of each second counts.
    The time stamps of the library are not used: on several systems they are 0 or wrong (C9).
    """

    BUCKET_S = 1.0
    """One point is kept a stretch of this length."""

    MOST = 180
    """Points kept; more tells a smaller drift and follows a change of it later."""

    JUMP_S = 0.02
    """A step of this size is no drift: samples were lost, or made up, on the way."""

    LEAST = 20
    """With fewer points the drift is not told."""

    def __init__(self, rate: int) -> None:
        """Know nothing of a device of that nominal rate."""
        self._rate = rate
        self._points: deque[tuple[float, float]] = deque(maxlen=self.MOST)
        self._slope = 0.0
        self._offset: float | None = None
        self._middle = 0.0

    def note(self, count: int, at: float) -> None:
        """Enter that `count` samples had passed when the machine's clock read `at`."""
        nominal = count / self._rate
        late = at - nominal
        if self._offset is not None and late - self._late(nominal) < -self.JUMP_S:
            # Earlier than any device can be: it lost or skipped some, and counts anew.
            self._points.clear()
        if self._points and nominal - self._points[-1][0] < self.BUCKET_S:
            if late < self._points[-1][1]:
                self._points[-1] = (self._points[-1][0], late)
                self._refit()
            return
        if len(self._points) > 1 and self._points[-1][1] - self._late(nominal) > self.JUMP_S:
            # Late for a whole stretch: the device stood still.
            last = self._points[-1]
            self._points.clear()
            self._points.append(last)
        self._points.append((nominal, late))
        self._refit()

    @property
    def known(self) -> bool:
        """True once anything has been entered."""
        return self._offset is not None

    @property
    def drift_ppm(self) -> float | None:
        """Millionths by which the device runs slower than the machine; None if not known yet."""
        return None if len(self._points) < self.LEAST else self._slope * 1e6

    def time_at(self, count: float) -> float:
        """Return the machine's reading when sample number `count` passed."""
        nominal = count / self._rate
        return nominal + self._late(nominal)

    def count_at(self, at: float) -> float:
        """Return the number of the sample that passed when the machine's clock read `at`."""
        if self._offset is None:
            return 0.0
        return (at - self._offset + self._slope * self._middle) / (1.0 + self._slope) * self._rate

    def _late(self, nominal: float) -> float:
        return (self._offset or 0.0) + self._slope * (nominal - self._middle)

    def _refit(self) -> None:
        if len(self._points) < self.LEAST:
            self._offset, self._slope = min(late for _, late in self._points), 0.0
            return
        n = len(self._points)
        mean_x = sum(x for x, _ in self._points) / n
        mean_y = sum(y for _, y in self._points) / n
        spread = sum((x - mean_x) ** 2 for x, _ in self._points)
        self._slope = sum((x - mean_x) * (y - mean_y) for x, y in self._points) / spread
        self._middle, self._offset = mean_x, mean_y
