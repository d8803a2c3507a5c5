"""The binary search on noisy counts: how often it counts, and where it ends.

The end is shown whatever the noise, as long as no count is off by more than tau.

Claim.       A search among N integers takes at most ceil(log2(N)) counts, exactly so in the worst case; log2(u) is less
             for every u >= 1. If every noise is at most tau in size, the corrected search (right
             where the noisy count is below the rank m) ends between x_(m - floor(tau)) and x_(m +
             ceil(tau)); the printed one (at most m) between x_(m - ceil(tau) + 1) and x_(m +
             floor(tau) + 1), which is one too far for integers tau.
Source.      instance Algorithm 1, Lemma 3.2, Section 3.2; records beyond the ends are low and high.
Derivation.  (1) left <= mid < right, so both halves are smaller, the left one is the greater, of ceil(N/2) values; and
             ceil(log2(N)) = 1 + ceil(log2(ceil(N/2))). (2) With a = x_(m - floor(tau)), b = x_(m +
             ceil(tau)): a <= mid exactly if the count is at least m - floor(tau), b <= mid exactly
             if it is at least m + ceil(tau). Going right, count < m + tau, so count <= m +
             ceil(tau) - 1 and b >= mid + 1; going left, count >= m - tau, so count >= m -
             floor(tau) and a <= mid. So a <= right and left <= b at all times, and at the end left
             = right. Noise that is an integer is at most floor(tau) in size.
Trusted.     nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import floor
from typing import Any

from dpmean.distributions.finite import Sign
from dpmean.mechanisms.instance import quantile
from dpmean.programs import table
from dpmean.programs.program import Compare, Draw

from ...kernel.rules import counterexample, exhaustive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

LAW = Sign()  # a search asks for noise and never looks at its law
Data = tuple[int, ...]
Range = tuple[int, int]


class Whole:
    """An integer term with floor division by a number: by definition the floor of the quotient."""

    def __init__(self, term: Any) -> None:
        self.term = term

    def __add__(self, other: Whole) -> Whole:
        return Whole(self.term + other.term)

    def __floordiv__(self, by: int) -> Any:
        return floor(self.term / Fraction(by))


def traced_middle(v: Any) -> Any:
    """Return the shipped middle of integer terms, or of integers."""
    middle: Any = quantile.middle
    return middle(Whole(v.l), Whole(v.r))


def answers(
    within: Range, rank: int, data: Data, tau: int, printed: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield every end of the shipped search, with its number of counts, when an adversary picks
    each noise.

    The noise is from [-tau, tau]: both decisions that the extremes allow are taken, each in turn.
    """
    pending: list[list[int]] = [[]]
    while pending:
        plan = pending.pop()
        search, column, used = (
            quantile.Search(*within, rank, LAW, printed).program(table.Integers(data), "noise"),
            0,
            [],
        )
        reply: Any = None
        try:
            while True:
                asked = search.send(reply)
                reply = None
                if isinstance(asked, Draw):
                    used.append(plan[column] if column < len(plan) else tau)
                    reply, column = Fraction(used[-1]), column + 1
                elif isinstance(asked, Compare):
                    reply = (asked.form > asked.against) - (asked.form < asked.against)
        except StopIteration as end:
            yield end.value, column
        pending += [[*used[:i], -tau] for i in range(len(plan), len(used)) if tau]


def record(data: Data, within: Range, rank: int) -> int:
    """Return x_(rank), which is low and high beyond the ends."""
    return within[0] if rank < 1 else within[1] if rank > len(data) else sorted(data)[rank - 1]


def cases(
    ranges: tuple[Range, ...], most: int, taus: tuple[int, ...] = (0, 1, 2)
) -> Callable[[], Iterator[tuple[Range, int, Data, int]]]:
    """Return all data sets of at most `most` records in each range, with all ranks and noises."""

    def domain() -> Iterator[tuple[Range, int, Data, int]]:
        for within in ranges:
            for n in range(1, most + 1):
                for data in combinations_with_replacement(range(within[0], within[1] + 1), n):
                    yield from (
                        (within, rank, data, tau) for rank in range(1, n + 1) for tau in taus
                    )

    return domain


def ends_within(case: tuple[Range, int, Data, int]) -> bool:
    """Check Lemma 3.2 for the corrected search and integer noise."""
    within, rank, data, tau = case
    low, high = record(data, within, rank - tau), record(data, within, rank + tau)
    return all(low <= found <= high for found, _ in answers(within, rank, data, tau))


