"""The call of Sapiencia: what the table found out about it, and what that costs.

The game does not judge time (design.md section 2); the referee does, and the table brings
the verdict as a move: `call_made`, `call_missed`, `call_doubted`, `call_borrowed` or
`false_call`. None of these is an act of a player: an undo takes them back with the act
before them.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Chance, Event, Move, Refusal, Seat
from host.games.sapiencia_flow import Flow
from host.games.sapiencia_rules import CALL
from host.games.sapiencia_state import SapienciaState, apply_event

CALL_ACTS = frozenset(
    {
        "call_made",
        "call_missed",
        "call_doubted",
        "call_borrowed",
        "did_call",
        "did_not_call",
        "false_call",
        "denounce",
        "protest",
        "uphold",
        "overrule",
    }
)
"""Acts about a call. They are taken while one is owed, and end no other act's undo."""

TABLE_SAYS = frozenset({"doubt_settled", "protested", "upheld", "penalty_lifted", "denounced"})
"""First events of what players say of a call. Any voice may have said it, so that it can be taken
back like an act, until the next one."""

Decision = list[Event] | Refusal


def decide_call(flow: Flow, state: SapienciaState, move: Move, chance: Chance) -> Decision:
    """Turn an act of `CALL_ACTS` into events, or say why it does not count."""
    match move.act:
        case "call_made" | "call_missed" | "call_doubted":
            return _verdict(flow, state, move, chance)
        case "call_borrowed":
            return _borrowed(state, move)
        case "did_call" | "did_not_call":
            return _doubt(flow, state, move, chance)
        case "false_call":
            return _false_call(flow, state, move, chance)
        case "denounce":
            return _denounce(flow, state, move, chance)
    return _protest(state, move)


def _no_window(state: SapienciaState) -> Refusal:
    return Refusal("no_window", {"phase": state.phase})


def _verdict(flow: Flow, state: SapienciaState, move: Move, chance: Chance) -> Decision:
    """Take the referee's verdict about the call that is owed (SAP-18, SAP-19, A15)."""
    owed = state.owed
    if owed is None or move.args.get("id") != owed.id:
        return _no_window(state)
    told = {"id": owed.id, "seat": owed.seat}
    when = {"deadline": move.args.get("deadline"), "grace": move.args.get("grace")}
    match move.act:
        case "call_made":
            return [Event("call_made", {**told, "onset": move.args.get("onset"), **when})]
        case "call_doubted":
            return [Event("not_judged", {**told, "why": str(move.args.get("why", "")), **when})]
    missed = Event(
        "call_missed",
        {
            **told,
            "late": move.args.get("onset") is not None,
            "onset": move.args.get("onset"),
            **when,
            "denounce": flow.rules.denounce,
        },
    )
    if flow.rules.denounce:
        # A20 as a house rule: it costs only if another player says so.
        return [missed]
    return [missed, *flow.missed(apply_event(state, missed), owed.seat, chance)]


def _borrowed(state: SapienciaState, move: Move) -> Decision:
    """Void a call that somebody else made, and open the owner's window in full (D12)."""
    made = state.made
    if made is None or move.args.get("id", made.id) != made.id:
        return _no_window(state)
    again = {"id": f"{CALL}-{state.owed_n + 1}", "seat": made.seat, "call": CALL}
    return [
        Event("call_borrowed", {"id": made.id, "seat": made.seat, "by": move.who or None}),
        Event("call_owed", again),
    ]


def _doubt(flow: Flow, state: SapienciaState, move: Move, chance: Chance) -> Decision:
    """Let the table say whether a call was made that nobody could judge."""
    if state.aside_phase != "call_doubt" or state.doubted is None:
        return Refusal("not_now", {"phase": state.aside_phase or state.phase})
    seat = state.doubted
    called = move.act == "did_call"
    settled = Event("doubt_settled", {"seat": seat, "called": called})
    if called:
        return [settled]
    return [settled, *flow.missed(apply_event(state, settled), seat, chance)]


def _false_call(flow: Flow, state: SapienciaState, move: Move, chance: Chance) -> Decision:
    """Take a call that nothing called for (A19, D13).

    It costs nothing out of turn, from an unknown voice, or with one card left, and nothing
    as written; `warn` lets the first one of a seat pass.
    """
    if state.phase in ("blank", "over") or state.aside_phase:
        return Refusal("not_now", {"phase": state.aside_phase or state.phase})
    seat = move.who
    if seat and seat == state.denounceable:
        # With denunciation a call that comes before it is late but good.
        return [Event("late_call", {"seat": seat})]
    penalty = state.protestable
    timing = None if penalty is None else penalty.timing
    if penalty is not None and timing is not None and seat in ("", penalty.seat):
        # Once more, or for the first time: it was paid for.
        late = timing.onset is not None or move.onset > timing.deadline
        if late:
            # Not false: its penalty was told a moment before. A protest tells when it came.
            return [Event("came_late", {"seat": penalty.seat, "onset": move.onset})]
    rule = flow.rules.false_call
    costs = bool(seat) and move.args.get("in_turn") is True and state.counts.get(seat, 0) > 1
    first = seat not in state.warned
    warned = costs and rule == "warn" and first
    number = 1 if rule == "warn" else int(rule)
    cards = 0 if not costs or warned else number
    told = Event(
        "false_call",
        {
            "seat": seat or None,
            "in_turn": move.args.get("in_turn") is True,
            "warned": warned,
            "cards": cards,
        },
    )
    if not cards:
        return [told]
    after = apply_event(state, told)
    return [told, *flow.penalty(after, seat, cards, "false_call", chance)]


def _denounce(flow: Flow, state: SapienciaState, move: Move, chance: Chance) -> Decision:
    """Denounce a missed call, until the next act; nobody denounces their own (A20)."""
    seat = state.denounceable
    if seat is None or state.aside_phase:
        return _no_window(state)
    if move.who == seat:
        others: tuple[Seat, ...] = tuple(s for s in flow.seats if s != seat)
        return Refusal("not_your_turn", {"name": seat}, others)
    told = Event("denounced", {"seat": seat, "by": move.who or None})
    return [told, *flow.missed(apply_event(state, told), seat, chance)]


def _protest(state: SapienciaState, move: Move) -> Decision:
    """Protest against the last penalty, until the next act, and settle the protest."""
    penalty = state.protestable
    if penalty is None or (move.act == "protest") != (state.aside_phase != "protest"):
        return Refusal("not_now", {"phase": state.aside_phase or state.phase})
    if move.act == "protest":
        if state.owed is not None or state.aside_phase:
            return Refusal("not_now", {"phase": state.aside_phase or state.phase})
        return [Event("protested", {"seat": penalty.seat, "by": move.who or None})]
    cards = state.penalties[-1]["cards"]
    if move.act == "uphold":
        return [Event("upheld", {"seat": penalty.seat, "cards": cards})]
    return [Event("penalty_lifted", {"seat": penalty.seat, "cards": cards})]


def follows(events: Sequence[Event]) -> bool:
    """Tell whether an act belongs to the act before it: an undo takes both back (rules 4.1)."""
    return not any(e.kind in ("moved", "game_began") for e in events)
