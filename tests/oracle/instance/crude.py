"""The crude route for means of vectors: the page's formulas typed in, the normal law by mpmath's
erfc, divergences by sums and quadrature, and what is refused. `run()` counts what it compared,
here, in crude_vectors.py and in crude_bounds.py; tolerances are stated at each check.
"""

from fractions import Fraction as F
from itertools import count
from math import ceil, floor
from random import Random

import crude_bounds
from answers import instance as multivariate_dispatch
from crude import COUNT, real
from instance import crude_vectors
from mpmath import erfc, exp, log, mp, mpf, npdf, quad, sqrt
from values import Rejected, Unsupported, ends, ivf

TIGHT = mpf(10) ** -25


def number(name, quantity, **params):
    keep = mp.prec
    try:
        lo, hi = ends(
            ivf(multivariate_dispatch.exact(name, quantity, {k: str(v) for k, v in params.items()}))
        )
    finally:
        mp.prec = keep
    assert hi - lo <= abs(hi) * mpf(10) ** -40, (name, quantity, params)
    return mpf(lo)


def same(got, wanted, what, tolerance=TIGHT):
    COUNT[0] += 1
    assert abs(got - wanted) <= tolerance * max(abs(wanted), mpf(10) ** -400), (what, got, wanted)


def log2(x):
    return log(mpf(x)) / log(mpf(2))


# ---- the formulas of the page ----


def threshold(n, size, top, u, f, rho, beta, printed, constants):
    """(m, tau) of a threshold for dimension `size` and squared norms up to `top`."""
    r, b = real(rho), real(beta)
    if printed:
        long = log2(size * u)
        tau = 2 * sqrt(long * log(long / b) / r) if long > b else mpf(0)
        return max(n - max(ceil(sqrt(f * size / (2 * r)) - mpf(10) ** -40), ceil(tau)), 1), tau
    t = len(bin(top)) - 2  # ceil(log2(top + 1))
    tau = sqrt(t * log((2 if constants == "paper" else 1) * t / b) / (r / 4))
    return n - max(floor(sqrt(f * size / (2 * (3 * r / 4))) + mpf(10) ** -40), ceil(tau)), tau


