"""The answer judge: is what was said the answer of the card, by meaning?

A pure function behind which stands a labelled table (``tests/data/judge.tsv``). No single
cut-off separates right from wrong (pitfalls D2-D4): numbers are compared as values, every
word that carries meaning is needed, and words are compared by sound with a budget that
grows with their length. Doubt is "unsure" and goes to the table; silence is "nothing".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from host.understanding.judge_parts import Form, Piece, Unit, forms, said, units
from host.understanding.judge_words import WordLists, given_names, word_lists
from host.understanding.numbers import Value, tokens
from host.understanding.sounds import distance, key, similarity

Verdict = Literal["right", "wrong", "unsure", "nothing"]

_EXACT, _BY_SOUND, _DERIVED = 100.0, 99.0, 95.0
# Grades of a match: all of it; nearly or partly; not.
_RIGHT, _HALF, _NONE = 2, 1, 0
# The weight of a number beside words, which weigh as many as they have letters.
_NUMBER_WEIGHT = 4
# From this share of the answer on, the rest missing is a doubt and no error.
_HALF_SHARE = 0.6
# A rejected form this near wins over a doubtful match even if it fits only roughly.
_NEAR_REJECT = 75.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge found.

    Attributes:
        verdict: right, wrong, unsure (ask the table) or nothing (nothing was heard).
        score: How near it came to the nearest form, 0 to 100.
        matched: The form of the card that it came nearest to, "" if none.
        reason: Why, in a few English words, for the journal.
    """

    verdict: Verdict
    score: float
    matched: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Match:
    grade: int
    score: float
    reason: str
    form: str = ""
    size: int = 0
    nearest: float = 0.0  # the best score of any form, fitting or not


_NO_MATCH = _Match(_NONE, 0.0, "another answer")


def _budget(phones: int) -> int:
    """Return how far off (2 a phone, 1 a confusable one) a key of that length may be."""
    if phones <= 5:
        return 0
    if phones == 6:
        return 1
    if phones <= 9:
        return 2
    return 3 if phones <= 12 else 4


def _off(said_key: str, keys: Sequence[str]) -> tuple[int, int]:
    """Return the distance to the nearest of `keys` and the longer length of that pair."""
    pairs = ((distance(said_key, k), max(len(said_key), len(k))) for k in keys)
    return min(pairs, default=(99, 1))


def _changes_ending(said_key: str, keys: Sequence[str]) -> bool:
    """Tell whether only the last vowel is another (Galileo, Galilea), i for e apart."""
    if said_key in keys:
        return False
    ends = (said_key[-1:] + k[-1:] for k in keys if said_key[:-1] == k[:-1])
    return any(set(pair) <= set("aeiou") and set(pair) != set("ei") for pair in ends)


def _sounds_like(said_key: str, keys: Sequence[str]) -> tuple[bool, bool]:
    """Return whether a word is another by sound, and whether it is nearly so."""
    if not said_key:
        return False, False
    off, length = _off(said_key, keys)
    budget = _budget(length)
    if _changes_ending(said_key, keys):
        return False, True
    return off <= budget, length > 3 and off <= budget + 1


@dataclass(frozen=True, slots=True)
class _Context:
    language: str
    lists: WordLists
    asked: frozenset[str]  # words of the question that are not in the answer
    known: frozenset[str]  # words of any form on this side


