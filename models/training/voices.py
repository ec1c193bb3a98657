"""Voices to make training speech with: Kokoro's, blended and pushed outward, and espeak's."""

from __future__ import annotations

import ctypes
import random
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float32]
"""Mono samples in [-1, 1]."""

Renderer = Callable[[str, random.Random], tuple[Signal, int, str]]
"""Text and chance to samples, samples a second, and what the voice was."""

KEPT_FOR_TESTS = frozenset({"jf_tebukuro"})
"""Voices that no training may hear."""

_STYLE = (510, 1, 256)
_TIMBRE = 128  # the first half of a style vector is timbre, the second prosody
_NATIVE = ("e", "i", "p")  # Spanish, Italian and Portuguese voices: their prosody is nearest


def load_styles(
    paths: Sequence[Path], without: Collection[str] = KEPT_FOR_TESTS
) -> dict[str, NDArray[np.float32]]:
    """Return Kokoro's style vectors by voice, each of shape (510, 1, 256).

    Args:
        paths: ``.npz`` files of many voices, or folders of raw float32 ``VOICE.bin`` files.
        without: voices to leave out.

    Raises:
        ValueError: nothing usable is there.
    """
    styles: dict[str, NDArray[np.float32]] = {}
    for path in paths:
        if path.is_dir():
            for file in sorted(path.glob("*.bin")):
                styles[file.stem] = np.fromfile(file, "<f4").reshape(_STYLE)
        else:
            with np.load(path) as stored:
                styles.update({name: stored[name].astype("f4") for name in stored.files})
    for name in without:
        styles.pop(name, None)
    if not styles:
        raise ValueError("There are no voices in the files given.")
    return styles


def blend(
    styles: Mapping[str, NDArray[np.float32]], source: random.Random
) -> tuple[NDArray[np.float32], str]:
    """Return a new voice, shape (510, 1, 256), and its name.

    Timbre is a blend of one to three voices, pushed away from the mean voice by up to half;
    prosody is another blend, which prefers the voices of Romance languages.
    """
    names = sorted(styles)
    mean = np.mean([styles[name] for name in names], axis=0)
    native = [name for name in names if name.startswith(_NATIVE)] or names

    def mix(pool: Sequence[str]) -> tuple[NDArray[np.float32], str]:
        chosen = [source.choice(pool) for _ in range(source.choice((1, 2, 2, 3)))]
        weights = [source.expovariate(1.0) + 1e-3 for _ in chosen]
        total = sum(weights)
        mixed = sum(styles[n] * np.float32(w / total) for n, w in zip(chosen, weights, strict=True))
        return np.asarray(mixed, np.float32), "+".join(sorted(set(chosen)))

    timbre, timbre_name = mix(names)
    prosody, prosody_name = mix(native if source.random() < 0.6 else names)
    outward = source.uniform(1.0, 1.5)
    voice = mean + np.float32(outward) * (timbre - mean)
    voice[..., _TIMBRE:] = prosody[..., _TIMBRE:]
    return voice.astype(np.float32), f"{timbre_name}*{outward:.2f}/{prosody_name}"


def kokoro(
    model: Path, voices: Sequence[Path], threads: int = 1, only: str | None = None
) -> Renderer:
    """Return a renderer that speaks each text in a new blend, in the accent of Spain or America.

    With `only` it speaks in that voice as it is, which may be one that is kept for tests.
    """
    import onnxruntime as ort
    from kokoro_onnx import Kokoro

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    styles = load_styles(voices, without=() if only else KEPT_FOR_TESTS)
    files = [path for path in voices if path.is_file()]
    engine: Any = Kokoro.from_session(session, str(files[0]))

    def render(text: str, source: random.Random) -> tuple[Signal, int, str]:
        voice, name = (styles[only], only) if only else blend(styles, source)
        language = source.choice(("es", "es-419"))
        speed = source.triangular(0.75, 1.3, 1.0)
        samples, rate = engine.create(text, voice=voice, speed=speed, lang=language)
        return np.asarray(samples, np.float32), int(rate), f"kokoro:{name}"

    return render


class _Espeak:
    """The espeak-ng library, rendering to memory."""

    _RETRIEVAL, _UTF8, _RATE, _PITCH, _RANGE = 1, 1, 1, 3, 4

    def __init__(self) -> None:
        import espeakng_loader

        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = Path(espeakng_loader.get_data_path())
        self.rate: int = self._library.espeak_Initialize(
            self._RETRIEVAL, 0, str(data.parent).encode(), 0
        )
        if self.rate <= 0:
            raise RuntimeError("espeak-ng finds no data.")
        self.variants = sorted(path.name for path in (data / "voices" / "!v").iterdir())
        self._parts: list[bytes] = []
        self._lock = threading.Lock()
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
        )
        self._callback = kind(self._take)  # kept alive: C holds a pointer to it
        self._library.espeak_SetSynthCallback(self._callback)

    def _take(self, samples: Any, count: int, _events: Any) -> int:
        if samples and count > 0:
            self._parts.append(ctypes.string_at(samples, 2 * count))
        return 0

    def say(self, text: str, voice: str, rate: int, pitch: int, spread: int) -> Signal:
        """Return `text` at `rate` words a minute; pitch and its spread are 0 to 99."""
        with self._lock:
            self._parts.clear()
            if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
                return np.zeros(0, np.float32)
            for which, value in ((self._RATE, rate), (self._PITCH, pitch), (self._RANGE, spread)):
                self._library.espeak_SetParameter(which, value, 0)
            data = text.encode() + b"\0"
            self._library.espeak_Synth(
                data, ctypes.c_size_t(len(data)), 0, 0, 0, self._UTF8, None, None
            )
            self._library.espeak_Synchronize()
            whole = np.frombuffer(b"".join(self._parts), "<i2")
        return np.asarray(whole / 32768, np.float32)


@cache
def _espeak() -> _Espeak:
    """Return the one engine of a process: the library is global, and calls back into it."""
    return _Espeak()


_UNNATURAL = ("robo", "whisper", "Demonic", "croak", "Tweaky", "Robot", "Storm", "fast")


def espeak() -> Renderer:
    """Return a renderer that speaks each text with another variant of espeak's Spanish voices."""
    engine = _espeak()
    variants = [name for name in engine.variants if not any(part in name for part in _UNNATURAL)]

    def render(text: str, source: random.Random) -> tuple[Signal, int, str]:
        voice = f"{source.choice(('es', 'es-419'))}+{source.choice(variants)}"
        rate, pitch, spread = (
            source.randint(110, 210),
            source.randint(25, 75),
            source.randint(25, 75),
        )
        return engine.say(text, voice, rate, pitch, spread), engine.rate, f"espeak:{voice}"

    return render
