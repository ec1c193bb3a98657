"""``tertulia bench``: figures of this program, with a peer's beside them.

Exit codes: 0 done, 1 a bound does not hold, 2 bad use or a bad file, 3 no model.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from host.commands.common import (
    DECIBELS,
    DONE,
    FAILED,
    MISSING,
    LanguageChoice,
    ModelsOption,
    ending,
    fail,
    known_ear,
    number,
    seed_option,
)

app = typer.Typer(help="Benchmarks, each with its peer in the same run.", no_args_is_help=True)


def _ears(named: Sequence[str], *others: str) -> list[str]:
    """Return the ears that were named; one that there is not ends the command."""
    return [name for name in named if known_ear(name, others)]


def _made(folder: Path) -> None:
    """Make a folder for what is found; one that cannot be made ends the command before the work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise fail(f"{folder}: cannot be written ({error.strerror or error}).") from error


@app.callback()
def root() -> None:
    """Measure this program, with a peer beside it."""


@app.command("engine")
def engine(
    as_json: Annotated[bool, typer.Option("--json", help="One object with all figures.")] = False,
    seconds: Annotated[float, number("--seconds", "Random play a game.", 0.01, 600)] = 2.0,
    journals: Annotated[int, number("--journals", "Long journals a game.", 1, 100, whole=True)] = 4,
    moves: Annotated[
        int, number("--moves", "Moves in a long journal.", 100, 10_000, whole=True)
    ] = 1000,
    lines: Annotated[int, number("--lines", "Typed lines a game.", 1, 10_000, whole=True)] = 100,
    seed: Annotated[int, seed_option("Of the random moves.")] = 1,
) -> None:
    """Random moves a second of the three games, and two bounds on what a move costs."""
    from host.bench.engine import LONG_BOUND, SHARE_BOUND, measure
    from host.evening import EveningError
    from host.opening import OpeningError

    with ending(bad=(OpeningError, EveningError)):
        report = measure(
            time.perf_counter,
            seconds=seconds,
            journals=journals,
            moves=moves,
            lines=lines,
            seed=seed,
        )
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


@app.command("cards")
def cards(
    ear: Annotated[
        list[str] | None, typer.Option("--ear", help="es-mesa, whisper, ...; may be given often.")
    ] = None,
    pack: Annotated[
        list[str] | None, typer.Option("--pack", help="french or colours; may be given often.")
    ] = None,
    language: LanguageChoice = "es",
    limit: Annotated[int | None, number("--limit", "Cards of a pack.", 1, whole=True)] = None,
    noise: Annotated[
        float | None, number("--noise", "Party noise, dB relative to speech.", *DECIBELS)
    ] = None,
    models: ModelsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object an ear and pack.")] = False,
) -> None:
    """Wizard's cards spoken by three voices in the virtual room: right, asked, missed, wrong."""
    from host.aloud import AloudError
    from host.bench.phrases import measure_cards
    from host.ears.activity import EarError

    packs = pack or ["french", "colours"]
    for other in set(packs) - {"french", "colours"}:
        raise fail(f"--pack {other}: allowed are french and colours.")
    ears = _ears(ear or ["es-mesa", "whisper"])
    with ending(missing=(AloudError, EarError)):
        rows = measure_cards(
            ear_names=ears,
            packs=packs,
            language=language,
            models=models,
            limit=limit,
            noise_db=noise,
            tell=None if as_json else typer.echo,
        )
    for row in rows:
        if as_json:
            typer.echo(json.dumps(row, ensure_ascii=False))
        else:
            shares = ", ".join(
                f"{key} {row[key]:.1%}" for key in ("right", "asked", "missed", "wrong")
            )
            typer.echo(f"{row['ear']}, {row['pack']}, {row['phrases']} cards: {shares}")


