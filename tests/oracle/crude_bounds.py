"""The crude route for bounds around means of vectors: the page's formulas typed in with floats of
50 digits at random parameters, whole numbers by counting up from their definitions, and what is
refused. `run()` counts what it compared; `python crude_bounds.py` runs it alone (10 seconds).
"""

from fractions import Fraction as F
from math import ceil, floor
from random import Random

from answers import instance as multivariate_dispatch
from crude import COUNT, real
from mpmath import exp, log, mp, mpf, sqrt
from values import Rejected, Unsupported, ends, ivf

TINY = mpf(10) ** -40  # what a square root that is an integer may be off


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


def same(name, quantity, wanted, **params):
    """The number, or None where it is to be refused."""
    COUNT[0] += 1
    try:
        got = number(name, quantity, **params)
    except Rejected:
        assert wanted is None, (name, quantity, params, wanted)
        return
    assert wanted is not None, (name, quantity, params, got)
    assert abs(got - wanted) <= mpf(10) ** -25 * max(abs(wanted), mpf(10) ** -90), (
        name,
        quantity,
        params,
        got,
        wanted,
    )


# ---- what the table is written in ----


def norm(d, b):
    big = log(1 / b)
    return sqrt(d + 2 * sqrt(d * big) + 2 * big)


def widened(d):
    return next(2**i for i in range(99) if 2**i >= d)


def spread(d, b, exact):
    return sqrt(2 * log((2 if exact else 4) * widened(d) / b))


def bits(x):
    """ceil(log2(x + 1))."""
    return next(i for i in range(999) if 2**i >= x + 1)


def threshold(n, size, top, f, r, b, exact):
    t = bits(top)
    tau = sqrt(t * log((1 if exact else 2) * t / b) / (r / 4))
    return n - max(floor(sqrt(f * size / (2 * (3 * r / 4))) + TINY), ceil(tau)), ceil(tau)


def shifted(n, d, u, r, beta, w, exact):
    b, t = beta / 4, bits(2 * d * u)
    off = ceil(sqrt(t * log((1 if exact else 2) * t * widened(d) / b) * 4 * widened(d) / r))
    middle = ceil(F(n, 2))
    if off > min(middle - 1, n - middle):
        return None
    stretch = spread(d, 2 * b / (n * (n - 1)), exact)
    if exact:
        stretch = min(stretch, sqrt(mpf(n - 1) / min(middle - off, n - middle - off + 1)))
    m, tau = threshold(n, widened(d), widened(d) * (2 * d * u) ** 2, 4, 3 * r / 4, b, exact)
    return (
        stretch * w
        if m < 1
        else stretch * w * (n - m + tau + sqrt(32 / (9 * r)) * norm(widened(d), b)) / n
    )


# ---- checks ----


