"""Checks of the oracle against a second, cruder route (crude.py, and mpmath.quad and golden section here).
Run: python selfcheck.py   (about four minutes; prints one line per group, ends with OK).
"""

from fractions import Fraction as F
from random import Random

import crude_accounts
import crude_refused
import crude_releases
import series
from compare import Ratio
from crude import COUNT, check, grid_check, lattice_check, plane_tables, real
from hetero import crude as crude_hetero
from hourglass import Hourglass
from instance import crude as crude_multivariate
from line import Staircase
from mpmath import exp, log, mp, mpf, quad, sqrt
from plane import Plane
from series import Decay
from trilemma import crude as crude_lowbias


def plane_quad(eps, gamma):
    """staircase2d by mpmath.quad of the slices."""
    b = exp(-real(eps))
    corners = [real(gamma) + n for n in range(60)]

    def slice_(x, p=0):
        cuts = [max(mpf(0), c - x) for c in corners]
        return 2 * sum(
            b**n * (hi ** (p + 1) - lo ** (p + 1)) / (p + 1)
            for n, (lo, hi) in enumerate(zip([mpf(0)] + cuts, cuts))
        )

    path = [mpf(0)] + corners
    mass = 2 * quad(slice_, path)
    base = dict(epsilon=eps, gamma=gamma)
    check("mass", "staircase2d", "normalizer", 1 / mass, **base)
    check(
        "var", "staircase2d", "variance", 2 * quad(lambda x: x * x * slice_(x), path) / mass, **base
    )
    check(
        "sum",
        "staircase2d",
        "sum_variance",
        2 * quad(lambda x: x * x * slice_(x) + slice_(x, 2), path) / mass,
        **base,
    )
    for x in (F(1, 7), F(9, 4)):
        check("marginal", "staircase2d", "marginal_density", slice_(real(x)) / mass, x=x, **base)
        check(
            "tail",
            "staircase2d",
            "tail",
            2 * quad(slice_, [real(x)] + [c for c in corners if c > real(x)]) / mass,
            x=x,
            **base,
        )


def best(f, lo, hi):
    """Golden section; f has one minimum on [lo, hi]."""
    g = (sqrt(5) - 1) / 2
    while hi - lo > mpf(10) ** -22:
        a, c = hi - g * (hi - lo), lo + g * (hi - lo)
        lo, hi = (lo, c) if f(a) < f(c) else (a, hi)
    return (lo + hi) / 2


def optima(eps):
    b = exp(-real(eps))
    n = int(130 / float(eps)) + 5

    def line(p):
        def f(g):
            ends = [mpf(0)] + [g + j for j in range(n)]
            cells = list(zip(ends, ends[1:]))
            return sum(
                b**j * (y ** (p + 1) - x ** (p + 1)) / (p + 1) for j, (x, y) in enumerate(cells)
            ) / sum(b**j * (y - x) for j, (x, y) in enumerate(cells))

        return f

    def shells(g):  # x^2 and 1 over L1 balls: r^4/3 and 2 r^2
        r = [mpf(0)] + [g + j for j in range(n)]
        return sum(b**j * (y**4 - x**4) / 3 for j, (x, y) in enumerate(zip(r, r[1:]))) / sum(
            b**j * 2 * (y * y - x * x) for j, (x, y) in enumerate(zip(r, r[1:]))
        )

    check(
        "gamma",
        "staircase",
        "optimal_gamma",
        best(line(2), mpf(0), mpf(1)),
        mpf(10) ** -18,
        epsilon=eps,
    )
    check(
        "gamma",
        "staircase",
        "optimal_gamma",
        best(line(1), mpf(0), mpf(1)),
        mpf(10) ** -18,
        epsilon=eps,
        objective="absolute",
    )
    check(
        "gamma",
        "staircase2d",
        "optimal_gamma",
        best(shells, mpf("0.3"), mpf(1)),
        mpf(10) ** -18,
        epsilon=eps,
    )
    least = line(2)(best(line(2), mpf(0), mpf(1)))
    check("sigma", "minimax", "sigma_squared", least, epsilon=eps)


def two_sums():
    """Term by term against doubling, for the same requests."""
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


def laplace_quad(eps, D):
    lam = real(eps) / real(D)
    f = lambda z: lam / 2 * exp(-lam * abs(z))
    base = dict(epsilon=eps, sensitivity=D)
    for s, h in (
        (F(1, 2), F(1, 10)),
        (F(-1), F(1, 5)),
        (F(1), F(-1, 5)),
        (F(1), F(-9)),
        (F(1, 2), F(-1, 3)),
    ):
        r, t = exp(real(h)), real(s)
        cross = (abs(t) - real(h) / lam) / 2 * (1 if t > 0 else -1)
        path = sorted(
            {-mpf(400) / lam, mpf(0), t, cross, mpf(400) / lam}
            | {x * y / lam for x in (-1, 1) for y in (3, 10, 30, 90)}
        )
        value = quad(lambda z: max(mpf(0), f(z) - r * f(z - t)), path)
        check(
            "hockey",
            "laplace",
            "hockey_stick",
            value,
            mpf(10) ** -20,
            shift=s,
            at_epsilon=h,
            **base,
        )
    check(
        "moment",
        "laplace",
        "moment",
        2 * quad(lambda z: z**5 * f(z), [0, 1 / lam, 5 / lam, 20 / lam, 60 / lam, 300 / lam]),
        mpf(10) ** -20,
        order=5,
        **base,
    )
    check("quantile", "laplace", "quantile", log(real(F(3, 5))) / lam, p=F(3, 10), **base)


def main():
    mp.dps = 50
    for group, calls in {
        "grid": [
            (grid_check, "epsilon", F(4), F(1, 4), 4, F(3, 4), F(1), 20),
            (grid_check, "epsilon", F(3), F(3, 5), 5, F(1, 5), F(2), 24),
            (grid_check, "epsilon", F(4), F(1), 3, F(1), F(-1, 2), 20),
            (grid_check, "epsilon", F(7, 2), F(2, 3), 3, F(0), F(1, 3), 21),
            (grid_check, "decay", F(1, 60), F(1, 3), 3, F(2, 3), F(5, 4), 20),
        ],
        "lattice": [(lattice_check, F(1), 1), (lattice_check, F(2), 3)],
        "plane areas": [
            (plane_tables, g, s)
            for g in (F(1, 3), F(1), F(3, 4))
            for s in (
                (F(1, 2), F(1, 3)),
                (F(0), F(1)),
                (F(-1, 5), F(4, 5)),
                (F(1, 7), F(-1, 9)),
                (F(0), F(0)),
            )
        ],
        "plane quad": [(plane_quad, F(2), F(1, 3)), (plane_quad, F(5, 2), F(1))],
        "laplace": [(laplace_quad, F(1), F(1)), (laplace_quad, F(1, 2), F(3))],
        "optima": [(optima, F(1)), (optima, F(3))],
        "two sums": [(two_sums,)],
        "one epsilon per user": [(crude_hetero.run,), (crude_releases.run,), (crude_refused.run,)],
        "little or no bias": [(crude_lowbias.run,)],
        "means of vectors": [(crude_multivariate.run,)],
        "sharper accounts": [(crude_accounts.run, Random(31))],
    }.items():
        for f, *args in calls:
            mp.dps = 50
            f(*args)
        print(f"{group}: fine ({COUNT[0]} checks so far)", flush=True)
    assert Ratio(value=F(2)).one_minus(Decay(b=F(1, 2)), 1) == 0
    print("OK")


if __name__ == "__main__":
    main()
