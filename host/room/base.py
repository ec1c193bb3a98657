"""What a room gives the table, whether it is real, virtual, or only a keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from host.ears.base import Heard, Notice, Samples
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil, Voice

STOP_S = 0.15
"""Within this time of a stop request the loudspeaker is silent (pitfalls B4)."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One thing the loudspeaker plays.

    Attributes:
        line: the id of the line, for the journal and the transcript.
        text: the words, empty for an earcon or a player's recording.
        samples: float32 mono at `rate`; empty in rooms without sound.
        rate: samples a second.
        seconds: how long it lasts, also where there are no samples.
    """

    line: str
    text: str
    samples: Samples
    rate: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Started:
    """The loudspeaker began to play `sound` at `t`."""

    sound: Sound
    t: float


@dataclass(frozen=True, slots=True)
class Stopped:
    """A line was cut short at `t`, or never begun, after a stop request."""

    line: str
    t: float


@dataclass(frozen=True, slots=True)
class Echo:
    """What was heard was the host's own voice: told for the journal, never acted upon."""

    heard: Heard


@dataclass(frozen=True, slots=True)
class Lost:
    """The microphone gives nothing since about `t`; a `Deaf` follows once it is back.

    `why` is ``unplugged`` (its stream stopped) or ``muted`` (it gives exact zeros).
    """

    t: float
    why: str


@dataclass(frozen=True, slots=True)
class Written:
    """The microphone is lost for good: from `t` on people type what they would say."""

    t: float


@dataclass(frozen=True, slots=True)
class EarTrouble:
    """Something about the ear that players should know came up at `t`."""

    notice: Notice
    t: float


@dataclass(frozen=True, slots=True)
class Closed:
    """The room ended: end of input, Ctrl-C, or a device that is lost for good."""

    why: str


RoomEvent = (
    Heard
    | Echo
    | Started
    | SpokenUntil
    | Stopped
    | HeardThrough
    | Deaf
    | Voice
    | Lost
    | Written
    | EarTrouble
    | Closed
)


class Room(Protocol):
    """Where the table is. `step` is the only place where time passes."""

    @property
    def now(self) -> float:
        """Seconds of the audio clock."""
        ...

    @property
    def uncertainty_s(self) -> float:
        """Seconds by which the onset of what is heard here may be off at most; 0 for text."""
        ...

    def say(self, sound: Sound) -> None:
        """Queue a sound behind those that play or wait."""
        ...

    def stop(self) -> None:
        """Fall silent within `STOP_S` and forget what is queued."""
        ...

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said now; with `free` anything may be said besides."""
        ...

    def step(self) -> list[RoomEvent]:
        """Let time pass until something has happened, and return it in order of time."""
        ...

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return what the microphone heard from `onset` to `offset`, if it is still in memory."""
        ...

    def close(self) -> None:
        """Let go of devices, ears and threads. May be called twice."""
        ...
