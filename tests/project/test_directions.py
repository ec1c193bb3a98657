"""Who may import whom (design of the packages), and that only rooms know the clock."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOST = Path(__file__).resolve().parents[2] / "host"

# Package -> the packages of host it may import. Everything else is forbidden.
ALLOWED = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "understanding": {"engine", "understanding"},
    "ears": {"ears", "engine"},
    "mouth": {"mouth"},
    "room": {"room", "ears", "mouth", "engine"},
    "telling": {"telling", "engine", "games", "understanding", "decks"},
    "serve": {"serve", "engine", "games", "telling", "ears", "mouth", "room", "decks"},
    "opening": {"opening", "telling", "engine", "games", "decks", "mouth", "understanding"},
}
CLOCKS = {"time", "sched", "threading", "queue", "asyncio", "datetime"}
WAITS = {
    "threading",
    "asyncio",
}  # the network needs a thread; its times are the room's all the same
MAY_WAIT = {"serve"}
MAY_KNOW_CLOCKS = {"room", "mouth", "ears"}  # mouth: its worker's time limit; ears: none may sleep


def modules() -> list[Path]:
    return sorted(HOST.rglob("*.py"))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ("host." if node.level else "") + (node.module or "")
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(HOST)))
def test_direction_of_imports(path: Path) -> None:
    package = path.relative_to(HOST).parts[0]
    if package not in ALLOWED:
        return
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "host" and len(parts) > 1 and (HOST / parts[1]).exists():
            assert parts[1] in ALLOWED[package], f"{package} must not import {name}"
        if parts[:1] == ["host"] and len(parts) > 1 and parts[1] in {"table", "cli"}:
            pytest.fail(f"{package} must not import {name}")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(HOST)))
def test_only_rooms_know_the_clock(path: Path) -> None:
    package = path.relative_to(HOST).parts[0]
    if package in MAY_KNOW_CLOCKS or package in {"model_pull.py", "commands"}:
        return
    forbidden = CLOCKS - WAITS if package in MAY_WAIT else CLOCKS
    assert not {n.split(".")[0] for n in imports(path)} & forbidden
    text = path.read_text(encoding="utf-8")
    assert ".sleep(" not in text


def test_nothing_in_the_ears_sleeps() -> None:
    for path in (HOST / "ears").glob("*.py"):
        assert ".sleep(" not in path.read_text(encoding="utf-8"), path


def test_no_shared_folder_or_machine_path_is_named() -> None:
    root = HOST.parent
    for folder in ("host", "tests", "decks", "models"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".md", ".toml", ".yaml", ".ftl"} and path.is_file():
                text = path.read_text(encoding="utf-8")
                assert "/" + "work/" not in text, path
                assert "../" + "shared" not in text, path
