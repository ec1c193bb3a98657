"""The journal: JSON lines, one fact a line, from which state, undo, resume and replay come.

Every line carries a checksum of its own text. A line is flushed before the host says that
something counts. A torn last line (a crash while writing) is dropped with a note; damage
anywhere else stops with file and line. A line counts by its checksum: neither a line end that is
missing behind the last one nor blank lines are damage.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from host.engine.game import Event, Json
from host.files import regular

VERSION = 1
"""The journal format this program writes."""


MOST_SITTINGS = 1_000_000
"""More evenings than this has no game."""


class JournalError(ValueError):
    """A journal that cannot be read; the message names file, line and what can be kept.

    The message is for whoever programs; a player is told by `code`, in their language.

    Attributes:
        code: what is wrong: ``unread``, ``damaged``, ``foreign``, ``newer``, ``locked`` or
            ``empty``. The line `journal-CODE` of the language files says it.
        facts: what that line names: path, and line, why, kept, version where they belong.
    """

    def __init__(self, message: str, code: str, **facts: Json) -> None:
        """Keep the message, and what a line in the player's language is made of."""
        super().__init__(message)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the journal.

    Attributes:
        n: its number, from 0 (the header).
        kind: ``header``, ``sitting``, ``event``, ``undone``, ``heard``, ``move``, ``spoken``,
            ``watermark``, ``deaf``, ``refused``, ``renamed`` or ``note``.
        sitting: which evening it belongs to, from 1.
        t: seconds of that sitting's audio clock.
        data: the fact itself.
    """

    n: int
    kind: str
    sitting: int
    t: float
    data: Mapping[str, Json] = field(default_factory=dict)


def encode(record: Record) -> str:
    """Return the record as one line of JSON with its checksum, without a line end."""
    body: dict[str, Json] = {
        "n": record.n,
        "kind": record.kind,
        "sitting": record.sitting,
        "t": round(record.t, 3),
        "data": dict(record.data),
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return f'{{"crc":"{zlib.crc32(text.encode()):08x}",{text[1:]}'


def decode(line: str) -> Record:
    """Return the record of one line; raise ValueError if it is damaged."""
    if not line.startswith('{"crc":"') or line[16:18] != '",':
        raise ValueError("not a journal line")
    text = "{" + line[18:]
    if f"{zlib.crc32(text.encode()):08x}" != line[8:16]:
        raise ValueError("checksum differs")
    body = json.loads(text, parse_constant=_no_number)
    record = Record(body["n"], body["kind"], body["sitting"], body["t"], body["data"])
    whole = (record.n, record.sitting)
    if not (
        all(isinstance(number, int) for number in whole)
        and isinstance(record.t, int | float)
        and isinstance(record.kind, str)
        and isinstance(record.data, dict)
        and 0 < record.sitting <= MOST_SITTINGS
    ):
        raise ValueError("not a fact")
    return record


def _no_number(name: str) -> Json:
    """Refuse what JSON has no number for: NaN and infinity."""
    raise ValueError(f"{name} is no number")


class Journal:
    """An append-only list of records, in memory and, if a path is given, on disk."""

    def __init__(
        self, path: Path | None = None, *, records: Iterable[Record] = (), durable: bool = False
    ) -> None:
        """Open for appending.

        Args:
            path: the file, or None for a journal in memory only.
            records: what the file already holds (from `read`).
            durable: also wait until the disk has it (fsync), for play at a real table.
        """
        self.path = path
        self.records: list[Record] = list(records)
        self.sitting = max((r.sitting for r in self.records), default=1)
        self._durable = durable
        self._file: IO[str] | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a" if self.records else "w", encoding="utf-8", newline="\n")
            if durable and not _lock(self._file):
                self._file.close()
                raise JournalError(
                    f"{path}: another game is writing into it; end that one first.",
                    "locked",
                    path=str(path),
                )
            if self.records and _unended(path):
                self._file.write("\n")

    def write(self, kind: str, t: float, data: Mapping[str, Json]) -> Record:
        """Append one fact and flush it. OSError (a full disk) passes to the caller."""
        record = Record(len(self.records), kind, self.sitting, t, data)
        if self._file is not None:
            self._file.write(encode(record) + "\n")
            self._file.flush()
            if self._durable:
                os.fsync(self._file.fileno())
        self.records.append(record)
        return record

    def close(self) -> None:
        """Close the file. May be called twice; a disk that is full by now changes nothing."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.close()


