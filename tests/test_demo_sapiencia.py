"""Sampled tables of Sapiencia: they hold as text, and hold the three ways to fall to one card."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from host.demo_sapiencia import sample_guion
from host.guion import Happens, Says, parse
from host.guion_text import write
from host.rehearsal import play_as_text
from host.transcript import lines_of, texts_of


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
    nameless = play_as_text(replace(sample_guion(seed), voices="unknown"))
    if any(sound.line == "sapiencia-ask-call-doubt" for _, sound in nameless.said):
        # Another's nameless call may have been theirs: they are asked, and not punished (D12).
        expected = nameless.guion.expect["penalties"]
        assert all(penalty in expected for penalty in nameless.outcome["penalties"])
    else:
        assert nameless.differences == ()


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


LATE = {
    "es": ("pasó el plazo", "no se oyó ninguna llamada, el plazo acababa en"),
    "en": ("missed", "no call was heard, the limit was"),
}
EARLY = {"es": "antes de que el anfitrión acabara", "en": "before the host had finished"}
IN_TIME = {"es": r"a tiempo, (\d+\.\d+) s antes", "en": r"in time, (\d+\.\d+) s before it"}


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_transcript_tells_onset_deadline_and_verdict_of_each_call(language: str) -> None:
    missing, silent = LATE[language]
    judged = 0
    for seed in range(4):
        result = play_as_text(sample_guion(seed))
        result = replace(result, guion=replace(result.guion, language=language))
        rows = lines_of(result)
        assert [row.t for row in rows] == sorted(row.t for row in rows)
        told = [row.text for row in rows if row.call]
        assert len(told) == 3
        (missed,) = [text for text in told if missing in text]
        assert silent in missed
        assert any(EARLY[language] in text for text in told)
        for text in told:
            before = re.search(IN_TIME[language], text)
            if before is not None:
                judged += 1
                onset, limit = [float(n) for n in re.findall(r"(\d+\.\d+) s", text)][:2]
                assert float(before[1]) == pytest.approx(limit - onset, abs=0.011)
    assert judged


def test_the_transcript_of_a_spanish_table_is_in_spanish() -> None:
    rows = lines_of(play_as_text(sample_guion(1)))
    told = " ".join(row.text for row in rows)
    assert not re.search(
        r"\b(said|heard|understood|onset|dealt|the call|the limit|not judged)\b", told
    )
    assert "dijo «" in told


@pytest.mark.parametrize("why", ["deaf", "voice", "onset", "behind", "interrupted"])
def test_why_a_call_was_not_judged_is_told_in_words(why: str) -> None:
    for language in ("es", "en"):
        assert " " in texts_of(language)[f"why_{why}"]
