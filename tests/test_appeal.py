"""«Protesto»: a judged answer is heard again by the second ear, and both readings are told."""

from __future__ import annotations

import numpy as np
import pytest

from host.ears.base import RATE, Samples, Written
from host.ears.pair import PairEar
from host.ears.scripted import ScriptedEar
from host.ears.segments import Segment
from host.guion import Happens, parse
from host.mouth.silent import SilentVoice
from host.rehearsal import Result, play
from host.room.virtual import VirtualRoom

GUION = """---
game: iknow
language: {language}
seats: [Ana, Luis]
rules: {{bets: optional}}
setup:
  category: people
  cards:
    - id: hipatia
      category: people
      question: ¿Qué sabia enseñaba matemáticas en Alejandría?
      clues: [Murió hacia cuatrocientos quince., Comentó a Diofanto., Empieza por hache.]
      answer: Hipatia
      reject: [Cleopatra]
---
Ana: {three}
Luis: {one}
Ana: {none}
Luis: {none}
Ana: {it_is} Cleopatra
{before}Luis: {it_is} Hipatia
{after}
"""
WORDS = {
    "es": {"three": "tres puntos", "one": "un punto", "none": "no apuesto", "it_is": "es"},
    "en": {"three": "three", "one": "one", "none": "no bet", "it_is": "it is"},
}


class Second:
    """A second ear that makes nothing of the sound until it is told what to hear."""

    name = "second"

    def __init__(self) -> None:
        self.words = ""
        self.given: list[Samples] = []

    def again(self, segment: Segment) -> Written:
        """Return the words for any sound."""
        self.given.append(segment.samples)
        return Written(self.words, 0.9)

    def close(self) -> None:
        """Nothing is open."""


def played(
    after: str = "",
    *,
    before: str = "",
    second: Second | None = None,
    again: str = "",
    language: str = "es",
) -> tuple[Result, list[tuple[str, str]]]:
    """Play a round with a protest; return it, and line and text of all that the host said.

    Args:
        after: what is said after the reveal; before: what before the last answer.
        again: what the second ear hears once somebody protests.
    """
    first = ScriptedEar(language)
    room = VirtualRoom(PairEar(first, second) if second else first, echo_db=None, seed=3)
    beep = (0.1 * np.sin(np.arange(RATE // 2) * 0.1)).astype(np.float32)

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        if "protest" in words and second is not None:
            second.words = again
        start, end = room.speak(beep, RATE, onset)
        first.say(words, start, end, speaker=who)
        return start, end

    def happen(step: Happens) -> None:
        raise AssertionError("nothing happens")

    text = GUION.format(language=language, before=before, after=after, **WORDS[language])
    result = play(
        parse(text, "appeal"),
        room=room,
        voice=SilentVoice(language),
        speak=speak,
        happen=happen,
        mend=False,
    )
    return result, [(sound.line, sound.text) for _, sound in result.said]


def appeals(told: list[tuple[str, str]]) -> list[str]:
    """Return the lines of the appeal, in order."""
    return [line for line, _ in told if line.startswith("common-appeal")]


@pytest.mark.parametrize(
    ("language", "protest", "both"),
    [
        ("es", "Ana: protesto", "De Ana entendí «es Cleopatra»; otra vez, «Hipatia»."),
        ("en", "Ana: I protest", "From Ana I understood “it is Cleopatra”; again, “Hipatia”."),
    ],
)
def test_both_readings_are_told_and_the_verdict_stands(
    language: str, protest: str, both: str
) -> None:
    second = Second()
    result, told = played(protest, second=second, again="Hipatia.", language=language)
    assert appeals(told) == ["common-appeal-again", "common-appeal-both", "common-appeal-right"]
    assert dict(told)["common-appeal-both"] == both
    assert "iknow-protest-after" in dict(told)
    # What it was given is what was said: half a second of speech with a little around it.
    assert 0.4 < len(second.given[-1]) / RATE < 3.0
    assert float(np.abs(second.given[-1]).max()) > 0.01
    assert result.outcome["points"] == played(language=language)[0].outcome["points"]


def test_the_same_reading_twice_is_told_as_such() -> None:
    _, told = played("Ana: protesto", second=Second(), again="¡Es Cleopatra!")
    assert appeals(told) == ["common-appeal-again", "common-appeal-same"]


def test_without_a_second_ear_the_one_reading_is_told() -> None:
    _, told = played("Ana: protesto")
    assert appeals(told) == ["common-appeal-once"]


def test_one_hears_their_own_answer_and_who_gave_none_those_that_were_wrong() -> None:
    _, own = played("Luis: protesto")
    assert dict(own)["common-appeal-once"].startswith("De Luis")
    _, stranger = played("?: Tertulia, protesto")
    assert dict(stranger)["common-appeal-once"].startswith("De Ana")


def test_D22_before_the_reveal_no_answer_is_told() -> None:
    _, told = played(before="Ana: Tertulia, protesto\n")
    reveal = [line for line, _ in told].index("iknow-answer")
    assert "iknow-protest" in [line for line, _ in told[:reveal]]
    assert appeals(told) == []


def test_recordings_are_gone_with_the_next_accepted_act() -> None:
    second = Second()
    _, told = played("Luis: mundo\nAna: protesto", second=second, again="Hipatia")
    assert appeals(told) == ["common-appeal-once"]
