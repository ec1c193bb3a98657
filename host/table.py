"""The one place that joins room, understanding, game and lines.

The table takes what the room reports, in order of time, and answers with sounds. It never
looks at a clock: every time it knows came with an event of the room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.calls import Ruling
from host.ears.base import Heard
from host.engine.game import Json, Move
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.engine.inputs import Voice as Stretch
from host.room.base import Closed, EarTrouble, Echo, Lost, RoomEvent, Started, Stopped, Written
from host.table_hearing import HearingAtTable
from host.table_quiet import QuietAtTable
from host.telling.base import Say

SHORT_GAP_S = 0.3
"""A gap this short swallows no word; it is only not judged (pitfalls C4)."""


class Table(QuietAtTable, HearingAtTable):
    """One game at one table."""

    def open(self, header: Mapping[str, Json]) -> None:
        """Begin a new game: greet, set up, ask the first question."""
        blank = self.session.state
        events = self.session.begin(header, self.room.now)
        self._host.utter(self._teller.opening(self.session.state))
        self._tell(blank, events)
        self._ask()

    def reopen(self, *, another_day: bool = True) -> None:
        """Go on with a resumed game: say where the table stood and ask again.

        A window that was open when the sitting ended is not judged (design.md section 1).

        Args:
            another_day: False if the table only stood aside for a name: it knows its points.
        """
        state = self.session.state
        where = self._teller.where_we_are(state)
        standing = self._teller.standing(state) if another_day else []
        self._host.utter([*where[:1], *standing, *where[1:]])
        for owed in self.session.expectation.calls:
            self._rule([Ruling("call_doubted", owed.id, owed.who, why="interrupted")])
        self._early_again()
        self._go_on()
        self._ask(again=True)

    def reopen_with(self, move: Move) -> None:
        """Go on with a game that was over by the move that opens it again (D9)."""
        self._move(move)

    def announce(self, what: Sequence[Say]) -> None:
        """Say what belongs to the evening and to no game: how to join with a telephone."""
        self._host.utter(what)

    def run(self) -> None:
        """Let the evening run until the game is over or the room closes."""
        while not self.done:
            for event in self.room.step():
                self.take(event)

    @property
    def waiting(self) -> bool:
        """True if the host waits for a move and for nothing else (a yes, a call, a window)."""
        return (
            self.idle
            and self._pending is None
            and not self._paused
            and not self._windows.open
            and not self._held
        )

    def take(self, event: RoomEvent) -> None:
        """Deal with one event of the room."""
        match event:
            case Heard():
                self._hear(event)
            case Echo():
                self._note(event.heard, None, (), "echo")
            case Started():
                self._started(event)
            case SpokenUntil():
                self._finished(event.line, event.t, "spoken")
            case Stopped():
                self._finished(event.line, event.t, "stopped")
            case HeardThrough():
                self._watermark = event.t
                self._rule(self._windows.take(event, self.room.now))
                self._mind_the_quiet()
            case Deaf():
                self.session.journal.write(
                    "deaf", event.start, {"until": round(event.end, 3), "why": event.why}
                )
                self._quiet_since = max(self._quiet_since, event.end)
                self._rule(self._windows.take(event, self.room.now))
                self._hears_again(event)
            case Lost():
                self.session.journal.write("note", event.t, {"microphone_lost": event.why})
                self._microphone_lost = True
                why = {"why": event.why}
                self._host.utter([Say("room-lost", why), Say("room-lost-mend", why)])
            case Written():
                self._host.utter([Say("room-lost-for-good")])
                self._ask(again=True)
            case EarTrouble():
                self._ear_trouble(event)
            case Stretch():
                self._rule(self._windows.take(event, self.room.now))
            case Closed():
                self.done, self.done_why = True, event.why

    def _started(self, event: Started) -> None:
        if self._host.started(event.sound, event.t) and self._ask_from is None:
            self._ask_from = event.t
        if self._observer is not None:
            self._observer.host_says(event.sound, event.t)

    def _finished(self, line: str, t: float, how: str) -> None:
        silent = self._host.finished()
        self.session.journal.write("spoken", t, {"line": line, "how": how})
        if silent:
            # Clocks start when the host has finished speaking (design.md section 2).
            self._quiet_since = max(self._quiet_since, t)
            if self._warned_after is not None:
                # A warning stops the clock that it is about; it does not wind it again.
                self._quiet_since = t - self._warned_after
                self._warned = (self._quiet_since, self._warned_after)
                self._warned_after = None
            self._rule(self._windows.said(t))
            if self.session.expectation.phase == "over" and not self.done:
                self.done, self.done_why = True, "over"

    def _hears_again(self, gap: Deaf) -> None:
        """Say that the microphone was away, unless it was too short for a word."""
        if self._microphone_lost:
            self._microphone_lost = False
            self._host.utter([Say("room-back")])
        elif gap.end - gap.start >= SHORT_GAP_S:
            self._host.utter([Say("common-deaf", {"why": gap.why})])
        else:
            return
        if self._pending is not None:
            self._put_pending()
        elif not self._paused:
            self._ask(again=True)

    def _ear_trouble(self, event: EarTrouble) -> None:
        """Say what the ear does not know, or that it was lost (pitfalls A1, A4)."""
        notice = event.notice
        self.session.journal.write("note", event.t, {"ear": notice.kind, "why": notice.why})
        words = self._lines.join(notice.words[:5])
        self._host.utter([Say(f"common-ear-{notice.kind}", {"words": words})])
