"""Names told in one breath: none is lost in silence, and why one does not count is said."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from test_playing import EVENING, play
from test_tonight import NAMES, THREE, evening, said, texts

from host.engine.game import Expectation
from host.mouth.lines import LANGUAGES, Lines
from host.opening.welcome import open_names
from host.play_names import ask_names, check_names, listed_names, split_names
from host.play_screen import PlayError, Screen
from host.rehearsal import Result
from host.room.base import Closed, RoomEvent
from host.room.typed import TypedRoom
from host.understanding.heard import in_words
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import phrasebook_of

DONE = "Ana: ya está\n"


def order(result: Result) -> str:
    told = [text for text in texts(result).split(" / ") if text.startswith("Este es el orden")]
    return told[-1].removeprefix("Este es el orden: ").rstrip(".")


@pytest.mark.parametrize(
    ("told", "then", "seats"),
    [
        ("la abuela Rosa y yo", "Luis", "Abuela Rosa y Luis"),
        ("Ana, yo y Luis", "Rosa", "Ana, Rosa y Luis"),
        ("yo y Luis", "Ana", "Ana y Luis"),
        ("yo", "Ana\nAna: Luis", "Ana y Luis"),
    ],
)
def test_who_says_me_is_asked_for_a_name_and_keeps_the_place(
    told: str, then: str, seats: str
) -> None:
    result = evening(NAMES + f"Ana: {told}\nAna: {then}\n" + DONE)
    assert said(result).count("welcome-missing-own") == 1
    assert order(result) == seats


@pytest.mark.parametrize(
    ("told", "then", "seats"),
    [
        ("Ana, Ana y Luis", "Rosa", "Ana, Rosa y Luis"),
        ("Ana, Ana y Luis", "Luis\nAna: Rosa", "Ana, Luis y Rosa"),  # taken by now
        ("Ana, Zuriñe y Luis", "no\nAna: Rosa", "Ana, Rosa y Luis"),
        ("Ana, Zuriñe y Luis", "no\nAna: Rosa y Luis", "Ana, Rosa y Luis"),
        ("Ana, Zuriñe y Luis", "no\nAna: ya está", "Ana y Luis"),
        ("Ana, J y Luis", "Juana", "Ana, Juana y Luis"),
    ],
)
def test_names_behind_one_that_is_asked_about_are_not_lost(
    told: str, then: str, seats: str
) -> None:
    assert order(evening(NAMES + f"Ana: {told}\nAna: {then}\n" + DONE)) == seats


@pytest.mark.parametrize(
    ("name", "line"), [("A", "letter"), ("soy J", "letter"), ("Ana" * 20, "long"), ("yo", "own")]
)
def test_why_there_is_no_name_is_said(name: str, line: str) -> None:
    result = evening(NAMES + f"Ana: {name}\n")
    assert said(result)[-2:] == [f"welcome-missing-{line}", "welcome-ask-name-first"]
    renamed = evening(THREE + f"Ana: personas\nAna: cambia el nombre de Luis\nAna: {name}\n")
    assert said(renamed)[-2:] == [f"welcome-missing-{line}", "welcome-ask-name-rename"]


def test_who_finds_no_room_is_named() -> None:
    result = evening(NAMES + "Ana: Ana, Luis, Eva, Pedro, Juan, Marta, Rosa e Inés\n")
    assert "Hay lugar para seis, no más: sin Rosa e Inés." in texts(result)
    assert order(result) == "Ana, Luis, Eva, Pedro, Juan y Marta"


def test_newcomers_and_new_names_are_taken_one_at_a_time() -> None:
    joins = evening(THREE + "Ana: personas\nAna: se une otra persona\nAna: Carlos y Sol\nAna: sí\n")
    assert "welcome-one-at-a-time-join" in said(joins)
    assert "Carlos entra en la próxima partida." in texts(joins)
    named = evening(THREE + "Ana: personas\nAna: cambia el nombre de Ana\nAna: Rosa y Sol\n")
    assert "welcome-one-at-a-time" in said(named)
    assert named.outcome["seats"] == ["Rosa", "Luis", "Eva"]


@pytest.mark.parametrize("told", ["Pedro1 y Pedro2", "Pedro 1 y Pedro 2", "Pedro uno y Pedro dos"])
def test_digits_in_names_are_words_that_are_said_and_heard(told: str) -> None:
    laid = NAMES + f"Ana: {told}\n" + DONE + "Ana: larga\nAna: buenas noches\nAna: buenas noches\n"
    result = evening(laid + "?: personas\n?: tres\n?: Pedro dos: dos\n?: más Pedro 2\n")
    assert order(result) == "Pedro uno y Pedro dos"
    assert result.outcome["squares"] == {"Pedro uno": 1, "Pedro dos": 3}
    assert result.outcome["bets"] == {"Pedro uno": {"on": "Pedro dos", "sign": "+"}}


def test_two_teams_of_a_number_are_two() -> None:
    assert order(evening(NAMES + "Ana: equipo 1 y equipo 2\n" + DONE)) == "Equipo uno y Equipo dos"


def test_a_seat_written_with_digits_is_understood_as_it_is_said() -> None:
    """Names of old journals and guiones stay as they are written."""
    seats = ("Pedro1", "Equipo 2")
    heard = Interpreter(phrasebook_of("es", "iknow", {}), seats)
    for words, seat in (("volvió Pedro uno", "Pedro1"), ("volvió equipo dos", "Equipo 2")):
        reading = heard.interpret(words, Expectation("over"))
        assert isinstance(reading, Meant)
        assert reading.acts[0].args == {"seat": seat}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_letters_are_the_same_name_whatever_sounds(language: str) -> None:
    names = open_names(Lines(language))
    assert names.like("Олег", ["Иван"]) == ""
    assert names.like("Олег", ["Олег"]) == "Олег"
    assert in_words("Ana", language) == "Ana"


def test_what_is_typed_among_names_and_is_none_is_told() -> None:
    names = open_names(Lines("es"))
    typed = [(n.name, n.missing) for n in names.read("Ana, De y Luis", typed=True)]
    assert typed == [("Ana", ""), ("De", "none"), ("Luis", "")]
    assert [n.name for n in names.read("Ana, a, Luis")] == ["Ana", "Luis"]  # an ear's «eh»


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("Ana,Luis,Eva", ["Ana", "Luis", "Eva"]),
        ("Ana, Luis y Eva", ["Ana", "Luis", "Eva"]),
        ("Ana y Luis", ["Ana", "Luis"]),
        ("Ana, Luis E Inés", ["Ana", "Luis", "Inés"]),
        ("Ann, Bob and Eve", ["Ann", "Bob", "Eve"]),
        ("Ana y Luis, Eva y Pepe", ["Ana y Luis", "Eva y Pepe"]),
        ("Eloy, Yeray,", ["Eloy", "Yeray"]),
        (" , ", []),
    ],
)
def test_names_of_the_command_may_be_told_as_they_are_said(told: str, names: list[str]) -> None:
    assert listed_names(told) == names


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["A", "Luis"], "una sola letra"),
        (["yo", "Luis"], "no dice cómo te llamas"),
        (["De", "Luis"], "no vale como nombre"),
    ],
)
def test_names_of_the_command_are_refused_with_the_reason(names: list[str], why: str) -> None:
    with pytest.raises(PlayError, match=why):
        check_names(names, Lines("es"), "iknow")


def test_names_at_the_keyboard_are_asked_for_until_they_can_be_told_apart() -> None:
    out, lines = io.StringIO(), Lines("es")
    source = io.StringIO("Ana y yo\nAna y Anna\nAna1 y Ana2\n")
    assert ask_names(lines, source, Screen(out, lines), "iknow") == ["Ana uno", "Ana dos"]
    told = out.getvalue()
    assert "no dice cómo te llamas" in told
    assert "suenan igual" in told
    assert split_names("Team 1 and Team 2", "en") == ["Team one", "Team two"]


def test_the_end_of_what_is_typed_is_never_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    naming = play("wizard\nAna\n", None, game=None, names=[])
    assert naming.splitlines()[-1].startswith("Aquí termina lo escrito, antes de empezar")
    over = play(EVENING + "terminar\nsí\n", None, game=None, names=[])
    assert over.splitlines()[-1].startswith("Aquí termina lo escrito. La partida ya")
    aside = play(
        "no\notra cosa\n" + EVENING + "cambia el nombre de Ana\n", None, game=None, names=[]
    )
    assert "--resume" in aside.splitlines()[-1]


def test_who_leaves_with_ctrl_c_is_told_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    step = TypedRoom._step

    def interrupted(room: TypedRoom) -> list[RoomEvent]:
        events = step(room)
        if any(isinstance(event, Closed) for event in events):
            raise KeyboardInterrupt
        return events

    monkeypatch.setattr(TypedRoom, "_step", interrupted)
    naming = play("wizard\nAna\n", None, game=None, names=[])
    assert naming.splitlines()[-1].startswith("Lo dejamos antes de empezar")
    over = play(EVENING + "terminar\nsí\n", None, game=None, names=[])
    assert over.splitlines()[-1].startswith("Lo dejamos. La partida ya")


def test_whose_grandson_somebody_is_is_no_part_of_the_name() -> None:
    names = open_names(Lines("es"))
    for words in ("mi nieto Leo", "y mi nieto Leo", "nuestra hija pequeña Marta"):
        heard = names.read(words, typed=True)
        assert [(n.name, n.sure) for n in heard] in ([("Leo", True)], [("Marta", True)])
    assert [n.name for n in names.read("la tía Pepa", typed=True)] == ["Tía Pepa"]


def test_another_name_for_the_one_that_is_spelled_is_taken_and_talk_is_not() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: me llamo Zuriñe\nAna: ¿eh, qué dices de cenar?\n"
        "Ana: Elena\nLuis: Luis\nAna: ya está\n"
    )
    told = texts(result)
    assert "Basta «sí», «no» o solo el nombre." in told
    assert "Este es el orden: Elena y Luis" in told


@pytest.mark.parametrize(("words", "game"), [("¿cuánto dura?", ""), ("es muy largo", "")])
def test_how_long_it_takes_may_be_asked_among_the_names(words: str, game: str) -> None:
    first = texts(evening(f"Ana: la primera\nAna: preguntas\nAna: {words}\nAna: Ana\n"))
    assert "Hay partidas cortas y largas." in first
    later = texts(evening(f"Ana: la primera\nAna: preguntas\nAna: Ana\nLuis: Luis\nAna: {words}\n"))
    assert "Corta, unos" in later


@pytest.mark.parametrize("words", ["empezamos nosotros", "queremos jugar ya"])
def test_what_is_said_of_everybody_is_nobodys_name(words: str) -> None:
    assert open_names(Lines("es")).read(words, typed=True) == []
