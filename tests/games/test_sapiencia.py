"""The worked examples S of the rules, each by its number, and every house rule of Sapiencia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from host.engine.game import Event, Move, Refusal
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.sapiencia import (
    CATEGORIES,
    CRITERIA,
    Sapiencia,
    SapienciaCard,
    SapienciaRules,
    SapienciaState,
    follows,
)
from tests.games.tables import Played


def egyptian(score: int, seat: str = "") -> SapienciaCard:
    return SapienciaCard(f"{seat}{score}", country="Egipto", contributions=score)


# For every seat the Egyptian cards A0 to A9 and the Greek ones xA0 to xA9.
DECK = tuple(
    card
    for seat in "ABCDEFGH"
    for n in range(10)
    for card in (
        egyptian(n, seat),
        SapienciaCard(f"x{seat}{n}", country="Grecia", contributions=n),
    )
)


class Table(Played):
    """A game in play, with short ways to move. Hands unknown unless a rule says otherwise."""

    def __init__(
        self,
        seats: str = "ABCD",
        *,
        setup: Mapping[str, Any] | None = None,
        cards: Sequence[SapienciaCard] = DECK,
        **rules: Any,
    ) -> None:
        chosen = SapienciaRules.from_dict(rules)
        super().__init__(Sapiencia(list(seats), cards, chosen, setup or {}))

    def talk(self, card: str, **more: Any) -> list[Event]:
        args = {"card": card, "category": "country", "criterion": "contributions", **more}
        return self.move(self.state.talker, "talk", **args)

    def answer(self, who: str, what: str) -> None:
        """«5»: plays a card of five; «+2:3»: the second drawn fits with three; «-»: none."""
        if what == "-":
            self.move(who, "none")
            self.move(who, "draw", count=3)
        elif what.startswith("+"):
            count, score = what[1:].split(":")
            self.move(who, "none")
            self.move(who, "draw", count=int(count), card=f"{who}{score}")
        else:
            self.move(who, "play", card=f"{who}{what}")

    def call(self) -> str:
        """Satisfy the call that is owed and return whose it was."""
        assert self.state.owed is not None
        seat = self.state.owed.seat
        self.move("", "call_made", id=self.state.owed.id, onset=1.0)
        return seat

    def time_passes(self) -> list[str]:
        """Let every window pass with a call in time; return who had to call."""
        called = []
        while self.phase != "over" and (self.state.owed or self.phase == "settle"):
            if self.state.owed:
                called.append(self.call())
            else:
                self.move("", "settle")
        return called

    def round(self, bar: str, answers: str) -> list[str]:
        """Play a round; return who had to call, in order."""
        talker = self.state.talker
        self.talk(f"{talker}{bar}")
        called: list[str] = []
        for what in answers.split():
            called += self.time_passes()
            if self.phase == "over":
                break
            assert self.turn is not None
            self.answer(self.turn, what)
        return called + self.time_passes()


def counts(**given: int) -> dict[str, Any]:
    return {"counts": given}


# ---------------------------------------------------------------- S-01 to S-27: whole rounds

ROUNDS: dict[str, tuple[str, str, str, dict[str, Any], str, str, str, str, str, str]] = {
    # name: seats, bar, answers, rules,
    #       counts before, discarded, kept, counts after, must call, next talker or «!winners»
    "S_01": ("ABCD", "5", "4 5 5", {}, "3333", "C D A", "B", "2 3 2 2", "", "C"),
    "S_02": ("ABCD", "5", "4 - 3", {}, "3333", "A", "B D", "2 3 6 3", "", "A"),
    "S_03": ("ABCD", "3", "2 4 2", {}, "3333", "C", "B D A", "3 3 2 3", "", "C"),
    "S_05": (
        "ABCD",
        "3",
        "1 3 5",
        {"discard": "highest"},
        "3333",
        "D",
        "B C A",
        "3 3 3 2",
        "",
        "D",
    ),
    "S_06": (
        "ABCD",
        "3",
        "5 4 3",
        {"discard": "running"},
        "3333",
        "B",
        "C D A",
        "3 2 3 3",
        "",
        "B",
    ),
    "S_07": ("ABCD", "3", "5 4 3", {}, "3333", "B C D", "A", "3 2 2 2", "", "B"),
    "S_08": ("ABCD", "3", "4 1 4", {}, "3333", "B D", "C A", "3 2 3 2", "", "B"),
    "S_10": ("ABCD", "4", "1 0 4", {}, "3333", "D A", "B C", "2 3 3 2", "", "D"),
    "S_11": ("ABCD", "3", "+1:3 1 1", {}, "3333", "B A", "C D", "2 3 3 3", "", "B"),
    "S_12": ("ABCD", "3", "+3:1 1 1", {}, "3333", "A", "B C D", "2 6 3 3", "", "A"),
    "S_13": ("ABCD", "3", "- 1 1", {}, "3333", "A", "C D", "2 6 3 3", "", "A"),
    "S_14": ("ABCD", "0", "- - -", {}, "3333", "A", "", "2 6 6 6", "", "A"),
    "S_15": ("ABCD", "3", "1 3 1", {}, "3323", "C A", "B D", "2 3 1 3", "C", "C"),
    "S_16": ("ABCD", "3", "1 2 1", {}, "2333", "A", "B C D", "1 3 3 3", "A", "A"),
    "S_17": ("ABCD", "3", "1 4 1", {}, "2333", "C", "B D A", "2 3 2 3", "", "C"),
    "S_19": ("ABCD", "3", "3 5 5", {}, "1133", "B", "", "1 0 3 3", "", "!B"),
    "S_20": ("ABCD", "3", "1 2 1", {}, "1333", "A", "B C D", "0 3 3 3", "", "!A"),
    "S_23": ("ABCD", "3", "2 1 1", {}, "3133", "A", "B C D", "2 1 3 3", "", "A"),
    "S_24": ("ABCD", "3", "- 1 1", {}, "3133", "A", "C D", "2 4 3 3", "", "A"),
    "S_26": ("ABC", "0", "0 0", {}, "333", "B C A", "", "2 2 2", "", "B"),
    "S_27": ("AB", "2", "3", {}, "33", "B", "A", "3 2", "", "B"),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_of_the_worked_examples(name: str) -> None:
    seats, bar, answers, rules, before, discarded, kept, after, must, then = ROUNDS[name]
    start = dict(zip(seats, map(int, before), strict=True))
    table = Table(seats, setup={"counts": start}, **rules)
    called = table.round(bar, answers)
    out = table.out
    by_seat = [list(x.split()) for x in (discarded, kept)]
    assert [c[0] for c in out["discarded"]] == by_seat[0]
    assert [c[0] for c in out["kept"]] == by_seat[1]
    assert out["counts"] == dict(zip(seats, map(int, after.split()), strict=True))
    assert out["must_call"] == must.split() == called
    assert (out["bar"], out["required"]) == (int(bar), "Egipto")
    if then.startswith("!"):
        assert (out["winners"], out["finished"]) == (list(then[1:]), True)
    else:
        assert (out["talker"], out["turn"], out["winners"]) == (then, then, [])


def test_S_02_the_only_highest_talks_again_unless_the_table_is_brisk() -> None:
    table = Table(preset="brisk")
    table.round("5", "4 - 3")
    # D15: the highest of the others. D14: the three drawn cards went to the discard pile.
    assert table.out["talker"] == "B"
    assert table.out["counts"]["C"] == 3
    assert table.out["discards"] == 4


def test_S_14_brisk_and_nobody_showed_a_card_the_next_in_order_talks() -> None:
    table = Table(talker_repeats=False)
    table.round("0", "- - -")
    assert table.out["talker"] == "B"


def test_S_08_the_tie_goes_to_the_nearest_on_the_right_in_either_direction() -> None:
    for direction, talker in (("right", "B"), ("left", "D")):
        table = Table(direction=direction)
        table.round("3", "4 1 4")
        assert table.out["talker"] == talker


def test_S_10_the_talker_is_the_farthest_in_either_direction() -> None:
    for direction in ("right", "left"):
        table = Table(direction=direction)
        table.round("4", "1 0 4")
        assert table.out["talker"] == "D"


def test_S_19_with_finish_round_all_play_on_and_all_who_are_out_win() -> None:
    table = Table(setup=counts(A=1, B=1, C=3, D=3), finish_round=True)
    table.round("3", "3 2 1")
    assert table.out["winners"] == ["A", "B"]
    beaten = Table(setup=counts(A=1, B=1, C=3, D=3), finish_round=True)
    beaten.round("3", "3 5 5")
    assert beaten.out["winners"] == ["B"]


def test_S_05_several_highest_are_settled_one_at_a_time_in_order_the_talker_last() -> None:
    table = Table(setup=counts(A=3, B=2, C=3, D=2), discard="highest")
    table.talk("A4")
    for who, score in (("B", "4"), ("C", "1"), ("D", "4")):
        table.answer(who, score)
    assert table.out["discarded"] == ["B4"]
    assert table.call() == "B"
    assert table.phase == "settle"
    table.move("", "settle")
    assert (table.out["kept"], table.out["discarded"]) == (["C1"], ["B4", "D4"])
    assert table.call() == "D"
    table.move("", "settle")
    assert table.out["discarded"] == ["B4", "D4", "A4"]
    assert (table.phase, table.turn) == ("talk", "B")


def test_A12_with_highest_the_first_in_order_who_is_out_wins_alone() -> None:
    table = Table(setup=counts(A=1, B=1, C=1, D=1), discard="highest")
    table.round("4", "4 1 4")
    assert table.out["winners"] == ["B"]
    assert table.out["counts"] == {"A": 1, "B": 0, "C": 1, "D": 1}


def test_S_06_a_running_bar_asks_for_the_highest_so_far_and_equal_is_enough() -> None:
    table = Table(discard="running")
    table.round("3", "5 5 4")
    assert [c[0] for c in table.out["discarded"]] == ["B", "C"]


# ---------------------------------------------------------------- S-30 to S-43: the call


def fallen(**rules: Any) -> Table:
    """C has just fallen to one card in their own turn; D is still to play."""
    table = Table(setup=counts(A=3, B=3, C=2, D=3), **rules)
    table.talk("A3")
    table.answer("B", "1")
    table.answer("C", "3")
    return table


def test_S_30_a_call_in_time_leaves_one_card() -> None:
    table = fallen()
    assert table.last("call_owed").data == {"id": "sapiencia-1", "seat": "C", "call": "sapiencia"}
    owed = table.game.expectation(table.state).calls
    assert [(c.name, c.who, c.closes) for c in owed] == [("sapiencia", "C", None)]
    assert table.state.counts_hidden
    assert table.turn == "D"
    table.move("", "call_made", id="sapiencia-1", onset=2.0)
    assert table.out["counts"]["C"] == 1
    assert table.game.expectation(table.state).calls == ()
    assert not table.state.counts_hidden
    assert table.out["penalties"] == []


def test_S_31_whether_a_call_at_the_limit_is_in_time_is_the_referees_word() -> None:
    table = fallen()
    table.move("", "call_made", id="sapiencia-1", onset=5.0)
    assert table.out["counts"]["C"] == 1


def test_S_32_a_late_call_costs_three_cards() -> None:
    table = fallen()
    deck = table.out["deck"]
    table.move("", "call_missed", id="sapiencia-1", onset=5.01, deadline=5.0)
    assert table.out["counts"]["C"] == 4
    assert table.out["deck"] == deck - 3
    assert table.out["penalties"] == [{"player": "C", "cards": 3, "why": "sapiencia"}]
    assert table.last("call_missed")["late"] is True


def test_S_33_no_call_costs_three_cards_and_nothing_else() -> None:
    missed, called = fallen(), fallen()
    missed.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    called.call()
    assert missed.last("call_missed")["late"] is False
    for table in (missed, called):
        table.answer("D", "1")
        table.time_passes()
    assert missed.out["counts"]["C"] == called.out["counts"]["C"] + 3
    for key in ("talker", "discarded", "kept", "must_call"):
        assert missed.out[key] == called.out[key]


def test_S_35_below_the_bar_no_call_is_owed_and_a_shout_is_void() -> None:
    table = Table(setup=counts(A=3, B=3, C=2, D=3))
    table.talk("A3")
    table.answer("B", "1")
    table.answer("C", "2")
    assert table.state.owed is None
    assert table.refused("", "call_made", id="sapiencia-1").code == "no_window"
    table.move("C", "false_call", in_turn=True)
    assert (table.out["counts"]["C"], table.out["penalties"]) == (2, [])
    table.answer("D", "1")
    table.time_passes()
    table.talk("A4")
    table.answer("B", "1")
    table.answer("C", "4")
    # The void shout does not count for the fall that comes later.
    assert table.state.owed is not None
    assert table.state.owed.id == "sapiencia-1"


def test_S_37_an_unknown_voice_is_credited_to_the_open_window_by_its_id() -> None:
    table = fallen()
    table.move("", "call_made", id="sapiencia-1", onset=1.0)
    assert table.last("call_made")["seat"] == "C"


def test_S_38_a_false_call_costs_nothing_as_written_and_three_as_a_house_rule() -> None:
    for rule, cards in ((0, 3), (1, 4), (3, 6)):
        table = Table(false_call=rule)
        table.talk("A3")
        table.move("B", "false_call", in_turn=True)
        assert table.out["counts"]["B"] == cards
        assert table.turn == "B"
    assert table.out["penalties"] == [{"player": "B", "cards": 3, "why": "false_call"}]


def test_D13_warn_lets_the_first_false_call_of_each_seat_pass() -> None:
    table = Table(preset="brisk")
    table.talk("A3")
    table.move("B", "false_call", in_turn=True)
    assert table.last("false_call")["warned"] is True
    assert table.out["counts"]["B"] == 3
    table.move("B", "false_call", in_turn=True)
    assert table.out["counts"]["B"] == 4
    # Out of turn or unattributed it never costs, and does not use the warning up.
    table.move("C", "false_call", in_turn=False)
    table.move("", "false_call", in_turn=True)
    assert (table.out["counts"]["C"], table.state.warned) == (3, frozenset("B"))


def test_D13_words_out_of_turn_never_cost_under_any_rule() -> None:
    table = Table(false_call=3)
    table.talk("A3")
    table.move("D", "false_call", in_turn=False)
    table.move("", "false_call", in_turn=False)
    assert table.out["penalties"] == []


def test_A19_who_has_one_card_says_nothing_false() -> None:
    table = fallen(false_call=3)
    table.call()
    table.move("C", "false_call", in_turn=True)
    assert table.out["counts"]["C"] == 1


def test_S_39_the_game_takes_the_verdict_whenever_the_words_arrive() -> None:
    table = fallen()
    table.move("", "call_made", id="sapiencia-1", onset=4.8)
    assert table.last("call_made")["onset"] == 4.8


def test_S_40_a_penalty_goes_through_the_end_of_the_deck() -> None:
    start = {"counts": {"A": 3, "B": 3, "C": 2, "D": 3}, "deck": 2, "discards": 4}
    table = Table(setup=start)
    table.talk("A3")
    table.answer("B", "1")
    table.answer("C", "3")
    # Five discards now, with C's card.
    table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    out = table.out
    assert (out["counts"]["C"], out["passes"], out["deck"], out["discards"]) == (4, 1, 4, 0)


def test_A21_a_penalty_takes_what_there_is() -> None:
    table = Table(setup={"counts": {"A": 3, "B": 3, "C": 2, "D": 3}, "deck": 1})
    table.talk("A3")
    table.answer("B", "1")
    table.answer("C", "3")
    table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    assert table.out["counts"]["C"] == 3
    assert table.out["penalties"] == [{"player": "C", "cards": 2, "why": "sapiencia"}]


def test_S_43_nothing_but_a_move_with_the_windows_id_counts_as_a_call() -> None:
    table = fallen()
    assert table.refused("", "call_made", id="sapiencia-7").code == "no_window"
    assert table.refused("", "call_made").code == "no_window"
    assert table.state.owed is not None


def test_D10_while_a_call_is_owed_every_act_is_held_back() -> None:
    table = fallen()
    assert table.refused("D", "play", card="D1").code == "not_now"
    assert table.refused("", "settle").code == "not_now"
    assert table.refused("B", "leave").code == "not_now"
    assert table.refused("", "end").code == "not_now"


def test_criteria_that_a_card_leaves_out_are_zero_and_prizes_are_summed() -> None:
    card = SapienciaCard("x")
    assert (card.contributions, card.barriers, card.patents) == (0, 0, 0)
    assert (card.nobel_prizes, card.other_prizes, card.prizes) == (0, 0, None)


def test_SAP_11_one_to_three_cards_may_be_drawn_at_once() -> None:
    table = Table()
    table.talk("A3")
    table.move("B", "none")
    slots = [o.slots for o in table.options("draw") if set(o.slots) == {"count"}]
    assert slots == [{"count": (1, 2, 3)}]


def test_D10_the_end_of_a_round_waits_the_same_with_and_without_a_window() -> None:
    for number, owes in ((2, True), (3, False)):
        table = Table(setup=counts(A=3, B=3, C=3, D=number))
        table.talk("A3")
        for who, score in (("B", "1"), ("C", "1"), ("D", "3")):
            table.answer(who, score)
        assert (table.state.owed is not None) == owes
        now = table.game.expectation(table.state)
        assert (now.phase, now.options, now.asked) == ("settle", (), None)
        if owes:
            table.call()
        assert table.phase == "settle"
        table.move("", "settle")
        assert (table.phase, table.turn) == ("talk", "D")


def test_D10_the_end_of_a_round_does_not_wait_after_a_card_kept_or_a_pass() -> None:
    for what in ("1", "-"):
        table = Table()
        table.talk("A3")
        for who in "BC":
            table.answer(who, "1")
        table.answer("D", what)
        assert table.phase == "talk"


def test_without_calls_nothing_is_owed_and_nothing_waits() -> None:
    table = Table(setup=counts(A=3, B=3, C=3, D=2), call=False)
    table.talk("A3")
    for who, score in (("B", "1"), ("C", "1"), ("D", "3")):
        table.answer(who, score)
    assert (table.phase, table.turn, table.out["must_call"]) == ("talk", "D", [])


def test_A16_the_talker_owes_the_call_at_the_settlement() -> None:
    table = Table(setup=counts(A=2, B=3, C=3, D=3))
    table.talk("A3")
    for who in "BCD":
        table.answer(who, "1")
    # The next round has begun, and the window is open in it.
    assert (table.state.owed.seat if table.state.owed else "", table.phase) == ("A", "talk")
    table.move("", "call_missed", id="sapiencia-1", deadline=9.0)
    assert table.out["counts"]["A"] == 4


def test_A17_each_fall_to_one_card_counts_or_only_the_first() -> None:
    for each, ids in ((True, ["sapiencia-1", "sapiencia-2"]), (False, ["sapiencia-1"])):
        table = Table("AB", setup=counts(A=5, B=2), call_each_time=each)
        table.round("3", "3")
        assert table.out["counts"]["B"] == 1
        assert table.out["talker"] == "B"
        table.talk("B5")
        table.answer("A", "6")
        table.time_passes()
        # B kept the card; now B draws a card that fits and falls from two to one again.
        table.talk("A4")
        table.answer("B", "+1:4")
        table.time_passes()
        assert [e["id"] for e in table.events if e.kind == "call_owed"] == ids


def test_A18_going_out_needs_no_call() -> None:
    table = Table(setup=counts(A=3, B=1, C=3, D=3))
    table.talk("A3")
    table.answer("B", "3")
    assert table.out["winners"] == ["B"]
    assert "call_owed" not in table.kinds


def test_A20_with_denunciation_a_missed_call_costs_only_if_denounced() -> None:
    table = fallen(denounce=True)
    table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    assert table.out["counts"]["C"] == 1
    assert table.refused("C", "denounce").code == "not_your_turn"
    table.move("B", "denounce")
    assert table.out["counts"]["C"] == 4
    other = fallen(denounce=True)
    other.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    other.answer("D", "1")
    assert other.refused("B", "denounce").code == "no_window"
    late = fallen(denounce=True, false_call=3)
    late.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    late.move("C", "false_call", in_turn=False)
    assert late.refused("B", "denounce").code == "no_window"
    assert late.out["penalties"] == []


def test_D12_a_borrowed_call_is_void_and_the_window_opens_again_in_full() -> None:
    table = fallen()
    table.move("", "call_made", id="sapiencia-1", onset=2.0)
    table.move("", "call_borrowed", id="sapiencia-1")
    assert table.last("call_owed").data == {"id": "sapiencia-2", "seat": "C", "call": "sapiencia"}
    assert table.out["must_call"] == ["C"]
    table.move("", "call_missed", id="sapiencia-2", deadline=9.0)
    assert table.out["counts"]["C"] == 4


def test_D12_a_call_cannot_be_borrowed_once_the_next_act_is_accepted() -> None:
    table = fallen()
    table.call()
    table.answer("D", "1")
    assert table.refused("", "call_borrowed", id="sapiencia-1").code == "no_window"


def test_a_call_that_cannot_be_judged_is_asked_and_silence_favours_the_player() -> None:
    table = fallen()
    table.move("", "call_doubted", id="sapiencia-1", why="deaf")
    now = table.game.expectation(table.state)
    assert (now.phase, now.anyone, now.silence_s, now.silence_act) == (
        "call_doubt",
        True,
        10.0,
        "did_call",
    )
    assert [(o.act, dict(o.slots)) for o in now.options] == [
        ("did_call", {}),
        ("did_not_call", {}),
        ("did_call", {"seat": ("C",)}),
    ]
    assert table.refused("D", "play", card="D1").code == "not_now"
    table.move("", "did_call")
    assert (table.turn, table.out["counts"]["C"]) == ("D", 1)
    assert table.out["not_judged"] == [{"player": "C", "why": "deaf"}]


def test_a_call_in_doubt_costs_if_the_table_says_it_was_not_made() -> None:
    table = fallen()
    table.move("", "call_doubted", id="sapiencia-1", why="voice")
    table.move("A", "did_not_call")
    assert table.out["counts"]["C"] == 4
    assert table.out["not_judged"] == [{"player": "C", "why": "voice"}]
    assert (table.phase, table.turn) == ("play", "D")


def test_a_protest_upheld_changes_nothing_and_one_granted_gives_the_cards_back() -> None:
    before = fallen()
    for verdict, number in (("uphold", 4), ("overrule", 1)):
        table = fallen()
        table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
        table.move("C", "protest")
        now = table.game.expectation(table.state)
        assert (now.phase, now.silence_s, now.silence_act) == ("protest", 10.0, "uphold")
        table.move("A", verdict)
        assert table.out["counts"]["C"] == number
        assert (table.phase, table.turn) == ("play", "D")
        assert table.refused("C", "protest").code == "not_now"
    assert table.out["penalties"] == []
    assert table.out["deck"] == before.out["deck"]


@pytest.mark.parametrize("who", ["C", ""])
def test_a_call_after_its_penalty_is_late_and_not_false(who: str) -> None:
    """It costs nothing more, whatever a false call costs, and a protest tells when it came."""
    table = fallen(false_call=3)
    table.move("", "call_missed", id="sapiencia-1", deadline=5.0, grace=5.0)
    cards = table.out["counts"]["C"]
    table.move(who, "false_call", at=5.4, in_turn=True)
    assert table.last("came_late").data == {"seat": "C", "onset": 5.4}
    assert table.out["counts"]["C"] == cards
    assert table.state.protestable.timing.late_s == pytest.approx(0.4)


def test_a_protest_comes_too_late_after_the_next_act() -> None:
    table = fallen()
    assert table.refused("C", "protest").code == "not_now"
    table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    table.answer("D", "1")
    assert table.refused("C", "protest").code == "not_now"


# ---------------------------------------------------------------- S-50 to S-61

HIPATIA = SapienciaCard(
    "hipatia",
    gender="Femenino",
    professions=("matemática", "astronomía"),
    country="Egipto",
    period="Antigüedad",
    uses=("astrolabio",),
    contributions=5,
    barriers=4,
    patents=0,
    nobel_prizes=1,
    other_prizes=2,
)
FISICA = SapienciaCard("fisica", professions=("física", "astronomía"), contributions=2, barriers=5)
MATE = SapienciaCard("mate", professions=("matemática",), country="Grecia", contributions=3)
FIVE = SapienciaCard("cinco", country="Egipto", contributions=5)
TWO = SapienciaCard("dos", country="Egipto", contributions=2)
FILL = tuple(SapienciaCard(f"f{n}", country="Francia", professions=("f",)) for n in range(30))
KNOWN = (HIPATIA, FISICA, MATE, FIVE, TWO, *FILL)


def held(a: str, b: str, c: str = "f0 f1 f2", deck: str = "f3 f4 f5", **rules: Any) -> Table:
    setup = {
        "hands": {"A": a.split(), "B": b.split(), "C": c.split()},
        "deck": deck.split(),
    }
    return Table("ABC", setup=setup, cards=KNOWN, hands="known", **rules)


def test_S_50_the_talkers_card_sets_value_and_bar() -> None:
    table = held("hipatia f6 f7", "cinco f8 f9")
    table.move("A", "talk", card="hipatia", category="country", criterion="contributions")
    assert (table.out["required"], table.out["bar"], table.turn) == ("Egipto", 5, "B")


def test_S_51_a_card_of_another_country_stays_in_hand() -> None:
    for hands in ("known", "unknown"):
        table = held("hipatia f6 f7", "cinco mate f9")
        if hands == "unknown":
            table = Table("ABC", cards=KNOWN)
        table.talk("hipatia")
        no = table.refused("B", "play", card="mate")
        assert (no.code, no.args["required"], no.free) == ("wrong_value", ["Egipto"], ("Egipto",))
        assert table.turn == "B"
        table.move("B", "play", card="cinco")


def test_S_52_a_criterion_is_no_category_and_the_other_way_round() -> None:
    table = Table("ABC", cards=KNOWN)
    table.move("A", "talk", card="hipatia")
    no = table.refused("A", "talk", category="patents")
    assert (no.code, no.free) == ("is_a_criterion", CATEGORIES)
    no = table.refused("A", "talk", criterion="country")
    assert (no.code, no.free) == ("is_a_category", CRITERIA)
    assert table.turn == "A"
    table.move("A", "talk", criterion="contributions")
    # «Patentes» when only the category is missing was meant for it.
    assert table.refused("A", "talk", criterion="patents").code == "is_a_criterion"
    assert table.refused("A", "talk", category="sport").code == "wrong_value"
    assert table.refused("A", "talk", criterion="speed").code == "wrong_value"


@pytest.mark.parametrize(
    "order",
    [
        ("criterion", "category", "card"),
        ("category", "criterion", "card"),
        ("card", "category", "criterion"),
        ("criterion", "card", "category"),
    ],
)
def test_S_53_card_category_and_criterion_come_in_any_order(order: tuple[str, ...]) -> None:
    table = Table("ABC", cards=KNOWN)
    parts = {"card": "hipatia", "category": "country", "criterion": "contributions"}
    for key in order:
        assert table.turn == "A"
        assert table.game.expectation(table.state).phase == "talk"
        table.move("A", "talk", **{key: parts[key]})
    assert (table.out["required"], table.out["bar"], table.turn) == ("Egipto", 5, "B")


def test_S_54_of_several_professions_the_talker_names_one() -> None:
    table = held("hipatia f6 f7", "fisica f8 f9", "mate f1 f2", false_call=0)
    table.move("A", "talk", card="hipatia", category="profession", criterion="contributions")
    assert table.turn == "A"
    assert [o.slots for o in table.options("talk")] == [{"value": ("matemática", "astronomía")}]
    assert table.refused("A", "talk", value="química").code == "wrong_value"
    table.move("A", "talk", value="astronomía")
    assert (table.out["required"], table.turn) == ("astronomía", "B")
    assert table.refused("B", "none").code == "must_play"
    table.move("B", "play", card="fisica")
    assert table.refused("C", "play", card="mate").code == "must_draw"
    table.move("C", "draw", count=3)
    assert table.out["counts"]["C"] == 6


def test_A22_with_any_overlap_no_profession_has_to_be_named() -> None:
    table = held("hipatia f6 f7", "fisica f8 f9", "mate f1 f2", overlap="any")
    table.move("A", "talk", card="hipatia", category="profession", criterion="contributions")
    assert table.out["required"] == ["matemática", "astronomía"]
    table.move("B", "play", card="fisica")
    table.move("C", "play", card="mate")


def test_S_55_more_barriers_are_higher() -> None:
    five = SapienciaCard("mucho", country="Egipto", barriers=5)
    table = Table("AB", cards=(HIPATIA, five))
    table.move("A", "talk", card="hipatia", category="country", criterion="barriers")
    table.move("B", "play", card="mucho")
    table.time_passes()
    assert (table.out["discarded"], table.out["kept"]) == (["mucho"], ["hipatia"])


def test_S_56_who_holds_a_fitting_card_may_not_draw_when_hands_are_known() -> None:
    table = held("hipatia f6 f7", "dos f8 f9")
    table.talk("hipatia")
    for act in ("none", "draw", "pass"):
        no = table.refused("B", act)
        assert (no.code, no.free) == ("must_play", ("dos",))
    trusting = Table("AB", cards=KNOWN)
    trusting.talk("hipatia")
    # A27: with hands unknown the host believes it.
    trusting.move("B", "none")


def test_S_57_of_two_fitting_cards_the_low_one_may_be_played() -> None:
    table = held("hipatia f6 f7", "cinco dos f9")
    table.talk("hipatia")
    table.move("B", "play", card="dos")
    assert table.out["kept"] == ["dos"]


@pytest.mark.parametrize(
    ("hold", "tie", "winners"),
    [
        ({"A": 3, "B": 4, "C": 3}, "shared", ["A"]),
        ({"A": 3, "B": 2, "C": 5}, "shared", ["A", "B"]),
        ({"A": 3, "B": 2, "C": 5}, "nearest", ["B"]),
    ],
    ids=["S_58", "S_60", "S_60_nearest"],
)
def test_the_third_pass_ends_the_game_by_cards(
    hold: dict[str, int], tie: str, winners: list[str]
) -> None:
    # C draws the last card of the third pass; A's own card goes, which leaves two.
    hold = {**hold, "C": hold["C"] - 1}
    table = Table("ABC", setup={"counts": hold, "deck": 1, "passes": 2}, tie=tie)
    table.talk("A3")
    table.answer("B", "1")
    table.move("C", "none")
    table.move("C", "draw", count=1)
    assert table.out["passes"] == 3
    # The round is finished first, and the talker's window passes before cards are counted.
    table.time_passes()
    assert table.out["winners"] == winners
    assert table.state.how == "passes"


def test_S_61_four_players_from_forty_cards() -> None:
    cards = tuple(SapienciaCard(f"c{n}", country="Egipto") for n in range(40))
    for hands in ("known", "unknown"):
        table = Table(cards=cards, hands=hands)
        out = table.out
        assert (out["counts"], out["deck"], out["discards"]) == (
            dict.fromkeys("ABCD", 3),
            28,
            0,
        )
    assert Table(cards=(), hands="unknown").out["deck"] == 28


# ---------------------------------------------------------------- the end of the deck


def test_A9_the_discard_pile_is_shuffled_in_on_the_next_need_only() -> None:
    table = Table("AB", setup={"deck": 3, "discards": 2})
    table.talk("A3")
    table.answer("B", "-")
    out = table.out
    assert (out["deck"], out["discards"], out["passes"]) == (0, 3, 1)
    table.talk("A4")
    table.answer("B", "+1:1")
    out = table.out
    assert (out["deck"], out["discards"], out["passes"]) == (2, 1, 1)


def test_A9_rounds_after_the_deck_was_empty_end_the_game_as_a_house_rule() -> None:
    table = Table("AB", setup={"counts": {"A": 9, "B": 9}, "deck": 3}, end="rounds", end_after=2)
    for bar in ("3", "4", "5"):
        assert table.phase == "talk"
        table.talk(f"{table.state.talker}{bar}")
        who = table.turn
        table.answer(who, "-" if bar == "3" else "1")
        table.time_passes()
    assert (table.phase, table.state.how, table.state.round) == ("over", "rounds", 3)


def test_A10_where_nothing_is_left_a_turn_draws_what_there_is_and_passes() -> None:
    table = Table("ABC", setup={"deck": 1})
    table.talk("A3")
    table.move("B", "none")
    table.move("B", "not_fit")
    assert (table.out["counts"]["B"], table.turn) == (4, "C")
    assert table.last("passed")["why"] == "empty"
    table.move("C", "none")
    assert table.last("passed").data == {"seat": "C", "why": "empty"}


def test_SAP_21_a_call_owed_at_the_end_is_judged_before_cards_are_counted() -> None:
    for called, winners in ((True, ["A"]), (False, ["B"])):
        table = Table("AB", setup={"counts": {"A": 2, "B": 2}, "deck": 1, "passes": 2})
        table.talk("A3")
        table.move("B", "draw", count=1, card="B1")
        assert (table.phase, table.out["finished"]) == ("settle", False)
        act = "call_made" if called else "call_missed"
        table.move("", act, id="sapiencia-1", deadline=9.0)
        assert not table.out["finished"]
        table.move("", "settle")
        # A21: the penalty took the one card of the discard pile.
        tied = not called and table.out["counts"] == {"A": 2, "B": 3}
        assert table.out["winners"] == (["A"] if tied else winners)


def test_the_table_may_end_the_game_by_cards() -> None:
    table = Table(setup=counts(A=3, B=2, C=3, D=3))
    table.move("A", "end")
    assert (table.out["winners"], table.out["finished"]) == (["B"], True)
    assert table.refused("A", "end").code == "not_now"
    assert table.refused("A", "talk", card="A1").code == "not_now"


# ---------------------------------------------------------------- drawing


def test_D16_drawing_is_told_in_one_go_or_card_by_card() -> None:
    ways: list[list[tuple[str, dict[str, Any]]]] = [
        [("none", {}), ("draw", {"count": 2, "card": "B4"})],
        [("draw", {"count": 2, "card": "B4"})],
        [("none", {}), ("not_fit", {}), ("fits", {"card": "B4"})],
        [("none", {}), ("draw", {}), ("not_fit", {}), ("draw", {}), ("fits", {"card": "B4"})],
        [("draw", {}), ("draw", {}), ("not_fit", {}), ("play", {"card": "B4"})],
        [("none", {}), ("draw", {"count": 1}), ("draw", {"count": 2, "card": "B4"})],
    ]
    for way in ways:
        table = Table()
        table.talk("A3")
        for act, args in way:
            table.move("B", act, **args)
        assert (table.out["counts"]["B"], table.out["discarded"]) == (4, ["B4"])
        assert table.turn == "C"


def test_D16_three_and_nothing_passes_by_itself() -> None:
    for way in (["none", "not_fit", "not_fit", "not_fit"], ["draw3"]):
        table = Table()
        table.talk("A3")
        for act in way:
            if act == "draw3":
                table.move("B", "draw", count=3)
            else:
                table.move("B", act)
        assert (table.out["counts"]["B"], table.turn) == (6, "C")
        assert table.last("passed").data == {"seat": "B", "why": "drawn"}


def test_SAP_12_passing_needs_three_cards_drawn() -> None:
    table = Table()
    table.talk("A3")
    no = table.refused("B", "pass")
    assert (no.code, no.args["left"]) == ("cannot_pass_yet", 3)
    table.move("B", "none")
    table.move("B", "not_fit")
    assert table.refused("B", "pass").args["left"] == 2


def test_A6_with_optional_drawing_one_card_is_enough() -> None:
    table = Table(optional_draw=True)
    table.talk("A3")
    assert table.refused("B", "pass").code == "cannot_pass_yet"
    table.move("B", "draw", count=1)
    assert table.options("pass")
    table.move("B", "pass")
    assert (table.out["counts"]["B"], table.turn) == (4, "C")


def test_drawing_never_tells_more_than_three_nor_fewer_than_before() -> None:
    table = Table()
    table.talk("A3")
    table.move("B", "draw", count=2)
    for count in (0, 1, 2, 4, "tres", True):
        assert table.refused("B", "draw", count=count).code == "wrong_value"
    assert table.refused("B", "draw", count=3, card="xB3").code == "wrong_value"
    table.move("B", "draw", count=3, card="B1")


def test_known_hands_are_drawn_from_the_deck_until_a_card_fits() -> None:
    table = held("hipatia f6 f7", "mate f8 f9", deck="f3 cinco f5 f10")
    table.talk("hipatia")
    table.move("B", "none")
    assert table.refused("B", "pass").code == "cannot_pass_yet"
    assert table.refused("B", "fits", card="cinco").code == "not_now"
    table.move("B", "draw")
    assert (table.phase, table.turn, table.out["hands"]["B"][-1]) == ("draw", "B", "f3")
    table.move("B", "draw")
    # A7: the first that fits is played.
    assert table.out["discarded"] == ["cinco"]
    assert (table.turn, table.out["counts"]["B"], table.out["deck"]) == ("C", 4, 2)


def test_known_hands_drawn_in_one_go_stop_at_the_first_that_fits() -> None:
    table = held("hipatia f6 f7", "mate f8 f9", deck="f3 cinco f5 f10", drawn="return")
    table.talk("hipatia")
    table.move("B", "draw", count=3)
    out = table.out
    assert (out["discarded"], out["counts"]["B"], out["discards"]) == (["cinco"], 3, 2)


def test_D14_returned_cards_do_not_come_again_in_the_same_drawing() -> None:
    table = held("hipatia f6 f7", "mate f8 f9", deck="f3 f4", drawn="return")
    table.talk("hipatia")
    table.move("B", "draw", count=3)
    assert (table.out["counts"]["B"], table.out["discards"], table.turn) == (3, 2, "C")


# ---------------------------------------------------------------- refusals


def test_a_card_is_refused_for_what_is_wrong_with_it() -> None:
    table = held("hipatia f6 f7", "cinco f8 f9", "dos f1 f2")
    assert table.refused("A", "talk", card="nadie").code == "card_unknown"
    assert table.refused("A", "talk", card="cinco").code == "card_not_held"
    table.talk("hipatia")
    assert table.refused("B", "play", card="nadie").code == "card_unknown"
    assert table.refused("B", "play", card="dos").code == "card_not_held"
    assert table.refused("B", "play", card="hipatia").code == "card_used"
    table.move("B", "play", card="cinco")
    assert table.refused("C", "play", card="cinco").code == "card_used"


def test_turns_are_kept() -> None:
    table = Table()
    assert table.refused("B", "talk", card="B1").code == "not_your_turn"
    assert table.refused("A", "play", card="A1").code == "not_now"
    table.talk("A3")
    assert table.refused("C", "play", card="C1").code == "not_your_turn"
    assert table.refused("A", "play", card="A1").code == "not_your_turn"
    table.answer("B", "1")
    assert table.refused("B", "play", card="B2").code == "already_done"
    assert table.refused("Nadie", "play", card="B2").code == "unknown_player"
    assert table.refused("C", "sing").code == "not_now"
    assert table.refused("", "settle").code == "not_now"


def test_an_unknown_printed_card_is_played_by_stating_its_value() -> None:
    table = Table("AB", cards=())
    assert table.refused("A", "talk", card="Hipatia").code == "card_unknown"
    table.move("A", "talk", card="Hipatia", value="Egipto", score=5)
    table.move("A", "talk", category="country")
    table.move("A", "talk", criterion="contributions")
    assert (table.out["required"], table.out["bar"]) == ("Egipto", 5)
    assert table.refused("B", "play", card="Zewail").code == "card_unknown"
    assert (
        table.refused("B", "play", card="Zewail", category_value="Grecia", value=5).code
        == "wrong_value"
    )
    table.move("B", "play", card="Zewail", category_value="Egipto", value=5)
    table.time_passes()
    assert table.out["discarded"] == ["Zewail", "Hipatia"]


def test_a_stated_number_that_is_not_the_cards_is_refused() -> None:
    table = Table()
    table.talk("A3")
    no = table.refused("B", "play", card="B4", value=5)
    assert (no.code, no.args["deck"]) == ("wrong_value", 4)
    table.move("B", "play", card="B4", value=4)


def test_A23_the_talker_needs_the_criterion_and_a_follower_without_it_counts_zero() -> None:
    none = SapienciaCard("nada", country="Egipto", patents=None)
    zero = SapienciaCard("cero", country="Egipto", patents=0)
    table = Table("AB", cards=(none, zero))
    no = table.refused("A", "talk", card="nada", category="country", criterion="patents")
    assert (no.code, no.args["why"]) == ("wrong_value", "missing")
    assert table.refused("A", "talk", card="nada", category="use").args["why"] == "missing"
    table.move("A", "talk", card="cero", category="country", criterion="patents")
    table.move("B", "play", card="nada")
    table.time_passes()
    assert table.out["discarded"] == ["nada", "cero"]


def test_A24_prizes_are_the_cards_own_or_the_sum() -> None:
    own = SapienciaCard("own", prizes=7, nobel_prizes=1, other_prizes=2)
    assert own.score("prizes") == 7
    assert own.score("prizes", "sum") == 3
    assert HIPATIA.score("prizes") == 3
    bare = SapienciaCard("bare", nobel_prizes=None, other_prizes=None)
    assert bare.score("prizes") is None


# ---------------------------------------------------------------- people come and go


def test_D7_a_seat_that_left_passes_without_drawing_and_owes_no_call() -> None:
    table = Table()
    table.move("B", "leave")
    table.talk("A3")
    assert table.turn == "C"
    assert table.last("passed").data == {"seat": "B", "why": "away"}
    table.answer("C", "1")
    table.move("B", "back")
    table.answer("D", "1")
    table.talk("A4")
    assert table.turn == "B"


def test_D7_the_next_in_order_talks_for_a_talker_who_left() -> None:
    table = Table()
    table.move("A", "talk", card="A3")
    table.move("A", "leave")
    assert (table.turn, table.state.said) == ("B", {})
    table.move("C", "leave", seat="D")
    assert table.refused("C", "leave").code == "not_now"
    assert table.refused("C", "leave", seat="Nadie").code == "unknown_player"
    assert table.refused("C", "leave", seat="A").code == "already_done"


def test_D7_nobody_who_left_wins_a_game_that_is_ended() -> None:
    table = Table()
    table.talk("A3")
    table.answer("B", "3")
    table.move("B", "leave")
    table.move("A", "end")
    assert table.out["counts"]["B"] == 2
    assert table.out["winners"] == ["A", "C", "D"]


def test_a_seat_that_leaves_while_drawing_passes() -> None:
    table = Table(drawn="return")
    table.talk("A3")
    table.move("B", "draw", count=1)
    table.move("A", "leave", seat="B")
    assert (table.turn, table.out["discards"], table.out["counts"]["B"]) == ("C", 1, 3)


# ---------------------------------------------------------------- disputes and undo


def test_a_figure_that_the_table_puts_right_counts_from_then_on() -> None:
    table = Table()
    table.talk("A3")
    table.move("B", "correct", card="B1", criterion="contributions", value=4)
    table.answer("B", "1")
    assert table.out["discarded"] == ["B1"]
    assert table.refused("C", "correct", card="Nadie", criterion="patents", value=1).code == (
        "card_unknown"
    )
    for args in ({"criterion": "patents", "value": "uno"}, {"criterion": "speed", "value": 1}, {}):
        assert table.refused("C", "correct", card="C1", **args).code == "wrong_value"


def test_the_bar_follows_a_figure_put_right_before_the_settlement() -> None:
    table = Table("ABC")
    table.talk("A3")
    table.answer("B", "2")
    table.move("A", "correct", card="A3", criterion="contributions", value=1)
    assert (table.out["bar"], table.out["kept"]) == (1, ["B2"])
    table.answer("C", "0")
    # B's two is now above the bar of one: the talker keeps the card.
    assert (table.out["discarded"], table.out["kept"]) == ([], ["B2", "C0", "A3"])
    assert table.out["talker"] == "B"


def test_a_country_put_right_changes_what_fits() -> None:
    table = Table()
    table.talk("A3")
    assert table.refused("B", "play", card="xB4").code == "wrong_value"
    table.move("A", "correct", card="xB4", category="country", value="Egipto")
    table.move("B", "play", card="xB4")


def test_undo_takes_back_the_act_with_its_call_its_penalty_and_the_settlement() -> None:
    table = Table(setup=counts(A=3, B=3, C=3, D=2))
    session: Session[SapienciaState] = Session(table.game, Journal(), seed=1)
    session.begin({})
    for who, act, args in (
        ("A", "talk", {"card": "A3", "category": "country", "criterion": "contributions"}),
        ("B", "play", {"card": "B1"}),
        ("C", "play", {"card": "C1"}),
    ):
        assert not isinstance(session.move(Move(act, who, args), 0.0), Refusal)
    before = session.state
    session.move(Move("play", "D", {"card": "D3"}), 0.0)
    missed = Move("call_missed", "", {"id": "sapiencia-1", "deadline": 5.0})
    for move in (missed, Move("settle", "")):
        done = session.move(move, 0.0, follows=True)
        assert not isinstance(done, Refusal)
        assert follows(done)
    assert session.state.phase == "talk"
    assert not isinstance(session.undo(0.0), Refusal)
    assert session.state == before


def test_undo_reaches_until_the_next_players_act() -> None:
    table = Table()
    mine = table.talk("A3")
    assert table.game.undo_reaches(mine, ())
    theirs = table.move("B", "play", card="B1")
    assert not table.game.undo_reaches(mine, theirs)
    assert table.game.undo_reaches(theirs, ())
    assert not table.game.undo_reaches(table.events[:2], ())


# ---------------------------------------------------------------- rules and set-up


def test_presets_and_keys() -> None:
    assert SapienciaRules.from_dict({}) == SapienciaRules()
    brisk = SapienciaRules.from_dict({"preset": "brisk"})
    assert (brisk.false_call, brisk.drawn, brisk.talker_repeats) == ("warn", "return", False)
    mixed = SapienciaRules.from_dict({"preset": "brisk", "drawn": "keep", "patience": "off"})
    assert (mixed.drawn, mixed.false_call) == ("keep", "warn")


@pytest.mark.parametrize(
    "rules",
    [
        {"hands": "some"},
        {"discard": "A"},
        {"grace_s": 1},
        {"grace_s": True},
        {"grace_s": 11},
        {"end_after": 0},
        {"false_call": 2},
        {"false_call": True},
        {"call": "yes"},
        {"speed": 1},
    ],
)
def test_rules_that_are_none_are_named(rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(rules))):
        SapienciaRules.from_dict(rules)


@pytest.mark.parametrize(
    ("setup", "word"),
    [
        ({"colour": 1}, "colour"),
        ({"talker": "Nadie"}, "talker"),
        ({"counts": {"Nadie": 1}}, "counts"),
        ({"counts": {"A": 0}}, "counts"),
        ({"counts": 3}, "counts"),
        ({"deck": -1}, "deck"),
        ({"passes": "x"}, "passes"),
        ({"cards": ["nadie"]}, "nadie"),
        ({"cards": [{"id": "x", "contributions": "cinco"}]}, "contributions"),
        ({"cards": [{"name": "x"}]}, "id"),
        ({"cards": [{"id": "x"}, {"id": "x"}]}, "twice"),
        ({"hands": {"A": 3}}, "hands"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_by_its_key(setup: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Table(setup=setup)


def test_known_hands_need_cards_for_all_and_each_card_once() -> None:
    with pytest.raises(ValueError, match="15 cards"):
        Table(cards=DECK[:14], hands="known")
    assert Table(cards=DECK[:15], hands="known").out["deck"] == 3
    with pytest.raises(ValueError, match="twice"):
        held("hipatia f0", "cinco")
    with pytest.raises(ValueError, match="no card"):
        held("hipatia zzz", "cinco")
    for seats in ("A", "ABCDEFGHI"):
        with pytest.raises(ValueError, match="2 to 8"):
            Table(seats)


def test_setup_counts_hands_and_talker_are_taken_over() -> None:
    table = Table(setup={"hands": {"A": ["q", "w"]}, "talker": "C", "deck": ["a"], "discards": 2})
    out = table.out
    assert (out["counts"]["A"], out["talker"], out["deck"], out["discards"]) == (2, "C", 1, 2)
    assert out["hands"] == {}


def test_the_printed_example_by_moves() -> None:
    cards = [
        {"id": "hipatia", "name": "Hipatia de Alejandría", "country": "Egipto", "contributions": 5},
        {"id": "zewail", "name": "Ahmed Zewail", "country": "Egipto", "contributions": 5},
    ]
    setup = {"counts": {"A": 3, "B": 2}, "talker": "A", "cards": cards}
    table = Table("AB", setup=setup, cards=())
    table.talk("hipatia")
    table.move("B", "play", card="zewail")
    table.move("", "call_missed", id="sapiencia-1", onset=5.01, deadline=5.0)
    table.move("", "settle")
    assert table.out["counts"] == {"A": 2, "B": 4}
    assert table.out["penalties"] == [{"player": "B", "cards": 3, "why": "sapiencia"}]
    assert table.out["discarded"] == ["zewail", "hipatia"]


def test_what_known_hands_hold_does_not_show_in_the_expectation() -> None:
    one = held("hipatia f6 f7", "cinco f8 f9")
    other = held("hipatia f6 f7", "mate f8 f9")
    for table in (one, other):
        table.talk("hipatia")
    assert one.game.expectation(one.state) == other.game.expectation(other.state)


def test_a_foreign_event_is_refused() -> None:
    table = Table()
    with pytest.raises(ValueError, match="waltz"):
        table.game.apply(table.state, Event("waltz"))


def test_SAP_11_more_than_three_cards_cannot_be_drawn() -> None:
    table = Table()
    table.talk("A5")
    refused = table.refused("B", "draw", count=4)
    assert (refused.code, refused.free) == ("wrong_value", (1, 2, 3))
    table.move("B", "draw", count=2)
    assert table.refused("B", "draw", count=4).free == (3,)
