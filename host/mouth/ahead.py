"""Renders lines that will probably be said, while nobody waits for one."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence

from host.mouth.base import Speech, Voice, VoiceError
from host.mouth.cache import CachedVoice

MOST = 40
"""So many lines are rendered ahead at most; more are heat and little use."""


class AheadVoice:
    """A `Voice` that remembers, and has a thread for what may come next.

    Who waits for a line goes first: at most the one line that is being rendered is waited for.
    """

    def __init__(self, voice: Voice, *, own_thread: bool = True) -> None:
        """Render with `voice`, which is closed with this one.

        Args:
            voice: renders.
            own_thread: False where `work` is called instead, as by a benchmark.
        """
        self._voice = CachedVoice(voice)
        self.name = voice.name
        self.language = voice.language
        self._lock = threading.Lock()
        self._changed = threading.Condition()
        self._likely: deque[str] = deque()
        self._urgent = 0
        self._ended = False
        if own_thread:
            threading.Thread(target=self._run, name="render ahead", daemon=True).start()

    def likely(self, texts: Sequence[str]) -> None:
        """Render these next, instead of what was likely before."""
        with self._changed:
            self._likely = deque(dict.fromkeys(texts[:MOST]))
            self._changed.notify()

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if it cannot be said."""
        with self._changed:
            self._urgent += 1
        try:
            with self._lock:
                return self._voice.render(text)
        finally:
            with self._changed:
                self._urgent -= 1
                self._changed.notify()

    def work(self) -> bool:
        """Render one likely line; return False if there is none."""
        with self._changed:
            if not self._likely:
                return False
            text = self._likely.popleft()
        with self._lock:
            try:
                self._voice.render(text)
            except VoiceError:
                # Whoever needs the line is told.
                return True
        return True

    def close(self) -> None:
        """Close the voice. May be called twice."""
        with self._changed:
            self._ended = True
            self._likely.clear()
            self._changed.notify()
        with self._lock:
            self._voice.close()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or (self._likely and not self._urgent))
                if self._ended:
                    return
            self.work()
