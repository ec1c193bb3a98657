"""How far a piece of speech is one form of an answer: all of it, part of it, or another."""

from __future__ import annotations

import re
from dataclasses import dataclass

from host.understanding.judge_company import company
from host.understanding.judge_parts import Form, Piece, Unit, units
from host.understanding.judge_sounds import (
    budget_of,
    changes_ending,
    changes_start,
    how_far,
    sounds_like,
)
from host.understanding.judge_words import WordLists
from host.understanding.numbers import Value
from host.understanding.sounds import key, similarity

EXACT, _BY_SOUND, _DERIVED = 100.0, 99.0, 95.0
# Grades of a match: all of it; nearly or partly; not.
RIGHT, HALF, NONE = 2, 1, 0
# The weight of a number beside words, which weigh as many as they have letters.
_NUMBER_WEIGHT = 4
# From this share of the answer on, the rest missing is a doubt and no error.
_HALF_SHARE = 0.6
# "Abejita" is the bee, "cafecito" the coffee.
_DIMINUTIVE = re.compile(r"(.{3,}?)(?:e?c)?it([oa]s?)")


@dataclass(frozen=True, slots=True)
class Match:
    """How far something said is a form of the card.

    Attributes:
        grade: `RIGHT`, `HALF` or `NONE`.
        score: How near, 0 to 100.
        reason: Why, in a few English words.
        form: The form as on the card.
        size: How many words of it must be said.
        nearest: The best score of any form, fitting or not.
        span: Where in the last piece of speech it was said; (0, 0) for elsewhere.
    """

    grade: int
    score: float
    reason: str
    form: str = ""
    size: int = 0
    nearest: float = 0.0
    span: tuple[int, int] = (0, 0)


