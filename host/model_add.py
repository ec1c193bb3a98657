"""Installs a model from an archive that somebody fetched by hand: for computers without network."""

from __future__ import annotations

import zipfile
from pathlib import Path

from host.model_catalog import Catalog, FileEntry, Model, ModelError
from host.model_fetch import unpack
from host.model_install import (
    alone,
    compare_with_record,
    put_in_place,
    record_hashes,
    staged,
    verify,
)
from host.models import fault_of, models_home, names_under, write_receipt


def add(archive: Path, home: Path | None = None, *, catalog: Catalog | None = None) -> Path:
    """Install the model of the catalogue whose archive this is; return its folder.

    The archive is left as it is. What holds for a pull holds here: size, hash where the
    publisher gives one, structure; and a hash that was seen before must not change.

    Raises:
        ModelError: no archive, none of the catalogue's, damaged, or the disk does not take it.
    """
    model, entry = _which(archive, catalog or Catalog.load())
    root = models_home(home)
    target = root / model.name
    if fault_of(target) is None:
        return target
    with alone(model, root), staged(model, root) as staging:
        made = staging / "model"
        made.mkdir()
        found = verify(archive, entry)
        if not entry.published:
            compare_with_record(root, model.name, entry, found)
        unpack(archive, entry, made)
        unpublished = () if entry.published else tuple(names_under(made))
        write_receipt(model, made, "file", unpublished)
        if not entry.published:
            record_hashes(root, model.name, {entry.path: found})
        put_in_place(made, target, staging)
    return target


def _which(archive: Path, catalog: Catalog) -> tuple[Model, FileEntry]:
    """Return the model whose folder is in the archive, and its entry in the catalogue."""
    if not archive.is_file():
        raise ModelError("add_missing", path=archive)
    try:
        with zipfile.ZipFile(archive) as opened:
            tops = {name.split("/")[0] for name in opened.namelist()}
    except (zipfile.BadZipFile, OSError) as error:
        raise ModelError("bad_archive", file=archive.name, why=error) from error
    known: list[str] = []
    for model in catalog.model:
        for source in model.source:
            for entry in source.file:
                if entry.unpack is not None:
                    known.append(entry.path)
                    if entry.unpack in tops:
                        return model, entry
    raise ModelError("add_unknown", path=archive, known=", ".join(known))
