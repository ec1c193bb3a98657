"""What stands around an utterance: the host's name, the speaker's, and words that say nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.engine.game import Seat
from host.understanding.heard import Tokens, ends_with, in_words, starts_with, text_of, tokenise
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key, similarity

SEAT_PREFIX = 80.0
"""From here a word in front is a seat's name."""

SEAT_MARGIN = 6.0
"""It must be this much less like any other seat's name."""

HOST_NAME = 75.0
"""From here words in front are the host's name."""


class Surroundings:
    """Strips utterances at one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat]) -> None:
        """Take the names of a table."""
        self._phrasebook = phrasebook
        self._language = phrasebook.language
        self.seat_words = {
            seat: tuple(t.word for t in tokenise(in_words(seat, self._language), self._language))
            for seat in seats
        }
        self.seat_keys = {seat: self.key(" ".join(w)) for seat, w in self.seat_words.items()}
        self.before = phrasebook.fillers("before")
        self.after = phrasebook.fillers("after")
        names = {word for words in self.seat_words.values() for word in words}
        called = {g for g in phrasebook.groups("vocatives") if not names & set(g)}
        self.called = frozenset(called)
        leads = phrasebook.groups("asking_leads")
        self._front = sorted({*self.before, *called, *leads}, key=lambda g: -len(g))
        self._back = sorted({*self.after, *called}, key=lambda g: -len(g))
        self._host = tuple(self.key(" ".join(g)) for g in phrasebook.groups("host_names"))

    def key(self, words: str) -> str:
        """Return how words sound in the table's language."""
        return key(words, self._language)

    def variants(self, tokens: Tokens) -> Iterator[tuple[Tokens, Seat | None]]:
        """Yield the utterance with less and less around it, and the seat named in front."""
        seen: set[tuple[str, Seat | None]] = set()
        for base, who in self.with_seat(tokens):
            for variant in self.without_fillers(base):
                sign = (text_of(variant), who)
                if sign not in seen:
                    seen.add(sign)
                    yield variant, who

    def with_seat(self, tokens: Tokens) -> Iterator[tuple[Tokens, Seat | None]]:
        """Yield the utterance, and what is left of it behind a seat's name in front."""
        named = self.seat_in_front(tokens)
        if named is None or named[2] != ":":
            yield tokens, None
        if named is not None and named[1]:
            yield named[1], named[0]
        # A filler may stand before the name: "bueno, Ana tres".
        if named is None:
            for group in self.before:
                if starts_with(tokens, group):
                    named = self.seat_in_front(tokens[len(group) :])
                    if named is not None and named[1]:
                        yield named[1], named[0]
                    break

    def seat_in_front(self, tokens: Tokens) -> tuple[Seat, Tokens, str] | None:
        """Return the seat that the utterance begins with, the rest, and the mark between."""
        for group in self._phrasebook.groups("self_names"):
            if starts_with(tokens, group):
                found = self._seat_in_front_bare(tokens[len(group) :])
                if found is not None:
                    return found[0], found[1], ":"
        return self._seat_in_front_bare(tokens)

    def _seat_in_front_bare(self, tokens: Tokens) -> tuple[Seat, Tokens, str] | None:
        for seat, words in self.seat_words.items():
            if words and starts_with(tokens, words):
                return seat, tokens[len(words) :], tokens[len(words) - 1].mark
        best: tuple[float, Seat, int] | None = None
        second = 0.0
        for seat, words in self.seat_words.items():
            for length in {len(words), len(words) + 1, max(1, len(words) - 1)}:
                if length > len(tokens):
                    continue
                score = similarity(self.key(text_of(tokens[:length])), self.seat_keys[seat])
                if best is None or score > best[0]:
                    second = best[0] if best is not None and best[1] != seat else second
                    best = (score, seat, length)
                elif seat != best[1]:
                    second = max(second, score)
        if best is None or best[0] < SEAT_PREFIX or best[0] - second < SEAT_MARGIN:
            return None
        return best[1], tokens[best[2] :], tokens[best[2] - 1].mark

    def without_fillers(self, tokens: Tokens) -> list[Tokens]:
        """Return the utterance with less and less around it, the whole first."""
        fronts = [tokens]
        rest = tokens
        while (cut := self._longest(rest, self._front, front=True)) and cut < len(rest):
            rest = rest[cut:]
            fronts.append(rest)
        found: list[Tokens] = []
        for front in fronts:
            found.append(front)
            rest = front
            while (cut := self._longest(rest, self._back, front=False)) and cut < len(rest):
                rest = rest[:-cut]
                found.append(rest)
        return found

    def like_seat(self, tokens: Tokens, seat: Seat) -> float:
        """Return how much words sound like a seat's name, 0 to 100."""
        return similarity(self.key(text_of(tokens)), self.seat_keys[seat])

    def _longest(self, tokens: Tokens, groups: Sequence[tuple[str, ...]], *, front: bool) -> int:
        """Return the length of the longest group at that end; groups are sorted by length."""
        test = starts_with if front else ends_with
        return next((len(group) for group in groups if test(tokens, group)), 0)

    def strip_host(self, tokens: Tokens) -> tuple[Tokens, bool]:
        """Cut the host's name off either end."""
        rest = tokens
        for call in self._phrasebook.groups("host_calls"):
            if starts_with(tokens, call):
                rest = tokens[len(call) :]
                break
        for front in (tokens, rest):
            for length in (1, 2, 3):
                if length <= len(front) and self._is_host(front[:length]):
                    return front[length:], True
        if len(tokens) > 1 and self._is_host(tokens[-1:]):
            return tokens[:-1], True
        return tokens, False

    def _is_host(self, tokens: Tokens) -> bool:
        heard = self.key(text_of(tokens))
        return any(similarity(heard, host) >= HOST_NAME for host in self._host)
