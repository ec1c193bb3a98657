"""A voice's process: killed and restarted, quiet, and never longer alive than its parent."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from host.mouth.base import VoiceError
from host.mouth.worker import VoiceProcess

HERE = Path(__file__).resolve().parent
PATIENT_S = 120.0
"""A limit that no test waits for: slow machines are no failure."""

Make = Callable[..., VoiceProcess]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    monkeypatch.syspath_prepend(str(HERE))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    counts = tmp_path / "counts"
    counts.mkdir()
    made: list[VoiceProcess] = []

    def build(how: str, times: int = 1, limit_s: float = PATIENT_S) -> VoiceProcess:
        settings = {"how": how, "times": times, "counts": str(counts)}
        process = VoiceProcess(
            "fake_renderers:make",
            settings,
            time_limit_s=limit_s,
            start_limit_s=PATIENT_S,
            remedy="run: mend it",
        )
        made.append(process)
        return process

    yield build
    for process in made:
        process.close()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_speech_comes_back_though_the_library_prints(make: Make) -> None:
    process = make("well", times=0)
    speech = process.render("abc")
    assert speech.samples.dtype == np.float32
    assert (speech.rate, len(speech.samples)) == (16_000, 4800)
    quieter = process.render("abc", gain=0.5)
    np.testing.assert_allclose(quieter.samples, speech.samples * 0.5, atol=1e-6)


def test_what_is_too_loud_is_clipped(make: Make) -> None:
    assert np.abs(make("well", times=0).render("abc", gain=9.0).samples).max() == 1.0


def test_one_child_serves_many_lines(make: Make) -> None:
    process = make("well", times=0)
    process.render("a")
    pid = process.pid
    for _ in range(20):
        process.render("b")
    assert process.pid == pid


@pytest.mark.parametrize(
    "how",
    [
        "dies",
        "dies at start",
        "raises",
        "broken model",
        "bad rate",
        "not finite",
        pytest.param(
            "rubbish",
            marks=pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc"),
        ),
    ],
)
def test_a_child_that_fails_once_is_replaced(make: Make, how: str) -> None:
    assert make(how).render("abcd").seconds == pytest.approx(0.4)


def test_a_child_that_hangs_is_killed_and_the_error_says_what_to_do(make: Make) -> None:
    process = make("hangs", times=99, limit_s=0.05)
    with pytest.raises(VoiceError, match=r"no answer within 0\.05 s\); run: mend it\.$"):
        process.render("abc")
    assert process.pid is None


def test_a_longer_text_has_more_time(make: Make) -> None:
    process = make("hangs", times=99, limit_s=0.01)
    process._character_limit = 0.02
    with pytest.raises(VoiceError, match=r"no answer within 0\.07 s"):
        process.render("abc")


def test_after_a_hang_the_next_child_answers(make: Make, tmp_path: Path) -> None:
    # Once the limit has passed twice, it is raised: no test may depend on a fast machine.
    process = make("hangs", times=2, limit_s=0.05)
    with pytest.raises(VoiceError):
        process.render("abc")
    process._limit = PATIENT_S
    assert process.render("abc").seconds == pytest.approx(0.3)
    pids = {path.name.split("-")[1] for path in (tmp_path / "counts").iterdir()}
    assert len(pids) == 2
    assert not any(is_alive(int(pid)) for pid in pids)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("dies", r"ended by itself\); run: mend it\.$"),
        ("dies at start", r"ended by itself\); run: mend it\.$"),
        ("raises", r"ZeroDivisionError: a bug of the library\); run: mend it\.$"),
        ("broken model", r"no such node\); run: mend it\.$"),
        ("bad rate", r"gave no speech"),
    ],
)
def test_twice_is_enough(make: Make, how: str, message: str, tmp_path: Path) -> None:
    process = make(how, times=99)
    with pytest.raises(VoiceError, match=message):
        process.render("abc")
    assert len(list((tmp_path / "counts").iterdir())) == 2


def test_a_reason_is_told_as_it_is_and_ends_no_child(make: Make, tmp_path: Path) -> None:
    process = make("refuses", times=1)
    with pytest.raises(VoiceError, match=r"^There is no such voice; choose another\.$"):
        process.render("abc")
    pid = process.pid
    assert pid is not None
    assert process.render("abc").seconds == pytest.approx(0.3)
    assert process.pid == pid


def test_a_missing_library_is_told_with_its_remedy(make: Make) -> None:
    process = make("no library")
    for _ in range(2):
        with pytest.raises(VoiceError, match=r"^The library is missing; run: make it\.$"):
            process.render("abc")


def test_a_factory_that_is_not_there_is_an_error_not_a_hang() -> None:
    process = VoiceProcess("host.mouth.nowhere:make", {}, start_limit_s=PATIENT_S)
    with pytest.raises(VoiceError, match="nowhere"):
        process.render("abc")


def test_two_threads_both_get_their_line(make: Make) -> None:
    process = make("well", times=0)
    got: dict[int, float] = {}

    def say(letters: int) -> None:
        got[letters] = process.render("a" * letters).seconds

    threads = [threading.Thread(target=say, args=(n,)) for n in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == pytest.approx({1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4})


def test_closing_ends_the_child_and_leaves_no_files(make: Make, tmp_path: Path) -> None:
    process = make("well", times=0)
    process.render("a")
    pid = process.pid
    assert pid is not None
    assert list((tmp_path / "temporary").iterdir())
    process.close()
    process.close()
    assert not is_alive(pid)
    assert not list((tmp_path / "temporary").iterdir())
    assert process.render("ab").seconds == pytest.approx(0.2)


PARENT = """
import os, sys
from host.mouth.worker import VoiceProcess
how, counts, end = sys.argv[1:]
settings = {"how": how, "times": 1, "counts": counts}
process = VoiceProcess("fake_renderers:make", settings, time_limit_s=0.05 if how == "hangs" else 99)
if how == "hangs":
    process._start()
    process._child.stdin.write(b'{"text": "abc", "options": {}}\\n')
    process._child.stdin.flush()
else:
    process.render("a")
print(process.pid, flush=True)
if end == "killed":
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("how", ["well", "hangs"])
@pytest.mark.parametrize("end", ["killed", "returns"])
def test_the_child_does_not_outlive_its_parent(how: str, end: str, tmp_path: Path) -> None:
    counts, temporary = tmp_path / "counts", tmp_path / "temporary"
    counts.mkdir()
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE), *sys.path])
    parent = subprocess.run(
        [sys.executable, "-c", PARENT, how, str(counts), end],
        env=environment,
        capture_output=True,
        timeout=PATIENT_S,
        check=False,
    )
    assert parent.stdout, parent.stderr.decode()
    assert ends(int(parent.stdout)), "the child still runs"
    assert not list(temporary.iterdir())


def ends(pid: int) -> bool:
    """Wait until a process that is not our child has ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    except AttributeError:
        pytest.skip("this system has no pidfd")
    try:
        return bool(select.select([descriptor], [], [], PATIENT_S)[0])
    finally:
        os.close(descriptor)
