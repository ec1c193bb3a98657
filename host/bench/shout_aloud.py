"""Windows in the virtual room, with spoken calls, a real ear and the real gate (SAP-18, D10).

The table, the referee and the rules are those of a game; only the card that brings the window is
told to the table rather than spoken, so that what is measured is the call. What was really said,
and when, comes from the room, never from the table.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from host.aloud import Sounds
from host.ears.base import RATE, Heard, Samples
from host.engine.game import Expectation, Option
from host.engine.inputs import SpokenUntil
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.mouth.base import Speech, Voice
from host.mouth.lines import Lines
from host.room.acoustics import at_level, cut_silence, earcons, resample
from host.room.base import RoomEvent, Sound, Stopped
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.table import Table
from host.table_parts import Understood
from host.telling.sapiencia import SapienciaTeller, card_words
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key

SEATS = ("Ana", "Berta", "Carlos")
CARDS = (
    SapienciaCard("hipatia", "Hipatia de Alejandría", country="Egipto", contributions=3),
    SapienciaCard("zewail", "Ahmed Zewail", country="Egipto", contributions=3),
    SapienciaCard("mahfuz", "Naguib Mahfuz", country="Egipto", contributions=1),
)

ALIASES = {"hipatia": ("Hipatia",), "zewail": ("Zewail",), "mahfuz": ("Mahfuz",)}

VOICES: tuple[Mapping[str, float], ...] = (
    {"jf_alpha": 1.0},
    {"jm_kumo": 1.0},
    {"jf_tebukuro": 1.0},
    {"jf_nezumi": 1.0},
    {"jf_gongitsune": 1.0},
    {"jm_kumo": 0.55, "jf_gongitsune": 0.45},
    {"jf_tebukuro": 0.6, "jm_kumo": 0.4},
    {"jf_alpha": 0.5, "jf_nezumi": 0.5},
)
"""Who calls. No ear was trained on jf_tebukuro."""

UNTRAINED = "jf_tebukuro"

SPEEDS = (0.85, 1.0, 1.2)
"""How fast people call; 1 is natural."""

CALLS = ("¡Sapiencia!", "Sapiencia", "¡Sapiencia, sapiencia!")

OTHERS = ("juego a Mahfuz", "no tengo", "pásame el vino", "¿cuántas cartas tiene Ana?")
"""What somebody else says in a window without a call."""

LEVELS: tuple[float | None, ...] = (None, 10.0, 5.0, 0.0)
"""Party noise in the room: speech over noise in dB, None for a quiet room."""

DISTANCES_M = (0.7, 1.0, 1.4, 1.8)

OVER_SHARE = 0.25
"""So many of the calls come while the host speaks."""

OTHERS_SHARE = 0.25
"""In so many of the windows without a call somebody says something else."""

WAIT_S = 12.0
"""Seconds after the deadline at which a window counts as left without a verdict."""

GRACE_S = 5.0


@dataclass(slots=True)
class Heedful:
    """Keeps what the table made of what it heard."""

    heard: list[Understood] = field(default_factory=list)

    def host_says(self, sound: Sound, t: float) -> None:
        """Do nothing."""

    def understood(self, what: Understood) -> None:
        """Keep it."""
        self.heard.append(what)


@dataclass(frozen=True, slots=True)
class Shout:
    """One window, what was really said in it, and what became of it.

    Attributes:
        snr_db: speech over noise, None for a quiet room.
        voice: who called, or spoke; empty if nobody did.
        speed: how fast.
        words: what was said; empty if nobody spoke.
        called: True if it was a call in time.
        over: True if the host was speaking meanwhile.
        onset: its true start less the end of the confirmation, in seconds; None if nobody spoke.
        verdict: ``call_made``, ``call_missed``, ``not_judged`` or ``none``.
        why: of ``not_judged``.
        error: reported less true onset in seconds, if the call was heard.
        false_calls: calls that the table heard and nobody made.
        seconds: how long the window's table lasted.
        heard: what the ear gave, for those who look into it.
    """

    snr_db: float | None
    voice: str
    speed: float
    words: str
    called: bool
    over: bool
    onset: float | None
    verdict: str
    why: str
    error: float | None
    false_calls: int
    seconds: float
    heard: tuple[str, ...]


class Aloud:
    """Plays windows in rooms with one ear."""

    def __init__(
        self,
        sounds: Sounds,
        *,
        echo_db: float = 0.0,
        seed: int = 0,
        noises: Sequence[str] = ("babble",),
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Take voices and ear.

        Args:
            sounds: see `host.aloud.open_sounds`.
            echo_db: the host's voice in the microphone, relative to a player at one metre.
            seed: the same seed gives the same windows.
            noises: what the party sounds like, see `host.room.acoustics.noise`; in turn.
            say: told of each window.
        """
        self._sounds = sounds
        self._echo = echo_db
        self._rng = random.Random(seed)
        self._noises = noises
        self._say = say
        self._lines = Lines("es")
        words = card_words(CARDS, ALIASES, None)
        self._reader = Interpreter(Phrasebook("es", "sapiencia", words), SEATS)
        self._tones = earcons()
        self._voices: dict[tuple[int, float], Voice] = {}
        self._speech: dict[tuple[int, float, str], Speech] = {}
        self._made = 0

    # ------------------------------------------------------------------ windows

    def windows(self, calls: int, silent: int) -> Iterator[Shout]:
        """Play `calls` windows with a call in time and `silent` ones without, level by level."""
        for at, snr in enumerate(LEVELS):
            some = [n for n in range(calls) if n % len(LEVELS) == at]
            none = [n for n in range(silent) if n % len(LEVELS) == at]
            order = [True] * len(some) + [False] * len(none)
            if not order:
                continue
            self._rng.shuffle(order)
            room = self._room(snr)
            self._warm(room)
            done = 0
            for called in order:
                over = called and done % round(1 / OVER_SHARE) == 0
                done += called
                yield self._window(room, snr, called, over)
            room.close()

    def _room(self, snr: float | None) -> VirtualRoom:
        self._made += 1
        return VirtualRoom(
            self._sounds.ear,
            echo_db=self._echo,
            noise_db=None if snr is None else -snr,
            noise_name=self._noises[self._made % len(self._noises)],
            seed=self._made,
            gate=Gate(lambda words: key(words, "es")),
        )

    def _warm(self, room: VirtualRoom) -> None:
        """Let the host greet, so that its canceller knows the room as it would by then."""
        for line in ("sapiencia-opening-unknown", "sapiencia-rules"):
            text = self._lines.say(line)
            speech = self._sounds.host.render(text)
            room.say(Sound(line, text, speech.samples, speech.rate, speech.seconds))
        _run(room, room.planned_end() + 1.5)

    def _window(self, room: VirtualRoom, snr: float | None, called: bool, over: bool) -> Shout:
        rng = self._rng
        began = room.now
        table, watch = self._table(room)
        _until(room, table, lambda: table.waiting, began + 60)
        since = room.now
        table.take(Heard("juego a Zewail", since, since, ear="scripted", speaker="Berta"))
        ends = room.planned_end()
        words, voice, speed, onset, offset = "", "", 1.0, math.inf, -math.inf
        if called or rng.random() < OTHERS_SHARE:
            words = rng.choice(CALLS if called else OTHERS)
            which = rng.randrange(len(VOICES))
            speed = rng.choice(SPEEDS)
            voice = "+".join(VOICES[which])
            speech = self._spoken(which, speed, words)
            at = ends + rng.uniform(0.3, 4.4)
            if over:
                latest = max(since + 0.3, ends - speech.seconds)
                at = rng.uniform(since + 0.2, latest)
            onset, offset = room.speak(
                speech.samples, speech.rate, at, distance_m=rng.choice(DISTANCES_M)
            )
        verdicts = {"call_made", "call_missed", "not_judged"}

        def decided() -> bool:
            return any(event.kind in verdicts for event in table.events_told)

        silent = _until(room, table, decided, ends + GRACE_S + WAIT_S)
        kinds = [e.kind for e in table.events_told if e.kind in verdicts]
        why = [str(n["why"]) for n in table.session.state.not_judged]
        heard = [u.heard for u in watch.heard if any(a.startswith("call ") for a in u.acts)]
        true = [h for h in heard if called and h.onset < offset + 0.3 and h.offset > onset - 0.3]
        room.stop()
        _run(room, room.now + 1.0)
        shout = Shout(
            snr,
            voice,
            speed,
            words,
            called,
            over,
            onset - silent if words else None,
            kinds[0] if kinds else "none",
            why[0] if why else "",
            true[0].onset - onset if true else None,
            len(heard) - len(true),
            room.now - began,
            tuple(f"{u.heard.words} [{u.result}]" for u in watch.heard),
        )
        self._say(describe(shout))
        return shout

    def _table(self, room: VirtualRoom) -> tuple[Table, Heedful]:
        """Return a table at which Berta is asked and has two cards (SAP-18)."""
        counts = {"Ana": 4, "Berta": 2, "Carlos": 4}
        game = Sapiencia(
            SEATS, CARDS, SapienciaRules(), {"counts": counts, "talker": "Ana", "deck": 60}
        )
        session: Session[Any] = Session(game, Journal(), seed=0)
        watch = Heedful()
        table = Table(
            room=room,
            session=session,
            teller=SapienciaTeller(game, self._lines),
            interpreter=self._reader,
            lines=self._lines,
            voice=self._sounds.host,
            tones=self._tones,
            seats=SEATS,
            observer=watch,
        )
        table.open({"game": "sapiencia", "language": "es", "seats": list(SEATS)})
        _until(room, table, lambda: table.waiting, room.now + 60)
        now = room.now
        table.take(Heard("Hipatia, país, aportes", now, now, ear="scripted", speaker="Ana"))
        return table, watch

    def _spoken(self, which: int, speed: float, words: str) -> Speech:
        known = (which, speed, words)
        if known not in self._speech:
            if (which, speed) not in self._voices:
                self._voices[which, speed] = self._sounds.studio.voice(VOICES[which], speed)
            speech = self._voices[which, speed].render(words)
            cut = cut_silence(resample(speech.samples, speech.rate))
            self._speech[known] = Speech(cut, RATE)
        return self._speech[known]

    # ------------------------------------------------------------------ nobody calls

    def listen(
        self,
        lines: Iterable[str],
        clips: Sequence[Samples],
        noises: Sequence[Samples],
        lines_s: float,
    ) -> tuple[int, float, list[str]]:
        """Let host lines, recordings of other words and noise be heard where a call may come.

        Args:
            lines: what the host says, coming back into the microphone.
            clips: recordings at 16 kHz.
            noises: noise at 16 kHz, as loud as a player at one metre.
            lines_s: seconds of host lines, however many there are.

        Returns:
            The calls that were heard, the seconds listened to, and their words.
        """
        room = self._room(None)
        now = Expectation("play", "Carlos", (Option("play", {"card": ("zewail", "mahfuz")}),))
        room.expect(self._reader.spellings(now))
        found: list[str] = []

        def count(events: Sequence[RoomEvent]) -> None:
            for event in events:
                if isinstance(event, Heard) and event.words.strip():
                    call = self._reader.call_in(event.words, now)
                    if call is not None and call.sure:
                        found.append(event.words)

        for text in lines:
            if room.now >= lines_s:
                break
            speech = self._sounds.host.render(text)
            room.say(Sound("line", text, speech.samples, speech.rate, speech.seconds))
            _run(room, room.planned_end() + 0.7, count)
        for clip in clips:
            _, end = room.speak(clip, RATE, room.now + 0.2)
            _run(room, end + 0.8, count)
        for noise in noises:
            seconds = len(noise) / RATE
            room.happen_noise(at_level(noise, 0.05), seconds, 0.0)
            _run(room, room.now + seconds + 0.8, count)
        room.close()
        return len(found), room.now, found


