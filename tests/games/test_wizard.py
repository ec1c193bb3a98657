"""The worked examples W of the rules, each by its number, and every house rule of Wizard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from host.engine.game import Event
from host.engine.session import Dice
from host.games.wizard import Wizard, WizardRules
from host.games.wizard_cards import Card, legal, pack, parse, suit_led, winner
from host.games.wizard_rules import barred_bid, score
from tests.games.tables import Played

COLOURS = frozenset("rygb")


def card(code: str) -> Card:
    """A card of whichever pack has it."""
    found = parse(code, "colours" if code[0] in COLOURS else "french")
    assert found is not None, code
    return found


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.replace("·", " ").split()]


class Table(Played):
    """A game in play, with short ways to move."""

    def __init__(
        self,
        seats: str | Sequence[str] = "ABC",
        *,
        setup: Mapping[str, Any] | None = None,
        luck: Any = None,
        **rules: Any,
    ) -> None:
        start = {"dealer": list(seats)[-1]} if setup is None else dict(setup)
        super().__init__(Wizard(list(seats), WizardRules.from_dict(rules), start), luck)

    def bids(self, *numbers: int) -> None:
        for n in numbers:
            self.move(self.turn, "bid", n=n)

    def play(self, text: str) -> None:
        for code in text.split():
            self.move(self.turn, "play", card=code)

    def tricks(self, seats: str) -> None:
        for seat in seats:
            self.move("", "trick", seat=seat)

    def acts(self) -> list[str]:
        return [o.act for o in self.game.expectation(self.state).options]


# ---------------------------------------------------------------- W-01 to W-31: who wins

TRICKS = {
    # name: (cards in order of play, trump, place of the winner from 1)
    "W_01": ("r13 · W · b10", "r", 2),
    "W_02": ("W1 · W2 · Kp", "p", 1),
    "W_03_red": ("r1 · W · y2", "r", 2),
    "W_03_yellow": ("r1 · W · y2", "y", 2),
    "W_03_none": ("r1 · W · y2", "none", 2),
    "W_04": ("r1 · y2 · W", "r", 3),
    "W_05": ("r1 · W2 · W1", "none", 2),
    "W_06": ("B1 · y8 · B2 · W4", "y", 4),
    "W_07": ("r1 · r13 · y2", "b", 2),
    "W_08": ("r1 · r13 · y2", "y", 3),
    "W_09": ("r12 · y2 · r6 · r13 · B4 · g10", "r", 4),
    "W_10": ("r12 · y2 · r6 · r13 · B4 · g10", "y", 2),
    "W_11": ("r12 · y2 · r6 · r13 · B4 · g10", "g", 6),
    "W_12": ("r12 · y2 · r6 · r13 · B4 · g10", "none", 4),
    "W_14": ("r7 · y5 · r6 · b2 · r11 · g10", "r", 5),
    "W_15": ("B1 · B2 · B3 · B4", "r", 1),
    "W_16": ("B1 · B2 · b3 · B3 · g10", "r", 3),
    "W_18_red": ("b3 · b13 · B1", "r", 2),
    "W_18_yellow": ("b3 · b13 · B1", "y", 2),
    "W_18_green": ("b3 · b13 · B1", "g", 2),
    "W_18_blue": ("b3 · b13 · B1", "b", 2),
    "W_18_none": ("b3 · b13 · B1", "none", 2),
    "W_19": ("10p · Ac · Kp", "p", 3),
    "W_20": ("Kc · 5p · Ac", "p", 2),
    "W_21": ("Kc · 5p · Ac", "none", 3),
    "W_22": ("r6 · y7 · B1 · b2 · B2 · b1 · r8 · b3 · g9", "b", 8),
    "W_24": ("B1 · W1 · 2c", "d", 2),
    "W_25": ("Ap · 2t · B1", "t", 2),
    "W_26": ("Qd · 2t · Ad", "c", 3),
    "W_27": ("B1 · b7 · b10", "g", 3),
    "W_28": ("y1 · r1 · y6", "none", 3),
    "W_29": ("W1 · W2 · W3", "none", 1),
    "W_30": ("At · Kt · 2d · Qt", "d", 3),
    "W_31": ("B1 · 5d · Kd · At", "d", 3),
}


@pytest.mark.parametrize("name", TRICKS)
def test_winner_of_the_trick(name: str) -> None:
    text, trump, place = TRICKS[name]
    assert winner(cards(text), trump) == place - 1


@pytest.mark.parametrize("name", [n for n in TRICKS if 3 <= TRICKS[n][0].count("·") + 1 <= 8])
def test_winner_of_the_trick_at_the_table(name: str) -> None:
    """The same tricks spoken card by card: the winner leads next, or the round is scored."""
    text, trump, place = TRICKS[name]
    codes = text.replace("·", " ").split()
    seats = "ABCDEFGH"[: len(codes)]
    coloured = trump in COLOURS or any(c[0] in COLOURS for c in codes)
    pack_name = "colours" if coloured else "french"
    table = Table(
        seats,
        keep="cards",
        pack=pack_name,
        setup={
            "dealer": seats[-1],
            "round": 2,
            "trump": trump,
            "bids": dict.fromkeys(seats, 1),
        },
    )
    table.play(" ".join(codes))
    assert table.out["trick_winner"] == seats[place - 1]
    assert table.out["tricks"][seats[place - 1]] == 1
    assert table.out["leader"] == table.turn == seats[place - 1]


# ---------------------------------------------------------------- W-40 to W-50: what is legal

LEGAL = {
    # name: (on the table, hand, legal)
    "W_40": ("r5", "r1 b5 W", "W r1"),
    "W_41": ("b5", "b1 b12 g1", "b1 b12"),
    "W_42": ("r5", "b1 g5 y12 W B", "B W b1 g5 y12"),
    "W_43": ("B1", "r5 b5 W", "W b5 r5"),
    "W_44": ("W1", "y3 r2 W2", "W2 r2 y3"),
    "W_46": ("y1", "y3 W B", "B W y3"),
    "W_47": ("W1 r9", "r2 y3", "r2 y3"),
    "W_48": ("B1 W1 r9", "r2 y3", "r2 y3"),
    "W_50": ("B1 B2 g4", "g9 r13", "g9"),
}


@pytest.mark.parametrize("name", LEGAL)
def test_legal_cards(name: str) -> None:
    on_table, hand, wanted = LEGAL[name]
    assert sorted(c.code for c in legal(cards(hand), cards(on_table))) == wanted.split()


@pytest.mark.parametrize("name", LEGAL)
def test_legal_cards_at_the_table(name: str) -> None:
    """The seat behind the cards on the table has a hand that the host knows."""
    on_table, hand, wanted = LEGAL[name]
    before = on_table.split()
    seats = "ABCD"[: max(3, len(before) + 1)]
    mine = seats[len(before)]
    table = Table(
        seats,
        keep="cards",
        pack="colours",
        setup={
            "dealer": seats[-1],
            "hands": {mine: hand.split()},
            "trump": "none",
            "bids": dict.fromkeys(seats, 0),
        },
    )
    table.play(on_table)
    assert table.turn == mine
    assert table.out["legal"] == wanted.split()
    for code in hand.split():
        if code not in wanted.split():
            refusal = table.refused(mine, "play", card=code)
            assert (refusal.code, sorted(refusal.free)) == ("must_follow", wanted.split())


def test_A4_next_suit_passes_over_a_wizard_behind_jesters() -> None:
    on_table = cards("B1 W1 r9")
    assert suit_led(on_table) is None
    assert suit_led(on_table, next_suit=True) == "r"
    assert [c.code for c in legal(cards("r2 y3"), on_table, next_suit=True)] == ["r2"]
    assert suit_led(cards("W1 r9"), next_suit=True) is None
    assert suit_led(cards("B1 W1 W2 B2"), next_suit=True) is None


# ---------------------------------------------------------------- W-60 to W-77: points

SCORES = {
    "W_60": (0, 0, 20),
    "W_61": (1, 0, -10),
    "W_62": (1, 1, 30),
    "W_63": (2, 1, -10),
    "W_64": (0, 0, 20),
    "W_65": (0, 1, -10),
    "W_66": (3, 1, -20),
    "W_67": (3, 3, 50),
    "W_68": (2, 3, -10),
    "W_69": (4, 2, -20),
    "W_70": (5, 0, -50),
    "W_71": (2, 4, -20),
    "W_72": (5, 2, -30),
    "W_73": (2, 2, 40),
    "W_74": (20, 20, 220),
    "W_75": (0, 20, -200),
}


@pytest.mark.parametrize("name", SCORES)
def test_points_of_a_round(name: str) -> None:
    bid, taken, points = SCORES[name]
    assert score(bid, taken) == points


NAMES = ["Tom", "Dick", "Mary"]


@pytest.mark.parametrize("keep", ["tricks", "score"])
def test_W_76_and_W_77_tom_dick_and_mary(keep: str) -> None:
    """The printed example: 10, 10 and 20 after two rounds; bids may equal the tricks (WIZ-9)."""
    table = Table(NAMES, keep=keep, setup={"dealer": "Mary"})

    def play(bids: dict[str, int], taken: dict[str, int]) -> None:
        for _ in NAMES:
            table.move(table.turn, "bid", n=bids[table.turn])
        if keep == "tricks":
            for seat, n in taken.items():
                table.tricks([seat] * n)  # type: ignore[arg-type]
        else:
            for seat, n in taken.items():
                table.move(seat, "taken", n=n)

    play({"Tom": 0, "Dick": 1, "Mary": 1}, {"Tom": 0, "Dick": 0, "Mary": 1})
    assert table.out["points"] == {"Tom": 20, "Dick": -10, "Mary": 30}
    assert sum(table.out["tricks"].values()) == 1
    assert sum(table.out["bids"].values()) == 2
    play({"Tom": 2, "Dick": 0, "Mary": 0}, {"Tom": 1, "Dick": 0, "Mary": 1})
    assert table.out["points"] == {"Tom": 10, "Dick": 10, "Mary": 20}
    assert sum(table.out["tricks"].values()) == 2
    assert sum(table.out["bids"].values()) == 2
    assert table.out["round"] == 3


def test_W_76_with_every_card_spoken() -> None:
    table = Table(NAMES, keep="cards", setup={"dealer": "Mary"})
    table.move("Mary", "turned", card="7c")
    table.bids(0, 1, 1)
    table.play("Kp 2p Ap")
    assert table.out["points"] == {"Tom": 20, "Dick": -10, "Mary": 30}
    table.move(table.turn, "turned", card="W")
    table.move("Tom", "suit", suit="d")
    table.bids(0, 0, 2)
    assert table.turn == "Dick"
    table.play("3d Ad 5d")
    table.play("4t 6t Kp")
    assert table.out["points"] == {"Tom": 10, "Dick": 10, "Mary": 20}


# ---------------------------------------------------------------- W-80 to W-88: barred sums

BARRED = {
    # name: (style, round, bids before, barred)
    "W_80": ("german", 3, (1, 1), None),
    "W_81": ("german", 4, (1, 1, 0), 2),
    "W_82": ("german", 4, (1, 1, 1), 1),
    "W_84": ("free", 4, (1, 1, 1), None),
    "W_85": ("canadian", 4, (1, 1, 1), None),
    "W_87": ("german", 4, (3, 2, 1), None),
    "W_88": ("always", 1, (0,), 1),
}


@pytest.mark.parametrize("name", BARRED)
def test_barred_bid(name: str) -> None:
    style, number, before, barred = BARRED[name]
    assert barred_bid(style, number, before) == barred


@pytest.mark.parametrize("name", BARRED)
def test_barred_bid_at_the_table(name: str) -> None:
    style, number, before, barred = BARRED[name]
    seats = "ABCD"[: max(3, len(before) + 1)]
    # W-88 tells the bids of one seat only: the other bid nothing.
    before = (0,) * (len(seats) - 1 - len(before)) + before
    table = Table(seats, sum=style, setup={"dealer": seats[-1], "round": number})
    table.bids(*before)
    free = [n for n in range(number + 1) if n != barred]
    assert table.out["legal"] == free
    if barred is not None:
        refusal = table.refused(seats[-1], "bid", n=barred)
        assert (refusal.code, refusal.free) == ("bid_forbidden", tuple(free))
    table.bids(free[0])
    assert table.phase == "trick"


def test_canadian_bars_only_a_dealer_who_leads_alone() -> None:
    for points, barred in (({"C": 10}, True), ({"C": 10, "A": 10}, False), ({"A": 10}, False)):
        setup = {"dealer": "C", "round": 2, "points": points}
        table = Table("ABC", sum="canadian", setup=setup)
        table.bids(1, 0)
        assert table.out["legal"] == ([0, 2] if barred else [0, 1, 2])


def test_A7_a_barred_sum_always_leaves_a_bid() -> None:
    for number in range(1, 21):
        for others in range(2 * number + 1):
            barred = barred_bid("always", number, (others,))
            assert len([n for n in range(number + 1) if n != barred]) >= number


# ---------------------------------------------------------------- W-90 to W-101: deal and bids


def test_W_90() -> None:
    table = Table("ABC", keep="cards", pack="colours")
    assert (table.phase, table.turn) == ("turned", "C")
    table.move("C", "turned", card="r2")
    assert table.out["trump"] == "r"
    assert (table.phase, table.turn) == ("bid", "A")


def test_W_91() -> None:
    table = Table("ABC", keep="cards", pack="colours")
    table.move("C", "turned", card="B")
    assert table.out["trump"] == "none"
    assert (table.phase, table.turn) == ("bid", "A")


def test_W_92() -> None:
    table = Table("ABC", keep="cards")
    table.move("C", "turned", card="W")
    assert (table.phase, table.turn, table.out["trump"]) == ("suit", "C", None)
    assert table.refused("A", "bid", n=0).code == "not_now"
    assert table.out["legal"] == ["t", "d", "c", "p"]
    table.move("C", "suit", suit="d")
    assert (table.out["trump"], table.phase) == ("d", "bid")


def test_W_93() -> None:
    table = Table("ABC", keep="cards")
    table.move("C", "turned", card="W3")
    refusal = table.refused("C", "suit", suit="none")
    assert (refusal.code, refusal.free) == ("trump_required", ("t", "d", "c", "p"))
    assert table.phase == "suit"
    assert table.refused("C", "suit", suit="r").code == "wrong_value"


@pytest.mark.parametrize(
    ("seats", "last"), [("ABC", 20), ("ABCD", 15), ("ABCDE", 12), ("ABCDEF", 10)]
)
def test_W_94_and_W_95_the_last_round_deals_all_and_has_no_trump(seats: str, last: int) -> None:
    table = Table(seats, hands="known", setup={"dealer": seats[-1], "round": last})
    dealt = table.last("dealt")["hands"]
    everything = [code for hand in dealt.values() for code in hand]
    assert sorted(everything) == sorted(c.code for c in pack("french"))
    assert "turned" not in table.kinds
    assert table.last("no_trump")["why"] == "all_dealt"
    assert table.out["trump"] == "none"
    assert table.game.rounds == last
    with pytest.raises(ValueError, match=f"from 1 to {last}"):
        Table(seats, setup={"dealer": seats[-1], "round": last + 1})


def test_W_96() -> None:
    seats = "ABCDEFG"
    table = Table(seats, hands="known", setup={"dealer": "G", "round": 8})
    dealt = [code for hand in table.last("dealt")["hands"].values() for code in hand]
    assert len(dealt) == len(set(dealt)) == 56
    assert table.last("turned")["card"] not in dealt
    without = Table(seats, hands="known", leftover_trump=False, setup={"dealer": "G", "round": 8})
    assert "turned" not in without.kinds
    assert without.last("no_trump")["why"] == "last_round"
    assert without.out["trump"] == "none"


def test_W_97() -> None:
    table = Table("ABCDEFGH", hands="known", setup={"dealer": "H", "round": 7})
    assert table.game.rounds == 7
    assert sum(len(hand) for hand in table.last("dealt")["hands"].values()) == 56
    assert table.last("turned")["card"]


def test_A2_seven_and_eight_seats_are_flagged_for_the_warning() -> None:
    flags = {n: Table("ABCDEFGH"[:n]).events[0]["tested"] for n in range(3, 9)}
    assert flags == {3: True, 4: True, 5: True, 6: True, 7: False, 8: False}


def test_W_98() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 1})
    for n in (2, -1):
        refusal = table.refused("A", "bid", n=n)
        assert (refusal.code, refusal.free) == ("bid_range", (0, 1))
    fifth = Table("ABC", setup={"dealer": "C", "round": 5})
    assert fifth.refused("A", "bid", n=6).code == "bid_range"
    assert fifth.refused("A", "bid", n=True).code == "bid_range"
    assert fifth.refused("A", "bid").code == "bid_range"


def test_W_99() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 3})
    refusal = table.refused("B", "bid", n=1)
    assert (refusal.code, refusal.free) == ("not_your_turn", ("A",))
    table.bids(1, 1)
    assert table.refused("A", "bid", n=2).code == "already_done"
    table.bids(1)
    assert table.refused("A", "bid", n=0).code == "already_done"
    assert table.refused("", "bid", n=0).code == "not_now"


def test_W_100() -> None:
    assert Table("ABC", setup={"dealer": "C", "round": 5}).out["legal"] == [0, 1, 2, 3, 4, 5]


def test_W_101() -> None:
    table = Table("ABCD", setup={"dealer": "C"})
    asked = []
    for _ in range(4):
        asked.append(table.turn)
        table.bids(0)
    assert asked == list("DABC")
    assert table.out["leader"] == "D"
    table.tricks("A")
    assert table.out["dealer"] == "D"
    assert table.turn == "A"


# ---------------------------------------------------------------- W-102 to W-110: play and end


def with_hands(**more: Any) -> Table:
    return Table(
        "ABC",
        hands="known",
        pack="colours",
        setup={
            "dealer": "C",
            "hands": {"A": ["r5", "g2"], "B": ["r1", "b1"], "C": ["r9", "W1"]},
            "turned": "y7",
            "bids": {"A": 0, "B": 0, "C": 1},
            **more,
        },
    )


def test_W_102() -> None:
    table = Table(
        "ABC", keep="cards", setup={"round": 2, "trump": "p", "bids": {"A": 1, "B": 1, "C": 1}}
    )
    table.play("5c Ac Kc")
    assert table.out["trick_winner"] == "B"
    assert table.turn == table.out["leader"] == "B"


def test_W_103_tricks_taken_add_up_to_the_round() -> None:
    """Two hundred rounds as the example names it; the model test plays thousands."""
    for seed in range(200):
        dice = Dice(seed)
        number = 1 + seed % 6
        setup = {"dealer": "D", "round": number}
        table = Table("ABCD", hands="known", rounds=number, luck=dice, setup=setup)
        if table.phase == "suit":
            table.move("D", "suit", suit="c")
        table.bids(*[n % (number + 1) for n in range(4)])
        while table.phase == "play":
            table.play(dice.shuffled(table.out["legal"])[0])
        assert sum(table.out["tricks"].values()) == number


def test_W_104() -> None:
    table = Table("ABC", setup={})
    assert table.phase == "dealer"
    for seat, code in (("A", "W"), ("B", "W"), ("C", "Kp")):
        table.move(seat, "draw_dealer", card=code)
    assert table.last("dealer_redraw")["seats"] == ["A", "B"]
    assert table.turn == "A"
    assert table.refused("C", "draw_dealer", card="2p").code == "not_your_turn"
    table.move("A", "draw_dealer", card="9t")
    table.move("B", "draw_dealer", card="Jd")
    assert table.out["dealer"] == "B"
    assert table.turn == "C"


def test_A1_equal_ranks_of_two_suits_draw_again() -> None:
    table = Table("ABC", setup={})
    for seat, code in (("A", "Ap"), ("B", "Ac"), ("C", "B")):
        table.move(seat, "draw_dealer", card=code)
    assert table.last("dealer_redraw")["seats"] == ["A", "B"]


def test_the_host_draws_for_dealer_where_it_deals() -> None:
    table = Table("ABC", hands="known", setup={}, luck=Dice(5))
    drawn = {e["seat"]: card(e["card"]).draw_height for e in table.events[1:4]}
    assert table.out["dealer"] == max(drawn, key=lambda seat: drawn[seat])
    assert table.phase in ("bid", "suit")


def test_W_106() -> None:
    table = Table("ABC", bidding="secret", setup={"dealer": "C", "round": 3})
    assert table.phase == "ready"
    assert table.refused("A", "bid", n=1).code == "not_now"
    assert table.refused("A", "reveal_bid", n=1).code == "not_now"
    for seat in "BA":
        table.move(seat, "ready")
    assert table.refused("A", "ready").code == "already_done"
    assert table.phase == "ready"
    assert table.out["bids"] == {}
    assert not any("n" in e.data or "bids" in e.data for e in table.events if e.kind == "ready")
    table.move("C", "ready")
    assert table.events[-1].kind == "reveal_open"
    assert "bids_closed" not in table.kinds
    for seat, n in (("A", 1), ("B", 0)):
        table.move(seat, "reveal_bid", n=n)
        assert "bids_closed" not in table.kinds
    assert table.refused("C", "reveal_bid", n=4).code == "bid_range"
    table.move("C", "reveal_bid", n=2)
    closed = table.last("bids_closed")
    assert closed["bids"] == {"A": 1, "B": 0, "C": 2}
    assert closed["sum"] == 3
    assert table.phase == "trick"


@pytest.mark.parametrize("keep", ["tricks", "score", "cards"])
def test_W_107(keep: str) -> None:
    setup: dict[str, Any] = {"dealer": "C", "round": 2, "trump": "p"}
    table = Table("ABC", bidding="delayed", keep=keep, setup=setup)
    table.move("", "ready", all=True)
    assert table.events[-1].kind == "bids_locked"
    if keep == "tricks":
        table.tricks("AB")
    elif keep == "cards":
        table.play("2p 3p 4p 7c 2c 8c")
    assert table.phase == ("taken" if keep == "score" else "reveal")
    assert table.out["bids"] == {}
    assert not any(
        "bid" in kind for kind in table.kinds if kind not in ("bids_open", "bids_locked")
    )
    if keep == "score":
        for seat, n in (("A", 1), ("B", 1), ("C", 0)):
            table.move(seat, "taken", n=n)
    assert table.phase == "reveal"
    for seat, n in (("A", 1), ("B", 1), ("C", 0)):
        table.move(seat, "reveal_bid", n=n)
    after = table.kinds[table.kinds.index("bids_closed") :]
    assert after[:2] == ["bids_closed", "scored"]
    if keep != "cards":
        assert table.out["points"] == {"A": 30, "B": 30, "C": 20}


def test_W_108() -> None:
    table = with_hands()
    table.play("r5")
    before = table.state.hands["B"]
    refusal = table.refused("B", "play", card="b1")
    assert (refusal.code, refusal.args["suit"], refusal.free) == ("must_follow", "r", ("r1",))
    assert table.state.hands["B"] == before


def test_W_109() -> None:
    table = with_hands()
    assert table.refused("A", "play", card="r13").code == "card_not_held"
    table.play("r5 r1 r9")
    assert table.out["trick_winner"] == "C"
    assert table.refused("B", "play", card="b1").code == "not_your_turn"
    assert table.refused("C", "play", card="r9").code == "card_not_held"


@pytest.mark.parametrize("tie", ["shared", "bids"])
def test_W_110(tie: str) -> None:
    """With the house rule the higher sum of bids over the game wins (A8)."""
    setup = {"dealer": "C", "round": 3, "points": {"A": 50, "B": 80, "C": 0}}
    table = Table("ABC", tie=tie, rounds=3, setup=setup)
    table.bids(3, 0, 0)
    table.tricks("AAA")
    assert table.out["points"] == {"A": 100, "B": 100, "C": 20}
    assert table.out["finished"]
    assert table.out["winners"] == (["A", "B"] if tie == "shared" else ["A"])


# ---------------------------------------------------------------- the depths (D30)


def test_tricks_are_kept_by_the_winners_name_alone() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 2})
    assert table.phase == "bid"
    table.bids(1, 1, 0)
    assert (table.phase, table.turn) == ("trick", None)
    assert table.refused("A", "trick", seat="Zoe").code == "unknown_player"
    table.move("C", "trick", seat="A")
    assert table.out["trick_winner"] == "A"
    assert table.out["leader"] == "A"
    table.move("", "trick", seat="B")
    assert table.out["points"] == {"A": 30, "B": 30, "C": 20}
    assert table.out["tricks"] == {"A": 1, "B": 1, "C": 0}
    assert table.out["round"] == 3


def test_a_table_that_keeps_no_cards_may_still_tell_its_trump() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 2})
    assert not table.out["trump"]
    table.bids(1)
    table.move("C", "turned", card="7c")
    assert (table.out["trump"], table.turn) == ("c", "B")
    assert table.refused("C", "turned", card="8c").code == "already_done"
    table.bids(0, 0)
    other = Table("ABC", setup={"dealer": "C", "round": 2})
    other.move("A", "suit", suit="none")
    assert (other.out["trump"], other.turn) == ("none", "A")
    wizard = Table("ABC", bidding="secret", setup={"dealer": "C", "round": 2})
    wizard.move("C", "ready")
    wizard.move("C", "turned", card="W")
    assert (wizard.phase, wizard.turn) == ("suit", "C")
    wizard.move("C", "suit", suit="p")
    assert wizard.phase == "ready"
    assert wizard.refused("C", "ready").code == "already_done"


def test_a_trump_may_still_be_told_while_tricks_are_played() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 3, "bids": {"A": 1, "B": 1, "C": 1}})
    table.tricks("A")
    assert table.refused("C", "turned", card="W").code == "trump_required"
    table.move("C", "suit", suit="d")
    assert (table.phase, table.out["trump"], table.out["tricks"]["A"]) == ("trick", "d", 1)
    table.move("B", "undo_trick")
    assert (table.out["trump"], table.out["tricks"]["A"]) == ("d", 0)
    score = Table("ABC", keep="score", setup={"dealer": "C", "bids": {"A": 1, "B": 1, "C": 1}})
    score.move("C", "turned", card="7p")
    assert (score.phase, score.out["trump"]) == ("taken", "p")


def test_a_trick_of_a_voice_that_nobody_knows_has_no_owner() -> None:
    table = Table("ABC", setup={"dealer": "C", "bids": {"A": 1, "B": 1, "C": 1}})
    refusal = table.refused("", "trick")
    assert (refusal.code, refusal.args["why"], refusal.free) == ("wrong_value", "who", tuple("ABC"))


def test_tricks_told_at_the_end_add_up_to_the_round() -> None:
    table = Table("ABC", keep="score", setup={"dealer": "C", "round": 3})
    table.bids(1, 1, 1)
    assert (table.phase, table.turn) == ("taken", None)
    assert table.refused("A", "taken", n=4).code == "wrong_value"
    table.move("", "taken", n=2)
    assert table.turn == "B"
    assert table.refused("B", "taken", n=2).code == "wrong_value"
    table.move("B", "taken", n=0)
    refusal = table.refused("C", "taken", n=0)
    assert (refusal.code, refusal.free, refusal.args["left"]) == ("wrong_value", (1,), 1)
    assert table.refused("A", "taken", n=1).code == "already_done"
    table.move("C", "taken", n=1)
    assert table.out["points"] == {"A": -10, "B": -10, "C": 30}
    assert table.out["tricks"] == {"A": 2, "B": 0, "C": 1}


def test_no_card_comes_twice_in_a_round() -> None:
    table = Table("ABC", keep="cards", setup={"dealer": "C", "round": 3})
    table.move("C", "turned", card="7c")
    table.bids(1, 1, 1)
    assert table.refused("A", "play", card="7c").code == "card_used"
    assert table.refused("A", "play", card="r7").code == "card_unknown"
    assert table.refused("A", "play", card="11c").code == "card_unknown"
    table.play("Kc Qc")
    assert table.refused("C", "play", card="Kc").code == "card_used"


def test_at_most_four_wizards_and_four_jesters_in_a_round() -> None:
    for letter, code in (("W", "too_many_wizards"), ("B", "too_many_jesters")):
        table = Table("ABC", keep="cards", setup={"dealer": "C", "round": 3})
        table.move("C", "turned", card=letter)
        if letter == "W":
            table.move("C", "suit", suit="c")
        table.bids(1, 1, 1)
        table.play(f"{letter} {letter} {letter}")
        assert [e["card"] for e in table.events if e.kind == "played"] == [
            f"{letter}{n}" for n in (2, 3, 4)
        ]
        assert table.refused(table.turn, "play", card=letter).code == code
        assert letter not in table.game.expectation(table.state).options[0].slots["card"]


def test_numbered_copies_are_told_apart() -> None:
    table = Table(
        "ABC", keep="cards", setup={"trump": "p", "round": 2, "bids": {"A": 1, "B": 1, "C": 1}}
    )
    table.play("W2")
    assert table.refused("B", "play", card="W2").code == "card_used"
    table.play("W W")
    assert [e["card"] for e in table.events if e.kind == "played"] == ["W2", "W1", "W3"]


def test_a_rank_alone_is_of_the_suit_led() -> None:
    table = Table(
        "ABC", keep="cards", setup={"trump": "p", "round": 2, "bids": {"A": 1, "B": 1, "C": 1}}
    )
    refusal = table.refused("A", "play", rank="K")
    assert (refusal.code, refusal.args["why"]) == ("wrong_value", "no-suit")
    table.play("B 5c")
    table.move("C", "play", rank="K")
    assert table.last("played")["card"] == "Kc"
    assert table.out["trick_winner"] == "C"
    table.play("9c")
    assert table.refused("A", "play", rank=5).code == "card_used"
    assert table.refused("A", "play", rank="1").code == "card_unknown"
    table.move("A", "play", rank=10)
    assert table.last("played")["card"] == "10c"


def test_a_rank_alone_finds_the_only_such_card_of_a_known_hand() -> None:
    table = with_hands()
    table.move("A", "play", rank="2")
    assert table.last("played")["card"] == "g2"


def test_a_whole_trick_in_one_breath_by_one_person() -> None:
    table = Table(
        "ABC", keep="cards", setup={"trump": "p", "round": 2, "bids": {"A": 1, "B": 1, "C": 1}}
    )
    refusal = table.refused("C", "play", cards=["5c", "Kc", "5c"])
    assert refusal.code == "card_used"
    assert table.state.table == ()
    assert table.refused("C", "play", cards=["5c", "Kc", "W", "B"]).code == "wrong_value"
    assert table.refused("C", "play", cards=[]).code == "wrong_value"
    table.move("C", "play", cards=["5c", "K", "2p"])
    assert [(e["seat"], e["card"]) for e in table.events if e.kind == "played"] == [
        ("A", "5c"),
        ("B", "Kc"),
        ("C", "2p"),
    ]
    assert table.out["trick_winner"] == "C"
    table.play("7d")
    table.move("C", "play", cards=["8d", "9d"])
    assert table.out["tricks"] == {"A": 0, "B": 1, "C": 1}


# ---------------------------------------------------------------- D31: who followed suit


def in_round_four(*tricks: str) -> Table:
    """Cards are told and spades are trump; A leads."""
    table = Table(
        "ABC",
        keep="cards",
        setup={"trump": "p", "round": 4, "dealer": "C", "bids": {"A": 1, "B": 1, "C": 1}},
    )
    for trick in tricks:
        table.play(trick)
    return table


def doubtful() -> Table:
    """B has shown in trick one to be out of hearts, and plays a heart in trick two."""
    return in_round_four("5c 2d Kc", "7c 8c 9c")


def test_D31_a_card_of_a_missing_suit_is_asked_about_and_never_refused() -> None:
    table = doubtful()
    assert table.phase == "revoke_doubt"
    doubt = table.last("revoke_doubted")
    assert (doubt["seat"], doubt["suit"], doubt["trick"], doubt["now"]) == ("B", "c", 1, 2)
    now = table.game.expectation(table.state)
    assert (now.silence_act, now.anyone, now.asked) == ("go_on", True, None)
    assert now.silence_s == 5.0
    # Silence goes on: the trick is settled, and the same doubt does not come back.
    table.move("", "go_on")
    assert table.out["trick_winner"] == "B"
    table.play("10c")
    assert table.phase == "play"


def test_D31_the_doubt_comes_in_the_middle_of_a_trick() -> None:
    table = in_round_four("5c 2d 4c", "7c 8c")
    assert table.phase == "revoke_doubt"
    # The next card means «we go on».
    table.move("C", "play", card="9c")
    assert table.phase == "play"
    assert table.out["trick_winner"] == "C"


def test_D31_a_replay_takes_back_the_trick_in_play() -> None:
    table = doubtful()
    table.move("A", "undo_trick")
    assert (table.phase, table.turn, table.state.trick) == ("play", "C", 2)
    assert table.state.table == ()
    # The table has been asked about trick one; it is not asked again.
    table.play("7c 8c 9c")
    assert table.phase == "play"


def test_D31_a_doubt_woken_by_a_lead_replays_the_trick_before() -> None:
    table = in_round_four("5c 2p Kc", "9c")
    assert table.phase == "revoke_doubt"
    table.move("", "undo_trick")
    assert (table.turn, table.state.trick) == ("A", 1)
    assert table.out["tricks"] == {"A": 0, "B": 0, "C": 0}
    table.play("5c 9c Kc")
    assert table.out["trick_winner"] == "C"


def test_D31_what_a_replayed_trick_shows_again_is_asked_about_again() -> None:
    table = Table(
        "ABC",
        keep="cards",
        setup={"trump": "p", "round": 4, "dealer": "C", "bids": {"A": 1, "B": 1, "C": 1}},
    )
    for _ in range(2):
        table.play("5c 2p Kc")
        table.play("9c")
        assert table.phase == "revoke_doubt"
        table.move("", "undo_trick")


def test_D31_wizards_jesters_and_free_tricks_show_nothing() -> None:
    table = in_round_four("5c W 4c", "W 3d 2c", "7c 8c 9c")
    assert "revoke_doubted" not in table.kinds


def test_D31_a_known_hand_is_not_doubted() -> None:
    table = with_hands(hands={"A": ["r5", "g2"], "B": ["y1", "b1"], "C": ["r9", "W1"]})
    table.play("r5 y1 r9")
    assert table.phase == "play"


# ---------------------------------------------------------------- what is told and offered


def test_each_trick_tells_how_many_its_winner_has_now() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 3})
    table.bids(1, 1, 0)
    table.tricks("ABA")
    told = [(e["seat"], e["taken"], e["left"]) for e in table.events if e.kind == "trick_won"]
    assert told == [("A", 1, 2), ("B", 1, 1), ("A", 2, 0)]


def test_D30_a_trump_may_be_told_until_it_is_known() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 3})
    table.bids(1, 1, 0)

    def acts() -> set[str]:
        return {o.act for o in table.game.expectation(table.state).options}

    assert {"turned", "suit"} <= acts()
    table.move("A", "suit", suit="c")
    assert not {"turned", "suit"} & acts()


def test_who_is_asked_speaks_alone_and_a_trick_is_told_by_anybody() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 1})
    now = table.game.expectation(table.state)
    assert (now.asked, now.anyone) == ("A", False)
    table.bids(1, 0, 0)
    now = table.game.expectation(table.state)
    assert (now.asked, now.anyone) == (None, True)


def test_a_turned_card_that_was_misheard_may_still_be_played() -> None:
    table = Table("ABC", keep="cards", setup={"dealer": "C", "round": 1})
    table.move("C", "turned", card="7c")
    table.move("C", "trump_was", suit="p")
    table.bids(1, 0, 0)
    table.play("7c 8c 2p")
    assert table.out["trick_winner"] == "C"


# ---------------------------------------------------------------- undo


def test_undo_reaches_as_far_as_the_trick() -> None:
    table = Table(
        "ABC", keep="cards", setup={"trump": "p", "round": 3, "bids": {"A": 1, "B": 1, "C": 1}}
    )
    assert table.refused("A", "undo_trick").code == "nothing_to_undo"
    table.play("5c Kc 2p")
    table.play("7d 8d")
    table.move("A", "undo_trick")
    assert (table.turn, table.state.trick, table.state.table) == ("C", 2, ())
    assert table.refused("A", "undo_trick").code == "nothing_to_undo"
    table.play("7d 8d 9d")
    table.move("A", "undo_trick")
    assert (table.turn, table.state.trick) == ("C", 2)
    assert table.out["tricks"] == {"A": 0, "B": 0, "C": 1}


def test_the_last_trick_of_a_round_may_be_undone_before_the_next_round_begins() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 2})
    table.bids(1, 1, 0)
    table.tricks("AB")
    assert table.out["round"] == 3
    table.move("C", "undo_trick")
    assert (table.out["round"], table.phase) == (2, "trick")
    assert table.out["points"] == {"A": 0, "B": 0, "C": 0}
    table.tricks("A")
    assert table.out["points"] == {"A": -10, "B": -10, "C": 20}
    table.bids(0)
    assert table.refused("C", "undo_trick").code == "nothing_to_undo"


def test_undo_of_single_acts_ends_where_the_next_trick_begins() -> None:
    table = Table(
        "ABC", keep="cards", setup={"trump": "p", "round": 3, "bids": {"A": 1, "B": 1, "C": 1}}
    )
    first = table.move("A", "play", card="5c")
    second = table.move("B", "play", card="Kc")
    third = table.move("C", "play", card="2p")
    reaches = table.game.undo_reaches
    assert reaches(third, ())
    assert reaches(first, [*second, *third])
    led = table.move("C", "play", card="7d")
    assert not reaches(third, led)
    assert not reaches(first, [*second, *third, *led])
    assert not reaches(table.events[:1], ())
    bid = [Event("bid", {"seat": "A", "n": 1})]
    assert reaches(bid, ())
    assert not reaches(bid, [Event("bid", {"seat": "B", "n": 1})])


# ---------------------------------------------------------------- the table


def test_the_table_names_its_dealer() -> None:
    table = Table("ABC", setup={})
    assert (table.phase, table.turn) == ("dealer", None)
    assert table.refused("A", "dealer", seat="Zoe").code == "unknown_player"
    table.move("A", "dealer", seat="B")
    assert (table.out["dealer"], table.turn) == ("B", "C")
    assert table.refused("A", "dealer", seat="A").code == "not_now"


def test_D7_the_table_waits_for_a_seat_that_leaves() -> None:
    table = Table("ABC", setup={"dealer": "C", "round": 2})
    table.bids(1)
    table.move("A", "leave", seat="B")
    assert (table.phase, table.turn) == ("away", None)
    refusal = table.refused("C", "bid", n=1)
    assert (refusal.code, refusal.args["seats"]) == ("not_now", ["B"])
    assert table.refused("A", "leave", seat="B").code == "already_done"
    table.move("B", "back")
    assert (table.phase, table.turn) == ("bid", "B")
    assert table.refused("B", "back").code == "already_done"
    assert table.refused("B", "leave", seat="Zoe").code == "unknown_player"


def test_a_game_that_is_ended_goes_to_the_most_points() -> None:
    table = Table("ABC", setup={"dealer": "C", "points": {"A": 10, "B": 30, "C": 30}})
    table.move("A", "end")
    assert table.out["winners"] == ["B", "C"]
    assert table.last("game_ended")["how"] == "ended"
    for act in ("end", "bid", "undo_trick", "leave"):
        assert table.refused("A", act).code in ("not_now", "nothing_to_undo")


def test_D7_nobody_who_left_wins_a_game_that_is_ended() -> None:
    table = Table("ABC", setup={"dealer": "C", "points": {"A": 10, "B": 40, "C": 30}})
    table.move("A", "leave", seat="B")
    table.move("A", "end")
    assert table.out["winners"] == ["C"]


def test_A13_a_short_game_plays_the_first_rounds() -> None:
    table = Table("ABC", rounds=2, setup={"dealer": "C"})
    for number in (1, 2):
        assert table.out["round"] == number
        table.bids(0, 0, 0)
        table.tricks("A" * number)
    assert table.out["finished"]
    assert table.out["winners"] == ["B", "C"]
    with pytest.raises(ValueError, match="at most 20"):
        Table("ABC", rounds=21)


def test_the_dealer_moves_to_the_left_and_points_may_be_negative() -> None:
    table = Table("ABC", rounds=4, setup={"dealer": "B"})
    dealers = []
    for number in range(1, 5):
        dealers.append(table.out["dealer"])
        table.bids(number, number, number)
        table.tricks("A" * number)
    assert dealers == ["B", "C", "A", "B"]
    assert table.out["points"]["B"] == -100


def test_an_unknown_act_or_name_is_refused() -> None:
    table = Table("ABC")
    assert table.refused("A", "dance").code == "not_now"
    assert table.refused("Zoe", "bid", n=0).code == "unknown_player"
    assert table.refused("A", "bid", n="uno").code == "bid_range"


# ---------------------------------------------------------------- rules and set-up

BAD_RULES = [
    ({"hand": "known"}, "hand is no rule of Wizard"),
    ({"keep": "all"}, "keep cannot be 'all'"),
    ({"leftover_trump": 1}, "leftover_trump cannot be 1"),
    ({"rounds": 0}, "rounds cannot be 0"),
    ({"rounds": True}, "rounds cannot be True"),
    ({"hands": "known", "keep": "tricks"}, "with hands: known"),
    ({"sum": "german", "bidding": "secret"}, "with bidding: secret"),
    ({"sum": "always", "bidding": "delayed"}, "with bidding: delayed"),
]


@pytest.mark.parametrize(("rules", "told"), BAD_RULES)
def test_bad_rules_are_named(rules: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        WizardRules.from_dict(rules)


def test_the_tables_own_keys_are_passed_over() -> None:
    assert WizardRules.from_dict({"patience": 2, "prompt_s": 0}) == WizardRules()
    assert WizardRules.from_dict({"preset": "brisk"}).sum == "free"
    assert WizardRules.from_dict({"hands": "known"}).keep == "cards"


BAD_SETUPS = [
    ({"dealers": "A"}, "dealers is no set-up"),
    ({"dealer": "Z"}, "'Z' has no seat"),
    ({"round": 21}, "from 1 to 20"),
    ({"round": True}, "round cannot be True"),
    ({"trump": "hearts"}, "trump cannot be 'hearts'"),
    ({"turned": "r3"}, "no card of the french pack"),
    ({"hands": {"A": ["Kp", "Kp"]}}, "Kp stands twice"),
    ({"hands": {"A": ["W", "W", "W", "W", "W"]}}, "only 4 of W"),
    ({"hands": {"A": ["Kp"]}, "turned": "Kp"}, "Kp stands twice"),
    ({"hands": {"A": ["Kp"]}, "round": 2}, "needs 2"),
    ({"hands": {"A": "Kp"}}, "write a list"),
    ({"hands": ["Kp"]}, "write a list"),
    ({"bids": {"A": 2}}, "bids of A cannot be 2"),
    ({"bids": 2}, "write a number"),
    ({"bids": {"A": 0, "B": 0, "C": 0}, "tricks": {"A": 3}, "round": 2}, "3 are more"),
    ({"bids": {"A": 0}, "tricks": {"A": 1}, "round": 2}, "before all have bid"),
    ({"points": {"A": "ten"}}, "points of A"),
]


@pytest.mark.parametrize(("setup", "told"), BAD_SETUPS)
def test_bad_setups_are_named(setup: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Table("ABC", setup=setup)


def test_setups_that_the_rules_exclude() -> None:
    with pytest.raises(ValueError, match="delayed"):
        Table("ABC", bidding="delayed", setup={"bids": {"A": 1}})
    with pytest.raises(ValueError, match="keep: score"):
        Table(
            "ABC",
            keep="score",
            setup={"round": 2, "bids": {"A": 0, "B": 0, "C": 0}, "tricks": {"A": 1}},
        )


@pytest.mark.parametrize("seats", ["AB", "ABCDEFGHI", "AAB"])
def test_seats_that_cannot_play(seats: str) -> None:
    with pytest.raises(ValueError, match="seats"):
        Table(seats, setup={})


def test_a_setup_in_the_middle_of_a_round_goes_on_there() -> None:
    table = Table(
        "ABC",
        keep="cards",
        setup={
            "dealer": "A",
            "round": 3,
            "turned": "W1",
            "trump": "d",
            "bids": {"B": 1, "C": 2, "A": 0},
            "tricks": {"C": 1},
            "leader": "C",
            "points": {"A": -10},
        },
    )
    assert table.turn == "C"
    assert table.out["trump"] == "d"
    assert table.out["tricks"] == {"A": 0, "B": 0, "C": 1}
    assert table.out["points"] == {"A": -10, "B": 0, "C": 0}
    table.play("Kc 2d 4d 5t 6t 7t")
    assert table.out["points"] == {"A": -20, "B": 30, "C": -10}


def test_a_setup_without_a_dealer_begins_with_the_first_seat() -> None:
    table = Table("ABC", setup={"round": 2})
    assert (table.out["dealer"], table.turn) == ("C", "A")
    led = Table("ABC", setup={"round": 2, "leader": "B"})
    assert (led.out["dealer"], led.turn) == ("A", "B")


def test_a_setup_with_some_hands_deals_the_others_around_them() -> None:
    table = Table(
        "ABC", hands="known", luck=Dice(3), setup={"dealer": "C", "hands": {"A": ["Kp", "W"]}}
    )
    hands = table.last("dealt")["hands"]
    assert hands["A"] == ["Kp", "W"]
    out = [*hands["B"], *hands["C"], table.last("turned")["card"]]
    assert len(out) == len(set(out)) == 5
    assert "Kp" not in out
    table2 = Table(
        "ABC", keep="cards", setup={"dealer": "C", "hands": {"A": ["Kp", "W"]}, "trump": "p"}
    )
    table2.bids(0, 0, 0)
    assert table2.out["legal"] == ["Kp", "W"]
    table2.play("W")
    assert table2.out["legal"] is None
