"""The table's side of timed calls: windows, what is held back meanwhile, and verdicts.

After every act that may bring a call the table opens a window. If nobody owes one it opens an
empty window of the same length, so that what is held back, and for how long, tells nobody
whether a call is owed (D10). The referee judges; this module feeds it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from host.engine import referee
from host.engine.game import Event, Seat
from host.engine.inputs import Input, SpokenUntil
from host.engine.referee import Judged, Late, Missed, NotJudged, Obligation, Satisfied, Verdict

BRINGS = "discarded"
"""The kind of event after which a call may be owed; the table opens a window for each act
that has one (D10)."""

OWED = "call_owed"
"""The kind of event that says that one is."""

SETTLES = "settle"
"""The phase that waits for a window to close, and the table's move that ends it (D10)."""

SETTLING = "settling"
"""The kind of event with which a settlement begins that had waited for a window."""

TURN_ENDS = "round_ended"
"""The kind of event behind which no call made before counts any more: it ends the talker's turn,
the last that was open (A16)."""

NOBODY = ""
"""Who owes the call of an empty window."""

VERDICT_ACTS = frozenset(
    {"call_made", "call_missed", "call_doubted", "call_borrowed", "false_call", SETTLES}
)
"""Moves of the table itself: an undo takes them back with the act they follow."""


@runtime_checkable
class Calling(Protocol):
    """A game in which something must be called in time."""

    call: str
    """Which call; empty if this table plays without (A15)."""

    grace_s: float
    """Seconds from the host's confirmation to the deadline, inclusive (A15)."""

    loud_call: bool
    """True if any voice of the owner stands for the word, for who cannot say it."""

    close_on_next_play: bool
    """True if the window ends where the next player's act begins (A15)."""

    def may_owe(self, state: Any, seat: Seat) -> bool:
        """Tell whether the seat's act that is under way may bring it a call (A14)."""
        ...


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table has to tell the game: an act and its details, for one window.

    Attributes:
        onset: seconds at which the call began, None if none was heard.
        deadline: seconds at which the window ends, None while that is not fixed.
        grace: how long it was, in seconds.
    """

    act: str
    id: str
    who: Seat
    onset: float | None = None
    deadline: float | None = None
    why: str = ""
    grace: float | None = None

    @property
    def args(self) -> dict[str, Any]:
        """The move's arguments."""
        args: dict[str, Any] = {"id": self.id, "deadline": self.deadline, "grace": self.grace}
        if self.act == "call_doubted":
            return {**args, "why": self.why}
        return {**args, "onset": self.onset}


@dataclass(frozen=True, slots=True)
class EarlyCall:
    """A call that somebody made in their own turn while there was nothing to call for (A14).

    Attributes:
        who: whose it is.
        onset: seconds at which it began, off by up to `uncertainty`.
        name: which call.
        own: True if the room knows that it was theirs.
        silent: True if it is not answered, then or later: it was made in a window (D10).
    """

    who: Seat
    onset: float
    uncertainty: float
    name: str
    own: bool = False
    silent: bool = False


