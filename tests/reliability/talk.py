"""Synthetic people at a table in the text room: they say what is awaited, or anything but.

`Talk` drives one evening in words alone, through the same interpretation as a real one. What
is said depends on the seed and on what the table expects, never on a clock of this machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from host.bench.random_play import SEATS, SETTLES, leads_on
from host.decks import default_quiz_deck
from host.engine.game import Json, Move, Refusal
from host.engine.journal import Journal, Record
from host.engine.session import Dice, Session
from host.evening import Evening, open_evening
from host.mouth.silent import SilentVoice
from host.room.base import RoomEvent, Sound
from host.room.text import TextRoom
from host.table_parts import Understood

RULES: Mapping[str, Mapping[str, Json]] = {
    "iknow": {"target": 10},
    "sapiencia": {"preset": "brisk", "hands": "known"},
    "wizard": {"keep": "cards", "hands": "known", "rounds": 4},
}
"""Short games, in which the host knows every card: it can say what is legal."""

NOISE = (
    "eh",
    "pásame la sal",
    "Sapiencia",
    "no fui yo",
    "protesto",
    "deshacer",
    "repite",
    "pausa",
    "sigue",
    "sí",
    "no",
    "ayuda",
    "marcador",
    "¿a quién le toca?",
    "fue Luis",
    "sigan sin Eva",
    "vuelve Eva",
    "ya la conozco",
    "pregunta mala",
    "terminar partida",
    "trece",
    "tres, segundo",
    "más Luis",
    "paso",
    "no tengo",
    "rey de picas",
    "la baza es de Luis",
    "Tertulia, marcador",
    "¿qué dije?",
    "todas las pistas",
    "reglas",
    "",
    "a" * 300,
    "\u202eatsujuj\x00",
)
"""What a hostile table says at any time: commands, calls, answers and rubbish."""


class Watch:
    """Keeps what the host said and what it refused."""

    def __init__(self, on_said: Callable[[str], None] | None = None) -> None:
        self.said: list[str] = []
        self.heard: list[Understood] = []
        self._on_said = on_said

    def host_says(self, sound: Sound, t: float) -> None:
        if sound.text:
            self.said.append(sound.text)
            if self._on_said is not None:
                self._on_said(sound.text)

    def understood(self, what: Understood) -> None:
        self.heard.append(what)


class Talk:
    """One evening in the text room, and the people who talk at it."""

    def __init__(
        self,
        game: str,
        seed: int,
        *,
        path: Path | None = None,
        journal: Journal | None = None,
        records: tuple[Record, ...] = (),
        rules: Mapping[str, Json] | None = None,
        setup: Mapping[str, Json] | None = None,
        hostile: float = 0.0,
        delay: float = 0.0,
        on_said: Callable[[str], None] | None = None,
    ) -> None:
        self.rng = random.Random(f"{game}-{seed}")
        self.room = TextRoom(ear_delay_s=delay)
        self.watch = Watch(on_said)
        self.journal = journal or Journal(path, records=records)
        self.hostile = hostile
        self.utterances = 0
        self.steps = 0
        self._busy_until = 0.0
        self.spoken: list[tuple[str | None, str, float]] = []
        self.longest = 0.0
        self.evening: Evening = open_evening(
            game=game,
            language="es",
            seats=SEATS,
            rules=RULES[game] if rules is None else rules,
            setup=setup or {},
            seed=seed,
            where="reliability",
            room=self.room,
            voice=SilentVoice("es"),
            journal=self.journal,
            observer=self.watch,
            records=records,
        )
        self._answers = {card.id: card.answer for card in default_quiz_deck("es")}
        self.table = self.evening.table
        if records:
            self.table.reopen()
        else:
            self.table.open(self.evening.header)

    @property
    def session(self) -> Session[Any]:
        return self.evening.session

    def step(self) -> list[RoomEvent]:
        """Let the room go on once, and let somebody speak if it is time."""
        self.steps += 1
        events = self.room.step()
        for event in events:
            self.table.take(event)
            if self.table.done:
                return events
        if self.room.now >= self._busy_until:
            self._speak()
        return events

    def run(self, utterances: int, steps: int = 200_000) -> None:
        """Go on until the game is over or so much was said."""
        until = self.utterances + utterances
        while not self.table.done and self.utterances < until:
            self.step()
            assert self.steps < steps, "the evening hangs"

    def _speak(self) -> None:
        if self.rng.random() < self.hostile:
            if self.rng.random() < 0.3:  # nobody says anything for a while
                self._busy_until = self.room.now + self.rng.choice((1.0, 8.0, 40.0))
                return
            who = self.rng.choice((*SEATS, None))
            self._say(who, self.rng.choice(NOISE), self.rng.random() * 2)
            if self.rng.random() < 0.5:
                self._busy_until = self.room.now  # somebody talks at the same time
            return
        if self.table._pending is not None:
            if self.table.idle:
                self._say(self.table._pending.who, "sí", 0.5)
            return
        if not self.table.idle:
            return
        line = self.something_awaited()
        if line is not None:
            self._say(*line, 0.3 + self.rng.random())

    def _say(self, who: str | None, words: str, wait: float) -> None:
        self.utterances += 1
        onset, end = self.room.speak_text(who, words, self.room.now + wait)
        self.spoken.append((who, words, onset))
        self.longest = max(self.longest, end - onset)
        self._busy_until = end + 0.3

    def something_awaited(self) -> tuple[str | None, str] | None:
        """Return who may speak and what could be said, or None if it is time to wait."""
        now = self.session.expectation
        if self.table._paused:
            return (None, "sigue")
        if now.calls:
            # Whether the call is made depends on whose it is, so that both ways happen.
            owed = now.calls[0]
            if (len(self.session.acts) + len(owed.who)) % 3:
                return (owed.who, "¡Sapiencia!")
            self._busy_until = self.room.now + 12.0
            return None
        if now.phase in (SETTLES, "over") or now.silence_s is not None:
            self._busy_until = self.room.now + 1.0
            return None
        if now.phase == "away":
            # Nothing leads on but who is waited for.
            seat = now.options[0].slots["seat"][0]
            return (None, f"volvió {seat}")
        options = [o for o in now.options if leads_on(o)]
        held = getattr(getattr(self.session.state, "cards", None), "hands", None)
        cards = held.get(now.asked) if isinstance(held, Mapping) else None
        for attempt in range(60):
            option = self.rng.choice(options)
            args: dict[str, Json] = {
                slot: self.rng.choice((cards if cards and slot == "card" else None) or values)
                for slot, values in option.slots.items()
                if values
            }
            if option.act == "answer":
                return (now.asked, self.answer())
            move = Move(option.act, now.asked or SEATS[0], args)
            if attempt < 40 and isinstance(
                self.session.game.decide(self.session.state, move, Dice(0)), Refusal
            ):
                continue
            try:
                ways = self.table.phrasings(option.act, args)
            except ValueError:  # nobody says it like that: the second square of level one
                continue
            if ways:
                return (now.asked or self.rng.choice(SEATS), self.rng.choice(ways[:4]))
        return None

    def answer(self) -> str:
        """Return an answer to the card that lies there: the right one half of the time."""
        right = self._answers.get(self.session.state.card)
        if right is not None and self.rng.random() < 0.5:
            return right
        return self.rng.choice(("paso", "Napoleón", "la penicilina", "lo mismo que Luis"))
