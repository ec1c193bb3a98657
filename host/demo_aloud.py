"""A spoken round to listen to: `tertulia demo`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from host import demo_sapiencia, demo_wizard
from host.aloud import Sounds, open_sounds, play_aloud, write_wav
from host.demo import sample_guion
from host.ears.base import RATE
from host.engine.game import Json
from host.engine.journal import Journal
from host.guion import Guion
from host.guion_text import write as write_guion
from host.plain import wrapped
from host.rehearsal import Result, Watcher, play_as_text
from host.room.base import Sound
from host.room.virtual import VirtualRoom
from host.table_parts import Understood
from host.transcript import Line, lines_of, shares, texts_of


def _iknow(seed: int, language: str, impatient: float) -> Guion:
    return sample_guion(seed, language, impatient=impatient)


def _wizard(seed: int, language: str, impatient: float) -> Guion:
    return demo_wizard.sample_guion(seed, language, impatient=impatient)


def _sapiencia(seed: int, language: str, impatient: float) -> Guion:
    return demo_sapiencia.sample_guion(seed, language, impatient=impatient)


SAMPLES: Mapping[str, Callable[[int, str, float], Guion]] = {
    "iknow": _iknow,
    "sapiencia": _sapiencia,
    "wizard": _wizard,
}
"""What is played in a demo of each game: seed, language, share of impatient players."""


def run_demo(
    *,
    game: str,
    seeds: Sequence[int],
    out: Path,
    language: str,
    ear_name: str,
    echo_db: float | None,
    impatient: float,
    noise_db: float | None,
    models: Path | None,
    say: Callable[[str], None],
) -> bool:
    """Play one spoken round a seed, print it as it goes, and leave its files.

    Returns:
        True if everything that was to be said was said and dealt with. Whether the outcome is
        that of the same guion as text is printed: an ear may mishear past mending.
    """
    sounds = open_sounds(language, ear_name, models, 4)
    texts = texts_of(language)
    totals: list[Line] = []
    every = True
    try:
        for seed in seeds:
            folder = out if len(seeds) == 1 else out / f"seed-{seed}"
            guion = SAMPLES[game](seed, language, impatient)
            head = {"seed": seed, "seats": ", ".join(guion.seats), "ear": ear_name}
            say(texts["head"].format(**head, echo=echo_db))
            watcher = Watcher(on_said=_printer(say), on_heard=_hearing_printer(say, texts))
            result = _recorded(guion, folder, sounds, echo_db, noise_db, watcher)
            rows = lines_of(result)
            (folder / "transcript.txt").write_text(
                "\n".join(row.text for row in rows) + "\n", encoding="utf-8"
            )
            say(wrapped(_summary(result, rows, texts)))
            for row in rows:
                if row.call:
                    say(wrapped(row.text))
            say(texts["files"].format(wav=folder / "table.wav"))
            totals += rows
            every = every and result.complete
    finally:
        sounds.close()
    if len(seeds) > 1:
        first, end, count = shares(totals)
        say(texts["total"].format(count=count, first=first, end=end))
    return every


def _recorded(
    guion: Guion,
    folder: Path,
    sounds: Sounds,
    echo_db: float | None,
    noise_db: float | None,
    watcher: Watcher,
) -> Result:
    """Play a guion aloud; leave it, its journal and what the table heard in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.guion").write_text(write_guion(guion), encoding="utf-8")
    journal = Journal(folder / "journal.jsonl")

    def keep(room: VirtualRoom) -> None:
        write_wav(folder / "table.wav", room.listener_mix(), RATE)

    result = play_aloud(
        guion,
        sounds=sounds,
        echo_db=echo_db,
        noise_db=noise_db,
        journal=journal,
        watcher=watcher,
        keep_room=keep,
    )
    journal.close()
    return result


def _summary(result: Result, rows: Sequence[Line], texts: Mapping[str, str]) -> str:
    """Return how much was understood, and whether the outcome is that of the guion as text."""
    guion = result.guion
    text = play_as_text(replace(guion, voices="unknown"))
    told = {key: result.outcome[key] for key in guion.expect}
    written = {key: text.outcome[key] for key in guion.expect}
    same = texts["same"]
    if told != written:
        same = texts["different"].format(figures=_figures(written, texts))
    first, end, count = shares(rows)
    figures = _figures(told, texts)
    return texts["round"].format(count=count, first=first, end=end, figures=figures, same=same)


def _figures(outcome: Mapping[str, Json], texts: Mapping[str, str]) -> str:
    return ", ".join(f"{texts.get(f'figure_{k}', k)} {value}" for k, value in outcome.items())


def _printer(say: Callable[[str], None]) -> Callable[[Sound, float], None]:
    def said(sound: Sound, t: float) -> None:
        if sound.text:
            say(wrapped(f"{t:.1f} Tertulia: {sound.text}"))

    return said


def _hearing_printer(
    say: Callable[[str], None], texts: Mapping[str, str]
) -> Callable[[Understood], None]:
    def heard(what: Understood) -> None:
        if what.result == "echo":
            return
        acts = "; ".join(what.acts) or "-"
        kind = what.result.partition(":")[0].partition(" ")[0]
        line = {"t": what.heard.onset, "who": what.who or "?", "words": what.heard.words}
        result = texts.get(f"result_{kind}", what.result)
        say(wrapped(texts["heard"].format(**line, acts=acts, code=what.result, result=result)))

    return heard
