"""Algorithms 1, 2 and 3 are epsilon-DP in the add-remove model, with the scales they add and not
with smaller ones.

Claim.       For all lower < upper and a record x in between: Algorithm 1's noise (scales 2w/epsilon and 2/epsilon, w =
             max(|lower|, |upper|)) has loss |x| epsilon/(2w) + epsilon/2 <= epsilon; Algorithm 2's
             (scales (u - l)/epsilon and 2/epsilon) |x - m| epsilon/(u - l) + epsilon/2 <= epsilon;
             both are attained at an end. The bounded mean of Google's libraries adds the noise of
             Algorithm 2, rounds that of the count, and sets a count below 1 to 1: its output is a
             function of the noisy sum and the noisy count. The sized mean's noise has the
             sensitivity (u - l)/n of a mean of n records in the swap model. Algorithm 3's query
             moves by (x0, 1 - x0), x0 = (x - l)/(u - l) in [0, 1], of l1 length exactly 1.
Source.      addremove Algorithms 1-3, Lemma 2 (privacy), Theorem 1 (privacy), Section 1.3, Section 2.
Derivation.  (1) independent Laplace noise of sensitivities D_i at epsilon loses epsilon times the sum of |s_i|/D_i
             (laplace_laws); the shipped mechanisms' own laws are traced, and the sum, multiplied
             out, is linear; (2) the shipped programs are run on every small data set and the change
             of their sums is read off; (3) the mean is a function of the noisy sums.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove.bounded_mean import BoundedMean
from dpmean.mechanisms.addremove.independent_mean import IndependentMean
from dpmean.mechanisms.addremove.shifted_mean import ShiftedMean
from dpmean.mechanisms.addremove.sized_mean import SizedMean
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs.program import Step as Noted
from dpmean.programs.run import replay

from ...domains.releases import refuses
from ...kernel.rules import counterexample, exhaustive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

BOUNDS = {"l": REAL, "u": REAL, "x": REAL}
SMALL = [
    (Fraction(lower), Fraction(upper))
    for lower, upper in ((0, 1), (-1, 1), (-3, -1), (2, Fraction(5, 2)))
]
ONE = Decay.formal("1", "1/3")


def inside(v: Any) -> Any:
    """State that l < u and l <= x <= u."""
    return (v.l < v.u) and (v.x >= v.l) and (v.x <= v.u)


def independent(v: Any) -> tuple[Any, Any]:
    """Return, for Algorithm 1, what a record adds to the sum, and the sensitivities of the shipped
    laws.
    """
    sums, counts = IndependentMean(ONE, v.l, v.u).laws
    return sums.sensitivity, counts.sensitivity


def shifted(v: Any) -> tuple[Any, Any]:
    """Return, for Algorithm 2, what a record adds to the sum, and the sensitivities of the shipped
    laws.
    """
    sums, counts = ShiftedMean(ONE, v.l, v.u).laws
    return sums.sensitivity, counts.sensitivity


def bounded(v: Any) -> tuple[Any, Any]:
    """Return, for the bounded mean, the sensitivities of the shipped laws; the count's noise is
    rounded afterwards.
    """
    counts, sums = BoundedMean(ONE, v.l, v.u).laws
    return sums.sensitivity, counts.sensitivity


def loses_at_most(contribution: Any, sensitivities: tuple[Any, Any], budget: int = 1) -> Any:
    """State that |contribution|/D_s + 1/D_n <= budget, multiplied out by D_s D_n (D_n is a
    number).
    """
    sums, counts = sensitivities
    return abs(contribution) * counts + sums <= sums * counts * budget


def sums_of(
    mechanism: Any, data: tuple[Fraction, ...], names: tuple[str, str]
) -> tuple[Fraction, Fraction]:
    """Return the two sums that the shipped program notes before its first draw."""
    found: dict[str, Any] = {}
    for event in mechanism.program(data):
        if not isinstance(event, Noted):
            break
        found[event.name] = event.value
    return found[names[0]], found[names[1]]


def neighbours() -> Iterator[tuple[Fraction, Fraction, tuple[Fraction, ...], Fraction]]:
    """Yield bounds, a data set of at most two records, and one more record, all multiples of an
    eighth of the width.
    """
    for lower, upper in SMALL:
        grid = [lower + (upper - lower) * Fraction(i, 4) for i in range(5)]
        for size in range(3):
            for data in combinations_with_replacement(grid, size):
                for x in grid:
                    yield lower, upper, data, x


def moves_as_stated(case: tuple[Fraction, Fraction, tuple[Fraction, ...], Fraction]) -> bool:
    """Check what one more record does to each algorithm's sums."""
    lower, upper, data, x = case
    share = (x - lower) / (upper - lower)
    wanted = (
        (IndependentMean(ONE, lower, upper), ("sum", "count"), (x, Fraction(1))),
        (ShiftedMean(ONE, lower, upper), ("sum", "count"), (x - (lower + upper) / 2, Fraction(1))),
        (BoundedMean(ONE, lower, upper), ("sum", "count"), (x - (lower + upper) / 2, Fraction(1))),
        (TransformedMean(ONE, lower, upper, noise="laplace"), ("s1", "s2"), (share, 1 - share)),
    )
    for mechanism, names, change in wanted:
        before, after = sums_of(mechanism, data, names), sums_of(mechanism, (*data, x), names)
        if (after[0] - before[0], after[1] - before[1]) != change:
            return False
    return True


