"""What stands around a command: whom it is said to, why, and «¿no?»; nothing else is read so."""

from __future__ import annotations

import pytest

from host.engine.game import Expectation, Option
from host.understanding.interpret import Interpreter, Meant, Reading
from host.understanding.phrasebook import Phrasebook

SEATS = ("Ana", "Luis", "Eva")
PLACE = Expectation("place", "Ana", (Option("place", {"level": (3, 2, 1)}),))
BET = Expectation("bet", "Ana", (Option("bet", {"target": ("Luis", "Eva"), "sign": ("+", "-")}),))
ANSWER = Expectation("answer", "Ana", (Option("answer", {}), Option("pass", {})), free_speech=True)
READERS = {language: Interpreter(Phrasebook(language, "iknow"), SEATS) for language in ("es", "en")}


def acts(reading: Reading) -> list[str]:
    return [act.act for act in reading.acts] if isinstance(reading, Meant) else []


SAID = [
    ("es", "Luis, te toca a ti, ¿no?", "cmd_turn"),
    ("es", "oye Tertulia, dime, ¿cómo vamos?", "cmd_score"),
    ("es", "dime, Tertulia, ¿a quién le toca?", "cmd_turn"),
    ("es", "a ver, chicos, marcador", "cmd_score"),
    ("es", "marcador chicos", "cmd_score"),
    ("es", "repite, que no oí", "cmd_repeat"),
    ("es", "repite que no te oí", "cmd_repeat"),
    ("es", "repite, que no te he oído bien con el ruido", "cmd_repeat"),
    ("es", "¿cómo vamos?, que me perdí", "cmd_score"),
    ("es", "¿a quién le toca, Luis?", "cmd_turn"),
    ("es", "gente, ¿quién va ganando?", "cmd_score"),
    ("es", "pausa, chicos, que llaman", "cmd_pause"),
    ("es", "espera, Luis", "cmd_pause"),
    ("es", "me equivoqué, perdón, chicos", "cmd_undo"),
    ("es", "chicos, tres", "place"),
    ("en", "Luis, whose turn is it, right?", "cmd_turn"),
    ("en", "Tertulia, tell us, what's the score?", "cmd_score"),
    ("en", "guys, score", "cmd_score"),
    ("en", "repeat, I didn't hear", "cmd_repeat"),
]


@pytest.mark.parametrize(("language", "words", "act"), SAID)
def test_asides_kill_no_phrase(language: str, words: str, act: str) -> None:
    reading = READERS[language].interpret(words, PLACE)
    assert acts(reading) == [act]
    if "Tertulia" in words:
        assert isinstance(reading, Meant)
        assert reading.addressed


@pytest.mark.parametrize("words", ["repite, que no oí", "chicos, marcador", "Luis, ¿cómo vamos?"])
def test_where_an_answer_is_due_a_question_with_its_reason_is_none(words: str) -> None:
    assert acts(READERS["es"].interpret(words, ANSWER)) in (["cmd_repeat"], ["cmd_score"])


ANSWERS = ["Amigos, que es una serie", "Los chicos", "Paso, Luis", "pausa, que es un río", "gente"]


@pytest.mark.parametrize("words", ANSWERS)
def test_where_an_answer_is_due_nothing_else_becomes_a_command(words: str) -> None:
    """D22: what is not surely a question is the answer."""
    assert acts(READERS["es"].interpret(words, ANSWER)) == ["answer"]


TALK = [
    "Luis, dice que marcador no vale, ¿no?",
    "no, chicos",
    "Luis, ¿no?",
    "chicos",
    "Eva, que te vas, ¿no?",
    "fue Luis, ¿no?",
    "me dijo que repite, que no oyó",
    "que no, que no te toca, que le toca a Eva, que sí",
]


@pytest.mark.parametrize("words", TALK)
@pytest.mark.parametrize("expectation", [PLACE, BET], ids=["place", "bet"])
def test_talk_stays_talk(words: str, expectation: Expectation) -> None:
    """What decides something, and what is no command to the letter, is never read so."""
    found = acts(READERS["es"].interpret(words, expectation))
    assert not {"cmd_pause", "cmd_end", "cmd_leave", "place", "bet", "cmd_repeat"} & set(found)


@pytest.mark.parametrize("words", ["chicos, ¡sapiencia!", "¡Sapiencia, chicos!", "Sapiencia gente"])
def test_a_call_to_all_is_a_call(words: str) -> None:
    """D12: it is the word alone; whom it is shouted to is no sentence about it."""
    reader = Interpreter(Phrasebook("es", "sapiencia"), SEATS)
    found = reader.call_in(words, Expectation("play", "Ana", ()))
    assert found is not None
    assert found.sure


def test_a_vocative_alone_may_be_an_answer_and_behind_a_filler_is_none() -> None:
    assert acts(READERS["es"].interpret("gente", ANSWER)) == ["answer"]
    assert acts(READERS["es"].interpret("a ver, chicos", ANSWER)) == []


def test_a_seat_that_is_called_so_is_no_vocative() -> None:
    reader = Interpreter(Phrasebook("es", "iknow"), ("Chicas", "Chicos"))
    reading = reader.interpret("más chicas", Expectation("bet", "Chicos", BET.options))
    assert [(a.act, a.args["target"]) for a in getattr(reading, "acts", ())] == [("bet", "Chicas")]
