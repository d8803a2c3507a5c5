"""The crude route for the mechanisms with one epsilon per user: the definitions typed in once more,
in floating point or by listing all cases, and properties that the answers must have. `run()` counts
what it compared.
"""

from fractions import Fraction as F
from itertools import product as listed
from math import inf
from random import Random

from crude import COUNT, real
from hetero.values import answer
from hetero.weights import fme_bound
from mpmath import exp, mp, mpf, sqrt, tanh
from surd import plain
from values import ends, ivf

TIGHT = mpf(10) ** -30


def spelled(epsilons):
    return ",".join(map(str, epsilons))


def numbers(name, quantity, **params):
    """The oracle's answers as numbers: exact ones as rationals, others as the middle of what must
    be narrow.
    """
    keep = mp.prec
    got = answer(name, quantity, {k: str(v) for k, v in params.items()})
    mp.prec = keep
    out = []
    for v in got if isinstance(got, list) else [got]:
        lo, hi = ends(ivf(v))
        assert hi - lo <= abs(hi) * mpf(10) ** -45, (name, quantity, params, v)
        out.append(v if isinstance(v, F) else mpf(lo))
    return out


def same(got, wanted, what):
    COUNT[0] += 1
    assert len(got) == len(wanted), what
    for g, w in zip(got, wanted):
        g, w = (real(x) if isinstance(x, (int, F)) else mpf(x) for x in (g, w))
        assert abs(g - w) <= TIGHT * max(abs(w), 1), (what, g, w)


