"""The bulk samplers have the law: not nearly, but exactly.

Claim.       What `bulk/` draws has the law of `distributions`: the integer that is looked up has the shipped masses; a
             staircase is its signed step and a uniform position in it; an hourglass is a staircase
             and an independent discrete Laplace offset; wide ones are made of digits, or kept by a
             coin; what a table decides is what inversion of the whole uniform number decides; and a
             cell that the fixed point decides is that of the real position.
Source.      this project.
Derivation.  (1) P(J >= j) - P(J >= j + 1) is the mass of step j on one side, and 2 P(J >= 1) with step 0 makes 1, so U
             -> J by inversion has these masses (the discrete Gaussian's: `discrete_gaussian_law`);
             (2) step s is where the signed level is s, and the density is the mass over the width;
             (3) mass over width times the offset's mass is the hourglass density at every exponent
             |j| + |k - j|; (4) integers strictly between the floors of two thresholds lie in the
             interval with room for one more, so more bits cannot change the outcome; where they
             may, the samplers ask for more bits; (5) the same for cells: a position known from x on
             to within e is in x's cell when x has more than e left of it. So each outcome is a
             function of a uniform number, the one whose law is F, read to as many bits as it takes.
             (4) and (5) are about numbers: that the arrays of lookup.py and positions.py compare so
             is tested, not proved. That it takes finitely many with probability 1 is
             `powers_decay`: 2^-n for n bits more. (6) A wide geometric number is its last digit and
             B times another, level by level; a discrete Laplace outcome, and a step but 0, are a
             sign and such a number; proposal and coin of a wide discrete Gaussian have e^(-y^2/(2
             sigma^2)), but for a constant factor.
Trusted.     powers_decay.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from dpmean.distributions import (
    cells,
    discrete_hourglass,
    discrete_laplace,
    discrete_staircase,
    hourglass,
    staircase,
)
from dpmean.distributions.bulk import formulas

from ...kernel.formulas import POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import exhaustive, identity, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem

R = Ring({"b": UNIT, "g": UNIT_CLOSED}, powers="jk")
# w = b^B, v = w^k: the mass above a digit is v (1 - w)
G = Ring({"b": UNIT, "w": UNIT, "v": UNIT}, powers="j")
N = Ring({"y": POSITIVE, "t": POSITIVE, "s": POSITIVE})
# g stands for gamma m - 1/2, as 2 gamma m - 1 > 0
L = Ring({"b": UNIT, "g": POSITIVE, "m": POSITIVE}, powers="jk")


def of_step(upper: Any, j: Any, *parameters: Any) -> Any:
    """Return P(J = j) for j >= 1, as inversion has it."""
    return upper(j, parameters) - upper(j + 1, parameters)


def whole(g: Any) -> Any:
    """Return gamma m from a positive variable."""
    return g + Fraction(1, 2)


def lattice_points() -> Iterator[tuple[int, int, int, int]]:
    """Yield (m, g, s, i): every point i of every step s of small lattices."""
    for m in range(1, 7):
        for g in range(1, m + 1):
            for s in range(-3, 4):
                left, width = formulas.lattice_step(s, g, m)
                yield from ((m, g, s, int(left) + i) for i in range(int(width)))


STEPS = (
    identity(
        "discrete Laplace: the look-up's masses are the law's",
        R,
        lambda b, k: (of_step(formulas.laplace_upper, k, b), discrete_laplace.pmf(b, b**k)),
    ),
    identity(
        "discrete Laplace: what is left for 0 is its mass",
        R,
        lambda b: (1 - 2 * formulas.laplace_upper(1, (b,)), discrete_laplace.normalizer(b)),
    ),
    identity(
        "staircase: P(J = j) is the density on step j times its width 1",
        R,
        lambda b, g, j: (of_step(formulas.staircase_upper, j, b, g), staircase.weight(j, b, g, 1)),
    ),
    identity(
        "staircase: what is left for step 0 is its density times 2 gamma",
        R,
        lambda b, g: (
            1 - 2 * formulas.staircase_upper(1, (b, g)),
            2 * g * staircase.weight(0, b, g, 1),
        ),
    ),
    identity(
        "lattice staircase: P(J = j) is m times the mass of a point",
        L,
        lambda b, g, m, j: (
            of_step(formulas.lattice_upper, j, b, whole(g), m),
            m * discrete_staircase.weight(j, b, whole(g), m),
        ),
    ),
    identity(
        "lattice staircase: what is left for step 0 is 2 gamma m - 1 times the mass at 0",
        L,
        lambda b, g, m: (
            1 - 2 * formulas.lattice_upper(1, (b, whole(g), m)),
            (2 * whole(g) - 1) * discrete_staircase.normalizer(b, whole(g), m),
        ),
    ),
    identity(
        "digits: the last digit and B times a geometric number of ratio q^B make a geometric "
        "number",
        G,
        lambda b, w, v, j: (
            of_step(formulas.digit_upper, j, b, w) * of_step(formulas.geometric_upper, 0, w) * v,
            of_step(formulas.geometric_upper, j, b) * v,
        ),
    ),
    identity(
        "a sign and a geometric size, but no negative zero, are discrete Laplace",
        R,
        lambda b, k: (
            of_step(formulas.geometric_upper, k, b)
            / 2
            / (1 - of_step(formulas.geometric_upper, 0, b) / 2),
            discrete_laplace.pmf(b, b**k),
        ),
    ),
    identity(
        "staircase: P(J != 0), a sign and a geometric size plus 1 make the signed step",
        R,
        lambda b, g, j: (
            formulas.staircase_upper(1, (b, g)) * of_step(formulas.geometric_upper, j - 1, b),
            of_step(formulas.staircase_upper, j, b, g),
        ),
    ),
    identity(
        "lattice staircase: the same",
        L,
        lambda b, g, m, j: (
            formulas.lattice_upper(1, (b, whole(g), m))
            * of_step(formulas.geometric_upper, j - 1, b),
            of_step(formulas.lattice_upper, j, b, whole(g), m),
        ),
    ),
    identity(
        "rejection: the exponents of proposal and coin make y^2/(2 sigma^2), but for a constant",
        N,
        lambda y, t, s: (
            y / t + formulas.rejection_exponent(y, t, s),
            y**2 / (2 * s) + s / (2 * t**2),
        ),
    ),
    smt(
        "a position inside signed step s has signed level s",
        {"x": REAL, "s": INT, "g": REAL},
        lambda v: (
            v.g > 0
            and v.g <= 1
            and formulas.step(v.s, v.g, 1)[0] < v.x
            and v.x < formulas.step(v.s, v.g, 1)[0] + formulas.step(v.s, v.g, 1)[1]
        ),
        lambda v: cells.signed_level(v.x, v.g) == v.s,
        lambda v: cells.signed_level(v.x, v.g) == v.s + 1,
    ),
    exhaustive(
        "the points of a lattice step are those of its level, m <= 6",
        lattice_points,
        lambda p: cells.signed_lattice_level(p[3], p[0], p[1]) == p[2],
    ),
    identity(
        "hourglass: step, position and offset give the density",
        R,
        lambda b, g, j, k: (
            of_step(formulas.staircase_upper, j, b, g) * discrete_laplace.pmf(b, b**k),
            hourglass.weight(j + k, b, g, 1),
        ),
    ),
    identity(
        "hourglass: the same on step 0",
        R,
        lambda b, g, k: (
            (1 - 2 * formulas.staircase_upper(1, (b, g))) / (2 * g) * discrete_laplace.pmf(b, b**k),
            hourglass.weight(k, b, g, 1),
        ),
    ),
    identity(
        "lattice hourglass: step, point and offset give the mass",
        L,
        lambda b, g, m, j, k: (
            of_step(formulas.lattice_upper, j, b, whole(g), m) / m * discrete_laplace.pmf(b, b**k),
            discrete_hourglass.weight(j + k, b, whole(g), m),
        ),
    ),
    identity(
        "lattice hourglass: the same on step 0",
        L,
        lambda b, g, m, k: (
            (1 - 2 * formulas.lattice_upper(1, (b, whole(g), m)))
            / (2 * whole(g) - 1)
            * discrete_laplace.pmf(b, b**k),
            discrete_hourglass.weight(k, b, whole(g), m),
        ),
    ),
    smt(
        "what lies strictly between two floors is decided: more bits change nothing",
        {"p": REAL, "q": REAL, "u": INT, "v": REAL},
        lambda v: floor(v.p) < v.u and v.u < floor(v.q) and v.v >= 0 and v.v < 1,
        lambda v: v.p <= v.u + v.v and v.u + v.v < v.q,
        lambda v: v.p + 1 <= v.u + v.v and v.u + v.v < v.q,
    ),
    smt(
        "a cell with enough room is decided",
        {"x": REAL, "e": REAL, "r": REAL},
        lambda v: v.e > 0 and v.r >= 0 and v.r < v.e and v.x - floor(v.x) <= 1 - v.e,
        lambda v: floor(v.x + v.r) == floor(v.x),
        lambda v: floor(v.x + v.r + v.e) == floor(v.x),
    ),
)


def holds(decay: Fraction, gamma: Fraction, j: int, k: int) -> bool:
    """Check that step, position and offset make the hourglass density at signed step j and diagonal
    k.
    """
    n = abs(j)
    mass = (
        of_step(formulas.staircase_upper, n, decay, gamma)
        if n
        else 1 - 2 * formulas.staircase_upper(1, (decay, gamma))
    )
    width = formulas.step(j, gamma, Fraction(1))[1]
    made = mass / width * discrete_laplace.pmf(decay, decay ** abs(k - j))
    return made == hourglass.weight(cells.hourglass_exponent(j, k), decay, gamma, 1)


THEOREM = Theorem(
    id="bulk_laws",
    title="The bulk samplers have the law",
    statement="what is looked up has the shipped masses; step, uniform position and offset make the "
    "staircase and the hourglass, on the line and on every lattice; what a table or the "
    "fixed point decides is what the whole uniform number decides",
    source="this project",
    steps=STEPS,
    depends_on=(
        "staircase_steps",
        "staircase_law",
        "hourglass_law",
        "discrete_laws",
        "discrete_gaussian_law",
    ),
    holds=holds,
)
