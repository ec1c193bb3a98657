"""What an ear costs: processor time, memory, size, its own process counted with this one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from host.ears.base import Ear
from host.ears.mesa import mesa_folder
from host.models import installed, models_home

PAGE = 4096


class Meter:
    """Reads what this process and the ear's own have used."""

    def __init__(self, ear: Ear, own_cpu: Callable[[], float]) -> None:
        """Find the ear's own process, if it has one; a pair's is that of its first ear.

        Args:
            ear: the ear.
            own_cpu: seconds of processor time of this process.
        """
        self._own_cpu = own_cpu
        first = getattr(ear, "first", ear)
        self._pid: int | None = getattr(getattr(first, "engine", None), "pid", None)
        self._name = ear.name

    def cpu_s(self) -> float:
        """Return seconds of processor time of both processes; of this one alone off Linux."""
        own = self._own_cpu()
        if self._pid is None or not sys.platform.startswith("linux"):
            return own
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        ticks = fields.split()
        return own + (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")

    def memory_bytes(self) -> int:
        """Return the bytes of memory that both processes hold; 0 where that cannot be told."""
        if not sys.platform.startswith("linux"):
            return 0
        pids = ["self"] if self._pid is None else ["self", str(self._pid)]
        texts = [Path(f"/proc/{pid}/statm").read_text(encoding="ascii") for pid in pids]
        return sum(int(text.split()[1]) * PAGE for text in texts)

    def model_mb(self, models: Path | None) -> float:
        """Return the megabytes of the ear's model files."""
        home = models_home(models)
        total = 0
        for part in self._name.split("+"):
            name = "whisper-base" if part == "whisper" else part
            folder = mesa_folder() if name == "es-mesa" else installed(name, home)
            if folder is not None:
                total += sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
        return round(total / 1e6, 1)
