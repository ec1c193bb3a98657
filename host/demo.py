"""Synthetic evenings: a guion sampled from a seed, to be spoken and heard.

`sample_guion` plays a round against the rules and writes down what each player says, in
phrasings sampled from the phrasebook. It makes sure that somebody is right and somebody
wrong, and that one bet wins and one loses.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from host.decks import QuizCard, default_quiz_deck
from host.engine.game import Json, Move, Refusal, Seat
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.iknow import CardRef, Iknow, IknowRules, IknowState
from host.guion import Guion, parse
from host.guion_text import written
from host.telling.iknow_answers import judge_by_card
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

LEADS = {
    "es": ("", "Es ", "Creo que es ", "Yo digo "),
    "en": ("", "It is ", "I think it is ", "I say "),
}
"""What people put in front of an answer."""


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
    seats = sample_seats(rng, language, players)
    deck = default_quiz_deck(language)
    cards = _one_card_each(rng, deck)
    setup: dict[str, Json] = {"cards": [card.id for card in cards.values()]}
    known = tuple(CardRef(card.id, card.category) for card in deck)
    game = Iknow(seats, known, IknowRules(), setup)
    session: Session[IknowState] = Session(game, Journal(), seed=seed)
    session.begin({})
    right = frozenset(rng.sample(seats, rng.randint(1, players - 1)))
    table = _Round(rng, session, Phrasebook(language, "iknow"), deck, cards, right)
    front = {
        "game": "iknow",
        "language": language,
        "seats": list(seats),
        "seed": seed,
        "setup": setup,
    }
    lines = table.play(3 * players, commands, impatient)
    points = game.outcome(session.state)["points"]
    return parse(written({**front, "expect": {"points": points}}, lines), f"seed-{seed}.guion")


def sample_seats(rng: random.Random, language: str, players: int) -> tuple[Seat, ...]:
    """Return the names of so many synthetic players, from both lists in turn."""
    first, second = (rng.sample(names, len(names)) for names in NAMES[language])
    return tuple((first if i % 2 == 0 else second)[i // 2] for i in range(players))


def _one_card_each(rng: random.Random, deck: Sequence[QuizCard]) -> dict[str, QuizCard]:
    """Return one card of each category."""
    return {
        category: rng.choice([card for card in deck if card.category == category])
        for category in ("people", "world", "works", "events")
    }


@dataclass(slots=True)
class _Round:
    """One round: who sits there, what is on the cards, and who will be right.

    Attributes:
        rng: chooses what is done and how it is said.
        session: the game as it goes on.
        book: the ways to say a move.
        deck: every card, for wrong answers.
        cards: the card of each category.
        right: the seats that will be right.
        bets: for each bet so far, whether it will be won.
    """

    rng: random.Random
    session: Session[IknowState]
    book: Phrasebook
    deck: Sequence[QuizCard]
    cards: Mapping[str, QuizCard]
    right: frozenset[Seat]
    bets: list[bool] = field(default_factory=list)

    def play(self, most: int, commands: int, impatient: float) -> list[str]:
        """Play to the next choice of a category and return the lines of the guion.

        Args:
            most: the acts that there may be; commands come before one of them.
            commands: how many commands are thrown in.
            impatient: share of the lines that begin early.
        """
        lines: list[str] = []
        acts = 0
        due = sorted(self.rng.sample(range(1, most), min(commands, most - 1)))
        while (who := self.session.expectation.asked) is not None:
            if self.session.expectation.phase == "category" and acts > 0:
                break
            if due and acts >= due[0]:
                due.pop(0)
                lines.append(f"{who}: {self._words(self.rng.choice(COMMANDS))}")
            move, words = self._act(who)
            result = self.session.move(move, 0.0)
            if isinstance(result, Refusal):
                raise AssertionError(f"the sampled move {move} was refused: {result.code}")
            early = self.rng.random() < impatient
            lines.append(f"-{EARLY_S} {who}: {words}" if early else f"{who}: {words}")
            acts += 1
        return lines

    def _words(self, act: str, args: Mapping[str, Json] | None = None) -> str:
        return self.book.sample(act, dict(args or {}), self.rng)

    def _act(self, who: Seat) -> tuple[Move, str]:
        """Return a legal move of `who` and the words for it."""
        options = self.session.expectation.options
        match self.session.expectation.phase:
            case "category":
                slots = next(o.slots for o in options if o.act == "category")
                return self._spoken("category", who, category=self.rng.choice(slots["category"]))
            case "place":
                levels = next(o.slots["level"] for o in options if set(o.slots) == {"level"})
                return self._spoken("place", who, level=self.rng.choice(levels))
            case "bet":
                return self._bet(who)
        return self._answer(who)

    def _spoken(self, act: str, who: Seat, **args: Json) -> tuple[Move, str]:
        return Move(act, who, args), self._words(act, args)

    def _answer(self, who: Seat) -> tuple[Move, str]:
        """Return the right answer, or that of another card of the category."""
        card = self.cards[str(self.session.state.category)]
        language = self.book.language
        others = [
            c
            for c in self.deck
            if c.category == card.category
            and c.id != card.id
            and judge_by_card(c.answer, card, language).verdict == "wrong"
        ]
        # Forms of other languages («Things Fall Apart») are not for a Spanish voice to say.
        forms = [form for form in card.accept if _alike(form, card.answer, language)]
        right = who in self.right
        said = self.rng.choice([card.answer, *forms] if right else [c.answer for c in others])
        words = f"{self.rng.choice(LEADS[language])}{said}"
        verdict = "right" if right else "wrong"
        return Move("answer", who, {"said": said, "verdict": verdict}), words

    def _bet(self, who: Seat) -> tuple[Move, str]:
        """Return a bet; the first one wins and the second one loses where that is possible."""
        session = self.session
        pairs = [
            (target, sign)
            for option in session.expectation.options
            if option.act == "bet"
            for target in option.slots["target"]
            for sign in option.slots["sign"]
        ]
        moves = [Move("bet", who, {"target": t, "sign": s}) for t, s in dict.fromkeys(pairs)]
        legal = [m for m in moves if not isinstance(session.foresee(m), Refusal)]
        wanted = len(self.bets) == 0 if len(self.bets) < 2 else self.rng.random() < 0.5
        move = self.rng.choice([m for m in legal if self._wins(m) == wanted] or legal)
        self.bets.append(self._wins(move))
        return move, self._words("bet", move.args)

    def _wins(self, move: Move) -> bool:
        return (move.args["target"] in self.right) is (move.args["sign"] == "+")


def _alike(form: str, answer: str, language: str) -> bool:
    return similarity(key(form, language), key(answer, language)) >= 50
