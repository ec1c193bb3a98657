"""How the program was started, so that a command it shows can be typed as it stands.

`tertulia` need not be on the PATH: it may have been started as ``.venv/bin/tertulia`` or as
``python -m host``.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

NAME = "tertulia"

_COMMAND = re.compile(
    rf"(?<![\w./\\-]){NAME} "
    r"(?=(?:play|demo|rehearse|judge|bench|models|decks|doctor|config)\b)"
)
"""The program's name in front of one of its commands."""


def command(*words: str) -> str:
    """Return a command line of this program, quoted for a shell."""
    return " ".join([_start(sys.argv[0]), *map(shlex.quote, words)])


def as_started(text: str) -> str:
    """Return a text whose commands begin as this program was started."""
    start = _start(sys.argv[0])
    return text if start == NAME else _COMMAND.sub(lambda found: f"{start} ", text)


def _start(program: str) -> str:
    path = Path(program)
    if path.name == "__main__.py" and path.parent.name == "host":
        return f"{_shown(Path(sys.executable))} -m host"
    return _shown(path) if path.stem == NAME else NAME


def _shown(path: Path) -> str:
    """Return a program's bare name if the shell finds it by that, else the shortest path."""
    found = shutil.which(path.stem)
    if found is not None and Path(found).absolute() == path.absolute():
        return path.stem
    try:
        path = path.absolute().relative_to(Path.cwd())
    except ValueError:
        path = path.absolute()
    # A bare name would be looked for on the PATH.
    return shlex.quote(str(path) if len(path.parts) > 1 else f"./{path}")
