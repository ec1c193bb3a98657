"""Synthetic room acoustics: responses, levels, noises and the host's short tones.

All samples are float32 mono at 16 kHz unless a rate is given. Levels are in decibels relative
to a player who speaks at one metre (`SPEECH_RMS`).
"""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from host.ears.base import RATE, Samples
from host.files import regular

SPEECH_RMS = 0.05
"""Root mean square of a player's speech at one metre, while they speak (-26 dBFS)."""

FLOOR_DB = -55.0
"""Level of the microphone's own hiss: no real microphone gives exact zeros."""

SPEED_OF_SOUND = 343.0
"""Metres a second."""

ROOM_M3 = 50.0
"""Volume of the room: a dining room of 20 square metres."""

TALKER_Q = 2.0
"""Directivity of a mouth that faces the microphone."""

NOISES = ("kitchen", "babble", "pink", "clatter")
"""Noises that can be made without a file."""

FRAME = RATE // 100
"""Samples in the 10 ms frames in which levels are taken."""


def db(level: float) -> float:
    """Return the amplitude factor of a level in decibels."""
    return float(10.0 ** (level / 20.0))


LEAST_RATE, MOST_RATE = 4_000, 400_000
"""Samples a second that a recording can have; what says another rate is no recording."""


def resample(samples: Samples, rate: int, to: int = RATE) -> Samples:
    """Return samples at another rate, without aliasing.

    soxr does it where it is installed; else the spectrum is cut or padded, which is as exact
    for sounds that begin and end in silence.
    """
    if rate == to or not len(samples):
        return np.asarray(samples, dtype=np.float32)
    try:
        soxr = import_module("soxr")
    except ImportError:
        count = round(len(samples) * to / rate)
        spectrum = np.fft.rfft(samples)
        cut = np.zeros(count // 2 + 1, dtype=spectrum.dtype)
        keep = min(len(cut), len(spectrum))
        cut[:keep] = spectrum[:keep]
        return (np.fft.irfft(cut, count) * (count / len(samples))).astype(np.float32)
    return np.asarray(soxr.resample(samples, rate, to), dtype=np.float32)


def frame_levels(samples: Samples, frame: int = FRAME) -> Samples:
    """Return the root mean square of each frame; the last one may be shorter."""
    count = math.ceil(len(samples) / frame)
    padded = np.zeros(count * frame, dtype=np.float32)
    padded[: len(samples)] = samples
    return np.asarray(np.sqrt(np.mean(padded.reshape(count, frame) ** 2, axis=1)), np.float32)


def active_level(samples: Samples) -> float:
    """Return the root mean square of the frames in which there is speech; 0 for silence."""
    levels = frame_levels(samples)
    if not len(levels) or levels.max() <= 1e-6:
        return 0.0
    active = levels[levels > levels.max() * db(-25.0)]
    return float(np.sqrt(np.mean(active**2)))


def cut_silence(samples: Samples, below_db: float = -40.0) -> Samples:
    """Cut off silence front and back, so that onset and offset are those of the speech.

    Args:
        below_db: what is quieter than this, relative to the loudest frame, is silence.
    """
    levels = frame_levels(samples)
    if not len(levels) or levels.max() <= 1e-6:
        return samples[:0]
    loud = np.flatnonzero(levels > levels.max() * db(below_db))
    return samples[loud[0] * FRAME : (loud[-1] + 1) * FRAME]


def at_level(samples: Samples, rms: float) -> Samples:
    """Return samples scaled so that their speech has this root mean square."""
    level = active_level(samples)
    return samples if level <= 0 else np.asarray(samples * np.float32(rms / level), np.float32)


def critical_distance(rt60_s: float) -> float:
    """Return the distance in metres at which direct sound and reverberation are alike."""
    return 0.057 * math.sqrt(TALKER_Q * ROOM_M3 / rt60_s)


def room_response(
    distance_m: float, rt60_s: float, seed: int, *, pre_delay: bool = True
) -> Samples:
    """Return the impulse response from a source to the microphone.

    The direct sound falls with distance, the reverberation is the same everywhere in the
    room and begins a few milliseconds later. A source at one metre has energy 1.

    Args:
        distance_m: metres to the microphone, at least 0.05.
        rt60_s: seconds in which reverberation falls by 60 dB; 0 for none.
        seed: the same seed gives the same response.
        pre_delay: keep the time that sound takes to arrive.
    """
    distance = max(0.05, distance_m)
    lead = round(distance / SPEED_OF_SOUND * RATE) if pre_delay else 0
    if rt60_s <= 0:
        dry = np.zeros(lead + 1, dtype=np.float32)
        dry[lead] = 1.0 / distance
        return dry
    rng = np.random.default_rng(seed)
    count = round(rt60_s * RATE)
    t = np.arange(count) / RATE
    tail = rng.standard_normal(count) * 10.0 ** (-3.0 * t / rt60_s)
    # Reflections thicken over the first 20 ms instead of starting as dense noise.
    tail *= np.clip((t - 0.002) / 0.02, 0.0, 1.0)
    tail *= 1.0 / (critical_distance(rt60_s) * np.sqrt(np.sum(tail**2)))
    response = np.zeros(lead + count, dtype=np.float64)
    response[lead:] = tail
    response[lead] += 1.0 / distance
    at_one_metre = math.sqrt(1.0 + 1.0 / critical_distance(rt60_s) ** 2)
    return (response / at_one_metre).astype(np.float32)


def convolve(samples: Samples, response: Samples) -> Samples:
    """Return the full convolution, len(samples) + len(response) - 1 long."""
    count = len(samples) + len(response) - 1
    if not len(samples) or not len(response):
        return np.zeros(max(0, count), dtype=np.float32)
    size = 1 << (count - 1).bit_length() if count > 1 else 1
    product = np.fft.rfft(samples, size) * np.fft.rfft(response, size)
    return np.fft.irfft(product, size)[:count].astype(np.float32)


class Convolver:
    """Convolves a signal that comes block by block; silent stretches cost nothing."""

    def __init__(self, response: Samples, block: int) -> None:
        """Take a response and the length of the blocks to come."""
        self._block = block
        self._length = len(response)
        count = block + len(response) - 1
        self._size = 1 << (count - 1).bit_length()
        self._spectrum = np.fft.rfft(response, self._size)
        self._tail = np.zeros(self._size, dtype=np.float64)
        self._left = 0

    def process(self, block: Samples | None) -> Samples | None:
        """Return the next block of the convolution, or None if it is silent.

        Args:
            block: the next samples, None for silence.
        """
        if block is None and not self._left:
            return None
        if block is not None:
            self._tail += np.fft.irfft(np.fft.rfft(block, self._size) * self._spectrum, self._size)
            self._left = self._block + self._length
        out = self._tail[: self._block].astype(np.float32)
        self._tail[: -self._block] = self._tail[self._block :]
        self._tail[-self._block :] = 0.0
        self._left = max(0, self._left - self._block)
        return out


def _unit(signal: NDArray[np.float64]) -> Samples:
    """Return a signal scaled to root mean square 1."""
    return np.asarray(signal / np.sqrt(np.mean(signal**2)), dtype=np.float32)


def _shaped(rng: np.random.Generator, count: int, slope_db: float, low: float) -> Samples:
    """Return noise that loops without a seam, falling by `slope_db` an octave above `low` Hz."""
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    gain = np.maximum(frequency, low) ** (slope_db / 6.02)
    gain[frequency < 40.0] = 0.0
    phase = rng.uniform(0.0, 2 * math.pi, len(frequency))
    noise = np.fft.irfft(gain * np.exp(1j * phase), count)
    return _unit(noise)


def _clatter(rng: np.random.Generator, count: int, each_s: float) -> Samples:
    """Return dishes: short struck tones at random times."""
    out = np.zeros(count, dtype=np.float64)
    for _ in range(max(1, round(count / RATE / each_s))):
        length = round(rng.uniform(0.04, 0.25) * RATE)
        t = np.arange(length) / RATE
        ring = np.zeros(length)
        for frequency in rng.uniform(900.0, 6000.0, 4):
            ring += np.sin(2 * math.pi * frequency * t + rng.uniform(0, 6.28))
        ring *= np.exp(-t * rng.uniform(20.0, 90.0)) * rng.uniform(0.2, 1.0)
        at = int(rng.integers(0, count))
        out[(at + np.arange(length)) % count] += ring
    return _unit(out)


def _babble(rng: np.random.Generator, count: int, talkers: int = 6) -> Samples:
    """Return what many voices next door sound like: voiced bursts in syllable rhythm."""
    out = np.zeros(count, dtype=np.float64)
    t = np.arange(count) / RATE
    for _ in range(talkers):
        pitch = rng.uniform(90.0, 230.0) * (
            1 + 0.06 * np.sin(2 * math.pi * rng.uniform(0.2, 0.6) * t)
        )
        phase = 2 * math.pi * np.cumsum(pitch) / RATE
        voice = sum(np.sin(k * phase + rng.uniform(0, 6.28)) / k for k in range(1, 18))
        steps = rng.uniform(0.0, 1.0, max(2, round(count / RATE * 4.5))) ** 2
        steps[-1] = steps[0]
        envelope = np.interp(t, np.linspace(0, t[-1], len(steps)), steps)
        out += voice * envelope
    return _unit(out)


@cache
def noise(name: str, seed: int = 0, seconds: float = 20.0) -> Samples:
    """Return a loop of noise with root mean square 1; the result is shared: do not write to it.

    Args:
        name: one of `NOISES`, or a sound file (which needs the soundfile library).
        seed: the same seed gives the same noise.
        seconds: length of the loop of made noises.

    Raises:
        ValueError: no such noise, or the file cannot be read.
    """
    rng = np.random.default_rng(seed)
    count = round(seconds * RATE)
    if name == "pink":
        made = _shaped(rng, count, -3.0, 60.0)
    elif name == "babble":
        made = _babble(rng, count)
    elif name == "clatter":
        made = _clatter(rng, count, 0.7)
    elif name == "kitchen":
        made = (
            _shaped(rng, count, -3.0, 100.0)
            + np.float32(0.5) * _babble(rng, count)
            + np.float32(0.35) * _clatter(rng, count, 1.5)
        )
    else:
        made = _noise_file(Path(name))
    made = _unit(np.asarray(made, dtype=np.float64))
    made.setflags(write=False)
    return made


class SoundError(ValueError):
    """A recording that cannot be read: one sentence with the file and what is wrong with it."""

    def __init__(self, path: Path, why: str = "") -> None:
        """Tell why; without a reason the library that reads recordings is not there."""
        super().__init__(
            f"{path}: cannot be read as sound ({why})."
            if why
            else f"{path}: reading it needs soundfile; "
            "install it with: pip install 'tertulia[speech]'"
        )


NO_SOUND = "it is no recording, or it is damaged"
"""Why a file of something else cannot be read, or one with a rate that no recording has."""

NOTHING = "there is no sound in it"
"""Why a recording is of no use that has no samples, or a noise that is all silence."""


def read_sound(path: Path) -> Samples:
    """Return a sound file as 16 kHz mono.

    Raises:
        SoundError: it cannot be read, says of itself what no recording is, has no samples, or the
            library that reads it is missing.
    """
    try:
        with regular(path).open("rb"):
            pass  # the system says better than the library why it cannot be opened
        soundfile = import_module("soundfile")
        samples, given = soundfile.read(str(path), dtype="float32", always_2d=True)
    except ImportError as error:
        raise SoundError(path) from error
    except OSError as error:
        raise SoundError(path, error.strerror or NO_SOUND) from error
    except RuntimeError as error:
        raise SoundError(path, NO_SOUND) from error
    rate = int(given)
    # At 1 Hz a minute of samples would become a file of gigabytes.
    if not LEAST_RATE <= rate <= MOST_RATE or not np.isfinite(samples).all():
        raise SoundError(path, NO_SOUND)
    if not len(samples):
        raise SoundError(path, NOTHING)
    return resample(np.asarray(samples.mean(axis=1), dtype=np.float32), rate)


def read_noise(path: Path) -> Samples:
    """Return a recording of noise as 16 kHz mono.

    Raises:
        SoundError: see `read_sound`; or it is all silence.
    """
    samples = read_sound(path)
    if float(np.max(np.abs(samples))) <= 0.0:
        raise SoundError(path, NOTHING)
    return samples


def _noise_file(path: Path) -> Samples:
    if not path.is_file():
        raise ValueError(f"noise {path}: no such file; made without a file: {', '.join(NOISES)}.")
    try:
        return read_noise(path)
    except SoundError as error:
        raise ValueError(f"noise {error}") from error


def looped(loop: Samples, start: int, count: int) -> Samples:
    """Return `count` samples of an endless loop from its sample number `start`."""
    at = start % len(loop)
    if at + count <= len(loop):
        return loop[at : at + count]
    return np.take(loop, np.arange(at, at + count), mode="wrap")


def _tone(notes: tuple[tuple[float, float], ...], level: float = 0.12) -> Samples:
    """Return notes (hertz, seconds) one after another, with soft edges."""
    parts = []
    for frequency, seconds in notes:
        t = np.arange(round(seconds * RATE)) / RATE
        edge = np.minimum(1.0, np.minimum(t, seconds - t) / 0.012)
        parts.append(level * edge * np.sin(2 * math.pi * frequency * t))
    return np.asarray(np.concatenate(parts), dtype=np.float32)


def earcons() -> dict[str, tuple[Samples, int]]:
    """Return the host's short tones by name, each with its rate.

    ``listening`` rises, ``heard`` is one short note, ``refused`` falls, ``nearly`` is two short
    notes alike.
    """
    return {
        "listening": (_tone(((660.0, 0.07), (880.0, 0.09))), RATE),
        "heard": (_tone(((784.0, 0.09),)), RATE),
        "refused": (_tone(((440.0, 0.09), (330.0, 0.13))), RATE),
        "nearly": (_tone(((587.0, 0.06), (587.0, 0.06))), RATE),
    }


def spoken_tone() -> tuple[Samples, int]:
    """Return the soft tick that tells who has just spoken that they were heard."""
    return _tone(((988.0, 0.045),), level=0.06), RATE
