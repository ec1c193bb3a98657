"""How alike the grammar path and the free path of es-mesa sound, for `SYLLABLES` in vosk_agree.

``python tests/ears/bench_paths.py CLIPS.tsv [--clips 150] [--phrases 40] [--model FOLDER]`` reads
a table with columns path and transcript. Each clip of one to four words is heard twice by the
whole ear: with its text among so many phrases, and without. It prints the quantiles of the
likeness where the grammar path was right, wrong, or heard what was not in the grammar, and what
share of each is kept from a likeness on.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import soundfile
import soxr

from host.ears.base import BLOCK, RATE, Block, Samples
from host.ears.mesa import mesa_folder
from host.ears.vosk_agree import SYLLABLES, Said, likeness
from host.ears.vosk_ear import VoskEar
from host.ears.vosk_engine import Finding
from host.ears.vosk_sources import StaticGraphs, run_together, sound_of

QUANTILES = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
KEPT_FROM = (0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7)


class Watched(StaticGraphs):
    """Remembers what both paths heard."""

    found: list[Finding] = []  # noqa: RUF012

    def agree(self, found: Finding) -> Said:
        self.found.append(found)
        return super().agree(found)


def plain(text: str) -> str:
    return " ".join("".join(c if c.isalpha() else " " for c in text.lower()).split())


def recording(path: Path, rng: np.random.Generator) -> Samples:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = np.asarray(soxr.resample(samples.mean(axis=1), rate, RATE), dtype=np.float32)
    quiet = np.zeros(RATE, np.float32)
    sound = np.concatenate([quiet, mono * np.float32(0.3 / max(1e-6, np.abs(mono).max())), quiet])
    return sound + rng.standard_normal(len(sound)).astype(np.float32) * np.float32(0.001)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clips_file", type=Path)
    parser.add_argument("--clips", type=int, default=150)
    parser.add_argument("--phrases", type=int, default=40)
    parser.add_argument("--model", type=Path, default=mesa_folder())
    options = parser.parse_args()
    if options.model is None:
        sys.exit("es-mesa is not in models/; name a folder with --model")
    source, rng = random.Random(3), np.random.default_rng(0)
    with options.clips_file.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    rows = [row for row in rows if 1 <= len(plain(row["transcript"]).split()) <= 4]
    source.shuffle(rows)
    texts = sorted({plain(row["transcript"]) for row in rows})
    strategy, sound = Watched(options.model), sound_of("es")
    ear, now = VoskEar(strategy, "es"), 0.0
    alike: dict[str, list[float]] = defaultdict(list)
    for row in rows[: options.clips]:
        said = plain(row["transcript"])
        others = source.sample([text for text in texts if text != said], options.phrases)
        samples = recording(options.clips_file.parent / row["path"], rng)
        for inside in (True, False):
            ear.expect([*others[:-1], said] if inside else others)
            strategy.found.clear()
            for at in range(0, len(samples) - BLOCK + 1, BLOCK):
                ear.feed(Block(now, samples[at : at + BLOCK], BLOCK / RATE))
                now += BLOCK / RATE
            ear.flush()
            heard = "".join(f.grammar.text if f.grammar else "" for f in strategy.found)
            if not heard:
                alike["nothing, in grammar" if inside else "nothing, outside"].append(0.0)
                continue
            free = " ".join(run_together(f.free.words) for f in strategy.found)
            kind = "outside" if not inside else "right" if heard == said else "wrong"
            alike[kind].append(likeness(heard, free, sound, SYLLABLES))
    ear.close()
    for kind, values in alike.items():
        print(f"{kind}: {len(values)}")
        if not kind.startswith("nothing"):
            print("  quantiles", {q: round(float(np.quantile(values, q)), 2) for q in QUANTILES})
            kept = {t: round(float(np.mean(np.array(values) >= t)), 3) for t in KEPT_FROM}
            print("  share from", kept)


if __name__ == "__main__":
    main()