def some(random, n, public=True, zero=True):
    pool = [F(random.randint(1, 60), random.randint(1, 20)) for _ in range(n)]
    pool += [inf] * (public * n // 3) + [F(0)] * (zero * n // 3)
    found = [random.choice(pool) for _ in range(n)]
    return found if any(found) and min(found) < inf else [F(1), *found[1:]]


def weights(random):
    """The root of the page's equation, and no feasible point is better."""
    n = random.randint(2, 7)
    eps = some(random, n)
    if not any(0 < e < inf for e in eps):
        return
    (theta,) = numbers("adpm", "saturation", epsilons=spelled(eps))
    assert sum((e * (theta - e) for e in eps if 0 < e < theta), F(0)) == 8, (eps, theta)
    c = [min(e, theta) for e in eps]
    w = numbers("adpm", "weights", epsilons=spelled(eps))
    same(w, [x / sum(c) for x in c], ("weights", eps))
    same(
        numbers("adpm", "noise_scale", epsilons=spelled(eps), lower=-1, upper=2),
        [3 / sum(c)],
        ("scale", eps),
    )

    def cost(v):
        return (
            sum(x * x for x in v) / 4
            + 2 * max((x / e for x, e in zip(v, eps) if 0 < e < inf), default=F(0)) ** 2
        )

    (best,) = numbers("adpm", "objective", epsilons=spelled(eps))
    assert cost(w) == best == sum(x * x for x in w) / 4 + 2 / sum(c) ** 2, eps
    same(
        numbers("adpm", "granted", epsilons=spelled(eps)),
        [0] * n if best > F(1, 4) else c,
        ("granted", eps),
    )
    for _ in range(20):
        v = [F(random.randint(0, 9)) * (e > 0) for e in eps]
        if sum(v):
            mixed = [x * F(99, 100) + y / sum(v) / 100 for x, y in zip(w, v)]
            assert cost(mixed) >= best, (eps, mixed)
            COUNT[0] += 1


def bound_of_fme(random, eps=None):
    """The least k of the definition, one after the other."""
    eps = eps or sorted(some(random, random.randint(1, 8)))
    n = len(eps)
    k = next(k for k in range(n + 1) if k == n or eps[k] == inf or eps[k] ** 2 * (n - k) > 1)
    assert fme_bound(eps) == (n - k or None), eps
    h = 1 / sqrt(mpf(n - k)) if k < n else mpf(10) ** 9
    c = [h if e == inf else min(real(e), h) for e in eps]
    same(numbers("fme", "weights", epsilons=spelled(eps)), [x / sum(c) for x in c], ("fme", eps))
    same(numbers("fme", "noise_scale", epsilons=spelled(eps)), [1 / sum(c)], ("fme", eps))


def second_moment(lower, upper, law, n, output):
    """E (output(records) - mean)^2 by listing all records; output gives (value, E Z^2)."""
    mean, found = sum(p * x for p, x in law), mpf(0)
    for drawn in listed(law, repeat=n):
        p, (value, noise) = mpf(1), output([x for _, x in drawn])
        for q, _ in drawn:
            p *= q
        found += p * ((value - mean) ** 2 + noise)
    return found


def errors(random):
    """All records listed, and all samples of SM; the formula for the variance of an affine
    estimator besides.
    """
    lower, upper, n = F(-1), F(2), random.randint(2, 4)
    mid, width = real(lower + upper) / 2, real(upper - lower)
    x, y, p = mpf(-0.5), mpf(1.75), mpf(0.25)
    law = [(p, x), (1 - p, y)]
    base = dict(lower=lower, upper=upper, record_mean=F(19, 16), record_variance=F(243, 256))
    eps = [random.choice([F(1, 2), F(2), F(9), F(40)]) for _ in range(n)]
    base["epsilons"] = spelled(eps)

    def check(name, output, **more):
        same(
            numbers(name, "mse", **base, **more),
            [second_moment(lower, upper, law, n, output)],
            (name, eps, more),
        )

    for name in ("adpm", "propdpm", "stretching", "fme"):
        w = [
            real(v) if isinstance(v, F) else v
            for v in map(plain, numbers(name, "weights", epsilons=base["epsilons"]))
        ]
        scale = (
            max(v / real(e) for v, e in zip(w, eps))
            if name != "fme"
            else numbers(name, "noise_scale", epsilons=base["epsilons"])[0]
        )
        scale = real(scale) if isinstance(scale, F) else scale
        nothing = name == "adpm" and numbers("adpm", "objective", epsilons=base["epsilons"])[0] > F(
            1, 4
        )
        check(
            name,
            lambda d: (
                (mid, mpf(0))
                if nothing
                else (mid + sum(v * (z - mid) for v, z in zip(w, d)), 2 * (width * scale) ** 2)
            ),
        )
    check("uni", lambda d: (sum(d) / n, 2 * (width / (n * real(min(eps)))) ** 2))
    groups = sorted(set(eps))
    size = [eps.count(e) for e in groups]
    inverse = [1 / (mpf(1) / (4 * k) + 2 / (k * real(e)) ** 2) for e, k in zip(groups, size)]
    u = [v / sum(inverse) for v in inverse]
    same(numbers("ldpe", "group_weights", epsilons=base["epsilons"]), u, ("ldpe", eps))
    check(
        "ldpe",
        lambda d: (
            sum(
                v * sum(z for z, f in zip(d, eps) if f == e) / k for v, e, k in zip(u, groups, size)
            ),
            sum(2 * (v * width / (k * real(e))) ** 2 for v, e, k in zip(u, groups, size)),
        ),
    )
    top = real(max(eps))
    chance = [(exp(real(e)) - 1) / (exp(top) - 1) for e in eps]
    same(numbers("sm", "probabilities", epsilons=base["epsilons"]), chance, ("sm", eps))
    d = mp.ceil(sum(chance) * 2**40 - mpf(10) ** -20) / 2**40
    for edition in ("printed", "corrected"):
        found = mpf(0)
        for taken in listed((0, 1), repeat=n):
            q = mpf(1)
            for c, t in zip(chance, taken):
                q *= c if t else 1 - c
            if q > mpf(10) ** -40:
                below = d if edition == "corrected" else sum(taken)
                found += q * second_moment(
                    lower,
                    upper,
                    law,
                    n,
                    lambda v: (
                        mid + sum((z - mid) * t for z, t in zip(v, taken)) / below,
                        2 * (width / (below * top)) ** 2,
                    ),
                )
        same(numbers("sm", "mse", edition=edition, **base), [found], ("sm", edition, eps))


def two_groups(random):
    """The formulas of the paper's Theorem 1; and the bounds are in order."""
    n, one = random.randint(1, 40), F(random.randint(1, 40), 20)
    k, two = random.randint(1, n), one + F(random.randint(0, 100), 10)
    f, r = F(k, n), two / one
    big = 1 + 8 / (one**2 * k)
    base = dict(n=n, f=f, epsilon1=one)
    same(
        numbers("hetero", "ratio", **base) + numbers("hetero", "critical_epsilon", **base),
        [big, big * one],
        base,
    )
    r = min(r, big)
    wanted = min((f * big + (1 - f) * r**2) / (4 * n * (f + (1 - f) * r) ** 2), F(1, 4))
    (upper,) = numbers("hetero", "upper_bound", epsilon2=two, **base)
    same([upper], [wanted], (base, two))
    same(
        numbers("hetero", "lower_bound", epsilon2=two, **base),
        [wanted / (1560 if two < big * one else 1048)],
        (base, two),
    )
    (sharper,) = numbers("hetero", "sharper_lower_bound", epsilon2=two, **base)
    vector = lower(sorted([one] * k + [two] * (n - k)))
    assert real(sharper) <= vector * (1 + TIGHT) <= real(upper) * (1 + TIGHT), (base, two)


def lower(eps):
    """The bound for any vector, by its definition."""
    (vector,) = numbers("hetero", "vector_lower_bound", epsilons=spelled(eps))
    part = [mpf(1) if e == inf else tanh(real(e) / 2) for e in sorted(eps)]
    t = min(sum(part[:i], mpf(0)) + sqrt(mpf(len(eps) - i)) for i in range(len(eps) + 1))
    same([vector], [1 / (27 * t * t) if 3 * t >= 2 else (1 - t) / 4], eps)
    return real(vector) if isinstance(vector, F) else vector


def run(rounds=25):
    random = Random(7)
    mp.dps = 50
    for _ in range(rounds):
        for group in (weights, bound_of_fme, two_groups):
            group(random)
        lower(some(random, random.randint(1, 9)))
    for _ in range(rounds // 3):
        errors(random)
    bound_of_fme(random, [F(1, 2), F(3), F(3), F(3)])  # (1/2)^2 * 4 is not above 1
    same(numbers("adpm", "objective", epsilons="2,2"), [F(1, 4)], "a quarter")
    same(numbers("adpm", "granted", epsilons="2,2"), [2, 2], "a quarter is answered")
    base = dict(n=10, f=F(1, 5), epsilon1=F(2), epsilon2=F(4))  # epsilon2 = R epsilon1
    same(
        numbers("hetero", "lower_bound", **base),
        [numbers("hetero", "upper_bound", **base)[0] / 1048],
        base,
    )
    for eps in (
        [inf],
        [inf, inf],
        [F(0), inf],
        [F(0), F(0), inf, inf],
        [F(0), F(1, 3), inf],
        [F(1, 3)],
        [F(1, 3), F(0)],
    ):
        lower(eps)
