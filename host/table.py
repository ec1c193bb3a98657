"""The one place that joins room, understanding, game and lines.

The table takes what the room reports, in order of time, and answers with sounds. It never
looks at a clock: every time it knows came with an event of the room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from host.ears.base import Heard, Samples
from host.engine.game import Event, Json, Move, Refusal, Seat
from host.engine.inputs import Deaf, HeardThrough, SpokenUntil
from host.engine.session import Session
from host.mouth.base import Speech, Voice, VoiceError
from host.mouth.lines import Lines
from host.room.base import Closed, Echo, Room, RoomEvent, Sound, Started, Stopped
from host.telling.base import Replay, Say, Teller, Tone, Utter
from host.understanding.interpret import (
    Act,
    Interpreter,
    Meant,
    Nothing,
    Reading,
    UnknownName,
    Unsure,
)

PROMPT_S = 30.0
"""House re-prompt: after so many seconds of quiet the question is put again (prompt_s)."""

OFFER_AFTER = 3
"""After so many re-prompts the host offers to go on without that player (D7)."""

REPLAY_PAUSE_S = 0.15
"""Quiet kept around a player's own recording when it is played back, in seconds."""

RECORDING = "recording"
"""The line id of a player's own recording, played back at the reveal."""

REPLAY_TAIL_S = 0.6
"""A recording that is played back may still be heard this long after it."""

NOISE_REMARK_EVERY_S = 20.0
"""Voice of which nothing was made is remarked upon at most this often: kitchens are loud."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What became of one utterance, for the transcript.

    Attributes:
        heard: what the ear gave.
        who: the seat it was taken to be from, or None.
        acts: what it was understood to mean, readable («place level=3»).
        result: ``accepted``, ``refused: CODE``, ``unsure``, ``nothing``, ``echo``,
            ``command``, ``ignored: WHY``.
        t: seconds of the audio clock at which it was dealt with.
        verdict: of an answer, the judge's verdict: for the transcript, never told at the table.
    """

    heard: Heard
    who: Seat | None
    acts: tuple[str, ...]
    result: str
    t: float
    verdict: str | None = None


class Observer(Protocol):
    """Who watches the table: the terminal, the transcript, a test."""

    def host_says(self, sound: Sound, t: float) -> None:
        """The loudspeaker began to play `sound` at `t`."""
        ...

    def understood(self, what: Understood) -> None:
        """An utterance has been dealt with."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits. `factor` multiplies every limit; None switches all off."""

    factor: float | None = 1.0
    prompt_s: float = PROMPT_S

    @staticmethod
    def from_rules(rules: Mapping[str, Json]) -> Patience:
        """Read the keys `patience` and `prompt_s`; raise ValueError with the allowed values."""
        value = rules.get("patience", 1)
        prompt = rules.get("prompt_s", PROMPT_S)
        if isinstance(prompt, bool) or not isinstance(prompt, (int, float)) or prompt < 0:
            raise ValueError(f"prompt_s: {prompt!r}; allowed are 0 (never) and more seconds")
        if value == "off":
            return Patience(None, float(prompt))
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1 <= value <= 10:
            raise ValueError(f"patience: {value!r}; allowed are 1 to 10, or off")
        return Patience(float(value), float(prompt))

    def limit(self, seconds: float | None) -> float | None:
        """Return the limit as this table wants it, or None if there is none."""
        if seconds is None or self.factor is None or seconds <= 0:
            return None
        return seconds * self.factor


@dataclass(frozen=True, slots=True)
class _Pending:
    """A yes-or-no question the host has put: to confirm an act, or to end the game."""

    kind: str
    act: Act | None
    who: Seat | None
    heard: Heard | None


