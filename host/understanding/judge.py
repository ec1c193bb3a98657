"""The answer judge: is what was said the answer of the card, by meaning?

A pure function behind which stands a labelled table (``tests/data/judge.tsv``). No single
cut-off separates right from wrong (pitfalls D2-D4): numbers are compared as values, every
word that carries meaning is needed, and words are compared by sound with a budget that
grows with their length. Doubt is "unsure" and goes to the table; silence is "nothing".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from host.understanding.judge_match import (
    EXACT,
    HALF,
    NO_MATCH,
    NONE,
    RIGHT,
    Context,
    Match,
    Matcher,
)
from host.understanding.judge_parts import Form, Piece, forms, said
from host.understanding.judge_words import word_lists
from host.understanding.numbers import tokens

Verdict = Literal["right", "wrong", "unsure", "nothing"]

# A rejected form this near wins over a doubtful match even if it fits only roughly.
_NEAR_REJECT = 75.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge found.

    Attributes:
        verdict: right, wrong, unsure (ask the table) or nothing (nothing was heard).
        score: How near it came to the nearest form, 0 to 100.
        matched: The form of the card that it came nearest to, "" if none.
        reason: Why, in a few English words, for the journal.
    """

    verdict: Verdict
    score: float
    matched: str
    reason: str


def _best_in_piece(piece: Piece, candidates: Sequence[Form], context: Context) -> Match:
    matches = [Matcher(piece, form, context).match() for form in candidates]
    best = max(matches, key=lambda m: (m.grade, m.score, m.size), default=NO_MATCH)
    best = replace(best, nearest=max((m.score for m in matches), default=0.0))
    if piece.negated and best.grade == RIGHT:
        return replace(best, grade=HALF, reason="perhaps denied")
    small_talk = any(
        context.lists.phrase_at("talk", piece.tokens, i) for i in range(len(piece.tokens))
    )
    if small_talk and best.size == 1 and best.grade == RIGHT:
        return replace(best, grade=HALF, reason="perhaps small talk")
    return best


def _best(heard_text: str, candidates: tuple[Form, ...], context: Context) -> Match:
    """Return the best match of the part of the speech that counts."""
    heard = said(heard_text, context.language)
    lists = context.lists

    def rank(m: Match) -> tuple[int, float, int]:
        return m.grade, m.score, m.size

    # Titles such as "Vida o muerte" hold a word that else would take back what precedes it.
    odd = [f for f in candidates if any(lists.has("correction", w) for w in f.joined.split())]
    best = _best_in_piece(heard.whole, odd, context) if odd else NO_MATCH
    pieces = heard.pieces
    if not pieces:
        return best
    final = _best_in_piece(pieces[-1], candidates, context)
    if len(pieces) > 1:
        together = Piece(sum((p.tokens for p in pieces), ()), pieces[0].negated)
        earlier = max((_best_in_piece(p, candidates, context) for p in pieces[:-1]), key=rank)
        goes_on = all(lists.has("goes_on", p.tokens[0]) for p in pieces[1:])
        if goes_on and earlier.grade == RIGHT:
            final = max(final, earlier, key=rank)
        elif final.grade != RIGHT:
            whole = _best_in_piece(together, candidates, context)
            if whole.grade == RIGHT and earlier.grade != RIGHT:
                final = whole
            elif earlier.grade == RIGHT and final.grade == NONE:
                final = Match(NONE, earlier.score, "the last answer counts", earlier.form)
    return max(best, final, key=rank)


def _content(text: str, language: str) -> frozenset[str]:
    lists = word_lists(language)
    return frozenset(t for t in tokens(text, language) if not lists.has("stop", t))


