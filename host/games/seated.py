"""What the games share: seats, people who leave and come back, and what follows by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from host.engine.game import Chance, Event, Game, Json, Move, Refusal, Seat, fold

Decision = list[Event] | Refusal


def seats_of(game: str, seats: Sequence[Seat], limits: tuple[int, int]) -> tuple[Seat, ...]:
    """Return the seats of a table; raise ValueError, with why, if `game` cannot seat them."""
    least, most = limits
    if not least <= len(seats) <= most:
        raise ValueError(f"{game} is for {least} to {most} seats (there are {len(seats)}).")
    if len(set(seats)) != len(seats) or not all(seats):
        raise ValueError("seats: each needs a name of its own.")
    return tuple(seats)


class SeatedState(Protocol):
    """What the state of every such game tells."""

    @property
    def phase(self) -> str:
        """What is going on: ``blank`` before the first event, ``over`` at the end."""
        ...

    @property
    def away(self) -> Collection[Seat]:
        """The seats that have left (D7)."""
        ...


StateT = TypeVar("StateT", bound=SeatedState)
FlowStateT = TypeVar("FlowStateT", contravariant=True)


class Follows(Protocol[FlowStateT]):
    """What happens in a game without anybody's act."""

    def next_events(self, state: FlowStateT, chance: Chance) -> list[Event]:
        """Return what follows by itself in this state; nothing where a person has to act."""
        ...


class SeatedGame(Game[StateT]):
    """A game of named seats: moves are checked for who makes them, and the game runs on.

    A game says what a move does in `_first`, and what follows by itself in its flow.

    Attributes:
        seats: the names, in order of play.
    """

    seats: tuple[Seat, ...]
    _flow: Follows[StateT]

    def decide(self, state: StateT, move: Move, chance: Chance) -> Decision:
        """Turn a move into events with all that follows by itself, or say why it does not count."""
        if move.who and move.who not in self.seats:
            return Refusal("unknown_player", {"name": move.who}, self.seats)
        first = self._first(state, move, chance)
        return first if isinstance(first, Refusal) else self._run_on(state, first, chance)

    def _first(self, state: StateT, move: Move, chance: Chance) -> Decision:
        """Turn a move of somebody at the table into what it does by itself."""
        raise NotImplementedError

    def _run_on(self, state: StateT, events: list[Event], chance: Chance) -> list[Event]:
        """Return the events with all that follow until a person has to act."""
        done: list[Event] = []
        while events:
            done += events
            state = fold(self, events, state)
            events = self._flow.next_events(state, chance)
        return done

    def _not_now(self, state: StateT) -> Refusal:
        """Refuse what does not belong in this moment, with the acts that do."""
        now = self.expectation(state)
        acts = dict.fromkeys(option.act for option in now.options)
        return Refusal("not_now", {"phase": now.phase}, tuple(acts))

    def _leave_or_back(self, state: StateT, move: Move) -> Decision:
        """Let a seat leave or come back (D7)."""
        seat: Json = move.args.get("seat", move.who)
        if not isinstance(seat, str) or seat not in self.seats:
            return Refusal("unknown_player", {"name": seat}, self.seats)
        if state.phase in ("blank", "over"):
            return self._not_now(state)
        leaves = move.act == "leave"
        if leaves == (seat in state.away):
            return Refusal("already_done", {"name": seat})
        if leaves and not self._may_leave(state):
            return Refusal("not_now", {"why": "last", "name": seat})
        return [Event("seat_left" if leaves else "seat_back", {"seat": seat})]

    def _may_leave(self, state: StateT) -> bool:
        """Tell whether one more seat may leave."""
        return True
