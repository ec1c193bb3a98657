"""House rules, cards and chips of iKNOW: what is fixed before a game begins.

The rules' numbers (IKN-10, A7, D20) are those of the project's rules text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from host.engine.game import Json, Seat
from host.games.rule_keys import one_of, read_keys

CATEGORIES: tuple[str, ...] = ("people", "world", "works", "events")
"""The four categories in the order of the rules (IKN-3)."""

LEVELS: tuple[int, ...] = (3, 2, 1)
"""The levels in the order in which their clues are read (IKN-12)."""

SQUARES: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
"""The squares in the order in which they answer: two a level (IKN-8)."""

SIGNS: tuple[str, ...] = ("+", "-")
"""A bet's signs: will be right, will be wrong (IKN-10)."""

SEATS = (1, 6)
"""How many seats there are, at least and at most (IKN-1); one plays without bets."""

READER_CHIPS = 2
"""What a rotating reader gets at the end of a round, in points (IKN-17)."""

SOLO_QUESTIONS = 10
"""Questions of a game alone, without bets; the score is what counts."""

OBJECTION_S = 5.0
"""Silence after which a doubtful answer counts as accepted, in seconds (D23)."""


def level_of(square: int) -> int:
    """Return the level (3, 2 or 1) of a square 1 to 6 (IKN-8)."""
    return 3 - (square - 1) // 2


def squares_of(level: int) -> tuple[int, int]:
    """Return the two squares of a level 3, 2 or 1, first place first (IKN-8)."""
    first = 1 + 2 * (3 - level)
    return first, first + 1


def chips(points: int) -> tuple[int, int]:
    """Return the fewest chips for a score, as (black, white); a debt is white (IKN-2)."""
    if points < 0:
        return 0, points
    return points // 5, points % 5


def worth(black: int, white: int) -> int:
    """Return the points of some black and white chips (IKN-2)."""
    return 5 * black + white


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card as the game knows it: question, clues and answer are language and stay out."""

    id: str
    category: str


@dataclass(frozen=True, slots=True)
class Bet:
    """An iBET on the board: whose answer it is about and whether it will be right (IKN-10)."""

    target: Seat
    sign: str


@dataclass(frozen=True, slots=True)
class IknowRules:
    """The house rules of an iKNOW table; the defaults are the written ones.

    Attributes:
        preset: the named set of rules; ``brisk`` changes nothing in iKNOW.
        reader: ``host`` reads and all play, or ``rotating`` as written (A1, D20).
        level_order: what decides inside a level, ``square`` or ``placement`` (A2).
        bets: whether betting is ``required`` or ``optional`` (A5).
        negative: whether points may fall below zero (A6).
        settle: floor after the net of the ``round`` or ``square`` by square (A7).
        read_all_clues: whether clues are read that nobody waits for (A8).
        tie: a tie at the top is ``shared`` or rounds are added, ``play_on`` (A11).
        target: points that end the game at the end of a round (IKN-21, D8).
        category_order: the way clockwise round the categories (A12).
        doubt: who settles doubtful answers, the ``table`` or the ``host`` (A15, D23).
    """

    preset: Literal["written", "brisk"] = "written"
    reader: Literal["host", "rotating"] = "host"
    level_order: Literal["square", "placement"] = "square"
    bets: Literal["required", "optional"] = "required"
    negative: bool = False
    settle: Literal["round", "square"] = "round"
    read_all_clues: bool = False
    tie: Literal["shared", "play_on"] = "shared"
    target: int = 20
    category_order: tuple[str, ...] = CATEGORIES
    doubt: Literal["table", "host"] = "table"

    @classmethod
    def from_dict(cls, given: Mapping[str, Json]) -> IknowRules:
        """Return the rules that a table chose, by their keys.

        `patience` and `prompt_s`, which concern the table's clocks only, are passed over.

        Raises:
            ValueError: for an unknown key or value; names the key, the value and what is
                allowed.
        """
        names = [f.name for f in fields(cls)]
        return cls(**read_keys("iKNOW", names, given, _checked))


_CHOICES: Mapping[str, tuple[Json, ...]] = {
    "preset": ("written", "brisk"),
    "reader": ("host", "rotating"),
    "level_order": ("square", "placement"),
    "bets": ("required", "optional"),
    "negative": (False, True),
    "settle": ("round", "square"),
    "read_all_clues": (False, True),
    "tie": ("shared", "play_on"),
    "target": (20, 10),
    "doubt": ("table", "host"),
}


def _checked(key: str, value: Json) -> Json:
    if key == "category_order":
        return _category_order(value)
    return one_of(key, value, _CHOICES[key])


def _category_order(value: Json) -> tuple[str, ...]:
    if (
        not isinstance(value, (list, tuple))
        or not all(isinstance(item, str) for item in value)
        or sorted(value) != sorted(CATEGORIES)
    ):
        raise ValueError(
            f"rules: category_order cannot be {value!r}; it lists {', '.join(CATEGORIES)}, "
            "each once, in the order round the board."
        )
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a table starts, checked: the set-up keys of iKNOW.

    Attributes:
        points: every seat's points; one each unless given (IKN-1).
        reader: the first reader, or None; with the host as reader, the seat to whose right
            the first to place sits.
        category: the category of the first round, which then begins with its question.
        cards: ids in the order in which they are drawn, each from its category's pile.
        extra: cards that were given inline and are not among the deck's.
    """

    points: Mapping[Seat, int]
    reader: Seat | None
    category: str | None
    cards: tuple[str, ...]
    extra: tuple[CardRef, ...]

    @classmethod
    def read(
        cls, given: Mapping[str, Json], seats: Sequence[Seat], deck: Mapping[str, CardRef]
    ) -> Setup:
        """Return the set-up in a mapping; raise ValueError naming the key that is wrong."""
        allowed = ("points", "reader", "category", "cards")
        for key in given:
            if key not in allowed:
                raise ValueError(f"setup: {key} is unknown; iKNOW has {', '.join(allowed)}.")
        # Who plays alone has nobody to lose a chip to: the score begins at nothing.
        points = dict.fromkeys(seats, 1 if len(seats) > 1 else 0)
        told = given.get("points") or {}
        if not isinstance(told, Mapping):
            raise ValueError(f"setup: points cannot be {told!r}; write a number for each seat.")
        for seat, number in told.items():
            _seat_in(seat, seats, "points")
            if type(number) is not int:
                raise ValueError(f"setup: points of {seat} cannot be {number!r}; write a number.")
            points[seat] = number
        reader = given.get("reader")
        if reader is not None:
            _seat_in(reader, seats, "reader")
        category = given.get("category")
        if category is not None and category not in CATEGORIES:
            raise ValueError(
                f"setup: category cannot be {category!r}; it is one of {', '.join(CATEGORIES)}."
            )
        ids, extra = _cards(given.get("cards") or [], deck)
        return cls(points, reader, category, ids, extra)


