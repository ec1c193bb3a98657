"""Where it is loud and no ear said what that was, nothing is proven."""

from __future__ import annotations

from host.room.acoustics import SPEECH_RMS, db
from host.room.loudness import BLOCK_S, Loudness


def power(level_db: float) -> float:
    return float((SPEECH_RMS * db(level_db)) ** 2)


def fed(levels: list[tuple[float, float]], host: bool = False) -> Loudness:
    """Feed (seconds, level in dB) one after another."""
    watch, t = Loudness(), 0.0
    for seconds, level in levels:
        for _ in range(round(seconds / BLOCK_S)):
            watch.feed(t, power(level), host)
            t += BLOCK_S
    return watch


def test_a_voice_that_nobody_noticed_proves_nothing_and_is_told_once() -> None:
    watch = fed([(5.0, -12.0), (0.6, 0.0), (2.0, -12.0)])
    watch_stretches = [s for s in watch.unproven(8.0, []) if s[0] > 1.0]
    assert len(watch_stretches) == 1
    start, end = watch_stretches[0]
    assert 5.0 <= start <= 5.25
    assert 5.5 <= end <= 6.0
    assert watch.unproven(8.0, []) == []


def test_what_an_ear_heard_is_accounted_for() -> None:
    watch = fed([(5.0, -12.0), (0.6, 0.0), (2.0, -12.0)])
    assert [s for s in watch.unproven(8.0, [(5.0, 5.6)]) if s[0] > 1.0] == []


def test_what_is_not_past_the_watermark_waits() -> None:
    watch = fed([(5.0, -12.0), (0.6, 0.0), (2.0, -12.0)])
    assert all(end <= 5.1 for _, end in watch.unproven(5.0, []))
    assert watch.unproven(8.0, [(5.0, 5.6)]) == []


def test_knocks_steady_noise_and_a_quiet_room_prove_silence() -> None:
    assert [
        s for s in fed([(5.0, -12.0), (0.06, 5.0), (2.0, -12.0)]).unproven(8.0, []) if s[0] > 1.0
    ] == []
    assert [s for s in fed([(8.0, -12.0)]).unproven(8.0, []) if s[0] > 1.0] == []
    assert [s for s in fed([(5.0, -55.0), (2.0, -40.0)]).unproven(8.0, []) if s[0] > 1.0] == []


def test_in_noise_that_drowns_a_call_nothing_is_proven() -> None:
    (stretch,) = fed([(8.0, -3.0)]).unproven(8.0, [])
    assert stretch[1] - stretch[0] > 7.9


def test_without_a_quiet_second_the_noise_is_unknown() -> None:
    (stretch,) = fed([(4.0, -20.0)], host=True).unproven(8.0, [])
    assert stretch[1] - stretch[0] > 3.9


def test_what_is_fainter_than_any_call_is_proven_before_the_noise_is_known() -> None:
    assert fed([(4.0, -30.0)], host=True).unproven(8.0, []) == []


def test_what_is_fainter_than_any_call_is_known_to_be() -> None:
    watch = fed([(5.0, -55.0), (0.6, -35.0), (1.0, -55.0), (0.6, -10.0), (1.0, -55.0)])
    assert watch.faint(5.1, 5.5)
    assert not watch.faint(6.7, 7.1)
    assert not watch.faint(5.1, 7.0)
    assert not watch.faint(60.0, 61.0)
    assert not Loudness().faint(0.0, 1.0)
