"""What is typed and what is shown: UTF-8, whatever the terminal or its variables say."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_WESTERN = "tertulia-western"

LONGEST_LINE = 2000
"""Characters of a line that are read: twenty names of forty letters, and much to spare."""


def settle() -> None:
    """Read and write UTF-8 from now on (pitfalls A25).

    What is typed or piped in Windows' Western encoding keeps its accents as well, and no letter
    ends the program. A program that was started with its streams closed (``>&-``) reads nothing
    and writes to nowhere.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream, encoding, errors in (
        (sys.stdin, "utf-8-sig", _WESTERN),
        (sys.stdout, "utf-8", "replace"),
        (sys.stderr, "utf-8", "replace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=encoding, errors=errors)


def lines_of(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a stream without their ends, each at most `LONGEST_LINE` characters.

    What is behind that is nothing that anybody says, and no memory holds a line without an end.
    """
    whole = True
    while line := stream.readline(LONGEST_LINE):
        if whole:
            yield line.rstrip("\r\n")
        whole = line.endswith("\n")


def as_text(word: str) -> str:
    """Return a word of the command line as it was meant, if its bytes were no UTF-8.

    Paths are left as they are: their bytes name the file.
    """
    return word.encode("utf-8", "surrogateescape").decode("utf-8", _WESTERN)


def _western(error: UnicodeError) -> tuple[str, int]:
    """Return bytes that are no UTF-8 as Windows' Western encoding has them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_WESTERN, _western)
