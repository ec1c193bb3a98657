"""`tertulia doctor`: what is there for a table by voice, what is missing, and its mend.

Exit codes: 0 all is there, 1 something is missing, 2 a bad file.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from host import __version__
from host.commands.common import DONE, FAILED, LanguageOption, ModelsOption, ending, fail, tongue_of
from host.doctor import (
    Finding,
    device_found,
    ear_words,
    ears_found,
    installed_ears,
    level_found,
    models_found,
    portaudio_found,
    python_found,
    said,
    voices_found,
)
from host.ears.activity import VoiceActivity
from host.ears.base import RATE, Samples
from host.faults import told
from host.hearing import open_ear
from host.models import models_home
from host.mouth.pyttsx3_voice import Pyttsx3Voice
from host.room.devices import Device, DeviceError, Devices
from host.room.microphone import record
from host.started import as_started

if TYPE_CHECKING:
    from host.doctor_ears import Score

SECONDS = 4.0
"""How long the level is measured."""


def doctor(
    language: LanguageOption = None,
    models: ModelsOption = None,
    microphone: Annotated[str | None, typer.Option("--microphone", help="Its name.")] = None,
    loudspeaker: Annotated[str | None, typer.Option("--loudspeaker", help="Its name.")] = None,
    wav: Annotated[
        Path | None, typer.Option("--wav", help="Measure the level of this recording instead.")
    ] = None,
    ear_check: Annotated[
        bool, typer.Option("--ear-check", help="Twenty words: which ear hears this table best?")
    ] = False,
    recordings: Annotated[
        Path | None,
        typer.Option("--recordings", help="Folder with 01.wav to 20.wav for --ear-check."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object.")] = False,
) -> None:
    """Look at devices, level, voices, ears and disk; name the command that mends each fault."""
    tongue = tongue_of(language)
    # What was given is read first: nobody waits for what cannot be done.
    heard = None if wav is None else _sound_of(wav)
    words = None if recordings is None else _words_of(recordings, tongue)
    ear_check = ear_check or words is not None
    examination = Examination(tongue, models_home(models), quiet=as_json)
    examination.look(microphone, loudspeaker, heard, level=not ear_check)
    if ear_check:
        examination.check_ears(words)
    examination.tell_the_end()
    if as_json:
        typer.echo(json.dumps(examination.as_json(), ensure_ascii=False))
    raise typer.Exit(FAILED if examination.faults else DONE)


def _sound_of(path: Path) -> Samples:
    from host.room.acoustics import SoundError, read_sound

    with ending(bad=(SoundError,)):
        return read_sound(path)


def _words_of(folder: Path, language: str) -> list[Samples]:
    """Return the recordings of the words of `--ear-check`."""
    count = len(ear_words(language))
    paths = [folder / f"{number:02d}.wav" for number in range(1, count + 1)]
    for path in paths:
        if not path.is_file():
            raise fail(said(language, "check_missing", path=path, count=count))
    return [_sound_of(path) for path in paths]


class Examination:
    """One run of the doctor: looks, tells, and keeps what was found."""

    def __init__(self, language: str, home: Path, *, quiet: bool = False) -> None:
        """Begin; with `quiet` nothing is printed but what must be asked."""
        self.language = language
        self.home = home
        self.findings: list[Finding] = []
        self.scores: list[dict[str, object]] = []
        self._quiet = quiet
        self._devices: Devices | None = None
        self._device: Device | None = None
        self._say("head", version=__version__)

    @property
    def faults(self) -> list[Finding]:
        """What a table by voice cannot do with."""
        return [finding for finding in self.findings if finding.grade == "fault"]

    def look(
        self, microphone: str | None, loudspeaker: str | None, wav: Samples | None, *, level: bool
    ) -> None:
        """Look at everything there is."""
        self._add(python_found())
        found, sound = portaudio_found()
        self._add(found)
        if sound is not None:
            self._devices = Devices(sound)
            several, self._device = device_found(self._devices, "input", microphone)
            self._add(*several, *device_found(self._devices, "output", loudspeaker)[0])
        if level or wav is not None:
            self._measure(wav)
        self._add(*voices_found(self.language, self.home, Pyttsx3Voice))
        self._add(*ears_found(self.language, self.home))
        self._add(*models_found(self.home, language=self.language))

    def check_ears(self, given: Sequence[Samples] | None) -> None:
        """Let every installed ear hear the twenty words, and say which hears them best."""
        from host.doctor_ears import best, open_all, score

        words = ear_words(self.language)
        names = installed_ears(self.language, self.home)
        if not names:
            self._add(Finding("check_none", "fault", {"language": self.language}))
            return
        sounds = given if given is not None else self._prompted(words)
        if sounds is None:
            self._add(Finding("level_skipped", "fault"))
            return
        ears = open_all(
            names,
            lambda name: open_ear(name, self.language, self.home),
            lambda name, why: self._say("check_unloaded", ear=name, why=told(why, self.language)),
        )
        scores = []
        for ear in ears:
            scores.append(score(ear, words, sounds, time.perf_counter))
            ear.close()
            self._row(scores[-1], len(words))
        if scores:
            winner = best(scores)
            self._add(Finding("check_best", "ok", {"ear": winner.ear}))

    def tell_the_end(self) -> None:
        """Say what to do next."""
        self._say("sum_typed" if self.faults else "sum_ok")

    def as_json(self) -> dict[str, object]:
        """Return all that was found."""
        return {
            "ok": not self.faults,
            "findings": [
                {
                    "key": finding.key,
                    "grade": finding.grade,
                    "text": finding.text(self.language),
                    "mend": finding.mend(self.language),
                }
                for finding in self.findings
            ],
            "ears": self.scores,
        }

    # ------------------------------------------------------------------ inside

    def _measure(self, wav: Samples | None) -> None:
        if wav is not None:
            self._add(level_found(wav, RATE))
            return
        if self._devices is None or self._device is None:
            self._add(Finding("level_skipped", "note"))
            return
        self._say("level_ask", loud=True, seconds=round(SECONDS))
        try:
            samples = record(self._devices, self._device, SECONDS)
        except DeviceError:
            samples = np.zeros(0, dtype=np.float32)
        self._add(level_found(samples, RATE))

    def _prompted(self, words: Sequence[str]) -> list[Samples] | None:
        from host.doctor_ears import prompted

        if self._devices is None or self._device is None:
            return None
        return prompted(
            words,
            self._devices,
            self._device,
            VoiceActivity,
            lambda n, word: self._say(
                "check_say", loud=True, number=n, count=len(words), word=word
            ),
            lambda: self._say("check_quiet", loud=True),
        )

    def _row(self, scored: Score, count: int) -> None:
        seconds = f"{scored.seconds:.1f}"
        shown = seconds.replace(".", ",") if self.language == "es" else seconds
        self._say(
            "check_row",
            ear=scored.ear,
            right=scored.right,
            count=count,
            doubt=scored.doubt,
            seconds=shown,
        )
        for word, heard in scored.wrong:
            self._say("check_wrong", word=word, heard=heard)
        self.scores.append(
            {
                "ear": scored.ear,
                "right": scored.right,
                "doubt": scored.doubt,
                "wrong": [list(pair) for pair in scored.wrong],
                "seconds": round(scored.seconds, 3),
            }
        )

    def _add(self, *found: Finding) -> None:
        for finding in found:
            self.findings.append(finding)
            if self._quiet:
                continue
            grade = said(self.language, finding.grade)
            typer.echo(f"{grade}  {finding.text(self.language)}")
            mend = finding.mend(self.language)
            if mend is not None:
                self._say("mend", mend=mend)

    def _say(self, key: str, /, *, loud: bool = False, **fields: object) -> None:
        text = as_started(said(self.language, key, **fields))
        if not self._quiet:
            typer.echo(text)
            sys.stdout.flush()
        elif loud:
            typer.echo(text, err=True)