def _run(
    room: VirtualRoom, until: float, take: Callable[[Sequence[RoomEvent]], None] | None = None
) -> None:
    while room.now < until:
        events = room.step()
        if take is not None:
            take(events)


def _until(room: VirtualRoom, table: Table, done: Callable[[], bool], limit: float) -> float:
    """Run a table; return when the host first fell silent after the start, in seconds."""
    silent = math.inf
    while not done() and room.now < limit:
        for event in room.step():
            table.take(event)
            if isinstance(event, SpokenUntil | Stopped) and table.idle:
                silent = min(silent, event.t)
    return silent


def describe(shout: Shout) -> str:
    """Return one line about a window."""
    where = "clean" if shout.snr_db is None else f"{shout.snr_db:.0f} dB"
    said = f"«{shout.words}» {shout.voice} x{shout.speed:g}" if shout.words else "nothing"
    over = " over the host" if shout.over else ""
    at = "" if shout.onset is None else f" at {shout.onset:+.2f} s"
    return f"{where}: {said}{over}{at} -> {shout.verdict} {shout.why}; heard {list(shout.heard)}"


# ---------------------------------------------------------------------- figures


def report(shouts: Sequence[Shout], listened: tuple[int, float, list[str]]) -> dict[str, Any]:
    """Return the keys of design.md section 7, and shares by noise level.

    `missed` are calls in time that were not credited: asked about, or worse. `unpunished` are
    windows without a call of which nothing came at all. Onset errors are absolute, in seconds.
    """
    calls = [s for s in shouts if s.called]
    silent = [s for s in shouts if not s.called]
    errors = [abs(s.error) for s in calls if s.error is not None]
    events, seconds, words = listened
    false_calls = events + sum(s.false_calls for s in shouts)
    hours = (seconds + sum(s.seconds for s in silent)) / 3600
    found: dict[str, Any] = {
        "calls": len(calls),
        "windows": len(silent),
        "missed": sum(s.verdict != "call_made" for s in calls),
        "wrongful_penalties": sum(s.verdict == "call_missed" for s in calls),
        "asked": sum(s.verdict == "not_judged" for s in shouts),
        "unpunished": sum(s.verdict == "none" for s in silent),
        "onset_error_p50": quantile(errors, 0.5),
        "onset_error_p95": quantile(errors, 0.95),
        "false_calls": false_calls,
        "hours": round(hours, 4),
        "false_per_hour_upper95": poisson_upper(false_calls, hours),
        "false_words": words[:20],
        "levels": {},
        "untrained_voice": _level([s for s in calls if UNTRAINED in s.voice], []),
        "over_host": _level([s for s in calls if s.over], []),
    }
    for snr in LEVELS:
        name = "clean" if snr is None else f"{snr:.0f}_dB"
        some = [s for s in calls if s.snr_db == snr]
        found["levels"][name] = _level(some, [s for s in silent if s.snr_db == snr])
    return found


