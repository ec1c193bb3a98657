"""Cards that the deck does not know: stated with value and number, or only named."""

from __future__ import annotations

from collections.abc import Mapping

from host.engine.game import Json, Option, Seat
from host.understanding.choosing import ACCEPT, Chooser, Now
from host.understanding.heard import Tokens, pieces, starts_with, text_of
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import Act, Meant
from host.understanding.stated import MOST_NAME, Stated, without_lead
from host.understanding.stated import stated as read_stated
from host.understanding.stripping import Surroundings

_KINDS = frozenset({"category", "criterion"})
"""What a talker says beside the card (SAP-6, SAP-7)."""


class PrintedCards:
    """Reads printed cards at one table."""

    def __init__(self, phrasebook: Phrasebook, around: Surroundings, chooser: Chooser) -> None:
        """Read phrases with `chooser`, and the name in front of them with `around`."""
        self.phrasebook = phrasebook
        self._language = phrasebook.language
        self._around = around
        self._chooser = chooser

    def stated(self, tokens: Tokens, now: Now) -> Act | None:
        """Read a card with its value and number («Zewail, Egipto, cinco»).

        It may be of this deck or of another; a talker may say category and criterion as well.
        """
        option = _free_card(now)
        if option is None:
            return None
        who, rest = self._doer(tokens)
        args: dict[str, Json] = {}
        act = option.act
        if act == "talk":
            rest, args = self._without_kinds(rest, now)
        drawn, rest = self._drawn(rest, now)
        if drawn is not None:
            act, args = "draw", {"count": drawn}
        values = [str(v) for v in option.slots.get("value", ())]
        values += [str(v) for v in self.phrasebook.values("value") if v not in values]
        leads, joiners = self.phrasebook.groups("card_leads"), self.phrasebook.groups("joiners")
        found = read_stated(rest, values, leads, joiners, self._language)
        if found is None:
            return None
        known = self._chooser.decide(
            [f for f in self._chooser.candidates(found.name, now, floor=ACCEPT) if f.who is None],
            Now((), 0.0),
        )
        card: Json = found.shown
        if isinstance(known, Meant) and "card" in known.acts[0].args:
            card = known.acts[0].args["card"]
        number = "score" if act == "talk" else "value"
        value = "value" if act == "talk" else "category_value"
        args |= {"card": card, value: found.value, number: found.number}
        return Act(act, args, who, 100.0, text_of(tokens))

    def _drawn(self, tokens: Tokens, now: Now) -> tuple[int | None, Tokens]:
        """Take off «a la segunda», which tells how many were drawn until one fitted (D16)."""
        if any(option.act == "draw" for option in now.options):
            for *lead, count in self.phrasebook.groups("drawn_leads"):
                if len(tokens) > len(lead) and starts_with(tokens, tuple(lead)):
                    return int(count), tokens[len(lead) :]
        return None, tokens

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
        return act.args if exact and act.args.keys() <= _KINDS else {}

    def unknown(self, tokens: Tokens, now: Now) -> Act | None:
        """Read «juego a Fulano» where Fulano is in no list: the game says what else is needed.

        So with «Fulano, género, barreras», the form in which a card of the deck is led (SAP-5).
        """
        option = _free_card(now)
        if option is None:
            return None
        who, rest = self._doer(tokens)
        left, args = rest, dict[str, Json]()
        if option.act == "talk":
            left, args = self._without_kinds(rest, now)
        drawn, left = self._drawn(left, now)
        name = without_lead(left, self.phrasebook.groups("card_leads"))
        if name == left and drawn is None and len(args) < len(_KINDS):
            return None
        if not 1 <= len(name) <= MOST_NAME or not all(token.word.isalpha() for token in name):
            return None
        args["card"] = Stated(name, None, None).shown
        return Act(option.act, args, who, ACCEPT, text_of(rest))

    def _doer(self, tokens: Tokens) -> tuple[Seat | None, Tokens]:
        """Return the seat that is named in front, and what is said behind it."""
        named = self._around.seat_in_front(tokens)
        return (named[0], named[1]) if named is not None and named[1] else (None, tokens)


def _free_card(now: Now) -> Option | None:
    """Return the option that takes a card by a name that is in no list, if there is one."""
    return next((o for o in now.options if o.slots.get("card", ("",)) == ()), None)