@app.command("answers")
def answers(
    ear: Annotated[list[str] | None, typer.Option("--ear", help="es-mesa, whisper, ...")] = None,
    language: LanguageChoice = "es",
    every: Annotated[int, number("--every", "One card in so many.", 1, whole=True)] = 1,
    voices: Annotated[
        Path | None,
        typer.Option("--voices", help="More voices of Kokoro: a file, or a folder of .bin."),
    ] = None,
    voice: Annotated[
        str | None, typer.Option("--voice", help="Of Kokoro; else one that es-mesa does not know.")
    ] = None,
    rejects: Annotated[
        int, number("--rejects", "Wrong answers of each card, at most.", 0, whole=True)
    ] = 1,
    cache: Annotated[
        Path | None, typer.Option("--cache", help="Folder in which spoken answers are kept.")
    ] = None,
    models: ModelsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object an ear.")] = False,
) -> None:
    """Answers of iKNOW, right and wrong ones, spoken, heard and judged for all cards."""
    from host.aloud import AloudError
    from host.bench.answers import KINDS, VOICE, measure_answers
    from host.bench.shout_cast import CastError
    from host.ears.activity import EarError
    from host.mouth.base import VoiceError

    ears = _ears(ear or ["es-mesa", "whisper"])
    with ending(bad=(CastError, VoiceError), missing=(AloudError, EarError)):
        rows = measure_answers(
            ear_names=ears,
            language=language,
            models=models,
            voice={voice: 1.0} if voice else VOICE,
            voices=voices,
            every=every,
            rejects=rejects,
            cache=cache,
            tell=lambda line: typer.echo(line, err=True),
        )
    for row in rows:
        if as_json:
            typer.echo(json.dumps(row, ensure_ascii=False))
        else:
            shares = ", ".join(f"{kind} {row[kind]:.1%}" for kind in KINDS)
            wrong = f"of {row['rejects']} wrong ones right {row['rejects_right']:.1%}"
            typer.echo(f"{row['ear']}, {row['forms']}: {shares}; {wrong}")


@app.command("shout")
def shout(
    simulated: Annotated[
        bool, typer.Option("--simulated", help="No sound: an ear that is wrong on purpose.")
    ] = False,
    ear: Annotated[str, typer.Option("--ear", help="es-mesa, whisper, ...")] = "es-mesa",
    calls: Annotated[int, number("--calls", "Spoken calls in time.", 0, whole=True)] = 200,
    windows: Annotated[
        int | None,
        number("--windows", "Without a call: 200; simulated, all: 10000.", 0, whole=True),
    ] = None,
    hours: Annotated[
        float, number("--hours", "Of the host's own lines coming back.", 0, 1000)
    ] = 1.0,
    clips: Annotated[
        Path | None, typer.Option("--clips", help="TSV of recordings of other words.")
    ] = None,
    most_clips: Annotated[
        int | None, number("--most-clips", "At most so many of them.", 0, whole=True)
    ] = None,
    noise: Annotated[Path | None, typer.Option("--noise", help="TSV of noises.")] = None,
    echo_db: Annotated[
        float, number("--echo", "The host's voice in the microphone, in dB.", *DECIBELS)
    ] = 0.0,
    seed: Annotated[int, seed_option("Of the windows.")] = 1,
    models: ModelsOption = None,
    voices: Annotated[
        Path | None,
        typer.Option("--voices", help="More voices of Kokoro: a file, or a folder of .bin files."),
    ] = None,
    half: Annotated[
        int | None,
        number("--half", "Every second voice and noise: 0 or 1.", 0, 1, whole=True),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", help="Keep each room in this file, and go on from it."),
    ] = None,
    cache: Annotated[
        Path | None, typer.Option("--cache", help="Folder in which spoken calls are kept.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object with all figures.")] = False,
) -> None:
    """Calls of «¡Sapiencia!»: heard, missed, asked about; and penalties that nobody deserved."""
    from host.bench.shout import AloudError, CastError, Order, TableError, aloud, simulate

    known_ear(ear)
    if simulated:
        found = simulate(10_000 if windows is None else windows, seed)
    else:
        with ending(bad=(TableError, CastError), missing=(AloudError,)):
            found = aloud(
                Order(
                    ear=ear,
                    calls=calls,
                    windows=200 if windows is None else windows,
                    lines_s=hours * 3600,
                    clips=clips,
                    noise=noise,
                    most_clips=most_clips,
                    echo_db=echo_db,
                    seed=seed,
                    half=half,
                    models=models,
                    voices=voices,
                    log=log,
                    cache=cache,
                ),
                say=lambda text: typer.echo(text, err=as_json),
            )
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        for key, value in found.items():
            typer.echo(f"{key}: {value}")
    good = found["wrongful_penalties"] == 0 and found["unpunished"] == 0
    raise typer.Exit(DONE if good else FAILED)


