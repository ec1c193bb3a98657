"""`tertulia play`: an evening at the table, or at the keyboard where there is no microphone."""

from __future__ import annotations

import contextlib
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from host.awards import Award
from host.engine.game import Json
from host.engine.journal import JournalError, Record, renamed
from host.evening import Evening, EveningError
from host.games.welcome import rules_of
from host.house import House, Plan
from host.mouth.ahead import AheadVoice
from host.mouth.base import Voice, VoiceError
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.mouth.tuned import TunedVoice
from host.opening import GAMES, in_order
from host.play_journals import Books, last_unfinished, new_file, own_deck, resumed
from host.play_names import ask_names, check_names
from host.play_screen import MISSING, Both, PlayError, Screen
from host.resumable import DAMAGE, Resumed
from host.room.base import Room
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
from host.started import command
from host.summary import NAME, SummaryFiles, summary
from host.table import Table
from host.table_manners import Manner
from host.table_room import TYPED, chosen_ear, kokoro_voice, open_table_room, say_last
from host.telling.base import nobody_ahead
from host.telling.welcome import GAME_NAMES
from host.tonight import Tonight
from host.understanding.heard import in_words

LENGTH_KEYS = frozenset({"target", "end", "end_after", "rounds", "preset"})
"""House rules that say how long a game is."""

ENDED = {"eof": "ended", "interrupted": "left"}
"""Why a room closes, and how that is told where there is no game to go on with."""

