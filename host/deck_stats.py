"""How a Sapiencia deck plays: whole games by random players and by greedy ones.

The engine's rules are slow for this (every event is journaled), so the course of a game with
known hands is written here once more, lean, for the two presets. A test plays the same seeds
through the engine and compares winners, rounds, draws and calls.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from host.engine.game import Chance
from host.games.sapiencia_rules import (
    CATEGORIES,
    CRITERIA,
    HAND,
    MOST_DRAWN,
    SapienciaCard,
    SapienciaRules,
)

PRESETS: tuple[str, ...] = ("written", "brisk")
PLAYERS: tuple[str, ...] = ("random", "greedy", "sharp")

ROUNDS_ASKED = (5, 25)
"""A lively game has from so many rounds to so many."""


@dataclass(frozen=True, slots=True)
class Talk:
    """What a talker says: card, category, the value that is required, and criterion."""

    card: int
    category: str
    value: str
    criterion: str


class Player(Protocol):
    """Chooses for every seat. Cards are places in the deck; hands come in that order."""

    def talk(self, hand: Sequence[int]) -> Talk:
        """Choose what to play as the talker."""
        ...

    def follow(self, fitting: Sequence[int], criterion: str) -> int:
        """Choose one of the cards that fit."""
        ...


class RandomPlayer:
    """Anything that is allowed, each with the same chance."""

    def __init__(self, deck: Sequence[SapienciaCard], luck: random.Random) -> None:
        self._deck, self._luck = deck, luck

    def talk(self, hand: Sequence[int]) -> Talk:
        """Choose a card, a category that it has, one of its values, and a criterion it has."""
        place = self._luck.choice(hand)
        card = self._deck[place]
        category = self._luck.choice([c for c in CATEGORIES if card.values(c)])
        value = self._luck.choice(card.values(category))
        criterion = self._luck.choice([c for c in CRITERIA if card.score(c) is not None])
        return Talk(place, category, value, criterion)

    def follow(self, fitting: Sequence[int], criterion: str) -> int:
        """Choose any."""
        return self._luck.choice(fitting)


class GreedyPlayer:
    """Talks with the rarest value of the hand and its best criterion; follows with the highest.

    The best criterion is the one in which the fewest cards of the whole deck are higher. A
    `sharp` player counts only the cards that have the value, and prefers few equal ones: more
    than anybody at a table could know by heart.
    """

    def __init__(self, deck: Sequence[SapienciaCard], *, sharp: bool = False) -> None:
        self._deck = deck
        sharing: dict[tuple[str, str], list[int]] = {}
        for place, card in enumerate(deck):
            for category in CATEGORIES:
                for value in card.values(category):
                    sharing.setdefault((category, value), []).append(place)
        self._best: list[tuple[tuple[int, int, int], Talk]] = []
        for place, card in enumerate(deck):
            choices = []
            for category in CATEGORIES:
                for value in card.values(category):
                    group = sharing[category, value]
                    for at, criterion in enumerate(CRITERIA):
                        own = card.score(criterion)
                        if own is None:
                            continue
                        against = group if sharp else range(len(deck))
                        scores = [deck[i].score(criterion) or 0 for i in against]
                        higher = sum(score > own for score in scores)
                        equal = scores.count(own) if sharp else at
                        talk = Talk(place, category, value, criterion)
                        choices.append(((len(group), higher, equal), talk))
            self._best.append(min(choices, key=lambda choice: choice[0]))

    def talk(self, hand: Sequence[int]) -> Talk:
        """Choose the rarest value in the hand."""
        return min((self._best[place] for place in hand), key=lambda best: best[0])[1]

    def follow(self, fitting: Sequence[int], criterion: str) -> int:
        """Choose the highest."""
        return max(fitting, key=lambda place: self._deck[place].score(criterion) or 0)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: winners (seats from 0), whether by going out, rounds, cards drawn, calls due."""

    winners: tuple[int, ...]
    out: bool
    rounds: int
    drawn: int
    calls: int


def play(
    deck: Sequence[SapienciaCard],
    rules: SapienciaRules,
    seats: int,
    player: Player,
    chance: Chance,
) -> Played:
    """Play a game with known hands in which every call is made in time.

    Of the house rules it knows `drawn`, `talker_repeats` and `end_after`; the others are as
    written.
    """
    return _Table(deck, rules, seats, player, chance).play()


