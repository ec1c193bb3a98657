"""The state of a Sapiencia table, and how events change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from host.engine.game import Event, Json, Seat
from host.games.sapiencia_piles import Cards
from host.games.sapiencia_rules import CALL


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that lies face up this round, and its number in the round's criterion."""

    seat: Seat
    card: str
    score: int


@dataclass(frozen=True, slots=True)
class Owed:
    """A call that somebody owes: the obligation's id and the seat (SAP-18)."""

    id: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Timing:
    """By what a call was judged missing.

    Attributes:
        grace_s: seconds that there were for it.
        deadline: seconds at which they were over.
        onset: seconds at which it began, None if none was heard.
    """

    grace_s: float
    deadline: float
    onset: float | None

    @property
    def late_s(self) -> float | None:
        """By how many seconds it came too late."""
        return None if self.onset is None else self.onset - self.deadline


@dataclass(frozen=True, slots=True)
class Penalty:
    """The last penalty while it can be protested: whose, and the cards as they were.

    Attributes:
        timing: what was heard and when, if the referee found the call missing.
    """

    seat: Seat
    before: Cards
    timing: Timing | None = None


@dataclass(frozen=True, slots=True)
class SapienciaState:
    """Everything that is true at the table. Mappings in it are never changed in place.

    Attributes:
        phase: ``blank``, ``talk``, ``play``, ``draw``, ``settle`` or ``over``.
        aside_phase: ``call_doubt`` or ``protest`` while the table settles one, else empty;
            the phase waits below it.
        round: the number of the round, from 1.
        cards: where all cards are.
        away: seats that the table goes on without (D7).
        talker: the talker of this round.
        said: what the talker has said so far: card, category, criterion, value, score.
        category, criterion, required, bar: of the last card exposed by a talker.
        shown: the cards exposed this round, the talker's first.
        waiting: the seats that still have to answer, in order of play.
        drawn: how many cards the asked seat has drawn in this turn.
        open_card: True if the last of them was not yet said to fit or not.
        unsettled: the seats whose exposed card is not settled yet, in order (SAP-15).
        discarded, kept, must_call: cards and seats of the last round, in order.
        owed: the call that is owed, or None. Counts must not be told while it is (rules 4.2).
        owed_n: how many calls have been owed so far, for their ids.
        owed_before: seats that have owed one (A17).
        hold: True from a discard until the next act: settlement waits for as long as a
            window lasts, whether one is open or not, and so do answers about counts (D10).
        made: the call that was satisfied last, while «it was somebody else» may void it (D12).
        denounceable: the seat that missed a call which nobody has denounced yet (A20).
        doubted: the seat whose call is in doubt.
        timing: by what the last call was judged missing, until the next act.
        protestable: the last penalty, while it can be protested.
        warned: seats whose first false call was let pass (D13).
        penalties, not_judged: the outcome's lists.
        amended: figures that the table put right, by card (dispute).
        emptied: the round in which the deck was first empty, or None (A9).
        winners: who won, once the game is over; how: why it ended.
    """

    phase: str = "blank"
    aside_phase: str = ""
    round: int = 0
    cards: Cards = field(default_factory=Cards)
    away: frozenset[Seat] = frozenset()
    talker: Seat = ""
    said: Mapping[str, Json] = field(default_factory=dict)
    category: str | None = None
    criterion: str | None = None
    required: tuple[str, ...] = ()
    bar: int | None = None
    shown: tuple[Shown, ...] = ()
    waiting: tuple[Seat, ...] = ()
    drawn: int = 0
    open_card: bool = False
    unsettled: tuple[Seat, ...] = ()
    discarded: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    must_call: tuple[Seat, ...] = ()
    owed: Owed | None = None
    owed_n: int = 0
    owed_before: frozenset[Seat] = frozenset()
    hold: bool = False
    made: Owed | None = None
    denounceable: Seat | None = None
    doubted: Seat | None = None
    timing: Timing | None = None
    protestable: Penalty | None = None
    warned: frozenset[Seat] = frozenset()
    penalties: tuple[Mapping[str, Json], ...] = ()
    not_judged: tuple[Mapping[str, Json], ...] = ()
    amended: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    emptied: int | None = None
    winners: tuple[Seat, ...] = ()
    how: str = ""

    @property
    def counts(self) -> Mapping[Seat, int]:
        """How many cards of their own everybody has, exposed ones included (A13)."""
        return self.cards.counts

    @property
    def counts_hidden(self) -> bool:
        """Whether a call is owed, so that counts must not be answered (rules 4.2)."""
        return self.owed is not None

    @property
    def out_of_play(self) -> frozenset[str]:
        """Known ids of cards that nobody can play now: got rid of, or exposed this round.

        A card got rid of this round may be back from the deck after a shuffle.
        """
        exposed = {s.card for s in self.shown} - set(self.discarded)
        return frozenset({*self.cards.discard_ids, *exposed})

    def shown_by(self, seat: Seat) -> Shown | None:
        """Return the card that a seat has exposed this round."""
        return next((s for s in self.shown if s.seat == seat), None)


