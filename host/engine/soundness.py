"""Whether what a journal tells can have been a game.

A checksum keeps a line from damage, not from a hand that writes another one with its sum. Who goes
on with a game that cannot have been is told so at once, and not by a fault in the middle of it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from host.engine.game import Event, Game, Json, Move, Refusal, Seat, StateT
from host.engine.journal import Record, live_events
from host.engine.session import Dice

MOST = 1_000_000
"""No number of a game is larger, counts of cards and points included."""

NONSENSE = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)
"""What rules raise for events that they never made."""


class _Seat(str):
    """Stands for `Seat` in the types of a state, so that names can be told from other texts."""


def first_unsound(
    games: Sequence[Game[StateT]],
    records: Sequence[Record],
    seats: Sequence[Seat],
    *,
    exactly: bool,
) -> int | None:
    """Return the number of the first record that no such game can have, None if there is none.

    Each act must be one that the rules allow where it stands, and leave a state whose seats are
    those of the table and whose numbers are of the kind and size of a game's.

    Args:
        games: the rules, with the cards of the table, in each form that they may have had in
            the course of the game (with and without time limits).
        records: the journal.
        seats: who sits at the table.
        exactly: the same rules and cards wrote it, so that each act must have brought just the
            events that it brings now; what luck decided may be anything.
    """
    at, game, fits = 0, games[0], _Fits(frozenset(seats))
    state = game.blank()
    try:
        moves = {r.data["act_number"]: r.data for r in records if r.kind == "move"}
        for number, told in sorted(_acts(records).items()):
            at = told[0][0]
            events = [event for _, event in told]
            move = _move(moves[number], seats) if number in moves else None
            if not any(_may_be(one, state, move, events, exactly) for one in games):
                return at
            for at, event in told:
                state = game.apply(state, event)
                if not fits(state, type(state)):
                    return at
            game.expectation(state)
            game.outcome(state)
    except NONSENSE:
        return at
    return None


def _acts(records: Sequence[Record]) -> Mapping[int, list[tuple[int, Event]]]:
    """Return the events that count, each with the number of its record, by act."""
    acts: dict[int, list[tuple[int, Event]]] = {}
    for n, act, event in live_events(records):
        acts.setdefault(act, []).append((n, event))
    return acts


def _move(told: Mapping[str, Json], seats: Sequence[Seat]) -> Move:
    """Return the move in a record; raise ValueError if nobody here can have made it."""
    if told["who"] not in ("", *seats):
        raise ValueError(f"{told['who']!r} has no seat.")
    return Move(told["act"], told["who"], told["args"], told["onset"], told["uncertainty"])


def _may_be(
    game: Game[StateT], state: StateT, move: Move | None, events: Sequence[Event], exactly: bool
) -> bool:
    """Tell whether a move may have brought events; no move brings those of the beginning."""
    luck = _Luck(1)
    try:
        if move is not None:
            found = game.decide(state, move, luck)
        elif state == game.blank():
            found = game.begin(luck)
        else:
            return not exactly
    except NONSENSE:
        return False
    if isinstance(found, Refusal):
        return False
    if not exactly or (luck.used and move is not None):
        return True
    if luck.used:
        kinds = [event.kind for event in events]
        return kinds.index(found[0].kind) == 0 and kinds.count(found[0].kind) == 1
    return bool(_as_told(found) == _as_told(events))


class _Luck(Dice):
    """Luck that tells whether it was used."""

    used = False

    def shuffled(self, items: Sequence[Json]) -> list[Json]:
        """Return the items in a random order."""
        self.used = True
        return super().shuffled(items)


def _as_told(events: Sequence[Event]) -> Json:
    """Return events as a journal has them."""
    return json.loads(json.dumps([[e.kind, dict(e.data)] for e in events]))


class _Fits:
    """Tells whether a value is of a type; what was looked at before is not looked at again."""

    def __init__(self, seats: frozenset[Seat]) -> None:
        self._seats = seats
        self._seen: dict[int, Any] = {}

    def __call__(self, value: Any, kind: Any) -> bool:
        if id(value) in self._seen and isinstance(value, tuple | Mapping | frozenset):
            return True
        good = self._good(value, kind)
        if good:
            self._seen[id(value)] = value  # kept, so that its id stays its own
        return good

    def _good(self, value: Any, kind: Any) -> bool:
        if kind is Any:
            return self._json(value)
        if kind is _Seat:
            return isinstance(value, str) and (value == "" or value in self._seats)
        if kind in (None, NoneType):
            return value is None
        if kind is bool or kind is str:
            return type(value) is kind
        if kind is int:
            return type(value) is int and abs(value) <= MOST
        if kind is float:
            return type(value) in (int, float) and math.isfinite(value)
        if isinstance(kind, type) and is_dataclass(kind):
            hints = _hints(kind)
            return isinstance(value, kind) and all(
                self(getattr(value, f.name), hints[f.name]) for f in fields(kind)
            )
        return self._of(value, get_origin(kind), get_args(kind))

    def _of(self, value: Any, origin: Any, kinds: tuple[Any, ...]) -> bool:
        """Tell whether a value is of a type that is made of others."""
        if origin in (Union, UnionType):
            return any(self(value, kind) for kind in kinds)
        if origin is tuple and kinds[1:] != (...,):
            return len(value) == len(kinds) and all(map(self, value, kinds))
        if origin in (tuple, frozenset):
            return isinstance(value, origin) and all(self(v, kinds[0]) for v in value)
        return isinstance(value, Mapping) and all(
            self(k, kinds[0]) and self(v, kinds[1]) for k, v in value.items()
        )

    def _json(self, value: Json) -> bool:
        if isinstance(value, bool | str | None):
            return True
        if isinstance(value, int | float):
            return math.isfinite(value) and abs(value) <= MOST
        if isinstance(value, Mapping):
            return all(isinstance(k, str) and self._json(v) for k, v in value.items())
        return isinstance(value, Sequence | frozenset) and all(map(self._json, value))


@lru_cache(maxsize=64)
def _hints(kind: Callable[..., Any]) -> Mapping[str, Any]:
    names = {"Seat": _Seat, "Json": Any}
    return get_type_hints(kind, localns=names)
