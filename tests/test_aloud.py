"""A spoken round, for real: Kokoro speaks, Whisper hears, the virtual room carries it.

Skips by name where the models are not installed (`tertulia models pull kokoro
kokoro-voices-ja whisper-base`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host.demo import sample_guion
from host.demo_aloud import _hearing_printer
from host.ears.base import Heard
from host.guion import parse
from host.guion_text import write
from host.models import installed, models_home
from host.rehearsal import play_as_text
from host.table_parts import Understood
from host.transcript import texts_of

MODELS = ("kokoro", "kokoro-voices-ja", "whisper-base")
MISSING = [name for name in MODELS if installed(name, models_home()) is None]


@pytest.mark.parametrize("seed", range(12))
def test_a_sampled_round_can_be_played_as_text(seed: int) -> None:
    """The round has a right and a wrong answer, a bet won and a bet lost, and its points hold."""
    guion = sample_guion(seed)
    result = play_as_text(guion)
    assert result.ok, result.differences
    scored = next(e for e in result.events if e["kind"] == "scored")
    rights = [row["right"] for row in scored["squares"]]
    bets = [bet["won"] for row in scored["squares"] for bet in row["bets"]]
    assert True in rights
    assert False in rights
    assert True in bets
    assert False in bets
    assert not [r for r in result.heard if r.result in ("nothing", "unsure")]


def test_a_sampled_guion_survives_its_file() -> None:
    guion = sample_guion(3, impatient=0.5)
    again = parse(write(guion), guion.path)
    assert [(s.who, s.words, s.anchor) for s in again.steps] == [  # type: ignore[union-attr]
        (s.who, s.words, s.anchor)  # type: ignore[union-attr]
        for s in guion.steps
    ]
    assert again.expect == guion.expect


@pytest.mark.skipif(bool(MISSING), reason=f"models not installed: {', '.join(MISSING)}")
def test_a_spoken_round_is_played_to_its_reveal_and_the_host_never_hears_itself() -> None:
    pytest.importorskip("faster_whisper")
    from host.aloud import play_aloud

    folder = Path(__file__).resolve().parent / "guiones" / "iknow"
    guion = parse((folder / "K-20.guion").read_text(encoding="utf-8"), "K-20")
    result = play_aloud(guion, echo_db=-10.0)
    assert any(e["kind"] == "revealed" for e in result.events)
    for what in result.heard:
        if what.result == "accepted":
            assert any(
                line.onset - 0.3 < what.heard.offset and what.heard.onset < line.offset + 0.3
                for line in result.spoken
            ), what


def test_the_demo_tells_a_spanish_reader_in_spanish() -> None:
    texts = texts_of("es")
    assert texts["round"].startswith("--- {count} frases")
    said: list[str] = []
    heard = Heard("reparte Marta", 1.0, 2.0, ear="typed")
    watch = _hearing_printer(said.append, texts)
    watch(Understood(heard, "Luis", ("dealer seat=Marta",), "accepted", 2.0))
    assert said == ["1.0 Luis: oí «reparte Marta»; aceptado"]
    assert set(texts_of("en")) <= set(texts)