class _Matcher:
    """Compares one piece of speech with one form."""

    def __init__(self, piece: Piece, form: Form, context: _Context) -> None:
        self._form = form
        self._context = context
        self._units = units(piece.tokens, context.language)
        self._joined = " ".join(piece.tokens)
        self._key = key(self._joined, context.language)

    def match(self) -> _Match:
        """Return how far the piece is the form."""
        form = self._form
        if self._joined == form.joined:
            return self._made(_RIGHT, _DERIVED if form.derived else _EXACT, "as written")
        conflict = self._number_conflict()
        if conflict:
            return self._made(_NONE, 0.0, conflict)
        return max(self._by_words(), self._by_sound(), key=lambda m: (m.grade, m.score))

    def _made(self, grade: int, score: float, reason: str) -> _Match:
        form = self._form
        if grade == _RIGHT and not form.certain:
            grade, reason = _HALF, "a surname that many have"
        return _Match(grade, score, reason, form.text, len(form.units))

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
                off, _ = _off(other.keys[0], unit.keys)
                good = off == 0 if unit.value is not None else False
                if best < 0 and (good or (unit.value is None and self._alike(other, unit))):
                    best = i
            if best < 0:
                missing.append(unit)
            else:
                used.add(best)
                exact = exact and _off(self._units[best].keys[0], unit.keys)[0] == 0
        return missing, used, exact

    def _alike(self, other: Unit, unit: Unit) -> bool:
        stop = self._context.lists.has("stop", other.text)
        return not stop and _sounds_like(other.keys[0], unit.keys)[0]

    def _extras(self, used: set[int]) -> list[Unit]:
        return [
            unit
            for i, unit in enumerate(self._units)
            if i not in used and not self._is_filler(unit) and unit.text not in self._form.loose
        ]

    def _by_words(self) -> _Match:
        missing, used, exact = self._pair_up()
        extras = self._extras(used)
        if missing:
            return self._partly(missing, extras)
        score = _BY_SOUND if exact else min(_DERIVED, self._nearness())
        return self._with_extras(
            extras, min(score, _DERIVED) if self._form.derived else score, exact
        )

    def _with_extras(self, extras: list[Unit], score: float, exact: bool) -> _Match:
        form = self._form
        numbers = [u for u in extras if u.value is not None]
        if form.numeric:
            spare = self._numbers()
            for unit in form.units:
                if unit.value in spare:
                    spare.remove(unit.value)
            if spare:
                return self._made(_HALF, score, "more than one number")
            return self._made(_RIGHT, score, "the number")
        if not extras:
            return self._made(_RIGHT, score, "by meaning")
        lists = self._context.lists
        names = [u for u in extras if u.text in given_names()]
        if form.derived and names:
            return self._made(_NONE, self._nearness(), "another person of that surname")
        if len(form.units) > 1 and not form.derived:
            if numbers and any(u.value is not None for u in form.units):
                return self._made(_HALF, score, "more than one number")
            return self._made(_RIGHT, score, "in a sentence")
        if len(names) == len(extras) and not form.derived:
            return self._made(_RIGHT, score, "with a given name")
        if any(lists.has("new", u.text) for u in extras) or not exact:
            return self._made(_NONE, self._nearness(), "part of another name")
        return self._made(_HALF, self._nearness(), "among other words")

    def _partly(self, missing: list[Unit], extras: list[Unit]) -> _Match:
        form = self._form
        nearness = self._nearness()
        got = [unit for unit in form.units if unit not in missing]
        if form.derived or extras or not got:
            return self._made(_NONE, nearness, "another answer")
        first_name = form.person and len(form.units) == 2 and got == [form.units[0]]
        weight = sum(map(_weight, got)) / sum(map(_weight, form.units))
        if first_name or weight >= _HALF_SHARE:
            return self._made(_HALF, nearness, "part of the answer")
        return self._made(_NONE, nearness, "too little of the answer")

    def _by_sound(self) -> _Match:
        """Compare the whole by sound: words split, run together or misspelt."""
        form = self._form
        wanted = any(u.value is not None for u in form.units)
        if form.numeric and not self._is_free_of_numbers():
            return _NO_MATCH
        best = _NO_MATCH
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

    def _word_by_word(self, content: list[Unit]) -> _Match:
        """Add up what each word is off, where as many were said as are needed."""
        form = self._form
        content = [u for u in content if u.text not in form.loose]
        if len(content) > len(form.units):
            content = [
                u for u in content if not self._is_filler(u) or u.text in form.joined.split()
            ]
        if len(content) != len(form.units):
            return _NO_MATCH
        off = length = 0
        for other, unit in zip(content, form.units, strict=True):
            if unit.value is not None and other.value is not None:
                if unit.value != other.value:
                    return _NO_MATCH
                length += max(map(len, unit.keys), default=1)
                continue
            if unit.value != other.value or not other.keys[0]:
                return _NO_MATCH
            apart, longer = _off(other.keys[0], unit.keys)
            # A word that is quite another is not mended by the length of the rest.
            if 2 * apart > longer + 1:
                return _NO_MATCH
            off, length = off + apart, length + longer
        score = 100.0 - 50.0 * off / max(length, 1)
        return self._graded(off, length, min(score, _BY_SOUND), [])

    def _graded(self, off: int, length: int, score: float, extras: list[Unit]) -> _Match:
        budget = _budget(length)
        if self._form.derived:
            score = min(score, _DERIVED)
        if off <= budget:
            return self._with_extras(extras, score, off == 0)
        if off <= budget + 1 and length > 3 and not extras:
            return self._made(_HALF, score, "nearly by sound")
        return _NO_MATCH

    def _window(self, start: int, end: int) -> _Match:
        text = " ".join(unit.text for unit in self._units[start:end])
        said_key = key(text, self._context.language)
        if not said_key:
            return _NO_MATCH
        off, length = _off(said_key, self._form.keys)
        if off > _budget(length) + 1:
            return _NO_MATCH
        extras = self._extras(set(range(start, end)))
        score = min(_BY_SOUND, 100.0 - 50.0 * off / length)
        if _changes_ending(said_key, self._form.keys):
            return self._made(_HALF, min(score, self._nearness()), "another ending")
        words = end - start
        several = len(self._form.units) > 1
        if (
            off
            and several
            and words == len(self._form.joined.split())
            and self._differs(start, end)
        ):
            return _NO_MATCH
        return self._graded(off, length, score, extras)

    def _differs(self, start: int, end: int) -> bool:
        """Tell whether a word of the window is quite another than the form's at its place."""
        mine = self._units[start:end]
        theirs = self._form.joined.split()
        for other, word in zip(mine, theirs, strict=True):
            wanted = [u.keys for u in self._form.units if u.text == word]
            if wanted:
                apart, longer = _off(other.keys[0], wanted[0])
                if 2 * apart > longer + 1:
                    return True
        return False


