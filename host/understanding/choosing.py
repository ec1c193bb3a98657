"""Which phrase was meant: candidates by words and by sound, scores, margins, traps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from host.engine.game import Option, Seat
from host.understanding.heard import Tokens, text_of
from host.understanding.matching import Index
from host.understanding.phrasebook import Phrase, Phrasebook
from host.understanding.readings import Act, Meant, Nothing, Reading, Unsure
from host.understanding.stripping import Surroundings
from host.understanding.templates import SEAT_SLOTS

# The scores are `sounds.similarity`, 0 to 100. The curve behind them is in
# docs/understanding.md, measured by tests/understanding/bench_interpret.py.
ACCEPT = 76.0
"""From here a phrase is taken, if no other meaning is near."""

UNSURE_FROM = 70.0
"""From here the host asks «¿Dijiste …?»; below, it was talk."""

SHORT_KEY = 8
"""Phones up to which a phrase is short: one unlike phone makes another word of it («mañana»
is one phone from «más Ana»)."""

SHORT_ACCEPT = 84.0
"""ACCEPT of short phrases: one confusable phone in four may differ, or one phone in seven."""

SHORT_UNSURE_FROM = 74.0
"""UNSURE_FROM of short phrases."""

COMMAND_ACCEPT = 86.0
"""ACCEPT of commands: nobody waits for them, so talk is rather let pass."""

COMMAND_UNSURE_FROM = 80.0
"""UNSURE_FROM of commands."""

QUERIES = frozenset(
    {
        "cmd_repeat",
        "cmd_repeat_question",
        "cmd_clues",
        "cmd_score",
        "cmd_turn",
        "cmd_where",
        "cmd_help",
        "cmd_rules",
        "cmd_term",
        "cmd_free",
        "cmd_who_square",
        "cmd_who_bet",
        "cmd_category",
        "cmd_cards",
        "cmd_hand",
        "cmd_deck",
        "cmd_bar",
        "cmd_dispute",
        "cmd_trump",
        "cmd_played",
        "cmd_winning",
        "cmd_bids",
        "cmd_tricks",
        "cmd_dealer",
        "cmd_round",
    }
)
"""Commands that change nothing: they are answered from where others are asked about."""

MARGIN = 6.0
"""A phrase of another meaning must be this much less like what was heard. One unlike phone in
a phrase of 16 (a short sentence with a name) is 6."""

STRICT = 92.0
"""From here a move is taken that the game cannot want now, so that the game says why not."""

OVER_HOST = 5.0
"""While the host itself speaks, acceptance asks for this much more (echo, pitfalls E)."""

NAME_ALIKE = 92.0
"""Seats whose names sound this much alike are asked about even when one is written out."""

TRAPS: Mapping[int, int] = {11: 1, 12: 2, 13: 3, 16: 6}
"""Numbers of two digits that are easily heard for one of one digit (rules 4.1)."""

# What a meaning loses for not being what the moment asks for, in points of score.
COMMAND_COST = 1.0
IMPOSSIBLE_COST = 3.0
NOT_NOW_COST = 8.0
NEVER_COST = 100.0


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate: phrase, score, seat named in front, and what the moment makes of it."""

    phrase: Phrase
    score: float
    who: Seat | None
    cost: float
    exact: bool

    @property
    def worth(self) -> float:
        """The score less what the moment takes off."""
        return self.score - self.cost


@dataclass(frozen=True, slots=True)
class Now:
    """The moment: what may be said and how strictly it is heard."""

    options: tuple[Option, ...]
    extra: float


