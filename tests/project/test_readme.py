"""What the README says may be said is understood (files and commands: `test_docs`)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from host.understanding.phrasebook import Phrasebook
from host.understanding.text import normalise

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

SEATS = ("Ana", "Luis", "Eva")
CARDS = {"card": {"h": ("Hipatia",), "z": ("Zewail",), "n": ("la cuarenta y dos",)}}

COMPOSED = {
    "Hipatia, país, aportes",
    "Zewail, Egipto, cinco",
    "a la segunda, Zewail",
    "es Frida Kahlo",
    "no dije eso, dije dos",
    "Tertulia, marcador",
    "cambia el nombre de Ana",
    "rey de picas",
    "mago",
    "sí",
}
"""Said in several parts, an answer, or words of a pack; other tests and guiones say them."""


@lru_cache(maxsize=8)
def phrases(game: str) -> frozenset[str]:
    words = {**CARDS, "suit": {}} if game == "sapiencia" else {}
    book = Phrasebook("es", game, {k: v for k, v in words.items() if v})
    return frozenset(phrase.words for phrase in book.everything(SEATS))


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)^## ", README, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def said(title: str) -> list[str]:
    """Return what stands in quotation marks in the last column of a section's table."""
    rows = [row for row in section(title).splitlines() if row.startswith("| ")][1:]
    return [words for row in rows for words in re.findall(r"«([^»]+)»", row.split("|")[2])]


@pytest.mark.parametrize(
    ("title", "games"),
    [
        ("iKNOW", ("iknow",)),
        ("Sapiencia", ("sapiencia",)),
        ("Wizard", ("wizard",)),
        ("En cualquier momento", ("iknow", "sapiencia", "wizard")),
    ],
)
def test_what_may_be_said_is_understood(title: str, games: tuple[str, ...]) -> None:
    every = said(title)
    assert len(every) >= 10
    for words in every:
        known = any(normalise(words) in phrases(game) for game in games)
        assert known or words in COMPOSED, f"{title}: «{words}»"


def test_the_parts_that_are_pointed_to_are_there() -> None:
    titles = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", README)) <= anchors
