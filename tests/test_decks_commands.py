"""`tertulia decks`: what it prints, writes and returns."""

from __future__ import annotations

import csv
import html.parser
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from host.cli import app
from host.deck_print import braille, two_digits
from host.decks_sapiencia import FIELDS, LISTS, default_sapiencia_deck, load_sapiencia_deck
from host.resources import decks_dir

DECK = default_sapiencia_deck("es")
HEADER = (
    "name,gender,professions,country,period,uses,contributions,barriers,patents,"
    "nobel_prizes,other_prizes"
)
ROW = "Hipatia,mujer,matemáticas|astronomía,Egipto,antigüedad,cálculo,5,3,0,0,0"


def run(*words: str | Path) -> Result:
    language = () if "--language" in words else ("--language", "es")
    return CliRunner().invoke(app, ["decks", *map(str, words), *language])


# ------------------------------------------------------------------ check


def test_the_shipped_decks_are_fine() -> None:
    result = run("check")
    assert result.exit_code == 0, result.output
    assert f"{decks_dir() / 'sapiencia' / 'es.yaml'}: bien; cartas de Sapiencia: 99." in (
        result.output
    )
    assert f"{decks_dir() / 'iknow' / 'es'}: bien; preguntas de iKNOW: " in result.output


def test_every_fault_of_every_deck_is_told(tmp_path: Path) -> None:
    good = (decks_dir() / "sapiencia" / "es.yaml").read_text(encoding="utf-8")
    broken = good.replace("  contributions: 5\n", "  contributions: 8\n", 2)
    (tmp_path / "otro.yaml").write_text(broken, encoding="utf-8")
    quiz = tmp_path / "iknow" / "es"
    quiz.mkdir(parents=True)
    (quiz / "people.yaml").write_text("- id: a\n", encoding="utf-8")
    result = run("check", tmp_path)
    assert result.exit_code == 2
    assert result.output.count("contributions: es 8; escribe de 1 a 5 estrellas.") == 2
    assert f"{quiz / 'people.yaml'}:1: carta «a», question: falta; añádelo." in result.output
    assert result.output.endswith("Faltas: 3; corrígelas y repite la orden.\n")


def test_a_single_file_may_be_checked() -> None:
    assert run("check", decks_dir() / "sapiencia" / "es.yaml").exit_code == 0
    assert run("check", decks_dir() / "iknow" / "es" / "people.yaml").exit_code == 0


def test_a_place_without_decks_is_told(tmp_path: Path) -> None:
    result = run("check", tmp_path, "--language", "en")
    assert result.exit_code == 2
    assert result.output == (
        f"{tmp_path}: there is no deck; name a .yaml file of Sapiencia or a folder of iKNOW.\n"
    )


# ------------------------------------------------------------------ stats


def test_cards_are_counted() -> None:
    told = json.loads(run("stats", "--json").output)
    counts = told["sapiencia"]["by"]
    assert told["sapiencia"]["cards"] == len(DECK)
    assert counts["gender"]["mujer"] + counts["gender"]["hombre"] == len(DECK)
    assert counts["country"]["Egipto"] == 6
    assert set(told["iknow"]["by"]["category"]) == {"people", "world", "works", "events"}
    assert told["sapiencia"]["simulation"] == []


def test_counts_can_be_read() -> None:
    output = run("stats", "sapiencia").output
    assert "  Género: hombre " in output
    assert "Egipto 6" in output
    assert "iKNOW" not in output


def test_questions_are_counted_by_theme_level_and_region(tmp_path: Path) -> None:
    shared = "  clues: [Una., Dos., Tres.]\n  answer: el oso\n  fact: Uno.\n  source: Yo\n"
    cards = "".join(
        f"- id: {name}\n  question: ¿Qué?\n  difficulty: {level}\n{shared}{rest}"
        for name, level, rest in (
            ("a", 1, "  theme: animals\n  region: asia\n"),
            ("b", 3, "  theme: animals\n  region: spain\n"),
            ("c", 3, ""),
        )
    )
    (tmp_path / "world.yaml").write_text(cards, encoding="utf-8")
    told = json.loads(run("stats", "iknow", "--deck", tmp_path, "--json").output)["iknow"]
    assert told["cards"] == 3
    kinds = {"difficulty": {"1": 1, "3": 2}, "region": {"spain": 1, "asia": 1, "none": 1}}
    assert told["by"] == {
        "category": {"world": 3},
        **kinds,
        "world_theme": {"animals": 2, "none": 1},
        **{f"world_{kind}": counts for kind, counts in kinds.items()},
    }
    shown = run("stats", "iknow", "--deck", tmp_path).output
    assert "  Mundo, tema: animals 2, sin indicar 1\n" in shown
    assert "  Mundo, región: España 1, Asia 1, sin indicar 1\n" in shown
    english = run("stats", "iknow", "--deck", tmp_path, "--language", "en").output
    assert "  World, region: Spain 1, Asia 1, not stated 1\n" in english


