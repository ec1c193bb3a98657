"""A table in a room without sound, with presses put in as a page would: what these tests share."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.ears.base import Heard, Press
from host.engine.journal import Journal
from host.evening import Evening, open_evening
from host.mouth.silent import SilentVoice
from host.room.text import TextRoom
from host.serve.serving import Serving

CARDS: list[dict[str, Any]] = [
    {"id": "hipatia", "name": "Hipatia de Alejandría", "country": "Egipto", "contributions": 5},
    {"id": "zewail", "name": "Ahmed Zewail", "country": "Egipto", "contributions": 5},
    {"id": "euclides", "name": "Euclides", "country": "Egipto", "contributions": 4},
    {"id": "mistral", "name": "Gabriela Mistral", "country": "Chile", "contributions": 4},
    {"id": "borges", "name": "Jorge Luis Borges", "country": "Argentina", "contributions": 4},
    {"id": "varo", "name": "Remedios Varo", "country": "España", "contributions": 3},
    {"id": "khayyam", "name": "Omar Jayam", "country": "Persia", "contributions": 4},
    {"id": "neruda", "name": "Pablo Neruda", "country": "Chile", "contributions": 3},
]


def axe_source() -> str:
    """Return axe-core's script, or nothing where `make axe` has not fetched it."""
    folder = os.environ.get("AXE_CORE", str(Path(__file__).parents[2] / "build" / "axe"))
    file = Path(folder) / "package" / "axe.min.js"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def answer_card(answer: str) -> dict[str, Any]:
    """A question whose answer is given: two tables may differ in nothing else."""
    return {
        "id": "planeta",
        "category": "world",
        "question": "¿Qué planeta es este?",
        "clues": ["No tiene lunas grandes", "Está cerca", "Tiene nombre de un dios"],
        "answer": answer,
    }


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


class Served:
    """A table with pages in a room without sound: what `tertulia play --serve` puts together."""

    def __init__(self, game: str, seats: list[str], **given: Any) -> None:
        self.inner = given.pop("room", None) or TextRoom()
        whispers = given.pop("whispers", None)
        language = given.get("language", "es")
        self.serving = Serving(seats, language, self.inner, whispers=whispers)
        self.hub = self.serving.hub
        self.room = self.serving.room
        self.evening, _ = evening(
            game,
            seats,
            room=self.room,
            services=self.serving.services,
            observer=self.serving,
            **given,
        )
        self.table = self.evening.table
        self.session = self.evening.session
        self.serving.begin(self.session, self.evening.teller)
        self.counts: dict[str, int] = {}

    def open(self) -> None:
        self.table.open(self.evening.header)
        self.wait()

    def run(self, seconds: float) -> None:
        settle(self.table, self.room, seconds)

    def wait(self, seconds: float = 300.0) -> None:
        """Let time pass until the host waits for somebody, or for so long."""
        until = self.room.now + seconds
        self.run(0.2)
        while not self.table.waiting and self.room.now < until and not self.table.done:
            self.run(0.2)
        self.run(0.2)

    def hush(self) -> None:
        """Let time pass until the host is silent; windows stay open."""
        self.run(0.3)
        while not self.table.idle and not self.table.done:
            self.run(0.1)
        self.run(0.1)

    def view(self, seat: str) -> dict[str, Any]:
        newest = self.hub.newest(seat, 0)
        assert newest is not None
        return dict(json.loads(newest[1])["view"])

    def buttons(self, seat: str) -> dict[str, str]:
        """Return text -> key of every button on a seat's page."""
        view = self.view(seat)
        found = [card["button"] for card in view["cards"] if card["button"]]
        found += [b for group in view["groups"] for b in group["buttons"]]
        return {button["text"]: button["key"] for button in found}

    def say(self, who: str, words: str) -> None:
        """Let a player speak now, and the room hear it."""
        _, end = self.inner.speak_text(who, words, self.room.now)
        self.run(end - self.room.now + 0.3)

    def press(self, seat: str, text: str, **more: Any) -> dict[str, Any]:
        self.counts[seat] = self.counts.get(seat, 0) + 1
        return self.hub.press(seat, self.buttons(seat)[text], "page", self.counts[seat], **more)
