"""Bounds of the squared error when every user has her own epsilon (hetero Theorems 1 and 2).

Records are of an interval of width 1. Two groups: n f users with epsilon1, the others with epsilon2
>= epsilon1; None stands for an infinite epsilon. The formulas take whatever numbers they are given;
`proofs/theorems/hetero/hetero_lower_bound.py` and `proofs/theorems/hetero/hetero_sharper_bounds.py`
prove them. The sharper bounds and the one for any vector are this project's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from ...errors import InvalidInput
from ...exact import enclosure, reals
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single
from . import weights
from .weights import Epsilon

TRIVIAL = Fraction(1, 4)  # the worst squared error of the midpoint
PRINTED = Fraction(1560), Fraction(1048)  # Equations (50) and (45): not saturated, saturated
SHARPER = Fraction(81, 2), Fraction(27)  # the same two constants, sharper
VECTOR = 54  # min(objective, 1/4) over this bounds every vector's error from below


def ratio_form(n: Scalar, f: Scalar, low: Scalar) -> Scalar:
    """Returns R = 1 + 8 / (epsilon1^2 n f) of Equation (4), where low = epsilon1."""
    return 1 + 8 / (low**2 * n * f)


def proportional(n: Scalar, f: Scalar, low: Scalar, high: Scalar) -> Scalar:
    """Returns Equation (5), the bound of the squared error for weights proportional to the
    epsilons.

    low = epsilon1 and high = epsilon2.
    """
    return weights.squared_error(
        n * (f * low + (1 - f) * high), n * (f * low**2 + (1 - f) * high**2)
    )


def saturated(n: Scalar, f: Scalar, r: Scalar) -> Scalar:
    """Returns Equation (7), the least bound of the squared error when epsilon2 does not bind; r =
    R.
    """
    return r / (4 * n * (f + (1 - f) * r))


def shrunk(u: Scalar) -> Scalar:
    """Returns u / (1 + 4 u), the worst squared error of a shrunk affine estimate.

    The estimate has worst squared error u before it is multiplied by 1/(1 + 4 u); the result is
    less than u, and less than 1/4.
    """
    return u / (1 + 4 * u)


def tanh_half(b: Scalar) -> Scalar:
    """Returns tanh(epsilon/2) with b = e^-epsilon.

    It is the greatest change of a probability when a record with that epsilon is replaced.
    """
    return (1 - b) / (1 + b)


def le_cam(d: Scalar, t: Scalar) -> Scalar:
    """Returns d^2 (1 - d t)/4, a lower bound of the squared error from two laws.

    The laws live on the interval's ends, have means +-d/2, and their releases differ by at most d t
    in total variation.
    """
    return d**2 * (1 - d * t) / 4


def at_best(t: Scalar) -> Scalar:
    """Returns `le_cam` at its best d = 2/(3 t), where that is at most 1."""
    return 1 / (27 * t**2)


def _first_group(n: int, f: Fraction) -> int:
    """Returns n f, which must be an integer."""
    size = n * f
    if size.denominator != 1:
        raise InvalidInput(
            "not_an_integer",
            "f: n f, the number of users in the first group, must be an integer",
            argument="f",
        )
    return size.numerator


def ratio(n: int, f: Fraction, epsilon1: Fraction) -> Fraction:
    """Returns R of Equation (4); an infinite one raises InvalidInput."""
    if not _first_group(n, f):
        raise InvalidInput(
            "not_finite", "f: the ratio is infinite when the first group is empty", argument="f"
        )
    if not epsilon1:
        raise InvalidInput(
            "not_finite", "epsilon1: the ratio is infinite when it is 0", argument="epsilon1"
        )
    return Fraction(ratio_form(n, f, epsilon1))


def critical_epsilon(n: int, f: Fraction, epsilon1: Fraction, epsilon2: Epsilon = None) -> Fraction:  # noqa: ARG001
    """Returns R epsilon1: an epsilon2 that is greater changes nothing."""
    return ratio(n, f, epsilon1) * epsilon1


def _is_saturated(n: int, f: Fraction, epsilon1: Fraction, epsilon2: Epsilon) -> bool:
    """Returns whether case (B) of the theorems holds: R is finite and epsilon2 >= R epsilon1."""
    return (
        bool(_first_group(n, f))
        and epsilon1 > 0
        and (epsilon2 is None or epsilon2 >= critical_epsilon(n, f, epsilon1))
    )


def upper_bound(n: int, f: Fraction, epsilon1: Fraction, epsilon2: Epsilon) -> Fraction:
    """Returns the upper bound of Theorem 1, the lesser of 1/4 and the objective of ADPM."""
    first = _first_group(n, f)
    if epsilon2 is not None and epsilon2 < epsilon1:
        raise InvalidInput(
            "out_of_range", "epsilon2: must be at least epsilon1", argument="epsilon2"
        )
    if (first == n and not epsilon1) or epsilon2 == 0:
        raise InvalidInput(
            "epsilon_not_positive",
            "epsilon2: nobody's data may be used",
            argument="epsilon1" if first == n else "epsilon2",
        )
    if _is_saturated(n, f, epsilon1, epsilon2):
        return min(TRIVIAL, Fraction(saturated(n, f, ratio(n, f, epsilon1))))
    if epsilon2 is None:  # the first group is empty or gives nothing: public records alone
        return Fraction(1, 4 * (n - first))
    return min(TRIVIAL, Fraction(proportional(n, f, epsilon1, epsilon2)))


def lower_bound(n: int, f: Fraction, epsilon1: Fraction, epsilon2: Epsilon) -> Fraction:
    """Returns the lower bound of Theorem 2 with its constants."""
    return upper_bound(n, f, epsilon1, epsilon2) / PRINTED[_is_saturated(n, f, epsilon1, epsilon2)]


def sharper_lower_bound(n: int, f: Fraction, epsilon1: Fraction, epsilon2: Epsilon) -> Fraction:
    """Returns the lower bound of Theorem 2 with this project's better constants."""
    return upper_bound(n, f, epsilon1, epsilon2) / SHARPER[_is_saturated(n, f, epsilon1, epsilon2)]


