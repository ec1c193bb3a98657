"""Words of other games: «¿qué es una baza?» while iKNOW is played, or the table is laid.

They are in no phrasebook but their own, so that no game has more phrases for them; they are
looked for only where words begin as such a question does and mean nothing else.
"""

from __future__ import annotations

from functools import lru_cache

from host.understanding.heard import Tokens, starts_with, text_of
from host.understanding.names import GAMES
from host.understanding.phrasebook import Phrasebook
from host.understanding.readings import Act
from host.understanding.sounds import key, similarity
from host.understanding.stripping import Surroundings
from host.understanding.templates import load
from host.understanding.text import normalise

SAME_TERM = 88.0
"""From here (`sounds.similarity`) words are those for a term: an answer that sounds so is none."""

TERM = "cmd_term"
"""The act that asks what a word means; elsewhere it has the detail `game` as well."""


class TermsElsewhere:
    """Finds questions about the words of the games that are not played."""

    def __init__(self, phrasebook: Phrasebook, around: Surroundings) -> None:
        """Take the game that is played, and what stands around an utterance."""
        self._language, self._game = phrasebook.language, phrasebook.game
        self._around = around

    def asked(self, tokens: Tokens) -> Act | None:
        """Return what is asked about a word of another game, or None if nothing is."""
        for variant in self._around.without_fillers(tokens):
            for lead in _leads(self._language):
                if starts_with(variant, lead) and len(variant) > len(lead):
                    found = self._term(text_of(variant[len(lead) :]))
                    if found is not None:
                        return found
        return None

    def _term(self, words: str) -> Act | None:
        heard = key(words, self._language)
        near = [
            (100.0 if words == form else similarity(heard, sound), -at, game, term)
            for at, (game, term, form, sound) in enumerate(_terms(self._language))
            if game != self._game
        ]
        score, _, game, term = max(near)
        if score < SAME_TERM:
            return None
        return Act(TERM, {"term": term, "game": game}, None, round(score, 1), words)


@lru_cache(maxsize=2)
def _leads(language: str) -> tuple[tuple[str, ...], ...]:
    """Return the words before the term in «¿qué es una baza?», the longest first."""
    entries = load(language, GAMES[-1]).acts[TERM]
    texts = (t.text.split("{")[0] for entry in entries for t in (*entry.say, *entry.also))
    leads = {tuple(normalise(text).split()) for text in texts}
    return tuple(sorted(leads, key=lambda lead: (-len(lead), lead)))


@lru_cache(maxsize=2)
def _terms(language: str) -> tuple[tuple[str, str, str, str], ...]:
    """Return game, term, words and sound of everything that some game explains."""
    return tuple(
        (game, str(term), normalise(form), key(form, language))
        for game in GAMES
        for term, forms in load(language, game).values.get("term", {}).items()
        for form in forms
    )
