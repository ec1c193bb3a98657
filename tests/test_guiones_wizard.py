"""Every written-down table of Wizard holds: worked examples W of the rules, and whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import opening
from host.guion import read
from host.rehearsal import play_as_text

FOLDER = Path(__file__).resolve().parent / "guiones" / "wizard"
FILES = sorted(FOLDER.glob("*.guion"))


@pytest.fixture(autouse=True)
def wizard_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    games = tuple(dict.fromkeys((*opening.GAMES, "wizard")))
    monkeypatch.setattr(opening, "GAMES", games)


def test_the_examples_are_there() -> None:
    assert len(FILES) >= 50


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_guion(path: Path) -> None:
    result = play_as_text(read(path))
    assert result.differences == ()


@pytest.mark.parametrize("path", FILES[::3], ids=lambda p: p.stem)
def test_a_slow_ear_changes_nothing(path: Path) -> None:
    """The recogniser's delay makes the host wait, never a player lose."""
    at_once, late = play_as_text(read(path)), play_as_text(read(path), ear_delay_s=2.5)
    assert late.differences == ()
    assert late.outcome == at_once.outcome