def apply_event(state: SapienciaState, event: Event) -> SapienciaState:
    """Return the state after one event; raise ValueError for an event of another game."""
    for part in (_course, _answers, _pile, _calls):
        if (changed := part(state, event)) is not None:
            return changed
    raise ValueError(f"Sapiencia knows no event {event.kind!r}.")


def _course(state: SapienciaState, event: Event) -> SapienciaState | None:
    """Events that set the table up, begin and end rounds, and stand for an act."""
    data = event.data
    match event.kind:
        case "game_began":
            cards = Cards.laid_out(data)
            return SapienciaState(cards=cards, emptied=0 if cards.passes else None)
        case "round_began":
            return replace(
                state,
                phase="talk",
                round=data["round"],
                talker=data["talker"],
                said={},
                shown=(),
                waiting=(),
                unsettled=(),
            )
        case "talker_moved":
            return replace(state, talker=data["talker"], said={})
        case "settling":
            return replace(state, hold=False)
        case "moved":
            # A new act: what could still be said about the one before is over.
            return replace(
                state,
                hold=False,
                made=None,
                denounceable=None,
                timing=None,
                protestable=None,
            )
        case "round_ended":
            return state
        case "game_ended":
            return replace(
                state,
                phase="over",
                aside_phase="",
                winners=tuple(data["winners"]),
                how=data["how"],
                owed=None,
                hold=False,
                doubted=None,
            )
        case "seat_left":
            return replace(state, away=state.away | {data["seat"]})
        case "seat_back":
            return replace(state, away=state.away - {data["seat"]})
        case "corrected":
            return _corrected(state, data)
    return None


def _corrected(state: SapienciaState, data: Mapping[str, Json]) -> SapienciaState:
    """Put a figure right; a card that is exposed and unsettled takes the new number."""
    card = data["card"]
    amended = {**state.amended, card: {**state.amended.get(card, {}), data["key"]: data["value"]}}
    state = replace(state, amended=amended)
    score = data["score"]
    if score is None:
        return state
    unsettled = {*state.unsettled, state.talker}
    shown = tuple(
        replace(s, score=score) if s.card == card and s.seat in unsettled else s
        for s in state.shown
    )
    bar = next((s.score for s in shown if s.seat == state.talker), state.bar)
    return replace(state, shown=shown, bar=bar)


def _answers(state: SapienciaState, event: Event) -> SapienciaState | None:
    """Events of the talker's choice, of the others' answers and of the settlement."""
    data = event.data
    match event.kind:
        case "said":
            # What is told as None is taken back.
            parts = {k: v for k, v in {**state.said, **data}.items() if k != "seat"}
            return replace(state, said={k: v for k, v in parts.items() if v is not None})
        case "exposed":
            return replace(
                state,
                phase="play",
                said={},
                category=data["category"],
                criterion=data["criterion"],
                required=tuple(data["required"]),
                bar=data["bar"],
                shown=(Shown(data["seat"], data["card"], data["bar"]),),
                waiting=tuple(data["order"]),
                unsettled=(data["seat"],),
                drawn=0,
                open_card=False,
                discarded=(),
                kept=(),
                must_call=(),
            )
        case "none":
            return replace(state, phase="draw", drawn=0, open_card=False)
        case "played":
            shown = (*state.shown, Shown(data["seat"], data["card"], data["score"]))
            # The talker is settled last (SAP-15, A12).
            unsettled = (*state.unsettled[:-1], data["seat"], state.unsettled[-1])
            return _next_turn(state, data["seat"], shown=shown, unsettled=unsettled)
        case "passed":
            return _next_turn(state, data["seat"])
        case "discarded":
            return replace(
                state,
                unsettled=tuple(s for s in state.unsettled if s != data["seat"]),
                cards=state.cards.discarded(data["seat"], data["card"]),
                discarded=(*state.discarded, data["card"]),
                hold=data["hold"],
            )
        case "kept":
            unsettled = tuple(s for s in state.unsettled if s != data["seat"])
            return replace(state, unsettled=unsettled, kept=(*state.kept, data["card"]))
    return None


