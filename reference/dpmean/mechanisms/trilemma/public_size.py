"""What the mechanisms of trilemma Sections 3 and 4 share: checks and choices that several of them
make.

They have a public number of records, replaced one at a time, a guarantee with a delta, and a
lattice on which discrete noise lives.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ...distributions.discrete_laplace import DiscreteLaplace
from ...distributions.laplace import Laplace
from ...errors import InvalidInput
from ...exact.decay import Decay
from ...programs.records import nearest, prepare_unbounded

NOISES: dict[str, tuple[str, ...]] = {"laplace": (), "discrete_laplace": ("m",)}


def proper(delta: Fraction) -> Fraction:
    """Returns delta, which must lie strictly between 0 and 1, or raises InvalidInput."""
    if not 0 < delta < 1:
        raise InvalidInput(
            "probability_out_of_range", "delta: must lie strictly between 0 and 1", argument="delta"
        )
    return delta


def sized(data: Iterable[object], n: int) -> list[Fraction]:
    """Returns the n records of a mechanism without bounds; another number of them is refused."""
    records = prepare_unbounded(data)
    if len(records) != n:
        raise InvalidInput(
            "size_mismatch", f"data: the number of records is not the public one, {n}", argument="n"
        )
    return records


def on_lattice(x: Fraction, m: int) -> Fraction:
    """Returns x rounded to the nearest multiple of 1/m, ties to even."""
    return Fraction(nearest(x * m), m)


def sum_noise(
    decay: Decay, sensitivity: Fraction, step: Fraction | None
) -> tuple[Laplace | DiscreteLaplace, Fraction]:
    """Returns the law of the noise of a sum, and its unit.

    It is Laplace in units of the data (step None), or discrete Laplace in lattice steps.
    """
    if step is None:
        return Laplace(decay, sensitivity), Fraction(1)
    return DiscreteLaplace(decay, sensitivity / step), step
