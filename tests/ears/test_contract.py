"""One contract for all ears."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from contract import EMPTY, Factory, Loudness, Run, Utterance
from vosk_fakes import kept_engine

from host.ears.base import Block, Ear
from host.ears.scripted import ScriptedEar
from host.ears.typed import TypedEar


def scripted(script: Sequence[Utterance], delay_s: float = 0.0) -> Ear:
    ear = ScriptedEar("es")
    for one in script:
        ear.say(one.words, one.onset, one.offset, delay_s=delay_s)
    return ear


def slow(script: Sequence[Utterance]) -> Ear:
    return scripted(script, delay_s=1.5)


def typed(script: Sequence[Utterance]) -> Ear:
    ear = TypedEar("es")
    for one in script:
        ear.type(one.words, one.onset)
    return ear


def whisper(script: Sequence[Utterance]) -> Ear:
    pytest.importorskip("faster_whisper", reason="the whisper ear needs tertulia[speech]")
    from host.ears.whisper import NEEDED, WhisperEar

    folder = Path(os.environ.get("TERTULIA_MODELS", "")) / "whisper-base"
    if not all((folder / name).is_file() for name in NEEDED):
        pytest.skip(
            "whisper-base is not in TERTULIA_MODELS; run: tertulia models pull whisper-base"
        )
    return WhisperEar(folder, "es", activity=Loudness())


def vosk(script: Sequence[Utterance]) -> Ear:
    pytest.importorskip("vosk", reason="the Vosk ear needs the package vosk")
    from host.ears.activity import EarError
    from host.ears.vosk_ear import VoskEar
    from host.ears.vosk_sources import RuntimeGrammar

    strategy = RuntimeGrammar(Path(os.environ.get("TERTULIA_MODELS", "")) / "vosk-ko-small", "ko")
    try:
        strategy.check()
    except EarError:
        pytest.skip(
            "vosk-ko-small is not in TERTULIA_MODELS; run: tertulia models pull vosk-ko-small"
        )
    return VoskEar(strategy, "es", activity=Loudness(), make=partial(kept_engine, strategy))


def mesa(script: Sequence[Utterance]) -> Ear:
    pytest.importorskip("vosk", reason="the es-mesa ear needs the package vosk")
    from host.ears.mesa import mesa_folder
    from host.ears.vosk_ear import VoskEar
    from host.ears.vosk_sources import StaticGraphs

    folder = mesa_folder()
    if folder is None:
        pytest.skip("es-mesa is not in models/")
    strategy = StaticGraphs(folder)
    return VoskEar(strategy, "es", activity=Loudness(), make=partial(kept_engine, strategy))


def both(script: Sequence[Utterance]) -> Ear:
    from host.ears.pair import PairEar
    from host.ears.whisper import WhisperEar

    second = whisper(script)
    assert isinstance(second, WhisperEar)
    return PairEar(mesa(script), second)


FACTORIES = [
    Factory("scripted", scripted),
    Factory("scripted-slow", slow),
    Factory("typed", typed, instant=True),
    Factory("whisper", whisper, acoustic=True),
    Factory("vosk-ko-small", vosk, acoustic=True),
    Factory("es-mesa", mesa, acoustic=True),
    Factory("es-mesa+whisper", both, acoustic=True),
]

TWO = [Utterance(1.0, 1.7), Utterance(3.7, 4.4, "dos puntos")]


@pytest.fixture(params=FACTORIES, ids=lambda f: f.name)
def factory(request: pytest.FixtureRequest) -> Factory:
    chosen = request.param
    assert isinstance(chosen, Factory)
    return chosen


def test_two_utterances_two_seconds_apart(factory: Factory) -> None:
    run = Run(factory, TWO)
    run.to(8.0)
    assert len(run.heard) == 2
    for heard, one in zip(run.heard, TWO, strict=True):
        assert abs(heard.onset - one.onset) <= max(0.05, heard.onset_uncertainty)
        if not factory.instant:
            assert abs(heard.offset - one.offset) <= 0.1
        if not factory.acoustic:
            assert heard.words == one.words
        assert heard.final
        assert not heard.over_host
    assert run.mark >= 7.0


def test_silence_gives_nothing_and_the_watermark_moves(factory: Factory) -> None:
    run = Run(factory, [])
    run.to(5.0)
    assert run.heard == []
    assert run.mark >= 4.5


def test_the_watermark_waits_for_an_unfinished_utterance(factory: Factory) -> None:
    if factory.instant:
        pytest.skip("typed: a line has no length")
    run = Run(factory, [Utterance(1.0, 3.0)])
    run.to(2.8)
    assert run.heard == []
    assert run.mark <= 1.0 + 1e-6
    run.to(6.0)
    assert len(run.heard) == 1
    assert run.mark >= 5.0


def test_a_gap_cuts(factory: Factory) -> None:
    run = Run(factory, [Utterance(1.0, 3.0), Utterance(4.0, 4.6), Utterance(7.0, 7.6)])
    run.to(2.016)
    run.skip(2.016, 5.0)
    run.to(6.0)
    assert len(run.heard) == 1
    if not factory.instant:
        assert run.heard[0].offset <= 2.1
    assert run.mark >= 5.0
    run.to(10.0)
    assert len(run.heard) == 2
    assert abs(run.heard[1].onset - 7.0) <= max(0.05, run.heard[1].onset_uncertainty)


def test_flush_finishes(factory: Factory) -> None:
    run = Run(factory, [Utterance(1.0, 2.0)])
    run.to(2.016)
    run.flush()
    assert len(run.heard) == 1
    assert run.mark >= 1.5
    assert run.flush() == []
    run.to(5.0)
    assert len(run.heard) == 1


def test_it_takes_expectations_and_closes_twice(factory: Factory) -> None:
    run = Run(factory, TWO)
    assert run.ear.language == "es"
    run.ear.expect(["tres", "dos puntos"])
    run.to(2.5)
    run.ear.expect([])
    run.ear.close()
    run.ear.close()


def test_a_line_that_comes_too_late_is_refused() -> None:
    run = Run(FACTORIES[2], [])
    run.to(2.0)
    ear = run.ear
    assert isinstance(ear, TypedEar)
    with pytest.raises(ValueError, match="too late"):
        ear.type("tres", 1.0)


def test_scripted_uncertainty_and_speaker_are_kept() -> None:
    def make(_script: Sequence[Utterance]) -> Ear:
        ear = ScriptedEar()
        ear.say("tres", 0.1, 0.2, speaker="Ana", uncertainty=0.3)
        return ear

    ear = Run(Factory("scripted", make), []).ear
    (heard,) = ear.feed(Block(0.0, EMPTY, 0.3))
    assert (heard.speaker, heard.onset_uncertainty) == ("Ana", 0.3)
