"""Which installed ear hears this table best: twenty prompted words, each heard by every ear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from host.ears.activity import Activity, EarError
from host.ears.base import BLOCK, RATE, Block, Ear, Heard, Samples
from host.ears.segments import Segmenter
from host.room.devices import Device, Devices
from host.room.microphone import record
from host.understanding.sounds import key, similarity

QUIET_S = 1.0
"""Quiet before and after each word, so that voice activity begins and ends as at a table."""

WORD_S = 6.0
"""So long a prompted word is waited for."""

LEAST_LIKE = 60.0
"""Less alike by sound (0 to 100) than this is no answer but a doubt."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one ear made of the words.

    Attributes:
        ear: its name.
        right: words whose sound was nearest to the one that was prompted.
        doubt: words of which nothing certain was made.
        wrong: the other words: prompted, and what was heard.
        seconds: of computing, a word.
    """

    ear: str
    right: int
    doubt: int
    wrong: tuple[tuple[str, str], ...]
    seconds: float


def prompted(
    words: Sequence[str],
    devices: Devices,
    device: Device,
    activity: Callable[[], Activity],
    ask: Callable[[int, str], None],
    quiet: Callable[[], None],
) -> list[Samples]:
    """Ask for each word and return the recordings; a word that is not heard is asked twice."""
    found: list[Samples] = []
    for number, word in enumerate(words, start=1):
        for attempt in range(2):
            if attempt:
                quiet()
            ask(number, word)
            segmenter = Segmenter(activity())
            ended: list[bool] = []

            def over(
                block: Block, segmenter: Segmenter = segmenter, ended: list[bool] = ended
            ) -> bool:
                if segmenter.feed(block):
                    ended.append(True)
                return bool(ended)

            sound = record(devices, device, WORD_S, over)
            if ended:
                break
        found.append(sound)
    return found


def score(
    ear: Ear, words: Sequence[str], recordings: Sequence[Samples], clock: Callable[[], float]
) -> Score:
    """Let an ear hear the recordings of the words, and count."""
    right = doubt = 0
    wrong: list[tuple[str, str]] = []
    rng = np.random.default_rng(1)
    at = 0.0
    spent = 0.0
    ear.expect(list(words))
    for word, sound in zip(words, recordings, strict=True):
        hiss = (1e-4 * rng.standard_normal(round(QUIET_S * RATE))).astype(np.float32)
        samples = np.concatenate((hiss, sound, hiss))
        heard: list[Heard] = []
        begin = clock()
        for first in range(0, len(samples) - BLOCK + 1, BLOCK):
            block = Block(at, samples[first : first + BLOCK], BLOCK / RATE)
            heard += ear.feed(block)
            at += BLOCK / RATE
        heard += ear.flush()
        spent += clock() - begin
        text = " ".join(h.words for h in heard if h.final and h.words)
        nearest, like = _nearest(text, words, ear.language)
        if like < LEAST_LIKE:
            doubt += 1
        elif nearest == word:
            right += 1
        else:
            wrong.append((word, text))
    return Score(ear.name, right, doubt, tuple(wrong), spent / max(1, len(words)))


def _nearest(text: str, words: Sequence[str], language: str) -> tuple[str, float]:
    if not text.strip():
        return "", 0.0
    said = key(text, language)
    ranked = [(similarity(said, key(word, language)), word) for word in words]
    like, word = max(ranked)
    return word, like


def best(scores: Sequence[Score]) -> Score:
    """Return the ear that heard most; of equals the quicker one."""
    return max(scores, key=lambda s: (s.right, -len(s.wrong), -s.seconds))


def open_all(
    names: Sequence[str], make: Callable[[str], Ear], failed: Callable[[str, str], None]
) -> list[Ear]:
    """Return the ears that can be loaded; `failed` is told the others and why."""
    ears: list[Ear] = []
    for name in names:
        try:
            ears.append(make(name))
        except EarError as error:
            failed(name, str(error))
    return ears
