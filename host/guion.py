"""The guion: a table written down (design.md section 6).

YAML front matter, then what people say. Reading one gives a `Guion`; anything wrong in it
gives a `GuionError` that names file and line, and what belongs there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from host import yamlfile
from host.files import UnreadError, regular, text_of
from host.text_faults import yaml_fault

Anchor = Literal["after", "before_end", "with"]

DEFAULT_PAUSE_S = 0.8
"""A line without a time starts this long after the end of the host's turn."""

LONGEST_S = 3600
"""No line is further from what it follows, and nothing that happens lasts longer."""

_LARGEST_BYTES = 1_000_000
_LINE = re.compile(
    r"^(?P<overlap>&\s*)?(?:(?P<sign>[+-])(?P<seconds>\d+(?:[.,]\d+)?)\s+)?"
    r"(?P<who>[^:\[\]&+]{1,60}?)\s*:\s*(?P<words>.*)$"
)
_HAPPENING = re.compile(r"^\[\s*(?P<kind>\w+)\s*(?P<rest>[^\]]*)\]$")


class GuionError(ValueError):
    """A guion that cannot be read: file, line, what is wrong and what belongs there."""


@dataclass(frozen=True, slots=True)
class Says:
    """Somebody says something.

    Attributes:
        who: the seat, or None for «?» (not attributed).
        words: what is said.
        seconds: distance from the anchor, in seconds, not negative.
        anchor: ``after`` the end of the host's turn, ``before_end`` of it, or ``with`` the
            onset of the line before.
        line: the line of the file, from 1.
    """

    who: str | None
    words: str
    seconds: float
    anchor: Anchor
    line: int


@dataclass(frozen=True, slots=True)
class Happens:
    """Something happens in the room: ``silence``, ``noise`` or ``unplug``, for `seconds`."""

    kind: Literal["silence", "noise", "unplug"]
    seconds: float
    line: int
    name: str = ""
    level_db: float = 0.0


class _Front(BaseModel):
    model_config = ConfigDict(extra="forbid")

    game: Literal["iknow", "sapiencia", "wizard", "evening"]
    language: Literal["es", "en"] = "es"
    seats: list[str] = Field(min_length=1, max_length=8)
    seed: int = Field(default=0, ge=0)
    rules: dict[str, Any] = Field(default_factory=dict)
    setup: dict[str, Any] = Field(default_factory=dict)
    expect: dict[str, Any] = Field(default_factory=dict)
    voices: Literal["known", "unknown"] | None = None

    @model_validator(mode="after")
    def _seats_differ(self) -> _Front:
        if len({seat.strip().casefold() for seat in self.seats}) != len(self.seats):
            raise ValueError("seats: each name may stand only once")
        for seat in self.seats:
            if not seat.strip() or len(seat) > 40 or any(c in seat for c in ":[]&+?#\n"):
                raise ValueError(f"seats: {seat[:40]!r} is no name (1 to 40 letters, no signs)")
        return self


@dataclass(frozen=True, slots=True)
class Guion:
    """A table written down."""

    path: str
    game: str
    language: str
    seats: tuple[str, ...]
    seed: int
    rules: Mapping[str, Any]
    setup: Mapping[str, Any]
    expect: Mapping[str, Any]
    voices: str | None
    steps: tuple[Says | Happens, ...] = field(default=())


def read(path: Path) -> Guion:
    """Return the guion in a file; raise `GuionError` if it cannot be read."""
    try:
        if regular(path).stat().st_size > _LARGEST_BYTES:
            raise GuionError(f"{path}: too large for a guion (over 1 MB).")
    except OSError as error:
        raise GuionError(f"{path}: cannot be read ({error.strerror}).") from error
    try:
        return parse(text_of(path), str(path))
    except UnreadError as error:
        raise GuionError(str(error)) from error


def parse(text: str, name: str) -> Guion:
    """Return the guion in a text; `name` stands in error messages."""
    lines = text.splitlines()
    fences = [i for i, line in enumerate(lines) if line.strip() == "---"][:2]
    if len(fences) < 2 or any(line.strip() for line in lines[: fences[0]]):
        raise GuionError(f"{name}:1: a guion begins with front matter between two lines «---».")
    front = _front("\n".join(lines[fences[0] + 1 : fences[1]]), name, fences[0] + 1)
    steps = tuple(
        step
        for number, line in enumerate(lines[fences[1] + 1 :], start=fences[1] + 2)
        if (step := _step(line, name, number, front.seats)) is not None
    )
    first = next((step for step in steps if isinstance(step, Says)), None)
    if first is not None and first.anchor == "with":
        raise GuionError(f"{name}:{first.line}: «&» needs a spoken line before it.")
    return Guion(
        path=name,
        game=front.game,
        language=front.language,
        seats=tuple(front.seats),
        seed=front.seed,
        rules=front.rules,
        setup=front.setup,
        expect=front.expect,
        voices=front.voices,
        steps=steps,
    )


