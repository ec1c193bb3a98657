"""Two ears on one microphone: the quick one hears everything, the other what it doubts.

The quick ear (es-mesa) is held to what may be said now and is certain of times; the other
(Whisper) writes any words, and is slow. It is asked where anything may be said, where the
quick one has no words or doubts its own, and nowhere else. What both made of the sound goes
to the table, the surer words first: neither alone makes an answer wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from host.ears.around import EarAround
from host.ears.base import RATE, Block, Ear, Heard, Samples, Written
from host.ears.segments import LONGEST_S, Segment
from host.ears.together import Together, written_by
from host.ears.vosk_sources import sound_of

LEAD_S = 0.25
"""Sound from before the onset, and behind the end, that the second ear is given."""

KEPT_S = LONGEST_S + 6.0
"""So much sound is kept for the second ear."""


FIRM = 0.55
"""Confidence from which the second ear's words are rather what was said than the quick one's
phrase. Of 25 texts that it garbled 21 had less, of 66 wrong answers that sound like right ones,
and that it wrote well, 44 had more."""

LIKELY = 0.5
"""Confidence of the quick ear from which its phrase comes before words that are not firm."""

CERTAIN = 0.9
"""Confidence of the quick ear from which nothing comes before its phrase. Of what it took for a
phrase that was not said none of 106 had more."""


class Second(Protocol):
    """An ear that can hear a stretch of sound for itself."""

    name: str

    def again(self, segment: Segment) -> Written:
        """Return what it makes of the stretch."""
        ...

    def close(self) -> None:
        """Let go of the model."""
        ...


class PairEar(EarAround):
    """An `Ear` made of a quick one, whose watermark counts, and a second one.

    The second is asked before a final is returned.

    Attributes:
        first: the quick one.
    """

    def __init__(self, first: Ear, second: Second) -> None:
        """Join two ears; both are closed with this one."""
        self.name = f"{first.name}+{second.name}"
        self.language = first.language
        self.first = self._ear = first
        self._second = second
        self._free = False
        self._together = Together(sound_of(first.language))
        self._phrases: frozenset[str] = frozenset()
        self._kept: deque[Block] = deque()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the quick ear what may be said; with `free` both hear everything."""
        self._free = free
        if frozenset(phrases) != self._phrases:
            self._phrases = frozenset(phrases)
            self._together.expect(phrases)
        self.first.expect(phrases, free=free)

    def feed(self, block: Block) -> list[Heard]:
        """Take a block; finals that leave doubt come with what the second ear heard."""
        self._kept.append(block)
        while self._kept[0].end < block.end - KEPT_S:
            self._kept.popleft()
        return [self._twice(heard) for heard in self.first.feed(block)]

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut speech at a gap."""
        return [self._twice(heard) for heard in self.first.skip(start, end)]

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return [self._twice(heard) for heard in self.first.flush()]

    def hear_again(self, recording: Samples) -> str:
        """Let the second ear hear a recording, for an appeal; "" if it makes nothing of it."""
        return self._second.again(Segment(recording, 0.0, len(recording) / RATE, False, 0.0)).words

    def close(self) -> None:
        """Let go of both ears."""
        self.first.close()
        self._second.close()

    def _twice(self, heard: Heard) -> Heard:
        if not heard.final:
            return replace(heard, ear=self.name)
        if heard.words and heard.sure and not self._free and heard.confidence >= CERTAIN:
            return replace(heard, ear=self.name)
        second = self.look_again(heard)
        return self.join(heard, second) if self._free else self.weigh(heard, second)

    def look_again(self, heard: Heard) -> Written:
        """Return what the second ear makes of the sound of a final."""
        samples = self._sound(heard.onset - LEAD_S, heard.offset + LEAD_S)
        return self._second.again(
            Segment(samples, heard.onset, heard.offset, heard.over_host, heard.onset_uncertainty)
        )

    def join(self, heard: Heard, second: Written) -> Heard:
        """Return as one what both ears made of the same sound."""
        if not second.words:
            return replace(heard, ear=self.name)
        if not heard.words or (self._free and not self._stands(heard, second)):
            return replace(
                heard,
                words=second.words,
                confidence=second.confidence,
                also=(heard.words,) if heard.words else (),
                sure=True,
                rivals=second.others,
                ear=self.name,
            )
        # Where anything may be said, doubt is the judge's business; nothing is asked back (D22).
        sure = heard.sure or self._free
        return replace(heard, also=(second.words,), sure=sure, ear=self.name)

    def weigh(self, heard: Heard, second: Written) -> Heard:
        """Return what both ears together come nearest to, where a phrase is awaited."""
        if not (second.words and heard.near):
            return self.join(heard, second)
        found = self._together.weigh(heard, second)
        if found is None:
            doubted = replace(heard, sure=False, written=written_by(heard, second))
            return self.join(doubted, second)
        return replace(found, ear=self.name)

    def _stands(self, heard: Heard, second: Written) -> bool:
        """Tell whether the quick ear's words come before the second's where any may be said."""
        if heard.words not in self._phrases:
            return False
        return heard.confidence >= CERTAIN or (
            heard.confidence >= LIKELY and second.confidence < FIRM
        )

    def _sound(self, start: float, end: float) -> Samples:
        """Return what was recorded from `start` to `end`, in seconds."""
        parts: list[Samples] = []
        for block in self._kept:
            first = max(0, round((start - block.start) * RATE))
            last = min(len(block.samples), round((end - block.start) * RATE))
            if first < last:
                parts.append(block.samples[first:last])
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
