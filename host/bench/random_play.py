"""Tables of all three games and random legal moves at them, without sound."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from host.calls import VERDICT_ACTS
from host.engine.game import Game, Json, Move, Option, Refusal
from host.engine.journal import Journal
from host.engine.session import Session
from host.mouth.lines import Lines
from host.opening import Order, open_box

SEATS = ("Ana", "Luis", "Eva", "Diego")
"""Who sits at every table of a benchmark."""

RULES: Mapping[str, Mapping[str, Json]] = {
    "iknow": {},
    "sapiencia": {},
    # With known hands the game says which cards are legal; of others it believes everything.
    "wizard": {"hands": "known"},
}
"""The games and the house rules with which they are measured."""

SAID = "Hipatia"
"""What everybody answers in the quiz; the verdict is random."""

SETTLES = "settle"
"""The phase that waits for a window to close, and the table's own move that ends it (D10)."""

_REMEDIES = frozenset({"known", "bad_question", "undo_trick", "overrule"})
"""Moves that lead back instead of on; random play would not end."""


def open_game(name: str) -> Game[Any]:
    """Return one of the three games with the deck that comes with the program.

    Raises:
        OpeningError: the deck is missing or wrong.
    """
    order = Order(SEATS, RULES[name], {}, "es", "bench", (), Lines("es"))
    return open_box(name, order).game


def begin(game: Game[Any], seed: int) -> Session[Any]:
    """Return a session of a new game with a journal in memory."""
    session: Session[Any] = Session(game, Journal(), seed=seed)
    session.begin({"game": game.name})
    return session


def random_move(session: Session[Any], rng: random.Random) -> Move | None:
    """Return a move that the game says is possible, by whoever may make it; None at its end.

    Calls are made in time, and what the table does by itself is done. A game may still refuse
    what it offers (a card is drawn before it is told that it fits); draw again then.
    """
    now = session.expectation
    if now.phase == "over":
        return None
    if now.calls:
        return Move("call_made", "", {"id": now.calls[0].id, "onset": 0.0})
    if now.phase == SETTLES:
        return Move(SETTLES, "")
    option = rng.choice([o for o in now.options if leads_on(o)])
    args: dict[str, Json] = {
        slot: rng.choice(values) for slot, values in option.slots.items() if values
    }
    if option.act == "answer":
        args = {"said": SAID, "verdict": rng.choice(["right", "wrong"])}
    return Move(option.act, now.asked or "", args)


def play_move(session: Session[Any], move: Move) -> bool:
    """Make a move at time 0; tell whether it was accepted."""
    return not isinstance(session.move(move, 0.0, follows=move.act in VERDICT_ACTS), Refusal)


def leads_on(option: Option) -> bool:
    """Tell whether a random player may choose a kind of move: one that brings the game on."""
    if option.act in _REMEDIES or "rank" in option.slots:
        # A rank alone is a shorter way to say a card that is offered as well.
        return False
    return option.act == "answer" or all(option.slots.values())
