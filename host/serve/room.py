"""A room with pages: the room in use, and the presses of the pages as acts of known players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from host.ears.base import Heard, Samples, hear_again
from host.engine.inputs import HeardThrough, SpokenUntil, Voice
from host.room.base import Room, RoomEvent, Sound, Started, Stopped
from host.serve.delay import MOST_S
from host.serve.hub import Hub, Pressed

EAR = "page"
"""The name under which presses are journaled."""


class PagesRoom:
    """See the module and `host.room.base.Room`.

    Before each step it tells `before` whether the host is silent: all that the table has dealt
    with has then been told. The watermark stays behind by as much as a press may be on its way.
    """

    def __init__(self, room: Room, hub: Hub, before: Callable[[bool], None]) -> None:
        """Join a room and the pages' hub.

        Args:
            room: where the table is.
            hub: where presses come from.
            before: called before each step with True if the host has nothing left to say.
        """
        self._room = room
        self._hub = hub
        self._before = before
        self._saying = 0
        self._through = 0.0
        self.said = ""

    @property
    def now(self) -> float:
        """Seconds of the audio clock."""
        return self._room.now

    @property
    def uncertainty_s(self) -> float:
        """Seconds by which the time of a press, or of what is heard, may be off at most."""
        return max(self._room.uncertainty_s, MOST_S)

    def say(self, sound: Sound) -> None:
        """Queue a sound behind those that play or wait."""
        self._saying += 1
        self._room.say(sound)

    def stop(self) -> None:
        """Fall silent and forget what is queued."""
        self._room.stop()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said now."""
        self._room.expect(phrases, free=free)

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return what the microphone heard, if it is still in memory."""
        return self._room.recording(onset, offset)

    def hear_again(self, recording: Samples) -> str:
        """Return what a second recogniser makes of a recording, "" for nothing."""
        return hear_again(self._room, recording)

    def close(self) -> None:
        """Let go of the room."""
        self._room.close()

    def step(self) -> list[RoomEvent]:
        """Let time pass in the room, and bring what the pages sent meanwhile."""
        self._before(self._saying == 0)
        events: list[RoomEvent] = []
        through: float | None = None
        for event in self._room.step():
            match event:
                case HeardThrough():
                    through = event.t
                    continue
                case Started():
                    self.said = event.sound.text or self.said
                case SpokenUntil() | Stopped():
                    self._saying = max(0, self._saying - 1)
            events.append(event)
        sure = self._hub.sure_until()
        events += [Voice(start, end, explained=False) for start, end in self._hub.gaps()]
        events += [_heard(pressed) for pressed in self._hub.taken()]
        if through is not None:
            if sure is not None:
                through = min(through, sure)
            if through > self._through:
                self._through = through
                events.append(HeardThrough(through))
        return events


def _heard(pressed: Pressed) -> Heard:
    return Heard(
        pressed.words,
        pressed.onset,
        pressed.onset,
        pressed.uncertainty,
        ear=EAR,
        speaker=pressed.seat,
        press=pressed.press,
    )
