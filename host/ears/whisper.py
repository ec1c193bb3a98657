"""The Whisper ear: faster-whisper's model on utterances cut by voice activity.

One decode without hot words and without a prompt: what a game expects must not colour what
is heard (D22); what is written is then compared with what may be said. Nothing is ever fetched:
the model is a folder.

Settings were chosen on 98 single words and short phrases («tres», «más Luis», «dos puntos»;
60 by human speakers, 38 by synthetic voices), whisper-base int8 on two cores; share of texts
that were right word for word, and seconds an utterance:

====================================  =====  =========  =========
setting                               human  synthetic  seconds
====================================  =====  =========  =========
window 30 s (the library's), beam 5   33/60  20/38      1.47
window 15 s, beam 5, silence 0.3 s    36/60  23/38      0.45
window 10 s, beam 5, silence 0.3 s    34/60  17/38      0.30
window 15 s, beam 1                   33/60  18/38      0.50
silence 0.1 s                         36/60  19/38      0.59
no silence                            35/60  21/38      0.51
silence 0.6 s                         33/60  20/38      0.51
not levelled                          36/60  20/38      0.37
prompt "Juego de mesa."               33/60  22/38      0.47
====================================  =====  =========  =========

(The seconds come from a busy machine. Most of what is not right word for word is right by
sound: «Dres» for «tres», «Menosana» for «menos Ana».)
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from host.ears.activity import Activity, EarError, VoiceActivity
from host.ears.base import RATE, Block, Heard, Samples, Written
from host.ears.segments import Pause, Segment, Segmenter
from host.ears.together import Together, written_by
from host.ears.vosk_sources import sound_of

PAD_S = 0.3
"""Silence put before and after an utterance: without it short words are lost at the edges."""

WINDOW_FRAMES = 1500
"""Frames of 10 ms that the encoder is given: an utterance has at most half of the usual 30 s.

Fewer is faster, and from 1000 down short words come twice («19 19»)."""

OTHERS = 4
"""So many other texts are told that it might have been, the likeliest first."""

BEAMS = 5
"""Beam width; 1 is hardly faster on short utterances and loses more single words."""

MOST_TOKENS = 120
"""A text may be so long; more tokens than anybody says in 8 s are a loop."""

LEAST_LOGPROB = -3.0
"""A decode less sure than this on average is taken for noise.

Single words that are right by sound go down to -2.9, so higher loses answers."""

NO_SPEECH = 0.5
"""Above this probability of no speech a doubtful decode is taken for noise; lower loses words.

