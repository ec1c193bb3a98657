"""Which phrase was said, by all that two ears know of one sound.

The quick ear tells by its scores which phrases come near (`Near`); the second writes texts, held to
nothing, and phrases sound more or less like these. Neither is right as often alone: where the quick
ear's net takes a phone for another, or Whisper makes other words of a short one, the other mostly
did not.

The weights are a logistic regression on the speakers childsplay and tuxpaint, in quiet and in
noise of 10 dB, among choices and all that a table hears beside them; ``python -m
models.training.together`` makes them again, and the curves in docs/understanding.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from host.ears.base import Heard, Near, Written
from host.ears.vosk_agree import SURE, featured
from host.ears.vosk_sureness import LEAST_PHONES, MOST_PHONES, MOST_RIVALS, WORST_RATIO, confidence

NEAREST = 3
"""So many phrases that sound most like the written text are weighed beside the quick ear's."""

FAR_BEHIND = 10.0
"""Nats by which a phrase is behind that the quick ear does not tell: it tells those up to here."""

FIRST_SHARE = 0.7
"""Of how much a phrase sounds like what was written, this share is the first text's, and the rest
the text's that it is most like, of all that might have been written."""

A_NAT = 1.0
"""Points of likeness, of 100, that a nat is worth when phrases are ranked; 0.5 to 3 do as well."""

LEAST_MARGIN = 4.0
"""Points by which a phrase must be ahead to be sure: two cards that differ in a phone are as like
what was heard as each other, and random choices hardly show it."""

MOST_MARGIN = 40.0
"""Points; a phrase that is further ahead of the second is no surer."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the logit of «this phrase was said».

    Attributes:
        constant: of all.
        ratio: a nat a phone by which the quick ear's phrase explains the sound better than
            syllables; mostly worse.
        first: likeness to the first text, 0 to 1.
        best: likeness to that of all texts that is most like it, 0 to 1.
        margin: a hundred points of rank that it is ahead of the second phrase.
        length: ten phones.
        ratio_length: the product of ratio and length.
        first_length: the product of first and length.
        firm: how sure the second ear is of its first text, 0 to 1.
        firm_first: the product of firm and first: a firm text that is another speaks against it.
        exact: 1 if the first text sounds like nothing else.
    """

    constant: float
    ratio: float
    first: float
    best: float
    margin: float
    length: float
    ratio_length: float = 0.0
    first_length: float = 0.0
    firm: float = 0.0
    firm_first: float = 0.0
    exact: float = 0.0


MEASURED = Weights(-4.8, 0.9, 2.27, 4.8, 5.25, 0.85, -0.35, firm=-3.59, firm_first=0.37, exact=1.73)
"""Of both ears; see the module."""

WRITTEN = Weights(
    -7.01,
    0.0,
    1.95,
    6.08,
    4.83,
    -0.31,
    first_length=2.67,
    firm=-3.06,
    firm_first=-0.41,
    exact=1.56,
)
"""Of the second ear alone."""

SURE_FROM = 0.5
"""Logit from which the phrase was said; see docs/understanding.md for the curve."""

