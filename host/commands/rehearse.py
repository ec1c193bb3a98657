"""``tertulia rehearse`` and ``tertulia judge``: tables and answers written down, checked."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from host.commands.common import DONE, FAILED, EarOption, ModelsOption, ending, fail, number
from host.commands.speaking import language_of, sentence
from host.faults import told
from host.guion import Guion, GuionError
from host.guion import read as read_guion

if TYPE_CHECKING:
    from host.rehearsal import Result


def rehearse(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Guiones.")],
    aloud: Annotated[bool, typer.Option("--aloud", help="Speak and hear them.")] = False,
    ear: EarOption = None,
    ear_delay: Annotated[
        float, number("--ear-delay", "Seconds the ear takes longer.", 0, 30)
    ] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="One object a file.")] = False,
    models: ModelsOption = None,
) -> None:
    """Play guiones and compare what came out with what they expect."""
    from host.evening import EveningError
    from host.rehearsal import play_as_text

    code = DONE
    for file in guiones_in(files):
        try:
            guion = read_guion(file)
            result = (
                _aloud(guion, ear, ear_delay, models)
                if aloud
                else play_as_text(guion, ear_delay_s=ear_delay)
            )
        except (GuionError, EveningError) as error:
            code = fail(str(error)).exit_code  # the others are played all the same
            continue
        code = code or (DONE if result.ok else FAILED)
        _tell(result, as_json)
    raise typer.Exit(code)


def guiones_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are named, and those in the folders that are."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.guion")) if path.is_dir() else [path]
        if not inside:
            raise fail(f"{path}: there is no guion in it (NAME.guion)")
        found += inside
    return found


def _aloud(guion: Guion, ear: str | None, ear_delay: float, models: Path | None) -> Result:
    from host.aloud import AloudError, play_aloud
    from host.hearing import default_ear

    with ending(missing=(AloudError,)):
        return play_aloud(
            guion,
            ear_name=ear or default_ear(guion.language, models),
            ear_delay_s=ear_delay,
            models=models,
        )


def _tell(result: Result, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result.as_json(), ensure_ascii=False))
        return
    language = language_of((), os.environ)
    key = "rehearsed" if result.ok else "rehearsed_not"
    typer.echo(sentence(language, key, path=result.guion.path))
    for difference in result.differences:
        typer.echo(f"     {told(difference, language)}")


def judge(
    file: Annotated[Path, typer.Argument(help="TSV: answer accept reject said verdict.")],
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Judge a table of labelled spoken answers and print the rows that differ."""
    from host.understanding.judge_table import TableError, run_table

    with ending(bad=(TableError,)):
        report = run_table(file)
    differences: list[dict[str, Any]] = [
        {
            "answer": d.row.answer,
            "said": d.row.said,
            "verdict": d.row.verdict,
            "judged": d.judgement.verdict,
            "reason": d.judgement.reason,
        }
        for d in report.differences
    ]
    if as_json:
        whole = {"rows": report.rows, "accuracy": report.accuracy, "differences": differences}
        typer.echo(json.dumps(whole, ensure_ascii=False))
    else:
        share = f"{report.accuracy:.1%}"
        language = language_of((), os.environ)
        typer.echo(sentence(language, "judged", rows=report.rows, accuracy=share))
        for row in differences:
            typer.echo("  " + json.dumps(row, ensure_ascii=False))
    raise typer.Exit(DONE if not differences else FAILED)
