"""Kokoro: natural voices, for the players of a rehearsal and for lines rendered ahead."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.mouth.base import NOTHING_S, Speech, VoiceError, sayable, trim_silence
from host.mouth.worker import Render, VoiceProcess

CODES: Mapping[str, str] = {"es": "es", "en": "en-us"}
"""What espeak, which makes Kokoro's phonemes, calls a language."""

SLOWEST, FASTEST = 0.5, 2.0
"""Range of speeds that Kokoro takes; 1 is natural."""

CHARACTER_LIMIT_S = 0.5
"""Time allowed for each character; Kokoro takes 0.05 on two free cores, 0.3 on busy ones."""

INSTALL = "run: pip install 'tertulia[speech]'"
CHECK = "run: tertulia models check"


class KokoroStudio:
    """One process with one model, for any number of voices."""

    def __init__(self, model: Path, voices: Path, *, language: str = "es") -> None:
        """Prepare; the model is loaded with the first line.

        Args:
            model: the ``.onnx`` file.
            voices: the file of style vectors, ``.npz`` or ``.bin``.
            language: a plain tag, «es» or «en».

        Raises:
            VoiceError: a file is missing, or Kokoro has no such language.
        """
        for path, name in ((model, "kokoro"), (voices, "kokoro-voices-ja")):
            if not path.is_file() or path.stat().st_size == 0:
                raise VoiceError(f"{path} is missing; run: tertulia models pull {name}")
        if language not in CODES:
            raise VoiceError(
                f"Kokoro does not speak {language} here; choose one of: {', '.join(CODES)}."
            )
        self.language = language
        self._files = (model, voices)
        self._digest = ""
        self._process = VoiceProcess(
            "host.mouth.kokoro_voice:make_renderer",
            {"model": str(model), "voices": str(voices), "code": CODES[language]},
            character_limit_s=CHARACTER_LIMIT_S,
            remedy=CHECK,
        )

    @property
    def digest(self) -> str:
        """The sha256 of model and voices together, taken once."""
        if not self._digest:
            whole = hashlib.sha256()
            for path in self._files:
                with path.open("rb") as file:
                    whole.update(hashlib.file_digest(file, "sha256").digest())
            self._digest = whole.hexdigest()
        return self._digest

    def voice(self, name: str | Mapping[str, float], speed: float = 1.0) -> KokoroVoice:
        """Return one voice, or a blend of voices by weight.

        Raises:
            VoiceError: the weights or the speed make no voice.
        """
        blend = {name: 1.0} if isinstance(name, str) else dict(name)
        if (
            not blend
            or not all(math.isfinite(w) and w >= 0 for w in blend.values())
            or sum(blend.values()) <= 0
        ):
            raise VoiceError(f"The weights of the voice {blend} must be positive.")
        if not SLOWEST <= speed <= FASTEST:
            raise VoiceError(f"The speed {speed:g} is not from {SLOWEST:g} to {FASTEST:g}.")
        return KokoroVoice(self, blend, speed)

    def render(self, text: str, blend: Mapping[str, float], speed: float) -> Speech:
        """Return the text in a blend of voices; raise `VoiceError` if it cannot be said."""
        words = sayable(text)
        if not words:
            return Speech.silence(NOTHING_S)
        return trim_silence(self._process.render(words, blend=dict(blend), speed=speed))

    def close(self) -> None:
        """End the process."""
        self._process.close()


class KokoroVoice:
    """A `Voice` of a studio."""

    def __init__(self, studio: KokoroStudio, blend: Mapping[str, float], speed: float) -> None:
        """Speak with a blend of voices at a speed (1 is natural)."""
        self._studio = studio
        self._blend = dict(blend)
        self._speed = speed
        self.name = "kokoro:" + "+".join(f"{k}*{v:g}" for k, v in sorted(self._blend.items()))
        self.language = studio.language

    @property
    def identity(self) -> str:
        """What decides how a text sounds; the key of a cache on disk."""
        return f"{self._studio.digest} {self.language} {self.name} {self._speed:g}"

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if it cannot be said."""
        return self._studio.render(text, self._blend, self._speed)

    def close(self) -> None:
        """Leave the process to the studio."""


# ---------------------------------------------------------------------- inside the child


def make_renderer(settings: Mapping[str, Any]) -> Render:
    """Return the renderer of the child process; raise `VoiceError` if Kokoro is missing."""
    try:
        from kokoro_onnx import Kokoro
    except ImportError as error:
        raise VoiceError(f"Kokoro is not installed; {INSTALL}") from error
    kokoro: Any = Kokoro(settings["model"], settings["voices"])
    code = str(settings["code"])
    known = sorted(kokoro.voices.files)

    def render(text: str, options: Mapping[str, Any]) -> tuple[Any, int]:
        blend: Mapping[str, float] = options["blend"]
        for name in blend:
            if name not in known:
                raise VoiceError(
                    f"Kokoro has no voice {name!r} in {Path(settings['voices']).name}; "
                    f"choose from: {', '.join(known)}."
                )
        total = sum(blend.values())
        style = sum(kokoro.get_voice_style(name) * (w / total) for name, w in blend.items())
        samples, rate = kokoro.create(text, voice=style, speed=options["speed"], lang=code)
        return samples, int(rate)

    return render
