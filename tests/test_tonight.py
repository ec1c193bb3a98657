"""A whole evening: the table is laid by voice, names are told apart, games follow each other."""

from __future__ import annotations

from typing import Any

import pytest

from host.engine.journal import Journal, renamed
from host.evening import EveningError
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


@pytest.mark.parametrize("said", ["ya está", "nadie", "ninguno", "es la misma"])
def test_a_name_told_twice_is_dropped_and_those_behind_it_are_kept(said: str) -> None:
    result = evening(
        f"Ana: la primera\nAna: preguntas\nAna: Ana, Anna y Luis\nAna: {said}\nAna: ya está\n"
    )
    assert "Ya hay Ana." in texts(result)
    assert "Este es el orden: Ana y Luis" in texts(result)


@pytest.mark.parametrize("said", ["ninguno", "es la misma"])
def test_a_new_name_like_anothers_may_be_given_up(said: str) -> None:
    result = evening(
        THREE + f"Ana: personas\nAna: cambia el nombre de Luis\nLuis: Ana\nAna: {said}\n"
    )
    assert "Todo sigue como estaba." in texts(result)
    assert result.outcome["seats"] == ["Ana", "Luis", "Eva"]


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
        LAID + TRIED + "Ana: personas\nAna: se une otra persona\nEva: Eva\nEva: sí\n"
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


NAMES = "Ana: la primera\nAna: preguntas\n"
THREE = (
    "Ana: la primera\nAna: preguntas\nAna: somos Ana, Luis y Eva\nAna: ya está\nAna: larga\n"
    "Ana: buenas noches\nLuis: buenas noches\nEva: buenas noches\n"
)


@pytest.mark.parametrize("order", ["tres rondas", "la corta", "otro juego", "tres", "tertulia"])
def test_an_order_is_never_a_person(order: str) -> None:
    result = evening(NAMES + f"Ana: {order}\nAna: Ana\nLuis: Luis\nAna: ya está\n")
    assert "Este es el orden: Ana y Luis." in texts(result)


@pytest.mark.parametrize("leaving", ["lo dejamos", "terminar", "nos vamos"])
@pytest.mark.parametrize(
    "before",
    [
        "",
        "Ana: la primera\n",
        NAMES,
        NAMES + "Ana: Zuriñe\n",
        NAMES + "Ana: Ana\nLuis: Anna\n",
        LAID,
    ],
)
def test_the_evening_may_be_left_from_every_question(before: str, leaving: str) -> None:
    result = evening(before + f"Ana: {leaving}\nAna: sí\n")
    assert said(result)[-2:] == ["welcome-end-sure", "welcome-leave"]
    assert result.outcome["games"] == 0


def test_who_does_not_leave_after_all_is_asked_again() -> None:
    result = evening(NAMES + "Ana: terminar\nAna: no\nAna: Ana\nLuis: Luis\nAna: ya está\n")
    assert "Este es el orden: Ana y Luis." in texts(result)


def test_a_changed_name_is_told_without_an_order() -> None:
    result = evening(THREE + "Ana: personas\nAna: cambia el nombre de Luis\nLuis: Leo\n")
    told = texts(result)
    assert "Desde ahora, Leo." in told
    assert told.count("Este es el orden") == 1
    assert result.outcome["seats"] == ["Ana", "Leo", "Eva"]


def test_a_new_name_is_not_like_anothers() -> None:
    result = evening(THREE + "Ana: personas\nAna: cambia el nombre de Luis\nLuis: Ana\n")
    assert "Ya hay Ana." in texts(result)


@pytest.mark.parametrize(
    ("said_so", "name"),
    [
        ("Luis: cambia el nombre de Luis por Luisa", "Luisa"),
        ("Luis: Luis se llama Luisito", "Luisito"),
        ("Luis: Tertulia, llámame Diego", "Diego"),
    ],
)
def test_a_name_is_changed_in_one_sentence(said_so: str, name: str) -> None:
    result = evening(THREE + f"Ana: personas\nAna: tres\n{said_so}\nLuis: sí\n")
    assert result.outcome["seats"] == ["Ana", name, "Eva"]
    assert "welcome-ask-name-rename" not in said(result)


ENGLISH = "Ana: quiz\nAna: my name is Anne\nLuis: Luke\nAna: that's all\n"


def test_in_english_too_names_are_changed_and_the_evening_is_left() -> None:
    laid = evening(ENGLISH + "Ana: Luke is called Bob\nAna: short\n", language="en")
    assert laid.outcome["seats"] == []  # nothing has begun: the microphone is tried
    assert "From now on, Bob." in texts(laid)
    left = evening(ENGLISH + "Ana: forget it\nAna: yes\n", language="en")
    assert said(left)[-1] == "welcome-leave"
    order = evening("Ana: quiz\nAna: three rounds\n", language="en")
    assert "welcome-refuse-order" in said(order)


