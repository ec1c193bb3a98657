"""What this computer has for a table by voice, what is missing, and the one command that mends it.

Every look is a function of what it is given, so that a test can make each finding.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from host.ears.activity import EarError, VoiceActivity
from host.ears.base import Samples
from host.faults import told
from host.hearing import BOTH, EARS, OWN, check_ear, default_ear
from host.model_text import bytes_text
from host.models import fault_of, installed, windows_path_fault
from host.mouth.base import Voice, VoiceError
from host.room.devices import (
    ECHO_CANCEL,
    Device,
    DeviceError,
    Devices,
    Kind,
    choose,
    list_devices,
    load_sounddevice,
)
from host.room.microphone import Microphone
from host.room.speaker import Speaker

Grade = Literal["ok", "note", "fault"]

TEXTS = Path(__file__).resolve().parent / "commands" / "doctor_text.toml"

NEEDED_BYTES = 400_000_000
"""A model and what its pull needs besides."""

FRAME_S = 0.02
"""Levels are taken in frames of this length."""

FAR_DB = -45.0
"""Speech softer than this, against full scale, is too far away or turned down."""

LEAST_RISE_DB = 10.0
"""Speech rises this far above the noise, or there was none."""

NOISY_DB = 15.0
"""Speech less far above the noise than this will often be misheard."""

CLIPPED = 0.0005
"""A greater share of samples at the end of the scale is audible distortion."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        key: of its sentence in ``doctor_text.toml``; ``KEY_mend`` is its mend.
        grade: ``fault`` if a table by voice cannot do with it.
        fields: what the sentence needs.
    """

    key: str
    grade: Grade = "ok"
    fields: Mapping[str, str] = field(default_factory=dict)

    def text(self, language: str) -> str:
        """Return the sentence."""
        fields = {k: told(v, language) if isinstance(v, str) else v for k, v in self.fields.items()}
        return said(language, self.key, **fields)

    def mend(self, language: str, platform: str = sys.platform) -> str | None:
        """Return the one command or act that mends it, None if nothing is to be mended."""
        texts = _texts(language)
        system = "linux" if platform.startswith("linux") else platform
        for key in (f"{self.key}_mend_{system}", f"{self.key}_mend"):
            if key in texts:
                return str(texts[key]).format(**self.fields)
        return None


def _texts(language: str) -> Mapping[str, Any]:
    tables: dict[str, dict[str, Any]] = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    return tables[language]


def said(language: str, key: str, /, **fields: Any) -> str:
    """Return a sentence with its fields filled in."""
    return str(_texts(language)[key]).format(**fields)


def ear_words(language: str) -> list[str]:
    """Return the twenty words of the check of ears."""
    return list(_texts(language)["ear_words"])


# ---------------------------------------------------------------------- what is looked at


def python_found(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    """Look at Python's version."""
    shown = {"version": ".".join(map(str, version))}
    if version < (3, 11):
        return Finding("python_old", "fault", shown)
    return Finding("python_ok", "ok", shown)


def portaudio_found(load: Callable[[], Any] = load_sounddevice) -> tuple[Finding, Any]:
    """Look for PortAudio; return the finding and the module, None if it is missing (C1)."""
    try:
        sound = load()
    except DeviceError:
        return Finding("portaudio_missing", "fault"), None
    version = str(sound.get_portaudio_version()[1]).split(",")[0]
    return Finding("portaudio_ok", "ok", {"version": version}), sound


def device_found(
    devices: Devices, kind: Kind, wanted: str | None = None
) -> tuple[list[Finding], Device | None]:
    """Look for a device and open it; return findings and the device, None if it cannot be."""
    name = "microphone" if kind == "input" else "loudspeaker"
    try:
        device = choose(devices.sound, kind, wanted)
    except DeviceError as error:
        key = f"{name}_name" if error.key == "room-no-such-device" else f"{name}_missing"
        # Without a loudspeaker a table still goes on, in writing.
        return [Finding(key, "fault" if kind == "input" else "note", error.fields)], None
    try:
        opened: Microphone | Speaker
        if kind == "input":
            opened = Microphone(devices.sound, device, read=devices.read)
        else:
            opened = Speaker(devices.sound, device, read=devices.read)
        opened.close()
    except DeviceError as error:
        short = error.key.removeprefix("room-").removeprefix("device-")
        key = f"{name}_{short}" if f"{name}_{short}" in _texts("en") else f"{name}_refused"
        fields = {"why": short, **error.fields}
        return [Finding(key, "fault" if kind == "input" else "note", fields)], None
    shown = {"name": device.name, "api": device.api, "rate": f"{opened.rate}"}
    found = [Finding(f"{name}_ok", "ok", shown)]
    if kind == "input":
        found += _about(device, devices.sound)
    return found, device


def _about(device: Device, sound: Any) -> list[Finding]:
    found: list[Finding] = []
    if device.wireless:
        found.append(Finding("microphone_wireless", "note", {"name": device.name}))
    others = [d.name for d in list_devices(sound) if d.inputs and d.name != device.name]
    if others:
        names = ", ".join(f"«{name}»" for name in dict.fromkeys(others))
        found.append(Finding("microphone_others", "ok", {"names": names}))
    quiet = next((name for name in others if ECHO_CANCEL.search(name)), None)
    if quiet is not None and not ECHO_CANCEL.search(device.name):
        found.append(Finding("microphone_cancel", "note", {"name": quiet}))
    return found


