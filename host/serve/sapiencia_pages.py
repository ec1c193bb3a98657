"""Sapiencia's pages (SAP-10 to SAP-13, D10, D11).

Nothing here may tell that a call is owed: counts are hidden from every discard until the next
act, whatever it left in the hand, and «¡Sapiencia!» can be pressed at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.ears.base import Press
from host.engine.game import Expectation, Seat
from host.games.sapiencia import CATEGORIES, CRITERIA, Sapiencia, SapienciaCard, SapienciaState
from host.serve.view import UNKNOWN, Button, CardLine, Group, Table, View, Words, calm


@dataclass(frozen=True, slots=True)
class SapienciaPages:
    """Makes the pages of one Sapiencia table."""

    game: Sapiencia
    words: Words

    def board(self, told: SapienciaState) -> View:
        """Return the board: the talker's card and bar, what was shown, and the counts."""
        expectation = self.game.expectation(told)
        return View(
            "board",
            self.words.say("serve-board"),
            calm(self.words, told, expectation.asked),
            over=told.phase == "over",
            lead=self._lead(told),
            tables=(self._shown(told), self._counts(told, expectation.asked)),
        )

    def hand(self, seat: Seat, now: SapienciaState, told: SapienciaState) -> View:
        """Return a seat's page."""
        expectation = self.game.expectation(now)
        own = now.cards.hands.get(seat)
        return View(
            "hand",
            self.words.say("serve-hand", who=seat),
            self._now(seat, now, expectation),
            over=now.phase == "over",
            lead=self._lead(now),
            cards_heading="" if own is None else self.words.say("serve-my-cards"),
            cards=self._cards(seat, now, own or (), expectation.asked),
            groups=self._groups(seat, now, expectation),
            tables=(self._shown(now), self._counts(told, expectation.asked)),
        )

    # ------------------------------------------------------------------ sentences

    def _lead(self, state: SapienciaState) -> tuple[str, ...]:
        """The talker's card, category and bar, as long as the round lasts (D4)."""
        if not state.shown or state.category is None or state.criterion is None:
            return ()
        return (
            self.words.say("serve-talker-card", card=self._name(state, state.shown[0].card)),
            self.words.say(
                "serve-required",
                category=self._category(state.category),
                value=self.words.join(list(state.required)),
            ),
            self.words.say(
                "serve-bar", criterion=self._criterion(state.criterion), bar=str(state.bar)
            ),
        )

    def _now(self, seat: Seat, state: SapienciaState, expectation: Expectation) -> str:
        if expectation.asked != seat:
            return calm(self.words, state, expectation.asked)
        say = self.words.say
        if state.phase == "talk":
            missing = [k for k in ("card", "category", "criterion") if k not in state.said]
            if not missing:
                return say("serve-talk-value")
            named = [say(f"serve-talk-{key}") for key in missing]
            return say("serve-talk", parts=self.words.join(named))
        if seat not in state.cards.hands:
            return say("serve-answer-aloud")
        fits = any(self._fits(state, card) for card in state.cards.hands[seat])
        if state.phase == "draw" or not fits:
            return say("serve-must-draw")
        return say("serve-must-play")

    # ------------------------------------------------------------------ cards and buttons

    def _fits(self, state: SapienciaState, card_id: str) -> bool:
        """Whether a card has what the talker requires (SAP-10)."""
        card = self.game.card(state, card_id)
        wanted = {value.casefold() for value in state.required}
        return (
            card is not None
            and state.category is not None
            and any(value.casefold() in wanted for value in card.values(state.category))
        )

    def _cards(
        self, seat: Seat, state: SapienciaState, own: tuple[str, ...], asked: Seat | None
    ) -> tuple[CardLine, ...]:
        lines = []
        exposed = state.shown_by(seat)
        for card_id in own:
            card = self.game.card(state, card_id)
            name = card.name if card is not None else card_id
            note, button = "", None
            if exposed is not None and exposed.card == card_id and seat in state.unsettled:
                note = self.words.say("serve-exposed")
            elif asked == seat and state.phase == "play" and self._fits(state, card_id):
                note = self._worth(state, card)
                button = self._play(card_id, name, "play")
            elif asked == seat and state.phase == "talk" and "card" not in state.said:
                button = self._play(card_id, name, "talk")
            facts = self._facts(card) if card is not None else ""
            lines.append(CardLine(card_id, name, facts, note, button))
        return tuple(lines)

    def _play(self, card_id: str, name: str, act: str) -> Button:
        text = self.words.say("serve-play-card", card=name)
        return Button(f"{act}:{card_id}", text, name, Press(act, {"card": card_id}))

    def _worth(self, state: SapienciaState, card: SapienciaCard | None) -> str:
        if card is None or state.criterion is None:
            return self.words.say("serve-fits")
        score = self.game.score(card, state.criterion) or 0
        return self.words.say(
            "serve-fits-worth", criterion=self._criterion(state.criterion), score=str(score)
        )

    def _facts(self, card: SapienciaCard) -> str:
        """What is printed on a card, for those who cannot see one."""
        said = []
        for category in CATEGORIES:
            values = card.values(category)
            if values:
                text = ", ".join(values)
                said.append(self.words.say("serve-fact", name=self._category(category), value=text))
        for criterion in CRITERIA:
            score = self.game.score(card, criterion)
            if score is not None:
                name = self._criterion(criterion)
                said.append(self.words.say("serve-fact", name=name, value=str(score)))
        return " ".join(said)

    def _groups(
        self, seat: Seat, state: SapienciaState, expectation: Expectation
    ) -> tuple[Group, ...]:
        groups: list[Group] = []
        if expectation.asked == seat:
            groups += self._turn(seat, state, expectation)
        elif expectation.anyone:
            groups.append(self._asked_of_all(expectation))
        if self.game.call and state.phase != "over":
            call = Button(
                "call",
                self.words.say("serve-call"),
                self.words.say("serve-call"),
                Press("call", {"call": self.game.call}),
                steady=True,
            )
            groups.append(Group("call", self.words.say("serve-call-heading"), (call,)))
        return tuple(groups)

    def _turn(self, seat: Seat, state: SapienciaState, expectation: Expectation) -> list[Group]:
        say = self.words.say
        if state.phase == "talk":
            return self._talk(expectation)
        held = state.cards.hands.get(seat)
        must_draw = state.phase == "draw" or not any(self._fits(state, c) for c in held or ())
        buttons: list[Button] = []
        if held is None and state.phase == "play":
            buttons.append(Button("none", say("serve-none"), say("serve-none"), Press("none", {})))
        if must_draw and (held is not None or state.phase == "draw"):
            buttons.append(Button("draw", say("serve-draw"), say("serve-draw"), Press("draw", {})))
        if any(option.act == "pass" for option in expectation.options):
            buttons.append(Button("pass", say("serve-pass"), say("serve-pass"), Press("pass", {})))
        if not buttons:
            return []
        return [Group("turn", say("serve-turn-heading"), tuple(buttons))]

    def _talk(self, expectation: Expectation) -> list[Group]:
        groups = []
        for slot, name in (
            ("category", self._category),
            ("criterion", self._criterion),
            ("value", str),
        ):
            values = dict.fromkeys(
                v
                for option in expectation.options
                if option.act == "talk" and len(option.slots) == 1
                for v in option.slots.get(slot, ())
            )
            buttons = tuple(
                Button(f"talk:{slot}:{v}", name(v), name(v), Press("talk", {slot: v}))
                for v in values
            )
            if buttons:
                groups.append(Group(slot, self.words.say(f"serve-heading-{slot}"), buttons))
        return groups

    def _asked_of_all(self, expectation: Expectation) -> Group:
        """What the host has just asked the table (a call in doubt, a protest)."""
        buttons = tuple(
            Button(
                option.act,
                self.words.say(f"serve-act-{option.act}"),
                self.words.say(f"serve-act-{option.act}"),
                Press(option.act, {}),
            )
            for option in expectation.options
        )
        heading = self.words.say(f"serve-heading-{expectation.phase}")
        return Group("table", heading, buttons)

    # ------------------------------------------------------------------ tables

    def _shown(self, state: SapienciaState) -> Table:
        rows = tuple((s.seat, self._name(state, s.card), str(s.score)) for s in state.shown)
        head = tuple(self.words.say(k) for k in ("serve-player", "serve-card", "serve-score-short"))
        return Table("shown", self.words.say("serve-on-table"), head, rows)

    def _counts(self, state: SapienciaState, asked: Seat | None) -> Table:
        """Who has how many cards, and the deck; none from a discard to the next act (D10)."""
        hidden = state.hold or state.counts_hidden or state.aside_phase == "call_doubt"
        rows = [
            (seat, UNKNOWN if hidden else str(state.counts.get(seat, 0)))
            for seat in self.game.seats
        ]
        rows.append((self.words.say("serve-deck"), UNKNOWN if hidden else str(state.cards.deck)))
        head = (self.words.say("serve-player"), self.words.say("serve-cards"))
        strong = tuple(at for at, seat in enumerate(self.game.seats) if seat == asked)
        return Table("counts", self.words.say("serve-counts"), head, tuple(rows), strong)

    # ------------------------------------------------------------------ names

    def _name(self, state: SapienciaState, card_id: str) -> str:
        card = self.game.card(state, card_id)
        return card.name if card is not None and card.name else card_id

    def _category(self, category: str) -> str:
        return self.words.say(f"sapiencia-category-{category}")

    def _criterion(self, criterion: str) -> str:
        return self.words.say(f"sapiencia-criterion-{criterion}")
