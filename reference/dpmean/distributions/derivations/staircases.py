"""The staircase law on the line and on a lattice, derived from its density A b^j (A unknown) by
summing over the steps.

The total variation distance under a shift s >= 0 needs no case distinction over steps: f is even
and does not increase with |z|, so f(z) >= f(z - s) exactly where |z| <= |z - s|, that is z <= s/2,
and TV = P(-s/2 < Z <= s/2).
"""

from __future__ import annotations

import sympy

from .record import found, remembered, root
from .steps import LATTICE, LINE, Axis
from .symbols import TV, A, Derivation, P, b, epsilon, h, i, j, p, s, shift, tidy, x


@remembered
def normalizer(axis: Axis) -> sympy.Expr:
    """Returns A, one over the sum of b^|J| over all z."""
    return found("one over the mass", 1 / axis.even(lambda _: sympy.Integer(1)), "A")


def weight(axis: Axis) -> sympy.Expr:
    """Returns the density or mass on step j."""
    return normalizer(axis) * b**j


def log_weight(axis: Axis) -> sympy.Expr:
    """Returns the logarithm of the density or mass on step j, where b = e^-epsilon."""
    return sympy.log(normalizer(axis)) - epsilon * j


def moment(axis: Axis, order: int = 2) -> sympy.Expr:
    """Returns the absolute moment E|X|^order."""
    scale = normalizer(axis)
    return found(
        f"A times the sum of |x|^{order} b^j",
        A * axis.even(lambda z: z**order) * axis.unit**order,
        given={A: scale},
    )


def tail(axis: Axis, point: sympy.Expr, step: sympy.Expr = j) -> sympy.Expr:
    """Returns P(|Z| >= point) for a point > 0 on `step`."""
    scale = normalizer(axis)
    return found(
        "what is beyond, on both sides", 2 * A * axis.beyond(point, step), given={A: scale}
    )


def cdf(axis: Axis, point: sympy.Expr) -> sympy.Expr:
    """Returns P(Z <= point) for a point >= 0 on step j: the negative half, 0 itself, then what is
    between.
    """
    scale, negative = normalizer(axis), axis.half(lambda _, __: sympy.Integer(1))
    return found(
        "what is below 0, and from there to the point",
        A * (negative + axis.atom + axis.below(point + axis.atom, j)),
        given={A: scale},
    )


def quantile() -> sympy.Expr:
    """Returns the x on step j of the line with P(X <= x) = p >= 1/2, where the distribution
    function is linear.
    """
    below = cdf(LINE, x)
    (point,) = sympy.solve(sympy.Eq(below, p), x)
    return root("the only x, as the left side is linear in it", below, p, x, tidy(point))


def total_variation_line() -> sympy.Expr:
    """Returns P(|X| < s/2) on the line, where s/2 is on step j."""
    return found("P(-s/2 < X <= s/2)", 1 - tail(LINE, shift / 2), "TV")


def total_variation_lattice(odd: bool = False) -> sympy.Expr:
    """Returns P(-s/2 < Z <= s/2) on the lattice.

    This is |Z| <= (s - 1)/2 for odd s, and |Z| <= s/2 without Z = -s/2 for even s.
    """
    if odd:
        return found("P(-s/2 < Z <= s/2)", 1 - tail(LATTICE, (s + 1) / 2), "TV")
    return found("P(-s/2 < Z <= s/2)", 1 - tail(LATTICE, s / 2 + 1) - weight(LATTICE), "TV")


def three_valued(total_variation: sympy.Expr) -> sympy.Expr:
    """Returns the hockey-stick divergence at e^h for 0 <= h <= epsilon.

    Where f > f_s, f_s = b f; so TV = P(f > f_s) (1 - b).
    """
    more = found(
        "P(f > f_s), as TV = P(f > f_s) - b P(f > f_s)", TV / (1 - b), "P", {TV: total_variation}
    )
    return found("P (1 - e^h b)", P * (1 - sympy.exp(h) * b), given={P: more})


_ON = "integrated over step j, summed over the steps"
_LATTICE_ON = "summed over the points of step j, then over the steps; g = gamma m, i = |x| m / D"
_TV = "f >= f_s exactly for z <= s/2, so TV = P(-s/2 < Z <= s/2); {} is on step j"
_HS = (
    "where f > f_s the ratio is 1/b, so TV = P(f > f_s)(1 - b) and the divergence is P(f > "
    "f_s)(1 - e^h b), 0 <= h <= epsilon; "
)

DERIVATIONS = {
    "staircase.normalizer": Derivation(f"1 over the mass of b^j: {_ON}", lambda: normalizer(LINE)),
    "staircase.density": Derivation(
        f"A b^j on step j, A = 1 over the mass of b^j {_ON}", lambda: weight(LINE)
    ),
    "staircase.log_density": Derivation(
        f"log of A b^j on step j, A = 1 over the mass of b^j {_ON}", lambda: log_weight(LINE)
    ),
    "staircase.cdf": Derivation(
        "x >= 0 on step j: half the mass, the whole steps below x, and the part of step j below x",
        lambda: cdf(LINE, x),
    ),
    "staircase.quantile": Derivation(
        "p >= 1/2: the cdf, linear on step j, solved for x; j is the step where x then lies",
        quantile,
    ),
    "staircase.tail": Derivation(
        "x on step j: the part of step j beyond x, and the steps after it, on both sides",
        lambda: tail(LINE, x),
    ),
    "staircase.moment": Derivation(
        f"A times |x|^order b^j {_ON}; order 2 unless given", lambda order=2: moment(LINE, order)
    ),
    "staircase.variance": Derivation(f"A times x^2 b^j {_ON}; the mean is 0", lambda: moment(LINE)),
    "staircase.total_variation": Derivation(_TV.format("|shift|/2"), total_variation_line),
    "staircase.hockey_stick": Derivation(
        _HS + _TV.format("|shift|/2"), lambda: three_valued(total_variation_line())
    ),
    "discrete_staircase.normalizer": Derivation(
        f"1 over the mass of b^j: {_LATTICE_ON}", lambda: normalizer(LATTICE)
    ),
    "discrete_staircase.pmf": Derivation(
        f"A b^j on step j, A = 1 over the mass of b^j {_LATTICE_ON}", lambda: weight(LATTICE)
    ),
    "discrete_staircase.log_pmf": Derivation(
        f"log of A b^j on step j, A = 1 over the mass of b^j {_LATTICE_ON}",
        lambda: log_weight(LATTICE),
    ),
    "discrete_staircase.cdf": Derivation(
        "i = x m / D >= 0 on step j: the points below 0, 0 itself, and the points up to i",
        lambda: cdf(LATTICE, i),
    ),
    "discrete_staircase.tail": Derivation(
        "i = x m / D >= 1 on step j: the points of step j from i on, and the steps after it, "
        "on both sides",
        lambda: tail(LATTICE, i),
    ),
    "discrete_staircase.moment": Derivation(
        f"A times |x|^order b^j {_LATTICE_ON}; order 2 unless given",
        lambda order=2: moment(LATTICE, order),
    ),
    "discrete_staircase.variance": Derivation(
        f"A times x^2 b^j {_LATTICE_ON}; the mean is 0", lambda: moment(LATTICE)
    ),
    "discrete_staircase.total_variation": Derivation(
        _TV.format("s = |shift| m / D; floor(s/2)"), total_variation_lattice
    ),
    "discrete_staircase.hockey_stick": Derivation(
        _HS + _TV.format("s = |shift| m / D; floor(s/2)"),
        lambda: three_valued(total_variation_lattice()),
    ),
}
