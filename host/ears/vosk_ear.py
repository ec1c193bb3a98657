"""The Vosk ear: any Vosk model, or es-mesa, on utterances cut by voice activity.

Recognition runs while somebody speaks, on two paths (`vosk_agree`), in a process of its own
(`vosk_process`). Voice activity decides where an utterance begins and ends: the library's own
ends cannot be relied on (pitfalls A10).
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from host.ears.activity import Activity, EarError, VoiceActivity
from host.ears.base import RATE, Block, Heard, Notice, Samples
from host.ears.segments import LONGEST_S, MOST_UNCERTAINTY_S, Pause, Segment, Segmenter
from host.ears.vosk_agree import SURE, Said
from host.ears.vosk_engine import Engine, Finding, make_engine
from host.ears.vosk_grammar import checked, tokens
from host.ears.vosk_process import EngineLost, EngineProcess
from host.ears.vosk_sources import Strategy

LEAD_S = 0.35
"""Sound from before the onset that the recognisers are given; more changed nothing (A10)."""

KEPT_S = LONGEST_S + 2.0
"""So much sound is kept, to go through an utterance again."""

EARLY_S = 0.2
"""Quiet that ends an utterance which already is a whole phrase of the expectation.

Only where no longer phrase begins with it: «tres» waits for «tres, segundo»."""

MOST_FAILURES = 3
"""After so many failures in a row the engine is not started again."""

WORD_TIME_ERROR_S = 0.3
"""By how much a word's time may be off, where it is taken for the onset (A14)."""

TOGETHER = 3
"""Blocks (96 ms) that the engine is given at a time: the library wants no less (A12), and a
partial text is looked at as often. Fewer cost more switching between processes."""

PARTIAL_TWICE = 2
"""So many equal partial texts in a row are told; one alone may be noise (A7)."""

MOST_LOSSES = 2
"""An utterance during which the engine is lost so often is given up: it may be the cause."""

SURE_AMONG_MANY = 0.6
"""Confidence from which a whole phrase was said where anything may be (a quiz answer). Among
hundreds of phrases one is hardly ever taken for another, so less will do than elsewhere; see
docs/understanding.md."""

MOST_AMONG = 0.3
"""Confidence at most of a phrase with other words around it, which may be the rest of a name."""

_T = TypeVar("_T")
MakeEngine = Callable[[], Engine]


