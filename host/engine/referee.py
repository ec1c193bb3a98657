"""The referee: what somebody must call in time, judged on the microphone's clock.

An obligation opens with the act that brings it, and its clock runs from the end of the
host's confirmation (SAP-18, D10). The state keeps facts (calls, deafness, unexplained voice,
pauses, ends of lines); a verdict is read off the facts, so that it does not matter when or in
which order they arrive, as long as none comes after the watermark that has passed it.

**A penalty needs proof of absence**: `Missed` and `Late` are given only if the host was
hearing from opening to deadline and every voice in between was explained. Else `NotJudged`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from host.engine.inputs import Deaf, HeardThrough, Input, SpokenUntil, Voice

MOST_BEHIND_S = 10.0
"""A watermark further behind than this makes a window "not judged" (design.md section 2)."""

KEPT_S = 60.0
"""Facts are remembered this long: an act is accepted seconds after its onset."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that a seat must call.

    Attributes:
        id: unique in a sitting, never used again.
        who: the seat that owes the call.
        name: which call, for example ``sapiencia``.
        opened: seconds at which the own act began; a call in the same breath counts (A14).
        grace_s: seconds from the end of the confirmation to the deadline, inclusive.
        line: id of the host's line that confirms the act.
        latest: a deadline whatever the grace, in seconds: the next player's act, where a table
            plays so (A15). Infinite if there is none.
    """

    id: str
    who: str
    name: str
    opened: float
    grace_s: float
    line: str
    latest: float = math.inf


@dataclass(frozen=True, slots=True)
class Satisfied:
    """The call came in time. `t` is its onset in seconds."""

    id: str
    who: str
    name: str
    t: float


@dataclass(frozen=True, slots=True)
class Missed:
    """No call came, and it is proven. `t` is the deadline in seconds."""

    id: str
    who: str
    name: str
    t: float


@dataclass(frozen=True, slots=True)
class Late:
    """A call came too late, and it is proven that none came before. `t` is the deadline."""

    id: str
    who: str
    name: str
    t: float
    onset: float


@dataclass(frozen=True, slots=True)
class NotJudged:
    """It cannot be known.

    `why` is ``deaf``, ``voice`` (unexplained), ``onset`` (a call that nobody can date) or
    ``behind`` (the watermark).
    """

    id: str
    who: str
    name: str
    why: str


Verdict = Satisfied | Missed | Late | NotJudged


@dataclass(frozen=True, slots=True)
class Called:
    """A call that was heard; `onset` None if nothing dates it, `who` None if nobody knows."""

    who: str | None
    onset: float | None
    uncertainty: float = 0.0
    name: str | None = None

    def may_be(self, owed: Obligation) -> bool:
        """Tell whether it can be the call that is owed. A nameless voice counts for anyone."""
        return self.who in (None, owed.who) and self.name in (None, owed.name)

    def serves(self, owed: Obligation) -> bool:
        """Tell whether it can be that call and did not begin before the act that is owed for."""
        began = None if self.onset is None else self.onset + self.uncertainty
        return self.may_be(owed) and began is not None and began >= owed.opened


@dataclass(frozen=True, slots=True)
class Pause:
    """The table's pause; `end` is infinite while it lasts."""

    start: float
    end: float = math.inf


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The facts, and what is owed.

    Attributes:
        margin_s: the greatest uncertainty of an onset that the ear in use can report, 0 for
            text. A call that began this much after the deadline may still have been in time,
            so the judge waits until the watermark has passed the deadline by as much.
        watermark: all speech that began before it has been reported, in seconds.
        owed: the open obligations, oldest first.
        closed: ids that were judged or dropped.
        spoken: ends of the host's lines.
        calls: calls that have satisfied nothing yet.
        deaf: stretches in which nothing could be heard.
        voices: stretches of unexplained voice.
        pauses: the table's pauses.
    """

    margin_s: float = 0.0
    watermark: float = 0.0
    owed: tuple[Obligation, ...] = ()
    closed: frozenset[str] = field(default_factory=frozenset)
    spoken: tuple[SpokenUntil, ...] = ()
    calls: tuple[Called, ...] = ()
    deaf: tuple[Deaf, ...] = ()
    voices: tuple[Voice, ...] = ()
    pauses: tuple[Pause, ...] = ()


Judged = tuple[RefereeState, tuple[Verdict, ...]]


def owe(state: RefereeState, obligation: Obligation) -> Judged:
    """Open a window.

    Raises:
        ValueError: the id was used before (one miss, one penalty).
    """
    used = state.closed | {o.id for o in state.owed}
    if obligation.id in used:
        raise ValueError(f"obligation {obligation.id!r} was owed before")
    owed = sorted((*state.owed, obligation), key=lambda o: (o.opened, o.id))
    return _settle(replace(state, owed=tuple(owed)))


def take(state: RefereeState, fact: Input) -> Judged:
    """Take one of the engine's inputs and return what is now decided."""
    match fact:
        case SpokenUntil():
            state = replace(state, spoken=(*state.spoken, fact))
        case HeardThrough():
            state = replace(state, watermark=max(state.watermark, fact.t))
        case Deaf():
            state = replace(state, deaf=(*state.deaf, fact))
        case Voice():
            if not fact.explained:
                state = replace(state, voices=(*state.voices, fact))
    return _settle(state)


