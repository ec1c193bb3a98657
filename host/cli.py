"""The commands. Errors go to stderr as one sentence; exit codes are 0, 1, 2 and 3.

0 done, 1 a check failed, 2 bad use or a bad file, 3 no device or model and no fallback. Ctrl-C
gives 130; at a table that is open it is the way to leave it, and gives 0.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from host import __version__
from host.commands.bench import app as bench_app
from host.commands.common import (
    BAD,
    DECIBELS,
    DONE,
    FAILED,
    EarOption,
    LanguageOption,
    ModelsOption,
    ending,
    fail,
    known_ear,
    known_language,
    number,
    seed_option,
    spoken,
    tongue_of,
)
from host.commands.config import config
from host.commands.decks import app as decks_app
from host.commands.doctor import doctor as doctor_command
from host.commands.models import app as models_app
from host.commands.rehearse import judge, rehearse
from host.commands.speaking import language_of, run, sentence
from host.opening import GAMES
from host.streams import settle

DEMO_SEED = 3
"""The round that `tertulia demo` plays where no seed is given."""

app = typer.Typer(
    name="tertulia",
    help="A host for table games that works by voice and offline.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(models_app, name="models")
app.add_typer(decks_app, name="decks")
app.add_typer(bench_app, name="bench")
app.command("doctor")(doctor_command)
# A value such as -3 is no option.
app.command(context_settings={"ignore_unknown_options": True})(config)


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Host a table game."""
    if version:
        typer.echo(f"tertulia {__version__}")
        raise typer.Exit(DONE)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help="iknow, sapiencia or wizard; without one it is asked.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", help="Names, from who begins to their left.")
    ] = None,
    language: LanguageOption = None,
    ear: Annotated[
        str | None,
        typer.Option("--ear", help="typed, es-mesa, whisper, ...; by default the best there is."),
    ] = None,
    voice: Annotated[str, typer.Option("--voice", help="pyttsx3, kokoro or silent")] = "pyttsx3",
    microphone: Annotated[
        str | None, typer.Option("--microphone", help="Its name, see tertulia doctor.")
    ] = None,
    loudspeaker: Annotated[
        str | None, typer.Option("--loudspeaker", help="Its name, see tertulia doctor.")
    ] = None,
    models: ModelsOption = None,
    rules: Annotated[Path | None, typer.Option("--rules", help="House rules, a YAML file.")] = None,
    hands: Annotated[
        str | None, typer.Option("--hands", help="unknown or known (card games)")
    ] = None,
    seed: Annotated[int | None, seed_option("Deal the same way again.")] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with the game of this journal.")
    ] = None,
    journal: Annotated[Path | None, typer.Option("--journal", help="Where to keep it.")] = None,
    serve: Annotated[
        str | None,
        typer.Option(
            "--serve", help="Pages for hands and board; perhaps an address.", metavar="[ADDRESS]"
        ),
    ] = None,
    private: Annotated[
        list[str] | None,
        typer.Option(
            "--private",
            help="NAME=DEVICE: whispers a hand. May be given often.",
            metavar="NAME=DEVICE",
        ),
    ] = None,
    deck: Annotated[
        Path | None,
        typer.Option("--deck", help="Your own deck: a folder of iKNOW or a file of Sapiencia."),
    ] = None,
) -> None:
    """Play at a real table: by voice where there is a microphone, else by typing."""
    from host.play_names import listed_names
    from host.play_screen import PlayError
    from host.playing import play_typed

    asked, language = language, language or _usual_language()
    known_language(language)
    known_ear(ear, ("typed",))
    if hands not in (None, "unknown", "known"):
        raise fail(sentence(language, "hands", hands=hands))
    try:
        code = play_typed(
            game=game,
            names=listed_names(players or ""),
            language=language,
            voice=voice,
            rules=_rules(rules, hands, game, language or "es"),
            seed=seed,
            resume=resume,
            journal=journal,
            ear=ear,
            models=models,
            microphone=microphone,
            loudspeaker=loudspeaker,
            serve=serve,
            private=private or (),
            asked=asked,
            deck=deck,
        )
    except PlayError as error:
        raise fail(str(error), error.code) from error
    raise typer.Exit(code)


