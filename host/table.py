"""The one place that joins room, understanding, game and lines.

The table takes what the room reports, in order of time, and answers with sounds. It never
looks at a clock: every time it knows came with an event of the room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from host.calls import VERDICT_ACTS, Ruling
from host.ears.base import Heard, Samples
from host.engine.game import Event, Json, Move, Refusal, Seat
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.engine.inputs import Voice as Stretch
from host.engine.session import Session
from host.foresight import answers
from host.mouth.base import Speech, Voice
from host.mouth.lines import Lines
from host.mouth.tuned import Tunable
from host.reprompts import LAST_PROMPT, Reprompts
from host.room.base import (
    Closed,
    EarTrouble,
    Echo,
    Lost,
    Room,
    RoomEvent,
    Started,
    Stopped,
    Written,
)
from host.table_calls import REPLAY_PAUSE_S, CallsAtTable
from host.table_manners import Manner, change, warning_due
from host.table_parts import Observer, Patience, Pending, Understood
from host.table_voice import HostVoice
from host.telling.base import Replay, Say, Teller, Tone
from host.two_readings import reading_of
from host.understanding.calls import CallHeard
from host.understanding.interpret import (
    Act,
    Interpreter,
    Meant,
    Nothing,
    Reading,
    UnknownName,
    Unsure,
)

Service = Callable[[Seat | None, Mapping[str, Json]], Sequence[Say]]
"""What answers a command beside the game: given who asks and the command's details."""

OFFER_AFTER = 3
"""After so many re-prompts the host offers to go on without that player (D7)."""

NOISE_REMARK_EVERY_S = 20.0
"""Voice of which nothing was made is remarked upon at most this often: kitchens are loud."""


SHORT_GAP_S = 0.3
"""A gap this short swallows no word; it is only not judged (pitfalls C4)."""


