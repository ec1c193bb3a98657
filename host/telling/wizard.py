"""What the host says in Wizard, event by event (rules.md 4.4, D5, D6, D30, D31).

The first round is told in full; from the second on a call is a name and an accepted act a
short sound. Hands, and bids that are still secret, are never told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.engine.game import Event, Expectation, Json, Move, Refusal
from host.games.wizard_cards import NO_TRUMP, SUITS, parse
from host.games.wizard_rules import SEATS_TESTED
from host.games.wizard_state import WizardState
from host.telling.base import (
    NOBODY_AHEAD,
    Say,
    Style,
    Tone,
    Unjudged,
    Utter,
    done_already,
    nobody_ahead,
    standing_line,
)
from host.telling.wizard_answers import WizardAnswers

BID_S, CARD_S, ROUND_S = 5, 5, 40
"""Seconds that a bid, a card and the rest of a round take: for the estimate of time (D8)."""

TRUMP_ROUNDS = 3
"""In so many rounds the table hears how to tell the trump: by then it knows."""


@dataclass(frozen=True, slots=True)
class WizardTeller(WizardAnswers, Unjudged[WizardState]):
    """Speaks for one Wizard table.

    Attributes:
        style: how much is said.
    """

    style: Style = field(default_factory=Style)

    # ------------------------------------------------------------------ the evening

    def opening(self, state: WizardState) -> list[Utter]:
        """Greet, name the seats, say how long it takes and which house rules hold (D8)."""
        rules = self.game.rules
        args: dict[str, Json] = {
            "rounds": self.game.rounds,
            "minutes": self.minutes(),
            "names": self.words.join(self.game.seats),
        }
        said: list[Utter] = [Say("wizard-opening", args), Say(f"wizard-opening-{rules.keep}")]
        if rules.bidding != "open":
            said.append(Say(f"wizard-opening-{rules.bidding}"))
        if rules.sum != "free":
            said.append(Say(f"wizard-opening-{rules.sum}"))
        if len(self.game.seats) > SEATS_TESTED:
            said.append(Say("wizard-opening-many"))
        return said

    def minutes(self) -> int:
        """Return about how long the whole game takes, in minutes, by fives."""
        seats, rounds = len(self.game.seats), self.game.rounds
        cards = seats * rounds * (rounds + 1) // 2
        seconds = rounds * (ROUND_S + seats * BID_S) + cards * CARD_S
        return max(5, 5 * round(seconds / 300))

    def where_we_are(self, state: WizardState) -> list[Utter]:
        """Say where a resumed game stood."""
        if state.phase == "over":
            return [Say("wizard-resumed-over")]
        if state.round == 0:
            return [Say("wizard-resumed-start")]
        said: list[Utter] = [Say("wizard-resumed", {"round": state.round, "dealer": state.dealer})]
        if state.trump is not None:
            said.append(self._trump(state))
        if state.phase in ("play", "trick") and state.bids:
            said.append(self._tricks(state, self.game.seats))
        if state.phase == "trick":
            said += self._begins(state)
        return said

    def standing(self, state: WizardState) -> list[Utter]:
        """Say everybody's points and whose turn it is, once anybody has any."""
        if state.phase == "over" or not any(state.points.values()):
            return []
        points = {seat: state.points[seat] for seat in self.game.seats}
        asked = self.game.expectation(state).asked
        return standing_line(self.words, points, self._scores(state), asked)

    def tell(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        """Say one event."""
        tell = _TELL.get(event.kind)
        return [] if tell is None else tell(self, before, event, after)

    def ask(self, state: WizardState, expectation: Expectation) -> list[Utter]:
        """Put the question that the expectation stands for.

        Where the table plays and the host only listens, the question is a short sound.
        """
        who, phase = expectation.asked, expectation.phase
        again = expectation.args.get("again")
        if again and phase in ("trick", "taken", "away") and who is None:
            # Who asks for it again is told in words what the short sound stands for.
            anyone = "-anyone" if phase == "taken" else ""
            return [Say(f"wizard-again-{phase}{anyone}")]
        short = "-short" if self.style.compact(state.round) and not again else ""
        match phase:
            case "dealer" if who is None:
                return [Say("wizard-ask-dealer", {"example": self.game.seats[-1]})]
            case "dealer":
                return [Say("wizard-ask-draw", {"who": who})]
            case "turned":
                return [Say(f"wizard-ask-turned{short}", {"who": who})]
            case "suit":
                return [Say("wizard-ask-suit", {"who": who})]
            case "bid":
                args = {"who": who} if short else {"who": who, "round": state.round}
                return [Say(f"wizard-ask-bid{short}", args)]
            case "ready":
                waiting = state.ready and not again
                return [Tone("listening") if waiting else Say(f"wizard-ask-ready{short}")]
            case "reveal":
                return [Say(f"wizard-ask-reveal{short}", {"who": who})]
            case "play":
                return [Say(f"wizard-ask-play{'' if state.table else '-lead'}", {"who": who})]
            case "taken" if who is not None:
                return [Say(f"wizard-ask-taken{short}", {"who": who})]
            case "revoke_doubt":
                return self._doubt(state)
            case "trick" | "taken" | "away":
                return [Tone("listening")]
        return []

    def _doubt(self, state: WizardState) -> list[Utter]:
        """Ask who followed suit; nobody is accused (D6, D31)."""
        assert state.doubt is not None
        doubt = state.doubt
        args = {"trick": doubt.trick, "who": doubt.seat, "suit": self.names.suit(doubt.suit)}
        return [Say("wizard-doubt", args)]

    # ------------------------------------------------------------------ moves

    def complete(self, state: WizardState, move: Move) -> Move | Refusal:
        """Return the move as it is: the game knows all that it needs."""
        return move

    def refuse(self, state: WizardState, refusal: Refusal, move: Move) -> list[Utter]:
        """Say why a move does not count, and what would."""
        args, code = refusal.args, refusal.code
        line = f"wizard-refuse-{code}"
        match code:
            case "not_your_turn":
                return [Say(line, {"asked": args["asked"]})]
            case "unknown_player":
                return [Say(line, {"free": self.words.join(self.game.seats)})]
            case "bid_range":
                return [Say(line, {"round": state.round})]
            case "bid_forbidden":
                return [Say(line, {"n": self._n(args["n"]), "free": self._free(refusal.free)})]
            case "trump_required":
                return [Say(line, {"free": self._free(refusal.free)})]
            case "must_follow":
                return [Say(line, {"suit": self.names.suit(str(args["suit"]))})]
            case "card_used" | "card_not_held":
                return [Say(line, {"card": self._card(args["card"])})]
            case "wrong_value":
                return [self._wrong_value(refusal)]
            case "already_done" if "trump" in args:
                return [self._trump_stands(str(args["trump"]), move)]
            case "already_done" if args.get("name"):
                return [Say(done_already(line, move))]
            case "not_now" if "seats" in args:
                return [Say("wizard-refuse-away", {"names": self.words.join(args["seats"])})]
            case "not_now" if args.get("phase") == "ready" and move.act in (
                "bid",
                "reveal_bid",
                "taken",
            ):
                return [Say("wizard-refuse-not_ready")]
        return [Say(line if code in _PLAIN else "wizard-refuse-not_now")]

    def _trump_stands(self, trump: str, move: Move) -> Say:
        """Say which trump stands, and how another is told where it may have been misheard."""
        if trump == NO_TRUMP:
            return Say("wizard-no-trump-told")
        other = move.args.get("suit")
        suit = {"suit": self.names.suit(trump)}
        told = self.game.rules.hands == "unknown" and other in SUITS[self.game.rules.pack]
        if not told or other == trump:
            return Say("wizard-refuse-already_done-trump", suit)
        return Say(
            "wizard-refuse-already_done-other", {**suit, "other": self.names.suit(str(other))}
        )

    def _wrong_value(self, refusal: Refusal) -> Say:
        args = refusal.args
        if args.get("why") == "who":
            return Say("wizard-refuse-who")
        if args.get("why") == "no-suit":
            return Say("wizard-refuse-no_suit")
        if "cards" in args:
            return Say("wizard-refuse-cards", {"left": args["left"]})
        if "left" in args:
            told = {"left": args["left"], "round": args["round"]}
            return Say("wizard-refuse-count", {**told, "free": self._free(refusal.free)})
        return Say("wizard-refuse-suit", {"free": self._free(refusal.free)})

    # ------------------------------------------------------------------ events: deal and bids

    def _drawn(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if self.game.rules.hands == "unknown":
            return [Tone("heard")]
        return [Say("wizard-drawn", {"who": event["seat"], "card": self._card(event["card"])})]

    def _redraw(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say("wizard-redraw", {"names": self.words.join(event["seats"])})]

    def _dealer(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if event["how"] != "drawn":
            return []
        return [Say("wizard-dealer-drawn", {"who": event["seat"]})]

    def _round_began(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if event["last"] and event["round"] > 1:
            return [Say("wizard-round-last", {"dealer": event["dealer"]})]
        return [Say("wizard-round", {"round": event["round"], "dealer": event["dealer"]})]

    def _turned(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        card = parse(event["card"], self.game.rules.pack)
        assert card is not None
        if card.is_jester:
            return [Say("wizard-no-trump-jester")]
        if card.is_wizard:
            # Who turned it has said so; the question for the suit follows.
            return [Tone("heard")] if event["by"] else [Say("wizard-turned-wizard")]
        suit = self.names.suit(card.suit)
        if event["by"]:
            return [Say("wizard-trump", {"suit": suit})]
        return [Say("wizard-turned", {"card": self._card(card.code), "suit": suit})]

    def _no_trump(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say(f"wizard-no-trump-{event['why']}")]

    def _trump_left(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        """Say how the trump is told where the host has not seen it (D30), in the first rounds."""
        often = self.style.speech == "full" or after.round <= TRUMP_ROUNDS
        if event["trump"] is not None or self.style.speech == "compact" or not often:
            return []
        return [Say("wizard-trump-tell", {"suit": self.an_example()})]

    def _suit(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if before.trump is not None and before.phase != "suit":
            if event["suit"] == NO_TRUMP:
                return [Say("wizard-trump-corrected-none")]
            return [Say("wizard-trump-corrected", {"suit": self.names.suit(event["suit"])})]
        if event["suit"] == NO_TRUMP:
            return [Say("wizard-no-trump-told")]
        return [Say("wizard-trump", {"suit": self.names.suit(event["suit"])})]

    def _bid(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if self.style.sounded(after.round):
            return [Tone("heard")]
        return [Say("wizard-bid", {"who": event["seat"], "n": self._n(event["n"])})]

    def _reveal(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say(f"wizard-reveal-{self.game.rules.bidding}")]

    def _bids_closed(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        """Every bid, and their sum against the tricks, once they all are known (WIZ-10)."""
        rows = [
            self.words.say("wizard-bids-item", who=seat, n=self._n(n))
            for seat, n in event["bids"].items()
        ]
        args = {"list": self.words.join(rows), "sum": event["sum"], "round": event["round"]}
        return [Say("wizard-bids-all", args), *self._begins(after)]

    def _locked(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        said: list[Utter] = [Say("wizard-bids-locked", {"leader": after.leader})]
        return [*said, *(self._begins(after) if after.phase == "taken" else [])]

    def _begins(self, state: WizardState) -> list[Utter]:
        match state.phase:
            case "trick":
                return [Say("wizard-leads", {"leader": state.leader})]
            case "taken":
                return [Say("wizard-ask-taken-first")] if state.round == 1 else []
        return []

    # ------------------------------------------------------------------ events: tricks

    def _played(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        card = parse(event["card"], self.game.rules.pack)
        assert card is not None
        if card.is_jester and all(c.is_jester for c in after.on_table):
            return [Say("wizard-jester-led") if after.round == 1 else Tone("heard")]
        if card.code[1:] in ("3", "13") and self.game.rules.pack == "colours" and card.is_suited:
            # Three and thirteen sound alike: the host says which one it heard (rules 4.1).
            return [Say("wizard-card", {"card": self._card(card.code)})]
        return [Tone("heard")]

    def _trick_won(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        seat = event["seat"]
        if self.style.sounded(after.round):
            return [Say("wizard-trick-short", {"who": seat}), Tone("heard")]
        taken = self._n(event["taken"])
        if seat not in after.bids:
            return [Say("wizard-trick-hidden", {"who": seat, "taken": taken})]
        bid = self._n(after.bids[seat])
        return [Say("wizard-trick", {"who": seat, "taken": taken, "bid": bid})]

    def _undone(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say("wizard-trick-undone", {"leader": after.leader})]

    def _dropped(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Tone("heard")]

    def _taken(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        if self.style.sounded(after.round) and before.told:
            return [Tone("heard")]
        # The first to speak has not been called: the name shows whose number it became.
        return [Say("wizard-taken", {"who": event["seat"], "n": self._n(event["n"])})]

    def _scored(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        """Bid, taken, points and total of each; one below zero is told on request (D6).

        Where one is, the totals are not told one by one, since a gap beside one name would tell
        it all the same: who leads is told, and that the rest may be asked for.
        """
        short = "-short" if event["round"] > 1 else ""
        below = any(after.points[row["seat"]] < 0 for row in event["rows"])
        told: list[Utter] = []
        if short and self.game.rules.keep == "score":
            # Each was told by a short sound: what was heard is told once for all (D5).
            taken = [
                self.words.say("wizard-bids-item", who=row["seat"], n=self._n(row["taken"]))
                for row in event["rows"]
            ]
            told.append(Say("wizard-taken-all", {"list": self.words.join(taken)}))
        for row in event["rows"]:
            total, gained = after.points[row["seat"]], row["points"]
            sign = "plus" if gained > 0 else "minus"
            args: dict[str, Json] = {
                "who": row["seat"],
                "points": self.words.say(f"wizard-{sign}", points=abs(gained)),
            }
            if not short:
                args |= {"bid": self._n(row["bid"]), "taken": self._n(row["taken"])}
            if not below:
                args["total"] = self.words.say("wizard-total", points=total)
            told.append(Say(f"wizard-row{'-bare' if below else ''}{short}", args))
        return [*told, *self._ahead(after), Say("wizard-totals-asked")] if below else told

    def _ahead(self, state: WizardState) -> list[Utter]:
        """Tell who leads and with how much; nothing while nobody has a point more than none."""
        most = max(state.points[seat] for seat in self.game.seats)
        if most <= 0:
            return []
        leaders = [seat for seat in self.game.seats if state.points[seat] == most]
        return [Say("wizard-ahead", {"names": self.words.join(leaders), "points": most})]

    def _game_ended(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        winners = list(after.winners)
        if event["how"] == "ended" and nobody_ahead(before.round, after.points):
            return [NOBODY_AHEAD]
        points = max(after.points[w] for w in winners)
        # A total below zero is told only on request (D6).
        below = "-below" if points < 0 else ""
        line = f"wizard-over-{'one' if len(winners) == 1 else 'many'}{below}"
        args: dict[str, Json] = {"names": self.words.join(winners)}
        told: list[Utter] = [Say(line, args if below else {**args, "points": points})]
        rest = sorted(
            (s for s in self.game.seats if s not in (*winners, *before.away)),
            key=lambda s: -after.points[s],
        )
        if rest:
            told.append(Say("wizard-order", {"names": self.words.join([*winners, *rest])}))
        return told

    def _left(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say("wizard-left", {"who": event["seat"]})]

    def _back(self, before: WizardState, event: Event, after: WizardState) -> list[Utter]:
        return [Say("wizard-back", {"who": event["seat"]})]


_PLAIN = frozenset(
    {"card_unknown", "too_many_wizards", "too_many_jesters", "already_done", "nothing_to_undo"}
)
"""Refusals whose line needs nothing but its code."""

_TELL = {
    "dealer_drawn": WizardTeller._drawn,
    "dealer_redraw": WizardTeller._redraw,
    "dealer_set": WizardTeller._dealer,
    "round_began": WizardTeller._round_began,
    "turned": WizardTeller._turned,
    "no_trump": WizardTeller._no_trump,
    "trump_left": WizardTeller._trump_left,
    "suit_chosen": WizardTeller._suit,
    "bid": WizardTeller._bid,
    "bid_revealed": WizardTeller._bid,
    "reveal_open": WizardTeller._reveal,
    "bids_closed": WizardTeller._bids_closed,
    "bids_locked": WizardTeller._locked,
    "played": WizardTeller._played,
    "trick_won": WizardTeller._trick_won,
    "trick_undone": WizardTeller._undone,
    "doubt_dropped": WizardTeller._dropped,
    "taken": WizardTeller._taken,
    "scored": WizardTeller._scored,
    "game_ended": WizardTeller._game_ended,
    "seat_left": WizardTeller._left,
    "seat_back": WizardTeller._back,
}
