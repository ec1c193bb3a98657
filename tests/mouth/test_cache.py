"""Rendered lines kept in memory and on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from host.mouth.base import Speech, VoiceError
from host.mouth.cache import CachedVoice


class Counting:
    """Renders a thousand samples (4 kB) and notes what it was asked for."""

    language = "es"

    def __init__(self, name: str = "counting") -> None:
        self.name = name
        self.asked: list[str] = []
        self.closed = 0

    def render(self, text: str) -> Speech:
        self.asked.append(text)
        if text == "no":
            raise VoiceError("It cannot say no; ask for yes.")
        return Speech(np.full(1000, len(text) / 100, dtype=np.float32), 16_000)

    def close(self) -> None:
        self.closed += 1


def test_what_was_said_is_not_rendered_again() -> None:
    voice = Counting()
    cache = CachedVoice(voice)
    assert (cache.name, cache.language) == ("counting", "es")
    assert cache.render("a") is cache.render("a")
    assert voice.asked == ["a"]


def test_the_least_recently_said_is_forgotten_first() -> None:
    voice = Counting()
    cache = CachedVoice(voice, memory_limit_bytes=8000)
    for text in ("a", "b", "a", "c", "a", "b"):
        cache.render(text)
    assert voice.asked == ["a", "b", "c", "b"]


def test_a_line_larger_than_the_limit_is_still_said_and_kept_alone() -> None:
    voice = Counting()
    cache = CachedVoice(voice, memory_limit_bytes=10)
    for text in ("a", "a", "b", "a"):
        assert len(cache.render(text).samples) == 1000
    assert voice.asked == ["a", "b", "a"]


def test_an_error_is_not_remembered() -> None:
    voice = Counting()
    cache = CachedVoice(voice)
    for _ in range(2):
        with pytest.raises(VoiceError, match="ask for yes"):
            cache.render("no")
    assert voice.asked == ["no", "no"]


def test_a_kept_line_cannot_be_changed_by_who_hears_it() -> None:
    cache = CachedVoice(Counting())
    with pytest.raises(ValueError, match="read-only"):
        cache.render("a").samples[0] = 1.0


def test_closing_closes_the_voice() -> None:
    voice = Counting()
    CachedVoice(voice).close()
    assert voice.closed == 1


def test_the_disk_remembers_beyond_the_end(tmp_path: Path) -> None:
    CachedVoice(Counting(), folder=tmp_path).render("¿Sí?")
    voice = Counting()
    kept = CachedVoice(voice, folder=tmp_path).render("¿Sí?")
    assert voice.asked == []
    assert kept.rate == 16_000
    np.testing.assert_array_equal(kept.samples, np.full(1000, 0.04, dtype=np.float32))


def test_voices_and_texts_are_told_apart_on_disk(tmp_path: Path) -> None:
    CachedVoice(Counting("one"), folder=tmp_path).render("a")
    other, same = Counting("other"), Counting("one")
    CachedVoice(other, folder=tmp_path).render("a")
    CachedVoice(same, folder=tmp_path).render("b")
    assert (other.asked, same.asked) == (["a"], ["b"])


@pytest.mark.parametrize("content", [b"", b"rubbish", b"PK\x03\x04 cut short"])
def test_a_damaged_file_is_rendered_again_and_mended(tmp_path: Path, content: bytes) -> None:
    CachedVoice(Counting(), folder=tmp_path).render("a")
    (file,) = tmp_path.rglob("*.npz")
    file.write_bytes(content)
    first, second = Counting(), Counting()
    CachedVoice(first, folder=tmp_path).render("a")
    CachedVoice(second, folder=tmp_path).render("a")
    assert (first.asked, second.asked) == (["a"], [])
    assert not list(tmp_path.rglob("*.part"))


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    voice = Counting()
    assert len(CachedVoice(voice, folder=tmp_path / "file").render("a").samples) == 1000
