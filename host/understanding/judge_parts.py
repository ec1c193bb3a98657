"""Answers taken apart: the forms of a card's answer, and what of an utterance counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from host.understanding.judge_words import WordLists, given_names, word_lists
from host.understanding.numbers import Value, parse, to_words, tokens
from host.understanding.sounds import readings
from host.understanding.text import normalise

_PARENTHESES = re.compile(r"\(([^()]*)\)")
_JOINED = re.compile(r"\s(?:y|e|and)\s|&|\+", re.IGNORECASE)
_PIECES = re.compile(r"[,;:!?…]+(?=\s|$)|(?<=\w\w\w)\.+(?=\s|$)|\.{2,}")
# Longer speech than this is no answer; only its end is looked at.
_MOST_TOKENS = 60


@dataclass(frozen=True, slots=True)
class Unit:
    """A word or a number that carries meaning.

    Attributes:
        text: As normalised, a number as it was said.
        spoken: The same with a number in words.
        value: What it is worth; None for a word.
        keys: Its phonetic keys.
    """

    text: str
    spoken: str
    value: Value | None
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the answer.

    Attributes:
        text: As on the card.
        joined: All of it, normalised.
        units: What must be said.
        loose: Words of it that may be left out (titles, units of measure).
        keys: Phonetic keys of the whole, with and without small words.
        derived: It is a surname taken out of a name.
        certain: It is as good as the name; a common surname or given name is only half.
        person: It begins with a given name.
        proper: A bare proper name ("Lautaro"): it begins with a capital and no article.
        title: It begins with an article in capitals ("El grito").
        named: Two words, each with a capital ("Ada Lovelace"): a name, and the first of them
            alone may be meant for it.
        capital: A word that must be said is written with a capital.
    """

    text: str
    joined: str
    units: tuple[Unit, ...]
    loose: frozenset[str]
    keys: tuple[str, ...]
    derived: bool = False
    certain: bool = True
    person: bool = False
    proper: bool = False
    title: bool = False
    named: bool = False
    capital: bool = False

    @property
    def numeric(self) -> bool:
        """All that must be said is numbers."""
        return all(unit.value is not None for unit in self.units)


def _keys(texts: list[str], language: str) -> tuple[str, ...]:
    found = (key for text in texts for key in readings(text, language) if key)
    return tuple(dict.fromkeys(found))


def canonical(text: str, language: str) -> tuple[str, ...]:
    """Return the tokens of `text`, Roman numerals as digits (lower case would hide them)."""
    out = list(tokens(text, language))
    for number in parse(text, language):
        if number.kind == "roman":
            out[number.start] = str(number.value)
    return tuple(out)


@lru_cache(maxsize=4096)
def units(all_tokens: tuple[str, ...], language: str) -> tuple[Unit, ...]:
    """Return the numbers and words among `canonical` tokens, in order.

    A lone article (un, una, a) is a word here, not a number.
    """
    numbers = {n.start: n for n in parse(" ".join(all_tokens), language) if n.kind != "article"}
    out: list[Unit] = []
    i = 0
    while i < len(all_tokens):
        number = numbers.get(i)
        if number is None:
            word = all_tokens[i]
            out.append(Unit(word, word, None, readings(word, language)))
            i += 1
            continue
        span = " ".join(all_tokens[i : number.end])
        whole = isinstance(number.value, int) and number.value < 10**15
        spoken = to_words(int(number.value), "en" if language == "en" else "es") if whole else span
        out.append(Unit(span, spoken, number.value, _keys([spoken], language)))
        i = number.end
    return tuple(out)


def _required(
    every: tuple[Unit, ...], lists: WordLists, asked: frozenset[str]
) -> tuple[tuple[Unit, ...], frozenset[str]]:
    """Return the units that must be said and the words that need not."""
    content = tuple(u for u in every if u.value is not None or not lists.has("stop", u.text))
    content = content or every
    loose: set[str] = set()

    def drop(left: tuple[Unit, ...], *, name: str) -> tuple[Unit, ...]:
        kept = tuple(u for u in left if u.value is not None or not lists.has(name, u.text))
        if not kept or len(kept) == len(left):
            return left
        loose.update(u.text for u in left if u not in kept)
        return kept

    content = drop(content, name="head")
    without_measures = drop(content, name="unit")
    # "Cien grados" may be "cien"; "cien años de soledad" may not be "cien soledad".
    if all(u.value is not None for u in without_measures):
        content = without_measures
    unasked = tuple(u for u in content if u.value is not None or u.text not in asked)
    if unasked and any(u.value is None for u in unasked):
        loose.update(u.text for u in content if u not in unasked)
        content = unasked
    return content, frozenset(loose)


