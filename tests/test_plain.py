"""What is seen is plain text: eighty columns, no colour, no boxes, one fact a line."""

from __future__ import annotations

import io
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from host.demo import sample_guion
from host.demo_aloud import _hearing_printer, _printer
from host.mouth.lines import LANGUAGES, Lines
from host.plain import WIDTH, wrapped
from host.playing import Screen, play_typed
from host.rehearsal import Watcher, play_as_text
from host.transcript import texts_of

MARKS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u2500-\u259f]")
"""Colours, tabs, redrawing and boxes."""


def test_a_long_fact_goes_on_in_an_indented_line_and_long_words_stay_whole() -> None:
    told = wrapped("palabra " * 30)
    assert max(map(len, told.splitlines())) <= WIDTH
    assert all(line.startswith("  ") for line in told.splitlines()[1:])
    path = "/" + "x" * 100
    assert path in wrapped(f"Está en {path}").splitlines()[-1]


@pytest.mark.parametrize("colour", ["", "1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_play_shows_plain_lines(
    language: str, colour: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("NO_COLOR", colour)
    words = {"es": "ayuda\nreglas\npersonas\nmarcador\n", "en": "help\nrules\npeople\nscore\n"}
    out = io.StringIO()
    play_typed(
        game="iknow",
        names=["Ana", "Luis", "Eva"],
        language=language,
        voice="silent",
        rules={},
        seed=1,
        resume=None,
        journal=tmp_path / "j.jsonl",
        stdin=io.StringIO(words[language]),
        stdout=out,
    )
    shown = out.getvalue()
    assert not MARKS.search(shown)
    lines = [line for line in shown.splitlines() if "--resume" not in line]  # a command stays whole
    assert len(lines) > 8
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_demo_shows_plain_lines(language: str) -> None:
    shown: list[str] = []
    watcher = Watcher(
        on_said=_printer(shown.append),
        on_heard=_hearing_printer(shown.append, texts_of(language)),
    )
    play_as_text(sample_guion(3, language), watcher=watcher)
    lines = [line for text in shown for line in text.splitlines()]
    assert len(lines) > 30
    assert max(map(len, lines)) <= WIDTH
    assert not MARKS.search("\n".join(lines))


def test_each_line_of_the_host_is_a_line_of_its_own() -> None:
    out = io.StringIO()
    screen = Screen(out, Lines("es"))
    for text in ("Ronda uno.", "Ana, ¿qué nivel?"):
        screen.host_says(cast(Any, SimpleNamespace(text=text)), 0.0)
    assert out.getvalue() == "Ronda uno.\nAna, ¿qué nivel?\n"
