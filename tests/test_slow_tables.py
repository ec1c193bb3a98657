"""Time limits are nobody's opponent: at ten times, or off, the slowest ends the same (WCAG 2.2.1).

In each guion every player takes sixty seconds for everything they say.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from host.guion import Guion, Says, read
from host.rehearsal import play_as_text

FOLDER = Path(__file__).resolve().parent / "guiones"
SLOW_S = 60.0
CHOSEN = (
    "iknow/K-01",
    "iknow/K-20",
    "iknow/K-44",
    "iknow/casa-completa",
    "sapiencia/S-01",
    "sapiencia/S-13",
    "sapiencia/S-20",
    "wizard/W-76-bazas",
    "wizard/W-102",
    "wizard/W-106",
)


def slow(guion: Guion, patience: int | str) -> Guion:
    steps = tuple(
        replace(step, seconds=SLOW_S) if isinstance(step, Says) and step.anchor == "after" else step
        for step in guion.steps
    )
    return replace(guion, steps=steps, rules={**guion.rules, "patience": patience})


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("patience", [10, "off"])
def test_whoever_takes_a_minute_for_everything_loses_nothing(
    name: str, patience: int | str
) -> None:
    guion = read(FOLDER / f"{name}.guion")
    result = play_as_text(slow(guion, patience))
    assert result.differences == ()
    assert result.spoken[1].onset - result.spoken[0].offset >= SLOW_S - 1
    prompts = [s.line for _, s in result.said if s.line.startswith("common-still-there")]
    assert prompts == []
