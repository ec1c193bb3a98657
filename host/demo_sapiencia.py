"""Sampled tables of Sapiencia: a guion from a seed, in which three people fall to one card.

One of them calls in time, one over the host's voice, one forgets and draws three (SAP-18,
SAP-19, D10). Then somebody goes out (SAP-20), or the round just ends. What each says is sampled
from the phrasebook and from the names of the cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from host.demo import sample_seats
from host.engine.game import Json, Move, Refusal, Seat
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.sapiencia import CATEGORIES, CRITERIA, SapienciaCard, SapienciaState
from host.guion import Guion, parse
from host.guion_text import written
from host.mouth.lines import Lines
from host.opening import Order, open_box
from host.resources import decks_dir
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import Phrasebook

COMMANDS = ("cmd_bar", "cmd_turn", "cmd_deck", "cmd_score")
"""Commands that a synthetic player may throw in before a card of their own."""

EARLY_S = 0.4
"""How long before the end of the host's turn an impatient player begins, in seconds."""

OVER_S = (0.4, 0.9)
"""How long before the end of the host's turn a call over its voice begins, in seconds."""

IN_TIME_S = (0.6, 3.2)
"""How long after the host's turn a call in time begins, in seconds; the limit is five (A15)."""

FORGOTTEN_S = 7.0
"""Quiet while a call is forgotten: the window, and the time until that is proven, in seconds."""

IN_TIME, OVER, FORGETS = "in_time", "over", "forgets"

CALLS: Mapping[str, tuple[str, ...]] = {
    "es": ("¡Sapiencia!", "¡Sapiencia, sapiencia!"),
    "en": ("Sapiencia!", "Sapiencia, sapiencia!"),
}

INLINE: Sequence[Mapping[str, Json]] = tuple(
    {"id": name.split()[-1].lower(), "name": name, "country": country, "contributions": stars}
    for name, country, stars in (
        ("Ada Lovelace", "England", 4),
        ("Isaac Newton", "England", 5),
        ("Alan Turing", "England", 5),
        ("Rosalind Franklin", "England", 4),
        ("Michael Faraday", "England", 4),
        ("Charles Darwin", "England", 5),
        ("Mary Anning", "England", 3),
        ("Edward Jenner", "England", 4),
    )
)
"""Cards for a language without a deck of its own."""

MOST_TRIES = 400
"""Cards, categories and phrasings that are tried before the seed is given up."""