def call(
    state: RefereeState,
    who: str | None,
    onset: float | None,
    uncertainty: float = 0.0,
    *,
    name: str | None = None,
) -> Judged:
    """Take a call that began at `onset` (seconds, off by up to `uncertainty`).

    With `who` None it goes to whoever owes one (D12); if several do, it serves them all, since
    nobody can prove that it was not theirs.
    """
    return _settle(replace(state, calls=(*state.calls, Called(who, onset, uncertainty, name))))


def pause(state: RefereeState, t: float) -> Judged:
    """Stop the clocks at `t`; a second pause inside one changes nothing."""
    if any(math.isinf(p.end) for p in state.pauses):
        return state, ()
    return _settle(replace(state, pauses=(*state.pauses, Pause(t))))


def resume(state: RefereeState, t: float) -> Judged:
    """Let the clocks run on from `t` with the time that was left (D11)."""
    pauses = tuple(
        Pause(p.start, max(p.start, t)) if math.isinf(p.end) else p for p in state.pauses
    )
    return _settle(replace(state, pauses=pauses))


def close_at(state: RefereeState, t: float) -> Judged:
    """Let no open window end later than `t` (A15, `close_on_next_play`)."""
    owed = tuple(replace(o, latest=min(o.latest, t)) for o in state.owed)
    return _settle(replace(state, owed=owed))


def drop(state: RefereeState, obligation_id: str) -> RefereeState:
    """Forget an obligation whose act was undone: no verdict, ever."""
    kept = tuple(o for o in state.owed if o.id != obligation_id)
    return replace(state, owed=kept, closed=state.closed | {obligation_id})


def tick(state: RefereeState, now: float) -> Judged:
    """Give up on windows for which the ear is more than `MOST_BEHIND_S` behind `now`."""
    if now - state.watermark <= MOST_BEHIND_S:
        return state, ()
    gone = [
        o for o in state.owed if (end := deadline(state, o)) is not None and end < now < math.inf
    ]
    return _close(state, [NotJudged(o.id, o.who, o.name, "behind") for o in gone])


def owes(state: RefereeState, who: str | None, name: str | None = None) -> Obligation | None:
    """Return the oldest open obligation that a call by `who` (None: anybody) would serve."""
    probe = Called(who, None, name=name)
    return next((o for o in state.owed if probe.may_be(o)), None)


