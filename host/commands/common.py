"""What every command needs: exit codes, an end with one sentence, the same options."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from host.commands.speaking import language_of, sentence
from host.faults import told
from host.model_catalog import ModelError
from host.models import models_home
from host.mouth.lines import LANGUAGES
from host.started import as_started

DONE, FAILED, BAD, MISSING = 0, 1, 2, 3
"""Exit codes: done, a check failed, bad use or a bad file, no device or model and no fallback."""


def _models_folder(named: Path | None) -> Path | None:
    """Return the folder of the models as it was named; a file in its place ends the command."""
    home = models_home(named)
    if os.path.exists(home) and not os.path.isdir(home):
        raise fail(
            ModelError("bad_override", path=home).text(language_of(sys.argv[1:], os.environ))
        )
    return named


ModelsOption = Annotated[
    Path | None,
    typer.Option(
        "--models",
        help="Folder with the models (TERTULIA_MODELS).",
        callback=_models_folder,
    ),
]

DECIBELS = (-100, 100)
"""Levels that may be asked for, relative to speech: beyond them a sound is nothing, or all."""


def number(
    flag: str, help: str, least: float, most: float | None = None, *, whole: bool = False
) -> Any:
    """Return an option whose value is a number: none of them takes NaN or what has no end.

    Args:
        flag: the option's name, such as ``--snr``.
        help: the English help.
        least: the smallest number that may be given.
        most: the largest; None where there is none, which only whole numbers may have.
        whole: an integer is wanted.
    """
    kind = "a whole number" if whole else "a number"
    upto = "" if most is None else f" to {most}"

    def read(given: Any) -> float:
        try:
            value: float = int(given) if whole else float(given)
        except ValueError:
            value = math.nan
        if least <= value <= (math.inf if most is None else most):
            return value
        raise typer.BadParameter(f"{kind} from {least}{upto} is wanted")

    shown = f"{least}…" if most is None else f"{least}…{most}"
    return typer.Option(flag, help=help, parser=read, metavar=shown)


def seed_option(help: str) -> Any:
    """Return the option ``--seed``: a whole number from 0."""
    return number("--seed", help, 0, whole=True)


def fail(message: str, code: int = BAD) -> typer.Exit:
    """Print one sentence to stderr, in the player's language, and return the exit to raise."""
    typer.echo(as_started(told(message, language_of(sys.argv[1:], os.environ))), err=True)
    return typer.Exit(code)


def known_ear(name: str | None, others: Sequence[str] = ()) -> str | None:
    """Return the name of an ear; one that there is not ends the command with a sentence.

    Args:
        name: as it was given; None where none was.
        others: names that this command takes besides those of all ears.
    """
    from host.hearing import EARS

    known = (*EARS, *others)
    if name is not None and name not in known:
        raise fail(f"--ear {name}: there is no such ear; choose one of {', '.join(known)}.")
    return name


def _an_ear(name: str | None) -> str | None:
    return known_ear(name)


EarOption = Annotated[
    str | None,
    typer.Option(
        "--ear",
        help="es-mesa, whisper, es-mesa+whisper, or an installed Vosk model.",
        callback=_an_ear,
    ),
]


def known_language(language: str) -> str:
    """Return a language that the program speaks; another ends the command with a sentence."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise fail(sentence(spoken(), "language", language=language, known=known))
    return language


def tongue_of(language: str | None) -> str:
    """Return the language asked for, else the one in which every command speaks."""
    return spoken() if language is None else known_language(language)


def spoken() -> str:
    """Return the language in which a command without `--language` speaks."""
    return language_of((), os.environ)


LanguageOption = Annotated[
    str | None, typer.Option("--language", help="es or en; the settings' without it.")
]

LanguageChoice = Annotated[
    str, typer.Option("--language", help="es or en", callback=known_language)
]


@contextmanager
def ending(
    *, bad: tuple[type[Exception], ...] = (), missing: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Let an error end the command with its sentence: bad use or files, or what is not there."""
    try:
        yield
    except bad as error:
        raise fail(str(error)) from error
    except missing as error:
        raise fail(str(error), MISSING) from error
