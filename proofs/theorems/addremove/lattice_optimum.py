"""Which staircase on a lattice has the least variance, by a rational rule, and among which laws it
is the best.

Claim.       Let V(r) be the shipped second moment of the discrete staircase with g = r, in lattice steps. (1) On (1/m)
             Z the best g is the least integer r >= 1 with y (4 y^2 - (1 - b)^2) >= 2 m^3 b (1 + b),
             y = r (1 - b) + m b, which is at most m: where b is rational, a comparison of
             rationals. (2) It is the best of *all* laws on (1/m) Z that protect shifts by multiples
             of 1/m up to 1, for every m and b. (3) It is not the best of all noise for a query on
             (1/m) Z: on the lattice moved by half a step, whose points are the odd multiples of
             1/(2m), the law that falls by b from the r-th half step on (r = 3/2, 5/2, ..) has
             second moment V(r) by the same formula, the best r follows by the same rule, and it is
             the best of all laws there. At m = 2, eps = 1 it is 1.9038.., below every law on (1/2)
             Z (1.9287..) and below sigma^2 (1.9181..), which bounds laws that protect all shifts up
             to 1. At m = 1 it is worse than discrete Laplace by exactly 1/4, for every eps.
Source.      This project; the paper cites Geng and Viswanath (2014) for the line.
Derivation.  (a) Moving the points +-(r + k m), k = 0, 1, .., from level k + 1 to k makes V(r + 1) of V(r): the weights,
             in units of the centre's, grow by 2, the second moments by 2 (1 - b) m^2 S_2(r/m). So
             V(r + 1) - V(r) has the sign of Phi(r/m) = S_2(r/m) - V(r)/(m^2 (1 - b)), and as a
             polynomial it is that of y (4 y^2 - (1 - b)^2) - 2 m^3 b (1 + b), which grows with r.
             So V falls, then rises; the rule is its bottom. At r = m the rule is met. (b) Best of
             all laws: fold P to Q as in `noise_lower_bound`, lambda = V(r) at the best r. The
             points of [0, 1) have masses that differ by a factor e^eps at most; their coefficients,
             Phi at each (on (1/m) Z, with P(0) counted once, (Phi(0) + lambda)/2 at 0), add up to 0
             if those below r count e^eps times, by the definition of V(r); those below r are at
             most 0 and the others at least 0, by (a) at r - 1 and r; at 0, 2 Phi(0) + lambda <= 0
             says lambda >= 2b/(1 - b)^2, which is `noise_lower_bound` for shifts by +-1. Beyond 1
             Phi is positive. So E x^2 >= lambda. (c) Half a step off: the same, without a centre;
             the squares of r - 1, r - 2, .. above 0 add up to r (r - 1)(2r - 1)/6 for both kinds of
             r.
Trusted.     nothing beyond `noise_lower_bound`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpmean.distributions import discrete_laplace, discrete_staircase
from dpmean.distributions.series import power_sum
from dpmean.exact import enclosure
from dpmean.exact.decay import Decay
from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive
from ...theorem import Theorem

R = Ring({"b": UNIT, "r": POSITIVE})
H = Ring({"b": UNIT, "h": NONNEGATIVE, "m": POSITIVE})
M = Ring({"b": UNIT, "k": NONNEGATIVE})
DECAYS = tuple(Fraction(b) for b in ("1/2", "1/3", "1/10", "1/1000", "3/4", "9/10", "99/100"))
HALF, ONE = Fraction(1, 2), Fraction(1)


def second(b: Any, r: Any, m: Any) -> Any:
    """Return the shipped second moment in lattice steps; r may be half an odd number."""
    return discrete_staircase.moment(2, b, r, m)


def excess(b: Any, r: Any, m: Any) -> Any:
    """Return what the rule compares with 0: y (4 y^2 - (1 - b)^2) - 2 m^3 b (1 + b), y = r (1 - b)
    + m b.
    """
    y = r * (1 - b) + m * b
    return y * (4 * y**2 - (1 - b) ** 2) - 2 * m**3 * b * (1 + b)


def by_rule(b: Fraction, m: int, first: Fraction = ONE) -> Fraction:
    """Return the least of first, first + 1, .. at which the rule is met."""
    r = first
    while excess(b, r, Fraction(m)) < 0:
        r += 1
    return r


def directly(b: Fraction, r: Fraction, m: int) -> Fraction:
    """Return the second moment of the law that falls by b from the r-th point on, by adding up its
    points.

    Its points are r - 1, r - 2, .. above 0, with their negatives, then m more on each side at every
    level.
    """
    start = r % 1 if r % 1 else Fraction(0)
    inner = [start + i for i in range(int(r - start))]
    mass = sum((Fraction(1) if x == 0 else Fraction(2) for x in inner), Fraction(0)) + 2 * m * b / (
        1 - b
    )
    spread = sum((2 * x * x for x in inner), Fraction(0))
    spread += sum(2 * b * m**2 * power_sum(2, b, Fraction(r + i, m)) for i in range(m))
    return Fraction(spread / mass)


def certificate(case: tuple[int, Fraction, Fraction]) -> bool:
    """Check the multipliers of (b): their signs, and that they balance, at the rule's r for the
    first point given.
    """
    m, b, first = case
    r = by_rule(b, m, first)
    level = second(b, r, Fraction(m)) / m**2
    points = [first - 1 + i for i in range(m)]

    def phi(x: Fraction) -> Fraction:
        return Fraction(power_sum(2, b, x) - level / (1 - b))

    weights = [phi(x / m) if x else phi(x) + level / 2 for x in points]
    below = [w for x, w in zip(points, weights, strict=True) if x < r]
    beyond = [w for x, w in zip(points, weights, strict=True) if x >= r]
    return max(below) <= 0 <= min([*beyond, phi(ONE)]) and sum(below) / b + sum(beyond) == 0


def shifted_levels(case: tuple[int, Fraction]) -> bool:
    """Check that a shift by at most m steps changes the level of a point of the moved lattice by at
    most one.
    """
    m, r = case

    def level(x: Fraction) -> int:
        return max(0, (abs(x) - r) // m + 1)

    points = [Fraction(2 * i + 1, 2) for i in range(-3 * m, 3 * m)]
    return all(abs(level(x + s) - level(x)) <= 1 for x in points for s in range(-m, m + 1))


def on_the_grid_is_best(m: int) -> bool:
    """Tell whether at eps = 1 the best law on (1/m) Z has no more variance than the best half a
    step off.
    """
    b = Decay.from_epsilon(ONE).b
    least = [second(b, Fraction(r), Fraction(m)) for r in range(1, m + 1)]
    moved = [second(b, r + HALF, Fraction(m)) for r in range(1, m + 1)]
    return any(all(enclosure.compare(v, w) <= 0 for w in moved) for v in least)


def firsts() -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield lattices up to 1/12, seven decays, and both lattices by their first r."""
    return product(range(1, 13), DECAYS, (ONE, ONE + HALF))


