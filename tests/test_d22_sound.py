"""D22 on the samples that the loudspeaker really plays: a real voice in the virtual room."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from host.ears.base import RATE, Samples
from host.ears.scripted import ScriptedEar
from host.guion import Happens, parse
from host.mouth.base import Voice, VoiceError
from host.mouth.cache import CachedVoice
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.rehearsal import play
from host.room.virtual import VirtualRoom

GUION = Path(__file__).resolve().parent / "guiones" / "iknow" / "K-01.guion"
CARDS = {"right": "Marie Curie", "wrong": "Pierre Curie", "unsure": "Marie Curie Joliot"}


def heard_at_the_table(card: str, voice: Voice) -> tuple[str, Samples]:
    """Play K-01 with this card's answer; return the verdict and the sound up to the reveal."""
    text = GUION.read_text(encoding="utf-8").replace("Ana: es Hipatia", "Ana: es Marie Curie")
    text = text.replace("answer: Hipatia de Alejandría", f"answer: {card}")
    text = text.replace("accept: [Hipatia]", "accept: []")
    ear = ScriptedEar("es")
    room = VirtualRoom(ear, echo_db=None, seed=3)
    beep = (0.1 * np.sin(np.arange(RATE // 2) * 0.1)).astype(np.float32)

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        start, end = room.speak(beep, RATE, onset)
        ear.say(words, start, end, speaker=who)
        return start, end

    def happen(step: Happens) -> None:
        raise AssertionError("K-01 has no happenings")

    guion = parse(text, "d22")
    result = play(guion, room=room, voice=voice, speak=speak, happen=happen, mend=False)
    verdict = next(e["verdict"] for e in result.events if e["kind"] == "answered")
    reveal = next(
        t for t, sound in result.said if sound.line.startswith(("iknow-doubt", "iknow-answer"))
    )
    return verdict, room.listener_mix()[: int(reveal * RATE)]


def test_D22_right_wrong_and_doubtful_answers_are_the_same_samples_up_to_the_reveal() -> None:
    voice = CachedVoice(Pyttsx3Voice("es"))
    try:
        try:
            voice.render("prueba")
        except VoiceError as error:
            pytest.skip(f"no speech synthesis here: {error}")
        played = {name: heard_at_the_table(card, voice) for name, card in CARDS.items()}
    finally:
        voice.close()
    assert {name: verdict for name, (verdict, _) in played.items()} == {n: n for n in CARDS}
    right, wrong, unsure = (played[name][1] for name in CARDS)
    assert len(right) > 20 * RATE
    assert np.array_equal(right, wrong)
    assert np.array_equal(right, unsure)