@dataclass
class _Sample:
    """A table being sampled: the game that is played, and the lines that were said."""

    rng: random.Random
    language: str
    book: Phrasebook
    reader: Interpreter
    session: Session[SapienciaState]
    cards: Mapping[str, SapienciaCard]
    forms: Mapping[Json, tuple[str, ...]]
    commands: int
    impatient: float
    lines: list[str] = field(default_factory=list)

    @property
    def state(self) -> SapienciaState:
        """The state of the table."""
        state: SapienciaState = self.session.state
        return state

    def move(self, act: str, who: Seat, args: Mapping[str, Json]) -> None:
        """Make a move that must count."""
        result = self.session.move(Move(act, who, args), 0.0)
        if isinstance(result, Refusal):
            raise AssertionError(f"the sampled move {act} {dict(args)} was refused: {result.code}")

    def say(self, who: Seat, words: str, when: str = "") -> None:
        """Write a line down."""
        if not when and self.rng.random() < self.impatient:
            when = f"-{EARLY_S} "
        self.lines.append(f"{when}{who}: {words}")

    def understood(self, words: str, act: str, args: Mapping[str, Json]) -> bool:
        """Tell whether words are taken for that move, and for nothing else, at this moment."""
        reading = self.reader.interpret(words, self.session.expectation)
        return (
            isinstance(reading, Meant)
            and len(reading.acts) == 1
            and reading.acts[0].act == act
            and dict(reading.acts[0].args) == dict(args)
        )

    def name(self, card: str) -> str:
        """Return one of the names of a card, not its number."""
        names = [n for n in self.forms[card] if not any(c.isdigit() for c in n)]
        return self.rng.choice(names[:2])

    def throw_in(self, who: Seat) -> None:
        """Let somebody ask the host something, if a question is due."""
        if self.commands and self.rng.random() < 0.5:
            self.commands -= 1
            self.say(who, self.book.sample(self.rng.choice(COMMANDS), {}, self.rng))

    def talk(self, who: Seat, card: str, category: str, criterion: str) -> None:
        """Let the talker name card, category and criterion, in one breath or in three."""
        parts: list[tuple[str, dict[str, Json]]] = [
            (self.name(card), {"card": card}),
            (self.book.sample("talk", {"category": category}, self.rng), {"category": category}),
            (
                self.book.sample("talk", {"criterion": criterion}, self.rng),
                {"criterion": criterion},
            ),
        ]
        whole = {"card": card, "category": category, "criterion": criterion}
        order = self.rng.choice([parts, [parts[0], parts[2], parts[1]]])
        words = ", ".join(text for text, _ in order)
        if self.rng.random() < 0.7 and self.understood(words, "talk", whole):
            self.say(who, words)
            self.move("talk", who, whole)
            return
        for text, args in parts:
            if not self.understood(text, "talk", args):
                text = self.book.say("talk", args)
            self.say(who, text)
            self.move("talk", who, args)

    def play(self, who: Seat, card: str, when: str = "", call: str = "") -> None:
        """Let somebody play a card, perhaps with the call in the same breath (A14)."""
        ways = [
            self.book.sample("play", {"card": card}, self.rng).replace(self.forms[card][0], name)
            for name in (self.name(card), self.forms[card][0])
        ]
        words = next((w for w in ways if self.understood(w, "play", {"card": card})), ways[-1])
        self.say(who, f"{words}, {call}" if call else words, when)
        self.move("play", who, {"card": card})

    def draw_in_vain(self, who: Seat) -> None:
        """Let somebody have no such card, draw three and pass (SAP-12)."""
        self.say(who, self.book.sample("none", {}, self.rng))
        self.move("none", who, {})
        self.say(who, self.book.sample("draw", {"count": 3}, self.rng))
        self.move("draw", who, {"count": 3})

    def fall(self, who: Seat, role: str, card: str | None) -> None:
        """Let somebody fall to one card, in one of the three ways.

        Args:
            card: what they play; None for the talker, who falls at the settlement (A16).
        """
        call = self.rng.choice(CALLS[self.language])
        breath = role == IN_TIME and card is not None and self.rng.random() < 0.3
        if card is not None:
            self.throw_in(who)
            self.play(who, card, call=call if breath else "")
        self.settle()
        owed = self.state.owed
        assert owed is not None
        assert owed.seat == who
        if role == FORGETS:
            self.lines.append(f"[silence {FORGOTTEN_S:g}]")
            self.move("call_missed", who, {"id": owed.id, "onset": None, "deadline": 0.0})
        else:
            if role == OVER:
                self.say(who, call, f"-{self.rng.uniform(*OVER_S):.2f} ")
            elif not breath:
                self.say(who, call, f"+{self.rng.uniform(*IN_TIME_S):.1f} ")
            self.move("call_made", who, {"id": owed.id, "onset": 0.0})
        self.settle()

    def settle(self) -> None:
        """Let the table settle what waited for a window, if none is open (D10)."""
        if self.state.phase == "settle" and self.state.owed is None:
            self.move("settle", "", {})


