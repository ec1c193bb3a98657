"""What a table says beside the game: thinking aloud, leaving it for another day, a bare «sí»."""

from __future__ import annotations

import pytest
from test_remedies import quiz, said, texts, wizard
from test_tonight import LAID, TRIED, evening
from test_windows import TABLE

from host.guion import parse
from host.rehearsal import Result, play_as_text
from host.room.text import TextRoom


def answers(lines: str) -> Result:
    """A quiz in which Ana and Luis answer one after the other, on the same clue."""
    head = (
        "---\ngame: iknow\nlanguage: es\nseats: [Ana, Luis, Eva]\nrules: {bets: optional}\n"
        "setup:\n  category: people\n  cards:\n    - id: hipatia\n      category: people\n"
        "      question: ¿Qué sabia enseñaba matemáticas?\n"
        "      clues: [Murió hace mucho., Comentó las obras de Diofanto., Empieza por hache.]\n"
        "      answer: Hipatia de Alejandría\n      accept: [Hipatia]\n---\n"
        "Ana: tres puntos\nLuis: tres puntos\nEva: dos puntos\n"
        "Ana: no apuesto\nLuis: no apuesto\nEva: no apuesto\n"
    )
    return play_as_text(parse(head + lines, "t"))


def test_D22_thinking_aloud_is_heard_and_answers_nothing() -> None:
    result = answers("Ana: espera, déjame pensar\nAna: ¡uy, qué nervios!\nAna: es Hipatia\n")
    assert said(result).count("common-thinking") == 2
    assert [u.acts for u in result.heard if u.result == "accepted"][-1] == (
        "answer said=es Hipatia",
    )


def test_thinking_aloud_in_a_voice_that_nobody_knows_is_that_of_who_is_asked() -> None:
    assert said(answers("?: déjame pensar\nAna: Hipatia\n")).count("common-thinking") == 1


def test_what_escapes_another_is_not_answered() -> None:
    result = answers("Luis: madre mía\nAna: Hipatia\n")
    assert "common-thinking" not in said(result)
    assert "common-call-me-by-name" not in said(result)


def test_where_were_we_tells_the_clue_and_asks_again() -> None:
    told = texts(answers("Ana: ¿por dónde íbamos?\n"))
    assert "Íbamos por la primera pista." in told
    assert told.count("Murió hace mucho.") == 2


def test_an_answer_is_corrected_and_not_the_next_ones() -> None:
    result = answers("Ana: Cleopatra\n?: no dije eso, dije Hipatia\nLuis: paso\nEva: paso\n")
    assert "Deshago lo de Ana." in texts(result)
    assert "Acertó Ana." in texts(result)


def test_behind_the_next_clue_a_correction_is_told_to_be_too_late_and_answers_nothing() -> None:
    result = answers("Ana: Cleopatra\nLuis: paso\n?: no dije eso, dije Hipatia\nEva: Hipatia\n")
    assert "iknow-not-undone-clue" in said(result)
    assert "Acertó Eva." in texts(result)


@pytest.mark.parametrize("words", ["guarda la partida", "lo dejamos por hoy", "seguimos otro día"])
def test_a_game_is_kept_for_another_day(words: str) -> None:
    result = evening(LAID + TRIED + f"Ana: personas\nLuis: {words}\nLuis: sí\nAna: tres\n")
    assert said(result)[-2:] == ["common-keep-sure", "tonight-kept"]
    assert result.outcome["games"] == 1
    assert "common-end-sure" not in said(result)


def test_a_game_is_kept_from_a_pause_and_from_the_question_whether_to_end() -> None:
    for first in ("pausa", "terminar"):
        result = evening(
            LAID + TRIED + f"Ana: personas\nAna: {first}\nAna: guarda la partida\nAna: sí\n"
        )
        assert said(result)[-1] == "tonight-kept"
        assert "common-goes-on" not in said(result)


