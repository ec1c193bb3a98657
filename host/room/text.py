"""A room without sound, in simulated time: guiones as text and tests are played in it.

Time jumps from one thing that happens to the next, so an hour of play takes no time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from host.ears.base import Block, Heard, Samples
from host.ears.scripted import ScriptedEar
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.mouth.silent import spoken_seconds
from host.room.base import STOP_S, RoomEvent, Sound, Started, Stopped

HOP_S = 0.25
"""Time passes at most this far in one step where nothing is due, in seconds."""

_NOTHING = np.zeros(0, dtype=np.float32)


class TextRoom:
    """The simulated clock, a scripted ear, and a mouth that only takes time."""

    def __init__(self, *, ear_delay_s: float = 0.0, ear: ScriptedEar | None = None) -> None:
        """Open the room; what is heard arrives `ear_delay_s` seconds later."""
        self._ear = ear or ScriptedEar()
        self._delay = ear_delay_s
        self._now = 0.0
        self._queue: list[Sound] = []
        self._playing: tuple[Sound, float] | None = None
        self._due: list[float] = []
        self._pending: list[RoomEvent] = []
        self._late: list[tuple[float, RoomEvent]] = []
        self._gaps: list[tuple[float, float]] = []
        self._host: list[tuple[float, float]] = []
        self.played: list[tuple[float, Sound]] = []

    @property
    def now(self) -> float:
        """Seconds of the simulated clock."""
        return self._now

    def planned_end(self) -> float:
        """Seconds at which everything queued will have been said."""
        end = self._playing[1] if self._playing else self._now
        return end + sum(sound.seconds for sound in self._queue)

    def say(self, sound: Sound) -> None:
        """Queue a sound."""
        self._queue.append(sound)

    def stop(self) -> None:
        """Fall silent at once and forget what is queued."""
        if self._playing is not None:
            sound, end = self._playing
            stopped = min(end, self._now + STOP_S)
            self._playing = None
            self._host[-1] = (self._host[-1][0], stopped)
            self._pending.append(Stopped(sound.line, self._now))
        self._pending += [Stopped(sound.line, self._now) for sound in self._queue]
        self._queue.clear()

    def expect(self, phrases: Sequence[str]) -> None:
        """Pass on what may be said."""
        self._ear.expect(phrases)

    def speak_text(
        self, who: str | None, words: str, onset: float, *, speaker_known: bool = True
    ) -> tuple[float, float]:
        """Make somebody say words from `onset` on; return onset and end."""
        onset = max(onset, self._now)
        offset = onset + spoken_seconds(words)
        self._ear.say(words, onset, offset, speaker=who if speaker_known else None)
        self._due += [onset, offset]
        return onset, offset

    def unplug(self, seconds: float) -> None:
        """Take the microphone away for so long, from now."""
        start, end = self._now, self._now + seconds
        self._gaps.append((start, end))
        self._due.append(end)

    def step(self) -> list[RoomEvent]:
        """Let time pass to the next thing that happens."""
        if self._pending:
            events, self._pending = self._pending, []
            return events
        events: list[RoomEvent] = []
        if self._playing is None and self._queue:
            sound = self._queue.pop(0)
            self._playing = (sound, self._now + sound.seconds)
            self._host.append((self._now, self._now + sound.seconds))
            self.played.append((self._now, sound))
            events.append(Started(sound, self._now))
            return events
        target = self._target()
        block = Block(self._now, _NOTHING, target - self._now, host=self._playing is not None)
        heard: list[Heard] = []
        for gap in [g for g in self._gaps if g[1] <= target]:
            self._gaps.remove(gap)
            heard += self._ear.skip(*gap)
            self._late.append((target + self._delay, Deaf(gap[0], gap[1], "unplugged")))
        heard += self._ear.feed(block)
        self._now = target
        self._late += [(target + self._delay, self._marked(h)) for h in heard]
        if self._playing is not None and self._playing[1] <= self._now:
            sound, end = self._playing
            self._playing = None
            events.append(SpokenUntil(sound.line, end))
        if not self._gaps:
            self._late.append((target + self._delay, HeardThrough(self._ear.heard_through)))
        events += [event for due, event in self._late if due <= self._now]
        self._late = [(due, event) for due, event in self._late if due > self._now]
        return events

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return None: nothing sounds here."""
        return None

    def close(self) -> None:
        """Close the ear."""
        self._ear.close()

    def _target(self) -> float:
        due = [t for t in self._due if t > self._now]
        self._due = due
        ends = [self._playing[1]] if self._playing else []
        late = [t for t, _ in self._late if t > self._now]
        return min([*due, *ends, *late, self._now + HOP_S])

    def _marked(self, heard: Heard) -> Heard:
        over = any(s < heard.offset and heard.onset < e for s, e in self._host[-20:])
        if not over:
            return heard
        return Heard(
            heard.words,
            heard.onset,
            heard.offset,
            heard.onset_uncertainty,
            heard.confidence,
            heard.final,
            heard.ear,
            heard.speaker,
            over_host=True,
        )
