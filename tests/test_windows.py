"""What the host lets be heard while a call may be owed: the same, whether one is or not (D10)."""

from __future__ import annotations

import pytest

from host.guion import parse
from host.rehearsal import Result, play_as_text

TABLE = """---
game: sapiencia
language: es
seats: [Ana, Berta, Carlos]
rules: {{discard: {discard}}}
setup:
  counts: {counts}
  talker: Ana
  deck: 30
  cards:
    - {{id: hipatia, name: Hipatia, country: Egipto, contributions: 3}}
    - {{id: zewail, name: Zewail, country: Egipto, contributions: {second}}}
    - {{id: mahfuz, name: Mahfuz, country: Egipto, contributions: {third}}}
---
Ana: Hipatia, país, aportes
Berta: juego a Zewail
{between}Carlos: juego a Mahfuz
"""


def sounds(result: Result, until: float) -> list[tuple[float, str, str]]:
    """What the host lets be heard before a time, and when, to the hundredth."""
    return [(round(t, 2), s.line, s.text) for t, s in result.said if t < until]


def played(counts: str, discard: str, second: int, third: int, between: str = "") -> Result:
    text = TABLE.format(counts=counts, discard=discard, second=second, third=third, between=between)
    return play_as_text(parse(text, "d10"))


@pytest.mark.parametrize("discard", ["bar", "highest", "running"])
@pytest.mark.parametrize(
    ("second", "third", "whose"), [(3, 1, "Berta"), (1, 3, "Carlos"), (1, 1, "Ana")]
)
def test_D10_until_the_penalty_the_host_sounds_the_same_with_and_without_a_window(
    discard: str, second: int, third: int, whose: str
) -> None:
    """One seat's card goes: from two cards to one, or from five to four."""
    results = []
    for left in (2, 5):
        seats = ", ".join(f"{s}: {left if s == whose else 5}" for s in ("Ana", "Berta", "Carlos"))
        results.append(played("{" + seats + "}", discard, second, third))
    owing, free = results
    assert owing.outcome["must_call"] == [whose]
    assert free.outcome["must_call"] == []
    penalty = next(t for t, s in owing.said if s.line.startswith("sapiencia-penalty"))
    assert sounds(owing, penalty) == sounds(free, penalty)
    assert len(sounds(owing, penalty)) > 5


def test_D11_a_question_about_counts_waits_as_long_with_and_without_a_window() -> None:
    answered = []
    for left in (2, 3):
        counts = f"{{Ana: 5, Berta: {left}, Carlos: 5}}"
        result = played(counts, "bar", 3, 1, "+0.3 Carlos: ¿cuántas cartas tiene Berta?\n")
        asked = next(u.heard.offset for u in result.heard if "cuántas" in u.heard.words)
        after = [(round(t, 2), s.line) for t, s in result.said if t > asked]
        assert "sapiencia-cards" in [line for _, line in after]
        answered.append(after[0])
    owing, free = answered
    assert owing[0] == free[0]
    assert owing[1] == "sapiencia-penalty"
    assert free[1] == "sapiencia-cards"
