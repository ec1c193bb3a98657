"""Makes the weights of `host.ears.vosk_sureness` again, and the curve they are chosen on.

``python -m models.training.sureness --clips clips.tsv [--every N]`` hears every clip of one to
four words among 20 choices, and without the right one, by the closed and by the free path. On the
development speakers it fits a logistic regression of «this phrase was said»; then it prints, for
them and for the speakers on whom nothing was chosen, what share would be right, wrong, and taken
though it was none of the choices, from each limit on. To be done again with new weights of the net.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.bench.clips import DEVELOPMENT, TRAINED, Clip, choices, read_clips
from host.ears.mesa import Phrase, mesa_folder, write_model
from host.ears.vosk_agree import SYLLABLES, likeness
from host.ears.vosk_results import Path as Heard
from host.ears.vosk_results import Word, parse_scores
from host.ears.vosk_sources import ALTERNATIVES, CLOSED_BEAM, spanish_sound
from host.ears.vosk_sureness import MEASURED, Features, Weights, features
from models.training.measure import padded, sound
from models.training.speech import RATE, read_samples

LIMITS = (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)
PENALTY = 0.5
"""Of the squares of the weights: there are a few hundred clips."""


@dataclass(frozen=True, slots=True)
class Case:
    """A clip, and what came of it.

    Attributes:
        known: of the nearest phrase, None if there was none.
        right: True if that phrase was said.
        inside: True if the right phrase was among the choices.
        development: True if the speaker is one of those on whom the weights are chosen.
    """

    known: Features | None
    right: bool
    inside: bool
    development: bool


def heard_by(model: Any, audio: bytes) -> Heard:
    """Return what a recogniser of `model` hears, with scores."""
    import vosk

    recogniser = vosk.KaldiRecognizer(model, RATE)
    recogniser.SetMaxAlternatives(ALTERNATIVES)
    for start in range(0, len(audio), 8000):
        recogniser.AcceptWaveform(audio[start : start + 8000])
    raw = recogniser.FinalResult()
    score, others = parse_scores(raw)
    return Heard(tuple(map(Word, _best(raw).split())), "", score, others)


def _best(raw: str) -> str:
    return str(json.loads(raw)["alternatives"][0]["text"])


def cases(base: Path, clips: Sequence[Clip], texts: Sequence[str]) -> list[Case]:
    """Hear clips among 20 choices of `texts`, and without the right one."""
    import vosk

    def loaded(phrases: Sequence[str], **more: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            write_model(base, Path(folder), [Phrase(text) for text in phrases], unk=False, **more)
            return vosk.Model(folder)

    open_path = loaded((), free=True)
    alike = partial(likeness, sound=spanish_sound, limits=SYLLABLES)
    found: list[Case] = []
    for clip in clips:
        audio = padded(read_samples(clip.path))
        free = heard_by(open_path, audio)
        written = free.text.replace(" ", "")
        among = choices(clip.text, texts, 20, random.Random(f"1:20:{clip.path.name}"), sound)
        for inside in (True, False):
            phrases = [text for text in among if inside or text != clip.text]
            closed = heard_by(loaded(phrases, lattice_beam=CLOSED_BEAM), audio)
            known = features(closed, free, written, spanish_sound, alike)
            right = inside and closed.text == clip.text
            found.append(Case(known, right, inside, clip.speaker.startswith(DEVELOPMENT)))
    return found


def design(known: Features) -> list[float]:
    """Return the row of a case: one number a weight."""
    columns = Weights.__dataclass_fields__
    unit = {name: Weights(**{n: float(n == name) for n in columns}) for name in columns}
    wide = Features(known.ratio, known.margin, known.likeness, known.phones)
    return [wide.plain_logit(weights) for weights in unit.values()]


def regression(rows: NDArray[np.float64], said: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, by Newton's method.

    Args:
        rows: features, of shape (cases, weights); the first is the constant.
        said: 1 of the cases that are so, 0 of the others.
    """
    weights = np.zeros(rows.shape[1])
    penalty = PENALTY * np.eye(len(weights))
    penalty[0, 0] = 1e-6
    for _ in range(40):
        chance = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - said) + penalty @ weights
        bend = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + penalty
        weights -= np.linalg.solve(bend, slope)
    return weights


def fit(some: Sequence[Case]) -> Weights:
    """Return the weights of the cases that have features."""
    known = [case for case in some if case.known is not None]
    rows: NDArray[np.float64] = np.array([design(case.known) for case in known if case.known])
    found = regression(rows, np.array([float(case.right) for case in known]))
    return Weights(*(round(float(w), 2) for w in found))


def curve(some: Sequence[Case], weights: Weights) -> list[tuple[float, float, float, float]]:
    """Return, from each limit on, the shares that are right, wrong, and taken from outside."""
    rows = []
    inside = [case for case in some if case.inside]
    outside = [case for case in some if not case.inside]
    for limit in LIMITS:

        def taken(case: Case, limit: float = limit) -> bool:
            return case.known is not None and case.known.logit(weights) >= limit

        right = sum(taken(case) and case.right for case in inside) / len(inside)
        wrong = sum(taken(case) and not case.right for case in inside) / len(inside)
        accepted = sum(map(taken, outside)) / len(outside)
        rows.append((limit, right, wrong, accepted))
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, fit, print."""
    import vosk

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=mesa_folder())
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args(arguments)
    vosk.SetLogLevel(-1)
    clips = [
        clip
        for clip in read_clips(options.clips)
        if sound(clip.text) and not clip.speaker.startswith(TRAINED)
    ]
    found = cases(options.model, clips[:: options.every], sorted({clip.text for clip in clips}))
    chosen = [case for case in found if case.development]
    weights = fit(chosen)
    print(weights, "in use:", MEASURED)
    others = [case for case in found if not case.development]
    for name, some in (("development", chosen), ("unseen", others)):
        if not some:
            continue
        print(f"{name}: {sum(case.inside for case in some)} clips")
        for limit, right, wrong, accepted in curve(some, MEASURED):
            print(f"  {limit:5.1f}  right {right:.3f}  wrong {wrong:.3f}  outside {accepted:.3f}")


if __name__ == "__main__":
    main()
