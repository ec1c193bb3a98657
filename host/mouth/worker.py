"""A voice in a process of its own: one render a call, a time limit, and one more try.

Speech libraries hang, die and print (pitfalls B1-B13). So each runs in a child that can be
killed, speaks a small binary protocol on a pipe of its own, and ends with its parent.

The child is started as ``python -m host.mouth.worker MODULE:FUNCTION JSON``; the function
takes the JSON object and returns a callable ``render(text) -> (samples, rate)``.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

import numpy as np

from host.mouth.base import Speech, VoiceError

TIME_LIMIT_S = 30.0
"""A line that takes longer than this to render is given up; longer lets a hang last longer."""

START_LIMIT_S = 90.0
"""Loading a model may take this long on a slow machine."""

LARGEST_BYTES = 200_000_000
"""A rendered line is never larger than this; more is rubbish."""

_HEAD = struct.Struct("<4sBII")
_MAGIC = b"TERT"
_READY, _SPEECH, _ERROR = 0, 1, 2

Render = Callable[[str, Mapping[str, Any]], tuple[Any, int]]


class VoiceProcess:
    """Renders texts in a child process."""

    def __init__(
        self,
        factory: str,
        settings: Mapping[str, Any],
        *,
        time_limit_s: float = TIME_LIMIT_S,
        start_limit_s: float = START_LIMIT_S,
    ) -> None:
        """Prepare; the child starts with the first render.

        Args:
            factory: ``module:function`` that makes the renderer inside the child.
            settings: its settings, JSON values.
            time_limit_s: seconds a render may take.
            start_limit_s: seconds the child may take to be ready.
        """
        self._factory = factory
        self._settings = dict(settings)
        self._limit = time_limit_s
        self._start_limit = start_limit_s
        self._child: subprocess.Popen[bytes] | None = None
        self._replies: queue.Queue[tuple[int, int, bytes] | None] = queue.Queue()

    def render(self, text: str, **options: Any) -> Speech:
        """Return the text as speech; restart the child once if it fails.

        Raises:
            VoiceError: the voice says why it cannot, or it failed twice.
        """
        failure = ""
        for _ in range(2):
            try:
                return self._render_once(text, options)
            except _Broken as broken:
                failure = str(broken)
                self.close()
        raise VoiceError(f"The voice does not answer ({failure}).")

    def close(self) -> None:
        """End the child. May be called twice."""
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                pipe.close()

    def _render_once(self, text: str, options: Mapping[str, Any]) -> Speech:
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._start()
        assert self._child is not None
        assert self._child.stdin is not None
        request = json.dumps({"text": text, "options": dict(options)}).encode() + b"\n"
        try:
            self._child.stdin.write(request)
            self._child.stdin.flush()
        except OSError as error:
            raise _Broken("it died") from error
        rate, body = self._reply(self._limit, _SPEECH)
        samples = np.frombuffer(body, dtype="<f4").astype(np.float32)
        if not 4_000 <= rate <= 192_000 or not np.all(np.isfinite(samples)):
            raise _Broken("it gave rubbish")
        return Speech(np.clip(samples, -1.0, 1.0), rate)

    def _start(self) -> None:
        self._replies = queue.Queue()
        self._child = subprocess.Popen(
            [sys.executable, "-m", "host.mouth.worker", self._factory, json.dumps(self._settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the table is not the voice's business
        )
        assert self._child.stdout is not None
        threading.Thread(
            target=_read_replies, args=(self._child.stdout, self._replies), daemon=True
        ).start()
        self._reply(self._start_limit, _READY)

    def _reply(self, limit: float, wanted: int) -> tuple[int, bytes]:
        try:
            reply = self._replies.get(timeout=limit)
        except queue.Empty:
            raise _Broken(f"no answer within {limit:g} s") from None
        if reply is None:
            raise _Broken("it died or gave rubbish")
        kind, rate, body = reply
        if kind == _ERROR:
            raise VoiceError(body.decode("utf-8", "replace"))
        if kind != wanted:
            raise _Broken("it gave rubbish")
        return rate, body


class _Broken(Exception):
    """The child hangs, died, or wrote something that is no speech."""


def _read_replies(pipe: IO[bytes], replies: queue.Queue[tuple[int, int, bytes] | None]) -> None:
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


def serve(factory: str, settings: Mapping[str, Any]) -> None:
    """Run inside the child: answer render requests until the parent is gone."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # libraries may print what they like

    def reply(kind: int, rate: int, body: bytes) -> None:
        out.write(_HEAD.pack(_MAGIC, kind, rate, len(body)) + body)
        out.flush()

    try:
        module, _, name = factory.partition(":")
        render: Render = getattr(importlib.import_module(module), name)(settings)
    except (VoiceError, ImportError, OSError, RuntimeError) as error:
        reply(_ERROR, 0, str(error).encode())
        return
    reply(_READY, 0, b"")
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            samples, rate = render(request["text"], request["options"])
        except (VoiceError, OSError, RuntimeError, ValueError) as error:
            reply(_ERROR, 0, str(error).encode())
            continue
        reply(_SPEECH, rate, np.asarray(samples, dtype="<f4").tobytes())


if __name__ == "__main__":
    serve(sys.argv[1], json.loads(sys.argv[2]))