class VoskEar:
    """An `Ear` on Vosk. Takes 16 kHz blocks; gives partials of expected phrases, and finals.

    Attributes:
        name: the strategy's.
        engine: what hears, None once it was given up or closed.
        crashes: how often the engine was lost.
    """

    def __init__(
        self,
        strategy: Strategy,
        language: str,
        *,
        activity: Activity | None = None,
        own_process: bool = True,
        make: MakeEngine | None = None,
    ) -> None:
        """Check the model's files, then start the engine.

        Args:
            strategy: where recognisers come from.
            language: two letters, for example ``es``.
            activity: tells voice from other sounds; by default Silero's model.
            own_process: False to call the library in this process, which it may end.
            make: makes another engine, for tests.

        Raises:
            EarError: the model or a library is missing, damaged, or ends its process.
        """
        self.name = strategy.name
        self.language = language
        self._trouble = ""
        self.crashes = 0
        self._strategy = strategy
        self._segmenter = Segmenter(activity or VoiceActivity(), over_host=True)
        self._phrases: list[str] = []
        self._whole: frozenset[str] = frozenset()
        self._alone: frozenset[str] | None = None
        self._refused: list[str] | None = None
        self._kept: deque[tuple[float, Samples]] = deque()
        self._floor = 0.0
        self._utterance: float | None = None
        self._streaming = False
        self._waiting: list[bytes] = []
        self._losses = 0
        self._failures = 0
        self._partial, self._partial_count, self._told = "", 0, ""
        self._notices: list[Notice] = []
        self._known_missing: set[str] = set()
        strategy.check()
        if make is None:
            starter = EngineProcess if own_process else make_engine
            make = functools.partial(starter, strategy.settings)
        self._make: MakeEngine = make
        self.engine: Engine | None = None
        try:
            self.engine = self._make()
        except EngineLost as lost:
            raise EarError(
                f"The model of {self.name} ends the process that hears ({lost}); it is damaged: "
                "pull it again"
            ) from lost

    # ------------------------------------------------------------------ the protocol

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Listen for these phrases beside anything else, also in the utterance under way.

        Raises:
            ValueError: this is no list of texts (A4).
        """
        wanted = checked(phrases)
        self._whole = frozenset() if free else whole_phrases(wanted)
        self._alone = frozenset(" ".join(tokens(one)) for one in wanted) if free else None
        if wanted == self._phrases:
            return
        self._phrases = wanted
        self._call(lambda engine: engine.expect(wanted))

    @property
    def missing_words(self) -> tuple[str, ...]:
        """Words of the expectation that the model does not know (A1): left to the free path."""
        expected = self._call(lambda engine: engine.expected())
        return expected.missing if expected is not None else ()

    @property
    def trouble(self) -> str:
        """One sentence about what does not work, "" while all does."""
        expected = self._call(lambda engine: engine.expected())
        return self._trouble or ("" if expected is None else expected.note)

    @property
    def has_grammar(self) -> bool:
        """True if what is expected is listened for, False if there is only the free path."""
        expected = self._call(lambda engine: engine.expected())
        return expected is not None and expected.grammar

    def notices(self) -> list[Notice]:
        """Return what players should know and have not been told: lost words, lost process."""
        found, self._notices = self._notices, []
        return found

    def feed(self, block: Block) -> list[Heard]:
        """Take a block; return a partial, or what has been said once an utterance is over."""
        if len(block.samples):
            self._kept.append((block.start, block.samples))
            while self._kept[0][0] < block.end - KEPT_S:
                self._kept.popleft()
        found = self._segmenter.feed(block)
        out = self._finals(found, block.end)
        onset = self._segmenter.open_since
        if onset is None or not len(block.samples):
            if onset is None:
                self._leave()
            return out
        out += self._partials(self._listen(onset, block), onset, block)
        return out + self._end_early(block)

    def _end_early(self, block: Block) -> list[Heard]:
        """End an utterance of which nothing more is to be expected."""
        pause = self._segmenter.pausing
        if pause is None or pause.quiet_s < EARLY_S or self._partial != self._told:
            return []
        if self._told not in self._whole:
            return []
        found = self._finals(self._segmenter.finish(), block.end)
        self._leave()
        return found

    @property
    def pausing(self) -> Pause | None:
        """The pause in the utterance under way."""
        return self._segmenter.pausing

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut what is under way at a gap."""
        out = self._finals(self._segmenter.skip(end), start)
        self._leave()
        self._kept.clear()
        return out

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        out = self._finals(self._segmenter.finish(), self._segmenter.now)
        self._leave()
        return out

    @property
    def heard_through(self) -> float:
        """The watermark: recognition is done before `feed` returns."""
        return self._segmenter.quiet_before

    def close(self) -> None:
        """End the process of the engine."""
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.close()

    # ------------------------------------------------------------------ utterances

    def _leave(self) -> None:
        """No utterance is under way; what the engine has of one is forgotten at the next."""
        self._utterance, self._streaming = None, False

    def _listen(self, onset: float, block: Block) -> tuple[str, str]:
        """Let the engine hear the block; return the partial texts of both paths."""
        if self._utterance != onset:
            self._utterance, self._streaming, self._losses = onset, False, 0
            self._partial, self._partial_count, self._told = "", 0, ""
            self._waiting.clear()
        if self._streaming:
            self._waiting.append(_pcm(block.samples))
            if len(self._waiting) < TOGETHER:
                return "", ""
            pcm = self._taken()
            said = self._call(lambda engine: engine.feed(pcm))
            if said is not None:
                return said
        start, sound = self._sound_of(onset, block.end)
        while self.engine is not None and self._losses < MOST_LOSSES:
            said = self._call(lambda engine: engine.begin(start, sound))
            if said is not None:
                self._streaming = True
                self._waiting.clear()
                self._note_missing()
                return said
        return "", ""

    def _note_missing(self) -> None:
        """Note the words that the model lacks; the engine has dealt with them by now (A1)."""
        new = [word for word in self.missing_words if word not in self._known_missing]
        if new:
            self._known_missing.update(new)
            self._notices.append(Notice("missing", tuple(new)))

    def _taken(self) -> bytes:
        """Return the sound that the engine has not been given yet."""
        pcm = b"".join(self._waiting)
        self._waiting.clear()
        return pcm

    def _finals(self, found: Sequence[Segment], now: float) -> list[Heard]:
        out: list[Heard] = []
        for number, segment in enumerate(found):
            last = number + 1 == len(found)
            cut = self._segmenter.open_since if last else found[number + 1].onset
            out.append(self._heard(segment, self._finding(segment, cut, now)))
            self._floor = segment.offset if cut is None else cut
        return out

    def _finding(self, segment: Segment, cut: float | None, now: float) -> Finding | None:
        """Return what was made of a segment that was cut off at `cut`, or ended by itself."""
        if self._utterance != segment.onset:
            self._streaming, self._losses = False, 0
        self._utterance = None
        if self._streaming and cut is None:
            rest = self._taken()
            found = self._call(lambda engine: engine.finish(rest))
            if found is not None:
                self._failures = 0
                return found
        # A piece of what the recognisers heard, or they were lost: again from what is kept.
        self._streaming = False
        start, sound = self._sound_of(segment.onset, now if cut is None else cut)
        while self.engine is not None and self._losses < MOST_LOSSES:
            if self._call(lambda engine: engine.begin(start, sound)) is None:
                continue
            found = self._call(lambda engine: engine.finish(b""))
            if found is not None:
                self._failures = 0
                return found
        return None

    def _sound_of(self, onset: float, end: float) -> tuple[float, bytes]:
        """Return the sound of an utterance that is kept, and when it begins."""
        begin = max(onset - LEAD_S, min(self._floor, onset))
        parts: list[Samples] = []
        start = end
        for at, samples in self._kept:
            first = max(0, round((begin - at) * RATE))
            last = min(len(samples), round((end - at) * RATE))
            if first < last:
                start = min(start, at + first / RATE)
                parts.append(samples[first:last])
        return start, _pcm(np.concatenate(parts)) if parts else b""

    def _heard(self, segment: Segment, found: Finding | None) -> Heard:
        onset, uncertainty = segment.onset, segment.onset_uncertainty
        # Nothing known of the voice: unexplained, so nobody is judged by it (design of time).
        said = Said("", 0.0)
        if found is not None:
            said = self._strategy.agree(found)
        sure, sureness = said.confidence >= SURE, said.confidence
        if self._alone is not None:
            # Of an answer all words count: «Fernando Alonso» is no «Alonso».
            whole = not said.among and said.words in self._alone
            sureness = sureness if whole else min(sureness, MOST_AMONG)
            sure = sureness >= SURE_AMONG_MANY
        elif said.onset is not None and said.onset > onset + WORD_TIME_ERROR_S:
            onset = min(said.onset, segment.offset)
            uncertainty = max(uncertainty, WORD_TIME_ERROR_S)
        return Heard(
            said.words,
            onset,
            segment.offset,
            onset_uncertainty=uncertainty,
            confidence=sureness,
            ear=self.name,
            over_host=segment.over_host,
            sure=sure,
            rivals=said.rivals,
            near=said.near,
        )

    def _partials(self, said: tuple[str, str], onset: float, block: Block) -> list[Heard]:
        """Return the partial once both paths have had it twice in a row (A7)."""
        text, free = said
        if not text:
            return []
        self._partial_count = self._partial_count + 1 if text == self._partial else 1
        self._partial = text
        if self._partial_count < PARTIAL_TWICE or text == self._told:
            return []
        if not self._strategy.agrees(text, free):
            return []
        self._told = text
        return [
            Heard(
                text,
                onset,
                block.end,
                onset_uncertainty=MOST_UNCERTAINTY_S,
                confidence=0.5,
                final=False,
                ear=self.name,
                over_host=block.host,
            )
        ]

    # ------------------------------------------------------------------ the engine

    def _call(self, what: Callable[[Engine], _T]) -> _T | None:
        """Return the engine's answer; None if it was lost, and another was started."""
        if self.engine is None:
            return None
        try:
            return what(self.engine)
        except (EngineLost, EarError) as error:
            self._losses += 1
            self._restart(error)
            return None

    def _restart(self, error: Exception) -> None:
        """Start another engine and tell it what is expected; give up after some failures."""
        self.crashes += 1
        self._streaming = False
        first = error
        while True:
            self._failures += 1
            self._trouble = f"The ear {self.name} was lost and started again ({error})"
            if self.engine is not None:
                self.engine.close()
                self.engine = None
            if self._failures > MOST_FAILURES:
                self._trouble = f"The ear {self.name} hears nothing any more ({error})"
                self._notices.append(Notice("lost", why=str(error)))
                return
            try:
                self.engine = self._make()
            except (EngineLost, EarError) as again:
                error = again
                continue
            if not self._phrases or self._phrases == self._refused:
                self._notices.append(Notice("again", why=str(first)))
                return
            try:
                self.engine.expect(self._phrases)
                self.engine.expected()
                self._notices.append(Notice("again", why=str(first)))
                return
            except (EngineLost, EarError) as again:
                # It cannot do with what is expected; the free path can do without.
                error, self._refused = again, self._phrases


def whole_phrases(phrases: Sequence[str]) -> frozenset[str]:
    """Return the phrases that no longer one begins with."""
    ordered = sorted(set(phrases))
    shorter = (a for a, b in pairwise(ordered) if not b.startswith(f"{a} "))
    return frozenset((*shorter, *ordered[-1:]))


def _pcm(samples: Samples) -> bytes:
    """Return the bytes that the library takes: 16-bit mono (A16, A17)."""
    return (np.clip(samples, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()
