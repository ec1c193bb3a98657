"""The accessibility list names tests that are there, and its figures are those of its rows."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")
ROWS = [row for row in PAGE.splitlines() if re.match(r"\| \d", row)]


def names(row: str) -> list[str]:
    return row.split("|")[1].strip().split(", ")


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 30
    for path, test in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in source, f"{path}::{test}"


def test_every_requirement_has_one_row_and_is_counted() -> None:
    every = [name for row in ROWS for name in names(row)]
    assert len(set(every)) == len(every) == 52
    not_meant = [n for row in ROWS if "Not meant" in row for n in names(row)]
    partly = [n for row in ROWS if re.search("[Nn]ot yet|not follow", row) for n in names(row)]
    told = PAGE.split("## The figures")[1]
    figures = [int(n) for n in re.findall(r"\b(\d+) (?:are|\n)|, (\d+)\n", told) for n in n if n]
    assert figures == [len(every) - len(not_meant) - len(partly), len(not_meant), len(partly)]
