"""Trains the net with CTC, a thread a process, so that it can stop and go on.

``python -m models.training.train --out run --speech A/list.tsv --speech B/list.tsv:2
--noise noise --hours 2`` writes ``run/checkpoint.pt`` every few minutes and a line of
``run/log.tsv`` every hundred steps. Ended by Ctrl-C or SIGTERM, it saves first; started again
with the same ``--out`` it goes on, and manifests may have grown meanwhile. ``--cool STEPS``
ends a training: the rate of learning falls to nothing in so many steps, and ``run/cooled.pt``
is written.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from host.ears.mesa.phones import VOWELS, output_of_phone
from host.ears.mesa.spelling import spell
from models.training import features
from models.training.augment import Array, Augmenter
from models.training.net import SUBSAMPLING, LogMel, Net
from models.training.speech import RATE, read_manifest, read_samples

LONGEST_S = 9.0
FULL_STRENGTH_AT = 3000
_WARM, _HOLD = 300, 3000
THROATS = 0.07
"""Deviation of the logarithm of the factor by which formants are moved: people's throats differ
by some 20 %."""


def targets(text: str) -> list[int]:
    """Return the net's outputs that `text` should give.

    A vowel that ends one word and begins the next is said once.
    """
    phones = ""
    for word in spell(text):
        phones += word[1:] if phones and word[0] in VOWELS and phones[-1] == word[0] else word
    return [output_of_phone(phone) for phone in phones]


@dataclass(slots=True)
class Pool:
    """Recordings of one manifest, in memory.

    Attributes:
        manifest: the file.
        weight: how often a recording of it is drawn, relative to one of another.
        items: 16-bit samples and targets.
    """

    manifest: Path
    weight: float
    items: list[tuple[np.ndarray[Any, np.dtype[np.int16]], list[int]]]
    read: int = 0

    def refresh(self) -> None:
        """Take what the manifest lists by now."""
        if not self.manifest.exists():
            return
        for at, line in enumerate(read_manifest(self.manifest)):
            if at < self.read or not line.path.exists():
                continue
            self.read = at + 1
            wanted = targets(line.text)
            samples = read_samples(line.path)
            # CTC needs a step for each phone; what is too fast or too long cannot be learnt.
            if len(wanted) >= 2 and len(wanted) * 0.035 * RATE < len(samples) < LONGEST_S * RATE:
                self.items.append(((samples * 32767).astype(np.int16), wanted))


def refresh(pools: Sequence[Pool]) -> float:
    """Read what is new in every manifest; return the hours of speech there are."""
    for pool in pools:
        pool.refresh()
    return sum(len(samples) for pool in pools for samples, _ in pool.items) / RATE / 3600


class Batches:
    """Draws utterances, changes them, and joins those of a length."""

    def __init__(
        self, pools: Sequence[Pool], augmenter: Augmenter, seconds: float, seed: int
    ) -> None:
        """Draw from `pools`; a batch lasts `seconds` in all."""
        self._pools, self._augment, self._seconds = pools, augmenter, seconds
        self._chance = random.Random(seed)

    def _one(self, strength: float) -> tuple[Array, list[int]]:
        weights = [pool.weight * len(pool.items) for pool in self._pools]
        pool = self._chance.choices(self._pools, weights)[0]
        samples, wanted = self._chance.choice(pool.items)
        strength *= self._chance.uniform(0.1, 1.0)  # easy speech stays among the hard
        return self._augment(np.asarray(samples / 32767, np.float32), strength), wanted

    def draw(self, strength: float) -> Iterator[list[tuple[Array, list[int]]]]:
        """Yield some batches of utterances, each of samples (16-bit scale) and targets."""
        drawn = sorted((self._one(strength) for _ in range(192)), key=lambda one: len(one[0]))
        batches: list[list[tuple[Array, list[int]]]] = [[]]
        for one in drawn:
            if (len(batches[-1]) + 1) * len(one[0]) > self._seconds * RATE and batches[-1]:
                batches.append([])
            batches[-1].append(one)
        self._chance.shuffle(batches)
        yield from batches


def throats(log_mels: Tensor, factors: Tensor) -> Tensor:
    """Return features as longer and shorter throats would give them.

    Args:
        log_mels: shape (batch, frames, 40).
        factors: of each utterance: 1.1 for formants that are a tenth lower.
    """
    wanted = features.band_hz()[None] * factors.double().numpy()[:, None]
    at = torch.tensor(features.band_at(wanted), dtype=torch.float32)
    below = at.floor().clamp(max=features.MELS - 2)
    part = (at - below)[:, None, :].expand_as(log_mels)
    low = below.long()[:, None, :].expand_as(log_mels)
    return torch.lerp(log_mels.gather(2, low), log_mels.gather(2, low + 1), part)


def mask(log_mels: Tensor, fill: Tensor, strength: float) -> Tensor:
    """Return features with some bands and some moments blotted out, and levels changed."""
    count, frames, bands = log_mels.shape
    curve = torch.nn.functional.interpolate(
        torch.randn(count, 1, 6) * 0.4 * strength, size=bands, mode="linear"
    )
    masked = log_mels + curve
    for k in range(count):
        if random.random() < 0.4 * strength:
            start, width = random.randrange(bands - 6), random.randrange(1, 7)
            masked[k, :, start : start + width] = fill[start : start + width]
        for _ in range(2):
            if random.random() < 0.3 * strength:
                start, width = random.randrange(max(1, frames - 10)), random.randrange(1, 10)
                masked[k, start : start + width] = fill
    return masked


class Trainer:
    """The net, its optimiser and its slow average, with what it takes to go on."""

    def __init__(self, out: Path, width: int, rate: float, seed: int) -> None:
        """Begin, or go on from ``out/checkpoint.pt``."""
        torch.manual_seed(seed)
        out.mkdir(parents=True, exist_ok=True)
        self.checkpoint = out / "checkpoint.pt"
        self.step, self.seconds, self.rate = 0, 0.0, rate
        stored = torch.load(self.checkpoint) if self.checkpoint.exists() else None
        self.width = int(stored["width"]) if stored else width
        self.net = Net(self.width)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=1e-3)
        self.mel = LogMel()
        if stored:
            self.net.load_state_dict(stored["net"])
            self.average.load_state_dict(stored["average"])
            self.optimiser.load_state_dict(stored["optimiser"])
            self.step, self.seconds = int(stored["step"]), float(stored["seconds"])

    @property
    def strength(self) -> float:
        """How strong augmentation is by now, 0 to 1."""
        return min(1.0, max(0.0, (self.step - _WARM) / FULL_STRENGTH_AT))

    def save(self, path: Path) -> None:
        """Write a checkpoint; a stop while writing leaves the one before."""
        partial = path.with_suffix(".part")
        torch.save(
            {
                "net": self.net.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "step": self.step,
                "seconds": self.seconds,
                "width": self.width,
            },
            partial,
        )
        os.replace(partial, path)

    def learn(self, batch: Sequence[tuple[Array, list[int]]], cooling: float) -> float:
        """Take one step; return the loss a phone, in nats."""
        longest = max(len(samples) for samples, _ in batch)
        padded = np.random.normal(size=(len(batch), longest)).astype(np.float32)
        for row, (samples, _) in zip(padded, batch, strict=True):
            row[: len(samples)] = samples
        with torch.no_grad():
            factors = torch.exp(torch.randn(len(batch)).clamp(-2, 2) * THROATS * self.strength)
            log_mels = throats(self.mel(torch.from_numpy(padded)), factors)
            log_mels = mask(log_mels, self.net.mean, self.strength)
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast where the processor has it
            scores = self.net(log_mels).float()
        steps = [
            min(scores.shape[1], -(-features.frame_count(len(samples)) // SUBSAMPLING))
            for samples, _ in batch
        ]
        wanted = [phone for _, phones in batch for phone in phones]
        loss = torch.nn.functional.ctc_loss(
            scores.transpose(0, 1),
            torch.tensor(wanted),
            torch.tensor(steps),
            torch.tensor([len(phones) for _, phones in batch]),
            reduction="sum",
            zero_infinity=True,
        ) / len(wanted)
        warm = min(1.0, (self.step + 1) / _WARM)
        falling = math.sqrt(min(1.0, _HOLD / (self.step + 1)))
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * falling * cooling
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 3.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, self.step / (self.step + 20))
        with torch.no_grad():
            for slow, fast in zip(
                self.average.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if slow.is_floating_point():
                    slow.lerp_(fast, 1 - keep)
                else:
                    slow.copy_(fast)
        return float(loss.detach())


def train(trainer: Trainer, pools: Sequence[Pool], batches: Batches, options: Any) -> None:
    """Train until the time or the steps are over, saving and logging on the way."""
    began = saved = refreshed = time.monotonic()
    before, first = trainer.seconds, trainer.step
    hours, recent = refresh(pools), []
    log = options.out / "log.tsv"
    if not log.exists():
        log.write_text("step\tminutes\tloss\tstrength\thours_of_speech\n", encoding="ascii")
    asked_to_stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda which, _: asked_to_stop.append(which))
    over = False
    while not over:
        for batch in batches.draw(trainer.strength):
            cooling = 1.0
            if options.cool:
                cooling = max(0.0, 1 - (trainer.step - first) / options.cool)
            recent.append(trainer.learn(batch, cooling))
            now = time.monotonic()
            trainer.seconds = before + now - began
            if trainer.step % 100 == 0:
                line = (
                    f"{trainer.step}\t{trainer.seconds / 60:.1f}\t{np.mean(recent):.4f}\t"
                    f"{trainer.strength:.2f}\t{hours:.2f}\n"
                )
                with log.open("a", encoding="ascii") as file:
                    file.write(line)
                recent.clear()
            over = now - began > options.hours * 3600 or cooling == 0.0 or bool(asked_to_stop)
            if over or now - saved > options.save_every_s:
                trainer.save(trainer.checkpoint)
                saved = now
            if over:
                break
        if time.monotonic() - refreshed > options.refresh_every_s:
            hours, refreshed = refresh(pools), time.monotonic()
    if options.cool and not asked_to_stop:
        trainer.save(options.out / "cooled.pt")


def babble(pools: Sequence[Pool], chance: random.Random) -> Array:
    """Return twelve seconds of several of the recordings at once: people at other tables."""
    mixed = np.zeros(12 * RATE, np.float32)
    items = [item for pool in pools for item in pool.items]
    for _ in range(chance.choice((3, 5, 8, 12))):
        at, level = 0, chance.uniform(0.3, 1.0)
        while at < len(mixed):
            samples = np.asarray(chance.choice(items)[0] / 32767, np.float32)[: len(mixed) - at]
            mixed[at : at + len(samples)] += samples * level
            at += len(samples) + chance.randrange(RATE)
    return mixed


def read_noises(folders: Sequence[Path]) -> list[Array]:
    """Return the recordings in `folders` (WAV, FLAC, Opus) at 16 kHz."""
    kinds = {".wav", ".flac", ".opus", ".ogg"}
    paths = [p for folder in folders for p in sorted(folder.iterdir()) if p.suffix in kinds]
    return [read_samples(path) for path in paths]


def _pool(argument: str) -> Pool:
    name, found, weight = argument.rpartition(":")
    try:
        return Pool(Path(name), float(weight), []) if found else Pool(Path(argument), 1.0, [])
    except ValueError:
        return Pool(Path(argument), 1.0, [])


def main(arguments: Sequence[str] | None = None) -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument(
        "--speech", type=_pool, action="append", required=True, metavar="LIST.TSV[:WEIGHT]"
    )
    parser.add_argument("--noise", type=Path, action="append", default=[], help="folder of noise")
    parser.add_argument("--hours", type=float, default=1.0, help="hours to train now")
    parser.add_argument("--cool", type=int, default=0, help="end the training in so many steps")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3, help="rate of learning")
    parser.add_argument("--batch-seconds", type=float, default=48.0)
    parser.add_argument("--save-every-s", type=float, default=120.0)
    parser.add_argument("--refresh-every-s", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    trainer = Trainer(options.out, options.width, options.rate, options.seed)
    seed = options.seed + trainer.step  # going on must not draw what was drawn before
    random.seed(seed)
    np.random.seed(seed)
    refresh(options.speech)
    chance = random.Random(seed)
    crowds = [babble(options.speech, chance) for _ in range(16)]
    augmenter = Augmenter(read_noises(options.noise) + crowds, seed)
    batches = Batches(options.speech, augmenter, options.batch_seconds, seed)
    train(trainer, options.speech, batches, options)


if __name__ == "__main__":
    main()
