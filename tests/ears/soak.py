"""An hour of simulated play through es-mesa: what it holds in memory, and what it leaves behind.

Not among the tests, for it takes a minute or two: ``make soak``. Somebody speaks every ten
seconds, the expectation changes each time (more kinds of question than graphs are kept), and the
recognisers are renewed every two minutes of speech.
"""

from __future__ import annotations

import functools
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from contract import Loudness

from host.ears.base import BLOCK, RATE, Block, Samples
from host.ears.mesa import mesa_folder
from host.ears.vosk_ear import VoskEar
from host.ears.vosk_process import EngineProcess
from host.ears.vosk_sources import KEPT_GRAPHS, StaticGraphs
from host.understanding.numbers import to_words

HOUR_S, FIRST_S, EVERY_S = 3600.0, 600.0, 10.0
GROWTH = 50_000_000
"""Bytes that ear and table may grow by after the first ten minutes."""

KINDS = KEPT_GRAPHS + 4


def minute(seed: int) -> Samples:
    """Return a minute in which somebody makes sounds like words every ten seconds."""
    rng = np.random.default_rng(seed)
    out = rng.standard_normal(round(60 * RATE)).astype(np.float32) * np.float32(0.001)
    t = np.arange(len(out)) / RATE
    for number in range(6):
        part = slice(round((number * EVERY_S + 1) * RATE), round((number * EVERY_S + 2.4) * RATE))
        pitch = 110.0 + 20.0 * number
        buzz = sum(np.sin(2 * np.pi * pitch * k * t[part]) / k for k in range(1, 24))
        syllables = np.abs(np.sin(np.pi * 4.0 * t[part]))
        out[part] += (0.1 * np.asarray(buzz) * syllables).astype(np.float32)
    return out


def resident(pid: int | str) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_an_hour_of_play_holds_its_memory_and_leaves_nothing() -> None:
    pytest.importorskip("vosk", reason="the es-mesa ear needs the package vosk")
    base = mesa_folder()
    assert base is not None
    threads = set(threading.enumerate())
    strategy = StaticGraphs(base)
    settings = {**strategy.settings, "renew_after_s": 120.0}
    ear = VoskEar(
        strategy, "es", activity=Loudness(), make=functools.partial(EngineProcess, settings)
    )
    assert isinstance(ear.engine, EngineProcess)
    pid = ear.engine.pid
    kinds = [
        [f"{to_words(n, 'es')} {word}" for n in range(20)]
        for word in ("puntos", "bazas", "cartas", "fichas", "rondas", "más", "menos", "veces",
                     "cosas", "rojos", "verdes", "azules")[:KINDS]
    ]  # fmt: skip
    assert len(kinds) > KEPT_GRAPHS
    sounds = [minute(seed) for seed in range(3)]
    now, finals, held = 0.0, 0, 0
    blocks = round(EVERY_S * RATE) // BLOCK
    turn = 0
    while now < HOUR_S:
        ear.expect(kinds[turn % len(kinds)])
        sound = sounds[turn // 6 % len(sounds)]
        at = turn % 6 * round(EVERY_S * RATE)
        for number in range(blocks):
            piece = sound[at + number * BLOCK : at + (number + 1) * BLOCK]
            finals += sum(h.final for h in ear.feed(Block(now, piece, BLOCK / RATE)))
            now += BLOCK / RATE
        turn += 1
        if not held and now >= FIRST_S:
            held = resident(pid) + resident("self")
    grown = resident(pid) + resident("self") - held
    print(f"{finals} utterances; {held / 1e6:.0f} MB after ten minutes, {grown / 1e6:+.1f} MB")
    assert finals >= turn - 1
    assert ear.crashes == 0
    assert grown < GROWTH
    ear.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    for thread in set(threading.enumerate()) - threads:
        thread.join(timeout=5.0)
        assert not thread.is_alive(), thread
