"""Student's t with d degrees of freedom, derived from (1 + y^2)^(-(d + 1)/2), y = x/(scale sqrt d),
up to a factor.

With y = tan(angle) the shape is cos(angle)^(d - 1), and the integrals I_n of cos^n are reduced from
n to n - 2. H is the integral over a right angle for n = d - 1.
"""

from __future__ import annotations

import sympy

from .record import equal, found, remembered
from .symbols import Derivation

d = sympy.Symbol("d", integer=True, positive=True)
scale, H, y = sympy.symbols("scale H y", positive=True)
c, s, angle = sympy.symbols("c s angle", positive=True)  # cosine and sine of the angle
n = sympy.Symbol("n", integer=True, positive=True)


@remembered
def density() -> sympy.Expr:
    """Returns the density at x, where y = x/(scale sqrt d)."""
    weight = 1 + y**2
    inside = sympy.cos(sympy.atan(y)) ** (d - 1)
    equal(
        "y = tan(angle), of which dy = (1 + y^2) dangle: the shape is cos(angle)^(d - 1)",
        inside,
        weight ** (-(d - 1) / 2),
    )
    equal(
        "so that its integral over y > 0 is H",
        weight ** (-(d + 1) / 2) * weight,
        weight ** (-(d - 1) / 2),
    )
    return found(
        "over both halves, in the unit scale sqrt(d)",
        weight ** (-(d + 1) / 2) / (2 * H * scale * sympy.sqrt(d)),
    )


def log_density() -> sympy.Expr:
    """Returns the logarithm of the density at x."""
    return sympy.log(density())


def reduced(power: int, area: sympy.Expr, sine: sympy.Expr, cosine: sympy.Expr) -> sympy.Expr:
    """Returns I_power at an angle from the angle itself, or from I_1 = sine, by steps of two."""
    # the derivative of c^(n-1) s along the angle, c' = -s and s' = c, and s^2 = 1 - c^2
    equal(
        "the derivative of c^(n - 1) s, c and s the cosine and the sine",
        c**n - (n - 1) * c ** (n - 2) * (1 - c**2),
        n * c**n - (n - 1) * c ** (n - 2),
    )
    value = sine if power % 2 else area
    for k in range(2 + power % 2, power + 1, 2):
        value = equal(
            f"so I_{k} = (c^{k - 1} s + {k - 1} I_{k - 2})/{k}",
            (cosine ** (k - 1) * sine + (k - 1) * value) / k,
            (cosine ** (k - 1) * sine + (k - 1) * value) / k,
        )
    return value


def cdf(degrees: int = 4) -> sympy.Expr:
    """Returns P(Z <= x) for x >= 0, where y = x/(scale sqrt d) = tan(angle)."""
    upper = reduced(degrees - 1, angle, s, c)
    half = reduced(degrees - 1, sympy.pi / 2, sympy.Integer(1), sympy.Integer(0))
    return found(
        "one half, and half of what the angle has of the right angle",
        sympy.Rational(1, 2) + upper / (2 * half),
    )


def variance() -> sympy.Expr:
    """Returns E Z^2 for d > 2: y^2 cos^(d-1) = sin^2 cos^(d-3) = cos^(d-3) - cos^(d-1)."""
    least = sympy.Symbol("I", positive=True)  # I_(d-3) at the right angle
    equal(
        "the derivative of c^(n - 1) s, which is 0 at both ends",
        c**n - (n - 1) * c ** (n - 2) * (1 - c**2),
        n * c**n - (n - 1) * c ** (n - 2),
    )
    mass = found(
        "so I_(d-1) at the right angle is this, I that for d - 3", (d - 2) * least / (d - 1), "H"
    )
    square = found("E y^2, as y^2 c^(d-1) = c^(d-3) - c^(d-1)", (least - H) / H, given={H: mass})
    return found("in the unit scale sqrt(d)", scale**2 * d * square)


_H = "y = x/(scale sqrt(d)), H the integral of cos^(d - 1) over a right angle"
DERIVATIONS = {
    "student_t.density": Derivation(f"(1 + y^2)^(-(d + 1)/2) over its integral; {_H}", density),
    "student_t.log_density": Derivation(
        f"log of (1 + y^2)^(-(d + 1)/2) over its integral; {_H}", log_density
    ),
    "student_t.cdf": Derivation(
        "x >= 0, x/(scale sqrt(d)) = s/c = tan(angle): the integrals of cos^(d - 1) to the "
        "angle and to the right angle; d = 4 unless given",
        cdf,
    ),
    "student_t.variance": Derivation(
        "d > 2: y^2 times the shape integrated by the reduction from d - 1 to d - 3", variance
    ),
}
