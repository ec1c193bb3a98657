"""The real room on a simulated library: what the virtual room promises, and pitfalls C1-C12."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from fake_sound import FakeSound, PortAudioError, hiss, zeros
from room_fakes import FakeEar, sound, speech

from host.ears.base import BLOCK, RATE, Heard
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.room.base import STOP_S, Closed, Echo, Lost, RoomEvent, Sound, Started, Stopped, Written
from host.room.devices import DeviceError
from host.room.real import GIVE_UP_S, RealRoom
from host.room.typed import Typed


class Keys:
    """Lines typed at given readings of the simulated clock."""

    patient = False

    def __init__(self, lines: list[tuple[float, str | None]] = []) -> None:  # noqa: B006
        self.lines = deque(lines)
        self.now = lambda: 0.0

    def next(self, timeout_s: float) -> Typed | None:
        if self.lines and self.lines[0][0] <= self.now():
            t, words = self.lines.popleft()
            return Typed(words, t)
        return None

    def rest(self, seconds: float) -> None: ...


def opened(
    ear: FakeEar | None = None, library: FakeSound | None = None, **options: Any
) -> tuple[RealRoom, FakeSound, list[str]]:
    library = library or FakeSound()
    notes: list[str] = []
    room = RealRoom(ear or FakeEar(), library.given, on_note=notes.append, **options)
    keys = options.get("keyboard")
    if keys is not None:
        keys.now = lambda: room.now
    return room, library, notes


def run(room: RealRoom, until: float) -> list[RoomEvent]:
    events: list[RoomEvent] = []
    for _ in range(200_000):
        if room.now >= until - 1e-9 or any(isinstance(e, Closed) for e in events):
            break
        events += room.step()
    return events


def kinds(events: list[RoomEvent], *wanted: type) -> list[Any]:
    return [event for event in events if isinstance(event, wanted)]


# ---------------------------------------------------------------------- the room's promises


def test_sounds_begin_and_end_when_the_loudspeaker_plays_them() -> None:
    room, library, _ = opened()
    run(room, 0.5)
    first, second = sound("a", 1.0), sound("b", 0.5)
    room.say(first)
    room.say(second)
    assert room.planned_end() == pytest.approx(room.now + 1.5, abs=0.1)
    events = kinds(run(room, 3.0), Started, SpokenUntil, Stopped)
    assert [type(e) for e in events] == [Started, SpokenUntil, Started, SpokenUntil]
    assert events[0].sound is first
    assert events[1].t - events[0].t == pytest.approx(1.0, abs=0.002)
    assert events[2].t == pytest.approx(events[1].t, abs=0.002)
    # What the room says is what was to be heard: the device's latency is in it.
    audible = library.loud()[0] - 100.0 + 2 * 0.03
    assert events[0].t == pytest.approx(audible, abs=0.02)


def test_stop_is_silent_in_time_and_told() -> None:
    room, library, _ = opened()
    room.say(sound("a", 5.0))
    room.say(sound("b", 5.0))
    run(room, 1.0)
    at = library.t
    room.stop()
    events = run(room, 2.0)
    assert {e.line for e in kinds(events, Stopped)} == {"a", "b"}
    assert not kinds(events, SpokenUntil)
    assert library.loud()[-1] <= at + STOP_S


def test_what_is_heard_goes_through_the_gate_and_the_watermark_moves() -> None:
    ear = FakeEar([Heard("qué nivel quieres ana", 0.3, 1.9), Heard("tres", 3.0, 3.4)])
    room, _, _ = opened(ear)
    room.say(Sound("ask", "¿Qué nivel quieres, Ana?", speech(2.0), RATE, 2.0))
    events = run(room, 4.0)
    assert [type(e) for e in kinds(events, Heard, Echo)] == [Echo, Heard]
    marks = [e.t for e in kinds(events, HeardThrough)]
    assert marks == sorted(marks)
    assert marks[-1] > 3.5
    assert all(b - a >= 0.1 - 1e-9 for a, b in pairwise(marks))


def test_the_canceller_gets_what_was_played_on_the_microphones_time() -> None:
    library = FakeSound()
    ear = FakeEar()

    def echo(t: float, frames: int, rate: float) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The loudspeaker of 0.12 s ago, at the microphone's rate."""
        out = hiss(t, frames, rate)
        for at, samples in library.played[-20:]:
            if abs(at - (t - 0.12)) < 0.001:
                out += 0.5 * samples[::3][:frames]
        return out

    library.microphone = echo
    room, _, _ = opened(ear, library)
    for n in range(6):
        room.say(sound(str(n), 2.0, seed=n))
    run(room, 12.5)
    signal = ear.signal()
    raw = np.sqrt(np.mean(np.square(0.5 * speech(2.0))))
    left = np.sqrt(np.mean(np.square(signal[8 * RATE : 11 * RATE])))
    assert 20 * np.log10(left / raw) < -15.0


