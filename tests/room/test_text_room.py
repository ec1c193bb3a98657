import numpy as np
import pytest

from host.ears.base import Heard
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.room.base import RoomEvent, Sound, Started, Stopped
from host.room.text import TextRoom


def line(name: str, seconds: float) -> Sound:
    return Sound(name, "hola", np.zeros(0, dtype=np.float32), 16_000, seconds)


def run(room: TextRoom, until: float) -> list[RoomEvent]:
    events: list[RoomEvent] = []
    while room.now < until - 1e-9:
        events += room.step()
    return events


def without_marks(events: list[RoomEvent]) -> list[RoomEvent]:
    return [e for e in events if not isinstance(e, HeardThrough)]


def test_fifteen_characters_a_second_at_least_three_tenths() -> None:
    room = TextRoom()
    assert room.speak_text("Ana", "x" * 30, 1.0) == (1.0, 3.0)
    assert room.speak_text("Ana", "sí", 4.0) == (4.0, 4.3)


def test_host_lines_last_their_seconds_one_behind_the_other() -> None:
    room = TextRoom()
    a, b = line("a", 1.25), line("b", 0.5)
    room.say(a)
    room.say(b)
    assert room.planned_end() == 1.75
    assert without_marks(run(room, 2.0)) == [
        Started(a, 0.0),
        SpokenUntil("a", 1.25),
        Started(b, 1.25),
        SpokenUntil("b", 1.75),
    ]
    assert room.planned_end() == 1.75


def test_heard_with_exact_times_and_speaker() -> None:
    room = TextRoom()
    room.speak_text("Ana", "al tres", 0.8)
    room.speak_text(None, "cuatro", 0.9)
    room.speak_text("Luis", "cinco", 2.0, speaker_known=False)
    heard = [e for e in run(room, 3.0) if isinstance(e, Heard)]
    assert [(h.words, h.onset, h.speaker) for h in heard] == [
        ("al tres", 0.8, "Ana"),
        ("cuatro", 0.9, None),
        ("cinco", 2.0, None),
    ]
    assert heard[0].offset == pytest.approx(0.8 + 7 / 15)
    assert heard[0].onset_uncertainty == 0.0


@pytest.mark.parametrize("delay", [0.0, 2.0])
def test_the_watermark_never_passes_speech_not_yet_reported(delay: float) -> None:
    room = TextRoom(ear_delay_s=delay)
    room.speak_text("Ana", "x" * 60, 1.0)
    reported = False
    while room.now < 10.0:
        for event in room.step():
            if isinstance(event, Heard):
                reported = True
                assert room.now == pytest.approx(5.0 + delay)
            if isinstance(event, HeardThrough):
                assert event.t <= room.now - delay + 1e-9
                assert reported or event.t <= 1.0
    assert reported


def test_the_watermark_goes_on_in_tenths_when_nothing_happens() -> None:
    marks = [e.t for e in run(TextRoom(), 5.0) if isinstance(e, HeardThrough)]
    assert len(marks) == pytest.approx(50, abs=1)


def test_overlap_with_the_host_is_marked() -> None:
    room = TextRoom()
    room.say(line("a", 2.0))
    room.speak_text("Ana", "repite", 1.5)
    room.speak_text("Ana", "tres", 2.0)
    heard = [e for e in run(room, 3.0) if isinstance(e, Heard)]
    assert [h.over_host for h in heard] == [True, False]


def test_stop_is_at_once() -> None:
    room = TextRoom()
    room.say(line("a", 2.0))
    room.say(line("b", 2.0))
    run(room, 0.5)
    room.stop()
    assert without_marks(room.step()) == [Stopped("a", room.now), Stopped("b", room.now)]
    room.say(line("c", 1.0))
    assert SpokenUntil("c", pytest.approx(room.now + 1.0)) in run(room, 3.0)


def test_unplugged_loses_what_is_said_and_says_so() -> None:
    room = TextRoom()
    run(room, 1.0)
    now = room.now
    room.unplug(2.0)
    room.speak_text("Ana", "perdido", 1.5)
    room.speak_text("Ana", "oído", 3.5)
    events = run(room, 5.0)
    assert [e.words for e in events if isinstance(e, Heard)] == ["oído"]
    assert Deaf(now, now + 2.0, "unplugged") in events
    deaf_at = events.index(Deaf(now, now + 2.0, "unplugged"))
    assert all(e.t <= now + 1e-9 for e in events[:deaf_at] if isinstance(e, HeardThrough))


def test_a_line_at_five_seconds_and_a_hundredth_is_exact() -> None:
    room = TextRoom()
    room.say(line("a", 1.0))
    run(room, 1.0)
    assert room.speak_text("Luis", "¡Sapiencia!", room.planned_end() + 5.01)[0] == 6.01
