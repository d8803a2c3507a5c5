"""Means of vectors on their records, as programs over draws: from the definitions of
vectors/instance.md alone.

A source answers for the draws:
    sign(label)                        -1 or 1
    passed(label, s, c, m, or_equal)   (c + K, is c + K < m (or <= m)?)
    noises(s, n)                       K_1, ..., K_n of noise_1, ..., noise_n
with s a function for passed. `STEPS[name](plan, source)` lists every named step, the last one is
the result. What follows the noises is linear, so that they may be numbers or combinations of
variables.
"""

from fractions import Fraction

from instance.params import power_of_two
from instance.records import DEFAULT_BETA, Plan, shrunk
from instance.values import clipped_variance, search_variance, threshold_of
from means_by_hand import plain
from mpmath import iv
from values import Rejected, Unsupported, number, require

# ---- the three building blocks ----


def search(source, label, values, low, high, rank, rho, printed):
    """(value of that rank, [[M], [c], [C]])."""
    s, found, i = search_variance(high - low, rho, printed), [[], [], []], 0
    while low < high:
        middle, i = (low + high) // 2, i + 1
        count = sum(v <= middle for v in values)
        noisy, right = source.passed(f"{label}_{i}", s, count, rank, printed)
        for row, v in zip(found, (middle, count, noisy)):
            row.append(v)
        low, high = (middle + 1, high) if right else (low, middle)
    return low, found


def clipped(source, vectors, q, rho, f, steps):
    """[clipped, sum, noisy_sum, mean], all in units of the data."""
    scaled = []
    for x in vectors:
        square = sum(v * v for v in x)
        scaled.append([steps * v for v in x] if square <= q else shrunk(x, square, steps**2 * q))
    total = [sum(column) for column in zip(*scaled)]
    noisy = [
        z + t
        for t, z in zip(
            total, source.noises(clipped_variance(Fraction(f), q, steps, rho), len(total))
        )
    ]
    unit = Fraction(1, steps)
    return [
        [[v * unit for v in x] for x in scaled],
        [t * unit for t in total],
        [v * unit for v in noisy],
        [v * (unit / len(vectors)) for v in noisy],
    ]


def threshold(source, vectors, rule, steps):
    """(named steps, mean)."""
    m, squares = rule.rank(len(vectors)), [sum(v * v for v in x) for x in vectors]
    if m < 1:
        return [["squared_norms", squares]], [Fraction(0)] * rule.size
    q, found = search(source, "threshold", squares, 0, rule.top, m, rule.rho / 4, rule.printed)
    *rest, mean = clipped(source, vectors, q, 3 * rule.rho / 4, rule.f, steps)
    named = [
        ["squared_norms", squares],
        ["threshold_middles", found[0]],
        ["threshold_counts", found[1]],
        ["threshold_noisy_counts", found[2]],
        ["threshold_squared", q],
        *([k, v] for k, v in zip(("clipped", "sum", "noisy_sum"), rest)),
    ]
    return named, mean


def spread(x):
    """H x, entry (i, j) of H being 1 or -1 as i and j share an even or an odd number of binary
    digits.
    """
    return [
        sum((-v if (i & j).bit_count() % 2 else v for j, v in enumerate(x)), Fraction(0))
        for i in range(len(x))
    ]


# ---- mechanisms ----


def privquant(plan, source):
    value, (middles, counts, noisy) = search(
        source, "noise", plan.records, plan.low, plan.high, plan.rank, plan.rho, plan.printed
    )
    return [
        ["sorted", sorted(plan.records)],
        ["middles", middles],
        ["counts", counts],
        ["noisy_counts", noisy],
        ["value", value],
    ]


def norm_clipped_mean(plan, source):
    return [
        [k, v]
        for k, v in zip(
            ("clipped", "sum", "noisy_sum", "mean"),
            clipped(source, plan.records, plan.q, plan.rho, plan.f, plan.steps),
        )
    ]


def quantile_clipped_mean(plan, source):
    named, mean = threshold(source, plan.records, plan.threshold, plan.steps)
    return [*named, ["mean", mean]]


def shifted_clipped_mean(plan, source):
    d, wide = plan.d, power_of_two(plan.d)
    signs = [source.sign(f"sign_{j}") for j in range(1, wide + 1)]
    rotated = [
        spread([s * v for s, v in zip(signs, [*x, *[0] * (wide - d)])]) for x in plan.records
    ]
    named, centre = [["rotated", rotated]], []
    for j in range(wide):
        c, found = search(
            source,
            f"median_{j + 1}",
            [x[j] for x in rotated],
            -d * plan.u,
            d * plan.u,
            -(-plan.n // 2),
            plan.rho / (4 * wide),
            plan.printed,
        )
        named += [
            [f"median_{j + 1}_{k}", v] for k, v in zip(("middles", "counts", "noisy_counts"), found)
        ]
        centre.append(c)
    shifted = [[v - c for v, c in zip(x, centre)] for x in rotated]
    inner, y = threshold(
        source, shifted, threshold_of("shifted_clipped_mean", plan.params, DEFAULT_BETA), plan.steps
    )
    named += [["center", centre], ["shifted", shifted], *inner[1:], ["mean_around_center", y]]
    back = spread([v + c for v, c in zip(y, centre)])
    return [*named, ["estimate", [v * Fraction(s, wide) for s, v in zip(signs, back)][:d]]]


def of_buckets(plan, source):
    named = shifted_clipped_mean(plan.integers(), source)
    return [
        ["buckets", plan.buckets],
        *named,
        ["mean", [(v - plan.g) * plan.bucket for v in named[-1][1]]],
    ]


STEPS = {
    "privquant": privquant,
    "norm_clipped_mean": norm_clipped_mean,
    "quantile_clipped_mean": quantile_clipped_mean,
    "shifted_clipped_mean": shifted_clipped_mean,
    "quantized_mean": of_buckets,
    "gaussian_mean": of_buckets,
}


def is_zero(s):
    return not isinstance(s, iv.mpf) and s == 0


class Given:
    """Draws by label; nothing is asked for where there is no noise."""

    def __init__(self, draws):
        self.draws = draws

    def number(self, label):
        if label not in self.draws:
            raise Rejected("draws", f"no draw {label}")
        return number(self.draws, label)

    def sign(self, label):
        value = self.number(label)
        require(value in (-1, 1), "draws", "a sign is -1 or 1")
        return int(value)

    def passed(self, label, s, count, rank, or_equal):
        noisy = count + (Fraction(0) if is_zero(s()) else self.number(label))
        return noisy, noisy <= rank if or_equal else noisy < rank

    def noises(self, s, many):
        return [self.number(f"noise_{j}") if s else Fraction(0) for j in range(1, many + 1)]


def transcript(name, params, given):
    """Every named step, and the value or the values."""
    if name not in STEPS:
        raise Unsupported(f"no mechanism {name}")
    steps = STEPS[name](Plan(name, params, given["data"]), Given(given["outcomes"]))
    result = plain(steps[-1][1])
    if name == "privquant":
        return {"steps": [[k, plain(v)] for k, v in steps[:-1]], "value": result}
    return {"steps": [[k, plain(v)] for k, v in steps], "values": result}
