"""Takes the host's own voice out of the microphone signal.

It sees every block, before the voice activity and before the gate: on a signal that was
already cut it would lose its place. `far` is what the loudspeaker plays, `near` is what the
microphone gives in the same stretch of time; the filter finds the delay and the room between
them by itself. Figures of both cancellers are in docs/room.md.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from host.ears.base import BLOCK, RATE, Samples

REACH_S = 0.45
"""The longest echo the filter models: delay and reverberation, in seconds."""

SILENT_BELOW = 1e-5
"""A loudspeaker block whose loudest sample is below this is silence."""


Spectrum = NDArray[np.float64]


class EchoCanceller(Protocol):
    """Takes blocks of `BLOCK` samples in order, without gaps."""

    name: str
    latency: int

    def process(self, near: Samples, far: Samples | None) -> Samples:
        """Return `near` without what `far` left in it; `far` None means silence."""
        ...

    def miss(self, far: Samples | None) -> None:
        """Tell that the microphone gave nothing in this block, while `far` was played."""
        ...


class NoCanceller:
    """Leaves the microphone as it is: the gate then has to know the host by its words."""

    name = "none"
    latency = 0

    def process(self, near: Samples, far: Samples | None) -> Samples:
        """Return `near`."""
        return near

    def miss(self, far: Samples | None) -> None:
        """Do nothing."""


class AdaptiveFilter:
    """A Kalman filter of the echo path, in partitions of the frequency domain.

    Each bin of each partition keeps how uncertain its weight is. A bin learns fast while that
    is large against what the microphone hears besides the echo, and hardly at all while
    somebody speaks: that is the guard against double talk, without a detector that could
    be wrong. (Enzner and Vary 2006; Kuech, Mabande and Enzner 2014.)
    """

    name = "kalman"
    latency = 0

    WATCH = 0.1
    """How fast the watch over its own success forgets, a block."""

    def __init__(
        self,
        reach_s: float = REACH_S,
        *,
        block: int = BLOCK,
        forget: float = 0.9998,
        smooth: float = 0.6,
    ) -> None:
        """Begin knowing nothing of the room.

        Args:
            reach_s: longest echo modelled, in seconds.
            block: samples a block.
            forget: the share of the echo path that stays from block to block.
            smooth: smoothing from block to block of what is heard besides the echo.
        """
        self._n = block
        self._parts = max(1, int(np.ceil(reach_s * RATE / block)))
        bins = block + 1
        self._x = np.zeros((self._parts, bins), dtype=np.complex128)
        self._w = np.zeros((self._parts, bins), dtype=np.complex128)
        # Early parts of a room carry more of the echo than late ones.
        fade = 10.0 ** (-np.arange(self._parts) / self._parts * 2.0)
        self._at_first: NDArray[np.float64] = np.repeat(fade[:, None], bins, axis=1)
        self._p = self._at_first.copy()
        self._besides = np.full(bins, 1e-6)
        self._before = np.zeros(block)
        self._forget = forget
        self._smooth = smooth
        self._quiet = self._parts + 1
        self._heard = self._kept = self._guessed = 0.0

    def process(self, near: Samples, far: Samples | None) -> Samples:
        """Return `near` less the echo of `far` and of the blocks before it."""
        if not self._take(far):
            return near
        n = self._n
        echo = np.fft.irfft(np.sum(self._w * self._x, axis=0))[n:]
        left = near - echo
        if self._lost_the_path(near, left, echo):
            self._p = np.maximum(self._p, self._at_first)
        error = np.fft.rfft(np.concatenate((np.zeros(n), left)))
        power = np.abs(self._x) ** 2
        self._besides *= self._smooth
        self._besides += (1.0 - self._smooth) * np.abs(error) ** 2
        known = self._p / (0.5 * np.sum(self._p * power, axis=0) + self._besides + 1e-10)
        step = np.fft.irfft(known * np.conj(self._x) * error)
        step[:, n:] = 0.0
        self._w += np.fft.rfft(step)
        keep = self._forget**2
        self._p *= keep * (1.0 - 0.5 * np.clip(known * power, 0.0, 1.0))
        self._p += (1.0 - keep) * np.abs(self._w) ** 2
        return left.astype(np.float32)

    def miss(self, far: Samples | None) -> None:
        """Remember what was played, and learn nothing."""
        self._take(far)

    def _lost_the_path(self, near: Samples, left: Spectrum, echo: Spectrum) -> bool:
        """Return True if subtracting has not helped for a while: the loudspeaker was moved.

        A right guess, even under a player's voice, leaves what was heard less the guess.
        """
        for name, signal in (("_heard", near), ("_kept", left), ("_guessed", echo)):
            before = getattr(self, name)
            power = float(np.dot(signal, signal))
            setattr(self, name, before + self.WATCH * (power - before))
        if self._guessed < 0.5 * self._heard or self._heard < 1e-4:
            return False
        if self._kept < self._heard - 0.7 * self._guessed:
            return False
        self._kept = 0.0
        return True

    def _take(self, far: Samples | None) -> bool:
        """Take the next block of the loudspeaker; return False if no echo can be heard."""
        silent = far is None or float(np.max(np.abs(far))) < SILENT_BELOW
        self._quiet = self._quiet + 1 if silent else 0
        if self._quiet > self._parts:
            # All of its history is silence; zero it once, then nothing is left to do.
            if self._quiet == self._parts + 1:
                self._x[:] = 0.0
                self._before[:] = 0.0
            return False
        now = np.zeros(self._n) if far is None else np.asarray(far, dtype=np.float64)
        self._x[1:] = self._x[:-1]
        self._x[0] = np.fft.rfft(np.concatenate((self._before, now)))
        self._before = now
        return True


class WebRtcCanceller:
    """The canceller of WebRTC through pywebrtc-audio: adaptive filter and suppressor."""

    name = "webrtc"

    FRAME = RATE // 100

    def __init__(self, delay_ms: int = 0) -> None:
        """Load it.

        Raises:
            ImportError: pywebrtc-audio is not installed.
        """
        module = import_module("pywebrtc_audio")
        self._inner: Any = module.EchoCanceller(sample_rate=RATE, stream_delay_ms=delay_ms)
        # Frames are 160 samples and blocks 512: the first block is made up by silence.
        self.latency = self.FRAME - 32
        self._near = np.zeros(self.latency, dtype=np.float32)
        self._far = np.zeros(self.latency, dtype=np.float32)
        self._done = np.zeros(0, dtype=np.float32)

    def process(self, near: Samples, far: Samples | None) -> Samples:
        """Return the cleaned signal of `latency` samples ago."""
        played = np.zeros(len(near), dtype=np.float32) if far is None else far
        self._near = np.concatenate((self._near, near)).astype(np.float32)
        self._far = np.concatenate((self._far, played)).astype(np.float32)
        whole = len(self._near) // self.FRAME * self.FRAME
        for at in range(0, whole, self.FRAME):
            frame = self._inner.process(
                self._near[at : at + self.FRAME].copy(), self._far[at : at + self.FRAME].copy()
            )
            self._done = np.concatenate((self._done, np.asarray(frame, dtype=np.float32)))
        self._near, self._far = self._near[whole:], self._far[whole:]
        out, self._done = self._done[: len(near)], self._done[len(near) :]
        return out

    def miss(self, far: Samples | None) -> None:
        """Take a silent block, so that the two signals stay side by side."""
        self.process(np.zeros(BLOCK, dtype=np.float32), far)


def webrtc_installed() -> bool:
    """Return True if pywebrtc-audio can be imported."""
    return find_spec("pywebrtc_audio") is not None


def open_canceller(name: str = "kalman") -> EchoCanceller:
    """Return a canceller by name: ``kalman``, ``webrtc`` or ``none``.

    Raises:
        ValueError: there is none of that name, or its library is not installed.
    """
    if name == "kalman":
        return AdaptiveFilter()
    if name == "none":
        return NoCanceller()
    if name == "webrtc":
        if not webrtc_installed():
            raise ValueError(
                "The webrtc canceller needs pywebrtc-audio; "
                "install it with: pip install 'tertulia[speech]'"
            )
        return WebRtcCanceller()
    raise ValueError(f"no echo canceller {name!r}; there are kalman, webrtc and none.")
