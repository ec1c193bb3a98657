"""Every rule is found by its number in the code, every worked example in a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

RULES = [
    *(f"SAP-{n}" for n in range(1, 23)),
    *(f"IKN-{n}" for n in range(1, 23)),
    *(f"WIZ-{n}" for n in range(1, 21)),
    *(f"D{n}" for n in (*range(1, 9), *range(10, 17), *range(20, 25), 30, 31)),
]
"""The rules of the three games, and the decisions that stand above them (D)."""

EXAMPLES = {
    "S": "1-3 5-8 10-17 19-20 23-24 26-27 30-33 35 37-40 43 50-58 60-61",
    "K": "1-8 10-11 13-20 23-24 30-35 37-41 43-44",
    "W": "1-12 14-16 18-22 24-31 40-44 46-48 50 60-77 80-82 84-85 87-88 90-104 106-110",
}
"""The numbers of the worked examples: of Sapiencia (S), iKNOW (K) and Wizard (W)."""


def numbers(text: str) -> list[int]:
    spans = [part.partition("-") for part in text.split()]
    return [n for low, _, high in spans for n in range(int(low), int(high or low) + 1)]


def texts(folder: str, *suffixes: str) -> str:
    """All files of a folder in one text, their names included."""
    files = sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in suffixes)
    return "\n".join(f"{p.name}\n{p.read_text(encoding='utf-8')}" for p in files)


CODE = texts("host", ".py")
TESTS = texts("tests", ".py", ".guion")


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_found_by_its_number(rule: str) -> None:
    assert re.search(rf"\b{rule}\b", CODE), f"nothing in host/ names {rule}"


@pytest.mark.parametrize("letter", EXAMPLES)
def test_every_worked_example_is_a_test(letter: str) -> None:
    missing = [
        n
        for n in numbers(EXAMPLES[letter])
        if not re.search(rf"(?<![A-Za-z0-9]){letter}[-_]{n:02}(?!\d)", TESTS)
    ]
    assert not missing
