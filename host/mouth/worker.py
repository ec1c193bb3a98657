"""A voice in a process of its own: one render a call, a time limit, and one more try.

Speech libraries hang, die and print (pitfalls B1-B13). So each runs in a child that can be
killed, that answers on a private copy of its standard output, and that ends with its parent.

The child is started as ``python -m host.mouth.worker MODULE:FUNCTION JSON FOLDER``. The function
takes the JSON object and returns a `Render`. The child's temporary files go to FOLDER, which
the parent removes: a killed child cannot tidy up.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import IO, Any

import numpy as np

from host import children
from host.mouth.base import Speech, VoiceError

TIME_LIMIT_S = 30.0
"""A line that takes longer than this to render is given up; longer lets a hang last longer."""

START_LIMIT_S = 90.0
"""Loading a model may take this long on a slow machine."""

LARGEST_BYTES = 200_000_000
"""A rendered line is never larger than this; more is rubbish."""

LOWEST_RATE, HIGHEST_RATE = 4_000, 192_000
"""Samples a second outside this range are rubbish."""

_HEAD = struct.Struct("<4sBII")
_MAGIC = b"TERT"
_READY, _SPEECH, _ERROR, _CRASH = 0, 1, 2, 3

Render = Callable[[str, Mapping[str, Any]], tuple[Any, int]]
"""Takes a text and options; returns mono float samples in [-1, 1] and samples a second."""

_Replies = queue.Queue[tuple[int, int, bytes] | None]


class VoiceProcess:
    """Renders texts in a child process; may be called from any thread, one at a time."""

    def __init__(
        self,
        factory: str,
        settings: Mapping[str, Any],
        *,
        time_limit_s: float = TIME_LIMIT_S,
        character_limit_s: float = 0.0,
        start_limit_s: float = START_LIMIT_S,
        remedy: str = "",
    ) -> None:
        """Prepare; the child starts with the first render.

        Args:
            factory: ``module:function`` that makes the renderer inside the child.
            settings: its settings, JSON values.
            time_limit_s: seconds a render may take.
            character_limit_s: seconds more for each character of the text.
            start_limit_s: seconds the child may take to be ready.
            remedy: what a person can do if it fails twice; ends the sentence of the error.
        """
        self._factory = factory
        self._settings = dict(settings)
        self._limit = time_limit_s
        self._character_limit = character_limit_s
        self._start_limit = start_limit_s
        self._remedy = remedy
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] | None = None
        self._replies: _Replies = queue.Queue()

    @property
    def pid(self) -> int | None:
        """The child's process id, or None while there is no child."""
        return self._child.pid if self._child else None

    def render(self, text: str, **options: Any) -> Speech:
        """Return the text as speech; restart the child once if it fails.

        Raises:
            VoiceError: the voice says why it cannot, or it failed twice.
        """
        failure = ""
        with self._lock:
            for _ in range(2):
                try:
                    return self._render_once(text, options)
                except _Broken as broken:
                    failure = str(broken)
                    self._stop()
        remedy = f"; {self._remedy}" if self._remedy else ""
        raise VoiceError(f"The voice does not answer ({failure}){remedy}.")

    def close(self) -> None:
        """End the child. May be called twice; a later render starts a new child."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        end, self._end, self._child = self._end, None, None
        if end is not None:
            end()

    def _render_once(self, text: str, options: Mapping[str, Any]) -> Speech:
        if self._child is None or self._child.poll() is not None:
            self._stop()
            self._start()
        assert self._child is not None
        assert self._child.stdin is not None
        request = json.dumps({"text": text, "options": dict(options)}).encode() + b"\n"
        try:
            self._child.stdin.write(request)
            self._child.stdin.flush()
        except OSError as error:
            raise _Broken("it ended by itself") from error
        rate, body = self._reply(self._limit + self._character_limit * len(text), _SPEECH)
        if len(body) % 4 or not LOWEST_RATE <= rate <= HIGHEST_RATE:
            raise _Broken("it gave no speech")
        samples = np.frombuffer(body, dtype="<f4").astype(np.float32)
        if not np.all(np.isfinite(samples)):
            raise _Broken("it gave no speech")
        return Speech(np.clip(samples, -1.0, 1.0), rate)

    def _start(self) -> None:
        self._replies = queue.Queue()
        try:
            child, folder = children.begin(
                "host.mouth.worker", self._factory, self._settings, "tertulia-voice-"
            )
        except OSError as error:
            raise VoiceError(f"The process of the voice cannot be started: {error}.") from error
        self._child = child
        # Also run when the parent ends or forgets this object without closing it.
        self._end = weakref.finalize(self, children.end, child, folder)
        assert child.stdout is not None
        threading.Thread(
            target=_read_replies, args=(child.stdout, self._replies), daemon=True
        ).start()
        try:
            self._reply(self._start_limit, _READY)
        except VoiceError:
            self._stop()
            raise

    def _reply(self, limit: float, wanted: int) -> tuple[int, bytes]:
        try:
            reply = self._replies.get(timeout=limit)
        except queue.Empty:
            raise _Broken(f"no answer within {limit:g} s") from None
        if reply is None:
            raise _Broken("it ended by itself")
        kind, rate, body = reply
        if kind in (_ERROR, _CRASH):
            message = body.decode("utf-8", "replace")
            raise VoiceError(message) if kind == _ERROR else _Broken(message)
        if kind != wanted:
            raise _Broken("it gave no speech")
        return rate, body


class _Broken(Exception):
    """The child hangs, died, or wrote something that is no speech."""


def _read_replies(pipe: IO[bytes], replies: _Replies) -> None:
    try:
        while True:
            head = pipe.read(_HEAD.size)
            if len(head) < _HEAD.size:
                break
            magic, kind, rate, length = _HEAD.unpack(head)
            if magic != _MAGIC or length > LARGEST_BYTES:
                break
            body = pipe.read(length)
            if len(body) < length:
                break
            replies.put((kind, rate, body))
    except (OSError, ValueError):
        pass  # the pipe was closed under the reader: the child is being ended
    replies.put(None)


# ---------------------------------------------------------------------- inside the child


def serve(factory: str, settings: Mapping[str, Any], folder: str) -> None:
    """Run inside the child: answer render requests until the parent is gone."""
    tempfile.tempdir = folder
    # Libraries may print and read what they like: the protocol has descriptors of its own.
    requests, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    wanted: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(requests, wanted, folder), daemon=True).start()

    def reply(kind: int, rate: int, body: bytes) -> None:
        out.write(_HEAD.pack(_MAGIC, kind, rate, len(body)) + body)
        out.flush()

    try:
        module, _, name = factory.partition(":")
        render: Render = getattr(importlib.import_module(module), name)(settings)
        reply(_READY, 0, b"")
        while True:
            request = json.loads(wanted.get())
            try:
                samples, rate = render(request["text"], request["options"])
            except VoiceError as error:
                reply(_ERROR, 0, str(error).encode())
            else:
                reply(_SPEECH, rate, np.asarray(samples, dtype="<f4").tobytes())
    except VoiceError as error:
        reply(_ERROR, 0, str(error).encode())
    except Exception as error:
        # Told to the parent, which starts a new child: nobody would see the traceback.
        reply(_CRASH, 0, f"{type(error).__name__}: {error}".encode())
        raise


def _watch(requests: IO[bytes], wanted: queue.SimpleQueue[bytes], folder: str) -> None:
    """Pass requests on; end the process with its parent, even in the midst of a render."""
    for line in requests:
        wanted.put(line)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3])
