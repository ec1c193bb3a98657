"""Utterances as recognisers write them, and what they must be read as."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.game import Expectation, Option
from host.understanding.interpret import (
    Act,
    Interpreter,
    Meant,
    Nothing,
    Reading,
    UnknownName,
    Unsure,
)
from host.understanding.phrasebook import Phrasebook

DATA = Path(__file__).parent / "data"
SEATS = {
    "es": ("Ana", "Luis", "Eva", "Pedro", "Marta", "Diego"),
    "en": ("Alice", "David", "Emma", "Peter", "Grace", "Hugo"),
}
REMEDIES = (Option("known"), Option("bad_question"))


def moment(phase: str, language: str = "es", n: int = 6) -> Expectation:
    seats = SEATS[language][:n]
    options: dict[str, tuple[Option, ...]] = {
        "category": (Option("category", {"category": ("people", "world", "works", "events")}),),
        "place": (
            Option("place", {"level": (3, 2, 1)}),
            *(Option("place", {"level": (n,), "place": (1, 2)}) for n in (3, 2, 1)),
            Option("place", {"square": (1, 2, 3, 4, 5, 6)}),
            *REMEDIES,
        ),
        "bet": tuple(Option("bet", {"target": (s,), "sign": ("+", "-")}) for s in seats[1:]),
        "answer": (
            Option("answer", {"said": ()}),
            Option("pass"),
            Option("same_as", {"target": (seats[1],)}),
        ),
        "doubt": (Option("accept"), Option("object")),
        "vote": (Option("vote", {"ok": (True, False)}),),
    }
    return Expectation(
        phase,
        seats[0],
        options[phase],
        anyone=phase in ("doubt", "vote"),
        free_speech=phase == "answer",
    )


@lru_cache(maxsize=8)
def interpreter(language: str = "es", seats: tuple[str, ...] | None = None) -> Interpreter:
    return Interpreter(Phrasebook(language, "iknow"), seats or SEATS[language])


def plain(act: Act) -> str:
    args = "" if act.act == "answer" else "".join(f" {k}={v}" for k, v in sorted(act.args.items()))
    return f"{act.who + ' ' if act.who else ''}{act.act}{args}"


def told(reading: Reading) -> str:
    match reading:
        case Meant():
            return " + ".join(plain(act) for act in reading.acts)
        case Unsure():
            return f"? {plain(reading.best)}"
        case UnknownName():
            return f"! {reading.name}"
        case Nothing():
            return "-"


def rows(language: str) -> list[tuple[str, str, str, str]]:
    text = (DATA / f"utterances_{language}.tsv").read_text(encoding="utf-8")
    cells = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [(language, phase, words, expected) for phase, words, expected in cells]


@pytest.mark.parametrize(("language", "phase", "words", "expected"), rows("es") + rows("en"))
def test_utterances(language: str, phase: str, words: str, expected: str) -> None:
    assert told(interpreter(language).interpret(words, moment(phase, language))) == expected


def test_the_tables_are_long_enough() -> None:
    assert len(rows("es")) >= 150
    assert len(rows("en")) >= 60


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("phase", ["category", "place", "bet"])
def test_talk_is_nothing(language: str, phase: str) -> None:
    lines = (DATA / f"talk_{language}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            reading = interpreter(language).interpret(line, moment(phase, language))
            assert isinstance(reading, Nothing), f"{line!r} was read as {told(reading)}"


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("phase", ["category", "place", "bet", "answer", "doubt", "vote"])
def test_every_phrase_of_now_is_read_as_what_it_means(language: str, phase: str) -> None:
    # Two seats are enough to try every template.
    now, seats = moment(phase, language, 2), SEATS[language][:2]
    reader = interpreter(language, seats)
    options = [option for option in now.options if option.act != "answer"]
    for phrase in reader.phrasebook.phrases(options, seats):
        reading = reader.interpret(phrase.text, now)
        if phrase.ask:
            assert isinstance(reading, Unsure)
            continue
        assert isinstance(reading, Meant), f"{phrase.text!r}: {reading}"
        act = reading.acts[0]
        assert (act.act, tuple(sorted(act.args.items()))) == phrase.meaning, phrase.text


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_command_is_read_as_what_it_means(language: str) -> None:
    seats = SEATS[language][:2]
    reader = interpreter(language, seats)
    for phrase in reader.phrasebook.commands(seats):
        reading = reader.interpret(phrase.text, moment("place", language, 2))
        assert isinstance(reading, Meant), f"{phrase.text!r}: {reading}"
        assert reading.acts[0].act == phrase.act, phrase.text


def test_the_hosts_name_is_told_apart_from_what_follows() -> None:
    reader = interpreter()
    for words in ("Tertulia, marcador", "marcador, Tertulia", "hola Tertulia: marcador"):
        reading = reader.interpret(words, moment("place"))
        assert isinstance(reading, Meant)
        assert reading.addressed
    assert reader.interpret("Tertulia", moment("answer")) == Nothing("addressed", True)
    reading = reader.interpret("alto", moment("answer"), wake=True)
    assert told(reading) == "cmd_stop"


def test_an_answer_keeps_its_words() -> None:
    reading = interpreter().interpret("Ana: es Hipatia, la de Alejandría", moment("answer"))
    assert isinstance(reading, Meant)
    assert reading.acts[0].args == {"said": "es Hipatia, la de Alejandría"}
    assert reading.acts[0].who == "Ana"


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=60))
def test_no_answer_is_ever_asked_back(words: str) -> None:
    # D22: only «nothing heard» may be asked again.
    reading = interpreter().interpret(words, moment("answer"))
    assert not isinstance(reading, Unsure)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from(
                [
                    "Ana",
                    "Luis",
                    ",",
                    "tres",
                    "dos",
                    "más",
                    "menos",
                    "no",
                    ":",
                    ".",
                    "+",
                    "13",
                    "es",
                    "que",
                    "Tertulia",
                    "repite",
                    "yo",
                    "y",
                    "¿",
                ]
            ),
            max_size=14,
        ).map(" ".join),
    ),
    st.sampled_from(["category", "place", "bet", "answer", "doubt", "vote"]),
    st.sampled_from(["es", "en"]),
    st.booleans(),
)
def test_any_text_is_read(words: str, phase: str, language: str, over_host: bool) -> None:
    reader = interpreter(language)
    reading = reader.interpret(words, moment(phase, language), over_host=over_host)
    assert isinstance(reading, (Meant, Unsure, UnknownName, Nothing))
    assert reader.confirm(words) in (True, False, None)


def test_seats_that_sound_alike_are_asked_about() -> None:
    reader = interpreter("es", ("Luis", "Luisa", "Ana"))
    now = Expectation(
        "bet", "Ana", (Option("bet", {"target": ("Luis", "Luisa"), "sign": ("+", "-")}),)
    )
    assert isinstance(reader.interpret("Luis acierta", now), Unsure)
    assert isinstance(reader.interpret("Luisa acierta", now), Unsure)
    assert told(reader.interpret("más Luisa", now)) == "bet sign=+ target=Luisa"
    assert told(reader.interpret("menos Luis", now)) == "bet sign=- target=Luis"


def test_a_possible_value_wins_over_one_that_is_not_possible() -> None:
    now = Expectation("bet", "Ana", (Option("bet", {"target": ("Eva",), "sign": ("+",)}),))
    reader = interpreter("es", ("Ana", "Eva", "Ema"))
    # «ena» lies between Eva and Ema.
    assert told(reader.interpret("más ema", now)) == "bet sign=+ target=Ema"
    reading = reader.interpret("más Eba", now)
    assert told(reading) == "bet sign=+ target=Eva"


def test_speech_over_the_host_is_heard_more_strictly() -> None:
    reader = interpreter()
    assert isinstance(reader.interpret("tre puntos", moment("place")), Meant)
    over = reader.interpret("tres puntos", moment("place"), over_host=True)
    assert isinstance(over, Meant)
    assert isinstance(reader.interpret("dre buntos", moment("place"), over_host=True), Unsure)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Sí.", True),
        ("si", True),
        ("claro", True),
        ("Exacto.", True),
        ("esacto", True),
        ("Correcto", True),
        ("eso es", True),
        ("No.", False),
        ("Eso no.", False),
        ("no, no", False),
        ("para nada", False),
        ("Tertulia, sí", True),
        ("dos puntos", None),
        ("no, dos puntos", None),
        ("no sé", None),
        ("", None),
    ],
)
def test_confirm(words: str, expected: bool | None) -> None:
    assert interpreter().confirm(words) is expected


@pytest.mark.parametrize(("words", "expected"), [("Yes", True), ("nope", False), ("two", None)])
def test_confirm_in_english(words: str, expected: bool | None) -> None:
    assert interpreter("en").confirm(words) is expected


def test_a_corrected_restatement_is_read_again() -> None:
    for words in ("no, dos puntos", "sí, dije dos", "no, dije dos puntos"):
        assert told(interpreter().interpret(words, moment("place"))) == "place level=2"


def test_spellings_hold_moves_and_commands() -> None:
    spelled = interpreter().spellings(moment("answer"))
    assert "repite la pista" in spelled
    assert "lo mismo que luis" in spelled
    assert "lo mismo que eva" not in spelled
    assert spelled is interpreter().spellings(moment("answer"))
