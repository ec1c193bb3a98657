"""A third language is a folder: copied from English it loads, and the check says what is left."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from host.mouth.lines import LINES, Lines, LinesError, check_catalogue, check_regions
from host.understanding import templates
from host.understanding.templates import PhrasebookError

DATA = Path(templates.__file__).parent / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for language in ("es", "en"):
        shutil.copytree(LINES / language, tmp_path / language)
    shutil.copytree(LINES / "en", tmp_path / "xx")
    own = (tmp_path / "xx" / "language.toml").read_text(encoding="utf-8")
    own = own.replace('"and"', '"et"').replace('"or"', '"vel"')
    own += 'numbers = "en"\n'
    (tmp_path / "xx" / "language.toml").write_text(own, encoding="utf-8")
    return tmp_path


def test_its_lines_load_and_its_joining_words_are_its_own(folder: Path) -> None:
    lines = Lines("xx", folder)
    assert lines.say("common-paused") == Lines("en").say("common-paused")
    assert lines.join(["Ana", "Luis", "Iván"]) == "Ana, Luis et Iván"
    assert lines.options(["one", "two"]) == "one vel two"
    assert lines.region == ""
    assert lines.spell(21) == "twenty-one"
    assert check_regions(folder / "xx") == []


def test_a_language_whose_numbers_nobody_knows_is_told(folder: Path) -> None:
    shutil.copy(folder / "en" / "language.toml", folder / "xx" / "language.toml")
    with pytest.raises(LinesError, match=r"numbers of 'xx'; name a language.*language\.toml"):
        Lines("xx", folder)


def test_what_is_missing_or_untranslated_is_reported_line_by_line(folder: Path) -> None:
    assert check_catalogue(folder, ("es", "en")) == []
    file = folder / "xx" / "common.ftl"
    text = file.read_text(encoding="utf-8")
    text = text.replace("common-resumed =", "common-resumed = Pergimus.\nno-such-line =", 1)
    left = "\n".join(line for line in text.splitlines() if not line.startswith("common-quoted "))
    file.write_text(left + "\n", encoding="utf-8")
    found = check_catalogue(folder, ("es", "en", "xx"))
    assert "common-quoted: is in en and missing in xx" in found
    assert "common-quoted: is in es and missing in xx" in found
    assert "no-such-line: is in xx and missing in es" in found
    assert "common-paused: en and xx say the same, untranslated" in found
    assert "common-resumed: en and xx say the same, untranslated" not in found
    assert not any("es and xx say the same" in text for text in found)


def test_its_phrases_load_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    shutil.copytree(DATA / "en", tmp_path / "data" / "xx")
    monkeypatch.setattr(templates.resources, "files", lambda package: tmp_path)
    for game in ("iknow", "sapiencia", "wizard", "welcome"):
        assert templates.load("xx", game).acts.keys() == templates.load("en", game).acts.keys()
    with pytest.raises(PhrasebookError, match=r"data/yy/common\.yaml: there is no such file"):
        templates.load("yy", "wizard")
