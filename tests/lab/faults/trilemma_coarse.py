"""Planted faults in the formulas and programs of trilemma Section 4, and in the statements about
them: see `fault.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.distributions.laplace import Laplace
from dpmean.mechanisms.trilemma import dpucoarse, quantities, symmetric_bounds
from dpmean.mechanisms.trilemma.dpucoarse import DpuCoarse
from dpmean.mechanisms.trilemma.dpumean import DpuMean
from dpmean.mechanisms.trilemma.kv_mean import KvMean
from proofs.domains import winners
from proofs.theorems.trilemma import (
    trilemma_coarse_accuracy,
    trilemma_coarse_privacy,
    trilemma_symmetric_mean,
    trilemma_symmetric_orders,
    trilemma_symmetry,
    trilemma_unbiased,
)
from tests.helpers.rewriting import rewritten
from tests.lab.faults.fault import Fault, scaled

PRIVACY = "trilemma_coarse_privacy"
ACCURACY = "trilemma_coarse_accuracy"
SYMMETRY = "trilemma_symmetry"
MEAN = "trilemma_symmetric_mean"
ORDERS = "trilemma_symmetric_orders"
UNBIASED = "trilemma_unbiased"
ANY_PRIVACY = (
    "on a lattice: every replacement of at most four records in three bins costs at most delta"
)
MIRROR = "on a lattice: the exact law at -x is the mirror image, at x + c the translate"
NO_BIAS = "on a lattice: DPUMean has no bias for symmetric laws"
HALF = Fraction(1, 2)


def _edited(old: str, new: str) -> Callable[[Any], Any]:
    """Another function, in whose tree the text, which is there once, is replaced."""

    return lambda original: rewritten(original, (old, new))


def _true(_: Any) -> Any:
    """A statement that is said to hold everywhere."""
    return lambda *args: True


FAULTS = (
    # shipped formulas
    Fault(
        "the threshold with log(1/delta)/epsilon, as for sensitivity 1",
        dpucoarse,
        "printed_threshold",
        lambda _: lambda e, x: 2 + x / e,
        PRIVACY,
        "the paper's threshold is eps/2 + log(1/delta) above a lone bin, in units of the scale",
        (ACCURACY, SYMMETRY, "trilemma_means"),
    ),
    Fault(
        "the exact threshold counts from 0",
        dpucoarse,
        "exact_threshold",
        lambda _: lambda e, x: 2 * x / e,
        PRIVACY,
        "the exact threshold is log(1/(2 delta)) above a lone bin",
    ),
    Fault(
        "a lone bin's noise counted on both sides",
        dpucoarse,
        "lone_bin",
        scaled(2),
        PRIVACY,
        "the tail of a count's noise is half of both sides",
        (ACCURACY,),
    ),
    Fault(
        "a lone bin's integer noise strictly above c",
        dpucoarse,
        "lone_lattice_bin",
        lambda f: lambda t, power: f(t, power * t),
        PRIVACY,
        "its tail: P(K >= c) less P(K >= c + 1) is the mass at c, s = t^c",
        (UNBIASED,),
    ),
    Fault(
        "integer noise against the continuous threshold",
        dpucoarse,
        "threshold",
        lambda f: (
            lambda decay, delta, constants="paper", noise="laplace": f(decay, delta, constants)
        ),
        PRIVACY,
        ANY_PRIVACY,
    ),
    Fault(
        "the exact threshold's probability is delta e^(-eps/2)",
        quantities,
        "lone_bin_delta",
        lambda f: lambda decay, delta, constants="paper": f(decay, delta, "paper"),
        PRIVACY,
        "the shipped values of a lone bin's probability",
    ),
    Fault(
        "bins that are closed above",
        dpucoarse,
        "bin_of",
        lambda f: lambda x, left: f(x, not left),
        SYMMETRY,
        "a record lies in the bin whose centre is at most 1/2 below and less than 1/2 above",
        (ACCURACY, PRIVACY, UNBIASED, "trilemma_means"),
    ),
    Fault(
        "the bin's number without the half",
        DpuCoarse,
        "units",
        _edited("raised - _HALF + winner", "raised + winner"),
        SYMMETRY,
        MIRROR,
        (PRIVACY, UNBIASED, "trilemma_means"),
    ),
    Fault(
        "ties to the smaller bin",
        DpuCoarse,
        "units",
        _edited("[*best, i] if order == 0 else best", "best"),
        SYMMETRY,
        MIRROR,
        (PRIVACY, UNBIASED),
    ),
    Fault(
        "bins without an offset",
        DpuMean,
        "random_offset",
        lambda _: False,
        UNBIASED,
        NO_BIAS,
        also=("trilemma_means",),
    ),
    Fault(
        "KV with an offset",
        KvMean,
        "random_offset",
        lambda _: True,
        UNBIASED,
        "KV: sigma = 1, n1 = n2 = 1, clip = 1/4, the point mass at 1/2",
        also=("trilemma_means",),
    ),
    Fault(
        "records above the interval are left out of the clipped mean",
        DpuMean,
        "fine",
        _edited("(above - below) * self.clip", "-below * self.clip"),
        UNBIASED,
        "the shipped second stage is the clipped mean, three records",
        (MEAN, "trilemma_means"),
    ),
    Fault(
        "the second stage's noise for half the width",
        DpuMean,
        "law",
        lambda f: property(
            lambda self: (
                lambda law, unit: (
                    type(law)(law.decay, law.sensitivity / 2) if isinstance(law, Laplace) else law,
                    unit,
                )
            )(*f.func(self))
        ),
        MEAN,
        "the shipped second stage has that sensitivity, continuous and integer",
        also=("trilemma_means",),
    ),
    Fault(
        "naming without dividing by delta",
        DpuMean,
        "program",
        _edited("total / (self.n2 * self.delta)", "total / self.n2"),
        MEAN,
        "that is the shipped program without an answer, three records",
        (UNBIASED, "trilemma_means"),
    ),
    Fault(
        "the noise of all bins counted twice",
        symmetric_bounds,
        "failure",
        lambda _: lambda n, data, noise: data + n * noise,
        ACCURACY,
        "the union over at most n bins is the shipped bound",
    ),
    Fault(
        "the spread without its factor 2^(l - 1)",
        symmetric_bounds,
        "spread",
        lambda _: lambda n, psi, two: HALF + n * psi,
        ACCURACY,
        "2^(l - 1) ((1/2)^l + n psi^l) is the shipped bound, p = 2^(l - 1)",
        (MEAN,),
    ),
    Fault(
        "e^(-n/64) for e^(-n/128)",
        symmetric_bounds,
        "success",
        lambda f: lambda n, decay: f(2 * n, decay),
        ACCURACY,
        "the shipped chance of success",
    ),
    Fault(
        "the size without its last iteration",
        symmetric_bounds,
        "enough",
        lambda f: lambda decay, delta, gamma: f(decay, delta, gamma) - 1,
        ACCURACY,
        "the shipped size is the least that meets (15)",
    ),
    Fault(
        "no answer: the error without the mean",
        symmetric_bounds,
        "without_coarse",
        lambda _: lambda gamma, mean, n2, delta: gamma / (n2 * delta) + 0 * mean,
        MEAN,
        "which with v = 1 - s is at most (mu^2 + 1)/(n2 delta)",
    ),
    Fault(
        "near: the noise counted once",
        symmetric_bounds,
        "near",
        lambda f: (
            lambda n2, e, c, psi, root, moment: (
                f(n2, e, c, psi, root, moment) - 4 * c**2 / (n2 * e) ** 2
            )
        ),
        MEAN,
        "equality (C): margin psi r, p = psi^(l - 1), rr = r^(l - 1), n2 eps = r rr",
    ),
    Fault(
        "far without its factor 4",
        symmetric_bounds,
        "far",
        lambda f: lambda g, gr, *rest: f(g, gr / 4, *rest),
        MEAN,
        "(H) to the last line, w = 2^(-2/l)",
    ),
    Fault(
        "the clip without sigma",
        symmetric_bounds,
        "clip",
        lambda f: lambda *args: f(*args) - 10,
        MEAN,
        "the shipped clip and bound where all roots are rational",
    ),
    Fault(
        "the bound's editions exchanged",
        symmetric_bounds,
        "mse_bound",
        lambda f: (
            lambda *args: f(*args[:-1], "printed" if args[-1] == "corrected" else "corrected")
        ),
        MEAN,
        "the shipped clip and bound where all roots are rational",
    ),
    # statements
    Fault(
        "the law of the winner without ties",
        winners,
        "subsets",
        lambda f: lambda of: [s for s in f(of) if not s],
        PRIVACY,
        "the law of its answers against all noises in [-4, 4]",
    ),
    Fault(
        "an erratum that is none: a lone bin for every delta",
        trilemma_coarse_privacy,
        "printed_lone",
        _true,
        PRIVACY,
        "P(1 + Lap > threshold) = delta/(2 e^(eps/2)) fails for delta > e^(eps/2): 3 at "
        "e^(eps/2) = 2",
    ),
    Fault(
        "the offset is not taken modulo 1",
        trilemma_symmetry,
        "turned",
        lambda _: lambda u, c: u + c,
        SYMMETRY,
        "x + c, U + c mod 1: the centre moves by c",
    ),
    Fault(
        "clipping to [y - c, infinity)",
        trilemma_unbiased,
        "clip",
        lambda _: lambda x, a, b: max(a, x),
        UNBIASED,
        "clip(-x; -y - c, -y + c) = -clip(x; y - c, y + c)",
    ),
    Fault(
        "an erratum that is none: reflection point by point",
        trilemma_symmetry,
        "printed_reflection",
        _true,
        SYMMETRY,
        "the pointwise equality fails at x = 1/2, r = 0",
    ),
    Fault(
        "an erratum that is none: two thresholds, one law",
        trilemma_symmetry,
        "two_thresholds_agree",
        _true,
        SYMMETRY,
        "the thresholds log(1/delta) and log(2/delta) give two laws, n = 1",
    ),
    Fault(
        "6 + (6/eps) log(1/delta) for 7",
        trilemma_coarse_accuracy,
        "large",
        scaled(Fraction(6, 7)),
        ACCURACY,
        "5 n/16 is above the threshold: n = 7 + (7/eps) log(1/delta) + h",
    ),
    Fault(
        "an erratum that is none: (15)'s order for every eps",
        trilemma_coarse_accuracy,
        "within_printed",
        _true,
        ACCURACY,
        "(15) = O(log(n/(gamma delta))/eps) with the constant 128 fails at eps = 2",
    ),
    Fault(
        "an erratum that is none: mu for delta mu",
        trilemma_symmetric_mean,
        "squares_agree",
        _true,
        MEAN,
        "mu in place of delta mu: X = 1, delta = 1/2, n2 = 1, 1 against 2",
    ),
    Fault(
        "an erratum that is none: (G) without its scale",
        trilemma_symmetric_mean,
        "far_moment",
        _true,
        MEAN,
        "(G) as printed fails at l = 8: X = 0, psi = 1, eps = 9/10, delta = 1/2, n1 = 267",
    ),
    Fault(
        "an erratum that is none: the noise within the bound",
        trilemma_symmetric_orders,
        "noise_within_the_bound",
        _true,
        ORDERS,
        "with the constant 3234 it fails at eps = 10^-4",
    ),
    Fault(
        "an erratum that is none: Theorem 1.4 from Theorem 4.8",
        trilemma_symmetric_orders,
        "follows",
        _true,
        ORDERS,
        "Theorem 1.4 from 4.8: l = 3, delta = 1/n, eps = 1",
    ),
    Fault(
        "the second line with 8 c^2",
        trilemma_symmetric_mean,
        "second_line",
        lambda f: lambda n, e, c, *rest: f(n, e, c, *rest) - 9 * c**2 / (n * e) ** 2,
        MEAN,
        "the three parts are at most the second line, corrected, gamma = delta^2",
    ),
    Fault(
        "the third line with 32",
        trilemma_symmetric_mean,
        "third_line",
        lambda f: lambda n, e, psi, r, *rest: f(n, e, psi, r, *rest) - psi**2 * r**2 / (n * e) ** 2,
        MEAN,
        "the same with 100 and 1200",
    ),
)
