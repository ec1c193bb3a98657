"""One plays iKNOW alone: ten questions, no bets, and the best score is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from host.engine.game import Move, fold
from host.games.iknow import CardRef, Iknow, IknowRules
from host.games.iknow_rules import SOLO_QUESTIONS
from host.guion import parse
from host.rehearsal import play_as_text
from host.settings import Settings, SettingsFile
from host.table_manners import Manner
from tests.games.tables import InOrder

CARDS = [CardRef(f"{c}-{n}", c) for c in ("people", "world", "works", "events") for n in range(9)]


def play_alone(verdicts: Sequence[str], **rules: Any) -> tuple[dict[str, Any], int]:
    """Return the outcome and how many questions were put."""
    game = Iknow(["Ana"], CARDS, IknowRules.from_dict(rules), {})
    events = game.begin(InOrder())
    state = fold(game, events)
    verdict = iter(verdicts)
    for _ in range(200):
        expectation = game.expectation(state)
        if expectation.phase == "over":
            break
        assert expectation.asked == "Ana"
        assert expectation.phase in ("category", "place", "answer")
        args: dict[str, Any] = {
            "category": {"category": "world"},
            "place": {"level": 3},
            "answer": {"said": "x", "verdict": ""},
        }[expectation.phase]
        if expectation.phase == "answer":
            args = {"said": "x", "verdict": next(verdict)}
        new = game.decide(state, Move(expectation.phase, "Ana", args), InOrder())
        assert isinstance(new, list), new
        events += new
        state = fold(game, new, state)
    asked = sum(e.kind == "question_open" for e in events)
    assert not [e for e in events if e.kind in ("bet", "no_bet", "doubt_opened", "vote_opened")]
    return game.outcome(state), asked


@pytest.mark.parametrize("reader", ["host", "rotating"])
def test_ten_questions_and_no_bets(reader: str) -> None:
    outcome, asked = play_alone(["right", "wrong"] * 5, reader=reader, bets="required", target=10)
    assert asked == SOLO_QUESTIONS
    assert outcome["points"] == {"Ana": 15}
    assert outcome["finished"]


def test_a_doubtful_answer_favours_who_plays() -> None:
    outcome, _ = play_alone(["unsure"] * 10)
    assert outcome["points"] == {"Ana": 30}


ALONE = """---
game: evening
language: es
seats: [Ana]
setup: {cards: [frida-kahlo]}
---
Ana: la primera
Ana: preguntas
Ana: soy Ana
Ana: ya está
Ana: buenas noches
Ana: personas
Ana: tres
Ana: Frida Kahlo
"""


def test_a_game_alone_by_voice_keeps_the_best_score() -> None:
    rest = "".join(f"Ana: {c}\nAna: tres\nAna: paso\n" for c in ["personas"])
    rest += "Ana: tres\nAna: paso\n" * 8
    kept = SettingsFile()
    manner = Manner(kept.settings, save=kept.set)
    result = play_as_text(parse(ALONE + rest, "t"), manner=manner)
    said = [sound.line for _, sound in result.said]
    assert result.outcome["points"] == {"Ana": 3}
    assert "award-solo-best" in said
    assert kept.settings.best == {"iknow_solo": 3}
    assert not [line for line in said if line.startswith(("iknow-ask-bet", "iknow-leader"))]
    assert result.outcome["awards"] == []
    again = Manner(Settings(best=kept.settings.best), save=kept.set)
    worse = play_as_text(parse(ALONE.replace("Frida Kahlo", "paso") + rest, "t"), manner=again)
    assert "award-solo" in [sound.line for _, sound in worse.said]
    assert kept.settings.best == {"iknow_solo": 3}
