"""Breaks a rule on purpose, one at a time, and looks whether the tests notice.

``python -m tests.reliability.mutations --count 60 --seed 1`` chooses places in the rules of the
three games, the referee and the judge, changes one thing there (a comparison, a number, a
condition), and runs the tests that ought to fail. What survives is named, to be read: it is
either a test that is missing or a change that changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TESTS: Mapping[str, tuple[str, ...]] = {
    "host/games/iknow*.py": (
        "tests/games/test_iknow.py",
        "tests/games/test_iknow_solo.py",
        "tests/games/test_iknow_model.py",
        "tests/test_guiones.py",
    ),
    "host/games/sapiencia*.py": (
        "tests/games/test_sapiencia.py",
        "tests/games/test_sapiencia_model.py",
        "tests/test_guiones.py",
    ),
    "host/games/wizard*.py": (
        "tests/games/test_wizard.py",
        "tests/games/test_wizard_model.py",
        "tests/test_guiones.py",
    ),
    "host/engine/referee.py": ("tests/engine", "tests/test_windows.py"),
    "host/understanding/judge*.py": (
        "tests/understanding/test_judge.py",
        "tests/understanding/test_stated.py",
    ),
}
"""Files that are broken, and the tests that should notice, the quickest first.

Of the guiones those of the broken game are played.
"""

GAMES = ("iknow", "sapiencia", "wizard")

LONGEST_S = 900.0
"""Seconds for one file of tests: a rule that was broken may make a game endless."""

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: in which file, at which line, of which kind, and the file as it becomes."""

    path: str
    line: int
    what: str
    source: str


def places(path: Path) -> int:
    """Return how many changes can be made to one file."""
    return sum(1 for _ in _places(ast.parse(path.read_text(encoding="utf-8"))))


def mutation(path: Path, number: int) -> Mutation:
    """Return the change of that number, from 0."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node = list(_places(tree))[number]
    before = ast.unparse(node)
    _change(node)
    name = str(path.relative_to(ROOT))
    return Mutation(name, node.lineno, f"{before} → {ast.unparse(node)}", ast.unparse(tree))


def _places(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        # Sentences of errors and names of keys are not rules.
        if isinstance(node, ast.Raise):
            for inside in ast.walk(node):
                inside._told = True  # type: ignore[attr-defined]
        if getattr(node, "_told", False) or not isinstance(node, ast.expr):
            continue
        if (
            (isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE)
            or (isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _text(node))
            or isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
            or (isinstance(node, ast.Constant) and isinstance(node.value, int | float | bool))
        ):
            yield node


def _text(node: ast.BinOp) -> bool:
    return any(isinstance(n, ast.JoinedStr) for n in (node.left, node.right))


def _change(node: ast.expr) -> None:
    match node:
        case ast.Compare():
            node.ops[0] = COMPARE[type(node.ops[0])]()
        case ast.BinOp():
            node.op = ARITHMETIC[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant():
            assert isinstance(node.value, int | float)
            node.value += 1


def choose(count: int, seed: int) -> list[tuple[Mutation, tuple[str, ...]]]:
    """Return so many changes, the same number for each kind of file, with their tests."""
    rng = random.Random(seed)
    chosen: list[tuple[Mutation, tuple[str, ...]]] = []
    for number, (pattern, tests) in enumerate(TESTS.items()):
        every = [(p, n) for p in sorted(ROOT.glob(pattern)) for n in range(places(p))]
        share = count // len(TESTS) + (number < count % len(TESTS))
        chosen += [(mutation(*at), tests) for at in rng.sample(every, min(share, len(every)))]
    return chosen


def passes(tests: tuple[str, ...], path: str, copy: Path) -> bool:
    """Tell whether all these tests pass in a copy of the project, file by file."""
    return all(_passes(test, path, copy) for test in tests)


def _passes(test: str, path: str, copy: Path) -> bool:
    game = next((name for name in GAMES if f"games/{name}" in path), "")
    others = [f"--deselect=tests/test_guiones.py::test_guion[{g}" for g in GAMES if g != game]
    late = "--deselect=tests/test_guiones.py::test_a_slow_ear_changes_nothing"
    try:
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-x", "-q", "-n", "0"),
                *("-p", "no:cacheprovider", "-p", "tests.reliability.no_shrinking"),
                *("--hypothesis-profile", "no-shrinking", *others, late, test),
            ],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LONGEST_S,
        )
    except subprocess.TimeoutExpired:
        return False  # a change that never ends is noticed
    return ran.returncode == 0


def survives(change: Mutation, tests: tuple[str, ...], copy: Path) -> bool:
    """Tell whether all tests pass with the change in a copy of the package."""
    target = copy / change.path
    whole = target.read_text(encoding="utf-8")
    target.write_text(change.source, encoding="utf-8")
    try:
        return passes(tests, change.path, copy)
    finally:
        target.write_text(whole, encoding="utf-8")


def main() -> int:
    """Make the changes one after the other and name those that no test noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--unchecked", action="store_true", help="do not see first that all tests pass"
    )
    parser.add_argument("--quick", action="store_true", help="without the guiones")
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of some changes")
    args = parser.parse_args()
    chosen = choose(args.count, args.seed)
    left = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("host", "tests", "decks", "models"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile", "LICENSE"):
            shutil.copy(ROOT / name, copy / name)
        for pattern, tests in () if args.unchecked else TESTS.items():
            # A test that fails anyway would catch everything.
            if not passes(tests, pattern, copy):
                print(f"the tests of {pattern} fail without any change: mend them first")
                return 1
        for number, (change, tests) in enumerate(chosen, start=1):
            if args.only and number not in args.only:
                continue
            if args.quick:
                tests = tuple(test for test in tests if "guiones" not in test)
            alive = survives(change, tests, copy)
            tried += 1
            left += alive
            told = "SURVIVED" if alive else "caught"
            print(f"{number} {told} {change.path}:{change.line}: {change.what}", flush=True)
    print(f"{tried - left} of {tried} caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
