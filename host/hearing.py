"""Which ear hears: opened by name, with one sentence where it cannot be."""

from __future__ import annotations

from pathlib import Path

from host.ears.activity import EarError
from host.ears.base import Ear
from host.ears.whisper import WhisperEar
from host.models import installed, models_home, not_installed

OWN = "es-mesa"
"""The Spanish model that comes with the program."""

BOTH = "es-mesa+whisper"
"""Our own model, and Whisper for what it doubts and for quiz answers."""

EARS: tuple[str, ...] = (
    OWN,
    BOTH,
    "whisper",
    "vosk-es-small",
    "vosk-es",
    "vosk-en-small",
    "vosk-en",
)
"""Ears that can be asked for by name, besides the keyboard."""


def default_ear(language: str, models: Path | None = None) -> str:
    """Return the ear for a language: our own for Spanish, else what is installed, else Whisper.

    Where Whisper is installed it is the second ear beside our own.
    """
    home = models_home(models)
    if language == "es":
        from host.ears.mesa import mesa_folder

        if mesa_folder() is not None:
            return OWN if installed("whisper-base", home) is None else BOTH
    for name in (f"vosk-{language}-small", f"vosk-{language}"):
        if installed(name, home) is not None:
            return name
    return "whisper"


def check_ear(name: str, language: str, models: Path | None = None) -> None:
    """Raise EarError if an ear cannot be had: no such ear, not its language, no model.

    Nothing is loaded, so it answers at once.
    """
    if name not in EARS:
        raise EarError(f"--ear {name}: there is no such ear; choose one of {', '.join(EARS)}.")
    if name in (OWN, BOTH) and language != "es":
        raise EarError(f"The ear es-mesa hears Spanish, not {language}; use --ear whisper.")
    home = models_home(models)
    for model in {OWN: (), BOTH: ("whisper-base",), "whisper": ("whisper-base",)}.get(
        name, (name,)
    ):
        if installed(model, home) is None:
            raise EarError(not_installed(model, home))


def open_ear(name: str, language: str, models: Path | None = None) -> Ear:
    """Load an ear.

    Args:
        name: one of `EARS`.
        language: ``es`` or ``en``.
        models: the folder of installed models, or None for the user's.

    Raises:
        EarError: there is no such ear, or its model or a library is missing.
    """
    check_ear(name, language, models)
    if name == BOTH:
        from host.ears.pair import PairEar

        first = open_ear(OWN, language, models)
        second = open_ear("whisper", language, models)
        assert isinstance(second, WhisperEar)
        return PairEar(first, second)
    if name == OWN:
        from host.ears.mesa import mesa_folder
        from host.ears.vosk_ear import VoskEar
        from host.ears.vosk_sources import StaticGraphs

        base = mesa_folder()
        if base is None:
            raise EarError("The model es-mesa is missing; install tertulia again.")
        return VoskEar(StaticGraphs(base, language), language)
    home = models_home(models)
    folder = installed("whisper-base" if name == "whisper" else name, home)
    assert folder is not None
    if name == "whisper":
        return WhisperEar(folder, language)
    from host.ears.vosk_ear import VoskEar
    from host.ears.vosk_sources import RuntimeGrammar

    return VoskEar(RuntimeGrammar(folder, language, name), language)
