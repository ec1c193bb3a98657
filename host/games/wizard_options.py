"""What may be said at a Wizard table now, and which card somebody means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.engine.game import Json, Option, Refusal, Seat
from host.games.wizard_cards import (
    COPIES,
    JESTER,
    NO_TRUMP,
    RANKS,
    SUITS,
    WIZARD,
    Card,
    codes,
    of_rank,
    pack,
    parse,
    suit_led,
)
from host.games.wizard_flow import Flow
from host.games.wizard_state import WizardState


def card_of(flow: Flow, state: WizardState, seat: Seat, told: Json) -> Card | Refusal:
    """Return the card that a seat names, if it may play it (WIZ-12, A9).

    Args:
        flow: the game's fixed facts.
        state: the table before the card.
        seat: who plays.
        told: how the card is written, or a rank alone (``K`` or ``{"rank": "K"}``).
    """
    name = flow.rules.pack
    led = suit_led(state.on_table, next_suit=flow.next_suit)
    card: Card | Refusal | None = parse(told, name)
    if card is None:
        rank = told.get("rank") if isinstance(told, Mapping) else told
        card = _of_rank(state, seat, rank, led, name)
    if isinstance(card, Refusal):
        return card
    hand = state.hands.get(seat)
    if hand is None:
        return new_card(card.code, state.used, name)
    # A Wizard is a Wizard: any copy of the hand will do.
    held = [c for c in hand if c == card] or [
        c for c in hand if not c.is_suited and c.suit == card.suit
    ]
    args = {"card": card.code, "seat": seat}
    legal = flow.legal(state, seat) or ()
    if not held:
        return Refusal("card_not_held", args, tuple(codes(legal)))
    if held[0] not in legal:
        return Refusal("must_follow", {**args, "suit": led}, tuple(codes(legal)))
    return held[0]


def _of_rank(
    state: WizardState, seat: Seat, rank: Json, led: str | None, name: str
) -> Card | Refusal:
    """A rank alone is of the suit led (D30); without one, the only such card of a known hand."""
    of_any = [c for s in SUITS[name] if (c := of_rank(rank, s, name)) is not None]
    if not of_any:
        return Refusal("card_unknown", {"card": rank})
    if led is not None:
        return next(c for c in of_any if c.suit == led)
    held = [c for c in of_any if c in state.hands.get(seat, ())]
    if len(held) == 1:
        return held[0]
    return Refusal("wrong_value", {"rank": str(rank), "why": "no-suit"}, SUITS[name])


def new_card(told: Json, used: Sequence[Card], name: str) -> Card | Refusal:
    """Return a card of the pack `name` that is not among those `used` (WIZ-1).

    An unnumbered Wizard or Jester becomes the next copy.
    """
    card = parse(told, name)
    if card is None:
        return Refusal("card_unknown", {"card": told})
    if card.is_suited:
        return Refusal("card_used", {"card": card.code}) if card in used else card
    same = [c for c in used if c.suit == card.suit]
    if len(same) >= COPIES:
        code = "too_many_wizards" if card.is_wizard else "too_many_jesters"
        return Refusal(code, {"card": card.code, "most": COPIES})
    if card.height and card in same:
        return Refusal("card_used", {"card": card.code})
    if card.height:
        return card
    taken = {c.height for c in same}
    free = next(n for n in range(1, COPIES + 1) if n not in taken)
    return Card(card.suit, free, f"{card.suit}{free}")


def options_of(flow: Flow, state: WizardState, undoable: bool) -> tuple[Option, ...]:
    """Return the moves that are possible now; `undoable` tells whether a trick may go back."""
    suits = SUITS[flow.rules.pack]
    undo = [Option("undo_trick")] if undoable else []
    match state.phase:
        case "dealer":
            cards = _unseen(flow, tuple(state.drawn.values()))
            options = [
                Option("dealer", {"seat": flow.seats}),
                Option("draw_dealer", {"card": cards}),
            ]
            if flow.asked(state) is None:
                options.append(Option("draw_dealer", {"all": (True,)}))
            return tuple(options)
        case "turned":
            turned = Option("turned", {"card": _unseen(flow, state.used)})
            return (turned, Option("suit", {"suit": (*suits, NO_TRUMP)}))
        case "suit":
            return (Option("suit", {"suit": suits}),)
        case "bid":
            return (Option("bid", {"n": flow.bids(state)}), *_trump_told(flow, state), *undo)
        case "ready":
            everybody = Option("ready", {"all": (True,)})
            return (Option("ready"), everybody, *_trump_told(flow, state), *undo)
        case "reveal":
            return (Option("reveal_bid", {"n": flow.bids(state)}), *undo)
        case "play":
            return (*_plays(flow, state), *undo)
        case "revoke_doubt":
            return (Option("go_on"), Option("undo_trick"))
        case "trick":
            return (Option("trick", {"seat": flow.seats}), *undo, *_trump_told(flow, state))
        case "taken":
            return (Option("taken", {"n": flow.counts(state)}), *_trump_told(flow, state))
    return ()


def _trump_told(flow: Flow, state: WizardState) -> list[Option]:
    """A table that keeps no cards may still have its trump kept (D30)."""
    if state.trump is not None or flow.rules.keep == "cards":
        return []
    suits = (*SUITS[flow.rules.pack], NO_TRUMP)
    turned = Option("turned", {"card": _unseen(flow, state.used)})
    return [turned, Option("suit", {"suit": suits})]


def _plays(flow: Flow, state: WizardState) -> list[Option]:
    legal = flow.legal(state, flow.to_play(state)[0])
    if legal is not None:
        cards = tuple(dict.fromkeys(c.kind for c in legal))
    else:
        cards = _unseen(flow, state.used)
    options = [Option("play", {"card": cards})]
    if suit_led(state.on_table, next_suit=flow.next_suit) is not None:
        options.append(Option("play", {"rank": RANKS[flow.rules.pack]}))
    return options


def _unseen(flow: Flow, used: Sequence[Card]) -> tuple[str, ...]:
    """Return the cards that may still come; a Wizard and a Jester stand for all copies."""
    seen = set(used)
    left = [c.code for c in pack(flow.rules.pack) if c.is_suited and c not in seen]
    special = [s for s in (WIZARD, JESTER) if sum(c.suit == s for c in used) < COPIES]
    return (*left, *special)


def legal_of(flow: Flow, state: WizardState) -> list[Json] | None:
    """Return what the seat whose turn it is may do, for the outcome; None if that is open."""
    seat = flow.asked(state)
    if seat is None:
        return None
    match state.phase:
        case "bid":
            return list(flow.bids(state))
        case "suit":
            return list(SUITS[flow.rules.pack])
        case "play":
            cards = flow.legal(state, seat)
            return sorted(codes(cards)) if cards is not None else None
    return None
