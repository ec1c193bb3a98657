"""What was meant: from the words that an ear heard to acts, by sound and with a margin.

An utterance is taken for the phrase that sounds most like it, if it sounds enough like it and
clearly less like any phrase of another meaning. If only one of the two holds, the host asks
(`Unsure`); if neither does, nothing was said to the host (`Nothing`). Where a quiz answer is
awaited nothing is ever asked back (D22): what is not surely a command is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import resources

from host.engine.game import Expectation, Json, Option, Seat
from host.understanding.calls import (
    DOUBT,
    HINT,
    SHADOW,
    SURE,
    CallHeard,
    best_span,
    holds,
    shadow,
)
from host.understanding.choosing import (
    ACCEPT,
    COMMAND_COST,
    IMPOSSIBLE_COST,
    MARGIN,
    OVER_HOST,
    STRICT,
    Chooser,
    Found,
    Now,
)
from host.understanding.heard import (
    MOST_TOKENS,
    Tokens,
    ends_with,
    pieces,
    starts_with,
    text_of,
    tokenise,
)
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import Act, Meant, Nothing, Reading, UnknownName, Unsure
from host.understanding.renaming import Renaming
from host.understanding.sounds import similarity
from host.understanding.stated import MOST_NAME, Stated, stated, without_lead
from host.understanding.stripping import SEAT_PREFIX, Surroundings
from host.understanding.templates import SEAT_SLOTS

__all__ = ["Act", "Interpreter", "Meant", "Nothing", "Reading", "UnknownName", "Unsure"]

FREE = 88.0
"""Among answers a command, «paso» or «lo mismo que» must sound like this, and be all that was
said. Of 1171 answers and clues of the decks and the judge's table none that is not itself a
pass came above 85."""

CONFIRM = 85.0
"""A yes or a no must sound like this; anything less is said again."""

CONFIRM_KEY = 6
"""Phones from which a yes or a no is long enough to be compared by likeness."""

MOST_PARTS = 4
"""An act may be said in so many parts: card, category, value and criterion (SAP-5 to SAP-7)."""

PART_COST = 1.0
"""What a part costs, in points of score: «rey, mago» is two clear cards rather than a poor one."""

MOST_PART_TOKENS = 7
"""Words that a part may have: «criterio barreras o limitaciones», a long name."""

MOST_WORDS_TWICE = 4
"""A recogniser may write a call that is said twice as so many words."""

UNDOING = frozenset({"cmd_undo", "cmd_not_me"})
"""Commands before which a misheard act is taken back and after which the right one is told."""

SHORT_TALK = 6
"""So few words that mean nothing at the table may be a call that an ear made others of: of
«¡Sapiencia, sapiencia!» in noise Whisper made «O sea, bien, ya»."""

CERTAIN = 90.0
"""From here (`Act.score`) words were meant as they were read, and were no call that an ear made
others of. «Va bien chas, va bien chas», written by Whisper of «¡Sapiencia, sapiencia!» in a quiet
room, was a move («va …», a card that nobody knows) and cost a player three cards in a trial."""

SAME_TALK = 58.0
"""From here (`sounds.similarity`) two ears wrote the same words: our own and Whisper made
«angassataskietea» and «¿Cuántas cartas tiene Ana?» of one question, 59; of calls that both
misheard in noise they make texts that are 20 to 50 alike, or like the call."""

UNKNOWN_BELOW = 60.0
"""A name less like every seat than this is a name nobody has."""


class Interpreter:
    """Reads utterances at one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat]) -> None:
        """Index the phrases of a table; `seats` in their order."""
        self.phrasebook = phrasebook
        self.seats = tuple(seats)
        self._language = phrasebook.language
        self._around = Surroundings(phrasebook, self.seats)
        self._chooser = Chooser(phrasebook, self.seats, self._around)
        self._key = self._around.key
        self._yes = frozenset(phrasebook.groups("confirm_yes"))
        self._no = frozenset(phrasebook.groups("confirm_no"))
        self._not_names = frozenset(w for g in phrasebook.groups("not_names") for w in g)
        self._call_talk = frozenset(w for g in phrasebook.groups("call_talk") for w in g)
        self._calls = tuple(phrasebook.calls())
        self._renaming = Renaming(phrasebook)
        self._spellings = lru_cache(maxsize=64)(self._spell)

    # ------------------------------------------------------------------ what may be said

    def spellings(self, expectation: Expectation) -> tuple[str, ...]:
        """Return the phrases that may be said now, normalised, for an ear that wants them.

        Only the plain ones: an ear that is held to thousands of phrases takes noise for one of
        them, and a rare wording is found by its sound. Where a quiz answer is awaited the forms
        of all answers of its category are among them, right and wrong ones: what is listened
        for depends on the category and never on the card (D22).
        """
        frozen = tuple(
            (o.act, tuple((s, tuple(o.slots[s])) for s in sorted(o.slots)))
            for o in expectation.options
        )
        category = expectation.args.get("category") if expectation.free_speech else None
        return self._spellings(frozen, category)

    def _spell(
        self,
        frozen: tuple[tuple[str, tuple[tuple[str, tuple[Json, ...]], ...]], ...],
        category: Json,
    ) -> tuple[str, ...]:
        options = [Option(act, dict(slots)) for act, slots in frozen]
        phrases = self.phrasebook.phrases(options, self.seats)
        # A call is listened for whether one is owed or not: nothing may tell (D10).
        always = self.phrasebook.always_heard(self.seats)
        every = (*phrases, *self.phrasebook.commands(self.seats), *always)
        plain = (phrase.words for phrase in every if phrase.words and phrase.weight >= 1.0)
        # Words like a call stand beside it, so that an ear may tell them from it (D12).
        beside = (" ".join(group) for group in self.phrasebook.groups("beside_call"))
        return tuple(dict.fromkeys((*plain, *beside, *self.phrasebook.answers(category))))

    def confirmations(self) -> tuple[str, ...]:
        """Return the words for yes and no, which may be said after a question of the host's."""
        return tuple(" ".join(group) for group in sorted(self._yes | self._no))

    # ------------------------------------------------------------------ reading

    def confirm(self, words: str) -> bool | None:
        """Read the answer to «¿Dijiste …?»: yes, no, or None for anything else said instead."""
        tokens, _ = self._around.strip_host(tokenise(words, self._language))
        said = tuple(token.word for token in tokens)
        if said in self._no:
            return False
        if said in self._yes:
            return True
        heard = self._key(" ".join(said))
        if len(heard) < CONFIRM_KEY:
            # Of so little sound only the same sound counts ("noo", "sy").
            exact = [
                group in self._yes for group in self._yes | self._no if self._same(heard, group)
            ]
            return exact[0] if len(set(exact)) == 1 else None
        yes, no = (max(self._like(heard, g) for g in groups) for groups in (self._yes, self._no))
        return yes > no if max(yes, no) >= CONFIRM and abs(yes - no) >= MARGIN else None

    def _like(self, heard: str, group: tuple[str, ...]) -> float:
        return similarity(heard, self._key(" ".join(group)))

    def _same(self, heard: str, group: tuple[str, ...]) -> bool:
        return bool(heard) and heard == self._key(" ".join(group))

    def insisted(self, words: str) -> str | None:
        """Return what stands behind «dije» or «no, dije»; None if the words do not begin so."""
        tokens, _ = self._around.strip_host(tokenise(words, self._language))
        if tokens and tokens[0].mark and (tokens[0].word,) in self._no:
            tokens = tokens[1:]
        for lead in self.phrasebook.groups("said_leads"):
            if len(tokens) > len(lead) and starts_with(tokens, lead):
                return text_of(tokens[len(lead) :])
        return None

    def own_mistake(self, words: str) -> bool:
        """Tell whether words that undo are about the speaker's own act («me equivoqué»)."""
        tokens, _ = self._around.strip_host(tokenise(words, self._language))
        named = self._around.seat_in_front(tokens)
        said = named[1] if named is not None else tokens
        return any(starts_with(said, group) for group in self.phrasebook.groups("own_mistake"))

    def move_in(self, words: str, expectation: Expectation, act: str | None = None) -> Act | None:
        """Return the move that `words` are to the letter, also one that is impossible now.

        Args:
            act: which kind of move it must be; by default one that may be made now.
        """
        now = Now(expectation.options, 0.0)
        wanted = {act} if act else {option.act for option in expectation.options}
        found = [
            Found(phrase, 100.0, None, self._chooser.cost(phrase, now), True)
            for variant in self._around.without_fillers(tokenise(words, self._language))
            for phrase in self._chooser.index.exact(text_of(variant))
            if phrase.act in wanted
        ]
        best = min(found, key=lambda f: f.cost, default=None)
        return None if best is None else self._chooser.act(best)

    def call_in(self, words: str, expectation: Expectation) -> CallHeard | None:
        """Return the call that `words` are, begin or end with; None if there is none (D12).

        Args:
            words: as the ear wrote them.
            expectation: what may be said now: a call may stand behind a move.
        """
        tokens, _ = self._around.strip_host(tokenise(words, self._language))
        named = self._around.seat_in_front(tokens)
        for word, name in self._calls:
            if named is not None and named[1]:
                found = self._call_at(named[1], word, name, expectation)
                if found is not None:
                    return replace(found, who=named[0])
            found = self._call_at(tokens, word, name, expectation)
            if found is not None:
                return found
        return None

    def may_hold_call(self, words: str, reading: Reading) -> bool:
        """Tell whether `words`, which are no call, may hold one, misheard or talked over.

        Then they prove no absence. That is so for a word like a call anywhere, and for what means
        nothing here, or is a move only by a stretch («va bien chas» as a card of that name), if it
        is short or at all like one.

        Args:
            words: as the ear wrote them.
            reading: what they mean now.
        """
        tokens = tokenise(words, self._language)
        meant = _is_certain(reading)
        least = DOUBT if meant else HINT
        if any(holds(tokens, word, self._language, least) for word, _ in self._calls):
            return True
        return not meant and len(tokens) <= SHORT_TALK

    def same_talk(self, words: str, other: str, readings: Sequence[Reading]) -> bool:
        """Tell whether two ears wrote the same words, and no call: what both heard was said.

        One ear's spelling of unknown words proves nothing («pasameelbio»); beside another's
        «pásame el vino» it does. Two spellings of one call are alike too, so what means nothing
        and is at all like a call proves nothing either.

        Args:
            words: as one ear wrote them.
            other: as the other did.
            readings: what both mean now.
        """
        if similarity(self._key(words), self._key(other)) < SAME_TALK:
            return False
        calls = [word for word, _ in self._calls]
        if any(map(_is_certain, readings)):
            texts = [tokenise(text, self._language) for text in (words, other)]
            return not any(holds(t, word, self._language, HINT) for t in texts for word in calls)
        return all(
            shadow(text, word, self._language) < SHADOW for text in (words, other) for word in calls
        )

    def _call_at(
        self, tokens: Tokens, word: str, name: str, expectation: Expectation
    ) -> CallHeard | None:
        if not tokens:
            return None
        said = text_of(tokens)
        if any(p.act == "call" for p in self._chooser.index.exact(said)):
            return CallHeard(name, None, "", True)
        twice = self._key(f"{word} {word}")
        if len(tokens) <= MOST_WORDS_TWICE and similarity(self._key(said), twice) >= SURE:
            # An ear of syllables runs «¡sapiencia, sapiencia!» together.
            return CallHeard(name, None, "", True)
        first = best_span(tokens, word, self._language, front=True)
        if first is not None:
            after = tokens[first.end :]
            while after and (again := best_span(after, word, self._language, front=True)):
                after = after[again.end :]  # «sapiencia, ¡sapiencia!»
            return CallHeard(name, None, text_of(after), first.score >= SURE)
        last = best_span(tokens, word, self._language, front=False)
        if last is None:
            return None
        before = tokens[: last.start]
        while before and (again := best_span(before, word, self._language, front=False)):
            before = before[: again.start]  # «Zewail, ¡sapiencia, sapiencia!»
        if any(token.word in self._call_talk for token in before):
            return None
        now = Now(expectation.options, 0.0)
        moved = False
        if not self._only_fillers(self._around.without_fillers(before), now):
            reading = self._reading(before, now, addressed=False)
            moved = isinstance(reading, Meant)
            if not moved:
                return CallHeard(name, None, said, False)
        return CallHeard(name, None, text_of(before) if moved else "", last.score >= SURE)

    def interpret(
        self,
        words: str,
        expectation: Expectation,
        *,
        wake: bool = False,
        over_host: bool = False,
    ) -> Reading:
        """Return what `words` mean where `expectation` holds.

        Args:
            words: as the ear wrote them; punctuation helps but is not needed.
            expectation: what may be said now.
            wake: True if the host has just been called by its name.
            over_host: True if the host's own voice sounded meanwhile.
        """
        tokens, called = self._around.strip_host(tokenise(words, self._language))
        addressed = wake or called
        if not tokens:
            return Nothing("addressed" if called else "empty", addressed)
        now = Now(expectation.options, OVER_HOST if over_host else 0.0)
        renamed = self._rename(words, tokens, expectation, addressed)
        if renamed is not None:
            return Meant((renamed,), addressed)
        if expectation.free_speech:
            return self._among_answers(words, tokens, now, addressed)
        if len(tokens) > MOST_TOKENS:
            return Nothing("too_long", addressed)
        reading = self._reading(tokens, now, addressed)
        half = len(tokens) // 2
        if isinstance(reading, Nothing) and text_of(tokens[:half]) == text_of(tokens[half:]):
            # Said twice («dos, dos»), or written twice by the ear.
            return self._reading(tokens[:half], now, addressed)
        return reading

    def _rename(
        self, words: str, tokens: Tokens, expectation: Expectation, addressed: bool
    ) -> Act | None:
        """Read «Xabi se llama Xabier»: a move where a table is laid, else a command."""
        if len(tokens) > MOST_TOKENS or self._chooser.index.exact(text_of(tokens)):
            return None
        laying = next((o for o in expectation.options if o.act == "rename"), None)
        seats = [str(s) for s in laying.slots["seat"]] if laying is not None else self.seats
        own = addressed or not expectation.free_speech
        found = self._renaming.read(words, tokens, seats, own=own)
        if found is None or (laying is None and not found[1]):
            return None
        seat, name = found
        act = "rename" if laying is not None else "cmd_rename"
        args: dict[str, Json] = {"name": name} if seat is None else {"seat": seat, "name": name}
        return Act(act, args, None, 100.0, text_of(tokens))

    def _reading(self, tokens: Tokens, now: Now, addressed: bool) -> Reading:
        if self._only_fillers(self._around.without_fillers(tokens), now):
            return Nothing("only_fillers", addressed)
        printed = self._stated(tokens, now)
        if printed is not None:
            return Meant((printed,), addressed)
        whole = self._chooser.decide(self._chooser.candidates(tokens, now), now)
        if isinstance(whole, Meant) and whole.acts[0].score >= 100.0:
            return replace(whole, addressed=addressed)
        parts = self._in_parts(tokens, now) or self._in_turn(tokens, now)
        if parts is not None:
            return Meant((parts,), addressed)
        several = (
            self._several(tokens, now)
            or self._in_pieces(tokens, now)
            or self._corrected(tokens, now)
        )
        if several is not None:
            return replace(several, addressed=addressed)
        # A long frame may carry a wrong name over ACCEPT: a name that is clearly written and
        # like no seat is nobody's.
        if not isinstance(whole, Meant) or _names_seat(whole.acts[0]):
            unknown = self._unknown_name(tokens, now)
            if unknown is not None:
                return replace(unknown, addressed=addressed)
        if isinstance(whole, Nothing):
            stranger = self._unknown_card(tokens, now)
            if stranger is not None:
                return Meant((stranger,), addressed)
        return replace(whole, addressed=addressed)

    # ------------------------------------------------------------------ printed cards

    def _stated(self, tokens: Tokens, now: Now) -> Act | None:
        """Read a card with its value and number («Zewail, Egipto, cinco»).

        It may be of this deck or of another; a talker may say category and criterion as well.
        """
        option = _free_card(now)
        if option is None:
            return None
        who, rest = self._doer(tokens)
        args: dict[str, Json] = {}
        if option.act == "talk":
            rest, args = self._without_kinds(rest, now)
        values = [str(v) for v in option.slots.get("value", ())]
        values += [str(v) for v in self.phrasebook.values("value") if v not in values]
        leads, joiners = self.phrasebook.groups("card_leads"), self.phrasebook.groups("joiners")
        found = stated(rest, values, leads, joiners, self._language)
        if found is None:
            return None
        known = self._chooser.decide(
            [f for f in self._chooser.candidates(found.name, now, floor=ACCEPT) if f.who is None],
            Now((), 0.0),
        )
        card: Json = found.shown
        if isinstance(known, Meant) and "card" in known.acts[0].args:
            card = known.acts[0].args["card"]
        number = "score" if option.act == "talk" else "value"
        value = "value" if option.act == "talk" else "category_value"
        args |= {"card": card, value: found.value, number: found.number}
        return Act(option.act, args, who, 100.0, text_of(rest))

    def _without_kinds(self, tokens: Tokens, now: Now) -> tuple[Tokens, dict[str, Json]]:
        """Take category and criterion out of what a talker says, piece by piece."""
        kept: Tokens = ()
        args: dict[str, Json] = {}
        for whole in pieces(tokens):
            piece = whole
            for length in range(len(piece), 0, -1):
                told = self._kind(piece[:length], now)
                if told:
                    args |= told
                    piece = piece[length:]
                    break
            kept += piece
        return kept, args

    def _kind(self, tokens: Tokens, now: Now) -> Mapping[str, Json]:
        """Return the category or criterion that these words are, exactly; empty if none."""
        reading = self._chooser.decide(self._chooser.candidates(tokens, now, floor=ACCEPT), now)
        if not isinstance(reading, Meant):
            return {}
        act = reading.acts[0]
        exact = act.score >= 100.0 and act.act == "talk"
        return act.args if exact and act.args.keys() <= {"category", "criterion"} else {}

    def _unknown_card(self, tokens: Tokens, now: Now) -> Act | None:
        """Read «juego a Fulano» where Fulano is in no list: the game says what else is needed."""
        option = _free_card(now)
        if option is None:
            return None
        who, rest = self._doer(tokens)
        name = without_lead(rest, self.phrasebook.groups("card_leads"))
        if name == rest or not 1 <= len(name) <= MOST_NAME:
            return None
        shown = Stated(name, None, None).shown
        return Act(option.act, {"card": shown}, who, ACCEPT, text_of(rest))

    def _doer(self, tokens: Tokens) -> tuple[Seat | None, Tokens]:
        """Return the seat that is named in front, and what is said behind it."""
        named = self._around.seat_in_front(tokens)
        return (named[0], named[1]) if named is not None and named[1] else (None, tokens)

    # ------------------------------------------------------------------ several acts

    def _several(self, tokens: Tokens, now: Now) -> Meant | None:
        """Read «Ana tres, Luis dos, yo uno»: each act behind the name of its doer (D5)."""
        starts = self._name_starts(tokens)
        if len(starts) < 2 or starts[0][0] != 0:
            return None
        spans = [(at, length, who) for at, length, who in starts]
        acts = self._split(tokens, spans, 0, now)
        return Meant(tuple(acts)) if acts is not None and len(acts) > 1 else None

    def _name_starts(self, tokens: Tokens) -> list[tuple[int, int, Seat | None]]:
        """Return where a name (or «yo») stands: index, words, seat."""
        found: list[tuple[int, int, Seat | None]] = []
        for at in range(len(tokens)):
            for me in self.phrasebook.groups("me"):
                if starts_with(tokens[at:], me):
                    found.append((at, len(me), None))
            for seat, words in self._around.seat_words.items():
                here = tokens[at : at + len(words)]
                if len(here) == len(words) and (
                    starts_with(here, words) or self._around.like_seat(here, seat) >= SEAT_PREFIX
                ):
                    found.append((at, len(words), seat))
                    break
        return found[:12]

    def _split(
        self,
        tokens: Tokens,
        starts: Sequence[tuple[int, int, Seat | None]],
        first: int,
        now: Now,
    ) -> list[Act] | None:
        """Cut behind each name in turn so that every stretch is an act; None if none fits."""
        at, length, who = starts[first]
        for after in [*range(first + 1, len(starts)), len(starts)]:
            end = starts[after][0] if after < len(starts) else len(tokens)
            act = self._bare(tokens[at + length : end], who, now)
            if act is None:
                continue
            if after == len(starts):
                return [act]
            rest = self._split(tokens, starts, after, now)
            if rest is not None:
                return [act, *rest]
        return None

    def _bare(self, tokens: Tokens, who: Seat | None, now: Now) -> Act | None:
        """Read a stretch that must be a move on its own."""
        for joiner in self.phrasebook.groups("and"):
            if tokens and ends_with(tokens, joiner):
                tokens = tokens[: -len(joiner)]
        if not tokens:
            return None
        found = [
            replace(c, who=who)
            for c in self._chooser.candidates(tokens, now, floor=ACCEPT)
            if c.who is None
            and (c.cost in (0.0, IMPOSSIBLE_COST) or c.exact)
            and not c.phrase.act.startswith("cmd_")
        ]
        reading = self._chooser.decide(found, now)
        return reading.acts[0] if isinstance(reading, Meant) else None

    def _in_pieces(self, tokens: Tokens, now: Now) -> Reading | None:
        """Read pieces between punctuation, and a repair («dos, no, tres»)."""
        parts = pieces(tokens)
        if 2 <= len(parts) <= 4:
            acts: list[Act] = []
            for part in parts:
                reading = self._chooser.decide(
                    self._chooser.candidates(part, now, floor=ACCEPT), now
                )
                if not isinstance(reading, Meant):
                    acts = []
                    break
                acts.append(reading.acts[0])
            told = _told(acts)
            if told is not None:
                return Meant(told)
        for repair in self.phrasebook.groups("repairs"):
            for at in range(1, len(tokens) - len(repair)):
                if not starts_with(tokens[at:], repair):
                    continue
                first = self._bare(tokens[:at], None, now)
                last = self._bare(tokens[at + len(repair) :], None, now)
                if first is not None and last is not None and first.act == last.act:
                    return Meant((last,))
        return None

    def _corrected(self, tokens: Tokens, now: Now) -> Meant | None:
        """Read «no dije eso, dije trece»: what was misheard, and what was said instead.

        What was said instead is a move of the moment before, so it is read after the undoing:
        the act holds its words as `then`.
        """
        for at in range(min(len(tokens) - 1, MOST_PART_TOKENS), 0, -1):
            taken = [p for p in self._chooser.index.exact(text_of(tokens[:at])) if p.act in UNDOING]
            if not taken:
                continue
            rest = tokens[at:]
            if any(
                not phrase.act.startswith("cmd_")
                for variant in self._around.without_fillers(rest)
                for phrase in self._chooser.index.exact(text_of(variant))
            ):
                args = {**dict(taken[0].args), "then": text_of(rest)}
                return Meant((Act(taken[0].act, args, None, 100.0, taken[0].text),))
        return None

    # ------------------------------------------------------------------ parts of an act

    def _in_parts(self, tokens: Tokens, now: Now) -> Act | None:
        """Read one act whose details come in any order («Hipatia, país, aportes», SAP-5)."""
        acts = {o.act for o in now.options if o.act in self.phrasebook.in_parts}
        if not acts:
            return None
        named = self._around.seat_in_front(tokens)
        for who, rest in ((None, tokens), *([(named[0], named[1])] if named else [])):
            if len(rest) < 2:
                continue
            found = self._best_parts(rest, frozenset(acts), now, MOST_PARTS)
            if found is None:
                # What cannot be now is understood, so that the game says why (a card gone).
                found = self._best_parts(rest, frozenset(acts), now, MOST_PARTS, any_value=True)
            if found is not None:
                merged: dict[str, Json] = {}
                for part in found:
                    merged.update(part.args)
                score = min(part.score for part in found)
                return Act(found[0].act, merged, who, score, ", ".join(p.text for p in found))
        return None

    def _in_turn(self, tokens: Tokens, now: Now) -> Act | None:
        """Read a whole trick in one breath («cinco de corazones, rey, mago», D30)."""
        acts = {o.act for o in now.options if o.act in self.phrasebook.in_turn}
        if not acts or len(tokens) < 2:
            return None
        found = self._best_parts(tokens, frozenset(acts), now, len(self.seats), alike=True)
        if found is None:
            return None
        values = [value for part in found for value in part.args.values()]
        score = min(part.score for part in found)
        text = ", ".join(part.text for part in found)
        return Act(found[0].act, {"cards": values}, None, score, text)

    def _best_parts(
        self,
        tokens: Tokens,
        acts: frozenset[str],
        now: Now,
        most: int,
        *,
        alike: bool = False,
        any_value: bool = False,
    ) -> list[Act] | None:
        """Return the parts (2 to `most`) that the words sound most like, or None.

        With `alike` the parts are acts of one kind, else details of one act, each told once.
        With `any_value` they may be impossible now, if they are clear.
        """
        # Best way to read the first n words: what it loses, number of parts, the parts.
        best: list[tuple[float, int, list[Act]] | None] = [(0.0, 0, [])]
        for end in range(1, len(tokens) + 1):
            here: tuple[float, int, list[Act]] | None = None
            for start in range(max(0, end - MOST_PART_TOKENS), end):
                before = best[start]
                if before is None or before[1] >= most:
                    continue
                # A rank alone follows the suit that the first card of the trick leads (D30).
                later = any_value or (alike and start > 0)
                part = self._part(tokens[start:end], acts, now, later=later)
                # Of a whole trick nobody hears again what was understood: it must be clear.
                if (
                    part is None
                    or ((alike or any_value) and part.score < STRICT)
                    or any(
                        part.act != b.act or (not alike and part.args.keys() & b.args.keys())
                        for b in before[2]
                    )
                ):
                    continue
                loss = before[0] + 100.0 - part.score + PART_COST
                way = (loss, before[1] + 1, [*before[2], part])
                if here is None or way[:2] < here[:2]:
                    here = way
            best.append(here)
        whole = best[-1]
        return whole[2] if whole is not None and whole[1] >= 2 else None

    def _part(
        self, tokens: Tokens, acts: frozenset[str], now: Now, *, later: bool = False
    ) -> Act | None:
        """Read one part of an act, with a joining word before it perhaps.

        With `later` it may be what is not possible now.
        """
        for joiner in self.phrasebook.groups("and"):
            if len(tokens) > len(joiner) and starts_with(tokens, joiner):
                tokens = tokens[len(joiner) :]
                break
        found = [
            f
            for f in self._chooser.candidates(tokens, now, floor=ACCEPT)
            if f.who is None
            and f.phrase.act in acts
            and (f.cost < IMPOSSIBLE_COST or (later and f.cost == IMPOSSIBLE_COST))
        ]
        reading = self._chooser.decide(found, now)
        return reading.acts[0] if isinstance(reading, Meant) else None

    # ------------------------------------------------------------------ names

    def _unknown_name(
        self, tokens: Tokens, now: Now, acts: frozenset[str] | None = None
    ) -> UnknownName | None:
        """Return the name in a move about somebody who does not sit here («más Pedro»)."""
        wanted = acts or frozenset(option.act for option in now.options)
        for variant, _ in self._around.variants(tokens):
            for frame in self.phrasebook.frames():
                if frame.act not in wanted or not (
                    starts_with(variant, frame.before) and ends_with(variant, frame.after)
                ):
                    continue
                name = variant[len(frame.before) : len(variant) - len(frame.after)]
                if 1 <= len(name) <= 2 and self._is_nobody(name):
                    shown = " ".join(token.word.capitalize() for token in name)
                    return UnknownName(shown, frame.act)
        return None

    def _is_nobody(self, name: Tokens) -> bool:
        """Tell whether words are a name, and like that of no seat."""
        if any(token.word in self._not_names or not token.word.isalpha() for token in name):
            return False
        # A recogniser writes names with a capital, or it writes no capitals at all.
        if not all(token.capital for token in name) and name[0].word not in _given_names():
            return False
        return all(self._around.like_seat(name, seat) < UNKNOWN_BELOW for seat in self.seats)

    # ------------------------------------------------------------------ answers

    def _among_answers(self, words: str, tokens: Tokens, now: Now, addressed: bool) -> Reading:
        """Read an utterance where a quiz answer is awaited: never with a question back (D22)."""
        named = self._around.seat_in_front(tokens)
        who, rest = None, tokens
        if named is not None and named[1]:
            leads = self.phrasebook.groups("answer_leads")
            if named[2] == ":" or (named[2] and any(starts_with(named[1], g) for g in leads)):
                who, rest = named[0], named[1]
        bare = self._around.without_fillers(rest)
        if self._only_fillers(bare, now):
            return Nothing("only_fillers", addressed)
        whole = {phrase.act for phrase in self._chooser.index.exact(text_of(rest))}
        if whole & {"cmd_yes", "cmd_no"}:
            # A yes or a no is heard only after a question of the host's own (D3).
            return Nothing("yes_or_no", addressed)
        if len(rest) <= MOST_TOKENS:
            found = self._not_an_answer(bare, who, now, addressed)
            if found is not None:
                return Meant((found,), addressed)
            unknown = self._unknown_name(rest, now, frozenset({"same_as"}))
            if unknown is not None:
                return replace(unknown, addressed=addressed)
        said = words[rest[0].start :].strip()
        return Meant((Act("answer", {"said": said}, who, 100.0, said),), addressed)

    def _only_fillers(self, variants: Sequence[Tokens], now: Now) -> bool:
        """Tell whether there is nothing but words that say nothing («a ver», «sí»)."""
        last = tuple(token.word for token in variants[-1])
        if last not in self._around.before and last not in self._around.after:
            return False
        return not any(
            self._chooser.cost(phrase, now) < IMPOSSIBLE_COST
            for variant in variants
            for phrase in self._chooser.index.exact(text_of(variant))
        )

    def _not_an_answer(
        self, variants: Sequence[Tokens], who: Seat | None, now: Now, addressed: bool
    ) -> Act | None:
        """Return the command, pass or «same as» that the whole utterance surely is."""
        least = (ACCEPT if addressed else FREE) + now.extra / 2
        best: Found | None = None
        for variant in variants:
            words = text_of(variant)
            exact = [(phrase, 100.0) for phrase in self._chooser.index.exact(words)]
            near = self._chooser.index.nearest(self._key(words), least)
            for phrase, score in [*exact, *((hit.phrase, hit.score) for hit in near)]:
                cost = self._chooser.cost(phrase, now)
                heard_here = cost <= COMMAND_COST or phrase.act in self.phrasebook.in_answers
                if score < least or not heard_here or phrase.ask:
                    continue
                if phrase.risky and not addressed:
                    continue
                found = Found(phrase, score, who, cost, score == 100.0)
                if best is None or found.worth > best.worth:
                    best = found
        return self._chooser.act(best) if best is not None else None


