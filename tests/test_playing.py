"""`tertulia play` as a person types it: whole, interrupted, resumed, and with bad files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from host.engine.journal import read
from host.playing import PlayError, play_typed, split_names

ROUND = """personas
tres
siete puntos
dos
más Ana
más Luis
menos Ana
no sé
paso
"""


def play(text: str, journal: Path, **given: object) -> str:
    out = io.StringIO()
    settings: dict[str, object] = {
        "game": "iknow",
        "names": ["Ana", "Luis"],
        "language": "es",
        "voice": "silent",
        "rules": {},
        "seed": 5,
        "resume": None,
        "journal": journal,
        "stdin": io.StringIO(text),
        "stdout": out,
    }
    assert play_typed(**{**settings, **given}) == 0  # type: ignore[arg-type]
    return out.getvalue()


def test_a_round_without_a_screen_or_a_sound(tmp_path: Path) -> None:
    told = play(ROUND, tmp_path / "j.jsonl")
    assert "No se puede apostar por la ficha propia" in told
    assert "Esta vez no acertó nadie." in told
    assert "Luis apostó contra Ana y gana una." in told
    assert f"tertulia play --resume {tmp_path / 'j.jsonl'}" in told


def test_a_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = ROUND.splitlines(keepends=True)
    for cut in range(1, len(lines)):
        play("".join(lines[:cut]), path)
        told = play("".join(lines[cut:]), path, resume=path, names=[])
        assert "Luis apostó contra Ana y gana una." in told
        scored = [r for r in read(path)[0] if r.kind == "event" and r.data["kind"] == "scored"]
        assert len(scored) == 1
        path.unlink()


def test_a_whole_game_ends_at_the_target(tmp_path: Path) -> None:
    told = play("terminar partida\nsí\n", tmp_path / "j.jsonl")
    assert "¿Terminamos la partida?" in told
    assert "Se acabó" in told
    assert "--resume" not in told


def test_names_are_asked(tmp_path: Path) -> None:
    told = play("Ana\nsomos Ana, Luis y Eva\n", tmp_path / "j.jsonl", names=[])
    assert "Hacen falta al menos dos nombres" in told
    assert "Juegan Ana, Luis y Eva." in told


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"names": ["Ana", "ana"]}, "el mismo nombre"),
        ({"names": ["Ana", "x" * 10_000]}, "de una a cuarenta letras"),
        ({"names": ["Ana", "Lu\u202eis\x07"]}, "sin signos"),
        ({"names": [f"N{i}" for i in range(7)]}, "de dos a seis"),
        ({"voice": "nobody"}, "No conozco la voz"),
        ({"rules": {"target": 13}}, "target cannot be 13"),
        ({"rules": {"patience": 99}}, "patience: 99"),
        ({"rules": {"nonsense": 1}}, "nonsense is no rule"),
        ({"game": "chess"}, "No conozco el juego «chess»"),
        ({"resume": Path("nowhere.jsonl")}, "nowhere.jsonl: cannot be read"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    tmp_path: Path, given: dict[str, object], message: str
) -> None:
    with pytest.raises(PlayError) as error:
        play("", tmp_path / "j.jsonl", **given)
    assert message in str(error.value)
    assert error.value.code == 2


def test_split_names() -> None:
    assert split_names("Somos Ana, Luis y Eva.", "es") == ["Ana", "Luis", "Eva"]
    assert split_names("Ann and Luke", "en") == ["Ann", "Luke"]


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text("precious\n", encoding="utf-8")
    with pytest.raises(PlayError, match="no se borra"):
        play("", path)
    assert path.read_text(encoding="utf-8") == "precious\n"


def test_bytes_that_are_no_text_are_words_that_nobody_understands(tmp_path: Path) -> None:
    told = play("\udced\udcf1\nterminar partida\nsí\n", tmp_path / "j.jsonl")
    assert "Se acabó" in told


@pytest.mark.parametrize(
    "damage",
    [
        {"game": "wizard"},
        {"language": "fr"},
        {"seats": 5},
        {"seed": "x"},
        {"rules": None},
    ],
)
def test_a_journal_of_another_table_is_refused_in_a_sentence(
    tmp_path: Path, damage: dict[str, object]
) -> None:
    from host.engine.journal import Record, encode, read

    path = tmp_path / "j.jsonl"
    play("personas\n", path)
    records, _ = read(path)
    first = records[0]
    header = Record(0, "header", first.sitting, first.t, {**first.data, **damage})
    lines = [encode(header), *(encode(record) for record in records[1:])]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(PlayError):
        play("", path, resume=path)
