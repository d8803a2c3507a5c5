"""The hourglass is epsilon-DP, and its density ratio is never anything but e^(+-epsilon).

Claim.       For all real x, integer k, x0 in [0, Delta], gamma in (0, 1]: moving (x, k Delta - x) by (x0, Delta - x0)
             multiplies the density by exactly b or 1/b, b = e^-epsilon; the same for the opposite
             move; both occur, for every x0. Hence q + Z is epsilon-DP when q moves by +-(x0, Delta
             - x0), and its privacy profile is that of randomised response, (1 - e^h b)/(1 + b) for
             |h| <= epsilon, whatever x0 and gamma.
Source.      addremove Theorem 2, Appendix D.2, Figure 1.
Derivation.  (1) x/Delta and x0/Delta are what the shipped code compares, so Delta = 1; (2) the exponents of b before
             and after differ by exactly 1, both directions; (3) the density is C b^exponent; (4)
             |J| + |k - J| has the parity of k, which is why the ratio is never 1; (5) let p be the
             probability that the ratio f(z + s)/f(z) is b: the shifted density has mass 1, so b p +
             (1 - p)/b = 1 and p = 1/(1 + b); hence the profile.
At gamma = 0 (which Definition 2 allows and Section 4.1 excludes) it is private except on a set of measure zero: at
integer x the ratio can be e^(3 epsilon), and f(-z) = f(z) fails at x = 0. On a lattice, where points have mass, gamma =
0 is not private.
Trusted.     densities_decide.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from dpmean.distributions import cells, discrete_laplace, hourglass
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.privacy import losses as privacy

from ...kernel.formulas import POSITIVE, UNIT, UNIT_CLOSED, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .staircase_steps import exponent, gamma_inside

MOVE = {"x": REAL, "k": INT, "x0": REAL, "g": REAL}
R = Ring({"b": UNIT, "g": UNIT_CLOSED, "d": POSITIVE}, powers="j")
P = Ring({"b": UNIT, "ratio": POSITIVE})


def move_inside(v: Any) -> Any:
    """State that gamma is in (0, 1] and x0 in [0, 1]."""
    return (v.g > 0) and (v.g <= 1) and (v.x0 >= 0) and (v.x0 <= 1)


def change(v: Any, sign: int = 1) -> Any:
    """Return the change of the exponent when (x, k) moves by +-(x0, 1)."""
    return exponent(v.x + sign * v.x0, v.k + sign, v.g) - exponent(v.x, v.k, v.g)


def monotone_in_x0(point: tuple[Fraction, int, Fraction]) -> bool:
    """Tell whether the exponent at (x + x0, k + 1) is monotone in x0 on [0, 1], as Appendix D.2
    says.

    It is sampled at 0, 1/2 and 1.
    """
    x, k, g = point
    low, middle, high = (
        exponent(x + x0, k + 1, g) for x0 in (Fraction(0), Fraction(1, 2), Fraction(1))
    )
    return low <= middle <= high or low >= middle >= high


def point_symmetric(point: tuple[Fraction, int, Fraction]) -> bool:
    """Tell whether f(-x, -y) = f(x, y)."""
    x, k, g = point
    return exponent(-x, -k, g) == exponent(x, k, g)


def at_the_ends(decay: Decay) -> bool:
    """Check the shipped divergence of the hourglass at the greatest and at the least loss."""
    law = hourglass.Hourglass(decay, Fraction(1, 3))
    most, least = (
        law.hockey_stick(Fraction(1, 4), Fraction(3, 4), decay.power(h)) for h in (-1, 1)
    )
    return most == Fraction(0) and compare(least, 1 - decay.b) == 0


STEPS = (
    smt(
        "a move by (x0, 1 - x0) changes the exponent by exactly one",
        MOVE,
        move_inside,
        lambda v: change(v) in (-1, 1),
        lambda v: change(v) == 1,
    ),
    smt(
        "so does the opposite move",
        MOVE,
        move_inside,
        lambda v: change(v, -1) in (-1, 1),
        lambda v: change(v, -1) in (0, 1),
    ),
    smt(
        "both changes occur, for every x0 and gamma",
        MOVE,
        lambda v: move_inside(v) and v.x == 0 and v.k == 0,
        lambda v: (
            exponent(v.x0, 1, v.g) - exponent(v.x, v.k, v.g) == 1
            and exponent(v.x, v.k, v.g) - exponent(-v.x0, -1, v.g) == -1
        ),
        lambda v: exponent(v.x0, 1, v.g) - exponent(v.x, v.k, v.g) == 0,
    ),
    smt(
        "the exponent has the parity of k",
        MOVE,
        gamma_inside,
        lambda v: (exponent(v.x, v.k, v.g) - v.k) % 2 == 0,
        lambda v: exponent(v.x, v.k, v.g) % 2 == 0,
    ),
    smt(
        "at gamma = 0 the exponent changes by exactly one unless x or x + x0 is an integer",
        MOVE,
        lambda v: (
            v.g == 0
            and v.x0 >= 0
            and v.x0 <= 1
            and v.x > floor(v.x)
            and v.x + v.x0 > floor(v.x + v.x0)
        ),
        lambda v: change(v) in (-1, 1),
        lambda v: change(v) == -1,
    ),
    identity(
        "one more in the exponent is one more factor b",
        R,
        lambda b, g, d, j: (hourglass.weight(j + 1, b, g, d), b * hourglass.weight(j, b, g, d)),
        ("densities_decide",),
    ),
    identity(
        "scaling to Delta = 1 divides the density by Delta",
        R,
        lambda b, g, d, j: (hourglass.weight(j, b, g, d) * d, hourglass.weight(j, b, g, 1)),
    ),
    identity(
        "the loss epsilon has probability 1/(1 + b)",
        P,
        lambda b: (b * (1 / (1 + b)) + (1 - 1 / (1 + b)) / b, 1),
    ),
    identity(
        "the profile is that of randomised response, ratio >= 1",
        P,
        lambda b, ratio: (
            privacy.three_valued_hockey_stick(b, discrete_laplace.normalizer(b), ratio),
            (1 - ratio * b) / (1 + b),
        ),
    ),
    identity(
        "the profile is that of randomised response, ratio <= 1",
        P,
        lambda b, ratio: (
            privacy.three_valued_hockey_stick_below_one(b, discrete_laplace.normalizer(b), ratio),
            (1 - ratio * b) / (1 + b),
        ),
    ),
    smt(
        "a move by (s, -s), 0 < |s| <= 1, is two steps: the exponent changes by at most 2",
        MOVE,
        lambda v: gamma_inside(v) and v.x0 >= -1 and v.x0 <= 1,
        lambda v: exponent(v.x + v.x0, v.k, v.g) - exponent(v.x, v.k, v.g) in (-2, 0, 2),
        lambda v: exponent(v.x + v.x0, v.k, v.g) - exponent(v.x, v.k, v.g) in (-2, 0),
    ),
    smt(
        "no difference and its negative both have the form (x0, 1 - x0)",
        {"x0": REAL, "x1": REAL, "y0": REAL, "y1": REAL},
        lambda v: (v.y0 == 1 - v.x0) and (v.y1 == 1 - v.x1),
        lambda v: not ((v.x1 == -v.x0) and (v.y1 == -v.y0)),
        lambda v: v.x1 != -v.x0,
        few="two equations in four numbers, which few moves keep",
    ),
    smt(
        "D.2, subcases A, B1 and B2: a step up by one",
        {"x": REAL, "k": INT, "g": REAL},
        lambda v: gamma_inside(v) and v.x >= 0,
        lambda v: (
            exponent(v.x, v.k + 1, v.g) - exponent(v.x, v.k, v.g) == (1 if v.x < v.k + v.g else -1)
        ),
        lambda v: exponent(v.x, v.k + 1, v.g) - exponent(v.x, v.k, v.g) == 1,
    ),
    smt(
        "D.2, the case that A_(-1) stands for: x in [0, gamma) on k = -1 has exponent 1",
        MOVE,
        lambda v: move_inside(v) and v.x >= 0 and v.x < v.g and v.k == -1,
        lambda v: exponent(v.x, v.k, v.g) == 1 and exponent(v.x + v.x0, 0, v.g) in (0, 2),
        lambda v: exponent(v.x, v.k, v.g) == 1 and exponent(v.x + v.x0, 0, v.g) == 0,
    ),
    smt(
        "D.2, the set that is set aside: the mirror image of A_1 has exponent 1 and leads to 0 "
        "or 2",
        MOVE,
        lambda v: move_inside(v) and v.k == -1 and v.x <= 0 and v.x > -1 - v.g,
        lambda v: exponent(v.x, v.k, v.g) == 1 and exponent(v.x + v.x0, 0, v.g) in (0, 2),
        lambda v: exponent(v.x, v.k, v.g) == 1 and exponent(v.x + v.x0, 0, v.g) == 2,
    ),
    smt(
        "D.2: outside the mirror image of A_1 the density is monotone in x0",
        MOVE | {"x1": REAL},
        lambda v: (
            gamma_inside(v)
            and v.x0 >= 0
            and v.x1 >= v.x0
            and v.x1 <= 1
            and (v.k > -1 or v.k < -1 or v.x > 0 or v.x <= -1 - v.g)
        ),
        lambda v: (
            (
                exponent(v.x, v.k + 1, v.g) <= exponent(v.x + v.x0, v.k + 1, v.g)
                and exponent(v.x + v.x0, v.k + 1, v.g) <= exponent(v.x + v.x1, v.k + 1, v.g)
            )
            or (
                exponent(v.x, v.k + 1, v.g) >= exponent(v.x + v.x0, v.k + 1, v.g)
                and exponent(v.x + v.x0, v.k + 1, v.g) >= exponent(v.x + v.x1, v.k + 1, v.g)
            )
        ),
        lambda v: exponent(v.x, v.k + 1, v.g) <= exponent(v.x + v.x0, v.k + 1, v.g),
    ),
    counterexample(
        "D.2: the density is not monotone in x0",
        monotone_in_x0,
        (Fraction(-1, 2), -1, Fraction(1, 2)),
        lambda: (
            [
                (Fraction(i), k, Fraction(g, 2))
                for i in (0, 1, -1)
                for k in range(-3, 4)
                for g in (2, 1)
            ]
            + [(Fraction(1, 2), k, Fraction(g, 2)) for k in range(-3, 4) for g in (2, 1)]
            + [(Fraction(-1, 2), k, Fraction(1)) for k in range(-3, 4)]
            + [(Fraction(-1, 2), 0, Fraction(1, 2))]
        ),
    ),
    counterexample(
        "D.2: nor is it for gamma = 1/3, on an interval of x",
        lambda p: (
            monotone_in_x0((p, -1, Fraction(1, 3)))
            or monotone_in_x0((p - Fraction(1, 9), -1, Fraction(1, 3)))
        ),
        Fraction(-4, 9),
    ),
    counterexample(
        "an l1 sensitivity of 1 is not enough: the shift (1/2, -1/2) changes the exponent by 2",
        lambda p: (
            abs(exponent(p[0] + Fraction(1, 2), p[1], p[2]) - exponent(p[0], p[1], p[2])) <= 1
        ),
        (Fraction(0), 0, Fraction(1, 2)),
        lambda: [(Fraction(0), 0, Fraction(1))],
    ),
    exhaustive(
        "at h = epsilon the divergence is 0, exactly, for irrational b too, and 1 - b at h = "
        "-epsilon",
        lambda: (Decay.from_epsilon(e) for e in ("1/7", "1", "3")),
        at_the_ends,
    ),
    counterexample(
        "D.2: three sets are met",
        lambda x: (
            len(
                {
                    cells.signed_level(x + x0, Fraction(1, 4))
                    for x0 in (Fraction(0), Fraction(1, 3), Fraction(1))
                }
            )
            <= 2
        ),
        Fraction(-1, 2),
        lambda: (Fraction(0), Fraction(1, 2), Fraction(1)),
    ),
    counterexample(
        "at gamma = 0 the density is not even at x = 0",
        point_symmetric,
        (Fraction(0), 1, Fraction(0)),
        lambda: [(Fraction(0), 0, Fraction(0))],
    ),
    counterexample(
        "at gamma = 0 the ratio can be e^(3 eps) at an integer x",
        lambda p: (
            exponent(p[0], p[1], Fraction(0)) - exponent(p[0] + p[2], p[1] + 1, Fraction(0))
            in (-1, 1)
        ),
        (Fraction(-1), 0, Fraction(1)),
        lambda: [(Fraction(0), k, Fraction(x0)) for k in (0, 1, -1) for x0 in (0, 1)],
    ),
    counterexample(
        "D.2, subcase B1: a point of B_(-1)(1) has not the exponent of A_0",
        lambda p: exponent(*p) == p[1] + 1,
        (Fraction(1, 2), -1, Fraction(1)),
    ),
    counterexample(
        "D.2, subcase B2: a point of B_(-1)(2) has not the exponent of B_0(1)",
        lambda p: exponent(*p) == p[1] + 1 + 2,
        (Fraction(3, 2), -1, Fraction(1)),
    ),
    counterexample(
        "the opposite of (x0, 1 - x0) has not that form: already at x0 = 0",
        lambda x0: -(1 - x0) == 1 - (-x0),
        Fraction(0),
    ),
    counterexample(
        "A_(-1) is empty", lambda p: exponent(p[0], -1, p[1]) == -1, (Fraction(0), Fraction(1))
    ),
)


def holds(decay: Fraction, gamma: Fraction, x: Fraction, k: int, x0: Fraction) -> bool:
    """Check that the ratio of two shipped densities is b or 1/b, exactly."""
    j = [
        cells.hourglass_exponent(cells.signed_level(u, gamma), i)
        for u, i in ((x, k), (x + x0, k + 1))
    ]
    ratio = hourglass.weight(j[1], decay, gamma, 1) / hourglass.weight(j[0], decay, gamma, 1)
    return ratio in (decay, 1 / decay)


THEOREM = Theorem(
    id="hourglass_is_private",
    title="The hourglass is epsilon-DP, exactly",
    statement="for all x, k, x0 in [0, Delta] and gamma in (0, 1] the density ratio under +-(x0, "
    "Delta - x0) is b or 1/b, and both occur",
    source="addremove Theorem 2, Appendix D.2",
    steps=STEPS,
    covers=("hourglass.privacy_loss", "hourglass.hockey_stick", "hourglass.density"),
    depends_on=("staircase_steps",),
    holds=holds,
    claims=rows(__file__),
)
