"""A journal that somebody wrote by hand, each line with its checksum: refused, and left as it is.

True journals are those that lead to every kind of state: none of them is refused.
"""

from __future__ import annotations

import io
import json
import math
import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from walk import HOUSES, SEATS, Place, walk

from host.engine.journal import JournalError, Record, decode, encode, read
from host.mouth.lines import Lines
from host.play_journals import Books, last_unfinished, resumed
from host.play_screen import PlayError
from host.resources import program_mark

PLACES = [place for game in HOUSES for place in walk(game)[0]]


def written(place: Place, program: str) -> list[Record]:
    """Return the journal that leads to a place, as a file of this program gives it back."""
    header = {
        "version": 1,
        "game": place.game,
        "language": place.language,
        "seats": list(SEATS),
        "rules": dict(place.rules),
        "setup": {},
        "seed": 1,
        "played": [],
        "program": program,
    }
    whole = [replace(place.records[0], data=header), *place.records[1:]]
    return [decode(encode(record)) for record in whole]


def kept(records: Sequence[Record], path: Path) -> bytes:
    """Write records into a file, numbered anew, each with its checksum."""
    lines = [encode(replace(record, n=n)) for n, record in enumerate(records)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path.read_bytes()


def go_on(path: Path) -> None:
    resumed(path, Lines("es"), io.StringIO())


@pytest.mark.parametrize("place", PLACES, ids=lambda p: p.name)
def test_a_true_journal_is_gone_on_with(place: Place, tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    before = kept(written(place, program_mark()), path)
    go_on(path)
    assert path.read_bytes() == before


Forge = Callable[[list[Record]], None]


def events(records: Sequence[Record], kind: str) -> list[int]:
    return [n for n, r in enumerate(records) if r.kind == "event" and r.data["kind"] == kind]


def swapped(kind: str, other: str) -> Forge:
    """Return what puts the last event of a kind where the first of another is, and that there."""

    def forge(records: list[Record]) -> None:
        one, two = events(records, kind)[-1], events(records, other)[0]
        for key in ("kind", "data"):
            first, second = records[one].data[key], records[two].data[key]
            records[one].data[key], records[two].data[key] = second, first  # type: ignore[index]

    return forge


def changed(kind: str, *path: Any, to: Any) -> Forge:
    """Return what changes a value in the last event of a kind."""

    def forge(records: list[Record]) -> None:
        *above, last = path
        inner: Any = records[events(records, kind)[-1]].data["data"]
        for key in above:
            inner = inner[key]
        inner[last] = to

    return forge


def twice(kind: str) -> Forge:
    def forge(records: list[Record]) -> None:
        at = events(records, kind)[0]
        records.insert(at, deepcopy(records[at]))

    return forge


def without(kind: str) -> Forge:
    def forge(records: list[Record]) -> None:
        del records[events(records, kind)[0]]

    return forge


def moved_by(who: str) -> Forge:
    def forge(records: list[Record]) -> None:
        move = next(r for r in records if r.kind == "move" and r.data["who"])
        move.data["who"] = who  # type: ignore[index]

    return forge


FORGED: Sequence[tuple[str, Forge, bool]] = [
    ("iknow", swapped("placed", "category_chosen"), False),
    ("iknow", swapped("answered", "placed"), True),
    ("iknow", changed("placed", "seat", to="Fantasma"), False),
    ("iknow", changed("placed", "square", to=99), True),
    ("iknow", changed("scored", "points", "Ana", to=10**9), False),
    ("iknow", changed("scored", "points", "Ana", to=19), True),
    ("iknow", changed("scored", "points", "Ana", to="x"), False),
    ("iknow", changed("scored", "points", to={"Fantasma": 3}), False),
    ("iknow", changed("answered", "verdict", to="splendid"), True),
    ("iknow", twice("placed"), True),
    ("iknow", without("category_chosen"), False),
    ("iknow", moved_by("Fantasma"), False),
    ("sapiencia", swapped("exposed", "round_began"), False),
    ("sapiencia", changed("exposed", "bar", to=10**12), False),
    ("sapiencia", changed("exposed", "bar", to=1.5), False),
    ("sapiencia", changed("exposed", "order", to=["Fantasma"]), False),
    ("sapiencia", changed("round_began", "talker", to="Fantasma"), False),
    ("sapiencia", changed("round_began", "round", to=-(10**7)), False),
    ("sapiencia", twice("exposed"), True),
    ("sapiencia", without("exposed"), False),
    ("wizard", swapped("bid", "round_began"), False),
    ("wizard", changed("bid", "n", to=-1), True),
    ("wizard", changed("bid", "n", to=10**30), False),
    ("wizard", changed("bid", "seat", to="Fantasma"), False),
    ("wizard", changed("round_began", "dealer", to="Fantasma"), False),
    ("wizard", twice("bid"), True),
    ("wizard", moved_by("Fantasma"), False),
]
"""Game, what is changed, and whether only the program that wrote the journal can tell."""


@pytest.mark.parametrize("program", [program_mark(), "another"])
@pytest.mark.parametrize(("game", "forge", "exact"), FORGED)
def test_a_forged_journal_is_refused_with_one_sentence_and_left_as_it_is(
    game: str, forge: Forge, exact: bool, program: str, tmp_path: Path
) -> None:
    if exact and program != program_mark():
        pytest.skip("another version's rules may have brought that")
    path = tmp_path / "j.jsonl"
    tried = 0
    for place in walk(game)[0]:
        true = written(place, program)
        records = deepcopy(true)
        try:
            forge(records)
        except (IndexError, KeyError, StopIteration):
            continue  # it has no such event
        at = next((a for a, b in zip(true, records, strict=False) if a != b), None)
        if at is None or act_of(at) == act_of(true[-1]):
            continue  # nothing is changed, or an act that is only half there now, and is none
        if (tried := tried + 1) > ENOUGH:
            break
        before = kept(records, path)
        with pytest.raises(PlayError) as error:
            go_on(path)
        told = str(error.value)
        assert told.startswith(str(path))
        assert "no puede haber pasado en una partida" in told or "son de otra mesa" in told
        assert len(told.splitlines()) == 1
        assert path.read_bytes() == before
    assert tried


ENOUGH = 4
"""Places at which each forgery is tried."""


def act_of(record: Record) -> Any:
    return record.data.get("act", record.data.get("act_number"))


@pytest.mark.parametrize(
    "change",
    [
        {"t": math.nan},
        {"t": "x"},
        {"sitting": 0},
        {"sitting": "x"},
        {"sitting": 10**9},
        {"kind": ["event"]},
        {"data": {"deep": math.inf}},
    ],
)
def test_a_line_that_is_no_fact_is_damaged(change: dict[str, Any], tmp_path: Path) -> None:
    place = PLACES[-1]
    records = written(place, program_mark())
    path = tmp_path / "j.jsonl"
    true = kept(records, path).splitlines()
    body = {"n": 2, "kind": "note", "sitting": 1, "t": 0.0, "data": {}, **change}
    text = json.dumps(body)
    line = f'{{"crc":"{zlib.crc32(text.encode()):08x}",{text[1:]}'
    path.write_bytes(b"\n".join([*true[:2], line.encode(), *true[3:]]) + b"\n")
    before = path.read_bytes()
    with pytest.raises(PlayError, match=r"j\.jsonl:3: línea dañada"):
        go_on(path)
    assert path.read_bytes() == before


def test_whatever_is_changed_is_a_sentence_or_a_game(tmp_path: Path) -> None:
    """A value of another kind in any record: no fault of the program's comes to the light."""
    rng = random.Random(7)
    path = tmp_path / "j.jsonl"
    became = Counter[str]()
    tried = 0
    for _ in range(60):
        records = deepcopy(written(rng.choice(PLACES), rng.choice([program_mark(), "another"])))
        data = rng.choice(records).data
        if not data:
            continue
        tried += 1
        data[rng.choice(sorted(data))] = rng.choice(JUNK)  # type: ignore[index]
        before = kept(records, path)
        try:
            go_on(path)
        except PlayError:
            became["refused"] += path.read_bytes() == before
        else:
            became["played"] += 1
    assert min(became["refused"], became["played"]) > 3
    assert became.total() == tried


JUNK = (None, 0, -1, 10**9, "x", "Ana", [], {}, [1], True)


def test_a_forged_journal_that_is_offered_again_is_told_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play_journals.journals_folder", lambda: tmp_path)
    records = written(next(p for p in PLACES if p.name.startswith("es-wizard-trick")), "another")
    moved_by("Fantasma")(records)
    path = tmp_path / "wizard-0001.jsonl"
    before = kept(records, path)
    left = last_unfinished("es", Books(None, Lines("es")))
    assert left is not None
    with pytest.raises(JournalError) as error:
        left.open()
    assert error.value.code == "impossible"
    assert path.read_bytes() == before
    assert read(path)[0][0].data["seats"] == list(SEATS)


def test_a_torn_line_of_a_forged_journal_is_not_mended(tmp_path: Path) -> None:
    records = written(PLACES[-1], program_mark())
    moved_by("Fantasma")(records)
    path = tmp_path / "j.jsonl"
    torn = kept(records, path) + b'{"crc":"0'
    path.write_bytes(torn)
    with pytest.raises(PlayError):
        go_on(path)
    assert path.read_bytes() == torn