def formulas(random):
    rho, beta = F(random.randint(1, 40), random.randint(1, 60)), F(random.randint(1, 99), 100)
    n, d, u = (
        random.randint(1, 300),
        random.randint(1, 9),
        random.choice([1, 2, 3, 7, 8, 15, 16, 100, 1 << 20]),
    )
    r, b = real(rho), real(beta)
    for edition, constants in (
        ("corrected", "paper"),
        ("corrected", "exact"),
        ("printed", "paper"),
        ("printed", "exact"),
    ):
        base, printed = dict(rho=rho, edition=edition), edition == "printed"
        f = 4 if constants == "paper" else 2 if d > 1 else 1
        t = len(bin(u)) - 2
        same(number("privquant", "iterations", u=u), t, "T")
        same(
            number("privquant", "noise_variance", u=u, **base),
            log2(u) / (2 * r) if printed else t / (2 * r),
            "s",
        )
        tau = (
            sqrt(log2(u) * log(log2(u) / b) / (2 * r))
            if printed and log2(u) > b
            else mpf(0)
            if printed
            else sqrt(t * log((1 if constants == "exact" else 2) * t / b) / r)
        )
        same(
            number("privquant", "rank_error", u=u, beta=beta, constants=constants, **base),
            tau,
            "tau",
        )
        if not printed or u > 1:
            same(number("privquant", "rho", u=u, **base), t * r / log2(u) if printed else r, "rho")
        one = dict(n=n, d=d, u=u, beta=beta, constants=constants, **base)
        m, tau = threshold(n, d, d * u * u, u, f, rho, beta, printed, constants)
        same(number("quantile_clipped_mean", "rank", **one), m, ("rank", one))
        same(number("quantile_clipped_mean", "rank_error", **one), tau, ("rank_error", one))
        if not printed or d * u > 1:
            wanted = (
                (len(bin(d * u * u)) - 2) * (r / 4) / log2(d * u * u) + 3 * r / 4
                if printed
                else r
                if m >= 1
                else mpf(0)
            )
            same(number("quantile_clipped_mean", "rho", **one), wanted, ("rho", one))
        wide = 1
        while wide < d:
            wide *= 2
        top = wide * u * u if printed else wide * (2 * d * u) ** 2
        m, tau = threshold(n, wide, top, u, 4, 3 * rho / 4, beta, printed, constants)
        same(number("shifted_clipped_mean", "rank", **one), m, ("shifted rank", one))
        same(number("shifted_clipped_mean", "rank_error", **one), tau, ("shifted rank_error", one))
        if not printed or top > 1:
            t1, t2 = len(bin(2 * d * u)) - 2, len(bin(top)) - 2
            wanted = (
                t1 * (r / 4) / log2(2 * d * u) + t2 * (3 * r / 16) / log2(top) + 9 * r / 16
                if printed
                else r
                if m >= 1
                else r / 4
            )
            same(number("shifted_clipped_mean", "rho", **one), wanted, ("shifted rho", one))
    q, steps, c = F(random.randint(0, 99), 7), random.randint(1, 9), F(random.randint(0, 30), 7)
    norms = [F(random.randint(0, 50), random.randint(1, 9)) for _ in range(n)]
    for constants, f in (("paper", 4), ("exact", 2 if d > 1 else 1)):
        same(
            number(
                "norm_clipped_mean",
                "noise_variance",
                threshold_squared=q,
                rho=rho,
                d=d,
                steps=steps,
                constants=constants,
            ),
            f * real(q) * steps**2 / (2 * r),
            "variance",
        )
        w = sqrt(f * d / (2 * r))
        listed = ",".join(map(str, norms))
        wanted = (sum(max(real(x) - real(c), mpf(0)) for x in norms) + real(c) * w) / n
        same(
            number(
                "norm_clipped_mean",
                "error_bound",
                norms=listed,
                threshold=c,
                rho=rho,
                d=d,
                constants=constants,
            ),
            wanted,
            "bound",
        )
        rank = n - floor(w + mpf(10) ** -40)
        same(
            number(
                "norm_clipped_mean",
                "optimal_threshold",
                norms=listed,
                rho=rho,
                d=d,
                constants=constants,
            ),
            real(sorted(norms)[rank - 1]) if rank >= 1 else mpf(0),
            "optimal",
        )
    k, e, first = random.randint(1, 99), real(rho), real(beta)
    same(
        number("composition", "advanced_epsilon", releases=k, epsilon=rho, delta1=beta),
        sqrt(2 * k * log(1 / first)) * e + k * e * (exp(e) - 1),
        "advanced",
    )
    same(
        number("composition", "advanced_delta", releases=k, delta=beta / 100, delta1=beta),
        k * first / 100 + first,
        "advanced",
    )


# ---- laws ----


def normal(random):
    s, x = (
        F(random.randint(1, 60), random.randint(1, 20)),
        F(random.randint(-60, 60), random.randint(1, 9)),
    )
    v, z = real(s), real(x)
    base = dict(sigma_squared=s)
    root = sqrt(v)
    same(number("gaussian", "density", x=x, **base), npdf(z, 0, root), "density")
    same(
        number("gaussian", "log_density", x=x, **base),
        -z * z / (2 * v) - log(2 * mp.pi * v) / 2,
        "log_density",
    )
    below = lambda y: erfc(-y / sqrt(2 * v)) / 2  # noqa: E731
    same(number("gaussian", "cdf", x=x, **base), below(z), "cdf")
    same(number("gaussian", "tail", x=abs(x), **base), 2 * below(-abs(z)), "tail")
    p = F(random.randint(1, 999), 1000) ** random.choice([1, 1, 5, 40])
    same(below(number("gaussian", "quantile", p=p, **base)), real(p), "quantile")
    k = random.randint(1, 7)
    path = [0, root, 3 * root, 9 * root, 25 * root]
    same(
        number("gaussian", "moment", order=k, **base),
        2 * quad(lambda y: y**k * npdf(y, 0, root), path),
        "moment",
    )
    t, h = F(random.choice([-1, 1]) * random.randint(1, 30), 10), F(random.randint(-20, 20), 10)
    crossing = real(t) / 2 - real(h) * v / real(t)
    cuts = sorted({*(y * sign for y in path for sign in (-1, 1)), real(t), crossing})
    wanted = quad(
        lambda y: max(mpf(0), npdf(y, 0, root) - exp(real(h)) * npdf(y, real(t), root)), cuts
    )
    same(
        number("gaussian", "hockey_stick", shift=t, at_epsilon=h, **base),
        wanted,
        ("hockey", s, t, h),
        mpf(10) ** -15 / max(wanted, mpf(10) ** -30),
    )
    same(
        number("gaussian", "hockey_stick", shift=t, at_ratio=3, **base),
        below(abs(real(t)) / 2 - log(3) * v / abs(real(t)))
        - 3 * below(-abs(real(t)) / 2 - log(3) * v / abs(real(t))),
        "hockey",
    )
    a = 1 + F(random.randint(1, 40), 10)
    f, g = (lambda y: exp(-y * y / (2 * v))), (lambda y: exp(-((y - real(t)) ** 2) / (2 * v)))
    peak = -(real(a) - 1) * real(t)  # where the product is greatest
    cuts = [peak + y * sign for sign in (-1, 1) for y in path]
    wanted = log(
        quad(
            lambda y: exp(
                -real(a) * y * y / (2 * v) + (real(a) - 1) * (y - real(t)) ** 2 / (2 * v)
            ),
            sorted({*cuts}),
        )
        / sqrt(2 * mp.pi * v)
    ) / (real(a) - 1)
    same(
        number("gaussian", "renyi", shift=t, renyi_order=a, **base),
        wanted,
        ("renyi", s, t, a),
        mpf(10) ** -12,
    )
    k = random.choice([-3, -2, -1, 1, 2, 3])
    around = round(float(-(a - 1) * k))  # the same for the integers, term by term
    reach = 30 + int(30 * root)
    terms = sum(
        exp(-real(a) * y * y / (2 * v) + (real(a) - 1) * mpf(y - k) ** 2 / (2 * v))
        for y in range(around - reach, around + reach)
    )
    whole = sum(f(mpf(y)) for y in range(-reach, reach))
    assert g(real(t)) == 1
    same(
        number("discrete_gaussian", "renyi", shift=k, renyi_order=a, **base),
        log(terms / whole) / (real(a) - 1),
        ("renyi", s, k, a),
    )


