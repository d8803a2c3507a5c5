"""The oracle against brute force: densities typed in once more straight from the definitions, summed over
cells of a grid, or sliced; and its two ways of summing against one another. Everything else that the oracle
answers is compared with the package, vector by vector.

`python brute_force.py` (half a minute) prints how many numbers it compared, or stops at one that is wrong.
"""

import itertools
import sys
from fractions import Fraction as F
from math import floor

import series
from compare import Ratio
from hourglass import Hourglass
from line import Staircase
from mpmath import exp, log, mp, mpf
from plane import Plane
from quantities import answer
from series import Decay
from values import text

mp.dps = 50
TIGHT = mpf(10) ** -24
COUNT = [0]


def check(label, name, quantity, expected, tolerance=TIGHT, **params):
    """The oracle's enclosure must be narrow and lie within `tolerance` of the expected number."""
    COUNT[0] += 1
    keep = mp.dps
    got = text(answer(name, quantity, {k: str(v) for k, v in params.items()}))
    mp.dps = 60
    lo, hi = (
        (mpf(F(got).numerator) / F(got).denominator,) * 2
        if isinstance(got, str)
        else (mpf(got["lo"]), mpf(got["hi"]))
    )
    size = max(abs(expected), mpf(10) ** -5)
    if (
        hi - lo > size * mpf(10) ** -39
        or max(abs(lo - expected), abs(hi - expected)) > tolerance * size
    ):
        sys.exit(
            f"FAILED {label}: {name}.{quantity} {params}: {lo} .. {hi} but {mp.nstr(expected, 40)}"
        )
    mp.dps = keep


def real(x):
    return mpf(F(x).numerator) / F(x).denominator


def level(t, gamma):
    return floor(abs(t) + 1 - gamma)


def hour(x, k, gamma):
    """Exponent of the hourglass, by walking the pieces of the definition one after the other."""
    if x < 0:
        x, k = -x, -k
    if 0 <= x < k + gamma:
        return k
    i = 1
    while not k + gamma + i - 1 <= x < k + gamma + i:
        i += 1
    return 2 * i + k


def grid_check(given, amount, gamma, Q, s, h, reach):
    """All 1-D and hourglass laws with cells on the grid (1/Q)Z, or on the lattice (1/Q)Z itself."""
    eps = real(amount) if given == "epsilon" else -log(real(amount))
    b, r = exp(-eps), real(h) if given == "decay" else exp(real(h))
    at = {"at_ratio" if given == "decay" else "at_epsilon": h}
    for m in (None, Q):
        points = [
            F(i, Q) + (F(1, 2 * Q) if m is None else 0)
            for i in range(-reach * Q, reach * Q + (m is not None))
        ]
        w = F(1, Q) if m is None else F(1)
        half = F(1, 2 * Q)

        def power(x, p):  # integral (or value) of |x|^p over the cell of x
            x = abs(x)
            return ((x + half) ** (p + 1) - (x - half) ** (p + 1)) / (p + 1) if m is None else x**p

        base = dict(gamma=gamma, **{given: amount}, **({} if m is None else {"m": m}))
        # one dimension
        name = "staircase" if m is None else "discrete_staircase"
        dens = {x: b ** level(x, gamma) for x in points}
        mass = sum(dens.values()) * real(w)
        check("mass", name, "normalizer", 1 / mass, **base)
        for p in (1, 2, 3):
            value = sum(real(power(x, p)) * f for x, f in dens.items()) / mass
            check("moment", name, "moment", value, order=p, **base)
        for x in (F(-7, Q), F(0), F(3, Q), F(11, Q)):
            keep = [z for z in points if (z < x if m is None else z <= x)]
            check("cdf", name, "cdf", sum(dens[z] for z in keep) * real(w) / mass, x=x, **base)
            keep = [z for z in points if abs(z) >= abs(x)]
            check(
                "tail", name, "tail", sum(dens[z] for z in keep) * real(w) / mass, x=abs(x), **base
            )
        near = [z for z in points if abs(z) < reach - 2]
        stick = sum(
            max(mpf(0), b ** level(z, gamma) - r * b ** level(z - s, gamma)) for z in near
        ) * real(w)
        check("hockey", name, "hockey_stick", stick / mass, mpf(10) ** -20, shift=s, **at, **base)
        worst = max(level(z - s, gamma) - level(z, gamma) for z in near)
        check("loss", name, "privacy_loss", worst * eps, shift=s, **base)
        # the hourglass
        name = "hourglass" if m is None else "discrete_hourglass"
        rows = range(-reach, reach + 1)
        cells = {(x, k): b ** hour(x, k, gamma) for x in points for k in rows}
        mass = sum(cells.values()) * real(w)
        check("mass", name, "normalizer", 1 / mass, mpf(10) ** -20, **base)
        sums = {q: mpf(0) for q in ("variance", "covariance", "sum_variance", "tail")}
        row_mass = {k: mpf(0) for k in rows}
        for (x, k), f in cells.items():
            one, two = (power(x, 1) * (1 if x > 0 else -1)), power(x, 2)
            sums["variance"] += real(two) * f
            sums["covariance"] += real(k * one - two) * f
            sums["sum_variance"] += real(k * k * w) * f
            sums["tail"] += real(w) * f if abs(x) >= F(3, Q) else 0
            row_mass[k] += real(w) * f
        for q in sums:
            extra = {"x": F(3, Q)} if q == "tail" else {}
            check(q, name, q, sums[q] / mass, mpf(10) ** -17, **base, **extra)
        for k in (-2, 0, 1):
            check("row", name, "sum_pmf", row_mass[k] / mass, mpf(10) ** -17, k=k, **base)
        x = points[reach * Q + 3]
        column = sum(cells[x, k] for k in rows)
        check(
            "marginal",
            name,
            "marginal_density" if m is None else "marginal_pmf",
            column / mass,
            mpf(10) ** -17,
            x=x,
            **base,
        )
        check(
            "conditional",
            name,
            "conditional_pmf",
            cells[x, -1] / column,
            mpf(10) ** -17,
            x=x,
            k=-1,
            **base,
        )
        for sign in (1, -1):
            other = lambda x, k: hour(x - sign * s, k - sign, gamma)
            near = [(x, k) for x, k in cells if abs(x) < reach - 2 and abs(k) < reach - 2]
            stick = sum(max(mpf(0), cells[z] - r * b ** other(*z)) for z in near) * real(w) / mass
            there = dict(shift_x=sign * s, shift_y=sign * (1 - s))
            check("hockey", name, "hockey_stick", stick, mpf(10) ** -12, **at, **there, **base)
            worst = max(other(*z) - hour(*z, gamma) for z in near)
            check("loss", name, "privacy_loss", worst * eps, **there, **base)


