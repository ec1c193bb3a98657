"""Kokoro: natural voices, for the players of a rehearsal and for lines rendered ahead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.mouth.base import Speech, VoiceError, trim_silence
from host.mouth.worker import VoiceProcess

_CODES = {"es": "es", "en": "en-us"}


class KokoroStudio:
    """One process with one model, for any number of voices."""

    def __init__(self, model: Path, voices: Path, *, language: str = "es") -> None:
        """Prepare; the model is loaded with the first line.

        Raises:
            VoiceError: a file is missing.
        """
        for path in (model, voices):
            if not path.is_file() or path.stat().st_size == 0:
                raise VoiceError(f"{path} is missing; run: tertulia models pull kokoro")
        self.language = language
        self._process = VoiceProcess(
            "host.mouth.kokoro_voice:make_renderer",
            {"model": str(model), "voices": str(voices), "language": language},
        )

    def voice(self, name: str | Mapping[str, float], speed: float = 1.0) -> KokoroVoice:
        """Return one voice, or a blend of voices by weight."""
        blend = {name: 1.0} if isinstance(name, str) else dict(name)
        return KokoroVoice(self, blend, speed)

    def render(self, text: str, blend: Mapping[str, float], speed: float) -> Speech:
        """Return the text in a blend of voices."""
        return trim_silence(self._process.render(text, blend=dict(blend), speed=speed))

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

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if it cannot be said."""
        if not text.strip():
            return Speech.silence(0.05)
        return self._studio.render(text, self._blend, self._speed)

    def close(self) -> None:
        """Leave the process to the studio."""


def make_renderer(settings: Mapping[str, Any]) -> Any:
    """Return the renderer of the child process."""
    try:
        from kokoro_onnx import Kokoro
    except ImportError as error:
        raise VoiceError("Kokoro is not installed; run: pip install 'tertulia[speech]'") from error
    kokoro = Kokoro(settings["model"], settings["voices"])
    code = _CODES.get(str(settings["language"]), "es")

    def render(text: str, options: Mapping[str, Any]) -> tuple[Any, int]:
        blend = options["blend"]
        total = sum(blend.values())
        style = sum(kokoro.get_voice_style(name) * (w / total) for name, w in blend.items())
        samples, rate = kokoro.create(text, voice=style, speed=options["speed"], lang=code)
        return samples, int(rate)

    return render
