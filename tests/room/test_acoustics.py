from pathlib import Path

import numpy as np
import pytest
from room_fakes import speech

from host.ears.base import BLOCK, RATE
from host.room import acoustics as ac


def test_response_at_one_metre_has_energy_one_and_falls_with_distance() -> None:
    near, one, far = (ac.room_response(d, 0.35, 3) for d in (0.5, 1.0, 3.0))
    assert np.sum(one**2) == pytest.approx(1.0, abs=0.15)
    assert np.sum(near**2) > np.sum(one**2) > np.sum(far**2)
    assert np.flatnonzero(one)[0] == round(RATE / 343.0)
    assert np.array_equal(one, ac.room_response(1.0, 0.35, 3))
    assert not np.array_equal(one, ac.room_response(1.0, 0.35, 4))


def test_reverberation_falls_by_60_db_in_rt60() -> None:
    response = ac.room_response(1.0, 0.5, 1)
    early = np.sqrt(np.mean(response[1600:3200] ** 2))
    late = np.sqrt(np.mean(response[6400:8000] ** 2))
    assert 20 * np.log10(early / late) == pytest.approx(36.0, abs=3.0)


def test_block_convolver_is_the_whole_convolution() -> None:
    rng = np.random.default_rng(0)
    samples = rng.standard_normal(BLOCK * 6).astype(np.float32)
    response = rng.standard_normal(3000).astype(np.float32)
    whole = ac.convolve(samples, response)
    convolver = ac.Convolver(response, BLOCK)
    given = [samples[i : i + BLOCK] for i in range(0, len(samples), BLOCK)]
    blocks = [convolver.process(block) for block in given]
    while (rest := convolver.process(None)) is not None:
        blocks.append(rest)
    out = np.concatenate([b for b in blocks if b is not None])[: len(whole)]
    assert np.allclose(out[: len(whole)], whole, atol=1e-3)


@pytest.mark.parametrize("name", ac.NOISES)
def test_noises_have_level_one_and_are_seeded(name: str) -> None:
    made = ac.noise(name, 5, 2.0)
    assert np.sqrt(np.mean(made**2)) == pytest.approx(1.0, rel=1e-3)
    assert made.dtype == np.float32
    assert not np.array_equal(made, ac.noise(name, 6, 2.0))


def test_unknown_noise_is_said_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="kitchen, babble, pink, clatter"):
        ac.noise(str(tmp_path / "none.flac"))


def test_resampling_keeps_length_and_level() -> None:
    t = np.arange(22_050) / 22_050
    tone = (0.3 * np.sin(2 * np.pi * 440 * t) * np.hanning(len(t))).astype(np.float32)
    out = ac.resample(tone, 22_050)
    assert abs(len(out) - 16_000) <= 1
    assert np.abs(out).max() == pytest.approx(0.3, abs=0.01)


def test_resampling_without_soxr(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(ac, "import_module", missing)
    t = np.arange(24_000) / 24_000
    tone = (0.3 * np.sin(2 * np.pi * 440 * t) * np.hanning(len(t))).astype(np.float32)
    out = ac.resample(tone, 24_000)
    want = 0.3 * np.sin(2 * np.pi * 440 * np.arange(16_000) / 16_000)
    assert len(out) == 16_000
    assert np.allclose(out, want * np.hanning(16_000), atol=0.005)


def test_silence_is_cut_to_the_frame() -> None:
    samples = np.concatenate((np.zeros(8000), speech(0.5), np.zeros(4000))).astype(np.float32)
    cut = ac.cut_silence(samples)
    assert len(cut) == pytest.approx(8000, abs=480)
    assert len(ac.cut_silence(np.zeros(1000, dtype=np.float32))) == 0


def test_earcons_are_short_soft_and_different() -> None:
    tones = ac.earcons()
    assert set(tones) == {"listening", "heard", "refused", "nearly"}
    for samples, rate in tones.values():
        assert samples.dtype == np.float32
        assert rate == RATE
        assert 0.05 < len(samples) / rate < 0.4
        assert np.abs(samples).max() <= 0.13
        assert abs(samples[0]) < 0.01
