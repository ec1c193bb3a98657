"""Phonetic keys: what sounds alike has keys alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.understanding.sounds import distance, key, readings, similarity
from host.understanding.text import normalise, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vaca", "baca"),
        ("cena", "sena"),
        ("zapato", "sapato"),
        ("hola", "ola"),
        ("pollo", "poyo"),
        ("queso", "keso"),
        ("gente", "jente"),
        ("pingüino", "pinwino"),
        ("güisqui", "whisky"),
        ("México", "Méjico"),
        ("invierno", "imbierno"),
        ("extremo", "estremo"),
        ("psicología", "sicología"),
        ("Stalin", "Estalin"),
        ("Cantinflas", "can tin flas"),
        ("El rey", "elrey"),
        ("árbol", "arbol"),
    ],
)
def test_same_sound_has_the_same_key_in_spanish(one: str, other: str) -> None:
    assert key(one, "es") == key(other, "es")


@pytest.mark.parametrize(
    ("one", "other"),
    [("pero", "perro"), ("año", "ano"), ("gato", "pato"), ("sesenta", "setenta")],
)
def test_other_sounds_have_other_keys(one: str, other: str) -> None:
    assert key(one, "es") != key(other, "es")


@pytest.mark.parametrize(
    ("one", "other"),
    [("night", "nite"), ("photo", "foto"), ("knight", "night"), ("queen", "kween")],
)
def test_same_sound_has_the_same_key_in_english(one: str, other: str) -> None:
    assert key(one, "en") == key(other, "en")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Shakespeare", "chéspir"),
        ("Hitchcock", "jichcok"),
        ("Einstein", "ainstain"),
        ("Beatles", "bitels"),
        ("Newton", "niuton"),
    ],
)
def test_foreign_names_are_read_as_speakers_of_spanish_say_them(written: str, said: str) -> None:
    heard = key(said, "es")
    assert max(similarity(heard, k) for k in readings(written, "es")) > 75


@pytest.mark.parametrize(("near", "far"), [("d", "s"), ("g", "l")])
def test_confusable_phones_cost_less(near: str, far: str) -> None:
    assert distance("baka", near + "aka") < distance("baka", far + "aka")


def test_nothing_is_like_nothing() -> None:
    assert similarity("", "") == similarity("", "a") == 0.0
    assert key("¡!", "es") == ""


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(["es", "en", "xx"]))
def test_any_text_has_a_key_and_a_likeness_within_bounds(a: str, b: str, language: str) -> None:
    one, other = key(a, language), key(b, language)
    assert " " not in one
    assert 0.0 <= similarity(one, other) <= 100.0
    assert similarity(one, other) == pytest.approx(similarity(other, one))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¡AÑO!", "año"),
        ("México, D.F.", "mexico d f"),
        ("me\u0301xico", "mexico"),
        ("an\u0303o", "año"),
        ("¿?", ""),
        ("don't", "dont"),
    ],
)
def test_text_has_one_form(text: str, expected: str) -> None:
    assert normalise(text) == expected
    assert words(text) == tuple(expected.split())


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)
