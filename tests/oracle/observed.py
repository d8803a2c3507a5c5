"""The probability of one event of a step of a mechanism, or of a user's message: stat requests with
`observe`.

From vectors/*.md alone. A step is a mixture of lists whose entries are constants and independent
noises; messages are gone through one by one, searches decision by decision. Enclosures are
judgements (1e-12), as for means.
"""

from fractions import Fraction
from itertools import permutations, product
from math import floor

from entries import JUDGED, Constant, DiscreteLaplace, Laplace, chance, real
from instance.messages import ceiling
from instance.observed_steps import (
    coinpress_mean,
    coinpress_scaled_mean,
    local_clipped_mean,
    local_coordinate_mean,
    medians,
    privquant,
    quantile_clipped_mean,
    shuffled_clipped_mean,
)
from mpmath import iv, mp, mpf
from values import Unsupported, ivf, number

# ---- records ----


def clipped(p, data, missing):
    """Records moved into the bounds; `missing` None: those that are missing are left out."""
    low, high = number(p, "lower"), number(p, "upper")
    held = [
        missing if x == "nan" else high if x == "inf" else low if x == "-inf" else Fraction(x)
        for x in data
    ]
    return [min(max(x, low), high) for x in held if x is not None]


# ---- steps: [(weight, entries)] ----


def sums(name, step, p, data):
    low, high, epsilon = number(p, "lower"), number(p, "upper"), number(p, "epsilon")
    x, n = clipped(p, data, None), len(clipped(p, data, None))
    if name == "transformed_mean":
        shares = [(v - low) / (high - low) for v in x]
        if p["noise"] == "laplace":
            return [(1, [Laplace(n - sum(shares), 1 / epsilon)])]
        m = int(p["m"])
        return [
            (
                1,
                [
                    DiscreteLaplace(
                        n - sum(Fraction(round(s * m), m) for s in shares), epsilon / m, m
                    )
                ],
            )
        ]
    if step == "noisy_count":
        return [(1, [Laplace(n, 2 / epsilon)])]
    middle = (low + high) / 2 if name == "shifted_mean" else Fraction(0)
    moved = (high - low) / 2 if name == "shifted_mean" else max(abs(low), abs(high))
    return [(1, [Laplace(sum(v - middle for v in x), 2 * moved / epsilon)])]


def ldpe(_step, p, data):
    e, low, high = (
        [Fraction(v) for v in p["epsilons"].split(",")],
        number(p, "lower"),
        number(p, "upper"),
    )
    x, found = clipped(p, data, (low + high) / 2), []
    for own in sorted({*e}):
        mine = [v for v, other in zip(x, e, strict=True) if other == own]
        found.append(Laplace(sum(mine) / len(mine), (high - low) / (len(mine) * own)))
    return [(1, found)]


def sm(_step, p, data):
    e, mid = (
        [Fraction(v) for v in p["epsilons"].split(",")],
        (number(p, "lower") + number(p, "upper")) / 2,
    )
    x, found = clipped(p, data, mid), []
    chances = [mp.expm1(real(v)) / mp.expm1(real(max(e))) for v in e]
    for who in product((0, 1), repeat=len(e)):
        weight = mp.fprod(c if w else 1 - c for c, w in zip(chances, who, strict=True))
        found.append((weight, [Constant(sum((v - mid) * w for v, w in zip(x, who, strict=True)))]))
    return found


def dpucoarse(_step, p, data):
    """All records are alike: one bin, wherever the offset lies."""
    if len({*data}) != 1:
        raise Unsupported("the bins depend on the offset")
    return [(1, [Laplace(len(data), 2 / number(p, "epsilon"))])]


def kv_mean(_step, p, data):
    x = [Fraction(0) if v in ("nan", "inf", "-inf") else Fraction(v) for v in data[: int(p["n1"])]]
    bins = [floor(v / number(p, "sigma", "1") + Fraction(1, 2)) for v in x]
    return [(1, [Laplace(bins.count(k), 2 / number(p, "epsilon")) for k in sorted({*bins})])]


def unknown_size(_step, p, data):
    epsilon, n = number(p, "epsilon"), sum(x != "nan" for x in data)
    v = ceiling(lambda: iv.log(2 / ivf(number(p, "delta"))) / ivf(epsilon))
    z = DiscreteLaplace(0, epsilon)
    inner = [(z.of(k) - z.of(k - 1), [Constant(n + k - v)]) for k in range(1 - v, v)]
    return [*inner, (z.of(-v), [Constant(n - 2 * v)]), (1 - z.of(v - 1), [Constant(n)])]


def shuffled_mean(step, p, data):
    low, high, m, n = number(p, "lower"), number(p, "upper"), int(p["blocks"]), int(p["n"])
    x, scale = clipped(p, data, (low + high) / 2), (high - low) / (n * number(p, "epsilon"))
    orders, found = [*permutations(range(m))], []
    for rows in product(orders, repeat=n):
        blocks = [[x[rows[i][j] * n + i] for i in range(n)] for j in range(m)]
        entries = (
            [Constant(v) for block in blocks for v in block]
            if step == "shuffled"
            else [Laplace(sum(block) / n, scale) for block in blocks]
        )
        found.append((mpf(1) / len(orders) ** n, entries))
    return found


STEPS = {
    "ldpe": ldpe,
    "sm": sm,
    "dpucoarse": dpucoarse,
    "kv_mean": kv_mean,
    "unknown_size": unknown_size,
    "shuffled_mean": shuffled_mean,
    "privquant": privquant,
    "quantile_clipped_mean": quantile_clipped_mean,
    "shifted_clipped_mean": medians,
    "quantized_mean": medians,
    "coinpress_mean": coinpress_mean,
    "coinpress_scaled_mean": coinpress_scaled_mean,
    "local_coordinate_mean": local_coordinate_mean,
    "local_clipped_mean": local_clipped_mean,
    "shuffled_clipped_mean": shuffled_clipped_mean,
}


def event_probability(name, params, given, event):
    """P(event) of the step that the request names."""
    step, data = given["observe"], given["data"]
    with mp.workdps(40):
        law = STEPS[name](step, params, data) if name in STEPS else sums(name, step, params, data)
        p = mp.fsum(weight * chance(entries, event) for weight, entries in law)
    return iv.mpf([p - JUDGED, p + JUDGED])
