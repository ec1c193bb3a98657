"""The answers of a quiz deck, spoken as a table would and judged as the table judges them.

Every answer and every accepted form is rendered by a voice of Kokoro, spoken in the virtual room
while an answer is awaited, heard by a real ear, and judged for its own card and for all the
others of its category.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from host.aloud import open_studio
from host.bench.phrases import PAUSE_S, hear_until
from host.bench.shout_cast import packed
from host.decks import QuizCard, default_quiz_deck
from host.ears.base import Heard
from host.engine.game import Expectation, Json, Move, Option
from host.hearing import open_ear
from host.mouth.cache import CachedVoice
from host.mouth.lines import Lines
from host.opening import Order, open_box
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.telling.iknow import IknowTeller, judge_by_card
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key

VOICE: Mapping[str, float] = {"jf_tebukuro": 1.0}
"""A voice that es-mesa was not trained on."""

SEATS = ("Ana", "Luis")

DISTANCE_M = 1.0


class Jury:
    """Judges what was heard as the table does, for one card or for its whole category."""

    def __init__(self, language: str) -> None:
        """Open the deck of a language."""
        self.language = language
        self.cards = {card.id: card for card in default_quiz_deck(language)}
        order = Order(SEATS, {}, {}, language, "bench", (), Lines(language))
        opened = open_box("iknow", order)
        assert isinstance(opened.teller, IknowTeller)
        self._teller = opened.teller
        self._blank = opened.game.blank()
        self._interpreter = Interpreter(Phrasebook(language, "iknow", opened.words), SEATS)
        self.expectation = Expectation(
            "answer", SEATS[0], (Option("answer", {"said": ()}), Option("pass")), free_speech=True
        )

    def spellings(self) -> list[str]:
        """Return what the ear is told to expect while an answer is awaited."""
        return list(self._interpreter.spellings(self.expectation))

    def verdict(self, heard: Sequence[Heard], card: QuizCard) -> str:
        """Return ``right``, ``unsure``, ``wrong``, ``nothing``, or ``command`` for another act."""
        for one in heard:
            reading = self._interpreter.interpret(one.words, self.expectation)
            if not isinstance(reading, Meant):
                continue
            act = reading.acts[-1]
            if act.act != "answer":
                return "command"
            args = {**act.args, **({"also": one.also} if one.also else {})}
            move = Move("answer", SEATS[0], args, one.onset, one.onset_uncertainty)
            state = replace(self._blank, card=card.id)
            completed = self._teller.complete(state, move)
            return str(completed.args["verdict"]) if isinstance(completed, Move) else "nothing"
        return "nothing"

    def also_right_for(self, words: str, card: QuizCard) -> list[str]:
        """Return the ids of other cards of its category for which the words are right."""
        return [
            other.id
            for other in self.cards.values()
            if other.category == card.category
            and other.id != card.id
            and judge_by_card(words, other, self.language).verdict == "right"
        ]


def measure_answers(
    *,
    ear_names: Sequence[str],
    language: str,
    models: Path | None,
    voice: Mapping[str, float] = VOICE,
    voices: Path | None = None,
    every: int = 1,
    tell: Callable[[str], None] | None = None,
) -> list[dict[str, Json]]:
    """Speak the answers of a deck and return, for each ear, what the judge made of them.

    Args:
        ear_names: as `host.hearing.open_ear` knows them.
        voice: of Kokoro: weights of its voices.
        voices: a file of voices of Kokoro, or a folder of ``.bin``; else those installed.
        every: take one card in so many.
        tell: takes a line about each form that was not right.

    Raises:
        AloudError: a model is missing.
        CastError: the folder holds no voices.
        VoiceError: there is no such voice.
    """
    jury = Jury(language)
    forms = [
        (card, form)
        for card in list(jury.cards.values())[::every]
        for form in dict.fromkeys((card.answer, *card.accept))
    ]
    rows: list[dict[str, Json]] = []
    with ExitStack() as ends:
        if voices is not None and voices.is_dir():
            folder = ends.enter_context(tempfile.TemporaryDirectory())
            voices = packed(voices, Path(folder) / "voices.npz")
        studio = open_studio(language, models, voices)
        ends.callback(studio.close)
        speaker = CachedVoice(studio.voice(voice))
        for name in ear_names:
            with closing(open_ear(name, language, models)) as ear:
                room = VirtualRoom(ear, echo_db=None, gate=Gate(lambda words: key(words, language)))
                room.expect(jury.spellings(), free=True)
                rows.append(_judged(name, jury, room, speaker, forms, tell))
    return rows


def _judged(
    name: str,
    jury: Jury,
    room: VirtualRoom,
    speaker: Any,
    forms: Sequence[tuple[QuizCard, str]],
    tell: Callable[[str], None] | None,
) -> dict[str, Json]:
    became: Counter[str] = Counter()
    by_category: Counter[str] = Counter()
    others: list[dict[str, Json]] = []
    for card, form in forms:
        speech = speaker.render(form)
        _, end = room.speak(speech.samples, speech.rate, room.now + PAUSE_S, distance_m=DISTANCE_M)
        heard = hear_until(room, end)
        verdict = jury.verdict(heard, card)
        became[verdict] += 1
        by_category[card.category] += verdict == "right"
        words = " | ".join(one.words for one in heard)
        taken = jury.also_right_for(heard[0].words, card) if heard else []
        if taken:
            others.append({"said": form, "heard": words, "right_for": taken})
        if tell is not None and verdict != "right":
            tell(f"{name}: {card.id}: said «{form}», heard «{words}»: {verdict}")
    total = max(1, len(forms))
    each = Counter(card.category for card, _ in forms)
    return {
        "ear": name,
        "forms": len(forms),
        **{
            key_: round(became[key_] / total, 4)
            for key_ in ("right", "unsure", "wrong", "nothing", "command")
        },
        "right_by_category": {c: round(by_category[c] / n, 4) for c, n in each.items()},
        "right_for_another": others,
    }