def deadline(state: RefereeState, owed: Obligation) -> float | None:
    """Return the last onset that is in time, in seconds.

    None while the confirmation is still being said; infinite during a pause that stops the
    clock.
    """
    return _deadline(state, owed, state.pauses)


def _deadline(state: RefereeState, owed: Obligation, pauses: tuple[Pause, ...]) -> float | None:
    ends = [s.t for s in state.spoken if s.line == owed.line and s.t >= owed.opened]
    if not ends:
        return None
    # The clock starts when the host has finished; what stops it puts the deadline off.
    reached = max(ends)
    if owed.latest <= reached + owed.grace_s:
        return owed.latest
    last = reached + owed.grace_s
    stops = sorted([(p.start, p.end) for p in pauses] + [(d.start, d.end) for d in state.deaf])
    for start, end in stops:
        if start > last:
            break
        lost = end - max(start, reached)
        if lost > 0:  # overlapping stops count once
            last += lost
            reached = end
    return min(last, owed.latest)


def _settle(state: RefereeState) -> Judged:
    """Judge what can be judged, and forget facts that are too old to matter."""
    verdicts = [v for o in state.owed if (v := _judge(state, o)) is not None]
    state, given = _close(state, verdicts)
    return _prune(state), given


def _close(state: RefereeState, verdicts: list[Verdict]) -> Judged:
    ids = {v.id for v in verdicts}
    used = {(v.who, v.t) for v in verdicts if isinstance(v, Satisfied)}
    # A call serves once: what it satisfied is over, and it is no false call later.
    calls = tuple(
        c for c in state.calls if not any(c.onset == t and c.who in (None, who) for who, t in used)
    )
    state = replace(
        state,
        owed=tuple(o for o in state.owed if o.id not in ids),
        closed=state.closed | ids,
        calls=calls,
    )
    return state, tuple(verdicts)


def _judge(state: RefereeState, owed: Obligation) -> Verdict | None:
    lasting = tuple(p for p in state.pauses if not math.isinf(p.end))
    sure = _deadline(state, owed, lasting)
    if sure is None:
        return None
    calls = [c for c in state.calls if c.may_be(owed)]
    in_time = [
        c.onset
        for c in calls
        if c.onset is not None and c.serves(owed) and c.onset - c.uncertainty <= sure
    ]
    if in_time:
        return Satisfied(owed.id, owed.who, owed.name, min(in_time))
    last = deadline(state, owed)
    # Strictly: the watermark says nothing yet of speech that begins just at it.
    if last is None or state.watermark <= last + state.margin_s:
        return None
    doubt = _doubt(state, owed, last, any(c.onset is None for c in calls))
    if doubt:
        return NotJudged(owed.id, owed.who, owed.name, doubt)
    # Only calls that the watermark vouches for: others may or may not have arrived yet.
    late = [c.onset for c in calls if c.onset is not None and last < c.onset < state.watermark]
    if late:
        return Late(owed.id, owed.who, owed.name, last, min(late))
    return Missed(owed.id, owed.who, owed.name, last)


def _doubt(state: RefereeState, owed: Obligation, last: float, undated: bool) -> str:
    """Return why absence is not proven between opening and deadline, or an empty string."""
    margin = state.margin_s
    if any(d.start - margin <= last and d.end + margin >= owed.opened for d in state.deaf):
        return "deaf"
    if any(v.start - margin <= last and v.end + margin >= owed.opened for v in state.voices):
        return "voice"
    return "onset" if undated else ""


def _prune(state: RefereeState) -> RefereeState:
    since = min([state.watermark, *(o.opened for o in state.owed)]) - KEPT_S
    return replace(
        state,
        spoken=tuple(s for s in state.spoken if s.t >= since),
        calls=tuple(c for c in state.calls if c.onset is None or c.onset >= since),
        deaf=tuple(d for d in state.deaf if d.end >= since),
        voices=tuple(v for v in state.voices if v.end >= since),
        pauses=tuple(p for p in state.pauses if p.end >= since),
    )
