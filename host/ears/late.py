"""An ear that is loaded while the host already greets: what it misses meanwhile it hears then."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence

from host.ears.activity import EarError
from host.ears.around import EarAround
from host.ears.base import Block, Ear, Heard, Notice, Samples, hear_again

KEPT_S = 60.0
"""So much sound waits for an ear that is being loaded; what is older is told as a gap."""


class LateEar(EarAround):
    """Loads an `Ear` in a thread of its own. All other calls come from one thread."""

    def __init__(self, make: Callable[[], Ear], name: str, language: str) -> None:
        """Begin to load.

        Args:
            make: opens the ear; whatever it raises is the ear's fault, told once as a notice.
            name: of the ear to be.
            language: two letters.
        """
        self.name = name
        self.language = language
        self._ear: Ear | None = None
        self._fault: EarError | None = None
        self._waiting: deque[Block] = deque()
        self._expected: tuple[Sequence[str], bool] | None = None
        self._gap: tuple[float, float] | None = None
        self._made: list[Ear] = []
        self._closed = False
        self._told = False

        def load() -> None:
            try:
                self._made.append(make())
            except EarError as error:
                self._fault = error
            except Exception as error:  # no memory for the model, above all: told, never silent
                why = str(error) or type(error).__name__
                self._fault = EarError(f"The ear {name} could not be loaded ({why}).")

        self._thread = threading.Thread(target=load, name="load ear", daemon=True)
        self._thread.start()

    @property
    def fault(self) -> EarError | None:
        """Why it could not be loaded, None while all is well."""
        return self._fault

    def hear_again(self, recording: Samples) -> str:
        """Let the ear's second recogniser hear a recording; "" while it is being loaded."""
        return hear_again(self._ear, recording)

    def wait(self) -> None:
        """Wait until it is loaded; raise EarError if it cannot be."""
        self._thread.join()
        if self._fault is not None:
            raise self._fault
        self._ready()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said now, at once or as soon as it is there."""
        self._expected = (phrases, free)
        if self._ready():
            assert self._ear is not None
            self._ear.expect(phrases, free=free)

    def feed(self, block: Block) -> list[Heard]:
        """Take a block, or keep it until the ear is there."""
        if not self._ready():
            self._waiting.append(block)
            while block.end - self._waiting[0].start > KEPT_S:
                old = self._waiting.popleft()
                self._gap = (self._gap[0] if self._gap else old.start, old.end)
            return []
        found = self._catch_up()
        assert self._ear is not None
        return [*found, *self._ear.feed(block)]

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut speech at a gap."""
        if not self._ready():
            # What waits from before a gap is too old to be answered; it is part of the gap.
            first = self._waiting[0].start if self._waiting else start
            self._waiting.clear()
            self._gap = (self._gap[0] if self._gap else first, end)
            return []
        found = self._catch_up()
        assert self._ear is not None
        return [*found, *self._ear.skip(start, end)]

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        if not self._ready():
            return []
        found = self._catch_up()
        assert self._ear is not None
        return [*found, *self._ear.flush()]

    def notices(self) -> list[Notice]:
        """Return what the ear has to say, or once why it could not be loaded."""
        if self._fault is not None and not self._told:
            self._told = True
            return [Notice("lost", why=str(self._fault))]
        return super().notices()

    @property
    def heard_through(self) -> float:
        """The watermark; it stands still until the ear is there."""
        return 0.0 if self._waiting or self._gap else super().heard_through

    def close(self) -> None:
        """Let go of the ear. May be called twice."""
        if not self._closed:
            self._closed = True
            self._thread.join()
            for ear in self._made:
                ear.close()

    def _ready(self) -> bool:
        if self._ear is None and self._made:
            self._ear = self._made[0]
            if self._expected is not None:
                self._ear.expect(self._expected[0], free=self._expected[1])
        return self._ear is not None

    def _catch_up(self) -> list[Heard]:
        assert self._ear is not None
        found: list[Heard] = []
        if self._gap is not None:
            found += self._ear.skip(*self._gap)
            self._gap = None
        while self._waiting:
            found += self._ear.feed(self._waiting.popleft())
        return found
