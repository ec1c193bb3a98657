"""Two ears weighed together: which phrase they come nearest to, and how sure that is."""

from __future__ import annotations

import pytest

from host.ears.base import Heard, Near, Written
from host.ears.together import (
    MAYBE_FROM,
    MEASURED,
    MOST_MARGIN,
    SURE_FROM,
    WRITTEN,
    Ranked,
    Together,
)
from host.ears.vosk_agree import SURE
from host.ears.vosk_sources import spanish_sound

PHRASES = ("libia", "bolivia", "sapiencia", "la ciencia", "tres de picas", "trece")


def together(*phrases: str) -> Together:
    found = Together(spanish_sound)
    found.expect(phrases or PHRASES)
    return found


def near(*phrases: tuple[str, float], ratio: float = -0.5) -> tuple[Near, ...]:
    return tuple(Near(words, ratio - behind / 6, behind) for words, behind in phrases)


def test_the_second_ears_text_decides_between_phrases_that_the_quick_one_cannot_tell_apart() -> (
    None
):
    known = near(("libia", 0.0), ("bolivia", 0.8))
    choice = together().choose(Written("Bolivia", 0.8), known)
    assert choice is not None
    assert (choice.words, choice.sure) == ("bolivia", True)
    other = together().choose(Written("Libia", 0.8), known)
    assert other is not None
    assert other.words == "libia"


def test_the_quick_ears_scores_decide_between_phrases_that_are_written_alike() -> None:
    # «Hay ciencia» is as far from both.
    text = Written("apiencia", 0.3)
    choice = together("sapiencia", "papiencia").choose(text, near(("sapiencia", 0.0)))
    assert choice is not None
    assert choice.words == "sapiencia"


def test_another_word_is_nothing_to_be_sure_of() -> None:
    choice = together().choose(Written("paraguas", 0.9), near(("libia", 0.0), ratio=-2.0))
    assert choice is not None
    assert not choice.sure
    assert choice.logit < MAYBE_FROM
    assert choice.confidence < SURE


def test_what_the_second_ear_might_have_written_speaks_for_a_phrase_too() -> None:
    known = near(("tres de picas", 0.0))
    alone = together().choose(Written("es de ricas", 0.3), known)
    helped = together().choose(Written("es de ricas", 0.3, ("tres de picas",)), known)
    assert alone is not None
    assert helped is not None
    assert helped.logit > alone.logit


def test_phrases_without_which_it_would_be_sure_are_its_rivals() -> None:
    # As near by sound and by score; whether they mean the same is the table's to tell.
    known = near(("mago", 0.0), ("maga", 0.1), ratio=-0.1)
    choice = together("mago", "maga", "bufón").choose(Written("mag", 0.5, ("mago", "maga")), known)
    assert choice is not None
    assert (choice.sure, choice.rivals) == (False, ("maga",))


def test_the_written_text_alone_is_weighed_where_the_quick_ear_knows_nothing() -> None:
    text = Written("tres de pica", 0.5, ("tres de picas",))
    choice = together().choose(text)
    assert choice is not None
    assert (choice.words, choice.sure) == ("tres de picas", True)
    assert together().choose(Written("anda que no", 0.9), ()) is not None
    assert not together().choose(Written("anda que no", 0.9), ()).sure  # type: ignore[union-attr]


def test_there_is_no_choice_among_nothing() -> None:
    nothing = Together(spanish_sound)
    nothing.expect(())
    assert nothing.choose(Written("tres"), ()) is None
    assert nothing.choose(Written(), ()) is None
    # Signs without a sound are like nothing.
    assert together("...").choose(Written("tres"), ()) is None


def test_phrases_of_one_sound_are_one() -> None:
    ranked = together("vaca", "baca").ranked(Written("vaca"), ())
    assert len(ranked) == 1


@pytest.mark.parametrize("weights", [MEASURED, WRITTEN])
def test_everything_that_speaks_for_a_phrase_makes_it_surer(weights: object) -> None:
    assert weights in (MEASURED, WRITTEN)
    of = MEASURED if weights is MEASURED else WRITTEN
    plain = Ranked("x", 6, -1.0, 0.5, 0.6, 55.0)
    base = plain.logit(40.0, of)
    assert Ranked("x", 6, -1.0, 0.6, 0.6, 55.0).logit(40.0, of) > base
    assert Ranked("x", 6, -1.0, 0.5, 0.7, 55.0).logit(40.0, of) > base
    assert plain.logit(30.0, of) > base
    assert plain.logit(55.0 - MOST_MARGIN, of) == plain.logit(-1e9, of)
    better = Ranked("x", 6, -0.5, 0.5, 0.6, 55.0).logit(40.0, of)
    assert better > base if of is MEASURED else better == base


def test_a_long_expectation_is_taken_anew_each_time() -> None:
    ear = together("uno")
    assert ear.choose(Written("uno")).words == "uno"  # type: ignore[union-attr]
    ear.expect(("dos",))
    assert ear.choose(Written("uno")).words == "dos"  # type: ignore[union-attr]
    assert SURE_FROM > MAYBE_FROM


def test_a_firm_text_that_is_another_word_speaks_against_a_phrase_and_the_same_word_for_it() -> (
    None
):
    known = near(("suerte", 0.0), ratio=-0.3)
    logits = []
    for text, firm in (("fuerte", 0.9), ("fuerte", 0.2), ("suerte", 0.2)):
        choice = together("suerte", "sombrero").choose(Written(text, firm), known)
        assert choice is not None
        logits.append(choice.logit)
    assert logits == sorted(logits)
    assert logits[0] + 0.5 < logits[1] < logits[2] - 2.0


def test_of_the_second_ear_alone_the_phrase_stands_and_its_text_beside_it() -> None:
    blank = Heard("", 1.0, 1.5, 0.15, rivals=("otra",))
    found = together().weigh(blank, Written("Bolívia", 0.8))
    assert found is not None
    assert (found.words, found.sure, found.also) == ("bolivia", True, ("Bolívia",))
    assert found.written == ("Bolívia",)
    # What one ear wrote without being sure of it is no surer for the phrase that it comes near to.
    doubted = together().weigh(blank, Written("Bolívia", 0.4))
    assert doubted is not None
    assert doubted.sure
    assert doubted.confidence == 0.4
    assert together().weigh(blank, Written("paraguas", 0.9)) is None
