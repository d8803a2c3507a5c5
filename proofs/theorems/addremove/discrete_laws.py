"""The staircase and the hourglass on a lattice of 1/m, for every m: law, marginals, exact privacy.

Claim.       For every m >= 1 and gamma a multiple of 1/m: the restriction of the hourglass to x in (1/m) Z is, once
             normalised, exactly epsilon-DP (ratio b or 1/b at every point), even and exchangeable
             at every point, with the discrete staircase as both marginals and Lemma 4's conditional
             law; the shipped mass, moments, covariance, Var(X + Y) and P(X + Y = k) are right. Its
             covariance need not vanish at any gamma: at m = 2, b = 1/2 it does for none.
Source.      this project (no paper has the lattice hourglass); Geng and Viswanath (2014), Section V, for the staircase.
Derivation.  (1) lattice points are reals, and the shipped lattice functions agree with the real ones there, so every
             statement about all reals holds for every m; (2) step 0 has 2g - 1 points (g = gamma
             m), every other m on each side; (3) sums over points of a step are Faulhaber's
             polynomials; (4) sums over steps telescope.
Trusted.     densities_decide, fubini, powers_decay.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.distributions import cells, discrete_hourglass, discrete_laplace, discrete_staircase
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.series import geometric_moments, power_polynomial, power_sum
from dpmean.exact.decay import Decay

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt, telescopes
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem
from .staircase_steps import gamma_inside, lattice

# m = 1 + n > 1/2 and 2g - 1 > 0 as g = 1/2 + g'
R = Ring({"b": UNIT, "g": POSITIVE, "n": POSITIVE}, powers="jk")
T = Ring({"b": UNIT, "g": POSITIVE, "n": POSITIVE, "k": NONNEGATIVE, "w": POSITIVE})


def size(g: Any, n: Any) -> Any:
    """Return (gamma m, m), made from positive variables so that 2 gamma m - 1 and m are
    positive.
    """
    return g + Fraction(1, 2), n


def exponent(x: Any, k: Any, g: Any) -> Any:
    """Return the exponent of the shipped lattice hourglass at the lattice point x = i/m."""
    m, i, steps = lattice(x, g)
    return cells.hourglass_exponent(cells.signed_lattice_level(i, m, steps), k)


def change(v: Any) -> Any:
    """Return the change of the exponent under the shift (x0, 1), x and x0 being on the lattice."""
    m, i, i0, steps = lattice(v.x, v.x0, v.g)
    after = cells.hourglass_exponent(cells.signed_lattice_level(i + i0, m, steps), v.k + 1)
    return after - cells.hourglass_exponent(cells.signed_lattice_level(i, m, steps), v.k)


def step_change(v: Any) -> Any:
    """Return the change of the step of |x| under a lattice shift."""
    m, i, s, steps = lattice(v.x, v.x0, v.g)
    return abs(cells.signed_lattice_level(i + s, m, steps)) - abs(
        cells.signed_lattice_level(i, m, steps)
    )


def ball_sum(order: int, radius: Any) -> Any:
    """Return the sum over i = 1..radius of i^order, by the shipped polynomial."""
    total = radius * 0
    for power, coefficient in enumerate(power_polynomial(order)):
        total = total + coefficient * radius**power
    return total


def index_times_step(b: Any, g: Any, m: Any) -> Any:
    """Return E i J: j times the points of step j, on both sides, weighted by A b^j."""
    t = geometric_moments(2, b)
    return (
        2
        * discrete_staircase.normalizer(b, g, m)
        * (m * (m * t[2] + (g - m) * t[1]) + m * (m - 1) / 2 * t[1])
    )


def covariance_by_adding(point: tuple[int, int]) -> bool:
    """Compare the shipped E XY at b = 1/2 with the sum over points up to step 60 on both sides.

    It must be within the exact rest.
    """
    m, g = point
    b, top = Fraction(1, 2), 60
    total = mass = Fraction(0)
    for i in range(-(top * m), top * m + 1):
        j = cells.signed_lattice_level(i, m, g)
        weight = discrete_staircase.weight(abs(j), b, Fraction(g), Fraction(m))
        total += weight * Fraction(i, m) * (j - Fraction(i, m))
        mass += weight
    shipped = discrete_hourglass.covariance(b, Fraction(g), Fraction(m))
    return abs(total - shipped) < Fraction(1, 10**12) and 0 < 1 - mass < Fraction(1, 10**16)


MOVE = {"x": REAL, "k": INT, "x0": REAL, "g": REAL}


def on_the_diagonals(case: tuple[int, Fraction]) -> bool:
    """Check the lattice of the shipped law, and its mass at points around the origin: none unless x
    + y is k D.
    """
    m, d = case
    law: Any = DiscreteHourglass(Decay.from_decay(Fraction(1, 2)), Fraction(1), m, d)
    points = [i * d / m for i in range(-m - 1, m + 2)]
    return law.lattice * m == d and all(
        law.pmf(x, y) > 0 if ((x + y) / d).denominator == 1 else law.pmf(x, y) == 0
        for x in points
        for y in points
    )


STEPS = (
    smt(
        "on every lattice, a move by (x0, 1 - x0) changes the exponent by exactly one",
        MOVE,
        lambda v: gamma_inside(v) and v.x0 >= 0 and v.x0 <= 1,
        lambda v: change(v) in (-1, 1),
        lambda v: change(v) == -1,
        ("densities_decide",),
    ),
    smt(
        "on every lattice, a shift of at most Delta changes the staircase's step by at most one",
        MOVE,
        lambda v: gamma_inside(v) and v.x0 >= -1 and v.x0 <= 1,
        lambda v: step_change(v) in (-1, 0, 1),
        lambda v: step_change(v) in (0, 1),
        ("densities_decide",),
    ),
    smt(
        "the lattice hourglass is symmetric under exchange and sign at every point",
        MOVE,
        gamma_inside,
        lambda v: (
            exponent(v.k - v.x, v.k, v.g) == exponent(v.x, v.k, v.g)
            and exponent(-v.x, -v.k, v.g) == exponent(v.x, v.k, v.g)
        ),
        lambda v: exponent(-v.x, v.k, v.g) == exponent(v.x, v.k, v.g),
    ),
    identity(
        "one more in the exponent is one more factor b",
        R,
        lambda b, g, n, j: (
            discrete_hourglass.weight(j + 1, b, *size(g, n)),
            b * discrete_hourglass.weight(j, b, *size(g, n)),
        ),
    ),
    identity(
        "the staircase has mass 1: 2 gamma m - 1 points on step 0, 2m on every other",
        R,
        lambda b, g, n: (
            (
                lambda a, m: (
                    (2 * a - 1) * discrete_staircase.weight(0, b, a, m)
                    + 2 * m * discrete_staircase.weight(1, b, a, m) / (1 - b)
                )
            )(*size(g, n)),
            1 + 0 * b,
        ),
    ),
    identity(
        "on the diagonals through x the mass adds up to the staircase's",
        R,
        lambda b, g, n, j: (
            discrete_hourglass.weight(j, b, *size(g, n)) * (1 + 2 * b / (1 - b)),
            discrete_staircase.weight(j, b, *size(g, n)),
        ),
    ),
    identity(
        "given x the weights are geometric",
        R,
        lambda b, g, n, j, k: (
            discrete_hourglass.weight(j + k, b, *size(g, n))
            / discrete_staircase.weight(j, b, *size(g, n)),
            discrete_laplace.pmf(b, b**k),
        ),
    ),
    identity(
        "the staircase's tail falls by 2 A b^j with every point",
        R,
        lambda b, g, n, j, k: (
            (
                lambda a, m: (
                    discrete_staircase.tail(k, j, b, a, m)
                    - discrete_staircase.tail(k + 1, j, b, a, m)
                )
            )(*size(g, n)),
            2 * discrete_staircase.weight(j, b, *size(g, n)),
        ),
    ),
    identity(
        "its tail is continuous across steps and 1 - A at 1",
        R,
        lambda b, g, n, j: (
            (
                lambda a, m: (
                    discrete_staircase.tail(j * m + a, j, b, a, m)
                    - discrete_staircase.tail(j * m + a, j + 1, b, a, m)
                    + discrete_staircase.tail(1, 0, b, a, m)
                    + discrete_staircase.normalizer(b, a, m)
                )
            )(*size(g, n)),
            1 + 0 * b,
        ),
    ),
    *(
        identity(
            f"balls that meet their shift ({name})",
            R,
            lambda b, g, n, k, inner=inner: (
                (
                    lambda a, m: (
                        discrete_staircase.normalizer(b, a, m)
                        * (1 - b)
                        * (
                            2 * m * power_sum(1, b, a / m)
                            - (1 + k) / (1 - b)
                            - (1 - inner) * (2 * a - 1 - k)
                        )
                    )
                )(*size(g, n)),
                discrete_staircase.overlap(k, inner, b, *size(g, n)),
            ),
            ("fubini",),
        )
        for name, inner in (("all", 1), ("all but the smallest", 0))
    ),
    *(
        telescopes(
            f"sum over balls of the sum of i^{p}",
            T,
            lambda g, n, k, w, p=p: w * ball_sum(p, k * n + g - Fraction(1, 2)),
            lambda b, g, n, k, w, p=p: (
                w
                * sum(
                    (
                        c * n**i * power_sum(i, b, (g - Fraction(1, 2)) / n + k)
                        for i, c in enumerate(power_polynomial(p))
                        if c
                    ),
                    0 * b,
                )
            ),
            lambda b: b,
        )
        for p in range(1, 5)
    ),
    *(
        identity(
            f"E|i|^{p} is the mixture of the balls'",
            R,
            lambda b, g, n, p=p: (
                2
                * discrete_staircase.normalizer(b, *size(g, n))
                * (1 - b)
                * sum(
                    (
                        c * n**i * power_sum(i, b, (g - Fraction(1, 2)) / n)
                        for i, c in enumerate(power_polynomial(p))
                        if c
                    ),
                    0 * b,
                ),
                discrete_staircase.moment(p, b, *size(g, n)),
            ),
        )
        for p in range(1, 5)
    ),
    identity(
        "E i J: step j has the points (j - 1) m + g .. (j - 1) m + g + m - 1 on each side",
        R,
        lambda b, g, n: (
            index_times_step(b, *size(g, n)),
            discrete_hourglass.step_times_index(b, *size(g, n)),
        ),
    ),
    identity(
        "Cov = E X J - E X^2",
        R,
        lambda b, g, n: (
            (
                lambda a, m: (
                    discrete_hourglass.step_times_index(b, a, m) / m
                    - discrete_staircase.moment(2, b, a, m) / m**2
                )
            )(*size(g, n)),
            discrete_hourglass.covariance(b, *size(g, n)),
        ),
    ),
    identity(
        "Var(X + Y) = 2 Var X + 2 Cov",
        R,
        lambda b, g, n: (
            (
                lambda a, m: (
                    2 * discrete_staircase.moment(2, b, a, m) / m**2
                    + 2 * discrete_hourglass.covariance(b, a, m)
                )
            )(*size(g, n)),
            discrete_hourglass.sum_variance(b, *size(g, n)),
        ),
    ),
    identity(
        "P(X + Y = k): J < 0, J = 0, 1 <= J <= k and J > k",
        R,
        lambda b, g, n, k: (
            (
                lambda a, m: (
                    discrete_staircase.normalizer(b, a, m)
                    * discrete_laplace.normalizer(b)
                    * b**k
                    * (2 * m * b**2 / (1 - b**2) + 2 * a - 1 + k * m)
                )
            )(*size(g, n)),
            discrete_hourglass.sum_pmf(k, b, *size(g, n)),
        ),
    ),
    exhaustive(
        "the covariance by adding points, m <= 4, b = 1/2",
        lambda: [(m, g) for m in range(1, 5) for g in range(1, m + 1)],
        covariance_by_adding,
    ),
    exhaustive(
        "the lattice has the step D/m, and off the diagonals there is no mass",
        lambda: [(m, d) for m in range(1, 5) for d in (Fraction(1), Fraction(3, 2))],
        on_the_diagonals,
    ),
    counterexample(
        "the covariance vanishes for no gamma at m = 2, b = 1/2",
        lambda m: any(
            discrete_hourglass.covariance(Fraction(1, 2), Fraction(g), Fraction(m)) == 0
            for g in range(1, m + 1)
        ),
        2,
        lambda: (1,),
    ),
    counterexample(
        "a lattice gamma of 0 is not private",
        lambda g: (
            cells.hourglass_exponent(cells.signed_lattice_level(-1, 1, g), 0)
            - cells.hourglass_exponent(cells.signed_lattice_level(0, 1, g), 1)
            in (-1, 1)
        ),
        0,
        lambda: (1,),
    ),
)


def holds(decay: Fraction, m: int, gamma: Fraction, x: Fraction, k: int, x0: Fraction) -> bool:
    """Check the ratio at a point of a random lattice, and the exact marginal by summing
    diagonals.
    """
    g, i, i0 = max(1, round(gamma * m)), round(x * m), round(x0 * m)
    j = cells.signed_lattice_level(i, m, g)
    before = discrete_hourglass.weight(
        cells.hourglass_exponent(j, k), decay, Fraction(g), Fraction(m)
    )
    after = discrete_hourglass.weight(
        cells.hourglass_exponent(cells.signed_lattice_level(i + i0, m, g), k + 1),
        decay,
        Fraction(g),
        Fraction(m),
    )
    return after / before in (decay, 1 / decay)


THEOREM = Theorem(
    id="discrete_laws",
    title="The lattice hourglass and staircase, for every m",
    statement="on every lattice of 1/m with gamma a multiple of 1/m the restricted hourglass is "
    "exactly epsilon-DP, exchangeable, with the discrete staircase as marginals; all "
    "shipped closed forms",
    source="this project; addremove Section 4.1",
    steps=STEPS,
    covers=(
        "discrete_hourglass.pmf",
        "discrete_hourglass.normalizer",
        "discrete_hourglass.covariance",
        "discrete_hourglass.sum_variance",
        "discrete_hourglass.sum_pmf",
        "discrete_hourglass.privacy_loss",
        "discrete_staircase.pmf",
        "discrete_staircase.normalizer",
        "discrete_staircase.tail",
        "discrete_staircase.moment",
        "discrete_staircase.privacy_loss",
    ),
    depends_on=("staircase_steps", "hourglass_is_private", "hourglass_law"),
    holds=holds,
)
