"""A right answer that an ear garbled is doubtful; another card's answer is not."""

from __future__ import annotations

import pytest

from host.decks import default_quiz_deck
from host.understanding.doubt import may_be_garbled


@pytest.mark.parametrize(
    ("answer", "heard"),
    [
        ("Poema de Gilgamesh", "Creo que es poema de hínganes."),
        ("Poema de Gilgamesh", "Yo digo poema de hígame."),
        ("Poema de Gilgamesh", "Yogigo, poema de gimnas."),
        ("Rayuela", "Es la nuela."),
        ("batalla de Adua", "¡Bastar ya de agua!"),
    ],
)
def test_what_whisper_made_of_right_answers_is_doubtful(answer: str, heard: str) -> None:
    assert may_be_garbled(heard, answer=answer)


def test_a_form_on_the_reject_list_stays_wrong() -> None:
    assert not may_be_garbled("es Pierre Curie", answer="Marie Curie", reject=["Pierre Curie"])


def test_other_answers_of_the_category_are_hardly_ever_doubtful() -> None:
    deck = default_quiz_deck("es")
    pairs = [
        may_be_garbled(
            f"creo que es {form}", answer=card.answer, accept=card.accept, reject=card.reject
        )
        for card in deck
        for other in deck[::5]
        if other.id != card.id and other.category == card.category
        for form in (other.answer, *other.accept)
    ]
    assert len(pairs) > 3000
    assert sum(pairs) <= len(pairs) // 300
