"""Any bytes at all, wherever a file, a player or a library gives some: one sentence, no traceback.

Every reader may raise the error it declares, with a sentence that names the file, and nothing
else; what it gives back is bounded by what it was given.
"""

from __future__ import annotations

import contextlib
import json
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.bench.clips import recording
from host.bench.random_play import SEATS, begin, open_game
from host.cli import read_rules
from host.deck_faults import DeckError
from host.decks import load_quiz_deck
from host.decks_sapiencia import load_sapiencia_deck
from host.ears.base import RATE
from host.ears.vosk_results import parse as parse_result
from host.ears.vosk_results import parse_partial
from host.engine.journal import Journal, JournalError, Record, decode, encode, read
from host.evening import EveningError, open_evening
from host.guion import GuionError, parse
from host.model_catalog import Catalog, ModelError
from host.mouth.silent import SilentVoice
from host.rehearsal import play_as_text
from host.room.acoustics import LEAST_RATE, noise
from host.room.text import TextRoom
from tests.reliability.evenings import GAMES
from tests.reliability.talk import RULES, Talk

SMALL = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

NASTY = st.sampled_from(
    [
        "\x00",
        "\u202e",
        "\ufeff",
        "\ud7ff",
        "a" * 10_000,
        "---",
        "{",
        "[" * 500,
        "&a [*a]",
        "!!python/object/apply:os.system [x]",
        "1e999",
        ".inf",
        "2026-13-45",
        "0x" + "f" * 50,
        "id: ",
        "- id: x\n",
        "%YAML 9.9\n",
        "\t",
        "\r",
        "null",
        "«»",
        "𝄞",
        "e\u0301" * 30,
    ]
)
TEXT = st.lists(st.one_of(NASTY, st.text(max_size=30)), max_size=8).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4)
    ),
    max_leaves=12,
)


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def one_sentence(error: Exception, path: Path) -> None:
    told = str(error)
    assert str(path) in told
    assert "Traceback" not in told
    assert len(told) < 2000


@SMALL
@given(text=TEXT)
def test_any_deck(tmp_path: Path, text: str) -> None:
    for category in ("people", "world", "works", "events"):
        write(tmp_path / f"{category}.yaml", text)
    with pytest.raises(DeckError) as quiz:
        load_quiz_deck(tmp_path)
    one_sentence(quiz.value, tmp_path)
    with pytest.raises(DeckError) as minds:
        load_sapiencia_deck(tmp_path / "people.yaml", "es")
    one_sentence(minds.value, tmp_path)


@SMALL
@given(
    text=TEXT,
    front=st.dictionaries(
        st.sampled_from(
            ["game", "seats", "seed", "rules", "setup", "expect", "language", "voices"]
        ),
        JSON,
    ),
)
def test_any_guion(text: str, front: dict[str, Any]) -> None:
    whole = f"---\n{json.dumps(front)}\n---\n{text}"
    for written in (text, whole):
        try:
            guion = parse(written, "x.guion")
            play_as_text(guion)
        except (GuionError, EveningError) as error:
            one_sentence(error, Path("x.guion"))


@SMALL
@given(
    game=st.sampled_from(GAMES),
    rules=st.dictionaries(
        st.sampled_from(
            [
                "preset",
                "patience",
                "prompt_s",
                "hands",
                "grace_s",
                "target",
                "bets",
                "tie",
                "keep",
                "rounds",
                "sum",
                "pack",
                "category_order",
                "end_after",
                "x",
            ]
        ),
        JSON,
        max_size=3,
    ),
    setup=st.dictionaries(
        st.sampled_from(
            [
                "points",
                "reader",
                "category",
                "cards",
                "hands",
                "counts",
                "deck",
                "discards",
                "talker",
                "passes",
                "dealer",
                "round",
                "turned",
                "trump",
                "bids",
                "tricks",
                "leader",
            ]
        ),
        JSON,
        max_size=3,
    ),
)
def test_any_rules_and_setup(game: str, rules: dict[str, Any], setup: dict[str, Any]) -> None:
    room = TextRoom()
    try:
        evening = open_evening(
            game=game,
            language="es",
            seats=SEATS,
            rules=rules,
            setup=setup,
            seed=1,
            where="reglas.yaml",
            room=room,
            voice=SilentVoice("es"),
            journal=Journal(),
        )
        evening.table.open(evening.header)
    except EveningError as error:
        one_sentence(error, Path("reglas.yaml"))


@SMALL
@given(text=TEXT)
def test_any_rules_file(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "reglas.yaml", text)
    try:
        read_rules(path)
        code = 0
    except typer.Exit as end:
        code = end.exit_code
    assert code in (0, 2)
    assert (str(path) in capsys.readouterr().err.replace("\n", "")) == (code == 2)


