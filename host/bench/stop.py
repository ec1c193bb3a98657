"""How soon the host falls silent when somebody says «repite» over its voice.

The host reads a long line in the virtual room, whose echo the ear hears; a player says a
command over it. Counted from the end of the command to the last sample of the line: the audio
that an ear waits for by the room's clock, computing by the wall clock. Where an ear gives
partials, the host may be silent before the command is over: that counts as no wait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from host.bench.timed import Stopwatch, TimedEar
from host.ears.base import Ear, Heard
from host.mouth.base import Speech
from host.room.base import Sound, Stopped
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.understanding.sounds import key
from host.understanding.text import normalise

AFTER_S, GIVE_UP_S = (1.2, 1.5, 1.8, 2.1), 6.0
"""A command begins so long after the line, one after the other; so long after its end it was not
heard."""


def stops(
    ear: Ear,
    line: Speech,
    commands: Sequence[tuple[str, Speech]],
    clock: Callable[[], float],
    *,
    echo_db: float | None = -20.0,
) -> list[float | None]:
    """Return the wait of each command in seconds, None for one that did not stop the host.

    Args:
        ear: what listens; it is left open.
        line: what the host says, longer than a command and its recognition.
        commands: words and their sound, each said over the line as often as `AFTER_S` has times.
        clock: the wall clock, in seconds.
        echo_db: level of the host's voice at the microphone.
    """
    watch = Stopwatch(clock)
    room = VirtualRoom(
        TimedEar(ear, watch), echo_db=echo_db, seed=1, gate=Gate(lambda w: key(w, ear.language))
    )
    room.expect([words for words, _ in commands])
    found = [
        _one(room, watch, line, words, speech, after)
        for after in AFTER_S
        for words, speech in commands
    ]
    room.close()
    return found


def _one(
    room: VirtualRoom, watch: Stopwatch, line: Speech, words: str, speech: Speech, after: float
) -> float | None:
    room.say(Sound("bench-stop", "", line.samples, line.rate, line.seconds))
    begun = room.now
    while room.now < begun + after:
        room.step()
    _, end = room.speak(speech.samples, speech.rate, room.now + 0.2)
    free_at = room.now
    late: float | None = None
    wait: float | None = None
    while room.now < end + GIVE_UP_S:
        before = watch.hearing
        events = room.step()
        free_at = max(free_at, room.now) + watch.hearing - before
        for event in events:
            heard = isinstance(event, Heard) and normalise(words) in normalise(event.words)
            if heard and late is None:
                late = free_at - room.now
                room.stop()
            elif isinstance(event, Stopped) and late is not None and wait is None:
                wait = max(0.0, event.t - end + late)
    room.stop()
    return wait


def figures(waits: Sequence[float | None]) -> dict[str, Any]:
    """Return how many commands there were, the share that stopped the host, p50 and p95."""
    done = [wait for wait in waits if wait is not None]
    return {
        "commands": len(waits),
        "stopped": round(len(done) / len(waits), 3) if waits else None,
        "p50": round(float(np.percentile(done, 50)), 3) if done else None,
        "p95": round(float(np.percentile(done, 95)), 3) if done else None,
    }
