"""The measure itself: right choices at random places, no two that sound the same."""

from __future__ import annotations

import random
from collections import Counter

from host.bench.clips import choices, plain
from models.training.measure import sound, table

OTHERS = ["baca", "vaca", "boca", "mesa", "silla", "puerta", "llave", "cara", "pasa", "un dos"]


def test_the_right_choice_stands_anywhere_once() -> None:
    source = random.Random(1)
    places = Counter(choices("vaca", OTHERS, 4, source, sound).index("vaca") for _ in range(400))
    assert set(places) == {0, 1, 2, 3}
    assert min(places.values()) > 60


def test_choices_differ_by_sound_and_half_are_near() -> None:
    for seed in range(20):
        found = choices("vaca", OTHERS, 6, random.Random(seed), sound)
        assert len({sound(text) for text in found}) == 6
        assert "baca" not in found
        assert {"boca", "cara"} & set(found)


def test_nothing_heard_is_counted_against() -> None:
    shares = table({"ana": [6, 3, 1]})["all"]
    assert (shares["right"], shares["wrong"], shares["empty"]) == (0.6, 0.3, 0.1)


def test_plain_text_has_letters_alone() -> None:
    assert plain("¡Un sombrero, con pluma!") == "un sombrero con pluma"