class Table(CallsAtTable):
    """One game at one table."""

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
        self._pending: Pending | None = None
        self._paused = False
        self._watermark = 0.0
        self._quiet_since = 0.0
        self._quiet_seen = 0.0
        self._warned_after: float | None = None
        self._warned = (0.0, 0.0)
        self._ask_from: float | None = None
        self._reprompts = 0
        self._misses = 0
        self._again = Reprompts(session.game.name, lines, interpreter.phrasebook)
        self._last_heard: Heard | None = None
        self._together = False
        self._last_noise = -NOISE_REMARK_EVERY_S
        self._microphone_lost = False
        self._asked: tuple[Seat | None, str] = (None, "")
        self._begin_calls()

    # ------------------------------------------------------------------ the evening

    def open(self, header: Mapping[str, Json]) -> None:
        """Begin a new game: greet, set up, ask the first question."""
        blank = self.session.state
        events = self.session.begin(header, self.room.now)
        self._host.utter(self._teller.opening(self.session.state))
        self._tell(blank, events)
        self._ask()

    def reopen(self) -> None:
        """Go on with a resumed game: say where the table stood and ask again.

        A window that was open when the sitting ended is not judged (design.md section 1).
        """
        self._host.utter(self._teller.where_we_are(self.session.state))
        for owed in self.session.expectation.calls:
            self._rule([Ruling("call_doubted", owed.id, owed.who, why="interrupted")])
        self._go_on()
        self._ask()

    def announce(self, what: Sequence[Say]) -> None:
        """Say what belongs to the evening and to no game: how to join with a telephone."""
        self._host.utter(what)

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

    def run(self) -> None:
        """Let the evening run until the game is over or the room closes."""
        while not self.done:
            for event in self.room.step():
                self.take(event)

    @property
    def teller(self) -> Teller[Any]:
        """Who turns the events of this table's game into lines."""
        return self._teller

    @property
    def idle(self) -> bool:
        """True if the host is silent and has nothing left to say."""
        return self._host.playing == 0

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

    @property
    def confirming(self) -> Act | None:
        """The act the host has just asked about («¿Dijiste trece?»), if any."""
        return self._pending.act if self._pending else None

    def read(self, words: str, *, over_host: bool = False) -> Reading:
        """Return what `words` would mean if they were said now."""
        return self._interpreter.interpret(words, self.session.expectation, over_host=over_host)

    def call_in(self, words: str) -> CallHeard | None:
        """Return the call that `words` would hold if they were said now."""
        if self._calling is None:
            return None
        return self._interpreter.call_in(words, self.session.expectation)

    def phrasings(self, act: str, args: Mapping[str, Json]) -> list[str]:
        """Return the ways to say a move or a command; none for an answer."""
        return [] if act == "answer" else self._interpreter.phrasebook.ways(act, args)

    def judge(self, move: Move) -> Move | Refusal:
        """Return a move as the teller completes it (an answer with its verdict)."""
        return self._teller.complete(self.session.state, move)

    # ------------------------------------------------------------------ speaking

    def _voice_lost(self, why: str) -> None:
        self.session.journal.write("note", self.room.now, {"voice_lost": why})

    def _ear_trouble(self, event: EarTrouble) -> None:
        """Say what the ear does not know, or that it was lost (pitfalls A1, A4)."""
        notice = event.notice
        self.session.journal.write("note", event.t, {"ear": notice.kind, "why": notice.why})
        words = self._lines.join(notice.words[:5])
        self._host.utter([Say(f"common-ear-{notice.kind}", {"words": words})])

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

    def _tell(self, before: Any, events: Sequence[Event]) -> None:
        state = before
        for event in events:
            after = self.session.game.apply(state, event)
            self._host.utter(self._teller.tell(state, event, after))
            self.events_told.append(event)
            if event.kind == "accent_chosen" and isinstance(self._voice, Tunable):
                self._voice.tune(accent=str(event["accent"]))
            state = after

    def _ask(self, *, again: bool = False, missed: bool = False) -> None:
        """Put the question; with `again` in full, with `missed` in another way than before."""
        expectation = self.session.expectation
        asked = (expectation.asked, expectation.phase)
        if not (again or missed) or asked != self._asked:
            self._reprompts = self._misses = 0
        if expectation.asked != self._asked[0]:
            self._turn_since = self.room.now
        self._asked = asked
        self._ask_from = None
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

    # ------------------------------------------------------------------ hearing

    def _hear(self, heard: Heard) -> None:
        if not heard.final:
            self._partial(heard)
            return
        if heard.ear == "typed":
            # What is typed is meant, also while the host speaks: nobody types by accident.
            heard = replace(heard, over_host=False)
        self.session.journal.write(
            "heard",
            heard.onset,
            {
                "words": heard.words,
                "offset": round(heard.offset, 3),
                "uncertainty": round(heard.onset_uncertainty, 3),
                "confidence": round(heard.confidence, 3),
                "ear": heard.ear,
                "speaker": heard.speaker,
                "over_host": heard.over_host,
                **({"also": list(heard.also)} if heard.also else {}),
            },
        )
        if self._is_replay(heard):
            self._note(heard, None, (), "echo")
            return
        self._quiet_since = max(self._quiet_since, heard.offset)
        last, self._last_heard = self._last_heard, heard
        self._together = (
            last is not None
            and None not in (last.speaker, heard.speaker)
            and last.speaker != heard.speaker
            and heard.onset < last.offset
        )
        called = self._called(heard) if self._calling is not None else heard
        if called is not None:
            if self._windows.open and not self._paused and not self._at_once(called):
                # D10: nothing is confirmed before the window has closed, whatever is owed.
                self._held.append(called)
                self._go_on()
            else:
                self._understand(called)

    def _understand(self, heard: Heard) -> None:
        """Deal with what was said, calls apart."""
        if not heard.words.strip():
            self._unintelligible(heard)
            return
        if self._pending is not None and self._answer_pending(heard):
            return
        reading = reading_of(heard, lambda words: self.read(words, over_host=heard.over_host))
        match reading:
            case Meant():
                self._meant(heard, reading)
            case UnknownName():
                self._note(heard, heard.speaker, (f"{reading.act} {reading.name}",), "unknown name")
                self._refused(
                    Refusal("unknown_player", {"name": reading.name}, self._seats),
                    Move(reading.act, heard.speaker or self._speaker() or "", {}),
                )
            case Unsure():
                self._unsure(heard, reading)
            case Nothing():
                self._nothing(heard, reading.addressed)

    def _is_replay(self, heard: Heard) -> bool:
        """Tell whether a recording that the host played back was heard (pitfalls E8).

        Its words are a player's, so the gate cannot know them; a command still counts.
        """
        if heard.speaker is not None or not self._host.replayed(heard.onset, heard.offset):
            return False
        reading = self.read(heard.words, over_host=True)
        return not (
            isinstance(reading, Meant) and all(a.act in _WHILE_REPLAYED for a in reading.acts)
        )

    def _partial(self, heard: Heard) -> None:
        """A partial may stop the host's voice, no more (design.md section 2)."""
        if self.idle or not heard.words.strip():
            return
        reading = self.read(heard.words, over_host=True)
        if isinstance(reading, Meant) and any(a.act in _SILENCING for a in reading.acts):
            self.room.stop()

    def _speaker(self) -> Seat | None:
        return self.session.expectation.asked

    def _unintelligible(self, heard: Heard) -> None:
        """There was voice or noise and nothing was made of it: never taken for an answer."""
        self._note(heard, heard.speaker, (), "nothing")
        if self._paused or not self.idle:
            return
        if self._pending is not None:
            self._put_pending(again=True)
            return
        if heard.onset - self._last_noise >= NOISE_REMARK_EVERY_S:
            self._last_noise = heard.onset
            self._host.utter([Say("common-not-heard")])
            self._ask(missed=True)

    def _nothing(self, heard: Heard, addressed: bool) -> None:
        if self._paused:
            self._note(heard, heard.speaker, (), "ignored: paused")
            return
        if heard.over_host or self._too_early(heard):
            self._note(heard, heard.speaker, (), "nothing")
            self._host.utter([Say("common-overlap")])
            self._ask(again=True)
            return
        self._note(heard, heard.speaker, (), "nothing")
        expectation = self.session.expectation
        if expectation.asked is None and not expectation.anyone and not addressed:
            return  # talk at the table while nobody is asked
        self._host.utter([Tone("refused"), Say("common-not-understood")])
        self._ask(missed=True)

    def _too_early(self, heard: Heard) -> bool:
        """Speech that began before the question did cannot be its answer."""
        if heard.speaker is not None or heard.ear == "typed":
            return False
        return self._ask_from is None or heard.onset + heard.onset_uncertainty < self._ask_from

    def _unsure(self, heard: Heard, reading: Unsure) -> None:
        if self._paused:
            self._note(heard, heard.speaker, (), "ignored: paused")
            return
        who = reading.best.who or heard.speaker or self._speaker()
        self._note(heard, who, (plain(reading.best),), "unsure")
        self._pending = Pending("confirm", reading.best, who, heard)
        self._put_pending()

    def _put_pending(self, *, again: bool = False) -> None:
        """Put the host's own yes-or-no question, the first time or in fewer words again."""
        assert self._pending is not None
        expected = self._interpreter.spellings(self.session.expectation)
        self.room.expect((*self._interpreter.confirmations(), *expected))
        act, who = self._pending.act, self._pending.who or ""
        if self._pending.kind == "sure" and act is not None:
            self._host.utter([Say(self._again.weighty(act.act) or "")])
        elif act is not None:
            line = "common-yes-or-no" if again else "common-did-you-say"
            self._host.utter([Say(line, {"what": act.text, "who": who})])
        else:
            self._host.utter([Say("common-end-sure")])

    def _answer_pending(self, heard: Heard) -> bool:
        """Take a yes or a no to the host's own question; False if it was neither."""
        pending = self._pending
        assert pending is not None
        words_said = () if heard.press is not None else (heard.words, *heard.also)
        said = [self._interpreter.confirm(words) for words in words_said]
        yes = next((answer for answer in said if answer is not None), None)
        if yes is None:
            reading = self.read(heard.words, over_host=heard.over_host)
            if isinstance(reading, Meant) and {a.act for a in reading.acts} <= _YES_OR_NO:
                # «Sí, incorrecto»: it was an answer, and not one to go by.
                self._note(heard, heard.speaker or pending.who, (), "nothing")
                self._put_pending()
                return True
            self._pending = None
            return False
        self._pending = None
        self._note(heard, heard.speaker or pending.who, ("yes" if yes else "no",), "command")
        if pending.kind == "end":
            if yes:
                self._move(Move("end", pending.who or "", {}, heard.onset, heard.onset_uncertainty))
            else:
                self._host.utter([Say("common-goes-on")])
                self._ask(again=True)
        elif yes and pending.act is not None and pending.heard is not None:
            self._act(pending.act, replace(pending.heard, speaker=pending.who), noted=True)
        else:
            line = "common-goes-on" if pending.kind == "sure" else "common-say-again"
            self._host.utter([Say(line, {"who": pending.who or ""})])
            self._ask(again=True)
        return True

    def _meant(self, heard: Heard, reading: Meant) -> None:
        if self._paused and not any(a.act in _WHILE_PAUSED for a in reading.acts):
            self._note(heard, heard.speaker, tuple(map(plain, reading.acts)), "ignored: paused")
            self._host.utter([Say("common-paused-still")])
            return
        self._reprompts = 0  # somebody is there
        later = False
        acts = reading.acts
        if acts[0].act in _UNDOING and (acts[1:] or acts[0].args.get("then")):
            # «No dije eso, dije trece»: what is taken back is not asked again.
            self._note(heard, heard.speaker, (plain(acts[0]),), "command")
            undone = self._undo(acts[0], ask=False)
            # It is read by what may be said once the act is gone.
            then = self.read(acts[1].text if acts[1:] else str(acts[0].args["then"]))
            if not undone or not isinstance(then, Meant):
                self._ask(again=True)
                return
            acts, later = then.acts, True
        for act in acts:
            self._act(act, heard, addressed=reading.addressed, later=later)
            if self.done:
                break

    def _act(
        self,
        act: Act,
        heard: Heard,
        *,
        addressed: bool = False,
        noted: bool = False,
        later: bool = False,
    ) -> None:
        """Do one act; `later` where it corrects what the same breath took back."""
        who = act.who or heard.speaker or self._speaker()
        words = (plain(act),)
        asked = self._speaker()
        if (
            self._together
            and not addressed
            and asked is not None
            and heard.speaker != asked
            and act.act not in _FREE_COMMANDS
        ):
            # Two spoke at once: they are asked one after the other, and nobody is refused.
            self._note(heard, who, words, "ignored: two at once")
            self._host.utter([Say("common-one-at-a-time", {"first": asked, "then": who})])
            self._ask(again=True)
            return
        if act.act.startswith("cmd_"):
            out_of_turn = (
                heard.speaker is not None
                and self._speaker() is not None
                and heard.speaker != self._speaker()
                and not addressed
                and act.act not in _FREE_COMMANDS
            )
            if out_of_turn:
                self._note(heard, who, words, "refused: not_now")
                self.refusals.append("not_now")
                self._host.utter([Say("common-call-me-by-name")])
                self._ask(again=True)
                return
            if not noted:
                self._note(heard, who, words, "command")
            self._command(act, who, heard)
            return
        if self._too_early(heard) and act.who is None and not later:
            self._note(heard, None, words, "ignored: before the question")
            self._host.utter([Say("common-overlap")])
            self._ask(again=True)
            return
        weighty = any(o.act == act.act for o in self.session.expectation.options)
        if not noted and weighty and self._again.weighty(act.act):
            self._note(heard, who, words, "unsure")
            self._pending = Pending("sure", act, who, heard)
            self._put_pending()
            return
        move = Move(act.act, who or "", act.args, heard.onset, heard.onset_uncertainty)
        if act.act == "answer":
            # What two ears heard, or that nobody could mishear it: for whoever judges it.
            also = {"also": heard.also} if heard.also else {}
            typed = {"typed": True} if heard.ear == "typed" else {}
            move = replace(move, args={**move.args, **also, **typed})
        completed = self.judge(move)
        verdict = None if isinstance(completed, Refusal) else completed.args.get("verdict")
        result = self._move(move, heard)
        if not noted:
            became = f"refused: {result.code}" if isinstance(result, Refusal) else "accepted"
            self._note(heard, who, words, became, verdict)

    def _move(self, move: Move, heard: Heard | None = None) -> Refusal | None:
        before = self.session.state
        completed = self._teller.complete(before, move)
        result: Sequence[Event] | Refusal
        if isinstance(completed, Refusal):
            result = completed
        else:
            follows = move.act in VERDICT_ACTS
            result = self.session.move(completed, self.room.now, follows=follows)
        if isinstance(result, Refusal):
            if move.act not in VERDICT_ACTS:
                self._refused(result, move)
            return result
        if heard is not None and self._teller.keeps_recording(move):
            recording = self.room.recording(
                heard.onset - REPLAY_PAUSE_S, heard.offset + REPLAY_PAUSE_S
            )
            if recording is not None:
                self._recordings[move.who] = recording
        since = self._turn_since
        asked = self._asked
        self._tell(before, result)
        expectation = self.session.expectation
        if move.act not in VERDICT_ACTS or asked != (expectation.asked, expectation.phase):
            # Who was called before the verdict need not be called again.
            self._ask()
        if self._calling is not None:
            self._open_windows(result, move, since)
        return None

    def _refused(self, refusal: Refusal, move: Move) -> None:
        self.refusals.append(refusal.code)
        self._host.utter([Tone("refused"), *self._teller.refuse(self.session.state, refusal, move)])
        self._ask(again=True)

    # ------------------------------------------------------------------ commands

    def _command(self, act: Act, who: Seat | None, heard: Heard) -> None:
        if act.act in _SILENCING and not self.idle:
            self.room.stop()
        match act.act:
            case "cmd_stop":
                return
            case "cmd_pause":
                if not self._paused:
                    self._paused = True
                    # As early as it may have been: what is in doubt is the player's time.
                    self._rule(self._windows.pause(heard.onset - heard.onset_uncertainty))
                    self.session.journal.write("note", heard.onset, {"pause": True})
                self._host.utter([Say("common-paused")])
            case "cmd_resume":
                if self._paused:
                    self._paused = False
                    self.session.journal.write("note", heard.onset, {"pause": False})
                    self._quiet_since = heard.offset
                    self._rule(self._windows.resume(heard.offset))
                self._host.utter([Say("common-resumed")])
                self._ask(again=True)
                self._go_on()
            case "cmd_undo" | "cmd_not_me" | "cmd_was":
                self._undo(act)
            case "cmd_help":
                self._host.utter(self._again.help(self.session.expectation, who or ""))
                if not self._paused:
                    self._ask(again=True)
            case "cmd_end":
                self._pending = Pending("end", None, who, heard)
                self._put_pending()
            case "cmd_leave" | "cmd_back":
                seat = act.args.get("seat") or who
                self._move(Move(act.act.removeprefix("cmd_"), who or "", {"seat": seat}))
            case "cmd_what_i_said":
                seat = who or ""
                self._host.utter([Replay(seat, Say("common-nothing-kept"))])
                self._ask(again=True)
            case "cmd_yes" | "cmd_no":
                self._host.utter([Say("common-nothing-asked")])
                self._ask(again=True)
            case command if command in self._services:
                self._host.utter(self._services[command](who, act.args))
                if not self._paused and not self.done:
                    self._ask(again=True)
            case _ if (changed := change(act.act, who, self._manner, self._patience)) is not None:
                self._patience = changed.patience or self._patience
                if changed.tuned and isinstance(self._voice, Tunable):
                    self._manner.tune(self._voice)
                if changed.note:
                    self.session.journal.write("note", heard.onset, {"manner": changed.note})
                self._host.utter(changed.said)
                if not self._paused:
                    self._ask(again=True)
            case _:
                answer = self._teller.query(self.session.state, act.act, {**act.args, "who": who})
                self._host.utter(answer if answer is not None else [Say("common-not-here")])
                if not self._paused:
                    self._ask(again=True)

    def _undo(self, act: Act, *, ask: bool = True) -> bool:
        """Take back the last act; tell whether there was one."""
        called = self._call_just_made() if act.act != "cmd_undo" else None
        if called is not None and self._move(Move("call_borrowed", "", {"id": called})) is None:
            return True  # D12: «fue Luis» voids a call that was not its owner's
        # What was said in answer to the undone act's next question answers nothing now.
        self._windows.forget()
        self._held.clear()
        self._early = None
        result = self.session.undo(self.room.now)
        if isinstance(result, Refusal):
            self.refusals.append(result.code)
            self._host.utter([Tone("refused"), Say("common-nothing-to-undo")])
        elif not result.act.who:
            self._host.utter([Say("common-undone-last")])
        elif act.act == "cmd_undo":
            self._host.utter([Say("common-undone", {"who": result.act.who})])
        else:
            self._host.utter([Say("common-not-you", {"who": result.act.who})])
        if ask:
            self._ask(again=True)
        return not isinstance(result, Refusal)

    # ------------------------------------------------------------------ quiet

    def _mind_the_quiet(self) -> None:
        """Re-prompt, or take a silence that means consent, once the quiet is proven."""
        if not self.idle or self._paused or self.done:
            return
        expectation = self.session.expectation
        quiet = self._watermark - self._quiet_since
        consent = self._patience.limit(expectation.silence_s)
        if consent is not None and self._pending is None and self._warn(consent, quiet):
            return
        if consent is not None and self._pending is None and quiet > consent:
            self._quiet_since = self._watermark
            self._move(Move(expectation.silence_act, "", {}, self._watermark))
            return
        limit = self._patience.limit(self._patience.prompt_s)
        if limit is not None:
            # Who does not answer is asked less and less often: nobody wants to be nagged.
            limit *= 2.0 ** max(0, self._reprompts - OFFER_AFTER + 1)
        if limit is None or quiet <= limit or expectation.phase == "over":
            return
        if expectation.asked is None and not expectation.anyone:
            return  # nobody is asked: people play cards, and the host waits
        if self._reprompts > LAST_PROMPT:
            return  # a long silence is a pause: the host waits until somebody speaks
        self._quiet_since = self._watermark
        self._pending = None
        self._reprompts += 1
        who = expectation.asked
        if who is None:
            count = self._reprompts
            self._ask()
            self._reprompts = count
            return
        if self._reprompts > LAST_PROMPT:
            self._host.utter([Say("common-waiting", {"who": who})])
            return
        if self._reprompts > OFFER_AFTER:
            self._host.utter([Say("common-go-on-without", {"who": who})])
            return
        if self._reprompts < OFFER_AFTER:
            self._host.utter([Say("common-still-there", {"who": who})])
        self._misses = self._reprompts - 1
        self._ask(missed=True)

    def _warn(self, limit: float, quiet: float) -> bool:
        """Tell that a limit is nearly over; tell whether that has just been said.

        Only where silence counts as an act: after any other limit the question is put again
        and nothing is lost. Never in a call's window (D10).
        """
        before, self._quiet_seen = self._quiet_seen, quiet
        since, after = self._warned
        if since == self._quiet_since:
            # An ear's watermark lies behind the end of the warning: it was given already.
            before = max(before, after)
        if not self._manner.warnings or quiet < before:
            return False
        seconds = warning_due(limit, limit - before, limit - quiet)
        if seconds is None:
            return False
        self._warned_after = quiet
        self._host.utter([Tone("nearly"), Say("manner-time-left", {"seconds": seconds})])
        return True

    def _note(
        self,
        heard: Heard,
        who: Seat | None,
        acts: tuple[str, ...],
        result: str,
        verdict: str | None = None,
    ) -> None:
        if self._observer is not None:
            self._observer.understood(Understood(heard, who, acts, result, self.room.now, verdict))


