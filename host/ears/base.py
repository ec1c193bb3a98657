"""What every ear gives: `Heard`, and the watermark up to which nothing more will come.

An ear takes blocks of samples (or, for typed and scripted ears, text with times) and gives
what was said with the time its **speech began and ended**, never the time its text arrived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Samples a second of every block an ear is fed."""

BLOCK = 512
"""Samples of a block: 32 ms, which is what the voice activity model takes at a time."""

LEAST_ACOUSTIC_UNCERTAINTY_S = 0.15
"""An acoustic onset is never surer than this (design.md section 2)."""

Samples = NDArray[np.float32]
"""Mono samples in [-1, 1]."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of microphone signal.

    Attributes:
        start: seconds of the audio clock at the first sample.
        samples: float32 mono at `RATE`, normally `BLOCK` long; empty for rooms without sound.
        seconds: how long the block lasts (also when there are no samples).
        host: True if the host's own voice, or the tail of it, may be in this block.
    """

    start: float
    samples: Samples
    seconds: float
    host: bool = False

    @property
    def end(self) -> float:
        """Seconds of the audio clock just after the block."""
        return self.start + self.seconds


@dataclass(frozen=True, slots=True)
class Press:
    """What a button on a player's own page stands for: nothing is left to interpret.

    Attributes:
        act: a move of the game; ``call`` for a call.
        args: its details; of a call its name (``call``).
    """

    act: str
    args: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Near:
    """A phrase that may have been said, and what its sound says for it.

    Attributes:
        words: the phrase.
        ratio: nats a phone by which it explains the sound better than any syllables do; mostly
            less than 0.
        behind: nats by which another phrase explains the sound better, 0 of the nearest.
    """

    words: str
    ratio: float
    behind: float


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard of one utterance.

    Attributes:
        words: the text, empty if there was voice and nothing was made of it.
        onset: seconds at which its speech began.
        offset: seconds at which its speech ended.
        onset_uncertainty: seconds by which the onset may be off; 0 for typed and scripted text.
        confidence: 0 to 1.
        final: False for a partial, which may stop the voice or satisfy a call, no more.
        ear: the ear's name.
        speaker: the seat, where it is known for certain (typed, scripted), else None.
        over_host: True if the host's own voice sounded during it.
        also: what another ear made of the same sound, where it was asked.
        sure: False if the ear doubts its own words (its two paths disagree).
        rivals: other phrases that are as near, where they are all the doubt there is: if they
            mean the same as the words, there is none. Of an ear that is held to no phrases,
            other texts that it might have written.
        near: of an ear that is held to phrases, those that come nearest, the first of all first.
        written: where the sound was weighed against phrases, what each ear made of it by itself,
            one that is held to no phrases last. The words are the phrase that was nearest, and like
            one of these because they come from it; or the text itself, if none was near.
        press: where a button was pressed instead of words spoken, what it stands for.
    """

    words: str
    onset: float
    offset: float
    onset_uncertainty: float = 0.0
    confidence: float = 1.0
    final: bool = True
    ear: str = ""
    speaker: str | None = None
    over_host: bool = False
    also: tuple[str, ...] = ()
    sure: bool = True
    rivals: tuple[str, ...] = ()
    near: tuple[Near, ...] = ()
    written: tuple[str, ...] = ()
    press: Press | None = None

    @property
    def typed(self) -> bool:
        """True if it was typed: it is meant, word for word, and the host talked over nothing."""
        return self.ear == "typed"


@dataclass(frozen=True, slots=True)
class Written:
    """What an ear that is held to no phrases made of a stretch of sound.

    Attributes:
        words: the text; "" if nothing was made of it.
        confidence: 0 to 1.
        others: texts that it might have been as well, the likeliest first.
    """

    words: str = ""
    confidence: float = 0.0
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """What players should know about an ear, told once.

    Attributes:
        kind: ``missing`` (words that its model does not know, A1), ``again`` (it was lost, and
            hears again) or ``lost`` (it hears nothing any more).
        words: of ``missing``.
        why: the cause, for the journal.
    """

    kind: str
    words: tuple[str, ...] = ()
    why: str = ""


@runtime_checkable
class Noticing(Protocol):
    """An ear that may have something to say about itself."""

    def notices(self) -> list[Notice]:
        """Return what has come up since the last call; never waits."""
        ...


@runtime_checkable
class Rehearing(Protocol):
    """An ear that can hear a recording once more by another recogniser, for an appeal (D9)."""

    def hear_again(self, recording: Samples) -> str:
        """Return the other recogniser's words for a recording at `RATE`, "" for none."""
        ...


def hear_again(ear: object, recording: Samples) -> str:
    """Return what a second recogniser makes of a recording; "" if `ear` has none."""
    return ear.hear_again(recording) if isinstance(ear, Rehearing) else ""


class Ear(Protocol):
    """A recogniser. All calls come from one thread; blocks come in order, without overlap."""

    name: str
    language: str

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Say what may be said now; an ear that knows grammars may use it.

        With `free` anything may be said besides (a quiz answer).
        """
        ...

    def feed(self, block: Block) -> list[Heard]:
        """Take one block and return what is now known to have been said, in order of onset."""
        ...

    def skip(self, start: float, end: float) -> list[Heard]:
        """Tell the ear that nothing was recorded from `start` to `end`: speech is cut there."""
        ...

    def flush(self) -> list[Heard]:
        """Finish what is under way and return it."""
        ...

    @property
    def heard_through(self) -> float:
        """The watermark: all speech that began before this time has been returned as final."""
        ...

    def close(self) -> None:
        """Let go of models, threads and processes. May be called twice."""
        ...
