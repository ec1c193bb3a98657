"""The benchmark of the ears itself: what it plays, what it counts, what it says of bad files."""

from __future__ import annotations

import random
import wave
from collections import Counter
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from host.bench.clips import (
    Clip,
    Noise,
    TableError,
    bare,
    choices,
    narrow,
    plain,
    read_clips,
    sets_of,
)
from host.bench.closed import (
    AFTER_S,
    BEFORE_S,
    Choosing,
    Listener,
    nearest,
    of_the_table,
    outcome,
    speech_end,
    staged,
)
from host.bench.ear import Row, quantiles, shares
from host.bench.ear_peer import judged
from host.bench.onsets import from_onset, measure
from host.bench.spoken import MOST_CHOICES, lists, measure_lists, some_of
from host.cli import app
from host.commands.speaking import run
from host.ears.base import RATE, Heard, Samples
from host.ears.scripted import ScriptedEar
from host.faults import told
from host.understanding.sounds import key

OTHERS = ["baca", "vaca", "boca", "mesa", "silla", "puerta", "llave", "cara", "pasa", "un dos"]


def sound(text: str) -> str:
    return key(text, "es")


def heard(words: str, *, sure: bool = True) -> Heard:
    return Heard(words, 1.0, 1.5, 0.15, 0.9, sure=sure)


def tone(seconds: float, level: float = 0.3) -> Samples:
    t = np.arange(round(seconds * RATE)) / RATE
    return np.asarray(level * np.sin(2 * np.pi * 220 * t), np.float32)


def test_the_right_choice_stands_anywhere_once_and_half_are_near() -> None:
    source = random.Random(1)
    places = Counter(choices("vaca", OTHERS, 4, source, sound).index("vaca") for _ in range(400))
    assert set(places) == {0, 1, 2, 3}
    assert min(places.values()) > 60
    found = choices("vaca", OTHERS, 6, source, sound)
    assert len({sound(text) for text in found}) == 6
    assert {"boca", "cara"} & set(found)


def test_a_clip_is_read_as_a_table_reads_it() -> None:
    table = Choosing(["vaca", "puerta", "mesa redonda"])
    assert table.outcome([heard("mesa redonda")], "mesa redonda") == "right"
    assert table.outcome([heard("mesa redonda")], "vaca") == "wrong"
    assert table.outcome([heard("mesa redonda")], None) == "wrong"
    assert table.outcome([heard("mesa redonda", sure=False)], "mesa redonda") == "asked"
    assert table.outcome([heard("mesa redonda", sure=False)], "vaca") == "asked_wrong"
    assert table.outcome([heard("algo muy distinto")], "vaca") == "missed"
    assert table.outcome([], "vaca") == "missed"
    assert table.outcome([heard("algo muy distinto"), heard("puerta")], "puerta") == "right"
    assert {"vaca", "mesa redonda"} <= set(table.phrases)
    assert outcome([heard("vaca")], table.read, {"card": "vaca"}) == "right"


