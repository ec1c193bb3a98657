"""Keeps the host from answering itself, without making it deaf while it speaks.

The gate knows what the host says and when. What was heard while the host spoke, or in the
tail of its line, is compared by sound with the part of the line that was spoken by then. Its
echo is told apart; anything else passes, marked `over_host`, and nothing is dropped in silence.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from host.ears.base import Heard, Samples
from host.room.base import Echo

TAIL_S = 0.4
"""After a line its reverberation may still be heard, and ears end late: seconds."""

SLACK_S = 0.6
"""By how much the place in a line may be off, as reckoned from letters and voiced time."""

SLACK_SHARE = 0.08
"""And by which share of the line's length besides."""

KEPT_S = 60.0
"""Lines are remembered this long after their end: ears may be slow."""

SAME = 0.65
"""Keys at least this alike (0 to 1) may be the same word misheard."""

ALL = 0.8
"""If at least this share of what was heard is the host's, the rest is mishearing."""

SHORT_WORDS = 3
"""An answer or a command has at most so many words; more that are all the line's are echo."""

WITH_S = 0.35
"""Begun so soon after a line, badly heard words are the line; more would swallow interruptions."""

CLEAR = 0.1
"""Below, an ear made out nothing that may be said now, and wrote syllables."""

LEAST_CUT = 4
"""Fewer letters alike are chance («la», «el»): nothing is cut off for them."""

GARBLED = 60.0
"""Something as long as the line and this alike (0 to 100) is the line, badly heard."""


def plain_key(text: str) -> str:
    """Return text without case, marks and punctuation: a key for languages without rules."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a host line: its key and when it sounds, in seconds of the audio clock."""

    key: str
    start: float
    end: float


@dataclass(slots=True)
class _Line:
    """A host line: `end` is the planned end until it has ended."""

    start: float
    end: float
    words: tuple[_Word, ...]


