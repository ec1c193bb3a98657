"""The command line in the player's language: help without boxes, errors of one sentence.

English help stands beside the options in the code; other languages have theirs in
``help_text.toml``. The language is the one asked for, else the settings', else Spanish.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import typer

from host.faults import explained
from host.interrupt import STOPPED, told
from host.mouth.lines import FIRST, LANGUAGES
from host.settings import language_set

_TEXTS = Path(__file__).resolve().parent / "help_text.toml"

BAD = 2

MAY_BE_EMPTY = ("--serve", "value")
"""What may be an empty text: no address, and the value of a setting."""

WIDTH = 80
"""Columns of the help: what a narrow terminal, large print or a braille line can show."""


@lru_cache(maxsize=1)
def texts() -> Mapping[str, Mapping[str, Any]]:
    """Return the texts of every language, by language."""
    return tomllib.loads(_TEXTS.read_text(encoding="utf-8"))


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language in which the command line speaks.

    Args:
        arguments: of the command, without the program's name.
        environment: TERTULIA_LANGUAGE may name it.
    """
    for at, word in enumerate(arguments):
        if word == "--language" and at + 1 < len(arguments):
            wanted = arguments[at + 1]
        elif word.startswith("--language="):
            wanted = word.removeprefix("--language=")
        else:
            continue
        return wanted if wanted in LANGUAGES else FIRST
    wanted = environment.get("TERTULIA_LANGUAGE", "")[:2]
    return wanted if wanted in LANGUAGES else language_set() or FIRST


def dressed(app: typer.Typer, language: str) -> Any:
    """Return the command of an app with its help in a language, in plain lines (no boxes)."""
    command = typer.main.get_command(app)
    _dress(command, texts().get(language, {}), "")
    return command


def _dress(command: Any, words: Mapping[str, Any], path: str) -> None:
    if hasattr(command, "rich_markup_mode"):
        command.rich_markup_mode = None
    command.context_settings = {
        **(command.context_settings or {}),
        "max_content_width": WIDTH - 4,
        "terminal_width": WIDTH - 4,  # other languages may need a little more for the frame
    }
    if path in words:
        command.help, command.short_help = words[path], words[path]
    for param in command.params:
        name = param.opts[0] if param.param_type_name == "option" else str(param.name)
        text = words.get(f"{path} {name}".strip(), words.get(name))
        if text is not None and hasattr(param, "help"):
            param.help = text
        shown = param.metavar
        if param.param_type_name == "argument":
            shown = shown or str(param.name).upper()
        if shown is not None:
            for english, other in words.get("arguments", {}).items():
                shown = shown.replace(english, other)
            param.metavar = shown
        if name not in MAY_BE_EMPTY:
            _refuse_empty(param)
    plain: Callable[[Any], str] = command.get_help
    frame: Mapping[str, str] = words.get("frame", {})

    def get_help(context: Any) -> str:
        text = plain(context)
        for english, other in frame.items():
            text = text.replace(english, other)
        return text

    command.get_help = get_help
    for name, inner in getattr(command, "commands", {}).items():
        _dress(inner, words, f"{path} {name}".strip())


def _refuse_empty(param: Any) -> None:
    """Let an option or argument refuse an empty text: a path would become this folder."""
    take: Callable[[Any, Any], Any] = param.process_value

    def process_value(context: Any, value: Any) -> Any:
        source = context.get_parameter_source(param.name)
        given = source is not None and not source.name.startswith("DEFAULT")
        if given and (value == "" or (isinstance(value, list | tuple) and "" in value)):
            raise typer.BadParameter("it is empty", ctx=context, param=param)
        return take(context, value)

    param.process_value = process_value


def run(app: typer.Typer, arguments: Sequence[str], folder: Callable[[], Path]) -> int:
    """Run a command line; return its exit code.

    Args:
        app: the commands.
        arguments: without the program's name.
        folder: where journals are kept, for whoever interrupts `play`.
    """
    language = language_of(arguments, os.environ)
    command = dressed(app, language)
    try:
        with told():
            code = command.main(list(arguments), prog_name="tertulia", standalone_mode=False)
    except KeyboardInterrupt:
        code = STOPPED
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None  # the parser would make a failure of it
        raise
    except Exception as error:
        bad = _usage(error, language, command)
        if bad is None:
            raise
        return bad
    if code == STOPPED:  # what Ctrl-C becomes on its way through
        if arguments[:1] == ["play"] and any(folder().glob("*.jsonl")):
            _tell(language, "stopped_play", folder=folder())
        else:
            _tell(language, "stopped")
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _usage(error: Exception, language: str, command: Any) -> int | None:
    """Tell a fault in the command line in one sentence; None if it is another fault."""
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    if kind == "NoArgsIsHelpError":
        typer.echo(context.get_help() if context is not None else command.help)
        return BAD
    if not hasattr(error, "format_message"):
        return None
    path = context.command_path if context is not None else "tertulia"
    why = _short(getattr(error, "message", None) or error.format_message())
    named: dict[str, Any] = {"help": f"«{path} --help»" if language == "es" else f"{path} --help"}
    param = getattr(error, "param", None)
    name = getattr(error, "option_name", "") or _name(param)
    if kind == "NoSuchOption":
        key = "no_option"
    elif kind == "BadOptionUsage":
        key = "takes_none" if "not take" in why else "no_value"
    elif kind == "MissingParameter":
        key = "missing"
    elif kind == "BadParameter":
        key = "bad_value"
    elif (unknown := re.match(r"No such command '(.*)'", why)) is not None:
        key, name = "no_command", unknown[1]
        named["known"] = ", ".join(_commands(context, command))
    elif (
        extra := re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", why)
    ) is not None:
        key, name = "extra", extra[1]
    elif why == "Missing command":
        key, named["known"] = "missing_command", ", ".join(_commands(context, command))
    else:
        key = "other"
    _tell(language, key, name=name, why=why, what=_what(param), **named)
    return int(getattr(error, "exit_code", BAD))


def _commands(context: Any, command: Any) -> Sequence[str]:
    return tuple(getattr(context.command if context else command, "commands", {}))


def _name(param: Any) -> str:
    if param is None:
        return ""
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar)


def _what(param: Any) -> str:
    """Return what an option or argument is, as its help says it, within a sentence."""
    text = (getattr(param, "help", None) or "").rstrip(".")
    # «TSV» stays as it is, «Un archivo» does not.
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _short(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _tell(language: str, key: str, **fields: Any) -> None:
    typer.echo(sentence(language, key, **fields), err=True)


def sentence(language: str, key: str, /, **fields: Any) -> str:
    """Return a sentence of the command line's own."""
    return str(texts()[language]["errors"][key]).format(**explained(fields, language))
