"""Disks that are full or may not be written, files far too large, names nobody could say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from host.cli import app, read_rules
from host.deck_files import DeckError
from host.decks import load_quiz_deck
from host.engine.journal import read
from host.guion import GuionError, parse
from host.mouth.base import VoiceError
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.play_names import LONGEST_NAME, check_names
from host.play_screen import PlayError
from host.room.text import TextRoom
from host.table_room import say_last
from tests.reliability.talk import Watch

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are POSIX")

LIMITED = """
import resource, sys
resource.setrlimit(resource.{limit}, ({most}, {most}))
from host.cli import main
sys.argv = ["tertulia", *sys.argv[1:]]
main()
"""
"""Plays with a limit that the kernel keeps: a write beyond it fails as on a full disk."""


def tertulia(
    *args: str, text: str = "", limit: str = "", most: int = 0, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    start = ["-c", LIMITED.format(limit=limit, most=most)] if limit else ["-m", "host"]
    return subprocess.run(
        [sys.executable, *start, *args],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **(env or {})},
    )


ROUND = "mundo\ntres\ndos\nmás Luis\nmenos Ana\npaso\npaso\n" * 3
NEW = ("play", "iknow", "--players", "Ana, Luis", "--voice", "silent", "--seed", "3")


@posix
def test_a_disk_that_fills_up_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    full = tertulia(*NEW, "--journal", str(path), text=ROUND, limit="RLIMIT_FSIZE", most=12_000)
    assert full.returncode == 0
    assert "Traceback" not in full.stderr
    assert "No puedo seguir escribiendo el diario" in full.stdout
    assert f"tertulia play --resume {path}" in full.stdout
    kept, _ = read(path)
    placed = sum(r.kind == "event" and r.data["kind"] == "placed" for r in kept)
    assert placed >= 1
    again = tertulia("play", "--resume", str(path), "--voice", "silent")
    assert again.returncode == 0
    assert "Íbamos" in again.stdout


@posix
@pytest.mark.parametrize(
    ("limit", "most", "why"),
    [
        ("", 0, "no queda sitio en el disco"),
        ("RLIMIT_FSIZE", 0, "el sistema no deja que el archivo crezca más"),
        ("RLIMIT_FSIZE", 500, "el sistema no deja que el archivo crezca más"),
    ],
)
def test_a_disk_that_is_full_from_the_start_promises_nothing(
    tmp_path: Path, limit: str, most: int, why: str
) -> None:
    path = tmp_path / "j.jsonl" if limit else Path("/dev/full")
    full = tertulia(*NEW, "--journal", str(path), text=ROUND, limit=limit, most=most)
    assert full.returncode == 2
    assert "Traceback" not in full.stderr
    told = full.stderr.strip()
    assert told.startswith(f"No puedo escribir el diario {path} ({why})")
    assert "no se ha guardado nada" in told
    assert "--journal" in told
    for promise in ("a salvo", "--resume"):
        assert promise not in full.stdout + full.stderr
    assert not path.is_file()  # the same command works as soon as there is space


@posix
@pytest.mark.parametrize(
    "command",
    [
        ["play", "--resume"],
        ["play", "iknow", "--players", "Ana, Luis", "--rules"],
        ["rehearse"],
        ["judge"],
        ["decks", "import", "--out", "deck.yaml"],
    ],
)
@pytest.mark.parametrize("device", [False, True])
def test_what_is_no_regular_file_is_refused_and_never_waited_for(
    tmp_path: Path, command: list[str], device: bool
) -> None:
    path = Path("/dev/zero") if device else tmp_path / "pipe"
    if not device:
        os.mkfifo(path)
    refused = CliRunner().invoke(app, [*command, str(path)])
    assert refused.exit_code == 2, refused.output
    assert "no es un archivo normal" in refused.output
    assert str(path) in refused.output


@posix
def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    refused = CliRunner().invoke(app, [*NEW, "--journal", str(path)])
    assert refused.exit_code == 2
    assert f"{path} (no es un archivo normal)" in refused.output
    assert "--journal" in refused.output


def test_what_the_disk_did_is_said_aloud_too() -> None:
    """Nobody looks at the screen of a table that is played by voice."""
    room, watch = TextRoom(), Watch()
    words = Lines("es").say("play-disk-aloud")
    say_last(room, SilentVoice("es"), "play-disk-aloud", words)
    assert room.now >= len(words) / 15
    assert watch.said == []

    class Hoarse(SilentVoice):
        def render(self, text: str) -> None:  # type: ignore[override]
            raise VoiceError("no voice")

    before = room.now
    say_last(room, Hoarse("es"), "play-disk-aloud", words)
    assert room.now == before  # it is on the screen, and the program ends


def test_a_home_that_cannot_be_written_names_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    home = {
        "XDG_DATA_HOME": str(tmp_path / "file"),
        "TERTULIA_CONFIG": str(tmp_path / "file" / "c"),
    }
    refused = tertulia(*NEW, text=ROUND, env=home)
    assert refused.returncode == 2
    assert "--journal" in refused.stderr
    assert "Traceback" not in refused.stderr
    path = tmp_path / "j.jsonl"
    played = tertulia(*NEW, "--journal", str(path), text=ROUND, env=home)
    assert played.returncode == 0
    assert "no se puede escribir" in played.stdout  # the settings: told once, and play goes on
    assert any(r.kind == "move" for r in read(path)[0])


BOMB = "\n".join(
    ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
)
"""Ten lines that would be ten thousand million values."""


def test_a_bomb_of_aliases_is_refused_in_every_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import typer

    rules = tmp_path / "reglas.yaml"
    lines = [line.split(": ", 1)[1] for line in BOMB.splitlines()]
    for text in (
        f"{BOMB}\ntarget: *a9\n",
        f"target: [{', '.join(lines)}]",
        f"target: {'x' * 9999}",
    ):
        rules.write_text(text, encoding="utf-8")
        with pytest.raises(typer.Exit) as ended:
            read_rules(rules, "iknow")
        assert ended.value.exit_code == 2
        assert len(capsys.readouterr().err) < 1000
    with pytest.raises(GuionError) as guion:
        parse(f"---\n{BOMB}\n---\n", "x.guion")
    assert len(str(guion.value)) < 1000
    for name in ("people", "world", "works", "events"):
        (tmp_path / f"{name}.yaml").write_text("- &a [x]\n- {id: x, clues: *a}\n")
    with pytest.raises(DeckError) as deck:
        load_quiz_deck(tmp_path)
    assert len(str(deck.value)) < 1000


def test_a_deck_of_a_hundred_thousand_cards_is_read(tmp_path: Path) -> None:
    card = {
        "question": "¿Quién?",
        "clues": ["una", "dos", "tres"],
        "answer": "Nadie",
        "fact": "Nadie lo sabe.",
        "difficulty": 1,
        "source": "casa",
    }
    body = yaml.safe_dump([card], allow_unicode=True)[2:]
    for name in ("people", "world", "works", "events"):
        text = "".join(f"- id: {name}-{n}\n  {body}" for n in range(25_000))
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert len(load_quiz_deck(tmp_path)) == 100_000


@pytest.mark.parametrize(
    "name",
    ["a" * 10_000, "Ana\x00", "Ana\x1b[2J", "\u202eanA", "Ana\u2066", "", "Ana\nLuis", "a" * 41],
)
def test_names_that_nobody_could_say_are_one_sentence(name: str) -> None:
    with pytest.raises(PlayError) as error:
        check_names([name, "Luis"], Lines("es"), "iknow")
    assert str(LONGEST_NAME) in str(error.value) or "cuarenta" in str(error.value)
    assert len(str(error.value)) < 200
