"""Kaldi's container: what is written can be read, and eight bits are near enough."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import numpy as np
import pytest

from host.ears.mesa.phones import OUTPUTS, PHONE_COUNT
from models.training.container import Layer, nnet, transition_model, write_base


def layer(size: int, inputs: int, exact: bool, residual: bool = False) -> Layer:
    weights = np.random.default_rng(size).normal(size=(size, inputs))
    return Layer(weights, np.ones(size), (0,), "relu", residual, exact)


def test_weights_are_read_back_exactly_and_in_eight_bits() -> None:
    for exact in (True, False):
        wanted = layer(30, 40, exact)
        data = nnet([wanted])
        at = data.index(b"<LinearParams> ") + len(b"<LinearParams> ")
        if exact:
            assert data[at : at + 3] == b"FM "
            read = np.frombuffer(data, "<f4", 30 * 40, at + 3 + 10).reshape(30, 40)
            assert np.allclose(read, wanted.weights, atol=1e-6)
        else:
            assert data[at : at + 4] == b"CM3 "
            low, span, rows, columns = struct.unpack_from("<ffii", data, at + 4)
            assert (rows, columns) == (30, 40)
            steps = np.frombuffer(data, "u1", 30 * 40, at + 20).reshape(30, 40)
            assert np.abs(low + span * steps / 255 - wanted.weights).max() <= span / 500


def test_residuals_are_sums_of_the_layer_below() -> None:
    data = nnet([layer(24, 40, True), layer(24, 24, False, residual=True)])
    assert b"component-node name=l1.sum component=l1.sum input=Sum(l0.relu, l1.relu)\n" in data
    assert b"output-node name=output input=l1.sum objective=linear\n" in data
    count = data.index(b"<NumComponents> ") + len(b"<NumComponents> ")
    assert struct.unpack_from("<i", data, count + 1)[0] == data.count(b"<ComponentName> ") == 5


def test_every_phone_has_its_transitions() -> None:
    data = transition_model()
    at = data.index(b"<LogProbs> FV ") + len(b"<LogProbs> FV ")
    assert struct.unpack_from("<i", data, at + 1)[0] == 1 + 2 * PHONE_COUNT


def test_base_folder_has_the_hashes_of_its_files(tmp_path: Path) -> None:
    write_base(tmp_path, [layer(OUTPUTS, 40, True)])
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 4
    for digest, name in (line.split() for line in lines):
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest


def test_a_net_that_does_not_fit_the_phones_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="outputs"):
        write_base(tmp_path, [layer(OUTPUTS + 1, 40, True)])
    assert not list(tmp_path.iterdir())
