"""The word lists of the answer judge, read once from ``data/judge_LANG.txt``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class WordLists:
    """Lists of words by name; a phrase is a tuple of several words."""

    lists: dict[str, frozenset[tuple[str, ...]]]

    def has(self, name: str, word: str) -> bool:
        """Tell whether the list `name` holds the single word `word`."""
        return (word,) in self.lists.get(name, frozenset())

    def phrase_at(self, name: str, tokens: tuple[str, ...], i: int) -> int:
        """Return how many tokens the longest phrase of `name` takes at `i`, 0 for none."""
        fits = (p for p in self.lists.get(name, frozenset()) if tokens[i : i + len(p)] == p)
        return max(map(len, fits), default=0)

    def count(self, tokens: tuple[str, ...]) -> int:
        """Return how many of `tokens` are single words of any list."""
        return sum(any((token,) in words for words in self.lists.values()) for token in tokens)


def _text(name: str) -> str:
    return (resources.files("host.understanding") / "data" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=4)
def word_lists(language: str) -> WordLists:
    """Return the lists of `language` ("es" or "en"; any other gets the Spanish ones)."""
    lists: dict[str, frozenset[tuple[str, ...]]] = {}
    for line in _text(f"judge_{language if language == 'en' else 'es'}.txt").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, words = line.partition(":")
            lists[name] = frozenset(tuple(phrase.split("_")) for phrase in words.split())
    return WordLists(lists)


@lru_cache(maxsize=1)
def given_names() -> frozenset[str]:
    """Return the given names by which the judge knows an answer for a person."""
    lines = _text("given_names.txt").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())
