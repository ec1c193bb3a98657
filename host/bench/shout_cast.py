"""Who calls in the bench of the call: voices of Kokoro as they are, and blends of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from host.files import regular

Blend = Mapping[str, float]

UNTRAINED = "jf_tebukuro"
"""The voice that is kept out of es-mesa's training, alone and in blends."""

BLENDS: tuple[Blend, ...] = (
    {"jm_kumo": 0.55, "jf_gongitsune": 0.45},
    {UNTRAINED: 0.6, "jm_kumo": 0.4},
    {"jf_alpha": 0.5, "jf_nezumi": 0.5},
)
"""Blends of the five voices that anybody can pull."""

BLEND_EVERY = 4
"""Of a large set every fourth voice is blended with the one that no ear was trained on."""

STYLE = 256
"""Figures of a style vector; a voice has one for each length of text."""


class CastError(ValueError):
    """Voices that cannot be used; one sentence with the file and what to do."""


def cast(names: list[str]) -> tuple[Blend, ...]:
    """Return the voices of a set, then blends of them; the same for the same names."""
    known = sorted(set(names))
    mixed: list[Blend] = [blend for blend in BLENDS if set(known) >= set(blend)]
    if UNTRAINED in known and len(known) > 2 * BLEND_EVERY:
        others = [name for name in known if name != UNTRAINED]
        mixed += [{UNTRAINED: 0.6, name: 0.4} for name in others[::BLEND_EVERY]]
    return (*({name: 1.0} for name in known), *mixed)


def untrained(voice: str) -> bool:
    """Tell whether es-mesa never heard a voice («jf_tebukuro+jm_kumo»), alone or in part."""
    return UNTRAINED in voice.split("+")


def names_in(path: Path) -> list[str]:
    """Return the names of the voices in a file of style vectors (``.npz`` or ``.bin``).

    Raises:
        CastError: it cannot be read, or is no such file.
    """
    try:
        with np.load(regular(path), allow_pickle=False) as styles:
            return sorted(styles.files)
    except OSError as error:
        raise CastError(f"{path}: cannot be read ({error.strerror or error}).") from error
    except (ValueError, AttributeError, EOFError, BadZipFile) as error:
        raise CastError(
            f"{path}: this is no file of Kokoro's voices (voices-v1.0.bin or a .npz of them)."
        ) from error


def voices_file(named: Path, kept: Path) -> Path:
    """Return a file of voices that was named; a folder of voices is packed into `kept`.

    Raises:
        CastError: the voices cannot be used.
    """
    file = packed(named, kept) if named.is_dir() else named
    names_in(file)
    return file


def packed(folder: Path, kept: Path) -> Path:
    """Return one file with the voices of a folder that holds each as ``NAME.bin``.

    Args:
        folder: as the package kokoro-js has it: float32, `STYLE` figures for each length.
        kept: where the file is written.

    Raises:
        CastError: there is no voice in the folder, one of them is damaged or cannot be read, or
            `kept` cannot be written.
    """
    found = {}
    for file in sorted(folder.glob("*.bin")):
        try:
            figures = np.frombuffer(regular(file).read_bytes(), dtype=np.float32)
        except OSError as error:
            raise CastError(f"{file}: cannot be read ({error.strerror or error}).") from error
        except ValueError:  # no whole number of figures
            figures = np.zeros(0, np.float32)
        if not len(figures) or len(figures) % STYLE or not np.isfinite(figures).all():
            raise CastError(f"{file}: this is no voice of Kokoro (float32, {STYLE} a row).")
        found[file.stem] = figures.reshape(-1, 1, STYLE)
    if not found:
        raise CastError(f"{folder}: there is no voice in it (NAME.bin).")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("wb") as out:
            np.savez(out, allow_pickle=False, **found)
    except OSError as error:
        raise CastError(f"{kept}: cannot be written ({error.strerror or error}).") from error
    return kept
