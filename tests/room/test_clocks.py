import pytest

from host.room.clocks import ClockFit, MonotonicClock, SampleLedger, SimulatedClock


class Reading:
    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


def test_ledger_counts_samples_and_tells_the_time_between_blocks() -> None:
    read = Reading()
    ledger = SampleLedger(16_000, read)
    read.t += 0.032
    assert ledger.block(512) == 0.0
    assert ledger.now == pytest.approx(0.032)
    read.t += 0.01
    assert ledger.now == pytest.approx(0.042)
    read.t += 0.022
    assert ledger.block(512) == pytest.approx(0.032)


def test_ledger_is_kept_across_lost_samples_and_an_unplugged_microphone() -> None:
    read = Reading()
    ledger = SampleLedger(16_000, read)
    ledger.block(16_000)
    assert ledger.lost(1_600) == (1.0, 1.1)
    assert ledger.block(16_000) == pytest.approx(1.1)
    read.t += 5.0
    assert ledger.now == pytest.approx(7.1)  # time goes on while nothing comes
    start, end = ledger.resumed()
    assert (start, end) == (pytest.approx(2.1), pytest.approx(7.1))
    assert ledger.block(512) == pytest.approx(7.1)


def test_ledger_never_goes_back_when_a_block_comes_late() -> None:
    read = Reading()
    ledger = SampleLedger(16_000, read)
    read.t += 0.5
    before = ledger.now
    ledger.block(512)
    assert ledger.now >= before


def test_simulated_and_monotonic_clock() -> None:
    clock = SimulatedClock()
    clock.advance(512)
    assert clock.now == pytest.approx(0.032)
    clock.advance_to(1.5)
    clock.advance(16_000)
    assert clock.now == pytest.approx(2.5)
    with pytest.raises(ValueError, match="back"):
        clock.advance_to(1.0)
    read = Reading()
    monotonic = MonotonicClock(read)
    read.t += 2.0
    assert monotonic.now == pytest.approx(2.0)


def test_a_device_that_skips_or_stands_still_is_laid_against_the_clock_anew() -> None:
    fit = ClockFit(16_000)
    for n in range(1, 3_001):
        fit.note(n * 160, n * 0.01)
    for n in range(3_001, 4_001):
        fit.note(n * 160 + 16_000, n * 0.01)  # a second of samples too many
    assert fit.time_at(4_000 * 160 + 16_000) == pytest.approx(40.0, abs=0.01)
    for n in range(4_001, 8_001):
        fit.note(n * 160 + 8_000, n * 0.01)  # half a second too few
    assert fit.time_at(8_000 * 160 + 8_000) == pytest.approx(80.0, abs=0.01)
    drift = fit.drift_ppm
    assert drift is not None
    assert abs(drift) < 100.0
