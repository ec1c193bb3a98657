"""Makes the weights of `host.ears.together` again, and the curves that its limit is chosen on.

``python -m models.training.together --clips clips.tsv --models FOLDER [--noise noise.tsv]`` lets
es-mesa and Whisper hear every clip of one to four words among 20 choices at a table, and without
the right one. On the development speakers, in quiet and in party noise of 10 dB, it fits a logistic
regression of «this phrase was said», once with what es-mesa knows and once without; then it prints
what share would be right, wrong, and taken from outside, from each limit on.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from host.bench.clips import DEVELOPMENT, TRAINED, Clip, Noise, bare, choices, read_clips
from host.bench.closed import Listener, choosing, of_the_table, staged
from host.ears.base import Heard, Near, Written
from host.ears.pair import PairEar
from host.ears.together import MEASURED, WRITTEN, Ranked, Together, Weights
from host.ears.vosk_sources import spanish_sound
from host.ears.whisper import WhisperEar
from host.hearing import open_ear
from models.training.measure import sound
from models.training.sureness import regression

LIMITS = (0.0, 0.5, 0.75, 1.0, 1.5, 2.0)
COUNT = 20
"""Choices among which a clip is heard."""

SNR_DB = 10.0
"""Of the noise in which the development speakers are heard as well."""

OF_TEXT = ("firm", "firm_first", "exact")
OF_BOTH = ("constant", "ratio", "first", "best", "margin", "length", "ratio_length", *OF_TEXT)
OF_WRITTEN = ("constant", "first", "best", "margin", "length", "first_length", *OF_TEXT)


class Recording(PairEar):
    """Both ears, and what each made of everything.

    Attributes:
        seen: the finals of the quick ear, each with what the second wrote.
    """

    def __init__(self, models: Path) -> None:
        """Open both; raises `EarError`."""
        second = open_ear("whisper", "es", models)
        assert isinstance(second, WhisperEar)
        super().__init__(open_ear("es-mesa", "es", models), second)
        self.seen: list[tuple[Heard, Written]] = []

    def _twice(self, heard: Heard) -> Heard:
        if heard.final:
            self.seen.append((heard, self.look_again(heard)))
        return heard


@dataclass(frozen=True, slots=True)
class Case:
    """A clip, and what came of it.

    Attributes:
        near: what the quick ear knew.
        written: what the second wrote.
        phrases: what might have been said.
        said: the clip's words; "" where they were left out.
        development: True if the speaker is one of those on whom the weights are chosen.
        noisy: True if it was heard in noise.
    """

    near: tuple[Near, ...]
    written: Written
    phrases: tuple[str, ...]
    said: str
    development: bool
    noisy: bool


def cases(ear: Recording, clips: Sequence[Clip], noise: Noise | None) -> Iterator[Case]:
    """Yield what became of clips at a table, among choices and without the right one."""
    rng = np.random.default_rng(1)
    listener = Listener(ear, time.perf_counter)
    texts = sorted({clip.text for clip in clips})
    for clip in clips:
        development = clip.speaker.startswith(DEVELOPMENT)
        if noise is not None and not development:
            continue
        play = staged(clip.samples(), rng, noise)
        among = choices(clip.text, texts, COUNT, random.Random(f"1:{clip.path.name}"), sound)
        for said in (clip.text, ""):
            phrases = choosing(tuple(t for t in among if said or t != clip.text)).phrases
            ear.seen.clear()
            listener.hear(play, phrases)
            heard, written = max(
                ear.seen, key=lambda seen: seen[0].offset - seen[0].onset, default=(None, Written())
            )
            near = () if heard is None else heard.near
            yield Case(near, written, phrases, said, development, noise is not None)


@dataclass(frozen=True, slots=True)
class Judged:
    """The likeliest phrase of a case.

    Attributes:
        case: the case.
        best: the phrase, None if there was none.
        second: rank of the next that is another, but for an article.
    """

    case: Case
    best: Ranked | None
    second: float

    @property
    def right(self) -> bool:
        """True if it was said."""
        said = self.case.said
        return self.best is not None and bool(said) and _plain(self.best.words) == _plain(said)

    def row(self, names: Sequence[str]) -> list[float]:
        """Return its features: one number a weight."""
        unit = dict.fromkeys(Weights.__dataclass_fields__, 0.0)
        assert self.best is not None
        return [self.best.plain_logit(self.second, Weights(**{**unit, n: 1.0})) for n in names]


def _plain(text: str) -> str:
    return spanish_sound(bare(text))


def judged(some: Sequence[Case], *, both: bool) -> list[Judged]:
    """Return the likeliest phrase of each case, by both ears or by the second alone."""
    together = Together(spanish_sound)
    found = []
    for case in some:
        together.expect(case.phrases)
        ranked = together.ranked(case.written, case.near if both else ())
        best = ranked[0] if ranked else None
        others = (r.rank for r in ranked[1:] if _plain(r.words) != _plain(ranked[0].words))
        found.append(Judged(case, best, max(others, default=-100.0)))
    return found


def fit(some: Sequence[Judged], names: Sequence[str]) -> Weights:
    """Return the weights of these features; the others are 0."""
    known = [one for one in some if one.best is not None]
    rows = np.array([one.row(names) for one in known])
    found = regression(rows, np.array([float(one.right) for one in known]))
    unit = dict.fromkeys(Weights.__dataclass_fields__, 0.0)
    rounded = {n: round(float(w), 2) for n, w in zip(names, found, strict=True)}
    return Weights(**{**unit, **rounded})


def curve(some: Sequence[Judged], weights: Weights) -> list[tuple[float, float, float, float]]:
    """Return, from each limit on, the shares that are right, wrong, and taken from outside."""
    inside = [one for one in some if one.case.said]
    outside = [one for one in some if not one.case.said]
    rows = []
    for limit in LIMITS:

        def taken(one: Judged, limit: float = limit) -> bool:
            return one.best is not None and one.best.logit(one.second, weights) >= limit

        right = sum(taken(one) and one.right for one in inside) / len(inside)
        wrong = sum(taken(one) and not one.right for one in inside) / len(inside)
        rows.append((limit, right, wrong, sum(map(taken, outside)) / len(outside)))
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Hear, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--noise", type=Path)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args(arguments)
    word = of_the_table()
    clips = [
        clip
        for clip in read_clips(options.clips)
        if sound(clip.text) and not clip.speaker.startswith(TRAINED) and not word(clip.text)
    ][:: options.every]
    noises: list[Noise | None] = [None]
    if options.noise is not None:
        noises.append(Noise.of_table(options.noise, "party", SNR_DB, 1))
    ear = Recording(options.models)
    try:
        found = [case for noise in noises for case in cases(ear, clips, noise)]
    finally:
        ear.close()
    for name, both, names, used in (
        ("both", True, OF_BOTH, MEASURED),
        ("written alone", False, OF_WRITTEN, WRITTEN),
    ):
        some = judged(found, both=both)
        print(name, fit([one for one in some if one.case.development], names), "in use:", used)
        quiet = [one for one in some if not one.case.noisy]
        for speakers, of in (("development", True), ("unseen", False)):
            of_them = [one for one in quiet if one.case.development == of]
            if not of_them:
                continue
            print(f"{speakers}: {len(of_them) // 2} clips")
            for limit, right, wrong, outside in curve(of_them, used):
                print(
                    f"  {limit:5.2f}  right {right:.3f}  wrong {wrong:.3f}  outside {outside:.3f}"
                )


if __name__ == "__main__":
    main()
