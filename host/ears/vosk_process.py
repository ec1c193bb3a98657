"""The Vosk library in a process of its own: what it does to itself costs the table a stretch.

The library ends its process on what it does not like (pitfalls A2-A5, A18, A21). Measured on two
cores: passing a block to a child and back takes 0.03 ms on a quiet machine, 3.7 s with a word in
them 0.23 s in a child and 0.24 s without one on a busy machine. So the child is always worth it.
Killed in the midst of a word, the next answer came 2 s later with es-mesa and 2675 phrases, and
10 s later with a model of 250 MB, and the word was heard. It answers on private descriptors, is
given up after a bounded wait, and ends with its parent.

The child is ``python -m host.ears.vosk_process MODULE:FUNCTION JSON FOLDER``; the function takes
the JSON object and returns an `Engine`. Temporary files go to FOLDER, which the parent removes.
Requests and replies are a length, a kind and a body: JSON, but for sound, which is a time and
16-bit samples.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import queue
import shutil
import struct
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, TypeVar

from host import children
from host.ears.activity import EarError
from host.ears.base import RATE
from host.ears.vosk_engine import Engine, Expected, Finding
from host.ears.vosk_results import Path, Word

START_LIMIT_S = 90.0
"""Loading a large model may take this long on a slow machine."""

TIME_LIMIT_S = 10.0
"""A request that takes longer than this is a hang; longer lets a hang last longer."""

MOST_WAITS = 6
"""So many times the limit is waited for a child that computes, but that a busy machine hardly lets:
it does not hang, and a new one would be let as little."""

STARVED = (0.01, 0.7)
"""Share of a processor between which it is let hardly: below it sleeps, above it computes for
itself and has had its time."""

LIMIT_PER_SECOND = 5.0
"""Seconds more for each second of sound in a request."""

EXPECT_LIMIT_S = 60.0
"""Building a graph of thousands of phrases may take this long on a slow machine."""

LARGEST_BYTES = 50_000_000
"""No request or reply is larger; more is rubbish."""

_HEAD = struct.Struct("<II")
_START = struct.Struct("<d")
_EXPECT, _BEGIN, _FEED, _FINISH = 1, 2, 3, 4
_READY, _DONE, _ERROR = 10, 11, 12

_T = TypeVar("_T")
_Replies = queue.SimpleQueue[tuple[int, bytes] | None]


class EngineLost(Exception):
    """The child died, hangs, or answered rubbish. What was under way is lost; start anew."""


class EngineProcess:
    """An `Engine` in a child process. All calls come from one thread."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        factory: str = "host.ears.vosk_engine:make_engine",
        *,
        time_limit_s: float = TIME_LIMIT_S,
        start_limit_s: float = START_LIMIT_S,
    ) -> None:
        """Start the child and wait until its models are loaded.

        Args:
            settings: of the engine, JSON values.
            factory: ``module:function`` that makes the engine inside the child.
            time_limit_s: seconds a request may take, besides `LIMIT_PER_SECOND`.
            start_limit_s: seconds the child may take to be ready.

        Raises:
            EarError: the engine says what is missing, or no process can be started.
            EngineLost: the child died or hangs while it loads.
        """
        self._limit = time_limit_s
        self._expected, self._owed = Expected(False), False
        self._replies: _Replies = queue.SimpleQueue()
        try:
            child, folder = children.begin(
                "host.ears.vosk_process", factory, settings, "tertulia-ear-"
            )
        except OSError as error:
            raise EarError(f"The process of the ear cannot be started: {error}.") from error
        self._child = child
        # Also run when the parent ends or forgets this object without closing it.
        self._end: Callable[[], object] = weakref.finalize(self, children.end, child, folder)
        assert child.stdout is not None
        threading.Thread(
            target=_read_replies, args=(child.stdout, self._replies), daemon=True
        ).start()
        try:
            self._reply(start_limit_s, _READY)
        except BaseException:
            self._end()
            raise

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._child.pid

    def expect(self, phrases: Sequence[str]) -> None:
        """Listen for these phrases; see `Engine`. Raises `EngineLost`.

        The child may take a second over a new graph. Nobody waits for it: the host is about to
        speak, and the next request comes after it.
        """
        self.expected()
        # ASCII escapes are read back as the text they stand for (A3).
        self._send(_EXPECT, json.dumps(list(phrases)).encode())
        self._owed = True

    def expected(self) -> Expected:
        """Return what became of the last expectation; see `Engine`. Raises `EngineLost`."""
        if self._owed:
            self._owed = False
            found = self._reply(EXPECT_LIMIT_S, _DONE)
            self._expected = _read(found, lambda d: Expected(bool(d[0]), tuple(d[1]), str(d[2])))
        return self._expected

    def begin(self, start: float, pcm: bytes) -> tuple[str, str]:
        """Begin an utterance; see `Engine`. Raises `EngineLost`."""
        return self._sound(_BEGIN, start, pcm)

    def feed(self, pcm: bytes) -> tuple[str, str]:
        """Go on with it; see `Engine`. Raises `EngineLost`."""
        return self._sound(_FEED, 0.0, pcm)

    def finish(self, pcm: bytes) -> Finding:
        """End it; see `Engine`. Raises `EngineLost`."""
        return _read(self._ask(_FINISH, pcm, LIMIT_PER_SECOND * len(pcm) / 2 / RATE), _finding)

    def tidy(self) -> None:
        """Do nothing: the child tidies up by itself when it has answered."""

    def close(self) -> None:
        """End the child. May be called twice."""
        self._end()

    def _sound(self, kind: int, start: float, pcm: bytes) -> tuple[str, str]:
        more = LIMIT_PER_SECOND * len(pcm) / 2 / RATE
        body = self._ask(kind, _START.pack(start) + pcm, more)
        return _read(body, lambda d: (str(d[0]), str(d[1]))) if body else ("", "")

    def _ask(self, kind: int, body: bytes, more_s: float) -> bytes:
        self.expected()
        self._send(kind, body)
        return self._reply(self._limit + more_s, _DONE)

    def _send(self, kind: int, body: bytes) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(_HEAD.pack(len(body), kind) + body)
            self._child.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineLost("it ended by itself") from error

    def _reply(self, limit: float, wanted: int) -> bytes:
        had = processor_s(self.pid)
        for waits in range(1, MOST_WAITS + 1):
            try:
                reply = self._replies.get(timeout=limit)
                break
            except queue.Empty:
                before, had = had, processor_s(self.pid)
                share = 0.0 if before is None or had is None else (had - before) / limit
                if waits == MOST_WAITS or not STARVED[0] < share < STARVED[1]:
                    raise EngineLost(f"no answer within {waits * limit:g} s") from None
        if reply is None:
            raise EngineLost("it ended by itself")
        kind, body = reply
        if kind == _ERROR:
            raise EarError(body.decode("utf-8", "replace"))
        if kind != wanted:
            raise EngineLost("it answered rubbish")
        return body


