"""`tertulia bench engine`: how fast the rules are, and that they stay so in a long evening.

Three figures. Random legal moves a second, for each game through the Game protocol and a
`Session` with a journal in memory, beside OpenSpiel's Oh Hell driven from Python in the same
run. What move 1,000 of a journal costs against move 10. And which share of the time between
a typed line and the host's answer a move with its expectation takes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from itertools import chain, islice
from statistics import median
from typing import Any

from host.bench.random_play import (
    RULES,
    SAID,
    SEATS,
    SETTLES,
    begin,
    open_game,
    play_move,
    random_move,
)
from host.calls import VERDICT_ACTS
from host.engine.game import Game, Json, Move, Refusal
from host.engine.inputs import HeardThrough
from host.engine.journal import Journal
from host.engine.session import Session
from host.evening import open_evening
from host.mouth.silent import SilentVoice
from host.room.base import Sound
from host.room.typed import Typed, TypedRoom
from host.table import Table
from host.table_parts import Understood

Clock = Callable[[], float]
"""Seconds of a clock that runs on, from any beginning."""

LONG_BOUND = 1.5
"""Move 1,000 of a journal may cost so many times what move 10 costs."""

SHARE_BOUND = 0.05
"""A move with its expectation may take this share of the typed ear's answer time."""

PEER = "OpenSpiel oh_hell"
PEER_MISSING = "For the peer, Oh Hell: python -m pip install 'tertulia[bench]'"

EARLY_MOVES = 20
"""«Move 10» is the median over the first so many moves of a journal: ten on the average."""

BEGINNINGS = 10
"""So many more games are begun for each long journal, since there is little in 20 moves."""

AROUND = 40
"""«Move 1,000» is the median over the moves so far before and behind it."""

SLICES = 5
"""Games and peer take turns so often, so that a busy machine is busy for all of them."""


