"""A game in play without a table: moves go in, events and the outcome come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from host.engine.game import Chance, Event, Game, Move, Option, Refusal, fold


class InOrder:
    """No luck: everything stays in the order it came in."""

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        return list(items)


class Played:
    """Short ways to move, and to look at what came of it."""

    def __init__(self, game: Game[Any], luck: Chance | None = None) -> None:
        self.game = game
        self.luck = luck or InOrder()
        self.events: list[Event] = game.begin(self.luck)
        self.state: Any = fold(game, self.events)

    def move(self, who: str, act: str, at: float = 0.0, **args: Any) -> list[Event]:
        """Make a move that has to count; what it brings can be written into a journal."""
        got = self.game.decide(self.state, Move(act, who, args, at), self.luck)
        assert not isinstance(got, Refusal), got
        told = [[e.kind, dict(e.data)] for e in got]
        assert json.loads(json.dumps(told)) == told
        self.events += got
        self.state = fold(self.game, got, self.state)
        return got

    def refused(self, who: str, act: str, **args: Any) -> Refusal:
        """Try a move that must not count and must change nothing."""
        before = self.state
        got = self.game.decide(self.state, Move(act, who, args), self.luck)
        assert isinstance(got, Refusal), got
        assert self.state == before
        return got

    @property
    def phase(self) -> str:
        return self.game.expectation(self.state).phase

    @property
    def turn(self) -> Any:
        return self.game.expectation(self.state).asked

    @property
    def out(self) -> dict[str, Any]:
        return self.game.outcome(self.state)

    @property
    def kinds(self) -> list[str]:
        return [e.kind for e in self.events]

    def last(self, kind: str) -> Event:
        return next(e for e in reversed(self.events) if e.kind == kind)

    def options(self, act: str) -> list[Option]:
        return [o for o in self.game.expectation(self.state).options if o.act == act]
