"""The host's mouth at a table: lines, short sounds and players' own recordings, as sounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from host.ears.base import RATE, Samples
from host.engine.game import Seat
from host.mouth.base import Speech, VoiceError
from host.mouth.lines import Lines
from host.room.base import Room, Sound
from host.telling.base import Replay, Say, Tone, Utter

RECORDING = "recording"
"""The line id of a player's own recording, played back at the reveal."""

REPLAY_TAIL_S = 0.6
"""A recording that is played back may still be heard this long after it."""

WITHOUT_VOICE = 15.0
"""Characters a second that a line takes where its voice is lost."""


class HostVoice:
    """Turns what is to be said into sounds and gives them to the room, in order.

    Attributes:
        recordings: the last recording of each seat, 16 kHz, in memory only.
        asking: the question that is queued or played: identities of its sounds.
        playing: how many sounds the room has not finished.
    """

    def __init__(
        self,
        room: Room,
        lines: Lines,
        render: Callable[[str], Speech],
        tones: Mapping[str, tuple[Samples, int]],
        on_lost: Callable[[str], None],
        *,
        render_in: Callable[[str, str], Speech] | None = None,
        earcons: Callable[[], bool] = lambda: True,
        formal_to: Callable[[Seat | None], bool] = lambda seat: False,
    ) -> None:
        """Speak in a room.

        Args:
            room: where the sounds are played.
            lines: the line files of the table's language.
            render: makes a line's sound.
            tones: samples and rate of each short sound.
            on_lost: told why, once, when the voice fails; the game goes on in writing.
            render_in: makes a line's sound in another accent, where the voice has several.
            earcons: tells whether short sounds are wanted; without them words are said.
            formal_to: tells whether a seat (None: the table) is called «usted».
        """
        self.recordings: dict[Seat, Samples] = {}
        self.asking: set[int] = set()
        self.playing = 0
        self._room = room
        self._lines = lines
        self._render = render
        self._tones = tones
        self._on_lost = on_lost
        self._render_in = render_in
        self._earcons = earcons
        self._formal_to = formal_to
        self._lost = False
        self._replays: list[tuple[float, float]] = []

    def utter(self, what: Sequence[Utter], *, ask: bool = False) -> None:
        """Say these one after the other; with `ask` they are the question that is open."""
        for item in what:
            sound = self._sound(item)
            if sound is None:
                continue
            self.playing += 1
            if ask:
                self.asking.add(id(sound))
            self._room.say(sound)

    def texts(self, what: Sequence[Utter]) -> list[str]:
        """Return the words that these would be said in, without saying them."""
        with self._lines.aside():
            return [self._text(item) for item in what if isinstance(item, Say)]

    def started(self, sound: Sound, t: float) -> bool:
        """Take note that a sound began at `t`; tell whether it belongs to the open question."""
        if sound.line == RECORDING:
            self._replays.append((t, t + sound.seconds))
        asks = id(sound) in self.asking
        self.asking.discard(id(sound))
        return asks

    def finished(self) -> bool:
        """Take note that a sound ended; tell whether the host is silent now."""
        self.playing = max(0, self.playing - 1)
        return self.playing == 0

    def replayed(self, onset: float, offset: float) -> bool:
        """Tell whether a recording was being played back around that time (pitfalls E8)."""
        return any(
            start - REPLAY_TAIL_S < onset and offset < end + REPLAY_TAIL_S
            for start, end in self._replays[-8:]
        )

    def _sound(self, item: Utter) -> Sound | None:
        match item:
            case Tone() if not self._earcons():
                # A sound never tells alone what words do not: only «heard» needs its word.
                return self._sound(Say("manner-heard")) if item.name == "heard" else None
            case Tone():
                samples, rate = self._tones[item.name]
                return Sound(f"tone-{item.name}", "", samples, rate, len(samples) / rate)
            case Replay():
                recording = self.recordings.get(item.seat)
                if recording is not None and len(recording):
                    return Sound(RECORDING, "", recording, RATE, len(recording) / RATE)
                return self._sound(item.fallback) if item.fallback else None
            case Say():
                text = self._text(item)
                speech = self._speech(text, item.accent)
                return Sound(item.id, text, speech.samples, speech.rate, speech.seconds)

    def _text(self, item: Say) -> str:
        who = item.args.get("who")
        formal = self._formal_to(who if isinstance(who, str) and who else None)
        say = self._lines.say_formally if formal else self._lines.say
        return say(item.id, **dict(item.args))

    def _speech(self, text: str, accent: str = "") -> Speech:
        if not self._lost:
            try:
                if accent and self._render_in is not None:
                    return self._render_in(text, accent)
                return self._render(text)
            except VoiceError as error:
                # The game goes on in writing; whoever watches still sees every line.
                self._lost = True
                self._on_lost(str(error))
                self.utter([Say("common-voice-lost")])
        return Speech.silence(max(0.3, len(text) / WITHOUT_VOICE))
