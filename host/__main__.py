"""The command `tertulia`, which is also `python -m host`.

Ctrl-C counts from the first moment, so everything else is imported behind it.
"""

import os
import sys

from host.interrupt import quiet


def in_utf8() -> None:
    """Begin again with UTF-8 where the system's variables name another encoding.

    Names and files come as bytes, and in such a one «María» would be no name (pitfalls A25).
    """
    if sys.flags.utf8_mode or sys.getfilesystemencoding() == "utf-8" or not sys.executable:
        return
    os.environ["PYTHONUTF8"] = "1"  # for the voice's process as well
    try:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    except OSError:
        return  # it goes on as it was begun


def main() -> None:
    """Run the command line."""
    quiet()
    in_utf8()
    from host.cli import main as commands

    commands()


if __name__ == "__main__":
    main()