def _next_turn(state: SapienciaState, seat: Seat, **more: Json) -> SapienciaState:
    waiting = tuple(s for s in state.waiting if s != seat)
    phase = "play" if waiting else "settle"
    return replace(state, phase=phase, waiting=waiting, drawn=0, open_card=False, **more)


def _pile(state: SapienciaState, event: Event) -> SapienciaState | None:
    """Events of the deck and the discard pile."""
    data = event.data
    match event.kind:
        case "took":
            # «Tomo carta»: one is taken, and it is not yet known whether it fits.
            return replace(state, open_card=True)
        case "drew":
            cards = state.cards.drawn(data["n"], tuple(data["cards"]), passes=data["passes"])
            if data["to"] == "aside":
                cards = cards.set_aside(data["n"], tuple(data["cards"]))
            else:
                cards = cards.taken(data["seat"], data["n"], tuple(data["cards"]))
            first = cards.passes > state.cards.passes and state.emptied is None
            state = replace(state, cards=cards, emptied=state.round if first else state.emptied)
            if data["to"] == "penalty":
                return state
            return replace(state, drawn=state.drawn + data["n"], open_card=False)
        case "reshuffled":
            return replace(state, cards=state.cards.reshuffled(data["deck"], tuple(data["cards"])))
        case "returned":
            return replace(state, cards=state.cards.returned())
    return None


def _timing(missed: Mapping[str, Json]) -> Timing | None:
    """Return when a missed call was heard; journals of before told no grace."""
    grace, onset, deadline = (missed.get(key) for key in ("grace", "onset", "deadline"))
    if not isinstance(grace, int | float) or not isinstance(deadline, int | float):
        return None
    return Timing(grace, deadline, onset if isinstance(onset, int | float) else None)


def _calls(state: SapienciaState, event: Event) -> SapienciaState | None:
    """Events of the call and its penalties (SAP-18, SAP-19)."""
    data = event.data
    match event.kind:
        case "call_owed":
            owed = Owed(data["id"], data["seat"])
            # A borrowed call opens a second window for one and the same fall to one card.
            again = () if data["seat"] in state.must_call else (data["seat"],)
            return replace(
                state,
                owed=owed,
                owed_n=state.owed_n + 1,
                owed_before=state.owed_before | {data["seat"]},
                must_call=(*state.must_call, *again),
            )
        case "call_made":
            return replace(state, owed=None, made=Owed(data["id"], data["seat"]))
        case "call_missed":
            waits = data["seat"] if data["denounce"] else None
            return replace(state, owed=None, denounceable=waits, timing=_timing(data))
        case "call_borrowed":
            return replace(state, made=None)
        case "not_judged":
            row = {"player": data["seat"], "why": data["why"]}
            return replace(
                state,
                owed=None,
                timing=None,
                aside_phase="call_doubt",
                doubted=data["seat"],
                not_judged=(*state.not_judged, row),
            )
        case "doubt_settled":
            return replace(state, aside_phase="", doubted=None)
        case "denounced" | "late_call":
            return replace(state, denounceable=None)
        case "false_call":
            warned = state.warned | ({data["seat"]} if data["warned"] else set())
            return replace(state, warned=warned)
        case "penalty":
            row = {"player": data["seat"], "cards": data["cards"], "why": data["why"]}
            return replace(
                state,
                penalties=(*state.penalties, row),
                protestable=Penalty(
                    data["seat"], state.cards, state.timing if data["why"] == CALL else None
                ),
            )
        case "came_late":
            penalty = state.protestable
            assert penalty is not None
            assert penalty.timing is not None
            timing = replace(penalty.timing, onset=data["onset"])
            return replace(state, protestable=replace(penalty, timing=timing))
        case "protested":
            return replace(state, aside_phase="protest")
        case "upheld":
            return replace(state, aside_phase="", protestable=None)
        case "penalty_lifted":
            assert state.protestable is not None
            return replace(
                state,
                aside_phase="",
                cards=state.protestable.before,
                protestable=None,
                penalties=state.penalties[:-1],
            )
    return None
