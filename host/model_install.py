"""Installing a model: one at a time, in a folder aside, ended by one rename.

What is being installed lies in ``HOME/.pull-NAME-…``, so an interrupted installation never looks
like a model; the next one clears what it left.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.model_catalog import FileEntry, Model, ModelError
from host.model_fetch import disk_faults, sha256_of
from host.model_text import bytes_text
from host.models import write_whole

RECORD = "recorded-hashes.json"
"""The file of the hashes, as first seen, of files whose publisher gives none."""

SPARE = 64_000_000
"""Bytes that stay free on the disk after an installation."""


@contextmanager
def alone(model: Model, root: Path) -> Iterator[None]:
    """Hold the lock of this model, and turn faults of the disk into sentences.

    Raises:
        ModelError: somebody else installs it, or the disk is full, read-only or faulty.
    """
    need = bytes_text("en", _needed(model))
    with disk_faults(root, name=model.name, need=need), _only_one(root, model.name):
        yield


@contextmanager
def staged(model: Model, root: Path) -> Iterator[Path]:
    """Give a folder to make the model in, and remove what is left in it at the end.

    Raises:
        ModelError: the disk has no room for it.
    """
    _clear_leftovers(root, model.name)
    _refuse_full_disk(root, model)
    staging = Path(tempfile.mkdtemp(prefix=f".pull-{model.name}-", dir=root))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def put_in_place(made: Path, target: Path, staging: Path) -> None:
    """Make the folder `made` the model `target`, instead of a damaged one that is there."""
    if target.exists():
        target.rename(staging / "old")
    made.rename(target)


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
    write_whole(root / RECORD, json.dumps(records, indent=1, sort_keys=True))


@contextmanager
def _only_one(root: Path, name: str) -> Iterator[None]:
    """Hold the lock of this model; the system lets go of it when the process ends.

    Raises:
        ModelError: another pull holds it, or `root` is a file.
    """
    if root.exists() and not root.is_dir():
        raise ModelError("bad_override", path=root)
    locks = root / ".locks"
    try:
        with _locked(locks / name) as mine:
            if not mine:
                raise ModelError("busy", name=name)
            yield
    finally:
        with contextlib.suppress(OSError):  # another model's lock is in it
            locks.rmdir()


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Hold the lock of a file, which is made for it and taken away after it; False if it is held.

    Whoever opened the file before it was taken away holds the lock of nothing, and opens it again.
    """
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = path.open("a+b")
        except FileNotFoundError:
            continue  # the folder went between these two lines
        with file:
            try:
                if sys.platform == "win32":
                    import msvcrt

                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                else:
                    import fcntl

                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                yield False
                return
            if not _is_still(file.fileno(), path):
                continue
            try:
                yield True
            finally:
                with contextlib.suppress(OSError):  # Windows takes no open file away
                    path.unlink()
            return


def _is_still(opened: int, path: Path) -> bool:
    """Tell whether an open file is the one that has this path now."""
    try:
        return os.path.samestat(os.fstat(opened), path.stat())
    except FileNotFoundError:
        return False


def _needed(model: Model) -> int:
    """Return the bytes that an installation takes: what is fetched, what is made of it, a rest."""
    return 2 * model.size + SPARE


def _clear_leftovers(root: Path, name: str) -> None:
    """Remove what earlier installations of this model left when they were killed."""
    for left in root.glob(f".pull-{name}-*"):
        # The names of some models begin with those of others: kokoro, kokoro-voices.
        if "-" not in left.name.removeprefix(f".pull-{name}-"):
            shutil.rmtree(left, ignore_errors=True)


def _refuse_full_disk(root: Path, model: Model) -> None:
    need, free = _needed(model), shutil.disk_usage(root).free
    if free < need:
        raise ModelError(
            "disk_full",
            name=model.name,
            path=root,
            need=bytes_text("en", need),
            free=bytes_text("en", free),
        )