def mechanisms(random):
    rho, beta = F(random.randint(1, 90), random.randint(1, 30)), F(random.randint(1, 99), 100)
    n, d, u = (
        random.choice([random.randint(1, 60), random.randint(60, 5000)]),
        random.choice([1, 2, 3, 4, 7, 16]),
        random.choice([1, 2, 3, 8, 100, 1 << 20]),
    )
    low = F(random.randint(1, 9), random.randint(1, 9))
    high, radius = low * random.choice([1, 1, F(3, 2), 10]), F(random.randint(0, 20), 3)
    r, b, s, t, reach = real(rho), real(beta), real(low), real(high), real(radius)
    one = random.choice([beta, 1])
    same("gaussian_norm", "radius", norm(d, real(one)), d=d, beta=one)
    far = reach + 2 * t * sqrt(d + log(4 * n / b))
    for constants, exact in (("paper", False), ("exact", True)):
        same("rotation", "spread", spread(d, real(one), exact), d=d, beta=one, constants=constants)
        wanted = reach + t * (
            norm(d, real(one) / (4 * n)) if exact else 2 * sqrt(d + log(4 * n / real(one)))
        )
        same(
            "gaussian_mean",
            "radius",
            wanted,
            d=d,
            n=n,
            beta=one,
            radius=radius,
            sigma_max=high,
            constants=constants,
        )
        f = 4 if not exact else 2 if d > 1 else 1
        m, tau = threshold(n, d, d * u * u, f, r, b / 2, exact)
        main = max(floor(sqrt(2 * f * d / (3 * r)) + TINY), tau)
        wanted = (
            reach
            if m < 1
            else reach / n * (min(n, main + tau) + sqrt(2 * f / (3 * r)) * norm(d, b / 2))
        )
        same(
            "quantile_clipped_mean",
            "error_bound",
            wanted,
            d=d,
            n=n,
            u=u,
            rho=rho,
            beta=beta,
            radius=radius,
            constants=constants,
        )
        for many in (n, 40 * n):
            size, r2 = (
                dict(
                    d=d, n=many, rho=100 * rho if many > n else rho, beta=beta, constants=constants
                ),
                r if many == n else 100 * r,
            )
            same(
                "shifted_clipped_mean",
                "error_bound",
                shifted(many, d, u, r2, b, reach, exact),
                u=u,
                diameter=radius,
                **size,
            )
            steps = ceil(sqrt(many) / s)
            wide = 2 * ceil((reach + 2 * t * sqrt(d + log(32 * many / b))) * steps)
            a = sqrt(mpf(d)) / steps
            inner = shifted(many, d, wide, r2, b / 2, 2 * t * norm(d, b / (4 * many)) + a, exact)
            wanted = None if inner is None else t * norm(d, b / 4) / sqrt(many) + inner + a / 2
            same(
                "gaussian_mean",
                "error_bound",
                wanted,
                radius=radius,
                sigma_min=low,
                sigma_max=high,
                **size,
            )
        same(
            "shuffled_clipped_mean",
            "coordinate_bound",
            reach * spread(d, real(one) / n, exact),
            threshold=radius,
            d=d,
            n=n,
            beta=one,
            constants=constants,
        )
    same(
        "gaussian_mean",
        "universe",
        ceil(2 * far * sqrt(n) / s),
        d=d,
        n=n,
        beta=beta,
        radius=radius,
        sigma_min=low,
        sigma_max=high,
        constants=random.choice(["paper", "exact"]),
    )
    same("local_clipped_mean", "rank", n - floor(sqrt(2 * d * n / r) + TINY), d=d, n=n, rho=rho)
    same("shuffled_clipped_mean", "coordinate_delta", b / (2 * d), d=d, delta=beta, epsilon=1)
    for given, e in (
        (dict(epsilon=rho), r),
        (dict(decay=beta), -log(b)),
        (dict(epsilon=F(1, 10**14)), mpf(10) ** -14),
    ):
        delta = random.choice([beta, F(1, 10**9)])
        best = floor(
            max(
                inverse(lambda x: sqrt(2 * d * log(2 / real(delta))) * x + d * x * (exp(x) - 1), e),
                e / d + TINY,
            )
            * 2**40
        )
        same(
            "shuffled_clipped_mean",
            "coordinate_epsilon",
            mpf(best) / 2**40 if best else None,
            d=d,
            delta=delta,
            **given,
        )
        k = random.randint(1, 99)
        same(
            "composition",
            "advanced_epsilon",
            sqrt(2 * k * log(1 / real(one))) * e + k * e * e / 2,
            releases=k,
            delta1=one,
            constants="exact",
            **given,
        )