NO_MATCH = Match(NONE, 0.0, "another answer")


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of one side of a card, the right forms or the rejected ones.

    Attributes:
        language: "es" or "en".
        lists: The word lists of the language.
        asked: Words of the question that are not in the answer.
        known: Words of any form on this side.
        offered: Words of a question that names the answer among others.
        persons: The answer is a person.
        longest: How many words the answer itself needs.
    """

    language: str
    lists: WordLists
    asked: frozenset[str]
    known: frozenset[str]
    offered: frozenset[str] = frozenset()
    persons: bool = False
    longest: int = 1


class Matcher:
    """Compares one piece of speech with one form."""

    def __init__(self, piece: Piece, form: Form, context: Context) -> None:
        self._form = form
        self._context = context
        self._units = units(piece.tokens, context.language)
        self._joined = " ".join(piece.tokens)
        self._key = key(self._joined, context.language)

    def match(self) -> Match:
        """Return how far the piece is the form."""
        form = self._form
        if self._joined == form.joined:
            score = _DERIVED if form.derived else EXACT
            return self._made(RIGHT, score, "as written", (0, len(self._units)))
        conflict = self._number_conflict()
        if conflict:
            return self._made(NONE, 0.0, conflict)
        return max(self._by_words(), self._by_sound(), key=lambda m: (m.grade, m.score))

    def _made(self, grade: int, score: float, reason: str, span: tuple[int, int] = (0, 0)) -> Match:
        form = self._form
        if grade == RIGHT and not form.certain:
            grade, reason = HALF, "a name that many have"
        return Match(grade, score, reason, form.text, len(form.units), span=span)

    def _nearness(self) -> float:
        content = [u.spoken for u in self._units if not self._is_filler(u)]
        said_key = key(" ".join(content), self._context.language)
        whole = max((similarity(said_key, k) for k in self._form.keys), default=0.0)
        return min(whole, 98.0)

    def _is_filler(self, unit: Unit) -> bool:
        lists = self._context.lists
        if unit.value is not None:
            return False
        word = unit.text
        return (
            len(word) == 1
            or word in self._context.known
            or word in self._context.asked
            or any(lists.has(name, word) for name in ("stop", "filler", "head"))
        )

    def _numbers(self) -> list[Value]:
        numbers = [u.value for u in self._units if u.value is not None]
        lists = self._context.lists
        if not numbers and self._form.numeric:
            # "Una" answers "how many?" when nothing else does.
            articles = ("un", "una") if self._context.language != "en" else ("a", "an")
            numbers.extend(1 for u in self._units if u.text in articles)
        year = self._form.numeric and any(u.value and u.value > 999 for u in self._form.units)
        if year and any(lists.has("month", u.text) for u in self._units):
            numbers = [n for n in numbers if n > 31]
        return numbers

    def _number_conflict(self) -> str:
        """Numbers differ in value: no likeness of sound mends that (D4)."""
        wanted = [u.value for u in self._form.units if u.value is not None]
        got = self._numbers()
        if not wanted or not got:
            return ""
        if any(value not in got for value in wanted) and len(got) >= len(wanted):
            return "another number"
        lists = self._context.lists
        measures = {u.text for u in self._units if lists.has("unit", u.text)}
        meant = {word for word in self._form.loose if lists.has("unit", word)}
        if self._form.numeric:
            if any(lists.has("minus", u.text) for u in self._units):
                return "another sign"
            if measures and meant and not measures & meant:
                return "another unit"
        return ""

    def _pair_up(self) -> tuple[list[Unit], set[int], bool]:
        """Find each needed unit in the speech: those missing, indices used, all exact."""
        missing: list[Unit] = []
        used: set[int] = set()
        exact = True
        numbers = self._numbers()
        for unit in self._form.units:
            if unit.value is not None and unit.value in numbers:
                numbers.remove(unit.value)
                place = [
                    i for i, u in enumerate(self._units) if u.value == unit.value and i not in used
                ]
                used.update(place[:1])
                continue
            best = -1
            for i, other in enumerate(self._units):
                if i in used or other.value is not None:
                    continue
                if other.text == unit.text:
                    best = i
                    break
                off, _ = how_far(other.keys[0], unit.keys)
                good = off == 0 if unit.value is not None else False
                if best < 0 and (good or (unit.value is None and self._alike(other, unit))):
                    best = i
            if best < 0:
                missing.append(unit)
            else:
                used.add(best)
                exact = exact and how_far(self._units[best].keys[0], unit.keys)[0] == 0
        return missing, used, exact

    def _alike(self, other: Unit, unit: Unit) -> bool:
        if self._context.lists.has("stop", other.text):
            return False
        small = _DIMINUTIVE.fullmatch(other.text) if self._context.language == "es" else None
        if small and unit.text in (small[1], small[1] + small[2], small[1] + "e"):
            return True
        return sounds_like(other.keys[0], unit.keys)[0]

    def _extras(self, used: set[int]) -> list[Unit]:
        return [
            unit
            for i, unit in enumerate(self._units)
            if i not in used and not self._is_filler(unit) and unit.text not in self._form.loose
        ]

    def _by_words(self) -> Match:
        missing, used, exact = self._pair_up()
        extras = self._extras(used)
        if missing:
            return self._partly(missing, extras)
        score = _BY_SOUND if exact else min(_DERIVED, self._nearness())
        return self._with_extras(
            extras, min(score, _DERIVED) if self._form.derived else score, exact, used
        )

    def _with_extras(self, extras: list[Unit], score: float, exact: bool, used: set[int]) -> Match:
        """Grade an answer that was said, with `extras` around it; `used` are its places."""
        form = self._form
        span = (min(used, default=0), max(used, default=-1) + 1)
        numbers = [u for u in extras if u.value is not None]
        if form.numeric:
            spare = self._numbers()
            for unit in form.units:
                if unit.value in spare:
                    spare.remove(unit.value)
            if spare:
                return self._made(HALF, score, "more than one number")
            return self._made(RIGHT, score, "the number", span)
        lists = self._context.lists
        around = company(
            self._units[: span[0]],
            self._units[span[1] :],
            form,
            lists,
            self._is_filler,
            persons=self._context.persons,
            alias=len(form.units) < self._context.longest,
        )
        single = len(form.units) == 1 or form.derived
        if single and around == "other":
            return self._made(NONE, self._nearness(), "another of that name")
        if not extras:
            return self._made(RIGHT, score, "by meaning", span)
        if any(unit.text in self._context.offered for unit in extras):
            return self._made(HALF, score, "more than one of those offered")
        if len(form.units) > 1 and not form.derived:
            if numbers and any(u.value is not None for u in form.units):
                return self._made(HALF, score, "more than one number")
            return self._made(RIGHT, score, "in a sentence", span)
        if any(lists.has("new", u.text) for u in extras):
            return self._made(NONE, self._nearness(), "part of another name")
        if around == "comment" and exact:
            return self._made(RIGHT, score, "in a sentence", span)
        if around == "perhaps" and not exact:
            return self._made(NONE, self._nearness(), "part of another name")
        return self._made(HALF, self._nearness(), "among other words", span)

    def _partly(self, missing: list[Unit], extras: list[Unit]) -> Match:
        form = self._form
        nearness = self._nearness()
        got = [unit for unit in form.units if unit not in missing]
        if form.derived or extras or not got:
            return self._made(NONE, nearness, "another answer")
        lists = self._context.lists
        if len(got) == 1 and any(lists.has("indefinite", u.text) for u in self._units):
            # "Un tratado" names the kind of thing that is asked for, and not which.
            return self._made(NONE, nearness, "only the kind of thing")
        first_name = len(form.units) == 2 and got == [form.units[0]]
        two_names = form.person and len(got) > 1 and got == list(form.units[: len(got)])
        first_name = two_names or (first_name and (form.person or (form.named and self._is_bare())))
        weight = sum(map(_weight, got)) / sum(map(_weight, form.units))
        if first_name or weight >= _HALF_SHARE:
            return self._made(HALF, nearness, "part of the answer")
        return self._made(NONE, nearness, "too little of the answer")

    def _is_bare(self) -> bool:
        """A name alone, with neither an article ("la torre") nor "nueva"."""
        lists = self._context.lists
        return not any(lists.has(n, u.text) for u in self._units for n in ("article", "new"))

    def _by_sound(self) -> Match:
        """Compare the whole by sound: words split, run together or misspelt."""
        form = self._form
        wanted = any(u.value is not None for u in form.units)
        if form.numeric and not self._is_free_of_numbers():
            return NO_MATCH
        best = NO_MATCH
        content = [u for u in self._units if u.value is not None or not self._is_stop(u)]
        if len(form.units) > 1:
            best = self._word_by_word(content)
        if wanted and not self._is_free_of_numbers():
            return best
        for start in range(len(self._units)):
            for end in range(start + 1, len(self._units) + 1):
                if end - start > 3 * len(form.joined.split()) + 3:
                    break
                candidate = self._window(start, end)
                best = max(best, candidate, key=lambda m: (m.grade, m.score))
        return best

    def _is_free_of_numbers(self) -> bool:
        return all(unit.value is None for unit in self._units)

    def _is_stop(self, unit: Unit) -> bool:
        return self._context.lists.has("stop", unit.text)

    def _word_by_word(self, content: list[Unit]) -> Match:
        """Add up what each word is off, where as many were said as are needed."""
        form = self._form
        content = [u for u in content if u.text not in form.loose]
        if len(content) > len(form.units):
            content = [
                u for u in content if not self._is_filler(u) or u.text in form.joined.split()
            ]
        if len(content) != len(form.units):
            return NO_MATCH
        off = length = 0
        for other, unit in zip(content, form.units, strict=True):
            if unit.value is not None and other.value is not None:
                if unit.value != other.value:
                    return NO_MATCH
                length += max(map(len, unit.keys), default=1)
                continue
            if unit.value != other.value or not other.keys[0]:
                return NO_MATCH
            apart, longer = how_far(other.keys[0], unit.keys)
            # A word that is quite another is not mended by the length of the rest.
            if 2 * apart > longer + 1:
                return NO_MATCH
            off, length = off + apart, length + longer
        score = 100.0 - 50.0 * off / max(length, 1)
        return self._graded(off, length, min(score, _BY_SOUND), [], set())

    def _graded(
        self, off: int, length: int, score: float, extras: list[Unit], used: set[int]
    ) -> Match:
        budget = budget_of(length)
        if self._form.derived:
            score = min(score, _DERIVED)
        if off <= budget:
            return self._with_extras(extras, score, off == 0, used)
        if off <= budget + 1 and length > 3 and not extras:
            return self._made(HALF, score, "nearly by sound")
        return NO_MATCH

    def _window(self, start: int, end: int) -> Match:
        text = " ".join(unit.text for unit in self._units[start:end])
        said_key = key(text, self._context.language)
        if not said_key:
            return NO_MATCH
        off, length = how_far(said_key, self._form.keys)
        if off > budget_of(length) + 1:
            return NO_MATCH
        if off and not self._edges_fit(start, end):
            return NO_MATCH
        extras = self._extras(set(range(start, end)))
        score = min(_BY_SOUND, 100.0 - 50.0 * off / length)
        if changes_ending(said_key, self._form.keys):
            return self._made(HALF, min(score, self._nearness()), "another ending")
        if off and len(self._form.units) == 1 and changes_start(said_key, self._form.keys):
            return self._made(HALF, min(score, self._nearness()), "another beginning")
        words = end - start
        several = len(self._form.units) > 1
        if (
            off
            and several
            and words == len(self._form.joined.split())
            and self._differs(start, end)
        ):
            return NO_MATCH
        return self._graded(off, length, score, extras, set(range(start, end)))

    def _edges_fit(self, start: int, end: int) -> bool:
        """An article is no likeness (la oveja, la abeja), nor a small word at the end."""
        form = self._form.joined.split()
        lists = self._context.lists
        first, last = self._units[start].text, self._units[end - 1].text
        if end - start > 1 and lists.has("article", first) and lists.has("article", form[0]):
            rest = " ".join(unit.text for unit in self._units[start + 1 : end])
            if changes_start(key(rest, self._context.language), self._form.keys):
                return False
        return len(self._form.units) == 1 or not lists.has("stop", last) or last in form

    def _differs(self, start: int, end: int) -> bool:
        """Tell whether a word of the window is quite another than the form's at its place."""
        mine = self._units[start:end]
        theirs = self._form.joined.split()
        for other, word in zip(mine, theirs, strict=True):
            wanted = [u.keys for u in self._form.units if u.text == word]
            if wanted:
                apart, longer = how_far(other.keys[0], wanted[0])
                if 2 * apart > longer + 1:
                    return True
        return False


def _weight(unit: Unit) -> int:
    return _NUMBER_WEIGHT if unit.value is not None else len(unit.text)
