"""The nine mechanisms with little or no bias on given draws, in plain rationals: from the
definitions of vectors/*.md alone.

A `source` answers for the draws: `Given` has them by label, the replay and the events have their
own. A function of STEPS lists every named step; the last one is the value.
"""

from fractions import Fraction

from means_by_hand import plain
from trilemma.records import NONE, Plan
from values import Rejected, Unsupported, require


class Given:
    """Draws by label."""

    def __init__(self, draws):
        self.draws = draws

    def number(self, label):
        if label not in self.draws:
            raise Rejected("draws", f"no draw {label}")
        return Fraction(self.draws[label])

    def list(self, label):
        if label not in self.draws:
            raise Rejected("draws", f"no draw {label}")
        return [int(v) for v in self.draws[label]]


def noised(plan, mean, n, z):
    """mean + Z, or + K units over n."""
    return mean + (z if not plan.m else z * plan.unit() / n)


def named(plan, records, source):
    return sum((x for i, x in enumerate(records, 1) if source.number(f"named_{i}")), Fraction(0))


def name_and_shame(plan, source):
    if plan.variant == "single":
        total = plan.records[int(source.number("pick"))] if source.number("named") else Fraction(0)
    else:
        total = named(plan, plan.records, source)
    return [["named_sum", total], ["mean", total / (plan.n * plan.delta)]]


def sized_mean(plan, source):
    clipped = plan.clipped()
    mean = sum(clipped) / plan.n
    noisy = mean + source.number("noise")
    return [["clipped", clipped], ["exact_mean", mean], ["noisy_mean", noisy], ["mean", noisy]]


def clipped_mean(plan, source):
    clipped = [plan.rnd(x) if plan.m else x for x in plan.clipped()]
    mean = sum(clipped) / plan.n
    return [
        ["clipped", clipped],
        ["exact_mean", mean],
        ["mean", noised(plan, mean, plan.n, source.number("noise"))],
    ]


def combined_mean(plan, source):
    clipped = plan.clipped()
    mean = sum(clipped) / plan.n
    noisy = noised(plan, mean, plan.n, source.number("noise"))
    left = [x - c for x, c in zip(plan.records, clipped)]
    return [
        ["clipped", clipped],
        ["exact_mean", mean],
        ["noisy_mean", noisy],
        ["residuals", left],
        ["mean", noisy + named(plan, left, source) / (plan.n * plan.delta)],
    ]


def coarse(plan, source):
    """(steps, t or None)."""
    offset = Fraction(1, 2) if plan.name == "kv_mean" else source.number("offset")
    bins = plan.bins(offset)
    noisy = [c + source.number(f"noise_{i}") for i, (_, c) in enumerate(bins, 1)]
    steps = [
        ["bins", [k for k, _ in bins]],
        ["counts", [c for _, c in bins]],
        ["noisy_counts", noisy],
    ]
    if not bins or not plan.over(max(noisy)):
        return steps, None
    best = [k for (k, _), c in zip(bins, noisy) if c == max(noisy)]
    k = best[int(source.number("tie"))] if len(best) > 1 else best[0]
    return [*steps, ["winner", k]], plan.sigma * (offset - Fraction(1, 2) + k)


def dpucoarse(plan, source):
    steps, t = coarse(plan, source)
    return [*steps, ["mean", NONE if t is None else t]]


def dpumean(plan, source):
    steps, t = coarse(plan, source)
    if t is None:
        total = named(plan, plan.records[plan.n1 :], source)
        return [*steps, ["named_sum", total], ["mean", total / (plan.n2 * plan.delta)]]
    inside, below, above, fine = plan.fine(t)
    steps += [
        ["coarse", t],
        ["inside_sum", inside],
        ["below", below],
        ["above", above],
        ["fine", fine],
    ]
    return [*steps, ["mean", noised(plan, fine, plan.n2, source.number("fine_noise"))]]


def unknown_size(plan, source):
    z = source.number("count")
    size = len(plan.records) + min(plan.v, max(-plan.v, int(z))) - plan.v
    steps = [["size", size]]
    if size < plan.n0:
        return [*steps, ["mean", NONE]]
    places = source.list("sample")
    require(
        len(places) == size
        and len(set(places)) == size
        and all(1 <= i <= len(plan.records) for i in places),
        "draws",
        "no sample of that size",
    )
    if plan.edition == "printed":
        places = sorted(places)
    base = plan.of_size(size, [plan.records[i - 1] for i in places])
    return [*steps, ["sample", places], *STEPS[plan.base](base, source)]


def student_t_mean(plan, source):
    clipped = plan.clipped()
    mean = sum(clipped) / len(clipped) if clipped else Fraction(0)
    return [["clipped", clipped], ["exact_mean", mean], ["mean", mean + source.number("noise")]]


def shuffled_mean(plan, source):
    n, m, clipped = plan.n, plan.blocks, [plan.rnd(x) if plan.m else x for x in plan.clipped()]
    shuffled = [[None] * n for _ in range(m)]
    for i in range(n):
        row = source.list(f"row_{i + 1}")
        require(sorted(row) == list(range(1, m + 1)), "draws", "no permutation of the blocks")
        for j, block in enumerate(row):
            shuffled[j][i] = clipped[(block - 1) * n + i]
    means = [
        noised(plan, sum(block) / n, n, source.number(f"noise_{j}"))
        for j, block in enumerate(shuffled, 1)
    ]
    return [
        ["clipped", clipped],
        ["shuffled", [x for block in shuffled for x in block]],
        ["block_means", means],
        ["mean", sum(means) / m],
    ]


STEPS = {
    "clipped_mean": clipped_mean,
    "name_and_shame": name_and_shame,
    "combined_mean": combined_mean,
    "dpucoarse": dpucoarse,
    "dpumean": dpumean,
    "kv_mean": dpumean,
    "unknown_size": unknown_size,
    "student_t_mean": student_t_mean,
    "shuffled_mean": shuffled_mean,
    "sized_mean": sized_mean,
}


def transcript(name, params, given):
    """Every named step, and the value."""
    if name not in STEPS:
        raise Unsupported(f"no mechanism {name}")
    steps = STEPS[name](Plan(name, params, given["data"]), Given(given["outcomes"]))
    steps = [[n, plain(v)] for n, v in steps]
    return {"steps": steps, "value": steps[-1][1]}