def _weight(unit: Unit) -> int:
    return _NUMBER_WEIGHT if unit.value is not None else len(unit.text)


def _best_in_piece(piece: Piece, candidates: Sequence[Form], context: _Context) -> _Match:
    matches = [_Matcher(piece, form, context).match() for form in candidates]
    best = max(matches, key=lambda m: (m.grade, m.score, m.size), default=_NO_MATCH)
    best = replace(best, nearest=max((m.score for m in matches), default=0.0))
    if piece.negated and best.grade == _RIGHT:
        return replace(best, grade=_HALF, reason="perhaps denied")
    return best


def _best(heard_text: str, candidates: tuple[Form, ...], context: _Context) -> _Match:
    """Return the best match of the part of the speech that counts."""
    heard = said(heard_text, context.language)
    lists = context.lists

    def rank(m: _Match) -> tuple[int, float, int]:
        return m.grade, m.score, m.size

    # Titles such as "Vida o muerte" hold a word that else would take back what precedes it.
    odd = [f for f in candidates if any(lists.has("correction", w) for w in f.joined.split())]
    best = _best_in_piece(heard.whole, odd, context) if odd else _NO_MATCH
    pieces = heard.pieces
    if not pieces:
        return best
    final = _best_in_piece(pieces[-1], candidates, context)
    if len(pieces) > 1:
        together = Piece(sum((p.tokens for p in pieces), ()), pieces[0].negated)
        earlier = max((_best_in_piece(p, candidates, context) for p in pieces[:-1]), key=rank)
        goes_on = all(lists.has("goes_on", p.tokens[0]) for p in pieces[1:])
        if goes_on and earlier.grade == _RIGHT:
            final = max(final, earlier, key=rank)
        elif final.grade != _RIGHT:
            whole = _best_in_piece(together, candidates, context)
            if whole.grade == _RIGHT and earlier.grade != _RIGHT:
                final = whole
            elif earlier.grade == _RIGHT and final.grade == _NONE:
                final = _Match(_NONE, earlier.score, "the last answer counts", earlier.form)
    return max(best, final, key=rank)