@dataclass(frozen=True, slots=True)
class Peer:
    """The other program.

    Attributes:
        name: what it is.
        version: of the package.
        players: seats at its table.
        moves_per_second: random legal moves of players a second; deals take time and are not
            counted, as here.
    """

    name: str
    version: str
    players: int
    moves_per_second: float


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured. All times are wall time of one thread.

    Attributes:
        moves_per_second: per game, accepted moves with their expectations and journal records.
        peer: the same of the other program, or None where it is not installed.
        peer_note: where there is no peer, what to install.
        move_1000_over_move_10: the worst of the games.
        move_1000_over_move_10_by_game: cost of a move with its expectation late in a journal,
            divided by that early in it, for the same mix of acts.
        share_of_answer: the worst of the games, 0 to 1.
        share_of_answer_by_game: median time of a move with its expectation, divided by the
            median time from a typed line to the first sound of the host's answer.
        answer_ms: that median, in milliseconds, per game.
        players: seats at every table.
    """

    moves_per_second: dict[str, float]
    peer: Peer | None
    peer_note: str
    move_1000_over_move_10: float
    move_1000_over_move_10_by_game: dict[str, float]
    share_of_answer: float
    share_of_answer_by_game: dict[str, float]
    answer_ms: dict[str, float]
    players: int = len(SEATS)

    @property
    def ok(self) -> bool:
        """True if both bounds hold."""
        return self.move_1000_over_move_10 <= LONG_BOUND and self.share_of_answer < SHARE_BOUND

    def as_json(self) -> dict[str, Json]:
        """Return the keys that other programs read (design.md section 7)."""
        return {**asdict(self), "ok": self.ok}


def measure(
    clock: Clock,
    *,
    seconds: float = 2.0,
    journals: int = 4,
    moves: int = 1000,
    lines: int = 100,
    seed: int = 1,
) -> Report:
    """Measure everything.

    Args:
        clock: wall time in seconds.
        seconds: how long each game and the peer play at random.
        journals: long journals a game.
        moves: how long they are; 1,000 for the figure of that name.
        lines: typed lines a game.
        seed: of all random moves.

    Raises:
        OpeningError: a deck is missing or wrong.
        EveningError: likewise, for the table of the typed lines.
    """
    games = {name: open_game(name) for name in RULES}
    rates, peer = _rates(games, clock, seconds, seed)
    long = {
        name: late_over_early(game, clock, journals=journals, moves=moves, seed=seed)
        for name, game in games.items()
    }
    answers = {name: answer_times(name, clock, lines=lines, seed=seed) for name in games}
    shares = {name: median(cost) / median(answer) for name, (answer, cost) in answers.items()}
    return Report(
        moves_per_second={name: round(rate, 1) for name, rate in rates.items()},
        peer=peer,
        peer_note="" if peer else PEER_MISSING,
        move_1000_over_move_10=round(max(long.values()), 3),
        move_1000_over_move_10_by_game={name: round(x, 3) for name, x in long.items()},
        share_of_answer=round(max(shares.values()), 4),
        share_of_answer_by_game={name: round(x, 4) for name, x in shares.items()},
        answer_ms={name: round(1000 * median(a), 2) for name, (a, _) in answers.items()},
    )


# ---------------------------------------------------------------- moves a second


def _rates(
    games: dict[str, Game[Any]], clock: Clock, seconds: float, seed: int
) -> tuple[dict[str, float], Peer | None]:
    """Return moves a second of the games and of the peer: the medians of their slices."""
    runs: dict[str, Iterator[None]] = {name: _at_random(game, seed) for name, game in games.items()}
    other = _peer_at_random(seed)
    if other is not None:
        runs[PEER] = other
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(SLICES):
        for name, run in runs.items():
            found[name].append(_rate(run, clock, seconds / SLICES))
    rates = {name: median(each) for name, each in found.items()}
    peer = None
    if PEER in rates:
        rate = round(rates.pop(PEER), 1)
        peer = Peer(PEER, metadata.version("open-spiel"), len(SEATS), rate)
    return rates, peer


def _rate(run: Iterator[None], clock: Clock, seconds: float) -> float:
    count, start = 0, clock()
    while (now := clock()) - start < seconds or not count:
        next(run)
        count += 1
    return count / max(1e-9, now - start)


def _at_random(game: Game[Any], seed: int) -> Iterator[None]:
    """Play one game after the other, and yield after each accepted move."""
    rng = random.Random(seed)
    while True:
        session = begin(game, seed)
        while (move := random_move(session, rng)) is not None:
            if play_move(session, move):
                yield
        seed += 1


def _peer_at_random(seed: int) -> Iterator[None] | None:
    """Return the same for Oh Hell, from Python; None where OpenSpiel is not installed."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return None

    def run() -> Iterator[None]:
        rng = random.Random(seed)
        game = pyspiel.load_game("oh_hell", {"players": len(SEATS)})
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                dealt = state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
                if not dealt:
                    yield

    return run()


# ---------------------------------------------------------------- long journals


