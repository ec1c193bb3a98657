"""A family's own deck: found at a path, checked whole before it is played, and known again.

The journal of a game keeps where the deck lay and its mark, so that the game goes on with the
same cards or not at all: its moves name cards, and what they say is nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from host.deck_faults import DeckError
from host.deck_quiz_check import known_words, quiz_faults
from host.decks import CATEGORIES, Placed, QuizCard
from host.decks_sapiencia import MindCard, deck_faults
from host.decks_sapiencia import Placed as PlacedMind
from host.engine.game import Json

QUIZ_FILES = tuple(f"{category}.yaml" for category in CATEGORIES)
_LANGUAGES = ("es", "en")


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck without faults.

    Attributes:
        game: ``iknow`` or ``sapiencia``.
        path: a folder of iKNOW, a file of Sapiencia.
        mark: of the files as they were read; another mark, another deck.
        quiz: the cards of iKNOW; minds: those of Sapiencia.
    """

    game: str
    path: Path
    mark: str
    quiz: tuple[QuizCard, ...] = ()
    minds: tuple[MindCard, ...] = ()

    def kept(self) -> dict[str, Json]:
        """Return what the header of a journal keeps of it."""
        return {"path": str(self.path), "mark": self.mark}


def decks_in(path: Path) -> Iterator[tuple[str, Path]]:
    """Yield game and place of every deck at a path: iKNOW's are folders, Sapiencia's files."""
    if path.is_file():
        quiz = path.name in QUIZ_FILES
        yield ("iknow", path.parent) if quiz else ("sapiencia", path)
    elif path.is_dir():
        inside = sorted(path.iterdir())
        files = [p for p in inside if p.suffix in (".yaml", ".yml") and p.is_file()]
        if any(p.name in QUIZ_FILES for p in files) or (files and path.parent.name == "iknow"):
            yield "iknow", path
        else:
            yield from (("sapiencia", p) for p in files)
        for folder in inside:
            if folder.is_dir():
                yield from decks_in(folder)


def mind_language(path: Path) -> str:
    """Return the language of a Sapiencia deck, which its file is named after."""
    return path.stem if path.stem in _LANGUAGES else "es"


def examined(
    game: str, path: Path, language: str
) -> tuple[list[DeckError], tuple[QuizCard, ...], tuple[MindCard, ...]]:
    """Return everything wrong in a deck, and its cards of iKNOW or of Sapiencia."""
    if game == "sapiencia":
        minds: list[PlacedMind] = []
        faults = list(deck_faults(path, mind_language(path), minds))
        return faults, (), tuple(mind for mind, _, _ in minds)
    language = path.name if path.name in _LANGUAGES else language
    placed: list[Placed] = []
    faults = list(quiz_faults(path, language, known_words(language), placed))
    return faults, tuple(card for card, _, _ in placed), ()


def read_own(game: str, path: Path, language: str) -> OwnDeck | list[DeckError]:
    """Return a deck that can be played, or everything that is wrong in it."""
    mark = mark_of(game, path)
    faults, quiz, minds = examined(game, path, language)
    return faults or OwnDeck(game, path.resolve(), mark, quiz, minds)


def mark_of(game: str, path: Path) -> str:
    """Return the mark of a deck's files as they are now; a file that is not there adds nothing."""
    files = [path / name for name in QUIZ_FILES] if game == "iknow" else [path]
    mark = hashlib.sha256()
    for file in files:
        if file.is_file():
            mark.update(f"{file.name if game == 'iknow' else ''}\n".encode())
            mark.update(hashlib.sha256(file.read_bytes()).digest())
    return mark.hexdigest()[:32]


def kept_in(header: Mapping[str, Json]) -> tuple[Path, str] | None:
    """Return where the own deck of a journal's game lay, and its mark; None if it had none."""
    deck = header.get("deck")
    return None if deck is None else (Path(str(deck["path"])), str(deck["mark"]))
