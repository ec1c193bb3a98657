"""Synthetic evenings of Wizard: a guion sampled from a seed, to be spoken and heard.

`sample_guion` deals from a seeded pack, lets four people bid and play sensibly, and writes
down what they would say at the depth of keeping that the table chose (D30). `whole_guion` is
a game of all rounds, and `spoken_seconds` tells how long a table would talk over one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from host.demo import EARLY_S, sample_seats
from host.engine.game import Json, Move, Refusal, Seat
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.wizard import Wizard, WizardRules
from host.games.wizard_cards import NO_TRUMP, PACK_SIZE, RANKS, SUITS, Card, legal, pack
from host.games.wizard_cards import suit_led as led_by
from host.games.wizard_cards import winner as taker_of
from host.games.wizard_state import WizardState
from host.guion import Guion, parse
from host.guion_text import written
from host.mouth.silent import spoken_seconds as line_seconds
from host.rehearsal import Result
from host.telling.wizard_words import CardWords
from host.understanding.phrasebook import Phrasebook

KEEPS = ("tricks", "score", "cards")
"""The depths of keeping, the default one first (D30)."""

COMMANDS = ("cmd_score", "cmd_turn", "cmd_bids", "cmd_tricks", "cmd_dealer", "cmd_round")
"""Commands that a synthetic player may throw in at every depth."""

COMMANDS_OF_CARDS = ("cmd_trump", "cmd_played", "cmd_winning")
"""Those that have an answer only where every card is kept."""

RANK_ALONE = 0.3
"""Share of the cards of the suit led that are told by their rank alone (D30)."""

ASKED_BACK_FROM = 10
"""Bids from here on are confirmed, so whoever makes one also says yes (rules 4.1)."""

YES = {"es": "sí", "en": "yes"}

WHOLE_SEEDS = {"tricks": 11, "score": 12, "cards": 13}
"""The seeds of the whole games that stand among the tests."""

TURN_S = 1.0
"""What a turn costs besides the words: drawing breath, looking at the cards; in seconds."""

CLUMSY = {"es": ("el sota", "el reina"), "en": ()}
"""What comes of one template for all ranks and nobody says."""

_ATTEMPTS = 200


def sample_guion(
    seed: int,
    language: str = "es",
    *,
    players: int = 4,
    rounds: Sequence[int] = (1, 2, 3),
    keep: str = "cards",
    commands: int = 2,
    impatient: float = 0.0,
) -> Guion:
    """Return some rounds of Wizard as a guion, the same for the same seed.

    Some bids are made and some are missed, wherever there is more than one bid to make.
    The deal and the play depend on the seed alone, the words on the phrasebook too.

    Args:
        seed: chooses names, deal, bids, play and phrasings.
        language: ``es`` or ``en``.
        players: seats at the table, 3 to 6.
        rounds: the numbers of the rounds, one after the other (WIZ-3).
        keep: ``tricks``, ``score`` or ``cards`` (D30).
        commands: how many commands are thrown in.
        impatient: share of the lines that begin before the host has ended, 0 to 1.

    Raises:
        ValueError: the rounds do not follow one another, or `keep`, `players` or `rounds`
            is outside what can be played.
    """
    if not rounds or list(rounds) != list(range(rounds[0], rounds[-1] + 1)):
        raise ValueError(f"rounds: {list(rounds)}; each has to be one more than the one before.")
    if keep not in KEEPS:
        raise ValueError(f"keep: {keep!r}; allowed are {', '.join(KEEPS)}.")
    if not 3 <= players <= 6:
        raise ValueError(f"players: {players}; allowed are 3 to 6.")
    for attempt in range(_ATTEMPTS):
        evening = _Evening.of(seed, attempt, language, players, (rounds[0], rounds[-1]), keep)
        evening.play(commands, impatient)
        if {True, False} <= evening.made:
            break
    front = {
        "game": "wizard",
        "language": language,
        "seats": list(evening.game.seats),
        "seed": seed,
        "rules": {"keep": keep, "rounds": rounds[-1]},
        "setup": evening.setup,
        "expect": evening.expected(),
    }
    return parse(written(front, evening.lines), f"wizard-{keep}-{seed}.guion")


def whole_guion(keep: str, language: str = "es", *, seed: int | None = None) -> Guion:
    """Return a game of four players over all fifteen rounds (WIZ-18).

    Args:
        keep: ``tricks``, ``score`` or ``cards`` (D30).
        language: ``es`` or ``en``.
        seed: without it, the one with which the game among the tests was made.

    Raises:
        ValueError: `keep` is none of the three.
    """
    if keep not in KEEPS:
        raise ValueError(f"keep: {keep!r}; allowed are {', '.join(KEEPS)}.")
    chosen = WHOLE_SEEDS[keep] if seed is None else seed
    rounds = range(1, PACK_SIZE // 4 + 1)
    return sample_guion(chosen, language, rounds=rounds, keep=keep, commands=len(rounds))


def spoken_seconds(result: Result) -> float:
    """Return how long the table talked, in seconds.

    That is every line of the host and of the players at fifteen characters a second, the
    host's short sounds as long as they are, and `TURN_S` for each line of a player.
    """
    host = sum(sound.seconds for _, sound in result.said)
    return host + sum(line_seconds(line.words) + TURN_S for line in result.spoken)


def _line(who: str, words: str, early: bool) -> str:
    return f"-{EARLY_S} {who}: {words}" if early else f"{who}: {words}"


@dataclass(slots=True)
class _Evening:
    """One evening: the pack in people's hands, the game that keeps it, what has been said."""

    luck: random.Random
    talk: random.Random
    language: str
    game: Wizard
    setup: dict[str, Json]
    session: Session[WizardState]
    book: Phrasebook
    lines: list[str] = field(default_factory=list)
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    turned: Card | None = None
    trump: str = NO_TRUMP
    dealt: int = 0
    taken: dict[Seat, int] = field(default_factory=dict)
    leader: Seat = ""
    made: set[bool] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        seed: int,
        attempt: int,
        language: str,
        players: int,
        rounds: tuple[int, int],
        keep: str,
    ) -> _Evening:
        """Seat the players; two attempts of a seed differ in all but names and phrasings."""
        names = random.Random(seed)
        # A stream of its own: other phrasings must not change the deal.
        luck, talk = random.Random(f"{seed} deal {attempt}"), random.Random(f"{seed} words")
        seats = sample_seats(names, language, players)
        setup: dict[str, Json] = {}
        if rounds[0] > 1:
            setup = {"dealer": names.choice(seats), "round": rounds[0]}
        rules = WizardRules.from_dict({"keep": keep, "rounds": rounds[1]})
        game = Wizard(seats, rules, setup)
        session: Session[WizardState] = Session(game, Journal(), seed=seed)
        book = Phrasebook(language, "wizard", CardWords.load(language, rules.pack).spoken())
        return cls(luck, talk, language, game, setup, session, book)

    def expected(self) -> dict[str, Json]:
        """Return what the guion expects at its end."""
        state = self.session.state
        points = {seat: state.points[seat] for seat in self.game.seats}
        return {"points": points, "winners": list(state.winners), "finished": True}

    # ------------------------------------------------------------------ the evening

    def play(self, commands: int, impatient: float) -> None:
        """Play to the end and write down what is said."""
        self.session.begin({})
        while self.session.state.phase != "over":
            if self.session.state.round > self.dealt:
                self._deal()
            move, words = _MOVES[self.session.state.phase](self)
            self._say(move.who, words, early=self.talk.random() < impatient)
            if move.act == "bid" and move.args["n"] >= ASKED_BACK_FROM:
                self._say(move.who, YES[self.language])
            result = self.session.move(move, 0.0)
            if isinstance(result, Refusal):
                raise AssertionError(f"the sampled move {move} was refused: {result.code}")
            for event in result:
                if event.kind == "scored":
                    self.made |= {row["bid"] == row["taken"] for row in event["rows"]}
        self._throw_in(commands)

    def _say(self, who: Seat, words: str, *, early: bool = False) -> None:
        self.lines.append(_line(who, words, early))

    def _throw_in(self, commands: int) -> None:
        """Put commands before some of the acts, said by who is about to act."""
        known = COMMANDS + (COMMANDS_OF_CARDS if self.game.rules.keep == "cards" else ())
        yes = f": {YES[self.language]}"
        # Nobody asks before the dealer is named, or instead of a yes.
        places = [at for at in range(2, len(self.lines)) if not self.lines[at].endswith(yes)]
        for at in sorted(self.talk.sample(places, min(commands, len(places))), reverse=True):
            who = self.lines[at].partition(":")[0].split()[-1]
            words = self.book.sample(self.talk.choice(known), {}, self.talk)
            self.lines.insert(at, _line(who, words, False))

    # ------------------------------------------------------------------ the pack

    def _deal(self) -> None:
        """Shuffle all sixty and deal; turn the next one if there is one (WIZ-3, WIZ-7)."""
        state = self.session.state
        cards = self.luck.sample(pack(self.game.rules.pack), PACK_SIZE)
        for at, seat in enumerate(self.game.seats):
            self.hands[seat] = cards[at * state.round : (at + 1) * state.round]
        rest = cards[len(self.game.seats) * state.round :]
        self.turned = (
            rest[0] if self.game.rules.has_trump(len(self.game.seats), state.round) else None
        )
        self.trump = NO_TRUMP
        if self.turned is not None and not self.turned.is_jester:
            self.trump = self.turned.suit if self.turned.is_suited else self._best_suit(state)
        self.dealt = state.round
        self.taken = dict.fromkeys(self.game.seats, 0)
        self.leader = state.leader or self.game.seats[0]

    def _best_suit(self, state: WizardState) -> str:
        """Return the dealer's longest suit, the higher one of two (WIZ-6)."""
        assert state.dealer is not None
        hand = self.hands[state.dealer]

        def weight(suit: str) -> tuple[int, int]:
            heights = [card.height for card in hand if card.suit == suit]
            return len(heights), sum(heights)

        return max(SUITS[self.game.rules.pack], key=weight)

    def _strength(self, card: Card) -> int:
        if not card.is_suited:
            return 100 if card.is_wizard else 0
        return card.height + (20 if card.suit == self.trump else 0)

    def _worth(self, card: Card) -> float:
        """Return about how often a card takes a trick, 0 to 1."""
        if not card.is_suited:
            return 0.95 if card.is_wizard else 0.0
        if card.suit == self.trump:
            return min(0.9, 0.2 + 0.055 * card.height)
        return max(0.0, 0.15 * (card.height - 9))

    def _choose(self, seat: Seat, table: Sequence[Card], bid: int) -> Card:
        """Return a legal card: one that wins while tricks are wanted, else one that does not."""
        held = legal(self.hands[seat], table)
        cards = sorted(held, key=lambda card: (self._strength(card), card.code))
        winning = [c for c in cards if taker_of([*table, c], self.trump) == len(table)]
        losing = [c for c in cards if c not in winning]
        last = len(table) == len(self.game.seats) - 1
        if self.taken[seat] < bid:
            if not winning:
                return cards[0]
            return winning[0] if last else winning[-1]
        return losing[-1] if losing else cards[0]

    def _trick(self, bids: Callable[[Seat], int]) -> Seat:
        """Play a trick that nobody speaks of; return who takes it."""
        at = self.game.seats.index(self.leader)
        order = self.game.seats[at:] + self.game.seats[:at]
        table: list[Card] = []
        for seat in order:
            table.append(card := self._choose(seat, table, bids(seat)))
            self.hands[seat].remove(card)
        self.leader = order[taker_of(table, self.trump)]
        self.taken[self.leader] += 1
        return self.leader

    # ------------------------------------------------------------------ what is said

    def _made_of(self, act: str, who: Seat, args: dict[str, Json]) -> tuple[Move, str]:
        words = self.book.sample(act, args, self.talk)
        if words.startswith(CLUMSY[self.language]):
            words = words.partition(" ")[2]
        return Move(act, who, args), words

    def _asked(self) -> Seat:
        asked = self.session.expectation.asked
        assert asked is not None
        return asked

    def say_dealer(self) -> tuple[Move, str]:
        """Somebody names the dealer, which replaces the draw (D30)."""
        dealer = self.luck.choice(self.game.seats)
        return self._made_of("dealer", self.luck.choice(self.game.seats), {"seat": dealer})

    def say_turned(self) -> tuple[Move, str]:
        """The dealer tells the card that was turned up (WIZ-4)."""
        assert self.turned is not None
        return self._made_of("turned", self._asked(), {"card": self.turned.kind})

    def say_suit(self) -> tuple[Move, str]:
        """The dealer chooses the trump behind a Wizard (WIZ-6)."""
        return self._made_of("suit", self._asked(), {"suit": self.trump})

    def say_bid(self) -> tuple[Move, str]:
        """The one who is asked bids by the worth of the hand, and is sometimes wrong (WIZ-8)."""
        seat = self._asked()
        worth = sum(map(self._worth, self.hands[seat])) + self.luck.gauss(0.0, 0.4)
        n = min(self.session.state.round, max(0, round(worth)))
        return self._made_of("bid", seat, {"n": n})

    def say_card(self) -> tuple[Move, str]:
        """The one whose turn it is plays a card; its rank alone is of the suit led (D30)."""
        seat, state = self._asked(), self.session.state
        if not state.table:
            self.taken = dict(state.tricks)
        card = self._choose(seat, state.on_table, state.bids[seat])
        self.hands[seat].remove(card)
        rank = RANKS[self.game.rules.pack][card.height - 1] if card.is_suited else ""
        of_led = card.is_suited and card.suit == led_by(state.on_table)
        if of_led and self.talk.random() < RANK_ALONE:
            return self._made_of("play", seat, {"rank": rank})
        return self._made_of("play", seat, {"card": card.kind})

    def say_trick(self) -> tuple[Move, str]:
        """Whoever looks first names the one who took the trick."""
        bids = self.session.state.bids
        who = self.luck.choice(self.game.seats)
        return self._made_of("trick", who, {"seat": self._trick(bids.__getitem__)})

    def say_taken(self) -> tuple[Move, str]:
        """The round has been played; one after the other tells the number of tricks."""
        state = self.session.state
        while sum(self.taken.values()) < state.round:
            self._trick(state.bids.__getitem__)
        left_of_dealer = self.game.seats.index(state.dealer or self.game.seats[-1]) + 1
        first = self.game.seats[left_of_dealer % len(self.game.seats)]
        seat = self.session.expectation.asked or first
        return self._made_of("taken", seat, {"n": self.taken[seat]})


_MOVES: dict[str, Callable[[_Evening], tuple[Move, str]]] = {
    "dealer": _Evening.say_dealer,
    "turned": _Evening.say_turned,
    "suit": _Evening.say_suit,
    "bid": _Evening.say_bid,
    "play": _Evening.say_card,
    "trick": _Evening.say_trick,
    "taken": _Evening.say_taken,
}
