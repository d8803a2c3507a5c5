"""sigma^2(epsilon) between explicit bounds, for every epsilon > 0: its limits with constants.

Claim.       2/epsilon^2 - 1/12 <= sigma^2(epsilon) < 2/epsilon^2, and, with b = e^-epsilon,
             2^(-2/3) b^(2/3) <= (1 - b)^2 sigma^2(epsilon) <= 2^(-2/3) b^(2/3) (1 + 2b/3) + b.
Source.      addremove Section 1.2 (sigma^2 -> 2/epsilon^2), Equation (3), Section 2.1 (Theta(e^(-2 epsilon/3))).
Derivation.  Put h = epsilon/2, v = e^-h, kappa^3 = cosh h. (1) sigma^2 = (kappa^2 + 1)/(4 sinh^2 h). (2) sinh^3 h >=
             h^3 cosh h (power series, term by term), so epsilon^2 sigma^2 = (kappa^2 + 1)
             h^2/sinh^2 h <= 1 + 1/kappa^2 < 2. (3) cosh^2 h >= (1 + h^2/3)^3, so kappa^2 >= 1 +
             h^2/3; and (2 + h^2/3) h^2 >= (2 - h^2/3) sinh^2 h; together epsilon^2 sigma^2 >= 2 -
             h^2/3. (4) with q^3 = 1 + b: 1 <= q^2 <= 1 + 2b/3.
Trusted.     power_series.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

from dpmean.exact import enclosure
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive
from ...theorem import Theorem, rows

V = Ring({"v": UNIT, "kappa": POSITIVE})
T = Ring({"t": NONNEGATIVE})
B = Ring({"b": UNIT})


def sinh(v: Any) -> Any:
    """Return sinh h, where v = e^-h."""
    return (1 / v - v) / 2


def cosh(v: Any) -> Any:
    """Return cosh h, where v = e^-h."""
    return (1 / v + v) / 2


def square_term(k: int) -> Fraction:
    """Return the coefficient of h^(2k) in (cosh 2h)/2 - 1/2 = sinh^2 h, k >= 1; that of cosh^2 h is
    the same.
    """
    return Fraction(2 ** (2 * k - 1), factorial(2 * k)) if k else Fraction(0)


def lower_term(k: int) -> Fraction:
    """Return the coefficient of h^(2k) in (2 + h^2/3) h^2 - (2 - h^2/3) sinh^2 h."""
    return (
        {1: Fraction(2), 2: Fraction(1, 3)}.get(k, Fraction(0))
        - 2 * square_term(k)
        + (square_term(k - 1) / 3 if k else 0)
    )


def cosh_term(k: int) -> Fraction:
    """Return the coefficient of h^(2k) in cosh^2 h - (1 + h^2/3)^3."""
    cube = {0: Fraction(1), 1: Fraction(1), 2: Fraction(1, 3), 3: Fraction(1, 27)}
    return square_term(k) + (1 if k == 0 else 0) - cube.get(k, Fraction(0))


def within(epsilon: Fraction, slack: Fraction) -> bool:
    """Tell whether 2/epsilon^2 - slack <= sigma^2(epsilon) <= 2/epsilon^2, certified."""
    value = addremove.minimax_sigma_squared(Decay.from_epsilon(epsilon))
    top = 2 / epsilon**2
    return enclosure.compare(value, top) <= 0 and enclosure.compare(value, top - slack) >= 0


def large(epsilon: Fraction, factor: Fraction) -> bool:
    """Tell whether sigma^2(epsilon) (1 - b)^2 >= factor b^(2/3).

    It is compared through cubes: (u^2 + b)^3 >= factor^3 b^2.
    """
    decay = Decay.from_epsilon(epsilon)
    value = addremove.minimax_sigma_squared(decay) * (1 - decay.b) ** 2
    return enclosure.compare(value**3, decay.b**2 * factor**3) >= 0


def small_enough(epsilon: Fraction) -> bool:
    """Tell whether (1 - b)^2 sigma^2 - b <= 0.6 b^(2/3) (1 + 2b/3), compared through cubes."""
    decay = Decay.from_epsilon(epsilon)
    excess = addremove.minimax_sigma_squared(decay) * (1 - decay.b) ** 2 - decay.b
    return (
        enclosure.compare(excess**3, decay.b**2 * (1 + 2 * decay.b / 3) ** 3 * Fraction(6, 10) ** 3)
        <= 0
    )


UPPER = "the upper bound: 1 + 1/kappa^2 < 2 since kappa > 1 for h > 0"
LOWER = "the coefficients of (2 + h^2/3) h^2 - (2 - h^2/3) sinh^2 h from h^6 on are not negative"
STEPS = (
    identity(
        "sigma^2 = (kappa^2 + 1)/(4 sinh^2 h), c = v kappa",
        V,
        lambda v, kappa: (
            addremove.sigma_squared(v**2, v * kappa),
            (kappa**2 + 1) / (4 * sinh(v) ** 2),
        ),
    ),
    identity(
        "kappa^3 = cosh h says c^3 = b (1 + b)/2",
        V,
        lambda v: (v**3 * cosh(v), v**2 * (1 + v**2) / 2),
    ),
    identity(
        "sinh^3 h = (sinh 3h - 3 sinh h)/4",
        V,
        lambda v: (sinh(v) ** 3, (sinh(v**3) - 3 * sinh(v)) / 4),
        ("power_series",),
    ),
    identity(
        "sinh^2 h = (cosh 2h - 1)/2 and cosh^2 h = (cosh 2h + 1)/2",
        V,
        lambda v: (sinh(v) ** 2 + 2 * cosh(v) ** 2, (cosh(v**2) - 1) / 2 + cosh(v**2) + 1),
    ),
    exhaustive(
        "sinh^3 h >= h^3 cosh h: the coefficient of h^(2k+1), first k",
        lambda: range(1, 4),
        lambda k: (
            Fraction(3 ** (2 * k + 1) - 3, 4 * factorial(2 * k + 1))
            >= Fraction(1, factorial(2 * k - 2))
        ),
    ),
    positive(
        "sinh^3 h >= h^3 cosh h: 9 p(k) >= p(k + 1) for p(k) = 3 + 4 (2k + 1) 2k (2k - 1), k = "
        "3 + t",
        T,
        lambda t: (lambda p: 9 * p(3 + t) - p(4 + t))(
            lambda k: 3 + 4 * (2 * k + 1) * (2 * k) * (2 * k - 1)
        ),
        trusts=("power_series",),
    ),
    positive(UPPER, Ring({"y": POSITIVE}), lambda y: 2 - (1 + 1 / (1 + y) ** 2)),
    exhaustive(
        "cosh^2 h >= (1 + h^2/3)^3: the coefficients up to h^6; the later ones are those of cosh^2",
        lambda: range(4),
        lambda k: cosh_term(k) >= 0,
    ),
    exhaustive(
        "(2 + h^2/3) h^2 >= (2 - h^2/3) sinh^2 h: the coefficients up to h^6",
        lambda: range(4),
        lambda k: lower_term(k) >= 0,
    ),
    positive(LOWER, T, lambda t: 2 * (3 + t) * (2 * (3 + t) - 1) - 24, trusts=("power_series",)),
    positive("q^2 <= 1 + 2b/3 where q^3 = 1 + b", B, lambda b: (1 + 2 * b / 3) ** 3 - (1 + b) ** 2),
    positive("q^2 >= 1", B, lambda b: (1 + b) ** 2 - 1),
    counterexample(
        "1/13 in place of 1/12 fails", lambda e: within(e, Fraction(1, 13)), Fraction(1)
    ),
    counterexample(
        "a larger constant than 2^(-2/3) fails",
        lambda e: large(e, Fraction(64, 100)),
        Fraction(14),
        lambda: (Fraction(i) for i in range(1, 14)),
    ),
    counterexample("0.6 in place of 2^(-2/3) fails in the upper bound", small_enough, Fraction(1)),
    counterexample(
        "at epsilon = 1 the ratio to 2/epsilon^2 is not within 4 % of 1, whatever n_0",
        lambda e: within(e, Fraction(8, 100) / e**2),
        Fraction(1),
    ),
)


def holds(epsilon: Fraction) -> bool:
    """Check both pairs of bounds, certified, at a rational epsilon."""
    decay = Decay.from_epsilon(epsilon)
    value = addremove.minimax_sigma_squared(decay) * (1 - decay.b) ** 2
    small = value - decay.b  # u^2, to be compared with 2^(-2/3) b^(2/3) through cubes
    return (
        within(epsilon, Fraction(1, 12))
        and enclosure.compare(small**3 * 4, decay.b**2) >= 0
        and enclosure.compare(small**3 * 4, decay.b**2 * (1 + 2 * decay.b / 3) ** 3) <= 0
    )


THEOREM = Theorem(
    id="sigma_squared_limits",
    title="sigma^2 between explicit bounds",
    statement="2/eps^2 - 1/12 <= sigma^2(eps) <= 2/eps^2, and 2^(-2/3) b^(2/3) <= (1 - b)^2 sigma^2 "
    "<= 2^(-2/3) b^(2/3)(1 + 2b/3) + b, for every eps > 0",
    source="addremove Section 1.2, Section 2.1",
    steps=STEPS,
    covers=("minimax.sigma_squared", "minimax.r_swap", "minimax.r_add_remove"),
    depends_on=("staircase_optimal_gamma",),
    holds=holds,
    claims=rows(__file__),
)
