"""Synthetic evenings: a guion sampled from a seed, to be spoken and heard.

`sample_guion` plays a round against the rules and writes down what each player says, in
phrasings sampled from the phrasebook. It makes sure that somebody is right and somebody
wrong, and that one bet wins and one loses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from host.decks import QuizCard, default_quiz_deck
from host.engine.game import Expectation, Move, Refusal
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.iknow import CardRef, Iknow, IknowRules
from host.guion import Guion, parse
from host.guion_text import written
from host.telling.iknow import judge_by_card
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key, similarity

NAMES = {
    "es": (
        ("Ana", "Marta", "Lucía", "Carmen", "Elena", "Rosa"),
        ("Diego", "Pablo", "Javier", "Hugo", "Tomás", "Bruno"),
    ),
    "en": (
        ("Alice", "Martha", "Emma", "Grace", "Helen", "Rose"),
        ("David", "Peter", "Oscar", "Hugo", "Thomas", "Bruno"),
    ),
}
"""Names for synthetic players; every other seat takes from the other list."""

COMMANDS = ("cmd_repeat_question", "cmd_free", "cmd_score", "cmd_turn", "cmd_clues")
"""Commands that a synthetic player may throw in before an act of their own."""

EARLY_S = 0.4
"""How long before the end of the host's turn an impatient player begins, in seconds."""


def sample_guion(
    seed: int, language: str = "es", *, players: int = 4, commands: int = 3, impatient: float = 0.0
) -> Guion:
    """Return one round of iKNOW as a guion, the same for the same seed.

    Args:
        seed: chooses names, cards, levels, bets, answers and phrasings.
        language: ``es`` or ``en``.
        players: seats at the table, 2 to 6.
        commands: how many commands are thrown in.
        impatient: share of the lines that begin before the host has ended, 0 to 1.
    """
    rng = random.Random(seed)
    seats = _seats(rng, language, players)
    deck = {card.id: card for card in default_quiz_deck(language)}
    cards = _one_card_each(rng, list(deck.values()))
    setup: dict[str, Any] = {"cards": [card.id for card in cards]}
    game = Iknow(
        seats, tuple(CardRef(c.id, c.category) for c in deck.values()), IknowRules(), setup
    )
    session: Session[Any] = Session(game, Journal(), seed=seed)
    session.begin({})
    book = Phrasebook(language, "iknow")
    right = set(rng.sample(seats, rng.randint(1, players - 1)))
    lines: list[str] = []
    bets: list[bool] = []
    acts = 0
    due = sorted(rng.sample(range(1, 3 * players), min(commands, 3 * players - 1)))
    while True:
        expectation = session.expectation
        who = expectation.asked
        if who is None or (expectation.phase == "category" and acts > 0):
            break
        if due and acts >= due[0]:
            due.pop(0)
            lines.append(f"{who}: {book.sample(rng.choice(COMMANDS), {}, rng)}")
        move, words = _choose(rng, expectation, who, right, bets, cards, deck, game, session, book)
        result = session.move(move, 0.0)
        if isinstance(result, Refusal):
            raise AssertionError(f"the sampled move {move} was refused: {result.code}")
        early = rng.random() < impatient
        lines.append(f"-{EARLY_S} {who}: {words}" if early else f"{who}: {words}")
        acts += 1
    outcome = game.outcome(session.state)
    front = {
        "game": "iknow",
        "language": language,
        "seats": list(seats),
        "seed": seed,
        "setup": setup,
        "expect": {"points": outcome["points"]},
    }
    return parse(written(front, lines), f"seed-{seed}.guion")


def _seats(rng: random.Random, language: str, players: int) -> tuple[str, ...]:
    first, second = (rng.sample(names, len(names)) for names in NAMES[language])
    return tuple((first if i % 2 == 0 else second)[i // 2] for i in range(players))


def _one_card_each(rng: random.Random, deck: Sequence[QuizCard]) -> list[QuizCard]:
    chosen = []
    for category in ("people", "world", "works", "events"):
        chosen.append(rng.choice([card for card in deck if card.category == category]))
    return chosen


def _choose(
    rng: random.Random,
    expectation: Expectation,
    who: str,
    right: set[str],
    bets: list[bool],
    cards: Sequence[QuizCard],
    deck: dict[str, QuizCard],
    game: Iknow,
    session: Session[Any],
    book: Phrasebook,
) -> tuple[Move, str]:
    """Return a legal move of `who` and the words for it."""
    options = {option.act: option for option in expectation.options}
    if expectation.phase == "category":
        category = rng.choice(options["category"].slots["category"])
        args: dict[str, Any] = {"category": category}
        return Move("category", who, args), book.sample("category", args, rng)
    if expectation.phase == "place":
        levels = [o.slots["level"] for o in expectation.options if set(o.slots) == {"level"}]
        args = {"level": rng.choice(levels[0])}
        return Move("place", who, args), book.sample("place", args, rng)
    if expectation.phase == "bet":
        return _bet(rng, expectation, who, right, bets, session, book)
    category = game.outcome(session.state)["category"]
    card = next(c for c in cards if c.category == category)
    others = [
        c
        for c in deck.values()
        if c.category == category
        and c.id != card.id
        and judge_by_card(c.answer, card, book.language).verdict == "wrong"
    ]
    # Forms of other languages («Things Fall Apart») are not for a Spanish voice to say.
    forms = [form for form in card.accept if _alike(form, card.answer, book.language)]
    said = rng.choice([card.answer, *forms]) if who in right else rng.choice(others).answer
    lead = rng.choice(LEADS[book.language])
    words = f"{lead}{said}"
    judged = "right" if who in right else "wrong"
    return Move("answer", who, {"said": said, "verdict": judged}), words


def _alike(form: str, answer: str, language: str) -> bool:
    return similarity(key(form, language), key(answer, language)) >= 50


LEADS = {
    "es": ("", "Es ", "Creo que es ", "Yo digo "),
    "en": ("", "It is ", "I think it is ", "I say "),
}
"""What people put in front of an answer."""


def _bet(
    rng: random.Random,
    expectation: Expectation,
    who: str,
    right: set[str],
    bets: list[bool],
    session: Session[Any],
    book: Phrasebook,
) -> tuple[Move, str]:
    """Return a bet; the first one wins and the second one loses where that is possible."""
    pairs: list[tuple[str, str]] = []
    for option in expectation.options:
        if option.act == "bet":
            pairs += [(t, s) for t in option.slots["target"] for s in option.slots["sign"]]
    legal = []
    for target, sign in dict.fromkeys(pairs):
        move = Move("bet", who, {"target": target, "sign": sign})
        if not isinstance(session.game.decide(session.state, move, _NoLuck()), Refusal):
            legal.append(move)
    wanted = len(bets) == 0 if len(bets) < 2 else rng.random() < 0.5
    fitting = [m for m in legal if _wins(m, right) == wanted] or legal
    move = rng.choice(fitting)
    bets.append(_wins(move, right))
    return move, book.sample("bet", dict(move.args), rng)


def _wins(move: Move, right: set[str]) -> bool:
    return bool((move.args["target"] in right) == (move.args["sign"] == "+"))


class _NoLuck:
    """Bets need no luck; a game that asked for some here would be wrong."""

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return the items as they are."""
        return list(items)
