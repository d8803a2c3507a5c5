"""The second blind set, the means: what may be put here is wrong means, releases and error bounds,
one bug each.

Written without a look at the vectors or the checks, like the first set; most are wrong only for
some bounds, data or grids.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from dpmean.mechanisms.addremove import mean_bounds as addremove
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs import interpret
from dpmean.randomness.bits import Bits, Shake128ForTesting

from .patching import ACCURACY, PRIVACY, ROBUSTNESS, Mutant, draws, edited, exact, request

Draw = Callable[[Any], tuple[Any, ...]]
SEED = "5ec0"
ONCE = secrets.token_bytes(16)  # good randomness, but fetched once for the whole process


def same_stream(draw: Draw) -> Draw:
    """Every request starts the one stream of this process anew."""
    stream = Shake128ForTesting(ONCE)

    def again(bits: Bits) -> tuple[Any, ...]:
        del bits
        return draw(stream)

    return again


SECOND_MEANS = (
    Mutant(
        "independent_sum_sensitivity_is_width",
        "Algorithm 1's sum noise takes upper - lower for the sensitivity when both bounds have "
        "one sign: far too little for [10, 11]",
        PRIVACY,
        lambda: edited(
            IndependentMean.laws,
            "max(abs(self.lower), abs(self.upper))",
            "(self.width if self.lower * self.upper > 0 else max(abs(self.lower), "
            "abs(self.upper)))",
        ),
        ("independent_mean",),
        ("tape", "stat"),
        (
            request(
                "tape",
                "independent_mean",
                {"epsilon": "1", "lower": "10", "upper": "11"},
                data=["10"] * 20,
                grid="1/1024",
                seed=SEED,
                count="8",
            ),
            request(
                "tape",
                "independent_mean",
                {"epsilon": "1", "lower": "-3", "upper": "-2"},
                data=["-5/2"] * 20,
                grid="1/1024",
                seed=SEED,
                count="8",
            ),
        ),
    ),
    Mutant(
        "transformed_rounds_before_shift",
        "on a lattice the records are rounded before lower is subtracted, so s1 is off the "
        "lattice of the noise unless lower/w is on it",
        PRIVACY,
        lambda: edited(
            TransformedMean.program,
            "shares = each(lambda s: on_unit_lattice(s, m), shares)",
            "shares = [on_unit_lattice(x / self.width, self.m) - self.lower / self.width for x "
            "in records]",
        ),
        ("transformed_mean",),
        ("transcript", "tape", "stat"),
        (
            request(
                "transcript",
                "transformed_mean",
                {"epsilon": "1", "lower": "1", "upper": "4", "noise": "discrete_laplace", "m": "2"},
                data=["2", "3"],
                outcomes={"noise_1": "1", "noise_2": "0"},
            ),
            request(
                "tape",
                "transformed_mean",
                {
                    "epsilon": "1",
                    "lower": "1",
                    "upper": "4",
                    "noise": "discrete_hourglass",
                    "gamma": "1/2",
                    "m": "4",
                },
                data=["2"],
                seed=SEED,
                count="8",
            ),
        ),
    ),
    Mutant(
        "transformed_both_negative_is_midpoint",
        "Algorithm 3 on a lattice gives the midpoint when both noisy sums are negative, though "
        "their quotient is defined and in [0, 1]",
        ACCURACY,
        lambda: edited(
            TransformedMean.program,
            "undefined=_HALF)",
            "undefined=_HALF) if not isinstance(noisy_s1, Fraction) or max(noisy_s1, noisy_s2) "
            ">= 0 else _HALF",
        ),
        ("transformed_mean",),
        ("transcript", "tape", "stat"),
        (
            request(
                "transcript",
                "transformed_mean",
                {"epsilon": "1", "lower": "0", "upper": "1", "noise": "discrete_laplace", "m": "4"},
                data=["1/4"],
                outcomes={"noise_1": "-2", "noise_2": "-6"},
            ),
            request(
                "tape",
                "transformed_mean",
                {
                    "epsilon": "1/2",
                    "lower": "-1",
                    "upper": "2",
                    "noise": "discrete_laplace",
                    "m": "4",
                },
                data=["1"],
                seed=SEED,
                count="16",
            ),
        ),
    ),
    Mutant(
        "stochastic_rounding_lost_on_lattices",
        "with lattice noise rounding=stochastic rounds to the nearest, because an exactly "
        "known output is rounded before the coin is asked",
        ACCURACY,
        lambda: edited(
            interpret._index,
            "if coin is not None:",
            "if coin is not None and isinstance(output, Uncertain):",
        ),
        ("transformed_mean",),
        ("tape", "stat"),
        (
            request(
                "tape",
                "transformed_mean",
                {"epsilon": "1", "lower": "0", "upper": "1", "noise": "discrete_laplace", "m": "4"},
                data=["1/4", "1/2", "1", "1", "0"],
                grid="1/4",
                rounding="stochastic",
                seed=SEED,
                count="16",
            ),
        ),
    ),
    Mutant(
        "grid_checked_by_width",
        "a grid is accepted when upper - lower is a multiple of it, so a release for [1/3, "
        "4/3] on halves can be 3/2",
        ROBUSTNESS,
        lambda: edited(
            interpret.require_grid,
            "any(((b / grid).denominator != 1 for b in bounds))",
            "((max(bounds) - min(bounds)) / grid).denominator != 1",
        ),
        ("independent_mean", "shifted_mean", "transformed_mean", "sized_mean"),
        ("tape", "stat", "reject"),
        (
            request(
                "tape",
                "transformed_mean",
                {"epsilon": "1", "lower": "1/3", "upper": "4/3", "noise": "laplace"},
                data=["1", "1/2"],
                grid="1/2",
                seed=SEED,
                count="8",
            ),
            request(
                "tape",
                "shifted_mean",
                {"epsilon": "1", "lower": "1/10", "upper": "11/10"},
                data=["1"],
                grid="1/4",
                seed=SEED,
                count="8",
            ),
        ),
    ),
    Mutant(
        "mse_bound_without_covariance",
        "transformed_mean.mse_bound takes E XY = 0 for the hourglass, true at the optimal "
        "gamma only, for any gamma that is given",
        ACCURACY,
        lambda: edited(addremove.transformed_mse_bound, "law.covariance()", "Fraction(0)"),
        ("transformed_mean",),
        ("exact",),
        (
            exact(
                "transformed_mean.mse_bound",
                noise="hourglass",
                epsilon="1",
                mean="1/2",
                n="100",
                gamma="1",
            ),
            exact(
                "transformed_mean.mse_bound",
                noise="hourglass",
                epsilon="2",
                mean="3",
                n="50",
                gamma="1/10",
                lower="1",
                upper="4",
            ),
        ),
    ),
    Mutant(
        "laplace_mse_bound_halves_in_integers",
        "the tail in transformed_mean's finite bound for Laplace noise is taken at n // 2: too "
        "large for odd n",
        ACCURACY,
        lambda: edited(
            addremove.transformed_laplace_mse_bound, "Fraction(n, 2)", "Fraction(n // 2)"
        ),
        ("transformed_mean",),
        ("exact",),
        (
            exact("transformed_mean.laplace_mse_bound", epsilon="1", mean="1/2", n="5"),
            exact(
                "transformed_mean.mse_bound", noise="laplace", epsilon="1/10", mean="1/4", n="25"
            ),
        ),
    ),
    Mutant(
        "transformed_noise_once_per_process",
        "unseeded releases of Algorithm 3 restart one stream of the process: each has the "
        "right law, but two releases share their noise",
        PRIVACY,
        lambda: draws("transformed_mean", same_stream),
        ("transformed_mean",),
        ("stat",),
    ),
    Mutant(
        "sized_accepts_more_records",
        "the sized mean refuses fewer records than the public n but takes more, and divides "
        "their sum by n",
        ROBUSTNESS,
        lambda: edited(SizedMean.program, "len(records) != self.n", "len(records) < self.n"),
        ("sized_mean",),
        ("transcript", "reject"),
        (
            request(
                "transcript",
                "sized_mean",
                {"epsilon": "1", "lower": "0", "upper": "1", "n": "2", "noise": "laplace"},
                data=["1/2", "1", "1"],
                outcomes={"noise": "0"},
            ),
        ),
    ),
)
