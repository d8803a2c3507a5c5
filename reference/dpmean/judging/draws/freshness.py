"""Whether draws are fresh: independent of one another, whatever their law. One function for each
way not to be.

Every bound holds for independent draws of *any* law of which only what is said is known, so that no
right sampler fails beyond the probability `alpha` that is given; it is shared by the tests.

One lag       Draws equal those so many places before no oftener than in any other order of them.
Pairs         Of a symmetric law an outcome and its mirror image come independently of each other.
Divisor       So the counts of all outcomes have no common divisor: each pair is split by fair coins.
Neighbours    Draws that follow one another agree about an event as often as they do in any other order.
Successors    A draw tells nothing of the next one, however wildly that may follow from it.
Evenness      Counts scatter: draws that are spread evenly on purpose hit every expectation too well.
Recurrence    Two batches are hardly ever the same as a whole, nor does a long stretch of one come again in it.

Equal draws at other places are no lack of freshness: a law with few values has them too. Of a law
that is continuous they say that it is another law (`ties`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...catalogue.mechanisms import MECHANISMS
from ...exact.numbers import spell
from ...suite.kinds.tape import LATTICE_LAWS, built
from ...suite.pvalues import repeats_p
from ...suite.vectors import Vector, rational
from ...wire.requests import cells
from ..evidence import Seen
from ..verdict import Problem
from .batch import Batch, Column
from .bits import common_grid, decimal_grid, few_digits
from .happening import Outcome, happens, observe
from .matching import matching_p
from .reading import COARSEST, unit_of
from .recurrence import alike, codes, recurring
from .successors import follows

# the probability of a value and its mirror image where a grid follows the scale
ON_GRIDS = Fraction(1, 1 << 39)
FINEST = Fraction(1, 1 << 40)  # a grid that nobody needs to declare
# times the distance between doubles at the centre or at a bound: that grid need not be declared
# either
ROUNDINGS = 4
TESTS = 8  # that share alpha in `stale`
AXIS = 64  # pairs of draws by which an axis of mirror images is chosen, and so many that agree
AGREE = 8
RARE = 1 << 16  # draws by which the lag is chosen after which draws may come again
USUAL = (Fraction(1, 5), Fraction(4, 5))  # an event outside tells little about the order of draws
LARGEST = 64  # of the common divisors that are looked at
FEW = 512  # draws below which nothing is said about evenness


def stale(vector: Vector, batch: Batch, alpha: Fraction) -> Problem | None:
    """Return what shows that the draws of one batch are not fresh, or None; false with probability
    at most alpha.
    """
    share, center = alpha / TESTS, Fraction(vector.input.get("center", "0"))
    if vector.object in LATTICE_LAWS:
        pairs, apart = mirrored(batch, center)
        if balanced(pairs, apart) <= share:
            return Problem(
                "every outcome came as often as its mirror image: the draws come in opposite pairs",
                Seen.BALANCED,
            )
        if found := divisor(pairs, share):
            told = f"every count is a multiple of {found}: the same draws were given {found} times"
            return Problem(told, Seen.BALANCED)
    if batch.columns and (told := at_one_lag(batch.columns, center, share)):
        return Problem(told, Seen.RECURRED)
    if (
        batch.columns
        and "center" not in vector.input
        and (told := around_an_axis(batch.columns, share))
    ):
        return Problem(told, Seen.RECURRED)
    if told := in_order(vector.expect, batch, center, share):
        return Problem(told, Seen.ORDERED)
    if batch.columns and (stretch := recurring(codes(batch.columns), share)) is not None:
        first, second, length = stretch
        return Problem(
            f"draws {second + 1:,} to {second + length:,} are those from draw {first + 1:,} on, "
            "in the same order: chunks of draws start from one seed",
            Seen.RECURRED,
        )
    if len(batch.columns) == 1 and (told := follows(batch.columns[0], center, share)):
        return Problem(told, Seen.ORDERED)
    told = too_even(vector.expect, batch, center, share)
    return Problem(told, Seen.BALANCED) if told else None


def at_one_lag(columns: Sequence[Column], center: Fraction, alpha: Fraction) -> str:
    """Return what shows that draws come again, or as mirror images, after a fixed number of others.

    Of independent draws every order is as likely as any other, whatever their law (`matching_p`).
    The likeliest lags are looked at (`_lags`), in both ways to take disjoint pairs, by all of them
    and by a quarter (the bound is sharper where fewer places are taken); all lags and ways share
    alpha. Places without a number (NaN) are in no pair.
    """
    x = np.abs(columns[0] - float(center)) if len(columns) == 1 else codes(columns)
    known = x == x
    ordered = np.sort(x if known.all() else x[known])
    if not (ordered[1:] == ordered[:-1]).any():
        return ""
    values, times = _tally(ordered)
    for lag in _lags(x, values, times):
        equal, both = x[:-lag] == x[lag:], known[:-lag] & known[lag:]
        block = np.arange(len(both)) // lag % 2
        for which, part in ((0, 1), (1, 1), (0, 4), (1, 4)):  # all pairs, or the first quarter
            first = np.flatnonzero((block == which) & both)
            first = first[: len(first) // part]
            same = int(np.count_nonzero(equal[first]))
            chance = matching_p(len(first), same, times)
            if same == len(first):  # then it is known exactly, given which draws these places have
                halves = (x[i].tolist() for i in (first, first + lag))
                chance = min(chance, Fraction(math.exp(alike(*halves) + 2.0**-12)))
            if chance * 4 * len(x) <= alpha:
                return (
                    f"of {len(first)} pairs of draws {lag} apart, {same} are equal or mirror "
                    "images, more than in any other order of these draws: draws come again"
                )
    return ""


def _tally(ordered: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """Return the values of a sorted list, and how many times each stands there."""
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    return ordered[starts], np.diff(np.concatenate((starts, [len(ordered)])))


def _lags(x: npt.NDArray[Any], values: npt.NDArray[Any], times: npt.NDArray[np.int64]) -> list[int]:
    """Return after how many others a value comes again oftenest: by draws, and by values (the
    rarest tell most of a long lag). Only the rarest values are looked at, some RARE draws of them.
    """
    tied = np.flatnonzero(times > 1)
    rare = tied[np.argsort(times[tied], kind="stable")]
    rare = np.sort(rare[: 1 + np.searchsorted(np.cumsum(times[rare]), RARE)])
    if not len(rare):
        return []
    which = np.minimum(np.searchsorted(values[rare], x), len(rare) - 1)
    place = np.flatnonzero(values[rare][which] == x)
    place = place[np.argsort(which[place], kind="stable")]
    again = which[place[1:]] == which[place[:-1]]
    lags, back = np.unique(np.diff(place)[again], return_inverse=True)
    weights = 1 / times[rare][which[place[1:]][again]]
    found = {int(lags[np.argmax(np.bincount(back, w))]) for w in (None, weights)}
    return sorted(found)


def around_an_axis(columns: Sequence[Column], alpha: Fraction) -> str:
    """Return what shows that some of a release's draws are mirror images of others, around an axis
    that nobody passed: of the second half of a reply those of the first (a batch is asked for in
    pieces), or of each draw the next.

    The axis is what most of the first pairs have for their middle. These pairs are left out of the
    test, so that the others come in any order as likely as before; the lags share alpha.
    """
    x = columns[0]
    if len(columns) > 1 or len(x) < 8 * AXIS:
        return ""
    lags = [len(x) >> k for k in range(1, 6) if len(x) >> k >= 2 * AXIS]
    axes, rest = set(), x.copy()
    for lag in (*lags, 1):
        first = np.arange(0, 2 * AXIS, 2) if lag == 1 else np.arange(AXIS)
        rest[first] = rest[first + lag] = np.nan
        sums, often = np.unique(x[first] + x[first + lag], return_counts=True)
        if int(often.max()) >= AGREE:
            axes.add(Fraction(float(sums[np.argmax(often)])) / 2)
    found = (at_one_lag([rest], axis, alpha / (len(lags) + 1)) for axis in sorted(axes))
    return next(filter(None, found), "")


@dataclass(frozen=True)
class Ties:
    """Too many equal draws of a continuous law: how many, and the grid that explains them, or 0."""

    repeats: int
    n: int
    grid: Fraction
    rounded: str = ""  # to what draws are rounded, each by its own size

    @property
    def problem(self) -> Problem:
        """Return it as what is wrong with a reply."""
        if not self.grid:
            return Problem(
                f"{self.repeats} of {self.n} draws equal an earlier one or its mirror image: "
                "continuous noise does not repeat",
                Seen.TIES,
            )
        if self.rounded:
            return Problem(
                f"{self.repeats} of {self.n} draws equal an earlier one, and all draws are "
                f"{self.rounded}, which explains it: give them as doubles, before they are rounded",
                Seen.GRID,
            )
        grid = spell(self.grid)
        return Problem(
            f"{self.repeats} of {self.n} draws equal an earlier one, and all draws are multiples "
            f"of {grid}, which explains it: if that grid is public, the reply declares it, "
            f'"grid": "{grid}" beside "samples"',
            Seen.GRID,
        )


def ties(vector: Vector, batch: Batch, alpha: Fraction) -> Ties | None:
    """Return how many draws of a continuous law are as far from the centre as an earlier one, if
    they are too many for it; false with probability at most alpha.

    It is the law that they contradict, or a grid that is not declared. Whether they are fresh is
    another question (`at_one_lag`).
    """
    center = Fraction(vector.input.get("center", "0"))
    atoms: tuple[Fraction, ...] = ()
    density = vector.expect.get("density_at_most")
    given = vector.input
    if (
        density is None
        and vector.object in MECHANISMS
        and not batch.rows
        and "observe" not in given
    ):
        mechanism = built(vector.object, vector.params)
        density = mechanism.density_at_most(
            len(given.get("data", ())) + cells(given.get("records", []))
        )
        atoms = (*mechanism.public_bounds, sum(mechanism.public_bounds, Fraction(0)) / 2)
        center = atoms[-1]
    if density is None:
        return None
    rounded = ROUNDINGS * Fraction(math.ulp(float(max(map(abs, (center, *atoms))))))
    cell = max(2 * Fraction(density) * max(batch.grid, FINEST, rounded), ON_GRIDS)
    repeats = batch.repeats(center, atoms)
    if repeats_p(batch.n, repeats, cell) > alpha:
        return None
    for grid in (common_grid(batch.columns), decimal_grid(batch.columns)):
        explained = max(2 * Fraction(density) * grid, ON_GRIDS)
        if (
            batch.grid < grid <= COARSEST * unit_of(vector.params)
            and repeats_p(batch.n, repeats, explained) > alpha
        ):
            return Ties(repeats, batch.n, grid)
    step, short = few_digits(batch.shuffled())
    explained = max(2 * Fraction(density) * step, ON_GRIDS)
    if (
        0 < step <= COARSEST * unit_of(vector.params)
        and repeats_p(batch.n, repeats, explained) > alpha
    ):
        return Ties(repeats, batch.n, step, short)
    return Ties(repeats, batch.n, Fraction(0))


def mirrored(batch: Batch, center: Fraction) -> tuple[list[tuple[int, int]], int]:
    """Return for each outcome and its mirror image how often the two came, and by how much these
    differ in all.
    """
    tally = list(_counts(batch).items())
    # integers compare faster
    below = math.lcm(center.denominator, *{v.denominator for o, _ in tally for v in o})
    moved = center.numerator * (below // center.denominator)
    counts = Counter[tuple[int, ...]]()
    for point, often in tally:
        place = tuple(v.numerator * (below // v.denominator) for v in point)
        counts[(place[0] - moved, *place[1:])] += often
    pairs, apart = [], 0
    for outcome, often in counts.items():
        mirror = tuple(-v for v in outcome)
        if outcome > mirror or (outcome < mirror and mirror not in counts):
            pairs.append((often, counts.get(mirror, 0)))
            apart += abs(often - counts.get(mirror, 0))
    return pairs, apart


def balanced(pairs: list[tuple[int, int]], apart: int) -> Fraction:
    """Return a bound of the probability that fresh draws of a symmetric law are balanced like this.

    It is 1 unless every outcome came as often as its mirror image. Given that x or its mirror image
    came N times, x came exactly k times with probability at most C(N, N/2) / 2^N, which is at most
    1 / sqrt(3 j + 1), where 2 j is the even number from N up. The first and the last draw may have
    lost their partners.
    """
    if apart > 2:
        return Fraction(1)
    chance = Fraction(1)
    for one, other in pairs:
        chance /= math.isqrt(3 * ((one + other + 1) // 2) + 1)
    return min(Fraction(1), chance * ((2 * len(pairs) + 1) ** 2 if apart else 1))


def divisor(pairs: list[tuple[int, int]], alpha: Fraction) -> int:
    """Return the common divisor of all counts, if fresh draws of a symmetric law have one with at
    most alpha; else 0.

    Given that x and its mirror image came N times together, and neither never, x came a multiple of
    g times with probability at most 1/g + (1 - 1/g) cos(pi/g)^N (roots of unity; that x came 0 or N
    times is left out, and it is such a multiple); for g = 2 that is exactly 1/2. Outcomes whose
    mirror image did not come say nothing: it may be a double that rounds elsewhere. As g is chosen
    by what was seen, each has the share 1/(g (g - 1)) of alpha.
    """
    common = math.gcd(*(often for pair in pairs for often in pair)) or 1  # of no draws it is 0
    sums = [one + other for one, other in pairs if one and other]
    for g in (d for d in range(LARGEST, 1, -1) if common % d == 0):
        chance = Fraction(g * (g - 1))
        for n in sums:
            turn = math.cos(math.pi / g) ** n if g > 2 else 0.0
            chance *= Fraction(1, g) + Fraction(g - 1, g) * Fraction(
                min(1.0, turn * (1 + 2.0**-20))
            )
            if chance <= alpha:
                return common
    return 0


def in_order(expect: Mapping[str, Any], batch: Batch, center: Fraction, alpha: Fraction) -> str:
    """Return what shows that draws next to each other, or next but one, depend on each other; only
    doubles have order.
    """
    if not batch.columns:
        return ""
    seen = [
        (e, batch.happened(e["on"], e["relation"], rational(e["at"]), center))
        for e in usual(expect)
    ]
    found = [(e, happened) for e, happened in seen if happened is not None]
    return next(
        (told for e, happened in found if (told := neighbours(e, happened, alpha / len(found)))), ""
    )


def usual(expect: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return up to two events of a stat vector that are neither rare nor usual: the nearest to 1/2,
    and another.
    """

    def off(event: Mapping[str, Any]) -> Fraction:
        return abs(rational(event["p"]["lo"]) - Fraction(1, 2))

    chosen: dict[str, dict[str, Any]] = {}
    for event in sorted(expect["events"], key=off):
        low, high = (rational(event["p"][end]) for end in ("lo", "hi"))
        if event["on"] not in ("all", "none") and USUAL[0] <= low and high <= USUAL[1]:
            chosen.setdefault(event["on"], event)
    return list(chosen.values())[:2]


