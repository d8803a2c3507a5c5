"""Lemma 1: the error of a clipped noisy ratio, exactly, with the hypotheses it needs.

Claim.       For b > 0, |a| <= b M and a clip to an interval inside [-M, M] that contains a/b: E
             (clip((a + Za)/(b + Zb)) - a/b)^2 <= E C^2 + E F^2 + 2 sqrt(E C^2 E F^2) + 4 M^2 P(Zb <
             -b/2), C = Za/b - a Zb/b^2, F = |2 M Zb^2/b^2| + |2 Za Zb/b^2|. As printed (b >= 0, the
             clip unspecified, its proof in [0, 1]) it fails: b = 0 divides by zero, and with a clip
             to [0, 1] and M = 1/4 it is false.
Source.      addremove Lemma 1, Appendix B.
Derivation.  (1) (a + Za)/(b + Zb) - a/b = C + D; (2) on Zb >= -b/2, b + Zb >= b/2, so |D| <= F; (3) clipping moves
             nothing away from a point of the interval, so the error is at most |C| + F there; (4)
             elsewhere two points of [-M, M] are at most 2M apart; (5) (|C| + F)^2 and
             Cauchy-Schwarz.
Trusted.     cauchy_schwarz, expectation_is_monotone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.mechanisms.addremove import mean_bounds as addremove

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

# Zb = t - b/2 with t >= 0 is the event Zb >= -b/2
R = Ring(
    {
        "a": ANY,
        "za": ANY,
        "zb": ANY,
        "b": POSITIVE,
        "t": NONNEGATIVE,
        "u": NONNEGATIVE,
        "v": NONNEGATIVE,
        "m": POSITIVE,
    }
)


def part_c(a: Any, b: Any, za: Any, zb: Any) -> Any:
    """Return C, the first-order part of the error."""
    return za / b - a * zb / b**2


def part_d(a: Any, b: Any, za: Any, zb: Any) -> Any:
    """Return D, what is left of the error beside C."""
    return a * zb**2 / (b**2 * (b + zb)) - za * zb / ((b + zb) * b)


def part_f(m: Any, b: Any, u: Any, v: Any) -> Any:
    """Return F with u = |Zb| and v = |Za|."""
    return 2 * m * u**2 / b**2 + 2 * v * u / b**2


def clip(x: Any, low: Any, high: Any) -> Any:
    """Return max(low, min(x, high))."""
    return low if x < low else (high if x > high else x)


def printed(point: tuple[Fraction, Fraction, Fraction, Fraction, Fraction]) -> bool:
    """Tell whether Lemma 1 holds with the clip to [0, 1] of its proof, for noise that takes one
    value.

    The point is a, b, M, Za, Zb.
    """
    a, b, m, za, zb = point
    if b == 0:
        return False  # C divides by b
    c, f = abs(part_c(a, b, za, zb)), part_f(m, b, abs(zb), abs(za))
    right = (c + f) ** 2 + (4 * m**2 if zb < -b / 2 else 0)
    return (
        b + zb == 0 or (clip((a + za) / (b + zb), Fraction(0), Fraction(1)) - a / b) ** 2 <= right
    )


def at_m(k: int) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """Return the point b = 1, a = M = 1/k, Za = 0, Zb = M - 1, at which the ratio is 1."""
    m = Fraction(1, k)
    return m, Fraction(1), m, Fraction(0), m - 1


STEPS = (
    identity(
        "the ratio's error is C + D",
        Ring({"a": ANY, "za": ANY, "t": NONNEGATIVE, "b": POSITIVE}),
        lambda a, za, t, b: (
            (a + za) / (b + (t - b / 2)) - a / b,
            part_c(a, b, za, t - b / 2) + part_d(a, b, za, t - b / 2),
        ),
    ),
    positive(
        "|D| <= F on the event: |a| <= bM, b + Zb = b/2 + t",
        R,
        lambda b, t, u, v, m: (
            part_f(m, b, u, v) - (b * m * u**2 / (b**2 * (b / 2 + t)) + v * u / ((b / 2 + t) * b))
        ),
        strict=False,
    ),
    smt(
        "clipping to an interval that contains q moves nothing away from q",
        {"x": REAL, "q": REAL, "low": REAL, "high": REAL},
        lambda v: v.low <= v.q and v.q <= v.high,
        lambda v: abs(clip(v.x, v.low, v.high) - v.q) <= abs(v.x - v.q),
        lambda v: abs(clip(v.x, v.low, v.high) - v.q) < abs(v.x - v.q),
    ),
    smt(
        "two points of [-M, M] are at most 2M apart",
        {"p": REAL, "q": REAL, "m": REAL},
        lambda v: abs(v.p) <= v.m and abs(v.q) <= v.m,
        lambda v: abs(v.p - v.q) <= 2 * v.m,
        lambda v: abs(v.p - v.q) <= v.m,
    ),
    exhaustive(
        "the shipped right side is (sqrt(E C^2) + sqrt(E F^2))^2 + 4 M^2 P",
        lambda: [
            (Fraction(x, 3), Fraction(y, 2), Fraction(m), Fraction(p, 5))
            for x in range(4)
            for y in range(4)
            for m in (1, 2)
            for p in range(3)
        ],
        lambda c: (
            addremove.lemma1(c[0] ** 2, c[1] ** 2, c[2], c[3])
            == (c[0] + c[1]) ** 2 + 4 * c[2] ** 2 * c[3]
        ),
        ("cauchy_schwarz", "expectation_is_monotone"),
    ),
    identity(
        "(|C| + F)^2 expands to C^2 + F^2 + 2|C|F",
        R,
        lambda u, v: ((u + v) ** 2, u**2 + v**2 + 2 * u * v),
    ),
    identity(
        "(x + y)^2 <= 2x^2 + 2y^2: the difference is (x - y)^2",
        R,
        lambda za, zb: (2 * za**2 + 2 * zb**2 - (za + zb) ** 2, (za - zb) ** 2),
    ),
    counterexample(
        "with the clip to [0, 1] it fails at M = 1/4",
        lambda k: printed(at_m(k)),
        4,
        lambda: (1, 2, 3),
    ),
    counterexample(
        "an estimator need not lie in [0, k/n]",
        lambda c: Fraction(c[0], c[1]) >= 1,
        (1, 2),
        lambda: [(1, 1)],
    ),
    counterexample(
        "b = 0 is allowed as printed",
        printed,
        (Fraction(0), Fraction(0), Fraction(1), Fraction(0), Fraction(0)),
    ),
)


def holds(b: Fraction, alpha: Fraction, m: Fraction, za: Fraction, zb: Fraction) -> bool:
    """Check pointwise that the squared error is at most (|C| + F)^2, plus 4 M^2 where Zb < -b/2."""
    b, m = abs(b) + Fraction(1, 7), abs(m) + Fraction(1, 9)
    a = (2 * alpha - 1) * m * b
    if b + zb == 0:
        return True
    error = clip((a + za) / (b + zb), -m, m) - a / b
    bound = (abs(part_c(a, b, za, zb)) + part_f(m, b, abs(zb), abs(za))) ** 2 + (
        4 * m**2 if zb < -b / 2 else 0
    )
    return error**2 <= bound


THEOREM = Theorem(
    id="lemma1",
    title="Lemma 1: the error of a clipped noisy ratio",
    statement="E (clip((a + Za)/(b + Zb)) - a/b)^2 <= (sqrt(E C^2) + sqrt(E F^2))^2 + 4 M^2 P(Zb < "
    "-b/2) for b > 0, |a| <= bM, clip inside [-M, M]",
    source="addremove Lemma 1, Appendix B",
    steps=STEPS,
    covers=("addremove.lemma1",),
    holds=holds,
    claims=rows(__file__),
)
