"""The worked examples K of the rules, each by its number, and every house rule of iKNOW."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from host.engine.game import Event, Move, Refusal, fold
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.iknow import CardRef, Iknow, IknowRules, IknowState, chips, worth
from host.games.iknow_state import Answer
from tests.games.tables import InOrder, Played

CATEGORIES = ("people", "world", "works", "events")
DECK = tuple(CardRef(f"{c}-{n}", c) for c in CATEGORIES for n in range(6))


class Table(Played):
    """A game in play, with short ways to move."""

    def __init__(
        self,
        seats: str | Sequence[str] = "ABCD",
        *,
        setup: Mapping[str, Any] | None = None,
        cards: Sequence[CardRef] = DECK,
        played: Sequence[str] = (),
        **rules: Any,
    ) -> None:
        start = {"category": "people"} if setup is None else dict(setup)
        chosen = IknowRules.from_dict({"reader": "rotating", "bets": "optional", **rules})
        if chosen.reader == "rotating" and "reader" not in start:
            start["reader"] = list(seats)[-1]
        super().__init__(Iknow(list(seats), cards, chosen, start, played=played))

    def place(self, **squares: int) -> None:
        for who, square in squares.items():
            self.move(who, "place", square=square)

    def bet(self, **bets: str) -> None:
        """Bet for everybody in order: «A-» or nothing."""
        while self.phase == "bet":
            who = self.turn
            text = bets.get(who)
            if text is None:
                self.move(who, "no_bet")
            else:
                self.move(who, "bet", target=text[0], sign=text[1])

    def answers(self, right: str = "", unsure: str = "") -> None:
        while self.phase == "answer":
            who = self.turn
            verdict = "right" if who in right else "unsure" if who in unsure else "wrong"
            self.move(who, "answer", said=f"dice {who}", verdict=verdict)

    def play(self, right: str = "", **squares: int) -> None:
        self.place(**squares)
        self.bet()
        self.answers(right)


def points(**given: int) -> dict[str, Any]:
    return {"category": "people", "points": given}


# ---------------------------------------------------------------- K-01 to K-20: chips

SCORES = {
    # name: (squares, bets, right, start, result, first right, winners)
    "K_01": ("A1 B3 C5", {}, "ABC", {}, "4 3 2 3", "A", ""),
    "K_02": ("A1 B3 C5", {}, "", {}, "1 1 1 3", None, ""),
    "K_03": ("A1 B3 C5", {"B": "A+"}, "A", {}, "4 2 1 3", "A", ""),
    "K_04": ("A1 B3 C5", {"B": "A+"}, "", {}, "1 0 1 3", None, ""),
    "K_05": ("A1 B3 C5", {"B": "A-"}, "", {}, "1 2 1 3", None, ""),
    "K_06": ("A1 B3 C5", {"B": "A-"}, "A", {}, "4 0 1 3", "A", ""),
    "K_07": ("A1 B5 C3", {"B": "A-"}, "AB", {}, "4 1 1 3", "A", ""),
    "K_08": ("A1 B5 C2", {}, "AB", {}, "4 2 1 3", "A", ""),
    "K_10": ("A2 B1 C3", {}, "AB", {}, "4 4 1 3", "B", ""),
    "K_11": ("A1 B3 C5", {"A": "B+"}, "", {"A": 0}, "0 1 1 3", None, ""),
    "K_11_from_one": ("A1 B3 C5", {"A": "B+"}, "", {}, "0 1 1 3", None, ""),
    "K_13": ("A3 B1 C5", {}, "B", {"A": 10, "B": 17, "C": 5, "D": 3}, "10 20 5 5", "B", "B"),
    "K_14": ("A1 B3 C5", {}, "AB", {"A": 19, "B": 18, "C": 5, "D": 3}, "22 20 5 5", "A", "A"),
    "K_15": ("A1 B3 C5", {}, "", {"A": 10, "B": 10, "C": 5, "D": 18}, "10 10 5 20", None, "D"),
    "K_16": ("A1 B3 C5", {}, "A", {"A": 17, "B": 10, "C": 5, "D": 18}, "20 10 5 20", "A", "AD"),
    "K_17": ("A1 B3 C5", {}, "A", {"A": 16, "B": 10, "C": 5, "D": 3}, "19 10 5 5", "A", ""),
}


def scored(name: str) -> Table:
    squares, bets, right, start, result, first, winners = SCORES[name]
    table = Table(setup=points(**start))
    table.place(**{s[0]: int(s[1]) for s in squares.split()})
    table.bet(**bets)
    table.answers(right)
    wanted = dict(zip("ABCD", map(int, result.split()), strict=True))
    assert table.out["points"] == wanted
    assert table.out["first_right"] == first
    assert table.out["winners"] == list(winners)
    assert table.out["finished"] == bool(winners)
    return table


def test_K_01() -> None:
    row = scored("K_01").last("scored")
    assert [(s["seat"], s["level"], s["chips"]) for s in row["squares"]] == [
        ("A", 3, 3),
        ("B", 2, 2),
        ("C", 1, 1),
    ]
    assert (row["reader"], row["reader_chips"]) == ("D", 2)


def test_K_02() -> None:
    scored("K_02")


def test_K_03() -> None:
    row = scored("K_03").last("scored")["squares"][0]
    assert row["bets"] == [{"seat": "B", "sign": "+", "won": True, "chips": 1}]


def test_K_04() -> None:
    row = scored("K_04").last("scored")["squares"][0]
    assert row["bets"] == [{"seat": "B", "sign": "+", "won": False, "chips": -1}]


def test_K_05() -> None:
    scored("K_05")


def test_K_06() -> None:
    scored("K_06")


def test_K_07() -> None:
    assert scored("K_07").last("scored")["gained"]["B"] == 0


def test_K_08() -> None:
    table = Table()
    table.place(A=1, B=5, C=2)
    table.bet()
    for who, verdict in (("A", "right"), ("C", "wrong"), ("B", "right")):
        table.move(who, "answer", said="igual", verdict=verdict)
    assert table.out["points"] == {"A": 4, "B": 2, "C": 1, "D": 3}
    scored("K_08")


def test_K_10() -> None:
    assert scored("K_10").out["order"] == ["B", "A", "C"]


def test_K_11() -> None:
    scored("K_11")
    scored("K_11_from_one")


def test_K_13() -> None:
    scored("K_13")


def test_K_14() -> None:
    scored("K_14")


def test_K_15() -> None:
    scored("K_15")


def test_K_16() -> None:
    scored("K_16")


def test_K_17() -> None:
    table = scored("K_17")
    assert (table.phase, table.turn) == ("category", "A")


def test_K_18() -> None:
    table = Table("AB")
    assert table.state.order == ("A", "B")  # A17: the reader B places last
    table.play("AB", A=1, B=5)
    assert table.out["points"] == {"A": 4, "B": 2}
    assert table.out["first_right"] == "A"


def test_K_19() -> None:
    table = Table("AB")
    table.place(A=1, B=5)
    table.bet(A="B-", B="A-")
    table.answers("A")
    assert table.out["points"] == {"A": 5, "B": 0}
    assert table.out["first_right"] == "A"
    assert table.out["bets"] == {"A": {"on": "B", "sign": "-"}, "B": {"on": "A", "sign": "-"}}


def test_K_20() -> None:
    table = Table(reader="host")
    assert table.out["reader"] is None
    table.place(A=1, B=3, C=5, D=2)
    table.bet()
    assert table.out["order"] == ["A", "D", "B", "C"]
    table.answers("ABC")
    assert table.out["points"] == {"A": 4, "B": 3, "C": 2, "D": 1}
    assert table.last("scored")["reader"] is None


# ---------------------------------------------------------------- K-23 to K-44


def test_K_23() -> None:
    table = Table()
    table.play(A=1, B=3, C=5)
    assert (table.out["category"], table.phase) == ("world", "place")
    assert table.last("category_chosen").data == {"category": "world", "by": None, "how": "moved"}
    assert table.last("round_ended")["next_category"] == "world"


def test_K_24() -> None:
    table = Table(setup={"category": "events"})
    table.play(A=1, B=3, C=5)
    assert table.out["category"] == "people"


def test_K_30() -> None:
    table = Table()
    table.place(A=1, B=2)
    refusal = table.refused("C", "place", level=3)
    assert (refusal.code, refusal.free) == ("level_full", (3, 4, 5, 6))
    assert table.options("place")[0].slots["level"] == (2, 1)


def test_K_31() -> None:
    table = Table("ABCDEF")
    table.place(A=1, B=2, C=3, D=4, E=5)
    assert table.phase == "bet"
    assert table.state.free_squares == (6,)


def test_K_32() -> None:
    table = Table(bets="required")
    table.place(A=1, B=3, C=5)
    refusal = table.refused("A", "bet", target="A", sign="+")
    assert refusal.code == "own_token"
    assert {"target": "A", "sign": "-"} not in refusal.free
    assert len(refusal.free) == 4


def test_K_33() -> None:
    table = Table(bets="required")
    table.place(A=3, B=1, C=5)
    assert table.refused("B", "bet", target="D", sign="+").code == "no_token"


def test_K_34() -> None:
    table = Table(bets="required")
    table.place(A=3, B=1, C=5)
    table.move("B", "bet", target="A", sign="+")
    table.move("A", "bet", target="C", sign="+")
    refusal = table.refused("C", "bet", target="A", sign="+")
    assert refusal.code == "circle_taken"
    assert refusal.free == (
        {"target": "B", "sign": "+"},
        {"target": "B", "sign": "-"},
        {"target": "A", "sign": "-"},
    )


def test_K_35() -> None:
    table = Table()
    table.place(A=3, B=1, C=2)
    asked = []
    while table.phase == "bet":
        asked.append(table.turn)
        table.move(table.turn, "no_bet")
    while table.phase == "answer":
        asked.append(table.turn)
        table.move(table.turn, "pass")
    assert asked == ["B", "C", "A"] * 2
    assert table.out["order"] == ["B", "C", "A"]


def test_K_37() -> None:
    table = Table("ABC")
    table.play("A", A=1, B=2)
    assert [e["level"] for e in table.events if e.kind == "clue_read"] == [3]


def test_K_38() -> None:
    table = Table()
    assert table.out["order"] == ["A", "B", "C"]
    assert table.out["reader"] == "D"
    table.play("C", A=1, B=3, C=5)
    assert (table.out["reader"], table.state.order) == ("A", ("B", "C", "D"))


def test_K_39() -> None:
    table = Table()
    table.play("A", A=1, B=3, C=5)
    assert (table.out["reader"], table.turn, table.phase) == ("A", "A", "category")
    table.move("A", "category", category="people")
    assert (table.phase, table.turn) == ("place", "B")
    assert table.last("category_chosen").data == {
        "category": "people",
        "by": "A",
        "how": "chosen",
    }


def test_K_40() -> None:
    assert chips(7) == (1, 2)
    assert {worth(0, 7), worth(1, 2)} == {7}
    assert all(worth(*chips(n)) == n for n in range(-5, 60))


def test_K_41() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet(B="A-")
    table.move("A", "pass")
    table.answers()
    assert table.out["points"] == {"A": 1, "B": 2, "C": 1, "D": 3}


def test_K_43() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet()
    got = table.move("A", "answer", said="Hipatia", verdict="right")
    assert table.refused("A", "is_it_right").code == "not_now"
    assert table.out["first_right"] is None
    assert [e.kind for e in got] == ["answered", "clue_read"]


def test_K_44() -> None:
    table = Table(bets="required")
    table.place(A=1, B=3, C=5)
    for who, target in (("A", "B"), ("B", "C"), ("C", "A")):
        table.move(who, "bet", target=target, sign="-")
        assert set(table.out["points"].values()) == {1}
    table.move("A", "answer", said="x", verdict="right")
    table.move("B", "answer", said="x", verdict="right")
    assert set(table.out["points"].values()) == {1}
    table.move("C", "answer", said="x", verdict="right")
    assert table.out["points"] == {"A": 3, "B": 2, "C": 1, "D": 3}


# ---------------------------------------------------------------- D22: nothing leaks


@pytest.mark.parametrize("place", range(4))
def test_what_follows_an_answer_is_the_same_for_every_verdict(place: int) -> None:
    seen: list[Any] = []
    for verdict in ("right", "wrong", "unsure"):
        table = Table(reader="host")
        table.place(A=1, B=2, C=5, D=3)
        table.bet()
        for _ in range(place):
            table.move(table.turn, "answer", said="x", verdict="wrong")
        got = table.move(table.turn, "answer", said="x", verdict=verdict)
        if place < 3:
            public = table.out
            kinds = [(e.kind, sorted(e.data)) for e in got]
            seen.append((kinds, public, table.game.expectation(table.state)))
        else:
            seen.append([e.kind for e in got][:2])
    assert seen[0] == seen[1] == seen[2]
    if place == 3:
        assert seen[0] == ["answered", "answers_closed"]


# ---------------------------------------------------------------- ambiguities


def test_A1_host_reads_and_the_first_to_place_moves_left() -> None:
    table = Table("ABC", setup={"category": "people"}, reader="host")
    assert table.turn == "A"
    table.play(A=1, B=3, C=5)
    assert table.state.order == ("B", "C", "A")


def test_A1_six_players_with_the_host_fill_the_board() -> None:
    table = Table("ABCDEF", reader="host")
    table.place(A=1, B=2, C=3, D=4, E=5, F=6)
    assert table.phase == "bet"


def test_A1_host_with_a_seat_named_as_reader_begins_at_its_left() -> None:
    table = Table(setup={"category": "people", "reader": "D"}, reader="host")
    assert (table.turn, table.out["reader"]) == ("A", None)


def test_first_round_the_reader_or_the_first_to_place_chooses() -> None:
    rotating = Table(setup={"reader": "C"})
    assert (rotating.phase, rotating.turn) == ("category", "C")
    host = Table(setup={}, reader="host")
    assert (host.phase, host.turn) == ("category", "A")
    assert host.options("category")[0].slots == {"category": CATEGORIES}
    host.move("A", "category", category="works")
    assert host.out["category"] == "works"
    assert host.refused("A", "category", category="people").code == "not_now"


def test_first_round_the_first_to_place_chooses_where_the_reader_left() -> None:
    table = Table(setup={"reader": "C"})
    table.move("C", "leave")
    assert (table.phase, table.turn) == ("category", "D")


def test_rotating_without_set_up_begins_with_the_first_seat_reading() -> None:
    game = Iknow("ABC", DECK, IknowRules(reader="rotating"), {})
    state = fold(game, game.begin(InOrder()))
    assert (state.reader, state.order) == ("A", ("B", "C"))


def test_A2_order_in_a_level() -> None:
    for order, wanted in (("square", ["B", "A", "C"]), ("placement", ["A", "B", "C"])):
        table = Table(level_order=order)
        table.place(A=2, B=1, C=3)
        assert table.out["order"] == wanted
        assert table.turn == wanted[0]


def test_A3_level_alone_is_the_first_free_square_and_can_be_taken_back() -> None:
    table = Table()
    got = table.move("A", "place", level=3)
    assert got[0].data == {
        "seat": "A",
        "square": 1,
        "level": 3,
        "place": 1,
        "left": [2, 3, 4, 5, 6],
    }
    assert table.game.undo_reaches(got, ())
    later = table.move("B", "place", level=3, place=2)
    assert later[0]["square"] == 2
    assert not table.game.undo_reaches(got, later)


def test_second_place_may_be_taken_while_the_first_is_free() -> None:
    table = Table()
    assert table.move("A", "place", level=3, place=2)[0]["square"] == 2
    assert table.refused("B", "place", level=3, place=2).code == "square_taken"
    assert table.move("B", "place", level=3)[0]["square"] == 1


def test_A4_A5_required_bets_always_have_a_circle() -> None:
    table = Table("AB", bets="required")
    table.place(A=1, B=2)
    refusal = table.refused("A", "no_bet")
    assert refusal.code == "must_play"
    assert refusal.free == ({"target": "B", "sign": "+"}, {"target": "B", "sign": "-"})
    assert table.options("no_bet") == []
    table.move("A", "bet", target="B", sign="-")
    table.move("B", "bet", target="A", sign="-")
    assert table.phase == "answer"


def test_A5_optional_bets() -> None:
    table = Table(bets="optional")
    table.place(A=1, B=3, C=5)
    assert len(table.options("no_bet")) == 1
    table.move("A", "no_bet")
    assert table.turn == "B"
    assert table.refused("A", "bet", target="B", sign="+").code == "already_done"


def test_A6_negative_points() -> None:
    for negative, wanted in ((False, 0), (True, -1)):
        table = Table(setup=points(A=0), negative=negative)
        table.place(A=1, B=3, C=5)
        table.bet(A="B+")
        table.answers()
        assert table.out["points"]["A"] == wanted


def test_A7_net_of_the_round_or_square_by_square() -> None:
    for settle, wanted in (("round", 0), ("square", 1)):
        table = Table(setup=points(C=0), settle=settle)
        table.place(A=1, B=3, C=5)
        table.bet(C="A+")
        table.answers("C")
        assert table.out["points"]["C"] == wanted


def test_A8_clues_down_to_the_lowest_occupied_level() -> None:
    def clues(table: Table) -> list[int]:
        return [e["level"] for e in table.events if e.kind == "clue_read"]

    low = Table("ABC")
    low.place(A=5, B=6)
    low.bet()
    assert clues(low) == [3, 2, 1]
    middle = Table("ABC")
    middle.play(A=1, B=3)
    assert clues(middle) == [3, 2]
    everything = Table("ABC", read_all_clues=True)
    everything.play(A=1, B=2)
    assert clues(everything) == [3, 2, 1]
    assert everything.kinds.index("answers_closed") > everything.kinds.index("clue_read")


def test_A9_A10_one_answer_each() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet()
    table.move("A", "pass")
    assert table.refused("A", "answer", said="x", verdict="right").code == "already_done"


def test_IKN_13_the_same_as_somebody_who_answered() -> None:
    table = Table("ABCDE")
    table.place(A=1, B=2, C=3, D=4)
    table.bet()
    assert table.options("same_as") == []
    assert table.refused("A", "same_as", target="B").code == "not_now"
    table.move("A", "answer", said="Hipatia", verdict="right")
    assert table.options("same_as")[0].slots == {"target": ("A",)}
    got = table.move("B", "same_as", target="A")
    assert got[0].data == {"seat": "B", "said": "Hipatia", "verdict": "right"}
    table.move("C", "pass")
    assert table.move("D", "same_as", target="C")[0].kind == "passed"
    assert table.out["points"] == {"A": 4, "B": 4, "C": 1, "D": 1, "E": 3}


def test_A10_an_answer_stands_once_a_later_clue_was_read() -> None:
    table = Table()
    table.place(A=1, B=2, C=5)
    table.bet()
    first = table.move("A", "answer", said="x", verdict="wrong")
    assert table.game.undo_reaches(first, ())
    second = table.move("B", "answer", said="x", verdict="wrong")
    assert not table.game.undo_reaches(first, second)
    assert not table.game.undo_reaches(second, ())
    final = table.move("C", "answer", said="x", verdict="wrong")
    assert not table.game.undo_reaches(final, ())


def test_A11_a_tie_is_shared_or_played_on() -> None:
    start = {"A": 17, "B": 10, "C": 5, "D": 18}
    table = Table(setup=points(**start), tie="play_on")
    table.play("A", A=1, B=3, C=5)
    assert table.out["finished"] is False
    table.move("A", "category", category="people")
    table.play("B", B=1, C=3, D=5)
    assert table.out["winners"] == ["A"]


def test_A12_category_order_is_data() -> None:
    table = Table(
        category_order=["people", "world", "events", "works"], setup={"category": "world"}
    )
    table.play(A=1, B=3, C=5)
    assert table.out["category"] == "events"


def test_A13_chooser_who_left_is_followed_by_the_next_who_was_right() -> None:
    table = Table()
    table.play("AC", A=1, B=3, C=5)
    table.move("A", "leave", seat="A")
    assert (table.phase, table.turn) == ("category", "C")
    table.move("C", "leave")
    assert (table.out["category"], table.phase) == ("world", "place")


def test_A15_the_host_alone_counts_doubts_as_right() -> None:
    table = Table(doubt="host")
    table.place(A=1, B=3, C=5)
    table.bet()
    table.answers(unsure="B")
    assert table.out["points"]["B"] == 3
    assert table.last("doubt_settled").data == {"seat": "B", "right": True, "how": "host"}
    assert "doubt_opened" not in table.kinds


def test_A16_no_bet_before_all_have_placed() -> None:
    table = Table()
    table.place(A=1)
    assert table.refused("A", "bet", target="B", sign="+").code == "not_now"


def test_A18_an_empty_category_moves_on_and_all_empty_are_shuffled_anew() -> None:
    cards = (CardRef("p", "people"), CardRef("e", "events"))
    table = Table(cards=cards)
    table.play("A", A=1, B=3, C=5)
    table.move("A", "category", category="people")
    assert table.out["category"] == "events"
    assert table.last("category_chosen")["how"] == "empty"
    table.play("B", B=1, C=3, D=5)
    table.move("B", "category", category="people")
    assert "reshuffled" in table.kinds
    assert (table.out["category"], table.state.card) == ("people", "p")


def test_target_of_ten() -> None:
    table = Table(setup=points(A=7), target=10)
    table.play("A", A=1, B=3, C=5)
    assert table.out["winners"] == ["A"]


def test_D7_nobody_who_left_wins_a_game_that_is_ended() -> None:
    table = Table(reader="host", setup=points(A=5, B=9, C=5))
    table.move("A", "leave", seat="B")
    table.move("A", "end")
    assert table.out["winners"] == ["A", "C"]


# ---------------------------------------------------------------- D23: doubts


def doubtful(unsure: str = "B", right: str = "", **more: Any) -> Table:
    bets = more.pop("made", {})
    table = Table(**{"reader": "host", **more})
    table.place(A=1, B=3, C=5, D=6)
    table.bet(**bets)
    table.answers(right, unsure)
    return table


def test_D23_silence_accepts() -> None:
    table = doubtful()
    now = table.game.expectation(table.state)
    assert (now.phase, now.asked, now.anyone) == ("doubt", None, True)
    assert (now.silence_s, now.silence_act) == (5.0, "accept")
    table.move("", now.silence_act)
    assert table.out["points"]["B"] == 3
    assert table.last("doubt_settled")["how"] == "unopposed"


def test_D23_ones_own_yes_does_not_cut_off_objections() -> None:
    table = doubtful()
    assert table.refused("B", "accept").code == "not_your_turn"


def test_D23_those_without_a_bet_on_the_player_vote_in_order() -> None:
    table = doubtful(made={"A": "B+"})
    table.move("A", "object")
    assert (table.phase, table.turn) == ("vote", "C")
    assert table.refused("A", "vote", ok=True).code == "not_your_turn"
    assert table.refused("C", "vote", ok="sí").code == "wrong_value"
    table.move("C", "vote", ok=False)
    assert table.refused("C", "vote", ok=True).code == "already_done"
    table.move("D", "vote", ok=False)
    assert table.out["points"] == {"A": 0, "B": 1, "C": 1, "D": 1}
    assert table.last("doubt_settled")["how"] == "vote"


def test_D23_a_tie_favours_the_player() -> None:
    table = doubtful(made={"A": "B+"})
    table.move("D", "object")
    table.move("C", "vote", ok=False)
    table.move("D", "vote", ok=True)
    assert table.last("doubt_settled")["how"] == "tie"
    assert table.out["points"]["B"] == 3


def test_D23_nobody_entitled_favours_the_player() -> None:
    table = Table("ABC", reader="host")
    table.place(A=1, B=3, C=5)
    table.bet(A="B+", C="B-")
    table.answers(unsure="B")
    table.move("A", "object")
    assert table.last("doubt_settled")["how"] == "nobody_entitled"
    assert table.out["points"]["B"] == 3


def test_D23_doubts_come_in_answer_order_and_nothing_is_scored_before_the_last() -> None:
    table = doubtful("DB")
    assert table.state.doubt == "B"
    table.move("C", "accept")
    assert table.state.doubt == "D"
    assert set(table.out["points"].values()) == {1}
    got = table.move("", "accept")
    assert table.out["points"] == {"A": 1, "B": 3, "C": 1, "D": 2}
    assert table.game.undo_reaches(got, ())


def test_D23_a_rotating_reader_decides() -> None:
    for act, wanted in (("accept", 3), ("object", 1)):
        table = Table()
        table.place(A=1, B=3, C=5)
        table.bet()
        table.answers(unsure="B")
        now = table.game.expectation(table.state)
        assert (now.asked, now.silence_s, now.anyone) == ("D", None, False)
        assert table.refused("A", "accept").code == "not_your_turn"
        table.move("D", act)
        assert table.out["points"]["B"] == wanted
        assert table.last("doubt_settled")["how"] == "reader"


def test_D23_a_reader_who_left_favours_the_player() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet()
    table.answers(unsure="B")
    table.move("D", "leave")
    assert table.last("doubt_settled")["how"] == "reader_gone"
    assert table.last("doubt_settled")["right"] is True
    assert table.out["points"]["B"] == 3


def test_D23_two_players_settle_as_a_table_even_with_a_rotating_reader() -> None:
    table = Table("AB")
    table.place(A=1, B=5)
    table.bet(A="B-", B="A-")
    table.answers(unsure="A")
    assert table.turn is None
    table.move("B", "object")
    assert table.last("doubt_settled")["how"] == "nobody_entitled"


def test_first_right_counts_a_settled_doubt() -> None:
    table = doubtful("B", right="C")
    table.move("", "accept")
    assert (table.out["first_right"], table.turn) == ("B", "B")


# ---------------------------------------------------------------- D24: cards


def test_D24_known_swaps_the_card_before_anyone_has_placed() -> None:
    table = Table()
    assert table.state.card == "people-0"
    table.move("C", "known")
    assert (table.state.card, table.phase) == ("people-1", "place")
    table.move("", "known")
    assert table.state.card == "people-2"
    table.place(A=1)
    assert table.refused("B", "known").code == "not_now"


def test_D24_a_bad_question_voids_the_round_in_play() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet(B="A+")
    table.move("A", "answer", said="x", verdict="right")
    table.move("C", "bad_question")
    assert (table.phase, table.turn, table.state.card) == ("place", "A", "people-1")
    assert (table.out["squares"], table.out["bets"]) == ({}, {})
    assert table.state.bad == ("people-0",)
    table.play("A", A=1, B=3, C=5)
    assert table.out["points"] == {"A": 4, "B": 1, "C": 1, "D": 3}


def test_D24_a_bad_question_voids_the_last_round_and_restores_the_points() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet(B="A+")
    table.answers("A")
    table.move("B", "bad_question")
    assert table.out["points"] == {"A": 1, "B": 1, "C": 1, "D": 1}
    assert (table.state.round, table.out["reader"], table.turn) == (1, "D", "A")
    assert table.last("round_voided")["id"] == "people-0"
    assert table.out["first_right"] is None


def test_D24_where_the_host_went_on_the_last_question_is_meant() -> None:
    def nobody_right() -> Table:
        table = Table()
        table.play(A=1, B=3, C=5)
        return table

    table = nobody_right()
    table.move("A", "bad_question")
    assert (table.state.round, table.out["category"]) == (1, "people")
    assert table.out["points"]["D"] == 1
    this = nobody_right()
    this.move("A", "bad_question", round="this")
    assert (this.state.round, this.out["category"]) == (2, "world")
    assert this.out["points"]["D"] == 3
    begun = nobody_right()
    begun.place(B=1)
    assert begun.refused("B", "bad_question", round="last").code == "not_now"
    begun.move("B", "bad_question")
    assert begun.state.bad == ("world-0",)


def test_D24_after_a_category_was_chosen_the_new_question_is_meant() -> None:
    table = Table()
    table.play("A", A=1, B=3, C=5)
    table.move("A", "category", category="people")
    table.move("B", "bad_question")
    assert (table.state.round, table.state.bad) == (2, ("people-1",))


def test_D24_a_bad_last_question_reopens_a_game_that_it_ended() -> None:
    table = Table(setup=points(A=17))
    table.play("A", A=1, B=3, C=5)
    assert table.out["finished"]
    table.move("A", "bad_question")
    assert (table.out["finished"], table.out["winners"], table.phase) == (False, [], "place")
    table.move("A", "end")
    assert table.refused("A", "bad_question").code == "not_now"


def test_D24_bad_cards_never_come_back_and_the_last_one_ends_the_game() -> None:
    table = Table(cards=(CardRef("p", "people"), CardRef("w", "world")))
    table.move("A", "bad_question")
    assert table.state.card == "w"
    table.move("A", "known")
    assert table.state.card == "w"  # the only card left, known or not
    table.move("A", "bad_question")
    assert table.out["finished"]
    assert table.last("game_ended")["how"] == "no_cards"


def test_D24_played_cards_are_left_out_until_there_are_no_others() -> None:
    cards = (CardRef("old", "people"), CardRef("new", "people"))
    table = Table(cards=cards, played=["old"])
    assert table.state.card == "new"
    table.move("A", "known")
    assert table.state.card == "old"
    assert Table(cards=cards, played=["old", "new"]).state.card == "old"


def test_cards_of_the_set_up_come_first_in_their_order() -> None:
    table = Table(setup={"category": "people", "cards": ["people-3", "world-2", "people-1"]})
    assert table.state.card == "people-3"
    table.move("A", "known")
    assert table.state.card == "people-1"
    table.move("A", "known")
    assert table.state.card == "people-0"
    inline = Table(
        setup={"category": "works", "cards": [{"id": "mine", "category": "works"}]}, cards=()
    )
    assert inline.state.card == "mine"


# ---------------------------------------------------------------- D7: seats that left


def test_D7_who_left_does_not_place_bet_or_answer() -> None:
    table = Table()
    table.place(A=1)
    table.move("A", "leave", seat="B")
    assert table.turn == "C"
    table.place(C=3)
    assert (table.phase, table.out["order"]) == ("bet", ["A", "C"])
    table.move("A", "bet", target="C", sign="+")
    table.move("C", "leave")
    assert table.turn == "A"
    table.move("A", "answer", said="x", verdict="wrong")
    assert table.last("passed").data == {"seat": "C", "why": "away"}
    assert table.out["points"] == {"A": 0, "B": 1, "C": 1, "D": 3}


def test_D7_who_comes_back_plays_on() -> None:
    table = Table()
    table.move("A", "leave")
    assert table.turn == "B"
    table.place(B=1)
    table.move("A", "back")
    assert table.turn == "A"
    table.place(A=2, C=3)
    assert table.phase == "bet"
    table.move("A", "leave")
    table.bet()
    table.move("B", "answer", said="x", verdict="wrong")
    assert table.turn == "C"


def test_D7_a_seat_alone_with_its_token_has_nothing_to_bet_on() -> None:
    table = Table("ABC", bets="required")
    table.move("A", "leave")
    table.place(B=1)
    assert (table.phase, table.turn) == ("answer", "B")


def test_D7_somebody_has_to_play() -> None:
    table = Table("ABC")
    table.move("A", "leave")
    assert table.refused("A", "leave").code == "already_done"
    assert table.refused("B", "leave").code == "not_now"
    assert table.refused("B", "back", seat="Z").code == "unknown_player"
    two = Table("AB", reader="host")
    two.move("B", "leave")
    assert two.refused("A", "leave").code == "not_now"


def test_D7_the_next_reader_is_somebody_present() -> None:
    table = Table()
    table.move("B", "leave", seat="A")
    table.play("B", B=1, C=3)
    assert table.out["reader"] == "B"


def test_a_vote_goes_on_without_who_left() -> None:
    table = doubtful()
    table.move("A", "object")
    table.move("C", "vote", ok=False)
    table.move("D", "leave")
    table.move("A", "leave")
    assert table.last("doubt_settled").data == {
        "seat": "B",
        "right": False,
        "how": "vote",
        "for": 0,
        "against": 1,
    }


# ---------------------------------------------------------------- the rest


def test_end_by_points() -> None:
    table = Table(setup=points(A=3, B=5, C=5))
    table.place(A=1)
    table.move("A", "end")
    assert (table.out["winners"], table.out["finished"]) == (["B", "C"], True)
    assert table.last("game_ended")["how"] == "ended"
    assert table.refused("A", "end").code == "not_now"
    assert table.game.expectation(table.state).options == ()


@pytest.mark.parametrize(
    ("who", "act", "args", "code"),
    [
        ("B", "place", {"level": 3}, "not_your_turn"),
        ("D", "place", {"level": 3}, "not_your_turn"),
        ("", "place", {"level": 3}, "not_your_turn"),
        ("Z", "place", {"level": 3}, "unknown_player"),
        ("A", "place", {"level": 7}, "wrong_value"),
        ("A", "place", {"level": True}, "wrong_value"),
        ("A", "place", {"level": "tres"}, "wrong_value"),
        ("A", "place", {"level": [3]}, "wrong_value"),
        ("A", "place", {}, "wrong_value"),
        ("A", "place", {"level": 3, "place": 3}, "wrong_value"),
        ("A", "place", {"square": 7}, "square_taken"),
        ("A", "answer", {"said": "x", "verdict": "right"}, "not_now"),
        ("A", "sing", {}, "not_now"),
        ("A", "accept", {}, "not_now"),
    ],
)
def test_refusals_while_placing(who: str, act: str, args: dict[str, Any], code: str) -> None:
    refusal = Table().refused(who, act, **args)
    assert refusal.code == code
    assert refusal.free


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"target": "Z", "sign": "+"}, "unknown_player"),
        ({"target": ["B"], "sign": "+"}, "unknown_player"),
        ({}, "unknown_player"),
        ({"target": "B", "sign": "±"}, "wrong_value"),
        ({"target": "B", "sign": ["+"]}, "wrong_value"),
    ],
)
def test_refusals_while_betting(args: dict[str, Any], code: str) -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    assert table.refused("A", "bet", **args).code == code


def test_refusals_while_answering_and_choosing() -> None:
    table = Table(setup={})
    assert table.refused("D", "category", category="sport").free == CATEGORIES
    assert table.refused("D", "category", category=["people"]).code == "wrong_value"
    table.move("D", "category", category="people")
    table.place(A=1, B=3, C=5)
    assert table.refused("B", "place", square=2).code == "already_done"
    table.bet()
    assert table.refused("A", "answer", said="x", verdict="maybe").code == "wrong_value"
    assert table.refused("A", "answer", said=3, verdict="right").code == "wrong_value"
    assert table.refused("B", "answer", said="x", verdict="right").free == ("A",)


def test_outcome_tells_the_last_round_until_the_next_token_is_down() -> None:
    table = Table()
    table.place(A=1, B=3, C=5)
    table.bet(B="A+")
    table.answers("A")
    table.move("A", "category", category="works")
    out = table.out
    assert out["squares"] == {"A": 1, "B": 3, "C": 5}
    assert out["bets"] == {"B": {"on": "A", "sign": "+"}}
    assert (out["first_right"], out["order"]) == ("A", ["A", "B", "C"])
    assert (out["turn"], out["reader"], out["category"]) == ("B", "A", "works")
    table.place(B=6)
    out = table.out
    assert (out["squares"], out["bets"], out["first_right"]) == ({"B": 6}, {}, None)
    assert out["order"] == ["B", "C", "D"]


def test_options_hold_exactly_what_is_possible() -> None:
    table = Table()
    table.place(A=1, B=3)
    slots = [o.slots for o in table.options("place")]
    assert slots[0] == {"level": (3, 2, 1)}
    assert {"level": (3,), "place": (2,)} in slots
    assert {"level": (1,), "place": (1, 2)} in slots
    assert slots[-1] == {"square": (2, 4, 5, 6)}
    table.place(C=5)
    table.move("A", "bet", target="B", sign="-")
    assert [(o.slots["target"], o.slots["sign"]) for o in table.options("bet")] == [
        (("A",), ("+", "-")),
        (("C",), ("+", "-")),
    ]
    assert not table.options("known")


def test_undo_takes_an_act_back_with_all_it_brought() -> None:
    game = Iknow("ABC", DECK, IknowRules(), {"category": "people"})
    session: Session[IknowState] = Session(game, Journal(), seed=3)
    session.begin({})
    session.move(Move("place", "A", {"level": 3}), 0)
    session.move(Move("place", "B", {"level": 3}), 0)
    before = session.state
    session.move(Move("place", "C", {"level": 1}), 0)
    assert session.expectation.phase == "bet"
    session.undo(0)
    assert session.state == before
    assert session.expectation.asked == "C"
    session.move(Move("place", "C", {"level": 2}), 0)
    for who, target in (("A", "B"), ("B", "C"), ("C", "A")):
        session.move(Move("bet", who, {"target": target, "sign": "+"}), 0)
    assert session.expectation.phase == "answer"
    assert not isinstance(session.undo(0), Refusal)
    assert session.expectation.asked == "C"


def test_events_pass_through_json() -> None:
    table = doubtful("B", made={"A": "B+"})
    table.move("C", "object")
    table.move("C", "vote", ok=True)
    table.move("D", "vote", ok=True)
    told = json.loads(json.dumps([[e.kind, dict(e.data)] for e in table.events]))
    assert told == [[e.kind, dict(e.data)] for e in table.events]
    assert fold(table.game, (Event(k, d) for k, d in told)) == table.state


def test_an_event_of_another_game_is_refused() -> None:
    table = Table()
    with pytest.raises(ValueError, match="trick_won"):
        table.game.apply(table.state, Event("trick_won", {}))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"reader": "anfitrión"}, "reader cannot be 'anfitrión'; it is host or rotating"),
        ({"target": 15}, "target cannot be 15; it is 20 or 10"),
        ({"negative": 1}, "negative cannot be 1; it is false or true"),
        ({"bets": None}, "bets cannot be None"),
        ({"settle": ["round"]}, "settle cannot be"),
        ({"category_order": ["people"]}, "category_order cannot be"),
        ({"category_order": "people"}, "category_order cannot be"),
        ({"hands": "known"}, "hands is no rule of iKNOW"),
    ],
)
def test_rules_that_do_not_exist_are_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match="rules: ") as error:
        IknowRules.from_dict(given)
    assert words in str(error.value)


def test_rules_from_a_table() -> None:
    assert IknowRules.from_dict({}) == IknowRules()
    assert IknowRules.from_dict({"patience": "off", "prompt_s": 0}) == IknowRules()
    brisk = IknowRules.from_dict({"preset": "brisk", "target": 10, "negative": True})
    assert brisk == IknowRules(preset="brisk", target=10, negative=True)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"reader": "Z"}, "reader: 'Z' has no seat"),
        ({"points": {"Z": 1}}, "points: 'Z' has no seat"),
        ({"points": {"A": "1"}}, "points of A cannot be '1'"),
        ({"points": [1, 2]}, "points cannot be"),
        ({"category": "sport"}, "category cannot be 'sport'"),
        ({"cards": ["none"]}, "no card of the deck has the id 'none'"),
        ({"cards": ["people-1", "people-1"]}, "people-1 stands twice"),
        ({"cards": "people-1"}, "cards cannot be"),
        ({"cards": [{"id": "x", "category": "sport"}]}, "category cannot be 'sport'"),
        ({"cards": [{}]}, "has no id"),
        ({"deck": 3}, "deck is unknown"),
    ],
)
def test_set_ups_that_cannot_be_played(setup: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=r"setup|card") as error:
        Iknow("ABC", DECK, IknowRules(), setup)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        ("", DECK),
        ("ABCDEFG", DECK),
        ("AAB", DECK),
        ("AB", ()),
        ("AB", (CardRef("x", "people"), CardRef("x", "world"))),
        ("AB", (CardRef("x", "sport"),)),
    ],
)
def test_tables_that_cannot_be_played(seats: str, cards: tuple[CardRef, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Iknow(seats, cards, IknowRules(), {})


def test_D23_a_doubtful_answer_is_right_once_it_was_settled_so() -> None:
    state = IknowState(answers={"A": Answer("algo", "unsure"), "B": Answer("algo", "right")})
    assert [state.is_right(seat) for seat in "AB"] == [False, True]
    assert replace(state, settled={"A": True}).is_right("A")
    assert not replace(state, settled={"A": False}).is_right("A")
