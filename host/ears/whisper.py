"""The Whisper ear: faster-whisper on utterances cut by voice activity.

One decode without hot words: what a game expects must not colour what is heard (D22).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from host.ears.activity import Activity, EarError, VoiceActivity
from host.ears.base import LEAST_ACOUSTIC_UNCERTAINTY_S, RATE, Block, Heard
from host.ears.segments import Segment, Segmenter

PAD_S = 0.3
"""Silence put before and after an utterance: without it Whisper drops short words."""

BEAMS = 5
"""Beam width; 1 is a fifth faster and loses more single words."""

LEAST_LOGPROB = -1.35
"""A decode less sure than this on average is taken for noise."""

NO_SPEECH = 0.85
"""Above this probability of no speech, with a doubtful decode, nothing was said."""

REPEATS = 2.4
"""Above this compression ratio the text is a loop that the model fell into."""

QUIET_DB, LOUD_DB = 20.0, 0.0
"""Signal-to-noise ratios between which the onset's uncertainty grows."""

LATE_AT_LOUD_S = 0.8
"""How late voice activity was at 0 dB in 99 of 100 cases of a trial (0.78 s)."""

_GHOSTS = re.compile(
    r"subt[ií]tulos|amara\.org|suscr[ií]b|gracias por ver|thanks for watching|"
    r"hasta la pr[oó]xima|www\.|\.com",
    re.IGNORECASE,
)
"""What Whisper writes into silence and noise: texts of video subtitles."""

_NEEDED = {"model.bin": 10_000_000, "config.json": 100, "tokenizer.json": 1000}


class WhisperEar:
    """An `Ear` on faster-whisper. Takes 16 kHz blocks, gives finals only."""

    name = "whisper"

    def __init__(
        self,
        model_dir: Path,
        language: str,
        *,
        threads: int = 2,
        activity: Activity | None = None,
    ) -> None:
        """Load the model from a folder; nothing is ever fetched.

        Raises:
            EarError: the folder is no model, or the library is missing.
        """
        for name, least in _NEEDED.items():
            file = model_dir / name
            if not file.is_file() or file.stat().st_size < least:
                raise EarError(
                    f"{file} is missing or damaged; run: tertulia models pull whisper-base"
                )
        try:
            from faster_whisper import WhisperModel
        except ImportError as error:
            raise EarError("Whisper is not installed; run: pip install 'tertulia[speech]'") from (
                error
            )
        self.language = language
        self._segmenter = Segmenter(activity or VoiceActivity())
        self._model: Any = WhisperModel(
            str(model_dir),
            device="cpu",
            compute_type="int8",
            cpu_threads=threads,
            local_files_only=True,
        )
        self._no_digits = [-1, *_tokens_with_digits(self._model)]
        self._noise_power = 1e-7

    def expect(self, phrases: Sequence[str]) -> None:
        """Take no notice: no hot words in the first decode."""

    def feed(self, block: Block) -> list[Heard]:
        """Take a block; return what has been said once an utterance is complete."""
        if self._segmenter.open_since is None and len(block.samples):
            power = float(np.mean(block.samples**2))
            self._noise_power = 0.97 * self._noise_power + 0.03 * power
        return [self._hear(segment) for segment in self._segmenter.feed(block)]

    def skip(self, start: float, end: float) -> list[Heard]:
        """Cut what is under way at a gap."""
        return [self._hear(segment) for segment in self._segmenter.skip(end)]

    def flush(self) -> list[Heard]:
        """Finish what is under way."""
        return [self._hear(segment) for segment in self._segmenter.finish()]

    @property
    def heard_through(self) -> float:
        """The watermark: decoding is done before `feed` returns."""
        return self._segmenter.quiet_before

    def close(self) -> None:
        """Let go of the model."""
        self._model = None

    def _hear(self, segment: Segment) -> Heard:
        words, confidence = self._decode(segment)
        return Heard(
            words,
            segment.onset,
            segment.offset,
            onset_uncertainty=self._uncertainty(segment),
            confidence=confidence,
            ear=self.name,
            over_host=segment.over_host,
        )

    def _uncertainty(self, segment: Segment) -> float:
        """Return how late the onset may be: more in noise, by a straight line in decibels."""
        power = float(np.mean(segment.samples**2))
        snr = 10 * math.log10(max(power, 1e-12) / max(self._noise_power, 1e-12))
        share = min(1.0, max(0.0, (QUIET_DB - snr) / (QUIET_DB - LOUD_DB)))
        least = LEAST_ACOUSTIC_UNCERTAINTY_S
        return least + share * (LATE_AT_LOUD_S - least)

    def _decode(self, segment: Segment) -> tuple[str, float]:
        if self._model is None:
            return "", 0.0
        pad = np.zeros(round(PAD_S * RATE), dtype=np.float32)
        audio = np.concatenate([pad, _levelled(segment.samples), pad])
        segments, _ = self._model.transcribe(
            audio,
            language=self.language,
            beam_size=BEAMS,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
            # Words, not figures: «tres puntos» came as «3.2».
            suppress_tokens=self._no_digits,
            vad_filter=False,
            log_prob_threshold=None,
            no_speech_threshold=None,
            compression_ratio_threshold=None,
        )
        parts = list(segments)
        text = " ".join(part.text.strip() for part in parts).strip()
        if not parts or is_ghost(text):
            return "", 0.0
        logprob = min(part.avg_logprob for part in parts)
        silence = max(part.no_speech_prob for part in parts)
        loop = max(part.compression_ratio for part in parts)
        if logprob < LEAST_LOGPROB or loop > REPEATS or (silence > NO_SPEECH and logprob < -1.0):
            return "", 0.0
        return text, float(min(1.0, math.exp(logprob)))


def _tokens_with_digits(model: Any) -> list[int]:
    vocabulary: dict[str, int] = model.hf_tokenizer.get_vocab()
    return sorted(
        number
        for text, number in vocabulary.items()
        if any(c.isdigit() for c in text) and not text.startswith("<|")
    )


def is_ghost(text: str) -> bool:
    """Tell whether a text is one that Whisper writes where nothing was said."""
    letters = [c for c in text if c.isalpha()]
    if not letters and not any(c.isdigit() for c in text):
        return True
    foreign = sum(1 for c in letters if ord(c) > 0x24F)
    return bool(_GHOSTS.search(text)) or foreign > len(letters) // 3


def _levelled(samples: np.ndarray[Any, np.dtype[np.float32]]) -> Any:
    """Bring an utterance to a common peak, so that far players are not too soft."""
    peak = float(np.max(np.abs(samples))) if len(samples) else 0.0
    return samples if peak < 1e-4 else samples * np.float32(min(20.0, 0.7 / peak))
