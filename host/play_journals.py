"""The journals of an evening: where they are, how one is taken up again, what was left."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

import platformdirs

from host.deck_own import OwnDeck, decks_in, kept_in, mark_of, read_own
from host.engine.game import Json
from host.engine.journal import (
    Journal,
    JournalError,
    Record,
    in_use,
    live_events,
    renamed,
    repair,
)
from host.engine.journal import read as read_journal
from host.files import regular
from host.house import Unfinished
from host.mouth.lines import LANGUAGES, Lines
from host.opening import GAMES
from host.play_screen import PlayError
from host.resumable import DAMAGE, Resumed, check

MOST_LOOKED_AT = 50
"""So many journals, the newest first, are looked through for one that was left."""


class Books:
    """The journals of an evening: the first may have a path of its own."""

    def __init__(self, first: Path | None, lines: Lines) -> None:
        self.path: Path | None = None
        self._first = first
        self._lines = lines
        self._open: Journal | None = None

    def open(self, game: str) -> Journal:
        """Open the journal of a new game."""
        path, self._first = self._first or new_journal_path(game), None
        return self._at(path, ())

    def reopen(self, records: Sequence[Record], path: Path | None = None) -> Journal:
        """Open a journal that holds records already, or gets them where there is none yet."""
        return self._at(path or self._first or Path(), records)

    def close(self) -> None:
        """Close the journal that is open."""
        if self._open is not None:
            self._open.close()

    def saved(self) -> bool:
        """Tell whether the disk holds a game that can be gone on with in the newest journal."""
        if self.path is None or not self.path.is_file():
            return False
        try:
            return next(live_events(read_journal(self.path)[0]), None) is not None
        except (JournalError, *DAMAGE):
            return False

    def drop(self) -> None:
        """Take away the newest journal, in which no game is: its name is free again."""
        self.close()
        if self.path is not None and self.path.is_file():
            with contextlib.suppress(OSError):
                self.path.unlink()

    def _at(self, path: Path, records: Sequence[Record]) -> Journal:
        self.close()
        try:
            if records and not _holds(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                repair(path, records)
            self._open = Journal(path, records=records, durable=True)
        except OSError as error:
            raise PlayError(
                self._lines.say(
                    "play-journal-unwritable", path=str(path), why=str(error.strerror or error)
                )
            ) from error
        self.path = path
        return self._open


def _holds(path: Path) -> bool:
    """Tell whether something is written in a file."""
    return path.is_file() and path.stat().st_size > 0


def new_file(path: Path, lines: Lines) -> Path:
    """Return the path of a journal that is to be written; raise PlayError if it cannot be."""
    try:
        if _holds(path):
            raise PlayError(lines.say("play-journal-there", path=str(path)))
        return regular(path, device=True)
    except OSError as error:
        why = str(error.strerror or error)
        told = lines.say("play-journal-unwritable", path=str(path), why=why)
        raise PlayError(told) from error


def last_unfinished(language: str, books: Books) -> Unfinished | None:
    """Return the newest game in this language that was left before its end and is free.

    A game that is played in another window just now is nobody's to take up, and one that was
    declined is not offered again; `--resume` takes it up all the same.
    """
    files = sorted(journals_folder().glob("*.jsonl"), key=_written, reverse=True)
    for path in files[:MOST_LOOKED_AT]:
        try:
            records = renamed(read_journal(path)[0])
            header = records[0].data
            game, seats = str(header["game"]), tuple(header["seats"])
            other = header["language"] != language or game not in GAMES
            over = any(event.kind == "game_ended" for _, _, event in live_events(records))
            over = over or _declined(records)
            free = not (other or over or in_use(path))
            deck = deck_again(game, header, Lines(language)) if free else None
        except (JournalError, OSError, PlayError, *DAMAGE):
            continue  # what cannot be read is not offered; `--resume` says why
        if free:
            take_up, decline = partial(_take_up, path, books), partial(_decline, path)
            return Unfinished(game, seats, take_up, decline, deck)
    return None


def _declined(records: Sequence[Record]) -> bool:
    """Tell whether nobody wanted to go on with a game when it was offered last."""
    last = next((r for r in reversed(records) if r.kind in ("note", "sitting")), None)
    return last is not None and bool(last.data.get("declined"))


def _decline(path: Path) -> None:
    """Keep in a journal that its game was declined; one that cannot be written stays as it is."""
    with contextlib.suppress(JournalError, OSError):
        records, note = read_journal(path)
        if note:
            repair(path, records)
        book = Journal(path, records=records, durable=True)
        book.write("note", records[-1].t, {"declined": True})
        book.close()


def _written(path: Path) -> float:
    """Return when a file was last written; the beginning of time if it has just gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _take_up(path: Path, books: Books) -> tuple[Journal, list[Record]]:
    """Open a journal that was left, mended if its last line is torn; raises JournalError."""
    records, note = read_journal(path)
    kept = _kept(records)
    check(replace(kept, deck=deck_again(kept.game, records[0].data, Lines(kept.language))), path)
    if note:
        repair(path, records)
    return books.reopen(records, path), renamed(records)


