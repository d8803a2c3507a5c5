"""The lattice laws as groups of outcomes of one mass, for `knuth_yao`; and their entropies in bits.

A group of the discrete Laplace and Gaussian laws is {k, -k}; of a lattice staircase the points of a
step; of a lattice hourglass all points of one exponent.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import Any

from ...exact.reals import Number, log, strictly
from .. import discrete_hourglass, discrete_staircase
from ..cells import lattice_points
from ..discrete_gaussian import DiscreteGaussian
from ..discrete_hourglass import DiscreteHourglass
from ..discrete_laplace import DiscreteLaplace
from ..discrete_staircase import DiscreteStaircase, lattice_gamma
from ..law import NoiseLaw
from .knuth_yao import KnuthYao


@singledispatch
def economical(law: NoiseLaw) -> KnuthYao[Any]:
    """Returns the Knuth-Yao sampler of a lattice law, of integers, lattice indices, or (index of x,
    k).
    """
    raise TypeError(f"no groups of outcomes for {type(law).__name__}")


def first(n: int, mass: Number, points: int) -> Number:
    """Returns the mass of one outcome of group n, certified to be below 1/points for the first
    group.

    `points` is the number of outcomes of the first group, whose mass may be very near that bound at
    a large epsilon.
    """
    return strictly(mass, Fraction(1, points), 0 if n else -1)


def symmetric(n: int) -> tuple[int, ...]:
    """Returns the outcomes of the n-th mass of a law whose masses fall with |k|."""
    return (n, -n) if n else (0,)


@economical.register(DiscreteLaplace)
def _(law: DiscreteLaplace) -> KnuthYao[int]:
    return KnuthYao(lambda n: (first(n, law.pmf(n), 1), symmetric(n)))


@economical.register(DiscreteGaussian)
def _(law: DiscreteGaussian) -> KnuthYao[int]:
    return KnuthYao(lambda n: (first(n, law.pmf(n), 1), symmetric(n)))


@economical.register(DiscreteStaircase)
def _(law: DiscreteStaircase) -> KnuthYao[int]:
    m, g = law.m, lattice_gamma(law.gamma, law.m)
    shape = law.decay.b, Fraction(g), Fraction(m)
    return KnuthYao(
        lambda j: (
            first(j, discrete_staircase.weight(j, *shape), 2 * g - 1),
            (*lattice_points(j, m, g), *(lattice_points(-j, m, g) if j else ())),
        )
    )


@economical.register(DiscreteHourglass)
def _(law: DiscreteHourglass) -> KnuthYao[tuple[int, int]]:
    m, g = law.m, lattice_gamma(law.gamma, law.m)
    shape = law.decay.b, Fraction(g), Fraction(m)

    def group(e: int) -> tuple[Number, tuple[tuple[int, int], ...]]:
        """The mass and points of group e: signed steps j and diagonals k with |j| + |k - j| = e."""
        pairs = [
            (j, k) for j in range(-e, e + 1) for k in sorted({j - (e - abs(j)), j + (e - abs(j))})
        ]
        return first(e, discrete_hourglass.weight(e, *shape), 2 * g - 1), tuple(
            (i, k) for j, k in pairs for i in lattice_points(j, m, g)
        )

    return KnuthYao(group)


@singledispatch
def entropy(law: Any) -> Number:
    """Returns the entropy, -sum of p log2 p, in closed form.

    The logarithm of a mass is linear in |k|, k^2 or the exponent.
    """
    raise TypeError(f"no entropy of {type(law).__name__}")


@entropy.register(DiscreteLaplace)
def _(law: DiscreteLaplace) -> Number:
    return (law.decay.epsilon / law.sensitivity * law.moment(1) - law.log_pmf(0)) / log(Fraction(2))


@entropy.register(DiscreteGaussian)
def _(law: DiscreteGaussian) -> Number:
    return (law.moment(2) * law.rate - law.log_pmf(0)) / log(Fraction(2))


@entropy.register(DiscreteStaircase)
def _(law: DiscreteStaircase) -> Number:
    return (law.decay.epsilon * _mean_step(law) - log(law.normalizer())) / log(Fraction(2))


@entropy.register(DiscreteHourglass)
def _(law: DiscreteHourglass) -> Number:
    return (
        law.decay.epsilon * (_mean_step(law.marginal) + law.offset.moment(1))
        - log(law.normalizer())
    ) / log(Fraction(2))


def _mean_step(law: DiscreteStaircase) -> Number:
    """Returns E|J| = 2 m A sum of j b^j = 2 m A b / (1 - b)^2."""
    b = law.decay.b
    return law.normalizer() * (2 * law.m) * b / (1 - b) ** 2
