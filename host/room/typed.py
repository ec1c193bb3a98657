"""The room of a table at the keyboard: lines that are typed, and a voice if there is one.

This is the one room whose `step` waits for something outside: it sits on the queue of typed
lines with a time-out, so that the watermark moves on.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TextIO, runtime_checkable

import numpy as np

from host.ears.base import Heard, Samples
from host.engine.inputs import HeardThrough, SpokenUntil
from host.room.base import Closed, RoomEvent, Sound, Started, Stopped
from host.room.clocks import Clock, MonotonicClock
from host.room.speaker import open_speaker
from host.streams import lines_of

TICK_S = 0.1
"""The longest wait for a line."""

MOST_LINES = 10_000
"""So many lines wait for the table at most: more than an evening has."""


class Player(Protocol):
    """What plays sounds: `host.room.speaker.Speaker`, or a test."""

    def play(self, samples: Samples, rate: int) -> None:
        """Queue samples."""
        ...

    def stop(self) -> None:
        """Fall silent and forget the queue."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


@dataclass(frozen=True, slots=True)
class Typed:
    """A line and the time at which it was finished; `words` None at the end of the input."""

    words: str | None
    t: float


@runtime_checkable
class LineSource(Protocol):
    """Where typed lines come from."""

    patient: bool
    """True if lines wait until the host has finished, as those of a file or a pipe do."""

    def next(self, timeout_s: float) -> Typed | None:
        """Return the next line, or None when there was none within `timeout_s` seconds."""
        ...

    def rest(self, seconds: float) -> None:
        """Let time pass without taking a line."""
        ...


class KeyboardLines:
    """Reads a text stream in a thread of its own."""

    def __init__(self, stream: TextIO, clock: Clock) -> None:
        """Begin to read `stream`; lines get their times from `clock`."""
        self.patient = not stream.isatty()
        self._stream = stream
        self._clock = clock
        # A pipe without end waits.
        self._lines: queue.Queue[Typed] = queue.Queue(MOST_LINES)
        # A daemon: a thread that waits for a key cannot be ended.
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in lines_of(self._stream):
                # A byte that is no UTF-8 becomes a sign that no word has.
                text = line.encode("utf-8", "replace").decode("utf-8")
                self._lines.put(Typed(text, self._clock.now))
        except (OSError, ValueError):
            # The stream was closed under us, or is not text: that is its end.
            pass
        finally:
            self._lines.put(Typed(None, self._clock.now))

    def next(self, timeout_s: float) -> Typed | None:
        """Return the next line, or None when there was none within `timeout_s` seconds."""
        try:
            return self._lines.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def rest(self, seconds: float) -> None:
        """Let time pass without taking a line."""
        threading.Event().wait(seconds)


@dataclass(slots=True)
class _Playing:
    sound: Sound
    start: float
    end: float


def line_source(source: TextIO | LineSource, clock: Clock) -> LineSource:
    """Return what gives the lines of a keyboard (a text stream) or of another source."""
    return source if isinstance(source, LineSource) else KeyboardLines(source, clock)


