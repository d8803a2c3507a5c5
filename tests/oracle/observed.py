"""The probability of one event of a step of a mechanism, or of a user's message: stat requests with `observe`.

From vectors/README.md alone. A step is a mixture of lists whose entries are constants and independent noises; messages
are gone through one by one, searches decision by decision. Enclosures are judgements (1e-12), as for means.
"""
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import ceil, floor

from instance.messages import ceiling, entry, keep
from instance.shuffled import share_of
from mpmath import iv, mp, mpf
from values import Unsupported, ivf, number

JUDGED = mpf(10) ** -13
WIDE = 10 ** 12  # a lattice law as wide as that is the normal law between the lattice points, by far below JUDGED


# ---- noises: below(x) = P(<= x), under(x) = P(< x) ----

class Constant:
    def __init__(self, at):
        self.at = Fraction(at)

    def below(self, x):
        return mpf(self.at <= x)

    def under(self, x):
        return mpf(self.at < x)


class Laplace:
    def __init__(self, at, scale):
        self.at, self.scale = mpf(Fraction(at).numerator) / Fraction(at).denominator, real(scale)

    def below(self, x):
        z = (real(x) - self.at) / self.scale
        return 1 - mp.exp(-z) / 2 if z > 0 else mp.exp(z) / 2

    under = below


class Lattice:
    """An integer noise in steps of 1/m around a point of that lattice."""

    def __init__(self, at, m=1):
        self.at, self.m = Fraction(at), m

    def below(self, x):
        return self.of(floor((x - self.at) * self.m))

    def under(self, x):
        return self.of(ceil((x - self.at) * self.m) - 1)


class DiscreteLaplace(Lattice):
    def __init__(self, at, rate, m=1):
        super().__init__(at, m)
        self.t = mp.exp(-real(rate))

    def of(self, k):
        return 1 - self.t ** (k + 1) / (1 + self.t) if k >= 0 else self.t ** -k / (1 + self.t)


class DiscreteGaussian(Lattice):
    def __init__(self, at, variance):
        super().__init__(at)
        self.variance = Fraction(variance)
        if variance <= WIDE:
            self.table, self.least = cumulated(self.variance)

    def of(self, k):
        if self.variance > WIDE:
            return mp.ncdf((k + mpf(1) / 2) / mp.sqrt(real(self.variance)))
        return mpf(0) if k < self.least else self.table[min(k - self.least, len(self.table) - 1)]


@cache
def cumulated(variance):
    """[P(K <= k)] from the least k that counts."""
    end = int(13 * mp.sqrt(real(variance))) + 13
    masses = [mp.exp(-mpf(k * k) / (2 * real(variance))) for k in range(-end, end + 1)]
    total, found, sum_of = sum(masses), [], mpf(0)
    for mass in masses:
        sum_of += mass / total
        found.append(sum_of)
    return found, -end


