"""Kill -9 in the middle of a game: nothing confirmed is missing, nothing is there twice.

A seeded game is played once in this process. At every point where the journal is about to be
written, is half written, or has been written, and wherever the host begins to speak, the
process forks; the child goes on with a copy of the journal and is killed by SIGKILL at that
point. Then the copy is read and resumed as `play --resume` does it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.engine.game import Json
from host.engine.journal import Journal, Record, encode, live_events, read, repair
from host.engine.session import Session
from tests.reliability.talk import Talk


@dataclass(slots=True)
class Kills:
    """What came of the kills of one game.

    Attributes:
        kills: how many processes were killed.
        torn: how many of them left half a line.
        lost: facts the host had confirmed that were missing after resuming.
        doubled: facts that were there twice, penalties above all.
        wrong: states that are none the game was ever in.
        played_on: games that were played on after resuming, to their end or for a while.
    """

    kills: int = 0
    torn: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    played_on: int = 0
    faults: list[str] = field(default_factory=list)


class Forking(Journal):
    """A journal at each of whose points a copy of the process dies."""

    def __init__(self, path: Path, copy: Path, every: int, lazy: bool = False) -> None:
        super().__init__(path)
        self.lazy = lazy
        self._held: list[str] = []
        self.copy = copy
        self.every = every
        self.points = 0
        self.doing = False
        self.done = Kills()
        self.states: list[str] = [""]
        self.confirmed = 0
        self.talk: Talk | None = None

    def write(self, kind: str, t: float, data: Mapping[str, Json]) -> Record:
        self._maybe_die("before", kind, t, data)
        self._maybe_die("torn", kind, t, data)
        record = self._late(kind, t, data) if self.lazy else super().write(kind, t, data)
        if kind == "undone" or (kind == "event" and whole(self.records)):
            self.states.append(digest(self.records))
        self._maybe_die("after", kind, t, data)
        return record

    def _late(self, kind: str, t: float, data: Mapping[str, Json]) -> Record:
        """Keep events back until the next fact, as a buffer that is not flushed would."""
        file, self._file = self._file, None
        record = super().write(kind, t, data)
        self._file = file
        self._held.append(encode(record) + "\n")
        if file is not None and kind != "event":
            file.writelines(self._held)
            file.flush()
            self._held.clear()
        return record

    def spoken(self, words: str) -> None:
        """The host begins to speak: what it did so far counts from now on."""
        self.confirmed = len(self.states) - 1
        self._maybe_die("spoken", "", 0.0, {})

    def _maybe_die(self, how: str, kind: str, t: float, data: Mapping[str, Json]) -> None:
        self.points += 1
        if self.points % self.every:
            return
        assert self.path is not None
        shutil.copyfile(self.path, self.copy)
        child = os.fork()
        if child == 0:
            if how == "torn":
                line = encode(Record(len(self.records), kind, self.sitting, t, data)) + "\n"
                with self.copy.open("ab") as file:
                    file.write(line.encode()[: max(1, self.points % len(line.encode()))])
            os.kill(os.getpid(), signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status)
        assert os.WTERMSIG(status) == signal.SIGKILL
        self._check(how)

    def _check(self, how: str) -> None:
        done = self.done
        done.kills += 1
        done.torn += how == "torn"
        if not self.records:
            return  # not even the header: there was no game yet, and nothing was said
        records, note = read(self.copy)
        if note:
            repair(self.copy, records)
        where = f"point {self.points} ({how})"
        now = digest(records)
        # What was being done may be there or not; all that the host spoke of must be.
        if now not in self.states[self.confirmed :] and now != digest(self.records):
            known = now in self.states
            done.lost += known
            done.wrong += not known
            done.faults.append(f"{where}: {'confirmed act missing' if known else 'unknown state'}")
        twice = doubled(records)
        done.doubled += len(twice)
        done.faults += [f"{where}: {what} twice" for what in twice]
        assert self.talk is not None
        if how == "spoken":
            self._resume(records, where)

    def _resume(self, records: list[Record], where: str) -> None:
        """Resume as the table does, and compare with the state the game was in."""
        assert self.talk is not None
        there = self.talk.session
        again: Session[Any] = Session(there.game, Journal(records=records), seed=1)
        again.resume(records)
        if again.state != there.state or again.expectation != there.expectation:
            self.done.wrong += 1
            self.done.faults.append(f"{where}: another state or question after resuming")


def whole(records: list[Record]) -> bool:
    """Tell whether the last record, an event, ends its act."""
    last = records[-1].data
    there = sum(r.kind == "event" and r.data["act"] == last["act"] for r in records)
    return bool(there == last["of"])


def digest(records: list[Record]) -> str:
    """Return what counts in a journal, as text."""
    events = [(act, e.kind, dict(e.data)) for _, act, e in live_events(records)]
    return json.dumps(events, sort_keys=True)


def doubled(records: list[Record]) -> list[str]:
    """Return what happened twice: an act number with other events, a call judged again."""
    ids = Counter(
        str(event["id"])
        for _, _, event in live_events(records)
        if event.kind in ("call_missed", "penalty") and "id" in event.data
    )
    numbers = Counter(r.n for r in records)
    return [f"call {i}" for i, n in ids.items() if n > 1] + [
        f"record {n}" for n, count in numbers.items() if count > 1
    ]


def kill_a_game(
    game: str,
    seed: int,
    folder: Path,
    *,
    every: int = 1,
    hostile: float = 0.0,
    most: int = 60,
    lazy: bool = False,
) -> Kills:
    """Play a seeded game, killing a copy of it at every `every`-th point; return what came.

    Args:
        most: utterances after which the game is left.
        lazy: keep events out of the file, to see whether that would be found.
    """
    journal = Forking(
        folder / f"{game}-{seed}.jsonl", folder / f"{game}-{seed}-copy.jsonl", every, lazy
    )
    # The journal begins to fork once the table is open.
    journal.every = 10**9
    made = Talk(game, seed, journal=journal, hostile=hostile, on_said=journal.spoken)
    journal.talk = made
    journal.every = every
    made.run(most)
    journal.close()
    if not lazy:
        played_on(journal, game, seed)
    return journal.done


def played_on(journal: Forking, game: str, seed: int) -> None:
    """Resume the last copy at a whole table and play it on."""
    records, note = read(journal.copy)
    if note:
        repair(journal.copy, records)
    more = Talk(game, seed + 1, path=journal.copy, records=tuple(records))
    before = digest(records)
    more.run(6)
    again, note = read(journal.copy)
    if note or not digest(again).startswith(before[:-1]):
        journal.done.wrong += 1
        journal.done.faults.append(f"played on after {before[-80:]}: {note}")
    journal.done.played_on += 1
