"""Finds the pages of a game by its teller, which knows the game and the names of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from host.engine.game import Json
from host.mouth.lines import Lines
from host.serve.iknow_pages import IknowPages
from host.serve.sapiencia_pages import SapienciaPages
from host.serve.view import Pages
from host.serve.wizard_pages import WizardPages
from host.telling.base import Teller
from host.telling.iknow import IknowTeller
from host.telling.sapiencia import SapienciaTeller
from host.telling.wizard import WizardTeller


class PageWords:
    """The lines of the pages, kept: a page says the same thing many times.

    They are lines of their own, so that pages do not take turns from the voice's variants.
    """

    def __init__(self, language: str, region: str = "") -> None:
        """Load the lines of a language, in the words of a region."""
        self._lines = Lines(language, region=region)
        self._kept = lru_cache(maxsize=4096)(self._say)

    def say(self, line: str, /, **args: Json) -> str:
        """Return the text of a line."""
        return self._kept(line, tuple(sorted(args.items())))

    def join(self, items: Sequence[str]) -> str:
        """Return «a, b and c»."""
        return self._lines.join(items)

    def _say(self, line: str, args: tuple[tuple[str, Json], ...]) -> str:
        return self._lines.say(line, **dict(args))


def pages_of(teller: Teller[Any], words: PageWords) -> Pages:
    """Return what makes the pages of the game that `teller` speaks for.

    Raises:
        TypeError: no pages were written for it.
    """
    match teller:
        case WizardTeller():
            return WizardPages(teller.game, teller.names, words)
        case SapienciaTeller():
            return SapienciaPages(teller.game, words)
        case IknowTeller():
            return IknowPages(teller.game, teller.cards, words)
    raise TypeError(f"There are no pages for {type(teller).__name__}.")
