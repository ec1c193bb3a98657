"""A language is a folder of data: what one language has and another lacks is found here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import host.understanding
from host.commands.speaking import texts
from host.mouth.lines import LANGUAGES, LINES
from host.understanding.templates import load

DATA = Path(host.understanding.__file__).parent / "data"
GAMES = ("iknow", "sapiencia", "wizard")
OTHERS = [language for language in LANGUAGES if language != "es"]

OF_SPANISH = frozenset({"cmd_formal", "cmd_informal"})
"""Acts that only one language needs: tú and usted."""

SAME_WORD = frozenset({"tertulia", "ok", "okey", "no"})
"""Words that are the same in both languages and need no translation."""


def test_every_folder_is_a_language_and_every_language_has_its_folders() -> None:
    for folder in (LINES, DATA):
        assert {path.name for path in folder.iterdir() if path.is_dir()} == set(LANGUAGES)
    assert set(texts()) == set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_the_same(language: str) -> None:
    for folder in (LINES, DATA):
        files = {
            name: {p.name for p in (folder / name).iterdir() if p.is_file()}
            for name in ("es", language)
        }
        assert files["es"] == files[language]
    for kind in ("numbers", "sounds", "judge", "not_before_roman"):
        assert (DATA / f"{kind}_{language}.txt").is_file(), kind


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_acts_values_and_lists_are_there(game: str, language: str) -> None:
    spanish, other = load("es", game), load(language, game)
    assert spanish.acts.keys() - OF_SPANISH == other.acts.keys() - OF_SPANISH
    assert spanish.lists.keys() == other.lists.keys()
    assert spanish.ranges == other.ranges
    for slot, forms in spanish.values.items():
        # Numbers need words only where they have two; printed values, where there is no deck.
        if slot not in ("n", "count", "place", "value"):
            assert forms.keys() == other.values[slot].keys(), slot
    for name in ("always", "when_asked", "in_answers", "in_parts", "in_turn"):
        assert getattr(spanish, name) == getattr(other, name), name


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_phrase_is_left_untranslated(game: str, language: str) -> None:
    spanish, other = load("es", game), load(language, game)
    left = []
    for act, entries in spanish.acts.items():
        if act in OF_SPANISH:
            continue
        there = {t.text.lower() for e in other.acts[act] for t in (*e.say, *e.also)}
        for entry in entries:
            for template in entry.say:  # what is shown; understood are words of others too
                bare = re.sub(r"\{\w+\}", "", template.text).strip(" ,.:¡!¿?").lower()
                if bare and bare not in SAME_WORD and template.text.lower() in there:
                    left.append(f"{act}: {template.text}")
    assert [text for text in left if "sapiencia" not in text] == []
