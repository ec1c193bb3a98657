"""The engine's only inputs besides moves (design.md section 1). All are journaled.

Times are seconds of the audio clock within one sitting; the first sample the microphone
gave is 0.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpokenUntil:
    """The host finished saying the line with this id at time `t`."""

    line: str
    t: float


@dataclass(frozen=True, slots=True)
class HeardThrough:
    """All speech that began before `t` has been reported as final (the watermark)."""

    t: float


@dataclass(frozen=True, slots=True)
class Deaf:
    """From `start` to `end` the host could not hear, and why (gap, unplugged, zeros...)."""

    start: float
    end: float
    why: str


@dataclass(frozen=True, slots=True)
class Voice:
    """A stretch of voice and whether it was explained.

    `explained` is True if an open path recognised it as other words or if it is known to be
    the host's own voice. An unexplained stretch inside a window makes it "not judged".
    """

    start: float
    end: float
    explained: bool


Input = SpokenUntil | HeardThrough | Deaf | Voice
