"""Features, against what Kaldi gave for a signal that a formula makes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.training import features

# Every eighth frame of kaldi-native-fbank 1.22's MFCC of `sweep`, dither 0.
KALDI = Path(__file__).parent / "data" / "kaldi_mfcc.npy"


def sweep() -> features.Array:
    """Return half a second of four gliding tones, on the scale of 16-bit integers."""
    at = np.arange(8000) / 16000
    tones = ((3000, 120, 80), (1500, 700, -300), (900, 2500, 900), (200, 6800, -1500))
    x = sum(a * np.sin(2 * np.pi * (f * at + s * at * at)) for a, f, s in tones)
    return np.asarray(x * (0.2 + np.sin(9 * at) ** 2), np.float32)


def test_cepstra_are_kaldis() -> None:
    ours = features.cepstra(sweep())
    assert ours.shape == (features.frame_count(8000), 40) == (48, 40)
    assert np.abs(ours[::8] - np.load(KALDI)).max() < 0.03  # of values up to 230


def test_the_inverse_gives_log_mels_back() -> None:
    back = features.cepstra(sweep()) @ features.inverse_cepstrum().T
    assert np.abs(back - features.log_mel(sweep())).max() < 1e-3


def test_config_says_the_same() -> None:
    options = dict(line.lstrip("-").split("=") for line in features.CONFIG.split())
    assert int(options["num-mel-bins"]) == int(options["num-ceps"]) == features.MELS
    assert (float(options["low-freq"]), float(options["high-freq"])) == (20.0, 7600.0)
    assert options["use-energy"] == "false"