def _front(text: str, name: str, offset: int) -> _Front:
    try:
        if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(text)):
            raise GuionError(f"{name}:{offset + 1}: YAML aliases (*) are not used in a guion.")
        data = yamlfile.load(text)
    except yaml.YAMLError as error:
        row, why = yaml_fault(error)
        line = offset + 1 + row
        raise GuionError(f"{name}:{line}: the front matter is not YAML ({why}).") from error
    except RecursionError as error:
        raise GuionError(f"{name}:{offset + 1}: the front matter is nested too deep.") from error
    if not isinstance(data, dict):
        raise GuionError(f"{name}:{offset + 1}: the front matter needs «game» and «seats».")
    try:
        return _Front.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0]) if first["loc"] else ""
        line = next(
            (
                offset + 1 + i
                for i, row in enumerate(text.splitlines())
                if key and row.lstrip().startswith(f"{key}:")
            ),
            offset + 1,
        )
        where = ".".join(str(part) for part in first["loc"]) or "front matter"
        raise GuionError(f"{name}:{line}: {where}: {first['msg']}.") from error


def _step(line: str, name: str, number: int, seats: list[str]) -> Says | Happens | None:
    text = _without_comment(line).strip()
    if not text:
        return None
    if text.startswith("["):
        return _happening(text, name, number)
    match = _LINE.match(text)
    if match is None or not match["words"].strip():
        raise GuionError(
            f"{name}:{number}: «{text[:60]}» is no line; write «Name: words», «+1.5 Name: words» "
            "or «[silence 3]»."
        )
    who = match["who"].strip()
    if who != "?" and who not in seats:
        raise GuionError(
            f"{name}:{number}: {who} has no seat; the seats are {', '.join(seats)} (or «?»)."
        )
    seconds = float(match["seconds"].replace(",", ".")) if match["seconds"] else DEFAULT_PAUSE_S
    if seconds > LONGEST_S:
        given = match["sign"] + match["seconds"]
        raise GuionError(f"{name}:{number}: {given[:20]} is too far; at most {LONGEST_S} seconds.")
    anchor: Anchor = "after"
    if match["overlap"]:
        if match["sign"] == "-":
            raise GuionError(f"{name}:{number}: «&» takes a time with «+».")
        anchor = "with"
    elif match["sign"] == "-":
        anchor = "before_end"
    return Says(None if who == "?" else who, match["words"].strip(), seconds, anchor, number)


def _without_comment(line: str) -> str:
    if line.lstrip().startswith("#"):
        return ""
    cut = re.search(r"\s#", line)
    return line[: cut.start()] if cut else line


def _happening(text: str, name: str, number: int) -> Happens:
    match = _HAPPENING.match(text)
    words = match["rest"].split() if match else []
    try:
        if match and match["kind"] in ("silence", "unplug") and len(words) == 1:
            kind: Literal["silence", "unplug"] = (
                "silence" if match["kind"] == "silence" else "unplug"
            )
            seconds = float(words[0])
            if 0 < seconds <= LONGEST_S:
                return Happens(kind, seconds, number)
        if match and match["kind"] == "noise" and len(words) == 3:
            seconds, level = float(words[1]), float(words[2])
            if 0 < seconds <= LONGEST_S and -80 <= level <= 40:
                return Happens("noise", seconds, number, name=words[0], level_db=level)
    except ValueError:
        pass
    raise GuionError(
        f"{name}:{number}: «{text[:60]}» is no happening; write [silence SECONDS], "
        "[noise NAME SECONDS LEVEL_dB] or [unplug SECONDS]."
    )


def compare(expected: Any, actual: Any, path: str = "") -> list[str]:
    """Return the differences: maps by subset, lists and values exactly."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        found: list[str] = []
        for key, value in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key not in actual:
                found.append(f"{where}: expected {value!r}, and there is nothing")
            else:
                found.extend(compare(value, actual[key], where))
        return found
    if isinstance(expected, list) and isinstance(actual, (list, tuple)):
        same = len(expected) == len(actual) and not any(
            compare(e, a, "") for e, a in zip(expected, actual, strict=False)
        )
        return [] if same else [f"{path}: expected {expected!r}, got {list(actual)!r}"]
    return [] if expected == actual else [f"{path}: expected {expected!r}, got {actual!r}"]
