"""What people say in Sapiencia is understood in both languages (rules 4.2, D12, D16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import pytest

from host.engine.game import Expectation, Move, Refusal, fold
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.telling.sapiencia_words import card_words
from host.understanding.interpret import Interpreter, Meant
from host.understanding.numbers import said_as_label
from host.understanding.phrasebook import Phrasebook
from tests.games.tables import InOrder

SEATS = ("Ana", "Luis")
CARDS = (
    SapienciaCard(
        "hipatia",
        "Hipatia de Alejandría",
        country="Egipto",
        contributions=5,
        professions=("matemática", "astronomía"),
    ),
    SapienciaCard("zewail", "Ahmed Zewail", country="Egipto", contributions=5),
    SapienciaCard("curie", "Marie Curie", country="Polonia", contributions=5),
    SapienciaCard("einstein", "Albert Einstein", country="Alemania", contributions=5),
    SapienciaCard("galileo", "Galileo Galilei", country="Italia", contributions=4),
)
ALIASES = {
    "hipatia": ["Hipatia"],
    "zewail": ["Zewail"],
    "curie": ["Curie"],
    "einstein": ["Einstein"],
    "galileo": ["Galileo"],
}


@lru_cache(maxsize=4)
def reader(language: str) -> Interpreter:
    book = Phrasebook(
        language, "sapiencia", card_words(CARDS, ALIASES, partial(said_as_label, language=language))
    )
    return Interpreter(book, SEATS)


@lru_cache(maxsize=1)
def moments() -> Mapping[str, Expectation]:
    """What may be said at each kind of moment."""
    game = Sapiencia(SEATS, CARDS, SapienciaRules(), {"counts": {"Ana": 4, "Luis": 2}})
    state = fold(game, game.begin(InOrder()))
    found = {"talk": game.expectation(state)}

    def go(name: str, act: str, who: str = "", **args: Any) -> None:
        nonlocal state
        got = game.decide(state, Move(act, who, args), InOrder())
        assert not isinstance(got, Refusal), got
        state = fold(game, got, state)
        found[name] = game.expectation(state)

    go("value", "talk", "Ana", card="hipatia", category="profession", criterion="contributions")
    state = fold(game, game.begin(InOrder()))
    go("play", "talk", "Ana", card="hipatia", category="country", criterion="contributions")
    before = state
    go("draw", "none", "Luis")
    state = before
    go("settle", "play", "Luis", card="zewail")
    go("call_doubt", "call_doubted", id="sapiencia-1", why="deaf")
    go("after", "did_not_call")
    go("protest", "protest", "Luis")
    return found


SAID: Sequence[tuple[str, str, str, str, dict[str, Any]]] = (
    ("es", "talk", "Hipatia de Alejandría", "talk", {"card": "hipatia"}),
    ("es", "talk", "Hipatia", "talk", {"card": "hipatia"}),
    ("es", "talk", "elijo a Hipatia", "talk", {"card": "hipatia"}),
    ("es", "talk", "la carta tres", "talk", {"card": "curie"}),
    ("es", "talk", "país", "talk", {"category": "country"}),
    ("es", "talk", "categoría periodo de la historia", "talk", {"category": "period"}),
    ("es", "talk", "aportes e impactos", "talk", {"criterion": "contributions"}),
    ("es", "talk", "premios", "talk", {"criterion": "prizes"}),
    ("es", "talk", "premios nobel", "talk", {"criterion": "nobel_prizes"}),
    ("es", "talk", "otros premios", "talk", {"criterion": "other_prizes"}),
    ("es", "talk", "barreras o limitaciones", "talk", {"criterion": "barriers"}),
    ("es", "talk", "categoría patentes", "talk", {"category": "patents"}),
    ("es", "talk", "criterio país", "talk", {"criterion": "country"}),
    (
        "es",
        "talk",
        "país, aportes e impactos",
        "talk",
        {"category": "country", "criterion": "contributions"},
    ),
    (
        "es",
        "talk",
        "aportes, país",
        "talk",
        {"category": "country", "criterion": "contributions"},
    ),
    ("es", "value", "astronomía", "talk", {"value": "astronomía"}),
    ("es", "play", "juego a Zewail", "play", {"card": "zewail"}),
    ("es", "play", "pongo a Zewail", "play", {"card": "zewail"}),
    ("es", "play", "Ahmed Zewail", "play", {"card": "zewail"}),
    ("es", "play", "juego a Galileo", "play", {"card": "galileo"}),
    ("es", "play", "no tengo", "none", {}),
    ("es", "play", "no tengo ninguna", "none", {}),
    ("es", "play", "tomo carta", "draw", {}),
    ("es", "play", "robo", "draw", {}),
    ("es", "play", "no tengo, robé tres, paso", "draw", {"count": 3}),
    ("es", "play", "paso", "pass", {}),
    ("es", "play", "¡Sapiencia!", "call", {"call": "sapiencia"}),
    ("es", "play", "¿cuántas cartas tiene Luis?", "cmd_cards", {"seat": "Luis"}),
    ("es", "play", "¿cuál era la vara?", "cmd_bar", {}),
    ("es", "play", "¿cuál es la categoría y la vara?", "cmd_bar", {}),
    ("es", "play", "¿cuántas quedan en el mazo?", "cmd_deck", {}),
    ("es", "play", "¡esa no es de Egipto!", "cmd_dispute", {"value": "Egipto"}),
    ("es", "play", "ese valor está mal", "cmd_dispute", {}),
    ("es", "play", "corrige: cuatro", "correct", {"number": 4}),
    ("es", "play", "fue Luis", "cmd_was", {"seat": "Luis"}),
    ("es", "draw", "sirve: Zewail", "fits", {"card": "zewail"}),
    ("es", "draw", "Zewail", "play", {"card": "zewail"}),
    ("es", "draw", "no sirve", "not_fit", {}),
    ("es", "draw", "a la segunda, Zewail", "draw", {"count": 2, "card": "zewail"}),
    ("es", "draw", "tres y nada", "draw", {"count": 3}),
    ("es", "draw", "otra carta", "draw", {}),
    ("es", "settle", "sapiencia", "call", {"call": "sapiencia"}),
    ("es", "call_doubt", "sí", "did_call", {}),
    ("es", "call_doubt", "no", "did_not_call", {}),
    ("es", "call_doubt", "sí lo dijo", "did_call", {}),
    ("es", "call_doubt", "fue Luis", "did_call", {"seat": "Luis"}),
    ("en", "call_doubt", "it was Luis", "did_call", {"seat": "Luis"}),
    ("es", "after", "protesto", "protest", {}),
    ("es", "after", "yo lo dije a tiempo", "protest", {}),
    ("es", "protest", "sí", "overrule", {}),
    ("es", "protest", "no", "uphold", {}),
    ("en", "talk", "Hipatia", "talk", {"card": "hipatia"}),
    ("en", "talk", "I play Hipatia", "talk", {"card": "hipatia"}),
    (
        "en",
        "talk",
        "country, contributions",
        "talk",
        {"category": "country", "criterion": "contributions"},
    ),
    ("en", "talk", "Nobel prizes", "talk", {"criterion": "nobel_prizes"}),
    ("en", "talk", "category patents", "talk", {"category": "patents"}),
    ("en", "play", "I play Zewail", "play", {"card": "zewail"}),
    ("en", "play", "I have none", "none", {}),
    ("en", "play", "draw", "draw", {}),
    ("en", "play", "sapiencia", "call", {"call": "sapiencia"}),
    ("en", "play", "how many cards does Luis have?", "cmd_cards", {"seat": "Luis"}),
    ("en", "draw", "it fits: Zewail", "fits", {"card": "zewail"}),
    ("en", "draw", "on the second, Zewail", "draw", {"count": 2, "card": "zewail"}),
    ("en", "draw", "three and nothing", "draw", {"count": 3}),
    ("en", "draw", "it doesn't fit", "not_fit", {}),
    ("en", "call_doubt", "no", "did_not_call", {}),
    ("en", "protest", "yes", "overrule", {}),
)


@pytest.mark.parametrize(("language", "moment", "words", "act", "args"), SAID)
def test_it_is_understood(
    language: str, moment: str, words: str, act: str, args: dict[str, Any]
) -> None:
    reading = reader(language).interpret(words, moments()[moment])
    assert isinstance(reading, Meant), reading
    assert [(a.act, dict(a.args)) for a in reading.acts] == [(act, args)]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_decks_phrases_stay_few_enough(language: str) -> None:
    cards = [
        SapienciaCard(
            f"c{n}",
            f"Nombre{n} Apellido{n}",
            country=f"País{n % 25}",
            professions=(f"oficio{n % 30}",),
            uses=(f"uso{n % 30}",),
        )
        for n in range(100)
    ]
    numbered = partial(said_as_label, language=language)
    words = card_words(cards, {c.id: [c.name.split()[1]] for c in cards}, numbered)
    book = Phrasebook(language, "sapiencia", words)
    assert len(book.everything(tuple("ABCDEFGH"))) < 11_000


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_option_has_plain_words_for_help_and_questions(language: str) -> None:
    book = reader(language).phrasebook
    for expectation in moments().values():
        for option in expectation.options:
            args = {slot: values[0] for slot, values in option.slots.items() if values}
            if len(args) == len(option.slots):
                assert book.say(option.act, args)


def test_a_question_with_the_word_inside_is_no_call() -> None:
    reading = reader("es").interpret("¿no tenía que decir sapiencia alguien?", moments()["settle"])
    assert not isinstance(reading, Meant)


LEADS = {
    "es": ("la", "carta", "la carta", "número", "la número", "la carta número", "juego la", ""),
    "en": ("card", "the card", "number", "card number", "I play card", ""),
}


@lru_cache(maxsize=2)
def numbered_table(language: str) -> tuple[Interpreter, Mapping[str, Expectation]]:
    """A table with ninety-nine cards, half of which fit, while one talks, plays and draws."""
    cards = [SapienciaCard(f"c{n}", f"Nadie {n}", country="AB"[n % 2]) for n in range(1, 100)]
    words = card_words(cards, {}, partial(said_as_label, language=language))
    game = Sapiencia(SEATS, cards, SapienciaRules(), {})
    now = fold(game, game.begin(InOrder()))
    found = {"talk": game.expectation(now)}
    for name, act, who, args in (
        ("play", "talk", "Ana", {"card": "c2", "category": "country", "criterion": "barriers"}),
        ("draw", "none", "Luis", {}),
    ):
        got = game.decide(now, Move(act, who, args), InOrder())
        assert not isinstance(got, Refusal), got
        now = fold(game, got, now)
        found[name] = game.expectation(now)
    return Interpreter(Phrasebook(language, "sapiencia", words), SEATS), found


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_card_can_be_said_by_its_number(language: str) -> None:
    table, found = numbered_table(language)
    for moment in ("talk", "play", "draw"):
        for n in range(1, 100):
            for number in (*said_as_label(n, language), str(n)):
                for lead in LEADS[language]:
                    if moment == "draw" and not lead:
                        continue  # it may be how many were drawn
                    words = f"{lead} {number}".strip()
                    reading = table.interpret(words, found[moment])
                    assert isinstance(reading, Meant), (moment, words, reading)
                    assert dict(reading.acts[0].args) == {"card": f"c{n}"}, (moment, words)


def test_a_number_alone_is_no_card_while_it_may_be_how_many_were_drawn() -> None:
    table, found = numbered_table("es")
    for words in ("dos", "tres"):
        reading = table.interpret(words, found["draw"])
        assert not isinstance(reading, Meant) or "card" not in reading.acts[0].args


def test_an_ear_is_told_the_numbers_of_the_cards_that_may_be_played() -> None:
    table, found = numbered_table("es")
    assert {"la cuarenta y dos", "carta cuarenta y dos", "numero cuatro", "la una"} <= set(
        table.spellings(found["talk"])
    )
    may_play = table.spellings(found["play"])
    assert "la cuarenta y dos" in may_play
    assert "la cuarenta y tres" not in may_play


def test_help_shows_a_whole_choice_of_the_talkers() -> None:
    interpreter, talk = reader("es"), moments()["talk"]
    shown = interpreter.phrasebook.help_examples(talk)
    assert len(shown) == 1
    reading = interpreter.interpret(shown[0], talk)
    assert isinstance(reading, Meant)
    assert set(reading.acts[0].args) == {"card", "category", "criterion"}
