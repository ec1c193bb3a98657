"""Names of tonight: from what is said when seats are named, to names that can be called.

A name that people commonly bear is spelled as it is written, whatever the ear made of it
(«Eba» is Eva). Any other is taken as it was heard, and is doubtful: the host spells it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Literal

from host.engine.game import Json, Seat
from host.understanding.heard import (
    Token,
    Tokens,
    in_words,
    starts_with,
    text_of,
    tokenise,
)
from host.understanding.phrasebook import Phrasebook, phrasebook_of
from host.understanding.renaming import Renaming
from host.understanding.sounds import key, similarity
from host.understanding.text import normalise

SAME_NAME = 88.0
"""Names that sound this much alike cannot be told apart at a table."""

LIKE_KNOWN = 90.0
"""From here what was heard is a common name, said a little differently; it is asked about."""

LIKE_LEAD = 62.0
"""From here words before a common name are what is said before names, misheard."""

LONGEST = 40
"""A name has at most so many letters: nobody could say a longer one in a breath."""

MOST_NAMES = 20
"""So many people may be named in one breath: more than any game has seats, so that who finds no
room is told."""

Missing = Literal["", "own", "letter", "long", "none"]
"""Why there is no name where one was told: «yo», one letter, more than `LONGEST`, «tres»."""

NO_NAMES = (
    "game",
    "length",
    "no_more",
    "same_one",
    "rematch",
    "other",
    "bye",
    "skip",
    "agree",
    "decline",
)
"""Acts of laying the table: their words, said alone, name nobody."""

GAMES = ("welcome", "iknow", "sapiencia", "wizard")
"""Whose moves and commands about a seat are no names: «reparte Ana», «seguimos sin Ana»."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def is_spelling(name: str) -> bool:
    """Tell whether letters can be a name at all: neither too many nor too few, and no signs."""
    fits = 1 <= len(name) <= LONGEST
    return fits and all(c.isprintable() and c not in ":[]#" for c in name)


@dataclass(frozen=True, slots=True)
class NameHeard:
    """A name, and whether the host is sure of its spelling; or why there is none in its place."""

    name: str
    sure: bool
    missing: Missing = ""


