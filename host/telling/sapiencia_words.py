"""The names of Sapiencia's cards and of their values: for the phrasebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from host.engine.game import Json
from host.games.sapiencia import CATEGORIES, SapienciaCard


def card_words(
    cards: Iterable[SapienciaCard],
    aliases: Mapping[str, Sequence[str]],
    numbered: Callable[[int], tuple[str, ...]] | None,
) -> dict[str, dict[Json, tuple[str, ...]]]:
    """Return the forms of cards and of their values, for the phrasebook.

    Args:
        cards: the deck, in the order in which it is numbered, from 1.
        aliases: more names by id (A26).
        numbered: the ways to say a number («cuatro», «cero cuatro»); None leaves numbers out.
    """
    forms: dict[Json, tuple[str, ...]] = {}
    values: dict[Json, tuple[str, ...]] = {}
    numbers: dict[Json, tuple[str, ...]] = {}
    for n, card in enumerate(cards, start=1):
        forms[card.id] = tuple(dict.fromkeys([card.name or card.id, *aliases.get(card.id, ())]))
        if numbered is not None:
            numbers[card.id] = numbered(n)
        for category in CATEGORIES:
            for value in card.values(category):
                values[value] = (value,)
    return {"card": forms, "card_number": numbers, "value": values}
