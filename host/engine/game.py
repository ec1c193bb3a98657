"""What a game is, as far as the engine and the table are concerned.

A game is a set of pure functions on a frozen state. A move becomes events (`decide`), the
state is the fold of events (`apply`), and what may be said now is read off the state
(`expectation`). Games know neither sound nor language: what a player may say is given as
`Option` values, and the phrasebook finds the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

Seat = str
"""The name of a seat (a player or a team), as registered at the table."""

Json = Any
"""A value that survives a round trip through JSON."""


@dataclass(frozen=True, slots=True)
class Move:
    """One act of a player, as understood.

    Attributes:
        act: what is done, for example ``place``, ``bet``, ``answer``, ``pass``.
        who: the seat that does it.
        args: the details, JSON values, for example ``{"level": 3}``.
        onset: when its speech began, in seconds of the audio clock.
        uncertainty: how far the onset may be off, in seconds.
    """

    act: str
    who: Seat
    args: Mapping[str, Json] = field(default_factory=dict)
    onset: float = 0.0
    uncertainty: float = 0.0


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of the game, with its result in it: shuffles and draws are never recomputed."""

    kind: str
    data: Mapping[str, Json] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Json:
        """Return one detail of the fact."""
        return self.data[key]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move does not count: a code of design.md section 6 and what would count instead.

    `free` lists what is possible instead (levels, seats, circles); `args` holds what the
    spoken reason needs.
    """

    code: str
    args: Mapping[str, Json] = field(default_factory=dict)
    free: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One kind of move that is possible now, with the values its slots may take.

    A slot with an empty tuple is free speech (an answer), which the phrasebook does not spell.
    """

    act: str
    slots: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is open: its word's id, whose it is, until when it may begin, and which one.

    `closes` is None while the window's end is not fixed yet (the host is still speaking).
    """

    name: str
    who: Seat
    opened: float
    closes: float | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What may be said now (design.md section 3).

    Attributes:
        phase: the state's name, which also names its question and re-prompt lines.
        asked: the seat whose turn it is to speak, or None if nobody in particular is asked.
        options: the moves that are possible, of the asked seat unless `anyone`.
        anyone: True if any seat may make these moves (votes, objections).
        free_speech: True if the asked seat may say anything (a quiz answer).
        calls: open calls (Sapiencia).
        silence_s: seconds of proven silence after the host's question that count as the move
            `silence_act` (an objection nobody makes), or None.
        silence_act: the act which that silence stands for.
        args: what question and re-prompt lines need.
    """

    phase: str
    asked: Seat | None = None
    options: tuple[Option, ...] = ()
    anyone: bool = False
    free_speech: bool = False
    calls: tuple[Call, ...] = ()
    silence_s: float | None = None
    silence_act: str = ""
    args: Mapping[str, Json] = field(default_factory=dict)


class Chance(Protocol):
    """Where luck comes from. `decide` draws from it; the events carry what came out."""

    def shuffled(self, items: Sequence[Json]) -> list[Json]:
        """Return the items in a random order."""
        ...


StateT = TypeVar("StateT")


class Game(Protocol, Generic[StateT]):
    """The rules of one game with one table's house rules and cards."""

    name: str

    def begin(self, chance: Chance) -> list[Event]:
        """Return the events that set the table up."""
        ...

    def blank(self) -> StateT:
        """Return the state before any event."""
        ...

    def decide(self, state: StateT, move: Move, chance: Chance) -> list[Event] | Refusal:
        """Turn a move into events, or say why it does not count. Never changes the state."""
        ...

    def apply(self, state: StateT, event: Event) -> StateT:
        """Return the state after one event."""
        ...

    def expectation(self, state: StateT) -> Expectation:
        """Return what may be said now."""
        ...

    def outcome(self, state: StateT) -> dict[str, Json]:
        """Return the public result by the keys of design.md section 6."""
        ...

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        """Tell whether an act with events `undone` may be taken back after events `since`."""
        ...


def fold(game: Game[StateT], events: Iterable[Event], state: StateT | None = None) -> StateT:
    """Return the state after all events, from `state` or from the blank one."""
    current = game.blank() if state is None else state
    for event in events:
        current = game.apply(current, event)
    return current


def steps(
    game: Game[StateT], events: Iterable[Event], state: StateT
) -> Iterator[tuple[StateT, Event, StateT]]:
    """Yield each event with the state that it found and the one that it left."""
    for event in events:
        after = game.apply(state, event)
        yield state, event, after
        state = after
