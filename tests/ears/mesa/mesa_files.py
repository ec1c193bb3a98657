"""A reader of what `fst.py` writes, and a tiny model of random weights."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from host.ears.mesa.phones import OUTPUTS
from models.training.container import Layer, write_base


def read_fst(data: bytes) -> tuple[list[float], list[list[tuple[int, int, float, int]]]]:
    """Return final costs and arcs (taken, given, cost, target) of each state."""
    magic, at = struct.unpack_from("<i", data)[0], 4
    assert magic == 2125659606
    for expected in (b"vector", b"standard"):
        (length,) = struct.unpack_from("<i", data, at)
        assert data[at + 4 : at + 4 + length] == expected
        at += 4 + length
    version, flags, properties, start, states, arcs = struct.unpack_from("<iiQqqq", data, at)
    assert (version, flags, properties, start) == (2, 0, 3, 0)
    at += struct.calcsize("<iiQqqq")
    finals, graph = [], []
    for _ in range(states):
        final, count = struct.unpack_from("<fq", data, at)
        at += 12
        graph.append([struct.unpack_from("<iifi", data, at + 16 * k) for k in range(count)])
        finals.append(final)
        at += 16 * count
    assert at == len(data)
    assert sum(map(len, graph)) == arcs
    return finals, graph


def random_base(out: Path, seed: int = 0, width: int = 48) -> Path:
    """Write a base model whose weights mean nothing."""
    chance = np.random.default_rng(seed)

    def layer(size: int, inputs: int, offsets: tuple[int, ...], kind: str, last: bool) -> Layer:
        scale = (6.0 if last else 1.5) / np.sqrt(inputs * len(offsets))
        weights = chance.normal(size=(size, inputs * len(offsets))) * scale
        return Layer(
            weights, np.zeros(size), offsets, kind, kind == "relu" and size == inputs, last
        )

    write_base(
        out,
        [
            layer(width, 40, (-2, -1, 0, 1, 2), "relu", False),
            layer(width, width, (-3, 0, 3), "relu", False),
            layer(OUTPUTS, width, (0,), "log_softmax", True),
        ],
    )
    return out
