"""What a Wizard table may ask at any time, and what it is told (rules.md 4.4, D4, D6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.engine.game import Json, Seat
from host.games.wizard import Wizard
from host.games.wizard_cards import suit_led, winner
from host.games.wizard_state import WizardState
from host.telling.base import Say, Utter, Words
from host.telling.wizard_words import CardWords

_TURNS = frozenset({"trick_won", "bids_closed", "bids_locked", "scored", "round_began"})
"""Kinds of events after which the table does something else than before."""


_TRUMPS = frozenset({"turned", "suit_chosen"})
"""Kinds of events after which another suit may be trump: which one it is now is told."""


@dataclass(frozen=True, slots=True)
class WizardAnswers:
    """Answers for one Wizard table.

    Attributes:
        game: the game, for its seats and house rules.
        names: the names of the cards.
        words: the line files of the table's language.
    """

    game: Wizard
    names: CardWords
    words: Words

    def query(self, state: WizardState, act: str, args: Mapping[str, Json]) -> list[Utter] | None:
        """Answer what may be asked at any time (D4).

        `args` may name a `seat`, and `who` asks: «¿cuánto llevo?» is about the one who asks.
        """
        seat = args.get("seat") or args.get("who")
        seats = (str(seat),) if seat in self.game.seats else self.game.seats
        match act:
            case "cmd_repeat":
                return []
            case "cmd_score":
                return [Say("wizard-score", {"list": self.words.join(self._scores(state))})]
            case "cmd_turn":
                asked = self.game.expectation(state).asked
                return [Say("wizard-turn", {"who": asked}) if asked else Say("wizard-turn-none")]
            case "cmd_rules":
                return [Say("wizard-rules")]
            case "cmd_trump":
                return [self._trump(state)]
            case "cmd_played":
                return self._played_so_far(state)
            case "cmd_winning":
                return self._winning(state)
            case "cmd_bids":
                return [self._bids(state, args.get("seat"))]
            case "cmd_tricks" if args.get("seat") is None and len(seats) == 1 and state.round:
                return [self._mine(state, seats[0])]
            case "cmd_tricks":
                return [self._tricks(state, seats)]
            case "cmd_free":
                return [self._what_is_free(state)]
            case "cmd_protest":
                return [Say("wizard-protest")]
            case "cmd_dealer":
                if state.dealer is None:
                    return [Say("wizard-dealer-none")]
                return [Say("wizard-dealer-now", {"who": state.dealer})]
            case "undone":
                return self._taken_back(state, args)
            case "cmd_round":
                return [Say("wizard-round-now", {"round": state.round, "rounds": self.game.rounds})]
        return None

    def _taken_back(self, state: WizardState, args: Mapping[str, Json]) -> list[Utter] | None:
        """Say whose act was taken back, and where the round is again if it had gone on."""
        kinds = args["kinds"]
        if not _TURNS & set(kinds):
            now = [self._trump(state)] if state.trump is not None else []
            return [Say("wizard-undone-trump"), *now] if _TRUMPS & set(kinds) else None
        what = "wizard-undone-trick" if "trick_won" in kinds else "common-undone"
        told: list[Utter] = [Say(what, {"who": args["who"]})]
        match state.phase:
            case "bid" | "ready" | "reveal":
                return [*told, Say("wizard-where-bids", {"round": state.round})]
            case "trick" | "play":
                at = {"round": state.round, "trick": sum(state.tricks.values()) + 1}
                return [*told, Say("wizard-where-trick", at)]
            case _:
                return [*told, Say("wizard-where", {"round": state.round})]

    def _trump(self, state: WizardState) -> Say:
        if state.trump is not None:
            return Say("wizard-trump-now", {"suit": self.names.suit(state.trump)})
        if state.phase == "suit":
            return Say("wizard-trump-wizard", {"who": state.dealer})
        return Say("wizard-trump-unknown", {"example": self.an_example()})

    def an_example(self) -> str:
        """Return the name of a suit, to show how the trump is told."""
        return self.names.suit(str(next(iter(self.names.suits))))

    def _played_so_far(self, state: WizardState) -> list[Utter]:
        if self.game.rules.keep != "cards":
            return [Say("wizard-played-untold")]
        if not state.table:
            return [Say("wizard-played-none")]
        rows = [
            self.words.say("wizard-played-item", who=seat, card=self._card(card.code))
            for seat, card in state.table
        ]
        said: list[Utter] = [Say("wizard-played", {"list": self.words.join(rows)})]
        next_suit = self.game.rules.jester_wizard == "next_suit"
        if led := suit_led(state.on_table, next_suit=next_suit):
            said.append(Say("wizard-played-led", {"suit": self.names.suit(led)}))
        return said

    def _winning(self, state: WizardState) -> list[Utter]:
        """Who would take the trick as it lies, and who has the most points (D6)."""
        said: list[Utter] = []
        if state.table:
            seat, card = state.table[winner(state.on_table, state.trump)]
            said.append(Say("wizard-winning", {"who": seat, "card": self._card(card.code)}))
        rows = self._scores(state)
        return [*said, Say("wizard-score", {"list": self.words.join(rows)})]

    def _bids(self, state: WizardState, seat: Json) -> Say:
        if self._hidden(state):
            return Say("wizard-bids-secret")
        if not state.bids:
            return Say("wizard-bids-none")
        if seat in self.game.seats and seat not in state.bids:
            return Say("wizard-bid-one-none", {"who": seat})
        wanted = (str(seat),) if seat in state.bids else tuple(state.bids)
        rows = [
            self.words.say("wizard-bids-item-list", who=s, n=self._n(state.bids[s])) for s in wanted
        ]
        return Say("wizard-tricks", {"list": self.words.join(rows)})

    def _tricks(self, state: WizardState, seats: Sequence[Seat]) -> Say:
        rows = []
        for seat in seats:
            taken = self._n(state.tricks.get(seat, 0))
            if self._hidden(state) or seat not in state.bids:
                rows.append(self.words.say("wizard-tricks-item-hidden", who=seat, taken=taken))
            else:
                bid = self._n(state.bids[seat])
                rows.append(self.words.say("wizard-tricks-item", who=seat, taken=taken, bid=bid))
        return Say("wizard-tricks", {"list": self.words.join(rows)})

    def _mine(self, state: WizardState, seat: Seat) -> Say:
        """«¿Cuánto llevo?»: the bid, the tricks and the points of the one who asks."""
        args: dict[str, Json] = {
            "who": seat,
            "taken": self._n(state.tricks.get(seat, 0)),
            "points": state.points[seat],
        }
        if self._hidden(state) or seat not in state.bids:
            return Say("wizard-mine-hidden", args)
        return Say("wizard-mine", {**args, "bid": self._n(state.bids[seat])})

    def _what_is_free(self, state: WizardState) -> Say:
        """Say which bids or suits may be chosen now."""
        for option in self.game.expectation(state).options:
            if option.act in ("bid", "reveal_bid", "taken"):
                return Say("wizard-free-bids", {"free": self._free(option.slots["n"])})
            if option.act == "suit" and state.phase == "suit":
                return Say("wizard-free-suits", {"free": self._free(option.slots["suit"])})
        return Say("wizard-free-nothing")

    def _hidden(self, state: WizardState) -> bool:
        """Whether there are bids that the table does not know yet (WIZ-19, WIZ-20)."""
        return self.game.rules.bidding != "open" and len(state.bids) < len(self.game.seats)

    def _scores(self, state: WizardState) -> list[str]:
        return [
            self.words.say("wizard-score-item", who=seat, points=state.points[seat])
            for seat in self.game.seats
        ]

    # ------------------------------------------------------------------ words

    def _n(self, n: int) -> str:
        return self.words.say("wizard-n", n=n)

    def _card(self, code: str) -> str:
        return self.names.card(code)

    def _free(self, free: Sequence[Json]) -> str:
        """Say what is possible instead: numbers or suits."""
        told = [self._n(f) if isinstance(f, int) else self.names.suit(str(f)) for f in free]
        return self.words.options(told) if told else self.words.say("wizard-nobody")
