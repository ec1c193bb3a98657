"""The default voice: pyttsx3, rendering to samples in a process of its own.

pyttsx3 is used for rendering alone, never for playing (pitfalls B1-B5). On Linux the espeak-ng
library may come from the system or from the wheel ``espeakng-loader``, and its own thread is
waited for: otherwise one line in a hundred came out too fast, and some not at all.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
import tempfile
import time
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from host.mouth.base import NOTHING_S, Samples, Speech, VoiceError, sayable, trim_silence
from host.mouth.worker import Render, VoiceProcess

WORDS_A_MINUTE = 165
"""Speed of the host's voice; faster is hard to follow at a table."""

TIME_LIMIT_S = 15.0
"""A line is given up after this; on two busy cores one takes well under a second."""

FILE_LIMIT_S = 10.0
"""How long a file may take to be whole after the engine says that it is done (B5)."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "es": ("spanish", "español", "helena", "sabina", "mónica", "monica", "paulina", "jorge"),
    "en": ("english", "zira", "david", "samantha", "daniel"),
}
"""Names by which voices of a language are known where the language tag is missing (B9)."""

LCIDS: Mapping[str, str] = {"a": "es", "9": "en"}
"""Windows' language numbers in the old form, by their low byte in hexadecimal («40a;c0a»)."""

INSTALL = {
    "linux": "run: pip install espeakng-loader (or, on Debian: sudo apt install espeak-ng)",
    "darwin": "install a voice in System Settings, Accessibility, Spoken Content",
    "win32": "install a voice in Settings, Time and language, Speech",
}
"""What gives a system its voices."""


@dataclass(frozen=True, slots=True)
class Known:
    """A voice that the system has: its id, its name and its language tags."""

    id: str
    name: str
    languages: tuple[str, ...] = ()


def choose_voice(
    voices: Sequence[Known], language: str, wanted: str | Sequence[str] | None = None
) -> str | None:
    """Return the id of the best voice of a language, or None: never one of another language.

    Tags win over ids, and ids over names; a plain tag («es») wins over a regional one
    («es-419»). A voice that is wanted by id or name is taken if it has the language.

    Args:
        voices: what the system has, in its order.
        language: a plain tag, «es».
        wanted: id, or part of the name, of the voice that the user prefers; of several the
            first that is there.
    """
    fitting: list[tuple[int, int, Known]] = []
    for place, voice in enumerate(voices):
        rank = _rank(voice, language)
        if rank is not None:
            fitting.append((rank, place, voice))
    for wish in (wanted,) if isinstance(wanted, str) else wanted or ():
        for _, _, voice in fitting:
            if wish and (wish.lower() == voice.id.lower() or wish.lower() in voice.name.lower()):
                return voice.id
    return min(fitting, key=lambda found: found[:2])[2].id if fitting else None


def _rank(voice: Known, language: str) -> int | None:
    """Return how well a voice fits, 0 best, or None if it speaks another language."""
    tags = [tag for known in voice.languages for tag in _tags(known)]
    if tags:
        # Where the system says the language, its word counts and no name does.
        ranks = [_tag_rank(tag, language) for tag in tags]
        return min((rank for rank in ranks if rank is not None), default=None)
    for part in re.split(r"[/\\.]", voice.id.lower()):
        for tag in (part, *re.findall(r"(?<![a-z])[a-z]{2}-[a-z]{2}(?![a-z])", part)):
            rank = _tag_rank(tag, language)
            if rank is not None:
                return 2 + rank
    named = f"{voice.name} {voice.id}".lower()
    for place, name in enumerate(NAMES.get(language, ())):
        if re.search(rf"(?<![^\W_]){name}(?![^\W_])", named):
            return 4 + place
    return None


def _tag_rank(tag: str, language: str) -> int | None:
    parts = re.split(r"[-_]", tag.lower())
    if parts[0] != language.lower():
        return None
    return min(len(parts) - 1, 1)


def _tags(known: str) -> list[str]:
    """Return the language tags in what a driver calls a language («es-ES», «40a;c0a»)."""
    text = "".join(c for c in known if c.isprintable()).strip().lower()
    if re.fullmatch(r"[0-9a-f]{3,4}(;[0-9a-f]{3,4})*", text) and re.search(r"\d", text):
        return [LCIDS.get(number[-1], "x-unknown") for number in text.split(";")]
    return [text] if text and text != "unknown" else []


