"""Answers as ears write them: by meaning, and by sound among all answers of the category."""

from __future__ import annotations

import pytest

from host.decks import default_quiz_deck
from host.engine.game import Move
from host.telling.iknow_answers import LEAST_OTHERS, Judge, answers_by_category

DECK = {card.id: card for card in default_quiz_deck("es")}
JUDGE = Judge(DECK, "es")


def judged(card: str, said: str, *also: str, **heard: object) -> str:
    args = {"said": said, "also": also, **heard}
    return JUDGE.verdict(DECK[card], Move("answer", "Ana", args, 1.0, 0.2))


@pytest.mark.parametrize(
    ("card", "said", "also", "heard", "verdict"),
    [
        # One ear that writes what it likes, and is not sure of it: by sound.
        ("canguro", "Cangura", (), {"confidence": 0.3}, "right"),
        ("sor-juana", "Surcuenen.", (), {"confidence": 0.25}, "wrong"),
        ("beethoven", "yo creo que es Beethoven", (), {}, "right"),
        # Words that there are stand as they are, however alike.
        ("armadillo", "el armario", (), {"confidence": 0.76}, "unsure"),
        ("chiloe", "chile", (), {"confidence": 0.3}, "unsure"),
        ("chiloe", "chiloe", ("chile",), {"confidence": 0.7}, "unsure"),
        # What it might have written, where it is not sure.
        ("huracan", "Vulacán.", (), {"confidence": 0.3, "rivals": ("Huracán",)}, "right"),
        ("huracan", "Vulacán.", (), {"confidence": 0.6, "rivals": ("Huracán",)}, "unsure"),
        ("eclipse-de-sol", "Eclipse el unán.", (), {"confidence": 0.4}, "unsure"),
        # A whole phrase of the category, heard for sure, with another ear's words beside it.
        ("sor-juana", "sor juana", ("Surcuenen.",), {"confidence": 0.91}, "right"),
        ("sor-juana", "juana de arco", ("Puan de arco",), {"confidence": 0.97}, "wrong"),
        ("sor-juana", "sor juana", ("Juana de Arco",), {"confidence": 0.91}, "unsure"),
        # A phrase that was doubted counts where the other ear bears it out.
        ("canguro", "Cangura", ("canguro",), {"confidence": 0.3}, "right"),
        # Even words that the other is sure of, if there are none such and they are very near.
        ("confucio", "Confusia", ("confucio",), {"confidence": 0.7}, "right"),
        ("confucio", "Confusia", (), {"confidence": 0.7}, "unsure"),
        ("gengis-kan", "¡Hanguis!", ("gengis",), {"confidence": 0.7}, "unsure"),
        ("chiloe", "chile", ("chiloe",), {"confidence": 0.7}, "unsure"),
        ("canguro", "Cambio de rostro", ("canguro rojo",), {"confidence": 0.3}, "unsure"),
        ("canguro", "canguro", (), {"confidence": 0.5, "doubted": True}, "unsure"),
        (
            "el-grito",
            "el grito",
            (),
            {"confidence": 0.5, "doubted": True, "rivals": ("grito",)},
            "right",
        ),
        # Syllables of the quick ear, and phrases among other words, are no proof.
        ("mancala", "Mandela", ("mandela",), {"confidence": 0.56}, "unsure"),
        ("flamenco", "flamenco no si", (), {"confidence": 0.95, "doubted": True}, "unsure"),
        ("beethoven", "", (), {}, "wrong"),
    ],
)
def test_what_ears_made_of_an_answer(
    card: str, said: str, also: tuple[str, ...], heard: dict[str, object], verdict: str
) -> None:
    assert judged(card, said, *also, **heard) == verdict


def test_what_is_typed_is_taken_as_it_stands() -> None:
    typed = Move("answer", "Ana", {"said": "Cangura", "confidence": 0.1})
    assert JUDGE.verdict(DECK["canguro"], typed) == "unsure"


@pytest.mark.parametrize(
    ("answer", "heard"),
    [
        ("Poema de Gilgamesh", "Creo que es poema de hínganes."),
        ("Poema de Gilgamesh", "Yo digo poema de hígame."),
        ("Poema de Gilgamesh", "Yogigo, poema de gimnas."),
        ("Rayuela", "Es la nuela."),
        ("la batalla de Adua", "¡Bastar ya de agua!"),
    ],
)
def test_what_whisper_made_of_right_answers_is_never_wrong(answer: str, heard: str) -> None:
    card = next(c.id for c in DECK.values() if answer in (c.answer, *c.accept))
    assert judged(card, heard, confidence=0.4) != "wrong"


def test_forms_of_other_cards_are_never_right() -> None:
    cards = [card for card in DECK.values() if card.category == "people"]
    taken = [
        (form, card.id)
        for other in cards[::10]
        for form in (*other.reject, other.answer)
        for card in cards[::3]
        if card is not other
        and form not in (card.answer, *card.accept)
        and judged(card.id, form, confidence=0.3) == "right"
    ]
    assert not taken


def test_what_is_listened_for_favours_no_card() -> None:
    cards = list(DECK.values())
    every = answers_by_category(cards, "es")
    assert {"pulpo", "calamar"} <= set(every["world"])
    assert "pulpo" not in every["people"]
    few = [card for card in cards if card.category == "world"][:LEAST_OTHERS]
    people = [card for card in cards if card.category == "people"]
    # Too few cards of a category: the whole deck is listened for, or nothing.
    assert answers_by_category([*few, *people], "es")["world"][-1] == every["people"][-1]
    assert answers_by_category(few, "es") == {}
