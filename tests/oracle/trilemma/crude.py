"""The crude route for the means with little or no bias: the page's formulas typed in, brute force
over grids, and what is refused. `run()` counts what it compared, here and in crude_shares.py and
crude_again.py; tolerances are stated at each check.
"""

from fractions import Fraction as F
from math import ceil, exp, inf, log, sqrt
from random import Random

import crude_again
from crude import COUNT, real
from instance import crude_shares
from mpmath import mp, mpf, quad
from mpmath import sinh as mp_sinh
from trilemma.records import Plan
from trilemma.values import answer
from values import Rejected, ends, ivf

TIGHT = mpf(10) ** -25


def number(name, quantity, **params):
    keep = mp.prec
    try:
        lo, hi = ends(
            ivf(answer(name, quantity, {k.rstrip("_"): str(v) for k, v in params.items()}))
        )
    finally:
        mp.prec = keep
    assert hi - lo <= abs(hi) * mpf(10) ** -40, (name, quantity, params)
    return mpf(lo)


def same(got, wanted, what, tolerance=TIGHT):
    COUNT[0] += 1
    assert abs(got - wanted) <= tolerance * max(abs(wanted), mpf(10) ** -20), (what, got, wanted)


# ---- the formulas of the page ----


def bounds(random):
    n, e, l = (
        random.randint(1, 5000),
        F(random.randint(1, 40), random.randint(5, 40)),
        F(random.randint(41, 99), random.randint(10, 19)),
    )
    bias, delta, tau, psi = (
        F(random.randint(1, 125), 10000),
        F(1, 10 ** random.randint(5, 14)),
        F(random.randint(1, 99), 10 ** random.randint(2, 6)),
        F(random.randint(5, 30), 10),
    )
    if random.random() < 0.2:
        bias = F(0)
    s, b, d, t, r = mp_sinh(real(e)), real(bias), real(delta), real(tau), real(l)
    one = dict(n=n, epsilon=e, bias=bias)
    if d <= (2 * s / 25) ** 2:
        wanted = max(
            1 / mp.sqrt(6 * (n + 2)), 1 / (64 * n * s * max(16 * b, mp.sqrt(mp.sqrt(d) / (2 * s))))
        )
        same(number("trilemma", "lower_bound", delta=delta, **one), wanted, one)
        error = F(random.randint(1, 100), 50) * F(ceil(1000 / sqrt(6 * (n + 2))) + 1, 1000)
        if 6 * (n + 2) * error**2 >= 1:
            x = 1 / (64 * n * s * real(error))
            wanted = mpf(0) if mp.sqrt(mp.sqrt(d) / (2 * s)) >= x else min(mpf(1) / 80, x / 16)
            same(
                number("trilemma", "least_bias", n=n, epsilon=e, delta=delta, error=error),
                wanted,
                (one, error),
            )
    if mp.sqrt(d) * (r - 1) * 5 ** (r / (r - 1)) <= 2 * s:
        g = max((16 * b) ** (1 / (r - 1)), ((r - 1) * mp.sqrt(d) / (2 * s)) ** (1 / r))
        same(
            number("trilemma", "lower_bound_of_moment", delta=delta, lambda_=l, **one),
            1 / (32 * n * s * r / (r - 1) * g),
            (one, l, delta),
        )
    g = min(mpf(1) / 5, max(16 * b, ((r - 1) * t / (2 * s)) ** (1 - 1 / r)))
    same(
        number("trilemma", "general_lower_bound", tau=tau, lambda_=l, **one),
        1 / (32 * n * s * g ** (1 / (r - 1)) + 16 * n * t / g),
        (one, l, tau),
    )
    same(
        number("trilemma", "third_condition", delta=delta, lambda_=l), d ** (1 - 1 / r), (delta, l)
    )
    bias = bias or F(1, 7)
    b, w, m, p, ee = real(bias), mpf(3), n * real(e), real(psi), real(e)
    one = dict(n=n, epsilon=e, lower=-1, upper=2, lambda_=l)
    margins = {"paper": b ** (-1 / (r - 1)), "exact": (r - 1) / r * (r * b) ** (-1 / (r - 1))}
    k = 4 / r**2 * ((r - 2) / r) ** (r - 2)
    delta = random.choice([delta, F(1, 7), F(99, 100)])
    d = real(delta)
    combined = {
        "paper": (n * ee**2 * p**r * (r - 2) / (4 * r**2 * d)) ** (1 / r),
        "exact": (n * ee**2 * p**r * (r - 2) * (1 / d - 1) * k / 32) ** (1 / r),
    }
    c = combined["exact"]
    errors = {
        "paper": mpf(2) / n
        + 4 * w**2 / m**2
        + 24 * p**2 / m**2 * (n * ee**2 / (4 * r * d)) ** (2 / r),
        "exact": mpf(1) / n
        + (1 / d - 1) * k * p**r * c ** (2 - r) / n
        + 2 * ((w + 2 * c) / m) ** 2,
    }
    for constants in ("paper", "exact"):
        same(
            number("trilemma", "clipped_mean_margin", lambda_=l, bias=bias, constants=constants),
            margins[constants],
            (l, bias, constants),
        )
        same(
            number("trilemma", "clipped_mean_mse_bound", bias=bias, constants=constants, **one),
            mpf(1) / n + b * b + 2 * ((w + 2 * margins[constants]) / m) ** 2,
            (one, bias, constants),
        )
        same(
            number(
                "trilemma",
                "combined_mean_margin",
                n=n,
                epsilon=e,
                lambda_=l,
                psi=psi,
                delta=delta,
                constants=constants,
            ),
            combined[constants],
            (one, psi, delta, constants),
        )
        same(
            number(
                "trilemma",
                "combined_mean_mse_bound",
                psi=psi,
                delta=delta,
                constants=constants,
                **one,
            ),
            errors[constants],
            (one, psi, delta, constants),
        )
    four = mpf(2) / n + 4 / m**2 + 24 * p**2 / m**2 * mp.sqrt(n * ee**2 / (16 * d))
    two = mpf(1) / n + b * b + 2 * ((1 + 2 / b) / m) ** 2
    same(
        number("trilemma", "upper_bound", n=n, epsilon=e, bias=bias, delta=delta, psi=psi),
        min(four, two, (2 - d) / (d * n)),
        "upper",
    )
    same(
        number("trilemma", "pure_mean_bound", n=n, epsilon=e, mean_absolute=bias),
        mp.exp(n * ee) * b,
        "pure",
        TIGHT * 100,
    )
    for edition, less in (("printed", 1), ("corrected", 0)):
        same(
            number(
                "trilemma", "zcdp_mean_bound", n=n, rho=tau, second_moment=bias, edition=edition
            ),
            mp.sqrt((mp.exp(2 * n * n * t) - less) * b),
            "zcdp",
            TIGHT * 10**6,
        )


