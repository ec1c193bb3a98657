"""What a game's teller gives the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from host.engine.game import Event, Expectation, Json, Move, Refusal, Seat


def nobody_ahead(rounds: int, counted: Mapping[Seat, int]) -> bool:
    """Tell whether a game that the table ended has no winner: in its first round, all level.

    Args:
        rounds: the number of the round in which it was ended.
        counted: points or cards of each seat.
    """
    return rounds <= 1 and len(counted) > 1 and len(set(counted.values())) == 1


@dataclass(slots=True)
class Style:
    """How much the host says; a table may change it while it plays (D5).

    Attributes:
        speech: ``auto`` (full in the first round, compact from the second), ``full`` or
            ``compact`` throughout.
        mending: True while an act that was taken back is said anew: what is accepted then is
            told in words, since a short sound would leave open what counts now.
    """

    speech: Literal["auto", "full", "compact"] = "auto"
    mending: bool = False

    def compact(self, round_number: int) -> bool:
        """Tell whether the host speaks briefly in this round."""
        return self.speech == "compact" or (self.speech == "auto" and round_number > 1)

    def sounded(self, round_number: int) -> bool:
        """Tell whether an accepted act is told by a short sound alone (D5)."""
        return self.compact(round_number) and not self.mending


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the line files, with its arguments (words of cards and names included).

    Attributes:
        accent: in whose voice it is said, where the host has several; "" for its own.
    """

    id: str
    args: Mapping[str, Json] = field(default_factory=dict)
    accent: str = ""


NOBODY_AHEAD = Say("over-nobody")
"""How that is told, in every game."""


@dataclass(frozen=True, slots=True)
class Tone:
    """A short sound: ``heard``, ``listening``, ``refused`` or ``nearly`` (time is nearly over)."""

    name: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The last recording of a seat, from memory; `fallback` is said where there is none."""

    seat: Seat
    fallback: Say | None = None


Utter = Say | Tone | Replay


class Words(Protocol):
    """What a teller needs of the line files: texts inside texts, and lists."""

    def say(self, line: str, /, **args: Json) -> str:
        """Return the text of a line."""
        ...

    def join(self, items: Sequence[str]) -> str:
        """Return «a, b and c»."""
        ...

    def options(self, items: Sequence[str]) -> str:
        """Return «a, b or c»."""
        ...


StateT = TypeVar("StateT", contravariant=True)


class Teller(Protocol[StateT]):
    """Turns what happened in one game into what the host says."""

    def opening(self, state: StateT) -> list[Utter]:
        """Return what is said before the first question of the evening."""
        ...

    def tell(self, before: StateT, event: Event, after: StateT) -> list[Utter]:
        """Return what is said of one event."""
        ...

    def ask(self, state: StateT, expectation: Expectation) -> list[Utter]:
        """Return the question that puts the expectation to the table."""
        ...

    def refuse(self, state: StateT, refusal: Refusal, move: Move) -> list[Utter]:
        """Return why a move does not count and what would."""
        ...

    def query(self, state: StateT, act: str, args: Mapping[str, Json]) -> list[Utter] | None:
        """Return the answer to a question about the game, or None if it knows no such act."""
        ...

    def complete(self, state: StateT, move: Move) -> Move | Refusal:
        """Return the move with what only language can tell (a quiz answer's verdict)."""
        ...

    def keeps_recording(self, move: Move) -> bool:
        """Tell whether the sound of this act is kept in memory for its seat."""
        ...

    def appealable(self, state: StateT, who: Seat | None) -> Mapping[Seat, str]:
        """Return what was heard of each answer whose verdict may be appealed against now.

        Args:
            state: as it is now; while a verdict is still secret there is nothing (D22).
            who: the seat that protests: its own answer alone, if it gave one.
        """
        ...

    def would_be_right(self, state: StateT, said: str) -> bool:
        """Tell whether these words would have been the right answer to what is appealed."""
        ...

    def forgets(self, before: StateT, move: Move) -> bool:
        """Tell whether the recordings go with a move: they stay while they may be asked for."""
        ...

    def where_we_are(self, state: StateT) -> list[Utter]:
        """Return the account of where the table stood, for a resumed game.

        That it says first; behind it comes what is read again.
        """
        ...

    def standing(self, state: StateT) -> list[Utter]:
        """Return who has how much and whose turn it is, in a breath, for another day."""
        ...


def standing_line(
    words: Words,
    points: Mapping[Seat, int],
    rows: Sequence[str],
    asked: Seat | None,
    *,
    what: Literal["points", "cards"] = "points",
) -> list[Utter]:
    """Return the line of a standing; of a total below zero only who leads is told (D6).

    Args:
        points: of each seat, in order.
        rows: the same in words, one a seat.
        asked: whose turn it is, or None.
        what: what is counted.
    """
    args: dict[str, Json] = {"list": words.join(rows)}
    line: str = what
    if any(n < 0 for n in points.values()):
        most = max(points.values())
        if most <= 0:
            return []
        leaders = [seat for seat, n in points.items() if n == most]
        line, args = "ahead", {"names": words.join(leaders), "points": most}
    turn = "-turn" if asked else ""
    return [Say(f"common-standing-{line}{turn}", {**args, "who": asked})]


def done_already(line: str, move: Move) -> str:
    """Return the line that refuses what is done already: of a seat's own act with a way back."""
    return line if move.act in ("leave", "back") else f"{line}-own"


class Unjudged(Generic[StateT]):
    """The part of a teller that is the same in every game without quiz answers.

    Nothing that is said there is a right or wrong answer: its sound is not kept to be played
    back, and there is no verdict to appeal against.
    """

    __slots__ = ()

    def complete(self, state: StateT, move: Move) -> Move | Refusal:
        """Return the move as it is: the game knows all that it needs."""
        return move

    def keeps_recording(self, move: Move) -> bool:
        """Keep no sound."""
        return False

    def appealable(self, state: StateT, who: Seat | None) -> Mapping[Seat, str]:
        """Return nothing: no answer is judged."""
        return {}

    def would_be_right(self, state: StateT, said: str) -> bool:
        """Return False: there is no such thing."""
        return False

    def forgets(self, before: StateT, move: Move) -> bool:
        """Forget nothing: nothing is kept."""
        return False
