"""What an evening left in its journal, played again on the slow tables of the rules.

The journal says who did what and which cards luck brought; what that is worth is worked out
by the slow second readings of the rules (`tests/games/test_*_model.py`), which share no code
with the games, and compared after every act: points, bids, tricks, who is next, numbers of
cards and hands, calls owed and penalties, and who has won.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from host.engine.game import Event, Json, Move, fold
from host.engine.journal import Record, live_events
from tests.games import test_iknow_model as iknow
from tests.games import test_sapiencia_model as sapiencia
from tests.games import test_wizard_model as wizard

Row = dict[str, Any]


def play_again(game: Any, records: Sequence[Record]) -> int:
    """Play the live acts of a journal on the slow table; return how many were compared.

    Raises:
        AssertionError: game and slow table differ; it names the act's number and the act.
    """
    moves = {r.data["act_number"]: r.data for r in records if r.kind == "move"}
    acts: dict[int, list[Event]] = {}
    for _, number, event in live_events(records):
        acts.setdefault(number, []).append(event)
    slow = TABLES[game.name](game)
    state = game.blank()
    for number, events in sorted(acts.items()):
        made = moves.get(number)
        move = Move("begin", "") if made is None else Move(made["act"], made["who"], made["args"])
        state = fold(game, events, state)
        try:
            slow.act(move, events)
            slow.compare(state)
        except (AssertionError, LookupError) as error:
            told = f"act {number}, {move.who or 'nobody'}: {move.act} {dict(move.args)}"
            raise AssertionError(f"{told}: {type(error).__name__} {error}") from error
    return len(acts)


def of(events: Sequence[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event.kind in kinds]


def same(what: str, game: Json, slow: Json) -> None:
    """Check one fact; the sentence of a difference names it."""
    if game != slow:
        raise AssertionError(f"{what}: the game has {game!r}, the slow table {slow!r}")


class IknowAgain:
    """An evening of iKNOW on the slow table."""

    def __init__(self, game: Any) -> None:
        self.slow: iknow.SlowTable
        self.rules: Row = asdict(game.rules)
        self.seats = list(game.seats)
        self.round = 1
        self.begun: dict[int, iknow.SlowTable] = {}
        self.votes: dict[str, bool] = {}
        self.paid: iknow.SlowTable | None = None
        self.aside: iknow.SlowTable | None = None

    def act(self, move: Move, events: Sequence[Event]) -> None:
        match move.act:
            case "begin":
                began, first = of(events, "game_began")[0], of(events, "round_began")[0]
                points = dict(began["points"])
                self.slow = iknow.SlowTable(
                    self.seats, self.rules, first["reader"], first["lead"], "", points
                )
            case "leave":
                self.slow.away.add(seat_of(move))
            case "back":
                self.slow.away.discard(seat_of(move))
            case "bad_question":
                self._void(of(events, "round_voided")[0]["round"])
            case "end":
                self.slow.over, self.slow.winners = True, self.slow.leading()
            case "vote":
                self.votes[move.who] = move.args["ok"]
        for event in of(events, "doubt_settled"):
            if self.votes:
                yes = list(self.votes.values()).count(True)
                same("the vote", event["right"], 2 * yes >= len(self.votes))
            self.votes = {}
        contested = of(events, "contested")
        if contested:
            self._contest()
        if self.aside is not None:
            for event in of(events, "doubt_settled"):
                self._settle(self.aside, event["seat"], event["right"])
        else:
            kept = copy.deepcopy(self.slow)
            if iknow.follow(self.slow, move, events):
                self.round += 1
                self.paid, kept.correct = kept, set(self.slow.right)
        for event in of(events, "category_chosen"):
            self._category(event)
        for event in of(events, "card_drawn"):
            same("the category", event["category"], self.slow.category)
            self.begun.setdefault(self.round, copy.deepcopy(self.slow))

    def _contest(self) -> None:
        """Look at the last round again as it stood before it was paid; the points wait (D9)."""
        assert self.paid is not None
        self.aside, self.slow = self.slow, copy.deepcopy(self.paid)
        self.slow.chips, self.slow.away = dict(self.aside.chips), self.aside.away

    def _settle(self, aside: iknow.SlowTable, seat: str, right: bool) -> None:
        """Go on where the table stood, or pay the round anew with another verdict."""
        away, self.aside = self.slow.away, None
        assert self.paid is not None
        if right == (seat in self.paid.correct):
            self.slow = aside
        else:
            (self.paid.correct.add if right else self.paid.correct.discard)(seat)
            self.slow = copy.deepcopy(self.paid)
            self.slow.away = away
            self.slow.hand_out()
            self.begun.pop(self.round, None)
        self.slow.away = away

    def _void(self, number: int) -> None:
        """Begin a round anew, with the points that there were before it (D24)."""
        away, self.aside = self.slow.away, None
        self.begun = {n: table for n, table in self.begun.items() if n <= number}
        self.round, self.slow = number, copy.deepcopy(self.begun[number])
        self.slow.away = away

    def _category(self, event: Event) -> None:
        slow = self.slow
        there = [s for s in slow.right if s not in slow.away]
        match event["how"]:
            case "chosen" if slow.right:
                same("who chooses", event["by"], there[0])
            case "moved":
                # Who was right is not there (D7); where nobody was, it has moved already.
                same("who could have chosen", None, there[0] if there else None)
                if slow.right:
                    at = iknow.CLOCKWISE.index(slow.category)
                    slow.category = iknow.CLOCKWISE[(at + 1) % 4]
            case "empty":
                slow.category = event["category"]

    def compare(self, state: Any) -> None:
        slow = self.slow
        same("points", dict(state.points), slow.chips)
        same("the end", state.phase == "over", slow.over)
        same("winners", list(state.winners), slow.winners)
        same("the order of play", list(state.order), slow.players())
        same("tokens", dict(state.squares), squares_of(slow))
        circles = {s: (b.target, b.sign) for s, b in state.bets.items()}
        same("bets", circles, circles_of(slow))


def seat_of(move: Move) -> str:
    seat = move.args.get("seat") or move.who
    assert isinstance(seat, str)
    return seat


def squares_of(slow: iknow.SlowTable) -> dict[str, int]:
    return {s.token: n for n, s in enumerate(slow.squares, start=1) if s.token is not None}


def circles_of(slow: iknow.SlowTable) -> dict[str, tuple[str | None, str]]:
    found = {}
    for square in slow.squares:
        for who, sign in ((square.plus, "+"), (square.minus, "-")):
            if who is not None:
                found[who] = (square.token, sign)
    return found


class WizardAgain:
    """An evening of Wizard on the slow table."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.rules: Row = {**asdict(game.rules), "rounds": game._flow.rounds}
        self.slow: wizard.SlowTable | None = None
        self.drawn: dict[str, str] = {}
        self.tricks: list[wizard.SlowTable] = []
        self.over: list[str] | None = None
        self.told: set[str] = set()
        self.away: set[str] = set()

    def act(self, move: Move, events: Sequence[Event]) -> None:
        if move.act == "leave":
            self.away.add(seat_of(move))
        elif move.act == "back":
            self.away.discard(seat_of(move))
        for event in events:
            self._event(move, event)
        if move.act == "end":
            assert self.slow is None or self.over is None
            self.over = self._first()

    def _first(self) -> list[str]:
        """Who wins a game that ends now; before the first deal everybody who is there."""
        away = frozenset(self.away)
        if self.slow is None:
            return [s for s in self.game.seats if s not in away]
        return self.slow.first(away)

    def _event(self, move: Move, event: Event) -> None:
        slow, data = self.slow, event.data
        match event.kind:
            case "dealer_drawn":
                self.drawn[data["seat"]] = data["card"]
            case "dealer_redraw":
                same("who draws again", data["seats"], self._highest())
                self.drawn = {}
            case "dealer_set":
                if data["how"] == "drawn":
                    same("who drew the highest card", [data["seat"]], self._highest())
                self.slow = wizard.SlowTable(self.game.seats, self.rules, data["seat"], 1)
            case "round_began":
                assert slow is not None
                same(
                    "round and dealer", (data["round"], data["dealer"]), (slow.number, slow.dealer)
                )
                slow.new_round({})
                slow.trump = None
                self.told = set()
            case "dealt":
                assert slow is not None
                slow.hands = {s: list(cards) for s, cards in data["hands"].items()}
                same("cards each", {len(h) for h in slow.hands.values()}, {slow.number})
            case "turned" | "no_trump":
                assert slow is not None
                up = data.get("card", "B1")
                slow.trump = slow.pack.suit(up) or ("none" if up[0] == "B" else None)
            case "suit_chosen":
                assert slow is not None
                slow.trump = data["suit"]
            case "bid" | "bid_revealed" | "played" | "trick_won" | "taken" | "trick_undone":
                assert slow is not None
                self._in_the_round(slow, event)

    def _highest(self) -> list[str]:
        """Who drew the highest card: Wizards above all suits, Jesters below (WIZ-2, A1)."""
        pack = wizard.PACKS[self.rules["pack"]]

        def height(card: str) -> int:
            return {"W": 99, "B": -1}.get(card[0]) or pack.rank(card)

        best = max(height(card) for card in self.drawn.values())
        return [s for s in self.game.seats if s in self.drawn and height(self.drawn[s]) == best]

    def _in_the_round(self, slow: wizard.SlowTable, event: Event) -> None:
        data = event.data
        match event.kind:
            case "bid" | "bid_revealed":
                waiting = [s for s in slow.clockwise(slow.after(slow.dealer)) if s not in slow.bid]
                # Marked bids are told in any order.
                asked = waiting if event.kind == "bid_revealed" else waiting[:1]
                assert data["seat"] in asked, f"a bid of {data['seat']}"
                assert data["n"] in slow.bids_allowed(), f"a bid of {data['n']}"
                slow.bid[data["seat"]] = data["n"]
            case "played":
                seat, card = slow.players[len(slow.trick)], data["card"]
                same("whose card", data["seat"], seat)
                if not slow.trick:
                    self.tricks.append(copy.deepcopy(slow))
                if self.rules["hands"] == "known":
                    assert card in slow.allowed(), f"{card} on {slow.trick}"
                else:
                    slow.hands[seat] = [card]
                taker = slow.put(card)
                if taker is not None:
                    self.taker = taker
            case "trick_won":
                if self.rules["keep"] == "cards":
                    same("who took the trick", data["seat"], self.taker)
                else:
                    self.tricks.append(copy.deepcopy(slow))
                    slow.take(data["seat"])
            case "taken":
                slow.piles[data["seat"]] = data["n"]
                self.told.add(data["seat"])
            case "trick_undone":
                self._undo(data["trick"])
                return
        done = len(slow.bid) == len(slow.seats) and sum(slow.piles.values()) == slow.number
        if self.rules["keep"] == "score":
            done = done and len(self.told) == len(slow.seats)
        if done and not slow.trick:
            slow.count()
            if slow.number > self.rules["rounds"]:
                self.over = self._first()

    def _undo(self, trick: int) -> None:
        """Lay everything as it was before a trick of which the first card was played last."""
        while sum(self.tricks[-1].piles.values()) + 1 != trick:
            self.tricks.pop()
        now, self.slow = self.slow, self.tricks.pop()
        self.over = None
        if now is not None and now.number == self.slow.number:
            self.slow.trump = now.trump

    def compare(self, state: Any) -> None:
        slow, out = self.slow, self.game.outcome(state)
        same("winners", out["winners"], self.over or [])
        if slow is None or self.over is not None:
            return
        same("points", out["points"], slow.points)
        same("bids", dict(state.bids), slow.bid)
        same("tricks", dict(state.tricks), slow.piles)
        same("dealer", state.dealer, slow.dealer)
        same("trump", state.trump, slow.trump)
        held = {s: sorted(c.code for c in hand) for s, hand in state.hands.items()}
        if self.rules["hands"] == "known":
            same("hands", held, {s: sorted(hand) for s, hand in slow.hands.items()})
        if state.phase == "bid" and not state.away:
            same("possible bids", out["legal"], slow.bids_allowed())
        if state.phase == "play":
            same("the trick", [c.code for c in state.on_table], slow.trick)
            same("who leads", state.leader, slow.players[0])
            if self.rules["hands"] == "known" and not state.away:
                same("possible cards", out["legal"], sorted(slow.allowed()))


