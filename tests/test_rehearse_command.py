"""`tertulia rehearse`: folders, what cannot be read among what can, and Spanish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host.cli import app
from host.commands.speaking import run

RIGHT = "---\ngame: iknow\nseats: [Ana, Luis]\nexpect: {finished: false}\n---\nAna: personas\n"
WRONG = RIGHT.replace("false", "true, points: {Eva: 3}")


def test_what_cannot_be_read_does_not_keep_the_others_from_being_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"a.guion": "nothing", "b.guion": WRONG, "in/c.guion": RIGHT, "d.txt": "no guion"}
    files["e.guion"] = RIGHT.replace("seats:", "rules: {target: 3}\nseats:")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(app, ["rehearse", str(tmp_path)], Path) == 2
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        f"falla {tmp_path / 'b.guion'}",
        "     finished: se esperaba True y hay False",
        "     points.Eva: se esperaba 3 y no hay nada",
        f"bien  {tmp_path / 'in' / 'c.guion'}",
    ]
    first, second = told.err.splitlines()
    assert first.startswith(f"{tmp_path / 'a.guion'}:1: un guion empieza")
    assert str(tmp_path / "e.guion") in second
    assert run(app, ["rehearse", str(tmp_path / "b.guion"), str(tmp_path / "in")], Path) == 1
    capsys.readouterr()
    assert run(app, ["rehearse", "--json", str(tmp_path)], Path) == 2
    assert [json.loads(row)["ok"] for row in capsys.readouterr().out.splitlines()] == [False, True]


def test_a_folder_without_guiones_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(app, ["rehearse", str(tmp_path)], Path) == 2
    assert capsys.readouterr().err == f"{tmp_path}: no hay ningún guion dentro (NOMBRE.guion)\n"
