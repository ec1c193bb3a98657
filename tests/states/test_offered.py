"""What the host offers between quotation marks is understood where it offers it."""

from __future__ import annotations

import re

import pytest
from still_room import Sitting, interpreter, text
from test_states import ASKING, SAY
from walk import Place

from host.understanding.interpret import Meant, Unsure

WIZARD = [place for place in ASKING if place.game == "wizard"]
QUOTED = re.compile("«([^»]+)»|“([^”]+)”")


def offered(said: str) -> list[str]:
    """Return the phrases in quotation marks."""
    return [a or b for a, b in QUOTED.findall(said)]


def told_at(place: Place) -> str:
    """Return all that the host says of its own accord at a place: question, help, prompts."""
    asked = Sitting(place)
    said = text(asked.opened)
    if not place.expectation.free_speech:
        for _ in range(3):
            said += text(asked.hear("bzrk fnord wubble"))
    said += text(Sitting(place).hear(SAY["help"][place.language][0]))
    silent = Sitting(place)
    if silent.session.expectation.silence_s is None:
        for _ in range(5):
            said += text(silent.quiet(3000.0))
    return said


@pytest.mark.parametrize("place", WIZARD, ids=lambda p: p.name)
def test_what_is_offered_is_understood(place: Place) -> None:
    now = Sitting(place).session.expectation
    possible = {option.act for option in now.options}
    for words in dict.fromkeys(offered(told_at(place))):
        reading = interpreter(place).interpret(words, now)
        assert isinstance(reading, Meant | Unsure), f"«{words}» is offered and means nothing"
        act = reading.acts[0] if isinstance(reading, Meant) else reading.best
        said = act.act.startswith("cmd_") or act.act in possible
        assert said or act.act in interpreter(place).phrasebook.always, words
