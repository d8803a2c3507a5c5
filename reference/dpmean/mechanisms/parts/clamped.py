"""The expected output and the mean squared error of a value c >= 0 plus noise that is moved to 0
where it is negative: max(0, c + Z).

With (x)+ = max(x, 0) the output is c + Z + (-c - Z)+, and Z is symmetric around 0, so the expected
output is c + E (Z - c)+. The output less c is max(-c, Z), whose square has the expectation
Var Z - E (Z^2 - c^2; Z > c). Formulas are functions of w = P(Z >= c)/P(Z >= 0), which for noise on
the integers is t^c, t the ratio of neighbouring probabilities.
"""

from __future__ import annotations

from ...exact.reals import Scalar


def laplace_lift(scale: Scalar, w: Scalar) -> Scalar:
    """Returns E (Z - c)+ = (s/2) w for Laplace noise of scale s, w = e^(-c/s), c >= 0."""
    return scale * w / 2


def laplace_error(c: Scalar, scale: Scalar, w: Scalar) -> Scalar:
    """Returns E (max(0, c + Z) - c)^2 = 2 s^2 - s w (c + s) for Laplace noise of scale s, w =
    e^(-c/s).

    E (Z^2 - c^2; Z > c) is the integral over z > 0 of (z^2 + 2 c z) w e^(-z/s)/(2 s), which is
    w (s^2 + c s).
    """
    return 2 * scale**2 - scale * w * (c + scale)


def lattice_lift(t: Scalar, w: Scalar) -> Scalar:
    """Returns E (K - c)+ = w t/(1 - t^2) for discrete Laplace noise on the integers, w = t^c.

    It is the sum over j >= 1 of j w t^j (1 - t)/(1 + t).
    """
    return w * t / (1 - t**2)


def lattice_error(c: Scalar, t: Scalar, w: Scalar) -> Scalar:
    """Returns E (max(0, c + K) - c)^2 = t (2 - w)/(1 - t)^2 - 2 c w t/(1 - t^2), w = t^c.

    E (K^2 - c^2; K > c) is the sum over j >= 1 of (j^2 + 2 c j) w t^j (1 - t)/(1 + t), which is
    w t/(1 - t)^2 + 2 c w t/(1 - t^2).
    """
    return t * (2 - w) / (1 - t) ** 2 - 2 * c * w * t / (1 - t**2)