def level_found(samples: Samples, rate: int) -> Finding:
    """Look at how loud somebody was, in decibels against full scale (C6).

    Args:
        samples: a few seconds in which somebody spoke, and paused.
        rate: samples a second.
    """
    if not len(samples) or not np.any(samples):
        return Finding("level_zeros", "fault")
    frame = max(1, round(FRAME_S * rate))
    count = max(1, len(samples) // frame)
    whole = samples[: count * frame]
    if len(whole) < frame:
        whole, frame = samples, len(samples)
    power = np.mean(np.square(whole.reshape(-1, frame), dtype=np.float64), axis=1)
    levels = 10.0 * np.log10(power + 1e-12)
    speech, noise = float(np.percentile(levels, 90)), float(np.percentile(levels, 10))
    clipped = float(np.mean(np.abs(samples) >= 0.99))
    shown = {
        "speech": f"{speech:.0f}",
        "noise": f"{noise:.0f}",
        "share": f"{100 * clipped:.1f}",
    }
    if clipped > CLIPPED:
        return Finding("level_loud", "note", shown)
    if speech - noise < LEAST_RISE_DB:
        return Finding("level_nothing", "fault", shown)
    if speech < FAR_DB:
        return Finding("level_far", "note", shown)
    if speech - noise < NOISY_DB:
        return Finding("level_noisy", "note", shown)
    return Finding("level_ok", "ok", shown)


def voices_found(language: str, home: Path, make: Callable[[str], Voice]) -> list[Finding]:
    """Look for the voices of a language; the usual one is made to say a word."""
    found: list[Finding] = []
    try:
        voice = make(language)
        try:
            voice.render("hola" if language == "es" else "hello")
        finally:
            voice.close()
        found.append(Finding("voice_ok", "ok", {"name": voice.name}))
    except (VoiceError, OSError, ImportError, RuntimeError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        found.append(Finding("voice_missing", "note", {"language": language, "why": why}))
    natural = installed("kokoro", home) is not None and any(
        installed(name, home) is not None for name in ("kokoro-voices", "kokoro-voices-ja")
    )
    found.append(Finding("voice_kokoro") if natural else Finding("voice_kokoro_missing", "note"))
    return found


def ears_found(
    language: str, home: Path, activity: Callable[[], object] = VoiceActivity
) -> list[Finding]:
    """Look for what hears: the voice detector, and every ear of the language."""
    found: list[Finding] = []
    try:
        activity()
        found.append(Finding("activity_ok"))
    except EarError:
        found.append(Finding("activity_missing", "fault"))
    have = installed_ears(language, home)
    for name in ("whisper-base", "vosk-es-small", "vosk-es", "vosk-en-small", "vosk-en"):
        folder = home / name
        fault = fault_of(folder) if folder.exists() else None
        if fault is not None:
            shown = {"name": name, "why": fault.text(language)}
            found.append(Finding("ear_damaged", "note", shown))
    if not have:
        return [*found, Finding("ears_none", "fault", {"language": language})]
    shown = {
        "language": language,
        "names": ", ".join(have),
        "default": default_ear(language, home),
    }
    found.append(Finding("ears_ok", "ok", shown))
    more = [
        name
        for name in (f"vosk-{language}-small", "whisper-base")
        if name not in have and not (name == "whisper-base" and "whisper" in have)
    ]
    if more:
        fields = {"names": ", ".join(more), "first": more[-1]}
        found.append(Finding("ear_optional", "note", fields))
    return found


def installed_ears(language: str, home: Path) -> list[str]:
    """Return the ears of a language that can be opened, each alone."""
    return [name for name in EARS if name != BOTH and _ear_there(name, language, home)]


def _ear_there(name: str, language: str, home: Path) -> bool:
    """Tell whether an ear of this language is installed."""
    if name.startswith("vosk-") and not name.startswith(f"vosk-{language}"):
        return False
    if name == OWN:
        from host.ears.mesa import mesa_folder

        if mesa_folder() is None:
            return False
    try:
        check_ear(name, language, home)
    except EarError:
        return False
    return True


def models_found(
    home: Path,
    *,
    free: Callable[[Path], int] | None = None,
    writable: Callable[[Path], bool] | None = None,
    platform: str = sys.platform,
    language: str = "es",
) -> list[Finding]:
    """Look at the folder of models and the disk it lies on."""
    shown = {"path": str(home)}
    if home.exists() and not home.is_dir():
        return [Finding("models_file", "fault", shown)]
    found: list[Finding] = []
    there = home
    while not there.exists():
        there = there.parent
    may_write = (writable or (lambda path: os.access(path, os.W_OK)))(there)
    found.append(Finding("models_ok" if may_write else "models_read_only", "ok", shown))
    if windows_path_fault(home, "vosk", platform) is not None:
        found.append(Finding("models_ascii", "note", shown))
    left = (free or (lambda path: shutil.disk_usage(path).free))(there)
    sizes = {
        "free": bytes_text(language, left),
        "need": bytes_text(language, NEEDED_BYTES),
    }
    if may_write and left < NEEDED_BYTES:
        found.append(Finding("disk_low", "note", sizes))
    else:
        found.append(Finding("disk_ok", "ok", sizes))
    return found
