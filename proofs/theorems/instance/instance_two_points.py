"""What two or three neighbours allow: Lemma 4.1 with its sharp constant, and errors over the
in-neighbours.

The local sensitivity of the mean is here too.

Claim.       On one of m + 1 data sets, m of them neighbours of the first, an (eps, delta)-DP M is right with
             probability at most (e^eps + m delta)/(e^eps + m) if no answer is right for two of
             them; attained. With w the diameter of n >= 2 records R_in-nbr <= w/n always; R_in-nbr
             = w/n for e^eps < max{4/3 - 2 delta, 3/2 - 3 delta}, which eps < 0.1, delta < 0.1
             implies; R_in-nbr >= w/(2 n) for e^eps < 4
             - 6 delta. For data with two different vectors R_in-nbr <= w/(2 n) from the first bound
             on and R_in-nbr = 0 from the second on, so that no bound can be moved. sqrt(d)
             ceil(u/2)/n <= LS_f <= sqrt(d) u/n.
Source.      instance Sections 1, 1.1, 1.2 and 4: Definition 2.1, Equation (1), Lemma 4.1, Theorem 4.1; the sharp
             ranges: this project.
Derivation.  (1) p_i <= e^eps q_i + delta, q_i the probability that the first data set's output is right for the i-th;
             sum q_i <= 1 - p_0. (2) D has the farthest records x, y: changing x to y and y to x
             moves the mean by (y - x)/n and back. Balls of radius xi < w/(2 n) around the three
             means are disjoint: m = 2. Balls of radius xi < w/n around the outer two are: p_1, p_2
             >= 2/3 and q_1 + q_2 <= 1, by the condition for the events and for their complements.
             (3) Count the records that equal x; the law of the answer depends on the count, cut to
             three values: randomised response on the three means, or a coin on the two points
             between them with 2/3, 1/2, 1/3. (4) M = f(D) errs by at most w/n on in-neighbours. (5)
             A coordinate can always move by max{x, u - x} >= u/2.
Trusted.     densities_decide, exp_and_log.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay
from dpmean.mechanisms.instance import lower_bounds as lower

from ...domains.counts import by_count, median_changes
from ...domains.finite_laws import Law, close, laws
from ...kernel.formulas import ANY, FULL, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import cited, counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

G = Ring(
    {
        "b": UNIT,
        "d": FULL,
        "p": ANY,
        "q": ANY,
        "r": ANY,
        "s": ANY,
        "x": ANY,
        "y": ANY,
        "m": POSITIVE,
        "n": POSITIVE,
        "u": POSITIVE,
        "w": NONNEGATIVE,
        "o": POSITIVE,
        "h": NONNEGATIVE,
    }
)
F = Ring({"s": FULL, "t": FULL})
SIXTH = Fraction(1, 6)
GROWTHS = (Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4), Fraction(5))
DELTAS = (Fraction(0), SIXTH, Fraction(1, 3), Fraction(1, 2))


def settings() -> Iterator[tuple[Fraction, Fraction]]:
    """Return e^eps and delta."""
    return product(GROWTHS, DELTAS)


def two_obey(case: tuple[Fraction, Fraction]) -> bool:
    """Check that no indistinguishable pair of laws is right more often than shipped.

    The outcomes are: right for D0, right for D1, neither.
    """
    growth, delta = case
    return all(
        min(p[0], q[1]) <= lower.shared_probability(growth, delta, 1)
        for p, q in product(laws(3), repeat=2)
        if close(p, q, growth, delta)
    )


def three_obey(case: tuple[Fraction, Fraction]) -> bool:
    """Check the shipped bound of three, where D' and D'' are neighbours of D.

    The outcomes are: right for D', for D, for D'', for none. Below the growths shipped, D' and D''
    cannot both have 2/3.
    """
    growth, delta = case
    grid = laws(4)
    small = any(growth < most for most in lower.full_growths(delta))
    for q in grid:
        near = [p for p in grid if close(p, q, growth, delta)]
        left, right = max(p[0] for p in near), max(p[2] for p in near)
        if min(left, q[1], right) > lower.shared_probability(growth, delta, 2) or (
            small and min(left, right) >= lower.SUCCESS
        ):
            return False
    return True


def response(growth: Fraction, delta: Fraction, others: int) -> list[Law]:
    """Return randomised response with the shipped probability of the right answer."""
    p = lower.shared_probability(growth, delta, others)
    return [
        tuple(p if i == j else (1 - p) / others for j in range(others + 1))
        for i in range(others + 1)
    ]


def is_attained(case: tuple[tuple[Fraction, Fraction], int]) -> bool:
    """Check that randomised response is (epsilon, delta)-DP for every pair of its laws."""
    (growth, delta), others = case
    table = response(growth, delta, others)
    return all(close(p, q, growth, delta) for p, q in product(table, repeat=2))


def coins(case: tuple[Fraction, Fraction]) -> bool:
    """Check that coins of 2/3, 1/2, 1/3 are neighbours exactly from both growths shipped on.

    Then the error w/(2 n) is possible where the data have two different vectors.
    """
    growth, delta = case
    heads = (lower.SUCCESS, Fraction(1, 2), 1 - lower.SUCCESS)
    private = all(close((p, 1 - p), (q, 1 - q), growth, delta) for p, q in pairwise(heads))
    return private == all(growth >= most for most in lower.full_growths(delta))


def in_neighbours(data: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all data sets that have one record replaced by another of the data."""
    for i in range(len(data)):
        yield from ((*data[:i], x, *data[i + 1 :]) for x in data)


