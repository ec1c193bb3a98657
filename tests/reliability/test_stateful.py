"""Tables of all three games under whatever people do, step by step, against the slow models.

Hypothesis chooses what happens: somebody says what is awaited or anything at all, while the
host speaks or after it; undo, «no fui yo», protest, pause and resume; the microphone goes;
nobody says anything; the program ends and the game is gone on with. After every step the
journal gives the same table, the slow table of the rules has the same as the game, and nobody
who called in time has drawn; every refusal is spoken. A failure is told as it was found: an
evening has few steps, and to make it smaller would take minutes.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from host.bench.random_play import SEATS
from host.engine.journal import Journal
from host.engine.session import Session
from tests.reliability.evenings import DELAYS, Evenings, judge
from tests.reliability.replay import play_again
from tests.reliability.talk import NOISE, Talk

SMALL = settings(
    max_examples=10,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

RULES: dict[str, dict[str, Any]] = {
    "iknow": {
        "target": [10, 20],
        "bets": ["required", "optional"],
        "settle": ["round", "square"],
        "level_order": ["square", "placement"],
        "doubt": ["table", "host"],
        "tie": ["shared", "play_on"],
        "negative": [False, True],
    },
    "sapiencia": {
        "hands": ["unknown", "known"],
        "discard": ["bar", "highest", "running"],
        "direction": ["right", "left"],
        "drawn": ["keep", "return"],
        "false_call": [0, "warn", 1, 3],
        "call_each_time": [True, False],
        "finish_round": [False, True],
        "talker_repeats": [True, False],
        "end_after": [3, 1],
        "tie": ["shared", "nearest"],
    },
    "wizard": {
        "bidding": ["open", "secret", "delayed"],
        "jester_wizard": ["no_suit", "next_suit"],
        "tie": ["shared", "bids"],
        "rounds": [1, 2, 3],
    },
}
"""Rules that are drawn for a table; the first of each is the written one."""

MENDS = (
    "deshacer",
    "me equivoqué",
    "no fui yo",
    "fue Luis",
    "protesto",
    "Luis acertó",
    "Ana no acertó",
    "pregunta mala",
)
"""What puts right what was done, or tries to."""

DEPTHS: list[dict[str, Any]] = [
    {"keep": "cards", "hands": "known"},
    {"keep": "cards", "hands": "unknown"},
    {"keep": "tricks"},
    {"keep": "score"},
]
"""How much of a game of Wizard is kept (D30)."""


class AnyTable(RuleBasedStateMachine):
    """One evening, and everything that may happen at it."""

    game = ""

    @initialize(seed=st.integers(0, 30), delay=st.sampled_from(DELAYS), data=st.data())
    def begin(self, seed: int, delay: float, data: st.DataObject) -> None:
        rules = {key: data.draw(st.sampled_from(all)) for key, all in RULES[self.game].items()}
        setup = {}
        if self.game == "wizard":
            rules |= data.draw(st.sampled_from(DEPTHS))
        if self.game == "sapiencia" and data.draw(st.booleans()):
            setup["counts"] = {s: data.draw(st.sampled_from([2, 2, 3])) for s in SEATS}
        self.opened = {"delay": delay, "rules": rules, "setup": setup}
        self.seed = seed
        self.talk = Talk(self.game, seed, **self.opened)
        self.let_it_go_on()

    def let_it_go_on(self) -> None:
        """Run the room until the host has nothing more to say and nobody speaks."""
        talk = self.talk
        until = talk.room.now + 900.0
        while not talk.table.done and not (talk.table.idle and talk.room.now >= talk._busy_until):
            refused = len(talk.table.refusals)
            for event in talk.room.step():
                if not talk.table.done:
                    talk.table.take(event)
            told = len(talk.table.refusals) == refused or not talk.table.idle
            assert told or talk.table.done, "a refusal was not spoken"
            assert talk.room.now < until, "the table does not come to rest"

    def say(self, who: str | None, words: str, wait: float, at_once: bool) -> None:
        if self.talk.table.done:
            return  # the evening is over, and nobody listens
        self.talk._say(who, words, wait)
        if not at_once:
            self.let_it_go_on()

    @rule(luck=st.integers(0, 200), wait=st.sampled_from([0.3, 1.2]), at_once=st.booleans())
    def somebody_says_what_is_awaited(self, luck: int, wait: float, at_once: bool) -> None:
        talk = self.talk
        talk.rng.seed(luck)
        pending = talk.table._pending is not None
        line = (None, "sí") if pending else talk.something_awaited()
        if line is None:
            self.time_goes_by(12.0)
        else:
            self.say(*line, wait, at_once and luck % 4 == 0)

    @rule(luck=st.integers(0, 200), times=st.integers(2, 6))
    def the_game_goes_on_for_a_while(self, luck: int, times: int) -> None:
        for number in range(times):
            self.somebody_says_what_is_awaited(luck + number, 0.3, False)

    @rule(
        who=st.sampled_from([*SEATS, None]),
        words=st.sampled_from(NOISE),
        wait=st.sampled_from([0.0, 0.4, 3.0]),
        at_once=st.booleans(),
    )
    def somebody_says_anything(
        self, who: str | None, words: str, wait: float, at_once: bool
    ) -> None:
        self.say(who, words, wait, at_once)

    @rule(
        words=st.sampled_from(MENDS),
        who=st.sampled_from([*SEATS, None]),
        agreed=st.booleans(),
    )
    def something_is_put_right(self, words: str, who: str | None, agreed: bool) -> None:
        self.say(who, words, 0.4, False)
        if self.talk.table._pending is not None:
            self.say(who, "sí" if agreed else "no", 0.4, False)

    @rule(seconds=st.sampled_from([2.0, 40.0]))
    def pause_and_resume(self, seconds: float) -> None:
        self.say(None, "Tertulia, pausa", 0.4, False)
        self.time_goes_by(seconds)
        self.say(None, "Tertulia, sigue", 0.4, False)

    @rule(seconds=st.sampled_from([1.0, 8.0, 40.0]))
    def time_goes_by(self, seconds: float) -> None:
        self.talk._busy_until = self.talk.room.now + seconds
        self.let_it_go_on()

    @rule(seconds=st.sampled_from([0.3, 2.0, 20.0]))
    def the_microphone_goes(self, seconds: float) -> None:
        self.talk.room.unplug(seconds)

    @rule()
    def the_program_ends_and_the_game_is_gone_on_with(self) -> None:
        if not self.talk.table.done:
            records = tuple(self.talk.journal.records)
            self.talk = Talk(self.game, self.seed, records=records, **self.opened)
            self.let_it_go_on()

    @invariant()
    def the_rules_stand(self) -> None:
        talk = self.talk
        records = talk.journal.records
        play_again(talk.session.game, records)
        again: Session[Any] = Session(talk.session.game, Journal(records=records), seed=1)
        again.resume(records)
        assert again.state == talk.session.state, "the journal gives another state"
        told = Evenings()
        judge(talk, told, self.game)
        assert told.wrongful == 0, told.faults


class IknowTable(AnyTable):
    game = "iknow"


class SapienciaTable(AnyTable):
    game = "sapiencia"


class WizardTable(AnyTable):
    game = "wizard"


@pytest.mark.parametrize("machine", [IknowTable, SapienciaTable, WizardTable])
def test_any_table(machine: type[AnyTable]) -> None:
    run_state_machine_as_test(machine, settings=SMALL)
