"""What may be opened as a file at all."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


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
