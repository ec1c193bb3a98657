"""A vote is told whole: where it stood, what came of it and why; scores keep the seats' order."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_playing import play

NAMES = ["Zoe", "Maruja", "Ana"]
"""In another order than that of letters, which is the order of a journal."""

TO_THE_VOTE = {
    "es": "personas\ntres\ntres\ndos\npaso\npaso\npaso\nno sé\nPepito\nno sé\n"
    "la de Maruja era correcta\nno acepto\n",
    "en": "people\nthree\nthree\ntwo\npass\npass\npass\nI don't know\nPepito\nI don't know\n"
    "Maruja was right\nI object\n",
}
YES, NO = {"es": "sí\n", "en": "yes\n"}, {"es": "no\n", "en": "no\n"}
TOLD = {
    ("es", "tie"): "Empate, y el empate favorece a quien respondió: la de Maruja vale.",
    ("es", "for"): "Por votos, la de Maruja vale: a favor, dos; en contra, nadie.",
    ("es", "against"): "Por votos, la de Maruja no vale: a favor, nadie; en contra, dos.",
    ("en", "tie"): "A tie, and a tie favours whoever answered: the answer of Maruja counts.",
    ("en", "for"): "By vote, the answer of Maruja counts: two for it, nobody against.",
    ("en", "against"): "By vote, the answer of Maruja does not count: nobody for it, two against.",
}


def flat(told: str) -> str:
    """Return what was shown without its line breaks."""
    return " ".join(told.split())


def vote(path: Path, language: str, cast: str) -> tuple[str, str]:
    """Play to the vote, and go on with it from the journal; return what was told each time."""
    text = TO_THE_VOTE[language]
    given = {"names": NAMES, "rules": {"bets": "optional"}, "language": language}
    before = play(text, path, **given)
    return flat(before), flat(play(cast, path, resume=path, names=[], language=language))


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("how", ["tie", "for", "against"])
def test_what_came_of_a_vote_is_explained(tmp_path: Path, language: str, how: str) -> None:
    yes, no = YES[language], NO[language]
    cast = {"tie": yes + no, "for": yes + yes, "against": no + no}[how]
    _, told = vote(tmp_path / "j.jsonl", language, cast)
    assert TOLD[language, how] in told, told


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_vote_that_is_gone_on_with_is_told_again(tmp_path: Path, language: str) -> None:
    before, again = vote(tmp_path / "j.jsonl", language, "")
    start, ask = ("La pregunta: ", "¿vale") if language == "es" else ("The question: ", "does")
    question = before.split(start, 1)[1].split("?")[0]
    parts = [question, "Pepito", ask]  # all have their first point: no standing yet
    places = [again.index(part) for part in parts]
    assert places == sorted(places), again


@pytest.mark.parametrize("game", ["iknow", "sapiencia", "wizard"])
def test_scores_are_told_in_one_order(tmp_path: Path, game: str) -> None:
    path = tmp_path / "j.jsonl"
    new = play("marcador\n", path, game=game, names=NAMES)
    again = play("marcador\n", path, resume=path, names=[])
    score = {"iknow": "Puntos.", "sapiencia": "Cartas:", "wizard": "Puntos"}[game]
    orders = []
    for told in (new, again):
        tail = told[told.rindex(score) :]
        orders.append(sorted(NAMES, key=tail.index))
    assert orders[0] == orders[1]
