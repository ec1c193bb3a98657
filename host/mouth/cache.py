"""Rendered lines kept in memory, so that what is said often is rendered once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from host.mouth.base import Speech, Voice

MEMORY_LIMIT_BYTES = 64_000_000
"""Rendered speech kept at most; about 12 minutes at 22 kHz."""


class CachedVoice:
    """A voice that remembers what it has said, the least recently said forgotten first."""

    def __init__(self, voice: Voice, memory_limit_bytes: int = MEMORY_LIMIT_BYTES) -> None:
        """Remember for `voice`."""
        self.name = voice.name
        self.language = voice.language
        self._voice = voice
        self._limit = memory_limit_bytes
        self._kept: OrderedDict[str, Speech] = OrderedDict()
        self._bytes = 0

    def render(self, text: str) -> Speech:
        """Return the text as speech, from memory if it is there."""
        kept = self._kept.get(text)
        if kept is not None:
            self._kept.move_to_end(text)
            return kept
        speech = self._voice.render(text)
        self._kept[text] = speech
        self._bytes += speech.samples.nbytes
        while self._bytes > self._limit and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.samples.nbytes
        return speech

    def prefetch(self, texts: Iterable[str]) -> None:
        """Render texts that will probably be said soon."""
        for text in texts:
            self.render(text)

    def close(self) -> None:
        """Close the voice behind it."""
        self._voice.close()
