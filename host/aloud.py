"""Guiones spoken by synthetic voices in the virtual room and heard by a real ear."""

from __future__ import annotations

import wave
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from host.cast import Speak
from host.ears.activity import EarError
from host.ears.base import Ear, Samples
from host.engine.game import Seat
from host.engine.journal import Journal
from host.guion import Guion, GuionError, Happens
from host.hearing import open_ear
from host.model_catalog import ModelError
from host.models import installed, models_home, not_installed
from host.mouth.base import Speech, Voice, VoiceError
from host.mouth.kokoro_voice import KokoroStudio
from host.rehearsal import Result, Watcher, play
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.speaking import spoken_voice
from host.understanding.sounds import key

PLAYER_VOICES: tuple[Mapping[str, float], ...] = (
    {"jf_alpha": 1.0},
    {"jm_kumo": 1.0},
    {"jf_nezumi": 1.0},
    {"jm_kumo": 0.55, "jf_gongitsune": 0.45},
    {"jf_gongitsune": 1.0},
    {"jf_alpha": 0.5, "jf_nezumi": 0.5},
)
"""Voices of the synthetic players, in order of seats; blends make six out of four."""

DISTANCES_M = (0.7, 1.2, 0.9, 1.6, 1.1, 1.4)
"""How far the players sit from the microphone, in metres, in order of seats."""

STRANGER_VOICE = 4
"""The voice of a line that nobody is named for («?»)."""


class AloudError(RuntimeError):
    """What is missing for a spoken rehearsal, and the command that mends it."""


@dataclass(slots=True)
class Sounds:
    """Voices and ear of a spoken rehearsal; close it when done."""

    host: Voice
    players: Sequence[Voice]
    ear: Ear
    studio: KokoroStudio

    def say(self, seat: int, words: str) -> Speech:
        """Return words in the voice of a seat, which is counted from 0.

        No full stop is added: Kokoro's Japanese voices end a short sentence that has one with a
        vowel of their own («dosa» for «dos»).
        """
        return self.players[seat % len(self.players)].render(words)

    def close(self) -> None:
        """Let go of processes and models."""
        self.host.close()
        self.studio.close()
        self.ear.close()


def open_studio(language: str, models: Path | None, voices: Path | None = None) -> KokoroStudio:
    """Return Kokoro as it is installed; its model is loaded with the first line.

    Args:
        language: what is spoken.
        models: folder of the models, None for the usual one.
        voices: a file of other voices than those installed.

    Raises:
        AloudError: Kokoro or its voices are not there, or it does not speak the language.
    """
    home = models_home(models)
    found: dict[str, Path] = {}
    for name in ("kokoro", "kokoro-voices-ja"):
        path = installed(name, home)
        if path is None:
            raise AloudError(not_installed(name, home))
        found[name] = path
    engine = found["kokoro"] / "kokoro-v1.0.int8.onnx"
    try:
        return KokoroStudio(
            engine, voices or found["kokoro-voices-ja"] / "voices_ja.npz", language=language
        )
    except VoiceError as error:
        raise AloudError(f"{error}") from error


def open_sounds(language: str, ear_name: str, models: Path | None, seats: int) -> Sounds:
    """Load the host's voice, the players' voices and the ear.

    Raises:
        AloudError: a model, a library or the speech synthesis is missing.
    """
    studio = open_studio(language, models)
    try:
        ear = open_ear(ear_name, language, models)
        players = [
            studio.voice(PLAYER_VOICES[i % len(PLAYER_VOICES)]) for i in range(max(seats, 5))
        ]
        host: Voice = spoken_voice(language)
    except (EarError, ModelError, VoiceError, ImportError, RuntimeError) as error:
        raise AloudError(f"{error}") from error
    return Sounds(host, players, ear, studio)


def speaker(room: VirtualRoom, seats: Sequence[Seat], say: Callable[[int, str], Speech]) -> Speak:
    """Return what speaks the lines of a guion in a room, each player from their own place.

    Args:
        room: where they are heard.
        seats: who may be named, in order.
        say: gives words in the voice of a seat; `STRANGER_VOICE` is the one of nobody named.
    """

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        seat = seats.index(who) if who in seats else STRANGER_VOICE
        speech = say(seat, words)
        return room.speak(
            speech.samples,
            speech.rate,
            onset,
            distance_m=DISTANCES_M[seat % len(DISTANCES_M)],
            # Who was not understood speaks up and comes nearer, as people do.
            gain_db=2.0 * repeat,
        )

    return speak


def play_aloud(
    guion: Guion,
    *,
    ear_name: str = "whisper",
    ear_delay_s: float = 0.0,
    models: Path | None = None,
    echo_db: float | None = -20.0,
    noise_db: float | None = None,
    sounds: Sounds | None = None,
    journal: Journal | None = None,
    watcher: Watcher | None = None,
    keep_room: Callable[[VirtualRoom], None] | None = None,
) -> Result:
    """Play a guion aloud; what nobody named is attributed to whoever was asked."""
    own = sounds is None
    heard_with = sounds or open_sounds(guion.language, ear_name, models, len(guion.seats))
    try:
        room = VirtualRoom(
            heard_with.ear,
            echo_db=echo_db,
            noise_db=noise_db,
            ear_delay_s=ear_delay_s,
            seed=guion.seed,
            gate=Gate(lambda words: key(words, guion.language)),
        )

        def happen(step: Happens) -> None:
            if step.kind == "unplug":
                room.unplug(step.seconds)
                return
            try:
                room.happen_noise(step.name, step.seconds, step.level_db)
            except ValueError as error:
                raise GuionError(f"{guion.path}:{step.line}: {error}") from error

        result = play(
            guion,
            room=room,
            voice=heard_with.host,
            speak=speaker(room, guion.seats, heard_with.say),
            happen=happen,
            mend=True,
            journal=journal,
            watcher=watcher,
        )
        if keep_room is not None:
            keep_room(room)
        return result
    except VoiceError as error:
        raise AloudError(str(error)) from error
    finally:
        if own:
            heard_with.close()


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    """Write float samples as a 16-bit mono WAV file."""
    loud = float(np.max(np.abs(samples))) if len(samples) else 0.0
    scaled = samples if loud <= 1.0 else samples / loud
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((scaled * 32767).astype("<i2").tobytes())