class Chooser:
    """Chooses among the phrases of one table."""

    def __init__(self, phrasebook: Phrasebook, seats: Sequence[Seat], around: Surroundings) -> None:
        """Index the phrases over the full range of values."""
        self.index = Index(phrasebook.everything(seats))
        self._phrasebook = phrasebook
        self._around = around

    def candidates(self, tokens: Tokens, now: Now, *, floor: float = 60.0) -> list[Found]:
        """Return the candidates of every way to strip the utterance."""
        variants = list(self._around.variants(tokens))
        exact: list[Found] = []
        for variant, who in variants:
            hits = [
                Found(phrase, 100.0, who, self.cost(phrase, now), True)
                for phrase in self.index.exact(text_of(variant))
            ]
            exact += hits
            # The least stripped wording that fits the moment is what was said; among phrases
            # that are written alike it is the one that the moment asks for.
            if any(found.cost < NOT_NOW_COST for found in hits):
                best = min(hits, key=lambda found: found.cost)
                return [best, *self._alike(best, now)]
        by_sound = [
            Found(hit.phrase, hit.score, who, self.cost(hit.phrase, now), False)
            for variant, who in variants
            for hit in self.index.nearest(self._around.key(text_of(variant)), floor)
        ]
        return [*exact, *by_sound]

    def _alike(self, best: Found, now: Now) -> list[Found]:
        """Return candidates that sound like an exact one but name another seat."""
        if not any(slot in SEAT_SLOTS for slot, _ in best.phrase.args):
            return []
        return [
            Found(hit.phrase, hit.score, best.who, self.cost(hit.phrase, now), False)
            for hit in self.index.nearest(best.phrase.key, NAME_ALIKE)
            if hit.phrase.act == best.phrase.act
            and hit.phrase.spans
            and hit.phrase.args != best.phrase.args
            and self._same_but_seat(hit.phrase, best.phrase)
        ]

    def _same_but_seat(self, one: Phrase, other: Phrase) -> bool:
        """Tell whether two phrases differ in nothing but a seat."""
        left, right = dict(one.args), dict(other.args)
        return left.keys() == right.keys() and all(
            left[slot] == right[slot] or slot in SEAT_SLOTS for slot in left
        )

    def decide(self, candidates: Sequence[Found], now: Now) -> Reading:
        """Choose among candidates by score and margin."""
        kept = [found for found in candidates if _worth_hearing(found)]
        if not kept:
            return Nothing("nothing_like_it")
        kept.sort(key=lambda found: (-found.worth, not found.exact))
        best = kept[0]
        others = [f for f in kept if f.phrase.meaning != best.phrase.meaning]
        # A value that is impossible now gives way to a possible one that is nearly as near.
        if best.cost == IMPOSSIBLE_COST and not best.exact:
            for found in others:
                if found.cost < IMPOSSIBLE_COST and found.score >= best.score - MARGIN:
                    best = found
                    others = [f for f in kept if f.phrase.meaning != best.phrase.meaning]
                    break
        rivals = [f for f in others if f.cost < IMPOSSIBLE_COST or f.score > best.score]
        rival = rivals[0] if rivals else None
        trapped = self._trap(best, now)
        if trapped is not None:
            return Unsure(self.act(trapped), self.act(best), "number")
        accept, lowest = _limits(best, now)
        if best.score < lowest:
            return Nothing("nothing_like_it")
        if best.phrase.ask:
            return Unsure(self.act(best), self.act(rival) if rival else None, "incomplete")
        clear = rival is None or best.worth - rival.worth >= MARGIN
        if best.exact and (rival is None or rival.score < NAME_ALIKE or not rival.phrase.spans):
            clear = True
        if best.score >= accept and clear:
            return Meant((self.act(best),))
        reason = "not_clear" if clear else "two_meanings"
        return Unsure(self.act(best), self.act(rival) if rival else None, reason)

    def _trap(self, found: Found, now: Now) -> Found | None:
        """Return the one-digit twin of a two-digit value that cannot be meant now."""
        if found.cost < IMPOSSIBLE_COST or found.score < STRICT:
            return None
        for slot, value in found.phrase.args:
            if isinstance(value, bool) or not isinstance(value, int) or value not in TRAPS:
                continue
            args = {**dict(found.phrase.args), slot: TRAPS[value]}
            twin = replace(found.phrase, args=tuple(sorted(args.items())))
            if self._possible(twin, now) or found.cost < NOT_NOW_COST:
                return replace(found, phrase=twin, exact=False)
        return None

    def cost(self, phrase: Phrase, now: Now) -> float:
        """Return what a phrase loses for not being what the moment asks for."""
        if any(slot in option.slots for option in now.options for slot in phrase.unless):
            return NEVER_COST
        if self._possible(phrase, now):
            return 0.0
        if phrase.act.startswith("cmd_") or phrase.act in self._phrasebook.always:
            return COMMAND_COST
        if any(option.act == phrase.act for option in now.options):
            return IMPOSSIBLE_COST
        return NEVER_COST if phrase.act in self._phrasebook.when_asked else NOT_NOW_COST

    def _possible(self, phrase: Phrase, now: Now) -> bool:
        args = dict(phrase.args)
        return any(
            option.act == phrase.act
            and set(option.slots) == set(args)
            and all(value in option.slots[slot] for slot, value in args.items())
            for option in now.options
        )

    def act(self, found: Found) -> Act:
        """Return a candidate as an act, with the plainest words for it."""
        args = dict(found.phrase.args)
        try:
            text = self._phrasebook.say(found.phrase.act, args)
        except ValueError:
            text = found.phrase.text
        return Act(found.phrase.act, args, found.who, round(found.score, 1), text)


def _worth_hearing(found: Found) -> bool:
    """Tell whether a candidate may be meant at all at this moment."""
    if found.phrase.beyond and not found.exact:
        # Numbers that no table has are many, and some word sounds like each of them.
        trap = any(value in TRAPS for _, value in found.phrase.args)
        return trap and found.score >= STRICT and found.cost < NOT_NOW_COST
    if found.cost < NOT_NOW_COST:
        return True
    return found.cost < NEVER_COST and found.score >= STRICT and not found.phrase.ask


def _limits(found: Found, now: Now) -> tuple[float, float]:
    """Return the scores from which a candidate is taken and from which it is asked about."""
    short = len(found.phrase.key) <= SHORT_KEY
    accept = SHORT_ACCEPT if short else ACCEPT
    lowest = SHORT_UNSURE_FROM if short else UNSURE_FROM
    if found.cost == COMMAND_COST:
        accept, lowest = COMMAND_ACCEPT, COMMAND_UNSURE_FROM + now.extra
        if found.phrase.act in QUERIES:
            # «¿Dijiste «marcador»?» takes longer than the score itself, and harms as little.
            accept = COMMAND_UNSURE_FROM
    return accept + now.extra, lowest