@app.command("ear")
def ear(
    clips: Annotated[Path, typer.Option("--clips", help="TSV: path, transcript, speaker.")],
    name: Annotated[
        list[str] | None,
        typer.Option("--ear", help="es-mesa, whisper, both, vosk-ko-small; may be given often."),
    ] = None,
    count: Annotated[
        list[int] | None, number("--choices", "4, 20, 60; may be given often.", 2, whole=True)
    ] = None,
    noise: Annotated[Path | None, typer.Option("--noise", help="TSV of noises to add.")] = None,
    noise_part: Annotated[
        str, typer.Option("--noise-part", help="Noises whose path has this in it.")
    ] = "",
    snr: Annotated[float, number("--snr", "Speech over noise, in dB.", *DECIBELS)] = 10.0,
    band: Annotated[int, number("--band", "8000: a telephone's copy.", 0, 48_000, whole=True)] = 0,
    every: Annotated[int, number("--every", "Each so manieth clip.", 1, whole=True)] = 1,
    speaker: Annotated[
        list[str] | None, typer.Option("--speaker", help="Speakers whose names begin so.")
    ] = None,
    peer_every: Annotated[
        int, number("--peer-every", "Clips for the peer; 0 for none.", 0, whole=True)
    ] = 1,
    rows: Annotated[
        Path | None, typer.Option("--rows", help="Folder for what became of every clip.")
    ] = None,
    seed: Annotated[int, seed_option("Of choices and noise.")] = 1,
    models: ModelsOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One object an ear and number of choices.")
    ] = False,
) -> None:
    """Closed choice of recordings: right, wrong, asked, and what else is taken for a choice."""
    from host.bench.clips import Noise, TableError
    from host.bench.ear import OTHERS, Asked, Measure
    from host.ears.activity import EarError

    names = _ears(name or ["es-mesa"], *OTHERS)
    if rows is not None:
        _made(rows)
    with ending(bad=(TableError,), missing=(EarError,)):
        noises = Noise.of_table(noise, noise_part, snr, seed) if noise else None
        for one in names:
            measure = Measure(
                one,
                models,
                time.perf_counter,
                time.process_time,
                tell=lambda text: typer.echo(text, err=True),
            )
            try:
                for choices in count or [20]:
                    asked = Asked(
                        choices, every, band, noises, tuple(speaker or ()), peer_every, seed
                    )
                    kept = rows / f"{one}-{choices}.jsonl" if rows is not None else None
                    found = measure.report(clips, asked, kept)
                    if as_json:
                        typer.echo(json.dumps(found, ensure_ascii=False))
                    else:
                        _tell_ear(found)
            finally:
                measure.close()


def _tell_ear(found: dict[str, Any]) -> None:
    columns = ("forced_right", "right", "wrong", "asked", "out_of_grammar_accepted", "empty")
    typer.echo(f"{found['ear']}, {found['choices']} choices, real-time factor {found['rtf']}")
    for name, shares in {**found["sets"], "peer": found["peer"] or {}}.items():
        figures = (f"{c} {shares[c]:.1%}" for c in columns if shares.get(c) is not None)
        typer.echo(f"  {name} ({shares.get('clips', 0)}): {', '.join(figures)}")