def processor_s(pid: int) -> float | None:
    """Return the seconds of processor time that a process has had; None where nobody tells."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def _read(body: bytes, take: Callable[[Any], _T]) -> _T:
    try:
        return take(json.loads(body))
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise EngineLost("it answered rubbish") from error


def _finding(data: Any) -> Finding:
    grammar, closed = (
        None if data[name] is None else _path(data[name]) for name in ("grammar", "closed")
    )
    return Finding(grammar, _path(data["free"]), closed)


def _path(data: Any) -> Path:
    score = data["score"]
    return Path(
        tuple(Word(*word) for word in data["words"]),
        str(data["partial"]),
        None if score is None else float(score),
        tuple((str(text), float(less)) for text, less in data["others"]),
    )


def _as_json(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    words = [(w.text, w.start, w.end, w.confidence) for w in path.words]
    return {"words": words, "partial": path.partial, "score": path.score, "others": path.others}


def _read_messages(pipe: IO[bytes], take: Callable[[tuple[int, bytes]], None]) -> None:
    """Read messages until the pipe ends or holds rubbish."""
    with contextlib.suppress(OSError, ValueError):  # closed under the reader
        while len(head := pipe.read(_HEAD.size)) == _HEAD.size:
            length, kind = _HEAD.unpack(head)
            if length > LARGEST_BYTES:
                return
            body = pipe.read(length)
            if len(body) < length:
                return
            take((kind, body))


def _read_replies(pipe: IO[bytes], replies: _Replies) -> None:
    _read_messages(pipe, replies.put)
    replies.put(None)


# ---------------------------------------------------------------------- inside the child


def serve(factory: str, settings: Mapping[str, Any], folder: str) -> None:
    """Run inside the child: answer requests until the parent is gone."""
    tempfile.tempdir = folder
    # The library may print what it likes: the protocol has descriptors of its own.
    requests, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    wanted: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(requests, wanted, folder), daemon=True).start()

    def reply(kind: int, body: bytes) -> None:
        out.write(_HEAD.pack(len(body), kind) + body)
        out.flush()

    try:
        module, _, name = factory.partition(":")
        engine: Engine = getattr(importlib.import_module(module), name)(settings)
        reply(_READY, b"")
        while True:
            kind, body = wanted.get()
            reply(_DONE, _answer(engine, kind, body))
            if kind in (_EXPECT, _FINISH):
                engine.tidy()
    except EarError as error:
        reply(_ERROR, str(error).encode())


def _answer(engine: Engine, kind: int, body: bytes) -> bytes:
    if kind in (_BEGIN, _FEED):
        (start,) = _START.unpack_from(body)
        pcm = body[_START.size :]
        said = engine.begin(start, pcm) if kind == _BEGIN else engine.feed(pcm)
        return json.dumps(said).encode() if any(said) else b""
    if kind == _EXPECT:
        engine.expect(json.loads(body))
        expected = engine.expected()
        return json.dumps((expected.grammar, expected.missing, expected.note)).encode()
    found = engine.finish(body)
    paths = {"grammar": found.grammar, "free": found.free, "closed": found.closed}
    return json.dumps({name: _as_json(path) for name, path in paths.items()}).encode()


def _watch(requests: IO[bytes], wanted: queue.SimpleQueue[tuple[int, bytes]], folder: str) -> None:
    """Pass requests on; end the process with its parent, even in the midst of a request."""
    _read_messages(requests, wanted.put)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3])
