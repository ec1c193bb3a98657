"""Windows in the virtual room, with spoken calls, a real ear and the real gate (SAP-18, D10).

The table, the referee and the rules are those of a game; only the card that brings the window is
told to the table rather than spoken, so that what is measured is the call. What was really said,
and when, comes from the room, never from the table.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.aloud import Sounds
from host.bench.clips import recording, rows
from host.bench.shout_cast import Blend
from host.bench.shout_figures import LEVELS, Listened, Shout, describe
from host.ears.base import RATE, Heard, Samples
from host.engine.game import Expectation, Option
from host.engine.inputs import SpokenUntil
from host.engine.journal import Journal
from host.engine.session import Session
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules
from host.mouth.base import Speech, Voice
from host.mouth.cache import CachedVoice
from host.mouth.lines import Lines
from host.room.acoustics import at_level, cut_silence, earcons, read_sound, resample
from host.room.base import RoomEvent, Sound, Stopped
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.table import Table
from host.table_parts import Understood
from host.telling.sapiencia import SapienciaTeller
from host.telling.sapiencia_words import card_words
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

SPEEDS = (0.85, 1.0, 1.2)
"""How fast people call; 1 is natural."""

CALLS = ("¡Sapiencia!", "Sapiencia", "¡Sapiencia, sapiencia!")

OTHERS = ("juego a Mahfuz", "no tengo", "pásame el vino", "¿cuántas cartas tiene Ana?")
"""What somebody else says in a window without a call."""

DISTANCES_M = (0.7, 1.0, 1.4, 1.8)

OVER_SHARE = 0.25
"""So many of the calls come while the host speaks."""

OTHERS_SHARE = 0.25
"""In so many of the windows without a call somebody says something else."""

WARM_S = 4.0
"""Seconds of quiet after the greeting, in which a table learns how loud its room is."""

SITTING = 10
"""So many windows are played in one room, with one noise; then comes another."""

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
class Sitting:
    """Some windows in one room.

    Attributes:
        snr_db: speech over noise, None for a quiet room.
        number: which one, of all levels.
        order: for each window whether somebody calls in it.
    """

    snr_db: float | None
    number: int
    order: tuple[bool, ...]


def sittings(calls: int, silent: int, seed: int) -> list[Sitting]:
    """Share out windows with a call in time and windows without: to levels, then to rooms.

    The first sittings of every level come first, so that a run that is cut short has all.
    """
    found: list[tuple[int, int, float | None, tuple[bool, ...]]] = []
    for at, snr in enumerate(LEVELS):
        order = [True] * len(range(at, calls, len(LEVELS)))
        order += [False] * len(range(at, silent, len(LEVELS)))
        random.Random(f"{seed} {at}").shuffle(order)
        for n, first in enumerate(range(0, len(order), SITTING)):
            found.append((n, at, snr, tuple(order[first : first + SITTING])))
    found.sort(key=lambda sitting: sitting[:2])
    return [Sitting(snr, number, order) for number, (_, _, snr, order) in enumerate(found)]


class Aloud:
    """Plays windows in rooms with one ear."""

    def __init__(
        self,
        sounds: Sounds,
        voices: Sequence[Blend],
        *,
        echo_db: float = 0.0,
        seed: int = 0,
        noises: Sequence[str] = ("babble",),
        kept: Path | None = None,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Take voices and ear.

        Args:
            sounds: see `host.aloud.open_sounds`.
            voices: who calls, see `host.bench.shout_cast.cast`.
            echo_db: the host's voice in the microphone, relative to a player at one metre.
            seed: the same seed gives the same windows.
            noises: what the party sounds like, see `host.room.acoustics.noise`; in turn.
            kept: folder in which what the voices said is kept, or None.
            say: told of each window.
        """
        self._sounds = sounds
        self._cast = voices
        self._echo = echo_db
        self._seed = seed
        self._rng = random.Random(seed)
        self._noises = noises
        self._kept = kept
        self._say = say
        self._lines = Lines("es")
        words = card_words(CARDS, ALIASES, None)
        self._reader = Interpreter(Phrasebook("es", "sapiencia", words), SEATS)
        self._tones = earcons()
        self._voices: dict[tuple[int, float], Voice] = {}
        self._speech: dict[tuple[int, float, str], Speech] = {}

    @property
    def cast(self) -> Sequence[Blend]:
        """Who calls."""
        return self._cast

    # ------------------------------------------------------------------ windows

    def play(self, sitting: Sitting) -> list[Shout]:
        """Play the windows of a sitting; the same whatever was played before it."""
        self._rng = random.Random(f"{self._seed} sitting {sitting.number}")
        room = self._room(sitting.snr_db, sitting.number)
        self._warm(room)
        shouts: list[Shout] = []
        done = sitting.number
        for called in sitting.order:
            over = called and done % round(1 / OVER_SHARE) == 0
            done += called
            shouts.append(self._window(room, sitting.snr_db, called, over))
        room.close()
        return shouts

    def _room(self, snr: float | None, number: int) -> VirtualRoom:
        return VirtualRoom(
            self._sounds.ear,
            echo_db=self._echo,
            noise_db=None if snr is None else -snr,
            # Levels take turns, so that each of them hears every noise.
            noise_name=self._noises[(number + number // len(LEVELS)) % len(self._noises)],
            seed=self._seed * 1000 + number,
            gate=Gate(lambda words: key(words, "es")),
        )

    def _warm(self, room: VirtualRoom) -> None:
        """Let the host greet, so that its canceller knows the room as it would by then."""
        for line in ("sapiencia-opening-unknown", "sapiencia-rules"):
            text = self._lines.say(line)
            speech = self._sounds.host.render(text)
            room.say(Sound(line, text, speech.samples, speech.rate, speech.seconds))
        _run(room, room.planned_end() + WARM_S)

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
            which = rng.randrange(len(self._cast))
            speed = rng.choice(SPEEDS)
            voice = "+".join(self._cast[which])
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
            onset - (silent if math.isfinite(silent) else ends) if words else None,
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
        room.stop()  # the greeting was heard in `_warm`
        _until(room, table, lambda: table.waiting, room.now + 60)
        now = room.now
        table.take(Heard("Hipatia, país, aportes", now, now, ear="scripted", speaker="Ana"))
        return table, watch

    def _spoken(self, which: int, speed: float, words: str) -> Speech:
        known = (which, speed, words)
        if known not in self._speech:
            if (which, speed) not in self._voices:
                voice = self._sounds.studio.voice(self._cast[which], speed)
                self._voices[which, speed] = CachedVoice(voice, folder=self._kept)
            speech = self._voices[which, speed].render(words)
            cut = cut_silence(resample(speech.samples, speech.rate))
            self._speech[known] = Speech(cut, RATE)
        return self._speech[known]

    # ------------------------------------------------------------------ nobody calls

    def listen(
        self,
        *,
        lines: Iterable[str] = (),
        clips: Sequence[Samples] = (),
        noises: Sequence[Samples] = (),
        lines_s: float = 0.0,
    ) -> Listened:
        """Let host lines, recordings of other words and noise be heard where a call may come.

        Args:
            lines: what the host says, coming back into the microphone.
            clips: recordings at 16 kHz.
            noises: noise at 16 kHz, as loud as a player at one metre.
            lines_s: seconds of host lines, however many there are.
        """
        room = self._room(None, 0)
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
        return Listened(len(found), room.now, tuple(found))


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


# ---------------------------------------------------------------------- recordings


def recordings(
    path: Path, most: int | None = None, read: Callable[[Path], Samples] = read_sound
) -> list[tuple[Samples, Path, str]]:
    """Return the recordings of a TSV file at 16 kHz, each with its file and its transcript.

    Args:
        path: a file with a column ``path``, relative to the file.
        most: at most so many.
        read: how each is read.

    Raises:
        TableError: the file, or a recording in it, cannot be read.
    """
    return [
        (
            recording(path.parent / row["path"], where, read),
            path.parent / row["path"],
            row.get("transcript", ""),
        )
        for where, row in rows(path)[:most]
    ]
