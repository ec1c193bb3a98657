"""A slow second reading of the rules of Wizard, played against the game with random moves.

The model below is written from the rules' text alone: a pack of printed cards, a list of what
lies on the table, and piles in front of the players. It shares no code with the game.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from host.engine.game import Event, Move, Refusal, fold
from host.engine.journal import Journal, read
from host.engine.session import Dice, Session
from host.games.wizard import Wizard, WizardRules, WizardState

NAMES = ("Ana", "Berta", "Carlos", "Diego", "Elena", "Félix", "Gema", "Hugo")
GAMES = int(os.environ.get("TERTULIA_MODEL_GAMES", "1000"))
"""Games played with each number of seats."""

ROWS = {
    "french": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
    "colours": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"],
}
LETTERS = {"french": "tdcp", "colours": "rygb"}


class SlowPack:
    """How cards of one pack compare."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.row = ROWS[kind]
        self.all = [f"W{n}" for n in "1234"] + [f"B{n}" for n in "1234"]
        for letter in LETTERS[kind]:
            for rank in self.row:
                self.all.append(rank + letter if kind == "french" else letter + rank)

    def suit(self, card: str) -> str:
        if card[0] in "WB":
            return ""
        return card[-1] if self.kind == "french" else card[0]

    def rank(self, card: str) -> int:
        return self.row.index(card[:-1] if self.kind == "french" else card[1:])

    def beats(self, new: str, best: str, trump: str | None) -> bool:
        """Whether a card played later takes the trick from the best one so far."""
        if best[0] == "W" or new[0] == "B":
            return False
        if new[0] == "W" or best[0] == "B":
            return True
        if self.suit(new) == self.suit(best):
            return self.rank(new) > self.rank(best)
        return self.suit(new) == trump

    def best(self, trick: Sequence[str], trump: str | None) -> int:
        """The place of the winning card: card by card, as people see it happen."""
        winning = 0
        for place in range(1, len(trick)):
            if self.beats(trick[place], trick[winning], trump):
                winning = place
        return winning

    def must_follow(self, trick: Sequence[str], over_wizards: bool) -> str:
        """The suit that binds the next player; empty if nothing does."""
        rest = list(trick)
        jester_led = bool(rest) and rest[0][0] == "B"
        while rest and (rest[0][0] == "B" or (rest[0][0] == "W" and over_wizards and jester_led)):
            rest.pop(0)
        return self.suit(rest[0]) if rest else ""

    def may_play(self, hand: Sequence[str], trick: Sequence[str], over: bool = False) -> list[str]:
        bound = self.must_follow(trick, over)
        if bound and bound in [self.suit(c) for c in hand]:
            return [c for c in hand if self.suit(c) in ("", bound)]
        return list(hand)


PACKS = {kind: SlowPack(kind) for kind in ROWS}


def points_for(bid: int, taken: int) -> int:
    """Twenty and ten a trick, or ten lost for each trick too many or too few."""
    if bid == taken:
        return 20 + 10 * taken
    lost = 0
    while taken != bid:
        lost += 10
        taken += 1 if taken < bid else -1
    return -lost


class SlowTable:
    """The course of a game, kept the way people keep it."""

    def __init__(self, seats: Sequence[str], rules: dict[str, Any], dealer: str, number: int):
        self.seats = list(seats)
        self.rules = rules
        self.dealer = dealer
        self.number = number
        self.points = dict.fromkeys(seats, 0)
        self.all_bids = dict.fromkeys(seats, 0)
        self.pack = PACKS[rules["pack"]]
        self.trump: str | None = None
        self.new_round({})

    def new_round(self, hands: dict[str, list[str]]) -> None:
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.bid: dict[str, int] = {}
        self.piles: dict[str, int] = dict.fromkeys(self.seats, 0)
        self.trick: list[str] = []
        self.players = self.clockwise(self.after(self.dealer))

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def clockwise(self, first: str) -> list[str]:
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def bids_allowed(self) -> list[int]:
        allowed = list(range(self.number + 1))
        if len(self.bid) == len(self.seats) - 1:
            style = self.rules["sum"]
            best = max(self.points.values())
            alone = [s for s in self.seats if self.points[s] == best] == [self.dealer]
            if (
                style == "always"
                or (style == "german" and self.number > 3)
                or (style == "canadian" and alone)
            ):
                allowed = [n for n in allowed if n + sum(self.bid.values()) != self.number]
        return allowed

    def allowed(self) -> list[str]:
        over = self.rules["jester_wizard"] == "next_suit"
        return self.pack.may_play(self.hands[self.players[len(self.trick)]], self.trick, over)

    def put(self, card: str) -> str | None:
        """Lay a card; the one who takes the trick with it, if it is the last."""
        self.hands[self.players[len(self.trick)]].remove(card)
        self.trick.append(card)
        if len(self.trick) < len(self.players):
            return None
        taker = self.players[self.pack.best(self.trick, self.trump)]
        self.take(taker)
        return taker

    def take(self, taker: str) -> None:
        self.piles[taker] += 1
        self.players = self.clockwise(taker)
        self.trick = []

    def count(self) -> None:
        for seat in self.seats:
            self.points[seat] += points_for(self.bid[seat], self.piles[seat])
            self.all_bids[seat] += self.bid[seat]
        self.dealer = self.after(self.dealer)
        self.number += 1

    def first(self, away: frozenset[str] = frozenset()) -> list[str]:
        """Who has won, by points and by the house rule for ties; nobody who left (D7)."""
        here = [s for s in self.seats if s not in away]
        best = max(self.points[s] for s in here)
        top = [s for s in here if self.points[s] == best]
        if self.rules["tie"] == "bids":
            most = max(self.all_bids[s] for s in top)
            top = [s for s in top if self.all_bids[s] == most]
        return top


