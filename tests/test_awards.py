"""Awards are true, positive, of one seat alone, and two people's where they can be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host.awards import Award, awards, score_line
from host.engine.game import Event
from host.guion import read
from host.mouth.lines import LINES, Lines
from host.rehearsal import play_as_text

FOLDER = Path(__file__).resolve().parent / "guiones"
BEGAN = Event("game_began", {"seats": ["Ana", "Luis", "Eva"]})


def scored(*rows: dict[str, Any]) -> Event:
    return Event("scored", {"squares": list(rows)})


def row(seat: str, level: int, right: bool, *bets: tuple[str, str]) -> dict[str, Any]:
    on_it = [
        {"seat": who, "sign": sign, "chips": 1 if (sign == "+") == right else -1}
        for who, sign in bets
    ]
    return {"seat": seat, "level": level, "right": right, "bets": on_it}


def test_the_best_eye_and_another_person() -> None:
    events = [
        BEGAN,
        scored(
            row("Luis", 3, True, ("Eva", "+"), ("Ana", "-")), row("Ana", 1, False, ("Eva", "-"))
        ),
    ]
    assert awards("iknow", events) == (
        Award("iknow-eye", "Eva", 2),
        Award("iknow-memory", "Luis", 1),
    )


def test_nobody_is_best_at_what_two_did_as_well() -> None:
    tie = scored(row("Luis", 2, True, ("Ana", "+")), row("Ana", 2, True, ("Luis", "+")))
    assert awards("iknow", [BEGAN, tie]) == ()


def test_a_round_that_was_voided_counts_for_nothing() -> None:
    good = scored(row("Luis", 3, True, ("Eva", "+")))
    ended = Event("round_ended", {"round": 1})
    voided = Event("round_voided", {"round": 1})
    assert awards("iknow", [BEGAN, good, ended]) != ()
    assert awards("iknow", [BEGAN, good, ended, voided]) == ()


def test_a_round_that_was_scored_anew_counts_once() -> None:
    good, better = (scored(row(who, 3, True, ("Eva", "+"))) for who in ("Luis", "Ana"))
    ended = Event("round_ended", {"round": 1})
    found = awards("iknow", [BEGAN, good, ended, Event("contested", {}), better, ended])
    assert found[1] == Award("iknow-memory", "Ana", 1)


def test_two_awards_of_one_person_where_nobody_else_stands_out() -> None:
    rows = [
        {"seat": "Ana", "bid": 2, "taken": 2},
        {"seat": "Luis", "bid": 0, "taken": 1},
        {"seat": "Eva", "bid": 1, "taken": 0},
    ]
    began = Event("game_began", {"points": {"Ana": 0, "Luis": 0, "Eva": 0}})
    found = awards("wizard", [began, Event("scored", {"rows": rows})])
    assert found == (Award("wizard-aim", "Ana", 1), Award("wizard-brave", "Ana", 2))


def test_a_round_whose_last_trick_was_taken_back_counts_for_nothing() -> None:
    began = Event("game_began", {"points": {"Ana": 0, "Luis": 0}})
    wrong = Event("scored", {"rows": [{"seat": "Ana", "bid": 1, "taken": 1}]})
    right = Event("scored", {"rows": [{"seat": "Luis", "bid": 2, "taken": 2}]})
    trick = Event("trick_won", {"seat": "Ana", "trick": 1})
    undone = Event("trick_undone", {"trick": 1})
    events = [began, trick, wrong, Event("round_began", {}), undone, trick, right]
    assert {award.seat for award in awards("wizard", events)} == {"Luis"}
    later = [began, trick, wrong, Event("round_began", {}), trick, undone, trick, right]
    assert awards("wizard", later)[0].kind == "wizard-brave"


def test_a_call_that_was_anothers_is_no_merit() -> None:
    began = Event("game_began", {"seats": ["Ana", "Luis"]})
    made = Event("call_made", {"id": 3, "seat": "Ana"})
    assert awards("sapiencia", [began, made]) != ()
    assert awards("sapiencia", [began, made, Event("call_borrowed", {"id": 3})]) == ()


def test_alone_there_are_no_awards_and_a_score() -> None:
    began = Event("game_began", {"seats": ["Ana"]})
    ended = Event("game_ended", {"how": "solo", "points": {"Ana": 12}})
    assert awards("iknow", [began, scored(row("Ana", 3, True)), ended]) == ()
    best = score_line("iknow", [began, ended], {"iknow_solo": 15})
    assert best is not None
    assert (best.line, best.score, best.best) == ("award-solo", 12, 15)
    early = Event("game_ended", {"how": "ended", "points": {"Ana": 12}})
    assert score_line("iknow", [began, early], {}) is None


@pytest.mark.parametrize("name", ["wizard/whole-tricks", "wizard/whole-score"])
def test_what_is_told_of_a_whole_game_is_what_happened(name: str) -> None:
    result = play_as_text(read(FOLDER / f"{name}.guion"))
    events = [Event(e["kind"], {k: v for k, v in e.items() if k != "kind"}) for e in result.events]
    found = awards("wizard", events)
    rows = [r for e in events if e.kind == "scored" for r in e["rows"]]
    for award in found:
        mine = [r for r in rows if r["seat"] == award.seat]
        counted = {
            "wizard-aim": sum(r["bid"] == r["taken"] for r in mine),
            "wizard-brave": max((r["bid"] for r in mine if r["bid"] == r["taken"]), default=0),
            "wizard-tricks": sum(r["taken"] for r in mine),
        }
        assert award.n == counted[award.kind]


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_award_has_a_line_for_one_and_for_many(language: str) -> None:
    text = (LINES / language / "award.ftl").read_text(encoding="utf-8")
    lines = Lines(language)
    kinds = re.findall(r"^(award-(?!solo)\S+) =", text, re.MULTILINE)
    assert len(kinds) == 10
    for kind in kinds:
        one, many = lines.say(kind, name="Eva", n=1), lines.say(kind, name="Eva", n=6)
        assert "Eva" in one
        assert one != many
