"""`tertulia config`: shows the settings, or changes one."""

from __future__ import annotations

from typing import Annotated

import typer

from host.commands.common import FAILED, fail, spoken
from host.engine.game import Json
from host.mouth.lines import Lines
from host.settings import FILE, KEYS, UNWRITABLE, SettingsError, SettingsFile, checked, folder


def config(
    key: Annotated[str | None, typer.Argument(help=", ".join(KEYS))] = None,
    value: Annotated[str | None, typer.Argument(help="Its new value.")] = None,
) -> None:
    """Show the settings, or change one: tertulia config pace 140."""
    language = spoken()
    lines = Lines(language)
    try:
        file = SettingsFile(folder() / FILE)
        for wrong in file.settings.ignored:
            typer.echo(sentence(wrong, language), err=True)
        if key is None:
            typer.echo(lines.say("settings-file", path=str(file.path)))
            for name in KEYS:
                typer.echo(_row(lines, name, file.settings[name]))
            for player, own in file.settings.players.items():
                for name, kept in own.items():
                    typer.echo(_row(lines, f"players.{player}.{name}", kept))
        elif value is None:
            if key not in KEYS:
                checked(key, "", "config")
            typer.echo(_row(lines, key, file.settings[key]))
        else:
            # A number has to be one in the file; «off» and names are texts.
            file.set(key, checked(key, read_value(key, value), "config"))
            typer.echo(lines.say("settings-set", key=key, value=_shown(file.settings[key])))
    except SettingsError as error:
        if error.line == UNWRITABLE:  # here there is no table at which it would hold for today
            raise fail(lines.say("settings-unkept", **error.args_of_line), FAILED) from error
        raise fail(sentence(error, language)) from error


def sentence(error: SettingsError, language: str) -> str:
    """Return what is wrong with the settings, in the player's language."""
    return Lines(language).say(error.line, **error.args_of_line)


def read_value(key: str, text: str) -> Json:
    """Return a value that was typed: a number, yes or no, or a text."""
    folded = text.strip().casefold()
    if KEYS.get(key, ())[:1] in ((True,), (False,)):
        for words, meant in ((_YES, True), (_NO, False)):
            if folded in words:
                return meant
    if folded.lstrip("-").isdigit():
        return int(folded)
    return text.strip()


_YES = frozenset({"true", "yes", "on", "si", "sí"})
_NO = frozenset({"false", "no", "off"})


def _row(lines: Lines, key: str, value: Json) -> str:
    return lines.say("settings-row", key=key, value=_shown(value))


def _shown(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'