def _lock(file: IO[str]) -> bool:
    """Keep a file for this program alone; False if another one has it."""
    try:
        import fcntl
    except ImportError:  # Windows: the file cannot be opened twice for writing there anyway
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks, such as /dev/full
    return True


def _unended(path: Path) -> bool:
    """Tell whether the last line of a file lacks its end."""
    with path.open("rb") as file:
        if not file.seek(0, os.SEEK_END):
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def in_use(path: Path) -> bool:
    """Tell whether another program plays the game of this journal now."""
    try:
        with path.open("a", encoding="utf-8") as file:
            return not _lock(file)
    except OSError:
        return False  # it cannot be written: that is told when it is opened


def read(path: Path) -> tuple[list[Record], str]:
    """Return the records of a journal file, and a note if a torn last line was dropped.

    Raises:
        JournalError: the file cannot be read, is no journal, or is damaged before its end.

    The note is for whoever programs: the line that was dropped is the one after the last record.
    """
    try:
        raw = regular(path).read_bytes()
    except OSError as error:
        raise JournalError(
            f"{path}: cannot be read ({error.strerror}).",
            "unread",
            path=str(path),
            why=str(error.strerror),
        ) from error
    # An editor may have put a byte order mark before it, Windows' line ends or blank lines into it.
    lines = [
        (number, line.removesuffix(b"\r"))
        for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1)
        if line.strip()
    ]
    records: list[Record] = []
    note = ""
    for number, line in lines:
        try:
            record = decode(line.decode("utf-8"))
            if record.n != len(records):
                raise ValueError(f"line number {record.n} where {len(records)} belongs")
        except (ValueError, KeyError, TypeError) as error:
            if number == lines[-1][0] and (records or not raw.endswith(b"\n")):
                note = f"{path}:{number}: the last line is torn and was dropped."
                break
            raise JournalError(
                f"{path}:{number}: damaged ({error}); lines 1 to {number - 1} can be kept.",
                "damaged",
                path=str(path),
                line=str(number),
                kept=number - 1,
            ) from error
        records.append(record)
    if not records or records[0].kind != "header":
        raise JournalError(
            f"{path}:1: this is not a journal of Tertulia.", "foreign", path=str(path)
        )
    version = records[0].data.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise JournalError(
            f"{path}:1: written by a newer version ({version}); this one reads up to {VERSION}.",
            "newer",
            path=str(path),
            version=str(version)[:40],
            known=str(VERSION),
        )
    return records, note


def repair(path: Path, records: Iterable[Record]) -> None:
    """Rewrite the file with these records only, so that appending after a torn line is safe."""
    temporary = regular(path.with_suffix(path.suffix + ".new"))
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(encode(record) + "\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


_AS_SAID = frozenset({"heard", "spoken", "note", "renamed"})
"""Records that stay as they were when a seat gets another name."""


def renamed(records: Iterable[Record]) -> list[Record]:
    """Return records as if every seat had always had the name that it has at the end.

    A name is a whole text that equals it, as a value or as a key: what was said stays as it was.
    """
    kept: list[Record] = []
    for record in records:
        if record.kind == "renamed":
            old, new = record.data["old"], record.data["new"]
            kept = [
                r if r.kind in _AS_SAID else replace(r, data=_with_name(r.data, old, new))
                for r in kept
            ]
        kept.append(record)
    return kept


def _with_name(value: Json, old: str, new: str) -> Json:
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Mapping):
        return {
            new if key == old else key: inner if key == "said" else _with_name(inner, old, new)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_with_name(inner, old, new) for inner in value]
    return value


def live_events(records: Iterable[Record]) -> Iterator[tuple[int, int, Event]]:
    """Yield (record number, act number, event) of every event that no undo has taken back."""
    live: list[tuple[int, int, Event]] = []
    size: dict[int, int] = {}
    for record in records:
        if record.kind == "event":
            data = record.data
            live.append((record.n, data["act"], Event(data["kind"], data["data"])))
            size[data["act"]] = data.get("of", 0)
        elif record.kind == "undone":
            keep = record.data["to"]
            live = [entry for entry in live if entry[0] <= keep]
    # A crash may leave the beginning of an act: half an act is none.
    there = Counter(act for _, act, _ in live)
    yield from (entry for entry in live if there[entry[1]] >= size.get(entry[1], 0))
