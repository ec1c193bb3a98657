"""How sure a phrase is: what speaks for it and against it, and the doubt of two phrases alike."""

from __future__ import annotations

import math
from functools import partial

import pytest

from host.bench.closed import Choosing
from host.ears.base import Heard
from host.ears.vosk_agree import SURE, SYLLABLES, likeness
from host.ears.vosk_engine import Finding
from host.ears.vosk_results import Path, Word, parse_scores
from host.ears.vosk_sources import StaticGraphs, spanish_sound
from host.ears.vosk_sureness import MAYBE_FROM, SURE_FROM, Features, confidence, features
from host.two_readings import reading_of
from host.understanding.readings import Meant, Reading, Unsure


def path(text: str, score: float | None, *others: tuple[str, float]) -> Path:
    return Path(tuple(Word(word) for word in text.split()), "", score, others)


def of(closed: Path, free: Path, text: str) -> Features | None:
    alike = partial(likeness, sound=spanish_sound, limits=SYLLABLES)
    return features(closed, free, text, spanish_sound, alike)


@pytest.mark.parametrize(
    "better",
    [
        Features(0.0, 4.0, 0.5, 6),
        Features(-1.0, 6.0, 0.5, 6),
        Features(-1.0, 4.0, 0.9, 6),
        Features(-1.0, 4.0, 0.5, 12),
    ],
)
def test_each_feature_speaks_for_the_phrase(better: Features) -> None:
    assert better.logit() > Features(-1.0, 4.0, 0.5, 6).logit()


def test_features_are_bounded_and_need_scores() -> None:
    known = of(path("tres", -90.0), path("dres", -1.0), "dres")
    assert known is not None
    assert (known.ratio, known.margin, known.rivals) == (-5.0, 10.0, ())
    assert of(path("tres", None), path("dres", -1.0), "dres") is None
    assert of(path("", -1.0), path("dres", -1.0), "dres") is None
    assert math.isfinite(Features(-5.0, 0.0, 0.0, 0).logit())


def test_confidence_is_sure_from_its_limit() -> None:
    assert confidence(SURE_FROM, SURE) == pytest.approx(SURE)
    assert confidence(SURE_FROM - 0.01, SURE) < SURE < confidence(SURE_FROM + 0.01, SURE)
    assert MAYBE_FROM < SURE_FROM


def agreed(
    closed: Path, free: Path, grammar: Path | None = None
) -> tuple[str, bool, tuple[str, ...]]:
    found = Finding(grammar or Path(closed.words), free, closed)
    said = StaticGraphs(__file__).agree(found)  # type: ignore[arg-type]
    return said.words, said.confidence >= SURE, said.rivals


def test_scores_decide_what_was_said() -> None:
    free = path("rei na de pi kas", -9.0)
    assert agreed(path("reina de picas", -9.0), free) == ("reina de picas", True, ())
    far = path("mu cho ru i do", -6.0)
    assert agreed(path("reina de picas", -60.0), far) == ("muchoruido", False, ())
    near = path("reina de picas", -9.0, ("reina de pecas", -9.1), ("la reina de picas", -10.0))
    assert agreed(near, free) == (
        "reina de picas",
        False,
        ("reina de pecas", "la reina de picas"),
    )


def test_a_phrase_among_other_words_is_the_open_paths_business() -> None:
    words = (Word("[unk]", 1.0, 2.0), Word("sapiencia", 2.0, 2.6))
    free = Path(
        (Word("mu", 1.0, 1.5), Word("cho", 1.5, 2.0), Word("sapiensia", 2.0, 2.6)), "", -10.0
    )
    assert agreed(path("sapiencia", -60.0), free, Path(words))[:2] == ("sapiencia", True)


def test_scores_are_told_only_where_all_alternatives_have_them() -> None:
    raw = (
        '{"alternatives":[{"confidence":-1.5,"text":"a"},{"confidence":-2.5,"text":"a"},'
        '{"confidence":-3.5,"text":"b"}]}'
    )
    assert parse_scores(raw) == (-1.5, (("b", -3.5),))
    for other in ('{"text":"a"}', "", "[]", '{"alternatives":[{"text":"a"}]}'):
        assert parse_scores(other) == (None, ())


def heard_as(rivals: tuple[str, ...]) -> Reading:
    table = Choosing(["mago", "bufón"])
    heard = Heard("bufon", 1.0, 1.5, 0.15, 0.4, sure=False, rivals=rivals)
    return reading_of(heard, table.read)


def test_rivals_that_mean_the_same_leave_no_doubt() -> None:
    assert isinstance(heard_as(("el bufon", "juego bufon")), Meant)
    assert isinstance(heard_as(("el bufon", "mago")), Unsure)
    assert isinstance(heard_as(()), Unsure)
