"""The catalogue of models: what there is, where it comes from, what it must hash to."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from host.files import UnreadError, text_of
from host.model_text import sentence
from host.resources import models_dir
from host.text_faults import NO_TOML, toml_fault

UNPUBLISHED = "unpublished"
"""In place of a sha256: no hash of the publisher could be had."""

Kind = Literal["vosk", "whisper", "kokoro", "kokoro-voices"]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Sha256 = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64}|unpublished)$")]
Bytes = Annotated[int, Field(gt=0)]


class ModelError(RuntimeError):
    """Why a model or the catalogue cannot be used, as one sentence with its remedy.

    `key` names the sentence in ``commands/models_text.toml``; str() is the English one.
    """

    def __init__(self, key: str, *causes: ModelError, **fields: Any) -> None:
        super().__init__(key)
        self.key = key
        self.causes = causes
        self.fields = fields

    def text(self, language: str) -> str:
        """Return the sentence in `language`; the causes fill its field ``causes``."""
        causes = " | ".join(cause.text(language) for cause in self.causes)
        return sentence(language, self.key, **self.fields, causes=causes)

    def __str__(self) -> str:
        return self.text("en")


def safe_member(path: str) -> bool:
    """Say whether `path` is a plain relative path with forward slashes that stays inside."""
    parts = path.split("/")
    return bool(path) and not any(
        part in ("", ".", "..") or "\\" in part or ":" in part or "\0" in part for part in parts
    )


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Part(_Strict):
    """A member of a package; the parts of a file are joined in order."""

    package: Name
    version: Annotated[str, StringConstraints(pattern=r"^[0-9][0-9A-Za-z.]*$")]
    member: str

    @property
    def requirement(self) -> str:
        """The package as pip wants it."""
        return f"{self.package}=={self.version}"


class FileEntry(_Strict):
    """A file of a model in one source: sizes in bytes, either exact or a range."""

    path: str
    sha256: Sha256
    size: Bytes | None = None
    size_min: Bytes | None = None
    size_max: Bytes | None = None
    url: str | None = None
    unpack: str | None = None
    parts: tuple[Part, ...] = ()

    @field_validator("path")
    @classmethod
    def _inside(cls, path: str) -> str:
        if not safe_member(path):
            raise ValueError("must be a relative path with forward slashes, without ..")
        return path

    @field_validator("unpack")
    @classmethod
    def _one_folder(cls, folder: str | None) -> str | None:
        if folder is not None and not safe_member(folder):
            raise ValueError("must name the folder inside the archive")
        return folder

    @field_validator("url")
    @classmethod
    def _https(cls, url: str | None) -> str | None:
        if url is not None and not safe_url(url):
            raise ValueError("must begin with https://")
        return url

    @model_validator(mode="after")
    def _sizes(self) -> Self:
        if self.size is None and (self.size_min is None or self.size_max is None):
            raise ValueError("needs size, or size_min and size_max")
        if self.size is not None and (self.size_min or self.size_max):
            raise ValueError("has size and a size range; keep one")
        if self.smallest > self.largest:
            raise ValueError("size_min is larger than size_max")
        return self

    @property
    def smallest(self) -> int:
        """The fewest bytes the file may have."""
        return self.size or self.size_min or 1

    @property
    def largest(self) -> int:
        """The most bytes the file may have."""
        return self.size or self.size_max or 1

    @property
    def published(self) -> bool:
        """Whether the hash is known beforehand."""
        return self.sha256 != UNPUBLISHED


class Source(_Strict):
    """One place where all files of a model can be had."""

    kind: Literal["https", "pypi"]
    file: Annotated[tuple[FileEntry, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits_kind(self) -> Self:
        paths = [entry.path for entry in self.file]
        if len(set(paths)) != len(paths):
            raise ValueError("names the same path twice")
        for entry in self.file:
            if self.kind == "https" and (entry.url is None or entry.parts):
                raise ValueError(f"{entry.path}: a file of an https source needs url, not parts")
            if self.kind == "pypi" and (not entry.parts or entry.url or entry.unpack):
                raise ValueError(f"{entry.path}: a file of a pypi source needs parts, not url")
            if self.kind == "pypi" and not entry.published:
                raise ValueError(f'{entry.path}: "unpublished" is for https sources only')
        return self

    @property
    def requirements(self) -> tuple[str, ...]:
        """The packages of a pypi source, each once, in order."""
        return tuple(dict.fromkeys(part.requirement for entry in self.file for part in entry.parts))


class Note(_Strict):
    """A line about the model for the player, per language."""

    es: str
    en: str


class Model(_Strict):
    """One model: `size` is bytes on disk, `download` bytes to fetch, `minutes` an estimate."""

    name: Name
    language: Annotated[str, StringConstraints(pattern=r"^([a-z]{2}|multi)$")]
    kind: Kind
    licence: Annotated[str, StringConstraints(min_length=1)]
    size: Bytes
    download: Bytes
    approximate: bool = False
    minutes: Annotated[int, Field(ge=1)]
    offered: bool = True
    note: Note
    source: Annotated[tuple[Source, ...], Field(min_length=1)]

    def known_hashes(self) -> dict[str, str]:
        """Return the sha256 per path that some source publishes."""
        return {
            entry.path: entry.sha256
            for source in self.source
            for entry in source.file
            if entry.published and not entry.unpack
        }


class Catalog(_Strict):
    """All models that the program knows."""

    model: tuple[Model, ...]

    @model_validator(mode="after")
    def _names_once(self) -> Self:
        names = [model.name for model in self.model]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            raise ValueError(f"the model {twice} is there twice")
        return self

    @classmethod
    def load(cls, path: Path | None = None) -> Catalog:
        """Read and check a catalogue; without `path`, the one that ships with the program.

        Raises:
            ModelError: the file cannot be read or breaks the schema; names file, line, entry
                and field.
        """
        path = path or models_dir() / "catalog.toml"
        try:
            text = text_of(path)
            data = tomllib.loads(text)
        except UnreadError as error:
            raise ModelError("catalog_unread", path=error.where, why=error.why) from error
        except NO_TOML as error:
            line, why = toml_fault(error, text)
            raise ModelError("catalog_syntax", path=path, line=line, why=why) from error
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            where = list(first["loc"])
            raise ModelError(
                "catalog_field",
                path=path,
                line=_line_of(text, where),
                entry=_entry(data, where),
                field=".".join(str(p) for p in where[2:] or where) or "model",
                why=first["msg"].removeprefix("Value error, "),
            ) from error

    def get(self, name: str) -> Model:
        """Return the model `name`.

        Raises:
            ModelError: there is none of that name.
        """
        for model in self.model:
            if model.name == name:
                return model
        raise ModelError(
            "unknown_model", name=name, names=", ".join(m.name for m in self.model if m.offered)
        )


def safe_url(url: str) -> bool:
    """Say whether `url` is encrypted or stays on this machine."""
    parts = urlsplit(url)
    if parts.scheme == "https":
        return bool(parts.hostname)
    return parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")


def _line_of(text: str, where: list[int | str]) -> int:
    """Return the line where the model (and, if known, the source file) of a fault begins."""
    wanted = [("[[model]]", where[1] if len(where) > 1 else None)]
    for index, table in ((2, "[[model.source]]"), (4, "[[model.source.file]]")):
        if len(where) > index + 1 and isinstance(where[index + 1], int):
            wanted.append((table, where[index + 1]))
    line = 0
    lines = text.splitlines()
    for table, count in wanted:
        if not isinstance(count, int):
            break
        hits = [n for n in range(line, len(lines)) if lines[n].strip() == table]
        if len(hits) <= count:
            break
        line = hits[count]
    return line + 1


def _entry(data: dict[str, Any], where: list[int | str]) -> str:
    """Name the model of a fault, by its name if it has one."""
    if len(where) < 2 or not isinstance(where[1], int):
        return "catalogue"
    entry = data["model"][where[1]]
    name = entry.get("name") if isinstance(entry, dict) else None
    return str(name) if name else f"model {where[1] + 1}"
