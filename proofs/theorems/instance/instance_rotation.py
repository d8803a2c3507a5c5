"""Random signs and the Hadamard matrix spread every vector over its coordinates, and integers stay
integers.

Together they are orthogonal up to a factor.

Claim.       H is symmetric with entries +-1 and H H = d I, so |H D x|^2 = d |x|^2 and (H D)^-1 = D H/d; d log2 d
             additions; coordinates of H D x are at most d u in size. For x != 0, 0 < beta <= 1:
             P(max_j |(H D x)_j| >= ||x|| sqrt(2 log(2 d/beta))) <= beta. Zeros appended change
             neither norms nor distances, and d' < 2 d.
Source.      instance Section 3.3, Lemma 3.4 (there cited from Ailon, Chazelle 2009), Remark 3.1.
Derivation.  (1) The last round of the shipped transform is one butterfly of the transforms of the two halves: H_2k (x,
             y) = (H_k x + H_k y, H_k x - H_k y). If H_k H_k = k I, twice gives (2k x, 2k y). (2) (a
             + b)(c + e) + (a - b)(c - e) = 2 (a c + b e): every round doubles scalar products. (3)
             A coordinate is a sum of s_i h_i x_i, h_i = +-1: E e^(t s x) = cosh(t x) <= e^(t^2
             x^2/2), as 2^k k! <= (2k)!; Markov at t = r/||x||^2 gives e^(-r^2/(2 ||x||^2)), for
             both signs and d coordinates 2 d times that.
Trusted.     power_series, expectation_is_monotone, exp_and_log, union_bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpmean.exact import rotation
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import exp, log
from dpmean.mechanisms.instance import shifted_clipped_mean as shifted
from dpmean.mechanisms.instance import tails

from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

B = Ring({"a": ANY, "b": ANY, "c": ANY, "e": ANY, "k": POSITIVE})
L = Ring(
    {
        "k": NONNEGATIVE,
        "l": POSITIVE,
        "q": POSITIVE,
        "t": NONNEGATIVE,
        "d": POSITIVE,
        "p": NONNEGATIVE,
    }
)
V = Ring(dict.fromkeys(("x1", "x2", "x3", "x4", "w1", "w2", "w3", "w4"), ANY))
SIZES = tuple(1 << k for k in range(7))
Vector = tuple[int, ...]


class Counted(int):
    """An integer that counts additions and subtractions."""

    done = 0

    def __add__(self, other: int) -> Counted:
        Counted.done += 1
        return Counted(int(self) + other)

    def __sub__(self, other: int) -> Counted:
        Counted.done += 1
        return Counted(int(self) - other)


def unit(d: int, i: int) -> Vector:
    """Return the i-th unit vector."""
    return tuple(int(j == i) for j in range(d))


def entries_are_signs(d: int) -> bool:
    """Check that entry (i, j) of the shipped transform is -1 to the number of common binary digits:
    symmetric, +-1.
    """
    return all(
        rotation.hadamard(unit(d, i)) == [(-1) ** (i & j).bit_count() for j in range(d)]
        for i in range(d)
    )


def twice_is_d(d: int) -> bool:
    """Check that H H = d I."""
    return all(
        rotation.hadamard(rotation.hadamard(unit(d, i))) == [d * v for v in unit(d, i)]
        for i in range(d)
    )


def operations(d: int) -> bool:
    """Check that the transform takes d log2 d additions or subtractions, no more and no fewer."""
    Counted.done = 0
    rotation.hadamard([Counted(j % 3) for j in range(d)])
    return Counted.done == d * (d.bit_length() - 1)


def comes_back(case: tuple[int, Vector]) -> bool:
    """Check the shipped way back from the shipped rotation on all unit vectors: exact, and integers
    between.
    """
    d, signs = case
    turned = [rotation.rotate(unit(d, i), signs) for i in range(d)]
    return all(isinstance(v, int) for y in turned for v in y) and all(
        rotation.back(y, signs, d) == list(unit(d, i)) for i, y in enumerate(turned)
    )


def with_signs(most: int) -> Iterator[tuple[int, Vector]]:
    """Yield every dimension with every choice of signs."""
    for d in range(1, most + 1):
        yield from ((d, signs) for signs in product((1, -1), repeat=rotation.padded(d)))


def keeps_norms(case: tuple[int, Vector]) -> bool:
    """Check |H D x|^2 = d' |x|^2 for x in {0, 1}^d, and that no coordinate is beyond the shipped
    bound.

    All ones attain that bound.
    """
    d, signs = case
    for x in product((0, 1), repeat=d):
        y = rotation.rotate(x, signs)
        if sum(v * v for v in y) != len(signs) * sum(x) or max(
            map(abs, y)
        ) > shifted.coordinate_bound(d, 1):
            return False
    return rotation.rotate([1] * d, [1] * len(signs))[0] == shifted.coordinate_bound(d, 1)


def tail(x: Vector) -> list[tuple[int, Fraction]]:
    """Return v and P(max_j |(H D x)_j| >= v) over all signs, for every v that occurs."""
    found = [max(map(abs, rotation.rotate(x, signs))) for signs in product((1, -1), repeat=len(x))]
    return [(v, Fraction(sum(m >= v for m in found), len(found))) for v in sorted(set(found))]


def spread_holds(x: Vector) -> bool:
    """Check that P <= 2 d e^(-v^2/(2 |x|^2)) at every v that occurs, so that the lemma holds at
    every beta.

    And at three beta by the shipped formula.
    """
    square, d, at = sum(v * v for v in x), len(x), tail(x)
    if any(compare(exp(Fraction(-v * v, 2 * square)) * 2 * d, p) < 0 for v, p in at):
        return False
    for beta in (Fraction(1), Fraction(1, 2), Fraction(1, 20)):
        bound = tails.spread(d, beta, "exact") ** 2 * square
        if (
            max((p for v, p in at if compare(Fraction(v * v), bound) >= 0), default=Fraction(0))
            > beta
        ):
            return False
    return True


def vectors() -> Iterator[Vector]:
    """Yield integers from 0 to 6, 4, 3 and 1 for d = 1, 2, 4, 8, but not 0, as signs of x change
    nothing.
    """
    for d, most in ((1, 6), (2, 4), (4, 3), (8, 1)):
        yield from (x for x in product(range(most + 1), repeat=d) if any(x))


def printed(case: tuple[Vector, Fraction]) -> bool:
    """Tell whether Lemma 3.4 holds as printed, with 4 d and >=, over all signs."""
    x, beta = case
    bound = log(4 * len(x) / beta) * (2 * sum(v * v for v in x))
    return (
        max((p for v, p in tail(x) if compare(Fraction(v * v), bound) >= 0), default=Fraction(0))
        <= beta
    )


def drops(case: tuple[int, Vector]) -> bool:
    """Check padding: dropping an estimate's last coordinates takes it no farther from a padded
    record.

    The distance of two padded records stays.
    """
    d, y = case
    x = tuple(i % 2 for i in range(d))
    longer = [v - w for v, w in zip(y, (*x, *(0,) * (len(y) - d)), strict=True)]
    return sum(v * v for v in longer[:d]) <= sum(v * v for v in longer)


STEPS = (
    exhaustive(
        "the entries are +-1 by common binary digits, d = 1, 2, .., 64: symmetric",
        lambda: SIZES,
        entries_are_signs,
    ),
    exhaustive("H H = d I for d = 1, 2, .., 64", lambda: SIZES, twice_is_d),
    identity(
        "H_2k twice, first half: k x + k y and k x - k y give 2k x",
        B,
        lambda a, b, k: (rotation.butterfly(k * a + k * b, k * a - k * b)[0], 2 * k * a),
    ),
    identity(
        "H_2k twice, second half: 2k y",
        B,
        lambda a, b, k: (rotation.butterfly(k * a + k * b, k * a - k * b)[1], 2 * k * b),
    ),
    identity(
        "the last round of the transform joins the halves by butterflies",
        V,
        lambda x1, x2, x3, x4, w1, w2, w3, w4: (
            sum(
                w * v
                for w, v in zip((w1, w2, w3, w4), rotation.hadamard([x1, x2, x3, x4]), strict=True)
            ),
            w1
            * rotation.butterfly(rotation.hadamard([x1, x2])[0], rotation.hadamard([x3, x4])[0])[0]
            + w2
            * rotation.butterfly(rotation.hadamard([x1, x2])[1], rotation.hadamard([x3, x4])[1])[0]
            + w3
            * rotation.butterfly(rotation.hadamard([x1, x2])[0], rotation.hadamard([x3, x4])[0])[1]
            + w4
            * rotation.butterfly(rotation.hadamard([x1, x2])[1], rotation.hadamard([x3, x4])[1])[1],
        ),
    ),
    identity(
        "a round doubles scalar products, and so squared norms",
        B,
        lambda a, b, c, e: (
            rotation.butterfly(a, b)[0] * rotation.butterfly(c, e)[0]
            + rotation.butterfly(a, b)[1] * rotation.butterfly(c, e)[1],
            2 * (a * c + b * e),
        ),
    ),
    exhaustive("a sign squared is 1", lambda: (1, -1), lambda s: s * s == 1),
    exhaustive(
        "the way back from every rotation, all signs, d = 1, .., 8",
        lambda: with_signs(8),
        comes_back,
    ),
    identity(
        "(H D/sqrt d)^-1 v/sqrt d = D H v/d: twice 1/sqrt d, r = sqrt d",
        L,
        lambda q, t: (1 / q * (1 / q * t), t / q**2),
    ),
    exhaustive(
        "d log2 d additions for d = 1, 2, .., 1024", lambda: (1 << k for k in range(11)), operations
    ),
    smt(
        "a round adds sizes: |a + b|, |a - b| <= p + q",
        {"a": REAL, "b": REAL, "p": REAL, "q": REAL},
        lambda v: abs(v.a) <= v.p and abs(v.b) <= v.q,
        lambda v: (
            abs(rotation.butterfly(v.a, v.b)[0]) <= v.p + v.q
            and abs(rotation.butterfly(v.a, v.b)[1]) <= v.p + v.q
        ),
        lambda v: abs(rotation.butterfly(v.a, v.b)[1]) <= v.p,
    ),
    exhaustive(
        "x in {0, 1}^d, all signs, d = 1, .., 5: norms, and the largest coordinate",
        lambda: with_signs(5),
        keeps_norms,
    ),
    positive(
        "cosh x <= e^(x^2/2): 2 (k + 1) <= (2k + 1)(2k + 2)",
        L,
        lambda k: (2 * k + 1) * (2 * k + 2) - 2 * (k + 1),
        strict=False,
        trusts=("power_series",),
    ),
    identity(
        "Markov at t = r/|x|^2: t^2 |x|^2/2 - t r = -r^2/(2 |x|^2)",
        L,
        lambda q, t: ((t / q) ** 2 * q / 2 - t / q * t, -(t**2) / (2 * q)),
        ("exp_and_log", "expectation_is_monotone"),
    ),
    identity(
        "r^2/(2 |x|^2) = L for the shipped r^2 = 2 L |x|^2",
        L,
        lambda l, q: (tails.squared_spread(l) * q / (2 * q), l),
    ),
    identity(
        "2 d e^-L = beta for L = log(2 d/beta)",
        L,
        lambda d, l: (2 * d * (l / (2 * d)), l),
        ("union_bound",),
    ),
    exhaustive(
        "all signs, small integers, d = 1, 2, 4, 8: Lemma 3.4 at every beta", vectors, spread_holds
    ),
    exhaustive(
        "2 d where the paper has 4 d",
        lambda: ("paper", "exact"),
        lambda constants: tails.sides(constants) == (2 if constants == "exact" else 4),
    ),
    counterexample(
        "Lemma 3.4 as printed fails at x = 0, d = 1, beta = 1/2",
        lambda case: printed(case),
        ((0,), Fraction(1, 2)),
        lambda: [((x,), Fraction(1)) for x in range(9)],
    ),
    smt(
        "d' < 2 d: half of d' is at most d - 1",
        {"d": INT, "h": INT},
        lambda v: v.d >= 2 and v.h <= v.d - 1 and v.d - 1 < 2 * v.h,
        lambda v: v.d <= 2 * v.h and 2 * v.h < 2 * v.d,
        lambda v: 2 * v.h < 2 * v.d - 2,
    ),
    exhaustive(
        "d' is the least power of two that is at least d, up to 5000",
        lambda: range(1, 5001),
        lambda d: d <= rotation.padded(d) < 2 * d and rotation.padded(d).bit_count() == 1,
    ),
    positive(
        "dropped coordinates: the squared norm is no larger",
        L,
        lambda q, p: (q + p) - q,
        strict=False,
    ),
    exhaustive(
        "padded estimates in {0, 1, 2}^4",
        lambda: product((1, 2, 3, 4), product(range(3), repeat=4)),
        drops,
    ),
)


def holds(offsets: list[int], signs: list[int]) -> bool:
    """Check any integers: there and back, norms, and the lemma for up to four coordinates."""
    x, turned = (
        tuple(offsets),
        [2 * s - 1 for s in (signs + [0] * 4)[: rotation.padded(max(len(offsets), 1))]],
    )
    if not any(x):
        return True
    y = rotation.rotate(x, turned)
    size = len(turned)
    return (
        rotation.back(y, turned, len(x)) == list(x)
        and sum(v * v for v in y) == size * sum(v * v for v in x)
        and spread_holds((*x, *(0,) * (size - len(x))))
    )


THEOREM = Theorem(
    id="instance_rotation",
    title="The random rotation: orthogonal, exact, and even",
    statement="H D/sqrt d is orthogonal with inverse D H/sqrt d, integers stay integers, and for x "
    "!= 0 no coordinate of H D x reaches ||x|| sqrt(2 log(2 d/beta)) but with probability "
    "beta",
    source="instance Section 3.3, Lemma 3.4, Remark 3.1",
    steps=STEPS,
    covers=("rotation.spread",),
    holds=holds,
    claims=rows(__file__),
)