def _level(calls: Sequence[Shout], silent: Sequence[Shout]) -> dict[str, Any]:
    missed = sum(s.verdict != "call_made" for s in calls)
    asked = sum(s.verdict == "not_judged" for s in calls)
    doubted = sum(s.verdict == "not_judged" for s in silent)
    return {
        "calls": len(calls),
        "missed": missed,
        "missed_share": wilson(missed, len(calls)),
        "asked": asked,
        "asked_share": wilson(asked, len(calls)),
        "wrongful_penalties": sum(s.verdict == "call_missed" for s in calls),
        "windows_without": len(silent),
        "punished_without": sum(s.verdict == "call_missed" for s in silent),
        "asked_without": doubted,
        "asked_without_share": wilson(doubted, len(silent)),
    }


def quantile(values: Sequence[float], q: float) -> float | None:
    """Return a quantile, or None of nothing."""
    return round(float(np.quantile(values, q)), 3) if values else None


def wilson(hits: int, of: int, z: float = 1.96) -> list[float] | None:
    """Return a share with its Wilson interval of 95 %: [share, low, high]; None of nothing."""
    if not of:
        return None
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return [round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]


def poisson_upper(events: int, hours: float, risk: float = 0.05) -> float | None:
    """Return the exact upper bound of events an hour (one-sided 95 %); None of no time."""
    if hours <= 0:
        return None

    def at_most(mean: float) -> float:
        term = total = math.exp(-mean)
        for k in range(1, events + 1):
            term *= mean / k
            total += term
        return total

    low, high = 0.0, 10.0 + 3.0 * events
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if at_most(middle) > risk else (low, middle)
    return round(high / hours, 3)


