"""A small part of `make reliability`, and proof that it would find a fault."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from host.engine.journal import read
from tests.reliability.evenings import GAMES, Evenings, hostile_evening, long_evening
from tests.reliability.kills import kill_a_game
from tests.reliability.replay import play_again
from tests.reliability.talk import Talk

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


@posix
@pytest.mark.parametrize("game", GAMES)
def test_kill_nine_loses_and_doubles_nothing(game: str, tmp_path: Path) -> None:
    done = kill_a_game(game, 5, tmp_path, every=23, hostile=0.15)
    assert done.kills >= 20
    assert done.torn > 0
    assert done.faults == []
    assert (done.lost, done.doubled, done.wrong) == (0, 0, 0)
    assert done.played_on == 1


@posix
def test_the_kills_would_find_a_journal_that_writes_late(tmp_path: Path) -> None:
    """An event that is not in the file when the host speaks of it is found missing."""
    done = kill_a_game("wizard", 5, tmp_path, every=5, most=8, lazy=True)
    assert done.lost > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hostile_table_breaks_nothing(game: str, seed: int) -> None:
    told = Evenings()
    hostile_evening(game, seed, told)
    assert told.faults == []
    assert told.wrongful == 0
    assert told.utterances > 0


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_counted_as_on_the_slow_table(game: str) -> None:
    """Two evenings that go on for rounds: one with cards the host knows, one without."""
    acts = 0
    for seed, hands in ((1, "known"), (3, "unknown")):
        rules = {"target": 10} if game == "iknow" else {"hands": hands}
        talk = Talk(game, 100 + seed, rules=rules, hostile=0.01, delay=1.2 * (seed - 1))
        talk.run(70)
        acts += play_again(talk.session.game, talk.journal.records)
    assert acts >= 40


SAID_WRONG = {
    "iknow": ("scored", "points", lambda points: {**points, "Ana": points["Ana"] + 1}),
    "sapiencia": ("round_began", "talker", lambda seat: "Ana" if seat != "Ana" else "Luis"),
    "wizard": ("scored", "points", lambda points: {**points, "Ana": points["Ana"] - 10}),
}
"""An event of each game, one of its facts, and how it is falsified."""


@pytest.mark.parametrize("game", GAMES)
def test_the_slow_table_would_find_a_wrong_count(game: str) -> None:
    kind, key, falsified = SAID_WRONG[game]
    talk = Talk(game, 101, hostile=0.0)
    records = talk.journal.records
    while sum(r.data.get("kind") == kind for r in records) < 2 and not talk.table.done:
        talk.step()
    play_again(talk.session.game, records)
    at = max(n for n, r in enumerate(records) if r.data.get("kind") == kind)
    data = records[at].data
    wrong = {**data, "data": {**data["data"], key: falsified(data["data"][key])}}
    changed = [*records[:at], replace(records[at], data=wrong), *records[at + 1 :]]
    with pytest.raises(AssertionError, match="act "):
        play_again(talk.session.game, changed)


def test_a_long_evening_with_faults_keeps_its_memory(tmp_path: Path) -> None:
    told = Evenings()
    early, late = long_evening(tmp_path, 0.3, told)
    assert told.faults == []
    assert late - early < 50


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on this system")
def test_the_program_itself_killed_and_resumed(tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    common = [sys.executable, "-m", "host", "play"]
    with subprocess.Popen(
        [
            *common,
            "iknow",
            "--players",
            "Ana, Luis",
            "--voice",
            "silent",
            "--seed",
            "3",
            "--journal",
            str(journal),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("Ana: mundo\nAna: tres\n")
        child.stdin.flush()
        guard = threading.Timer(120, child.kill)
        guard.start()
        for line in child.stdout:  # until the host asks the next one
            if line.startswith("Luis"):
                break
        guard.cancel()
        os.kill(child.pid, signal.SIGKILL)
    records, _ = read(journal)
    assert any(r.kind == "move" and r.data["act"] == "place" for r in records)
    again = subprocess.run(
        [*common, "--resume", str(journal), "--voice", "silent"],
        input="",
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert again.returncode == 0
    assert "Íbamos por los niveles" in again.stdout
    assert "Luis" in again.stdout
