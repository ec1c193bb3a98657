"""Nothing leaves the machine while a game is played, and no audio is written."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.reliability.evenings import GAMES
from tests.reliability.talk import Talk


def forbid(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every use of the network fail, and keep what was tried."""
    tried: list[str] = []

    def no(*args: Any, **kwargs: Any) -> NoReturn:
        tried.append(repr(args))
        raise OSError("the network is not used during a game")

    for name in ("connect", "connect_ex", "sendto", "bind", "listen"):
        monkeypatch.setattr(socket.socket, name, no, raising=False)
    for name in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, name, no)
    return tried


def test_the_guard_sees_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = forbid(monkeypatch)
    with pytest.raises(OSError, match="not used"):
        socket.create_connection(("localhost", 9))
    assert tried


def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an empty folder home, every folder of the user's, and where the program is run."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.chdir(home)


@pytest.mark.parametrize("game", GAMES)
def test_no_network_and_no_file_but_the_journal(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = forbid(monkeypatch)
    at_home(tmp_path, monkeypatch)
    talk = Talk(game, 3, path=tmp_path / "j.jsonl", hostile=0.3)
    talk.run(25)
    talk.journal.close()
    assert tried == []
    written = [Path(at) / f for at, _, files in os.walk(tmp_path) for f in files]
    assert written == [tmp_path / "j.jsonl"]
