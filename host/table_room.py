"""Opens the room that a table is played in: microphone and loudspeaker, or the keyboard.

Whatever is missing is said in one sentence with what mends it, and the table goes on typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from host.ears.activity import EarError, VoiceActivity
from host.ears.late import LateEar
from host.engine.inputs import SpokenUntil
from host.faults import told
from host.hearing import check_ear, default_ear, open_ear
from host.models import installed, models_home
from host.mouth.base import Voice, VoiceError
from host.mouth.kokoro_voice import KokoroStudio
from host.mouth.lines import Lines
from host.room.base import Closed, Room, Sound, Stopped
from host.room.devices import DeviceError, Devices, load_sounddevice
from host.room.gate import Gate
from host.room.real import RealRoom
from host.room.speaker import Speaker, open_speaker
from host.room.typed import TypedRoom
from host.understanding.sounds import key

TYPED = "typed"
"""The ear of a table at the keyboard."""

LAST_WAIT_S = 5.0
"""So much longer than it lasts the last sentence is waited for, where no device plays it."""

KOKORO_VOICES = (
    ("kokoro-voices", "voices-v1.0.bin", "ef_dora", "af_heart"),
    ("kokoro-voices-ja", "voices_ja.npz", "jf_alpha", "jf_alpha"),
)
"""Models with voices of Kokoro, their file, and the host's voice in Spanish and in English."""


@dataclass(slots=True)
class Opened:
    """A room that is open; `close` lets go of it.

    Attributes:
        room: where the table is.
        ear: the name of what hears, ``typed`` for the keyboard.
        loud: True if lines can be heard.
    """

    room: Room
    ear: str
    loud: bool
    _ear: LateEar | None = None

    def close(self) -> None:
        """Let go of devices and ear. May be called twice."""
        self.room.close()
        if self._ear is not None:
            self._ear.close()


def chosen_ear(wanted: str | None, language: str, source: TextIO, models: Path | None) -> str:
    """Return the ear to play with: the one asked for, or the best that there is.

    Lines from a file or a pipe are typed, unless an ear is asked for.
    """
    if wanted is not None:
        return wanted
    return default_ear(language, models) if source.isatty() else TYPED


def open_table_room(
    *,
    ear: str | None,
    language: str,
    source: TextIO,
    tell: Callable[[str], None],
    seats: Sequence[str] = (),
    models: Path | None = None,
    microphone: str | None = None,
    loudspeaker: str | None = None,
    silent: bool = False,
    ack: bool = True,
    devices: Devices | None = None,
) -> Opened:
    """Open microphone and loudspeaker, or the keyboard where there is no microphone.

    Args:
        ear: the ear's name, ``typed``, or None for the best that can be had.
        language: ``es`` or ``en``.
        source: the keyboard.
        tell: told in one sentence each what is missing, and what hears.
        seats: names, for typed lines that begin with one.
        models: the folder of models, None for the user's.
        microphone: the device's name, None for the system's.
        loudspeaker: the same.
        silent: True if no loudspeaker is wanted at a table at the keyboard.
        ack: True for a soft tick when somebody has spoken.
        devices: stands for the sound library, for tests.
    """
    lines = Lines(language)
    name = chosen_ear(ear, language, source, models)
    late: LateEar | None = None
    if name != TYPED:
        try:
            check_ear(name, language, models)
            VoiceActivity()
            sound: Any = load_sounddevice() if devices is None else devices.sound
            # It is loaded while devices open and the host greets.
            late = LateEar(lambda: open_ear(name, language, models), name, language)
            room = RealRoom(
                late,
                devices or Devices(sound),
                microphone=microphone,
                loudspeaker=loudspeaker,
                keyboard=source,
                seats=seats,
                gate=Gate(lambda words: key(words, language)),
                ack=ack,
                on_note=tell,
                language=language,
            )
            tell(lines.say("room-ear", ear=name, name=room.microphone.name))
            return Opened(room, name, room.loud, late)
        except (DeviceError, EarError) as error:
            if isinstance(error, DeviceError):
                tell(error.text(language))
            else:
                tell(told(str(error), language))
            tell(lines.say("room-typed"))
            if late is not None:
                late.close()
    speaker: Speaker | None = None
    if not silent:
        given = None if devices is None else devices.sound
        speaker, why = open_speaker(loudspeaker, language, given)
        # One missing library is told once.
        if speaker is None and name == TYPED:
            tell(why)
    typed = TypedRoom(
        source, seats=seats, on_note=tell, player=speaker, open_player=lambda: (None, "")
    )
    return Opened(typed, TYPED, speaker is not None)


def say_last(room: Room, voice: Voice, line: str, text: str) -> None:
    """Say one more sentence in a room whose table can write no journal any more.

    Nobody looks at the screen of a table that is played by voice. It is over when it has been
    spoken or stopped, or the room closes; a voice that fails leaves it to the screen.
    """
    try:
        speech = voice.render(text)
    except VoiceError:
        return
    room.stop()
    room.say(Sound(line, text, speech.samples, speech.rate, speech.seconds))
    until = room.now + speech.seconds + LAST_WAIT_S
    while room.now < until:
        for event in room.step():
            ended = isinstance(event, SpokenUntil | Stopped) and event.line == line
            if ended or isinstance(event, Closed):
                return


def kokoro_voice(language: str, models: Path | None = None) -> tuple[Voice, Callable[[], None]]:
    """Return the host's voice by Kokoro, and what ends its process.

    Raises:
        VoiceError: it is not installed; the sentence has the command that installs it.
    """
    home = models_home(models)
    engine = installed("kokoro", home)
    for name, file, spanish, english in KOKORO_VOICES:
        folder = installed(name, home)
        if engine is not None and folder is not None:
            studio = KokoroStudio(
                engine / "kokoro-v1.0.int8.onnx", folder / file, language=language
            )
            return studio.voice(spanish if language == "es" else english), studio.close
    raise VoiceError(
        f"The voice Kokoro is not installed in {home}; "
        "run: tertulia models pull kokoro kokoro-voices-ja"
    )
