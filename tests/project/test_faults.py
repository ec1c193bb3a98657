"""Every fault that a player can meet is there in the player's language."""

from __future__ import annotations

import ast
import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.faults import known, told
from host.mouth.lines import LANGUAGES

ROOT = Path(__file__).resolve().parents[2] / "host"

FAULTS = {
    "AloudError",
    "CastError",
    "EarError",
    "EngineLost",
    "EveningError",
    "GuionError",
    "MesaError",
    "ModelError",
    "OpeningError",
    "PlayError",
    "RuleError",
    "ServeError",
    "TableError",
    "VoiceError",
    "_Broken",
    "fail",
}
"""What may end as a sentence on somebody's screen."""

SHOWN_VALUE_ERRORS = (
    "games/iknow.py",
    "games/iknow_rules.py",
    "games/sapiencia.py",
    "games/sapiencia_rules.py",
    "games/seated.py",
    "games/wizard.py",
    "games/wizard_rules.py",
    "room/acoustics.py",
    "guion.py",
)
"""Modules whose ValueError says what is wrong with rules, set-up, noise or guion."""

OF_FILES = re.findall(
    r"E\w+",
    """
    EPERM ENOENT EINTR EIO ENXIO EBADF EAGAIN ENOMEM EACCES EBUSY EEXIST EXDEV ENODEV ENOTDIR
    EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE ENAMETOOLONG
    ENOSYS ENOTEMPTY ELOOP EOVERFLOW EILSEQ EOPNOTSUPP EADDRINUSE EADDRNOTAVAIL ENETDOWN
    ENETUNREACH ECONNRESET ENOTCONN ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH ESTALE EREMOTEIO
    EDQUOT ENOMEDIUM EMEDIUMTYPE ENOKEY EKEYEXPIRED
    """,
)
"""What may be wrong with a file, a device or an address, as the system calls it."""

HELPERS = {"_fst_fault"}
"""Functions that give a part of such a sentence."""


def sentences() -> Iterator[tuple[str, str]]:
    """Yield place and text of what is raised, with «X1», «X2» where something is filled in."""
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
                continue
            kind = ast.unparse(node.exc.func).rpartition(".")[2]
            shown = kind == "ValueError" and where in SHOWN_VALUE_ERRORS
            if (kind in FAULTS or shown) and node.exc.args:
                text = _text(node.exc.args[0])
                if re.search("[a-z]{2} [a-z]", re.sub(r"X\d+", "", text)):
                    yield f"{where}:{node.lineno}", text


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = enumerate(node.values, start=1)
        return "".join(_text(v) if isinstance(v, ast.Constant) else f"X{n}" for n, v in parts)
    return ""


FOUND = dict(sentences())


def test_there_are_such_sentences() -> None:
    assert len(FOUND) > 90


@pytest.mark.parametrize("language", [other for other in LANGUAGES if other != "en"])
@pytest.mark.parametrize("where", sorted(FOUND))
def test_every_fault_is_told_in_every_language(where: str, language: str) -> None:
    text = FOUND[where]
    other = told(text, language)
    assert other != text, f"{text!r} is not in host/fault_text.toml"
    # What is filled in is there once more.
    assert set(re.findall(r"X\d+", other)) == set(re.findall(r"X\d+", text))


@pytest.mark.parametrize("language", [other for other in LANGUAGES if other != "en"])
def test_every_sentence_has_the_fields_of_the_english_one(language: str) -> None:
    for english, other in known(language).items():
        fields, others = (set(re.findall(r"\{(\w+)\}", text)) for text in (english, other))
        assert others <= fields, english
        assert fields - others <= {"why", "m"}, english


@pytest.mark.skipif(sys.platform != "linux", reason="the sentences of this system's library")
@pytest.mark.parametrize("name", OF_FILES)
def test_what_the_system_says_of_files_is_told_in_every_language(name: str) -> None:
    english = os.strerror(getattr(errno, name))
    for language in LANGUAGES:
        assert (told(english, language) == english) == (language == "en"), english


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        (
            "x.guion: rules: target cannot be 3; it is 20 or 10.",
            "x.guion: rules: target no puede ser 3; puede ser 20 o 10.",
        ),
        (
            "/m/vosk-es/am/final.mdl is missing or empty; run: tertulia models pull vosk-es",
            "/m/vosk-es/am/final.mdl falta o está vacío; haz: tertulia models pull vosk-es",
        ),
        (
            "es-mesa cannot be used: /m/conf is missing; install the program again.",
            "No se puede usar es-mesa: Falta /m/conf; instala el programa otra vez.",
        ),
        ("g:4: seed: Input should be a finite number.", "g:4: seed: tiene que ser un número."),
        (
            "setup: counts of Ana cannot be inf; write a number from 1.",
            "setup: counts de Ana no puede ser inf; escribe un número desde 1.",
        ),
        (
            "x: setup: hands of Ana: no card has the id z.",
            "x: setup: hands de Ana: ninguna carta tiene el id z.",
        ),
        (
            "x: setup: counts of Ana cannot be 0; write a number from 1.",
            "x: setup: counts de Ana no puede ser 0; escribe un número desde 1.",
        ),
        (
            "g:4: seed: Input should be greater than or equal to 0.",
            "g:4: seed: tiene que ser 0 o más.",
        ),
        (
            "g:5: seed: Unable to parse input string as an integer, exceeded maximum size.",
            "g:5: seed: tiene que ser un número entero, y más corto.",
        ),
        ("a.guion: cannot be read (No such file or directory).", None),
        ("Nadie ha escrito esto.", "Nadie ha escrito esto."),
    ],
)
def test_faults_within_faults(english: str, spanish: str | None) -> None:
    assert told(english, "en") == english
    wanted = spanish or "a.guion: no se puede leer (no existe)."
    assert told(english, "es") == wanted
