"""A whole evening: the table is laid by voice, names are told apart, games follow each other."""

from __future__ import annotations

from typing import Any

import pytest

from host.engine.journal import Journal, renamed
from host.guion import parse
from host.mouth.lines import Lines
from host.rehearsal import Result, play_as_text
from host.settings import SettingsFile
from host.summary import LINES, summary
from host.table_manners import Manner

HEAD = "---\ngame: evening\nlanguage: {language}\nseats: [Ana, Luis, Eva, Leo]\n{more}---\n"
LAID = "Ana: la primera\nAna: preguntas\nAna: soy Ana\nLuis: Luis\nAna: ya está\nAna: larga\n"
TRIED = "Ana: buenas noches\nLuis: buenas noches\n"


def evening(
    lines: str, more: str = "", language: str = "es", manner: Manner | None = None
) -> Result:
    head = HEAD.format(language=language, more=more)
    return play_as_text(parse(head + lines, "t"), manner=manner)


def said(result: Result) -> list[str]:
    return [sound.line for _, sound in result.said]


def texts(result: Result) -> str:
    return " / ".join(sound.text for _, sound in result.said)


def test_the_table_is_laid_in_few_words() -> None:
    result = evening(LAID + TRIED)
    assert result.outcome["seats"] == ["Ana", "Luis"]
    assert result.outcome["turn"] == "Ana"
    told = texts(result)
    assert "la primera o la segunda" in told
    assert "unos" in told  # how long it takes
    assert "Habla solo quien yo nombre" in told
    assert said(result).count("welcome-how") == 1


def test_everybody_in_one_breath() -> None:
    result = evening("Ana: la dos\nAna: Wizard\nAna: somos Ana, Luis y Eva\nAna: ya está\n")
    assert "Este es el orden: Ana, Luis y Eva" in texts(result)


@pytest.mark.parametrize(("voice", "word"), [("primera", "baza"), ("segunda", "mano")])
def test_the_voice_that_is_chosen_brings_the_words_of_its_region(voice: str, word: str) -> None:
    told = texts(
        evening(
            f"Ana: la {voice}\nAna: Wizard\nAna: somos Ana, Luis y Eva\n"
            "Ana: ya está\nAna: corta\nAna: repite\n" + TRIED + "Eva: buenas noches\n"
        )
    )
    assert f"De cada {word} basta" in told


def test_a_name_that_nobody_bears_is_spelled_and_may_be_corrected() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: me llamo Zuriñe\nAna: no\nAna: zeta, u, erre, i\n"
        "Luis: Luis\nAna: ya está\n"
    )
    told = texts(result)
    assert "zeta, u, erre, i, eñe, e" in told
    assert "Otra vez, por favor; también vale deletrear." in told
    assert "Este es el orden: Zuri y Luis" in told


def test_whose_name_is_never_understood_gets_one_and_is_not_kept() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: Zuriñe\nAna: no\nAna: Zurinhe\nAna: no\n"
        "Ana: Txurinhe\nAna: no\nLuis: Luis\nAna: ya está\n"
    )
    assert "Este es el orden: Asiento uno y Luis" in texts(result)


def test_two_of_the_same_name_are_told_apart() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: Ana\nLuis: soy Anna\nLuis: Anita\nAna: ya está\n"
    )
    assert "Ya hay Ana." in texts(result)
    assert "Este es el orden: Ana y Anita" in texts(result)


def test_a_seat_may_be_a_team() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: somos el equipo rojo\nLuis: Eva y Leo, un equipo\n"
        "Ana: ya está\n"
    )
    assert "Equipo rojo" in texts(result)
    assert "Eva y Leo" in texts(result)


def test_undo_repeat_pause_and_help_work_while_the_table_is_laid() -> None:
    result = evening(
        "Ana: la primera\nAna: preguntas\nAna: Ana\nLuis: Luis\nLuis: me equivoqué\nAna: ayuda\n"
        "Ana: pausa\nAna: sigue\nAna: repite\nAna: ¿a quién le toca?\nEva: Eva\nAna: ya está\n"
    )
    assert "Este es el orden: Ana y Eva" in texts(result)
    assert {"common-paused", "welcome-query-names"} <= set(said(result))
    assert any("help" in line for line in said(result))


def test_too_few_cannot_begin() -> None:
    result = evening("Ana: la primera\nAna: Wizard\nAna: Ana\nAna: ya está\n")
    assert "welcome-refuse-few" in said(result)


