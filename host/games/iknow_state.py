"""The state of an iKNOW table, how events change it, and what a round is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from host.engine.game import Event, Json, Seat
from host.games.iknow_rules import READER_CHIPS, SQUARES, Bet, IknowRules, level_of


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as heard: the words and the judge's verdict, ``pass`` for none (IKN-13, A9)."""

    said: str
    verdict: str


@dataclass(frozen=True, slots=True)
class LastRound:
    """A round that was scored, as far as it can still be told, voided (D24) or appealed (D9).

    Attributes:
        answers: what was answered, as heard.
        right: whose answer counted as right.
    """

    round: int
    card: str
    category: str
    lead: Seat
    reader: Seat | None
    order: tuple[Seat, ...]
    answer_order: tuple[Seat, ...]
    squares: Mapping[Seat, int]
    bets: Mapping[Seat, Bet]
    first_right: Seat | None
    before: Mapping[Seat, int]
    answers: Mapping[Seat, Answer] = field(default_factory=dict)
    right: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class IknowState:
    """Everything that is true at the table. Mappings in it are never changed in place.

    Attributes:
        phase: ``blank``, ``draw`` (passed through, never waited in), ``category``, ``place``,
            ``bet``, ``answer``, ``doubt``, ``vote`` or ``over``.
        round: the number of the round, from 1.
        points: chips as points, of every seat.
        away: seats that the table goes on without (D7).
        lead: the rotating reader, or with the host as reader the first to place (D20).
        reader: the rotating reader, or None.
        order: the order of placement.
        choosers: who may choose the category, the first who is present does (IKN-18, A13).
        squares: the square of every seat with an iKNOW down, in order of placement.
        bets: the iBET of every seat that has one down.
        declined: seats that chose not to bet (A5).
        clue: the level of the last clue read, 4 before the first.
        answers: what was answered, in order.
        closed: True once everybody has answered.
        settled: how doubtful answers were settled: True for right (D23).
        doubt: the seat whose answer is being settled.
        votes: votes on it; entitled: who may vote, in order.
        piles: undrawn ids by category, the next first.
        known: cards that somebody knew; bad: cards that were called bad (D24).
        last: the last scored round, until a new iKNOW is down.
        aside: where the table stood when a verdict of the last round was contested (D9); the
            round itself is in play again until that is settled.
        winners: who won, once the game is over; how: why it ended.
    """

    phase: str = "blank"
    round: int = 0
    points: Mapping[Seat, int] = field(default_factory=dict)
    away: frozenset[Seat] = frozenset()
    lead: Seat = ""
    reader: Seat | None = None
    order: tuple[Seat, ...] = ()
    choosers: tuple[Seat, ...] = ()
    category: str | None = None
    card: str | None = None
    squares: Mapping[Seat, int] = field(default_factory=dict)
    bets: Mapping[Seat, Bet] = field(default_factory=dict)
    declined: tuple[Seat, ...] = ()
    clue: int = 4
    answers: Mapping[Seat, Answer] = field(default_factory=dict)
    closed: bool = False
    settled: Mapping[Seat, bool] = field(default_factory=dict)
    doubt: Seat | None = None
    votes: Mapping[Seat, bool] = field(default_factory=dict)
    entitled: tuple[Seat, ...] = ()
    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    last: LastRound | None = None
    aside: IknowState | None = None
    winners: tuple[Seat, ...] = ()
    how: str = ""

    @property
    def free_squares(self) -> tuple[int, ...]:
        """The squares without an iKNOW, in order (IKN-7)."""
        taken = set(self.squares.values())
        return tuple(s for s in SQUARES if s not in taken)

    @property
    def chooser(self) -> Seat | None:
        """Who chooses the category, or None if nobody who may is present (IKN-18, A13)."""
        return next((s for s in self.choosers if s not in self.away), None)

    def answer_order(self, rules: IknowRules) -> tuple[Seat, ...]:
        """The order of bets and answers: the highest first (IKN-9, IKN-10, A2)."""
        if rules.level_order == "placement":
            # `squares` is in order of placement, and sorting keeps that inside a level.
            return tuple(sorted(self.squares, key=lambda s: -level_of(self.squares[s])))
        return tuple(sorted(self.squares, key=lambda s: self.squares[s]))

    def is_right(self, seat: Seat) -> bool:
        """Whether a seat's answer counts as right; a doubtful one once it is settled."""
        answer = self.answers.get(seat)
        if answer is None:
            return False
        return answer.verdict == "right" or (
            answer.verdict == "unsure" and self.settled.get(seat, False)
        )


