"""Steps and messages of the mechanisms of the instance paper, as [(weight, entries)]: searches
decision by decision, messages one by one.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

from entries import Constant, DiscreteGaussian, DiscreteLaplace, real
from instance.messages import ceiling, entry, keep
from instance.shuffled import share_of
from mpmath import iv, mp, mpf
from values import Unsupported, ivf, number


def whole(x, low, high, unit=1):
    return min(max(Fraction(0) if x == "nan" else Fraction(round(Fraction(x) / unit)), low), high)


def most(width):
    """ceil(log2(width))."""
    return (width - 1).bit_length()


def searched(values, low, high, rank, variance):
    """{result: probability} of a search."""
    if low == high:
        return {low: mpf(1)}
    middle = (low + high) // 2
    right = DiscreteGaussian(sum(v <= middle for v in values), variance).under(rank)
    found = {}
    for part, weight in (
        (searched(values, middle + 1, high, rank, variance), right),
        (searched(values, low, middle, rank, variance), 1 - right),
    ):
        for result, share in part.items():
            found[result] = found.get(result, 0) + share * weight
    return found


def privquant(_step, p, data):
    low, high, rho, rank = (int(p["low"]), int(p["high"]), number(p, "rho"), int(p["rank"]))
    if (low, high) != (0, 3):
        raise Unsupported("two counts only")
    x, s = [whole(v, low, high) for v in data], Fraction(2) / (2 * rho)
    first, found = DiscreteGaussian(sum(v <= 1 for v in x), s), []
    for k in range(-len(first.table) // 2, len(first.table) // 2 + 1):
        at = first.at + k
        second = DiscreteGaussian(sum(v <= (2 if at < rank else 0) for v in x), s)
        found.append((first.below(at) - first.under(at), [Constant(at), second]))
    return found


def quantile_clipped_mean(_step, p, data):
    """One coordinate, constants of the paper."""
    n, u, rho, beta = len(data), int(p["u"]), number(p, "rho"), number(p, "beta", "1/10")
    t = most(u * u + 1)
    error = ceiling(lambda: iv.sqrt(t * iv.log(ivf(2 * t / beta)) / ivf(rho / 4)))
    # the floor
    spread = ceiling(lambda: iv.sqrt(ivf(4 / (2 * (3 * rho / 4))) + ivf(Fraction(1, 10**30)))) - 1
    law = searched(
        [whole(row[0], 0, u) ** 2 for row in data],
        0,
        u * u,
        n - max(spread, error),
        t / (2 * rho / 4),
    )
    return [(weight, [Constant(q)]) for q, weight in law.items()]


def medians(_step, p, data):
    if "bucket" in p:
        b = number(p, "bucket")
        g = floor(number(p, "radius") / b)
        rows, u = [[whole(v, -g, g, b) + g for v in row] for row in data], 2 * g
    else:
        u = int(p["u"])
        rows = [[whole(v, 0, u) for v in row] for row in data]
    d, rank, found = len(rows[0]), (len(rows) + 1) // 2, []
    variance = Fraction(most(2 * d * u + 1)) / (2 * number(p, "rho") / (4 * d))
    for signs in product((-1, 1), repeat=d):
        turned = [
            [
                sum(entry(j, k) * s * v for k, (s, v) in enumerate(zip(signs, row, strict=True)))
                for row in rows
            ]
            for j in range(d)
        ]
        laws = [searched(column, -d * u, d * u, rank, variance) for column in turned]
        for results in product(*(law.items() for law in laws)):
            found.append(
                (mp.fprod(w for _, w in results) / 2**d, [Constant(c) for c, _ in results])
            )
    return found


def norm(d, b):
    """norm(d, b) as an interval."""
    far = iv.log(1 / ivf(b))
    return iv.sqrt(d + 2 * iv.sqrt(d * far) + 2 * far)


def spent(rho, i, t):
    return rho if t == 1 else 3 * rho / 4 if i == t else rho / (4 * (t - 1))


def coinpress_mean(step, p, data):
    """The first step of one coordinate."""
    if step != "noisy_sum_1":
        raise Unsupported("the first step only")
    n, t, s = len(data), int(p["iterations"]), number(p, "sigma_max")
    b = Fraction(1, ceiling(lambda: iv.sqrt(n) / ivf(s)))
    g = number(p, "beta", "1/10") / t
    clip = ceiling(
        lambda: (
            ivf(number(p, "radius") / b) + ivf(s / b) * norm(1, g / (2 * n)) + ivf(Fraction(1, 2))
        )
    )
    total = sum(whole(row[0], -clip, clip, b) for row in data)
    return [(1, [DiscreteGaussian(total, 2 * clip**2 / spent(number(p, "rho"), 1, t))])]


def coinpress_scaled_mean(step, p, data):
    """The first pass, or any where all differences are 0."""
    i, t, n, d = int(step.rsplit("_", 1)[1]), int(p.get("iterations", "3")), len(data), len(data[0])
    m, s, g = n // 2, number(p, "sigma_max"), number(p, "beta", "1/10") / (6 * t)
    b = Fraction(1, ceiling(lambda: iv.sqrt(n) / ivf(number(p, "sigma_min"))))
    reach = ceiling(lambda: (ivf(number(p, "radius")) + ivf(s) * norm(d, g / n)) / ivf(b)) + 1
    clip, unit = ceiling(lambda: 2**20 * norm(d, g / m)), 2**40
    # up(sqrt(2) sigma_max/b), over 2^40
    root = ceiling(lambda: iv.sqrt(ivf(Fraction(2))) * ivf(s / b) * unit)
    size = Fraction(floor(Fraction(unit * unit, root)), unit)
    rows, sums_of = (
        [[whole(v, -reach, reach, b) for v in row] for row in data],
        [0] * (d * (d + 1) // 2),
    )
    for k in range(m):
        y = [v - w for v, w in zip(rows[2 * k], rows[2 * k + 1], strict=True)]
        if i > 1 and any(y):
            raise Unsupported("later passes only of differences that are 0")
        w = [int(2**20 * size * v) for v in y]
        square = sum(v * v for v in w)
        if square > clip**2:
            w = [(-1 if v < 0 else 1) * isqrt_of(Fraction(clip**2 * v * v, square)) for v in w]
        sums_of = [
            a + w[j] * w[l]
            for a, (j, l) in zip(
                sums_of, ((j, l) for j in range(d) for l in range(j + 1)), strict=True
            )
        ]
    return [
        (1, [DiscreteGaussian(v, clip**4 / spent(number(p, "rho") / 2, i, t)) for v in sums_of])
    ]


def isqrt_of(x):
    """floor(sqrt(x))."""
    found = int(mp.sqrt(real(x)))
    while found**2 > x:
        found -= 1
    while (found + 1) ** 2 <= x:
        found += 1
    return found


def local_coordinate_mean(step, p, data):
    """The bits of a user, or what a user of the second half sends; one coordinate."""
    n, s, rho, who = (
        len(data),
        number(p, "sigma_max"),
        number(p, "rho"),
        int(step.split("_")[1]) - 1,
    )
    a, kept = (
        ceil(number(p, "radius") / s),
        real(keep(rho / 2, p.get("constants", "paper") == "exact")),
    )

    def message(x):
        truth = [
            k == whole(x, -a, a, s) if x not in ("inf", "-inf") else k == (a if x == "inf" else -a)
            for k in range(-a, a + 1)
        ]
        for bits in product((0, 1), repeat=2 * a + 1):
            yield (
                mp.fprod(kept if b == v else 1 - kept for b, v in zip(bits, truth, strict=True)),
                bits,
            )

    if step.endswith("bins"):
        return [(weight, [Constant(b) for b in bits]) for weight, bits in message(data[who][0])]
    b = Fraction(1, ceiling(lambda: iv.sqrt(n) / ivf(s)))
    half = ceiling(
        lambda: (2 + iv.sqrt(2 * iv.log(ivf(8 * n / number(p, "beta", "1/10"))))) * ivf(s / b)
    )
    voted = {}
    for votes in product(*(tuple(message(row[0])) for row in data[: n // 2])):
        totals = [sum(column) for column in zip(*(bits for _, bits in votes), strict=True)]
        bin_ = totals.index(max(totals)) - a
        voted[bin_] = voted.get(bin_, 0) + mp.fprod(weight for weight, _ in votes)
    value = Fraction(round(Fraction(data[who][0]) / b))
    return [
        (
            weight,
            [DiscreteGaussian(min(max(value - round(o * s / b), -half), half), 2 * half**2 / rho)],
        )
        for o, weight in voted.items()
    ]


def answers(value, low, high, kept):
    """[(probability, (l, t, a))] of a user with this value."""
    height, found = most(high - low + 1), []
    for level in range(1, height + 1):
        for t in range(2**level):
            truth = entry(t, (value - low) >> (height - level))
            for a in (-1, 1):
                found.append(
                    (real(kept if a == truth else 1 - kept) / height / 2**level, (level, t, a))
                )
    return found


def local_clipped_mean(step, p, data):
    """The first message of a user, or the second of the only one; one coordinate."""
    u, rho, sharp = int(p["u"]), number(p, "rho"), p.get("constants", "paper") == "exact"
    who, first, found = int(step.split("_")[1]) - 1, keep(rho / 4, sharp), []
    for sign in (-1, 1):
        x = sign * int(whole(data[who][0], 0, u))
        for weight, message in answers(x, -u, u, first):
            if step.endswith("_1"):
                found.append((weight / 2, [Constant(v) for v in message]))
                continue
            if len(data) > 1:
                raise Unsupported("the second round of a single user only")
            c = selected(message, -u, u, first)
            for further, second in answers(
                (x - c) ** 2, 0, (2 * u) ** 2, keep(3 * rho / 16, sharp)
            ):
                found.append((weight * further / 2, [Constant(v) for v in second]))
    return found


def selected(message, low, high, kept):
    """What is selected for rank 1 from one message."""
    (level, t, a), height, top = message, most(high - low + 1), high
    while low < high:
        middle = (low + high) // 2
        nodes = (middle + top + 1) >> (height - level)
        seen = height / (2 * kept - 1) * a * entry(t, nodes - 1) if nodes % 2 else 0
        low, high = (middle + 1, high) if (1 if middle >= top else seen) < 1 else (low, middle)
    return low


def shuffled_clipped_mean(step, p, data):
    """The parts of a user's bit of the first count, or that count; one coordinate."""
    u, n, q, e = int(p["u"]), len(data), int(p["modulus"]), number(p, "epsilon")
    x1, found = share_of(lambda: ivf(e / 4), number(p, "delta") / 4, most(2 * u + 1)), []
    for sign in (-1, 1):
        bits = [sign * whole(row[0], 0, u) <= 0 for row in data]
        if step == "median_1_1_sum":
            found.append((mpf(1) / 2, [DiscreteLaplace(sum(bits), x1)]))
            continue
        bit = bits[int(step.split("_")[1]) - 1]
        for parts in product(range(q), repeat=int(p["messages"]) - 1):
            for r, weight in enumerate(residues(n, x1, q)):
                last = (bit + r - sum(parts)) % q
                found.append((weight / 2 / q ** len(parts), [Constant(v) for v in (*parts, last)]))
    return found


@cache
def residues(n, x1, q):
    """[P(X_noise mod q = r)], from the coefficients of ((1 - w)/(1 - w z))^(1/n)."""
    w, mass, one_of = mp.exp(-real(x1)), (1 - mp.exp(-real(x1))) ** (mpf(1) / n), [mpf(0)] * q
    for k in range(ceil(80 / real(x1)) + 1):
        one_of[k % q] += mass
        mass *= w * (mpf(1) / n + k) / (k + 1)
    return [sum(one_of[(r + k) % q] * one_of[k] for k in range(q)) for r in range(q)]
