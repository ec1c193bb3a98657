"""Where the table's thread and the network's thread meet.

The table puts views here and takes presses away; it never waits. The network takes the newest
view of a page and puts presses in. Nothing else passes between the two.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from host.ears.base import Press
from host.engine.game import Json, Seat
from host.serve.delay import MOST_S, Delay
from host.serve.tokens import BOARD
from host.serve.view import Button, View

MOST_WAITING = 32
"""Presses of all seats together that may wait for the table: more is no play."""

CALL_AGAIN_S = 2.0
"""A call pressed again within this time is the same call: fingers tremble."""

FORGOTTEN_S = 20.0
"""A press of which nothing was heard for so long holds up no other (an undo may drop it)."""

ASK_EVERY_S = 1.0
"""A telephone is asked so often whether it is there: what it sent before its answer is here."""

LOST_S = 5.0
"""A telephone that is silent for so long is lost, and no window waits for it any longer."""

PAGES_A_SEAT = 8
"""Loads of a page whose counts of presses are remembered."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press as the table takes it: who, what it stands for, and when it was made."""

    seat: Seat
    words: str
    press: Press
    onset: float
    uncertainty: float
    arrived: float


@dataclass(slots=True)
class _Page:
    """What is kept of one seat's page, or of the board."""

    view: View | None = None
    said: str = ""
    buttons: dict[str, Button] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    own: object = None
    sent: str = ""
    version: int = 0
    device: str = ""
    ticket: int = 0
    delay: Delay = field(default_factory=Delay)
    heard_at: float | None = None
    alive: bool = False
    counted: dict[str, int] = field(default_factory=dict)
    under_way: tuple[str, float] | None = None
    called_at: float | None = None


