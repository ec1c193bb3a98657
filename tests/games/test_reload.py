"""A journal reloaded after every single step gives the same state and the same expectation.

Twenty seeded games of each kind, of random legal moves with some undone. Events go through
the text of the journal and back, as they would through its file.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from host.engine.game import Event, Game, Move, Refusal
from host.engine.journal import Journal, Record, decode, encode, live_events, read
from host.engine.session import Session
from host.games.iknow import CardRef, Iknow, IknowRules
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.games.wizard import Wizard, WizardRules

GAMES = 20
LONGEST = 160
"""Steps after which a game is left as it is."""

UNDONE = 0.06
VERDICTS = frozenset({"call_made", "call_missed", "call_doubted", "settle"})
BACK = frozenset({"undo_trick", "known", "bad_question"})
NAMES = ("Elena", "Carlos", "Ana", "Diego", "Berta")
LEVELS = ("people", "world", "works", "events")


def iknow(rng: random.Random) -> Game[Any]:
    deck = tuple(CardRef(f"{c}{n}", c) for c in LEVELS for n in range(40))
    rules = {
        "target": 10,
        "reader": rng.choice(["host", "rotating"]),
        "level_order": rng.choice(["square", "placement"]),
        "bets": rng.choice(["required", "optional"]),
        "negative": rng.random() < 0.5,
        "settle": rng.choice(["round", "square"]),
        "doubt": rng.choice(["table", "host"]),
    }
    seats = NAMES[: rng.choice([2, 3, 4, 5])]
    setup = {"points": dict.fromkeys(seats, 5)}
    return Iknow(seats, deck, IknowRules.from_dict(rules), setup)


def sapiencia(rng: random.Random) -> Game[Any]:
    deck = [
        SapienciaCard(
            f"p{n}",
            gender=rng.choice("FM"),
            professions=tuple(rng.sample(["física", "química", "poeta"], rng.choice([1, 2]))),
            country=rng.choice(["Egipto", "Grecia", "Perú"]),
            period=rng.choice(["Antigüedad", "Moderna"]),
            uses=("radio",),
            prizes=rng.randint(0, 4),
            contributions=rng.randint(1, 5),
            barriers=rng.randint(1, 5),
            patents=rng.randint(0, 3),
            nobel_prizes=rng.randint(0, 2),
            other_prizes=rng.randint(0, 2),
        )
        for n in range(30)
    ]
    rules = {
        "hands": rng.choice(["known", "unknown", "unknown"]),
        "discard": rng.choice(["bar", "highest", "running"]),
        "drawn": rng.choice(["keep", "return"]),
        "overlap": rng.choice(["one", "any"]),
        "end_after": 1,
    }
    return Sapiencia(NAMES[: rng.choice([2, 3, 4])], deck, SapienciaRules.from_dict(rules), {})


def wizard(rng: random.Random) -> Game[Any]:
    keep = rng.choice(["tricks", "score", "cards", "cards"])
    known = keep == "cards" and rng.random() < 0.5
    rules = {
        "keep": keep,
        "hands": "known" if known else "unknown",
        "pack": rng.choice(["french", "colours"]),
        "bidding": rng.choice(["open", "secret", "delayed"]),
        "jester_wizard": rng.choice(["no_suit", "next_suit"]),
        "rounds": 3,
    }
    seats = NAMES[: rng.choice([3, 4, 5])]
    setup = {"dealer": rng.choice(seats)} if rng.random() < 0.5 else {}
    return Wizard(seats, WizardRules.from_dict(rules), setup)


def some_move(session: Session[Any], rng: random.Random) -> Move:
    """A move that the game says is possible; a few are refused all the same."""
    now = session.expectation
    if now.calls:
        act = rng.choice(["call_made", "call_made", "call_missed", "call_doubted"])
        return Move(act, "", {"id": now.calls[0].id, "onset": 1.0, "deadline": 2.0})
    if now.phase == "settle":
        return Move("settle", "")
    offered = [o for o in now.options if o.act == "answer" or all(o.slots.values())]
    if rng.random() < 0.9:
        # Those that lead back instead of on: seldom, or no game would end.
        offered = [o for o in offered if o.act not in BACK] or offered
    option = rng.choice(offered)
    args = {slot: rng.choice(values) for slot, values in option.slots.items() if values}
    if option.act == "answer":
        args = {"said": "algo", "verdict": rng.choice(["right", "right", "wrong", "unsure"])}
    return Move(option.act, now.asked or "", args)


class Disk:
    """A journal's records as they would stand in its file: each becomes text once."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def take(self, written: list[Record]) -> list[Record]:
        self.records += [decode(encode(record)) for record in written[len(self.records) :]]
        return self.records


def check(session: Session[Any], records: list[Record]) -> None:
    again: Session[Any] = Session(session.game, Journal(records=records), seed=999)
    again.resume(records)
    assert again.state == session.state
    assert again.expectation == session.expectation
    assert session.game.outcome(again.state) == session.game.outcome(session.state)
    assert again.events() == [Event(e.kind, e.data) for _, _, e in live_events(records)]
    assert len(again.acts) == len(session.acts)


@pytest.mark.parametrize("make", [iknow, sapiencia, wizard])
def test_reloading_at_every_step_changes_nothing(
    make: Callable[[random.Random], Game[Any]],
) -> None:
    finished = undone = steps = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        session: Session[Any] = Session(make(rng), Journal(), seed=seed)
        session.begin({"game": session.game.name})
        disk = Disk()
        for step in range(LONGEST):
            check(session, disk.take(session.journal.records))
            if session.expectation.phase == "over":
                finished += 1
                break
            move = some_move(session, rng)
            session.move(move, float(step), follows=move.act in VERDICTS)
            if rng.random() < UNDONE:
                check(session, disk.take(session.journal.records))
                undone += not isinstance(session.undo(float(step)), Refusal)
            steps += 1
    assert finished >= GAMES // 2
    assert undone >= GAMES // 2
    assert steps > 25 * GAMES


@pytest.mark.parametrize("make", [iknow, sapiencia, wizard])
def test_a_file_says_the_same_as_the_records_in_memory(
    make: Callable[[random.Random], Game[Any]], tmp_path: Any
) -> None:
    rng = random.Random(5)
    path = tmp_path / "journal.jsonl"
    session: Session[Any] = Session(make(rng), Journal(path), seed=5)
    session.begin({"game": session.game.name})
    for step in range(40):
        if session.expectation.phase == "over":
            break
        session.move(some_move(session, rng), float(step))
    session.journal.close()
    records, note = read(path)
    assert note == ""
    assert records == [decode(encode(record)) for record in session.journal.records]
    check(session, records)