_YES_OR_NO = frozenset({"cmd_yes", "cmd_no"})
"""Commands that answer a question of the host's own."""

_SILENCING = frozenset({"cmd_repeat", "cmd_pause", "cmd_stop", "cmd_help"})
"""Commands that cut the host's own line short."""

_UNDOING = frozenset({"cmd_undo", "cmd_not_me", "cmd_was"})
"""Commands that take the last act back."""

_WHILE_REPLAYED = frozenset({"cmd_pause", "cmd_stop", "cmd_help", "cmd_end"})
"""Commands that are taken while a recording is played back."""

_WHILE_PAUSED = frozenset({"cmd_resume", "cmd_help", "cmd_pause", "cmd_end", "cmd_score"})
"""What is heard during a pause."""

_FREE_COMMANDS = frozenset(
    {
        "cmd_pause",
        "cmd_resume",
        "cmd_stop",
        "cmd_undo",
        "cmd_not_me",
        "cmd_was",
        "cmd_back",
        "cmd_hand",
        "cmd_phone",
    }
)
"""Commands that need no name of the host even out of turn: they remedy, they stop, or they
are about one's own hand."""


def plain(act: Act) -> str:
    """Return an act as a readable word list, for the transcript."""
    args = " ".join(f"{key}={value}" for key, value in act.args.items() if key != "verdict")
    return f"{act.act} {args}".strip()