@app.command("spoken")
def spoken(
    clips: Annotated[Path, typer.Option("--clips", help="TSV of recordings: path, text.")],
    name: Annotated[str, typer.Option("--ear", help="es-mesa, whisper, both.")] = "es-mesa",
    word: Annotated[
        str, typer.Option("--word", help="This call alone, and what is taken for it.")
    ] = "",
    noise: Annotated[Path | None, typer.Option("--noise", help="TSV of noises to add.")] = None,
    noise_part: Annotated[
        str, typer.Option("--noise-part", help="Noises whose path has this in it.")
    ] = "",
    snr: Annotated[float, number("--snr", "Speech over noise, in dB.", *DECIBELS)] = 10.0,
    most: Annotated[int | None, number("--most", "Items of a list.", 1, whole=True)] = None,
    models: ModelsOption = None,
) -> None:
    """Lists of a table (numbers, names, cards, answers) or a call, in any recorded voice: JSON."""
    from host.bench.clips import Noise, TableError
    from host.bench.ear import OTHERS, open_any
    from host.bench.spoken import measure_call, measure_lists
    from host.ears.activity import EarError

    known_ear(name, OTHERS)
    with ending(bad=(TableError,), missing=(EarError,)):
        noises = Noise.of_table(noise, noise_part, snr, 1) if noise else None
        opened = open_any(name, models)
        try:
            if word:
                found = [measure_call(opened, clips, word, noises, time.perf_counter)]
            else:
                found = measure_lists(opened, clips, noises, time.perf_counter, most=most)
        finally:
            opened.close()
    for row in found:
        typer.echo(json.dumps(row, ensure_ascii=False))


@app.command("onsets")
def onsets(
    clips: Annotated[Path, typer.Option("--clips", help="TSV: path, transcript, speaker.")],
    most: Annotated[int, number("--most", "Words a level of noise.", 1, whole=True)] = 100,
    seed: Annotated[int, seed_option("Of words, places and pauses.")] = 1,
) -> None:
    """When speech began, by voice activity and by words, against the truth: JSON, a row a level."""
    from host.bench.clips import TableError
    from host.bench.onsets import measure
    from host.ears.activity import EarError
    from host.ears.mesa import mesa_folder

    base = mesa_folder()
    if base is None:
        raise fail("The model es-mesa is missing; install tertulia again.", MISSING)
    with ending(bad=(TableError,), missing=(EarError,)):
        rows = measure(base, clips, most, seed)
    for row in rows:
        typer.echo(json.dumps(row, ensure_ascii=False))


@app.command("latency")
def latency(
    ear: Annotated[
        list[str] | None,
        typer.Option("--ear", help="es-mesa, whisper, es-mesa+whisper, typed; may be given often."),
    ] = None,
    seed: Annotated[list[int] | None, seed_option("Of the rounds.")] = None,
    language: LanguageChoice = "es",
    ahead: Annotated[
        bool, typer.Option("--ahead/--no-ahead", help="Render likely lines ahead.")
    ] = True,
    models: ModelsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object with all figures.")] = False,
) -> None:
    """Seconds from the end of speech to the answer, per ear, and where they go."""
    from host.aloud import AloudError
    from host.bench.latency import measure

    names = _ears(ear or ["es-mesa", "whisper", "es-mesa+whisper", "typed"], "typed")
    with ending(missing=(AloudError,)):
        found = measure(
            time.perf_counter,
            ears=names,
            seeds=seed or [3],
            language=language,
            models=models,
            ahead=ahead,
            tell=lambda text: typer.echo(text, err=True),
        )
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    for name in names:
        row = found[name]
        shares = ", ".join(f"{k} {v['share']:.0%}" for k, v in row["stages"].items())
        typer.echo(
            f"{name}: p50 {row['p50']} s, p95 {row['p95']} s, {row['utterances']} utterances "
            f"({shares}); sound after {row['heard']['p50']} s"
        )
    if "times_faster_than_whisper" in found:
        typer.echo(f"es-mesa is {found['times_faster_than_whisper']} times faster than Whisper")