class Windows:
    """The windows of one table, at most one set open at a time."""

    def __init__(self, margin_s: float = 0.0) -> None:
        """Begin with none.

        Args:
            margin_s: the greatest uncertainty of an onset that the ear can report, 0 for text.
        """
        self._state = referee.RefereeState(margin_s=margin_s)
        self._unsaid: list[str] = []
        self._opened = 0
        self._turn = math.inf
        self._grace: dict[str, float] = {}

    @property
    def open(self) -> bool:
        """True while a window is open, owed or empty: moves wait."""
        return bool(self._state.owed)

    @property
    def owed(self) -> bool:
        """True while somebody owes a call."""
        return any(o.who != NOBODY for o in self._state.owed)

    def after(
        self,
        events: Sequence[Event],
        *,
        name: str,
        opened: float,
        grace_s: float,
        early: Mapping[Seat, EarlyCall] | None = None,
    ) -> list[Ruling]:
        """Open what an accepted act brings; its clock waits for `said`.

        Args:
            events: those of the act.
            name: which call the game knows.
            opened: seconds at which the own turn began: a call since then counts (A14).
            grace_s: seconds from the end of the confirmation to the deadline.
            early: calls that were made before, in the seat's own turn, however long ago that
                began: the talker's lasts from the opening to the settlement (A14, A16).

        A settlement is the last act of the talker's own play (A16). Where it waited for a window
        everybody saw meanwhile what it would bring, so a call since the act before it counts.
        """
        kinds = {event.kind for event in events}
        if SETTLING in kinds:
            opened = min(opened, self._turn)
        elif kinds & {OWED, BRINGS}:
            self._turn = opened
        owed = [event for event in events if event.kind == OWED]
        rulings: list[Ruling] = []
        for event in owed:
            call = early.get(event["seat"]) if early else None
            since = opened if call is None else min(opened, call.onset)
            rulings += self._owe(event["id"], event["seat"], event["call"], since, grace_s)
            if call is not None:
                rulings += self.call(call.who, call.onset, call.uncertainty, call.name)
        if not owed and any(event.kind == BRINGS for event in events):
            rulings += self._owe("none", NOBODY, f"no {name}", opened, grace_s)
        return rulings

    def said(self, t: float) -> list[Ruling]:
        """Start the clocks: the host has finished confirming at `t` and is silent."""
        rulings: list[Ruling] = []
        for line in self._unsaid:
            rulings += self._take(referee.take(self._state, SpokenUntil(line, t)))
        self._unsaid.clear()
        return rulings

    def take(self, fact: Input, now: float) -> list[Ruling]:
        """Take what the room reports."""
        rulings = self._take(referee.take(self._state, fact))
        return rulings + self._take(referee.tick(self._state, now))

    def call(self, who: Seat | None, onset: float, uncertainty: float, name: str) -> list[Ruling]:
        """Take a call that began at `onset`; `who` None goes to whoever owes one (D12)."""
        return self._take(referee.call(self._state, who, onset, uncertainty, name=name))

    def next_play(self, t: float) -> list[Ruling]:
        """End the windows at `t`, where the next player's act began (A15)."""
        return self._take(referee.close_at(self._state, t))

    def pause(self, t: float) -> list[Ruling]:
        """Stop the clocks (D11)."""
        return self._take(referee.pause(self._state, t))

    def resume(self, t: float) -> list[Ruling]:
        """Let the clocks run on with the time that was left (D11)."""
        return self._take(referee.resume(self._state, t))

    def forget(self) -> list[EarlyCall]:
        """Drop every window: the act that brought it was undone.

        Returns:
            The calls that would have served one once its clock ran.
        """
        waited = [
            EarlyCall(owed.who, call.onset, call.uncertainty, owed.name, call.who is not None, True)
            for owed in self._state.owed
            for call in self._state.calls
            if owed.who != NOBODY and call.onset is not None and call.serves(owed)
        ]
        for owed in self._state.owed:
            self._state = referee.drop(self._state, owed.id)
        self._unsaid.clear()
        return waited

    def _owe(self, owed: str, who: Seat, name: str, opened: float, grace_s: float) -> list[Ruling]:
        # An id of the game comes again when its act is undone and done again; the referee's
        # never do.
        self._opened += 1
        id_ = f"{owed}#{self._opened}"
        self._unsaid.append(id_)
        self._grace = {id_: grace_s}
        return self._take(
            referee.owe(self._state, Obligation(id_, who, name, opened, grace_s, line=id_))
        )

    def _take(self, judged: Judged) -> list[Ruling]:
        owed = {o.id: o for o in self._state.owed}
        self._state, verdicts = judged
        return [
            self._with_times(_ruling(verdict), verdict.id, owed.get(verdict.id))
            for verdict in verdicts
            if verdict.who != NOBODY
        ]

    def _with_times(self, ruling: Ruling, id_: str, owed: Obligation | None) -> Ruling:
        """Return the ruling with the window's length, and its end if that is known yet."""
        ruling = replace(ruling, grace=self._grace.get(id_))
        if owed is None or ruling.deadline is not None:
            return ruling
        deadline = referee.deadline(self._state, owed)
        known = deadline is not None and math.isfinite(deadline)
        return replace(ruling, deadline=deadline if known else None)


def _ruling(verdict: Verdict) -> Ruling:
    owed = verdict.id.rpartition("#")[0]
    match verdict:
        case Satisfied(_, who, _, t):
            return Ruling("call_made", owed, who, onset=t)
        case Missed(_, who, _, t):
            return Ruling("call_missed", owed, who, deadline=t)
        case Late(_, who, _, t, onset):
            return Ruling("call_missed", owed, who, onset=onset, deadline=t)
        case NotJudged(_, who, _, why):
            return Ruling("call_doubted", owed, who, why=why)
