"""Releases of the shifted clipped mean in which all noise is as bad as the events of a theorem
allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle, product

from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.exact import rotation
from dpmean.exact.enclosure import ceil, floor
from dpmean.exact.reals import root
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as bounds
from dpmean.mechanisms.instance import tails
from dpmean.mechanisms.instance.shifted_clipped_mean import ShiftedClippedMean
from dpmean.programs.program import Draw
from dpmean.programs.run import run

Data = tuple[tuple[int, ...], ...]


def play(
    mechanism: ShiftedClippedMean,
    data: Data,
    signs: tuple[int, ...],
    picks: tuple[int, ...],
    beta: Fraction,
) -> tuple[Fraction, ...]:
    """Run the shipped program with noise inside the events.

    Counts are off by the most that is allowed, up or down or not at all; the mean's noise is as
    long as can be.
    """
    medians, threshold = (
        bounds.median_error(
            mechanism.n, mechanism.d, mechanism.u, mechanism.rho, beta, mechanism.constants
        )
        - 1,
        ceil(mechanism.plan.error) - 1,
    )
    directions = cycle(picks)

    def answer(draw: Draw) -> Fraction:
        part, *rest = draw.label.split("_")
        if part == "sign":
            return Fraction(signs[int(rest[0]) - 1])
        if part == "noise":
            assert isinstance(draw.law, DiscreteGaussian)
            return Fraction(
                floor(root(draw.law.sigma_squared, 2) * tails.norm_radius(mechanism.padded, beta))
                if rest == ["1"]
                else 0
            )
        return Fraction(next(directions) * (medians if part == "median" else threshold))

    return tuple(run(mechanism.program(data), answer).output)


def plays() -> Iterator[tuple[Data, tuple[int, ...], tuple[int, ...], Fraction]]:
    """Yield few records and a large rho, so that all directions of all noisy counts can be tried in
    part.
    """
    sets: tuple[Data, ...] = (
        tuple((v,) for v in (0, 1, 3, 5, 7, 9) * 5),
        tuple((v, 4 - v) for v in (0, 4, 4, 1, 2, 3) * 5),
        tuple((v, 0, 9) for v in (9,) * 29 + (0,)),
    )
    for data in sets:
        for signs in [*product((1, -1), repeat=rotation.padded(len(data[0])))][:6]:
            for picks in (
                (0,),
                (1,),
                (-1,),
                (1, -1),
                (-1, 1, 1),
                (1, 1, -1, -1),
                (1, 1, 1, 1, 1, -1),
            ):
                yield from ((data, signs, picks, rho) for rho in (Fraction(6), Fraction(60)))
