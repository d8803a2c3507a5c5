"""Laplace and discrete Laplace noise: mass, moments, tails, privacy (one coordinate and a vector).

Claim.       With rate r = epsilon/D: P(|Z| >= x) = e^(-r x), E|Z|^p = p!/r^p; the log-ratio under a shift s is at most
             r |s|, so independent Laplace noise of rates r_i is epsilon-DP when sum r_i |s_i| <=
             epsilon. The discrete law (1 - t)/(1 + t) t^|k| has mass 1, tail 2 t^k/(1 + t), the
             shipped moments, and log-ratio at most |s| log(1/t). The Renyi divergence of order a >
             1 under a shift by s has the shipped moment; it grows with |s| and is at most the loss.
Source.      addremove Algorithms 1-3, Theorem 1; Kotz et al. (2012) for the moments, Mironov (2017) for the divergence,
             here proved.
Derivation.  (1) with w = e^(-r x), dw/dx = -r w, the tail's slope is -2 density; (2) by parts, r E|Z|^p = p E|Z|^(p-1);
             (3) | |x + s| - |x| | <= |s|, coordinate by coordinate, with equality at x = 0; (4)
             telescoping sums; (5) with t = r |s|, u = e^((a - 1) t) and v = e^(-a t), the integral
             of f(z)^a f(z - s)^(1 - a) is u/2 below 0, v/2 above |s|, and between them that of
             (r/2) e^(-r ((2 a - 1) z - (a - 1) s)), which is u at 0 and v at s; in t the moment has
             the slope a (a - 1) (u - v)/(2 a - 1).
Trusted.     primitive, densities_decide, powers_decay, monotone_by_derivative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpmean.distributions import discrete_laplace, laplace
from dpmean.distributions.laplace import Laplace
from dpmean.distributions.series import geometric_moments, power_sum
from dpmean.exact import reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare

from ...kernel.formulas import NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import exhaustive, identity, positive, smt, telescopes
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

R = Ring({"r": POSITIVE, "w": UNIT})
T = Ring({"b": UNIT, "k": NONNEGATIVE, "w": POSITIVE})
# a = 1 + h
D = Ring(
    {
        "r": POSITIVE,
        "h": POSITIVE,
        "s": POSITIVE,
        "z": NONNEGATIVE,
        "u": POSITIVE,
        "v": POSITIVE,
        "x": NONNEGATIVE,
    }
)


def shifts() -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Yield the sensitivity, a shift (of more than it, too), and an order."""
    yield from product(
        (Fraction(1), Fraction(3)),
        (Fraction(-2), Fraction(0), Fraction(1), Fraction(5, 2)),
        (Fraction(6, 5), Fraction(2), Fraction(7)),
    )


def is_the_integral(case: tuple[Fraction, Fraction, Fraction]) -> bool:
    """Check e^((a - 1) R), R the shipped divergence, against the three parts of the integral, to 30
    digits.

    It is at most (a - 1) times the loss, and 0 for no shift only.
    """
    sensitivity, shift, order = case
    law = Laplace(Decay.from_epsilon(Fraction(3, 2)), sensitivity)
    t = Fraction(3, 2) * abs(shift) / sensitivity
    below, above = reals.exp((order - 1) * t) / 2, reals.exp(-order * t) / 2
    between = (2 * below - 2 * above) / (2 * (2 * order - 1))
    found = law.renyi(shift, order)
    return compare(
        (reals.exponential((order - 1) * found) - below - above - between) ** 2, Fraction(1, 10**60)
    ) < 0 and (compare(found, t) < 0 and compare(found, Fraction(0)) > 0 if shift else t == 0)


