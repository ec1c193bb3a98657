"""A table in a room without sound, with presses put in as a page would: what these tests share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.ears.base import Heard, Press
from host.engine.journal import Journal
from host.evening import Evening, open_evening
from host.mouth.silent import SilentVoice
from host.room.text import TextRoom

CARDS: list[dict[str, Any]] = [
    {"id": "hipatia", "name": "Hipatia de Alejandría", "country": "Egipto", "contributions": 5},
    {"id": "zewail", "name": "Ahmed Zewail", "country": "Egipto", "contributions": 5},
    {"id": "euclides", "name": "Euclides", "country": "Egipto", "contributions": 4},
    {"id": "mistral", "name": "Gabriela Mistral", "country": "Chile", "contributions": 4},
    {"id": "neruda", "name": "Pablo Neruda", "country": "Chile", "contributions": 3},
]


def evening(game: str, seats: list[str], **given: Any) -> tuple[Evening, TextRoom]:
    room = given.pop("room", None) or TextRoom()
    settings: dict[str, Any] = {
        "language": "es",
        "rules": {},
        "setup": {},
        "seed": 7,
        "where": "test",
        "room": room,
        "voice": SilentVoice("es"),
        "journal": Journal(),
    }
    made = open_evening(game=game, seats=seats, **{**settings, **given})
    return made, room


class LateRoom(TextRoom):
    """A room whose reports may be off by as much as a page's are."""

    @property
    def uncertainty_s(self) -> float:
        return 0.5


def press(table: Any, who: str, act: str, t: float, off: float = 0.0, **args: Any) -> None:
    words = f"[{act}]"
    table.take(Heard(words, t, t, off, ear="page", speaker=who, press=Press(act, args)))


def settle(table: Any, room: Any, seconds: float) -> None:
    """Let simulated time pass."""
    until = room.now + seconds
    while room.now < until and not table.done:
        for event in room.step():
            table.take(event)


def said(room: Any) -> list[str]:
    return [sound.text for _, sound in room.played if sound.text]


def rules_of(**rules: Any) -> Mapping[str, Any]:
    return rules
