"""One round of iKNOW with five players, full and compact: how much the host says, and how long."""

from __future__ import annotations

import pytest

from host.bench.pace import WORDS_A_MINUTE, Pace, measure

DELAY_S = 1.5
"""Slower than the answers of any ear that was measured, from the end of speech to the reply."""


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_compact_round_of_five_takes_less_than_three_minutes(language: str) -> None:
    full, compact = (measure(language, speech, seed=1) for speech in ("full", "compact"))
    assert compact.minutes(DELAY_S) < 3.0
    assert compact.host_words < 0.85 * full.host_words
    assert compact.host_utterances < full.host_utterances
    # What the players say and what the game needs is the same.
    assert compact.player_utterances == full.player_utterances == 16
    assert compact.player_words == full.player_words


def test_minutes_are_words_at_the_hosts_pace_and_delays() -> None:
    pace = Pace("full", 10, WORDS_A_MINUTE, 6, WORDS_A_MINUTE)
    assert pace.minutes(0.0) == pytest.approx(2.0)
    assert pace.minutes(10.0) == pytest.approx(3.0)
