"""Which room a table gets: microphone, or keyboard with one sentence why (pitfalls C1, C2)."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent / "room"))

from fake_sound import FakeSound
from room_fakes import FakeEar, sound

from host import table_room
from host.ears.activity import EarError
from host.ears.base import BLOCK, RATE, Block, Heard
from host.ears.late import LateEar
from host.mouth.base import VoiceError
from host.room.real import RealRoom
from host.room.typed import TypedRoom
from host.table_room import Opened, kokoro_voice, open_table_room


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def fake_ear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_room, "open_ear", lambda name, language, models: FakeEar())


def opened(
    told: list[str], *, library: FakeSound | None = None, source: Any = None, **given: Any
) -> Opened:
    settings = {"ear": None, "language": "es", "tell": told.append, **given}
    return open_table_room(
        source=source or Keyboard(),
        devices=(library or FakeSound()).given,
        **settings,
    )


def test_with_a_microphone_the_table_is_heard_and_what_hears_is_said() -> None:
    told: list[str] = []
    table = opened(told, ear="es-mesa")
    assert isinstance(table.room, RealRoom)
    assert (table.ear, table.loud) == ("es-mesa", True)
    assert told == ["Escucho con es-mesa en el micrófono «mic»."]
    table.close()
    table.close()


def test_lines_of_a_pipe_are_typed_unless_an_ear_is_asked_for() -> None:
    told: list[str] = []
    assert isinstance(opened(told, source=io.StringIO()).room, TypedRoom)
    assert told == []
    assert isinstance(opened(told, source=io.StringIO(), ear="es-mesa").room, RealRoom)


def test_without_a_microphone_one_sentence_with_the_mend_then_typed() -> None:
    library = FakeSound()
    library.devices = library.devices[1:]
    told: list[str] = []
    table = opened(told, library=library)
    assert isinstance(table.room, TypedRoom)
    assert table.ear == "typed"
    assert table.loud
    assert told == [
        "No encuentro ningún micrófono. Conecta uno y repite: tertulia doctor.",
        "Seguimos por escrito: escribe lo que dirías.",
    ]


def test_without_portaudio_one_sentence_with_the_mend_then_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from host.room import devices

    def missing(name: str) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(devices, "import_module", missing)
    told: list[str] = []
    table = open_table_room(
        ear="es-mesa", language="es", source=Keyboard(), tell=told.append, seats=("Ana",)
    )
    assert isinstance(table.room, TypedRoom)
    assert not table.loud
    assert "libportaudio2" in told[0]
    assert len(told) == 2
    table.room.say(sound("a", 3.0))
    table.room.step()
    assert len(told) == 2  # not told again when the first line is said


def test_an_ear_that_is_not_installed_names_its_command(tmp_path: Path) -> None:
    told: list[str] = []
    table = opened(told, ear="whisper", models=tmp_path)
    assert isinstance(table.room, TypedRoom)
    assert "tertulia models pull whisper-base" in told[0]


def test_kokoro_is_offered_with_the_command_that_installs_it(tmp_path: Path) -> None:
    with pytest.raises(VoiceError, match="tertulia models pull kokoro"):
        kokoro_voice("es", tmp_path)


def test_an_ear_that_loads_late_hears_what_was_said_meanwhile() -> None:
    import threading

    go = threading.Event()
    inner = FakeEar([Heard("tres", 0.1, 0.3)])

    def make() -> FakeEar:
        go.wait(5.0)
        return inner

    late = LateEar(make, "es-mesa", "es")
    late.expect(["tres"])
    blocks = [
        Block(n * BLOCK / RATE, sound("x", BLOCK / RATE).samples, BLOCK / RATE) for n in range(20)
    ]
    assert [late.feed(block) for block in blocks[:15]] == [[]] * 15
    assert late.heard_through == 0.0
    go.set()
    late.wait()
    (heard,) = late.feed(blocks[15])
    assert heard.words == "tres"
    assert inner.phrases == [["tres"]]
    assert len(inner.blocks) == 16
    assert late.heard_through > 0.4
    late.close()


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (EarError("The model is damaged"), "The model is damaged"),
        (MemoryError(), "The ear es-mesa could not be loaded (MemoryError)."),
        (OSError(12, "no memory"), "The ear es-mesa could not be loaded ([Errno 12] no memory)."),
    ],
)
def test_an_ear_that_cannot_be_loaded_says_why(fault: Exception, why: str) -> None:
    """Whatever happens while it loads, a table is never left with an ear that only waits."""

    def make() -> FakeEar:
        raise fault

    late = LateEar(make, "es-mesa", "es")
    with pytest.raises(EarError) as error:
        late.wait()
    assert str(error.value) == why
    (notice,) = late.notices()
    assert (notice.kind, notice.why) == ("lost", why)
    assert late.notices() == []
    late.close()
