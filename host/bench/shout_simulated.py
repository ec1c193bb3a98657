"""Thousands of windows at the real table, with an ear that is late and wrong (D10-D13, A15).

Each window is a table of its own: somebody gets rid of a card, and owes a call or not. The
generator decides what really happened, and it alone is asked for the truth: a player who
called in time must never draw, and one who never called, where the ear was clean, must draw or
be asked about.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from host.bench.shout_ear import LateRoom, Said
from host.ears.segments import MOST_UNCERTAINTY_S
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice, spoken_seconds
from host.room.acoustics import earcons
from host.table import Table
from host.telling.sapiencia import SapienciaTeller
from host.telling.sapiencia_words import card_words
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook

SEATS = ("Ana", "Berta", "Carlos")
CARDS = (
    SapienciaCard("hipatia", "Hipatia", country="Egipto", contributions=3),
    SapienciaCard("zewail", "Zewail", country="Egipto", contributions=3),
    SapienciaCard("mahfuz", "Mahfuz", country="Egipto", contributions=1),
)

CALLS = ("¡Sapiencia!", "sapiencia", "Sapienza", "zapiencia")
"""What an ear writes for a call that it hears well."""

MISHEARD = ("", "", "paciencia", "la ciencia", "algo que no se entiende sapiencia")
"""What it writes for one that it loses: nothing, or what may have been it."""

OTHERS = (
    "¿no tenía que decir algo?",
    "pásame el vino",
    "yo creo que la suerte no sirve de nada",
    "¿cuántas cartas tiene Berta?",
    "marcador",
    "juego a Mahfuz",
    "no tengo",
    "qué apariencia tiene",
)
"""What other people say meanwhile, and the ear hears well."""

ACROSS = (
    ("bueno pues yo creo que", "no tengo ni idea"),
    ("pásame el", "vino por favor"),
    ("a ver", "si me toca"),
    ("y entonces le dije", "al vecino"),
)
"""What somebody else says across a call: before it and after it."""

INVENTED = ("gracias", "pues sí", "otra vez", "sapiencia")
"""Words that the ear makes up where there was only noise."""

LIMIT_S = 120.0
"""A window that is not decided after so many seconds would be a fault of the bench."""


@dataclass(slots=True)
class Truth:
    """What really happened in a window; the referee knows nothing of this.

    Attributes:
        owed: whose call is owed, None if nobody's.
        calls: true onsets of the owner's calls, in seconds.
        clean: False once the ear did anything wrong, however small.
        pause: true onset of a pause and true end of the words that ended it.
        gaps: when the ear was deaf.
        kind: of the call, for the report.
        faults: what the ear did wrong.
    """

    owed: str | None
    kind: str
    calls: list[float] = field(default_factory=list)
    pause: tuple[float, float] | None = None
    gaps: list[tuple[float, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """True if the ear did nothing wrong."""
        return not self.faults

    def deadline(self, spoken: float, grace: float) -> float:
        """Return the last onset that is in time, in seconds (A15, D11)."""
        last = spoken + grace
        stops = [*self.gaps, *([self.pause] if self.pause else [])]
        reached = spoken
        for start, end in sorted(stops):
            if start > last:
                break
            lost = end - max(start, reached)
            if lost > 0:
                last, reached = last + lost, end
        return last


@dataclass(frozen=True, slots=True)
class Window:
    """One window, what became of it, and what should have."""

    seed: int
    truth: Truth
    spoken: float
    deadline: float
    verdict: str
    why: str
    penalties: tuple[str, ...]

    @property
    def in_time(self) -> bool:
        """True if the owner really called in time."""
        return any(onset <= self.deadline for onset in self.truth.calls)

    @property
    def wrongful(self) -> bool:
        """True if somebody drew who had called in time, owed nothing, or drew twice."""
        allowed = 1 if self.truth.owed and not self.in_time else 0
        return len(self.penalties) > allowed or any(p != self.truth.owed for p in self.penalties)

    @property
    def unpunished(self) -> bool:
        """True if nobody called at all, the ear was clean, and nothing came of it."""
        truth = self.truth
        silent = truth.owed is not None and not truth.calls
        return silent and truth.clean and not self.penalties and self.verdict != "not_judged"


class _PlainLines(Lines):
    """Lines without variants, so that a window is the same whatever was played before it."""

    def _next(self, line: str) -> str:
        return line


class Bench:
    """What all windows share: words, lines and voice."""

    def __init__(self) -> None:
        """Load the Spanish table."""
        self._lines = _PlainLines("es")
        words = card_words(CARDS, {}, None)
        self._reader = Interpreter(Phrasebook("es", "sapiencia", words), SEATS)
        self._tones = earcons()

    def run(self, seed: int) -> Window:
        """Play one window."""
        return _Play(self, random.Random(seed), seed).run()

    def table(self, room: LateRoom, counts: dict[str, int], seed: int) -> Table:
        """Return a table in a room, with its game begun."""
        game = Sapiencia(
            SEATS, CARDS, SapienciaRules(), {"counts": counts, "talker": "Ana", "deck": 60}
        )
        session: Session[Any] = Session(game, Journal(), seed=seed)
        table = Table(
            room=room,
            session=session,
            teller=SapienciaTeller(game, self._lines),
            interpreter=self._reader,
            lines=self._lines,
            voice=SilentVoice("es"),
            tones=self._tones,
            seats=SEATS,
        )
        table.open({"game": "sapiencia", "language": "es", "seats": list(SEATS)})
        return table


class _Play:
    """One window being played."""

    def __init__(self, bench: Bench, rng: random.Random, seed: int) -> None:
        self.rng = rng
        self.seed = seed
        self.talker_owes = rng.random() < 0.25
        self.owes = rng.random() < 0.9
        self.known = rng.random() < 0.5
        self.slow = rng.random() < 0.7
        self.unsure = rng.random() < 0.6
        left = 2 if self.owes else 3
        counts = {"Ana": 5, "Berta": 5, "Carlos": 5}
        self.owner = "Ana" if self.talker_owes else "Berta"
        counts[self.owner] = left
        self.kind = rng.choice(["none", "none", "in_time", "edge", "late", "before", "breath"])
        self.truth = Truth(self.owner if self.owes else None, self.kind)
        self.discarded_at = math.inf
        self.room = LateRoom()
        self.table = bench.table(self.room, counts, seed)

    def run(self) -> Window:
        self._until(lambda: self.table.waiting)
        self._clean("Ana", "Hipatia, país, aportes")
        self._until(lambda: self._told("exposed") and self.table.waiting)
        turn = self.room.now
        if self.talker_owes:
            self._clean("Berta", "juego a Mahfuz")
            self._until(lambda: self._told("played") and self.table.waiting)
            turn = self.room.now
            # Where a card of Carlos goes, an empty window comes before the settlement (D10).
            acts = ("no tengo, robé tres y paso", "juego a Zewail")
            who, words = "Carlos", self.rng.choice(acts)
        else:
            who, words = "Berta", "juego a Zewail"
        self._act(who, words)
        while not self._discarded():
            # Who was not understood says it again, plainly.
            self._until(self._discarded, self.room.now + 20.0)
            if not self._discarded():
                self._clean(who, words)
        self._schedule(self.room.planned_end)
        paused = self.truth.pause[1] - self.truth.pause[0] if self.truth.pause else 0.0
        end = self.room.planned_end + paused + 12.0
        self._until(lambda: self.room.now > end and self._decided())
        discarded = self.discarded_at
        spoken = next(t for t in self.room.silent_since if t >= discarded)
        deadline = self.truth.deadline(spoken, 5.0)
        self.truth.calls = [t for t in self.truth.calls if t >= turn]
        state = self.table.session.state
        kinds = [e.kind for e in self.table.events_told]
        verdict = next(
            (k for k in ("call_missed", "not_judged", "call_made") if k in kinds), "none"
        )
        why = str(state.not_judged[0]["why"]) if state.not_judged else ""
        drew = tuple(p["player"] for p in state.penalties if p["why"] == "sapiencia")
        return Window(self.seed, self.truth, spoken, deadline, verdict, why, drew)

    # ------------------------------------------------------------------ time

    def _until(self, done: Callable[[], bool], patience: float = math.inf) -> None:
        while not done() and self.room.now <= patience:
            for event in self.room.step():
                self.table.take(event)
            if math.isinf(self.discarded_at) and self._discarded():
                self.discarded_at = self.room.now
            if self.room.now > LIMIT_S:
                raise AssertionError(f"window {self.seed} was never decided")

    def _told(self, kind: str) -> bool:
        return any(event.kind == kind for event in self.table.events_told)

    def _discarded(self) -> bool:
        return any(
            event.kind == "discarded" and event["seat"] == self.owner
            for event in self.table.events_told
        )

    def _decided(self) -> bool:
        return not self.table.session.expectation.calls

    # ------------------------------------------------------------------ what is said

    def _clean(self, who: str, words: str) -> None:
        onset = self.room.now + 0.8
        self.room.speak(Said(words, onset, onset + spoken_seconds(words), speaker=who))

    def _say(self, who: str, words: str, onset: float, heard_as: str | None = None) -> float:
        """Let somebody speak; return the end. What is not said well is a fault of the ear."""
        rng = self.rng
        offset = onset + spoken_seconds(words)
        heard = words if heard_as is None else heard_as
        uncertainty = rng.uniform(0.15, MOST_UNCERTAINTY_S) if self.unsure else 0.15
        delay = rng.uniform(0.0, 5.0) if self.slow else 0.3
        # Voice activity begins late far more often than early.
        error = uncertainty * rng.choice([rng.uniform(-0.3, 1.0), 1.0, 0.0])
        self.room.speak(
            Said(
                heard,
                onset,
                offset,
                error,
                uncertainty,
                delay,
                (who or None) if self.known else None,
            )
        )
        return offset

    def _act(self, who: str, words: str) -> None:
        """Let the act that brings the call be said, perhaps with the call in the same breath."""
        onset = self.room.now + 0.8
        owner = who == self.owner
        if self.kind == "breath" and owner:
            said = self.rng.choice([f"{words}, ¡sapiencia!", f"¡Sapiencia! {words}"])
            self.truth.calls.append(onset)
            self._say(who, said, onset)
            return
        end = self._say(who, words, onset)
        if self.kind in ("before", "breath"):
            # After the own act and before the host has confirmed it (A14, A16).
            self._call(end + self.rng.uniform(0.05, 5.0 if self.talker_owes else 3.0))

    def _call(self, onset: float) -> None:
        words = self.rng.choice(CALLS)
        if self.rng.random() < 0.08:
            # Somebody else talks across it: the ear takes both for one sentence.
            before, after = self.rng.choice(ACROSS)
            self.truth.calls.append(onset + spoken_seconds(before))
            self.truth.faults.append("across")
            self._say("", f"{before} {words} {after}", onset)
            return
        heard = words
        if self.rng.random() < 0.2:
            heard = self.rng.choice(MISHEARD)
            self.truth.faults.append("misheard")
        self.truth.calls.append(onset)
        self._say(self.owner, words, onset, heard)

    def _schedule(self, spoken: float) -> None:
        """Decide what happens from the confirmation on; gaps first, since they swallow."""
        rng = self.rng
        now = self.room.now
        grace = 5.0
        if rng.random() < 0.12:
            start = rng.uniform(now + 0.1, spoken + grace + 2)
            gap = (start, start + rng.uniform(0.05, 3.0))
            self.room.go_deaf(*gap)
            self.truth.gaps.append(gap)
            self.truth.faults.append("deaf")
        elif rng.random() < 0.07:
            # Not together with a gap: it might swallow the word that ends the pause.
            begin = max(now, spoken + rng.uniform(0.2, 4.0))
            # Long enough for a late ear to have heard the one before the other.
            resumed = begin + rng.uniform(7.0, 12.0)
            self._say("Carlos", "Tertulia, pausa", begin)
            end = self._say("Carlos", "sigue", resumed)
            self.truth.pause = (begin, end)
        deadline = self.truth.deadline(spoken, grace)
        match self.kind:
            case "in_time":
                self._call(rng.uniform(now, deadline))
            case "edge":
                self._call(max(now, deadline + rng.uniform(-1.2, 1.2)))
            case "late":
                self._call(deadline + rng.uniform(0.0, 6.0))
        if rng.random() < 0.3:
            who = rng.choice([s for s in SEATS if s != self.owner])
            self._say(who, rng.choice(OTHERS), rng.uniform(now, deadline + 2))
        if rng.random() < 0.1:
            # Somebody coughs or sings: voice of which nothing can be made.
            self._say("Carlos", "mmm mmm", rng.uniform(now, deadline + 2), "")
            self.truth.faults.append("voice")
        if rng.random() < 0.08:
            words = rng.choice(INVENTED)
            self._say("Carlos", words, rng.uniform(now, deadline + 2))
            self.truth.faults.append("invented")


def simulate(windows: int, seed: int = 0) -> dict[str, Any]:
    """Play windows and return the keys of design.md section 7.

    Returns:
        `windows`, `wrongful_penalties`, `unpunished`, `not_judged` (a map of reasons), and
        besides: `punished`, `satisfied`, `owed`, `in_time`, `late_unpunished` (calls later than
        the deadline by more than twice the greatest uncertainty of an onset, with a clean ear,
        of which nothing came), and the seeds of `wrongful_seeds` and `unpunished_seeds`.
    """
    bench = Bench()
    played = [bench.run(seed * 1_000_003 + n) for n in range(windows)]
    reasons = Counter(w.why for w in played if w.verdict == "not_judged")
    late = [
        w
        for w in played
        if w.truth.owed
        and w.truth.calls
        and w.truth.clean
        and min(w.truth.calls) > w.deadline + 2 * MOST_UNCERTAINTY_S
        and w.verdict == "none"
    ]
    return {
        "windows": len(played),
        "wrongful_penalties": sum(w.wrongful for w in played),
        "unpunished": sum(w.unpunished for w in played),
        "not_judged": dict(sorted(reasons.items())),
        "owed": sum(w.truth.owed is not None for w in played),
        "in_time": sum(w.in_time for w in played),
        "punished": sum(bool(w.penalties) for w in played),
        "satisfied": sum(w.verdict == "call_made" for w in played),
        "late_unpunished": len(late),
        "wrongful_seeds": [w.seed for w in played if w.wrongful][:20],
        "unpunished_seeds": [w.seed for w in played if w.unpunished][:20],
    }
