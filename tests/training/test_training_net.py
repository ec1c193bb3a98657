"""The net in torch and as exported; training that stops and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.training import features

torch: Any = pytest.importorskip("torch", reason="the extra `train` is not installed")


def by_hand(layers: list[Any], cepstra: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Compute every frame of the exported layers as Kaldi does, edges repeated."""
    x = cepstra.astype("f8")
    for layer in layers:
        at = np.clip(np.arange(len(x))[:, None] + np.array(layer.offsets), 0, len(x) - 1)
        y = x[at].reshape(len(x), -1) @ layer.weights.T + layer.bias
        if layer.kind == "relu":
            y = np.maximum(y, 0)
        if layer.kind == "log_softmax":
            y = y - np.log(np.exp(y).sum(1, keepdims=True))
        x = x + y if layer.residual else y
    return x


def test_torch_features_are_the_numpy_ones() -> None:
    from models.training.net import LogMel

    x = np.random.default_rng(1).normal(0, 2000, 8000).astype("f4")
    got = LogMel()(torch.tensor(x)[None])[0].numpy()
    assert np.abs(got - features.log_mel(x)).max() < 1e-3


def test_exported_layers_compute_what_torch_computes() -> None:
    from models.training.net import SUBSAMPLING, Net

    torch.manual_seed(1)
    net = Net(32)
    for norm in net.norm:
        norm.running_mean.normal_()
        norm.running_var.uniform_(0.5, 2.0)
        norm.weight.data.normal_()
    net.eval()
    x = np.random.default_rng(1).normal(0, 2000, 32000).astype("f4")
    log_mels = features.log_mel(x)
    with torch.no_grad():
        ours = net(torch.tensor(log_mels)[None])[0].numpy()
        biased = net.layers(blank_bias=-1.0)
    theirs = by_hand(net.layers(), log_mels @ features.cepstrum().T)[::SUBSAMPLING]
    middle = slice(net.before // SUBSAMPLING + 1, -(net.after // SUBSAMPLING + 2))
    assert np.abs(ours[: len(theirs)] - theirs)[middle].max() < 1e-3
    assert biased[-1].bias[0] == pytest.approx(net.layers()[-1].bias[0] - 1.0)


def test_a_net_sees_little_of_what_comes() -> None:
    from models.training.net import reach

    before, after = reach()
    assert after <= 25
    assert before >= after


def test_training_learns_stops_and_goes_on(tmp_path: Path) -> None:
    soundfile: Any = pytest.importorskip("soundfile")
    from models.training.train import main, targets

    assert targets("la Ana") == targets("lana")
    chance, lines = np.random.default_rng(1), ["path\ttext\tvoice\tseconds"]
    for k, text in enumerate(("sí", "no", "uno", "tres") * 6):
        tone = np.sin(np.arange(8000) * (0.05 + 0.04 * (k % 4)))
        soundfile.write(tmp_path / f"{k}.flac", 0.3 * tone + chance.normal(0, 0.01, 8000), 16000)
        lines.append(f"{k}.flac\t{text}\ttone\t0.5")
    (tmp_path / "list.tsv").write_text("\n".join(lines) + "\n")
    command = ["--out", str(tmp_path / "run"), "--speech", f"{tmp_path / 'list.tsv'}:2"]
    command += ["--width", "24", "--batch-seconds", "8", "--cool", "12"]
    main(command)
    first = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    main(command)
    second = torch.load(tmp_path / "run" / "cooled.pt", weights_only=True)
    assert second["step"] > first["step"] >= 12
    assert second["seconds"] > first["seconds"]
    assert all(torch.isfinite(v).all() for v in second["average"].values())


def test_longer_throats_move_formants_down() -> None:
    from models.training.train import throats

    hz = np.arange(1, 8000) * 1.0

    def peak(at: float, factor: float) -> float:
        """Return where a resonance at `at` Hz stands after the change."""
        bands = np.exp(-(((features.band_hz() - at) / (0.15 * at)) ** 2))
        moved = throats(
            torch.tensor(bands, dtype=torch.float32)[None, None], torch.tensor([factor])
        )
        curve = np.interp(features.band_at(hz), np.arange(features.MELS), moved[0, 0].numpy())
        return float(hz[np.argmax(curve)])

    for formant in (700.0, 1500.0, 2500.0):
        assert peak(formant, 1.0) == pytest.approx(formant, rel=0.05)
        assert peak(formant, 1.15) == pytest.approx(formant / 1.15, rel=0.05)
        assert peak(formant, 0.87) == pytest.approx(formant / 0.87, rel=0.05)


def test_a_throat_of_its_own_length_changes_nothing() -> None:
    from models.training.train import throats

    torch.manual_seed(1)
    log_mels = torch.randn(3, 20, features.MELS)
    assert torch.allclose(throats(log_mels, torch.ones(3)), log_mels, atol=1e-4)
    moved = throats(log_mels, torch.tensor([1.0, 1.1, 0.9]))
    assert torch.allclose(moved[0], log_mels[0], atol=1e-4)
    assert not torch.allclose(moved[1], log_mels[1], atol=0.1)
