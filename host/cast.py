"""The players of a guion: they wait for the host, speak on time, and mend what was misheard.

A `Cast` watches the table and the room and says the lines of a guion when design.md section
6 says so. Where `mend` is set (acoustic rooms), a player does what a person does who was not
understood: says it again, answers «¿Dijiste…?», takes back what was taken wrongly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from host.engine.game import Move, Refusal
from host.engine.inputs import HeardThrough, SpokenUntil
from host.guion import Guion, Happens, Says
from host.room.base import Room, RoomEvent, Started, Stopped
from host.table import Table
from host.table_core import plain
from host.table_parts import Understood
from host.understanding.interpret import Meant, Unsure

MOST_MENDING = 16
"""Utterances after which the mending of one line is given up, whatever the reason."""

Role = Literal["line", "yes", "no", "undo"]

MOST_REPEATS = 8
"""A player says a line again at most this often before giving up."""

REPEAT_AFTER_S = 0.6
"""A player who was not understood waits this long after the host's line."""


class Stage(Room, Protocol):
    """A room as the players know it: it can tell when the host will be done."""

    def planned_end(self) -> float:
        """Seconds at which the host's turn ends if nobody interrupts."""
        ...


@dataclass(slots=True)
class Spoken:
    """One line as it was really spoken.

    Attributes:
        says: the guion's line.
        words: what was said (a repetition may use other words).
        onset: true onset, in seconds of the room's clock.
        offset: true end.
        meant: what it means, as readable acts («place level=3»).
        repeat: 0 for the first time, then 1, 2, ...
        role: ``line``, or what was said to mend a mishearing: ``yes``, ``no``, ``undo``.
        verdict: what the judge would say of the true words, if an answer was awaited.
        results: what the table made of it.
    """

    says: Says
    words: str
    onset: float
    offset: float
    meant: tuple[str, ...]
    repeat: int = 0
    role: Role = "line"
    verdict: str | None = None
    results: list[Understood] = field(default_factory=list)


WORDS: dict[str, dict[Role, tuple[str, ...]]] = {
    "es": {
        "yes": ("sí, correcto", "sí, eso es", "correcto", "sí"),
        "no": ("no, eso no", "no, no", "no"),
        "undo": ("me equivoqué", "deshacer"),
    },
    "en": {
        "yes": ("yes, correct", "that's right", "correct", "yes"),
        "no": ("no, not that", "no, no", "no"),
        "undo": ("undo that", "undo"),
    },
}
"""What a player says to mend a mishearing, per language of the guion."""

Speak = Callable[[str | None, str, float, int], tuple[float, float]]
"""who, words, onset, times said before -> true onset and offset."""


