"""Recordings with a transcript each, and the closed choices that are made of them.

Half of the wrong choices are the nearest by sound, and the right one stands at a random place:
with neither, a deaf ear that takes the first of a list looks good.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import numpy as np
from rapidfuzz.distance import Levenshtein

from host.ears.base import RATE, Samples
from host.files import UnreadError, regular, text_of
from host.room.acoustics import SoundError, read_noise, read_sound, resample

WORDS = range(1, 5)
"""How many words a clip of a closed choice has."""

CLOSE = ("gcompris_smart4kids", "gcompris_eva_romero")
"""Speakers near a good microphone, unknown to every ear."""

DEVELOPMENT = ("childsplay_", "tuxpaint_")
"""Beginnings of speakers on whom limits and costs are chosen: no figure of them is a test."""

TRAINED = ("mycroft_", "fleurs_")
"""Beginnings of speakers that es-mesa was trained on; told apart from all others."""

ARTICLES = frozenset(["el", "la", "los", "las", "un", "una", "unos", "unas"])
"""No table has two cards that differ in an article alone: «aguacate» is «un aguacate»."""

Sound = Callable[[str], str]
"""Gives the sound of a text as a string with a character a phone."""


class TableError(ValueError):
    """A table of recordings that cannot be used; one sentence with file and line."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording with what is said in it, in lower case without punctuation.

    Attributes:
        where: what names it in an error: table and line.
    """

    path: Path
    text: str
    speaker: str
    where: str = field(default="", compare=False)

    def samples(self) -> Samples:
        """Return it as mono float32 at 16 kHz; raises `TableError`."""
        return recording(self.path, self.where)


def plain(text: str) -> str:
    """Return `text` as phrases are written: lower case, letters and spaces alone.

    >>> plain("¡Un sombrero, con pluma!")
    'un sombrero con pluma'
    """
    return " ".join("".join(c if c.isalpha() else " " for c in text.lower()).split())


def rows(path: Path) -> list[tuple[str, dict[str, str]]]:
    """Return the rows of a table of recordings, each with its file and line for an error.

    Cells are separated by tabs, the first line names the columns, and each row has a ``path``,
    which is that of a file.

    Raises:
        TableError: the table, or a recording that it names, cannot be read, there is no column
            ``path``, or no row.
    """
    try:
        first, *lines = text_of(path).split("\n")
    except UnreadError as error:
        raise TableError(str(error)) from error
    header = first.split("\t")
    if "path" not in header:
        raise TableError(
            f"{path}:1: column path is missing; the first line must name path, transcript, "
            "speaker, separated by tabs."
        )
    found: list[tuple[str, dict[str, str]]] = []
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        cells = line.split("\t")[: len(header)]
        row = dict(zip_longest(header, cells, fillvalue=""))
        where = f"{path}:{number}"
        if not row["path"]:
            raise TableError(f"{where}: column path is empty; write the file of a recording.")
        _there(path.parent / row["path"], where)
        found.append((where, row))
    if not found:
        raise TableError(f"{path}:2: there is no row; write a recording a line below the header.")
    return found


def _there(path: Path, where: str) -> None:
    """Raise `TableError` if nothing can be read from a path: before the work, not amid it."""
    try:
        with regular(path).open("rb"):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        raise TableError(f"{where}: {SoundError(path, why)}") from error


def every_clip(path: Path) -> list[Clip]:
    """Return the recordings of a table.

    Columns are found by name: ``path``, relative to the table; ``transcript`` or ``text``;
    ``speaker`` or ``voice``.

    Raises:
        TableError: see `rows`; or there is no column ``transcript`` or ``text``.
    """
    found = rows(path)
    if not {"transcript", "text"} & found[0][1].keys():
        raise TableError(
            f"{path}:1: column transcript is missing; the first line must name path, transcript, "
            "speaker, separated by tabs."
        )
    return [
        Clip(
            path.parent / row["path"],
            plain(row.get("transcript") or row.get("text") or ""),
            row.get("speaker") or row.get("voice") or "",
            where,
        )
        for where, row in found
    ]


def read_clips(path: Path) -> list[Clip]:
    """Return the recordings of a table that have one to four words.

    Raises:
        TableError: see `rows`; or no recording has a transcript of one to four words.
    """
    clips = [clip for clip in every_clip(path) if len(clip.text.split()) in WORDS]
    if not clips:
        raise TableError(f"{path}: no recording has a transcript of one to four words.")
    return clips


def single_words(path: Path) -> list[Clip]:
    """Return the recordings of a table that are one word; raises `TableError`."""
    return [clip for clip in read_clips(path) if len(clip.text.split()) == 1]


def recording(path: Path, where: str, read: Callable[[Path], Samples] = read_sound) -> Samples:
    """Return a recording as mono float32 at 16 kHz.

    Args:
        path: of the recording.
        where: what names it in an error: table and line.
        read: how it is read; `read_noise` for one that must not be silent.

    Raises:
        TableError: it, or the library that reads it, is missing or cannot be read.
    """
    try:
        return read(path)
    except SoundError as error:
        raise TableError(f"{where}: {error}") from error


def bare(text: str) -> str:
    """Return a text without the article that it begins with.

    >>> bare("una flor amarilla"), bare("la")
    ('flor amarilla', 'la')
    """
    first, _, rest = text.partition(" ")
    return rest if rest and first in ARTICLES else text


def choices(
    text: str, others: Iterable[str], count: int, source: random.Random, sound: Sound
) -> list[str]:
    """Return `count` phrases of different sound, `text` at a random place among them.

    None is the right one with another article, or without.

    Args:
        text: the right one.
        others: what the wrong ones are taken from.
        count: how many in all; fewer if there are not so many others.
        source: of chance.
        sound: tells which are near.
    """
    own = sound(text)
    by_sound = {sound(other): other for other in others}
    bare_own = sound(bare(text))
    by_sound = {
        s: other
        for s, other in by_sound.items()
        if s and s != own and sound(bare(other)) != bare_own
    }
    near = sorted(by_sound, key=lambda s: (Levenshtein.normalized_distance(own, s), s))
    picked = near[: (count - 1) // 2]
    rest = [s for s in sorted(by_sound) if s not in picked]
    picked += source.sample(rest, min(len(rest), count - 1 - len(picked)))
    wrong = [by_sound[s] for s in picked]
    wrong.insert(source.randrange(len(wrong) + 1), text)
    return wrong


def narrow(samples: Samples, rate: int) -> Samples:
    """Return `samples` at 16 kHz with nothing left above half of `rate`."""
    return resample(resample(samples, RATE, rate), rate, RATE)


class Noise:
    """Adds noise at a ratio: of the recordings given, one for each clip by chance."""

    def __init__(self, noises: Sequence[Samples], snr_db: float, seed: int) -> None:
        """Take the noises; levels are means over clip and noise, in dB."""
        self._noises = noises
        self._ratio = 10 ** (-snr_db / 20)
        self._source = random.Random(seed)

    def __call__(self, samples: Samples) -> Samples:
        """Return `samples` with noise."""
        noise = self._source.choice(self._noises)
        noise = np.tile(noise, len(samples) // len(noise) + 1)
        start = self._source.randrange(len(noise) - len(samples) + 1)
        piece = noise[start : start + len(samples)]
        level = np.sqrt(np.mean(samples**2)) / (np.sqrt(np.mean(piece**2)) + 1e-9)
        return np.asarray(samples + piece * level * self._ratio, np.float32)

    @classmethod
    def of_table(cls, path: Path, part: str, snr_db: float, seed: int) -> Noise:
        """Read the noises of a table; those alone whose path has `part` in it.

        Raises:
            TableError: the table or a recording cannot be read, or no path has `part` in it.
        """
        found = [
            recording(path.parent / row["path"], where, read_noise)
            for where, row in rows(path)
            if part in row["path"]
        ]
        if not found:
            raise TableError(f"{path}: no noise has «{part}» in its path.")
        return cls(found, snr_db, seed)


def sets_of(speakers: Iterable[str]) -> dict[str, list[str]]:
    """Return the named sets of speakers: all unknown to es-mesa, close, unseen, each alone.

    ``unseen`` are those on whom nothing was chosen either.
    """
    names = sorted(set(speakers))
    unknown = [name for name in names if not name.startswith(TRAINED)]
    sets = {
        "all": unknown,
        "close": [name for name in unknown if name in CLOSE],
        "unseen": [name for name in unknown if not name.startswith(DEVELOPMENT)],
        "development": [name for name in unknown if name.startswith(DEVELOPMENT)],
        "trained_on": [name for name in names if name.startswith(TRAINED)],
    }
    return {name: members for name, members in sets.items() if members} | {
        name: [name] for name in names
    }