@app.command()
def demo(
    game: Annotated[str, typer.Option("--game", help="iknow")] = "iknow",
    seed: Annotated[list[int] | None, seed_option("May be given often.")] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for what it leaves.")] = Path(
        "demo-out"
    ),
    language: LanguageOption = None,
    ear: EarOption = None,
    echo_db: Annotated[
        float | None, number("--echo", "The host's voice coming back, in dB.", *DECIBELS)
    ] = -20.0,
    impatient: Annotated[
        float,
        number("--impatient", "Share of players who begin early.", 0, 1),
    ] = 0.0,
    noise_db: Annotated[
        float | None, number("--noise", "Kitchen noise, dB relative to speech.", *DECIBELS)
    ] = None,
    models: ModelsOption = None,
) -> None:
    """Play a spoken round with synthetic players, to be listened to."""
    from host.aloud import AloudError
    from host.demo_aloud import SAMPLES, run_demo
    from host.hearing import default_ear

    language = tongue_of(language)
    if game not in SAMPLES:
        raise fail(sentence(language, "no_demo", game=game, known=", ".join(SAMPLES)))
    try:
        with ending(missing=(AloudError,)):
            ok = run_demo(
                game=game,
                seeds=seed or [DEMO_SEED],
                out=out,
                language=language,
                ear_name=ear or default_ear(language, models),
                echo_db=echo_db,
                impatient=impatient,
                noise_db=noise_db,
                models=models,
                say=typer.echo,
            )
    except OSError as error:
        where = error.filename or out
        raise fail(sentence(language, "out", path=where, why=error.strerror)) from error
    raise typer.Exit(DONE if ok else FAILED)


app.command()(rehearse)
app.command()(judge)


def read_rules(path: Path, game: str | None = None, language: str = "es") -> dict[str, Any]:
    """Return the house rules in a YAML file; exit 2 with one sentence if it is wrong."""
    from host.mouth.lines import Lines
    from host.rules_file import RulesFileError, read

    with ending(bad=(RulesFileError,)):
        return read(path, game, Lines(language))


def _rules(path: Path | None, hands: str | None, game: str | None, language: str) -> dict[str, Any]:
    """Return the house rules of a file, with the hands that were asked for."""
    rules = read_rules(path, game, language) if path else {}
    if hands is not None and game != "iknow":
        rules["hands"] = hands
    return rules


def _usual_language() -> str:
    """Return the language of every command; exit 2 with one sentence if settings are wrong."""
    from host.commands.config import sentence
    from host.settings import FILE, SettingsError, SettingsFile, folder

    try:
        SettingsFile(folder() / FILE)
    except SettingsError as error:
        raise fail(sentence(error, spoken())) from error
    return spoken()


def with_address(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with an empty address behind a `--serve` that has none.

    The parser knows no option whose value may be left out.
    """
    given = list(arguments)
    for at, word in enumerate(given):
        bare = at + 1 == len(given) or given[at + 1].startswith("-")
        if word == "--serve" and (bare or given[at + 1] in GAMES):
            given[at] = "--serve="
    return given


def main() -> None:
    """Run the command line."""
    settle()
    arguments = with_address(sys.argv[1:])
    try:
        code = run(app, arguments, _journals)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read it has read enough (`| head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        language = language_of(arguments, os.environ)
        key, why = ("unusable" if error.filename else "unwritable"), error.strerror or str(error)
        sys.stderr.write(sentence(language, key, path=error.filename, why=why) + "\n")
        os._exit(BAD)
    else:
        sys.exit(code)


def _journals() -> Path:
    """Return the folder in which games are kept to go on with."""
    from host.play_journals import journals_folder

    return journals_folder()