def real(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


# ---- events ----

def chance(entries, event):
    """P(the event) of one list of the mixture."""
    on, relation = event["on"], event["relation"]
    if on == "all":
        return mp.fprod(one(e, "eq", Fraction(x)) for e, x in zip(entries, event["at"], strict=True))
    at = Fraction(event["at"])
    if on == "product" and (relation, at) == ("ge", 0):
        x, y = entries[:2]
        return 1 - (1 - x.below(0)) * y.under(0) - x.under(0) * (1 - y.below(0))
    if on == "sum":
        return of_sum(entries, relation, at)
    if on == "abs" and relation == "ge":
        return one(entries[0], "ge", at) + one(entries[0], "le", -at)
    return one(entries[{"x": 0, "y": 1}[on]], relation, at)


def one(entry_, relation, at):
    if relation == "multiple":
        if isinstance(entry_, Constant):
            return mpf((entry_.at / at).denominator == 1)
        if isinstance(entry_, Laplace):
            return mpf(0)
        raise Unsupported("multiples of a noise on a lattice")
    low, high = entry_.under(at), entry_.below(at)
    return {"le": high, "ge": 1 - low, "eq": high - low}[relation]


def of_sum(entries, relation, at):
    """One noise, or two of one law that is symmetric around its centre."""
    fixed = sum((e.at for e in entries if isinstance(e, Constant)), Fraction(0))
    noisy = [e for e in entries if not isinstance(e, Constant)]
    if not noisy:
        return one(Constant(fixed), relation, at)
    if len(noisy) == 1:
        return one(noisy[0], relation, at - fixed)
    if len(noisy) == 2 and relation == "ge" and all(isinstance(e, DiscreteGaussian) for e in noisy):
        first, second = noisy
        reach = len(first.table) // 2
        return mp.fsum((first.below(first.at + k) - first.under(first.at + k)) * one(second, "ge",
            at - fixed - first.at - k) for k in range(-reach, reach + 1))
    if len(noisy) == 2 and relation == "ge" and all(isinstance(e, Laplace) for e in noisy):
        z = (real(at - fixed) - noisy[0].at - noisy[1].at) / noisy[0].scale  # both scales are the same
        far = mp.exp(-abs(z)) * (2 + abs(z)) / 4
        return far if z >= 0 else 1 - far
    raise Unsupported(f"an event {relation} of this sum")


# ---- records ----

def clipped(p, data, missing):
    """Records moved into the bounds; `missing` None: those that are missing are left out."""
    low, high = number(p, "lower"), number(p, "upper")
    held = [missing if x == "nan" else high if x == "inf" else low if x == "-inf" else Fraction(x) for x in data]
    return [min(max(x, low), high) for x in held if x is not None]


def whole(x, low, high, unit=1):
    return min(max(Fraction(0) if x == "nan" else Fraction(round(Fraction(x) / unit)), low), high)


# ---- steps: [(weight, entries)] ----

def sums(name, step, p, data):
    low, high, epsilon = number(p, "lower"), number(p, "upper"), number(p, "epsilon")
    x, n = clipped(p, data, None), len(clipped(p, data, None))
    if name == "transformed_mean":
        shares = [(v - low) / (high - low) for v in x]
        if p["noise"] == "laplace":
            return [(1, [Laplace(n - sum(shares), 1 / epsilon)])]
        m = int(p["m"])
        return [(1, [DiscreteLaplace(n - sum(Fraction(round(s * m), m) for s in shares), epsilon / m, m)])]
    if step == "noisy_count":
        return [(1, [Laplace(n, 2 / epsilon)])]
    middle = (low + high) / 2 if name == "shifted_mean" else Fraction(0)
    moved = (high - low) / 2 if name == "shifted_mean" else max(abs(low), abs(high))
    return [(1, [Laplace(sum(v - middle for v in x), 2 * moved / epsilon)])]


def ldpe(_step, p, data):
    e, low, high = [Fraction(v) for v in p["epsilons"].split(",")], number(p, "lower"), number(p, "upper")
    x, found = clipped(p, data, (low + high) / 2), []
    for own in sorted({*e}):
        mine = [v for v, other in zip(x, e, strict=True) if other == own]
        found.append(Laplace(sum(mine) / len(mine), (high - low) / (len(mine) * own)))
    return [(1, found)]


def sm(_step, p, data):
    e, mid = [Fraction(v) for v in p["epsilons"].split(",")], (number(p, "lower") + number(p, "upper")) / 2
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
    x = [Fraction(0) if v in ("nan", "inf", "-inf") else Fraction(v) for v in data[:int(p["n1"])]]
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
        entries = [Constant(v) for block in blocks for v in block] if step == "shuffled" else [
            Laplace(sum(block) / n, scale) for block in blocks]
        found.append((mpf(1) / len(orders) ** n, entries))
    return found


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
    for part, weight in ((searched(values, middle + 1, high, rank, variance), right), (searched(values, low, middle,
            rank, variance), 1 - right)):
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
    spread = ceiling(lambda: iv.sqrt(ivf(4 / (2 * (3 * rho / 4))) + ivf(Fraction(1, 10 ** 30)))) - 1  # the floor
    law = searched([whole(row[0], 0, u) ** 2 for row in data], 0, u * u, n - max(spread, error), t / (2 * rho / 4))
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
        turned = [[sum(entry(j, k) * s * v for k, (s, v) in enumerate(zip(signs, row, strict=True))) for row in rows]
            for j in range(d)]
        laws = [searched(column, -d * u, d * u, rank, variance) for column in turned]
        for results in product(*(law.items() for law in laws)):
            found.append((mp.fprod(w for _, w in results) / 2 ** d, [Constant(c) for c, _ in results]))
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
    clip = ceiling(lambda: ivf(number(p, "radius") / b) + ivf(s / b) * norm(1, g / (2 * n)) + ivf(Fraction(1, 2)))
    total = sum(whole(row[0], -clip, clip, b) for row in data)
    return [(1, [DiscreteGaussian(total, 2 * clip ** 2 / spent(number(p, "rho"), 1, t))])]


def coinpress_scaled_mean(step, p, data):
    """The first pass, or any where all differences are 0."""
    i, t, n, d = int(step.rsplit("_", 1)[1]), int(p.get("iterations", "3")), len(data), len(data[0])
    m, s, g = n // 2, number(p, "sigma_max"), number(p, "beta", "1/10") / (6 * t)
    b = Fraction(1, ceiling(lambda: iv.sqrt(n) / ivf(number(p, "sigma_min"))))
    reach = ceiling(lambda: (ivf(number(p, "radius")) + ivf(s) * norm(d, g / n)) / ivf(b)) + 1
    clip, unit = ceiling(lambda: 2 ** 20 * norm(d, g / m)), 2 ** 40
    root = ceiling(lambda: iv.sqrt(ivf(Fraction(2))) * ivf(s / b) * unit)  # up(sqrt(2) sigma_max/b), over 2^40
    size = Fraction(floor(Fraction(unit * unit, root)), unit)
    rows, sums_of = [[whole(v, -reach, reach, b) for v in row] for row in data], [0] * (d * (d + 1) // 2)
    for k in range(m):
        y = [v - w for v, w in zip(rows[2 * k], rows[2 * k + 1], strict=True)]
        if i > 1 and any(y):
            raise Unsupported("later passes only of differences that are 0")
        w = [int(2 ** 20 * size * v) for v in y]
        square = sum(v * v for v in w)
        if square > clip ** 2:
            w = [(-1 if v < 0 else 1) * isqrt_of(Fraction(clip ** 2 * v * v, square)) for v in w]
        sums_of = [a + w[j] * w[l] for a, (j, l) in zip(sums_of, ((j, l) for j in range(d) for l in range(j + 1)),
            strict=True)]
    return [(1, [DiscreteGaussian(v, clip ** 4 / spent(number(p, "rho") / 2, i, t)) for v in sums_of])]


def isqrt_of(x):
    """floor(sqrt(x))."""
    found = int(mp.sqrt(real(x)))
    while found ** 2 > x:
        found -= 1
    while (found + 1) ** 2 <= x:
        found += 1
    return found


def local_coordinate_mean(step, p, data):
    """The bits of a user, or what a user of the second half sends; one coordinate."""
    n, s, rho, who = len(data), number(p, "sigma_max"), number(p, "rho"), int(step.split("_")[1]) - 1
    a, kept = ceil(number(p, "radius") / s), real(keep(rho / 2, p.get("constants", "paper") == "exact"))

    def message(x):
        truth = [k == whole(x, -a, a, s) if x not in ("inf", "-inf") else k == (a if x == "inf" else -a) for k in
            range(-a, a + 1)]
        for bits in product((0, 1), repeat=2 * a + 1):
            yield mp.fprod(kept if b == v else 1 - kept for b, v in zip(bits, truth, strict=True)), bits

    if step.endswith("bins"):
        return [(weight, [Constant(b) for b in bits]) for weight, bits in message(data[who][0])]
    b = Fraction(1, ceiling(lambda: iv.sqrt(n) / ivf(s)))
    half = ceiling(lambda: (2 + iv.sqrt(2 * iv.log(ivf(8 * n / number(p, "beta", "1/10"))))) * ivf(s / b))
    voted = {}
    for votes in product(*(tuple(message(row[0])) for row in data[:n // 2])):
        totals = [sum(column) for column in zip(*(bits for _, bits in votes), strict=True)]
        bin_ = totals.index(max(totals)) - a
        voted[bin_] = voted.get(bin_, 0) + mp.fprod(weight for weight, _ in votes)
    value = Fraction(round(Fraction(data[who][0]) / b))
    return [(weight, [DiscreteGaussian(min(max(value - round(o * s / b), -half), half), 2 * half ** 2 / rho)])
        for o, weight in voted.items()]


def answers(value, low, high, kept):
    """[(probability, (l, t, a))] of a user with this value."""
    height, found = most(high - low + 1), []
    for level in range(1, height + 1):
        for t in range(2 ** level):
            truth = entry(t, (value - low) >> (height - level))
            for a in (-1, 1):
                found.append((real(kept if a == truth else 1 - kept) / height / 2 ** level, (level, t, a)))
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
            for further, second in answers((x - c) ** 2, 0, (2 * u) ** 2, keep(3 * rho / 16, sharp)):
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


STEPS = {"ldpe": ldpe, "sm": sm, "dpucoarse": dpucoarse, "kv_mean": kv_mean, "unknown_size": unknown_size,
    "shuffled_mean": shuffled_mean, "privquant": privquant, "quantile_clipped_mean": quantile_clipped_mean,
    "shifted_clipped_mean": medians, "quantized_mean": medians, "coinpress_mean": coinpress_mean,
    "coinpress_scaled_mean": coinpress_scaled_mean, "local_coordinate_mean": local_coordinate_mean,
    "local_clipped_mean": local_clipped_mean, "shuffled_clipped_mean": shuffled_clipped_mean}


def event_probability(name, params, given, event):
    """P(event) of the step that the request names."""
    step, data = given["observe"], given["data"]
    with mp.workdps(40):
        law = STEPS[name](step, params, data) if name in STEPS else sums(name, step, params, data)
        p = mp.fsum(weight * chance(entries, event) for weight, entries in law)
    return iv.mpf([p - JUDGED, p + JUDGED])
