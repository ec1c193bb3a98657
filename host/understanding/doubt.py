"""When an ear may have garbled a right answer, so that the table should decide (D23).

The judge goes by meaning and is strict. An acoustic ear writes a name it has never seen as
something that only sounds like it («poema de hígame»). Such an answer is neither right nor
wrong to a fair host: it is doubtful, and doubts are settled at the reveal by the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.understanding.sounds import key, similarity
from host.understanding.text import words

ALIKE = 62.0
"""Likeness by sound (0 to 100) from which an answer is doubtful. Measured on the 400 Spanish
cards: of 142,164 answers and accepted forms of other cards of the same category, put after
"creo que es", 372 (0.26 %) are as like as this; of seven right answers that Whisper garbled,
the least was 70.
"""

MOST_LEAD_WORDS = 5
"""So many words in front («creo que la respuesta es») are left out at most."""


def may_be_garbled(
    heard: str,
    *,
    answer: str,
    accept: Sequence[str] = (),
    reject: Sequence[str] = (),
    language: str = "es",
) -> bool:
    """Tell whether what was heard sounds like the answer, and more so than like a wrong one."""
    right = max(_likeness(heard, form, language) for form in (answer, *accept))
    wrong = max((_likeness(heard, form, language) for form in reject), default=0.0)
    return right >= ALIKE and right > wrong


def _likeness(heard: str, form: str, language: str) -> float:
    said = words(heard)
    wanted = key(form, language)
    starts = range(max(1, min(len(said), MOST_LEAD_WORDS + 1)))
    return max(similarity(key(" ".join(said[at:]), language), wanted) for at in starts)
