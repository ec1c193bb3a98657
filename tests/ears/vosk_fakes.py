"""Engines and libraries that behave as the tests want, and what real ones share."""

from __future__ import annotations

import json
import os
import signal
import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from host.ears.activity import EarError
from host.ears.vosk_agree import Said, agree, agrees
from host.ears.vosk_engine import Engine, Expected, Finding
from host.ears.vosk_files import FST_MAGIC
from host.ears.vosk_process import EngineProcess
from host.ears.vosk_results import Path as Heard
from host.ears.vosk_results import Word
from host.ears.vosk_sources import RuntimeGrammar, StaticGraphs


class FakeEngine:
    """Hears how many samples it was given; does `behaviour` at the `at`-th piece of sound.

    The behaviour happens once for each line missing from the file `marks`.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.behaviour = str(settings.get("behaviour", ""))
        self.samples = 0
        self.pieces = 0
        self.start = 0.0
        self.phrases: list[str] = []
        self.partial = ("", "")
        self.begun = self.closed = False
        if self.behaviour == "no_model":
            raise EarError("There is no model; put one there")
        if self.behaviour == "dies_at_once":
            self.misbehave("die")

    def expect(self, phrases: Sequence[str]) -> None:
        self.phrases = list(phrases)
        if self.behaviour == "dies_of_phrases" and phrases:
            self.misbehave("die")

    def expected(self) -> Expected:
        return Expected(bool(self.phrases), ("zzz",) if "zzz" in self.phrases else ())

    def begin(self, start: float, pcm: bytes) -> tuple[str, str]:
        self.start, self.samples, self.begun = start, 0, True
        return self.feed(pcm)

    def feed(self, pcm: bytes) -> tuple[str, str]:
        assert self.begun
        self.pieces += 1
        if self.pieces == int(self.settings.get("at", 0)) and self._once_more():
            self.misbehave(self.behaviour)
        self.samples += len(pcm) // 2
        return self.partial

    def finish(self, pcm: bytes) -> Finding:
        assert self.begun
        self.samples += len(pcm) // 2
        self.begun = False
        word = Word(f"n{self.samples}", self.start, self.start + 0.1, 0.9)
        return Finding(None, Heard((word,)))

    def tidy(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def misbehave(self, how: str) -> None:
        if how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "hang":
            while True:
                signal.pause()

    def _once_more(self) -> bool:
        marks = self.settings.get("marks")
        if marks is None:
            return True
        with Path(str(marks)).open("a+", encoding="ascii") as file:
            file.seek(0)
            done = len(file.read())
            if done < int(self.settings.get("times", 1)):
                file.write("x")
                return True
        return False


def make(settings: Mapping[str, Any]) -> Engine:
    return FakeEngine(settings)


class FakeStrategy:
    """Needs no files."""

    name = "fake"
    settings: dict[str, str] = {}  # noqa: RUF012

    def check(self) -> None:
        pass

    def agree(self, found: Finding) -> Said:
        return agree(found.grammar, found.free)

    def agrees(self, grammar: str, free: str) -> bool:
        return agrees(grammar, free)


class FakeLibrary:
    """A recogniser of the library that ends utterances after `ends` calls, and checks its user."""

    def __init__(self, ends: Sequence[int] = (), word: str = "tres") -> None:
        self.ends, self.word = set(ends), word
        self.calls = self.fed = 0
        self.audio = False

    def SetWords(self, on: bool) -> None:
        assert on
        assert self.calls == 0

    def AcceptWaveform(self, data: object) -> int:
        assert type(data) is bytes
        self.calls += 1
        self.audio = True
        self.fed += len(data) // 2
        return int(self.calls in self.ends)

    def _result(self) -> str:
        self.audio = False
        end = self.fed / 16000
        word = {"word": self.word, "start": end - 0.2, "end": end, "conf": 1.0}
        return json.dumps({"text": self.word, "result": [word]}, ensure_ascii=False)

    def Result(self) -> str:
        return self._result()

    def FinalResult(self) -> str:
        return self._result() if self.audio else json.dumps({"text": ""})

    def PartialResult(self) -> str:
        return json.dumps({"partial": self.word if self.audio else ""}, ensure_ascii=False)

    def Reset(self) -> None:
        self.audio = False


class FakeSource:
    """Gives fake recognisers."""

    def __init__(self) -> None:
        self.frees: list[FakeLibrary] = []
        self.grammars: list[FakeLibrary] = []

    def free(self) -> Any:
        self.frees.append(FakeLibrary())
        return self.frees[-1]

    def grammar(self, phrases: Sequence[str]) -> tuple[Any | None, Expected, frozenset[str]]:
        if not phrases:
            return None, Expected(False), frozenset()
        self.grammars.append(FakeLibrary())
        return self.grammars[-1], Expected(True), frozenset()

    def closed(self, phrases: Sequence[str]) -> Any | None:
        return None

    def close(self) -> None:
        pass


# ------------------------------------------------------------------ folders


def fst(kind: str = "const", states: int = 3, arcs: int = 4) -> bytes:
    """Return a graph of the right length, with nothing in it."""
    name = kind.encode()
    head = struct.pack("<ii", FST_MAGIC, len(name)) + name + struct.pack("<i", 8) + b"standard"
    head += struct.pack("<iiQqqq", 2, 0, 3, 0, states, arcs)
    return head + bytes(states * 20 + arcs * 16)


def model_folder(folder: Path, *, static: bool = False) -> Path:
    """Return a folder that looks like a model."""
    graphs = ("graph/HCLG.fst",) if static else ("graph/HCLr.fst", "graph/Gr.fst")
    files = {
        "am/final.mdl": b"\0B<TransitionModel> ",
        "conf/mfcc.conf": b"--x",
    }
    files["conf/model.conf"] = b"--x"
    files |= {name: fst() for name in graphs}
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


# ------------------------------------------------------------------ real engines


class Kept:
    """An engine that outlives its ears, since loading takes seconds."""

    def __init__(self, engine: EngineProcess) -> None:
        self.engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    def close(self) -> None:
        self.engine.expect([])


@lru_cache(maxsize=4)
def kept_engine(strategy: RuntimeGrammar | StaticGraphs) -> Any:
    """Return one engine a strategy for all tests."""
    return Kept(EngineProcess(strategy.settings))
