"""What the pages name is there: files, tests, commands and their options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from host.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "models/README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}

OF_OTHERS = {"--no-deps", "--quick"}
"""Options of pip and of `python -m tests.reliability`."""


def commands(command: Any, words: tuple[str, ...] = ()) -> dict[str, set[str]]:
    """Every command below this one, as it is typed, with its options."""
    if group := getattr(command, "commands", None):
        below = [commands(sub, (*words, name)) for name, sub in group.items()]
        return {name: options for found in below for name, options in found.items()}
    options = {o for p in command.params for o in (*p.opts, *p.secondary_opts)}
    return {" ".join(words): options | {"--help"}}


COMMANDS = commands(get_command(app))


@pytest.mark.parametrize("page", TEXTS)
def test_a_file_that_is_named_exists(page: str) -> None:
    code = " ".join(re.findall(r"`([^`\n]+)`", TEXTS[page]))
    for named in re.findall(r"(?<![\w./-])(?:host|tests|docs|decks|models)/[\w./*-]*", code):
        assert list(ROOT.glob(named.rstrip("./"))), f"{page}: {named}"


@pytest.mark.parametrize("page", TEXTS)
def test_a_test_that_is_named_exists(page: str) -> None:
    for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXTS[page]):
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", source, re.M), f"{page}: {file} has no {name}"


@pytest.mark.parametrize("page", TEXTS)
def test_a_command_that_is_named_exists_with_its_options(page: str) -> None:
    text = TEXTS[page].replace("\\\n", " ")
    for words, rest in re.findall(r"\btertulia ((?:[a-z]+ ?){1,2})([^`\n#]*)", text):
        first, _, second = words.strip().partition(" ")
        name = next((n for n in (f"{first} {second}", first) if n in COMMANDS), None)
        group = name is None and not second and any(n.startswith(f"{first} ") for n in COMMANDS)
        assert name is not None or group, f"{page}: tertulia {words}"
        for option in re.findall(r"(?<!\S)--[a-z-]+", rest if name else ""):
            assert option in COMMANDS[name or ""], f"{page}: tertulia {name} {option}"


@pytest.mark.parametrize("page", TEXTS)
def test_an_option_that_is_named_alone_is_one_of_some_command(page: str) -> None:
    every = OF_OTHERS.union(*COMMANDS.values())
    for option in re.findall(r"`(--[a-z-]+)", TEXTS[page]):
        assert option in every, f"{page}: {option}"


def test_there_is_a_test_for_each_of_many_faults_of_the_machine() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", TEXTS["docs/reliability.md"]))
    assert len(named) > 40


def test_what_the_host_says_of_a_fault_is_what_the_page_says() -> None:
    lines = " ".join(p.read_text("utf-8") for p in ROOT.glob("host/mouth/lines/es/*.ftl"))
    quoted = re.findall(r"«([^»]+)»", TEXTS["docs/reliability.md"])
    said = [words for words in quoted if len(words.split()) > 3]
    assert len(said) > 7
    for words in said:
        assert words in lines, words