class Pyttsx3Voice:
    """A `Voice` on pyttsx3."""

    name = "pyttsx3"

    def __init__(
        self,
        language: str,
        *,
        rate: int = WORDS_A_MINUTE,
        wanted: str | Sequence[str] | None = None,
    ) -> None:
        """Speak; the process starts with the first line.

        Args:
            language: a plain tag, «es» or «en».
            rate: words a minute.
            wanted: id or name of the system's voice to prefer, or several in order.
        """
        self.language = language
        # int: a rate with a fraction is refused without a word (B8).
        wishes = wanted if wanted is None or isinstance(wanted, str) else list(wanted)
        settings = {"language": language, "rate": int(rate), "wanted": wishes}
        self._process = VoiceProcess(
            "host.mouth.pyttsx3_voice:make_renderer",
            settings,
            time_limit_s=TIME_LIMIT_S,
            remedy=_install(),
        )

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if the system cannot speak."""
        words = sayable(text)
        return trim_silence(self._process.render(words)) if words else Speech.silence(NOTHING_S)

    def close(self) -> None:
        """End the process."""
        self._process.close()


# ---------------------------------------------------------------------- inside the child


def load_espeak() -> None:
    """Make espeak-ng known to pyttsx3 where the system has none (Linux only).

    Raises:
        VoiceError: there is no espeak-ng, neither the system's nor the wheel's.
    """
    if not sys.platform.startswith("linux"):
        return
    for name in ("libespeak-ng.so.1", "libespeak.so.1"):
        with contextlib.suppress(OSError):
            ctypes.CDLL(name)
            return
    try:
        import espeakng_loader

        library, data = espeakng_loader.get_library_path(), espeakng_loader.get_data_path()
        # Its SONAME is libespeak-ng.so.1, so a library loaded globally is found by that name.
        ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    except (ImportError, OSError) as error:
        raise VoiceError(f"There is no espeak-ng on this system; {_install()}.") from error
    os.environ["ESPEAK_DATA_PATH"] = str(data)


def settle() -> None:
    """Wait until espeak's own thread has done all it was told (Linux only).

    Else rate and voice race with the text, and the end of one line with the start of the next.
    """
    if sys.platform.startswith("linux"):
        from pyttsx3.drivers import _espeak

        _espeak.Synchronize()


def make_renderer(settings: Mapping[str, Any]) -> Render:
    """Return the renderer of the child process.

    Raises:
        VoiceError: there is no pyttsx3, no speech synthesis, or no voice of the language.
    """
    load_espeak()
    try:
        from pyttsx3.engine import Engine

        first = Engine()
        voices = [
            Known(str(v.id), str(v.name or ""), tuple(map(_text, v.languages or ())))
            for v in first.getProperty("voices")
        ]
    except (RuntimeError, OSError, ImportError, KeyError) as error:
        raise VoiceError(f"This system has no speech synthesis; {_install()}.") from error
    language = str(settings["language"])
    voice = choose_voice(voices, language, settings.get("wanted"))
    if voice is None:
        raise VoiceError(
            f"This system has no voice for the language {language}, and none of another "
            f"language will read it; {_install()}."
        )
    path = Path(tempfile.gettempdir()) / "line.wav"
    problems: list[str] = []

    def prepared(engine: Any) -> Any:
        engine.connect("error", lambda **what: problems.append(str(what.get("exception"))))
        settle()
        engine.setProperty("voice", voice)
        engine.setProperty("rate", settings["rate"])
        settle()
        if problems:  # never the wrong voice in silence (B8)
            raise VoiceError(f"The speech synthesis refuses the voice {voice}: {problems[0]}.")
        return engine

    prepared(first)

    def render(text: str, options: Mapping[str, Any]) -> tuple[Samples, int]:
        path.unlink(missing_ok=True)
        problems.clear()
        # espeak's callback belongs to one engine for good; SAPI is mute after a first line (B3).
        engine = first if sys.platform.startswith("linux") else prepared(Engine())
        engine.save_to_file(text, str(path))
        engine.runAndWait()
        settle()
        if problems:
            raise VoiceError(f"The speech synthesis refuses: {problems[0]}.")
        return read_when_whole(path)

    return render


def read_when_whole(path: Path, limit_s: float = FILE_LIMIT_S) -> tuple[Samples, int]:
    """Return samples and rate once the file is whole: saving is racy (B5).

    Raises:
        TimeoutError: the file is not there, or is no sound, after `limit_s` seconds.
    """
    size, until = -1, time.monotonic() + limit_s
    while time.monotonic() < until:
        now = path.stat().st_size if path.exists() else 0
        if now > 44 and now == size:
            with contextlib.suppress(wave.Error, EOFError), wave.open(str(path), "rb") as file:
                frames = file.readframes(file.getnframes())
                step = file.getsampwidth() * file.getnchannels()
                if frames and step and len(frames) == file.getnframes() * step:
                    return _mono(frames, file.getsampwidth(), file.getnchannels()), (
                        file.getframerate()
                    )
        size = now
        time.sleep(0.01)
    raise TimeoutError("the speech synthesis wrote no sound")


def _mono(frames: bytes, width: int, channels: int) -> Samples:
    if width != 2:
        raise wave.Error("16-bit samples are needed")
    samples = np.frombuffer(frames, dtype="<i2").astype(np.float32) / np.float32(32768)
    return samples[::channels]


def _text(value: object) -> str:
    return value.decode("utf-8", "ignore") if isinstance(value, bytes) else str(value)


def _install() -> str:
    return INSTALL.get(sys.platform, INSTALL["linux"])
