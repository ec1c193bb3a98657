"""Seeded evenings at hostile tables, and one that lasts eight hours, on the simulated clock.

Everybody talks, nobody answers, what is said is out of order or rubbish, the ear is seconds
late, the microphone goes and comes back. After all that the rules must stand, whoever called
«¡Sapiencia!» in time must not have drawn, and the journal must give the same table again.
"""

from __future__ import annotations

import random
import resource
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.bench.random_play import SEATS
from host.engine.journal import Journal, live_events, read, repair
from host.engine.session import Session
from tests.reliability.kills import digest
from tests.reliability.replay import play_again
from tests.reliability.talk import Talk

GAMES = ("iknow", "sapiencia", "wizard")

DELAYS = (0.0, 0.0, 0.4, 2.5, 5.0)
"""Seconds from the end of speech to its text: es-mesa, Whisper, and a machine in trouble."""


HOSTILE = (0.01, 0.03, 0.1, 0.3)
"""How likely it is at each step of the room, ten times a second and more, that somebody talks out
of turn: at the first the game goes on for rounds, at the last hardly an act is made."""


@dataclass(slots=True)
class Evenings:
    """What came of many evenings.

    Attributes:
        evenings: how many began.
        utterances: what was said at them.
        hours: simulated hours.
        refused: refusals, each of them spoken.
        penalties: forgotten or late calls that cost cards.
        wrongful: those of players who had called in time.
        replayed: acts of their journals that were compared with the slow tables.
        faults: what must not be: silence after a refusal, a state that the journal does not
            give again, one that the slow table does not have, an evening that hangs.
    """

    evenings: int = 0
    utterances: int = 0
    hours: float = 0.0
    refused: int = 0
    penalties: int = 0
    wrongful: int = 0
    replayed: int = 0
    faults: list[str] = field(default_factory=list)


def hostile_evening(game: str, seed: int, told: Evenings, utterances: int = 40) -> Talk:
    """Play one evening at a hostile table and add what came of it."""
    rng = random.Random(f"evening-{game}-{seed}")
    near_the_end = game == "sapiencia" and seed % 4
    talk = Talk(
        game,
        seed,
        rules={"hands": "unknown"} if near_the_end else None,
        setup={"counts": {seat: rng.choice((2, 2, 3)) for seat in SEATS}} if near_the_end else None,
        hostile=rng.choice(HOSTILE),
        delay=rng.choice(DELAYS),
    )
    play(talk, told, rng, utterances, f"{game} {seed}")
    told.evenings += 1
    return talk


def play(talk: Talk, told: Evenings, rng: random.Random, utterances: int, where: str) -> None:
    """Let an evening go on for some utterances, with the microphone lost now and then."""
    until = talk.utterances + utterances
    begun = talk.room.now
    while not talk.table.done and talk.utterances < until:
        refusals = len(talk.table.refusals)
        talk.step()
        if len(talk.table.refusals) > refusals and talk.table.idle:
            told.faults.append(f"{where}: a refusal was not spoken at {talk.room.now:.1f}")
        if rng.random() < 0.0005:
            talk.room.unplug(rng.choice((0.3, 2.0, 20.0)))
        if talk.room.now - begun > 100.0 * utterances:
            told.faults.append(f"{where}: nothing was said for too long")
            break
    told.utterances += utterances - max(0, until - talk.utterances)
    told.hours += (talk.room.now - begun) / 3600
    told.refused += len(talk.table.refusals)
    judge(talk, told, where)
    again: Session[Any] = Session(talk.session.game, Journal(records=talk.journal.records), seed=1)
    again.resume(talk.journal.records)
    if again.state != talk.session.state:
        told.faults.append(f"{where}: the journal gives another state")
    try:
        told.replayed += play_again(talk.session.game, talk.journal.records)
    except AssertionError as difference:
        told.faults.append(f"{where}: {difference}")


def judge(talk: Talk, told: Evenings, where: str) -> None:
    """Compare every penalty for a call with what was really said."""
    # A borrowed call opens the window anew when it is found out, long after it was made (D12).
    onsets = {
        r.data["act_number"]: r.t if r.data["act"] == "call_borrowed" else r.data["onset"]
        for r in talk.journal.records
        if r.kind == "move"
    }
    opened: dict[str, float] = {}
    for _, act, event in live_events(talk.journal.records):
        if event.kind == "call_owed":
            opened[event["id"]] = onsets.get(act, 0.0)
        if event.kind != "call_missed" or event["deadline"] is None:
            continue
        told.penalties += 1
        for who, words, onset in talk.spoken:
            if (
                who in (event["seat"], None)
                and "sapiencia" in words.lower()
                and opened[event["id"]] + talk.longest < onset <= event["deadline"]
            ):
                told.wrongful += 1
                told.faults.append(f"{where}: {event['seat']} had called at {onset:.2f}")


def long_evening(folder: Path, hours: float, told: Evenings, seed: int = 1) -> tuple[float, float]:
    """Play game after game for so many simulated hours, with a fault every few minutes.

    Each game is left once in the middle, as by a crash, and resumed from its journal.

    Returns:
        Megabytes of memory after the first hour and at the end.
    """
    rng = random.Random(seed)
    early, number = 0.0, 0
    while told.hours < hours:
        number += 1
        game = GAMES[number % len(GAMES)]
        path = folder / f"{number}.jsonl"
        talk = Talk(game, number, path=path, hostile=0.25, delay=rng.choice(DELAYS))
        play(talk, told, rng, rng.randrange(10, 40), f"game {number}")
        if not talk.table.done:
            before = digest(talk.journal.records)
            talk.journal.close()
            with path.open("ab") as file:  # the crash left half a line
                file.write(b'{"crc":"0')
            records, note = read(path)
            if not note or digest(records) != before:
                told.faults.append(f"game {number}: what was there is not what was read")
            repair(path, records)
            talk = Talk(game, number, path=path, records=tuple(records), delay=0.4)
            play(talk, told, rng, 60, f"game {number} resumed")
        talk.journal.close()
        told.evenings += 1
        if told.hours > min(1.0, hours / 4) and not early:
            early = memory_mb()
    return early, memory_mb()


def memory_mb() -> float:
    """Return the memory of this process now, in megabytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20
