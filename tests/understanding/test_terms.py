"""«¿Qué es una baza?»: the words of each game are explained on request, in both languages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from host.guion import Guion, parse
from host.mouth.lines import LANGUAGES, Lines
from host.opening import GAMES
from host.rehearsal import Result, play_as_text
from host.understanding.phrasebook import Phrasebook

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


def _played(game: str, language: str, words: str) -> Result:
    return play_as_text(_guion(game, language, words))


def _guion(game: str, language: str, words: str) -> Guion:
    head = f"game: {game}\nlanguage: {language}\nseats: {SEATS[game]}\nvoices: unknown\n"
    return parse(f"---\n{head}---\nAna: {words}\n", "terms")
