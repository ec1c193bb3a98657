"""When speech began, as voice activity and the recogniser's words have it, against the truth.

Recordings are spoken in the virtual room, with its reverberation and noise, at true onsets that
the room knows. Late is positive, in seconds. What is judged by a clock depends on this: no onset
may be later than its uncertainty says (design.md section 2).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from host.bench.clips import Clip, TableError, sets_of, single_words
from host.ears.base import RATE, Heard, Samples
from host.ears.vosk_agree import Said
from host.ears.vosk_ear import VoskEar
from host.ears.vosk_engine import Finding
from host.ears.vosk_sources import StaticGraphs
from host.engine.inputs import HeardThrough
from host.room.virtual import VirtualRoom

LEVELS: tuple[float | None, ...] = (None, 20.0, 10.0, 5.0, 0.0)
"""Speech over party noise in dB, None for a quiet room."""

DISTANCES_M = (0.7, 1.0, 1.4, 1.8)

PAUSE_S = (0.9, 1.6)
"""Quiet before each word, in seconds."""

STEP = 128
"""Samples (8 ms) of the steps in which a recording's own onset is looked for."""

LOUD = 0.9
"""The loud part of a word is as loud as so large a share of its steps do not exceed."""

BEGINS_DB = -25.0
"""A word begins with the first step that is no further below its loud part."""

NEAR_S = 1.0
"""Speech reported within this of a word is that word."""


class Noting(StaticGraphs):
    """es-mesa that notes what each path heard."""

    def __init__(self, base: Path) -> None:
        """Hear with the model in `base`."""
        super().__init__(base)
        object.__setattr__(self, "found", [])

    found: list[Finding]

    def agree(self, found: Finding) -> Said:
        """Note it, then go on as usual."""
        self.found.append(found)
        return super().agree(found)


@dataclass(slots=True)
class Level:
    """What came of one level of noise.

    Attributes:
        activity: lateness of voice activity, in seconds, one a word that was noticed.
        words: lateness of the first word's start, where the free path had words.
        beyond: words whose onset was later than their uncertainty said.
        missed: words that nobody noticed.
        uncertainty: what the onsets were reported with, in seconds.
    """

    activity: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    uncertainty: list[float] = field(default_factory=list)
    beyond: int = 0
    missed: int = 0

    def as_json(self, level: float | None) -> dict[str, Any]:
        """Return quantiles."""
        return {
            "level": "clean" if level is None else f"{level:g} dB",
            "words": len(self.activity) + self.missed,
            "missed": self.missed,
            "activity": _quantiles(self.activity),
            "word_starts": _quantiles(self.words),
            "uncertainty": _quantiles(self.uncertainty),
            "later_than_uncertainty": self.beyond,
        }


def measure(base: Path, table: Path, most: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return a row a level.

    Args:
        base: the folder of es-mesa.
        table: recordings; single words by speakers that es-mesa was not trained on are used.
        most: words a level.
        seed: of the choice, the places and the pauses.

    Raises:
        TableError: the table or a recording cannot be read, or none of them can be used.
        EarError: a library is missing.
    """
    clips = single_words(table)
    known = set(sets_of(clip.speaker for clip in clips).get("all", ()))
    clips = [clip for clip in clips if clip.speaker in known]
    if not clips:
        raise TableError(
            f"{table}: no recording is a single word of a voice that es-mesa was not trained on."
        )
    source = random.Random(seed)
    source.shuffle(clips)
    return [_level(base, clips[:most], level, source, seed) for level in LEVELS]


def _level(
    base: Path,
    clips: Sequence[Clip],
    level: float | None,
    source: random.Random,
    seed: int,
) -> dict[str, Any]:
    # A new ear a level: its times are the room's then.
    strategy = Noting(base)
    ear = VoskEar(strategy, "es")
    found = Level()
    try:
        room = VirtualRoom(
            ear,
            echo_db=None,
            noise_db=None if level is None else -level,
            noise_name="babble",
            seed=seed,
        )
        _run(room, 3.0)  # the noise is known before anybody speaks
        for clip in clips:
            samples = from_onset(clip.samples())
            at = room.now + source.uniform(*PAUSE_S)
            strategy.found.clear()
            onset, offset = room.speak(samples, RATE, at, distance_m=source.choice(DISTANCES_M))
            heard = _run(room, offset + 1.0)
            _note(found, onset, offset, heard, strategy.found)
        room.close()
    finally:
        ear.close()
    return found.as_json(level)


def from_onset(samples: Samples) -> Samples:
    """Return a recording from where its word begins: breath and hiss before it are none."""
    steps = len(samples) // STEP
    if not steps:
        return samples
    power = np.mean(np.square(samples[: steps * STEP].reshape(steps, STEP)), axis=1)
    loud = float(np.quantile(power, LOUD))
    return samples[int(np.argmax(power >= loud * 10 ** (BEGINS_DB / 10))) * STEP :]


def _run(room: VirtualRoom, until: float) -> list[Heard]:
    heard: list[Heard] = []
    through = 0.0
    while room.now < until or through < until - 0.6:
        for event in room.step():
            if isinstance(event, Heard) and event.final:
                heard.append(event)
            elif isinstance(event, HeardThrough):
                through = event.t
        if room.now > until + 12.0:
            break
    return heard


def _note(
    level: Level, onset: float, offset: float, heard: Sequence[Heard], found: Sequence[Finding]
) -> None:
    near = [h for h in heard if h.offset > onset and h.onset < offset + 0.3]
    if not near:
        level.missed += 1
        return
    first = near[0]
    late = first.onset - onset
    level.uncertainty.append(first.onset_uncertainty)
    if late < -NEAR_S:
        return  # it had begun with the noise: early, which harms nobody
    level.activity.append(late)
    level.beyond += late > first.onset_uncertainty
    index = heard.index(first)
    words = found[index].free.words if index < len(found) else ()
    if words and words[0].start is not None and first.words:
        level.words.append(words[0].start - onset)


def _quantiles(values: Sequence[float]) -> list[float] | None:
    """Return p50, p95 and p99."""
    return [round(float(np.quantile(values, q)), 3) for q in (0.5, 0.95, 0.99)] if values else None
