"""The `exact` vectors of means with little or no bias, of their accounting and bounds, and of
Student's t.

This file holds settings of privacy, of laws and of sizes, each with the reason for choosing it. A
row that a quantity refuses is left out of that quantity.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.quantities import CATALOGUE
from ...evaluate import make
from ...vectors import Vector
from ..in_step import FIELDS, Row, Tables, in_step
from ..tables import rows

# epsilon (or decay) and delta
PRIVACY: tuple[Row, ...] = rows(__file__, "privacy", FIELDS)
PURE: tuple[Row, ...] = rows(__file__, "pure", FIELDS)
# the case of a bound changes
BIAS: tuple[Row, ...] = rows(__file__, "bias", FIELDS)
MOMENTS: tuple[Row, ...] = rows(__file__, "moments", FIELDS)
SIZES: tuple[Row, ...] = rows(__file__, "sizes", FIELDS)
FEW: tuple[Row, ...] = rows(__file__, "few", FIELDS)
BOUNDS: tuple[Row, ...] = rows(__file__, "bounds", FIELDS)
CLIP_BIAS: tuple[Row, ...] = rows(__file__, "clip_bias", FIELDS)
PSI: tuple[Row, ...] = rows(__file__, "psi", FIELDS)
TAUS: tuple[Row, ...] = rows(__file__, "taus", FIELDS)
DEGREES: tuple[Row, ...] = rows(__file__, "degrees", FIELDS)
SCALES: tuple[Row, ...] = rows(__file__, "scales", FIELDS)
LAWS: tuple[Row, ...] = rows(__file__, "laws", FIELDS)
POINTS: tuple[Row, ...] = rows(__file__, "points", FIELDS)
PROBABILITIES: tuple[Row, ...] = rows(__file__, "probabilities", FIELDS)
SMOOTH: tuple[Row, ...] = rows(__file__, "smooth", FIELDS)
GROUPS: tuple[Row, ...] = rows(__file__, "groups", FIELDS)
SHUFFLES: tuple[Row, ...] = rows(__file__, "shuffles", FIELDS)
SYMMETRIC: tuple[Row, ...] = rows(__file__, "symmetric", FIELDS)
BUGS = {
    "trilemma": "a constant, a root or a case of the bound that is wrong",
    "bernoulli": "a square root left out, or n for n + 1",
    "name_and_shame": "a variance that forgets the mean, or delta in the wrong place",
    "dpucoarse": "log(1/delta) for log(2/delta), 1 for 2, or epsilon for epsilon/2",
    "dpumean": "a clip that is not widened by sigma, a size for another delta, a term of the chain "
    "left out",
    "unknown_size": "log(1/delta) for log(2/delta), a floor for the ceiling, or the delta that was aimed "
    "at for the one that is reached",
    "student_t_mean": "a budget split in another way, or a scale that is 1/n everywhere",
    "student_t": "another number of degrees of freedom, a Gaussian tail, or a loss that adds what does "
    "not add up",
    "group": "k delta for the geometric sum, or k for k^2",
    "replacement": "2 delta for (1 + e^epsilon) delta",
    "zcdp": "epsilon^2 for epsilon^2/2, or a root without the 2",
    "shuffling": "epsilon0 in place of e^epsilon0, log(1/delta) for log(4/delta), or m left out",
}
CONSTANTS: tuple[Row, ...] = rows(__file__, "constants", FIELDS)
EDITIONS: tuple[Row, ...] = rows(__file__, "editions", FIELDS)
FAILURES: tuple[Row, ...] = rows(__file__, "failures", FIELDS)
RHOS: tuple[Row, ...] = rows(__file__, "rhos", FIELDS)
DELTAS: tuple[Row, ...] = rows(__file__, "deltas", FIELDS)
MOMENT_AT: tuple[Row, ...] = rows(__file__, "moment_at", FIELDS)
ERRORS: tuple[Row, ...] = rows(__file__, "errors", FIELDS)
N2: tuple[Row, ...] = rows(__file__, "n2", FIELDS)

CLIPS: tuple[Row, ...] = rows(__file__, "clips", FIELDS)
BASES: tuple[Row, ...] = tuple(
    (
        {"base": name},
        f"with {name} inside",
        ("DeltaOnce", "CaseEnd") if name in ("name_and_shame", "clipped_mean") else ("DeltaOnce",),
    )
    for name in ("sized_mean", "name_and_shame", "dpumean", "combined_mean", "clipped_mean")
)

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
    "student_t.variance": (
        (
            (
                {"degrees": "3"},
                "the least number of degrees for which it is finite",
                ("Degrees", "CaseEnd"),
            ),
            *DEGREES[3:],
        ),
        SCALES,
    ),
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


def exact_vectors() -> Iterator[Vector]:
    """Yield all exact vectors of the quantities of this file."""
    yield from in_step(TABLES, BUGS, ("Constants",), FURTHER)
    for decay, n in (("9/10", "7"), ("1/2", "5")):
        why = (
            f"a rational decay and {n} records: the bound of a change far off, and not 1/n; "
            f"catches {BUGS['student_t_mean']}"
        )
        yield make(
            CATALOGUE["student_t_mean.smooth_bound"],
            {"decay": decay, "n": n},
            why,
            ("Constants", "SmoothScale"),
        )
    yield make(
        CATALOGUE["student_t_mean.smooth_bound"],
        {"epsilon": "1", "n": "0"},
        f"no record: one that comes may be anywhere between the bounds; catches "
        f"{BUGS['student_t_mean']}",
        ("Constants", "SmoothScale", "CaseEnd"),
    )
    for n in ("1", "2", "3", "4", "7", "10", "16", "100", "500", "12345", "1000000", "1000000000"):
        flags = (
            "Constants",
            *(
                ("OneRecord",)
                if n == "1"
                else ("CaseEnd",)
                if n in ("4", "16", "100", "1000000")
                else ()
            ),
        )
        for quantity in ("risk_bound", "minimax_risk"):
            yield make(
                CATALOGUE[f"bernoulli.{quantity}"],
                {"n": n},
                f"{n} records{', a square' if n in ('4', '16', '100', '1000000') else ''}; "
                f"catches {BUGS['bernoulli']}",
                flags,
            )
