"""Whether a folder is a Vosk model that can be loaded, told before the library sees it.

The library ends the process on damaged files (pitfalls A21), takes a zip for a model (A23) and
does not say that a model takes no grammar (A6). So files are looked at here first.
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from host.ears.activity import EarError

FST_MAGIC = 2125659606
"""First number of every OpenFst file."""

_ADD_ON_BYTES = 4  # another magic number, between the two headers of a look-ahead graph
_STATE_BYTES = {"const": 20, "vector": 12}
_ARC_BYTES = 16
_NEEDED = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf")
_DYNAMIC = ("graph/HCLr.fst", "graph/Gr.fst")
_STATIC = "graph/HCLG.fst"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A folder that can be loaded.

    Attributes:
        folder: where it is.
        takes_grammar: False for models with a static graph, which ignore grammars (A6).
    """

    folder: Path
    takes_grammar: bool


def check_model(folder: Path, remedy: str = "") -> ModelFiles:
    """Return what kind of Vosk model is in `folder`.

    Sizes and headers are read, nothing is hashed.

    Args:
        folder: of the model.
        remedy: what mends it, for the end of the error's sentence.

    Raises:
        EarError: there is no model, or it is cut short; one sentence with path and remedy.
    """
    remedy = remedy or f"run: tertulia models pull {folder.name}"
    if folder.is_file():
        raise EarError(f"{folder} is a file, not the folder of a Vosk model; {remedy}")
    if not folder.is_dir():
        packed = folder.with_name(folder.name + ".zip")
        left = f" (there is only {packed.name})" if packed.exists() else ""
        raise EarError(f"There is no Vosk model in {folder}{left}; {remedy}")
    if sys.platform == "win32" and not str(folder).isascii():
        raise EarError(
            f"Vosk cannot open {folder}, for its letters (A22); move the models to a path in plain "
            "letters and name it with --models"
        )
    # The library itself decides so: a static graph is taken if there is one.
    static = (folder / _STATIC).exists()
    graphs = (_STATIC,) if static else _DYNAMIC
    for name in (*_NEEDED, *graphs):
        file = folder / name
        if not file.is_file() or file.stat().st_size == 0:
            raise EarError(f"{file} is missing or empty; {remedy}")
    for name in graphs:
        fault = _fst_fault(folder / name)
        if fault:
            raise EarError(f"{folder / name} {fault}; {remedy}")
    with (folder / "am/final.mdl").open("rb") as opened:
        if opened.read(3) != b"\0B<":
            raise EarError(f"{folder / 'am/final.mdl'} is no Kaldi model; {remedy}")
    for name, size in _recorded(folder).items():
        file = folder / name
        if not file.is_file() or file.stat().st_size != size:
            raise EarError(f"{file} does not have the {size} bytes that it should; {remedy}")
    return ModelFiles(folder, takes_grammar=not static)


def _recorded(folder: Path) -> dict[str, int]:
    """Return the sizes that were noted when the model was installed, none if they were not."""
    try:
        data = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        return {str(name): int(kept["size"]) for name, kept in data["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _fst_fault(file: Path) -> str:
    """Return what is wrong with an OpenFst file, "" if nothing can be seen."""
    size = file.stat().st_size
    with file.open("rb") as opened:
        head = opened.read(4096)
    try:
        kind, states, arcs, end = _fst_header(head, 0)
        if kind.endswith("lookahead"):  # a constant graph with tables behind it
            kind, states, arcs, end = _fst_header(head, end + _ADD_ON_BYTES)
    except (struct.error, UnicodeDecodeError, ValueError):
        return "is no OpenFst graph, or cut short"
    if kind not in _STATE_BYTES or states < 0 or arcs < 0:
        return ""
    least = end + states * _STATE_BYTES[kind] + arcs * _ARC_BYTES
    return "" if size >= least else f"is cut short ({size} of at least {least} bytes)"


def _fst_header(data: bytes, at: int) -> tuple[str, int, int, int]:
    """Return kind, states, arcs and end of the header at `at`; -1 for numbers not given."""
    (magic,) = struct.unpack_from("<i", data, at)
    if magic != FST_MAGIC:
        raise ValueError("not an OpenFst header")
    at += 4
    texts = []
    for _ in range(2):
        (length,) = struct.unpack_from("<i", data, at)
        if not 0 < length < 64:
            raise ValueError("not an OpenFst header")
        texts.append(data[at + 4 : at + 4 + length].decode("ascii"))
        at += 4 + length
    *_, states, arcs = struct.unpack_from("<iiQqqq", data, at)
    at += struct.calcsize("<iiQqqq")
    # Symbol tables, where there are any, stand between the header and the graph: the graph
    # is then longer still, and its least size holds.
    return texts[0], states, arcs, at
