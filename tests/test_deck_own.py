"""A family's own deck: played in place of the program's, kept in the journal, found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_playing import play
from typer.testing import CliRunner

from host.cli import app
from host.engine.journal import read
from host.play_screen import PlayError
from host.resources import decks_dir

CARD = """- id: loro
  question: ¿Cómo se llama el loro de la abuela?
  clues: [Tiene nombre de poeta, Nació en Cuba, Lleva diez años en la cocina]
  answer: Bartolo
  accept: [Bartolito]
  fact: Aprendió a silbar solo.
  difficulty: 1
  source: la abuela
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Write a deck of one card."""
    folder = tmp_path / "mio"
    folder.mkdir()
    (folder / "people.yaml").write_text(CARD, encoding="utf-8")
    return folder


def test_an_own_deck_is_played_and_gone_on_with(tmp_path: Path, deck: Path) -> None:
    path = tmp_path / "j.jsonl"
    told = play("personas\ntres\n", path, deck=deck, names=["Ana"])
    assert "¿Cómo se llama el loro de la abuela?" in told
    assert read(path)[0][0].data["deck"]["path"] == str(deck)
    again = play("Bartolito\n", path, resume=path, names=[])
    assert "La respuesta: Bartolo" in again
    assert "Acertó Ana." in again


def test_an_own_deck_that_went_elsewhere_is_named(tmp_path: Path, deck: Path) -> None:
    path = tmp_path / "j.jsonl"
    play("personas\n", path, deck=deck)
    moved = deck.rename(tmp_path / "tuyo")
    with pytest.raises(PlayError, match=r"ya no está ahí.*--deck"):
        play("", path, resume=path, names=[])
    assert "loro" in play("repite la pregunta\n", path, resume=path, names=[], deck=moved)
    card = moved / "people.yaml"
    card.write_text(card.read_text(encoding="utf-8").replace("Cuba", "Perú"), encoding="utf-8")
    with pytest.raises(PlayError, match="no es ya el de esta partida"):
        play("", path, resume=path, names=[], deck=moved)


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_wrong_own_deck_is_refused_as_the_check_does(
    tmp_path: Path, deck: Path, language: str
) -> None:
    (deck / "people.yaml").write_text(CARD.replace("  difficulty: 1\n", ""), encoding="utf-8")
    checked = CliRunner().invoke(app, ["decks", "check", str(deck), "--language", language])
    with pytest.raises(PlayError) as error:
        play("", tmp_path / "j.jsonl", deck=deck, language=language)
    assert str(error.value) in checked.output
    assert "difficulty" in str(error.value)


def test_a_deck_of_another_game_is_refused(tmp_path: Path, deck: Path) -> None:
    for game, place in (("wizard", deck), ("sapiencia", deck), ("iknow", tmp_path / "nada")):
        with pytest.raises(PlayError, match="no hay ahí un mazo de ese juego"):
            play("", tmp_path / "j.jsonl", game=game, deck=place, names=["Ana", "Luis", "Eva"])


def test_own_minds_are_played(tmp_path: Path) -> None:
    mine = tmp_path / "mio.yaml"
    shipped = (decks_dir() / "sapiencia" / "es.yaml").read_text(encoding="utf-8")
    name = next(line for line in shipped.splitlines() if line.startswith("  name: "))
    mine.write_text(shipped.replace(name, "  name: Baltasara Quiñones", 1), encoding="utf-8")
    path = tmp_path / "j.jsonl"
    text = "Baltasara Quiñones, país, aportes\n"
    told = play(text, path, game="sapiencia", names=["Ana", "Luis", "Eva"], deck=mine)
    assert "Ana juega a Baltasara Quiñones. Categoría país" in told


def test_the_cards_of_an_own_deck_are_counted(deck: Path) -> None:
    result = CliRunner().invoke(app, ["decks", "stats", str(deck), "--language", "es"])
    assert result.exit_code == 0, result.output
    assert f"iKNOW, {deck}: 1 preguntas" in result.output
    nothing = CliRunner().invoke(app, ["decks", "stats", "nada", "--language", "en"])
    assert nothing.exit_code == 2
