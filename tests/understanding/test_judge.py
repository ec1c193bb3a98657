"""The answer judge: the labelled table, and what holds for any text."""

from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rapidfuzz import fuzz
from typer.testing import CliRunner

from host.cli import app
from host.understanding.judge import judge
from host.understanding.judge_table import TableError, read_table, run_table
from host.understanding.numbers import tokens
from host.understanding.sounds import key
from host.understanding.text import normalise

TABLE = Path(__file__).parent.parent / "data" / "judge.tsv"
FLOOR, MOST_DOUBTFUL_ACCEPTED = 0.875, 6
"""What the judge reaches on `ANSWERS`: as labelled, and unsure ones that it calls right."""
VOCABULARY = (
    "el la de no o y perdón digo eh paso sí 8 ocho XVI París Roma Marie Curie Guerra Fría años "
    "mil siglo menos una , ... Madrid (El) Quijote"
)
WORDS = st.sampled_from(VOCABULARY.split())
SPEECH = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=7).map(" ".join))


def test_every_row_of_the_table() -> None:
    report = run_table(TABLE)
    assert report.rows >= 240
    assert [(d.row.line, d.row.said, d.judgement) for d in report.differences] == []
    assert report.accuracy == 1.0


ANSWERS = TABLE.with_name("answers-1.tsv")
"""Answers by somebody who had not seen the judge, over 251 cards; labels are theirs."""


def test_the_blind_table_of_answers() -> None:
    # Most of the rest are descriptions ("un marsupial") and kinds of thing ("la guerra"),
    # which the labels call unsure or wrong by what the cards mean: no rule here knows that.
    report = run_table(ANSWERS)
    accepted = [d for d in report.differences if d.judgement.verdict == "right"]
    wrong = [d.row.said for d in accepted if d.row.verdict == "wrong"]
    assert report.rows == 1453
    assert report.accuracy >= FLOOR
    assert wrong == []
    assert len(accepted) <= MOST_DOUBTFUL_ACCEPTED


def test_the_half_of_the_table_that_no_rule_has_seen() -> None:
    # Read once, when the judge stood (docs/understanding.md names the ten).
    report = run_table(TABLE.with_name("answers-2.tsv"))
    accepted = [d for d in report.differences if d.judgement.verdict == "right"]
    assert report.rows == 1442
    assert report.accuracy >= 0.86
    assert sum(d.row.verdict == "wrong" for d in accepted) <= 10
    assert len(accepted) <= 15


def test_the_judge_is_far_above_a_plain_ratio() -> None:
    """The same table by rapidfuzz's WRatio at 90, as most programs do it (D2)."""
    rows = read_table(ANSWERS)
    right = accepted = as_labelled = 0
    wrong = sum(row.verdict == "wrong" for row in rows)
    for row in rows:
        forms = [normalise(form) for form in (row.answer, *row.accept)]
        taken = max(fuzz.WRatio(normalise(row.said), form) for form in forms) >= 90
        as_labelled += (row.verdict == "right") == taken and row.verdict != "unsure"
        accepted += taken and row.verdict == "wrong"
        right += taken and row.verdict == "right"
    # Printed with pytest -s; docs/understanding.md quotes it.
    print(
        f"WRatio at 90: {as_labelled / len(rows):.1%} as labelled, {accepted / wrong:.1%} accepted"
    )
    assert as_labelled / len(rows) < FLOOR - 0.05
    assert accepted > 50


@pytest.mark.parametrize(
    ("said", "answer", "verdict"),
    [
        # A comment around the answer (D8).
        ("el charango ese de los andes", "el charango", "right"),
        ("sube y baja el mar la marea", "la marea", "right"),
        ("lautaro el mapuche", "Lautaro", "right"),
        ("las nieves del kilimanjaro", "el Kilimanjaro", "right"),
        ("el tenista nadal", "Rafael Nadal", "right"),
        ("una abejita", "la abeja", "right"),
        ("las mil y una noches", "Las 1001 noches", "right"),
        # Another of that name (D7).
        ("umberto eco", "el eco", "wrong"),
        ("indira gandhi", "Mahatma Gandhi", "wrong"),
        ("ciudad juárez", "Benito Juárez", "wrong"),
        ("lautaro martínez", "Lautaro", "unsure"),
        ("corea del norte", "Corea", "unsure"),
        ("2001 una odisea del espacio", "la Odisea", "unsure"),
        ("lorca la ciudad de murcia", "Federico García Lorca", "unsure"),
        # Sounds that make another word (D4).
        ("el guajolote", "el ajolote", "unsure"),
        ("la oveja", "la abeja", "wrong"),
        ("oliver", "la olivera", "unsure"),
        ("chocolat", "chocolate", "right"),
        # A first name, and the kind of thing.
        ("Ada", "Ada Lovelace", "unsure"),
        ("pablo diego", "Pablo Diego Ruiz Picasso", "unsure"),
        ("un tratado", "el Tratado de Tordesillas", "wrong"),
        # The last answer counts.
        ("el café me equivoqué el cacao", "el cacao", "right"),
        ("lepanto uy quise decir trafalgar", "Lepanto", "wrong"),
        ("nehru perdona gandhi", "Mahatma Gandhi", "right"),
        ("la canela mentira la pimienta", "la canela", "wrong"),
        # Small talk at the table.
        ("hola qué tal", "la ola", "unsure"),
    ],
)
def test_what_stands_around_an_answer(said: str, answer: str, verdict: str) -> None:
    assert judge(said, answer=answer).verdict == verdict


