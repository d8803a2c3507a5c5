"""The Gaussian law and the discrete Gaussian law, derived from e^(-z^2/(2 v)) up to a factor, v =
sigma^2.

The integral of the shape on the line squared is an integral over the plane, in polar coordinates.
The sum over the integers has no closed form: S1 is the sum of the shape over k >= 1, Sk that from k
on, and everything else follows from them. A divergence under a shift comes from completing the
square.
"""

from __future__ import annotations

import sympy

from .record import equal, found, keep, recording, remembered, root, same
from .symbols import A, D, Derivation, h, k, s, shift, x

sigma = sympy.Symbol("sigma", positive=True)
v = sigma**2
order, S1, Sk, Mk = sympy.symbols("a S1 Sk Mk", positive=True)
_z = sympy.Dummy("z", real=True)
_radius = sympy.Dummy("r", nonnegative=True)
_shape = sympy.exp(-(_z**2) / (2 * v))


def _falls(
    says: str, inside: sympy.Expr, f: sympy.Expr, z: sympy.Symbol, value: sympy.Expr
) -> sympy.Expr:
    """Returns the integral of f from 0 to infinity, where `inside` has the derivative f and falls
    to 0.
    """
    if recording():
        holds = same(sympy.diff(inside, z), f) and same(-inside.subs(z, 0), value)
        keep(says, sympy.Integral(f, (z, 0, sympy.oo)), value, "antiderivative", holds)
    return value


@remembered
def scale() -> sympy.Expr:
    """Returns A, one over the integral of the shape: its square is 2 pi times the integral of r
    e^(-r^2/(2 v)).
    """
    shape = sympy.exp(-(_radius**2) / (2 * v))
    ring = _falls("over r in polar coordinates", -v * shape, _radius * shape, _radius, v)
    square = found("over the angle: the square of the integral", 2 * sympy.pi * ring)
    whole = sympy.sqrt(2 * sympy.pi * v)
    equal("whose root is the integral", whole**2, square)
    return equal("one over the integral", 1 / whole, 1 / whole, "A")


def density() -> sympy.Expr:
    """Returns the density at x."""
    return equal(
        "A times the shape",
        A * _shape.subs(_z, x),
        scale() * _shape.subs(_z, x),
        given={A: scale()},
    )


def log_density() -> sympy.Expr:
    """Returns the logarithm of the density at x."""
    return sympy.log(scale()) - x**2 / (2 * v)


def tail() -> sympy.Expr:
    """Returns P(|Z| >= x) for x >= 0, by the function erfc, which is 1 at 0 and falls to 0."""
    at = sympy.Dummy("x", nonnegative=True)
    value = sympy.erfc(at / sympy.sqrt(2 * v))
    equal(
        "minus its derivative is the density on both sides, and it is 0 at infinity",
        -sympy.diff(value, at),
        2 * scale() * _shape.subs(_z, at),
    )
    return value.subs(at, x)


def cdf() -> sympy.Expr:
    """Returns P(Z <= x)."""
    return equal("half of the tail is above x", 1 - tail() / 2, 1 - tail() / 2)


def moment(order: int = 2) -> sympy.Expr:
    """Returns E|Z|^order: by parts M_n = (n - 1) v M_(n-2), from M_0 = 1 or M_1."""
    if order % 2:
        first = _falls("z times the shape", -v * _shape, _z * _shape, _z, v)
        value = equal(
            "on both sides, times A: M_1",
            2 * A * first,
            sympy.sqrt(2 * v / sympy.pi),
            given={A: scale()},
        )
    else:
        scale()
        value = sympy.Integer(1)
    for n in range(2 + order % 2, order + 1, 2):
        equal(
            f"by parts: a derivative, whose integral is 0, is a difference of those of M_{n} "
            f"and M_{n - 2}",
            sympy.diff(-v * _z ** (n - 1) * _shape, _z),
            (_z**n - (n - 1) * v * _z ** (n - 2)) * _shape,
        )
        value = found(f"M_{n} = {n - 1} v M_{n - 2}", (n - 1) * v * value)
    return value


def _completed(step: sympy.Expr) -> sympy.Expr:
    """Returns a (a - 1) s^2/(2 v), which is left when a times one exponent and 1 - a times the
    shifted one are added.
    """
    left = order * -(_z**2) / (2 * v) + (1 - order) * -((_z - step) ** 2) / (2 * v)
    rest = order * (order - 1) * step**2 / (2 * v)
    equal(
        "completing the square, z moved by (1 - a) s",
        left,
        -((_z - (1 - order) * step) ** 2) / (2 * v) + rest,
    )
    return rest


def renyi(step: sympy.Expr = shift) -> sympy.Expr:
    """Returns the Renyi divergence of order a under a shift s: the moved shape has the same
    mass.
    """
    return found(
        "the logarithm, the moved law having mass 1, over a - 1", _completed(step) / (order - 1)
    )


def rho(step: sympy.Expr = D) -> sympy.Expr:
    """Returns the least rho with a Renyi divergence of at most rho a at every order, at the largest
    shift D.
    """
    return found("the divergence over its order, at the shift D", renyi(step) / order)


def _threshold(step: sympy.Expr) -> sympy.Expr:
    place = sympy.Dummy("z", real=True)
    ratio = (-(place**2) + (place - step) ** 2) / (2 * v)
    return root(
        "where the log-ratio, which falls with z, is h", ratio, h, place, step / 2 - v * h / step
    )


