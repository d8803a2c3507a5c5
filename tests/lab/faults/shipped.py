"""Planted faults in entry points and programs: what a person who has only read the tree would get
wrong in silence.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpmean.distributions.hourglass import Diagonals
from dpmean.distributions.polya import NoiseShare, Polya
from dpmean.distributions.student_t import StudentT
from dpmean.exact.loss import Loss
from dpmean.mechanisms.addremove import mean_bounds as errors
from dpmean.mechanisms.hetero import sm
from dpmean.mechanisms.instance import (
    coinpress,
    private_threshold,
    quantities,
    shuffle_plan,
    whitening,
)
from dpmean.mechanisms.instance.shuffle_sum import SplitSum
from dpmean.mechanisms.trilemma import clipped_mean, dpumean, unknown_size
from dpmean.mechanisms.trilemma.student_t_mean import StudentTMean
from proofs import theorems  # noqa: F401
from tests.lab.faults.fault import Fault, scaled


def _doubled(original: Any) -> Callable[..., Loss]:
    return lambda *given: Loss(2 * original(*given).epsilons)


def _half_scale(original: Any) -> Callable[..., StudentT]:
    def law(self: Any, n: int) -> StudentT:
        found = original(self, n)
        return StudentT(found.d, found.scale / 2)

    return law


def _all_users(_: Any) -> Any:
    noise = cached_property(
        lambda self: NoiseShare(Polya(self.decay, self.n, Fraction(self.sensitivity)))
    )
    noise.__set_name__(SplitSum, "noise")
    return noise


FAULTS = (
    Fault(
        "the hourglass's loss doubled",
        Diagonals,
        "privacy_loss",
        _doubled,
        "shipped_privacy",
        "the hourglass's shipped loss is the change of the exponent, at every point (one "
        "record more)",
    ),
    Fault(
        "the hourglass's divergence halved",
        Diagonals,
        "hockey_stick",
        scaled(Fraction(1, 2)),
        "shipped_privacy",
        "the hourglass's shipped divergence is that of its loss, both ways, b = 1/4, 1/2, 2/3",
        also=("hourglass_is_private",),
    ),
    Fault(
        "the minimax risk with the width in place of its square",
        errors,
        "minimax_risk",
        lambda _: lambda decay, lower, upper: errors.minimax_sigma_squared(decay) * (upper - lower),
        "shipped_privacy",
        "the minimax risk scales with the square of the width, and does not move with the records",
        also=("lower_bound", "experiments", "finite_errors"),
    ),
    Fault(
        "a threshold search that spends all of rho",
        private_threshold,
        "search",
        lambda original: (
            lambda low, high, rank, rho, *more: original(low, high, rank, 4 * rho, *more)
        ),
        "shipped_programs",
        "the search of the shipped program spends rho/4 at most, and as printed what the plan says",
        also=("instance_quantile_mean", "instance_shifted", "instance_rounds"),
    ),
    Fault(
        "Student's t noise at half its scale",
        StudentTMean,
        "law",
        _half_scale,
        "shipped_programs",
        "Student's t noise of the shipped scale loses at most epsilon, as printed exactly epsilon",
        also=("trilemma_means",),
    ),
    Fault(
        "users who are silent are counted on",
        SplitSum,
        "noise",
        _all_users,
        "shipped_programs",
        "the shares of all but the silent make the whole noise of a shuffled sum",
    ),
    Fault(
        "the edition of unknown_size inverted",
        unknown_size,
        "OrderedSample",
        lambda original: lambda size, count, ascending: original(size, count, not ascending),
        "shipped_programs",
        "a sub-sample comes in random order, and as printed in its own",
    ),
    Fault(
        "a missing record of the clipped mean counts as 0",
        clipped_mean,
        "located",
        lambda original: (
            lambda data, mechanism: original([0 if x is None else x for x in data], mechanism)
        ),
        "trilemma_programs",
        "the largest move of the clipped mean, in units of its noise, is the sensitivity of "
        "the law drawn",
    ),
    Fault(
        "sampling draws each user with her epsilon's share of the largest",
        sm,
        "probability",
        lambda _: lambda epsilon, most: epsilon / most,
        "hetero_programs",
        "sampling has its probabilities, its divisor, and the promise of its edition",
    ),
    Fault(
        "COINPRESS's noise is for a radius of three quarters",
        coinpress,
        "variance",
        lambda original: lambda clip, rho: original(clip, rho) * Fraction(9, 16),
        "instance_programs",
        "for the same noisy answers the draws cost rho at most, and that much for the farthest "
        "records",
    ),
    Fault(
        "the split mean has noise for one clip",
        dpumean,
        "fine_sensitivity",
        lambda _: lambda clip: clip,
        "trilemma_means",
        "the split mean is that of the second part, clipped around it, or names records",
        also=("trilemma_symmetric_mean",),
    ),
    Fault(
        "a shuffled mean gives its threshold twice its part",
        shuffle_plan,
        "threshold_share",
        lambda _: lambda budget: 3 * budget / 8,
        "instance_shuffled",
        "the parts of a shuffled mean add up",
    ),
    Fault(
        "an inverse of a factor that adds what it takes away",
        whitening,
        "dot",
        lambda original: lambda x, y: -original(x, y),
        "instance_whitening",
        "the factor of L L' is L, L^-1 A and A^-1 y are that, and vectors are truncated",
    ),
    Fault(
        "the catalogue's variance for a mean with half its part",
        quantities,
        "mean_share",
        scaled(Fraction(1, 2)),
        "instance_names",
        "and the variances of their parts",
    ),
    Fault(
        "unknown_size promises what its count alone keeps",
        unknown_size,
        "sequential",
        lambda original: lambda measures: original(measures[:1]),
        "trilemma_subsample",
        "the sub-sample is for the mechanism named, and both guarantees add up",
    ),
)
