"""The names of Wizard's cards in one language: for the phrasebook, the lines and set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from host.engine.game import Json
from host.games.wizard_cards import JESTER, NO_TRUMP, RANKS, SUITS, WIZARD, of_rank, parse
from host.understanding.templates import load
from host.understanding.text import normalise

Forms = Mapping[Json, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardWords:
    """What the cards of one pack are called, the plainest form of each first.

    Attributes:
        pack: ``french`` or ``colours``.
        cards: the forms of every card's code; all Wizards are ``W`` and all Jesters ``B``.
        suits: those of every suit, and of ``none``.
        ranks: those of every rank.
    """

    pack: str
    cards: Forms
    suits: Forms
    ranks: Forms

    @classmethod
    def load(cls, language: str, pack: str, region: str = "") -> CardWords:
        """Return the names in `language` («es», «en») that its template file gives.

        Those of `region` («es-419») come first.

        Raises:
            PhrasebookError: the file is missing or wrong.
        """
        values = load(language, "wizard", region).values
        suits = {s: values["suit"][s] for s in (*SUITS[pack], NO_TRUMP)}
        ranks = {r: values["rank"][r] for r in RANKS[pack]}
        cards: dict[Json, tuple[str, ...]] = {}
        for suit, rank in product(SUITS[pack], RANKS[pack]):
            card = of_rank(rank, suit, pack)
            assert card is not None
            forms = [
                pattern.replace("{rank}", r).replace("{suit}", s)
                for pattern, s, r in product(values["card_pattern"][pack], suits[suit], ranks[rank])
            ]
            cards[card.code] = tuple(forms)
        return cls(
            pack, {**cards, **{s: values["special"][s] for s in (WIZARD, JESTER)}}, suits, ranks
        )

    def spoken(self) -> dict[str, Forms]:
        """Return the words that this table's phrasebook spells: slot -> value -> forms."""
        return {"card": self.cards, "suit": self.suits, "rank": self.ranks}

    def card(self, code: str) -> str:
        """Return the plainest name of a card («rey de picas»)."""
        card = parse(code, self.pack)
        return self.cards[card.kind if card is not None else code][0]

    def suit(self, suit: str) -> str:
        """Return the plainest name of a suit («picas», «sin triunfo»)."""
        return self.suits[suit][0]

    def read_setup(self, setup: Mapping[str, Json]) -> dict[str, Json]:
        """Return a set-up with spoken names of cards and suits as codes (design.md section 6).

        What is no name stays as it is, for the game to refuse.
        """
        found = dict(setup)
        if isinstance(hands := setup.get("hands"), Mapping):
            found["hands"] = {
                seat: [self._code(c, self.cards) for c in cards]
                if isinstance(cards, (list, tuple))
                else cards
                for seat, cards in hands.items()
            }
        if "turned" in setup:
            found["turned"] = self._code(setup["turned"], self.cards)
        if "trump" in setup:
            found["trump"] = self._code(setup["trump"], self.suits)
        return found

    def _code(self, told: Json, among: Forms) -> Json:
        if not isinstance(told, str) or told in among or parse(told, self.pack) is not None:
            return told
        words = normalise(told)
        same = [code for code, forms in among.items() if words in map(normalise, forms)]
        return same[0] if same else told
