"""A histogram has the sensitivities for which its noise is made, and one that shows a category from a
threshold on is (epsilon, delta)-DP with its delta and with no smaller one.

Claim.       For users of at most c records: the counts change by at most c, added up over the categories, and the sum
             of their squares by at most c^2, where a user's records are added or removed; by 2 c and 2 c^2 where as
             many others replace them. With a threshold, a user who is added makes some category appear that had no
             record with probability delta at most, which one of two ways to spread her records reaches: all in one
             category, or one in each of as many as there are, what is left over in the last. All else keeps within
             e^epsilon.
Source.      vectors/parts.md; Korolova, Kenthapadi, Mishra, Ntoulas (2009).
Derivation.  Sensitivities by induction on categories. Let s(r) be the probability that a category with r of her records
             alone does not appear. Steps show s(r)^2 >= s(r - 1) s(r + 1) for r >= 2, below the threshold, across it
             and above it, for both noises. So to move a record from the smaller of two categories to the larger makes
             the product of both no larger, until the smaller has one; and -log of the product is convex in the number
             of categories that are used, so an end is the worst. That argument is read; what it says is gone through
             for all ways to spread up to six records, and the guarantee of the shipped program, both ways and with a
             user's records in categories of others too, on all small data sets.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.discrete_laplace import tail as lattice_tail
from dpmean.distributions.laplace import tail as laplace_tail
from dpmean.exact.decay import Decay
from dpmean.exact.reals import Number
from dpmean.mechanisms.parts.appearing import Appearing, least_threshold, over, some, under
from dpmean.mechanisms.parts.histogram import change_of_counts, squared_change_of_counts
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.events import Where
from dpmean.programs.law_of import law_of

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem

ADDED, REPLACED = Neighbors.ADD_OR_REMOVE_ONE, Neighbors.REPLACE_ONE
R = Ring({"y": UNIT, "r": POSITIVE})  # r = e^(1/scale)
LATTICE = Ring({"y": UNIT, "t": UNIT})
DECAYS = Ring({"t": UNIT})
ACROSS = Ring({"y": UNIT_CLOSED, "z": UNIT_CLOSED})  # y z = e^(-1/scale)
# changes of one category and of those before it; d is what the squares of those lack
CHANGES = Ring({"s": NONNEGATIVE, "x": NONNEGATIVE, "d": NONNEGATIVE})
TWO = Ring({"s": NONNEGATIVE, "x": NONNEGATIVE})
USERS = Ring({"c": POSITIVE})
NOISES = ("laplace", "discrete_laplace")
FAR = 14  # outcomes beyond the threshold that are looked at one by one
Case = tuple[str, Fraction, int, int, int]
Data = tuple[int, ...]


def rational(x: Number) -> Fraction:
    """Return a number that is a rational, as all are where the decay of one record is."""
    assert isinstance(x, Fraction)
    return x


def spreads(most: int, categories: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to have at most so many records in at most so many categories."""
    for many in range(1, categories + 1):
        for found in combinations_with_replacement(range(1, most + 1), many):
            if sum(found) <= most:
                yield found


def cases() -> Iterator[Case]:
    """Yield noises, decays of one record, thresholds, records of a user, and categories."""
    for noise in NOISES:
        for root in (Fraction(1, 2), Fraction(1, 8), Fraction(9, 10)):
            for threshold in (1, 2, 4, 9):
                for most in range(1, 7):
                    for categories in (2, 3, 6):
                        yield noise, root, threshold, most, categories


def appearing(case: Case) -> Appearing:
    """Return the user of a case, of whose one record the noise has the decay `root`."""
    noise, root, _, most, _ = case
    return Appearing(Decay.from_decay(root**most), most, noise)


def worst_of_all(case: Case) -> bool:
    """Check the shipped delta against the largest over all ways to spread the records."""
    _, _, threshold, most, categories = case
    user, at = appearing(case), Fraction(threshold)
    kept = [1 - rational(user.reached(r, at)) for r in range(most + 1)]
    found = []
    for spread in spreads(most, categories):
        none = Fraction(1)
        for r in spread:
            none *= kept[r]
        found.append(1 - none)
    return bool(user.delta(at, categories) == max(found))


def least_is_least(case: tuple[Fraction, int, Fraction]) -> bool:
    """Check that the shipped least threshold has at most the delta, and the integer below it more."""
    root, most, delta = case
    decay = Decay.from_decay(root**most)
    user = Appearing(decay, most, "discrete_laplace")
    found = least_threshold(decay, delta, "discrete_laplace", most)
    assert isinstance(found, Fraction)
    return rational(user.delta(found)) <= delta and (
        found == 1 or rational(user.delta(found - 1)) > delta
    )