def edges(random):
    """The sizes at which a case changes: where the rank is 0 or 1, where the centre has records
    enough, where the ratio is defined.
    """
    rho, beta = F(random.randint(1, 90), random.randint(1, 3000)), F(random.randint(1, 99), 100)
    d, u, r, b = random.choice([1, 2, 3, 8]), random.choice([1, 2, 7, 100]), real(rho), real(beta)
    for constants, exact in (("paper", False), ("exact", True)):
        f = 4 if not exact else 2 if d > 1 else 1
        lost, tau = threshold(0, d, d * u * u, f, r, b / 2, exact)
        for n in (-lost, 1 - lost):
            wanted = (
                mpf(5)
                if n == -lost
                else mpf(5) / n * (min(n, tau - lost) + sqrt(2 * f / (3 * r)) * norm(d, b / 2))
            )
            same(
                "quantile_clipped_mean",
                "error_bound",
                wanted,
                d=d,
                n=n,
                u=u,
                rho=rho,
                beta=beta,
                radius=5,
                constants=constants,
            )
        t = bits(2 * d * u)
        off = ceil(
            sqrt(t * log((1 if exact else 2) * t * widened(d) / (b / 4)) * 4 * widened(d) / r)
        )
        for n in range(2 * off - 1, 2 * off + 4):
            wanted = shifted(n, d, u, r, b, mpf(1), exact)
            assert (wanted is None) == (n < 2 * off + 1)
            same(
                "shifted_clipped_mean",
                "error_bound",
                wanted,
                d=d,
                n=n,
                u=u,
                rho=rho,
                beta=beta,
                diameter=1,
                constants=constants,
            )
    n = int(number("instance", "interior_point_size", d=d, u=u, rho=rho))
    assert number("instance", "optimality_ratio", d=d, u=u, rho=rho, n=n) >= 0
    if n > 1:
        same("instance", "optimality_ratio", None, d=d, u=u, rho=rho, n=n - 1)


def inverse(f, y):
    """The x with f(x) = y, f rising, by halves."""
    low, high = mpf(0), mpf(1)
    while f(high) < y:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) <= y else (low, middle)
    return low


