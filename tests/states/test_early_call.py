"""A call before there is anything to call for: it is always answered (A14, A19)."""

from __future__ import annotations

import pytest
from still_room import Sitting, ids, text
from walk import Place, walk

from host.mouth.lines import LANGUAGES

ASKED = [
    place
    for language in LANGUAGES
    for place in walk("sapiencia", language)[0]
    if place.expectation.asked and place.expectation.phase in ("talk", "play", "draw")
]
WORD = {"es": "sapiencia", "en": "Sapiencia"}


@pytest.mark.parametrize("place", ASKED, ids=lambda p: p.name)
def test_a_typed_call_without_a_window_is_answered_by_what_it_may_still_be(place: Place) -> None:
    sitting = Sitting(place)
    state, asked = sitting.session.state, str(sitting.session.expectation.asked)
    said = sitting.hear(WORD[place.language], ear="typed")
    if state.counts[asked] > 2:
        assert ids(said)[0] in ("sapiencia-false-count", "sapiencia-not-yet")
        assert sitting.session.state.counts == state.counts
    else:
        assert ids(said) == ["sapiencia-call-early"]
        assert asked in text(said)
        assert sitting.session.state is state
        # Spoken: the act follows in a breath, and a short sound is in nobody's way.
        assert ids(Sitting(place).hear(WORD[place.language])) == ["tone-heard"]


def test_both_kinds_of_states_are_walked() -> None:
    few = [Sitting(p).session.state.counts[str(p.expectation.asked)] <= 2 for p in ASKED]
    assert any(few)
    assert not all(few)
