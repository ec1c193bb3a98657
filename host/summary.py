"""`resumen.txt`: a game in five lines, ready for a chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.awards import Award
from host.engine.game import Json
from host.mouth.lines import Lines
from host.telling.welcome import GAME_NAMES

NAME = {"es": "resumen.txt", "en": "summary.txt"}
"""What the file is called."""

LINES = 5
"""So many lines it has, whatever was played."""


def summary(
    lines: Lines,
    game: str,
    seats: Sequence[str],
    outcome: Mapping[str, Json],
    awards: Sequence[Award],
) -> list[str]:
    """Return five lines: what was played, who won, the score, and what was best.

    Nobody wins who plays alone, or where nobody has scored.

    Args:
        outcome: the game's public result.
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
        if nothing or not winners
        else lines.say(f"summary-won-{many}", names=lines.join(winners)),
        lines.say("summary-score", list=", ".join(rows)),
        *(lines.say(f"award-{a.kind}", name=a.seat, n=a.n) for a in awards),
    ]
    closing = [lines.say("summary-thanks"), lines.say("welcome-bye")]
    return [*told, *closing][:LINES]
