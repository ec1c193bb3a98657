"""Plays a guion: as text, or aloud in the virtual room with a real ear.

The table, its interpretation and its rules are the same in both; only the room differs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from host.cast import Cast, Speak, Spoken, Stage
from host.engine.game import Json, Seat
from host.engine.journal import Journal
from host.evening import EveningError, open_evening
from host.guion import Guion, Happens, compare
from host.house import House
from host.last_evening import wrong_in
from host.mouth.base import Voice
from host.room.base import Sound
from host.settings import USUAL
from host.table import Table
from host.table_manners import Manner
from host.table_parts import Understood
from host.tonight import Tonight

EVENING = "evening"
"""The game of a guion in which a whole evening is written down."""

LONGEST_S = 4 * 3600.0
"""A rehearsal that runs longer than this (simulated seconds) is ended as it stands."""


@dataclass(slots=True)
class Watcher:
    """Keeps what the host said and what it understood, and passes both on."""

    cast: Cast | None = None
    said: list[tuple[float, Sound]] = field(default_factory=list)
    heard: list[Understood] = field(default_factory=list)
    on_said: Callable[[Sound, float], None] | None = None
    on_heard: Callable[[Understood], None] | None = None

    def host_says(self, sound: Sound, t: float) -> None:
        """Keep what the host begins to say."""
        self.said.append((t, sound))
        if self.on_said is not None:
            self.on_said(sound, t)

    def understood(self, what: Understood) -> None:
        """Keep what the table made of an utterance, and tell its speaker."""
        self.heard.append(what)
        if self.cast is not None:
            self.cast.understood(what)
        if self.on_heard is not None:
            self.on_heard(what)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a guion.

    Attributes:
        differences: what `expect` names and the outcome does not hold; empty if all holds.
        outcome: the public result.
        events: the kinds and details of all events that count.
        heard: what the table made of each utterance.
        spoken: what each player really said.
        said: what the host said, with the time it began.
        complete: True if everything was said and dealt with before the table was left.
    """

    guion: Guion
    differences: tuple[str, ...]
    outcome: dict[str, Json]
    events: tuple[dict[str, Json], ...]
    heard: tuple[Understood, ...]
    spoken: tuple[Spoken, ...]
    said: tuple[tuple[float, Sound], ...]
    complete: bool = True

    @property
    def ok(self) -> bool:
        """True if every expectation holds."""
        return not self.differences

    def as_json(self) -> dict[str, Json]:
        """Return the keys that other programs read (design.md section 6)."""
        return {
            "ok": self.ok,
            "guion": self.guion.path,
            "game": self.guion.game,
            "events": list(self.events),
            "outcome": self.outcome,
            "heard": [
                {
                    "words": u.heard.words,
                    "onset": round(u.heard.onset, 3),
                    "offset": round(u.heard.offset, 3),
                    "who": u.who,
                    "acts": list(u.acts),
                    "result": u.result,
                }
                for u in self.heard
            ],
            "differences": list(self.differences),
        }


def play(
    guion: Guion,
    *,
    room: Stage,
    voice: Voice,
    speak: Speak,
    happen: Callable[[Happens], None],
    mend: bool,
    journal: Journal | None = None,
    watcher: Watcher | None = None,
    manner: Manner | None = None,
) -> Result:
    """Play a guion in a room and compare the outcome with what it expects.

    Raises:
        EveningError: rules, set-up or cards of the guion are wrong.
    """
    watcher = watcher or Watcher()
    if guion.game == EVENING:
        return _play_evening(guion, room, voice, speak, happen, mend, journal, watcher, manner)
    evening = open_evening(
        game=guion.game,
        language=guion.language,
        seats=guion.seats,
        rules=guion.rules,
        setup=guion.setup,
        seed=guion.seed,
        where=guion.path,
        room=room,
        voice=voice,
        journal=journal or Journal(),
        observer=watcher,
        manner=manner,
    )
    table = evening.table
    cast = Cast(
        guion,
        table,
        room,
        speak,
        happen,
        mend=mend,
    )
    watcher.cast = cast
    table.open(evening.header)
    while not table.done:
        events = room.step()
        for event in events:
            table.take(event)
            cast.watch(event)
        cast.act()
        if cast.finished or room.now > LONGEST_S:
            break
    outcome = dict(evening.outcome())
    return Result(
        guion,
        tuple(compare(dict(guion.expect), outcome)),
        outcome,
        tuple({"kind": e.kind, **dict(e.data)} for e in table.session.events()),
        tuple(watcher.heard),
        tuple(cast.spoken),
        tuple(watcher.said),
        cast.all_said,
    )


def _play_evening(
    guion: Guion,
    room: Stage,
    voice: Voice,
    speak: Speak,
    happen: Callable[[Happens], None],
    mend: bool,
    journal: Journal | None,
    watcher: Watcher,
    manner: Manner | None,
) -> Result:
    """Play a whole evening: the table is laid by what the guion's people say."""
    setup = dict(guion.setup)
    last = setup.pop("last", None)
    kept = manner or Manner()
    if last is not None:
        if not isinstance(last, dict) or wrong_in("last", last):
            raise EveningError(
                f"{guion.path}: setup: last cannot be {last}; write game, players and length as "
                "the settings keep them."
            )
        kept.settings = replace(kept.settings, last=last)
    casts: list[Cast] = []

    def sit_down(table: Table, seats: tuple[Seat, ...]) -> None:
        for seated in casts:
            seated.sit_at(table)

    house = House(
        room=room,
        voice=voice,
        language=guion.language,
        manner=kept,
        seed=guion.seed,
        journal_of=lambda game: journal or Journal(),
        rules=guion.rules,
        setup=setup,
        where=guion.path,
        observer=watcher,
        on_table=sit_down,
    )
    tonight = Tonight(house)
    tonight.open()
    cast = Cast(guion, tonight.table, room, speak, happen, mend=mend)
    casts.append(cast)
    watcher.cast = cast
    while not tonight.done:
        for event in room.step():
            tonight.take(event)
            cast.watch(event)
        cast.act()
        if cast.finished or room.now > LONGEST_S:
            break
    outcome = tonight.outcome()
    played = tonight.evening.session.events() if tonight.evening is not None else []
    return Result(
        guion,
        tuple(compare(dict(guion.expect), outcome)),
        outcome,
        tuple({"kind": e.kind, **dict(e.data)} for e in played),
        tuple(watcher.heard),
        tuple(cast.spoken),
        tuple(watcher.said),
        cast.all_said,
    )


def play_as_text(
    guion: Guion,
    *,
    ear_delay_s: float = 0.0,
    journal: Journal | None = None,
    watcher: Watcher | None = None,
    manner: Manner | None = None,
) -> Result:
    """Play a guion without sound, on the simulated clock."""
    from host.mouth.silent import SilentVoice
    from host.mouth.tuned import TunedVoice
    from host.room.text import TextRoom

    language = guion.language
    room = TextRoom(ear_delay_s=ear_delay_s)
    known = guion.voices != "unknown"

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        return room.speak_text(who, words, onset, speaker_known=known and who is not None)

    def happen(step: Happens) -> None:
        if step.kind == "unplug":
            room.unplug(step.seconds)

    return play(
        guion,
        room=room,
        voice=TunedVoice(lambda accent, pace: SilentVoice(language, pace), pace=USUAL),
        speak=speak,
        happen=happen,
        mend=False,
        journal=journal,
        watcher=watcher,
        manner=manner,
    )
