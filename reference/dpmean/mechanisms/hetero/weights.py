"""The optimal weights of an affine estimate when every user has her own epsilon, in closed form
(hetero Algorithm 1).

For records of an interval of width 1 the estimate is the sum of w_i x_i plus Laplace noise of scale
eta = max of w_i / epsilon_i; its squared error is at most |w|^2 / 4 + 2 eta^2. Over the simplex
that has one minimum, at

    w_i = c_i / S,  c_i = min(epsilon_i, theta),  S = the sum of c_j,

where theta is the only root of the sum of epsilon_i (theta - epsilon_i)+ = 8 (for two groups theta
= epsilon_1 R, the paper's Table I). User i gets the privacy c_i: whoever would have accepted more
than theta gets theta, and so some privacy for free. Weights are rationals for rational epsilons.
`proofs/theorems/hetero/adpm_weights.py` proves it. None stands for an epsilon of infinity: a public
record.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from ...errors import InvalidInput
from ...exact.reals import Scalar

Epsilon = Fraction | None
NOISE = 8  # the ratio of the two coefficients of |w|^2 / 4 + 2 eta^2


def root(total: Scalar, squares: Scalar) -> Scalar:
    """Returns the theta with theta total - squares = 8.

    total and squares are the sums of the epsilons below theta and of their squares.
    """
    return (squares + NOISE) / total


def squared_error(total: Scalar, squares: Scalar) -> Scalar:
    """Returns |w|^2 / 4 + 2 eta^2 for weights proportional to c and eta = 1 / S.

    total = S and squares are the sums of the c_i and of their squares.
    """
    return (squares / 4 + 2) / total**2


def check(epsilons: Sequence[Epsilon]) -> None:
    """Raises InvalidInput for an empty vector, negative epsilons, or one in which nobody's data may
    be used.
    """
    if any(e is not None and e.numerator < 0 for e in epsilons):
        raise InvalidInput(
            "epsilon_not_positive", "epsilons: none may be negative", argument="epsilons"
        )
    if all(e == 0 for e in epsilons):
        raise InvalidInput(
            "epsilon_not_positive",
            "epsilons: at least one must be greater than 0, or nobody's data may be used",
            argument="epsilons",
        )


def saturation(epsilons: Sequence[Epsilon]) -> Epsilon:
    """Returns theta, or None (infinity) when no epsilon is positive and finite, so that there is no
    noise.

    Between the k-th and the next positive epsilon, in rising order, the sum is theta A - B with A,
    B the sums of the first k epsilons and of their squares, so theta = (B + 8) / A for the least k
    for which that does not exceed the next one.
    """
    check(epsilons)
    rising = sorted(e for e in epsilons if e)
    if not rising:
        return None
    sums, squares = accumulate(rising), accumulate(e * e for e in rising)
    for a, b, following in zip(sums, squares, [*rising[1:], None], strict=True):
        theta = root(a, b)
        if following is None or theta <= following:
            return theta
    raise AssertionError("unreachable")


def granted(epsilons: Sequence[Epsilon]) -> tuple[Epsilon, ...]:
    """Returns c_i = min(epsilon_i, theta), the privacy that each user gets.

    It is None (no noise at all) only where nobody has a positive finite epsilon.
    """
    theta = saturation(epsilons)
    if theta is None:
        return tuple(epsilons)
    return tuple(theta if e is None else min(e, theta) for e in epsilons)


def weights(epsilons: Sequence[Epsilon]) -> tuple[Fraction, ...]:
    """Returns the weights w_i, rationals that add up to 1, with 0 for an epsilon of 0."""
    given = granted(epsilons)
    # None beside a positive finite c does not occur
    shares = [Fraction(1) if c is None else c for c in given]
    total = sum(shares, Fraction(0))
    return tuple(c / total for c in shares)


def noise_scale(epsilons: Sequence[Epsilon]) -> Fraction:
    """Returns eta = max of w_i / epsilon_i = 1 / S, or 0 where there is no noise."""
    given = granted(epsilons)
    return (
        Fraction(0) if None in given else 1 / sum((c for c in given if c is not None), Fraction(0))
    )


def objective(epsilons: Sequence[Epsilon]) -> Fraction:
    """Returns |w|^2 / 4 + 2 eta^2 at the minimum, a bound of the squared error on an interval of
    width 1.
    """
    given = granted(epsilons)
    if None in given:
        # with public records alone the estimate is their plain mean
        return Fraction(1, 4 * given.count(None))
    shares = [c for c in given if c is not None]
    return Fraction(
        squared_error(sum(shares, Fraction(0)), sum((c * c for c in shares), Fraction(0)))
    )
