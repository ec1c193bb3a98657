"""What is taken back, whose it was, and what is said instead: nobody else's choice changes."""

from __future__ import annotations

import pytest
from test_remedies import quiz, said, texts, wizard

from host.guion import parse
from host.mouth.lines import Lines
from host.rehearsal import play_as_text
from host.telling.base import Style


def test_after_an_undo_a_correction_answers_its_question_and_undoes_nothing_more() -> None:
    result = quiz("Ana: tres\nBerta: dos\n?: deshacer\n?: no dije eso, dije tres\n")
    assert result.outcome["squares"] == {"Ana": 1, "Berta": 2}
    assert said(result).count("common-undone") == 1


def test_it_was_maite_after_it_was_not_me_retires_nothing_of_hers() -> None:
    result = quiz("Ana: tres\nBerta: dos\n?: no fui yo\n?: fue Ana\nBerta: uno\n")
    assert result.outcome["squares"] == {"Ana": 1, "Berta": 5}
    assert said(result).count("common-not-you") == 1
    assert "common-was" in said(result)


@pytest.mark.parametrize(
    ("answer", "squares"), [("sí", {"Ana": 1}), ("no", {"Ana": 1, "Berta": 3})]
)
def test_who_wants_back_what_another_did_after_is_asked(
    answer: str, squares: dict[str, int]
) -> None:
    result = quiz(f"Ana: tres\nBerta: dos\nAna: me equivoqué\nAna: {answer}\n")
    assert "Solo se deshace lo último, y es de Berta." in texts(result)
    assert result.outcome["squares"] == squares


def test_undo_without_a_mistake_of_ones_own_takes_back_whatever_was_last() -> None:
    result = quiz("Ana: tres\nBerta: dos\nAna: deshacer\n")
    assert result.outcome["squares"] == {"Ana": 1}
    assert "common-undo-other" not in said(result)


def test_i_said_corrects_what_was_just_made_or_says_why_it_stays() -> None:
    result = quiz("Ana: tres\n?: dije dos\nBerta: uno\n?: dije trece\n")
    assert result.outcome["squares"] == {"Ana": 3, "Berta": 5}
    assert result.outcome["refusals"] == ["wrong_value"]
    assert "common-did-you-say" not in said(result)
    assert "Lo de Berta queda como estaba." in texts(result)


def test_i_said_after_the_hosts_question_is_taken_by_its_letter() -> None:
    result = quiz("Ana: trece\nAna: dije trece\nAna: dos\n")
    assert said(result).count("common-did-you-say") == 1
    assert result.outcome["refusals"] == ["wrong_value"]
    assert result.outcome["squares"] == {"Ana": 3}


def test_in_compact_speech_a_corrected_bid_is_told_in_words() -> None:
    result = wizard("Ana: dos\nAna: no dije eso, dije una\nLuis: una\n")
    assert "Ana: una." in texts(result) or "Ana, una." in texts(result)
    assert said(result).count("wizard-bid") == 1  # the next one is a short sound again


def test_mending_ends_the_short_sound_and_not_the_compact_questions() -> None:
    style = Style("compact", mending=True)
    assert style.compact(2)
    assert not style.sounded(2)


def test_an_undone_trick_is_told_with_its_winner_and_place() -> None:
    played = "Ana: dos\nLuis: una\nEva: cero\n?: baza de Ana\n?: deshacer\n"
    told = texts(wizard(played))
    assert "Deshago la baza de Ana. Ronda tres, baza número uno." in told
    assert "Volvemos a las apuestas de la ronda tres." in texts(wizard(played + "?: deshacer\n"))


def test_a_pause_is_told_once_and_then_rarely() -> None:
    once = quiz("Ana: pausa\n?: hola\n?: qué pasa\n")
    assert said(once).count("common-paused-still") == 1
    later = quiz("Ana: pausa\n?: hola\n[silence 60]\n?: qué pasa aquí\n")
    assert said(later).count("common-paused-still") == 2


def test_help_names_what_is_asked_for() -> None:
    assert "«cero», «una», «dos» o «tres»" in texts(wizard("Ana: ayuda\n"))


ROUND = (
    "Ana: tres\nBerta: dos\nCarlos: dos\nDiego: uno\n"
    "Ana: no apuesto\nBerta: no apuesto\nCarlos: no apuesto\nDiego: no apuesto\n"
    "Ana: es Hipatia\nBerta: paso\nCarlos: paso\nDiego: paso\n"
)


def test_after_the_reveal_the_refusal_names_the_remedies_and_protest_agrees() -> None:
    result = quiz(ROUND + "?: deshacer\n?: Tertulia, protesto\n")
    assert "iknow-not-undone-after" in said(result)
    assert "iknow-protest-after-right" in said(result)  # all were right in this round
    assert "iknow-protest" not in said(result)


@pytest.mark.parametrize(
    ("language", "ask", "last"), [("es", "ayuda", "«fenómenos»"), ("en", "help", "“events”")]
)
def test_help_names_all_four_categories(language: str, ask: str, last: str) -> None:
    head = f"---\ngame: iknow\nlanguage: {language}\nseats: [Ana, Luis]\n---\n"
    assert last in texts(play_as_text(parse(f"{head}Ana: {ask}\n", "t")))


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(
    "line",
    [
        "iknow-ask-place-short",
        "iknow-ask-bet-short",
        "iknow-ask-answer-short",
        "wizard-ask-draw-short",
        "wizard-ask-bid-short",
        "wizard-ask-reveal-short",
        "wizard-ask-play",
        "wizard-trick-short",
        "wizard-ask-taken-short",
    ],
)
def test_a_compact_line_is_more_than_a_bare_name_and_still_short(language: str, line: str) -> None:
    words = Lines(language).say(line, who="Luis").split()
    assert 2 <= len(words) <= 4


def test_below_zero_nobody_is_congratulated_and_each_row_says_how_to_hear_it() -> None:
    result = wizard(
        "Ana: una\nLuis: cero\nEva: cero\n?: baza de Luis\n",
        "rounds: 1",
        setup="dealer: Eva, round: 1, points: {Ana: -20, Luis: -20, Eva: -50}",
    )
    told = texts(result)
    assert "Ana pidió una e hizo cero: menos diez." in told
    assert "Los totales, con «marcador»." in told
    assert "Enhorabuena" not in told
    assert "wizard-over-many-below" in said(result) or "wizard-over-one-below" in said(result)
