from itertools import pairwise

import numpy as np
import pytest
from room_fakes import FakeEar, sound, speech

from host.ears.base import BLOCK, RATE, Heard, Notice
from host.ears.segments import Pause
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil, Voice
from host.room.acoustics import SPEECH_RMS
from host.room.base import STOP_S, EarTrouble, Echo, RoomEvent, Sound, Started, Stopped
from host.room.listening import ACK
from host.room.virtual import VirtualRoom


def run(room: VirtualRoom, until: float) -> list[RoomEvent]:
    events: list[RoomEvent] = []
    while room.now < until - 1e-9:
        events += room.step()
    return events


def test_sounds_start_and_end_to_the_sample() -> None:
    room = VirtualRoom(FakeEar(), echo_db=None)
    first, second = sound("a", 1.0), sound("b", 0.7, rate=24_000)
    room.say(first)
    room.say(second)
    assert room.planned_end() == pytest.approx(1.7)
    events = [e for e in run(room, 2.0) if not isinstance(e, HeardThrough | Voice)]
    assert events == [
        Started(first, 0.0),
        SpokenUntil("a", 1.0),
        Started(second, 1.0),
        SpokenUntil("b", 1.7),
    ]
    assert events[0].sound is first  # type: ignore[union-attr]
    assert room.planned_end() == pytest.approx(1.7)


def test_a_sound_without_samples_lasts_its_seconds() -> None:
    room = VirtualRoom(FakeEar())
    room.say(Sound("a", "hola", np.zeros(0, dtype=np.float32), RATE, 0.5))
    assert SpokenUntil("a", 0.5) in run(room, 1.0)


def test_stop_is_silent_in_time_and_tells_every_line() -> None:
    room = VirtualRoom(FakeEar(), echo_db=None)
    for line in "abc":
        room.say(sound(line, 2.0))
    run(room, 0.512)
    asked = room.now
    room.stop()
    after = sound("d", 0.3)
    room.say(after)
    events = [e for e in run(room, 1.2) if not isinstance(e, HeardThrough)]
    assert [e.line for e in events if isinstance(e, Stopped)] == ["a", "b", "c"]
    assert all(e.t <= asked + STOP_S for e in events if isinstance(e, Stopped))
    started = next(e for e in events if isinstance(e, Started))
    assert started.sound is after
    assert asked < started.t <= asked + STOP_S
    cut = room.played[0]
    assert cut.cut
    assert cut.start + len(cut.samples) / RATE <= asked + STOP_S


def test_stop_with_nothing_playing_or_hardly_anything_left() -> None:
    room = VirtualRoom(FakeEar())
    room.stop()
    assert not [e for e in run(room, 0.2) if isinstance(e, Stopped)]
    room.say(sound("a", 0.1))
    start = room.now
    run(room, start + 0.096)
    room.stop()
    assert SpokenUntil("a", pytest.approx(start + 0.1)) in run(room, 1.0)


def test_the_ear_is_fed_in_lock_step_without_gaps() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear)
    for n in range(1, 50):
        room.step()
        assert len(ear.blocks) == n
        assert ear.blocks[-1].end == pytest.approx(room.now)
    assert [b.start for b in ear.blocks] == pytest.approx([n * 0.032 for n in range(49)])


def test_speech_is_at_its_onset_and_silence_in_front_is_cut() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, rt60_s=0.0)
    padded = np.concatenate((np.zeros(9_600), speech(0.5, rate=24_000))).astype(np.float32)
    onset, offset = room.speak(padded, 24_000, 1.0)
    assert onset == 1.0
    assert offset == pytest.approx(1.5, abs=0.03)
    run(room, 2.0)
    loud = np.flatnonzero(np.abs(ear.signal()) > 0.01)
    assert loud[0] / RATE == pytest.approx(1.0 + 1 / 343, abs=0.02)
    assert loud[-1] / RATE == pytest.approx(offset, abs=0.03)


def test_levels_by_distance_and_gain() -> None:
    def level(distance: float, gain: float) -> float:
        ear = FakeEar()
        room = VirtualRoom(ear, rt60_s=0.0)
        room.speak(speech(1.0), RATE, 0.0, distance_m=distance, gain_db=gain)
        run(room, 1.0)
        return float(np.sqrt(np.mean(ear.signal() ** 2)))

    assert level(1.0, 0.0) == pytest.approx(SPEECH_RMS, rel=0.1)
    assert level(2.0, 0.0) == pytest.approx(SPEECH_RMS / 2, rel=0.1)
    assert level(2.0, 6.02) == pytest.approx(SPEECH_RMS, rel=0.1)


