"""Opens the evening itself: the game of laying the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.engine.game import Json, Option
from host.games.welcome import Asked, Start, Welcome
from host.mouth.lines import Lines
from host.opening import SEATS, Opened
from host.telling.base import Utter
from host.telling.welcome import WelcomeTeller
from host.understanding.names import NameReader
from host.understanding.phrasebook import Phrasebook, phrasebook_of

MOST_SEATS = 8
"""No game has more."""


def asked_for(
    lines: Lines,
    *,
    start: Start = "greet",
    game: str = "",
    names: Sequence[str] = (),
    accents: Sequence[str] = (),
    last: Mapping[str, Json] | None = None,
    unfinished: Mapping[str, Json] | None = None,
    microphone: bool = True,
    taken: Sequence[str] = (),
    told: Sequence[Mapping[str, Json]] = (),
    away: Sequence[str] = (),
    reviews: Sequence[Option] = (),
) -> Asked:
    """Return what is to be asked at this table, with names to fall back on."""
    spare = tuple(lines.say("welcome-spare-name", n=n) for n in range(1, MOST_SEATS + 1))
    return Asked(
        SEATS,
        start,
        game,
        tuple(names),
        tuple(accents),
        last or {},
        unfinished or {},
        microphone,
        spare,
        tuple(taken),
        tuple(told),
        tuple(away),
        tuple(reviews),
    )


def open_names(lines: Lines) -> NameReader:
    """Return what reads names in the language of the table."""
    return NameReader(phrasebook_of(lines.language, "welcome", {}, region=lines.region))


def open_box(
    asked: Asked, lines: Lines, first: tuple[Utter, ...] = ()
) -> tuple[Opened, Phrasebook]:
    """Return the game of laying the table, and its phrases.

    Args:
        first: what is said before the first question.
    """
    book = phrasebook_of(lines.language, "welcome", {}, region=lines.region)
    game = Welcome(asked)
    return Opened(game, WelcomeTeller(game, lines, NameReader(book), first)), book
