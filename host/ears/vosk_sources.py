"""Where recognisers come from: a runtime grammar on one model, or graphs built for phrases."""

from __future__ import annotations

import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from host.ears.activity import EarError
from host.ears.base import RATE
from host.ears.vosk_agree import (
    LEAST_SURE,
    SURE,
    SYLLABLES,
    WORDS,
    Said,
    Sound,
    agree,
    agrees,
    glued,
    likeness,
    plain_sound,
    shortened,
)
from host.ears.vosk_engine import Expected, Finding, Source, open_vosk
from host.ears.vosk_files import check_model
from host.ears.vosk_grammar import UNK, build_grammar, checked, tokens
from host.ears.vosk_results import Word
from host.ears.vosk_sureness import MAYBE_FROM, SURE_FROM, confidence, features

KEPT_GRAPHS = 8
"""Graphs that stay loaded, by last use: a round has about as many kinds of question. More
save loading and take memory."""

ALTERNATIVES = 6
"""Texts that the closed path tells with their scores; the second is what the margin is from,
and with names that differ in nothing more may be near."""

CLOSED_BEAM = 8.0
"""Nats within which the closed path keeps other phrases. A graph of phrases alone can afford it;
with `[unk]` or syllables there would be a million ways."""

PAUSE_S = 0.2
"""A pause this long between syllables is written as a space."""


class Strategy(Protocol):
    """How an ear gets its recognisers; checked where it is made, carried out in the process."""

    @property
    def name(self) -> str:
        """Return the name of the ear."""
        ...

    @property
    def settings(self) -> dict[str, str]:
        """What `make_source` needs, as JSON values."""
        ...

    def check(self) -> None:
        """Look at the files.

        Raises:
            EarError: they are no model; the library has not been called.
        """
        ...

    def agree(self, found: Finding) -> Said:
        """Return what was said, from what both paths heard."""
        ...

    def agrees(self, grammar: str, free: str) -> bool:
        """Say whether partial texts of both paths are alike."""
        ...


@dataclass(frozen=True)
class RuntimeGrammar:
    """Any Vosk model; one with a static graph is heard without grammar (A6).

    Attributes:
        model_folder: the model.
        language: two letters; chooses decoys and how words are compared by sound.
        name: what the ear is called.
    """

    model_folder: Path
    language: str = ""
    name: str = "vosk"

    @property
    def settings(self) -> dict[str, str]:
        """For `make_source`."""
        return {"kind": "runtime", "folder": str(self.model_folder), "language": self.language}

    def check(self) -> None:
        """Look at the files; see `check_model`."""
        check_model(self.model_folder)

    def agree(self, found: Finding) -> Said:
        """Compare by sound; the free path has words of a dictionary."""
        return agree(found.grammar, found.free, sound_of(self.language), WORDS)

    def agrees(self, grammar: str, free: str) -> bool:
        """Compare partial texts by sound."""
        return agrees(grammar, free, sound_of(self.language), WORDS)


@dataclass(frozen=True)
class StaticGraphs:
    """es-mesa: a graph for every expectation, and the syllable loop as free path.

    Attributes:
        base_folder: the model that the graphs are built for.
        language: two letters.
        name: what the ear is called.
    """

    base_folder: Path
    language: str = "es"
    name: str = "es-mesa"

    @property
    def settings(self) -> dict[str, str]:
        """For `make_source`."""
        return {"kind": "static", "folder": str(self.base_folder), "language": self.language}

    def check(self) -> None:
        """Look at the files."""
        for name in ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf"):
            file = self.base_folder / name
            if not file.is_file() or file.stat().st_size == 0:
                raise EarError(f"{file} is missing or empty; install tertulia again")

    def agree(self, found: Finding) -> Said:
        """Go by the scores of the closed and the free path; compare by sound what is beside them.

        The path with `[unk]` is believed where it heard a phrase in the midst of other words,
        which the closed path cannot; see `vosk_sureness` for why scores are believed first.
        """
        sound = sound_of(self.language)
        said = agree(found.grammar, found.free, sound, SYLLABLES, run_together)
        if found.closed is None:
            return said
        free = run_together(found.free.words)
        known = features(
            found.closed, found.free, free, sound, partial(likeness, sound=sound, limits=SYLLABLES)
        )
        if known is None:
            return said
        logit = known.logit()
        among = found.grammar is not None and 0 < len(found.grammar.text.split()) < len(
            found.grammar.words
        )
        sure = confidence(logit, SURE)
        if among and found.grammar is not None and glued(found.grammar):
            said = shortened(said, len(sound(found.grammar.text)))
        if among and said.confidence > sure:
            return said
        near = known.near(found.closed.text, sound)
        # Doubtful words that `[unk]` explains better are none: the free path's are told.
        heard = found.grammar is not None and found.grammar.text == found.closed.text
        if logit >= (MAYBE_FROM if heard else SURE_FROM):
            return Said(found.closed.text, sure, None, known.likeness, known.rivals, near=near)
        return Said(free, min(sure, LEAST_SURE), None, known.likeness, near=near)

    def agrees(self, grammar: str, free: str) -> bool:
        """Compare partial texts by sound."""
        return agrees(grammar, free, sound_of(self.language), SYLLABLES)


def sound_of(language: str) -> Sound:
    """Return what gives the sound of a text of a language."""
    if language == "es":
        return spanish_sound
    return plain_sound


