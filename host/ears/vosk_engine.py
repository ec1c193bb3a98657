"""The Vosk library: several paths on the same audio, owned by one thread.

Where the phrases that may be said come from is a source's business: a runtime grammar on one
model, or a graph that is built for them and loaded (es-mesa).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Protocol

import numpy as np

from host.ears.activity import EarError
from host.ears.base import RATE
from host.ears.vosk_results import Ledger, Path, Word, parse, parse_partial, parse_scores

WARM_UP_S = 1.5
"""Seconds of soft noise that a new free recogniser is fed: a cold one stalls for a second (A20)."""

RENEW_AFTER_S = 3600.0
"""A recogniser is made anew after so much sound (A14); sooner costs warming up more often."""

RENEW_ABOVE_BYTES = 150_000_000
"""And when the process has grown by so much since the last was made (A20)."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What became of an expectation.

    Attributes:
        grammar: True if the grammar path now listens for it.
        missing: words that the model does not know (A1).
        note: one sentence about why there is no grammar, "" if there is one.
    """

    grammar: bool
    missing: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the paths made of an utterance.

    Attributes:
        grammar: None where there was no grammar.
        free: of the path that is held to nothing.
        closed: of the path that can hear nothing but the phrases; None where there is none.
    """

    grammar: Path | None
    free: Path
    closed: Path | None = None


class Engine(Protocol):
    """Two recognisers on the same audio; see `VoskEngine`. Sound is 16-bit mono at `RATE`."""

    def expect(self, phrases: Sequence[str]) -> None:
        """Listen for these phrases, also in the utterance under way; need not be done yet."""
        ...

    def expected(self) -> Expected:
        """Return what became of the last expectation, once it is done."""
        ...

    def begin(self, start: float, pcm: bytes) -> tuple[str, str]:
        """Begin an utterance that was recorded from `start` (seconds) on; as `feed`."""
        ...

    def feed(self, pcm: bytes) -> tuple[str, str]:
        """Go on with it; return the partial texts of the grammar and of the free path."""
        ...

    def finish(self, pcm: bytes) -> Finding:
        """Take its last sound, end it, and return what was made of it."""
        ...

    def tidy(self) -> None:
        """Between utterances: renew what has grown old."""
        ...

    def close(self) -> None:
        """Let go of everything. May be called twice."""
        ...


class Source(Protocol):
    """Gives the recognisers, as the library has them."""

    def free(self) -> Any:
        """Return a new recogniser of anything that may be said."""
        ...

    def grammar(self, phrases: Sequence[str]) -> tuple[Any | None, Expected, Collection[str]]:
        """Return a recogniser of the phrases (or None), what became of them, and decoys."""
        ...

    def closed(self, phrases: Sequence[str]) -> Any | None:
        """Return a recogniser that can hear nothing but the phrases, if the source has such."""
        ...

    def close(self) -> None:
        """Let go of models and files."""
        ...