_NO_ROUND: Mapping[str, Json] = {
    "card": None,
    "squares": {},
    "bets": {},
    "declined": (),
    "clue": 4,
    "answers": {},
    "closed": False,
    "settled": {},
    "doubt": None,
    "votes": {},
    "entitled": (),
    "aside": None,
}


def apply_event(state: IknowState, event: Event, rules: IknowRules) -> IknowState:
    """Return the state after one event; raise ValueError for an event of another game."""
    if (changed := _setting(state, event, rules)) is not None:
        return changed
    if (changed := _playing(state, event)) is not None:
        return changed
    if (changed := _settling(state, event)) is not None:
        return changed
    raise ValueError(f"iKNOW knows no event {event.kind!r}.")


def _setting(state: IknowState, event: Event, rules: IknowRules) -> IknowState | None:
    """Events that set up, change and end rounds."""
    data = event.data
    match event.kind:
        case "game_began":
            piles = {c: tuple(ids) for c, ids in data["piles"].items()}
            return IknowState(points=dict(data["points"]), piles=piles)
        case "round_began":
            return replace(
                state,
                **_NO_ROUND,
                phase="category",
                round=data["round"],
                lead=data["lead"],
                reader=data["reader"],
                order=tuple(data["order"]),
                choosers=tuple(data["choosers"]),
            )
        case "category_chosen":
            return replace(state, phase="draw", category=data["category"])
        case "reshuffled":
            return replace(state, piles={c: tuple(i) for c, i in data["piles"].items()})
        case "card_drawn":
            pile = tuple(i for i in state.piles[data["category"]] if i != data["id"])
            piles = {**state.piles, data["category"]: pile}
            return replace(state, phase="place", card=data["id"], piles=piles)
        case "card_swapped":
            return replace(state, phase="draw", card=None, known=(*state.known, data["id"]))
        case "round_voided":
            return replace(
                state,
                **_NO_ROUND,
                phase="draw",
                round=data["round"],
                lead=data["lead"],
                reader=data["reader"],
                order=tuple(data["order"]),
                category=data["category"],
                points=dict(data["points"]),
                bad=(*state.bad, data["id"]),
                last=None,
                winners=(),
                how="",
            )
        case "round_ended":
            assert state.card is not None
            assert state.category is not None
            order = state.answer_order(rules)
            return replace(
                state,
                aside=None,
                last=LastRound(
                    round=state.round,
                    card=state.card,
                    category=state.category,
                    lead=state.lead,
                    reader=state.reader,
                    order=state.order,
                    answer_order=order,
                    squares=state.squares,
                    bets=state.bets,
                    first_right=data["first_right"],
                    before=dict(data["before"]),
                    answers=state.answers,
                    right=tuple(seat for seat in order if state.is_right(seat)),
                ),
            )
        case "game_ended":
            return replace(
                state, phase="over", winners=tuple(data["winners"]), how=data["how"], doubt=None
            )
        case "seat_left":
            return replace(state, away=state.away | {data["seat"]})
        case "seat_back":
            return replace(state, away=state.away - {data["seat"]})
    return None


def _playing(state: IknowState, event: Event) -> IknowState | None:
    """Events of placing, betting and answering."""
    data = event.data
    match event.kind:
        case "question_open" | "clues_open":
            return state
        case "placed":
            squares = {**state.squares, data["seat"]: data["square"]}
            return replace(state, squares=squares, last=None)
        case "bets_open":
            return replace(state, phase="bet")
        case "bet":
            bet = Bet(data["target"], data["sign"])
            return replace(state, bets={**state.bets, data["seat"]: bet})
        case "no_bet":
            return replace(state, declined=(*state.declined, data["seat"]))
        case "clue_read":
            return replace(state, phase="answer", clue=data["level"])
        case "answered":
            answer = Answer(data["said"], data["verdict"])
            return replace(state, answers={**state.answers, data["seat"]: answer})
        case "passed":
            return replace(state, answers={**state.answers, data["seat"]: Answer("", "pass")})
        case "answers_closed":
            return replace(state, closed=True)
    return None


