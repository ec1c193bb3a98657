"""The peer of the ears: the bare recogniser with rapidfuzz WRatio at 90, as most programs do it.

A Vosk model is given the choices as its grammar (es-mesa, which takes none, as its graph), with
no way to hear anything else and nothing to check it by; Whisper writes what it likes.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from rapidfuzz import fuzz, process, utils

from host.ears.activity import EarError
from host.ears.base import RATE, Samples
from host.ears.mesa import Phrase, mesa_folder, write_model
from host.ears.vosk_engine import open_vosk
from host.models import installed, models_home

ACCEPT = 90
"""WRatio from which such programs take a choice."""


class Peer(Protocol):
    """A recogniser and the choices it is matched with."""

    name: str

    def outcome(self, samples: Samples, choices: Sequence[str], wanted: str | None) -> str:
        """Return ``right``, ``wrong`` or ``asked``; `wanted` is None if it is not among them."""
        ...


def judged(text: str, choices: Sequence[str], wanted: str | None) -> str:
    """Return what WRatio at 90 makes of a text."""
    best = process.extractOne(
        text, choices, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=ACCEPT
    )
    if best is None:
        return "asked"
    return "right" if best[0] == wanted else "wrong"


def open_peer(name: str, models: Path | None) -> Peer:
    """Return the bare recogniser of an ear; a pair's is the second ear's.

    Raises:
        EarError: its model is missing.
    """
    home = models_home(models)
    if name == "es-mesa":
        base = mesa_folder()
        if base is None:
            raise EarError("The model es-mesa is missing; install tertulia again.")
        return _Mesa(base)
    model = "whisper-base" if "whisper" in name or name == "both" else name
    folder = installed(model, home)
    if folder is None:
        raise EarError(f"The model {model} is missing; run: tertulia models pull {model}")
    return _Whisper(folder) if model == "whisper-base" else _Vosk(folder)


class _Vosk:
    """Vosk with the choices as a runtime grammar."""

    name = "vosk with the choices as grammar, WRatio 90"

    def __init__(self, folder: Path) -> None:
        self._vosk = open_vosk()
        self._model: Any = self._vosk.Model(str(folder))

    def outcome(self, samples: Samples, choices: Sequence[str], wanted: str | None) -> str:
        grammar = json.dumps(list(choices), ensure_ascii=False)
        recogniser = self._vosk.KaldiRecognizer(self._model, RATE, grammar)
        return judged(_text(recogniser, samples), choices, wanted)


class _Mesa:
    """es-mesa with the choices as its graph."""

    name = "es-mesa with the choices as graph, WRatio 90"

    def __init__(self, base: Path) -> None:
        self._vosk = open_vosk()
        self._base = base

    def outcome(self, samples: Samples, choices: Sequence[str], wanted: str | None) -> str:
        folder = Path(tempfile.mkdtemp(prefix="tertulia-peer-"))
        try:
            write_model(self._base, folder, [Phrase(text) for text in choices], unk=False)
            model = self._vosk.Model(str(folder))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        recogniser = self._vosk.KaldiRecognizer(model, RATE)
        return judged(_text(recogniser, samples), choices, wanted)


class _Whisper:
    """faster-whisper as it comes, told the language."""

    name = "faster-whisper, WRatio 90"

    def __init__(self, folder: Path) -> None:
        from faster_whisper import WhisperModel

        self._model: Any = WhisperModel(
            str(folder), device="cpu", compute_type="int8", local_files_only=True
        )
        self._last: tuple[int, str] = (0, "")

    def outcome(self, samples: Samples, choices: Sequence[str], wanted: str | None) -> str:
        # It is asked twice in a row about the same sound, which it hears once.
        if self._last[0] != id(samples):
            segments, _ = self._model.transcribe(samples, language="es")
            self._last = id(samples), " ".join(segment.text for segment in segments)
        return judged(self._last[1], choices, wanted)


def _text(recogniser: Any, samples: Samples) -> str:
    audio = (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()
    heard = []
    for start in range(0, len(audio), 8000):
        if recogniser.AcceptWaveform(audio[start : start + 8000]):
            heard.append(str(json.loads(recogniser.Result())["text"]))
    heard.append(str(json.loads(recogniser.FinalResult())["text"]))
    return " ".join(text for text in heard if text)
