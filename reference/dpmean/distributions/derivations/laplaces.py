"""The Laplace law and the discrete Laplace law, derived from e^(-epsilon |x| / D) and t^|k| up to a
factor.

Laplace densities are integrated by SymPy; the discrete law is a geometric series on each side, t =
e^(-epsilon / D).
"""

from __future__ import annotations

import sympy

from .record import equal, found, remembered, root, stage
from .sums import exponential, geometric, two_sided
from .symbols import A, D, Derivation, epsilon, h, j, k, p, s, shift, t, tidy, x

_z = sympy.Dummy("z", positive=True)
_n = sympy.Dummy("n", integer=True)
_shape = sympy.exp(-epsilon * _z / D)


def _half(
    f: sympy.Expr | int, low: sympy.Expr | int = 0, high: sympy.Expr = sympy.oo
) -> sympy.Expr:
    return exponential(f, _z, epsilon / D, low, high)


@remembered
def _scale() -> sympy.Expr:
    return found("one over the integral on both sides", 1 / (2 * _half(1)), "A")


def density() -> sympy.Expr:
    """Returns the density at x >= 0, the shape over its integral."""
    given = {A: _scale()}
    return found("A times the shape", A * _shape.subs(_z, x), given=given)


def log_density() -> sympy.Expr:
    """Returns the logarithm of the density at x >= 0."""
    return sympy.log(_scale()) - epsilon * x / D


def tail() -> sympy.Expr:
    """Returns P(|Z| >= x) for x >= 0."""
    low = sympy.Dummy("low", positive=True)
    given = {A: _scale()}
    return found("what is beyond, on both sides", 2 * A * _half(1, low), given=given).subs(low, x)


def cdf(point: sympy.Expr = x) -> sympy.Expr:
    """Returns P(Z <= x) for x >= 0, half the mass and the integral from 0 to x."""
    below, given = sympy.Rational(1, 2) + A * _half(1, 0, point), {A: _scale()}
    return equal(
        "half, and what is between 0 and the point",
        below,
        sympy.expand(tidy(below.xreplace(given))),
        given=given,
    )


def quantile() -> sympy.Expr:
    """Returns the quantile for p <= 1/2: minus the x >= 0 with P(|Z| >= x) = 2 p."""
    level = sympy.Dummy("level", positive=True)
    (point,) = sympy.solve(sympy.Eq(tail().subs(x, _z), level), _z)
    return -root(
        "-x, the only one as the tail falls",
        tail().subs(x, _z),
        2 * p,
        _z,
        point.subs(level, 2 * p),
    )


def moment(order: int = 2) -> sympy.Expr:
    """Returns the absolute moment E|Z|^order."""
    given = {A: _scale()}
    return found(
        f"x^{order} times the density, on both sides", 2 * A * _half(_z**order), given=given
    )


def hockey_stick() -> sympy.Expr:
    """Returns the hockey-stick divergence at e^h with |h| <= epsilon s / D.

    The outcomes that count are z < e, 0 <= e <= s, where the log-ratio is h. Between 0 and s the
    log-ratio of the densities is epsilon (s - 2 z) / D.
    """
    (end,) = sympy.solve(sympy.Eq(epsilon * (shift - 2 * _z) / D, h), _z)
    root("the z where the log-ratio is h", epsilon * (shift - 2 * _z) / D, h, _z, end)
    point = sympy.Dummy("point", nonnegative=True)
    below = cdf(point).subs(point, end)
    shifted = (tail().subs(x, point) / 2).subs(point, shift - end)
    value = below - sympy.exp(h) * shifted
    return equal("P(Z <= z) - e^h P(Z + s <= z)", value, sympy.expand(sympy.simplify(value)))


@remembered
def discrete_normalizer() -> sympy.Expr:
    """Returns one over the sum of t^|k|."""
    return found("one over the sum", 1 / two_sided(1, _n, t), "A")


def discrete_pmf() -> sympy.Expr:
    """Returns the probability of k >= 0."""
    return discrete_normalizer() * t**k


