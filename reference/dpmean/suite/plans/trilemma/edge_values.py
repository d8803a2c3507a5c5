"""Values and refusals of means with little or no bias at their edges, each for one mistake that the plainer ones let
pass.

What may be put here: points at which a case, a rounding or a permitted range ends, just inside (values) or just
outside, with the nearest valid one (refusals).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...kinds.reject import pair
from ...vectors import Vector
from .releases import FOUR, SIX, SPLITS
from .transcripts import CLIPPED, LATTICE, SIZED, STUDENT, UNKNOWN

Flags = tuple[str, ...]
VALUES: tuple[tuple[str, dict[str, str], str, Flags], ...] = (
    ("dpucoarse.threshold", {"epsilon": "1", "delta": "1/2", "constants": "exact"},
        "delta 1/2, the largest that the sharper threshold knows: it is 1", ("Threshold", "CaseEnd")),
    ("dpucoarse.threshold", {"epsilon": "1", "delta": "9/10"}, "the printed threshold has no such limit",
        ("Threshold", "CaseEnd")),
    ("unknown_size.half_width", {"epsilon": "3", "delta": "24/25", "constants": "exact"}, "at least 1, whatever delta",
        ("CaseEnd",)),
    ("unknown_size.half_width", {"decay": "1/2", "delta": "1/4"}, "the printed bound is exactly 3: nothing to raise",
        ("CaseEnd",)),
    ("unknown_size.half_width", {"decay": "1/2", "delta": "1/6", "constants": "exact"},
        "the divergence at 2 is exactly delta", ("CaseEnd",)),
    ("unknown_size.half_width", {"decay": "3/4", "delta": "3/8", "constants": "exact"},
        "the divergence at 3 is exactly delta", ("CaseEnd",)),
    ("student_t_mean.mse", {"n": "3", "epsilon": "1", "record_variance": "1/12", "degrees": "5", "lower": "-2",
        "upper": "6", "constants": "exact"}, "other degrees, other bounds and the sharper loss at once",
        ("Degrees", "SensitivityUnit")),
    ("student_t.cdf", {"degrees": "3", "x": "-1000"}, "far out on the left: not 0", ("FarTail", "NegativeSide")),
    ("student_t.log_density", {"degrees": "64", "x": "1000", "scale": "1/1000000"}, "a density of 10^-576: no double",
        ("FarTail", "Degrees")),
    ("student_t.quantile", {"degrees": "3", "p": "1152921504606846975/1152921504606846976"},
        "p = 1 - 2^-60, which is 1 in doubles", ("FarTail",)),
    ("trilemma.least_bias", {"n": "4", "epsilon": "1", "delta": "0", "error": "1/6"},
        "a squared error of exactly the risk 1/36", ("CaseEnd", "PureCase")),
    ("trilemma.least_bias", {"n": "1", "decay": "1/2", "delta": "9/400000000", "error": "25/12"},
        "the case in which no bias is forced begins exactly here", ("CaseEnd",)),
    ("trilemma.lower_bound", {"n": "100", "decay": "1/2", "delta": "9/2500", "bias": "1/100"},
        "the largest delta that the theorem allows", ("CaseEnd",)),
    ("trilemma.upper_bound", {"n": "1", "epsilon": "1/1000", "delta": "1/3", "bias": "0", "psi": "1"},
        "naming records is the best of the three", ("CaseEnd",)),
    ("dpumean.clip", {"n2": "10", "epsilon": "1", "psi": "1", "lambda": "3", "sigma": "3"}, "bins of width 3",
        ("SensitivityUnit",)),
    ("dpumean.first_size", {"epsilon": "1", "delta": "1/1000000000000000000000000000000", "gamma_failure": "1/2"},
        "delta decides, not the chance of failure", ("CaseEnd",)),
    ("shuffling.epsilon", {"epsilon": "1/2", "delta1": "1", "blocks": "19"},
        "no amplification at all: epsilon1 is larger than epsilon", ("CaseEnd",)),
)
_FOUR, _SIX = {"data": FOUR, "grid": "1/1024"}, {"data": SIX, "grid": "1/1024"}
_SYMMETRIC = {"n2": "10", "epsilon": "1", "delta": "1/100", "psi": "1", "mean": "0"}
# name, object, parameters, the change, what is valid instead, why, flag, code
RELEASES: tuple[tuple[str, str, dict[str, str], dict[str, str], dict[str, str], str, str, str], ...] = (
    ("integer-noise-without-m", "clipped_mean", CLIPPED, {"noise": "discrete_laplace"},
        {"noise": "discrete_laplace", "m": "2"}, "integer noise without a lattice", "Lattice", "missing_parameter"),
    ("m-without-integer-noise", "clipped_mean", CLIPPED, {"m": "2"}, {"m": "2", "noise": "discrete_laplace"},
        "a lattice for Laplace noise", "Lattice", "unsupported_combination"),
    ("clip-off-the-lattice", "dpumean", SPLITS | LATTICE | {"sigma": "3"}, {"clip": "1"}, {"clip": "9/4"},
        "a clip that is no multiple of sigma/(2m); 9/4 is an odd one", "OffGrid", "off_lattice"),
    ("parameter-not-of-the-mechanism-inside", "unknown_size", SIZED, {"sigma": "1"}, {},
        "a parameter that the mechanism inside does not have", "OffGrid", "unsupported_combination"),
    ("parameter-of-the-mechanism-inside-missing", "unknown_size", UNKNOWN | {"base": "dpumean", "n1": "1", "n0": "2"},
        {"sigma": "1"}, {"sigma": "1", "clip": "1"}, "a parameter of the mechanism inside is missing", "OffGrid",
        "missing_parameter"),
    ("65-degrees", "student_t_mean", STUDENT, {"degrees": "65"}, {"degrees": "64"},
        "more degrees of freedom than this reference knows", "Degrees", "out_of_range"),
    ("n-delta-above-1", "name_and_shame", {"n": "4", "variant": "single"}, {"delta": "251/1000"}, {"delta": "1/4"},
        "n delta a little above 1", "NotPositive", "out_of_range"),
)
# quantity, parameters, parameter, bad, valid, why, flag, code
QUANTITIES: tuple[tuple[str, dict[str, str], str, str, str, str, str, str], ...] = (
    ("trilemma.general_lower_bound", {"n": "10", "epsilon": "1", "tau": "1/10", "lambda": "2"}, "bias", "1/79", "1/80",
        "a bias a little above 1/80", "CaseEnd", "out_of_range"),
    ("trilemma.lower_bound_of_moment", {"n": "10", "decay": "1/2", "bias": "1/100", "lambda": "4"}, "delta", "1/100",
        "1/10000", "the condition on delta depends on lambda", "CaseEnd", "out_of_range"),
    ("dpumean.mse_bound", _SYMMETRIC | {"lambda": "4"}, "n1", "1267", "1268",
        "one record fewer than the first stage needs", "CaseEnd", "out_of_range"),
    ("dpumean.mse_bound", _SYMMETRIC | {"n1": "50000"}, "lambda", "3/2", "2", "a moment below the second",
        "MomentOrder", "out_of_range"),
    ("name_and_shame.mse", {"n": "4", "record_mean": "1", "record_variance": "1"}, "delta", "1", "99/100",
        "delta 1: everything is published", "NotPositive", "probability_out_of_range"),
    ("shuffling.epsilon", {"epsilon": "1", "blocks": "100"}, "delta1", "1/5", "201/1000",
        "a little below the least delta1 that the theorem covers", "CaseEnd", "out_of_range"),
)


def edge_values() -> Iterator[Vector]:
    """All exact vectors of this file."""
    for name, params, why, flags in VALUES:
        yield make(CATALOGUE[name], params, why, ("Constants", *flags))


def edge_rejections() -> Iterator[Vector]:
    """All refusals of this file, each with the nearest valid request."""
    for name, object_, params, change, back, why, flag, code in RELEASES:
        yield from pair(object_, params, change, back, why, flag, code, _SIX if object_ == "dpumean" else _FOUR,
            note=name)
    for name, params, parameter, bad, valid, why, flag, code in QUANTITIES:
        object_, _, quantity = name.partition(".")
        yield from pair(object_, params, {parameter: bad}, {parameter: valid}, why, flag, code, quantity=quantity)