@lru_cache(maxsize=4096)
def forms(text: str, language: str, asked: frozenset[str]) -> tuple[Form, ...]:
    """Return the forms of one entry of a card: itself, without brackets, surnames.

    Args:
        text: The answer, or one of its accepted or rejected forms.
        language: "es" or "en".
        asked: Words of the question, which the answer need not repeat.
    """
    lists = word_lists(language)
    out: list[Form] = []
    bare = _PARENTHESES.sub(" ", text)
    for written in dict.fromkeys((text, bare if normalise(bare) else text)):
        all_tokens = canonical(written, language)
        every = units(all_tokens, language)
        if not every:
            continue
        needed, loose = _required(every, lists, asked)
        if len(needed) == 1 and needed[0].value is None and lists.has("unit", needed[0].text):
            loose = frozenset()
        spoken = [" ".join(unit.spoken for unit in kept) for kept in (every, needed)]
        names = given_names()
        # The first words of a person's name are known; a "y" makes two people of it.
        person = (
            len(needed) > 1
            and needed[0].text in names
            and all(unit.value is None for unit in needed)
            and not _JOINED.search(written)
        )
        capital = written.lstrip("¿¡«\"'(")[:1].isupper()
        capitals = {normalise(word) for word in written.split() if word[:1].isupper()}
        alone = len(needed) == 1 and needed[0].text in names and any(t in loose for t in all_tokens)
        article = lists.has("article", all_tokens[0])
        form = Form(
            written,
            " ".join(all_tokens),
            needed,
            loose,
            _keys(spoken, language),
            certain=not alone,  # "Sir Edmund" is Hillary, "Edmund" may be anyone
            person=person,
            capital=any(unit.text in capitals for unit in needed),
            proper=capital and not article,
            title=capital and article,
            named=capital and not article and _is_named(written, needed),
        )
        out.append(form)
        if person:
            out.extend(_surnames(form, language, lists))
    return tuple(out)


def _is_named(written: str, needed: tuple[Unit, ...]) -> bool:
    """Tell whether it is a name of two words, both written with a capital."""
    capitals = {normalise(word) for word in written.split() if word[:1].isupper()}
    named = all(unit.value is None and unit.text in capitals for unit in needed)
    return named and len(needed) == 2 and not _JOINED.search(written)


def _surnames(form: Form, language: str, lists: WordLists) -> list[Form]:
    names = given_names()
    first = next((i for i, u in enumerate(form.units) if u.text not in names), 0)
    if not first:
        first = len(form.units) - 1
    out: list[Form] = []
    for start in sorted({first, len(form.units) - 1}):
        part = form.units[start:]
        spoken = " ".join(unit.text for unit in part)
        common = len(part) == 1 and lists.has("common_surname", spoken)
        loose = frozenset(unit.text for unit in form.units[:start]) | form.loose
        keys = _keys([spoken], language)
        out.append(
            Form(
                form.text,
                spoken,
                part,
                loose,
                keys,
                derived=True,
                certain=not common,
                proper=True,
                capital=True,
            )
        )
    return out


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of speech between commas or corrections."""

    tokens: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What of an utterance counts.

    Attributes:
        whole: All of it.
        pieces: The pieces behind the last correction, each with something in it.
        passed: The speaker passed ("no sé").
        hesitation: Nothing but "eh" and its like.
    """

    whole: Piece
    pieces: tuple[Piece, ...]
    passed: bool
    hesitation: bool


def _meaningful(piece: tuple[str, ...], lists: WordLists) -> bool:
    return any(not lists.has("stop", t) and not lists.has("filler", t) for t in piece)


@lru_cache(maxsize=1024)
def said(text: str, language: str) -> Said:
    """Take an utterance apart; what was taken back ("no, perdón, X", "X o Y") is left out."""
    lists = word_lists(language)
    everything = canonical(text, language)[-_MOST_TOKENS:]
    passed = False
    groups: list[list[Piece]] = [[]]
    for stretch in _PIECES.split(text):
        words = canonical(stretch, language)[-_MOST_TOKENS:]
        if len(words) == 1 and lists.has("pass_alone", words[0]):
            passed = True
            continue
        piece: list[str] = []
        negated = False
        i = 0
        while i < len(words):
            step = lists.phrase_at("pass", words, i)
            if step:
                passed = True
                i += step
                continue
            if lists.phrase_at("negation", words, i) and piece:
                break  # "Austria y no Australia": the rest is what it is not
            step = lists.phrase_at("correction", words, i)
            if not step:
                piece.append(words[i])
                i += 1
                continue
            if lists.has("no", words[i]) and not _meaningful(tuple(piece), lists):
                following = words[i + 1] if i + 1 < len(words) else ""
                negated = lists.has("copula", following) or (bool(piece) and bool(following))
            groups[-1].append(Piece(tuple(piece)))
            groups.append([])
            piece = []
            i += step
        groups[-1].append(Piece(tuple(piece), negated))
    full = [[p for p in group if _meaningful(p.tokens, lists)] for group in groups]
    last = next((group for group in reversed(full) if group), [])
    if not last:
        # Only small words: they count as they are, for answers that have no others.
        last = [p for group in groups for p in group if p.tokens]
    hesitation = all(lists.has("hesitation", token) for token in everything)
    return Said(Piece(everything), tuple(last), passed, hesitation)
