"""A room without sound whose ear is late, unsure, deaf at times and wrong at times.

What a player says goes in as it is true; what comes out is what such an ear would report. The
watermark stays honest, as every ear's must (design.md section 2): it never passes the reported
onset of something that is still to come, nor a gap that was not told yet.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from host.ears.base import Heard, Samples
from host.ears.segments import LOOK_BACK_S, MOST_UNCERTAINTY_S
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.room.base import RoomEvent, Sound, Started, Stopped

STEP_S = 0.25
"""The longest jump of the clock, and how often the watermark is told, in seconds."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one player says, and what the ear makes of it.

    Attributes:
        heard_as: the words that the ear gives; empty for voice that it makes nothing of.
        onset: true start, in seconds; offset: true end.
        error: reported onset less the true one, in seconds.
        uncertainty: what the ear says the error may be; never less than its size.
        delay: seconds from the end of the speech to its report.
        speaker: the seat, if the ear knows it.
    """

    heard_as: str
    onset: float
    offset: float
    error: float = 0.0
    uncertainty: float = 0.0
    delay: float = 0.0
    speaker: str | None = None


class LateRoom:
    """See the module and `host.room.base.Room`."""

    def __init__(self) -> None:
        """Open the room at time 0."""
        self._now = 0.0
        self._queue: deque[Sound] = deque()
        self._playing: tuple[Sound, float] | None = None
        self._reports: list[tuple[float, int, Heard]] = []
        self._count = 0
        self._gaps: list[tuple[float, float]] = []
        self._untold: list[tuple[float, float]] = []
        self._watermark = 0.0
        self._events: list[RoomEvent] = []
        self._spans: deque[tuple[float, float]] = deque(maxlen=64)
        self.silent_since: list[float] = [0.0]
        """Each time at which the host fell silent, in seconds."""

    # ------------------------------------------------------------------ the protocol

    @property
    def now(self) -> float:
        """Seconds of the simulated clock."""
        return self._now

    @property
    def uncertainty_s(self) -> float:
        """Seconds by which an onset may be off at most: as with acoustic ears."""
        return MOST_UNCERTAINTY_S

    def say(self, sound: Sound) -> None:
        """Queue a sound; it lasts `sound.seconds`."""
        self._queue.append(sound)
        self._start_next()

    def stop(self) -> None:
        """Fall silent at once and forget what is queued."""
        if self._playing is not None:
            self._events.append(Stopped(self._playing[0].line, self._now))
            self._playing = None
            self.silent_since.append(self._now)
        self._events += [Stopped(sound.line, self._now) for sound in self._queue]
        self._queue.clear()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Do nothing: this ear knows no grammar."""

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return None: there is no sound."""
        return None

    def close(self) -> None:
        """Do nothing."""

    def step(self) -> list[RoomEvent]:
        """Jump to what comes next, at most `STEP_S`, and return what happened then."""
        if not self._events:
            times = [self._now + STEP_S]
            if self._playing is not None:
                times.append(self._playing[1])
            times += [t for t, _, _ in self._reports[:1]]
            times += [end for _, end in self._untold]
            self._now = max(self._now, min(times))
        events, self._events = self._events, []
        if self._playing is not None and self._playing[1] <= self._now:
            sound, end = self._playing
            self._playing = None
            events.append(SpokenUntil(sound.line, end))
            self._start_next()
            if self._playing is None:
                self.silent_since.append(end)
            events += self._events
            self._events = []
        for gap in [g for g in self._untold if g[1] <= self._now]:
            self._untold.remove(gap)
            events.append(Deaf(*gap, "gap"))
        while self._reports and self._reports[0][0] <= self._now:
            events.append(heapq.heappop(self._reports)[2])
        through = self._through()
        if through > self._watermark:
            self._watermark = through
            events.append(HeardThrough(through))
        return events

    # ------------------------------------------------------------------ the players' side

    @property
    def planned_end(self) -> float:
        """Seconds at which the host's turn ends if nobody interrupts."""
        playing = self._playing[1] if self._playing is not None else self._now
        return playing + sum(sound.seconds for sound in self._queue)

    def speak(self, said: Said) -> None:
        """Let a player speak; what a gap swallows is lost or cut. Give gaps first."""
        onset, offset, words = said.onset, said.offset, said.heard_as
        for start, end in self._gaps:
            if start <= onset < end:
                return  # begun unheard: what is left of it is no speech that an ear can use
            if onset < start < offset:
                words, offset = "", start
        heard = Heard(
            words,
            max(onset + said.error, self._watermark),
            offset,
            onset_uncertainty=said.uncertainty,
            ear="simulated",
            speaker=said.speaker,
            over_host=self._over_host(onset, offset),
        )
        self._count += 1
        heapq.heappush(self._reports, (offset + said.delay, self._count, heard))

    def go_deaf(self, start: float, end: float) -> None:
        """Hear nothing from `start` to `end` (seconds); told when it is over."""
        self._gaps.append((start, end))
        self._untold.append((start, end))

    # ------------------------------------------------------------------ inside

    def _start_next(self) -> None:
        if self._playing is None and self._queue:
            sound = self._queue.popleft()
            self._playing = (sound, self._now + sound.seconds)
            self._spans.append((self._now, self._now + sound.seconds))
            self._events.append(Started(sound, self._now))

    def _over_host(self, onset: float, offset: float) -> bool:
        return any(a < offset and onset < b for a, b in self._spans)

    def _through(self) -> float:
        pending = [heard.onset for _, _, heard in self._reports]
        gaps = [start for start, _ in self._untold]
        return min([self._now - LOOK_BACK_S, *pending, *gaps])
