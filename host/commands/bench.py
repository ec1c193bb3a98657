"""``tertulia bench engine``: figures of this program, with a peer's beside them.

Exit codes: 0 done, 1 a bound does not hold, 2 bad use or a bad file.
"""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

DONE, FAILED, BAD = 0, 1, 2

app = typer.Typer(help="Benchmarks, each with its peer in the same run.", no_args_is_help=True)


@app.callback()
def root() -> None:
    """Measure this program, with a peer beside it."""


@app.command("engine")
def engine(
    as_json: Annotated[bool, typer.Option("--json", help="One object with all figures.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=600, help="Random play a game.")
    ] = 2.0,
    journals: Annotated[
        int, typer.Option("--journals", min=1, max=100, help="Long journals a game.")
    ] = 4,
    moves: Annotated[
        int, typer.Option("--moves", min=100, max=10_000, help="Moves in a long journal.")
    ] = 1000,
    lines: Annotated[
        int, typer.Option("--lines", min=1, max=10_000, help="Typed lines a game.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Of the random moves.")] = 1,
) -> None:
    """Random moves a second of the three games, and two bounds on what a move costs."""
    from host.bench.engine import LONG_BOUND, SHARE_BOUND, measure
    from host.evening import EveningError
    from host.opening import OpeningError

    try:
        report = measure(
            time.perf_counter,
            seconds=seconds,
            journals=journals,
            moves=moves,
            lines=lines,
            seed=seed,
        )
    except (OpeningError, EveningError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(BAD) from error
    if as_json:
        typer.echo(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        typer.echo(f"random legal moves a second, {report.players} seats:")
        for name, rate in report.moves_per_second.items():
            typer.echo(f"  {name}: {rate:,.0f}")
        if report.peer is None:
            typer.echo(f"  {report.peer_note}")
        else:
            peer = report.peer
            typer.echo(f"  {peer.name} {peer.version}: {peer.moves_per_second:,.0f}")
        typer.echo(
            f"move {moves} of a journal costs {report.move_1000_over_move_10:.2f} times move 10 "
            f"(at most {LONG_BOUND})"
        )
        typer.echo(
            f"a move with its expectation takes {report.share_of_answer:.2%} of the typed ear's "
            f"answer time (under {SHARE_BOUND:.0%})"
        )
    raise typer.Exit(DONE if report.ok else FAILED)
