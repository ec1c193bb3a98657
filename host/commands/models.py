"""``tertulia models list | pull NAME... | check [NAME...]``.

Exit codes: 0 done, 1 a check failed, 2 bad use or a bad file, 3 a model cannot be had.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from host.commands.common import (
    BAD,
    DONE,
    FAILED,
    MISSING,
    LanguageOption,
    ModelsOption,
    fail,
    tongue_of,
)
from host.ears.mesa import mesa_folder
from host.model_add import add
from host.model_catalog import Catalog, ModelError
from host.model_pull import Step, pull
from host.model_text import bytes_text, sentence, texts
from host.models import check, fault_of, models_home, windows_path_fault

PLAIN_EVERY_S = 3.0
"""Seconds between lines of progress where there is no terminal."""

app = typer.Typer(
    help="Models for hearing and speaking: see them, fetch them, check them.",
    no_args_is_help=True,
)


@app.command("list")
def list_models(
    models: ModelsOption = None,
    language: LanguageOption = None,
    every: Annotated[bool, typer.Option("--all", help="Those for tests only as well.")] = False,
) -> None:
    """List every model with size, minutes, licence and whether it is installed."""
    tongue = tongue_of(language)
    catalog = _catalog(tongue)
    home = models_home(models)
    said = texts(tongue)
    table = Table(box=None, pad_edge=False)
    for column in ("name", "language", "kind", "download", "size", "minutes", "licence", "state"):
        # Names are typed into the next command, so they are never cut short.
        right = column in ("download", "size", "minutes")
        table.add_column(
            said[f"column_{column}"], justify="right" if right else "left", no_wrap=True
        )
    table.add_column(said["column_note"])
    for model in catalog.model:
        folder = home / model.name
        if not (every or model.offered or folder.exists()):
            continue
        whole = fault_of(folder) is None
        state = "installed" if whole else "damaged" if folder.exists() else "missing"
        table.add_row(
            model.name,
            model.language,
            model.kind,
            bytes_text(tongue, model.download, about=model.approximate),
            bytes_text(tongue, model.size, about=model.approximate),
            str(model.minutes),
            model.licence,
            said[state],
            model.note.es if tongue == "es" else model.note.en,
        )
    _add_own(table, tongue)
    console = Console() if sys.stdout.isatty() else Console(width=200)
    console.print(table)
    typer.echo(sentence(tongue, "home", path=home))


@app.command("pull")
def pull_models(
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Models to fetch.")],
    models: ModelsOption = None,
    language: LanguageOption = None,
) -> None:
    """Fetch models; what is installed already is left alone."""
    tongue = tongue_of(language)
    catalog = _catalog(tongue)
    home = models_home(models)
    try:
        # A misspelt name is said before the first megabyte, not after it.
        wanted = [catalog.get(name) for name in dict.fromkeys(names)]
    except ModelError as fault:
        raise fail(fault.text(tongue)) from fault
    code = DONE
    for model in wanted:
        warning = windows_path_fault(home, model.kind)
        if warning is not None:
            typer.echo(warning.text(tongue), err=True)
        try:
            if sys.stdout.isatty():
                _pull_with_bar(model.name, home, catalog, tongue)
            else:
                pull(model.name, home, catalog=catalog, progress=plain_progress(tongue))
        except ModelError as fault:
            typer.echo(fault.text(tongue), err=True)
            code = MISSING
    raise typer.Exit(code)


@app.command("add")
def add_model(
    archive: Annotated[Path, typer.Argument(metavar="FILE.zip", help="Fetched by hand.")],
    models: ModelsOption = None,
    language: LanguageOption = None,
) -> None:
    """Install a model from an archive that was fetched by hand."""
    tongue = tongue_of(language)
    catalog = _catalog(tongue)
    home = models_home(models)
    try:
        folder = add(archive, home, catalog=catalog)
    except ModelError as fault:
        bad = fault.key.startswith("add_") or fault.key in ("escaping", "changed_hash")
        raise fail(fault.text(tongue), BAD if bad else MISSING) from fault
    typer.echo(sentence(tongue, "added", name=folder.name, path=folder))


@app.command("check")
def check_models(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Without it, all installed.")
    ] = None,
    models: ModelsOption = None,
    language: LanguageOption = None,
) -> None:
    """Hash installed models again and say which are as they should be."""
    tongue = tongue_of(language)
    catalog = _catalog(tongue)
    home = models_home(models)
    chosen = names or [m.name for m in catalog.model if (home / m.name).exists()]
    if not chosen and models is not None and not home.exists():
        raise fail(sentence(tongue, "no_home", path=home))
    if not chosen:
        typer.echo(sentence(tongue, "check_none", path=home))
    code = DONE
    for name in chosen:
        try:
            report = check(name, home, catalog=catalog)
        except ModelError as fault:
            raise fail(fault.text(tongue)) from fault
        said = sentence(
            tongue,
            "check_recorded"
            if report.state == "ok" and report.unpublished
            # One sentence per outcome: ok, missing, damaged.
            else f"check_{report.state}",
            name=name,
            files=report.files,
            unpublished=_some(report.unpublished),
            causes=report.fault.text(tongue) if report.fault else "",
        )
        typer.echo(said, err=report.state != "ok")
        if report.state != "ok":
            code = FAILED
    raise typer.Exit(code)


def plain_progress(
    tongue: str,
    say: Callable[[str], None] = typer.echo,
    monotonic: Callable[[], float] = time.monotonic,
) -> Callable[[Step], None]:
    """Return a listener that prints plain lines, bytes at most every `PLAIN_EVERY_S`."""
    last = [monotonic()]

    def hear(step: Step) -> None:
        if step.key == "fetched":
            now = monotonic()
            if now - last[0] < PLAIN_EVERY_S:
                return
            last[0] = now
        say(step_text(step, tongue))
        sys.stdout.flush()

    return hear


def step_text(step: Step, tongue: str) -> str:
    """Return the sentence of one step of a pull."""
    model = step.model
    return sentence(
        tongue,
        step.key,
        name=step.name,
        what=step.what,
        path=step.what,
        download=bytes_text(tongue, model.download, about=model.approximate),
        size=bytes_text(tongue, model.size, about=model.approximate),
        minutes=model.minutes,
        licence=model.licence,
        done=bytes_text(tongue, step.done),
        total=bytes_text(tongue, step.total),
        percent=100 * step.done // max(step.total, 1),
        why=step.fault.text(tongue) if step.fault else "",
    )


def _pull_with_bar(name: str, home: Path, catalog: Catalog, tongue: str) -> None:
    """Pull with a bar on the terminal; sentences go above it."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, TimeRemainingColumn(), transient=True) as bar:
        task = bar.add_task(name, total=None, visible=False)

        def hear(step: Step) -> None:
            if step.key == "fetched":
                bar.update(task, completed=step.done, total=step.total, visible=True)
            else:
                bar.console.print(step_text(step, tongue), markup=False, highlight=False)

        pull(name, home, catalog=catalog, progress=hear)


def _add_own(table: Table, tongue: str) -> None:
    """Add the model that comes inside the program."""
    folder = mesa_folder()
    if folder is None:
        return
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    said = texts(tongue)
    row = ("es-mesa", "es", "vosk", "0", bytes_text(tongue, size), "0", "MIT")
    table.add_row(*row, said["inside"], said["own_note"])


def _some(names: tuple[str, ...]) -> str:
    """Name the first few files of many."""
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "")


def _catalog(tongue: str) -> Catalog:
    try:
        return Catalog.load()
    except ModelError as fault:
        raise fail(fault.text(tongue)) from fault
