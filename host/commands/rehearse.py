"""``tertulia rehearse`` and ``tertulia judge``: tables and answers written down, checked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from host.commands.common import DONE, FAILED, EarOption, ModelsOption, ending, number
from host.commands.speaking import language_of, sentence
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

    every = True
    with ending(bad=(GuionError, EveningError)):
        for guion in [read_guion(file) for file in files]:
            result = (
                _aloud(guion, ear, ear_delay, models)
                if aloud
                else play_as_text(guion, ear_delay_s=ear_delay)
            )
            every = every and result.ok
            _tell(result, as_json)
    raise typer.Exit(DONE if every else FAILED)


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
    typer.echo(f"{'ok  ' if result.ok else 'FAIL'} {result.guion.path}")
    for difference in result.differences:
        typer.echo(f"     {difference}")


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
        told = {"rows": report.rows, "accuracy": report.accuracy, "differences": differences}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        share = f"{report.accuracy:.1%}"
        language = language_of((), os.environ)
        typer.echo(sentence(language, "judged", rows=report.rows, accuracy=share))
        for row in differences:
            typer.echo("  " + json.dumps(row, ensure_ascii=False))
    raise typer.Exit(DONE if not differences else FAILED)
