"""Settings that stay: a TOML file in the user's configuration folder.

They are changed by voice («habla más despacio»), by `tertulia config`, or by hand: a change
touches the one line that it is about, so comments and order stay as they were written.
"""

from __future__ import annotations

import contextlib
import json
import locale
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from host.engine.game import Json, Seat
from host.files import UnreadError, regular, text_of
from host.last_evening import KEYS as KEPT
from host.last_evening import wrong_in
from host.mouth.language import read_language
from host.mouth.lines import FIRST, LANGUAGES, LINES
from host.text_faults import NO_TOML, toml_fault

FILE = "settings.toml"
"""The file's name, in the user's configuration folder or in TERTULIA_CONFIG."""

SLOWEST, USUAL, FASTEST = 100, 165, 260
"""Words a minute that the host may speak: below 100 words fall apart, above 260 nobody follows."""

SOFTEST_DB, LOUDEST_DB = -18, 9
"""The host's loudness against the usual, in decibels; more than 9 would only be clipped."""

VOSK = ("vosk-es-small", "vosk-es", "vosk-en-small", "vosk-en")
"""The official Vosk models, which a player may install and choose as the ear."""

REGIONS = tuple(r for language in LANGUAGES for r in read_language(LINES / language).regions)
"""Regions whose words the host may use; without one, that of the voice, then the system's."""

Allowed = tuple[Json, ...] | tuple[str, int, int]

KEYS: Mapping[str, Allowed] = {
    "language": LANGUAGES,
    "region": ("", *REGIONS),
    "voice": ("", "spain", "latin_america"),
    "ear": ("", "typed", "es-mesa", "es-mesa+whisper", "whisper", *VOSK),
    "pace": ("from", SLOWEST, FASTEST),
    "loudness": ("from", SOFTEST_DB, LOUDEST_DB),
    "speech": ("auto", "full", "compact"),
    "earcons": (True, False),
    "time_warnings": (True, False),
    "patience": ("from", 1, 10),
    "treatment": ("tu", "usted"),
}
"""What can be set, with what is allowed: values, or whole numbers from one to another."""

DEFAULTS: Mapping[str, Json] = {
    "language": FIRST,
    "region": "",
    "voice": "",
    "ear": "",
    "pace": USUAL,
    "loudness": 0,
    "speech": "auto",
    "earcons": True,
    "time_warnings": True,
    "patience": 1,
    "treatment": "tu",
}
"""What holds where nothing is set."""

TABLES = ("players", "last", "best")
"""Tables of the file: what players want for themselves, the last evening, the best scores."""


class SettingsError(ValueError):
    """A settings file that cannot be used.

    Attributes:
        line: the id of the line (`settings-…`) that says so.
        args_of_line: its arguments.
    """

    def __init__(self, line: str, **args: Json) -> None:
        """Keep which line says it."""
        super().__init__(f"{line} {args}")
        self.line = line
        self.args_of_line = args


LONGEST_SHOWN = 60
"""So many characters of a wrong value are told."""


def allowed_text(key: str) -> str:
    """Return what a key may hold, for a sentence: ``auto, full, compact`` or ``100-260``."""
    allowed = KEYS[key]
    if allowed[0] == "from":
        numbers = f"{allowed[1]}-{allowed[2]}"
        return f"{numbers}, off" if key == "patience" else numbers
    return ", ".join(json.dumps(value).strip('"') or '""' for value in allowed)


