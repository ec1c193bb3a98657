"""What was meant: from the words that an ear heard to acts, by sound and with a margin.

An utterance is taken for the phrase that sounds most like it, if it sounds enough like it and
clearly less like any phrase of another meaning. If only one of the two holds, the host asks
(`Unsure`); if neither does, nothing was said to the host (`Nothing`). Where a quiz answer is
awaited nothing is ever asked back (D22): what is not surely a command is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from host.engine.game import Expectation, Json, Option, Seat
from host.understanding.asides import Asides
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
    QUERIES,
    Chooser,
    Found,
    Now,
)
from host.understanding.elsewhere import TermsElsewhere
from host.understanding.heard import (
    MOST_TOKENS,
    Tokens,
    starts_with,
    text_of,
    tokenise,
)
from host.understanding.one_breath import OneBreath
from host.understanding.part_names import PartNames
from host.understanding.phrasebook import Phrasebook
from host.understanding.printed import PrintedCards
from host.understanding.readings import Act, Meant, Nothing, Reading, UnknownName, Unsure, is_answer
from host.understanding.renaming import Renaming
from host.understanding.sounds import similarity
from host.understanding.strangers import Strangers
from host.understanding.stripping import Surroundings
from host.understanding.templates import SEAT_SLOTS

__all__ = ["Act", "Interpreter", "Meant", "Nothing", "Reading", "UnknownName", "Unsure"]

FREE = 88.0
"""Among answers a command, «paso» or «lo mismo que» must sound like this, and be all that was
said. Of 3,636 answers and rejected answers of the decks none came to 88 (docs/understanding.md)."""

CONFIRM = 85.0
"""A yes or a no must sound like this; anything less is said again."""

CONFIRM_KEY = 6
"""Phones from which a yes or a no is long enough to be compared by likeness."""

MOST_WORDS_TWICE = 4
"""A recogniser may write a call that is said twice as so many words."""

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


BESIDE = frozenset({"cmd_pause", "cmd_resume", "cmd_undo", "cmd_protest", "cmd_stop"})
"""Commands that are read with asides around them, besides those that only ask."""


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
        self._call_talk = frozenset(w for g in phrasebook.groups("call_talk") for w in g)
        self._calls = tuple(phrasebook.calls())
        self._renaming = Renaming(phrasebook)
        self._breath = OneBreath(phrasebook, self.seats, self._around, self._chooser)
        self._printed = PrintedCards(phrasebook, self._around, self._chooser)
        self._elsewhere = TermsElsewhere(phrasebook, self._around)
        self._part_names = PartNames(phrasebook, self.seats, self._around)
        self._asides = Asides(phrasebook, self.seats, self._around)
        self._strangers = Strangers(phrasebook, self.seats, self._around)
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

    def confirmed_by(self, words: str) -> tuple[bool | None, tuple[Seat, ...]]:
        """Read a yes or a no as `confirm` does, also behind the name of who says it.

        With it who that may be: none without a name, several where a part of a name stands in
        front that more than one has («la abuela: no»).
        """
        answer = self.confirm(words)
        if answer is not None:
            return answer, ()
        said: dict[Seat, bool] = {}
        for whole in (words, *(whole for whole, _ in self._part_names.whole(words))):
            tokens, _ = self._around.strip_host(tokenise(whole, self._language))
            named = self._around.seat_in_front(tokens)
            answer = self.confirm(text_of(named[1])) if named is not None else None
            if named is not None and answer is not None:
                said.setdefault(named[0], answer)
        return next(iter(said.values()), None), tuple(said)

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

    def denied(self, words: str) -> str | None:
        """Return what stands behind «no» or «no, no»; None if the words do not begin so."""
        rest, _ = self._around.strip_host(tokenise(words, self._language))
        found = None
        while (cut := next((g for g in self._no if starts_with(rest, g)), None)) is not None:
            rest = rest[len(cut) :]
            found = text_of(rest)
        return found or None

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
        is short or at all like one; and for what means the call itself, though it is not written
        well enough to be one («sabiente, sabiente», which Whisper made of a quick one).

        Args:
            words: as the ear wrote them.
            reading: what they mean now.
        """
        if isinstance(reading, Meant) and any(act.act == "call" for act in reading.acts):
            return True
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
        reading = self._as_said(words, expectation, wake=wake, over_host=over_host)
        answered = expectation.free_speech and is_answer(reading)
        # «¿Qué es una baza?» is 90 like «¿qué es una vara?», and written as another game's word.
        nearly = isinstance(reading, Meant) and _asks_nearly(reading)
        beside = self._beside(words, reading, expectation, wake)
        if beside is not None:
            return beside
        if isinstance(reading, Meant) and not answered and not nearly:
            return reading
        tokens, called = self._around.strip_host(tokenise(words, self._language))
        term = self._elsewhere.asked(tokens) if len(tokens) <= MOST_TOKENS else None
        if term is not None and (term.score == 100.0 or not nearly):
            return Meant((term,), wake or called)
        if nearly:
            return reading
        found: dict[tuple[object, ...], Meant] = {}
        for whole, like in self._part_names.whole(words):
            read = self._as_said(whole, expectation, wake=wake, over_host=over_host)
            if isinstance(read, Meant) and not is_answer(read):
                acts = tuple(replace(a, score=min(a.score, round(like, 1))) for a in read.acts)
                told = tuple((a.act, tuple(sorted(a.args.items())), a.who) for a in acts)
                found.setdefault(told, replace(read, acts=acts))
        return self._by_part(reading, list(found.values()), expectation)

    def _beside(
        self, words: str, said: Reading, expectation: Expectation, wake: bool
    ) -> Meant | None:
        """Read a command that has asides around it, where nothing surer was said.

        Only to the letter, and among answers only a question: all else there is an answer (D22).
        """
        if isinstance(said, Meant) and not is_answer(said) and not _is_stretch(said):
            return None
        told = self._asides.told(tokenise(words, self._language))
        if told is None:
            return None
        clause, named = told
        now = Now(expectation.options, 0.0)
        allowed = QUERIES if expectation.free_speech else QUERIES | BESIDE
        found = [
            Found(phrase, 100.0, None, self._chooser.cost(phrase, now), True)
            for variant in self._around.without_fillers(clause)
            for phrase in self._chooser.index.exact(text_of(variant))
        ]
        best = min(found, key=lambda f: f.cost, default=None)
        if best is None or best.phrase.act not in allowed:
            return None
        return Meant((self._chooser.act(best),), wake or named)

    def _by_part(self, said: Reading, found: Sequence[Meant], expectation: Expectation) -> Reading:
        """Return what words mean in which a seat is called by a part of its name.

        Args:
            said: what they mean as they were said.
            found: what they mean with each name put in whole that it may be a part of.
        """
        if len(found) > 1:
            found = [read for read in found if self._possible(read, expectation)] or found
        if len(found) > 1 and len({(a.act, str(a.args)) for r in found for a in r.acts}) == 1:
            # They differ in nothing but who speaks: of two it is the one who was asked.
            found = [read for read in found if read.acts[0].who == expectation.asked]
        if len(found) < 2:
            return found[0] if found else said
        if expectation.free_speech:
            return Nothing(
                "two_seats", found[0].addressed
            )  # D22: no question where answers are due
        acts = tuple(read.acts[0] for read in found)
        return Unsure(acts[0], acts[1], "two_seats", found[0].addressed, acts)

    @staticmethod
    def _possible(read: Meant, expectation: Expectation) -> bool:
        """Tell whether everything meant may be done now, as far as the moment tells."""
        return all(
            any(
                act.act == option.act
                and all(v in option.slots.get(s, ()) for s, v in act.args.items())
                for option in expectation.options
            )
            for act in read.acts
        )

    def _as_said(
        self, words: str, expectation: Expectation, *, wake: bool, over_host: bool
    ) -> Reading:
        """Return what `words` mean with names as they were said."""
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
            reading = self._reading(tokens[:half], now, addressed)
        if isinstance(reading, Nothing) and self._waits(tokens):
            pause = self.phrasebook.say("cmd_pause", {})
            return Meant((Act("cmd_pause", {}, None, 100.0, pause),), addressed)
        if isinstance(reading, Nothing) and any(o.act == "answer" for o in now.options):
            # In other words than those that are asked for: «¿Es así?» «Leo».
            return Meant((Act("answer", {"said": words.strip()}, None, 100.0, words),), addressed)
        return reading

    def _waits(self, tokens: Tokens) -> bool:
        """Tell whether words ask for a pause and say what for («espera, que busco las gafas»)."""
        leads = self.phrasebook.groups("pause_leads")
        return any(
            len(variant) > len(lead) and starts_with(variant, lead)
            for variant in self._around.without_fillers(tokens)
            for lead in leads
        )

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
        return Act(act, args, None, 100.0, self._renaming.say(seat, name))

    def _reading(self, tokens: Tokens, now: Now, addressed: bool) -> Reading:
        if self._only_fillers(self._around.without_fillers(tokens), now):
            return Nothing("only_fillers", addressed)
        printed = self._printed.stated(tokens, now)
        if printed is not None:
            return Meant((printed,), addressed)
        whole = self._chooser.decide(self._chooser.candidates(tokens, now), now)
        if isinstance(whole, Meant) and whole.acts[0].score >= 100.0:
            return replace(whole, addressed=addressed)
        parts = self._breath.act(tokens, now)
        if parts is not None:
            return Meant((parts,), addressed)
        several = self._breath.acts(tokens, now)
        if several is not None:
            return replace(several, addressed=addressed)
        # A long frame may carry a wrong name over ACCEPT: a name that is clearly written and
        # like no seat is nobody's.
        if not isinstance(whole, Meant) or _names_seat(whole.acts[0]):
            unknown = self._strangers.named(tokens, now)
            if unknown is not None:
                return replace(unknown, addressed=addressed)
        if isinstance(whole, Nothing):
            stranger = self._printed.unknown(tokens, now)
            if stranger is not None:
                return Meant((stranger,), addressed)
        return replace(whole, addressed=addressed)

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
        if self._only_fillers(bare, now, called=len(bare) > 1):
            return Nothing("only_fillers", addressed)
        whole = {phrase.act for phrase in self._chooser.index.exact(text_of(rest))}
        if whole & {"cmd_yes", "cmd_no"}:
            # A yes or a no is heard only after a question of the host's own (D3).
            return Nothing("yes_or_no", addressed)
        mended = self._answer_instead(bare, who)
        if mended is not None:
            return Meant((mended,), addressed)
        if len(rest) <= MOST_TOKENS:
            found = self._not_an_answer(bare, who, now, addressed)
            if found is not None:
                return Meant((found,), addressed)
            unknown = self._strangers.named(rest, now, frozenset({"same_as"}))
            if unknown is not None:
                return replace(unknown, addressed=addressed)
        said = words[rest[0].start :].strip()
        return Meant((Act("answer", {"said": said}, who, 100.0, said),), addressed)

    def _answer_instead(self, variants: Sequence[Tokens], who: Seat | None) -> Act | None:
        """Read «no dije eso, dije Chopin»: the last answer is taken back, another stands for it.

        Only plain ways to say so count: whatever else is said is an answer (D22).
        """
        instead = self.phrasebook.groups("answer_instead")
        for variant in variants:
            for undone in self.phrasebook.groups("answer_undone"):
                if len(variant) <= len(undone) or not starts_with(variant, undone):
                    continue
                rest = variant[len(undone) :]
                lead = max((len(g) for g in instead if starts_with(rest, g)), default=0)
                if lead < len(rest):
                    then = text_of(rest[lead:])
                    return Act("cmd_undo", {"then": then}, who, 100.0, text_of(variant))
        return None

    def _only_fillers(self, variants: Sequence[Tokens], now: Now, *, called: bool = True) -> bool:
        """Tell whether there is nothing but words that say nothing («a ver», «sí»).

        Args:
            called: True if a word for those who are spoken to («chicos») is one of them.
        """
        last = tuple(token.word for token in variants[-1])
        if last in self.phrasebook.groups("own_words"):
            return False  # «¿Quién empieza?» «Yo»
        idle = (self._around.before, self._around.after, self._around.called if called else ())
        if not any(last in words for words in idle):
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
        if best is None:
            return None
        act = self._chooser.act(best)
        return replace(act, act="cmd_thinking", args={}) if act.act == "musing" else act


def _is_certain(reading: Reading) -> bool:
    """Tell whether words were meant as they were read, and not by a stretch."""
    return isinstance(reading, Meant) and all(act.score >= CERTAIN for act in reading.acts)


def _is_stretch(reading: Meant) -> bool:
    """Tell whether a reading is a command by a likeness only («espera, Luis» as «era Luis»)."""
    return all(act.act.startswith("cmd_") and act.score < CERTAIN + 1.0 for act in reading.acts)


def _asks_nearly(reading: Meant) -> bool:
    """Tell whether a reading asks the host for something that was not quite what was said."""
    return reading.acts[0].act in QUERIES and reading.acts[0].score < 100.0


def _names_seat(act: Act) -> bool:
    return any(slot in SEAT_SLOTS for slot in act.args)
