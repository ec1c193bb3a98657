"""D10 on the samples that leave the loudspeaker: one card left or two, the host sounds the same.

Compared are all samples of the evening, and the loudspeaker's sounds one by one with the block in
which each begins, from the first word up to the penalty or to the question about a doubtful call.
"""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from host.ears.base import BLOCK, RATE, Samples
from host.ears.scripted import ScriptedEar
from host.guion import Happens, parse
from host.mouth.base import Speech
from host.rehearsal import Result, play
from host.room.loudspeaker import Played
from host.room.virtual import VirtualRoom

TABLE = """---
game: sapiencia
language: es
seats: [Ana, Berta, Carlos]
setup:
  counts: {{Ana: 5, Berta: {left}, Carlos: 5}}
  talker: Ana
  deck: 30
  cards:
    - {{id: hipatia, name: Hipatia, country: Egipto, contributions: 3}}
    - {{id: zewail, name: Zewail, country: Egipto, contributions: 3}}
    - {{id: mahfuz, name: Mahfuz, country: Egipto, contributions: 1}}
---
Ana: Hipatia, país, aportes
Berta: juego a Zewail
{between}
"""


class Murmur:
    """A voice that gives every text a sound of its own, the same each time."""

    name = "murmur"
    language = "es"

    def render(self, text: str) -> Speech:
        """Return noise that depends on the text, 15 characters a second."""
        rng = np.random.default_rng(zlib.crc32(text.encode()))
        count = round(max(0.3, len(text) / 15) * RATE)
        return Speech(rng.uniform(-0.1, 0.1, count).astype(np.float32), RATE)

    def close(self) -> None:
        """Do nothing."""


def evening(
    left: int, between: str, ear: ScriptedEar | None = None
) -> tuple[Result, list[Played], Samples]:
    """Play the table with so many cards before Berta's discard; return also what sounded."""
    ear = ear or ScriptedEar("es")
    room = VirtualRoom(ear, echo_db=None, seed=3)
    beep = (0.1 * np.sin(np.arange(RATE // 2) * 0.1)).astype(np.float32)

    def speak(who: str | None, words: str, onset: float, repeat: int) -> tuple[float, float]:
        start, end = room.speak(beep, RATE, onset)
        ear.say(words, start, end, speaker=who)
        return start, end

    def happen(step: Happens) -> None:
        raise AssertionError("nothing happens at this table")

    guion = parse(TABLE.format(left=left, between=between), "d10")
    result = play(guion, room=room, voice=Murmur(), speak=speak, happen=happen, mend=False)
    return result, room.played, room.listener_mix()


def blocks(played: list[Played], until: float) -> list[tuple[int, str, bytes, bool]]:
    """Return each sound's first block, its line, its samples, and whether it was cut."""
    return [
        (round(p.start * RATE) // BLOCK, p.sound.line, p.samples.tobytes(), p.cut)
        for p in played
        if p.start < until
    ]


@pytest.mark.parametrize(
    "between",
    ["Carlos: juego a Mahfuz", "+1.0 Carlos: pásame el vino", "+0.5 Carlos: ¿cuántas tengo yo?"],
)
def test_D10_silence_tells_nothing(between: str) -> None:
    owing, its_sounds, its_mix = evening(2, between)
    free, other_sounds, other_mix = evening(3, between)
    assert owing.outcome["must_call"] == ["Berta"]
    assert free.outcome["must_call"] == []
    verdicts = ("sapiencia-penalty", "sapiencia-ask-call-doubt")
    penalty = next(t for t, s in owing.said if s.line.startswith(verdicts))
    deadline = next(
        e["deadline"] for e in owing.events if e["kind"] in ("call_missed", "not_judged")
    )
    assert penalty >= deadline
    assert blocks(its_sounds, penalty) == blocks(other_sounds, penalty)
    count = int(penalty * RATE)
    assert count > 25 * RATE
    assert np.array_equal(its_mix[:count], other_mix[:count])


def test_D10_a_call_over_the_hosts_voice_stops_nothing_and_gives_nothing_away() -> None:
    """What the host was saying goes on to its end; only the answer to the call differs."""
    owing, its_sounds, its_mix = evening(2, "-2.0 Berta: ¡sapiencia!")
    free, other_sounds, other_mix = evening(3, "-2.0 Berta: ¡sapiencia!")
    kinds = [event["kind"] for event in owing.events]
    assert "call_made" in kinds
    assert "call_owed" not in [event["kind"] for event in free.events]
    over = [u for u in owing.heard if "call sapiencia" in u.acts]
    assert over
    assert over[0].heard.over_host
    until = next(t for t, s in owing.said if s.line.startswith("sapiencia-call-made"))
    assert until > over[0].heard.offset
    same = blocks(its_sounds, until)
    assert same == blocks(other_sounds, until)
    assert not any(cut for *_, cut in same)
    assert np.array_equal(its_mix[: int(until * RATE)], other_mix[: int(until * RATE)])