def late_over_early(
    game: Game[Any], clock: Clock, *, journals: int, moves: int, seed: int
) -> float:
    """Return what a move costs at the end of a long journal, over what it costs at its start.

    No game lasts a thousand moves by itself. So each is played to move 20, moves are made and
    taken back there until the journal is long, and then it is played on: move 1,000 finds a
    long journal and a table that is far on as well. The costs are medians of each kind of
    act, weighted by how often it comes late.

    Args:
        game: the game.
        clock: wall time in seconds.
        journals: how many journals.
        moves: how many moves a journal gets; over 100.
        seed: of the first journal.
    """
    early: dict[str, list[float]] = {}
    late: dict[str, list[float]] = {}
    for at in range(journals):
        length = sum(1 for _ in _walk(game, clock, seed + at, 0))
        fill = max(EARLY_MOVES, moves - 4 * length // 5)
        begun = (
            islice(_walk(game, clock, again, 0), EARLY_MOVES)
            for again in range(seed + at, seed + at + BEGINNINGS)
        )
        for number, act, cost in chain(*begun, _walk(game, clock, seed + at, fill)):
            if number <= EARLY_MOVES:
                early.setdefault(act, []).append(cost)
            elif abs(number - moves) <= AROUND:
                late.setdefault(act, []).append(cost)
    both = [act for act in late if act in early]
    if not both:
        return 1.0
    weight = {act: len(late[act]) for act in both}
    after = sum(weight[act] * median(late[act]) for act in both)
    return after / sum(weight[act] * median(early[act]) for act in both)


def _walk(game: Game[Any], clock: Clock, seed: int, fill: int) -> Iterator[tuple[int, str, float]]:
    """Play a game; yield number, act and cost in seconds of every move of its journal.

    From move 20 to move `fill` every move is taken back again, where undo reaches it.
    """
    rng = random.Random(seed)
    session, number = begin(game, seed), 0
    while (move := random_move(session, rng)) is not None:
        start = clock()
        accepted = play_move(session, move)
        _ = session.expectation
        cost = clock() - start
        if not accepted:
            continue
        number += 1
        yield number, move.act, cost
        if EARLY_MOVES <= number < fill:
            session.undo(0.0)


# ---------------------------------------------------------------- typed lines


class _OneLine:
    """A source of typed lines that holds at most one, and never waits."""

    patient = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock()
        self.words: str | None = None

    @property
    def now(self) -> float:
        """Seconds since the beginning: the room's clock."""
        return self._clock() - self._began

    def next(self, timeout_s: float) -> Typed | None:
        """Return the line, once."""
        words, self.words = self.words, None
        return None if words is None else Typed(words, self.now)

    def rest(self, seconds: float) -> None:
        """Let no time pass."""


class _FirstSound:
    """Notes when the host begins to answer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.at: float | None = None

    def host_says(self, sound: Sound, t: float) -> None:
        """Keep the time of the first sound."""
        if self.at is None:
            self.at = self._clock()

    def understood(self, what: Understood) -> None:
        """Pass over what was understood."""


def answer_times(
    name: str, clock: Clock, *, lines: int, seed: int
) -> tuple[list[float], list[float]]:
    """Play random moves as typed lines at a whole table without a voice.

    Returns:
        Seconds from each typed line to the first sound of the answer, and, for the same
        moves of the same game, seconds of the move with its expectation alone.

    Raises:
        EveningError: the game's deck is missing or wrong.
    """
    rng = random.Random(seed)
    source, first = _OneLine(clock), _FirstSound(clock)
    # Nobody calls: a window would have to be waited for.
    rules = {**RULES[name], **({"call": False} if name == "sapiencia" else {})}
    answers: list[float] = []
    costs: list[float] = []
    while len(answers) < lines:
        room = TypedRoom(source, seats=SEATS, open_player=lambda: (None, ""), clock=source)
        evening = open_evening(
            game=name,
            language="es",
            seats=SEATS,
            rules=rules,
            setup={},
            seed=seed,
            where="bench",
            room=room,
            voice=SilentVoice("es"),
            journal=Journal(),
            observer=first,
        )
        table = evening.table
        table.open(evening.header)
        _settle(table)
        before = len(answers)
        while len(answers) < lines and not table.done:
            move = random_move(evening.session, rng)
            if move is None or move.act == SETTLES:
                break
            acts = len(evening.session.acts)
            if (words := _typed(table, move, rng)) is None:
                continue
            source.words = words
            first.at, start = None, clock()
            _settle(table)
            if first.at is not None and len(evening.session.acts) > acts:
                answers.append(first.at - start)
        room.close()
        if len(answers) == before:
            raise AssertionError(f"{name}: no typed line was understood.")
        costs += _replayed(evening.session, clock, seed)
        seed += 1
    return answers, costs


def _settle(table: Table) -> None:
    """Let the table hear and say what there is, until it waits."""
    while True:
        events = table.room.step()
        for event in events:
            table.take(event)
        # The watermark moves on for ever.
        if table.done or (table.idle and all(isinstance(e, HeardThrough) for e in events)):
            return


def _typed(table: Table, move: Move, rng: random.Random) -> str | None:
    """Return the line that a player types for a move, or None where nobody says it so."""
    try:
        ways: Sequence[str] = table.phrasings(move.act, move.args) or (SAID,)
    except ValueError:
        return None
    words = rng.choice(ways)
    return f"{move.who}: {words}" if move.who else words


def _replayed(played: Session[Any], clock: Clock, seed: int) -> list[float]:
    """Make the moves of a session again without a table; return their costs in seconds."""
    session = begin(played.game, seed)
    costs = []
    for record in played.journal.records:
        if record.kind != "move":
            continue
        data = record.data
        move = Move(data["act"], data["who"], data["args"])
        start = clock()
        result = session.move(move, 0.0, follows=move.act in VERDICT_ACTS)
        _ = session.expectation
        costs.append(clock() - start)
        assert not isinstance(result, Refusal), (move, result)
    return costs
