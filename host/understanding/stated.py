"""A printed card that the deck does not know, stated with its value: «Zewail, Egipto, cinco».

Its name is in no list, so it is taken as it was heard; what makes the utterance clear is the
value and the number behind it. A name that the deck knows stays the deck's card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from host.understanding.heard import Tokens, starts_with, text_of
from host.understanding.numbers import value as number_of
from host.understanding.sounds import key, similarity

ALIKE = 80.0
"""From here (`sounds.similarity`) words are a value: «Egito» is, «Grecia» is not."""

MOST_NUMBER, MOST_VALUE, MOST_NAME = 3, 5, 6
"""Words that a number, a value and a name may have."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What was stated of a card.

    Attributes:
        name: words of its name, which may be one of the deck.
        value: its value in the round's category, None if it was not said.
        number: its number in the criterion, None if only the name was said.
    """

    name: Tokens
    value: str | None
    number: int | None

    @property
    def shown(self) -> str:
        """The name as it is told; it is the card's id as well."""
        return " ".join(token.word.capitalize() for token in self.name)


def stated(
    tokens: Tokens,
    values: Sequence[str],
    leads: Iterable[tuple[str, ...]],
    joiners: Iterable[tuple[str, ...]],
    language: str,
) -> Stated | None:
    """Return the card that was stated, or None if this is something else.

    Args:
        tokens: what was said, without what else it held.
        values: what a card may have: those required first, then all that the deck has.
        leads: what may stand before a name («juego a»).
        joiners: words that may stand between the parts («de», «con»).
        language: two letters.
    """
    joins = list(joiners)
    rest, number = _number(tokens, language)
    if number is None:
        return None
    rest = _without_last(rest, joins)
    rest, value = _value(rest, values, language)
    if value is None:
        return None
    name = without_lead(_without_last(rest, joins), leads)
    if not 1 <= len(name) <= MOST_NAME or not all(token.word.isalpha() for token in name):
        return None
    return Stated(name, value, number)


def without_lead(tokens: Tokens, leads: Iterable[tuple[str, ...]]) -> Tokens:
    """Return the tokens without the longest lead that they begin with."""
    found = [lead for lead in leads if len(lead) < len(tokens) and starts_with(tokens, lead)]
    return tokens[max(map(len, found), default=0) :]


def _number(tokens: Tokens, language: str) -> tuple[Tokens, int | None]:
    for count in range(min(MOST_NUMBER, len(tokens)), 0, -1):
        number = number_of(text_of(tokens[-count:]), language)
        if isinstance(number, int):
            return tokens[:-count], number
    return tokens, None


def _value(tokens: Tokens, values: Sequence[str], language: str) -> tuple[Tokens, str | None]:
    """Return the tokens before the value that they end with, and the value."""
    best: tuple[float, int, str] | None = None
    keys = [(value, key(value, language)) for value in values]
    for count in range(1, min(MOST_VALUE, len(tokens) - 1) + 1):
        heard = key(text_of(tokens[-count:]), language)
        for value, wanted in keys:
            alike = similarity(heard, wanted)
            if alike >= ALIKE and (best is None or (alike, count) > best[:2]):
                best = (alike, count, value)
    return (tokens, None) if best is None else (tokens[: -best[1]], best[2])


def _without_last(tokens: Tokens, joiners: Sequence[tuple[str, ...]]) -> Tokens:
    """Return the tokens without joining words at their end."""
    while True:
        for joiner in joiners:
            if len(tokens) > len(joiner) and starts_with(tokens[-len(joiner) :], joiner):
                tokens = tokens[: -len(joiner)]
                break
        else:
            return tokens
