"""`bench answers`: the jury judges as the table does, and what is missing is one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host.bench.answers import SEATS, Jury
from host.commands.bench import app
from host.ears.base import Heard
from host.models import installed
from host.mouth.lines import Lines
from host.opening import Order, open_box
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook
from host.understanding.text import normalise


@pytest.fixture(scope="module")
def jury() -> Jury:
    return Jury("es")


def heard(words: str, *also: str) -> list[Heard]:
    return [Heard(words, 1.0, 2.0, onset_uncertainty=0.2, ear="x", also=also)]


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (heard("es Beethoven"), "right"),
        (heard("Mozart"), "wrong"),
        (heard("Mozart", "Beethoven"), "unsure"),
        (heard(""), "nothing"),
        ([], "nothing"),
        (heard("paso"), "command"),
    ],
)
def test_an_answer_is_judged_as_at_the_table(jury: Jury, said: list[Heard], verdict: str) -> None:
    assert jury.verdict(said, jury.cards["beethoven"]) == verdict


def test_an_answer_of_another_card_is_told(jury: Jury) -> None:
    beethoven = jury.cards["beethoven"]
    assert jury.also_right_for(heard("Beethoven"), beethoven) == []
    assert jury.also_right_for(heard("Frida Kahlo"), beethoven) == ["frida-kahlo"]


def test_the_ear_is_told_the_same_for_every_card_of_a_category(jury: Jury) -> None:
    told = jury.spellings("people")
    assert {"beethoven", "frida kahlo", "diego rivera", "paso"} <= set(told)
    assert "el aconcagua" not in told
    for card in jury.cards.values():
        if card.category == "people":
            assert normalise(card.answer) in told


def test_what_is_listened_for_does_not_tell_the_card() -> None:
    opened = open_box("iknow", Order(SEATS, {}, {}, "es", "test", (), Lines("es")))
    interpreter = Interpreter(Phrasebook("es", "iknow", opened.words), SEATS)
    blank = opened.game.blank()
    spelled = {
        interpreter.spellings(
            opened.game.expectation(
                replace(
                    blank,
                    phase="answer",
                    category="people",
                    card=card,
                    order=SEATS,
                    squares={"Ana": 1, "Luis": 3},
                    clue=3,
                )
            )
        )
        for card in ("beethoven", "frida-kahlo", "sor-juana")
    }
    (phrases,) = spelled
    assert {"beethoven", "frida kahlo", "sor juana"} <= set(phrases)


def test_models_that_are_not_there_are_named_with_their_command(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["answers", "--models", str(tmp_path)])
    assert ran.exit_code == 3
    assert "tertulia models pull kokoro" in ran.output


def test_voices_that_are_not_there_are_bad_use(tmp_path: Path) -> None:
    for name in ("kokoro", "kokoro-voices-ja"):
        if installed(name) is None:
            pytest.skip(f"{name} is not in TERTULIA_MODELS; run: tertulia models pull {name}")
    for bad, sentence in (
        (["--voices", str(tmp_path)], "no hay ninguna voz dentro"),
        (["--voice", "nadie"], "'nadie'"),
    ):
        ran = CliRunner().invoke(app, ["answers", "--every", "400", "--ear", "es-mesa", *bad])
        assert ran.exit_code == 2
        assert sentence in ran.output
