"""Ears for text: a script with times, for rooms without sound and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from host.ears.base import Block, Heard


@dataclass(frozen=True, slots=True)
class _Line:
    heard: Heard
    ready: float


class TextEar:
    """What the ears for text share: lines with times, and an honest watermark."""

    name = "text"

    def __init__(self, language: str = "es") -> None:
        """Hear `language`."""
        self.language = language
        self._lines: list[_Line] = []
        self._now = 0.0

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Take no notice: text needs no grammar."""

    def feed(self, block: Block) -> list[Heard]:
        """Return what has been said and is ready by the end of the block, in order of onset."""
        self._now = max(self._now, block.end)
        return self._take()

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut what was being said at `start`; what begins inside the gap is not heard."""
        kept: list[_Line] = []
        for line in self._lines:
            heard = line.heard
            if start <= heard.onset < end:
                continue
            if heard.onset < start < heard.offset:
                # Nobody knows how many of its words came before the gap.
                cut = replace(heard, words="", offset=start, confidence=0.0)
                line = _Line(cut, start + (line.ready - heard.offset))
            kept.append(line)
        self._lines = kept
        self._now = max(self._now, end)
        return self._take()

    def flush(self) -> list[Heard]:
        """Return everything that has begun; what is being said ends now."""
        begun = [
            replace(line.heard, offset=min(line.heard.offset, self._now))
            for line in self._lines
            if line.heard.onset <= self._now
        ]
        del self._lines[: len(begun)]
        return begun

    @property
    def heard_through(self) -> float:
        """The watermark."""
        return min([self._now, *(line.heard.onset for line in self._lines)])

    def close(self) -> None:
        """Forget the lines."""
        self._lines.clear()

    def _add(
        self,
        words: str,
        onset: float,
        offset: float,
        *,
        speaker: str | None = None,
        uncertainty: float = 0.0,
        delay_s: float = 0.0,
    ) -> None:
        if onset < self.heard_through:
            raise ValueError(
                f"a line at {onset:g} s comes too late: all before {self.heard_through:g} s "
                "has been reported"
            )
        if offset < onset or delay_s < 0.0 or uncertainty < 0.0:
            raise ValueError("a line ends before it begins, or has a negative delay or doubt")
        heard = Heard(
            words, onset, offset, onset_uncertainty=uncertainty, ear=self.name, speaker=speaker
        )
        self._lines.append(_Line(heard, offset + delay_s))
        self._lines.sort(key=lambda line: line.heard.onset)

    def _take(self) -> list[Heard]:
        """Return ready lines, never one before another that began earlier."""
        out: list[Heard] = []
        while self._lines and self._lines[0].ready <= self._now:
            out.append(self._lines.pop(0).heard)
        return out


class ScriptedEar(TextEar):
    """Hears exactly what it was told, when it was told."""

    name = "scripted"

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
        """Tell the ear what will be said from `onset` to `offset` (seconds).

        It is heard `delay_s` seconds after its end, as by a slow recogniser.

        Raises:
            ValueError: everything before `onset` has been reported already.
        """
        self._add(words, onset, offset, speaker=speaker, uncertainty=uncertainty, delay_s=delay_s)
