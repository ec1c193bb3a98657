"""What a Sapiencia table may ask at any time, and what it is told (rules.md 4.2, D4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Json
from host.games.sapiencia import CATEGORIES, CRITERIA, Sapiencia, SapienciaState
from host.telling.base import Say, Utter, Words


@dataclass(frozen=True, slots=True)
class SapienciaAnswers:
    """Answers for one Sapiencia table.

    Attributes:
        game: the game, for its seats, house rules and cards.
        words: the line files of the table's language.
    """

    game: Sapiencia
    words: Words

    def query(
        self, state: SapienciaState, act: str, args: Mapping[str, Json]
    ) -> list[Utter] | None:
        """Answer what may be asked at any time (D4); `args` may hold who asks.

        Counts are not told while a call is owed (rules 4.2). Questions that come while a
        window's time runs, with or without a call in it, do not get here: the table keeps them
        until it has passed (D11).
        """
        hidden = state.counts_hidden
        match act:
            case "cmd_score" | "cmd_cards" if hidden:
                return [Say("sapiencia-score-later")]
            case "cmd_score":
                rows = [
                    self.words.say("sapiencia-score-item", who=seat, count=state.counts[seat])
                    for seat in self.game.seats
                ]
                return [Say("sapiencia-score", {"list": self.words.join(rows)})]
            case "cmd_cards":
                seat = str(args.get("seat") or args.get("who") or "")
                if seat not in state.counts:
                    return self.query(state, "cmd_score", args)
                return [Say("sapiencia-cards", {"who": seat, "count": state.counts[seat]})]
            case "cmd_deck" if hidden:
                # The discard pile may tell as much as the hands.
                return [Say("sapiencia-score-later")]
            case "cmd_deck":
                cards = state.cards
                return [Say("sapiencia-deck", {"deck": cards.deck, "discards": cards.discards})]
            case "cmd_turn":
                asked = self.game.expectation(state).asked
                if asked is None:
                    return [Say("sapiencia-turn-none")]
                return [Say("sapiencia-turn", {"who": asked})]
            case "cmd_category" | "cmd_bar" | "cmd_repeat_question":
                return self._bar(state) or [Say("sapiencia-bar-none")]
            case "cmd_repeat":
                return self._bar(state)
            case "cmd_dispute":
                return [self._card_data(state)]
            case "cmd_free":
                return [self._choices()]
            case "cmd_rules":
                return [Say("sapiencia-rules")]
        return None

    def _choices(self) -> Say:
        return Say(
            "sapiencia-choices",
            {
                "categories": self.words.join([self._named(c) for c in CATEGORIES]),
                "criteria": self.words.join([self._named(c) for c in CRITERIA]),
            },
        )

    def _bar(self, state: SapienciaState) -> list[Utter]:
        """Say the talker's card again, if one lies there."""
        if not state.shown or state.category is None or state.criterion is None:
            return []
        told = self._facts(state, state.shown[0].card)
        return [Say("sapiencia-bar", {**told, "bar": state.bar})]

    def _card_data(self, state: SapienciaState) -> Say:
        """Read the card that is disputed: the one played last (rules 4.2)."""
        if not state.shown or state.category is None:
            return Say("sapiencia-card-none")
        shown = state.shown[-1]
        card = self.game.card(state, shown.card)
        values = card.values(state.category) if card is not None else state.required
        facts = self._facts(state, shown.card)
        return Say(
            "sapiencia-card-data",
            {**facts, "value": self.words.join(values), "score": shown.score},
        )

    def _facts(self, state: SapienciaState, card: str) -> dict[str, Json]:
        return {
            "card": self._name(state, card),
            "category": self._named(state.category or ""),
            "value": self.words.options(state.required),
            "criterion": self._named(state.criterion or ""),
        }

    # ------------------------------------------------------------------ words

    def _name(self, state: SapienciaState, card_id: Json) -> str:
        card = self.game.card(state, str(card_id))
        return card.name if card is not None and card.name else str(card_id)

    def _named(self, name: str) -> str:
        """Return a category or criterion in words; anything else as it is."""
        if name in CATEGORIES:
            return self.words.say(f"sapiencia-category-{name}")
        return self.words.say(f"sapiencia-criterion-{name}") if name in CRITERIA else name
