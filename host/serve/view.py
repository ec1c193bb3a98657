"""What a page shows: plain data, made from the state and from nothing else.

A page draws any view; it knows no game. So what a seat or the board can learn is what is in its
view, and the tests for leaks read that and nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from host.ears.base import Press
from host.engine.game import Json, Seat

UNKNOWN = "–"
"""Stands in a table for what is not told yet, or is not there."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be pressed now.

    Attributes:
        id: what it is to the game («play:Kp»): never sent, a key stands for it.
        text: its name, for eyes and screen readers.
        words: what is written into the journal; a secret has none of its own there.
        press: what it stands for.
        steady: True if it may be pressed at any time of the game (a call).
    """

    id: str
    text: str
    words: str
    press: Press
    steady: bool = False


@dataclass(frozen=True, slots=True)
class CardLine:
    """One card of a hand: one line of the list.

    Attributes:
        id: its id, for the order that the player chooses.
        text: its name.
        facts: what is printed on it, one sentence; empty where the name says all.
        note: what it is good for now («sirve»), or empty.
        button: plays it, or None.
    """

    id: str
    text: str
    facts: str = ""
    note: str = ""
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Facts with a heading, as rows of a table.

    Attributes:
        id: stays the same while the page lives.
        head: names of the columns; the first is the row's own.
        rows: texts; the first of each names the row.
        strong: indices of rows to be marked (whose turn it is).
    """

    id: str
    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons that belong together."""

    id: str
    heading: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A page.

    Attributes:
        kind: ``hand`` or ``board``.
        title: whose it is.
        now: what is to be done now, one sentence: read aloud by a screen reader when it changes.
        over: True once the game is over.
        lead: the sentences that the board shows largest (question, clue, bar).
        cards_heading: over the hand; empty where the host does not know it.
        cards: the hand.
        groups: buttons.
        tables: facts.
    """

    kind: str
    title: str
    now: str
    over: bool = False
    lead: tuple[str, ...] = ()
    cards_heading: str = ""
    cards: tuple[CardLine, ...] = ()
    groups: tuple[Group, ...] = ()
    tables: tuple[Table, ...] = field(default=())

    def buttons(self) -> tuple[Button, ...]:
        """Return every button."""
        of_cards = tuple(card.button for card in self.cards if card.button is not None)
        return (*of_cards, *(b for group in self.groups for b in group.buttons))

    def as_json(self, keys: Mapping[str, str]) -> dict[str, Json]:
        """Return what is sent: `keys` holds the key of each button's id."""

        def pressed(button: Button | None) -> Json:
            return None if button is None else {"key": keys[button.id], "text": button.text}

        return {
            "kind": self.kind,
            "title": self.title,
            "now": self.now,
            "over": self.over,
            "lead": list(self.lead),
            "cardsHeading": self.cards_heading,
            "cards": [
                {
                    "id": card.id,
                    "text": card.text,
                    "facts": card.facts,
                    "note": card.note,
                    "button": pressed(card.button),
                }
                for card in self.cards
            ],
            "groups": [
                {
                    "id": group.id,
                    "heading": group.heading,
                    "buttons": [pressed(button) for button in group.buttons],
                }
                for group in self.groups
            ],
            "tables": [
                {
                    "id": table.id,
                    "heading": table.heading,
                    "head": list(table.head),
                    "rows": [list(row) for row in table.rows],
                    "strong": list(table.strong),
                }
                for table in self.tables
            ],
        }


class Words(Protocol):
    """What views need of the line files."""

    def say(self, line: str, /, **args: Json) -> str:
        """Return the text of a line."""
        ...

    def join(self, items: Sequence[str]) -> str:
        """Return «a, b and c»."""
        ...


class Playing(Protocol):
    """What every game's state tells of how far it is."""

    @property
    def phase(self) -> str:
        """The state's name; ``over`` at the end."""
        ...

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won, once it is over."""
        ...


def calm(words: Words, state: Playing, asked: Seat | None, wait: str = "serve-wait") -> str:
    """Return what goes on, as all may know it: who won, whose turn it is, or that one waits."""
    if state.phase == "over":
        return words.say("serve-won", names=words.join(list(state.winners)))
    return words.say(wait) if asked is None else words.say("serve-turn", who=asked)


class Pages(Protocol):
    """Makes the pages of one game."""

    def board(self, told: Any) -> View:
        """Return the board; `told` is the state that the host has told so far."""
        ...

    def hand(self, seat: Seat, now: Any, told: Any) -> View:
        """Return a seat's page: its own part as it is `now`, the rest as it was `told`."""
        ...
