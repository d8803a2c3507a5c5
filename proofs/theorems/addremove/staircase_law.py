"""The one-dimensional staircase: total mass, moments, tail, quantile, privacy, for all epsilon,
gamma, Delta.

Claim.       With the shipped normaliser the density A b^j integrates to 1; E|X|^p, the tail and the quantile are the
             shipped formulas; the loss under any shift 0 < |s| <= Delta is at most epsilon, and
             exactly epsilon.
Source.      addremove Definition 2; Appendix D.1 (the normaliser).
Derivation.  (1) step 0 has width 2 gamma Delta and every other 2 Delta, and sum over j >= 1 of b^j = b/(1 - b); (2) the
             integral of x^p over step j is a shell of order p + 1, and shells add up to (1 - b)
             S_(p+1) (series); (3) the tail is affine on a step with slope -2 A b^j, continuous
             across steps, 1 at 0 and 0 at infinity; (4) |level(|x + s|) - level(|x|)| <= 1; (5) for
             each s there is an x where it is 1, with room to its right; (6) the ball of radius r
             meets its shift by s in max(0, 2r - s), and min(f, f(. - s)) is the sum over balls.
Trusted.     primitive, fubini, densities_decide, powers_decay (through `series`).
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from dpmean.distributions import cells, staircase
from dpmean.distributions.series import power_sum
from dpmean.distributions.staircase import Staircase
from dpmean.exact.decay import Decay

from ...kernel.formulas import ANY, POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows
from .staircase_steps import gamma_inside

R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE, "x": ANY, "s": ANY}, powers="j")
SHIFT = {"x": REAL, "s": REAL, "g": REAL}


def witness(v: Any) -> Any:
    """Return a point on step 0 that the shift s > 0 takes to step 1."""
    return v.g - v.s / 2 if v.s < 2 * v.g else v.s * 0


def levels(v: Any, x: Any) -> tuple[Any, Any]:
    """Return the steps of x and of x + s."""
    return cells.level(abs(x), v.g), cells.level(abs(x + v.s), v.g)


STEPS = (
    identity(
        "the total mass is 1",
        R,
        lambda b, g, d: (
            2 * d * (staircase.weight(0, b, g, d) * g + staircase.weight(1, b, g, d) / (1 - b)),
            1,
        ),
        ("fubini",),
    ),
    identity(
        "one more step is one more factor b",
        R,
        lambda b, g, d, j: (staircase.weight(j + 1, b, g, d), b * staircase.weight(j, b, g, d)),
        ("densities_decide",),
    ),
    *(
        identity(
            f"E|X|^{p} is the sum over steps",
            R,
            lambda b, g, d, p=p: (
                2
                * staircase.normalizer(b, g, d)
                * d ** (p + 1)
                / (p + 1)
                * (g ** (p + 1) + b * (power_sum(p + 1, b, g + 1) - power_sum(p + 1, b, g))),
                staircase.moment(p, b, g, d),
            ),
            ("primitive",),
        )
        for p in range(17)
    ),
    identity(
        "the tail falls with slope -2 f on a step",
        R,
        lambda b, g, d, x, s, j: (
            staircase.tail(x + s, j, b, g, d) - staircase.tail(x, j, b, g, d),
            -2 * s * staircase.weight(j, b, g, d),
        ),
    ),
    identity(
        "the tail is continuous across steps",
        R,
        lambda b, g, d, j: (
            staircase.tail((j + g) * d, j, b, g, d),
            staircase.tail((j + g) * d, j + 1, b, g, d),
        ),
    ),
    identity(
        "the tail loses a factor b with every Delta",
        R,
        lambda b, g, d, x, j: (
            staircase.tail(x + d, j + 1, b, g, d),
            b * staircase.tail(x, j, b, g, d),
        ),
    ),
    identity("the tail is 1 at 0", R, lambda b, g, d: (staircase.tail(0, 0, b, g, d), 1)),
    identity(
        "the quantile inverts the tail",
        R,
        lambda b, g, d, x, j: (
            staircase.tail(staircase.quantile_above_half(x, j, b, g, d), j, b, g, d) / 2,
            1 - x,
        ),
    ),
    exhaustive(
        "the median is 0, exactly, for irrational b too",
        lambda: itertools.product(
            (Decay.from_epsilon("3/2"), Decay.from_decay("2/3")),
            (Fraction(1, 3), Fraction(1), "optimal"),
        ),
        lambda c: Staircase(*c).quantile(Fraction(1, 2)) == Fraction(0),
    ),
    smt(
        "a shift of at most Delta changes the step by at most one",
        SHIFT,
        lambda v: gamma_inside(v) and v.s >= -1 and v.s <= 1,
        lambda v: cells.level(abs(v.x + v.s), v.g) - cells.level(abs(v.x), v.g) in (-1, 0, 1),
        lambda v: cells.level(abs(v.x + v.s), v.g) - cells.level(abs(v.x), v.g) in (-1, 0),
    ),
    smt(
        "every shift 0 < s <= Delta takes some point from step 0 to step 1, with room",
        SHIFT,
        lambda v: gamma_inside(v) and v.s > 0 and v.s <= 1,
        lambda v: (
            levels(v, witness(v))[0] == 0
            and levels(v, witness(v))[1] == 1
            and abs(witness(v)) < v.g
            and witness(v) + v.s < v.g + 1
        ),
        lambda v: levels(v, witness(v))[1] == 2,
    ),
    identity(
        "balls that meet their shift",
        R,
        lambda b, g, d, s: (
            staircase.normalizer(b, g, d) * (1 - b) * (2 * d * power_sum(1, b, g) - s / (1 - b)),
            staircase.overlap(s, 1, b, g, d),
        ),
        ("fubini",),
    ),
    identity(
        "the smallest ball does not meet its shift",
        R,
        lambda b, g, d, s: (
            staircase.overlap(s, 1, b, g, d) - staircase.overlap(s, 0, b, g, d),
            staircase.normalizer(b, g, d) * (1 - b) * (2 * g * d - s),
        ),
    ),
    counterexample(
        "without Delta the density has mass Delta",
        lambda d: (
            staircase.normalizer(Fraction(1, 2), Fraction(1, 2), 1)
            == staircase.normalizer(Fraction(1, 2), Fraction(1, 2), d)
        ),
        2,
        lambda: (1,),
    ),
    identity(
        "gamma -> 0 has the normaliser of gamma = 1 with the steps renumbered",
        R,
        lambda b, d: (staircase.normalizer(b, 0, d) * b, staircase.normalizer(b, 1, d)),
    ),
    smt(
        "gamma = 0 has the steps of gamma = 1, renumbered",
        SHIFT,
        lambda v: v.x >= 0 and v.g == 0,
        lambda v: cells.level(v.x, v.g) == cells.level(v.x, v.g + 1) + 1,
        lambda v: cells.level(v.x, v.g) == cells.level(v.x, v.g + 1),
    ),
)


def holds(decay: Fraction, gamma: Fraction, x: Fraction, shift: Fraction) -> bool:
    """Check that mass up to |x| plus tail is 1, by adding cells, and that a shift's density ratio
    is b, 1 or 1/b.
    """
    x, j = abs(x), cells.level(abs(x), gamma)
    edges = [Fraction(0), *(gamma + i for i in range(j)), x]
    inside = 2 * sum(
        staircase.weight(i, decay, gamma, 1) * (hi - lo)
        for i, (lo, hi) in enumerate(itertools.pairwise(edges))
    )
    ratio = staircase.weight(
        cells.level(abs(x + shift), gamma), decay, gamma, 1
    ) / staircase.weight(j, decay, gamma, 1)
    return inside + staircase.tail(x, j, decay, gamma, 1) == 1 and ratio in (decay, 1, 1 / decay)


THEOREM = Theorem(
    id="staircase_law",
    title="The staircase: mass, moments, tail, privacy",
    statement="the shipped normaliser, moments, tail, quantile, overlap and loss of the 1-D "
    "staircase are right for all epsilon, gamma in (0, 1], Delta",
    source="addremove Definition 2",
    steps=STEPS,
    covers=(
        "staircase.normalizer",
        "staircase.density",
        "staircase.tail",
        "staircase.quantile",
        "staircase.cdf",
        "staircase.moment",
        "staircase.privacy_loss",
        "staircase.hockey_stick",
    ),
    depends_on=("staircase_steps", "series"),
    holds=holds,
    claims=rows(__file__),
)
