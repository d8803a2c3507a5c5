"""The cells of the shipped laws are the paper's, at every real point.

Claim.       level(t, gamma) = j on [j - 1 + gamma, j + gamma), j >= 1, and 0 on [0, gamma); it is mirrored for x < 0.
             On the diagonal x + y = k, hourglass_exponent is k on A_k and 2i + k on B_k(i), and
             A_k, B_k(i) cover x >=
             0. lattice_level is level at the lattice points.
Source.      addremove Definition 2, Section 4.1 (the sets A_k, B_k(i) and the density of the hourglass).
Derivation.  (1)-(3) each statement is linear with floors once Delta = 1; the laws divide by Delta before they compare,
             which is read in the code and checked on a grid with every kind of boundary. "At every
             real point" means where the code answers: beyond 10^6 steps it refuses
             (cells.LEVEL_CAP), and a refusal is no value. (4) (i - g) // m is the floor of (i -
             g)/m, so with x = i/m every lattice statement is one over the reals.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from dpmean.distributions import cells, discrete_staircase
from dpmean.distributions.discrete_hourglass import DiscreteHourglass
from dpmean.distributions.hourglass import Hourglass
from dpmean.distributions.staircase import Staircase
from dpmean.distributions.staircase2d import Staircase2D
from dpmean.errors import InvalidInput
from dpmean.exact.decay import Decay

from ...kernel.rules import counterexample, exhaustive, smt
from ...kernel.tracing import INT, REAL, Steps, Term
from ...theorem import Theorem, rows


def gamma_inside(v: Any) -> Any:
    """State that 0 < gamma <= 1."""
    return (v.g > 0) and (v.g <= 1)


def exponent(x: Any, k: Any, g: Any) -> Any:
    """Return the exponent of b of the hourglass density at x on the diagonal k, as shipped (Delta =
    1).
    """
    return cells.hourglass_exponent(cells.signed_level(x, g), k)


def lattice(*values: Any) -> Any:
    """Return the arguments (m, i, ...) of a lattice function at the points values = i/m.

    They are symbolic, or rational with the least m.
    """
    if any(isinstance(v, Term) for v in values):
        return (Steps.UNIT, *(Steps(v) for v in values))
    m = lcm(*(Fraction(v).denominator for v in values))
    return (m, *(int(v * m) for v in values))


def lattice_level_agrees(v: Any) -> Any:
    """Tell whether lattice_level at i = x m, g = gamma m, is level at x."""
    m, i, g = lattice(v.x, v.g)
    return cells.signed_lattice_level(i, m, g) == cells.signed_level(v.x, v.g)


def printed_ceiling(point: tuple[Fraction, Fraction]) -> bool:
    """Tell whether Lemma 3's exponent, the ceiling of |x| - gamma, is Definition 2's step."""
    x, g = point
    return -((-(abs(x) - g)) // 1) == cells.level(abs(x), g)


def scalings() -> Iterator[tuple[Fraction, Fraction, int, Fraction]]:
    """Yield (gamma, x, k, Delta) on a grid that has every kind of boundary."""
    for g in (Fraction(1, 3), Fraction(1, 2), Fraction(1)):
        for i in range(-13, 14, 2 if g == Fraction(1, 3) else 1):
            for k in (-2, 0, 1):
                for d in (Fraction(1, 2), Fraction(7, 5)):
                    yield g, Fraction(i, 6), k, d


def scales(case: tuple[Fraction, Fraction, int, Fraction]) -> bool:
    """Tell whether the shipped densities at Delta = d and x d are those at Delta = 1 and x."""
    g, x, k, d = case
    b = Decay.from_decay("1/3")
    on_line = Staircase(b, g, d).density(x * d) * d == Staircase(b, g).density(x)
    in_plane = Staircase2D(b, g, d).density(x * d, k * d) * d**2 == Staircase2D(b, g).density(
        x, Fraction(k)
    )
    on_diagonals = Hourglass(b, g, d).density(x * d, k=k) * d == Hourglass(b, g).density(x, k=k)
    lattice_gamma = Fraction(-(-g * 6 // 1), 6)
    on_lattice = DiscreteHourglass(b, lattice_gamma, 6, d).pmf(x * d, k=k) == DiscreteHourglass(
        b, lattice_gamma, 6
    ).pmf(x, k=k)
    return on_line and in_plane and on_diagonals and on_lattice


def names_neighbours(case: tuple[int, Fraction]) -> bool:
    """Check that the last words of the refusal are the multiples of 1/m next to gamma, but for
    0.
    """
    m, gamma = case
    near = [
        Fraction(i, m)
        for i in range(1, m + 1)
        if gamma - Fraction(1, m) < Fraction(i, m) < gamma + Fraction(1, m)
    ]
    try:
        discrete_staircase.lattice_gamma(gamma, m)
    except InvalidInput as error:
        return error.code == "gamma_off_grid" and str(error).split(" are ")[1] == " or ".join(
            map(str, near)
        )
    return False


STEPS = (
    smt(
        "a step j >= 1 is [j - 1 + gamma, j + gamma)",
        {"t": REAL, "j": INT, "g": REAL},
        lambda v: gamma_inside(v) and v.t >= 0 and v.j >= 1,
        lambda v: (
            bool(cells.level(v.t, v.g) == v.j) == bool((v.j - 1 + v.g <= v.t) and (v.t < v.j + v.g))
        ),
        lambda v: (
            bool(cells.level(v.t, v.g) == v.j) == bool((v.j - 1 + v.g < v.t) and (v.t <= v.j + v.g))
        ),
    ),
    smt(
        "step 0 is [0, gamma)",
        {"t": REAL, "g": REAL},
        lambda v: gamma_inside(v) and v.t >= 0,
        lambda v: bool(cells.level(v.t, v.g) == 0) == bool(v.t < v.g),
        lambda v: bool(cells.level(v.t, v.g) == 0) == bool(v.t <= v.g),
    ),
    smt(
        "the signed step is odd",
        {"x": REAL, "g": REAL},
        gamma_inside,
        lambda v: cells.signed_level(-v.x, v.g) == -cells.signed_level(v.x, v.g),
        lambda v: cells.signed_level(-v.x, v.g) == cells.signed_level(v.x, v.g),
    ),
    smt(
        "the exponent is k on A_k",
        {"x": REAL, "k": INT, "g": REAL},
        lambda v: gamma_inside(v) and (v.x >= 0) and (v.x < v.k + v.g),
        lambda v: exponent(v.x, v.k, v.g) == v.k,
        lambda v: exponent(v.x, v.k, v.g) == v.k + 1,
    ),
    smt(
        "the exponent is 2i + k on B_k(i)",
        {"x": REAL, "k": INT, "i": INT, "g": REAL},
        lambda v: (
            gamma_inside(v)
            and (v.x >= 0)
            and (v.i >= 1)
            and (v.k + v.g + v.i - 1 <= v.x)
            and (v.x < v.k + v.g + v.i)
        ),
        lambda v: exponent(v.x, v.k, v.g) == 2 * v.i + v.k,
        lambda v: exponent(v.x, v.k, v.g) == v.i + v.k,
    ),
    smt(
        "A_k is empty for k < 0, and B_k(i) meets x >= 0 only for i >= -k",
        {"x": REAL, "k": INT, "i": INT, "g": REAL},
        lambda v: gamma_inside(v) and (v.x >= 0) and (v.x < v.k + v.i + v.g) and (v.i >= 0),
        lambda v: v.i >= -v.k,
        lambda v: v.i >= 1 - v.k,
    ),
    smt(
        "lattice_level is level at the lattice points",
        {"x": REAL, "g": REAL},
        gamma_inside,
        lattice_level_agrees,
        lambda v: (
            cells.signed_lattice_level(*(lambda m, i, g: (i + m, m, g))(*lattice(v.x, v.g)))
            == cells.signed_level(v.x, v.g)
        ),
    ),
    exhaustive(
        "the shipped laws divide by Delta before they compare: density at Delta is the density "
        "at 1, scaled",
        scalings,
        scales,
    ),
    exhaustive(
        "a gamma off the lattice is refused, and its neighbours on it named",
        lambda: product(
            range(1, 7), (Fraction(1, 100), Fraction(2, 7), Fraction(13, 24), Fraction(99, 100))
        ),
        names_neighbours,
    ),
    counterexample(
        "the ceiling of |x| - gamma is not the step at x = 0, gamma = 1",
        lambda p: printed_ceiling(p),
        (Fraction(0), Fraction(1)),
    ),
    counterexample(
        "the ceiling of |x| - gamma is not the step at x = gamma = 1/2",
        lambda p: printed_ceiling(p),
        (Fraction(1, 2), Fraction(1, 2)),
        lambda: [(Fraction(x, 2), Fraction(1, 2)) for x in (-2, 0, 2)],
    ),
)


def holds(x: Fraction, k: int, gamma: Fraction) -> bool:
    """Check the paper's own case distinction, for x >= 0, against the shipped exponent."""
    x = abs(x)
    wanted = (
        k
        if x < k + gamma
        else next(
            2 * i + k
            for i in range(1, 4 + int(x) + abs(k))
            if k + gamma + i - 1 <= x < k + gamma + i
        )
    )
    return exponent(x, k, gamma) == wanted


THEOREM = Theorem(
    id="staircase_steps",
    title="The cells of the shipped laws are the paper's",
    statement="level, signed_level, hourglass_exponent and lattice_level are Definition 2's steps "
    "and Section 4.1's A_k and B_k(i) at every point",
    source="addremove Definition 2 and Section 4.1",
    steps=STEPS,
    covers=(
        "staircase.density",
        "hourglass.density",
        "discrete_staircase.pmf",
        "discrete_hourglass.pmf",
        "staircase2d.density",
    ),
    holds=holds,
    claims=rows(__file__),
)
