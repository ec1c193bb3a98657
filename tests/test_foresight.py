"""Lines that will probably be said are rendered before they are needed, and change nothing."""

from __future__ import annotations

import threading
from pathlib import Path

from host.demo import sample_guion
from host.engine.journal import Journal
from host.evening import open_evening
from host.foresight import answers
from host.guion import Says
from host.mouth.ahead import AheadVoice
from host.mouth.base import Speech
from host.mouth.lines import Lines
from host.rehearsal import Watcher, play
from host.room.text import TextRoom


class Renderer:
    """Keeps what was rendered, and when it was asked for."""

    name, language = "fake", "es"

    def __init__(self) -> None:
        self.rendered: list[str] = []

    def render(self, text: str) -> Speech:
        self.rendered.append(text)
        return Speech.silence(len(text) / 15.0)

    def close(self) -> None: ...


class Foreseeing:
    """Renders likely lines at once, and counts what was needed and not there."""

    name, language = "fake", "es"

    def __init__(self) -> None:
        self.ready: set[str] = set()
        self.needed: list[str] = []
        self.missed: list[str] = []

    def likely(self, texts: list[str]) -> None:
        self.ready |= set(texts)

    def render(self, text: str) -> Speech:
        self.needed.append(text)
        if text not in self.ready:
            self.missed.append(text)
        return Speech.silence(len(text) / 15.0)

    def close(self) -> None: ...


def test_most_answers_of_a_round_are_ready_before_they_are_given(tmp_path: Path) -> None:
    guion = sample_guion(3)
    plain, foreseeing = Foreseeing(), Foreseeing()
    plain.likely = lambda texts: None  # type: ignore[method-assign]
    outcomes = []
    for voice in (plain, foreseeing):
        room = TextRoom()

        def speak(
            who: str | None, words: str, onset: float, repeat: int, room: TextRoom = room
        ) -> tuple[float, float]:
            return room.speak_text(who, words, onset, speaker_known=True)

        result = play(
            guion,
            room=room,
            voice=voice,
            speak=speak,
            happen=lambda step: None,
            mend=False,
            watcher=Watcher(),
        )
        outcomes.append(result.outcome)
    assert plain.needed == foreseeing.needed  # looking ahead changes no word and no luck
    assert outcomes[0] == outcomes[1]
    # Placing and betting are foreseen; answers in free words and the reveal cannot be.
    placed = [text for text in foreseeing.needed if text not in foreseeing.missed]
    assert len(placed) > len(foreseeing.needed) / 3
    assert any(isinstance(step, Says) for step in guion.steps)


def test_nothing_changes_when_somebody_looks_ahead() -> None:
    guion = sample_guion(3)
    evening = open_evening(
        game="iknow",
        language="es",
        seats=guion.seats,
        rules={},
        setup=guion.setup,
        seed=3,
        where="t",
        room=TextRoom(),
        voice=Renderer(),
        journal=Journal(),
    )
    evening.table.open(evening.header)
    session = evening.session
    state, records = session.state, len(session.journal.records)
    first = list(answers(session, evening.table._teller))
    again = list(answers(session, evening.table._teller))
    assert first
    assert first == again
    assert session.state is state
    assert len(session.journal.records) == records


def test_lines_looked_up_aside_keep_their_turn() -> None:
    lines = Lines("es")
    with lines.aside():
        ahead = [lines.say("common-not-heard"), lines.say("common-not-heard")]
    assert [lines.say("common-not-heard"), lines.say("common-not-heard")] == ahead


def test_who_waits_for_a_line_goes_before_what_is_only_likely() -> None:
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Renderer):
        def render(self, text: str) -> Speech:
            if text == "likely 0":
                begun.set()
                assert go_on.wait(5.0)
            return super().render(text)

    inner = Slow()
    voice = AheadVoice(inner)
    voice.likely([f"likely {n}" for n in range(20)])
    assert begun.wait(5.0)
    waiting = threading.Thread(target=voice.render, args=("needed",))
    waiting.start()
    while not voice._urgent:
        pass  # until it waits
    go_on.set()
    waiting.join(5.0)
    assert inner.rendered[:2] == ["likely 0", "needed"]
    voice.close()
    voice.close()


def test_what_was_rendered_ahead_is_not_rendered_again() -> None:
    inner = Renderer()
    voice = AheadVoice(inner, own_thread=False)
    voice.likely(["a", "b", "a"])
    while voice.work():
        pass
    assert inner.rendered == ["a", "b"]
    voice.render("a")
    assert inner.rendered == ["a", "b"]
