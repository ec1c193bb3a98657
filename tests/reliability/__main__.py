"""Runs the whole set and prints its figures: ``python -m tests.reliability [--quick] [--json]``.

Kills, hostile evenings and the long evening run on the simulated clock, so an hour of play
takes about half a minute. Exit code 1 if anything was lost, doubled, wrongful or hung.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.reliability.evenings import GAMES, Evenings, hostile_evening, long_evening
from tests.reliability.kills import Kills, kill_a_game


def kill_all(every: int, seed: int) -> Kills:
    """Kill games of all three kinds, at quiet tables and at loud ones."""
    total = Kills()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            for hostile in (0.0, 0.3):
                one = kill_a_game(game, seed, Path(folder), every=every, hostile=hostile)
                for name in ("kills", "torn", "lost", "doubled", "wrong", "played_on"):
                    setattr(total, name, getattr(total, name) + getattr(one, name))
                total.faults += one.faults
    return total


def evenings(first: int, last: int) -> Evenings:
    """Play the hostile evenings of some seeds, a game each."""
    told = Evenings()
    for seed in range(first, last):
        hostile_evening(GAMES[seed % len(GAMES)], seed // len(GAMES), told)
    return told


def soak(hours: float) -> tuple[Evenings, float, float]:
    """Play one long evening; return what came of it and the memory early and late."""
    told = Evenings()
    with tempfile.TemporaryDirectory() as folder:
        early, late = long_evening(Path(folder), hours, told)
    return told, early, late


def main() -> int:
    """Run it all on two processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    few = 10 if args.quick else 1
    with ProcessPoolExecutor(2) as pool:
        killed = pool.submit(kill_all, 3 * few, 1)
        lasted = pool.submit(soak, 8.0 / few)
        parts = [
            pool.submit(evenings, n, n + 100 // few) for n in range(0, 1000 // few, 100 // few)
        ]
        kills, (long, early, late) = killed.result(), lasted.result()
        told = [part.result() for part in parts]
    figures = {
        "kills": kills.kills,
        "torn_lines": kills.torn,
        "confirmed_facts_lost": kills.lost,
        "double_facts": kills.doubled,
        "unknown_states": kills.wrong,
        "evenings": sum(e.evenings for e in told),
        "utterances": sum(e.utterances for e in told),
        "refusals_spoken": sum(e.refused for e in told),
        "call_penalties": sum(e.penalties for e in told) + long.penalties,
        "wrongful_penalties": sum(e.wrongful for e in told) + long.wrongful,
        "acts_as_on_the_slow_tables": sum(e.replayed for e in told) + long.replayed,
        "hours_soaked": round(long.hours, 2),
        "memory_mb_after_an_hour": round(early, 1),
        "memory_mb_at_the_end": round(late, 1),
    }
    faults = [*kills.faults, *long.faults, *(f for e in told for f in e.faults)]
    bad = (
        faults
        or kills.lost
        or kills.doubled
        or kills.wrong
        or figures["wrongful_penalties"]
        or late - early > 50
    )
    if args.json:
        print(json.dumps({**figures, "faults": faults}, indent=1))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' ')}: {value}")
        for fault in faults:
            print(f"FAULT {fault}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