def any_rules(rng: random.Random, seats: int) -> tuple[dict[str, Any], int]:
    """House rules, and the round with which a short game begins."""
    bidding = rng.choice(["open", "open", "secret", "delayed"])
    first = rng.choice([1, 1, 2, 3, 4]) if rng.random() < 0.97 else 60 // seats
    keep = rng.choice(["cards", "cards", "tricks", "score"])
    rules = {
        "pack": rng.choice(["french", "colours"]),
        "keep": keep,
        "hands": "known" if keep == "cards" else "unknown",
        "bidding": bidding,
        "sum": rng.choice(["free", "german", "canadian", "always"])
        if bidding == "open"
        else "free",
        "leftover_trump": rng.random() < 0.7,
        "jester_wizard": rng.choice(["no_suit", "next_suit"]),
        "tie": rng.choice(["shared", "bids"]),
        "rounds": min(first + rng.choice([0, 0, 1]), 60 // seats),
    }
    return rules, first


class Match:
    """The game and the model, move by move."""

    def __init__(self, seats: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules, first = any_rules(self.rng, seats)
        names = NAMES[:seats]
        dealer = self.rng.choice(names)
        self.game = Wizard(
            names, WizardRules.from_dict(self.rules), {"dealer": dealer, "round": first}
        )
        self.dice = Dice(seed)
        self.model = SlowTable(names, self.rules, dealer, first)
        self.state: WizardState = self.game.blank()
        self.take(self.game.begin(self.dice))

    def take(self, events: list[Event]) -> None:
        self.state = fold(self.game, events, self.state)
        for event in events:
            if event.kind == "round_began":
                self.model.new_round({})
                self.model.trump = None
            elif event.kind == "dealt":
                self.model.hands = {s: list(cards) for s, cards in event["hands"].items()}
                assert {len(h) for h in self.model.hands.values()} == {self.model.number}
            elif event.kind in ("turned", "no_trump"):
                up = event.data.get("card", "B1")
                suit = self.model.pack.suit(up)
                self.model.trump = suit or ("none" if up[0] == "B" else None)
                whole = self.model.number * len(self.model.seats) == 60
                last = self.model.number == self.rules["rounds"]
                bare = whole or (last and not self.rules["leftover_trump"])
                assert bare == (event.kind == "no_trump")

    def move(self, who: str, act: str, **args: Any) -> None:
        got = self.game.decide(self.state, Move(act, who, args), self.dice)
        assert not isinstance(got, Refusal), (who, act, args, got)
        self.take(got)

    def step(self) -> None:
        """One random legal act at the game and at the model."""
        model, rng = self.model, self.rng
        asked = self.game.expectation(self.state).asked
        match self.state.phase:
            case "suit":
                assert asked == model.dealer
                model.trump = rng.choice(LETTERS[self.rules["pack"]])
                self.move(model.dealer, "suit", suit=model.trump)
            case "ready":
                waiting = [s for s in model.seats if s not in self.state.ready]
                self.move(rng.choice(waiting), "ready")
            case "bid" | "reveal":
                assert asked == model.players[len(model.bid)] or any(model.piles.values())
                allowed = model.bids_allowed()
                if self.state.phase == "bid":
                    assert self.game.outcome(self.state)["legal"] == allowed
                n = rng.choice(allowed)
                self.closing(asked, n)
            case "play":
                may = model.allowed()
                assert asked == model.players[len(model.trick)]
                assert self.game.outcome(self.state)["legal"] == sorted(may)
                self.lay(asked, rng.choice(may))
            case "trick":
                taker = rng.choice(model.seats)
                model.take(taker)
                self.after(lambda: self.move("", "trick", seat=taker))
            case "taken":
                self.told()

    def closing(self, seat: str | None, n: int) -> None:
        assert seat is not None
        act = "bid" if self.state.phase == "bid" else "reveal_bid"
        self.model.bid[seat] = n
        self.after(lambda: self.move(seat, act, n=n))

    def lay(self, seat: str, card: str) -> None:
        taker = self.model.put(card)
        self.after(lambda: self.move(seat, "play", card=card))
        if taker is not None:
            assert self.state.trick_winner == taker

    def told(self) -> None:
        """Tricks taken are told by all in turn, at the end of the round."""
        model = self.model
        for _ in range(model.number):
            model.take(self.rng.choice(model.seats))
        for seat in model.clockwise(model.after(model.dealer))[:-1]:
            self.move(seat, "taken", n=model.piles[seat])
        seat = model.dealer
        self.after(lambda: self.move(seat, "taken", n=model.piles[seat]))

    def after(self, move: Any) -> None:
        """Do the move; if it ends the round, count at the model first and compare after."""
        model = self.model
        ends = len(model.bid) == len(model.seats) and sum(model.piles.values()) == model.number
        if ends:
            assert sum(model.piles.values()) == model.number
            model.count()
        move()
        if ends:
            assert dict(self.state.points) == model.points
            assert self.state.last is not None
            assert sum(self.state.last.tricks.values()) == model.number - 1

    def play(self) -> None:
        while self.state.phase != "over":
            self.step()
        assert list(self.state.winners) == self.model.first()
        assert self.state.round == self.rules["rounds"]


@pytest.mark.parametrize("seats", range(3, 9))
def test_a_thousand_random_games_agree_with_the_model(seats: int) -> None:
    """Short games: they begin at round 1 to 4 (3 of 100 at the last) and play one or two."""
    for seed in range(GAMES):
        Match(seats, seed).play()


# ---------------------------------------------------------------- counts of legal play

DEALS = {
    # name: (pack, trump, hands in order of play, sequences of legal play)
    "three_by_four": ("french", "t", "2c 3d W1 B1|Kc Qd 5p W2|7t 8t Ap 9d", 4004),
    "three_by_two": ("french", "p", "Kc 2p|5c Ap|9c W1", 4),
    "three_by_three": ("french", "c", "Kc 2c 7t|5c Ap 9t|9c W1 B1", 53),
    "no_trump": ("colours", "none", "r1 r5 y3|r9 y9 g1|b2 y7 r13", 16),
    "wizards_and_jesters": ("colours", "b", "W1 B1 r7|B2 W2 b3|r1 b9 B3", 169),
    "four_by_two": ("french", "d", "Ad 3t|B1 7t|Kd 2t|W4 Qt", 8),
    "four_by_three": ("french", "t", "2t 3t B1|4t 5d 6d|7d W1 8t|9c 9d B2", 340),
}


def hands_of(text: str) -> list[list[str]]:
    return [hand.split() for hand in text.split("|")]


def count_slowly(
    pack: SlowPack, hands: list[list[str]], lead: int, trick: list[str], trump: str
) -> int:
    """Every way to play the hands out, one card after the other."""
    n = len(hands)
    if not any(hands) and not trick:
        return 1
    at = (lead + len(trick)) % n
    found = 0
    for card in pack.may_play(hands[at], trick):
        left = [[c for c in hand if c != card] for hand in hands]
        now = [*trick, card]
        if len(now) == n:
            found += count_slowly(pack, left, (lead + pack.best(now, trump)) % n, [], trump)
        else:
            found += count_slowly(pack, left, lead, now, trump)
    return found


def count_by_game(game: Wizard, state: WizardState, number: int) -> int:
    """The same through the game: try every card of every hand, count what is not refused."""
    if state.phase != "play" or state.round != number:
        return 1
    asked = game.expectation(state).asked
    assert asked is not None
    found = 0
    for card in state.hands[asked]:
        got = game.decide(state, Move("play", asked, {"card": card.code}), Dice(1))
        if not isinstance(got, Refusal):
            found += count_by_game(game, fold(game, got, state), number)
    return found


@pytest.mark.parametrize("name", DEALS)
def test_counts_of_legal_play(name: str) -> None:
    kind, trump, text, pinned = DEALS[name]
    hands = hands_of(text)
    names = NAMES[: len(hands)]
    number = len(hands[0])
    game = Wizard(
        names,
        WizardRules.from_dict({"hands": "known", "pack": kind, "rounds": number}),
        {
            "dealer": names[-1],
            "hands": dict(zip(names, hands, strict=True)),
            "trump": trump,
            "bids": dict.fromkeys(names, 0),
        },
    )
    slow = count_slowly(PACKS[kind], hands, 0, [], trump)
    fast = count_by_game(game, fold(game, game.begin(Dice(1))), number)
    assert (slow, fast) == (pinned, pinned)


# ---------------------------------------------------------------- the journal

DEPTHS: dict[str, dict[str, Any]] = {
    "tricks": {"keep": "tricks", "rounds": 2},
    "score": {"keep": "score", "rounds": 2, "bidding": "secret"},
    "cards": {"keep": "cards", "rounds": 3, "pack": "colours"},
    "known": {"hands": "known", "rounds": 3, "bidding": "delayed"},
}


def some_move(game: Wizard, state: WizardState, rng: random.Random) -> Move:
    """A move that the game says is possible, by whoever may make it."""
    now = game.expectation(state)
    option = rng.choice(now.options)
    args = {slot: rng.choice(values) for slot, values in option.slots.items()}
    return Move(option.act, now.asked or "", args)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seed", range(3))
def test_a_reloaded_journal_gives_the_same_table(depth: str, seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = NAMES[: 3 + seed]
    game = Wizard(names, WizardRules.from_dict(DEPTHS[depth]))
    path = tmp_path / "journal.jsonl"
    session = Session(game, Journal(path), seed=seed)
    session.begin({"game": "wizard"})
    steps = 0
    while session.state.phase != "over" and steps < 120:
        move = some_move(game, session.state, rng)
        session.move(move, float(steps))
        if rng.random() < 0.08:
            session.undo(float(steps))
        steps += 1
        records, note = read(path)
        again = Session(game, Journal(records=records), seed=0)
        again.resume(records)
        assert note == ""
        assert again.state == session.state
        assert again.expectation == session.expectation
        assert game.outcome(again.state) == game.outcome(session.state)
    assert steps > 10


@pytest.mark.parametrize("depth", DEPTHS)
def test_events_survive_json(depth: str) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        game = Wizard(NAMES[:4], WizardRules.from_dict(DEPTHS[depth]))
        events = game.begin(Dice(seed))
        state = fold(game, events)
        for _ in range(60):
            got = game.decide(state, some_move(game, state, rng), Dice(seed))
            if isinstance(got, Refusal) or state.phase == "over":
                continue
            events += got
            state = fold(game, got, state)
            if state.phase == "over":
                break
        told = [
            Event(e["k"], e["d"])
            for e in json.loads(json.dumps([{"k": e.kind, "d": dict(e.data)} for e in events]))
        ]
        assert told == events
        assert fold(game, told) == state


# ---------------------------------------------------------------- anything at all


@pytest.mark.parametrize("seed", range(40))
def test_anything_said_is_an_event_or_a_refusal(seed: int) -> None:
    """Wild moves in wild states never raise, and a refusal names a known code."""
    rng = random.Random(seed)
    rules = any_rules(rng, 4)[0]
    game = Wizard(NAMES[:4], WizardRules.from_dict(rules), {"dealer": "Ana"} if seed % 2 else {})
    state = fold(game, game.begin(Dice(seed)))
    acts = [
        "dealer",
        "draw_dealer",
        "turned",
        "suit",
        "bid",
        "ready",
        "reveal_bid",
        "play",
        "trick",
        "taken",
        "go_on",
        "undo_trick",
        "leave",
        "back",
        "dance",
    ]
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        2,
        "t",
        "none",
        "K",
        "Kp",
        "W",
        "B",
        "W9",
        "r13",
        [],
        ["Kp", "W"],
        {},
        "Ana",
        "Zoe",
        1.5,
    ]
    slots = ["seat", "card", "cards", "rank", "suit", "n", "all"]
    for _ in range(150):
        if rng.random() < 0.5 and game.expectation(state).options:
            move = some_move(game, state, rng)
        else:
            args = {rng.choice(slots): rng.choice(values) for _ in range(rng.randint(0, 2))}
            move = Move(rng.choice(acts), rng.choice([*NAMES[:4], "", "Zoe"]), args)
        got = game.decide(state, move, Dice(seed))
        if isinstance(got, Refusal):
            assert got.code in CODES
        else:
            state = fold(game, got, state)


CODES = frozenset(
    [
        "bid_range",
        "bid_forbidden",
        "trump_required",
        "must_follow",
        "card_used",
        "card_not_held",
        "card_unknown",
        "too_many_wizards",
        "too_many_jesters",
        "not_your_turn",
        "already_done",
        "not_now",
        "wrong_value",
        "unknown_player",
        "nothing_to_undo",
    ]
)
