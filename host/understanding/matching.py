"""The nearest phrases by sound, with the spoken slots compared for themselves.

A long phrase hides a wrong name («creo que … acierta» is four fifths of the sound), so each
slot caps the score of its phrase by how much it sounds like what was said in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from host.understanding.phrasebook import Meaning, Phrase
from host.understanding.sounds import similarity

SLOT_SLACK = 12.0
"""A slot may sound this much worse than its phrase is scored (0 to 100). With 12 a name one
unlike phone off in three («Ada» for «Ana», 67) stays below acceptance and is asked about, and
one confusable phone off in four («Luz» for «Luis», 75) is accepted."""

FIRST_LOOK = 240
"""Phrases that the plain edit distance passes on to the comparison by phones."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase and how much it sounds like what was heard, 0 to 100."""

    phrase: Phrase
    score: float


class Index:
    """The phrases of one table, ready to be searched by words and by sound."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        """Index the phrases; those without sound are never found by sound."""
        self._by_words: dict[str, list[Phrase]] = {}
        for phrase in phrases:
            self._by_words.setdefault(phrase.words, []).append(phrase)
        self._phrases = [phrase for phrase in phrases if phrase.key]
        self._keys = [phrase.key for phrase in self._phrases]
        self.nearest = lru_cache(maxsize=512)(self._nearest)

    def exact(self, words: str) -> list[Phrase]:
        """Return the phrases that are written like `words` (normalised)."""
        return self._by_words.get(words, [])

    def _nearest(self, heard: str, floor: float) -> tuple[Hit, ...]:
        """Return the best phrase of each meaning from `floor` up, the best first."""
        if not heard:
            return ()
        near = process.extract(
            heard, self._keys, scorer=Levenshtein.normalized_similarity, limit=FIRST_LOOK
        )
        best: dict[Meaning, Hit] = {}
        for _, _, at in near:
            phrase = self._phrases[at]
            score = similarity(heard, phrase.key)
            before = best.get(phrase.meaning)
            if score < floor or (before is not None and before.score >= score):
                continue
            score = min(score, slot_cap(heard, phrase))
            if score >= floor and (before is None or score > before.score):
                best[phrase.meaning] = Hit(phrase, score)
        return tuple(sorted(best.values(), key=lambda hit: -hit.score))


def slot_cap(heard: str, phrase: Phrase) -> float:
    """Return the highest score that the phrase's slots allow (100 if it has none)."""
    cap = 100.0
    if not phrase.spans or heard == phrase.key:
        return cap
    steps = Levenshtein.opcodes(phrase.key, heard)
    for start, end in phrase.spans:
        found: list[str] = []
        for step in steps:
            if step.tag == "insert":
                # What was added behind the last word belongs to it ("Ana", "Anabel").
                last = step.src_start == end == len(phrase.key)
                if start <= step.src_start < end or last:
                    found.append(heard[step.dest_start : step.dest_end])
                continue
            lo, hi = max(start, step.src_start), min(end, step.src_end)
            if lo < hi and step.tag != "delete":
                # Stretches that are equal or replaced are as long on both sides.
                at = step.dest_start + lo - step.src_start
                found.append(heard[at : at + hi - lo])
        cap = min(cap, SLOT_SLACK + similarity("".join(found), phrase.key[start:end]))
    return cap
