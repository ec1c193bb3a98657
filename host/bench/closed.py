"""A clip among choices, heard and read as a table hears and reads it.

The choices are the cards of a game of Wizard of which one is awaited: what is understood goes
through the same expectation, ear, grammar, free path, phrasebook, limits and questions as in
play, and every command may be mistaken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from host.ears.base import BLOCK, RATE, Block, Ear, Heard, Samples
from host.engine.game import Expectation, Json, Option
from host.two_readings import reading_of
from host.understanding.interpret import Interpreter, Meant, Reading, Unsure
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import similarity

SEATS = ("Ana", "Luis", "Eva", "Leo")
"""Who sits at the table of the benchmarks."""

BEFORE_S, AFTER_S = 1.0, 1.3
"""Quiet, or noise alone, before and after a clip, in seconds."""

PEAK = 0.3
"""Clips are brought to this peak; 1 is the loudest."""

FLOOR = 0.0005
"""Of the soft noise that any microphone has: zeros would be a muted one."""

STEP = 128
"""Samples (8 ms) of the steps in which the end of speech is looked for."""

END_DB = -30.0
"""Speech ends with the last step this far below its loudest, or louder."""


@dataclass(frozen=True, slots=True)
class Play:
    """A clip as it reaches the microphone.

    Attributes:
        samples: at 16 kHz, with what comes before and after.
        end: seconds at which its speech ends.
    """

    samples: Samples
    end: float


@dataclass(slots=True)
class Listened:
    """What an ear made of a clip.

    Attributes:
        heard: its finals.
        final_s: seconds from the end of speech to the last final: sound that had to be waited
            for, and computing; None if nothing was heard.
        partials: texts that came earlier, each with its seconds after the end of speech.
        seconds: of computing.
    """

    heard: list[Heard] = field(default_factory=list)
    final_s: float | None = None
    partials: list[tuple[str, float]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def words(self) -> str:
        """All the words, as one text."""
        return " ".join(heard.words for heard in self.heard if heard.words)


def staged(
    samples: Samples, rng: np.random.Generator, noisy: Callable[[Samples], Samples] | None = None
) -> Play:
    """Put a clip into a quiet room, or into a noise that goes on before and after it."""
    peak = float(np.max(np.abs(samples))) if len(samples) else 0.0
    level = samples * np.float32(PEAK / max(peak, 1e-6))
    before, after = (np.zeros(round(s * RATE), np.float32) for s in (BEFORE_S, AFTER_S))
    whole = np.concatenate([before, level, after])
    whole += rng.standard_normal(len(whole)).astype(np.float32) * np.float32(FLOOR)
    if noisy is not None:
        whole = noisy(whole)
    return Play(whole, BEFORE_S + speech_end(level))


def speech_end(samples: Samples) -> float:
    """Return the seconds at which the speech of a clip ends."""
    steps = len(samples) // STEP
    if not steps:
        return 0.0
    power = np.mean(np.square(samples[: steps * STEP].reshape(steps, STEP)), axis=1)
    loud = np.flatnonzero(power >= power.max() * 10 ** (END_DB / 10))
    return float(loud[-1] + 1) * STEP / RATE


class Listener:
    """Plays clips to one ear, one after the other, on one clock."""

    def __init__(self, ear: Ear, clock: Callable[[], float]) -> None:
        """Take the ear, which is not closed, and what tells the seconds of computing."""
        self.ear = ear
        self._clock = clock
        self._now = 0.0

    def hear(self, play: Play, phrases: Sequence[str]) -> Listened:
        """Play a clip while these phrases are expected."""
        found = Listened()
        start = self._now
        end = start + play.end
        self.ear.expect(phrases)
        for at in range(0, len(play.samples) - BLOCK + 1, BLOCK):
            block = Block(self._now, play.samples[at : at + BLOCK], BLOCK / RATE)
            self._now = block.end
            self._take(found, partial(self.ear.feed, block), end)
        self._take(found, self.ear.flush, end)
        # What lies between two clips is a gap: the next is no part of this.
        self.ear.skip(self._now, self._now + 1.0)
        self._now += 1.0
        return found

    def _take(self, found: Listened, call: Callable[[], list[Heard]], end: float) -> None:
        began = self._clock()
        some = call()
        took = self._clock() - began
        found.seconds += took
        late = self._now + took - end
        for heard in some:
            if heard.final:
                found.heard.append(heard)
                found.final_s = late
            else:
                found.partials.append((heard.words, late))


class Choosing:
    """A table at which one of some choices is awaited."""

    def __init__(self, choices: Sequence[str]) -> None:
        """Make the phrasebook of these choices."""
        book = Phrasebook("es", "wizard", {"card": {text: (text,) for text in choices}})
        self._interpreter = Interpreter(book, SEATS)
        self._now = Expectation("play", SEATS[0], (Option("play", {"card": tuple(choices)}),))

    @property
    def phrases(self) -> tuple[str, ...]:
        """What the ear is told."""
        return self._interpreter.spellings(self._now)

    def read(self, words: str) -> Reading:
        """Return what the table makes of words."""
        return self._interpreter.interpret(words, self._now)

    def outcome(self, heard: Sequence[Heard], wanted: str | None) -> str:
        """Return what became of an utterance; `wanted` is None if it is none of the choices."""
        return outcome(heard, self.read, None if wanted is None else {"card": wanted})


@lru_cache(maxsize=4)
def choosing(choices: tuple[str, ...]) -> Choosing:
    """Return the table of these choices."""
    return Choosing(choices)


def of_the_table() -> Callable[[str], bool]:
    """Return what tells whether words are a phrase of any table, whatever the choices are.

    «Silencio» and «doce» are no cards: heard where they are none of the choices they are no error.
    """
    read = Choosing(("",)).read

    def holds(words: str) -> bool:
        match read(words):
            case Meant(acts):
                return all(act.score == 100.0 for act in acts)
            case _:
                return False

    return holds


def nearest(found: Listened, among: Sequence[str], sound: Callable[[str], str]) -> str | None:
    """Return the choice that sounds most like any of what was heard; None if nothing was."""
    heard = [found.words, *(words for one in found.heard for words in one.also)]
    scored = [
        (similarity(sound(words), sound(text)), text) for words in heard if words for text in among
    ]
    return max(scored, key=lambda item: item[0])[1] if scored else None


def outcome(
    heard: Sequence[Heard],
    read: Callable[[str], Reading],
    wanted: Mapping[str, Json] | None,
) -> str:
    """Return what a table makes of an utterance, as it takes finals in order.

    ``right`` or ``wrong`` was taken without a question; ``asked`` and ``asked_wrong`` are
    questions («¿Dijiste …?») about what was meant, and about something else; ``missed`` is what
    was not understood and has to be said again.

    Args:
        heard: the finals.
        read: reads words as the table does.
        wanted: the details of the move that was said; None if it was none.
    """
    for one in heard:
        match reading_of(one, read):
            case Meant((act,)):
                return "right" if wanted is not None and dict(act.args) == wanted else "wrong"
            case Meant():
                return "wrong"
            case Unsure(best):
                return "asked" if dict(best.args) == wanted else "asked_wrong"
            case _:
                continue
    return "missed"
