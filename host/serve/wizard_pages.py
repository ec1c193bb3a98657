"""Wizard's pages (WIZ-12, WIZ-19, WIZ-20, A9, D30)."""

from __future__ import annotations

from dataclasses import dataclass

from host.ears.base import Press
from host.engine.game import Expectation, Json, Seat
from host.games.wizard import Wizard
from host.games.wizard_cards import Card, suit_led
from host.games.wizard_state import WizardState
from host.serve.view import UNKNOWN, Button, CardLine, Group, Table, View, Words, calm
from host.telling.wizard_words import CardWords


@dataclass(frozen=True, slots=True)
class WizardPages:
    """Makes the pages of one Wizard table."""

    game: Wizard
    names: CardWords
    words: Words

    def board(self, told: WizardState) -> View:
        """Return the board: trick, trump, bids and score, as the host has told them."""
        expectation = self.game.expectation(told)
        return View(
            "board",
            self.words.say("serve-board"),
            self._calm(told, expectation),
            over=told.phase == "over",
            lead=self._lead(told),
            tables=(self._trick(told), self._score(told, expectation.asked)),
        )

    def hand(self, seat: Seat, now: WizardState, told: WizardState) -> View:
        """Return a seat's page."""
        expectation = self.game.expectation(now)
        own = now.hands.get(seat)
        return View(
            "hand",
            self.words.say("serve-hand", who=seat),
            self._now(seat, now, expectation),
            over=now.phase == "over",
            lead=self._lead(told),
            cards_heading="" if own is None else self.words.say("serve-my-cards"),
            cards=self._cards(seat, now, own or (), expectation.asked),
            groups=self._groups(seat, now, expectation),
            # The trick as it lies: cards are played for all to see.
            tables=(self._mine(seat, now), self._trick(now), self._score(told, expectation.asked)),
        )

    # ------------------------------------------------------------------ sentences

    def _lead(self, state: WizardState) -> tuple[str, ...]:
        if state.round == 0:
            return ()
        rounds = str(self.game.rounds)
        said = [self.words.say("serve-wizard-round", round=str(state.round), rounds=rounds)]
        if state.trump is not None:
            said.append(self.words.say("serve-wizard-trump", suit=self.names.suit(state.trump)))
        return tuple(said)

    def _calm(self, state: WizardState, expectation: Expectation) -> str:
        """What is awaited, as all may know it."""
        wait = "serve-wait-bids" if state.phase == "ready" else "serve-wait"
        return calm(self.words, state, expectation.asked, wait)

    def _now(self, seat: Seat, state: WizardState, expectation: Expectation) -> str:
        """What this seat has to do."""
        say = self.words.say
        if state.phase == "ready":
            done = seat in state.ready
            return say("serve-wizard-marked" if done else "serve-wizard-mark")
        if expectation.asked != seat:
            return self._calm(state, expectation)
        match state.phase:
            case "bid" | "reveal":
                return say("serve-wizard-bid", least="0", most=str(state.round))
            case "suit":
                return say("serve-wizard-suit")
            case "play":
                led = suit_led(state.on_table, next_suit=self._next_suit)
                held = state.hands.get(seat)
                if held is not None and led is not None and any(c.suit == led for c in held):
                    return say("serve-wizard-follow", suit=self.names.suit(led))
                return say("serve-wizard-play")
        return say("serve-your-turn")

    @property
    def _next_suit(self) -> bool:
        return self.game.rules.jester_wizard == "next_suit"

    # ------------------------------------------------------------------ cards and buttons

    def _cards(
        self, seat: Seat, state: WizardState, own: tuple[Card, ...], asked: Seat | None
    ) -> tuple[CardLine, ...]:
        outcome = self.game.outcome(state)
        mine = state.phase == "play" and asked == seat
        legal = set(outcome["legal"] or ()) if mine else set()
        lines = []
        for card in own:
            name = self.names.card(card.code)
            fits = card.code in legal
            button = Button(
                f"play:{card.code}",
                self.words.say("serve-play-card", card=name),
                name,
                Press("play", {"card": card.code}),
            )
            note = self.words.say("serve-fits") if fits else ""
            lines.append(CardLine(card.code, name, note=note, button=button if fits else None))
        return tuple(lines)

    def _groups(
        self, seat: Seat, state: WizardState, expectation: Expectation
    ) -> tuple[Group, ...]:
        say = self.words.say
        if state.phase == "ready" and seat not in state.ready:
            # The number is for the host alone: neither the journal's words nor a line has it.
            buttons = [
                Button(f"ready:{n}", str(n), say("serve-ready"), Press("ready", {"n": n}))
                for n in range(state.round + 1)
            ]
            return (Group("bid", say("serve-wizard-secret-heading"), tuple(buttons)),)
        if expectation.asked == seat and state.phase in ("bid", "reveal"):
            act = "bid" if state.phase == "bid" else "reveal_bid"
            buttons = [
                Button(f"{act}:{n}", str(n), say("wizard-n", n=n), Press(act, {"n": n}))
                for option in expectation.options
                if option.act == act
                for n in option.slots["n"]
            ]
            return (Group("bid", say("serve-wizard-bid-heading"), tuple(buttons)),)
        if expectation.asked == seat and state.phase == "suit":
            return (
                self._choice("suit", "serve-wizard-suit-heading", expectation, self.names.suit),
            )
        if state.phase == "trick":
            return (self._choice("trick", "serve-wizard-trick-heading", expectation, str, "seat"),)
        return ()

    def _choice(
        self, act: str, heading: str, expectation: Expectation, name: Json, slot: str = ""
    ) -> Group:
        slot = slot or act
        values = [v for o in expectation.options if o.act == act for v in o.slots.get(slot, ())]
        buttons = [
            Button(f"{act}:{v}", str(name(v)), str(name(v)), Press(act, {slot: v})) for v in values
        ]
        return Group(act, self.words.say(heading), tuple(buttons))

    # ------------------------------------------------------------------ tables

    def _mine(self, seat: Seat, state: WizardState) -> Table:
        bid = state.bids.get(seat, state.sealed.get(seat))
        row = (
            seat,
            UNKNOWN if bid is None else str(bid),
            str(state.tricks.get(seat, 0)),
            str(state.points.get(seat, 0)),
        )
        return Table("mine", self.words.say("serve-mine"), self._head(), (row,))

    def _head(self) -> tuple[str, ...]:
        keys = ("serve-player", "serve-wizard-head-bid", "serve-wizard-head-taken", "serve-points")
        return tuple(self.words.say(key) for key in keys)

    def _trick(self, state: WizardState) -> Table:
        """The cards on the table, or the last trick while nobody has led."""
        plays = state.table or (state.past[-1] if state.past else ())
        rows = tuple((seat, self.names.card(card.code)) for seat, card in plays)
        last = not state.table and bool(state.past)
        heading = self.words.say("serve-wizard-last-trick" if last else "serve-wizard-trick")
        head = (self.words.say("serve-player"), self.words.say("serve-card"))
        won: tuple[int, ...] = ()
        if last:
            won = tuple(at for at, (seat, _) in enumerate(plays) if seat == state.trick_winner)
        return Table("trick", heading, head, rows, won)

    def _score(self, state: WizardState, asked: Seat | None) -> Table:
        """Bids that are still secret are told nobody, revealed or not (WIZ-19, WIZ-20)."""
        open_ = self.game.rules.bidding == "open" or len(state.bids) == len(self.game.seats)
        rows = tuple(
            (
                seat,
                str(state.bids[seat]) if open_ and seat in state.bids else UNKNOWN,
                str(state.tricks.get(seat, 0)),
                str(state.points.get(seat, 0)),
            )
            for seat in self.game.seats
        )
        strong = tuple(at for at, seat in enumerate(self.game.seats) if seat == asked)
        return Table("score", self.words.say("serve-score"), self._head(), rows, strong)
