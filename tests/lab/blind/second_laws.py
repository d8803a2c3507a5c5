"""The second blind set, the laws: what may be put here is wrong laws, samplers of laws and privacy
profiles, one bug each.

Written without a look at the vectors or the checks, like the first set; most are wrong only in a
corner of the parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpmean.distributions import discrete_staircase
from dpmean.distributions.discrete_laplace import DiscreteLaplace
from dpmean.distributions.discrete_staircase import DiscreteStaircase
from dpmean.distributions.hourglass import Diagonals, Hourglass
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.privacy import losses as privacy
from dpmean.randomness.bits import Bits, TapeForTesting

from .patching import ACCURACY, PRIVACY, ROBUSTNESS, Mutant, draws, edited, exact

Draw = Callable[[Any], tuple[Any, ...]]


def float32_uniform(draw: Draw) -> Draw:
    """The uniform behind every draw has 24 bits: it is (i + 1/2) / 2^24, as from a float32
    generator.
    """

    def short(bits: Bits) -> tuple[Any, ...]:
        i = bits.peek(24)
        bits.skip(24)
        return draw(TapeForTesting(i.to_bytes(3, "big") + b"\x80" + bytes(256)))

    return short


def antithetic(draw: Draw) -> Draw:
    """Every second draw is the one before it with the other sign, as from a generator that caches a
    pair.
    """
    kept: list[tuple[Any, ...]] = []

    def paired(bits: Bits) -> tuple[Any, ...]:
        if kept:
            return tuple(-v for v in kept.pop())
        kept.append(draw(bits))
        return kept[0]

    return paired


SECOND_LAWS = (
    Mutant(
        "laplace_group_shift_capped",
        "laplace.hockey_stick takes min(|shift|, D) for the shift, as if no query moved by "
        "more than its sensitivity",
        PRIVACY,
        lambda: edited(
            Laplace.hockey_stick,
            "self._power(shift)",
            "self._power(min(abs(shift), self.sensitivity))",
        ),
        ("laplace",),
        ("exact",),
        (
            exact("laplace.hockey_stick", epsilon="1", shift="3", at_epsilon="1/2"),
            exact(
                "laplace.hockey_stick", epsilon="1/2", sensitivity="2", shift="5", at_epsilon="0"
            ),
        ),
    ),
    Mutant(
        "laplace_float32_uniform",
        "unseeded Laplace noise is the quantile of a uniform number of 24 bits, so it takes "
        "2^24 values and shifted supports differ",
        PRIVACY,
        lambda: draws("laplace", float32_uniform),
        ("laplace",),
        ("stat",),
    ),
    Mutant(
        "discrete_laplace_antithetic_pairs",
        "unseeded draws come in pairs K, -K: each has the right law, but the mean of two "
        "releases has no noise",
        PRIVACY,
        lambda: draws("discrete_laplace", antithetic),
        ("discrete_laplace",),
        ("stat",),
    ),
    Mutant(
        "discrete_laplace_quantile_strict",
        "discrete_laplace.quantile is the least k with cdf(k) > p instead of >= p: one too "
        "high where p is a value of the cdf",
        ACCURACY,
        lambda: edited(DiscreteLaplace.quantile, ">= 0", "> 0"),
        ("discrete_laplace",),
        ("exact",),
        (
            exact("discrete_laplace.quantile", decay="1/3", p="3/4"),
            exact("discrete_laplace.quantile", decay="1/2", p="1/3"),
        ),
    ),
    Mutant(
        "discrete_staircase_cdf_truncates",
        "discrete_staircase.cdf rounds x to the lattice towards 0 instead of down: wrong at "
        "negative x between two lattice points",
        ACCURACY,
        lambda: edited(DiscreteStaircase.cdf, "floor(x / self.lattice)", "int(x / self.lattice)"),
        ("discrete_staircase",),
        ("exact",),
        (
            exact("discrete_staircase.cdf", epsilon="1", gamma="1/2", m="2", x="-1/3"),
            exact(
                "discrete_staircase.cdf", decay="1/2", gamma="2/3", m="3", sensitivity="2", x="-5/2"
            ),
        ),
    ),
    Mutant(
        "lattice_optimal_gamma_at_most_half",
        "the lattice's optimal gamma is sought in (0, 1/2] only, where the continuous one "
        "lies: for odd m and small epsilon it is above",
        ACCURACY,
        lambda: edited(discrete_staircase.optimal, "< 0, 0, m)", "< 0, 0, m // 2)"),
        ("discrete_staircase", "discrete_hourglass", "transformed_mean"),
        ("exact", "tape", "stat"),
        (
            exact("discrete_staircase.optimal_gamma", epsilon="1/10", m="3"),
            exact("discrete_hourglass.optimal_gamma", epsilon="1/2", m="5"),
            exact("discrete_hourglass.variance", epsilon="1/10", m="3", gamma="optimal"),
        ),
    ),
    Mutant(
        "staircase2d_inner_ball_by_sum",
        "staircase2d.total_variation lets the smallest ball meet its shift when |s_x + s_y| < "
        "2 gamma D, whatever |s_x - s_y| is",
        ACCURACY,
        lambda: edited(Staircase2D.total_variation, "is_less(max(u, v),", "is_less(u,"),
        ("staircase2d",),
        ("exact",),
        (
            exact(
                "staircase2d.total_variation",
                epsilon="1",
                gamma="1/4",
                shift_x="1/2",
                shift_y="-1/2",
            ),
            exact(
                "staircase2d.hockey_stick",
                epsilon="2",
                gamma="2/5",
                sensitivity="2",
                shift_x="3/2",
                shift_y="-1/4",
                at_epsilon="1",
            ),
        ),
    ),
    Mutant(
        "hourglass_shift_by_norm_only",
        "the hourglass laws vouch for every shift of l1 length D, also for (D/2, -D/2), which "
        "they do not protect with epsilon",
        PRIVACY,
        lambda: edited(
            Diagonals.require_shift,
            "require_shift(total == self.sensitivity and abs(shift_x) + abs(shift_y) == total)",
            "require_shift(abs(shift_x) + abs(shift_y) == self.sensitivity)",
        ),
        ("hourglass", "discrete_hourglass"),
        ("exact", "reject"),
        (
            exact(
                "hourglass.privacy_loss", epsilon="1", gamma="1/2", shift_x="1/2", shift_y="-1/2"
            ),
            exact(
                "discrete_hourglass.hockey_stick",
                epsilon="1",
                gamma="1/2",
                m="4",
                shift_x="1/4",
                shift_y="-3/4",
                at_epsilon="1/2",
            ),
        ),
    ),
    Mutant(
        "hourglass_support_in_integers",
        "a point (x, y) is on the hourglass's support when x + y is an integer, not when it is "
        "a multiple of D: right for D = 1",
        ROBUSTNESS,
        lambda: edited(
            Diagonals.diagonal,
            "found.numerator if found.denominator == 1 else None",
            "found.numerator // found.denominator if (x + y).denominator == 1 else None",
        ),
        ("hourglass", "discrete_hourglass"),
        ("exact", "reject"),
        (
            exact("hourglass.density", epsilon="1", gamma="1/2", sensitivity="2", x="1/2", y="1/2"),
            exact(
                "hourglass.density", epsilon="1", gamma="1/2", sensitivity="1/2", x="1/4", y="1/4"
            ),
            exact(
                "discrete_hourglass.pmf",
                decay="1/2",
                gamma="1/2",
                m="2",
                sensitivity="3",
                x="3/2",
                y="-1/2",
            ),
        ),
    ),
    Mutant(
        "hourglass_log_density_of_absolutes",
        "hourglass.log_density mirrors x and k separately, |J| + ||k| - |J||: too high where x "
        "and x + y have opposite signs",
        ACCURACY,
        lambda: edited(
            Hourglass.log_density,
            "exponent = self._exponent(x, y, k)",
            "diagonal = self.diagonal(x, y, k)\n    exponent = None if diagonal is None else "
            "self._exponent(abs(x), None, abs(diagonal))",
        ),
        ("hourglass",),
        ("exact",),
        (
            exact("hourglass.log_density", epsilon="1", gamma="1/2", x="-3/4", k="1"),
            exact(
                "hourglass.log_density", decay="1/2", gamma="1/3", sensitivity="2", x="5", y="-7"
            ),
        ),
    ),
    Mutant(
        "profile_below_minus_epsilon",
        "the hockey-stick divergence of the staircase and hourglass laws keeps the formula of "
        "-epsilon < h < 0 below -epsilon too",
        PRIVACY,
        lambda: edited(privacy.hockey_stick, "if compare(ratio, b) <= 0:", "if ratio is None:"),
        ("staircase", "discrete_staircase", "staircase2d", "hourglass", "discrete_hourglass"),
        ("exact",),
        (
            exact("staircase.hockey_stick", epsilon="1", gamma="1/2", shift="1/2", at_epsilon="-2"),
            exact(
                "discrete_staircase.hockey_stick",
                decay="1/2",
                gamma="1/2",
                m="2",
                shift="1/2",
                at_ratio="1/5",
            ),
            exact(
                "staircase2d.hockey_stick",
                epsilon="1",
                gamma="1/2",
                shift_x="1/2",
                shift_y="1/4",
                at_epsilon="-3/2",
            ),
            exact(
                "hourglass.hockey_stick",
                decay="1/2",
                gamma="1/2",
                shift_x="1/2",
                shift_y="1/2",
                at_ratio="1/4",
            ),
        ),
    ),
)