def judge(
    said_text: str,
    *,
    answer: str,
    accept: Sequence[str] = (),
    reject: Sequence[str] = (),
    question: str = "",
    language: str = "es",
) -> Judgement:
    """Judge what a player said.

    Args:
        said_text: What was heard, with or without lead-ins and corrections.
        answer: The answer on the card.
        accept: Other forms that are right.
        reject: Forms that are wrong however near they sound.
        question: The question; its words in what was said count for nothing.
        language: "es" or "en".

    Returns:
        The judgement; the same for the same arguments. Text without letters or digits, or
        nothing but hesitation, is "nothing" and never "wrong" (D5).
    """
    heard = said(said_text, language)
    whole = heard.whole.tokens
    if not whole:
        return Judgement("nothing", 0.0, "", "nothing heard")
    right_texts, wrong_texts = (answer, *accept), tuple(reject)
    joined = " ".join(tokens(said_text, language))
    exact_right = [t for t in right_texts if " ".join(tokens(t, language)) == joined]
    exact_wrong = [t for t in wrong_texts if " ".join(tokens(t, language)) == joined]
    if exact_right and exact_wrong:
        return Judgement("unsure", EXACT, exact_right[0], "on both lists of the card")
    if exact_right:
        return Judgement("right", EXACT, exact_right[0], "as written")
    if exact_wrong:
        return Judgement("wrong", EXACT, exact_wrong[0], "a form that the card rejects")
    if heard.hesitation:
        return Judgement("nothing", 0.0, "", "only hesitation")
    return _weigh(said_text, right_texts, wrong_texts, question, language)


def _weigh(
    said_text: str,
    right_texts: tuple[str, ...],
    wrong_texts: tuple[str, ...],
    question: str,
    language: str,
) -> Judgement:
    asked = _content(question, language)
    sides: list[Match] = []
    for texts in (right_texts, wrong_texts):
        known = frozenset().union(*(_content(text, language) for text in texts))
        # Where the question names the answer among others, naming all is no answer.
        echo = frozenset() if known & asked and known <= asked else asked
        candidates = tuple(form for text in texts for form in forms(text, language, echo))
        own = forms(texts[0], language, echo)[:1] if texts else ()
        context = Context(
            language,
            word_lists(language),
            echo - known,
            known,
            offered=asked - echo,
            persons=any(form.person for form in candidates),
            longest=len(own[0].units) if own else 1,
        )
        sides.append(_best(said_text, candidates, context))
    mine, theirs = sides
    return _decide(mine, theirs, said_text, right_texts, wrong_texts, language)


def _decide(
    mine: Match,
    theirs: Match,
    said_text: str,
    right_texts: tuple[str, ...],
    wrong_texts: tuple[str, ...],
    language: str,
) -> Judgement:
    """The nearer of the two lists wins; a tie goes to the table."""
    a, r = (mine.score, mine.size), (theirs.score, theirs.size)
    if mine.grade == theirs.grade == RIGHT and any(mine.span) and any(theirs.span):
        if mine.span[0] >= theirs.span[1]:
            return Judgement("right", mine.score, mine.form, "the last answer counts")
        if theirs.span[0] >= mine.span[1]:
            return Judgement("unsure", mine.score, mine.form, "two answers")
    if theirs.grade == RIGHT and (mine.grade != RIGHT or r > a):
        return Judgement("wrong", theirs.score, theirs.form, "a form that the card rejects")
    if mine.grade == RIGHT and theirs.grade == RIGHT and a == r:
        return Judgement("unsure", mine.score, mine.form, "fits both lists of the card")
    if mine.grade == RIGHT:
        if theirs.grade == HALF and theirs.score > mine.score:
            return Judgement("unsure", mine.score, mine.form, "near to a rejected form")
        return Judgement("right", mine.score, mine.form, mine.reason)
    if mine.grade == HALF:
        if theirs.nearest > mine.nearest and (theirs.grade or theirs.nearest >= _NEAR_REJECT):
            return Judgement("wrong", theirs.score, theirs.form, "nearer to a rejected form")
        return Judgement("unsure", mine.score, mine.form, mine.reason)
    words = _content(said_text, language)
    shared = any(words <= _content(text, language) for text in right_texts)
    # "La guerra" with its article is the kind of thing; "Corea" may be half of a name.
    kind = any(word_lists(language).has("article", t) for t in tokens(said_text, language))
    both = any(words <= _content(text, language) for text in wrong_texts)
    if words and shared and both and not kind:
        return Judgement("unsure", mine.score, mine.form, "part of both lists of the card")
    passed = said(said_text, language).passed
    return Judgement("wrong", mine.score, mine.form, "passed" if passed else mine.reason)
