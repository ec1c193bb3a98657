"""«¿Qué es una baza?»: the words of each game are explained on request, in both languages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from host.engine.game import Expectation
from host.guion import Guion, parse
from host.mouth.lines import LANGUAGES, Lines
from host.opening import GAMES
from host.rehearsal import Result, play_as_text
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import Phrase, Phrasebook, phrasebook_of
from host.understanding.text import normalise

SEATS = {"iknow": "[Ana, Luis]", "sapiencia": "[Ana, Luis]", "wizard": "[Ana, Luis, Eva]"}

MOST_WORDS = 28
"""An explanation is one breath, or two short ones."""


@lru_cache(maxsize=16)
def terms(game: str, language: str) -> tuple[str, ...]:
    book = Phrasebook(language, game, {"card": {"x": ("Zewail",)}})
    args = [dict(p.args) for p in book.everything(("Ana", "Luis")) if p.act == "cmd_term"]
    return tuple(sorted({str(told["term"]) for told in args}))


CASES = [(g, lang, term) for g in GAMES for lang in LANGUAGES for term in terms(g, lang)]


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_explain_the_same_words(game: str) -> None:
    every = {language: terms(game, language) for language in LANGUAGES}
    assert len(set(every.values())) == 1, every
    assert len(every["es"]) >= 5


@pytest.mark.parametrize(("game", "language", "term"), CASES)
def test_each_word_is_explained_and_the_question_is_put_again(
    game: str, language: str, term: str
) -> None:
    book = Phrasebook(language, game, {"card": {"x": ("Zewail",)}})
    result = play_as_text(_guion(game, language, book.say("cmd_term", {"term": term})))
    told = [sound.line for _, sound in result.said]
    at = told.index(f"{game}-term-{term}")
    assert at < len(told) - 1, "what was asked is asked again"
    assert result.heard[-1].result == "command"


@pytest.mark.parametrize(("game", "language", "term"), CASES)
def test_an_explanation_is_short(game: str, language: str, term: str) -> None:
    text = Lines(language).say(f"{game}-term-{term}")
    assert 3 < len(text.split()) <= MOST_WORDS


def test_where_an_answer_is_awaited_a_word_is_explained_and_is_no_answer() -> None:
    text = """---
game: iknow
language: es
seats: [Ana, Luis]
rules: {bets: optional}
setup: {category: people, cards: [mandela]}
---
Ana: tres
Luis: uno
Ana: no apuesto
Luis: no apuesto
Ana: ¿qué es una pista?
"""
    result = play_as_text(parse(text, "terms"))
    assert "iknow-term-clue" in [sound.line for _, sound in result.said]
    assert result.outcome["turn"] == "Ana"


def test_the_words_of_the_region_are_explained() -> None:
    lines: dict[str, Any] = {r: Lines("es", region=r) for r in ("es-ES", "es-419")}
    assert "baza" in lines["es-ES"].say("wizard-term-trick")
    assert "mano" in lines["es-419"].say("wizard-term-trick")
    for words in ("¿qué es una baza?", "¿qué es una mano?"):
        told = [s.line for _, s in _played("wizard", "es", words).said]
        assert "wizard-term-trick" in told


ELSEWHERE = [
    (here, language, there, term)
    for here in (*GAMES, "welcome")
    for there in GAMES
    for language in LANGUAGES
    for term in terms(there, language)
    if there != here
]


@pytest.mark.parametrize(("here", "language", "there", "term"), ELSEWHERE)
def test_a_word_of_another_game_is_explained_there_too(
    here: str, language: str, there: str, term: str
) -> None:
    """It is the word of this game if this has it too («la apuesta»), and else of the first."""
    words = Phrasebook(language, there, {}).say("cmd_term", {"term": term})
    reading = _heard(here, language).interpret(words, Expectation("over"))
    assert isinstance(reading, Meant), words
    act = reading.acts[0]
    asked = (str(act.args.get("game") or here), str(act.args.get("term")))
    explained = {game for game in GAMES if _explains(game, language, words)}
    assert act.act == "cmd_term"
    assert asked[0] in explained
    assert (asked[0] == here) == (here in explained)


@pytest.mark.parametrize(
    ("game", "language", "words", "lines"),
    [
        ("iknow", "es", "¿qué es una baza?", ("Eso es de Wizard.", "wizard-term-trick")),
        ("sapiencia", "es", "¿qué es una baza?", ("Eso es de Wizard.", "wizard-term-trick")),
        ("wizard", "es", "¿qué es el mazo?", ("Eso es de Sapiencia.", "sapiencia-term-deck")),
        ("iknow", "en", "what is a jester?", ("That is a word of Wizard.", "wizard-term-jester")),
    ],
)
def test_whose_word_it_is_comes_first(
    game: str, language: str, words: str, lines: tuple[str, str]
) -> None:
    said = _played(game, language, words).said
    at = [sound.line for _, sound in said].index(lines[1])
    assert said[at - 1][1].text == lines[0]
    assert len(f"{lines[0]} {said[at][1].text}".split()) <= MOST_WORDS + 6
    assert at < len(said) - 1, "what was asked is asked again"


def test_while_names_are_asked_for_a_question_about_a_word_is_no_name() -> None:
    guion = "---\ngame: evening\nlanguage: es\nseats: [Ana]\n---\n"
    result = play_as_text(
        parse(guion + "Ana: la primera\nAna: Wizard\nAna: ¿qué es una baza?\n", "terms")
    )
    assert [sound.line for _, sound in result.said][-3:] == [
        "common-term-elsewhere",
        "wizard-term-trick",
        "welcome-ask-name-first",
    ]


@pytest.mark.parametrize("words", ["¿qué es la vida?", "¿qué es un gambito?"])
def test_what_no_game_explains_is_no_word_of_one(words: str) -> None:
    reading = _heard("sapiencia", "es").interpret(words, Expectation("over"))
    assert not isinstance(reading, Meant)


def test_no_game_has_more_phrases_for_the_words_of_others() -> None:
    for game in GAMES:
        for language in LANGUAGES:
            args = [dict(p.args) for p in Phrasebook(language, game).everything(("Ana",))]
            assert not any("game" in told and "term" in told for told in args)


@lru_cache(maxsize=16)
def _heard(game: str, language: str) -> Interpreter:
    return Interpreter(phrasebook_of(language, game, {}), ("Ana", "Luis", "Eva"))


def _explains(game: str, language: str, words: str) -> bool:
    """Tell whether a game has a word of its own for what is asked, to the letter."""
    asked = [p for p in _phrases(game, language) if p.words == normalise(words)]
    return bool(asked)


@lru_cache(maxsize=16)
def _phrases(game: str, language: str) -> tuple[Phrase, ...]:
    book = Phrasebook(language, game, {"card": {"x": ("Zewail",)}})
    return tuple(p for p in book.everything(("Ana", "Luis")) if p.act == "cmd_term")


def _played(game: str, language: str, words: str) -> Result:
    return play_as_text(_guion(game, language, words))


def _guion(game: str, language: str, words: str) -> Guion:
    head = f"game: {game}\nlanguage: {language}\nseats: {SEATS[game]}\nvoices: unknown\n"
    return parse(f"---\n{head}---\nAna: {words}\n", "terms")
