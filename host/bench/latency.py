"""How long a player waits: from the end of speech to the first sample of the answering line.

A spoken round in the virtual room, in its simulated time: the audio that an ear waits for is
counted by the room's clock, computing by the wall clock, and a block that comes while the one
before is still being worked on waits in line, as it would at a table. What the loudspeaker's
own buffer adds (0.12 s in the real room) is not in these figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from host.aloud import DISTANCES_M, open_sounds
from host.demo import sample_guion
from host.ears.base import Block, Ear, Heard
from host.guion import Guion, Happens
from host.mouth.ahead import AheadVoice
from host.mouth.base import Speech, Voice
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.rehearsal import Result, Watcher, play
from host.room.base import RoomEvent, Sound
from host.room.gate import Gate
from host.room.listening import ACK
from host.room.text import TextRoom
from host.room.virtual import VirtualRoom
from host.table_parts import Understood
from host.understanding.sounds import key

AIM_S, AIM_HEARD_S, AIM_TIMES = 0.7, 0.2, 3.0
"""What a table wants: the median of es-mesa, of the sound, and how often faster than Whisper."""

STAGES = ("endpoint", "hearing", "understanding", "voice")
"""Where the time goes: waiting until the speech is known to be over, recognition that was not
done by then, interpretation and rules, and rendering of what was not ready."""


OVER = {
    "es": ("repite", "Personas, mundo, obras o fenómenos. " * 6),
    "en": ("repeat", "People, world, works or events. " * 6),
}
"""A command, and a line of the host's that does not hold it, over which it is said."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One utterance's wait, in seconds by stage.

    `heard` is the wait for the acknowledging sound, None where there was none; `done` tells
    that the table took the utterance as it was meant to be taken: as a move or a command.
    """

    stages: dict[str, float]
    heard: float | None
    done: bool

    @property
    def total(self) -> float:
        """Seconds from the end of speech to the answering line."""
        return sum(self.stages.values())


class Stopwatch:
    """The wall clock of one evening, by what is being done."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Measure with `clock`, in seconds."""
        self.clock = clock
        self.hearing = 0.0
        self.voice = 0.0
        self.ahead = 0.0


class TimedEar:
    """An ear whose computing is measured."""

    def __init__(self, ear: Ear, watch: Stopwatch) -> None:
        """Pass everything on to `ear`."""
        self.name, self.language = ear.name, ear.language
        self._ear = ear
        self._watch = watch

    def _timed(self, work: Callable[[], list[Heard]]) -> list[Heard]:
        begin = self._watch.clock()
        try:
            return work()
        finally:
            self._watch.hearing += self._watch.clock() - begin

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said."""
        self._ear.expect(phrases, free=free)

    def feed(self, block: Block) -> list[Heard]:
        """Take a block."""
        return self._timed(lambda: self._ear.feed(block))

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut at a gap."""
        return self._timed(lambda: self._ear.skip(start, end))

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return self._timed(self._ear.flush)

    @property
    def pausing(self) -> Any:
        """The pause under way."""
        return getattr(self._ear, "pausing", None)

    @property
    def heard_through(self) -> float:
        """The watermark."""
        return self._ear.heard_through

    def close(self) -> None:
        """Leave the ear to its owner."""


class TimedVoice:
    """A voice that renders ahead, with its work measured: for someone who waits, or before."""

    def __init__(self, voice: Voice, watch: Stopwatch) -> None:
        """Render with `voice`; it is closed with this one."""
        self.inner = AheadVoice(voice, own_thread=False)
        self.name, self.language = voice.name, voice.language
        self._watch = watch

    def render(self, text: str) -> Speech:
        """Return the text as speech."""
        begin = self._watch.clock()
        try:
            return self.inner.render(text)
        finally:
            self._watch.voice += self._watch.clock() - begin

    def likely(self, texts: Sequence[str]) -> None:
        """Note what may come next."""
        self.inner.likely(texts)

    def work(self, until: float) -> None:
        """Render ahead as long as that fits into the room's time up to `until`."""
        while self._watch.ahead < until:
            begin = self._watch.clock()
            if not self.inner.work():
                return
            self._watch.ahead += self._watch.clock() - begin

    def close(self) -> None:
        """Close the voice."""
        self.inner.close()


@dataclass(slots=True)
class _Open:
    """An utterance that is being answered."""

    heard: Heard
    at: float
    free_at: float
    begun: float
    voice: float


