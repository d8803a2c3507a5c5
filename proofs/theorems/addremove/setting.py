"""The setting: neighbouring data sets, privacy, the mean and its losses; what the paper takes from
elsewhere.

Claim.       Two multisets are add-remove neighbours exactly if one is the other plus a record, swap neighbours exactly
             if one record is replaced; swap neighbours have a common add-remove neighbour, so
             eps-DP for add-remove is 2 eps-DP for swap, and not conversely; the losses scale with
             (u - l)^2 and the risks fall with n0.
Source.      addremove Sections 1, 1.1, 1.2; Definition 1.
Derivation.  Small multisets, exhaustively; algebra.
Trusted.     the results named in the `cited` steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove.transformed_mean import TransformedMean
from dpmean.programs.postprocess import clip
from dpmean.programs.run import run

from ...kernel.formulas import ANY, POSITIVE, UNIT, Ring
from ...kernel.rules import cited, counterexample, exhaustive, identity
from ...theorem import Theorem, rows

GRID = (Fraction(0), Fraction(1, 2), Fraction(1))
R = Ring({"b": UNIT, "w": POSITIVE, "y": ANY, "z": ANY, "l": ANY})
Multiset = tuple[Fraction, ...]


def multisets(most: int) -> Iterator[Multiset]:
    """Yield every multiset of at most `most` records of the grid."""
    for size in range(most + 1):
        yield from combinations_with_replacement(GRID, size)


def pairs() -> Iterator[tuple[Multiset, Multiset]]:
    """Yield all ordered pairs of small multisets."""
    for d in multisets(3):
        for e in multisets(3):
            yield d, e


def differences(d: Multiset, e: Multiset) -> tuple[int, int]:
    """Return the sizes |D - E| and |E - D| for multisets D and E."""
    return sum((Counter(d) - Counter(e)).values()), sum((Counter(e) - Counter(d)).values())


def plus_one(d: Multiset, e: Multiset) -> bool:
    """Tell whether e is the multiset d with one more record."""
    return any(Counter((*d, x)) == Counter(e) for x in GRID)


def add_remove_as_said(pair: tuple[Multiset, Multiset]) -> bool:
    """Tell whether |D - E| + |E - D| = 1 exactly if one is the other plus a record."""
    d, e = pair
    return (sum(differences(d, e)) == 1) == (plus_one(d, e) or plus_one(e, d))


def swap_as_said(pair: tuple[Multiset, Multiset]) -> bool:
    """Tell whether |D - E| = |E - D| = 1 exactly if one record is replaced by a different one."""
    d, e = pair
    replaced = any(
        Counter((*rest, x)) == Counter(e) and Counter(d) != Counter(e)
        for i in range(len(d))
        for rest in [d[:i] + d[i + 1 :]]
        for x in GRID
    )
    return (differences(d, e) == (1, 1)) == replaced


def swap_has_a_common_neighbour(pair: tuple[Multiset, Multiset]) -> bool:
    """Tell whether swap neighbours share an add-remove neighbour, their intersection."""
    d, e = pair
    if differences(d, e) != (1, 1):
        return True
    common = tuple((Counter(d) & Counter(e)).elements())
    return sum(differences(d, common)) == 1 and sum(differences(common, e)) == 1


def size_is_swap_private(pair: tuple[Multiset, Multiset]) -> bool:
    """Tell whether releasing |D| says nothing about swap neighbours."""
    return differences(*pair) != (1, 1) or len(pair[0]) == len(pair[1])


def size_is_add_remove_private(pair: tuple[Multiset, Multiset]) -> bool:
    """Tell whether releasing |D| says nothing about add-remove neighbours."""
    return sum(differences(*pair)) != 1 or len(pair[0]) == len(pair[1])


def noiseless_is_the_mean(data: Multiset) -> bool:
    """Tell whether the shipped Algorithm 3 returns mu(D) with zero noise."""
    if not data:
        return True
    mechanism = TransformedMean(Decay.formal("1", "1/2"), Fraction(0), Fraction(1), noise="laplace")
    result = run(mechanism.program(data), lambda _: Fraction(0)).output
    return bool(result == sum(data) / len(data))


STEPS = (
    exhaustive("add-remove neighbours: one is the other plus a record", pairs, add_remove_as_said),
    exhaustive("swap neighbours: one record is replaced", pairs, swap_as_said),
    exhaustive(
        "swap neighbours have a common add-remove neighbour", pairs, swap_has_a_common_neighbour
    ),
    identity("two losses of eps multiply to 2 eps", R, lambda b: ((1 / b) * (1 / b), 1 / b**2)),
    exhaustive("releasing |D| is private for swap", pairs, size_is_swap_private),
    counterexample(
        "and not for add-remove: the empty set and {0}",
        size_is_add_remove_private,
        ((), (Fraction(0),)),
        lambda: [((), ())],
    ),
    exhaustive(
        "with zero noise the shipped Algorithm 3 returns the mean",
        lambda: multisets(3),
        noiseless_is_the_mean,
    ),
    identity(
        "squared errors scale by (u - l)^2",
        R,
        lambda l, w, y, z: (((l + w * y) - (l + w * z)) ** 2, w**2 * (y - z) ** 2),
    ),
    exhaustive(
        "clip is max(a, min(x, b))",
        lambda: [
            (Fraction(x, 2), Fraction(a), Fraction(b))
            for x in range(-6, 7)
            for a in (-1, 0)
            for b in (1, 2)
        ],
        lambda c: clip(*c) == max(c[1], min(*c[::2])),
    ),
    exhaustive(
        "a supremum over fewer data sets is not larger",
        lambda: [(i, j) for i in range(4) for j in range(i, 4)],
        lambda c: (
            max(range(c[1], 9)) <= max(range(c[0], 9))
            and set(range(c[1], 9)) <= set(range(c[0], 9))
        ),
    ),
    counterexample(
        "a loss that is monotonic but not even: max(x, 0) is smaller after shifting the noise "
        "by -1",
        lambda s: max(Fraction(1) + s, Fraction(0)) + max(Fraction(-1) + s, Fraction(0)) >= 1,
        Fraction(-1),
        lambda: (Fraction(0), Fraction(1)),
    ),
    *(
        cited(name, name)
        for name in (
            "Dwork-Roth 2014",
            "Geng-Viswanath 2014",
            "Geng-Kairouz-Oh-Viswanath 2015",
            "Hardt-Talwar 2010",
            "Kamath et al. 2023",
            "Amin et al. 2019",
        )
    ),
)


def holds(shares: list[Fraction], extra: Fraction) -> bool:
    """Check that adding a record makes an add-remove neighbour.

    Replacing one makes a swap neighbour or the same multiset.
    """
    d = tuple(shares)
    added = differences(d, (*d, extra))
    replaced = differences(d, (*d[1:], extra)) if d else (1, 1)
    return added == (0, 1) and replaced in ((1, 1), (0, 0))


THEOREM = Theorem(
    id="setting",
    title="The setting, and what is cited",
    statement="neighbours, the factor 2 between the models, means and risks are as defined",
    source="addremove Sections 1, 1.1, 1.2",
    steps=STEPS,
    holds=holds,
    claims=rows(__file__),
)
