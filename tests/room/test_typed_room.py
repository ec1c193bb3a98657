import io
from collections import deque

import numpy as np
import pytest
from room_fakes import sound

from host.ears.base import Heard, Samples
from host.engine.inputs import HeardThrough, SpokenUntil
from host.room.base import Closed, RoomEvent, Sound, Started, Stopped
from host.room.clocks import SimulatedClock
from host.room.typed import KeyboardLines, Typed, TypedRoom


class Script:
    """Lines at given times of a simulated clock, which it moves."""

    def __init__(
        self, clock: SimulatedClock, lines: list[tuple[float, str | None]], patient: bool = False
    ) -> None:
        self.clock, self.lines, self.patient = clock, deque(lines), patient

    def next(self, timeout_s: float) -> Typed | None:
        until = self.clock.now + timeout_s
        if self.lines and self.lines[0][0] <= until:
            t, words = self.lines.popleft()
            self.clock.advance_to(max(t, self.clock.now))
            if words == "^C":
                raise KeyboardInterrupt
            return Typed(words, self.clock.now)
        self.clock.advance_to(until)
        return None

    def rest(self, seconds: float) -> None:
        self.clock.advance_to(self.clock.now + seconds)


class Loud:
    def __init__(self) -> None:
        self.played: list[int] = []
        self.stops = 0
        self.closed = 0

    def play(self, samples: Samples, rate: int) -> None:
        self.played.append(len(samples))

    def stop(self) -> None:
        self.stops += 1

    def close(self) -> None:
        self.closed += 1


def room_with(
    lines: list[tuple[float, str | None]], *, loud: bool = True, patient: bool = False
) -> tuple[TypedRoom, Loud, list[str]]:
    clock, player, notes = SimulatedClock(), Loud(), []
    room = TypedRoom(
        Script(clock, lines, patient),
        seats=("Ana", "Luis"),
        on_note=notes.append,
        player=player if loud else None,
        open_player=lambda: (None, "no loudspeaker"),
        clock=clock,
    )
    return room, player, notes


def run(room: TypedRoom, until: float) -> list[RoomEvent]:
    events: list[RoomEvent] = []
    while room.now < until - 1e-9:
        events += room.step()
        if any(isinstance(e, Closed) for e in events):
            break
    return events


def test_a_line_is_heard_when_it_is_typed_and_over_the_host_if_it_speaks() -> None:
    room, player, _ = room_with([(0.5, "repite"), (1.5, "Ana: tres"), (1.6, "al: cuatro")])
    said = sound("ask", 1.0)
    room.say(said)
    assert room.planned_end() == pytest.approx(1.0)
    events = run(room, 2.0)
    heard = [e for e in events if isinstance(e, Heard)]
    assert [(h.words, h.onset, h.speaker, h.over_host) for h in heard] == [
        ("repite", 0.5, None, True),
        ("tres", 1.5, "Ana", False),
        ("al: cuatro", 1.6, None, False),
    ]
    assert SpokenUntil("ask", pytest.approx(1.0)) in events
    assert player.played == [16_000]


def test_the_watermark_moves_while_nobody_types() -> None:
    room, _, _ = room_with([])
    marks = [e.t for e in run(room, 2.0) if isinstance(e, HeardThrough)]
    assert marks[-1] >= 1.9
    assert marks == sorted(marks)


def test_stop() -> None:
    room, player, _ = room_with([])
    room.say(sound("a", 1.0))
    room.say(sound("b", 1.0))
    run(room, 0.2)
    room.stop()
    assert [e.line for e in room.step() if isinstance(e, Stopped)] == ["a", "b"]
    assert player.stops == 1


def test_without_a_loudspeaker_lines_are_shown_and_take_no_time() -> None:
    room, _, notes = room_with([], loud=False)
    first, second = sound("a", 5.0), sound("b", 5.0)
    room.say(first)
    room.say(second)
    assert room.step() == [
        Started(first, 0.0),
        SpokenUntil("a", 0.0),
        Started(second, 0.0),
        SpokenUntil("b", 0.0),
    ]
    assert notes == ["no loudspeaker"]  # said once


def test_a_silent_voice_opens_no_loudspeaker() -> None:
    room, _, notes = room_with([], loud=False)
    room.say(Sound("a", "hola", np.zeros(8_000, dtype=np.float32), 16_000, 0.5))
    room.step()
    assert notes == []


def test_lines_of_a_file_wait_until_the_host_has_finished() -> None:
    room, _, _ = room_with([(0.0, "uno"), (0.0, "dos"), (0.0, None)], patient=True)
    room.say(sound("a", 1.0))
    events = run(room, 3.0)
    heard = [e for e in events if isinstance(e, Heard)]
    assert [h.words for h in heard] == ["uno", "dos"]
    assert not any(h.over_host for h in heard)
    assert all(h.onset >= 1.0 for h in heard)
    assert events[-1] == Closed("eof")


def test_end_of_input_and_interrupt() -> None:
    room, _, _ = room_with([(0.3, None)])
    assert run(room, 2.0)[-1] == Closed("eof")
    room, player, _ = room_with([(0.3, "^C")])
    assert run(room, 2.0)[-1] == Closed("interrupted")
    room.close()
    room.close()
    assert player.closed == 1


def test_a_stream_is_read_to_its_end() -> None:
    clock = SimulatedClock()
    lines = KeyboardLines(io.StringIO("Ana, Luis\n\ntres\n"), clock)
    assert lines.patient
    got = [lines.next(5.0) for _ in range(4)]
    assert [typed and typed.words for typed in got] == ["Ana, Luis", "", "tres", None]
