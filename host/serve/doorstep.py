"""The places of those who have come and have not shown yet that they belong to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One who waits: from where they came, and what sends them away."""

    peer: str
    send_away: Callable[[], None]


class Doorstep:
    """A number of places. Who comes always finds one; a crowd from one address makes room first.

    A telephone shows its token as soon as it is let speak. So whoever holds all places for as long
    as they may, and from how many connections soever, keeps no telephone out: of the address that
    has most of them, the one that has waited longest is sent away.
    """

    def __init__(self, most: int) -> None:
        """Make so many places."""
        self._most = most
        self._waiting: dict[Place, None] = {}

    def come(self, peer: str, send_away: Callable[[], None]) -> Place:
        """Take a place.

        Args:
            peer: the address from which somebody comes.
            send_away: called if the place is needed; it is free by then.
        """
        if len(self._waiting) >= self._most:
            crowded = Counter(place.peer for place in self._waiting)
            most = max(crowded.values())
            late = next(place for place in self._waiting if crowded[place.peer] == most)
            self.leave(late)
            late.send_away()
        place = Place(peer, send_away)
        self._waiting[place] = None
        return place

    def leave(self, place: Place) -> None:
        """Give a place back. May be called twice."""
        self._waiting.pop(place, None)

    def holds(self, place: Place) -> bool:
        """Tell whether somebody still has their place."""
        return place in self._waiting