class TypedRoom:
    """See the module and `host.room.base.Room`."""

    name = "typed"

    def __init__(
        self,
        source: TextIO | LineSource,
        *,
        seats: Sequence[str] = (),
        on_note: Callable[[str], None] | None = None,
        on_said: Callable[[Sound], None] | None = None,
        player: Player | None = None,
        open_player: Callable[[], tuple[Player | None, str]] = open_speaker,
        clock: Clock | None = None,
    ) -> None:
        """Open the room.

        Args:
            source: the keyboard as a text stream, or another source of lines.
            seats: names; a line that begins with one and a colon («Ana: tres») is known to be
                that seat's, the colon and what is before it are taken off. With none, lines
                are left as they are.
            on_note: told what is missing, in one sentence.
            on_said: told each sound as it begins.
            player: plays the sounds; by default the loudspeaker is opened at the first one.
            open_player: opens the loudspeaker; gives None and a sentence if there is none.
            clock: by default the monotonic clock.
        """
        self._clock: Clock = clock if clock is not None else MonotonicClock()
        self._source = line_source(source, self._clock)
        self._seats: dict[str, str] = {}
        self.seat(seats)
        self._on_note = on_note
        self._on_said = on_said
        self._player = player
        self._open_player: Callable[[], tuple[Player | None, str]] | None = (
            open_player if player is None else None
        )
        self._queue: deque[Sound] = deque()
        self._playing: _Playing | None = None
        self._last_end = 0.0
        self._watermark = 0.0
        self._pending: list[RoomEvent] = []
        self._closed = False

    # ------------------------------------------------------------------ the protocol

    @property
    def uncertainty_s(self) -> float:
        """Text comes with exact times."""
        return 0.0

    @property
    def now(self) -> float:
        """Seconds since the room opened."""
        return self._clock.now

    def seat(self, names: Sequence[str]) -> None:
        """Tell who sits here: a line that begins with a name and a colon is theirs."""
        self._seats = {name.casefold(): name for name in names}

    def planned_end(self) -> float:
        """Return when the host's turn ends if nobody interrupts; the last end if it is silent."""
        waiting = sum(self._lasts(sound) for sound in self._queue)
        if self._playing is not None:
            return self._playing.end + waiting
        return self.now + waiting if self._queue else self._last_end

    def say(self, sound: Sound) -> None:
        """Queue a sound. One without a voice is only shown, and takes no time."""
        self._queue.append(sound)
        self._advance()

    def stop(self) -> None:
        """Fall silent and forget what is queued."""
        if self._player is not None:
            self._player.stop()
        now = self.now
        if self._playing is not None:
            self._pending.append(Stopped(self._playing.sound.line, now))
            self._playing, self._last_end = None, now
        self._pending += [Stopped(sound.line, now) for sound in self._queue]
        self._queue.clear()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Do nothing: what is typed needs no grammar."""

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return None: there is no microphone."""
        return None

    def close(self) -> None:
        """Let go of the loudspeaker. May be called twice."""
        self._closed = True
        if self._player is not None:
            self._player.close()
            self._player = None
        self._open_player = None

    def step(self) -> list[RoomEvent]:
        """Wait for a line, the end of a sound, or a tenth of a second."""
        try:
            return self._step()
        except KeyboardInterrupt:
            return [Closed("interrupted")]

    # ------------------------------------------------------------------ inside

    def _step(self) -> list[RoomEvent]:
        self._advance()
        if self._pending:
            events, self._pending = self._pending, []
            return events
        wait = TICK_S
        if self._playing is not None:
            wait = min(wait, max(0.0, self._playing.end - self.now))
        typed: Typed | None = None
        if self._playing is not None and self._source.patient:
            self._source.rest(wait)
        else:
            typed = self._source.next(wait)
        over = typed is not None and self._playing is not None and typed.t < self._playing.end
        self._advance()
        events, self._pending = self._pending, []
        if typed is not None:
            if typed.words is None:
                return [*events, Closed("eof")]
            if typed.words.strip():
                # What a file or a pipe holds is said when its turn comes, not when it is read.
                t = max(typed.t, self.now) if self._source.patient else typed.t
                events.append(heard_line(typed.words, t, self._seats, over=over))
        now = self.now if typed is None else typed.t
        if now >= self._watermark + TICK_S or typed is not None:
            self._watermark = max(self._watermark, now)
            events.append(HeardThrough(self._watermark))
        return events

    def _lasts(self, sound: Sound) -> float:
        if self._player is None or not _audible(sound):
            return 0.0
        return sound.seconds

    def _advance(self) -> None:
        """End the sound that has been played, and begin those that are due."""
        while True:
            if self._playing is not None:
                if self._playing.end > self.now:
                    return
                self._last_end = self._playing.end
                self._pending.append(SpokenUntil(self._playing.sound.line, self._last_end))
                self._playing = None
            if not self._queue:
                return
            self._begin(self._queue.popleft())

    def _begin(self, sound: Sound) -> None:
        audible = _audible(sound)
        if audible and sound.text and self._open_player is not None:
            self._player, why = self._open_player()
            self._open_player = None
            if self._player is None and why and self._on_note is not None:
                self._on_note(why)
        start = self.now
        if audible and self._player is not None:
            self._player.play(sound.samples, sound.rate)
        self._playing = _Playing(sound, start, start + self._lasts(sound))
        self._pending.append(Started(sound, start))
        if self._on_said is not None:
            self._on_said(sound)


def heard_line(words: str, t: float, seats: Mapping[str, str], *, over: bool) -> Heard:
    """Return a typed line as heard at `t`; a seat's name and a colon before it are its speaker.

    Args:
        words: the line.
        t: seconds at which it was finished.
        seats: names by their case-folded form.
        over: True if the host was speaking.
    """
    speaker: str | None = None
    name, colon, rest = words.partition(":")
    if colon and name.strip().casefold() in seats:
        speaker, words = seats[name.strip().casefold()], rest
    return Heard(words.strip(), t, t, ear=TypedRoom.name, speaker=speaker, over_host=over)


def _audible(sound: Sound) -> bool:
    return len(sound.samples) > 0 and bool(np.any(sound.samples))
