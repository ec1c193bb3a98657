"""`tertulia play`: an evening at the table, or at the keyboard where there is no microphone."""

from __future__ import annotations

import contextlib
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

import platformdirs

from host.engine.game import Json
from host.engine.journal import Journal, JournalError, Record, repair
from host.engine.journal import read as read_journal
from host.evening import Evening, EveningError, open_evening
from host.mouth.base import Voice, VoiceError
from host.mouth.cache import CachedVoice
from host.mouth.lines import Lines
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.mouth.silent import SilentVoice
from host.opening import GAMES, SEATS, in_order
from host.room.base import Room, Sound
from host.table_parts import Understood
from host.table_room import kokoro_voice, open_table_room

BAD, MISSING = 2, 3

VOICES = ("pyttsx3", "kokoro", "silent")
"""Voices that can be asked for."""

LANGUAGES = ("es", "en")

DAMAGE = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What comes of a journal whose lines are whole and whose contents are not a game's."""

GAME_NAMES = {"iknow": "iKNOW", "sapiencia": "Sapiencia", "wizard": "Wizard"}
"""Games as people write them."""

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
        self._lines = lines

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


def play_typed(
    *,
    game: str,
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
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play until the game is over or the input ends; return the exit code.

    Args:
        ear: what hears: an ear's name, ``typed``, or None for the best that there is.
        models: the folder of models, None for the user's.
        microphone: the device's name, None for the system's.
        loudspeaker: the same.

    Raises:
        PlayError: something given is wrong, or a journal cannot be read or written.
    """
    source, out = stdin or sys.stdin, stdout or sys.stdout
    records: list[Record] = []
    if resume is not None:
        try:
            records, note = read_journal(resume)
            if note:
                out.write(note + "\n")
                repair(resume, records)
        except OSError as error:
            raise PlayError(
                f"{resume}: cannot be mended ({error.strerror}); copy it to "
                "another disk and resume it there."
            ) from error
        except (JournalError, RecursionError) as error:
            raise PlayError(str(error)) from error
        try:
            header = records[0].data
            game, language = str(header["game"]), str(header["language"])
            names, rules = list(header["seats"]), dict(header["rules"])
            setup, seed = dict(header["setup"]), int(header["seed"])
        except DAMAGE as error:
            raise PlayError(f"{resume}:1: the journal's first line lacks {error}.") from error
        if language not in LANGUAGES:
            raise PlayError(f"{resume}:1: language {language!r}: allowed are es and en.")
        journal = resume
    else:
        setup = {}
        seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        if journal is not None and journal.is_file() and journal.stat().st_size > 0:
            raise PlayError(Lines(language).say("play-journal-there", path=str(journal)))
        journal = journal or new_journal_path(game)
    lines = Lines(language)
    screen = Screen(out, lines)
    if game not in GAMES:
        games = lines.options([GAME_NAMES[name] for name in GAMES])
        raise PlayError(lines.say("play-game-unknown", name=game, games=games))
    if not names:
        names = ask_names(lines, source, screen, SEATS[game][0])
    check_names(names, lines, game)
    if resume is None and in_order(game, names) != tuple(names):
        names = in_order(game, names)
        screen.show(lines.say("play-to-the-right", names=lines.join(list(names))))
    if voice not in VOICES:
        raise PlayError(lines.say("play-voice-unknown", name=voice))
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
    )
    room = opened.room
    try:
        speaking, end_voice = _voice(voice if opened.loud else "silent", language, models)
    except VoiceError as error:
        opened.close()
        raise PlayError(str(error), MISSING) from error
    try:
        try:
            book = Journal(journal, records=records, durable=True)
        except OSError as error:
            raise PlayError(
                lines.say("play-journal-unwritable", path=str(journal), why=str(error.strerror))
            ) from error
        evening = open_evening(
            game=game,
            language=language,
            seats=names,
            rules=rules,
            setup=setup,
            seed=seed,
            where="--rules",
            room=room,
            voice=speaking,
            journal=book,
            observer=screen,
            records=records,
        )
        return _run(evening, book, room, screen, lines, resumed=bool(records))
    except (EveningError, JournalError) as error:
        raise PlayError(str(error)) from error
    except DAMAGE as error:
        if not records:
            raise
        raise PlayError(
            f"{resume}: its events are of another table or game ({type(error).__name__}: {error})."
        ) from error
    finally:
        opened.close()
        speaking.close()
        end_voice()


def _run(
    evening: Evening,
    book: Journal,
    room: Room,
    screen: Screen,
    lines: Lines,
    *,
    resumed: bool,
) -> int:
    table = evening.table
    # Whoever ends the program is told how to go on, as with Ctrl-C.
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(ValueError):  # not the main thread: somebody else's signals
                signal.signal(number, _interrupt)
    try:
        if resumed:
            table.reopen()
        else:
            table.open(evening.header)
        table.run()
    except KeyboardInterrupt:
        table.done_why = "interrupted"
    except OSError as error:
        screen.show(lines.say("play-disk", path=str(book.path), why=str(error.strerror or error)))
        table.done_why = "disk"
    finally:
        book.close()
    if table.done_why != "over":
        screen.show(lines.say("play-resume", command=f"tertulia play --resume {book.path}"))
    return 0


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def new_journal_path(game: str) -> Path:
    """Return a path in the user's data folder that no journal has yet."""
    folder = Path(platformdirs.user_data_dir("tertulia")) / "journals"
    number = 1
    while (folder / f"{game}-{number:04d}.jsonl").exists():
        number += 1
    return folder / f"{game}-{number:04d}.jsonl"


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


def _voice(name: str, language: str, models: Path | None) -> tuple[Voice, Callable[[], None]]:
    """Return the voice asked for, and what ends it besides; raise VoiceError if it is missing."""
    if name == "kokoro":
        voice, end = kokoro_voice(language, models)
        return CachedVoice(voice), end
    if name == "pyttsx3":
        return CachedVoice(Pyttsx3Voice(language)), lambda: None
    return SilentVoice(language), lambda: None
