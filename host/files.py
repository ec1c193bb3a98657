"""What may be opened as a file at all, and what may be read as text."""

from __future__ import annotations

import errno
import io
import stat
from pathlib import Path

NO_TEXT = "it is not UTF-8 text: save it as UTF-8"
"""Why a file of another encoding cannot be read; `host.faults` tells it in other languages."""


class UnreadError(ValueError):
    """A file whose text cannot be had.

    Attributes:
        where: the file, with the line that is no text.
        why: what is wrong, in English.
    """

    def __init__(self, where: str, why: str) -> None:
        """Keep both; the text of the error is a sentence of them."""
        super().__init__(f"{where}: cannot be read ({why}).")
        self.where, self.why = where, why


def text_of(path: Path) -> str:
    r"""Return the text of a file; lines end with ``\n``, and a byte order mark is none of it.

    Raises:
        UnreadError: it cannot be read, or is not UTF-8.
    """
    try:
        raw = regular(path).read_bytes()
    except OSError as error:
        raise UnreadError(str(path), error.strerror or str(error)) from error
    try:
        return io.StringIO(raw.decode("utf-8-sig"), newline=None).read()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadError(f"{path}:{line}", NO_TEXT) from error


def regular(path: Path, *, device: bool = False) -> Path:
    """Return a path that a regular file may have; one where nothing is passes, as a folder does.

    A pipe whose other end nobody opens, or a device without an end, would hang the program
    without a word.

    Args:
        device: a character device passes too, such as ``/dev/null`` for what is written.

    Raises:
        OSError: there is a pipe, a socket or a device.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return path  # whoever opens it is told why it cannot be
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (device and stat.S_ISCHR(mode)):
        return path
    raise OSError(errno.EINVAL, "not a regular file", str(path))
