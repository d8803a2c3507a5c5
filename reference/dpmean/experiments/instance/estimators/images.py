"""Images for Figures 7 and 8 of instance: Fashion-MNIST, or an extract that comes with dpmean.

Fashion-MNIST is read from Debian's package where it is installed; the extract is described in
`data/README.md`. This file reads images. The paper's MNIST is not in Debian; Fashion-MNIST was made
to take its place: 28 x 28 pixels, 6,000 training images of each class.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...simulation import Doubles, Source

INSTALLED = Path("/usr/share/datasets/fashion-mnist")
CLASSES = ("T-shirt", "trouser", "pullover")  # 0, 1, 2
SIDE, EACH, LEVELS = 14, 500, 16  # of the extract: pixels a side, images of a class, levels of grey
SIZE = 6000
TOP = (1 << 10) - 1  # u = 2^10 values


@dataclass(frozen=True)
class Images:
    """Images as rows of pixels in [0, 1], with a line on where they come from."""

    pixels: Doubles
    origin: str


def _unpacked(path: Path, header: int) -> NDArray[np.uint8]:
    return np.frombuffer(gzip.decompress(path.read_bytes()), dtype=np.uint8, offset=header)


def _halved(images: Doubles) -> Doubles:
    """Return images of half the width and height, each pixel the mean of 2 x 2 pixels."""
    side = images.shape[1] // 2
    return np.asarray(images.reshape(-1, side, 2, side, 2).mean(axis=(2, 4)))


def installed(which: int, half: bool) -> Images:
    """Return the training images of one class from the installed package."""
    labels = _unpacked(INSTALLED / "train-labels-idx1-ubyte.gz", 8)
    images = (
        _unpacked(INSTALLED / "train-images-idx3-ubyte.gz", 16).reshape(len(labels), 28, 28)[
            labels == which
        ]
        / 255.0
    )
    rows = _halved(images) if half else images
    return Images(
        rows.reshape(len(rows), -1),
        f"Fashion-MNIST, {len(rows)} images of {rows.shape[1]} x {rows.shape[1]}",
    )


def extract(which: int, source: Source) -> Images:
    """Return SIZE draws with replacement from the extract's images of one class."""
    data = files("dpmean.experiments.instance") / "data" / "fashion.bin"
    packed = np.frombuffer(zlib.decompress(data.read_bytes()), dtype=np.uint8)
    values = np.stack([packed >> 4, packed & 15], axis=1).reshape(len(CLASSES), EACH, SIDE * SIDE)[
        which
    ] / (LEVELS - 1.0)
    chosen = (source.uniforms(SIZE) * EACH).astype(np.int64)
    return Images(
        values[chosen],
        f"{SIZE} draws from {EACH} images of Fashion-MNIST, {SIDE} x {SIDE} with {LEVELS} greys",
    )


def images(which: int, half: bool, source: Source) -> Images:
    """Return the installed images where there are some, else those of the extract."""
    return installed(which, half) if INSTALLED.is_dir() else extract(which, source)