def _content(text: str, language: str) -> frozenset[str]:
    lists = word_lists(language)
    return frozenset(t for t in tokens(text, language) if not lists.has("stop", t))


def judge(
    said_text: str,
    *,
    answer: str,
    accept: Sequence[str] = (),
    reject: Sequence[str] = (),
    question: str = "",
    language: str = "es",
) -> Judgement:
    """Judge what a player said.

    Args:
        said_text: What was heard, with or without lead-ins and corrections.
        answer: The answer on the card.
        accept: Other forms that are right.
        reject: Forms that are wrong however near they sound.
        question: The question; its words in what was said count for nothing.
        language: "es" or "en".

    Returns:
        The judgement; the same for the same arguments. Text without letters or digits, or
        nothing but hesitation, is "nothing" and never "wrong" (D5).
    """
    heard = said(said_text, language)
    whole = heard.whole.tokens
    if not whole:
        return Judgement("nothing", 0.0, "", "nothing heard")
    right_texts, wrong_texts = (answer, *accept), tuple(reject)
    joined = " ".join(tokens(said_text, language))
    exact_right = [t for t in right_texts if " ".join(tokens(t, language)) == joined]
    exact_wrong = [t for t in wrong_texts if " ".join(tokens(t, language)) == joined]
    if exact_right and exact_wrong:
        return Judgement("unsure", _EXACT, exact_right[0], "on both lists of the card")
    if exact_right:
        return Judgement("right", _EXACT, exact_right[0], "as written")
    if exact_wrong:
        return Judgement("wrong", _EXACT, exact_wrong[0], "a form that the card rejects")
    if heard.hesitation:
        return Judgement("nothing", 0.0, "", "only hesitation")
    return _weigh(said_text, right_texts, wrong_texts, question, language)


def _weigh(
    said_text: str,
    right_texts: tuple[str, ...],
    wrong_texts: tuple[str, ...],
    question: str,
    language: str,
) -> Judgement:
    asked = _content(question, language)
    sides: list[_Match] = []
    for texts in (right_texts, wrong_texts):
        known = frozenset().union(*(_content(text, language) for text in texts))
        # Where the question names the answer among others, naming all is no answer.
        echo = frozenset() if known & asked and known <= asked else asked
        candidates = tuple(form for text in texts for form in forms(text, language, echo))
        context = _Context(language, word_lists(language), echo - known, known)
        sides.append(_best(said_text, candidates, context))
    mine, theirs = sides
    return _decide(mine, theirs, said_text, right_texts, wrong_texts, language)


def _decide(
    mine: _Match,
    theirs: _Match,
    said_text: str,
    right_texts: tuple[str, ...],
    wrong_texts: tuple[str, ...],
    language: str,
) -> Judgement:
    """The nearer of the two lists wins; a tie goes to the table."""
    a, r = (mine.score, mine.size), (theirs.score, theirs.size)
    if theirs.grade == _RIGHT and (mine.grade != _RIGHT or r > a):
        return Judgement("wrong", theirs.score, theirs.form, "a form that the card rejects")
    if mine.grade == _RIGHT and theirs.grade == _RIGHT and a == r:
        return Judgement("unsure", mine.score, mine.form, "fits both lists of the card")
    if mine.grade == _RIGHT:
        if theirs.grade == _HALF and theirs.score > mine.score:
            return Judgement("unsure", mine.score, mine.form, "near to a rejected form")
        return Judgement("right", mine.score, mine.form, mine.reason)
    if mine.grade == _HALF:
        if theirs.nearest > mine.nearest and (theirs.grade or theirs.nearest >= _NEAR_REJECT):
            return Judgement("wrong", theirs.score, theirs.form, "nearer to a rejected form")
        return Judgement("unsure", mine.score, mine.form, mine.reason)
    words = _content(said_text, language)
    shared = any(words <= _content(text, language) for text in right_texts)
    if words and shared and any(words <= _content(text, language) for text in wrong_texts):
        return Judgement("unsure", mine.score, mine.form, "part of both lists of the card")
    passed = said(said_text, language).passed
    return Judgement("wrong", mine.score, mine.form, "passed" if passed else mine.reason)
