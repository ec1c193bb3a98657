"""Closed choice: the right one of 4, 20 or 60 things to say, by speaker, with a peer beside it.

Each clip is played twice: among its choices, and with the right choice left out. What counts is
what a table would make of it (`closed`); ``forced_right`` is the nearest choice by sound to what
was heard, whatever the doubt. Nothing heard is wrong.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from host.bench.clips import Clip, Noise, TableError, choices, narrow, read_clips, sets_of
from host.bench.closed import Listener, Play, choosing, nearest, of_the_table, staged
from host.bench.cost import Meter
from host.bench.ear_peer import Peer, open_peer
from host.ears.activity import EarError
from host.ears.base import RATE, Ear
from host.ears.vosk_agree import plain_sound
from host.hearing import BOTH, open_ear
from host.models import installed, models_home
from host.understanding.sounds import key

KOREAN = "vosk-ko-small"
"""A real Vosk model with a dictionary of its own, for measuring the path of such models."""

NAMES: Mapping[str, str] = {"both": BOTH}
"""Other names that ears may be asked for by."""

OTHERS = (*NAMES, KOREAN)
"""Names that `open_any` takes besides those of all ears."""

QUANTILES = (0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of an ear.

    Attributes:
        count: choices among which the right one stands.
        every: each so manieth clip alone.
        band: samples a second of a copy that all is heard in, 0 for none.
        noise: adds noise, None for none.
        speakers: beginnings of the speakers' names that are used, all if empty.
        peer_every: each so manieth clip is given to the peer as well, 0 for none.
        seed: where chance begins.
    """

    count: int
    every: int = 1
    band: int = 0
    noise: Noise | None = None
    speakers: tuple[str, ...] = ()
    peer_every: int = 1
    seed: int = 1


@dataclass(slots=True)
class Row:
    """What became of one clip.

    Attributes:
        path: the clip's file name.
        speaker: who says it.
        said: its transcript.
        heard: what the ear heard among the choices.
        outcome: see `closed.outcome`.
        forced: True if the nearest choice by sound is the right one.
        outside_heard: what the ear heard when the right choice was left out.
        outside: its outcome, in which ``wrong`` is an accepted clip.
        final_s: seconds from the end of speech to the final; None if nothing was heard.
        partial_s: to the first partial with the right words; None if there was none.
        peer: ``right``, ``wrong`` or ``asked``; "" where it was not asked.
        peer_outside: ``wrong`` or ``asked``; "" where it was not asked.
    """

    path: str
    speaker: str
    said: str
    heard: str
    outcome: str
    forced: bool
    outside_heard: str
    outside: str
    final_s: float | None
    partial_s: float | None
    peer: str = ""
    peer_outside: str = ""


def open_any(name: str, models: Path | None) -> Ear:
    """Open an ear by the name that the benchmark takes; Spanish, but for `KOREAN`.

    Raises:
        EarError: there is no such ear, or its model is missing.
    """
    if name != KOREAN:
        return open_ear(NAMES.get(name, name), "es", models)
    from host.ears.vosk_ear import VoskEar
    from host.ears.vosk_sources import RuntimeGrammar

    folder = installed(KOREAN, models_home(models))
    if folder is None:
        raise EarError(f"The model {KOREAN} is missing; run: tertulia models pull {KOREAN}")
    return VoskEar(RuntimeGrammar(folder, "ko", KOREAN), "ko")