class SapienciaAgain:
    """An evening of Sapiencia on the slow table.

    Of hands that the host does not know each card is a blank until it is named.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.rules: Row = asdict(game.rules)
        self.known = game.rules.hands == "known"
        self.rows: dict[str, Row] = {}
        self.blanks = 0
        self.told: dict[str, list[Json]] = {}
        self.searching = False
        self.slow: sapiencia.SlowTable

    # -- cards

    def row(self, card_id: str, required: Sequence[str] = (), score: int | None = None) -> Row:
        """Return a card as the slow table has it; one that no deck has is as it was told."""
        if card_id not in self.rows:
            card = self.game._flow.deck.get(card_id)
            row: Row = {"id": card_id}
            for kind in sapiencia.KINDS:
                row[kind] = list(required if card is None else card.values(kind))
            for measure in sapiencia.MEASURES:
                row[measure] = score if card is None else getattr(card, measure)
            self.rows[card_id] = row
        return self.rows[card_id]

    def blank(self) -> Row:
        self.blanks += 1
        return {"id": f"?{self.blanks}", **{kind: [] for kind in sapiencia.KINDS}}

    def named(self, seat: str, row: Row) -> Row:
        """Let a card be in a hand that the host does not know, in the place of a blank."""
        hand = self.slow.hand[seat]
        if not self.known and row not in hand:
            hand[next((n for n, c in enumerate(hand) if c["id"][0] == "?"), 0)] = row
        return row

    def luck(self, events: Sequence[Event]) -> sapiencia.Luck:
        orders = [event["cards"] for event in of(events, "reshuffled")]

        def shuffled(pile: list[Row]) -> list[Row]:
            if not self.known:
                return list(pile)
            ids = orders.pop(0)
            same("what is shuffled", sorted(ids), sorted(card["id"] for card in pile))
            return [self.row(i) for i in ids]

        return shuffled

    # -- acts

    def act(self, move: Move, events: Sequence[Event]) -> None:
        if move.act == "begin":
            self._begin(*of(events, "game_began", "round_began"))
            return
        asked = self.slow.to_play[0] if self.slow.stage == "play" else self.slow.talker
        if move.act in ("talk", "play", "none", "draw", "fits", "not_fit", "pass"):
            same("whose turn", move.who or asked, asked)
        getattr(self, f"_{move.act}")(move, events)
        if self.slow.stage != "play" or self.slow.to_play[0] != asked:
            self.searching = False

    def _begin(self, began: Event, first: Event) -> None:
        if self.known:
            hands = {s: [self.row(i) for i in ids] for s, ids in began["hands"].items()}
            deck = [self.row(i) for i in began["deck_ids"]]
        else:
            hands = {s: [self.blank() for _ in range(n)] for s, n in began["counts"].items()}
            deck = [self.blank() for _ in range(began["deck"])]
        slow = self.slow = sapiencia.SlowTable(list(self.game.seats), self.rules, hands, deck)
        slow.talker = first["talker"]
        slow.pile = [self.blank() for _ in range(began["discards"])]
        slow.passes = began["passes"]
        slow.first_empty = 0 if began["passes"] else None
        self.whole = sum(map(len, hands.values())) + len(deck) + len(slow.pile)

    def _talk(self, move: Move, events: Sequence[Event]) -> None:
        for key, value in move.args.items():
            self.told.setdefault(key, []).append(value)
        for event in of(events, "exposed"):
            for key in ("card", "category", "criterion"):
                assert event[key] in self.told[key], f"{key}: {event[key]} was not said"
            row = self.row(event["card"], event["required"], event["bar"])
            assert set(event["required"]) <= set(row[event["category"]]), "what is required"
            self.named(self.slow.talker, row)
            self.slow.expose(row, event["category"], event["criterion"], list(event["required"]))
            same("the bar", event["bar"], self.slow.up[0][2])
            self.told = {}

    def _play(self, move: Move, events: Sequence[Event]) -> None:
        """Show a card; while one is searching, it is the next one drawn."""
        if self.searching and not self.known:
            self._draw(Move("draw", move.who, {**move.args, "count": self.slow.drawn + 1}), events)
            return
        seat = self.slow.to_play[0]
        self.slow.show(seat, self.named(seat, self._shown(events)))

    def _shown(self, events: Sequence[Event]) -> Row:
        shown = of(events, "played")[0]
        row = self.row(shown["card"], self.slow.wanted, shown["score"])
        same("the number shown", shown["score"], self.slow.number(row, self.slow.measure) or 0)
        assert self.slow.serves(row), "what was played does not serve"
        return row

    def _fits(self, move: Move, events: Sequence[Event]) -> None:
        self.searching = True
        self._play(move, events)

    def _none(self, move: Move, events: Sequence[Event]) -> None:
        slow = self.slow
        self.searching = True
        if self.known:
            seat = slow.to_play[0]
            assert not any(slow.serves(card) for card in slow.hand[seat]), "there is one to play"
        if not slow.deck and not slow.pile:
            slow.stop(slow.to_play[0])

    def _draw(self, move: Move, events: Sequence[Event]) -> None:
        slow, seat = self.slow, self.slow.to_play[0]
        count, card = move.args.get("count"), move.args.get("card")
        if not self.searching:
            self._none(move, events)
        if count is None and card is None and not self.known:
            return  # one lies there, and nothing has been said of it
        if slow.stage != "play" or not slow.to_play or slow.to_play[0] != seat:
            return
        slow.just_discarded = False
        total = slow.drawn + 1 if count is None else count
        found = slow.drawn_up_to(total, self.luck(events))
        if card is not None and not self.known:
            found[-1] = self._shown(events)
        slow.put(seat, found)

    def _not_fit(self, move: Move, events: Sequence[Event]) -> None:
        self._draw(Move("draw", move.who, {"count": self.slow.drawn + 1}), events)

    def _pass(self, move: Move, events: Sequence[Event]) -> None:
        slow = self.slow
        there = len(slow.deck) + len(slow.pile)
        assert slow.drawn == 3 or not there or (slow.drawn and self.rules["optional_draw"])
        slow.stop(slow.to_play[0])

    def _settle(self, move: Move, events: Sequence[Event]) -> None:
        self.slow.go_on_settling()

    # -- calls

    def _call_made(self, move: Move, events: Sequence[Event]) -> None:
        self.caller, self.slow.owing = self.slow.owing, None

    def _call_borrowed(self, move: Move, events: Sequence[Event]) -> None:
        self.slow.owing = self.caller

    def _call_missed(self, move: Move, events: Sequence[Event]) -> None:
        self._call_made(move, events)
        self._did_not_call(move, events)

    def _call_doubted(self, move: Move, events: Sequence[Event]) -> None:
        self._call_made(move, events)

    def _did_call(self, move: Move, events: Sequence[Event]) -> None:
        pass

    def _did_not_call(self, move: Move, events: Sequence[Event]) -> None:
        assert self.caller is not None
        self.slow.punish(self.caller, 3, "sapiencia", self.luck(events))

    def _false_call(self, move: Move, events: Sequence[Event]) -> None:
        slow, seat, rule = self.slow, move.who, self.rules["false_call"]
        price = {0: 0, "warn": 1, 1: 1, 3: 3}[rule]
        if not of(events, "false_call") or not seat or not move.args.get("in_turn") or not price:
            return
        if len(slow.hand[seat]) < 2:
            return
        if rule == "warn" and seat not in slow.told_once:
            slow.told_once.add(seat)
        else:
            slow.punish(seat, price, "false_call", self.luck(events))

    def _protest(self, move: Move, events: Sequence[Event]) -> None:
        pass

    _uphold = _protest

    def _overrule(self, move: Move, events: Sequence[Event]) -> None:
        self.slow.pardon()

    # -- people

    def _leave(self, move: Move, events: Sequence[Event]) -> None:
        slow, seat = self.slow, seat_of(move)
        if slow.stage == "settle" and not slow.to_settle:
            slow.gone.add(seat)
            slow.close()
        else:
            slow.leave(seat)

    def _back(self, move: Move, events: Sequence[Event]) -> None:
        slow = self.slow
        slow.gone.discard(seat_of(move))
        if slow.stage == "settle":
            slow.go_on_settling()
        slow.just_discarded = slow.just_discarded and slow.stage == "settle"

    def _end(self, move: Move, events: Sequence[Event]) -> None:
        slow = self.slow
        here = [s for s in slow.seats if s not in slow.gone] or slow.seats
        few = min(len(slow.hand[s]) for s in here)
        slow.stage = "over"
        slow.winners = [s for s in here if len(slow.hand[s]) == few]
        if self.rules["tie"] == "nearest":
            order = slow.right_hand(slow.talker)
            slow.winners = [next(s for s in order if s in slow.winners)]

    def compare(self, state: Any) -> None:
        sapiencia.compare(self.game, state, self.slow, self.whole)


TABLES: Mapping[str, Any] = {
    "iknow": IknowAgain,
    "sapiencia": SapienciaAgain,
    "wizard": WizardAgain,
}