# ---- what is refused ----

BAD = [
    ("privquant", "iterations", dict(u=0)),
    ("privquant", "rank_error", dict(u=4, rho=1, beta=1)),
    ("privquant", "rho", dict(u=1, rho=1, edition="printed")),
    ("privquant", "noise_variance", dict(u=4, rho=0)),
    ("norm_clipped_mean", "noise_variance", dict(threshold_squared=-1, rho=1)),
    ("norm_clipped_mean", "error_bound", dict(norms="1,2", n=3, threshold=1, rho=1, d=1)),
    ("norm_clipped_mean", "optimal_threshold", dict(norms="1,-2", rho=1, d=1)),
    ("quantile_clipped_mean", "rho", dict(n=9, d=1, u=1, rho=1, beta="1/10", edition="printed")),
    ("quantile_clipped_mean", "rank", dict(n=0, d=1, u=1, rho=1, beta="1/10")),
    ("shifted_clipped_mean", "rho", dict(n=9, d=1, u=1, rho=1, beta="1/10", edition="printed")),
    ("shifted_clipped_mean", "rank", dict(n=9, d=0, u=1, rho=1, beta="1/10")),
    ("composition", "advanced_epsilon", dict(releases=0, epsilon=1, delta1="1/2")),
    ("composition", "advanced_delta", dict(releases=1, delta=0, delta1=0)),
    ("gaussian", "cdf", dict(sigma_squared=0, x=0)),
    ("gaussian", "quantile", dict(sigma_squared=1, p=1)),
    ("gaussian", "tail", dict(sigma_squared=1, x=-1)),
    ("gaussian", "renyi", dict(sigma_squared=1, shift=1, renyi_order=1)),
    ("discrete_gaussian", "renyi", dict(sigma_squared=1, shift="1/2", renyi_order=2)),
]


def refused():
    for name, quantity, params in BAD:
        try:
            number(name, quantity, **params)
        except Rejected:
            COUNT[0] += 1
        else:
            raise AssertionError((name, quantity, params))
    for name, quantity in (
        ("gaussian", "privacy_loss"),
        ("gaussian", "total_variation"),
        ("quantized_mean", "rho"),
    ):
        try:
            number(name, quantity, sigma_squared=1, shift=1)
        except Unsupported:
            COUNT[0] += 1
        else:
            raise AssertionError((name, quantity))


def run():
    mp.dps = 50
    random = Random(8)
    refused()
    for _, part in zip(count(), [formulas] * 12 + [normal] * 12):
        mp.dps = 50
        part(random)
    crude_vectors.run()
    crude_bounds.run()
