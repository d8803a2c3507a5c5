"""Whether draws are fresh: independent of one another, whatever their law. One function for each way not to be.

Every bound holds for independent draws of *any* law of which only what is said is known, so that no right sampler fails
beyond the probability `alpha` that is given; it is shared by the tests.

Repeats       Continuous draws hardly ever repeat, nor come as an earlier one's mirror image.
Pairs         Of a symmetric law an outcome and its mirror image come independently of each other.
Divisor       So the counts of all outcomes have no common divisor: each pair is split by fair coins.
Neighbours    Draws that follow one another agree about an event as often as independent ones do.
Evenness      Counts scatter: draws that are spread evenly on purpose hit every expectation too well.
Recurrence    Two batches are hardly ever the same as a whole.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...catalogue.mechanisms import MECHANISMS
from ...suite.kinds.tape import LATTICE_LAWS, built
from ...suite.pvalues import binomial_p, repeats_allowed
from ...suite.vectors import Vector
from .batch import Batch, Outcome, happens, observe

ON_GRIDS = Fraction(1, 1 << 39)  # the probability of a value and its mirror image where a grid follows the scale
FINEST = Fraction(1, 1 << 40)  # a grid that nobody needs to declare
TESTS = 5  # that share alpha in `stale`
BLURRED = Fraction(1, 20)  # by how much a declared grid may change the probability of an event whose order is looked at
USUAL = (Fraction(1, 5), Fraction(4, 5))  # an event outside tells little about the order of draws
FEW = 512  # draws below which nothing is said about evenness


def stale(vector: Vector, batch: Batch, alpha: Fraction) -> str:
    """Return what shows that the draws of one batch are not fresh, or nothing; false with probability at most alpha."""
    share, center = alpha / TESTS, Fraction(vector.input.get("center", "0"))
    if vector.object in LATTICE_LAWS:
        pairs = mirrored(batch, center)
        if pairs is not None and balanced(*pairs) <= share:
            return "every outcome came as often as its mirror image: the draws come in opposite pairs"
        if pairs is not None and (found := divisor(pairs[0], share)):
            return f"every count is a multiple of {found}: the same draws were given {found} times"
    if (told := repeated(vector, batch, center, share)) or (told := in_order(vector.expect, batch, center, share)):
        return told
    return too_even(vector.expect, batch, center, share)


def repeated(vector: Vector, batch: Batch, center: Fraction, alpha: Fraction) -> str:
    """Return how many continuous draws are as far from the centre as an earlier one, if they are too many."""
    atoms: tuple[Fraction, ...] = ()
    density = vector.expect.get("density_at_most")
    if density is None and vector.object in MECHANISMS and not batch.rows:
        mechanism = built(vector.object, vector.params)
        density = mechanism.density_at_most(len(vector.input.get("data", ())))
        atoms = (*mechanism.public_bounds, sum(mechanism.public_bounds, Fraction(0)) / 2)
        center = atoms[-1]
    if density is None:
        return ""
    cell = max(2 * Fraction(density) * max(batch.grid, FINEST), ON_GRIDS)
    allowed, repeats = repeats_allowed(batch.n, cell, alpha), batch.repeats(center, atoms)
    if allowed is None or repeats <= allowed:
        return ""
    return f"{repeats} of {batch.n} draws equal an earlier one or its mirror image: continuous noise does not repeat"


def mirrored(batch: Batch, center: Fraction) -> tuple[list[tuple[int, int]], int] | None:
    """Return for each outcome and its mirror image how often the two came, and by how much these differ in all."""
    tally = list(_tally(batch))
    below = math.lcm(center.denominator, *{v.denominator for o, _ in tally for v in o})  # integers compare faster
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

    It is 1 unless every outcome came as often as its mirror image. Given that x or its mirror image came N times, x
    came exactly k times with probability at most C(N, N/2) / 2^N, which is at most 1 / sqrt(3 j + 1), where 2 j is the
    even number from N up. The first and the last draw may have lost their partners.
    """
    if apart > 2:
        return Fraction(1)
    chance = Fraction(1)
    for one, other in pairs:
        chance /= math.isqrt(3 * ((one + other + 1) // 2) + 1)
    return min(Fraction(1), chance * ((2 * len(pairs) + 1) ** 2 if apart else 1))


def divisor(pairs: list[tuple[int, int]], alpha: Fraction) -> int:
    """Return the common divisor of all counts, if fresh draws of a symmetric law have one with at most alpha; else 0.

    Given that x or its mirror image came N times, x came a multiple of g times with probability at most 1/g + (1 - 1/g)
    cos(pi/g)^N (roots of unity), which is at most 1/2 + 1/2 cos(pi/g)^N; for g = 2 that is exactly 1/2.
    """
    common = math.gcd(*(often for pair in pairs for often in pair)) if pairs else 0
    if common < 2:
        return 0
    g = next(p for p in range(2, common + 1) if common % p == 0)
    chance = Fraction(1)
    for one, other in pairs:
        turn = math.cos(math.pi / g) ** (one + other) if g > 2 else 0.0
        chance *= Fraction(1, g) + Fraction(g - 1, g) * Fraction(min(1.0, turn * (1 + 2.0**-40)))
        if chance <= alpha:
            return common
    return 0


def in_order(expect: Mapping[str, Any], batch: Batch, center: Fraction, alpha: Fraction) -> str:
    """Return what shows that draws next to each other, or next but one, depend on each other; only doubles have order.
    """
    if not batch.columns:
        return ""
    found = []
    for event in usual(expect):
        happened = batch.happened(event["on"], event["relation"], Fraction(event["at"]), center)
        fewest, most = batch.count(event, center)
        if happened is not None and most - fewest <= BLURRED / 2 * batch.n:
            found.append((event, happened, BLURRED if batch.grid else Fraction(0)))
    return next((told for e, happened, blur in found if (told := neighbours(e, happened, alpha / len(found), blur))),
        "")


def usual(expect: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return up to two events of a stat vector that are neither rare nor usual: the nearest to 1/2, and another."""
    def off(event: Mapping[str, Any]) -> Fraction:
        return abs(Fraction(event["p"]["lo"]) - Fraction(1, 2))

    chosen: dict[str, dict[str, Any]] = {}
    for event in sorted(expect["events"], key=off):
        if USUAL[0] <= Fraction(event["p"]["lo"]) and Fraction(event["p"]["hi"]) <= USUAL[1]:
            chosen.setdefault(event["on"], event)
    return list(chosen.values())[:2]


def sequence(outcomes: Sequence[Outcome], event: Mapping[str, Any], center: Fraction) -> npt.NDArray[np.bool_]:
    """Return for every outcome whether the event happened, in their order."""
    at = Fraction(event["at"])
    return np.array([happens(event["relation"], at, observe(event["on"], o, center)) for o in outcomes])


def neighbours(event: Mapping[str, Any], happened: npt.NDArray[np.bool_], alpha: Fraction, blur: Fraction) -> str:
    """Return what shows that an event happens in dependent draws, or nothing.

    Two independent draws agree with probability p^2 + (1 - p)^2. Disjoint pairs are counted: of draws next to each
    other, from the first and from the second draw on, and next but one.
    """
    low, high = Fraction(event["p"]["lo"]) - blur, Fraction(event["p"]["hi"]) + blur
    ends = [p * p + (1 - p) * (1 - p) for p in (low, high)]
    least = Fraction(1, 2) if low <= Fraction(1, 2) <= high else min(ends)
    quads = happened[: len(happened) // 4 * 4].reshape(-1, 4)
    ways = {
        "next to each other": (happened[0:-1:2], happened[1::2]),
        "next to each other ": (happened[1:-1:2], happened[2::2]),
        "next but one": (quads[:, :2].ravel(), quads[:, 2:].ravel()),
    }
    for way, (one, other) in ways.items():
        size = min(len(one), len(other))
        agree = int(np.count_nonzero(one[:size] == other[:size]))
        if size and binomial_p(size, agree, agree, least, max(ends)) * len(ways) <= alpha:
            return (f"of {size} pairs of draws {way.strip()}, {agree} agree about '{event['name']}', where about "
                f"{float(size * least):.0f} independent ones would: draws depend on one another")
    return ""


def too_even(expect: Mapping[str, Any], batch: Batch, center: Fraction, alpha: Fraction) -> str:
    """Return what shows that counts lie closer to their expectations than independent draws let them, or nothing.

    The thresholds of one statistic cut the draws into cells. One after the other, given those before, the count of a
    cell is binomial(m, q), and takes one value with probability at most 1/sqrt(2 e m q (1 - q)); so it lies within d of
    m q with at most 2 d + 1 times that. d is the largest distance that was seen.
    """
    if batch.grid or batch.n < FEW:
        return ""
    for on, thresholds in _thresholds(expect).items():
        before, below, farthest, spread = Fraction(0), 0, Fraction(0), []
        for at, p in thresholds:
            count = batch.count({"on": on, "relation": "le", "at": at}, center)[0]
            share, left = (p - before) / (1 - before), batch.n - below
            farthest = max(farthest, abs(count - below - left * share))
            spread.append(float((1 - before) * share * (1 - share)))
            before, below = p, count
        width, chance = 2 * math.ceil(farthest) + 1, Fraction(1)
        for variance in spread:
            room = math.e * 2 * max(0.0, batch.n * variance - len(spread) * width)
            chance *= min(Fraction(1), Fraction(width) / Fraction(max(1.0, math.sqrt(room) * (1 - 2.0**-40))))
        if chance * len(_thresholds(expect)) <= alpha:
            return (f"the counts of {len(spread)} cells are within {math.ceil(farthest)} of {batch.n} draws' "
                "expectations: independent draws scatter, these are spread evenly")
    return ""


def _thresholds(expect: Mapping[str, Any]) -> dict[str, list[tuple[str, Fraction]]]:
    """Return by statistic the increasing thresholds t whose P(statistic <= t) is known, strictly between 0 and 1."""
    points = {"x": [(c["x"], (Fraction(c["p"]["lo"]) + Fraction(c["p"]["hi"])) / 2) for c in expect.get("cdf", ())]}
    for event in expect["events"]:
        if event["relation"] == "le" and event["on"] not in ("x", "product"):
            middle = (Fraction(event["p"]["lo"]) + Fraction(event["p"]["hi"])) / 2
            points.setdefault(event["on"], []).append((event["at"], middle))
    found = {}
    for on, given in points.items():
        rising: list[tuple[str, Fraction]] = []
        for at, p in sorted(given, key=lambda g: Fraction(g[0])):
            if 0 < p < 1 and (not rising or p > rising[-1][1]):
                rising.append((at, p))
        if len(rising) > 1:
            found[on] = rising
    return found


def recurs(one: Batch, other: Batch, alpha: Fraction) -> bool:
    """Tell whether two batches are the same as a whole, and no law makes that likelier than alpha.

    That n independent draws have exactly the counts t has, whatever their law, at most the probability that the law
    with the shares t/n gives them: n! / prod t! prod (t/n)^t.
    """
    first, second = Counter(dict(_tally(one))), Counter(dict(_tally(other)))
    if first != second:
        return False
    n = one.n
    most = math.lgamma(n + 1) + sum(t * math.log(t / n) - math.lgamma(t + 1) for t in first.values())
    return most * (1 - 2.0**-30) + 2.0**-20 <= math.log(alpha)


def _tally(batch: Batch) -> Iterable[tuple[Outcome, int]]:
    """Return the outcomes and how often they came, as rationals."""
    if not batch.columns:
        return batch.rows
    distinct, often = np.unique(np.column_stack(batch.columns), axis=0, return_counts=True)
    return [(tuple(map(Fraction, map(float, row))), int(c)) for row, c in zip(distinct, often, strict=True)]