def sample_guion(
    seed: int, language: str = "es", *, players: int = 4, commands: int = 1, impatient: float = 0.0
) -> Guion:
    """Return a table of Sapiencia as a guion, the same for the same seed.

    Args:
        seed: chooses names, cards, phrasings, and who calls how.
        language: ``es`` or ``en``.
        players: seats at the table, 3 to 8; with three the talker is one of those who fall.
        commands: how many commands are thrown in at most.
        impatient: share of the cards that are named before the host has ended, 0 to 1.

    Raises:
        ValueError: there are too few or too many players.
    """
    if not 3 <= players <= 8:
        raise ValueError(f"players: {players}; a sampled table of Sapiencia has 3 to 8.")
    rng = random.Random(seed)
    seats = sample_seats(rng, language, players)
    talker, others = seats[0], seats[1:]
    roles = dict(zip(rng.sample(others, min(3, len(others))), _roles(rng), strict=False))
    if len(others) < 3:
        roles[talker] = next(r for r in (IN_TIME, OVER, FORGETS) if r not in roles.values())
    deck = _deck(language)
    setup: dict[str, Json] = {
        "counts": {seat: 2 if seat in roles else 3 for seat in seats},
        "talker": talker,
        **({} if deck else {"cards": [dict(row) for row in INLINE], "deck": 30}),
    }
    lines = Lines(language)
    opened = open_box("sapiencia", Order(seats, {}, setup, language, f"seed {seed}", (), lines))
    session: Session[SapienciaState] = Session(opened.game, Journal(), seed=seed)
    session.begin({})
    book = Phrasebook(language, "sapiencia", opened.words)
    cards = deck or {str(row["id"]): SapienciaCard.from_dict(row) for row in INLINE}
    sample = _Sample(
        rng,
        language,
        book,
        Interpreter(book, seats),
        session,
        cards,
        opened.words["card"],
        commands,
        impatient,
    )
    _first_round(sample, talker, others, roles)
    _last_round(sample)
    outcome = opened.game.outcome(session.state)
    front = {
        "game": "sapiencia",
        "language": language,
        "seats": list(seats),
        "seed": seed,
        "setup": setup,
        "expect": {key: outcome[key] for key in ("counts", "penalties", "winners")},
    }
    return parse(written(front, sample.lines), f"seed-{seed}.guion")


def _deck(language: str) -> dict[str, SapienciaCard]:
    """Return the deck of a language by id; empty if it has none."""
    path = decks_dir() / "sapiencia" / f"{language}.yaml"
    if not path.is_file():
        return {}
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {str(row["id"]): SapienciaCard.from_dict(row) for row in rows}


def _roles(rng: random.Random) -> list[str]:
    return rng.sample([IN_TIME, OVER, FORGETS], 3)


def _first_round(
    sample: _Sample, talker: Seat, others: Sequence[Seat], roles: Mapping[Seat, str]
) -> None:
    """Play the round in which three people fall to one card."""
    # With a talker who falls too nobody may be higher (SAP-15).
    card, category, criterion, cards = _choose(sample, len(others), talker in roles)
    sample.talk(talker, card, category, criterion)
    for who in others:
        if who in roles:
            sample.fall(who, roles[who], cards.pop())
        else:
            sample.throw_in(who)
            sample.draw_in_vain(who)
    if talker in roles:
        sample.fall(talker, roles[talker], None)
    sample.settle()


def _last_round(sample: _Sample) -> None:
    """Play until somebody is out of cards, or until the round is over (SAP-20)."""
    talker = sample.state.talker
    order = sample.reader.seats
    at = order.index(talker)
    others = [*order[at + 1 :], *order[:at]]
    out = [s for s in others if sample.state.counts[s] == 1]
    card, category, criterion, cards = _choose(sample, len(others), False)
    sample.talk(talker, card, category, criterion)
    for who in others:
        if out and who == out[0]:
            sample.play(who, cards.pop())
            return
        sample.throw_in(who)
        sample.draw_in_vain(who)
    sample.settle()


def _choose(sample: _Sample, needed: int, level: bool) -> tuple[str, str, str, list[str]]:
    """Return the talker's card, what it is compared in, and cards that reach it.

    Args:
        needed: at least so many cards besides the talker's.
        level: True if none of them may be higher.
    """
    rng, gone = sample.rng, sample.state.out_of_play
    cards = {i: c for i, c in sample.cards.items() if i not in gone}
    for _ in range(MOST_TRIES):
        card = rng.choice(sorted(cards))
        category, criterion = rng.choice(CATEGORIES), rng.choice(CRITERIA)
        values, bar = cards[card].values(category), cards[card].score(criterion)
        if len(values) != 1 or bar is None:
            continue
        reach = [
            i
            for i, other in cards.items()
            if i != card
            and values[0] in other.values(category)
            and (score := other.score(criterion)) is not None
            and (score == bar if level else score >= bar)
        ]
        if len(reach) >= needed:
            return card, category, criterion, rng.sample(reach, needed)
    raise AssertionError("no card of the deck is reached by enough others")
