"""Who plays: names asked for at the keyboard, read out of a sentence, and checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TextIO

from host.mouth.lines import Lines
from host.opening import SEATS
from host.opening.welcome import open_names
from host.play_screen import PlayError, Screen
from host.streams import as_text, lines_of
from host.telling.welcome import GAME_NAMES
from host.understanding.heard import in_words
from host.understanding.names import LONGEST, is_spelling

LONGEST_NAME = LONGEST
"""A name longer than this is refused with a sentence, by voice and in `--players` alike."""

_JOIN = re.compile(r"\s+(?:y|e|and)\s+", re.IGNORECASE)


def ask_names(lines: Lines, source: TextIO, screen: Screen, game: str) -> list[str]:
    """Ask who plays, from the one who begins to their left, until they can be told apart."""
    least = max(2, SEATS[game][0])
    screen.show(lines.say("play-ask-names"))
    for line in lines_of(source):
        names = split_names(line, lines.language)
        if len(names) < least:
            screen.show(lines.say("play-ask-names-again", least=least))
            continue
        try:
            check_names(names, lines, game)
        except PlayError as error:
            screen.show(str(error))
            continue
        screen.show(lines.say("play-names", names=lines.join(names)))
        return names
    raise PlayError(lines.say("play-no-names"))


def listed_names(text: str) -> list[str]:
    """Return the names of `--players`: «Ana,Luis,Eva», or as they are said, «Ana, Luis y Eva».

    A joining word parts the last two names only: «Ana y Luis, Eva y Pepe» are two teams.
    """
    names = [name.strip() for name in as_text(text).split(",") if name.strip()]
    if names and not any(_JOIN.search(name) for name in names[:-1]):
        names[-1:] = [name for name in _JOIN.split(names[-1]) if name]
    return names


def split_names(line: str, language: str) -> list[str]:
    """Return the names in «somos Ana, Luis y Eva», their digits in words."""
    text = line.strip().rstrip(".!")
    for lead in ("somos ", "jugamos ", "we are ", "we're "):
        if text.lower().startswith(lead):
            text = text[len(lead) :]
    text = _JOIN.sub(",", text)
    return [in_words(name.strip(), language) for name in text.split(",") if name.strip()]


def check_names(names: Sequence[str], lines: Lines, game: str, *, new: bool = True) -> None:
    """Raise PlayError if the names cannot be told apart or said: the rules of names by voice.

    Args:
        new: False for names of a game that is gone on with: they have been lived with.
    """
    folded = [name.casefold() for name in names]
    if len(set(folded)) != len(folded):
        raise PlayError(lines.say("play-names-twice"))
    if not all(map(is_spelling, names)):
        raise PlayError(lines.say("play-names-bad", most=LONGEST_NAME))
    least, most = SEATS[game]
    if not least <= len(names) <= most:
        raise PlayError(
            lines.say("play-names-number", game=GAME_NAMES[game], least=least, most=most)
        )
    if not new:
        return
    reader = open_names(lines)
    for at, name in enumerate(names):
        if not reader.is_name(name):
            heard = reader.read(name, typed=True)
            why = heard[0].missing if heard else ""
            line = f"play-names-{why}" if why in ("own", "letter") else "play-names-none"
            raise PlayError(lines.say(line, name=name))
        like = reader.like(name, names[:at])
        if like:
            raise PlayError(lines.say("play-names-alike", name=name, other=like))
