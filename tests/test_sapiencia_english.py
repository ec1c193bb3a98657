"""Sapiencia in English has no deck: printed cards are stated by voice, and the host says so."""

from __future__ import annotations

import pytest

from host.evening import EveningError
from host.guion import parse
from host.rehearsal import play_as_text

HEAD = "---\ngame: sapiencia\nlanguage: en\nseats: [Ana, Luis]\n{more}---\n"
LED = "Ana: Hypatia, country, Egypt, contributions, five\n"


def test_the_host_says_what_to_do_and_cards_are_played_by_stating_them() -> None:
    result = play_as_text(parse(HEAD.format(more="") + LED + "Luis: Zewail, Egypt, six\n", "t"))
    said = [sound.line for _, sound in result.said]
    assert said.index("sapiencia-opening-no-deck") < said.index("sapiencia-opening-no-deck-play")
    kinds = [event["kind"] for event in result.events]
    assert "discarded" in kinds or result.outcome["counts"]["Luis"] == 2, kinds
    told = " / ".join(sound.text for _, sound in result.said)
    assert "Category country: Egypt." in told
    assert "Zewail: contributions, six." in told


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Curie, profession, chemistry, nobel prizes, two", "chemistry"),
        ("Newton, country, England, contributions, five", "England"),
        ("Turing, period, twentieth century, contributions, four", "twentieth century"),
        ("Ada Lovelace, gender, woman, contributions, four", "woman"),
        ("Fleming, uses, health, contributions, five", "health"),
    ],
)
def test_every_category_has_values_that_printed_cards_have(words: str, value: str) -> None:
    result = play_as_text(parse(HEAD.format(more="") + f"Ana: {words}\n", "t"))
    assert result.outcome["required"] == value


def test_cards_of_a_guions_own_are_cards() -> None:
    own = "setup:\n  cards:\n    - {id: hypatia, name: Hypatia, country: Egypt, contributions: 5}\n"
    result = play_as_text(parse(HEAD.format(more=own) + LED, "t"))
    assert "sapiencia-opening-no-deck" not in [sound.line for _, sound in result.said]


def test_without_a_deck_the_host_cannot_deal_and_says_what_to_do_instead() -> None:
    with pytest.raises(EveningError, match=r"no deck of Sapiencia in English.*printed cards"):
        play_as_text(parse(HEAD.format(more="rules: {hands: known}\n") + LED, "t"))