class Measure:
    """Plays clips to one ear and its peer."""

    def __init__(
        self,
        name: str,
        models: Path | None,
        clock: Callable[[], float],
        cpu: Callable[[], float],
        tell: Callable[[str], None] | None = None,
    ) -> None:
        """Load the ear.

        Args:
            name: see `open_any`.
            models: the folder of installed models, or None for the user's.
            clock: seconds.
            cpu: seconds of processor time of this process.
            tell: takes a line now and then, and one for each clip that was not right.

        Raises:
            EarError: see `open_any`.
        """
        self.name = name
        self._tell = tell or (lambda text: None)
        self._models = models
        self._clock = clock
        began = clock()
        self.ear = open_any(name, models)
        self.load_s = clock() - began
        self._meter = Meter(self.ear, cpu)
        self._sound = plain_sound if name == KOREAN else _spanish

    def close(self) -> None:
        """Let go of the ear."""
        self.ear.close()

    def report(self, table: Path, asked: Asked, rows_to: Path | None = None) -> dict[str, Any]:
        """Play the clips of a table and return the keys of design.md section 7, and more.

        Raises:
            TableError: the table or a recording cannot be read, or none is of those speakers.
            EarError: the peer cannot be had.
        """
        words = of_the_table()
        everything = [
            clip for clip in read_clips(table) if self._sound(clip.text) and not words(clip.text)
        ]
        clips = [
            clip
            for clip in everything
            if not asked.speakers or clip.speaker.startswith(asked.speakers)
        ][:: asked.every]
        texts = sorted({clip.text for clip in everything})
        if not clips:
            names = ", ".join(asked.speakers)
            raise TableError(f"{table}: no recording has one of these speakers: {names}.")
        plays = self._plays(clips, asked)
        seconds = sum(len(play.samples) for play in plays) / RATE
        before = self._meter.cpu_s()
        listener = Listener(self.ear, self._clock)
        rows: list[Row] = []
        computing, listened = 0.0, 0.0
        for number, (clip, play) in enumerate(zip(clips, plays, strict=True)):
            row, took = self._row(listener, clip, play, self._among(clip, texts, asked))
            computing += took
            listened += 2 * len(play.samples) / RATE
            rows.append(row)
            if number % 50 == 49:
                self._tell(f"{self.name}: {number + 1} of {len(clips)} clips")
        cpu = self._meter.cpu_s() - before
        memory = self._meter.memory_bytes()
        peer = self._ask_peer(rows, clips, plays, texts, asked)
        if rows_to is not None:
            with rows_to.open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(asdict(r), ensure_ascii=False) + "\n" for r in rows)
        sets = {
            name: shares(rows, names) for name, names in sets_of(c.speaker for c in clips).items()
        }
        whole = sets.get("all") or shares(rows, sorted({c.speaker for c in clips}))
        return {
            "ear": self.ear.name,
            "choices": asked.count,
            **whole,
            "rtf": round(computing / listened, 4) if listened else None,
            "rtf_cpu": round(cpu / listened, 4) if listened else None,
            "final_s": quantiles([r.final_s for r in rows]),
            "right_partial_s": quantiles([r.partial_s for r in rows]),
            "right_partials": sum(r.partial_s is not None for r in rows),
            "load_s": round(self.load_s, 2),
            "memory_mb": round(memory / 1e6) if memory else None,
            "model_mb": self._meter.model_mb(self._models),
            "minutes": round(seconds / 60, 1),
            "peer": peer,
            "sets": sets,
        }

    def _plays(self, clips: Sequence[Clip], asked: Asked) -> list[Play]:
        rng = np.random.default_rng(asked.seed)
        found = []
        for clip in clips:
            samples = clip.samples()
            if asked.band:
                samples = narrow(samples, asked.band)
            found.append(staged(samples, rng, asked.noise))
        return found

    def _among(self, clip: Clip, texts: Sequence[str], asked: Asked) -> tuple[str, ...]:
        source = random.Random(f"{asked.seed}:{asked.count}:{clip.path.name}")
        return tuple(choices(clip.text, texts, asked.count, source, self._sound))

    def _row(
        self, listener: Listener, clip: Clip, play: Play, among: tuple[str, ...]
    ) -> tuple[Row, float]:
        table = choosing(among)
        others = choosing(tuple(text for text in among if text != clip.text))
        inside = listener.hear(play, table.phrases)
        outside = listener.hear(play, others.phrases)
        row = Row(
            clip.path.name,
            clip.speaker,
            clip.text,
            inside.words,
            table.outcome(inside.heard, clip.text),
            nearest(inside, among, self._sound) == clip.text,
            outside.words,
            others.outcome(outside.heard, None),
            inside.final_s,
            next((late for words, late in inside.partials if self._same(words, clip.text)), None),
        )
        if row.outcome != "right" or row.outside == "wrong":
            self._tell(
                f"«{row.said}»: heard «{row.heard}» {row.outcome}; without it "
                f"«{row.outside_heard}» {row.outside}"
            )
        return row, inside.seconds + outside.seconds

    def _same(self, words: str, said: str) -> bool:
        return self._sound(words) == self._sound(said)

    def _ask_peer(
        self,
        rows: Sequence[Row],
        clips: Sequence[Clip],
        plays: Sequence[Play],
        texts: Sequence[str],
        asked: Asked,
    ) -> dict[str, Any] | None:
        if not asked.peer_every:
            return None
        peer: Peer = open_peer(self.name, self._models)
        count, computing, seconds = 0, 0.0, 0.0
        for row, clip, play in list(zip(rows, clips, plays, strict=True))[:: asked.peer_every]:
            among = self._among(clip, texts, asked)
            began = self._clock()
            row.peer = peer.outcome(play.samples, among, clip.text)
            others = [text for text in among if text != clip.text]
            row.peer_outside = peer.outcome(play.samples, others, None)
            computing += self._clock() - began
            seconds += 2 * len(play.samples) / RATE
            count += 1
        some = [row for row in rows if row.peer]
        return {
            "name": peer.name,
            "clips": count,
            "right": share(some, lambda r: r.peer == "right"),
            "wrong": share(some, lambda r: r.peer == "wrong"),
            "asked": share(some, lambda r: r.peer == "asked"),
            "out_of_grammar_accepted": share(some, lambda r: r.peer_outside == "wrong"),
            "rtf": round(computing / seconds, 4) if seconds else None,
        }


def shares(rows: Sequence[Row], speakers: Sequence[str]) -> dict[str, Any]:
    """Return what became of the clips of some speakers, as shares of 1.

    ``asked`` is all that a player has to answer or to say again; ``offered`` the part of it in
    which the host asks about what was meant.
    """
    some = [row for row in rows if row.speaker in speakers]
    return {
        "clips": len(some),
        "forced_right": share(some, lambda r: r.forced),
        "right": share(some, lambda r: r.outcome == "right"),
        "wrong": share(some, lambda r: r.outcome == "wrong"),
        "asked": share(some, lambda r: r.outcome in ("asked", "asked_wrong", "missed")),
        "offered": share(some, lambda r: r.outcome == "asked"),
        "empty": share(some, lambda r: not r.heard),
        "out_of_grammar_accepted": share(some, lambda r: r.outside == "wrong"),
    }


def share(rows: Sequence[Row], holds: Callable[[Row], bool]) -> float | None:
    """Return in what share of the rows something holds; None of no rows."""
    return round(sum(map(holds, rows)) / len(rows), 4) if rows else None


def quantiles(values: Sequence[float | None]) -> dict[str, float] | None:
    """Return p50 and p95 of the values that there are; None of none."""
    some = [value for value in values if value is not None]
    if not some:
        return None
    return {f"p{q * 100:.0f}": round(float(np.quantile(some, q)), 3) for q in QUANTILES}


def _spanish(text: str) -> str:
    return key(text, "es")
