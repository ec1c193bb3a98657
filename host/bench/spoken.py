"""What a table says, in voices that no ear was trained on: lists of names, and the one call.

The recordings are any table with a text each (`models.training.speech` makes one in a voice of
Kokoro). An item of a list is heard among the whole list: a number among 61, a card among 54.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from host.bench.clips import Clip, Noise, TableError, every_clip, plain
from host.bench.closed import Listener, choosing, nearest, staged
from host.bench.shout_aloud import ALIASES, CARDS, SEATS
from host.decks import default_quiz_deck
from host.decks_sapiencia import default_sapiencia_deck
from host.ears.base import Ear
from host.engine.game import Expectation, Option
from host.telling.sapiencia_words import card_words
from host.telling.wizard_words import CardWords
from host.understanding.interpret import Interpreter
from host.understanding.numbers import to_words
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key

COMMON = 40
"""So many of the names are the most common ones."""

MOST_CHOICES = 300
"""A list is heard among so many of its items at most: a phrasebook has its limit, and a deck may
have more answers than that."""

_SOUND = partial(key, language="es")


def lists() -> dict[str, tuple[str, ...]]:
    """Return the lists by name: numbers, names, cards of Wizard and Sapiencia, answers."""
    text = (resources.files("host.bench") / "names_es.txt").read_text(encoding="utf-8")
    names = [line for line in text.splitlines() if line and not line.startswith("#")]
    words = CardWords.load("es", "french")
    ranks = [*map(str, range(2, 11)), *"JQKA"]
    cards = [words.card(code) for code in [r + s for s in "tdcp" for r in ranks] + ["W", "B"]]
    found = {
        "numbers 0-60": [to_words(n, "es") for n in range(61)],
        "40 common names": names[:COMMON],
        "100 names": names,
        "Wizard's cards": cards,
        "Sapiencia's cards": [card.names[0] for card in default_sapiencia_deck("es")],
        "iKNOW's answers": [card.answer for card in default_quiz_deck("es")],
    }
    return {name: tuple(dict.fromkeys(map(plain, items))) for name, items in found.items()}


def measure_lists(
    ear: Ear,
    table: Path,
    noise: Noise | None,
    clock: Callable[[], float],
    *,
    most: int | None = None,
    seed: int = 1,
) -> list[dict[str, Any]]:
    """Return a row a list: how many of its items were spoken, and shares of what became of them.

    Args:
        ear: what hears.
        table: the recordings.
        noise: added, None for none.
        clock: seconds.
        most: so many items of a list at most, by chance.
        seed: of that chance.

    Raises:
        TableError: the table or a recording cannot be read, or none of them is of a list.
    """
    by_text: dict[str, Clip] = {}
    for clip in every_clip(table):
        by_text.setdefault(clip.text, clip)
    listener, rng = Listener(ear, clock), np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for name, items in lists().items():
        spoken = [text for text in items if text in by_text]
        limit = MOST_CHOICES if most is None else min(most, MOST_CHOICES)
        if len(spoken) > limit:
            spoken = random.Random(seed).sample(spoken, limit)
        if not spoken:
            continue
        choices = some_of(items, spoken, seed)
        among = choosing(choices)
        outcomes: list[str] = []
        forced = 0
        failed: list[str] = []
        for text in spoken:
            clip = by_text[text]
            found = listener.hear(staged(clip.samples(), rng, noise), among.phrases)
            outcomes.append(among.outcome(found.heard, text))
            forced += nearest(found, choices, _SOUND) == text
            if outcomes[-1] in ("wrong", "missed"):
                failed.append(f"{text}: {found.words} ({outcomes[-1]})")
        total = len(spoken)
        rows.append(
            {
                "list": name,
                "items": len(choices),
                "spoken": total,
                "forced_right": round(forced / total, 4),
                "right": round(outcomes.count("right") / total, 4),
                "wrong": round(outcomes.count("wrong") / total, 4),
                "asked": round(sum(o not in ("right", "wrong") for o in outcomes) / total, 4),
                "failed": failed,
            }
        )
    if not rows:
        raise TableError(f"{table}: no recording says what is in a list of the table.")
    return rows


def some_of(items: Sequence[str], spoken: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return a list's items, `MOST_CHOICES` at most, the spoken ones among them.

    Args:
        items: of the list.
        spoken: those that are heard.
        seed: of the chance that takes the others.
    """
    if len(items) <= MOST_CHOICES:
        return tuple(items)
    others = [text for text in items if text not in spoken]
    most = min(len(others), max(0, MOST_CHOICES - len(spoken)))
    kept = {*spoken, *random.Random(seed).sample(others, most)}
    return tuple(text for text in items if text in kept)


def measure_call(
    ear: Ear, table: Path, word: str, noise: Noise | None, clock: Callable[[], float]
) -> dict[str, Any]:
    """Return how often a call is found where it was said, and what else is taken for it.

    Where a call may come and a card is awaited, as in play. ``sure`` is credited,
    ``maybe`` leaves the window to the table's own word.

    Raises:
        TableError: the table or a recording cannot be read.
    """
    reader = Interpreter(Phrasebook("es", "sapiencia", card_words(CARDS, ALIASES, None)), SEATS)
    now = Expectation("play", "Carlos", (Option("play", {"card": ("zewail", "mahfuz")}),))
    phrases = reader.spellings(now)
    listener, rng = Listener(ear, clock), np.random.default_rng(1)
    said: list[str] = []
    others: dict[str, str] = {}
    count, seconds = 0, 0.0
    for clip in every_clip(table):
        samples = clip.samples()
        found = listener.hear(staged(samples, rng, noise), phrases)
        calls = [reader.call_in(one.words, now) for one in found.heard if one.words]
        heard = [call for call in calls if call is not None]
        became = "" if not heard else "sure" if any(call.sure for call in heard) else "maybe"
        if word in clip.text.split():
            said.append(became)
            continue
        count += 1
        seconds += len(samples) / 16_000
        if became:
            others[clip.text] = became
    return {
        "said": len(said),
        "found": _share(said, ("sure", "maybe")),
        "sure": _share(said, ("sure",)),
        "others": count,
        "others_minutes": round(seconds / 60, 1),
        "taken": others,
    }


def _share(values: Sequence[str], good: Sequence[str]) -> float | None:
    return round(sum(v in good for v in values) / len(values), 4) if values else None
