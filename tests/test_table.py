"""The table where things go wrong: noise, a lost voice, a lost microphone, pauses, remedies."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.ears.base import Notice
from host.engine.journal import Journal
from host.evening import open_evening
from host.guion import parse
from host.mouth.base import Speech, VoiceError
from host.mouth.silent import SilentVoice
from host.rehearsal import Result, Watcher, play_as_text
from host.room.base import EarTrouble
from host.room.text import TextRoom

HEAD = (
    (Path(__file__).resolve().parent / "guiones" / "iknow" / "K-20.guion")
    .read_text(encoding="utf-8")
    .rsplit("---\n", 1)[0]
    .split("expect:")[0]
)


def table(lines: str) -> Result:
    return play_as_text(parse(HEAD + "---\n" + lines, "t"))


def said(result: Result) -> list[str]:
    return [sound.line for _, sound in result.said]


def test_a_command_while_paused_is_answered_and_moves_wait() -> None:
    result = table("Ana: pausa\nAna: tres\nBerta: sigue\nAna: tres\n")
    assert "common-paused" in said(result)
    assert "common-paused-still" in said(result)
    assert result.outcome["squares"] == {"Ana": 1}


def test_silence_is_never_an_answer_and_the_offer_comes_after_three_prompts() -> None:
    result = table("[silence 200]\nAna: tres\n")
    prompts = [line for line in said(result) if line.startswith("common-still-there")]
    assert len(prompts) >= 2
    assert "common-go-on-without" in said(result)
    assert result.outcome["squares"] == {"Ana": 1}


def test_an_unplugged_microphone_is_told_and_nothing_is_lost() -> None:
    result = table("[unplug 4]\nAna: tres\n")
    assert "common-deaf" in said(result)
    assert result.outcome["squares"] == {"Ana": 1}


def test_undo_and_not_me() -> None:
    result = table("Ana: tres\nBerta: no fui yo\nAna: dos\nBerta: deshacer\nAna: uno\n")
    assert result.outcome["squares"] == {"Ana": 5}
    assert "common-not-you" in said(result)
    assert "common-undone" in said(result)


def test_there_may_be_nothing_to_undo() -> None:
    result = table("Ana: deshacer\n")
    assert result.outcome["refusals"] == ["nothing_to_undo"]


def test_a_name_nobody_has_is_refused_with_the_names() -> None:
    result = table("Ana: tres\nBerta: dos\nCarlos: uno\nDiego: tres\nAna: creo que Pedro acierta\n")
    assert result.outcome["refusals"] == ["unknown_player"]
    assert result.outcome["bets"] == {}


def test_ending_is_asked_twice() -> None:
    result = table("Ana: terminar partida\nAna: no\nAna: tres\n")
    assert result.outcome["finished"] is False
    assert result.outcome["squares"] == {"Ana": 1}


def test_several_acts_in_one_breath() -> None:
    result = table("Ana: Ana tres, Berta dos, Carlos uno\n")
    assert result.outcome["squares"] == {"Ana": 1, "Berta": 3, "Carlos": 5}


def test_talk_out_of_turn_changes_nothing() -> None:
    result = table("Berta: tres\nCarlos: marcador\nCarlos: Tertulia, marcador\n")
    assert result.outcome["refusals"] == ["not_your_turn"]
    assert result.outcome["squares"] == {}
    assert said(result).count("iknow-score") == 2  # a question changes nothing


class _Hoarse:
    """A voice that fails at its second line."""

    name = "hoarse"
    language = "es"

    def __init__(self) -> None:
        self.lines = 0

    def render(self, text: str) -> Speech:
        self.lines += 1
        if self.lines > 1:
            raise VoiceError("gone")
        return SilentVoice("es").render(text)

    def close(self) -> None:
        return None


def test_a_lost_voice_is_told_once_and_the_game_goes_on_in_writing() -> None:
    room, watcher = TextRoom(), Watcher()
    evening = open_evening(
        game="iknow",
        language="es",
        seats=["Ana", "Luis"],
        rules={},
        setup={},
        seed=1,
        where="test",
        room=room,
        voice=_Hoarse(),
        journal=Journal(),
        observer=watcher,
    )
    evening.table.open(evening.header)
    while not evening.table.waiting:
        for event in room.step():
            evening.table.take(event)
    lines = [sound.line for _, sound in watcher.said]
    assert lines.count("common-voice-lost") == 1
    assert any(line.startswith("iknow-ask-category") for line in lines)


@pytest.mark.parametrize("patience", ["off", "10"])
def test_limits_can_be_lengthened_and_switched_off(patience: str) -> None:
    text = (HEAD + "---\n[silence 200]\nAna: tres\n").replace(
        "rules: {", f"rules: {{patience: {patience}, "
    )
    result = play_as_text(parse(text, "t"))
    assert not [line for line in said(result) if line.startswith("common-still-there")]
    assert result.outcome["squares"] == {"Ana": 1}


@pytest.mark.parametrize(
    ("language", "notice", "said_as"),
    [
        ("es", Notice("missing", ("hipatia", "zewail")), "Mi oído no conoce hipatia y zewail"),
        ("en", Notice("missing", ("hipatia",)), "My ear does not know hipatia"),
        ("es", Notice("again", why="it ended by itself"), "ya vuelvo a oír"),
        ("en", Notice("lost", why="it ended by itself"), "I have lost my hearing"),
    ],
)
def test_trouble_of_the_ear_is_said_and_the_game_goes_on(
    language: str, notice: Notice, said_as: str
) -> None:
    room, watcher, journal = TextRoom(), Watcher(), Journal()
    table = open_evening(
        game="iknow",
        language=language,
        seats=["Ana", "Luis"],
        rules={},
        setup={},
        seed=1,
        where="test",
        room=room,
        voice=SilentVoice(language),
        journal=journal,
        observer=watcher,
    ).table
    table.open({"game": "iknow", "language": language, "seats": ["Ana", "Luis"]})
    table.take(EarTrouble(notice, room.now))
    while not table.waiting:
        for event in room.step():
            table.take(event)
    texts = [sound.text for _, sound in watcher.said if sound.line.startswith("common-ear-")]
    assert [said_as in text for text in texts] == [True]
    assert table.waiting


def test_a_pause_is_still_one_after_the_question_whether_to_end() -> None:
    result = table("Ana: pausa\nAna: terminar partida\nAna: no\nAna: sigue\nAna: tres\n")
    assert "common-goes-on" not in said(result)
    assert said(result).count("common-paused-still") == 1
    assert result.outcome["squares"] == {"Ana": 1}


def test_a_question_whether_to_end_is_put_again_until_yes_or_no() -> None:
    result = table("Ana: terminar partida\nAna: quizás otro rato\nAna: sí\n")
    assert said(result).count("common-end-sure") == 2
    assert result.outcome["finished"]


def test_a_question_whether_to_end_is_put_again_twice_and_then_the_game_goes_on() -> None:
    talk = "Ana: quizás otro rato\n" * 3
    result = table(f"Ana: terminar partida\n{talk}Ana: tres\n")
    assert said(result).count("common-end-sure") == 3
    assert said(result).count("common-goes-on") == 1
    assert result.outcome["squares"] == {"Ana": 1}


def test_a_move_answers_the_question_whether_to_end() -> None:
    result = table("Ana: terminar partida\nAna: tres\n")
    assert said(result).count("common-end-sure") == 1
    assert result.outcome["squares"] == {"Ana": 1}
