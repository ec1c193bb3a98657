"""Where a text is no YAML or no TOML, and why, in words for whoever wrote it.

What the parsers say is for those who know the formats, and in English only. The reasons here are
told in other languages by `host.faults`.
"""

from __future__ import annotations

import re
import tomllib

import yaml

YAML_WHY = (
    (r"stands twice|duplicate", "a key stands twice"),
    (r"\\t|cannot start any token", "a tab or a sign cannot stand there: use spaces, or quotes"),
    (r"mapping values are not allowed", "there is a colon too many: put the text in quotes"),
    (r"could not find expected ':'", "a colon is missing behind the key"),
    (r"quoted scalar|end of stream|document separator", "a quotation mark is missing"),
    (r"',' or|flow", "a bracket or a comma is missing"),
    (r"escape|hexadecimal", "a backslash between double quotes: use single quotes"),
    (r"special characters|codec", "there is a letter that cannot be seen: delete it"),
    (r"alias|anchor", "names with * or & are not allowed: write the value out"),
    (r"\btag\b", "words with ! are not allowed"),
    (r"cannot be read", "there is no such number or date"),
    (r"block|indent|expected key|entries|'-'|mapping keys", "the lines are not indented alike"),
)
"""What PyYAML and libyaml complain of, and what that means; the first that is found counts."""

TOML_WHY = (
    (r"Invalid value", "the value is missing, or is a text without quotes"),
    (r"after a statement", "there is something behind the value"),
    (r"'=' after a key", "the sign = is missing behind the key"),
    (r"twice|overwrite|mutate|redefine|Duplicate", "it stands twice"),
    (r"Unclosed|'\]", "a bracket is missing"),
    (r"Unterminated|Illegal character", "a quotation mark is missing"),
    (r"escape|Escape|hex value", "a backslash between double quotes: use single quotes"),
    (r"date", "there is no such number or date"),
    (r"digits|depth|recursion", "it is too long or too deep"),
)
"""What tomllib complains of, and what that means."""

NO_TOML = (ValueError, RecursionError)
"""What a text that is no TOML gives: numbers of thousands of digits, and a thousand brackets,
have no error of their own."""

OTHER = "this line is not written as the others"


def yaml_fault(error: Exception) -> tuple[int, str]:
    """Return the line (from 0) of what is wrong in a YAML text, and why."""
    mark = getattr(error, "problem_mark", None)
    context, problem = getattr(error, "context", None), getattr(error, "problem", None)
    said = f"{problem or error}" if isinstance(error, yaml.YAMLError) else ""
    return (mark.line if mark else 0), _why(YAML_WHY, said) or _why(YAML_WHY, str(context)) or OTHER


def toml_fault(error: Exception, text: str) -> tuple[int, str]:
    """Return the line (from 1) of what is wrong in a TOML text, and why."""
    said = str(error)
    found = re.search(r"at line (\d+)", said)
    last = len(text.rstrip().splitlines()) if isinstance(error, tomllib.TOMLDecodeError) else 0
    return int(found[1]) if found else max(last, 1), _why(TOML_WHY, said) or OTHER


def _why(reasons: tuple[tuple[str, str], ...], said: str) -> str:
    return next((why for pattern, why in reasons if re.search(pattern, said)), "")
