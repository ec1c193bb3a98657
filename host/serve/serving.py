"""A table with pages, put together: its room, what the pages show, and the commands about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host.engine.game import Json, Seat
from host.engine.session import Session
from host.room.base import Room, Sound
from host.serve.game_pages import PageWords, pages_of
from host.serve.hub import Hub
from host.serve.room import EAR, PagesRoom
from host.serve.tokens import BOARD
from host.serve.view import Pages
from host.table_parts import Understood
from host.telling.base import Say, Teller

Whisper = Callable[[str], bool]
"""Says a text on somebody's own sound output; False if there is no voice to say it with."""


class Serving:
    """The table's side of the pages and of the private sound outputs.

    Attributes:
        hub: where the network takes views and puts presses.
        room: what the table is to use as its room.
        services: the commands that it answers (`host.table_core.Service`).
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        language: str,
        room: Room,
        *,
        region: str = "",
        pages: bool = True,
        whispers: Mapping[Seat, Whisper] | None = None,
    ) -> None:
        """Stand between a room and a table.

        Args:
            seats: the seats of the table.
            language: of the pages.
            region: whose words they use, "" for the usual ones.
            room: where the table is.
            pages: False where only private sound outputs are wanted.
            whispers: the private sound output of each who has one, by name in small letters.
        """
        self.hub = Hub(seats, lambda: room.now)
        self.room = PagesRoom(room, self.hub, self.before)
        self.words = PageWords(language, region)
        self.services: dict[str, Callable[[Seat | None, Mapping[str, Json]], Sequence[Say]]] = {
            "cmd_hand": self._hand,
            "cmd_phone": self._phone,
        }
        self._seats = tuple(seats)
        self._with_pages = pages
        self._whispers = dict(whispers or {})
        self._pages: Pages | None = None
        self._session: Session[Any] | None = None
        self._told: Any = None
        self._shown: tuple[Any, Any, str] | None = None
        self._acts = 0

    def begin(
        self, session: Session[Any], teller: Teller[Any], seats: Sequence[Seat] | None = None
    ) -> None:
        """Show the pages of this game from now on; `seats` where others sit down.

        Raises:
            TypeError: it is no game: the table is being laid.
        """
        self._pages = pages_of(teller, self.words)
        if seats is not None and tuple(seats) != self._seats:
            self.hub.reseat(seats)
            self._seats = tuple(seats)
        self._acts = 0
        self._session = session
        self._told = session.state

    def rest(self) -> None:
        """Leave the pages as they are: no game is played now."""
        self.before(True)
        self._session = None

    def before(self, quiet: bool) -> None:
        """Publish what has changed; called by the table's thread before each step.

        Once the host is silent it has told all that is true; until then the board and the
        public part of the hands stay as they were, so that no page is ahead of the voice (D22).
        """
        if self._pages is None or self._session is None:
            return
        state = self._session.state
        if quiet:
            self._told = state
        if len(self._session.acts) < self._acts:
            # What an undo took back may have dropped presses that waited for a window.
            self.hub.dealt_with(*self._seats)
        self._acts = len(self._session.acts)
        shown = (state, self._told, self.room.said)
        before = self._shown
        if before and before[0] is state and before[1] is self._told and before[2] == shown[2]:
            return
        self._shown = shown
        views = {seat: self._pages.hand(seat, state, self._told) for seat in self._seats}
        views[BOARD] = self._pages.board(self._told)
        self.hub.publish(views, self.room.said)

    # ------------------------------------------------------------------ as an observer

    def host_says(self, sound: Sound, t: float) -> None:
        """Do nothing: the room has seen it."""

    def understood(self, what: Understood) -> None:
        """Let a page press again once the table has dealt with its press."""
        if what.heard.ear == EAR and what.heard.speaker in self._seats:
            self.hub.dealt_with(str(what.heard.speaker))

    # ------------------------------------------------------------------ commands

    def _hand(self, who: Seat | None, args: Mapping[str, Json]) -> list[Say]:
        """«Mis cartas»: whispered where there is a private output, else they are on the page."""
        if self._pages is None or self._session is None or who not in self._seats:
            return [Say("common-not-here")]
        view = self._pages.hand(who, self._session.state, self._told)
        if not view.cards_heading:
            return [Say("serve-hand-unknown", {"who": who})]
        whisper = self._whispers.get(who.casefold())
        if whisper is None:
            line = "serve-on-page" if self.hub.has_page(who) else "serve-nowhere"
            return [Say(line, {"who": who})]
        names = [f"{card.text} ({card.note})" if card.note else card.text for card in view.cards]
        text = self.words.say("serve-whisper-none")
        if names:
            text = self.words.say("serve-whisper-cards", cards=self.words.join(names))
        return [Say("serve-whispered" if whisper(text) else "serve-nowhere", {"who": who})]

    def _phone(self, who: Seat | None, args: Mapping[str, Json]) -> list[Say]:
        """«Ana cambia de teléfono»: the table lets another device take a seat's page."""
        seat = args.get("seat")
        if not self._with_pages:
            return [Say("serve-phone-none")]
        if seat not in self._seats:
            return [Say("common-not-here")]
        self.hub.free(str(seat))
        return [Say("serve-phone-free", {"who": seat})]
