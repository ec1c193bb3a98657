"""Ears for text: a script with times, for rooms without sound and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.ears.base import Block, Heard


@dataclass(frozen=True, slots=True)
class _Line:
    heard: Heard
    ready: float


class ScriptedEar:
    """Hears exactly what it was told, when it was told."""

    name = "scripted"

    def __init__(self, language: str = "es") -> None:
        """Hear `language`."""
        self.language = language
        self._lines: list[_Line] = []
        self._now = 0.0

    def say(
        self,
        words: str,
        onset: float,
        offset: float,
        *,
        speaker: str | None = None,
        uncertainty: float = 0.0,
        delay_s: float = 0.0,
    ) -> None:
        """Tell the ear what will be said from `onset` to `offset` (seconds)."""
        heard = Heard(
            words,
            onset,
            offset,
            onset_uncertainty=uncertainty,
            ear=self.name,
            speaker=speaker,
        )
        self._lines.append(_Line(heard, offset + delay_s))
        self._lines.sort(key=lambda line: line.heard.onset)

    def expect(self, phrases: Sequence[str]) -> None:
        """Take no notice: a script knows no grammar."""

    def feed(self, block: Block) -> list[Heard]:
        """Return what has been said and is ready by the end of the block, in order of onset."""
        self._now = max(self._now, block.end)
        return self._take(self._now)

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut what was being said at `start`; what begins inside the gap is not heard."""
        cut: list[_Line] = []
        for line in self._lines:
            if start <= line.heard.onset < end:
                continue
            if line.heard.onset < start < line.heard.offset:
                line = _Line(
                    Heard("", line.heard.onset, start, ear=self.name, speaker=line.heard.speaker),
                    start,
                )
            cut.append(line)
        self._lines = cut
        self._now = max(self._now, end)
        return self._take(self._now)

    def flush(self) -> list[Heard]:
        """Return everything that has begun."""
        return self._take(float("inf"), begun=self._now)

    @property
    def heard_through(self) -> float:
        """The watermark."""
        return min([self._now, *(line.heard.onset for line in self._lines)])

    def close(self) -> None:
        """Forget the script."""
        self._lines.clear()

    def _take(self, ready: float, begun: float = float("inf")) -> list[Heard]:
        """Return ready lines, never one before another that began earlier."""
        out: list[Heard] = []
        while self._lines and self._lines[0].ready <= ready and self._lines[0].heard.onset <= begun:
            out.append(self._lines.pop(0).heard)
        return out