class Table:
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
        patience: Patience = Patience(),
        observer: Observer | None = None,
        render: Callable[[str], Speech] | None = None,
    ) -> None:
        """Seat everybody; `open` or `reopen` starts the evening.

        Args:
            tones: samples and rate of each short sound.
            render: replaces `voice.render`, for a cache that is filled ahead.
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
        self._render = render or voice.render
        self._tones = tones
        self._seats = tuple(seats)
        self._patience = patience
        self._observer = observer
        self._recordings: dict[Seat, Samples] = {}
        self._pending: _Pending | None = None
        self._paused = False
        self._playing = 0
        self._watermark = 0.0
        self._quiet_since = 0.0
        self._ask_from: float | None = None
        self._ask_sounds: set[int] = set()
        self._reprompts = 0
        self._last_noise = -NOISE_REMARK_EVERY_S
        self._replays: list[tuple[float, float]] = []
        self._voice_failed = False
        self._asked: tuple[Seat | None, str] = (None, "")

    # ------------------------------------------------------------------ the evening

    def open(self, header: Mapping[str, Json]) -> None:
        """Begin a new game: greet, set up, ask the first question."""
        blank = self.session.state
        events = self.session.begin(header, self.room.now)
        self._utter(self._teller.opening(self.session.state))
        self._tell(blank, events)
        self._ask()

    def reopen(self) -> None:
        """Go on with a resumed game: say where the table stood and ask again."""
        self._utter(self._teller.where_we_are(self.session.state))
        self._ask()

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
                self._mind_the_quiet()
            case Deaf():
                self.session.journal.write(
                    "deaf", event.start, {"until": round(event.end, 3), "why": event.why}
                )
                self._quiet_since = max(self._quiet_since, event.end)
                self._utter([Say("common-deaf", {"why": event.why})])
                self._ask()
            case Closed():
                self.done, self.done_why = True, event.why

    def run(self) -> None:
        """Let the evening run until the game is over or the room closes."""
        while not self.done:
            for event in self.room.step():
                self.take(event)

    @property
    def idle(self) -> bool:
        """True if the host is silent and has nothing left to say."""
        return self._playing == 0

    @property
    def waiting(self) -> bool:
        """True if the host waits for a move and not for a yes or a no of its own."""
        return self.idle and self._pending is None and not self._paused

    @property
    def confirming(self) -> Act | None:
        """The act the host has just asked about («¿Dijiste trece?»), if any."""
        return self._pending.act if self._pending else None

    def read(self, words: str, *, over_host: bool = False) -> Reading:
        """Return what `words` would mean if they were said now."""
        return self._interpreter.interpret(words, self.session.expectation, over_host=over_host)

    def phrasings(self, act: str, args: Mapping[str, Json]) -> list[str]:
        """Return the ways to say a move or a command; none for an answer."""
        return [] if act == "answer" else self._interpreter.phrasebook.ways(act, args)

    def judge(self, move: Move) -> Move | Refusal:
        """Return a move as the teller completes it (an answer with its verdict)."""
        return self._teller.complete(self.session.state, move)

    # ------------------------------------------------------------------ speaking

    def _utter(self, what: Sequence[Utter], *, ask: bool = False) -> None:
        for item in what:
            sound = self._sound(item)
            if sound is None:
                continue
            self._playing += 1
            if ask:
                self._ask_sounds.add(id(sound))
            self.room.say(sound)

    def _sound(self, item: Utter) -> Sound | None:
        match item:
            case Tone():
                samples, rate = self._tones[item.name]
                return Sound(f"tone-{item.name}", "", samples, rate, len(samples) / rate)
            case Replay():
                recording = self._recordings.get(item.seat)
                if recording is not None and len(recording):
                    return Sound(RECORDING, "", recording, 16_000, len(recording) / 16_000)
                return self._sound(item.fallback) if item.fallback else None
            case Say():
                text = self._lines.say(item.id, **dict(item.args))
                speech = self._speech(text)
                return Sound(item.id, text, speech.samples, speech.rate, speech.seconds)

    def _speech(self, text: str) -> Speech:
        if not self._voice_failed:
            try:
                return self._render(text)
            except VoiceError as error:
                # The game goes on in writing; the observer still shows every line.
                self._voice_failed = True
                self.session.journal.write("note", self.room.now, {"voice_lost": str(error)})
                self._utter([Say("common-voice-lost")])
        return Speech.silence(max(0.3, len(text) / 15))

    def _started(self, event: Started) -> None:
        if event.sound.line == RECORDING:
            self._replays.append((event.t, event.t + event.sound.seconds))
        if id(event.sound) in self._ask_sounds:
            self._ask_sounds.discard(id(event.sound))
            if self._ask_from is None:
                self._ask_from = event.t
        if self._observer is not None:
            self._observer.host_says(event.sound, event.t)

    def _finished(self, line: str, t: float, how: str) -> None:
        self._playing = max(0, self._playing - 1)
        self.session.journal.write("spoken", t, {"line": line, "how": how})
        if self._playing == 0:
            # Clocks start when the host has finished speaking (design.md section 2).
            self._quiet_since = max(self._quiet_since, t)
            if self.session.expectation.phase == "over" and not self.done:
                self.done, self.done_why = True, "over"

    def _tell(self, before: Any, events: Sequence[Event]) -> None:
        state = before
        for event in events:
            after = self.session.game.apply(state, event)
            self._utter(self._teller.tell(state, event, after))
            self.events_told.append(event)
            state = after

    def _ask(self, *, again: bool = False) -> None:
        expectation = self.session.expectation
        asked = (expectation.asked, expectation.phase)
        if not again or asked != self._asked:
            self._reprompts = 0
        self._asked = asked
        self._ask_from = None
        self._ask_sounds.clear()
        self.room.expect(self._interpreter.spellings(expectation))
        self._utter(self._teller.ask(self.session.state, expectation), ask=True)

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
            },
        )
        if self._is_replay(heard):
            self._note(heard, None, (), "echo")
            return
        self._quiet_since = max(self._quiet_since, heard.offset)
        if not heard.words.strip():
            self._unintelligible(heard)
            return
        if self._pending is not None and self._answer_pending(heard):
            return
        reading = self.read(heard.words, over_host=heard.over_host)
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
                self._nothing(heard)

    def _is_replay(self, heard: Heard) -> bool:
        """Tell whether a recording that the host played back was heard (pitfalls E8).

        Its words are a player's, so the gate cannot know them; a command still counts.
        """
        within = any(
            start - REPLAY_TAIL_S < heard.onset and heard.offset < end + REPLAY_TAIL_S
            for start, end in self._replays[-8:]
        )
        if not within or heard.speaker is not None:
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
            self._put_pending()
            return
        if heard.onset - self._last_noise >= NOISE_REMARK_EVERY_S:
            self._last_noise = heard.onset
            self._utter([Say("common-not-heard")])
            self._ask(again=True)

    def _nothing(self, heard: Heard) -> None:
        if self._paused:
            self._note(heard, heard.speaker, (), "ignored: paused")
            return
        if heard.over_host or self._too_early(heard):
            self._note(heard, heard.speaker, (), "nothing")
            self._utter([Say("common-overlap")])
            self._ask(again=True)
            return
        self._note(heard, heard.speaker, (), "nothing")
        self._utter([Tone("refused"), Say("common-not-understood")])
        self._ask(again=True)

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
        self._pending = _Pending("confirm", reading.best, who, heard)
        self._put_pending()

    def _put_pending(self) -> None:
        """Put the host's own yes-or-no question, the first time or again."""
        assert self._pending is not None
        if self._pending.act is not None:
            self._utter([Say("common-did-you-say", {"what": self._pending.act.text})])
        else:
            self._utter([Say("common-end-sure")])

    def _answer_pending(self, heard: Heard) -> bool:
        """Take a yes or a no to the host's own question; False if it was neither."""
        pending = self._pending
        assert pending is not None
        yes = self._interpreter.confirm(heard.words)
        if yes is None:
            self._pending = None
            return False
        self._pending = None
        self._note(heard, heard.speaker or pending.who, ("yes" if yes else "no",), "command")
        if pending.kind == "end":
            if yes:
                self._move(Move("end", pending.who or "", {}, heard.onset, heard.onset_uncertainty))
            else:
                self._utter([Say("common-goes-on")])
                self._ask(again=True)
        elif yes and pending.act is not None and pending.heard is not None:
            self._act(pending.act, replace(pending.heard, speaker=pending.who), noted=True)
        else:
            self._utter([Say("common-say-again")])
            self._ask(again=True)
        return True

    def _meant(self, heard: Heard, reading: Meant) -> None:
        if self._paused and not any(a.act in _WHILE_PAUSED for a in reading.acts):
            self._note(heard, heard.speaker, tuple(map(plain, reading.acts)), "ignored: paused")
            self._utter([Say("common-paused-still")])
            return
        before = self.session.expectation
        for act in reading.acts:
            self._act(act, heard, addressed=reading.addressed, question=before.asked)
            if self.done:
                break

    def _act(
        self,
        act: Act,
        heard: Heard,
        *,
        addressed: bool = False,
        question: Seat | None = None,
        noted: bool = False,
    ) -> None:
        who = act.who or heard.speaker or self._speaker()
        words = (plain(act),)
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
                self._utter([Say("common-call-me-by-name")])
                self._ask(again=True)
                return
            if not noted:
                self._note(heard, who, words, "command")
            self._command(act, who, heard)
            return
        if self._too_early(heard) and act.who is None:
            self._note(heard, None, words, "ignored: before the question")
            self._utter([Say("common-overlap")])
            self._ask(again=True)
            return
        move = Move(act.act, who or "", act.args, heard.onset, heard.onset_uncertainty)
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
            result = self.session.move(completed, self.room.now)
        if isinstance(result, Refusal):
            self._refused(result, move)
            return result
        if heard is not None and self._teller.keeps_recording(move):
            recording = self.room.recording(
                heard.onset - REPLAY_PAUSE_S, heard.offset + REPLAY_PAUSE_S
            )
            if recording is not None:
                self._recordings[move.who] = recording
        self._tell(before, result)
        self._ask()
        return None

    def _refused(self, refusal: Refusal, move: Move) -> None:
        self.refusals.append(refusal.code)
        self._utter([Tone("refused"), *self._teller.refuse(self.session.state, refusal, move)])
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
                    self.session.journal.write("note", heard.onset, {"pause": True})
                self._utter([Say("common-paused")])
            case "cmd_resume":
                if self._paused:
                    self._paused = False
                    self.session.journal.write("note", heard.onset, {"pause": False})
                    self._quiet_since = heard.offset
                self._utter([Say("common-resumed")])
                self._ask(again=True)
            case "cmd_undo" | "cmd_not_me" | "cmd_was":
                self._undo(act)
            case "cmd_help":
                expectation = self.session.expectation
                examples = self._interpreter.phrasebook.help_examples(expectation, self._seats)
                self._utter([Say("common-help", {"examples": self._lines.options(examples)})])
                if not self._paused:
                    self._ask(again=True)
            case "cmd_end":
                self._pending = _Pending("end", None, who, heard)
                self._put_pending()
            case "cmd_leave" | "cmd_back":
                seat = act.args.get("seat") or who
                self._move(Move(act.act.removeprefix("cmd_"), who or "", {"seat": seat}))
            case "cmd_what_i_said":
                seat = who or ""
                self._utter([Replay(seat, Say("common-nothing-kept"))])
                self._ask(again=True)
            case "cmd_yes" | "cmd_no":
                self._utter([Say("common-nothing-asked")])
                self._ask(again=True)
            case _:
                answer = self._teller.query(self.session.state, act.act, act.args)
                self._utter(answer if answer is not None else [Say("common-not-here")])
                if not self._paused:
                    self._ask(again=True)

    def _undo(self, act: Act) -> None:
        result = self.session.undo(self.room.now)
        if isinstance(result, Refusal):
            self.refusals.append(result.code)
            self._utter([Tone("refused"), Say("common-nothing-to-undo")])
        elif act.act == "cmd_undo":
            self._utter([Say("common-undone", {"who": result.act.who})])
        else:
            self._utter([Say("common-not-you", {"who": result.act.who})])
        self._ask(again=True)

    # ------------------------------------------------------------------ quiet

    def _mind_the_quiet(self) -> None:
        """Re-prompt, or take a silence that means consent, once the quiet is proven."""
        if not self.idle or self._paused or self.done:
            return
        expectation = self.session.expectation
        quiet = self._watermark - self._quiet_since
        consent = self._patience.limit(expectation.silence_s)
        if consent is not None and self._pending is None and quiet > consent:
            self._quiet_since = self._watermark
            self._move(Move(expectation.silence_act, "", {}, self._watermark))
            return
        limit = self._patience.limit(self._patience.prompt_s)
        if limit is None or quiet <= limit or expectation.phase == "over":
            return
        self._quiet_since = self._watermark
        self._pending = None
        self._reprompts += 1
        who = expectation.asked
        if self._reprompts >= OFFER_AFTER and who is not None:
            self._utter([Say("common-go-on-without", {"who": who})])
        else:
            self._utter([Say("common-still-there", {"who": who or ""})] if who else [])
        self._ask(again=True)

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


_SILENCING = frozenset({"cmd_repeat", "cmd_pause", "cmd_stop", "cmd_help"})
"""Commands that cut the host's own line short."""

_WHILE_REPLAYED = frozenset({"cmd_pause", "cmd_stop", "cmd_help", "cmd_end"})
"""Commands that are taken while a recording is played back."""

_WHILE_PAUSED = frozenset({"cmd_resume", "cmd_help", "cmd_pause", "cmd_end", "cmd_score"})
"""What is heard during a pause."""

_FREE_COMMANDS = frozenset(
    {"cmd_pause", "cmd_resume", "cmd_stop", "cmd_undo", "cmd_not_me", "cmd_was", "cmd_back"}
)
"""Commands that need no name of the host even out of turn: they remedy or they stop."""


def plain(act: Act) -> str:
    """Return an act as a readable word list, for the transcript."""
    args = " ".join(f"{key}={value}" for key, value in act.args.items() if key != "verdict")
    return f"{act.act} {args}".strip()
