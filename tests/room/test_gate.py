"""What the gate makes of what is heard while the host speaks: a table of cases."""

from __future__ import annotations

import numpy as np
import pytest

from host.ears.base import Heard
from host.room.base import Echo
from host.room.gate import Gate, align, plain_key, word_times
from host.understanding.sounds import key

LEVEL = "¿Qué nivel quieres, Ana? Libres están el uno, el dos y el tres."  # 10.0 to 14.0 s
CLUE = "Pista de tres puntos: nace en los Andes del Perú y cruza toda la selva."  # 20.0 to 25.0
BET = "Luis, ¿en quién apuestas?"  # 30.0 to 31.5
RIGHT = "Ana, correcto."  # 40.0 to 41.0
STOPPED = "La respuesta era el Amazonas, el río más caudaloso del mundo."  # 50.0, cut at 52.0

ECHO = "<echo>"
# what, onset, offset, what is left (ECHO for echo), marked as over the host
CASES: list[tuple[str, str, float, float, str, bool]] = [
    # No line near: nothing is touched.
    ("long before", "el tres", 5.0, 5.5, "el tres", False),
    ("long after", "qué nivel quieres ana", 16.0, 17.0, "qué nivel quieres ana", False),
    ("after the tail", "tres", 14.5, 14.9, "tres", False),
    ("nobody understood, no line near", "", 5.0, 5.5, "", False),
    # The whole line, or part of it, comes back.
    (
        "whole line",
        "qué nivel quieres ana libres están el uno el dos y el tres",
        10.1,
        14.1,
        ECHO,
        False,
    ),
    ("first half", "qué nivel quieres ana", 10.1, 11.6, ECHO, False),
    ("second half", "libres están el uno el dos y el tres", 11.6, 14.2, ECHO, False),
    ("one word of it", "nivel", 10.3, 10.8, ECHO, False),
    ("last word, at its place", "tres", 13.6, 14.1, ECHO, False),
    ("misheard", "que ni vel quieres sana libres estan el uno", 10.1, 12.8, ECHO, False),
    ("words run together", "qué nivelquieres ana", 10.1, 11.6, ECHO, False),
    ("a word split", "qué nivel que eres ana", 10.1, 11.6, ECHO, False),
    ("a word left out", "qué quieres ana", 10.1, 11.6, ECHO, False),
    ("spelt by sound", "pista de tres puntos nase en los andes del peru", 20.1, 23.2, ECHO, False),
    ("badly garbled but all of it", "lo is en kien apuesta", 30.1, 31.5, ECHO, False),
    ("short line", "ana correcto", 40.0, 41.1, ECHO, False),
    ("partly before it was cut", "la respuesta era el amazonas", 50.1, 52.1, ECHO, False),
    ("late ear: the line's last words", "el dos y el tres", 14.05, 14.6, ECHO, False),
    # The player's words are not in what was spoken by then.
    ("command", "repite", 11.0, 11.5, "repite", True),
    ("command in two words", "ayuda por favor", 21.0, 21.9, "ayuda por favor", True),
    ("answer before the clue ends", "el río amazonas", 22.0, 23.0, "el río amazonas", True),
    ("a word that comes later in the line", "tres", 10.2, 10.6, "tres", True),
    ("a word that was over long before", "ana", 13.3, 13.7, "ana", True),
    ("a word of the part that was cut", "mundo", 51.4, 51.9, "mundo", True),
    ("nothing was made of it", "", 11.0, 11.5, "", True),
    ("unlike anything", "bueno yo creo que paso", 22.0, 23.5, "bueno yo creo que paso", True),
    ("short words", "no", 22.0, 22.3, "no", True),
    # A word of the line, after the line.
    ("right behind it", "tres", 14.02, 14.4, "tres", False),
    ("in the tail", "tres", 14.3, 14.7, "tres", False),
    ("two words in the tail", "el tres", 14.15, 14.6, "el tres", False),
    ("name in the tail", "ana", 41.2, 41.6, "ana", False),
    ("onset put too early by the ear", "tres", 13.9, 14.5, "tres", True),
    # Echo and a player in one.
    (
        "echo in front",
        "el dos y el tres me quedo con el dos",
        12.9,
        16.0,
        "me quedo con el dos",
        True,
    ),
    ("echo behind", "repite nace en los andes", 20.8, 23.2, "repite", True),
    ("echo on both sides", "qué nivel cuatro quieres ana", 10.1, 11.7, "cuatro", True),
    ("echo in front, then a name", "en quién apuestas por marta", 30.3, 32.3, "por marta", True),
    ("echo in front, then no", "luis en quién apuestas no", 30.1, 32.0, "no", True),
    (
        "line, then the answer",
        "nace en los andes del perú y cruza toda la selva el amazonas",
        21.7,
        26.2,
        "el amazonas",
        True,
    ),
]


def gate() -> Gate:
    made = Gate(lambda word: key(word, "es"))
    for text, start, seconds in (
        (LEVEL, 10.0, 4.0),
        (CLUE, 20.0, 5.0),
        (BET, 30.0, 1.5),
        (RIGHT, 40.0, 1.0),
        (STOPPED, 50.0, 4.0),
    ):
        made.began(text, start, seconds)
        made.ended(52.0 if text is STOPPED else start + seconds)
    return made


