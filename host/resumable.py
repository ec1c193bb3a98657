"""Whether the game of a journal can be gone on with: tried out before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from host.awards import awards
from host.deck_own import OwnDeck
from host.engine.game import Json
from host.engine.journal import Journal, JournalError, Record, live_events, renamed
from host.engine.soundness import NONSENSE, first_unsound
from host.evening import TABLE_KEYS, open_evening
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.opening import Order, open_box
from host.resources import program_mark
from host.room.text import TextRoom

DAMAGE = (*NONSENSE, RecursionError)
"""What comes of a journal whose lines are whole and whose contents are not a game's."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game that a journal holds: its records, and what its header says."""

    records: list[Record]
    game: str
    language: str
    names: list[str]
    rules: dict[str, Json]
    setup: dict[str, Json]
    seed: int
    deck: OwnDeck | None = None


def check(kept: Resumed, path: Path) -> None:
    """Raise JournalError if a game cannot be gone on with; nothing is written.

    Its code is ``impossible`` with the line of what cannot have happened, ``other-table`` where
    nothing of it belongs to this game, these rules or these cards, or ``empty``.
    """
    records = renamed(kept.records)
    other = JournalError(f"{path}: is of another table.", "other-table", path=str(path))
    order = Order(
        tuple(kept.names),
        {key: value for key, value in kept.rules.items() if key not in TABLE_KEYS},
        kept.setup,
        kept.language,
        str(path),
        (),
        Lines(kept.language),
        deck=kept.deck,
    )
    try:
        games = [open_box(kept.game, replace(order, timed=timed)).game for timed in (True, False)]
        same = records[0].data.get("program") == (program_mark() or None)
        at = first_unsound(games, records, kept.names, exactly=same)
        acts = {n: act for n, act, _ in live_events(records)}
    except DAMAGE as error:
        raise other from error
    if not acts:
        raise JournalError(f"{path}: holds no game that had begun.", "empty", path=str(path))
    if at is not None and acts.get(at) == next(iter(acts.values())):
        raise other
    if at is None:
        try:
            _try(kept, records, path)
        except DAMAGE:
            at = records[-1].n
    if at is not None:
        raise JournalError(
            f"{path}:{at + 1}: this cannot have happened in this game.",
            "impossible",
            path=str(path),
            line=str(at + 1),
        )


def _try(kept: Resumed, records: Sequence[Record], path: Path) -> None:
    """Go on with a game in a room without sound, up to its question, and ask what came of it."""
    evening = open_evening(
        game=kept.game,
        language=kept.language,
        seats=kept.names,
        rules=kept.rules,
        setup=kept.setup,
        seed=kept.seed,
        where=str(path),
        room=TextRoom(),
        voice=SilentVoice(kept.language),
        journal=Journal(records=kept.records),
        records=records,
        deck=kept.deck,
    )
    evening.table.reopen()
    evening.outcome()
    awards(kept.game, evening.session.events())
