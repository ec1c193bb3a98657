"""What the host says in Sapiencia, event by event (rules.md 4.2, D4-D6, D10, D16).

Nothing here may tell that somebody has one card left before they have said so: a discard is
told in the same words whatever it leaves (D10), and counts are not told while a call is owed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from host.engine.game import Event, Expectation, Json, Move, Refusal, Seat
from host.games.sapiencia import CATEGORIES, CRITERIA, SapienciaState
from host.telling.base import (
    NOBODY_AHEAD,
    Replay,
    Say,
    Style,
    Unjudged,
    Utter,
    done_already,
    nobody_ahead,
    standing_line,
)
from host.telling.sapiencia_answers import SapienciaAnswers


@dataclass(frozen=True, slots=True)
class SapienciaTeller(SapienciaAnswers, Unjudged[SapienciaState]):
    """Speaks for one Sapiencia table.

    Attributes:
        style: how much is said.
        no_cards: True where no card is known: the table states what its own say.
    """

    style: Style = field(default_factory=Style)
    no_cards: bool = False

    # ------------------------------------------------------------------ the evening

    def opening(self, state: SapienciaState) -> list[Utter]:
        """Greet, name the seats to the right (D1, A4) and say how cards are dealt."""
        said: list[Utter] = [Say("sapiencia-opening", {"names": self.words.join(self.game.seats)})]
        if self.game.rules.hands == "known":
            said.append(Say("sapiencia-opening-known", {"deck": state.cards.deck}))
        else:
            said.append(Say("sapiencia-opening-unknown"))
            if self.no_cards:
                said += [Say("sapiencia-opening-no-deck"), Say("sapiencia-opening-no-deck-play")]
        if self.game.call:
            said.append(Say("sapiencia-opening-call", {"seconds": self.game.grace_s}))
        return said

    def where_we_are(self, state: SapienciaState) -> list[Utter]:
        """Say where a resumed game stood."""
        if state.phase == "over":
            return [Say("sapiencia-resumed-over")]
        told: list[Utter] = [
            Say("sapiencia-resumed", {"round": state.round, "talker": state.talker})
        ]
        return told + (self._bar(state) if state.phase in ("play", "draw") else [])

    def standing(self, state: SapienciaState) -> list[Utter]:
        """Say everybody's cards and whose turn it is; not while a call is owed (rules 4.2)."""
        if state.phase in ("blank", "over") or state.counts_hidden:
            return []
        counts = {seat: state.counts[seat] for seat in self.game.seats}
        rows = [self.words.say("sapiencia-score-item", who=s, count=n) for s, n in counts.items()]
        asked = self.game.expectation(state).asked
        return standing_line(self.words, counts, rows, asked, what="cards")

    def tell(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        """Say one event."""
        tell = _TELL.get(event.kind)
        return [] if tell is None else tell(self, before, event, after)

    def ask(self, state: SapienciaState, expectation: Expectation) -> list[Utter]:
        """Put the question that the expectation stands for.

        While a settlement waits there is none, whether a call is owed or not (D10).
        """
        who = expectation.asked
        seat = expectation.args.get("seat")
        again = expectation.args.get("again")
        match expectation.phase:
            case "call_doubt":
                return [Say("sapiencia-ask-call-doubt", {"who": seat})]
            case "protest":
                return [Say("sapiencia-ask-protest", {"who": seat})]
            case "talk" if who:
                return [self._ask_talk(state, who, expectation)]
            case "play" if who:
                short = "-short" if self.style.compact(state.round) and not again else ""
                told = {"who": who, "value": self.words.options(state.required)}
                return [Say(f"sapiencia-ask-play{short}", told)]
            case "draw" if who:
                return [self._ask_draw(state, who)]
        return []

    def _ask_talk(self, state: SapienciaState, who: Seat, expectation: Expectation) -> Say:
        """Ask for what the talker has not said yet (SAP-5 to SAP-7)."""
        said = state.said
        if not said:
            again = expectation.args.get("again")
            short = "-short" if self.style.compact(state.round) and not again else ""
            return Say(f"sapiencia-ask-talk{short}", {"who": who})
        for key in ("card", "category", "criterion"):
            if key not in said:
                return Say(f"sapiencia-ask-{key}", {"who": who})
        values = [v for o in expectation.options for v in o.slots.get("value", ())]
        if not values:
            # A printed card that the deck lacks, of which only the number was said.
            return Say("sapiencia-refuse-card_unknown")
        return Say("sapiencia-ask-value", {"who": who, "values": self.words.options(values)})

    def _ask_draw(self, state: SapienciaState, who: Seat) -> Say:
        if state.drawn == 0 and not state.open_card:
            deals = self.game.rules.hands == "known"
            return Say(f"sapiencia-ask-draw-{'deal' if deals else 'first'}", {"who": who})
        if self.game.rules.optional_draw and not state.open_card:
            return Say("sapiencia-ask-draw-stop", {"who": who})
        nth = self.words.say("sapiencia-nth", n=state.drawn + 1)
        return Say("sapiencia-ask-draw", {"who": who, "nth": nth})

    # ------------------------------------------------------------------ moves

    def complete(self, state: SapienciaState, move: Move) -> Move | Refusal:
        """Return the move with what the table can only mean.

        «Corrige: cuatro» is about the card played last and the criterion of the round.
        """
        if move.act != "correct":
            return move
        args = dict(move.args)
        if "number" in args:
            args["value"] = args.pop("number")
        if "card" not in args and state.shown:
            args["card"] = state.shown[-1].card
        if not {"key", "criterion", "category"} & args.keys():
            number = type(args.get("value")) is int
            args["key"] = state.criterion if number else state.category
        return replace(move, args=args)

    def forgets(self, before: SapienciaState, move: Move) -> bool:
        """Keep the sound of a window while the table settles what was in it."""
        return not before.aside_phase and move.act != "protest"

    def refuse(self, state: SapienciaState, refusal: Refusal, move: Move) -> list[Utter]:
        """Say why a move does not count, and what would."""
        args = refusal.args
        line = f"sapiencia-refuse-{refusal.code}"
        asked = self.game.expectation(state).asked
        match refusal.code:
            case "already_done" if asked is not None:
                return [Say(done_already(line, move), {"asked": asked})]
            case "not_your_turn" if asked is not None:
                return [Say(line, {"asked": asked})]
            case "unknown_player":
                return [Say(line, {"free": self.words.join(self.game.seats)})]
            case "card_used" | "card_not_held":
                return [Say(line, {"card": self._name(state, args.get("card"))})]
            case "wrong_value":
                return [self._wrong_value(state, refusal)]
            case "is_a_criterion":
                name = self._named(str(args["criterion"]))
                free = self.words.options([self._named(c) for c in CATEGORIES])
                return [Say(line, {"name": _capital(name), "free": free})]
            case "is_a_category":
                name = self._named(str(args["category"]))
                free = self.words.options([self._named(c) for c in CRITERIA])
                return [Say(line, {"name": _capital(name), "free": free})]
            case "cannot_pass_yet":
                return [Say(line, {"left": args["left"]})]
            case "card_unknown" if self.game.rules.hands == "known":
                return [Say(f"{line}-dealt")]  # whatever is stated of a card, it must be held
            case "card_unknown" | "must_play" | "must_draw" | "no_window":
                return [Say(line)]
        if refusal.code == "not_now" and asked is not None and move.who == asked:
            return [Say(f"sapiencia-refuse-not_now-{self._where(state)}")]
        return [Say("sapiencia-refuse-not_now")]

    def _where(self, state: SapienciaState) -> str:
        """Return what sort of turn this is: what may be said in it differs with dealt hands."""
        dealt = self.game.rules.hands == "known" and state.phase != "talk"
        return f"{state.phase}-dealt" if dealt else state.phase

    def _wrong_value(self, state: SapienciaState, refusal: Refusal) -> Say:
        args = refusal.args
        if args.get("has"):
            return Say(
                "sapiencia-refuse-value-card",
                {
                    "card": self._name(state, args["card"]),
                    "has": self.words.join([str(v) for v in args["has"]]),
                    "required": self.words.options([str(v) for v in args["required"]]),
                    "instead": self.words.say(f"sapiencia-instead-{self._where(state)}"),
                },
            )
        if "deck" in args:
            told = {"card": self._name(state, args["card"]), "deck": args["deck"]}
            return Say("sapiencia-refuse-value-score", told)
        if args.get("why") == "missing":
            return Say("sapiencia-refuse-value-missing", {"free": self._elsewhere(state, args)})
        if "required" in args or (state.phase != "talk" and refusal.free):
            required = [str(v) for v in args.get("required", refusal.free)]
            if all(v in state.required for v in required):
                told = {
                    "required": self.words.options(required),
                    "instead": self.words.say(f"sapiencia-instead-{self._where(state)}"),
                }
                return Say("sapiencia-refuse-value-required", told)
        if refusal.free:
            free = self.words.options([self._named(str(v)) for v in refusal.free])
            return Say("sapiencia-refuse-value-free", {"free": free})
        return Say("sapiencia-refuse-value")

    def _elsewhere(self, state: SapienciaState, args: Mapping[str, Json]) -> str:
        """Return the categories or criteria that the talker may name instead (A23)."""
        names = CATEGORIES if "category" in args else CRITERIA
        taken = args.get("category", args.get("criterion"))
        return self.words.options([self._named(n) for n in names if n != taken])

    # ------------------------------------------------------------------ events

    def _said(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        """Name the card that was told, by name or number, unless its exposure does so."""
        options = self.game.expectation(after).options
        whole = {"card", "category", "criterion"} <= after.said.keys()
        asks = not whole or any("value" in option.slots for option in options)
        if event.data.get("card") is None or not asks:
            return []
        return [Say("sapiencia-said-card", {"card": self._name(after, event["card"])})]

    def _exposed(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        told = {**self._facts(after, str(event["card"])), "bar": event["bar"]}
        if self.style.compact(after.round):
            told["category"] = _capital(str(told["category"]))
            told["criterion"] = _capital(str(told["criterion"]))
            return [Say("sapiencia-exposed-short", told)]
        return [Say("sapiencia-exposed", {"who": event["seat"], **told})]

    def _shown(self, state: SapienciaState, event: Event, line: str) -> Say:
        shown = state.shown_by(str(event["seat"]))
        assert shown is not None
        facts = self._facts(state, shown.card)
        return Say(
            line,
            {"card": facts["card"], "criterion": facts["criterion"], "score": shown.score},
        )

    def _played(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        # What becomes of it is told with its number, in one line.
        return [] if event["settled"] else [self._shown(after, event, "sapiencia-shown")]

    def _discarded(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        """Tell a card that goes, in the same words whatever it leaves in the hand (D10)."""
        if event["seat"] == before.talker:
            return [Say("sapiencia-talker-goes", {"card": self._name(after, event["card"])})]
        if self.game.rules.discard == "highest":
            return [Say("sapiencia-highest-goes", {"card": self._name(after, event["card"])})]
        shown = after.shown_by(str(event["seat"]))
        assert shown is not None
        assert after.bar is not None
        above = shown.score > max(s.score for s in after.shown if s is not shown)
        beats = above if self.game.rules.discard == "running" else shown.score > after.bar
        return [self._shown(after, event, f"sapiencia-{'above' if beats else 'equal'}")]

    def _kept(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        told = {"card": self._name(after, event["card"])}
        if event["seat"] == before.talker:
            return [Say("sapiencia-talker-stays", {**told, "who": event["seat"]})]
        if self.game.rules.discard == "highest":
            return [Say("sapiencia-highest-stays", told)]
        return [self._shown(after, event, "sapiencia-below")]

    def _drew(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        told: list[Utter] = []
        # With known hands only the host sees that a card does not fit.
        if self.game.rules.hands == "known" and event["to"] != "penalty":
            fits = after.category is not None and any(
                self._serves(after, card) for card in event["cards"]
            )
            told += [] if fits else [Say("sapiencia-misfit")]
        rules = self.game.rules
        done = event["passes"] > before.cards.passes
        if done and rules.end == "passes" and event["passes"] == rules.end_after:
            told.append(Say("sapiencia-last-round"))
        return told

    def _serves(self, state: SapienciaState, card_id: str) -> bool:
        card = self.game.card(state, card_id)
        assert state.category is not None
        return card is not None and bool(set(card.values(state.category)) & set(state.required))

    def _passed(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        return [Say(f"sapiencia-pass-{event['why']}", {"who": event["seat"]})]

    def _round_ended(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        """Say who talks next and why (SAP-16, SAP-17); nothing once the game is over."""
        if event["over"]:
            return []
        who = event["next"]
        best = max(s.score for s in before.shown)
        top = [s.seat for s in before.shown if s.score == best]
        line = "order" if who not in top else "nearest" if len(top) > 1 else "highest"
        return [Say(f"sapiencia-next-{line}", {"who": who})]

    def _game_ended(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        winners = list(after.winners)
        many = "one" if len(winners) == 1 else "many"
        told: dict[str, Json] = {"names": self.words.join(winners)}
        if event["how"] == "out":
            return [Say(f"sapiencia-out-{many}", told)]
        if event["how"] == "ended" and nobody_ahead(before.round, after.counts):
            return [NOBODY_AHEAD]
        told["count"] = min(after.counts[w] for w in winners)
        return [Say(f"sapiencia-fewest-{many}", told)]

    def _penalty(self, before: SapienciaState, event: Event, after: SapienciaState) -> list[Utter]:
        line = "sapiencia-penalty" if event["why"] == "sapiencia" else "sapiencia-penalty-false"
        return [Say(line, {"who": event["seat"], "cards": event["cards"]})]

    def _protested(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        """Tell what was heard and when, and let it be heard, before the table decides."""
        penalty = before.protestable
        if penalty is None or penalty.timing is None:
            return []
        grace, late = penalty.timing.grace_s, penalty.timing.late_s
        if late is None:
            told = Say("sapiencia-heard-nothing", {"grace": round(grace)})
        else:
            told = Say(
                "sapiencia-heard-late",
                {"seconds": self._seconds(grace, late), "grace": round(grace)},
            )
        return [told, Replay(penalty.seat)]

    def _seconds(self, grace: float, late: float) -> str:
        """Return when a late call began, never rounded to the limit itself."""
        text = f"{grace + late:.1f}"
        if float(text) <= grace:
            text = f"{max(grace + late, grace + 0.01):.2f}"
        whole, _, part = text.partition(".")
        return self.words.say("sapiencia-decimal", whole=whole, part=part)

    def _doubt_settled(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        return [Say("sapiencia-doubt-called")] if event["called"] else []

    def _false_call(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        """Answer a false call: a cost is told by itself, else the count, where it may be (A19)."""
        seat = event["seat"]
        if event["cards"]:
            return []
        if event["warned"] or seat is None or before.counts_hidden:
            return [Say("sapiencia-not-yet")]
        return [Say("sapiencia-false-count", {"who": seat, "count": after.counts[seat]})]

    def _corrected(
        self, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        told = {"card": self._name(after, event["card"]), "key": self._named(str(event["key"]))}
        return [Say("sapiencia-corrected", {**told, "value": event["value"]})]


class _Tell(Protocol):
    def __call__(
        self,
        teller: SapienciaTeller,
        before: SapienciaState,
        event: Event,
        after: SapienciaState,
        /,
    ) -> list[Utter]: ...


def _line(line: str, who: str = "") -> _Tell:
    """Return a way to tell an event in one line; `who` is the detail that holds its seat."""

    def tell(
        teller: SapienciaTeller, before: SapienciaState, event: Event, after: SapienciaState
    ) -> list[Utter]:
        return [Say(line, {"who": event[who]} if who else {})]

    return tell


_TELL: Mapping[str, _Tell] = {
    "said": SapienciaTeller._said,
    "exposed": SapienciaTeller._exposed,
    "played": SapienciaTeller._played,
    "discarded": SapienciaTeller._discarded,
    "kept": SapienciaTeller._kept,
    "drew": SapienciaTeller._drew,
    "passed": SapienciaTeller._passed,
    "round_ended": SapienciaTeller._round_ended,
    "game_ended": SapienciaTeller._game_ended,
    "penalty": SapienciaTeller._penalty,
    "protested": SapienciaTeller._protested,
    "doubt_settled": SapienciaTeller._doubt_settled,
    "false_call": SapienciaTeller._false_call,
    "corrected": SapienciaTeller._corrected,
    "reshuffled": _line("sapiencia-reshuffled"),
    "returned": _line("sapiencia-returned"),
    "talker_moved": _line("sapiencia-talker-moved", "talker"),
    "call_made": _line("sapiencia-call-made"),
    "late_call": _line("sapiencia-call-made"),
    "came_late": _line("sapiencia-came-late"),
    "call_borrowed": _line("sapiencia-borrowed"),
    "upheld": _line("sapiencia-upheld"),
    "penalty_lifted": _line("sapiencia-lifted", "seat"),
    "seat_left": _line("sapiencia-left", "seat"),
    "seat_back": _line("sapiencia-back", "seat"),
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
