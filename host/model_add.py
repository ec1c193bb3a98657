"""Installs a model from an archive that somebody fetched by hand: for computers without network."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.files import regular
from host.model_catalog import Catalog, FileEntry, Model, ModelError
from host.model_fetch import BAD_ZIP, unpack
from host.model_install import (
    alone,
    compare_with_record,
    put_in_place,
    record_hashes,
    staged,
    verify,
)
from host.models import fault_of, models_home, names_under, write_receipt

_OF_A_FILE = {
    "too_big": "add_size",
    "wrong_size": "add_size",
    "wrong_hash": "add_hash",
    "bad_archive": "add_broken",
    "bad_structure": "add_structure",
}
"""What is wrong with something fetched, by what it is called where somebody brought the file: to
repeat the command mends nothing then."""


def add(archive: Path, home: Path | None = None, *, catalog: Catalog | None = None) -> Path:
    """Install the model of the catalogue whose archive this is; return its folder.

    The archive is left as it is. What holds for a pull holds here: size, hash where the
    publisher gives one, structure; and a hash that was seen before must not change.

    Raises:
        ModelError: no archive, none of the catalogue's, damaged, or the disk does not take it.
    """
    root = models_home(home)
    with _of_a_file(archive):
        model, entry = _which(archive, catalog or Catalog.load())
        target = root / model.name
        if fault_of(target) is None:
            return target
        found = verify(archive, entry)
    with _of_a_file(archive), alone(model, root), staged(model, root) as staging:
        made = staging / "model"
        made.mkdir()
        if not entry.published:
            compare_with_record(root, model.name, entry, found)
        unpack(archive, entry, made)
        unpublished = () if entry.published else tuple(names_under(made))
        write_receipt(model, made, "file", unpublished)
        if not entry.published:
            record_hashes(root, model.name, {entry.path: found})
        put_in_place(made, target, staging)
    return target


@contextmanager
def _of_a_file(archive: Path) -> Iterator[None]:
    """Tell what is wrong with something fetched as what is wrong with this file."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise ModelError("add_unread", path=archive, why=why) from error
    except ModelError as fault:
        key = _OF_A_FILE.get(fault.key, fault.key)
        raise ModelError(key, *fault.causes, **{**fault.fields, "file": archive}) from fault


def _which(archive: Path, catalog: Catalog) -> tuple[Model, FileEntry]:
    """Return the model whose folder is in the archive, and its entry in the catalogue."""
    try:
        with zipfile.ZipFile(regular(archive)) as opened:
            tops = {name.split("/")[0] for name in opened.namelist()}
    except BAD_ZIP as error:
        raise ModelError("bad_archive") from error
    known: list[str] = []
    for model in catalog.model:
        for source in model.source:
            for entry in source.file:
                if entry.unpack is not None:
                    known.append(entry.path)
                    if entry.unpack in tops:
                        return model, entry
    raise ModelError("add_unknown", path=archive, known=", ".join(known))
