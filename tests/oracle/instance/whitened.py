"""coinpress_scaled_mean on given draws, and its quantities: "Baselines and messages" in
vectors/instance.md, from that page alone.

`Passes` is what of the passes is public; a pass takes the sums of products to a triangular root T
and A to T^-1 A, in multiples of 2^-40. The mean of the whitened records is the CoinPress mean of
instance/baselines.py. Everything is rational but slacks, clips and ends, which come from certain
comparisons.
"""

from fractions import Fraction
from math import floor, isqrt

from instance.baselines import DEFAULT_BETA, approached, reaches, rho_share, rounded
from instance.baselines import transcript as baseline
from instance.bounds import norm, sigmas
from instance.messages import ceiling, cut
from instance.params import UNIT, beta_of, refused, rho_of, root_up, up
from mpmath import iv
from params import positive_integer
from trilemma.params import at_least_zero
from values import Unsupported, ivf, require

F, STEP, REFINED = 1 << 20, Fraction(1, UNIT), 10


# ---- multiples of 2^-40 ----


def down(y):
    """dn(y) of a rational."""
    return Fraction(floor(y * UNIT), UNIT)


def root(y):
    """dn(sqrt(y)) of a rational y >= 0."""
    return Fraction(isqrt(y.numerator * UNIT**2 // y.denominator), UNIT)


# ---- what is public ----


class Passes:
    """n, d, t, g, m, C; V_i and e_i of pass i."""

    def __init__(self, params, n, d):
        require(n >= 2, "n", "there must be two records")
        self.params, self.n, self.d, self.m = params, n, d, n // 2
        self.t = positive_integer({"iterations": params.get("iterations", "3")}, "iterations")
        self.g = beta_of(params, DEFAULT_BETA) / (6 * self.t)
        self.clip = ceiling(lambda: F * norm(d, self.g / self.m))

    def variance(self, i):
        return self.clip**4 / rho_share(rho_of(self.params) / 2, i, self.t)

    def slack(self, i):
        variance = self.variance(i)

        def most():
            length = iv.log(ivf(1 / self.g))
            z = (iv.sqrt(ivf(self.d)) + iv.sqrt(2 * length)) / iv.sqrt(ivf(self.m))
            v = iv.sqrt(ivf(variance)) / (self.m * F**2)
            return z * (2 + z) + 2 * v * (iv.sqrt(ivf(self.d)) + iv.sqrt(length))

        return up(most)


# ---- triangular matrices, as lists of full rows ----


def triangle(u, e):
    """T, column by column."""
    d = len(u)
    t = [[Fraction(0)] * d for _ in u]
    for j in range(d):
        t[j][j] = max(STEP, root(max(e, u[j][j] - sum(x * x for x in t[j][:j]))))
        for k in range(j + 1, d):
            t[k][j] = down((u[k][j] - sum(x * y for x, y in zip(t[k][:j], t[j]))) / t[j][j])
    return t


def divided(t, a):
    """T^-1 A, row by row, rounded down; the diagonal stays positive."""
    found = []
    for r, row in enumerate(a):
        new = [
            down((row[c] - sum(t[r][k] * found[k][c] for k in range(c, r))) / t[r][r])
            for c in range(r + 1)
        ]
        new[r] = max(STEP, new[r])
        found.append([*new, *row[r + 1 :]])  # zeros
    return found


def image(a, x):
    """F A x, each coordinate truncated toward zero."""
    return [int(F * sum(v * w for v, w in zip(row, x))) for row in a]


def solution(a, y):
    """x with A x = y."""
    x = []
    for r, row in enumerate(a):
        x.append((y[r] - sum(v * w for v, w in zip(row, x))) / row[r])
    return x


# ---- the mechanism ----


def whitened(a, passes, i, differences, draws):
    """(A_i, the steps of pass i)."""
    d, e = passes.d, passes.slack(i)
    w = [cut(image(a, y), passes.clip**2, 1) for y in differences]
    places = [(j, k) for j in range(d) for k in range(j + 1)]
    sums = [sum(x[j] * x[k] for x in w) for j, k in places]
    noisy = [v + draws.integer(f"product_{i}_{j + 1}_{k + 1}") for v, (j, k) in zip(sums, places)]
    z = {place: Fraction(v, passes.m * F**2) for place, v in zip(places, noisy)}
    u = [[z[max(j, k), min(j, k)] + (e if j == k else 0) for k in range(d)] for j in range(d)]
    a = divided(triangle(u, e), a)
    return a, [[f"products_{i}", sums], [f"noisy_products_{i}", noisy], [f"whitening_{i}", a]]


def coinpress_scaled_mean(case, draws):
    refused(case.params, "constants", "steps")
    n, d, passes = case.n, case.d, Passes(case.params, case.n, case.d)
    radius, (low, high) = at_least_zero(case.params, "radius"), sigmas(case.params)
    b = Fraction(1, root_up(n / low**2))
    end = ceiling(lambda: (ivf(radius) + ivf(high) * norm(d, passes.g / n)) / ivf(b)) + 1
    buckets = [[rounded(x, b, end) for x in row] for row in case.rows]
    differences = [[v - w for v, w in zip(x, y)] for x, y in zip(buckets[::2], buckets[1::2])]
    first = down(1 / up(lambda: iv.sqrt(ivf(2)) * ivf(high / b)))
    a, found = (
        [[first if j == k else Fraction(0) for k in range(d)] for j in range(d)],
        [["buckets", buckets]],
    )
    for i in range(1, passes.t + 1):
        a, steps = whitened(a, passes, i, differences, draws)
        found += steps
    size = sum(v * v for row in a for v in row)
    ends = reaches(
        n,
        d,
        case.rho / 2,
        case.beta / 2,
        REFINED,
        lambda: ivf(F * radius / b) * iv.sqrt(ivf(size)),
        Fraction(F**2, 2),
    )
    records = [[min(max(v, -ends[0]), ends[0]) for v in image(a, x)] for x in buckets]
    steps, y = approached(records, ends, draws)
    return [*found, *steps, ["mean", [b * x / F for x in solution(a, y)]]]


STEPS = {"coinpress_scaled_mean": coinpress_scaled_mean}
OBJECTS = tuple(STEPS)


def transcript(name, params, given):
    return baseline(name, params, given, STEPS)


# ---- quantities ----


def answer(name, quantity, params):
    if name not in OBJECTS or quantity not in ("product_clip", "product_variance", "slack"):
        raise Unsupported(f"{name} has no quantity {quantity}")
    refused(params, "noise", "edition", "constants", "steps")
    passes = Passes(params, positive_integer(params, "n"), positive_integer(params, "d"))
    if quantity == "product_clip":
        return Fraction(passes.clip)
    i = positive_integer(params, "iteration")
    require(i <= passes.t, "iteration", "there is no such pass")
    return passes.variance(i) if quantity == "product_variance" else passes.slack(i)