def plane_tables(gamma, shift):
    """Exact areas of the cells of staircase2d by slicing: between consecutive corners in x every
    slice length is linear in x, so the middle slice times the width is the area."""
    su, sv = sum(shift), shift[0] - shift[1]
    edges = [sign * (n + gamma) for n in range(6) for sign in (1, -1)]
    us, vs = ({F(0), c} | set(edges) | {c + e for e in edges} for c in (su, sv))
    xs = sorted({(u + v) / 2 for u, v in itertools.product(us, vs)} | {F(0), shift[0]})
    area = {}
    for a, c in zip(xs, xs[1:]):
        x = (a + c) / 2
        ys = sorted({u - x for u in us} | {x - v for v in vs})
        for y0, y1 in zip(ys, ys[1:]):
            y = (y0 + y1) / 2
            n, l = (
                level(abs(x) + abs(y), gamma),
                level(abs(x - shift[0]) + abs(y - shift[1]), gamma),
            )
            area[n, l] = area.get((n, l), 0) + (c - a) * (y1 - y0)
    table, _ = Plane(Decay(F(1)), gamma).gap_table(shift)
    for n in range(4):
        mine = {l - n: v for (k, l), v in area.items() if k == n}
        assert mine == table(n), (gamma, shift, n, mine, table(n))
        COUNT[0] += 1


def two_sums():
    """Term by term against doubling the number of terms."""
    keep = series.PLAIN_LIMIT
    for law in (
        lambda: Staircase(Decay(F(2, 5)), F(1, 3)),
        lambda: Plane(Decay(b=F(1, 2)), F(2, 3)),
        lambda: Hourglass(Decay(F(3)), F(1, 4)),
        lambda: Hourglass(Decay(F(1, 2)), F(2, 5), m=5),
    ):
        for p in (0, 2, 5):
            both = []
            for series.PLAIN_LIMIT in (0, 10**6):
                one = law()
                one.plain_limit = 10**6 if series.PLAIN_LIMIT else 0
                both.append(one.mass() if p == 0 else one.raw_moment(p))
            assert abs(both[0] - both[1]).b < 1e-60 * abs(both[0]).b, (p, both)
            assert both[0].a <= both[1].b and both[1].a <= both[0].b
            COUNT[0] += 1
    series.PLAIN_LIMIT = keep


def main():
    grid_check("epsilon", F(7, 2), F(2, 3), 3, F(0), F(1, 3), 21)
    grid_check("decay", F(1, 60), F(1, 3), 3, F(2, 3), F(5, 4), 20)
    for gamma in (F(1, 3), F(1), F(3, 4)):
        for shift in ((F(1, 2), F(1, 3)), (F(0), F(1)), (F(-1, 5), F(4, 5)), (F(1, 7), F(-1, 9))):
            plane_tables(gamma, shift)
    two_sums()
    assert Ratio(value=F(2)).one_minus(Decay(b=F(1, 2)), 1) == 0
    print(COUNT[0])


if __name__ == "__main__":
    main()
