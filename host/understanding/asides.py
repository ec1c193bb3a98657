"""What is said beside a command: to whom, and why («Luis, marcador», «repite, que no oí»).

An ear that writes commas tells the clauses of an utterance. Where one of them is a command to the
letter and all others are names, words that say nothing, or a reason, it is what was said.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Seat
from host.understanding.heard import Tokens, pieces, starts_with
from host.understanding.phrasebook import Phrasebook
from host.understanding.stripping import Surroundings

MOST_CLAUSES = 4
"""An utterance of more clauses is a talk, whatever one of them says."""


class Asides:
    """Takes the asides off utterances at one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat], around: Surroundings) -> None:
        """Take the names of a table."""
        self._around = around
        leads = (*phrasebook.groups("asking_leads"), *phrasebook.groups("vocatives"))
        self._words = {*around.before, *around.after, *leads}
        self._words |= {around.seat_words[seat] for seat in seats}
        self._tags = frozenset(phrasebook.groups("tags"))
        self._reasons = phrasebook.groups("reasons")

    def told(self, tokens: Tokens) -> tuple[Tokens, bool] | None:
        """Return the one clause that is no aside, and whether the host was named in another.

        None if there are no asides, or if more than one clause or none is left without them.
        """
        clauses = pieces(tokens)
        if not 1 < len(clauses) <= MOST_CLAUSES:
            return None
        bare = [self._around.strip_host(clause) for clause in clauses]
        named = any(called for _, called in bare)
        kept: list[Tokens] = []
        for at, (clause, _) in enumerate(bare):
            words = tuple(token.word for token in clause)
            last = at == len(bare) - 1
            if not words or words in self._words or (last and words in self._tags):
                continue
            if kept and any(starts_with(clause, reason) for reason in self._reasons):
                break  # whatever follows is told with it
            kept.append(clause)
        return (kept[0], named) if len(kept) == 1 else None
