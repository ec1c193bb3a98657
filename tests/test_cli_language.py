"""The command line speaks the player's language, in plain lines that a screen reader reads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from host.cli import app
from host.commands.speaking import WIDTH, dressed, language_of, run, texts

BOXES = re.compile(r"[\u2500-\u257f\x1b]")


def commands(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{path} {name}".strip())


def parameters(command: Any) -> Iterator[str]:
    for param in command.params:
        if not getattr(param, "hidden", False):
            yield param.opts[0] if param.param_type_name == "option" else str(param.name)


def test_every_command_and_option_has_its_help_in_spanish() -> None:
    words = texts()["es"]
    missing, used = [], {""}
    for path, command in commands(typer.main.get_command(app)):
        used.add(path)
        if path not in words:
            missing.append(path)
        for name in parameters(command):
            own = f"{path} {name}".strip()
            used |= {own, name}
            if own not in words and name not in words:
                missing.append(own)
    assert missing == []
    assert {key for key in words if isinstance(words[key], str)} <= used


def test_the_sentences_are_there_in_every_language() -> None:
    kinds = {language: table["errors"] for language, table in texts().items()}
    assert kinds["es"].keys() == kinds["en"].keys()
    for key, text in kinds["es"].items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", kinds["en"][key]))
        assert text != kinds["en"][key]


@pytest.mark.parametrize("language", ["es", "en"])
def test_help_is_plain_lines(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["play", "--help"], ["decks", "stats", "--help"]):
        command = dressed(app, language)
        code = command.main(arguments, prog_name="tertulia", standalone_mode=False)
        told = capsys.readouterr().out
        assert not code
        assert not BOXES.search(told)
        assert max(map(len, told.splitlines())) <= WIDTH
        english = re.search(r"\b(Usage|Options|Show this|default)\b", told)
        assert bool(english) == (language == "en"), told


@pytest.mark.parametrize(
    ("arguments", "spanish", "english"),
    [
        (["dance"], "No hay ninguna orden «dance»", "There is no command “dance”"),
        (["play", "--wings"], "No hay ninguna opción --wings", "There is no option --wings"),
        (["judge"], "Falta ARCHIVO (TSV con columnas ", "FILE is missing (TSV: answer "),
        (["rehearse"], "Falta ARCHIVO (los guiones)", "FILE is missing (guiones)"),
        (["models", "pull"], "Falta NOMBRE (los modelos)", "NAME is missing (models to "),
        (["decks", "import"], "Falta ARCHIVO.csv (un CSV con", "FILE.csv is missing (one card"),
        (["bench", "ear"], "Falta --clips (TSV con", "--clips is missing (TSV: path"),
        (["demo", "one", "two"], "Sobra «one two»", "“one two” is too much"),
        (["config", "pace", "3", "4"], "Sobra «4»", "“4” is too much"),
        (["judge", "--json=3"], "La opción --json va sin valor", "The option --json takes no"),
        (["demo", "--out"], "A la opción --out le falta su valor", "The option --out needs a"),
        (["--bells"], "No hay ninguna opción --bells", "There is no option --bells"),
        (["-x"], "No hay ninguna opción -x", "There is no option -x"),
        (["rehearse", ""], "ARCHIVO no puede ser eso (está vacío)", "FILE cannot be that (it is"),
        (["demo", "--seed", "x"], "--seed no puede ser eso", "--seed cannot be that"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    arguments: list[str],
    spanish: str,
    english: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language, text in (("", spanish), ("en", english)):
        monkeypatch.setenv("TERTULIA_LANGUAGE", language)
        assert run(app, arguments, Path) == 2
        told = capsys.readouterr()
        assert text in told.err
        assert len(told.err.splitlines()) == 1
        assert told.out == ""


def texts_of_options() -> Iterator[tuple[str, str]]:
    """Yield command and option of everything but numbers that takes a value."""
    for path, command in commands(typer.main.get_command(app)):
        for param in command.params:
            option = param.opts[0]
            takes_one = option.startswith("--") and not getattr(param, "is_flag", False)
            if takes_one and option != "--serve" and (path, option) not in NUMBERS:
                yield path, option


def numbers() -> Iterator[tuple[str, str]]:
    """Yield command and option of every number that may be asked for."""
    for path, command in commands(typer.main.get_command(app)):
        if command.callback is None:
            continue
        kinds = get_type_hints(command.callback)
        for param in command.params:
            if param.opts[0].startswith("--") and re.search(
                r"\b(int|float)\b", str(kinds.get(param.name))
            ):
                yield path, param.opts[0]


NUMBERS = sorted(numbers())


def test_there_are_numbers_to_ask_for() -> None:
    assert ("demo", "--echo") in NUMBERS
    assert ("bench cards", "--noise") in NUMBERS
    assert len(NUMBERS) > 30


@pytest.mark.parametrize(("path", "option"), NUMBERS)
def test_no_option_takes_what_is_no_number_or_has_no_end(path: str, option: str) -> None:
    command = typer.main.get_command(app)
    for value in ("nan", "inf", "-inf", "1e999", "", "-1e308", "dos"):
        with pytest.raises(typer.BadParameter, match="is wanted"):
            command.main([*path.split(), f"{option}={value}"], standalone_mode=False)


@pytest.mark.parametrize(("path", "option"), sorted(texts_of_options()))
def test_no_option_takes_an_empty_text(
    path: str, option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    assert run(app, [*path.split(), f"{option}="], Path) == 2
    told = capsys.readouterr()
    assert f"{option} no puede ser eso (está vacío)" in told.err
    assert (len(told.err.splitlines()), told.out) == (1, "")


@pytest.mark.parametrize(("path", "option"), sorted(texts_of_options()))
def test_what_nobody_gave_is_not_refused_for_being_empty(path: str, option: str) -> None:
    command = dressed(app, "es")
    for word in path.split():
        command = command.commands[word]
    param = next(p for p in command.params if option in p.opts)
    context = typer.Context(command)
    value, source = param.consume_value(context, {})
    context.set_parameter_source(param.name, source)
    if not param.required:
        param.process_value(context, value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["demo", "--echo=nan"], "--echo no puede ser eso (hace falta un número de -100 a 100); "),
        (["demo", "--seed=1.5"], "--seed no puede ser eso (hace falta un número entero desde 0); "),
        (["bench", "engine", "--moves", "1"], "(hace falta un número entero de 100 a 10000); "),
    ],
)
def test_what_number_is_wanted_is_said(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    assert run(app, arguments, Path) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert (len(told.err.splitlines()), told.out) == (1, "")


@pytest.mark.parametrize("command", ["bench latency", "bench shout", "demo", "bench answers"])
def test_an_ear_that_there_is_not_is_bad_use(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(app, [*command.split(), "--ear", "elephant"], Path) == 2
    assert "--ear elephant: no existe ese oído; elige uno de estos: es-mesa, " in (
        capsys.readouterr().err
    )


def test_the_language_is_the_one_asked_for_else_spanish() -> None:
    assert language_of([], {}) == "es"
    assert language_of(["play", "--language", "en"], {}) == "en"
    assert language_of(["--language=en"], {}) == "en"
    assert language_of([], {"TERTULIA_LANGUAGE": "en_GB.UTF-8"}) == "en"
    assert language_of(["--language", "de"], {"TERTULIA_LANGUAGE": "en"}) == "es"


def test_without_an_option_the_language_is_that_of_the_settings(
    own_settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERTULIA_LANGUAGE", raising=False)
    own_settings.mkdir(exist_ok=True)
    (own_settings / "settings.toml").write_text('language = "en"\n', encoding="utf-8")
    assert language_of(["--help"], {}) == "en"
    assert language_of(["play", "--language", "es"], {}) == "es"
    for arguments, said in (
        (["demo", "--language", "fr"], "--language fr: allowed are es, en."),
        (["play", "wizard", "--ear", "elephant"], "--ear elephant: there is no such ear"),
        (["play", "wizard", "--hands", "three"], "--hands three: allowed are unknown and known."),
    ):
        assert run(app, arguments, Path) == 2
        assert said in capsys.readouterr().err
    (own_settings / "settings.toml").write_text("language = ", encoding="utf-8")
    assert language_of([], {}) == "es"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["demo", "--language", "fr"], "--language fr: se admite es, en."),
        (["play", "wizard", "--ear", "trompetilla"], "--ear trompetilla: no existe ese oído"),
        (["play", "wizard", "--hands", "tres"], "--hands tres: se admite unknown o known."),
        (["demo", "--game", "ajedrez"], "--game ajedrez: hay demostración de iknow"),
    ],
)
def test_faults_of_options_are_told_in_spanish(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(app, arguments, Path) == 2
    assert said in capsys.readouterr().err


def test_who_interrupts_is_told_how_to_go_on_where_there_is_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = typer.Typer()

    @broken.command("play")
    @broken.command("judge")
    def wait() -> None:
        raise KeyboardInterrupt

    for command in ("play", "judge"):  # no game was ever played
        assert run(broken, [command], lambda: tmp_path) == 130
        assert capsys.readouterr().err == "Interrumpido.\n"
    (tmp_path / "iknow-0001.jsonl").touch()
    assert run(broken, ["judge"], lambda: tmp_path) == 130
    assert capsys.readouterr().err == "Interrumpido.\n"
    assert run(broken, ["play"], lambda: tmp_path) == 130
    told = capsys.readouterr().err
    assert "--resume" in told
    assert str(tmp_path) in told


@pytest.mark.parametrize(
    ("surroundings", "encoding"),
    [
        ({"PYTHONIOENCODING": "ascii"}, "utf-8"),
        ({"PYTHONIOENCODING": "ascii:strict"}, "utf-8-sig"),
        ({"PYTHONIOENCODING": "latin-1"}, "utf-8"),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "utf-8"),
        ({"LC_ALL": "C"}, "cp1252"),
        ({}, "cp1252"),
    ],
)
def test_what_is_typed_keeps_its_accents_whatever_the_terminal_says(
    surroundings: dict[str, str], encoding: str, tmp_path: Path
) -> None:
    journal = tmp_path / "game.jsonl"
    arguments = ["play", "wizard", "--voice", "silent", "--journal", str(journal)]
    ran = subprocess.run(
        [sys.executable, "-m", "host", *arguments],
        input="Ñusta, José, Eva\nreparte José\n".encode(encoding),
        capture_output=True,
        check=False,
        env={**os.environ, **surroundings, "XDG_CONFIG_HOME": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert "Reparte José." in ran.stdout.decode("utf-8")
    assert '"seats":["Ñusta","José","Eva"]' in journal.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="the system's names are UTF-8 there")
@pytest.mark.parametrize(
    ("surroundings", "encoding"),
    [
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "utf-8"),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "latin-1"),
        ({"LC_ALL": "C.UTF-8"}, "latin-1"),
    ],
)
def test_names_of_the_command_line_keep_their_accents(
    surroundings: dict[str, str], encoding: str, tmp_path: Path
) -> None:
    journal = tmp_path / "José.jsonl"
    names = "--players=Ñusta, José, Eva".encode(encoding)
    arguments = [
        b"play",
        b"wizard",
        b"--voice",
        b"silent",
        names,
        b"--journal",
        os.fsencode(journal),
    ]
    ran = subprocess.run(
        [os.fsencode(sys.executable), b"-m", b"host", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, **surroundings, "TERTULIA_CONFIG": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert '"seats":["Ñusta","José","Eva"]' in journal.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end in another way there")
def test_who_has_read_enough_ends_nothing_badly(tmp_path: Path) -> None:
    for arguments in (["--help"], ["config"], ["decks", "check"]):
        read, write = os.pipe()
        os.close(read)
        ran = subprocess.run(
            [sys.executable, "-m", "host", *arguments],
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "TERTULIA_CONFIG": str(tmp_path)},
        )
        os.close(write)
        assert (ran.returncode, ran.stderr) == (0, b""), arguments


INTERRUPTED = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupt:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["tertulia", *{arguments!r}]
runpy.run_module("host", run_name="__main__", alter_sys=True)
"""
"""Runs the program, with a Ctrl-C in the moment in which it imports a module."""


