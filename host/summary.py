"""`resumen.txt`: a game in five lines, ready for a chat."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from host.awards import Award
from host.engine.game import Json
from host.files import UnreadError, text_of
from host.mouth.lines import Lines
from host.telling.welcome import GAME_NAMES

NAME = {"es": "resumen.txt", "en": "summary.txt"}
"""What the file is called; where there is one already, `resumen-2.txt` and so on."""

LINES = 5
"""So many lines it has, whatever was played."""


def summary(
    lines: Lines,
    game: str,
    seats: Sequence[str],
    outcome: Mapping[str, Json],
    awards: Sequence[Award],
    *,
    level: bool = False,
) -> list[str]:
    """Return five lines: what was played, who won, the score, and what was best.

    Nobody wins who plays alone, or where nobody has scored.

    Args:
        outcome: the game's public result.
        level: True for a game that was ended in its first round, nobody ahead.
        awards: as `host.awards` found them; a game with fewer than two says goodbye instead.
    """
    winners = list(outcome["winners"])
    many = "many" if len(winners) > 1 else "one"
    counted: Mapping[str, int] = outcome.get("points") or outcome.get("counts") or {}
    lowest_first = game == "sapiencia"
    alone = len(seats) == 1
    nothing = game != "sapiencia" and not any(counted.values())
    order = sorted(counted, key=lambda seat: counted[seat], reverse=not lowest_first)
    rows = [lines.say("summary-score-item", name=seat, n=str(counted[seat])) for seat in order]
    told = [
        lines.say("summary-game", game=GAME_NAMES[game], names=lines.join(list(seats))),
        lines.say("summary-alone")
        if alone
        else lines.say("summary-nobody")
        if level or nothing or not winners
        else lines.say(f"summary-won-{many}", names=lines.join(winners)),
        lines.say("summary-score", list=", ".join(rows)),
        *(lines.say(f"award-{a.kind}", name=a.seat, n=a.n) for a in awards),
    ]
    closing = [lines.say("summary-thanks"), lines.say("welcome-bye")]
    return [*told, *closing][:LINES]


class SummaryFiles:
    """The summaries of an evening, each in a file of its own.

    What lies there already is somebody's, or another evening's: it is neither written over nor
    opened. A game that ends a second time, its last verdict contested (D9), keeps its file.
    """

    def __init__(self) -> None:
        self._written: dict[Path, tuple[Path, str]] = {}

    def write(self, journal: Path, name: str, told: Sequence[str]) -> Path:
        """Write the summary of the game of a journal beside it; return where.

        Raises:
            OSError: it cannot be written.
        """
        text = "\n".join(told) + "\n"
        for path, mode in self._places(journal, journal.with_name(name)):
            try:
                with path.open(mode, encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:
                continue
            except OSError:
                if mode == "x" and path.is_file() and not path.stat().st_size:
                    path.unlink()
                raise
            self._written[journal] = (path, text)
            return path
        raise AssertionError("there is always another number")

    def _places(self, journal: Path, first: Path) -> Iterator[tuple[Path, str]]:
        """Yield where it may be written, and how that is opened."""
        path, text = self._written.get(journal, (None, ""))
        if path is not None:
            with contextlib.suppress(UnreadError):
                if text_of(path) == text:  # nobody has changed it since
                    yield path, "w"
        yield first, "x"
        for number in count(2):
            yield first.with_stem(f"{first.stem}-{number}"), "x"
