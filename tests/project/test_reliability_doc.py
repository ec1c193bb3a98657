"""Every test that `docs/reliability.md` names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMED = sorted(
    set(
        re.findall(
            r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/reliability.md").read_text("utf-8")
        )
    )
)


def test_there_is_a_test_for_each_of_many_faults() -> None:
    assert len(NAMED) > 40


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {name}\(", source, re.M), f"{file} has no {name}"
