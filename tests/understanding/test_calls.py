"""Which utterances hold a call, and which only the word (SAP-18, D12)."""

from __future__ import annotations

import pytest

from host.engine.game import Expectation, Option
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook

CARDS = {"card": {"zewail": ("Ahmed Zewail", "Zewail"), "hipatia": ("Hipatia",)}}
PLAY = Expectation("play", "Luis", (Option("play", {"card": ("zewail", "hipatia")}),))


@pytest.fixture(scope="module")
def reader() -> Interpreter:
    return Interpreter(Phrasebook("es", "sapiencia", CARDS), ("Ana", "Luis"))


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("¡Sapiencia!", ""),
        ("sapiencia", ""),
        ("zapiencia", ""),
        ("Sapienza", ""),
        ("Sapiente, sapiente.", ""),
        ("sapi encia", ""),
        ("ay, sapiencia", ""),
        ("sapiensiassapienensi", ""),
        ("sapensisapiensiaa", ""),
        ("juego a Zewail, ¡sapiencia, sapiencia!", "juego a zewail"),
        ("juego a Zewail, ¡sapiencia!", "juego a zewail"),
        ("Zewail sapiencia", "zewail"),
        ("sapiencia, juego a Zewail", "juego a zewail"),
    ],
)
def test_the_word_first_last_or_alone_is_a_call(reader: Interpreter, words: str, rest: str) -> None:
    found = reader.call_in(words, PLAY)
    assert found is not None
    assert found.sure
    assert (found.name, found.rest) == ("sapiencia", rest)


def test_a_name_before_the_call_says_whose_it_is(reader: Interpreter) -> None:
    found = reader.call_in("Luis: sapiencia", PLAY)
    assert found is not None
    assert found.who == "Luis"


@pytest.mark.parametrize(
    "words",
    [
        "¿no tenía que decir sapiencia?",
        "¿Luis dijo sapiencia?",
        "la sapiencia es lo último que se pierde en la vida",
        "yo creo que la sapiencia no sirve de nada",
        "juego a Zewail",
        "qué apariencia tiene",
        "presencia",
    ],
)
def test_the_word_inside_a_sentence_is_talk(reader: Interpreter, words: str) -> None:
    assert reader.call_in(words, PLAY) is None


@pytest.mark.parametrize(
    "words",
    ["paciencia", "la ciencia", "paciencia, paciencia", "algo que no se entiende sapiencia"],
)
def test_what_may_have_been_a_call_is_neither_call_nor_talk(
    reader: Interpreter, words: str
) -> None:
    found = reader.call_in(words, PLAY)
    assert found is not None
    assert not found.sure


def test_games_without_calls_hear_none() -> None:
    quiz = Interpreter(Phrasebook("es", "iknow"), ("Ana", "Luis"))
    assert quiz.call_in("¡Sapiencia!", Expectation("place", "Ana")) is None


@pytest.mark.parametrize(
    ("words", "may"),
    [
        ("Va bien chas, va bien chas", True),  # what Whisper wrote of «¡Sapiencia, sapiencia!»
        ("juego a Fulano", True),
        ("usa bien, hija", True),
        ("juego a Zewail", False),
        ("no tengo", False),
        ("repite, por favor", False),
        ("y entonces le dije que no volviera más por aquí", False),
    ],
)
def test_only_what_is_clearly_something_else_proves_that_nobody_called(
    reader: Interpreter, words: str, may: bool
) -> None:
    now = Expectation("play", "Luis", (Option("play", {"card": ()}), Option("pass")))
    assert reader.may_hold_call(words, reader.interpret(words, now)) is may


def test_words_like_the_call_stand_beside_it_and_are_none(reader: Interpreter) -> None:
    """An ear that hears nothing but phrases needs the others to choose from (pitfalls A7)."""
    phrases = reader.spellings(PLAY)
    near = [" ".join(group) for group in reader.phrasebook.groups("beside_call")]
    assert {"sapiencia", *near} <= set(phrases)
    assert "paciencia" in near
    for words in near:
        found = reader.call_in(words, PLAY)
        assert found is None or not found.sure


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("pasameelvino", "Pásame el vino.", True),
        ("angassataskietea", "¿Cuántas cartas tiene Ana?", True),
        ("sapitesapin", "Sapiente, sapien", False),  # both of one «¡Sapiencia, sapiencia!»
        ("sarinyiesapiye", "Sariñe sapiye", False),
        ("pasameelvino", "A ver, vamos", False),
    ],
)
def test_two_ears_that_spell_a_call_alike_prove_no_absence(
    reader: Interpreter, one: str, other: str, same: bool
) -> None:
    readings = [reader.interpret(text, PLAY) for text in (one, other)]
    assert reader.same_talk(one, other, readings) is same
