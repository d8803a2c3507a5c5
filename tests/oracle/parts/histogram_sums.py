"""The sum of the independent numbers of a histogram, and |x| + |y| of two of them.

On a lattice masses are rounded down and convolved: what they are short of 1 may be anywhere. On a
line without clamp or threshold the noises add up; else `histogram_pieces.py`.
"""

from collections import Counter
from fractions import Fraction

from hetero.events import arrivals
from mpmath import iv, mp
from parts.events import Output
from parts.histogram_params import Faded
from parts.histogram_pieces import Pieces
from parts.noises import Laplace, Normal, Nothing, minus
from parts.one_answer import relates
from quantities import sharpest
from stream import product
from values import Unsupported, ends, ivf

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
LONGEST, NUMBERS = 40000, 64  # points of a sum; continuous numbers in one
PRECISIONS = (320, 640)


def in_all(numbers_of, params, given, step, asked):
    """P(the sum of all, or its size, relation at)."""
    return either_way(lambda: numbers_of(params, given, step), *asked, False)


def beside(numbers_of, params, given, step, asked):
    """P(|x| + |y| relation at)."""
    return either_way(lambda: numbers_of(params, given, step)[:2], "x", *asked, True)


def either_way(laws, kind, relation, at, sizes):
    first = laws()
    if any(law.noise.lattice for law in first):
        return on_lattice(laws, kind, relation, at, sizes)
    return sharpest(lambda: on_a_line(laws(), kind, relation, at, sizes))


# ---- on a lattice ----


def on_lattice(laws, kind, relation, at, sizes):
    keep = iv.prec, mp.prec
    try:
        for bits in PRECISIONS:
            iv.prec, mp.prec = bits, 4 * bits
            low, masses = convolved([rounded_down(law, sizes) for law in laws()], bits)
            size = abs if kind == "abs" else Fraction
            inside = sum(p for i, p in enumerate(masses) if relates(size(low + i), relation, at))
            short = (1 << bits) - sum(masses)
            found = iv.mpf([inside, inside + short]) / (1 << bits)
            if short << 150 < inside:
                break
        return found
    finally:
        iv.prec, mp.prec = keep


def rounded_down(law, sizes):
    """(the least point, masses in units of 2^-bits) of a number of the histogram."""
    bits, s = iv.prec, int(law.s)
    if isinstance(law.noise, Nothing):
        return abs(s) if sizes else s, (1 << bits,)
    reach = 1
    while ends(ivf(law.noise.upper(reach)))[1] > mp.mpf(2) ** -bits:
        reach *= 2
        if reach > LONGEST:
            raise Unsupported("too wide a law for sums")
    found = Counter()
    for y in {*range(s - reach, s + reach + 1), 0}:
        p = ends(ivf(law.eq(Fraction(y))))[0]
        found[abs(y) if sizes else y] += max(0, int(mp.floor(mp.ldexp(p, bits))))
    points = sorted(y for y, p in found.items() if p)
    return points[0], tuple(found[y] for y in range(points[0], points[-1] + 1))


def convolved(laws, bits):
    """Of the sum: equal ones by squares, long numbers for polynomials."""
    low, total = 0, (1 << bits,)
    for (start, masses), n in Counter(laws).items():
        low += start * n
        while n:
            if n & 1:
                total = multiplied(total, masses, bits)
            n >>= 1
            if n:
                masses = multiplied(masses, masses, bits)
    return low, total


def multiplied(x, y, bits):
    if len(x) + len(y) > LONGEST:
        raise Unsupported("too long a sum")
    slot = (2 * bits + 32) // 8 + 1
    a, b = (
        int.from_bytes(b"".join(v.to_bytes(slot, "little") for v in z), "little") for z in (x, y)
    )
    n = len(x) + len(y) - 1
    digits = (a * b).to_bytes(n * slot, "little")
    return tuple(
        int.from_bytes(digits[i * slot : (i + 1) * slot], "little") >> bits for i in range(n)
    )


# ---- on a line ----


class Added:
    """The noise of a sum of n Laplace variables."""

    lattice = False

    def __init__(self, n, rate):
        self.n, self.rate = n, rate

    def beyond(self, z):
        tail = arrivals(self.n, product(abs(z), self.rate)) if z else HALF
        return tail if z >= 0 else 1 - tail

    def mass(self, _):
        return ZERO


def rate_of(noise):
    return 1 / noise.v if isinstance(noise, Faded) else noise.rate


def on_a_line(laws, kind, relation, at, sizes):
    total = sum((abs(law.s) if sizes else law.s for law in laws), ZERO)
    moving = [law for law in laws if not isinstance(law.noise, Nothing)]
    if not moving:
        return Output(total, Nothing(), False).chance(kind, relation, at)
    noise, n = moving[0].noise, len(moving)
    free = not moving[0].clamped and not hasattr(moving[0], "threshold")
    if free and not sizes:
        if isinstance(noise, Normal):
            return Output(total, Normal(n * noise.s2), False).chance(kind, relation, at)
        if n > NUMBERS:
            raise Unsupported("too many numbers in a sum")
        return Output(total, Added(n, rate_of(noise)), False).chance(kind, relation, at)
    # only 0 may have a mass
    if relation in ("eq", "multiple"):
        at_zero = relation == "multiple" or at == 0
        return product(ONE, *(law.eq(ZERO) for law in laws)) if at_zero else ZERO
    if not isinstance(noise, (Laplace, Faded)):
        raise Unsupported("sums of clamped normal variables")
    if relation not in ("le", "ge"):
        raise Unsupported("multiples of a sum of clamped numbers")
    found = Pieces(moving, rate_of(noise))  # what does not move is 0
    if relation == "le":
        return found.at_most(at)
    return minus(ONE, minus(found.at_most(at), found.at_zero() if at == 0 else ZERO))
