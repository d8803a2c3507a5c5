"""What moving a negative noisy number to 0 makes of its expectation and of its mean squared error.

Claim.       For c >= 0 and Z Laplace noise of scale s, with w = e^(-c/s): E max(0, c + Z) = c + (s/2) w and
             E (max(0, c + Z) - c)^2 = 2 s^2 - s w (c + s). For K discrete Laplace noise with ratio t
             and an integer c, w = t^c: c + w t/(1 - t^2) and t (2 - w)/(1 - t)^2 - 2 c w t/(1 -
             t^2). Both errors are below the variance.
Source.      vectors/parts.md.
Derivation.  max(0, c + Z) - c = max(-c, Z), and Z is symmetric. E (Z - c)+ vanishes as c grows, and falls by P(Z > c)
             per unit of c; E (Z^2 - c^2; Z > c) falls by 2 c P(Z > c). On the integers from c to c
             + 1 they fall by P(K > c) and (2 c + 1) P(K > c). The shipped formulas have the same
             limits and differences, or derivatives (that of w is -w/s).
Trusted.     primitive, powers_decay.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import discrete_laplace, laplace
from dpmean.mechanisms.parts import clamped

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, identity, positive
from ...theorem import Theorem

LINE = Ring({"c": NONNEGATIVE, "s": POSITIVE, "w": UNIT})
LATTICE = Ring({"c": NONNEGATIVE, "t": UNIT, "w": UNIT})


def slope(formula: Any, c: Any, s: Any, w: Any) -> Any:
    """Return the derivative in c, with that of w being -w/s, of a formula linear in c and in w."""
    along_c = formula(c + 1, s, w) - formula(c, s, w)
    along_w = (formula(c, s, w) - formula(c, s, 0 * w)) / w
    return along_c - along_w * w / s


def lift(c: Any, s: Any, w: Any) -> Any:
    """Return the shipped E (Z - c)+, which has c in w alone."""
    del c
    return clamped.laplace_lift(s, w)


def half_of_the_variance(c: int) -> bool:
    """Tell whether the error is half of the variance, as at c = 0."""
    t = Fraction(1, 2)
    found = clamped.lattice_error(Fraction(c), t, t**c)
    return bool(2 * found == discrete_laplace.moment(2, t))


STEPS = (
    identity(
        "E (Z - c)+ falls by P(Z > c) per unit of c",
        LINE,
        lambda c, s, w: (slope(lift, c, s, w), -laplace.tail(w) / 2),
        ("primitive",),
    ),
    identity(
        "and vanishes with w",
        LINE,
        lambda c, s, w: (clamped.laplace_lift(s, 0 * w) + c, c),
        ("powers_decay",),
    ),
    identity(
        "the squared error rises by 2 c P(Z > c) per unit of c",
        LINE,
        lambda c, s, w: (slope(clamped.laplace_error, c, s, w), 2 * c * laplace.tail(w) / 2),
        ("primitive",),
    ),
    identity(
        "to the variance",
        LINE,
        lambda c, s, w: (clamped.laplace_error(c, s, 0 * w), laplace.moment(2, 1 / s)),
        ("powers_decay",),
    ),
    positive(
        "and is below it",
        LINE,
        lambda c, s, w: laplace.moment(2, 1 / s) - clamped.laplace_error(c, s, w),
    ),
    identity(
        "on the integers E (K - c)+ falls by P(K > c) from c to c + 1",
        LATTICE,
        lambda c, t, w: (
            clamped.lattice_lift(t, w) - clamped.lattice_lift(t, w * t),
            discrete_laplace.tail(t, w * t) / 2 + 0 * c,
        ),
    ),
    identity(
        "and vanishes with t^c",
        LATTICE,
        lambda c, t, w: (clamped.lattice_lift(t, 0 * w) + c, c),
        ("powers_decay",),
    ),
    identity(
        "the squared error rises by (2 c + 1) P(K > c) from c to c + 1",
        LATTICE,
        lambda c, t, w: (
            clamped.lattice_error(c + 1, t, w * t) - clamped.lattice_error(c, t, w),
            (2 * c + 1) * discrete_laplace.tail(t, w * t) / 2,
        ),
    ),
    identity(
        "to the variance of the noise",
        LATTICE,
        lambda c, t, w: (clamped.lattice_error(c, t, 0 * w), discrete_laplace.moment(2, t)),
        ("powers_decay",),
    ),
    positive(
        "and is below that",
        LATTICE,
        lambda c, t, w: discrete_laplace.moment(2, t) - clamped.lattice_error(c, t, w),
    ),
    counterexample(
        "half of the variance is right at c = 0 only",
        half_of_the_variance,
        1,
        lambda: (0,),
    ),
)


def holds(n: int, decay: Fraction) -> bool:
    """Check the formulas on the integers against sums of 601 masses, beyond which is next to
    nothing.
    """
    c, t = n, min(decay, Fraction(2, 3))
    mass = {k: (1 - t) / (1 + t) * t ** abs(k) for k in range(-300, 301)}
    mean = sum(p * max(0, c + k) for k, p in mass.items())
    error = sum(p * max(-c, k) ** 2 for k, p in mass.items())
    small = Fraction(1, 10**40)
    return bool(
        abs(c + clamped.lattice_lift(t, t**c) - mean) < small
        and abs(clamped.lattice_error(c, t, t**c) - error) < small
    )


THEOREM = Theorem(
    id="clamped_error",
    title="The expectation and the error of a number that is moved to 0 where it is negative",
    statement="c + (s/2) e^(-c/s) and 2 s^2 - s e^(-c/s) (c + s) for Laplace noise of scale s; c + t^(c + 1)/(1 - "
    "t^2) and t (2 - t^c)/(1 - t)^2 - 2 c t^(c + 1)/(1 - t^2) on the integers",
    source="Dwork, McSherry, Nissim, Smith 2006",
    steps=STEPS,
    covers=("count.expected", "count.mse", "bounded_sum.expected", "bounded_sum.mse"),
    depends_on=("laplace_laws", "discrete_laws"),
    holds=holds,
)
