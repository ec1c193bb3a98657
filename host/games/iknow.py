"""iKNOW: levels, bets, clues and answers, as pure functions on a frozen state.

The game knows cards only by id and category. What was said and whether it was right comes
with the move; nothing of that shows in the kind or number of events before the reveal
(IKN-14, D22).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from host.engine.game import Chance, Event, Expectation, Json, Move, Option, Refusal, Seat
from host.games.iknow_flow import Flow
from host.games.iknow_rules import (
    LEVELS,
    OBJECTION_S,
    SEATS,
    SIGNS,
    SQUARES,
    CardRef,
    IknowRules,
    Setup,
    chips,
    deck_of,
    level_of,
    squares_of,
    worth,
)
from host.games.iknow_state import IknowState, LastRound, apply_event
from host.games.seated import Decision, SeatedGame, seats_of

__all__ = [
    "CardRef",
    "Iknow",
    "IknowRules",
    "IknowState",
    "chips",
    "level_of",
    "squares_of",
    "worth",
]

VERDICTS: tuple[str, ...] = ("right", "wrong", "unsure")
"""What the judge of answers may say of one."""

_PHASE_OF = {
    "category": "category",
    "place": "place",
    "bet": "bet",
    "no_bet": "bet",
    "answer": "answer",
    "same_as": "answer",
    "pass": "answer",
    "accept": "doubt",
    "object": "doubt",
    "vote": "vote",
}
"""The phase in which an act belongs."""

_OF_A_PLAYER = frozenset(
    {
        "category_chosen",
        "placed",
        "bet",
        "no_bet",
        "answered",
        "passed",
        "vote_opened",
        "voted",
        "contested",
    }
)
"""Kinds of events that stand for an act of a player: they end the reach of an undo."""


class Iknow(SeatedGame[IknowState]):
    """One table's game of iKNOW: the Game protocol for `IknowState`."""

    name = "iknow"
    _flow: Flow

    def __init__(
        self,
        seats: Sequence[Seat],
        cards: Sequence[CardRef],
        rules: IknowRules,
        setup: Mapping[str, Json],
        *,
        played: Collection[str] = (),
    ) -> None:
        """Seat the players.

        Args:
            seats: one to six names, in order of play, each at the left of the one before. One
                plays alone: ten questions, no bets.
            cards: the deck.
            rules: the house rules.
            setup: `points`, `reader`, `category` and `cards`, each optional.
            played: ids of cards of earlier evenings, left out until all others are used (D24).

        Raises:
            ValueError: seats, cards or set-up cannot be played; the sentence says why.
        """
        self.seats = seats_of("iKNOW", seats, SEATS)
        deck = deck_of(cards)
        start = Setup.read(setup, seats, deck)
        deck.update({card.id: card for card in start.extra})
        if not deck:
            raise ValueError("iKNOW needs cards, and there is none.")
        self.rules = rules
        self._flow = Flow(self.seats, rules, start, deck)
        self._played = frozenset(played)

    # ------------------------------------------------------------------ the protocol

    def begin(self, chance: Chance) -> list[Event]:
        """Return the events up to the first question or the choice of a category."""
        return self._run_on(self.blank(), self._flow.first_events(chance, self._played), chance)

    def blank(self) -> IknowState:
        """Return the state before any event."""
        return IknowState()

    def apply(self, state: IknowState, event: Event) -> IknowState:
        """Return the state after one event; raise ValueError for one of another game."""
        return apply_event(state, event, self.rules)

    def expectation(self, state: IknowState) -> Expectation:
        """Return what may be said now; the slots hold exactly the values possible now."""
        asked = self._flow.asked(state)
        args: dict[str, Json] = {"round": state.round, "category": state.category}
        if state.bets and state.phase in ("bet", "answer", "doubt", "vote"):
            args["at_stake"] = True
        options = self._options(state, asked)
        also = self._remedies(state)
        match state.phase:
            case "answer":
                return Expectation(
                    "answer",
                    asked,
                    (*options, *also),
                    free_speech=True,
                    args={**args, "level": state.clue},
                )
            case "doubt":
                args["seat"] = state.doubt
                if asked is not None:
                    return Expectation("doubt", asked, (*options, *also), args=args)
                return Expectation(
                    "doubt",
                    None,
                    (*options, *also),
                    anyone=True,
                    silence_s=OBJECTION_S,
                    silence_act="accept",
                    args=args,
                )
            case "vote":
                args["seat"] = state.doubt
        return Expectation(state.phase, asked, (*options, *also), args=args)

    def outcome(self, state: IknowState) -> dict[str, Json]:
        """Return the public result by the keys of design.md section 6.

        `squares`, `bets`, `order` and `first_right` tell of the round in play, and from its
        end until the next iKNOW is down of the round before. `order` is the order of
        placement until all are down, then that of bets and answers.
        """
        last = state.last
        if last is not None:
            squares, bets, order = last.squares, last.bets, last.answer_order
        else:
            squares, bets = state.squares, state.bets
            down = state.phase not in ("blank", "draw", "category", "place")
            order = state.answer_order(self.rules) if down else state.order
        return {
            "winners": list(state.winners),
            "finished": state.phase == "over",
            "turn": self._flow.asked(state),
            "points": dict(state.points),
            "reader": state.reader,
            "category": state.category,
            "order": list(order),
            "first_right": last.first_right if last is not None else None,
            "squares": dict(squares),
            "bets": {s: {"on": b.target, "sign": b.sign} for s, b in bets.items()},
        }

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        """Tell whether an act may be taken back: until the next player's act (rules 4.1).

        An answer stands as soon as a later clue or the card's answer has been given away:
        it could not be given again unknowing (A10, IKN-14).
        """
        if any(e.kind in ("game_began", "answers_closed") for e in undone):
            return False
        answer = any(
            e.kind in ("answered", "passed") and e.data.get("why") != "away" for e in undone
        )
        if answer and any(e.kind in ("clue_read", "answers_closed") for e in (*undone, *since)):
            return False
        whose = _player_of(undone[0]) if undone else None
        return not any(e.kind in _OF_A_PLAYER and _player_of(e) not in (whose, None) for e in since)

    # ------------------------------------------------------------------ moves

    def _first(self, state: IknowState, move: Move, chance: Chance) -> Decision:
        match move.act:
            case "known":
                return self._known(state)
            case "bad_question":
                return self._bad_question(state, move)
            case "overrule":
                return self._overrule(state, move)
            case "leave" | "back":
                return self._leave_or_back(state, move)
            case "end":
                if state.phase in ("blank", "over"):
                    return self._not_now(state)
                return [self._flow.ended(state, "ended")]
        if move.act not in _PHASE_OF:
            return self._not_now(state)
        if (refusal := self._untimely(state, move)) is not None:
            return refusal
        match move.act:
            case "category":
                return self._choose(move)
            case "place":
                return self._place(state, move)
            case "bet":
                return self._bet(state, move)
            case "no_bet":
                return self._no_bet(state, move)
            case "answer":
                return self._answer(move)
            case "same_as":
                return self._same_as(state, move)
            case "pass":
                return [Event("passed", {"seat": move.who, "why": "said"})]
            case "accept" | "object":
                return self._accept_or_object(state, move)
        return self._vote(state, move)

    def _untimely(self, state: IknowState, move: Move) -> Refusal | None:
        """Refuse an act of another phase or of a seat that is not asked."""
        done: Mapping[str, Collection[Seat]] = {
            "place": state.squares,
            "bet": (*state.bets, *state.declined),
            "answer": state.answers,
            "vote": state.votes,
        }
        phase = _PHASE_OF[move.act]
        asked = self._flow.asked(state)
        if move.who != asked and move.who in done.get(phase, ()):
            return Refusal("already_done", {"name": move.who}, (asked,) if asked else ())
        if phase != state.phase:
            return self._not_now(state)
        if asked is not None and move.who != asked:
            return Refusal("not_your_turn", {"name": move.who, "asked": asked}, (asked,))
        return None

    def _choose(self, move: Move) -> Decision:
        category = move.args.get("category")
        if category not in self.rules.category_order:
            return Refusal("wrong_value", {"category": category}, self.rules.category_order)
        return [Event("category_chosen", {"category": category, "by": move.who, "how": "chosen"})]

    def _place(self, state: IknowState, move: Move) -> Decision:
        free = state.free_squares
        level, place, square = (move.args.get(k) for k in ("level", "place", "square"))
        if square is None:
            if level is None or not _among(level, LEVELS):
                return Refusal("wrong_value", {"level": level}, free)
            if place is not None and not _among(place, (1, 2)):
                return Refusal("wrong_value", {"level": level, "place": place}, free)
            both = squares_of(level)
            wanted = both if place is None else (both[place - 1],)
            if not any(s in free for s in both):
                return Refusal("level_full", {"level": level}, free)
            # A3: the first free square of the level, announced and open to correction.
            square = next((s for s in wanted if s in free), wanted[0])
        if not _among(square, SQUARES) or square not in free:
            return Refusal("square_taken", {"square": square}, free)
        return [
            Event(
                "placed",
                {
                    "seat": move.who,
                    "square": square,
                    "level": level_of(square),
                    "place": 2 - square % 2,
                    "left": [s for s in free if s != square],
                },
            )
        ]

    def _bet(self, state: IknowState, move: Move) -> Decision:
        target, sign = move.args.get("target"), move.args.get("sign")
        circles = self._flow.free_circles(state, move.who)
        free = tuple({"target": t, "sign": s} for t, s in circles)
        args = {"target": target, "sign": sign}
        if not isinstance(target, str) or target not in self.seats:
            return Refusal("unknown_player", {**args, "name": target}, self.seats)
        if target == move.who:
            return Refusal("own_token", args, free)
        if target not in state.squares:
            return Refusal("no_token", args, free)
        if not isinstance(sign, str) or sign not in SIGNS:
            return Refusal("wrong_value", args, free)
        if (target, sign) not in circles:
            return Refusal("circle_taken", args, free)
        return [Event("bet", {"seat": move.who, **args})]

    def _no_bet(self, state: IknowState, move: Move) -> Decision:
        if self.rules.bets == "required":
            circles = self._flow.free_circles(state, move.who)
            return Refusal("must_play", {}, tuple({"target": t, "sign": s} for t, s in circles))
        return [Event("no_bet", {"seat": move.who})]

    def _answer(self, move: Move) -> Decision:
        said, verdict = move.args.get("said"), move.args.get("verdict")
        if not isinstance(said, str) or not isinstance(verdict, str) or verdict not in VERDICTS:
            return Refusal("wrong_value", {"said": said, "verdict": verdict}, VERDICTS)
        return [Event("answered", {"seat": move.who, "said": said, "verdict": verdict})]

    def _same_as(self, state: IknowState, move: Move) -> Decision:
        """Repeat an earlier answer, which is legal and pays as well (IKN-13)."""
        target = move.args.get("target")
        answer = state.answers.get(target) if isinstance(target, str) else None
        if answer is None:
            return Refusal("not_now", {"name": target, "why": "no-answer-yet"}, (*state.answers,))
        if answer.verdict == "pass":
            return [Event("passed", {"seat": move.who, "why": "said"})]
        data = {"seat": move.who, "said": answer.said, "verdict": answer.verdict}
        return [Event("answered", data)]

    def _accept_or_object(self, state: IknowState, move: Move) -> Decision:
        right = move.act == "accept"
        if self._flow.asked(state) is not None:
            return [self._flow.settled(state, right, "reader")]
        if right:
            if move.who == state.doubt:
                # One's own «yes» must not cut off the others' objections.
                others = tuple(s for s in self.seats if s != move.who)
                return Refusal("not_your_turn", {"name": move.who}, others)
            return [self._flow.settled(state, True, "unopposed")]
        entitled = self._flow.entitled(state)
        return [
            Event(
                "vote_opened",
                {"seat": state.doubt, "by": move.who or None, "entitled": list(entitled)},
            )
        ]

    def _overrule(self, state: IknowState, move: Move) -> Decision:
        """Contest a verdict of the last round: it is settled as a doubt is (D9, D23).

        `ok` tells what the verdict should have been. Until the next accepted act (rules 4.1).
        """
        last, seat, ok = state.last, move.args.get("seat"), move.args.get("ok")
        if last is None or not _contestable(state):
            return self._not_now(state)
        if not isinstance(seat, str) or seat not in last.answers:
            return Refusal("unknown_player", {"name": seat}, (*last.answers,))
        if not isinstance(ok, bool):
            return Refusal("wrong_value", {"ok": ok}, (True, False))
        if ok == (seat in last.right):
            return Refusal("already_done", {"name": seat, "why": "verdict"})
        said = last.answers[seat].said
        contested = Event(
            "contested", {"seat": seat, "by": move.who or None, "ok": ok, "said": said}
        )
        after = self.apply(state, contested)
        if self._flow.alone or (ok and self.rules.doubt == "host"):
            how = "said" if self._flow.alone else "host"
            return [contested, self._flow.settled(after, ok, how)]
        if ok or self._flow.reader_sits_out:
            return [contested]
        # Whoever says that it was wrong has objected already.
        voters = list(self._flow.entitled(after))
        opened = {"seat": seat, "by": move.who or None, "entitled": voters}
        return [contested, Event("vote_opened", opened)]

    @staticmethod
    def _vote(state: IknowState, move: Move) -> Decision:
        ok = move.args.get("ok")
        if not isinstance(ok, bool):
            return Refusal("wrong_value", {"ok": ok}, (True, False))
        return [Event("voted", {"seat": move.who, "on": state.doubt, "ok": ok})]

    # ------------------------------------------------------------------ remedies

    def _known(self, state: IknowState) -> Decision:
        if state.phase != "place" or state.squares:
            return self._not_now(state)
        return [Event("card_swapped", {"id": state.card, "round": state.round})]

    def _bad_question(self, state: IknowState, move: Move) -> Decision:
        """Void the round whose question was bad: the last one until something new was done.

        `round` of the move's arguments (``last`` or ``this``) says which one is meant while
        both could be.
        """
        last = state.last if _can_be_voided(state) else None
        # Where the host went on by itself, the last question is still the one talked about.
        means_last = state.phase != "place" or state.chooser is None
        which = move.args.get("round")
        if last is not None and which != "this" and (means_last or which == "last"):
            return [_voided(last, last.before)]
        if state.card is None or state.phase == "over" or which == "last":
            return self._not_now(state)
        return [_voided(state, state.points)]

    def _may_leave(self, state: IknowState) -> bool:
        return self._flow.may_leave(state)

    # ------------------------------------------------------------------ what is possible

    def _options(self, state: IknowState, asked: Seat | None) -> list[Option]:
        match state.phase:
            case "category":
                return [Option("category", {"category": self.rules.category_order})]
            case "place":
                return _places(state.free_squares)
            case "bet":
                assert asked is not None
                circles = self._flow.free_circles(state, asked)
                targets = dict.fromkeys(t for t, _ in circles)
                options = [
                    Option("bet", {"target": (t,), "sign": tuple(s for x, s in circles if x == t)})
                    for t in targets
                ]
                return options + ([Option("no_bet")] if self.rules.bets == "optional" else [])
            case "answer":
                same = Option("same_as", {"target": (*state.answers,)})
                return [
                    Option("answer", {"said": ()}),
                    Option("pass"),
                    *([same] if state.answers else []),
                ]
            case "doubt":
                return [Option("accept"), Option("object")]
            case "vote":
                return [Option("vote", {"ok": (True, False)})]
        return []

    def _remedies(self, state: IknowState) -> list[Option]:
        """What anybody may say besides, by the kind of moment (D24)."""
        options = []
        if state.phase == "place" and not state.squares:
            options.append(Option("known"))
        if _can_be_voided(state) or (state.card is not None and state.phase != "over"):
            options.append(Option("bad_question"))
        if state.last is not None and _contestable(state):
            for ok in (True, False):
                seats = tuple(s for s in state.last.answers if ok != (s in state.last.right))
                if seats:
                    options.append(Option("overrule", {"ok": (ok,)}))
                    options.append(Option("overrule", {"ok": (ok,), "seat": seats}))
        return options


