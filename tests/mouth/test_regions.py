"""Spain and America: each hears its own words, and both are understood everywhere."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from host.mouth.language import LanguageError, read_language
from host.mouth.lines import LANGUAGES, LINES, REGIONS, Lines, LinesError, check_regions
from host.mouth.silent import SilentVoice
from host.mouth.tuned import ACCENTS
from host.settings import DEFAULTS, Settings
from host.speaking import spoken_voice
from host.table_manners import Manner
from host.telling.wizard_words import CardWords
from host.understanding.phrasebook import Phrasebook
from host.understanding.templates import load, regions_of

OWN = read_language(LINES / "es")
SPAIN, AMERICA = "es-ES", "es-419"

ONLY = {
    SPAIN: r"bazas?|sota|ordenador(es)?|móvil(es)?|enhorabuena|vale ya|coge[rns]?|coged?|zumo",
    AMERICA: r"manos?|jota|computadora?s?|celular(es)?|felicitaciones|acá|agarra[rn]?|ahorita",
}
"""Words that only one side of the ocean says, in lines or with these meanings."""


@lru_cache(maxsize=2)
def texts(region: str) -> frozenset[str]:
    """Return every line as a region hears it: each plural form, each variant, and usted."""
    lines, said = Lines("es", region=region), set()
    for file in sorted((LINES / "es").glob("*.ftl")):
        source = file.read_text(encoding="utf-8")
        for entry in FluentParser().parse(source).body:
            if not isinstance(entry, ast.Message) or entry.span is None:
                continue
            names = re.findall(r"\$(\w+)", source[entry.span.start : entry.span.end])
            for number in (0, 1, 2, 3, 5, 10) if names else (0,):
                args = dict.fromkeys(names, number)
                said |= {
                    lines.say(entry.id.name, **args),
                    lines.say_formally(entry.id.name, **args),
                }
    return frozenset(said)


@pytest.mark.parametrize(("region", "other"), [(SPAIN, AMERICA), (AMERICA, SPAIN)])
def test_every_line_is_said_without_a_word_of_the_other_region(region: str, other: str) -> None:
    said = texts(region)
    assert len(said) > 400
    foreign = re.compile(rf"\b({ONLY[other]})\b", re.IGNORECASE)
    assert {text for text in said if foreign.search(text)} == set()
    own = {m[0].lower() for text in said for m in re.finditer(rf"\b({ONLY[region]})\b", text)}
    assert len(own) >= 3  # each region does hear words of its own


@pytest.mark.parametrize("region", OWN.regions)
def test_no_region_says_vosotros_or_ustedes(region: str) -> None:
    from tests.mouth.test_plural import second_person_plural

    assert {text for text in texts(region) if second_person_plural(text)} == set()


def test_the_regions_have_the_same_words() -> None:
    for language in LANGUAGES:
        assert check_regions(LINES / language) == []
        for each in regions_of(language):
            assert each.tag in read_language(LINES / language).regions


def test_the_check_names_what_a_region_lacks(tmp_path: Path) -> None:
    folder = tmp_path / "es"
    (folder / REGIONS).mkdir(parents=True)
    own = 'and = "y"\nor = "o"\nminus = "menos"\nregions = ["es-ES", "es-MX", "es-CL"]\n'
    (folder / "language.toml").write_text(own)
    (folder / "a.ftl").write_text("a = Otra { -baza }.")
    (folder / REGIONS / "es-ES.ftl").write_text("-baza = baza\n-sota = sota")
    (folder / REGIONS / "es-MX.ftl").write_text("-baza = mano")
    found = check_regions(folder)
    assert "-sota: is in es-ES and missing in es-MX" in found
    assert any("es-CL.ftl: is not there" in text for text in found)
    assert Lines("es", tmp_path, region="es-MX").say("a") == "Otra mano."
    with pytest.raises(LinesError, match=r"es-CL\.ftl cannot be read"):
        Lines("es", tmp_path, region="es-CL")


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        (None, "is not there"),
        ("and = 1", "and is missing"),
        ("and = ", "is no TOML"),
        ('and = "y"\nor = "o"\nminus = "menos"\n[[before]]\nword = "y"\nsound = "("', "a field"),
    ],
)
def test_a_wrong_language_file_is_named(tmp_path: Path, own: str | None, problem: str) -> None:
    if own is not None:
        (tmp_path / "language.toml").write_text(own)
    with pytest.raises(LanguageError, match=rf"language\.toml.*{problem}"):
        read_language(tmp_path)


@pytest.mark.parametrize(
    ("wish", "region"),
    [
        ("", SPAIN),
        ("es-419", AMERICA),
        ("spain", SPAIN),
        ("latin_america", AMERICA),
        ("es_ES.UTF-8", SPAIN),
        ("es_MX.UTF-8", AMERICA),
        ("es_AR@euro", AMERICA),
        ("es", SPAIN),
        ("en_US.UTF-8", SPAIN),
        ("C", SPAIN),
    ],
)
def test_the_region_comes_from_settings_voice_or_locale(wish: str, region: str) -> None:
    assert Lines("es", region=wish).region == region


def test_settings_come_before_the_voice_and_a_chosen_voice_brings_its_words() -> None:
    both = Manner(Settings({**DEFAULTS, "region": SPAIN, "voice": "latin_america"}))
    assert both.region == SPAIN
    both.choose_voice("latin_america")
    assert both.region == SPAIN
    kept: list[tuple[str, object]] = []
    free = Manner(save=lambda key, value, table: kept.append((key, value)), region="es_ES.UTF-8")
    free.choose_voice("latin_america")
    assert Lines("es", region=free.region).region == AMERICA
    assert kept == [("voice", "latin_america")]


def test_the_host_names_cards_as_the_region_does_and_understands_both() -> None:
    for region, jack in ((SPAIN, "sota de picas"), (AMERICA, "jota de picas")):
        words = CardWords.load("es", "french", region)
        assert words.card("Jp") == jack
        book = Phrasebook("es", "wizard", words.spoken(), region=region)
        heard = {phrase.words: phrase.meaning for phrase in book.everything(("Ana", "Luis"))}
        for said in ("sota de picas", "jota de picas"):
            assert heard[said] == ("play", (("card", "Jp"),))
        for said in ("deshacer baza", "deshacer mano"):
            assert heard[said] == ("undo_trick", ())
        for said in ("la baza es de ana", "la mano es de ana"):
            assert heard[said] == ("trick", (("seat", "Ana"),))


def test_a_table_of_each_region_hears_the_words_of_the_other() -> None:
    for region, said in ((SPAIN, "deshacer mano"), (AMERICA, "deshacer baza")):
        words = CardWords.load("es", "french", region)
        book = Phrasebook("es", "wizard", words.spoken(), region=region)
        ways = book.ways("undo_trick", {})
        assert said not in ways  # never shown there
        assert said in {phrase.words for phrase in book.everything(("Ana",))}


@pytest.mark.parametrize("game", ["iknow", "sapiencia", "wizard", "welcome"])
def test_no_phrase_that_help_shows_is_of_the_other_region(game: str) -> None:
    for region, other in ((SPAIN, AMERICA), (AMERICA, SPAIN)):
        foreign = re.compile(rf"\b({ONLY[other]})\b", re.IGNORECASE)
        book = load("es", game, region)
        shown = {t.text for entries in book.acts.values() for e in entries for t in e.say}
        assert {text for text in shown if foreign.search(text)} == set()


@pytest.mark.parametrize(
    ("region", "settings", "accent"),
    [
        ("es_MX.UTF-8", {}, "latin_america"),
        ("es-419", {}, "latin_america"),
        ("es_ES.UTF-8", {}, "spain"),
        ("C.UTF-8", {}, "spain"),
        ("es_MX.UTF-8", {"voice": "spain"}, "spain"),
        ("", {}, ""),
    ],
)
def test_the_accent_is_that_of_the_region_where_no_voice_is_set(
    region: str, settings: dict[str, str], accent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, ...] | None] = []

    def make(language: str, *, rate: int, wanted: tuple[str, ...] | None) -> SilentVoice:
        made.append(wanted)
        return SilentVoice(language, rate)

    monkeypatch.setattr("host.speaking.Pyttsx3Voice", make)
    spoken_voice("es", Settings({**DEFAULTS, **settings}), region=region).close()
    assert made == [ACCENTS.get(accent)]
