"""Section 3: Algorithms 1-3 as one Laplace mechanism after a linear map; the third map's noise ball
is smallest.

Claim.       For records in [0, 1]: Algorithm 2 is the map [[1, -1/2], [0, 1/2]] on (sum, count), l1 noise of radius 1,
             and the inverse map; Algorithm 3 is [[1, 0], [-1, 1]] and its inverse. The smallest l1
             radii that contain the image of the sensitivity space +-(x, 1) are 2, 1, 1; taken back,
             the balls have areas 8, 4, 2. The third one is the convex hull of the space, so no
             convex set that contains the space is smaller.
Source.      addremove Section 3.1, Figure 1.
Derivation.  (1) the shipped matrices and inverses multiply to 1; (2) the estimates agree as rational functions of sum,
             count and noise; (3) the l1 norm of the image of (x, 1) is at most the shipped radius,
             and attains it; (4) (S, N) = S (1, 1) + (N - S)(0, 1), so |S| + |N - S| <= 1 says that
             (S, N) is in the convex hull of +-(1, 1), +-(0, 1).
Trusted.     convexity.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpmean.mechanisms.addremove import transformation

from ...kernel.formulas import ANY, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt
from ...kernel.tracing import REAL
from ...theorem import Theorem, rows

R = Ring({"s": ANY, "n": POSITIVE, "z1": ANY, "z2": ANY})
NAMES = ("1", "2", "3")


def image(algorithm: str, x: Any, y: Any) -> tuple[Any, Any]:
    """Return the shipped map at (x, y)."""
    a, b, c, d = transformation.matrix(algorithm)
    return a * x + b * y, c * x + d * y


def back(algorithm: str, x: Any, y: Any) -> tuple[Any, Any]:
    """Return the shipped inverse at (x, y)."""
    a, b, c, d = transformation.inverse(algorithm)
    return a * x + b * y, c * x + d * y


def noisy(algorithm: str, s: Any, n: Any, z1: Any, z2: Any) -> tuple[Any, Any]:
    """Return (sum, count) taken through the map, with noise added, and taken back."""
    u, v = image(algorithm, s, n)
    return back(algorithm, u + z1, v + z2)


def norm(algorithm: str, x: Any) -> Any:
    """Return the l1 norm of the image of (x, 1)."""
    u, v = image(algorithm, x, 1)
    return abs(u) + abs(v)


STEPS = (
    exhaustive(
        "the inverses are inverse",
        lambda: NAMES,
        lambda a: [back(a, *image(a, x, y)) for x, y in ((1, 0), (0, 1))] == [(1, 0), (0, 1)],
    ),
    exhaustive(
        "the matrices are those printed",
        lambda: [("2", (1, Fraction(-1, 2), 0, Fraction(1, 2)), (1, 1, 0, 2))],
        lambda c: transformation.matrix(c[0]) == c[1] and transformation.inverse(c[0]) == c[2],
    ),
    identity(
        "Algorithm 2: (s - n/2 + Z1)/(n + 2 Z2) + 1/2 is the ratio of the noisy sum and count",
        R,
        lambda s, n, z1, z2: (
            (lambda p: p[0])(noisy("2", s, n, z1, z2)),
            (s - n / 2 + z1) + (n + 2 * z2) / 2,
        ),
    ),
    identity(
        "and its noisy count is n + 2 Z2: Lap(2/eps)",
        R,
        lambda s, n, z1, z2: (noisy("2", s, n, z1, z2)[1], n + 2 * z2),
    ),
    identity(
        "Algorithm 3: (s1 + Z1)/(s1 + s2 + Z1 + Z2), s2 = n - s1",
        R,
        lambda s, n, z1, z2: (noisy("3", s, n, z1, z2)[0] * 1, s + z1),
    ),
    identity(
        "and its noisy count is s1 + s2 + Z1 + Z2",
        R,
        lambda s, n, z1, z2: (noisy("3", s, n, z1, z2)[1], n + z1 + z2),
    ),
    smt(
        "the balls contain the space",
        {"x": REAL},
        lambda v: v.x >= 0 and v.x <= 1,
        lambda v: all(norm(a, v.x) <= transformation.radius(a) for a in NAMES),
        lambda v: norm("1", v.x) <= transformation.radius("3"),
        ("convexity",),
    ),
    exhaustive(
        "and no smaller ball does: the radius is attained",
        lambda: NAMES,
        lambda a: max(norm(a, Fraction(x)) for x in (0, 1)) == transformation.radius(a),
    ),
    exhaustive(
        "the radii are 2, 1, 1 and the areas 8, 4, 2",
        lambda: [("1", 2, 8), ("2", 1, 4), ("3", 1, 2)],
        lambda c: (transformation.radius(c[0]), transformation.ball_area(c[0])) == c[1:],
    ),
    smt(
        "Algorithm 3's ball is the convex hull of +-(1, 1), +-(0, 1): weights |S| and |N - S|",
        {"x": REAL, "y": REAL},
        lambda v: abs(image("3", v.x, v.y)[0]) + abs(image("3", v.x, v.y)[1]) <= 1,
        lambda v: abs(v.x) + abs(v.y - v.x) <= 1,
        lambda v: abs(v.x) + abs(v.y) <= 1,
    ),
    smt(
        "Algorithm 3 maps the two segments onto sides of the unit ball",
        {"x": REAL},
        lambda v: v.x >= 0 and v.x <= 1,
        lambda v: norm("3", v.x) == 1,
        lambda v: norm("2", v.x) == 1,
    ),
    counterexample(
        "no sphere |x|_1 = a contains the space: (0, 1) and (1, 1) have norms 1 and 2",
        lambda a: norm("1", Fraction(0)) == a == norm("1", Fraction(1)),
        1,
    ),
    counterexample(
        "nor does a = 2", lambda a: norm("1", Fraction(0)) == a == norm("1", Fraction(1)), 2
    ),
    counterexample(
        "the shift alone gives l1 norm 3/2 at x = 0, not at most 1",
        lambda x: abs(x - Fraction(1, 2)) + 1 <= 1,
        Fraction(0),
        lambda: (Fraction(1, 2),),
    ),
    counterexample(
        "a singular linear map takes a square to a segment",
        lambda m: m[0] * m[3] - m[1] * m[2] != 0,
        (1, 0, 0, 0),
        lambda: [(1, 0, 0, 1)],
    ),
    identity("(S, N) = S (1, 1) + (N - S) (0, 1)", R, lambda s, n: (s * 1 + (n - s) * 1, n)),
    counterexample(
        "the printed red diamond of Algorithm 1 is not the hull: (1, -1)",
        lambda p: abs(p[0]) + abs(p[1] - p[0]) <= 1,
        (Fraction(1), Fraction(-1)),
        lambda: [
            (Fraction(0), Fraction(1)),
            (Fraction(0), Fraction(-1)),
            (Fraction(0), Fraction(0)),
        ],
    ),
)


def holds(s: Fraction, n: int, z1: Fraction, z2: Fraction) -> bool:
    """Check Algorithm 2's estimate on records in [0, 1], both ways."""
    count = n + 2 * z2
    if count == 0:
        return True
    first, second = noisy("2", s, Fraction(n), z1, z2)
    return first / second == (s - Fraction(n, 2) + z1) / count + Fraction(1, 2)


THEOREM = Theorem(
    id="transformations",
    title="The linear maps of Section 3 and the smallest noise ball",
    statement="Algorithms 2 and 3 are l1 noise after the printed maps; the radii are 2, 1, 1; "
    "Algorithm 3's ball is the convex hull of the sensitivity space",
    source="addremove Section 3.1",
    steps=STEPS,
    covers=(
        "transformation.matrix",
        "transformation.inverse",
        "transformation.radius",
        "transformation.ball_area",
    ),
    holds=holds,
    claims=rows(__file__),
)
