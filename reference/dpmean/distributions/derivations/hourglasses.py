"""The hourglass law on the line and on a lattice, derived from its density C b^(|J| + |k - J|) on
the diagonals.

A point is (x, k): x on the signed step J, y = k D - x. Summing over k is summing over n = k - J, a
two-sided geometric series; summing over x goes step by step. Expectations of polynomials in x and y
are taken from this joint law directly, without the marginals, so that Lemmas 3 and 4 are among what
is derived and not among what is used.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from .record import found, recording, remembered, root, stage
from .steps import LATTICE, LINE, Axis
from .sums import geometric, lattice_sum, two_sided
from .symbols import C, Derivation, J, b, diagonal, epsilon, h, i, j, k, tidy, x

_n = sympy.Dummy("n", integer=True)
_step = sympy.Dummy("l", integer=True)


def mass(axis: Axis, f: Callable[[sympy.Expr, sympy.Expr], sympy.Expr]) -> sympy.Expr:
    """Returns the sum over all points of b^(|J| + |k - J|) f(x, y), f a polynomial, in units of the
    axis.
    """
    return axis.whole(lambda z, step: diagonals(f(z, (step + _n) * axis.span - z)))


def diagonals(term: sympy.Expr | int) -> sympy.Expr:
    """Returns the sum of b^|k - J| term over the diagonals k = J + n, where term is a polynomial in
    n.
    """
    with stage("over the diagonals k = J + n"):
        both = two_sided(term, _n, b)
        return found("n of both signs together", both) if recording() else both


@remembered
def normalizer(axis: Axis) -> sympy.Expr:
    """Returns C, one over the sum of b^(|J| + |k - J|)."""
    return found("one over the mass", 1 / mass(axis, lambda _, __: sympy.Integer(1)), "C")


def _exponent() -> sympy.Expr:
    return sympy.Abs(J) + sympy.Abs(diagonal - J)


def weight(axis: Axis) -> sympy.Expr:
    """Returns the density or mass at the signed step J of x, on the diagonal k."""
    return normalizer(axis) * b ** _exponent()


def log_weight(axis: Axis) -> sympy.Expr:
    """Returns the logarithm of the density or mass at the signed step J of x, on the diagonal k."""
    return sympy.log(normalizer(axis)) - epsilon * _exponent()


def expectation(
    axis: Axis, f: Callable[[sympy.Expr, sympy.Expr], sympy.Expr], degree: int = 2
) -> sympy.Expr:
    """Returns E f(X, Y), where f is a homogeneous polynomial of this degree."""
    given = {C: normalizer(axis)}
    return found("C times the sum of all", C * mass(axis, f) * axis.unit**degree, given=given)


def marginal(axis: Axis) -> sympy.Expr:
    """Returns the density or mass of X on step j, which is the sum over the diagonals."""
    given = {C: normalizer(axis)}
    return found("C b^j times that", C * b**j * diagonals(1), given=given)


def conditional_pmf() -> sympy.Expr:
    """Returns P(X + Y = k D | X = x), where J is the signed step of x.

    It is the density on the diagonal over the sum over all diagonals.
    """
    return b ** sympy.Abs(diagonal - J) * found("one over that", 1 / diagonals(1))


def sum_pmf(axis: Axis) -> sympy.Expr:
    """Returns P(X + Y = k D) for k >= 0.

    The exponent is k on the steps 0..k, and k + 2 n on the steps k + n and -n.
    """
    scale = normalizer(axis)
    with stage("steps 0 to k"):
        middle = axis.central() + lattice_sum(axis.width(_step), _step, 1, k + 1)
    with stage("steps above k, and below 0"):
        outside = geometric(axis.width(k + _step), _step, b**2, 1) + geometric(
            axis.width(_step), _step, b**2, 1
        )
    return found("C b^k times all of them", C * b**k * (middle + outside), given={C: scale})


def moment(axis: Axis, order: int = 2) -> sympy.Expr:
    """Returns the absolute moment E|X|^order of one coordinate."""
    scale = normalizer(axis)
    return found(
        f"C times the sum of |x|^{order} b^(|J| + |k - J|)",
        C * axis.even(lambda z: diagonals(z**order)) * axis.unit**order,
        given={C: scale},
    )


def tail(axis: Axis, point: sympy.Expr) -> sympy.Expr:
    """Returns P(|X| >= point) for a point > 0 on step j; every x carries the sum over the
    diagonals.
    """
    scale = normalizer(axis)
    return found(
        "what is beyond, on both sides",
        2 * C * axis.beyond(point, j, lambda _: diagonals(1)),
        given={C: scale},
    )


def hockey_stick() -> sympy.Expr:
    """Returns the hockey-stick divergence at e^h, |h| <= epsilon.

    The ratio is always b or 1/b; P(ratio 1/b) = q follows from total mass 1 of the shift.
    """
    q = sympy.Dummy("q")
    (q_value,) = sympy.solve(sympy.Eq(b * q + (1 - q) / b, 1), q)
    chance = root("P(ratio 1/b)", b * q + (1 - q) / b, sympy.Integer(1), q, tidy(q_value))
    return found("q - e^h b q", chance - sympy.exp(h) * b * chance)


def _law(name: str, axis: Axis, kind: str, point: sympy.Expr, how: str) -> dict[str, Derivation]:
    on = f"summed over the diagonals k, {how} step J, summed over the steps"
    return {
        f"{name}.normalizer": Derivation(
            f"1 over the mass of b^(|J| + |k - J|): {on}", lambda: normalizer(axis)
        ),
        f"{name}.{kind}": Derivation(
            f"C b^(|J| + |k - J|), J the signed step of x, C = 1 over its mass {on}",
            lambda: weight(axis),
        ),
        f"{name}.log_{kind}": Derivation(
            f"log of C b^(|J| + |k - J|), J the signed step of x, C = 1 over its mass {on}",
            lambda: log_weight(axis),
        ),
        f"{name}.marginal_{kind}": Derivation(
            "|x| on step j: the joint law summed over the diagonals k", lambda: marginal(axis)
        ),
        f"{name}.conditional_pmf": Derivation(
            "the joint law over its sum over k, J the signed step of x", conditional_pmf
        ),
        f"{name}.sum_pmf": Derivation(
            "k >= 0: the joint law on the diagonal k, over steps 0..k (exponent k), above k "
            "and below 0 (exponent k + 2n)",
            lambda: sum_pmf(axis),
        ),
        f"{name}.tail": Derivation(
            "x on step j: the joint law beyond x on every diagonal, on both sides",
            lambda: tail(axis, point),
        ),
        f"{name}.moment": Derivation(
            f"C times |x|^order b^(|J| + |k - J|) {on}; order 2 unless given",
            lambda order=2: moment(axis, order),
        ),
        f"{name}.variance": Derivation(
            f"C times x^2 b^(|J| + |k - J|) {on}; the mean is 0",
            lambda: expectation(axis, lambda x, _: x**2),
        ),
        f"{name}.covariance": Derivation(
            f"C times x y b^(|J| + |k - J|), y = k D - x, {on}",
            lambda: expectation(axis, lambda x, y: x * y),
        ),
        f"{name}.sum_variance": Derivation(
            f"C times (x + y)^2 b^(|J| + |k - J|), x + y = k D, {on}",
            lambda: expectation(axis, lambda x, y: (x + y) ** 2),
        ),
        f"{name}.hockey_stick": Derivation(
            "|h| <= epsilon: the density ratio is b or 1/b everywhere; P(ratio 1/b) = q "
            "from b q + (1 - q)/b = 1, then q - e^h b q",
            hockey_stick,
        ),
    }


DERIVATIONS = _law("hourglass", LINE, "density", x, "integrated over x on") | _law(
    "discrete_hourglass",
    LATTICE,
    "pmf",
    i,
    "summed over the lattice points i = x m / D (g = gamma m) of",
)
