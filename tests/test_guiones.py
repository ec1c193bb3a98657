"""Every written-down table holds: the worked examples K of the rules, and more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host.guion import read
from host.rehearsal import Result, play_as_text

FOLDER = Path(__file__).resolve().parent / "guiones"
FILES = sorted(FOLDER.glob("*/*.guion"))
LEAST = {"iknow": 33, "sapiencia": 50, "wizard": 50}
"""Guiones that each game has at least: its worked examples."""


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("game", LEAST)
def test_the_examples_are_there(game: str) -> None:
    assert sum(path.parent.name == game for path in FILES) >= LEAST[game]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_guion(path: Path) -> None:
    result = play_as_text(read(path))
    assert result.differences == ()


# Every second one of the card games: a slow ear costs simulated time only, but it adds up.
@pytest.mark.parametrize(
    "path", [p for n, p in enumerate(FILES) if p.parent.name == "iknow" or n % 2], ids=name
)
def test_a_slow_ear_changes_nothing(path: Path) -> None:
    """The recogniser's delay makes the host wait, never a player lose."""
    at_once, late = play_as_text(read(path)), play_as_text(read(path), ear_delay_s=2.5)
    assert late.differences == ()
    assert late.outcome == at_once.outcome


def test_the_command_gives_json_and_exit_codes(tmp_path: Path) -> None:
    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "host", "rehearse", *args],
            capture_output=True,
            text=True,
            check=False,
        )

    first = next(
        path
        for path in sorted((FOLDER / "iknow").glob("*.guion"))
        if "first_right: Ana" in path.read_text()
    )
    good = run("--json", str(first))
    assert good.returncode == 0
    told = json.loads(good.stdout)
    assert {"ok", "game", "events", "outcome", "heard"} <= set(told)
    wrong = tmp_path / "wrong.guion"
    wrong.write_text(first.read_text().replace("first_right: Ana", "first_right: Berta"))
    failed = run(str(wrong))
    assert failed.returncode == 1
    assert "first_right: se esperaba 'Berta' y hay 'Ana'" in failed.stdout
    bad = tmp_path / "bad.guion"
    bad.write_text("nothing")
    unreadable = run(str(bad))
    assert unreadable.returncode == 2
    assert "bad.guion:1:" in unreadable.stderr
    assert "Traceback" not in unreadable.stderr


# ---------------------------------------------------------------- D22: no sound gives it away


def _round(answer: str, card_answer: str) -> Result:
    text = (FOLDER / "iknow" / "K-01.guion").read_text(encoding="utf-8")
    text = text.replace("Ana: es Hipatia", f"Ana: {answer}")
    text = text.replace("answer: Hipatia de Alejandría", f"answer: {card_answer}")
    text = text.replace("accept: [Hipatia]", "accept: []")
    from host.guion import parse

    return play_as_text(parse(text, "d22"))


def test_D22_right_wrong_and_doubtful_answers_sound_the_same() -> None:
    """The same words, judged three ways: every sound and its time is the same to the reveal."""
    played = {}
    for card in ("Marie Curie", "Pierre Curie", "Marie Curie Joliot"):
        result = _round("es Marie Curie", card)
        verdicts = [e["verdict"] for e in result.events if e["kind"] == "answered"]
        sounds = []
        for t, sound in result.said:
            if sound.line.startswith(("iknow-doubt", "iknow-answer")):
                break
            sounds.append((round(t, 6), sound.line, sound.text, sound.samples.tobytes()))
        played[verdicts[0]] = sounds
        assert any(line == "tone-heard" for _, line, _, _ in sounds)
    assert set(played) == {"right", "wrong", "unsure"}
    assert played["right"] == played["wrong"] == played["unsure"]
