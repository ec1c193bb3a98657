"""Puts an evening together: a game, its lines, interpretation and a table in a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from host.deck_own import OwnDeck
from host.engine.game import Json
from host.engine.journal import Journal, Record
from host.engine.session import Session
from host.mouth.base import Speech, Voice
from host.mouth.lines import Lines
from host.opening import OpeningError, Order, open_box
from host.resources import program_mark
from host.room.acoustics import earcons
from host.room.base import Room
from host.table import Table
from host.table_core import Service
from host.table_manners import Manner
from host.table_parts import Observer, Patience
from host.telling.base import Teller
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import phrasebook_of

TABLE_KEYS = frozenset({"patience", "prompt_s"})
"""Rule keys that the table keeps and the game does not know."""


class EveningError(ValueError):
    """Rules, set-up or cards that cannot be played; one sentence with file and key."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A table that is ready to begin.

    Attributes:
        table: the table; call its `open` (with `header`) or `reopen`.
        session: the game being played.
        header: what the journal's first line needs to build the same table again.
        teller: who turns the game's events into lines.
    """

    table: Table
    session: Session[Any]
    header: Mapping[str, Json]
    teller: Teller[Any]

    def outcome(self) -> dict[str, Json]:
        """Return the public result, with the refusals of this sitting."""
        return {
            **self.session.game.outcome(self.session.state),
            "refusals": list(self.table.refusals),
        }


def open_evening(
    *,
    game: str,
    language: str,
    seats: Sequence[str],
    rules: Mapping[str, Json],
    setup: Mapping[str, Json],
    seed: int,
    where: str,
    room: Room,
    voice: Voice,
    journal: Journal,
    observer: Observer | None = None,
    render: Callable[[str], Speech] | None = None,
    records: Sequence[Record] = (),
    played: Sequence[str] = (),
    services: Mapping[str, Service] | None = None,
    manner: Manner | None = None,
    deck: OwnDeck | None = None,
) -> Evening:
    """Build the table of one game.

    Args:
        where: the file (or option) that rules and set-up come from, for errors.
        records: the journal of a game to go on with; empty for a new one.
        played: ids of cards that this table has had before (D24).
        services: commands that something beside the game answers.
        manner: how the host speaks and how long it waits where the rules do not say.
        deck: the table's own cards, in place of those of the language.

    Raises:
        EveningError: something in rules, set-up or cards is wrong.
    """
    manner = manner or Manner()
    lines = Lines(language, region=manner.region)
    try:
        patience = Patience.from_rules({"patience": manner.settings["patience"], **rules})
    except ValueError as error:
        raise EveningError(f"{where}: {error}") from error
    order = Order(
        tuple(seats),
        {key: value for key, value in rules.items() if key not in TABLE_KEYS},
        setup,
        language,
        where,
        tuple(played),
        lines,
        patience.factor is not None,
        manner.style,
        deck,
    )
    try:
        opened = open_box(game, order)
    except OpeningError as error:
        raise EveningError(str(error)) from error
    phrasebook = phrasebook_of(language, game, opened.words, region=lines.region)
    session: Session[Any] = Session(opened.game, journal, seed=seed)
    if records:
        session.resume(records)
    table = Table(
        room=room,
        session=session,
        teller=opened.teller,
        interpreter=Interpreter(phrasebook, tuple(seats)),
        lines=lines,
        voice=voice,
        tones=earcons(),
        seats=seats,
        patience=patience,
        observer=observer,
        render=render,
        services=services,
        manner=manner,
    )
    header = {
        "game": game,
        "language": language,
        "seats": list(seats),
        "rules": dict(rules),
        "setup": dict(setup),
        "seed": seed,
        "played": list(played),
        "program": program_mark(),
        **({"deck": deck.kept()} if deck else {}),
    }
    return Evening(table, session, header, opened.teller)
