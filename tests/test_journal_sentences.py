"""A journal that cannot be gone on with is told of in the player's language; old ones are read."""

from __future__ import annotations

import ast
import io
import json
from pathlib import Path
from typing import Any

import pytest

from host.engine.game import Event
from host.engine.journal import Journal, Record, encode, read, renamed
from host.evening import open_evening
from host.mouth.lines import LANGUAGES, Lines
from host.mouth.silent import SilentVoice
from host.play_screen import PlayError
from host.playing import play_typed
from host.room.text import TextRoom

JOURNALS = Path(__file__).resolve().parent / "data" / "journals"
SOURCE = Path(__file__).resolve().parents[1] / "host"


def resume(path: Path, language: str = "es", text: str = "", **asked: Any) -> str:
    out = io.StringIO()
    given: dict[str, Any] = {
        "game": None,
        "names": [],
        "rules": {},
        "seed": None,
        "journal": None,
        **asked,
    }
    play_typed(
        language=language,
        voice="silent",
        resume=path,
        stdin=io.StringIO(text),
        stdout=out,
        **given,
    )
    return out.getvalue()


def headed(**changes: Any) -> str:
    """Return a header with a true checksum and other contents."""
    first = read(JOURNALS / "iknow-version-1.jsonl")[0][0]
    return encode(Record(0, "header", 1, 0.0, {**first.data, **changes}))


def at_wizards(whole: list[str]) -> list[str]:
    """Return the lines with a header that says it was a game of Wizard."""
    language = json.loads(whole[0])["data"]["language"]
    return [headed(game="wizard", rules={}, language=language), *whole[1:]]


FAULTS: dict[str, tuple[Any, str, str]] = {
    "damaged": (lambda whole: [whole[0], "x" + whole[1], *whole[2:]], ":2: línea", ":2: damaged"),
    "foreign": (lambda whole: ["hola", ""], "línea dañada", "damaged line"),
    "empty": (lambda whole: whole[:1], "no había empezado", "had not begun"),
    "newer": (lambda whole: [headed(version=99), *whole[1:]], "más nueva (99)", "newer version"),
    "header": (lambda whole: [headed(seats=None), *whole[1:]], "primera línea", "first line"),
    "language": (lambda whole: [headed(language="fr"), *whole[1:]], "«fr»", "“fr”"),
    "other-table": (at_wizards, "otra mesa", "another table"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_a_journal_is_said_in_the_players_language(
    tmp_path: Path, fault: str, language: str
) -> None:
    change, spanish, english = FAULTS[fault]
    whole = (JOURNALS / "iknow-version-1.jsonl").read_text(encoding="utf-8").splitlines()
    if language == "en" and fault in ("empty", "other-table"):
        # Once its first line is read, the journal's own language is the player's.
        whole[0] = headed(language="en")
    path = tmp_path / "j.jsonl"
    path.write_text("\n".join(change(whole)) + "\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(PlayError) as error:
        resume(path, language)
    told = str(error.value)
    assert str(path) in told
    assert (spanish if language == "es" else english) in told
    assert error.value.code == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_torn_line_is_told_and_the_game_goes_on(tmp_path: Path, language: str) -> None:
    path = tmp_path / "j.jsonl"
    raw = (JOURNALS / "iknow-version-1.jsonl").read_bytes()
    lines = raw.count(b"\n")
    path.write_bytes(raw + b'{"crc":"0')
    told = resume(path, language).splitlines()[0]
    assert told.startswith(f"{path}:{lines + 1}: ")
    assert ("no está entera" if language == "es" else "not whole") in told


def test_what_is_asked_for_besides_a_game_that_goes_on_is_said_not_to_count(
    tmp_path: Path,
) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes((JOURNALS / "iknow-version-1.jsonl").read_bytes())
    header = read(path)[0][0].data
    same = {
        "game": header["game"],
        "names": [*header["seats"][1:], header["seats"][0]],
        "rules": dict(header["rules"]),
        "seed": header["seed"],
        "journal": path,
        "asked": header["language"],
    }
    assert "no cuenta" not in resume(path, **same)
    told = resume(
        path,
        game="wizard",
        names=["Otra", "Otro"],
        rules={"hands": "known", "target": 3},
        seed=header["seed"] + 1,
        deck=tmp_path,
        asked="en",
    ).splitlines()[0]
    assert str(path) in told
    assert told.endswith(
        "no cuenta: wizard, --players, --language, --rules, --hands, --seed y --deck."
    )
    assert "no cuenta: --deck." in resume(path, deck=tmp_path)


def test_a_game_goes_on_in_another_file(tmp_path: Path) -> None:
    path, other = tmp_path / "j.jsonl", tmp_path / "new" / "other.jsonl"
    torn = (JOURNALS / "iknow-version-1.jsonl").read_bytes() + b'{"crc":"0'
    path.write_bytes(torn)
    told = resume(path, journal=other)
    assert "no la copio" in told
    assert "no cuenta" not in told
    assert f"--resume {other}" in told
    assert path.read_bytes() == torn
    before, after = read(path)[0], read(other)[0]
    assert after[: len(before)] == before
    assert "Sigo" not in resume(other)  # it can be gone on with as any other


def test_a_game_goes_on_in_no_file_that_is_there(tmp_path: Path) -> None:
    path, other = JOURNALS / "iknow-version-1.jsonl", tmp_path / "mine.txt"
    other.write_text("mine", encoding="utf-8")
    with pytest.raises(PlayError, match="ya existe y no se borra"):
        resume(path, journal=other)
    assert other.read_text(encoding="utf-8") == "mine"
    with pytest.raises(PlayError, match="No puedo escribir el diario"):
        resume(path, journal=other / "below.jsonl")


def test_every_code_of_a_journal_error_has_its_line() -> None:
    codes = set()
    for name in ("journal", "session"):
        tree = ast.parse((SOURCE / "engine" / f"{name}.py").read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "JournalError":
                codes.add(ast.literal_eval(call.args[1]))
    assert len(codes) > 3
    for language in LANGUAGES:
        assert all(Lines(language).exists(f"journal-{code}") for code in codes)


@pytest.mark.parametrize("path", sorted(JOURNALS.glob("*.jsonl")), ids=lambda p: p.stem)
def test_journals_of_earlier_versions_give_the_same_table(path: Path) -> None:
    """Each file was written by the version it names, with what its table knew at the end."""
    records, note = read(path)
    assert not note
    header = renamed(records)[0].data
    evening = open_evening(
        game=header["game"],
        language=header["language"],
        seats=header["seats"],
        rules=header["rules"],
        setup=header["setup"],
        seed=header["seed"],
        where=str(path),
        room=TextRoom(),
        voice=SilentVoice(header["language"]),
        journal=Journal(records=records),
        records=renamed(records),
    )
    kept = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    outcome = {k: v for k, v in evening.outcome().items() if k != "refusals"}
    assert json.loads(json.dumps(outcome)) == kept["outcome"]
    now = evening.session.expectation
    assert (now.phase, now.asked) == (kept["phase"], kept["asked"])
    assert len(evening.session.events()) == kept["events"]
    assert all(isinstance(event, Event) for event in evening.session.events())
