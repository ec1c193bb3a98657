"""The state of a Wizard table, and how events change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from host.engine.game import Event, Json, Seat
from host.games.wizard_cards import NO_TRUMP, Card, parse, suit_led
from host.games.wizard_rules import WizardRules

Play = tuple[Seat, Card]
"""A card on the table and who played it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A seat that showed in a trick (from 1) to be out of the suit led (D31)."""

    seat: Seat
    suit: str
    trick: int


@dataclass(frozen=True, slots=True)
class LastRound:
    """A scored round, as far as it is still told until somebody acts in the next one."""

    bids: Mapping[Seat, int]
    tricks: Mapping[Seat, int]
    trump: str | None


@dataclass(frozen=True, slots=True)
class WizardState:
    """Everything that is true at the table. Mappings in it are never changed in place.

    Attributes:
        phase: what is awaited: ``dealer``, ``turned``, ``suit``, ``bid``, ``ready``,
            ``reveal``, ``play``, ``trick``, ``taken``, ``revoke_doubt`` or ``over``; or what
            follows by itself: ``blank``, ``deal``, ``auction``, ``count``, ``scored``.
        round: the number of the round, which is its number of tricks (WIZ-3).
        dealer: who deals it; leader: who leads the trick in play or the next one.
        points: totals of every seat; bid_sums: the sum of its bids over the game (A8).
        away: seats that the table waits for (D7).
        draws: the table said that it draws for dealer; drawing: who draws; drawn: what they
            drew (WIZ-2).
        turned: the turned-up card, if it was told.
        trump: the letter of a suit, ``none``, or None while it is not known (WIZ-4 to 7).
        hands: the cards of the seats whose hand the host knows (A9).
        bids: bids that are known; ready: who has one marked (WIZ-19, WIZ-20).
        sealed: marked bids that the host keeps for their seats until all are revealed.
        tricks: tricks taken in this round.
        told: seats whose tricks were told at the end of the round (``keep: score``).
        table: the trick in play; past: the complete ones of this round.
        settled: failures to follow that the table has been asked about (D31).
        doubt: the failure that is asked about now.
        mark: the table as it stood before the trick in play, or before the last one.
        earlier: the same of the trick before, while the one in play has a single card.
        last: the last scored round, until somebody acts in the new one.
        trick_winner: who took the last trick.
        winners: who won, once the game is over; how: why it ended.
    """

    phase: str = "blank"
    round: int = 0
    dealer: Seat | None = None
    leader: Seat | None = None
    points: Mapping[Seat, int] = field(default_factory=dict)
    bid_sums: Mapping[Seat, int] = field(default_factory=dict)
    away: tuple[Seat, ...] = ()
    draws: bool = False
    drawing: tuple[Seat, ...] = ()
    drawn: Mapping[Seat, Card] = field(default_factory=dict)
    turned: Card | None = None
    trump: str | None = None
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    bids: Mapping[Seat, int] = field(default_factory=dict)
    ready: tuple[Seat, ...] = ()
    sealed: Mapping[Seat, int] = field(default_factory=dict)
    tricks: Mapping[Seat, int] = field(default_factory=dict)
    told: tuple[Seat, ...] = ()
    table: tuple[Play, ...] = ()
    past: tuple[tuple[Play, ...], ...] = ()
    settled: frozenset[Failure] = frozenset()
    doubt: Failure | None = None
    mark: WizardState | None = None
    earlier: WizardState | None = None
    last: LastRound | None = None
    trick_winner: Seat | None = None
    winners: tuple[Seat, ...] = ()
    how: str = ""

    @property
    def trick(self) -> int:
        """The number of the trick in play or the next one, from 1."""
        return sum(self.tricks.values()) + 1

    @property
    def on_table(self) -> tuple[Card, ...]:
        """The cards of the trick in play."""
        return tuple(card for _, card in self.table)

    @property
    def used(self) -> tuple[Card, ...]:
        """All cards of this round that have been seen: turned up or played."""
        seen = [card for trick in (*self.past, self.table) for _, card in trick]
        return (*((self.turned,) if self.turned else ()), *seen)

    def failures(self, *, next_suit: bool) -> list[Failure]:
        """Return who showed in a complete trick to be out of which suit (D31).

        Seats whose hand is known are left out: the game itself sees that they follow.
        """
        found = []
        first = self.trick - len(self.past)
        for at, trick in enumerate(self.past, start=first):
            for place, (seat, card) in enumerate(trick):
                led = suit_led([c for _, c in trick[:place]], next_suit=next_suit)
                if led is not None and card.is_suited and card.suit != led:
                    found.append(Failure(seat, led, at))
        return [f for f in found if f.seat not in self.hands and f not in self.settled]


_NO_DRAW: Mapping[str, Any] = {"draws": False, "drawing": (), "drawn": {}}

_NO_ROUND: Mapping[str, Json] = {
    "turned": None,
    "hands": {},
    "ready": (),
    "sealed": {},
    "told": (),
    "table": (),
    "past": (),
    "settled": frozenset(),
    "doubt": None,
    **_NO_DRAW,
}

_OF_A_PERSON = frozenset({"turned", "suit_chosen", "bid", "ready"})
"""Events with which somebody has begun the next round."""


_IN_PLAY = ("trick", "taken")
"""Phases in which a trump may still be told where no cards are kept (D30)."""


def apply_event(state: WizardState, event: Event, rules: WizardRules) -> WizardState:
    """Return the state after one event; raise ValueError for an event of another game."""
    begun = event.kind in _OF_A_PERSON and event.data.get("by", True)
    if begun and state.phase not in _IN_PLAY:
        state = replace(state, mark=None, earlier=None, last=None)
    for part in (_setting, _bidding, _playing):
        if (changed := part(state, event, rules)) is not None:
            return changed
    raise ValueError(f"Wizard knows no event {event.kind!r}.")


def _setting(state: WizardState, event: Event, rules: WizardRules) -> WizardState | None:
    """Events that set up, change and end rounds."""
    data = event.data
    match event.kind:
        case "game_began":
            zero = dict.fromkeys(data["points"], 0)
            seats = tuple(data["points"])
            return WizardState(
                phase="dealer",
                points=dict(data["points"]),
                bid_sums=zero,
                tricks=zero,
                drawing=seats,
            )
        case "draw_begun":
            return replace(state, draws=True)
        case "dealer_drawn":
            card = _card(data["card"], rules)
            return replace(state, drawn={**state.drawn, data["seat"]: card})
        case "dealer_redraw":
            return replace(state, drawing=tuple(data["seats"]), drawn={})
        case "dealer_set":
            return replace(state, phase="scored", dealer=data["seat"], **_NO_DRAW)
        case "round_began":
            return replace(
                state,
                **_NO_ROUND,
                phase="deal",
                round=data["round"],
                dealer=data["dealer"],
                leader=data["leader"],
                trump=data["trump"],
                bids=dict(data["bids"]),
                tricks={**dict.fromkeys(state.points, 0), **data["tricks"]},
            )
        case "dealt":
            hands = {s: tuple(_card(c, rules) for c in cards) for s, cards in data["hands"].items()}
            return replace(state, hands=hands)
        case "scored":
            return replace(
                state,
                phase="scored",
                points=dict(data["points"]),
                bid_sums={s: n + state.bids[s] for s, n in state.bid_sums.items()},
                last=LastRound(state.bids, state.tricks, state.trump),
            )
        case "game_ended":
            return replace(
                state, phase="over", winners=tuple(data["winners"]), how=data["how"], away=()
            )
        case "seat_left":
            return replace(state, away=(*state.away, data["seat"]))
        case "seat_back":
            return replace(state, away=tuple(s for s in state.away if s != data["seat"]))
    return None


def _bidding(state: WizardState, event: Event, rules: WizardRules) -> WizardState | None:
    """Events of the trump and the bids."""
    data = event.data
    match event.kind:
        case "turn_up_asked":
            return replace(state, phase="turned")
        case "no_trump":
            return replace(state, phase="auction", trump=NO_TRUMP)
        case "trump_left":
            return replace(state, phase="auction")
        case "turned":
            phase = "suit" if data["trump"] is None else _after_trump(state)
            card = _card(data["card"], rules)
            return replace(state, phase=phase, turned=card, trump=data["trump"])
        case "suit_chosen":
            turned = state.turned
            if turned is not None and turned.is_suited and turned.suit != data["suit"]:
                turned = None  # that card was misheard
            return replace(state, phase=_after_trump(state), trump=data["suit"], turned=turned)
        case "bids_open":
            return replace(state, phase="bid" if rules.bidding == "open" else "ready")
        case "ready":
            sealed = {**state.sealed, data["seat"]: data["n"]} if "n" in data else state.sealed
            return replace(state, ready=(*state.ready, data["seat"]), sealed=sealed)
        case "reveal_open":
            return replace(state, phase="reveal")
        case "bid" | "bid_revealed":
            return replace(state, bids={**state.bids, data["seat"]: data["n"]})
        case "bids_closed":
            played = sum(state.tricks.values()) == state.round
            return replace(state, phase="count" if played else _play_phase(rules))
        case "bids_locked":
            return replace(state, phase=_play_phase(rules))
    return None


def _playing(state: WizardState, event: Event, rules: WizardRules) -> WizardState | None:
    """Events of the tricks."""
    data = event.data
    match event.kind:
        case "played":
            return _played(state, data["seat"], _card(data["card"], rules))
        case "revoke_doubted":
            doubt = Failure(data["seat"], data["suit"], data["trick"])
            return replace(state, phase="revoke_doubt", doubt=doubt)
        case "doubt_dropped":
            assert state.doubt is not None
            return replace(state, phase="play", doubt=None, settled=state.settled | {state.doubt})
        case "trick_won":
            seat = data["seat"]
            told = rules.keep == "tricks"
            return replace(
                state,
                tricks={**state.tricks, seat: state.tricks[seat] + 1},
                leader=seat,
                trick_winner=seat,
                past=(*state.past, state.table) if state.table else state.past,
                table=(),
                mark=_bare(state) if told else state.mark,
                earlier=None if told else state.earlier,
            )
        case "trick_undone":
            return _undone(state, int(data["trick"]))
        case "taken":
            return replace(
                state,
                tricks={**state.tricks, data["seat"]: data["n"]},
                told=(*state.told, data["seat"]),
            )
        case "round_played":
            return replace(state, phase="count")
    return None


def _played(state: WizardState, seat: Seat, card: Card) -> WizardState:
    hands = state.hands
    if seat in hands:
        at = hands[seat].index(card)
        hands = {**hands, seat: hands[seat][:at] + hands[seat][at + 1 :]}
    if state.table:
        mark, earlier = state.mark, None
    else:
        # A doubt that the lead of this trick wakes may still reopen the one before (D31).
        mark, earlier = _bare(state), state.mark
    return replace(
        state, hands=hands, table=(*state.table, (seat, card)), mark=mark, earlier=earlier
    )


def _undone(state: WizardState, trick: int) -> WizardState:
    back = state.mark
    if state.earlier is not None and state.earlier.trick == trick:
        back = state.earlier
    assert back is not None
    settled = state.settled | ({state.doubt} if state.doubt else set())
    if back.round == state.round:
        back = replace(back, trump=state.trump, turned=state.turned)
    # What the replayed trick showed is forgotten; what was asked before it is not asked again.
    return replace(back, away=state.away, settled=frozenset(f for f in settled if f.trick < trick))


def _after_trump(state: WizardState) -> str:
    return state.phase if state.phase in _IN_PLAY else "auction"


def _bare(state: WizardState) -> WizardState:
    """Return the state without what it remembers of earlier ones."""
    return replace(state, mark=None, earlier=None)


def _play_phase(rules: WizardRules) -> str:
    return {"cards": "play", "tricks": "trick", "score": "taken"}[rules.keep]


def _card(code: Json, rules: WizardRules) -> Card:
    card = parse(code, rules.pack)
    if card is None:
        raise ValueError(f"Wizard: {code!r} is no card of the {rules.pack} pack.")
    return card
