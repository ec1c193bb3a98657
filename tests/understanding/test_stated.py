"""Printed cards that the deck does not know: name, value and number, said in one breath."""

from __future__ import annotations

import pytest

from host.engine.game import Expectation, Option
from host.understanding.interpret import Interpreter, Meant, Nothing
from host.understanding.phrasebook import Phrasebook

WORDS = {
    "card": {"zewail": ("Ahmed Zewail", "Zewail"), "safo": ("Safo",)},
    "value": {"Egipto": ("Egipto",), "Grecia": ("Grecia",), "física": ("física",)},
}
FREE: dict[str, tuple[str, ...]] = {"card": (), "value": ("Egipto",)}
PLAY = Expectation(
    "play", "Luis", (Option("play", {"card": ("zewail",)}), Option("none"), Option("play", FREE))
)
TALK = Expectation(
    "talk",
    "Luis",
    (
        Option("talk", {"card": ("zewail", "safo")}),
        Option("talk", {"card": (), "value": ()}),
        Option("talk", {"category": ("country", "profession")}),
        Option("talk", {"criterion": ("contributions", "nobel_prizes")}),
    ),
)
KNOWN = Expectation("play", "Luis", (Option("play", {"card": ("zewail",)}), Option("none")))


@pytest.fixture(scope="module")
def reader() -> Interpreter:
    return Interpreter(Phrasebook("es", "sapiencia", WORDS), ("Ana", "Luis"))


@pytest.mark.parametrize(
    ("words", "card", "value", "number"),
    [
        ("Hawass, Egipto, cinco", "Hawass", "Egipto", 5),
        ("juego a Zahi Hawass, Egipto, 5", "Zahi Hawass", "Egipto", 5),
        ("Hawass de Egipto con cinco", "Hawass", "Egipto", 5),
        ("hawass egito doce", "Hawass", "Egipto", 12),
        ("Luis: Hawass, Egipto, cero", "Hawass", "Egipto", 0),
        ("Hawass, Grecia, cinco", "Hawass", "Grecia", 5),
        ("juego a Zewail, Egipto, cinco", "zewail", "Egipto", 5),
        ("sirve: Hawass, Egipto, tres", "Hawass", "Egipto", 3),
    ],
)
def test_a_card_is_played_by_stating_it(
    reader: Interpreter, words: str, card: str, value: str, number: int
) -> None:
    found = reader.interpret(words, PLAY)
    assert isinstance(found, Meant)
    (act,) = found.acts
    assert act.act == "play"
    assert dict(act.args) == {"card": card, "category_value": value, "value": number}


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("Hawass, Egipto, cinco", {}),
        ("Hawass, país, Egipto, aportes, cinco", {"category": "country"}),
        ("Hawass, país Egipto, aportes cinco", {"category": "country"}),
    ],
)
def test_a_talker_states_a_card_with_category_and_criterion(
    reader: Interpreter, words: str, more: dict[str, str]
) -> None:
    if more:
        more = {**more, "criterion": "contributions"}
    found = reader.interpret(words, TALK)
    assert isinstance(found, Meant)
    assert dict(found.acts[0].args) == {"card": "Hawass", "value": "Egipto", "score": 5, **more}


def test_a_name_alone_behind_a_move_is_passed_on_for_the_game_to_refuse(
    reader: Interpreter,
) -> None:
    found = reader.interpret("juego a Tutankamón", PLAY)
    assert isinstance(found, Meant)
    assert found.acts[0].args.keys() == {"card"}


@pytest.mark.parametrize("words", ["Tutankamón", "pásame el vino", "cinco", "Egipto cinco"])
def test_talk_and_halves_state_nothing(reader: Interpreter, words: str) -> None:
    assert isinstance(reader.interpret(words, PLAY), Nothing)


def test_where_the_host_deals_nothing_can_be_stated(reader: Interpreter) -> None:
    assert isinstance(reader.interpret("Hawass, Egipto, cinco", KNOWN), Nothing)


def test_a_stated_card_and_the_call_in_one_breath(reader: Interpreter) -> None:
    found = reader.call_in("Hawass, Egipto, cinco, ¡sapiencia!", PLAY)
    assert found is not None
    assert found.sure
    assert found.rest == "hawass egipto cinco"
