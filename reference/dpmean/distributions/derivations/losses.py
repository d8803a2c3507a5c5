"""Privacy losses and scales, derived from the densities.

Laplace noise of a scale has the log-ratio (|x - s| - |x|)/scale, at most |s|/scale by the triangle
inequality and equal to it beyond the two centres. On a staircase a shift of at most D moves a point
by at most one step.
"""

from __future__ import annotations

import sympy

from .record import equal, found, root
from .sums import exponential
from .symbols import C, D, Derivation, b, epsilon, j, shift

scale = sympy.Symbol("scale", positive=True)
order = sympy.Symbol("a", positive=True)  # of a Renyi divergence, above 1
_z = sympy.Dummy("z", positive=True)
_scale = sympy.Dummy("scale", positive=True)


def laplace_loss() -> sympy.Expr:
    """Returns the largest log-ratio, that at every x <= 0 for a shift s >= 0: (s + |x|) - |x| in
    units of D/epsilon.
    """
    return found(
        "at x = -z <= 0, where the triangle inequality is an equality",
        epsilon * (shift + _z) / D - epsilon * _z / D,
    )


def laplace_epsilon() -> sympy.Expr:
    """Returns the epsilon of noise of a scale, its loss at the largest shift."""
    return found("at x = -z <= 0 and the shift D", (D + _z) / scale - _z / scale)


def laplace_scale() -> sympy.Expr:
    """Returns the scale of which the loss at the largest shift is epsilon."""
    return root("the scale", D / _scale, epsilon, _scale, D / epsilon)


def laplace_renyi() -> sympy.Expr:
    """Returns log(integral of f^a f_s^(1 - a))/(a - 1): the line is cut at the two centres, 0 and
    s; rate = t/s.
    """
    rate, a = epsilon / D, order
    left = sympy.exp((a - 1) * rate * shift) * exponential(1, _z, rate, 0)
    # between the centres the exponent is -a rate z - (1 - a) rate (s - z)
    between = sympy.exp((a - 1) * rate * shift) * exponential(1, _z, (2 * a - 1) * rate, 0, shift)
    right = sympy.exp(-a * rate * shift) * exponential(1, _z, rate, 0)
    mass = rate / 2 * (left + between + right)
    rise, fall = sympy.exp((a - 1) * rate * shift), sympy.exp(-a * rate * shift)
    integral = equal(
        "left of 0, between 0 and s, right of s",
        mass,
        (a * rise + (a - 1) * fall) / (2 * a - 1),
        "C",
    )
    return equal(
        "its logarithm over a - 1",
        sympy.log(C) / (a - 1),
        sympy.log(integral) / (a - 1),
        given={C: integral},
    )


def one_step() -> sympy.Expr:
    """Returns epsilon, the logarithm of the ratio of neighbouring steps."""
    equal("neighbouring steps", b**j / b ** (j + 1), 1 / b)
    return equal("b = e^-epsilon", -sympy.log(sympy.exp(-epsilon)), epsilon)


_TRIANGLE = "(|x - s| - |x|) epsilon/D <= epsilon |s|/D, attained at x <= 0 for s = shift >= 0"
_STEP = (
    "a shift of at most D, not 0, moves some points by one step and none by more; b = e^-epsilon"
)
_PARITY = (
    "|J| + |k - J| has the parity of k, which moves by one, and no shift moves it by more; b = "
    "e^-epsilon"
)
DERIVATIONS = {
    "laplace.privacy_loss": Derivation(_TRIANGLE, laplace_loss),
    "laplace.epsilon": Derivation(
        "the largest log-ratio of e^(-|x|/scale) to its shift by D", laplace_epsilon
    ),
    "laplace.scale": Derivation(
        "the scale at which the largest log-ratio under the shift D is epsilon", laplace_scale
    ),
    "laplace.renyi": Derivation(
        "log of the integral of f^a f_s^(1 - a), over a - 1, s = |shift|, a the order",
        laplace_renyi,
    ),
    "discrete_laplace.privacy_loss": Derivation(_TRIANGLE.replace("x", "k"), laplace_loss),
    "discrete_laplace.epsilon": Derivation(
        "the largest log-ratio of e^(-|k|/scale) to its shift by D", laplace_epsilon
    ),
    "staircase.privacy_loss": Derivation(_STEP, one_step),
    "discrete_staircase.privacy_loss": Derivation(_STEP, one_step),
    "staircase2d.privacy_loss": Derivation(f"in l1 length, {_STEP}", one_step),
    "hourglass.privacy_loss": Derivation(_PARITY, one_step),
    "discrete_hourglass.privacy_loss": Derivation(_PARITY, one_step),
}
