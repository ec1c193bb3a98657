"""What an utterance was read as: meant, unsure, about a stranger, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Json, Seat


@dataclass(frozen=True, slots=True)
class Act:
    """One act as understood.

    Attributes:
        act: a move of the game, or a command (``cmd_…``).
        args: its details.
        who: the seat that was named as its doer, or None.
        score: how much it sounded like it, 0 to 100.
        text: plain words for it («tres puntos»), for «¿Dijiste …?».
    """

    act: str
    args: Mapping[str, Json]
    who: Seat | None
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Meant:
    """It is clear what was meant. `addressed`: the host was called by its name (D3)."""

    acts: tuple[Act, ...]
    addressed: bool = False


@dataclass(frozen=True, slots=True)
class Unsure:
    """Probably `best` was meant; `other` is what else it may have been.

    Where a part of a name is that of several seats, `seats` are the acts for each of them.
    """

    best: Act
    other: Act | None
    reason: str
    addressed: bool = False
    seats: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A move `act` about somebody (`name`, as written) who does not sit at the table."""

    name: str
    act: str
    addressed: bool = False


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was said to the host."""

    reason: str
    addressed: bool = False


Reading = Meant | Unsure | UnknownName | Nothing


def is_answer(reading: Reading) -> bool:
    """Tell whether a reading is no more than a quiz answer, which may be any words."""
    return isinstance(reading, Meant) and all(act.act == "answer" for act in reading.acts)