def diameter_bounds(data: tuple[int, ...]) -> bool:
    """Check that the farthest in-neighbour's mean is w/n away, on both sides."""
    n, w = len(data), max(data) - min(data)
    moves = [Fraction(sum(x) - sum(data), n) for x in in_neighbours(data)]
    far = lower.moved(Fraction(w), n)
    return (
        max(moves) == far
        and min(moves) == -far
        and lower.neighbour_upper_bound(Fraction(w), n) == far
    )


def local_sensitivities(case: tuple[int, int, int]) -> bool:
    """Check the shipped local sensitivities by brute force; squared, n^2 times.

    No data set has a smaller one than shipped, one has exactly that, and none more than sqrt(d)
    u/n.
    """
    d, u, n = case
    points = list(product(range(u + 1), repeat=d))
    reach = {
        x: max(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for y in points) for x in points
    }
    found = [max(reach[x] for x in data) for data in product(points, repeat=n)]
    shipped = lower.local_sensitivity_least(d, u, n)
    return (shipped * n) ** 2 == min(found) and max(found) == d * u**2


def none_is_exact(quarters: int) -> bool:
    """Tell whether no mechanism is exact with probability 2/3 on both data sets, at n = d = u = 1.

    e^eps = 1 + quarters/4; then R_ins = R_nbr = 0, and LS = 1.
    """
    return bool(response(1 + Fraction(quarters, 4), Fraction(0), 1)[0][0] < lower.SUCCESS)


def strictly_less(case: tuple[int, Fraction]) -> bool:
    """Tell whether randomised response is right with a probability strictly below Lemma 4.1's
    printed bound.
    """
    growth, delta = Fraction(case[0]), case[1]
    return bool(response(growth, delta, 1)[0][0] < lower.printed_probability(1 / growth, delta))


def some_error(growth: int) -> bool:
    """Tell whether randomised response on the three means is exact with probability below 2/3 on
    one of them.

    Then it does not show R_in-nbr = 0; delta = 0, and the data have two different vectors.
    """
    return bool(response(Fraction(growth), Fraction(0), 2)[0][0] < lower.SUCCESS)


