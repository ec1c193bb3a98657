"""Tables of spoken answers with their labels, for ``tertulia judge FILE.tsv``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from host.files import UnreadError, text_of
from host.understanding.judge import Judgement, judge
from host.understanding.judge_words import word_lists
from host.understanding.numbers import parse, tokens

COLUMNS = ("answer", "accept", "reject", "said", "verdict")
_OPTIONAL = ("question", "language")
_VERDICTS = ("right", "wrong", "unsure")


class TableError(ValueError):
    """A table that cannot be read; the message names file, line and column."""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled spoken answer; `line` is its line in the file, counted from 1."""

    answer: str
    accept: tuple[str, ...]
    reject: tuple[str, ...]
    said: str
    verdict: str
    line: int = 0
    question: str = ""
    language: str = "es"


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that the judge sees otherwise than its label."""

    row: Row
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Report:
    """How the judge did on a table: number of rows, share of 1 judged as labelled, the rest."""

    rows: int
    accuracy: float
    differences: tuple[Difference, ...]


def _guess_language(*texts: str) -> str:
    """Return "en" if more English than Spanish small words and numbers occur, else "es"."""
    counts = []
    for language in ("es", "en"):
        number = sum(
            found.end - found.start
            for text in texts
            for found in parse(text, language)
            if found.kind in ("cardinal", "ordinal")
        )
        small = sum(word_lists(language).count(tokens(text, language)) for text in texts)
        counts.append(number + small)
    return "en" if counts[1] > counts[0] else "es"


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def read_table(path: Path) -> tuple[Row, ...]:
    """Read a table: tab-separated, with a header; lists in a cell are separated by ``|``.

    Columns question and language may follow the five; without a language it is guessed
    from the words of the row, Spanish in doubt. Blank lines are skipped.

    Raises:
        TableError: if the file cannot be read, has no row, or a row is not as it must be.
    """
    try:
        lines = text_of(path).splitlines()
    except UnreadError as error:
        raise TableError(str(error)) from error
    header = [name.strip() for name in lines[0].split("\t")] if lines else []
    for column in COLUMNS:
        if column not in header:
            raise TableError(
                f"{path}, line 1: column {column!r} is missing; "
                f"the first line must name {', '.join(COLUMNS)}, separated by tabs"
            )
    for column in header:
        if column not in (*COLUMNS, *_OPTIONAL) or header.count(column) > 1:
            raise TableError(
                f"{path}, line 1: column {column!r} is unknown or given twice; remove it"
            )
    rows = [
        _row(path, number, line.split("\t"), header)
        for number, line in enumerate(lines[1:], 2)
        if line.strip()
    ]
    if not rows:
        raise TableError(
            f"{path}, line 2: there is no row; write an answer a line below the header"
        )
    return tuple(rows)


def _row(path: Path, number: int, cells: list[str], header: list[str]) -> Row:
    if len(cells) != len(header):
        raise TableError(
            f"{path}, line {number}: {len(cells)} cells where the header has {len(header)}; "
            "separate them by single tabs and leave empty ones empty"
        )
    cell = dict(zip(header, (text.strip() for text in cells), strict=True))
    if not tokens(cell["answer"], "es"):
        raise TableError(f"{path}, line {number}, column answer: is empty; write the answer")
    if cell["verdict"] not in _VERDICTS:
        raise TableError(
            f"{path}, line {number}, column verdict: {cell['verdict']!r} is not one of "
            f"{', '.join(_VERDICTS)}; write one of them"
        )
    language = cell.get("language") or _guess_language(cell["answer"], cell["accept"], cell["said"])
    if language not in ("es", "en"):
        raise TableError(
            f"{path}, line {number}, column language: {language!r} is not known; write es or en"
        )
    return Row(
        answer=cell["answer"],
        accept=_list(cell["accept"]),
        reject=_list(cell["reject"]),
        said=cell["said"],
        verdict=cell["verdict"],
        line=number,
        question=cell.get("question", ""),
        language=language,
    )


def run_table(path: Path) -> Report:
    """Judge every row of the table at `path` and compare with its label.

    Nothing heard settles nothing, so the verdict "nothing" agrees with the label "unsure".

    Raises:
        TableError: if the table cannot be read.
    """
    rows = read_table(path)
    differences: list[Difference] = []
    for row in rows:
        found = judge(
            row.said,
            answer=row.answer,
            accept=row.accept,
            reject=row.reject,
            question=row.question,
            language=row.language,
        )
        settled = "unsure" if found.verdict == "nothing" else found.verdict
        if settled != row.verdict:
            differences.append(Difference(row, found))
    share = 1.0 - len(differences) / len(rows)
    return Report(len(rows), share, tuple(differences))
