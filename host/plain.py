"""Text on a terminal: plain lines of at most eighty columns, no colour, no boxes (NO_COLOR).

A narrow terminal, large print and a braille line show them; a screen reader reads them in order.
"""

from __future__ import annotations

import textwrap

WIDTH = 80
"""Columns of a line."""

INDENT = "  "
"""Stands before what goes on in the next line, so that facts stay apart."""


def wrapped(text: str) -> str:
    """Return a fact in lines of at most `WIDTH` columns; a longer word stays whole.

    >>> wrapped("Ana, dos.")
    'Ana, dos.'
    """
    return "\n".join(
        textwrap.wrap(
            text,
            WIDTH,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
