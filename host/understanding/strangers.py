"""Names that nobody at the table has («más Pedro»)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from host.engine.game import Seat
from host.understanding.choosing import Now
from host.understanding.heard import Tokens, ends_with, starts_with
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import UnknownName
from host.understanding.stripping import Surroundings

UNKNOWN_BELOW = 60.0
"""A name less like every seat than this is a name nobody has."""


class Strangers:
    """Finds names of people who do not sit at one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat], around: Surroundings) -> None:
        """Look into the phrases of the table for names like those of no seat."""
        self.phrasebook = phrasebook
        self.seats = tuple(seats)
        self._around = around
        self._not_names = frozenset(w for g in phrasebook.groups("not_names") for w in g)

    def named(
        self, tokens: Tokens, now: Now, acts: frozenset[str] | None = None
    ) -> UnknownName | None:
        """Return the name in a move about somebody who does not sit here («más Pedro»)."""
        wanted = acts or frozenset(option.act for option in now.options)
        for variant, _ in self._around.variants(tokens):
            for frame in self.phrasebook.frames():
                if frame.act not in wanted or not (
                    starts_with(variant, frame.before) and ends_with(variant, frame.after)
                ):
                    continue
                name = variant[len(frame.before) : len(variant) - len(frame.after)]
                if 1 <= len(name) <= 2 and self._is_nobody(name):
                    shown = " ".join(token.word.capitalize() for token in name)
                    return UnknownName(shown, frame.act)
        return None

    def _is_nobody(self, name: Tokens) -> bool:
        """Tell whether words are a name, and like that of no seat."""
        if any(token.word in self._not_names or not token.word.isalpha() for token in name):
            return False
        # A recogniser writes names with a capital, or it writes no capitals at all.
        if not all(token.capital for token in name) and name[0].word not in _given_names():
            return False
        return all(self._around.like_seat(name, seat) < UNKNOWN_BELOW for seat in self.seats)


@lru_cache(maxsize=1)
def _given_names() -> frozenset[str]:
    """Return common given names, which the answer judge keeps."""
    table = resources.files("host.understanding") / "data" / "given_names.txt"
    lines = table.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
