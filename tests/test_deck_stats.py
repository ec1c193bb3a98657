"""The lean games of `decks stats` are those of the engine, seed by seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from host.deck_stats import GreedyPlayer, Played, Player, RandomPlayer, Talk, play, simulate
from host.decks_sapiencia import default_sapiencia_deck
from host.engine.game import Event, Move, Refusal, fold
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules

DECK = [mind.card for mind in default_sapiencia_deck("es")]
SEATS = ("Ana", "Luis", "Eva", "Marco")


class Luck:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffled(self, items: Sequence[object]) -> list[object]:
        mixed = list(items)
        self.random.shuffle(mixed)
        return mixed


def player_of(kind: str, seed: int) -> Player:
    if kind == "random":
        return RandomPlayer(DECK, random.Random(seed))
    return GreedyPlayer(DECK, sharp=kind == "sharp")


def by_the_engine(rules: SapienciaRules, seats: Sequence[str], player: Player, seed: int) -> Played:
    """Play a game through the Game protocol, every call made in time."""
    game = Sapiencia(seats, DECK, rules, {})
    place = {card.id: at for at, card in enumerate(DECK)}
    chance = Luck(seed)
    events: list[Event] = game.begin(chance)
    state = fold(game, events)
    while not (outcome := game.outcome(state))["finished"]:
        expected = game.expectation(state)
        hand = sorted(place[i] for i in outcome["hands"].get(expected.asked, ()))
        if expected.calls:
            call = events[-1] if events[-1].kind == "call_owed" else None
            owed = call or next(e for e in reversed(events) if e.kind == "call_owed")
            move = Move("call_made", expected.calls[0].who, {"id": owed["id"], "onset": 0.0})
        elif expected.phase == "settle":
            move = Move("settle", "")
        elif expected.phase == "talk":
            talk: Talk = player.talk(hand)
            args = {
                "card": DECK[talk.card].id,
                "category": talk.category,
                "value": talk.value,
                "criterion": talk.criterion,
            }
            move = Move("talk", expected.asked or "", args)
        else:
            category, required = expected.args["category"], expected.args["required"]
            fitting = [i for i in hand if set(DECK[i].values(category)) & set(required)]
            if fitting and expected.phase == "play":
                card = player.follow(fitting, expected.args["criterion"])
                move = Move("play", expected.asked or "", {"card": DECK[card].id})
            else:
                move = Move("draw", expected.asked or "", {"count": 3})
        new = game.decide(state, move, chance)
        assert not isinstance(new, Refusal), (move, new)
        events += new
        state = fold(game, new, state)
    ended = events[-1]
    return Played(
        winners=tuple(seats.index(seat) for seat in ended["winners"]),
        out=ended["how"] == "out",
        rounds=sum(event.kind == "round_began" for event in events),
        drawn=sum(event["n"] for event in events if event.kind == "drew"),
        calls=sum(event.kind == "call_owed" for event in events),
    )


@pytest.mark.parametrize("preset", ["written", "brisk"])
@pytest.mark.parametrize("kind", ["random", "greedy", "sharp"])
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_lean_games_are_those_of_the_engine(preset: str, kind: str, seats: int) -> None:
    rules = SapienciaRules.from_dict({"preset": preset, "hands": "known"})
    names = (*SEATS, "Sol", "Iván", "Rita")[:seats]
    for seed in range(4 if preset == "written" else 12):
        lean = play(DECK, rules, seats, player_of(kind, seed), Luck(seed))  # type: ignore[arg-type]
        assert lean == by_the_engine(rules, names, player_of(kind, seed), seed), seed


def test_the_same_seed_gives_the_same_games() -> None:
    first = simulate(DECK, "brisk", "random", 50, 4, 7)
    assert first == simulate(DECK, "brisk", "random", 50, 4, 7)
    assert first != simulate(DECK, "brisk", "random", 50, 4, 8)
    assert first.games == 50
    assert sum(first.seats) == pytest.approx(1)


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_a_brisk_game_of_four_is_short_and_won_by_going_out(kind: str) -> None:
    tally = simulate(DECK, "brisk", kind, 3000, 4, 1)
    assert tally.out >= 0.8
    assert 5 <= tally.rounds["median"] <= 25
    assert 5 <= tally.rounds["mean"] <= 25
    assert max(tally.seats) <= 0.4


def test_a_greedy_talker_takes_the_rarest_value_and_the_best_criterion() -> None:
    def card(name: str, country: str, **figures: int) -> SapienciaCard:
        return SapienciaCard(name, name, "mujer", ("física",), country, "hoy", ("luz",), **figures)

    deck = [
        card("rara", "Chad", contributions=2, patents=7),
        card("a", "Perú", contributions=5, barriers=1, nobel_prizes=1, other_prizes=1),
        card("b", "Perú", contributions=4, barriers=1, nobel_prizes=1, other_prizes=1),
    ]
    assert GreedyPlayer(deck).talk([0, 1, 2]) == Talk(0, "country", "Chad", "patents")
    assert GreedyPlayer(deck).follow([1, 2], "contributions") == 1