@lru_cache(maxsize=1)
def _given_names() -> frozenset[str]:
    """Return common given names, which the answer judge keeps."""
    table = resources.files("host.understanding") / "data" / "given_names.txt"
    lines = table.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _is_certain(reading: Reading) -> bool:
    """Tell whether words were meant as they were read, and not by a stretch."""
    return isinstance(reading, Meant) and all(act.score >= CERTAIN for act in reading.acts)


def _names_seat(act: Act) -> bool:
    return any(slot in SEAT_SLOTS for slot in act.args)


def _told(acts: Sequence[Act]) -> tuple[Act, ...] | None:
    """Return what pieces mean together, or None if they do not fit together."""
    moves = [act for act in acts if act.act not in ("cmd_yes", "cmd_no")]
    if not moves:
        return None
    if all((a.act, dict(a.args)) == (moves[0].act, dict(moves[0].args)) for a in moves):
        return (moves[0],)
    # "Me equivoqué: dos puntos."
    if len(moves) == 2 and moves[0].act in ("cmd_undo", "cmd_not_me"):
        return tuple(moves)
    return None


def _free_card(now: Now) -> Option | None:
    """Return the option that takes a card by a name that is in no list, if there is one."""
    return next((o for o in now.options if o.slots.get("card", ("",)) == ()), None)
