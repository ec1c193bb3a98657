"""«Cambia el nombre de Xabi por Xabier»: who is called otherwise from now on, and how.

The new name is in no phrasebook, so the words around it are looked for: what stands before and
behind the old name (`rename_before`, `rename_by`, `is_called`), or before one's own (`call_me`).
"""

from __future__ import annotations

from collections.abc import Sequence

from host.engine.game import Seat
from host.understanding.heard import Tokens, in_words, starts_with, text_of
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key, similarity

SAME_SEAT = 84.0
"""From here (`sounds.similarity`) words are the name of a seat: a vowel may be another."""

MOST_WORDS = 4
"""A new name has at most so many words: what is longer is talk."""


class Renaming:
    """Finds old and new names in what is said, in one language."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        """Take the words around names."""
        self._book = phrasebook
        self._language = phrasebook.language
        self._before = phrasebook.groups("rename_before")
        self._by = phrasebook.groups("rename_by")
        (self._said,) = phrasebook.groups("rename_said")
        self._is_called = phrasebook.groups("is_called")
        self._call_me = phrasebook.groups("call_me")

    def read(
        self, words: str, tokens: Tokens, seats: Sequence[Seat], *, own: bool
    ) -> tuple[Seat | None, str] | None:
        """Return whose name is changed and the new one; None if nothing of the kind was said.

        Args:
            words: as the ear wrote them; tokens: the same, cut.
            seats: whose names may be changed.
            own: True if «llámame …» counts; it does not where an answer is awaited.

        Returns:
            The seat (None for whoever speaks) and the new name, "" where none was told.
        """
        for lead in self._before:
            if starts_with(tokens, lead) and len(tokens) > len(lead):
                return self._split(words, tokens[len(lead) :], seats, self._by, bare=True)
        if own:
            for lead in self._call_me:
                if starts_with(tokens, lead) and len(lead) < len(tokens) <= len(lead) + MOST_WORDS:
                    return None, _as_written(words, tokens[len(lead) :])
        return self._split(words, tokens, seats, self._is_called, bare=False)

    def say(self, seat: Seat | None, name: str) -> str:
        """Return «cambia el nombre de Abuela Maruja por Pedro uno», for «¿Dijiste …?».

        Args:
            seat: who is called otherwise, None for whoever speaks.
            name: the new name as it was said or typed, "" where none was told.
        """
        plain = self._book.say("cmd_rename", {} if seat is None else {"seat": seat})
        if not name:
            return plain
        new = in_words(name, self._language)
        return " ".join((plain, *self._said, new[:1].upper() + new[1:]))

    def _split(
        self,
        words: str,
        tokens: Tokens,
        seats: Sequence[Seat],
        joints: Sequence[tuple[str, ...]],
        *,
        bare: bool,
    ) -> tuple[Seat, str] | None:
        """Cut «Xabi por Xabier» at the joint; with `bare` the old name may stand alone."""
        for at in range(1, min(len(tokens), MOST_WORDS) + 1):
            for joint in joints:
                new = tokens[at + len(joint) :]
                if starts_with(tokens[at:], joint) and len(new) <= MOST_WORDS:
                    seat = self._seat(tokens[:at], seats)
                    if seat is not None:
                        return seat, _as_written(words, new) if new else ""
        seat = self._seat(tokens, seats) if bare else None
        return None if seat is None else (seat, "")

    def _seat(self, tokens: Tokens, seats: Sequence[Seat]) -> Seat | None:
        heard = key(text_of(tokens), self._language)
        keys = {seat: key(in_words(seat, self._language), self._language) for seat in seats}
        near = [(similarity(heard, keys[seat]), seat) for seat in seats]
        score, seat = max(near, default=(0.0, ""))
        return seat if score >= SAME_SEAT else None


def _as_written(words: str, tokens: Tokens) -> str:
    return words[tokens[0].start :].strip(" .,;:¡!¿?«»“”\"'")