def _seat_in(seat: Json, seats: Sequence[Seat], key: str) -> None:
    if seat not in seats:
        raise ValueError(f"setup: {key}: {seat!r} has no seat; the seats are {', '.join(seats)}.")


def _cards(given: Json, deck: Mapping[str, CardRef]) -> tuple[tuple[str, ...], tuple[CardRef, ...]]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"setup: cards cannot be {given!r}; write a list of ids or cards.")
    ids: list[str] = []
    extra: list[CardRef] = []
    for item in given:
        card_id = item.get("id") if isinstance(item, Mapping) else item
        if not isinstance(card_id, str) or not card_id:
            raise ValueError(f"setup: cards: {item!r} has no id.")
        if card_id in ids:
            raise ValueError(f"setup: cards: {card_id} stands twice.")
        if card_id not in deck:
            if not isinstance(item, Mapping):
                raise ValueError(f"setup: cards: no card of the deck has the id {card_id!r}.")
            extra.append(CardRef(card_id, _known_category(item.get("category"), card_id)))
        ids.append(card_id)
    return tuple(ids), tuple(extra)


def _known_category(category: Json, card_id: str) -> str:
    if not isinstance(category, str) or category not in CATEGORIES:
        raise ValueError(
            f"card {card_id}: category cannot be {category!r}; "
            f"it is one of {', '.join(CATEGORIES)}."
        )
    return category


def deck_of(cards: Sequence[CardRef]) -> dict[str, CardRef]:
    """Return the cards by id; raise ValueError for a double id or an unknown category."""
    deck: dict[str, CardRef] = {}
    for card in cards:
        _known_category(card.category, card.id)
        if card.id in deck:
            raise ValueError(f"card {card.id}: the id stands twice in the deck.")
        deck[card.id] = card
    return deck
