"""Model folders: what stock Vosk makes of them, and what bad base models get."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mesa_files import random_base

from host.ears.mesa import MesaError, Phrase, check_base, mesa_folder, write_model
from host.ears.mesa.spelling import spell

PHRASES = [Phrase("sapiencia"), Phrase("juego a Hipatia"), Phrase("sí"), Phrase("veintidós")]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_base(tmp_path_factory.mktemp("base") / "es-random")


def listen(folder: Path, samples: np.ndarray[Any, Any]) -> dict[str, Any]:
    vosk = pytest.importorskip("vosk")
    vosk.SetLogLevel(-1)
    recogniser = vosk.KaldiRecognizer(vosk.Model(str(folder)), 16000)
    recogniser.SetWords(True)
    recogniser.AcceptWaveform(np.asarray(samples, "<i2").tobytes())
    return dict(json.loads(recogniser.FinalResult()))


@pytest.fixture(scope="module")
def babble() -> np.ndarray[Any, Any]:
    chance = np.random.default_rng(4)
    at = np.arange(32000) / 16000
    tone = np.sin(2 * np.pi * at * (300 + 200 * np.sin(20 * at)))
    return 3000 * tone + chance.normal(0, 300, 32000)


def test_stock_vosk_loads_random_weights_and_says_whole_phrases(
    base: Path, tmp_path: Path, babble: np.ndarray[Any, Any]
) -> None:
    write_model(base, tmp_path / "model", PHRASES)
    words = listen(tmp_path / "model", babble)["text"].replace("juego a Hipatia", "sapiencia")
    assert set(words.split()) <= {"sapiencia", "sí", "veintidós", "[unk]"}


def test_the_free_path_loads(base: Path, tmp_path: Path, babble: np.ndarray[Any, Any]) -> None:
    write_model(base, tmp_path / "model", [], free=True)
    assert isinstance(listen(tmp_path / "model", babble)["text"], str)


def test_a_folder_can_be_written_again_and_its_base_stays(base: Path, tmp_path: Path) -> None:
    before = (base / "am/final.mdl").read_bytes()
    for phrases in (PHRASES, PHRASES[:1]):
        write_model(base, tmp_path / "model", phrases, unk=False)
    assert (tmp_path / "model/graph/words.txt").read_text() == "<eps> 0\nsapiencia 1\n"
    assert (base / "am/final.mdl").read_bytes() == before
    check_base(base)


def test_no_phrase_is_refused(base: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="phrases"):
        write_model(base, tmp_path / "model", [])


def test_damaged_models_get_one_sentence(base: Path, tmp_path: Path) -> None:
    def copy(name: str) -> Path:
        shutil.copytree(base, tmp_path / name)
        return tmp_path / name

    cut = copy("cut")
    (cut / "am/final.mdl").write_bytes((base / "am/final.mdl").read_bytes()[:-100])
    altered = copy("altered")
    data = bytearray((base / "am/final.mdl").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (altered / "am/final.mdl").write_bytes(bytes(data))
    empty_file = copy("empty-file")
    (empty_file / "conf/model.conf").write_bytes(b"")
    missing = copy("missing")
    (missing / "graph/phones/word_boundary.int").unlink()
    no_sums = copy("no-sums")
    (no_sums / "SHA256SUMS").unlink()
    odd_sums = copy("odd-sums")
    (odd_sums / "SHA256SUMS").write_bytes(b"\xff\xfe nonsense")
    other = tmp_path / "model.zip"
    other.write_bytes(b"PK\x03\x04")
    empty = tmp_path / "empty"
    empty.mkdir()
    for bad in (
        cut,
        altered,
        empty_file,
        missing,
        no_sums,
        odd_sums,
        other,
        empty,
        tmp_path / "no",
    ):
        with pytest.raises(MesaError) as error:
            write_model(bad, tmp_path / "out", PHRASES)
        assert str(error.value).endswith(".")
        assert not (tmp_path / "out").exists()


def spoken(text: str, seed: int) -> np.ndarray[Any, Any]:
    """Return `text` as espeak says it, at 16 kHz on the scale of 16-bit integers."""
    pytest.importorskip("espeakng_loader")
    from models.training.voices import espeak

    samples, rate, _ = espeak()(text, random.Random(seed))
    at = np.arange(int(len(samples) * 16000 / rate)) * rate / 16000
    quiet = np.zeros(8000)
    return np.concatenate([quiet, np.interp(at, np.arange(len(samples)), samples), quiet]) * 20000


SAID = ("sapiencia", "juego a Hipatia", "veintidós", "rey de corazones", "no tengo", "Begoña")


@pytest.fixture(scope="module")
def shipped() -> Path:
    folder = mesa_folder()
    if folder is None:
        pytest.skip("models/es-mesa is not there")
    return folder


def test_the_shipped_model_is_whole_and_small(shipped: Path) -> None:
    check_base(shipped)
    assert sum(p.stat().st_size for p in shipped.rglob("*") if p.is_file()) < 5_000_000


def test_the_shipped_model_hears_phrases_as_wholes(shipped: Path, tmp_path: Path) -> None:
    others = ("la ciencia", "juego a Galileo", "treinta y dos", "dos de picas", "no", "Begonia")
    write_model(shipped, tmp_path / "m", [Phrase(text) for text in SAID + others], unk=False)
    heard = [listen(tmp_path / "m", spoken(text, seed))["text"] for seed, text in enumerate(SAID)]
    assert set(heard) <= {*SAID, *others}
    assert sum(a == b for a, b in zip(heard, SAID, strict=True)) >= len(SAID) - 1


def test_the_shipped_model_gives_words_their_times(shipped: Path, tmp_path: Path) -> None:
    write_model(shipped, tmp_path / "m", [Phrase("rey de corazones")], unk=False)
    audio = np.concatenate([np.zeros(16000), spoken("rey de corazones", 3)])
    words = listen(tmp_path / "m", audio)["result"]
    assert [word["word"] for word in words] == ["rey", "de", "corazones"]
    assert 1.2 < words[0]["start"] < 2.0
    assert words[0]["start"] <= words[0]["end"] <= words[1]["start"] <= words[2]["start"]


def test_the_free_path_of_the_shipped_model_spells(shipped: Path, tmp_path: Path) -> None:
    from rapidfuzz.distance import Levenshtein

    write_model(shipped, tmp_path / "m", [], free=True)
    heard = "".join(listen(tmp_path / "m", spoken("sapiencia", 1))["text"].split())
    assert Levenshtein.distance("".join(spell(heard)), "sapiensia") <= 3
