"""Builds, for what may be said now, the graph that Vosk searches.

An utterance is blank, then phrases, `[unk]` or both, then blank. Phrases are hard: only whole
ones exist. A phone is a state that is entered once and may be stayed in; between phones
inside a word, and between words, blank may come. Costs are nats.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.ears.mesa.fst import EPSILON, Fst
from host.ears.mesa.phones import (
    INNER_BLANK,
    OUTER_BLANK,
    PHONES,
    VOWELS,
    Place,
    forward,
    loop,
    phone_id,
)
from host.ears.mesa.spelling import spell, write

UNKNOWN = "[unk]"
_RESERVED = frozenset({"<eps>", UNKNOWN, "#0", "<s>", "</s>"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that may be said.

    Attributes:
        words: as it should come back; numbers are words already.
        cost: nats; 0 for what is as likely as anything, more for what is less.
    """

    words: str
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Costs:
    """What a graph's ways cost, in nats.

    Attributes:
        unknown: to enter `[unk]`.
        unknown_phone: for each phone of `[unk]`.
        silence: for an utterance in which nothing is said; infinite to forbid it.
        again: for each phrase or `[unk]` after the first.
        syllable: for each syllable of the free path.
    """

    unknown: float = 3.0
    unknown_phone: float = 1.4
    silence: float = 0.0
    again: float = 2.0
    syllable: float = 1.0


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as files: ``HCLG.fst`` and ``words.txt``."""

    fst: bytes
    words: str


class _Builder:
    """A graph with a start, a root where words begin, and an end."""

    def __init__(self, costs: Costs) -> None:
        self.fst = Fst()
        self.costs = costs
        self._symbols: dict[str, int] = {}
        start = self.fst.state(costs.silence)
        before = self._blank(start, costs.silence)
        self.root = self.fst.state()
        self.fst.arc(start, self.root, EPSILON)
        self.fst.arc(before, self.root, EPSILON)
        self.end = self.fst.state(0.0)
        after = self._blank(self.end, 0.0)
        for state in (self.end, after):
            self.fst.arc(state, self.root, EPSILON, cost=costs.again)
        # (where from, phone, place) -> states after it; the same for words and their ends.
        self._phones: dict[tuple[int, str, Place], tuple[int, ...]] = {}
        self._ends: dict[tuple[int, int], tuple[int, ...]] = {}

    def symbol(self, word: str) -> int:
        """Return the number of a word."""
        return self._symbols.setdefault(word, len(self._symbols) + 1)

    def _blank(self, source: int, final: float = math.inf, identity: int = OUTER_BLANK) -> int:
        state = self.fst.state(final)
        self.fst.arc(source, state, forward(identity))
        self.fst.arc(state, state, loop(identity))
        return state

    def phone(
        self, sources: Iterable[int], phone: str, place: Place, cost: float = 0.0
    ) -> tuple[int, ...]:
        """Add a phone after `sources`; return the states from which the word goes on."""
        identity = phone_id(phone, place)
        state = self.fst.state()
        for source in sources:
            self.fst.arc(source, state, forward(identity), cost=cost)
        self.fst.arc(state, state, loop(identity))
        if place in (Place.END, Place.SINGLETON):
            return (state,)
        return state, self._blank(state, identity=INNER_BLANK)

    def word(self, sources: tuple[int, ...], phones: str) -> int:
        """Add a word, sharing beginnings; return the state of its last phone."""
        last = len(phones) - 1
        for at, phone in enumerate(phones):
            if at == last:
                place = Place.END if last else Place.SINGLETON
            else:
                place = Place.INTERNAL if at else Place.BEGIN
            key = (sources[0], phone, place)
            if key not in self._phones:
                self._phones[key] = self.phone(sources, phone, place)
            sources = self._phones[key]
        return sources[0]

    def phrase(self, words: Sequence[str], spelled: Sequence[str], cost: float) -> None:
        """Add a phrase of `words`, spelled word by word."""
        sources: tuple[int, ...] = (self.root,)
        for at, (word, phones) in enumerate(zip(words, spelled, strict=True)):
            state, symbol = self.word(sources, phones), self.symbol(word)
            if at == len(words) - 1:
                self.fst.arc(state, self.end, EPSILON, symbol, cost)
                return
            key = (state, symbol)
            if key not in self._ends:
                between = self.fst.state()
                self.fst.arc(state, between, EPSILON, symbol)
                self._ends[key] = (between, self._blank(between))
            sources = self._ends[key]

    def unknown(self) -> None:
        """Add `[unk]`: two phones or more, any."""
        symbol, hub = self.symbol(UNKNOWN), self.fst.state()
        each = self.costs.unknown_phone
        for phone in PHONES:
            first = self.phone((self.root,), phone, Place.BEGIN, self.costs.unknown + each)
            inside = self.phone((hub,), phone, Place.INTERNAL, each)
            for state in first + inside:
                self.fst.arc(state, hub, EPSILON)
            (last,) = self.phone((hub,), phone, Place.END, each)
            self.fst.arc(last, self.end, EPSILON, symbol)

    def graph(self) -> Graph:
        """Return what was built."""
        lines = ["<eps> 0", *(f"{word} {number}" for word, number in self._symbols.items())]
        return Graph(self.fst.to_bytes(), "\n".join(lines) + "\n")


def plain_words(text: str) -> list[str]:
    """Return the words of `text` that can be said and written to ``words.txt``."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return [word for word in printable.split() if word not in _RESERVED and spell(word)]


