"""Who leaves is asked about first, by name; who is asked answers for themselves (D3, D7)."""

from __future__ import annotations

import pytest
from test_remedies import GUIONES, quiz, said, texts, wizard

from host.guion import parse
from host.rehearsal import Result, play_as_text


def left(result: Result) -> list[str]:
    return [str(event["seat"]) for event in result.events if event["kind"] == "seat_left"]


@pytest.mark.parametrize("words", ["me voy", "sigan sin mí", "Tertulia, me tengo que ir"])
@pytest.mark.parametrize(("answer", "gone"), [("sí", ["Ana"]), ("no", []), ("", [])])
def test_who_leaves_is_asked_by_name(words: str, answer: str, gone: list[str]) -> None:
    result = quiz(f"Ana: {words}\n" + (f"Ana: {answer}\n" if answer else ""))
    assert "Ana, ¿te vas? Sí o no." in texts(result)
    assert left(result) == gone


def test_no_voice_but_theirs_sends_away_who_says_that_they_go() -> None:
    result = quiz("Ana: me voy\nBerta: sí\nCarlos: sí\nAna: no\nAna: tres\n")
    assert left(result) == []
    assert said(result).count("common-sure-cmd_leave-own") == 3
    assert result.outcome["squares"] == {"Ana": 1}


def test_others_answers_end_the_question_and_the_game_goes_on() -> None:
    result = quiz("Ana: me voy\n" + "Berta: sí\n" * 3 + "Ana: tres\n")
    assert left(result) == []
    assert said(result).count("common-goes-on") == 1
    assert result.outcome["squares"] == {"Ana": 1}


def test_a_voice_that_is_nobodys_is_taken_for_the_asked_players_and_told_how_else() -> None:
    result = quiz("?: me voy\n?: no\n?: Berta se va\n?: sí\n")
    assert "Si se va otra persona: «Berta se va»." in texts(result)
    assert left(result) == ["Berta"]


@pytest.mark.parametrize("answer", ["sí", "no"])
def test_who_is_said_to_leave_may_say_no(answer: str) -> None:
    result = quiz(f"Ana: sigan sin Berta\nBerta: {answer}\n")
    assert "¿Seguimos sin Berta? Sí o no." in texts(result)
    assert left(result) == (["Berta"] if answer == "sí" else [])


def test_what_the_host_has_offered_is_not_asked_again() -> None:
    result = quiz("[silence 400]\nBerta: Tertulia, seguimos sin Ana\n")
    assert "common-go-on-without" in said(result)
    assert "common-sure-cmd_leave" not in said(result)
    assert left(result) == ["Ana"]
    other = quiz("[silence 400]\nBerta: Tertulia, seguimos sin Carlos\n")
    assert "common-sure-cmd_leave" in said(other)
    assert left(other) == []


def test_who_cannot_leave_is_not_asked_whether() -> None:
    gone = quiz("Ana: sigan sin Berta\nAna: sí\nAna: sigan sin Berta\n")
    assert said(gone).count("common-sure-cmd_leave") == 1
    assert gone.outcome["refusals"] == ["already_done"]


def test_wizard_asks_whether_to_wait() -> None:
    result = wizard("Ana: Tertulia, Luis se va\nAna: sí\n")
    assert "Wizard no sigue sin Luis. ¿Esperamos a que vuelva? Sí o no." in texts(result)
    assert left(result) == ["Luis"]


FAMILY = (
    "---\ngame: iknow\nseats: [Abuela Maruja, Abuela Pilar, Luis, Tío Paco]\n---\n"
    "?: seguimos sin la abuela Pilar\n?: sí\n"
)


def family(lines: str) -> Result:
    return play_as_text(parse(FAMILY + lines, "t"))


def came_back(result: Result) -> list[str]:
    return [str(event["seat"]) for event in result.events if event["kind"] == "seat_back"]


def test_of_two_grandmothers_the_one_comes_back_who_is_away() -> None:
    assert came_back(family("?: volvió la abuela\n")) == ["Abuela Pilar"]


@pytest.mark.parametrize(
    ("answers", "seats"),
    [("?: sí\n", ["Abuela Maruja"]), ("?: no\n?: sí\n", ["Abuela Pilar"]), ("?: no\n?: no\n", [])],
)
def test_of_two_who_are_away_each_is_asked_about(answers: str, seats: list[str]) -> None:
    result = family("?: seguimos sin Maruja\n?: sí\n?: volvió la abuela\n" + answers)
    assert came_back(result) == seats
    asked = [text for text in texts(result).split("¿") if text.startswith("Dijiste volvió")]
    assert len(asked) == answers.count("\n")
    assert ("common-say-again" in said(result)) == (not seats)


def test_who_is_back_is_who_was_away_if_the_voice_is_nobodys() -> None:
    one = family("?: ya volví\n")
    assert came_back(one) == ["Abuela Pilar"]
    two = family("?: seguimos sin Luis\n?: sí\n?: ya volví\n?: volvió Luis\n")
    assert "¿Quién: Abuela Pilar o Luis? Di, por ejemplo, «volvió Abuela Pilar»." in texts(two)
    assert came_back(two) == ["Luis"]


def test_wizard_goes_on_when_who_was_away_says_so_in_any_voice() -> None:
    result = wizard("Ana: Tertulia, Luis se va\nAna: sí\n?: ya volví\nAna: dos\n")
    assert came_back(result) == ["Luis"]
    assert result.outcome["bids"] == {"Ana": 2}