# ---------------------------------------------------------------------- recordings


class TableError(ValueError):
    """A table of recordings that cannot be used; one sentence with file and line."""


def recordings(path: Path, most: int | None = None) -> list[tuple[Samples, Path, str]]:
    """Return the recordings of a TSV file at 16 kHz, each with its file and its transcript.

    Args:
        path: a file with a column ``path``, relative to the file.
        most: at most so many.

    Raises:
        TableError: the file, or a recording in it, cannot be read.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise TableError(f"{path}: cannot be read ({error}).") from error
    found: list[tuple[Samples, Path, str]] = []
    for line, row in enumerate(rows[:most], start=2):
        name = row.get("path")
        if not name:
            raise TableError(f"{path}:{line}: there is no column «path».")
        file_path = path.parent / name
        samples = _recording(file_path, f"{path}:{line}")
        found.append((samples, file_path, row.get("transcript") or ""))
    return found


def _recording(path: Path, where: str) -> Samples:
    try:
        soundfile = import_module("soundfile")
    except ImportError as error:
        raise TableError(
            f"{where}: reading it needs soundfile; install it with: pip install 'tertulia[speech]'"
        ) from error
    try:
        samples, rate = soundfile.read(str(path), dtype="float32", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise TableError(f"{where}: {path.name} cannot be read as sound ({error}).") from error
    return resample(np.asarray(samples.mean(axis=1), dtype=np.float32), int(rate))
