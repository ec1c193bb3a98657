"""What is told of a game so that a newcomer can follow it, and so that a mishearing is noticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_remedies import QUIZ, said, texts, wizard

from host.guion import parse
from host.mouth.lines import LANGUAGES
from host.rehearsal import Result, play_as_text

LINES = Path(__file__).resolve().parents[1] / "host" / "mouth" / "lines"


def compact(lines: str, head: str = QUIZ) -> Result:
    """Play a round as it is told from the second on."""
    return play_as_text(parse(f"{head}---\nAna: habla lo justo\n{lines}", "t"))


PLACED = "Ana: tres\nBerta: dos\nCarlos: uno\nDiego: tres, segundo\n"


def test_what_was_placed_and_bet_is_told_once_for_all_with_who_does_not_bet() -> None:
    """A «paso» that nobody said, or a bet that was heard as one, is noticed before it counts."""
    result = compact(PLACED + "Ana: más Berta\nDiego: no apuesto\nBerta: menos Ana\nCarlos: paso\n")
    assert "iknow-placed" not in said(result)
    assert "Fichas puestas: Ana en tres, Diego en tres, Berta en dos y Carlos en uno." in texts(
        result
    )
    told = "Apuestas: Ana más Berta, Berta menos Ana, Diego nada y Carlos nada."
    assert told in texts(result)
    order = said(result)
    assert order.index("iknow-bets-all") < order.index("iknow-clue")


def test_where_nobody_bets_that_is_told() -> None:
    none = "Ana: no apuesto\nDiego: paso\nBerta: paso\nCarlos: paso\n"
    assert "Nadie apuesta." in texts(compact(PLACED + none))


def test_tricks_told_at_the_end_of_a_round_are_told_once_for_all() -> None:
    bids = "Ana: una\nLuis: una\nEva: cero\n"
    result = wizard(
        f"{bids}?: Ana dos\nLuis: cero\nEva: una\n",
        rules="keep: score, rounds: 5",
        setup="dealer: Eva, round: 3",
    )
    assert "Hechas: Ana dos, Luis cero y Eva una." in texts(result)
    order = said(result)
    assert order.index("wizard-taken-all") < order.index("wizard-row-bare-short")


def test_a_vote_names_who_votes_and_why_nobody_else_does() -> None:
    bets = "Ana: más Berta\nDiego: no apuesto\nBerta: no apuesto\nCarlos: menos Berta\n"
    answers = "Ana: paso\nDiego: paso\nBerta: Pepito\nCarlos: paso\n"
    result = compact(f"{PLACED}{bets}{answers}?: la de Berta era correcta\n?: no\n")
    assert "Vota quien no apostó ni por Berta ni en contra: Diego." in texts(result)


def test_where_nobody_may_vote_the_reason_is_told() -> None:
    head = QUIZ.replace("[Ana, Berta, Carlos, Diego]", "[Ana, Berta, Carlos]")
    bets = "Ana: más Berta\nBerta: no apuesto\nCarlos: menos Berta\n"
    lines = (
        "Ana: tres\nBerta: dos\nCarlos: uno\n" + bets + "Ana: paso\nBerta: Pepito\nCarlos: paso\n"
    )
    result = compact(f"{lines}?: la de Berta era correcta\n?: no\n", head)
    assert "Todo el mundo apostó sobre eso: nadie vota, y la de Berta vale." in texts(result)


def test_who_chooses_a_level_first_is_told_at_the_start() -> None:
    told = "Empieza eligiendo nivel Ana; en cada ronda, quien sigue hacia la izquierda."
    assert told in texts(compact(""))
    alone = QUIZ.replace("[Ana, Berta, Carlos, Diego]", "[Ana]")
    assert "iknow-opening-first" not in said(compact("", alone))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_won_is_a_point_and_what_is_placed_a_token(language: str) -> None:
    """Of «ficha» and «punto» each is one thing."""
    text = (LINES / language / "iknow.ftl").read_text(encoding="utf-8")
    won = {
        "es": r"(?:gana|cuesta|empieza con|por acertar|dos|tres)[^.\n]{0,12}fichas?\b",
        "en": r"\bchips?\b(?!s? ->)(?! \})",
    }[language]
    spoken = [line.split("=", 1)[-1] for line in text.splitlines() if not line.startswith("#")]
    words = [re.sub(r"\{[^}]*\}|\$chips ->", "", line) for line in spoken]
    assert not [line for line in words if re.search(won, line)]


@pytest.mark.parametrize("word", ["Curiosidad: ", "Did you know? "])
def test_a_fact_is_announced_as_one(word: str) -> None:
    language = "es" if word.startswith("C") else "en"
    text = (LINES / language / "iknow.ftl").read_text(encoding="utf-8")
    assert f"iknow-fact = {word}{{ $fact }}" in text
