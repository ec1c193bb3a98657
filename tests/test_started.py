"""A command that is shown begins as the program was started."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from host.cli import app
from host.started import as_started, command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder whose programs are not on the PATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def _program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("folder", "shown"),
    [(".venv/bin", ".venv/bin/tertulia"), ("my tools", "'my tools/tertulia'"), ("bin", "tertulia")],
)
def test_the_script_is_named_by_where_it_is(
    here: Path, monkeypatch: pytest.MonkeyPatch, folder: str, shown: str
) -> None:
    monkeypatch.setattr(sys, "argv", [_program(here / folder / "tertulia")])
    assert command("play", "--resume", "a b.jsonl") == f"{shown} play --resume 'a b.jsonl'"
    assert as_started("Di: tertulia models pull kokoro.") == f"Di: {shown} models pull kokoro."


def test_python_m_host_is_named_with_its_python(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", _program(here / "v" / "python"))
    monkeypatch.setattr(sys, "argv", [str(here / "host" / "__main__.py")])
    assert command("play") == "v/python -m host play"


def test_another_program_that_uses_it_says_tertulia(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert command("play") == "tertulia play"


def test_every_command_is_known_and_nothing_else_is_touched(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [_program(here / "x" / "tertulia")])
    named = [c.name or getattr(c.callback, "__name__", "") for c in app.registered_commands]
    named += [str(group.name) for group in app.registered_groups]
    for name in named:
        assert as_started(f"tertulia {name}") == f"x/tertulia {name}"
    for text in ("Tertulia, marcador", "la tertulia sigue", "a/tertulia play", "tertulia player"):
        assert as_started(text) == text
