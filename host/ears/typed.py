"""The ear of a keyboard: what is typed, with the time at which the line was finished."""

from __future__ import annotations

from host.ears.scripted import TextEar


class TypedEar(TextEar):
    """Hears typed lines. A line begins and ends at one moment, which is known exactly."""

    name = "typed"

    def type(self, words: str, at: float, speaker: str | None = None) -> None:
        """Take a line finished at `at` (seconds of the audio clock).

        Raises:
            ValueError: everything before `at` has been reported already.
        """
        self._add(words, at, at, speaker=speaker)
