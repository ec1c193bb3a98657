"""The template files: reading, checking, and expanding them with hassil.

A file is YAML::

    lists:                        # named lists of word groups
      fillers_before: [bueno, a ver]
    rules:                        # used in templates as <go>
      go: (voy con|me pongo en)
    ranges: {level: [3, 2, 1]}    # the values that a slot may sensibly have
    stands_for: {place: card}     # a slot that says the value of another in other words
    beyond: {level: [0, 4]}       # more values, spelled by entries with `beyond: true`
    values:                       # words of values; seats and numbers need none
      category: {people: [personas, la gente]}
    always: [known]               # acts that are heard in every state
    when_asked: [vote]            # acts that are not heard at all in other states
    in_answers: [pass]            # acts that are heard where a quiz answer is awaited
    in_parts: [talk]              # acts whose details may come in any order, in one breath
    in_turn: [play]               # acts of which one person may say several, one a seat (D30)
    acts:
      place:
        - say: ["{level} puntos"]          # what people say, the plainest first
          also: ["nivel {level}"]          # what is only understood
          with: {}                         # details that the words imply
          only: {level: [2, 3]}            # fewer values for a slot
          beyond: true
          ask: true                        # never counts without a question back
          risky: true                      # may as well be a quiz answer
          unless: [count]                  # not heard where an option has such a slot

A region may call things otherwise: ``data/LANG/regions/TAG.yaml`` says which words of the
sentences are others there, and which forms of values come first::

    words: {baza: mano}           # «ninguna baza» is «ninguna mano»
    values: {rank: {J: [jota, sota]}}

What the host says is in the words of the table's region; every region's are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml
from hassil.expression import Sentence
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.sample import sample_expression

from host.engine.game import Json
from host.understanding.text import normalise

SEAT_SLOTS = frozenset({"seat", "target"})
"""Slots that hold the name of a seat of the table."""

_OWN_LISTS = frozenset({"help_commands"})
"""Lists that a game's file replaces; every other one it adds to."""

_SLOT = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"\{\w+\}|\w+")
"""A word of a sentence; a slot is one whole, so that no region renames it."""

_ENTRY_KEYS = frozenset({"say", "also", "with", "only", "beyond", "ask", "risky", "unless"})
_SETS = ("always", "when_asked", "in_answers", "in_parts", "in_turn")
_FILE_KEYS = frozenset(
    {"lists", "rules", "ranges", "stands_for", "beyond", "values", *_SETS, "acts"}
)


class PhrasebookError(ValueError):
    """A template file is missing or wrong; the text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Template:
    """One expanded sentence: its text with ``{slot}`` where a value goes."""

    text: str

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots in the order in which they are spoken."""
        return tuple(_SLOT.findall(self.text))

    def fill(self, forms: Mapping[str, str]) -> str:
        """Return the sentence with the words of its values."""
        return _SLOT.sub(lambda found: forms[found.group(1)], self.text)

    def around(self, forms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield for each slot the filled text before it and its words."""
        for found in _SLOT.finditer(self.text):
            before = Template(self.text[: found.start()]).fill(forms)
            yield before, forms[found.group(1)]


@dataclass(frozen=True, slots=True)
class Entry:
    """A group of sentences that mean the same (the keys of the file, see above)."""

    say: tuple[Template, ...]
    also: tuple[Template, ...] = ()
    fixed: Mapping[str, Json] = field(default_factory=dict)
    only: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    beyond: bool = False
    ask: bool = False
    risky: bool = False
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that the files of a language and a game hold, expanded."""

    acts: Mapping[str, tuple[Entry, ...]]
    lists: Mapping[str, tuple[tuple[str, ...], ...]]
    ranges: Mapping[str, tuple[Json, ...]]
    beyond: Mapping[str, tuple[Json, ...]]
    values: Mapping[str, Mapping[Json, tuple[str, ...]]]
    always: frozenset[str]
    when_asked: frozenset[str]
    in_answers: frozenset[str]
    in_parts: frozenset[str]
    in_turn: frozenset[str]
    stands_for: Mapping[str, str] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True, slots=True)
class Region:
    """Words of a region: those of sentences by the word they stand for, and forms of values."""

    tag: str
    words: Mapping[str, str]
    values: Mapping[str, Mapping[Json, tuple[str, ...]]]

    def said(self, template: Template) -> Template:
        """Return a sentence in the words of this region."""
        return Template(_WORD.sub(lambda m: self.words.get(m[0], m[0]), template.text))


