"""House rules, scores and set-up of Wizard: what is fixed before a game begins.

The rules' numbers (WIZ-17, A6, D30) are those of the project's rules text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

from host.engine.game import Json, Seat
from host.games.rule_keys import RuleError, one_of, read_keys
from host.games.wizard_cards import COPIES, NO_TRUMP, PACK_SIZE, SUITS, Card, parse

SEATS = (3, 8)
"""How many seats there are, at least and at most (A2)."""

SEATS_TESTED = 6
"""The texts agree on three to six seats; with more the host warns aloud (A2)."""

GERMAN_FROM = 4
"""The first round in which ``sum: german`` bars a bid (A6)."""

DOUBT_S = 5.0
"""Silence after the question about a revoke that counts as «we go on», in seconds (D31)."""


@dataclass(frozen=True, slots=True)
class WizardRules:
    """The house rules of a Wizard table; the defaults are the written ones.

    Attributes:
        preset: the named set of rules; ``brisk`` changes nothing in Wizard.
        hands: ``unknown`` for a pack on the table, ``known`` where the host deals (A9).
        keep: how much is kept by voice: bids and the winner of every ``tricks``, bids and
            tricks at the end of a round (``score``), or all ``cards`` (D30).
        pack: ``french`` suits or the ``colours`` with 1 to 13 (WIZ-1).
        bidding: ``open``, ``secret`` (WIZ-19) or ``delayed`` (WIZ-20, A12).
        sum: whether the dealer may make the bids add up to the tricks: ``free`` (WIZ-9),
            ``german``, ``canadian`` or ``always`` barred (A6).
        leftover_trump: whether a last round that leaves cards over has a trump (A3).
        jester_wizard: whether a Wizard behind led Jesters leaves the trick ``no_suit`` or the
            ``next_suit`` counts (A4).
        tie: a tie at the end is ``shared``, or the higher sum of ``bids`` wins (A8).
        rounds: ``all`` of them (WIZ-18), or the first so many (A13, D8).
    """

    preset: Literal["written", "brisk"] = "written"
    hands: Literal["unknown", "known"] = "unknown"
    keep: Literal["tricks", "score", "cards"] = "tricks"
    pack: Literal["french", "colours"] = "french"
    bidding: Literal["open", "secret", "delayed"] = "open"
    sum: Literal["free", "german", "canadian", "always"] = "free"
    leftover_trump: bool = True
    jester_wizard: Literal["no_suit", "next_suit"] = "no_suit"
    tie: Literal["shared", "bids"] = "shared"
    rounds: int | Literal["all"] = "all"

    @classmethod
    def from_dict(cls, given: Mapping[str, Json]) -> WizardRules:
        """Return the rules that a table chose, by their keys.

        `patience` and `prompt_s`, which concern the table's clocks only, are passed over.
        Where the host deals (``hands: known``) it has to hear the cards, so `keep` is
        ``cards`` unless it is given.

        Raises:
            ValueError: for an unknown key or value, or two that exclude each other; names the
                key, the value and what is allowed.
        """
        names = [f.name for f in fields(cls)]
        chosen = read_keys("Wizard", names, given, _checked)
        if chosen.get("hands") == "known" and chosen.setdefault("keep", "cards") != "cards":
            raise ValueError(
                f"rules: keep cannot be {chosen['keep']!r} with hands: known; it is cards."
            )
        if chosen.get("sum", "free") != "free" and chosen.get("bidding", "open") != "open":
            raise ValueError(
                f"rules: sum cannot be {chosen['sum']!r} with bidding: {chosen['bidding']}; "
                "nobody knows the sum before all have bid, so it is free."
            )
        return cls(**chosen)

    def rounds_of(self, seats: int) -> int:
        """Return how many rounds so many seats play (WIZ-18, A2, A13).

        Raises:
            ValueError: the table asked for more rounds than the pack has cards for.
        """
        most = PACK_SIZE // seats
        if self.rounds == "all":
            return most
        if self.rounds > most:
            raise ValueError(
                f"rules: rounds cannot be {self.rounds} with {seats} seats; at most {most} can "
                "be dealt."
            )
        return self.rounds

    def has_trump(self, seats: int, number: int) -> bool:
        """Tell whether a card is turned up in a round (WIZ-4, WIZ-7, A3).

        None is where the whole pack is dealt, nor, with ``leftover_trump: false``, in the
        last round of the game.
        """
        if number * seats >= PACK_SIZE:
            return False
        return self.leftover_trump or number < self.rounds_of(seats)


_CHOICES: Mapping[str, tuple[Json, ...]] = {
    "preset": ("written", "brisk"),
    "hands": ("unknown", "known"),
    "keep": ("tricks", "score", "cards"),
    "pack": ("french", "colours"),
    "bidding": ("open", "secret", "delayed"),
    "sum": ("free", "german", "canadian", "always"),
    "leftover_trump": (True, False),
    "jester_wizard": ("no_suit", "next_suit"),
    "tie": ("shared", "bids"),
}


def _checked(key: str, value: Json) -> Json:
    if key != "rounds":
        return one_of(key, value, _CHOICES[key])
    if value != "all" and (type(value) is not int or value < 1):
        text = f"rules: rounds cannot be {value!r}; it is all or a number from 1."
        raise RuleError(text, key, value, ["all", "1…"])
    return value


def score(bid: int, taken: int) -> int:
    """Return the points of one seat in one round (WIZ-17, A11, A14)."""
    return 20 + 10 * bid if bid == taken else -10 * abs(bid - taken)


def barred_bid(
    rule: str, number: int, bids: Sequence[int], *, alone_in_lead: bool = False
) -> int | None:
    """Return the bid that the dealer may not make, or None if there is none (A6, A7).

    Args:
        rule: ``free``, ``german``, ``canadian`` or ``always``.
        number: the round, which is also the number of tricks.
        bids: the bids of all others.
        alone_in_lead: whether the dealer alone has the most points before the round.
    """
    applies = {
        "german": number >= GERMAN_FROM,
        "canadian": alone_in_lead,
        "always": True,
    }.get(rule, False)
    left = number - sum(bids)
    return left if applies and 0 <= left <= number else None


@dataclass(frozen=True, slots=True)
class Setup:
    """Where a table starts, checked: the set-up keys of Wizard.

    Attributes:
        dealer: who deals the first round, or None if that is still to be found out (WIZ-2).
        round: the first round.
        hands: the hands of that round that are known.
        turned: its turned-up card; trump: its trump suit or ``none``.
        points: points before it, of every seat.
        bids: bids already made; tricks: tricks already taken.
        leader: who leads next, or None for the dealer's left (WIZ-11).
    """

    dealer: Seat | None = None
    round: int = 1
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    turned: Card | None = None
    trump: str | None = None
    points: Mapping[Seat, int] = field(default_factory=dict)
    bids: Mapping[Seat, int] = field(default_factory=dict)
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    leader: Seat | None = None

    @classmethod
    def read(cls, given: Mapping[str, Json], seats: Sequence[Seat], rules: WizardRules) -> Setup:
        """Return the set-up that a table wrote, with what it left out.

        A set-up that starts inside a round without naming the dealer is dealt by the seat on
        the right of the one who begins (D1).

        Raises:
            ValueError: for an unknown key, seat, card or number; names key and value.
        """
        for key in given:
            if key not in _SETUP_KEYS:
                raise ValueError(
                    f"setup: {key} is no set-up of Wizard; it has {', '.join(_SETUP_KEYS)}."
                )
        told = {key: value for key, value in given.items() if value is not None}
        tricks = _numbers(told, "tricks", seats, least=0)
        hands = _hands(told.get("hands", {}), seats, rules.pack)
        played = sum(tricks.values())
        number = told.get("round", max((len(h) for h in hands.values()), default=1) + played)
        last = rules.rounds_of(len(seats))
        if type(number) is not int or not 1 <= number <= last:
            raise ValueError(f"setup: round cannot be {number!r}; it is a number from 1 to {last}.")
        for seat, hand in hands.items():
            if len(hand) != number - played:
                raise ValueError(
                    f"setup: hands: {seat} has {len(hand)} cards; round {number} with {played} "
                    f"tricks taken needs {number - played}."
                )
        turned = _turned(told.get("turned"), hands, rules.pack)
        trump = told.get("trump")
        suits = SUITS[rules.pack]
        if trump is not None and trump not in (*suits, NO_TRUMP):
            raise ValueError(
                f"setup: trump cannot be {trump!r}; it is {', '.join(suits)} or {NO_TRUMP}."
            )
        bids = _numbers(told, "bids", seats, least=0, most=number)
        if bids and rules.bidding == "delayed":
            raise ValueError("setup: bids of a delayed round are not known before its end.")
        if played > number:
            raise ValueError(f"setup: tricks: {played} are more than round {number} has.")
        if played and rules.keep == "score":
            raise ValueError("setup: tricks are told at the end of a round with keep: score.")
        if len(bids) < len(seats) and played and rules.bidding != "delayed":
            raise ValueError("setup: tricks cannot be taken before all have bid.")
        leader = _seat(told.get("leader"), seats, "leader")
        dealer = _seat(told.get("dealer"), seats, "dealer")
        if dealer is None and any(key in told for key in _OF_A_ROUND):
            first = leader if leader is not None and not played else seats[0]
            dealer = seats[seats.index(first) - 1]
        points = _numbers(told, "points", seats)
        return cls(
            dealer,
            number,
            hands,
            turned,
            trump,
            {seat: points.get(seat, 0) for seat in seats},
            bids,
            tricks,
            leader,
        )


_OF_A_ROUND = ("round", "hands", "turned", "trump", "bids", "tricks", "leader")
_SETUP_KEYS = ("dealer", "round", "hands", "turned", "trump", "points", "bids", "tricks", "leader")


def _seat(seat: Json, seats: Sequence[Seat], key: str) -> Seat | None:
    if seat is None:
        return None
    if seat not in seats:
        raise ValueError(f"setup: {key}: {seat!r} has no seat; the seats are {', '.join(seats)}.")
    return str(seat)


def _numbers(
    told: Mapping[str, Json],
    key: str,
    seats: Sequence[Seat],
    *,
    least: int | None = None,
    most: int | None = None,
) -> dict[Seat, int]:
    given = told.get(key, {})
    if not isinstance(given, Mapping):
        raise ValueError(f"setup: {key} cannot be {given!r}; write a number for each seat.")
    for seat, number in given.items():
        _seat(seat, seats, key)
        if (
            type(number) is not int
            or (least is not None and number < least)
            or (most is not None and number > most)
        ):
            raise ValueError(f"setup: {key} of {seat} cannot be {number!r}.")
    # In the order of the seats, whatever the order in which they were written.
    return {seat: given[seat] for seat in seats if seat in given}


def _hands(given: Json, seats: Sequence[Seat], pack: str) -> dict[Seat, tuple[Card, ...]]:
    if not isinstance(given, Mapping):
        raise ValueError(f"setup: hands cannot be {given!r}; write a list of cards a seat.")
    hands: dict[Seat, tuple[Card, ...]] = {}
    for seat, cards in given.items():
        _seat(seat, seats, "hands")
        if not isinstance(cards, (list, tuple)):
            raise ValueError(f"setup: hands of {seat} cannot be {cards!r}; write a list of cards.")
        hands[str(seat)] = tuple(_card(card, f"hands of {seat}", pack) for card in cards)
    _check_copies([card for hand in hands.values() for card in hand], "hands")
    return hands


def _turned(given: Json, hands: Mapping[Seat, tuple[Card, ...]], pack: str) -> Card | None:
    if given is None:
        return None
    turned = _card(given, "turned", pack)
    _check_copies([turned, *(card for hand in hands.values() for card in hand)], "turned")
    return turned


def _card(given: Json, key: str, pack: str) -> Card:
    card = parse(given, pack)
    if card is None:
        raise ValueError(f"setup: {key}: {given!r} is no card of the {pack} pack.")
    return card


def _check_copies(cards: Sequence[Card], key: str) -> None:
    """Refuse a card that stands twice, and a fifth Wizard or Jester (WIZ-1)."""
    for card in cards:
        same = [c for c in cards if c == card]
        if len(same) > 1 and (card.is_suited or card.height):
            raise ValueError(f"setup: {key}: {card.code} stands twice.")
        if not card.is_suited and sum(c.suit == card.suit for c in cards) > COPIES:
            raise ValueError(f"setup: {key}: there are only {COPIES} of {card.suit}.")
