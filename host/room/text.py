"""A room without sound, on the simulated clock: what a guion without `--aloud` is played in.

Players' lines are heard exactly as written, host and players speak fifteen characters a
second, and time jumps to whatever comes next.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from host.ears.base import Heard, Samples
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.room.base import RoomEvent, Sound, Started, Stopped
from host.room.clocks import SimulatedClock

CHARACTERS_A_SECOND = 15.0
"""How fast everybody speaks without sound (design of the guion)."""

LEAST_S = 0.3
"""No line is shorter than this."""

JUMP_S = 0.1
"""The longest jump: the watermark is told at least this often, for what is timed."""


def spoken_seconds(words: str) -> float:
    """Return how long words take where there is no sound."""
    return max(LEAST_S, len(words) / CHARACTERS_A_SECOND)


@dataclass(slots=True)
class _Said:
    """A player's line, and whether the host spoke during it."""

    words: str
    onset: float
    offset: float
    speaker: str | None
    over_host: bool = False


class TextRoom:
    """See the module and `host.room.base.Room`."""

    name = "text"

    def __init__(self, *, ear_delay_s: float = 0.0) -> None:
        """Open the room at time 0; reports of speech come `ear_delay_s` after its end."""
        self._clock = SimulatedClock()
        self._delay = ear_delay_s
        self._queue: deque[Sound] = deque()
        self._playing: tuple[Sound, float, float] | None = None
        self._spans: deque[tuple[float, float]] = deque(maxlen=64)
        self._last_end = 0.0
        self._said: list[tuple[float, int, _Said]] = []
        self._count = 0
        self._deaf: tuple[float, float] | None = None
        self._deaf_past: list[tuple[float, float]] = []
        self._watermark = 0.0
        self._pending: list[RoomEvent] = []
        self.played: list[tuple[float, Sound]] = []

    # ------------------------------------------------------------------ the protocol

    @property
    def uncertainty_s(self) -> float:
        """Text comes with exact times."""
        return 0.0

    @property
    def now(self) -> float:
        """Seconds of the simulated clock."""
        return self._clock.now

    def planned_end(self) -> float:
        """Return when the host's turn ends if nobody interrupts; the last end if it is silent."""
        waiting = sum(sound.seconds for sound in self._queue)
        if self._playing is not None:
            return self._playing[2] + waiting
        return self.now + waiting if self._queue else self._last_end

    def say(self, sound: Sound) -> None:
        """Queue a sound; it lasts `sound.seconds`."""
        self._queue.append(sound)
        self._start_next()

    def stop(self) -> None:
        """Fall silent at once and forget what is queued."""
        if self._playing is not None:
            sound, start, _ = self._playing
            self._playing, self._last_end = None, self.now
            self._spans.append((start, self.now))
            self._pending.append(Stopped(sound.line, self.now))
        self._pending += [Stopped(sound.line, self.now) for sound in self._queue]
        self._queue.clear()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Do nothing: what is written needs no grammar."""

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return None: there is no sound."""
        return None

    def close(self) -> None:
        """Do nothing."""

    def step(self) -> list[RoomEvent]:
        """Jump to what comes next, at most `JUMP_S`, and return what happened then."""
        if not self._pending:
            self._clock.advance_to(self._next_time())
        events, self._pending = self._pending, []
        events += self._end_of_sound()
        events += self._end_of_deafness()
        events += self._heard_by_now()
        through = self._through()
        if through >= self._watermark + JUMP_S - 1e-9:
            self._watermark = through
            events.append(HeardThrough(through))
        return events

    # ------------------------------------------------------------------ the players' side

    def speak_text(
        self, who: str | None, words: str, onset: float, speaker_known: bool = True
    ) -> tuple[float, float]:
        """Let a player speak.

        Args:
            who: the seat, None for somebody.
            words: what they say.
            onset: when they begin, not before now.
            speaker_known: True if the ear knows who speaks.

        Returns:
            Seconds at which the words begin and end.
        """
        begin = max(onset, self.now)
        end = begin + spoken_seconds(words)
        said = _Said(words, begin, end, who if speaker_known else None)
        self._count += 1
        heapq.heappush(self._said, (end + self._delay, self._count, said))
        return begin, end

    def unplug(self, seconds: float) -> None:
        """Hear nothing from now on for so long; told as `Deaf` afterwards."""
        start = self.now if self._deaf is None else self._deaf[0]
        until = (self.now if self._deaf is None else self._deaf[1]) + seconds
        self._deaf = (start, until)

    # ------------------------------------------------------------------ inside

    def _next_time(self) -> float:
        times = [self.now + JUMP_S]
        if self._playing is not None:
            times.append(self._playing[2])
        if self._said:
            times.append(self._said[0][0])
        if self._deaf is not None:
            times.append(self._deaf[1])
        return max(self.now, min(times))

    def _start_next(self) -> None:
        if self._playing is None and self._queue:
            sound = self._queue.popleft()
            self._playing = (sound, self.now, self.now + sound.seconds)
            self.played.append((self.now, sound))
            self._pending.append(Started(sound, self.now))

    def _end_of_sound(self) -> list[RoomEvent]:
        if self._playing is None or self._playing[2] > self.now:
            return []
        sound, start, end = self._playing
        self._playing, self._last_end = None, end
        self._spans.append((start, end))
        self._start_next()
        begun, self._pending = self._pending, []
        return [SpokenUntil(sound.line, end), *begun]

    def _end_of_deafness(self) -> list[RoomEvent]:
        if self._deaf is None or self._deaf[1] > self.now:
            return []
        start, end = self._deaf
        self._deaf = None
        self._deaf_past.append((start, end))
        return [Deaf(start, end, "unplugged")]

    def _heard_by_now(self) -> list[RoomEvent]:
        events: list[RoomEvent] = []
        while self._said and self._said[0][0] <= self.now:
            said = heapq.heappop(self._said)[2]
            deaf = [*self._deaf_past, *([self._deaf] if self._deaf else [])]
            if any(a < said.offset and said.onset < b for a, b in deaf):
                continue
            events.append(
                Heard(
                    said.words,
                    said.onset,
                    said.offset,
                    ear=self.name,
                    speaker=said.speaker,
                    over_host=self._host_spoke(said.onset, said.offset),
                )
            )
        return events

    def _host_spoke(self, onset: float, offset: float) -> bool:
        spans = [*self._spans, *([self._playing[1:]] if self._playing else [])]
        return any(a < offset and onset < b for a, b in spans)

    def _through(self) -> float:
        """Return the watermark: now, less the delay, and not past speech not yet reported."""
        through = self.now - self._delay
        if self._deaf is not None:
            through = min(through, self._deaf[0])
        begun = (said.onset for _, _, said in self._said)
        return min([through, *begun])