def median_fails(tenths: int) -> bool:
    """Tell whether P(answer 1) cannot rise from 1/3 at no one to 2/3 at three ones.

    There are three bits, and e^eps = 1 + tenths/10.
    """
    growth, p = 1 + Fraction(tenths, 10), 1 - lower.SUCCESS
    for _ in range(3):
        p = min(growth * p, 1 - (1 - p) / growth)
    return p < lower.SUCCESS


def shipped_ranges(case: tuple[Fraction, Fraction]) -> bool:
    """Check which bound is shipped for this e^eps and delta, at diameter 1 and n = 2.

    The shipped probabilities of Lemma 4.1 are decided and written down once more.
    """
    growth, delta = case
    decay, found = Decay.from_decay(1 / growth), []
    for constants in ("paper", "exact"):
        try:
            found.append(lower.neighbour_lower_bound(Fraction(1), 2, decay, delta, constants))
        except InvalidInput:
            found.append(Fraction(0))
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    exact = (
        half
        if growth + 2 * delta < Fraction(4, 3) or growth + 3 * delta < Fraction(3, 2)
        else quarter
        if growth + 6 * delta < 4
        else 0
    )
    pair = [(growth + delta) / (growth + 1), (growth + growth * delta) / (growth + 1)]
    return found == [quarter if growth + 3 * delta < 2 else 0, exact] and pair == [
        lower.two_point_probability(decay, delta, edition) for edition in ("corrected", "printed")
    ]


