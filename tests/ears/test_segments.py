"""The segmenter on given probabilities: where it cuts, and what the watermark promises."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.ears.base import BLOCK, LEAST_ACOUSTIC_UNCERTAINTY_S, RATE, Block, Samples
from host.ears.risen import QUIET_S
from host.ears.segments import (
    BLOCK_S,
    LATENESS,
    LONGEST_S,
    LOOK_BACK_S,
    MOST_BEFORE_HOST_END_S,
    MOST_UNCERTAINTY_S,
    RISEN_LEAD_S,
    TRAILING_S,
    Segment,
    Segmenter,
    onset_uncertainty,
)


class Given:
    """Voice activity that was written down."""

    def __init__(self, probabilities: Sequence[float]) -> None:
        self._given = iter(probabilities)
        self.asked = 0
        self.resets = 0

    def probability(self, samples: Samples) -> float:
        self.asked += 1
        return next(self._given)

    def reset(self) -> None:
        self.resets += 1


Level = Callable[[int], float]


def flat(_n: int) -> float:
    return 0.01


def run(
    probabilities: Sequence[float],
    *,
    level: Level = flat,
    host: Callable[[int], bool] = lambda _n: False,
    over_host: bool = False,
) -> tuple[list[Segment], Segmenter]:
    segmenter = Segmenter(Given(probabilities), over_host=over_host)
    found: list[Segment] = []
    for n in range(len(probabilities)):
        samples = np.full(BLOCK, level(n), dtype=np.float32)
        found += segmenter.feed(Block(n * BLOCK_S, samples, BLOCK_S, host(n)))
    return found, segmenter


def blocks(seconds: float) -> int:
    return math.ceil(seconds / BLOCK_S - 1e-9)


def voice(before: int, length: int, after: int) -> list[float]:
    return [0.1] * before + [0.9] * length + [0.1] * after


def test_an_utterance_with_look_back_and_trailing_quiet() -> None:
    (segment,), segmenter = run(voice(30, 20, 30))
    assert segment.onset == pytest.approx(30 * BLOCK_S)
    assert segment.offset == pytest.approx(50 * BLOCK_S)
    assert len(segment.samples) == (10 + 20 + blocks(TRAILING_S)) * BLOCK
    assert not segment.over_host
    assert segmenter.open_since is None


def test_a_pause_shorter_than_the_trailing_quiet_does_not_cut() -> None:
    gap = blocks(TRAILING_S) - 1
    found, _ = run([*voice(20, 10, gap), *voice(0, 10, 30)])
    assert len(found) == 1
    found, _ = run([*voice(20, 10, gap + 2), *voice(0, 10, 30)])
    assert len(found) == 2


def test_a_click_is_no_utterance() -> None:
    assert run(voice(20, 3, 30))[0] == []
    assert len(run(voice(20, 4, 30))[0]) == 1


def test_a_loud_kitchen_is_cut_at_its_quietest() -> None:
    quiet_at = 20 + 200
    found, segmenter = run(voice(20, 600, 0), level=lambda n: 0.001 if n == quiet_at else 0.05)
    assert found[0].offset == pytest.approx((quiet_at + 1) * BLOCK_S)
    for a, b in pairwise(found):
        assert b.onset == pytest.approx(a.offset)
    assert all(len(s.samples) <= (LONGEST_S + LOOK_BACK_S + 0.1) * RATE for s in found)
    assert segmenter.now - segmenter.quiet_before <= LONGEST_S + 0.1


def test_exact_zeros_are_no_voice() -> None:
    given_ = Given([0.9] * 100)
    segmenter = Segmenter(given_)
    for n in range(100):
        assert segmenter.feed(Block(n * BLOCK_S, np.zeros(BLOCK, np.float32), BLOCK_S)) == []
    assert segmenter.open_since is None
    assert given_.asked == 0


def test_the_onset_is_where_the_sound_rose() -> None:
    # Voice activity is five blocks late; the level rises 20 dB where the word begins.
    (segment,), _ = run(voice(45, 20, 30), level=lambda n: 0.1 if n >= 40 else 0.01)
    assert segment.onset == pytest.approx(40 * BLOCK_S, abs=0.01)
    assert segment.snr_db == pytest.approx(20.0, abs=0.5)


def test_the_host_is_left_behind() -> None:
    # Echo keeps voice activity on from block 20; the host's line ends at block 180.
    ends = 180
    found, _ = run(voice(20, 190, 30), host=lambda n: n < ends)
    assert len(found) == 2
    echo, player = found
    assert echo.over_host
    assert player.onset == pytest.approx(echo.offset)
    assert ends * BLOCK_S - player.onset <= MOST_BEFORE_HOST_END_S + BLOCK_S


def test_who_begins_shortly_before_the_end_is_not_cut() -> None:
    found, _ = run(voice(150, 60, 30), host=lambda n: n < 180)
    assert len(found) == 1
    assert found[0].over_host


def spoken_over(word: range, loud: float) -> Level:
    """Return levels of a host's line, 0.01 to 0.02, and of a word over it in these blocks."""
    return lambda n: loud if n in word else 0.02 if n % 3 else 0.01