def test_recording_is_what_the_microphone_gave() -> None:
    ear = FakeEar()
    room, _, _ = opened(ear, aec=False)
    run(room, 2.0)
    kept = room.recording(0.5, 1.0)
    assert kept is not None
    assert len(kept) == RATE // 2
    assert room.recording(5.0, 6.0) is None


def test_close_twice() -> None:
    room, library, _ = opened()
    run(room, 0.2)
    room.close()
    room.close()
    assert not library.streams


def test_time_is_the_microphones_also_when_an_ear_is_slow() -> None:
    class Slow(FakeEar):
        def feed(self, block: Any) -> list[Heard]:
            library.tick(0.05)  # slower than real time for a while
            return super().feed(block) if len(self.blocks) < 40 else FakeEar.feed(self, block)

    library = FakeSound()
    room, _, _ = opened(Slow([Heard("tres", 1.0, 1.4)]), library)
    events: list[RoomEvent] = []
    while not kinds(events, Heard):
        events += room.step()
    heard = kinds(events, Heard)[0]
    assert heard.onset == 1.0
    assert room.now > 1.5  # time went on meanwhile
    assert not kinds(events, Deaf, Lost)


# ---------------------------------------------------------------------- pitfalls


def test_C3_a_device_of_48_or_44_kHz_and_stereo_becomes_16_kHz_mono() -> None:
    for rate in (48_000.0, 44_100.0):
        library = FakeSound(rate=rate)
        library.devices[0]["max_input_channels"] = 2

        def tone(t: float, frames: int, rate: float) -> np.ndarray[Any, np.dtype[np.float32]]:
            at = t * rate - frames + np.arange(frames)
            return (0.2 * np.sin(2 * np.pi * 440.0 * at / rate)).astype(np.float32)

        def mono_refused(device: Any, kind: str, options: dict[str, Any]) -> None:
            if kind == "input" and options["channels"] == 1:
                raise PortAudioError("Invalid number of channels", -9998)

        library.refusals.append(mono_refused)
        library.microphone = tone
        ear = FakeEar()
        room, _, _ = opened(ear, library, aec=False)
        run(room, 3.0)
        signal = ear.signal()[RATE : 2 * RATE]
        peak = np.argmax(np.abs(np.fft.rfft(signal)))
        assert peak == pytest.approx(440, abs=2)
        assert np.sqrt(np.mean(signal**2)) == pytest.approx(0.2 / np.sqrt(2), rel=0.05)
        assert len(ear.blocks) == pytest.approx(3.0 * RATE / BLOCK, abs=4)


def test_C4_an_overflow_is_deafness_and_times_stay_right() -> None:
    library = FakeSound()
    ear = FakeEar([Heard("tres", 2.0, 2.4)])
    room, _, _ = opened(ear, library)
    run(room, 1.0)
    library.stalled = True
    library.tick(0.4)
    library.stalled, library.overflow = False, True
    events = run(room, 3.0)
    (deaf,) = kinds(events, Deaf)
    assert deaf.why == "overflow"
    assert deaf.start == pytest.approx(1.0, abs=0.1)
    assert deaf.end - deaf.start == pytest.approx(0.4, abs=0.1)
    assert ear.skips[-1] == (pytest.approx(deaf.start), pytest.approx(deaf.end))
    assert kinds(events, Heard)[0].onset == 2.0
    assert room.now == pytest.approx(library.t - 100.0, abs=0.05)


def test_C4_a_full_queue_counts_what_it_drops() -> None:
    from host.room import microphone
    from host.room.devices import choose

    library = FakeSound()
    mic = microphone.Microphone(library, choose(library, "input"), most_queued=5)
    library.tick(0.1)
    pieces = [mic.take() for _ in range(5)]
    library.tick(0.01)
    last = mic.take()
    assert all(p is not None and p.dropped == 0 for p in pieces)
    assert last is not None
    assert last.dropped == 5 * 160