def hockey_stick() -> sympy.Expr:
    """Returns F(z) - e^h F(z - s) at the z below which the log-ratio is above h, F(z) =
    erfc(-z/sqrt(2 v))/2.
    """
    at = _threshold(shift)
    below = [sympy.erfc(-point / sympy.sqrt(2 * v)) / 2 for point in (at, at - shift)]
    equal(
        "F has the density as its derivative",
        sympy.diff(sympy.erfc(-_z / sympy.sqrt(2 * v)) / 2, _z),
        scale() * _shape,
    )
    return below[0] - sympy.exp(h) * below[1]


def normalizer() -> sympy.Expr:
    """Returns the mass at 0 of the discrete law, one over the sum of the shape."""
    return found("one over the sum: 0, and both sides", 1 / (1 + 2 * S1), "A")


def pmf() -> sympy.Expr:
    """Returns P(K = k)."""
    return found("A times the shape", A * sympy.exp(-(k**2) / (2 * v)), given={A: normalizer()})


def log_pmf() -> sympy.Expr:
    """Returns the logarithm of P(K = k)."""
    return sympy.log(normalizer()) - k**2 / (2 * v)


def discrete_tail() -> sympy.Expr:
    """Returns P(|K| >= k) for k >= 1."""
    return found("from k on, on both sides", 2 * A * Sk, given={A: normalizer()})


def discrete_cdf() -> sympy.Expr:
    """Returns P(K <= k) for k >= 0, where Sk is the sum from k + 1 on."""
    return found("one less what is above k", 1 - A * Sk, given={A: normalizer()})


def discrete_moment() -> sympy.Expr:
    """Returns E|K|^order, where Mk is the sum of k^order times the shape over k >= 1."""
    return found("k^order times the mass, on both sides", 2 * A * Mk, given={A: normalizer()})


def discrete_hockey_stick() -> sympy.Expr:
    """Returns P(K <= j) - e^h P(K <= j - s), 0 <= j < s: Sk is the sum from j + 1 on, Mk that from
    s - j on.
    """
    _threshold(s)
    return found(
        "P(K <= j) - e^h P(K + s <= j)", 1 - A * Sk - sympy.exp(h) * A * Mk, given={A: normalizer()}
    )


def discrete_renyi() -> sympy.Expr:
    """Returns the Renyi divergence of order a under a shift s with a s an integer: the moved
    lattice is the lattice.
    """
    return found(
        "the logarithm, the moved sum being the sum as a s is an integer, over a - 1",
        _completed(shift) / (order - 1),
    )


_S = "S1 the sum of e^(-n^2/(2 sigma^2)) over n >= 1"
DERIVATIONS = {
    "gaussian.density": Derivation(
        "e^(-x^2/(2 sigma^2)) over its integral, found in polar coordinates", density
    ),
    "gaussian.log_density": Derivation(
        "log of e^(-x^2/(2 sigma^2)) over its integral", log_density
    ),
    "gaussian.tail": Derivation(
        "x >= 0: what falls to 0 and has minus the density on both sides as derivative", tail
    ),
    "gaussian.cdf": Derivation("x >= 0: one less half the tail", cdf),
    "gaussian.moment": Derivation(
        "by parts, from the moment two orders below; order 2 unless given", moment
    ),
    "gaussian.variance": Derivation("by parts; the mean is 0", moment),
    "gaussian.renyi": Derivation(
        "the square completed in a times one exponent and 1 - a times the other", renyi
    ),
    "gaussian.rho": Derivation(
        "the Renyi divergence at the shift D over its order a, the same at all", rho
    ),
    "gaussian.hockey_stick": Derivation(
        "F(z) - e^h F(z - s) at the z where the log-ratio is h", hockey_stick
    ),
    "discrete_gaussian.normalizer": Derivation(
        f"1 over the sum of e^(-k^2/(2 sigma^2)); {_S}", normalizer
    ),
    "discrete_gaussian.pmf": Derivation(f"e^(-k^2/(2 sigma^2)) over its sum; {_S}", pmf),
    "discrete_gaussian.log_pmf": Derivation(
        f"log of e^(-k^2/(2 sigma^2)) over its sum; {_S}", log_pmf
    ),
    "discrete_gaussian.cdf": Derivation(f"k >= 0; {_S}, Sk that over n >= k + 1", discrete_cdf),
    "discrete_gaussian.tail": Derivation(f"k >= 1; {_S}, Sk that over n >= k", discrete_tail),
    "discrete_gaussian.moment": Derivation(
        f"{_S}, Mk that of n^order e^(-n^2/(2 sigma^2))", discrete_moment
    ),
    "discrete_gaussian.variance": Derivation(
        f"the mean is 0; {_S}, Mk that of n^2 e^(-n^2/(2 sigma^2))", discrete_moment
    ),
    "discrete_gaussian.renyi": Derivation(
        "a s an integer: the square completed in the exponents", discrete_renyi
    ),
    "discrete_gaussian.rho": Derivation(
        "the Renyi divergence at the shift D over its order a", rho
    ),
    "discrete_gaussian.hockey_stick": Derivation(
        "P(K <= j) - e^h P(K <= j - s), s = |shift|, j the last outcome with log-ratio above "
        f"h, 0 <= j < s; {_S}, Sk that over n >= j + 1, Mk that over n >= s - j",
        discrete_hockey_stick,
    ),
}
