"""Makes a base model for Vosk of a checkpoint.

``python -m models.training.export --checkpoint run/checkpoint.pt --out models/es-mesa``
writes ``am/final.mdl`` (8-bit weights), ``conf/``, ``graph/phones/`` and ``SHA256SUMS``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from models.training.container import write_base
from models.training.net import Net

BLANK_BIAS = -1.0
"""Added to the score of blank: chosen on the speakers childsplay and tuxpaint; see `Net.layers`."""


def load(checkpoint: Path) -> Net:
    """Return the averaged net of a checkpoint."""
    stored = torch.load(checkpoint, weights_only=True)
    net = Net(int(stored["width"]))
    net.load_state_dict(stored["average"])
    return net.eval()


def main(arguments: Sequence[str] | None = None) -> None:
    """Export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder of the model")
    parser.add_argument("--blank-bias", type=float, default=BLANK_BIAS)
    options = parser.parse_args(arguments)
    write_base(options.out, load(options.checkpoint).layers(options.blank_bias))


if __name__ == "__main__":
    main()