def test_what_is_said_over_the_host_is_cut_out_when_it_is_over() -> None:
    # Four seconds of the host's line, a word of half a second at 2 s.
    word = range(blocks(2.0), blocks(2.5))
    whole = [0.9] * blocks(4.0) + [0.1] * 30
    during = blocks(4.0).__gt__
    found, _ = run(whole, level=spoken_over(word, 0.2), host=during, over_host=True)
    line, cut = found[0], found[1]
    assert line.onset == 0.0
    assert cut.onset == pytest.approx(2.016, abs=BLOCK_S)
    assert cut.offset == pytest.approx(2.5, abs=BLOCK_S)
    assert all(segment.over_host for segment in (line, cut))
    assert line.offset <= cut.onset
    # How sure it is of its time is told by how far it was above the line, not above the quiet.
    assert cut.snr_db == pytest.approx(20.0, abs=1.0)
    kept = len(cut.samples) / RATE
    assert kept == pytest.approx(RISEN_LEAD_S + 0.5 + QUIET_S, abs=2 * BLOCK_S)
    as_ever, _ = run(whole, level=spoken_over(word, 0.2), host=during)
    assert len(as_ever) == 2  # the line, and what sounded shortly before its end
    assert all(segment.offset - segment.onset > 1.0 for segment in as_ever)


@pytest.mark.parametrize(
    ("word", "loud"),
    [
        (range(62, 78), 0.03),  # as soft as the line
        (range(62, 65), 0.2),  # a knock
        (range(40, 125), 0.2),  # a line that grew louder
        (range(5, 15), 0.2),  # before the line's level is known
    ],
)
def test_what_does_not_rise_as_a_word_does_is_not_cut_out(word: range, loud: float) -> None:
    whole = [0.9] * 125 + [0.1] * 30
    level, during = spoken_over(word, loud), (125).__gt__
    assert [
        (s.onset, s.offset) for s in run(whole, level=level, host=during, over_host=True)[0]
    ] == [(s.onset, s.offset) for s in run(whole, level=level, host=during)[0]]


def test_without_the_host_nothing_is_cut_out() -> None:
    level = spoken_over(range(62, 78), 0.2)
    assert len(run([0.9] * 125 + [0.1] * 30, level=level, over_host=True)[0]) == 1


def test_a_gap_ends_the_utterance_and_forgets() -> None:
    activity = Given([0.1] * 20 + [0.9] * 20)
    segmenter = Segmenter(activity)
    samples = np.full(BLOCK, 0.01, np.float32)
    for n in range(40):
        segmenter.feed(Block(n * BLOCK_S, samples, BLOCK_S))
    (segment,) = segmenter.skip(5.0)
    assert segment.offset == pytest.approx(40 * BLOCK_S)
    assert activity.resets == 1
    assert segmenter.quiet_before == 5.0
    assert segmenter.finish() == []


def test_blocks_without_samples_only_move_the_time() -> None:
    segmenter = Segmenter(Given([]))
    assert segmenter.feed(Block(0.0, np.zeros(0, np.float32), 2.0)) == []
    assert segmenter.quiet_before == pytest.approx(2.0 - LOOK_BACK_S)


def test_uncertainty_grows_with_noise_and_has_a_floor() -> None:
    values = [onset_uncertainty(db) for db in (-math.inf, *range(-20, 60, 2), math.inf)]
    assert all(a >= b for a, b in pairwise(values))
    assert values[0] == MOST_UNCERTAINTY_S == onset_uncertainty(math.nan)
    assert values[-1] >= LEAST_ACOUSTIC_UNCERTAINTY_S
    assert [ratio for ratio, _ in LATENESS] == sorted(ratio for ratio, _ in LATENESS)


def test_without_a_noise_level_an_onset_is_least_sure() -> None:
    (segment,), _ = run(voice(2, 20, 5) + [0.9] * 0 + [0.1] * 0 + [0.1] * 15, level=flat)
    assert segment.onset_uncertainty >= LEAST_ACOUSTIC_UNCERTAINTY_S
    first, segmenter = run([0.9] * 260)
    assert first[0].onset_uncertainty == MOST_UNCERTAINTY_S
    assert segmenter.open_since is not None


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([0.05, 0.4, 0.9]), st.integers(1, 120), st.booleans())),
    st.integers(0, 2**31),
    st.booleans(),
)
def test_what_the_watermark_promises(
    stretches: list[tuple[float, int, bool]], seed: int, over_host: bool
) -> None:
    """No segment begins before a watermark told earlier; none overlap; memory is bounded."""
    rng = np.random.default_rng(seed)
    plan = [(p, host) for p, length, host in stretches for _ in range(length)][:1500]
    segmenter = Segmenter(Given([p for p, _ in plan]), over_host=over_host)
    mark, last = 0.0, 0.0
    for n, (_, host) in enumerate(plan):
        level = float(rng.choice([0.001, 0.01, 0.1]))
        samples = rng.standard_normal(BLOCK).astype(np.float32) * np.float32(level)
        for segment in segmenter.feed(Block(n * BLOCK_S, samples, BLOCK_S, host)):
            assert segment.onset >= mark - 1e-9
            assert segment.onset >= last - 1e-9
            assert segment.onset < segment.offset <= segmenter.now + 1e-9
            assert len(segment.samples) <= (LONGEST_S + LOOK_BACK_S + 0.1) * RATE
            last = segment.offset
        assert mark <= segmenter.quiet_before <= segmenter.now
        mark = segmenter.quiet_before
        assert segmenter.now - mark <= LONGEST_S + LOOK_BACK_S + 0.1
