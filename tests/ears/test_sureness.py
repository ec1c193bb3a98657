"""How sure a phrase is: what speaks for it and against it, and the doubt of two phrases alike."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import pytest

from host.bench.closed import Choosing
from host.ears.base import Heard, Near
from host.ears.vosk_agree import SURE, SYLLABLES, likeness
from host.ears.vosk_engine import Finding
from host.ears.vosk_results import Path, Word, parse_scores
from host.ears.vosk_sources import StaticGraphs, spanish_sound
from host.ears.vosk_sureness import MAYBE_FROM, SURE_FROM, Features, confidence, features
from host.engine.game import Expectation, Option
from host.two_readings import reading_of
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import Meant, Nothing, Reading, Unsure


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


def piece(*words: tuple[str, float, float]) -> tuple[str, float]:
    """Return what is told, and how sure, of a phrase among other speech that sounds like it."""
    inside = tuple(Word(text, start, end, 1.0) for text, start, end in words)
    closed = path(" ".join(w.text for w in inside if w.text != "[unk]"), -60.0)
    syllables = tuple(Word("a" if w.text == "[unk]" else w.text, w.start, w.end) for w in inside)
    said = StaticGraphs(__file__).agree(  # type: ignore[arg-type]
        Finding(Path(inside), Path(syllables, "", -10.0), closed)
    )
    return said.words, said.confidence


def test_a_piece_of_a_longer_word_is_no_phrase() -> None:
    # «Silla», «autobús», «Bielorrusia»; and words with a pause before what follows.
    assert piece(("si", 1.0, 1.1), ("[unk]", 1.12, 1.4))[0] != "si"
    assert piece(("alto", 1.0, 1.3), ("[unk]", 1.36, 1.7)) == ("alto", 0.3)
    assert piece(("[unk]", 1.0, 1.4), ("para", 1.4, 1.7)) == ("para", 0.3)
    assert piece(("alto", 1.0, 1.3), ("[unk]", 1.6, 1.9))[1] >= SURE
    assert piece(("[unk]", 1.0, 1.4), ("sapiencia", 1.4, 2.0))[1] >= SURE
    assert piece(("[unk]", 1.0, 1.1), ("si", 1.4, 1.6))[1] >= SURE


def test_of_several_words_only_what_stands_beside_other_speech_is_looked_at() -> None:
    assert piece(("[unk]", 1.0, 1.1), ("tres", 1.4, 1.6), ("dos", 1.6, 1.8))[1] >= SURE


def test_phrases_that_come_near_are_told_with_their_scores() -> None:
    known = near_of(path("reina de picas", -9.0, ("reina de pecas", -10.0)))
    assert [(n.words, n.behind) for n in known] == [
        ("reina de picas", 0.0),
        ("reina de pecas", 1.0),
    ]
    assert known[0].ratio > known[1].ratio
    far = near_of(path("reina de picas", -900.0, ("reina de pecas", -901.0)))
    assert [n.ratio for n in far] == [-5.0, -5.0]


def near_of(closed: Path) -> tuple[Near, ...]:
    free = path("rei na de pi kas", -9.0)
    return (
        StaticGraphs(__file__)
        .agree(  # type: ignore[arg-type]
            Finding(Path(closed.words), free, closed)
        )
        .near
    )


def test_a_yes_that_is_doubted_where_nothing_was_asked_is_none() -> None:
    table = Choosing(["silla", "cama"])
    doubted = Heard("si", 1.0, 1.4, 0.15, 0.3, sure=False)
    assert isinstance(reading_of(doubted, table.read), Nothing)
    assert isinstance(reading_of(replace(doubted, sure=True), table.read), Meant)
    match reading_of(replace(doubted, also=("silla",)), table.read):
        case Meant((act,)):
            assert act.args == {"card": "silla"}
        case other:
            raise AssertionError(other)


def test_words_of_one_ear_alone_are_asked_about_unless_they_are_written_out() -> None:
    table = Choosing(["eslovaquia", "cama"])
    heard = Heard("eslomenia", 1.0, 1.4, 0.15, 0.05, sure=False)
    assert isinstance(table.read("eslovenia"), Meant)
    assert isinstance(reading_of(replace(heard, also=("eslovenia",)), table.read), Unsure)
    assert isinstance(reading_of(replace(heard, also=("eslovaquia",)), table.read), Meant)


def test_a_text_that_is_only_near_does_not_confirm_a_phrase_that_was_weighed_from_it() -> None:
    table = Choosing(["paraguay", "eslovaquia"])
    assert isinstance(table.read("eslovenia"), Meant)
    weighed = Heard("eslovaquia", 1.0, 1.6, 0.15, 0.5, sure=False, written=("a", "eslovenia"))
    assert isinstance(reading_of(replace(weighed, also=("eslovenia",)), table.read), Unsure)
    said = replace(weighed, also=("Eslovaquia",), written=("a", "Eslovaquia"))
    assert isinstance(reading_of(said, table.read), Meant)


def test_a_text_to_which_no_phrase_was_near_enough_is_asked_about_unless_written_out() -> None:
    table = Choosing(["eslovaquia", "cama"])
    for words, meant in (("eslovenia", False), ("Eslovaquia.", True), ("Ana: eslovaquia", True)):
        text = Heard(words, 1.0, 1.6, 0.15, 0.8, written=(words,))
        assert isinstance(reading_of(text, table.read), Meant) == meant, words
        assert isinstance(reading_of(replace(text, written=()), table.read), Meant)


def test_nobody_is_asked_whether_they_said_yes_where_nothing_was_asked() -> None:
    table = Choosing(["silla", "cama"])
    match table.read("correcta"):
        case Unsure(best):
            assert best.act == "cmd_yes"
        case other:
            raise AssertionError(other)
    assert isinstance(reading_of(Heard("correcta", 1.0, 1.4), table.read), Nothing)


def test_the_written_text_tells_the_seat_and_the_correction_that_no_phrase_has() -> None:
    table = Choosing(["tres", "cuatro"])
    phrase = Heard("tres", 1.0, 1.6, 0.15, 0.9, also=("Luis: tres",), written=("Luis: tres",))
    for sure in (True, False):
        match reading_of(replace(phrase, sure=sure), table.read):
            case Meant((act,)):
                assert (act.who, act.args) == ("Luis", {"card": "tres"})
            case other:
                raise AssertionError(other)
    mended = replace(phrase, sure=False, also=("tres, no, cuatro",), written=("tres, no, cuatro",))
    match reading_of(mended, table.read):
        case Meant((act,)):
            assert act.args == {"card": "cuatro"}
        case other:
            raise AssertionError(other)
    # What both ears are sure of is not undone by a text of one of them that means another.
    match reading_of(replace(mended, sure=True), table.read):
        case Meant((act,)):
            assert act.args == {"card": "tres"}
        case other:
            raise AssertionError(other)


def test_a_question_to_the_host_that_is_doubted_is_answered_if_it_is_likely_and_written_out() -> (
    None
):
    table = Choosing(["silla", "cama"])
    near, out = "kono", "cómo vamos"
    assert isinstance(table.read(near), Meant)
    for words, likely, answered in ((near, 0.6, False), (out, 0.6, True), (out, 0.4, False)):
        doubted = Heard(words, 1.0, 1.4, 0.15, likely, sure=False)
        assert isinstance(reading_of(doubted, table.read), Meant) is answered


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (("Amarillo trece.",), False),  # one ear wrote it
        (("amarillo trece", "Amarillo trece."), True),  # two did
        (("amarillo tres", "Amarillo trece."), False),
        (("amarillo tres", "Luis: amarillo trece."), False),
    ],
)
@pytest.mark.parametrize("sure", [True, False])
def test_a_number_that_is_a_trap_is_asked_about_unless_two_ears_wrote_it(
    written: tuple[str, ...], meant: bool, sure: bool
) -> None:
    book = Phrasebook(
        "es", "wizard", {"card": {"y13": ("amarillo trece",), "y3": ("amarillo tres",)}}
    )
    now = Expectation("play", "Ana", (Option("play", {"card": ("y13", "y3")}),))
    table = Interpreter(book, ("Ana", "Luis"))
    heard = Heard("amarillo trece", 1, 2, 0.15, 0.9, also=written[-1:], sure=sure, written=written)
    for told in (heard, replace(heard, words=written[-1], also=())):
        match reading_of(told, lambda words: table.interpret(words, now)):
            case Meant((act,)):
                assert meant
                assert act.args == {"card": "y13"}
            case Unsure(best):
                assert not (meant and told.also)
                assert best.args == {"card": "y13"}
            case other:
                raise AssertionError(other)
