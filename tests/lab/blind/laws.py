"""Mutants of the laws in one dimension, continuous and on a lattice: eight of the twenty, written
from the definitions alone, without a look at the vectors, the checks or the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.distributions import discrete_staircase, optimal_gamma
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.samplers.inversion import Inversion
from dpmean.distributions.staircase import Staircase
from dpmean.errors import InvalidInput
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.digits import binary64

from .patching import ACCURACY, PRIVACY, Mutant, draws, edited, exact, quantity, request

Draw = Callable[[Any], tuple[Any, ...]]
DOUBLE = 53


def antithetic(draw: Draw) -> Draw:
    """Every second draw is the mirror image of the one before."""
    kept: list[tuple[Any, ...]] = []

    def wrong(bits: Any) -> tuple[Any, ...]:
        if kept:
            return tuple(-v for v in kept.pop())
        kept.append(draw(bits))
        return kept[0]

    return wrong


def first_is_zero(draw: Draw) -> Draw:
    """The noise buffer begins with the zero it was allocated with."""
    started: list[bool] = []

    def wrong(bits: Any) -> tuple[Any, ...]:
        outcome = draw(bits)
        if started:
            return outcome
        started.append(True)
        return tuple(0 * v for v in outcome)

    return wrong


def rational_scale(law: DiscreteLaplace) -> DiscreteLaplace:
    """The law whose scale is D / epsilon brought to a denominator of at most 100."""
    scale = Fraction(binary64(law.sensitivity / law.decay.epsilon)).limit_denominator(100)
    return DiscreteLaplace(Decay.from_epsilon(1 / max(scale, Fraction(1, 100))))


def whole_sensitivity(law: DiscreteLaplace) -> None:
    """int(sensitivity), and only then the check that it is positive."""
    whole = Fraction(int(law.sensitivity))
    if whole < 1:
        raise InvalidInput(
            "sensitivity_not_positive",
            "sensitivity: must be greater than 0",
            argument="sensitivity",
        )
    object.__setattr__(law, "sensitivity", whole)


class DoubleInversion(Inversion):
    """Inversion of a uniform number of 53 bits: where 53 bits do not decide, its lower end does."""

    def draw(self, bits: Any) -> int:
        """One draw; as the right one, except where more than 53 bits are needed."""
        u = bits.peek(DOUBLE)
        k = self.find(u, DOUBLE)
        if k is not None:
            bits.skip(self._consumed(u, DOUBLE, k))
            return k
        bits.skip(DOUBLE)
        k, u = 0, max(u, 1)
        while self._scaled(k, DOUBLE)[1] <= u:
            k += 1
        while self._scaled(k - 1, DOUBLE)[1] > u:
            k -= 1
        return k


def rounded_optimum(decay: Decay, m: int, objective: str) -> int:
    """The continuous optimum, moved by the half step of the lattice, rounded to the lattice."""
    return min(m, max(1, round(binary64(optimal_gamma.staircase(decay.b, objective)) * m + 0.5)))


LAWS = (
    Mutant(
        "laplace_scale_is_the_deviation",
        "laplace.scale returns the standard deviation sqrt(2) D / epsilon instead of the scale "
        "D / epsilon",
        ACCURACY,
        lambda: quantity("laplace.scale", lambda right, **_: right * reals.root(Fraction(2), 2)),
        ("laplace",),
        ("exact", "reject"),
        (exact("laplace.scale", epsilon="1"),),
    ),
    Mutant(
        "laplace_antithetic_draws",
        "the Laplace sampler returns z and then -z (a variance reduction left on), so that two "
        "draws cancel",
        PRIVACY,
        lambda: draws("laplace", antithetic),
        ("laplace",),
        ("stat", "reject"),
    ),
    Mutant(
        "discrete_laplace_rational_scale",
        "the discrete Laplace sampler brings the scale D / epsilon to a rational of "
        "denominator at most 100, up or down",
        PRIVACY,
        lambda: edited(
            DiscreteLaplace.__dict__["_inversion"],
            "Inversion(self.cdf)",
            "Inversion(rational_scale(self).cdf)",
            rational_scale=rational_scale,
        ),
        ("discrete_laplace", "hourglass", "discrete_hourglass", "transformed_mean"),
        ("tape", "stat", "reject"),
        (
            request(
                "tape",
                "discrete_laplace",
                {"decay": "1/2"},
                tape=f"{int(0.66667 * 2**32):08x}" + "00" * 8,
                count="1",
                profile="inversion-1",
            ),
        ),
    ),
    Mutant(
        "discrete_laplace_whole_sensitivity",
        "the discrete Laplace law cuts a fractional sensitivity to its integer part (5/2 "
        "becomes 2) instead of refusing it",
        PRIVACY,
        lambda: edited(
            DiscreteLaplace.__post_init__,
            "_require_integer(self.sensitivity)",
            "whole_sensitivity(self)",
            whole_sensitivity=whole_sensitivity,
        ),
        ("discrete_laplace",),
        ("exact", "tape", "stat", "reject"),
        (exact("discrete_laplace.pmf", epsilon="1", sensitivity="5/2", k="1"),),
    ),
    Mutant(
        "staircase_first_draw_is_zero",
        "the first draw of every staircase sampler is 0 (an uninitialised buffer), so that a "
        "single release has no noise",
        PRIVACY,
        lambda: draws("staircase", first_is_zero),
        ("staircase",),
        ("stat", "reject"),
        (request("stat", "staircase", {"epsilon": "1", "gamma": "1/2"}, draws="1", center="5"),),
    ),
    Mutant(
        "staircase_step_from_a_double",
        "the staircase's step is inverted from a uniform number of 53 bits, so that the tail "
        "ends at probability 2^-53",
        PRIVACY,
        lambda: edited(
            Staircase.__dict__["_levels"],
            "Inversion(self.level_cdf)",
            "DoubleInversion(self.level_cdf)",
            DoubleInversion=DoubleInversion,
        ),
        ("staircase", "hourglass", "transformed_mean"),
        ("tape",),
        (
            request(
                "tape",
                "staircase",
                {"epsilon": "1", "gamma": "1/2"},
                tape="00" * 10 + "5a" * 40,
                count="1",
                profile="step-uniform-1",
                grid="1/1024",
            ),
        ),
    ),
    Mutant(
        "discrete_staircase_quantile_by_symmetry",
        "discrete_staircase.quantile below 1/2 is minus the quantile of 1 - p, one lattice "
        "step too high where cdf(x) = p exactly",
        ACCURACY,
        lambda: edited(
            DiscreteStaircase.quantile,
            "return least_integer(",
            "if p < Fraction(1, 2):\n        return -self.quantile(1 - p)\n    return "
            "least_integer(",
        ),
        ("discrete_staircase",),
        ("exact", "reject"),
        (exact("discrete_staircase.quantile", decay="1/3", gamma="1/2", m="2", p="1/3"),),
    ),
    Mutant(
        "discrete_staircase_rounded_optimum",
        "the optimal gamma on a lattice is the continuous optimum, moved half a step and "
        "rounded, instead of the best multiple of 1/m",
        ACCURACY,
        lambda: edited(
            discrete_staircase.optimal,
            "return Fraction(best, m)",
            "return Fraction(rounded_optimum(decay, m, objective), m)",
            rounded_optimum=rounded_optimum,
        ),
        ("discrete_staircase", "discrete_hourglass", "transformed_mean"),
        ("exact", "tape", "stat", "reject"),
        (exact("discrete_staircase.optimal_gamma", epsilon="4", m="5"),),
    ),
)
