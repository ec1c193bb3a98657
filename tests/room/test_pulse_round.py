"""A whole round of iKNOW through PortAudio in real time, with the host's voice coming back.

Five minutes long, so it runs only where it is asked for: TERTULIA_LOOP=1.
"""

from __future__ import annotations

import os
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pulse_loop import Loop, NoLoop, pulse_loop

from host.aloud import DISTANCES_M, AloudError, Sounds, open_sounds, write_wav
from host.demo import sample_guion
from host.ears.base import Samples
from host.guion import Guion, Happens, Says
from host.mouth.cache import CachedVoice
from host.rehearsal import Result, Watcher, play, play_as_text
from host.room.acoustics import (
    SPEECH_RMS,
    at_level,
    convolve,
    cut_silence,
    db,
    resample,
    room_response,
)
from host.room.devices import Devices
from host.room.gate import Gate
from host.room.real import RealRoom
from host.understanding.sounds import key

ECHO = float(os.environ.get("TERTULIA_LOOP_ECHO", "0")) or None
"""PulseAudio's volume of the host in the microphone (0.1 is -20 dB); none is headphones."""


def play_looped(
    guion: Guion,
    loop: Loop,
    sounds: Sounds,
    say: Callable[[str], None] = print,
) -> Result:
    """Play a guion with the players' voices going into the loop's microphone."""
    rooms = [room_response(m, 0.3, seat) for seat, m in enumerate(DISTANCES_M)]

    def spoken(who: str | None, words: str, repeat: int) -> Samples:
        seat = guion.seats.index(who) if who in guion.seats else 4
        speech = sounds.players[seat].render(words)
        dry = cut_silence(resample(speech.samples, speech.rate))
        return convolve(at_level(dry, SPEECH_RMS * db(2.0 * repeat)), rooms[seat])

    # Rendered before the clock runs: the machine has enough to do then.
    ready = {
        (step.who, step.words): spoken(step.who, step.words, 0)
        for step in guion.steps
        if isinstance(step, Says)
    }

    room = RealRoom(
        sounds.ear,
        Devices(loop.sound),
        microphone="table_mic",
        loudspeaker="host_speaker",
        gate=Gate(lambda words: key(words, guion.language)),
    )

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        samples = ready.get((who, words)) if repeat == 0 else None
        if samples is None:
            samples = spoken(who, words, repeat)
        begin = max(onset, room.now)
        loop.play(samples, begin - room.now)
        return begin, begin + len(samples) / 16_000

    def happen(step: Happens) -> None:
        raise AssertionError("nothing happens in this round")

    watcher = Watcher(
        on_said=lambda sound, t: say(f"{t:7.1f}  Tertulia: {sound.text or sound.line}"),
        on_heard=lambda u: say(
            f"{u.heard.onset:7.1f}  {u.who or '?'}: «{u.heard.words}» -> {u.acts} [{u.result}]"
        ),
    )
    try:
        return play(
            guion,
            room=room,
            voice=sounds.host,
            speak=speak,
            happen=happen,
            mend=True,
            watcher=watcher,
        )
    finally:
        say(f"drift {room.drift_ppm} ppm")
        room.close()


@pytest.mark.skipif(not os.environ.get("TERTULIA_LOOP"), reason="five minutes: TERTULIA_LOOP=1")
@pytest.mark.parametrize("seed", [3])
def test_a_round_in_the_loop_ends_with_the_same_points(tmp_path: Path, seed: int) -> None:
    out = Path(os.environ.get("TERTULIA_LOOP_OUT", str(tmp_path)))
    out.mkdir(parents=True, exist_ok=True)
    guion = sample_guion(seed, players=3, commands=1)
    ear = os.environ.get("TERTULIA_LOOP_EAR", "es-mesa+whisper")
    try:
        sounds = open_sounds("es", ear, None, len(guion.seats))
        sounds.players = [CachedVoice(v, folder=out / "voices") for v in sounds.players]
    except AloudError as reason:
        pytest.skip(f"a round in the loop: {reason}")
    raw = out / "host.raw"
    try:
        with pulse_loop(echo_volume=ECHO) as loop, (out / "log.txt").open("w") as log:

            def say(text: str) -> None:
                log.write(text + "\n")
                log.flush()

            loop.record(raw)
            result = play_looped(guion, loop, sounds, say)
            host = loop.recorded(raw)
    except NoLoop as reason:
        pytest.skip(f"PulseAudio loop: {reason}")
    finally:
        sounds.close()
    write_wav(out / "host.wav", host, 16_000)
    text = play_as_text(guion)
    assert result.outcome["points"] == text.outcome["points"]
    said = [sound for _, sound in result.said]
    with wave.open(str(out / "host.wav")) as recorded:
        assert recorded.getnframes() / 16_000 > sum(sound.seconds for sound in said)
    assert np.abs(host).max() > 0.05
