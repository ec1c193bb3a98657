"""iKNOW's pages: everything on them is as the host has told it (IKN-14, D22).

So no page can be ahead of the voice: neither a verdict nor a doubt shows before it is heard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.decks import QuizCard
from host.ears.base import Press
from host.engine.game import Expectation, Seat
from host.games.iknow import Iknow
from host.games.iknow_rules import SQUARES, level_of
from host.games.iknow_state import IknowState
from host.serve.view import UNKNOWN, Button, Group, Table, View, Words, calm


@dataclass(frozen=True, slots=True)
class IknowPages:
    """Makes the pages of one iKNOW table."""

    game: Iknow
    cards: Mapping[str, QuizCard]
    words: Words

    def board(self, told: IknowState) -> View:
        """Return the board: question and clues that were read, squares, bets and points."""
        expectation = self.game.expectation(told)
        return View(
            "board",
            self.words.say("serve-board"),
            calm(self.words, told, expectation.asked),
            over=told.phase == "over",
            lead=self._lead(told),
            tables=(self._squares(told, expectation.asked), self._points(told)),
        )

    def hand(self, seat: Seat, now: IknowState, told: IknowState) -> View:
        """Return a seat's page: buttons for what it may choose; answers are spoken."""
        expectation = self.game.expectation(told)
        return View(
            "hand",
            self.words.say("serve-hand", who=seat),
            self._now(seat, told, expectation),
            over=told.phase == "over",
            lead=self._lead(told),
            groups=self._groups(seat, expectation),
            tables=(self._squares(told, expectation.asked), self._points(told)),
        )

    # ------------------------------------------------------------------ sentences

    def _lead(self, state: IknowState) -> tuple[str, ...]:
        """The question and the clues that have been read; the answer of a round that is over."""
        last = state.last
        if last is not None and (state.card is None or state.phase == "over"):
            answer = self.cards[last.card].answer
            return (self.words.say("serve-iknow-told-answer", answer=answer),)
        if state.card is None:
            return ()
        card = self.cards[state.card]
        read = card.clues[: max(0, 4 - state.clue)]
        return (card.question, *read)

    def _now(self, seat: Seat, state: IknowState, expectation: Expectation) -> str:
        if expectation.asked != seat:
            return calm(self.words, state, expectation.asked)
        if state.phase in ("category", "place", "bet", "answer"):
            return self.words.say(f"serve-iknow-{state.phase}")
        return self.words.say("serve-your-turn")

    # ------------------------------------------------------------------ buttons

    def _groups(self, seat: Seat, expectation: Expectation) -> tuple[Group, ...]:
        """The choices of the seat that is asked, and what the table is asked together."""
        if expectation.asked != seat and not expectation.anyone:
            return ()
        buttons: list[Button] = []
        for option in expectation.options:
            slots = option.slots
            match option.act:
                case "category":
                    for category in slots["category"]:
                        text = self.words.say(f"iknow-category-{category}")
                        press = Press("category", {"category": category})
                        buttons.append(Button(f"category:{category}", text, text, press))
                case "place" if "square" in slots:
                    for square in slots["square"]:
                        text = self._square(square)
                        press = Press("place", {"square": square})
                        buttons.append(Button(f"place:{square}", text, text, press))
                case "bet":
                    buttons += self._bets(slots["target"], slots["sign"])
                case "same_as":
                    for target in slots["target"]:
                        text = self.words.say("serve-act-same_as", who=target)
                        press = Press("same_as", {"target": target})
                        buttons.append(Button(f"same_as:{target}", text, text, press))
                case "vote":
                    for ok in slots["ok"]:
                        text = self.words.say(f"serve-act-{'accept' if ok else 'object'}")
                        buttons.append(Button(f"vote:{ok}", text, text, Press("vote", {"ok": ok})))
                case "no_bet" | "pass" | "accept" | "object":
                    text = self.words.say(f"serve-act-{option.act}")
                    buttons.append(Button(option.act, text, text, Press(option.act, {})))
        if not buttons:
            return ()
        return (Group("turn", self.words.say("serve-turn-heading"), tuple(buttons)),)

    def _bets(self, targets: tuple[str, ...], signs: tuple[str, ...]) -> list[Button]:
        found = []
        for target in targets:
            for sign in signs:
                line = "serve-iknow-plus" if sign == "+" else "serve-iknow-minus"
                text = self.words.say(line, who=target)
                press = Press("bet", {"target": target, "sign": sign})
                found.append(Button(f"bet:{target}:{sign}", text, text, press))
        return found

    def _square(self, square: int) -> str:
        place = self.words.say("serve-iknow-first" if square % 2 else "serve-iknow-second")
        return self.words.say("serve-iknow-square", level=str(level_of(square)), place=place)

    # ------------------------------------------------------------------ tables

    def _squares(self, state: IknowState, asked: Seat | None) -> Table:
        """The six squares with their tokens and bets (IKN-8, IKN-10)."""
        on = {square: seat for seat, square in state.squares.items()}
        rows, strong = [], []
        for at, square in enumerate(SQUARES):
            seat = on.get(square)
            bets = [
                f"{bet.sign} {better}"
                for better, bet in state.bets.items()
                if seat is not None and bet.target == seat
            ]
            rows.append((self._square(square), seat or UNKNOWN, ", ".join(bets) or UNKNOWN))
            if seat is not None and seat == asked:
                strong.append(at)
        head = tuple(
            self.words.say(key)
            for key in (
                "serve-iknow-head-square",
                "serve-iknow-head-token",
                "serve-iknow-head-bets",
            )
        )
        heading = self.words.say("serve-on-table")
        return Table("squares", heading, head, tuple(rows), tuple(strong))

    def _points(self, state: IknowState) -> Table:
        rows = tuple((seat, str(state.points.get(seat, 0))) for seat in self.game.seats)
        head = (self.words.say("serve-player"), self.words.say("serve-points"))
        return Table("points", self.words.say("serve-score"), head, rows)
