"""What an ear passes on as it is from the ear that it holds."""

from __future__ import annotations

from host.ears.base import Ear, Notice, Noticing
from host.ears.segments import Pause


class EarAround:
    """An ear around another, which need not be there yet."""

    _ear: Ear | None

    def notices(self) -> list[Notice]:
        """Return what players should know about the ear inside."""
        return self._ear.notices() if isinstance(self._ear, Noticing) else []

    @property
    def pausing(self) -> Pause | None:
        """The pause in the utterance under way, where the ear inside tells it."""
        return getattr(self._ear, "pausing", None)

    @property
    def heard_through(self) -> float:
        """The watermark of the ear inside."""
        return 0.0 if self._ear is None else self._ear.heard_through
