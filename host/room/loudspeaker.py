"""The loudspeaker of the virtual room: a queue of sounds, played to the sample."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

import numpy as np

from host.ears.base import RATE, Samples
from host.engine.inputs import SpokenUntil
from host.room.acoustics import SPEECH_RMS, at_level, resample
from host.room.base import Sound, Started, Stopped

FADE_S = 0.03
"""A stop fades out over this time: at once to the ear, and without a click."""


@dataclass(frozen=True, slots=True)
class Played:
    """A sound as it left the loudspeaker.

    Attributes:
        sound: what was asked for.
        start: seconds of the audio clock at its first sample.
        samples: what was played, 16 kHz, cut off where it was stopped.
        cut: True if it was stopped.
    """

    sound: Sound
    start: float
    samples: Samples
    cut: bool = False


@dataclass(slots=True)
class _Playing:
    sound: Sound
    samples: Samples
    start: int
    stop_from: int | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.samples)


@dataclass(slots=True)
class Loudspeaker:
    """Plays sounds one behind the other in sample time. All times inside are samples."""

    played: list[Played] = field(default_factory=list)
    _queue: deque[tuple[Sound, Samples]] = field(default_factory=deque)
    _playing: _Playing | None = None
    _last_end: int = 0
    _dropped: list[Sound] = field(default_factory=list)

    @property
    def busy(self) -> bool:
        """True while something plays, waits, or has to be told as stopped."""
        return self._playing is not None or bool(self._queue) or bool(self._dropped)

    def say(self, sound: Sound) -> None:
        """Queue a sound; speech is brought to the level of a player at one metre."""
        if len(sound.samples):
            samples = resample(np.asarray(sound.samples, dtype=np.float32), sound.rate)
            if sound.text:
                samples = at_level(samples, SPEECH_RMS)
        else:
            samples = np.zeros(round(sound.seconds * RATE), dtype=np.float32)
        self._queue.append((sound, samples))

    def planned_end(self, now: int) -> int:
        """Return the sample at which all that is queued will have been played."""
        waiting = sum(len(samples) for _, samples in self._queue)
        if self._playing is not None:
            return self._playing.end + waiting
        return now + waiting if waiting else self._last_end

    def stop(self, now: int) -> None:
        """Fade out from sample `now` and forget the queue."""
        self._dropped += [sound for sound, _ in self._queue]
        self._queue.clear()
        playing = self._playing
        if playing is None or playing.stop_from is not None:
            return
        fade = round(FADE_S * RATE)
        at = max(0, now - playing.start)
        if at + fade >= len(playing.samples):
            return
        kept = playing.samples[: at + fade].copy()
        kept[at:] *= np.linspace(1.0, 0.0, fade, dtype=np.float32)
        playing.samples, playing.stop_from = kept, now

    def render(
        self, start: int, count: int
    ) -> tuple[Samples | None, list[Started | SpokenUntil | Stopped]]:
        """Play the next `count` samples from sample `start`.

        Returns:
            The samples, None for silence, and what began and ended in them, in order.
        """
        events: list[Started | SpokenUntil | Stopped] = []
        out: Samples | None = None
        at, until = start, start + count
        while at < until:
            if self._playing is None:
                if self._dropped:
                    events += [Stopped(sound.line, at / RATE) for sound in self._dropped]
                    self._dropped.clear()
                if not self._queue:
                    break
                sound, samples = self._queue.popleft()
                self._playing = _Playing(sound, samples, at)
                events.append(Started(sound, at / RATE))
            playing = self._playing
            upto = min(until, playing.end)
            piece = playing.samples[at - playing.start : upto - playing.start]
            if len(piece):
                if out is None:
                    out = np.zeros(count, dtype=np.float32)
                out[at - start : upto - start] = piece
            at = upto
            if at == playing.end:
                events.append(self._finish(playing))
        return out, events

    def _finish(self, playing: _Playing) -> SpokenUntil | Stopped:
        cut = playing.stop_from is not None
        self._playing, self._last_end = None, playing.end
        self.played.append(Played(playing.sound, playing.start / RATE, playing.samples, cut=cut))
        t = playing.end / RATE
        line = playing.sound.line
        return Stopped(line, t) if cut else SpokenUntil(line, t)

    def all_played(self, now: int) -> list[Played]:
        """Return what has been played, the part of the present sound up to `now` included."""
        playing = self._playing
        if playing is None:
            return list(self.played)
        part = Played(
            playing.sound, playing.start / RATE, playing.samples[: max(0, now - playing.start)]
        )
        return [*self.played, replace(part, cut=True)]
