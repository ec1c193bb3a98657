"""Texts, voices, manifests and augmentation: repeatable, and what they claim to be."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from host.ears.mesa.spelling import spell
from models.training.augment import Augmenter, Ranges
from models.training.speech import RATE, read_manifest, read_samples, synthesise, trim
from models.training.texts import deck_texts, generate, invented_word, sections, spanish_items
from models.training.voices import KEPT_FOR_TESTS, Signal, blend, load_styles


def test_texts_are_repeatable_and_of_the_table() -> None:
    def some(seed: int) -> list[str]:
        return list(islice(generate(spanish_items(), random.Random(seed)), 3000))

    texts = some(1)
    assert texts == some(1) != some(2)
    assert all(spell(text) for text in texts)
    assert {"sapiencia", "paciencia", "cero", "repite"} <= set(texts)
    assert not any("{" in text or "}" in text for text in texts)


def test_sections_keep_commas_of_sentences() -> None:
    found = sections("# x\n[number]\nuno, dos\ntres\n[sentence]\nsí, claro\n")
    assert found == {"number": ["uno", "dos", "tres"], "sentence": ["sí, claro"]}


def test_deck_texts_leave_out_ids_and_digits(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "- id: sol-x\n  question: ¿Qué astro sale?\n  clues:\n    - Da luz.\n    - Son 4 letras.\n"
        "  answer: El sol\n  accept: [Sol, El astro rey]\n  difficulty: 1\n  source: Un libro\n"
    )
    assert deck_texts(tmp_path) == ["¿Qué astro sale?", "Da luz.", "El sol", "Sol", "El astro rey"]


def test_invented_words_can_be_spelled() -> None:
    source = random.Random(5)
    words = [invented_word(source) for _ in range(300)]
    assert len(set(words)) > 250
    assert all(len(spell(word)) == 1 for word in words)


def test_voices_blend_and_the_test_voice_stays_out(tmp_path: Path) -> None:
    shape, chance = (510, 1, 256), np.random.default_rng(1)
    names = ("ef_dora", "jf_tebukuro", "zm_yunxi")
    vectors = {name: chance.normal(size=shape).astype("f4") for name in names}
    np.savez(tmp_path / "voices.npz", **vectors)
    (tmp_path / "more").mkdir()
    vectors["ef_dora"].tofile(tmp_path / "more" / "am_onyx.bin")
    styles = load_styles([tmp_path / "voices.npz", tmp_path / "more"])
    assert set(styles) == {"ef_dora", "zm_yunxi", "am_onyx"}
    assert not KEPT_FOR_TESTS & set(styles)
    first, name = blend(styles, random.Random(3))
    again, _ = blend(styles, random.Random(3))
    assert first.shape == shape
    assert np.array_equal(first, again)
    assert "/" in name
    np.savez(tmp_path / "kept.npz", jf_tebukuro=vectors["jf_tebukuro"])
    with pytest.raises(ValueError, match="no voices"):
        load_styles([tmp_path / "kept.npz"])


def test_synthesis_stops_and_goes_on_the_same(tmp_path: Path) -> None:
    pytest.importorskip("soundfile")

    def render(text: str, source: random.Random) -> tuple[Signal, int, str]:
        if text == "no":
            raise ValueError("cannot")
        tone = np.sin(np.arange(12000) * source.uniform(0.01, 0.2)).astype("f4") * 0.5
        return np.concatenate([np.zeros(6000, "f4"), tone]), 24000, "tone"

    texts = ["uno", "no", "dos", "tres"]
    synthesise(texts, render, tmp_path / "whole", seed=7)
    synthesise(texts[:2], render, tmp_path / "parts", seed=7)
    synthesise(texts, render, tmp_path / "parts", seed=7)
    whole, parts = (list(read_manifest(tmp_path / f / "list.tsv")) for f in ("whole", "parts"))
    assert [u.text for u in whole] == [u.text for u in parts] == ["uno", "dos", "tres"]
    for a, b in zip(whole, parts, strict=True):
        assert np.array_equal(read_samples(a.path), read_samples(b.path))
        assert 0.4 < len(read_samples(a.path)) / RATE < 0.7


def test_trim_keeps_speech_alone() -> None:
    x = np.zeros(RATE, np.float32)
    x[4000:8000] = 0.5
    assert len(trim(x)) == pytest.approx(4000 + 2 * 0.06 * RATE, abs=2)
    assert len(trim(np.zeros(100, np.float32))) == 0


def speechlike() -> Signal:
    at = np.arange(RATE) / RATE
    return np.asarray(0.4 * np.sin(2 * np.pi * 200 * at) * np.sin(9 * at) ** 2, np.float32)


def test_no_strength_leaves_speech_but_for_level_and_quiet_around() -> None:
    ranges = Ranges(gain_db=(-6, -6), before_s=(0.25, 0.25), after_s=(0.25, 0.25))
    out = Augmenter([], 1, ranges)(speechlike(), 0.0)
    assert len(out) == RATE * 3 // 2
    inside = out[RATE // 4 : RATE // 4 + RATE]
    assert np.corrcoef(inside, speechlike())[0, 1] > 0.999
    assert np.abs(out).max() == pytest.approx(32767 * 10 ** (-6 / 20), rel=0.01)


def test_augmentation_is_repeatable_finite_and_different() -> None:
    noise = [np.random.default_rng(2).normal(size=8000).astype("f4")]

    def some() -> list[Signal]:
        augment = Augmenter(noise, 3)
        return [augment(speechlike(), 1.0) for _ in range(60)]

    first = some()
    assert all(np.array_equal(a, b) for a, b in zip(first, some(), strict=True))
    assert all(np.isfinite(x).all() and np.abs(x).max() < 33000 for x in first)
    assert len({len(x) for x in first}) > 20


def test_narrow_band_has_nothing_high() -> None:
    ranges = Ranges(resample=0, reverberate=0, noise=0, hiss=0, narrow=1, companding=0)
    augment = Augmenter([], 4, ranges)
    white = np.random.default_rng(1).normal(size=RATE).astype("f4") * 0.2
    for _ in range(8):
        spectrum = np.abs(np.fft.rfft(augment(white, 1.0))) ** 2
        hz = np.fft.rfftfreq(2 * len(spectrum) - 2, 1 / RATE)
        assert spectrum[hz > 7000].mean() < 0.02 * spectrum[(hz > 500) & (hz < 2500)].mean()
