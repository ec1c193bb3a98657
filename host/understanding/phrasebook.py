"""What may be said, as phrases: sentence templates filled with names, numbers and values.

Templates are data (``data/LANG/common.yaml`` and ``data/LANG/GAME.yaml``, in the syntax of
hassil); `interpret` finds the phrase that sounds most like what was heard. A slot has a range
of values that a person may sensibly say, and the phrasebook spells the whole range: what is
not possible now is understood all the same, so that the game can refuse it with its reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from host.engine.game import Expectation, Json, Option, Seat
from host.understanding.heard import in_words
from host.understanding.numbers import to_words
from host.understanding.sounds import key
from host.understanding.templates import SEAT_SLOTS, Book, Entry, PhrasebookError, load
from host.understanding.text import normalise

__all__ = ["Phrase", "Phrasebook", "PhrasebookError", "phrasebook_of"]

MOST_PHRASES = 11_600
"""More phrases than this mean that a template multiplies out of hand (memory, milliseconds).

A Spanish table of Sapiencia with eight seats and a hundred cards has 10,900: it must open."""

ASIDE = frozenset({"undo_trick", "turned", "suit", "overrule"})
"""Moves that are no answer to what is asked: help names them only where nothing is."""

UNSHOWN_SLOTS = frozenset({"square"})
"""Slots that a player may use and the host never does: squares have no spoken numbers (D21)."""

ANSWER_SLOT = "said"
"""The slot of a quiz answer. It is free speech; its forms, by category, only help an ear."""

Words = Mapping[str, Mapping[Json, tuple[str, ...]]]
"""Slot -> value -> its forms, the plainest first."""

Args = tuple[tuple[str, Json], ...]
Meaning = tuple[str, Args]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to say one act.

    Attributes:
        text: the words as a person would write them.
        act: what they mean.
        args: slot and value pairs, sorted by slot.
        key: how it sounds (`sounds.key`).
        weight: 1 for what people say, less for what is only understood.
        spans: for each slot that is spoken, where in `key` it lies: (start, end).
        words: the normalised text.
        ask: True if it never counts without a question back.
        risky: True if it may as well be a quiz answer, so that among answers it needs the
            host's name.
        beyond: True if it names a value that no table has (a seventh square).
        unless: slots of options beside which it is not heard: a bare number may be theirs.
    """

    text: str
    act: str
    args: Args
    key: str
    weight: float = 1.0
    spans: tuple[tuple[int, int], ...] = ()
    words: str = ""
    ask: bool = False
    risky: bool = False
    beyond: bool = False
    unless: tuple[str, ...] = ()

    @property
    def meaning(self) -> Meaning:
        """The act with its args, hashable."""
        return self.act, self.args