def test_C5_a_microphone_that_stops_is_noticed_in_time_and_comes_back() -> None:
    library = FakeSound()
    ear = FakeEar()
    room, _, _ = opened(ear, library)
    run(room, 2.0)
    library.stalled = True
    stalled_at = library.t
    events: list[RoomEvent] = []
    while not kinds(events, Lost):
        events += room.step()
        assert library.t - stalled_at < 1.5
    assert not room.hearing
    assert kinds(events, HeardThrough) == [] or kinds(events, HeardThrough)[-1].t <= 2.1
    events = run(room, 8.0)
    assert not kinds(events, HeardThrough, Heard, Deaf)  # the clock of the game stands still
    library.stalled = False
    events = run(room, 14.0)
    deaf = kinds(events, Deaf)[0]
    assert deaf.why == "unplugged"
    assert deaf.start == pytest.approx(2.0, abs=0.1)
    assert deaf.end >= 7.9
    assert kinds(events, HeardThrough)[-1].t > 13.0
    assert room.now == pytest.approx(library.t - 100.0, abs=0.05)


def test_C5_it_is_opened_again_by_its_name_though_numbers_shift() -> None:
    library = FakeSound()
    room, _, _ = opened(FakeEar(), library, microphone="mic")
    run(room, 1.0)
    gone = library.devices.pop(0)
    library.stalled = True
    run(room, 4.0)
    library.stalled = False
    library.add("another", inputs=1)
    library.devices.insert(0, {**gone, "name": "webcam"})
    library.devices.append(gone)
    run(room, 8.0)
    assert room.hearing
    assert room.microphone.name == "mic"
    assert room.microphone.index == len(library.devices) - 1
    assert library.refreshed >= 1


def test_C5_lost_for_good_it_goes_on_in_writing_and_comes_back() -> None:
    library = FakeSound()
    keys = Keys([(50.0, "Ana: tres")])
    room, _, _ = opened(FakeEar(), library, keyboard=keys, seats=("Ana",))
    run(room, 1.0)
    library.devices = [d for d in library.devices if d["name"] != "mic"]
    library.stalled = True
    events = run(room, 60.0)
    lost, written = kinds(events, Lost)[0], kinds(events, Written)[0]
    assert written.t - lost.t == pytest.approx(GIVE_UP_S + 1.0, abs=1.0)
    assert kinds(events, Deaf)[0].end == pytest.approx(written.t, abs=0.1)
    (heard,) = kinds(events, Heard)
    assert (heard.words, heard.speaker, heard.onset_uncertainty) == ("tres", "Ana", 0.0)
    assert kinds(events, HeardThrough)[-1].t > 59.0
    library.add("mic", inputs=1)
    library.stalled = False
    events = run(room, 80.0)
    assert room.hearing
    assert kinds(events, Deaf)[0].start >= 59.0  # what was typed was heard


def test_C5_without_a_keyboard_the_room_closes() -> None:
    library = FakeSound()
    room, _, _ = opened(FakeEar(), library)
    run(room, 1.0)
    library.devices = []
    library.stalled = True
    assert run(room, 60.0)[-1] == Closed("no-microphone")


def test_C6_exact_zeros_are_no_silence() -> None:
    library = FakeSound()
    ear = FakeEar()
    room, _, _ = opened(ear, library)
    run(room, 1.0)
    library.microphone = zeros
    events = run(room, 6.0)
    (lost,) = kinds(events, Lost)
    assert lost.why == "muted"
    assert max((e.t for e in kinds(events, HeardThrough)), default=0.0) <= 1.1
    library.microphone = hiss
    events = run(room, 8.0)
    (deaf,) = kinds(events, Deaf)
    assert (deaf.start, deaf.end) == (pytest.approx(1.0, abs=0.1), pytest.approx(6.0, abs=0.2))


def test_C6_zeros_from_the_first_sample_are_told_within_three_seconds() -> None:
    library = FakeSound()
    library.microphone = zeros
    room, _, _ = opened(FakeEar(), library)
    events = run(room, 3.0)
    assert [e.why for e in kinds(events, Lost)] == ["muted"]


