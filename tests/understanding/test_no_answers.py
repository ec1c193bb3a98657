"""What escapes people who are asked is no answer, and no answer is taken for it (D22)."""

from __future__ import annotations

import pytest

from host.decks import default_quiz_deck
from host.ears.base import Heard
from host.engine.game import Expectation, Option
from host.two_readings import reading_of
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import Phrasebook

ASKED = Expectation("answer", "Luis", (Option("answer"), Option("pass")), free_speech=True)
READERS = {
    language: Interpreter(Phrasebook(language, "iknow"), ("Ana", "Luis", "Eva"))
    for language in ("es", "en")
}


def acts(language: str, words: str) -> list[tuple[str, dict[str, object]]]:
    reading = READERS[language].interpret(words, ASKED)
    assert isinstance(reading, Meant), words
    return [(act.act, dict(act.args)) for act in reading.acts]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "espera, déjame pensar"),
        ("es", "¡uy, qué nervios!"),
        ("es", "a ver, déjame pensarlo"),
        ("es", "la tengo en la punta de la lengua"),
        ("es", "ay, madre mía"),
        ("es", "pues esta es muy difícil"),
        ("es", "estoy pensando"),
        ("en", "wait, let me think"),
        ("en", "it's on the tip of my tongue"),
        ("en", "oh my goodness"),
        ("en", "that's a hard one"),
    ],
)
def test_thinking_aloud_is_no_answer(language: str, words: str) -> None:
    assert [act for act, _ in acts(language, words)] == ["cmd_thinking"]


@pytest.mark.parametrize(
    ("language", "words", "act"),
    [
        ("es", "¿por dónde íbamos?", "cmd_where"),
        ("es", "lo dejamos por hoy", "cmd_keep"),
        ("en", "where were we?", "cmd_where"),
        ("en", "save the game", "cmd_keep"),
    ],
)
def test_what_is_said_to_the_host_is_no_answer(language: str, words: str, act: str) -> None:
    assert [found for found, _ in acts(language, words)] == [act]


@pytest.mark.parametrize(
    ("language", "words", "then"),
    [
        ("es", "no dije eso, dije Chopin", "chopin"),
        ("es", "me equivoqué, es Federico Chopin", "federico chopin"),
        ("es", "cambio mi respuesta: Chopin", "chopin"),
        ("en", "I didn't say that, I said Chopin", "chopin"),
        ("en", "I made a mistake, it's Chopin", "chopin"),
    ],
)
def test_another_answer_for_the_last_one_is_a_correction(
    language: str, words: str, then: str
) -> None:
    assert acts(language, words) == [("cmd_undo", {"then": then})]


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_answer_of_a_deck_is_talk(language: str) -> None:
    cards = default_quiz_deck(language)
    forms = {form for card in cards for form in (card.answer, *card.accept)}
    assert len(forms) > 100
    taken = {form: acts(language, form) for form in forms}
    assert {f: a for f, a in taken.items() if a[0][0] != "answer"} == {}


BIDDING = Expectation("bid", "Luis", (Option("bid", {"n": (0, 1, 2)}),))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "espera que busco las gafas"),
        ("es", "bueno, un momento que llaman a la puerta"),
        ("es", "voy al baño"),
        ("en", "wait, I'm looking for my glasses"),
        ("en", "hold on while I find my glasses"),
    ],
)
def test_who_asks_to_wait_may_say_what_for(language: str, words: str) -> None:
    reader = Interpreter(Phrasebook(language, "wizard"), ("Ana", "Luis", "Eva"))
    reading = reader.interpret(words, BIDDING)
    assert isinstance(reading, Meant)
    assert [act.act for act in reading.acts] == ["cmd_pause"]


def test_wait_before_an_answer_is_no_pause() -> None:
    assert acts("es", "espera, que es Chopin")[0][0] == "answer"


@pytest.mark.parametrize("words", ["rigoberta", "los bronces de benin", "yodiduetasmal"])
@pytest.mark.parametrize("confidence", [0.05, 0.3, 0.9])
@pytest.mark.parametrize(("also", "written"), [((), ()), (("Rigoberta",), ("a", "Rigoberta"))])
def test_D22_an_answer_is_taken_however_badly_it_was_heard(
    words: str, confidence: float, also: tuple[str, ...], written: tuple[str, ...]
) -> None:
    """«¿Dijiste Rigoberta?» would be a word about the answer, and asked of one player alone."""
    heard = Heard(
        words, 1.0, 2.0, 0.15, confidence, ear="es-mesa", sure=False, also=also, written=written
    )
    reading = reading_of(heard, lambda text: READERS["es"].interpret(text, ASKED))
    assert isinstance(reading, Meant)
    assert [act.act for act in reading.acts] == ["answer"]
