"""Fakes for the room's tests: an ear that keeps what it is fed, and sounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from host.ears.base import BLOCK, RATE, Block, Heard, Samples
from host.room.base import Sound


class FakeEar:
    """Reports scripted speech as soon as it has been fed past its offset."""

    name = "fake"
    language = "es"

    def __init__(self, script: Sequence[Heard] = (), look_back_s: float = 0.0) -> None:
        self.script = sorted(script, key=lambda h: h.onset)
        self.blocks: list[Block] = []
        self.skips: list[tuple[float, float]] = []
        self.phrases: list[Sequence[str]] = []
        self.flushed = 0
        self._end = 0.0
        self._look_back = look_back_s

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        self.phrases.append(phrases)

    def _due(self) -> list[Heard]:
        due = [h for h in self.script if h.offset <= self._end]
        self.script = [h for h in self.script if h.offset > self._end]
        return due

    def feed(self, block: Block) -> list[Heard]:
        assert not self.blocks or block.start >= self.blocks[-1].end - 1e-9
        assert len(block.samples) == BLOCK
        self.blocks.append(block)
        self._end = block.end
        return self._due()

    def skip(self, start: float, end: float) -> list[Heard]:
        self.skips.append((start, end))
        self._end = end
        return self._due()

    def flush(self) -> list[Heard]:
        self.flushed += 1
        return []

    @property
    def heard_through(self) -> float:
        begun = [h.onset for h in self.script if h.onset < self._end]
        return max(0.0, min([self._end - self._look_back, *begun]))

    def close(self) -> None:
        pass

    def signal(self) -> Samples:
        return np.concatenate([block.samples for block in self.blocks])


def speech(seconds: float, seed: int = 1, rate: int = RATE) -> Samples:
    """Something with the spectrum and the rhythm of speech, loud from first to last sample."""
    rng = np.random.default_rng(seed)
    count = round(seconds * rate)
    t = np.arange(count) / rate
    pitch = 110.0 + 50.0 * rng.random() + 15.0 * np.sin(2 * np.pi * 1.3 * t)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    voice = np.zeros(count)
    for k in range(1, 30):
        formant = np.exp(-(((k * 130.0 - 600.0) / 500.0) ** 2)) + 0.3 * np.exp(
            -(((k * 130.0 - 1800.0) / 600.0) ** 2)
        )
        drift = 1.0 + 0.5 * np.sin(2 * np.pi * rng.uniform(0.5, 3.0) * t + rng.uniform(0, 6))
        voice += (formant + 0.02) * drift * np.sin(k * phase + rng.uniform(0, 6))
    voice *= 0.55 + 0.45 * np.sin(2 * np.pi * 4.0 * t + rng.uniform(0, 6))
    voice += 0.02 * rng.standard_normal(count)
    return (0.2 * voice / np.abs(voice).max()).astype(np.float32)


def sound(
    line: str, seconds: float, *, text: str = "hola", rate: int = RATE, seed: int = 1
) -> Sound:
    return Sound(line, text, speech(seconds, seed, rate), rate, seconds)
