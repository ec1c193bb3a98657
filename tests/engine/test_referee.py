"""The referee against the worked examples S-30 to S-43 and its three promises."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine import referee
from host.engine.inputs import Deaf, HeardThrough, Input, SpokenUntil, Voice
from host.engine.referee import (
    Called,
    Judged,
    Late,
    Missed,
    NotJudged,
    Obligation,
    RefereeState,
    Satisfied,
    Verdict,
)

SPOKEN = 10.0  # the confirmation ends here; the examples' t = 0
OWED = Obligation("o1", "C", "sapiencia", opened=8.0, grace_s=5.0, line="ok")

Fact = Input | Called


def start(margin_s: float = 0.0) -> RefereeState:
    return referee.owe(RefereeState(margin_s=margin_s), OWED)[0]


def give(state: RefereeState, fact: Fact) -> Judged:
    if isinstance(fact, Called):
        return referee.call(state, fact.who, fact.onset, fact.uncertainty, name=fact.name)
    return referee.take(state, fact)


def play(*facts: Fact, margin_s: float = 0.0) -> list[Verdict]:
    state = start(margin_s)
    out: list[Verdict] = []
    for fact in facts:
        state, verdicts = give(state, fact)
        out += verdicts
    return out


def at(t: float) -> float:
    return SPOKEN + t


OK = SpokenUntil("ok", SPOKEN)
PAST = HeardThrough(at(30.0))


# ------------------------------------------------------------------ worked examples


def test_s30_in_time() -> None:
    assert play(OK, Called("C", at(2.0))) == [Satisfied("o1", "C", "sapiencia", at(2.0))]


def test_s31_exactly_at_the_deadline() -> None:
    # The watermark at the deadline says nothing yet of speech that begins just there.
    assert play(OK, HeardThrough(at(5.0)), Called("C", at(5.0))) == [
        Satisfied("o1", "C", "sapiencia", at(5.0))
    ]


def test_s32_ten_milliseconds_late() -> None:
    assert play(OK, Called("C", at(5.01)), PAST) == [
        Late("o1", "C", "sapiencia", at(5.0), at(5.01))
    ]


def test_s33_no_call() -> None:
    assert play(OK, HeardThrough(at(4.9))) == []
    assert play(OK, PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


def test_s34_in_the_same_breath_before_the_confirmation() -> None:
    assert play(Called("C", 8.0), OK) == [Satisfied("o1", "C", "sapiencia", 8.0)]


def test_a_call_before_the_act_does_not_count() -> None:
    assert play(Called("C", 7.0), OK, PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


def test_s35_an_act_that_came_to_nothing_owes_nothing() -> None:
    state = referee.drop(start(), "o1")
    state, verdicts = referee.call(state, "C", 8.0)
    assert verdicts == ()
    assert referee.take(state, PAST)[1] == ()


def test_s37_nameless_call_goes_to_who_owes() -> None:
    assert referee.owes(start(), None) == OWED
    assert play(OK, Called(None, at(1.0))) == [Satisfied("o1", "C", "sapiencia", at(1.0))]


def test_s38_nobody_owes() -> None:
    state, verdicts = referee.call(RefereeState(), "B", 3.0)
    assert verdicts == ()
    assert referee.owes(state, "B") is None


def test_another_player_by_name_does_not_serve() -> None:
    assert referee.owes(start(), "B") is None
    assert play(OK, Called("B", at(1.0)), PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


def test_another_call_does_not_serve() -> None:
    other = Called("C", at(1.0), name="uno")
    assert play(OK, other, PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


def test_s39_a_slow_recogniser_makes_the_host_wait() -> None:
    # Speech from 4.8 on holds the watermark there until its text is known at 7.1.
    assert play(OK, HeardThrough(at(4.8)), Called("C", at(4.8)), HeardThrough(at(7.1))) == [
        Satisfied("o1", "C", "sapiencia", at(4.8))
    ]


def test_s43_the_hosts_own_voice_is_no_call_and_no_doubt() -> None:
    own = Voice(at(1.0), at(2.5), explained=True)
    assert play(OK, own, PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


# ------------------------------------------------------------------ proof of absence


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (Voice(at(4.9), at(6.0), explained=False), "voice"),
        (Voice(7.5, 8.1, explained=False), "voice"),
        (Deaf(at(2.0), at(2.1), "overflow"), "deaf"),
        (Called("C", None), "onset"),
    ],
)
def test_doubt_is_never_punished(fact: Fact, why: str) -> None:
    assert play(OK, fact, PAST) == [NotJudged("o1", "C", "sapiencia", why)]
    late = Called("C", at(9.0))
    assert play(OK, fact, late, PAST) == [NotJudged("o1", "C", "sapiencia", why)]


@pytest.mark.parametrize(
    "fact",
    [Voice(at(5.1), at(6.0), explained=False), Voice(6.0, 7.9, explained=False)],
)
def test_voice_outside_the_window_is_no_doubt(fact: Voice) -> None:
    assert play(OK, fact, PAST) == [Missed("o1", "C", "sapiencia", at(5.0))]


def test_uncertainty_is_the_players() -> None:
    call = Called("C", at(5.4), 0.5)
    assert play(OK, HeardThrough(at(5.3)), call, margin_s=0.8) == [
        Satisfied("o1", "C", "sapiencia", at(5.4))
    ]
    sure = Called("C", at(5.4), 0.3)
    assert play(OK, sure, PAST, margin_s=0.8) == [Late("o1", "C", "sapiencia", at(5.0), at(5.4))]


def test_with_an_acoustic_ear_voice_just_after_the_deadline_is_doubt() -> None:
    voice = Voice(at(5.4), at(6.0), explained=False)
    assert play(OK, voice, PAST, margin_s=0.8) == [NotJudged("o1", "C", "sapiencia", "voice")]


def test_a_watermark_far_behind_is_not_judged() -> None:
    state = referee.take(start(), OK)[0]
    state = referee.take(state, HeardThrough(at(4.0)))[0]
    assert referee.tick(state, at(14.0))[1] == ()
    assert referee.tick(state, at(14.1))[1] == (NotJudged("o1", "C", "sapiencia", "behind"),)


def test_what_ends_only_now_is_not_given_up() -> None:
    """However far behind the ear is: a call that begins at the deadline is in time."""
    state = referee.take(start(), OK)[0]
    assert referee.tick(state, at(5.0))[1] == ()
    assert referee.tick(state, at(5.01))[1] == (NotJudged("o1", "C", "sapiencia", "behind"),)


def test_at_the_beginning_nothing_was_heard_yet() -> None:
    first = Obligation("o1", "C", "sapiencia", opened=0.0, grace_s=0.5, line="ok")
    state = referee.owe(RefereeState(), first)[0]
    state, verdicts = referee.take(state, SpokenUntil("ok", 0.2))
    assert verdicts == ()
    assert referee.take(state, HeardThrough(0.8))[1] == (Missed("o1", "C", "sapiencia", 0.7),)


def test_a_confirmation_that_ends_as_the_window_opens_starts_the_clock() -> None:
    state = referee.take(start(), SpokenUntil("ok", OWED.opened))[0]
    assert referee.deadline(state, OWED) == OWED.opened + OWED.grace_s


@pytest.mark.parametrize("touch", [Deaf(7.0, 8.0, "gap"), Deaf(at(5.0), at(6.0), "gap")])
def test_a_gap_that_only_touches_the_window_is_doubt(touch: Deaf) -> None:
    # The deadline itself is still in time, and so is the moment of the act.
    verdict = play(OK, touch, PAST)[0]
    assert isinstance(verdict, NotJudged)
    assert verdict.why == "deaf"


def test_a_call_that_served_takes_no_other_with_it() -> None:
    """Two called, and one of them was not told apart: it is kept for who owes the next one."""
    state = start()
    for call in (Called("C", 9.0), Called(None, 9.5)):
        state = give(state, call)[0]
    state, verdicts = referee.take(state, OK)
    assert verdicts == (Satisfied("o1", "C", "sapiencia", 9.0),)
    other = Obligation("o2", "D", "sapiencia", opened=9.2, grace_s=5.0, line="other")
    state = referee.owe(state, other)[0]
    assert referee.take(state, SpokenUntil("other", 12.0))[1] == (
        Satisfied("o2", "D", "sapiencia", 9.5),
    )


# ------------------------------------------------------------------ the clock


def test_half_a_second_of_pause_is_given_back() -> None:
    state = referee.take(start(), OK)[0]
    state = referee.resume(referee.pause(state, at(1.0))[0], at(1.5))[0]
    assert referee.deadline(state, OWED) == at(5.5)


def test_nothing_is_due_while_the_host_still_confirms() -> None:
    assert play(HeardThrough(at(100.0))) == []
    assert referee.deadline(start(), OWED) is None


def test_a_pause_stops_the_clock() -> None:
    state = referee.take(start(), OK)[0]
    state = referee.pause(state, at(2.0))[0]
    assert referee.take(state, HeardThrough(at(50.0)))[1] == ()
    state = referee.resume(state, at(60.0))[0]
    assert referee.deadline(state, OWED) == at(63.0)
    assert referee.call(state, "C", at(63.0))[1] == (Satisfied("o1", "C", "sapiencia", at(63.0)),)


def test_a_pause_before_the_clock_ran_takes_nothing() -> None:
    state = referee.pause(start(), 8.5)[0]
    state = referee.resume(state, 9.5)[0]
    state = referee.take(state, OK)[0]
    assert referee.deadline(state, OWED) == at(5.0)


def test_pause_and_deafness_at_once_count_once() -> None:
    state = referee.take(start(), OK)[0]
    state = referee.pause(state, at(1.0))[0]
    state = referee.resume(state, at(4.0))[0]
    state = referee.take(state, Deaf(at(2.0), at(6.0), "unplugged"))[0]
    assert referee.deadline(state, OWED) == at(10.0)


def test_a_call_after_deafness_still_serves() -> None:
    state = referee.take(start(), OK)[0]
    state = referee.take(state, Deaf(at(1.0), at(20.0), "unplugged"))[0]
    assert referee.call(state, "C", at(24.0))[1] == (Satisfied("o1", "C", "sapiencia", at(24.0)),)


# ------------------------------------------------------------------ ids


def test_an_id_is_used_once() -> None:
    with pytest.raises(ValueError, match="owed before"):
        referee.owe(start(), OWED)
    with pytest.raises(ValueError, match="owed before"):
        referee.owe(referee.drop(start(), "o1"), OWED)


def test_the_state_stays_small() -> None:
    state = RefereeState()
    for second in range(2000):
        state = referee.take(state, Voice(second, second + 0.5, explained=False))[0]
        state = referee.call(state, None, float(second))[0]
        state = referee.take(state, SpokenUntil(f"l{second}", float(second)))[0]
        state = referee.take(state, HeardThrough(float(second)))[0]
    assert len(state.voices) + len(state.calls) + len(state.spoken) < 200


def test_a_call_serves_only_once() -> None:
    state = referee.take(start(), OK)[0]
    state, _ = referee.call(state, "C", at(1.0))
    again = Obligation("o2", "C", "sapiencia", at(0.9), 5.0, "ok2")
    state = referee.owe(state, again)[0]
    state = referee.take(state, SpokenUntil("ok2", at(2.0)))[0]
    verdicts = referee.take(state, PAST)[1]
    assert [type(v) for v in verdicts] == [Missed]


# ------------------------------------------------------------------ properties


tenths = st.integers(60, 260).map(lambda n: n / 10)
MARGIN = 0.8
called = st.builds(Called, st.sampled_from(["C", "B", None]), tenths, st.just(0.0))
# An ear never reports a greater uncertainty than the referee's margin.
unsure = st.builds(
    Called, st.sampled_from(["C", "B", None]), tenths, st.sampled_from([0.15, MARGIN])
)
unexplained = st.builds(
    lambda t, d, e: Voice(t, t + d, e), tenths, st.sampled_from([0.2, 1.0]), st.booleans()
)
deaf = st.builds(lambda t, d: Deaf(t, t + d, "gap"), tenths, st.sampled_from([0.1, 3.0]))
facts = st.lists(st.one_of(called, unexplained, deaf), max_size=5)
acoustic = st.lists(st.one_of(called, unsure, unexplained, deaf), max_size=5)
cases = st.one_of(
    st.tuples(facts, st.just(0.0)),
    st.tuples(acoustic, st.just(MARGIN)),
)
marks = st.lists(tenths, max_size=8).map(lambda ts: [HeardThrough(t) for t in sorted(ts)])


def begins(fact: Fact) -> float:
    match fact:
        case SpokenUntil() | HeardThrough():
            return fact.t
        case Called():
            assert fact.onset is not None
            return fact.onset
        case _:
            return fact.start


def arrivals(things: list[Fact], through: list[HeardThrough], chance: random.Random) -> list[Fact]:
    """Any order in which nothing comes after the watermark that has passed its beginning."""
    marks = [*through, HeardThrough(100.0)]
    slots: list[list[Fact]] = [[] for _ in marks]
    for thing in things:
        allowed = [n for n, _ in enumerate(marks) if all(m.t <= begins(thing) for m in marks[:n])]
        slots[chance.choice(allowed)].append(thing)
    order: list[Fact] = []
    for slot, mark in zip(slots, marks, strict=True):
        chance.shuffle(slot)
        order += [*slot, mark]
    return order


@settings(max_examples=120, deadline=None)
@given(cases, marks, st.randoms(use_true_random=False))
def test_arrival_never_changes_a_verdict(
    case: tuple[list[Fact], float], through: list[HeardThrough], chance: random.Random
) -> None:
    things, margin = [*case[0], OK], case[1]
    results = []
    for _ in range(4):
        verdicts = play(*arrivals(things, through, chance), margin_s=margin)
        results.append([type(v) for v in verdicts])
    assert all(a == b for a, b in pairwise(results))
    assert len(results[0]) == 1


@settings(max_examples=120, deadline=None)
@given(cases, marks, st.randoms(use_true_random=False))
def test_how_often_the_watermark_moves_decides_no_penalty(
    case: tuple[list[Fact], float], through: list[HeardThrough], chance: random.Random
) -> None:
    things, margin = [*case[0], OK], case[1]

    def punished(marks: list[HeardThrough]) -> str:
        (verdict,) = play(*arrivals(things, marks, chance), margin_s=margin)
        return "penalty" if isinstance(verdict, Missed | Late) else type(verdict).__name__

    assert punished(through) == punished([]) == punished(through[::2])


@settings(max_examples=120, deadline=None)
@given(facts, marks, st.randoms(use_true_random=False))
def test_no_penalty_with_a_doubt_in_the_window(
    things: list[Fact], through: list[HeardThrough], chance: random.Random
) -> None:
    doubt = Voice(at(3.0), at(3.2), explained=False)
    verdicts = play(*arrivals([*things, OK, doubt], through, chance))
    assert not any(isinstance(v, Missed | Late) for v in verdicts)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.one_of(called, unexplained, deaf, tenths.map(HeardThrough), st.just(OK))),
    st.lists(st.sampled_from(["pause", "resume", "drop", "tick", "fact"]), max_size=30),
)
def test_never_two_verdicts_for_one_obligation(things: list[Fact], acts: list[str]) -> None:
    """Whatever comes, in any order, even against the contract of the watermark."""
    state, out = start(), list[Verdict]()
    queue = list(things)
    for act in [*acts, *["fact"] * len(queue)]:
        verdicts: tuple[Verdict, ...] = ()
        match act:
            case "pause":
                state, verdicts = referee.pause(state, state.watermark)
            case "resume":
                state, verdicts = referee.resume(state, state.watermark)
            case "drop":
                state = referee.drop(state, "o1")
            case "tick":
                state, verdicts = referee.tick(state, state.watermark + 11.0)
            case _ if queue:
                state, verdicts = give(state, queue.pop(0))
        out += verdicts
    assert len(out) <= 1


def test_the_next_players_act_may_end_the_window() -> None:
    """A15 as a house rule: a call after it is late, however much grace was left."""
    state, _ = referee.take(start(), SpokenUntil("ok", SPOKEN))
    state, verdicts = referee.close_at(state, SPOKEN + 1.0)
    assert verdicts == ()
    state, verdicts = referee.call(state, "C", SPOKEN + 1.5)
    assert verdicts == ()
    _, verdicts = referee.take(state, HeardThrough(SPOKEN + 2.0))
    assert verdicts == (Late("o1", "C", "sapiencia", SPOKEN + 1.0, SPOKEN + 1.5),)


def test_an_end_after_the_deadline_gives_no_more_time() -> None:
    state, _ = referee.take(start(), SpokenUntil("ok", SPOKEN))
    state, _ = referee.close_at(state, SPOKEN + 9.0)
    _, verdicts = referee.take(state, HeardThrough(SPOKEN + 5.1))
    assert verdicts == (Missed("o1", "C", "sapiencia", SPOKEN + 5.0),)
