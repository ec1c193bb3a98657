"""What follows by itself at a Sapiencia table: draws, discards, settlement, the next talker.

After every accepted move `Flow.next_events` is asked again and again until a person has to
act. Shuffles apart it draws on nothing but the state, so a replay of the events needs none
of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.engine.game import Chance, Event, Json, Seat
from host.games.sapiencia_piles import Cards
from host.games.sapiencia_rules import (
    CALL,
    HAND,
    MOST_DRAWN,
    PENALTY,
    PRINTED_CARDS,
    SapienciaCard,
    SapienciaRules,
    Setup,
)
from host.games.sapiencia_state import SapienciaState, Shown, apply_event


@dataclass(frozen=True, slots=True)
class Flow:
    """The facts that hold for a whole game, and what follows from them.

    Attributes:
        seats: the seats in order of play (D1).
        rules: the house rules.
        setup: where the table starts.
        deck: every card that the host knows, by id.
    """

    seats: tuple[Seat, ...]
    rules: SapienciaRules
    setup: Setup
    deck: Mapping[str, SapienciaCard]

    # ------------------------------------------------------------------ what is known

    @property
    def known(self) -> bool:
        """Whether the host deals and so knows every hand (A27)."""
        return self.rules.hands == "known"

    def card(self, state: SapienciaState, card_id: str) -> SapienciaCard | None:
        """Return a card with the figures the table has put right, or None if unknown."""
        card = self.deck.get(card_id)
        if card is not None:
            for key, value in state.amended.get(card_id, {}).items():
                card = card.amended(key, value)
        return card

    def score(self, card: SapienciaCard, criterion: str) -> int | None:
        """Return a card's number in a criterion by the rule for prizes (A24)."""
        return card.score(criterion, self.rules.prizes)

    def fits(self, state: SapienciaState, card_id: str) -> bool:
        """Whether a card of the deck has what the talker requires (SAP-10, A22)."""
        card = self.card(state, card_id)
        assert state.category is not None
        return card is not None and same(card.values(state.category), state.required)

    def fitting(self, state: SapienciaState, seat: Seat) -> tuple[str, ...]:
        """Return the cards of a known hand that may be played (SAP-10)."""
        return tuple(i for i in state.cards.hands.get(seat, ()) if self.fits(state, i))

    # ------------------------------------------------------------------ who

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats in order of play from the next one; that seat comes last."""
        place = self.seats.index(seat) + 1
        return self.seats[place:] + self.seats[:place]

    def to_the_right(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats from the nearest on the right of `seat`, itself the farthest.

        Play goes to the right unless the table plays to the left (A4, A5, SAP-17).
        """
        onward = self.after(seat)
        return onward if self.rules.direction == "right" else (*onward[-2::-1], seat)

    def asked(self, state: SapienciaState) -> Seat | None:
        """Return the seat whose turn it is, or None if it is nobody's."""
        return None if state.aside_phase else self.turn(state)

    @staticmethod
    def turn(state: SapienciaState) -> Seat | None:
        """Return the seat whose turn it is, also while the table decides something else."""
        match state.phase:
            case "talk":
                return state.talker
            case "play" | "draw":
                return state.waiting[0]
        return None

    def next_talker(self, state: SapienciaState) -> Seat:
        """Return who showed the highest card, the nearest on the right of several.

        The talker counts as the farthest (SAP-16, SAP-17, A5), or not at all (D15); where
        nobody is left, the next in order (D15). Seats that have left are passed over (D7).
        """
        shown = [
            s
            for s in state.shown
            if s.seat not in state.away and (self.rules.talker_repeats or s.seat != state.talker)
        ]
        if not shown:
            return next(s for s in self.after(state.talker) if s not in state.away)
        best = max(s.score for s in shown)
        order = self.to_the_right(state.talker)
        return min((s.seat for s in shown if s.score == best), key=order.index)

    def fewest(self, state: SapienciaState) -> list[Seat]:
        """Return who has the fewest cards (SAP-21), by the rule for ties (A11).

        Who left draws nothing any more (D7), so the cards of those who stayed are compared.
        """
        here = [s for s in self.seats if s not in state.away] or list(self.seats)
        least = min(state.counts[s] for s in here)
        best = [s for s in here if state.counts[s] == least]
        if self.rules.tie == "nearest":
            return [min(best, key=self.to_the_right(state.talker).index)]
        return best

    # ------------------------------------------------------------------ the course of a game

    def first_events(self, chance: Chance) -> list[Event]:
        """Deal, and open the first round (SAP-2 to SAP-4)."""
        data = self._dealt(chance) if self.known else self._counted()
        return [
            Event("game_began", {"seats": list(self.seats), "hands_known": self.known, **data}),
            Event("round_began", {"round": 1, "talker": self.setup.talker}),
        ]

    def _dealt(self, chance: Chance) -> dict[str, Json]:
        setup = self.setup
        used = {i for ids in setup.hands.values() for i in ids}
        used |= set(setup.discards) if isinstance(setup.discards, tuple) else set()
        used |= set(setup.deck) if isinstance(setup.deck, tuple) else set()
        rest = chance.shuffled([i for i in self.deck if i not in used])
        hands: dict[Seat, list[str]] = {}
        for seat in self.seats:
            if seat in setup.hands:
                hands[seat] = list(setup.hands[seat])
            else:
                hands[seat], rest = rest[: setup.counts[seat]], rest[setup.counts[seat] :]
        pile = rest if setup.deck is None else setup.deck
        ids = rest[:pile] if isinstance(pile, int) else list(pile)
        gone = list(setup.discards) if isinstance(setup.discards, tuple) else []
        return {
            "counts": {seat: len(hand) for seat, hand in hands.items()},
            "hands": hands,
            "deck": len(ids),
            "deck_ids": ids,
            "discards": len(gone),
            "discard_ids": gone,
            "passes": setup.passes,
        }

    def _counted(self) -> dict[str, Json]:
        setup = self.setup
        gone = setup.discards if isinstance(setup.discards, tuple) else ()
        discards = len(gone) if gone or not isinstance(setup.discards, int) else setup.discards
        if setup.deck is None:
            enough = len(self.deck) >= HAND * len(self.seats) + HAND
            printed = len(self.deck) if enough else PRINTED_CARDS
            number = max(0, printed - sum(setup.counts.values()) - discards)
        else:
            number = len(setup.deck) if isinstance(setup.deck, tuple) else setup.deck
        return {
            "counts": dict(setup.counts),
            "hands": {},
            "deck": number,
            "deck_ids": [],
            "discards": discards,
            "discard_ids": list(gone),
            "passes": setup.passes,
        }

    def next_events(self, state: SapienciaState, chance: Chance) -> list[Event]:
        """Return what happens now by itself, or nothing if a person has to act."""
        if state.aside_phase:
            return []
        match state.phase:
            case "talk" if state.talker in state.away:
                onward = next(s for s in self.after(state.talker) if s not in state.away)
                return [Event("talker_moved", {"talker": onward, "from": state.talker})]
            case "play" | "draw":
                return self._turn(state)
            case "settle" if not self._waits(state):
                return self._settle(state)
        return []

    def _waits(self, state: SapienciaState) -> bool:
        """Whether settlement waits for as long as a window lasts (D10).

        After the talker's own card the next round can begin at once, unless the game ends by
        counting cards: a penalty must not come too late for that.
        """
        return state.hold and (bool(state.unsettled) or self.end_reached(state))

    def _turn(self, state: SapienciaState) -> list[Event]:
        seat = state.waiting[0]
        if seat in state.away:
            # D7: passes without drawing.
            return [*self.put_back(state, seat), self.passed(seat, "away")]
        if state.phase == "draw" and not state.open_card:
            if state.drawn >= MOST_DRAWN:
                return [*self.put_back(state, seat), self.passed(seat, "drawn")]
            if not self.available(state):
                # A10: draw what there is, then pass.
                return [*self.put_back(state, seat), self.passed(seat, "empty")]
        return []

    def passed(self, seat: Seat, why: str) -> Event:
        """Return the event of a pass: ``drawn``, ``empty``, ``away`` or ``said`` (SAP-12)."""
        return Event("passed", {"seat": seat, "why": why})

    # ------------------------------------------------------------------ the deck

    @staticmethod
    def available(state: SapienciaState) -> int:
        """Return how many cards can still be drawn, the discard pile included (A9, A10)."""
        return state.cards.deck + state.cards.discards

    def draw(
        self, state: SapienciaState, seat: Seat, n: int, to: str, chance: Chance
    ) -> list[Event]:
        """Return the events of drawing up to `n` cards to a ``hand``, ``aside`` or ``penalty``.

        A pass is complete when the deck's last card is taken; on the next need the discard
        pile is shuffled in (A9). Where both are empty the draw ends (A10, A21).
        """
        events: list[Event] = []
        cards = state.cards
        while n and (cards.deck or cards.discards):
            if not cards.deck:
                ids = chance.shuffled(cards.discard_ids) if self.known else []
                events.append(Event("reshuffled", {"deck": cards.discards, "cards": ids}))
            else:
                part = min(n, cards.deck)
                done = cards.passes + (part == cards.deck)
                data = {
                    "seat": seat,
                    "n": part,
                    "cards": list(cards.deck_ids[:part]),
                    "to": to,
                    "passes": done,
                }
                events.append(Event("drew", data))
                n -= part
            state = apply_event(state, events[-1])
            cards = state.cards
        return events

    def misfit_to(self) -> str:
        """Return where a drawn card goes that does not fit: kept or returned (SAP-12, D14)."""
        return "aside" if self.rules.drawn == "return" else "hand"

    @staticmethod
    def put_back(state: SapienciaState, seat: Seat) -> list[Event]:
        """Return drawn cards that did not fit to the discard pile at the drawing's end (D14)."""
        if not state.cards.aside:
            return []
        return [Event("returned", {"seat": seat, "n": state.cards.aside})]

    def penalty(
        self, state: SapienciaState, seat: Seat, n: int, why: str, chance: Chance
    ) -> list[Event]:
        """Return a penalty of up to `n` cards: what there is (SAP-19, A21)."""
        n = min(n, self.available(state))
        told = Event("penalty", {"seat": seat, "cards": n, "why": why})
        return [told, *self.draw(state, seat, n, "penalty", chance)]

    def missed(self, state: SapienciaState, seat: Seat, chance: Chance) -> list[Event]:
        """Return the penalty for a call that did not come in time (SAP-19)."""
        return self.penalty(state, seat, PENALTY, CALL, chance)

    # ------------------------------------------------------------------ settlement

    def played(self, state: SapienciaState, shown: Shown) -> list[Event]:
        """Return a card's exposure and, unless only the highest counts, its fate.

        At or above the bar it goes, below it is kept (SAP-13, SAP-14); with a running bar
        the highest so far is what counts (A1).
        """
        data = {"seat": shown.seat, "card": shown.card, "score": shown.score}
        assert state.bar is not None
        highest = max(s.score for s in state.shown)
        bar = highest if self.rules.discard == "running" else state.bar
        told = {
            "bar": state.bar,
            "against": bar,
            "beats": shown.score > bar,
            "settled": self.rules.discard != "highest",
        }
        events = [Event("played", {**data, **told})]
        if self.rules.discard != "highest":
            after = apply_event(state, events[0])
            events += self._fate(after, shown, shown.score >= bar)
        return events

    def _fate(self, state: SapienciaState, shown: Shown, goes: bool) -> list[Event]:
        """Return the end of an exposed card, with the call or the end that it brings."""
        seat = shown.seat
        if not goes:
            return [Event("kept", {"seat": seat, "card": shown.card})]
        left = state.counts[seat] - 1
        # Settlement waits after every discard alike, so that waiting tells nothing (D10).
        data = {"seat": seat, "card": shown.card, "hold": self.rules.call}
        events = [Event("discarded", data)]
        if left == 0 and not self.rules.finish_round:
            # SAP-1, SAP-20: at once; nobody plays on.
            return [*events, self._ended([seat], "out")]
        if left == 1 and self._must_call(state, seat):
            data = {"id": f"{CALL}-{state.owed_n + 1}", "seat": seat, "call": CALL}
            events.append(Event("call_owed", data))
        return events

    def _must_call(self, state: SapienciaState, seat: Seat) -> bool:
        """Whether a fall to one card has to be called (SAP-18, A16, A17); not when away."""
        return (
            self.rules.call
            and seat not in state.away
            and (self.rules.call_each_time or seat not in state.owed_before)
        )

    def _settle(self, state: SapienciaState) -> list[Event]:
        """Settle the next exposed card, the talker's last, or end the round (SAP-15, A12)."""
        if not state.unsettled:
            return self._round_over(state)
        seat = state.unsettled[0]
        shown = state.shown_by(seat)
        assert shown is not None
        # The bar is met by all who tie for the highest; the talker's card goes if none beat it.
        return self._fate(state, shown, shown.score >= max(s.score for s in state.shown))

    def end_reached(self, state: SapienciaState) -> bool:
        """Whether the round just settled was the last one (SAP-20, SAP-21, A9, A12)."""
        if min(state.counts.values()) == 0:
            return True
        if self.rules.end == "passes":
            return state.cards.passes >= self.rules.end_after
        return state.emptied is not None and state.round - state.emptied >= self.rules.end_after

    def _round_over(self, state: SapienciaState) -> list[Event]:
        beaten = any(s.score > state.shown[0].score for s in state.shown)
        talker = self.next_talker(state)
        over = self.end_reached(state)
        told = {"round": state.round, "talker": state.talker, "beaten": beaten, "next": talker}
        ended = Event("round_ended", {**told, "over": over})
        if over:
            out = [s for s in self.seats if state.counts[s] == 0]
            if out:
                return [ended, self._ended(out, "out")]
            return [ended, self._ended(self.fewest(state), self.rules.end)]
        return [ended, Event("round_began", {"round": state.round + 1, "talker": talker})]

    def ended(self, state: SapienciaState) -> Event:
        """Return the event of a game that the table ends: fewest cards wins (SAP-21)."""
        return self._ended(self.fewest(state), "ended")

    @staticmethod
    def _ended(winners: Sequence[Seat], how: str) -> Event:
        return Event("game_ended", {"winners": list(winners), "how": how})


def same(values: Sequence[str], required: Sequence[str]) -> bool:
    """Whether some value is among the required ones; capitals make no difference (A22, A26)."""
    wanted = {r.casefold() for r in required}
    return any(v.casefold() in wanted for v in values)


def total(cards: Cards) -> int:
    """Return how many cards there are in all: none is lost and none appears."""
    return sum(cards.counts.values()) + cards.deck + cards.discards + cards.aside
