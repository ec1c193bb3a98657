"""Every state in which a table can stand, found by playing: the machines list themselves.

Random games under many house rules are walked, with everything that may be said or happen at
a table (remedies, calls that are missed or not judged, seats that leave), and the journal that
leads to the first sight of each kind of state is kept.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import host.games
from host.calls import VERDICT_ACTS
from host.engine.game import Expectation, Json, Move, Refusal
from host.engine.journal import Journal, Record
from host.engine.session import Session
from host.mouth.lines import Lines
from host.opening import Opened, OpeningError, Order, open_box

SEATS = ("Ana", "Luis", "Eva", "Diego")

HOUSES: Mapping[str, Sequence[Mapping[str, Json]]] = {
    "iknow": (
        {},
        {"reader": "rotating", "bets": "optional", "target": 10},
        {"doubt": "host", "level_order": "placement", "read_all_clues": True},
    ),
    "sapiencia": (
        {},
        {"false_call": "warn", "denounce": True, "drawn": "return", "discard": "running"},
        {"hands": "known", "optional_draw": True, "discard": "highest"},
        {"optional_draw": True, "end": "rounds", "talker_repeats": False},
    ),
    "wizard": (
        {"rounds": 3},
        {"keep": "score", "rounds": 3},
        {"keep": "cards", "rounds": 5},
        {"keep": "cards", "hands": "known", "rounds": 3, "pack": "colours"},
        {"bidding": "secret", "rounds": 3},
        {"bidding": "delayed", "rounds": 3, "keep": "cards"},
        {"bidding": "delayed", "rounds": 2, "keep": "score"},
    ),
}
"""The house rules under which each game is walked: together they reach every state."""

GAMES_EACH, MOVES_EACH = 12, 160
"""Games that are walked under each set of house rules, and moves in each."""


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of state and how to get there.

    Attributes:
        game: the game's name.
        rules: the house rules of that table.
        expectation: what may be said there.
        records: the journal that leads there.
        name: how a test is called.
        language: of the table.
    """

    game: str
    rules: Mapping[str, Json]
    expectation: Expectation
    records: tuple[Record, ...]
    name: str
    language: str


@lru_cache(maxsize=64)
def _box(game: str, house: int, language: str) -> Opened:
    order = Order(SEATS, HOUSES[game][house], {}, language, "test", (), Lines(language))
    return open_box(game, order)


def box(game: str, rules: Mapping[str, Json], language: str) -> Opened:
    """Return a game's open box; the same one for the same rules and language."""
    return _box(game, list(HOUSES[game]).index(rules), language)


def kind(now: Expectation) -> tuple[Any, ...]:
    """Return what makes one state another as far as talk is concerned."""
    options = frozenset((o.act, frozenset(o.slots)) for o in now.options)
    return now.phase, now.asked is None, now.anyone, now.free_speech, options


@lru_cache(maxsize=8)
def walk(game: str, language: str = "es") -> tuple[tuple[Place, ...], frozenset[str]]:
    """Return every kind of state of a game, and the names of all phases passed through."""
    found: dict[tuple[Any, ...], Place] = {}
    passed: set[str] = set()
    for house, rules in enumerate(HOUSES[game]):
        try:
            rules_game = _box(game, house, language).game
        except OpeningError:
            continue  # a deck that this language does not have: the host deals nothing there
        for seed in range(GAMES_EACH):
            rng = random.Random(f"{game} {house} {seed}")
            session: Session[Any] = Session(rules_game, Journal(), seed=seed)
            session.begin({"game": game})
            for _ in range(MOVES_EACH):
                now = session.expectation
                if not now.calls and kind(now) not in found:
                    asked = "nobody" if now.asked is None else "one"
                    name = f"{game}-{now.phase}-{asked}-{len(found)}"
                    records = tuple(session.journal.records)
                    found[kind(now)] = Place(
                        game, rules, now, records, f"{language}-{name}", language
                    )
                if now.phase == "over":
                    break
                _any_move(session, rng, passed)
    return tuple(found.values()), frozenset(passed)


def _any_move(session: Session[Any], rng: random.Random, passed: set[str]) -> None:
    """Make one move that may be made or that may happen; note the phases it passes."""
    now = session.expectation
    before = session.state
    move = _choose(session, now, rng)
    result = session.move(move, 0.0, follows=move.act in VERDICT_ACTS)
    if isinstance(result, Refusal):
        return
    state = before
    for event in result:
        state = session.game.apply(state, event)
        passed.add(state.phase)
        passed.add(getattr(state, "aside_phase", "") or state.phase)
    passed.add(session.expectation.phase)


def _choose(session: Session[Any], now: Expectation, rng: random.Random) -> Move:
    if now.calls:
        act = rng.choice(["call_made", "call_missed", "call_doubted"])
        return Move(act, now.calls[0].who, {"id": now.calls[0].id, "why": "noise", "onset": 0.0})
    if now.phase == "settle":
        return Move("settle", "")
    if rng.random() < 0.04:
        who = rng.choice(SEATS)
        return Move("leave", who, {"seat": who})
    if rng.random() < 0.1:
        away = getattr(session.state, "away", ())
        if away:
            seat = min(away)  # a set has no order of its own
            return Move("back", seat, {"seat": seat})
    if session.game.name == "sapiencia" and rng.random() < 0.2:
        return Move(rng.choice(["protest", "denounce"]), rng.choice(SEATS))
    if not now.options:
        return Move("back", SEATS[0], {"seat": SEATS[0]})
    option = rng.choice(now.options)
    args: dict[str, Json] = {s: rng.choice(v) for s, v in option.slots.items() if v}
    if option.act == "answer":
        args = {"said": "Hipatia", "verdict": rng.choice(["right", "wrong", "unsure"])}
    who = now.asked or (rng.choice(SEATS) if now.anyone else "")
    return Move(option.act, who, args)


def phases_written(game: str) -> frozenset[str]:
    """Return the names of phases that a game's modules give to a state or an expectation."""
    folder = Path(host.games.__file__).parent
    found: set[str] = set()
    for file in sorted(folder.glob(f"{game}*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                named = [k.value for k in node.keywords if k.arg in ("phase", "aside_phase")]
                first = node.args[:1] if _called(node) == "Expectation" else []
                for value in (*named, *first):
                    found |= _texts(value)
    return frozenset(found - {""})


def _texts(value: ast.expr) -> set[str]:
    """Return the texts that an expression may be; those it only compares with are none."""
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            return _texts(value.body) | _texts(value.orelse)
    return set()


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""
