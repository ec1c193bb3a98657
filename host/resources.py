"""Where the data that travels with the program lies: decks and the model catalogue.

In a checkout these are the top-level folders ``decks/`` and ``models/``; in an installed
wheel they lie inside the package, under ``host/_data``.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _data_dir(name: str) -> Path:
    """Return the folder `name`, from the wheel if it is there, else from the checkout."""
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def decks_dir() -> Path:
    """Return the folder with the decks (``iknow/LANG/*.yaml``, ``sapiencia/LANG.yaml``)."""
    return _data_dir("decks")


def models_dir() -> Path:
    """Return the folder with ``catalog.toml`` and the models that ship with the program."""
    return _data_dir("models")


@lru_cache(maxsize=1)
def program_mark() -> str:
    """Return what tells the rules and cards of one version of the program from another's.

    It stands in the header of a journal: the same rules bring the same of each move again. ""
    where the program's files are not there to be read.
    """
    rules = sorted(f for name in ("engine", "games") for f in (_PACKAGE / name).glob("*.py"))
    mark = 0
    for file in (*rules, *sorted(decks_dir().rglob("*.yaml"))):
        mark = zlib.crc32(file.read_bytes(), mark)
    return f"{mark:08x}" if rules else ""