def deltas() -> Iterator[tuple[Fraction, int, Fraction]]:
    """Yield decays of one record, records of a user, and deltas."""
    for root in (Fraction(1, 2), Fraction(1, 8), Fraction(9, 10)):
        for most in (1, 2, 3, 5):
            for delta in (Fraction(1, 2), Fraction(1, 6), Fraction(1, 40), Fraction(1, 10**9)):
                yield root, most, delta


def pairs() -> Iterator[tuple[Fraction, int, int, Data, Data]]:
    """Yield decays of one record, thresholds, records of a user, the data of the others and hers."""
    for root in (Fraction(1, 2), Fraction(1, 4)):
        for threshold in (1, 2, 3):
            for most in (1, 2, 3):
                for others in ((), (0,), (1, 1), (0, 1)):
                    for size in range(1, most + 1):
                        for mine in combinations_with_replacement((0, 1), size):
                            yield root, threshold, most, others, mine


@cache
def law(root: Fraction, threshold: int, most: int, data: Data) -> tuple[dict[int, Fraction], ...]:
    """Return the probabilities of the outputs of both categories, as far as they are looked at, by the
    exact law of the shipped program.
    """
    made = build(
        "histogram",
        {
            "categories": "2",
            "noise": "discrete_laplace",
            "decay": str(root**most),
            "contribution": str(most),
            "count_threshold": str(threshold),
        },
    )
    known = law_of(made, [str(x) for x in data])
    found = []
    for on in ("x", "y"):
        at = {o: known.probability(Where(on, "eq", Fraction(o))) for o in _outcomes(threshold)}
        found.append({o: p for o, p in at.items() if isinstance(p, Fraction)})
        assert len(found[-1]) == len(at)
    return tuple(found)


def _outcomes(threshold: int) -> tuple[int, ...]:
    return (0, *range(threshold, threshold + FAR))


def guarantee_holds(case: tuple[Fraction, int, int, Data, Data]) -> bool:
    """Check both directions: what the larger data set has beyond e^epsilon of the smaller one is what
    makes a category appear, and at most delta; what the smaller one has beyond is no more.
    """
    root, threshold, most, others, mine = case
    ratio = 1 / root**most
    less = law(root, threshold, most, others)
    more = law(root, threshold, most, tuple(sorted(others + mine)))
    delta = Appearing(Decay.from_decay(root**most), most, "discrete_laplace").delta(
        Fraction(threshold), 2
    )
    forward = backward = looked_at = Fraction(0)
    for x in _outcomes(threshold):
        for y in _outcomes(threshold):
            p, q = less[0][x] * less[1][y], more[0][x] * more[1][y]
            if p == 0:
                continue
            if q > ratio * p:
                return False
            backward += max(Fraction(0), p - ratio * q)
            looked_at += p
    possible = Fraction(1)
    for j in (0, 1):
        if j not in others:
            possible *= more[j][0]
    forward = 1 - possible  # of all that is impossible for the smaller one
    return bool(forward <= rational(delta) and backward + (1 - looked_at) <= rational(delta))


def delta_is_reached(case: tuple[Fraction, int, int]) -> bool:
    """Check that some user of some data set makes a category appear with the probability delta."""
    root, threshold, most = case
    delta = Appearing(Decay.from_decay(root**most), most, "discrete_laplace").delta(
        Fraction(threshold), 2
    )
    found = []
    for size in range(1, most + 1):
        for mine in combinations_with_replacement((0, 1), size):
            one, other = law(root, threshold, most, mine)
            found.append(1 - one[0] * other[0])
    return bool(max(found) == delta)


def reached_cases() -> Iterator[tuple[Fraction, int, int]]:
    """Yield decays of one record, thresholds, and records of a user."""
    for root in (Fraction(1, 2), Fraction(1, 4)):
        for threshold in (1, 2, 3):
            for most in (1, 2, 3):
                yield root, threshold, most


def one_record_each_is_the_worst(case: tuple[int, int]) -> bool:
    """Tell whether one record in each category makes one appear at least as probably as all in one,
    with a decay of 1/n for one record.
    """
    inverse, threshold = case
    user = Appearing(Decay.from_decay(Fraction(1, inverse**2)), 2, "discrete_laplace")
    at = Fraction(threshold)
    apart = some(user.reached(1, at), 1, user.reached(1, at))
    return bool(apart >= user.reached(2, at))


