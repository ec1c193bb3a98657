"""The answers of a quiz deck, spoken as a table would and judged as the table judges them.

Every answer and every accepted form is rendered by a voice of Kokoro, spoken in the virtual room
while an answer is awaited, heard by real ears, and judged for its own card and for all the
others of its category. So are answers that the cards list as wrong.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from rapidfuzz.fuzz import partial_ratio

from host.aloud import open_studio
from host.bench.phrases import PAUSE_S, hear_until
from host.bench.shout_cast import voices_file
from host.decks import QuizCard, default_quiz_deck
from host.ears.base import Ear, Heard, Written
from host.ears.pair import PairEar
from host.ears.whisper import WhisperEar
from host.engine.game import Expectation, Json, Move, Option
from host.hearing import BOTH, OWN, open_ear
from host.mouth.base import Speech
from host.mouth.cache import CachedVoice
from host.mouth.lines import Lines
from host.opening import Order, open_box
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.telling.iknow import IknowTeller
from host.two_readings import evidence, reading_of
from host.understanding.interpret import Interpreter, Meant
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key

VOICE: Mapping[str, float] = {"jf_tebukuro": 1.0}
"""A voice that es-mesa was not trained on."""

SEATS = ("Ana", "Luis")

DISTANCE_M = 1.0

RESEMBLES = 70.0
"""Other cards are judged only where a form of theirs is in what was heard, so far as this
(rapidfuzz's `partial_ratio` of the sounds); the judge wants far more, and is slow."""

KINDS = ("right", "unsure", "wrong", "nothing", "command")
"""What may become of an answer; ``command`` for any other act."""


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
        self._keys = {
            card.id: [self._key(form) for form in (card.answer, *card.accept)]
            for card in self.cards.values()
        }

    def expectation(self, category: str) -> Expectation:
        """Return what may be said while an answer of a category is awaited."""
        options = (Option("answer", {"said": ()}), Option("pass"))
        return Expectation(
            "answer", SEATS[0], options, free_speech=True, args={"category": category}
        )

    def spellings(self, category: str) -> list[str]:
        """Return what the ear is told to expect while an answer of a category is awaited."""
        return list(self._interpreter.spellings(self.expectation(category)))

    def verdict(self, heard: Sequence[Heard], card: QuizCard) -> str:
        """Return ``right``, ``unsure``, ``wrong``, ``nothing``, or ``command`` for another act."""
        now = self.expectation(card.category)
        for one in heard:
            reading = reading_of(one, lambda words: self._interpreter.interpret(words, now))
            if not isinstance(reading, Meant):
                continue
            act = reading.acts[-1]
            if act.act != "answer":
                return "command"
            args = {**act.args, **evidence(one)}
            move = Move("answer", SEATS[0], args, one.onset, one.onset_uncertainty)
            state = replace(self._blank, card=card.id)
            completed = self._teller.complete(state, move)
            return str(completed.args["verdict"]) if isinstance(completed, Move) else "nothing"
        return "nothing"

    def also_right_for(self, heard: Sequence[Heard], card: QuizCard) -> list[str]:
        """Return the ids of other cards of its category for which it is judged right."""
        texts = [text for one in heard for text in (one.words, *one.also)]
        said = [self._key(text) for text in texts]
        return [
            other.id
            for other in self.cards.values()
            if other.category == card.category
            and other.id != card.id
            and any(partial_ratio(s, k) >= RESEMBLES for s in said for k in self._keys[other.id])
            and self.verdict(heard, other) == "right"
        ]

    def _key(self, text: str) -> str:
        return key(text, self.language)


class Both(PairEar):
    """Two ears as one, with what each of them made of the sound alone."""

    def __init__(self, language: str, models: Path | None) -> None:
        """Open both; raise EarError if one of them cannot be had."""
        second = open_ear("whisper", language, models)
        assert isinstance(second, WhisperEar)
        super().__init__(open_ear(OWN, language, models), second)
        self.alone: list[tuple[Heard, Written]] = []

    def join(self, heard: Heard, second: Written) -> Heard:
        """Join them, and remember both."""
        self.alone.append((heard, second))
        return super().join(heard, second)


class Listener:
    """An ear in a room of its own; two ears joined stand for each of them as well."""

    def __init__(self, name: str, language: str, models: Path | None) -> None:
        """Open the ear called `name`; raise EarError if it cannot be had."""
        self._name = name
        self._ear: Ear = (
            Both(language, models) if name == BOTH else open_ear(name, language, models)
        )
        gate = Gate(lambda words: key(words, language))
        self.room = VirtualRoom(self._ear, echo_db=None, gate=gate)

    def hear(self, speech: Speech) -> dict[str, list[Heard]]:
        """Speak in the room; return by ear what was heard for certain."""
        both = self._ear if isinstance(self._ear, Both) else None
        if both is not None:
            both.alone.clear()
        start = self.room.now + PAUSE_S
        _, end = self.room.speak(speech.samples, speech.rate, start, distance_m=DISTANCE_M)
        found = {self._name: hear_until(self.room, end)}
        if both is not None:
            found[OWN] = [heard for heard, _ in both.alone]
            found["whisper"] = [
                replace(
                    heard,
                    words=text.words,
                    confidence=text.confidence,
                    rivals=text.others,
                    sure=True,
                )
                for heard, text in both.alone
            ]
        return found

    def close(self) -> None:
        """Let go of the ear."""
        self._ear.close()


@dataclass(slots=True)
class Tally:
    """What became of the answers that one ear heard."""

    became: Counter[str] = field(default_factory=Counter)
    rejects: Counter[str] = field(default_factory=Counter)
    by_category: Counter[str] = field(default_factory=Counter)
    others: list[dict[str, Json]] = field(default_factory=list)


def measure_answers(
    *,
    ear_names: Sequence[str],
    language: str,
    models: Path | None,
    voice: Mapping[str, float] = VOICE,
    voices: Path | None = None,
    every: int = 1,
    rejects: int = 1,
    cache: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[dict[str, Json]]:
    """Speak the answers of a deck and return, for each ear, what the judge made of them.

    Args:
        ear_names: as `host.hearing.open_ear` knows them.
        voice: of Kokoro: weights of its voices.
        voices: a file of voices of Kokoro, or a folder of ``.bin``; else those installed.
        every: take one card in so many.
        rejects: speak so many of the wrong answers that each card lists, at most.
        cache: a folder in which spoken answers are kept.
        tell: takes a line about each form that was not right.

    Raises:
        AloudError: a model is missing.
        CastError: the voices cannot be used.
        VoiceError: there is no such voice.
    """
    jury = Jury(language)
    cards = sorted(list(jury.cards.values())[::every], key=lambda card: card.category)
    tallies = {name: Tally() for name in ear_names}
    spoken: Counter[str] = Counter()
    with ExitStack() as ends:
        if voices is not None:
            folder = ends.enter_context(tempfile.TemporaryDirectory())
            voices = voices_file(voices, Path(folder) / "voices.npz")
        studio = open_studio(language, models, voices)
        ends.callback(studio.close)
        speaker = CachedVoice(studio.voice(voice), folder=cache)
        # Both ears together hear what each of them hears alone.
        alone = {OWN, "whisper"} if BOTH in ear_names else set()
        listeners = [
            ends.enter_context(closing(Listener(name, language, models)))
            for name in dict.fromkeys(ear_names)
            if name not in alone
        ]
        awaited = ""
        for card in cards:
            if card.category != awaited:
                awaited = card.category
                for listener in listeners:
                    listener.room.expect(jury.spellings(awaited), free=True)
            right = dict.fromkeys((card.answer, *card.accept))
            spoken[card.category] += len(right)
            for form in (*right, *card.reject[:rejects]):
                speech = speaker.render(form)
                for listener in listeners:
                    for name, heard in listener.hear(speech).items():
                        if name in tallies:
                            _count(tallies[name], jury, card, form, heard, name, tell)
    return [_row(name, tally, spoken) for name, tally in tallies.items()]


def _count(
    tally: Tally,
    jury: Jury,
    card: QuizCard,
    form: str,
    heard: Sequence[Heard],
    name: str,
    tell: Callable[[str], None] | None,
) -> None:
    """Count what became of a form of a card, right or rejected."""
    verdict = jury.verdict(heard, card)
    words = " | ".join(" = ".join((one.words, *one.also)) for one in heard)
    told = f"{name}: {card.id}: said «{form}», heard «{words}»: {verdict}"
    if form in card.reject:
        tally.rejects[verdict] += 1
        if tell is not None and verdict == "right":
            tell(told)
        return
    tally.became[verdict] += 1
    tally.by_category[card.category] += verdict == "right"
    taken = jury.also_right_for(heard, card)
    if taken:
        tally.others.append({"said": form, "heard": words, "right_for": taken})
    if tell is not None and verdict != "right":
        tell(told)


def _row(name: str, tally: Tally, spoken: Mapping[str, int]) -> dict[str, Json]:
    total, rejected = sum(spoken.values()), sum(tally.rejects.values())
    return {
        "ear": name,
        "forms": total,
        **{kind: round(tally.became[kind] / max(1, total), 4) for kind in KINDS},
        "right_by_category": {c: round(tally.by_category[c] / n, 4) for c, n in spoken.items()},
        "rejects": rejected,
        "rejects_right": round(tally.rejects["right"] / max(1, rejected), 4),
        "rejects_unsure": round(tally.rejects["unsure"] / max(1, rejected), 4),
        "right_for_another": tally.others,
    }
