"""What was typed early is not lost; which unfinished game is offered."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from host.engine.journal import Journal, in_use, read
from host.house import House, Unfinished
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.play_journals import Books, last_unfinished, resumed
from host.room.base import Sound
from host.room.typed import Typed, TypedRoom
from host.settings import SettingsFile
from host.table_manners import Manner
from host.tonight import Tonight

TRUE = Path(__file__).resolve().parent / "data" / "journals" / "iknow-version-1.jsonl"
"""A journal of a game that can be gone on with."""


class Keys:
    """Typed lines with times of their own, as a keyboard gives them."""

    patient = False

    def __init__(self, lines: Sequence[Typed]) -> None:
        self._lines = list(lines)

    def next(self, timeout_s: float) -> Typed | None:
        return self._lines.pop(0) if self._lines else Typed(None, 1e9)

    def rest(self, seconds: float) -> None:
        raise AssertionError("only patient lines wait")


@pytest.mark.parametrize("typed_at", [-1.0, 1e6])
def test_what_is_typed_before_the_question_waits_for_it(typed_at: float) -> None:
    kept = SettingsFile()
    kept.set("voice", "spain")
    for key, value in (("game", "iknow"), ("players", ["Ana", "Luis"]), ("length", "short")):
        kept.set(key, value, "last")
    told: list[str] = []

    def hear(sound: Sound) -> None:
        told.append(sound.line)

    room = TypedRoom(Keys([Typed("sí", typed_at)]), on_said=hear)
    house = House(
        room, SilentVoice("es"), "es", Manner(kept.settings), 1, accents=False, microphone=False
    )
    tonight = Tonight(house)
    tonight.open()
    tonight.run()
    assert told[0] == "welcome-greeting-typed"
    assert "iknow-opening" in told
    assert "common-overlap" not in told


def journal(path: Path, age: int, language: str = "es", *, over: bool = False) -> None:
    book = Journal(path)
    header = {"version": 1, "game": "iknow", "language": language, "seats": [path.stem, "Luis"]}
    header |= {"rules": {}, "setup": {}, "seed": 1}
    book.write("header", 0.0, header)
    book.write("event", 0.0, {"act": 0, "of": 1, "kind": "game_began", "data": {}})
    if over:
        book.write("event", 0.0, {"act": 1, "of": 1, "kind": "game_ended", "data": {}})
    book.close()
    os.utime(path, (1_000_000 - age, 1_000_000 - age))


def test_a_game_that_was_declined_is_not_offered_again_and_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play_journals.journals_folder", lambda: tmp_path)
    books = Books(None, Lines("es"))
    path = tmp_path / "Ana.jsonl"
    path.write_bytes(TRUE.read_bytes())
    left = last_unfinished("es", books)
    assert left is not None
    left.decline()
    assert last_unfinished("es", books) is None
    assert resumed(path, Lines("es"), io.StringIO()).names == ["Ana", "Luis", "Eva", "Diego"]
    # Who goes on with it by name and leaves it again is asked again.
    records = read(path)[0]
    again = Journal(path, records=records)
    again.write("sitting", 0.0, {"sitting": 2})
    again.close()
    assert last_unfinished("es", books) is not None


@pytest.mark.parametrize("words", ["no", "Wizard", "terminar"])
def test_who_declines_or_names_a_game_has_declined(words: str) -> None:
    declined: list[str] = []
    left = Unfinished(
        "iknow", ("Ana", "Luis"), lambda: (Journal(), []), lambda: declined.append(words)
    )
    kept = SettingsFile()
    kept.set("voice", "spain")
    room = TypedRoom(Keys([Typed(words, 1e6)]))
    house = House(
        room, SilentVoice("es"), "es", Manner(kept.settings), 1, accents=False, microphone=False
    )
    tonight = Tonight(house, None, left)
    tonight.open()
    tonight.run()
    assert declined == [words] * (words != "terminar")


def test_the_newest_game_that_is_free_and_of_the_language_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play_journals.journals_folder", lambda: tmp_path)
    journal(tmp_path / "English.jsonl", 1, "en")
    journal(tmp_path / "Over.jsonl", 2, over=True)
    journal(tmp_path / "Open.jsonl", 3)
    journal(tmp_path / "Eva.jsonl", 4)
    journal(tmp_path / "Old.jsonl", 5)
    (tmp_path / "Torn.jsonl").write_text("no journal\n", encoding="utf-8")
    books = Books(None, Lines("es"))
    left = last_unfinished("es", books)
    assert left is not None
    assert left.seats == ("Open", "Luis")
    held = (tmp_path / "Open.jsonl").open("a", encoding="utf-8")
    fcntl = pytest.importorskip("fcntl")
    fcntl.flock(held, fcntl.LOCK_EX)
    assert in_use(tmp_path / "Open.jsonl")
    left = last_unfinished("es", books)
    held.close()
    assert left is not None
    assert left.seats == ("Eva", "Luis")
