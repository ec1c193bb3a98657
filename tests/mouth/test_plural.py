"""No line needs a second person plural: neither Spain's vosotros nor America's ustedes.

A line that says «mostrad» or «muestren» is foreign on one side of the ocean; «cartas a la vista»
is at home on both.
"""

from __future__ import annotations

import re

import pytest

from host.mouth.lines import LINES
from host.understanding.templates import load

TEXTS = [
    (f"{file.name}:{number}", line.split("=", 1)[1])
    for file in sorted((LINES / "es").glob("*.ftl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    if "=" in line and not line.startswith("#")
]

REGULAR = re.findall(
    r"\S+",
    """
acept anot apunt apost baraj busc cant cambi coloc contest cort cuent dej des empiez enseñ
escuch esper gan grit habl jug juegu llam levant llev mir mostr muestr nombr pas pregunt prepar
qued quit record rob sac señal sentar termin tom us
""",
)
"""Stems of what a host may tell a table to do; each is bent in every way below."""

IRREGULAR = re.findall(
    r"\S+",
    """
digan hagan pongan sigan elijan escojan oigan vayan vengan salgan traigan sepan sean estén den
repitan escriban lean abran repartan respondan vuelvan muestren jueguen apuesten empiecen
cuenten decid haced poned seguid elegid escoged oíd id venid salid traed sed estad dad repetid
escribid leed abrid repartid responded volved mostrad jugad apostad empezad contad
""",
)

PRONOUNS = re.compile(r"\b(vosotr[oa]s|ustedes|vuestr[oa]s?|os)\b", re.IGNORECASE)
VOSOTROS = re.compile(r"\b\w+(áis|éis|ís|asteis|isteis)\b", re.IGNORECASE)
NO_VERBS = frozenset({"país", "anís", "seis"})


def second_person_plural(text: str) -> list[str]:
    """Return the words of a text that speak to several people at once."""
    found = [m[0] for m in PRONOUNS.finditer(text)]
    found += [m[0] for m in VOSOTROS.finditer(text) if m[0].lower() not in NO_VERBS]
    imperative = {f"{stem}{end}" for stem in REGULAR for end in ("ad", "ed", "id", "en")}
    imperative |= set(IRREGULAR)
    # «Ganan Ana y Eva» is said of them, not to them; only the forms of a command count.
    found += [w for w in re.findall(r"[\wáéíóúñ]+", text.lower()) if w in imperative]
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Mostrad las cartas.",
        "Muestren las cartas.",
        "¿Queréis seguir?",
        "Digan «listo».",
        "Os toca.",
        "¿Ustedes siguen?",
        "Hablad más alto.",
        "Vuestra apuesta.",
    ],
)
def test_what_the_check_finds(text: str) -> None:
    assert second_person_plural(text)


@pytest.mark.parametrize(
    "text", ["Cartas a la vista.", "Ganan Ana y Eva.", "Estamos en el país de Luis.", "Quedan dos."]
)
def test_what_it_lets_pass(text: str) -> None:
    assert second_person_plural(text) == []


def test_no_line_needs_a_second_person_plural() -> None:
    assert len(TEXTS) > 300
    found = {where: words for where, text in TEXTS if (words := second_person_plural(text))}
    assert found == {}


@pytest.mark.parametrize("game", ["iknow", "sapiencia", "wizard"])
def test_help_offers_no_phrase_in_it(game: str) -> None:
    """Help says the first phrase of an act; players may say the others as they please."""
    first = {act: entries[0].say[0].text for act, entries in load("es", game).acts.items()}
    assert {a: t for a, t in first.items() if second_person_plural(t)} == {}
