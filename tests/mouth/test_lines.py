"""Lines: variants, numbers in words, lists, and the check of the files."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from host.mouth.lines import LANGUAGES, LINES, Lines, LinesError, check_catalogue

FIXTURE = """
plain = Hola, { $who }.
routine = Uno.
routine--2 = Dos.
routine--3 = Tres.
points = { $who } tiene { $points ->
    [0] cero
    [one] un punto
   *[other] { $points } puntos
}.
chips = Gana { $chips } fichas.
hands = Quedan { $n } manos, de { $all } jugadas.
round = Ronda { $n }.
quoted = ¿Dijiste { $what }?
end = Dijo { $what }.
two-lines = Una frase
    y otra.
"""


def folder_of(tmp_path: Path, **files: str) -> Path:
    for language, text in files.items():
        (tmp_path / language).mkdir(exist_ok=True)
        own = (LINES / language / "language.toml").read_text(encoding="utf-8")
        own = re.sub(r"^regions.*\n", "", own, flags=re.M)
        (tmp_path / language / "language.toml").write_text(own, encoding="utf-8")
        (tmp_path / language / "a.ftl").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    return Lines("es", folder_of(tmp_path, es=FIXTURE))


def test_arguments_are_put_in_without_marks(lines: Lines) -> None:
    assert lines.say("plain", who="Ana") == "Hola, Ana."


def test_a_missing_line_or_argument_is_an_error(lines: Lines) -> None:
    with pytest.raises(LinesError, match=r"no line 'nothing' in 'es'"):
        lines.say("nothing")
    with pytest.raises(LinesError, match=r"'plain' \(es\) cannot be said.*who"):
        lines.say("plain")
    assert lines.exists("plain")
    assert not lines.exists("nothing")


def test_a_language_without_lines_is_an_error() -> None:
    with pytest.raises(LinesError, match="no lines for the language 'xx'"):
        Lines("xx")


def test_variants_take_turns_and_none_is_heard_twice_running(lines: Lines) -> None:
    said = [lines.say("routine") for _ in range(9)]
    assert said[:4] == ["Uno.", "Dos.", "Tres.", "Uno."]
    assert all(a != b for a, b in pairwise(said))


def test_turns_belong_to_one_table_and_the_seed_decides_the_first(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, es=FIXTURE)
    assert Lines("es", folder).say("routine") == Lines("es", folder).say("routine")
    firsts = {seed: Lines("es", folder, seed=seed).say("routine") for seed in range(30)}
    assert set(firsts.values()) == {"Uno.", "Dos.", "Tres."}
    assert firsts == {s: Lines("es", folder, seed=s).say("routine") for s in range(30)}


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (0, "cero"),
        (1, "un punto"),
        (2, "dos puntos"),
        (21, "veintiún puntos"),
        (31, "treinta y un puntos"),
        (1234, "mil doscientos treinta y cuatro puntos"),
        (-3, "menos tres puntos"),
    ],
)
def test_numbers_choose_plurals_and_are_said_in_words(lines: Lines, points: int, said: str) -> None:
    assert lines.say("points", who="Ana", points=points) == f"Ana tiene {said}."


def test_numbers_agree_with_their_nouns(lines: Lines) -> None:
    assert lines.say("chips", chips=21) == "Gana veintiuna fichas."
    assert lines.say("chips", chips=200) == "Gana doscientas fichas."
    assert (
        lines.say("hands", n=31, all=41) == "Quedan treinta y una manos, de cuarenta y una jugadas."
    )
    assert lines.say("round", n=21) == "Ronda veintiuno."


def test_texts_stay_as_they_are(lines: Lines) -> None:
    command = "tertulia play --resume /a 1/iknow-0001.jsonl"
    assert lines.say("end", what=command) == f"Dijo {command}."
    assert lines.say("points", who="Ana 2", points=3) == "Ana 2 tiene tres puntos."


@pytest.mark.parametrize(
    ("what", "said"),
    [("¿Sí?", "Dijo ¿Sí?"), ("Hola.", "Dijo Hola."), ("bueno...", "Dijo bueno...")],
)
def test_a_text_with_its_own_stop_gets_no_second_one(lines: Lines, what: str, said: str) -> None:
    assert lines.say("end", what=what).rstrip(".") == said.rstrip(".")
    assert not re.search(r"[?!]\.|(?<!\.)\.\.(?!\.)", lines.say("end", what=what))


def test_a_line_is_one_line(lines: Lines) -> None:
    assert lines.say("two-lines") == "Una frase y otra."


def test_english_numbers() -> None:
    lines = Lines("en")
    assert lines.spell(0) == "zero"
    assert lines.spell(-2) == "minus two"
    assert lines.spell(12, "points") == "twelve"
    assert lines.spell(21) == "twenty-one"


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([], ""),
        (["Ana"], "Ana"),
        (["Ana", "Luis"], "Ana y Luis"),
        (["Ana", "Luis", "Eva"], "Ana, Luis y Eva"),
        (["Ana", "Iván"], "Ana e Iván"),
        (["Ana", "Íñigo"], "Ana e Íñigo"),
        (["Ana", "Hipatia"], "Ana e Hipatia"),
        (["agua", "hierro"], "agua y hierro"),
        (["Ana", "Iago"], "Ana y Iago"),
        (["Ana", "Yolanda"], "Ana y Yolanda"),
        (["Ana", "Yvonne"], "Ana e Yvonne"),
        (["«a»", "«iglú»"], "«a» e «iglú»"),
    ],
)
def test_lists_in_spanish(items: list[str], said: str) -> None:
    assert Lines("es").join(items) == said


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["tres", "dos", "uno"], "tres, dos o uno"),
        (["siete", "ocho"], "siete u ocho"),
        (["Ana", "Óscar"], "Ana u Óscar"),
        (["mujeres", "hombres"], "mujeres u hombres"),
        (["Ana", "Hugo"], "Ana o Hugo"),
    ],
)
def test_choices_in_spanish(items: list[str], said: str) -> None:
    assert Lines("es").options(items) == said


def test_lists_in_english() -> None:
    assert Lines("en").join(["Ann", "Ian", "Eve"]) == "Ann, Ian and Eve"
    assert Lines("en").options(["seven", "eight"]) == "seven or eight"


# ---------------------------------------------------------------------- the files


def test_the_shipped_lines_are_whole() -> None:
    assert check_catalogue() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_lines_load_and_names_with_digits_stay(language: str) -> None:
    said = Lines(language).say("play-voice-unknown", name="siri2")
    assert "siri2" in said
    assert "--voice pyttsx3" in said


@pytest.mark.parametrize(
    ("spanish", "english", "problem"),
    [
        ("a = Hola.\nb = Adiós.", "a = Hello.", "b: is in es and missing in en"),
        ("a = Hola.", "a = Hello.\nb = Bye.", "b: is in en and missing in es"),
        ("a = Hola, { $who }.", "a = Hello.", "a: $who is not in both en and es"),
        (
            "a = { $n ->\n [one] Uno\n *[other] Más\n}.",
            "a = Several.",
            "a: $n is not in both en and es",
        ),
        ("a = Hola mesa.", "a = Hola mesa.", "a: en and es say the same, untranslated"),
        ("a = Hola.\na--3 = Eh.", "a = Hello.", "es: a--3: the variant before it is missing"),
        ("a = Hola.\nb--2 = Eh.", "a = Hello.", "es: b--2: the variant before it is missing"),
        ("a = Hola.\na--5 = Eh.", "a = Hello.", "es: a--5: variants are --2 to --4"),
    ],
)
def test_what_the_check_finds(tmp_path: Path, spanish: str, english: str, problem: str) -> None:
    assert problem in check_catalogue(folder_of(tmp_path, es=spanish, en=english))


def test_the_check_names_file_and_line(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, es="a = Hola.\n\nthis is wrong\n", en="a = Hello.\na = Hi.\n")
    found = check_catalogue(folder)
    assert any("a.ftl:3: this is no Fluent message: 'this is wrong'" in text for text in found)
    assert any("a is there twice" in text for text in found)
    with pytest.raises(LinesError, match=r"a\.ftl:3: this is no Fluent"):
        Lines("es", folder)


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    folder_of(tmp_path, es="")
    (tmp_path / "es" / "a.ftl").write_bytes("a = Adiós.".encode("latin-1"))
    with pytest.raises(LinesError, match=r"a\.ftl is not UTF-8"):
        Lines("es", tmp_path)


def test_the_same_sign_in_both_languages_is_no_fault(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, es="a = { $who }.\nb = No.", en="a = { $who }.\nb = No.")
    assert check_catalogue(folder) == []
