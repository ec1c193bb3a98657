"""What happens at a Wizard table by itself: the deal, the tricks' winners, scores, rounds.

After every accepted move `Flow.next_events` is asked again and again until a person has to
act. Luck comes in here only, and its result is in the events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.engine.game import Chance, Event, Json, Seat
from host.games.wizard_cards import NO_TRUMP, Card, codes, legal, pack, winner
from host.games.wizard_rules import Setup, WizardRules, barred_bid, score
from host.games.wizard_state import Failure, WizardState


@dataclass(frozen=True, slots=True)
class Flow:
    """The facts that hold for a whole game, and what follows from them.

    Attributes:
        seats: the seats in order of play, each at the left of the one before (D1).
        rules: the house rules.
        setup: where the table starts.
        rounds: the number of the last round (WIZ-18).
    """

    seats: tuple[Seat, ...]
    rules: WizardRules
    setup: Setup
    rounds: int

    # ------------------------------------------------------------------ who

    def left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats, from the one at the left of `seat`; that seat comes last."""
        place = self.seats.index(seat) + 1
        return self.seats[place:] + self.seats[:place]

    def order(self, state: WizardState) -> tuple[Seat, ...]:
        """Return the order of bids: from the dealer's left, the dealer last (WIZ-8)."""
        return self.left_of(state.dealer) if state.dealer is not None else self.seats

    def to_play(self, state: WizardState) -> tuple[Seat, ...]:
        """Return the seats that have still to play to the trick, in order (WIZ-11)."""
        if state.leader is None:
            return ()
        at = self.seats.index(state.leader)
        return (self.seats[at:] + self.seats[:at])[len(state.table) :]

    def undone(self, state: WizardState) -> tuple[Seat, ...]:
        """Return the seats whose bid, mark or tricks are awaited, in order."""
        done: Sequence[Seat]
        match state.phase:
            case "ready":
                done = state.ready
            case "bid" | "reveal":
                done = tuple(state.bids)
            case "taken":
                done = state.told
            case _:
                return ()
        return tuple(s for s in self.order(state) if s not in done)

    def asked(self, state: WizardState) -> Seat | None:
        """Return the seat whose turn it is to speak, or None if it is nobody's in particular."""
        if state.away:
            return None
        match state.phase:
            case "dealer" if state.draws or state.drawn or len(state.drawing) < len(self.seats):
                return next((s for s in state.drawing if s not in state.drawn), None)
            case "turned" | "suit":
                return state.dealer
            case "bid" | "reveal":
                return next(iter(self.undone(state)), None)
            case "taken" if state.told:
                return next(iter(self.undone(state)), None)
            case "play":
                return next(iter(self.to_play(state)), None)
        return None

    # ------------------------------------------------------------------ what is possible

    def barred(self, state: WizardState) -> int | None:
        """Return the bid that the seat whose turn it is may not make, or None (A6)."""
        waiting = self.undone(state)
        if state.phase != "bid" or len(waiting) != 1:
            return None
        dealer = waiting[0]
        alone = all(state.points[s] < state.points[dealer] for s in self.seats if s != dealer)
        bids = tuple(state.bids.values())
        return barred_bid(self.rules.sum, state.round, bids, alone_in_lead=alone)

    def bids(self, state: WizardState) -> tuple[int, ...]:
        """Return the bids that may be made now (WIZ-8, A6)."""
        barred = self.barred(state)
        return tuple(n for n in range(state.round + 1) if n != barred)

    def tricks_left(self, state: WizardState) -> int:
        """Return how many tricks of the round nobody has yet (WIZ-3)."""
        return state.round - sum(state.tricks.values())

    def counts(self, state: WizardState) -> tuple[int, ...]:
        """Return how many tricks the next seat may have taken (``keep: score``)."""
        left = self.tricks_left(state)
        return (left,) if len(self.undone(state)) == 1 else tuple(range(left + 1))

    def legal(self, state: WizardState, seat: Seat) -> tuple[Card, ...] | None:
        """Return what a seat may play, or None if its hand is not known (WIZ-12, A9)."""
        hand = state.hands.get(seat)
        if hand is None:
            return None
        return legal(hand, state.on_table, next_suit=self.next_suit)

    @property
    def next_suit(self) -> bool:
        """Whether a Wizard behind led Jesters is passed over (A4)."""
        return self.rules.jester_wizard == "next_suit"

    # ------------------------------------------------------------------ what follows

    def first_events(self) -> list[Event]:
        """Return the events with which the evening begins."""
        began: dict[str, Json] = {
            "points": dict(self.setup.points),
            "rounds": self.rounds,
            "tested": len(self.seats) <= 6,
        }
        events = [Event("game_began", began)]
        if self.setup.dealer is not None:
            events.append(Event("dealer_set", {"seat": self.setup.dealer, "how": "setup"}))
        return events

    def next_events(self, state: WizardState, chance: Chance) -> list[Event]:
        """Return what follows by itself in this state; nothing where a person has to act."""
        match state.phase:
            case "dealer":
                return self._drawn(state, chance)
            case "deal":
                return self._dealt(state, chance)
            case "auction":
                return [Event("bids_open", {"round": state.round, "first": self.order(state)[0]})]
            case "bid" | "ready" | "reveal":
                return self._bids_done(state)
            case "play":
                return self._trick_done(state)
            case "trick":
                return self._round_played(state) if self.tricks_left(state) == 0 else []
            case "taken":
                return [] if self.undone(state) else self._round_played(state)
            case "count":
                return [self._scored(state)]
            case "scored":
                return [self._next_round(state)]
        return []

    def _drawn(self, state: WizardState, chance: Chance) -> list[Event]:
        """The draw for dealer: the highest card deals, equal ones draw again (WIZ-2, A1)."""
        if not state.drawn and self.rules.hands == "known":
            cards = chance.shuffled(codes(pack(self.rules.pack)))
            return [
                Event("dealer_drawn", {"seat": seat, "card": card})
                for seat, card in zip(state.drawing, cards, strict=False)
            ]
        if len(state.drawn) < len(state.drawing):
            return []
        highest = max(card.draw_height for card in state.drawn.values())
        first = [s for s in state.drawing if state.drawn[s].draw_height == highest]
        if len(first) > 1:
            return [Event("dealer_redraw", {"seats": first})]
        return [Event("dealer_set", {"seat": first[0], "how": "drawn"})]

    def _next_round(self, state: WizardState) -> Event:
        assert state.dealer is not None
        if state.round >= self.rounds:
            return self.ended(state, "rounds")
        first = state.round == 0
        dealer = state.dealer if first else self.left_of(state.dealer)[0]
        leader = (self.setup.leader if first else None) or self.left_of(dealer)[0]
        number = self.setup.round if first else state.round + 1
        return Event(
            "round_began",
            {
                "round": number,
                "dealer": dealer,
                "leader": leader,
                "trump": self.setup.trump if first else None,
                "bids": dict(self.setup.bids) if first else {},
                "tricks": dict(self.setup.tricks) if first else {},
                "last": number == self.rounds,
                "turns": self.rules.has_trump(len(self.seats), number),
            },
        )

    def _dealt(self, state: WizardState, chance: Chance) -> list[Event]:
        """The deal and the card that is turned up (WIZ-3 to WIZ-7)."""
        first = state.round == self.setup.round
        turned = self.setup.turned if first else None
        given = dict(self.setup.hands) if first else {}
        deck: list[Card] = []
        if self.rules.hands == "known":
            size = self.tricks_left(state)
            deck = self._rest((*(c for h in given.values() for c in h), turned), chance)
            for seat in self.order(state):
                if seat not in given:
                    given[seat], deck = tuple(deck[:size]), deck[size:]
        events = []
        if given:
            hands = {seat: codes(given[seat]) for seat in self.seats if seat in given}
            events.append(Event("dealt", {"hands": hands}))
        return [*events, self._trump(state, turned, deck)]

    def _rest(self, out: Sequence[Card | None], chance: Chance) -> list[Card]:
        """Return the pack without some cards, shuffled."""
        left = {card.code: card for card in pack(self.rules.pack)}
        for card in out:
            if card is not None and card.code in left:
                del left[card.code]
        for card in out:
            if card is not None and not card.is_suited and card.height == 0:
                del left[next(code for code in reversed(left) if code[0] == card.suit)]
        return [left[code] for code in chance.shuffled(list(left))]

    def _trump(self, state: WizardState, turned: Card | None, deck: Sequence[Card]) -> Event:
        if turned is not None:
            return self.turned(turned, "", chosen=state.trump)
        if state.trump is not None:
            return Event("trump_left", {"trump": state.trump})
        if not self.rules.has_trump(len(self.seats), state.round):
            whole = state.round * len(self.seats) == len(pack(self.rules.pack))
            return Event("no_trump", {"why": "all_dealt" if whole else "last_round"})
        if self.rules.hands == "known":
            return self.turned(deck[0], "")
        if self.rules.keep == "cards":
            return Event("turn_up_asked", {"dealer": state.dealer})
        # Bids and tricks are kept without the trump; who wants it kept may say it (D30).
        return Event("trump_left", {"trump": None})

    def turned(self, card: Card, by: Seat, *, chosen: str | None = None) -> Event:
        """Return the event of the turned-up card; `trump` is None where the dealer chooses."""
        trump = card.suit if card.is_suited else NO_TRUMP if card.is_jester else chosen
        return Event("turned", {"card": card.code, "trump": trump, "by": by})

    def _bids_done(self, state: WizardState) -> list[Event]:
        """Nothing is told of secret bids before all are marked (WIZ-10, WIZ-19, WIZ-20, A12)."""
        if len(state.bids) == len(self.seats):
            data = {"bids": {s: state.bids[s] for s in self.order(state)}, "round": state.round}
            return [Event("bids_closed", {**data, "sum": sum(state.bids.values())})]
        if state.phase == "reveal":
            told = next((s for s in self.undone(state) if s in state.sealed), None)
            return [Event("bid_revealed", {"seat": told, "n": state.sealed[told]})] if told else []
        if state.phase != "ready":
            return []
        begun = self.rules.bidding == "delayed" and any(state.tricks.values())
        if self.undone(state) and not begun:
            return []
        late = self.rules.bidding == "delayed"
        return [Event("bids_locked" if late else "reveal_open", {"round": state.round})]

    def _trick_done(self, state: WizardState) -> list[Event]:
        if (doubt := self._doubt(state)) is not None:
            data = {"seat": doubt.seat, "suit": doubt.suit, "trick": doubt.trick}
            return [Event("revoke_doubted", {**data, "now": state.trick})]
        if self.tricks_left(state) == 0:
            return self._round_played(state)
        if len(state.table) < len(self.seats):
            return []
        seat, card = state.table[winner(state.on_table, state.trump)]
        return [self.won(state, seat, card.code)]

    def won(self, state: WizardState, seat: Seat, card: str | None = None) -> Event:
        """Return the event of a trick that a seat took (WIZ-11, WIZ-13)."""
        taken = state.tricks[seat] + 1
        data = {"seat": seat, "card": card, "trick": state.trick, "taken": taken}
        return Event("trick_won", {**data, "left": self.tricks_left(state) - 1})

    def _doubt(self, state: WizardState) -> Failure | None:
        """Return who played a suit that it had shown to be out of (D31)."""
        failures = state.failures(next_suit=self.next_suit)
        for seat, card in state.table:
            for failure in reversed(failures):
                if failure.seat == seat and failure.suit == card.suit:
                    return failure
        return None

    def _round_played(self, state: WizardState) -> list[Event]:
        if len(state.bids) < len(self.seats):
            return [Event("reveal_open", {"round": state.round})]
        return [Event("round_played", {"round": state.round})]

    def _scored(self, state: WizardState) -> Event:
        """The round's points; its last word is the new totals (WIZ-17)."""
        rows = [
            {
                "seat": seat,
                "bid": state.bids[seat],
                "taken": state.tricks[seat],
                "points": score(state.bids[seat], state.tricks[seat]),
            }
            for seat in self.order(state)
        ]
        gained = {str(row["seat"]): int(str(row["points"])) for row in rows}
        totals = {seat: state.points[seat] + gained[seat] for seat in self.seats}
        return Event("scored", {"round": state.round, "rows": rows, "points": totals})

    def ended(self, state: WizardState, how: str) -> Event:
        """Return the event that ends the game now, by points (WIZ-18, A8)."""
        points = dict(state.points)
        data = {"winners": self.winners(state), "how": how, "points": points}
        return Event("game_ended", data)

    def winners(self, state: WizardState) -> list[Seat]:
        """Return who has the most points, or of those the highest bids (A8), without who left."""
        here = [s for s in self.seats if s not in state.away] or list(self.seats)
        best = max(state.points[s] for s in here)
        first = [s for s in here if state.points[s] == best]
        if self.rules.tie == "bids":
            most = max(state.bid_sums[s] for s in first)
            first = [s for s in first if state.bid_sums[s] == most]
        return first
