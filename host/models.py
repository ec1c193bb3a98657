"""Models on this computer: where they live and whether they are whole.

Layout: ``HOME/NAME/files`` and, in each, ``model.json`` with size and sha256 of every file.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, ValidationError

from host.model_catalog import Catalog, Kind, Model, ModelError
from host.model_fetch import disk_faults, files_under, sha256_of

RECEIPT = "model.json"
"""The file in a model's folder that says what it was when it was installed."""

_FST_MAGIC = b"\xd6\xfd\xb2\x7e"
"""First bytes of every OpenFst file; a wrong one makes Vosk crash (pitfalls A21)."""


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    size: int
    sha256: str


class Receipt(BaseModel):
    """What ``model.json`` holds: the model as it was when it was installed."""

    model_config = ConfigDict(frozen=True)
    name: str
    kind: Kind
    source: str
    files: dict[str, _Kept]
    unpublished: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Outcome of re-hashing: `state` is ok, missing or damaged."""

    name: str
    state: str
    files: int = 0
    fault: ModelError | None = None
    unpublished: tuple[str, ...] = ()


def models_home(override: Path | None = None) -> Path:
    """Return the folder of the models: `override`, else TERTULIA_MODELS, else the user's data."""
    if override is not None:
        return _at_home(override)
    named = os.environ.get("TERTULIA_MODELS", "").strip()
    if named:
        return _at_home(named)
    return Path(platformdirs.user_data_dir("tertulia", appauthor=False)) / "models"


def _at_home(path: str | Path) -> Path:
    """Return a path whose «~» is the user's folder; one of nobody stays as it is."""
    return Path(os.path.expanduser(path))


def installed(name: str, home: Path | None = None) -> Path | None:
    """Return the folder of the model `name` if it is there and whole, else None.

    Reads sizes and first bytes only, never the network; `check` hashes.
    """
    folder = models_home(home) / name
    return folder if fault_of(folder) is None else None


def not_installed(name: str, home: Path) -> str:
    """Return the sentence for a model that is needed and is not there."""
    return f"The model {name} is not installed in {home}; run: tertulia models pull {name}"


def fault_of(folder: Path) -> ModelError | None:
    """Return what is wrong with an installed model's folder, None if it is whole."""
    receipt = _receipt(folder)
    if receipt is None or receipt.name != folder.name or not receipt.files:
        return ModelError("fault_receipt")
    for path, kept in receipt.files.items():
        try:
            size = (folder / path).stat().st_size
        except OSError:
            return ModelError("fault_missing", file=path)
        if size != kept.size:
            return ModelError("fault_size", file=path, size=size, wanted=kept.size)
    return structure_fault(receipt.kind, folder)


def structure_fault(kind: Kind, folder: Path) -> ModelError | None:
    """Return why `folder` cannot be a model of `kind`, None if it can (pitfalls A21)."""
    if kind == "vosk":
        # With HCLr.fst and Gr.fst the model takes grammars; HCLG.fst is the static graph.
        static = (folder / "graph/HCLG.fst").exists()
        graphs = ("graph/HCLG.fst",) if static else ("graph/HCLr.fst", "graph/Gr.fst")
        needed = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", *graphs)
    elif kind == "whisper":
        needed = ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt")
        if (folder / "vocabulary.json").exists():
            needed = (*needed[:3], "vocabulary.json")
    else:
        suffixes = (".onnx",) if kind == "kokoro" else (".npz", ".bin")
        needed = tuple(p.name for p in files_under(folder) if p.suffix in suffixes)
        if not needed:
            return ModelError("fault_missing", file=f"*{suffixes[0]}")
    for path in needed:
        file = folder / path
        if not file.is_file():
            return ModelError("fault_missing", file=path)
        if file.stat().st_size == 0:
            return ModelError("fault_empty", file=path)
        if not _in_format(kind, file):
            return ModelError("fault_form", file=path)
    return None


def _in_format(kind: Kind, file: Path) -> bool:
    """Say whether the first bytes of `file` are those of its format, where it has one."""
    if file.suffix == ".json":
        try:
            json.loads(file.read_text(encoding="utf-8"))
        except (ValueError, RecursionError):
            return False
        return True
    if kind == "kokoro-voices":
        try:
            with zipfile.ZipFile(file) as archive:
                return any(name.endswith(".npy") for name in archive.namelist())
        except zipfile.BadZipFile:
            return False
    with file.open("rb") as opened:
        head = opened.read(4)
    if file.suffix == ".fst":
        return head == _FST_MAGIC
    # An ONNX file is a protobuf message that begins with field 1, the IR version.
    return head[:1] == b"\x08" if file.suffix == ".onnx" else True


def windows_path_fault(home: Path, kind: Kind, platform: str = sys.platform) -> ModelError | None:
    """Return a warning where Vosk could not open its model for letters in the path (A22)."""
    if platform == "win32" and kind == "vosk" and not str(home).isascii():
        return ModelError("ascii_path", path=home)
    return None


def check(name: str, home: Path | None = None, *, catalog: Catalog | None = None) -> CheckReport:
    """Hash the files of the model `name` and compare with the catalogue and ``model.json``.

    Raises:
        ModelError: the catalogue has no such model, or a file cannot be read.
    """
    model = (catalog or Catalog.load()).get(name)
    folder = models_home(home) / name
    if not folder.exists():
        return CheckReport(name, "missing")
    fault = fault_of(folder)
    receipt = _receipt(folder)
    if fault is not None or receipt is None:
        return CheckReport(name, "damaged", fault=fault)
    known = model.known_hashes()
    with disk_faults(folder):
        for path, kept in receipt.files.items():
            wanted = kept.sha256 if path in receipt.unpublished else known.get(path, kept.sha256)
            if sha256_of(folder / path) != wanted:
                return CheckReport(name, "damaged", fault=ModelError("fault_hash", file=path))
    return CheckReport(name, "ok", len(receipt.files), unpublished=receipt.unpublished)


def names_under(folder: Path) -> list[str]:
    """Return the paths of a model's files, its receipt left out."""
    return [
        path.relative_to(folder).as_posix()
        for path in files_under(folder)
        if path != folder / RECEIPT
    ]


def write_receipt(model: Model, folder: Path, source: str, unpublished: tuple[str, ...]) -> None:
    """Check the structure and write ``model.json`` into `folder`.

    Raises:
        ModelError: the files are not a model of this kind.
    """
    fault = structure_fault(model.kind, folder)
    if fault is not None:
        raise ModelError("bad_structure", fault, kind=model.kind)
    files = {
        name: _Kept(size=(folder / name).stat().st_size, sha256=sha256_of(folder / name))
        for name in names_under(folder)
    }
    receipt = Receipt(
        name=model.name, kind=model.kind, source=source, files=files, unpublished=unpublished
    )
    write_whole(folder / RECEIPT, receipt.model_dump_json(indent=1))


def _receipt(folder: Path) -> Receipt | None:
    try:
        return Receipt.model_validate_json((folder / RECEIPT).read_bytes())
    except (OSError, ValidationError):
        return None


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that a reader sees the old or the new one, never a part."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text + "\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