MAYBE_FROM = -1.0
"""Logit from which the table asks about it."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A phrase and what is known of it.

    Attributes:
        words: the phrase.
        phones: how many it has.
        ratio: see `Near`; bounded.
        first: how much it sounds like the first text, 0 to 1.
        best: how much it sounds like the text that it is most like, 0 to 1.
        rank: points, to compare phrases of one sound.
        firm: how sure the second ear is of its first text, 0 to 1.
    """

    words: str
    phones: int
    ratio: float
    first: float
    best: float
    rank: float
    firm: float = 0.0

    def logit(self, second: float, weights: Weights) -> float:
        """Return how sure it is that this was said, where the second phrase has that rank.

        Never sure below `LEAST_MARGIN`, however well both fit.
        """
        found = self.plain_logit(second, weights)
        return found if self.rank - second >= LEAST_MARGIN else min(found, SURE_FROM - 0.1)

    def plain_logit(self, second: float, weights: Weights) -> float:
        """Return the weighted sum, before what never is sure."""
        length = min(float(self.phones), MOST_PHONES) / 10.0
        return (
            weights.constant
            + weights.ratio * self.ratio
            + weights.first * self.first
            + weights.best * self.best
            + weights.margin * min(MOST_MARGIN, self.rank - second) / 100.0
            + weights.length * length
            + weights.ratio_length * self.ratio * length
            + weights.first_length * self.first * length
            + weights.firm * self.firm
            + weights.firm_first * self.firm * self.first
            + weights.exact * (self.first == 1.0)
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """The phrase that both ears together come nearest to.

    Attributes:
        words: the phrase.
        logit: how sure it is that it was said.
        rivals: other phrases without which it would be sure; none if it is, or never would be.
    """

    words: str
    logit: float
    rivals: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """True if it was said."""
        return self.logit >= SURE_FROM

    @property
    def confidence(self) -> float:
        """The logit as a confidence, 0 to 1, that is `SURE` where it begins to be sure."""
        return confidence(self.logit, SURE, SURE_FROM)


def written_by(heard: Heard, written: Written) -> tuple[str, ...]:
    """Return what each ear made of a sound by itself, as `Heard.written` has it."""
    return tuple(text for text in (heard.words, written.words) if text)


class Together:
    """Weighs what two ears made of a sound against the phrases that may be said."""

    def __init__(self, sound: Callable[[str], str]) -> None:
        """Take what gives the phones of a text."""
        self._sound = lru_cache(maxsize=16384)(lambda text: featured(sound(text)))
        self._phrases: dict[str, str] = {}

    def expect(self, phrases: Iterable[str]) -> None:
        """Take the phrases that may be said."""
        self._phrases = dict.fromkeys(phrases, "")

    @property
    def held(self) -> bool:
        """True if there are phrases to compare with."""
        return bool(self._phrases)

    def ranked(self, written: Written, near: Sequence[Near]) -> list[Ranked]:
        """Return the phrases in question, the likeliest first, one of each sound.

        Args:
            written: what the second ear made of the sound.
            near: the phrases that the quick ear comes near to, none if it knows of none.
        """
        texts = [self._sound(text) for text in (written.words, *written.others) if text]
        best = {phrase.words: phrase for phrase in near}
        top = next(iter(best.values()), None)
        sounds = {words: self._sound(words) for words in best}
        if texts:
            every = self._sounds()
            for _, _, words in process.extract(
                texts[0], every, scorer=Levenshtein.normalized_similarity, limit=NEAREST
            ):
                sounds.setdefault(words, every[words])
        firm = written.confidence if texts else 0.0
        found: dict[str, Ranked] = {}
        for words, mine in sounds.items():
            if not mine:
                continue
            alike = [
                Levenshtein.normalized_similarity(mine, text) if text else 0.0 for text in texts
            ]
            first, most = (alike[0], max(alike)) if alike else (0.0, 0.0)
            phones = len(mine) // 2
            known = best.get(words)
            behind = known.behind if known is not None else FAR_BEHIND
            ratio = WORST_RATIO
            if known is not None:
                ratio = known.ratio
            elif top is not None:
                ratio = top.ratio - FAR_BEHIND / max(LEAST_PHONES, phones)
            rank = 100.0 * (FIRST_SHARE * first + (1.0 - FIRST_SHARE) * most) - A_NAT * behind
            one = Ranked(words, phones, max(WORST_RATIO, ratio), first, most, rank, firm)
            if mine not in found or rank > found[mine].rank:
                found[mine] = one
        return sorted(found.values(), key=lambda one: -one.rank)

    def choose(self, written: Written, near: Sequence[Near] = ()) -> Choice | None:
        """Return the likeliest phrase, of the second ear alone where the quick one knows of none.

        None if there is none to choose from.
        """
        ranked = self.ranked(written, near)
        weights = MEASURED if near else WRITTEN
        if not ranked:
            return None
        best, others = ranked[0], ranked[1:]
        ranks = [*(one.rank for one in others), -math.inf]
        logit = best.logit(ranks[0], weights)
        for count in range(1, min(len(others), MOST_RIVALS) + 1):
            if logit < SURE_FROM <= best.logit(ranks[count], weights):
                return Choice(best.words, logit, tuple(one.words for one in others[:count]))
        return Choice(best.words, logit)

    def weigh(self, heard: Heard, written: Written) -> Heard | None:
        """Return the phrase that is nearest to what was heard, as it is heard in its place.

        What each ear made of the sound is kept beside it: of a sentence with other words around the
        phrase the table may understand more than the phrase tells.

        Args:
            heard: of the quick ear; without words where there is none.
            written: what the second ear made of the same sound.

        Returns:
            None if no phrase is near.
        """
        choice = self.choose(written, heard.near)
        if choice is None or choice.logit < MAYBE_FROM:
            return None
        texts = written_by(heard, written)
        also = dict.fromkeys(reversed(texts))
        # A text that its only ear doubts proves nothing about a call, whatever it comes near to.
        most = 1.0 if heard.words else written.confidence
        return replace(
            heard,
            words=choice.words,
            confidence=min(most, choice.confidence),
            also=tuple(text for text in also if text != choice.words),
            sure=choice.sure,
            rivals=choice.rivals,
            written=texts,
        )

    def _sounds(self) -> dict[str, str]:
        if "" in self._phrases.values():
            self._phrases = {phrase: self._sound(phrase) for phrase in self._phrases}
        return self._phrases
