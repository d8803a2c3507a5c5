"""How large random vectors get (instance Lemmas 3.3 and 3.4, Section 3.4).

These are the norm of Gaussian noise, a coordinate after the random rotation, and a Gaussian sample.
Formulas take logarithms and roots as arguments; `proofs/theorems/instance/instance_tails.py`,
`proofs/theorems/instance/instance_rotation.py` and `proofs/theorems/instance/instance_gaussian.py`
prove them. beta is a probability of failure.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.enclosure import ceil
from ...exact.reals import Number, Scalar
from ...exact.rotation import padded
from ...parameters.entry import Entry, single


def squared_norm(d: Scalar, root: Scalar, log_term: Scalar) -> Scalar:
    """Returns d + 2 sqrt(d L) + 2 L, where root = sqrt(d L) and L = log_term = log(1/beta).

    The squared norm of d standard normal variables is larger with probability at most beta (Lemma
    3.3).
    """
    return d + 2 * root + 2 * log_term


def squared_spread(log_term: Scalar) -> Scalar:
    """Returns 2 L, where L = log_term.

    With L = log(2 d/beta) it bounds |(H D x)_j|^2/||x||^2 for all d coordinates j, except with
    probability beta (Lemma 3.4); with L = log(1/beta), a standard normal variable is above its root
    with probability at most beta.
    """
    return 2 * log_term


def sides(constants: str) -> int:
    """Returns how many times d tails are added: 4 in the paper, 2 are enough."""
    return 4 if constants == "paper" else 2


def sample_radius(radius: Scalar, sigma: Scalar, length: Scalar) -> Scalar:
    """Returns R' = R + sigma l.

    It bounds the norm of mu + Sigma^(1/2) g for ||mu|| <= R, ||Sigma^(1/2)|| <= sigma and ||g|| <=
    l.
    """
    return radius + sigma * length


def simple_length(root: Scalar) -> Scalar:
    """Returns 2 sqrt(d + L) >= sqrt(d + 2 sqrt(d L) + 2 L), where root = sqrt(d + L)."""
    return 2 * root


def buckets(radius: Scalar, root: Scalar, sigma: Scalar) -> Scalar:
    """Returns 2 R' sqrt(n)/sigma_min, the width 2 R' in buckets of sigma_min/sqrt(n); root =
    sqrt(n).
    """
    return 2 * radius * root / sigma


def probability(beta: Fraction) -> Fraction:
    """Returns beta, which must lie in (0, 1], or raises InvalidInput."""
    if not 0 < beta <= 1:
        raise InvalidInput("probability_out_of_range", "beta: must lie in (0, 1]", argument="beta")
    return beta


def norm_radius(d: int, beta: Fraction) -> Number:
    """Returns a length that a standard normal vector of dimension d exceeds with probability at
    most beta.

    The same holds for a vector of independent coordinates X with E e^(t X) <= e^(t^2/2).
    """
    log_term = reals.log(1 / probability(beta))
    return reals.root(squared_norm(Fraction(d), reals.root(log_term * d, 2), log_term), 2)


def spread(d: int, beta: Fraction, constants: str = "paper") -> Number:
    """Returns a bound on the coordinates of H D x over ||x||, which fails with probability at most
    beta.

    The dimension d is padded to a power of two.
    """
    return reals.root(
        squared_spread(reals.log(sides(constants) * padded(d) / probability(beta))), 2
    )


def gaussian_radius(
    n: int, d: int, radius: Fraction, sigma_max: Fraction, beta: Fraction, constants: str = "paper"
) -> Number:
    """Returns R': none of n Gaussian samples is longer, except with probability beta/4.

    With constants = exact, R' comes from Lemma 3.3 itself.
    """
    part = probability(beta) / (4 * n)
    found: Number = sample_radius(
        radius,
        sigma_max,
        simple_length(reals.root(d - reals.log(part), 2))
        if constants == "paper"
        else norm_radius(d, part),
    )
    return found


def gaussian_universe(
    n: int, d: int, radius: Fraction, sigma_min: Fraction, sigma_max: Fraction, beta: Fraction
) -> int:
    """Returns u: coordinates from -R' to R' are integers from 0 to u in buckets of
    sigma_min/sqrt(n).
    """
    if sigma_min > sigma_max:
        raise InvalidInput(
            "bounds_order", "sigma_min: must not be greater than sigma_max", argument="sigma_min"
        )
    return ceil(
        buckets(
            gaussian_radius(n, d, radius, sigma_max, beta), reals.root(Fraction(n), 2), sigma_min
        )
    )


_SAMPLE = ("n", "d", "radius")
ENTRIES = (
    Entry(
        "gaussian_norm.radius",
        "d independent standard normal variables have a greater norm with probability at most beta",
        ("d", "beta"),
        (),
        "sqrt(d + 2 sqrt(d L) + 2 L), L = log(1/beta)",
        "reals",
        "instance Lemma 3.3",
        single(norm_radius),
    ),
    Entry(
        "rotation.spread",
        "the largest coordinate of H D x over the norm of x != 0 is at least this with "
        "probability at most beta; d is padded to a power of two",
        ("d", "beta"),
        ("constants",),
        "sqrt(2 log(4 d'/beta)); exact: sqrt(2 log(2 d'/beta))",
        "reals",
        "instance Lemma 3.4",
        single(spread),
    ),
    Entry(
        "gaussian_mean.radius",
        "R': one of n Gaussian samples has a greater norm with probability at most beta/4; "
        "radius bounds the norm of their mean",
        (*_SAMPLE, "sigma_max", "beta"),
        ("constants",),
        "radius + 2 sigma_max sqrt(d + log(4 n/beta)); exact: radius + sigma_max sqrt(d + 2 "
        "sqrt(d L) + 2 L), L = log(4 n/beta)",
        "reals",
        "instance Section 3.4",
        single(gaussian_radius),
    ),
    Entry(
        "gaussian_mean.universe",
        "u: the largest integer that a coordinate in [-R', R'] becomes in buckets of "
        "sigma_min/sqrt(n)",
        (*_SAMPLE, "sigma_min", "sigma_max", "beta"),
        (),
        "ceil(2 gaussian_mean.radius sqrt(n)/sigma_min)",
        "Q",
        "instance Section 3.4",
        single(lambda **given: Fraction(gaussian_universe(**given))),
    ),
)
