"""Breaks a rule on purpose, one at a time, and looks whether the tests notice.

``python -m tests.reliability.mutations --count 60 --seed 1`` chooses places in the rules of the
three games, the referee and the judge, changes one thing there (a comparison, a number, a
condition), and runs the tests that ought to fail. What survives is named, to be read: it is
either a test that is missing or a change that changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import functools
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TESTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "host/games/iknow*.py": (
        (
            "tests/games/test_iknow.py",
            "tests/engine/test_frozen.py",
            "tests/games/test_iknow_model.py",
            "tests/games/test_iknow_solo.py",
        ),
        ("tests/test_guiones.py",),
    ),
    "host/games/sapiencia*.py": (
        (
            "tests/games/test_sapiencia.py",
            "tests/engine/test_frozen.py",
            "tests/test_rules_file.py",
            "tests/games/test_sapiencia_model.py",
        ),
        ("tests/test_guiones.py",),
    ),
    "host/games/wizard*.py": (
        (
            "tests/games/test_wizard.py",
            "tests/engine/test_frozen.py",
            "tests/games/test_wizard_model.py",
        ),
        ("tests/test_guiones.py",),
    ),
    "host/engine/referee.py": (("tests/engine", "tests/test_windows.py"),),
    "host/understanding/judge*.py": (
        ("tests/understanding/test_stated.py", "tests/understanding/test_judge.py"),
    ),
}
"""Files that are broken, and the tests that should notice: the quickest first, in steps.

Of the guiones those of the broken game are played.
"""

WIDER = (
    "tests/games",
    "tests/engine",
    "tests/states",
    "tests/telling",
    "tests/invariants",
    "tests/understanding",
    "tests/test_guiones.py",
    "tests/test_windows.py",
    "tests/test_rules_file.py",
    "tests/test_manners.py",
    "tests/test_mending.py",
    "tests/test_appeal.py",
    "tests/test_playing.py",
    "tests/test_demo_sapiencia.py",
    "tests/test_demo_wizard.py",
    "tests/test_decks_sapiencia.py",
    "tests/serve/test_leaks.py",
    "tests/reliability",
)
"""The tests of `make test` that play, judge or talk; what survives the others is given to these."""

GAMES = ("iknow", "sapiencia", "wizard")

FEW_GAMES = "60"
"""Random games against the slow models in the first steps; the wider tests play them all."""

LONGEST_S = 1800.0
"""Seconds for one step."""

MOST_CPU_S, MOST_BYTES = 90, 4 << 30
"""Processor time and memory of one step: a rule that was broken may make a game endless."""

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


def choose(count: int, seed: int) -> list[tuple[Mutation, tuple[tuple[str, ...], ...]]]:
    """Return so many changes, the same number for each kind of file, with their tests."""
    rng = random.Random(seed)
    chosen: list[tuple[Mutation, tuple[tuple[str, ...], ...]]] = []
    for number, (pattern, tests) in enumerate(TESTS.items()):
        every = [(p, n) for p in sorted(ROOT.glob(pattern)) for n in range(places(p))]
        share = count // len(TESTS) + (number < count % len(TESTS))
        chosen += [(mutation(*at), tests) for at in rng.sample(every, min(share, len(every)))]
    return chosen


def passes(tests: tuple[str, ...], path: str, copy: Path, few: bool = True) -> bool:
    """Tell whether all these tests pass in a copy of the project; the first that fails ends it.

    Args:
        tests: files and folders of tests, in their order.
        path: the file that is broken; of the guiones those of its game are played.
        copy: where the project was copied to.
        few: play `FEW_GAMES` against the slow models, and no guion with a slow ear.
    """
    game = next((name for name in GAMES if f"games/{name}" in path), "")
    others = [g for g in GAMES if game and g != game]
    left_out = [f"tests/test_guiones.py::test_guion[{g}" for g in others]
    left_out += ["tests/test_guiones.py::test_a_slow_ear_changes_nothing"] if few else []
    try:
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-x", "-q", "--assert=plain"),
                *("-p", "no:cacheprovider", "-p", "no:xdist"),
                *("-p", "tests.reliability.no_shrinking", "--hypothesis-profile", "no-shrinking"),
                *(f"--deselect={test}" for test in left_out),
                *tests,
            ],
            cwd=copy,
            env={
                **os.environ,
                **({"TERTULIA_MODEL_GAMES": FEW_GAMES} if few else {}),
                "PYTHONPATH": str(copy),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LONGEST_S,
            preexec_fn=functools.partial(_limit, 1 if few else 12),
        )
    except subprocess.TimeoutExpired:
        return False  # a change that never ends is noticed
    return ran.returncode == 0


def _limit(times: int) -> None:
    """Bound the time and the memory of this process, which has just been made."""
    resource.setrlimit(resource.RLIMIT_CPU, (times * MOST_CPU_S, times * MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def noticed(
    change: Mutation, steps: tuple[tuple[str, ...], ...], copy: Path, wide: bool
) -> str | None:
    """Return the step that notices the change in a copy of the package, or None."""
    target = copy / change.path
    whole, kept = target.read_text(encoding="utf-8"), target.stat()
    target.write_text(change.source, encoding="utf-8")
    # Compiled files are told from stale ones by this time, in whole seconds.
    os.utime(target, (kept.st_atime, kept.st_mtime + 10))
    try:
        for number, tests in enumerate(steps, start=1):
            if not passes(tests, change.path, copy):
                return f"step {number}"
        if wide and not passes(WIDER, change.path, copy, few=False):
            return "wider tests"
        return None
    finally:
        target.write_text(whole, encoding="utf-8")
        os.utime(target, (kept.st_atime, kept.st_mtime))


def main() -> int:
    """Make the changes one after the other and name those that no test noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--unchecked", action="store_true", help="do not see first that all tests pass"
    )
    parser.add_argument("--quick", action="store_true", help="without the guiones")
    parser.add_argument(
        "--wide", action="store_true", help="give what survives to the wider tests too"
    )
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of some changes")
    args = parser.parse_args()
    chosen = choose(args.count, args.seed)
    left = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("host", "tests", "decks", "models"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "Makefile", "LICENSE", "docs"):
            where = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            where(ROOT / name, copy / name)
        compileall.compile_dir(copy, quiet=2)
        for pattern, steps in () if args.unchecked else TESTS.items():
            # A test that fails anyway would catch everything.
            if not all(passes(tests, pattern, copy) for tests in steps):
                print(f"the tests of {pattern} fail without any change: mend them first")
                return 1
        for number, (change, steps) in enumerate(chosen, start=1):
            if args.only and number not in args.only:
                continue
            begun = time.monotonic()
            by = noticed(change, steps[:1] if args.quick else steps, copy, args.wide)
            tried += 1
            left += by is None
            told = "SURVIVED" if by is None else f"caught by {by}"
            took = time.monotonic() - begun
            print(
                f"{number} {told} ({took:.0f} s) {change.path}:{change.line}: {change.what}",
                flush=True,
            )
    print(f"{tried - left} of {tried} caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
