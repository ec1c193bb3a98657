"""What every ear must do, whatever it hears with. Factories say how each ear is made.

A new ear (a Vosk ear, say) joins by one more `Factory` in `test_contract.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from host.ears.base import (
    BLOCK,
    LEAST_ACOUSTIC_UNCERTAINTY_S,
    RATE,
    Block,
    Ear,
    Heard,
    Samples,
)

BLOCK_S = BLOCK / RATE


@dataclass(frozen=True)
class Utterance:
    """Somebody speaks from `onset` to `offset`, in seconds."""

    onset: float
    offset: float
    words: str = "tres"


@dataclass(frozen=True)
class Factory:
    """How to make an ear that will be told these utterances.

    Attributes:
        name: of the ear.
        make: returns the ear; raises pytest's skip, by name, where it cannot be had.
        acoustic: True if it hears samples.
        instant: True if an utterance has no length (a typed line).
    """

    name: str
    make: Callable[[Sequence[Utterance]], Ear]
    acoustic: bool = False
    instant: bool = False


@dataclass
class Run:
    """Feeds an ear block by block, and checks after every step what must always hold."""

    factory: Factory
    script: Sequence[Utterance]
    host: Callable[[float], bool] = lambda _t: False
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ear = self.factory.make(self.script)
        self.now = 0.0
        self.mark = self.ear.heard_through
        self._signal = signal(self.script)

    def to(self, end: float) -> list[Heard]:
        """Feed up to `end` seconds and return what was heard on the way."""
        found: list[Heard] = []
        while self.now < end - 1e-9:
            start = self.now
            at = round(start * RATE)
            samples = self._signal[at : at + BLOCK] if self.factory.acoustic else EMPTY
            self.now = (at + BLOCK) / RATE
            found += self._check(self.ear.feed(Block(start, samples, BLOCK_S, self.host(start))))
        return found

    def skip(self, start: float, end: float) -> list[Heard]:
        """Record nothing from `start` to `end`."""
        self.now = math.ceil(end / BLOCK_S - 1e-9) * BLOCK_S
        return self._check(self.ear.skip(start, self.now))

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return self._check(self.ear.flush())

    def _check(self, found: list[Heard]) -> list[Heard]:
        for heard in found:
            assert heard.ear == self.ear.name
            assert heard.onset <= heard.offset <= self.now + 1e-6
            assert 0.0 <= heard.confidence <= 1.0
            if self.factory.acoustic:
                assert heard.onset_uncertainty >= LEAST_ACOUSTIC_UNCERTAINTY_S
                assert heard.speaker is None
            else:
                assert heard.onset_uncertainty == 0.0
            if heard.final:
                assert heard.onset >= self.mark - 1e-6, "the watermark had passed this utterance"
                finals = [h for h in self.heard if h.final]
                assert not finals or heard.onset >= finals[-1].onset, "out of order"
            self.heard.append(heard)
        mark = self.ear.heard_through
        assert self.mark <= mark <= self.now + 1e-6, "the watermark goes forward, never ahead"
        self.mark = mark
        return found


EMPTY: Samples = np.zeros(0, dtype=np.float32)


def signal(script: Sequence[Utterance], seconds: float = 40.0) -> Samples:
    """Return a soft noise with a buzz like a voice's wherever somebody speaks."""
    rng = np.random.default_rng(7)
    out = rng.standard_normal(round(seconds * RATE)).astype(np.float32) * np.float32(0.001)
    t = np.arange(len(out)) / RATE
    buzz = sum(np.sin(2 * np.pi * 140 * k * t) / k for k in range(1, 12))
    for one in script:
        part = slice(round(one.onset * RATE), round(one.offset * RATE))
        out[part] += (0.1 * np.asarray(buzz)[part]).astype(np.float32)
    return out


class Loudness:
    """An `Activity` for these signals: what is loud is voice."""

    def probability(self, samples: Samples) -> float:
        return 0.9 if float(np.mean(samples**2)) > 0.02**2 else 0.02

    def reset(self) -> None:
        pass
