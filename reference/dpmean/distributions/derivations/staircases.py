"""The staircase law on the line and on a lattice, derived from its density A b^j (A unknown) by summing over the steps.

The total variation distance under a shift s >= 0 needs no case distinction over steps: f is even and does not increase
with |z|, so f(z) >= f(z - s) exactly where |z| <= |z - s|, that is z <= s/2, and TV = P(-s/2 < Z <= s/2).
"""

from __future__ import annotations

import sympy

from .steps import LATTICE, LINE, Axis
from .symbols import Derivation, b, epsilon, h, i, j, p, s, shift, tidy, x


def normalizer(axis: Axis) -> sympy.Expr:
    """Returns A, one over the sum of b^|J| over all z."""
    return tidy(1 / axis.even(lambda _: sympy.Integer(1)))


def weight(axis: Axis) -> sympy.Expr:
    """Returns the density or mass on step j."""
    return normalizer(axis) * b**j


def log_weight(axis: Axis) -> sympy.Expr:
    """Returns the logarithm of the density or mass on step j, where b = e^-epsilon."""
    return sympy.log(normalizer(axis)) - epsilon * j


def moment(axis: Axis, order: int = 2) -> sympy.Expr:
    """Returns the absolute moment E|X|^order."""
    return tidy(normalizer(axis) * axis.even(lambda z: z**order) * axis.unit**order)


def tail(axis: Axis, point: sympy.Expr, step: sympy.Expr = j) -> sympy.Expr:
    """Returns P(|Z| >= point) for a point > 0 on `step`."""
    return tidy(2 * normalizer(axis) * axis.beyond(point, step))


def cdf(axis: Axis, point: sympy.Expr) -> sympy.Expr:
    """Returns P(Z <= point) for a point >= 0 on step j: the negative half, 0 itself, then what is between."""
    negative = axis.half(lambda _, __: sympy.Integer(1))
    return tidy(normalizer(axis) * (negative + axis.atom + axis.below(point + axis.atom, j)))


def quantile() -> sympy.Expr:
    """Returns the x on step j of the line with P(X <= x) = p >= 1/2, where the distribution function is linear."""
    (root,) = sympy.solve(sympy.Eq(cdf(LINE, x), p), x)
    return tidy(root)


def total_variation_line() -> sympy.Expr:
    """Returns P(|X| < s/2) on the line, where s/2 is on step j."""
    return tidy(1 - tail(LINE, shift / 2))


def total_variation_lattice(odd: bool = False) -> sympy.Expr:
    """Returns P(-s/2 < Z <= s/2) on the lattice.

    This is |Z| <= (s - 1)/2 for odd s, and |Z| <= s/2 without Z = -s/2 for even s.
    """
    if odd:
        return tidy(1 - tail(LATTICE, (s + 1) / 2))
    return tidy(1 - tail(LATTICE, s / 2 + 1) - weight(LATTICE))


def three_valued(total_variation: sympy.Expr) -> sympy.Expr:
    """Returns the hockey-stick divergence at e^h for 0 <= h <= epsilon.

    Where f > f_s, f_s = b f; so TV = P(f > f_s) (1 - b).
    """
    return tidy(total_variation / (1 - b) * (1 - sympy.exp(h) * b))


_ON = "integrated over step j, summed over the steps"
_LATTICE_ON = "summed over the points of step j, then over the steps; g = gamma m, i = |x| m / D"
_TV = "f >= f_s exactly for z <= s/2, so TV = P(-s/2 < Z <= s/2); {} is on step j"
_HS = (
    "where f > f_s the ratio is 1/b, so TV = P(f > f_s)(1 - b) and the divergence is P(f > f_s)(1 - e^h b), 0 <= h <= "
    "epsilon; "
)

DERIVATIONS = {
    "staircase.normalizer": Derivation(f"1 over the mass of b^j: {_ON}", lambda: normalizer(LINE)),
    "staircase.density": Derivation(f"A b^j on step j, A = 1 over the mass of b^j {_ON}", lambda: weight(LINE)),
    "staircase.log_density": Derivation(f"log of A b^j on step j, A = 1 over the mass of b^j {_ON}",
        lambda: log_weight(LINE)),
    "staircase.cdf": Derivation(
        "x >= 0 on step j: half the mass, the whole steps below x, and the part of step j below x",
        lambda: cdf(LINE, x)),
    "staircase.quantile": Derivation(
        "p >= 1/2: the cdf, linear on step j, solved for x; j is the step where x then lies", quantile),
    "staircase.tail": Derivation("x on step j: the part of step j beyond x, and the steps after it, on both sides",
        lambda: tail(LINE, x)),
    "staircase.moment": Derivation(f"A times |x|^order b^j {_ON}; order 2 unless given",
        lambda order=2: moment(LINE, order)),
    "staircase.variance": Derivation(f"A times x^2 b^j {_ON}; the mean is 0", lambda: moment(LINE)),
    "staircase.total_variation": Derivation(_TV.format("|shift|/2"), total_variation_line),
    "staircase.hockey_stick": Derivation(_HS + _TV.format("|shift|/2"), lambda: three_valued(total_variation_line())),
    "discrete_staircase.normalizer": Derivation(f"1 over the mass of b^j: {_LATTICE_ON}", lambda: normalizer(LATTICE)),
    "discrete_staircase.pmf": Derivation(f"A b^j on step j, A = 1 over the mass of b^j {_LATTICE_ON}",
        lambda: weight(LATTICE)),
    "discrete_staircase.log_pmf": Derivation(f"log of A b^j on step j, A = 1 over the mass of b^j {_LATTICE_ON}",
        lambda: log_weight(LATTICE)),
    "discrete_staircase.cdf": Derivation(
        "i = x m / D >= 0 on step j: the points below 0, 0 itself, and the points up to i", lambda: cdf(LATTICE, i)),
    "discrete_staircase.tail": Derivation(
        "i = x m / D >= 1 on step j: the points of step j from i on, and the steps after it, on both sides",
        lambda: tail(LATTICE, i)),
    "discrete_staircase.moment": Derivation(f"A times |x|^order b^j {_LATTICE_ON}; order 2 unless given",
        lambda order=2: moment(LATTICE, order)),
    "discrete_staircase.variance": Derivation(f"A times x^2 b^j {_LATTICE_ON}; the mean is 0", lambda: moment(LATTICE)),
    "discrete_staircase.total_variation": Derivation(_TV.format("s = |shift| m / D; floor(s/2)"),
        total_variation_lattice),
    "discrete_staircase.hockey_stick": Derivation(_HS + _TV.format("s = |shift| m / D; floor(s/2)"),
        lambda: three_valued(total_variation_lattice())),
}
