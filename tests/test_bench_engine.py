"""`tertulia bench engine`: the keys of its JSON, and what it measures. No speed is asserted."""

from __future__ import annotations

import itertools
import json
import random
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from host.bench.engine import PEER_MISSING, Report, answer_times, late_over_early, measure
from host.bench.random_play import RULES, begin, open_game, play_move, random_move
from host.cli import app

SMALL = ["--seconds", "0.02", "--journals", "1", "--moves", "120", "--lines", "3"]


class Ticks:
    """A clock that moves on by a thousandth of a second at each look."""

    def __init__(self) -> None:
        self._count = itertools.count()

    def __call__(self) -> float:
        return next(self._count) / 1000


def without_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)


def test_the_json_has_the_keys_that_others_read(monkeypatch: pytest.MonkeyPatch) -> None:
    without_peer(monkeypatch)
    result = CliRunner().invoke(app, ["bench", "engine", "--json", *SMALL])
    told = json.loads(result.stdout)
    assert set(told["moves_per_second"]) == {"iknow", "sapiencia", "wizard"}
    assert all(rate > 0 for rate in told["moves_per_second"].values())
    assert told["peer"] is None
    assert told["peer_note"] == PEER_MISSING
    assert told["move_1000_over_move_10"] == max(told["move_1000_over_move_10_by_game"].values())
    assert told["share_of_answer"] == max(told["share_of_answer_by_game"].values())
    assert result.exit_code == (0 if told["ok"] else 1)


@pytest.mark.parametrize(("late", "share", "code"), [(1.5, 0.049, 0), (1.6, 0.01, 1), (1, 0.05, 1)])
def test_without_json_it_is_told_in_sentences_and_a_broken_bound_is_exit_1(
    late: float, share: float, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = Report(
        moves_per_second={"wizard": 5000.0},
        peer=None,
        peer_note=PEER_MISSING,
        move_1000_over_move_10=late,
        move_1000_over_move_10_by_game={"wizard": late},
        share_of_answer=share,
        share_of_answer_by_game={"wizard": share},
        answer_ms={"wizard": 9.0},
    )
    monkeypatch.setattr("host.bench.engine.measure", lambda clock, **options: report)
    result = CliRunner().invoke(app, ["bench", "engine"])
    assert result.exit_code == code
    assert PEER_MISSING in result.stdout
    assert "wizard: 5,000" in result.stdout
    assert f"{late:.2f} times move 10" in result.stdout


def test_the_peer_is_driven_like_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for the package: deals are dealt, and only players' moves are counted."""

    class Deal:
        def __init__(self) -> None:
            self.left = 6

        def is_terminal(self) -> bool:
            return self.left == 0

        def is_chance_node(self) -> bool:
            return self.left > 4

        def legal_actions(self) -> list[int]:
            return [1, 2]

        def apply_action(self, action: int) -> None:
            assert action in (1, 2)
            self.left -= 1

    def load_game(name: str, parameters: dict[str, Any]) -> SimpleNamespace:
        assert (name, parameters) == ("oh_hell", {"players": 4})
        return SimpleNamespace(new_initial_state=Deal)

    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=load_game))
    monkeypatch.setattr("host.bench.engine.metadata.version", lambda name: f"{name} 0")
    report = measure(Ticks(), seconds=0.05, journals=1, moves=100, lines=2)
    told = report.as_json()
    assert told["peer"]["version"] == "open-spiel 0"
    assert told["peer"]["players"] == told["players"] == 4
    assert told["peer"]["moves_per_second"] > 0
    assert told["peer_note"] == ""


@pytest.mark.parametrize("name", RULES)
def test_a_clock_that_ticks_by_looks_finds_every_move_as_dear(name: str) -> None:
    """Each move is looked at twice, whatever it is: the ratio is one."""
    game = open_game(name)
    assert late_over_early(game, Ticks(), journals=1, moves=120, seed=2) == pytest.approx(1.0)


@pytest.mark.parametrize("name", RULES)
def test_typed_lines_are_answered_and_their_moves_made_again(name: str) -> None:
    answers, costs = answer_times(name, Ticks(), lines=8, seed=4)
    assert len(answers) == 8
    assert len(costs) >= 8
    assert costs == pytest.approx([0.001] * len(costs))


@pytest.mark.parametrize("name", RULES)
def test_random_play_ends_and_is_mostly_accepted(name: str) -> None:
    game = open_game(name)
    rng = random.Random(7)
    session = begin(game, 7)
    taken = refused = 0
    while (move := random_move(session, rng)) is not None:
        if play_move(session, move):
            taken += 1
        else:
            refused += 1
    assert taken > 40
    assert refused < taken / 5
