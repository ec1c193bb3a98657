"""How much of what is said is understood: phrases spoken in the virtual room, voice by voice.

Each phrase is spoken where the game awaits it, heard by a real ear with the expectation of
that moment, and read as the table reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from host.aloud import DISTANCES_M, PLAYER_VOICES, open_studio
from host.bench.closed import SEATS, outcome
from host.ears.base import Ear, Heard
from host.engine.game import Expectation, Json, Option
from host.engine.inputs import HeardThrough
from host.hearing import open_ear
from host.mouth.base import Voice
from host.mouth.cache import CachedVoice
from host.room.gate import Gate
from host.room.virtual import VirtualRoom
from host.telling.wizard_words import CardWords
from host.understanding.interpret import Interpreter
from host.understanding.phrasebook import Phrasebook
from host.understanding.sounds import key

PAUSE_S = 0.6
"""Quiet before each phrase, in seconds."""

VOICES = 3
"""Voices that speak each phrase, of those of the demo's players."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One phrase: its words, and the details of the move that they are."""

    words: str
    args: Mapping[str, Json]


@dataclass(slots=True)
class Report:
    """What came of one ear.

    Attributes:
        ear: its name.
        phrases: how many were spoken.
        right: understood at once, as meant.
        asked: asked about, the right one offered («¿Dijiste …?»).
        asked_wrong: asked about, another one offered.
        missed: not understood; said again at a table.
        wrong: taken for another move, without a question.
        rows: each phrase that was not right: voice, words, heard, what became of it.
    """

    ear: str
    phrases: int = 0
    right: int = 0
    asked: int = 0
    asked_wrong: int = 0
    missed: int = 0
    wrong: int = 0
    rows: list[dict[str, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Json]:
        """Return shares of 1, and the rows that failed."""
        total = max(1, self.phrases)
        return {
            "ear": self.ear,
            "phrases": self.phrases,
            "right": round(self.right / total, 4),
            "asked": round((self.asked + self.asked_wrong) / total, 4),
            "asked_about_another": round(self.asked_wrong / total, 4),
            "missed": round(self.missed / total, 4),
            "wrong": round(self.wrong / total, 4),
            "rows": self.rows,
        }


def cards(language: str, pack: str) -> tuple[Interpreter, Expectation, list[Spoken]]:
    """Return the sixty cards of a pack of Wizard, where a card is awaited (WIZ-2)."""
    words = CardWords.load(language, pack)
    suits = "tdcp" if pack == "french" else "rygb"
    ranks = (
        [*map(str, range(2, 11)), "J", "Q", "K", "A"]
        if pack == "french"
        else [str(n) for n in range(1, 14)]
    )
    codes = [
        f"{rank}{suit}" if pack == "french" else f"{suit}{rank}" for suit in suits for rank in ranks
    ]
    every = (*codes, "W", "B")
    book = Phrasebook(language, "wizard", words.spoken())
    expectation = Expectation("play", SEATS[0], (Option("play", {"card": every}),))
    spoken = [Spoken(words.card(code), {"card": code}) for code in every]
    # Four of each in the pack: they are said by their plain names (WIZ-3).
    spoken += [Spoken(words.card(code), {"card": code}) for code in "WBWBWB"]
    return Interpreter(book, SEATS), expectation, spoken


def hear_all(
    ear: Ear,
    voices: Sequence[Voice],
    interpreter: Interpreter,
    expectation: Expectation,
    spoken: Sequence[Spoken],
    language: str,
    *,
    noise_db: float | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Speak every phrase in every voice and report what was understood.

    Args:
        ear: what hears; it is not closed.
        voices: what speaks.
        interpreter: of the table.
        expectation: what is awaited.
        spoken: the phrases.
        language: of the phrases.
        noise_db: party noise relative to speech, in dB; None for none.
        tell: takes a line about each phrase that was not right.
    """
    report = Report(ear.name)
    room = VirtualRoom(
        ear,
        echo_db=None,
        noise_db=noise_db,
        noise_name="babble",
        gate=Gate(lambda words: key(words, language)),
    )
    room.expect(interpreter.spellings(expectation))
    for number, voice in enumerate(voices):
        for phrase in spoken:
            speech = voice.render(phrase.words)
            _, end = room.speak(
                speech.samples,
                speech.rate,
                room.now + PAUSE_S,
                distance_m=DISTANCES_M[number % len(DISTANCES_M)],
            )
            heard = hear_until(room, end)
            _count(report, number, phrase, heard, interpreter, expectation, tell)
    return report


def hear_until(room: VirtualRoom, end: float) -> list[Heard]:
    """Return what was heard for certain of what was spoken until `end` (seconds)."""
    heard: list[Heard] = []
    while True:
        for event in room.step():
            match event:
                case Heard(final=True):
                    heard.append(event)
                case HeardThrough(t) if t > end:
                    return heard
                case _:
                    pass


def _count(
    report: Report,
    voice: int,
    phrase: Spoken,
    heard: Sequence[Heard],
    interpreter: Interpreter,
    expectation: Expectation,
    tell: Callable[[str], None] | None,
) -> None:
    report.phrases += 1
    became = outcome(
        heard, lambda words: interpreter.interpret(words, expectation), dict(phrase.args)
    )
    setattr(report, became, getattr(report, became) + 1)
    if became == "right":
        return
    words = " | ".join(one.words for one in heard)
    row = {"voice": str(voice), "said": phrase.words, "heard": words, "became": became}
    report.rows.append(row)
    if tell is not None:
        tell(f"voice {voice}: said «{phrase.words}», heard «{words}»: {became}")


def measure_cards(
    *,
    ear_names: Sequence[str],
    packs: Sequence[str],
    language: str,
    models: Path | None,
    limit: int | None = None,
    noise_db: float | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[dict[str, Json]]:
    """Speak the cards of the packs with `VOICES` voices, for each ear.

    Raises:
        AloudError: a model is missing.
    """
    studio = open_studio(language, models)
    rows: list[dict[str, Json]] = []
    try:
        voices = [CachedVoice(studio.voice(PLAYER_VOICES[n])) for n in range(VOICES)]
        for name in ear_names:
            ear = open_ear(name, language, models)
            try:
                for pack in packs:
                    interpreter, expectation, spoken = cards(language, pack)
                    report = hear_all(
                        ear,
                        voices,
                        interpreter,
                        expectation,
                        spoken[:limit],
                        language,
                        noise_db=noise_db,
                        tell=tell,
                    )
                    rows.append({"pack": pack, **report.as_json()})
            finally:
                ear.close()
    finally:
        studio.close()
    return rows
