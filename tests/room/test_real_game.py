"""A whole round on the real room over a simulated library, played on through three losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fake_sound import FakeSound
from room_fakes import speech

from host.demo import sample_guion
from host.ears.scripted import ScriptedEar
from host.engine.journal import Journal
from host.evening import open_evening
from host.guion import Guion, Happens
from host.mouth.base import Speech
from host.rehearsal import Result, Watcher, play
from host.room.base import RoomEvent
from host.room.real import RealRoom
from host.room.typed import Typed

PACE = 60.0
"""Characters a second of everybody: a quick table, for a quick test."""


class Murmur:
    """A voice that takes as long as a real one."""

    name, language = "murmur", "es"

    def render(self, text: str) -> Speech:
        return Speech(speech(max(0.1, len(text) / PACE)), 16_000)

    def close(self) -> None: ...


class Watched(RealRoom):
    """Keeps what it told the table."""

    told: list[RoomEvent]

    def step(self) -> list[RoomEvent]:
        events = super().step()
        self.told = [*getattr(self, "told", []), *events]
        return events


def played(guion: Guion) -> tuple[Result, Watched]:
    library, ear = FakeSound(), ScriptedEar()
    room = Watched(ear, library.given, aec=False)

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        begin = max(onset, ear.heard_through, room.now)
        end = begin + max(0.3, len(words) / PACE)
        ear.say(words, begin, end, speaker=who)
        return begin, end

    def happen(step: Happens) -> None:
        # The stream calls back no more for so long, then does again.
        library.stalled_until = library.t + step.seconds

    result = play(guion, room=room, voice=Murmur(), speak=speak, happen=happen, mend=True)
    room.close()
    return result, room


def test_a_round_through_three_losses_ends_with_the_same_points() -> None:
    guion = sample_guion(3)
    calm, _ = played(guion)
    assert calm.ok
    steps = list(guion.steps)
    line = steps[0].line
    for at in (3, 8, 14):
        steps.insert(at, Happens("unplug", 4.0, line))
    rough, room = played(replace(guion, steps=tuple(steps)))
    assert rough.ok, rough.differences
    assert rough.outcome["points"] == calm.outcome["points"]
    assert sum(type(event).__name__ == "Lost" for event in room.told) == 3
    said = [sound.line for _, sound in rough.said]
    assert said.count("room-lost") == 3
    assert said.count("room-back") == 3


class Keys:
    """Lines that a test types."""

    patient = False

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.now: Callable[[], float] = lambda: 0.0

    def next(self, timeout_s: float) -> Typed | None:
        return Typed(self.lines.pop(0), self.now()) if self.lines else None

    def rest(self, seconds: float) -> None: ...


def test_lost_for_good_the_host_says_so_and_the_game_goes_on_typed() -> None:
    guion = sample_guion(3)
    library, keys, watcher = FakeSound(), Keys(), Watcher()
    room = Watched(ScriptedEar(), library.given, keyboard=keys, seats=guion.seats, aec=False)
    keys.now = lambda: room.now
    evening = open_evening(
        game="iknow",
        language="es",
        seats=guion.seats,
        rules={},
        setup=guion.setup,
        seed=3,
        where="test",
        room=room,
        voice=Murmur(),
        journal=Journal(),
        observer=watcher,
    )
    table = evening.table
    table.open(evening.header)

    def until(seconds: float) -> None:
        while room.now < seconds:
            for event in room.step():
                table.take(event)

    until(20.0)
    library.devices = [d for d in library.devices if d["name"] != "mic"]
    library.stalled = True
    until(60.0)
    said = [sound.line for _, sound in watcher.said]
    assert "room-lost" in said
    assert "room-lost-for-good" in said
    first = evening.session.expectation
    assert first.phase == "category"
    keys.lines.append("personas")
    until(80.0)
    assert evening.session.expectation.phase == "place"
    keys.lines.append(f"{evening.session.expectation.asked}: tres")
    until(95.0)
    assert evening.outcome()["squares"]
    room.close()
