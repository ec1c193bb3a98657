"""Opens iKNOW: its cards from the deck of the language or from the set-up."""

from __future__ import annotations

from host.decks import DeckError, QuizCard, default_quiz_deck, parse_inline_card
from host.engine.game import Json
from host.games.iknow import CardRef, Iknow, IknowRules
from host.opening import Opened, OpeningError, Order
from host.telling.iknow import IknowTeller
from host.telling.iknow_answers import answers_by_category
from host.understanding.phrasebook import ANSWER_SLOT


def open_box(order: Order) -> Opened:
    """Return the quiz as ordered; raise OpeningError with file and key if it cannot be."""
    try:
        cards, setup = _cards(order)
        iknow = Iknow(
            order.seats,
            tuple(CardRef(card.id, card.category) for card in cards.values()),
            IknowRules.from_dict(order.rules),
            setup,
            played=order.played,
        )
    except DeckError as error:
        raise OpeningError(error.text(order.language)) from error
    except OpeningError:
        raise
    except ValueError as error:
        raise OpeningError(f"{order.where}: {error}") from error
    teller = IknowTeller(cards, iknow, order.lines, order.language, order.style)
    return Opened(iknow, teller, {ANSWER_SLOT: answers_by_category(cards.values(), order.language)})


def _cards(order: Order) -> tuple[dict[str, QuizCard], dict[str, Json]]:
    """Return the cards by id, and the set-up with its cards as ids."""
    where, setup = order.where, order.setup
    named = setup.get("cards")
    inline = isinstance(named, list) and bool(named) and all(isinstance(c, dict) for c in named)
    try:
        cards = order.deck.quiz if order.deck else default_quiz_deck(order.language)
        deck = {card.id: card for card in cards}
    except DeckError:
        if not inline:
            raise
        deck = {}
    if named is None:
        return deck, dict(setup)
    if not isinstance(named, list):
        raise OpeningError(f"{where}: setup.cards: a list of ids or of cards is needed.")
    ids: list[str] = []
    for position, entry in enumerate(named, start=1):
        if isinstance(entry, str):
            if entry not in deck:
                raise OpeningError(f"{where}: setup.cards: no card {entry!r} in the deck.")
            ids.append(entry)
        elif isinstance(entry, dict):
            card = parse_inline_card(entry, f"{where}: setup.cards, card {position}")
            deck[card.id] = card
            ids.append(card.id)
        else:
            raise OpeningError(f"{where}: setup.cards, card {position}: an id or a card is needed.")
    return deck, {**setup, "cards": ids}
