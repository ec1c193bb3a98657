"""Measures a base model through stock Vosk: the right one of 4, 20 or 60 things to say.

``python -m models.training.measure --model models/es-mesa --clips clips.tsv --json`` reads a
manifest with columns path, transcript, speaker; clips of one to four words are used. The wrong
choices are other transcripts, half of them the nearest by sound; the right one stands at a
random place; every choice is a phrase of a graph, and what is not exactly the right phrase,
nothing heard included, is wrong. ``--band 8000`` measures a copy without what a telephone lacks;
``--noise FOLDER --snr 10`` one with noise. With ``--unk`` other words may be heard, which count
as nothing heard; with ``--outside`` the right choice is left out, and all that is heard is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from host.bench.clips import CLOSE, Clip, Noise, choices, narrow, read_clips
from host.ears.mesa import Costs, Phrase, write_model
from host.ears.mesa.spelling import spell
from models.training.speech import RATE, read_samples
from models.training.voices import Signal

MARGIN_S = 0.3


def sound(text: str) -> str:
    """Return the phones of `text`."""
    return "".join(spell(text))


def padded(samples: Signal) -> bytes:
    """Return `samples` as 16-bit mono with a little quiet before and after."""
    quiet = np.zeros(int(MARGIN_S * RATE), np.float32)
    whole = np.concatenate([quiet, samples, quiet])
    peak = float(np.abs(whole).max())
    return (whole / max(1.0, peak) * 32767).astype("<i2").tobytes()


def recognise(model: Any, audio: bytes) -> str:
    """Return what a recogniser of `model` hears in the whole of `audio`."""
    import vosk

    recogniser = vosk.KaldiRecognizer(model, RATE)
    heard = []
    for start in range(0, len(audio), 8000):
        if recogniser.AcceptWaveform(audio[start : start + 8000]):
            heard.append(json.loads(recogniser.Result())["text"])
    heard.append(json.loads(recogniser.FinalResult())["text"])
    return " ".join(text for text in heard if text)


def free_path(base: Path, clips: Sequence[tuple[Clip, bytes]]) -> Iterator[tuple[Clip, str]]:
    """Yield the phones that the free path hears in each clip."""
    import vosk

    with tempfile.TemporaryDirectory() as folder:
        write_model(base, Path(folder), (), free=True)
        model = vosk.Model(folder)
        for clip, audio in clips:
            yield clip, sound(recognise(model, audio).replace(" ", ""))


@dataclass(frozen=True, slots=True)
class Test:
    """What is asked of a model.

    Attributes:
        count: choices among which the right one stands.
        costs: of the graphs.
        unk: True to let ``[unk]`` be heard.
        outside: True to leave the right choice out: then all that is heard is wrong.
        phrases: these alone for every clip, in place of `count` choices.
        seed: where chance begins.
    """

    count: int = 20
    costs: Costs = field(default_factory=Costs)
    unk: bool = False
    outside: bool = False
    phrases: tuple[str, ...] = ()
    seed: int = 1

    def phrases_for(self, clip: Clip, texts: Sequence[str]) -> list[str]:
        """Return what may be said when `clip` is played."""
        if self.phrases:
            return list(self.phrases)
        source = random.Random(f"{self.seed}:{self.count}:{clip.path.name}")
        found = choices(clip.text, texts, self.count, source, sound)
        return [text for text in found if text != clip.text or not self.outside]


def ask(base: Path, clips: Sequence[tuple[Clip, bytes]], test: Test) -> dict[str, list[int]]:
    """Return, by speaker, how many clips were heard right, wrong, and as nothing or ``[unk]``."""
    import vosk

    texts = sorted({clip.text for clip, _ in clips})
    result: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    loaded: Any = None
    for clip, audio in clips:
        if loaded is None or not test.phrases:
            phrases = [Phrase(text) for text in test.phrases_for(clip, texts)]
            with tempfile.TemporaryDirectory() as folder:
                write_model(base, Path(folder), phrases, unk=test.unk, costs=test.costs)
                loaded = vosk.Model(folder)
        heard = " ".join(recognise(loaded, audio).replace("[unk]", " ").split())
        result[clip.speaker][0 if heard == clip.text else 1 if heard else 2] += 1
    return result


def table(result: dict[str, list[int]]) -> dict[str, dict[str, float]]:
    """Return shares of 1 by speaker and for the sets of speakers."""
    sets = {"all": list(result), "close": [s for s in result if s in CLOSE]}
    sets |= {speaker: [speaker] for speaker in sorted(result)}
    found: dict[str, dict[str, float]] = {}
    for name, speakers in sets.items():
        right, wrong, empty = (sum(result[s][k] for s in speakers) for k in range(3))
        total = right + wrong + empty
        if total:
            found[name] = {
                "clips": total,
                "right": round(right / total, 4),
                "wrong": round(wrong / total, 4),
                "empty": round(empty / total, 4),
            }
    return found


def phone_errors(heard: Iterator[tuple[Clip, str]]) -> dict[str, float]:
    """Return phone errors as a share of the phones said, by speaker and over all."""
    errors: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for clip, phones in heard:
        wanted = sound(clip.text)
        for name in ("all", clip.speaker):
            errors[name][0] += Levenshtein.distance(wanted, phones)
            errors[name][1] += len(wanted)
    return {name: round(wrong / total, 4) for name, (wrong, total) in sorted(errors.items())}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure."""
    import vosk

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder of a base model")
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--choices", type=int, action="append", default=[])
    parser.add_argument("--speaker", action="append", default=[], help="these speakers alone")
    parser.add_argument("--every", type=int, default=1, help="each so manieth clip alone")
    parser.add_argument("--band", type=int, default=0, help="samples a second of a copy")
    parser.add_argument("--noise", type=Path, help="folder of noise")
    parser.add_argument("--snr", type=float, default=10.0)
    parser.add_argument("--unk", action="store_true", help="with [unk]")
    parser.add_argument("--outside", action="store_true", help="the right choice left out")
    parser.add_argument("--phrase", action="append", default=[], help="these phrases alone")
    parser.add_argument("--unknown", type=float, default=Costs().unknown)
    parser.add_argument("--unknown-phone", type=float, default=Costs().unknown_phone)
    parser.add_argument("--silence", type=float, default=Costs().silence)
    parser.add_argument("--phones", action="store_true", help="phone errors of the free path too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    vosk.SetLogLevel(-1)
    clips = [
        c
        for c in read_clips(options.clips)
        if sound(c.text) and (c.speaker in options.speaker or not options.speaker)
    ]
    clips = clips[:: options.every]
    noise = None
    if options.noise:
        files = sorted(p for p in options.noise.iterdir() if p.suffix in (".flac", ".wav"))
        noise = Noise([read_samples(p) for p in files], options.snr, options.seed)
    heard: list[tuple[Clip, bytes]] = []
    for clip in clips:
        samples = read_samples(clip.path)
        if options.band:
            samples = narrow(samples, options.band)
        heard.append((clip, padded(noise(samples) if noise else samples)))
    seconds = sum(len(audio) for _, audio in heard) / 2 / RATE
    report: dict[str, Any] = {"clips": len(heard), "seconds": round(seconds, 1), "choices": {}}
    if options.phones:
        began = time.process_time()
        report["phone_errors"] = phone_errors(free_path(options.model, heard))
        report["rtf"] = round((time.process_time() - began) / seconds, 4)
    costs = Costs(
        unknown=options.unknown, unknown_phone=options.unknown_phone, silence=options.silence
    )
    for count in [len(options.phrase)] if options.phrase else options.choices or [4, 20, 60]:
        test = Test(count, costs, options.unk, options.outside, tuple(options.phrase), options.seed)
        report["choices"][str(count)] = table(ask(options.model, heard, test))
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
        return
    print(f"{report['clips']} clips, {seconds:.0f} s", report.get("phone_errors", ""))
    for count, sets in report["choices"].items():
        for name, shares in sets.items():
            print(f"{count:>3} {name:24}", *(f"{k} {v:g}" for k, v in shares.items()))


if __name__ == "__main__":
    main()