def conversions(random):
    e, k, delta = (
        F(random.randint(1, 30), 10),
        random.randint(1, 40),
        F(1, random.randint(3, 10**6)),
    )
    g, d = mp.exp(real(e)), real(delta)
    same(number("group", "epsilon", epsilon=e, group_size=k), k * real(e), "group")
    same(
        number("group", "delta", epsilon=e, group_size=k, delta=delta),
        (g**k - 1) / (g - 1) * d,
        ("group", e, k),
    )
    same(number("group", "rho", rho=e, group_size=k), k * k * real(e), "group")
    same(number("replacement", "epsilon", epsilon=e), 2 * real(e), "replacement")
    same(number("replacement", "delta", epsilon=e, delta=delta), (1 + g) * d, "replacement")
    same(number("zcdp", "rho", epsilon=e), real(e) ** 2 / 2, "zcdp")
    same(
        number("zcdp", "epsilon", rho=e, delta=delta),
        real(e) + 2 * mp.sqrt(real(e) * mp.log(1 / d)),
        "zcdp",
    )
    m = random.randint(100, 10**6)
    first = F(ceil(2 * mp.exp(-m / (16 * g)) * 10**9) + 1, 10**9)
    if first <= 1:
        f = real(first)
        e1 = mp.log(1 + 8 * (g - 1) / (g + 1) * (mp.sqrt(g * mp.log(4 / f) / m) + g / m))
        same(number("shuffling", "epsilon", epsilon=e, blocks=m, delta1=first), e1, "shuffling")
        same(
            number("shuffling", "delta", epsilon=e, blocks=m, delta1=first, delta=delta),
            f + (mp.exp(e1) + 1) * (1 / g / 2 + 1) * m * d,
            "shuffling",
        )
    n = random.randint(1, 1000)
    same(number("bernoulli", "risk_bound", n=n), mpf(1) / (6 * (n + 2)), "bernoulli")
    same(number("bernoulli", "minimax_risk", n=n), 1 / (4 * (mp.sqrt(n) + 1) ** 2), "bernoulli")
    mean, variance = F(random.randint(-30, 30), 7), F(random.randint(0, 30), 7)
    same(
        number(
            "name_and_shame", "mse", n=n, delta=delta, record_mean=mean, record_variance=variance
        ),
        (real(variance) + (1 - d) * real(mean) ** 2) / (d * n),
        "name",
    )