STEPS = (
    identity(
        "two neighbours: what DP says of the one's good answers, and the probabilities of both",
        G,
        lambda b, d, p, q, r, s: (
            (1 + 1 / b) * (lower.shared_probability(1 / b, d, 1) - p),
            (s / b + d - r) + (r - p) + (1 - q - s) / b + (q - p) / b,
        ),
        ("densities_decide",),
    ),
    identity(
        "m neighbours: the same, r and s the sums over them",
        G,
        lambda b, d, p, q, r, s, m: (
            (m + 1 / b) * (lower.shared_probability(1 / b, d, m) - p),
            (s / b + m * d - r) + (r - m * p) + (1 - q - s) / b + (q - p) / b,
        ),
        ("densities_decide",),
    ),
    identity(
        "randomised response has p = e^eps (1 - p)/m + delta",
        G,
        lambda b, d, m: (
            lower.shared_probability(1 / b, d, m),
            (1 - lower.shared_probability(1 / b, d, m)) / m / b + d,
        ),
    ),
    exhaustive(
        "and its laws are indistinguishable", lambda: product(settings(), (1, 2, 3)), is_attained
    ),
    exhaustive("two laws of sixths on three outcomes", settings, two_obey),
    identity(
        "the printed bound is larger by delta (e^eps - 1)/(e^eps + 1)",
        G,
        lambda b, d: (
            lower.printed_probability(b, d) - lower.shared_probability(1 / b, d, 1),
            d * (1 / b - 1) / (1 / b + 1),
        ),
    ),
    counterexample(
        "Lemma 4.1 is not strict at delta = 0: randomised response with e^eps = 2",
        lambda c: strictly_less(c),
        (2, Fraction(0)),
        lambda: [(2, Fraction(1, k)) for k in (1, 2, 3, 4, 8)],
    ),
    identity(
        "two neighbours fall short of 2/3 where e^eps < 2 - 3 delta",
        G,
        lambda b, d: (
            lower.SUCCESS - lower.shared_probability(1 / b, d, 1),
            (lower.paper_growth(d) - 1 / b) / (3 * (1 + 1 / b)),
        ),
    ),
    identity(
        "three do where e^eps < 4 - 6 delta",
        G,
        lambda b, d: (
            lower.SUCCESS - lower.shared_probability(1 / b, d, 2),
            (lower.half_growth(d) - 1 / b) / (3 * (2 + 1 / b)),
        ),
    ),
    identity(
        "m others: where e^eps < m (2 - 3 delta)",
        G,
        lambda b, d, m: (
            lower.SUCCESS - lower.shared_probability(1 / b, d, m),
            (m * lower.paper_growth(d) - 1 / b) / (3 * (m + 1 / b)),
        ),
    ),
    identity(
        "probability 2/3 on the outer two: e^eps >= 4/3 - 2 delta",
        G,
        lambda b, d, p, q, r, s: (
            1 / b - lower.full_growths(d)[0],
            (r / b + d - p)
            + (s / b + d - q)
            + (1 - r - s) / b
            + (p - lower.SUCCESS)
            + (q - lower.SUCCESS),
        ),
        ("densities_decide",),
    ),
    identity(
        "and, by the complements, e^eps >= 3/2 - 3 delta",
        G,
        lambda b, d, p, q, r, s: (
            (1 / b - lower.full_growths(d)[1]) * 2 / 3,
            ((1 - p) / b + d - (1 - r))
            + ((1 - q) / b + d - (1 - s))
            + (1 - r - s)
            + (p - lower.SUCCESS) / b
            + (q - lower.SUCCESS) / b,
        ),
        ("densities_decide",),
    ),
    exhaustive(
        "three laws of sixths on four outcomes",
        lambda: [*((g, Fraction(0)) for g in GROWTHS[:5]), (Fraction(5, 4), SIXTH)],
        three_obey,
    ),
    exhaustive(
        "the shipped ranges of e^eps and delta",
        lambda: product(
            (*GROWTHS, Fraction(8, 7), Fraction(4, 3), Fraction(7, 2)),
            (*DELTAS, Fraction(1, 12), Fraction(2, 3)),
        ),
        shipped_ranges,
    ),
    positive(
        "eps, delta <= 1/10: e^eps <= 1/(1 - eps) is below 4/3 - 2 delta",
        F,
        lambda s, t: lower.full_growths(s / 10)[0] - 1 / (1 - t / 10),
        trusts=("exp_and_log",),
    ),
    positive(
        "and below 2 - 3 delta",
        F,
        lambda s, t: lower.paper_growth(s / 10) - 1 / (1 - t / 10),
        trusts=("exp_and_log",),
    ),
    positive(
        "one of two neighbours fails with probability 1/3 at least, for these eps and delta",
        F,
        lambda s, t: 1 - lower.shared_probability(1 / (1 - t / 10), s / 10, 1) - Fraction(1, 3),
        trusts=("exp_and_log",),
    ),
    exhaustive(
        "coins between the three means, on a grid of e^eps and delta",
        lambda: product(
            (*GROWTHS, Fraction(7, 6), Fraction(4, 3), Fraction(1)), (*DELTAS, Fraction(1, 12))
        ),
        coins,
    ),
    exhaustive("a law by the cut count, up to five records", lambda: range(2, 6), by_count),
    identity(
        "x to y moves the mean by (y - x)/n, y to x back",
        G,
        lambda x, y, n, r: ((y - x + r) / n - r / n, -((x - y + r) / n - r / n)),
    ),
    identity(
        "by w/n, and halfway is w/(2 n)", G, lambda w, n: (lower.moved(w, n) / 2, w / (2 * n))
    ),
    exhaustive(
        "in-neighbours of up to four records on {0, 1, 3}",
        lambda: (x for n in (2, 3, 4) for x in product((0, 1, 3), repeat=n)),
        diameter_bounds,
    ),
    smt(
        "balls of half the distance are disjoint",
        {"a": REAL, "c": REAL, "w": REAL},
        lambda v: v.w > 0 and v.a >= 0 and v.c >= 0 and v.a + v.c >= v.w and v.a < v.w / 2,
        lambda v: v.c > v.w / 2,
        lambda v: v.c > v.w,
    ),
    smt(
        "max over fewer data sets is no larger",
        {"a": REAL, "b": REAL, "c": REAL},
        lambda v: v.a >= 0 and v.b >= 0 and v.c >= 0,
        lambda v: v.a <= max(v.a, v.b) and max(v.a, v.b) <= max(v.a, v.b, v.c),
        lambda v: max(v.a, v.b, v.c) <= max(v.a, v.b),
    ),
    smt(
        "a coordinate moves by max{x, u - x}, from ceil(u/2) to u",
        {"x": INT, "u": INT},
        lambda v: v.u >= 1 and v.x >= 0 and v.x <= v.u,
        lambda v: (
            max(v.x, v.u - v.x) >= lower.half_up(v.u)
            and max(v.x, v.u - v.x) <= v.u
            and 2 * lower.half_up(v.u) >= v.u
        ),
        lambda v: max(v.x, v.u - v.x) >= lower.half_up(v.u) + 1,
    ),
    exhaustive(
        "local sensitivities by brute force",
        lambda: ((1, 1, 1), (1, 2, 3), (1, 3, 2), (1, 5, 2), (4, 1, 2), (4, 2, 1), (4, 3, 1)),
        local_sensitivities,
    ),
    identity(
        "Gaussian noise in d coordinates: d GS^2/(2 rho) = (d u/n)^2/(2 rho)",
        G,
        lambda o, u, n, m: (m * (m * lower.moved(u, n) ** 2) / (2 * o), (m * u / n) ** 2 / (2 * o)),
    ),
    counterexample(
        "two data sets: 2/3 on both is possible at e^eps = 2",
        lambda q: none_is_exact(q),
        4,
        lambda: [1, 2, 3],
    ),
    counterexample(
        "three means: 2/3 on all is possible at e^eps = 4",
        lambda g: some_error(g),
        4,
        lambda: [1, 2, 3],
    ),
    exhaustive(
        "medians without local sensitivity are three records apart, n = 3, 5, 7, 9",
        lambda: (3, 5, 7, 9),
        median_changes,
    ),
    identity(
        "from 1/3 to 2/3 in three steps: e^(2 eps) + e^eps >= 3",
        G,
        lambda b, p, q, r, s: (
            (1 / b**2 + 1 / b) * (1 - lower.SUCCESS) - 1,
            (q / b - r)
            + (p / b - q) / b
            + ((1 - lower.SUCCESS) - p) / b**2
            + ((1 - s) / b - (1 - r))
            + ((1 - lower.SUCCESS) - (1 - s)) / b,
        ),
    ),
    counterexample(
        "the median of three bits: possible at e^eps = 7/5",
        lambda t: median_fails(t),
        4,
        lambda: [1, 2, 3],
    ),
    cited("the definition of differential privacy", "Dwork-Roth 2014"),
)


