"""What the host of Wizard says and understands: every line is there, and no secret is told."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from host.engine.game import Expectation, Json, Move, Option, Refusal, fold
from host.engine.session import Dice
from host.games.wizard import Wizard, WizardRules, WizardState
from host.mouth.lines import Lines
from host.telling.base import Say, Tone, Utter
from host.telling.wizard import WizardTeller
from host.telling.wizard_words import CardWords
from host.understanding.interpret import Act, Interpreter, Meant, Unsure
from host.understanding.phrasebook import Phrasebook

SEATS = ("Ana", "Luis", "Eva", "Félix")
QUERIES = (
    "cmd_repeat cmd_score cmd_turn cmd_rules cmd_trump cmd_played cmd_winning cmd_bids "
    "cmd_tricks cmd_dealer cmd_round"
)


class Host:
    """A teller with its lines, and the texts it would say."""

    def __init__(self, language: str, game: Wizard) -> None:
        self.lines = Lines(language)
        names = CardWords.load(language, game.rules.pack)
        self.teller = WizardTeller(game, names, self.lines)
        self.game = game

    def texts(self, what: Sequence[Utter] | None) -> list[str]:
        assert what is not None
        return [self.lines.say(u.id, **dict(u.args)) for u in what if isinstance(u, Say)]

    def all_of(self, before: WizardState, events: Sequence[Any]) -> list[str]:
        said = []
        for event in events:
            after = self.game.apply(before, event)
            said += self.texts(self.teller.tell(before, event, after))
            before = after
        return said


def table(language: str = "es", *, setup: Mapping[str, Any] | None = None, **rules: Any) -> Host:
    game = Wizard(SEATS, WizardRules.from_dict(rules), setup or {"dealer": "Félix"})
    return Host(language, game)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("seed", range(24))
def test_whatever_happens_there_is_a_line(language: str, seed: int) -> None:
    """Random and wild moves at every depth: each event, refusal, question and query is told."""
    rng = random.Random(seed)
    bidding = rng.choice(["open", "secret", "delayed"])
    rules = {
        "keep": ("cards", "tricks", "score")[seed % 3],
        "hands": "known" if seed % 6 == 0 else "unknown",
        "bidding": bidding,
        "sum": rng.choice(["free", "german", "always"]) if bidding == "open" else "free",
        "pack": rng.choice(["french", "colours"]),
        "rounds": 3,
    }
    game = Wizard(SEATS, WizardRules.from_dict(rules), {"dealer": "Eva"} if seed % 2 else {})
    host = Host(language, game)
    events = game.begin(Dice(seed))
    state = fold(game, events)
    said = host.texts(host.teller.opening(state)) + host.all_of(game.blank(), events)
    wild = [None, 0, 1, 9, "none", "K", "Kp", "W", "r13", ["W", "W"], "Ana", "Zoe"]
    for _ in range(160):
        now = game.expectation(state)
        said += host.texts(host.teller.ask(state, now))
        said += host.texts(host.teller.where_we_are(state))
        for act in QUERIES.split():
            seat = rng.choice([*SEATS, ""])
            said += host.texts(host.teller.query(state, act, {"seat": seat} if seat else {}))
        options = [o for o in now.options if o.act != "undo_trick" or rng.random() < 0.1]
        if options and rng.random() < 0.6:
            option = rng.choice(options)
            args = {slot: rng.choice(values) for slot, values in option.slots.items()}
            move = Move(option.act, now.asked or "", args)
        else:
            acts = "bid ready reveal_bid play trick taken suit turned undo_trick dealer dance"
            slot = rng.choice(["seat", "card", "rank", "cards", "suit", "n"])
            who = rng.choice([*SEATS, "", "Zoe"])
            move = Move(rng.choice(acts.split()), who, {slot: rng.choice(wild)})
        got = game.decide(state, move, Dice(seed))
        if isinstance(got, Refusal):
            told = host.texts(host.teller.refuse(state, got, move))
            assert told
            said += told
            continue
        said += host.all_of(state, got)
        state = fold(game, got, state)
        if state.phase == "over":
            break
    assert not [text for text in said if re.search(r"[{}]|\bNone\b", text)]
    # One breath: nothing of the routine is longer than what fifteen letters a second allow.
    assert max(map(len, said)) < 200


# ---------------------------------------------------------------- what is told and what is not


def test_the_first_round_is_told_in_full_and_later_ones_by_a_name_and_a_sound() -> None:
    host = table(setup={"dealer": "Félix", "round": 1}, rounds=3)
    game = host.game
    state = fold(game, game.begin(Dice(1)))
    told: list[list[Utter]] = []
    for n in (0, 0, 0, 1, 0, 0, 0, 2):
        asked = game.expectation(state).asked
        move = Move("bid", asked or "", {"n": n})
        for act in (move, *([Move("trick", "", {"seat": "Luis"})] * 2)):
            got = game.decide(state, act, Dice(1))
            if isinstance(got, Refusal):
                continue
            after = game.apply(state, got[0])
            told.append(host.teller.tell(state, got[0], after))
            state = fold(game, got, state)
    first_bid, first_trick = told[0][0], told[4][0]
    assert isinstance(first_bid, Say)
    assert isinstance(first_trick, Say)
    assert host.texts([first_bid]) == ["Ana: cero."]
    assert host.texts([first_trick]) == ["Baza de Luis: lleva una de cero."]
    assert told[5] == [Tone("heard")]
    assert told[9] == [Say("wizard-trick-short", {"who": "Luis"}), Tone("heard")]


@pytest.mark.parametrize("bidding", ["secret", "delayed"])
def test_secret_bids_are_told_to_nobody_before_their_time(bidding: str) -> None:
    host = table(bidding=bidding, setup={"dealer": "Félix", "round": 2})
    game = host.game
    state = fold(game, game.begin(Dice(1)))
    said: list[str] = []

    def move(who: str, act: str, **args: Json) -> None:
        nonlocal state
        got = game.decide(state, Move(act, who, args), Dice(1))
        assert not isinstance(got, Refusal), got
        said.extend(host.all_of(state, got))
        state = fold(game, got, state)

    assert host.texts(host.teller.query(state, "cmd_bids", {})) == ["Las apuestas aún no se saben."]
    move("", "ready", all=True)
    if bidding == "delayed":
        move("", "trick", seat="Luis")
        assert "Luis cero" not in said
        assert host.texts(host.teller.query(state, "cmd_tricks", {"seat": "Luis"})) == ["Luis una."]
        move("", "trick", seat="Luis")
    for seat, n in (("Ana", 0), ("Luis", 2), ("Eva", 0)):
        move(seat, "reveal_bid", n=n)
        assert not [text for text in said if "Pedidas" in text]
        assert host.texts(host.teller.query(state, "cmd_bids", {})) == [
            "Las apuestas aún no se saben."
        ]
    move("Félix", "reveal_bid", n=1)
    assert "Pedidas: Ana cero, Luis dos, Eva cero y Félix una. Son tres de dos bazas." in said


def test_hands_are_never_told() -> None:
    host = table("es", hands="known", setup={"dealer": "Félix", "round": 5}, rounds=5)
    game = host.game
    events = game.begin(Dice(11))
    state = fold(game, events)
    said = " ".join(host.all_of(game.blank(), events)) + " ".join(
        " ".join(host.texts(host.teller.query(state, act, {})) or []) for act in QUERIES.split()
    )
    turned = [e["card"] for e in events if e.kind == "turned"]
    for hand in state.hands.values():
        for card in hand:
            if card.is_suited and card.code not in turned:
                assert host.teller.names.card(card.code) not in said


def test_D6_a_total_below_zero_is_told_on_request_only() -> None:
    host = table(setup={"dealer": "Félix", "round": 2, "points": {"Ana": -40}}, rounds=3)
    game = host.game
    state = fold(game, game.begin(Dice(1)))
    said: list[str] = []
    for n in (0, 0, 0, 0):
        got = game.decide(
            state, Move("bid", game.expectation(state).asked or "", {"n": n}), Dice(1)
        )
        assert not isinstance(got, Refusal)
        state = fold(game, got, state)
    for seat in ("Luis", "Luis"):
        got = game.decide(state, Move("trick", "", {"seat": seat}), Dice(1))
        assert not isinstance(got, Refusal)
        said += host.all_of(state, got)
        state = fold(game, got, state)
    at = said.index("Ana, más veinte.")
    assert said[at : at + 6] == [
        "Ana, más veinte.",
        "Luis, menos veinte.",
        "Eva, más veinte.",
        "Félix, más veinte.",
        "Por delante, Eva y Félix, con veinte.",
        "Los totales, con «marcador».",
    ], "all alike, and who leads"
    told = host.texts(host.teller.query(state, "cmd_score", {}))
    assert told == ["Puntos: Ana menos veinte, Luis menos veinte, Eva veinte y Félix veinte."]


@pytest.mark.parametrize(("points", "ahead"), [(-40, []), (-20, []), (0, ["wizard-ahead"])])
def test_D6_nobody_leads_who_has_nothing(points: int, ahead: list[str]) -> None:
    setup = {"dealer": "Félix", "round": 1, "points": {**dict.fromkeys(SEATS, points), "Eva": -40}}
    host = table(setup=setup, rounds=3)
    game = host.game
    state = fold(game, game.begin(Dice(1)))
    lines: list[str] = []
    moves = [Move("", "bid", {"n": 0})] * 4 + [Move("", "trick", {"seat": "Luis"})]
    for move in moves:
        who = game.expectation(state).asked or ""
        got = game.decide(state, Move(move.who, who, move.args), Dice(1))
        assert not isinstance(got, Refusal)
        for event in got:
            after = game.apply(state, event)
            lines += [u.id for u in host.teller.tell(state, event, after) if isinstance(u, Say)]
            state = after
    assert [line for line in lines if line == "wizard-ahead"] == ahead
    assert "wizard-totals-asked" in lines


def test_A2_more_than_six_are_warned() -> None:
    for n in (6, 7):
        seats = [f"J{i}" for i in range(n)]
        game = Wizard(seats, WizardRules(), {"dealer": "J0"})
        host = Host("es", game)
        lines = [u.id for u in host.teller.opening(game.blank()) if isinstance(u, Say)]
        assert ("wizard-opening-many" in lines) == (n > 6)
        assert host.teller.minutes() % 5 == 0


def test_a_refused_card_says_what_to_follow() -> None:
    setup = {
        "dealer": "Félix",
        "hands": {"Luis": ["Kc", "2p"]},
        "trump": "d",
        "bids": dict.fromkeys(SEATS, 0),
    }
    host = table(keep="cards", setup=setup)
    game = host.game
    state = fold(game, game.begin(Dice(1)))
    got = game.decide(state, Move("play", "Ana", {"card": "3c"}), Dice(1))
    assert not isinstance(got, Refusal)
    state = fold(game, got, state)
    move = Move("play", "Luis", {"card": "2p"})
    refusal = game.decide(state, move, Dice(1))
    assert isinstance(refusal, Refusal)
    assert host.texts(host.teller.refuse(state, refusal, move)) == ["Tienes que seguir corazones."]


# ---------------------------------------------------------------- set-ups in spoken names


def test_a_setup_may_name_cards_as_they_are_spoken() -> None:
    words = CardWords.load("es", "french")
    read = words.read_setup(
        {
            "hands": {"Ana": ["rey de picas", "Mago", "10t", "sota de bastos"]},
            "turned": "as de espadas",
            "trump": "sin triunfo",
            "round": 3,
        }
    )
    assert read["hands"] == {"Ana": ["Kp", "W", "10t", "Jt"]}
    assert (read["turned"], read["trump"], read["round"]) == ("Ap", "none", 3)
    assert words.read_setup({"turned": "rojo trece"})["turned"] == "rojo trece"
    colours = CardWords.load("es", "colours")
    assert colours.read_setup({"turned": "trece rojo"})["turned"] == "r13"


# ---------------------------------------------------------------- what is understood

ALL_CARDS = tuple(CardWords.load("es", "french").cards)
NUMBERS = tuple(range(6))
NOW = {
    "bid": (Option("bid", {"n": NUMBERS}),),
    "reveal": (Option("reveal_bid", {"n": NUMBERS}),),
    "taken": (Option("taken", {"n": NUMBERS}),),
    "turned": (Option("turned", {"card": ALL_CARDS}), Option("suit", {"suit": ("t", "none")})),
    "suit": (Option("suit", {"suit": ("t", "d", "c", "p")}),),
    "dealer": (Option("dealer", {"seat": SEATS}), Option("draw_dealer", {"card": ALL_CARDS})),
    "ready": (Option("ready"), Option("ready", {"all": (True,)})),
    "trick": (Option("trick", {"seat": SEATS}), Option("undo_trick")),
    "lead": (Option("play", {"card": ALL_CARDS}),),
    "play": (
        Option("play", {"card": ALL_CARDS}),
        Option("play", {"rank": ("2", "3", "10", "J", "Q", "K", "A")}),
        Option("undo_trick"),
    ),
    "doubt": (Option("go_on"), Option("undo_trick")),
}

SAID = [
    # (language, moment, words, act, args)
    ("es", "bid", "dos", "bid", {"n": 2}),
    ("es", "bid", "pido tres", "bid", {"n": 3}),
    ("es", "bid", "ninguna", "bid", {"n": 0}),
    ("es", "bid", "cero", "bid", {"n": 0}),
    ("es", "bid", "nada", "bid", {"n": 0}),
    ("es", "bid", "una", "bid", {"n": 1}),
    ("es", "bid", "uno", "bid", {"n": 1}),
    ("es", "bid", "una baza", "bid", {"n": 1}),
    ("es", "bid", "yo apuesto cuatro", "bid", {"n": 4}),
    ("es", "bid", "a ver, pues cinco bazas", "bid", {"n": 5}),
    ("es", "reveal", "puse dos", "reveal_bid", {"n": 2}),
    ("es", "reveal", "tres", "reveal_bid", {"n": 3}),
    ("es", "taken", "me llevé dos", "taken", {"n": 2}),
    ("es", "taken", "no hice ninguna", "taken", {"n": 0}),
    ("es", "taken", "una", "taken", {"n": 1}),
    ("es", "turned", "siete de corazones", "turned", {"card": "7c"}),
    ("es", "turned", "salió el rey de espadas", "turned", {"card": "Kp"}),
    ("es", "turned", "un bufón", "turned", {"card": "B"}),
    ("es", "turned", "sin triunfo", "suit", {"suit": "none"}),
    ("es", "suit", "bastos", "suit", {"suit": "t"}),
    ("es", "suit", "elijo copas", "suit", {"suit": "c"}),
    ("es", "dealer", "reparte Luis", "dealer", {"seat": "Luis"}),
    ("es", "dealer", "saqué la dama de oros", "draw_dealer", {"card": "Qd"}),
    ("es", "ready", "listo", "ready", {}),
    ("es", "ready", "todos listos", "ready", {"all": True}),
    ("es", "trick", "Luis", "trick", {"seat": "Luis"}),
    ("es", "trick", "la baza es de Eva", "trick", {"seat": "Eva"}),
    ("es", "trick", "se la lleva Ana", "trick", {"seat": "Ana"}),
    ("es", "trick", "deshacer baza", "undo_trick", {}),
    ("es", "trick", "la baza es mía", "trick", {}),
    ("es", "lead", "as de picas", "play", {"card": "Ap"}),
    ("es", "lead", "juego el valet de tréboles", "play", {"card": "Jt"}),
    ("es", "lead", "jota de bastos", "play", {"card": "Jt"}),
    ("es", "lead", "hechicero", "play", {"card": "W"}),
    ("es", "lead", "loco", "play", {"card": "B"}),
    ("es", "lead", "narr", "play", {"card": "B"}),
    ("es", "play", "el rey", "play", {"rank": "K"}),
    ("es", "play", "sota", "play", {"rank": "J"}),
    ("es", "play", "dos", "play", {"rank": "2"}),
    ("es", "play", "no siguió palo", "undo_trick", {}),
    ("es", "doubt", "seguimos", "go_on", {}),
    ("es", "doubt", "se repite", "undo_trick", {}),
    ("es", "bid", "¿cuánto llevo?", "cmd_tricks", {}),
    ("es", "play", "¿cuál es el triunfo?", "cmd_trump", {}),
    ("es", "play", "¿qué se ha jugado?", "cmd_played", {}),
    ("es", "play", "¿quién va ganando?", "cmd_winning", {}),
    ("es", "play", "¿cuánto pidió Luis?", "cmd_bids", {"seat": "Luis"}),
    ("es", "play", "marcador", "cmd_score", {}),
    ("en", "bid", "two", "bid", {"n": 2}),
    ("en", "bid", "I bid none", "bid", {"n": 0}),
    ("en", "taken", "I took three", "taken", {"n": 3}),
    ("en", "turned", "seven of hearts", "turned", {"card": "7c"}),
    ("en", "suit", "I choose spades", "suit", {"suit": "p"}),
    ("en", "dealer", "Luis deals", "dealer", {"seat": "Luis"}),
    ("en", "ready", "I'm ready", "ready", {}),
    ("en", "trick", "the trick goes to Eva", "trick", {"seat": "Eva"}),
    ("en", "trick", "Luis", "trick", {"seat": "Luis"}),
    ("en", "lead", "I play the jack of clubs", "play", {"card": "Jt"}),
    ("en", "lead", "jester", "play", {"card": "B"}),
    ("en", "play", "the king", "play", {"rank": "K"}),
    ("en", "doubt", "replay", "undo_trick", {}),
    ("en", "doubt", "never mind", "go_on", {}),
    ("en", "play", "what is trump?", "cmd_trump", {}),
]


@pytest.fixture(scope="module")
def interpreters() -> dict[str, Interpreter]:
    return {
        language: Interpreter(
            Phrasebook(language, "wizard", CardWords.load(language, "french").spoken()), SEATS
        )
        for language in ("es", "en")
    }


@pytest.mark.parametrize(("language", "moment", "words", "act", "args"), SAID)
def test_understood(
    interpreters: dict[str, Interpreter],
    language: str,
    moment: str,
    words: str,
    act: str,
    args: dict[str, Json],
) -> None:
    reading = interpreters[language].interpret(words, Expectation(moment, "Ana", NOW[moment]))
    assert isinstance(reading, Meant), reading
    assert [(a.act, dict(a.args)) for a in reading.acts] == [(act, args)]


def test_two_digit_bids_are_asked_back(interpreters: dict[str, Interpreter]) -> None:
    now = Expectation("bid", "Ana", (Option("bid", {"n": tuple(range(16))}),))
    reading = interpreters["es"].interpret("doce", now)
    assert isinstance(reading, Unsure)
    assert reading.best.args == {"n": 12}
    assert interpreters["es"].interpret("dos", now) == Meant(
        (Act("bid", {"n": 2}, None, 100.0, "dos"),)
    )


def test_a_whole_trick_with_names_in_one_breath(interpreters: dict[str, Interpreter]) -> None:
    now = Expectation("play", "Ana", NOW["lead"])
    words = "Ana as de picas, Luis tres de picas, Eva mago, Félix el rey"
    reading = interpreters["es"].interpret(words, now)
    assert isinstance(reading, Meant)
    assert [(a.who, dict(a.args)) for a in reading.acts] == [
        ("Ana", {"card": "Ap"}),
        ("Luis", {"card": "3p"}),
        ("Eva", {"card": "W"}),
        ("Félix", {"rank": "K"}),
    ]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("pack", ["french", "colours"])
def test_every_move_has_words_for_a_question_back_and_help(language: str, pack: str) -> None:
    words = CardWords.load(language, pack)
    book = Phrasebook(language, "wizard", words.spoken())
    for code in words.cards:
        for act in ("play", "turned", "draw_dealer"):
            assert book.say(act, {"card": code})
    for act in ("bid", "reveal_bid", "taken"):
        for n in range(21):
            assert book.say(act, {"n": n})
    for act in ("ready", "undo_trick", "go_on", "trick", "dealer"):
        assert book.say(act, {})
    assert book.say("ready", {"all": True})
    examples = book.help_examples(Expectation("play", "Ana", NOW["play"]))
    assert len(examples) == 4
    assert len(book.everything([f"Persona{i}" for i in range(8)])) < 9300