class Cast:
    """Plays a guion's steps against a table."""

    def __init__(
        self,
        guion: Guion,
        table: Table,
        stage: Stage,
        speak: Speak,
        happen: Callable[[Happens], None],
        *,
        mend: bool,
    ) -> None:
        """Join a table.

        Args:
            speak: makes a player speak in the room.
            happen: makes a happening happen.
            mend: True if players repeat what was not understood.
        """
        self._steps = guion.steps
        self._table = table
        self._stage = stage
        self._speak = speak
        self._happen = happen
        self._mend = mend
        self._words = WORDS[guion.language]
        self._next = 0
        self._host_end = 0.0
        self._watermark = 0.0
        self._quiet_until = 0.0
        self._since = 0
        self.spoken: list[Spoken] = []

    # ------------------------------------------------------------------ watching

    def sit_at(self, table: Table) -> None:
        """Go on at another table of the same evening."""
        self._table = table

    def watch(self, event: RoomEvent) -> None:
        """Take note of what the room reports (call it after the table has taken it)."""
        match event:
            case Started() | SpokenUntil() | Stopped():
                self._host_end = max(self._host_end, event.t)
            case HeardThrough():
                self._watermark = max(self._watermark, event.t)
            case _:
                pass

    def understood(self, what: Understood) -> None:
        """Take note of what the table made of an utterance."""
        best: Spoken | None = None
        most = 0.0
        for line in reversed(self.spoken[-6:]):
            overlap = min(what.heard.offset, line.offset) - max(what.heard.onset, line.onset)
            if overlap > most:
                best, most = line, overlap
        if best is not None:
            best.results.append(what)

    # ------------------------------------------------------------------ acting

    @property
    def finished(self) -> bool:
        """True if all lines are said, nothing is owed, and the host waits for a move."""
        if self._next < len(self._steps) or not self._dealt_with_last():
            return False
        if self._mend and self._needs_mending() is not None:
            return False
        expectation = self._table.session.expectation
        return self._table.waiting and not expectation.calls and expectation.silence_s is None

    @property
    def all_said(self) -> bool:
        """True if every line of the guion has been spoken and dealt with."""
        return self._next >= len(self._steps) and self._dealt_with_last()

    def act(self) -> None:
        """Schedule whatever is due. Called after each step of the room."""
        while self._act_once():
            pass

    def _act_once(self) -> bool:
        if self._mend and self._dealt_with_last() and self._table.idle and self._mend_last():
            return True
        if self._next >= len(self._steps):
            return False
        if self._mend and self._dealt_with_last() and self._needs_mending() is not None:
            return False  # nobody jumps in while somebody is being asked again
        step = self._steps[self._next]
        if isinstance(step, Happens):
            if not (self._dealt_with_last() and self._table.idle):
                return False
            self._next += 1
            if step.kind == "silence":
                self._quiet_until = max(self._turn_end(), self._quiet_until) + step.seconds
            else:
                self._happen(step)
                if step.kind == "unplug":
                    # Nobody speaks to a host that says it cannot hear.
                    self._quiet_until = max(self._quiet_until, self._stage.now + step.seconds)
            return True
        if step.anchor == "with":
            onset = self.spoken[-1].onset + step.seconds
        elif not self._dealt_with_last():
            return False
        elif step.anchor == "before_end":
            # The line belongs to a host turn that is under way, or just over.
            onset = max(self._stage.planned_end() - step.seconds, self._stage.now)
            if self._table.idle and self._host_end <= self._last_offset():
                onset = self._stage.now
        else:
            if not self._table.idle or self._stage.now < self._quiet_until:
                return False
            onset = max(self._turn_end() + step.seconds, self._stage.now)
        self._next += 1
        self._since = len(self.spoken)
        self._say(step, step.words, max(onset, self._quiet_until), repeat=0)
        if self._next < len(self._steps):
            following = self._steps[self._next]
            return isinstance(following, Says) and following.anchor == "with"
        return False

    def _say(self, says: Says, words: str, onset: float, *, repeat: int) -> None:
        meant = meaning(self._table, words)
        verdict = verdict_of(self._table, words) if "answer" in map(comparable, meant) else None
        true_onset, offset = self._speak(says.who, words, onset, repeat)
        self.spoken.append(Spoken(says, words, true_onset, offset, meant, repeat, verdict=verdict))

    def _turn_end(self) -> float:
        return max(self._host_end, self._last_offset() if not self._host_spoke() else 0.0)

    def _host_spoke(self) -> bool:
        return self._host_end > self._last_offset()

    def _last_offset(self) -> float:
        return max((line.offset for line in self.spoken[-4:]), default=0.0)

    def _dealt_with_last(self) -> bool:
        return not self.spoken or self._watermark > self._last_offset()

    # ------------------------------------------------------------------ mending

    def _last_line(self) -> Spoken | None:
        return self.spoken[-1] if self.spoken else None

    def _needs_mending(self) -> Spoken | None:
        """Return the last line if its speaker, as a person would, has to say something more."""
        line = self._last_line()
        if line is None:
            return None
        if len(self.spoken) - self._since > MOST_MENDING:
            return None
        if self._table.confirming is not None:
            return line
        if line.repeat >= MOST_REPEATS:
            return None
        if line.role in ("no", "undo"):
            return line
        results = {result.result.split(":")[0] for result in line.results}
        if results <= _NOT_TAKEN:
            return line
        return line if line.role == "line" and self._taken_wrongly(line) else None

    def _taken_wrongly(self, line: Spoken) -> bool:
        taken = {
            comparable(act)
            for result in line.results
            if result.result.startswith(("accepted", "refused", "command", "call"))
            for act in result.acts
        }
        return bool(taken) and not taken & {comparable(meant) for meant in line.meant}

    def _mend_last(self) -> bool:
        line = self._needs_mending()
        if line is None:
            return False
        onset = max(self._host_end, self._stage.now) + REPEAT_AFTER_S
        asked = self._table.confirming
        if asked is not None:
            yes = comparable(plain(asked)) in {comparable(meant) for meant in line.meant}
            self._say_word(line, "yes" if yes else "no", onset)
        elif line.role == "line" and any(r.result == "accepted" for r in line.results):
            self._say_word(line, "undo", onset)
        else:
            repeat = line.repeat + 1
            words = reword(self._table, line.says.words, repeat)
            self._say(line.says, words, onset, repeat=repeat)
        return True

    def _say_word(self, line: Spoken, role: Role, onset: float) -> None:
        ways = self._words[role]
        before = 0
        for spoken in reversed(self.spoken):
            if spoken.role != role:
                break
            before += 1
        words = ways[before % len(ways)]
        true_onset, offset = self._speak(line.says.who, words, onset, line.repeat)
        self.spoken.append(
            Spoken(line.says, words, true_onset, offset, line.meant, line.repeat, role)
        )


_NOT_TAKEN = frozenset({"nothing", "echo", "ignored", "unknown name", "unsure"})
"""Results after which a player says it again."""


def meaning(table: Table, words: str) -> tuple[str, ...]:
    """Return what words mean at the table now, as readable acts."""
    call = table.call_in(words)
    if call is not None and call.sure:
        rest = meaning(table, call.rest) if call.rest else ()
        return (f"call {call.name}", *rest)
    reading = table.read(words)
    if isinstance(reading, Meant):
        return tuple(plain(act) for act in reading.acts)
    if isinstance(reading, Unsure):
        return (plain(reading.best),)
    return ()


def verdict_of(table: Table, words: str) -> str | None:
    """Return how the judge would take words as an answer now, or None if none is awaited."""
    completed = table.judge(Move("answer", "", {"said": words}))
    return None if isinstance(completed, Refusal) else str(completed.args.get("verdict"))


def reword(table: Table, words: str, repeat: int) -> str:
    """Return another way to say the same, as a person chooses who was not understood."""
    reading = table.read(words)
    if not isinstance(reading, Meant) or len(reading.acts) != 1:
        return words
    act = reading.acts[0]
    ways = table.phrasings(act.act, act.args)
    # The longest ways are the easiest to hear; answers have no other way.
    ways = [words, *sorted(ways, key=len, reverse=True)[:6]]
    return ways[repeat % len(ways)]


def comparable(act: str) -> str:
    """Return an act as far as its speaker can tell: of an answer, only that it was one."""
    return "answer" if act.split(" ")[0] == "answer" else act