PAIR = "---\ngame: sapiencia\nseats: [Ana, Luis]\n---\n"


def test_where_too_few_would_be_left_nobody_is_offered_to_leave_and_the_reason_is_told() -> None:
    result = play_as_text(parse(PAIR + "[silence 400]\nAna: me voy\n", "t"))
    assert "common-go-on-without" not in said(result)
    assert "common-waiting" in said(result)
    assert "Con menos gente no se puede seguir. Para acabar, «terminar»." in texts(result)
    assert left(result) == []


FOUR = (
    "---\ngame: wizard\nseats: [abuela Maruja, abuela Carmen, Luis, Eva]\n"
    "rules: {rounds: 5}\nsetup: {dealer: Eva, round: 3}\n---\n"
)
TRIO = "---\ngame: sapiencia\nseats: [Ana, Luis, Eva]\n---\n"


@pytest.mark.parametrize("words", ["me voy", "Tertulia, me voy"])
@pytest.mark.parametrize(("head", "who"), [(FOUR, "abuela Carmen"), (TRIO, "Luis")])
def test_who_leaves_or_comes_back_out_of_turn_is_heard(head: str, who: str, words: str) -> None:
    lines = f"{who}: {words}\n{who}: sí\n{who}: ya volví\nEva: seguimos sin {who}\nEva: sí\n"
    result = play_as_text(parse(head + lines, "t"))
    assert "common-call-me-by-name" not in said(result)
    assert left(result) == [who, who]
    assert came_back(result) == [who]


def window(counts: str, lines: str) -> Result:
    """Return a play in Sapiencia by which Berta may owe a call, and what is said in its window."""
    file = GUIONES / "sapiencia" / "A15-sin-siguiente.guion"
    head = file.read_text(encoding="utf-8").rsplit("---\n", 1)[0].split("expect:")[0]
    play = "---\nAna: Hipatia, país, aportes\nBerta: juego a Zewail\n"
    return play_as_text(parse(head.replace("Berta: 2", f"Berta: {counts}") + play + lines, "t"))


def test_who_leaves_in_a_calls_window_is_asked_after_the_verdict() -> None:
    lines = said(window("2", "+1.0 Carlos: me voy\n"))
    assert lines.index("sapiencia-penalty") < lines.index("common-sure-cmd_leave-own")


@pytest.mark.parametrize("name", ["Maruja", "abuela Maruja", "la abuela Maruja", "abuela"])
@pytest.mark.parametrize("answer", ["sí", "no"])
def test_a_part_of_a_name_tells_who_answers(name: str, answer: str) -> None:
    head = FOUR.replace("dealer: Eva", "dealer: Luis")  # Eva is asked
    result = play_as_text(parse(f"{head}?: Maruja: me voy\n?: {name}: {answer}\n", "t"))
    assert said(result).count("common-sure-cmd_leave-own") == 1
    assert left(result) == (["abuela Maruja"] if answer == "sí" else [])


@pytest.mark.parametrize("name", ["Carmen", "Luis", "la abuela Carmen"])
def test_a_part_of_anothers_name_sends_nobody_away(name: str) -> None:
    result = play_as_text(parse(f"{FOUR}?: Maruja: me voy\n?: {name}: sí\n", "t"))
    assert said(result).count("common-sure-cmd_leave-own") == 2
    assert left(result) == []


@pytest.mark.parametrize(
    ("words", "asked"),
    [("me voy", "common-sure-cmd_leave-own"), ("terminar", "common-end-sure")],
)
@pytest.mark.parametrize("other", ["¿a quién le toca?", "repite", "ayuda", "pausa\nAna: sigue"])
@pytest.mark.parametrize("answer", ["sí", "no"])
def test_a_question_stays_open_beside_another_command(
    words: str, asked: str, other: str, answer: str
) -> None:
    result = play_as_text(parse(f"{TRIO}Ana: {words}\nAna: {other}\nAna: {answer}\n", "t"))
    assert said(result).count(asked) == 2
    assert "common-nothing-asked" not in said(result)
    assert ("common-goes-on" in said(result)) == (answer == "no")
    assert left(result) == (["Ana"] if (words, answer) == ("me voy", "sí") else [])


@pytest.mark.parametrize("words", ["me voy", "terminar"])
@pytest.mark.parametrize("then", ["Ana: tres\n", "[silence 40]\n"])
def test_a_question_that_ends_without_an_answer_is_told_to_have_ended(
    words: str, then: str
) -> None:
    result = quiz(f"Ana: {words}\n{then}")
    assert said(result).count("common-goes-on") == 1
    assert left(result) == []


@pytest.mark.parametrize("counts", ["2", "3"])
@pytest.mark.parametrize("words", ["me voy", "terminar"])
@pytest.mark.parametrize("who", ["Carlos", "?"])
def test_a_yes_from_before_the_question_is_no_answer_to_it(
    counts: str, words: str, who: str
) -> None:
    early = f"+1.0 Carlos: {words}\n+0.5 {who}: sí\n"
    result = window(counts, early)
    assert "common-nothing-asked" not in said(result)
    assert left(result) == []
    assert not any("fewest" in line for line in said(result))
    answered = window(counts, early + f"[silence 8]\n{who}: sí\n")
    assert left(answered) == (["Carlos"] if words == "me voy" else [])
    assert any("fewest" in line for line in said(answered)) == (words == "terminar")