@lru_cache(maxsize=16)
def load(language: str, game: str, region: str = "") -> Book:
    """Read ``common.yaml`` and ``GAME.yaml`` of a language, in the words of a region.

    Raises:
        PhrasebookError: a file is missing or wrong.
    """
    return _in_region(_load(language, game), region, regions_of(language))


@lru_cache(maxsize=4)
def regions_of(language: str) -> tuple[Region, ...]:
    """Return the regions of a language that have words of their own in its phrases.

    Raises:
        PhrasebookError: a file is wrong.
    """
    found = []
    folder = resources.files("host.understanding") / "data" / language / "regions"
    files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    for file in files:
        where = f"data/{language}/regions/{file.name}"
        raw = _yaml(file.read_text(encoding="utf-8"), where)
        _keys(raw, frozenset({"words", "values"}), where, "the file")
        words = _mapping(raw.get("words"), f"{where}: words")
        if wrong := [w for pair in words.items() for w in pair if not isinstance(w, str)]:
            raise PhrasebookError(f"{where}: words: {wrong[0]!r} needs quotes to be a word.")
        found.append(Region(file.name.removesuffix(".yaml"), words, _values(raw, where)))
    return tuple(found)


def _in_region(book: Book, region: str, regions: tuple[Region, ...]) -> Book:
    """Return a book that says the words of `region`, and understands those of all `regions`."""
    own = [each for each in regions if each.tag == region]

    def entry(plain: Entry) -> Entry:
        say, also = dict.fromkeys(plain.say), dict.fromkeys(plain.also)
        for each in regions:
            also |= dict.fromkeys(each.said(t) for t in (*plain.say, *plain.also))
        for each in own:
            also |= say  # still understood
            say = dict.fromkeys(each.said(t) for t in say)
        return replace(plain, say=tuple(say), also=tuple(t for t in also if t not in say))

    values = {slot: dict(forms) for slot, forms in book.values.items()}
    for each in own:
        for slot, forms in each.values.items():
            if slot in values:
                values[slot] |= forms
    acts = {act: tuple(entry(e) for e in entries) for act, entries in book.acts.items()}
    return replace(book, acts=acts, values=values)


@lru_cache(maxsize=16)
def _load(language: str, game: str) -> Book:
    parts = []
    for name in ("common", game):
        file = resources.files("host.understanding") / "data" / language / f"{name}.yaml"
        where = f"data/{language}/{name}.yaml"
        if not file.is_file():
            raise PhrasebookError(
                f"{where}: there is no such file; write one to play {name} in {language!r}."
            )
        parts.append(read(file.read_text(encoding="utf-8"), where))
    common, own = parts
    acts: dict[str, tuple[Entry, ...]] = dict(common.acts)
    for act, entries in own.acts.items():
        # A game may add its own words to a command.
        acts[act] = entries + acts.get(act, ())
    lists = dict(common.lists)
    for name, groups in own.lists.items():
        # A game adds words; what help names always is the game's own where it says so.
        lists[name] = groups if name in _OWN_LISTS else lists.get(name, ()) + groups
    return Book(
        # A move of the game comes before a command that has the same words.
        {act: acts[act] for act in (*own.acts, *acts)},
        lists,
        {**common.ranges, **own.ranges},
        {**common.beyond, **own.beyond},
        {**common.values, **own.values},
        common.always | own.always,
        common.when_asked | own.when_asked,
        common.in_answers | own.in_answers,
        common.in_parts | own.in_parts,
        common.in_turn | own.in_turn,
        stands_for={**common.stands_for, **own.stands_for},
    )


def read(text: str, where: str) -> Book:
    """Return the contents of one template file; `where` names it in errors.

    Raises:
        PhrasebookError: with file, line where YAML knows it, and field.
    """
    raw = _yaml(text, where)
    _keys(raw, _FILE_KEYS, where, "the file")
    rules: dict[str, Sentence] = {}
    for name, template in _mapping(raw.get("rules"), f"{where}: rules").items():
        rules[str(name)] = _parse(template, f"{where}: rules.{name}")
    acts = {}
    for act, entries in _mapping(raw.get("acts"), f"{where}: acts").items():
        if not isinstance(entries, list):
            raise PhrasebookError(f"{where}: acts.{act}: a list of entries is needed.")
        acts[str(act)] = tuple(
            _entry(entry, f"{where}: acts.{act}[{at}]", rules) for at, entry in enumerate(entries)
        )
    lists = {
        str(name): _groups(name, groups, f"{where}: lists.{name}")
        for name, groups in _mapping(raw.get("lists"), f"{where}: lists").items()
    }
    values = _values(raw, where)
    return Book(
        acts,
        lists,
        _ranges(raw.get("ranges"), f"{where}: ranges"),
        _ranges(raw.get("beyond"), f"{where}: beyond"),
        values,
        *(frozenset(raw.get(name) or ()) for name in _SETS),
        stands_for={
            str(slot): str(other)
            for slot, other in _mapping(raw.get("stands_for"), f"{where}: stands_for").items()
        },
    )


