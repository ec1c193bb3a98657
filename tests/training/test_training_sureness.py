"""The fit finds again what made the cases; the curve counts what a table would take."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from host.ears.vosk_sureness import MEASURED, Features
from models.training.sureness import LIMITS, Case, curve, design, fit


def some_cases(count: int) -> list[Case]:
    source = random.Random(5)
    found = []
    for number in range(count):
        known = Features(
            source.uniform(-4, 1), source.uniform(0, 10), source.random(), source.randint(3, 14)
        )
        chance = 1 / (1 + 2.718281828 ** -known.plain_logit(MEASURED))
        found.append(Case(known, source.random() < chance, number % 2 == 0, True))
    return found


def test_a_row_times_the_weights_is_the_logit() -> None:
    known = Features(-1.5, 4.0, 0.6, 9)
    weights = [getattr(MEASURED, name) for name in type(MEASURED).__dataclass_fields__]
    total = sum(a * b for a, b in zip(design(known), weights, strict=True))
    assert total == pytest.approx(known.plain_logit(MEASURED))


def test_the_fit_finds_the_weights_that_made_the_cases() -> None:
    found = fit(some_cases(4000))
    for known in (Features(0.0, 8.0, 0.8, 9), Features(-2.0, 3.0, 0.3, 5)):
        assert found.margin > 0.1
        assert known.plain_logit(found) == pytest.approx(known.plain_logit(MEASURED), abs=0.5)


def test_a_higher_limit_takes_less_of_everything() -> None:
    rows = curve([*some_cases(300), Case(None, False, True, True)], MEASURED)
    assert [row[0] for row in rows] == list(LIMITS)
    for low, high in pairwise(rows):
        assert all(less <= more for less, more in zip(high[1:], low[1:], strict=True))
    assert 0.0 < rows[-1][1] < rows[0][1] < 1.0