def checked(key: str, value: Json, where: str) -> Json:
    """Return a value that a key may hold; raise SettingsError naming where it stands."""
    if key not in KEYS:
        raise SettingsError("settings-unknown", where=where, key=key, known=", ".join(KEYS))
    allowed = KEYS[key]
    if allowed[0] == "from":
        low, high = allowed[1], allowed[2]
        fits = type(value) is int and low <= value <= high
        fits = fits or (key == "patience" and value == "off")
    else:
        fits = any(type(value) is type(choice) and value == choice for choice in allowed)
    if not fits:
        raise SettingsError(
            "settings-value", where=where, key=key, value=_shown(value), allowed=allowed_text(key)
        )
    return value


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table is set to.

    Attributes:
        values: every key of `KEYS`.
        players: by name, what a player wants for themselves (``treatment``).
        last: the last evening: ``game``, ``players``, ``length``.
        best: best scores (``iknow_solo``).
        ignored: what is wrong in `last` and `best`, and so is not among them.
    """

    values: Mapping[str, Json] = field(default_factory=lambda: dict(DEFAULTS))
    players: Mapping[Seat, Mapping[str, Json]] = field(default_factory=dict)
    last: Mapping[str, Json] = field(default_factory=dict)
    best: Mapping[str, Json] = field(default_factory=dict)
    ignored: tuple[SettingsError, ...] = ()

    def __getitem__(self, key: str) -> Json:
        """Return the value of a key."""
        return self.values[key]

    @property
    def region(self) -> str:
        """Return the region that is set, else the voice, which has one; "" for neither."""
        return str(self.values["region"] or self.values["voice"])

    def formal(self, seat: Seat | None) -> bool:
        """Tell whether the host says «usted» to a seat (None: to the table)."""
        own = self.players.get(seat or "", {}).get("treatment")
        return bool((own or self.values["treatment"]) == "usted")


def folder() -> Path:
    """Return the folder of the settings: TERTULIA_CONFIG, or the user's."""
    named = os.environ.get("TERTULIA_CONFIG")
    return Path(named) if named else Path(platformdirs.user_config_dir("tertulia"))


def system_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Return the system's locale («es_MX.UTF-8»), "" where it says nothing."""
    named = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((name for name in named if name), "") or str(locale.getlocale()[0] or "")


def language_set() -> str:
    """Return the language that the settings file names; "" if it names none or is wrong.

    What is wrong with it is told where the settings are used.
    """
    try:
        data = tomllib.loads(_read(folder() / FILE))
    except (SettingsError, *NO_TOML):
        return ""
    return str(data["language"]) if data.get("language") in LANGUAGES else ""


UNWRITABLE = "settings-unwritable"
"""The line of a change that holds for today only, at a table."""


class SettingsFile:
    """The settings and the file that keeps them; without a path they are kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file, if there is one.

        Raises:
            SettingsError: it cannot be read, is no TOML, or holds what no key allows.
        """
        self.path = path
        self._text = _read(path)
        self.settings = _parse(self._text, str(path))

    def set(self, key: str, value: Json, table: str = "") -> None:
        """Set a key and write the file.

        Args:
            table: the table it stands in (``players.Ana``, ``last``), "" for the top.

        Raises:
            SettingsError: the value is not allowed, or the file cannot be written.
        """
        text = with_value(self._text, key, value, table)
        self.settings = _parse(text, str(self.path))
        self._text = text
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            temporary = regular(self.path.with_suffix(".new"))
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(self.path)
        except OSError as error:
            where, why = str(error.filename or self.path), str(error.strerror or error)
            raise SettingsError(UNWRITABLE, where=where, why=why) from error


Save = Callable[[str, Json, str], None]
"""Keeps a key's value in a table of the settings («» for the top)."""


