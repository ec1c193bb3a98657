"""Opens each game's box: rules, cards, teller and words for one table.

One module a game. What all games share (journal, room, table) is put together in
`host.evening`; nothing there knows a game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from host.deck_own import OwnDeck
from host.engine.game import Game, Json, Seat
from host.games import iknow_rules, sapiencia_rules, wizard_rules
from host.mouth.lines import Lines
from host.telling.base import Style, Teller


class OpeningError(ValueError):
    """Rules, set-up or cards that cannot be played; one sentence with file and key."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a table asks for.

    Attributes:
        seats: names in order of play.
        rules: the house rules of the game, without the keys that the table keeps.
        setup: where the game begins, by the keys of design.md section 6.
        language: ``es`` or ``en``.
        where: the file (or option) that rules and set-up come from, for errors.
        played: ids of cards that this table has had before (D24).
        lines: the line files of the language.
        timed: False where every time limit is off: nothing has to be called in time then.
        style: how much the host says; the table may change it while it plays.
        deck: the table's own cards, in place of those of the language.
    """

    seats: tuple[Seat, ...]
    rules: Mapping[str, Json]
    setup: Mapping[str, Json]
    language: str
    where: str
    played: tuple[str, ...]
    lines: Lines
    timed: bool = True
    style: Style = field(default_factory=Style)
    deck: OwnDeck | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that is ready to begin.

    Attributes:
        game: the rules, with this table's seats, house rules and cards.
        teller: who turns its events into lines.
        words: what its phrasebook must spell besides its files: slot -> value -> forms
            (the names of the cards).
    """

    game: Game[Any]
    teller: Teller[Any]
    words: Mapping[str, Mapping[Json, tuple[str, ...]]] = field(default_factory=dict)


GAMES: tuple[str, ...] = ("iknow", "sapiencia", "wizard")
"""The games that can be played, each a module of this package."""


SEATS: Mapping[str, tuple[int, int]] = {
    "iknow": iknow_rules.SEATS,
    "sapiencia": sapiencia_rules.SEATS,
    "wizard": wizard_rules.SEATS,
}
"""How many seats each game has, at least and at most."""

TO_THE_RIGHT = frozenset({"sapiencia"})
"""Games whose turn goes to the right: seats, which are named to the left, are turned round (D1)."""


def in_order(game: str, names: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return names, registered from the one who begins to their left, in order of play (D1)."""
    if game in TO_THE_RIGHT:
        return (*names[:1], *reversed(names[1:]))
    return tuple(names)


def open_box(name: str, order: Order) -> Opened:
    """Return the game `name` as ordered.

    Raises:
        OpeningError: there is no such game, or rules, set-up or cards are wrong.
    """
    if name not in GAMES:
        raise OpeningError(
            f"{order.where}: game: {name} is not there; this version plays {', '.join(GAMES)}."
        )
    opened: Opened = import_module(f"host.opening.{name}").open_box(order)
    return opened
