"""What releases in columns settle is the exact index: rounding, clipping and residues.

Claim.       `values.rounded` and `values.quotients` give floor, ceiling and the nearest integer with ties to even of
             every rational; `settle.within` the index of clip(x, low, high) from floor(x + 1/2),
             for every real x that is on no tie and all ends low <= high, ties or not;
             `Arithmetic.wrapped` the one integer of (-q/2, q/2] that equals a number modulo q.
Source.      this project.
Derivation.  (1) The shipped code runs on x q for a real x and a symbolic q > 0, whose quotient by c q is floor(x/c):
             the definition. What it gives is within 1/2 of x, and even where it is 1/2 away. There
             is one such integer. (2) Clipping is monotone, so between the ends clip(x) = x and its
             index is floor(x + 1/2), the nearest integer of an x on no tie; below low it is that of
             low. That the nearest integers of the ends, ties to even, and floor(x + 1/2) settle
             which, is the step: low and high are any reals, their indices any integers that are
             nearest with ties to even. (3) n + a, a = floor((q - 1)/2), is r plus a multiple of q
             with 0 <= r < q, so what is given equals n modulo q; the step is that r - a lies in
             (-q/2, q/2]. Small moduli are run through too, on columns of numbers. That 64 bits hold
             what the columns hold (`values.times`, `values.plus`) and that a row is called sure
             only where floor(x + 1/2) is known (`errorfree.floors`) is tested and argued there, not
             proved here.
Trusted.     nothing beyond the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from types import SimpleNamespace
from typing import Any

from dpmean.programs.columns import settle, values
from dpmean.programs.columns.arithmetic import Arithmetic

from ...domains.multiples import Modulus, Multiple, Residue, column, numbers
from ...kernel.rules import exhaustive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem

HALF = Fraction(1, 2)
UNIT = SimpleNamespace(numerator=1, denominator=Multiple(1))  # 1/q


def rounded(x: Any, kind: str) -> Any:
    """Return the shipped rounding of the number x q of units 1/q."""
    return values.rounded(column(Multiple(x)), UNIT, kind)[0]  # type: ignore[arg-type]


def quotient(x: Any, sign: int, kind: str) -> Any:
    """Return the shipped rounding of x, as the quotient of sign x q and sign q."""
    return values.quotients(column(Multiple(x * sign)), column(Multiple(sign)), kind)[0]


def nearest(k: Any, x: Any) -> Any:
    """Tell whether k is the integer nearest to x, ties to even."""
    return (k - x < HALF and x - k < HALF) or ((k - x == HALF or x - k == HALF) and k % 2 == 0)


def clipped(v: Any) -> Any:
    """Return the shipped index of clip(x, low, high)."""
    return settle.within(column(floor(v.x + HALF)), (v.low, v.high), (v.a, v.b))[0]


def settled(v: Any) -> Any:
    """Tell whether x is on no tie, low <= high, and a and b are the indices of low and high."""
    return (
        v.low <= v.high
        and floor(v.x + HALF) != v.x + HALF
        and nearest(v.a, v.low)
        and nearest(v.b, v.high)
    )


def residue(n: Any, q: Any) -> Any:
    """Return the shipped residue of n modulo q, both columns or symbols."""
    made = SimpleNamespace(integers=lambda _: n, whole=lambda found, unit: found * unit)
    return Arithmetic.wrapped(made, None, q)  # type: ignore[arg-type]


def represented(v: Any) -> Any:
    """Return what is given for a number that is r - floor((q - 1)/2) plus a multiple of q."""
    return residue(column(Residue(v.r - Modulus(v.q - 1) // 2)), Modulus(v.q))[0]


def moduli() -> Iterator[tuple[int, int]]:
    """Yield (n, q) for small moduli and numbers of three periods."""
    for q in range(1, 25):
        yield from ((n, q) for n in range(-2 * q, 2 * q + 1))


def is_residue(pair: tuple[int, int]) -> bool:
    """Check the shipped residue of a number."""
    n, q = pair
    found = int(residue(numbers(n), q)[0])
    return (found - n) % q == 0 and -q < 2 * found <= q


STEPS = (
    smt(
        "rounded: round is the nearest integer, ties to even",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: nearest(rounded(v.x, "round"), v.x),
        lambda v: rounded(v.x, "round") == floor(v.x + HALF),
    ),
    smt(
        "rounded: floor",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: rounded(v.x, "floor") <= v.x and v.x < rounded(v.x, "floor") + 1,
        lambda v: rounded(v.x, "floor") < v.x,
    ),
    smt(
        "rounded: ceil",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: rounded(v.x, "ceil") >= v.x and v.x > rounded(v.x, "ceil") - 1,
        lambda v: rounded(v.x, "ceil") > v.x,
    ),
    smt(
        "quotients: round is the nearest integer, ties to even",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: nearest(quotient(v.x, 1, "round"), v.x),
        lambda v: quotient(v.x, 1, "round") == floor(v.x + HALF),
    ),
    smt(
        "quotients: the same by a negative number",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: nearest(quotient(v.x, -1, "round"), v.x),
        lambda v: quotient(v.x, -1, "round") == floor(v.x + HALF),
    ),
    smt(
        "quotients: floor, by numbers of both signs",
        {"x": REAL},
        lambda v: v.x == v.x,
        lambda v: (
            quotient(v.x, 1, "floor") == floor(v.x) and quotient(v.x, -1, "floor") == floor(v.x)
        ),
        lambda v: quotient(v.x, -1, "floor") == floor(v.x) + 1,
    ),
    smt(
        "one integer is nearest, ties to even",
        {"x": REAL, "j": INT, "k": INT},
        lambda v: nearest(v.j, v.x) and nearest(v.k, v.x),
        lambda v: v.j == v.k,
        lambda v: v.j == v.k + 1,
    ),
    smt(
        "clipping on the index: between the ends it is floor(x + 1/2)",
        {"x": REAL, "low": REAL, "high": REAL, "a": INT, "b": INT},
        lambda v: settled(v) and v.low <= v.x and v.x <= v.high,
        lambda v: clipped(v) == floor(v.x + HALF),
        lambda v: clipped(v) == v.a,
    ),
    smt(
        "which is the integer nearest to an x on no tie",
        {"x": REAL},
        lambda v: floor(v.x + HALF) != v.x + HALF,
        lambda v: nearest(floor(v.x + HALF), v.x),
        lambda v: floor(v.x + HALF) == floor(v.x),
    ),
    smt(
        "clipping on the index: below the low end it is that end's",
        {"x": REAL, "low": REAL, "high": REAL, "a": INT, "b": INT},
        lambda v: settled(v) and v.x < v.low,
        lambda v: clipped(v) == v.a,
        lambda v: clipped(v) == floor(v.x + HALF),
    ),
    smt(
        "clipping on the index: above the high end it is that end's",
        {"x": REAL, "low": REAL, "high": REAL, "a": INT, "b": INT},
        lambda v: settled(v) and v.x > v.high,
        lambda v: clipped(v) == v.b,
        lambda v: clipped(v) == floor(v.x + HALF),
    ),
    smt(
        "what is wrapped lies in (-q/2, q/2]",
        {"r": INT, "q": INT},
        lambda v: v.q >= 1 and v.r >= 0 and v.r < v.q,
        lambda v: -v.q < represented(v) * 2 and represented(v) * 2 <= v.q,
        lambda v: represented(v) * 2 < v.q,
    ),
    exhaustive(
        "what is wrapped equals the number modulo q and lies in (-q/2, q/2], q <= 24",
        moduli,
        is_residue,
    ),
)


def holds(x: Fraction, lower: Fraction, width: Fraction) -> bool:
    """Check the clipped index of a number on no tie, and the nearest integers of ties and all
    others.
    """
    low, high = lower, lower + width
    right = rounded(x, "round") == round(x) == quotient(x, -1, "round")
    if floor(x + HALF) == x + HALF:
        return right
    v = SimpleNamespace(x=x, low=low, high=high, a=round(low), b=round(high))
    return right and bool(clipped(v) == round(max(low, min(x, high))))


THEOREM = Theorem(
    id="column_rounding",
    title="What releases in columns settle is the exact index",
    statement="round, floor and ceil of columns of rationals are exact with ties to even; the index "
    "of clip(x, low, high) follows from floor(x + 1/2) for every x on no tie and all ends; "
    "residues lie in (-q/2, q/2]",
    source="this project",
    steps=STEPS,
    holds=holds,
)
