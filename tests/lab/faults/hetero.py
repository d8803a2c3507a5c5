"""Planted faults in the formulas and programs of `hetero`, and in the statements about them: see
`fault.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.mechanisms.hetero import fme, ldpe, sm, weights
from dpmean.mechanisms.hetero import minimax as hetero
from dpmean.mechanisms.hetero.adpm import Adpm
from dpmean.mechanisms.hetero.affine import Affine, affine_error
from dpmean.mechanisms.hetero.fme import Fme
from dpmean.mechanisms.hetero.ldpe import Ldpe
from dpmean.mechanisms.hetero.propdpm import PropDpm
from dpmean.mechanisms.hetero.stretching import Stretching
from dpmean.mechanisms.hetero.uni import Uni
from proofs.theorems.hetero import (
    hetero_lower_bound,
    hetero_privacy,
    hetero_saturation,
    hetero_upper_bound,
)
from tests.lab.faults.fault import Fault, scaled


def _property(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Another attribute of a mechanism."""
    return lambda _: property(compute)


USERS = (
    "three users on three points: in every shipped estimate each loses what it grants her, and "
    "that is at most her epsilon"
)
FAULTS = (
    # shipped formulas
    Fault(
        "4 for 8 in the equation of theta",
        weights,
        "root",
        lambda _: lambda total, squares: (squares + 4) / total,
        "adpm_weights",
        "theta: the multipliers pay for the noise",
        ("hetero_upper_bound", "hetero_examples"),
    ),
    Fault(
        "the noise counted once in the squared error",
        weights,
        "squared_error",
        lambda _: lambda total, squares: (squares / 4 + 1) / total**2,
        "adpm_weights",
        "Theorem 1 (A): both forms are the squared error of proportional weights",
        ("hetero_lower_bound", "hetero_upper_bound", "hetero_sharper_bounds", "hetero_examples"),
    ),
    Fault(
        "R with 4 for 8",
        hetero,
        "ratio_form",
        lambda _: lambda n, f, low: 1 + 4 / (low**2 * n * f),
        "hetero_upper_bound",
        "(22)-(24): the tangents agree where w2 = R w1",
        ("hetero_lower_bound", "hetero_sharper_bounds", "hetero_examples"),
    ),
    Fault(
        "Equation (7) without its 4",
        hetero,
        "saturated",
        scaled(4),
        "hetero_upper_bound",
        "(7) = (8)",
        ("hetero_lower_bound", "hetero_sharper_bounds", "hetero_examples"),
    ),
    Fault(
        "Equation (5) with the mean square of the first group only",
        hetero,
        "proportional",
        lambda f: lambda n, fr, low, high: f(n, fr, low, high) - (1 - fr) * high**2 / n**9,
        "hetero_upper_bound",
        "(5) = (6)",
        ("hetero_lower_bound", "hetero_examples"),
    ),
    Fault(
        "1 - e^-eps is no tanh",
        hetero,
        "tanh_half",
        lambda _: lambda b: 1 - b,
        "hetero_lower_bound",
        "randomised response attains tanh(eps/2)",
    ),
    Fault(
        "Le Cam without the square",
        hetero,
        "le_cam",
        lambda _: lambda d, t: d * (1 - d * t) / 4,
        "hetero_lower_bound",
        "so the risk is at least g^2 (1 - TV), g = d/2; (28) is half of it",
        ("hetero_sharper_bounds",),
    ),
    Fault(
        "the printed constants exchanged",
        hetero,
        "PRINTED",
        lambda c: c[::-1],
        "hetero_lower_bound",
        "the shipped constants are 512 + 1048 and 16 * 262/4",
    ),
    Fault(
        "26 for 27 in the vector's bound",
        hetero,
        "at_best",
        lambda _: lambda t: 1 / (26 * t**2),
        "hetero_sharper_bounds",
        "the best distance is 2/(3 T): the deficit is a square with a positive weight",
    ),
    Fault(
        "a constant that is too good for a vector",
        hetero,
        "VECTOR",
        lambda _: 50,
        "hetero_sharper_bounds",
        "54: three quarters of the one and a quarter of the other, cut at 1/4",
    ),
    Fault(
        "the sharper constants exchanged",
        hetero,
        "SHARPER",
        lambda c: c[::-1],
        "hetero_sharper_bounds",
        "not saturated: L >= p/27 and L >= 2 q/27 give 2 (p + q)/81, cut at 1/4",
    ),
    Fault(
        "only the first T_k is looked at",
        hetero,
        "reaches",
        lambda f: lambda e: list(f(e))[:1],
        "hetero_sharper_bounds",
        "the code looks at the least T_k of all",
    ),
    Fault(
        "shrinking by 1/(1 + 2 U)",
        hetero,
        "shrunk",
        lambda _: lambda u: u / (1 + 2 * u),
        "hetero_upper_bound",
        "shrinking by c: c^2 U + (1 - c)^2/4 is least U/(1 + 4 U)",
    ),
    Fault(
        "ADPM's noise without the width",
        Adpm,
        "noise_scale",
        _property(lambda self: weights.noise_scale(self.epsilons)),
        "hetero_privacy",
        USERS,
        also=("hetero_programs",),
    ),
    Fault(
        "ADPM's staircase has a unit of which some epsilons are no multiples",
        Adpm,
        "unit",
        _property(lambda self: min(c for c in self._shares if c)),
        "hetero_privacy",
        USERS,
    ),
    Fault(
        "UNI's noise for the largest epsilon",
        Uni,
        "least",
        _property(lambda self: max((e for e in self.epsilons if e is not None), default=None)),
        "hetero_privacy",
        USERS,
        ("hetero_examples", "hetero_programs"),
    ),
    Fault(
        "PropDPM's noise without the width",
        PropDpm,
        "noise_scale",
        _property(lambda self: 1 / self.total),
        "hetero_privacy",
        USERS,
        also=("hetero_programs",),
    ),
    Fault(
        "stretched records divided by the sum of the factors",
        Stretching,
        "weights",
        _property(lambda self: tuple(e / sum(self.epsilons) for e in self.epsilons)),
        "hetero_privacy",
        USERS,
        ("hetero_examples", "hetero_programs"),
    ),
    Fault(
        "FME with half the noise",
        Fme,
        "noise_scale",
        _property(lambda self: self.width / self._total / 2),
        "hetero_privacy",
        USERS,
        ("hetero_examples", "hetero_programs"),
    ),
    Fault(
        "a group of LDPE with the noise of everybody",
        Ldpe,
        "noise_scales",
        _property(
            lambda self: tuple(
                self.width / (len(self.epsilons) * e) if e else Fraction(0) for e, _ in self.groups
            )
        ),
        "hetero_privacy",
        USERS,
        ("hetero_examples", "hetero_programs"),
    ),
    Fault(
        "the bias left out of an affine estimate's error",
        Affine,
        "mse",
        lambda _: (
            lambda self, mean, variance: affine_error(
                variance, sum(w**2 for w in self.weights), self.law.variance(), 0
            )
        ),
        "hetero_examples",
        "Example 2: that is the shipped mechanism's error for 2, 4, ..., 40 users",
    ),
    Fault(
        "FME's threshold without its k",
        fme,
        "remaining",
        lambda _: lambda epsilons: len(epsilons),
        "hetero_examples",
        "Example 1: FME keeps the ratio sqrt 2, ADPM goes to 17",
        also=("hetero_programs",),
    ),
    Fault(
        "LDPE's groups with one noise",
        ldpe,
        "group_error",
        lambda _: lambda size, noise: 1 / (4 * size) + noise**2,
        "hetero_examples",
        "LDPE: a group's part is that of the weights u/n_g, its noise counted by itself",
        also=("hetero_programs",),
    ),
    Fault(
        "a shift changes the staircase's step twice as much",
        hetero_privacy,
        "step_change",
        lambda f: lambda *args: f(*args) * 2,
        "hetero_privacy",
        "a shift of at most k sensitivities changes the staircase's step by at most k",
    ),
    Fault(
        "a shift of k sensitivities changes the staircase's step by one less",
        hetero_privacy,
        "step_change",
        lambda f: lambda x, s, g: f(x, s - 1, g),
        "hetero_privacy",
        "and a shift of k sensitivities by exactly k, from 0 and from a whole interval around "
        "or beside it",
    ),
    Fault(
        "a record moves the centre by half its weight",
        hetero_privacy,
        "affine_loss",
        scaled(Fraction(1, 2)),
        "hetero_privacy",
        "weights c_i/S with scale 1/S lose c_i: ADPM, PropDPM, FME",
    ),
    Fault(
        "sampling with the quotient of the growths",
        sm,
        "sampling_probability",
        lambda _: lambda growth, most: growth / most,
        "hetero_privacy",
        "the probability that gives user i her epsilon",
        ("hetero_examples", "hetero_programs"),
    ),
    Fault(
        "amplification by p^2",
        hetero_privacy,
        "sampled_growth",
        lambda _: lambda p, most: 1 + p**2 * (most - 1),
        "hetero_privacy",
        "sampling: the weights of A cancel, and the rest is not negative (A' = (A + u)/T, B = "
        "(A + v)/T, T = 1 + t)",
    ),
    # statements
    Fault(
        "an erratum that is none: (43)'s combination with 1/4 cut off",
        hetero_lower_bound,
        "printed_combination",
        lambda _: lambda e: True,
        "hetero_lower_bound",
        "(43) by a convex combination of minima fails at n = f = 1, e1 = 1/3",
    ),
    Fault(
        "L3 with r^2 for r",
        hetero_lower_bound,
        "l3",
        lambda f: lambda n, fr, big, r: f(n, fr, big, r**2),
        "hetero_lower_bound",
        "U(r) - L3(r)",
    ),
    Fault(
        "Table I with the epsilons exchanged",
        hetero_upper_bound,
        "table_1",
        lambda f: lambda n, fr, low, high: f(n, fr, high, low),
        "hetero_upper_bound",
        "the shipped weights and bounds of two groups are Table I's and Theorem 1's",
    ),
    Fault(
        "an erratum that is none: the minimax error is 1/4",
        hetero_upper_bound,
        "is_trivial",
        lambda _: lambda e: True,
        "hetero_upper_bound",
        "one user with eps = 1: the objective is 9/4, the minimax error at most 9/40",
    ),
    Fault(
        "a dual multiplier of the square too large",
        hetero_saturation,
        "DUAL",
        lambda v: (v[0] + Fraction(1, 1000), v[1] - Fraction(1, 1000), *v[2:]),
        "hetero_saturation",
        "e2 = log 350: the dual is dominated by every extreme ray",
    ),
    Fault(
        "the estimate takes the other sign where the bits disagree",
        hetero_saturation,
        "DISAGREE",
        lambda d: -d,
        "hetero_saturation",
        "e2 infinite: the squared error is below 509/10000 for every law",
    ),
    Fault(
        "the first user has the second's epsilon",
        hetero_saturation,
        "EDGES",
        lambda e: tuple((a, b, hetero_saturation.SECOND) for a, b, _ in e),
        "hetero_saturation",
        "e2 = log 350: the dual is dominated by every extreme ray",
    ),
    Fault(
        "an erratum that is none: sampling as printed",
        hetero_privacy,
        "printed_for",
        lambda _: lambda k: True,
        "hetero_privacy",
        "the printed sampling mechanism: eps = (log(3/2), log 2), the ratio is 3 - sqrt 2 > 3/2",
    ),
    Fault(
        "the sampled mean with noise for twice the records",
        hetero_privacy,
        "density",
        lambda f: lambda p, most, first, divisor, at=Fraction(0): f(p, most**2, first, divisor, at),
        "hetero_privacy",
        "with a divisor 1, 2 or 3 it is private at 13 outputs",
    ),
)