def test_a_clip_is_staged_and_its_delay_counts_from_the_end_of_speech() -> None:
    clip = np.concatenate([tone(1.0), np.zeros(RATE // 2, np.float32)])
    assert speech_end(clip) == pytest.approx(1.0, abs=0.01)
    play = staged(clip, np.random.default_rng(1))
    assert play.end == pytest.approx(BEFORE_S + 1.0, abs=0.01)
    assert len(play.samples) / RATE == pytest.approx(BEFORE_S + 1.5 + AFTER_S)
    assert np.all(play.samples != 0.0)
    ticks = count()
    ear = ScriptedEar("es")
    listener = Listener(ear, lambda: float(next(ticks)) / 1000)
    ear.say("vaca", BEFORE_S, play.end, delay_s=0.5)
    found = listener.hear(play, ["vaca"])
    assert found.words == "vaca"
    assert found.final_s == pytest.approx(0.5, abs=0.04)
    ear.say("mesa", 5.0, 5.3)
    assert listener.hear(play, ["vaca"]).words == "mesa"


def test_the_nearest_by_sound_and_nothing_is_none() -> None:
    found = Listener(ScriptedEar("es"), lambda: 0.0).hear(
        staged(tone(0.2), np.random.default_rng(1)), []
    )
    assert nearest(found, ["vaca"], sound) is None
    found.heard.append(heard("baka"))
    assert nearest(found, ["mesa", "vaca"], sound) == "vaca"


def row(speaker: str, outcome: str, outside: str = "missed", words: str = "x") -> Row:
    return Row("a", speaker, "x", words, outcome, outcome == "right", "", outside, 0.5, None)


def test_shares_are_of_all_clips_and_nothing_heard_is_told_apart() -> None:
    rows = [row("a", "right"), row("a", "wrong", "wrong"), row("a", "missed", words="")]
    rows += [row("a", "asked"), row("b", "right")]
    found = shares(rows, ["a"])
    assert (found["clips"], found["right"], found["wrong"], found["asked"]) == (4, 0.25, 0.25, 0.5)
    assert (found["empty"], found["out_of_grammar_accepted"], found["offered"]) == (0.25,) * 3
    assert quantiles([None, 1.0, 3.0]) == {"p50": 2.0, "p95": 2.9}
    assert quantiles([None]) is None


def test_the_peer_takes_fragments_as_wratio_does() -> None:
    assert judged("vaca", ["vaca", "mesa"], "vaca") == "right"
    assert judged("la casa", ["la casa de papel", "mesa"], "mesa") == "wrong"
    assert judged("otra cosa", ["vaca", "mesa"], "vaca") == "asked"


def test_speakers_that_were_trained_on_are_told_apart() -> None:
    sets = sets_of(["gcompris_smart4kids", "mycroft_x", "tuxpaint_y", "gcompris_zohra"])
    assert sets["all"] == ["gcompris_smart4kids", "gcompris_zohra", "tuxpaint_y"]
    assert sets["unseen"] == ["gcompris_smart4kids", "gcompris_zohra"]
    assert sets["trained_on"] == ["mycroft_x"]


def test_noise_has_its_ratio_and_a_narrow_band_has_no_treble() -> None:
    rng = np.random.default_rng(2)
    noise = rng.standard_normal(RATE).astype(np.float32)
    clean = tone(0.5)
    added = Noise([noise], 10.0, 1)(clean) - clean
    ratio = 20 * np.log10(np.sqrt(np.mean(clean**2) / np.mean(added**2)))
    assert ratio == pytest.approx(10.0, abs=0.1)
    spectrum = np.abs(np.fft.rfft(narrow(noise, 8000)))
    assert spectrum[5000:].max() < 0.05 * spectrum[:3500].max()


def recorded(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


@pytest.fixture
def table(tmp_path: Path) -> Path:
    pytest.importorskip("soundfile")
    recorded(tmp_path / "a.wav", tone(0.2))
    recorded(tmp_path / "still.wav", np.zeros(800, np.float32))
    recorded(tmp_path / "none.wav", np.zeros(0, np.float32))
    (tmp_path / "text.wav").write_text("hola", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    return tmp_path / "t.tsv"


def test_a_table_of_recordings_is_read(table: Path) -> None:
    table.write_text("path\ttext\tvoice\n\na.wav\t¡Dos, puntos!\tana\n", encoding="utf-8-sig")
    (clip,) = read_clips(table)
    assert clip == Clip(table.parent / "a.wav", "dos puntos", "ana")
    assert clip.where == f"{table}:3"
    assert len(clip.samples()) == pytest.approx(0.2 * RATE, abs=1)


BAD_TABLES = [
    ("", ":1: falta la columna path; "),
    ("file\ttext\na.wav\tx\n", ":1: falta la columna path; la primera línea nombra path, "),
    ("path\na.wav\n", ":1: falta la columna transcript; "),
    ("path\ttext\n", ":2: no hay ninguna fila; escribe una grabación por línea"),
    ("path\ttext\na.wav\tx\n\tx\n", ":3: la columna path está vacía; "),
    ("path\ttext\na.wav\tx\nno.wav\ty\n", "no.wav: no se puede leer como sonido (no existe)."),
    ("path\ttext\nfolder\tx\n", "folder: no se puede leer como sonido (es una carpeta)."),
    ("path\ttext\ntext.wav\tx\n", "(no es una grabación o está dañada)."),
    ("path\ttext\nnone.wav\tx\n", "none.wav: no se puede leer como sonido (no tiene sonido)."),
    ("path\ttext\na.wav\tuno dos tres cuatro cinco\n", "entre una y cuatro palabras."),
    ("path\ttext\na.wav\tseñor\n".encode("latin-1"), ":2: no se puede leer (no es texto UTF-8: "),
]


@pytest.mark.parametrize(("content", "said"), BAD_TABLES)
def test_a_bad_table_is_one_sentence_in_the_players_language(
    table: Path, content: str | bytes, said: str
) -> None:
    table.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(TableError) as caught:
        _ = [clip.samples() for clip in read_clips(table)]
    spanish = told(str(caught.value), "es")
    assert spanish.startswith(str(table))
    assert said in spanish
    assert "Errno" not in spanish


@pytest.mark.parametrize("command", ["ear", "spoken", "onsets", "shout"])
def test_a_benchmark_of_a_bad_table_fails_before_the_work(
    command: str, table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    for content, said in (
        ("", ":1: "),
        ("path\ttext\na.wav\tx\n\tx\n", ":3: "),
        ("path\ttext\na.wav\tx\nno.wav\ty\n", ":3: "),
    ):
        table.write_text(content, encoding="utf-8")
        assert run(app, ["bench", command, "--clips", str(table)], Path) == 2
        shown = capsys.readouterr()
        assert (shown.out, len(shown.err.splitlines())) == ("", 1)
        assert shown.err.startswith(str(table))
        assert said in shown.err


def test_a_table_without_what_is_measured_is_refused(table: Path) -> None:
    table.write_text("path\ttext\tspeaker\na.wav\tmurciélago\tmycroft_x\n", encoding="utf-8")
    with pytest.raises(TableError, match="no recording says what is in a list"):
        measure_lists(ScriptedEar("es"), table, None, lambda: 0.0)
    with pytest.raises(TableError, match="no recording is a single word of a voice"):
        measure(Path(), table, 10)


def test_noise_that_is_no_noise_is_refused(table: Path) -> None:
    table.write_text("path\na.wav\nstill.wav\n", encoding="utf-8")
    with pytest.raises(TableError, match="no noise has «crowd»"):
        Noise.of_table(table, "crowd", 10.0, 1)
    with pytest.raises(TableError, match=r"still\.wav: .* \(there is no sound in it\)"):
        Noise.of_table(table, "still", 10.0, 1)
    assert len(Noise.of_table(table, "a.wav", 10.0, 1)(tone(0.5))) == RATE // 2


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["ear", "--clips", "x", "--rows", "{file}/rows"], "no se puede escribir"),
        (["shout", "--voices", "{folder}/no.npz"], "no se puede leer (no existe)"),
        (["shout", "--voices", "{file}"], "no es un archivo de voces de Kokoro"),
        (["shout", "--voices", "{folder}"], "no hay ninguna voz dentro"),
        (["shout", "--log", "{file}/log"], "no se puede escribir"),
        (["shout", "--log", "{file}"], ":1: no es una línea de un registro"),
        (["answers", "--voices", "{file}"], "no es un archivo de voces de Kokoro"),
    ],
)
def test_what_a_benchmark_cannot_use_is_told_before_the_work(
    option: list[str],
    said: str,
    table: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    file = table.parent / "text.wav"
    given = [word.format(file=file, folder=table.parent) for word in option]
    if given[0] == "shout":
        given += ["--cache", str(table.parent / "cache")]
    assert run(app, ["bench", *given], Path) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert file.read_text(encoding="utf-8") == "hola"


def test_a_word_begins_where_it_is_loud() -> None:
    clip = np.concatenate([tone(0.3, 0.001), tone(0.4)])
    assert len(from_onset(clip)) / RATE == pytest.approx(0.4, abs=0.01)


def test_the_lists_are_whole_and_in_phrases() -> None:
    found = lists()
    assert len(found["numbers 0-60"]) == 61
    assert len(found["40 common names"]) == 40
    assert len(found["100 names"]) == 100
    assert len(found["Wizard's cards"]) == 54
    assert len(found["Sapiencia's cards"]) == 99
    assert len(found["iKNOW's answers"]) >= 60
    assert all(text == plain(text) for items in found.values() for text in items)


def test_no_choice_is_the_right_one_with_another_article() -> None:
    others = ["un aguacate", "el aguacate", "aguacero", "mesa", "cama"]
    found = choices("aguacate", others, 6, random.Random(1), sound)
    assert set(found) == {"aguacate", "aguacero", "mesa", "cama"}
    assert "aguacate" not in choices(
        "un aguacate", ["aguacate", "mesa"], 3, random.Random(1), sound
    )
    # An article is what stands before something.
    assert bare("la") == "la"
    assert bare("las dos") == "dos"


def test_phrases_of_any_table_are_told_from_what_may_be_a_card() -> None:
    word = of_the_table()
    assert word("silencio")
    assert word("doce")
    assert not word("oveja")
    # Near to a command is another matter: it is an error if it is taken for one.
    assert not word("pala")


def test_a_long_list_is_heard_among_as_many_as_a_phrasebook_holds() -> None:
    for items in lists().values():
        spoken = items[-20:]
        among = some_of(items, spoken, 1)
        assert set(spoken) <= set(among) <= set(items)
        assert len(among) == min(len(items), MOST_CHOICES)
        assert Choosing(among).phrases