STEPS = (
    positive(
        "one category more: the squares of all changes sum to at most the square of their sum",
        CHANGES,
        lambda s, x, d: (
            squared_change_of_counts(s + x, ADDED)
            - (squared_change_of_counts(s, ADDED) - d)
            - squared_change_of_counts(x, ADDED)
        ),
        strict=False,
    ),
    positive(
        "a user who leaves a category and enters another changes the squares by at most both of them",
        TWO,
        lambda s, x: (
            squared_change_of_counts(s, ADDED)
            + squared_change_of_counts(x, ADDED)
            - squared_change_of_counts(s - x, ADDED)
        ),
        strict=False,
    ),
    smt(
        "and the counts by at most both",
        {"x": REAL, "y": REAL},
        lambda v: v.x >= 0 and v.y >= 0,
        lambda v: abs(v.x - v.y) <= change_of_counts(v.x, ADDED) + change_of_counts(v.y, ADDED),
        lambda v: abs(v.x - v.y) <= change_of_counts(v.x, ADDED),
    ),
    identity(
        "which is the shipped sensitivity where as many records are replaced",
        USERS,
        lambda c: (change_of_counts(c, REPLACED), 2 * change_of_counts(c, ADDED)),
    ),
    identity(
        "and the shipped squared one",
        USERS,
        lambda c: (squared_change_of_counts(c, REPLACED), 2 * squared_change_of_counts(c, ADDED)),
    ),
    identity(
        "Laplace noise, below the threshold: s(r)^2 - s(r - 1) s(r + 1) is a square times y/(2 r) > 0",
        R,
        lambda y, r: (
            under(laplace_tail(y)) ** 2 - under(laplace_tail(y / r)) * under(laplace_tail(y * r)),
            y * (r - 1) ** 2 / (2 * r),
        ),
    ),
    positive(
        "Laplace noise, the threshold between r and r + 1 records: s(r)^2 >= s(r - 1) s(r + 1)",
        ACROSS,
        lambda y, z: (
            under(laplace_tail(y)) ** 2 - under(laplace_tail(y * y * z)) * over(laplace_tail(z))
        ),
        strict=False,
    ),
    identity(
        "Laplace noise, the threshold between r - 1 and r records: s(r)^2 - s(r - 1) s(r + 1) is (1 - y)^2 "
        "times a positive number",
        R,
        lambda y, r: (
            over(1 / (y * r)) ** 2 - under(y) * over(1 / (y * r**2)),
            (1 - y) ** 2 / (4 * y**2 * r**2),
        ),
    ),
    identity(
        "whole noise, below the threshold: s(r)^2 - s(r - 1) s(r + 1) is a square times y/(t (1 + t)) > 0",
        LATTICE,
        lambda y, t: (
            under(lattice_tail(t, y)) ** 2
            - under(lattice_tail(t, y * t)) * under(lattice_tail(t, y / t)),
            y * (1 - t) ** 2 / (t * (1 + t)),
        ),
    ),
    identity(
        "whole noise, at the threshold less 1: (1 - t)^2/(1 + t) > 0",
        DECAYS,
        lambda t: (
            under(lattice_tail(t, t)) ** 2
            - under(lattice_tail(t, t**2)) * over(lattice_tail(t, t)),
            (1 - t) ** 2 / (1 + t),
        ),
    ),
    identity(
        "whole noise, from the threshold on: s falls by the same factor",
        LATTICE,
        lambda y, t: (
            over(lattice_tail(t, y)) ** 2,
            over(lattice_tail(t, y / t)) * over(lattice_tail(t, y * t)),
        ),
    ),
    exhaustive(
        "the shipped delta is the largest over all ways to spread up to six records",
        cases,
        worst_of_all,
    ),
    exhaustive(
        "the shipped least threshold of whole noise has that delta, and one less has more",
        deltas,
        least_is_least,
    ),
    exhaustive(
        "the shipped program is (epsilon, delta)-DP, both ways, on all small data sets",
        pairs,
        guarantee_holds,
        ("densities_decide", "post_processing"),
    ),
    exhaustive(
        "and some user reaches that delta",
        reached_cases,
        delta_is_reached,
        ("densities_decide",),
    ),
    counterexample(
        "the delta of one record in each category is too small for a user who may have all in one",
        one_record_each_is_the_worst,
        (2, 2),
        lambda: ((2, 1),),
    ),
)


def holds(decay: Fraction, m: int, n: int) -> bool:
    """Check the shipped delta at random decays of one record and thresholds, for one record and two."""
    return worst_of_all(("discrete_laplace", decay, m, 1 + n % 2, 3))


THEOREM = Theorem(
    id="histograms_are_private",
    title="A histogram has the sensitivities for which its noise is made, and the delta of a threshold is the least",
    statement="the counts change by at most c added up, their squares by c^2, and by twice that where records are "
    "replaced; a category that is shown from a threshold on costs the largest probability with which one user alone "
    "makes one appear",
    source="Dwork, McSherry, Nissim, Smith 2006; Korolova, Kenthapadi, Mishra, Ntoulas 2009",
    steps=STEPS,
    covers=(
        "histogram.sensitivity",
        "histogram.squared_sensitivity",
        "histogram.delta",
        "histogram.least_threshold",
    ),
    programs=("histogram",),
    depends_on=("laplace_laws", "discrete_laws", "discrete_gaussian_law"),
    holds=holds,
)
