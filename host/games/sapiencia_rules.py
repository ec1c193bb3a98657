"""House rules, cards and set-up of Sapiencia: what is fixed before a game begins.

The rules' numbers (SAP-13, A15, D10) are those of the project's rules text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from host.engine.game import Json, Seat
from host.games.rule_keys import RuleError, one_of, read_keys

CATEGORIES: tuple[str, ...] = ("gender", "profession", "country", "period", "use")
"""The five categories in the order of the rules (SAP-6)."""

CRITERIA: tuple[str, ...] = (
    "prizes",
    "contributions",
    "barriers",
    "patents",
    "nobel_prizes",
    "other_prizes",
)
"""The six criteria, all numbers; bigger is higher for every one, barriers too (SAP-7)."""

SEATS = (2, 8)
"""How many seats there are, at least and at most (A25)."""

HAND = 3
"""Cards dealt to each seat (SAP-2)."""

MOST_DRAWN = 3
"""Most cards that one turn may draw (SAP-11)."""

PENALTY = 3
"""Cards for a call that was not made in time (SAP-19)."""

DOUBT_S = 10.0
"""Silence that settles a doubt about a call in the player's favour, or a protest against
it, in seconds."""

CALL = "sapiencia"
"""The name of the game's only call (SAP-18)."""

PRINTED_CARDS = 40
"""Cards of a printed deck of which the host knows too few to count them (example S-61)."""


STARS = ("contributions", "barriers")
"""Criteria that a card shows as stars (SAP-22)."""

MOST_STARS = 20
"""Nobody prints more stars than this, and the phrasebook spells no more."""


@dataclass(frozen=True, slots=True)
class SapienciaCard:
    """A person as the game knows them: values to be equal in, numbers to compare.

    Attributes:
        id: what moves and events call the card.
        name: how it is spoken; the game makes no use of it.
        gender, country, period: one value each, empty for none.
        professions, uses: any number of values (A22).
        prizes: the number of its own that a card may print, or None (A24).
        contributions, barriers, patents, nobel_prizes, other_prizes: numbers; None for a
            criterion that the card lacks (A23), which is not the same as 0.
    """

    id: str
    name: str = ""
    gender: str = ""
    professions: tuple[str, ...] = ()
    country: str = ""
    period: str = ""
    uses: tuple[str, ...] = ()
    prizes: int | None = None
    contributions: int | None = 0
    barriers: int | None = 0
    patents: int | None = 0
    nobel_prizes: int | None = 0
    other_prizes: int | None = 0

    def values(self, category: str) -> tuple[str, ...]:
        """Return what the card says in a category, nothing if it says nothing (SAP-6)."""
        match category:
            case "profession":
                return self.professions
            case "use":
                return self.uses
            case "gender" | "country" | "period":
                value: str = getattr(self, category)
                return (value,) if value else ()
        return ()

    def score(self, criterion: str, prizes: str = "own") -> int | None:
        """Return the card's number in a criterion, None if it lacks it (A23, A24).

        Args:
            criterion: one of `CRITERIA`.
            prizes: ``own`` takes the card's own number of prizes where it has one, ``sum``
                always adds Nobel prizes and other prizes.
        """
        if criterion == "prizes" and (prizes == "sum" or self.prizes is None):
            parts = (self.nobel_prizes, self.other_prizes)
            return None if parts == (None, None) else sum(p or 0 for p in parts)
        value: int | None = getattr(self, criterion)
        return value

    def amended(self, key: str, value: Json) -> SapienciaCard:
        """Return the card with one category or criterion as the table says it is printed."""
        match key:
            case "profession":
                return replace(self, professions=_texts(value))
            case "use":
                return replace(self, uses=_texts(value))
        return replace(self, **{key: value})

    @classmethod
    def from_dict(cls, given: Mapping[str, Json]) -> SapienciaCard:
        """Return a card written down in a set-up; fields left out are 0 or unset.

        Fields that only language needs (aliases, note, source) are passed over.

        Raises:
            ValueError: a field has a value of the wrong kind; the sentence names it.
        """
        card_id = given.get("id")
        if not isinstance(card_id, str) or not card_id:
            raise ValueError(f"setup: cards: {dict(given)!r} has no id.")
        found: dict[str, Json] = {"id": card_id}
        for key in ("name", "gender", "country", "period"):
            value = given.get(key, "")
            if not isinstance(value, str):
                raise ValueError(f"card {card_id}: {key} cannot be {value!r}; write a text.")
            found[key] = value
        for key in ("professions", "uses"):
            value = given.get(key) or ()
            if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
                raise ValueError(f"card {card_id}: {key} cannot be {value!r}; write a list.")
            found[key] = tuple(value)
        for key in CRITERIA:
            if key in given:
                value = given[key]
                most = MOST_STARS if key in STARS else None
                whole = type(value) is int and value >= 0
                if value is not None and (not whole or (most is not None and value > most)):
                    upto = f" to {most}" if most is not None else ""
                    raise ValueError(
                        f"card {card_id}: {key} cannot be {value!r}; write a number from 0{upto}."
                    )
                found[key] = value
        return cls(**found)


