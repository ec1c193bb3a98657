"""The features that Vosk computes when it listens, for training.

Kaldi's MFCC with 40 mels and 40 cepstra is an invertible matrix times the log-mel energies, so
the net is trained on log-mels and the inverse is put in front of it when it is exported
(`inverse_cepstrum`). `log_mel` and `cepstra` are numpy; `LogMel` in `net` is the same in torch.
Samples are on the scale of 16-bit integers, as in Kaldi.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

RATE = 16_000
FRAME, SHIFT, FFT = 400, 160, 512
MELS = 40
LOW_HZ, HIGH_HZ = 20.0, 7600.0
FLOOR = float(np.finfo(np.float32).eps)
_LIFTER = 22.0
_EMPHASIS = 0.97

CONFIG = """\
--use-energy=false
--num-mel-bins=40
--num-ceps=40
--low-freq=20
--high-freq=7600
--dither=1.0
--allow-upsample=true
--allow-downsample=true
"""
"""``conf/mfcc.conf``: the same features, in Kaldi's words."""


def _mel(hz: NDArray[np.floating[Any]] | float) -> NDArray[np.float64]:
    return np.asarray(1127.0 * np.log1p(np.asarray(hz, np.float64) / 700.0))


_LOW = float(_mel(LOW_HZ))
_STEP = (float(_mel(HIGH_HZ)) - _LOW) / (MELS + 1)


def band_hz() -> NDArray[np.float64]:
    """Return the middle of each mel, in Hz, shape (40,)."""
    return np.asarray(700.0 * np.expm1((_LOW + _STEP * np.arange(1, MELS + 1)) / 1127.0))


def band_at(hz: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return which mel has its middle at a frequency, as a fraction from 0 to 39."""
    return np.clip((_mel(hz) - _LOW) / _STEP - 1.0, 0.0, MELS - 1.0)


def mel_filters() -> Array:
    """Return Kaldi's triangular filters, shape (257, 40): power spectrum to mel energies."""
    at = _mel(np.arange(FFT // 2) * (RATE / FFT))[:, None]
    left = _LOW + _STEP * np.arange(MELS)[None]
    rising, falling = (at - left) / _STEP, (left + 2 * _STEP - at) / _STEP
    filters = np.zeros((FFT // 2 + 1, MELS), np.float32)
    filters[:-1] = np.maximum(0.0, np.minimum(rising, falling))
    return filters


def window() -> Array:
    """Return Povey's window, shape (400,)."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / (FRAME - 1))
    return np.asarray(hann**0.85, np.float32)


def cepstrum() -> NDArray[np.float64]:
    """Return the liftered DCT, shape (40, 40): log-mels to cepstra (from the left)."""
    order, band = np.arange(MELS)[:, None], np.arange(MELS)[None]
    matrix = np.sqrt(2.0 / MELS) * np.cos(np.pi / MELS * (band + 0.5) * order)
    matrix[0] = np.sqrt(1.0 / MELS)
    lifter = 1 + 0.5 * _LIFTER * np.sin(np.pi * np.arange(MELS) / _LIFTER)
    return np.asarray(matrix * lifter[:, None], np.float64)


def inverse_cepstrum() -> NDArray[np.float64]:
    """Return the inverse of `cepstrum`: cepstra to log-mels."""
    return np.asarray(np.linalg.inv(cepstrum()), np.float64)


def frame_count(samples: int) -> int:
    """Return how many frames `samples` samples have."""
    return max(0, 1 + (samples - FRAME) // SHIFT)


def log_mel(samples: Array) -> Array:
    """Return the log-mel energies of `samples`, shape (frames, 40), without dither."""
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::SHIFT].astype(np.float32)
    frames = frames - frames.mean(axis=1, keepdims=True)
    before = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    spectrum = np.fft.rfft((frames - _EMPHASIS * before) * window(), n=FFT)
    energies = (np.abs(spectrum) ** 2).astype(np.float32) @ mel_filters()
    return np.asarray(np.log(np.maximum(energies, FLOOR)), np.float32)


def cepstra(samples: Array) -> Array:
    """Return what Kaldi's ``compute-mfcc-feats`` gives without dither, shape (frames, 40)."""
    return np.asarray(log_mel(samples) @ cepstrum().T, np.float32)
