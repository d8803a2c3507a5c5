"""The `exact` vectors of means of vectors: private quantiles, clipped norms, ranks and budgets, Gaussian noise,
composition.

What may be put here: settings, each with the reason for choosing it. A row that a quantity refuses is left out of that
quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Vector
from ..in_step import Row, Tables, in_step

ENDS: tuple[Row, ...] = (
    ({"u": "1023"}, "2^10 values: ten halvings", ()),
    ({"u": "1"}, "two values: one count, where log2(u) has none", ("CaseEnd", "Iterations")),
    ({"u": "1024"}, "2^10 + 1 values: eleven counts, one more than log2(u)", ("CaseEnd", "Iterations")),
    ({"u": "2"}, "three values: two counts", ("CaseEnd", "Iterations")),
    ({"u": "3"}, "four values: two counts, log2(u) is 1.58", ("Iterations",)),
    ({"u": "1025"}, "just above a power of two", ("Iterations",)),
    ({"u": "4294967295"}, "32 bits", ()),
    ({"u": "4294967296"}, "a power of two beyond 32 bits", ("CaseEnd", "Iterations")),
    ({"u": "9007199254740993"}, "2^53 + 1, which no double holds", ("CaseEnd", "Iterations")),
    ({"u": "1000000000000000000000"}, "beyond 64 bits", ("Iterations",)),
    ({"u": "7"}, "eight values", ()),
    ({"u": "8"}, "nine values", ("CaseEnd", "Iterations")),
    ({"u": "100"}, "an ordinary range", ()),
    ({"u": "18446744073709551616"}, "2^64: 65 counts", ("CaseEnd", "Iterations")),
)
RHOS: tuple[Row, ...] = (
    ({"rho": "1/2"}, "rho 1/2", ()),
    ({"rho": "1"}, "rho 1", ()),
    ({"rho": "1/1000000"}, "a tiny rho", ("SmallEpsilon",)),
    ({"rho": "10"}, "a large rho", ()),
    ({"rho": "2/7"}, "a rho that no double holds", ()),
)
BETAS: tuple[Row, ...] = (
    ({"beta": "1/10"}, "a failure in ten", ()),
    ({"beta": "1/1000000000000"}, "a failure in 10^12", ("CaseEnd",)),
    ({"beta": "1/3"}, "a failure in three", ()),
    ({"beta": "99/100"}, "a beta near 1", ("CaseEnd",)),
)
CONSTANTS: tuple[Row, ...] = (({}, "", ()), ({"constants": "exact"}, "the sharper constant", ()))
EDITIONS: tuple[Row, ...] = (({}, "", ()), ({"edition": "printed"}, "as printed", ()))
BOTH: tuple[Row, ...] = (({}, "", ()), ({"constants": "exact"}, "the sharper constants", ()),
    ({"edition": "printed"}, "as printed", ()))
SIZES: tuple[Row, ...] = (
    ({"n": "4000", "d": "128", "u": "1000"}, "the paper's n and d", ()),
    ({"n": "70000", "d": "784", "u": "1023"}, "images of 784 pixels", ()),
    ({"n": "1000", "d": "1", "u": "1"}, "one coordinate, 0 or 1", ("CaseEnd",)),
    ({"n": "1", "d": "1", "u": "100"}, "one record: too few", ("OneRecord", "CaseEnd")),
    ({"n": "500", "d": "2", "u": "7"}, "two coordinates", ()),
    ({"n": "5000", "d": "3", "u": "255"}, "three coordinates: padded to four", ("PaddingKept",)),
    ({"n": "100000", "d": "1000", "u": "65536"}, "a thousand coordinates: padded to 1,024", ("PaddingKept",)),
    ({"n": "3000", "d": "8", "u": "2"}, "eight coordinates: nothing to pad", ("CaseEnd",)),
    ({"n": "40", "d": "64", "u": "1000000"}, "more coordinates than records: n is too small", ("CaseEnd",)),
    ({"n": "1000000", "d": "5", "u": "4294967296"}, "a million records of 33 bits", ()),
)
NORMS: tuple[Row, ...] = (
    ({"norms": "1,2,3,4,5,6,7,8,9,10"}, "ten norms", ()),
    ({"norms": "3,3,3,3,3"}, "equal norms", ("RankTie", "CaseEnd")),
    ({"norms": "0,0,0,7"}, "one outlier among zeros", ("RankTie",)),
    ({"norms": "10,1,9,2,8,3,7,4,6,5"}, "the same norms, not in order", ()),
    ({"norms": "1/3,2/3,1,4/3,5/3,2,7/3"}, "thirds", ()),
    ({"norms": "5"}, "one record", ("CaseEnd",)),
    ({"norms": "0,0"}, "nothing but zeros: the threshold is 0", ("CaseEnd",)),
    ({"norms": "1,1000000000000"}, "a range of 10^12", ()),
)
SPREADS: tuple[Row, ...] = (
    ({"d": "2", "rho": "1"}, "s = 2, an integer: a whole interval is optimal, and its lower end is asked for",
        ("CaseEnd", "RankTie")),
    ({"d": "1", "rho": "1/2"}, "s = 2 in one dimension", ("CaseEnd",)),
    ({"d": "3", "rho": "1"}, "s = sqrt 6", ()),
    ({"d": "8", "rho": "4"}, "s = 2 with d = 8", ("CaseEnd",)),
    ({"d": "100", "rho": "1/10"}, "s above n: the threshold is 0", ("CaseEnd",)),
    ({"d": "1", "rho": "1000"}, "hardly any noise: the largest norm", ("CaseEnd",)),
    ({"d": "5", "rho": "2/7"}, "s = sqrt 35", ()),
)
THRESHOLDS: tuple[Row, ...] = (
    ({"threshold": "3", "threshold_squared": "9"}, "a threshold at a norm", ("RankTie",)),
    ({"threshold": "0", "threshold_squared": "0"}, "threshold 0: no noise at all", ("CaseEnd",)),
    ({"threshold": "5/2", "threshold_squared": "25/4"}, "a threshold between two norms", ()),
    ({"threshold": "1000000", "threshold_squared": "2"}, "the square 2; nothing is clipped at a million", ("CaseEnd",)),
    ({"threshold": "1/3", "threshold_squared": "1/3"}, "a third", ()),
)
STEPS: tuple[Row, ...] = (({}, "", ()), ({"steps": "1000"}, "a thousand steps to a unit", ("Lattice",)),
    ({"steps": "7"}, "seven steps to a unit", ("Lattice",)))
RELEASES: tuple[Row, ...] = (
    ({"releases": "10"}, "ten releases", ()),
    ({"releases": "1"}, "one release: worse than the release itself", ("CaseEnd",)),
    ({"releases": "1000"}, "a thousand releases", ()),
    ({"releases": "2"}, "two releases", ()),
)
EPSILONS: tuple[Row, ...] = (
    ({"epsilon": "1/10"}, "epsilon 1/10", ()),
    ({"epsilon": "1/1000000"}, "a tiny epsilon: e^epsilon - 1 cancels", ("SmallEpsilon",)),
    ({"epsilon": "1"}, "epsilon 1", ()),
    ({"decay": "1/2"}, "a rational decay", ()),
    ({"epsilon": "40"}, "a large epsilon", ("LargeEpsilon",)),
    ({"epsilon": "1/3"}, "a third", ()),
    ({"epsilon": "1/100"}, "a hundredth", ("SmallEpsilon",)),
)
DELTAS: tuple[Row, ...] = (
    ({"delta": "1/1000000", "delta1": "1/1000"}, "ordinary deltas", ()),
    ({"delta": "0", "delta1": "1"}, "delta 0, delta1 1: no root", ("PureCase", "CaseEnd")),
    ({"delta": "1/1000000000000", "delta1": "1/1000000000000000000"}, "tiny deltas", ("CaseEnd",)),
    ({"delta": "1/7", "delta1": "1/3"}, "sevenths and thirds", ()),
)
VARIANCES: tuple[Row, ...] = (
    ({"sigma_squared": "1"}, "sigma 1", ()),
    ({"sigma_squared": "9/4", "sensitivity": "2"},
        "sigma 3/2 and sensitivity 2: the law does not know it, rho has its square", ("SensitivityUnit",)),
    ({"sigma_squared": "2"}, "sigma^2 = 2: taken for sigma it shows", ()),
    ({"sigma_squared": "1/8"}, "sigma^2 = 1/8", ("CaseEnd",)),
    ({"sigma_squared": "1/2"}, "2 sigma^2 = 1: a factor 2 in the exponent shows", ("CaseEnd",)),
    ({"sigma_squared": "7/3", "sensitivity": "1/2"}, "sigma^2 = 7/3 is no double", ("SensitivityUnit",)),
    ({"sigma_squared": "1000000"}, "sigma 1000", ("CaseEnd",)),
    ({"sigma_squared": "1/10000", "sensitivity": "1/100"}, "the smallest sigma^2", ("CaseEnd",)),
    ({"sigma_squared": "10000000000", "sensitivity": "100000"}, "the largest sigma^2", ("CaseEnd", "SensitivityUnit")),
    ({"sigma_squared": "4", "sensitivity": "7"}, "sigma 2 and sensitivity 7", ("SensitivityUnit",)),
    ({"sigma_squared": "1/3"}, "sigma^2 = 1/3", ()),
    ({"sigma_squared": "100", "sensitivity": "1/3"}, "sigma 10 and sensitivity 1/3", ("SensitivityUnit",)),
    ({"sigma_squared": "12345/67"}, "an odd fraction", ()),
)
NEAR = 6  # how many of the variances are such that 40 is far out
POINTS: tuple[Row, ...] = (
    ({"x": "0", "p": "1/2", "order": "2"}, "the centre", ("CaseEnd",)),
    ({"x": "1/2", "p": "9/10", "order": "1"}, "near the centre", ()),
    ({"x": "-3/2", "p": "1/8", "order": "3"}, "the negative side", ("NegativeSide",)),
    ({"x": "40", "p": "1/1152921504606846976", "order": "4"},
        "far out, where 1 minus the distribution function is 0 in doubles", ("FarTail",)),
    ({"x": "1", "p": "1/3", "order": "6"}, "one unit up", ()),
    ({"x": "-40", "p": "1152921504606846975/1152921504606846976", "order": "7"}, "far out on the left",
        ("FarTail", "NegativeSide")),
)
MOMENTS: tuple[Row, ...] = (
    ({"order": "2"}, "the variance", ("CaseEnd",)),
    ({"order": "1"}, "the mean absolute value: an odd order", ()),
    ({"order": "3"}, "an odd order", ()),
    ({"order": "4"}, "the fourth moment", ()),
    ({"order": "6"}, "order 6", ()),
    ({"order": "7"}, "order 7", ("CaseEnd",)),
)
POSITIVE: tuple[Row, ...] = (
    *(row for row in POINTS if not row[0]["x"].startswith("-")),
    ({"x": "3/2"}, "three halves", ()),
    ({"x": "25"}, "far out", ("FarTail",)),
    ({"x": "7/3"}, "a point that no double holds", ()),
    ({"x": "3"}, "three units", ()),
)
SHIFTS: tuple[Row, ...] = (
    ({"shift": "1"}, "a shift by 1", ()),
    ({"shift": "-2"}, "a shift down by 2: its square counts", ("NegativeSide", "Profile")),
    ({"shift": "0"}, "no shift", ("LossEnds", "Profile")),
    ({"shift": "3"}, "a shift by 3", ("Profile",)),
)
ORDERS: tuple[Row, ...] = (
    ({"renyi_order": "2"}, "order 2", ()),
    ({"renyi_order": "3/2"}, "order 3/2: on integers a little less than the continuous law's",
        ("DiscreteNotContinuous", "RenyiOrder")),
    ({"renyi_order": "1000001/1000000"}, "an order next to 1, the Kullback-Leibler divergence",
        ("CaseEnd", "RenyiOrder")),
    ({"renyi_order": "64"}, "order 64", ("RenyiOrder",)),
    ({"renyi_order": "7/3"}, "order 7/3", ("RenyiOrder",)),
)
NARROW: tuple[Row, ...] = (
    ({"sigma_squared": "1"}, "sigma 1", ()),
    ({"sigma_squared": "1/4"}, "a narrow law", ("DiscreteNotContinuous",)),
    ({"sigma_squared": "1/50"}, "a very narrow law: far below the continuous law's",
        ("DiscreteNotContinuous", "CaseEnd")),
    ({"sigma_squared": "9/4"}, "sigma 3/2", ()),
    ({"sigma_squared": "10000"}, "a wide law", ("SumCut",)),
)
LEVELS: tuple[Row, ...] = (({"at_epsilon": "1/4"}, "inside", ()),
    ({"at_epsilon": "0"}, "total variation", ("Profile", "CaseEnd")), ({"at_epsilon": "-1"}, "below 0", ("Profile",)),
    ({"at_ratio": "20"}, "a ratio of 20", ("FarTail",)))
BUGS = {
    "privquant": "log2(u) for the number of halvings of u + 1 values, the variance for its root, or a union bound "
    "without its terms",
    "norm_clipped_mean": "a sum in place of a mean, 2 d for 2 d/rho, the rank one too high, or norms that are taken in "
    "their order",
    "quantile_clipped_mean": "a budget that is not split, a floor for a ceiling, or d u for d u^2",
    "shifted_clipped_mean": "a budget that is not split, d in place of the padded dimension, or a range before the "
    "shift",
    "composition": "log(1/delta) in place of log(1/delta1), epsilon^2 for epsilon (e^epsilon - 1), or delta1 left out",
    "gaussian": "sigma for sigma^2, one tail for two, or a distribution function taken from 1",
    "discrete_gaussian": "the continuous law's divergence, an order - 1 left out, or a sum over the wrong centre",
}
TABLES: Tables = {
    "privquant.iterations": (ENDS,),
    "privquant.noise_variance": (ENDS, RHOS, EDITIONS),
    "privquant.rank_error": (ENDS, BETAS, RHOS, BOTH),
    "privquant.rho": (ENDS, RHOS, EDITIONS),
    "norm_clipped_mean.noise_variance": (SPREADS, THRESHOLDS, STEPS, CONSTANTS),
    "norm_clipped_mean.error_bound": (SPREADS, NORMS, THRESHOLDS, CONSTANTS),
    "norm_clipped_mean.optimal_threshold": (SPREADS, NORMS, CONSTANTS),
    "quantile_clipped_mean.rank": (SIZES, RHOS, BETAS, BOTH),
    "quantile_clipped_mean.rank_error": (SIZES, RHOS, BETAS, BOTH),
    "quantile_clipped_mean.rho": (SIZES, RHOS, BETAS, EDITIONS),
    "shifted_clipped_mean.rank": (SIZES, RHOS, BETAS, BOTH),
    "shifted_clipped_mean.rank_error": (SIZES, RHOS, BETAS, BOTH),
    "shifted_clipped_mean.rho": (SIZES, RHOS, BETAS, EDITIONS),
    "composition.advanced_epsilon": (EPSILONS, RELEASES, DELTAS),
    "composition.advanced_delta": (RELEASES, DELTAS),
    "gaussian.density": (VARIANCES[:NEAR], POINTS),
    "gaussian.log_density": (VARIANCES[:NEAR], POINTS),
    "gaussian.cdf": (VARIANCES[:NEAR], POINTS),
    "gaussian.quantile": (VARIANCES[:NEAR], POINTS),
    "gaussian.tail": (VARIANCES[:NEAR], POSITIVE),
    "gaussian.moment": (VARIANCES[:NEAR], MOMENTS),
    "gaussian.variance": (VARIANCES,),
    "gaussian.rho": (VARIANCES,),
    "gaussian.renyi": (VARIANCES, SHIFTS, ORDERS),
    "gaussian.hockey_stick": (VARIANCES, SHIFTS, LEVELS),
    "discrete_gaussian.renyi": (NARROW, SHIFTS, ORDERS),
}
FURTHER = {
    "quantile_clipped_mean.rank": ("BudgetNotSplit",),
    "shifted_clipped_mean.rank": ("BudgetNotSplit",),
    "quantile_clipped_mean.rank_error": ("BudgetNotSplit",),
    "shifted_clipped_mean.rank_error": ("BudgetNotSplit",),
}


def multivariate_vectors() -> Iterator[Vector]:
    """All exact vectors of these names."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
