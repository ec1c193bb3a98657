"""What mends a mishearing at the table, and what is asked about before it is done."""

from __future__ import annotations

from pathlib import Path

from host.guion import parse
from host.rehearsal import Result, play_as_text

GUIONES = Path(__file__).resolve().parent / "guiones"

QUIZ = (
    (GUIONES / "iknow" / "K-20.guion")
    .read_text(encoding="utf-8")
    .rsplit("---\n", 1)[0]
    .split("expect:")[0]
)

WIZARD = "---\ngame: wizard\nseats: [Ana, Luis, Eva]\nrules: {RULES}\nsetup: {SETUP}\n"


def quiz(lines: str) -> Result:
    return play_as_text(parse(QUIZ + "---\n" + lines, "t"))


def wizard(lines: str, rules: str = "rounds: 5", setup: str = "dealer: Eva, round: 3") -> Result:
    head = WIZARD.replace("RULES", rules).replace("SETUP", setup)
    return play_as_text(parse(head + "---\n" + lines, "t"))


def said(result: Result) -> list[str]:
    return [sound.line for _, sound in result.said]


def texts(result: Result) -> str:
    return " ".join(sound.text for _, sound in result.said)


def test_a_mishearing_is_corrected_in_one_breath() -> None:
    result = wizard("Ana: dos\nAna: no dije eso, dije tres\nLuis: una\n")
    assert result.outcome["bids"] == {"Ana": 3, "Luis": 1}
    assert "common-undone" in said(result)


def test_without_punctuation_and_with_the_act_of_the_moment_before() -> None:
    result = quiz("Ana: tres\nAna: no dije eso dije dos\nBerta: uno\n")
    assert result.outcome["squares"] == {"Ana": 3, "Berta": 5}


def test_bad_question_is_asked_about_and_no_leaves_the_round_as_it_is() -> None:
    kept = quiz("Ana: tres\nBerta: Tertulia, pregunta mala\nBerta: no\nBerta: dos\n")
    assert said(kept).count("iknow-sure-bad_question") == 1
    assert kept.outcome["squares"] == {"Ana": 1, "Berta": 3}
    assert "iknow-voided" not in said(kept)
    voided = quiz("Ana: tres\nBerta: Tertulia, pregunta mala\nBerta: sí\n")
    assert "iknow-voided" in said(voided)
    assert voided.outcome["squares"] == {}


def test_two_at_once_are_asked_one_after_the_other_and_nobody_is_refused() -> None:
    result = quiz("Carlos: dos\n& +0.1 Berta: tres\nAna: tres\nBerta: dos\n")
    assert "common-one-at-a-time" in said(result)
    assert result.outcome["squares"] == {"Ana": 1, "Berta": 3}


def test_a_trump_that_was_misheard_is_corrected_until_the_round_is_played() -> None:
    result = wizard(
        "Ana: el triunfo es picas\nAna: dos\nLuis: el triunfo es corazones\nLuis: una\n"
    )
    assert result.outcome["trump"] == "c"
    assert "wizard-trump-corrected" in said(result)
    assert result.outcome["bids"] == {"Ana": 2, "Luis": 1}
    again = wizard("Ana: el triunfo es picas\nAna: el triunfo es picas\n")
    assert again.outcome["refusals"] == ["already_done"]


def test_a_trump_that_the_host_turned_up_was_not_misheard() -> None:
    result = wizard("Ana: el triunfo es picas\n", "rounds: 5, hands: known")
    assert result.outcome["refusals"] == ["already_done"]


def test_how_am_i_doing_tells_bid_tricks_and_points() -> None:
    result = wizard(
        "Ana: dos\nLuis: una\nEva: cero\nLuis: la baza es de Luis\nLuis: ¿cuánto llevo?\n"
    )
    assert "Luis: pidió una, lleva una; cero puntos." in texts(result)


def test_what_is_free_is_told_by_level_and_the_score_seat_by_seat() -> None:
    result = quiz("Ana: tres\nBerta: ¿qué queda libre?\nBerta: marcador\n")
    told = texts(result)
    assert "Casillas libres: una de tres, dos de dos y dos de uno." in told
    assert said(result).count("iknow-score-row") == 4
