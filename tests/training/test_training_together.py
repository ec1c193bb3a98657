"""How the weights of both ears together are made again."""

from __future__ import annotations

import random

import pytest

from host.ears.base import Near, Written
from host.ears.together import MEASURED, WRITTEN
from models.training.together import (
    LIMITS,
    OF_BOTH,
    OF_WRITTEN,
    Case,
    curve,
    fit,
    judged,
)

PHRASES = ("bolivia", "libia", "perro", "peru", "tres de picas")


def made(count: int = 120) -> list[Case]:
    """Return cases in which what was said is written well, and what was not is not."""
    source = random.Random(4)
    found = []
    for number in range(count):
        said = source.choice(PHRASES)
        inside = number % 2 == 0
        text = said if inside else source.choice(["lluvia", "el barro", "camino", "dos"])
        phrases = PHRASES if inside else tuple(p for p in PHRASES if p != said)
        ratio = source.uniform(-0.6, 0.1) if inside else source.uniform(-3.0, -0.8)
        near = (Near(said if inside else phrases[0], ratio, 0.0), Near(phrases[-1], -4.0, 9.0))
        found.append(Case(near, Written(text, 0.5), phrases, said if inside else "", True, False))
    return found


@pytest.mark.parametrize(("both", "names"), [(True, OF_BOTH), (False, OF_WRITTEN)])
def test_the_weights_found_tell_what_was_said_from_what_was_not(
    both: bool, names: tuple[str, ...]
) -> None:
    some = judged(made(), both=both)
    weights = fit(some, names)
    assert all(getattr(weights, n) == 0 for n in {*OF_BOTH, *OF_WRITTEN} - set(names))
    half = next(row for row in curve(some, weights) if row[0] == 0.5)
    assert half[1] > 0.9
    assert half[2] + half[3] < 0.1


def test_a_higher_limit_takes_less() -> None:
    rows = curve(judged(made(), both=True), MEASURED)
    assert [row[0] for row in rows] == list(LIMITS)
    for column in (1, 2, 3):
        assert [row[column] for row in rows] == sorted((r[column] for r in rows), reverse=True)


def test_another_article_is_no_other_phrase() -> None:
    case = Case((), Written("perro", 0.5), ("el perro", "perro", "peru"), "un perro", True, False)
    (one,) = judged([case], both=False)
    assert one.right
    assert one.second < 70.0
    nothing = Case((), Written(), (), "", True, False)
    (empty,) = judged([nothing], both=True)
    assert not empty.right
    assert curve([empty, one], WRITTEN)[0][3] == 0.0
