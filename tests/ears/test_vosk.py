"""The Vosk ear: what never reaches the library, what a crash costs, two paths made one."""

from __future__ import annotations

import functools
import itertools
import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from contract import BLOCK_S, Loudness, Utterance
from contract import signal as sound_of_script
from vosk_fakes import (
    FakeEngine,
    FakeLibrary,
    FakeSource,
    FakeStrategy,
    fst,
    kept_engine,
    model_folder,
)

from host.ears import vosk_process
from host.ears.activity import EarError
from host.ears.base import BLOCK, RATE, Block, Heard, Notice, Samples
from host.ears.vosk_agree import SURE, SYLLABLES, Limits, Said, agree, agrees, likeness, plain_sound
from host.ears.vosk_ear import MOST_FAILURES, VoskEar, whole_phrases
from host.ears.vosk_engine import Finding, Recogniser, VoskEngine
from host.ears.vosk_files import check_model
from host.ears.vosk_grammar import MOST_PHRASES, UNK, build_grammar, respelled, tokens
from host.ears.vosk_process import MOST_WAITS, EngineLost, EngineProcess
from host.ears.vosk_results import Ledger, Word, parse, parse_partial
from host.ears.vosk_results import Path as Made
from host.ears.vosk_sources import RuntimeGrammar, StaticGraphs, make_source, run_together

VOCABULARY = {"tres", "dos", "puntos", "más", "categoría", "sí", "alto", "salto", "que", "eh"}


def knows(word: str) -> bool:
    return word in VOCABULARY


# ------------------------------------------------------------------ folders (A6, A21, A23)


def test_a_model_that_takes_grammars_and_one_that_does_not(tmp_path: Path) -> None:
    assert check_model(model_folder(tmp_path / "small")).takes_grammar
    assert not check_model(model_folder(tmp_path / "big", static=True)).takes_grammar


def test_a_missing_folder_a_zip_and_a_leftover(tmp_path: Path) -> None:
    with pytest.raises(
        EarError, match=r"no Vosk model in .*small; run: tertulia models pull small"
    ):
        check_model(tmp_path / "small")
    (tmp_path / "small.zip").write_bytes(b"PK")
    with pytest.raises(EarError, match=r"there is only small\.zip"):
        check_model(tmp_path / "small")
    with pytest.raises(EarError, match="is a file"):
        check_model(tmp_path / "small.zip")
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "HCLr.fst.part").write_bytes(b"half")
    with pytest.raises(EarError, match=r"final\.mdl is missing or empty"):
        check_model(tmp_path / "small")