def test_games_are_simulated_for_both_presets() -> None:
    result = run("stats", "sapiencia", "--games", "40", "--players", "3", "--json")
    tallies = json.loads(result.output)["sapiencia"]["simulation"]
    assert [(t["preset"], t["player"]) for t in tallies] == [
        (preset, player)
        for preset in ("written", "brisk")
        for player in ("random", "greedy", "sharp")
    ]
    assert all(len(t["seats"]) == 3 and t["games"] == 40 for t in tallies)
    shown = run("stats", "sapiencia", "--games", "40").output
    assert "reglas ágiles, codiciosos\n" in shown
    assert "ganadas por asiento" in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("stats", "poker"), "poker: se admite iknow, sapiencia o un mazo: "),
        (("stats", "iknow", "--games", "5"), "--games: solo se simulan partidas de sapiencia.\n"),
        (("print", "iknow"), "iknow: solo se imprime sapiencia.\n"),
        (("check", "--language", "fr"), "--language fr"),
    ],
)
def test_bad_use_is_told(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.output.startswith(sentence)


# ------------------------------------------------------------------ print


class Page(html.parser.HTMLParser):
    """Counts what the sheets hold."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[int] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if ("class", "sheet") in attrs:
            self.sheets.append(0)
        elif ("class", "card") in attrs:
            self.sheets[-1] += 1


def test_sheets_hold_nine_cards_and_fetch_nothing(tmp_path: Path) -> None:
    out = tmp_path / "cartas.html"
    result = run("print", "sapiencia", "--out", out)
    assert result.exit_code == 0, result.output
    assert result.output == (
        f"{out}: 99 cartas en 11 hojas A4, para imprimir a tamaño real (escala 100 %).\n"
    )
    text = out.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.sheets == [9] * 11
    assert not page.tags & {"script", "link", "img", "iframe", "object"}
    assert not [name for name, _ in page.attributes if name in ("src", "href")]
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert '<html lang="es">' in text
    assert "<h2>Hipatia de Alejandría</h2>" in text
    assert '<span class="number">42</span><span class="braille" aria-hidden="true">⠼⠙⠃</span>' in (
        text
    )
    assert "<dt>País</dt><dd>Egipto</dd>" in text
    assert '<dt>Aportes</dt><dd><span aria-label="5 estrellas">5 ★★★★★</span></dd>' in text


def test_what_is_on_a_card_cannot_become_markup(tmp_path: Path) -> None:
    text = (decks_dir() / "sapiencia" / "es.yaml").read_text(encoding="utf-8")
    own = tmp_path / "es.yaml"
    own.write_text(text.replace("name: Euclides", "name: <b>Euclides & Co"), encoding="utf-8")
    out = tmp_path / "cartas.html"
    assert run("print", "sapiencia", "--deck", own, "--out", out).exit_code == 0
    assert "<h2>&lt;b&gt;Euclides &amp; Co</h2>" in out.read_text(encoding="utf-8")


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "cartas.html"
    out.write_text("mine", encoding="utf-8")
    result = run("print", "sapiencia", "--out", out)
    assert result.exit_code == 2
    assert result.output == f"{out} ya existe; elige otro nombre con --out o añade --force.\n"
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("print", "sapiencia", "--out", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8") != "mine"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("print", "sapiencia", "--out", tmp_path / "no" / "x.html")
    assert result.exit_code == 2
    assert "No se puede escribir" in result.output


def test_numbers_have_two_digits_and_a_braille_line() -> None:
    assert [two_digits(n) for n in (1, 42, 99)] == ["01", "42", "99"]
    assert braille(10) == "⠼⠁⠚"
    assert braille(1234567890) == "⠼⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚"


# ------------------------------------------------------------------ import


def imported(tmp_path: Path, text: str, *, encoding: str = "utf-8") -> tuple[Result, Path]:
    source = tmp_path / "mazo.csv"
    source.write_bytes(text.encode(encoding))
    out = tmp_path / "mazo.yaml"
    return run("import", source, "--out", out, "--language", "en"), out


def test_the_shipped_deck_survives_csv(tmp_path: Path) -> None:
    source = tmp_path / "mazo.csv"
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        for mind in DECK:
            row = []
            for name in FIELDS:
                holder = mind if name in ("aliases", "note", "source") else mind.card
                value = getattr(holder, name)
                row.append(
                    "|".join(value) if name in LISTS else "" if value is None else str(value)
                )
            writer.writerow(row)
    out = tmp_path / "es.yaml"
    result = run("import", source, "--out", out)
    assert result.exit_code == 0, result.output
    assert result.output == f"{out}: 99 cartas.\n"
    assert load_sapiencia_deck(out, "es") == DECK


def test_figures_are_enough(tmp_path: Path) -> None:
    result, out = imported(tmp_path, f"{HEADER}\n\n{ROW}\n")
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert text.startswith("- id: hipatia\n  name: Hipatia\n  aliases: []\n")
    assert "source: mazo.csv, 3" in text
    # The deck is written, and what it lacks for a good game is told.
    assert "card «hipatia», country: «Egipto» stands on 1 card and needs 4" in result.output


def test_stars_may_be_drawn_and_cells_split_by_semicolons(tmp_path: Path) -> None:
    text = f"\ufeff{HEADER}\n{ROW}\n".replace(",", ";").replace(";5;3;", ";★★★★☆;**;")
    _, out = imported(tmp_path, text)
    written = out.read_text(encoding="utf-8")
    assert "contributions: 4\n" in written
    assert "barriers: 2\n" in written


BAD_CSV: dict[str, tuple[str, str]] = {
    "empty": ("", ":1: column name: is missing; add it."),
    "only names": (HEADER, ":1: has no cards; write one a line below the names of the columns."),
    "a column missing": (
        f"{HEADER}\n{ROW}".replace(",patents", ""),
        ":1: column patents: is missing; add it.",
    ),
    "an unknown column": (
        f"{HEADER},continent\n{ROW},África",
        ":1: column 12: «continent» is no field of a card; use ",
    ),
    "a column twice": (
        f"{HEADER},name\n{ROW},Hipatia",
        ":1: column 12: «name» stands twice; keep one of the two.",
    ),
    "a cell too many": (
        f"{HEADER}\n{ROW},7",
        ":2: has 12 cells and the first row has 11; write one a column, ",
    ),
    "a star too many": (
        f"{HEADER}\n{ROW}\n{ROW}".replace("Hipatia,", "Safo,", 1)[::-1].replace("5", "6", 1)[::-1],
        ":3: column contributions: card «hipatia», contributions: is 6; write from 1 to 5 stars.",
    ),
    "an empty figure": (
        f"{HEADER}\n{ROW}"[:-1],
        ":2: column other_prizes: card «hipatia», other_prizes: is empty; "
        "write a whole number from 0 to 9999.",
    ),
    "no profession": (
        f"{HEADER}\n{ROW}".replace("matemáticas|astronomía", " | "),
        ":2: column professions: card «hipatia», professions: is an empty list; name at least one.",
    ),
    "a name without letters": (
        f"{HEADER}\n{ROW}".replace("Hipatia", "¿?"),
        ":2: column id: id: is no id; use up to 60 small letters a to z, digits and hyphens.",
    ),
    "the same name twice": (
        f"{HEADER}\n{ROW}\n{ROW}",
        ":3: column id: card «hipatia», id: stands already at {path}:2: column id; "
        "give one another id.",
    ),
    "a quote left open": (
        f'{HEADER}\n"{ROW}',
        ":2: is no CSV (unexpected end of data); check the quotes there.",
    ),
}


@pytest.mark.parametrize("case", BAD_CSV)
def test_a_broken_csv_is_told_by_line_and_column(case: str, tmp_path: Path) -> None:
    text, sentence = BAD_CSV[case]
    result, out = imported(tmp_path, text)
    path = tmp_path / "mazo.csv"
    assert result.exit_code == 2
    assert result.output.startswith(f"{path}{sentence.replace('{path}', str(path))}"), result.output
    assert not out.exists()


def test_a_csv_of_another_encoding_or_size_is_told(tmp_path: Path) -> None:
    result, _ = imported(tmp_path, f"{HEADER}\n{ROW}", encoding="latin-1")
    assert result.exit_code == 2
    assert "mazo.csv:2: is not UTF-8 text; save it as «CSV UTF-8»." in result.output
    (tmp_path / "mazo.csv").write_bytes(b"#" * 5_000_001)
    result = run("import", tmp_path / "mazo.csv", "--out", tmp_path / "x.yaml", "--language", "en")
    assert "is over 5 MB, too large for a deck; split it." in result.output
    result = run("import", tmp_path / "nada.csv", "--out", tmp_path / "x.yaml")
    assert "no se puede leer (no existe); revisa el archivo." in result.output
