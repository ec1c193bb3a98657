"""What the host offers between quotation marks is understood where it offers it."""

from __future__ import annotations

import re

import pytest
from still_room import Sitting, ids, interpreter, text
from test_states import ASKING, SAY
from walk import HOUSES, Place

from host.mouth.lines import LANGUAGES
from host.understanding.interpret import Meant, Unsure

QUOTED = re.compile("«([^»]+)»|“([^”]+)”")

QUOTES_A_PLAYER = frozenset({"iknow-replay-said"})
"""Lines that tell what somebody said: it is quoted, and not offered."""

OF_HANDS = frozenset({"card_not_held", "must_play"})
"""Refusals where the host knows the hands: what it offers must not tell what anybody holds."""

NO_ANSWER = frozenset({"common-not-understood", "common-not-here", "common-overlap"})
"""Lines that say that nothing came of what was said."""


def offered(said: str) -> list[str]:
    """Return the phrases in quotation marks."""
    return [a or b for a, b in QUOTED.findall(said)]


def told_at(place: Place) -> str:
    """Return all that the host says of its own accord at a place: question, help, prompts."""
    asked = Sitting(place)
    said = list(asked.opened)
    if not place.expectation.free_speech:
        for _ in range(3):
            said += asked.hear("bzrk fnord wubble")
    said += Sitting(place).hear(SAY["help"][place.language][0])
    silent = Sitting(place)
    if silent.session.expectation.silence_s is None:
        for _ in range(5):
            said += silent.quiet(3000.0)
    return text([sound for sound in said if sound.line not in QUOTES_A_PLAYER])


def test_all_three_games_are_asked_in_both_languages() -> None:
    assert {(p.game, p.language) for p in ASKING} >= {
        (game, language) for game in HOUSES for language in LANGUAGES
    }


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_what_is_offered_is_accepted_where_it_is_offered(place: Place) -> None:
    for words in dict.fromkeys(offered(told_at(place))):
        sitting = Sitting(place)
        now = sitting.session.expectation
        reading = interpreter(place).interpret(words, now)
        assert isinstance(reading, Meant | Unsure), f"«{words}» is offered and means nothing"
        act = reading.acts[0] if isinstance(reading, Meant) else reading.best
        possible = {option.act for option in now.options} | interpreter(place).phrasebook.always
        assert act.act.startswith("cmd_") or act.act in possible, words
        # Who is waited for comes back; nobody else can say «ya volví».
        away = next((o.slots["seat"][0] for o in now.options if o.act == "back"), "")
        said = ids(sitting.hear(words, speaker=away))
        # «Deshacer» is offered always, also where nothing was done.
        hidden = OF_HANDS if place.rules.get("hands") == "known" else frozenset()
        assert set(sitting.table.refusals) <= {"nothing_to_undo", *hidden}, f"«{words}»: {said}"
        assert not NO_ANSWER & set(said), f"«{words}»: {said}"
