"""What two ears wrote by themselves beside what both come nearest to: calls, a yes and a no."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.ears.base import Block, Heard
from host.ears.scripted import ScriptedEar
from tests.test_d10_sound import evening

TALK = "pásame el vino"


class Writing(ScriptedEar):
    """An ear that tells of what is said in the window what two ears made of it."""

    def __init__(self, told: Heard) -> None:
        super().__init__("es")
        self._told = told

    def feed(self, block: Block) -> list[Heard]:
        """Return what was said; `TALK` as two ears would tell it."""
        return [
            replace(
                self._told,
                onset=h.onset,
                offset=h.offset,
                onset_uncertainty=0.15,
                ear=self.name,
            )
            if h.words == TALK
            else h
            for h in super().feed(block)
        ]


def verdict(told: Heard, between: str = f"+1.0 Carlos: {TALK}") -> set[str]:
    """Return the kinds of events of a game in which this is heard, by default in the window."""
    result, _, _ = evening(2, between, Writing(told))
    return {str(event["kind"]) for event in result.events}


@pytest.mark.parametrize(
    ("told", "proved"),
    [
        # Each ear by itself wrote it: it was said, and was no call.
        (Heard("pasameelbio", 0, 0, also=("pásame el vino",), sure=False), True),
        # One ear wrote it, and what is told comes from that: nothing is proved.
        (
            Heard(
                "pasa el vino",
                0,
                0,
                confidence=0.4,
                also=("pásame el vino", "utiopesa"),
                written=("utiopesa", "pásame el vino"),
                sure=False,
            ),
            False,
        ),
        # Both wrote it, and both together come nearest to something like it.
        (
            Heard(
                "pasa el vino",
                0,
                0,
                confidence=0.4,
                also=("pásame el vino", "pasameelbio"),
                written=("pasameelbio", "pásame el vino"),
                sure=False,
            ),
            True,
        ),
    ],
)
def test_what_proves_that_nobody_called_was_written_by_two_ears(told: Heard, proved: bool) -> None:
    kinds = verdict(told)
    assert ("call_missed" in kinds) is proved
    assert ("not_judged" in kinds) is not proved


@pytest.mark.parametrize("sure", [True, False])
def test_what_one_ear_made_of_a_phrase_is_no_yes(sure: bool) -> None:
    # «¿Terminamos?», and somebody asks for the score, of which one ear made «sí».
    one = Heard("marcador", 0, 0, also=("marcador.", "si"), written=("si", "marcador."), sure=sure)
    both = Heard("si", 0, 0, also=("Sí.",), written=("si", "Sí."), sure=sure)
    ends = f"+9.0 Carlos: terminar\n+6.0 Carlos: {TALK}"
    assert "game_ended" not in verdict(one, ends)
    assert "game_ended" in verdict(both, ends)


@pytest.mark.parametrize(
    ("written", "sure", "kind"),
    [
        (("saiensa", "sabe"), False, "not_judged"),  # the nearest of few phrases: asked about
        (("saiensa", "sabe"), True, "call_made"),  # both together are sure of it
        (("sapiencia", "sabe"), False, "call_made"),  # one ear heard it by itself
    ],
)
def test_the_nearest_phrase_is_no_call_unless_it_is_sure_or_an_ear_heard_it(
    written: tuple[str, ...], sure: bool, kind: str
) -> None:
    told = Heard("sapiencia", 0, 0, confidence=0.4, also=(written[1],), written=written, sure=sure)
    kinds = verdict(told)
    assert kind in kinds
    assert "call_missed" not in kinds
    assert ("call_made" in kinds) is (kind == "call_made")


@pytest.mark.parametrize("words", ["Sabiente, sabiente.", "sabiente", "Zapiente, zapiente"])
@pytest.mark.parametrize("confidence", [0.4, 0.6, 0.95])
def test_what_means_the_call_without_being_one_proves_no_absence(
    words: str, confidence: float
) -> None:
    """A quick call over the host that Whisper wrote so cost three cards in `bench shout`."""
    kinds = verdict(Heard(words, 0, 0, confidence=confidence))
    assert "call_missed" not in kinds
    assert "penalty" not in kinds
