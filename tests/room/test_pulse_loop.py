"""The real room through PortAudio and PulseAudio, in real time: what goes in, what comes out.

It depends on how busy the machine is, so it runs only where it is asked for: TERTULIA_LOOP=1.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from pulse_loop import NoLoop, pulse_loop
from room_fakes import FakeEar, sound, speech

from host.ears.base import RATE
from host.engine.inputs import Deaf, SpokenUntil
from host.room.base import RoomEvent, Started
from host.room.devices import Devices
from host.room.real import RealRoom

LIMIT_S = 30.0
"""The room's clock goes on by itself; a test that passes this is lost."""


def until(room: RealRoom, end: float) -> list[RoomEvent]:
    events: list[RoomEvent] = []
    while room.now < min(end, LIMIT_S):
        events += room.step()
    return events


@pytest.mark.skipif(not os.environ.get("TERTULIA_LOOP"), reason="real time: TERTULIA_LOOP=1")
def test_what_is_played_into_the_microphone_is_heard_and_the_host_is_recorded(
    tmp_path: Path,
) -> None:
    try:
        with pulse_loop() as loop:
            ear = FakeEar()
            room = RealRoom(
                ear,
                Devices(loop.sound),
                microphone="table_mic",
                loudspeaker="host_speaker",
                aec=False,
            )
            assert room.loud
            raw = tmp_path / "host.raw"
            loop.record(raw)
            first = until(room, 2.5)
            player = 0.9 * speech(1.0) / np.abs(speech(1.0)).max()
            loop.play(player.astype(np.float32))
            said = sound("a", 1.5, seed=4)
            room.say(said)
            events = until(room, 7.0)
            host = loop.recorded(raw)
            room.close()
    except NoLoop as reason:
        pytest.skip(f"PulseAudio loop: {reason}")
    assert not [e for e in [*first, *events] if isinstance(e, Deaf)]
    signal = ear.signal()
    loud = np.flatnonzero(np.abs(signal) > 0.02)
    assert (loud[-1] - loud[0]) / RATE == pytest.approx(1.0, abs=0.1)
    # As much as the microphone ever gave: nothing is lost on the way from 48 kHz.
    assert len(signal) / RATE == pytest.approx(7.0 - ear.blocks[0].start, abs=0.5)
    began = next(e for e in events if isinstance(e, Started))
    ended = next(e for e in events if isinstance(e, SpokenUntil))
    assert ended.t - began.t == pytest.approx(1.5, abs=0.05)
    heard = np.flatnonzero(np.abs(host) > 0.01)
    assert (heard[-1] - heard[0]) / RATE == pytest.approx(1.5, abs=0.1)
