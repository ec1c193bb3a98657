"""What a button means reaches the game as speech does: by turn, by window, by time."""

from __future__ import annotations

import pytest
from serve_tables import CARDS, LateRoom, evening, press, said, settle

from host.ears.base import Heard

SEATS = ["Ana", "Luis", "Eva"]


def wizard(**rules: object):  # type: ignore[no-untyped-def]
    made, room = evening(
        "wizard",
        SEATS,
        rules={"hands": "known", **rules},
        setup={"dealer": "Eva", "round": 2, "turned": "5p"},
    )
    made.table.open(made.header)
    settle(made.table, room, 120)
    return made, room


def test_secret_bids_are_kept_and_told_at_the_reveal() -> None:
    made, room = wizard(bidding="secret")
    assert made.session.state.phase == "ready"
    for seat, n in (("Luis", 2), ("Ana", 0), ("Eva", 1)):
        assert made.session.state.bids == {}
        before = len(room.played)
        press(made.table, seat, "ready", room.now, n=n)
        settle(made.table, room, 5)
        if seat != "Eva":
            told = " ".join(s.text for _, s in room.played[before:])
            assert not any(word in told for word in ("dos", "cero", "ninguna", "una"))
    settle(made.table, room, 30)
    assert made.session.state.bids == {"Ana": 0, "Luis": 2, "Eva": 1}
    assert made.session.state.phase == "play"
    assert made.outcome()["refusals"] == []


def test_a_secret_bid_that_cannot_be_is_refused_without_its_number() -> None:
    made, room = wizard(bidding="secret")
    press(made.table, "Luis", "ready", room.now, n=7)
    settle(made.table, room, 10)
    assert made.outcome()["refusals"] == ["bid_range"]
    assert not any("siete" in line for line in said(room))
    assert made.session.state.ready == ()


def test_delayed_bids_stay_sealed_until_the_last_trick() -> None:
    made, room = wizard(bidding="delayed")
    for seat, n in (("Luis", 2), ("Ana", 0)):
        press(made.table, seat, "ready", room.now, n=n)
    # One of them uses no page: that bid is asked for aloud at the end.
    press(made.table, "Eva", "ready", room.now)
    settle(made.table, room, 30)
    state = made.session.state
    while state.phase == "play":
        assert state.bids == {}
        who = made.session.expectation.asked
        press(made.table, who, "play", room.now, card=made.outcome()["legal"][0])
        settle(made.table, room, 10)
        state = made.session.state
    assert made.session.expectation.asked == "Eva"
    assert dict(state.bids) == {"Ana": 0, "Luis": 2}


def test_secret_bids_outlive_a_crash() -> None:
    made, room = wizard(bidding="secret")
    press(made.table, "Luis", "ready", room.now, n=2)
    again, _ = evening(
        "wizard",
        SEATS,
        rules=made.header["rules"],
        setup=made.header["setup"],
        records=made.session.journal.records,
    )
    assert again.session.state.sealed == {"Luis": 2}


def sapiencia():  # type: ignore[no-untyped-def]
    made, room = evening(
        "sapiencia",
        ["Ana", "Luis"],
        rules={"hands": "known"},
        setup={
            "hands": {"Ana": ["hipatia", "mistral", "euclides"], "Luis": ["zewail", "neruda"]},
            "talker": "Ana",
            "cards": CARDS,
        },
        room=LateRoom(),
    )
    made.table.open(made.header)
    settle(made.table, room, 60)
    talk = {"card": "hipatia", "category": "country", "criterion": "contributions"}
    press(made.table, "Ana", "talk", room.now, **talk)
    settle(made.table, room, 20)
    press(made.table, "Luis", "play", room.now, card="zewail")
    return made, room


def confirmed(made, room):  # type: ignore[no-untyped-def]
    while not made.table.idle:
        settle(made.table, room, 0.05)
    return room.now


@pytest.mark.parametrize(
    ("late", "off", "count"),
    [
        (4.9, 0.0, 1),
        (5.3, 0.0, 4),
        (5.3, 0.4, 1),  # the phone's delay may have cost that much: in the player's favour
    ],
)
def test_a_call_counts_by_when_it_was_pressed(late: float, off: float, count: int) -> None:
    made, room = sapiencia()
    end = confirmed(made, room)
    settle(made.table, room, late - 0.2)
    press(made.table, "Luis", "call", end + late, off, call="sapiencia")
    settle(made.table, room, 20)
    assert made.session.state.counts["Luis"] == count


def test_a_play_pressed_in_a_window_waits_for_its_end() -> None:
    made, room = sapiencia()
    confirmed(made, room)
    settle(made.table, room, 1)
    press(made.table, "Luis", "talk", room.now, card="neruda")
    assert made.session.state.phase == "settle"
    settle(made.table, room, 20)
    assert made.session.state.counts["Luis"] == 4


def test_a_press_is_no_yes_to_the_hosts_question() -> None:
    made, room = wizard()
    made.table.take(Heard("terminar partida", room.now, room.now, ear="text", speaker="Ana"))
    settle(made.table, room, 5)
    assert made.table.waiting is False
    press(made.table, "Ana", "bid", room.now, n=1)
    settle(made.table, room, 5)
    assert made.session.state.bids == {"Ana": 1}
    assert made.session.state.phase == "bid"
