"""Sapiencia's decks: what is refused and in which words, and what the shipped cards promise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from host import yamlfile
from host.deck_words import command_words
from host.decks_sapiencia import (
    DeckError,
    MindCard,
    deck_faults,
    default_sapiencia_deck,
    load_sapiencia_deck,
)
from host.games.sapiencia import CATEGORIES, Sapiencia, SapienciaCard, SapienciaRules
from host.resources import decks_dir

NAMES = ("Hipatia", "Emmy Noether", "Marie Curie", "Ada Lovelace")
CARD = """\
- id: {id}
  name: {name}
  aliases: [{alias}]
  gender: mujer
  professions: [matemáticas]
  country: Egipto
  period: antigüedad
  uses: [cálculo]
  contributions: 5
  barriers: 3
  patents: 0
  nobel_prizes: 0
  other_prizes: 0
  source: Encyclopaedia Britannica
"""
ALIASES = ("la de Alejandría", "Noether", "Madame Curie", "Ada Byron")
LINES = CARD.count("\n")
GOOD = "".join(
    CARD.format(id=f"carta-{n}", name=name, alias=alias)
    for n, (name, alias) in enumerate(zip(NAMES, ALIASES, strict=True), start=1)
)


def write(folder: Path, text: str) -> Path:
    path = folder / "es.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(path: Path) -> list[str]:
    return [str(fault) for fault in deck_faults(path, "es")]


def test_a_card_is_read_as_written(tmp_path: Path) -> None:
    first = load_sapiencia_deck(write(tmp_path, GOOD), "es")[0]
    assert first == MindCard(
        number=1,
        card=SapienciaCard(
            id="carta-1",
            name="Hipatia",
            gender="mujer",
            professions=("matemáticas",),
            country="Egipto",
            period="antigüedad",
            uses=("cálculo",),
            prizes=None,
            contributions=5,
            barriers=3,
            patents=0,
            nobel_prizes=0,
            other_prizes=0,
        ),
        aliases=("la de Alejandría",),
        note="",
        source="Encyclopaedia Britannica",
    )
    assert first.names == ("Hipatia", "la de Alejandría")


def test_a_number_of_prizes_of_its_own_is_kept(tmp_path: Path) -> None:
    text = GOOD.replace("  patents: 0\n", "  patents: 0\n  prizes: 0\n", 1)
    assert load_sapiencia_deck(write(tmp_path, text), "es")[0].card.prizes == 0


# What is changed in GOOD (once), and the sentence after the file's name.
BROKEN: dict[str, tuple[str, str, str]] = {
    "a missing figure": (
        "  patents: 0\n",
        "",
        ":1: card «carta-1», patents: is missing; add it.",
    ),
    "a figure left empty": (
        "patents: 0",
        "patents:",
        ":11: card «carta-1», patents: is empty; write a whole number from 0 to 9999.",
    ),
    "a figure in words": (
        "patents: 0",
        "patents: ninguna",
        ":11: card «carta-1», patents: is no whole number; write a whole number from 0 to 9999.",
    ),
    "a negative figure": (
        "nobel_prizes: 0",
        "nobel_prizes: -1",
        ":12: card «carta-1», nobel_prizes: is no whole number; "
        "write a whole number from 0 to 9999.",
    ),
    "a figure beyond belief": (
        "other_prizes: 0",
        "other_prizes: 100000",
        ":13: card «carta-1», other_prizes: is 100000; write a whole number from 0 to 9999.",
    ),
    "half a star": (
        "barriers: 3",
        "barriers: 3.5",
        ":10: card «carta-1», barriers: is no whole number; write from 1 to 5 stars.",
    ),
    "six stars": (
        "contributions: 5",
        "contributions: 6",
        ":9: card «carta-1», contributions: is 6; write from 1 to 5 stars.",
    ),
    "no star": (
        "barriers: 3",
        "barriers: 0",
        ":10: card «carta-1», barriers: is 0; write from 1 to 5 stars.",
    ),
    "prizes of its own left empty": (
        "  patents: 0\n",
        "  patents: 0\n  prizes:\n",
        ":12: card «carta-1», prizes: is empty; write a whole number from 0 to 9999.",
    ),
    "a missing country": (
        "  country: Egipto\n",
        "",
        ":1: card «carta-1», country: is missing; add it.",
    ),
    "an unknown field": (
        "  country: Egipto\n",
        "  country: Egipto\n  continent: África\n",
        ":7: card «carta-1», continent: is no field of a card; use id, name, aliases, gender, "
        "professions, country, period, uses, prizes, contributions, barriers, patents, "
        "nobel_prizes, other_prizes, note, source.",
    ),
    "no profession": (
        "[matemáticas]",
        "[]",
        ":5: card «carta-1», professions: is an empty list; name at least one.",
    ),
    "a use that is no list": (
        "uses: [cálculo]",
        "uses: cálculo",
        ":8: card «carta-1», uses: is no list; write it as [one, two] or as lines that begin "
        "with «- ».",
    ),
    "the same use twice": (
        "uses: [cálculo]",
        "uses: [cálculo, Cálculo]",
        ":8: card «carta-1», uses: has «Cálculo» twice; keep one of the two.",
    ),
    "an alias that is the name": (
        "[la de Alejandría]",
        "[hipatía]",
        ":3: card «carta-1», aliases 1: is the name itself; take it out.",
    ),
    "no source": (
        "  source: Encyclopaedia Britannica\n",
        "",
        ":1: card «carta-1», source: is missing; add it.",
    ),
    "an id with capitals": (
        "id: carta-1",
        "id: Carta Uno",
        ":1: id: is no id; use up to 60 small letters a to z, digits and hyphens.",
    ),
    "the same id twice": (
        "id: carta-2",
        "id: carta-1",
        ":15: card «carta-1», id: stands already at {path}:1; give one another id.",
    ),
    "the same name twice": (
        "name: Emmy Noether",
        "name: Hipatia",
        ":16: card «carta-2», name: «Hipatia» is also a name of card «carta-1»; write it in full.",
    ),
    "an alias that is another's name": (
        "[Noether]",
        "[Marie Curie]",
        ":30: card «carta-3», name: «Marie Curie» is also a name of card «carta-2»; "
        "write it in full.",
    ),
    "names that sound alike": (
        "[Noether]",
        "[Ipatia]",
        ":17: card «carta-2», aliases 1: «Ipatia» sounds like «Hipatia» of card «carta-1»; "
        "write one of them in full.",
    ),
    "a name that is a command": (
        "[la de Alejandría]",
        "[Paso]",
        ":3: card «carta-1», aliases 1: «Paso» sounds like the words «paso»; "
        "write the name in full.",
    ),
    "a name that is the game's call": (
        "[la de Alejandría]",
        "[Sapiensia]",
        ":3: card «carta-1», aliases 1: «Sapiensia» sounds like the words «sapiencia»; "
        "write the name in full.",
    ),
    "a name that is a criterion": (
        "[la de Alejandría]",
        "[Los Premios, Premios]",
        ":3: card «carta-1», aliases 2: «Premios» sounds like the words «premios»; "
        "write the name in full.",
    ),
    "a name that is a value": (
        "[la de Alejandría]",
        "[Egipto]",
        ":3: card «carta-1», aliases 1: «Egipto» sounds like the words «Egipto»; "
        "write the name in full.",
    ),
    "not YAML": (
        "gender: mujer",
        "gender: [mujer",
        ":5: is not YAML (a bracket or a comma is missing); check indents and quotes near there.",
    ),
    "a field twice": (
        "  country: Egipto\n",
        "  country: Egipto\n  country: Egipto\n",
        ":7: country: stands twice; keep one of the two.",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_deck_fails_with_its_own_sentence(case: str, tmp_path: Path) -> None:
    old, new, sentence = BROKEN[case]
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    said = sentence.replace("{path}", str(path))
    assert faults(path)[0] == f"{path}{said}"
    with pytest.raises(DeckError) as caught:
        load_sapiencia_deck(path, "es")
    assert str(caught.value) == f"{path}{said}"


# Changes of every card from the second on: what a value stands on is counted over the deck.
SHARED: dict[str, tuple[str, str, str]] = {
    "a value on one card": (
        "Egipto",
        "Grecia",
        ":6: card «carta-1», country: «Egipto» stands on 1 card and needs 4 to be played; "
        "give it to more cards or write another value.",
    ),
    "a value of two categories": (
        "uses: [cálculo]",
        "uses: [cálculo, matemáticas]",
        ":22: card «carta-2», uses 2: «matemáticas» is also a value of profession; "
        "write another word for one.",
    ),
    "a value that is a command": (
        "period: antigüedad",
        "period: ayuda",
        ":21: card «carta-2», period: «ayuda» sounds like the words «ayuda»; write another value.",
    ),
}


@pytest.mark.parametrize("case", SHARED)
def test_values_are_weighed_over_the_deck(case: str, tmp_path: Path) -> None:
    old, new, sentence = SHARED[case]
    first, rest = GOOD.split("- id: carta-2")
    path = write(tmp_path, first + "- id: carta-2" + rest.replace(old, new))
    assert f"{path}{sentence}" in faults(path)


def test_a_hundredth_card_has_no_number_of_two_digits(tmp_path: Path) -> None:
    cards = (
        CARD.format(id=f"c{n}", name=f"Persona {n}", alias=f"{n} de todos") for n in range(100)
    )
    path = write(tmp_path, "".join(cards))
    line = 99 * LINES + 1
    assert (
        f"{path}:{line}: card «c99», id: is number 100, and cards have two digits; keep 99."
    ) in faults(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ":1: is no list of cards; begin each card with «- id:»."),
        ("[]", ":1: has no cards; write at least one, beginning with «- id:»."),
        ("- Hipatia", ":1: is no card; begin each card with «- id:»."),
        ("id: hipatia", ":1: is no list of cards; begin each card with «- id:»."),
    ],
)
def test_a_file_without_cards_is_told(text: str, sentence: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    assert faults(path) == [f"{path}{sentence}"]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "es.yaml"
    assert faults(path) == [f"{path}: cannot be read (No such file or directory); check the file."]


def test_every_broken_card_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD.replace("contributions: 5", "contributions: 9"))
    assert len(faults(path)) == 4


def test_a_language_without_a_deck_is_told() -> None:
    with pytest.raises(DeckError, match="there is no Sapiencia deck in «xx»; choose es"):
        default_sapiencia_deck("xx")


def test_commands_are_known() -> None:
    assert {"paso", "sapiencia", "repite", "premios nobel"} <= set(command_words("es", "sapiencia"))


# ------------------------------------------------------------------ the shipped deck

SHIPPED = default_sapiencia_deck("es")
HOME = ("España", "México", "Argentina", "Chile", "Colombia")
CONTINENTS = {
    "Europa": {"Grecia", "España", "Reino Unido", "Francia", "Alemania", "Italia", "Polonia"},
    "África": {"Egipto", "Sudáfrica"},
    "Asia": {"India", "China", "Japón"},
    "América": {"México", "Argentina", "Chile", "Colombia", "Estados Unidos"},
    "Oceanía": {"Australia"},
}
STAR = {
    "contributions": ("Aportes", {"campo", "mundo", "varios", "nombre"}),
    "barriers": ("Barreras", {"exclusión", "persecución", "carencias", "salud", "olvido"}),
}


def said_in(note: str, heading: str) -> list[str]:
    """Return the things that a note lists behind «Aportes:» and the like."""
    found = re.search(rf"{heading}: (.*?)\.(?: [A-ZÁÉÍÓÚ]|$)", note)
    if not found:
        return []
    return re.split(r", ", re.sub(r"\(.*?\)", "", found.group(1)))


def test_there_are_as_many_minds_as_promised_and_of_everywhere() -> None:
    assert 96 <= len(SHIPPED) <= 99
    women = sum(mind.card.gender == "mujer" for mind in SHIPPED)
    assert women >= 0.4 * len(SHIPPED)
    assert sum(mind.card.country in HOME for mind in SHIPPED) >= 20
    countries = {mind.card.country for mind in SHIPPED}
    assert set.union(*CONTINENTS.values()) == countries
    periods = Counter(mind.card.period for mind in SHIPPED)
    assert set(periods) == {
        "antigüedad",
        "Edad Media",
        "Edad Moderna",
        "siglo diecinueve",
        "siglo veinte",
        "siglo veintiuno",
    }


def test_every_value_is_shared_by_four_cards() -> None:
    for category in CATEGORIES:
        counts = Counter(v for mind in SHIPPED for v in mind.card.values(category))
        assert min(counts.values()) >= 4, counts


def test_the_example_of_the_rules_holds() -> None:
    by_id = {mind.card.id: mind for mind in SHIPPED}
    hipatia, zewail = by_id["hipatia"], by_id["zewail"]
    assert hipatia.names == ("Hipatia de Alejandría", "Hipatia")
    assert (hipatia.card.country, hipatia.card.contributions) == ("Egipto", 5)
    assert zewail.names == ("Ahmed Zewail", "Zewail")
    assert zewail.card.country == "Egipto"


NOBELS = {
    "mahfuz": 1,
    "curie": 2,
    "zewail": 1,
    "mistral": 1,
    "borges": 0,
    "einstein": 1,
    "mandela": 1,
}


def test_nobel_prizes_are_those_of_the_foundation() -> None:
    for mind in SHIPPED:
        number = mind.card.nobel_prizes or 0
        assert mind.source.startswith("Fundación Nobel") == (number > 0), mind.card.id
        years = re.findall(r"\b(?:19|20)\d\d\b", mind.source) if number else []
        assert len(years) == number, mind.card.id
        assert NOBELS.get(mind.card.id, number) == number


@pytest.mark.parametrize("mind", SHIPPED, ids=lambda mind: mind.card.id)
def test_stars_are_those_that_the_note_counts(mind: MindCard) -> None:
    for criterion, (heading, allowed) in STAR.items():
        if mind.card.id == "hipatia" and criterion == "contributions":
            continue
        counted = [thing.strip() for thing in said_in(mind.note, heading)]
        assert set(counted) <= allowed, counted
        assert len(counted) == len(set(counted))
        assert getattr(mind.card, criterion) == min(5, 1 + len(counted)), counted


@pytest.mark.parametrize("mind", SHIPPED, ids=lambda mind: mind.card.id)
def test_other_prizes_are_those_that_the_note_names(mind: MindCard) -> None:
    assert mind.card.other_prizes == len(said_in(mind.note, "Otros premios"))


@pytest.mark.parametrize("mind", SHIPPED, ids=lambda mind: mind.card.id)
def test_cards_can_be_said_aloud(mind: MindCard) -> None:
    words = [*mind.names, *(v for c in CATEGORIES for v in mind.card.values(c))]
    for text in words:
        assert not re.search(r"[0-9()/;:.]", text), text
        assert text == text.strip()


def test_a_game_can_be_opened_with_the_deck_as_it_is_written() -> None:
    rows = yamlfile.load((decks_dir() / "sapiencia" / "es.yaml").read_text(encoding="utf-8"))
    cards = [SapienciaCard.from_dict(row) for row in rows]
    assert cards == [mind.card for mind in SHIPPED]
    game = Sapiencia(("Ana", "Luis"), cards, SapienciaRules.from_dict({"hands": "known"}), {})
    assert game.name == "sapiencia"


def patents() -> Iterator[MindCard]:
    return (mind for mind in SHIPPED if mind.card.patents)


def test_patents_are_exact_or_marked_as_estimated() -> None:
    exact = {"edison": 1093, "carver": 3, "ruiz-robles": 2}
    for mind in patents():
        estimated = "Patentes: estimadas." in mind.note
        assert estimated or exact[mind.card.id] == mind.card.patents, mind.card.id
