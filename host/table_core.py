"""What every part of a table stands on: its state, what it says and what it asks.

Each other part is a class in a module of its own that builds on those before it: calls
(`host.table_calls`), mending (`host.table_mending`), commands (`host.table_commands`), acts
(`host.table_acts`) and hearing (`host.table_hearing`). Quiet (`host.table_quiet`) needs nothing
but this one.
`host.table.Table` is all of them.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from host.ears.base import Heard, Samples
from host.engine.game import Event, Json, Move, Refusal, Seat, steps
from host.engine.session import Session
from host.foresight import answers
from host.mouth.base import Speech, Voice
from host.mouth.lines import Lines
from host.mouth.tuned import Tunable
from host.reprompts import Reprompts
from host.room.base import Room
from host.table_manners import Manner
from host.table_parts import JustMade, Observer, Patience, Pending, Understood
from host.table_voice import HostVoice
from host.telling.base import Say, Teller, Tone, Utter
from host.understanding.interpret import Act, Interpreter, Meant, Reading

Service = Callable[[Seat | None, Mapping[str, Json]], Sequence[Say]]
"""What answers a command beside the game: given who asks and the command's details."""


class TableCore(ABC):
    """The state of one table, its voice and its questions."""

    def __init__(
        self,
        *,
        room: Room,
        session: Session[Any],
        teller: Teller[Any],
        interpreter: Interpreter,
        lines: Lines,
        voice: Voice,
        tones: Mapping[str, tuple[Samples, int]],
        seats: Sequence[Seat],
        patience: Patience | None = None,
        observer: Observer | None = None,
        render: Callable[[str], Speech] | None = None,
        services: Mapping[str, Service] | None = None,
        manner: Manner | None = None,
    ) -> None:
        """Seat everybody; `open` or `reopen` starts the evening.

        Args:
            tones: samples and rate of each short sound.
            render: replaces `voice.render`, for a cache that is filled ahead.
            services: commands that something beside the game answers («mis cartas»).
            manner: how the host speaks, as the settings have it.
        """
        self.room = room
        self.session = session
        self.done = False
        self.done_why = ""
        self.refusals: list[str] = []
        self.events_told: list[Event] = []
        self._teller = teller
        self._interpreter = interpreter
        self._lines = lines
        self._manner = manner or Manner()
        self._voice = voice
        self._host = HostVoice(
            room,
            lines,
            render or voice.render,
            tones,
            self._voice_lost,
            render_in=voice.render_in if isinstance(voice, Tunable) else None,
            earcons=lambda: self._manner.earcons,
            formal_to=self._manner.formal_to,
        )
        self._recordings = self._host.recordings
        self._seats = tuple(seats)
        self._patience = patience or Patience()
        self._observer = observer
        self._services = services or {}
        self._undo_first: Callable[[], Sequence[Say] | None] | None = None
        self._paused = False
        # What is asked, since when, and how often it was asked again.
        self._pending: Pending | None = None
        self._again = Reprompts(session.game.name, lines, interpreter.phrasebook)
        self._asked: tuple[Seat | None, str] = (None, "")
        self._turn_since = 0.0
        self._ask_from: float | None = None
        # What was accepted last; what an undo has opened again, and whose words it took back.
        self._made: JustMade | None = None
        self._before: JustMade | None = None  # what was accepted last, whatever was said since
        self._reopened = False
        self._retracted: Seat | None = None
        self._paused_told = -math.inf
        self._paused_wait = 0.0
        self._reprompts = 0
        self._misses = 0
        self._offered: Seat | None = None  # without whom the host has just offered to go on
        # What was heard last, and since when nobody has spoken (seconds of the room's clock).
        self._last_heard: Heard | None = None
        self._together = False
        self._last_noise = -math.inf
        self._microphone_lost = False
        self._watermark = 0.0
        self._quiet_since = 0.0
        self._quiet_seen = 0.0
        self._warned_after: float | None = None
        self._warned = (0.0, 0.0)
        self._begin_calls()

    # ------------------------------------------------------------------ what other parts do

    @abstractmethod
    def _begin_calls(self) -> None:
        """Set up: no window is open and nothing is held back (`host.table_calls`)."""

    @abstractmethod
    def _move(self, move: Move, heard: Heard | None = None) -> Refusal | None:
        """Make a move, and tell what came of it (`host.table_acts`)."""

    @abstractmethod
    def _too_early(self, heard: Heard) -> bool:
        """Tell whether something was said before the question was put (`host.table_acts`)."""

    @abstractmethod
    def _meant(self, heard: Heard, reading: Meant) -> None:
        """Do what was said, act by act (`host.table_acts`)."""

    @abstractmethod
    def _understand(self, heard: Heard) -> None:
        """Deal with what was said, calls apart (`host.table_hearing`)."""

    # ------------------------------------------------------------------ what may be asked of it

    @property
    def teller(self) -> Teller[Any]:
        """Who turns the events of this table's game into lines."""
        return self._teller

    @property
    def idle(self) -> bool:
        """True if the host is silent and has nothing left to say."""
        return self._host.playing == 0

    @property
    def confirming(self) -> Act | None:
        """The act the host has just asked about («¿Dijiste trece?»), if any."""
        return self._pending.act if self._pending else None

    def read(self, words: str, *, over_host: bool = False) -> Reading:
        """Return what `words` would mean if they were said now."""
        return self._interpreter.interpret(words, self.session.expectation, over_host=over_host)

    def phrasings(self, act: str, args: Mapping[str, Json]) -> list[str]:
        """Return the ways to say a move or a command; none for what may be any words.

        Such are an answer, a card that the deck does not know, and what is said instead.
        """
        try:
            return [] if act == "answer" else self._interpreter.phrasebook.ways(act, args)
        except ValueError:
            return []

    def judge(self, move: Move) -> Move | Refusal:
        """Return a move as the teller completes it (an answer with its verdict)."""
        return self._teller.complete(self.session.state, move)

    def undo_first(self, take_back: Callable[[], Sequence[Say] | None]) -> None:
        """Let something beside the game be taken back until the next act of the game.

        Args:
            take_back: does so and returns what is said; None if it cannot any more.
        """
        self._undo_first = take_back

    # ------------------------------------------------------------------ speaking

    def _voice_lost(self, why: str) -> None:
        """Note that the voice fails; `HostVoice` has told the table."""
        self.session.journal.write("note", self.room.now, {"voice_lost": why})

    def _tell(self, before: Any, events: Sequence[Event]) -> None:
        """Say what happened, each event against the state that it found."""
        for found, event, left in steps(self.session.game, events, before):
            self._host.utter(self._teller.tell(found, event, left))
            self.events_told.append(event)
            if event.kind == "accent_chosen" and isinstance(self._voice, Tunable):
                self._voice.tune(accent=str(event["accent"]))

    def _ask(self, *, again: bool = False, missed: bool = False) -> None:
        """Put the question; with `again` in full, with `missed` in another way than before.

        While a question of the host's own is open it is that one which is put again.
        """
        if again and self._pending is not None:
            self._put_pending()
            return
        expectation = self.session.expectation
        asked = (expectation.asked, expectation.phase)
        if not (again or missed) or asked != self._asked:
            self._reprompts = self._misses = 0
        if expectation.asked != self._asked[0]:
            self._turn_since = self.room.now
        self._asked = asked
        self._ask_from = None
        self._offered = None
        self._host.asking.clear()
        self.room.expect(self._interpreter.spellings(expectation), free=expectation.free_speech)
        self._misses += missed
        told = self._again.ask(expectation, self._misses) if missed else []
        if again:
            # Whoever is asked again is asked in full, however short the first time was (D5).
            expectation = replace(expectation, args={**expectation.args, "again": True})
        question = told or self._teller.ask(self.session.state, expectation)
        if not question:
            # What was told is the question («la doy por buena si nadie se opone»).
            self._ask_from = self.room.now
        self._host.utter(question, ask=True)
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Let a voice that can do so render what will probably be said next."""
        likely = getattr(self._voice, "likely", None)
        if likely is not None:
            foreseen = answers(self.session, self._teller)
            likely([text for said in foreseen for text in self._host.texts(said)])

    def _drop_pending(self) -> None:
        """Let go of a yes-or-no question of which nothing came, and say so."""
        dropped, self._pending = self._pending, None
        if dropped is not None and dropped.kind != "confirm":
            self._host.utter([Say("common-goes-on")])

    def _put_pending(self, *, again: bool = False) -> None:
        """Put the host's own yes-or-no question, the first time or in fewer words again."""
        assert self._pending is not None
        if self._pending.since is None:
            self._pending = replace(self._pending, since=self.room.now)
        expected = self._interpreter.spellings(self.session.expectation)
        self.room.expect((*self._interpreter.confirmations(), *expected))
        act, who = self._pending.act, self._pending.who or ""
        if self._pending.kind == "end":
            own = f"{self.session.game.name}-end-sure"
            end = own if self._lines.exists(own) else "common-end-sure"
            self._host.utter([Say(end if act is None else "common-keep-sure")])
        elif self._pending.kind == "undo":
            last = self.session.last_act
            self._host.utter([Say("common-undo-other", {"who": last.who if last else ""})])
        elif self._pending.kind == "sure" and act is not None:
            seat = act.args.get("seat")
            kind = ""
            if act.act == "cmd_leave":
                at_stake = self.session.expectation.args.get("at_stake")
                kind = "at_stake" if at_stake else "" if seat else "own"
            line = self._again.weighty(act.act, kind)
            self._host.utter([Say(line or "", {"who": seat or who})])
        elif act is not None:
            line = "common-yes-or-no" if again else "common-did-you-say"
            self._host.utter([Say(line, {"what": act.text, "who": who})])

    def _refused(self, refusal: Refusal, move: Move) -> None:
        """Say why a move does not count, and ask again."""
        self.refusals.append(refusal.code)
        if refusal.args.get("why") == "last":
            why: Sequence[Utter] = [Say("common-refuse-last")]
        else:
            why = self._teller.refuse(self.session.state, refusal, move)
        self._host.utter([Tone("refused"), *why])
        self._ask(again=True)

    def _speaker(self) -> Seat | None:
        """Return who is asked: speech without a name is theirs."""
        return self.session.expectation.asked

    def _note(
        self,
        heard: Heard,
        who: Seat | None,
        acts: tuple[str, ...],
        result: str,
        verdict: str | None = None,
    ) -> None:
        """Tell who watches what became of an utterance (`Understood`)."""
        if self._observer is not None:
            self._observer.understood(Understood(heard, who, acts, result, self.room.now, verdict))


def plain(act: Act) -> str:
    """Return an act as a readable word list, for the transcript."""
    args = " ".join(f"{key}={value}" for key, value in act.args.items() if key != "verdict")
    return f"{act.act} {args}".strip()
