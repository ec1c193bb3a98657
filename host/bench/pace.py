"""How long a round of iKNOW takes: utterances and words, full and compact (D5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.demo import sample_guion
from host.rehearsal import play_as_text
from host.settings import DEFAULTS, Settings
from host.table_manners import Manner

WORDS_A_MINUTE = 165
"""The pace of the host's voice, and of players who answer."""

PLAYERS = 5

_OPENING = "iknow-opening"
_LAST = "iknow-leader"


@dataclass(frozen=True, slots=True)
class Pace:
    """What is said in one round, from the choice of the category to the new score.

    Attributes:
        speech: ``full`` or ``compact``.
        host_utterances: lines that the host says, tones apart.
    """

    speech: str
    host_utterances: int
    host_words: int
    player_utterances: int
    player_words: int

    def minutes(self, delay_s: float) -> float:
        """Return how long the round takes.

        Args:
            delay_s: seconds from the end of a player's speech to the host's answer.
        """
        words = self.host_words + self.player_words
        return words / WORDS_A_MINUTE + self.player_utterances * delay_s / 60.0


def measure(language: str, speech: Literal["full", "compact"], *, seed: int) -> Pace:
    """Play one round with five players as text, and count."""
    guion = sample_guion(seed, language, players=PLAYERS, commands=0)
    manner = Manner(Settings({**DEFAULTS, "speech": speech}))
    result = play_as_text(guion, manner=manner)
    said = [s for _, s in result.said if s.text and not s.line.startswith(_OPENING)]
    last = max(n for n, sound in enumerate(said) if sound.line.startswith(_LAST))
    said = said[: last + 1]
    return Pace(
        speech,
        len(said),
        sum(len(sound.text.split()) for sound in said),
        len(result.spoken),
        sum(len(line.words.split()) for line in result.spoken),
    )