class _Table:
    """A game in progress."""

    def __init__(
        self,
        deck: Sequence[SapienciaCard],
        rules: SapienciaRules,
        seats: int,
        player: Player,
        chance: Chance,
    ) -> None:
        self.cards, self.rules, self.player, self.chance = deck, rules, player, chance
        self.pile: list[int] = chance.shuffled(range(len(deck)))
        self.hands: list[set[int]] = []
        for _ in range(seats):
            self.hands.append(set(self.pile[:HAND]))
            self.pile = self.pile[HAND:]
        self.pile.reverse()  # The top is at the end, where taking is quick.
        self.discards: list[int] = []
        self.passes = self.rounds = self.drawn = self.calls = 0
        self.talker = 0

    def play(self) -> Played:
        while True:
            self.rounds += 1
            winner = self._round()
            if winner is not None:
                return Played((winner,), True, self.rounds, self.drawn, self.calls)
            if self.passes >= self.rules.end_after:  # SAP-21
                least = min(map(len, self.hands))
                fewest = tuple(i for i, hand in enumerate(self.hands) if len(hand) == least)
                return Played(fewest, False, self.rounds, self.drawn, self.calls)

    def _round(self) -> int | None:
        """Play a round; return who is out of cards (SAP-20)."""
        talk = self.player.talk(sorted(self.hands[self.talker]))
        bar = self.cards[talk.card].score(talk.criterion) or 0
        # Score and seat of what is shown, in order of play; the talker counts last (SAP-17).
        shown: list[tuple[int, int]] = []
        for step in range(1, len(self.hands)):
            seat = (self.talker + step) % len(self.hands)
            card = self._follow(seat, talk)
            if card is None:
                continue
            score = self.cards[card].score(talk.criterion) or 0
            shown.append((score, seat))
            if score >= bar and self._discard(seat, card):  # SAP-13
                return seat
        best = max((score for score, _ in shown), default=-1)
        if best <= bar and self._discard(self.talker, talk.card):  # SAP-15
            return self.talker
        if self.rules.talker_repeats:
            shown.append((bar, self.talker))
            best = max(best, bar)
        # D15: where nobody showed a card, the next in order.
        onward = (self.talker + 1) % len(self.hands)
        self.talker = next((seat for score, seat in shown if score == best), onward)
        return None

    def _discard(self, seat: int, card: int) -> bool:
        """Put a card away; tell whether its owner is out of cards."""
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.calls += len(self.hands[seat]) == 1
        return not self.hands[seat]

    def _follow(self, seat: int, talk: Talk) -> int | None:
        """Return the card that a follower shows, drawn if need be (SAP-10 to SAP-12)."""
        hand = self.hands[seat]
        fitting = [i for i in sorted(hand) if talk.value in self.cards[i].values(talk.category)]
        if fitting:
            return self.player.follow(fitting, talk.criterion)
        misfits: list[int] = []
        found = None
        while found is None and len(misfits) < MOST_DRAWN:
            card = self._take()
            if card is None:  # A10
                break
            if talk.value in self.cards[card].values(talk.category):
                found = card
                hand.add(card)
            else:
                misfits.append(card)
        if self.rules.drawn == "return":  # D14
            self.discards += misfits
        else:
            hand.update(misfits)
        return found

    def _take(self) -> int | None:
        """Take the top card; shuffle the discard pile in where the deck is empty (A9)."""
        if not self.pile:
            if not self.discards:
                return None
            self.pile = self.chance.shuffled(self.discards)
            self.pile.reverse()
            self.discards = []
        card = self.pile.pop()
        self.drawn += 1
        self.passes += not self.pile
        return card


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games had in common.

    Attributes:
        preset: the house rules.
        player: who played (`PLAYERS`).
        games: how many were played.
        rounds: fewest, 5th percentile, median, mean, 95th percentile and most.
        as_asked: share of games with a number of rounds within `ROUNDS_ASKED`.
        out: share of games won by going out.
        seats: share of games won by each seat, the first talker first; shared games in parts.
        shared: share of games with more than one winner (draws).
        drawn: cards drawn in a game, on average.
        calls: calls due in a game, on average.
    """

    preset: str
    player: str
    games: int
    rounds: Mapping[str, float]
    as_asked: float
    out: float
    seats: tuple[float, ...]
    shared: float
    drawn: float
    calls: float


class _Luck:
    """Shuffles by a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def shuffled(self, items: Sequence[int]) -> list[int]:
        mixed = list(items)
        self._random.shuffle(mixed)
        return mixed


def simulate(
    deck: Sequence[SapienciaCard], preset: str, player: str, games: int, seats: int, seed: int
) -> Tally:
    """Play `games` games and count; the same seed gives the same games."""
    rules = SapienciaRules.from_dict({"preset": preset, "hands": "known"})
    name = f"{preset} {player} {seed}"
    who: Player
    if player == "random":
        who = RandomPlayer(deck, random.Random(f"{name} choices"))
    else:
        who = GreedyPlayer(deck, sharp=player == "sharp")
    luck = _Luck(name)
    played = [play(deck, rules, seats, who, luck) for _ in range(games)]
    lengths = sorted(game.rounds for game in played)
    won: Counter[int] = Counter()
    parts = [0.0] * seats
    for game in played:
        won[len(game.winners)] += 1
        for seat in game.winners:
            parts[seat] += 1 / len(game.winners)
    least, most = ROUNDS_ASKED

    def at(share: float) -> int:
        return lengths[round(share * (games - 1))]

    return Tally(
        preset=preset,
        player=player,
        games=games,
        rounds={
            "least": lengths[0],
            "p05": at(0.05),
            "median": at(0.5),
            "mean": sum(lengths) / games,
            "p95": at(0.95),
            "most": lengths[-1],
        },
        as_asked=sum(least <= n <= most for n in lengths) / games,
        out=sum(game.out for game in played) / games,
        seats=tuple(part / games for part in parts),
        shared=1 - won[1] / games,
        drawn=sum(game.drawn for game in played) / games,
        calls=sum(game.calls for game in played) / games,
    )
