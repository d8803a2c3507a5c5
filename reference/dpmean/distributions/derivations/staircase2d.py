"""The two-dimensional staircase law, derived from its density A b^j on the l1 annuli, j the step of
|x| + |y|.

A point of a quadrant is (x, r - x) up to signs, 0 <= x <= r = |x| + |y|: a change of variables of
determinant 1, so every integral is one over x in [0, r] and then one over the steps of r, which are
those of the line.

The overlap of the law with its shift needs the ball picture: A b^j is the sum over k >= j of A (1 -
b) b^k, so the smaller of the two densities is the same sum over the k whose ball holds both z and z
- shift. In the coordinates x + y, x - y (determinant 2) a ball of radius r is a square, and it
meets its shift in a rectangle.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from .record import found, remembered, stage
from .staircases import three_valued
from .steps import LINE
from .sums import geometric, integral
from .symbols import A, D, Derivation, b, epsilon, gamma, j, l, r, u, v, x

_x = sympy.Dummy("x")
_k = sympy.Dummy("k")


def mass(f: Callable[[sympy.Expr, sympy.Expr], sympy.Expr]) -> sympy.Expr:
    """Returns the integral over the plane of b^j f(x, y), f a polynomial, quadrant by quadrant."""

    def slices(radius: sympy.Expr, _: sympy.Expr | int) -> sympy.Expr:
        quadrants = (f(sx * _x, sy * (radius - _x)) for sx in (1, -1) for sy in (1, -1))
        with stage("the four quadrants at |x| + |y| = r"):
            return integral(sum(quadrants, sympy.Integer(0)), _x, 0, radius)

    return LINE.half(slices)


@remembered
def normalizer() -> sympy.Expr:
    """Returns A, one over the integral of b^j."""
    return found("one over the mass", 1 / mass(lambda _, __: sympy.Integer(1)), "A")


def weight(step: sympy.Expr = j) -> sympy.Expr:
    """Returns the density on a step."""
    return normalizer() * b**step


def log_weight() -> sympy.Expr:
    """Returns the logarithm of the density on step j."""
    return sympy.log(normalizer()) - epsilon * j


def moment(order: int = 2) -> sympy.Expr:
    """Returns E|X|^order, four times that of the quadrant x, y >= 0."""
    scale = normalizer()
    return found(
        f"four quadrants of A times the integral of x^{order} b^j",
        4 * A * LINE.half(lambda radius, _: integral(_x**order, _x, 0, radius)),
        given={A: scale},
    )


def expectation(f: Callable[[sympy.Expr, sympy.Expr], sympy.Expr]) -> sympy.Expr:
    """Returns E f(X, Y), where f is a polynomial."""
    given = {A: normalizer()}
    return found("A times the sum of all", A * mass(f), given=given)


def marginal_density() -> sympy.Expr:
    """Returns the density of X at x >= 0 on step j: y >= 0 means r >= x, and there is twice
    that.
    """
    given = {A: normalizer()}
    return found("y >= 0 and y < 0", 2 * A * LINE.beyond(x, j), given=given)


def conditional_density() -> sympy.Expr:
    """Returns the density of Y at y given X = x, where x is on step j and |x| + |y| on step l."""
    return found("the density over the marginal density", weight(l) / marginal_density())


def tail() -> sympy.Expr:
    """Returns P(|X| >= x) for x on step j: for each r >= x the slice [x, r], in four quadrants."""
    given = {A: normalizer()}
    return found(
        "four quadrants", 4 * A * LINE.beyond(x, j, lambda radius: radius - x), given=given
    )


def norm_tail() -> sympy.Expr:
    """Returns P(|X| + |Y| >= r) for r on step j: for each larger radius its whole slice, in four
    quadrants.
    """
    given = {A: normalizer()}
    return found("four quadrants", 4 * A * LINE.beyond(r, j, lambda radius: radius), given=given)


def total_variation() -> sympy.Expr:
    """Returns 1 minus the sum over the balls k >= j that meet their shift; j = 0 or 1 is the first
    that does.
    """
    radius = (_k + gamma) * D
    scale = normalizer()
    with stage("the overlap of a ball and its shift, by x + y and x - y"):
        rectangle = integral(1, _x, u - radius, radius) * integral(1, _x, v - radius, radius) / 2
    with stage("over the balls"):
        overlaps = geometric(rectangle, _k, b, j)
    return found("one less what the two laws share", 1 - A * (1 - b) * overlaps, "TV", {A: scale})


_ON = "integrated over x in [0, r], over r on step j, summed over the steps, r = |x| + |y|"
_BALLS = (
    "smaller density = sum of A (1 - b) b^k over the balls k >= j that hold both points; their "
    "overlaps (2r - u)(2r - v)/2, u = |s_x + s_y|, v = |s_x - s_y|; j = 0 if 2 gamma D > "
    "max(u, v), else 1"
)
DERIVATIONS = {
    "staircase2d.normalizer": Derivation(f"1 over the mass of b^j: {_ON}", normalizer),
    "staircase2d.density": Derivation(
        f"A b^j for |x| + |y| on step j, A = 1 over the mass of b^j {_ON}", weight
    ),
    "staircase2d.log_density": Derivation(
        f"log of A b^j for |x| + |y| on step j, A = 1 over the mass of b^j {_ON}", log_weight
    ),
    "staircase2d.marginal_density": Derivation(
        "x >= 0 on step j: the density integrated over y: the rest of step j of |x| + |y|, and "
        "the steps after it",
        marginal_density,
    ),
    "staircase2d.conditional_density": Derivation(
        "density over derived marginal density; |x| is on step j, |x| + |y| on step l",
        conditional_density,
    ),
    "staircase2d.tail": Derivation(
        "x >= 0 on step j: the density integrated over |X| >= x, by slices of constant |X| + |Y|",
        tail,
    ),
    "staircase2d.norm_tail": Derivation(
        "r on step j: the density integrated over |X| + |Y| >= r", norm_tail
    ),
    "staircase2d.moment": Derivation(f"A times |x|^order b^j {_ON}; order 2 unless given", moment),
    "staircase2d.variance": Derivation(f"A times x^2 b^j {_ON}; the mean is 0", moment),
    "staircase2d.covariance": Derivation(
        f"A times x y b^j {_ON}, in four quadrants", lambda: expectation(lambda x, y: x * y)
    ),
    "staircase2d.sum_variance": Derivation(
        f"A times (x + y)^2 b^j {_ON}, in four quadrants",
        lambda: expectation(lambda x, y: (x + y) ** 2),
    ),
    "staircase2d.total_variation": Derivation(_BALLS, total_variation),
    "staircase2d.hockey_stick": Derivation(
        "TV (1 - e^h b)/(1 - b), 0 <= h <= epsilon, as the ratio is 1/b where f > f_s; TV: "
        f"{_BALLS}",
        lambda: three_valued(total_variation()),
    ),
}
