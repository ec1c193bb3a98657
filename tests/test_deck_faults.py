"""Faults of decks are told in the player's language: every sentence, with the same fields."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import host
from host.cli import app
from host.deck_faults import Cell, Complaint, DeckError, texts
from host.mouth.lines import LANGUAGES

MODULES = sorted(Path(host.__file__).parent.glob("deck*.py"))
LABELS = {"card", "a_card", "column"}
"""Words around a complaint."""

CARD = """- id: hipatia
  question: ¿Quién fue?
  clues: [Enseñó en Egipto, Era filósofa, Fue astrónoma]
  answer: H
  fact: Enseñó en una biblioteca.
  difficulty: 1
  source: una enciclopedia
"""


def used() -> dict[str, set[str]]:
    """Return the codes in the modules of decks, with the names of the fields they are given."""
    found: dict[str, set[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if named and node.func.id == "Complaint" and node.args:
                fields = {word.arg or "" for word in node.keywords}
                codes = {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
                # A code that is chosen stands in a variable just before the call.
                for code in codes or {"lonely", "lonely_one"}:
                    found[code] = fields
    return found


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_every_sentence_is_there_in_every_language_with_the_same_fields() -> None:
    codes = used()
    assert len(codes) > 50
    for language in LANGUAGES:
        table = texts()[language]
        assert table.keys() - LABELS == codes.keys(), language
        for code, given in codes.items():
            # What a library says of it is English, and left out in other languages.
            left = set() if language == "en" else {"problem"}
            assert fields(table[code]) <= given <= fields(table[code]) | left, (language, code)


def test_no_sentence_is_left_untranslated() -> None:
    tables = [texts()[language] for language in LANGUAGES]
    for one in tables:
        for other in tables:
            if one is not other:
                assert [code for code in one if one[code] == other[code]] == []


def test_no_fault_is_raised_in_words_of_its_own() -> None:
    """A sentence in the code would reach a player in English whatever they speak."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = getattr(node.exc.func, "id", "")
                plain = node.exc.args[:1] and isinstance(node.exc.args[0], ast.JoinedStr)
                told_in_words = name in ("ValueError", "DeckError") and len(node.exc.args) < 2
                assert not (told_in_words and plain), (path.name, node.lineno)


@pytest.mark.parametrize(
    ("error", "spanish"),
    [
        (
            DeckError("a.yaml:3", Complaint("one_letter"), card="hipatia", field="answer"),
            "a.yaml:3: carta «hipatia», answer: es una sola letra, que ningún oído distingue; "
            "escríbela como palabra.",
        ),
        (
            DeckError(
                Cell("a.csv:2", "prizes"),
                Complaint("number_empty", mend=Complaint("stars", most=5)),
                field="card",
            ),
            "a.csv:2: columna prizes: carta: está vacío; escribe de 1 a 5 estrellas.",
        ),
        (
            DeckError("decks", Complaint("no_quiz_deck", language="fr", known=("en", "es"))),
            "decks: no hay mazo de iKNOW en «fr»; elige en o es.",
        ),
    ],
)
def test_a_fault_in_spanish(error: DeckError, spanish: str) -> None:
    assert error.text("es") == spanish
    assert error.text("xx") == str(error)  # a language without sentences is told in English


@pytest.mark.parametrize(("language", "said"), [("es", "es una sola letra"), ("en", "is a single")])
def test_decks_check_tells_faults_in_the_language_asked_for(
    language: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "people.yaml").write_text(CARD, encoding="utf-8")
    result = CliRunner().invoke(app, ["decks", "check", str(tmp_path), "--language", language])
    assert result.exit_code == 2
    assert said in result.output
    assert "people.yaml:4" in result.output
