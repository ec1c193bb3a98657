"""The blind reading beside the Spanish deck, and what is wrong with a file of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.deck_faults import DeckError
from host.deck_trial import COLUMNS, NAME, figures, load_trial
from host.decks import default_quiz_deck
from host.resources import decks_dir

HEAD = "\t".join(COLUMNS)
GOOD = "okapi\t3:no\t2:yes\t1:yes\tkept\t1\t"


def trial_file(folder: Path, *rows: str, head: str = HEAD) -> Path:
    (folder / NAME).write_text("\n".join((head, *rows)), encoding="utf-8")
    return folder


def test_every_card_of_the_deck_was_read_blind_and_has_one_answer() -> None:
    ids = [card.id for card in default_quiz_deck("es")]
    trial = load_trial(decks_dir() / "iknow" / "es", ids)
    assert sorted(row.id for row in trial) == sorted(ids)
    for row in trial:
        assert list(row.answers) == sorted(row.answers, reverse=True), row.id
        assert row.answers[2] == 1, row.id
        assert row.named[2], row.id
        assert (row.verdict == "kept") == (row.why == ""), row.id
        assert row.readings > 1 or row.verdict == "kept", (
            f"{row.id} was rewritten and not read again"
        )


def test_a_deck_without_a_reading_has_no_figures(tmp_path: Path) -> None:
    assert load_trial(tmp_path, ["okapi"]) == ()


def test_the_figures(tmp_path: Path) -> None:
    other = "dodo\t4:yes\t1:yes\t1:yes\trewritten\t2\tdecía isla"
    trial = load_trial(trial_file(tmp_path, GOOD, other), ["okapi", "dodo"])
    assert figures(trial) == {
        "cards": 2,
        "named": [1, 2, 2],
        "several_answers": [2, 1, 0],
        "kept": 1,
        "rewritten": 1,
        "replaced": 0,
        "read_again": 1,
    }


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((GOOD, GOOD), ":3: id: «okapi» stands twice"),
        (("dodo\t3:no\t2:yes\t1:yes\tkept\t1\t",), ":2: id: the deck has no card «dodo»"),
        (("okapi\t3\t2:yes\t1:yes\tkept\t1\t",), ":2: one: '3'; write «answers:yes»"),
        (("okapi\t3:no\t2:yes\t999:yes\tkept\t1\t",), ":2: three: '999:yes'"),
        (("okapi\t3:no\t2:yes\t1:yes\tgood\t1\t",), ":2: verdict: 'good'; allowed are kept"),
        (("okapi\t3:no\t2:yes\t1:yes\tkept\t0\t",), ":2: readings: '0'"),
        (("okapi\t3:no",), ":2: 7 cells are needed and there are 2"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, rows: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(DeckError) as error:
        load_trial(trial_file(tmp_path, *rows), ["okapi"])
    assert sentence in str(error.value)


def test_another_head_and_another_coding(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"trial\.tsv:1: the columns are id, one"):
        load_trial(trial_file(tmp_path, GOOD, head="id"), ["okapi"])
    (tmp_path / NAME).write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match="UTF-8"):
        load_trial(tmp_path, ["okapi"])
