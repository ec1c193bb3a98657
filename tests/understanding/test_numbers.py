"""Number words both ways (pitfalls A24, D4, D8)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.understanding.numbers import Gender, parse, to_words, tokens, value


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("gender", ["none", "masculine", "feminine"])
def test_every_number_comes_back_from_its_words(language: str, gender: Gender) -> None:
    for n in [*range(2101), *range(2101, 1_000_001, 1999), 1_000_000]:
        assert value(to_words(n, language, gender), language) == n


@given(st.integers(0, 10**9), st.sampled_from(["es", "en"]))
def test_large_numbers_come_back(n: int, language: str) -> None:
    assert value(to_words(n, language), language) == n


def test_gender() -> None:
    assert to_words(21, "es") == "veintiuno"
    assert to_words(21, "es", "masculine") == "veintiún"
    assert to_words(1, "es", "feminine") == "una"
    assert to_words(-3, "es") == "menos tres"
    with pytest.raises(ValueError, match="no number words"):
        to_words(1, "fr")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mil cuatrocientos noventa y dos", [1492]),
        ("veintiun mil", [21000]),
        ("tres coma catorce", [Decimal("3.14")]),
        ("tres coma cero cinco", [Decimal("3.05")]),
        ("3,14", [Decimal("3.14")]),
        ("1.492", [1492]),
        ("mil novecientos", [1900]),
        ("cien", [100]),
        ("ciento uno", [101]),
        ("dos mil millones", [2_000_000_000]),
        ("20 mil", [20000]),
        ("diez y seis", [16]),
        ("veinti tres", [23]),
        ("tercer", [3]),
        ("décimo tercero", [13]),
        ("3º", [3]),
        ("el siglo veintiuno", [21]),
        ("siglo XXI", [21]),
        ("siglo xxi", [21]),
        ("Carlos V", [5]),
        ("carlos quinto", [5]),
        ("George III", [3]),
        ("George tres", [3]),
        ("II Guerra Mundial", [2]),
        ("la vi", []),
        ("vitamina C", []),
        ("mi casa", []),
        ("1914-1918", [1914, 1918]),
        ("tres trece", [3, 13]),
        ("mp3", []),
    ],
)
def test_spanish_numbers(text: str, expected: list[int | Decimal]) -> None:
    assert [found.value for found in parse(text, "es")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nineteen ninety-two", [1992]),
        ("nineteen oh five", [1905]),
        ("nineteen hundred", [1900]),
        ("twenty twenty four", [2024]),
        ("two thousand and one", [2001]),
        ("a hundred", [100]),
        ("twenty-first", [21]),
        ("1,492", [1492]),
        ("three point one four", [Decimal("3.14")]),
        ("George the third", [3]),
        ("I think so", []),
    ],
)
def test_english_numbers(text: str, expected: list[int | Decimal]) -> None:
    assert [found.value for found in parse(text, "en")] == expected


def test_an_article_is_told_from_a_count() -> None:
    assert [f.kind for f in parse("una ballena", "es")] == ["article"]
    assert [f.kind for f in parse("uno", "es")] == ["cardinal"]


def test_spans_are_tokens() -> None:
    (found,) = parse("creo que treinta y un puntos", "es")
    assert tokens("creo que treinta y un puntos", "es")[found.start : found.end] == (
        "treinta",
        "y",
        "un",
    )


@given(st.text(max_size=60), st.sampled_from(["es", "en", "xx"]))
def test_any_text_can_be_parsed(text: str, language: str) -> None:
    count = len(tokens(text, language))
    end = 0
    for found in parse(text, language):
        assert end <= found.start < found.end <= count
        end = found.end


def test_absurd_digits_are_no_number() -> None:
    assert parse("9" * 6000, "es") == ()
