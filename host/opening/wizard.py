"""Opens Wizard: its pack, its rules and the names of its cards."""

from __future__ import annotations

from host.games.wizard import Wizard, WizardRules
from host.opening import Opened, OpeningError, Order
from host.telling.wizard import WizardTeller
from host.telling.wizard_words import CardWords


def open_box(order: Order) -> Opened:
    """Return the game as ordered; raise OpeningError with file and key if it cannot be."""
    try:
        rules = WizardRules.from_dict(order.rules)
        words = CardWords.load(order.language, rules.pack, order.lines.region)
        wizard = Wizard(order.seats, rules, words.read_setup(order.setup))
    except ValueError as error:
        raise OpeningError(f"{order.where}: {error}") from error
    return Opened(wizard, WizardTeller(wizard, words, order.lines, order.style), words.spoken())
