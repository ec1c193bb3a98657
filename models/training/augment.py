"""What rooms, microphones and telephones do to speech, at random.

`strength` runs from 0 (the speech as it is) to 1; training raises it slowly, since CTC does
not start on speech that is hard from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

RATE = 16_000
FULL = 32767.0


@dataclass(frozen=True, slots=True)
class Ranges:
    """Chances (0 to 1) and ranges of what may happen at full strength."""

    resample: float = 0.6
    speed: tuple[float, float] = (0.84, 1.2)
    reverberate: float = 0.45
    reverberation_s: tuple[float, float] = (0.1, 0.7)
    noise: float = 0.6
    noise_db: tuple[float, float] = (3.0, 30.0)
    hiss: float = 0.3
    hiss_db: tuple[float, float] = (10.0, 45.0)
    narrow: float = 0.3
    tilt: float = 0.6
    companding: float = 0.35
    gain_db: tuple[float, float] = (-32.0, -1.0)
    before_s: tuple[float, float] = (0.0, 0.5)
    after_s: tuple[float, float] = (0.1, 0.6)


class Augmenter:
    """Changes recordings at random."""

    def __init__(self, noises: Sequence[Array], seed: int, ranges: Ranges | None = None) -> None:
        """Prepare with recordings of noise (float32 at 16 kHz; there may be none)."""
        self._noises = [noise for noise in noises if len(noise) > RATE // 10]
        self._chance = np.random.default_rng(seed)
        self._ranges = ranges or Ranges()

    def _between(self, range_: tuple[float, float]) -> float:
        return float(self._chance.uniform(*range_))

    def __call__(self, samples: Array, strength: float) -> Array:
        """Return `samples` ([-1, 1]) changed, on the scale of 16-bit integers, with dither."""
        ranges, happens = self._ranges, self._chance.random
        x = np.asarray(samples, np.float32)
        if happens() < ranges.resample * strength:
            x = self._resample(x, self._between(ranges.speed))
        x = self._pad(x)
        size = _fft_size(len(x) + RATE // 2)
        if happens() < ranges.reverberate * strength:
            room = np.fft.rfft(self._room(), size)
            x = np.fft.irfft(np.fft.rfft(x, size) * room, size)[: len(x)].astype(np.float32)
        level = float(np.sqrt(np.mean(x**2))) + 1e-6
        if happens() < ranges.noise * strength:
            x = x + self._noise(len(x)) * level * _ratio(-self._between(ranges.noise_db))
        elif happens() < ranges.hiss * strength:
            hiss = self._chance.normal(size=len(x)).astype(np.float32)
            x = x + hiss * level * _ratio(-self._between(ranges.hiss_db))
        narrow = happens() < ranges.narrow * strength
        if narrow or happens() < ranges.tilt * strength:
            response = self._response(size, narrow)
            x = np.fft.irfft(np.fft.rfft(x, size) * response, size)[: len(x)].astype(np.float32)
        x = x / (float(np.abs(x).max()) + 1e-6)
        if narrow and happens() < ranges.companding:
            x = _companded(x)
        peak = FULL * _ratio(self._between(ranges.gain_db))
        if happens() < 0.03 * strength:
            x = np.clip(x * self._between((1.5, 4.0)), -1, 1)
        x = x * peak + self._chance.normal(size=len(x)).astype(np.float32)
        return np.asarray(x, np.float32)

    def _resample(self, x: Array, speed: float) -> Array:
        at = np.arange(int(len(x) / speed)) * speed
        return np.asarray(np.interp(at, np.arange(len(x)), x), np.float32)

    def _pad(self, x: Array) -> Array:
        before = np.zeros(int(RATE * self._between(self._ranges.before_s)), np.float32)
        after = np.zeros(int(RATE * self._between(self._ranges.after_s)), np.float32)
        return np.concatenate([before, x, after])

    def _room(self) -> Array:
        """Return the response of a room: direct sound, a few echoes and a decaying tail."""
        seconds = self._between(self._ranges.reverberation_s)
        length = int(seconds * RATE * 0.7)
        decay = np.exp(-6.9 * np.arange(length) / (seconds * RATE))
        tail = self._chance.normal(size=length) * decay
        tail *= 10 ** self._between((-1.6, -0.2)) / np.sqrt(np.sum(tail**2) + 1e-9) * 1.5
        tail[: int(RATE * 0.002)] *= 0.3
        for _ in range(int(self._chance.integers(0, 6))):
            at = int(self._chance.integers(16, min(length, RATE // 20)))
            tail[at] += self._between((-0.5, 0.5))
        tail[0] += 1.0
        return np.asarray(tail, np.float32)

    def _noise(self, length: int) -> Array:
        """Return `length` samples of noise with a level of 1: recorded, coloured, or a hum."""
        if self._noises and self._chance.random() < 0.65:
            noise = self._noises[int(self._chance.integers(len(self._noises)))]
            if len(noise) < length:
                noise = np.tile(noise, length // len(noise) + 1)
            start = int(self._chance.integers(len(noise) - length + 1))
            x = np.asarray(noise[start : start + length], np.float32)
        else:
            x = self._coloured(length)
        return np.asarray(x / (np.sqrt(np.mean(x**2)) + 1e-6), np.float32)

    def _coloured(self, length: int) -> Array:
        size = _fft_size(length)
        hz = np.fft.rfftfreq(size, 1 / RATE) + 30
        spectrum = np.fft.rfft(self._chance.normal(size=size)) * hz ** self._between((-1.2, 0.2))
        x = np.fft.irfft(spectrum, size)[:length]
        if self._chance.random() < 0.5:  # comes and goes, as people and machines do
            slow = np.interp(np.arange(length), np.linspace(0, length, 12), self._chance.random(12))
            x = x * slow**2
        if self._chance.random() < 0.2:  # rumble of tables, air and traffic
            low = np.fft.irfft(np.fft.rfft(self._chance.normal(size=size)) * (hz < 130), size)
            x = x / np.std(x) + low[:length] / np.std(low) * self._between((0.5, 4.0))
        if self._chance.random() < 0.25:
            base, at = self._between((50, 400)), np.arange(length) / RATE
            scale = float(np.std(x))
            for k in range(1, 6):
                x = x + scale * self._between((0, 2)) * np.sin(2 * np.pi * base * k * at)
        return x.astype(np.float32)

    def _response(self, size: int, narrow: bool) -> Array:
        """Return the gain of a microphone or a telephone for each frequency of an FFT."""
        hz = np.fft.rfftfreq(size, 1 / RATE)
        knots = np.array([0, 150, 400, 900, 1800, 3000, 4500, 8000])
        decibels = np.interp(hz, knots, self._chance.normal(0, 3.5, len(knots)))
        decibels += self._between((-4, 4)) * np.log2((hz + 100) / 1000)
        gain = 10 ** (decibels / 20)
        if narrow:
            high = self._between((3000, 4000)) if self._chance.random() < 0.8 else 5500.0
            gain *= 1 / (1 + (hz / high) ** 24)
            if self._chance.random() < 0.6:
                low = self._between((80, 350))
                gain *= 1 / (1 + (low / (hz + 1)) ** 6)
        return np.asarray(gain, np.float32)


def _ratio(decibels: float) -> float:
    return float(10 ** (decibels / 20))


def _fft_size(length: int) -> int:
    """Return a size of at least `length` that an FFT is fast on."""
    power = 1 << max(8, (length - 1).bit_length())
    for size in (power * 5 // 8, power * 3 // 4):
        if size >= length:
            return size
    return power


def _companded(x: Array) -> Array:
    """Return `x` as a telephone's 8 bits have it (mu-law)."""
    mu = 255.0
    squeezed = np.sign(x) * np.log1p(mu * np.abs(x)) / np.log1p(mu)
    stepped = np.round(squeezed * 127) / 127
    return np.asarray(np.sign(stepped) * np.expm1(np.abs(stepped) * np.log1p(mu)) / mu, np.float32)
