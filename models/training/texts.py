"""Texts to be read aloud for training: the language of the table, and ordinary Spanish.

``python -m models.training.texts --count 20000 --seed 1 --deck DECKS --out texts.txt`` writes
one text a line. The same arguments give the same lines.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from host.ears.mesa.phones import VOWELS
from host.ears.mesa.spelling import write

_SLOT = re.compile(r"\{(\w+)\}")
_FIELD = re.compile(r"^\s*(?:- (?!\w+: )|question: |answer: |fact: |accept: |reject: |name: )(.+)$")
_LONGEST_WORDS = 14

_ONSETS = [*"ptkbdgfsjCmnñlryR", "pr", "br", "tr", "dr", "kr", "gr", "fr", "pl", "bl", "kl", "gl"]
_NUCLEI = [*VOWELS, "ia", "ie", "io", "ua", "ue", "ui", "ai", "ei", "oi", "au", "eu"]
_CODAS = ["n", "s", "r", "l", "m", "d", "k"]


def sections(text: str) -> dict[str, list[str]]:
    """Return the sections of a text file such as ``spanish.txt``: name to items."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            name = line.strip("[]")
        elif name in ("sentence", "pattern"):  # these have commas of their own
            found.setdefault(name, []).append(line)
        else:
            found.setdefault(name, []).extend(item.strip() for item in line.split(","))
    return found


def deck_texts(folder: Path) -> list[str]:
    """Return the questions, clues, answers and facts of the decks (YAML) under `folder`."""
    texts: list[str] = []
    for path in sorted(folder.rglob("*.yaml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not (found := _FIELD.match(line)):
                continue
            value = found.group(1)
            items = value.strip("[]").split(",") if value.startswith("[") else [value]
            texts.extend(item.strip(" '\"«»") for item in items if not re.search(r"[\d:_]", item))
    return [text for text in texts if text]


def invented_word(source: random.Random) -> str:
    """Return a word that does not exist, of one to four Spanish syllables."""
    phones = ""
    for at in range(source.choice((1, 2, 2, 2, 3, 3, 4))):
        onset = source.choice(_ONSETS) if source.random() < 0.85 else ""
        if onset == "R" and phones and phones[-1] in "nls":
            onset = "r"
        if onset == "r" and at == 0:
            onset = "R"
        nucleus = source.choice(_NUCLEI if source.random() < 0.3 else VOWELS)
        coda = source.choice(_CODAS) if source.random() < 0.3 else ""
        phones += onset + nucleus + coda
    letters = write(phones)
    return "r" + letters[2:] if letters.startswith("rr") else letters


def _pieces(text: str, source: random.Random) -> str:
    """Return `text`, or a stretch of it if it has more words than a table's utterances."""
    words = text.split()
    if len(words) <= _LONGEST_WORDS and source.random() < 0.5:
        return text
    length = source.choice((1, 1, 2, 2, 3, 4, 6, 9))
    start = source.randrange(max(1, len(words) - length + 1))
    return " ".join(words[start : start + length]).strip(" ,.;:¿?¡!«»()")


def generate(items: dict[str, list[str]], source: random.Random) -> Iterator[str]:
    """Yield texts for ever.

    Args:
        items: sections with at least ``pattern``; ``deck`` may be missing.
        source: where chance comes from.
    """
    patterns = [p for p in items["pattern"] if p != "{deck}" or items.get("deck")]

    def fill(slot: re.Match[str]) -> str:
        name = slot.group(1)
        if name == "syllables":
            return invented_word(source)
        item = source.choice(items[name])
        return _pieces(item, source) if name in ("deck", "sentence") else item

    while True:
        text = _SLOT.sub(fill, source.choice(patterns))
        if any(c.isalpha() for c in text):
            yield text


def spanish_items(decks: Sequence[Path] = ()) -> dict[str, list[str]]:
    """Return the sections of ``spanish.txt``, with the texts of `decks` as ``deck``."""
    text = resources.files("models.training").joinpath("spanish.txt").read_text(encoding="utf-8")
    items = sections(text)
    items["deck"] = [line for folder in decks for line in deck_texts(folder)]
    return items


def main(arguments: Sequence[str] | None = None) -> None:
    """Write texts to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", type=Path, action="append", default=[])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    stream = generate(spanish_items(options.deck), random.Random(options.seed))
    lines = [next(stream) for _ in range(options.count)]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
