"""The wait for silence, with an ear whose lateness is known."""

from __future__ import annotations

import numpy as np
import pytest

from host.bench.stop import AFTER_S, figures, stops
from host.ears.base import RATE, Block, Heard
from host.ears.scripted import ScriptedEar
from host.mouth.base import Speech


class Hearing(ScriptedEar):
    """Hears «repite» at the end of each half second of loud sound, so much later."""

    def __init__(self, late_s: float) -> None:
        super().__init__("es")
        self.late_s = late_s
        self.begun: float | None = None

    def feed(self, block: Block) -> list[Heard]:
        """Notice when a beep begins, and script what it will be heard as."""
        loud = float(np.abs(block.samples).max()) > 0.02
        if loud and self.begun is None:
            self.begun = block.start
            self.say("repite", block.start, block.start + 0.5, delay_s=self.late_s)
        elif not loud and self.begun is not None and block.start > self.begun + 2.0:
            self.begun = None
        return super().feed(block)


@pytest.mark.parametrize("late_s", [0.3, 1.0])
def test_the_wait_is_the_ears_lateness_and_the_fade(late_s: float) -> None:
    beep = Speech((0.3 * np.sin(np.arange(RATE // 2) * 0.2)).astype(np.float32), RATE)
    quiet = Speech(np.zeros(12 * RATE, dtype=np.float32), RATE)
    waits = stops(Hearing(late_s), quiet, [("repite", beep)] * 2, lambda: 0.0, echo_db=None)
    assert len(waits) == 2 * len(AFTER_S)
    assert figures(waits)["stopped"] == 1.0
    assert all(wait is not None and late_s < wait < late_s + 0.35 for wait in waits)


def test_what_nobody_hears_stops_nothing() -> None:
    beep = Speech(np.full(RATE // 2, 0.3, dtype=np.float32), RATE)
    quiet = Speech(np.zeros(12 * RATE, dtype=np.float32), RATE)
    waits = stops(ScriptedEar("es"), quiet, [("repite", beep)], lambda: 0.0, echo_db=None)
    assert figures(waits) == {"commands": len(AFTER_S), "stopped": 0.0, "p50": None, "p95": None}
