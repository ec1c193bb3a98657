"""Where the cards of a Sapiencia table are: hands, deck and discard pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from host.engine.game import Json, Seat


@dataclass(frozen=True, slots=True)
class Cards:
    """Where all cards are. With hands unknown only the numbers are kept (A27).

    Attributes:
        counts: each seat's own cards, the exposed one included (A13).
        hands: their ids, empty with hands unknown.
        deck: number of undealt cards; deck_ids: which, from the top.
        discards: number of cards got rid of; discard_ids: those of them whose ids are known.
        aside: number of cards that were drawn, did not fit and will be returned (D14);
            aside_ids: which.
        passes: passes through the deck (A9).
    """

    counts: Mapping[Seat, int] = field(default_factory=dict)
    hands: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    deck: int = 0
    deck_ids: tuple[str, ...] = ()
    discards: int = 0
    discard_ids: tuple[str, ...] = ()
    aside: int = 0
    aside_ids: tuple[str, ...] = ()
    passes: int = 0

    @classmethod
    def laid_out(cls, data: Mapping[str, Json]) -> Cards:
        """Return the cards as the event `game_began` tells them."""
        return cls(
            counts=dict(data["counts"]),
            hands={seat: tuple(ids) for seat, ids in data["hands"].items()},
            deck=data["deck"],
            deck_ids=tuple(data["deck_ids"]),
            discards=data["discards"],
            discard_ids=tuple(data["discard_ids"]),
            passes=data["passes"],
        )

    def discarded(self, seat: Seat, card: str) -> Cards:
        """Return the cards after a seat has got rid of one (SAP-13)."""
        hands = dict(self.hands)
        if seat in hands:
            hands[seat] = tuple(i for i in hands[seat] if i != card)
        return replace(
            self,
            counts={**self.counts, seat: self.counts[seat] - 1},
            hands=hands,
            discards=self.discards + 1,
            discard_ids=(*self.discard_ids, card),
        )

    def drawn(self, n: int, ids: tuple[str, ...], *, passes: int) -> Cards:
        """Return the cards with the deck's first `n` gone from it, `ids` where they are known."""
        return replace(self, deck=self.deck - n, deck_ids=self.deck_ids[len(ids) :], passes=passes)

    def taken(self, seat: Seat, n: int, ids: tuple[str, ...]) -> Cards:
        """Return the cards with `n` more in a seat's hand."""
        hands = dict(self.hands)
        if seat in hands:
            hands[seat] = (*hands[seat], *ids)
        return replace(self, counts={**self.counts, seat: self.counts[seat] + n}, hands=hands)

    def set_aside(self, n: int, ids: tuple[str, ...]) -> Cards:
        """Return the cards with `n` more aside, to be returned (D14)."""
        return replace(self, aside=self.aside + n, aside_ids=(*self.aside_ids, *ids))

    def returned(self) -> Cards:
        """Return the cards with those that lay aside on the discard pile (D14)."""
        return replace(
            self,
            discards=self.discards + self.aside,
            discard_ids=(*self.discard_ids, *self.aside_ids),
            aside=0,
            aside_ids=(),
        )

    def reshuffled(self, deck: int, ids: tuple[str, ...]) -> Cards:
        """Return the cards with the discard pile shuffled into a new deck (A9)."""
        return replace(self, deck=deck, deck_ids=ids, discards=0, discard_ids=())
