"""The clipped mean of integer vectors through a shuffler, on given draws: "Baselines and messages"
in vectors/instance.md, from that page alone.

Sums in parts are whole numbers; the rank, the threshold's error and the ends of what is sent are
found by bisection over certain comparisons.
"""

from fractions import Fraction

from instance.messages import Rotated, certain, floor_of, over, search, spun, unspun
from instance.params import UNIT, digits, root_down, turning
from mpmath import iv
from params import decay, positive_integer
from stream import product
from trilemma.params import share
from values import ivf, require


class Shuffler:
    """Split sums, one after the other; `steps` names what was seen."""

    def __init__(self, case, draws):
        self.draws, self.steps = draws, []
        self.modulus, self.messages = (
            positive_integer(case.params, "modulus"),
            positive_integer(case.params, "messages"),
        )

    def sum(self, name, values):
        sent = []
        for k, v in enumerate(values, 1):
            noisy = v + self.draws.integer(f"user_{k}_{name}_noise")
            parts = self.draws.parts(f"user_{k}_{name}_parts", self.messages - 1, self.modulus)
            sent.append([*parts, (noisy - sum(parts)) % self.modulus])
        shuffled = sorted(part for parts in sent for part in parts)
        total = sum(shuffled) % self.modulus
        total -= self.modulus if 2 * total > self.modulus else 0
        self.steps += [
            *([f"user_{k}_{name}", parts] for k, parts in enumerate(sent, 1)),
            [f"{name}_shuffled", shuffled],
            [f"{name}_sum", total],
        ]
        return total

    def find(self, name, values, low, high, rank):
        return search(
            low,
            high,
            rank,
            lambda middle, i: self.sum(f"{name}_{i}", [int(v <= middle) for v in values]),
        )


def share_of(e, f, k):
    """x(e, f, k), the greater of two greatest multiples: both sides rise in x."""

    def spent(x):
        return iv.sqrt(2 * k * iv.log(ivf(2 / f))) * ivf(x) + k * ivf(x) * (iv.exp(ivf(x)) - 1)

    simple = floor_of(lambda: product(e(), Fraction(UNIT, k)))
    advanced = turning(lambda i: certain(lambda: spent(Fraction(i, UNIT)), e)) - 1
    require(max(simple, advanced) > 0, "epsilon", "epsilon is too small")
    return Fraction(max(simple, advanced), UNIT)


def tail(x, t):
    """P(|L| >= t), t >= 1: two geometric series over the whole."""
    return 2 * iv.exp(-ivf(x * t)) / (1 + iv.exp(-ivf(x)))


def stretch_square(case, wide):
    """Y, a function."""
    y = lambda: 2 * iv.log(ivf(2 * case.n * wide / case.beta))  # noqa: E731
    return (lambda: Fraction(wide)) if case.sharp and certain(lambda: Fraction(wide), y) else y


def shuffled_rank(case, all_of, y):
    """m."""
    q, delta, t = decay(case.params), share(case.params, "delta"), digits(all_of.top + 1)
    x2, x3 = (
        share_of(lambda part=part: product(part, q.rate()), part * delta, k)
        for part, k in ((Fraction(3, 16), t), (Fraction(9, 16), all_of.wide))
    )
    lost = turning(lambda k: certain(lambda: Fraction(k * k) * x3 * x3 / 8, y)) - 1
    beta = 2 * case.beta if case.sharp else case.beta
    tau = turning(lambda k: not certain(lambda: t * tail(x2, k + 1), lambda: beta))
    return case.n - max(lost, tau)


def shuffled_clipped_mean(case, draws):
    all_of, shuffler = Rotated(case, draws), Shuffler(case, draws)
    y = stretch_square(case, all_of.wide)
    m = shuffled_rank(case, all_of, y)
    if m < 1:
        return [[None, [Fraction(0)] * case.d]]
    all_of.rotate()
    all_of.centre(
        [
            shuffler.find(f"median_{j}", column, -all_of.reach, all_of.reach, all_of.middle)
            for j, column in enumerate(all_of.columns, 1)
        ]
    )
    shuffler.steps.append(["center", all_of.c])
    q = shuffler.find("threshold", all_of.squares, 0, all_of.top, m)
    shuffler.steps.append(["threshold_squared", q])
    mean = shuffled_mean(case, shuffler, all_of, q, y) if q else [Fraction(0)] * all_of.wide
    return [*shuffler.steps, ["estimate", all_of.estimate(mean)]]


def shuffled_mean(case, shuffler, all_of, q, y):
    """y of the mechanism for q > 0."""
    spins, square = (
        [shuffler.draws.sign(f"spin_{j}") for j in range(1, all_of.wide + 1)],
        q * case.steps**2,
    )
    end = turning(
        lambda k: not certain(lambda: product(y(), Fraction(square)), lambda: Fraction(k * k))
    )
    if case.sharp:
        end = min(end, root_down(Fraction(all_of.wide * square)))
    rows = [[min(max(v, -end), end) for v in spun(spins, x)] for x in all_of.clipped(q)]
    total = [shuffler.sum(f"mean_{j}", column) for j, column in enumerate(zip(*rows), 1)]
    shuffler.steps.append(["noisy_sum", over(total, case.steps)])
    return [v / (case.n * case.steps) for v in unspun(spins, total)]
