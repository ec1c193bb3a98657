"""A table that is gone on with says where it stood, in every state of every game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from still_room import Sitting, ids, text
from walk import HOUSES, Place, walk

from host.mouth.lines import LANGUAGES

PLACES = [p for language in LANGUAGES for game in HOUSES for p in walk(game, language)[0]]


@pytest.mark.parametrize("place", PLACES, ids=lambda p: p.name)
def test_it_says_where_it_stood_and_who_is_asked(place: Place) -> None:
    sitting = Sitting(place)
    assert ids(sitting.opened)[0].startswith(f"{place.game}-resumed")
    expectation = sitting.session.expectation
    assert expectation.asked is None or expectation.asked in text(sitting.opened)
    if expectation.options and expectation.phase != "over":
        # It ends with what is asked, in words: nobody remembers what a short sound stood for.
        assert not ids(sitting.opened)[-1].startswith("tone-")
        assert "-resumed" not in ids(sitting.opened)[-1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", ("Íbamos por la primera pista", "segunda pista", "tercera pista")),
        ("en", ("We were at the first clue", "second clue", "third clue")),
    ],
)
def test_the_clue_is_named_and_question_and_clues_are_read_again(
    language: str, words: tuple[str, str, str]
) -> None:
    """«Íbamos por la segunda pista; contesta Luis»: nobody remembers it a day later."""
    place = next(p for p in walk("iknow", language)[0] if p.expectation.phase == "answer")
    sitting = Sitting(place)
    for clues, named in enumerate(words, start=1):
        state = replace(sitting.session.state, clue=4 - clues)
        told = sitting.table.teller.where_we_are(state)
        assert [say.id for say in told] == [
            "iknow-resumed-clue",
            "iknow-question",
            *["iknow-clue"] * clues,
        ]
        assert named in sitting.lines.say(told[0].id, **told[0].args)
    assert ids(sitting.opened)[-1].startswith("iknow-ask-answer")


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("me voy", "-sure-cmd_leave"),
        ("sigan sin Eva", "-sure-cmd_leave"),
        ("terminar", "-end-sure"),
    ],
)
@pytest.mark.parametrize("game", HOUSES)
def test_a_question_that_was_open_is_forgotten_and_nothing_came_of_it(
    game: str, words: str, asked: str
) -> None:
    """A yes to «Ana, ¿te vas?» or «¿Terminamos?» is one of that moment: another day it is none."""
    place = next(p for p in walk(game)[0] if p.expectation.asked and not p.expectation.silence_s)
    sitting = Sitting(place)
    before = sitting.session.state
    assert any(asked in line for line in ids(sitting.hear(words)))
    records = (*place.records, *sitting.session.journal.records)
    later = Sitting(replace(place, records=records))
    assert later.session.state == before
    assert not any(asked in line for line in ids(later.hear("sí")))
    assert later.session.state == before


TURN = {"es": "le toca a {}", "en": "it is {}’s turn"}


@pytest.mark.parametrize("place", PLACES, ids=lambda p: p.name)
def test_it_tells_the_standing_and_whose_turn_it_is_in_a_breath(place: Place) -> None:
    sitting = Sitting(place)
    state, asked = sitting.session.state, place.expectation.asked
    told = [s.text for s in sitting.opened if s.line.startswith("common-standing-")]
    values = state.counts if place.game == "sapiencia" else state.points
    played = place.game == "sapiencia" or len(set(values.values())) > 1
    below = place.game != "sapiencia" and min(values.values(), default=0) < 0
    if state.phase == "over" or getattr(state, "counts_hidden", False):
        assert not told
    elif played and (not below or max(values.values()) > 0):
        assert len(told) == 1
        assert ids(sitting.opened)[1].startswith("common-standing-")
        assert (TURN[place.language].format(asked) in told[0]) == (asked is not None)
        if below:
            assert "-" not in told[0]
            assert "menos" not in told[0]  # a total below zero is told on request (D6)
        else:
            assert all(seat in told[0] for seat in values)
        assert len(told[0].split()) <= 20


def test_a_table_that_stood_aside_for_a_name_hears_no_points_again() -> None:
    place = next(p for p in walk("sapiencia")[0] if p.expectation.phase == "talk")
    sitting = Sitting(place)
    sitting.table.reopen(another_day=False)
    assert not any(line.startswith("common-standing-") for line in ids(sitting.spoken()))