VOICES = ("pyttsx3", "kokoro", "silent")
"""Voices that can be asked for."""


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
    deck: Path | None = None,
    asked: str | None = None,
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
        journal: where the game is kept; with `resume`, where it goes on, in a new file.
        deck: the family's own deck; with `resume`, where that lies now.
        asked: the language, if it was asked for by whoever began and is not the settings'.

    Raises:
        PlayError: something given is wrong, or a journal cannot be read or written.
    """
    source, out = stdin or sys.stdin, stdout or sys.stdout
    records: Sequence[Record] = ()
    if resume is not None:
        elsewhere = journal is not None and journal.resolve() != resume.resolve()
        journal = new_file(journal, Lines(language)) if journal and elsewhere else resume
        kept_game = resumed(resume, Lines(language), out, deck, mend=not elsewhere)
        besides = _besides(kept_game, game, names, asked, rules, seed, deck)
        records, game, language = kept_game.records, kept_game.game, kept_game.language
        names, rules = kept_game.names, kept_game.rules
        setup, seed, own = kept_game.setup, kept_game.seed, kept_game.deck
    else:
        setup, besides = {}, []
        own = own_deck(deck, game, Lines(language)) if deck else None
        seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        journal = new_file(journal, Lines(language)) if journal else None
    lines = Lines(language)
    screen = Screen(out, lines)
    if besides:
        given = lines.join(besides)
        screen.show(lines.say("play-resume-besides", path=str(resume), given=given))
    if game is not None and game not in GAMES:
        games = lines.options([GAME_NAMES[name] for name in GAMES])
        raise PlayError(lines.say("play-game-unknown", name=game, games=games))
    if voice not in VOICES:
        raise PlayError(lines.say("play-voice-unknown", name=voice))
    kept = _settings(lines)
    region = kept.settings.region or system_locale()
    lines = screen.lines = Lines(language, region=region)
    for wrong in kept.settings.ignored:
        screen.show(lines.say(wrong.line, **wrong.args_of_line))
    # Lines of a file or a pipe stay typed, whatever the settings say.
    ear = ear or (str(kept.settings["ear"]) if source.isatty() else "") or None
    if game is not None and not names and chosen_ear(ear, language, source, models) == TYPED:
        names = ask_names(lines, source, screen, game)
    as_given = names
    if not records:
        names = [in_words(name, language) for name in names]
    if game is not None and names:
        check_names(names, lines, game, new=not records)
        if list(names) != list(as_given):
            screen.show(lines.say("play-names", names=lines.join(names)))
        if not records and in_order(game, names) != tuple(names):
            played = lines.join(list(in_order(game, names)))
            screen.show(lines.say("play-to-the-right", names=played))
        if not records and len(names) > 1 and not LENGTH_KEYS & rules.keys():
            # Nobody asks for the length here: the table is told how a short game is had.
            short = ", ".join(f"{k}: {v}" for k, v in rules_of(game, "short").items())
            screen.show(lines.say(f"play-length-{game}", short=short))
    if rules.get("hands") == "known" and serve is None and not private:
        screen.show(lines.say("play-hands-unseen"))
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
            voice if opened.loud else "silent", language, models, kept.settings, lines.region
        )
    except VoiceError as error:
        opened.close()
        raise PlayError(str(error), MISSING) from error
    books, written = Books(journal, lines), SummaryFiles()
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
            on_over=lambda evening, found: _write_summary(
                evening, found, books.path or Path(), written, screen
            ),
            accents=opened.loud,
            microphone=opened.ear != TYPED,
            deck=own,
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
        raise PlayError(lines.say(f"journal-{error.code}", **error.facts)) from error
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


def _besides(
    kept: Resumed,
    game: str | None,
    names: Sequence[str],
    language: str | None,
    rules: Mapping[str, Json],
    seed: int | None,
    deck: Path | None,
) -> list[str]:
    """Return what was asked for besides a game that is gone on with, and is another in it."""
    other = {key for key, value in rules.items() if kept.rules.get(key) != value}
    differs = {
        game or "": game not in (None, kept.game),
        "--players": bool(names) and sorted(names) != sorted(kept.names),
        "--language": language not in (None, kept.language),
        "--rules": bool(other - {"hands"}),
        "--hands": "hands" in other,
        "--seed": seed not in (None, kept.seed),
        "--deck": deck is not None and kept.deck is None,
    }
    return [word for word, is_other in differs.items() if is_other]


def _run(
    tonight: Tonight,
    books: Books,
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
    begun = False
    try:
        tonight.open(books.reopen(records) if records else None)
        begun = True
        tonight.run()
    except KeyboardInterrupt:
        if not (begun or books.saved()):
            books.drop()
            raise  # nobody was at the table yet
    except OSError as error:
        path, why = str(books.path), str(error.strerror or error)
        if not books.saved():
            if not records:
                books.drop()
            say_last(room, voice, "play-unsaved-aloud", lines.say("play-unsaved-aloud"))
            raise PlayError(lines.say("play-unsaved", path=path, why=why)) from error
        screen.show(lines.say("play-disk", path=path, why=why))
        say_last(room, voice, "play-disk-aloud", lines.say("play-disk-aloud"))
    if tonight.in_game and books.saved():
        again = command("play", "--resume", str(books.path))
        screen.show(lines.say("play-resume", command=again))
    elif begun and tonight.done_why in ENDED:
        # The end of the input is not silent either: nothing was begun, or all was played.
        line = "after" if tonight.games else "before"
        screen.show(lines.say(f"play-{ENDED[tonight.done_why]}-{line}"))
    return 0


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


def _write_summary(
    evening: Evening, found: Sequence[Award], journal: Path, written: SummaryFiles, screen: Screen
) -> str:
    """Write the five lines for a chat beside the journal, and show where.

    Returns:
        The file's name, which is said; "" if it could not be written, or if there is no journal
        that it could lie beside (`/dev/null`). A path is only shown.
    """
    if not journal.is_file():
        return ""
    lines = screen.lines
    seats = [str(seat) for seat in evening.header["seats"]]
    state, outcome = evening.session.state, evening.outcome()
    counted = outcome.get("points") or outcome.get("counts") or {}
    level = state.how == "ended" and nobody_ahead(state.round, counted)
    told = summary(lines, evening.session.game.name, seats, outcome, found, level=level)
    try:
        path = written.write(journal, NAME[lines.language], told)
    except OSError as error:
        path, why = Path(error.filename or journal.parent), str(error.strerror or error)
        screen.show(lines.say("play-summary-unwritable", path=str(path), why=why))
        return ""
    screen.show(lines.say("play-summary", path=str(path)))
    return path.name


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _voice(
    name: str, language: str, models: Path | None, settings: Settings, region: str
) -> tuple[Voice, Callable[[], None]]:
    """Return the voice asked for, and what ends it besides; raise VoiceError if it is missing."""
    if name == "kokoro":
        voice, end = kokoro_voice(language, models)
        return AheadVoice(voice), end
    if name == "pyttsx3":
        return spoken_voice(language, settings, region=region), lambda: None
    return TunedVoice(lambda accent, pace: SilentVoice(language, pace), pace=USUAL), lambda: None
