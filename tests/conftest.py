"""No test reads or writes the settings of whoever runs it, and none fails for being slow."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# No property is false because a machine is slow.
settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / "settings"
    for file in folder.glob("*"):
        file.unlink()
    monkeypatch.setenv("TERTULIA_CONFIG", str(folder))
    return folder
