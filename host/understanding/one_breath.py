"""Several acts in one breath, and one act told in parts.

«Ana tres, Luis dos, yo uno»; «Hipatia, país, aportes»; «cinco de corazones, rey, mago»; «dos, no,
tres»; «no dije eso, dije trece».
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from host.engine.game import Json, Seat
from host.understanding.choosing import ACCEPT, IMPOSSIBLE_COST, STRICT, Chooser, Now
from host.understanding.heard import Tokens, ends_with, pieces, starts_with, text_of
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import Act, Meant
from host.understanding.stripping import SEAT_PREFIX, Surroundings

MOST_PARTS = 4
"""An act may be said in so many parts: card, category, value and criterion (SAP-5 to SAP-7)."""

PART_COST = 1.0
"""What a part costs, in points of score: «rey, mago» is two clear cards rather than a poor one."""

MOST_PART_TOKENS = 7
"""Words that a part may have: «criterio barreras o limitaciones», a long name."""

UNDOING = frozenset({"cmd_undo", "cmd_not_me"})
"""Commands before which a misheard act is taken back and after which the right one is told."""


class OneBreath:
    """Reads what holds more than one phrase, at one table."""

    def __init__(
        self,
        phrasebook: Phrasebook,
        seats: Sequence[Seat],
        around: Surroundings,
        chooser: Chooser,
    ) -> None:
        """Read phrases with `chooser`, and names of `seats` with `around`."""
        self.phrasebook = phrasebook
        self.seats = tuple(seats)
        self._around = around
        self._chooser = chooser

    def act(self, tokens: Tokens, now: Now) -> Act | None:
        """Return the one act that is told in parts, in any order or card by card; None if none."""
        return self._in_parts(tokens, now) or self._in_turn(tokens, now)

    def acts(self, tokens: Tokens, now: Now) -> Meant | None:
        """Return several acts, or one that mends another; None if the words are neither."""
        return (
            self._named(tokens, now) or self._in_pieces(tokens, now) or self._corrected(tokens, now)
        )

    # ------------------------------------------------------------------ several acts

    def _named(self, tokens: Tokens, now: Now) -> Meant | None:
        """Read «Ana tres, Luis dos, yo uno»: each act behind the name of its doer (D5)."""
        starts = self._name_starts(tokens)
        if len(starts) < 2 or starts[0][0] != 0:
            return None
        acts = self._split(tokens, starts, 0, now)
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

    def _in_pieces(self, tokens: Tokens, now: Now) -> Meant | None:
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
