"""How sure it is that a phrase was said, from what the paths of es-mesa make of it.

The closed path says which phrase comes nearest, and how much nearer than the second; the free
path says how much better the sound is explained by any syllables. Neither the library's word
confidence nor a likeness of texts tells as much: a phrase that is heard with one phone wrong,
and another that differs in that phone, have the same texts and different scores.

The weights are a logistic regression on the speakers childsplay and tuxpaint, who are in no
training and in no test; ``python -m models.training.sureness`` makes them again, and the curve
in docs/understanding.md. Features are bounded: beyond the bounds nothing was seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from host.ears.base import Near
from host.ears.vosk_results import Path

LEAST_PHONES = 3
"""Shorter phrases are compared as if they had so many phones."""

MOST_PHONES = 14.0
"""Longer phrases are no surer than this long."""

MOST_RIVALS = 4
"""So many phrases as near may mean the same («mago», «el mago», «juego mago», «maga»)."""

WORST_RATIO = -5.0
"""Nats a phone; worse is as bad."""

LEAST_MARGIN = 1.5
"""Nats; of what was heard right on the development speakers 4 % had less, of what was heard
wrong two in five. Higher asks more about names that are nearly alike."""

MOST_MARGIN = 10.0
"""Nats; more is as good. No second phrase at all counts as this."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the logit of «this phrase was said».

    Attributes:
        constant: of all.
        ratio: a nat a phone by which the closed path is worse than the free one.
        margin: a nat that it is better than the second phrase.
        likeness: of both paths' texts by sound, 0 to 1.
        length: ten phones.
        ratio_length: the product of both.
    """

    constant: float
    ratio: float
    margin: float
    likeness: float
    length: float
    ratio_length: float


MEASURED = Weights(-2.5, 0.68, 0.24, 0.9, 2.68, 0.82)
"""See the module."""

SURE_FROM = 1.0
"""Logit from which the phrase was said; see docs/understanding.md for the curve."""

MAYBE_FROM = -0.5
"""Logit below which something else was said. A call that is doubted is a call (a table would
rather credit one), so lower lets near words call."""


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of the nearest phrase; see `Weights`.

    Attributes:
        ratio: nats a phone by which the closed path is better than the free one.
        margin: nats that it is better than the second phrase.
        likeness: of both paths' texts by sound, 0 to 1.
        phones: how long the phrase is.
        others: other phrases with the margin over each, the nearest first.
    """

    ratio: float
    margin: float
    likeness: float
    phones: int
    others: tuple[tuple[str, float], ...] = ()

    @property
    def rivals(self) -> tuple[str, ...]:
        """The nearest others without which it would be sure; none if it is, or never would be."""
        if self.logit() >= SURE_FROM:
            return ()
        margins = [*(margin for _, margin in self.others), MOST_MARGIN]
        for count in range(1, min(len(self.others), MOST_RIVALS) + 1):
            if replace(self, margin=margins[count]).logit() >= SURE_FROM:
                return tuple(other for other, _ in self.others[:count])
        return ()

    def near(self, words: str, sound: Callable[[str], str]) -> tuple[Near, ...]:
        """Return the nearest phrase, whose words these are, and the others beside it.

        Args:
            words: of the nearest.
            sound: gives the phones of a text.
        """
        found = [Near(words, self.ratio, 0.0)]
        for other, behind in self.others:
            less = behind / max(LEAST_PHONES, len(sound(other)))
            found.append(Near(other, max(WORST_RATIO, self.ratio - less), behind))
        return tuple(found)

    def logit(self, weights: Weights = MEASURED) -> float:
        """Return how sure it is that the phrase was said.

        Never sure below `LEAST_MARGIN`, however well a long phrase fits: another fits as well.
        """
        found = self.plain_logit(weights)
        return found if self.margin >= LEAST_MARGIN else min(found, SURE_FROM - 0.1)

    def plain_logit(self, weights: Weights) -> float:
        """Return the weighted sum, before what never is sure."""
        length = min(float(self.phones), MOST_PHONES) / 10.0
        return (
            weights.constant
            + weights.ratio * self.ratio
            + weights.margin * self.margin
            + weights.likeness * self.likeness
            + weights.length * length
            + weights.ratio_length * self.ratio * length
        )


def features(
    closed: Path,
    free: Path,
    free_text: str,
    sound: Callable[[str], str],
    alike: Callable[[str, str], float],
) -> Features | None:
    """Return the features of the closed path's words; None where scores are not known.

    Args:
        closed: the path that hears nothing but phrases.
        free: the path that hears any syllables.
        free_text: its syllables as a text.
        sound: gives the phones of a text.
        alike: compares two texts by sound, 0 to 1.
    """
    if not closed.words or closed.score is None or free.score is None:
        return None
    text = closed.text
    mine, theirs = len(sound(text)), len(sound(free_text))
    if not mine:
        return None
    score = closed.score
    others = tuple(
        (other, min(MOST_MARGIN, score - less)) for other, less in closed.others if other
    )
    return Features(
        max(WORST_RATIO, (closed.score - free.score) / max(LEAST_PHONES, mine, theirs)),
        others[0][1] if others else MOST_MARGIN,
        alike(text, free_text),
        mine,
        others,
    )


def confidence(logit: float, sure: float, sure_from: float = SURE_FROM) -> float:
    """Return a logit as a confidence, 0 to 1, that is `sure` at `sure_from`."""
    return 1.0 / (1.0 + math.exp(sure_from - logit) * (1.0 - sure) / sure)
