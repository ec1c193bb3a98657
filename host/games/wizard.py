"""Wizard: bids, tricks and points, as pure functions on a frozen state.

How much of it is kept by voice is a house rule (D30): bids and points only, the winner of
every trick, or every card. What the host cannot see, it cannot refuse: who follows suit is
checked where a hand is known, and remembered where it is not (A9, D31).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host.engine.game import Chance, Event, Expectation, Json, Move, Option, Refusal, Seat, fold
from host.games.seated import Decision, SeatedGame, seats_of
from host.games.wizard_cards import NO_TRUMP, SUITS
from host.games.wizard_flow import Flow
from host.games.wizard_options import card_of, legal_of, new_card, options_of
from host.games.wizard_rules import DOUBT_S, SEATS, Setup, WizardRules, score
from host.games.wizard_state import WizardState, apply_event

__all__ = ["Wizard", "WizardRules", "WizardState", "score"]

_PHASES_OF = {
    "dealer": ("dealer",),
    "draw_dealer": ("dealer",),
    "turned": ("turned", "bid", "ready", "trick", "taken"),
    "suit": ("suit", "turned", "bid", "ready", "trick", "taken"),
    "trump_was": ("suit", "turned", "bid", "ready", "trick", "taken"),
    "bid": ("bid",),
    "ready": ("ready",),
    "reveal_bid": ("reveal",),
    "play": ("play", "revoke_doubt"),
    "trick": ("trick",),
    "taken": ("taken",),
    "go_on": ("revoke_doubt",),
}
"""The phases in which an act may be done."""

_ONE_ASKED = frozenset({"draw_dealer", "bid", "play"})
"""Acts that only the seat whose turn it is may do; of the others order does not matter."""

_ACTS = frozenset(
    {
        "draw_begun",
        "dealer_drawn",
        "dealer_set",
        "turned",
        "suit_chosen",
        "bid",
        "ready",
        "bid_revealed",
        "played",
        "trick_won",
        "trick_undone",
        "taken",
    }
)
"""Kinds of events that stand for an act of somebody: they end the reach of an undo."""


class Wizard(SeatedGame[WizardState]):
    """One table's game of Wizard: the Game protocol for `WizardState`."""

    name = "wizard"
    _flow: Flow

    def __init__(
        self, seats: Sequence[Seat], rules: WizardRules, setup: Mapping[str, Json] | None = None
    ) -> None:
        """Seat the players.

        Args:
            seats: three to eight names, in order of play, each at the left of the one before.
            rules: the house rules.
            setup: `dealer, round, hands, turned, trump, points, bids, tricks, leader`, each
                optional; without a dealer the table says who deals, or draws for it (WIZ-2).

        Raises:
            ValueError: seats, rules or set-up cannot be played; the sentence says why.
        """
        self.seats = seats_of("Wizard", seats, SEATS)
        self.rules = rules
        self.rounds = rules.rounds_of(len(seats))
        self._flow = Flow(
            self.seats, rules, Setup.read(setup or {}, self.seats, rules), self.rounds
        )

    # ------------------------------------------------------------------ the protocol

    def begin(self, chance: Chance) -> list[Event]:
        """Return the events up to the first thing that somebody has to say."""
        return self._run_on(self.blank(), self._flow.first_events(), chance)

    def blank(self) -> WizardState:
        """Return the state before any event."""
        return WizardState()

    def apply(self, state: WizardState, event: Event) -> WizardState:
        """Return the state after one event; raise ValueError for one of another game."""
        after = apply_event(state, event, self.rules)
        # Journals of earlier versions tell the points in the order of letters, not of seats.
        return replace(after, drawing=self.seats) if event.kind == "game_began" else after

    def expectation(self, state: WizardState) -> Expectation:
        """Return what may be said now; the slots hold exactly the values possible now."""
        asked = self._flow.asked(state)
        args: dict[str, Json] = {
            "round": state.round,
            "dealer": state.dealer,
            "trump": state.trump,
            "trick": state.trick,
        }
        if state.away:
            back = (Option("back", {"seat": state.away}),)
            return Expectation("away", None, back, anyone=True, args={**args, "seats": state.away})
        options = options_of(self._flow, state, self._undoable(state) is not None)
        if state.phase == "revoke_doubt":
            assert state.doubt is not None
            doubt = state.doubt
            args |= {"seat": doubt.seat, "suit": doubt.suit, "in": doubt.trick}
            return Expectation(
                "revoke_doubt",
                None,
                options,
                anyone=True,
                silence_s=DOUBT_S,
                silence_act="go_on",
                args=args,
            )
        anyone = asked is None and bool(options)
        return Expectation(state.phase, asked, options, anyone=anyone, args=args)

    def outcome(self, state: WizardState) -> dict[str, Json]:
        """Return the public result by the keys of design.md section 6.

        `bids`, `tricks` and `trump` tell of the round in play, and from its end until
        somebody acts in the next one of the round before. Delayed bids are not in it before
        they are revealed (WIZ-20). `legal` is what the seat whose turn it is may do: bids,
        suits, or cards in alphabetical order where its hand is known, else None.
        """
        last = state.last
        return {
            "winners": list(state.winners),
            "finished": state.phase == "over",
            "turn": self._flow.asked(state),
            "trump": last.trump if last else state.trump,
            "bids": dict(last.bids if last else state.bids),
            "tricks": dict(last.tricks if last else state.tricks),
            "points": dict(state.points),
            "dealer": state.dealer,
            "leader": state.leader,
            "trick_winner": state.trick_winner,
            "legal": legal_of(self._flow, state),
            "round": state.round,
        }

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        """Tell whether an act may be taken back: inside its trick, else until the next act.

        Rules 4.1 let undo reach to the next player's act; in Wizard a whole trick may be
        taken back as long as the next one has not begun.
        """
        if any(e.kind == "game_began" for e in undone):
            return False
        trick = next((e["trick"] for e in undone if e.kind in ("played", "trick_won")), None)
        acts = [e for e in since if e.kind in _ACTS and e.data.get("by", True)]
        if trick is None:
            whose = undone[0].data.get("seat") if undone else None
            return all(e.data.get("seat") == whose for e in acts)
        return all(
            e.kind in ("played", "trick_won", "trick_undone") and e["trick"] == trick for e in acts
        )

    # ------------------------------------------------------------------ moves

    def _first(self, state: WizardState, move: Move, chance: Chance) -> Decision:
        match move.act:
            case "leave" | "back":
                # Wizard waits for whoever leaves: a hand cannot be passed over (D7).
                return self._leave_or_back(state, move)
            case "end":
                if state.phase in ("blank", "over"):
                    return self._not_now(state)
                return [self._flow.ended(state, "ended")]
        if state.away:
            return Refusal("not_now", {"phase": "away", "seats": list(state.away)}, ("back",))
        if move.act == "undo_trick":
            return self._undo_trick(state, move)
        if move.act not in _PHASES_OF:
            return self._not_now(state)
        if (refusal := self._untimely(state, move)) is not None:
            return refusal
        match move.act:
            case "dealer":
                return self._name_dealer(move)
            case "draw_dealer":
                return self._draw(state, move)
            case "turned":
                return self._turned(state, move)
            case "suit":
                return self._suit(state, move)
            case "trump_was":
                return self._trump_was(state, move)
            case "bid" | "reveal_bid":
                return self._bid(state, move)
            case "ready":
                return self._ready(state, move)
            case "play":
                return self._play(state, move)
            case "trick":
                return self._trick(state, move)
            case "taken":
                return self._taken(state, move)
        return [Event("doubt_dropped", {"by": move.who})]

    def _untimely(self, state: WizardState, move: Move) -> Refusal | None:
        """Refuse an act of another phase or of a seat that is not asked."""
        asked = self._flow.asked(state)
        # A whole trick may be told by one person (D30).
        own = move.act in _ONE_ASKED and not {"cards", "all"} & move.args.keys()
        done: Mapping[str, Sequence[Seat]] = {
            "draw_dealer": tuple(state.drawn),
            "bid": tuple(state.bids),
            "reveal_bid": tuple(state.bids),
            "ready": state.ready if not move.args.get("all") else (),
            "taken": state.told,
        }
        if move.who and move.who != asked and move.who in done.get(move.act, ()):
            return Refusal("already_done", {"name": move.who}, (asked,) if asked else ())
        if state.phase not in _PHASES_OF[move.act]:
            return self._not_now(state)
        if own and asked is not None and move.who not in ("", asked):
            return Refusal("not_your_turn", {"name": move.who, "asked": asked}, (asked,))
        if move.act in ("turned", "suit") and state.phase not in ("turned", "suit"):
            if state.trump is not None:
                return Refusal("already_done", {"trump": state.trump})
            if self.rules.keep == "cards":
                return self._not_now(state)
        return None

    def _name_dealer(self, move: Move) -> Decision:
        seat = move.args.get("seat", move.who)
        if seat not in self.seats:
            return self._nobody(seat)
        return [Event("dealer_set", {"seat": seat, "how": "named", "by": move.who})]

    def _nobody(self, seat: Json) -> Refusal:
        """Refuse a name that has no seat; «es mía» of a voice that nobody knows has none."""
        if seat == "":
            return Refusal("wrong_value", {"why": "who"}, self.seats)
        return Refusal("unknown_player", {"name": seat}, self.seats)

    def _draw(self, state: WizardState, move: Move) -> Decision:
        if move.args.get("all"):
            if self._flow.asked(state) is not None:
                return Refusal("already_done", {})
            return [Event("draw_begun", {"by": move.who})]
        waiting = tuple(s for s in state.drawing if s not in state.drawn)
        seat = move.who or waiting[0]
        if seat not in waiting:
            return Refusal("not_your_turn", {"name": seat, "asked": waiting[0]}, waiting)
        if "rank" in move.args:
            return Refusal("wrong_value", {"rank": move.args["rank"], "why": "no-suit"})
        card = new_card(move.args.get("card"), tuple(state.drawn.values()), self.rules.pack)
        if isinstance(card, Refusal):
            return card
        return [Event("dealer_drawn", {"seat": seat, "card": card.code})]

    def _turned(self, state: WizardState, move: Move) -> Decision:
        card = new_card(move.args.get("card"), state.used, self.rules.pack)
        if isinstance(card, Refusal):
            return card
        if card.is_wizard and state.phase in ("trick", "taken"):
            # The dealer's choice is made already; it only has not been told.
            return Refusal("trump_required", {}, SUITS[self.rules.pack])
        return [self._flow.turned(card, move.who or state.dealer or "")]

    def _suit(self, state: WizardState, move: Move) -> Decision:
        """The dealer's suit (WIZ-6), or a trump that is told without its card (D30)."""
        suit, suits = move.args.get("suit"), SUITS[self.rules.pack]
        if suit == NO_TRUMP and state.phase == "suit":
            return Refusal("trump_required", {}, suits)
        if suit not in (*suits, NO_TRUMP):
            free = suits if state.phase == "suit" else (*suits, NO_TRUMP)
            return Refusal("wrong_value", {"suit": suit}, free)
        return [Event("suit_chosen", {"suit": suit, "by": move.who or state.dealer})]

    def _trump_was(self, state: WizardState, move: Move) -> Decision:
        """Correct a trump that was misheard, as long as nothing has been reckoned with it.

        Where tricks are only told, that is the whole round; where cards are kept, until the
        first card. A trump that the host itself turned up was not misheard.
        """
        told = self.rules.hands == "unknown" and self.rules.has_trump(len(self.seats), state.round)
        if state.trump is not None and not told:
            return Refusal("already_done", {"trump": state.trump})
        if state.trump is not None and move.args.get("suit") == state.trump:
            return Refusal("already_done", {"trump": state.trump})
        return self._suit(state, move)

    def _bid(self, state: WizardState, move: Move) -> Decision:
        n = move.args.get("n")
        free = self._flow.bids(state)
        if type(n) is not int or not 0 <= n <= state.round:
            return Refusal("bid_range", {"n": n, "round": state.round}, free)
        if n not in free:
            return Refusal("bid_forbidden", {"n": n, "round": state.round}, free)
        seat = move.who or self._flow.undone(state)[0]
        kind = "bid" if state.phase == "bid" else "bid_revealed"
        return [Event(kind, {"seat": seat, "n": n})]

    def _ready(self, state: WizardState, move: Move) -> Decision:
        """A marked bid; one that is told to the host alone is kept until the reveal (WIZ-19)."""
        waiting = self._flow.undone(state)
        if "n" in move.args:
            n = move.args["n"]
            if type(n) is not int or not 0 <= n <= state.round:
                # The number itself is nobody's business yet.
                return Refusal("bid_range", {"n": None, "round": state.round})
            return [Event("ready", {"seat": move.who or waiting[0], "n": n})]
        who = waiting if move.args.get("all") else (move.who or waiting[0],)
        return [Event("ready", {"seat": seat}) for seat in who]

    def _trick(self, state: WizardState, move: Move) -> Decision:
        seat = move.args.get("seat", move.who)
        if not isinstance(seat, str) or seat not in self.seats:
            return self._nobody(seat)
        return [self._flow.won(state, seat)]

    def _taken(self, state: WizardState, move: Move) -> Decision:
        """Tricks taken, told at the round's end: together they are the round's number."""
        n = move.args.get("n")
        waiting = self._flow.undone(state)
        seat = move.who or waiting[0]
        free = self._flow.counts(state)
        if type(n) is not int or n not in free:
            left = self._flow.tricks_left(state)
            return Refusal("wrong_value", {"n": n, "round": state.round, "left": left}, free)
        return [Event("taken", {"seat": seat, "n": n})]

    # ------------------------------------------------------------------ cards

    def _play(self, state: WizardState, move: Move) -> Decision:
        """One card, a rank of the suit led, or several cards in order of play (D30)."""
        events = [Event("doubt_dropped", {"by": ""})] if state.phase == "revoke_doubt" else []
        state = fold(self, events, state)
        if events and not self._flow.to_play(state):
            return self._not_now(state)
        given = move.args.get("cards")
        if given is None:
            given = [move.args.get("card", {"rank": move.args.get("rank")})]
        seats = self._flow.to_play(state)
        if not isinstance(given, (list, tuple)) or not 1 <= len(given) <= len(seats):
            return Refusal("wrong_value", {"cards": given, "left": len(seats)}, seats)
        for seat, told in zip(seats, given, strict=False):
            card = card_of(self._flow, state, seat, told)
            if isinstance(card, Refusal):
                return card
            event = Event("played", {"seat": seat, "card": card.code, "trick": state.trick})
            events.append(event)
            state = self.apply(state, event)
        return events

    # ------------------------------------------------------------------ undoing a trick

    def _undo_trick(self, state: WizardState, move: Move) -> Decision:
        trick = self._undoable(state)
        if trick is None or state.phase == "over":
            return Refusal("nothing_to_undo", {"round": state.round})
        return [Event("trick_undone", {"trick": trick, "by": move.who})]

    def _undoable(self, state: WizardState) -> int | None:
        """Return the number of the trick that may be taken back, or None.

        The trick in play; before it has begun, the last one (rules 4.1). Where the lead of a
        trick wakes a doubt about the one before, that one is replayed (D31).
        """
        if (
            state.phase == "revoke_doubt"
            and state.doubt is not None
            and state.earlier is not None
            and state.doubt.trick == state.earlier.trick
        ):
            return state.earlier.trick
        return state.mark.trick if state.mark is not None else None
