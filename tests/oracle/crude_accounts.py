"""The crude route for sharper accounts of privacy: orders tried by golden section, outcomes gone
through one by one at 50 digits, an integral by quadrature; and what is refused. `run(random)`
counts what it compared.
"""

from fractions import Fraction as F
from itertools import product

from answers import answer
from crude import COUNT, real
from mpmath import exp, inf, log, mp, mpf, quad, sqrt
from values import Rejected

CLOSE = mpf(10) ** -25


def number(name, quantity, **params):
    keep = mp.prec
    try:
        found = answer(
            "exact", name, quantity, {k: str(v) for k, v in params.items()}, {"quantity": quantity}
        )["value"]
    finally:
        mp.prec = keep
    lo, hi = (found, found) if isinstance(found, str) else (found["lo"], found["hi"])
    return real(F(lo)), real(F(hi))


def same(wanted, name, quantity, tolerance=CLOSE, **params):
    COUNT[0] += 1
    for end in number(name, quantity, **params):
        assert abs(end - wanted) <= tolerance * max(abs(wanted), mpf(10) ** -20), (
            name,
            quantity,
            params,
            end,
            wanted,
        )


def least(f, low, high):
    """The least value of a function with one valley."""
    g = (sqrt(5) - 1) / 2
    for _ in range(260):
        a, c = high - g * (high - low), low + g * (high - low)
        low, high = (low, c) if f(a) < f(c) else (a, high)
    return f((low + high) / 2)


def root(f, low, high):
    """Where a falling function is 0."""
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low


def conversions(random):
    rho, h, e = (
        F(random.randint(1, 300), 100),
        F(random.randint(-20, 60), 10),
        F(random.randint(1, 40), 10),
    )
    delta = F(1, random.randint(2, 10**8))

    def log_delta(u, level):  # the order is 1 + e^u
        a = 1 + exp(u)
        return (a - 1) * (a * real(rho) - level) - log(a - 1) + a * log(1 - 1 / a)

    def loss(u):
        a = 1 + exp(u)
        return a * real(rho) + (-log(real(delta)) + a * log(1 - 1 / a) - log(a - 1)) / (a - 1)

    same(
        exp(least(lambda u: log_delta(u, real(h)), mpf(-12), mpf(12))),
        "zcdp",
        "delta",
        rho=rho,
        at_epsilon=h,
    )
    same(
        max(mpf(0), least(loss, mpf(-12), mpf(12))),
        "zcdp",
        "epsilon",
        rho=rho,
        delta=delta,
        constants="exact",
    )
    same(real(e) * mp.tanh(real(e) / 2), "zcdp", "rho", epsilon=e, constants="exact")


def outcomes(single, k):
    """Both probabilities of every outcome of k independent repetitions."""
    for each in product(single, repeat=k):
        p = q = mpf(1)
        for a, b in each:
            p, q = p * a, q * b
        yield p, q


def composition(random):
    e, k, d = F(random.randint(1, 30), 10), random.randint(1, 5), F(random.randint(0, 5), 20)
    g, x = exp(real(e)), real(d)
    pairs = [
        ((1 - x) * g / (1 + g), (1 - x) / (1 + g)),
        ((1 - x) / (1 + g), (1 - x) * g / (1 + g)),
        (x, mpf(0)),
        (mpf(0), x),
    ]
    law = list(outcomes(pairs, k))

    def caught(level):
        return sum(max(p - exp(level) * q, mpf(0)) for p, q in law)

    h = F(random.randint(-30, 60), 10)
    same(caught(real(h)), "composition", "delta", epsilon=e, delta=d, releases=k, at_epsilon=h)
    most = F(random.randint(1, 19), 20)
    if 1 - (1 - d) ** k < most:
        wanted = (
            root(lambda level: caught(level) - real(most), mpf(0), k * real(e))
            if caught(mpf(0)) > real(most)
            else mpf(0)
        )
        same(wanted, "composition", "epsilon", epsilon=e, delta=d, releases=k, delta1=most)
    a = F(random.randint(11, 60), 10)
    pure = list(outcomes([(g / (1 + g), 1 / (1 + g)), (1 / (1 + g), g / (1 + g))], k))
    same(
        log(sum(p ** real(a) * q ** (1 - real(a)) for p, q in pure)) / (real(a) - 1),
        "composition",
        "renyi",
        epsilon=e,
        releases=k,
        renyi_order=a,
    )


def shuffles(random):
    e, m, first, d = (
        F(random.randint(1, 30), 10),
        random.randint(1, 6),
        F(random.randint(1, 9), 20),
        F(1, 100),
    )
    g = exp(real(e))
    law = {}
    for each in product(
        ((1, 0, 1 / (2 * g)), (0, 1, 1 / (2 * g)), (0, 0, 1 - 1 / g)), repeat=m - 1
    ):
        mass = mpf(1)
        for _, _, p in each:
            mass *= p
        one, other = sum(x for x, _, _ in each), sum(y for _, y, _ in each)
        for x, p, q in ((1, g, 1), (0, 1, g)):
            both = law.setdefault((one + x, other + 1 - x), [mpf(0), mpf(0)])
            both[0] += mass * p / (1 + g)
            both[1] += mass * q / (1 + g)

    def caught(level):
        return sum(max(p - exp(level) * q, mpf(0)) for p, q in law.values())

    wanted = mpf(0)
    if caught(wanted) > real(first):
        wanted = root(lambda level: caught(level) - real(first), mpf(0), real(e))
    same(wanted, "shuffling", "epsilon", epsilon=e, blocks=m, delta1=first, constants="exact")
    same(
        real(first) + (exp(wanted) + 1) * (1 / (1 + g) + (m - 1) / g) * real(d),
        "shuffling",
        "delta",
        epsilon=e,
        blocks=m,
        delta1=first,
        delta=d,
        constants="exact",
    )


def laplace(random):
    e, s, a = (
        F(random.randint(1, 30), 10),
        F(random.randint(1, 20), 10),
        F(random.randint(11, 50), 10),
    )
    rate, t, o = real(e), real(s), real(a)
    mass = quad(
        lambda z: rate / 2 * exp(-rate * (o * abs(z) + (1 - o) * abs(z - t))),
        [-inf, -5, 0, t, t + 5, inf],
    )
    same(log(mass) / (o - 1), "laplace", "renyi", mpf(10) ** -15, epsilon=e, shift=s, renyi_order=a)


REFUSED = (
    ("zcdp", "epsilon", dict(rho=1, delta=0, constants="exact")),
    ("zcdp", "delta", dict(rho=-1, at_epsilon=1)),
    ("zcdp", "delta", dict(rho=1)),
    ("composition", "delta", dict(epsilon=1, delta=2, releases=1, at_epsilon=1)),
    ("composition", "delta", dict(epsilon=1, delta=0, releases=0, at_epsilon=1)),
    ("composition", "epsilon", dict(epsilon=1, delta="1/10", releases=2, delta1="18/100")),
    ("composition", "renyi", dict(epsilon=1, releases=2, renyi_order=1)),
    ("laplace", "renyi", dict(epsilon=1, shift=1, renyi_order=1)),
    ("shuffling", "epsilon", dict(epsilon=1, blocks=3, delta1=0, constants="exact")),
)


def run(random, rounds=12):
    for _ in range(rounds):
        mp.dps = 50
        for group in (conversions, composition, shuffles, laplace):
            group(random)
    for name, quantity, params in REFUSED:
        COUNT[0] += 1
        try:
            number(name, quantity, **params)
        except Rejected:
            continue
        raise AssertionError((name, quantity, params))
