"""Thirty minutes of real audio through an ear: does it stay small, whole and honest?

Not among the tests, for an ear that is slow takes minutes: ``make soak-audio EAR=es-mesa``. The
host's lines, players' voices, recordings of people and noise follow one another as at a table; now
and then somebody talks over the host, the noise changes, and the microphone is away for a moment.
Sound is given as fast as the ear takes it.

Exit code 1 if the ear crashed, memory grew by more than 50 MB after the first tenth, a thread, a
process or a file is left behind, the watermark went back or stayed more than 10 s behind, or
something was reported that began before the watermark.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from host.bench.clips import Noise, every_clip
from host.ears.base import BLOCK, RATE, Block, Ear, Heard, Samples
from host.hearing import open_ear
from host.models import installed, models_home
from host.mouth.base import Voice
from host.mouth.kokoro_voice import KokoroStudio
from host.room.acoustics import noise, resample
from host.speaking import spoken_voice
from host.table_room import KOKORO_VOICES

GROWTH = 50_000_000
"""Bytes by which ear and program may grow after the first tenth."""

BEHIND_S = 10.0
"""A watermark further behind than this is a window that is not judged (design.md section 2)."""

PEOPLE = 60
"""So many recordings of people are taken from the table."""

HOST = (
    "Ana, ¿qué categoría? Personas, mundo, obras o fenómenos.",
    "Luis, ¿en qué nivel: tres, dos o uno?",
    "Pista de tres puntos: En la primera frase, el narrador se presenta con el nombre de Ismael.",
    "Eva, ¿quién acierta o quién falla? Di, por ejemplo, más Ana.",
    "Diego juega a Zewail. Categoría, país: Egipto. Criterio, aportes: cinco.",
    "Baza de Luis, lleva una de dos. Sale Luis.",
    "¿Luis dijo Sapiencia?",
    "Triunfo corazones. Tres pedidas de cuatro.",
)
PLAYERS = (
    "tres", "dos", "más Luis", "menos Ana", "es Hipatia de Alejandría", "lo mismo que Eva",
    "¡Sapiencia!", "no tengo", "rey de picas", "siete de corazones", "paso", "pásame la sal",
)  # fmt: skip
SNRS_DB = (None, 20.0, 10.0, 5.0)
"""How loud the noise is, a minute each."""


@dataclass(slots=True)
class Told:
    """What came of it; see `figures`."""

    utterances: int = 0
    with_words: int = 0
    behind_s: float = 0.0
    went_back: int = 0
    too_late: int = 0
    notices: list[str] = field(default_factory=list)


def host_and_players(models: Path) -> tuple[list[Samples], list[Samples]]:
    """Return the host's lines and the players', by the system's voice and by Kokoro if there."""
    voice = spoken_voice("es")
    host = [spoken(voice, words) for words in HOST]
    players = [spoken(voice, words) for words in PLAYERS]
    voice.close()
    engine = installed("kokoro", models)
    for name, file, spanish, _ in KOKORO_VOICES:
        folder = installed(name, models)
        if engine is not None and folder is not None:
            studio = KokoroStudio(engine / "kokoro-v1.0.int8.onnx", folder / file, language="es")
            players += [spoken(studio.voice(spanish), words) for words in PLAYERS]
            studio.close()
            break
    return host, players


def spoken(voice: Voice, words: str) -> Samples:
    speech = voice.render(words)
    return resample(speech.samples, speech.rate)


def people(clips: Path | None) -> list[Samples]:
    if clips is None:
        return []
    rng = random.Random(1)
    chosen = rng.sample(found := every_clip(clips), min(PEOPLE, len(found)))
    return [clip.samples() for clip in chosen]