def sequence(
    outcomes: Sequence[Outcome], event: Mapping[str, Any], center: Fraction
) -> npt.NDArray[np.bool_]:
    """Return for every outcome whether the event happened, in their order."""
    at = rational(event["at"])
    return np.array(
        [happens(event["relation"], at, observe(event["on"], o, center)) for o in outcomes]
    )


def neighbours(event: Mapping[str, Any], happened: npt.NDArray[np.bool_], alpha: Fraction) -> str:
    """Return what shows that an event happens in dependent draws, or nothing; how likely it is does
    not matter.

    Disjoint pairs are counted: of draws next to each other, from the first and from the second draw
    on, and next but one; each way has a third of alpha.
    """
    quads = happened[: len(happened) // 4 * 4].reshape(-1, 4)
    ways = (
        ("next to each other", happened[0:-1:2], happened[1::2]),
        ("next to each other", happened[1:-1:2], happened[2::2]),
        ("next but one", quads[:, :2].ravel(), quads[:, 2:].ravel()),
    )
    for way, one, other in ways:
        size = min(len(one), len(other))
        agree = int(np.count_nonzero(one[:size] == other[:size]))
        often = int(np.count_nonzero(one[:size])) + int(np.count_nonzero(other[:size]))
        if size and matched_p(size, often, size - agree) * len(ways) <= alpha:
            return (
                f"of {size} pairs of draws {way}, {agree} agree about '{event['name']}', where "
                f"about {size - often * (2 * size - often) / (2 * size - 1):.0f} independent "
                "ones would: draws depend on one another"
            )
    return ""


def matched_p(size: int, often: int, apart: int) -> Fraction:
    """Return a bound of the two-sided p-value of `apart` mixed pairs, among `size` pairs in which
    an event happened `often` times.

    Independent draws come in every order alike. So there are d mixed pairs, with a = (often - d)/2
    and b = size - d - a others, with probability f(d) = size! 2^d / (a! b! d!) / C(2 size, often).
    As f(d + 2)/f(d) falls with d, what lies beyond d has together at most f(d)/(1 - r), where r is
    the quotient of the next one and f(d), if r < 1.
    """
    both = (often - apart) // 2
    neither = size - apart - both
    up = Fraction(4 * both * neither, (apart + 1) * (apart + 2))
    down = Fraction(apart * (apart - 1), 4 * (both + 1) * (neither + 1))
    log = math.lgamma
    chance = log(size + 1) + apart * math.log(2) - log(both + 1) - log(neither + 1) - log(apart + 1)
    chance -= log(2 * size + 1) - log(often + 1) - log(2 * size - often + 1)
    least = Fraction(math.exp(min(0.0, chance + 2.0**-12)))  # lgamma of 2^24 is known to 2^-20
    return min([Fraction(1), *(2 * least / (1 - r) for r in (up, down) if r < 1)])


def too_even(expect: Mapping[str, Any], batch: Batch, center: Fraction, alpha: Fraction) -> str:
    """Return what shows that counts lie closer to their expectations than independent draws let
    them, or nothing.

    The thresholds of one statistic cut the draws into cells. One after the other, given those
    before, the count of a cell is binomial(m, q), and takes one value with probability at most
    1/sqrt(2 e m q (1 - q)), for all m and q (Herzog 1947); so it lies within d of any number with
    at most 2 d + 1 times that. d is the largest distance that was seen from m times the middle of
    what is known of q. Where the k cells before lie within d, m is at least n times what they
    leave, less k d. On a declared grid the counts before rounding are between two numbers, and d is
    the largest that these leave possible.
    """
    if batch.n < FEW:
        return ""
    points = _cells(expect)
    for on, cells_ in points.items():
        below, farthest = (0, 0), Fraction(0)
        for cell in cells_:
            counts = batch.count({"on": on, "relation": "le", "at": cell.at}, center)
            farthest = max(
                farthest,
                *(
                    abs(count - before - (batch.n - before) * cell.share)
                    for count in counts
                    for before in below
                ),
            )
            below = counts
        width, chance = 2 * math.ceil(farthest) + 1, Fraction(1)
        for before, cell in enumerate(cells_):
            room = (
                2
                * math.e
                * float(cell.variance * max(Fraction(0), batch.n * cell.left - before * width))
            )
            chance *= min(
                Fraction(1), Fraction(width) / Fraction(max(1.0, math.sqrt(room) * (1 - 2.0**-40)))
            )
        if chance * len(points) <= alpha:
            return (
                f"the counts of {len(cells_)} cells are within {math.ceil(farthest)} of "
                f"{batch.n} draws' expectations: independent draws scatter, these are spread "
                "evenly"
            )
    return ""


class Cell(NamedTuple):
    """The draws up to a threshold that are above the one before: their share of those above it, the
    middle of what is known and at least share * (1 - share); and what is left of all.
    """

    at: str
    share: Fraction
    variance: Fraction
    left: Fraction


def _cells(expect: Mapping[str, Any]) -> dict[str, list[Cell]]:
    """Return by statistic the cells between thresholds t whose P(statistic <= t) is known, strictly
    between 0 and 1.
    """
    points: dict[str, list[tuple[str, Mapping[str, str]]]] = {
        "x": [(c["x"], c["p"]) for c in expect.get("cdf", ())]
    }
    for event in expect["events"]:
        if event["relation"] == "le" and event["on"] not in ("x", "product"):
            points.setdefault(event["on"], []).append((event["at"], event["p"]))
    found = {}
    for on, given in points.items():
        cells_: list[Cell] = []
        low, middle, high = (Fraction(0),) * 3
        for at, p in sorted(given, key=lambda g: rational(g[0])):
            least, most = rational(p["lo"]), rational(p["hi"])
            if high < least <= most < 1:
                ends = ((least - high) / (1 - high), (most - low) / (1 - low))
                half = (least + most) / 2
                cells_.append(
                    Cell(
                        at,
                        (half - middle) / (1 - middle),
                        min(q * (1 - q) for q in ends),
                        1 - middle,
                    )
                )
                low, middle, high = least, half, most
        if len(cells_) > 1:
            found[on] = cells_
    return found


def recurs(one: Batch, other: Batch, alpha: Fraction) -> bool:
    """Tell whether two batches are the same as a whole, and no law makes that likelier than alpha.

    That n independent draws have exactly the counts t has, whatever their law, at most the
    probability that the law with the shares t/n gives them: n! / prod t! prod (t/n)^t.
    """
    first, second = _counts(one), _counts(other)
    if first != second:
        return False
    n = one.n
    most = math.lgamma(n + 1) + sum(
        t * math.log(t / n) - math.lgamma(t + 1) for t in first.values() if t
    )
    return most * (1 - 2.0**-30) + 2.0**-20 <= math.log(alpha)


def _counts(batch: Batch) -> Counter[Outcome]:
    """Return the outcomes and how often they came, as rationals; no answer is the empty one."""
    silent = Counter[Outcome]({(): batch.none} if batch.none else {})
    if not batch.columns:
        return Counter(dict(batch.rows)) + silent
    distinct, often = np.unique(np.column_stack(batch.columns), axis=0, return_counts=True)
    found = Counter[Outcome]()
    for row, count in zip(distinct, often, strict=True):  # 0 and -0 are one outcome
        found[tuple(map(Fraction, map(float, row)))] += int(count)
    return found + silent
