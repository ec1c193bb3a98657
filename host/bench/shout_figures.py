"""One window of the bench of the call, and the figures of many (design.md section 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from host.bench.shout_cast import untrained

LEVELS: tuple[float | None, ...] = (None, 10.0, 5.0, 0.0)
"""Party noise in the room: speech over noise in dB, None for a quiet room."""


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


@dataclass(frozen=True, slots=True)
class Listened:
    """What was made of sound in which nobody calls.

    Attributes:
        calls: calls that were heard all the same.
        seconds: how long was listened.
        words: of these calls.
    """

    calls: int
    seconds: float
    words: tuple[str, ...]

    def and_(self, other: Listened) -> Listened:
        """Return both together."""
        return Listened(
            self.calls + other.calls, self.seconds + other.seconds, self.words + other.words
        )


def describe(shout: Shout) -> str:
    """Return one line about a window."""
    where = "clean" if shout.snr_db is None else f"{shout.snr_db:.0f} dB"
    said = f"«{shout.words}» {shout.voice} x{shout.speed:g}" if shout.words else "nothing"
    over = " over the host" if shout.over else ""
    at = "" if shout.onset is None else f" at {shout.onset:+.2f} s"
    return f"{where}: {said}{over}{at} -> {shout.verdict} {shout.why}; heard {list(shout.heard)}"


def report(shouts: Sequence[Shout], listened: Listened) -> dict[str, Any]:
    """Return the keys of design.md section 7, and shares by noise level.

    `missed` are calls in time that were not credited: asked about, or worse. `unpunished` are
    windows without a call of which nothing came at all. Onset errors are absolute, in seconds.
    """
    calls = [s for s in shouts if s.called]
    silent = [s for s in shouts if not s.called]
    errors = [abs(s.error) for s in calls if s.error is not None]
    false_calls = listened.calls + sum(s.false_calls for s in shouts)
    hours = (listened.seconds + sum(s.seconds for s in silent)) / 3600
    missed = sum(s.verdict != "call_made" for s in calls)
    found: dict[str, Any] = {
        "calls": len(calls),
        "windows": len(silent),
        "missed": missed,
        "missed_share": wilson(missed, len(calls)),
        "wrongful_penalties": sum(s.verdict == "call_missed" for s in calls),
        "asked": sum(s.verdict == "not_judged" for s in shouts),
        "unpunished": sum(s.verdict == "none" for s in silent),
        "onset_error_p50": quantile(errors, 0.5),
        "onset_error_p95": quantile(errors, 0.95),
        "false_calls": false_calls,
        "hours": round(hours, 4),
        "false_per_hour_upper95": poisson_upper(false_calls, hours),
        "false_words": listened.words[:20],
        "levels": {},
        "untrained_voice": _level([s for s in calls if untrained(s.voice)], []),
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
    punished = sum(s.verdict == "call_missed" for s in silent)
    alone = [s for s in silent if not s.words]
    return {
        "calls": len(calls),
        "missed": missed,
        "missed_share": wilson(missed, len(calls)),
        "asked": asked,
        "asked_share": wilson(asked, len(calls)),
        "wrongful_penalties": sum(s.verdict == "call_missed" for s in calls),
        "windows_without": len(silent),
        "punished_without": punished,
        "punished_without_share": wilson(punished, len(silent)),
        "nobody_spoke": len(alone),
        "nobody_spoke_punished": sum(s.verdict == "call_missed" for s in alone),
        "asked_without": doubted,
        "asked_without_share": wilson(doubted, len(silent)),
        "asked_of_all_share": wilson(asked + doubted, len(calls) + len(silent)),
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
