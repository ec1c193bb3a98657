"""Who may open what: one random token a seat and one for the board, new for every sitting."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence

from host.engine.game import Seat

BOARD = ""
"""Stands for the board where a seat is named."""

TOKEN_BYTES = 16
"""128 random bits: nobody guesses one."""

LONGEST_TOKEN = 64
"""Anything longer is no token and is not looked at."""


class Tokens:
    """The tokens of one sitting. They are kept in memory only and never written."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        """Draw a token for the board and for every seat."""
        self._tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in (BOARD, *seats)}

    def reseat(self, seats: Sequence[Seat], renamed: tuple[Seat, Seat] | None) -> None:
        """Draw tokens for seats that are new; who stays, or is only renamed, keeps one."""
        before = dict(self._tokens)
        if renamed is not None and renamed[0] in before:
            before[renamed[1]] = before[renamed[0]]
        self._tokens = {
            seat: before.get(seat) or secrets.token_urlsafe(TOKEN_BYTES) for seat in (BOARD, *seats)
        }

    def of(self, seat: Seat) -> str:
        """Return the token of a seat, or of the board."""
        return self._tokens[seat]

    def who(self, token: object) -> Seat | None:
        """Return whose token it is, or None.

        Every token is compared, each in constant time, so that how long it takes tells nothing.
        """
        given = token if isinstance(token, str) and len(token) <= LONGEST_TOKEN else ""
        found: Seat | None = None
        for seat, known in self._tokens.items():
            if hmac.compare_digest(known.encode(), given.encode("utf-8", "replace")):
                found = seat
        return found