@pytest.mark.parametrize(
    ("module", "arguments", "said"),
    [
        ("host.cli", ["--help"], ""),
        ("typer", ["config"], ""),
        ("host.commands.doctor", ["doctor"], ""),
        ("host.playing", ["play"], "Interrumpido.\n"),
        (
            "host.opening.iknow",
            ["play", "iknow", *["--players", "Ana,Luis", "--voice", "silent"]],
            "Interrumpido.\n",
        ),
        ("host.rehearsal", ["rehearse", "x.guion"], "Interrumpido.\n"),
    ],
)
def test_ctrl_c_while_it_starts_is_no_traceback(
    module: str, arguments: list[str], said: str, tmp_path: Path
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module, arguments=arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (130, said)
    assert "Traceback" not in ran.stdout


@pytest.mark.parametrize("command", ["latency", "cards", "answers"])
def test_a_benchmark_in_a_language_that_there_is_not_is_bad_use(command: str) -> None:
    ran = CliRunner().invoke(app, ["bench", command, "--language", "fr"])
    assert ran.exit_code == 2
    assert ran.output.startswith("--language fr: ")


def test_what_each_player_wants_is_shown_with_the_settings(
    own_settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_settings.mkdir(exist_ok=True)
    kept = '[players.Ana]\ntreatment = "usted"\n'
    (own_settings / "settings.toml").write_text(kept, encoding="utf-8")
    run(app, ["config"], Path)
    assert "players.Ana.treatment = usted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "spanish", "english"),
    [
        (["models", "list"], "licencia", "licence"),
        (["decks", "stats", "sapiencia"], "cartas", "cards"),
        (["decks", "check", "nowhere"], "no hay ningún mazo", "there is no deck"),
        (["config"], "Ajustes en", "Settings in"),
        (["doctor", "--wav", "nowhere.wav", "--language", "fr"], "se admite", "allowed are"),
        (["play", "chess", "--players", "Ana,Luis"], "No conozco el juego", "There is no game"),
        (["demo", "--game", "chess"], "hay demostración de", "there is a demo of"),
    ],
)
def test_every_command_speaks_the_language_of_the_environment_else_of_the_settings(
    arguments: list[str],
    spanish: str,
    english: str,
    own_settings: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_settings.mkdir(exist_ok=True)
    file = own_settings / "settings.toml"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    for named, kept, text in (
        ("en", "es", english),
        ("es", "en", spanish),
        ("", "en", english),
        ("", "es", spanish),
    ):
        monkeypatch.setenv("TERTULIA_LANGUAGE", named)
        file.write_text(f'language = "{kept}"\n', encoding="utf-8")
        run(app, arguments, Path)
        told = capsys.readouterr()
        assert text in told.out + told.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name on this system")
def test_a_sheet_is_not_written_into_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    given = ["decks", "print", "sapiencia", "--force", "--out", str(tmp_path / "pipe")]
    assert run(app, given, Path) == 2
    assert "no es un archivo normal" in capsys.readouterr().err
