"""Two ears as one: when the second is asked, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from host.ears.base import BLOCK, RATE, Block, Heard, Written
from host.ears.pair import LEAD_S, PairEar
from host.ears.scripted import ScriptedEar
from host.ears.segments import Segment


class Stub:
    """A second ear that hears the same words always, and remembers what it was given."""

    name = "stub"
    confidence = 0.5
    others = ("otra",)

    def __init__(self, words: str) -> None:
        self.words = words
        self.asked: list[Segment] = []
        self.closed = 0

    def again(self, segment: Segment) -> Written:
        self.asked.append(segment)
        return Written(self.words, self.confidence, self.others)

    def close(self) -> None:
        self.closed += 1


class Doubting(ScriptedEar):
    """A quick ear that doubts whatever it hears."""

    def feed(self, block: Block) -> list[Heard]:
        return [
            Heard(h.words, h.onset, h.offset, final=h.final, ear=h.ear, sure=False)
            for h in super().feed(block)
        ]


def hear(
    first: ScriptedEar,
    second: Stub,
    *,
    free: bool = False,
    phrases: Sequence[str] = ("tres puntos",),
) -> list[Heard]:
    ear = PairEar(first, second)
    ear.expect(phrases, free=free)
    first.say("tres puntos", 1.0, 1.6)
    found: list[Heard] = []
    for number in range(100):
        start = number * BLOCK / RATE
        samples = np.full(BLOCK, number / 100, dtype=np.float32)
        found += ear.feed(Block(start, samples, BLOCK / RATE))
    return found


def test_what_the_quick_ear_is_sure_of_is_not_heard_twice() -> None:
    second = Stub("otra cosa")
    (heard,) = hear(ScriptedEar("es"), second)
    assert (heard.words, heard.also, heard.sure) == ("tres puntos", (), True)
    assert second.asked == []


def test_what_it_doubts_comes_with_what_the_other_heard() -> None:
    second = Stub("tres puntos")
    (heard,) = hear(Doubting("es"), second)
    assert (heard.words, heard.also, heard.sure) == ("tres puntos", ("tres puntos",), False)
    (segment,) = second.asked
    # As long as it lasted with what lies around it, as far as that has been recorded yet.
    assert 0.6 + LEAD_S <= len(segment.samples) / RATE <= 0.6 + 2 * LEAD_S


class Half(ScriptedEar):
    """A quick ear that is half sure of whatever it hears."""

    def feed(self, block: Block) -> list[Heard]:
        return [replace(h, confidence=0.6) for h in super().feed(block)]


def test_an_answer_of_which_the_quick_ear_is_certain_comes_with_what_the_other_wrote() -> None:
    second = Stub("tres pintos")
    second.confidence = 0.9
    (heard,) = hear(ScriptedEar("es"), second, free=True)
    assert (heard.words, heard.also, heard.sure) == ("tres puntos", ("tres pintos",), True)
    # Asked whatever the quick ear was sure of: how long it takes must not tell (D22).
    assert len(second.asked) == 1


@pytest.mark.parametrize(("firm", "first"), [(0.9, "es Frida Kahlo"), (0.3, "tres puntos")])
def test_of_an_answer_that_is_likely_the_surer_words_come_first(firm: float, first: str) -> None:
    second = Stub("es Frida Kahlo")
    second.confidence = firm
    (heard,) = hear(Half("es"), second, free=True)
    assert (heard.words, heard.sure) == (first, True)
    assert {heard.words, *heard.also} == {"es Frida Kahlo", "tres puntos"}


def test_an_answer_in_no_phrase_is_what_the_other_wrote_and_might_have_written() -> None:
    (heard,) = hear(ScriptedEar("es"), Stub("es Frida Kahlo"), free=True, phrases=["paso"])
    assert (heard.words, heard.also) == ("es Frida Kahlo", ("tres puntos",))
    assert (heard.confidence, heard.rivals, heard.sure) == (0.5, ("otra",), True)


@pytest.mark.parametrize("free", [False, True])
def test_where_the_other_hears_nothing_the_quick_ear_stands(free: bool) -> None:
    (heard,) = hear(Doubting("es"), Stub(""), free=free)
    assert (heard.words, heard.also) == ("tres puntos", ())


def test_times_are_the_quick_ears_and_both_are_closed() -> None:
    second = Stub("x")
    ear = PairEar(ScriptedEar("es"), second)
    assert ear.heard_through == 0.0
    ear.close()
    assert second.closed == 1
