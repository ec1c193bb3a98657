"""The blind reading of a quiz deck: what a reader who did not write the cards made of them.

``trial.tsv`` beside the cards has a row a card: how many answers fitted after the first, the
second and the third clue, whether the card's own answer was named first, and what became of the
card. The lists have to shrink and the last one has to be that answer alone (decks/README.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.deck_faults import Complaint, DeckError
from host.deck_files import unread
from host.files import UnreadError, text_of

NAME = "trial.tsv"

COLUMNS = ("id", "one", "two", "three", "verdict", "readings", "why")

VERDICTS = ("kept", "rewritten", "replaced")


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of one card.

    Attributes:
        id: of the card.
        answers: how many answers fitted after one, two and three clues.
        named: whether the card's answer was first among them.
        verdict: one of `VERDICTS`: what the reading led to.
        readings: how often the card was read by somebody new, the last time as it stands.
        why: what was wrong, empty for a card that was kept.
    """

    id: str
    answers: tuple[int, int, int]
    named: tuple[bool, bool, bool]
    verdict: str
    readings: int
    why: str


def load_trial(folder: Path, ids: Collection[str]) -> tuple[Reading, ...]:
    """Return the blind reading of the deck in `folder`; nothing if there was none.

    Args:
        folder: of a quiz deck.
        ids: of its cards.

    Raises:
        DeckError: the file is wrong, or tells of a card that the deck does not have.
    """
    path = folder / NAME
    if not path.is_file():
        return ()
    try:
        lines = text_of(path).splitlines()
    except UnreadError as error:
        raise unread(error) from error
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise DeckError(f"{path}:1", Complaint("trial_columns", columns=", ".join(COLUMNS)))
    known = set(ids)
    rows: dict[str, Reading] = {}
    for number, line in enumerate(lines[1:], start=2):
        row = _row(f"{path}:{number}", line)
        if row.id not in known:
            raise DeckError(f"{path}:{number}", Complaint("trial_no_card", card=row.id), field="id")
        if row.id in rows:
            raise DeckError(f"{path}:{number}", Complaint("column_twice", name=row.id), field="id")
        rows[row.id] = row
    return tuple(rows.values())


def _row(where: str, line: str) -> Reading:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise DeckError(where, Complaint("trial_cells", columns=len(COLUMNS), cells=len(cells)))
    steps = [_step(where, name, cell) for name, cell in zip(COLUMNS[1:4], cells[1:4], strict=True)]
    if cells[4] not in VERDICTS:
        wrong = Complaint("trial_verdict", cell=repr(cells[4]), verdicts=", ".join(VERDICTS))
        raise DeckError(where, wrong, field="verdict")
    if not cells[5].isdecimal() or not 1 <= int(cells[5]) <= 9:
        wrong = Complaint("trial_readings", cell=repr(cells[5]))
        raise DeckError(where, wrong, field="readings")
    counts, named = (tuple(step[i] for step in steps) for i in (0, 1))
    return Reading(
        cells[0],
        (counts[0], counts[1], counts[2]),
        (bool(named[0]), bool(named[1]), bool(named[2])),
        cells[4],
        int(cells[5]),
        cells[6],
    )


def _step(where: str, name: str, cell: str) -> tuple[int, bool]:
    count, _, named = cell.partition(":")
    if not count.isdecimal() or len(count) > 2 or named not in ("yes", "no"):
        raise DeckError(where, Complaint("trial_step", cell=repr(cell)), field=name)
    return int(count), named == "yes"


def figures(trial: Sequence[Reading]) -> dict[str, Any]:
    """Return the counts that ``decks stats`` shows."""
    verdicts = Counter(row.verdict for row in trial)
    return {
        "cards": len(trial),
        "named": [sum(row.named[step] for row in trial) for step in range(3)],
        "several_answers": [sum(row.answers[step] > 1 for row in trial) for step in range(3)],
        **{verdict: verdicts[verdict] for verdict in VERDICTS},
        "read_again": sum(row.readings > 1 for row in trial),
    }
