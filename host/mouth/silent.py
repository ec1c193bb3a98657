"""A voice without sound, for rooms without sound: fifteen characters a second."""

from __future__ import annotations

from host.mouth.base import Speech

CHARACTERS_A_SECOND = 15.0
LEAST_S = 0.3

USUAL_PACE = 165
"""Words a minute at which fifteen characters a second are spoken."""


def spoken_seconds(text: str) -> float:
    """Return how long a text takes where there is no sound (design.md section 6)."""
    return max(LEAST_S, len(text) / CHARACTERS_A_SECOND)


class SilentVoice:
    """Renders silence as long as the text would take to say."""

    name = "silent"

    def __init__(self, language: str, pace: int = USUAL_PACE) -> None:
        """Speak `language` at a pace in words a minute."""
        self.language = language
        self._slower = USUAL_PACE / pace

    def render(self, text: str) -> Speech:
        """Return silence of the text's length."""
        return Speech.silence(spoken_seconds(text) * self._slower)

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""
