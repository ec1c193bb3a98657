"""`tertulia bench shout`: does the call reach the host, and does nobody pay who called?

Two measurements: thousands of windows at the real table with an ear that is wrong on purpose
(`shout_simulated`), and spoken calls in the virtual room with a real ear (`shout_aloud`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from host.aloud import AloudError, open_sounds, open_studio
from host.bench.clips import TableError
from host.bench.shout_aloud import Aloud, recordings, sittings
from host.bench.shout_cast import CastError, cast, names_in, voices_file
from host.bench.shout_figures import Listened, Shout, report
from host.bench.shout_log import Log
from host.bench.shout_simulated import simulate
from host.demo_sapiencia import sample_guion
from host.ears.base import Samples
from host.models import installed, models_home
from host.rehearsal import play_as_text
from host.room.acoustics import read_noise

__all__ = ["AloudError", "CastError", "TableError", "aloud", "simulate"]

_T = TypeVar("_T")

MOST_LINES = 20_000
"""More host lines than this are not sampled, however long was asked for."""

PIECE_S = 300.0
"""Host lines are listened to in pieces of so many seconds, each of them kept in the log."""

LETTERS_A_SECOND = 20
"""More than the host speaks, so that a piece never runs out of lines."""

PIECE = 60
"""So many recordings are listened to in a piece."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be measured.

    Attributes:
        ear: an ear by name, see `host.hearing.open_ear`.
        calls: windows with a call in time.
        windows: windows without a call.
        lines_s: seconds of the host's own lines coming back.
        clips: a table of recordings of other words, or None.
        noise: a table of noises, for the rooms and for false calls, or None for a made crowd.
        most_clips: at most so many recordings.
        echo_db: the host's voice in the microphone, relative to a player at one metre.
        seed: the same seed gives the same windows.
        half: 0 takes every second voice and noise from the first on, 1 the others, None all.
        models: the folder of installed models, or None for the user's.
        voices: a file of Kokoro's voices, or a folder with one file each; None for those that
            are installed.
        log: a file in which each room is kept once it is done; what is in it is not done again.
        cache: where spoken calls are kept, or None for the user's cache.
    """

    ear: str
    calls: int = 200
    windows: int = 200
    lines_s: float = 3600.0
    clips: Path | None = None
    noise: Path | None = None
    most_clips: int | None = None
    echo_db: float = 0.0
    seed: int = 1
    half: int | None = None
    models: Path | None = None
    voices: Path | None = None
    log: Path | None = None
    cache: Path | None = None


def aloud(order: Order, say: Callable[[str], None]) -> dict[str, Any]:
    """Measure spoken calls and return the keys of design.md section 7.

    Args:
        order: what is to be measured.
        say: told of each window.

    Raises:
        AloudError: a model or a library is missing.
        CastError: the voices cannot be used.
        TableError: a table or a recording cannot be read.
    """
    others = recordings(order.clips, order.most_clips) if order.clips is not None else []
    of_party = recordings(order.noise, read=read_noise) if order.noise is not None else []
    log = Log(order.log, _settings(order))
    cache = order.cache or Path(platformdirs.user_cache_dir("tertulia", appauthor=False))
    voices = order.voices and voices_file(order.voices, cache / "bench-voices.npz")
    sounds = open_sounds("es", order.ear, order.models, 5)
    try:
        home = models_home(order.models)
        file = (installed("kokoro-voices-ja", home) or home) / "voices_ja.npz"
        if voices is not None:
            file = voices
            sounds.studio.close()
            sounds = replace(sounds, studio=open_studio("es", order.models, file))
        bench = Aloud(
            sounds,
            _half(cast(names_in(file)), order.half),
            echo_db=order.echo_db,
            seed=order.seed,
            noises=_half([str(path) for _, path, _ in of_party], order.half) or ("babble",),
            kept=cache / "bench-shout",
            say=say,
        )
        shouts: list[Shout] = []
        for sitting in sittings(order.calls, order.windows, order.seed):
            shouts += log.shouts(f"{sitting}", partial(bench.play, sitting))
        listened = _listen(
            bench,
            log,
            order,
            [samples for samples, _, words in others if "sapiencia" not in words.lower()],
            [samples for samples, _, _ in of_party],
        )
    finally:
        sounds.close()
    return {"ear": order.ear, "voices": len(bench.cast), **report(shouts, listened)}


def _half(what: Sequence[_T], half: int | None) -> Sequence[_T]:
    return what if half is None or len(what) < 2 else what[half::2]


def _listen(
    bench: Aloud,
    log: Log,
    order: Order,
    clips: Sequence[Samples],
    noises: Sequence[Samples],
) -> Listened:
    """Listen to the host's lines, to recordings and to noise, piece by piece."""
    found = Listened(0, 0.0, ())
    lines = _lines(order.lines_s, order.seed)
    done = 0.0
    while done < order.lines_s:
        least = min(PIECE_S, order.lines_s - done)
        texts: list[str] = []
        while sum(map(len, texts)) < least * LETTERS_A_SECOND:
            more = list(islice(lines, 20))
            if not more:
                break
            texts += more
        if not texts:
            break
        part = log.listened(f"lines {done:g}", partial(bench.listen, lines=texts, lines_s=least))
        found, done = found.and_(part), done + part.seconds
    for first in range(0, len(clips), PIECE):
        some = clips[first : first + PIECE]
        found = found.and_(log.listened(f"clips {first}", partial(bench.listen, clips=some)))
    for n, noise in enumerate(noises):
        found = found.and_(log.listened(f"noise {n}", partial(bench.listen, noises=[noise])))
    return found


def _settings(order: Order) -> str:
    """Return what decides the windows, for the log."""
    told = {k: v for k, v in asdict(order).items() if k not in ("models", "log", "cache")}
    return json.dumps(told, default=str, sort_keys=True)


def _lines(seconds: float, seed: int) -> Iterator[str]:
    """Yield lines that the host says in sampled games, with the game's name and the word in it."""
    if seconds <= 0:
        return
    count = 0
    while count < MOST_LINES:
        result = play_as_text(sample_guion(seed))
        seed += 1
        for _, sound in result.said:
            if sound.text:
                yield sound.text
                count += 1
        yield "No lo pude oír bien. ¿Marta dijo Sapiencia? Sí o no."
