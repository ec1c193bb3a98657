"""What `tertulia decks check` finds between the cards of a quiz, each with its own sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.deck_quiz_check import known_words, quiz_faults
from host.models import installed

FIRST = """\
- id: okapi
  question: ¿Qué animal de la selva africana tiene rayas solo en las patas?
  clues:
    - Se limpia las orejas con la lengua.
    - No fue descrito hasta mil novecientos uno.
    - Es pariente de la jirafa.
  answer: el okapi
  accept: [okapi]
  fact: Vive en el Congo.
  difficulty: 2
  source: Encyclopaedia Britannica, «okapi»
"""
SECOND = """\
- id: nilo
  question: ¿Qué corriente de agua cruza once países y acaba en un delta?
  clues:
    - Nace en el lago Victoria, según muchos.
    - Sus crecidas daban la cosecha.
    - Pasa por El Cairo.
  answer: el Nilo
  accept: [Nilo, río Nilo]
  fact: Lo navegaban con velas cuadradas.
  difficulty: 1
  source: Encyclopaedia Britannica, «Nile River»
"""
LONG = "palabra " * 26


def faults(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return [str(fault).replace(str(folder), "") for fault in quiz_faults(folder, "es")]


def test_a_sound_deck_has_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, world=FIRST + SECOND) == []


BETWEEN = {
    "a question too long": (
        "¿Qué corriente de agua cruza once países y acaba en un delta?",
        LONG.strip(),
        "/world.yaml:13: card «nilo», question: has 26 words and is heard once; keep at most 25",
    ),
    "a clue too long": (
        "Sus crecidas daban la cosecha.",
        LONG.strip(),
        "/world.yaml:16: card «nilo», clues 2: has 26 words and is heard once; keep at most 25",
    ),
    "a fact too long": (
        "Lo navegaban con velas cuadradas.",
        LONG.strip(),
        "/world.yaml:20: card «nilo», fact: has 26 words and is heard once; keep at most 20",
    ),
    "the same answer twice": (
        "answer: el Nilo\n  accept: [Nilo, río Nilo]",
        "answer: el okapi\n  accept: []",
        "/world.yaml:18: card «nilo», answer: is the answer of card «okapi» too; "
        "keep one of the two",
    ),
    "a clue of another card": (
        "Pasa por El Cairo.",
        "Es pariente de la jirafa",
        "/world.yaml:17: card «nilo», clues 3: says the same as card «okapi»; write something else",
    ),
    "a form that is right for another card": (
        "accept: [Nilo, río Nilo]",
        "accept: [Nilo, un okapi]",
        "/world.yaml:19: card «nilo», accept 2: «un okapi» is also right for card «okapi»; "
        "tell them apart",
    ),
    "an answer that sounds like a command": (
        "accept: [Nilo, río Nilo]",
        "accept: [Nilo, paso]",
        "/world.yaml:19: card «nilo», accept 2: «paso» sounds like the words «paso»; "
        "write it in full",
    ),
    "letters that no ear knows": (
        "answer: el Nilo\n  accept: [Nilo, río Nilo]",
        "answer: 尼罗河\n  accept: []",
        "/world.yaml:18: card «nilo», answer: «尼罗河» cannot be heard; "
        "accept a form that people say as well",
    ),
}


@pytest.mark.parametrize("name", BETWEEN)
def test_what_is_wrong_between_cards_has_a_sentence_of_its_own(name: str, tmp_path: Path) -> None:
    old, new, sentence = BETWEEN[name]
    assert SECOND.count(old) == 1
    told = faults(tmp_path, world=FIRST + SECOND.replace(old, new))
    assert any(fault.startswith(sentence) for fault in told), told


def test_every_broken_card_is_told_at_once(tmp_path: Path) -> None:
    told = faults(
        tmp_path,
        world=FIRST.replace("difficulty: 2", "difficulty: 7") + SECOND.replace("  fact", "  fakt"),
        people=FIRST.replace("- id: okapi", "- id: Okapi!"),
    )
    assert len(told) == 3
    assert [fault.split(":")[0] for fault in told] == ["/people.yaml", "/world.yaml", "/world.yaml"]


def test_a_broken_blind_reading_is_a_fault_of_the_deck(tmp_path: Path) -> None:
    (tmp_path / "trial.tsv").write_text("id\n", encoding="utf-8")
    told = faults(tmp_path, world=FIRST)
    assert len(told) == 1
    assert told[0].startswith("/trial.tsv:1: the columns are id, one")


def test_a_word_that_the_installed_model_does_not_know(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(FIRST, encoding="utf-8")
    told = [str(f) for f in quiz_faults(tmp_path, "es", lambda word: word != "okapi")]
    assert len(told) == 1
    assert "card «okapi», answer: «okapi» cannot be heard" in told[0]
    assert list(quiz_faults(tmp_path, "es", lambda word: word != "el")) == []


def test_the_words_of_an_installed_model() -> None:
    if installed("vosk-ko-small") is None:
        pytest.skip("the model vosk-ko-small is not installed")
    hears = known_words("ko")
    assert hears is not None
    assert hears("사과")
    assert not hears("okapi")


def test_a_language_without_an_installed_model_has_no_list(tmp_path: Path) -> None:
    assert known_words("es", tmp_path) is None
