"""Renderers that misbehave, for the child process of a voice. Run in the child."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from host.mouth.base import VoiceError
from host.mouth.worker import Render


def make(settings: Mapping[str, Any]) -> Render:
    """Say 0.1 s of noise a letter; misbehave as `how` says, the first `times` times.

    The folder `counts` outlives the children, so that they know how often it happened.
    """
    how, times, counts = settings["how"], settings["times"], Path(settings["counts"])

    def due() -> bool:
        done = len(list(counts.iterdir()))
        if done < times:
            (counts / f"{done}-{os.getpid()}").touch()
        return done < times

    if how == "dies at start" and due():
        os._exit(3)
    if how == "no library":
        raise VoiceError("The library is missing; run: make it.")
    if how == "broken model" and due():
        raise ZeroDivisionError("no such node")

    def render(text: str, options: Mapping[str, Any]) -> tuple[Any, int]:
        print("Audio saved to somewhere")  # as pyttsx3 does
        os.write(1, b"more of it\n")
        os.write(2, b"WARNING of a library\n")
        rng = np.random.default_rng(len(text))
        samples = rng.uniform(-0.5, 0.5, 1600 * len(text)).astype(np.float32)
        if not due():
            return samples * options.get("gain", 1.0), 16_000
        match how:
            case "hangs":
                threading.Event().wait()
            case "dies":
                os._exit(5)
            case "raises":
                raise ZeroDivisionError("a bug of the library")
            case "refuses":
                raise VoiceError("There is no such voice; choose another.")
            case "rubbish":
                _answer_with(b"\x00\x01 no header of ours" * 10)
            case "bad rate":
                return samples, 7
            case "not finite":
                return samples * np.nan, 16_000
        return samples, 16_000

    return render


def _answer_with(rubbish: bytes) -> None:
    """Write on every pipe that is open, the protocol's own one included."""
    for descriptor in range(3, 64):
        try:
            if os.path.exists(f"/proc/self/fd/{descriptor}"):
                os.write(descriptor, rubbish)
        except OSError:
            continue
