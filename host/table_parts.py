"""What a table shows those who watch it, how long it waits, and what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from host.ears.base import Heard
from host.engine.game import Expectation, Json, Seat
from host.games.rule_keys import RuleError
from host.room.base import Sound
from host.understanding.interpret import Act

LONGEST_PATIENCE = 10
"""Limits may be lengthened ten times (WCAG 2.2.1); where they are off a call has as much."""

PROMPT_S = 30.0
"""House re-prompt: after so many seconds of quiet the question is put again (prompt_s)."""

LONGEST_PROMPT_S = 3600
"""More than an hour between re-prompts is none; 0 says so."""


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
        """Read the keys `patience` and `prompt_s`; raise RuleError with the allowed values."""
        value = rules.get("patience", 1)
        prompt = rules.get("prompt_s", PROMPT_S)
        number = isinstance(prompt, (int, float)) and not isinstance(prompt, bool)
        if not number or not 0 <= prompt <= LONGEST_PROMPT_S:
            allowed = f"0 (never) to {LONGEST_PROMPT_S} seconds"
            text = f"prompt_s: {prompt!r}; allowed are {allowed}"
            raise RuleError(text, "prompt_s", prompt, [f"0…{LONGEST_PROMPT_S}"])
        if value == "off":
            return Patience(None, float(prompt))
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1 <= value <= 10:
            text = f"patience: {value!r}; allowed are 1 to 10, or off"
            raise RuleError(text, "patience", value, ["1…10", "off"])
        return Patience(float(value), float(prompt))

    def limit(self, seconds: float | None) -> float | None:
        """Return the limit as this table wants it, or None if there is none."""
        if seconds is None or self.factor is None or seconds <= 0:
            return None
        return seconds * self.factor


@dataclass(frozen=True, slots=True)
class JustMade:
    """The act that was accepted last, while nobody has said anything else since.

    Attributes:
        number: the act's number in the session.
        who: whose it was.
        act: what it was; args: its details.
        state: the game before it; expectation: what might be said then.
    """

    number: int
    who: Seat
    act: str
    args: Mapping[str, Json]
    state: Any
    expectation: Expectation


@dataclass(frozen=True, slots=True)
class Pending:
    """A yes-or-no question of the host's.

    Attributes:
        kind: ``confirm`` («¿Dijiste …?»), ``sure`` (it undoes much), ``end`` (the game), or
            ``undo`` (what was done last, and was another's).
        act: what is done on a yes; who: whose; heard: the words for it.
        again: how often it was put again, because neither a yes nor a no was said.
        others: what is asked about next on a no: the same act of others who are called alike.
        since: seconds at which it was first put; what was said before is no answer to it.
    """

    kind: str
    act: Act | None
    who: Seat | None
    heard: Heard | None
    again: int = 0
    others: tuple[Act, ...] = ()
    since: float | None = None
