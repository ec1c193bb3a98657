"""Writes guiones: the text that `host.guion` reads again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from host.guion import DEFAULT_PAUSE_S, Guion, Happens, Says


def write(guion: Guion, note: str = "") -> str:
    """Return the text of a guion, with its rules, times and happenings.

    Args:
        guion: the table that is written down.
        note: a comment for the first line of the front matter.
    """
    front = {
        "game": guion.game,
        "language": guion.language,
        "seats": list(guion.seats),
        "seed": guion.seed,
        **({"rules": dict(guion.rules)} if guion.rules else {}),
        "setup": dict(guion.setup),
        "expect": dict(guion.expect),
    }
    return written(front, [_row(step) for step in guion.steps], note)


def written(front: Mapping[str, Any], rows: Sequence[str], note: str = "") -> str:
    """Return front matter and lines as the text of a guion."""
    text = yaml.safe_dump(dict(front), allow_unicode=True, sort_keys=False)
    head = f"# {note}\n" if note else ""
    return f"---\n{head}{text}---\n" + "\n".join(rows) + "\n"


def _row(step: Says | Happens) -> str:
    """Return a step as a line."""
    if isinstance(step, Happens):
        name = f" {step.name}" if step.kind == "noise" else ""
        level = f" {step.level_db:g}" if step.kind == "noise" else ""
        return f"[{step.kind}{name} {step.seconds:g}{level}]"
    prefix = {"before_end": f"-{step.seconds:g} ", "with": f"& +{step.seconds:g} "}.get(
        step.anchor, "" if step.seconds == DEFAULT_PAUSE_S else f"+{step.seconds:g} "
    )
    return f"{prefix}{step.who or '?'}: {step.words}"