def reaches(epsilons: Sequence[Epsilon]) -> Iterator[Number]:
    """Yields T_k for every k that can be the best.

    T_k is the sum over the k least epsilons of tanh(epsilon/2), plus sqrt(n - k). Among equal
    epsilons T_k is concave, so only the ends of groups count. k = n is better than n - 1, and with
    public users no better than without.
    """
    rest, total = len(epsilons), Fraction(0)
    public = sum(e is None for e in epsilons)
    groups: list[tuple[Fraction, int]] = [
        (e, sum(1 for _ in same))
        for e, same in groupby(sorted(e for e in epsilons if e is not None))
    ]
    if not groups or groups[0][0] > 0:
        groups.insert(0, (Fraction(0), 0))
    for index, (epsilon, size) in enumerate(groups):
        total, rest = total + size * tanh_half(reals.exp(-epsilon)), rest - size
        if not (rest == 1 and not public and index + 1 < len(groups)):
            yield total + reals.root(Fraction(rest), 2)


def vector_lower_bound(epsilons: Sequence[Epsilon]) -> Number:
    """Returns the greatest of `le_cam` over d in [0, 1] and k, a lower bound for any vector of
    epsilons.

    No estimator that gives every user her epsilon has a smaller worst squared error.
    """
    weights.check(epsilons)
    best: Number | None = None
    for t in reaches(epsilons):
        best = t if best is None or enclosure.compare(t, best) < 0 else best
    assert best is not None
    return (
        at_best(best) if enclosure.compare(best, Fraction(2, 3)) >= 0 else le_cam(Fraction(1), best)
    )


_GROUPS = ("n", "f", "epsilon1", "epsilon2")
ENTRIES = (
    Entry(
        "hetero.ratio",
        "R: epsilon2 beyond R epsilon1 is not used",
        ("n", "f", "epsilon1"),
        (),
        "1 + 8 / (epsilon1^2 n f)",
        "Q",
        "hetero Equation (4)",
        single(ratio),
    ),
    Entry(
        "hetero.critical_epsilon",
        "the epsilon2 at which the weights saturate",
        ("n", "f", "epsilon1"),
        ("epsilon2",),
        "ratio epsilon1",
        "Q",
        "hetero Equation (4)",
        single(critical_epsilon),
    ),
    Entry(
        "hetero.upper_bound",
        "the error of ADPM for two groups on an interval of width 1 is at most this",
        _GROUPS,
        (),
        "min(1/4, R/(4 n (f + (1 - f) R))) for f epsilon1 > 0 and epsilon2 >= R epsilon1; 1/(4 "
        "n (1 - f)) for epsilon2 = infinity; min(1/4, (q/4 + 2)/S^2) otherwise, R = ratio, S = "
        "n (f epsilon1 + (1 - f) epsilon2), q = n (f epsilon1^2 + (1 - f) epsilon2^2)",
        "Q",
        "hetero Theorem 1",
        single(upper_bound),
    ),
    Entry(
        "hetero.lower_bound",
        "the minimax error for two groups is at least this, with the paper's constants",
        _GROUPS,
        (),
        "upper_bound / 1048 for f epsilon1 > 0 and epsilon2 >= ratio epsilon1; upper_bound / 1560 "
        "otherwise",
        "Q",
        "hetero Theorem 2",
        single(lower_bound),
    ),
    Entry(
        "hetero.sharper_lower_bound",
        "the same with better constants",
        _GROUPS,
        (),
        "upper_bound / 27 for f "
        "epsilon1 > 0 and epsilon2 >= ratio epsilon1; 2 upper_bound / 81 otherwise",
        "Q",
        "hetero Theorem 2, sharpened",
        single(sharper_lower_bound),
    ),
    Entry(
        "hetero.vector_lower_bound",
        "the minimax error for any vector of epsilons is at least this",
        ("epsilons",),
        (),
        "1 / (27 T^2) for T >= 2/3; (1 - T) / 4 otherwise, T = min over k from 0 to n of "
        "(sqrt(n - k) + sum over j from 1 to k of tanh(eps(j)/2))",
        "reals",
        "hetero Lemma 5, sharpened",
        single(vector_lower_bound),
    ),
)