@SMALL
@given(text=TEXT)
def test_any_catalogue(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelError):
        Catalog.load(write(tmp_path / "catalog.toml", text + "\nx=1"))


@SMALL
@given(raw=st.binary(max_size=300))
def test_any_journal(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(raw)
    with pytest.raises(JournalError) as error:
        read(path)
    one_sentence(error.value, path)


@SMALL
@given(at=st.integers(min_value=0), to=st.integers(0, 255), cut=st.integers(min_value=0))
def test_a_journal_with_a_changed_byte(tmp_path: Path, at: int, to: int, cut: int) -> None:
    """What is read is a beginning of what was written, or nothing is."""
    session = begin(open_game("iknow"), 4)
    raw = "".join(encode(r) + "\n" for r in session.journal.records).encode()
    broken = bytearray(raw)
    broken[at % len(raw)] = to
    path = tmp_path / "j.jsonl"
    path.write_bytes(bytes(broken)[: len(raw) - cut % 200])
    try:
        records, _ = read(path)
    except JournalError as error:
        one_sentence(error, path)
    else:
        assert records == session.journal.records[: len(records)]


@SMALL
@given(body=JSON)
def test_a_line_with_a_true_checksum_and_any_content(body: Any) -> None:
    line = encode(Record(0, "header", 1, 0.0, {"version": body}))
    with contextlib.suppress(ValueError):
        decode(line)


@SMALL
@given(
    answer=st.one_of(
        TEXT,
        JSON.map(json.dumps),
        st.fixed_dictionaries(
            {}, optional={"alternatives": JSON, "result": JSON, "text": JSON, "partial": JSON}
        ).map(json.dumps),
        st.lists(
            st.dictionaries(st.sampled_from(["word", "conf", "start", "end"]), JSON), max_size=3
        ).map(lambda items: json.dumps({"result": items})),
    )
)
def test_any_answer_of_a_recogniser(answer: str) -> None:
    words = parse_result(answer, lambda t: t)
    assert all(isinstance(word.text, str) and 0 <= word.confidence <= 1 for word in words)
    assert isinstance(parse_partial(answer), str)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(said=st.lists(st.one_of(TEXT, st.sampled_from(["sí", "no", "pausa", "sigue"])), max_size=6))
def test_any_words_as_speech(game: str, said: list[str]) -> None:
    """The table answers, and still takes a move afterwards."""
    talk = TALKS.get(game) or TALKS.setdefault(game, Talk(game, 1, rules=RULES[game]))
    for words in said:
        talk._say(None, words[:2000], 0.2)
        for _ in range(40):
            for event in talk.room.step():
                talk.table.take(event)
    assert not talk.table.done or talk.table.done_why in ("over", "")


TALKS: dict[str, Talk] = {}


@pytest.mark.parametrize("lie", ["rate", "length", "channels", "bits", "empty", "text"])
def test_sound_files_that_lie_about_themselves(tmp_path: Path, lie: str) -> None:
    path = tmp_path / "x.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(b"\x00\x01" * 800)
    raw = bytearray(path.read_bytes())
    where, what = {
        "rate": (24, b"\x00\x00\x00\x00"),
        "length": (40, b"\xff\xff\xff\x7f"),
        "channels": (22, b"\x00\x00"),
        "bits": (34, b"\x07\x00"),
        "empty": (0, b""),
        "text": (0, b"hola"),
    }[lie]
    raw[where : where + len(what)] = what
    path.write_bytes(b"" if lie == "empty" else bytes(raw))
    try:
        samples = noise(str(path))
    except ValueError as error:
        one_sentence(error, path)
    else:
        assert len(samples) <= 48000


@SMALL
@given(
    at=st.integers(0, 43),
    to=st.binary(min_size=1, max_size=4),
    cut=st.integers(0, 1700),
)
def test_any_header_of_a_sound_file(tmp_path: Path, at: int, to: bytes, cut: int) -> None:
    """Each reader of sound gives what is in the file, or one sentence that names it."""
    path = tmp_path / "x.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(b"\x00\x01" * 800)
    raw = bytearray(path.read_bytes())
    raw[at : at + len(to)] = to
    path.write_bytes(bytes(raw)[: len(raw) - cut])
    for read_sound in (lambda: noise(str(path)), lambda: recording(path, str(path))):
        try:
            samples = read_sound()
        except ValueError as error:
            one_sentence(error, path)
        else:
            assert len(samples) <= 1600 * RATE // LEAST_RATE
            assert np.isfinite(samples).all()
