import numpy as np
import pytest
from room_fakes import speech

from host.ears.base import BLOCK, RATE, Samples
from host.room.acoustics import SPEECH_RMS, at_level, convolve, room_response
from host.room.aec import AdaptiveFilter, EchoCanceller, open_canceller, webrtc_installed

DELAY = round(0.06 * RATE)


def path(seed: int, echo_db: float) -> Samples:
    response = room_response(0.5, 0.35, seed, pre_delay=False)
    response = response / np.sqrt(np.sum(response**2)) * np.float32(10 ** (echo_db / 20))
    return np.concatenate((np.zeros(DELAY, np.float32), response)).astype(np.float32)


def host_voice(seconds: float) -> Samples:
    parts = [speech(2.0, seed) for seed in range(round(seconds / 2))]
    return at_level(np.concatenate(parts), SPEECH_RMS)


def run(canceller: EchoCanceller, mic: Samples, far: Samples) -> Samples:
    out = [
        canceller.process(mic[i : i + BLOCK], far[i : i + BLOCK])
        for i in range(0, len(mic) // BLOCK * BLOCK, BLOCK)
    ]
    return np.concatenate(out)


def gain_db(a: Samples, b: Samples) -> float:
    return float(10 * np.log10(np.mean(a**2) / (np.mean(b**2) + 1e-12)))


def canceller(name: str) -> EchoCanceller:
    if name == "webrtc" and not webrtc_installed():
        pytest.skip("pywebrtc-audio is not installed")
    return open_canceller(name)


@pytest.mark.parametrize("name", ["kalman", "webrtc"])
@pytest.mark.parametrize("echo_db", [-10.0, 0.0, 6.0])
def test_echo_is_taken_out_by_at_least_15_db(name: str, echo_db: float) -> None:
    far = host_voice(16.0)
    echo = convolve(far, path(3, echo_db))[: len(far)]
    left = run(canceller(name), echo, far)
    after = slice(8 * RATE, len(left))
    assert gain_db(echo[after], left[after]) >= 15.0


def test_a_player_keeps_their_level_while_the_host_speaks() -> None:
    far = host_voice(16.0)
    echo = convolve(far, path(3, 0.0))[: len(far)]
    player = np.zeros_like(echo)
    said = at_level(speech(2.0, 99), SPEECH_RMS)
    player[10 * RATE : 12 * RATE] = said
    left = run(AdaptiveFilter(), echo + player, far)[10 * RATE : 12 * RATE]
    level = float(np.dot(left, said) / np.dot(said, said))
    assert abs(20 * np.log10(level)) < 1.0
    assert gain_db(said, left - said) > 10.0  # before: 0 dB


def test_a_moved_loudspeaker_is_learnt_anew() -> None:
    far = host_voice(24.0)
    half = 12 * RATE
    echo = convolve(far, path(3, 0.0))[: len(far)]
    echo[half:] = convolve(far, path(4, 0.0))[half : len(far)]
    left = run(AdaptiveFilter(), echo, far)
    assert gain_db(echo[half + 6 * RATE : len(left)], left[half + 6 * RATE :]) > 12.0


def test_without_a_host_voice_nothing_is_changed() -> None:
    near = speech(1.0)[: 31 * BLOCK]
    filter_ = AdaptiveFilter()
    out = [filter_.process(near[i : i + BLOCK], None) for i in range(0, len(near), BLOCK)]
    assert np.array_equal(np.concatenate(out), near)


def test_webrtc_keeps_block_length_and_says_its_latency() -> None:
    webrtc = canceller("webrtc")
    block = np.zeros(BLOCK, dtype=np.float32)
    assert all(len(webrtc.process(block, block)) == BLOCK for _ in range(20))
    assert webrtc.latency == 128


def test_names() -> None:
    assert open_canceller("none").process(np.ones(BLOCK, np.float32), None).sum() == BLOCK
    with pytest.raises(ValueError, match="kalman, webrtc and none"):
        open_canceller("speex")
