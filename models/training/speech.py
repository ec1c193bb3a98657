"""Text to training speech: a folder of recordings at 16 kHz with a manifest.

``python -m models.training.speech kokoro --texts texts.txt --out speech/kokoro
--model kokoro.onnx --voices voices.npz`` or ``... speech espeak --texts ... --out ...``.

The manifest ``list.tsv`` has the columns path, text, voice, seconds; a line is written when its
recording is complete. Started again, it goes on where it stopped: what is made for a text
depends on the seed and the text's number alone.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.voices import Renderer, Signal, espeak, kokoro

RATE = 16_000
HEADER = ("path", "text", "voice", "seconds")
_QUIET = 0.003
_MARGIN_S = 0.06


@dataclass(frozen=True, slots=True)
class Utterance:
    """A recording of a manifest."""

    path: Path
    text: str
    voice: str


def read_manifest(path: Path) -> Iterator[Utterance]:
    """Yield what a manifest lists; paths are relative to its folder.

    Columns are found by name: ``path``; ``text`` or ``transcript``; ``voice`` or ``speaker``.
    """
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            text = row.get("text") or row.get("transcript") or ""
            voice = row.get("voice") or row.get("speaker") or ""
            if row.get("path"):
                yield Utterance(path.parent / row["path"], text, voice)


def read_samples(path: Path) -> Signal:
    """Return a recording as mono float32 in [-1, 1] at 16 kHz."""
    import soundfile
    import soxr

    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    return np.asarray(mono if rate == RATE else soxr.resample(mono, rate, RATE), np.float32)


def trim(samples: Signal) -> Signal:
    """Return `samples` (at 16 kHz) without the silence around them, but for 60 ms."""
    loud = np.flatnonzero(np.abs(samples) > _QUIET)
    if not len(loud):
        return samples[:0]
    margin = int(_MARGIN_S * RATE)
    return samples[max(0, loud[0] - margin) : loud[-1] + margin]


def synthesise(texts: Sequence[str], render: Renderer, out: Path, seed: int) -> None:
    """Speak `texts` into the folder `out`, from the first that its manifest lacks."""
    import soundfile
    import soxr

    out.mkdir(parents=True, exist_ok=True)
    manifest = out / "list.tsv"
    if not manifest.exists():
        manifest.write_text("\t".join(HEADER) + "\n", encoding="utf-8")
    done = [int(u.path.stem) for u in read_manifest(manifest)]
    with manifest.open("a", encoding="utf-8") as listing:
        for number in range(max(done, default=-1) + 1, len(texts)):
            text = " ".join(texts[number].split())
            try:
                samples, rate, voice = render(text, random.Random(f"{seed}:{number}"))
            except (ValueError, IndexError, RuntimeError) as error:
                print(f"{number}: {text!r} cannot be said: {error}", flush=True)
                continue
            spoken = trim(np.asarray(soxr.resample(samples, rate, RATE), np.float32))
            if len(spoken) < RATE // 10:
                continue
            name = f"{number:06}.flac"
            soundfile.write(out / name, np.clip(spoken, -1, 1), RATE, subtype="PCM_16")
            listing.write(f"{name}\t{text}\t{voice}\t{len(spoken) / RATE:.2f}\n")
            listing.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Speak a file of texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=("kokoro", "espeak"))
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, help="Kokoro's .onnx file")
    parser.add_argument("--voices", type=Path, action="append", default=[])
    parser.add_argument("--voice", help="this voice of Kokoro as it is, to test with")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.engine == "kokoro":
        if options.model is None or not options.voices:
            parser.error("kokoro needs --model and --voices")
        render = kokoro(options.model, options.voices, options.threads, options.voice)
    else:
        render = espeak()
    texts = options.texts.read_text(encoding="utf-8").splitlines()
    synthesise(texts, render, options.out, options.seed)


if __name__ == "__main__":
    main()