def rounded_neighbours() -> Iterator[tuple[int, str, tuple[Fraction, ...], Fraction]]:
    """Yield m, the lattice noise, a data set of at most one record of [0, 1] off the lattice, and
    one more record.
    """
    grid = [Fraction(i, 7) for i in range(8)]
    for m in (1, 2, 5):
        for noise in ("discrete_laplace", "discrete_hourglass"):
            for data in [(), *((x,) for x in grid)]:
                for x in grid:
                    yield m, noise, data, x


def rounded_moves(case: tuple[int, str, tuple[Fraction, ...], Fraction]) -> bool:
    """Check that rounded shares move by lattice points (x0, 1 - x0), and that the sensitivity is
    that move's length.
    """
    m, noise, data, x = case
    options = {"gamma": Fraction(1)} if noise == "discrete_hourglass" else {}
    mechanism = TransformedMean(ONE, Fraction(0), Fraction(1), noise=noise, m=m, **options)
    before, after = (
        sums_of(mechanism, data, ("s1", "s2")),
        sums_of(mechanism, (*data, x), ("s1", "s2")),
    )
    x0, y0 = after[0] - before[0], after[1] - before[1]
    return (
        (x0 * m).denominator == 1
        and 0 <= x0 <= 1
        and x0 + y0 == 1
        and mechanism.law.sensitivity == (m if noise == "discrete_laplace" else 1)
    )


def only_noisy_sums(case: tuple[Fraction, Fraction, tuple[Fraction, ...], Fraction]) -> bool:
    """Check that the bounded mean of two data sets is the same where its noisy sum and its noisy
    count are.
    """
    lower, upper, data, x = case
    mechanism = BoundedMean(ONE, lower, upper)
    for k in range(-3, 3):
        for z in (Fraction(-1), Fraction(1, 8)):
            one = {"noise_sum": z, "noise_count": Fraction(k)}
            other = {"noise_sum": z - (x - (lower + upper) / 2), "noise_count": Fraction(k - 1)}
            outputs = {
                replay(mechanism.program(d), o).output
                for d, o in ((data, one), ((*data, x), other))
            }
            if len(outputs) != 1:
                return False
    return True


def v1_sensitivity(width: Fraction) -> bool:
    """Tell whether |s' - s''|_1 <= w for the record x = l, as v1 says."""
    mechanism = TransformedMean(ONE, Fraction(0), width, noise="laplace")
    (a, b), (c, d) = (sums_of(mechanism, data, ("s1", "s2")) for data in ((), (Fraction(0),)))
    return abs(c - a) + abs(d - b) <= width


def only_one(sensitivity: Fraction) -> bool:
    """Check which sensitivities the shipped Algorithm 3 takes."""
    return refuses(
        lambda: TransformedMean(
            ONE, Fraction(0), Fraction(2), noise="laplace", sensitivity=sensitivity
        ),
        "lattice_mismatch",
    ) == (sensitivity != 1)


def only_so_many(size: int) -> bool:
    """Check which numbers of records the shipped mean of three records takes."""
    mechanism = SizedMean(ONE, Fraction(0), Fraction(1), n=3)
    return refuses(
        lambda: replay(mechanism.program([Fraction(1)] * size), {"noise": Fraction(0)}),
        "size_mismatch",
    ) == (size != 3)


