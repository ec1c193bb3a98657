"""Two paths become one: what a closed grammar heard, checked by what an open one heard.

A closed grammar turns any speech, and noise, into its words at full confidence (pitfalls A7).
The free path is not held to them. Where the two sound alike, the grammar's words were said;
where they do not, something else was.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from host.ears.base import Near
from host.ears.vosk_grammar import UNK
from host.ears.vosk_results import Path, Word

NEAR_S = 0.12
"""Words of the free path that begin or end so near the grammar's words are part of them."""

LEAST_SURE = 0.05
"""Confidence of words that only a recogniser's partial had, or that nothing confirms."""

Sound = Callable[[str], str]
"""Gives the sound of a text as a string with a character a phone."""


# Each phone as two features: phones that share one cost half as much to confuse. The first is
# shared by those that noise confuses, the second by those that differ only in voice.
_FEATURES = str.maketrans(
    {
        "a": "Aa", "e": "Ee", "i": "Ei", "o": "Oo", "u": "Ou", "y": "Yi",
        "b": "Bb", "d": "Bd", "g": "Bg", "p": "Pb", "t": "Pd", "k": "Pg",
        "m": "Mm", "n": "Mn", "ñ": "Mñ", "s": "Ss", "f": "Sf", "j": "Sj", "C": "Cc",
        "l": "Ll", "r": "Lr", "R": "LR",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """Likeness by sound, 0 to 1, of grammar and free path; measured for each kind of model.

    Attributes:
        same: from here on the grammar's words were said.
        other: below this something else was said, and the free path's words count.
        spelled: True if the free path spells sounds, and has no dictionary. Such a path drops
            sounds more than it makes them up, so a dropped one costs half.
    """

    same: float
    other: float
    spelled: bool = False


WORDS = Limits(same=0.6, other=0.3)
"""For a free path with a dictionary. Not measured: no official model could be had, and the
Korean one hears hardly any synthetic word without a grammar."""

SYLLABLES = Limits(same=0.5, other=0.2, spelled=True)
"""For a syllable loop, where scores are not known or a phrase stands among other words; measured
before there were scores, see `vosk_sureness` for what decides now.

With the first es-mesa and 110 human clips of three speakers, 40 phrases a grammar: the
likeness was 0.5 or more for 53 of 99 phrases that the grammar path heard right, 1 of 5 that it
misheard, 6 of 45 that it made of other words; below 0.2 for 15, 2 and 34. At a table's 2675
phrases and in a synthetic voice that training never had, 47 of 60 phrases were right, 31 of them
sure, and none was lost by the comparison; of 68 human words that are no phrase the grammar path
made a phrase of 48; the comparison left 9 of these, 5 as sure."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, as far as both paths know.

    Attributes:
        words: "" if nothing was made of the voice.
        confidence: 0 to 1; at least `SURE` if both paths agree, less if they do not.
        onset: seconds at which the words began, where other speech came before them.
        likeness: of the two paths, 0 to 1; None where only one of them heard words.
        rivals: other phrases as near as the words, where they are all the doubt there is.
        among: True if other speech sounded beside the words, of which nothing is known.
        near: phrases that come nearest, where scores are known.
    """

    words: str
    confidence: float
    onset: float | None = None
    likeness: float | None = None
    rivals: tuple[str, ...] = ()
    among: bool = False
    near: tuple[Near, ...] = ()


GLUED_S = 0.15
"""Less quiet than this lies between a phrase and other speech of which it may be a piece. Of twenty
pieces of human words that were taken for a whole phrase none had 0.1."""

SHORT_GLUED, LONG_GLUED = 4, 6
"""Phones from which a piece of longer speech may be a phrase, and from which it is one. Of those
twenty pieces nine had two phones («sí», «no»), nine four or five, and two more."""

DOUBTED = 0.3
"""Confidence of a phrase that may be a piece of a longer word."""

SURE = 0.7
"""Least confidence of what both paths heard."""


def plain_sound(text: str) -> str:
    """Return the letters of a text without marks; Hangul comes apart into its sounds."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if unicodedata.category(c)[0] == "L")


def featured(phones: str) -> str:
    """Return phones as features, two each: what is alike has one of them in common."""
    return phones.translate(_FEATURES)


def likeness(said: str, free: str, sound: Sound, limits: Limits = WORDS) -> float:
    """Return how much a free path's text sounds like what would have been said, 0 to 1.

    A text without sound is like nothing (D5).
    """
    mine, theirs = sound(said), sound(free)
    if not mine or not theirs:
        return 0.0
    if not limits.spelled:
        return float(Levenshtein.normalized_similarity(mine, theirs))
    mine, theirs = featured(mine), featured(theirs)
    cost = Levenshtein.distance(mine, theirs, weights=(2, 1, 2))  # made up, dropped, confused
    return max(0.0, 1.0 - cost / max(len(mine), len(theirs)))


def agree(
    grammar: Path | None,
    free: Path,
    sound: Sound = plain_sound,
    limits: Limits = WORDS,
    spell: Callable[[tuple[Word, ...]], str] | None = None,
) -> Said:
    """Return what was said.

    Args:
        grammar: what the grammar path heard, None if there was no grammar.
        free: what the free path heard.
        sound: gives the sound of a text.
        limits: of likeness, for the kind of free path.
        spell: writes the free path's words as a text; by default with a space between.
    """
    written = (spell or _spaced)(free.words) if free.words else ""
    heard = [word for word in grammar.words if word.text != UNK] if grammar else []
    if not heard:
        return _without_grammar(grammar, free, written, sound, limits)
    text = " ".join(word.text for word in heard)
    others = grammar is not None and len(heard) < len(grammar.words)
    beside = _beside(heard, free.words) if others else free.words
    against = (spell or _spaced)(beside) if beside else ""
    alike = likeness(text, against, sound, limits)
    onset = _late_onset(grammar, heard) if others else None
    if not against:
        return Said(text, LEAST_SURE, onset, None, among=others)
    if alike >= limits.same:
        share = (alike - limits.same) / max(1e-9, 1.0 - limits.same)
        return Said(text, SURE + (1.0 - SURE) * share, onset, alike, among=others)
    if alike >= limits.other:
        share = (alike - limits.other) / (limits.same - limits.other)
        doubted = LEAST_SURE + (0.6 - LEAST_SURE) * share
        return Said(text, doubted, onset, alike, among=others)
    return Said(written, _confidence(free, limits), None, alike)


def agrees(grammar: str, free: str, sound: Sound = plain_sound, limits: Limits = WORDS) -> bool:
    """Say whether partial texts are alike enough to act on."""
    return likeness(grammar, free, sound, limits) >= limits.same


def glued(grammar: Path) -> bool:
    """Tell whether a phrase runs into other speech without a pause.

    Then it may be a piece of a longer word: «si» of «silla», «alto» of «autobús», «para» of
    «Madagascar».
    """
    words = grammar.words
    inside = [i for i, word in enumerate(words) if word.text != UNK]
    if not inside:
        return False
    pairs = [
        (words[i], words[i + 1]) for i in (inside[0] - 1, inside[-1]) if 0 <= i < len(words) - 1
    ]
    return any(
        a.end is not None and b.start is not None and b.start - a.end < GLUED_S for a, b in pairs
    )


def shortened(said: Said, phones: int) -> Said:
    """Return what was said where a phrase of so many phones runs into other speech.

    A long one was said all the same, a short one may have been, and a shorter one is no word.
    """
    if phones >= LONG_GLUED:
        return said
    if phones >= SHORT_GLUED:
        return replace(said, confidence=min(said.confidence, DOUBTED))
    return replace(said, confidence=0.0)


def _without_grammar(
    grammar: Path | None, free: Path, written: str, sound: Sound, limits: Limits
) -> Said:
    if not written:
        # Nothing but a partial, if at all: not enough for words.
        return Said("", 0.0)
    if grammar is not None and grammar.partial:
        # The final lost what the partial had (A29); the free path says whether it was right.
        alike = likeness(grammar.partial, written, sound, limits)
        if alike >= limits.same:
            return Said(grammar.partial, 0.6 * alike, None, alike)
    return Said(written, _confidence(free, limits))


def _confidence(free: Path, limits: Limits) -> float:
    """Return how sure the free path is by itself: its library's word is worth little (A7)."""
    if limits.spelled or not free.words:
        return 0.3
    mean = sum(word.confidence for word in free.words) / len(free.words)
    return min(0.6, 0.6 * mean) if any(word.confidence for word in free.words) else 0.3


def _beside(heard: list[Word], words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return the words that sounded while the grammar's did, all if the times are not known."""
    spans = [(w.start, w.end) for w in heard if w.start is not None and w.end is not None]
    if not spans:
        return words
    begin, end = spans[0][0] - NEAR_S, spans[-1][1] + NEAR_S
    return tuple(
        w
        for w in words
        if w.start is None or w.end is None or (begin <= (w.start + w.end) / 2 <= end)
    )


def _late_onset(grammar: Path | None, heard: list[Word]) -> float | None:
    """Return when the words began if other speech was recognised before them."""
    if grammar is None or grammar.words[0].text != UNK:
        return None
    return heard[0].start


def _spaced(words: tuple[Word, ...]) -> str:
    return " ".join(word.text for word in words if word.text != UNK)