class NameReader:
    """Reads names in one language."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        """Take the words around names (`name_leads`, `name_joins`, `team_words`, `letters`)."""
        self._book = phrasebook
        self._language = phrasebook.language
        self._letters = dict(_pairs(phrasebook.groups("letters")))
        self._not_names = frozenset(w for g in phrasebook.groups("not_names") for w in g)
        self._hosts = frozenset(" ".join(g) for g in phrasebook.groups("host_names"))
        self._orders = frozenset(
            phrase.words
            for phrase in phrasebook.everything(())
            if phrase.act in NO_NAMES or phrase.act.startswith("cmd_")
        )
        self._own = frozenset(phrasebook.groups("own_words"))
        self._renaming = Renaming(phrasebook)
        self._rename_before = phrasebook.groups("rename_before")
        self._is_called = sorted(phrasebook.groups("is_called"), key=len, reverse=True)

    def read(
        self, words: str, *, typed: bool = False, seats: Sequence[Seat] = ()
    ) -> list[NameHeard]:
        """Return the names in «soy Ana» or «somos Ana, Luis y Eva»; none if there is none.

        Somebody who is told of without a name («la abuela y yo») has a place among them, which
        says what is missing.

        Args:
            words: as the ear wrote them.
            typed: True if they were typed: what is typed is meant.
            seats: who is at the table: what is said of them («reparte Ana») is no name.
        """
        spelled = self._spelled_out(self._behind_called(words))
        if spelled:
            return [NameHeard(spelled, True)]
        found: list[NameHeard] = []
        parts = self._parts(in_words(words, self._language))[:MOST_NAMES]
        for part in map(self._behind_called, parts):
            if self.is_order(part, seats):
                continue
            name = self._one(part, typed)
            if name is None or (name.missing == "none" and len(parts) == 1):
                continue
            # Among spoken names «a» is what an ear made of «eh», and «tres» is talk; what is
            # typed is meant.
            if typed or len(parts) == 1 or not self._nobody(normalise(name.name).split()):
                found.append(name)
        return found

    def sentence(self, words: str, seats: Sequence[Seat]) -> tuple[Seat | None, str] | None:
        """Return whom «Ana se llama Rosa» or «cambia el nombre de Ana» is about, and the name."""
        return self._renaming.read(words, tokenise(words, self._language), seats, own=False)

    def is_order(self, words: str, seats: Sequence[Seat] = ()) -> bool:
        """Tell whether words are an order to the host, or its own name, and so nobody's name.

        So is a sentence about a name («cambia el nombre de Ana»), or one about any of `seats`
        that some game or the table itself knows («seguimos sin Ana»).
        """
        tokens = tokenise(words, self._language)
        plain = text_of(tokens)
        if plain in _known(self._language):
            return False
        return (
            plain in self._orders
            or plain in self._hosts
            or any(starts_with(tokens, lead) for lead in self._rename_before)
            or self._called_at(tokens) is not None
            or self._of_seat(tokens, seats)
        )

    def is_name(self, words: str) -> bool:
        """Tell whether somebody may be called so: no number, no order, not the host's name."""
        tokens = tokenise(words, self._language)
        return (
            any(c.isalpha() for c in words)
            and not self._is_letter(words)
            and not self._is_own(words)
            and not self._nobody(token.word for token in tokens)
            and not self.is_order(words)
        )

    def spell(self, name: str) -> str:
        """Return the letters of a name as they are called: «zeta, u, erre, i»."""
        called: dict[str, str] = {}
        for word, sign in self._letters.items():
            called[sign] = min(word, called.get(sign, word), key=len)
        plain = [normalise(c) if c.casefold() not in called else c.casefold() for c in name]
        return ", ".join(called.get(c, c) for c in plain if c.strip())

    def told(self, heard: Sequence[NameHeard], known: Sequence[str]) -> list[dict[str, Json]]:
        """Return names as a move holds them: each with the name it sounds like, if any.

        Where one is missing, its place holds why.

        Args:
            known: names that are taken already.
        """
        seats = list(known)
        told: list[dict[str, Json]] = []
        for name in heard:
            if name.missing:
                told.append({"missing": name.missing, "words": name.name})
                continue
            like = self.like(name.name, seats)
            told.append({"name": name.name, "sure": name.sure, "like": like})
            seats.append(name.name)
        return told

    def like(self, name: str, seats: Sequence[str]) -> str:
        """Return the seat whose name sounds like this one, or is written like it, or ""."""
        heard, written = self._key(name), normalise(name)
        return next(
            (
                seat
                for seat in seats
                if written == normalise(seat) or similarity(heard, self._key(seat)) >= SAME_NAME
            ),
            "",
        )

    def _key(self, name: str) -> str:
        return key(in_words(name, self._language), self._language)

    # ------------------------------------------------------------------ inside

    def _is_own(self, words: str) -> bool:
        """Tell whether words are «yo», which names nobody."""
        return tuple(normalise(words).split()) in self._own

    @staticmethod
    def _is_letter(words: str) -> bool:
        """Tell whether words are one letter, which nobody can be called by."""
        plain = normalise(words)
        return len(plain) == 1 and plain.isalpha()

    def _called_at(self, tokens: Tokens) -> int | None:
        """Return where the name begins in «mi prima se llama Rosa»; None in any other words."""
        for at in range(1, len(tokens)):
            for joint in self._is_called:
                if starts_with(tokens[at:], joint):
                    return at + len(joint)
        return None

    def _behind_called(self, words: str) -> str:
        """Return «Rosa» of «mi prima se llama Rosa», and any other words as they are."""
        tokens = tokenise(words, self._language)
        at = self._called_at(tokens)
        return words if at is None or at >= len(tokens) else words[tokens[at].start :]

    def _of_seat(self, tokens: Tokens, seats: Sequence[Seat]) -> bool:
        """Tell whether words are a sentence about a seat, and no more than a lead and its name."""
        said = [token.word for token in tokens]
        for seat in seats:
            name = [token.word for token in tokenise(seat, self._language)]
            for at in range(len(said) - len(name) + 1):
                if len(said) > len(name) and said[at : at + len(name)] == name:
                    around = (tuple(said[:at]), tuple(said[at + len(name) :]))
                    bare = [token.word for token in self._without_leads(tokens)]
                    if bare != name and around in _around_seats(self._language):
                        return True
        return False

    def _without_leads(self, tokens: Tokens) -> Tokens:
        """Cut what is said before a name («pues soy»)."""
        leads = self._book.groups("name_leads")
        cut = True
        while cut:
            cut = False
            for lead in leads:
                if len(tokens) > len(lead) and starts_with(tokens, lead):
                    tokens, cut = tokens[len(lead) :], True
                    break
        return tokens

    def _without_kin(self, tokens: Tokens) -> Tokens:
        """Return «Leo» of «mi nieto Leo»: whose grandson he is, is no part of his name."""
        mine = {group[0] for group in self._book.groups("name_of_mine")}
        known = _known(self._language)
        if len(tokens) > 2 and tokens[0].word in mine:
            at = next((n for n, t in enumerate(tokens) if n > 1 and t.word in known), 0)
            return tokens[at:]
        return tokens

    def _parts(self, words: str) -> list[str]:
        """Cut «Ana, Luis y Eva» at commas and joining words; two names of one person stay."""
        tokens = tokenise(words, self._language)
        plain = [token.word for token in tokens]
        together = [g for g in self._book.groups("team_words") if _holds(tokens, g)]
        if any(plain.count(group[-1]) == 1 for group in together):
            # «Ana y Luis, un equipo»: one seat, whatever is joined in it.
            return [words]
        joins = {group[0] for group in self._book.groups("name_joins") if len(group) == 1}
        parts: list[list[str]] = [[]]
        for token in tokens:
            if token.word in joins and parts[-1]:
                parts.append([])
                continue
            parts[-1].append(_raw(words, token))
            if token.mark:
                parts.append([])
        return [" ".join(part) for part in parts if part]

    def _one(self, words: str, typed: bool) -> NameHeard | None:
        """Return the one name in words, or what is missing; None if they are not about a name."""
        if self._is_own(words):
            return NameHeard("", True, "own")
        tokens = tokenise(words, self._language)
        team = next((g for g in self._book.groups("team_words") if _holds(tokens, g)), None)
        leads = self._book.groups("name_leads")
        tokens = self._without_leads(tokens)
        tokens = self._without_kin(tokens)
        said = [_raw(words, token) for token in tokens]
        if (normalise(words),) in leads or tuple(t.word for t in tokens) in leads:
            return None  # «hola, soy Leo»: a greeting is no name
        if team is not None:
            rest = [w for w in said if normalise(w) not in team]
            said = [*self._book.groups("team_name")[0], *rest] if len(rest) == 1 else rest or said
        if not said or not any(c.isalpha() for c in "".join(said)):
            return None
        joined = " ".join(said).strip(" .,;:¡!¿?[]#&+")
        if not joined:
            return None
        if self._is_letter(joined):
            return NameHeard(joined, True, "letter")
        if self._nobody(map(normalise, said)):
            return NameHeard(joined, True, "none")  # «tres», «la otra»: nobody is called so
        if len(joined) > LONGEST:
            return NameHeard("", True, "long")
        if typed:
            return NameHeard(_capital(joined), team is not None or self._as_typed(said))
        if team is not None or len(said) > 1:
            return self._of_several(said)
        return self._of_one(joined)

    def _nobody(self, words: Iterable[str]) -> bool:
        """Tell whether there are only words that are no names, though they stand for one."""
        known = _known(self._language)
        plain = tuple(words)
        return bool(plain) and all(w in self._not_names and w not in known for w in plain)

    def _as_typed(self, said: Sequence[str]) -> bool:
        """Tell whether what was typed is surely a name: one word, or words written as one is."""
        if len(said) == 1:
            return True
        known = _known(self._language)
        plain = {w for group in self._book.groups("name_words") for w in group}
        return normalise(said[0]) in known or all(
            w[:1].isupper() or normalise(w) in plain for w in said
        )

    def _of_one(self, word: str) -> NameHeard:
        known = _known(self._language)
        exact = known.get(normalise(word))
        if exact is not None:
            return NameHeard(exact, True)
        if (normalise(word),) in self._book.groups("name_words"):
            return NameHeard(_capital(word), True)
        heard = key(word, self._language)
        same = [name for plain, name in known.items() if key(plain, self._language) == heard]
        if same:
            return NameHeard(same[0], True)
        near = [
            (similarity(heard, key(plain, self._language)), name) for plain, name in known.items()
        ]
        score, name = max(near, default=(0.0, ""))
        return NameHeard(name if score >= LIKE_KNOWN else _capital(word), False)

    def _of_several(self, said: Sequence[str]) -> NameHeard:
        """«María José», «los Tigres», «Ana Pérez»: sure if each word is common or plain."""
        known = _known(self._language)
        plain = {w for group in self._book.groups("name_words") for w in group}
        words = [
            known.get(normalise(w)) or (w.lower() if normalise(w) in plain else _capital(w))
            for w in said
        ]
        sure = all(normalise(w) in known or normalise(w) in plain for w in said)
        if not sure and normalise(said[-1]) in known and self._like_lead(said[:-1]):
            return NameHeard(known[normalise(said[-1])], True)  # «mezamos Diego» was «me llamo»
        return NameHeard(_capital(" ".join(words)), sure)

    def _like_lead(self, said: Sequence[str]) -> bool:
        """Tell whether words sound like what stands before a name, and hold no name."""
        known = _known(self._language)
        if any(normalise(w) in known for w in said):
            return False
        heard = key(" ".join(said), self._language)
        return any(
            similarity(heard, key(" ".join(lead), self._language)) >= LIKE_LEAD
            for lead in self._book.groups("name_leads")
        )

    def _spelled_out(self, words: str) -> str:
        """Return the name in «zeta, u, erre, i», or "" if the words are no letters."""
        tokens = tokenise(words, self._language)
        said = [token.word for token in tokens]
        letters: list[str] = []
        at = 0
        while at < len(said):
            for length in (2, 1):
                letter = self._letters.get(" ".join(said[at : at + length]))
                if letter is not None and at + length <= len(said):
                    letters.append(letter)
                    at += length
                    break
            else:
                return ""
        return _capital("".join(letters)) if len(letters) > 1 else ""


def _pairs(groups: Sequence[tuple[str, ...]]) -> list[tuple[str, str]]:
    """Return (called, letter) of groups such as ("doble", "u", "w"): the last is the letter."""
    return [(" ".join(group[:-1]), group[-1]) for group in groups if len(group) > 1]


def _raw(words: str, token: Token) -> str:
    """Return a token as it was written, with its accents."""
    found = _WORD.match(words, token.start)
    return found.group() if found else token.word


def _holds(tokens: Tokens, group: tuple[str, ...]) -> bool:
    words = [token.word for token in tokens]
    return any(
        tuple(words[at : at + len(group)]) == group for at in range(len(words) - len(group) + 1)
    )


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@lru_cache(maxsize=2)
def _around_seats(language: str) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what is said before and behind a seat's name in any game."""
    books = [phrasebook_of(language, game, {}) for game in GAMES]
    return frozenset(around for book in books for around in book.around_seats())


@lru_cache(maxsize=4)
def _known(language: str) -> dict[str, str]:
    """Return plain letters -> how the name is written."""
    file = resources.files("host.understanding") / "data" / f"names_{language}.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    names = [name for line in lines if not line.startswith("#") for name in line.split()]
    return {normalise(name): name for name in names}