def spanish_sound(text: str) -> str:
    """Return the phones of a Spanish text, without word boundaries."""
    from host.ears.mesa.spelling import spell

    return "".join(spell(text))


def run_together(words: Sequence[Word]) -> str:
    """Return the syllables of a free path as a text, with a space where there was a pause."""
    out = ""
    before: float | None = None
    for word in words:
        if word.text == UNK:
            continue
        if out and before is not None and word.start is not None and word.start - before > PAUSE_S:
            out += " "
        out += word.text
        before = word.end
    return out


def make_source(settings: Mapping[str, Any]) -> Source:
    """Return the source of a strategy's settings; loads its models.

    Raises:
        EarError: a file is damaged, or the library is missing.
    """
    folder = Path(str(settings["folder"]))
    language = str(settings["language"])
    if settings["kind"] == "static":
        return _Graphs(folder)
    return _Runtime(folder, language)


def _load(vosk: Any, folder: Path) -> Any:
    try:
        return vosk.Model(str(folder))  # a Path would not do (A21)
    except Exception as error:  # the library raises plain Exception
        raise EarError(f"Vosk cannot read the model in {folder} ({error})") from error


class _Runtime:
    """Grammars on one model."""

    def __init__(self, folder: Path, language: str) -> None:
        files = check_model(folder)
        self._vosk = open_vosk()
        self._folder, self._language = folder, language
        self._takes_grammar = files.takes_grammar
        self._model = _load(self._vosk, folder)

    def free(self) -> Any:
        return self._vosk.KaldiRecognizer(self._model, RATE)

    def grammar(self, phrases: Sequence[str]) -> tuple[Any | None, Expected, Collection[str]]:
        built = build_grammar(phrases, self._knows, self._language)
        if not phrases:
            return None, Expected(False), ()
        if not self._takes_grammar:
            note = f"The model in {self._folder} takes no grammar: all is heard freely."
            return None, Expected(False, built.missing, note), ()
        if built.text is None:
            # A grammar without a known word would be deaf for ever (A2).
            note = (
                f"The model in {self._folder} knows none of the phrases that may be said: is it "
                "of another language? All is heard freely."
            )
            return None, Expected(False, built.missing, note), ()
        made = self._vosk.KaldiRecognizer(self._model, RATE, built.text)
        return made, Expected(True, built.missing), built.decoys

    def closed(self, phrases: Sequence[str]) -> None:
        """A runtime grammar is closed but for decoys and `[unk]`; its scores mean nothing."""

    def close(self) -> None:
        self._model = None

    def _knows(self, word: str) -> bool:
        return int(self._model.vosk_model_find_word(word)) >= 0


class _Graphs:
    """A model a set of phrases; the newest stay loaded."""

    def __init__(self, base: Path) -> None:
        from host.ears.mesa import Phrase, write_model

        self._phrase, self._write = Phrase, write_model
        self._vosk = open_vosk()
        self._base = base
        self._folder = Path(tempfile.mkdtemp(prefix="tertulia-graphs-"))
        self._loaded: OrderedDict[tuple[str, ...], tuple[Any, Any]] = OrderedDict()
        self._count = 0
        try:
            self._free = self._model((), free=True)
        except ValueError as error:
            raise EarError(f"es-mesa cannot be used: {error}") from error

    def free(self) -> Any:
        made = self._vosk.KaldiRecognizer(self._free, RATE)
        made.SetMaxAlternatives(1)  # for its score
        return made

    def grammar(self, phrases: Sequence[str]) -> tuple[Any | None, Expected, Collection[str]]:
        said = _spoken(phrases)
        if not said:
            return None, Expected(False), ()
        try:
            model, _ = self._models(said)
        except ValueError as error:
            return None, Expected(False, note=f"{error}"), ()
        return self._vosk.KaldiRecognizer(model, RATE), Expected(True), ()

    def closed(self, phrases: Sequence[str]) -> Any:
        _, model = self._models(_spoken(phrases))
        made = self._vosk.KaldiRecognizer(model, RATE)
        made.SetMaxAlternatives(ALTERNATIVES)
        return made

    def close(self) -> None:
        self._loaded.clear()
        self._free = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _models(self, said: tuple[str, ...]) -> tuple[Any, Any]:
        """Return the models of phrases, with other words and without, from those kept or new."""
        models = self._loaded.pop(said, None)
        if models is None:
            models = self._model(said, free=False), self._model(said, free=False, closed=True)
        self._loaded[said] = models
        while len(self._loaded) > KEPT_GRAPHS:
            self._loaded.popitem(last=False)
        return models

    def _model(self, phrases: Sequence[str], *, free: bool, closed: bool = False) -> Any:
        self._count += 1
        out = self._folder / str(self._count)
        try:
            made = [self._phrase(phrase) for phrase in phrases]
            self._write(
                self._base,
                out,
                made,
                unk=not free and not closed,
                free=free,
                lattice_beam=CLOSED_BEAM if closed else None,
            )
            check_model(out, "install tertulia again")
            return _load(self._vosk, out)
        finally:
            shutil.rmtree(out, ignore_errors=True)


def _spoken(phrases: Sequence[str]) -> tuple[str, ...]:
    said = dict.fromkeys(" ".join(tokens(phrase)) for phrase in checked(phrases))
    return tuple(phrase for phrase in said if phrase)