def holds(decay: Fraction, alpha: Fraction, x0: Fraction) -> bool:
    """Check that, whatever the first's probability, DP keeps the lesser of both below the bound.

    Randomised response attains the bound.
    """
    growth, most = 1 / decay, lower.shared_probability(1 / decay, alpha, 1)
    second = min(growth * (1 - x0) + alpha, 1 - (x0 - alpha) / growth, Fraction(1))
    return min(x0, second) <= most and is_attained(((growth, alpha), 2)) and coins((growth, alpha))


THEOREM = Theorem(
    id="instance_two_points",
    title="Two and three neighbours: the error that no private mean avoids",
    statement="an (eps, delta)-DP mechanism is right with probability at most (e^eps + m "
    "delta)/(e^eps + m) on one of a data set and m neighbours; the error over "
    "in-neighbours is w/n for e^eps < max{4/3 - 2 delta, 3/2 - 3 delta} and at least w/(2 "
    "n) for e^eps < 4 - 6 delta, and both ranges are sharp",
    source="instance Sections 1, 1.1, 1.2, Equation (1), Lemma 4.1, Theorem 4.1",
    steps=STEPS,
    covers=(
        "instance.two_point_probability",
        "instance.neighbour_lower_bound",
        "instance.neighbour_upper_bound",
        "instance.local_sensitivity_least",
    ),
    holds=holds,
    claims=rows(__file__),
)
