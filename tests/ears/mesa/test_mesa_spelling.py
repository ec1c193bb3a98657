"""Spanish text to phones, by a table, and syllables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.ears.mesa.graph import legal_syllables
from host.ears.mesa.phones import OUTPUTS, PHONE_COUNT, PHONES, Place, output_of, phone_id
from host.ears.mesa.spelling import spell, spell_word, syllables, words_of, write

TABLE = """
sapiencia sapiensia | hipatia ipatia | Alejandría alejandria | llama yama | España españa
guerra geRa | Chile Cile | García garsia | Márquez markes | pingüino pinguino
cigüeña sigueña | leer leer | huevo uebo | rey Rei | xilófono silofono | examen eksamen
construcción konstruksion | México mejiko | Enrique enRike | Israel isRael | jorge jorje
quiz kis | kiwi kiui | honra onRa | perro peRo | pero pero | zapato sapato | vaca baka
cebolla seboya | queso keso | gigante jigante | guion gion | ahora aora | y i | muy mui
ya ya | excelente eselente | piscina pisina | ñandú ñandu | Shakespeare Cakespeare
whisky uiski | psicología sikolojia | convento kombento | innato inato | Zewail seuail
"""


@pytest.mark.parametrize(
    "row", [r.strip() for r in TABLE.replace("\n", "|").split("|") if r.strip()]
)
def test_words_are_spelled_by_rule(row: str) -> None:
    word, phones = row.split()
    assert spell_word(word) == phones


def test_case_accents_and_forms_of_unicode_do_not_matter() -> None:
    assert spell_word("Ñandú") == spell_word("n\u0303andu\u0301") == spell_word("ÑANDÚ")
    assert words_of("¡Juego a HIPATIA, dos-tres!") == ["juego", "a", "hipatia", "dos", "tres"]
    assert spell("h ¡! Ana") == ["ana"]


@given(st.text())
def test_any_text_gives_phones_alone(text: str) -> None:
    for phones in spell(text):
        assert phones
        assert set(phones) <= set(PHONES)


def test_every_syllable_of_the_free_path_is_read_back_inside_a_word() -> None:
    for phones, _ in legal_syllables():
        assert spell_word(f"a{write(phones)}a") == f"a{phones}a"


@pytest.mark.parametrize(
    ("phones", "divided"),
    [
        ("transporte", "trans por te"),
        ("sapiensia", "sa pien sia"),
        ("leer", "le er"),
        ("konstruksion", "kons truk sion"),
        ("aora", "a o ra"),
        ("s", "s"),
    ],
)
def test_syllables(phones: str, divided: str) -> None:
    assert syllables(phones) == divided.split()


@given(st.text(alphabet=PHONES))
def test_syllables_lose_nothing(phones: str) -> None:
    assert "".join(syllables(phones)) == phones


def test_every_phone_has_four_ids_and_one_output() -> None:
    ids = [phone_id(phone, place) for phone in PHONES for place in Place]
    assert sorted(ids) == list(range(3, PHONE_COUNT + 1))
    assert sorted({output_of(i) for i in ids}) == list(range(1, OUTPUTS))
    assert output_of(1) == output_of(2) == 0
