"""Decks: what is refused and in which words, and what the shipped cards promise."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from host import decks
from host.decks import (
    CATEGORIES,
    DeckError,
    QuizCard,
    default_quiz_deck,
    given_away,
    load_quiz_deck,
    parse_inline_card,
)
from host.understanding.judge import judge
from host.understanding.sounds import readings, similarity
from host.understanding.text import normalise

CARD = """\
- id: okapi
  question: ¿Qué animal tiene la lengua azul?
  clues:
    - Se limpia con ella las orejas.
    - Sus patas son rayadas.
    - Vive en el Congo.
  answer: el okapi
  accept: [okapi]
  reject: [jirafa]
  fact: Se describió en mil novecientos uno.
  difficulty: 3
  source: Encyclopaedia Britannica
"""


def write(folder: Path, text: str, name: str = "world.yaml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def complaint(folder: Path) -> str:
    with pytest.raises(DeckError) as caught:
        load_quiz_deck(folder)
    return str(caught.value)


def test_a_card_is_read_as_written(tmp_path: Path) -> None:
    assert load_quiz_deck(write(tmp_path, CARD)) == (
        QuizCard(
            id="okapi",
            category="world",
            question="¿Qué animal tiene la lengua azul?",
            clues=(
                "Se limpia con ella las orejas.",
                "Sus patas son rayadas.",
                "Vive en el Congo.",
            ),
            answer="el okapi",
            accept=("okapi",),
            reject=("jirafa",),
            fact="Se describió en mil novecientos uno.",
            difficulty=3,
            source="Encyclopaedia Britannica",
        ),
    )


def test_bare_words_that_yaml_takes_for_something_else_stay_words(tmp_path: Path) -> None:
    text = CARD.replace("answer: el okapi", "answer: no").replace("[okapi]", "[1984, on]")
    card = load_quiz_deck(write(tmp_path, text))[0]
    assert (card.answer, card.accept) == ("no", ("1984", "on"))


def test_theme_and_region_may_be_given(tmp_path: Path) -> None:
    text = CARD.replace("  difficulty", "  theme: animals\n  region: africa\n  difficulty")
    card = load_quiz_deck(write(tmp_path, text))[0]
    assert (card.theme, card.region) == ("animals", "africa")
    bare = load_quiz_deck(write(tmp_path, CARD))[0]
    assert (bare.theme, bare.region) == ("", "")


def test_text_over_several_lines_becomes_one(tmp_path: Path) -> None:
    text = CARD.replace("fact: Se describió en", "fact: >\n    Se describió\n    en")
    assert load_quiz_deck(write(tmp_path, text))[0].fact == "Se describió en mil novecientos uno."


def test_a_byte_order_mark_and_windows_line_ends_are_no_matter(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_bytes(CARD.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load_quiz_deck(tmp_path)[0].id == "okapi"


# What is changed in CARD, and the sentence after "world.yaml".
BROKEN: dict[str, tuple[str, str, str]] = {
    "missing field": (
        "  answer: el okapi\n",
        "",
        ":1: card «okapi», answer: is missing; add it.",
    ),
    "unknown field": (
        "  fact: Se",
        "  facts: x\n  fact: Se",
        ":10: card «okapi», facts: is no field of a card; use id, question, clues, answer, "
        "accept, reject, fact, difficulty, source, theme, region.",
    ),
    "two clues": (
        "    - Vive en el Congo.\n",
        "",
        ":3: card «okapi», clues: has 2 clues; give three: for three pips, for two and for one.",
    ),
    "four clues": (
        "    - Vive en el Congo.\n",
        "    - Vive en el Congo.\n    - Come hojas.\n",
        ":3: card «okapi», clues: has 4 clues; give three: for three pips, for two and for one.",
    ),
    "the same clue twice": (
        "Vive en el Congo.",
        "¡Sus patas son rayadas!",
        ":3: card «okapi», clues: gives the same clue twice; write another.",
    ),
    "clues that are no list": (
        "  clues:\n    - Se limpia con ella las orejas.\n    - Sus patas son rayadas.\n"
        "    - Vive en el Congo.\n",
        "  clues: una\n",
        ":3: card «okapi», clues: is no list; write it as [one, two] or as lines that begin "
        "with «- ».",
    ),
    "answer without letters": (
        "answer: el okapi",
        "answer: '¡!'",
        ":7: card «okapi», answer: is empty once signs are taken away; write it with letters.",
    ),
    "answer left empty": (
        "answer: el okapi",
        "answer:",
        ":7: card «okapi», answer: is empty; write it or take the field out.",
    ),
    "one-letter answer": (
        "answer: el okapi",
        "answer: Ñ",
        ":7: card «okapi», answer: is a single letter, which no ear tells apart; "
        "write it as a word.",
    ),
    "one-letter form": (
        "[okapi]",
        "[okapi, x]",
        ":8: card «okapi», accept 2: is a single letter, which no ear tells apart; "
        "write it as a word.",
    ),
    "answer in a clue": (
        "Vive en el Congo.",
        "Los OKAPIS viven en el Congo.",
        ":6: card «okapi», clues 3: gives the answer away with «okapis»; say it in other words.",
    ),
    "answer in the question": (
        "¿Qué animal tiene",
        "¿Por qué el ókapi tiene",
        ":2: card «okapi», question: gives the answer away with «okapi»; say it in other words.",
    ),
    "accepted form in a clue": (
        "[okapi]",
        "[el Congo]",
        ":6: card «okapi», clues 3: gives the answer away with «congo»; say it in other words.",
    ),
    "right and wrong at once": (
        "[jirafa]",
        "[jirafa, Okapi]",
        ":9: card «okapi», reject 2: is also a right answer; take it out here or there.",
    ),
    "difficulty out of range": (
        "difficulty: 3",
        "difficulty: 4",
        ":11: card «okapi», difficulty: is not 1, 2 or 3; choose 1 for easy, 2 for middling "
        "or 3 for hard.",
    ),
    "theme that is a sentence": (
        "  difficulty: 3",
        "  theme: Animales de África\n  difficulty: 3",
        ":11: card «okapi», theme: is no id; use up to 60 small letters a to z, digits and "
        "hyphens.",
    ),
    "theme too long for a table": (
        "  difficulty: 3",
        "  theme: animales-de-la-selva-africana\n  difficulty: 3",
        ":11: card «okapi», theme: has 29 letters; shorten it to 24.",
    ),
    "region that is none": (
        "  difficulty: 3",
        "  region: congo\n  difficulty: 3",
        ":11: card «okapi», region: is no part of the world; use latin_america, spain, africa, "
        "asia, oceania, europe, north_america, world.",
    ),
    "id with a blank": (
        "- id: okapi",
        "- id: El Okapi",
        ":1: id: is no id; use up to 60 small letters a to z, digits and hyphens.",
    ),
    "a map where text belongs": (
        "fact: Se describió en mil novecientos uno.",
        "fact: {a: b}",
        ":10: card «okapi», fact: is not text; write one text, in quotes if it is a word "
        "like yes or no.",
    ),
    "text too long to hear": (
        "lengua azul",
        "lengua " + "muy " * 120 + "azul",
        ":2: card «okapi», question: has 513 letters; shorten it to 400.",
    ),
    "field twice": (
        "  difficulty: 3\n",
        "  difficulty: 3\n  difficulty: 2\n",
        ":12: difficulty: stands twice; keep one of the two.",
    ),
    "anchor": (
        "answer: el okapi",
        "answer: &a el okapi",
        ":7: uses a YAML anchor or alias; write the text out.",
    ),
    "alias": (
        "[okapi]",
        "*a",
        ":8: uses a YAML anchor or alias; write the text out.",
    ),
    "Python tag": (
        "answer: el okapi",
        "answer: !!python/object/apply:os.getcwd []",
        ":7: uses a YAML tag («!»); put the text in quotes.",
    ),
    "deep nesting": (
        "[okapi]",
        "[" * 200 + "]" * 200,
        ":8: is nested too deep; write a plain list of cards.",
    ),
    "a list as a key": (
        "  difficulty: 3",
        "  ? [a]\n  : b\n  difficulty: 3",
        ":11: has a key that is no word; write «field: text».",
    ),
    "control character": (
        "rayadas",
        "ray\x07adas",
        ":5: has the control or invisible character U+0007; take it out.",
    ),
    "control character written as an escape": (
        "Vive en el Congo.",
        '"Vive\\x1b en el Congo."',
        ":6: card «okapi», clues 3: has the control or invisible character U+001B; "
        "type the text anew.",
    ),
    "text that runs from right to left": (
        "rayadas",
        "ray\u202eadas",
        ":5: has the control or invisible character U+202E; take it out.",
    ),
    "a card that is no map": ("- id: okapi", "- okapi\n- id: okapi", ":1: is no card; "
        "begin each card with «- id:»."),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_card_gets_a_sentence_of_its_own(name: str, tmp_path: Path) -> None:
    old, new, sentence = BROKEN[name]
    assert CARD.count(old) == 1
    write(tmp_path, CARD.replace(old, new))
    assert complaint(tmp_path) == f"{tmp_path / 'world.yaml'}{sentence}"


def test_text_that_is_no_yaml_names_the_line(tmp_path: Path) -> None:
    told = complaint(write(tmp_path, CARD.replace("[okapi]", "[okapi")))
    assert re.search(r"world\.yaml:9: is not YAML \(.+\); check indents and quotes near", told)


@pytest.mark.parametrize("text", ["", "# nada\n", "id: okapi\n", "okapi\n"])
def test_a_file_that_is_no_list(text: str, tmp_path: Path) -> None:
    assert complaint(write(tmp_path, text)).endswith(
        ":1: is no list of cards; begin each card with «- id:»."
    )


def test_the_same_id_in_two_files(tmp_path: Path) -> None:
    write(tmp_path, CARD, "people.yaml")
    told = complaint(write(tmp_path, "\n" + CARD, "world.yaml"))
    assert told == (
        f"{tmp_path / 'world.yaml'}:2: id: «okapi» stands already at "
        f"{tmp_path / 'people.yaml'}:1; give one of the two another id."
    )


def test_a_file_of_no_category(tmp_path: Path) -> None:
    write(tmp_path, CARD)
    assert complaint(write(tmp_path, CARD, "mundo.yaml")) == (
        f"{tmp_path / 'mundo.yaml'}: is no category; rename it to one of people.yaml, "
        "world.yaml, works.yaml, events.yaml."
    )


def test_an_empty_folder_and_none(tmp_path: Path) -> None:
    assert "has no cards; put at least one of" in complaint(tmp_path)
    assert "there is no such folder" in complaint(tmp_path / "nowhere")


def test_a_file_over_five_megabytes(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_bytes(b"#" * (decks.LARGEST_BYTES + 1))
    assert complaint(tmp_path).endswith("is over 5 MB, too large for a deck; split it.")


def test_a_file_that_is_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_bytes(CARD.encode("latin-1"))
    assert complaint(tmp_path).endswith("world.yaml:2: is not UTF-8 text; save it as UTF-8.")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").mkdir()
    assert "world.yaml: cannot be read (" in complaint(tmp_path)


def inline(**changes: Any) -> dict[str, Any]:
    return {
        "id": "okapi",
        "category": "world",
        "question": "¿Qué animal tiene la lengua azul?",
        "clues": ["Se limpia las orejas.", "Tiene rayas.", "Vive en el Congo."],
        "answer": "el okapi",
        **changes,
    }


def test_a_card_of_a_guion_needs_no_fact_or_source() -> None:
    card = parse_inline_card(inline(), "t.guion: card 1")
    assert (card.category, card.fact, card.difficulty, card.source) == ("world", "", 2, "")


def test_numbers_in_a_guion_are_text() -> None:
    assert parse_inline_card(inline(answer=1984, reject=[1985]), "x").answer == "1984"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"category": "mundo"},
            "category: must be one of people, world, works, events; choose one.",
        ),
        ({"clues": ["Una."]}, "card «okapi», clues: has 1 clues; give three: for three pips, "
            "for two and for one."),
        ({"answer": True}, "card «okapi», answer: is not text; write one text, in quotes if it "
            "is a word like yes or no."),
        ({3: "x"}, "card «okapi», 3: is no field of a card; use id, question, clues, answer, "
            "accept, reject, fact, difficulty, source, theme, region."),
    ],
)  # fmt: skip
def test_a_broken_card_of_a_guion(changes: dict[Any, Any], sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse_inline_card({**inline(), **changes}, "t.guion: card 1")
    assert str(caught.value) == f"t.guion: card 1: {sentence}"


def test_small_words_give_nothing_away() -> None:
    card = parse_inline_card(inline(answer="La vuelta al mundo en ochenta días"), "x")
    assert given_away(card, "La dio en barco, al fin, y en tren") is None
    assert given_away(card, "Contó los DÍAS que faltaban") == "dias"


def test_no_deck_in_that_language() -> None:
    for language in ("xx", "../iknow", ""):
        with pytest.raises(DeckError, match=r"there is no iKNOW deck in .*; choose en or es"):
            default_quiz_deck(language)


# The cards that come with the program.

SHIPPED = default_quiz_deck("es")
by_id = pytest.mark.parametrize("card", SHIPPED, ids=lambda card: card.id)


def heard(card: QuizCard) -> list[str]:
    return [card.question, *card.clues, card.fact, card.answer, *card.accept, *card.reject]


def test_the_shipped_deck_has_enough_of_each_category_and_difficulty() -> None:
    count = Counter(card.category for card in SHIPPED)
    assert set(count) == set(CATEGORIES)
    assert min(count.values()) >= 14
    for category in CATEGORIES:
        levels = Counter(card.difficulty for card in SHIPPED if card.category == category)
        assert min(levels[1], levels[2], levels[3]) >= count[category] // 4


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_hundred_cards_tell_of_the_whole_world(category: str) -> None:
    mine = [card for card in SHIPPED if card.category == category]
    assert len(mine) == 100
    assert min(Counter(card.difficulty for card in mine).values()) >= 30
    assert len({card.theme for card in mine if card.theme}) >= 12
    regions = Counter(card.region for card in mine)
    afar = ("latin_america", "africa", "asia", "oceania")
    assert sum(regions[place] for place in afar) >= 50
    assert regions["spain"] >= 8
    assert all(card.region for card in mine)


@by_id
def test_a_card_can_be_heard_once(card: QuizCard) -> None:
    for text in (card.question, *card.clues):
        assert len(text.split()) <= 25, text
    assert len(card.fact.split()) <= 20, card.fact
    for text in heard(card):
        assert not re.search(r"[\d()\[\]{}/&%*_#@]", text), text
        assert not re.search(r"\b[A-ZÁÉÍÓÚÑ]{2,}\b", text), f"abbreviation in {text}"
        assert not re.search(r"\b(?:[Dd]r|[Ss]r|[Ss]ra|etc|[Ss]to|[Ss]ta)\.", text), text


@by_id
def test_a_card_is_punctuated_as_it_is_read(card: QuizCard) -> None:
    assert card.question.startswith("¿")
    assert card.question.endswith("?")
    for text in (*card.clues, card.fact):
        assert text.endswith("."), text
        assert text.count("«") == text.count("»")


@by_id
def test_no_clue_holds_the_answer_or_its_stem(card: QuizCard) -> None:
    stems = {
        word[: max(5, len(word) - 2)]
        for form in (card.answer,)
        for word in normalise(form).split()
        if len(word) >= 4
    }
    for text in (card.question, *card.clues):
        assert given_away(card, text) is None
        for word in normalise(text).split():
            assert not [s for s in stems if word.startswith(s)], f"{word} in {text}"


@by_id
def test_a_card_names_a_source_and_near_misses(card: QuizCard) -> None:
    assert len(card.source) > 10
    assert len(card.reject) >= 2
    assert card.accept


@by_id
def test_the_judge_agrees_with_the_card(card: QuizCard) -> None:
    said = dict.fromkeys((card.answer, *card.accept), "right")
    said |= dict.fromkeys(card.reject, "wrong")
    for form, verdict in said.items():
        judged = judge(
            form,
            answer=card.answer,
            accept=card.accept,
            reject=card.reject,
            question=card.question,
            language="es",
        )
        assert judged.verdict == verdict, form


def accepted_of_each_other(one: QuizCard, other: QuizCard) -> list[str]:
    """Return the forms of either card that the judge does not call wrong for the other."""
    return [
        form
        for mine, its in ((one, other), (other, one))
        for form in (mine.answer, *mine.accept)
        if judge(
            form,
            answer=its.answer,
            accept=its.accept,
            reject=its.reject,
            question=its.question,
            language="es",
        ).verdict
        != "wrong"
    ]


# Pairs that share their first word and differ wholly in the one that counts.
ALIKE_BUT_TOLD_APART = {("revolucion-haitiana", "revolucion-mexicana")}


def test_answers_of_a_category_sound_well_apart() -> None:
    for one, other in combinations(SHIPPED, 2):
        if (one.id, other.id) in ALIKE_BUT_TOLD_APART:
            assert accepted_of_each_other(one, other) == []
        elif one.category == other.category:
            alike = max(
                similarity(a, b)
                for mine in (one.answer, *one.accept)
                for its in (other.answer, *other.accept)
                for a in readings(mine, "es")
                for b in readings(its, "es")
            )
            assert alike < 70, f"{one.id} and {other.id}: {alike:.0f}"


def test_no_question_or_clue_stands_twice() -> None:
    texts = Counter(normalise(t) for card in SHIPPED for t in (card.question, *card.clues))
    assert [text for text, count in texts.items() if count > 1] == []