def instances(random):
    rho, delta, w = (
        F(random.choice([1, 3]), random.choice([3, 7, 10, 16, 100, 5000])),
        F(random.randint(0, 30), random.choice([30, 100, 1000])),
        F(random.randint(0, 9), 2),
    )
    n, d, u = (
        random.randint(1, 80),
        random.choice([1, 2, 4, 5, 9, 30]),
        random.choice([1, 1, 2, 3, 8, 9]),
    )
    r, gap = real(rho), real(delta)
    for given, g in (
        (dict(epsilon=rho), exp(r)),
        (dict(decay=1 - rho / 6), 1 / (1 - r / 6)),
        (dict(decay=F(9, 14)), mpf(14) / 9),
    ):
        same("instance", "two_point_probability", (g + gap) / (1 + g), delta=delta, **given)
        same(
            "instance",
            "two_point_probability",
            (1 + gap) / (1 + 1 / g),
            delta=delta,
            edition="printed",
            **given,
        )
        one = dict(n=n, diameter=w, delta=delta, **given)
        same(
            "instance",
            "neighbour_lower_bound",
            real(w) / (2 * n) if g < 2 - 3 * gap and n > 1 else None,
            **one,
        )
        wanted = (
            real(w) / n
            if g < max(mpf(4) / 3 - 2 * gap, mpf(3) / 2 - 3 * gap)
            else real(w) / (2 * n)
            if g < 4 - 6 * gap
            else None
        )
        same(
            "instance", "neighbour_lower_bound", wanted if n > 1 else None, constants="exact", **one
        )
    for rho_, r_ in ((rho, r), (F(0), mpf(0))):
        one = dict(n=n, diameter=w, rho=rho_)
        same(
            "instance",
            "neighbour_lower_bound_zcdp",
            real(w) / (2 * n) if r_ < log(2) / 3 and n > 1 else None,
            **one,
        )
        wanted = (
            real(w) / n
            if r_ < log(mpf(9) / 8) / 2
            else real(w) / (2 * n)
            if r_ < log(mpf(32) / 5) / 3
            else None
        )
        same(
            "instance",
            "neighbour_lower_bound_zcdp",
            wanted if n > 1 else None,
            constants="exact",
            **one,
        )
    same("instance", "neighbour_upper_bound", real(w) / n if n > 1 else None, n=n, diameter=w)
    same("instance", "local_sensitivity_least", sqrt(d) * ((u + 1) // 2) / n, n=n, d=d, u=u)

    def information(d, u):
        return log(2) if d == u == 1 else log(4 * mpf(u * (u + 1) ** (d - 1)) ** 2 / 3)

    def least(i):
        return next(k for k in range(1, 10**6) if 3 * r * k * k >= i)

    same("instance", "interior_point_size", least(information(d, u)), d=d, u=u, rho=rho)
    whole = least(information(1, u))
    same("instance", "rank_error_lower_bound", ceil(F(whole - 1, 2)), u=u, rho=rho)
    rank = random.randint(1, n)
    t = min(rank, n + 1 - rank)
    same(
        "instance",
        "rank_error_lower_bound",
        t if 3 * r * (2 * t - 1) ** 2 < information(1, u) else ceil(F(whole - 1, 2)),
        u=u,
        rho=rho,
        n=n,
        rank=rank,
    )

    def most(limit, r, cap=10**6):
        k = 0
        while k < cap and 3 * (k + 1) ** 2 * r < limit:
            k += 1
        return k

    other = mpf(d) / 2 * log(mpf(27) / 16) - log(3)
    k, l = most(log(2), r), most(other, r)
    same(
        "instance",
        "optimality_ratio",
        None
        if 3 * n * n * r < information(d, u)
        else max(mpf(k), mpf(l * u) / (4 * ceil(F(u, 2)))),
        d=d,
        u=u,
        rho=rho,
        n=n,
    )
    same(
        "instance",
        "optimality_ratio",
        None if 3 * n * n * r < information(d, 1) else max(mpf(k), mpf(l) / 4),
        d=d,
        rho=rho,
        n=n,
    )
    same("instance", "optimality_ratio", None, d=d, rho=0, n=n)
    for rho_, r_ in ((rho, r), (F(0), mpf(0))):
        k, l = most(log(2), r_, n), most(other, r_, n) if other > 0 else 0
        same(
            "instance",
            "worst_case_lower_bound",
            max(mpf(k) / 2, mpf(l) / 4) * sqrt(d) * u / n,
            d=d,
            u=u,
            rho=rho_,
            n=n,
        )


# ---- what is refused ----

GAUSSIAN = dict(d=1, n=9, beta="1/2", radius=1, sigma_min=1, sigma_max=1)
MANY = dict(d=1, n=9000, u=1, rho=1, beta="1/2")
GOOD = [
    ("gaussian_norm", "radius", dict(d=1, beta="1/2"), dict(beta=[0, 2], d=[0, "1/2"])),
    ("rotation", "spread", dict(d=1, beta="1/2"), dict(beta=[0, 2], constants=["sharp"])),
    (
        "gaussian_mean",
        "radius",
        GAUSSIAN,
        dict(beta=[0, 2], radius=[-1], sigma_max=[0], n=[0], edition=["corrected"], steps=[1]),
    ),
    ("gaussian_mean", "universe", GAUSSIAN, dict(beta=[0, 1], sigma_min=[0, 2])),
    (
        "quantile_clipped_mean",
        "error_bound",
        MANY | dict(radius=1),
        dict(beta=[0, 1], radius=[-1], rho=[0], u=[0], edition=["printed"]),
    ),
    (
        "gaussian_mean",
        "error_bound",
        GAUSSIAN | dict(n=9000, rho=1),
        dict(beta=[0, 1], sigma_min=[2], rho=[0], n=[9]),
    ),
    (
        "shifted_clipped_mean",
        "error_bound",
        MANY | dict(diameter=1),
        dict(beta=[0, 1], diameter=[-1], rho=[0], n=[1, 2, 9], edition=["printed"]),
    ),
    ("local_clipped_mean", "rank", dict(d=1, n=9, rho=1), dict(rho=[0], n=[0], d=[0])),
    ("shuffled_clipped_mean", "coordinate_delta", dict(d=1, delta="1/2"), dict(delta=[0, 1])),
    (
        "shuffled_clipped_mean",
        "coordinate_epsilon",
        dict(d=1, delta="1/2", epsilon=1),
        dict(delta=[0, 1], epsilon=[0, f"1/{2**40 + 1}"], decay=["1/2"]),
    ),
    (
        "shuffled_clipped_mean",
        "coordinate_bound",
        dict(d=1, n=1, beta=1, threshold=1),
        dict(beta=[0, 2], threshold=[-1]),
    ),
    (
        "instance",
        "two_point_probability",
        dict(epsilon=1, delta=1),
        dict(delta=[-1, 2], epsilon=[0], edition=["third"]),
    ),
    ("instance", "neighbour_upper_bound", dict(n=2, diameter=1), dict(n=[1], diameter=[-1])),
    (
        "instance",
        "neighbour_lower_bound",
        dict(n=2, diameter=1, decay="501/1000", delta=0),
        dict(n=[1], decay=["1/2", 0], delta=["1/2", 2], diameter=[-1]),
    ),
    (
        "instance",
        "neighbour_lower_bound",
        dict(n=2, diameter=1, decay="251/1000", delta=0, constants="exact"),
        dict(decay=["1/4"], constants=["paper"]),
    ),
    (
        "instance",
        "neighbour_lower_bound_zcdp",
        dict(n=2, diameter=1, rho=0),
        dict(n=[1], rho=[-1, 1]),
    ),
    ("instance", "local_sensitivity_least", dict(n=1, d=1, u=1), dict(u=[0])),
    ("instance", "interior_point_size", dict(d=1, u=1, rho=1), dict(rho=[0], u=[0])),
    (
        "instance",
        "rank_error_lower_bound",
        dict(u=1, rho=1, n=2, rank=2),
        dict(rank=[0, 3], rho=[0]),
    ),
    ("instance", "optimality_ratio", dict(n=9, d=1, rho=1), dict(rho=[0, -1], u=[0])),
    ("instance", "worst_case_lower_bound", dict(n=9, d=1, u=1, rho=0), dict(rho=[-1], n=[0])),
]
ALONE = [
    ("instance", "rank_error_lower_bound", dict(u=1, rho=1, n=2)),
    ("instance", "rank_error_lower_bound", dict(u=1, rho=1, rank=2)),
]


def refused():
    for name, quantity, good, changes in GOOD:
        number(name, quantity, **good)
        for key, values in changes.items():
            for value in values:
                same(name, quantity, None, **good | {key: value})
        for key in good:
            if (quantity, key) not in (
                ("neighbour_lower_bound", "constants"),
                ("rank_error_lower_bound", "n"),
                ("rank_error_lower_bound", "rank"),
                ("radius", "sigma_min"),
            ):
                same(name, quantity, None, **{k: v for k, v in good.items() if k != key})
    for name, quantity, params in ALONE:
        same(name, quantity, None, **params)
    for name, quantity in (
        ("instance", "radius"),
        ("gaussian_norm", "spread"),
        ("local_clipped_mean", "rho"),
    ):
        try:
            number(name, quantity, d=1)
        except Unsupported:
            COUNT[0] += 1
        else:
            raise AssertionError((name, quantity))


def run():
    mp.dps = 50
    random = Random(11)
    refused()
    for _ in range(40):
        mp.dps = 50
        mechanisms(random)
        instances(random)
        edges(random)


if __name__ == "__main__":
    run()
    print(f"bounds around means of vectors: fine ({COUNT[0]} checks)")
