"""`tertulia play`: an evening at the table, or at the keyboard where there is no microphone."""

from __future__ import annotations

import contextlib
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

import platformdirs

from host.awards import Award
from host.engine.game import Json
from host.engine.journal import Journal, JournalError, Record, renamed, repair
from host.engine.journal import read as read_journal
from host.evening import Evening, EveningError
from host.mouth.ahead import AheadVoice
from host.mouth.base import Voice, VoiceError
from host.mouth.lines import LANGUAGES, Lines
from host.mouth.silent import SilentVoice
from host.mouth.tuned import TunedVoice
from host.opening import GAMES, SEATS, in_order
from host.room.base import Room, Sound
from host.serve.opening import Opened, ServeError, open_pages
from host.settings import (
    FILE,
    USUAL,
    Save,
    Settings,
    SettingsError,
    SettingsFile,
    folder,
    system_locale,
)
from host.speaking import spoken_voice
from host.summary import NAME, summary
from host.table import Table
from host.table_manners import Manner
from host.table_parts import Observer, Understood
from host.table_room import TYPED, chosen_ear, kokoro_voice, open_table_room, say_last
from host.telling.welcome import GAME_NAMES
from host.tonight import House, Plan, Tonight, Unfinished

BAD, MISSING = 2, 3

VOICES = ("pyttsx3", "kokoro", "silent")
"""Voices that can be asked for."""


DAMAGE = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What comes of a journal whose lines are whole and whose contents are not a game's."""

LONGEST_NAME = 40
"""A name longer than this is cut off with a sentence: nobody could say it in one breath."""


class PlayError(RuntimeError):
    """What is wrong, in one sentence, and the exit code that goes with it."""

    def __init__(self, message: str, code: int = BAD) -> None:
        """Keep the sentence and the code."""
        super().__init__(message)
        self.code = code


class Screen:
    """Shows the table as plain lines, one fact a line, for eyes and for screen readers."""

    def __init__(self, out: TextIO, lines: Lines) -> None:
        """Write to `out`."""
        self._out = out
        self.lines = lines

    def host_says(self, sound: Sound, t: float) -> None:
        """Show what the host says."""
        if sound.text:
            self.show(sound.text)

    def understood(self, what: Understood) -> None:
        """Show nothing: what was understood is said by the host itself."""

    def show(self, text: str) -> None:
        """Show one line."""
        self._out.write(text + "\n")
        self._out.flush()


class Both:
    """Two who watch the same table."""

    def __init__(self, *observers: Observer) -> None:
        """Tell these, in order."""
        self._observers = observers

    def host_says(self, sound: Sound, t: float) -> None:
        """Tell that the host says something."""
        for observer in self._observers:
            observer.host_says(sound, t)

    def understood(self, what: Understood) -> None:
        """Tell what was understood."""
        for observer in self._observers:
            observer.understood(what)