def pronunciations(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the ways to say `words`, each word's phones: apart, and run together.

    Where one word ends with the vowel that begins the next, it is often said once.
    """
    apart = tuple("".join(spell(word)) for word in words)
    yield apart
    joined = list(apart)
    for at in range(1, len(joined)):
        before, here = joined[at - 1], joined[at]
        if before[-1] == here[0] and here[0] in VOWELS:
            if len(here) > 1:
                joined[at] = here[1:]
            elif len(before) > 1:
                joined[at - 1] = before[:-1]
    if tuple(joined) != apart:
        yield tuple(joined)


def phrase_graph(
    phrases: Sequence[Phrase], *, unk: bool = True, costs: Costs | None = None
) -> Graph:
    """Return the graph of `phrases`, each a hard constraint.

    Words without a sound are left out, and phrases without such words; the same phrase twice
    counts once, at its lower cost.

    Raises:
        ValueError: no phrase has a sound, or a cost is not a number.
    """
    cheapest: dict[tuple[str, ...], float] = {}
    for phrase in phrases:
        if not math.isfinite(phrase.cost):
            raise ValueError(f"The cost of the phrase {phrase.words!r} is not a number.")
        if words := tuple(plain_words(phrase.words)):
            cheapest[words] = min(phrase.cost, cheapest.get(words, math.inf))
    if not cheapest:
        raise ValueError("None of the phrases can be spoken: no letters in them.")
    builder = _Builder(costs or Costs())
    for words, cost in cheapest.items():
        for spelled in pronunciations(words):
            builder.phrase(words, spelled, cost)
    if unk:
        builder.unknown()
    return builder.graph()


_ONSETS: tuple[str, ...] = (
    "", *"ptkbdgfsjCmnñlrRy",
    "pr", "br", "tr", "dr", "kr", "gr", "fr", "pl", "bl", "kl", "gl", "fl",
)  # fmt: skip
_GLIDES = ("ia", "ie", "io", "iu", "ua", "ue", "ui", "uo", "ai", "ei", "oi", "au", "eu", "ou")
_CODAS: tuple[str, ...] = ("", *"nsrlmdktpbgf")
_GLIDE_CODAS = ("", "n", "s", "r", "l")


def legal_syllables() -> Iterator[tuple[str, float]]:
    """Yield the syllables that Spanish has, and how much rarer than plain ones they are (nats)."""
    for onset in _ONSETS:
        group = 0.5 if len(onset) > 1 else 0.0
        for nucleus, codas in [(v, _CODAS) for v in VOWELS] + [(g, _GLIDE_CODAS) for g in _GLIDES]:
            glide = 0.5 if len(nucleus) > 1 else 0.0
            for coda in codas:
                closed = 0.0 if not coda else 0.3 if coda in "nsrl" else 1.5
                yield onset + nucleus + coda, group + glide + closed


@lru_cache(maxsize=4)
def free_graph(costs: Costs | None = None) -> Graph:
    """Return the graph of the free path: any syllables, which are the words that come back.

    Joined without spaces they spell what was heard.
    """
    costs = costs or Costs()
    builder = _Builder(Costs(silence=costs.silence, again=0.0))
    for phones, rarity in legal_syllables():
        builder.phrase([write(phones)], [phones], costs.syllable + rarity)
    return builder.graph()
