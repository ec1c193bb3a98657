"""The host's usual voice, as the settings have it."""

from __future__ import annotations

from host.mouth.ahead import AheadVoice
from host.mouth.base import Voice
from host.mouth.language import read_language
from host.mouth.lines import LINES
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.mouth.tuned import ACCENTS, TunedVoice
from host.settings import Settings


def spoken_voice(
    language: str, settings: Settings | None = None, *, region: str = ""
) -> TunedVoice:
    """Return the system's voice of a language; it can be tuned while it speaks.

    Args:
        language: what is spoken.
        settings: as the table has them.
        region: whose accent it has where the settings name no voice: a region or a locale.
    """
    chosen = settings or Settings()
    usual = read_language(LINES / language).voice(region) if region else ""

    def make(accent: str, pace: int) -> Voice:
        wanted = ACCENTS.get(accent) if language == "es" else None
        return AheadVoice(Pyttsx3Voice(language, rate=pace, wanted=wanted))

    return TunedVoice(
        make,
        accent=str(chosen["voice"]) or usual,
        pace=int(chosen["pace"]),
        loudness_db=float(chosen["loudness"]),
    )
