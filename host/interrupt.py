"""Ctrl-C: quiet while the program begins and ends, KeyboardInterrupt while a command runs."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
from collections.abc import Iterator

STOPPED = 130
"""The exit code of whoever is interrupted, as shells have it."""


def quiet() -> None:
    """Let Ctrl-C end the program without a word: nothing has begun that would have to be told.

    Where it is ignored (``nohup``), it stays so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
        # Python gives the signal back before its very end: what is done by then keeps its code.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Let Ctrl-C be a KeyboardInterrupt for as long as a command runs."""
    ours = signal.getsignal(signal.SIGINT) is _leave
    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(STOPPED)