@dataclass(slots=True)
class _Answered:
    heard: Heard
    at: float
    hearing: float
    understanding: float
    voice: float


@dataclass(slots=True)
class Timing:
    """What one evening took."""

    watch: Stopwatch
    answered: list[_Answered] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)
    free_at: float = 0.0
    open: _Open | None = None

    def block(self, now: float, worked: float) -> None:
        """Enter a block that came at `now` and took `worked` seconds of computing."""
        self.free_at = max(self.free_at, now) + worked

    def heard(self, heard: Heard, now: float) -> None:
        """Enter what the ear gave: the table begins to deal with it."""
        watch = self.watch
        self.open = _Open(heard, now, self.free_at, watch.clock(), watch.voice)

    def say(self) -> None:
        """Enter the first sample of a line."""
        if self.open is None:
            return
        was, self.open = self.open, None
        spent = self.watch.clock() - was.begun
        voice = self.watch.voice - was.voice
        self.answered.append(
            _Answered(was.heard, was.at, was.free_at - was.at, max(0.0, spent - voice), voice)
        )


class TimedRoom(VirtualRoom):
    """The virtual room, with every wait measured."""

    timing: Timing
    voice: TimedVoice

    def step(self) -> list[RoomEvent]:
        """Advance a block."""
        timing = self.timing
        timing.open = None
        before = timing.watch.hearing
        played = len(self.played)
        events = super().step()
        timing.block(self.now, timing.watch.hearing - before)
        if any(p.sound.line == ACK for p in self.played[played:]):
            timing.acks.append(next(p.start for p in self.played[played:] if p.sound.line == ACK))
        final = [e for e in events if isinstance(e, Heard) and e.final and e.words]
        if final:
            timing.heard(final[-1], self.now)
        else:
            self.voice.work(self.now)
        return events

    def say(self, sound: Sound) -> None:
        """Queue a sound."""
        self.timing.say()
        super().say(sound)


class TimedTextRoom(TextRoom):
    """The room of typed lines: what is waited for is computing alone."""

    timing: Timing
    voice: TimedVoice

    def step(self) -> list[RoomEvent]:
        """Advance to the next thing."""
        self.timing.open = None
        events = super().step()
        final = [e for e in events if isinstance(e, Heard) and e.final]
        if final:
            self.timing.free_at = self.now
            self.timing.heard(final[-1], self.now)
        else:
            self.voice.work(self.now)
        return events

    def say(self, sound: Sound) -> None:
        """Queue a sound."""
        self.timing.say()
        super().say(sound)


def waits(timing: Timing, result: Result) -> list[Wait]:
    """Return the wait of each utterance that a line answered."""
    ends = [(spoken.onset, spoken.offset) for spoken in result.spoken]
    taken = {(u.heard.onset, u.heard.offset): u for u in result.heard}
    found: list[Wait] = []
    for answer in timing.answered:
        heard = answer.heard
        end = next((b for a, b in ends if a - 0.5 < heard.onset < b), None)
        what: Understood | None = taken.get((heard.onset, heard.offset))
        if end is None or what is None or heard.over_host:
            continue
        acks = [t - end for t in timing.acks if end - 0.3 < t < answer.at + 0.1]
        stages = {
            "endpoint": max(0.0, answer.at - end),
            "hearing": answer.hearing,
            "understanding": answer.understanding,
            "voice": answer.voice,
        }
        done = what.result.startswith(("accepted", "command", "call"))
        found.append(Wait(stages, max(0.0, acks[0]) if acks else None, done))
    return found


def summary(found: Sequence[Wait]) -> dict[str, Any]:
    """Return the figures of one ear: seconds, and each stage's share of the whole."""
    if not found:
        return {"utterances": 0, "p50": None, "p95": None, "stages": {}}
    totals = np.array([wait.total for wait in found])
    whole = float(totals.sum()) or 1.0
    heard = [wait.heard for wait in found if wait.heard is not None]
    return {
        "utterances": len(found),
        "taken": sum(wait.done for wait in found),
        "p50": round(float(np.percentile(totals, 50)), 4),
        "p95": round(float(np.percentile(totals, 95)), 4),
        "stages": {
            name: {
                "share": round(sum(w.stages[name] for w in found) / whole, 4),
                "p50": round(float(np.percentile([w.stages[name] for w in found], 50)), 4),
            }
            for name in STAGES
        },
        "heard": {
            "sounds": len(heard),
            "p50": round(float(np.percentile(heard, 50)), 4) if heard else None,
            "p95": round(float(np.percentile(heard, 95)), 4) if heard else None,
        },
    }