def _texts(value: Json) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def deck_of(cards: Sequence[SapienciaCard]) -> dict[str, SapienciaCard]:
    """Return the cards by id; raise ValueError for a double id."""
    deck: dict[str, SapienciaCard] = {}
    for card in cards:
        if card.id in deck:
            raise ValueError(f"card {card.id}: the id stands twice in the deck.")
        deck[card.id] = card
    return deck


@dataclass(frozen=True, slots=True)
class SapienciaRules:
    """The house rules of a Sapiencia table; the defaults are the written ones.

    Attributes:
        preset: the named set: ``written``, or ``brisk`` for a lively table (D13, D14, D15).
        hands: ``unknown`` for printed cards, of which only numbers are kept, or ``known``
            where the host deals (A27).
        discard: who gets rid of a card: who reaches the ``bar``, only the ``highest`` of the
            round, or who reaches the highest so far, ``running`` (A1).
        direction: seats follow each other to the ``right`` or to the ``left``; ties go to
            the nearest on the talker's right either way (A4, SAP-17).
        optional_draw: whether drawing may stop after the first card (A6).
        end: the game ends after so many ``passes`` through the deck, or ``rounds`` after the
            deck was first empty (A9).
        end_after: how many of them.
        tie: fewest cards alike: ``shared``, or the ``nearest`` on the talker's right (A11).
        finish_round: whether a round goes on when somebody is out of cards (A12).
        call: whether a last card has to be called (SAP-18).
        grace_s: seconds from the end of the host's confirmation to the deadline (A15, D10).
        close_on_next_play: whether the next player's act closes a window too (A15).
        call_each_time: whether every fall to one card brings the duty, or only a seat's
            first (A17).
        false_call: what a false call in one's own turn costs: 0, 1 or 3 cards, or ``warn``:
            nothing the first time, one card after that (A19, D13).
        drawn: cards drawn that did not fit: ``keep`` or ``return`` them (D14).
        talker_repeats: whether the talker may be the next talker as well (D15).
        denounce: whether a missed call costs only if another player says so (A20).
        overlap: in a category of several values the talker names ``one``, or ``any`` common
            value fits (A22).
        prizes: the card's ``own`` number of prizes or the ``sum`` (A24).
        loud_call: whether a call has to be loud; a matter of ears, not of these rules.
    """

    preset: Literal["written", "brisk"] = "written"
    hands: Literal["unknown", "known"] = "unknown"
    discard: Literal["bar", "highest", "running"] = "bar"
    direction: Literal["right", "left"] = "right"
    optional_draw: bool = False
    end: Literal["passes", "rounds"] = "passes"
    end_after: int = 3
    tie: Literal["shared", "nearest"] = "shared"
    finish_round: bool = False
    call: bool = True
    grace_s: float = 5
    close_on_next_play: bool = False
    call_each_time: bool = True
    false_call: Literal[0, "warn", 1, 3] = 0
    drawn: Literal["keep", "return"] = "keep"
    talker_repeats: bool = True
    denounce: bool = False
    overlap: Literal["one", "any"] = "one"
    prizes: Literal["own", "sum"] = "own"
    loud_call: bool = False

    @classmethod
    def from_dict(cls, given: Mapping[str, Json]) -> SapienciaRules:
        """Return the rules that a table chose, by their keys; a key wins over its preset.

        `patience` and `prompt_s`, which concern the table's clocks only, are passed over.

        Raises:
            ValueError: for an unknown key or value; names the key, the value and what is
                allowed.
        """
        names = [f.name for f in fields(cls)]
        chosen = read_keys("Sapiencia", names, given, _checked)
        preset = _BRISK if chosen.get("preset") == "brisk" else {}
        return cls(**{**preset, **chosen})


_BRISK: Mapping[str, Json] = {"false_call": "warn", "drawn": "return", "talker_repeats": False}
"""What the preset ``brisk`` changes (D13, D14, D15)."""

_CHOICES: Mapping[str, tuple[Json, ...]] = {
    "preset": ("written", "brisk"),
    "hands": ("unknown", "known"),
    "discard": ("bar", "highest", "running"),
    "direction": ("right", "left"),
    "end": ("passes", "rounds"),
    "tie": ("shared", "nearest"),
    "false_call": (0, "warn", 1, 3),
    "drawn": ("keep", "return"),
    "overlap": ("one", "any"),
    "prizes": ("own", "sum"),
}

_NUMBERS: Mapping[str, tuple[tuple[type, ...], int, int]] = {
    "end_after": ((int,), 1, 20),
    "grace_s": ((int, float), 2, 10),
}
"""Keys that take a number: of which kind, the least and the most (A9, A15)."""


