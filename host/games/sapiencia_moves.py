"""What a player can do in a turn of Sapiencia: talk, play, draw, pass, put a figure right.

Each method turns one move, which is in time and by the right seat, into the events that it
brings, or says why it does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from host.engine.game import Chance, Event, Json, Move, Refusal, Seat
from host.games.sapiencia_flow import Flow, same
from host.games.sapiencia_rules import CATEGORIES, CRITERIA, MOST_DRAWN
from host.games.sapiencia_state import SapienciaState, Shown, apply_event

Decision = list[Event] | Refusal


@dataclass(frozen=True, slots=True)
class Moves:
    """The acts of a turn at one table."""

    flow: Flow

    # ------------------------------------------------------------------ the talker

    def talk(self, state: SapienciaState, move: Move) -> Decision:
        """Take card, category and criterion, in any order and in one to three moves.

        As soon as all are there the card is exposed (SAP-5 to SAP-8, S-53). A category of
        several values needs one of them named (A22).
        """
        told = _stated(move.args, "value", "score")
        parts = {
            key: told[key]
            for key in ("card", "category", "criterion", "value", "score")
            if told.get(key) is not None
        }
        if (refusal := _named(state.said, parts)) is not None:
            return refusal
        if not parts:
            return Refusal("wrong_value", {"missing": _missing(state.said)})
        taken_back = self._taken_back(state, parts)
        said = {k: v for k, v in {**state.said, **parts}.items() if k not in taken_back}
        if "card" in said and (refusal := self._usable(state, move.who, said)) is not None:
            return refusal
        values: tuple[str, ...] = ()
        if "card" in said and "category" in said:
            found = self._required(state, said)
            if isinstance(found, Refusal):
                return found
            values = found
        if "card" in said and "criterion" in said and self._bar(state, said) is None:
            return Refusal("wrong_value", {"criterion": said["criterion"], "why": "missing"})
        events = [Event("said", {"seat": move.who, **parts, **dict.fromkeys(taken_back)})]
        if values and "criterion" in said:
            order = list(self.flow.after(move.who)[:-1])  # everybody else, once (SAP-9)
            data = {
                "seat": move.who,
                "card": said["card"],
                "category": said["category"],
                "criterion": said["criterion"],
                "required": list(values),
                "bar": self._bar(state, said),
                "order": order,
            }
            events.append(Event("exposed", data))
        return events

    def _taken_back(self, state: SapienciaState, parts: Mapping[str, Json]) -> list[str]:
        """Return what was said before and holds no longer beside the `parts` said now.

        Another card takes the place of the one before with all that was stated of it, and with
        a category or criterion that it lacks; a new category takes a value of another one back.
        """
        old = {k: v for k, v in state.said.items() if k not in parts}
        said = {**old, **parts}
        named = said.get("card")
        card = self.flow.card(state, named) if isinstance(named, str) else None
        category, criterion = said.get("category"), said.get("criterion")
        back: set[str] = set()
        if "card" in state.said and said["card"] != state.said["card"]:
            back |= {"value", "score"}
            if card is not None and category is not None and not card.values(category):
                back.add("category")
            if card is not None and criterion and self.flow.score(card, criterion) is None:
                back.add("criterion")
        value = old.get("value")
        if card is not None and category is not None and isinstance(value, str):
            back |= set() if same(card.values(category), (value,)) else {"value"}
        return [key for key in old if key in back]

    def _usable(
        self, state: SapienciaState, seat: Seat, said: Mapping[str, Json]
    ) -> Refusal | None:
        """Refuse a card that is unknown, out of play, or not in a known hand."""
        card = said["card"]
        told = {"card": card}
        if not isinstance(card, str) or not card:
            return Refusal("card_unknown", told)
        if card not in self.flow.deck and (self.flow.known or not {"value", "score"} & said.keys()):
            # A printed card that the deck lacks is played by stating its value.
            return Refusal("card_unknown", told)
        if card in state.out_of_play:
            return Refusal("card_used", told)
        if self.flow.known and card not in state.cards.hands[seat]:
            return Refusal("card_not_held", told)
        return None

    def _required(
        self, state: SapienciaState, said: Mapping[str, Json]
    ) -> tuple[str, ...] | Refusal:
        """Return the value that the others must have, empty if it has to be named (A22)."""
        card = self.flow.card(state, said["card"])
        value = said.get("value")
        if card is None:
            return (value,) if isinstance(value, str) else ()
        values = card.values(said["category"])
        if not values:
            return Refusal("wrong_value", {"category": said["category"], "why": "missing"})
        if isinstance(value, str):
            if not same(values, (value,)):
                return Refusal("wrong_value", {"value": value, "card": card.id}, values)
            return tuple(v for v in values if same((v,), (value,)))
        return values if self.flow.rules.overlap == "any" or len(values) == 1 else ()

    def _bar(self, state: SapienciaState, said: Mapping[str, Json]) -> int | None:
        card = self.flow.card(state, said["card"])
        stated = said.get("score")
        if card is None:
            return stated if type(stated) is int else None
        return self.flow.score(card, said["criterion"])

    # ------------------------------------------------------------------ the others

    def play(self, state: SapienciaState, move: Move, chance: Chance) -> Decision:
        """Expose a card that has what is required (SAP-10), or one just drawn (SAP-11)."""
        seat = move.who
        told = _stated(move.args, "category_value", "value")
        card_id = told.get("card")
        if self.flow.known and move.act == "fits":
            return Refusal("not_now", {"phase": state.phase})
        before: list[Event] = []
        if not self.flow.known and (state.phase == "draw" or move.act == "fits"):
            # One more was drawn, and this is it.
            before = self._take(state, seat, state.drawn + 1, True, chance)
        # Drawing may have shuffled the discard pile in, and the card with it.
        if (refusal := self._unfit(_after(state, before), seat, told)) is not None:
            return refusal
        assert isinstance(card_id, str)
        score = self._score_of(state, card_id, told.get("value"))
        if isinstance(score, Refusal):
            return score
        if self.flow.known and state.phase == "draw":
            return Refusal("must_draw", {"card": card_id, "left": MOST_DRAWN - state.drawn})
        return self._expose(state, seat, card_id, score, before)

    def _unfit(self, state: SapienciaState, seat: Seat, told: Mapping[str, Json]) -> Refusal | None:
        """Refuse a follower's card that cannot be played or is said not to fit (SAP-10)."""
        said = {"card": told.get("card")}
        if told.get("value") is not None:
            said["score"] = told["value"]
        if (refusal := self._usable(state, seat, said)) is not None:
            return refusal
        value = told.get("category_value")
        if isinstance(value, str) and not same((value,), state.required):
            return Refusal("wrong_value", {"card": told["card"], "value": value}, state.required)
        return None

    def _score_of(self, state: SapienciaState, card_id: str, stated: Json) -> int | Refusal:
        """Return a follower's number; a criterion that the card lacks counts 0 (A23)."""
        card = self.flow.card(state, card_id)
        if card is None:
            if type(stated) is int and stated >= 0:
                return stated
            return Refusal("wrong_value", {"card": card_id, "value": stated})
        assert state.criterion is not None
        if not self.flow.fits(state, card_id):
            code = "wrong_value"
            if self.flow.known and state.phase == "play":
                seat = state.waiting[0]
                code = "wrong_value" if self.flow.fitting(state, seat) else "must_draw"
            values = list(card.values(state.category or ""))
            told = {"card": card_id, "has": values, "required": list(state.required)}
            return Refusal(code, told, state.required)
        score = self.flow.score(card, state.criterion) or 0
        if stated is not None and stated != score:
            return Refusal("wrong_value", {"card": card_id, "value": stated, "deck": score})
        return score

    def _expose(
        self,
        state: SapienciaState,
        seat: Seat,
        card_id: str,
        score: int,
        before: Sequence[Event],
    ) -> list[Event]:
        """Return drawing, return of misfits (D14), exposure and fate of a card."""
        now = _after(state, before)
        back = self.flow.put_back(now, seat)
        now = _after(now, back)
        return [*before, *back, *self.flow.played(now, Shown(seat, card_id, score))]

    def none(self, state: SapienciaState, move: Move) -> Decision:
        """Take «no tengo»: from now on the seat draws (SAP-11). Believed if unknown (A27)."""
        if (refusal := self._holds(state, move.who)) is not None:
            return refusal
        return [Event("none", {"seat": move.who})]

    def _holds(self, state: SapienciaState, seat: Seat) -> Refusal | None:
        fitting = self.flow.fitting(state, seat) if state.phase == "play" else ()
        return Refusal("must_play", {"name": seat}, fitting) if fitting else None

    def _take(
        self, state: SapienciaState, seat: Seat, total: int, fits: bool, chance: Chance
    ) -> list[Event]:
        """Draw until `total` cards were drawn this turn; the last one fits or none does."""
        events: list[Event] = []
        misfits = total - state.drawn - fits
        if misfits > 0:
            events += self.flow.draw(state, seat, misfits, self.flow.misfit_to(), chance)
        if fits:
            now = _after(state, events)
            events += self.flow.draw(now, seat, 1, "hand", chance)
        return events

    def draw(self, state: SapienciaState, move: Move, chance: Chance) -> Decision:
        """Draw, one by one or told in one go (SAP-11, D16).

        `count` is the number drawn in this turn so far, `card` the last of them if it fits;
        without `card` none of them did. Without a count one card is taken, and `fits` or
        `not_fit` says how it was; with known hands the host sees that.
        """
        told = _stated(move.args, "category_value", "value")
        count, card = told.get("count"), told.get("card")
        if (refusal := self._holds(state, move.who)) is not None:
            return refusal
        opened = [Event("none", {"seat": move.who})] if state.phase == "play" else []
        if count is None and card is None and not self.flow.known:
            if state.phase == "play":
                return opened
            if state.open_card:
                return Refusal("not_now", {"phase": state.phase})
            return [Event("took", {"seat": move.who})]
        now = _after(state, opened)
        wanted = now.drawn + 1 if count is None else count
        there = self.flow.available(now)
        # Of fewer cards a table may still say «tres y nada»; what there is is drawn (A10).
        most = MOST_DRAWN if card is None else min(MOST_DRAWN, now.drawn + there)
        if type(wanted) is not int or not now.drawn < wanted <= most:
            return Refusal("wrong_value", {"count": count}, tuple(range(now.drawn + 1, most + 1)))
        if self.flow.known:
            return [*opened, *self._draw_known(now, move.who, wanted, chance)]
        if card is None:
            return [*opened, *self._take(now, move.who, wanted, False, chance)]
        taken = self._take(now, move.who, wanted, True, chance)
        # Drawing may have shuffled the discard pile in, and the card with it.
        if (refusal := self._unfit(_after(now, taken), move.who, told)) is not None:
            return refusal
        score = self._score_of(now, card, told.get("value"))
        if isinstance(score, Refusal):
            return score
        return [*opened, *self._expose(now, move.who, card, score, taken)]

    def _draw_known(
        self, state: SapienciaState, seat: Seat, total: int, chance: Chance
    ) -> list[Event]:
        """Draw from the deck until a card fits, which is then played (A7)."""
        events: list[Event] = []
        while state.drawn < total and self.flow.available(state):
            # The top card is only there once the discard pile is shuffled in (A9).
            some = self.flow.draw(state, seat, 1, "hand", chance)
            card = some[-1]["cards"][0]
            if self.flow.fits(state, card):
                score = self._score_of(state, card, None)
                assert isinstance(score, int)
                return [*events, *self._expose(state, seat, card, score, some)]
            if self.flow.misfit_to() == "aside":
                some[-1] = Event("drew", {**some[-1].data, "to": "aside"})
            events += some
            state = _after(state, some)
        return events

    def not_fit(self, state: SapienciaState, move: Move, chance: Chance) -> Decision:
        """Take «no sirve»: one card was drawn that does not fit (D16)."""
        if self.flow.known:
            return Refusal("not_now", {"phase": state.phase})
        return self._take(state, move.who, state.drawn + 1, False, chance)

    def pass_(self, state: SapienciaState, move: Move) -> Decision:
        """Pass, which only three cards that did not fit allow (SAP-12, A6)."""
        if (refusal := self._holds(state, move.who)) is not None:
            return refusal
        left = min(MOST_DRAWN - state.drawn, self.flow.available(state))
        may_stop = self.flow.rules.optional_draw and state.drawn >= 1
        if left > 0 and not may_stop:
            return Refusal("cannot_pass_yet", {"left": left})
        return [*self.flow.put_back(state, move.who), self.flow.passed(move.who, "said")]

    def correct(self, state: SapienciaState, move: Move) -> Decision:
        """Put a figure of a card right as the table reads it (dispute, rules 4.2).

        Args of the move: `card`, `key` (a category or a criterion) and `value`.
        """
        card_id, value = move.args.get("card"), move.args.get("value")
        key = move.args.get("key") or move.args.get("criterion") or move.args.get("category")
        if state.phase in ("blank", "over"):
            return Refusal("not_now", {"phase": state.phase})
        if not isinstance(card_id, str) or card_id not in self.flow.deck:
            return Refusal("card_unknown", {"card": card_id})
        number = key in CRITERIA
        good = (type(value) is int and value >= 0) if number else isinstance(value, str)
        if not isinstance(key, str) or not good or key not in (*CATEGORIES, *CRITERIA):
            return Refusal("wrong_value", {"card": card_id, "key": key, "value": value})
        told: dict[str, Json] = {"card": card_id, "key": key, "value": value, "score": None}
        if number and any(s.card == card_id for s in state.shown):
            card = self.flow.card(state, card_id)
            assert card is not None
            assert state.criterion is not None
            told["score"] = self.flow.score(card.amended(key, value), state.criterion) or 0
        return [Event("corrected", told)]


