"""Sound devices: which one to open, at which rate, and what is wrong in one sentence.

The library sounddevice is imported only here, and only when a room with sound is opened. What
can go wrong has a key of a line in ``mouth/lines/*/room.ftl``, which ends with the mend.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from host.mouth.lines import Lines

Kind = Literal["input", "output"]

RATES = (16_000, 48_000, 44_100)
"""Tried in this order where a device refuses its own rate (C3)."""

LINUX_FIRST = ("pipewire", "pulse", "default")
"""The ALSA devices that follow what the desktop has chosen, in order (C7)."""

APIS = ("Windows WASAPI", "Core Audio", "JACK Audio Connection Kit", "ALSA")
"""Host APIs that are preferred where one device is listed several times (C11)."""

MME_LETTERS = 31
"""Windows MME cuts names to so many letters (C11)."""

BAD_RATE, BAD_DEVICE, BUSY, HOST_ERROR = -9997, -9996, -9985, -9999
"""PortAudio's error codes for a rate, a device, a device in use, and whatever the host says."""

BLUETOOTH = re.compile(r"airpods|headset|hands.?free|bluetooth|\bbt\b|\bble\b|\bhfp\b", re.I)
"""Names of devices that may change to telephone sound when their microphone opens (C8)."""

ECHO_CANCEL = re.compile(r"echo.?cancel", re.I)
"""Names of the microphones that PipeWire and PulseAudio make with their own canceller (E6)."""


class DeviceError(RuntimeError):
    """What is wrong with a device: `key` names the line that says it and what mends it."""

    def __init__(self, key: str, **fields: str) -> None:
        """Keep the line's id and what it needs."""
        super().__init__(f"{key} {fields}" if fields else key)
        self.key = key
        self.fields = fields

    def text(self, language: str) -> str:
        """Return the sentence in a language."""
        return Lines(language).say(self.key, **self.fields)


@dataclass(frozen=True, slots=True)
class Device:
    """One sound device as PortAudio lists it.

    Attributes:
        index: its number now; numbers shift when something is plugged in (C5).
        name: its name, by which it is found again.
        api: PortAudio's name of the system's sound interface.
        inputs: channels it can record.
        outputs: channels it can play.
        rate: samples a second that it prefers.
    """

    index: int
    name: str
    api: str
    inputs: int
    outputs: int
    rate: float

    @property
    def wireless(self) -> bool:
        """True if the name is that of a Bluetooth device (C8)."""
        return bool(BLUETOOTH.search(self.name))


@dataclass(frozen=True, slots=True)
class Devices:
    """What opens devices; tests give their own.

    Attributes:
        sound: the module sounddevice.
        read: the machine's monotonic clock, in seconds.
        rest: lets time pass until a piece may be there; None waits for the microphone.
    """

    sound: Any
    read: Callable[[], float] = time.monotonic
    rest: Callable[[float], None] | None = None


def load_sounddevice() -> Any:
    """Return the module sounddevice.

    Raises:
        DeviceError: PortAudio or the package is missing (C1).
    """
    try:
        return import_module("sounddevice")
    except (OSError, ImportError) as error:
        raise DeviceError("room-no-portaudio") from error


def list_devices(sound: Any) -> list[Device]:
    """Return every device, none where the system has none (C2)."""
    try:
        apis = [str(api["name"]) for api in sound.query_hostapis()]
        found = list(sound.query_devices())
    except (sound.PortAudioError, ValueError, OSError):
        return []
    return [
        Device(
            number,
            str(info["name"]),
            apis[int(info["hostapi"])] if int(info["hostapi"]) < len(apis) else "",
            int(info["max_input_channels"]),
            int(info["max_output_channels"]),
            float(info["default_samplerate"]),
        )
        for number, info in enumerate(found)
    ]


def choose(
    sound: Any,
    kind: Kind,
    wanted: str | None = None,
    *,
    platform: str = sys.platform,
) -> Device:
    """Return the device to open: the one that is wanted by name, else the system's.

    Raises:
        DeviceError: there is none, or none of that name.
    """
    able = [d for d in list_devices(sound) if (d.inputs if kind == "input" else d.outputs) > 0]
    if not able:
        raise DeviceError("room-no-microphone" if kind == "input" else "room-no-loudspeaker")
    if wanted:
        named = _named(able, wanted)
        if named is None:
            names = ", ".join(dict.fromkeys(f"«{d.name}»" for d in able[:6]))
            raise DeviceError("room-no-such-device", name=wanted, names=names)
        return named
    if platform.startswith("linux"):
        for name in LINUX_FIRST:
            for device in able:
                if device.name.casefold() == name:
                    return device
    return _default(sound, kind, able)