def _places(free: Sequence[int]) -> list[Option]:
    """Return the ways to name a free square: level, level and place, square number (D21)."""
    levels = tuple(n for n in LEVELS if any(level_of(s) == n for s in free))
    options = [Option("place", {"level": levels})]
    options += [
        Option(
            "place", {"level": (n,), "place": tuple(2 - s % 2 for s in free if level_of(s) == n)}
        )
        for n in levels
    ]
    return [*options, Option("place", {"square": tuple(free)})]


def _voided(bad: IknowState | LastRound, points: Mapping[Seat, int]) -> Event:
    """Return the event that takes a round back, with the points from before it."""
    return Event(
        "round_voided",
        {
            "id": bad.card,
            "round": bad.round,
            "lead": bad.lead,
            "reader": bad.reader,
            "order": list(bad.order),
            "category": bad.category,
            "points": dict(points),
        },
    )


def _can_be_voided(state: IknowState) -> bool:
    """Whether the last scored round may still be voided; not once the table ended the game."""
    return state.last is not None and (state.phase != "over" or state.how == "target")


def _contestable(state: IknowState) -> bool:
    """Whether a verdict of the last round may still be contested: nobody has acted since (D9)."""
    if not _can_be_voided(state) or state.aside is not None:
        return False
    if state.phase == "place":
        # Where nobody was right, the host has gone on by itself (IKN-19).
        return not state.squares and state.chooser is None
    return state.phase in ("category", "over")


def _player_of(event: Event) -> Seat | None:
    """Return whose act an event stands for, or None if nobody's."""
    who = event.data.get("by") or event.data.get("seat")
    return who if isinstance(who, str) and event.data.get("why") != "away" else None


def _among(value: Json, allowed: Sequence[int]) -> bool:
    """Whether a value is one of these whole numbers; True is no number here."""
    return type(value) is int and value in allowed