def _checked(key: str, value: Json) -> Json:
    if key in _NUMBERS:
        kinds, least, most = _NUMBERS[key]
        if type(value) not in kinds or not least <= value <= most:
            raise RuleError(
                f"rules: {key} cannot be {value!r}; it is a number from {least} to {most}.",
                key,
                value,
                [f"{least}…{most}"],
            )
        return value
    return one_of(key, value, _CHOICES.get(key, (False, True)))


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a table starts, checked: the set-up keys of Sapiencia.

    Attributes:
        counts: how many cards each seat begins with; three unless given (SAP-2).
        hands: the hands that were given, by ids; empty with hands unknown.
        deck: the deck's ids from the top, a number, or None for all that is left.
        discards: the ids in the discard pile, or their number.
        talker: the first talker (SAP-3).
        passes: passes through the deck that are already done (A9).
        extra: cards that were given inline; they stand in for the deck's of the same id.
    """

    counts: Mapping[Seat, int]
    talker: Seat
    hands: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] | int | None = None
    discards: tuple[str, ...] | int = 0
    passes: int = 0
    extra: tuple[SapienciaCard, ...] = ()

    @classmethod
    def read(
        cls,
        given: Mapping[str, Json],
        seats: Sequence[Seat],
        deck: Mapping[str, SapienciaCard],
        known: bool,
    ) -> Setup:
        """Return the set-up in a mapping; raise ValueError naming the key that is wrong."""
        allowed = ("hands", "counts", "deck", "discards", "talker", "passes", "cards")
        for key in given:
            if key not in allowed:
                raise ValueError(f"setup: {key} is unknown; Sapiencia has {', '.join(allowed)}.")
        extra = _inline(given.get("cards") or [], deck)
        cards = {**deck, **{card.id: card for card in extra}}
        talker = given.get("talker", seats[0])
        _seat_in(talker, seats, "talker")
        counts = dict.fromkeys(seats, HAND)
        for seat, number in _by_seat(given, "counts", seats).items():
            counts[seat] = _number(number, f"counts of {seat}", 1)
        hands: dict[Seat, tuple[str, ...]] = {}
        for seat, ids in _by_seat(given, "hands", seats).items():
            hands[seat] = _ids(ids, f"hands of {seat}", cards if known else None)
            counts[seat] = len(hands[seat])
            if not counts[seat]:
                raise ValueError(f"setup: hands of {seat}: a game begins with cards in hand.")
        piles = {
            key: _pile(given.get(key), key, cards if known else None)
            for key in ("deck", "discards")
        }
        named = [*(i for ids in hands.values() for i in ids)]
        named += [i for pile in piles.values() if isinstance(pile, tuple) for i in pile]
        twice = next((i for i in named if named.count(i) > 1), None)
        if known and twice is not None:
            raise ValueError(f"setup: {twice} stands twice; a card is in one place only.")
        return cls(
            counts,
            talker,
            hands if known else {},
            piles["deck"],
            piles["discards"] or 0,
            _number(given.get("passes", 0), "passes", 0),
            extra,
        )


def _by_seat(given: Mapping[str, Json], key: str, seats: Sequence[Seat]) -> Mapping[Seat, Json]:
    told = given.get(key) or {}
    if not isinstance(told, Mapping):
        raise ValueError(f"setup: {key} cannot be {told!r}; write one entry for each seat.")
    for seat in told:
        _seat_in(seat, seats, key)
    return told


def _seat_in(seat: Json, seats: Sequence[Seat], key: str) -> None:
    if seat not in seats:
        raise ValueError(f"setup: {key}: {seat!r} has no seat; the seats are {', '.join(seats)}.")


def _number(value: Json, key: str, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"setup: {key} cannot be {value!r}; write a number from {least}.")
    return value


def _ids(given: Json, key: str, cards: Mapping[str, SapienciaCard] | None) -> tuple[str, ...]:
    """Return a list of ids; without `cards` any name will do, since only numbers are kept."""
    if not isinstance(given, (list, tuple)) or not all(isinstance(i, str) for i in given):
        raise ValueError(f"setup: {key} cannot be {given!r}; write a list of ids.")
    for card_id in given:
        if cards is not None and card_id not in cards:
            raise ValueError(f"setup: {key}: no card has the id {card_id!r}.")
    return tuple(given)


def _pile(
    given: Json, key: str, cards: Mapping[str, SapienciaCard] | None
) -> tuple[str, ...] | int | None:
    if given is None:
        return None
    if isinstance(given, (list, tuple)):
        ids = _ids(given, key, cards)
        return ids if cards is not None or key == "discards" else len(ids)
    if cards is not None and key == "discards" and given != 0:
        raise ValueError("setup: discards: with known hands, write the list of ids.")
    return _number(given, key, 0)


def _inline(given: Json, deck: Mapping[str, SapienciaCard]) -> tuple[SapienciaCard, ...]:
    if not isinstance(given, (list, tuple)):
        raise ValueError(f"setup: cards cannot be {given!r}; write a list of ids or cards.")
    found: dict[str, SapienciaCard] = {}
    for item in given:
        if isinstance(item, SapienciaCard):
            found[item.id] = item
        elif isinstance(item, Mapping):
            card = SapienciaCard.from_dict(item)
            if card.id in found:
                raise ValueError(f"setup: cards: {card.id} stands twice.")
            found[card.id] = card
        elif item not in deck:
            raise ValueError(f"setup: cards: no card of the deck has the id {item!r}.")
    return tuple(found.values())
