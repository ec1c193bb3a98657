"""The default voice: pyttsx3, rendering to samples in a process of its own.

pyttsx3 is used for rendering alone, never for playing (pitfalls B1-B5): an engine lives for
one file, so its habit of losing, repeating or overwriting what was said does no harm. On
Linux the espeak-ng library may come from the system or from the wheel ``espeakng-loader``.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
import tempfile
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from host.mouth.base import Speech, VoiceError, trim_silence
from host.mouth.worker import VoiceProcess

WORDS_A_MINUTE = 165
"""Speed of the host's voice; faster is hard to follow at a table."""

NAMES = {
    "es": ("spanish", "español", "helena", "sabina", "mónica", "monica", "paulina", "jorge"),
    "en": ("english", "zira", "david", "samantha", "daniel"),
}
"""Names by which voices of a language are known where the language tag is missing (B9)."""


@dataclass(frozen=True, slots=True)
class Known:
    """A voice that the system has: its id, its name and its language tags."""

    id: str
    name: str
    languages: tuple[str, ...] = ()


def choose_voice(voices: Sequence[Known], language: str) -> str | None:
    """Return the id of the best voice of a language, or None: never one of another language.

    Tags win over names; a plain tag («es») wins over a regional one («es-419»).
    """
    tag = re.compile(rf"^{re.escape(language)}([-_].*)?$", re.IGNORECASE)
    tagged: list[tuple[int, str]] = []
    for voice in voices:
        for known in (*voice.languages, voice.id.rsplit("/", 1)[-1]):
            if tag.match(known.strip("\x00\x05")):
                tagged.append((len(known), voice.id))
                break
    if tagged:
        return min(tagged, key=lambda found: found[0])[1]
    for name in NAMES.get(language, ()):
        for voice in voices:
            if name in voice.name.lower():
                return voice.id
    return None


class Pyttsx3Voice:
    """A `Voice` on pyttsx3."""

    name = "pyttsx3"

    def __init__(self, language: str, *, rate: int = WORDS_A_MINUTE) -> None:
        """Speak `language` at `rate` words a minute; the process starts with the first line."""
        self.language = language
        self._process = VoiceProcess(
            "host.mouth.pyttsx3_voice:make_renderer", {"language": language, "rate": rate}
        )

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if the system cannot speak."""
        if not text.strip():
            return Speech.silence(0.05)
        return trim_silence(self._process.render(text))

    def close(self) -> None:
        """End the process."""
        self._process.close()


def load_espeak() -> None:
    """Make espeak-ng known to pyttsx3 where the system has none (Linux only)."""
    if not sys.platform.startswith("linux"):
        return
    for name in ("libespeak-ng.so.1", "libespeak.so.1"):
        with contextlib.suppress(OSError):
            ctypes.CDLL(name)
            return
    try:
        import espeakng_loader
    except ImportError as error:
        raise VoiceError(
            "There is no espeak-ng on this system; run: pip install espeakng-loader"
        ) from error
    # Its SONAME is libespeak-ng.so.1, so a library loaded globally is found by that name.
    ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)
    os.environ["ESPEAK_DATA_PATH"] = str(Path(espeakng_loader.get_data_path()))


def make_renderer(settings: Mapping[str, Any]) -> Any:
    """Return the renderer of the child process; raise `VoiceError` if there is no voice."""
    load_espeak()
    import pyttsx3

    try:
        engine = pyttsx3.init()
        known = [
            Known(str(v.id), str(v.name or ""), tuple(map(_tag, v.languages or ())))
            for v in engine.getProperty("voices")
        ]
    except (RuntimeError, OSError, ImportError, KeyError) as error:
        raise VoiceError(
            "This system has no speech synthesis; on Debian or Ubuntu run: "
            "sudo apt install espeak-ng"
        ) from error
    voice = choose_voice(known, str(settings["language"]))
    if voice is None:
        raise VoiceError(f"This system has no voice for the language {settings['language']}.")
    folder = tempfile.TemporaryDirectory(prefix="tertulia-voice-")

    def render(text: str, options: Mapping[str, Any]) -> tuple[Any, int]:
        path = Path(folder.name) / "line.wav"
        path.unlink(missing_ok=True)
        engine.setProperty("voice", voice)
        engine.setProperty("rate", int(settings["rate"]))
        engine.save_to_file(text, str(path))
        engine.runAndWait()
        return read_when_whole(path)

    render.folder = folder  # type: ignore[attr-defined]  # lives as long as the renderer
    return render


def _tag(value: object) -> str:
    return value.decode("utf-8", "ignore") if isinstance(value, bytes) else str(value)


def read_when_whole(path: Path, limit_s: float = 20.0) -> tuple[Any, int]:
    """Return samples and rate once the file has stopped growing: saving is racy (B5)."""
    import time

    size, until = -1, time.monotonic() + limit_s
    while time.monotonic() < until:
        now = path.stat().st_size if path.exists() else 0
        if now > 44 and now == size:
            with contextlib.suppress(wave.Error, EOFError), wave.open(str(path), "rb") as file:
                frames = file.readframes(file.getnframes())
                if frames and file.getsampwidth() == 2:
                    samples = np.frombuffer(frames, dtype="<i2").astype(np.float32) / 32768
                    return samples[:: file.getnchannels()], file.getframerate()
        size = now
        time.sleep(0.02)
    raise VoiceError("The speech synthesis wrote no sound.")
