"""A voice whose accent, pace and loudness may change from one line to the next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from host.mouth.base import Speech, Voice

MOST_KEPT = 3
"""Voices that stay open: the host's own, and those it has just been compared with."""

ACCENTS: Mapping[str, tuple[str, ...]] = {
    "spain": ("roa/es", "mónica", "monica", "jorge", "helena", "es-es", "spain"),
    "latin_america": ("roa/es-419", "paulina", "sabina", "es-mx", "latin america", "mexico"),
}
"""Accents of Spanish, with ids and names by which systems know voices that have them."""


@runtime_checkable
class Tunable(Protocol):
    """A voice that can be tuned while it is used."""

    def tune(
        self,
        *,
        accent: str | None = None,
        pace: int | None = None,
        loudness_db: float | None = None,
    ) -> None:
        """Change what is given, from the next line on."""
        ...

    def render_in(self, text: str, accent: str) -> Speech:
        """Return the text in another accent, at the present pace and loudness."""
        ...


class TunedVoice:
    """A `Voice` that is `Tunable`. It makes the voices it needs, and closes the oldest."""

    def __init__(
        self,
        make: Callable[[str, int], Voice],
        *,
        accent: str = "",
        pace: int,
        loudness_db: float = 0.0,
    ) -> None:
        """Begin with one voice.

        Args:
            make: makes a voice of an accent ("" for the language's usual) and a pace.
            pace: words a minute.
            loudness_db: against the voice's own loudness.
        """
        self._make = make
        self._accent = accent
        self._pace = pace
        self._loudness_db = loudness_db
        self._open: OrderedDict[tuple[str, int], Voice] = OrderedDict()
        first = self._voice(accent)
        self.name = first.name
        self.language = first.language

    def tune(
        self,
        *,
        accent: str | None = None,
        pace: int | None = None,
        loudness_db: float | None = None,
    ) -> None:
        """Change what is given, from the next line on."""
        self._accent = self._accent if accent is None else accent
        self._pace = self._pace if pace is None else pace
        self._loudness_db = self._loudness_db if loudness_db is None else loudness_db

    def render(self, text: str) -> Speech:
        """Return the text as speech; raise `VoiceError` if it cannot be said."""
        return self.render_in(text, self._accent)

    def render_in(self, text: str, accent: str) -> Speech:
        """Return the text in another accent, at the present pace and loudness."""
        speech = self._voice(accent).render(text)
        if not self._loudness_db:
            return speech
        louder = speech.samples * np.float32(10.0 ** (self._loudness_db / 20.0))
        return Speech(np.clip(louder, -1.0, 1.0).astype(np.float32), speech.rate)

    def likely(self, texts: Sequence[str]) -> None:
        """Let the present voice render these ahead, where it can."""
        ahead = getattr(self._voice(self._accent), "likely", None)
        if ahead is not None:
            ahead(texts)

    def close(self) -> None:
        """Close every voice that is open."""
        while self._open:
            self._open.popitem()[1].close()

    def _voice(self, accent: str) -> Voice:
        wanted = (accent, self._pace)
        if wanted not in self._open:
            self._open[wanted] = self._make(accent, self._pace)
            while len(self._open) > MOST_KEPT:
                self._open.popitem(last=False)[1].close()
        self._open.move_to_end(wanted)
        return self._open[wanted]
