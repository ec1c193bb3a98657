"""Verdicts of iKNOW that the table takes back after the reveal (D9, D23, rules 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from host.engine.game import Event, Json, Move
from host.engine.journal import Journal
from host.engine.session import Session
from tests.games.test_iknow import Table, points


def revealed(right: str = "A", *, bets: dict[str, str] | None = None, **rules: Any) -> Table:
    """Play a round of four, the host reading: A on three, B and C on two, D on one."""
    table = Table(**{"reader": "host", **rules})
    table.place(A=1, B=3, C=4, D=5)
    table.bet(**(bets or {}))
    table.answers(right)
    return table


def contest(table: Table, who: str, seat: str, *, ok: bool = True) -> list[Event]:
    return table.move(who, "overrule", seat=seat, ok=ok)


def test_D9_nobody_objects_and_chips_bets_and_turn_are_counted_anew() -> None:
    table = revealed("B", bets={"B": "A+", "C": "A-"})
    assert table.out["points"] == {"A": 1, "B": 2, "C": 2, "D": 1}
    assert table.turn == "B"
    contest(table, "A", "A")
    now = table.game.expectation(table.state)
    assert (now.phase, now.silence_act, now.anyone) == ("doubt", "accept", True)
    assert table.out["points"] == {"A": 1, "B": 2, "C": 2, "D": 1}  # until it is settled
    table.move("", "accept")
    assert table.out["points"] == {"A": 4, "B": 4, "C": 0, "D": 1}
    assert (table.out["first_right"], table.turn, table.phase) == ("A", "A", "category")
    assert table.state.round == 2
    assert table.refused("A", "overrule", seat="A", ok=True).code == "already_done"


def test_D23_who_has_no_bet_on_the_player_votes_and_a_no_leaves_all_as_it_was() -> None:
    table = revealed("B", bets={"C": "A-"})
    before = table.state
    contest(table, "A", "A")
    table.move("C", "object")
    assert table.turn == "B"
    table.move("B", "vote", ok=False)
    table.move("D", "vote", ok=False)
    assert table.state == before


def test_D23_a_tie_favours_the_player() -> None:
    table = revealed("B")
    contest(table, "A", "A")
    table.move("B", "object")
    for who, ok in (("B", True), ("C", True), ("D", False)):
        table.move(who, "vote", ok=ok)
    assert table.out["points"]["A"] == 4


def test_D9_a_right_one_that_was_wrong_goes_straight_to_the_vote() -> None:
    table = revealed("AB")
    contest(table, "C", "A", ok=False)
    assert table.phase == "vote"
    for who in "BCD":
        table.move(who, "vote", ok=False)
    assert table.out["points"] == {"A": 1, "B": 3, "C": 1, "D": 1}
    assert table.turn == "B"


def test_D23_a_rotating_reader_decides() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet()
    table.answers("B")
    contest(table, "A", "A")
    assert table.turn == "D"
    table.move("D", "accept")
    assert table.out["points"] == {"A": 4, "B": 3, "C": 1, "D": 3}
    assert table.state.reader == "A"


def test_who_plays_alone_is_believed() -> None:
    table = Table("A", reader="host")
    table.place(A=1)
    table.answers()
    contest(table, "A", "A")
    assert (table.out["points"]["A"], table.state.round) == (3, 2)


@pytest.mark.parametrize("doubt", ["table", "host"])
def test_where_the_host_settles_doubts_a_claim_counts_at_once(doubt: str) -> None:
    table = revealed("B", doubt=doubt)
    contest(table, "A", "A")
    assert (table.out["points"]["A"] == 4) == (doubt == "host")


def test_D9_only_until_the_next_accepted_act() -> None:
    table = revealed("A")
    table.move("A", "category", category="world")
    assert table.refused("B", "overrule", seat="B", ok=True).code == "not_now"
    assert not table.options("overrule")


def test_IKN_19_where_nobody_was_right_it_may_be_said_before_the_first_is_down() -> None:
    table = revealed("")
    assert table.phase == "place"
    contest(table, "C", "C")
    table.move("", "accept")
    assert (table.phase, table.turn) == ("category", "C")
    table = revealed("")
    table.place(B=1)
    assert table.refused("C", "overrule", seat="C", ok=True).code == "not_now"


def test_D22_before_the_reveal_there_is_nothing_to_contest() -> None:
    table = Table(reader="host")
    table.place(A=1, B=3, C=4, D=5)
    table.bet()
    table.move("A", "answer", said="x", verdict="wrong")
    assert not table.options("overrule")
    assert table.refused("A", "overrule", seat="A", ok=True).code == "not_now"


def test_who_leaves_meanwhile_is_gone_behind_it_too() -> None:
    table = revealed("B")
    contest(table, "A", "A")
    table.move("C", "leave")
    table.move("B", "object")
    for who in "BD":
        table.move(who, "vote", ok=False)
    assert table.state.away == {"C"}


def test_the_answer_that_ended_the_game_may_be_contested() -> None:
    table = Table(reader="host", setup=points(A=18, B=17))
    table.place(A=3, B=1, C=5, D=6)
    table.bet()
    table.answers("A")
    assert (table.phase, table.out["winners"]) == ("over", ["A"])
    contest(table, "B", "B")
    assert not table.out["finished"]
    table.move("", "accept")
    assert (table.phase, table.out["winners"]) == ("over", ["A", "B"])


def test_a_contest_is_undone_and_comes_back_from_the_journal() -> None:
    seats: list[str] = list("AB")
    rules: dict[str, Json] = {"bets": "optional"}
    table = Table(seats, reader="host")
    session: Session[Any] = Session(table.game, Journal(), seed=1)
    session.begin({"seats": seats, "rules": rules})
    for who, act, args in (
        ("A", "place", {"square": 1}),
        ("B", "place", {"square": 3}),
        ("A", "no_bet", {}),
        ("B", "no_bet", {}),
        ("A", "answer", {"said": "x", "verdict": "wrong"}),
        ("B", "answer", {"said": "y", "verdict": "right"}),
    ):
        session.move(Move(act, who, args), 0.0)
    before = session.state
    session.move(Move("overrule", "A", {"seat": "A", "ok": True}), 0.0)
    session.undo(0.0)
    assert session.state == before
    session.move(Move("overrule", "A", {"seat": "A", "ok": True}), 0.0)
    session.move(Move("accept", ""), 0.0)
    again: Session[Any] = Session(Table(seats, reader="host").game, Journal(), seed=1)
    again.resume(session.journal.records)
    assert again.state == session.state
    assert again.state.points == {"A": 4, "B": 3}
