"""Which answer of a category comes nearest by sound: the card's, or another's?

An ear that writes what it never saw («Surcuenen» for «Sor Juana») leaves the judge of meaning
nothing to go by. But all answers of the category are known, right ones and wrong ones: what
sounds clearly more like an answer of this card than like any other was meant for it, and what
sounds more like another was not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from host.understanding.judge_words import WordLists, word_lists
from host.understanding.sounds import key, readings, similarity
from host.understanding.text import normalise, words

MOST_LEAD_WORDS = 5
"""So many words in front («creo que la respuesta es») are left out at most."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """How near a text sounds to both sides of a card, 0 to 100.

    Attributes:
        mine: to the nearest right form of the card.
        other: to the nearest form of the category that is not right for it.
        rival: that form; "" if there is none.
    """

    mine: float
    other: float
    rival: str = ""

    @property
    def margin(self) -> float:
        """By how much the card's own form is nearer; below 0 another is."""
        return self.mine - self.other


class Field:
    """The forms of all answers of a category, as they sound in a language."""

    def __init__(
        self, texts: Iterable[str], language: str, vocabulary: frozenset[str] = frozenset()
    ) -> None:
        """Spell the forms, right and wrong ones of all cards.

        Args:
            texts: the forms.
            language: "es" or "en".
            vocabulary: words that there are, normalised: what else may have been said.
        """
        self.language = language
        self._vocabulary = vocabulary
        self._forms = {
            normalise(text): tuple(k for k in readings(text, language) if k) for text in texts
        }
        self._forms.pop("", None)
        self._nearest = lru_cache(maxsize=16)(self._likeness)

    def __contains__(self, text: str) -> bool:
        """Tell whether a text is a form of the field to the letter."""
        return normalise(text) in self._forms

    def is_written_well(self, text: str) -> bool:
        """Tell whether a text has none but words that there are."""
        said = words(text)
        return bool(said) and self._vocabulary.issuperset(said)

    def contrast(
        self,
        heard: str,
        mine: Sequence[str],
        right: Callable[[str], bool],
        *,
        loose: bool = False,
    ) -> Contrast:
        """Compare what was heard with the card's forms and with all others.

        Args:
            heard: the text, with lead-ins («creo que es») or without.
            mine: the right forms of the card, which is one of the field's.
            right: tells whether another form is right for the card as well.
            loose: what stands in front may be garbled too («yogigo» for «yo digo»).
        """
        own = {normalise(text) for text in mine}
        keys = {k for text in own for k in self._forms.get(text, ())}
        best = 0.0
        other: tuple[float, str] | None = None
        for score, text in self._nearest(heard, loose):
            if text in own:
                best = max(best, score)
            elif other is None and not keys & set(self._forms[text]) and not right(text):
                other = score, text
            if best and other is not None:
                break
        return Contrast(best, *(other or (0.0, "")))

    def _likeness(self, heard: str, loose: bool) -> tuple[tuple[float, str], ...]:
        """Return all forms with their likeness to a text, the nearest first."""
        said = spoken_keys(heard, self.language, loose=loose)
        found = (
            (max((similarity(s, k) for s in said for k in keys), default=0.0), text)
            for text, keys in self._forms.items()
        )
        return tuple(sorted(found, reverse=True))


@lru_cache(maxsize=64)
def spoken_keys(heard: str, language: str, *, loose: bool = False) -> tuple[str, ...]:
    """Return the keys of a text, as it is and without what leads up to an answer.

    That is words of which the judge knows that they do, or with `loose` any words, up to
    `MOST_LEAD_WORDS`.
    """
    lists = word_lists(language)
    tokens = words(heard)
    found = [tokens]
    while tokens and (len(found) <= MOST_LEAD_WORDS if loose else _leads(tokens[0], lists)):
        tokens = tokens[1:]
        found.append(tokens)
    return tuple(dict.fromkeys(key(" ".join(rest), language) for rest in found if rest))


def _leads(word: str, lists: WordLists) -> bool:
    return lists.has("filler", word) or lists.has("stop", word)
