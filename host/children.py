"""Child processes that hold a speech library: how one begins, and how it ends with its parent.

The library may hang, die, print and leave files (pitfalls A2-A5, B1-B13), so a child has pipes of
its own and a folder for its temporary files, which the parent removes: a killed child cannot.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Any


def begin(
    module: str, factory: str, settings: Mapping[str, Any], prefix: str
) -> tuple[subprocess.Popen[bytes], str]:
    """Start ``python -m MODULE FACTORY JSON FOLDER``; return the child and its folder.

    Args:
        module: what the child runs.
        factory: ``module:function`` that makes what it serves.
        settings: the factory's, JSON values.
        prefix: begins the name of the folder.

    Raises:
        OSError: no process can be started; nothing is left behind.
    """
    folder = tempfile.mkdtemp(prefix=prefix)
    # The child imports what the parent could import, and nothing else.
    places = [path or os.getcwd() for path in sys.path]
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", module, factory, json.dumps(dict(settings)), folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # the library's log (A33)
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
            start_new_session=True,  # Ctrl-C at the table is not the child's business
            creationflags=int(getattr(subprocess, "CREATE_NO_WINDOW", 0)),
        )
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return child, folder


def end(child: subprocess.Popen[bytes], folder: str) -> None:
    """Kill the child, wait for it, and remove what it left."""
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what a dead child did not read is of no use
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)
