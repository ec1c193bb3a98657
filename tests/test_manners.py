"""How the host speaks and waits is changed by voice, in every state, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host.engine.journal import Journal
from host.evening import Evening, open_evening
from host.guion import parse
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.mouth.tuned import TunedVoice
from host.rehearsal import Watcher, play_as_text
from host.room.text import TextRoom
from host.settings import DEFAULTS, Settings, SettingsFile
from host.table_manners import ACTS, Manner, warning_due
from host.understanding.phrasebook import Phrasebook, phrasebook_of

HEAD = (
    (Path(__file__).resolve().parent / "guiones" / "iknow" / "K-20.guion")
    .read_text(encoding="utf-8")
    .rsplit("---\n", 1)[0]
    .split("expect:")[0]
)


class Desk:
    """A table of two in a room without sound, with settings that are kept."""

    def __init__(self, **values: Any) -> None:
        self.kept = SettingsFile()
        self.manner = Manner(Settings({**DEFAULTS, **values}), save=self.kept.set)
        self.made: list[tuple[str, int]] = []
        self.watcher = Watcher()
        self.room = TextRoom()

        def make(accent: str, pace: int) -> SilentVoice:
            self.made.append((accent, pace))
            return SilentVoice("es", pace)

        self.evening: Evening = open_evening(
            game="iknow",
            language="es",
            seats=["Ana", "Luis"],
            rules={},
            setup={},
            seed=1,
            where="test",
            room=self.room,
            voice=TunedVoice(make, pace=165),
            journal=Journal(),
            observer=self.watcher,
            manner=self.manner,
        )
        self.evening.table.open(self.evening.header)
        self.wait()

    def wait(self) -> None:
        while not self.evening.table.waiting:
            for event in self.room.step():
                self.evening.table.take(event)

    def say(self, words: str, who: str = "Ana") -> list[str]:
        before = len(self.watcher.said)
        self.room.speak_text(who, words, self.room.now + 0.5)
        for _ in range(60):
            for event in self.room.step():
                self.evening.table.take(event)
        self.wait()
        return [sound.line for _, sound in self.watcher.said[before:]]


def test_slower_holds_from_the_next_line_and_is_kept() -> None:
    desk = Desk()
    assert "manner-slower" in desk.say("habla más despacio")
    assert desk.kept.settings["pace"] == 140
    assert desk.made[-1] == ("", 140)
    for _ in range(5):
        told = desk.say("más despacio, por favor")
    assert "manner-slower-end" in told
    assert desk.kept.settings["pace"] == 100


def test_loudness_has_an_end_that_is_told() -> None:
    desk = Desk()
    assert "manner-louder" in desk.say("habla más alto")
    assert desk.kept.settings["loudness"] == 3
    for _ in range(4):
        told = desk.say("sube el volumen")
    assert "manner-louder-end" in told
    assert "manner-softer" in desk.say("habla más bajo")


def test_more_time_doubles_up_to_ten_and_limits_go_off_and_on() -> None:
    desk = Desk()
    told = [desk.say("danos más tiempo") for _ in range(5)]
    assert "manner-time-more" in told[3]
    assert "manner-time-most" in told[4]
    assert desk.kept.settings["patience"] == 10
    assert "manner-time-off" in desk.say("sin límite de tiempo")
    assert desk.kept.settings["patience"] == "off"
    assert "manner-time-usual" in desk.say("con el tiempo de siempre")
    assert desk.kept.settings["patience"] == 1


def test_without_sounds_every_act_is_answered_in_words() -> None:
    desk = Desk(speech="compact")
    desk.say("personas")
    assert "tone-heard" in desk.say("tres")
    assert "manner-earcons-off" in desk.say("sin sonidos", "Luis")
    told = desk.say("dos", "Luis")
    assert "manner-heard" in told
    assert not any(line.startswith("tone-") for line in told)


def test_usted_is_for_whom_it_was_asked() -> None:
    desk = Desk()
    desk.say("ayuda")
    assert any(s.text.startswith("Puedes decir") for _, s in desk.watcher.said)
    desk.say("háblame de usted")
    assert any(s.text == "Ana, de usted, entonces." for _, s in desk.watcher.said)
    assert desk.kept.settings.formal("Ana")
    assert not desk.kept.settings.formal("Luis")
    assert desk.manner.formal_to("Ana")
    assert not desk.manner.formal_to("Luis")
    before = len(desk.watcher.said)
    desk.say("ayuda")
    assert any(s.text.startswith("Puede decir") for _, s in desk.watcher.said[before:])


@pytest.mark.parametrize("speech", ["full", "compact"])
def test_speech_is_full_or_compact_from_the_first_round(speech: str) -> None:
    desk = Desk(speech=speech)
    desk.say("personas")
    told = desk.say("tres")
    assert ("tone-heard" in told) == (speech == "compact")
    assert ("iknow-placed" in told) == (speech == "full")


DOUBT = """Ana: tres
Berta: dos
Carlos: uno
Diego: tres
Ana: no apuesto
Diego: no apuesto
Berta: no apuesto
Carlos: no apuesto
Ana: es Marie
Diego: paso
Berta: paso
Carlos: paso
"""


@pytest.mark.parametrize("ear_delay_s", [0.0, 0.6])
@pytest.mark.parametrize("warnings", [True, False])
def test_the_end_of_a_limit_is_told_and_the_limit_is_as_long_as_before(
    warnings: bool, ear_delay_s: float
) -> None:
    head = HEAD.replace("rules: {", "rules: {patience: 10, ")
    head = head.replace("answer: Hipatia de Alejandría", "answer: Marie Curie")
    head = head.replace("[Hipatia]", "[Madame Curie]").replace("[Cleopatra]", "[Pierre Curie]")
    manner = Manner(Settings({**DEFAULTS, "time_warnings": warnings}))
    guion = parse(head + "---\n" + DOUBT, "t")
    result = play_as_text(guion, ear_delay_s=ear_delay_s, manner=manner)
    said = [(t, sound.line) for t, sound in result.said]
    told = [t for t, line in said if line == "manner-time-left"]
    asked = next(t for t, line in said if line == "iknow-doubt-ask")
    settled = next(t for t, line in said if line == "iknow-doubt-right")
    assert len(told) == (2 if warnings else 0)
    if warnings:
        assert 5.0 < told[1] - told[0] < 8.0
    # Fifty seconds of quiet, whatever the host says meanwhile.
    assert 50.0 < settled - asked < 62.0
    assert result.outcome["first_right"] == "Ana"


def test_a_warning_falls_once_between_two_looks() -> None:
    assert warning_due(50.0, 10.2, 10.0) == 10
    assert warning_due(50.0, 10.0, 9.9) is None
    assert warning_due(50.0, 5.1, 4.9) == 5
    assert warning_due(50.0, 4.9, 0.0) is None
    assert warning_due(5.0, 5.1, 4.9) is None
    assert warning_due(10.0, 10.1, 9.9) is None
    assert warning_due(10.0, 5.1, 4.9) == 5


@pytest.mark.parametrize("voice", ["Berta", "?"])
def test_an_objection_needs_no_name(voice: str) -> None:
    """Where the reading of the card is the question, nobody who answers it comes too early."""
    head = HEAD.replace("answer: Hipatia de Alejandría", "answer: Marie Curie")
    head = head.replace("[Hipatia]", "[Madame Curie]").replace("[Cleopatra]", "[Pierre Curie]")
    result = play_as_text(parse(head + "---\n" + DOUBT + f"{voice}: no acepto\n", "t"))
    said = [sound.line for _, sound in result.said]
    assert "iknow-vote-ask" in said
    assert "common-overlap" not in said


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_manner_has_words(language: str) -> None:
    book = Phrasebook(language, "iknow")
    spanish_only = {"cmd_formal", "cmd_informal"}
    for act in ACTS:
        if language == "es" or act not in spanish_only:
            assert book.ways(act, {}), act


@pytest.mark.parametrize("line", ["manner-time-off", "manner-time-more"])
def test_what_stays_for_other_nights_says_so_and_how_it_ends(line: str) -> None:
    for language, nights in (("es", "también otras noches"), ("en", "on other nights too")):
        told = Lines(language).say(line)
        words = phrasebook_of(language, "iknow", {}).say("cmd_limits", {})
        assert nights in told
        assert words.casefold() in told.casefold()