def own_deck(path: Path, game: str | None, lines: Lines) -> OwnDeck:
    """Return a family's own deck.

    Args:
        path: of the deck, or of a folder with one of the game.
        game: what is played; None where it is asked later.

    Raises:
        PlayError: there is not one such deck, or something is wrong in it: what
            `tertulia decks check` says.
    """
    found = [deck for deck in dict.fromkeys(decks_in(path)) if game in (None, deck[0])]
    if len(found) != 1:
        raise PlayError(lines.say("play-deck-none", path=str(path)))
    deck = read_own(*found[0], lines.language)
    if isinstance(deck, OwnDeck):
        return deck
    raise PlayError("\n".join(fault.text(lines.language) for fault in deck))


def deck_again(
    game: str, header: Mapping[str, Json], lines: Lines, moved: Path | None = None
) -> OwnDeck | None:
    """Return the own deck with which a game began; None if it had the program's.

    Args:
        header: of the game's journal.
        moved: where the deck lies now, if it is not where it was.

    Raises:
        PlayError: it is gone or has changed.
    """
    kept = kept_in(header)
    if kept is None:
        return None
    path, mark = moved or kept[0], kept[1]
    if not path.exists():
        raise PlayError(lines.say("play-deck-gone", path=str(path)))
    found = [place for name, place in decks_in(path) if name == game]
    if not found or mark_of(game, found[0]) != mark:
        raise PlayError(lines.say("play-deck-changed", path=str(path)))
    return own_deck(found[0], game, lines)


def resumed(
    path: Path, told: Lines, out: TextIO, moved: Path | None = None, *, mend: bool = True
) -> Resumed:
    """Return the game that a journal holds; a line torn at its end is told and mended.

    A journal whose game cannot be gone on with stays as it is.

    Args:
        path: the journal.
        told: the lines that say what is wrong.
        out: where a mended line is told.
        moved: where the game's own deck lies now, if it is not where it was.
        mend: False to leave the file as it is, for a game that goes on in another.

    Raises:
        PlayError: it cannot be read, or is no journal of a game, or its deck is not there.
    """
    try:
        records, note = read_journal(path)
    except JournalError as error:
        raise PlayError(told.say(f"journal-{error.code}", **error.facts)) from error
    except RecursionError as error:
        raise PlayError(told.say("journal-foreign", path=str(path))) from error
    try:
        game, header = _kept(records), records[0].data
        kept_in(header)
    except DAMAGE as error:
        raise PlayError(told.say("journal-header", path=str(path))) from error
    if game.language not in LANGUAGES:
        raise PlayError(told.say("journal-language", path=str(path), language=game.language))
    lines = Lines(game.language)
    game = replace(game, deck=deck_again(game.game, header, lines, moved))
    try:
        check(game, path)
    except JournalError as error:
        raise PlayError(lines.say(f"journal-{error.code}", **error.facts)) from error
    if note:
        if mend:
            try:
                repair(path, records)
            except OSError as error:
                why = str(error.strerror or error)
                raise PlayError(told.say("journal-unmended", path=str(path), why=why)) from error
        line = "journal-torn" if mend else "journal-torn-there"
        out.write(told.say(line, path=str(path), line=str(len(records) + 1)) + "\n")
    return game


def _kept(records: Sequence[Record]) -> Resumed:
    """Return the game of a journal; raises what is in `DAMAGE`."""
    header = renamed(records)[0].data
    return Resumed(
        list(records),
        str(header["game"]),
        str(header["language"]),
        list(header["seats"]),
        dict(header["rules"]),
        dict(header["setup"]),
        int(header["seed"]),
    )


def new_journal_path(game: str) -> Path:
    """Return a path in the user's data folder that no journal has yet."""
    place = journals_folder()
    number = 1
    while (place / f"{game}-{number:04d}.jsonl").exists():
        number += 1
    return place / f"{game}-{number:04d}.jsonl"


def journals_folder() -> Path:
    """Return the folder of the user's journals."""
    return Path(platformdirs.user_data_dir("tertulia")) / "journals"
