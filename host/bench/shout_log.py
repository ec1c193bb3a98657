"""A long benchmark keeps what it has done in a file of JSON lines, and goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from host.bench.clips import TableError
from host.bench.shout_figures import Listened, Shout
from host.files import UnreadError, regular, text_of


class Log:
    """Parts that are done, and what came of them."""

    def __init__(self, path: Path | None, settings: str) -> None:
        """Read what was done before under the same settings.

        Args:
            path: the file, or None to keep nothing.
            settings: what decides the parts.

        Raises:
            TableError: the file is something else, or cannot be read or written.
        """
        self._path = path
        self._settings = settings
        self._done: dict[str, Any] = {}
        if self._path is None:
            return
        if self._path.is_dir():
            raise TableError(f"{self._path}: this is a folder; name another --log.")
        try:
            with regular(self._path, device=True).open("a", encoding="utf-8"):
                pass  # what cannot be written is told before the work, not after it
        except OSError as error:
            why = error.strerror or str(error)
            raise TableError(f"{self._path}: cannot be written ({why}).") from error
        if self._path.is_file():
            try:
                lines = text_of(self._path).splitlines()
            except UnreadError as error:
                raise TableError(str(error)) from error
            for number, line in enumerate(lines, start=1):
                try:
                    row = json.loads(line)
                    if row["settings"] == self._settings:
                        self._done[row["part"]] = row["found"]
                except (ValueError, KeyError, TypeError) as error:
                    raise TableError(
                        f"{self._path}:{number}: this is no line of a log of bench shout; "
                        "name another --log."
                    ) from error

    def shouts(self, part: str, make: Callable[[], list[Shout]]) -> list[Shout]:
        """Return the windows of a part, made now if they are not there."""
        rows = self._once(part, lambda: [asdict(shout) for shout in make()])
        return [Shout(**{**row, "heard": tuple(row["heard"])}) for row in rows]

    def listened(self, part: str, make: Callable[[], Listened]) -> Listened:
        """Return what was listened to in a part, now if it is not there."""
        row = self._once(part, lambda: asdict(make()))
        return Listened(**{**row, "words": tuple(row["words"])})

    def _once(self, part: str, make: Callable[[], Any]) -> Any:
        if part not in self._done:
            found = make()
            self._done[part] = found
            if self._path is not None:
                row = {"settings": self._settings, "part": part, "found": found}
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return self._done[part]
