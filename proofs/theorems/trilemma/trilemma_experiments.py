"""Section 2's experiments: what the printed numbers say about each other.

Claim.       Every column of Table 1 has RMSE^2 = bias^2 + SE^2 within rounding; its optimal thresholds grow with
             epsilon while bias and RMSE fall. The printed mean 24,989 and median 40,865 contradict
             the biases at the first two thresholds; exchanged they do not.
Source.      trilemma Section 2, Equation (1) of the mechanism, Figures 1 and 2, Table 1.
Derivation.  For X >= 0, T >= m and P(X >= m) >= 1/2: E min(X, T) >= m/2 (Markov), and clipping to [0, T] has bias E X -
             E min(X, T). With m = 40,865 the bias at any T >= m is at most 24,989 - 20,432.5 =
             4,556.5.
Trusted.     expectation_is_monotone, densities_decide.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from dpmean.distributions import laplace

from ...kernel.formulas import POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from ..hetero.hetero_privacy import affine_loss

R = Ring({"n": POSITIVE, "t": POSITIVE, "e": POSITIVE})
HALF = Fraction(1, 2)
# Table 1: epsilon, threshold, bias, standard error, RMSE
TABLE_1 = (
    (Fraction(1, 100), 51020, 14909, 14408, 20733),
    (Fraction(1, 20), 105306, 5825, 6005, 8366),
    (Fraction(1, 10), 167347, 2565, 4964, 5587),
    (Fraction(1), 299184, 708, 2343, 2448),
    (Fraction(2), 337959, 534, 2276, 2337),
    (Fraction(4), 376735, 349, 2283, 2309),
)
MEAN, MEDIAN, RECORDS, ROUNDS = 24989, 40865, 500, 5000


def within_rounding(row: tuple[Any, ...]) -> bool:
    """Check that some bias and SE that round to those printed give an RMSE that rounds to the one
    printed.
    """
    _, _, bias, error, rmse = row
    return (bias - HALF) ** 2 + (error - HALF) ** 2 < (rmse + HALF) ** 2 and (bias + HALF) ** 2 + (
        error + HALF
    ) ** 2 > (rmse - HALF) ** 2


def noise_fits(row: tuple[Any, ...]) -> bool:
    """Check that the noise alone, 2 (T/(epsilon n))^2, is at most 3 % above the squared SE.

    The rounds' own error, four times sqrt(5/ROUNDS) for Laplace noise, is more.
    """
    epsilon, threshold, _, error, _ = row
    return laplace.moment(2, epsilon * RECORDS / threshold) <= error**2 * Fraction(
        103, 100
    ) and Fraction(3, 100) ** 2 < 16 * Fraction(5, ROUNDS)


def most_bias(mean: Any, median: Any) -> Any:
    """Return the most that clipping to [0, T], T >= median, can take from nonnegative records."""
    return mean - median / Fraction(2)


def printed_mean_fits(column: int) -> bool:
    """Tell whether the printed bias in this column allows the printed mean and median.

    Allowed are 5 standard errors of the mean of the rounds.
    """
    _, threshold, bias, error, _ = TABLE_1[column]
    slack = 5 * Fraction(error) / 70  # sqrt(5000) > 70
    return threshold < MEDIAN or bias - slack <= most_bias(MEAN, MEDIAN)


STEPS = (
    exhaustive(
        "Table 1: RMSE^2 = bias^2 + SE^2 within rounding in every column",
        lambda: TABLE_1,
        within_rounding,
    ),
    exhaustive(
        "its thresholds grow with epsilon, bias and RMSE fall",
        lambda: pairwise(TABLE_1),
        lambda c: (
            c[0][0] < c[1][0] and c[0][1] < c[1][1] and c[0][2] > c[1][2] and c[0][4] > c[1][4]
        ),
    ),
    exhaustive("its standard errors are not below those of the noise", lambda: TABLE_1, noise_fits),
    exhaustive(
        "exchanged, mean and median allow every bias of the table",
        lambda: TABLE_1,
        lambda row: row[2] <= most_bias(MEDIAN, MEAN),
    ),
    counterexample(
        "as printed they do not allow the bias 5,825 at the threshold 105,306",
        lambda c: printed_mean_fits(c),
        1,
        lambda: (5, 4, 3, 2),
    ),
    smt(
        "Markov: min(x, T) is at least m where x >= m, and not negative",
        {"x": REAL, "t": REAL, "m": REAL},
        lambda v: v.x >= 0 and v.m >= 0 and v.t >= v.m,
        lambda v: min(v.x, v.t) >= 0 and (v.x < v.m or min(v.x, v.t) >= v.m),
        lambda v: min(v.x, v.t) >= v.m,
        ("expectation_is_monotone",),
    ),
    smt(
        "clipping to [0, T] moves no two records farther apart than T",
        {"x": REAL, "y": REAL, "t": REAL},
        lambda v: v.t >= 0,
        lambda v: abs(min(max(v.x, 0), v.t) - min(max(v.y, 0), v.t)) <= v.t,
        lambda v: abs(min(max(v.x, 0), v.t) - min(max(v.y, 0), v.t)) <= v.t / 2,
    ),
    identity(
        "so Lap(T/(epsilon n)) loses epsilon",
        R,
        lambda n, t, e: (affine_loss(t / n, t / (n * e)), e),
        ("densities_decide",),
    ),
    smt(
        "a larger threshold takes less away",
        {"x": REAL, "s": REAL, "t": REAL},
        lambda v: v.s <= v.t,
        lambda v: max(v.x - v.t, 0) <= max(v.x - v.s, 0),
        lambda v: max(v.x - v.t, 0) < max(v.x - v.s, 0),
        ("expectation_is_monotone",),
    ),
    positive(
        "and has more noise",
        R,
        lambda n, t, e: laplace.moment(2, e * n / (t + 1)) - laplace.moment(2, e * n / t),
    ),
)


def holds(shares: list[Fraction], offsets: list[int], extra: Fraction) -> bool:
    """Check what clipping to [0, T] takes from the mean of nonnegative records.

    It is at most the mean less half the lower median, for T at least that.
    """
    records = sorted([*(abs(s) for s in shares), *(Fraction(abs(o)) for o in offsets), Fraction(1)])
    median = records[(len(records) - 1) // 2]
    mean, threshold = sum(records, Fraction(0)) / len(records), median + extra
    return mean - sum((min(x, threshold) for x in records), Fraction(0)) / len(
        records
    ) <= most_bias(mean, median)


THEOREM = Theorem(
    id="trilemma_experiments",
    title="The trilemma's experiments, as far as their numbers go",
    statement="Table 1 is consistent within rounding, and refutes the printed mean and median",
    source="trilemma Section 2, Table 1",
    steps=STEPS,
    depends_on=("laplace_laws",),
    holds=holds,
    claims=rows(__file__),
)
