"""Sampled tables of Sapiencia: they hold as text, and hold the three ways to fall to one card."""

from __future__ import annotations

import re

import pytest

from host.demo_sapiencia import sample_guion
from host.guion import Happens, Says, parse
from host.guion_text import write
from host.rehearsal import play_as_text
from host.transcript import lines_of


@pytest.mark.parametrize("seed", range(30))
def test_a_sampled_table_holds_as_text(seed: int) -> None:
    result = play_as_text(sample_guion(seed))
    assert result.differences == ()
    kinds = [event["kind"] for event in result.events]
    assert kinds.count("call_made") == 2
    assert kinds.count("call_missed") == 1
    assert [p["why"] for p in result.outcome["penalties"]] == ["sapiencia"]
    assert result.outcome["refusals"] == []
    assert all(u.result in ("accepted", "command", "call") for u in result.heard)


def test_one_calls_over_the_hosts_voice() -> None:
    for seed in range(5):
        result = play_as_text(sample_guion(seed))
        over = [u for u in result.heard if u.heard.over_host and "call sapiencia" in u.acts]
        assert len(over) >= 1


@pytest.mark.parametrize("players", [3, 5, 8])
@pytest.mark.parametrize("seed", range(4))
def test_other_numbers_of_players(players: int, seed: int) -> None:
    assert play_as_text(sample_guion(seed, players=players)).differences == ()


@pytest.mark.parametrize("seed", range(6))
def test_english_has_cards_of_its_own(seed: int) -> None:
    assert play_as_text(sample_guion(seed, "en")).differences == ()


@pytest.mark.parametrize("seed", range(4))
def test_unknown_voices_and_impatience(seed: int) -> None:
    from dataclasses import replace

    guion = sample_guion(seed, impatient=0.3)
    assert play_as_text(guion).differences == ()
    assert play_as_text(replace(sample_guion(seed), voices="unknown")).differences == ()


def test_the_same_seed_is_the_same_table_and_its_text_reads_back() -> None:
    guion = sample_guion(3)
    assert guion == sample_guion(3)
    assert guion != sample_guion(4)
    again = parse(write(guion), guion.path)
    assert [_plain(s) for s in again.steps] == [_plain(s) for s in guion.steps]
    assert again.expect == guion.expect


def test_too_few_players_are_refused() -> None:
    with pytest.raises(ValueError, match="3 to 8"):
        sample_guion(1, players=2)


def _plain(step: Says | Happens) -> tuple[object, ...]:
    if isinstance(step, Says):
        return (step.who, step.words, step.seconds, step.anchor)
    return (step.kind, step.seconds)


def test_the_transcript_tells_onset_deadline_and_verdict_of_each_call() -> None:
    for seed in range(4):
        result = play_as_text(sample_guion(seed))
        rows = lines_of(result)
        assert [row.t for row in rows] == sorted(row.t for row in rows)
        told = [row.text for row in rows if row.call]
        assert len(told) == 3
        (missed,) = [text for text in told if "missed" in text]
        assert "no call was heard, the limit was" in missed
        assert any("before the host had finished" in text for text in told)
        for text in told:
            if "s before it" in text:
                seconds = [float(number) for number in re.findall(r"(\d+\.\d+) s", text)]
                onset, limit = seconds[:2]
                before = re.search(r"in time, (\d+\.\d+) s before it", text)
                assert before is not None
                assert float(before[1]) == pytest.approx(limit - onset, abs=0.011)
