"""A slow second reading of the rules of Sapiencia, played against the game with random moves.

The model below is written from the rules' text alone: real cards lie in lists that stand for
hands, deck and piles, and it shares no code with the game. With hands unknown it is the
physical table: the game only hears what is said about it.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from host.engine.game import Event, Move, Refusal, fold
from host.engine.session import Dice
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules, SapienciaState

GAMES = int(os.environ.get("TERTULIA_MODEL_GAMES", "2000"))
"""Games played in each mode."""

PARTS = 8
"""The games are shared out over so many tests, so that several cores can take them."""

NAMES = ["Ana", "Berta", "Carlos", "Diego", "Elena", "Félix", "Gema", "Hugo"]
KINDS = ["gender", "profession", "country", "period", "use"]
MEASURES = ["prizes", "contributions", "barriers", "patents", "nobel_prizes", "other_prizes"]

Luck = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def printed(rng: random.Random, n: int) -> dict[str, Any]:
    """A card as a dictionary of lists and numbers."""
    some = rng.sample(["física", "química", "poeta"], rng.choice([1, 1, 2, 3]))
    return {
        "id": f"p{n}",
        "gender": [rng.choice("FM")],
        "profession": some,
        "country": [rng.choice(["Egipto", "Grecia", "Perú", "China"])],
        "period": [rng.choice(["Antigüedad", "Moderna"])] if rng.random() < 0.9 else [],
        "use": rng.sample(["radio", "vacuna", "papel"], rng.choice([0, 1, 2])),
        "prizes": rng.choice([None, None, 0, 4]),
        "contributions": rng.randint(1, 5),
        "barriers": rng.randint(1, 5),
        "patents": rng.choice([None, 0, 0, 1, 3]),
        "nobel_prizes": rng.choice([0, 0, 1, 2]),
        "other_prizes": rng.choice([0, 1, 2, None]),
    }


def as_card(row: dict[str, Any]) -> SapienciaCard:
    return SapienciaCard(
        row["id"],
        gender="".join(row["gender"]),
        professions=tuple(row["profession"]),
        country="".join(row["country"]),
        period="".join(row["period"]),
        uses=tuple(row["use"]),
        **{m: row[m] for m in MEASURES},
    )


class SlowTable:
    """The course of a game, kept the way people keep it."""

    def __init__(self, seats: list[str], rules: dict[str, Any], hands: dict[str, Any], deck: Any):
        self.seats, self.rules = seats, rules
        self.hand: dict[str, list[dict[str, Any]]] = hands
        self.deck: list[dict[str, Any]] = deck
        self.pile: list[dict[str, Any]] = []
        self.rejects: list[dict[str, Any]] = []
        self.passes = 0
        self.first_empty: int | None = None
        self.round = 1
        self.talker = seats[0]
        self.gone: set[str] = set()
        self.up: list[tuple[str, dict[str, Any], int]] = []
        self.to_play: list[str] = []
        self.to_settle: list[str] = []
        self.wanted: list[str] = []
        self.kind = self.measure = ""
        self.stage = "talk"
        self.drawn = 0
        self.off: list[str] = []
        self.stayed: list[str] = []
        self.callers: list[str] = []
        self.ever_called: set[str] = set()
        self.owing: str | None = None
        self.just_discarded = False
        self.winners: list[str] = []
        self.penalties: list[tuple[str, int, str]] = []
        self.told_once: set[str] = set()
        self.picture: Any = None

    # -- small things

    def number(self, card: dict[str, Any], measure: str) -> int | None:
        if measure == "prizes" and (self.rules["prizes"] == "sum" or card["prizes"] is None):
            if card["nobel_prizes"] is None and card["other_prizes"] is None:
                return None
            return (card["nobel_prizes"] or 0) + (card["other_prizes"] or 0)
        return card[measure]  # type: ignore[no-any-return]

    def serves(self, card: dict[str, Any]) -> bool:
        return bool(set(card[self.kind]) & set(self.wanted))

    def clockwise(self, seat: str) -> list[str]:
        """All the others, in order of play."""
        place = self.seats.index(seat)
        return [self.seats[(place + k) % len(self.seats)] for k in range(1, len(self.seats))]

    def right_hand(self, seat: str) -> list[str]:
        others = self.clockwise(seat)
        if self.rules["direction"] == "left":
            others.reverse()
        return [*others, seat]

    def take(self, luck: Luck) -> dict[str, Any] | None:
        """One card from the deck; the pile becomes the deck where it is needed."""
        if not self.deck:
            if not self.pile:
                return None
            self.deck, self.pile = luck(self.pile), []
        card = self.deck.pop(0)
        if not self.deck:
            self.passes += 1
            if self.first_empty is None:
                self.first_empty = self.round
        return card

    # -- the course of a round

    def expose(self, card: dict[str, Any], kind: str, measure: str, wanted: list[str]) -> None:
        self.kind, self.measure, self.wanted = kind, measure, wanted
        bar = self.number(card, measure)
        assert bar is not None
        self.up = [(self.talker, card, bar)]
        self.to_play = self.clockwise(self.talker)
        self.off, self.stayed, self.callers = [], [], []
        self.stage, self.drawn, self.just_discarded = "play", 0, False
        self.next_please()

    def show(self, seat: str, card: dict[str, Any]) -> None:
        before = [points for _, _, points in self.up]
        points = self.number(card, self.measure) or 0
        self.up.append((seat, card, points))
        self.pile += self.rejects
        self.rejects = []
        self.to_play.remove(seat)
        self.just_discarded = False
        limit = max(before) if self.rules["discard"] == "running" else before[0]
        if self.rules["discard"] != "highest":
            self.lose(seat, card) if points >= limit else self.stayed.append(card["id"])
        self.next_please()

    def lose(self, seat: str, card: dict[str, Any]) -> None:
        self.hand[seat].remove(card)
        self.pile.append(card)
        self.off.append(card["id"])
        self.just_discarded = True
        left = len(self.hand[seat])
        if left == 0 and not self.rules["finish_round"]:
            self.stage, self.winners = "over", [seat]
            return
        every_time = self.rules["call_each_time"] or seat not in self.ever_called
        if left == 1 and self.rules["call"] and seat not in self.gone and every_time:
            self.owing = seat
            self.ever_called.add(seat)
            self.callers.append(seat)

    def give_up(self, seat: str) -> None:
        """Pass: who has to return cards returns them."""
        self.pile += self.rejects
        self.rejects = []
        self.to_play.remove(seat)

    def next_please(self) -> None:
        """Find out who is next; seats that have left pass without drawing."""
        if self.stage == "over":
            return
        self.stage, self.drawn = "play", 0
        while self.to_play and self.to_play[0] in self.gone:
            self.give_up(self.to_play[0])
        if self.to_play:
            return
        talker_up, others = self.up[0], self.up[1:]
        if self.rules["discard"] == "highest":
            self.to_settle = [s for s, _, _ in others] + [talker_up[0]]
        else:
            self.to_settle = [talker_up[0]]
        self.stage = "settle"
        if not (self.rules["call"] and self.just_discarded):
            self.settle()

    def settle(self) -> None:
        """Settle up to the next card that goes; then the round is over or it waits."""
        self.just_discarded = False
        top = max(points for _, _, points in self.up)
        while self.to_settle and self.stage != "over":
            seat = self.to_settle.pop(0)
            card, points = next((c, p) for s, c, p in self.up if s == seat)
            if points < top:
                self.stayed.append(card["id"])
                continue
            self.lose(seat, card)
            if self.rules["call"] and self.to_settle:
                return
        if self.stage == "over":
            return
        if self.finished() and self.rules["call"] and self.just_discarded:
            return  # the window passes before cards are counted
        self.close()

    def finished(self) -> bool:
        if any(not cards for cards in self.hand.values()):
            return True
        if self.rules["end"] == "passes":
            return self.passes >= self.rules["end_after"]
        if self.first_empty is None:
            return False
        return self.round - self.first_empty >= self.rules["end_after"]

    def close(self) -> None:
        if self.finished():
            self.stage = "over"
            self.winners = [s for s in self.seats if not self.hand[s]]
            if not self.winners:
                # Who left draws nothing any more, and wins nothing (D7).
                here = [s for s in self.seats if s not in self.gone] or self.seats
                few = min(len(self.hand[s]) for s in here)
                self.winners = [s for s in here if len(self.hand[s]) == few]
                if self.rules["tie"] == "nearest":
                    order = self.right_hand(self.talker)
                    self.winners = [next(s for s in order if s in self.winners)]
            return
        order = self.right_hand(self.talker)
        stars = [(s, p) for s, _, p in self.up if s not in self.gone]
        if not self.rules["talker_repeats"]:
            stars = [(s, p) for s, p in stars if s != self.talker]
        if stars:
            best = max(p for _, p in stars)
            self.talker = next(s for s in order if (s, best) in stars)
        else:
            everybody = [*self.clockwise(self.talker), self.talker]
            self.talker = next(s for s in everybody if s not in self.gone)
        self.round += 1
        self.stage, self.up = "talk", []

    def drawn_up_to(self, total: int, luck: Luck) -> list[dict[str, Any]]:
        """Draw until so many were drawn in this turn; the first that serves ends it."""
        found: list[dict[str, Any]] = []
        while self.drawn + len(found) < total:
            card = self.take(luck)
            if card is None:
                break
            found.append(card)
            if self.serves(card):
                break
        return found

    def put(self, seat: str, found: list[dict[str, Any]]) -> None:
        """Put drawn cards where they belong, and play the one that fits."""
        self.drawn += len(found)
        for card in found:
            if self.rules["drawn"] == "return" and not self.serves(card):
                self.rejects.append(card)
            else:
                self.hand[seat].append(card)
        if found and self.serves(found[-1]):
            self.show(seat, found[-1])
        elif self.drawn == 3 or not (self.deck or self.pile):
            self.stop(seat)

    def stop(self, seat: str) -> None:
        """Let the next one play: nothing was found, or no more is wanted."""
        self.give_up(seat)
        self.just_discarded = False
        self.next_please()

    def go_on_settling(self) -> None:
        """Settle what is left, or end the round where the last window has passed."""
        self.settle() if self.to_settle else self.close()

    def punish(self, seat: str, n: int, why: str, luck: Luck) -> None:
        lists = (self.hand[seat], self.deck, self.pile)
        self.picture = (seat, [list(x) for x in lists], self.passes, self.first_empty)
        cards = [c for c in (self.take(luck) for _ in range(n)) if c is not None]
        self.hand[seat] += cards
        self.penalties.append((seat, len(cards), why))

    def pardon(self) -> None:
        seat, (hand, deck, pile), self.passes, _ = self.picture
        self.hand[seat], self.deck, self.pile = hand, deck, pile
        self.penalties.pop()

    def leave(self, seat: str) -> None:
        self.gone.add(seat)
        if self.stage == "talk":
            while self.talker in self.gone:
                self.talker = self.clockwise(self.talker)[0]
        elif self.stage == "settle":
            self.settle()
        elif self.to_play[0] == seat:
            self.just_discarded = False
            self.next_please()
        else:
            self.just_discarded = False


def any_rules(rng: random.Random, hands: str) -> dict[str, Any]:
    return {
        "hands": hands,
        "discard": rng.choice(["bar", "bar", "highest", "running"]),
        "direction": rng.choice(["right", "left"]),
        "optional_draw": rng.random() < 0.3,
        "end": rng.choice(["passes", "rounds"]),
        "end_after": rng.choice([3, 1, 2]),
        "tie": rng.choice(["shared", "nearest"]),
        "finish_round": rng.random() < 0.3,
        "call": rng.random() < 0.8,
        "call_each_time": rng.random() < 0.7,
        "false_call": rng.choice([0, "warn", 1, 3]),
        "drawn": rng.choice(["keep", "return"]),
        "talker_repeats": rng.random() < 0.6,
        "overlap": rng.choice(["one", "any"]),
        "prizes": rng.choice(["own", "sum"]),
    }


def compare(game: Sapiencia, state: SapienciaState, slow: SlowTable, cards: int) -> None:
    """Check that the game and the slow table say the same, and that no card is lost."""
    out = game.outcome(state)
    assert out["counts"] == {s: len(c) for s, c in slow.hand.items()}
    assert out["deck"] == len(slow.deck)
    assert out["discards"] == len(slow.pile)
    assert out["passes"] == slow.passes
    assert out["talker"] == slow.talker
    assert out["winners"] == slow.winners
    assert out["finished"] == (slow.stage == "over")
    assert (out["discarded"], out["kept"]) == (slow.off, slow.stayed)
    assert out["must_call"] == slow.callers
    rows = [(p["player"], p["cards"], p["why"]) for p in out["penalties"]]
    assert rows == slow.penalties
    owed = state.owed.seat if state.owed else None
    assert owed == (slow.owing if slow.stage != "over" else None)
    turns = {"talk": slow.talker, "play": (slow.to_play or [None])[0]}
    if not state.aside_phase:
        assert out["turn"] == turns.get(slow.stage)
    known = sum(out["counts"].values()) + out["deck"] + out["discards"]
    assert known + state.cards.aside == cards
    if game.rules.hands == "known":
        hands = {s: [c["id"] for c in held] for s, held in slow.hand.items()}
        assert {s: sorted(ids) for s, ids in out["hands"].items()} == {
            s: sorted(ids) for s, ids in hands.items()
        }


class Match:
    """One game on both tables."""

    def __init__(self, seed: int, hands: str) -> None:
        self.rng = rng = random.Random(seed)
        seats = NAMES[: rng.choice([2, 3, 3, 4, 4, 5, 6, 8])]
        self.rules = any_rules(rng, hands)
        spare = rng.choice([0, 3, 10, 25])
        rows = [printed(rng, n) for n in range(3 * len(seats) + 3 + spare)]
        self.rows = {row["id"]: row for row in rows}
        self.known = hands == "known"
        cards = [as_card(row) for row in rows]
        self.game = Sapiencia(seats, cards, SapienciaRules.from_dict(self.rules), {})
        self.dice = Dice(seed)
        events = self.through_json(self.game.begin(self.dice))
        self.state: SapienciaState = fold(self.game, events)
        began = events[0]
        if self.known:
            dealt = {s: [self.rows[i] for i in ids] for s, ids in began["hands"].items()}
            deck = [self.rows[i] for i in began["deck_ids"]]
        else:
            rng.shuffle(rows)
            dealt = {s: [rows.pop() for _ in range(3)] for s in seats}
            deck = rows
        self.slow = SlowTable(seats, self.rules, dealt, deck)
        self.compare()

    @staticmethod
    def through_json(events: Sequence[Event]) -> list[Event]:
        told = json.loads(json.dumps([[e.kind, dict(e.data)] for e in events]))
        assert told == [[e.kind, dict(e.data)] for e in events]
        return [Event(kind, data) for kind, data in told]

    def send(self, act: str, who: str = "", **args: Any) -> list[Event]:
        got = self.game.decide(self.state, Move(act, who, args), self.dice)
        assert not isinstance(got, Refusal), (act, who, args, got, self.rules)
        events = self.through_json(got)
        self.state = fold(self.game, events, self.state)
        return events

    def luck(self, events: Sequence[Event]) -> Luck:
        """The shuffles of the game where the host deals, of the table where people do."""
        orders = [e["cards"] for e in events if e.kind == "reshuffled"]

        def shuffled(pile: list[dict[str, Any]]) -> list[dict[str, Any]]:
            if not self.known:
                return self.rng.sample(pile, len(pile))
            ids = orders.pop(0)
            assert sorted(ids) == sorted(c["id"] for c in pile)
            return [self.rows[i] for i in ids]

        return shuffled

    def compare(self) -> None:
        compare(self.game, self.state, self.slow, len(self.rows))

    # -- moves

    def play(self) -> int:
        """Play to the end; return the number of steps."""
        for step in range(1, 5000):
            if self.slow.stage == "over":
                refused = self.game.decide(self.state, Move("end", ""), self.dice)
                assert isinstance(refused, Refusal)
                return step
            if self.slow.owing is not None:
                self.about_the_call()
            elif self.rng.random() < 0.04:
                self.aside()
            elif self.slow.stage == "talk":
                self.talk()
            elif self.slow.stage == "settle":
                self.send("settle")
                self.slow.go_on_settling()
            else:
                self.answer()
            self.compare()
        raise AssertionError("the game does not end")

    def about_the_call(self) -> None:
        slow, seat = self.slow, self.slow.owing
        assert seat is not None
        assert self.state.owed is not None
        number = self.state.owed.id
        early = self.game.decide(self.state, Move("settle", ""), self.dice)
        assert isinstance(early, Refusal)
        slow.owing = None
        what = self.rng.choice(["made", "made", "missed", "doubt", "borrowed", "protest"])
        if what in ("missed", "protest"):
            events = self.send("call_missed", id=number, deadline=5.0)
            slow.punish(seat, 3, "sapiencia", self.luck(events))
            if what == "protest":
                self.compare()
                self.send("protest", seat)
                if self.rng.random() < 0.5:
                    self.send("overrule")
                    slow.pardon()
                else:
                    self.send("uphold")
        elif what == "doubt":
            self.send("call_doubted", id=number, why="deaf")
            if self.rng.random() < 0.5:
                self.send("did_call")
            else:
                events = self.send("did_not_call")
                slow.punish(seat, 3, "sapiencia", self.luck(events))
        else:
            self.send("call_made", id=number, onset=1.0)
            if what == "borrowed":
                self.send("call_borrowed", id=number)
                slow.owing = seat

    def aside(self) -> None:
        slow, rng = self.slow, self.rng
        seat = rng.choice(slow.seats)
        if rng.random() < 0.5:
            turn = rng.random() < 0.5
            events = self.send("false_call", seat, in_turn=turn)
            price = {0: 0, "warn": 1, 1: 1, 3: 3}[self.rules["false_call"]]
            if turn and len(slow.hand[seat]) > 1 and price:
                if self.rules["false_call"] == "warn" and seat not in slow.told_once:
                    slow.told_once.add(seat)
                else:
                    slow.punish(seat, price, "false_call", self.luck(events))
        elif seat in slow.gone:
            self.send("back", seat)
            slow.gone.discard(seat)
            if slow.stage == "settle":
                slow.go_on_settling()
            slow.just_discarded = slow.just_discarded and slow.stage == "settle"
        elif len(slow.seats) - len(slow.gone) > 2:
            self.send("leave", rng.choice(slow.seats), seat=seat)
            if slow.stage == "settle" and not slow.to_settle:
                slow.gone.add(seat)
                slow.close()
            else:
                slow.leave(seat)

    def talk(self) -> None:
        slow, rng = self.slow, self.rng
        card = rng.choice(slow.hand[slow.talker])
        kind = rng.choice([k for k in KINDS if card[k]])
        measure = rng.choice([m for m in MEASURES if slow.number(card, m) is not None])
        wanted = list(card[kind])
        parts = {"card": card["id"], "category": kind, "criterion": measure}
        if len(wanted) > 1 and self.rules["overlap"] == "one":
            wanted = [rng.choice(wanted)]
            parts["value"] = wanted[0]
        keys = rng.sample(list(parts), len(parts))
        while keys:
            now, keys = (keys, []) if rng.random() < 0.5 else (keys[:1], keys[1:])
            self.send("talk", slow.talker, **{k: parts[k] for k in now})
        slow.expose(card, kind, measure, wanted)

    def answer(self) -> None:
        slow, rng = self.slow, self.rng
        seat = slow.to_play[0]
        good = [c for c in slow.hand[seat] if slow.serves(c)]
        # What was drawn and kept does not fit, so only the first look at the hand counts.
        if good and slow.drawn == 0:
            card = rng.choice(good)
            if self.known:
                no = self.game.decide(self.state, Move("none", seat), self.dice)
                assert isinstance(no, Refusal)
                assert no.code == "must_play"
            self.send("play", seat, card=card["id"])
            slow.show(seat, card)
            return
        if slow.drawn and self.rules["optional_draw"] and rng.random() < 0.3:
            self.send("pass", seat)
            slow.stop(seat)
            return
        if not slow.drawn and rng.random() < 0.5:
            self.send("none", seat)
            if not slow.deck and not slow.pile:
                slow.stop(seat)
                return
        total = rng.randint(slow.drawn + 1, 3)
        slow.just_discarded = False
        if self.known:
            events = self.send("draw", seat, count=total)
            slow.put(seat, slow.drawn_up_to(total, self.luck(events)))
            return
        before = slow.drawn
        there = len(slow.deck) + len(slow.pile)
        # The physical cards are drawn first; then it is told.
        found = slow.drawn_up_to(total, self.luck(()))
        told = before + len(found)
        if found and slow.serves(found[-1]):
            ways = ["draw", "fits"] if told == before + 1 else ["draw"]
            if rng.choice(ways) == "draw":
                self.send("draw", seat, count=told, card=found[-1]["id"])
            else:
                self.send("fits", seat, card=found[-1]["id"])
            slow.put(seat, found)
            return
        if told == before + 1 and self.state.phase == "draw" and rng.random() < 0.5:
            self.send("not_fit", seat)
        else:
            self.send("draw", seat, count=total if there < total - before else told)
        slow.put(seat, found)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_random_games_run_in_step_with_the_slow_model(hands: str, part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        Match(seed, hands).play()


def any_move(match: Match, rng: random.Random) -> Move:
    """Anything at all: mostly out of turn, out of place or senseless."""
    acts = ["talk", "talk", "play", "play", "none", "draw", "fits", "not_fit", "pass", "settle"]
    acts += ["leave", "back", "correct", "call_made", "call_missed", "call_doubted", "protest"]
    acts += ["call_borrowed", "did_call", "did_not_call", "false_call", "uphold", "overrule"]
    acts += ["denounce", "sing"]
    ids = [*match.rows, "nadie", "", None, 3]
    names = [*KINDS, *MEASURES, "nada", None, 7]
    args = {
        "card": rng.choice(ids),
        "category": rng.choice(names),
        "criterion": rng.choice(names),
        "value": rng.choice(["Egipto", "física", 3, -1, True, None, 2.5, ["x"]]),
        "score": rng.choice([1, "uno", None]),
        "count": rng.choice([None, 0, 1, 2, 3, 4, "tres", True]),
        "id": rng.choice([f"sapiencia-{rng.randint(1, 4)}", None, 1]),
        "seat": rng.choice([*match.slow.seats, "Nadie", None, 4]),
        "in_turn": rng.choice([True, False, None]),
        "key": rng.choice(names),
        "category_value": rng.choice(["Egipto", None, 5]),
    }
    chosen = {key: value for key, value in args.items() if rng.random() < 0.5}
    return Move(rng.choice(acts), rng.choice([*match.slow.seats, "", "Nadie"]), chosen)


@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_senseless_moves_do_no_harm(hands: str) -> None:
    """Whatever is said, no card is lost, and a refusal changes nothing."""
    for seed in range(60):
        match = Match(seed, hands)
        rng = random.Random(seed)
        state, events = match.state, []
        whole = total(state)
        for _ in range(150):
            now = match.game.expectation(state)
            move = any_move(match, rng)
            if now.asked and rng.random() < 0.5:
                move = Move(move.act, now.asked, move.args)
            got = match.game.decide(state, move, match.dice)
            if isinstance(got, Refusal):
                assert got.code
                continue
            events += match.through_json(got)
            state = fold(match.game, got, state)
            assert total(state) == whole
            assert all(number >= 0 for number in state.counts.values())
            json.dumps(match.game.outcome(state))
        assert fold(match.game, events, match.state) == state


def total(state: SapienciaState) -> int:
    cards = state.cards
    return sum(cards.counts.values()) + cards.deck + cards.discards + cards.aside
