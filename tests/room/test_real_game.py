"""A whole round on the real room over a simulated library, played on through three losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fake_sound import FakeSound, PortAudioError, hiss, zeros
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
    notes: list[str]

    def step(self) -> list[RoomEvent]:
        events = super().step()
        self.told = [*getattr(self, "told", []), *events]
        return events


def stalls(library: FakeSound, seconds: float) -> None:
    """The microphone's stream calls back no more for so long, then does again."""
    library.stalled_until = library.t + seconds


def comes_back_at_another_rate(library: FakeSound, seconds: float) -> None:
    """The microphone goes, and gives 44,100 samples a second and nothing else when it is back."""

    def only(device: dict[str, Any], kind: str, options: dict[str, Any]) -> None:
        if kind == "input" and options["samplerate"] != 44_100.0:
            raise PortAudioError("Invalid sample rate", -9997)

    stalls(library, seconds)
    library.devices[0]["default_samplerate"] = 44_100.0
    library.refusals.append(only)


def comes_back_among_others(library: FakeSound, seconds: float) -> None:
    """The microphone goes; when it is back, so is another of its name, under other numbers."""
    stalls(library, seconds)
    mic = library.devices[0]
    library.devices.insert(0, {**mic, "name": "webcam"})
    library.devices.append({**mic})


def sleeps(library: FakeSound, seconds: float) -> None:
    """The computer sleeps for an hour: its clock has jumped when the next block comes."""
    library.t += 3600.0


def loses_its_loudspeaker(library: FakeSound, seconds: float) -> None:
    """The loudspeaker takes nothing any more and is not found again; the microphone hears."""
    library.devices = [d for d in library.devices if d["name"] != "speaker"]
    for stream in library.streams:
        if stream.kind == "output":
            stream.active = False


def gives_zeros(library: FakeSound, seconds: float) -> None:
    """The microphone is muted for so long: exact zeros, which are no silence (C6)."""
    until = library.t + seconds

    def muted(t: float, frames: int, rate: float) -> Any:
        return zeros(t, frames, rate) if t < until else hiss(t, frames, rate)

    library.microphone = muted


def played(
    guion: Guion, fault: Callable[[FakeSound, float], None] = stalls
) -> tuple[Result, Watched]:
    library, ear = FakeSound(), ScriptedEar()
    notes: list[str] = []
    room = Watched(ear, library.given, aec=False, on_note=notes.append)
    room.notes = notes

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        begin = max(onset, ear.heard_through, room.now)
        end = begin + max(0.3, len(words) / PACE)
        ear.say(words, begin, end, speaker=who)
        return begin, end

    def happen(step: Happens) -> None:
        fault(library, step.seconds)

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


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (comes_back_at_another_rate, ("room-lost", "room-back")),
        (comes_back_among_others, ("room-lost", "room-back")),
        (gives_zeros, ("room-lost", "room-back")),
        (sleeps, ("room-lost", "room-back")),
        (loses_its_loudspeaker, ()),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_every_fault_of_the_devices_is_told_and_costs_no_points(
    fault: Callable[[FakeSound, float], None], told: tuple[str, ...]
) -> None:
    guion = sample_guion(3)
    calm, _ = played(guion)
    steps = list(guion.steps)
    steps.insert(8, Happens("unplug", 6.0, steps[0].line))
    rough, room = played(replace(guion, steps=tuple(steps)), fault)
    assert rough.ok, rough.differences
    assert rough.outcome["points"] == calm.outcome["points"]
    said = [sound.line for _, sound in rough.said]
    assert [said.count(line) for line in told] == [1] * len(told), said
    if not told:
        assert any("altavoz" in note for note in room.notes)


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
