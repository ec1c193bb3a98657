"""What an evening is held with: the room, the plan of what is played, a game that was left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from host.awards import Award
from host.deck_own import OwnDeck
from host.engine.game import Json, Seat
from host.engine.journal import Journal, Record
from host.evening import Evening
from host.mouth.base import Voice
from host.room.base import Room
from host.table import Table
from host.table_core import Service
from host.table_manners import Manner
from host.table_parts import Observer


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played and by whom.

    Attributes:
        game: ``iknow``, ``sapiencia`` or ``wizard``.
        seats: names from the one who begins, to the left (D1).
        length: ``short`` or ``long``; rounds: how many of Wizard, 0 for the length's own.
        resume: the journal of a game that is gone on with.
    """

    game: str = ""
    seats: tuple[Seat, ...] = ()
    length: str = ""
    rounds: int = 0
    resume: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that was left: who plays what, and how its journal is opened again.

    Attributes:
        decline: keeps in the journal that it is not to be offered again.
        deck: its own deck, if it has one.
    """

    game: str
    seats: tuple[Seat, ...]
    open: Callable[[], tuple[Journal, list[Record]]]
    decline: Callable[[], None] = lambda: None
    deck: OwnDeck | None = None


@dataclass(slots=True)
class House:
    """What an evening is held with.

    Attributes:
        journal_of: opens the journal of a new game of that name.
        rules: house rules that stand above those of a short or long game.
        setup: where the games begin.
        where: what rules and set-up come from, for errors.
        on_table: told of each table before it opens.
        on_over: told of each game that is over, with its awards; returns the name of the file
            in which it wrote them down, or "".
        services: commands that something beside the game answers.
        accents: True if the host has voices to choose from.
        microphone: True if there is one, so that it is tried.
        deck: a deck of the family's own, for the games that are its.
    """

    room: Room
    voice: Voice
    language: str
    manner: Manner
    seed: int
    journal_of: Callable[[str], Journal] = lambda game: Journal()
    rules: Mapping[str, Json] = field(default_factory=dict)
    setup: Mapping[str, Json] = field(default_factory=dict)
    where: str = "--rules"
    observer: Observer | None = None
    on_table: Callable[[Table, tuple[Seat, ...]], None] = lambda table, seats: None
    on_over: Callable[[Evening, tuple[Award, ...]], str] = lambda evening, found: ""
    services: Mapping[str, Service] = field(default_factory=dict)
    accents: bool = True
    microphone: bool = True
    deck: OwnDeck | None = None