def test_a_name_is_put_right_while_the_table_is_laid() -> None:
    result = evening(
        NAMES + "Ana: Ana\nLuis: Luis\nAna: cambia el nombre de Luis por Diego\n"
        "Ana: ya está\nAna: Ana se llama Carmen\nAna: larga\n"
    )
    assert "Este es el orden: Ana y Diego." in texts(result)
    assert said(result)[-1] == "welcome-ask-mic-first"
    assert result.said[-1][1].text.startswith("Probemos el micrófono. Carmen")


def test_undo_takes_a_new_name_back() -> None:
    result = evening(
        THREE
        + "Ana: personas\nAna: tres\nLuis: cambia el nombre de Luis por Diego\nAna: deshacer\n"
        "Luis: dos\n"
    )
    assert "Sigue siendo Luis." in texts(result)
    assert result.outcome["seats"] == ["Ana", "Luis", "Eva"]
    assert result.outcome["squares"] == {"Ana": 1, "Luis": 3}


def test_undo_behind_a_move_takes_back_the_move() -> None:
    result = evening(
        THREE + "Ana: personas\nAna: cambia el nombre de Luis por Diego\nAna: tres\nAna: deshacer\n"
    )
    assert result.outcome["seats"] == ["Ana", "Diego", "Eva"]
    assert result.outcome["squares"] == {}


def test_a_newcomer_is_asked_about_and_may_be_taken_back() -> None:
    join = LAID + TRIED + "Ana: personas\nAna: se une otra persona\n"
    end = GAME.removeprefix("Ana: personas\n") + "Ana: revancha\n"
    asked = evening(join + "Eva: Monopoly\nEva: no\nEva: nadie\n" + end)
    assert "welcome-back" in said(asked)
    assert asked.outcome["seats"] == ["Ana", "Luis"]
    undone = evening(join + "Eva: Eva\nEva: sí\nAna: deshacer\n" + end)
    assert "Eva no entra." in texts(undone)
    assert undone.outcome["seats"] == ["Ana", "Luis"]


def test_who_left_stays_out_of_the_rematch_unless_they_come_back() -> None:
    left = (
        THREE + "Ana: personas\nAna: Tertulia, Luis se va a casa\nAna: sí\nAna: terminar\nAna: sí\n"
    )
    assert evening(left + "Ana: revancha\n").outcome["seats"] == ["Ana", "Eva"]
    back = evening(left + "Luis: volvió Luis\nAna: revancha\n")
    assert back.outcome["seats"] == ["Ana", "Luis", "Eva"]


def test_who_leaves_behind_a_bet_is_asked_about() -> None:
    bets = THREE + "Ana: personas\nAna: tres\nLuis: dos\nEva: uno\nAna: más Luis\n"
    result = evening(bets + "Luis: Tertulia, Eva se va\nAna: no\n")
    assert "Hay apuestas en juego. ¿Seguimos sin Eva?" in texts(result)
    assert "iknow-left" not in said(result)
    gone = evening(bets + "Luis: Tertulia, Eva se va\nAna: sí\n")
    assert "iknow-left" in said(gone)


def test_right_behind_the_rematch_another_game_may_be_had() -> None:
    again = LAID + TRIED + GAME + "Ana: revancha\nAna: otro juego\n"
    result = evening(again + "Ana: sapiencia\nAna: corta\n")
    assert result.outcome["game"] == "sapiencia"
    assert result.outcome["seats"] == ["Ana", "Luis"]
    left = evening(again + "Ana: lo dejamos\nAna: sí\n")
    assert said(left)[-1] == "welcome-leave"


SOLO = (
    "Ana: la primera\nAna: preguntas\nAna: Ana\nAna: ya está\nAna: buenas noches\n"
    "Ana: personas\nAna: terminar\nAna: sí\n"
)


def test_alone_and_ended_early_nobody_ran_out_of_questions() -> None:
    told = texts(evening(SOLO))
    assert "Se acabaron las preguntas." not in told
    assert "Hasta aquí, entonces. / Cero puntos en" in told


def test_behind_a_game_alone_another_asks_who_is_there() -> None:
    result = evening(SOLO + "Ana: otro juego\nAna: preguntas\n")
    assert said(result)[-1] == "welcome-ask-name-first"