def test_a_game_that_is_not_to_be_kept_goes_on_in_its_pause_too() -> None:
    for first, then in (("", "common-goes-on"), ("Ana: pausa\n", "common-paused-still")):
        result = evening(LAID + TRIED + f"Ana: personas\n{first}Ana: guarda la partida\nAna: no\n")
        told = said(result)
        assert told[told.index("common-keep-sure") + 1] == then


def test_whoever_ends_a_game_hears_how_it_is_kept_instead() -> None:
    assert "guarda la partida" in texts(answers("Ana: terminar\n"))


def test_a_bare_yes_is_told_to_be_too_little() -> None:
    text = TABLE.format(
        counts="{Ana: 5, Berta: 5, Carlos: 5}", discard="bar", second=3, third=1, between=""
    )
    text = text.replace("Berta: juego a Zewail\n", "Berta: no tengo\nBerta: sí\n")
    result = play_as_text(parse(text, "yes"))
    assert "Aquí no basta un sí o un no." in texts(result)
    assert "common-nothing-asked" not in said(result)


def test_a_drawn_card_of_another_deck_is_told_with_its_number() -> None:
    text = TABLE.format(
        counts="{Ana: 5, Berta: 5, Carlos: 5}", discard="bar", second=3, third=1, between=""
    )
    text = text.replace(
        "Berta: juego a Zewail\n", "Berta: no tengo\nBerta: a la segunda, Chopin, Egipto, cinco\n"
    )
    result = play_as_text(parse(text, "drawn"))
    told = texts(result)
    assert "Chopin" in told
    assert "Segunda" not in told
    assert result.outcome["counts"]["Berta"] == 6  # two drawn, one of them played


def test_a_drawn_card_that_does_not_fit_by_its_value_is_refused() -> None:
    text = TABLE.format(
        counts="{Ana: 5, Berta: 5, Carlos: 5}", discard="bar", second=3, third=1, between=""
    )
    text = text.split("Berta: juego")[0]
    result = play_as_text(parse(text + "Berta: a la segunda, Chopin, Polonia, cinco\n", "unfit"))
    assert result.outcome["refusals"] == ["wrong_value"]


def test_a_typed_name_that_is_only_like_a_cards_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = TABLE.format(
        counts="{Ana: 5, Berta: 5, Carlos: 5}", discard="bar", second=3, third=1, between=""
    ).split("Carlos: juego")[0]
    like = text.replace("juego a Zewail", "juego a Zebail Mad")
    monkeypatch.setattr(TextRoom, "name", "typed")
    asked = play_as_text(parse(like, "typed"))
    assert "¿Dijiste juego a Zewail?" in texts(asked)
    assert "common-did-you-say" not in said(play_as_text(parse(text, "typed")))


def test_a_trump_taken_back_tells_which_one_it_is_now() -> None:
    result = wizard("?: triunfo corazones\n?: deshacer\n", rules="rounds: 5, keep: cards")
    assert "wizard-undone-trump" in said(result)
    assert "common-undone-last" not in said(result)


def test_me_too_is_what_the_one_before_said() -> None:
    placed = quiz("Ana: tres\nBerta: yo también\n")
    assert placed.outcome["squares"] == {"Ana": 1, "Berta": 2}
    bids = wizard("Ana: dos\nLuis: yo igual\n")
    assert bids.outcome["bids"] == {"Ana": 2, "Luis": 2}
    same = answers("Ana: Hipatia\nLuis: lo mismo\nEva: paso\n")
    assert "Acertaron Ana y Luis." in texts(same)


def test_me_too_after_nothing_is_asked_about_and_answers_nothing() -> None:
    first = quiz("Ana: yo también\nAna: tres\n")
    assert "common-same-as-what" in said(first)
    assert first.outcome["squares"] == {"Ana": 1}
    answer = answers("Ana: lo mismo\nAna: Hipatia\nLuis: paso\nEva: paso\n")
    assert "Acertó Ana." in texts(answer)


def test_me_too_of_what_is_not_possible_twice_says_why() -> None:
    twice = quiz("Ana: casilla uno\nBerta: yo también\n")
    assert twice.outcome["refusals"] == ["square_taken"]