def printed_ends_within(case: tuple[Range, int, Data, int]) -> bool:
    """Check Lemma 3.2 for the printed search: rank errors of tau - 1 and tau + 1, for tau = 0
    exactly x_(m + 1).
    """
    within, rank, data, tau = case
    low, high = record(data, within, rank - tau + 1), record(data, within, rank + tau + 1)
    return all(low <= found <= high for found, _ in answers(within, rank, data, tau, printed=True))


def lemma_as_printed(case: tuple[Range, int, Data, int]) -> bool:
    """Tell whether Lemma 3.2 holds for Algorithm 1, both as printed."""
    within, rank, data, tau = case
    low, high = record(data, within, rank - tau), record(data, within, rank + tau)
    return all(low <= found <= high for found, _ in answers(within, rank, data, tau, printed=True))


def below_the_counterexample() -> Iterator[tuple[Range, int, Data, int]]:
    """Yield a range of one value, and the other data set of one record from {0, 1}, without
    noise.
    """
    yield from (((0, 0), 1, (0,), 0), ((0, 1), 1, (1,), 0))


def longest(left: int, right: int, seen: dict[Range, int]) -> int:
    """Return the most counts of a search from here, over all answers, with the shipped middle."""
    if left == right:
        return 0
    if (left, right) not in seen:
        at = quantile.middle(left, right)
        seen[left, right] = 1 + max(longest(left, at, seen), longest(at + 1, right, seen))
    return seen[left, right]