def discrete_log_pmf() -> sympy.Expr:
    """Returns the logarithm of the probability of k >= 0, where t = e^(-epsilon / D)."""
    return sympy.log(discrete_normalizer()) - epsilon * k / D


def discrete_tail(low: sympy.Expr = k) -> sympy.Expr:
    """Returns P(|K| >= k) for k >= 1."""
    given = {A: discrete_normalizer()}
    return found("what is beyond, on both sides", 2 * A * geometric(1, _n, t, low), given=given)


def discrete_cdf(point: sympy.Expr = k) -> sympy.Expr:
    """Returns P(K <= k) for k >= 0: the negative half, then the terms 0..k as a difference of two
    series.
    """
    with stage("below 0, and from 0 on less what is beyond k"):
        terms = geometric(1, _n, t, 1) + geometric(1, _n, t) - geometric(1, _n, t, point + 1)
    given = {A: discrete_normalizer()}
    return found("A times that", A * terms, given=given)


def discrete_moment(order: int = 2) -> sympy.Expr:
    """Returns E|K|^order for order >= 1."""
    return found(
        f"k^{order} times the mass, on both sides",
        2 * A * geometric(_n**order, _n, t),
        given={A: discrete_normalizer()},
    )


def discrete_hockey_stick() -> sympy.Expr:
    """Returns P(K <= j) - e^h P(K <= j - s), where j is the last outcome with log-ratio above h and
    0 <= j < s.
    """
    return found(
        "P(K <= j) - e^h P(K + s <= j)", discrete_cdf(j) - sympy.exp(h) * discrete_tail(s - j) / 2
    )


_T = "t = e^(-epsilon / D)"
DERIVATIONS = {
    "laplace.density": Derivation(
        "at x >= 0: e^(-epsilon x / D) over its integral on the line", density
    ),
    "laplace.log_density": Derivation(
        "at x >= 0: log of e^(-epsilon x / D) over its integral on the line", log_density
    ),
    "laplace.cdf": Derivation("x >= 0: one half and the integral of the density from 0 to x", cdf),
    "laplace.quantile": Derivation("p <= 1/2: P(|Z| >= -x) = 2 p, solved for x", quantile),
    "laplace.tail": Derivation("the density integrated from x to infinity, on both sides", tail),
    "laplace.moment": Derivation(
        "|x|^order times the density integrated on the line; order 2 unless given", moment
    ),
    "laplace.variance": Derivation(
        "x^2 times the density integrated on the line; the mean is 0", moment
    ),
    "laplace.hockey_stick": Derivation(
        "|h| <= epsilon |shift| / D: P(Z <= z) - e^h P(Z + shift <= z) at the z where the "
        "log-ratio is h",
        hockey_stick,
    ),
    "discrete_laplace.normalizer": Derivation(
        f"1 over the sum of t^|k| over the integers, {_T}", discrete_normalizer
    ),
    "discrete_laplace.pmf": Derivation(
        f"at k >= 0: t^k over the sum of t^|k| over the integers, {_T}", discrete_pmf
    ),
    "discrete_laplace.log_pmf": Derivation(
        f"at k >= 0: log of t^k over the sum of t^|k|, {_T}", discrete_log_pmf
    ),
    "discrete_laplace.cdf": Derivation(f"k >= 0: the pmf summed up to k, {_T}", discrete_cdf),
    "discrete_laplace.tail": Derivation(
        f"k >= 1: the pmf summed from k on, on both sides, {_T}", discrete_tail
    ),
    "discrete_laplace.moment": Derivation(
        f"|k|^order times the pmf summed by differentiating 1/(1 - t), {_T}; order 2 unless given",
        discrete_moment,
    ),
    "discrete_laplace.variance": Derivation(
        f"k^2 times the pmf summed by differentiating 1/(1 - t), {_T}; the mean is 0",
        discrete_moment,
    ),
    "discrete_laplace.hockey_stick": Derivation(
        "P(K <= j) - e^h P(K <= j - s), s = |shift|, j the last outcome with log-ratio above "
        f"h, 0 <= j < s, {_T}",
        discrete_hockey_stick,
    ),
}
