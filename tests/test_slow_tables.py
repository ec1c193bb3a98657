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
def test_whoever_takes_a_minute_for_everything_loses_nothing(name: str) -> None:
    guion = read(FOLDER / f"{name}.guion")
    outcomes = []
    for patience in (10, "off"):
        result = play_as_text(slow(guion, patience))
        assert result.differences == ()
        assert result.spoken[1].onset - result.spoken[0].offset >= SLOW_S - 1
        prompts = [s.line for _, s in result.said if s.line.startswith("common-still-there")]
        assert prompts == []
        outcomes.append(result.outcome)
    assert outcomes[0] == outcomes[1]


def test_a_call_a_minute_later_is_in_time_where_its_window_is_ten_seconds() -> None:
    # At ten times, the usual five seconds are fifty: `grace_s: 10` makes them a hundred (A15).
    guion = read(FOLDER / "sapiencia" / "S-30.guion")
    guion = replace(guion, rules={**guion.rules, "grace_s": 10})
    told = [play_as_text(slow(guion, patience)).outcome for patience in (10, "off")]
    for outcome in told:
        assert {key: outcome[key] for key in ("counts", "penalties")} == {
            "counts": guion.expect["counts"],
            "penalties": [],
        }
