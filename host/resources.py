"""Where the data that travels with the program lies: decks and the model catalogue.

In a checkout these are the top-level folders ``decks/`` and ``models/``; in an installed
wheel they lie inside the package, under ``host/_data``.
"""

from __future__ import annotations

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
