"""What every voice gives: samples of a text, with its silence trimmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Mono samples in [-1, 1]."""

SILENCE_BELOW = 0.003
"""Samples quieter than this are silence; lower keeps more breath at a line's ends."""


class VoiceError(RuntimeError):
    """A voice that cannot speak: one sentence with what is missing and what mends it."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A rendered text: float32 mono samples at `rate` a second."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.samples) / self.rate

    @staticmethod
    def silence(seconds: float, rate: int = 16_000) -> Speech:
        """Return silence of that length."""
        return Speech(np.zeros(round(seconds * rate), dtype=np.float32), rate)


class Voice(Protocol):
    """A voice of one language.

    A text without a letter or a digit is a short silence, whatever the voice.
    """

    name: str
    language: str

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if that cannot be done."""
        ...

    def close(self) -> None:
        """Let go of processes. May be called twice."""
        ...


NOTHING_S = 0.05
"""How long a text without anything to say lasts."""


def sayable(text: str) -> str:
    """Return the text without control characters, or "" if it has no letter and no digit.

    A NUL would end the text for espeak, and Kokoro refuses a text without phonemes.
    """
    clean = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return clean if any(c.isalnum() for c in clean) else ""


def trim_silence(speech: Speech, keep_s: float = 0.01) -> Speech:
    """Cut silence off both ends, so that a line's start and end are exact."""
    loud = np.flatnonzero(np.abs(speech.samples) > SILENCE_BELOW)
    if not len(loud):
        return speech
    keep = round(keep_s * speech.rate)
    first, last = max(0, int(loud[0]) - keep), int(loud[-1]) + 1 + keep
    return Speech(speech.samples[first:last], speech.rate)
