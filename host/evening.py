"""Puts an evening together: cards, rules, lines, interpretation and a table in a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from host.decks import DeckError, QuizCard, default_quiz_deck, parse_inline_card
from host.engine.game import Json
from host.engine.journal import Journal, Record
from host.engine.session import Session
from host.games.iknow import CardRef, Iknow, IknowRules
from host.mouth.base import Speech, Voice
from host.mouth.lines import Lines
from host.room.acoustics import earcons
from host.room.base import Room
from host.table import Observer, Patience, Table
from host.telling.iknow import IknowTeller
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook

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
    """

    table: Table
    session: Session[Any]
    header: Mapping[str, Json]

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
) -> Evening:
    """Build the table of one game.

    Args:
        where: the file (or option) that rules and set-up come from, for errors.
        records: the journal of a game to go on with; empty for a new one.
        played: ids of cards that this table has had before (D24).

    Raises:
        EveningError: something in rules, set-up or cards is wrong.
    """
    if game != "iknow":
        raise EveningError(f"{where}: game: {game} is not there yet; this version plays iknow.")
    try:
        patience = Patience.from_rules(rules)
        cards, setup_ids = _cards(setup, language, where)
        chosen = IknowRules.from_dict({k: v for k, v in rules.items() if k not in TABLE_KEYS})
        iknow = Iknow(
            tuple(seats),
            tuple(CardRef(card.id, card.category) for card in cards.values()),
            chosen,
            setup_ids,
            played=tuple(played),
        )
    except DeckError as error:
        raise EveningError(str(error)) from error
    except ValueError as error:
        raise EveningError(f"{where}: {error}") from error
    lines = Lines(language)
    phrasebook = Phrasebook(language, game)
    session: Session[Any] = Session(iknow, journal, seed=seed)
    if records:
        session.resume(records)
    table = Table(
        room=room,
        session=session,
        teller=IknowTeller(cards, iknow, lines, language),
        interpreter=Interpreter(phrasebook, tuple(seats)),
        lines=lines,
        voice=voice,
        tones=earcons(),
        seats=seats,
        patience=patience,
        observer=observer,
        render=render,
    )
    header = {
        "game": game,
        "language": language,
        "seats": list(seats),
        "rules": dict(rules),
        "setup": dict(setup),
        "seed": seed,
        "played": list(played),
    }
    return Evening(table, session, header)


def _cards(
    setup: Mapping[str, Json], language: str, where: str
) -> tuple[dict[str, QuizCard], dict[str, Json]]:
    """Return the cards by id, and the set-up with its cards as ids."""
    named = setup.get("cards")
    inline = isinstance(named, list) and bool(named) and all(isinstance(c, dict) for c in named)
    try:
        deck = {card.id: card for card in default_quiz_deck(language)}
    except DeckError:
        if not inline:
            raise
        deck = {}
    if named is None:
        return deck, dict(setup)
    if not isinstance(named, list):
        raise EveningError(f"{where}: setup.cards: a list of ids or of cards is needed.")
    ids: list[str] = []
    for position, entry in enumerate(named, start=1):
        if isinstance(entry, str):
            if entry not in deck:
                raise EveningError(f"{where}: setup.cards: no card {entry!r} in the deck.")
            ids.append(entry)
        elif isinstance(entry, dict):
            card = parse_inline_card(entry, f"{where}: setup.cards, card {position}")
            deck[card.id] = card
            ids.append(card.id)
        else:
            raise EveningError(f"{where}: setup.cards, card {position}: an id or a card is needed.")
    return deck, {**setup, "cards": ids}