def measure(
    clock: Callable[[], float],
    *,
    ears: Sequence[str],
    seeds: Sequence[int],
    language: str,
    models: Path | None,
    ahead: bool = True,
    tell: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Play rounds of iKNOW with each ear, and return the figures by ear.

    Args:
        clock: the wall clock, in seconds.
        ears: names; ``typed`` for the keyboard.
        seeds: of the rounds.
        language: ``es`` or ``en``.
        models: the folder of models, None for the user's.
        ahead: False to render every line when it is needed.
        tell: told how it goes.

    Raises:
        AloudError: a model, a library or the speech synthesis is missing.
    """
    found: dict[str, Any] = {}
    # The same players say the same words to every ear.
    kept: dict[tuple[int, str], Speech] = {}
    for name in ears:
        every: list[Wait] = []
        for seed in seeds:
            guion = sample_guion(seed, language)
            every += (
                _typed(guion, clock, ahead)
                if name == "typed"
                else _aloud(guion, clock, name, models, ahead, kept)
            )
        found[name] = summary(every)
        if name != "typed":
            found[name]["stop"] = _stop(name, language, models, clock)
        tell(f"{name}: {found[name]['p50']} s, {found[name]['p95']} s")
    mine, theirs = found.get("es-mesa"), found.get("whisper")
    if mine and theirs and mine["p50"] and theirs["p50"]:
        found["times_faster_than_whisper"] = round(theirs["p50"] / mine["p50"], 2)
    return found


def _stop(
    name: str, language: str, models: Path | None, clock: Callable[[], float]
) -> dict[str, Any]:
    """Return how soon «repite» over the host's voice silences it (`host.bench.stop`)."""
    from host.bench.stop import figures, stops

    words, line = OVER[language]
    sounds = open_sounds(language, name, models, 4)
    try:
        said = [(words, voice.render(words)) for voice in sounds.players]
        return figures(stops(sounds.ear, sounds.host.render(line), said, clock))
    finally:
        sounds.close()


def _quiet(step: Happens) -> None:
    """Nothing happens in a sampled round."""


def _aloud(
    guion: Guion,
    clock: Callable[[], float],
    name: str,
    models: Path | None,
    ahead: bool,
    kept: dict[tuple[int, str], Speech],
) -> list[Wait]:
    sounds = open_sounds(guion.language, name, models, len(guion.seats))
    watch = Stopwatch(clock)
    voice = TimedVoice(Pyttsx3Voice(guion.language), watch)
    try:
        room = TimedRoom(
            TimedEar(sounds.ear, watch),
            echo_db=None,
            seed=guion.seed,
            gate=Gate(lambda words: key(words, guion.language)),
            ack=True,
        )
        timing = Timing(watch)
        room.timing, room.voice = timing, voice
        if not ahead:
            watch.ahead = float("inf")

        def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
            seat = guion.seats.index(who) if who in guion.seats else 4
            if (seat, words) not in kept:
                kept[seat, words] = sounds.players[seat % len(sounds.players)].render(words)
            speech = kept[seat, words]
            return room.speak(
                speech.samples,
                speech.rate,
                onset,
                distance_m=DISTANCES_M[seat % len(DISTANCES_M)],
                gain_db=2.0 * repeat,
            )

        result = play(
            guion,
            room=room,
            voice=voice,
            speak=speak,
            happen=_quiet,
            mend=True,
            watcher=Watcher(),
        )
        return waits(timing, result)
    finally:
        voice.close()
        sounds.close()


def _typed(guion: Guion, clock: Callable[[], float], ahead: bool) -> list[Wait]:
    watch = Stopwatch(clock)
    voice = TimedVoice(Pyttsx3Voice(guion.language), watch)
    if not ahead:
        watch.ahead = float("inf")
    room = TimedTextRoom()
    timing = Timing(watch)
    room.timing, room.voice = timing, voice

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        begin, end = room.speak_text(who, words, onset, speaker_known=who is not None)
        return begin, end

    try:
        result = play(
            guion, room=room, voice=voice, speak=speak, happen=_quiet, mend=False, watcher=Watcher()
        )
    finally:
        voice.close()
    return [
        # The line is finished with its last key: there is nothing to wait for.
        Wait({**wait.stages, "endpoint": 0.0, "hearing": 0.0}, None, wait.done)
        for wait in waits(timing, result)
    ]
