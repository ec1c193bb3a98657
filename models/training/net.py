"""The net: a time-delay net on log-mels with one output for each phone and one for blank.

Every layer looks at a few frames of the layer below, further back than ahead: what it waits
for is what a player waits for. The first layer takes every third frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from host.ears.mesa.phones import OUTPUTS
from models.training import features
from models.training.container import Layer

SUBSAMPLING = 3
FIRST = tuple(range(-4, 5))
"""Frames (of 10 ms) that the first layer sees around its own."""

DELAYS: tuple[tuple[int, ...], ...] = (
    (-1, 0, 1), (-1, 0, 1), (-2, 0, 1), (-2, 0, 1), (-3, 0, 1), (-4, 0, 1), (-5, 0),
)  # fmt: skip
"""Steps (of 30 ms) that each further layer sees of the one below."""

_SCALE = 4.0


def reach(delays: Sequence[Sequence[int]] = DELAYS) -> tuple[int, int]:
    """Return how many frames the net sees before and after the frame that it scores."""
    before = -FIRST[0] - SUBSAMPLING * sum(min(steps) for steps in delays)
    after = FIRST[-1] + SUBSAMPLING * sum(max(steps) for steps in delays)
    return before, after


class LogMel(nn.Module):
    """`features.log_mel` on a batch."""

    filters: Tensor
    window: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", torch.tensor(features.mel_filters()))
        self.register_buffer("window", torch.tensor(features.window()))

    def forward(self, samples: Tensor) -> Tensor:
        """Return (batch, frames, 40) of (batch, samples) on the scale of 16-bit integers."""
        frames = samples.unfold(-1, features.FRAME, features.SHIFT)
        frames = frames - frames.mean(-1, keepdim=True)
        before = torch.cat([frames[..., :1], frames[..., :-1]], -1)
        spectrum = torch.fft.rfft((frames - 0.97 * before) * self.window, n=features.FFT)
        power = spectrum.real.square() + spectrum.imag.square()
        return torch.log(torch.clamp(power @ self.filters, min=features.FLOOR))


class Net(nn.Module):
    """Log-mels to log-probabilities of blank and phones, a step of 30 ms each."""

    mean: Tensor

    def __init__(
        self, width: int = 256, delays: Sequence[Sequence[int]] = DELAYS, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.delays = tuple(tuple(steps) for steps in delays)
        sizes = [features.MELS * len(FIRST)] + [width * len(steps) for steps in self.delays]
        self.linear = nn.ModuleList(nn.Linear(size, width, bias=False) for size in sizes)
        self.norm = nn.ModuleList(nn.BatchNorm1d(width) for _ in sizes)
        self.out = nn.Linear(width, OUTPUTS)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mean", torch.full((features.MELS,), 12.0))
        self.before, self.after = reach(self.delays)

    def forward(self, log_mels: Tensor) -> Tensor:
        """Return (batch, steps, outputs) of (batch, frames, 40): a step for each third frame."""
        ahead = self.after + SUBSAMPLING - 1
        x = torch.cat(
            [
                log_mels[:, :1].expand(-1, self.before, -1),
                log_mels,
                log_mels[:, -1:].expand(-1, ahead, -1),
            ],
            1,
        )
        x = (x - self.mean) / _SCALE
        span = len(FIRST)
        x = x.unfold(1, span, SUBSAMPLING).transpose(2, 3).flatten(2)
        x = self._layer(0, x)
        for k, steps in enumerate(self.delays, start=1):
            left, right = -min(steps), max(steps)
            length = x.shape[1] - left - right
            seen = torch.cat([x[:, left + s : left + s + length] for s in steps], 2)
            x = self.dropout(x[:, left : left + length] + self._layer(k, seen))
        return torch.log_softmax(self.out(x), -1)

    def _layer(self, k: int, x: Tensor) -> Tensor:
        y = self.linear[k](x)
        flat = self.norm[k](y.reshape(-1, y.shape[-1]))
        return torch.relu(flat).view(y.shape)

    def layers(self, blank_bias: float = 0.0) -> list[Layer]:
        """Return the layers that Kaldi computes, for cepstra instead of log-mels.

        Args:
            blank_bias: added to the score of blank before the softmax; less than 0 makes a net
                that stays silent too often speak.
        """
        front = features.inverse_cepstrum() / _SCALE
        centre = self.mean.double().numpy() / _SCALE
        found = [Layer(front, -centre, (0,), "affine", False, exact=True)]
        for k, (linear, norm) in enumerate(zip(self.linear, self.norm, strict=True)):
            scale, shift, mean, variance = (
                cast(Tensor, part).detach().double()
                for part in (norm.weight, norm.bias, norm.running_mean, norm.running_var)
            )
            gain = scale / torch.sqrt(variance + cast(nn.BatchNorm1d, norm).eps)
            bias = shift - mean * gain
            weights = (cast(Tensor, linear.weight).detach().double() * gain[:, None]).numpy()
            offsets = FIRST if k == 0 else tuple(SUBSAMPLING * s for s in self.delays[k - 1])
            found.append(Layer(weights, bias.numpy(), offsets, "relu", k > 0))
        bias_out = self.out.bias.detach().double().numpy().copy()
        bias_out[0] += blank_bias
        last = self.out.weight.detach().double().numpy()
        found.append(Layer(last, np.asarray(bias_out), (0,), "log_softmax", False, exact=True))
        return found
