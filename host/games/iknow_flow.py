"""What happens at an iKNOW table by itself: cards, clues, the reveal, the next round.

After every accepted move `Flow.next_events` is asked again and again until a person has to
act. It draws on nothing but the state, so a replay of the events needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Chance, Event, Seat
from host.games.iknow_rules import SIGNS, SOLO_QUESTIONS, CardRef, IknowRules, Setup, level_of
from host.games.iknow_state import IknowState, score


@dataclass(frozen=True, slots=True)
class Flow:
    """The facts that hold for a whole game, and what follows from them.

    Attributes:
        seats: the seats in order of play, each at the left of the one before (D1).
        rules: the house rules.
        setup: where the table starts.
        deck: every card by id.
    """

    seats: tuple[Seat, ...]
    rules: IknowRules
    setup: Setup
    deck: Mapping[str, CardRef]

    # ------------------------------------------------------------------ who

    @property
    def reader_sits_out(self) -> bool:
        """Whether the reader neither plays nor goes without chips (IKN-6, IKN-17, IKN-22)."""
        return self.rules.reader == "rotating" and len(self.seats) > 2

    @property
    def alone(self) -> bool:
        """Whether one person plays: ten questions, no bets, nobody to object."""
        return len(self.seats) == 1

    def left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats, from the one at the left of `seat`; that seat comes last."""
        place = self.seats.index(seat) + 1
        return self.seats[place:] + self.seats[:place]

    def may_leave(self, state: IknowState) -> bool:
        """Whether the table can go on with one seat fewer: somebody has to play (D7)."""
        least = 2 if self.reader_sits_out else 1
        return len(self.seats) - len(state.away) > least

    def free_circles(self, state: IknowState, seat: Seat) -> tuple[tuple[Seat, str], ...]:
        """Return the empty circles beside other players' tokens, highest first (IKN-10, A4)."""
        taken = {(b.target, b.sign) for b in state.bets.values()}
        return tuple(
            (target, sign)
            for target in state.answer_order(self.rules)
            for sign in SIGNS
            if target != seat and (target, sign) not in taken
        )

    def asked(self, state: IknowState) -> Seat | None:
        """Return the seat whose turn it is to speak, or None if it is nobody's."""
        match state.phase:
            case "category":
                return state.chooser
            case "place":
                return next((s for s in state.order if self._missing(state, s)), None)
            case "bet":
                return next(
                    (
                        s
                        for s in state.answer_order(self.rules)
                        if s not in state.bets
                        and s not in state.declined
                        and s not in state.away
                        and self.free_circles(state, s)
                    ),
                    None,
                )
            case "answer":
                return self._next_answer(state)
            case "doubt":
                return state.reader if self.reader_sits_out else None
            case "vote":
                return next(
                    (s for s in state.entitled if s not in state.votes and s not in state.away),
                    None,
                )
        return None

    def entitled(self, state: IknowState) -> tuple[Seat, ...]:
        """Return who may vote on the doubtful answer, from that player's left (D23)."""
        assert state.doubt is not None
        return tuple(
            s
            for s in self.left_of(state.doubt)
            if s != state.doubt
            and s not in state.away
            and not (s in state.bets and state.bets[s].target == state.doubt)
        )

    def winners(self, state: IknowState) -> list[Seat]:
        """Return the seats with the most points (IKN-21, A11), of those that did not leave (D7)."""
        here = [s for s in self.seats if s not in state.away]
        best = max(state.points[s] for s in here)
        return [s for s in here if state.points[s] == best]

    @staticmethod
    def _missing(state: IknowState, seat: Seat) -> bool:
        return seat not in state.squares and seat not in state.away

    def _next_answer(self, state: IknowState) -> Seat | None:
        return next((s for s in state.answer_order(self.rules) if s not in state.answers), None)

    # ------------------------------------------------------------------ the course of a game

    def first_events(self, chance: Chance, played: frozenset[str]) -> list[Event]:
        """Return the events before the first question of a game is put."""
        named = self.setup.cards
        rest = [c.id for c in self.deck.values() if c.id not in named and c.id not in played]
        ids = [*named, *chance.shuffled(rest)]
        piles = {
            c: [i for i in ids if self.deck[i].category == c] for c in self.rules.category_order
        }
        if self.rules.reader == "rotating":
            lead = self.setup.reader or self.seats[0]
        else:
            lead = self.left_of(self.setup.reader)[0] if self.setup.reader else self.seats[0]
        began = self._round_began(1, lead)
        if self.rules.reader == "rotating":
            # IKN-4: the reader of the first round chooses, if need be somebody else does.
            choosers = [lead, *(s for s in began.data["order"] if s != lead)]
        else:
            choosers = list(began.data["order"])
        return [
            Event(
                "game_began",
                {
                    "seats": list(self.seats),
                    "points": dict(self.setup.points),
                    "piles": piles,
                    "target": self.rules.target,
                },
            ),
            Event("round_began", {**began.data, "choosers": choosers}),
        ]

    def next_events(self, state: IknowState, chance: Chance) -> list[Event]:
        """Return what happens now by itself, or nothing if a person has to act."""
        match state.phase:
            case "category":
                return self._category(state)
            case "draw":
                return self._draw(state, chance)
            case "place" if self.asked(state) is None:
                return [Event("bets_open", {"order": list(state.answer_order(self.rules))})]
            case "bet" if self.asked(state) is None:
                return [
                    Event("clues_open", {"order": list(state.answer_order(self.rules))}),
                    Event("clue_read", {"level": 3}),
                ]
            case "answer":
                return self._answers(state)
            case "doubt" if self.reader_sits_out and state.reader in state.away:
                return [self.settled(state, True, "reader_gone")]
            case "vote" if self.asked(state) is None:
                return [self._counted(state)]
        return []

    def settled(self, state: IknowState, right: bool, how: str) -> Event:
        """Return the event that settles the open doubt (D23)."""
        return Event("doubt_settled", {"seat": state.doubt, "right": right, "how": how})

    def _round_began(self, number: int, lead: Seat) -> Event:
        if self.rules.reader == "host":
            # D20: the first to place moves one seat to the left each round.
            order = (lead, *self.left_of(lead)[:-1])
            reader = None
        else:
            # IKN-7, A17: from the reader's left; of two, the reader places last.
            order = self.left_of(lead)[:-1] if self.reader_sits_out else self.left_of(lead)
            reader = lead
        return Event(
            "round_began",
            {
                "round": number,
                "lead": lead,
                "reader": reader,
                "order": list(order),
                "choosers": [],
            },
        )

    def _category(self, state: IknowState) -> list[Event]:
        if state.round == 1 and self.setup.category is not None:
            category, how = self.setup.category, "setup"
        elif state.chooser is not None:
            return []
        else:
            # IKN-19; the same where everybody who was right has left the table.
            category, how = self._clockwise(state.category), "moved"
        return [Event("category_chosen", {"category": category, "by": None, "how": how})]

    def _clockwise(self, category: str | None) -> str:
        order = self.rules.category_order
        return order[0] if category is None else order[(order.index(category) + 1) % len(order)]

    def _draw(self, state: IknowState, chance: Chance) -> list[Event]:
        category = state.category
        assert category is not None
        pile = state.piles[category]
        if pile:
            return [
                Event(
                    "card_drawn",
                    {
                        "id": pile[0],
                        "category": category,
                        "round": state.round,
                        "left": len(pile) - 1,
                    },
                ),
                Event("question_open", {"card": pile[0], "round": state.round}),
            ]
        # A18: on to the next category that has cards.
        onward = self._clockwise(category)
        while onward != category:
            if state.piles[onward]:
                return [Event("category_chosen", {"category": onward, "by": None, "how": "empty"})]
            onward = self._clockwise(onward)
        ids = [i for i in self.deck if i not in state.bad and i not in state.known]
        ids = ids or [i for i in self.deck if i not in state.bad]
        if not ids:
            return [self.ended(state, "no_cards")]
        mixed = chance.shuffled(ids)
        piles = {
            c: [i for i in mixed if self.deck[i].category == c] for c in self.rules.category_order
        }
        return [Event("reshuffled", {"piles": piles})]

    def _answers(self, state: IknowState) -> list[Event]:
        seat = self._next_answer(state)
        if seat is not None:
            if state.clue > level_of(state.squares[seat]):
                # A8: clues of empty levels are read too, down to this one.
                return [Event("clue_read", {"level": state.clue - 1})]
            return [Event("passed", {"seat": seat, "why": "away"})] if seat in state.away else []
        if self.rules.read_all_clues and state.clue > 1:
            return [Event("clue_read", {"level": state.clue - 1})]
        if not state.closed:
            return [Event("answers_closed", {"card": state.card})]
        doubtful = (s for s, a in state.answers.items() if a.verdict == "unsure")
        doubt = next((s for s in doubtful if s not in state.settled), None)
        if doubt is None:
            return self._reveal(state)
        if self.rules.doubt == "host" or self.alone:
            return [Event("doubt_settled", {"seat": doubt, "right": True, "how": "host"})]
        judge = state.reader if self.reader_sits_out else None
        said = state.answers[doubt].said
        return [Event("doubt_opened", {"seat": doubt, "said": said, "reader": judge})]

    @staticmethod
    def _counted(state: IknowState) -> Event:
        for_it = sum(state.votes.values())
        against = len(state.votes) - for_it
        how = "vote" if for_it != against else "tie" if state.votes else "nobody_entitled"
        return Event(
            "doubt_settled",
            {
                "seat": state.doubt,
                "right": for_it >= against,
                "how": how,
                "for": for_it,
                "against": against,
            },
        )

    def _reveal(self, state: IknowState) -> list[Event]:
        """Tell the answer, count the chips, and end the round or the game (IKN-14 to IKN-21)."""
        order = state.answer_order(self.rules)
        right = [s for s in order if state.is_right(s)]
        counted = score(
            self.rules,
            state.points,
            order,
            state.squares,
            state.bets,
            right,
            state.reader if self.reader_sits_out else None,
        )
        choosers = [s for s in right if s not in state.away]
        ended = Event(
            "round_ended",
            {
                "round": state.round,
                "card": state.card,
                "first_right": right[0] if right else None,
                "chooser": choosers[0] if choosers else None,
                "next_category": None if choosers else self._clockwise(state.category),
                "before": dict(state.points),
            },
        )
        events = [
            Event(
                "revealed",
                {
                    "card": state.card,
                    "right": right,
                    "answers": [
                        {"seat": s, "said": a.said, "passed": a.verdict == "pass"}
                        for s, a in state.answers.items()
                    ],
                },
            ),
            Event("scored", counted),
            ended,
        ]
        points = counted["points"]
        best = max(points.values())
        top = [s for s in self.seats if points[s] == best]
        if self.alone:
            if state.round >= SOLO_QUESTIONS:
                return [
                    *events,
                    Event("game_ended", {"winners": top, "how": "solo", "points": dict(points)}),
                ]
        elif best >= self.rules.target and (self.rules.tie == "shared" or len(top) == 1):
            events.append(
                Event("game_ended", {"winners": top, "how": "target", "points": dict(points)})
            )
            return events
        began = self._round_began(state.round + 1, self._next_lead(state))
        events.append(Event("round_began", {**began.data, "choosers": right}))
        return events

    def _next_lead(self, state: IknowState) -> Seat:
        """Return the next reader or first to place: one seat to the left (IKN-20, D20)."""
        onward = self.left_of(state.lead)
        return next((s for s in onward if s not in state.away), onward[0])

    def ended(self, state: IknowState, how: str) -> Event:
        """Return the event that ends the game now, by points."""
        return Event(
            "game_ended",
            {"winners": self.winners(state), "how": how, "points": dict(state.points)},
        )