@pytest.mark.parametrize(("what", "words", "onset", "offset", "left", "over"), CASES)
def test_cases(what: str, words: str, onset: float, offset: float, left: str, over: bool) -> None:
    heard = Heard(words, onset, offset, onset_uncertainty=0.05)
    judged = gate().judge(heard)
    if left == ECHO:
        assert judged == Echo(heard), what
        return
    assert isinstance(judged, Heard), what
    assert judged.words == left, what
    assert judged.over_host is over, what
    assert onset <= judged.onset <= judged.offset <= offset
    if left == words:
        assert (judged.onset, judged.offset) == (onset, offset)


def test_there_are_at_least_thirty_cases() -> None:
    assert len(CASES) >= 30


def test_what_is_left_has_the_time_of_its_own_words() -> None:
    judged = gate().judge(Heard("luis en quién apuestas marta", 30.1, 32.3))
    assert isinstance(judged, Heard)
    assert judged.words == "marta"
    assert judged.onset >= 31.3
    assert judged.offset == 32.3


def test_a_sure_canceller_saves_a_word_that_the_line_has_too() -> None:
    heard = Heard("tres", 13.0, 13.5)
    assert gate().judge(heard) == Echo(heard)
    saved = gate().judge(heard, somebody=True)
    assert isinstance(saved, Heard)
    assert saved.over_host
    whole = Heard("libres están el uno el dos y el tres", 11.6, 14.2)
    assert gate().judge(whole, somebody=True) == Echo(whole)


def test_before_the_canceller_knows_the_room_a_garbled_line_is_told_by_its_times() -> None:
    garbled = Heard("cabello en el", 10.15, 12.6)
    assert isinstance(gate().judge(garbled), Heard)
    assert gate().judge(garbled, learning=True) == Echo(garbled)
    command = Heard("repite", 10.2, 10.6)
    assert isinstance(gate().judge(command, learning=True), Heard)
    later = Heard("otra vez por favor", 11.5, 12.6)
    assert isinstance(gate().judge(later, learning=True), Heard)


def test_before_the_canceller_knows_the_room_what_nobody_made_out_is_voice_without_words() -> None:
    syllables = Heard("julasi do", 10.98, 12.05, 0.5, 0.046, sure=False, also=("Jugamos",))
    judged = gate().judge(syllables, learning=True)
    assert isinstance(judged, Heard)
    assert (judged.words, judged.also, judged.over_host) == ("", (), True)
    assert (judged.onset, judged.offset) == (10.98, 12.05)
    known = gate().judge(syllables)
    assert isinstance(known, Heard)
    assert known.words == "julasi do"


def test_nothing_is_cut_off_for_an_article() -> None:
    judged = gate().judge(Heard("la masona se", 23.5, 24.4))
    assert isinstance(judged, Heard)
    assert judged.words == "la masona se"
    assert (judged.onset, judged.offset) == (23.5, 24.4)


def test_a_tone_has_no_words_and_takes_nothing_away() -> None:
    made = Gate()
    made.began("", 1.0, 0.5)
    made.ended(1.5)
    judged = made.judge(Heard("tres", 1.1, 1.6))
    assert isinstance(judged, Heard)
    assert judged.over_host


def test_while_a_line_is_under_way_its_planned_end_counts() -> None:
    made = Gate()
    made.began("¿Qué nivel quieres, Ana?", 10.0, 2.0)
    assert isinstance(made.judge(Heard("que nivel", 10.1, 10.9)), Echo)
    assert made.speaking(11.0, 11.1)
    assert made.speaking(12.3, 12.5)
    assert not made.speaking(12.5, 13.0)


def test_an_ear_that_marks_too_much_is_put_right() -> None:
    judged = gate().judge(Heard("tres", 5.0, 5.5, over_host=True))
    assert isinstance(judged, Heard)
    assert not judged.over_host


def test_old_lines_are_forgotten() -> None:
    made = Gate()
    for n in range(500):
        made.began("hola", n * 10.0, 1.0)
        made.ended(n * 10.0 + 1.0)
    assert len(made._lines) < 10


def test_pauses_get_no_words() -> None:
    rate = 16_000
    voice = np.ones(rate, dtype=np.float32) * 0.1
    samples = np.concatenate((voice, np.zeros(2 * rate, dtype=np.float32), voice))
    times = word_times([5, 5], 4.0, samples, rate)
    assert times[0] == (pytest.approx(0.0, abs=0.05), pytest.approx(1.0, abs=0.05))
    assert times[1] == (pytest.approx(3.0, abs=0.1), pytest.approx(4.0, abs=0.05))


def test_alignment_keeps_order_and_prefers_more_letters() -> None:
    assert align(["el", "dos"], ["el", "uno", "el", "dos"]) in ([0, 3], [2, 3])
    assert align(["ke", "eres"], ["keres"]) == [0, 0]
    assert align([], ["a"]) == []
    assert align(["no"], []) == [None]


def test_plain_key() -> None:
    assert plain_key("¿Qué?") == "que"
    assert plain_key("...") == ""
