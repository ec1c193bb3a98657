"""Every finding that `tertulia doctor` can make is made here, with the mend it names."""

from __future__ import annotations

import json
import sys
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent / "room"))

from fake_sound import FakeSound, PortAudioError, zeros
from room_fakes import FakeEar, speech

from host import doctor
from host.cli import app
from host.commands.doctor import Examination
from host.doctor import Finding
from host.doctor_ears import best, prompted, score
from host.ears.activity import EarError
from host.ears.base import RATE, Block, Heard, Samples
from host.mouth.base import Speech, VoiceError
from host.room.devices import BUSY, HOST_ERROR, DeviceError, choose
from host.room.microphone import record

LEFT_TO_COMMANDS = {"level_skipped", "check_none", "check_best"}
"""Findings that only the whole command makes; their tests are below."""


def talk(level_db: float, noise_db: float, seconds: float = 4.0) -> Samples:
    """Somebody speaks in the middle half of a noise."""
    rng = np.random.default_rng(2)
    out = 10 ** (noise_db / 20) * rng.standard_normal(round(seconds * RATE))
    word = speech(seconds / 2)
    word = word / np.sqrt(np.mean(word**2)) * 10 ** (level_db / 20)
    out[RATE : RATE + len(word)] += word
    return np.clip(out, -1.0, 1.0).astype(np.float32)


class FakeVoice:
    name, language = "pyttsx3", "es"

    def __init__(self, language: str) -> None: ...

    def render(self, text: str) -> Speech:
        return Speech.silence(0.1)

    def close(self) -> None: ...


class NoVoice(FakeVoice):
    def render(self, text: str) -> Speech:
        raise VoiceError("no espeak")


def no_library() -> Any:
    raise DeviceError("room-no-portaudio")


def library(**given: Any) -> FakeSound:
    fake = FakeSound(**given)
    fake.get_portaudio_version = lambda: (1, "PortAudio V19.6.0, x")  # type: ignore[attr-defined]
    return fake


def devices(kind: str, change: Any, wanted: str | None = None) -> list[Finding]:
    fake = library()
    change(fake)
    return doctor.device_found(fake.given, kind, wanted)[0]  # type: ignore[arg-type]


def refuse(code: int) -> Any:
    def change(fake: FakeSound) -> None:
        def no(device: Any, kind: str, options: Any) -> None:
            raise PortAudioError("refused", code)

        fake.refusals.append(no)

    return change


def empty(fake: FakeSound) -> None:
    fake.devices = []


def wireless(fake: FakeSound) -> None:
    fake.devices[0]["name"] = "AirPods de Ana"
    fake.add("Echo-Cancel Source", inputs=1)


def nothing(fake: FakeSound) -> None: ...


def damaged(tmp_path: Path) -> Path:
    (tmp_path / "whisper-base").mkdir()
    (tmp_path / "whisper-base" / "model.bin").write_bytes(b"x")
    return tmp_path


def no_activity() -> None:
    raise EarError("pip install 'tertulia[speech]'")


def every_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    found = [
        doctor.python_found((3, 12, 1)),
        doctor.python_found((3, 10, 0)),
        doctor.portaudio_found(library)[0],
        doctor.portaudio_found(no_library)[0],
        *devices("input", nothing),
        *devices("input", empty),
        *devices("input", nothing, "Yeti"),
        *devices("input", refuse(BUSY)),
        *devices("input", refuse(HOST_ERROR)),
        *devices("input", refuse(-9990)),
        *devices("input", wireless),
        *devices("output", nothing),
        *devices("output", empty),
        *devices("output", nothing, "Yeti"),
        *devices("output", refuse(BUSY)),
        doctor.level_found(talk(-25.0, -60.0), RATE),
        doctor.level_found(np.zeros(RATE, np.float32), RATE),
        doctor.level_found(np.zeros(0, np.float32), RATE),
        doctor.level_found(talk(-90.0, -50.0), RATE),
        doctor.level_found(talk(-52.0, -80.0), RATE),
        doctor.level_found(talk(6.0, -60.0), RATE),
        doctor.level_found(talk(-25.0, -37.0), RATE),
        *doctor.voices_found("es", tmp_path, FakeVoice),
        *doctor.voices_found("es", tmp_path, NoVoice),
        *doctor.ears_found("es", tmp_path),
        *doctor.ears_found("en", tmp_path, no_activity),
        *doctor.ears_found("es", damaged(tmp_path)),
        *doctor.models_found(tmp_path, free=lambda path: 10**12, writable=lambda path: True),
        *doctor.models_found(tmp_path, free=lambda path: 10**6, writable=lambda path: True),
        *doctor.models_found(tmp_path, writable=lambda path: False),
        *doctor.models_found(tmp_path / "ñ", platform="win32"),
    ]
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    found += doctor.models_found(file)
    monkeypatch.setattr(doctor, "installed", lambda name, home: home)
    return [*found, *doctor.voices_found("es", tmp_path, FakeVoice)]


