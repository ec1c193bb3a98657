"""Two ears as one: when the second is asked, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from host.ears.base import BLOCK, RATE, Block, Heard, Near, Written
from host.ears.pair import CERTAIN, LEAD_S, PairEar
from host.ears.scripted import ScriptedEar
from host.ears.segments import Segment
from host.ears.vosk_agree import SURE


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


class Knowing(ScriptedEar):
    """A quick ear that tells what its phrases' scores are, and is as sure as it is told."""

    def __init__(self, confidence: float, near: Sequence[Near]) -> None:
        super().__init__("es")
        self._confidence, self._near = confidence, tuple(near)

    def feed(self, block: Block) -> list[Heard]:
        return [
            replace(h, confidence=self._confidence, sure=self._confidence >= SURE, near=self._near)
            for h in super().feed(block)
        ]


LIKE_IT = (Near("tres puntos", -0.3, 0.0), Near("seis puntos", -0.5, 1.5))
CHOICES = ("tres puntos", "seis puntos", "dos puntos")


def test_what_both_come_near_to_was_said_whatever_each_doubts() -> None:
    second = Stub("Tres juntos")
    (heard,) = hear(Knowing(0.5, LIKE_IT), second, phrases=CHOICES)
    assert (heard.words, heard.sure, heard.also) == ("tres puntos", True, ("Tres juntos",))


def test_of_what_the_quick_ear_is_certain_the_other_is_not_asked() -> None:
    second = Stub("seis puntos")
    (heard,) = hear(Knowing(CERTAIN, LIKE_IT), second, phrases=CHOICES)
    assert (heard.words, heard.sure, second.asked) == ("tres puntos", True, [])


def test_of_what_it_is_rather_sure_the_other_is_asked_and_may_make_doubt() -> None:
    far = (Near("tres puntos", -1.5, 0.0),)
    (heard,) = hear(Knowing(0.75, far), Stub("mañana llueve"), phrases=CHOICES)
    assert (heard.words, heard.also, heard.sure) == ("tres puntos", ("mañana llueve",), False)


def test_the_other_ears_text_may_bear_out_another_phrase_and_the_first_is_kept_beside() -> None:
    close = (Near("tres puntos", -0.4, 0.0), Near("seis puntos", -0.42, 0.1))
    (heard,) = hear(Knowing(0.6, close), Stub("seis puntos"), phrases=CHOICES)
    assert (heard.words, heard.sure) == ("seis puntos", True)
    # Whoever looks for a call in what was heard finds both (D10).
    assert heard.also == ("tres puntos",)
