"""What the host says in iKNOW, event by event (rules.md 4.3, D4-D6, D22, D23).

Nothing here may tell a verdict before the reveal: what is said after an answer depends on
who answers next and on nothing else (D22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from host.decks import QuizCard
from host.engine.game import Event, Expectation, Json, Move, Refusal, Seat
from host.games.iknow import Iknow
from host.games.iknow_rules import SQUARES, level_of, squares_of
from host.games.iknow_state import IknowState
from host.telling.base import (
    NOBODY_AHEAD,
    Replay,
    Say,
    Style,
    Tone,
    Utter,
    Words,
    done_already,
    nobody_ahead,
    standing_line,
)
from host.telling.iknow_answers import Judge, judge_by_card


@dataclass(frozen=True, slots=True)
class IknowTeller:
    """Speaks for one iKNOW table.

    Attributes:
        cards: the cards by id, with their words.
        game: the game, for its seats and house rules.
        words: the line files of the table's language.
        language: ``es`` or ``en``.
        style: how much is said.
    """

    cards: Mapping[str, QuizCard]
    game: Iknow
    words: Words
    language: str
    style: Style = field(default_factory=Style)
    _judge: Judge = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Judge by the same cards."""
        object.__setattr__(self, "_judge", Judge(self.cards, self.language))

    # ------------------------------------------------------------------ the evening

    def opening(self, state: IknowState) -> list[Utter]:
        """Greet, name the seats and say who reads."""
        if len(self.game.seats) == 1:
            return [Say("iknow-opening-solo", {"who": self.game.seats[0]})]
        said: list[Utter] = [
            Say(
                "iknow-opening",
                {"target": self.game.rules.target, "names": self.words.join(self.game.seats)},
            )
        ]
        if self.game.rules.reader == "host":
            said.append(Say("iknow-opening-host-reads"))
        if state.order:
            said.append(Say("iknow-opening-first", {"who": state.order[0]}))
        return said

    def where_we_are(self, state: IknowState) -> list[Utter]:
        """Say where a resumed game stood, with what was read: nobody remembers it (D4)."""
        if state.phase == "answer" and state.clue <= 3:
            clues = self._repeat(state, "cmd_clues")
            question = self._repeat(state, "cmd_repeat_question")
            return [Say("iknow-resumed-clue", {"clues": len(clues)}), *question, *clues]
        said: list[Utter] = [Say(f"iknow-resumed-{state.phase}")]
        if state.card is not None and state.phase in ("place", "bet", "answer"):
            said += self._repeat(state, "cmd_repeat_question")
        if state.doubt is not None:
            # All have answered, so that the card may be read out (D23).
            heard = state.answers[state.doubt].said
            told = Say("iknow-replay-said", {"who": state.doubt, "said": heard})
            said += self._repeat(state, "cmd_repeat_question")
            said.append(Say("iknow-answer", {"answer": self._card(state).answer}))
            said.append(told if heard else Say("iknow-contest-silent"))
        return said

    def standing(self, state: IknowState) -> list[Utter]:
        """Say everybody's points and whose turn it is, once anybody has won or lost any."""
        same = len(set(state.points.values())) <= 1
        if state.phase == "over" or (state.round <= 1 and same):
            return []
        points = {seat: state.points[seat] for seat in self.game.seats}
        rows = [self.words.say("iknow-standing-item", who=s, points=n) for s, n in points.items()]
        return standing_line(self.words, points, rows, self.game.expectation(state).asked)

    def tell(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        """Say one event."""
        tell = _TELL.get(event.kind)
        return [] if tell is None else tell(self, before, event, after)

    def ask(self, state: IknowState, expectation: Expectation) -> list[Utter]:
        """Put the question that the expectation stands for."""
        who = expectation.asked
        compact = self.style.compact(state.round) and not expectation.args.get("again")
        match expectation.phase:
            case "category" if who:
                short = "-short" if compact else ""
                return [Say(f"iknow-ask-category{short}", {"who": who})]
            case "place" if who:
                if compact:
                    return [Say("iknow-ask-place-short", {"who": who})]
                levels = self.words.options([self._number(n) for n in _levels(expectation)])
                return [Say("iknow-ask-place", {"who": who, "levels": levels})]
            case "bet" if who:
                if compact:
                    return [Say("iknow-ask-bet-short", {"who": who})]
                if not state.bets and not state.declined:
                    others = [seat for seat in state.squares if seat != who]
                    return [Say("iknow-ask-bet-first", {"who": who, "example": others[0]})]
                return [Say("iknow-ask-bet", {"who": who})]
            case "answer" if who:
                short = "-short" if compact else ""
                return [Say(f"iknow-ask-answer{short}", {"who": who})]
            case "doubt" if who:
                return [Say("iknow-doubt-reader", {"who": who})]
            case "doubt" if expectation.args.get("again"):
                return [Say("iknow-again-doubt-anyone")]
            case "vote" if who:
                return [Say("iknow-vote-ask", {"who": who, "seat": state.doubt or ""})]
        return []

    # ------------------------------------------------------------------ moves

    def complete(self, state: IknowState, move: Move) -> Move | Refusal:
        """Judge an answer by what the card says."""
        if move.act == "overrule":
            return self._whose(state, move)
        if move.act != "answer" or state.card is None:
            return move
        args = {
            "said": str(move.args.get("said", "")),
            "verdict": self._judge.verdict(self._card(state), move),
        }
        return replace(move, args=args)

    def _whose(self, state: IknowState, move: Move) -> Move | Refusal:
        """Find whose answer «era correcta» is about: one's own, or the only one it can be."""
        last = state.last
        if "seat" in move.args or last is None:
            return move
        ok = move.args.get("ok")
        seats = tuple(seat for seat in last.answers if ok != (seat in last.right))
        told = tuple(seat for seat in seats if last.answers[seat].verdict != "pass")
        only = next((few[0] for few in (told, seats) if len(few) == 1), None)
        # Speech without a name is taken for the seat's that is asked: it may be anybody's.
        named = move.who in seats and move.who != self.game.expectation(state).asked
        whose = move.who if named else only
        if whose is None:
            return Refusal("not_now", {"why": "whose", "ok": ok}, seats)
        return replace(move, args={**move.args, "seat": whose})

    def keeps_recording(self, move: Move) -> bool:
        """Keep the sound of answers until the reveal."""
        return move.act in ("answer", "same_as")

    def appealable(self, state: IknowState, who: Seat | None) -> Mapping[Seat, str]:
        """Return the answers of the round that was revealed last: one's own, or the wrong ones."""
        last = state.last
        if last is None or state.answers:
            return {}
        said = {seat: a.said for seat, a in last.answers.items() if a.verdict != "pass"}
        if who in said:
            return {who: said[who]}
        wrong = {seat: words for seat, words in said.items() if seat not in last.right}
        return wrong or said

    def would_be_right(self, state: IknowState, said: str) -> bool:
        """Tell whether the last card takes these words for its answer."""
        if state.last is None:
            return False
        card = self.cards[state.last.card]
        return judge_by_card(said, card, self.language).verdict == "right"

    def forgets(self, before: IknowState, move: Move) -> bool:
        """Forget the sound of answers with the first act behind their reveal."""
        mine = move.act == "overrule" or self.keeps_recording(move)
        return not before.answers and not mine

    def refuse(self, state: IknowState, refusal: Refusal, move: Move) -> list[Utter]:
        """Say why a move does not count, and what would."""
        args = dict(refusal.args)
        line = f"iknow-refuse-{refusal.code}"
        if refusal.code == "not_now" and args.get("why") == "no-answer-yet":
            return [Say("iknow-refuse-no-answer-yet", {"name": args["name"]})]
        free = self._free(refusal.free)
        if args.get("why") == "whose" and refusal.free:
            line = "iknow-refuse-whose" if args.get("ok") else "iknow-refuse-whose-wrong"
            return [Say(line, {"names": free, "example": str(refusal.free[0])})]
        if move.act == "overrule":
            stands = refusal.code == "already_done"
            return [Say("iknow-refuse-overrule-same" if stands else "iknow-refuse-overrule", args)]
        if refusal.code == "not_your_turn":
            asked = self.game.expectation(state).asked
            if asked is None:
                return [Say("iknow-refuse-not_now")]
            return [Say(line, {"asked": asked})]
        if refusal.code == "already_done":
            return [Say(done_already(line, move))]
        if refusal.code == "not_now" and move.act in ("known", "bad_question"):
            return [Say(f"iknow-refuse-{move.act}")]
        if refusal.code == "square_taken" and args.get("square") not in (None, *SQUARES):
            line = "iknow-refuse-square"
        if refusal.code == "wrong_value" and refusal.free:
            return [Say("iknow-refuse-value", {"free": free})]
        if refusal.code == "no_token":
            return [Say(line, {"name": str(move.args.get("target", "")), "free": free})]
        if refusal.code == "unknown_player":
            return [Say(line, {"free": self.words.join(self.game.seats)})]
        if refusal.code in _WITH_FREE:
            return [Say(line, {"free": free})]
        return [Say("iknow-refuse-not_now")]

    # ------------------------------------------------------------------ questions

    def query(self, state: IknowState, act: str, args: Mapping[str, Json]) -> list[Utter] | None:
        """Answer what may be asked at any time (D4)."""
        match act:
            case "cmd_repeat" | "cmd_clues" | "cmd_repeat_question":
                return self._repeat(state, act)
            case "cmd_score":
                return [Say("iknow-score"), *self._scores(state)]
            case "cmd_turn":
                asked = self.game.expectation(state).asked
                return [Say("iknow-turn", {"who": asked}) if asked else Say("iknow-turn-none")]
            case "cmd_rules":
                return [Say("iknow-rules")]
            case "cmd_correct":
                return [Say("iknow-not-told-yet")]
            case "cmd_category":
                if state.category is None:
                    return [Say("iknow-category-none")]
                return [Say("iknow-category-now", {"category": self._category(state.category)})]
            case "cmd_free":
                return self._what_is_free(state)
            case "cmd_protest":
                return [self._how_to_protest(state)]
            case "not_undone":
                return self._not_undone(state)
            case "cmd_who_square":
                return [self._who_is_on(state, args)]
            case "cmd_who_bet":
                return [self._who_bet(state, str(args.get("seat", "")))]
        return None

    def _repeat(self, state: IknowState, act: str) -> list[Utter]:
        if state.card is None:
            return [] if act == "cmd_repeat" else [Say("iknow-no-question")]
        question = Say("iknow-question", {"question": self._card(state).question})
        clues = [self._clue(state, level) for level in (3, 2, 1) if level >= state.clue]
        if act == "cmd_repeat_question" or (act == "cmd_repeat" and not clues):
            return [question]
        if not clues:
            return [Say("iknow-no-clue")]
        return list(clues) if act == "cmd_clues" else [clues[-1]]

    def _what_is_free(self, state: IknowState) -> list[Utter]:
        """Say what may still be chosen: squares by level, or bets by sign."""
        if state.phase == "place":
            left = {
                level: sum(level_of(square) == level for square in state.free_squares)
                for level in (3, 2, 1)
            }
            rows = [
                self.words.say("iknow-free-level", n=n, level=self._number(level))
                for level, n in left.items()
                if n
            ]
            return [Say("iknow-free-levels", {"free": self.words.join(rows)})]
        if state.phase == "bet":
            told: list[Utter] = []
            for sign, line in (("+", "plus"), ("-", "minus")):
                names = [
                    seat
                    for seat in state.squares
                    if seat != self.game.expectation(state).asked
                    and not any(b.target == seat and b.sign == sign for b in state.bets.values())
                ]
                if names:
                    args = {"names": self.words.options(names)}
                    told.append(Say(f"iknow-free-bets-{line}", args))
            return told or [Say("iknow-free-nothing")]
        if state.phase == "category":
            names = [self._category(category) for category in _CATEGORIES]
            return [Say("iknow-free-bets", {"free": self.words.options(names)})]
        return [Say("iknow-free-nothing")]

    def _how_to_protest(self, state: IknowState) -> Say:
        """Say what may be done about a verdict, with an answer that it may be about (D9)."""
        if not _revealed(state) or state.last is None:
            return Say("iknow-protest")
        answered = [seat for seat, a in state.last.answers.items() if a.verdict != "pass"]
        wrong = [seat for seat in answered if seat not in state.last.right]
        if not answered or len(state.points) == 1:
            return Say("iknow-protest-alone")
        line = "iknow-protest-after" if wrong else "iknow-protest-after-right"
        return Say(line, {"who": (wrong or answered)[0]})

    def _not_undone(self, state: IknowState) -> list[Utter] | None:
        """Say why an act stands that was the last, and what can be done instead (A10, D23)."""
        if _revealed(state):
            return [Say("iknow-not-undone-after")]
        if state.phase in ("answer", "doubt", "vote") and state.answers:
            return [Say("iknow-not-undone-clue" if state.phase == "answer" else "iknow-not-undone")]
        return None

    def _who_is_on(self, state: IknowState, args: Mapping[str, Json]) -> Say:
        if "square" in args:
            wanted = {int(args["square"])}
        else:
            wanted = set(squares_of(int(args.get("level", 3))))
        level = self._number(level_of(min(wanted)))
        names = [seat for seat, square in state.squares.items() if square in wanted]
        if not names:
            return Say("iknow-who-square-none", {"level": level})
        return Say("iknow-who-square", {"level": level, "names": self.words.join(names)})

    def _who_bet(self, state: IknowState, seat: Seat) -> Say:
        bet = state.bets.get(seat)
        if bet is None:
            return Say("iknow-who-bet-none", {"who": seat})
        sign = "plus" if bet.sign == "+" else "minus"
        return Say(f"iknow-who-bet-{sign}", {"who": seat, "target": bet.target})

    def _scores(self, state: IknowState) -> list[Utter]:
        """Say everybody's points, one fact a line."""
        return [
            Say("iknow-score-row", {"who": seat, "points": state.points[seat]})
            if state.points[seat] >= 0
            else Say("iknow-score-debt", {"who": seat, "debt": -state.points[seat]})
            for seat in self.game.seats
        ]

    # ------------------------------------------------------------------ events

    def _round_began(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        said: list[Utter] = []
        if after.round > 1:
            said.append(Say("iknow-round", {"round": after.round}))
        if after.reader is not None:
            line = "iknow-reader" if after.round > 1 else "iknow-opening-rotating"
            key = "who" if after.round > 1 else "reader"
            said.append(Say(line, {key: after.reader}))
        return said

    def _category_chosen(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        category = self._category(str(event["category"]))
        by = event.data.get("by")
        how = event.data.get("how")
        if by:
            return [Say("iknow-category-by", {"category": category, "who": by})]
        line = {"moved": "iknow-category-moved", "empty": "iknow-category-empty"}.get(
            str(how), "iknow-category-set"
        )
        return [Say(line, {"category": category})]

    def _question(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [Say("iknow-question", {"question": self._card(after).question})]

    def _placed(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        if self.style.sounded(after.round):
            return [Tone("heard")]
        square = int(event["square"])
        second = square == squares_of(level_of(square))[1]
        args = {"who": event["seat"], "level": self._number(level_of(square))}
        return [Say("iknow-placed-second" if second else "iknow-placed", args)]

    def _bets_open(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        if not self.style.compact(after.round) or len(after.squares) == 1:
            return []
        order = after.answer_order(self.game.rules)
        rows = [
            self.words.say(
                "iknow-placed-item", who=s, level=self._number(level_of(after.squares[s]))
            )
            for s in order
        ]
        return [Say("iknow-placed-all", {"list": self.words.join(rows)})]

    def _bet(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        if self.style.sounded(after.round):
            return [Tone("heard")]
        sign = "plus" if event["sign"] == "+" else "minus"
        return [Say(f"iknow-bet-{sign}", {"who": event["seat"], "target": event["target"]})]

    def _no_bet(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        if self.style.sounded(after.round):
            return [Tone("heard")]
        return [Say("iknow-no-bet", {"who": event["seat"]})]

    def _clues_open(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        """Say once for all what was bet, and who does not bet: «paso» may be misheard too (D5)."""
        if not self.style.compact(after.round) or not (after.bets or after.declined):
            return []
        if not after.bets:
            return [Say("iknow-bets-none")]
        rows = [
            self.words.say(
                f"iknow-bet-item-{'plus' if bet.sign == '+' else 'minus'}",
                who=seat,
                target=bet.target,
            )
            for seat, bet in after.bets.items()
        ]
        rows += [self.words.say("iknow-bet-item-none", who=seat) for seat in after.declined]
        return [Say("iknow-bets-all", {"list": self.words.join(rows)})]

    def _clue_read(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [self._clue(after, int(event["level"]))]

    def _heard(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        # One and the same sound whatever was heard (D22).
        return [Tone("heard")]

    def _answers_closed(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        # Of one who plays alone nobody else could have answered.
        return [] if len(after.points) == 1 else [Say("iknow-all-answered")]

    def _doubt_opened(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        seat = str(event["seat"])
        said = after.answers[seat].said
        told: list[Utter] = [
            Say("iknow-doubt", {"who": seat}),
            Replay(seat, Say("iknow-doubt-said", {"said": said})),
        ]
        # Before the first doubt is settled the card is read out (D23).
        told.append(Say("iknow-doubt-ask", {"answer": self._card(after).answer}))
        return told

    def _contested(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        seat, said = str(event["seat"]), str(event["said"])
        heard = Say("iknow-doubt-said", {"said": said}) if said else Say("iknow-contest-silent")
        told: list[Utter] = [Say("iknow-contested", {"who": seat}), Replay(seat, heard)]
        if event["ok"] and len(after.points) > 1 and self.game.expectation(after).asked is None:
            told.append(Say("iknow-doubt-ask", {"answer": self._card(after).answer}))
        return told

    def _vote_opened(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        """Say who votes, and so why the others do not: they have a bet on it (D23)."""
        names = [str(seat) for seat in event["entitled"]]
        if not names:
            return []
        return [Say("iknow-vote-open", {"seat": after.doubt, "names": self.words.join(names)})]

    def _doubt_settled(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        line = "iknow-doubt-right" if event["right"] else "iknow-doubt-wrong"
        match event.data.get("how"):
            case "nobody_entitled":
                return [Say("iknow-doubt-nobody", {"who": event["seat"]})]
            case "tie":
                return [Say("iknow-doubt-tie", {"who": event["seat"]})]
            case "vote":
                votes = {"yes": event["for"], "no": event["against"]}
                return [Say(f"{line}-vote", {"who": event["seat"], **votes})]
        return [Say(line, {"who": event["seat"]})]

    def _revealed(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        card = self._card(after)
        order = after.answer_order(self.game.rules)
        told: list[Utter] = []
        if before.aside is None:
            told.append(Say("iknow-answer", {"answer": card.answer}))
            for seat in order:
                if after.answers.get(seat) and after.answers[seat].verdict != "pass":
                    told.append(Replay(seat))
        right = [seat for seat in order if after.is_right(seat)]
        if right:
            line = "iknow-right-one" if len(right) == 1 else "iknow-right-many"
            told.append(Say(line, {"names": self.words.join(right)}))
        else:
            told.append(Say("iknow-right-none"))
        if card.fact and before.aside is None:
            told.append(Say("iknow-fact", {"fact": card.fact}))
        return told

    def _scored(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        told: list[Utter] = []
        for row in event["squares"]:
            if row["right"]:
                told.append(Say("iknow-chips", {"who": row["seat"], "chips": row["chips"]}))
            for bet in row["bets"]:
                sign = "plus" if bet["sign"] == "+" else "minus"
                won = "won" if bet["won"] else "lost"
                told.append(
                    Say(f"iknow-bet-{won}-{sign}", {"who": bet["seat"], "target": row["seat"]})
                )
        if event.data.get("reader"):
            told.append(Say("iknow-reader-chips", {"who": event["reader"]}))
        best = max(after.points.values())
        if len(after.points) == 1:
            return [Say("iknow-solo-score", {"points": best, "n": after.round})]
        leaders = [seat for seat in self.game.seats if after.points[seat] == best]
        line = "iknow-leader" if len(leaders) == 1 else "iknow-leaders"
        told.append(Say(line, {"names": self.words.join(leaders), "points": best}))
        return told

    def _game_ended(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        winners = list(after.winners)
        if len(after.points) == 1:
            if event["how"] == "solo":
                return [Say("iknow-over-solo")]
            done = after.round if before.phase == "over" else max(0, after.round - 1)
            points = max(after.points.values())
            return [
                Say("iknow-over-solo-early"),
                Say("iknow-solo-score", {"points": points, "n": done}),
            ]
        if event["how"] == "ended" and nobody_ahead(before.round, after.points):
            return [NOBODY_AHEAD]
        points = max((after.points[w] for w in winners), default=0)
        line = "iknow-over-one" if len(winners) == 1 else "iknow-over-many"
        return [Say(line, {"names": self.words.join(winners), "points": points})]

    def _swapped(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [Say("iknow-swapped")]

    def _voided(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [Say("iknow-voided")]

    def _left(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [Say("iknow-left", {"who": event["seat"]})]

    def _back(self, before: IknowState, event: Event, after: IknowState) -> list[Utter]:
        return [Say("iknow-back", {"who": event["seat"]})]

    # ------------------------------------------------------------------ words

    def _card(self, state: IknowState) -> QuizCard:
        assert state.card is not None
        return self.cards[state.card]

    def _clue(self, state: IknowState, level: int) -> Say:
        return Say("iknow-clue", {"level": level, "clue": self._card(state).clues[3 - level]})

    def _category(self, category: str) -> str:
        return self.words.say(f"iknow-category-{category}")

    def _number(self, value: int) -> str:
        return self.words.say("iknow-level", level=value)

    def _free(self, free: Sequence[Json]) -> str:
        """Say what is free: levels, bets, categories or names, each once."""
        told: list[str] = []
        for item in free:
            if isinstance(item, bool):
                continue
            if isinstance(item, int):
                told.append(self._number(level_of(item)))
            elif isinstance(item, Mapping) and "target" in item:
                sign = "plus" if item.get("sign") == "+" else "minus"
                told.append(self.words.say(f"iknow-free-circle-{sign}", who=str(item["target"])))
            elif isinstance(item, Mapping) and "level" in item:
                told.append(self._number(int(item["level"])))
            elif isinstance(item, (list, tuple)) and len(item) == 2:
                sign = "plus" if item[1] == "+" else "minus"
                told.append(self.words.say(f"iknow-free-circle-{sign}", who=str(item[0])))
            elif isinstance(item, str):
                told.append(self._category(item) if item in _CATEGORIES else item)
        told = list(dict.fromkeys(told))
        return self.words.options(told) if told else self.words.say("iknow-nothing")


_CATEGORIES = ("people", "world", "works", "events")

_WITH_FREE = frozenset(
    {"level_full", "square_taken", "own_token", "circle_taken", "must_play", "is_a_category"}
)

_TELL = {
    "round_began": IknowTeller._round_began,
    "category_chosen": IknowTeller._category_chosen,
    "question_open": IknowTeller._question,
    "placed": IknowTeller._placed,
    "bets_open": IknowTeller._bets_open,
    "bet": IknowTeller._bet,
    "no_bet": IknowTeller._no_bet,
    "clues_open": IknowTeller._clues_open,
    "clue_read": IknowTeller._clue_read,
    "answered": IknowTeller._heard,
    "passed": IknowTeller._heard,
    "answers_closed": IknowTeller._answers_closed,
    "doubt_opened": IknowTeller._doubt_opened,
    "contested": IknowTeller._contested,
    "vote_opened": IknowTeller._vote_opened,
    "doubt_settled": IknowTeller._doubt_settled,
    "revealed": IknowTeller._revealed,
    "scored": IknowTeller._scored,
    "game_ended": IknowTeller._game_ended,
    "card_swapped": IknowTeller._swapped,
    "round_voided": IknowTeller._voided,
    "seat_left": IknowTeller._left,
    "seat_back": IknowTeller._back,
}


def _revealed(state: IknowState) -> bool:
    """Tell whether the last thing that was told is a card's answer, and nobody has gone on."""
    return (state.last is not None and not state.squares) or state.phase == "over"


def _levels(expectation: Expectation) -> tuple[int, ...]:
    """Return the levels that are free, from the highest."""
    found = {
        int(level) for option in expectation.options for level in option.slots.get("level", ())
    }
    return tuple(sorted(found, reverse=True))
