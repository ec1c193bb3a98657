"""Voice activity: its memory is renewed in quiet, and never in the middle of a word."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from host.ears.activity import FRESH_S, QUIET_S, VoiceActivity
from host.ears.base import BLOCK, RATE

BLOCK_S = BLOCK / RATE
SOUND = np.full(BLOCK, 0.01, dtype=np.float32)


class Detector:
    """Says what it is told to, and counts how often it had to forget."""

    def __init__(self, voice: Callable[[int], float]) -> None:
        self.voice = voice
        self.count = 0
        self.forgot_at: list[int] = []

    def process_samples(self, samples: list[float]) -> float:
        self.count += 1
        return self.voice(self.count)

    def reset(self) -> None:
        self.forgot_at.append(self.count)


def forgetting(voice: Callable[[int], float], seconds: float) -> list[float]:
    """Return the seconds at which the detector had to forget."""
    detector = Detector(voice)
    activity = VoiceActivity(detector)
    for n in range(1, round(seconds / BLOCK_S) + 1):
        assert activity.probability(SOUND) == voice(n)
    return [n * BLOCK_S for n in detector.forgot_at]


def test_in_quiet_the_model_forgets_now_and_then() -> None:
    times = forgetting(lambda n: 0.1, 20.0)
    assert len(times) in (4, 5)
    assert all(FRESH_S <= b - a < FRESH_S + 0.1 for a, b in pairwise([0.0, *times]))


def test_no_word_is_cut_in_two() -> None:
    """A long utterance and the short holes in it are heard with one memory."""
    hole = int(QUIET_S / BLOCK_S) - 1
    times = forgetting(lambda n: 0.1 if n % 40 < hole else 0.9, 20.0)
    assert times == []


def test_after_a_long_word_it_forgets_as_soon_as_it_is_quiet() -> None:
    word = round(8.0 / BLOCK_S)
    (first, *_) = forgetting(lambda n: 0.9 if n <= word else 0.1, 12.0)
    assert word * BLOCK_S + QUIET_S <= first < word * BLOCK_S + QUIET_S + 0.1


def test_a_jump_of_the_signal_begins_anew() -> None:
    detector = Detector(lambda n: 0.1)
    activity = VoiceActivity(detector)
    for _ in range(round(FRESH_S / BLOCK_S) - 2):
        activity.probability(SOUND)
    activity.reset()
    for _ in range(5):
        activity.probability(SOUND)
    assert len(detector.forgot_at) == 1