def test_C6_a_few_zeros_are_fed_and_nothing_is_lost() -> None:
    library = FakeSound()
    ear = FakeEar()
    room, _, _ = opened(ear, library)
    run(room, 1.0)
    library.microphone = zeros
    run(room, 1.3)
    library.microphone = hiss
    events = run(room, 2.0)
    assert not kinds(events, Deaf, Lost)
    starts = [block.start for block in ear.blocks]
    assert all(b - a == pytest.approx(BLOCK / RATE) for a, b in pairwise(starts))


def test_C8_a_bluetooth_microphone_is_opened_at_its_rate_with_a_warning() -> None:
    library = FakeSound(rate=32_000.0)
    library.devices[0]["name"] = "Headset (BT LE)"
    _, _, notes = opened(FakeEar(), library)
    assert library.tried[0] == ("Headset (BT LE)", "input", 32_000.0, 1)
    assert any("inalámbrico" in note for note in notes)


def test_C9_the_time_stamps_of_the_library_are_not_needed() -> None:
    # The fake gives none at all: times come from the count of samples and the machine's clock.
    room, library, _ = opened()
    times = []
    for _ in range(100):
        room.step()
        times.append(room.now)
    assert times == sorted(times)
    assert times[-1] == pytest.approx(library.t - 100.0, abs=0.05)


def test_C10_a_callback_that_fails_stops_the_stream_and_is_noticed() -> None:
    library = FakeSound()
    room, _, _ = opened(FakeEar(), library)
    run(room, 1.0)
    library.streams[0].active = False  # what PortAudio does after an error in a callback
    at = library.t
    events: list[RoomEvent] = []
    while not kinds(events, Lost):
        events += room.step()
    assert library.t - at < 1.5
    run(room, 4.0)
    assert room.hearing


def test_C11_the_drift_between_loudspeaker_and_microphone_is_measured() -> None:
    from host.room.clocks import ClockFit

    rng = np.random.default_rng(1)
    slow, exact = ClockFit(48_000), ClockFit(16_000)
    for n in range(1, 9_000):
        late = float(rng.exponential(0.004))
        slow.note(round(n * 480 / 1.0001), n * 0.01 + late)  # 100 ppm too slow
        exact.note(n * 160, n * 0.01 + late)
    assert slow.drift_ppm == pytest.approx(100.0, abs=15.0)
    assert exact.drift_ppm == pytest.approx(0.0, abs=15.0)
    assert slow.count_at(slow.time_at(48_000)) == pytest.approx(48_000, abs=1)


def test_a_loudspeaker_that_takes_nothing_is_opened_again_and_the_game_goes_on() -> None:
    library = FakeSound()
    room, _, notes = opened(FakeEar(), library)
    run(room, 1.0)
    for stream in library.streams:
        if stream.kind == "output":
            stream.active = False
    room.say(sound("a", 1.0))
    events = run(room, 5.0)
    assert [e.line for e in kinds(events, Stopped)] == ["a"]
    assert [e.sound.line for e in kinds(events, Started)] == ["a"]  # so that it can be read
    assert any("altavoz" in note for note in notes)
    room.say(sound("b", 0.5))
    assert [e.line for e in kinds(run(room, 7.0), SpokenUntil)] == ["b"]


def test_without_a_loudspeaker_lines_are_shown_and_it_still_hears() -> None:
    library = FakeSound(speaker=False)
    room, _, notes = opened(FakeEar([Heard("tres", 1.0, 1.4)]), library)
    room.say(sound("a", 5.0))
    events = run(room, 2.0)
    assert [e.line for e in kinds(events, SpokenUntil)] == ["a"]
    assert kinds(events, Heard)
    assert any("altavoz" in note for note in notes)


def test_typed_lines_count_beside_the_microphone() -> None:
    keys = Keys([(1.0, "luis: dos"), (1.2, None)])
    room, _, _ = opened(FakeEar(), keyboard=keys, seats=("Luis",))
    events = run(room, 3.0)
    (heard,) = kinds(events, Heard)
    assert (heard.words, heard.speaker, heard.ear) == ("dos", "Luis", "typed")
    assert not kinds(events, Closed)  # the keyboard's end is not the table's


def test_no_microphone_is_one_sentence() -> None:
    library = FakeSound()
    library.devices = []
    with pytest.raises(DeviceError) as caught:
        opened(FakeEar(), library)
    assert "No encuentro ningún micrófono" in caught.value.text("es")
    assert "No microphone was found" in caught.value.text("en")