Measured: 0.01 to 0.45 on single words, 0.24 to 0.76 on stretches of real noise."""

DOUBTFUL_LOGPROB = -1.0
"""Below this average a decode is doubtful."""

MOST_RATIO = 2.4
"""Above this compression ratio the text is a loop that the model fell into."""

MOST_LETTERS_A_SECOND = 30.0
"""Nobody speaks faster: a longer text was not in the sound. Lower would cut quick talkers."""

NEEDED = {
    "model.bin": 10_000_000,
    "config.json": 100,
    "tokenizer.json": 1000,
    "vocabulary.txt": 1000,
}
"""Files of a model and the bytes that each has at least."""

_GHOSTS = re.compile(
    r"subt[ií]tul|amara\.org|suscr[ií]b|suscripci|gracias por ver|ver el v[ií]deo|"
    r"dale (a )?like|campanita|nos vemos en el pr[oó]ximo|www\.|\.(com|org|net|es)\b|"
    r"thanks? (you )?for (watching|viewing)|please subscribe|like and subscribe|"
    r"subtitles by|captions? by|transcri(bed|ption) by|see you in the next",
    re.IGNORECASE,
)
"""What the model writes into silence and noise: the texts of subtitles."""

_MARKS = re.compile(r"[\[(*♪].*?[\])*♪]|♪+")
"""Descriptions of sounds, such as "[Música]"; nobody said them."""


class WhisperEar:
    """An `Ear` on faster-whisper. Takes 16 kHz blocks, gives finals only."""

    name = "whisper"

    def __init__(
        self,
        model_dir: Path,
        language: str,
        threads: int = 2,
        *,
        activity: Activity | None = None,
    ) -> None:
        """Load the model from a folder; nothing is ever fetched.

        Args:
            model_dir: the folder of a CTranslate2 Whisper model.
            language: two letters, for example ``es``.
            threads: processor threads for a decode.
            activity: tells voice from other sounds; by default Silero's model.

        Raises:
            EarError: the folder is no model, the model cannot be read or does not know the
                language, or a library is missing.
        """
        for name, least in NEEDED.items():
            file = model_dir / name
            if not file.is_file() or file.stat().st_size < least:
                raise EarError(
                    f"{file} is missing or damaged; run: tertulia models pull whisper-base"
                )
        try:
            from faster_whisper import WhisperModel
            from faster_whisper.tokenizer import Tokenizer
        except ImportError as error:
            raise EarError(
                "Whisper is not installed; run: pip install 'tertulia[speech]'"
            ) from error
        self._segmenter = Segmenter(activity or VoiceActivity(), over_host=True)
        try:
            model: Any = WhisperModel(
                str(model_dir),
                device="cpu",
                compute_type="int8",
                cpu_threads=threads,
                local_files_only=True,
            )
            figures = tokens_with_digits(model.hf_tokenizer.get_vocab())
            self._figures = [-1, *figures]
            self._tokenizer: Any = Tokenizer(
                model.hf_tokenizer,
                model.model.is_multilingual,
                task="transcribe",
                language=language,
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise EarError(
                f"The model in {model_dir} cannot be used for {language!r} ({error}); "
                "run: tertulia models pull whisper-base"
            ) from error
        self._model: Any = model
        self._together = Together(sound_of(language))
        self.language = language

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Take what its texts are compared with once they are written; with `free` nothing is."""
        self._together.expect(() if free else phrases)

    def feed(self, block: Block) -> list[Heard]:
        """Take a block; return what has been said once an utterance is complete."""
        return [self._hear(segment) for segment in self._segmenter.feed(block)]

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut what is under way at a gap."""
        return [self._hear(segment) for segment in self._segmenter.skip(end)]

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return [self._hear(segment) for segment in self._segmenter.finish()]

    @property
    def pausing(self) -> Pause | None:
        """The pause in the utterance under way."""
        return self._segmenter.pausing

    @property
    def heard_through(self) -> float:
        """The watermark: decoding is done before `feed` returns."""
        return self._segmenter.quiet_before

    def close(self) -> None:
        """Let go of the model."""
        self._model = None

    def again(self, segment: Segment) -> Written:
        """Return what it makes of a stretch that another ear has heard."""
        return self._decode(segment)

    def _hear(self, segment: Segment) -> Heard:
        found = self._decode(segment)
        heard = Heard(
            "",
            segment.onset,
            segment.offset,
            onset_uncertainty=segment.onset_uncertainty,
            confidence=found.confidence,
            ear=self.name,
            over_host=segment.over_host,
            rivals=found.others,
        )
        if not found.words:
            return heard
        alone = written_by(heard, found) if self._together.held else ()
        weighed = self._together.weigh(heard, found)
        return weighed or replace(heard, words=found.words, written=alone)

    def _decode(self, segment: Segment) -> Written:
        """Return what was said; no words if nothing sensible was made out."""
        if self._model is None:
            return Written()
        pad = np.zeros(round(PAD_S * RATE), dtype=np.float32)
        features = self._model.feature_extractor(
            np.concatenate([pad, levelled(segment.samples), pad])
        )[:, :WINDOW_FRAMES]
        missing = WINDOW_FRAMES - features.shape[1]
        features = np.pad(features, ((0, 0), (0, missing)))[np.newaxis]
        encoded = self._model.encode(features)
        prompt = [*self._tokenizer.sot_sequence, self._tokenizer.no_timestamps]
        (result,) = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=BEAMS,
            num_hypotheses=1 + OTHERS,
            max_length=len(prompt) + MOST_TOKENS,
            # Words, not figures: «tres puntos» came as «3.2», «dos puntos» as «2.2».
            suppress_tokens=self._figures,
            return_scores=True,
            return_no_speech_prob=True,
        )
        texts = [self._text(tokens) for tokens in result.sequences_ids]
        logprob = float(result.scores[0])
        if not believable(texts[0], logprob, float(result.no_speech_prob), segment):
            return Written()
        words = once(texts)
        others = tuple(dict.fromkeys(text for text in texts[1:] if text and text != words))
        return Written(words, min(1.0, math.exp(min(0.0, logprob))), others)

    def _text(self, tokens: Sequence[int]) -> str:
        """Return tokens as a text, without what describes sounds."""
        return " ".join(_MARKS.sub(" ", self._tokenizer.decode(tokens)).split())


def tokens_with_digits(vocabulary: Mapping[str, int]) -> list[int]:
    """Return the ids of the tokens that would write a number in figures."""
    return sorted(
        number
        for text, number in vocabulary.items()
        if any(c.isdigit() for c in text) and not text.startswith("<|")
    )


def believable(text: str, logprob: float, no_speech: float, segment: Segment) -> bool:
    """Tell whether somebody said this, or the model made it up from noise.

    Args:
        text: what was decoded.
        logprob: mean log probability of its tokens.
        no_speech: probability that there was no speech.
        segment: the sound.
    """
    if is_ghost(text) or logprob < LEAST_LOGPROB:
        return False
    if no_speech > NO_SPEECH and logprob < DOUBTFUL_LOGPROB:
        return False
    raw = text.encode()
    if len(raw) / len(zlib.compress(raw)) > MOST_RATIO:
        return False
    return len(text) <= MOST_LETTERS_A_SECOND * max(1.0, segment.offset - segment.onset)


def once(texts: Sequence[str]) -> str:
    """Return the first text, once where the model cannot tell how often it was said.

    Of a short word it may make two or four («gritar gritar», where «gritar» was said), and then
    its other texts have the same word another number of times.

    >>> once(["romper romper", "romper", "rompe"]), once(["Tres, tres", "Tres tres."])
    ('romper', 'Tres, tres')
    """
    first = _words(texts[0])
    half = first[: len(first) // 2]
    if not half or first != half * 2:
        return texts[0]
    for other in map(_words, texts[1:]):
        times, rest = divmod(len(other), len(half))
        if times not in (0, 2) and not rest and other == half * times:
            return " ".join(texts[0].split()[: len(half)])
    return texts[0]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def is_ghost(text: str) -> bool:
    """Tell whether a text is one that the model writes where nothing was said.

    Subtitle credits, nothing but punctuation, another script, or one word over and over.
    """
    letters = [c for c in text if c.isalpha()]
    if not letters and not any(c.isdigit() for c in text):
        return True
    if sum(1 for c in letters if ord(c) > 0x24F) > len(letters) // 3:
        return True
    words = re.findall(r"\w+", text.casefold())
    if len(words) >= 5 and len(set(words)) == 1:
        return True
    return bool(_GHOSTS.search(text))


def levelled(samples: Samples) -> Samples:
    """Bring an utterance to a common peak, so that far players are not too soft."""
    peak = float(np.max(np.abs(samples))) if len(samples) else 0.0
    if peak < 1e-4:
        return samples
    return samples * np.float32(min(20.0, 0.7 / peak))
