"""What is said at a table besides the names on its cards."""

from __future__ import annotations

from functools import lru_cache

from host.understanding.templates import PhrasebookError, load
from host.understanding.text import normalise


@lru_cache(maxsize=8)
def command_words(language: str, game: str) -> tuple[str, ...]:
    """Return every phrase of a game that has no slot, and every value a slot may take."""
    try:
        book = load(language, game)
    except PhrasebookError:
        return ()
    said: dict[str, None] = {}
    for entries in book.acts.values():
        for entry in entries:
            for template in (*entry.say, *entry.also):
                if not template.slots:
                    said[normalise(template.text)] = None
    for forms in book.values.values():
        for words in forms.values():
            said.update((normalise(word), None) for word in words)
    return tuple(said)
