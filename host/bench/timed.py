"""An ear, a voice and rooms whose work is measured, and what one evening of it took."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from host.ears.around import EarAround
from host.ears.base import Block, Ear, Heard
from host.mouth.ahead import AheadVoice
from host.mouth.base import Speech, Voice
from host.room.base import RoomEvent, Sound
from host.room.listening import ACK
from host.room.text import TextRoom
from host.room.virtual import VirtualRoom


class Stopwatch:
    """The wall clock of one evening, by what is being done."""

    def __init__(self, clock: Callable[[], float], *, ahead: bool = True) -> None:
        """Measure with `clock`, in seconds; without `ahead` there is no time to render ahead."""
        self.clock = clock
        self.hearing = 0.0
        self.voice = 0.0
        self.ahead = 0.0 if ahead else math.inf


class TimedEar(EarAround):
    """An ear whose computing is measured."""

    def __init__(self, ear: Ear, watch: Stopwatch) -> None:
        """Pass everything on to `ear`."""
        self.name, self.language = ear.name, ear.language
        self._ear: Ear = ear
        self._watch = watch

    def _timed(self, work: Callable[[], list[Heard]]) -> list[Heard]:
        begin = self._watch.clock()
        try:
            return work()
        finally:
            self._watch.hearing += self._watch.clock() - begin

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said."""
        self._ear.expect(phrases, free=free)

    def feed(self, block: Block) -> list[Heard]:
        """Take a block."""
        return self._timed(lambda: self._ear.feed(block))

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut at a gap."""
        return self._timed(lambda: self._ear.skip(start, end))

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return self._timed(self._ear.flush)

    def close(self) -> None:
        """Leave the ear to its owner."""


class TimedVoice:
    """A voice that renders ahead, with its work measured: for someone who waits, or before."""

    def __init__(self, voice: Voice, watch: Stopwatch) -> None:
        """Render with `voice`; it is closed with this one."""
        self.inner = AheadVoice(voice, own_thread=False)
        self.name, self.language = voice.name, voice.language
        self._watch = watch

    def render(self, text: str) -> Speech:
        """Return the text as speech."""
        begin = self._watch.clock()
        try:
            return self.inner.render(text)
        finally:
            self._watch.voice += self._watch.clock() - begin

    def likely(self, texts: Sequence[str]) -> None:
        """Note what may come next."""
        self.inner.likely(texts)

    def work(self, until: float) -> None:
        """Render ahead as long as that fits into the room's time up to `until`."""
        while self._watch.ahead < until:
            begin = self._watch.clock()
            if not self.inner.work():
                return
            self._watch.ahead += self._watch.clock() - begin

    def close(self) -> None:
        """Close the voice."""
        self.inner.close()


@dataclass(slots=True)
class _Open:
    """An utterance that is being answered."""

    heard: Heard
    at: float
    free_at: float
    begun: float
    voice: float


@dataclass(slots=True)
class Answered:
    """An utterance that a line has answered: when, and the seconds that computing took."""

    heard: Heard
    at: float
    hearing: float
    understanding: float
    voice: float


@dataclass(slots=True)
class Timing:
    """What one evening took."""

    watch: Stopwatch
    answered: list[Answered] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    free_at: float = 0.0
    open: _Open | None = None

    def block(self, now: float, worked: float) -> None:
        """Enter a block that came at `now` and took `worked` seconds of computing."""
        self.free_at = max(self.free_at, now) + worked

    def heard(self, heard: Heard, now: float) -> None:
        """Enter what the ear gave: the table begins to deal with it."""
        watch = self.watch
        self.open = _Open(heard, now, self.free_at, watch.clock(), watch.voice)

    def say(self) -> None:
        """Enter the first sample of a line."""
        if self.open is None:
            return
        was, self.open = self.open, None
        spent = self.watch.clock() - was.begun
        voice = self.watch.voice - was.voice
        self.answered.append(
            Answered(was.heard, was.at, was.free_at - was.at, max(0.0, spent - voice), voice)
        )


class _Timed:
    """Stands before a room among the bases of one in which every wait is measured."""

    timing: Timing
    voice: TimedVoice

    def say(self, sound: Sound) -> None:
        """Queue a sound."""
        self.timing.say()
        super().say(sound)  # type: ignore[misc]


class TimedRoom(_Timed, VirtualRoom):
    """The virtual room, with every wait measured."""

    def step(self) -> list[RoomEvent]:
        """Advance a block."""
        timing = self.timing
        timing.open = None
        before = timing.watch.hearing
        played = len(self.played)
        events = super().step()
        timing.block(self.now, timing.watch.hearing - before)
        if any(p.sound.line == ACK for p in self.played[played:]):
            timing.acks.append(next(p.start for p in self.played[played:] if p.sound.line == ACK))
        final = [e for e in events if isinstance(e, Heard) and e.final and e.words]
        if final:
            timing.heard(final[-1], self.now)
        else:
            self.voice.work(self.now)
        return events


class TimedTextRoom(_Timed, TextRoom):
    """The room of typed lines: what is waited for is computing alone."""

    def step(self) -> list[RoomEvent]:
        """Advance to the next thing."""
        self.timing.open = None
        events = super().step()
        final = [e for e in events if isinstance(e, Heard) and e.final]
        if final:
            self.timing.free_at = self.now
            self.timing.heard(final[-1], self.now)
        else:
            self.voice.work(self.now)
        return events