def finding_keys() -> set[str]:
    texts = doctor._texts("es")
    starts = ("python_", "portaudio_", "microphone_", "loudspeaker_", "level_", "voice_")
    starts += ("activity_", "ears_", "ear_", "models_", "disk_", "check_none", "check_best")
    asks = {"level_ask", "ear_words"}
    return {
        key for key in texts if key.startswith(starts) and "_mend" not in key and key not in asks
    }


def test_every_finding_is_made_and_every_fault_names_its_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = every_finding(tmp_path, monkeypatch)
    assert {finding.key for finding in found} == finding_keys() - LEFT_TO_COMMANDS
    for finding in found:
        for language in ("es", "en"):
            assert finding.text(language)
            if finding.grade == "fault":
                for platform in ("linux", "darwin", "win32"):
                    assert finding.mend(language, platform), finding.key


def test_both_languages_have_the_same_sentences() -> None:
    es, en = doctor._texts("es"), doctor._texts("en")
    assert set(es) == set(en)
    assert len(es["ear_words"]) == len(en["ear_words"]) == len(set(es["ear_words"])) == 20
    same = {key for key in es if es[key] == en[key] and "_mend" not in key}
    assert same <= {"python_ok", "portaudio_ok"}


def test_levels_are_told_apart() -> None:
    assert doctor.level_found(talk(-25.0, -60.0), RATE).key == "level_ok"
    heard = doctor.level_found(talk(-25.0, -60.0), RATE).fields
    assert abs(float(heard["speech"]) + 25.0) <= 3.0
    assert abs(float(heard["noise"]) + 60.0) <= 3.0
    assert doctor.level_found(talk(-52.0, -80.0), RATE).key == "level_far"
    assert doctor.level_found(talk(6.0, -60.0), RATE).key == "level_loud"


def test_a_mend_is_that_of_the_system() -> None:
    finding = doctor.portaudio_found(no_library)[0]
    assert finding.mend("es", "linux") == "sudo apt install libportaudio2"
    assert finding.mend("es", "darwin") == "brew install portaudio"


# ---------------------------------------------------------------------- the command


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["doctor", *arguments])


def write(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


def test_the_command_without_portaudio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        "host.commands.doctor.portaudio_found",
        lambda: (Finding("portaudio_missing", "fault"), None),
    )
    monkeypatch.setattr("host.commands.doctor.Pyttsx3Voice", FakeVoice)
    result = run("--language", "es", "--models", str(tmp_path))
    assert result.exit_code == 1
    assert "falta  Falta PortAudio" in result.output
    assert "sudo apt install libportaudio2" in result.output
    assert "No se midió el nivel" in result.output
    assert "tertulia play iknow --ear typed" in result.output
    found = json.loads(run("--language", "en", "--json", "--models", str(tmp_path)).output)
    assert found["ok"] is False
    assert any(row["key"] == "portaudio_missing" and row["mend"] for row in found["findings"])