@pytest.mark.parametrize("echo_db", [-10.0, 0.0, 6.0])
def test_the_host_comes_back_at_its_level_after_the_delay(echo_db: float) -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, echo_db=echo_db, echo_delay_s=0.06, aec=False)
    room.say(sound("a", 2.0))
    run(room, 2.0)
    signal = ear.signal()
    assert np.abs(signal[: int(0.055 * RATE)]).max() < 0.002
    level = 20 * np.log10(np.sqrt(np.mean(signal[RATE // 5 :] ** 2)) / SPEECH_RMS)
    assert level == pytest.approx(echo_db, abs=1.5)
    assert ear.blocks[10].host
    run(room, 3.0)
    assert not ear.blocks[-1].host


def test_the_canceller_sees_every_block_before_the_ear() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, echo_db=0.0)
    for n in range(6):
        room.say(sound(str(n), 2.0, seed=n))
    run(room, 12.0)
    signal = ear.signal()
    assert np.sqrt(np.mean(signal[8 * RATE :] ** 2)) < SPEECH_RMS * 10 ** (-15 / 20)


def test_ear_delay_holds_back_reports_and_watermark() -> None:
    heard = Heard("tres", 0.5, 0.9, ear="fake")
    room = VirtualRoom(FakeEar([heard]), ear_delay_s=1.5)
    arrived: dict[str, float] = {}
    first_mark = None
    while room.now < 4.0:
        for event in room.step():
            if isinstance(event, Heard):
                arrived[event.words] = room.now
                assert event.onset == 0.5
            if isinstance(event, HeardThrough):
                first_mark = first_mark or room.now
                assert event.t <= room.now - 1.5 + 1e-9
                if event.t > 0.5:
                    assert "tres" in arrived
    assert arrived["tres"] == pytest.approx(0.928 + 1.5, abs=0.04)
    assert first_mark == pytest.approx(1.5 + 0.128, abs=0.04)


def test_watermark_is_told_in_steps_of_a_tenth() -> None:
    room = VirtualRoom(FakeEar(look_back_s=0.3))
    marks = [e.t for e in run(room, 3.0) if isinstance(e, HeardThrough)]
    assert all(b - a >= 0.1 - 1e-9 for a, b in pairwise(marks))
    assert marks[-1] > 2.5


def test_what_is_heard_goes_through_the_gate() -> None:
    ear = FakeEar([Heard("qué nivel quieres ana", 0.1, 1.9), Heard("tres", 2.4, 2.8)])
    room = VirtualRoom(ear, echo_db=0.0)
    room.say(Sound("ask", "¿Qué nivel quieres, Ana?", speech(2.0), RATE, 2.0))
    events = run(room, 3.5)
    assert [type(e) for e in events if isinstance(e, Heard | Echo)] == [Echo, Heard]


def test_unplugged_is_told_and_nothing_is_fed() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear)
    run(room, 0.96)
    room.unplug(2.0)
    room.speak(speech(1.0), RATE, 1.2)
    events = run(room, 4.0)
    deaf = next(e for e in events if isinstance(e, Deaf))
    assert deaf == Deaf(pytest.approx(0.96), pytest.approx(2.976), "unplugged")
    assert ear.skips == [(pytest.approx(0.96), pytest.approx(2.976))]
    assert not [b for b in ear.blocks if 0.96 - 1e-9 <= b.start < 2.97]
    silent = room.recording(1.2, 2.2)
    assert silent is not None
    assert not silent.any()


def test_recording_is_kept_for_two_minutes() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, echo_db=None)
    onset, offset = room.speak(speech(1.0), RATE, 5.0)
    run(room, 10.0)
    kept = room.recording(onset, offset)
    assert kept is not None
    assert np.array_equal(kept, ear.signal()[round(onset * RATE) : round(offset * RATE)])
    run(room, 126.0)
    assert room.recording(onset, offset) is None
    assert room.recording(200.0, 201.0) is None
    assert room.recording(3.0, 2.0) is None


def test_noise_level_and_happening() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, noise_db=-10.0)
    run(room, 4.0)
    quiet = np.sqrt(np.mean(ear.signal() ** 2))
    assert 20 * np.log10(quiet / SPEECH_RMS) == pytest.approx(-10.0, abs=2.0)
    room.happen_noise("clatter", 2.0, 0.0)
    run(room, 6.0)
    loud = np.sqrt(np.mean(ear.signal()[4 * RATE :] ** 2))
    assert 20 * np.log10(loud / SPEECH_RMS) == pytest.approx(0.4, abs=2.5)
    with pytest.raises(ValueError, match="no such file"):
        room.happen_noise("nothing-of-the-kind", 1.0, 0.0)