def word_times(
    lengths: list[int], seconds: float, samples: Samples | None, rate: int
) -> list[tuple[float, float]]:
    """Return when each word of a line sounds, in seconds from its start.

    Letters share the voiced time between them; pauses, where the samples show them, get none.

    Args:
        lengths: letters of each word.
        seconds: length of the line.
        samples: the line as it is played, if there are samples.
        rate: samples a second.
    """
    total = sum(lengths) or 1
    marks = np.cumsum([0, *lengths]) / total
    at = np.array([0.0, seconds])
    done = np.array([0.0, 1.0])
    if samples is not None and len(samples) >= rate // 50:
        frame = max(1, rate // 50)
        count = len(samples) // frame
        power = np.mean(samples[: count * frame].reshape(count, frame) ** 2, axis=1)
        voiced = power > power.max() * 1e-3
        if voiced.any():
            done = np.concatenate(([0.0], np.cumsum(voiced) / voiced.sum()))
            at = np.arange(count + 1) * frame / rate
            # Flat stretches are pauses; interpolation wants them a little inclined.
            done = done + np.arange(count + 1) * 1e-9
    starts = np.interp(marks[:-1] + 1e-6, done, at)
    ends = np.interp(marks[1:] - 1e-6, done, at)
    return [(float(a), float(b)) for a, b in zip(starts, ends, strict=True)]


class Gate:
    """Judges what was heard by what the host was saying."""

    def __init__(
        self,
        key: Callable[[str], str] = plain_key,
        *,
        tail_s: float = TAIL_S,
        delay_s: float = 0.0,
    ) -> None:
        """Know no line yet.

        Args:
            key: gives the phonetic key of a word.
            tail_s: how long after a line its echo may still be heard, in seconds.
            delay_s: how much later than it is played a line is heard, in seconds.
        """
        self._key = key
        self._tail = tail_s
        self._delay = delay_s
        self._lines: deque[_Line] = deque()

    def began(
        self,
        text: str,
        start: float,
        seconds: float,
        samples: Samples | None = None,
        rate: int = 1,
    ) -> None:
        """The loudspeaker began to play a line, of which this is the text ("" for a tone)."""
        while self._lines and self._lines[0].end < start - KEPT_S:
            self._lines.popleft()
        keys = [k for k in (self._key(word) for word in text.split()) if k]
        times = word_times([len(k) for k in keys], seconds, samples, rate)
        begin = start + self._delay
        words = tuple(_Word(k, begin + a, begin + b) for k, (a, b) in zip(keys, times, strict=True))
        self._lines.append(_Line(start, start + seconds, words))

    def ended(self, t: float) -> None:
        """The line that began last ended at `t`, by itself or cut short."""
        if self._lines:
            self._lines[-1].end = min(self._lines[-1].end, t)

    def speaking(self, start: float, end: float) -> bool:
        """Return True if a line or its tail sounds somewhere between `start` and `end`."""
        return any(line.start < end and start < line.end + self._tail for line in self._lines)

    def judge(
        self, heard: Heard, somebody: bool | None = None, *, learning: bool = False
    ) -> Heard | Echo:
        """Return what was heard as it counts: unchanged, marked, cut, or told as echo.

        Args:
            heard: what the ear gave.
            somebody: True if the echo canceller is sure that more than the host was to be
                heard: then one to three words that the line has as well are a player's.
            learning: True if the echo canceller does not know the room yet: then several
                words that begin with a line and end before it are the line, however
                badly heard, and what nobody could make out is voice without words.
        """
        lines = [
            line
            for line in self._lines
            if line.start < heard.offset and heard.onset < line.end + self._tail
        ]
        if not lines:
            return replace(heard, over_host=False) if heard.over_host else heard
        during = any(
            line.start < heard.offset and heard.onset < line.end + self._delay for line in lines
        )
        said = heard.words.split()
        keys = [self._key(word) for word in said]
        if not any(keys):
            return replace(heard, over_host=during)
        host = self._sounding(lines, heard)
        if not during:
            # It began after the line: the host's own voice would have begun earlier. Only
            # several words that are the line's last ones can be an ear that began late.
            if len(said) >= 3 and self._is_ending(keys, host):
                return Echo(heard)
            return replace(heard, over_host=False)
        middle = (heard.onset + heard.offset) / 2
        if len(said) <= SHORT_WORDS and middle >= lines[-1].end:
            # Most of it came after the line, as no echo does; ears put onsets too early.
            begun = heard.onset + heard.onset_uncertainty
            return replace(heard, over_host=begun < lines[-1].end)
        if somebody and len(said) <= SHORT_WORDS:
            return replace(heard, over_host=True)
        if learning and len(said) > 1 and any(self._begins_with(heard, line) for line in lines):
            return Echo(heard)
        judged = self._compare(heard, said, keys, host, lines)
        if learning and isinstance(judged, Heard) and heard.confidence < CLEAR:
            # Its own voice or another's: it proves nothing, and «¿Qué dijiste?» would be odd.
            return replace(judged, words="", also=(), over_host=True)
        return judged

    def _begins_with(self, heard: Heard, line: _Line) -> bool:
        late = heard.onset - line.start - self._delay
        return -0.1 <= late <= WITH_S and heard.offset <= line.end + self._tail

    def _sounding(self, lines: list[_Line], heard: Heard) -> list[_Word]:
        """Return the words that the loudspeaker had to say in that stretch, with some slack."""
        words: list[_Word] = []
        for line in lines:
            slack = SLACK_S + SLACK_SHARE * (line.end - line.start) + heard.onset_uncertainty
            words += [
                word
                for word in line.words
                if word.start < min(heard.offset + slack, line.end + self._delay)
                and word.end > heard.onset - slack
            ]
        return words

    def _is_ending(self, keys: list[str], host: list[_Word]) -> bool:
        tail = "".join(word.key for word in host)[-len("".join(keys)) :]
        return Levenshtein.normalized_similarity("".join(keys), tail) >= ALL

    def _compare(
        self,
        heard: Heard,
        said: list[str],
        keys: list[str],
        host: list[_Word],
        lines: list[_Line],
    ) -> Heard | Echo:
        matched = align(keys, [word.key for word in host])
        own = [index for index, at in enumerate(matched) if at is None and keys[index]]
        letters = sum(map(len, keys))
        echoed = letters - sum(len(keys[index]) for index in own)
        if not own or (echoed < ALL * letters / 2 and self._garbled(heard, keys, host, lines)):
            return Echo(heard)
        if echoed == 0:
            return replace(heard, over_host=True)
        own = [
            place for run in _runs(own) if not _misheard(run, keys, matched, host) for place in run
        ]
        if not own:
            return Echo(heard)
        rest = sum(len(keys[index]) for index in own)
        if letters - rest >= ALL * letters and len(own) > 1 and _scattered(own):
            return Echo(heard)
        first, last = own[0], own[-1]
        if sum(len(k) for k in keys[:first]) < LEAST_CUT:
            first = 0
        if sum(len(k) for k in keys[last + 1 :]) < LEAST_CUT:
            last = len(said) - 1
        if first == 0 and last == len(said) - 1:
            return replace(heard, over_host=True)
        return replace(
            heard,
            words=" ".join(said[first : last + 1]),
            onset=self._cut_onset(heard, first, matched, host),
            offset=self._cut_offset(heard, last, matched, host),
            over_host=True,
        )

    def _garbled(
        self, heard: Heard, keys: list[str], host: list[_Word], lines: list[_Line]
    ) -> bool:
        """Return True if it is the whole stretch, badly heard: alike, and at the same times."""
        if len(keys) < 3 or not host:
            return False
        text = "".join(word.key for word in host)
        mine = "".join(keys)
        begins = min(line.start for line in lines)
        ends = max(line.end for line in lines)
        inside = heard.onset > begins - 0.1 and heard.offset < ends + self._tail
        if not inside:
            return False
        alike = fuzz.partial_ratio(mine, text) if len(mine) <= len(text) else fuzz.ratio(mine, text)
        return alike >= GARBLED and len(mine) >= 0.5 * len(text)

    def _cut_onset(
        self, heard: Heard, first: int, matched: list[int | None], host: list[_Word]
    ) -> float:
        """Return the onset of what is left once the host's words before it are cut off."""
        if first == 0:
            return heard.onset
        share = _letters_before(heard.words, first)
        guess = heard.onset + share * (heard.offset - heard.onset)
        before = matched[first - 1]
        left = (1.0 - share) * (heard.offset - heard.onset)
        if before is not None and host[before].end < heard.offset - left / 2:
            guess = max(guess, host[before].end)
        return min(max(guess, heard.onset), heard.offset)

    def _cut_offset(
        self, heard: Heard, last: int, matched: list[int | None], host: list[_Word]
    ) -> float:
        if last == len(heard.words.split()) - 1:
            return heard.offset
        share = _letters_before(heard.words, last + 1)
        return heard.onset + share * (heard.offset - heard.onset)


def _letters_before(words: str, index: int) -> float:
    lengths = [len(word) + 1 for word in words.split()]
    return sum(lengths[:index]) / sum(lengths)


def _scattered(own: list[int]) -> bool:
    """Return True if no two of the places are neighbours: a word misheard here and there."""
    return all(b - a > 1 for a, b in pairwise(own))


def _runs(own: list[int]) -> list[list[int]]:
    """Return places grouped into stretches without a gap."""
    runs: list[list[int]] = []
    for place in own:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _misheard(
    run: list[int], keys: list[str], matched: list[int | None], host: list[_Word]
) -> bool:
    """Return True if unmatched words stand where the host said something like them."""
    mine = "".join(keys[place] for place in run)
    before = next((m for m in reversed(matched[: run[0]]) if m is not None), None)
    after = next((m for m in matched[run[-1] + 1 :] if m is not None), None)
    first = 0 if before is None else before + 1
    gap = "".join(word.key for word in host[first : len(host) if after is None else after])
    # At either end only what lies next to the words that are surely the host's.
    if before is None:
        gap = gap[-len(mine) :]
    elif after is None:
        gap = gap[: len(mine)]
    return bool(gap) and Levenshtein.normalized_similarity(mine, gap) > 0.5


def align(heard: list[str], host: list[str]) -> list[int | None]:
    """Return for each key heard the place in the host's words that it is the echo of.

    Order is kept; one or two words heard may stand for one or two of the host's («que eres»,
    «quieres»). The alignment with the most letters alike wins.

    Args:
        heard: keys of the words heard.
        host: keys of the host's words.
    """
    rows, columns = len(heard), len(host)
    best = np.zeros((rows + 1, columns + 1))
    step: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(rows + 1):
        for j in range(columns + 1):
            if i and best[i - 1, j] > best[i, j]:
                best[i, j], step[i, j] = best[i - 1, j], (1, 0)
            if j and best[i, j - 1] > best[i, j]:
                best[i, j], step[i, j] = best[i, j - 1], (0, 1)
            for a, b in ((1, 1), (2, 1), (1, 2), (2, 2)):
                if a > i or b > j or (a == b == 2):
                    continue
                mine, theirs = "".join(heard[i - a : i]), "".join(host[j - b : j])
                if not mine:
                    continue
                alike = Levenshtein.normalized_similarity(mine, theirs)
                if alike < SAME or (len(mine) <= 3 and alike < 1.0):
                    continue
                value = best[i - a, j - b] + (alike - 0.5) * len(mine)
                if value > best[i, j]:
                    best[i, j], step[i, j] = value, (a, b)
    matched: list[int | None] = [None] * rows
    i, j = rows, columns
    while i or j:
        if (i, j) not in step:
            i, j = (i - 1, j) if i else (i, j - 1)
            continue
        a, b = step[i, j]
        if a and b:
            for index in range(i - a, i):
                matched[index] = j - 1
        i, j = i - a, j - b
    return matched
