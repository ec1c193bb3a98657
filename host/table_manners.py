"""A table's manners: how the host speaks and how long it waits, changed while it plays.

«Habla más despacio», «danos más tiempo», «sin sonidos»: each is understood in every state, holds
from the next line on, and is kept in the settings for the next evening.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from host.engine.game import Json, Seat
from host.mouth.tuned import Tunable
from host.settings import (
    FASTEST,
    LOUDEST_DB,
    SLOWEST,
    SOFTEST_DB,
    Save,
    Settings,
)
from host.table_parts import LONGEST_PATIENCE, Patience
from host.telling.base import Say, Style, Utter

PACE_STEP = 25
"""Words a minute by which «más despacio» slows: about a sixth, which is clearly heard."""

LOUDNESS_STEP = 3
"""Decibels by which «más alto» is louder."""

WARNINGS_S = (10.0, 5.0)
"""So many seconds before a limit ends its end is told."""

Change = dict[str, Json]


@dataclass(slots=True)
class Manner:
    """How the host behaves at a table. Settings come in; changes go out by `save`.

    Attributes:
        settings: what the table began with.
        style: how much is said; the tellers of the table hold the same one.
        save: keeps a change for the next evening; nothing by default.
        region: whose words the host uses: a region, a voice, or a locale; without one,
            what the settings say.
        pace: words a minute.
        loudness: decibels against the usual.
        earcons: False if short sounds are replaced by words.
        warnings: True if the end of a limit is told 10 and 5 seconds before.
        formal: seats that are said «usted» to; None stands for the table.
    """

    settings: Settings = field(default_factory=Settings)
    style: Style = field(default_factory=Style)
    save: Save = lambda key, value, table: None
    region: str = ""
    pace: int = field(init=False)
    loudness: int = field(init=False)
    earcons: bool = field(init=False)
    warnings: bool = field(init=False)
    formal: dict[Seat | None, bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Take the settings."""
        self.region = self.region or self.settings.region
        self.style.speech = self.settings["speech"]
        self.pace = self.settings["pace"]
        self.loudness = self.settings["loudness"]
        self.earcons = self.settings["earcons"]
        self.warnings = self.settings["time_warnings"]

    def formal_to(self, seat: Seat | None) -> bool:
        """Tell whether the host says «usted» to a seat (None: to the table)."""
        for whom in (seat, None):
            if whom in self.formal:
                return self.formal[whom]
            if whom is not None and whom in self.settings.players:
                return self.settings.formal(whom)
        return self.settings.formal(None)

    def choose_voice(self, accent: str) -> None:
        """Keep the accent that a table prefers; the host's words go with it."""
        self.region = str(self.settings["region"] or accent)
        self.save("voice", accent, "")

    def tune(self, voice: Tunable) -> None:
        """Tune a voice to the present pace and loudness."""
        voice.tune(pace=self.pace, loudness_db=float(self.loudness))


@dataclass(frozen=True, slots=True)
class Changed:
    """What a command about manners did.

    Attributes:
        said: what the host says to it.
        patience: how long the table waits from now on, or None if that is as it was.
        tuned: True if the voice has to be tuned again.
        note: what has changed, for the journal; empty if nothing has.
    """

    said: tuple[Utter, ...]
    patience: Patience | None = None
    tuned: bool = False
    note: Change = field(default_factory=dict)


def change(act: str, who: Seat | None, manner: Manner, patience: Patience) -> Changed | None:
    """Do what a command about manners asks; None if the act is no such command."""
    do = _COMMANDS.get(act)
    return None if do is None else do(who, manner, patience)


_PACES, _LEVELS = ("slower", "faster"), ("softer", "louder")


