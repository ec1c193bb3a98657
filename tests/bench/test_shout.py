"""The bench of the call: the truth, what it finds wrong, and its figures."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from host.aloud import write_wav
from host.bench.clips import TableError
from host.bench.shout_aloud import recordings, sittings
from host.bench.shout_cast import CastError, cast, names_in, packed, untrained
from host.bench.shout_ear import LateRoom, Said
from host.bench.shout_figures import Listened, Shout, poisson_upper, report, wilson
from host.bench.shout_log import Log
from host.bench.shout_simulated import Bench, Truth, simulate
from host.ears.base import Heard
from host.engine.inputs import Deaf, HeardThrough


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


def test_an_imperfect_ear_costs_nobody_a_card_who_called() -> None:
    found = simulate(400, seed=5)
    assert found["windows"] == 400
    assert found["wrongful_penalties"] == 0, found["wrongful_seeds"]
    assert found["unpunished"] == 0, found["unpunished_seeds"]
    assert found["late_unpunished"] == 0
    assert set(found["not_judged"]) >= {"deaf", "voice"}
    assert found["punished"] > 80
    assert found["satisfied"] > 80


def test_a_window_is_the_same_whatever_was_played_before_it(bench: Bench) -> None:
    first = bench.run(11)
    bench.run(12)
    assert bench.run(11) == first


@pytest.mark.parametrize("seed", [20, 98, 104, 243])
def test_a_call_across_somebody_elses_sentence_is_asked_about(bench: Bench, seed: int) -> None:
    """Once punished: the word stood inside a sentence, which calls nothing (D12)."""
    window = bench.run(seed)
    assert "across" in window.truth.faults
    assert not window.wrongful


@pytest.mark.parametrize("seed", [21, 91, 137, 139, 245])
def test_a_talker_may_call_before_the_settlement_is_told(bench: Bench, seed: int) -> None:
    """Once punished: everybody sees what the settlement will bring before it is told (A16)."""
    window = bench.run(seed)
    assert window.truth.owed == "Ana"
    assert not window.wrongful


def test_a_pause_of_uncertain_onset_takes_no_time_away(bench: Bench) -> None:
    """Once punished, 0.07 s before the deadline: the pause was heard 0.6 s late (D11)."""
    window = bench.run(1004116)
    assert window.truth.pause is not None
    assert window.in_time
    assert not window.wrongful


def test_the_truth_knows_pauses_and_gaps() -> None:
    truth = Truth("Ana", "none", pause=(12.0, 20.0))
    assert truth.deadline(10.0, 5.0) == 23.0
    truth.gaps.append((21.0, 22.0))
    assert truth.deadline(10.0, 5.0) == 24.0
    truth.gaps.append((30.0, 31.0))
    assert truth.deadline(10.0, 5.0) == 24.0


# ---------------------------------------------------------------------- the ear


def heard(room: LateRoom, until: float) -> list[tuple[float, object]]:
    found: list[tuple[float, object]] = []
    while room.now < until:
        found += [(room.now, event) for event in room.step()]
    return found


def test_reports_come_late_and_out_of_order_and_the_watermark_waits_for_them() -> None:
    room = LateRoom()
    room.speak(Said("uno", 1.0, 1.5, delay=4.0))
    room.speak(Said("dos", 2.0, 2.5))
    told = heard(room, 8.0)
    words = [e.words for _, e in told if isinstance(e, Heard)]
    assert words == ["dos", "uno"]
    before = [e.t for t, e in told if isinstance(e, HeardThrough) and t < 5.5]
    assert max(before) <= 1.0
    assert max(e.t for _, e in told if isinstance(e, HeardThrough)) > 7.0


def test_a_gap_swallows_and_cuts_and_is_told_before_the_watermark_passes_it() -> None:
    room = LateRoom()
    room.go_deaf(2.0, 3.0)
    room.speak(Said("antes", 1.5, 2.5))
    room.speak(Said("dentro", 2.5, 3.5))
    told = [event for _, event in heard(room, 6.0)]
    assert [e.words for e in told if isinstance(e, Heard)] == [""]
    deaf = next(i for i, e in enumerate(told) if isinstance(e, Deaf))
    assert all(e.t <= 2.0 for e in told[:deaf] if isinstance(e, HeardThrough))


# ---------------------------------------------------------------------- figures


def shout(called: bool, verdict: str, snr: float | None = None, false_calls: int = 0) -> Shout:
    error = 0.1 if verdict == "call_made" else None
    return Shout(
        snr, "jf_alpha", 1.0, "x" if called else "", called, False, 1.0 if called else None,
        verdict, "", error, false_calls, 36.0, (),
    )  # fmt: skip


def test_the_report_has_the_keys_that_others_read() -> None:
    shouts = [
        shout(True, "call_made"),
        shout(True, "not_judged", 0.0),
        shout(True, "call_missed", 0.0),
        shout(False, "call_missed"),
        shout(False, "none"),
        shout(False, "call_made", 5.0, false_calls=1),
    ]
    found = report(shouts, Listened(0, 3600.0 - 3 * 36.0, ()))
    assert found["calls"] == 3
    assert found["missed"] == 2
    assert found["wrongful_penalties"] == 1
    assert found["asked"] == 1
    assert found["unpunished"] == 1
    assert found["onset_error_p50"] == 0.1
    assert found["onset_error_p95"] == 0.1
    assert found["false_calls"] == 1
    assert found["hours"] == 1.0
    assert found["false_per_hour_upper95"] == pytest.approx(4.744, abs=0.002)
    assert found["levels"]["0_dB"]["missed_share"][0] == 1.0
    assert found["levels"]["clean"]["punished_without"] == 1


def test_bounds_and_intervals() -> None:
    assert poisson_upper(0, 1.0) == pytest.approx(-math.log(0.05), abs=0.001)
    assert poisson_upper(2, 1.0) == pytest.approx(6.296, abs=0.002)
    assert poisson_upper(0, 0.0) is None
    assert wilson(0, 0) is None
    low = wilson(0, 200)
    assert low is not None
    assert low[1] == 0.0
    assert low[2] == pytest.approx(0.0188, abs=0.0005)


# ---------------------------------------------------------------------- who calls, and where


def test_windows_are_shared_out_to_levels_and_rooms() -> None:
    rooms = sittings(50, 30, seed=1)
    assert sum(sum(room.order) for room in rooms) == 50
    assert sum(len(room.order) for room in rooms) == 80
    assert {room.snr_db for room in rooms[:4]} == {None, 10.0, 5.0, 0.0}
    assert [room.number for room in rooms] == list(range(len(rooms)))
    assert rooms == sittings(50, 30, seed=1)
    assert rooms != sittings(50, 30, seed=2)
    assert sittings(0, 0, seed=1) == []


def test_a_large_cast_holds_every_voice_and_the_untrained_one_in_many() -> None:
    names = [f"af_{n:02}" for n in range(20)] + ["jf_tebukuro"]
    voices = cast(names)
    assert [{name: 1.0} for name in sorted(names)] == list(voices[:21])
    assert sum(untrained("+".join(voice)) for voice in voices) == 6
    assert len(cast(["jf_alpha", "jf_nezumi"])) == 3
    assert not untrained("")


def test_a_folder_of_voices_becomes_one_file(tmp_path: Path) -> None:
    np.ones((510, 256), dtype=np.float32).tofile(tmp_path / "ef_dora.bin")
    file = packed(tmp_path, tmp_path / "kept" / "voices.npz")
    assert names_in(file) == ["ef_dora"]
    with np.load(file) as styles:
        assert styles["ef_dora"].shape == (510, 1, 256)


def test_voices_that_are_none_are_told_with_their_file(tmp_path: Path) -> None:
    with pytest.raises(CastError, match="no voice in it"):
        packed(tmp_path, tmp_path / "kept.npz")
    np.ones(100, dtype=np.float32).tofile(tmp_path / "x.bin")
    with pytest.raises(CastError, match=r"x\.bin"):
        packed(tmp_path, tmp_path / "kept.npz")
    with pytest.raises(CastError, match=r"x\.bin"):
        names_in(tmp_path / "x.bin")


def test_what_is_in_the_log_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    made: list[str] = []

    def make() -> list[Shout]:
        made.append("made")
        return [shout(True, "call_made")]

    first = Log(path, "settings").shouts("room 1", make)
    assert Log(path, "settings").shouts("room 1", make) == first
    assert made == ["made"]
    Log(path, "other settings").shouts("room 1", make)
    assert len(made) == 2
    heard = Listened(1, 2.5, ("sapiencia",))
    assert Log(path, "s").listened("noise 1", lambda: heard) == heard
    assert Log(path, "s").listened("noise 1", lambda: Listened(0, 0.0, ())) == heard


def test_a_log_that_is_something_else_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("milk\n", encoding="utf-8")
    with pytest.raises(TableError, match=r"notes\.txt:1"):
        Log(path, "settings")
    assert path.read_text(encoding="utf-8") == "milk\n"


# ---------------------------------------------------------------------- recordings


def test_a_table_of_recordings_gives_sound_file_and_transcript(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", np.full(800, 0.1, dtype=np.float32), 16_000)
    (tmp_path / "t.tsv").write_text("path\ttranscript\na.wav\taguacate\n", encoding="utf-8")
    pytest.importorskip("soundfile")
    ((samples, file, words),) = recordings(tmp_path / "t.tsv")
    assert len(samples) == 800
    assert file == tmp_path / "a.wav"
    assert words == "aguacate"


@pytest.mark.parametrize(("text", "line"), [("name\nx\n", 1), ("path\nmissing.wav\n", 2)])
def test_a_table_that_cannot_be_used_is_told_with_its_line(
    tmp_path: Path, text: str, line: int
) -> None:
    (tmp_path / "t.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=rf"t\.tsv:{line}"):
        recordings(tmp_path / "t.tsv")