def sizes(random):
    e, delta, n = (
        F(random.randint(1, 30), 10),
        F(1, random.randint(3, 10**6)),
        random.randint(1, 3000),
    )
    ee, d = real(e), real(delta)
    same(
        number("dpucoarse", "threshold", epsilon=e, delta=delta),
        2 + 2 / ee * mp.log(1 / d),
        "threshold",
    )
    same(
        number("dpucoarse", "lone_bin_delta", epsilon=e, delta=delta),
        mp.exp(-ee / 2 * (1 + 2 / ee * mp.log(1 / d))) / 2,
        "lone",
    )
    if 2 * delta <= 1:
        same(
            number("dpucoarse", "threshold", epsilon=e, delta=delta, constants="exact"),
            1 + 2 / ee * mp.log(1 / (2 * d)),
            "threshold",
        )
        same(
            number("dpucoarse", "lone_bin_delta", epsilon=e, delta=delta, constants="exact"),
            d,
            "lone",
        )
    same(
        number("dpucoarse", "success", epsilon=e, n=n),
        1 - mp.exp(-mpf(n) / 128) - mpf(n) / 2 * mp.exp(-n * ee / 16),
        "success",
    )
    g = F(1, random.randint(2, 10**6))
    size = max(ceil(7 + 7 / ee * mp.log(1 / d)), ceil(128 * mp.log(2 / real(g))), ceil(16 / ee))
    while ceil(16 / ee * mp.log(size / real(g))) > size:
        size = ceil(16 / ee * mp.log(size / real(g)))
    same(number("dpumean", "first_size", epsilon=e, delta=delta, gamma_failure=g), size, "first")
    l, psi, n1, mean = (
        F(random.randint(20, 60), 10),
        F(random.randint(5, 30), 10),
        10**6,
        F(random.randint(-9, 9), 2),
    )
    r, p, m, x = real(l), real(psi), n * ee, real(mean)
    far = p * m ** (1 / r)
    same(number("dpumean", "clip", epsilon=e, n2=n, psi=psi, lambda_=l), 10 + far, "clip")
    c = 10 + far
    for edition, wrong in (("printed", 1), ("corrected", 100)):
        wanted = (
            d * (x * x + 1) / n
            + mpf(1) / n
            + (8 * c * c + (far / r) ** 2) / m**2
            + 4 * d ** (2 * (1 - 2 / r)) * (wrong + 4 * mpf(n1) ** (2 / r) * p * p + c * c)
            + 8 * c * c * d * d / m**2
        )
        same(
            number(
                "dpumean",
                "mse_bound",
                epsilon=e,
                n1=n1,
                n2=n,
                psi=psi,
                lambda_=l,
                delta=delta,
                mean=mean,
                edition=edition,
            ),
            wanted,
            "mse",
        )
    b = mp.exp(-ee)
    same(
        number("unknown_size", "half_width", epsilon=e, delta=delta),
        ceil(mp.log(2 / d) / ee),
        "half width",
    )
    # an end of one law where the other has no mass, b^v/(1 + b), and the end of the other side,
    # which has b^v/(1 + b) against e^epsilon b^(v - 1) (1 - b)/(1 + b): that counts where b^2 + b >
    # 1
    v = next(
        v for v in range(1, 10**5) if (b**v + max(0, b**v - b ** (v - 2) * (1 - b))) / (1 + b) <= d
    )
    same(
        number("unknown_size", "half_width", epsilon=e, delta=delta, constants="exact"),
        v,
        "half width",
    )
    for constants, v in (("exact", v), ("paper", ceil(mp.log(2 / d) / ee))):
        law = {}
        for z in range(-v - 600 // random.randint(3, 5) - int(90 / ee), v + int(90 / ee) + 300):
            w = min(v, max(-v, z))
            law[w] = law.get(w, 0) + (1 - b) / (1 + b) * b ** abs(z)
        for sign in (1, -1):  # both directions, all outcomes
            total = sum(max(0, q - law.get(w + sign, 0) / b) for w, q in law.items())
            same(
                number("unknown_size", "count_delta", epsilon=e, delta=delta, constants=constants),
                total,
                ("count", e, delta, constants),
                mpf(10) ** -12,
            )


# ---- Student's t ----


def student(random):
    d, scale = random.choice([1, 2, 3, 4, 5, 8, 13, 64]), F(random.randint(1, 30), 10)
    x = F(random.randint(-90, 90), random.choice([7, 70, 700]))
    s, y = real(scale), real(x) / real(scale)
    top = mp.gamma(mpf(d + 1) / 2) / (mp.sqrt(d * mp.pi) * mp.gamma(mpf(d) / 2))
    f = lambda z: top * (1 + z * z / d) ** (-mpf(d + 1) / 2)  # noqa: E731
    one = dict(degrees=d, scale=scale)
    same(number("student_t", "density", x=x, **one), f(y) / s, one)
    same(number("student_t", "log_density", x=x, **one), mp.log(f(y) / s), one)
    cuts = sorted({mpf(0), y, y / 2, y / 4})
    below = mpf(1) / 2 + quad(f, cuts) * (1 if y > 0 else -1)
    same(number("student_t", "cdf", x=x, **one), below, (one, x), mpf(10) ** -18)
    p = F(random.randint(1, 999), 1000)
    q = F(
        str(mp.nstr(number("student_t", "quantile", p=p, **one), 40, min_fixed=-inf, max_fixed=inf))
    )
    same(number("student_t", "cdf", x=q, **one), real(p), (one, p), mpf(10) ** -30)
    if d > 2:
        same(number("student_t", "variance", **one), s * s * d / mpf(d - 2), one)


def losses(random):
    """The loss over a grid of z, S, h in doubles: never above, and close to it; tau is where it
    meets epsilon.
    """
    d, beta, tau = (
        random.choice([1, 2, 3, 7, 30]),
        F(random.choice([0, 1, 3, 10, 40]), 40),
        F(random.randint(2, 60), 20),
    )
    exact = float(
        number("student_t", "privacy_loss", degrees=d, smoothness=beta, tau=tau, constants="exact")
    )
    paper = float(number("student_t", "privacy_loss", degrees=d, smoothness=beta, tau=tau))
    assert abs(paper - ((d + 1) * float(beta) + (d + 1) / (2 * float(tau) * sqrt(d)))) < 1e-12
    assert exact <= paper * (1 + 1e-12), (d, beta, tau, exact, paper)
    worst, a = 0.0, float(tau)
    for i in range(-8, 9):
        s = exp(float(beta) * i / 8)  # S = s, S' = 1
        for j in range(9):
            h = min(s, 1) * j / 8
            for k in range(-250, 251):
                z = a * (exp(abs(k) / 25) - 1) * (1 if k > 0 else -1)
                one = -log(s) - (d + 1) / 2 * log(1 + (z / (a * s)) ** 2 / d)
                two = -(d + 1) / 2 * log(1 + ((z - h) / a) ** 2 / d)
                worst = max(worst, one - two)
    COUNT[0] += 1
    assert worst <= exact * (1 + 1e-9) and worst >= exact * 0.995 - 1e-9, (
        d,
        beta,
        tau,
        worst,
        exact,
    )
    e = F(random.randint(1, 40), 10)
    beta = float(number("student_t_mean", "smoothness", degrees=d, epsilon=e))
    assert abs(beta - float(e) / (3 * (d + 1))) < 1e-12
    assert (
        abs(
            float(number("student_t_mean", "tau", degrees=d, epsilon=e))
            - 3 * (d + 1) / (4 * sqrt(d) * float(e))
        )
        < 1e-9
    )
    found = number("student_t_mean", "tau", degrees=d, epsilon=e, constants="exact")
    step = found * mp.sqrt(d) * 2**40
    assert abs(step - mp.nint(step)) < mpf(10) ** -12, (d, e)
    for less, above in ((0, False), (2, True)):
        t = F(
            int(mp.floor((mp.nint(step) - less) / mp.sqrt(d) * 2**80)) + (1 if not less else 0),
            2**120,
        )
        loss = number(
            "student_t",
            "privacy_loss",
            degrees=d,
            smoothness=e / (3 * (d + 1)),
            tau=t,
            constants="exact",
        )
        COUNT[0] += 1
        assert (loss > real(e)) == above, (d, e, less, loss)
    n = random.randint(1, 60)
    bound = max(exp(-beta * (n - 1)), 1 / n)
    assert (
        abs(
            float(
                number(
                    "student_t_mean", "smooth_bound", degrees=d, epsilon=e, n=n, lower=-1, upper=2
                )
            )
            - 3 * bound
        )
        < 1e-12
    )
    if d > 2:
        got = float(
            number(
                "student_t_mean",
                "mse",
                degrees=d,
                epsilon=e,
                n=n,
                record_variance=F(1, 3),
                lower=-1,
                upper=2,
            )
        )
        scale = 3 * (d + 1) / (4 * sqrt(d) * float(e)) * 3 * bound
        assert abs(got - (1 / (3 * n) + scale**2 * d / (d - 2))) < 1e-9 * got
    COUNT[0] += 3


def refusals():
    """What the page refuses, beside what it does not."""
    fine = dict(n="10", epsilon="1", bias="1/100", delta="1/10000", error="1")
    bad = [
        ("trilemma", "lower_bound", {**fine, "bias": "1/79"}),
        ("trilemma", "lower_bound", {**fine, "delta": "1/50"}),
        ("trilemma", "lower_bound", {**fine, "delta": "0", "bias": "0"}),
        ("trilemma", "least_bias", {**fine, "error": "1/100"}),
        ("trilemma", "clipped_mean_margin", {**fine, "lambda": "19/10"}),
        ("trilemma", "clipped_mean_margin", {**fine, "lambda": "101"}),
        ("trilemma", "combined_mean_margin", {**fine, "lambda": "2", "psi": "1"}),
        ("dpucoarse", "threshold", dict(epsilon="1", delta="2/3", constants="exact")),
        (
            "dpumean",
            "mse_bound",
            {**fine, "lambda": "3", "psi": "1", "n1": "10", "n2": "10", "mean": "0"},
        ),
        ("student_t", "variance", dict(degrees="2")),
        ("student_t", "cdf", dict(degrees="65", x="0")),
        ("student_t", "privacy_loss", dict(degrees="3", smoothness="-1", tau="1")),
        ("student_t_mean", "tau", dict(epsilon="0")),
        ("shuffling", "epsilon", dict(epsilon="1", blocks="10", delta1="1/10")),
        ("group", "delta", dict(epsilon="1", delta="1/2", group_size="0")),
    ]
    for name, quantity, params in bad:
        try:
            answer(name, quantity, params)
        except Rejected:
            COUNT[0] += 1
        else:
            raise AssertionError((name, quantity, params))
    for name, params, data in (
        (
            "unknown_size",
            dict(epsilon="1", delta="1/2", base="dpumean", n1="2", n0="2", clip="1"),
            ["1"],
        ),
        ("student_t_mean", dict(epsilon="1", lower="1", upper="2"), ["1"]),
        ("name_and_shame", dict(delta="1/2", variant="single"), ["1"] * 3),
        (
            "dpumean",
            dict(
                epsilon="1",
                delta="1/2",
                n1="1",
                n2="1",
                clip="1/3",
                noise="discrete_laplace",
                m="1",
            ),
            ["1", "1"],
        ),
        ("shuffled_mean", dict(epsilon="1", n="2", blocks="2"), ["1"]),
    ):
        try:
            Plan(name, params, data)
        except Rejected:
            COUNT[0] += 1
        else:
            raise AssertionError((name, params))


def run(rounds=12):
    random = Random(23)
    for _ in range(rounds):
        mp.dps = 50
        for group in (bounds, conversions, sizes, student):
            group(random)
    for _ in range(5):
        losses(random)
    refusals()
    crude_again.run(random)
    crude_shares.run(random)
