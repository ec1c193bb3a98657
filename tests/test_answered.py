"""Whoever speaks to the host is answered, and who won a trick is put right in a word."""

from __future__ import annotations

import pytest
from test_remedies import quiz, said, texts, wizard

from host.guion import parse
from host.rehearsal import Result, play_as_text

HEAD = """---
game: sapiencia
seats: [Ana, Luis, Eva]
voices: VOICES
setup:
  counts: {Ana: 3, Luis: 2, Eva: 3}
  talker: Ana
  cards:
    - {id: hipatia, name: Hipatia de Alejandría, aliases: [Hipatia], country: Egipto,
       contributions: 3}
    - {id: zewail, name: Ahmed Zewail, aliases: [Zewail], country: Egipto, contributions: 4}
---
"""
WHEN = {"before the first card": "", "in the round": "Ana: Hipatia, país, aportes\n"}


def cards(lines: str, voices: str = "known") -> Result:
    return play_as_text(parse(HEAD.replace("VOICES", voices) + lines, "t"))


@pytest.mark.parametrize("voices", ["known", "unknown"])
@pytest.mark.parametrize("who", ["Ana", "Luis", "Eva", "?"])
@pytest.mark.parametrize("when", WHEN)
def test_a_spoken_call_that_nobody_owes_is_answered(when: str, who: str, voices: str) -> None:
    """A14, A19: by the count, or by a short sound where it may still be the call of the act."""
    result = cards(f"{WHEN[when]}{who}: ¡Sapiencia!\n[silence 2]\n", voices)
    shout = result.spoken[-1].onset
    after = [sound.line for t, sound in result.said if t > shout]
    assert after[:1] in (["tone-heard"], ["sapiencia-false-count"], ["sapiencia-not-yet"])


def test_a_spoken_call_while_the_table_decides_is_told_that_it_is_not_the_time() -> None:
    lines = "Ana: Hipatia, país, aportes\nLuis: juego a Zewail\n[silence 20]\n"
    result = cards(f"{lines}Luis: protesto\nEva: ¡Sapiencia!\n[silence 2]\n")
    shout = result.spoken[-1].onset
    assert "protested" in {event["kind"] for event in result.events}
    after = [sound.line for t, sound in result.said if t > shout]
    assert after[0] == "tone-refused"
    assert "sapiencia-refuse-not_now" in after


@pytest.mark.parametrize("words", ["tres", "¿a quién le toca?", "menos Berta", "no fui yo"])
def test_what_is_for_the_host_is_answered_in_a_pause_however_often(words: str) -> None:
    result = quiz("Ana: pausa\n" + f"Ana: {words}\n" * 4)
    assert said(result).count("common-paused-still") == 4


def test_where_answers_are_due_talk_in_a_pause_is_talk() -> None:
    played = "Ana: tres\nBerta: dos\nCarlos: uno\nAna: más Berta\nBerta: más Ana\nCarlos: más Ana\n"
    lines = "Ana: pausa\n?: qué hambre tengo\n?: pásame el pan\n?: el vino está rico\n"
    result = quiz(played.replace("más Ana\nCarlos: más Ana", "más Ana\nCarlos: menos Ana") + lines)
    assert said(result).count("common-paused-still") == 1


@pytest.mark.parametrize("words", ["marcador", "¿cómo voy?", "¿qué queda libre?", "reglas"])
def test_a_harmless_question_is_answered_whoever_asks(words: str) -> None:
    result = quiz(f"Berta: {words}\nAna: tres\n")
    assert result.outcome["refusals"] == []
    assert "common-call-me-by-name" not in said(result)
    assert "iknow-ask-place" in said(result)


def test_what_does_something_needs_the_hosts_name_and_the_example_is_what_was_said() -> None:
    result = quiz("Berta: terminar partida\nAna: tres\n")
    assert "Fuera de turno, llámame: «Tertulia, terminar partida»." in texts(result)


def test_what_is_done_already_is_told_with_a_way_to_change_it() -> None:
    again = "Eso ya está hecho. Para cambiarlo: «me equivoqué»."
    assert again in texts(quiz("Ana: tres\nAna: dos\n"))
    assert again in texts(wizard("Ana: dos\nAna: una\n"))
    trump = "El triunfo es picas. Para cambiarlo: «el triunfo es corazones»."
    assert trump in texts(wizard("Ana: el triunfo es picas\nAna: triunfo corazones\n"))


def tricks(result: Result) -> set[str]:
    return {event["seat"] for event in result.events if event["kind"] == "trick_won"}


BIDS = "Ana: dos\nLuis: una\nEva: cero\n"


@pytest.mark.parametrize(
    "words",
    ["no, no, fue Luis", "fue Luis", "no, fue Luis", "no, la baza es de Luis", "no, Luis"],
)
@pytest.mark.parametrize("who", ["?", "Ana", "Luis"])
def test_who_won_a_trick_is_put_right_in_one_breath(words: str, who: str) -> None:
    result = wizard(f"{BIDS}?: baza de Ana\n{who}: {words}\n")
    assert tricks(result) == {"Luis"}
    assert "una de una." in texts(result)


def test_who_won_the_last_trick_of_a_round_is_put_right_with_its_points() -> None:
    bids = "Ana: una\nLuis: cero\nEva: una\n"
    result = wizard(f"{bids}?: Ana\n?: no, no, fue Luis\n", setup="dealer: Eva, round: 1")
    assert result.outcome["points"] == {"Ana": -10, "Luis": -10, "Eva": -10}


def test_it_was_luis_confirms_the_trick_that_is_his() -> None:
    result = wizard(f"{BIDS}?: baza de Luis\n?: fue Luis\n")
    assert tricks(result) == {"Luis"}
    assert "common-stays" in said(result)
    reopened = wizard(f"{BIDS}?: baza de Ana\n?: deshacer\n?: fue Luis\n")
    assert tricks(reopened) == {"Luis"}
