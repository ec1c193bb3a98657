"""`tertulia bench shout`: does the call reach the host, and does nobody pay who called?

Two measurements: thousands of windows at the real table with an ear that is wrong on purpose
(`shout_simulated`), and spoken calls in the virtual room with a real ear (`shout_aloud`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host.aloud import AloudError, open_sounds
from host.bench.shout_aloud import Aloud, TableError, recordings, report
from host.bench.shout_simulated import simulate
from host.demo_sapiencia import sample_guion
from host.rehearsal import play_as_text

__all__ = ["AloudError", "TableError", "aloud", "simulate"]

MOST_LINES = 20_000
"""More host lines than this are not sampled, however long was asked for."""


def aloud(
    *,
    ear: str,
    calls: int,
    windows: int,
    lines_s: float,
    clips: Path | None,
    noise: Path | None,
    most_clips: int | None,
    echo_db: float,
    seed: int,
    models: Path | None,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Measure spoken calls and return the keys of design.md section 7.

    Args:
        ear: an ear by name, see `host.hearing.open_ear`.
        calls: windows with a call in time.
        windows: windows without a call.
        lines_s: seconds of the host's own lines coming back.
        clips: a table of recordings of other words, or None.
        noise: a table of noises, for the rooms and for false calls, or None for a made crowd.
        most_clips: at most so many recordings.
        echo_db: the host's voice in the microphone, relative to a player at one metre.
        seed: the same seed gives the same windows.
        models: the folder of installed models, or None for the user's.
        say: told of each window.

    Raises:
        AloudError: a model or a library is missing.
        TableError: a table or a recording cannot be read.
    """
    others = recordings(clips, most_clips) if clips is not None else []
    sounds_of_party = recordings(noise) if noise is not None else []
    files = [str(path) for _, path, _ in sounds_of_party]
    sounds = open_sounds("es", ear, models, 5)
    try:
        bench = Aloud(sounds, echo_db=echo_db, seed=seed, noises=files or ("babble",), say=say)
        shouts = list(bench.windows(calls, windows))
        listened = bench.listen(
            _lines(lines_s, seed),
            [samples for samples, _, words in others if "sapiencia" not in words.lower()],
            [samples for samples, _, _ in sounds_of_party],
            lines_s,
        )
    finally:
        sounds.close()
    return {"ear": ear, **report(shouts, listened)}


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
