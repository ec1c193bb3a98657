"""Writes a net as Kaldi's ``final.mdl`` (transition model + nnet3), and the folder around it.

Needs numpy alone: nothing of Kaldi, and no torch. What is written is what Vosk 0.3.45 reads.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from host.ears.mesa.phones import OUTPUTS, PHONE_COUNT, output_of, word_boundaries
from models.training import features

Numbers = NDArray[np.float64]

DECODING = """\
--min-active=200
--max-active=1500
--beam=11.0
--lattice-beam=2.0
--acoustic-scale=1.0
--frame-subsampling-factor=3
--frames-per-chunk=12
--endpoint.silence-phones=1
--endpoint.rule2.min-trailing-silence=5
--endpoint.rule3.min-trailing-silence=5
--endpoint.rule4.min-trailing-silence=5
"""
"""``conf/model.conf``. Voice activity ends an utterance, long before the library would: an
utterance that it cut in two would be two phrases, and have no score."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a net.

    Attributes:
        weights: shape (out, in x number of offsets), offset by offset.
        bias: shape (out,).
        offsets: frames of 10 ms, relative to its own, of which the layer sees the one below.
        kind: what follows the affine map.
        residual: True if the layer's input at offset 0 is added to what it gives.
        exact: True to keep 32-bit weights, where 8 bits would cost accuracy.
    """

    weights: Numbers
    bias: Numbers
    offsets: tuple[int, ...]
    kind: Literal["affine", "relu", "log_softmax"]
    residual: bool
    exact: bool = False


def _token(text: str) -> bytes:
    return text.encode("ascii") + b" "


def _int(value: int) -> bytes:
    return b"\x04" + struct.pack("<i", value)


def _float(value: float) -> bytes:
    return b"\x04" + struct.pack("<f", value)


def _double(value: float) -> bytes:
    return b"\x08" + struct.pack("<d", value)


def _ints(values: Sequence[int]) -> bytes:
    return b"\x04" + struct.pack(f"<i{len(values)}i", len(values), *values)


def _vector(values: Sequence[float] | Numbers) -> bytes:
    return b"FV " + _int(len(values)) + np.asarray(values, "<f4").tobytes()


def _matrix(values: Numbers) -> bytes:
    rows, columns = values.shape
    return b"FM " + _int(rows) + _int(columns) + np.ascontiguousarray(values, "<f4").tobytes()


def _bytes_matrix(values: Numbers) -> bytes:
    """Return a compressed matrix (``CM3``): a byte a number, one range for all."""
    low = float(values.min())
    span = float(values.max()) - low or 1.0
    steps = np.round((values - low) / span * 255).astype("u1")
    return b"CM3 " + struct.pack("<ffii", low, span, *values.shape) + steps.tobytes()


def transition_model() -> bytes:
    """Return a model in which a phone takes one frame and may stay for more, at no cost."""
    phones = range(1, PHONE_COUNT + 1)
    half = math.log(0.5)
    topology = _ints(phones) + _ints([-1] + [0] * PHONE_COUNT) + _int(1) + _int(2)
    topology += _int(0) + _int(2) + _int(0) + _float(0.5) + _int(1) + _float(0.5)
    topology += _int(-1) + _int(0)
    triples = b"".join(_int(p) + _int(0) + _int(output_of(p)) for p in phones)
    return (
        _token("<TransitionModel>") + _token("<Topology>") + topology + _token("</Topology>")
        + _token("<Triples>") + _int(PHONE_COUNT) + triples + _token("</Triples>")
        + _token("<LogProbs>") + _vector([0.0] + [half] * (2 * PHONE_COUNT))
        + _token("</LogProbs>") + _token("</TransitionModel>")
    )  # fmt: skip


def _named(name: str, component: bytes) -> bytes:
    return _token("<ComponentName>") + _token(name) + component


def _affine(layer: Layer) -> bytes:
    weights = _matrix(layer.weights) if layer.exact else _bytes_matrix(layer.weights)
    return (
        _token("<FixedAffineComponent>") + _token("<LinearParams>") + weights
        + _token("<BiasParams>") + _vector(layer.bias) + _token("</FixedAffineComponent>")
    )  # fmt: skip


def _nonlinearity(kind: str, size: int) -> bytes:
    empty = _vector([])
    return (
        _token(f"<{kind}>") + _token("<Dim>") + _int(size)
        + _token("<ValueAvg>") + empty + _token("<DerivAvg>") + empty
        + _token("<Count>") + _double(0.0) + _token("<OderivRms>") + empty
        + _token("<OderivCount>") + _double(0.0) + _token("<NumDimsSelfRepaired>") + _double(0.0)
        + _token("<NumDimsProcessed>") + _double(0.0) + _token(f"</{kind}>")
    )  # fmt: skip


def _sum(size: int) -> bytes:
    return (
        _token("<NoOpComponent>") + _token("<Dim>") + _int(size)
        + _token("<BackpropScale>") + _float(1.0) + _token("</NoOpComponent>")
    )  # fmt: skip


_KINDS = {"relu": "RectifiedLinearComponent", "log_softmax": "LogSoftmaxComponent"}


def nnet(layers: Sequence[Layer]) -> bytes:
    """Return the layers as an nnet3 net that takes 40 cepstra a frame."""
    config = [f"input-node name=input dim={features.MELS}"]
    components: list[bytes] = []

    def node(name: str, source: str, component: bytes) -> str:
        config.append(f"component-node name={name} component={name} input={source}")
        components.append(_named(name, component))
        return name

    below = "input"
    for number, layer in enumerate(layers):
        size = layer.weights.shape[0]
        seen = ", ".join(below if o == 0 else f"Offset({below}, {o})" for o in layer.offsets)
        source = f"Append({seen})" if len(layer.offsets) > 1 else seen
        top = node(f"l{number}.affine", source, _affine(layer))
        if layer.kind != "affine":
            top = node(f"l{number}.{layer.kind}", top, _nonlinearity(_KINDS[layer.kind], size))
        if layer.residual:
            top = node(f"l{number}.sum", f"Sum({below}, {top})", _sum(size))
        below = top
    config.append(f"output-node name=output input={below} objective=linear")
    text = "\n".join(config) + "\n\n"
    return (
        _token("<Nnet3>") + b"\n" + text.encode("ascii")
        + _token("<NumComponents>") + _int(len(components)) + b"".join(components)
        + _token("</Nnet3>") + _token("<LeftContext>") + _int(0)
        + _token("<RightContext>") + _int(0) + _token("<Priors>") + _vector([])
    )  # fmt: skip


def write_base(out: Path, layers: Sequence[Layer]) -> None:
    """Write the base model: all that Vosk needs but for a graph, with the files' hashes.

    Raises:
        ValueError: the net's last layer does not fit the phones.
    """
    if layers[-1].weights.shape[0] != OUTPUTS:
        raise ValueError(f"The net has {layers[-1].weights.shape[0]} outputs, not {OUTPUTS}.")
    files = {
        "am/final.mdl": b"\0B" + transition_model() + nnet(layers),
        "conf/mfcc.conf": features.CONFIG.encode(),
        "conf/model.conf": DECODING.encode(),
        "graph/phones/word_boundary.int": word_boundaries().encode(),
    }
    sums = []
    for name, data in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
    (out / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
