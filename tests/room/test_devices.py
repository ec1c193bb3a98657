"""Which device is opened, at which rate, and what a person is told where none can be (C1-C12)."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_sound import FakeSound, PortAudioError
from room_fakes import speech

from host.room import devices as devices_module
from host.room.devices import (
    BAD_DEVICE,
    BAD_RATE,
    BUSY,
    HOST_ERROR,
    DeviceError,
    choose,
    load_sounddevice,
    open_stream,
)
from host.room.speaker import open_speaker


def nothing(*given: object) -> None: ...


def refusing(code: int, *, rates: set[int] | None = None, text: str = "no") -> Any:
    def refuse(device: dict[str, Any], kind: str, options: dict[str, Any]) -> None:
        if options.get("extra_settings") is None and (
            rates is None or options["samplerate"] in rates
        ):
            raise PortAudioError(text, code)

    return refuse


@pytest.mark.parametrize("error", [OSError("PortAudio library not found"), ImportError("x")])
def test_C1_without_portaudio_the_mend_is_named(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def missing(name: str) -> None:
        raise error

    monkeypatch.setattr(devices_module, "import_module", missing)
    with pytest.raises(DeviceError) as caught:
        load_sounddevice()
    for language in ("es", "en"):
        assert "libportaudio2" in caught.value.text(language)
    speaker, why = open_speaker(language="es")
    assert speaker is None
    assert "sudo apt install libportaudio2" in why


@pytest.mark.parametrize("error", [PortAudioError("Error querying device -1"), ValueError("none")])
def test_C2_no_device_is_one_sentence_whatever_the_library_raises(error: Exception) -> None:
    class Empty(FakeSound):
        def query_devices(self) -> list[dict[str, Any]]:
            raise error

    for kind, word in (("input", "micrófono"), ("output", "altavoz")):
        with pytest.raises(DeviceError) as caught:
            choose(Empty(), kind)  # type: ignore[arg-type]
        assert word in caught.value.text("es")


def test_C3_a_refused_rate_is_tried_at_others() -> None:
    library = FakeSound(rate=96_000.0)
    library.refusals.append(refusing(BAD_RATE, rates={96_000, 16_000}))
    stream = open_stream(library, choose(library, "input"), "input", nothing)
    assert stream.samplerate == 48_000.0
    assert [rate for _, _, rate, _ in library.tried] == [96_000.0, 16_000.0, 48_000.0]


def test_C3_wasapi_says_invalid_device_where_it_means_the_rate() -> None:
    library = FakeSound(rate=48_000.0)
    library.apis = [{"name": "Windows WASAPI"}]
    library.refusals.append(refusing(BAD_DEVICE))
    stream = open_stream(library, choose(library, "input"), "input", nothing)
    assert stream.options["extra_settings"] == "auto_convert"
    assert library.asked_wasapi == [True]


@pytest.mark.parametrize(
    ("code", "kind", "key"),
    [
        (BUSY, "input", "room-device-busy"),
        (HOST_ERROR, "input", "room-permission"),
        (HOST_ERROR, "output", "room-device-refused"),
        (-9990, "input", "room-device-refused"),
    ],
)
def test_two_programs_or_a_missing_permission_are_told_apart(
    code: int, kind: Any, key: str
) -> None:
    library = FakeSound()
    library.refusals.append(refusing(code, text="Unanticipated host error [MME error 1]"))
    with pytest.raises(DeviceError) as caught:
        open_stream(library, choose(library, kind), kind, nothing)
    assert caught.value.key == key
    name = library.devices[0 if kind == "input" else 1]["name"]
    for language in ("es", "en"):
        assert name in caught.value.text(language)
    assert not library.streams


def test_C7_linux_prefers_pipewire_then_pulse_then_default_over_hdmi() -> None:
    library = FakeSound()
    library.devices = []
    for name in ("HDA NVidia: HDMI 0 (hw:1,3)", "sysdefault", "default", "pulse", "pipewire"):
        library.add(name, inputs=2, outputs=2, rate=44_100.0)
    library.default.device = (0, 0)
    for wanted in ("pipewire", "pulse", "default"):
        for kind in ("input", "output"):
            assert choose(library, kind, platform="linux").name == wanted  # type: ignore[arg-type]
        library.devices = [d for d in library.devices if d["name"] != wanted]
    assert choose(library, "input", platform="linux").name.startswith("HDA")


def test_C11_a_name_cut_at_31_letters_and_four_entries_of_one_microphone() -> None:
    library = FakeSound()
    library.apis = [
        {"name": name}
        for name in ("MME", "Windows DirectSound", "Windows WASAPI", "Windows WDM-KS")
    ]
    full = "Micrófono (Realtek High Definition Audio)"
    library.devices = []
    library.add(full[:31], inputs=2, api=0)
    for api in (1, 2, 3):
        library.add(full, inputs=2, api=api)
    library.default.device = (0, -1)
    assert choose(library, "input", platform="win32").api == "Windows WASAPI"
    assert choose(library, "input", full, platform="win32").api == "Windows WASAPI"
    library.devices = library.devices[:1]
    assert choose(library, "input", full, platform="win32").name == full[:31]


def test_an_unknown_name_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(DeviceError) as caught:
        choose(FakeSound(), "input", "Yeti")
    assert caught.value.text("es") == "No hay ningún aparato llamado «Yeti»; hay «mic»."


def test_the_loudspeaker_stops_with_a_fade_and_tells_what_it_played() -> None:
    library = FakeSound()
    speaker, why = open_speaker(sound=library)
    assert speaker is not None
    assert why == ""
    speaker.play(speech(1.0), 16_000, "a")
    library.tick(0.2)
    assert speaker.playing
    speaker.stop()
    library.tick(0.1)
    marks, chunks = speaker.take()
    assert [mark.what for mark in marks] == ["began", "stopped"]
    assert sum(len(c.samples) for c in chunks) == marks[1].frame - marks[0].frame
    last = chunks[-1].samples
    assert np.abs(last[-20:]).max() < 0.1 * np.abs(chunks[0].samples).max()
    assert not speaker.playing
    speaker.close()
    speaker.close()


# ---------------------------------------------------------------------- PortAudio itself


@pytest.fixture
def portaudio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The real library on an ALSA device that takes and gives anything (C12)."""
    if os.name != "posix" or not Path("/usr/share/alsa/alsa.conf").is_file():
        pytest.skip("PortAudio on an ALSA null device: there is no ALSA here")
    config = tmp_path / "null.conf"
    config.write_text("pcm.!default { type null }\nctl.!default { type null }\n", encoding="utf-8")
    paths = ("/usr/share/alsa/alsa.conf", str(config))
    monkeypatch.setenv("ALSA_CONFIG_PATH", ":".join(paths))
    try:
        sound = load_sounddevice()
    except DeviceError as error:
        pytest.skip(f"PortAudio on an ALSA null device: {error.text('en')}")
    sound._terminate()
    sound._initialize()
    if not any(d.name == "default" for d in devices_module.list_devices(sound)):
        pytest.skip("PortAudio on an ALSA null device: the null device is not listed")
    yield sound
    sound._terminate()
    sound._initialize()


def test_C12_portaudio_opens_calls_back_and_closes(portaudio: Any) -> None:
    from host.room.microphone import Microphone

    device = choose(portaudio, "input", "default")
    mic = Microphone(portaudio, device, most_queued=50)
    mic.wait(2.0)
    piece = mic.take()
    assert piece is not None
    assert piece.samples.dtype == np.float32
    assert piece.samples.shape[1] == 1
    # The null device calls back as fast as it can: the queue keeps its bound.
    assert mic._queue.qsize() <= 50
    closing = threading.Thread(target=mic.close)
    closing.start()
    closing.join(2.0)
    assert not closing.is_alive()
    speaker, why = open_speaker("default", sound=portaudio)
    assert speaker is not None, why
    speaker.play(speech(0.2), 16_000)
    speaker.close()
