"""«La abuela» for «Abuela Maruja»: who is called by a part of a name, and when that is asked."""

from __future__ import annotations

import pytest

from host.engine.game import Expectation, Option
from host.understanding.interpret import Interpreter, Meant, Nothing, Unsure
from host.understanding.phrasebook import phrasebook_of

FAMILY = ("Abuela Maruja", "Luis", "Tío Paco")
TWO = ("Abuela Maruja", "Abuela Pilar", "Luis")
ENGLISH = ("Grandma Mary", "Bob", "Uncle Tom")
NOW = Expectation("bet", "Luis", (Option("bet", {"target": FAMILY, "sign": ("+", "-")}),))
ANSWER = Expectation("answer", "Luis", (Option("answer"), Option("pass")), free_speech=True)


def heard(seats: tuple[str, ...], game: str = "iknow", language: str = "es") -> Interpreter:
    return Interpreter(phrasebook_of(language, game, {}), seats)


@pytest.mark.parametrize(
    ("words", "act", "args", "who"),
    [
        ("volvió la abuela", "cmd_back", {"seat": "Abuela Maruja"}, None),
        ("volvió Maruja", "cmd_back", {"seat": "Abuela Maruja"}, None),
        ("volvió mi tío", "cmd_back", {"seat": "Tío Paco"}, None),
        ("seguimos sin la avuela", "cmd_leave", {"seat": "Abuela Maruja"}, None),
        ("cambia el nombre de la abuela", "cmd_rename", {"seat": "Abuela Maruja"}, None),
        (
            "cambia el nombre del tío por Pepe José",
            "cmd_rename",
            {"seat": "Tío Paco", "name": "Pepe José"},
            None,
        ),
        ("más Paco", "bet", {"target": "Tío Paco", "sign": "+"}, None),
        ("la abuela falla", "bet", {"target": "Abuela Maruja", "sign": "-"}, None),
        ("Tertulia, Maruja: más el tío", "bet", {"target": "Tío Paco", "sign": "+"}, FAMILY[0]),
        ("¿qué apostó el tío?", "cmd_who_bet", {"seat": "Tío Paco"}, None),
    ],
)
def test_a_part_of_one_name_is_that_seat(
    words: str, act: str, args: dict[str, str], who: str | None
) -> None:
    reading = heard(FAMILY).interpret(words, NOW)
    assert isinstance(reading, Meant)
    assert (reading.acts[0].act, reading.acts[0].args, reading.acts[0].who) == (act, args, who)


def test_what_is_asked_about_a_new_name_is_said_as_the_seats_are_called() -> None:
    told = [
        ("es", TWO, "cambia el nombre de abuela por pedro1"),
        ("en", ("Grandma May", "Grandma Rose"), "change the name of grandma to pedro1"),
    ]
    asked = [heard(seats, language=lang).interpret(words, NOW) for lang, seats, words in told]
    assert [[a.text for a in r.seats] for r in asked if isinstance(r, Unsure)] == [
        [f"cambia el nombre de {seat} por Pedro uno" for seat in TWO[:2]],
        [f"change the name of {seat} to Pedro one" for seat in told[1][1]],
    ]


def test_a_part_of_a_name_in_english() -> None:
    table = heard(ENGLISH, language="en")
    for words, seat in (("the grandma is back", ENGLISH[0]), ("go on without Tom", ENGLISH[2])):
        reading = table.interpret(words, NOW)
        assert isinstance(reading, Meant)
        assert reading.acts[0].args == {"seat": seat}


def test_the_winner_of_a_trick_may_be_called_so_too() -> None:
    trick = Expectation("trick", None, (Option("trick", {"seat": FAMILY}),), anyone=True)
    for words in ("la abuela", "baza de la abuela", "la baza es de Maruja"):
        reading = heard(FAMILY, "wizard").interpret(words, trick)
        assert isinstance(reading, Meant)
        assert reading.acts[0].args == {"seat": "Abuela Maruja"}


def test_a_part_of_two_names_is_asked_about() -> None:
    reading = heard(TWO).interpret("volvió la abuela", NOW)
    assert isinstance(reading, Unsure)
    assert [act.args["seat"] for act in reading.seats] == ["Abuela Maruja", "Abuela Pilar"]
    whole = heard(TWO).interpret("volvió la abuela Pilar", NOW)
    assert isinstance(whole, Meant)
    assert whole.acts[0].args == {"seat": "Abuela Pilar"}


def test_of_two_it_is_the_one_of_whom_it_can_be_said_now() -> None:
    bets = Option("bet", {"target": ("Abuela Pilar", "Luis"), "sign": ("+", "-")})
    now = Expectation("bet", "Abuela Maruja", (bets,))
    reading = heard(TWO).interpret("más la abuela", now)
    assert isinstance(reading, Meant)
    assert reading.acts[0].args["target"] == "Abuela Pilar"


def test_who_speaks_of_two_is_the_one_who_was_asked() -> None:
    bets = Option("bet", {"target": TWO, "sign": ("+", "-")})
    now = Expectation("bet", "Abuela Pilar", (bets,))
    reading = heard(TWO).interpret("la abuela: más Luis", now)
    assert isinstance(reading, Meant)
    assert reading.acts[0].who == "Abuela Pilar"


def test_a_name_that_is_whole_is_no_part_of_another() -> None:
    seats = ("Juan", "Juan Carlos", "Luis")
    reading = heard(seats).interpret("quiero apostar por que volvió el Juan", NOW)
    assert not isinstance(reading, Unsure)
    back = heard(seats).interpret("volvió Juan", NOW)
    assert isinstance(back, Meant)
    assert back.acts[0].args == {"seat": "Juan"}


@pytest.mark.parametrize("words", ["la abuela", "es la abuela", "Maruja Torres", "la tía Paca"])
def test_an_answer_in_which_a_part_stands_stays_an_answer(words: str) -> None:
    reading = heard(FAMILY).interpret(words, ANSWER)
    assert isinstance(reading, Meant)
    assert reading.acts[0].args == {"said": words}


def test_a_command_among_answers_is_one_and_is_never_asked_about() -> None:
    reading = heard(FAMILY).interpret("seguimos sin la abuela", ANSWER)
    assert isinstance(reading, Meant)
    assert reading.acts[0].act == "cmd_leave"
    assert isinstance(heard(TWO).interpret("seguimos sin la abuela", ANSWER), Nothing)


@pytest.mark.parametrize("words", ["pásame la abuela", "qué dice mi tío", "la vecina volvió"])
def test_talk_about_a_seat_is_talk(words: str) -> None:
    assert not isinstance(heard(FAMILY).interpret(words, NOW), Meant | Unsure)


def test_a_part_that_only_sounds_so_is_less_sure() -> None:
    """In a call's window what is a move by a stretch proves no absence (`may_hold_call`)."""
    table = heard(FAMILY, "sapiencia")
    scores = []
    for words in ("seguimos sin Maruja", "seguimos sin Marufa"):
        reading = table.interpret(words, Expectation("play"))
        assert isinstance(reading, Meant)
        scores.append(reading.acts[0].score)
    assert scores == [100.0, 91.7]


@pytest.mark.parametrize("words", ["volvió el abuelo", "volvió María", "volvió la Paca"])
def test_who_is_called_nearly_so_is_somebody_else(words: str) -> None:
    assert not isinstance(heard(FAMILY).interpret(words, NOW), Meant | Unsure)
