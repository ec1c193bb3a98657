"""`tertulia play` as a person types it: whole, interrupted, resumed, and with bad files."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from host.engine.journal import read
from host.play_names import split_names
from host.play_screen import PlayError
from host.playing import play_typed
from host.streams import LONGEST_LINE, lines_of
from host.summary import SummaryFiles

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


def play(text: str, journal: Path | None, **given: object) -> str:
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
    assert "Luis apostó contra Ana y gana un punto." in told
    assert f"tertulia play --resume {tmp_path / 'j.jsonl'}" in told


def test_a_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = ROUND.splitlines(keepends=True)
    for cut in range(1, len(lines)):
        play("".join(lines[:cut]), path)
        told = play("".join(lines[cut:]), path, resume=path, names=[])
        assert "Luis apostó contra Ana y gana un punto." in told
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
        ({"names": [f"N{i}" for i in range(7)]}, "de uno a seis"),
        ({"names": ["1", "2", "3"]}, "«1» no vale como nombre"),
        ({"names": ["Ana", "Tertulia"]}, "«Tertulia» no vale como nombre"),
        ({"names": ["Ana", "Ayuda"]}, "«Ayuda» no vale como nombre"),
        ({"names": ["Ana", "Luis", "Hana"]}, "«Ana» y «Hana» suenan igual"),
        ({"voice": "nobody"}, "No conozco la voz"),
        ({"rules": {"target": 13}}, "target cannot be 13"),
        ({"rules": {"patience": 99}}, "patience: 99"),
        ({"rules": {"nonsense": 1}}, "nonsense is no rule"),
        ({"game": "chess"}, "No conozco el juego «chess»"),
        ({"resume": Path("nowhere.jsonl")}, "nowhere.jsonl: no se puede leer"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    tmp_path: Path, given: dict[str, object], message: str
) -> None:
    with pytest.raises(PlayError) as error:
        play("", tmp_path / "j.jsonl", **given)
    assert message in str(error.value)
    assert error.value.code == 2


def test_how_a_short_game_is_had_is_shown(tmp_path: Path) -> None:
    told = play("", tmp_path / "j.jsonl", game="wizard", names=["Ana", "Luis", "Eva"])
    assert "«rounds: 5»" in told
    rules = {"rounds": 3}
    short = play("", tmp_path / "k.jsonl", game="wizard", names=["Ana", "Luis", "Eva"], rules=rules)
    assert "--rules" not in short


@pytest.mark.parametrize("game", ["iknow", "sapiencia", "wizard"])
def test_a_game_that_was_ended_before_anything_was_played_has_no_winner(
    tmp_path: Path, game: str
) -> None:
    given = {"game": game, "names": ["Ana", "Luis", "Eva"]}
    told = play("terminar partida\nsí\nlo dejamos\n", tmp_path / "j.jsonl", **given)
    assert "no gana nadie" in told
    assert "ganan" not in told.lower()
    assert "Enhorabuena" not in told
    summary = (tmp_path / "resumen.txt").read_text(encoding="utf-8")
    assert "Esta vez no ganó nadie." in summary


def test_a_line_without_end_is_cut(tmp_path: Path) -> None:
    told = play("x" * 3_000_000 + "\npersonas\n", tmp_path / "j.jsonl")
    assert "nivel" in told.lower()  # «personas» was heard
    assert (tmp_path / "j.jsonl").stat().st_size < 100_000


def test_lines_are_cut_and_nothing_of_a_line_becomes_another() -> None:
    long = "a" * (3 * LONGEST_LINE)
    read = list(lines_of(io.StringIO(f"uno\r\n{long}\ndos\n\n{long}")))
    assert read == ["uno", "a" * LONGEST_LINE, "dos", "", "a" * LONGEST_LINE]


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


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "tertulia" / "journals"


EVENING = "wizard\nsomos Ana, Luis y Eva\nya está\ncorta\n"


def test_an_evening_with_nothing_given_is_laid_by_what_is_typed(
    tmp_path: Path, own_data: Path, own_settings: Path
) -> None:
    told = play(EVENING, None, game=None, names=[])
    assert "¿A qué se juega" in told
    assert "Este es el orden: Ana, Luis y Eva." in told
    assert "buenas noches" not in told  # nobody tries a microphone at the keyboard
    kept = (own_settings / "settings.toml").read_text(encoding="utf-8")
    assert 'players = ["Ana", "Luis", "Eva"]' in kept
    assert "voice" not in kept  # nothing is heard, so no voice is asked for
    again = play("otra cosa\nsí\n", None, game=None, names=[])
    assert "Quedó a medias Wizard, con Ana, Luis y Eva. ¿Se sigue?" in again
    assert "¿Como la última vez: Wizard, con Ana, Luis y Eva?" in again


def test_yesterdays_game_is_gone_on_with(own_data: Path) -> None:
    play(EVENING + "reparte Ana\ncero\n", None, game=None, names=[])
    told = play("sí\nterminar partida\nsí\nlo dejamos\n", None, game=None, names=[])
    assert "Luis: cero" not in told
    assert "Se acabó" in told
    assert "El resumen, en cinco líneas" in told
    assert "--resume" not in told
    text = (own_data / "resumen.txt").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 5
    assert text.startswith("Tertulia: Wizard, con Ana, Luis y Eva.")
    assert len(list(own_data.glob("*.jsonl"))) == 1


def test_what_is_wrong_of_the_last_evening_is_told_once_and_not_used(
    own_data: Path, own_settings: Path
) -> None:
    own_settings.mkdir(exist_ok=True)
    (own_settings / "settings.toml").write_text(
        "[last]\ngame = 'ajedrez'\nplayers = ['Ana', 'Luis']\n", encoding="utf-8"
    )
    told = play("sí\n" + EVENING, None, game=None, names=[])
    assert told.count("[last] game no puede ser «ajedrez»") == 1
    assert "¿Como la última vez" not in told
    assert 'game = "wizard"' in (own_settings / "settings.toml").read_text(encoding="utf-8")


SOLO_OVER = "terminar partida\nsí\nlo dejamos\n"


@pytest.mark.parametrize("there", ["file", "folder", "pipe"])
def test_a_summary_takes_the_place_of_nothing(tmp_path: Path, there: str) -> None:
    taken = tmp_path / "resumen.txt"
    if there == "file":
        taken.write_text("mine", encoding="utf-8")
    elif there == "folder":
        taken.mkdir()
    elif hasattr(os, "mkfifo"):
        os.mkfifo(taken)
    else:
        pytest.skip("no pipes with a name on this system")
    (tmp_path / "resumen-2.txt").symlink_to("nowhere")
    told = play(SOLO_OVER, tmp_path / "j.jsonl")
    if there == "file":
        assert taken.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()
    written = tmp_path / "resumen-3.txt"
    assert f"El resumen, en cinco líneas: {written}" in told
    assert len(written.read_text(encoding="utf-8").splitlines()) == 5


def test_each_game_has_its_summary_and_a_game_only_one(tmp_path: Path) -> None:
    files = SummaryFiles()
    first = files.write(tmp_path / "a.jsonl", "resumen.txt", ["one"])
    assert files.write(tmp_path / "a.jsonl", "resumen.txt", ["two"]) == first
    assert first.read_text(encoding="utf-8") == "two\n"
    second = files.write(tmp_path / "b.jsonl", "resumen.txt", ["three"])
    assert second == tmp_path / "resumen-2.txt"
    first.write_text("somebody's own now\n", encoding="utf-8")
    assert files.write(tmp_path / "a.jsonl", "resumen.txt", ["four"]).name == "resumen-3.txt"
    assert first.read_text(encoding="utf-8") == "somebody's own now\n"


def test_settings_that_are_wrong_are_one_sentence(tmp_path: Path, own_settings: Path) -> None:
    own_settings.mkdir(exist_ok=True)
    (own_settings / "settings.toml").write_text("pace = 5\n", encoding="utf-8")
    with pytest.raises(PlayError, match="pace no puede ser «5»"):
        play("", tmp_path / "j.jsonl")


def test_a_name_that_was_changed_is_there_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    play("personas\ntres\ncambia el nombre de Ana\nAnita\n", path)
    told = play("dos\nmenos Anita\n", path, resume=path, names=[])
    assert "Anita" in told
    assert "No hay nadie con ese nombre" not in told


@pytest.mark.parametrize("game", ["sapiencia", "wizard"])
def test_cards_that_nobody_could_see_are_told_before(tmp_path: Path, game: str) -> None:
    given = {"game": game, "names": ["Ana", "Luis", "Eva"]}
    told = play("terminar partida\nsí\n", tmp_path / "a.jsonl", rules={"hands": "known"}, **given)
    assert "nadie verá sus cartas: añade --serve" in told
    told = play("terminar partida\nsí\n", tmp_path / "b.jsonl", rules={}, **given)
    assert "nadie verá" not in told