def counts(values: int) -> bool:
    """Check that the shipped number of counts is the greatest over all answers, wherever the range
    lies.
    """
    ranges = ((0, values - 1), (-(values // 2), values - 1 - values // 2))
    return all(longest(*r, {}) == quantile.iterations(values) for r in ranges)


def counts_as_printed(u: int) -> bool:
    """Tell whether log2(u) counts are enough, that is 2^(the most counts) <= u."""
    return 2 ** longest(0, u, {}) <= u


def one_more(values: int) -> bool:
    """Check ceil(log2(N)) = 1 + ceil(log2(ceil(N/2))), N >= 2, and 2^(T - 1) < N <= 2^T, so that u
    = N - 1 < 2^T.
    """
    most = quantile.iterations(values)
    return (
        most == 1 + quantile.iterations((values + 1) // 2) and 2 ** (most - 1) < values <= 2**most
    )


def keeps(printed: bool, side: str) -> Callable[[Any], Any]:
    """State what holds after one round, counts taken relative to m: going right left <= b, going
    left a <= right.
    """
    if side == "right":
        return lambda v: not quantile.goes_right(v.count + v.noise, 0, printed) or v.mid + 1 <= v.b
    return lambda v: bool(quantile.goes_right(v.count + v.noise, 0, printed)) or v.a <= v.mid


def noise(v: Any) -> Any:
    """State that the noise is at most tau in size; f = floor(tau), g = ceil(tau), whichever is
    asked for.
    """
    bounds = v.noise <= v.tau and -v.noise <= v.tau
    return bounds and (
        v.f <= v.tau and v.tau < v.f + 1 if hasattr(v, "f") else v.g >= v.tau and v.g < v.tau + 1
    )


RIGHT = {"mid": INT, "b": INT, "count": INT, "noise": REAL, "tau": REAL}
LEFT = {"mid": INT, "a": INT, "count": INT, "noise": REAL, "tau": REAL}
SMALL = ((0, 1), (0, 2), (0, 4), (-3, 2), (-4, -1))

STEPS = (
    smt(
        "left <= mid < right, so a search ends",
        {"l": INT, "r": INT},
        lambda v: v.l < v.r,
        lambda v: v.l <= traced_middle(v) and traced_middle(v) < v.r,
        lambda v: v.l < traced_middle(v),
    ),
    smt(
        "the left half has ceil(N/2) values, the right one no more",
        {"l": INT, "r": INT},
        lambda v: v.l < v.r,
        lambda v: (
            2 * (traced_middle(v) - v.l + 1) <= v.r - v.l + 2
            and 2 * (traced_middle(v) - v.l + 1) >= v.r - v.l + 1
            and v.r - traced_middle(v) <= traced_middle(v) - v.l + 1
        ),
        lambda v: v.r - traced_middle(v) == traced_middle(v) - v.l + 1,
    ),
    exhaustive(
        "ceil(log2(N)) is one more than that of the greater half: N up to 300, and around "
        "powers of two",
        lambda: sorted(
            {*range(2, 301), *(2**k + i for k in (10, 53, 64, 200) for i in (-1, 0, 1))}
        ),
        one_more,
    ),
    exhaustive(
        "the shipped number of counts is the most over all answers: N up to 130, and around "
        "256, 512, 1024",
        lambda: sorted({*range(1, 131), *(2**k + i for k in (8, 9, 10) for i in (0, 1))}),
        counts,
    ),
    counterexample("u = 1: log2(u) = 0 counts, and one is made", counts_as_printed, 1),
    exhaustive(
        "log2(u) counts are never enough, u up to 300",
        lambda: range(1, 301),
        lambda u: not counts_as_printed(u),
    ),
    smt(
        "the corrected search goes right: b = x_(m + ceil(tau)) is not passed",
        {**RIGHT, "g": INT},
        lambda v: noise(v) and (v.b <= v.mid) == (v.count >= v.g),
        keeps(False, "right"),
        lambda v: v.mid + 1 <= v.b,
    ),
    smt(
        "the corrected search goes left: a = x_(m - floor(tau)) is not passed",
        {**LEFT, "f": INT},
        lambda v: noise(v) and (v.a <= v.mid) == (v.count >= -v.f),
        keeps(False, "left"),
        lambda v: v.a <= v.mid,
    ),
    smt(
        "the printed search goes right: b = x_(m + floor(tau) + 1) is not passed",
        {**RIGHT, "f": INT},
        lambda v: noise(v) and (v.b <= v.mid) == (v.count >= v.f + 1),
        keeps(True, "right"),
        lambda v: v.mid + 1 <= v.b,
    ),
    smt(
        "the printed search goes left: a = x_(m - ceil(tau) + 1) is not passed",
        {**LEFT, "g": INT},
        lambda v: noise(v) and (v.a <= v.mid) == (v.count >= 1 - v.g),
        keeps(True, "left"),
        lambda v: v.a <= v.mid,
    ),
    smt(
        "noise strictly inside tau: the printed search too ends at most at x_(m + ceil(tau))",
        {**RIGHT, "g": INT},
        lambda v: noise(v) and v.noise > -v.tau and (v.b <= v.mid) == (v.count >= v.g),
        keeps(True, "right"),
        lambda v: v.mid + 1 <= v.b,
    ),
    exhaustive(
        "the shipped search against an adversary who picks every noise from [-tau, tau], tau = "
        "0, 1, 2: five ranges, up to three records",
        cases(SMALL, 3),
        ends_within,
    ),
    exhaustive(
        "the same for four records of {0, ..., 3} and for two of {0, ..., 8}",
        lambda: (c for d in (cases(((0, 3),), 4), cases(((0, 8),), 2)) for c in d()),
        ends_within,
    ),
    exhaustive(
        "the printed search ends between x_(m - tau + 1) and x_(m + tau + 1)",
        cases(((0, 1), (0, 3), (-2, 2)), 3),
        printed_ends_within,
    ),
    counterexample(
        "Lemma 3.2 for Algorithm 1 as printed: n = 1, m = 1, u = 1, x = (0), no noise: it "
        "returns 1",
        lambda x: lemma_as_printed(x),
        ((0, 1), 1, (0,), 0),
        below_the_counterexample,
    ),
    exhaustive(
        "with integer noise of at most tau the printed search can be tau + 1 ranks too high, "
        "tau up to 3",
        lambda: range(4),
        lambda tau: not lemma_as_printed(((0, 1), 1, (0,) * (tau + 1), tau)),
    ),
)


def holds(k: int, m: int, offsets: list[int], signs: list[int]) -> bool:
    """Check any integers as records of [k, k + m], any rank, and noise of at most 1 in size."""
    data = tuple(k + o % (m + 1) for o in (*offsets, 0))
    return all(
        ends_within(((k, k + m), rank, data, tau))
        for rank in range(1, len(data) + 1)
        for tau in (0, 1 + len(signs) % 2)
    )


THEOREM = Theorem(
    id="instance_search",
    title="Binary search on noisy counts",
    statement="a search among N integers takes at most ceil(log2(N)) counts, and with every count "
    "off by at most tau it ends between x_(m - floor(tau)) and x_(m + ceil(tau))",
    source="instance Algorithm 1, Lemma 3.2",
    steps=STEPS,
    covers=("privquant.iterations",),
    programs=("privquant",),
    holds=holds,
    claims=rows(__file__),
)