def _read(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return text_of(path)
    except UnreadError as error:
        if isinstance(error.__cause__, (FileNotFoundError, NotADirectoryError)):
            return ""
        raise SettingsError("settings-unreadable", where=error.where, why=error.why) from error


def _parse(text: str, where: str) -> Settings:
    try:
        data = tomllib.loads(text)
    except NO_TOML as error:
        at_line, why = toml_fault(error, text)
        raise SettingsError(
            "settings-no-toml", where=f"{where}:{at_line}", why=why, example="pace = 140"
        ) from error
    values = dict(DEFAULTS)
    tables: dict[str, Mapping[str, Json]] = {name: {} for name in TABLES}
    for key, value in data.items():
        at = f"{where}:{_line_of(text, key)}"
        if key in TABLES:
            if not isinstance(value, dict):
                raise SettingsError("settings-table", where=at, key=key)
            tables[key] = value
        else:
            values[key] = checked(key, value, at)
    for name, own in tables["players"].items():
        at = f"{where}:{_line_of(text, f'[players.{name}')}"
        if not isinstance(own, dict):
            raise SettingsError("settings-table", where=at, key=f"players.{name}")
        for key, value in own.items():
            if key != "treatment":
                raise SettingsError("settings-unknown", where=at, key=key, known="treatment")
            checked(key, value, at)
    ignored: list[SettingsError] = []
    for table in KEPT:
        kept = tables[table]
        wrong = wrong_in(table, kept)
        for key, (line, facts) in wrong.items():
            at = f"{where}:{_line_in(text, table, key)}"
            value = _shown(kept[key])
            ignored.append(
                SettingsError(line, where=at, key=f"[{table}] {key}", value=value, **facts)
            )
        tables[table] = {key: value for key, value in kept.items() if key not in wrong}
    return Settings(values, tables["players"], tables["last"], tables["best"], tuple(ignored))


def _shown(value: Json) -> str:
    try:
        text = str(value)
    except ValueError:  # a number of thousands of digits
        return "…"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _line_in(text: str, table: str, key: str) -> int:
    """Return the line in which a key of a table stands; that of the table if it cannot be told."""
    lines = text.splitlines()
    first, end = _section(lines, table)
    for at in range(max(first, 0), end):
        if lines[at].partition("=")[0].strip().strip("\"'") == key:
            return at + 1
    return _line_of(text, table)


def _line_of(text: str, start: str) -> int:
    wanted = start.replace('"', "")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().replace('"', "").lstrip("[").startswith(wanted.lstrip("[")):
            return number
    return 1


def with_value(text: str, key: str, value: Json, table: str = "") -> str:
    r"""Return the text of a TOML file with one value set, all else as it was.

    >>> with_value("pace = 165  # mine", "pace", 140)
    'pace = 140  # mine\n'
    """
    lines = text.splitlines()
    first, end = _section(lines, table)
    entry = f"{_key(key)} = {_toml(value)}"
    if first < 0:
        head = [""] if lines and lines[-1].strip() else []
        lines += [*head, f"[{_dotted(table)}]", entry]
        return "\n".join(lines) + "\n"
    for at in range(first, end):
        name, equals, rest = lines[at].partition("=")
        if equals and name.strip().strip('"') == key:
            _, mark, remark = _remark(rest)
            lines[at : _behind(lines, at)] = [entry + (f"  {mark}{remark}" if mark else "")]
            return "\n".join(lines) + "\n"
    while end > first and not lines[end - 1].strip():
        end -= 1
    lines.insert(end, entry)
    return "\n".join(lines) + "\n"


def _behind(lines: list[str], at: int) -> int:
    """Return the line behind an entry, whose list may have been written over several lines."""
    for end in range(at + 1, len(lines) + 1):
        with contextlib.suppress(*NO_TOML):
            tomllib.loads("\n".join(lines[at:end]))
            return end
    return at + 1


def _section(lines: list[str], table: str) -> tuple[int, int]:
    """Return where a table's body begins and the line behind its end; -1 if it is not there."""
    heads = [n for n, line in enumerate(lines) if line.lstrip().startswith("[")]
    if not table:
        return 0, heads[0] if heads else len(lines)
    wanted = f"[{_dotted(table)}]"
    for n in heads:
        if lines[n].split("#")[0].replace(" ", "") == wanted.replace(" ", ""):
            return n + 1, next((m for m in heads if m > n), len(lines))
    return -1, -1


def _remark(rest: str) -> tuple[str, str, str]:
    """Split a value from the remark behind it; a # inside quotes belongs to the value."""
    quoted = False
    for at, sign in enumerate(rest):
        if sign == '"' and rest[at - 1 : at] != "\\":
            quoted = not quoted
        elif sign == "#" and not quoted:
            return rest[:at], "#", rest[at + 1 :]
    return rest, "", ""


def _dotted(table: str) -> str:
    name, dot, rest = table.partition(".")
    return f"{name}.{_key(rest)}" if dot else name


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else json.dumps(key, ensure_ascii=False)


def _toml(value: Json) -> str:
    """Return a value as TOML: texts, numbers, yes or no, and lists of texts.

    JSON writes these as TOML does.
    """
    return json.dumps(value, ensure_ascii=False)
