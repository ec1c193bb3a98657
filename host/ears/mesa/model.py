"""Model folders that Vosk loads: the shipped es-mesa with a graph for what may be said now."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from host.ears.mesa.graph import Costs, Phrase, free_graph, phrase_graph
from host.resources import models_dir

ACOUSTIC = "am/final.mdl"
SMALL_FILES = ("conf/mfcc.conf", "conf/model.conf", "graph/phones/word_boundary.int")
SUMS = "SHA256SUMS"

_LATTICE_BEAM = re.compile(r"--lattice-beam=\S+")
_BEGIN = b"\0B<TransitionModel> "
_END = b"<Priors> FV \x04\0\0\0\0"

_checked: dict[Path, tuple[int, int]] = {}


class MesaError(ValueError):
    """A base model that cannot be used; the text says why, in one sentence."""


def mesa_folder() -> Path | None:
    """Return the folder of the es-mesa that ships with the program, or None if it is not there."""
    folder = models_dir() / "es-mesa"
    return folder if (folder / ACOUSTIC).is_file() else None


def check_base(base: Path) -> None:
    """See that `base` is a whole base model, before Vosk, which a bad one would kill, sees it.

    Raises:
        MesaError: a file is missing, empty, cut short or not the one that was written.
    """
    if not base.is_dir():
        raise MesaError(f"{base} is not a folder; es-mesa is a folder with am/, conf/ and graph/.")
    sums = base / SUMS
    if not sums.is_file():
        raise MesaError(f"{base} has no {SUMS}: it is not an es-mesa model.")
    try:
        lines = [line.split() for line in sums.read_text(encoding="ascii").splitlines()]
        expected = {name: digest for digest, name in lines}
    except (UnicodeDecodeError, ValueError) as error:
        raise MesaError(f"{sums} cannot be read; install the program again.") from error
    for name in (ACOUSTIC, *SMALL_FILES):
        path = base / name
        if name not in expected:
            raise MesaError(f"{sums} does not name {name}; install the program again.")
        if not path.is_file():
            raise MesaError(f"{path} is missing; install the program again.")
        _check_file(path, expected[name])


def _check_file(path: Path, expected: str) -> None:
    status = path.stat()
    stamp = (status.st_size, status.st_mtime_ns)
    if _checked.get(path) == stamp:
        return
    data = path.read_bytes()
    whole = hashlib.sha256(data).hexdigest() == expected
    if path.name == "final.mdl":
        whole = whole and data.startswith(_BEGIN) and data.endswith(_END)
    if not whole:
        raise MesaError(f"{path} is damaged; install the program again.")
    _checked[path] = stamp


def write_model(
    base: Path,
    out: Path,
    phrases: Sequence[Phrase],
    *,
    unk: bool = True,
    free: bool = False,
    costs: Costs | None = None,
    lattice_beam: float | None = None,
) -> None:
    """Write into `out` a complete model folder, which ``vosk.Model(str(out))`` loads.

    The acoustic model is linked, or copied where links cannot be. A recogniser of the model
    takes no grammar of its own: `phrases` are the grammar.

    Args:
        base: the folder of a base model, such as `mesa_folder()`.
        out: the folder to write; files of an earlier model in it are replaced.
        phrases: what may be said; each is heard as a whole or not at all.
        unk: True to let other words be heard as ``[unk]``.
        free: True for the syllable loop instead of phrases: what comes back is the syllables
            heard, which spell it when they are joined without spaces.
        costs: of `[unk]`, silence and repetition, where the usual ones do not serve.
        lattice_beam: nats within which other texts are kept, where the usual does not serve.

    Raises:
        MesaError: `base` cannot be used.
        ValueError: no phrase can be spoken.
    """
    check_base(base)
    graph = free_graph(costs) if free else phrase_graph(phrases, unk=unk, costs=costs)
    for name in SMALL_FILES:
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copyfile(base / name, target)
    if lattice_beam is not None:
        settings = out / "conf/model.conf"
        text = settings.read_text(encoding="ascii")
        settings.write_text(_LATTICE_BEAM.sub(f"--lattice-beam={lattice_beam:g}", text), "ascii")
    _link(base / ACOUSTIC, out / ACOUSTIC)
    (out / "graph" / "HCLG.fst").write_bytes(graph.fst)
    (out / "graph" / "words.txt").write_text(graph.words, encoding="utf-8")


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
