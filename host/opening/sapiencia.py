"""Opens Sapiencia: its cards from the deck of the language and from the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from host.decks import DeckError
from host.decks_sapiencia import MindCard, default_sapiencia_deck
from host.engine.game import Json
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.opening import Opened, OpeningError, Order
from host.resources import decks_dir
from host.telling.sapiencia import SapienciaTeller
from host.telling.sapiencia_words import card_words
from host.understanding.numbers import said_as_label


def open_box(order: Order) -> Opened:
    """Return the game as ordered; raise OpeningError with file and key if it cannot be.

    A card of the set-up stands in for the deck's of the same id: the table's own printed deck
    may have other figures.
    """
    minds = order.deck.minds if order.deck else _deck(order.language)
    deck = tuple(mind.card for mind in minds)
    inline = _inline(order)
    # With every limit off there is no window, so nobody can miss one.
    rules = dict(order.rules) if order.timed else {**order.rules, "call": False}
    if not deck and rules.get("hands") == "known" and "cards" not in order.setup:
        raise OpeningError(order.lines.say("sapiencia-no-deck"))
    try:
        game = Sapiencia(order.seats, deck, SapienciaRules.from_dict(rules), dict(order.setup))
        extra = {str(row.get("id")): SapienciaCard.from_dict(row) for row in inline}
    except (TypeError, ValueError) as error:
        raise OpeningError(f"{order.where}: {error}") from error
    cards = {**{card.id: card for card in deck}, **extra}
    aliases = {mind.card.id: mind.aliases for mind in minds}
    for row in inline:
        aliases[str(row.get("id"))] = tuple(str(name) for name in row.get("aliases") or ())
    numbered = partial(said_as_label, language=order.language)
    words = card_words(cards.values(), aliases, numbered)
    if not words["value"]:
        del words["value"]  # what printed cards say is in the phrasebook's own list
    teller = SapienciaTeller(game, order.lines, order.style, no_cards=not cards)
    return Opened(game, teller, words)


def _inline(order: Order) -> list[Mapping[str, Json]]:
    """Return the cards that the set-up itself holds."""
    named = order.setup.get("cards") or []
    if not isinstance(named, list) or not all(isinstance(c, str | Mapping) for c in named):
        raise OpeningError(f"{order.where}: setup.cards: a list of ids or of cards is needed.")
    inline = [row for row in named if isinstance(row, Mapping)]
    for position, row in enumerate(inline, start=1):
        if not isinstance(row.get("aliases") or [], list):
            raise OpeningError(
                f"{order.where}: setup.cards, card {position}: aliases: a list is needed, such as "
                "[Hipatia]."
            )
    return inline


def _deck(language: str) -> tuple[MindCard, ...]:
    """Return the deck that comes with the program; nothing if there is none in the language.

    A table with printed cards plays without one: it states what its cards say.
    """
    if not (decks_dir() / "sapiencia" / f"{language}.yaml").is_file():
        return ()
    try:
        return default_sapiencia_deck(language)
    except DeckError as error:
        raise OpeningError(error.text(language)) from error
