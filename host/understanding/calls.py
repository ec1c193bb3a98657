"""Finds a call in what was said (SAP-18, D12).

The word first, last or alone in an utterance is a call; inside a sentence it is talk. Last in
an utterance it is one only behind a move or behind words that say nothing: «¿no tenía que
decir sapiencia?» ends with the word and calls nothing. What may have been a call and may have
been another word is neither: nobody is punished and nobody is spared by it alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Seat
from host.understanding.heard import Tokens, text_of
from host.understanding.sounds import key, similarity

SURE = 82.5
"""From here (`sounds.similarity`) a word is the call. «Paciencia» and «la ciencia» are 78 like
«sapiencia»; what recognisers write for it is 83 («sapience», «sabiensa») and more."""

DOUBT = 75.0
"""From here it may have been the call, misheard; «apariencia» is 70 like it."""

HINT = 60.0
"""From here what means nothing at the table proves no absence: «sapiente», which Whisper made of
a quick call, is 72 like it, «experiencia» 64."""

SHADOW = 48.0
"""From here (`shadow`) what means nothing may be a call that two ears spoilt alike: of 170 calls
in the virtual room the worst was written «sarinyiesapiye», 56; «pásame el vino» is 44."""

MOST_WORDS = 2
"""A recogniser may write the word as two («sapi encia»)."""


@dataclass(frozen=True, slots=True)
class CallHeard:
    """A call in an utterance.

    Attributes:
        name: which call.
        who: the seat that the words name («Luis: sapiencia»), or None.
        rest: the other words, empty if there are none that mean anything.
        sure: False if it may as well have been another word.
    """

    name: str
    who: Seat | None
    rest: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Span:
    """Where a word like the call stands: its tokens are ``[start, end)``."""

    start: int
    end: int
    score: float


def best_span(tokens: Tokens, word: str, language: str, *, front: bool) -> Span | None:
    """Return what at the front or at the end sounds most like `word`, from `DOUBT` up."""
    wanted = key(word, language)
    best: Span | None = None
    for length in range(1, min(MOST_WORDS, len(tokens)) + 1):
        start = 0 if front else len(tokens) - length
        span = tokens[start : start + length]
        other = span[-1] if front else span[0]
        if length > 1 and similarity(key(other.word, language), wanted) >= DOUBT:
            continue  # «la sapiencia»: the word itself, and not where a call stands
        score = similarity(key(text_of(span), language), wanted)
        if score >= DOUBT and (best is None or score > best.score):
            best = Span(start, start + length, score)
    return best


def holds(tokens: Tokens, word: str, language: str, least: float = DOUBT) -> bool:
    """Tell whether a word like the call (from `least` up) stands anywhere in what was heard.

    Such a sentence is no call (D12), but two people may have spoken at once: in a window it is
    no proof that nobody called.
    """
    wanted = key(word, language)
    return any(
        similarity(key(text_of(tokens[at : at + length]), language), wanted) >= least
        for length in range(1, MOST_WORDS + 1)
        for at in range(len(tokens) - length + 1)
    )


def shadow(text: str, word: str, language: str) -> float:
    """Return how like a call the text is as a whole, said once or twice, or in any part of it.

    Without regard to words: an ear of syllables writes «sapitesapin» for «¡sapiencia, sapiencia!».
    """
    heard, once = key(text, language), key(word, language)
    whole = max(similarity(heard, once), similarity(heard, key(f"{word} {word}", language)))
    parts = (
        heard[at : at + length]
        for length in range(len(once) - 2, len(once) + 3)
        for at in range(max(1, len(heard) - length + 1))
    )
    return max(whole, *(similarity(part, once) for part in parts))