def test_the_command_with_devices_measures_the_level(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = library(rate=48_000.0)
    fake.microphone = zeros
    monkeypatch.setattr(
        "host.commands.doctor.portaudio_found", lambda: (doctor.portaudio_found(library)[0], fake)
    )
    monkeypatch.setattr("host.commands.doctor.Devices", lambda sound: fake.given)
    monkeypatch.setattr("host.commands.doctor.Pyttsx3Voice", FakeVoice)
    result = run("--language", "es", "--models", str(tmp_path))
    assert "Micrófono: «mic» (ALSA, 48000 Hz)." in result.output
    assert "cuenta despacio hasta cinco" in result.output
    assert "El micrófono solo da silencio" in result.output
    assert result.exit_code == 1
    wav = tmp_path / "voice.wav"
    write(wav, talk(-25.0, -60.0))
    result = run("--language", "es", "--models", str(tmp_path), "--wav", str(wav))
    assert "Se te oye bien" in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (["--wav", "x.wav"], "x.wav: no se puede leer como sonido (no es una grabación o está "),
        (["--wav", "no.wav"], "no.wav: no se puede leer como sonido (no existe)."),
        (["--wav", "."], ": no se puede leer como sonido (es una carpeta)."),
        (["--recordings", "."], "Falta la grabación "),
        (["--ear-check", "--recordings", "x.wav"], "Falta la grabación "),
    ],
)
def test_a_recording_that_is_none_is_told_at_once(
    tmp_path: Path, option: list[str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    (tmp_path / "x.wav").write_text("no", encoding="utf-8")
    *words, name = option
    result = run("--language", "es", *words, str(tmp_path / name))
    assert (result.exit_code, len(result.output.splitlines())) == (2, 1)
    assert why in result.output


# ---------------------------------------------------------------------- the check of ears


class Parrot(FakeEar):
    """Hears the words in order, some of them wrong."""

    def __init__(self, name: str, heard: list[str]) -> None:
        super().__init__()
        self.name, self._words = name, list(heard)

    def feed(self, block: Block) -> list[Heard]:
        return []

    def flush(self) -> list[Heard]:
        word = self._words.pop(0)
        return [Heard(word, 0.0, 1.0)] if word else []


def test_ears_are_counted_and_the_better_one_named() -> None:
    words = doctor.ear_words("es")
    sounds = [speech(0.5)] * 20
    good = score(Parrot("a", words), words, sounds, iter(range(99)).__next__)
    poor = score(Parrot("b", ["", "uno", *words[2:]]), words, sounds, iter(range(99)).__next__)
    assert (good.right, good.doubt, good.wrong) == (20, 0, ())
    assert (poor.right, poor.doubt, poor.wrong) == (18, 1, (("dos", "uno"),))
    assert good.seconds == 1.0
    assert best([poor, good]).ear == "a"


def test_the_words_are_asked_for_and_a_silent_one_again() -> None:
    fake = library()
    asked: list[str] = []
    again: list[int] = []
    loud = {"dos": True}

    class Loudness:
        def probability(self, samples: Samples) -> float:
            return 1.0 if np.abs(samples).max() > 0.02 else 0.0

        def reset(self) -> None: ...

    def microphone(t: float, frames: int, rate: float) -> Any:
        speaking = asked and loud.get(asked[-1]) and (t % 3.0) < 0.6
        rng = np.random.default_rng(round(t * 100))
        return ((0.2 if speaking else 1e-4) * rng.standard_normal(frames)).astype(np.float32)

    fake.microphone = microphone
    device = choose(fake, "input")
    sounds = prompted(
        ["tres", "dos"],
        fake.given,
        device,
        Loudness,
        lambda n, word: asked.append(word),
        lambda: again.append(1),
    )
    assert asked == ["tres", "tres", "dos"]
    assert len(again) == 1
    assert np.abs(sounds[1]).max() > 0.1
    assert len(record(fake.given, device, 1.0)) == pytest.approx(RATE, abs=600)


def test_the_check_reads_recordings_and_misses_none_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = doctor.ear_words("es")
    monkeypatch.setattr("host.commands.doctor.installed_ears", lambda language, home: ["es-mesa"])
    monkeypatch.setattr(
        "host.commands.doctor.open_ear", lambda name, language, home: Parrot(name, words)
    )
    for number in range(1, 20):
        write(tmp_path / f"{number:02d}.wav", speech(0.4))
    result = run("--language", "es", "--ear-check", "--recordings", str(tmp_path))
    assert result.exit_code == 2
    assert "20.wav" in result.output
    write(tmp_path / "20.wav", speech(0.4))
    result = run("--language", "es", "--ear-check", "--recordings", str(tmp_path))
    assert "es-mesa: 20 de 20 bien, 0 en duda" in result.output
    assert "Aquí oye mejor es-mesa." in result.output
    assert "tertulia config ear es-mesa" in result.output
    monkeypatch.setattr("host.commands.doctor.installed_ears", lambda language, home: [])
    examination = Examination("es", tmp_path)
    examination.check_ears(None)
    assert [finding.key for finding in examination.findings] == ["check_none"]