def test_of_two_answers_in_one_breath_the_last_counts() -> None:
    card = {"answer": "Frida Kahlo", "accept": ["Frida"], "reject": ["Diego Rivera"]}
    assert judge("la mujer de diego rivera la frida", **card).verdict == "right"
    assert judge("frida la mujer de diego rivera", **card).verdict != "right"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("pato", "gato"),
        ("australia", "Austria"),
        ("sesenta", "setenta"),
        ("carlos primero", "Carlos V"),
        ("irak", "Irán"),
        ("pero", "perro"),
        ("Pierre Curie", "Marie Curie"),
        ("el", "La Celestina"),
        ("a", "Madrid"),
        ("no", "Nobel"),
        ("garcía", "Gabriel García Márquez"),
        ("la casa", "La casa de papel"),
        ("de la mancha", "Don Quijote de la Mancha"),
        ("silla de chair", "air"),
    ],
)
def test_near_pairs_and_fragments_are_never_right(said: str, answer: str) -> None:
    assert judge(said, answer=answer).verdict != "right"


@pytest.mark.parametrize("said", ["", "   ", "!!!", "¿…?", "eh", "mmm... eh"])
def test_nothing_is_never_wrong(said: str) -> None:
    assert judge(said, answer="París").verdict == "nothing"


def test_echo_of_the_question_is_not_right() -> None:
    question = "¿La ballena es un pez o un mamífero?"
    assert judge("mamífero", answer="mamífero", question=question).verdict == "right"
    assert judge("la ballena", answer="mamífero", question=question).verdict == "wrong"
    echo = judge("la ballena es un pez mamífero", answer="mamífero", question=question)
    assert echo.verdict != "right"
    named = judge("el Duero", answer="río Duero", question="¿Qué río pasa por Oporto?")
    assert named.verdict == "right"


def test_a_form_on_both_lists_is_unsure() -> None:
    assert judge("gris", answer="Gris", reject=["gris"]).verdict == "unsure"


@given(SPEECH, SPEECH, st.lists(SPEECH, max_size=3), st.lists(SPEECH, max_size=3), SPEECH)
def test_never_raises(
    said: str, answer: str, accept: list[str], reject: list[str], question: str
) -> None:
    for language in ("es", "en"):
        found = judge(
            said,
            answer=answer,
            accept=accept,
            reject=reject,
            question=question,
            language=language,
        )
        assert 0.0 <= found.score <= 100.0


@given(SPEECH, st.lists(SPEECH, max_size=3), st.sampled_from(["es", "en"]))
@example("París o Roma", ["no sé"], "es")
@example("eh", [], "es")
def test_the_answer_and_its_forms_are_right(answer: str, accept: list[str], language: str) -> None:
    for said in (answer, *accept):
        if tokens(said, language):
            found = judge(said, answer=answer, accept=accept, language=language)
            assert found.verdict == "right"


@given(SPEECH, st.lists(SPEECH, max_size=2), st.lists(SPEECH, min_size=1, max_size=3))
def test_a_rejected_form_is_never_right(answer: str, accept: list[str], reject: list[str]) -> None:
    for said in reject:
        assert judge(said, answer=answer, accept=accept, reject=reject).verdict != "right"


@given(st.sampled_from(["Cantinflas", "fotosíntesis", "Amazonas"]), st.data())
def test_a_word_split_anywhere_is_still_right(answer: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(answer) - 1))
    split = f"{answer[:cut]} {answer[cut:]}"
    assume(key(split, "es") == key(answer, "es"))
    assert judge(split, answer=answer).verdict == "right"


HEADER = "answer\taccept\treject\tsaid\tverdict"


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("answer\taccept\treject\tsaid\n", ["line 1", "verdict"]),
        ("answer\taccept\treject\tsaid\tverdict\na\t\t\n", ["line 2", "cells"]),
        ("answer\taccept\treject\tsaid\tverdict\na\t\t\tb\tmaybe\n", ["line 2", "verdict"]),
        ("answer\taccept\treject\tsaid\tverdict\n\t\t\tb\tright\n", ["line 2", "answer"]),
        ("answer\taccept\treject\tsaid\tverdict\tmood\n", ["line 1", "mood"]),
        ("", ["line 1", "answer"]),
        (f"{HEADER}\n", ["line 2", "there is no row; write an answer a line"]),
        (f"{HEADER}\n\n \n", ["line 2", "there is no row"]),
        (f"{HEADER}\nseñal\t\t\tx\tright\n".encode("latin-1"), [":2: ", "not UTF-8 text: save"]),
    ],
)
def test_a_bad_table_is_named(tmp_path: Path, content: str | bytes, names: list[str]) -> None:
    path = tmp_path / "table.tsv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(TableError) as error:
        read_table(path)
    for name in [str(path), *names]:
        assert name in str(error.value)


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_table_with_its_header_alone_is_no_success(tmp_path: Path, as_json: list[str]) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(f"{HEADER}\n", encoding="utf-8")
    ran = CliRunner().invoke(app, ["judge", str(path), *as_json])
    assert ran.exit_code == 2
    assert ran.output.startswith(f"{path}, línea 2: no hay ninguna fila; ")


def test_lists_and_optional_columns(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(
        "answer\taccept\treject\tsaid\tverdict\tquestion\tlanguage\n"
        "Paris\tthe city of light|Lutetia\tRome\tit's Paris\tright\tWhich city?\ten\n",
        encoding="utf-8",
    )
    (row,) = read_table(path)
    assert row.accept == ("the city of light", "Lutetia")
    assert (row.language, row.line, row.question) == ("en", 2, "Which city?")
    assert run_table(path).accuracy == 1.0


@pytest.mark.parametrize("between", [" ", " y "])
def test_a_wrong_name_behind_the_right_one_leaves_it_to_the_table(between: str) -> None:
    judged = judge(f"Julio Verne{between}Cervantes", answer="Julio Verne", reject=["Cervantes"])
    assert (judged.verdict, judged.reason) == ("unsure", "two answers")
