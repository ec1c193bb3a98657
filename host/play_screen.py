"""What an evening shows of itself on the screen, and how it says what is wrong."""

from __future__ import annotations

from typing import TextIO

from host.mouth.lines import Lines
from host.plain import wrapped
from host.room.base import Sound
from host.started import as_started
from host.table_parts import Observer, Understood

BAD, MISSING = 2, 3


class PlayError(RuntimeError):
    """What is wrong, in one sentence, and the exit code that goes with it."""

    def __init__(self, message: str, code: int = BAD) -> None:
        """Keep the sentence and the code."""
        super().__init__(message)
        self.code = code


class Screen:
    """Shows the table as plain lines, one fact a line, for eyes and for screen readers."""

    def __init__(self, out: TextIO, lines: Lines) -> None:
        """Write to `out`."""
        self._out = out
        self.lines = lines

    def host_says(self, sound: Sound, t: float) -> None:
        """Show what the host says."""
        if sound.text:
            self.show(wrapped(sound.text))

    def understood(self, what: Understood) -> None:
        """Show nothing: what was understood is said by the host itself."""

    def show(self, text: str) -> None:
        """Show one line; commands in it as the program was started."""
        self._out.write(as_started(text) + "\n")
        self._out.flush()


class Both:
    """Two who watch the same table."""

    def __init__(self, *observers: Observer) -> None:
        """Tell these, in order."""
        self._observers = observers

    def host_says(self, sound: Sound, t: float) -> None:
        """Tell that the host says something."""
        for observer in self._observers:
            observer.host_says(sound, t)

    def understood(self, what: Understood) -> None:
        """Tell what was understood."""
        for observer in self._observers:
            observer.understood(what)