def _after(state: SapienciaState, events: Sequence[Event]) -> SapienciaState:
    return reduce(apply_event, events, state)


def _stated(args: Mapping[str, Json], text: str, number: str) -> dict[str, Json]:
    """Return the args of a move with texts and numbers in their own places.

    A player says «Zewail, Egipto, cinco»: which is the category's value and which the number
    shows in what they are.
    """
    told = dict(args)
    for key in (text, number):
        value = told.get(key)
        if key == text and type(value) is int:
            told[key], told[number] = None, value
        elif key == number and isinstance(value, str):
            told[key], told[text] = None, value
    return told


def _named(said: Mapping[str, Json], parts: Mapping[str, Json]) -> Refusal | None:
    """Refuse what is no category or no criterion; the one named as the other (S-52, S-53)."""
    category, criterion = parts.get("category"), parts.get("criterion")
    if category is not None and category not in CATEGORIES:
        if category in CRITERIA:
            return Refusal("is_a_criterion", {"criterion": category}, CATEGORIES)
        return Refusal("wrong_value", {"category": category}, CATEGORIES)
    if criterion is not None and criterion not in CRITERIA:
        if criterion in CATEGORIES:
            return Refusal("is_a_category", {"category": criterion}, CRITERIA)
        return Refusal("wrong_value", {"criterion": criterion}, CRITERIA)
    # A second one while the first stands can only be meant for the place that is empty.
    again = said.get("criterion", criterion) != criterion
    if category is None and criterion is not None and "category" not in said and again:
        return Refusal("is_a_criterion", {"criterion": criterion}, CATEGORIES)
    again = said.get("category", category) != category
    if criterion is None and category is not None and "criterion" not in said and again:
        return Refusal("is_a_category", {"category": category}, CRITERIA)
    return None


def _missing(said: Mapping[str, Json]) -> list[str]:
    return [key for key in ("card", "category", "criterion") if key not in said]