class Hub:
    """See the module. Every method may be called from any thread."""

    def __init__(self, seats: Sequence[Seat], now: Callable[[], float]) -> None:
        """Begin with empty pages.

        Args:
            seats: the seats of the table.
            now: the room's clock, in seconds.
        """
        self.seats = tuple(seats)
        self._now = now
        self._lock = threading.Lock()
        self._pages = {seat: _Page() for seat in (BOARD, *seats)}
        self._waiting: deque[Pressed] = deque()
        self._gaps: deque[tuple[float, float]] = deque(maxlen=16)
        self._watchers: list[Callable[[], None]] = []

    # ------------------------------------------------------------------ the table's side

    def reseat(self, seats: Sequence[Seat]) -> None:
        """Seat other people: who stays keeps the page, and so does one that is only renamed."""
        with self._lock:
            kept = dict(self._pages)
            if renamed := renaming(self.seats, seats):
                kept[renamed[1]] = kept[renamed[0]]
            self._pages = {seat: kept.get(seat) or _Page() for seat in (BOARD, *seats)}
            self.seats = tuple(seats)
            watchers = list(self._watchers)
        for wake in watchers:
            wake()

    def publish(self, views: Mapping[Seat, View], said: str) -> None:
        """Show these views from now on, and the host's last line under each.

        A page whose view has not changed is not sent anything: that something happened tells
        no more than what is seen.
        """
        changed = False
        with self._lock:
            for seat, view in views.items():
                changed = self._show(self._of(seat), view, said) or changed
            watchers = list(self._watchers)
        if changed:
            for wake in watchers:
                wake()

    def _of(self, seat: Seat) -> _Page:
        """Return a seat's page; of a seat that has gone an empty one that nobody keeps."""
        return self._pages.get(seat) or _Page()

    def _show(self, page: _Page, view: View, said: str) -> bool:
        if page.view == view and page.said == said:
            return False
        own = (view.cards, view.groups, view.now)
        if own != page.own:
            # New keys, so that a press of what was offered before cannot be taken for it; a
            # call is the same call all the time.
            steady = {b.id: page.keys.get(b.id) for b in view.buttons() if b.steady}
            page.own = own
            page.keys = {b.id: steady.get(b.id) or _key() for b in view.buttons()}
            page.buttons = {page.keys[b.id]: b for b in view.buttons()}
            page.under_way = None
        page.view, page.said = view, said
        text = json.dumps({"view": {**view.as_json(page.keys), "said": said}}, ensure_ascii=False)
        if text == page.sent:
            return False
        page.sent = text
        page.version += 1
        return True

    def taken(self) -> list[Pressed]:
        """Return the presses that have arrived, in order of time, and forget them."""
        with self._lock:
            pressed = sorted(self._waiting, key=lambda p: p.arrived)
            self._waiting.clear()
        return pressed

    def dealt_with(self, *seats: Seat) -> None:
        """Take note that the table has dealt with the presses of seats, whatever came of them."""
        with self._lock:
            for seat in seats:
                self._of(seat).under_way = None

    def gaps(self) -> list[tuple[float, float]]:
        """Return stretches in which a telephone was lost and may have been pressed in vain."""
        with self._lock:
            found = list(self._gaps)
            self._gaps.clear()
        return found

    def sure_until(self) -> float | None:
        """Return the time up to which all presses have arrived; None if no telephone is there.

        Messages of a telephone come in order: what it sent before its last sign of life is here.
        One that is silent holds the table up for `LOST_S` seconds and is lost then.
        """
        now = self._now()
        with self._lock:
            times = []
            for seat, page in self._pages.items():
                if seat == BOARD or not page.alive or page.heard_at is None:
                    continue
                self._mind(page, now)
                if page.alive:
                    times.append(page.heard_at - page.delay.most_s)
            return min(times, default=None)

    def _mind(self, page: _Page, now: float) -> None:
        """Note a telephone that fell silent: a press of it may have been lost."""
        if page.heard_at is not None and now - page.heard_at > LOST_S:
            self._lose(page, now)

    def _lose(self, page: _Page, now: float) -> None:
        if page.alive and page.heard_at is not None:
            self._gaps.append((page.heard_at - MOST_S, min(now, page.heard_at + LOST_S)))
        page.alive = False

    def free(self, seat: Seat) -> None:
        """Let another telephone take a seat: the table has said so."""
        with self._lock:
            self._of(seat).device = ""
            self._of(seat).alive = False
            watchers = list(self._watchers)
        for wake in watchers:
            wake()

    def has_page(self, seat: Seat) -> bool:
        """Tell whether a telephone holds a seat's page open."""
        with self._lock:
            return self._of(seat).alive

    # ------------------------------------------------------------------ the network's side

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` whenever some page has changed; return what ends that."""
        with self._lock:
            self._watchers.append(wake)

        def stop() -> None:
            with self._lock:
                if wake in self._watchers:
                    self._watchers.remove(wake)

        return stop

    def enter(self, seat: Seat, device: str) -> int | None:
        """Open a page on a device, in place of its connection before; return a ticket.

        None if another device has the seat and the table has not said that it may change. The
        board may be open anywhere.
        """
        with self._lock:
            page = self._of(seat)
            if seat == BOARD:
                return 0
            if page.device not in ("", device):
                return None
            page.device, page.alive, page.heard_at = device, True, self._now()
            page.ticket += 1
            watchers = list(self._watchers)
            ticket = page.ticket
        for wake in watchers:
            wake()  # the connection before has to notice
        return ticket

    def holds(self, seat: Seat, ticket: int) -> bool:
        """Tell whether a connection is still the one that has the page."""
        with self._lock:
            page = self._pages.get(seat)
            if page is None:
                return False  # it has another name now, or nobody sits there
            return seat == BOARD or (page.ticket == ticket and page.device != "")

    def leave(self, seat: Seat, ticket: int, *, said_so: bool) -> None:
        """Take note that a page went away; one that did not say so may have lost a press."""
        now = self._now()
        with self._lock:
            page = self._of(seat)
            if seat == BOARD or page.ticket != ticket:
                return
            if said_so:
                page.alive = False
            else:
                self._lose(page, now)

    def rest(self, seat: Seat) -> None:
        """Take note that a telephone goes to sleep and says so: nothing of it is on its way."""
        with self._lock:
            self._of(seat).alive = False

    def newest(self, seat: Seat, seen: int) -> tuple[int, str] | None:
        """Return version and text of a page's view, or None if `seen` is the newest."""
        with self._lock:
            page = self._of(seat)
            return (page.version, page.sent) if page.version > seen else None

    def last_heard(self, seat: Seat) -> float | None:
        """Return when a seat's telephone was last heard of, in seconds of the room's clock."""
        with self._lock:
            return self._of(seat).heard_at

    def heard_of(self, seat: Seat, trip: float | None = None) -> None:
        """Take note that a seat's telephone is there; `trip`: seconds of a round trip."""
        with self._lock:
            page = self._of(seat)
            page.heard_at, page.alive = self._now(), True
            if trip is not None:
                page.delay.add(trip)

    def press(
        self, seat: Seat, key: str, page_id: str, count: int, not_before: float | None = None
    ) -> dict[str, Json]:
        """Take a press.

        Args:
            seat: whose page it came from.
            key: which of the buttons that were shown.
            page_id: names one load of the page; count: the number of the press in it. A press
                that comes again, or behind a later one, is not taken twice.
            not_before: where it was made while the network was away, when it was made at the
                earliest, in seconds of the room's clock.

        Returns:
            What the page is told: ``count`` and ``ok``, or ``why`` not: ``again``, ``stale`` or
            ``wait``.
        """
        arrived = self._now()
        with self._lock:
            page = self._of(seat)
            why = self._refused(page, key, page_id, count, arrived)
            if why:
                return {"count": count, "ok": False, "why": why}
            button = page.buttons[key]
            onset, off = page.delay.pressed(arrived)
            if not_before is not None:
                # Nobody knows when, between the last sign of life and now.
                off = max(off, onset - not_before)
            self._waiting.append(Pressed(seat, button.words, button.press, onset, off, arrived))
            if button.steady:
                page.called_at = arrived
            else:
                page.under_way = (key, arrived)
            return {"count": count, "ok": True, "what": button.text}

    def _refused(self, page: _Page, key: str, page_id: str, count: int, now: float) -> str:
        last = page.counted.get(page_id)
        if last is not None and count <= last:
            return "again"
        if len(page.counted) >= PAGES_A_SEAT and page_id not in page.counted:
            page.counted.pop(next(iter(page.counted)))
        page.counted[page_id] = count
        button = page.buttons.get(key)
        if button is None:
            return "stale"
        if len(self._waiting) >= MOST_WAITING:
            return "wait"
        if button.steady:
            recent = page.called_at is not None and now - page.called_at < CALL_AGAIN_S
            return "again" if recent else ""
        if page.under_way is not None and now - page.under_way[1] < FORGOTTEN_S:
            return "wait"
        return ""


def renaming(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[Seat, Seat] | None:
    """Return the old and the new name where one seat at the table changed its name alone."""
    changed = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    alone = len(changed) == 1 and len(before) == len(after)
    return changed[0] if alone and changed[0][1] not in before else None


def _key() -> str:
    return secrets.token_urlsafe(6)
