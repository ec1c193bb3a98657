"""A room in which nothing happens by itself: what is said in it is kept, and time is told to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from walk import SEATS, Place, box

from host.ears.base import Heard, Samples
from host.engine.inputs import HeardThrough, SpokenUntil
from host.engine.journal import Journal
from host.engine.session import Session
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.room.acoustics import earcons
from host.room.base import RoomEvent, Sound, Started
from host.table import Table
from host.table_parts import Patience
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook


class StillRoom:
    """Keeps sounds until somebody lets them be spoken."""

    def __init__(self) -> None:
        self.now = 0.0
        self.uncertainty_s = 0.0
        self.queue: list[Sound] = []
        self.phrases: tuple[str, ...] = ()

    def say(self, sound: Sound) -> None:
        self.queue.append(sound)

    def stop(self) -> None:
        return None

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        self.phrases = tuple(phrases)

    def step(self) -> list[RoomEvent]:
        return []

    def recording(self, onset: float, offset: float) -> Samples | None:
        return None

    def close(self) -> None:
        return None


_INTERPRETERS: dict[tuple[str, int, str], Interpreter] = {}


def interpreter(place: Place) -> Interpreter:
    """Return the interpreter of a place's table; the same one for the same box."""
    language = place.language
    opened = box(place.game, place.rules, language)
    key = (place.game, id(opened), language)
    if key not in _INTERPRETERS:
        book = Phrasebook(language, place.game, opened.words)
        _INTERPRETERS[key] = Interpreter(book, SEATS)
    return _INTERPRETERS[key]


class Sitting:
    """A table that has come to a place and waits there."""

    def __init__(self, place: Place) -> None:
        language = place.language
        opened = box(place.game, place.rules, language)
        self.room = StillRoom()
        session: Session[Any] = Session(opened.game, Journal(), seed=1)
        session.resume(place.records)
        self.lines = Lines(language)
        self.table = Table(
            room=self.room,
            session=session,
            teller=opened.teller,
            interpreter=interpreter(place),
            lines=self.lines,
            voice=SilentVoice(language),
            tones=earcons(),
            seats=SEATS,
            patience=Patience(),
        )
        self.table.reopen()
        self.opened = self.spoken()

    @property
    def session(self) -> Session[Any]:
        return self.table.session

    def spoken(self) -> list[Sound]:
        """Let the host say all that it has to say; return it."""
        said: list[Sound] = []
        while self.room.queue:
            sound = self.room.queue.pop(0)
            self.table.take(Started(sound, self.room.now))
            self.room.now += sound.seconds
            said.append(sound)
            self.table.take(SpokenUntil(sound.line, self.room.now))
        return said

    def hear(
        self, words: str, speaker: str | None = "", ear: str = "scripted", **more: Any
    ) -> list[Sound]:
        """Let the one who is asked (or `speaker`) say something; return what the host says."""
        who = self.session.expectation.asked or SEATS[0] if speaker == "" else speaker
        self.room.now += 1.0
        onset = self.room.now
        self.room.now += 1.0
        heard = Heard(words, onset, self.room.now, speaker=who, ear=ear, **more)
        self.table.take(heard)
        return self.spoken()

    def quiet(self, seconds: float) -> list[Sound]:
        """Let proven silence pass; return what the host says."""
        self.room.now += seconds
        self.table.take(HeardThrough(self.room.now))
        return self.spoken()


def text(said: Sequence[Sound]) -> str:
    """Return what was said, as one text."""
    return " ".join(sound.text for sound in said if sound.text)


def ids(said: Sequence[Sound]) -> list[str]:
    """Return the ids of the lines that were said."""
    return [sound.line for sound in said]
