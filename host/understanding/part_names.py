"""Seats that are called by a part of their name: «la abuela» for «Abuela Maruja».

Phrases hold whole names. Where words mean nothing with a name as it was said, it is put in whole,
without the article before it, and the words are read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from host.engine.game import Seat
from host.understanding.heard import MOST_TOKENS, Tokens, end_of, tokenise
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key, similarity
from host.understanding.stripping import Surroundings

SHORTEST_PART = 3
"""A word of fewer letters calls nobody («de», «la»)."""

SAME_PART = 88.0
"""From here (`sounds.similarity`) a word is the one of a name, if both have `LONG_KEY` phones:
«Antonio» is 86 like «Antonia», and another person."""

LONG_KEY = 4
"""A shorter word must be written as it is in the name."""

MOST_WAYS = 4
"""So many ways to put names in whole are tried: with more nobody knows who is meant."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Tokens ``[start, end)`` that are a part of the name of any of `seats`.

    Attributes:
        lead: what stays of the words before it («de» of «del tío»).
        like: how much they sound like it, 0 to 100.
    """

    start: int
    end: int
    lead: str
    seats: tuple[Seat, ...]
    like: float


class PartNames:
    """Puts names in whole, at one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat], around: Surroundings) -> None:
        """Take the names of a table; those of one word have no parts."""
        self._language = phrasebook.language
        self._articles = frozenset(g[0] for g in phrasebook.groups("articles"))
        self._joined = {g[0]: g[1] for g in phrasebook.groups("contractions")}
        self._words = {seat: around.seat_words[seat] for seat in seats}
        idle = {w for g in phrasebook.groups("not_names") for w in g} | self._articles
        self._calling = frozenset(
            word
            for words in self._words.values()
            if len(words) > 1
            for word in words
            if len(word) >= SHORTEST_PART and word not in idle
        )

    def whole(self, words: str) -> tuple[tuple[str, float], ...]:
        """Return `words` with every part of a name put in whole, in each way there is.

        With each how much the parts sounded like those of the names, 0 to 100. Empty if there is
        no part of a name, or if there are so many that nobody knows whose.
        """
        if not self._calling:
            return ()
        tokens = tokenise(words, self._language)
        runs = list(self._runs(tokens)) if len(tokens) <= MOST_TOKENS else []
        if not runs:
            return ()
        ways = list(islice(product(*(run.seats for run in runs)), MOST_WAYS + 1))
        if len(ways) > MOST_WAYS:
            return ()
        like = min(run.like for run in runs)
        return tuple((self._put_in(words, tokens, runs, way), like) for way in ways)

    def _put_in(self, words: str, tokens: Tokens, runs: Sequence[_Run], way: Sequence[Seat]) -> str:
        told, at = "", 0
        for run, seat in zip(runs, way, strict=True):
            told += words[at : tokens[run.start].start] + run.lead + seat
            at = end_of(words, tokens[run.end - 1])
        return told + words[at:]

    def _runs(self, tokens: Tokens) -> Iterator[_Run]:
        at = 0
        while at < len(tokens):
            lead, first = "", at
            word = tokens[at].word
            if word in self._articles or word in self._joined:
                # «La baza es del tío»: «de» stays, and the article goes.
                lead = f"{self._joined[word]} " if word in self._joined else ""
                first = at + 1
            run = self._run_at(tokens, at) or self._run_at(tokens, first, at, lead)
            if run is not None:
                yield run
            at = run.end if run is not None else at + 1

    def _run_at(
        self, tokens: Tokens, first: int, start: int | None = None, lead: str = ""
    ) -> _Run | None:
        """Return the longest part of a name that begins at `first`, and whose it may be."""
        found: dict[Seat, tuple[int, float]] = {}
        for seat, name in self._words.items():
            for part in range(len(name)):
                length, like = self._alike(tokens[first:], name[part:])
                if any(word in self._calling for word in name[part : part + length]):
                    found[seat] = max((length, like), found.get(seat, (0, 0.0)))
        best = max(found.values(), default=None)
        if best is None:
            return None
        said = tuple(token.word for token in tokens[first : first + best[0]])
        seats = tuple(seat for seat, way in found.items() if way == best)
        named = tuple(seat for seat, name in self._words.items() if name == said)
        begin = first if start is None else start
        return _Run(begin, first + best[0], lead, named or seats, best[1])

    def _alike(self, tokens: Tokens, name: Sequence[str]) -> tuple[int, float]:
        """Return how many words in front are those of a name, and how like them they sound."""
        length, like = 0, 100.0
        for token, word in zip(tokens, name, strict=False):
            if (length and tokens[length - 1].mark) or not (same := self._same(token.word, word)):
                break
            length, like = length + 1, min(like, same)
        return length, like

    def _same(self, heard: str, word: str) -> float:
        """Return how much a word sounds like one of a name; 0 if it is another word."""
        if heard == word:
            return 100.0
        one, other = key(heard, self._language), key(word, self._language)
        if word not in self._calling or min(len(one), len(other)) < LONG_KEY:
            return 0.0
        like = similarity(one, other)
        return like if like >= SAME_PART else 0.0
