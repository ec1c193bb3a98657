"""`tertulia play --resume` in the real room, over the simulated sound library.

The first sitting ends as a program ends that is killed; the second is opened by the command
itself, with devices, ear and journal of its own.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fake_sound import FakeSound

from host import playing, table_room
from host.ears.scripted import ScriptedEar
from host.engine.journal import Journal, live_events, read
from host.room.real import RealRoom
from host.table_room import Opened, open_table_room
from tests.reliability.talk import Talk
from tests.reliability.test_privacy import at_home, forbid

QUIET_S = 1.0
"""So long after the host has finished somebody speaks."""


class Killed(BaseException):
    """Ends the program where nothing may catch it."""


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


class Table(FakeSound):
    """The devices, and people who speak when the host is silent; the last line kills it."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = list(lines)
        self.ear = ScriptedEar()
        self.room: RealRoom | None = None
        self.busy_until = 0.0

    def tick(self, seconds: float) -> None:
        super().tick(seconds)
        room = self.room
        if room is None or room.now < max(room.planned_end(), self.busy_until) + QUIET_S:
            return
        if not self.lines:
            raise Killed
        words = self.lines.pop(0)
        onset = max(room.now, self.ear.heard_through) + 0.1
        self.busy_until = onset + max(0.3, len(words) / 20)
        self.ear.say(words, onset, self.busy_until)


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def sitting(lines: Sequence[str], **given: object) -> str:
        """Play until all was said; return what stood on the screen."""
        table, out = Table(lines), io.StringIO()

        def open_room(**options: object) -> Opened:
            opened = open_table_room(**options, devices=table.given)  # type: ignore[arg-type]
            assert isinstance(opened.room, RealRoom)
            table.room = opened.room
            return opened

        monkeypatch.setattr(playing, "open_table_room", open_room)
        monkeypatch.setattr(table_room, "open_ear", lambda name, language, models: table.ear)
        usual = {
            "game": None,
            "names": (),
            "language": "es",
            "voice": "silent",
            "rules": {},
            "seed": 3,
            "resume": None,
            "journal": None,
            "ear": "es-mesa",
        }
        with pytest.raises(Killed):
            playing.play_typed(**{**usual, **given}, stdin=Keyboard(), stdout=out)  # type: ignore[arg-type]
        return out.getvalue()

    return sitting


def kinds(path: Path) -> list[str]:
    return [event.kind for _, _, event in live_events(read(path)[0])]


def test_a_game_left_in_the_real_room_is_gone_on_with_there(
    sit: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "j.jsonl"
    first = sit(["mundo", "tres"], game="iknow", names=("Ana", "Luis"), journal=path)
    assert "Íbamos" not in first
    before, _ = read(path)
    assert kinds(path).count("placed") == 1
    second = sit(["dos"], resume=path)
    assert "Íbamos por los niveles" in second
    assert "Luis" in second
    after, note = read(path)
    assert note == ""
    assert after[: len(before)] == before
    assert kinds(path).count("placed") == 2
    # The microphone's clock begins anew, and its times with it.
    times = [record.t for record in after if record.sitting == 2]
    assert times == sorted(times)
    assert times[0] < 1.0
    assert max(record.sitting for record in after) == 2


@pytest.mark.parametrize(("answer", "cards"), [("sí", 0), ("no", 3)])
def test_a_call_that_was_owed_at_the_end_is_asked_about_there(
    sit: Callable[..., str], tmp_path: Path, answer: str, cards: int
) -> None:
    """Whether it was made nobody knows: the window is not judged, the table says it (D10)."""
    path = tmp_path / "j.jsonl"
    counts = dict.fromkeys(("Ana", "Luis", "Eva", "Diego"), 2)
    left = Talk("sapiencia", 1, path=path, rules={}, setup={"counts": counts, "deck": 20})
    while left.session.state.owed is None:
        left.step()
        assert left.utterances < 100
    left.journal.close()
    assert "call_owed" in kinds(path)
    screen = sit([answer], resume=path)
    assert "dijo Sapiencia" in screen
    after = live_events(read(path)[0])
    drawn = [event["cards"] for _, _, event in after if event.kind == "penalty"]
    assert sum(drawn) == cards


def test_no_audio_is_written_and_no_network_used_though_the_room_listens(
    sit: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's own recording (D22) is kept in memory and nowhere else."""
    tried = forbid(monkeypatch)
    at_home(tmp_path, monkeypatch)
    said = ["mundo", "tres", "dos", "más Luis", "menos Ana", "París", "¿qué dije?"]
    sit(said, game="iknow", names=("Ana", "Luis"), journal=tmp_path / "j.jsonl")
    assert "answered" in kinds(tmp_path / "j.jsonl")
    assert tried == []
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written == [tmp_path / "j.jsonl"]


def test_the_journal_is_locked_while_somebody_plays(
    sit: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "j.jsonl"
    sit(["mundo"], game="iknow", names=("Ana", "Luis"), journal=path)
    held = Journal(path, records=read(path)[0], durable=True)
    with pytest.raises(playing.PlayError, match=r"j\.jsonl"):
        sit([], resume=path)
    held.close()
