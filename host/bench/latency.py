"""How long a player waits: from the end of speech to the first sample of the answering line.

A spoken round in the virtual room, in its simulated time: the audio that an ear waits for is
counted by the room's clock, computing by the wall clock, and a block that comes while the one
before is still being worked on waits in line, as it would at a table. What the loudspeaker's
own buffer adds (0.12 s in the real room) is not in these figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from host.aloud import open_sounds, speaker
from host.bench.stop import figures, stops
from host.bench.timed import Stopwatch, TimedEar, TimedRoom, TimedTextRoom, TimedVoice, Timing
from host.demo import sample_guion
from host.guion import Guion, Happens
from host.mouth.base import Speech
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.rehearsal import Result, play
from host.room.gate import Gate
from host.table_parts import Understood
from host.understanding.sounds import key

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
    watch = Stopwatch(clock, ahead=ahead)
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

        def say(seat: int, words: str) -> Speech:
            if (seat, words) not in kept:
                kept[seat, words] = sounds.say(seat, words)
            return kept[seat, words]

        result = play(
            guion,
            room=room,
            voice=voice,
            speak=speaker(room, guion.seats, say),
            happen=_quiet,
            mend=True,
        )
        return waits(timing, result)
    finally:
        voice.close()
        sounds.close()


def _typed(guion: Guion, clock: Callable[[], float], ahead: bool) -> list[Wait]:
    watch = Stopwatch(clock, ahead=ahead)
    voice = TimedVoice(Pyttsx3Voice(guion.language), watch)
    room = TimedTextRoom()
    timing = Timing(watch)
    room.timing, room.voice = timing, voice

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        return room.speak_text(who, words, onset, speaker_known=who is not None)

    try:
        result = play(guion, room=room, voice=voice, speak=speak, happen=_quiet, mend=False)
    finally:
        voice.close()
    return [
        # The line is finished with its last key: there is nothing to wait for.
        Wait({**wait.stages, "endpoint": 0.0, "hearing": 0.0}, None, wait.done)
        for wait in waits(timing, result)
    ]