def _named(able: Sequence[Device], wanted: str) -> Device | None:
    """Return the device of that name, also where an API cut it short (C11)."""
    name = wanted.casefold().strip()

    def fits(device: Device) -> bool:
        mine = device.name.casefold().strip()
        short = len(mine) >= MME_LETTERS and name.startswith(mine)
        return mine == name or short or (len(name) >= MME_LETTERS and mine.startswith(name))

    found = [d for d in able if d.name.casefold() == name]
    found = found or [d for d in able if fits(d)]
    found = found or [d for d in able if name in d.name.casefold()]
    return min(found, key=_api_rank) if found else None


def _api_rank(device: Device) -> int:
    return APIS.index(device.api) if device.api in APIS else len(APIS)


def _default(sound: Any, kind: Kind, able: Sequence[Device]) -> Device:
    """Return the system's default device, by the best API that has it."""
    try:
        chosen = int(sound.default.device[0 if kind == "input" else 1])
    except (TypeError, ValueError, IndexError):
        chosen = -1
    default = next((d for d in able if d.index == chosen), None)
    if default is None:
        return min(able, key=_api_rank)
    # Windows lists one microphone three or four times; names cut short are the same one.
    same = [d for d in able if d.name.casefold().startswith(default.name.casefold())]
    return min(same, key=_api_rank)


def code_of(error: BaseException) -> int | None:
    """Return PortAudio's error code, None if the error has none."""
    return next((arg for arg in error.args if isinstance(arg, int)), None)


def open_stream(
    sound: Any,
    device: Device,
    kind: Kind,
    callback: Callable[..., None],
    *,
    latency: str | float = "high",
) -> Any:
    """Return a started stream of float32 at the device's own rate, or one it takes (C3).

    One channel where the device has it, else two. Never exclusive mode: other programs keep
    the microphone.

    Raises:
        DeviceError: it cannot be opened; the line says why and what mends it.
    """
    make = sound.InputStream if kind == "input" else sound.OutputStream
    rates = list(dict.fromkeys((round(device.rate), *RATES)))
    last: BaseException | None = None
    tries: list[tuple[int, int, Any]] = [(rate, 1, None) for rate in rates]
    if device.api == "Windows WASAPI":
        # «Invalid device» may only mean the rate there; the system then converts it.
        tries.append((16_000, 1, sound.WasapiSettings(auto_convert=True)))
    if (device.inputs if kind == "input" else device.outputs) > 1:
        tries += [(rate, 2, None) for rate in rates]
    for rate, channels, extra in tries:
        stream: Any = None
        try:
            stream = make(
                samplerate=rate,
                device=device.index,
                channels=channels,
                dtype="float32",
                latency=latency,
                extra_settings=extra,
                callback=callback,
            )
            stream.start()
            return stream
        except (sound.PortAudioError, ValueError, OSError) as error:
            last = error
            if stream is not None:
                close_stream(sound, stream)
            code = code_of(error)
            if code in (BUSY, HOST_ERROR):
                break
    assert last is not None
    raise _refused(device, kind, last) from last


def _refused(device: Device, kind: Kind, error: BaseException) -> DeviceError:
    code = code_of(error)
    if code == BUSY:
        return DeviceError("room-device-busy", name=device.name)
    if code == HOST_ERROR and kind == "input":
        return DeviceError("room-permission", name=device.name)
    why = (str(error).splitlines() or [type(error).__name__])[0]
    return DeviceError("room-device-refused", name=device.name, why=why)


def close_stream(sound: Any, stream: Any) -> None:
    """Close a stream, whatever state its device is in."""
    for step in (stream.abort, stream.close):
        try:
            step()
        except (sound.PortAudioError, ValueError, OSError):
            continue


def refresh(sound: Any) -> None:
    """Let PortAudio look for devices anew; every open stream must be closed before (C5)."""
    try:
        sound._terminate()
        sound._initialize()
    except (sound.PortAudioError, OSError):
        # The next look for a device says what is wrong.
        return