STEPS = (
    identity(
        "one point more in the centre: the weights grow by 2, the moment by 2 (1 - b) m^2 S_2(r/m)",
        H,
        lambda b, h, m: (
            second(b, 2 + h, m) - second(b, 1 + h, m),
            (2 * (1 - b) * m**2 * power_sum(2, b, (1 + h) / m) - 2 * second(b, 1 + h, m))
            / (1 / discrete_staircase.normalizer(b, 1 + h, m) + 2),
        ),
    ),
    identity(
        "the rule: V(r + 1) - V(r) is 2 (y (4 y^2 - (1 - b)^2) - 2 m^3 b (1 + b)) over a "
        "positive number",
        H,
        lambda b, h, m: (
            second(b, 2 + h, m) - second(b, 1 + h, m),
            2
            * excess(b, 1 + h, m)
            / (3 * (1 - b) * (4 * ((1 + h) * (1 - b) + m * b) ** 2 - (1 - b) ** 2)),
        ),
    ),
    positive(
        "that number is positive for r >= 1: 2 y > 1 - b",
        H,
        lambda b, h, m: 2 * ((1 + h) * (1 - b) + m * b) - (1 - b),
    ),
    positive(
        "the left side grows with r: its slope in y is 12 y^2 - (1 - b)^2",
        H,
        lambda b, h, m: 12 * ((1 + h) * (1 - b) + m * b) ** 2 - (1 - b) ** 2,
    ),
    positive("the rule is met at r = m", M, lambda b, k: excess(b, 1 + k, 1 + k), strict=False),
    positive(
        "and at r = m + 1/2", M, lambda b, k: excess(b, Fraction(3, 2) + k, 1 + k), strict=False
    ),
    exhaustive(
        "half an odd r is the lattice moved by half a step, an integer r the lattice: added "
        "up, m <= 5",
        lambda: product(DECAYS, (Fraction(i, 2) for i in range(2, 12)), range(1, 6)),
        lambda c: c[1] > c[2] + HALF or directly(*c) == second(c[0], c[1], Fraction(c[2])),
    ),
    exhaustive(
        "the moved law loses at most epsilon: m <= 6",
        lambda: ((m, r + HALF) for m in range(1, 7) for r in range(1, m + 1)),
        shifted_levels,
    ),
    exhaustive("the multipliers at the rule's r, on both lattices, m <= 12", firsts, certificate),
    identity(
        "the coefficient at 0 on (1/m) Z: Phi(0) + b Phi(1) = 2 Phi(0) + lambda, half of it "
        "for 2 P(0)",
        R,
        lambda b, r: (
            power_sum(2, b, 0 * b) + b * power_sum(2, b, 1 + 0 * b) - r * (1 + b) / (1 - b),
            2 * (power_sum(2, b, 0 * b) - r / (1 - b)) + r,
        ),
    ),
    identity(
        "which vanishes at lambda = 2b/(1 - b)^2, and falls with lambda",
        R,
        lambda b, r: (
            2 * (power_sum(2, b, 0 * b) - (discrete_laplace.moment(2, b) + r) / (1 - b))
            + discrete_laplace.moment(2, b)
            + r,
            -r * (1 + b) / (1 - b),
        ),
    ),
    identity(
        "m = 1: half a step off is worse by 1/4",
        R,
        lambda b: (
            second(b, Fraction(3, 2) + 0 * b, 1 + 0 * b),
            second(b, 1 + 0 * b, 1 + 0 * b) + Fraction(1, 4),
        ),
    ),
    counterexample(
        "m = 2, eps = 1: the best law on the grid is not the best on a lattice with its step",
        on_the_grid_is_best,
        2,
        lambda: [1],
    ),
    exhaustive(
        "m = 2, eps = 1: 1.9038 < V(3/2)/4 < 1.9039 < sigma^2 < 1.9287 < V(1)/4",
        lambda: [Decay.from_epsilon(ONE)],
        lambda d: all(
            enclosure.compare(low, high) < 0
            for low, high in (
                (Fraction(19038, 10**4), second(d.b, Fraction(3, 2), Fraction(2)) / 4),
                (second(d.b, Fraction(3, 2), Fraction(2)) / 4, Fraction(19039, 10**4)),
                (Fraction(19039, 10**4), addremove.minimax_sigma_squared(d)),
                (addremove.minimax_sigma_squared(d), Fraction(19287, 10**4)),
                (Fraction(19287, 10**4), second(d.b, ONE, Fraction(2)) / 4),
            )
        ),
    ),
)


def holds(decay: Fraction, m: int) -> bool:
    """Check that the rule finds the least moment of all r up to m + 1/2, on both lattices."""
    return all(
        second(decay, by_rule(decay, m, first), Fraction(m))
        == min(second(decay, first + i, Fraction(m)) for i in range(m))
        for first in (ONE, ONE + HALF)
    )


THEOREM = Theorem(
    id="lattice_optimum",
    title="The best staircase on a lattice, by a rational rule, and among which laws",
    statement="on (1/m) Z the best g is the least with y (4 y^2 - (1 - b)^2) >= 2 m^3 b (1 + b), y = "
    "g (1 - b) + m b, and it is the best of all laws there; half a step off the lattice "
    "another law may have less variance: 1.9038 at m = 2, eps = 1, where sigma^2 is 1.9181",
    source="this project; for laws on the line Geng and Viswanath (2014)",
    steps=STEPS,
    covers=("discrete_staircase.optimal_gamma", "discrete_staircase.variance"),
    depends_on=("noise_lower_bound", "discrete_laws"),
    holds=holds,
)
