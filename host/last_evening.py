"""What the settings keep of evenings before: who played what, and the best scores.

The program writes it, and anybody may change it by hand. What is wrong in it is only not used: it
is no wish of the player's, and nothing is lost without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from host.engine.game import Json
from host.games.welcome import LENGTHS
from host.opening import SEATS
from host.understanding.names import is_spelling

KEYS = {"last": ("game", "players", "length"), "best": ("iknow_solo",)}
"""What each table of the settings may hold."""

BEST_SCORE = 9999
"""No game alone gives more points."""


def wrong_in(table: str, kept: Mapping[str, Json]) -> dict[str, tuple[str, dict[str, Json]]]:
    """Return what is wrong in a table: by key, the line (`settings-…`) that says so, and its facts.

    >>> wrong_in("last", {"game": "iknow", "length": "long"})
    {}
    >>> wrong_in("best", {"iknow_solo": "x"})
    {'iknow_solo': ('settings-kept-value', {'allowed': '0-9999'})}
    """
    found: dict[str, tuple[str, dict[str, Json]]] = {}
    for key, value in kept.items():
        fault = _fault(table, key, value, kept)
        if fault is not None:
            found[key] = fault
    return found


def _fault(
    table: str, key: str, value: Json, kept: Mapping[str, Json]
) -> tuple[str, dict[str, Json]] | None:
    match table, key:
        case "last", "game" | "length":
            allowed = tuple(SEATS) if key == "game" else LENGTHS
            if isinstance(value, str) and value in allowed:
                return None
            return "settings-kept-value", {"allowed": ", ".join(allowed)}
        case "last", "players":
            game = kept.get("game")
            fewest, most = min(low for low, _ in SEATS.values()), max(m for _, m in SEATS.values())
            if isinstance(game, str):
                fewest, most = SEATS.get(game, (fewest, most))
            if _are_names(value) and fewest <= len(value) <= most:
                return None
            return "settings-kept-names", {"least": fewest, "most": most}
        case "best", "iknow_solo":
            if type(value) is int and 0 <= value <= BEST_SCORE:
                return None
            return "settings-kept-value", {"allowed": f"0-{BEST_SCORE}"}
    return "settings-kept-unknown", {"known": ", ".join(KEYS[table])}


def _are_names(value: Json) -> bool:
    """Tell whether a value is a list of names that differ."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return False
    differ = len({name.casefold() for name in value}) == len(value)
    return differ and all(map(is_spelling, value))
