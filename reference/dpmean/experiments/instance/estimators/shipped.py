"""The shipped mechanisms of `dpmean.mechanisms.instance`, run on the same grids as `ours.py`.

They are their own programs on their own integers; only the noise is drawn in bulk here. This file
holds drivers of shipped programs. They are slower than `ours.py` by far, where all laws are made
anew for every release, and are what that file is compared with.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np

from ....distributions.discrete_gaussian import DiscreteGaussian
from ....mechanisms.instance.quantile_clipped_mean import QuantileClippedMean
from ....mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from ....programs.numpy_table import Columns
from ....programs.program import Compare, Draw
from ....programs.run import run
from ...simulation import Doubles, Source
from .ours import Grid
from .records import normals


class Noise:
    """Answers to draws: signs, and normal numbers rounded to integers in place of discrete Gaussian
    ones.
    """

    def __init__(self, source: Source) -> None:
        """Keep the `source` of all random numbers."""
        self._source = source
        self._ready: list[float] = []

    def __call__(self, draw: Draw) -> Fraction:
        """Return the outcome of one draw."""
        if draw.label.startswith("sign_"):
            return Fraction(1 if self._source.uniforms(1)[0] < 0.5 else -1)
        if not self._ready:
            self._ready = normals(self._source, 4096).tolist()
        assert isinstance(draw.law, DiscreteGaussian)
        return Fraction(round(self._ready.pop() * sqrt(draw.law.sigma_squared)))


def _side(request: Compare) -> int:
    return (request.form > request.against) - (request.form < request.against)


def _released(
    mechanism: QuantileClippedMean | ShiftedClippedMean, grid: Grid, source: Source
) -> Doubles:
    values = grid.units.T.astype(np.int64)
    transcript = run(mechanism.program(Columns(values, grid.u)), Noise(source), _side)
    return (np.array([float(v) for v in transcript.output]) - grid.origin) * grid.bucket


def shifted_cm(grid: Grid, rho: Fraction, source: Source) -> Doubles:
    """Return the estimate of the shipped ShiftedClippedMean."""
    return _released(ShiftedClippedMean(rho, grid.u, grid.d, len(grid.units)), grid, source)


def cm(grid: Grid, rho: Fraction, source: Source) -> Doubles:
    """Return the estimate of the shipped QuantileClippedMean, for an origin of 0."""
    assert grid.origin == 0
    return _released(QuantileClippedMean(rho, grid.u, grid.d, len(grid.units)), grid, source)
