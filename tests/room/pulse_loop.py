"""PulseAudio as a table without air: what is played into the microphone, and what the host says.

Two null sinks: the monitor of ``table`` is the microphone, ``host`` is the loudspeaker. With
`echo` the host comes back into the microphone, as in a room.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from host.ears.base import RATE, Samples
from host.room.devices import DeviceError, list_devices, load_sounddevice

PROGRAMS = ("pulseaudio", "pactl", "pacat", "parec")


DAEMON = ("pulseaudio", "--daemonize=no", "-n", "--exit-idle-time=-1", "--use-pid-file=no")
FORMAT = ("--latency-msec=100", "--format=s16le", f"--rate={RATE}", "--channels=1")

HISS_S = 1200
"""Seconds of a microphone's own noise."""


class NoLoop(RuntimeError):
    """Why there is none here."""


class Loop:
    """A running PulseAudio with its two sinks."""

    def __init__(self, sound: Any, server: str) -> None:
        self.sound = sound
        self._server = server
        self._recorder: subprocess.Popen[bytes] | None = None
        self._players: list[subprocess.Popen[bytes]] = []

    def play(self, samples: Samples, lead_s: float = 0.0) -> None:
        """Play 16 kHz samples into the microphone, `lead_s` seconds from now."""
        lead = np.zeros(max(0, round(lead_s * RATE)), dtype=np.float32)
        data = (np.concatenate((lead, samples)) * 32767).astype("<i2").tobytes()
        player = subprocess.Popen(
            ["pacat", "-s", self._server, "--playback", "-d", "table", *FORMAT],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._players.append(player)

        def push() -> None:
            assert player.stdin is not None
            try:
                player.stdin.write(data)
                player.stdin.close()
            except OSError:
                return

        threading.Thread(target=push, daemon=True).start()

    def record(self, path: Path) -> None:
        """Record what the host says, from now on, as raw 16 kHz samples."""
        with path.open("wb") as file:
            self._recorder = subprocess.Popen(
                ["parec", "-s", self._server, "-d", "host.monitor", *FORMAT],
                stdout=file,
                stderr=subprocess.DEVNULL,
            )

    def recorded(self, path: Path) -> Samples:
        """End the recording and return it."""
        if self._recorder is not None:
            self._recorder.terminate()
            self._recorder.wait(5)
            self._recorder = None
        return np.fromfile(path, dtype="<i2").astype(np.float32) / 32767

    def close(self) -> None:
        for process in [*self._players, *([self._recorder] if self._recorder else [])]:
            if process.poll() is None:
                process.terminate()
            process.wait(5)


@contextmanager
def pulse_loop(*, echo_volume: float | None = None) -> Iterator[Loop]:
    """Run a loop; raise NoLoop with the reason where that cannot be done."""
    for program in PROGRAMS:
        if shutil.which(program) is None:
            raise NoLoop(f"{program} is not installed")
    folder = Path(tempfile.mkdtemp(prefix="loop"))
    server = f"unix:{folder / 'native'}"
    modules = [
        f"module-native-protocol-unix auth-anonymous=1 socket={folder / 'native'}",
        "module-null-sink sink_name=table rate=48000 channels=1",
        "module-null-sink sink_name=host rate=48000 channels=1",
    ]
    if echo_volume is not None:
        modules.append("module-loopback source=host.monitor sink=table latency_msec=60")
    env = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    daemon = subprocess.Popen(
        [*DAEMON, *(part for module in modules for part in ("-L", module))],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    config = folder / "loop.conf"
    config.write_text(
        f'pcm.table_mic {{ type pulse server "{server}" device "table.monitor" }}\n'
        f'pcm.host_speaker {{ type pulse server "{server}" device "host" }}\n',
        encoding="utf-8",
    )
    before = os.environ.get("ALSA_CONFIG_PATH")
    os.environ["ALSA_CONFIG_PATH"] = f"/usr/share/alsa/alsa.conf:{config}"
    loop: Loop | None = None
    try:
        for _ in range(50):
            asked = subprocess.run(
                ["pactl", "-s", server, "list", "short", "sinks"],
                capture_output=True,
                text=True,
                timeout=10,
                check=False,
            )
            if "host" in asked.stdout:
                break
            if daemon.poll() is not None:
                raise NoLoop("pulseaudio ends at once")
            threading.Event().wait(0.1)
        else:
            raise NoLoop("pulseaudio does not answer")
        if echo_volume is not None:
            inputs = subprocess.run(
                ["pactl", "-s", server, "list", "short", "sink-inputs"],
                capture_output=True,
                text=True,
                timeout=10,
                check=False,
            )
            number = inputs.stdout.split()[0]
            subprocess.run(
                ["pactl", "-s", server, "set-sink-input-volume", number, f"{echo_volume:.2f}"],
                timeout=10,
                check=False,
            )
        try:
            sound = load_sounddevice()
        except DeviceError as error:
            raise NoLoop(error.text("en")) from error
        sound._terminate()
        sound._initialize()
        names = {device.name for device in list_devices(sound)}
        if not {"table_mic", "host_speaker"} <= names:
            raise NoLoop(f"PortAudio lists only {', '.join(sorted(names)) or 'nothing'}")
        loop = Loop(sound, server)
        # No microphone gives exact zeros, as a sink does to which nobody plays.
        rng = np.random.default_rng(1)
        hiss = (2e-4 * rng.standard_normal(HISS_S * RATE)).astype(np.float32)
        loop.play(hiss)
        yield loop
    finally:
        if loop is not None:
            loop.close()
        daemon.terminate()
        daemon.wait(5)
        if before is None:
            os.environ.pop("ALSA_CONFIG_PATH", None)
        else:
            os.environ["ALSA_CONFIG_PATH"] = before
        shutil.rmtree(folder, ignore_errors=True)
