"""The ten invariants of a speaking table, each through a whole table.

The players' words come from a scripted ear in the virtual room, so that what is heard, when it
began and how sure that is are all given. Where an invariant has more sides than one table can
show, the tests that hold the rest are named.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from host.ears.base import RATE
from host.ears.scripted import ScriptedEar
from host.ears.vosk_grammar import build_grammar
from host.guion import Happens, parse
from host.mouth.base import VoiceError
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.mouth.silent import SilentVoice
from host.rehearsal import Result, play, play_as_text
from host.room.virtual import VirtualRoom

HOST = Path(__file__).resolve().parents[2] / "host"
GUIONES = Path(__file__).resolve().parents[1] / "guiones"

SAPIENCIA = """---
game: sapiencia
language: es
seats: [Ana, Luis]
rules: {hands: unknown, grace_s: 5}
setup:
  counts: {Ana: 3, Luis: 2}
  talker: Ana
  cards:
    - {id: hipatia, name: Hipatia, country: Egipto, contributions: 5}
    - {id: zewail, name: Ahmed Zewail, aliases: [Zewail], country: Egipto, contributions: 5}
---
Ana: Hipatia, país, aportes e impactos
+1.5 Luis: juego a Zewail
"""
"""Luis is left with one card and owes the call within five seconds."""

NOISE = "(ruido)"
"""In a line of these tests: voice or noise of which the ear makes no words."""


def at_the_table(text: str, *, uncertainty: float = 0.0, call_delay_s: float = 0.0) -> Result:
    """Play a guion in the virtual room with a scripted ear.

    Args:
        text: the guion.
        uncertainty: of every onset, in seconds.
        call_delay_s: so much later than its end the ear reports a call.
    """
    ear = ScriptedEar("es")
    room = VirtualRoom(ear, echo_db=None, seed=3)
    beep = (0.1 * np.sin(np.arange(RATE // 2) * 0.1)).astype(np.float32)

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        start, end = room.speak(beep, RATE, onset)
        call = "Sapiencia" in words
        ear.say(
            "" if words == NOISE else words,
            start,
            end,
            speaker=who,
            uncertainty=uncertainty if call else 0.0,
            delay_s=call_delay_s if call else 0.0,
        )
        return start, end

    def happen(step: Happens) -> None:
        assert step.kind == "unplug"
        room.unplug(step.seconds)

    return play(
        parse(text, "invariant"),
        room=room,
        voice=SilentVoice("es"),
        speak=speak,
        happen=happen,
        mend=False,
    )


def test_1_no_penalty_from_noise_silence_or_a_microphone_that_is_away() -> None:
    # Silence that was heard to its end is proof (the penalty shows that the test can fail);
    # what is not heard, and voice without words, is none. Zeros and overflow in the real room:
    # tests/room/test_real_room.py; echo: tests/room/test_gate.py.
    assert at_the_table(SAPIENCIA).outcome["penalties"]
    for what in ("[unplug 4]", "[unplug 0.4]", f"+2 ?: {NOISE}"):
        found = at_the_table(f"{SAPIENCIA}{what}\n")
        assert found.outcome["penalties"] == [], what
        assert found.outcome["not_judged"], what


def test_2_a_word_counts_by_when_it_began_and_doubt_is_the_players() -> None:
    # In time and told 3 s late by a slow ear; 0.10 s late, sure to 0.15 s; 0.40 s late.
    slow = at_the_table(f"{SAPIENCIA}+4.5 Luis: ¡Sapiencia!\n", call_delay_s=3.0)
    assert slow.outcome["penalties"] == []
    doubt = at_the_table(f"{SAPIENCIA}+5.1 Luis: ¡Sapiencia!\n", uncertainty=0.15)
    assert doubt.outcome["penalties"] == []
    late = at_the_table(f"{SAPIENCIA}+5.4 Luis: ¡Sapiencia!\n", uncertainty=0.15)
    assert late.outcome["penalties"]


def test_3_a_window_ends_also_if_an_ear_never_answers() -> None:
    # Voices and ears with a time-out of their own: tests/mouth/test_worker.py, test_vosk.py.
    stuck = at_the_table(f"{SAPIENCIA}+2 Luis: ¡Sapiencia!\n", call_delay_s=60.0)
    assert stuck.outcome["penalties"] == []
    assert stuck.complete


@pytest.mark.parametrize(
    "phrases", [[], [""], ["¡¿?!"], ["zzqq"], ["[unk]"], ["Alejandría", "", "zzqq"], ['a"b']]
)
def test_4_no_grammar_goes_to_vosk_unchecked(phrases: list[str]) -> None:
    # Models are checked before they are loaded: tests/ears/test_vosk.py.
    known = {"alejandría", "a", "b"}
    try:
        text = build_grammar(phrases, lambda word: word in known, "es").text
    except ValueError:
        return  # refused with its reason, before the library sees it
    assert text is None or all(json.loads(text))


def test_5_recognisers_are_made_in_one_module_by_one_thread() -> None:
    # That a process has one thread, and survives its death: tests/ears/test_vosk.py.
    makers = {
        path.name
        for path in HOST.rglob("*.py")
        if "KaldiRecognizer(" in path.read_text(encoding="utf-8") and path.parent.name != "bench"
    }
    assert makers == {"vosk_sources.py"}


def test_6_a_game_uses_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    # Files as well: tests/reliability/test_privacy.py.
    tried: list[str] = []

    def no(*args: object, **kwargs: object) -> NoReturn:
        tried.append(repr(args))
        raise OSError("the network is not used during a game")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, no)
    monkeypatch.setattr(socket, "getaddrinfo", no)
    assert at_the_table(f"{SAPIENCIA}+2 Luis: ¡Sapiencia!\n").complete
    assert tried == []


def test_7_text_needs_neither_portaudio_nor_espeak_nor_vosk() -> None:
    guion = GUIONES / "sapiencia" / "design-example.guion"
    code = (
        "import sys\n"
        "for name in ('vosk', 'sounddevice', 'pyttsx3', 'espeakng_loader', 'faster_whisper',"
        " 'kokoro_onnx'):\n"
        "    sys.modules[name] = None\n"
        "from host.__main__ import main\n"
        f"sys.argv = ['tertulia', 'rehearse', {str(guion)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def test_8_a_language_without_a_voice_is_refused_and_read_by_no_other() -> None:
    # That Spanish is not read with English letters: tests/mouth/test_voices.py.
    with pytest.raises(VoiceError, match="qqq"):
        Pyttsx3Voice("qqq").render("Hola")


def test_9_nothing_heard_is_no_answer_and_never_wrong() -> None:
    guion = (GUIONES / "iknow" / "K-01.guion").read_text(encoding="utf-8")
    told = at_the_table(guion.replace("Ana: es Hipatia", f"Ana: {NOISE}\nAna: es Hipatia"))
    answered = [event for event in told.events if event["kind"] == "answered"]
    assert answered[0]["verdict"] == "right"
    assert any(what.result == "nothing" for what in told.heard)


def test_10_each_verdict_is_explained_and_can_be_appealed() -> None:
    # A quiz answer: tests/test_appeal.py, with the second ear. A penalty: it is told when the
    # call came, the table hears the recording, and its word settles it.
    late = (GUIONES / "sapiencia" / "protesto-tarde.guion").read_text(encoding="utf-8")
    found = play_as_text(parse(late, "protesto-tarde"))
    assert found.ok, found.differences
    lines = [sound.line for _, sound in found.said]
    assert "sapiencia-came-late" in lines
    assert "sapiencia-ask-protest" in lines
