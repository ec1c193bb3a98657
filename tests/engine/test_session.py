"""Journal, session and undo, on a small game of counting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from host.engine.game import Chance, Event, Expectation, Json, Move, Refusal
from host.engine.journal import Journal, JournalError, Record, decode, encode, read, repair
from host.engine.session import Session


@dataclass(frozen=True)
class Tally:
    """A game in which seats add numbers up to ten."""

    name: str = "tally"

    def begin(self, chance: Chance) -> list[Event]:
        return [Event("began", {"order": chance.shuffled(["a", "b", "c"])})]

    def blank(self) -> int:
        return 0

    def decide(self, state: int, move: Move, chance: Chance) -> list[Event] | Refusal:
        n = move.args["n"]
        if n < 1:
            return Refusal("wrong_value", free=(1, 2, 3))
        return [Event("added", {"n": n}), Event("told", {})]

    def apply(self, state: int, event: Event) -> int:
        return state + (event["n"] if event.kind == "added" else 0)

    def expectation(self, state: int) -> Expectation:
        return Expectation("over" if state >= 10 else "add", "a")

    def outcome(self, state: int) -> dict[str, Json]:
        return {"total": state}

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        return undone[0].kind == "added" and undone[0]["n"] != 7


def session(path: Path | None = None) -> Session[int]:
    made: Session[int] = Session(Tally(), Journal(path), seed=3)
    made.begin({"seats": ["a"]})
    return made


def add(s: Session[int], n: int) -> tuple[Event, ...] | Refusal:
    return s.move(Move("add", "a", {"n": n}, 1.0), 2.0)


def test_a_move_becomes_events_and_the_state_is_their_fold() -> None:
    s = session()
    add(s, 3)
    add(s, 4)
    assert s.state == 7


def test_a_refusal_changes_nothing_and_is_journaled() -> None:
    s = session()
    result = add(s, 0)
    assert isinstance(result, Refusal)
    assert s.state == 0
    assert s.journal.records[-1].kind == "refused"


def test_undo_takes_back_the_last_act_and_says_whose() -> None:
    s = session()
    add(s, 3)
    add(s, 4)
    undone = s.undo(3.0)
    assert not isinstance(undone, Refusal)
    assert undone.act.who == "a"
    assert s.state == 3


def test_undo_stops_where_the_game_says() -> None:
    s = session()
    add(s, 7)
    assert isinstance(s.undo(3.0), Refusal)
    assert s.state == 7


def test_the_beginning_cannot_be_undone() -> None:
    assert isinstance(session().undo(0.0), Refusal)


@pytest.mark.parametrize("script", [[1, 2, 3], [1, "u", 2], [1, 2, "u", "u", 3], [1, "u", "u", 4]])
def test_the_file_gives_the_same_state_after_every_step(
    tmp_path: Path, script: list[object]
) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    for step in script:
        if step == "u":
            s.undo(1.0)
        else:
            assert isinstance(step, int)
            add(s, step)
        records, note = read(path)
        again: Session[int] = Session(Tally(), Journal(None, records=records), seed=0)
        again.resume(records)
        assert note == ""
        assert again.state == s.state
        assert [a.number for a in again.acts] == [a.number for a in s.acts]


def test_acts_after_a_resume_do_not_reuse_numbers(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 1)
    add(s, 2)
    s.undo(1.0)
    s.journal.close()
    records, _ = read(path)
    again: Session[int] = Session(Tally(), Journal(path, records=records), seed=0)
    again.resume(records)
    add(again, 5)
    again.journal.close()
    records, _ = read(path)
    third: Session[int] = Session(Tally(), Journal(None, records=records), seed=0)
    third.resume(records)
    assert third.state == 6
    assert records[-1].sitting == 2


def test_an_event_is_on_disk_before_move_returns(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    assert any(r.kind == "event" and r.data["kind"] == "added" for r in read(path)[0])


def test_a_torn_last_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    s.journal.close()
    whole = path.read_bytes()
    for cut in range(2, len(whole.splitlines(keepends=True)[-1])):
        path.write_bytes(whole[:-cut])
        records, note = read(path)
        assert "torn" in note
        repair(path, records)
        assert read(path) == (records, "")


def goes_on(path: Path, records: list[Record]) -> Session[int]:
    """Resume what was read, add five, and look whether all of it is read again."""
    again: Session[int] = Session(Tally(), Journal(path, records=records), seed=0)
    again.resume(records)
    add(again, 5)
    again.journal.close()
    assert read(path) == (again.journal.records, "")
    return again


def test_a_last_line_that_only_lacks_its_end_counts(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    s.journal.close()
    path.write_bytes(path.read_bytes()[:-1])
    records, note = read(path)
    assert (records, note) == (s.journal.records, "")
    again = goes_on(path, records)
    assert again.state == 9


@pytest.mark.parametrize("blank", [b"\n", b"\n\n\n", b"\r\n \t\r\n", b"  "])
def test_blank_lines_are_no_damage(tmp_path: Path, blank: bytes) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    s.journal.close()
    path.write_bytes(path.read_bytes() + blank)
    records, note = read(path)
    assert (records, note) == (s.journal.records, "")
    goes_on(path, records)


def test_an_editor_of_windows_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    s.journal.close()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == (s.journal.records, "")


def test_damage_in_the_middle_stops_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 4)
    s.journal.close()
    lines = path.read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace("began", "begun")
    path.write_text("".join(lines))
    with pytest.raises(JournalError, match=r"j\.jsonl:2: damaged .* lines 1 to 1 can be kept"):
        read(path)


@pytest.mark.parametrize("text", ["", "hola\n", '{"a":1}\n{"a":2}\n', "\x00\x00\n\n\n"])
def test_other_files_are_no_journals(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(JournalError, match="x:"):
        read(path)


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(encode(Record(0, "header", 1, 0.0, {"version": 99})) + "\n")
    with pytest.raises(JournalError, match="newer version"):
        read(path)


def test_a_record_survives_the_line() -> None:
    record = Record(4, "event", 2, 1.5, {"kind": "x", "data": {"ñ": [1, None, "«»"]}})
    assert decode(encode(record)) == record
    assert "\n" not in encode(record)


def test_a_verdict_is_undone_together_with_the_act_it_follows(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 1)
    add(s, 2)
    s.move(Move("add", "", {"n": 4}), 1.0, follows=True)
    records, _ = read(path)
    again: Session[int] = Session(Tally(), Journal(None, records=records), seed=0)
    again.resume(records)
    for table in (s, again):
        undone = table.undo(2.0)
        assert not isinstance(undone, Refusal)
        assert undone.act.who == "a"
        assert table.state == 1


def test_half_an_act_is_none(tmp_path: Path) -> None:
    """A kill between two events of an act: the act never was, now and ever after."""

    path = tmp_path / "j.jsonl"
    s = session(path)
    add(s, 1)
    add(s, 2)
    s.journal.close()
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(whole[:-1]), encoding="utf-8")
    records, _ = read(path)
    again: Session[int] = Session(Tally(), Journal(path, records=records), seed=0)
    again.resume(records)
    assert again.state == 1
    add(again, 5)
    again.journal.close()
    records, _ = read(path)
    third: Session[int] = Session(Tally(), Journal(None, records=records), seed=0)
    third.resume(records)
    assert third.state == 6


def test_two_programs_cannot_write_one_journal(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="files are locked otherwise here")
    path = tmp_path / "j.jsonl"
    first = Journal(path, durable=True)
    first.write("header", 0.0, {})
    with pytest.raises(JournalError, match="another game is writing"):
        Journal(path, records=first.records, durable=True)
    first.close()
    Journal(path, records=first.records, durable=True).close()