def test_last_time_is_remembered_and_shortens_the_evening() -> None:
    last = "setup: {last: {game: iknow, players: [Ana, Luis], length: short}}\n"
    kept = SettingsFile()
    kept.set("voice", "spain")
    manner = Manner(kept.settings, save=kept.set)
    result = evening("Ana: sí\n" + TRIED, last, manner=manner)
    assert result.outcome["seats"] == ["Ana", "Luis"]
    assert "¿Como la última vez: iKNOW, con Ana y Luis?" in texts(result)
    assert "welcome-ask-voice" not in said(result)
    assert kept.settings.last == {"game": "iknow", "players": ["Ana", "Luis"], "length": "short"}


def test_another_game_may_be_named_at_once_instead_of_last_times() -> None:
    last = "setup: {last: {game: iknow, players: [Ana, Luis], length: short}}\n"
    result = evening("Ana: la primera\nAna: a Wizard\nAna: Eva\n", last)
    assert said(result)[-1] == "welcome-ask-name-next"
    assert "Wizard." in texts(result)


GAME = "Ana: personas\nAna: terminar partida\nAna: sí\n"


def test_a_rematch_another_game_and_goodbye() -> None:
    result = evening(
        LAID
        + TRIED
        + "Ana: queremos la revancha\n"
        + GAME
        + "Ana: revancha\n"
        + GAME
        + "Ana: otro juego\nAna: sapiencia\nAna: corta\n"
    )
    assert "tonight-rematch-later" in said(result)
    assert result.outcome["games"] == 3
    assert result.outcome["game"] == "sapiencia"
    assert result.outcome["seats"] == ["Ana", "Luis"]


def test_a_game_for_which_they_are_too_few_asks_who_plays() -> None:
    result = evening(LAID + TRIED + GAME + "Ana: otro juego\nAna: Wizard\nAna: Ana\n")
    assert "welcome-ask-name-first" in said(result)[-20:]


def test_a_name_is_changed_in_the_middle_of_a_game() -> None:
    result = evening(
        LAID + TRIED + "Ana: personas\nAna: tres\nLuis: cambia el nombre de Ana\nAna: Anita\n"
        "Luis: dos\nLuis: menos Anita\n"
    )
    assert result.outcome["squares"] == {"Anita": 1, "Luis": 3}
    assert result.outcome["seats"] == ["Anita", "Luis"]
    assert "Desde ahora, Anita." in texts(result)


def test_who_comes_later_plays_in_the_next_game() -> None:
    result = evening(
        LAID + TRIED + "Ana: personas\nAna: se une otra persona\nEva: Eva\n"
        "Ana: terminar partida\nAna: sí\nAna: revancha\n"
    )
    assert "Eva entra en la próxima partida." in texts(result)
    assert result.outcome["seats"] == ["Ana", "Luis", "Eva"]
    assert result.outcome["games"] == 2


def test_a_changed_name_is_changed_in_every_record_but_not_in_what_was_said() -> None:
    book = Journal()
    book.write("header", 0.0, {"seats": ["Ana", "Luis"]})
    book.write("event", 0.0, {"act": 0, "kind": "k", "data": {"points": {"Ana": 1}, "by": "Ana"}})
    book.write("event", 0.0, {"act": 1, "kind": "k", "data": {"said": "Ana", "seat": "Ana"}})
    book.write("renamed", 0.0, {"old": "Ana", "new": "Anita"})
    changed = [record.data for record in renamed(book.records)]
    assert changed[0]["seats"] == ["Anita", "Luis"]
    assert changed[1]["data"] == {"points": {"Anita": 1}, "by": "Anita"}
    assert changed[2]["data"] == {"said": "Ana", "seat": "Anita"}
    assert book.records[0].data["seats"] == ["Ana", "Luis"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_summary_has_five_lines_whatever_was_played(language: str) -> None:
    lines = Lines(language)
    outcomes: list[tuple[str, dict[str, Any]]] = [
        ("iknow", {"winners": ["Ana"], "points": {"Ana": 12, "Luis": 3}}),
        ("sapiencia", {"winners": ["Ana", "Luis"], "counts": {"Ana": 0, "Luis": 4}}),
        ("wizard", {"winners": ["Luis"], "points": {"Ana": -20, "Luis": 3}}),
    ]
    for game, outcome in outcomes:
        told = summary(lines, game, ["Ana", "Luis"], outcome, ())
        assert len(told) == LINES
        assert "Ana" in told[0]
        assert len(set(told)) == LINES