STEPS = (
    smt(
        "Algorithm 1 loses at most epsilon",
        BOUNDS,
        inside,
        lambda v: loses_at_most(v.x, independent(v)),
        lambda v: loses_at_most(v.x, (independent(v)[0] / 2, independent(v)[1])),
    ),
    smt(
        "and exactly epsilon at the end of larger absolute value",
        BOUNDS,
        inside,
        lambda v: 2 * max(abs(v.l), abs(v.u)) == independent(v)[0] and independent(v)[1] == 2,
        lambda v: abs(v.x) * 2 == independent(v)[0],
    ),
    smt(
        "Algorithm 2 loses at most epsilon",
        BOUNDS,
        inside,
        lambda v: loses_at_most(v.x - (v.l + v.u) / 2, shifted(v)),
        lambda v: loses_at_most(v.x, shifted(v)),
    ),
    smt(
        "and exactly epsilon at either end: the sum's sensitivity is (u - l)/2",
        BOUNDS,
        inside,
        lambda v: (
            2 * abs(v.u - (v.l + v.u) / 2) == shifted(v)[0]
            and 2 * abs(v.l - (v.l + v.u) / 2) == shifted(v)[0]
            and shifted(v)[1] == 2
        ),
        lambda v: 2 * abs(v.x - (v.l + v.u) / 2) == shifted(v)[0],
    ),
    smt(
        "the shift never makes the noise larger: (u - l)/2 <= max(|l|, |u|)",
        BOUNDS,
        inside,
        lambda v: shifted(v)[0] <= independent(v)[0],
        lambda v: shifted(v)[0] < independent(v)[0],
    ),
    smt(
        "the bounded mean loses at most epsilon",
        BOUNDS,
        inside,
        lambda v: loses_at_most(v.x - (v.l + v.u) / 2, bounded(v)),
        lambda v: loses_at_most(v.x - (v.l + v.u) / 2, (bounded(v)[0] / 2, bounded(v)[1])),
    ),
    exhaustive(
        "its output is a function of the noisy sum and the noisy count, on all small data sets",
        neighbours,
        only_noisy_sums,
        ("post_processing",),
    ),
    smt(
        "Algorithm 3 moves by (x0, w - x0) of length w, in units of w",
        BOUNDS,
        inside,
        lambda v: (
            abs(v.x - v.l) + abs((v.u - v.l) - (v.x - v.l)) == v.u - v.l
            and v.x - v.l >= 0
            and v.x - v.l <= v.u - v.l
        ),
        lambda v: abs(v.x - v.l) == v.u - v.l,
        ("post_processing",),
    ),
    exhaustive(
        "the shipped programs move as stated, on all small data sets", neighbours, moves_as_stated
    ),
    exhaustive(
        "Algorithm 3's laws have sensitivity 1",
        lambda: SMALL,
        lambda b: (
            TransformedMean(ONE, b[0], b[1], noise="laplace").law.sensitivity == 1
            and TransformedMean(
                ONE, b[0], b[1], noise="hourglass", gamma=Fraction(1, 2)
            ).law.sensitivity
            == 1
        ),
    ),
    exhaustive(
        "on a lattice too: shares rounded to 1/m move by (x0, 1 - x0), x0 a multiple of 1/m",
        rounded_neighbours,
        rounded_moves,
    ),
    smt(
        "the sized mean: replacing a record moves the sum by at most u - l, and the mean by "
        "the law's sensitivity",
        {**BOUNDS, "y": REAL},
        lambda v: inside(v) and v.y >= v.l and v.y <= v.u,
        lambda v: (
            abs(v.x - v.y) <= v.u - v.l
            and SizedMean(ONE, v.l, v.u, n=3).law.sensitivity * 3 == v.u - v.l
        ),
        lambda v: abs(v.x - v.y) * 2 <= v.u - v.l,
        ("post_processing",),
    ),
    exhaustive(
        "a sensitivity of Algorithm 3 other than 1 is refused",
        lambda: (Fraction(i, 2) for i in range(1, 5)),
        only_one,
    ),
    exhaustive(
        "a number of records other than the public one is refused", lambda: range(5), only_so_many
    ),
    counterexample(
        "v1's sensitivity w is too small for w < 1",
        v1_sensitivity,
        Fraction(1, 2),
        lambda: (Fraction(1), Fraction(2)),
    ),
    counterexample(
        "l = 10^6, u = 10^6 + 1: Algorithm 1's scale is not comparable with Algorithm 2's",
        lambda l: independent_ratio(l) <= 10**6,
        10**6,
        lambda: (0, 1, 10, 10**5),
    ),
)


def independent_ratio(lower: int) -> Fraction:
    """Return the scale of Algorithm 1's noise on the sum over Algorithm 2's, for [lower, lower +
    1].
    """
    return (
        IndependentMean(ONE, Fraction(lower), Fraction(lower + 1)).laws[0].sensitivity
        / ShiftedMean(ONE, Fraction(lower), Fraction(lower + 1)).laws[0].sensitivity
    )


def holds(lower: Fraction, width: Fraction, shares: list[Fraction]) -> bool:
    """Check the shipped programs on a random data set: adding its last record moves the sums as
    stated.
    """
    data = tuple(lower + width * s for s in shares)
    return not data or moves_as_stated((lower, lower + width, data[:-1], data[-1]))


THEOREM = Theorem(
    id="mechanisms_are_private",
    title="Algorithms 1, 2 and 3 are epsilon-DP, with the right split of the budget",
    statement="the shipped scales give loss at most epsilon in the add-remove model for every lower "
    "< upper, and exactly epsilon at an end",
    source="addremove Algorithms 1-3, Lemma 2, Theorem 1",
    steps=STEPS,
    depends_on=(
        "laplace_laws",
        "rounded_laplace_law",
        "hourglass_is_private",
        "staircase2d_law",
        "discrete_laws",
    ),
    programs=("independent_mean", "shifted_mean", "bounded_mean", "sized_mean", "transformed_mean"),
    holds=holds,
    claims=rows(__file__),
)
