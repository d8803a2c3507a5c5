"""The `exact` vectors of means with little or no bias, of the accounting and the bounds around them, and of Student's
t.

What may be put here: settings of privacy, of laws and of sizes, each with the reason for choosing it. A row that a
quantity refuses is left out of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..in_step import Row, Tables, in_step

# epsilon (or decay) and delta
PRIVACY: tuple[Row, ...] = (
    ({"epsilon": "1", "delta": "1/1000000"}, "ordinary privacy", ()),
    ({"epsilon": "1/10", "delta": "1/100000000"}, "a small budget", ()),
    ({"decay": "1/2", "delta": "1/1000"}, "a rational decay: sinh is 3/4, and epsilon is no rational", ()),
    ({"epsilon": "20", "delta": "1/100000"}, "a large epsilon: sinh is not epsilon", ("LargeEpsilon",)),
    ({"epsilon": "1/1000", "delta": "1/1000000000000"}, "a tiny epsilon and a tinier delta", ("SmallEpsilon",)),
    ({"epsilon": "1/3", "delta": "1/7000"}, "a third and a seventh: no doubles", ()),
    ({"epsilon": "2", "delta": "1/10"}, "a large delta", ()),
    ({"epsilon": "30", "delta": "1/1000000"}, "e^-epsilon is beyond the doubles next to 1", ("LargeEpsilon",)),
    ({"epsilon": "1/1000000", "delta": "1/1000000000000000"}, "a very small epsilon: e^epsilon - 1 cancels",
        ("SmallEpsilon",)),
    ({"decay": "9/10", "delta": "1/1000000"}, "a rational decay near 1", ()),
    ({"epsilon": "5", "delta": "9/20"}, "delta just below one half", ()),
    ({"epsilon": "1/100", "delta": "1/100000000"}, "a hundredth", ("SmallEpsilon",)),
    ({"epsilon": "25", "delta": "1/3"}, "a large epsilon and a large delta", ("LargeEpsilon",)),
    ({"epsilon": "1/2", "delta": "1/1000"}, "an exact double", ()),
)
PURE: tuple[Row, ...] = (
    ({"epsilon": "1", "delta": "0"}, "delta = 0: pure DP", ("PureCase",)),
    ({"decay": "1/3", "delta": "0"}, "delta = 0 and a rational decay", ("PureCase",)),
)
# the case of a bound changes
BIAS: tuple[Row, ...] = (
    ({"bias": "1/100", "n": "500"}, "a bias of a hundredth", ()),
    ({"bias": "1/80", "n": "1000000"}, "the largest bias that the theorem covers", ("CaseEnd",)),
    ({"bias": "1/1000000", "n": "1"}, "one record", ("OneRecord",)),
    ({"bias": "0", "n": "10000"}, "no bias: delta alone keeps the error finite", ("CaseEnd",)),
    ({"bias": "1/700", "n": "37"}, "a seventh in the bias", ()),
)
MOMENTS: tuple[Row, ...] = (
    ({"lambda": "2"}, "bounded variance", ()),
    ({"lambda": "3"}, "a third moment: square and cube roots", ("MomentOrder",)),
    ({"lambda": "5/2"}, "a moment of order 5/2", ("MomentOrder",)),
    ({"lambda": "4"}, "a fourth moment", ("MomentOrder",)),
    ({"lambda": "3/2"}, "order 3/2: no bounded variance", ("MomentOrder",)),
    ({"lambda": "100"}, "a very high order: nearly bounded records", ("MomentOrder", "CaseEnd")),
    ({"lambda": "7/3"}, "order 7/3: seventh roots", ("MomentOrder",)),
)
SIZES: tuple[Row, ...] = (
    ({"n": "500"}, "the paper's n", ()),
    ({"n": "1"}, "one record", ("OneRecord",)),
    ({"n": "1000000"}, "a million records", ()),
    ({"n": "7"}, "seven records: no double has a seventh", ()),
)
FEW: tuple[Row, ...] = (({"n": "5"}, "five records", ()), ({"n": "1"}, "one record", ("OneRecord",)),
    ({"n": "7"}, "seven records", ()), ({"n": "2"}, "two records", ()))
BOUNDS: tuple[Row, ...] = (
    ({}, "the mean in [0, 1]", ()),
    ({"lower": "-2", "upper": "6"}, "the mean in an interval of width 8", ("SensitivityUnit",)),
    ({"lower": "1000", "upper": "1001"}, "bounds far from 0 change nothing", ("ShiftForgotten",)),
)
CLIP_BIAS: tuple[Row, ...] = (
    ({"bias": "1/10"}, "a bias of a tenth", ()),
    ({"bias": "1"}, "a bias of 1: the paper's margin is 1 at every order", ("CaseEnd",)),
    ({"bias": "1/1000000"}, "a tiny bias: a margin of a million at order 2", ("CaseEnd",)),
    ({"bias": "3/7"}, "a bias of 3/7", ()),
    ({"bias": "5"}, "a bias above 1", ()),
)
PSI: tuple[Row, ...] = (({"psi": "1"}, "psi 1", ()), ({"psi": "5/3"}, "psi 5/3: to the power lambda", ("MomentOrder",)),
    ({"psi": "1/10"}, "psi below 1", ()))
TAUS: tuple[Row, ...] = (({"tau": "1/1000"}, "tau 1/1000", ()),
    ({"tau": "1/1000000000"}, "a tiny tau: the bias decides", ("CaseEnd",)),
    ({"tau": "3"}, "a tau so large that gamma is 1/5", ("CaseEnd",)))
DEGREES: tuple[Row, ...] = (
    ({"degrees": "3"}, "three degrees of freedom: the paper's", ()),
    ({"degrees": "1"}, "one degree: the Cauchy law", ("Degrees",)),
    ({"degrees": "2"}, "two degrees: an even number, algebraic", ("Degrees",)),
    ({"degrees": "4"}, "four degrees", ("Degrees",)),
    ({"degrees": "64"}, "64 degrees: nearly Gaussian", ("Degrees", "CaseEnd")),
    ({"degrees": "5"}, "five degrees", ("Degrees",)),
)
SCALES: tuple[Row, ...] = (({}, "scale 1", ()), ({"scale": "5/2"}, "scale 5/2", ("SensitivityUnit",)),
    ({"scale": "1/1000000"}, "a tiny scale", ("SensitivityUnit",)))
LAWS: tuple[Row, ...] = (
    ({"record_mean": "1/2", "record_variance": "1/12"}, "uniform records", ()),
    ({"record_mean": "-1000", "record_variance": "1"}, "a mean far from 0: the error grows with its square",
        ("ShiftForgotten",)),
    ({"record_mean": "0", "record_variance": "1/3"}, "a mean of 0", ()),
    ({"record_mean": "1/7", "record_variance": "0"}, "all records alike", ("CaseEnd",)),
)
POINTS: tuple[Row, ...] = (
    ({"x": "0"}, "the centre", ("CaseEnd",)),
    ({"x": "1/2"}, "near the centre", ()),
    ({"x": "-7/3"}, "the negative side", ("NegativeSide",)),
    ({"x": "1000"}, "far out, where the tail falls like a power", ("FarTail",)),
)
PROBABILITIES: tuple[Row, ...] = (
    ({"p": "1/2"}, "the median, exactly 0", ()),
    ({"p": "9/10"}, "upper half", ()),
    ({"p": "1/8"}, "lower half", ("NegativeSide",)),
    ({"p": "1/1152921504606846976"}, "far out: p = 2^-60, where 1 - p is 1 in doubles", ("FarTail",)),
)
SMOOTH: tuple[Row, ...] = (
    ({"smoothness": "1/12", "tau": "2"}, "the paper's proportions at epsilon 1", ()),
    ({"smoothness": "0", "tau": "1"}, "a scale that does not change: the loss of the shift alone", ("CaseEnd",)),
    ({"smoothness": "1/1000000", "tau": "1000"}, "hardly any loss: cosh - 1 cancels", ("CaseEnd",)),
    ({"smoothness": "2", "tau": "1/10"}, "a large loss: the shift decides", ()),
    ({"smoothness": "3", "tau": "5"}, "a large loss: the scale decides", ()),
)
GROUPS: tuple[Row, ...] = (({"group_size": "2"}, "two records: a replacement is a removal and an addition", ()),
    ({"group_size": "1"}, "one record: nothing changes", ("CaseEnd",)), ({"group_size": "10"}, "ten records", ()),
    ({"group_size": "3"}, "three records", ()))
SHUFFLES: tuple[Row, ...] = (
    ({"epsilon": "1/2", "delta1": "1/1000", "blocks": "1000"}, "a thousand blocks", ()),
    ({"epsilon": "1", "delta1": "1/1000000", "blocks": "100000"}, "many blocks", ()),
    ({"decay": "1/2", "delta1": "1/100", "blocks": "5000"}, "a rational decay", ()),
    ({"epsilon": "1/100", "delta1": "1/10", "blocks": "100"}, "a small epsilon", ("SmallEpsilon",)),
    ({"epsilon": "3", "delta1": "1/2", "blocks": "1000"}, "a large delta1", ()),
    ({"epsilon": "1/1000000", "delta1": "1/1000000", "blocks": "1000000"}, "a tiny epsilon: e^epsilon - 1 cancels",
        ("SmallEpsilon",)),
    ({"epsilon": "1/10", "delta1": "1", "blocks": "100"}, "delta1 = 1: nothing is promised, but the formula holds",
        ("CaseEnd",)),
    ({"epsilon": "5", "delta1": "9/10", "blocks": "2000"}, "delta1 near 1", ("CaseEnd",)),
    ({"epsilon": "2", "delta1": "1/10000", "blocks": "10000"}, "more than 16 e^epsilon log(2/delta1) blocks", ()),
    ({"epsilon": "1/3", "delta1": "1/7", "blocks": "77"}, "thirds and sevenths", ()),
    ({"epsilon": "1/1000", "delta1": "1/1000000000", "blocks": "400"}, "barely enough blocks", ("SmallEpsilon",)),
    ({"epsilon": "1", "delta1": "1/1000", "blocks": "350"},
        "just enough blocks: delta1 is near the least that the theorem covers", ("CaseEnd",)),
)
SYMMETRIC: tuple[Row, ...] = (
    ({"n1": "50000", "n2": "1000", "mean": "0"}, "a mean of 0", ()),
    ({"n1": "100000", "n2": "7", "mean": "-30"}, "a mean far from 0", ("ShiftForgotten",)),
    ({"n1": "1000000000", "n2": "1", "mean": "1/3"}, "one record in the second part", ()),
)
BUGS = {
    "trilemma": "a constant, a root or a case of the bound that is wrong",
    "bernoulli": "a square root left out, or n for n + 1",
    "name_and_shame": "a variance that forgets the mean, or delta in the wrong place",
    "dpucoarse": "log(1/delta) for log(2/delta), 1 for 2, or epsilon for epsilon/2",
    "dpumean": "a clip that is not widened by sigma, a size for another delta, a term of the chain left out",
    "unknown_size": "log(1/delta) for log(2/delta), a floor for the ceiling, or the delta that was aimed at for the "
    "one that is reached",
    "student_t_mean": "a budget split in another way, or a scale that is 1/n everywhere",
    "student_t": "another number of degrees of freedom, a Gaussian tail, or a loss that adds what does not add up",
    "group": "k delta for the geometric sum, or k for k^2",
    "replacement": "2 delta for (1 + e^epsilon) delta",
    "zcdp": "epsilon^2 for epsilon^2/2, or a root without the 2",
    "shuffling": "epsilon0 in place of e^epsilon0, log(1/delta) for log(4/delta), or m left out",
}
CONSTANTS: tuple[Row, ...] = (({}, "", ()), ({"constants": "exact"}, "the sharper constant", ()))
EDITIONS: tuple[Row, ...] = (({}, "", ()), ({"edition": "printed"}, "as printed", ()))
FAILURES: tuple[Row, ...] = (({"gamma_failure": "1/100"}, "a failure in a hundred", ()),
    ({"gamma_failure": "1/1000000000000"}, "a failure in 10^12", ("CaseEnd",)),
    ({"gamma_failure": "1/2"}, "a failure in two", ()))
RHOS: tuple[Row, ...] = (({"rho": "1/2"}, "rho 1/2", ()), ({"rho": "1/1000000"}, "a tiny rho", ("CaseEnd",)),
    ({"rho": "0"}, "rho 0", ("CaseEnd",)), ({"rho": "9"}, "a large rho", ()))
DELTAS: tuple[Row, ...] = (({"delta": "1/1000000"}, "delta 10^-6", ()), ({"delta": "1/2"}, "delta 1/2", ()),
    ({"delta": "1/1000000000000000000000000000000"}, "delta 10^-30", ("CaseEnd",)))
MOMENT_AT: tuple[Row, ...] = (({"mean_absolute": "1", "second_moment": "1"}, "a moment of 1", ()),
    ({"mean_absolute": "0", "second_moment": "0"}, "an estimator that is 0 there is 0 everywhere", ()),
    ({"mean_absolute": "7/3", "second_moment": "49/9"}, "a moment of 7/3", ()))
ERRORS: tuple[Row, ...] = (({"error": "1"}, "an error of 1", ()), ({"error": "1/2"}, "an error of 1/2", ()),
    ({"error": "100"}, "a large error: no bias is forced", ()), ({"error": "1/10"}, "a small error", ()))
N2: tuple[Row, ...] = (({"n2": "1000"}, "1000 records", ()),
    ({"n2": "1"}, "one record in the second part", ("CaseEnd",)), ({"n2": "77"}, "77 records", ()))

CLIPS: tuple[Row, ...] = (({"clip": "1"}, "clip 1", ("StageScale",)),
    ({"clip": "5/2"}, "clip 5/2", ("StageScale", "SensitivityUnit")),
    ({"clip": "1/1000"}, "a narrow clip: little noise", ("StageScale", "SensitivityUnit")))
BASES: tuple[Row, ...] = tuple(({"base": name}, f"with {name} inside", ("DeltaOnce", "CaseEnd")
    if name in ("name_and_shame", "clipped_mean") else ("DeltaOnce",))
    for name in ("sized_mean", "name_and_shame", "dpumean", "combined_mean", "clipped_mean"))

# what the tables above are combined to; one row of each, in step
TABLES: Tables = {
    "trilemma.lower_bound": ((*PRIVACY, *PURE), BIAS),
    "trilemma.lower_bound_of_moment": ((*PRIVACY, *PURE), BIAS, MOMENTS),
    "trilemma.general_lower_bound": (PRIVACY, BIAS, MOMENTS, TAUS),
    "trilemma.third_condition": ((*DELTAS, *PURE), MOMENTS),
    "trilemma.least_bias": ((*PRIVACY, *PURE), SIZES, ERRORS),
    "trilemma.clipped_mean_margin": (CLIP_BIAS, MOMENTS, CONSTANTS),
    "trilemma.clipped_mean_mse_bound": (PRIVACY, CLIP_BIAS, MOMENTS, SIZES, BOUNDS, CONSTANTS),
    "trilemma.combined_mean_margin": (PRIVACY, PSI, MOMENTS, SIZES, CONSTANTS),
    "trilemma.combined_mean_mse_bound": (PRIVACY, PSI, MOMENTS, SIZES, BOUNDS, CONSTANTS),
    "trilemma.upper_bound": ((*PRIVACY, *PURE), PSI, CLIP_BIAS, SIZES),
    "trilemma.pure_mean_bound": (PRIVACY, FEW, MOMENT_AT),
    "trilemma.zcdp_mean_bound": (RHOS, FEW, MOMENT_AT, EDITIONS),
    "name_and_shame.mse": (PRIVACY, SIZES, LAWS),
    "dpucoarse.threshold": (PRIVACY, CONSTANTS),
    "dpucoarse.lone_bin_delta": (PRIVACY, CONSTANTS),
    "dpucoarse.noise_scale": (PRIVACY,),
    "dpumean.noise_scale": (PRIVACY, N2, CLIPS),
    "dpucoarse.success": (PRIVACY, SIZES),
    "dpumean.first_size": (PRIVACY, FAILURES),
    "dpumean.clip": (PRIVACY, PSI, MOMENTS, N2),
    "dpumean.mse_bound": (PRIVACY, PSI, MOMENTS, SYMMETRIC, EDITIONS),
    "unknown_size.half_width": (PRIVACY, CONSTANTS),
    "unknown_size.count_delta": (PRIVACY, CONSTANTS),
    "unknown_size.total_epsilon": (PRIVACY, BASES),
    "unknown_size.total_delta": (PRIVACY, BASES),
    "student_t_mean.smoothness": (PRIVACY, DEGREES),
    "student_t_mean.tau": (PRIVACY, DEGREES, CONSTANTS),
    "student_t_mean.smooth_bound": (PRIVACY, SIZES, DEGREES, BOUNDS),
    "student_t_mean.mse": (PRIVACY, SIZES, LAWS, CONSTANTS),
    "student_t.density": (DEGREES, POINTS, SCALES),
    "student_t.log_density": (DEGREES, POINTS, SCALES),
    "student_t.cdf": (DEGREES, POINTS, SCALES),
    "student_t.quantile": (DEGREES, PROBABILITIES, SCALES),
    "student_t.variance": ((({"degrees": "3"}, "the least number of degrees for which it is finite",
        ("Degrees", "CaseEnd")), *DEGREES[3:]), SCALES),
    "student_t.privacy_loss": (DEGREES, SMOOTH, CONSTANTS),
    "group.epsilon": (PRIVACY, GROUPS),
    "group.delta": (PRIVACY, GROUPS),
    "group.rho": (RHOS, GROUPS),
    "replacement.epsilon": (PRIVACY,),
    "replacement.delta": (PRIVACY,),
    "zcdp.rho": (PRIVACY,),
    "zcdp.epsilon": (RHOS, DELTAS),
    "shuffling.epsilon": (SHUFFLES,),
    "shuffling.delta": (SHUFFLES, DELTAS),
}
# flags beside Constants
FURTHER = {"student_t_mean.smooth_bound": ("SmoothScale",), "student_t_mean.mse": ("SmoothScale",)}


def lowbias_vectors() -> Iterator[Vector]:
    """All exact vectors of these names."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
    for decay, n in (("9/10", "7"), ("1/2", "5")):
        why = (
            f"a rational decay and {n} records: the bound of a change far off, and not 1/n; catches "
            f"{BUGS['student_t_mean']}"
        )
        yield make(CATALOGUE["student_t_mean.smooth_bound"], {"decay": decay, "n": n}, why,
            ("Constants", "SmoothScale"))
    for n in ("1", "2", "3", "4", "7", "10", "16", "100", "500", "12345", "1000000", "1000000000"):
        flags = ("Constants", *(("OneRecord",) if n == "1" else ("CaseEnd",) if n in ("4", "16", "100", "1000000")
            else ()))
        for quantity in ("risk_bound", "minimax_risk"):
            yield make(CATALOGUE[f"bernoulli.{quantity}"], {"n": n}, f"{n} "
                f"records{', a square' if n in ('4', '16', '100', '1000000') else ''}; catches {BUGS['bernoulli']}",
                flags)