def play_typed(
    *,
    game: str | None,
    names: Sequence[str],
    language: str,
    voice: str,
    rules: Mapping[str, Json],
    seed: int | None,
    resume: Path | None,
    journal: Path | None,
    ear: str | None = "typed",
    models: Path | None = None,
    microphone: str | None = None,
    loudspeaker: str | None = None,
    serve: str | None = None,
    private: Sequence[str] = (),
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play until the game is over or the input ends; return the exit code.

    Args:
        game: what is played; None to lay the table by voice (or by typing).
        names: who plays, from the one who begins to their left; asked for where there is none.
        ear: what hears: an ear's name, ``typed``, or None for the best that there is.
        models: the folder of models, None for the user's.
        microphone: the device's name, None for the system's.
        loudspeaker: the same.
        serve: the address of the players' pages, empty for this machine, None for no pages.
        private: «NAME=DEVICE»: sound outputs on which hands are whispered.

    Raises:
        PlayError: something given is wrong, or a journal cannot be read or written.
    """
    source, out = stdin or sys.stdin, stdout or sys.stdout
    records: list[Record] = []
    if resume is not None:
        told = Lines(language)
        try:
            records, note = read_journal(resume)
            if note:
                torn = told.say("journal-torn", path=str(resume), line=str(len(records) + 1))
                out.write(torn + "\n")
                repair(resume, records)
        except OSError as error:
            why = str(error.strerror or error)
            raise PlayError(told.say("journal-unmended", path=str(resume), why=why)) from error
        except (JournalError, RecursionError) as error:
            raise PlayError(_journal_sentence(error, resume, told)) from error
        try:
            header = renamed(records)[0].data
            game, language = str(header["game"]), str(header["language"])
            names, rules = list(header["seats"]), dict(header["rules"])
            setup, seed = dict(header["setup"]), int(header["seed"])
        except DAMAGE as error:
            raise PlayError(told.say("journal-header", path=str(resume))) from error
        if language not in LANGUAGES:
            raise PlayError(told.say("journal-language", path=str(resume), language=language))
        journal = resume
    else:
        setup = {}
        seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        if journal is not None and journal.is_file() and journal.stat().st_size > 0:
            raise PlayError(Lines(language).say("play-journal-there", path=str(journal)))
    lines = Lines(language)
    screen = Screen(out, lines)
    if game is not None and game not in GAMES:
        games = lines.options([GAME_NAMES[name] for name in GAMES])
        raise PlayError(lines.say("play-game-unknown", name=game, games=games))
    if voice not in VOICES:
        raise PlayError(lines.say("play-voice-unknown", name=voice))
    kept = _settings(lines)
    region = kept.settings.region or system_locale()
    lines = screen.lines = Lines(language, region=region)
    # Lines of a file or a pipe stay typed, whatever the settings say.
    ear = ear or (str(kept.settings["ear"]) if source.isatty() else "") or None
    if game is not None and not names and chosen_ear(ear, language, source, models) == TYPED:
        names = ask_names(lines, source, screen, max(2, SEATS[game][0]))
    if game is not None and names:
        check_names(names, lines, game)
        if not records and in_order(game, names) != tuple(names):
            played = lines.join(list(in_order(game, names)))
            screen.show(lines.say("play-to-the-right", names=played))
    opened = open_table_room(
        ear=ear,
        language=language,
        source=source,
        tell=screen.show,
        seats=tuple(names),
        models=models,
        microphone=microphone,
        loudspeaker=loudspeaker,
        silent=voice == "silent",
        ack=bool(kept.settings["earcons"]),
    )
    room = opened.room
    try:
        speaking, end_voice = _voice(
            voice if opened.loud else "silent", language, models, kept.settings
        )
    except VoiceError as error:
        opened.close()
        raise PlayError(str(error), MISSING) from error
    books = _Books(journal, lines)
    pages: Opened | None = None
    try:
        if serve is not None or private:
            pages = open_pages(
                serve=serve,
                private=private,
                seats=in_order(game, names) if game and not records else names,
                language=language,
                room=room,
                voice=speaking,
                lines=lines,
                show=screen.show,
            )

        def sit(table: Table, seats: tuple[str, ...]) -> None:
            _seat(room, seats)
            if pages:
                pages.sit(table, seats)

        house = House(
            room=pages.serving.room if pages else room,
            voice=speaking,
            language=language,
            manner=Manner(kept.settings, save=_saver(kept, screen), region=region),
            seed=seed,
            journal_of=books.open,
            rules=rules,
            setup=setup,
            observer=Both(screen, pages.serving) if pages else screen,
            services=pages.serving.services if pages else {},
            on_table=sit,
            on_over=lambda evening, found: _write_summary(evening, found, books, screen),
            accents=opened.loud,
            microphone=opened.ear != TYPED,
        )
        plan = Plan(game or "", tuple(names), resume=tuple(renamed(records)))
        left = last_unfinished(language, books) if game is None and not names else None
        tonight = Tonight(house, plan, left)
        return _run(tonight, books, records, screen, lines, house.room, speaking)
    except EveningError as error:
        if not records:
            raise PlayError(str(error)) from error
        raise PlayError(lines.say("journal-other-table", path=str(resume))) from error
    except JournalError as error:
        raise PlayError(_journal_sentence(error, books.path or Path(), lines)) from error
    except ServeError as error:
        raise PlayError(str(error), error.code) from error
    except DAMAGE as error:
        if not records:
            raise
        raise PlayError(lines.say("journal-other-table", path=str(resume))) from error
    finally:
        if pages:
            pages.close()
        books.close()
        opened.close()
        speaking.close()
        end_voice()


def _journal_sentence(error: Exception, path: Path, lines: Lines) -> str:
    """Return what is wrong with a journal in the player's language."""
    if isinstance(error, JournalError):
        return lines.say(f"journal-{error.code}", **error.facts)
    return lines.say("journal-foreign", path=str(path))


def _run(
    tonight: Tonight,
    books: _Books,
    records: Sequence[Record],
    screen: Screen,
    lines: Lines,
    room: Room,
    voice: Voice,
) -> int:
    # Whoever ends the program is told how to go on, as with Ctrl-C.
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(ValueError):  # not the main thread: somebody else's signals
                signal.signal(number, _interrupt)
    try:
        tonight.open(books.reopen(records) if records else None)
        tonight.run()
    except KeyboardInterrupt:
        pass
    except OSError as error:
        why = str(error.strerror or error)
        screen.show(lines.say("play-disk", path=str(books.path), why=why))
        say_last(room, voice, "play-disk-aloud", lines.say("play-disk-aloud"))
    if tonight.in_game:
        screen.show(lines.say("play-resume", command=f"tertulia play --resume {books.path}"))
    return 0


class _Books:
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
        """Open a journal that holds records already."""
        return self._at(path or self._first or Path(), records)

    def close(self) -> None:
        """Close the journal that is open."""
        if self._open is not None:
            self._open.close()

    def _at(self, path: Path, records: Sequence[Record]) -> Journal:
        self.close()
        try:
            self._open = Journal(path, records=records, durable=True)
        except OSError as error:
            raise PlayError(
                self._lines.say("play-journal-unwritable", path=str(path), why=str(error.strerror))
            ) from error
        self.path = path
        return self._open


def _settings(lines: Lines) -> SettingsFile:
    try:
        return SettingsFile(folder() / FILE)
    except SettingsError as error:
        raise PlayError(lines.say(error.line, **error.args_of_line)) from error


def _saver(kept: SettingsFile, screen: Screen) -> Save:
    """Return what keeps a change; a file that cannot be written is told once, and play goes on."""
    told: list[str] = []

    def save(key: str, value: Json, table: str) -> None:
        try:
            kept.set(key, value, table)
        except SettingsError as error:
            if not told:
                told.append(error.line)
                screen.show(screen.lines.say(error.line, **error.args_of_line))

    return save


def _seat(room: Room, seats: Sequence[str]) -> None:
    """Let a room with a keyboard know who sits at the table now."""
    seat = getattr(room, "seat", None)
    if seat is not None:
        seat(seats)


def _write_summary(evening: Evening, found: Sequence[Award], books: _Books, screen: Screen) -> None:
    """Write the five lines for a chat beside the journal, and say where."""
    lines = screen.lines
    seats = [str(seat) for seat in evening.header["seats"]]
    told = summary(lines, evening.session.game.name, seats, evening.outcome(), found)
    path = (books.path or Path()).parent / NAME[lines.language]
    try:
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    except OSError as error:
        why = str(error.strerror or error)
        screen.show(lines.say("play-summary-unwritable", path=str(path), why=why))
    else:
        screen.show(lines.say("play-summary", path=str(path)))


def last_unfinished(language: str, books: _Books) -> Unfinished | None:
    """Return the newest game of the user's journals if it was left before its end."""
    newest = max(
        journals_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, default=None
    )
    if newest is None:
        return None
    try:
        records = renamed(read_journal(newest)[0])
        header = records[0].data
        game, seats = str(header["game"]), tuple(header["seats"])
        other = header["language"] != language or game not in GAMES
    except (JournalError, *DAMAGE):
        return None  # what cannot be read is not offered; `--resume` says why
    if other or any(r.kind == "event" and r.data.get("kind") == "game_ended" for r in records):
        return None
    return Unfinished(game, seats, partial(_take_up, newest, books))


def _take_up(path: Path, books: _Books) -> tuple[Journal, list[Record]]:
    """Open a journal that was left, mended if its last line is torn."""
    records, note = read_journal(path)
    if note:
        repair(path, records)
    return books.reopen(records, path), renamed(records)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


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


def ask_names(lines: Lines, source: TextIO, screen: Screen, least: int = 2) -> list[str]:
    """Ask who plays, from the one who begins to their left; return the names."""
    screen.show(lines.say("play-ask-names"))
    for line in source:
        names = split_names(line, lines.language)
        if len(names) >= least:
            screen.show(lines.say("play-names", names=lines.join(names)))
            return names
        screen.show(lines.say("play-ask-names-again", least=least))
    raise PlayError(lines.say("play-no-names"))


def split_names(line: str, language: str) -> list[str]:
    """Return the names in «somos Ana, Luis y Eva»."""
    text = line.strip().rstrip(".!")
    for lead in ("somos ", "jugamos ", "we are ", "we're "):
        if text.lower().startswith(lead):
            text = text[len(lead) :]
    for word in (" y ", " e ", " and "):
        text = text.replace(word, ",")
    return [name.strip() for name in text.split(",") if name.strip()]


def check_names(names: Sequence[str], lines: Lines, game: str) -> None:
    """Raise PlayError if the names cannot be told apart or said."""
    folded = [name.casefold() for name in names]
    if len(set(folded)) != len(folded):
        raise PlayError(lines.say("play-names-twice"))
    if any(
        not 1 <= len(name) <= LONGEST_NAME
        or not all(c.isprintable() and c not in ":[]#" for c in name)
        for name in names
    ):
        raise PlayError(lines.say("play-names-bad", most=LONGEST_NAME))
    least, most = SEATS[game]
    if not least <= len(names) <= most:
        raise PlayError(
            lines.say("play-names-number", game=GAME_NAMES[game], least=least, most=most)
        )


def _voice(
    name: str, language: str, models: Path | None, settings: Settings
) -> tuple[Voice, Callable[[], None]]:
    """Return the voice asked for, and what ends it besides; raise VoiceError if it is missing."""
    if name == "kokoro":
        voice, end = kokoro_voice(language, models)
        return AheadVoice(voice), end
    if name == "pyttsx3":
        return spoken_voice(language, settings), lambda: None
    return TunedVoice(lambda accent, pace: SilentVoice(language, pace), pace=USUAL), lambda: None