@pytest.mark.parametrize(
    "name",
    ["am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst"],
)
def test_missing_empty_and_cut_files(tmp_path: Path, name: str) -> None:
    folder = model_folder(tmp_path / "m")
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(b"")
    with pytest.raises(EarError, match=r"missing or empty; run: tertulia models pull m"):
        check_model(folder)
    (folder / name).unlink()
    with pytest.raises(EarError, match="missing or empty"):
        check_model(folder)
    (folder / name).write_bytes(whole[: len(whole) // 2])
    if name.startswith("graph"):
        with pytest.raises(EarError, match="cut short"):
            check_model(folder)
    (folder / name).write_bytes(whole)
    sizes = {"files": {name: {"size": len(whole) + 1}}}
    (folder / "model.json").write_text(json.dumps(sizes), encoding="utf-8")
    with pytest.raises(EarError, match="does not have the"):
        check_model(folder)


@pytest.mark.parametrize("receipt", ["", "[]", '{"files": 3}', '{"files": {"a": 1}}', "\0"])
def test_a_strange_receipt_says_nothing(tmp_path: Path, receipt: str) -> None:
    folder = model_folder(tmp_path / "m")
    (folder / "model.json").write_text(receipt, encoding="utf-8")
    check_model(folder)


def test_a_text_instead_of_a_graph_or_a_net(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "m")
    (folder / "graph/Gr.fst").write_bytes(b"<html>" * 100)
    with pytest.raises(EarError, match="no OpenFst graph"):
        check_model(folder)
    (folder / "graph/Gr.fst").write_bytes(fst())
    (folder / "am/final.mdl").write_bytes(b"<html>")
    with pytest.raises(EarError, match="no Kaldi model"):
        check_model(folder)


def test_nothing_is_loaded_from_a_damaged_folder(tmp_path: Path) -> None:
    def never() -> FakeEngine:
        raise AssertionError("the library was called")

    (tmp_path / "m").mkdir()
    for strategy in (RuntimeGrammar(tmp_path / "m"), StaticGraphs(tmp_path / "m")):
        with pytest.raises(EarError, match="is missing or empty"):
            VoskEar(strategy, "es", activity=Loudness(), make=never)


# ------------------------------------------------------------------ grammars (A1-A4, A8)


@pytest.mark.parametrize("bad", ["a b", ["a", 5], [None]])
def test_what_is_no_list_of_texts_is_refused(bad: Sequence[str]) -> None:
    with pytest.raises(ValueError, match="list of texts"):
        build_grammar(bad, knows)


@pytest.mark.parametrize("bad", [[], [""], ["zzzqq"], ["!!", "\0\x01"], ["[]"], ['{"a":1}'], ["5"]])
def test_without_a_known_word_there_is_no_grammar(bad: list[str]) -> None:
    assert build_grammar(bad, knows).text is None


def test_a_grammar_is_lower_case_real_text() -> None:
    built = build_grammar(["¡Más!", "TRES", "dos\tpuntos\x07", 'tres"]'], knows)
    assert built.text == '["más", "tres", "dos puntos"]'
    assert tokens("¡Alejandría, YA 3!") == ("alejandría", "ya")
    assert tokens("cafe\u0301") == ("café",)


def test_words_known_with_an_accent_are_written_with_it() -> None:
    assert respelled("categoria", knows) == "categoría"
    assert respelled("si", knows) == "sí"
    assert respelled("hipatia", knows) is None
    assert build_grammar(["categoria tres"], knows).text == '["categoría tres"]'


def test_missing_words_are_told_and_their_phrases_left_to_the_free_path() -> None:
    built = build_grammar(["dos hipatia", "tres"], knows)
    assert built.missing == ("hipatia",)
    assert built.text == '["tres"]'
    with_unk = build_grammar(["dos hipatia", "tres"], (VOCABULARY | {UNK}).__contains__)
    assert with_unk.text == '["dos [unk]", "tres", "[unk]"]'


def test_decoys_do_not_resemble_what_is_listened_for() -> None:
    built = build_grammar(["alto"], (VOCABULARY | {"este"}).__contains__, "es")
    assert built.decoys == {"que", "eh", "este"}
    assert "eh" not in build_grammar(["es", "el"], {"es", "el", "eh"}.__contains__, "es").decoys


def test_thousands_of_phrases() -> None:
    many = [f"tres {'dos ' * (n % 7)}puntos {'más ' * (n % 11)}" for n in range(5000)]
    assert build_grammar(many, knows).phrases == 77
    assert build_grammar([*many * 5, "alto"], knows).phrases == 77
    assert len(many) * 5 > MOST_PHRASES


# ------------------------------------------------------------------ results (A13, A28, A29)


def test_the_shapes_of_results() -> None:
    def same(seconds: float) -> float:
        return seconds

    timed = '{"result":[{"conf":1.0,"start":1.0,"end":1.2,"word":"tres"}],"text":"tres"}'
    assert parse(timed, same) == [Word("tres", 1.0, 1.2, 1.0)]
    assert parse('{"text":""}', same) == []
    other = '{"alternatives":[{"confidence":184.7,"text":"dos tres"},{"text":"x"}]}'
    assert [w.text for w in parse(other, same)] == ["dos", "tres"]
    assert parse("", same) == parse("[]", same) == parse("3", same) == []
    assert [w.text for w in parse('{"text":"[4] tres <unk> !SIL que"}', same, {"que"})] == [
        "tres",
        UNK,
        UNK,
    ]
    assert parse_partial('{"partial":"[unk] tres"}') == "tres"
    assert parse_partial("{}") == parse_partial("") == parse_partial("[]") == ""


def test_times_stay_true_over_gaps() -> None:
    ledger = Ledger()
    assert ledger.time_of(2.0) == 2.0
    ledger.stretch(0.0)
    ledger.feed(3 * RATE)
    ledger.stretch(8.0)  # muted for five seconds
    ledger.feed(3 * RATE)
    assert ledger.time_of(1.0) == 1.0
    assert ledger.time_of(4.0) == pytest.approx(9.0)
    ledger.stretch(100.0)
    assert ledger.time_of(6.5) == pytest.approx(100.5)


def test_ledger_of_recognisers_over_resets_and_pieces() -> None:
    library = FakeLibrary(ends=[2])
    made = Recogniser(library)
    second = b"\0\0" * RATE
    made.begin(10.0)
    made.feed(second)
    made.begin(50.0)  # forgotten: a click
    made.feed(second)  # here the library ends the utterance by itself
    made.feed(second)
    found = made.finish()
    assert [round(w.end or 0.0, 3) for w in found.words] == [51.0, 52.0]
    assert made.finish() == Made()


def test_the_grammar_is_never_changed_in_a_recogniser_at_work() -> None:
    """FakeLibrary has no SetGrammar at all (A5): each expectation is a new recogniser."""
    source = FakeSource()
    engine = VoskEngine(source)
    engine.begin(1.0, b"\0\0" * 800)
    engine.expect(["tres"])
    assert source.grammars[0].fed == 800  # it hears the utterance from its beginning
    engine.expect(["tres"])
    assert len(source.grammars) == 1
    found = engine.finish()
    assert found.grammar is not None
    assert found.grammar.text == "tres"
    assert found.grammar.words[0].end == pytest.approx(1.05)
    engine.expect(["dos"])
    assert len(source.grammars) == 2
    engine.renew()
    assert len(source.frees) == 2
    engine.begin(70.0, b"\0\0" * RATE)
    assert engine.finish().free.words[0].end == pytest.approx(71.0)
    with pytest.raises(ValueError, match="no utterance"):
        engine.feed(b"")
    engine.close()
    engine.close()


# ------------------------------------------------------------------ two paths (A7)

L = Limits(same=0.6, other=0.3)


def path(text: str, start: float = 1.0) -> Made:
    words = text.split()
    return Made(
        tuple(Word(w, start + n * 0.3, start + n * 0.3 + 0.3, 1.0) for n, w in enumerate(words))
    )


def test_paths_that_agree_are_sure() -> None:
    said = agree(path("dos puntos"), path("dos puntos"), plain_sound, L)
    assert (said.words, said.confidence, said.onset) == ("dos puntos", 1.0, None)
    near = agree(path("dos puntos"), path("los juntos"), plain_sound, L)
    assert near.words == "dos puntos"
    assert SURE <= near.confidence < 1.0


def test_paths_that_do_not_agree_are_not() -> None:
    unsure = agree(path("sapiencia"), path("la pena esta"), plain_sound, L)
    assert unsure.words == "sapiencia"
    assert unsure.confidence < SURE
    other = agree(path("sapiencia"), path("mucho ruido"), plain_sound, L)
    assert other.words == "mucho ruido"
    assert other.confidence < SURE


def test_the_grammar_alone_is_worth_little() -> None:
    said = agree(path("sapiencia"), Made(), plain_sound, L)
    assert said.words == "sapiencia"
    assert said.confidence < 0.1


def test_nothing_and_unknown() -> None:
    assert agree(None, Made()).words == ""
    assert agree(path("[unk]"), Made()).words == ""
    assert agree(path("[unk]"), path("mucho ruido")).words == "mucho ruido"
    assert agree(Made((), "sapiencia"), path("sapienza"), plain_sound, L).words == "sapiencia"
    assert agree(Made((), "sapiencia"), path("mucho ruido"), plain_sound, L).words == "mucho ruido"


def test_only_what_sounded_at_that_time_is_compared() -> None:
    grammar = Made((Word(UNK, 1.0, 2.0, 1.0), Word("sapiencia", 2.0, 2.6, 1.0)))
    free = Made((Word("mucho", 1.0, 1.5), Word("ruido", 1.5, 2.0), Word("sapiencia", 2.0, 2.6)))
    said = agree(grammar, free, plain_sound, L)
    assert (said.words, said.confidence, said.onset) == ("sapiencia", 1.0, 2.0)


class Says(FakeStrategy):
    """Whatever was heard, this was said."""

    def __init__(self, said: Said) -> None:
        self.said = said

    def agree(self, found: Finding) -> Said:
        return self.said


@pytest.mark.parametrize(
    ("said", "sure", "confidence"),
    [
        (Said("sor juana", 0.65), True, 0.65),
        (Said("sor juana", 0.55), False, 0.55),
        # With other words around it, or as two phrases, it may be half of a name.
        (Said("alonso", 0.9, 1.3, among=True), False, 0.3),
        (Said("no alonso", 0.9), False, 0.3),
    ],
)
def test_where_anything_may_be_said_a_whole_phrase_is_needed(
    said: Said, sure: bool, confidence: float
) -> None:
    ear = VoskEar(Says(said), "es", activity=Loudness(), make=lambda: FakeEngine({}))
    ear.expect(["sor juana", "alonso", "no"], free=True)
    sound = np.concatenate([np.zeros(RATE), np.full(RATE, 0.5), np.zeros(RATE)])
    (heard,) = hear(ear, sound.astype(np.float32))
    assert (heard.words, heard.sure, heard.confidence) == (said.words, sure, confidence)
    # The other ear is to hear the whole answer, from its beginning.
    assert heard.onset < 1.2
    ear.close()


def test_partials_agree_by_sound() -> None:
    assert agrees("alto", "alto")
    assert agrees("kebrado", "ebrao", plain_sound, SYLLABLES)
    assert not agrees("ebrao", "kebrado", plain_sound, SYLLABLES)
    assert not agrees("alto", "mucho ruido")
    assert not agrees("alto", "")
    assert likeness("!!", "!!", plain_sound) == 0.0


def test_syllables_run_together_but_for_pauses() -> None:
    words = [Word("sa", 1.0, 1.1), Word("pien", 1.1, 1.3), Word("cia", 1.7, 1.9), Word(UNK)]
    assert run_together(words) == "sapien cia"


# ------------------------------------------------------------------ the ear, with fakes


class Play:
    """Feeds an ear what a script says."""

    def __init__(self, ear: VoskEar, script: Sequence[Utterance], seconds: float = 40.0) -> None:
        self.ear, self.signal, self.now = ear, sound_of_script(script, seconds), 0.0

    def to(self, end: float) -> list[Heard]:
        found: list[Heard] = []
        while self.now < end - 1e-9:
            at = round(self.now * RATE)
            block = self.signal[at : at + BLOCK]
            found += self.ear.feed(Block(self.now, block, BLOCK_S))
            self.now = (at + BLOCK) / RATE
        return found


def fake_ear(**settings: object) -> tuple[VoskEar, list[FakeEngine]]:
    engines: list[FakeEngine] = []

    def make() -> FakeEngine:
        engines.append(FakeEngine(settings))
        return engines[-1]

    return VoskEar(FakeStrategy(), "es", activity=Loudness(), make=make), engines


def in_process(behaviour: str, **more: object) -> VoskEar:
    settings = {"behaviour": behaviour, **more}
    make = functools.partial(
        EngineProcess, settings, "vosk_fakes:make", time_limit_s=0.4, start_limit_s=20.0
    )
    return VoskEar(FakeStrategy(), "es", activity=Loudness(), make=make)


ONE = [Utterance(1.0, 2.0)]
LONG = [Utterance(1.0, 14.0)]


def test_an_utterance_is_given_with_what_came_before_it() -> None:
    ear, _ = fake_ear()
    heard = Play(ear, ONE).to(4.0)
    assert len(heard) == 1
    samples = int(heard[0].words[1:])
    # From 0.35 s before the onset to the 0.55 s after which it was over.
    assert abs(samples / RATE - (0.35 + 1.0 + 0.55)) < 0.1
    assert heard[0].onset == pytest.approx(1.0, abs=0.05)
    assert ear.trouble == ""


def test_a_click_is_nothing_and_does_not_stay_in_the_next_utterance() -> None:
    ear, engines = fake_ear()
    play = Play(ear, [Utterance(1.0, 1.05), Utterance(3.0, 4.0)])
    assert play.to(2.5) == []
    (heard,) = play.to(6.0)
    assert engines[0].start == pytest.approx(heard.onset - 0.35, abs=0.01)


def test_a_long_utterance_is_cut_and_no_sound_is_heard_twice() -> None:
    ear, _ = fake_ear()
    heard = Play(ear, LONG).to(16.0)
    assert len(heard) >= 2
    total = sum(int(h.words[1:]) for h in heard) / RATE
    assert abs(total - (0.35 + 13.0 + 0.55)) < 0.1


def test_a_gap_ends_it_and_flush_too() -> None:
    ear, _ = fake_ear()
    play = Play(ear, [Utterance(1.0, 3.0), Utterance(6.0, 9.0)])
    play.to(2.016)
    (first,) = ear.skip(2.016, 5.024)
    assert int(first.words[1:]) / RATE == pytest.approx(2.016 - first.onset + 0.35, abs=0.01)
    play.now = 5.024
    play.to(7.008)
    (second,) = ear.flush()
    assert int(second.words[1:]) / RATE == pytest.approx(7.008 - second.onset + 0.35, abs=0.01)
    assert ear.flush() == []


def test_a_partial_needs_both_paths_twice() -> None:
    ear, engines = fake_ear()
    play = Play(ear, ONE)
    engines[0].partial = ("alto", "mucho ruido")
    assert play.to(1.5) == []
    engines[0].partial = ("alto", "alto")
    (told,) = play.to(1.8)
    assert (told.words, told.final, told.onset_uncertainty >= 0.15) == ("alto", False, True)
    assert told.onset == pytest.approx(1.0, abs=0.05)
    (final,) = play.to(4.0)
    assert final.final
    play = Play(*fake_ear()[:1], ONE)
    assert [h.final for h in play.to(4.0)] == [True]


@pytest.mark.parametrize(
    ("phrases", "free", "trailing"),
    [
        (["tres", "dos"], False, 0.2),
        (["tres", "tres segundo"], False, 0.55),  # it may go on
        (["dos"], False, 0.55),  # nothing that was expected
        (["tres", "dos"], True, 0.55),  # anything may be said
    ],
)
def test_a_whole_phrase_ends_an_utterance_early(
    phrases: list[str], free: bool, trailing: float
) -> None:
    ear, engines = fake_ear()
    ear.expect(phrases, free=free)
    play = Play(ear, ONE)
    play.to(1.1)
    engines[0].partial = ("tres", "tres")
    (partial,) = play.to(2.1)
    assert not partial.final
    finals: list[Heard] = []
    while not finals:
        finals += play.to(play.now + BLOCK_S)
    assert play.now == pytest.approx(2.0 + trailing, abs=0.08)
    assert finals[0].offset == pytest.approx(2.0, abs=0.05)
    assert play.to(5.0) == []  # and once


def test_phrases_that_no_other_goes_on_from() -> None:
    assert whole_phrases(["tres", "tres segundo", "dos", "dosis"]) == {
        "tres segundo",
        "dos",
        "dosis",
    }
    assert whole_phrases([]) == frozenset()


def test_expectations_are_passed_on_once() -> None:
    ear, engines = fake_ear()
    ear.expect(["tres", "zzz"])
    assert engines[0].phrases == ["tres", "zzz"]
    assert ear.missing_words == ("zzz",)
    assert ear.has_grammar
    play = Play(ear, [*ONE, Utterance(4.0, 5.0)])
    assert ear.notices() == []
    play.to(7.0)
    assert ear.notices() == [Notice("missing", ("zzz",))]
    with pytest.raises(ValueError, match="list of texts"):
        ear.expect("tres")
    ear.close()
    assert engines[0].closed
    assert ear.missing_words == ()
    assert not ear.has_grammar


# ------------------------------------------------------------------ the process


def test_a_killed_process_costs_nothing() -> None:
    """SIGKILL in the midst of an utterance: it is gone through again in a new process."""
    ear = in_process("")
    play = Play(ear, ONE)
    assert play.to(1.5) == []
    engine = ear.engine
    assert isinstance(engine, EngineProcess)
    os.kill(engine.pid, signal.SIGKILL)
    (heard,) = play.to(4.0)
    assert heard.words == Play(fake_ear()[0], ONE).to(4.0)[0].words
    assert ear.crashes == 1
    assert "started again" in ear.trouble
    assert [(n.kind, n.why) for n in ear.notices()] == [("again", "it ended by itself")]
    assert ear.notices() == []
    ear.close()


def test_what_kills_every_process_costs_its_stretch(tmp_path: Path) -> None:
    ear = in_process("die", at=20, marks=str(tmp_path / "marks"), times=2)
    play = Play(ear, [Utterance(1.0, 3.0), Utterance(5.0, 6.0)])
    heard = play.to(8.0)
    # The first may be heard in the second process only as far as it kills that as well.
    assert [bool(h.words) for h in heard][-1]
    assert heard[0].onset == pytest.approx(1.0, abs=0.05)
    assert heard[0].offset == pytest.approx(3.0, abs=0.1)
    assert play.ear.heard_through >= 7.0
    ear.close()


def test_a_stretch_that_was_lost_is_unexplained_voice() -> None:
    ear, engines = fake_ear()
    lost = EngineLost("it ended by itself")

    def die(*_: object) -> tuple[str, str]:
        raise lost

    play = Play(ear, [Utterance(1.0, 3.0), Utterance(5.0, 6.0)])
    play.to(2.0)
    engines[0].feed = die  # type: ignore[method-assign]
    FakeEngine.begin, begin = die, FakeEngine.begin  # type: ignore[method-assign]
    try:
        (heard,) = play.to(4.5)
    finally:
        FakeEngine.begin = begin  # type: ignore[method-assign]
    assert (heard.words, heard.confidence, heard.final) == ("", 0.0, True)
    assert heard.onset == pytest.approx(1.0, abs=0.05)
    (after,) = play.to(8.0)
    assert after.words
    assert ear.crashes == 2


def test_a_hang_is_given_up(tmp_path: Path) -> None:
    ear = in_process("hang", at=5, marks=str(tmp_path / "marks"))
    (heard,) = Play(ear, ONE).to(4.0)
    assert heard.words
    assert ear.crashes == 1
    assert "no answer within" in ear.trouble
    ear.close()


@pytest.mark.parametrize(
    ("share", "waits"), [(0.0, 1), (0.2, MOST_WAITS), (1.0, 1)], ids=["sleeps", "starved", "busy"]
)
def test_a_child_that_a_busy_machine_hardly_lets_is_waited_for(
    share: float, waits: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hangs if it sleeps, or has had its time; if it computes slowly, it is only slow."""
    limit, asked = 0.05, itertools.count()
    settings = {"behaviour": "hang", "at": 1, "marks": str(tmp_path / "marks")}
    engine = EngineProcess(settings, "vosk_fakes:make", time_limit_s=limit, start_limit_s=20.0)
    monkeypatch.setattr(vosk_process, "processor_s", lambda pid: share * limit * next(asked))
    with pytest.raises(EngineLost, match=f"no answer within {waits * limit:g} s"):
        engine.begin(0.0, b"")
    engine.close()


def test_the_processor_time_of_a_process_is_known_here() -> None:
    had = vosk_process.processor_s(os.getpid())
    assert had is None or had > 0.0
    assert vosk_process.processor_s(-1) is None


def test_phrases_that_kill_the_process_are_left_out() -> None:
    ear = in_process("dies_of_phrases")
    ear.expect(["tres"])
    (heard,) = Play(ear, ONE).to(4.0)
    assert heard.words
    assert not ear.has_grammar
    assert ear.trouble
    ear.close()


def test_it_gives_up_and_says_so() -> None:
    ear, engines = fake_ear()

    def never(*_: object) -> FakeEngine:
        raise EngineLost("it ended by itself")

    ear._make = never
    engines[0].begin = never  # type: ignore[method-assign, assignment]
    heard = Play(ear, [*ONE, Utterance(4.0, 5.0)]).to(7.0)
    assert [h.words for h in heard] == ["", ""]
    assert "nothing any more" in ear.trouble
    assert [n.kind for n in ear.notices()] == ["lost"]
    assert ear.crashes == 1
    assert MOST_FAILURES >= 1
    ear.expect(["tres"])
    ear.close()


def test_a_process_that_cannot_start_is_one_sentence() -> None:
    with pytest.raises(EarError, match="There is no model; put one there"):
        in_process("no_model")
    with pytest.raises(EarError, match="damaged"):
        in_process("dies_at_once")


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    engine = EngineProcess({}, "vosk_fakes:make")
    engine.begin(0.0, b"\0\0")
    pid = engine.pid
    engine.close()
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(EngineLost):
        engine.finish(b"")


# ------------------------------------------------------------------ the real library


def korean() -> Path:
    pytest.importorskip("vosk", reason="the Vosk ear needs the package vosk")
    folder = Path(os.environ.get("TERTULIA_MODELS", "")) / "vosk-ko-small"
    try:
        check_model(folder)
    except EarError:
        pytest.skip(
            "vosk-ko-small is not in TERTULIA_MODELS; run: tertulia models pull vosk-ko-small"
        )
    return folder


WORDS = ["음악", "선생님", "고양이", "노래", "영화", "여섯", "일곱"]


@functools.lru_cache(maxsize=1)
def spoken() -> dict[str, Samples]:
    """Return Korean words, spoken by espeak; skip where that cannot be had."""
    soxr = pytest.importorskip("soxr", reason="changing sample rates needs tertulia[speech]")
    from host.mouth.base import VoiceError
    from host.mouth.pyttsx3_voice import Pyttsx3Voice

    voice = Pyttsx3Voice("ko")
    try:
        made = {word: voice.render(word) for word in WORDS}
    except VoiceError as error:
        pytest.skip(f"no Korean voice: {error}")
    finally:
        voice.close()
    out: dict[str, Samples] = {}
    for word, speech in made.items():
        samples = np.asarray(soxr.resample(speech.samples, speech.rate, RATE), dtype=np.float32)
        out[word] = samples * np.float32(0.3 / float(np.max(np.abs(samples))))
    return out


def korean_ear(**more: bool) -> VoskEar:
    strategy = RuntimeGrammar(korean(), "ko")
    if more:
        return VoskEar(strategy, "ko", activity=Loudness(), **more)
    make = functools.partial(kept_engine, strategy)
    return VoskEar(strategy, "ko", activity=Loudness(), make=make)


def table(words: Sequence[str]) -> Samples:
    """Return the words with a second of soft noise before, between and after."""
    rng = np.random.default_rng(2)
    quiet = np.zeros(RATE, np.float32)
    parts = [quiet]
    for word in words:
        parts += [spoken()[word], quiet]
    sound = np.concatenate(parts)
    noise = rng.standard_normal(len(sound)).astype(np.float32) * np.float32(0.001)
    return sound + noise


def hear(ear: VoskEar, sound: Samples, start: float = 0.0) -> list[Heard]:
    heard: list[Heard] = []
    for at in range(0, len(sound) - BLOCK + 1, BLOCK):
        heard += ear.feed(Block(start + at / RATE, sound[at : at + BLOCK], BLOCK_S))
    return heard + ear.flush()


def test_korean_words_in_a_grammar() -> None:
    """The grammar path hears synthetic words; the free path of this model hardly any.

    So what both paths agree on is little; the rest must be less sure, and no word is lost.
    """
    ear = korean_ear()
    ear.expect([*WORDS, "없는말이다zz"])
    assert ear.has_grammar
    assert ear.missing_words == ("없는말이다zz",)
    heard = [h for h in hear(ear, table(WORDS)) if h.final]
    assert len(heard) == len(WORDS)
    assert all(h.words for h in heard)
    assert any(h.words == word for h, word in zip(heard, WORDS, strict=True))
    at = 1.0
    for h, word in zip(heard, WORDS, strict=True):
        assert abs(h.onset - at) < 0.15
        at += len(spoken()[word]) / RATE + 1.0
    ear.close()


def test_a_killed_library_hears_the_same_word() -> None:
    strategy = RuntimeGrammar(korean(), "ko")
    ear = VoskEar(strategy, "ko", activity=Loudness())
    ear.expect(WORDS)
    sound = table(["음악"])
    whole = hear(ear, sound)[-1]
    later = 100.0
    ear.skip(len(sound) / RATE, later)
    cut = round(1.3 * RATE / BLOCK) * BLOCK
    found: list[Heard] = []
    for at in range(0, len(sound) - BLOCK + 1, BLOCK):
        if at == cut:
            engine = ear.engine
            assert isinstance(engine, EngineProcess)
            os.kill(engine.pid, signal.SIGKILL)
        found += ear.feed(Block(later + at / RATE, sound[at : at + BLOCK], BLOCK_S))
    final = [h for h in found + ear.flush() if h.final]
    assert [h.words for h in final] == [whole.words]
    assert final[0].onset == pytest.approx(later + whole.onset, abs=0.05)
    assert ear.crashes == 1
    assert ear.has_grammar
    ear.close()


@pytest.mark.parametrize(
    "phrases",
    [
        [],
        [""],
        ["zzzqq"],
        ["hola", "más Luis"],
        ["음악\x00", "노\x07래", "[unk]", "[]", '"]['],
        [f"음악 {'노래 ' * (n % 23)}영화 {'여섯 ' * (n % 211)}" for n in range(5000)],
    ],
    ids=["none", "empty", "unknown", "spanish", "control", "5000"],
)
def test_no_grammar_kills_it(phrases: list[str]) -> None:
    ear = korean_ear()
    ear.expect(phrases)
    (heard,) = [h for h in hear(ear, table(["음악"])) if h.final]
    assert heard.words
    assert ear.crashes == 0
    if phrases and "Luis" in phrases[-1]:
        assert "another language" in ear.trouble
    ear.close()


def test_a_damaged_model_is_a_sentence_and_not_the_end(tmp_path: Path) -> None:
    """The same files with holes that no header shows: the process ends, the table does not."""
    folder = tmp_path / "vosk-ko-small"
    for file in korean().rglob("*"):
        target = folder / file.relative_to(korean())
        if file.is_file() and file.name not in ("model.json", "final.mdl"):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, target) if os.stat(file).st_dev == os.stat(
                tmp_path
            ).st_dev else target.symlink_to(file)
    net = folder / "am/final.mdl"
    net.parent.mkdir(parents=True, exist_ok=True)
    net.write_bytes((korean() / "am/final.mdl").read_bytes()[:1_000_000])
    with pytest.raises(EarError, match=r"cannot read the model|ends the process"):
        VoskEar(RuntimeGrammar(folder, "ko"), "ko", activity=Loudness())
    cut = folder / "graph/HCLr.fst"
    cut.unlink()
    cut.write_bytes((korean() / "graph/HCLr.fst").read_bytes()[:1_000_000])
    with pytest.raises(EarError, match=r"HCLr\.fst is cut short"):
        VoskEar(RuntimeGrammar(folder, "ko"), "ko", activity=Loudness())


def test_times_after_renewal_in_the_real_library() -> None:
    engine = VoskEngine(make_source(RuntimeGrammar(korean(), "ko").settings))
    sound = (table(["음악"]) * 32767).astype("<i2").tobytes()

    def begin_of(found: Finding) -> float:
        assert found.grammar is not None
        start = found.grammar.words[0].start
        assert start is not None
        return start

    engine.expect(WORDS)
    engine.begin(100.0, sound)
    first = begin_of(engine.finish())
    assert first == pytest.approx(101.0, abs=0.2)
    engine.begin(205.0, sound[: RATE // 2])  # left in the midst
    engine.begin(300.0, sound)
    assert begin_of(engine.finish()) == pytest.approx(first + 200.0, abs=0.05)
    engine.renew()
    engine.begin(400.0, sound)
    assert begin_of(engine.finish()) == pytest.approx(first + 300.0, abs=0.05)
    engine.close()


# ------------------------------------------------------------------ es-mesa


PHRASES = ["repite la pregunta", "creo que acierta Luis", "nivel tres", "acepto", "no lo sé"]
MORE = ["dos puntos", "ayuda", "deshacer", "marcador", "más Luis", "menos Ana", "silencio"]


def mesa_strategy() -> StaticGraphs:
    pytest.importorskip("vosk", reason="the es-mesa ear needs the package vosk")
    from host.ears.mesa import mesa_folder

    folder = mesa_folder()
    if folder is None:
        pytest.skip("es-mesa is not in models/")
    return StaticGraphs(folder)


@functools.lru_cache(maxsize=1)
def spanish() -> tuple[Samples, ...]:
    soxr = pytest.importorskip("soxr", reason="changing sample rates needs tertulia[speech]")
    from host.mouth.base import VoiceError
    from host.mouth.pyttsx3_voice import Pyttsx3Voice

    voice = Pyttsx3Voice("es")
    quiet = np.zeros(RATE, np.float32)
    out: list[Samples] = []
    try:
        for phrase in PHRASES:
            speech = voice.render(phrase)
            said = np.asarray(soxr.resample(speech.samples, speech.rate, RATE), dtype=np.float32)
            said *= np.float32(0.3 / float(np.max(np.abs(said))))
            out.append(np.concatenate([quiet, said, quiet]))
    except VoiceError as error:
        pytest.skip(f"no Spanish voice: {error}")
    finally:
        voice.close()
    rng = np.random.default_rng(3)
    return tuple((s + rng.standard_normal(len(s)) * 0.001).astype(np.float32) for s in out)


def test_es_mesa_hears_whole_phrases() -> None:
    strategy = mesa_strategy()
    make = functools.partial(kept_engine, strategy)
    ear = VoskEar(strategy, "es", activity=Loudness(), make=make)
    ear.expect([*MORE, *PHRASES])
    assert ear.has_grammar
    assert ear.missing_words == ()
    now, right = 0.0, 0
    for phrase, sound in zip(PHRASES, spanish(), strict=True):
        finals = [h for h in hear(ear, sound, now) if h.final]
        now += len(sound) // BLOCK * BLOCK_S
        assert all(h.ear == "es-mesa" and h.onset_uncertainty >= 0.15 for h in finals)
        right += " ".join(h.words for h in finals) == " ".join(tokens(phrase))
    assert right >= len(PHRASES) - 2
    ear.expect(["5", "...", ""])  # nothing that can be spoken: the free path alone
    assert not ear.has_grammar
    (heard,) = [h for h in hear(ear, spanish()[0], now) if h.final]
    assert heard.words
    assert heard.confidence < SURE
    assert ear.crashes == 0
    ear.close()


def test_es_mesa_killed_hears_the_same() -> None:
    ear = VoskEar(mesa_strategy(), "es", activity=Loudness())
    ear.expect([*MORE, *PHRASES])
    sound = spanish()[0]
    whole = [h.words for h in hear(ear, sound) if h.final]
    later, found = 50.0, []
    ear.skip(len(sound) / RATE, later)
    for at in range(0, len(sound) - BLOCK + 1, BLOCK):
        if at == 50 * BLOCK:
            engine = ear.engine
            assert isinstance(engine, EngineProcess)
            os.kill(engine.pid, signal.SIGKILL)
        found += ear.feed(Block(later + at / RATE, sound[at : at + BLOCK], BLOCK_S))
    assert [h.words for h in found + ear.flush() if h.final] == whole
    assert ear.crashes == 1
    ear.close()
