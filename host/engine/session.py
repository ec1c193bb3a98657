"""One game being played: the state, its journal, and the acts that can be taken back."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from host.engine.game import Event, Expectation, Game, Json, Move, Refusal, fold
from host.engine.journal import VERSION, Journal, JournalError, Record, live_events

StateT = TypeVar("StateT")


class Dice:
    """Luck from a seed, so that a table can be dealt again the same way."""

    def __init__(self, seed: int) -> None:
        """Start from `seed`."""
        self._random = random.Random(seed)

    def shuffled(self, items: Sequence[Json]) -> list[Json]:
        """Return the items in a random order."""
        return self._random.sample(list(items), len(items))


@dataclass(frozen=True, slots=True)
class Act:
    """An accepted act: its number, whose it was, what it was, and the events it brought."""

    number: int
    who: str
    act: str
    events: tuple[Event, ...]
    keep: int
    """The number of the last record before its first event: undoing keeps up to here."""
    follows: bool = False
    """True if it only brings to an end what the act before it began: a judged call (SAP-18)."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo took back."""

    act: Act


class Session(Generic[StateT]):
    """Applies moves to a game and writes what counts into the journal, in this order.

    Events are journaled (and flushed) before `move` returns, so before the host can say
    that something counts.
    """

    def __init__(self, game: Game[StateT], journal: Journal, *, seed: int) -> None:
        """Join a game and its journal; call `begin` or `resume` next."""
        self.game = game
        self.journal = journal
        self.state: StateT = game.blank()
        self.acts: list[Act] = []
        self._expected: tuple[StateT, Expectation] | None = None
        self._dice = Dice(seed)
        self._next = 1 + max(
            (r.data["act"] for r in journal.records if r.kind == "event"), default=-1
        )

    @property
    def expectation(self) -> Expectation:
        """What may be said now. Asked for many times a second, so kept while the state stands."""
        kept = self._expected
        if kept is None or kept[0] is not self.state:
            kept = self._expected = (self.state, self.game.expectation(self.state))
        return kept[1]

    def begin(self, header: Mapping[str, Json], t: float = 0.0) -> list[Event]:
        """Write the header and set the table up."""
        self.journal.write("header", t, {"version": VERSION, **header})
        return self._accept("", "begin", self.game.begin(self._dice), t)

    def resume(self, records: Sequence[Record], t: float = 0.0) -> None:
        """Rebuild the state from a journal's records and open a new sitting."""
        by_act: dict[int, list[Event]] = {}
        first: dict[int, int] = {}
        for n, act, event in live_events(records):
            by_act.setdefault(act, []).append(event)
            first.setdefault(act, n)
        if not by_act:
            path = str(self.journal.path)
            raise JournalError(f"{path}: holds no game that had begun.", "empty", path=path)
        movers = {r.data["act_number"]: r.data for r in records if r.kind == "move"}
        for number, events in sorted(by_act.items()):
            mover = movers.get(number, {})
            self.acts.append(
                Act(
                    number,
                    mover.get("who", ""),
                    mover.get("act", "begin"),
                    tuple(events),
                    first[number] - 1,
                    bool(mover.get("follows", False)),
                )
            )
        self.state = fold(self.game, (e for a in self.acts for e in a.events))
        self._dice = Dice(len(records))
        self.journal.sitting += 1
        self.journal.write("sitting", t, {"sitting": self.journal.sitting})

    def move(self, move: Move, t: float, *, follows: bool = False) -> tuple[Event, ...] | Refusal:
        """Apply a move. A refusal leaves the state as it was (and is journaled too).

        With `follows` an undo takes it back together with the act before it: the verdict on a
        call has no life of its own (design.md section 1).
        """
        # As the journal has it, so that it brings the same if it is ever decided again.
        move = replace(move, onset=round(move.onset, 3), uncertainty=round(move.uncertainty, 3))
        result = self.game.decide(self.state, move, self._dice)
        if isinstance(result, Refusal):
            self.journal.write(
                "refused", t, {"who": move.who, "act": move.act, "code": result.code}
            )
            return result
        number = self._next
        self.journal.write(
            "move",
            t,
            {
                "act_number": number,
                "who": move.who,
                "act": move.act,
                "args": dict(move.args),
                "onset": move.onset,
                "uncertainty": move.uncertainty,
                **({"follows": True} if follows else {}),
            },
        )
        return tuple(self._accept(move.who, move.act, result, t, follows))

    def foresee(
        self, move: Move, state: StateT | None = None
    ) -> tuple[tuple[Event, ...], StateT] | Refusal:
        """Return what a move would bring, luck included, and the state after; nothing changes.

        Args:
            state: what it is made in, by default the present state.
        """
        before = self.state if state is None else state
        result = self.game.decide(before, move, deepcopy(self._dice))
        if isinstance(result, Refusal):
            return result
        return tuple(result), fold(self.game, result, before)

    @property
    def last_act(self) -> Act | None:
        """The act that an undo would take back, if the game lets it reach that far."""
        at = self._last_at()
        return None if at is None else self.acts[at]

    def _last_at(self) -> int | None:
        """Return the place of the act that an undo takes back, or None."""
        if len(self.acts) < 2:
            return None
        at = len(self.acts) - 1
        while self.acts[at].follows and at > 1:
            at -= 1
        events = tuple(event for act in self.acts[at:] for event in act.events)
        return at if self.game.undo_reaches(events, ()) else None

    def undo(self, t: float) -> Undone | Refusal:
        """Take back the last accepted act, if the game lets undo reach that far."""
        at = self._last_at()
        if at is None:
            return Refusal("nothing_to_undo")
        last = self.acts[at]
        self.journal.write("undone", t, {"to": last.keep, "act": last.number})
        del self.acts[at:]
        self.state = fold(self.game, (e for a in self.acts for e in a.events))
        return Undone(last)

    def events(self) -> list[Event]:
        """Return every event that counts, in order."""
        return [event for act in self.acts for event in act.events]

    def _accept(
        self, who: str, act: str, events: Sequence[Event], t: float, follows: bool = False
    ) -> list[Event]:
        number = self._next
        self._next += 1
        keep = len(self.journal.records) - 1
        for event in events:
            self.journal.write(
                "event",
                t,
                {
                    "act": number,
                    "of": len(events),
                    "kind": event.kind,
                    "data": dict(event.data),
                },
            )
        self.state = fold(self.game, events, self.state)
        self.acts.append(Act(number, who, act, tuple(events), keep, follows))
        return list(events)
