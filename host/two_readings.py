"""What was meant, where one ear doubts its words or two ears heard them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from host.ears.base import Heard
from host.engine.game import Json
from host.understanding.choosing import QUERIES
from host.understanding.readings import (
    Act,
    Meant,
    Nothing,
    Reading,
    UnknownName,
    Unsure,
    is_answer,
)
from host.understanding.text import normalise

YES_OR_NO = frozenset({"cmd_yes", "cmd_no"})
"""Commands that answer a question of the host's own; where one is open they are its answer."""

WRITTEN_OUT = 92.0
"""Score from which words of one ear alone are a move, where the other made nothing of the sound."""

LIKELY = 0.5
"""Confidence from which a question to the host that is doubted is answered at once: it costs nobody
anything, but in a loud room the host would answer what nobody asked."""

_TRAP = re.compile(r"[rygb]1[23]")
"""Codes of the cards twelve and thirteen of a coloured pack."""


def reading_of(heard: Heard, read: Callable[[str], Reading]) -> Reading:
    """Read what was heard; where that leaves doubt, what the other ear made of it too.

    Two ears that heard the same need no question; what one of them missed may be what the
    other has; what an ear itself doubts is asked about before it counts (design.md section 3).
    """
    if heard.press is not None:
        act = Act(heard.press.act, heard.press.args, heard.speaker, 100.0, heard.words)
        return Meant((act,))
    read = cache(read)  # the same text is looked at in several ways, and takes milliseconds
    found = _read(heard, read)
    doubtful = heard.written and heard.onset_uncertainty > 0 and _trapped(found)
    if doubtful and isinstance(found, Meant) and len(found.acts) == 1:
        told = [read(text) for text in heard.written]
        if sum(isinstance(t, Meant) and _same(found.acts, t.acts) for t in told) < 2:
            return Unsure(found.acts[0], None, "doubted", found.addressed)
    return found


def _read(heard: Heard, read: Callable[[str], Reading]) -> Reading:
    """Read words that were spoken or typed; see `reading_of`."""
    reading = read(heard.words)
    if isinstance(reading, Unsure) and reading.best.act in YES_OR_NO:
        # Something like a «sí» where nothing was asked: «¿Dijiste sí?» would help nobody.
        reading = Nothing("nothing_like_it", reading.addressed)
    fuller = _fuller(heard, reading, read)
    if fuller is not None:
        return fuller
    if is_answer(reading):
        # It is taken as it was heard, however badly: a question back would tell that it was heard
        # badly, and is asked of nobody (D22).
        return reading
    if heard.written == (heard.words,):
        return _alone(reading)
    if heard.typed and isinstance(reading, Meant) and not _only_asks(reading):
        # Keys are not misheard: a name that is only like one of the cards' may be another's.
        return _alone(reading)
    sure = (heard.sure or _rivals_agree(heard, reading, read)) and not (
        heard.onset_uncertainty > 0 and _trapped(reading)
    )
    likely = heard.confidence >= LIKELY and _written_out(reading)
    if isinstance(reading, Meant) and (sure or (likely and _only_asks(reading))):
        return reading
    if isinstance(reading, Meant) and {act.act for act in reading.acts} <= YES_OR_NO:
        # Nothing was asked: a short sound that may be «sí» is none.
        reading = Nothing("nothing_like_it", reading.addressed)
    for words in heard.also:
        other = read(words)
        if isinstance(reading, Nothing | UnknownName):
            return _alone(other)
        mine = reading.acts if isinstance(reading, Meant) else (reading.best,)
        if not isinstance(other, Meant) or not _same(mine, other.acts):
            continue
        # Of a phrase that both were weighed for, a text that is only near has had its say.
        if not heard.written or _written_out(other):
            return other
    if isinstance(reading, Meant) and len(reading.acts) == 1:
        return Unsure(reading.acts[0], None, "doubted")
    return reading


def evidence(heard: Heard) -> dict[str, Json]:
    """Return what tells how well something was heard, for whoever judges it."""
    found: dict[str, Json] = {"confidence": heard.confidence}
    if heard.also:
        found["also"] = heard.also
    if heard.rivals:
        found["rivals"] = heard.rivals
    if not heard.sure:
        found["doubted"] = True
    return found


def _fuller(heard: Heard, reading: Reading, read: Callable[[str], Reading]) -> Reading | None:
    """Return what the written text tells that has more in it than the phrase weighed from it.

    The nearest phrase to «Ana: tres», «tres, no, cuatro» is one of a part of these: the seat, the
    correction are in the text alone. None if the text is no more than the phrase.
    """
    if not heard.written:
        return None
    text = heard.written[-1]
    if len(normalise(text).split()) <= len(normalise(heard.words).split()):
        return None
    told = read(text)
    if not isinstance(told, Meant) or not _written_out(told):
        return None
    same = isinstance(reading, Meant) and _same(reading.acts, told.acts)
    return told if same or not heard.sure else None


def _rivals_agree(heard: Heard, reading: Reading, read: Callable[[str], Reading]) -> bool:
    """Tell whether the phrases that an ear could not tell apart all mean the same («el mago»)."""
    if not heard.rivals or not isinstance(reading, Meant):
        return False
    others = [read(words) for words in heard.rivals]
    return all(isinstance(o, Meant) and _same(reading.acts, o.acts) for o in others)


def _same(some: Sequence[Act], others: Sequence[Act]) -> bool:
    """Tell whether two readings mean the same."""
    return [(a.act, dict(a.args)) for a in some] == [(a.act, dict(a.args)) for a in others]


def _alone(reading: Reading) -> Reading:
    """Return what words of one ear alone mean, to no phrase as near as it is sure; ask if near."""
    if not isinstance(reading, Meant) or _written_out(reading):
        return reading
    if len(reading.acts) == 1:
        return Unsure(reading.acts[0], None, "doubted", reading.addressed)
    return reading


def _written_out(reading: Reading) -> bool:
    """Tell whether the words are those of what was meant, and not only near; answers are theirs."""
    return isinstance(reading, Meant) and all(
        act.score >= WRITTEN_OUT or act.act == "answer" for act in reading.acts
    )


def _trapped(reading: Reading) -> bool:
    """Tell whether a card of a coloured pack was understood whose number is a trap (rules 4.1).

    «Amarillo trece» is what ears make of «amarillo tres»: such a card is asked about unless
    two ears heard it.
    """
    if not isinstance(reading, Meant):
        return False
    values = [v for act in reading.acts for v in act.args.values()]
    cards = [c for v in values for c in (v if isinstance(v, list) else [v]) if isinstance(c, str)]
    return any(_TRAP.fullmatch(card) for card in cards)


def _only_asks(reading: Meant) -> bool:
    """Tell whether a reading only asks the host something, which costs nobody anything."""
    return all(act.act in QUERIES for act in reading.acts)
