"""Mutants of the laws: normalisers, steps and their boundaries, the negative side, diagonals,
lattices, gamma at its ends.
"""

from __future__ import annotations

from fractions import Fraction

from dpmean.distributions import (
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    laplace,
    staircase,
    staircase2d,
)
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Diagonals, Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact.enclosure import floor
from dpmean.parameters import declared as parameters

from ..mutant import Mutant, edit


def _closed_outside(t: Fraction, gamma: Fraction) -> int:
    """The step of t >= 0 when its outer boundary belongs to it."""
    return max(0, -floor(-(t - gamma)))


def _least_gamma(original: parameters.Parameter) -> parameters.Parameter:
    def parse(given: object, name: str) -> object:
        gamma = original.parse(given, name)
        return gamma if gamma == "optimal" else max(gamma, Fraction(1, 100))

    return parameters.Parameter(parse, original.meaning)


MUTANTS = (
    # normalisers
    Mutant(
        "laplace-density-without-half",
        "the density of one side is used for both",
        ("Normalizer",),
        laplace,
        "density",
        edit(("rate * w / 2", "rate * w")),
    ),
    Mutant(
        "discrete-laplace-one-sided",
        "the normaliser of the one-sided geometric law",
        ("Normalizer",),
        discrete_laplace,
        "normalizer",
        lambda _: lambda t: 1 - t,
    ),
    Mutant(
        "staircase-normaliser-one-sided",
        "the normaliser counts the positive half only",
        ("Normalizer",),
        Staircase,
        "normalizer",
        edit(("normalizer(*self._shape)", "2 * normalizer(*self._shape)")),
    ),
    Mutant(
        "staircase-gamma-swapped",
        "gamma where 1 - gamma belongs in the normaliser",
        ("Normalizer", "GammaOne", "GammaSmall"),
        staircase,
        "weight",
        edit(("normalizer(b, g, d)", "normalizer(b, 1 - g, d)")),
    ),
    Mutant(
        "staircase2d-normaliser-as-printed",
        "the normaliser of Definition 3 as it is printed, without 2 and D^2",
        ("Normalizer",),
        staircase2d,
        "normalizer",
        edit(("(2 * d**2 * (2 * b", "((2 * b")),
    ),
    Mutant(
        "hourglass-normaliser-without-diagonals",
        "the normaliser is that of the central diagonal alone",
        ("Normalizer",),
        hourglass,
        "normalizer",
        edit(("2 * d * (1 + b) *", "2 * d *")),
    ),
    Mutant(
        "discrete-staircase-centre-twice",
        "the central step is counted as 2g points, the centre twice",
        ("Normalizer", "OnePointStep"),
        DiscreteStaircase,
        "normalizer",
        edit(
            (
                "normalizer(*self._shape)",
                "(1 - self.decay.b) / (2 * self.gamma * self.m * (1 - self.decay.b) + 2 * "
                "self.m * self.decay.b)",
            )
        ),
    ),
    Mutant(
        "discrete-staircase-centre-shared-by-2g",
        "the mass of the central step is shared by 2g points, of which there are 2g - 1",
        ("OnePointStep", "DoubleZero"),
        DiscreteStaircase,
        "pmf",
        edit(
            (
                "weight(self.step_of(self.index(x)), *self._shape)",
                "weight(self.step_of(self.index(x)), *self._shape) "
                "* (1 if self.step_of(self.index(x)) else 1 - 1 / (2 * self._shape[1]))",
            )
        ),
    ),
    Mutant(
        "discrete-hourglass-normaliser-continuous",
        "the lattice hourglass has the continuous law's normaliser over m",
        ("Normalizer", "DiscreteNotContinuous"),
        discrete_hourglass,
        "normalizer",
        edit(
            (
                "discrete_staircase.normalizer(b, g, m)",
                "(1 - b) / (2 * m * (g / m + b * (1 - g / m)))",
            )
        ),
    ),
    # steps and their boundaries
    Mutant(
        "staircase-boundary-outside",
        "a step owns its outer boundary instead of its inner one",
        ("CellBoundary",),
        staircase,
        "level",
        lambda _: _closed_outside,
    ),
    Mutant(
        "staircase-level-off-by-one",
        "the step is floor(t - gamma), one too few beyond the centre",
        ("CellBoundary",),
        Staircase,
        "level",
        edit(
            (
                "level(abs(x) / self.sensitivity, self.gamma)",
                "max(0, level(abs(x) / self.sensitivity, self.gamma) - 1)",
            )
        ),
    ),
    Mutant(
        "staircase2d-boundary-outside",
        "a step owns its outer boundary instead of its inner one",
        ("CellBoundary",),
        staircase2d,
        "level",
        lambda _: _closed_outside,
    ),
    Mutant(
        "staircase2d-first-step-too-wide",
        "gamma is added where it is subtracted: the step is floor(t + gamma)",
        ("CellBoundary",),
        Staircase2D,
        "level",
        edit(
            (
                "level(r / self.sensitivity, self.gamma)",
                "level(r / self.sensitivity + 2 * self.gamma, self.gamma) - 1",
            )
        ),
    ),
    Mutant(
        "hourglass-level-off-by-one",
        "x is put one step too far out",
        ("CellBoundary",),
        hourglass,
        "signed_level",
        lambda f: lambda x, g: f(x, g) + (1 if x > 0 else -1 if x < 0 else 0),
    ),
    Mutant(
        "discrete-staircase-boundary-outside",
        "the first lattice point of a step is given to the step before",
        ("CellBoundary",),
        discrete_staircase,
        "lattice_level",
        lambda f: lambda i, m, g: f(max(i - 1, 0), m, g),
    ),
    Mutant(
        "discrete-hourglass-boundary-outside",
        "the first lattice point of a step is given to the step before",
        ("CellBoundary",),
        discrete_hourglass,
        "signed_lattice_level",
        lambda f: lambda i, m, g: f(i - 1 if i > 0 else i + 1 if i < 0 else 0, m, g),
    ),
    Mutant(
        "discrete-staircase-tail-beyond",
        "the tail is P(|X| > x), one lattice point short",
        ("CellBoundary",),
        DiscreteStaircase,
        "tail",
        edit(
            (
                "self._index_tail(-floor(-x / self.lattice))",
                "self._index_tail(floor(x / self.lattice) + 1)",
            )
        ),
    ),
    # the negative side
    Mutant(
        "laplace-cdf-not-mirrored",
        "below 0 the distribution function is the tail, not half of it",
        ("NegativeSide",),
        Laplace,
        "cdf",
        edit(("else half", "else 2 * half")),
    ),
    Mutant(
        "laplace-without-abs",
        "x is used where |x| belongs",
        ("NegativeSide",),
        Laplace,
        "_power",
        edit(("abs(x)", "x")),
    ),
    Mutant(
        "discrete-laplace-without-abs",
        "k is used where |k| belongs",
        ("NegativeSide",),
        DiscreteLaplace,
        "_power",
        edit(("abs(k)", "k")),
    ),
    Mutant(
        "discrete-laplace-cdf-below-off-by-one",
        "below 0 the distribution function is that of k - 1",
        ("NegativeSide",),
        DiscreteLaplace,
        "cdf",
        edit(("else self.tail(-k) / 2", "else self.tail(1 - k) / 2")),
    ),
    Mutant(
        "staircase-level-without-abs",
        "the step of a negative x is that of x, not of |x|",
        ("NegativeSide",),
        Staircase,
        "level",
        edit(("abs(x)", "x")),
    ),
    Mutant(
        "staircase-cdf-not-mirrored",
        "below 0 the distribution function is the tail, not half of it",
        ("NegativeSide",),
        Staircase,
        "cdf",
        edit(("else self.tail(-x) / 2", "else self.tail(-x)")),
    ),
    Mutant(
        "staircase2d-level-without-abs",
        "the radius is x + y: the absolute values are forgotten",
        ("NegativeSide",),
        Staircase2D,
        "density",
        edit(("abs(x) + abs(y)", "x + y")),
    ),
    Mutant(
        "hourglass-negative-steps-half-open",
        "negative x has the steps of the positive axis shifted, not mirrored",
        ("NegativeSide", "CellBoundary"),
        hourglass,
        "signed_level",
        lambda f: lambda x, g: f(x, g) if x >= 0 else min(0, floor(x + g)),
    ),
    Mutant(
        "discrete-staircase-step-without-abs",
        "the step of a negative lattice point is taken without its absolute value",
        ("NegativeSide",),
        DiscreteStaircase,
        "step_of",
        edit(("abs(i)", "i")),
    ),
    Mutant(
        "discrete-staircase-cdf-below-off-by-one",
        "below 0 the distribution function is that of the point before",
        ("NegativeSide",),
        DiscreteStaircase,
        "index_cdf",
        edit(("else self._index_tail(-i) / 2", "else self._index_tail(1 - i) / 2")),
    ),
    Mutant(
        "discrete-hourglass-negative-steps-by-floor",
        "the step of a negative point is floored, not mirrored",
        ("NegativeSide",),
        discrete_hourglass,
        "signed_lattice_level",
        lambda _: lambda i, m, g: (i - g) // m + 1 if i >= 0 else min(0, (i + g) // m),
    ),
    # diagonals
    Mutant(
        "hourglass-negative-diagonals-as-positive",
        "the diagonal -k is handled like k",
        ("NegativeK",),
        hourglass,
        "hourglass_exponent",
        lambda f: lambda j, k: f(j, abs(k)),
    ),
    Mutant(
        "discrete-hourglass-negative-diagonals-as-positive",
        "the diagonal -k is handled like k",
        ("NegativeK",),
        discrete_hourglass,
        "hourglass_exponent",
        lambda f: lambda j, k: f(j, abs(k)),
    ),
    Mutant(
        "hourglass-sum-grows-below",
        "P(X + Y = k D) for k < 0 by the formula for k >= 0",
        ("NegativeK",),
        Hourglass,
        "sum_pmf",
        edit(("abs(reachable(k))", "reachable(k)")),
    ),
    Mutant(
        "discrete-hourglass-sum-grows-below",
        "P(X + Y = k D) for k < 0 by the formula for k >= 0",
        ("NegativeK",),
        DiscreteHourglass,
        "sum_pmf",
        edit(("abs(reachable(k))", "reachable(k)")),
    ),
    Mutant(
        "hourglass-conditional-of-positive-k",
        "given X, the diagonal -k has the mass of k",
        ("NegativeK",),
        Hourglass,
        "conditional_pmf",
        edit(("self.offset.pmf(k -", "self.offset.pmf(abs(k) -")),
    ),
    Mutant(
        "discrete-hourglass-conditional-of-positive-k",
        "given X, the diagonal -k has the mass of k",
        ("NegativeK",),
        DiscreteHourglass,
        "conditional_pmf",
        edit(("self.offset.pmf(k -", "self.offset.pmf(abs(k) -")),
    ),
    Mutant(
        "hourglass-off-support-rounded",
        "a point off the diagonals is given the density of the nearest one",
        ("OffSupport",),
        Diagonals,
        "diagonal",
        edit(("return found.numerator if found.denominator == 1 else None", "return round(found)")),
    ),
    # lattices
    Mutant(
        "discrete-laplace-twice-at-zero",
        "both signs produce zero, so its mass is doubled",
        ("DoubleZero",),
        DiscreteLaplace,
        "pmf",
        edit(("pmf(self.t, self._power(k))", "pmf(self.t, self._power(k)) * (1 if k else 2)")),
        "opendp/opendp#507",
    ),
    Mutant(
        "discrete-laplace-cdf-twice-at-zero",
        "the sum of |K| from both signs counts zero twice",
        ("DoubleZero",),
        DiscreteLaplace,
        "cdf",
        edit(
            ("if k >= 0 else self", "+ (normalizer(self.t) if k == 0 else 0) if k >= 0 else self")
        ),
    ),
    Mutant(
        "discrete-staircase-index-in-units",
        "x is taken as a number of lattice steps, not of units",
        ("Lattice",),
        DiscreteStaircase,
        "index",
        edit(("on_lattice(x, self.lattice, name)", "floor(x)")),
    ),
    Mutant(
        "discrete-staircase-moment-in-steps",
        "moments are those of the index, not of the outcome",
        ("Lattice",),
        DiscreteStaircase,
        "moment",
        edit((" * self.lattice**order", "")),
    ),
    Mutant(
        "discrete-staircase-lattice-without-sensitivity",
        "the lattice step is 1/m, whatever the sensitivity",
        ("Lattice", "SensitivityUnit"),
        DiscreteStaircase,
        "lattice",
        edit(("self.sensitivity / self.m", "Fraction(1, self.m)")),
    ),
    Mutant(
        "discrete-laplace-continuous-tail",
        "the tail of the continuous law",
        ("DiscreteNotContinuous",),
        discrete_laplace,
        "tail",
        edit(("2 * power / (1 + t)", "power")),
        "world-federation-of-advertisers/cardinality_estimation_evaluation_framework#97",
    ),
    # gamma at its ends
    Mutant(
        "gamma-one-refused",
        "gamma must be smaller than 1",
        ("GammaOne",),
        parameters,
        "_gamma",
        edit(("0 < q <= 1", "0 < q < 1")),
    ),
    Mutant(
        "staircase-divides-by-one-minus-gamma",
        "the normaliser is written with gamma / (1 - gamma)",
        ("GammaOne",),
        staircase,
        "normalizer",
        edit(("(2 * d * (g + b * (1 - g)))", "(2 * d * (1 - g) * (g / (1 - g) + b))")),
    ),
    Mutant(
        "small-gamma-raised",
        "gamma below 1/100 is raised to it",
        ("GammaSmall",),
        parameters.PARAMETERS,
        "gamma",
        _least_gamma,
    ),
)
