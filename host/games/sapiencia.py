"""Sapiencia: cards compared in a criterion, as pure functions on a frozen state.

The game knows what is on the cards, not how it is spoken. With hands unknown it keeps only
numbers of cards and believes what is said (A27); with known hands it deals and refuses what
cannot be. Who has to call a last card is an event; whether the call came in time is the
referee's business (`sapiencia_calls`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host.engine.game import (
    Call,
    Chance,
    Event,
    Expectation,
    Json,
    Move,
    Option,
    Refusal,
    Seat,
)
from host.games.sapiencia_calls import CALL_ACTS, TABLE_SAYS, decide_call, follows
from host.games.sapiencia_flow import Flow
from host.games.sapiencia_moves import Moves
from host.games.sapiencia_rules import (
    CALL,
    CATEGORIES,
    CRITERIA,
    DOUBT_S,
    HAND,
    MOST_DRAWN,
    SEATS,
    SapienciaCard,
    SapienciaRules,
    Setup,
    deck_of,
)
from host.games.sapiencia_state import SapienciaState, apply_event
from host.games.seated import Decision, SeatedGame, seats_of

__all__ = [
    "CALL_ACTS",
    "CATEGORIES",
    "CRITERIA",
    "Sapiencia",
    "SapienciaCard",
    "SapienciaRules",
    "SapienciaState",
    "follows",
]

_PHASES_OF: Mapping[str, tuple[str, ...]] = {
    "talk": ("talk",),
    "play": ("play", "draw"),
    "none": ("play",),
    "draw": ("play", "draw"),
    "fits": ("play", "draw"),
    "not_fit": ("draw",),
    "pass": ("play", "draw"),
}
"""The phases in which an act of a turn belongs."""


class Sapiencia(SeatedGame[SapienciaState]):
    """One table's game of Sapiencia: the Game protocol for `SapienciaState`."""

    name = "sapiencia"
    _flow: Flow

    def __init__(
        self,
        seats: Sequence[Seat],
        cards: Sequence[SapienciaCard],
        rules: SapienciaRules,
        setup: Mapping[str, Json],
    ) -> None:
        """Seat the players.

        Args:
            seats: two to eight names in order of play (A25, D1).
            cards: the deck.
            rules: the house rules.
            setup: `hands` or `counts`, `deck`, `discards`, `talker`, `passes` and `cards`,
                each optional.

        Raises:
            ValueError: seats, cards or set-up cannot be played; the sentence says why.
        """
        self.seats = seats_of("Sapiencia", seats, SEATS)
        deck = deck_of(cards)
        known = rules.hands == "known"
        start = Setup.read(setup, seats, deck, known)
        deck.update({card.id: card for card in start.extra})
        needed = HAND * len(seats) + HAND
        # A25. A table in the middle of a game may have fewer, as long as they can be dealt.
        if known and not start.hands and len(deck) < needed:
            raise ValueError(
                f"Sapiencia with {len(seats)} seats needs {needed} cards (there are {len(deck)})."
            )
        dealt = sum(n for seat, n in start.counts.items() if seat not in start.hands)
        given = {i for ids in start.hands.values() for i in ids}
        for pile in (start.deck, start.discards):
            given |= set(pile) if isinstance(pile, tuple) else set()
        if known and dealt > len(deck) - len(given):
            raise ValueError(
                f"setup: {dealt} cards are to be dealt, and {len(deck) - len(given)} are left."
            )
        self.rules = rules
        self._flow = Flow(self.seats, rules, start, deck)
        self._moves = Moves(self._flow)

    # ------------------------------------------------------------------ the protocol

    def begin(self, chance: Chance) -> list[Event]:
        """Return the events that deal and open the first round (SAP-2 to SAP-4)."""
        return self._flow.first_events(chance)

    def blank(self) -> SapienciaState:
        """Return the state before any event."""
        return SapienciaState()

    def apply(self, state: SapienciaState, event: Event) -> SapienciaState:
        """Return the state after one event; raise ValueError for one of another game."""
        return apply_event(state, event)

    def expectation(self, state: SapienciaState) -> Expectation:
        """Return what may be said now.

        With known hands the slots hold every card that is not out of play, not the hand:
        help and grammar must not tell what somebody holds.
        """
        owed = (
            (Call(CALL, state.owed.seat, 0.0, None, state.owed.id),)
            if state.owed is not None
            else ()
        )
        args: dict[str, Json] = {
            "round": state.round,
            "talker": state.talker,
            "category": state.category,
            "criterion": state.criterion,
            "required": list(state.required),
            "bar": state.bar,
            "drawn": state.drawn,
            "said": dict(state.said),
        }
        match state.aside_phase:
            case "call_doubt":
                aside = self._aside("call_doubt", "did_call", "did_not_call", state.doubted, owed)
                # «Fue Luis» answers «¿Luis dijo Sapiencia?».
                was = Option("did_call", {"seat": (state.doubted,)})
                return replace(aside, options=(*aside.options, was))
            case "protest":
                seat = state.protestable.seat if state.protestable else None
                return self._aside("protest", "uphold", "overrule", seat, owed)
        options = tuple(self._options(state))
        asked = self._flow.asked(state)
        return Expectation(state.phase, asked, options, calls=owed, args=args)

    @staticmethod
    def _aside(
        phase: str, silent: str, other: str, seat: Seat | None, owed: tuple[Call, ...]
    ) -> Expectation:
        return Expectation(
            phase,
            None,
            (Option(silent), Option(other)),
            anyone=True,
            calls=owed,
            silence_s=DOUBT_S,
            silence_act=silent,
            args={"seat": seat},
        )

    def outcome(self, state: SapienciaState) -> dict[str, Json]:
        """Return the public result by the keys of design.md section 6.

        `bar`, `required`, `discarded`, `kept` and `must_call` are of the last round in which
        a card was exposed; `hands` is empty where they are unknown.
        """
        cards = state.cards
        required = list(state.required)
        return {
            "winners": list(state.winners),
            "finished": state.phase == "over",
            "turn": self._flow.asked(state),
            "counts": dict(cards.counts),
            "hands": {seat: list(ids) for seat, ids in cards.hands.items()},
            "talker": state.talker,
            "bar": state.bar,
            "required": required[0] if len(required) == 1 else required or None,
            "discarded": list(state.discarded),
            "kept": list(state.kept),
            "penalties": [dict(p) for p in state.penalties],
            "not_judged": [dict(n) for n in state.not_judged],
            "must_call": list(state.must_call),
            "deck": cards.deck,
            "discards": cards.discards,
            "passes": cards.passes,
        }

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        """Tell whether an act may be taken back: until the next player's act (rules 4.1).

        Calls, penalties and the settlement are no acts of a player: they go with the act
        before them (`follows`). What the table says of a call is one: its question is put again.
        """
        if undone and undone[0].kind in TABLE_SAYS:
            return True
        acts = [e for e in undone if e.kind == "moved"]
        if not acts or any(e.kind == "game_began" for e in undone):
            return False
        whose = acts[0]["seat"]
        return not any(e.kind == "moved" and e["seat"] not in (whose, "") for e in since)

    # ------------------------------------------------------------------ calls

    @property
    def call(self) -> str:
        """Which call this table plays with, or an empty text for none (A15)."""
        return CALL if self.rules.call else ""

    @property
    def grace_s(self) -> float:
        """Seconds from the host's confirmation to the deadline, inclusive (A15)."""
        return self.rules.grace_s

    @property
    def loud_call(self) -> bool:
        """Whether any voice stands for the word, for players who cannot say it."""
        return self.rules.loud_call

    @property
    def close_on_next_play(self) -> bool:
        """Whether the window ends where the next player's act begins (A15)."""
        return self.rules.close_on_next_play

    def may_owe(self, state: SapienciaState, seat: Seat) -> bool:
        """Tell whether an act that the seat is at may leave it one card (A14).

        With two cards it can; with one, by drawing a card that fits and getting rid of it.
        """
        # Where only the highest goes (A1) a card that was shown waits for the settlement.
        waits = self.rules.discard == "highest" and any(s.seat == seat for s in state.shown)
        acting = seat in (self._flow.turn(state), state.talker) or waits
        return acting and state.counts.get(seat, 0) in (1, 2) and state.phase != "over"

    # ------------------------------------------------------------------ what tellers ask

    def card(self, state: SapienciaState, card_id: str) -> SapienciaCard | None:
        """Return a card with the figures the table has put right, or None if unknown."""
        return self._flow.card(state, card_id)

    def score(self, card: SapienciaCard, criterion: str) -> int | None:
        """Return a card's number in a criterion by the table's rule (A24)."""
        return self._flow.score(card, criterion)

    # ------------------------------------------------------------------ moves

    def _first(self, state: SapienciaState, move: Move, chance: Chance) -> Decision:
        if move.act in CALL_ACTS:
            return decide_call(self._flow, state, move, chance)
        if state.owed is not None or state.aside_phase:
            # D10: the table holds every act back until the window has closed.
            return self._not_now(state)
        if move.act == "settle":
            settles = state.phase == "settle"
            return [Event("settling", {})] if settles else self._not_now(state)
        done = self._done(state, move, chance)
        if isinstance(done, Refusal):
            return done
        return [Event("moved", {"seat": move.who, "act": move.act}), *done]

    def _done(self, state: SapienciaState, move: Move, chance: Chance) -> Decision:
        """Turn an act of somebody into events; with them what was before is over."""
        match move.act:
            case "leave" | "back":
                return self._leave_or_back(state, move)
            case "correct":
                return self._moves.correct(state, move)
            case "end":
                if state.phase in ("blank", "over"):
                    return self._not_now(state)
                return [self._flow.ended(state)]
        if move.act not in _PHASES_OF:
            return self._not_now(state)
        if (refusal := self._untimely(state, move)) is not None:
            return refusal
        match move.act:
            case "talk":
                return self._moves.talk(state, move)
            case "play" | "fits":
                return self._moves.play(state, move, chance)
            case "none":
                return self._moves.none(state, move)
            case "draw":
                return self._moves.draw(state, move, chance)
            case "not_fit":
                return self._moves.not_fit(state, move, chance)
        return self._moves.pass_(state, move)

    def _untimely(self, state: SapienciaState, move: Move) -> Refusal | None:
        """Refuse an act of another phase or of a seat that is not asked."""
        asked = self._flow.asked(state)
        if asked is None:
            return self._not_now(state)
        if move.who != asked:
            answered = state.phase != "talk" and move.who not in state.waiting
            if answered and move.act != "talk" and move.who and move.who != state.talker:
                return Refusal("already_done", {"name": move.who}, (asked,))
            return Refusal("not_your_turn", {"name": move.who, "asked": asked}, (asked,))
        if state.phase not in _PHASES_OF[move.act]:
            return self._not_now(state)
        return None

    def _may_leave(self, state: SapienciaState) -> bool:
        return len(self.seats) - len(state.away) > SEATS[0]

    # ------------------------------------------------------------------ what is possible

    def _options(self, state: SapienciaState) -> list[Option]:
        gone = state.out_of_play
        cards = tuple(i for i in self._flow.deck if i not in gone)
        match state.phase:
            case "talk":
                return self._talk_options(state, cards)
            case "play":
                return [
                    Option("play", {"card": tuple(i for i in cards if self._flow.fits(state, i))}),
                    Option("none"),
                    Option("draw"),
                    *self._printed("play", state.required),
                ]
            case "draw":
                fitting = tuple(i for i in cards if self._flow.fits(state, i))
                counts = tuple(range(state.drawn + 1, MOST_DRAWN + 1))
                options = [Option("draw"), Option("draw", {"count": counts})]
                if not self._flow.known:
                    # First what is waited for once a card is drawn: it is the example given.
                    options = [
                        Option("not_fit"),
                        *options,
                        Option("fits", {"card": fitting}),
                        Option("play", {"card": fitting}),
                        Option("draw", {"card": fitting, "count": counts}),
                        *self._printed("play", state.required),
                    ]
                stop = self.rules.optional_draw and state.drawn >= 1
                return options + ([Option("pass")] if stop else [])
        return []

    def _printed(self, act: str, values: tuple[str, ...] = ()) -> list[Option]:
        """Return the option of a printed card that the deck does not know, stated in words."""
        return [] if self._flow.known else [Option(act, {"card": (), "value": values})]

    def _talk_options(self, state: SapienciaState, cards: tuple[str, ...]) -> list[Option]:
        said = state.said
        options = []
        if "card" not in said:
            options.append(Option("talk", {"card": cards}))
            options += self._printed("talk")
        if "category" not in said:
            options.append(Option("talk", {"category": CATEGORIES}))
        if "criterion" not in said:
            options.append(Option("talk", {"criterion": CRITERIA}))
        if "category" not in said and "criterion" not in said:
            options.append(Option("talk", {"category": CATEGORIES, "criterion": CRITERIA}))
        card = self._flow.card(state, said["card"]) if "card" in said else None
        if card is not None and "category" in said and "value" not in said:
            values = card.values(said["category"])
            if len(values) > 1 and self.rules.overlap == "one":
                options.append(Option("talk", {"value": values}))
        return options
