"""The verdict on an answer that was heard, from what one ear or two made of it.

The judge of meaning (`judge`) is strict: it takes words as they stand. An acoustic ear writes
other words than were said, so that here the sound decides with it: what each ear wrote is
compared with the card's forms and with all others of its category (`judge_field`). Right is
what was clearly meant for the card, wrong what was not; what may have been either is unsure and
goes to the table at the reveal (D23). Nothing here may be asked back (D22).

Words that an ear is sure of mean what they mean: «el armario» is no «armadillo», however alike.
Only where it is not sure may they be another text that was garbled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from host.understanding.judge import Judgement, Verdict
from host.understanding.judge_field import Field

FIRM = 0.55
"""Confidence from which an ear's own words, held to no phrases, stand as they are."""

CERTAIN = 0.8
"""Confidence from which no words like it speak against a phrase."""

CLEAR = 74.0
"""Likeness from which garbled words are one form; see docs/understanding.md for the curve."""

MARGIN = 12.0
"""By so much that form must be nearer than any other."""

NEAR = 62.0
"""Likeness from which words may have been the card's answer, if no other form is nearer."""

BOTH_NEAR = 66.0
"""Likeness from which garbled words bear out a phrase that another ear doubts; words that an ear
is sure of, and that there are not, do from `CLEAR` on."""

BOTH_MARGIN = 10.0
"""By so much it must then be nearer than any other form."""

STANDS = frozenset(
    {"passed", "another number", "another sign", "another unit", "the last answer counts"}
)
"""Reasons of the judge's that no likeness mends."""

Kind = Literal["right", "phrase", "alike", "unsure", "other", "none"]
"""Words are the card's answer; are it, but doubted; bear it out; may be it; are another's; none
of these."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What ears made of an answer.

    Attributes:
        said: the words that count.
        also: what another ear made of the same sound.
        confidence: in the words that count, 0 to 1.
        sure: False if the ear doubts a phrase that it heard.
        rivals: phrases that it could not tell from it; or where it is held to no phrases, what
            else it might have written.
    """

    said: str
    also: Sequence[str] = ()
    confidence: float = 1.0
    sure: bool = True
    rivals: Sequence[str] = ()


class Hearing:
    """Judges what ears made of answers to one card."""

    def __init__(
        self, mine: Sequence[str], field: Field, by_meaning: Callable[[str], Judgement]
    ) -> None:
        """Judge for a card.

        Args:
            mine: its right forms.
            field: the forms of all answers of its category.
            by_meaning: judges a text for the card.
        """
        self._mine = mine
        self._field = field
        self._by_meaning = by_meaning

    def verdict(self, heard: Heard) -> Verdict:
        """Judge one answer."""
        if self._by_meaning(heard.said).verdict == "nothing" and not heard.also:
            return "nothing"
        phrase = heard.said in self._field
        if phrase:
            kinds = [self._phrase(heard.said, sure=heard.sure or self._agree(heard.rivals))]
        elif not heard.sure:
            kinds = [self._doubtful(heard.said)]
        else:
            kinds = [self._best(heard)]
        for text in heard.also:
            # Behind a phrase stand another ear's words; behind words a phrase that was doubted.
            if text in self._field:
                kinds.append(self._phrase(text, sure=phrase))
            elif phrase and heard.confidence < CERTAIN and self._another_word(text):
                kinds.append("other")
            else:
                kinds.append(self._words(text, firm=False) if phrase else self._doubtful(text))
        if "right" in kinds:
            return "unsure" if "other" in kinds else "right"
        if "alike" in kinds and "phrase" in kinds and "other" not in kinds:
            return "right"
        return "wrong" if set(kinds) <= {"other", "none"} else "unsure"

    def _best(self, heard: Heard) -> Kind:
        """Return what words are, or where they are not firm the best of what they might be."""
        if heard.confidence >= FIRM:
            return self._words(heard.said, firm=True)
        if self._another_word(heard.said):
            return "unsure"
        kinds = {self._words(text, firm=False) for text in (heard.said, *heard.rivals)}
        order: tuple[Kind, ...] = ("right", "alike", "unsure")
        return next((kind for kind in order if kind in kinds), "none")

    def _another_word(self, text: str) -> bool:
        """Tell whether a text has words that there are, and sounds like an answer without being it.

        «Chile» was said, and no «Chiloé»; what has nothing of the answer's sound, such as «sobre
        una idea» for «Sor Juana Inés», is what an ear makes of names that it never saw.
        """
        if not self._field.is_written_well(text) or self._right(text):
            return False
        return self._field.contrast(text, self._mine, self._right).mine >= NEAR

    def _right(self, text: str) -> bool:
        return self._by_meaning(text).verdict == "right"

    def _agree(self, rivals: Sequence[str]) -> bool:
        """Tell whether the phrases that an ear could not tell apart are all right."""
        return bool(rivals) and all(map(self._right, rivals))

    def _phrase(self, text: str, *, sure: bool) -> Kind:
        """Return what a form of the category is: known to the letter, if it was heard."""
        verdict = self._by_meaning(text).verdict
        if verdict == "right":
            return "right" if sure else "phrase"
        return "unsure" if verdict == "unsure" else "other" if sure else "none"

    def _doubtful(self, text: str) -> Kind:
        """Return what syllables are, or phrases among other words: never enough by themselves."""
        right = self._by_meaning(text).verdict in ("right", "unsure")
        return "unsure" if right or self._is_near(text) else "none"

    def _words(self, text: str, *, firm: bool) -> Kind:
        """Return what an ear's own words are."""
        found = self._by_meaning(text)
        if found.verdict == "nothing" or (found.verdict == "wrong" and found.reason in STANDS):
            return "none"
        sound = self._field.contrast(text, self._mine, self._right)
        another = sound.other >= CLEAR and sound.margin <= -MARGIN
        if found.verdict == "right":
            return "unsure" if another else "right"
        if another and firm:
            return "other"
        if not firm and sound.mine >= CLEAR and sound.margin >= MARGIN:
            return "right"
        # Words that there are, and that the ear is sure of, are what was said.
        plain = firm and self._field.is_written_well(text)
        # Firm words that there are not («Confusia») may bear out a phrase, not be it.
        near = CLEAR if firm else BOTH_NEAR
        if not plain and sound.mine >= near and sound.margin >= BOTH_MARGIN:
            return "alike"
        if found.verdict == "unsure":
            return "unsure"
        return "unsure" if not plain and self._is_near(text, loose=not firm) else "none"

    def _is_near(self, text: str, *, loose: bool = True) -> bool:
        sounds = (
            self._field.contrast(text, self._mine, self._right, loose=garbled)
            for garbled in (False, loose)
        )
        return any(sound.mine >= NEAR and sound.margin > 0 for sound in sounds)
