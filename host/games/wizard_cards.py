"""The cards of Wizard and what they do in a trick: the one place where they are read and written.

A card is written as in the worked examples of the rules: rank and suit for the French pack
(``Kp``, ``10t``; suits ``t d c p``), colour and number for the coloured one (``r13``; colours
``r y g b``), ``W`` for a Wizard and ``B`` for a Jester. A number behind ``W`` or ``B`` only
tells copies apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.engine.game import Json

SUITS: Mapping[str, tuple[str, ...]] = {
    "french": ("t", "d", "c", "p"),
    "colours": ("r", "y", "g", "b"),
}
"""The four suits of each pack (WIZ-1)."""

RANKS: Mapping[str, tuple[str, ...]] = {
    "french": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "colours": tuple(str(n) for n in range(1, 14)),
}
"""The ranks of each pack from the lowest (WIZ-1)."""

WIZARD = "W"
JESTER = "B"

COPIES = 4
"""There are so many Wizards and so many Jesters in a pack (WIZ-1)."""

PACK_SIZE = 60
"""Cards of a pack (WIZ-1)."""

NO_TRUMP = "none"
"""What stands for trump in a round without one (WIZ-5, WIZ-7)."""

_WIZARD_HEIGHT = 15


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Attributes:
        suit: the letter of its suit, or ``W`` or ``B``.
        height: how high it stands in its suit, from 1; of ``W`` and ``B`` the number of the
            copy, 0 where none is told.
        code: how it is written.
    """

    suit: str
    height: int
    code: str

    @property
    def is_wizard(self) -> bool:
        """Whether it is a Wizard."""
        return self.suit == WIZARD

    @property
    def is_jester(self) -> bool:
        """Whether it is a Jester."""
        return self.suit == JESTER

    @property
    def is_suited(self) -> bool:
        """Whether it has a suit that can be led and followed."""
        return self.suit not in (WIZARD, JESTER)

    @property
    def kind(self) -> str:
        """The code without the number of the copy: ``W``, ``B`` or the card itself."""
        return self.code if self.is_suited else self.suit

    @property
    def draw_height(self) -> int:
        """How high it stands in the draw for dealer: suits do not matter (WIZ-2, A1)."""
        if self.is_wizard:
            return _WIZARD_HEIGHT
        return 0 if self.is_jester else self.height


@lru_cache(maxsize=2)
def pack(name: str) -> tuple[Card, ...]:
    """Return the 60 cards of the pack ``french`` or ``colours``, in a fixed order (WIZ-1)."""
    suited = [_suited(name, suit, rank) for suit in SUITS[name] for rank in RANKS[name]]
    special = [Card(s, n, f"{s}{n}") for s in (WIZARD, JESTER) for n in range(1, COPIES + 1)]
    return (*suited, *special)


def _suited(name: str, suit: str, rank: str) -> Card:
    height = RANKS[name].index(rank) + 1
    # An ace of the French pack is as high as a thirteen of the coloured one (WIZ-1).
    return Card(suit, height, f"{rank}{suit}" if name == "french" else f"{suit}{rank}")


@lru_cache(maxsize=2)
def _by_code(name: str) -> Mapping[str, Card]:
    known = {card.code: card for card in pack(name)}
    return {**known, WIZARD: Card(WIZARD, 0, WIZARD), JESTER: Card(JESTER, 0, JESTER)}


def parse(code: Json, name: str) -> Card | None:
    """Return the card that is written `code` in the pack `name`, or None if there is none."""
    return _by_code(name).get(code) if isinstance(code, str) else None


def of_rank(rank: Json, suit: str, name: str) -> Card | None:
    """Return the card of a rank (``K``, ``10``, 10) in a suit, or None if there is none."""
    text = str(rank) if isinstance(rank, (str, int)) and not isinstance(rank, bool) else ""
    return _suited(name, suit, text) if text in RANKS[name] else None


def codes(cards: Iterable[Card]) -> list[str]:
    """Return how cards are written."""
    return [card.code for card in cards]


def suit_led(cards: Sequence[Card], *, next_suit: bool = False) -> str | None:
    """Return the suit that has to be followed in a trick, or None if there is none.

    Jesters in front are null, so the first other card fixes the suit (WIZ-15, A5). A Wizard
    fixes none for the whole trick (WIZ-14), also behind Jesters (A4).

    Args:
        cards: the cards of the trick so far, in order of play.
        next_suit: with the house rule ``jester_wizard: next_suit`` a Wizard behind Jesters is
            passed over as they are.
    """
    for at, card in enumerate(cards):
        if card.is_jester:
            continue
        if card.is_wizard:
            if next_suit and at > 0:
                continue
            return None
        return card.suit
    return None


def winner(cards: Sequence[Card], trump: str | None) -> int:
    """Return the place (from 0) of the card that wins a trick (WIZ-13, WIZ-16).

    Raises:
        ValueError: there are no cards.
    """
    if not cards:
        raise ValueError("a trick without cards has no winner.")
    for at, card in enumerate(cards):
        if card.is_wizard:
            return at
    for suit in (trump, suit_led(cards)):
        of_suit = [at for at, card in enumerate(cards) if card.suit == suit]
        if of_suit:
            return max(of_suit, key=lambda at: cards[at].height)
    return 0


def legal(
    hand: Sequence[Card], table: Sequence[Card], *, next_suit: bool = False
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to a trick, in the hand's order (WIZ-12).

    Args:
        hand: the cards held.
        table: the cards of the trick so far.
        next_suit: see `suit_led`.
    """
    led = suit_led(table, next_suit=next_suit)
    if led is None or not any(card.suit == led for card in hand):
        return tuple(hand)
    return tuple(card for card in hand if card.suit == led or not card.is_suited)
