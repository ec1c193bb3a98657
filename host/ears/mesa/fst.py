"""Writes finite-state transducers in OpenFst's binary format (vector, standard arcs)."""

from __future__ import annotations

import math
import struct

_MAGIC = 2125659606
_VERSION = 2
_PROPERTIES = 3  # expanded and mutable: nothing is claimed that would have to be proven
_STATE = struct.Struct("<fq")
_ARC = struct.Struct("<iifi")
_HEADER = struct.Struct("<iiQqqq")

EPSILON = 0


class Fst:
    """A transducer over the tropical semiring: weights are costs in nats, lower is better.

    States are numbers from 0; state 0 is the start.
    """

    def __init__(self) -> None:
        """Begin with no states."""
        self._arcs: list[list[tuple[int, int, float, int]]] = []
        self._finals: list[float] = []

    def __len__(self) -> int:
        return len(self._arcs)

    @property
    def arc_count(self) -> int:
        """How many arcs there are."""
        return sum(map(len, self._arcs))

    def state(self, final: float = math.inf) -> int:
        """Add a state, where an utterance may end at the cost `final`; return its number."""
        self._arcs.append([])
        self._finals.append(final)
        return len(self._finals) - 1

    def arc(
        self, source: int, target: int, taken: int, given: int = EPSILON, cost: float = 0.0
    ) -> None:
        """Add an arc that takes one label and gives another (0 is none)."""
        self._arcs[source].append((taken, given, cost, target))

    def to_bytes(self) -> bytes:
        """Return the file.

        Raises:
            ValueError: there is no state.
        """
        if not self._arcs:
            raise ValueError("A transducer needs at least one state.")
        header = _HEADER.pack(_VERSION, 0, _PROPERTIES, 0, len(self._arcs), self.arc_count)
        parts = [struct.pack("<i", _MAGIC), _text("vector"), _text("standard"), header]
        pack = _ARC.pack
        for arcs, final in zip(self._arcs, self._finals, strict=True):
            parts.append(_STATE.pack(final, len(arcs)))
            parts.extend(pack(*arc) for arc in arcs)
        return b"".join(parts)


def _text(text: str) -> bytes:
    data = text.encode("ascii")
    return struct.pack("<i", len(data)) + data
