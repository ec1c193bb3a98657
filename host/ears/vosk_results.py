"""What the library answers, read tolerantly, with times on the audio clock."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from host.ears.base import RATE
from host.ears.vosk_grammar import UNK

_KEPT_MARKS = 16


@dataclass(frozen=True, slots=True)
class Word:
    """A word: its text, seconds of the audio clock where known, and the library's confidence."""

    text: str
    start: float | None = None
    end: float | None = None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """What one recogniser made of an utterance.

    Attributes:
        words: in order, `[unk]` among them.
        partial: its last partial text that was not empty; a final may lose it (A29).
        score: nats that speak for the words; None where the library does not tell.
        others: other texts that were possible, each with its score, the best first.
    """

    words: tuple[Word, ...] = ()
    partial: str = ""
    score: float | None = None
    others: tuple[tuple[str, float], ...] = ()

    @property
    def text(self) -> str:
        """The words without `[unk]`."""
        return " ".join(word.text for word in self.words if word.text != UNK)


class Ledger:
    """Maps seconds that a recogniser has been fed to seconds of the audio clock.

    A recogniser counts the samples it was fed since it was made; resets do not begin anew, and
    what it was not fed is not counted (A13).
    """

    def __init__(self) -> None:
        """Nothing has been fed."""
        self.fed = 0
        self._marks: list[tuple[int, float]] = []

    def stretch(self, start: float) -> None:
        """What is fed next was recorded from `start` (seconds) on, without a gap."""
        self._marks.append((self.fed, start))
        del self._marks[:-_KEPT_MARKS]

    def feed(self, samples: int) -> None:
        """Count samples."""
        self.fed += samples

    def time_of(self, seconds: float) -> float:
        """Return when it sounded; what lies between stretches is put at the nearer edge."""
        if not self._marks:
            return seconds
        at = seconds * RATE
        for number in range(len(self._marks) - 1, -1, -1):
            fed, start = self._marks[number]
            if at >= fed or number == 0:
                return start + max(0.0, at - fed) / RATE
        raise AssertionError("unreachable")


def parse(raw: str, at: Callable[[float], float], decoys: Collection[str] = ()) -> list[Word]:
    """Return the words of a result of the library, whatever its shape (A28).

    Args:
        raw: its JSON text.
        at: maps the library's seconds to the audio clock's.
        decoys: words that are taken for `[unk]`.
    """
    try:
        data: Any = json.loads(raw)
    except ValueError:
        return []
    if not isinstance(data, dict):
        return []
    alternatives = data.get("alternatives")
    if isinstance(alternatives, list) and alternatives and isinstance(alternatives[0], dict):
        data = alternatives[0]
    timed = data.get("result")
    words: list[Word] = []
    if isinstance(timed, list):
        for item in timed:
            word = _word(item, at, decoys) if isinstance(item, dict) else None
            if word is not None:
                words.append(word)
    else:
        for part in str(data.get("text", "")).split():
            text = token(part, decoys)
            if text:
                words.append(Word(text))
    return words


def _word(
    item: dict[str, Any], at: Callable[[float], float], decoys: Collection[str]
) -> Word | None:
    """Return a word, with its times if they are times; None if there is no word."""
    text = token(str(item.get("word", "")), decoys)
    if not text:
        return None
    try:
        start, end = float(item["start"]), float(item["end"])
        confidence = float(item.get("conf", 0.5))
    except (KeyError, TypeError, ValueError, OverflowError):
        return Word(text)
    if not all(map(math.isfinite, (start, end, confidence))):
        return Word(text)
    return Word(text, at(start), at(end), min(1.0, max(0.0, confidence)))


def parse_scores(raw: str) -> tuple[float | None, tuple[tuple[str, float], ...]]:
    """Return the score of a result's best text, and the other texts with theirs, if it has any.

    The library tells scores only where it was asked for alternatives.
    """
    try:
        data: Any = json.loads(raw)
    except ValueError:
        return None, ()
    alternatives = data.get("alternatives") if isinstance(data, dict) else None
    scored: list[tuple[str, float]] = []
    for one in alternatives if isinstance(alternatives, list) else []:
        score = one.get("confidence") if isinstance(one, dict) else None
        if not isinstance(score, int | float) or not math.isfinite(score):
            return None, ()
        scored.append((str(one.get("text", "")), float(score)))
    if not scored:
        return None, ()
    best, *rest = scored
    others: dict[str, float] = {}
    for text, score in rest:
        if text != best[0]:
            others[text] = max(score, others.get(text, score))
    return best[1], tuple(sorted(others.items(), key=lambda item: -item[1]))


def parse_partial(raw: str, decoys: Collection[str] = ()) -> str:
    """Return the text of a partial result, `[unk]` left out."""
    try:
        data: Any = json.loads(raw)
    except ValueError:
        return ""
    text = data.get("partial", "") if isinstance(data, dict) else ""
    parts = (token(part, decoys) for part in str(text).split())
    return " ".join(part for part in parts if part and part != UNK)


def token(word: str, decoys: Collection[str] = ()) -> str:
    """Return a word as it counts: "" for what nobody said («[4]», «!SIL»), or `[unk]`."""
    if word.casefold() in (UNK, "<unk>", "<spoken_noise>") or word in decoys:
        return UNK
    return "" if not word or word[0] in "[<!#" else word
