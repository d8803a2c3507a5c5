"""Mutants of derived quantities: variances, the optimal gamma, the privacy profile, sensitivities
and scales, bounds, doubles.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from dpmean.distributions import discrete_staircase, hourglass, optimal_gamma, staircase
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Diagonals
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.exact.decay import Decay
from dpmean.exact.digits import binary64
from dpmean.exact.reals import Number
from dpmean.mechanisms.addremove import mean_bounds as addremove
from dpmean.mechanisms.addremove import sized_mean_bounds as sized
from dpmean.mechanisms.addremove import transformation
from dpmean.parameters import declared as parameters
from dpmean.parameters.declared import Parameter
from dpmean.privacy import losses as privacy

from .. import doubles
from ..mutant import Mutant, always, edit


def _downwards(x: Number) -> float:
    return -doubles.upwards(-x)


def _in_doubles(original: Any) -> Any:
    """The formula evaluated in doubles from doubles."""
    return lambda *args: Fraction(
        original(*(float(binary64(a)) if not isinstance(a, int) else a for a in args))
    )


MUTANTS = (
    # the continuous law's formula
    Mutant(
        "discrete-laplace-continuous-variance",
        "the variance is 2 (D / epsilon)^2",
        ("DiscreteNotContinuous",),
        DiscreteLaplace,
        "variance",
        edit(("self.moment(2)", "2 * (self.sensitivity / self.decay.epsilon) ** 2")),
        "world-federation-of-advertisers/cardinality_estimation_evaluation_framework#97",
    ),
    Mutant(
        "discrete-staircase-continuous-variance",
        "the variance is that of the continuous staircase",
        ("DiscreteNotContinuous",),
        DiscreteStaircase,
        "variance",
        lambda _: lambda self: staircase.moment(2, self.decay.b, self.gamma, self.sensitivity),
    ),
    # optimal gamma
    Mutant(
        "optimal-gamma-square-root",
        "a square root where the cube root belongs",
        ("OptimalGamma",),
        optimal_gamma,
        "staircase",
        edit(("reals.root(cube(b), 3)", "reals.root(cube(b), 2)")),
    ),
    Mutant(
        "optimal-gamma-absolute-by-default",
        "the gamma of the least E|X| is returned for the least E X^2",
        ("OptimalGamma", "Objective"),
        optimal_gamma,
        "staircase",
        edit(('if objective == "absolute"', "if objective")),
    ),
    Mutant(
        "optimal-gamma-objective-ignored",
        "the gamma of the least E X^2 is returned for the least E|X|",
        ("Objective",),
        optimal_gamma,
        "staircase",
        edit(('if objective == "absolute"', "if not objective")),
    ),
    Mutant(
        "discrete-optimal-gamma-objective-ignored",
        "on the lattice E X^2 is minimised whatever is asked",
        ("Objective",),
        discrete_staircase,
        "optimal",
        edit(('2 if objective == "mse" else 1', "2")),
    ),
    Mutant(
        "discrete-optimal-gamma-rounded",
        "the continuous optimum is rounded to the lattice",
        ("OptimalGamma",),
        discrete_staircase,
        "optimal",
        edit(
            (
                "    return Fraction(best, m)",
                "    from .optimal_gamma import staircase\n    return Fraction(max(1, "
                "floor(staircase(decay.b, objective) * m + Fraction(1, 2))), m)",
            )
        ),
    ),
    Mutant(
        "discrete-optimal-gamma-worst",
        "the comparison is turned round: the worst gamma is returned",
        ("OptimalGamma",),
        discrete_staircase,
        "optimal",
        edit(
            (
                "    return Fraction(best, m)",
                "    return Fraction(m if compare(at(m), at(1)) > 0 else 1, m)",
            )
        ),
    ),
    Mutant(
        "planar-optimal-gamma-of-the-line",
        "in the plane the one-dimensional optimum is used",
        ("OptimalGamma", "Objective"),
        optimal_gamma,
        "staircase2d",
        lambda _: lambda b: optimal_gamma.staircase(b, "mse"),
    ),
    Mutant(
        "planar-optimal-gamma-other-root",
        "of the two critical points the maximum is returned",
        ("OptimalGamma",),
        optimal_gamma,
        "staircase2d",
        edit(
            (
                "reals.poly_root(tuple(polynomial), split, Fraction(1))",
                "reals.poly_root(tuple(-c for c in polynomial), Fraction(0), split)",
            )
        ),
    ),
    # privacy profile
    Mutant(
        "hockey-stick-wrong-direction",
        "e^h multiplies P, not Q",
        ("Profile",),
        privacy,
        "three_valued_hockey_stick",
        edit(("(1 - ratio * b)", "(1 - b / ratio)")),
    ),
    Mutant(
        "hockey-stick-without-positive-part",
        "above the largest loss the divergence is negative, not 0",
        ("Profile", "ExactZero"),
        privacy,
        "hockey_stick",
        edit(("    if compare(ratio * b, Fraction(1)) >= 0:\n        return Fraction(0)\n", "")),
    ),
    Mutant(
        "hockey-stick-forgets-equal-outcomes",
        "below h = 0 the outcomes of loss 0 are forgotten",
        ("Profile",),
        privacy,
        "three_valued_hockey_stick_below_one",
        edit(("+ equal * (1 - ratio)", "+ 0 * equal")),
    ),
    Mutant(
        "laplace-profile-of-randomised-response",
        "delta is that of a law whose loss is epsilon everywhere",
        ("Profile",),
        Laplace,
        "hockey_stick",
        edit(("hockey_stick(reals.root(ratio * power, 2))", "(1 - ratio * power) / (1 + power)")),
    ),
    Mutant(
        "laplace-loss-always-epsilon",
        "the loss at a small shift is epsilon too",
        ("Profile",),
        Laplace,
        "privacy_loss",
        edit(("abs(shift) / self.sensitivity", "Fraction(1 if shift != 0 else 0)")),
    ),
    Mutant(
        "discrete-laplace-profile-one-outcome-more",
        "an outcome of smaller loss is counted too",
        ("Profile",),
        DiscreteLaplace,
        "hockey_stick",
        edit(("last = first_outside - 1", "last = first_outside")),
    ),
    Mutant(
        "staircase-loss-of-laplace",
        "the loss grows with the shift, as if the noise were Laplace",
        ("Profile",),
        Staircase,
        "privacy_loss",
        edit(("Fraction(1 if shift != 0 else 0)", "abs(shift) / self.sensitivity")),
    ),
    Mutant(
        "staircase-loss-twice-at-the-end",
        "a shift of the whole sensitivity is counted as two steps",
        ("LossEnds",),
        Staircase,
        "privacy_loss",
        edit(
            (
                "Fraction(1 if shift != 0 else 0)",
                "Fraction(abs(shift) // self.sensitivity + 1 if shift else 0)",
            )
        ),
    ),
    Mutant(
        "staircase2d-loss-without-a-shift",
        "the loss is epsilon without a shift too",
        ("LossEnds",),
        Staircase2D,
        "privacy_loss",
        edit(("Fraction(1 if shift_x != 0 or shift_y != 0 else 0)", "Fraction(1)")),
    ),
    Mutant(
        "staircase2d-loss-of-laplace",
        "the loss grows with the shift, as if the noise were Laplace",
        ("Profile",),
        Staircase2D,
        "privacy_loss",
        edit(
            (
                "Fraction(1 if shift_x != 0 or shift_y != 0 else 0)",
                "(abs(shift_x) + abs(shift_y)) / self.sensitivity",
            )
        ),
    ),
    Mutant(
        "staircase-overlap-of-a-ball-that-misses",
        "balls that do not meet their shift count with a negative length",
        ("Profile",),
        staircase,
        "overlap",
        edit(("inner * (2 * g * d - shift)", "(2 * g * d - shift)")),
    ),
    Mutant(
        "staircase-distance-doubled",
        "the total variation is the whole L1 distance",
        ("Profile",),
        Staircase,
        "total_variation",
        edit(("return 1 - overlap", "return 2 - 2 * overlap")),
    ),
    Mutant(
        "discrete-staircase-distance-doubled",
        "the total variation is the whole L1 distance",
        ("Profile",),
        DiscreteStaircase,
        "total_variation",
        edit(("return 1 - overlap", "return 2 - 2 * overlap")),
    ),
    Mutant(
        "staircase2d-overlap-of-one-side",
        "only the shift of x + y shrinks the overlap",
        ("Profile",),
        Staircase2D,
        "_require",
        edit(("abs(shift_x - shift_y)", "Fraction(0)")),
    ),
    Mutant(
        "hourglass-profile-of-its-marginal",
        "delta is that of the staircase marginal",
        ("Profile",),
        Diagonals,
        "hockey_stick",
        edit(("geometric_normalizer(self.decay.b)", "self.marginal.total_variation(shift_x)")),
    ),
    Mutant(
        "hourglass-loss-of-two-staircases",
        "the loss is that of two independent staircases, 2 epsilon",
        ("Profile",),
        Diagonals,
        "privacy_loss",
        edit(("Fraction(1)", "Fraction(2)")),
    ),
    Mutant(
        "discrete-staircase-loss-of-laplace",
        "the loss grows with the shift, as if the noise were discrete Laplace",
        ("Profile",),
        DiscreteStaircase,
        "privacy_loss",
        edit(("Fraction(1 if shift != 0 else 0)", "abs(shift) / self.sensitivity")),
    ),
    # sensitivities and scales
    Mutant(
        "sensitivity-forgotten",
        "the sensitivity is read and then 1 is used",
        ("SensitivityUnit", "WrongScale"),
        parameters.PARAMETERS,
        "sensitivity",
        lambda p: Parameter(lambda v, name: p.parse(v, name) * 0 + 1, p.meaning),
        "opendp/smartnoise-sdk#317",
    ),
    Mutant(
        "sensitivity-squared",
        "the sensitivity enters squared",
        ("SensitivityUnit",),
        parameters.PARAMETERS,
        "sensitivity",
        lambda p: Parameter(lambda v, name: p.parse(v, name) ** 2, p.meaning),
        "opendp/smartnoise-core#315",
    ),
    Mutant(
        "laplace-rate-squared",
        "the rate of the density is epsilon / D^2",
        ("SensitivityUnit",),
        Laplace,
        "rate",
        edit(("self.decay.epsilon / self.sensitivity", "self.decay.epsilon / self.sensitivity**2")),
    ),
    Mutant(
        "laplace-scale-upside-down",
        "the scale is epsilon / D",
        ("SensitivityUnit", "WrongScale"),
        Laplace,
        "scale",
        edit(("self.sensitivity / self.decay.epsilon", "self.decay.epsilon / self.sensitivity")),
        "WICG/attribution-reporting-api#1329",
    ),
    Mutant(
        "risk-width-not-squared",
        "the width enters a mean squared error once, not squared",
        ("SensitivityUnit",),
        addremove,
        "minimax_risk",
        edit(("(upper - lower) ** 2", "(upper - lower)")),
    ),
    Mutant(
        "mse-bound-in-unit-width",
        "the finite bound is that of the interval [0, 1]",
        ("SensitivityUnit",),
        addremove,
        "transformed_mse_bound",
        edit(("law.tail(Fraction(n, 4))) * (upper - lower) ** 2", "law.tail(Fraction(n, 4)))")),
    ),
    Mutant(
        "sized-sensitivity-upper-only",
        "the sensitivity is upper / n",
        ("SensitivityUnit",),
        sized,
        "sensitivity",
        edit(("return (upper - lower) / n", "return upper / n")),
        "IBM/differential-privacy-library#110",
    ),
    Mutant(
        "shift-outside-accepted",
        "a shift outside the sensitivity space gets an answer",
        ("SensitivityUnit",),
        privacy,
        "require_shift",
        edit(("if not inside", "if False")),
    ),
    Mutant(
        "sized-sensitivity-integer-division",
        "the sensitivity is divided as an integer",
        ("OneSided",),
        sized,
        "sensitivity",
        edit(("return (upper - lower) / n", "return Fraction((upper - lower) // n)")),
        "opendp/opendp#314",
    ),
    Mutant(
        "sized-scale-cut",
        "the scale is cut to three decimals",
        ("OneSided",),
        sized,
        "scale",
        edit(
            (
                "return (upper - lower) / n / decay.epsilon",
                "return Fraction((upper - lower) / n / decay.epsilon * 1000 // 1, 1000)",
            )
        ),
        "opendp/opendp#343",
    ),
    Mutant(
        "budget-not-split-in-error",
        "the error constants of Algorithms 1 and 2 are those of the whole epsilon for each draw",
        ("BudgetNotSplit",),
        addremove,
        "independent_form",
        edit(("8 * (largest**2 + mean**2)", "2 * (largest**2 + mean**2)")),
        "opendp/smartnoise-sdk#385",
    ),
    Mutant(
        "shifted-budget-not-split-in-error",
        "the count's noise has scale 1 / epsilon in the error constant",
        ("BudgetNotSplit",),
        addremove,
        "shifted_form",
        edit(("+ 8 * (mean", "+ 2 * (mean")),
        "opendp/smartnoise-sdk#385",
    ),
    Mutant(
        "mean-at-a-bound-refused",
        "a mean that lies at a bound is refused",
        ("AtBound",),
        addremove,
        "_inside",
        edit(("lower <= mean <= upper", "lower < mean < upper")),
    ),
    Mutant(
        "zero-share-taken-for-none",
        "s1 = 0 is taken for a missing parameter",
        ("AtBound",),
        addremove,
        "transformed_leading_constant",
        edit(
            (
                '    gamma = "optimal" if',
                '    alpha = alpha or Fraction(1, 2)\n    gamma = "optimal" if',
            )
        ),
    ),
    Mutant(
        "transformation-without-half",
        "Algorithm 2's map moves by 1, not by 1/2",
        ("ShiftForgotten",),
        transformation._MATRICES,
        "2",
        always(((1, -1), (0, Fraction(1, 2)))),
    ),
    Mutant(
        "transformation-not-moved",
        "Algorithm 3's map leaves the sum where it is",
        ("ShiftForgotten",),
        transformation._MATRICES,
        "3",
        always(((1, 0), (0, 1))),
    ),
    # epsilon at its ends, doubles
    Mutant(
        "decay-in-doubles",
        "e^-epsilon is rounded to a double before it is subtracted from 1",
        ("SmallEpsilon",),
        Decay,
        "from_epsilon",
        edit(
            (
                "_of_epsilon(epsilon)",
                "cls(epsilon, Fraction(__import__('math').exp(-float(epsilon))))",
            )
        ),
        "",
        "doubles",
    ),
    Mutant(
        "decay-first-order",
        "below 1/100, e^-epsilon is taken as 1 - epsilon",
        ("SmallEpsilon",),
        Decay,
        "from_epsilon",
        edit(
            (
                "_of_epsilon(epsilon)",
                "cls(epsilon, reals.exp(-epsilon) if epsilon > Fraction(1, 100) else 1 - epsilon)",
            )
        ),
    ),
    Mutant(
        "epsilon-raised",
        "epsilon below 1/100 is raised to it",
        ("SmallEpsilon",),
        Decay,
        "from_epsilon",
        edit(("_of_epsilon(epsilon)", "_of_epsilon(max(epsilon, Fraction(1, 100)))")),
    ),
    Mutant(
        "log-of-underflow",
        "the log-density is the logarithm of a density that underflows",
        ("LargeEpsilon", "FarTail"),
        doubles,
        "logarithm",
        lambda _: lambda _log, density: math.log(doubles.nearest(density)),
        "IBM/differential-privacy-library#107",
        "doubles",
    ),
    Mutant(
        "tail-by-subtraction",
        "a tail is 1 minus a distribution function in doubles: 0 far out",
        ("LargeEpsilon", "FarTail"),
        doubles,
        "tail",
        lambda f: lambda x: 1.0 - (1.0 - f(x)),
        "",
        "doubles",
    ),
    Mutant(
        "left-tail-by-subtraction",
        "far to the left the distribution function is 1 minus something that is 1 in doubles",
        ("FarTail", "LargeEpsilon"),
        doubles,
        "below",
        lambda f: lambda x: 1.0 - (1.0 - f(x)),
        "",
        "doubles",
    ),
    Mutant(
        "epsilon-capped",
        "epsilon is cut to 20 lest the exponential overflow",
        ("LargeEpsilon",),
        Decay,
        "from_epsilon",
        edit(("_of_epsilon(epsilon)", "_of_epsilon(min(epsilon, Fraction(20)))")),
    ),
    Mutant(
        "exponential-overflows",
        "e^epsilon is computed in doubles before it is inverted",
        ("LargeEpsilon",),
        Decay,
        "from_epsilon",
        edit(
            (
                "_of_epsilon(epsilon)",
                "(__import__('math').exp(float(epsilon)), _of_epsilon(epsilon))[1]",
            )
        ),
        "opendp/opendp#401",
    ),
    Mutant(
        "covariance-in-doubles",
        "the covariance is evaluated in doubles: not 0 at the optimal gamma",
        ("ExactZero",),
        hourglass,
        "covariance",
        _in_doubles,
        "",
        "doubles",
    ),
    Mutant(
        "hockey-stick-in-doubles",
        "at a level equal to the loss the divergence is rounding noise",
        ("LossEnds", "ExactZero"),
        privacy,
        "hockey_stick",
        edit(
            (
                "    if compare(ratio * b, Fraction(1)) >= 0:\n        return Fraction(0)\n",
                "    if compare(ratio * b, Fraction(1)) == 0:\n        return Fraction(1, 1 << "
                "54)\n    if compare(ratio * b, Fraction(1)) > 0:\n        return Fraction(0)\n",
            )
        ),
        "",
        "doubles",
    ),
    Mutant(
        "total-variation-in-doubles",
        "the overlap is evaluated in doubles: not 1 for no shift",
        ("ExactZero",),
        staircase,
        "overlap",
        _in_doubles,
        "",
        "doubles",
    ),
    Mutant(
        "never-exactly-zero",
        "10^-300 is added lest something be divided by 0",
        ("ExactZero",),
        doubles,
        "nearest",
        lambda f: lambda x: f(x) + 1e-300,
        "",
        "doubles",
    ),
    Mutant(
        "one-sided-downwards",
        "epsilon and scale are rounded down to a double",
        ("OneSided",),
        doubles,
        "upwards",
        always(_downwards),
        "opendp/opendp#315",
        "doubles",
    ),
    Mutant(
        "epsilon-rounded-up",
        "epsilon is read as a double that is not below it: less noise than asked for",
        ("OneSided",),
        Decay,
        "from_epsilon",
        edit(
            (
                "    if epsilon <= 0:",
                "    epsilon = Fraction(__import__('math').nextafter(float(epsilon), 1e9)) if "
                "Fraction(float(epsilon)) < epsilon else Fraction(float(epsilon))\n    if "
                "epsilon <= 0:",
            )
        ),
    ),
)
