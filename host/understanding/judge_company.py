"""What stands around an answer in a sentence: a comment, or the rest of another name.

One word of speech may be the answer with talk around it ("el charango ese de Bolivia"), or a
part of quite another name ("Umberto Eco", "Hillary Clinton": pitfalls D2 and D7). Grammar tells
them apart well enough: what an article, a relative or a preposition holds off is a comment;
what leans on the answer directly may belong to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from host.understanding.judge_parts import Form, Unit
from host.understanding.judge_words import WordLists, given_names

Company = Literal["comment", "perhaps", "other"]
"""The words around an answer say nothing against it; may make it another; do."""


def company(
    before: Sequence[Unit],
    after: Sequence[Unit],
    form: Form,
    lists: WordLists,
    idle: Callable[[Unit], bool],
    *,
    persons: bool,
    alias: bool,
) -> Company:
    """Tell what the words around `form` make of it.

    Args:
        before: what was said in front of it, in order.
        after: what was said behind it.
        form: the form of the card that was said.
        lists: the word lists of the language.
        idle: tells words that say nothing, such as lead-ins.
        persons: the card's answer is a person.
        alias: the form is shorter than the card's answer, of which it may be a common part.
    """
    found = (
        _in_front(list(before), form, lists, idle, persons=persons, alias=alias),
        _behind(after, form, lists, idle, persons=persons, alias=alias),
    )
    order: tuple[Company, ...] = ("other", "perhaps", "comment")
    return min(found, key=order.index)


def _in_front(
    words: list[Unit],
    form: Form,
    lists: WordLists,
    idle: Callable[[Unit], bool],
    *,
    persons: bool,
    alias: bool,
) -> Company:
    articles = any(lists.has("article", unit.text) for unit in words)
    article = words.pop() if words and lists.has("article", words[-1].text) else None
    if article and (persons or form.capital) and lists.has("indefinite", article.text):
        return "perhaps"  # "Un tutú de ballet", "2001, una odisea del espacio"
    if words and persons and lists.has("place", words[-1].text):
        return "other"  # "Ciudad Juárez"
    apart = article is not None
    while words and idle(words[-1]):
        if lists.has("link", words[-1].text) or lists.has("deny", words[-1].text):
            break
        held_off = lists.has("stop", words.pop().text)
        apart = apart or held_off
    if not words:
        return "comment"
    last = words[-1]
    if lists.has("deny", last.text):
        return "perhaps"
    if lists.has("link", last.text):
        # "El conejo de Pascua"; but "las nieves del Kilimanjaro", "granos de maíz".
        held = any(not idle(unit) for unit in words[:-1])
        return "perhaps" if held and (persons or alias or form.title) else "comment"
    if apart:
        return "comment"
    if last.text in given_names():
        # "Umberto Eco", "Indira Gandhi"; "Isabel Moctezuma" may be meant.
        return "other" if persons or not form.proper else "perhaps"
    if persons and not articles and all(idle(unit) for unit in words[:-1]):
        # A lone word in front may be a given name that the list lacks.
        return "other" if form.derived else "perhaps"
    return "comment"


def _behind(
    words: Sequence[Unit],
    form: Form,
    lists: WordLists,
    idle: Callable[[Unit], bool],
    *,
    persons: bool,
    alias: bool,
) -> Company:
    bare = persons or form.proper or form.title or alias
    if persons and any(lists.has("place", unit.text) for unit in words):
        return "perhaps"  # "Lorca, la ciudad de Murcia"
    for unit in words:
        if lists.has("link", unit.text):
            # "El Grito de Dolores", "Corea del Norte"; but "el ajolote de Xochimilco".
            return "perhaps" if bare else "comment"
        if lists.has("article", unit.text) or lists.has("comment", unit.text):
            return "comment"
        if idle(unit):
            continue
        return "perhaps" if bare else "comment"
    return "comment"