@dataclass(frozen=True, slots=True)
class Frame:
    """The words around a name: «creo que … acierta». For names that nobody at the table has."""

    act: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Phrasebook:
    """The phrases of one game in one language."""

    def __init__(
        self,
        language: str,
        game: str,
        words: Words | None = None,
        *,
        region: str = "",
    ) -> None:
        """Load the templates; `phrasebook_of` makes a book once and shares it.

        Args:
            language: ``es`` or ``en``.
            game: the game, whose templates stand in a file of its name.
            words: forms of values that only this table knows: slot -> value -> forms, the
                plainest first (the names of the cards of its deck).
            region: whose words are said («es-419»); those of all regions are understood.

        Raises:
            PhrasebookError: a file is missing or wrong; the sentence names file, line and field.
        """
        self.language = language
        self.game = game
        book = load(language, game, region)
        self._book: Book = replace(book, values={**book.values, **(words or {})})
        # Bound per book: a cache on the methods would keep every book alive.
        self._phrases = lru_cache(maxsize=64)(self._spell_options)
        self._everything = lru_cache(maxsize=8)(self._spell_everything)
        self._frames = lru_cache(maxsize=1)(self._make_frames)

    # ------------------------------------------------------------------ phrases

    def phrases(self, options: Sequence[Option], seats: Sequence[Seat]) -> tuple[Phrase, ...]:
        """Return the phrases of the moves in `options`, with the options' values only."""
        frozen = tuple(
            (option.act, tuple((slot, tuple(option.slots[slot])) for slot in sorted(option.slots)))
            for option in options
        )
        return self._phrases(frozen, tuple(seats))

    def commands(self, seats: Sequence[Seat] = ()) -> tuple[Phrase, ...]:
        """Return the phrases of the commands; those that name a seat need `seats`."""
        return tuple(p for p in self.everything(seats) if p.act.startswith("cmd_"))

    def always_heard(self, seats: Sequence[Seat]) -> tuple[Phrase, ...]:
        """Return the phrases of moves that are heard in every state (calls, protests)."""
        return tuple(p for p in self.everything(seats) if p.act in self.always)

    def everything(self, seats: Sequence[Seat]) -> tuple[Phrase, ...]:
        """Return the phrases of every act and command over the full range of values."""
        return self._everything(tuple(seats))

    def frames(self) -> tuple[Frame, ...]:
        """Return the words around seat names, longest first."""
        return self._frames()

    def around_seats(self) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return the words before and behind a seat's name, of every wording there is."""
        return frozenset(
            (tuple(normalise(before).split()), tuple(normalise(after).split()))
            for entries in self._book.acts.values()
            for entry in entries
            for template in (*entry.say, *entry.also)
            if len(template.slots) == 1 and template.slots[0] in SEAT_SLOTS
            for before, after in [template.text.split("{" + template.slots[0] + "}")]
        )

    @property
    def always(self) -> frozenset[str]:
        """Acts of the game that are heard in every state, like commands (D24)."""
        return self._book.always

    @property
    def when_asked(self) -> frozenset[str]:
        """Acts that are heard only where they are an option («vale», «no»)."""
        return self._book.when_asked

    @property
    def in_answers(self) -> frozenset[str]:
        """Acts that are heard where a quiz answer is awaited, besides the commands."""
        return self._book.in_answers

    @property
    def in_parts(self) -> frozenset[str]:
        """Acts whose details may come in any order in one breath («Hipatia, país, aportes»)."""
        return self._book.in_parts

    @property
    def in_turn(self) -> frozenset[str]:
        """Acts of which one person may say several in a breath, one a seat (D30)."""
        return self._book.in_turn

    def calls(self) -> Iterator[tuple[str, str]]:
        """Yield the word and the name of each call of the game (SAP-18)."""
        for entry in self._book.acts.get("call", ()):
            if entry.say and "call" in entry.fixed:
                yield normalise(entry.say[0].text), str(entry.fixed["call"])

    def fillers(self, where: str) -> tuple[tuple[str, ...], ...]:
        """Return the word groups that mean nothing: `where` is ``before`` or ``after``."""
        return self._book.lists.get(f"fillers_{where}", ())

    def groups(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return a named list of word groups of the language (``host_names``, ``yes``, ...)."""
        return self._book.lists.get(name, ())

    def values(self, slot: str) -> tuple[Json, ...]:
        """Return all values of a slot that have forms of their own."""
        return tuple(self._book.values.get(slot, {}))

    def answers(self, category: Json) -> tuple[str, ...]:
        """Return the forms of quiz answers that are listened for where one of a category is due.

        Normalised; the same for every card of the category, and none of a deck that is so small
        that they would favour one (D22).
        """
        return self._book.values.get(ANSWER_SLOT, {}).get(category, ())

    def spoken(self, slot: str, value: Json) -> str:
        """Return the first form of a value in words; a value without one is spelled as it is."""
        return self._forms(slot, value)[0]

    # ------------------------------------------------------------------ saying

    def say(self, act: str, args: Mapping[str, Json]) -> str:
        """Return the plainest phrase of a move («tres puntos»), for «¿Dijiste …?» and help.

        Raises:
            ValueError: the phrasebook has no words for this act with these details.
        """
        return next(self._sayings(act, args))

    def ways(self, act: str, args: Mapping[str, Json]) -> list[str]:
        """Return all phrasings of a move, the plainest first.

        Raises:
            ValueError: the phrasebook has no words for this act with these details.
        """
        return list(dict.fromkeys(self._sayings(act, args)))

    def sample(self, act: str, args: Mapping[str, Json], rng: random.Random) -> str:
        """Return one natural phrasing of a move.

        Raises:
            ValueError: the phrasebook has no words for this act with these details.
        """
        return rng.choice(list(self._sayings(act, args)))

    def help_examples(self, expectation: Expectation, n: int = 4) -> list[str]:
        """Return up to `n` short examples of moves that may be said now, each another one.

        Of the ways to say one kind of move the shortest stands for all: «tres puntos», and not
        «tres, segundo» and «casilla uno» besides. An act that is said in parts is shown whole:
        «Hipatia, país, aportes».
        """
        options = _plainest(expectation.options)
        # What is asked for is shown, and what may be said besides only where nothing is.
        asked = [o for o in options if o.act not in self._book.always and o.act not in ASIDE]
        plain = asked or options
        rows = [self._examples(option, n) for option in plain]
        parts = [row for o, row in zip(plain, rows, strict=True) if row and o.act in self.in_parts]
        if len(parts) > 1:
            # Not the first of each: several first ones look like a rule.
            whole = ", ".join(row[-at % len(row)] for at, row in enumerate(parts))
            rows = [[whole], *(row for row in rows if row not in parts)]
        # Options of the same kind show different values (one acierta, the next falla).
        rows = [row[at % len(row) :] + row[: at % len(row)] for at, row in enumerate(rows) if row]
        found = [row[place] for place in range(n) for row in rows if place < len(row)]
        return list(dict.fromkeys(found))[:n]

    def help_commands(self) -> list[str]:
        """Return the plainest words of the commands that always work."""
        return [self.say(words[0], {}) for words in self.groups("help_commands")]

    def _examples(self, option: Option, most: int) -> list[str]:
        slots = sorted(option.slots)
        if option.act == "answer" or any(not option.slots[slot] for slot in slots):
            return []
        found = []
        # Some moves are said as commands, since they may be said at any time («ya volví»).
        act = option.act if option.act in self._book.acts else f"cmd_{option.act}"
        for values in product(*(option.slots[slot] for slot in slots)):
            try:
                found.append(self.say(act, dict(zip(slots, values, strict=True))))
            except ValueError:
                continue
            if len(found) == most:
                break
        return found

    def _sayings(self, act: str, args: Mapping[str, Json]) -> Iterator[str]:
        wanted = dict(args)
        nothing = True
        for entry in self._book.acts.get(act, ()):
            free = [slot for slot in wanted if slot not in entry.fixed]
            if any(wanted.get(slot) != value for slot, value in entry.fixed.items()):
                continue
            for template in entry.say:
                if set(template.slots) != set(free) or not self._fits(entry, wanted):
                    continue
                nothing = False
                yield template.fill({slot: self._forms(slot, wanted[slot])[0] for slot in free})
        if nothing:
            raise ValueError(f"no {self.language} words for {act} with {wanted}")

    def _fits(self, entry: Entry, args: Mapping[str, Json]) -> bool:
        return all(args.get(slot) in allowed for slot, allowed in entry.only.items())

    # ------------------------------------------------------------------ spelling

    def _forms(self, slot: str, value: Json) -> tuple[str, ...]:
        forms = self._book.values.get(slot, {}).get(value)
        if forms:
            return forms
        if isinstance(value, int) and not isinstance(value, bool):
            return (to_words(value, self.language),)
        return (in_words(str(value), self.language),)

    def _range(self, entry: Entry, slot: str, seats: tuple[Seat, ...]) -> tuple[Json, ...]:
        if slot in SEAT_SLOTS:
            return seats
        if slot in entry.only:
            return entry.only[slot]
        values = self._book.ranges.get(slot) or tuple(self._book.values.get(slot, {}))
        return values + (self._book.beyond.get(slot, ()) if entry.beyond else ())

    def _spell_everything(self, seats: tuple[Seat, ...]) -> tuple[Phrase, ...]:
        found: dict[tuple[str, Meaning], Phrase] = {}
        for act, entries in self._book.acts.items():
            for entry in entries:
                for phrase in self._spell(act, entry, seats):
                    found.setdefault((phrase.words, phrase.meaning), phrase)
        if len(found) > MOST_PHRASES:
            raise PhrasebookError(
                f"data/{self.language}: the templates make {len(found)} phrases for "
                f"{len(seats)} seats; at most {MOST_PHRASES} are allowed, so shorten the "
                "alternatives."
            )
        return tuple(found.values())

    def _spell(self, act: str, entry: Entry, seats: tuple[Seat, ...]) -> Iterator[Phrase]:
        said = len(entry.say)
        for at, template in enumerate((*entry.say, *entry.also)):
            ranges = [
                [
                    (value, form)
                    for value in self._range(entry, slot, seats)
                    for form in self._forms(slot, value)
                ]
                for slot in template.slots
            ]
            for choice in product(*ranges):
                values = {
                    slot: value for slot, (value, _) in zip(template.slots, choice, strict=True)
                }
                forms = {slot: form for slot, (_, form) in zip(template.slots, choice, strict=True)}
                text = template.fill(forms)
                meant = {self._book.stands_for.get(slot, slot): v for slot, v in values.items()}
                args = tuple(sorted({**entry.fixed, **meant}.items()))
                yield Phrase(
                    text,
                    act,
                    args,
                    key(text, self.language),
                    1.0 if at < said else 0.5,
                    tuple(self._span(*part) for part in template.around(forms)),
                    normalise(text),
                    entry.ask,
                    entry.risky,
                    any(v in self._book.beyond.get(slot, ()) for slot, v in values.items()),
                    entry.unless,
                )

    def _span(self, before: str, form: str) -> tuple[int, int]:
        start = len(key(before, self.language))
        return start, max(start + 1, len(key(before + form, self.language)))

    def _spell_options(
        self,
        options: tuple[tuple[str, tuple[tuple[str, tuple[Json, ...]], ...]], ...],
        seats: tuple[Seat, ...],
    ) -> tuple[Phrase, ...]:
        return tuple(
            phrase
            for phrase in self.everything(seats)
            if any(
                act == phrase.act
                and tuple(slot for slot, _ in slots) == tuple(slot for slot, _ in phrase.args)
                and all(v in slots[i][1] for i, (_, v) in enumerate(phrase.args))
                for act, slots in options
            )
        )

    def _make_frames(self) -> tuple[Frame, ...]:
        found: dict[Frame, None] = {}
        for act, entries in self._book.acts.items():
            for entry in entries:
                for template in entry.say:
                    slots = template.slots
                    if len(slots) == 1 and slots[0] in SEAT_SLOTS and not entry.ask:
                        before, after = template.text.split("{" + slots[0] + "}")
                        frame = Frame(
                            act, tuple(normalise(before).split()), tuple(normalise(after).split())
                        )
                        if frame.before or frame.after:
                            found[frame] = None
        return tuple(sorted(found, key=lambda f: -len(f.before) - len(f.after)))


def phrasebook_of(language: str, game: str, words: Words, *, region: str = "") -> Phrasebook:
    """Return the phrasebook with these words, the same one each time it is asked for.

    A book does not change, and spelling its thousands of phrases takes up to half a second.
    The arguments and errors are those of `Phrasebook`.
    """
    frozen = tuple((slot, tuple(values.items())) for slot, values in words.items())
    return _phrasebook(language, game, frozen, region)


@lru_cache(maxsize=4)
def _phrasebook(
    language: str,
    game: str,
    words: tuple[tuple[str, tuple[tuple[Json, tuple[str, ...]], ...]], ...],
    region: str,
) -> Phrasebook:
    return Phrasebook(language, game, {slot: dict(values) for slot, values in words}, region=region)


def _plainest(options: Sequence[Option]) -> list[Option]:
    """Return the options without those that only add details to another of the same act."""
    return [
        option
        for option in options
        if not UNSHOWN_SLOTS & option.slots.keys()
        and not any(
            other.act == option.act and other.slots.keys() < option.slots.keys()
            for other in options
        )
    ]
