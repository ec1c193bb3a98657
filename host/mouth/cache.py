"""Rendered lines kept, in memory and if wanted on disk, so that each is rendered once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections import OrderedDict
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from host.mouth.base import Speech, Voice

MEMORY_LIMIT_BYTES = 64_000_000
"""Rendered speech kept at most; about 12 minutes at 22 kHz."""


class CachedVoice:
    """A voice that remembers what it has said, the least recently said forgotten first."""

    def __init__(
        self,
        voice: Voice,
        memory_limit_bytes: int = MEMORY_LIMIT_BYTES,
        *,
        folder: Path | None = None,
    ) -> None:
        """Remember for `voice`.

        Args:
            voice: the voice that renders what is not remembered.
            memory_limit_bytes: samples kept at most; the line said last is always kept.
            folder: where lines are kept for the next start too. Only for texts that nobody
                minds on disk, and for voices whose `identity` (or `name`) tells them apart.
        """
        self.name = voice.name
        self.language = voice.language
        self._voice = voice
        self._limit = memory_limit_bytes
        self._folder = folder
        self._kept: OrderedDict[str, Speech] = OrderedDict()
        self._bytes = 0

    def render(self, text: str) -> Speech:
        """Return the text as speech, from memory or disk if it is there.

        Raises:
            VoiceError: it is not there and the voice cannot say it; nothing is remembered.
        """
        kept = self._kept.get(text)
        if kept is not None:
            self._kept.move_to_end(text)
            return kept
        path = self._path(text)
        speech = _load(path) if path else None
        if speech is None:
            speech = self._voice.render(text)
            if path:
                _save(path, speech)
        speech.samples.setflags(write=False)  # many hear the same array
        self._kept[text] = speech
        self._bytes += speech.samples.nbytes
        while self._bytes > self._limit and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.samples.nbytes
        return speech

    def close(self) -> None:
        """Close the voice behind it. May be called twice."""
        self._voice.close()

    def _path(self, text: str) -> Path | None:
        if self._folder is None:
            return None
        identity = str(getattr(self._voice, "identity", f"{self.name} {self.language}"))
        key = hashlib.sha256(f"{identity}\0{text}".encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.npz"


def _load(path: Path) -> Speech | None:
    """Return what was kept, or None if there is nothing or it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            samples, rate = kept["samples"], int(kept["rate"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    if samples.dtype != np.float32 or samples.ndim != 1 or rate <= 0:
        return None
    return Speech(samples, rate)


def _save(path: Path, speech: Speech) -> None:
    """Keep a line; a full disk only means that it is rendered again next time."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            np.savez(file, samples=speech.samples, rate=np.int64(speech.rate))
        os.replace(temporary, path)
    except OSError:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