STEPS = (
    identity(
        "the tail falls with slope -2 f",
        R,
        lambda r, w: (2 * laplace.density(r, w), r * laplace.tail(w)),
        ("primitive",),
    ),
    *(
        identity(
            f"E|Z|^{p} by parts",
            R,
            lambda r, p=p: (r * laplace.moment(p, r), p * laplace.moment(p - 1, r)),
            ("primitive",),
        )
        for p in range(1, 9)
    ),
    identity("E|Z|^0 = 1", R, lambda r: (laplace.moment(0, r), 1 + 0 * r)),
    smt(
        "the log-ratio is at most r |s|, attained at x = 0",
        {"x": REAL, "s": REAL},
        lambda v: abs(v.x) >= 0,
        lambda v: (
            abs(v.x + v.s) - abs(v.x) <= abs(v.s)
            and abs(v.x) - abs(v.x + v.s) <= abs(v.s)
            and abs(v.x * 0 + v.s) - abs(v.x * 0) == abs(v.s)
        ),
        lambda v: abs(v.x + v.s) - abs(v.x) <= v.s,
        ("densities_decide",),
    ),
    smt(
        "two coordinates: losses add",
        {"x": REAL, "y": REAL, "s": REAL, "t": REAL},
        lambda v: abs(v.s) + abs(v.t) <= 1,
        lambda v: abs(v.x + v.s) + abs(v.y + v.t) - abs(v.x) - abs(v.y) <= 1,
        lambda v: abs(v.x + v.s) + abs(v.y + v.t) - abs(v.x) - abs(v.y) <= 0,
        ("densities_decide",),
    ),
    smt(
        "the discrete law: the exponent changes by at most |s|",
        {"k": INT, "s": INT},
        lambda v: abs(v.k) >= 0,
        lambda v: abs(v.k + v.s) - abs(v.k) <= abs(v.s) and abs(v.k) - abs(v.k + v.s) <= abs(v.s),
        lambda v: abs(v.k + v.s) - abs(v.k) < abs(v.s),
        ("densities_decide",),
    ),
    identity(
        "the divergence of order a: the exponent between 0 and s",
        D,
        lambda h, s, z: ((1 + h) * z + (1 - (1 + h)) * (s - z), (2 * (1 + h) - 1) * z - h * s),
    ),
    identity(
        "its three parts, the middle one with the slope -(2 a - 1) r",
        D,
        lambda h, u, v: (
            u / 2 + v / 2 + (u - v) / (2 * (2 * (1 + h) - 1)),
            laplace.renyi_moment(1 + h, u, v),
        ),
        ("primitive",),
    ),
    positive(
        "it grows with t: u' = (a - 1) u, v' = -a v, u = v + x",
        D,
        lambda h, v, x: laplace.renyi_moment(1 + h, h * (v + x), -(1 + h) * v),
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "and is at most u, so that the divergence is at most t",
        D,
        lambda h, v, x: v + x - laplace.renyi_moment(1 + h, v + x, v),
        strict=False,
    ),
    exhaustive(
        "the shipped divergence of a law and its shift is that of the three parts",
        shifts,
        is_the_integral,
    ),
    identity(
        "the discrete law has mass 1",
        T,
        lambda b: (
            discrete_laplace.pmf(b, 1 + 0 * b) + 2 * discrete_laplace.pmf(b, b) / (1 - b),
            1 + 0 * b,
        ),
    ),
    identity(
        "its tail",
        T,
        lambda b, w: (
            discrete_laplace.tail(b, w) - discrete_laplace.tail(b, w * b),
            2 * discrete_laplace.pmf(b, w),
        ),
    ),
    *(
        telescopes(
            f"sum of k^{p} b^k",
            T,
            lambda k, w, p=p: k**p * w,
            lambda b, k, w, p=p: w * power_sum(p, b, k),
            lambda b: b,
        )
        for p in range(1, 7)
    ),
    *(
        identity(
            f"E|K|^{p} of the discrete law",
            T,
            lambda b, p=p: (
                2 * discrete_laplace.normalizer(b) * geometric_moments(p, b)[p],
                discrete_laplace.moment(p, b),
            ),
        )
        for p in range(1, 7)
    ),
    *(
        identity(
            f"sum of k^{p} b^k starts at power_sum(0)",
            T,
            lambda b, p=p: (power_sum(p, b, 0), geometric_moments(p, b)[p]),
        )
        for p in range(1, 7)
    ),
    identity(
        "the variance is 2b/(1 - b)^2",
        T,
        lambda b: (discrete_laplace.moment(2, b), 2 * b / (1 - b) ** 2),
    ),
)


def holds(decay: Fraction, k: int) -> bool:
    """Check that the mass up to |k| plus the tail beyond is 1, by adding points."""
    n = abs(k)
    inside = sum(discrete_laplace.pmf(decay, decay ** abs(i)) for i in range(-n, n + 1))
    return inside + discrete_laplace.tail(decay, decay ** (n + 1)) == 1


THEOREM = Theorem(
    id="laplace_laws",
    title="Laplace and discrete Laplace: mass, moments, tails, privacy",
    statement="the shipped Laplace and discrete Laplace formulas are right, and losses add over "
    "coordinates; the Renyi divergence of Laplace noise grows with the shift and is at "
    "most the loss",
    source="addremove Theorem 1",
    steps=STEPS,
    covers=(
        "laplace.density",
        "laplace.tail",
        "laplace.moment",
        "laplace.variance",
        "laplace.privacy_loss",
        "laplace.renyi",
        "discrete_laplace.pmf",
        "discrete_laplace.tail",
        "discrete_laplace.moment",
        "discrete_laplace.variance",
    ),
    holds=holds,
    claims=rows(__file__),
)