def test_help_while_the_table_is_laid_names_nothing_twice_and_no_score() -> None:
    told = texts(evening(NAMES + "Ana: ayuda\n"))
    always = next(part for part in told.split(" / ") if part.startswith("Siempre vale"))
    assert always.count("«repite»") == always.count("«deshacer»") == 1
    assert "marcador" not in always


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_summary_has_five_lines_whatever_was_played(language: str) -> None:
    lines = Lines(language)
    outcomes: list[tuple[str, dict[str, Any]]] = [
        ("iknow", {"winners": ["Ana"], "points": {"Ana": 12, "Luis": 3}}),
        ("sapiencia", {"winners": ["Ana", "Luis"], "counts": {"Ana": 0, "Luis": 4}}),
        ("wizard", {"winners": ["Luis"], "points": {"Ana": -20, "Luis": 3}}),
        ("iknow", {"winners": ["Ana", "Luis"], "points": {"Ana": 0, "Luis": 0}}),
        ("wizard", {"winners": [], "points": {"Ana": 0, "Luis": 0}}),
    ]
    for game, outcome in outcomes:
        told = summary(lines, game, ["Ana", "Luis"], outcome, ())
        assert len(told) == LINES
        assert "Ana" in told[0]
        assert len(set(told)) == LINES


def test_nobody_wins_alone() -> None:
    told = summary(Lines("es"), "iknow", ["Ana"], {"winners": ["Ana"], "points": {"Ana": 0}}, ())
    assert not any("Ganó" in line for line in told)
    assert len(told) == LINES


@pytest.mark.parametrize(
    ("said_so", "name"),
    [
        ("Ana se llama Rosa", "Rosa"),
        ("cambia el nombre de Ana por Rosa", "Rosa"),
        ("la de siempre se llama Rosa", "Rosa"),
        ("Ana se llama pausa\nAna: Rosa", "Rosa"),
        ("Luis se llama Rosa\nAna: Rosa", "Rosa"),
        ("Ana se llama 🎉\nAna: Ana se llama Ana", "Ana"),
        ("cambia el nombre de Luis\nAna: Rosa", "Rosa"),
        ("cambia el nombre de Zutano por Mengano\nAna: Rosa", "Rosa"),
        ("reparte Luis\nAna: Rosa", "Rosa"),
        ("sigue sin Luis\nAna: Rosa", "Rosa"),
    ],
)
def test_a_sentence_is_nobodys_name(said_so: str, name: str) -> None:
    result = evening(THREE + f"Ana: personas\nAna: cambia el nombre de Ana\nAna: {said_so}\n")
    assert result.outcome["seats"] == [name, "Luis", "Eva"]
    assert "welcome-spell" not in said(result)


@pytest.mark.parametrize("order", ["seguimos sin Ana", "reparte Ana", "Ana se va", "Eva se llama"])
def test_an_order_about_a_seat_is_no_newcomer(order: str) -> None:
    result = evening(THREE + f"Ana: personas\nAna: se une otra persona\nAna: {order}\nAna: Leo\n")
    assert said(result)[-1] == "welcome-ask-spell"
    assert said(result).count("welcome-refuse-order") == 1
    assert "Leo, desde la próxima partida." in texts(result)


def test_who_is_named_like_a_seat_and_a_word_more_is_told_apart_still() -> None:
    result = evening(NAMES + "Ana: Ana\nLuis: Ana Belén\nEva: y con Ana\nEva: Eva\nAna: ya está\n")
    assert "Este es el orden: Ana, Ana Belén y Eva." in texts(result)
    assert "Ya hay Ana." in texts(result)


def test_sentences_about_names_in_english() -> None:
    told = evening(
        "?: the quiz\n?: we are Alice, David and Emma\n?: that's all\n?: long\n"
        "?: good evening\n?: good evening\n?: good evening\n?: famous people\n"
        "?: change the name of Alice\n?: David is called Rose\n"
        "?: continue without Emma\n?: Alice is called Rose\n",
        language="en",
    )
    assert told.outcome["seats"] == ["Rose", "David", "Emma"]
    assert "welcome-spell" not in said(told)


def test_whether_to_end_is_asked_again_while_names_are_asked() -> None:
    result = evening(NAMES + "Ana: terminar\nAna: Zuriñe\nAna: sí\n")
    assert said(result).count("welcome-end-sure") == 2
    assert "welcome-spell" not in said(result)
    assert said(result)[-1] == "welcome-leave"


def test_a_pause_is_still_one_while_the_table_is_laid() -> None:
    result = evening(NAMES + "Ana: pausa\nAna: terminar\nAna: no\nAna: sigue\nAna: Ana\n")
    assert "common-goes-on" not in said(result)
    assert said(result).count("common-paused-still") == 1
    assert said(result)[-1] == "welcome-ask-name-next"


@pytest.mark.parametrize("last", ["3", "{game: ajedrez}", "{game: iknow, players: [1, [2]]}"])
def test_a_last_evening_that_cannot_have_been_is_a_fault_of_the_guion(last: str) -> None:
    text = f"---\ngame: evening\nseats: [Ana]\nsetup: {{last: {last}}}\n---\nAna: sí\n"
    with pytest.raises(EveningError, match="setup: last cannot be"):
        play_as_text(parse(text, "x"))
