"""What is no YAML or no TOML is told with its line and in words, in the player's language."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml

from host import yamlfile
from host.deck_files import DeckError
from host.decks_sapiencia import load_sapiencia_deck
from host.faults import told
from host.guion import GuionError, parse
from host.model_catalog import Catalog, ModelError
from host.settings import SettingsError, SettingsFile
from host.text_faults import NO_TOML, OTHER, TOML_WHY, YAML_WHY, toml_fault, yaml_fault

NO_YAML = [
    ("a: 1\nb: [1\nc: 2\n", 2, "bracket"),
    ("a: {b: 1\n", 1, "bracket"),
    ("a: b: c\n", 0, "colon too many"),
    ("a: 1\nb\nc: 2\n", 2, "colon is missing"),
    ("a: 'x\n", 1, "quotation mark"),
    ('a: "\\q"\n', 0, "backslash"),
    ("a:\n\t- b\n", 1, "tab"),
    ("a: @x\n", 0, "sign cannot stand"),
    ("a: *x\n", 0, "not allowed"),
    ("a: 1\na: 2\n", 1, "key stands twice"),
    ("a: 2024-13-45\n", 0, "no such number or date"),
    ("a:\n  b: 1\n c: 2\n", 2, "indented"),
    ("- a\nb: 1\n", 1, "indented"),
    ("a: \x07\n", 0, "cannot be seen"),
    ("a: !!python/name:os.system x\n", 0, "words with !"),
]

NO_TOML_TEXTS = [
    ("a = \n", 1, "value is missing"),
    ("a = 1\nb = hola\n", 2, "value is missing"),
    ("a = 1 2\n", 1, "behind the value"),
    ("a 1\n", 1, "sign ="),
    ("a = 1\na = 2\n", 2, "stands twice"),
    ("[a]\n[a]\n", 2, "stands twice"),
    ("a = [1\n", 1, "bracket"),
    ("[a\n", 1, "bracket"),
    ('a = "x\n', 1, "quotation mark"),
    ('a = "\\q"\n', 1, "backslash"),
    ("a = 1\nb = 2024-02-30\n", 2, "no such number or date"),
    ("a = " + "1" * 5000 + "\n", 1, "too long"),
    ("a = " + "[" * 9000 + "\n", 1, "too long"),
    ("!\n", 1, OTHER),
]


@pytest.mark.parametrize(("text", "line", "why"), NO_YAML)
def test_what_is_no_yaml_is_told_in_words(text: str, line: int, why: str) -> None:
    with pytest.raises(yaml.YAMLError) as error:
        yamlfile.load(text)
    at, found = yaml_fault(error.value)
    assert why in found
    assert at == line


@pytest.mark.parametrize(("text", "line", "why"), NO_TOML_TEXTS)
def test_what_is_no_toml_is_told_in_words(text: str, line: int, why: str) -> None:
    with pytest.raises(NO_TOML) as error:
        tomllib.loads(text)
    at, found = toml_fault(error.value, text)
    assert why in found
    assert at == line


def test_every_reason_is_there_in_spanish() -> None:
    for why in (*(why for _, why in (*YAML_WHY, *TOML_WHY)), OTHER):
        assert told(why, "es") != why


def test_who_reads_a_file_says_the_line_and_the_reason_in_spanish(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("pace = 140\nearcons = si\n", encoding="utf-8")
    with pytest.raises(SettingsError) as settings:
        SettingsFile(path)
    assert settings.value.args_of_line["where"] == f"{path}:2"
    with pytest.raises(ModelError) as model:
        Catalog.load(path)
    assert f"{path}:2: no es TOML válido (falta el valor, o" in model.value.text("es")
    with pytest.raises(GuionError) as guion:
        parse("---\ngame: iknow\nseats: [Ana\n---\n", "x")
    assert told(str(guion.value), "es").endswith("no es YAML (falta un corchete o una coma).")
    deck = tmp_path / "deck.yaml"
    deck.write_text("a: 'x\n", encoding="utf-8")
    with pytest.raises(DeckError) as fault:
        load_sapiencia_deck(deck, "es")
    assert "no es YAML (falta una comilla); revisa" in fault.value.text("es")
