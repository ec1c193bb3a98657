"""How the host asks again: shorter, then in another form, then with choices; never the end.

Who has not answered, or was not understood, is asked again. Nobody is helped by the same
sentence a second time, so each time the question changes: first it is a few words
(``GAME-again-PHASE``), then an example of what may be said, then what there is to choose.
After that the host waits in silence: a long silence is a pause and never an answer.
"""

from __future__ import annotations

from host.engine.game import Expectation, Json, Option
from host.mouth.lines import Lines
from host.telling.base import Say, Utter
from host.understanding.phrasebook import ASIDE, Phrasebook

MOST_WORDS = 20
"""A re-prompt is no longer than this: one breath."""

EXAMPLES = 4
"""Moves that help and choices name; as many of them as fit into `MOST_WORDS`."""

LAST_PROMPT = 4
"""After so many re-prompts in a silence the host waits until somebody speaks."""


class Reprompts:
    """The re-prompts and the help of one table."""

    def __init__(self, game: str, lines: Lines, phrasebook: Phrasebook) -> None:
        """Take the words from `lines` (questions) and `phrasebook` (what may be said)."""
        self._game = game
        self._lines = lines
        self._phrasebook = phrasebook

    def ask(self, expectation: Expectation, step: int) -> list[Utter]:
        """Return the question put for the `step`-th time again (from 1).

        An empty list means that the question is to be put as it was.
        """
        who = expectation.asked
        if step <= 1:
            return self._line("again", expectation)
        if step == 2 and (told := self._line("change", expectation)):
            return told
        examples = self._examples(expectation)
        if not examples:
            return []
        if step == 2:
            line, args = "common-for-example", {"example": examples[0]}
        else:
            line, args = "common-choices", {"examples": self._lines.options(examples)}
        return [Say(line, {**args, "who": who}) if who else Say(f"{line}-anyone", args)]

    def help(self, expectation: Expectation, who: str) -> list[Utter]:
        """Return what may be said now, and what always may, for the seat that asks."""
        told: list[Utter] = []
        if expectation.free_speech:
            told += self._line("help", expectation)
        else:
            examples = self._examples(expectation)
            if examples:
                told.append(
                    Say("common-help", {"examples": self._lines.options(examples), "who": who})
                )
            told += self._aside(expectation)
        always = [self._quoted(text) for text in self._phrasebook.help_commands()]
        return [*told, Say("common-help-always", {"examples": self._lines.join(always)})]

    def _aside(self, expectation: Expectation) -> list[Utter]:
        """Return what may be said besides, where a line ``GAME-help-aside-ACT`` tells of it."""
        if not {option.act for option in expectation.options} - ASIDE:
            return []
        # Of options of one kind the one with most details: it is clear whose answer was meant.
        asides = {o.act: o for o in sorted(expectation.options, key=lambda o: len(o.slots))}
        lines = {f"{self._game}-help-aside-{act}": o for act, o in asides.items() if act in ASIDE}
        return [Say(line, self._shown(o)) for line, o in lines.items() if self._lines.exists(line)]

    def _shown(self, option: Option) -> dict[str, Json]:
        """Return the first value of each slot in words, to show how the move is said."""
        return {s: self._phrasebook.spoken(s, v[0]) for s, v in option.slots.items() if v}

    def weighty(self, act: str, kind: str = "") -> str | None:
        """Return the line that asks whether an act is meant, for those that undo much.

        Only what matters is confirmed: a line ``GAME-sure-ACT`` or ``common-sure-ACT`` makes an
        act one of those. Its `kind` may have words of its own, behind another dash.
        """
        kinds = (f"-{kind}", "") if kind else ("",)
        lines = (f"{game}-sure-{act}{k}" for k in kinds for game in (self._game, "common"))
        return next((line for line in lines if self._lines.exists(line)), None)

    def _line(self, kind: str, expectation: Expectation) -> list[Utter]:
        line = f"{self._game}-{kind}-{expectation.phase}"
        if expectation.asked is None and self._lines.exists(f"{line}-anyone"):
            line = f"{line}-anyone"
        for option in expectation.options:
            # What may be said besides, where it may («lo mismo que Ana», once Ana has answered).
            if self._lines.exists(f"{line}-{option.act}"):
                return [Say(f"{line}-{option.act}", self._shown(option))]
        if not self._lines.exists(line):
            return []
        args = {
            "who": expectation.asked or "",
            "seat": str(expectation.args.get("seat") or ""),
            "round": int(expectation.args.get("round") or 0),
        }
        return [Say(line, args)]

    def _examples(self, expectation: Expectation) -> list[str]:
        """Return phrases for the moves that are possible, in quotation marks."""
        kept: list[str] = []
        spent = len((expectation.asked or "").split()) + 3
        for text in self._phrasebook.help_examples(expectation, EXAMPLES):
            spent += len(text.split())
            if kept and spent >= MOST_WORDS:
                break
            kept.append(self._quoted(text))
        return kept

    def _quoted(self, text: str) -> str:
        """Return a phrase marked as what somebody says, so that lists of phrases stay clear."""
        return self._lines.say("common-quoted", text=text)
