"""Awards at the end of a game: two, positive, and true, computed from the journal's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from host.engine.game import Event, Json, Seat

MOST = 2
"""So many awards are told."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who did something best, and how often or how much. `kind` names its line (`award-…`)."""

    kind: str
    seat: Seat
    n: int


def awards(game: str, events: Sequence[Event]) -> tuple[Award, ...]:
    """Return up to two awards of a game that was played; none where nobody stands out.

    An award is for one seat that was better at something than every other. Two awards go to
    two people where that can be; nobody is told what they were worst at (D6).
    """
    tables = _TABLES.get(game)
    if tables is None or _alone(events):
        return ()
    found = [
        Award(kind, best, counted[best])
        for kind, count in tables
        if (counted := count(events)) and (best := _only_best(counted)) is not None
    ]
    chosen = found[:1]
    rest = found[1:]
    another = [award for award in rest if award.seat != chosen[0].seat]
    same = [award for award in rest if award not in another]
    return tuple((chosen + another + same)[:MOST])


def _alone(events: Sequence[Event]) -> bool:
    began = next((e for e in events if e.kind == "game_began"), None)
    return began is None or len(began.data.get("seats") or began.data.get("points") or ()) < 2


def _only_best(counted: Mapping[Seat, int]) -> Seat | None:
    most = max(counted.values(), default=0)
    best = [seat for seat, n in counted.items() if n == most]
    return best[0] if len(best) == 1 and most > 0 else None


Count = Callable[[Sequence[Event]], Mapping[Seat, int]]


def _rows(events: Iterable[Event]) -> Iterable[Mapping[str, Json]]:
    """Yield the rows of every scored square of iKNOW."""
    for event in events:
        if event.kind == "scored":
            yield from event.data.get("squares", ())


def _live_scores(events: Sequence[Event]) -> list[Event]:
    """Return iKNOW's scores without those of rounds that were voided, or scored anew (D24, D9)."""
    kept: list[Event] = []
    numbers: list[Json] = []
    for event in events:
        if event.kind == "scored":
            kept.append(event)
        elif event.kind in ("round_ended", "round_voided"):
            number = event.data.get("round")
            if number in numbers:
                del kept[numbers.index(number)]
                numbers.remove(number)
            if event.kind == "round_ended":
                numbers.append(number)
    return kept


def _bets_won(events: Sequence[Event]) -> Mapping[Seat, int]:
    won: Counter[Seat] = Counter()
    for row in _rows(_live_scores(events)):
        for bet in row["bets"]:
            won[bet["seat"]] += bet["chips"] > 0
    return won


def _right(events: Sequence[Event]) -> Mapping[Seat, int]:
    return Counter(row["seat"] for row in _rows(_live_scores(events)) if row["right"])


def _bold(events: Sequence[Event]) -> Mapping[Seat, int]:
    """Right answers with a single clue."""
    rows = _rows(_live_scores(events))
    return Counter(row["seat"] for row in rows if row["right"] and row["level"] == 3)


def _trusted(events: Sequence[Event]) -> Mapping[Seat, int]:
    """Bets that others won by trusting somebody."""
    trust: Counter[Seat] = Counter()
    for row in _rows(_live_scores(events)):
        trust[row["seat"]] += sum(b["chips"] > 0 and b["sign"] == "+" for b in row["bets"])
    return trust


def _calls(events: Sequence[Event]) -> Mapping[Seat, int]:
    """Calls in time, without those that turned out to be another's (D12)."""
    lent = {e.data.get("id") for e in events if e.kind == "call_borrowed"}
    made = (e for e in events if e.kind == "call_made")
    return Counter(e.data["seat"] for e in made if e.data.get("id") not in lent)


def _beat(events: Sequence[Event]) -> Mapping[Seat, int]:
    """Cards got rid of in the answers of a round."""
    return Counter(e.data["seat"] for e in events if e.kind == "discarded" and e.data.get("seat"))


def _talked(events: Sequence[Event]) -> Mapping[Seat, int]:
    return Counter(e.data["seat"] for e in events if e.kind == "exposed" and e.data.get("seat"))


def _kept_rounds(events: Sequence[Event]) -> Iterable[Mapping[str, Json]]:
    """Yield the rows of the scored rounds of Wizard whose last trick was not taken back.

    A trick that is taken back behind its round's score (rules 4.1) reopens the round: what was
    scored is no more, though its event stands.
    """
    scored: list[Event] = []
    fresh = False
    for event in events:
        if event.kind == "scored":
            scored.append(event)
            fresh = True
        elif event.kind == "trick_undone" and fresh:
            scored.pop()
            fresh = False
        elif event.kind in ("played", "trick_won", "taken"):
            fresh = False
    for event in scored:
        yield from event.data["rows"]


def _exact(events: Sequence[Event]) -> Mapping[Seat, int]:
    """Bids of Wizard that were met (WIZ-17)."""
    met: Counter[Seat] = Counter()
    for row in _kept_rounds(events):
        met[row["seat"]] += row["bid"] == row["taken"]
    return met


def _bravest(events: Sequence[Event]) -> Mapping[Seat, int]:
    """The highest bid of each seat that was met."""
    highest: dict[Seat, int] = {}
    for row in _kept_rounds(events):
        if row["bid"] == row["taken"]:
            highest[row["seat"]] = max(highest.get(row["seat"], 0), row["bid"])
    return highest


def _taken(events: Sequence[Event]) -> Mapping[Seat, int]:
    tricks: Counter[Seat] = Counter()
    for row in _kept_rounds(events):
        tricks[row["seat"]] += row["taken"]
    return tricks


_TABLES: Mapping[str, tuple[tuple[str, Count], ...]] = {
    "iknow": (
        ("iknow-eye", _bets_won),
        ("iknow-memory", _right),
        ("iknow-bold", _bold),
        ("iknow-trusted", _trusted),
    ),
    "sapiencia": (
        ("sapiencia-voice", _calls),
        ("sapiencia-swift", _beat),
        ("sapiencia-talker", _talked),
    ),
    "wizard": (
        ("wizard-aim", _exact),
        ("wizard-brave", _bravest),
        ("wizard-tricks", _taken),
    ),
}
"""What is counted in each game, the most telling first."""


@dataclass(frozen=True, slots=True)
class SoloScore:
    """The score of one who played alone, the best before, and the line that tells it."""

    line: str
    score: int
    best: int


def score_line(game: str, events: Sequence[Event], best: Mapping[str, Json]) -> SoloScore | None:
    """Return how a game alone went against the best so far; None for a game of several."""
    ended = next((e for e in reversed(events) if e.kind == "game_ended"), None)
    if game != "iknow" or ended is None or ended.data.get("how") != "solo":
        return None
    score = max(ended.data["points"].values())
    before = best.get("iknow_solo", 0)
    line = "award-solo-best" if score > before else "award-solo"
    return SoloScore(line, score, before)