def _settling(state: IknowState, event: Event) -> IknowState | None:
    """Events of doubts and of the reveal."""
    data = event.data
    match event.kind:
        case "doubt_opened":
            return replace(state, phase="doubt", doubt=data["seat"], votes={}, entitled=())
        case "vote_opened":
            return replace(state, phase="vote", entitled=tuple(data["entitled"]))
        case "voted":
            return replace(state, votes={**state.votes, data["seat"]: data["ok"]})
        case "contested":
            return _contested(state, data["seat"])
        case "doubt_settled" if state.aside is not None:
            return _contest_settled(state, state.aside, data["seat"], data["right"])
        case "doubt_settled":
            return replace(
                state,
                phase="answer",
                doubt=None,
                votes={},
                entitled=(),
                settled={**state.settled, data["seat"]: data["right"]},
            )
        case "revealed":
            return state  # it is told, and what it says is in the answers already
        case "scored":
            return replace(state, points=dict(data["points"]))
    return None


def _contested(state: IknowState, seat: Seat) -> IknowState:
    """Return the last round as it stood at its reveal, with one verdict in doubt (D9, D23)."""
    last = state.last
    assert last is not None
    answers = {
        s: a if a.verdict == "pass" else replace(a, verdict="right" if s in last.right else "wrong")
        for s, a in last.answers.items()
    }
    return replace(
        state,
        **{
            **_NO_ROUND,
            "card": last.card,
            "squares": last.squares,
            "bets": last.bets,
            "clue": 1,
            "answers": answers,
            "closed": True,
            "doubt": seat,
            "aside": state,
        },
        phase="doubt",
        round=last.round,
        lead=last.lead,
        reader=last.reader,
        order=last.order,
        category=last.category,
        winners=(),
        how="",
    )


def _contest_settled(state: IknowState, aside: IknowState, seat: Seat, right: bool) -> IknowState:
    """Return the state behind a contested verdict: where the table stood, or a new reveal."""
    last = state.last
    assert last is not None
    if right == (seat in last.right):
        return replace(aside, away=state.away)
    verdict = "right" if right else "wrong"
    answers = {**state.answers, seat: replace(state.answers[seat], verdict=verdict)}
    return replace(
        state,
        phase="answer",
        answers=answers,
        points=dict(last.before),
        last=None,
        doubt=None,
        votes={},
        entitled=(),
    )


def score(
    rules: IknowRules,
    points: Mapping[Seat, int],
    order: Sequence[Seat],
    squares: Mapping[Seat, int],
    bets: Mapping[Seat, Bet],
    right: Sequence[Seat],
    rewarded_reader: Seat | None,
) -> dict[str, Json]:
    """Return the data of the event ``scored``: every square from the highest, and the totals.

    Args:
        rules: the house rules; `settle` and `negative` matter (A6, A7).
        points: points before the round.
        order: the seats with a square, in order of answers.
        squares: the square of each; who is right gains its level (IKN-15).
        bets: the iBETs; each gains a point or loses one (IKN-16).
        right: the seats that were right.
        rewarded_reader: the reader who gets two chips (IKN-17), or None (D20, IKN-22).
    """
    floor = None if rules.negative else 0
    totals = dict(points)
    net = dict.fromkeys(points, 0)
    rows: list[Json] = []

    def gain(seat: Seat, number: int) -> None:
        net[seat] += number
        if rules.settle == "square":
            totals[seat] = _floored(totals[seat] + number, totals[seat], floor)

    for seat in order:
        level = level_of(squares[seat])
        won = level if seat in right else 0
        gain(seat, won)
        on_it: list[Json] = []
        for bettor in order:
            bet = bets.get(bettor)
            if bet is None or bet.target != seat:
                continue
            good = (seat in right) == (bet.sign == "+")
            gain(bettor, 1 if good else -1)
            on_it.append(
                {"seat": bettor, "sign": bet.sign, "won": good, "chips": 1 if good else -1}
            )
        rows.append(
            {
                "seat": seat,
                "square": squares[seat],
                "level": level,
                "right": seat in right,
                "chips": won,
                "bets": on_it,
            }
        )
    if rewarded_reader is not None:
        gain(rewarded_reader, READER_CHIPS)
    if rules.settle == "round":
        totals = {s: _floored(points[s] + net[s], points[s], floor) for s in points}
    return {
        "squares": rows,
        "reader": rewarded_reader,
        "reader_chips": READER_CHIPS if rewarded_reader is not None else 0,
        "before": dict(points),
        "gained": {s: totals[s] - points[s] for s in points},
        "points": totals,
    }


def _floored(wanted: int, before: int, floor: int | None) -> int:
    """Losses stop at the floor; a debt that a set-up gave is not forgiven by it."""
    if floor is None or wanted >= before:
        return wanted
    return max(wanted, min(floor, before))