class Recogniser:
    """One of the library's recognisers, with its ledger and the pieces of an utterance.

    The library may end an utterance when it likes (A10); its results are collected until ours
    ends (A29).
    """

    def __init__(self, library: Any, decoys: Collection[str] = ()) -> None:
        """Take over a recogniser of the library."""
        library.SetWords(True)
        self._library = library
        self._decoys = decoys
        self._ledger = Ledger()
        self._words: list[Word] = []
        self._pieces: list[str] = []
        self._partial = ""
        self._dirty = False

    @property
    def fed(self) -> int:
        """Samples fed since it was made."""
        return self._ledger.fed

    def begin(self, start: float) -> None:
        """Forget what is under way; what comes was recorded from `start` (seconds) on."""
        if self._dirty:
            self._library.Reset()
        self._words, self._pieces, self._partial, self._dirty = [], [], "", False
        self._ledger.stretch(start)

    def feed(self, pcm: bytes) -> None:
        """Take sound; only bytes are possible (A17)."""
        self._dirty = True
        ended = self._library.AcceptWaveform(pcm)
        self._ledger.feed(len(pcm) // 2)
        if ended:
            self._note(self._library.Result())

    def partial(self) -> str:
        """Return the text so far."""
        now = parse_partial(self._library.PartialResult(), self._decoys)
        self._partial = now or self._partial
        said = Path(tuple(self._words)).text
        return f"{said} {now}".strip()

    def finish(self) -> Path:
        """Return what was made of the utterance; the next may begin (A5)."""
        if not self._dirty:
            return Path()
        self._note(self._library.FinalResult())
        self._dirty = False
        # Of an utterance in pieces no score is known: each was free to be anything.
        score, others = parse_scores(self._pieces[0]) if len(self._pieces) == 1 else (None, ())
        return Path(tuple(self._words), self._partial, score, others)

    def _note(self, raw: str) -> None:
        self._words += parse(raw, self._ledger.time_of, self._decoys)
        self._pieces.append(raw)


class VoskEngine:
    """An `Engine` in this process. A damaged model or grammar can end the process."""

    def __init__(self, source: Source, renew_after_s: float = RENEW_AFTER_S) -> None:
        """Make and warm the free recogniser; it is made anew after so many seconds of sound."""
        self._renew_after_s = renew_after_s
        self._thread = threading.get_ident()
        self._source = source
        self._free = self._new_free()
        self._grammar: Recogniser | None = None
        self._closed: Recogniser | None = None
        self._phrases: tuple[str, ...] | None = None
        self._expected = Expected(False)
        self._start = 0.0
        self._sound = bytearray()
        self._under_way = False
        self._memory = memory()
        self.renewals = 0

    def expect(self, phrases: Sequence[str]) -> None:
        """Listen for these phrases; an utterance under way is gone through again with them."""
        self._own()
        if tuple(phrases) == self._phrases:
            return
        self._phrases = tuple(phrases)
        library, self._expected, decoys = self._source.grammar(phrases)
        # Always a new recogniser: changing the grammar of one at work ends the process (A5).
        self._grammar = Recogniser(library, decoys) if library is not None else None
        closed = self._source.closed(phrases) if library is not None else None
        self._closed = Recogniser(closed) if closed is not None else None
        if self._under_way:
            for path in (self._grammar, self._closed):
                if path is not None:
                    path.begin(self._start)
                    path.feed(bytes(self._sound))

    def expected(self) -> Expected:
        """Return what became of the last expectation."""
        return self._expected

    def begin(self, start: float, pcm: bytes) -> tuple[str, str]:
        """Begin an utterance; one under way is forgotten."""
        self._own()
        self._start, self._under_way = start, True
        self._sound.clear()
        for path in self._paths():
            path.begin(start)
        return self.feed(pcm)

    def feed(self, pcm: bytes) -> tuple[str, str]:
        """Go on with the utterance under way."""
        self._own()
        if not self._under_way:
            raise ValueError("no utterance has begun")
        self._sound += pcm
        for path in self._paths():
            path.feed(pcm)
        if self._grammar is None:
            return "", ""
        said = self._grammar.partial()
        return said, self._free.partial() if said else ""

    def finish(self, pcm: bytes = b"") -> Finding:
        """End the utterance, with the last of its sound."""
        self._own()
        if pcm and self._under_way:
            for path in self._paths():
                path.feed(pcm)
        self._under_way = False
        self._sound.clear()
        grammar = self._grammar.finish() if self._grammar is not None else None
        closed = self._closed.finish() if self._closed is not None else None
        return Finding(grammar, self._free.finish(), closed)

    def tidy(self) -> None:
        """Renew the free recogniser when it is old or the process has grown (A14, A20)."""
        self._own()
        if self._under_way:
            return
        grown = memory() - self._memory > RENEW_ABOVE_BYTES
        if grown or self._free.fed > self._renew_after_s * RATE:
            self.renew()

    def renew(self) -> None:
        """Make both recognisers anew."""
        self._own()
        phrases, self._phrases = self._phrases, None
        self._grammar = self._closed = None
        del self._free
        self._free = self._new_free()
        if phrases is not None:
            self.expect(phrases)
        self._memory = memory()
        self.renewals += 1

    def close(self) -> None:
        """Let go of recognisers, then of models (A19)."""
        if self._source is None:
            return
        self._grammar = self._closed = None
        del self._free
        self._source.close()
        self._source = None  # type: ignore[assignment]

    def _own(self) -> None:
        # Two threads on one recogniser end the process (A18).
        assert threading.get_ident() == self._thread, "another thread calls the recognisers"

    def _paths(self) -> list[Recogniser]:
        some = (self._grammar, self._closed, self._free)
        return [path for path in some if path is not None]

    def _new_free(self) -> Recogniser:
        made = Recogniser(self._source.free())
        made.begin(0.0)
        noise = np.random.default_rng(1).standard_normal(round(WARM_UP_S * RATE)) * 30.0
        made.feed(noise.astype("<i2").tobytes())
        made.finish()
        return made


def memory() -> int:
    """Return the bytes of memory that this process holds, 0 where that cannot be told."""
    if not sys.platform.startswith("linux"):
        return 0
    pages = FilePath("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


def make_engine(settings: Mapping[str, Any]) -> Engine:
    """Return the engine that the settings of a strategy ask for; loads the models.

    Besides the strategy's own they may have ``renew_after_s``.

    Raises:
        EarError: the library or a model is missing or damaged.
    """
    from host.ears.vosk_sources import make_source

    return VoskEngine(make_source(settings), float(settings.get("renew_after_s", RENEW_AFTER_S)))


def open_vosk() -> Any:
    """Return the module vosk, silent.

    Raises:
        EarError: it is not installed, or its library cannot be loaded.
    """
    try:
        import vosk
    except (ImportError, OSError) as error:
        raise EarError(f"Vosk cannot be loaded ({error}); run: pip install vosk") from error
    vosk.SetLogLevel(-1)  # before any model (A33)
    return vosk