def test_the_same_seed_gives_the_same_evening() -> None:
    def evening(seed: int) -> bytes:
        ear = FakeEar()
        room = VirtualRoom(ear, noise_db=-5.0, seed=seed)
        room.say(sound("a", 1.0))
        room.speak(speech(0.8, 3), RATE, 0.7)
        run(room, 2.0)
        return ear.signal().tobytes()

    assert evening(4) == evening(4)
    assert evening(4) != evening(5)


def test_listener_mix_has_everybody_at_natural_level() -> None:
    room = VirtualRoom(FakeEar(), echo_db=-30.0)
    room.say(sound("a", 1.0))
    room.speak(speech(1.0, 5), RATE, 2.0)
    run(room, 4.0)
    mix = room.listener_mix()
    assert len(mix) == round(room.now * RATE)
    for second in (0, 2):
        part = mix[second * RATE : (second + 1) * RATE]
        assert np.sqrt(np.mean(part**2)) == pytest.approx(SPEECH_RMS, rel=0.3)
    assert np.sqrt(np.mean(mix[3 * RATE + 8000 :] ** 2)) < 0.002


def test_an_ear_that_heard_another_evening_goes_on_in_its_own_time() -> None:
    ear = FakeEar()
    run(VirtualRoom(ear), 3.0)
    again = VirtualRoom(ear)
    ear.script = [Heard("tres", 64.0 + 1.0, 64.0 + 1.4)]
    base = ear.skips[-1][1]
    ear.script = [Heard("tres", base + 1.0, base + 1.4)]
    events = run(again, 2.5)
    heard = next(e for e in events if isinstance(e, Heard))
    assert (heard.onset, heard.offset) == (pytest.approx(1.0), pytest.approx(1.4))
    assert max(e.t for e in events if isinstance(e, HeardThrough)) <= again.now
    assert ear.flushed == 1


def test_ten_quiet_minutes_are_as_many_blocks_and_no_more_work() -> None:
    ear = FakeEar()
    room = VirtualRoom(ear, seed=1)
    run(room, 60.0)
    assert len(ear.blocks) == 60 * RATE // BLOCK
    assert not any(block.host for block in ear.blocks)


def test_the_first_line_badly_heard_is_echo_as_long_as_the_room_is_not_known() -> None:
    ear = FakeEar([Heard("cabello en el", 0.15, 1.4), Heard("otra cosa más", 14.1, 15.4)])
    room = VirtualRoom(ear, echo_db=0.0)
    for n in range(8):
        room.say(Sound(str(n), "Categoría mundo, escucha", speech(2.0, n), RATE, 2.0))
    events = run(room, 16.5)
    assert [type(e) for e in events if isinstance(e, Heard | Echo)] == [Echo, Heard]


def test_what_an_ear_has_to_say_about_itself_is_told_once() -> None:
    class Complaining(FakeEar):
        def notices(self) -> list[Notice]:
            return [Notice("missing", ("hipatia",))] if len(self.blocks) == 3 else []

    events = run(VirtualRoom(Complaining(), echo_db=None), 1.0)
    (told,) = [e for e in events if isinstance(e, EarTrouble)]
    assert told.notice.words == ("hipatia",)
    assert 0.0 < told.t <= 3 * BLOCK / RATE


def test_a_soft_tick_tells_who_paused_that_they_were_heard_and_the_table_knows_nothing() -> None:
    class Pausing(FakeEar):
        """Somebody speaks from 1.0 to 1.6 and from 3.0 to 3.1 seconds."""

        @property
        def pausing(self) -> Pause | None:
            for onset, offset in ((1.0, 1.6), (3.0, 3.1), (5.0, 5.6)):
                if onset < self._end < offset + 0.5:
                    return Pause(onset, max(0.0, self._end - offset), offset - onset)
            return None

    room = VirtualRoom(Pausing(), ack=True)
    run(room, 4.9)
    room.say(sound("a", 1.5))
    events = run(room, 7.0)
    ticks = [p.start for p in room.played if p.sound.line == ACK]
    # Once, at once; not for a cough, and not while the host speaks.
    assert ticks == [pytest.approx(1.6 + 0.13, abs=0.05)]
    told = [e for e in events if isinstance(e, Started | SpokenUntil | Stopped)]
    assert {e.sound.line if isinstance(e, Started) else e.line for e in told} == {"a"}


def test_no_tick_unless_it_is_wanted() -> None:
    class Pausing(FakeEar):
        pausing = Pause(0.5, 0.3, 0.5)

    room = VirtualRoom(Pausing())
    run(room, 2.0)
    assert not room.played