def _step(
    key: Literal["pace", "loudness"], step: int, names: tuple[str, str], limits: tuple[int, int]
) -> Callable[[Seat | None, Manner, Patience], Changed]:
    """Return the command that moves pace or loudness by a step, within its limits."""
    name = names[step > 0]
    least, most = limits

    def do(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
        now = getattr(manner, key)
        wanted = min(most, max(least, now + step))
        if wanted == now:
            return Changed((Say(f"manner-{name}-end"),))
        setattr(manner, key, wanted)
        manner.save(key, wanted, "")
        return Changed((Say(f"manner-{name}"),), tuned=True, note={key: wanted})

    return do


def _more_time(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
    """Double every limit, up to ten times; beyond that they can only be switched off."""
    if patience.factor is None:
        return Changed((Say("manner-time-off"),))
    if patience.factor >= LONGEST_PATIENCE:
        return Changed((Say("manner-time-most"),))
    factor = min(float(LONGEST_PATIENCE), 2 * patience.factor)
    manner.save("patience", round(factor), "")
    return Changed(
        (Say("manner-time-more"),),
        Patience(factor, patience.prompt_s),
        note={"patience": factor},
    )


def _limits(on: bool) -> Callable[[Seat | None, Manner, Patience], Changed]:
    def do(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
        manner.save("patience", 1 if on else "off", "")
        return Changed(
            (Say("manner-time-usual" if on else "manner-time-off"),),
            Patience(1.0 if on else None, patience.prompt_s),
            note={"patience": 1 if on else "off"},
        )

    return do


def _speech(kind: str) -> Callable[[Seat | None, Manner, Patience], Changed]:
    def do(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
        manner.style.speech = "full" if kind == "full" else "compact"
        manner.save("speech", kind, "")
        return Changed((Say(f"manner-speech-{kind}"),), note={"speech": kind})

    return do


def _earcons(on: bool) -> Callable[[Seat | None, Manner, Patience], Changed]:
    def do(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
        manner.earcons = on
        manner.save("earcons", on, "")
        return Changed((Say(f"manner-earcons-{'on' if on else 'off'}"),), note={"earcons": on})

    return do


def _treatment(formal: bool) -> Callable[[Seat | None, Manner, Patience], Changed]:
    kind = "usted" if formal else "tu"

    def do(who: Seat | None, manner: Manner, patience: Patience) -> Changed:
        manner.formal[who] = formal
        manner.save("treatment", kind, f"players.{who}" if who else "")
        return Changed(
            (Say(f"manner-treatment-{kind}{'-to' if who else ''}", {"who": who or ""}),),
            note={"treatment": kind, "who": who},
        )

    return do


_COMMANDS: dict[str, Callable[[Seat | None, Manner, Patience], Changed]] = {
    "cmd_slower": _step("pace", -PACE_STEP, _PACES, (SLOWEST, FASTEST)),
    "cmd_faster": _step("pace", PACE_STEP, _PACES, (SLOWEST, FASTEST)),
    "cmd_louder": _step("loudness", LOUDNESS_STEP, _LEVELS, (SOFTEST_DB, LOUDEST_DB)),
    "cmd_softer": _step("loudness", -LOUDNESS_STEP, _LEVELS, (SOFTEST_DB, LOUDEST_DB)),
    "cmd_more_time": _more_time,
    "cmd_no_limits": _limits(False),
    "cmd_limits": _limits(True),
    "cmd_speak_less": _speech("compact"),
    "cmd_speak_more": _speech("full"),
    "cmd_sounds_off": _earcons(False),
    "cmd_sounds_on": _earcons(True),
    "cmd_formal": _treatment(True),
    "cmd_informal": _treatment(False),
}


def warning_due(limit: float, left_before: float, left_now: float) -> int | None:
    """Return the warning that falls between two amounts of time left, or None.

    A limit is told of only in its second half: of one of five seconds nobody is told that five
    are left, least of all while they take breath to speak.

    Args:
        limit: seconds that the limit has in all.
        left_before: seconds that were left when it was last looked at.
        left_now: seconds that are left now.
    """
    for seconds in reversed(WARNINGS_S):
        if 2 * seconds <= limit and 0 < left_now <= seconds < left_before:
            return round(seconds)
    return None


ACTS = tuple(_COMMANDS)
"""The commands about manners."""