def _yaml(text: str, where: str) -> Any:
    try:
        return yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        raise PhrasebookError(
            f"{where}{line}: this is not YAML; look for a missing quote or a wrong indent."
        ) from error


def _values(raw: Any, where: str) -> dict[str, dict[Json, tuple[str, ...]]]:
    return {
        str(slot): {
            value: tuple(forms) if isinstance(forms, list) else (str(forms),)
            for value, forms in _mapping(table, f"{where}: values.{slot}").items()
        }
        for slot, table in _mapping(raw.get("values"), f"{where}: values").items()
    }


def _groups(name: str, raw: Any, where: str) -> tuple[tuple[str, ...], ...]:
    if not isinstance(raw, list):
        raise PhrasebookError(f"{where}: a list is needed.")
    for group in raw:
        if not isinstance(group, str):
            # YAML reads a bare «no» as false.
            raise PhrasebookError(f"{where}: {group!r} needs quotes to be a word.")
    if name == "help_commands":
        return tuple((group,) for group in raw)
    groups = {tuple(normalise(group).split()) for group in raw}
    return tuple(sorted(groups - {()}, key=lambda g: (-len(g), g)))


def _ranges(raw: Any, where: str) -> dict[str, tuple[Json, ...]]:
    return {str(slot): tuple(values) for slot, values in _mapping(raw, where).items()}


def _mapping(raw: Any, where: str) -> dict[Any, Any]:
    if raw is None:
        return {}
    if not isinstance(raw, dict):
        raise PhrasebookError(f"{where}: names with values are needed here.")
    return raw


def _keys(raw: Any, known: frozenset[str], where: str, what: str) -> None:
    for name in _mapping(raw, where):
        if name not in known:
            raise PhrasebookError(
                f"{where}: {what} has no field {name!r}; it may have {', '.join(sorted(known))}."
            )


def _entry(raw: Any, where: str, rules: dict[str, Sentence]) -> Entry:
    if not isinstance(raw, dict):
        raise PhrasebookError(f"{where}: an entry with the field `say` is needed.")
    _keys(raw, _ENTRY_KEYS, where, "an entry")
    say = _expand(raw.get("say"), f"{where}.say", rules)
    also = _expand(raw.get("also"), f"{where}.also", rules)
    if not say and not also:
        raise PhrasebookError(f"{where}: `say` or `also` must hold a sentence.")
    return Entry(
        say,
        also,
        dict(raw.get("with") or {}),
        _ranges(raw.get("only"), f"{where}.only"),
        bool(raw.get("beyond")),
        bool(raw.get("ask")),
        bool(raw.get("risky")),
        tuple(raw.get("unless") or ()),
    )


def _parse(template: Any, where: str) -> Sentence:
    try:
        return parse_sentence(str(template))
    except ParseError as error:
        raise PhrasebookError(f"{where}: {template!r} is no template: {error}.") from error


def _expand(raw: Any, where: str, rules: dict[str, Sentence]) -> tuple[Template, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise PhrasebookError(f"{where}: a list of sentences is needed.")
    found: dict[Template, None] = {}
    for at, template in enumerate(raw):
        sentence = _parse(template, f"{where}[{at}]")
        used = _rule_names(str(template))
        if missing := [name for name in used if name not in rules]:
            raise PhrasebookError(f"{where}[{at}]: there is no rule <{missing[0]}>.")
        for text in sample_expression(
            sentence.expression, expansion_rules=rules, expand_lists=False
        ):
            if not text.strip():
                raise PhrasebookError(f"{where}[{at}]: {template!r} may be nothing at all.")
            found[Template(" ".join(text.split()))] = None
    return tuple(found)


def _rule_names(template: str) -> list[str]:
    return re.findall(r"<(\w+)>", template)