def evening(
    seconds: float, sets: list[list[Samples]], noises: dict[float | None, Noise | None]
) -> Iterator[tuple[int, Samples]]:
    """Yield the turns of an evening one after the other, with the number of each."""
    rng, said, number = random.Random(2), 0.0, 0
    while said < seconds:
        host, voices = rng.choice(sets[0]), [rng.choice(rng.choice(sets[1:])) for _ in range(2)]
        begins = len(host) + RATE // 2
        if number % 5 == 4:  # over the host
            begins = len(host) // 2
        parts = [(0, 0.3 * host), (begins, voices[0])]
        parts.append((begins + len(voices[0]) + RATE, voices[1]))
        length = max(at + len(part) for at, part in parts) + RATE
        out = np.zeros(length + -length % BLOCK, dtype=np.float32)
        for at, part in parts:
            out[at : at + len(part)] += part
        over = noises[SNRS_DB[int(said // 60) % len(SNRS_DB)]]
        out = over(out) if over is not None else out
        out += np.float32(1e-4) * np.random.default_rng(number).standard_normal(len(out)).astype(
            np.float32
        )
        yield number, np.clip(out, -1.0, 1.0)
        said += len(out) / RATE
        number += 1


def listen(ear: Ear, turns: Iterator[tuple[int, Samples]], seconds: float) -> tuple[Told, int, int]:
    """Give an ear the evening; return what came of it, and the memory after a tenth and at the end.

    Raises:
        whatever the ear raises: it may raise nothing.
    """
    told, now, mark, early = Told(), 0.0, 0.0, 0

    def take(found: list[Heard]) -> None:
        nonlocal mark
        for heard in found:
            if heard.final:
                told.utterances += 1
                told.with_words += bool(heard.words)
                # All that began before the watermark had been reported.
                told.too_late += heard.onset < mark - 1e-6
        told.went_back += ear.heard_through < mark - 1e-6
        mark = max(mark, ear.heard_through)
        told.behind_s = max(told.behind_s, now - mark)

    for number, sound in turns:
        ear.expect([*PLAYERS[number % 5 :], f"{number % 30} puntos"], free=number % 4 == 0)
        for at in range(0, len(sound), BLOCK):
            block = Block(now, sound[at : at + BLOCK], BLOCK / RATE)
            now += BLOCK / RATE
            take(ear.feed(block))
        if number % 12 == 11:
            found = ear.skip(now, now + 2.0)
            now += 2.0
            take(found)
        told.notices += [f"{n.kind} {n.why}".strip() for n in getattr(ear, "notices", list)()]
        if not early and now > seconds / 10:
            early = resident()
    take(ear.flush())
    return told, early, resident()


def family() -> list[int]:
    """Return this process and those that it started, and they in turn."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[pid] = int(rest[1])
    found = [os.getpid()]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def resident() -> int:
    """Return the bytes of memory of this process and its children."""
    total = 0
    for pid in family():
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
        except OSError:
            continue
    return total


def left_behind() -> dict[str, int]:
    """Return the number of threads, processes and open files of this program."""
    return {
        "threads": threading.active_count(),
        "processes": len(family()),
        "files": len(list(Path("/proc/self/fd").iterdir())),
    }


def figures(name: str, minutes: float, args: Any) -> dict[str, Any]:
    """Let one ear hear it all."""
    models = models_home(args.models)
    sets = [*host_and_players(models), people(args.clips)]
    noises: dict[float | None, Noise | None] = {None: None}
    for snr in SNRS_DB[1:]:
        assert snr is not None
        noises[snr] = (
            Noise.of_table(args.noise, "", snr, 3)
            if args.noise
            else Noise([noise("kitchen")], snr, 3)
        )
    # What libraries start once stays: the first ear is opened to load them, and closed.
    open_ear(name, "es", args.models).close()
    before = left_behind()
    ear = open_ear(name, "es", args.models)
    begun, wall = os.times(), time.monotonic()
    seconds = 60 * minutes
    told, early, late = listen(ear, evening(seconds, [s for s in sets if s], noises), seconds)
    wall = time.monotonic() - wall
    crashes = getattr(getattr(ear, "first", ear), "crashes", 0)
    ear.close()
    ended = os.times()
    after = left_behind()
    return {
        "ear": name,
        "minutes": minutes,
        "utterances": told.utterances,
        "with_words": told.with_words,
        "crashes": crashes,
        "memory_mb_after_a_tenth": round(early / 1e6, 1),
        "memory_mb_at_the_end": round(late / 1e6, 1),
        "left_behind": {k: after[k] - before[k] for k in before},
        "watermark_most_behind_s": round(told.behind_s, 2),
        "watermark_went_back": told.went_back,
        "reported_after_the_watermark": told.too_late,
        "notices": dict(Counter(told.notices)),
        "processor_s": round(sum(ended[:4]) - sum(begun[:4]), 1),
        "wall_s": round(wall, 1),
    }


def main() -> int:
    """Run the ears that were asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ear", nargs="*", default=["es-mesa", "whisper", "es-mesa+whisper"])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--clips", type=Path, help="a table of recordings of people")
    parser.add_argument("--noise", type=Path, help="a table of recordings of noise")
    parser.add_argument("--models", type=Path)
    args = parser.parse_args()
    bad = False
    for name in args.ear:
        found = figures(name, args.minutes, args)
        print(json.dumps(found, indent=1, ensure_ascii=False), flush=True)
        grown = found["memory_mb_at_the_end"] - found["memory_mb_after_a_tenth"]
        bad = bad or bool(
            found["crashes"]
            or grown > GROWTH / 1e6
            or any(n > 0 for n in found["left_behind"].values())
            or found["watermark_most_behind_s"] > BEHIND_S
            or found["watermark_went_back"]
            or found["reported_after_the_watermark"]
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
