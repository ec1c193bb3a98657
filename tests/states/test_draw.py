"""Wizard's draw for dealer and its trump, as a newcomer hears of them and says them."""

from __future__ import annotations

import pytest
from still_room import Sitting, ids, text
from walk import walk

WORDS = {
    "es": ("que saque carta cada cual", "un as", "as de picas", "reparte Eva", "ayuda"),
    "en": ("draw a card each", "an ace", "ace of spades", "Eva deals", "help"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_draw_is_said_as_it_is_offered_and_the_trump_is_asked_for(language: str) -> None:
    places = [p for p in walk("wizard", language)[0] if p.expectation.phase == "dealer"]
    place = next(p for p in places if p.expectation.asked is None)
    each, rank, card, deals, for_help = WORDS[language]
    sitting = Sitting(place)
    assert each in text(sitting.opened)
    assert ids(sitting.hear(each, speaker=None)) == ["wizard-ask-draw"]
    assert sitting.session.expectation.asked == "Ana"
    assert "wizard-refuse-no_suit" in ids(sitting.hear(rank, speaker=None))
    sitting.hear(card, speaker=None)
    assert sitting.session.expectation.asked == "Luis"
    assert "wizard-refuse-already_done" in ids(sitting.hear(each, speaker=None))
    said = ids(sitting.hear(deals, speaker=None))
    assert said.index("wizard-round") < said.index("wizard-trump-tell") < len(said) - 1
    assert "wizard-help-aside-suit" in ids(sitting.hear(for_help))
