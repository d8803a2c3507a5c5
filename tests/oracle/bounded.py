"""bounded_mean: the centred sum with noise over a whole noisy count of at least 1; from
vectors/*.md alone.

K is what the definition says before its masses: a Laplace variable of rate epsilon/2 rounded to the
nearest integer, so that K > k where the variable is above k + 1/2. Given K, the output is the sum's
noise cut off at two points.
"""

from fractions import Fraction

import replay
from boxes import clip, greatest, laplace, least
from means_by_hand import plain
from mpmath import iv, mp, mpf
from params import decay, one_epsilon
from replay import corners
from series import binomial_sums
from stream import Integers, plus, power, product, quotient
from values import Unsupported, ivf, number, require

HALF = Fraction(1, 2)
REACH = 90  # decay lengths of the count's noise that are summed: e^-90 is left out
ERROR = mpf(10) ** -26


class Bounded:
    """The bounds, and the records that count, each less the middle of the bounds."""

    def __init__(self, params, data):
        self.q = decay(params)
        self.lower, self.upper = number(params, "lower"), number(params, "upper")
        require(self.lower < self.upper, "bounds", "lower must be below upper")
        self.middle, self.width = (self.lower + self.upper) / 2, self.upper - self.lower
        ends = {"inf": self.upper, "-inf": self.lower}
        there = [ends[x] if x in ends else Fraction(x) for x in data if x != "nan"]
        self.clipped = [sorted((self.lower, x, self.upper))[1] for x in there]
        self.total = sum((x - self.middle for x in self.clipped), Fraction(0))

    def divisor(self, k):
        """The noisy count for K = k, or 1."""
        noisy = len(self.clipped) + k
        return noisy if noisy >= 1 else Fraction(1)

    def output(self, ratio):
        return plus(clip(ratio, -self.width / 2, self.width / 2), self.middle)


def transcript(name, params, given):
    """Every named step, and the value."""
    mean = Bounded(params, given["data"])
    zs, k = (Fraction(given["outcomes"][label]) for label in ("noise_sum", "noise_count"))
    noisy = mean.total + zs
    ratio = noisy / mean.divisor(k)
    value = mean.output(ratio)
    n = Fraction(len(mean.clipped))
    steps = [
        ["clipped", mean.clipped],
        ["sum", mean.total],
        ["count", n],
        ["noisy_count", n + k],
        ["divisor", mean.divisor(k)],
        ["noisy_sum", noisy],
        ["ratio", ratio],
        ["mean", value],
    ]
    return {"steps": [[n, plain(v)] for n, v in steps], "value": str(value)}


def whole_noise(q):
    """K as an integer law: above k >= 0 lies half of e^(-(k + 1/2) epsilon/2), a symmetric law."""

    def beyond(k):
        return product(HALF, power(q, (2 * k + 1) * Fraction(1, 4)))

    return Integers(
        lambda k: beyond(k) if k >= 0 else plus(Fraction(1), product(beyond(-1 - k), Fraction(-1)))
    )


def tape(name, params, given):
    """Whole releases from bits: K first, then the one uniform variable of the sum's noise."""
    mean = Bounded(params, given["data"])
    law = whole_noise(mean.q)

    def program(source):
        divisor = mean.divisor(Fraction(law.draw(source)))

        def span(box):
            found = corners(
                box, lambda corner: laplace(quotient(mean.q.rate(), mean.width), corner[0])
            )
            if found is None:
                return None
            values = [quotient(plus(mean.total, z), divisor) for z in found]
            return mean.output(least(values)), mean.output(greatest(values))

        return 1, span

    return replay.tape(name, params, given, lambda *_: replay.settled(mean, given, program))


def exact(name, quantity, params):
    """2 w^2/epsilon^2 + (mean - mid)^2 E K^2; E K^2 is the sum over k >= 0 of (2 k + 1) P(|K| >
    k).
    """
    require(quantity == "leading_constant", "quantity", "bounded_mean has one quantity")
    lower, upper, mean = (
        number(params, "lower", "0"),
        number(params, "upper", "1"),
        number(params, "mean"),
    )
    require(
        lower < upper and lower <= mean <= upper, "bounds", "the mean must lie between the bounds"
    )
    t = decay(params, 2)
    one, j = binomial_sums(t.key, 1, iv.prec)
    rate = 2 * ivf(t.rate()) / ivf(upper - lower)
    return 2 / rate**2 + ivf(mean - (lower + upper) / 2) ** 2 * t.power(HALF) * (2 * j + one)


def event(name, params, given, asked):
    """P(output relation at), the sum over K of what it leaves to the sum's noise."""
    mean, at = Bounded(params, given["data"]), number(asked, "at")
    if asked["on"] != "x":
        raise Unsupported("an event of a mean is one of x")
    with mp.workdps(40):
        epsilon = real(one_epsilon(params))
        low, high, v = -mean.width / 2, mean.width / 2, at - mean.middle
        at_low, at_high = (
            quotient_at_most(mean, epsilon, low),
            1 - quotient_at_most(mean, epsilon, high),
        )
        inside = quotient_at_most(mean, epsilon, v) if low <= v < high else mpf(v >= high)
        equal = at_low if v == low else at_high if v == high else mpf(0)
        found = {"le": inside, "ge": 1 - inside + equal, "eq": equal}
    if asked["relation"] not in found:
        raise Unsupported("an event of a mean is le, ge or eq")
    return iv.mpf([found[asked["relation"]] - ERROR, found[asked["relation"]] + ERROR])


def quotient_at_most(mean, epsilon, v):
    """P(the quotient before clipping <= v)."""
    n, far, half = len(mean.clipped), int(2 * REACH / epsilon) + 2, mpf(1) / 2
    total, rate = real(mean.total), epsilon / real(mean.width)
    raised = below(epsilon / 2, half - n) * below(rate, real(v) - total)  # n + K <= 0
    return raised + mp.fsum(
        (below(epsilon / 2, k + half) - below(epsilon / 2, k - half))
        * below(rate, real(v * (n + k)) - total)
        for k in range(max(1 - n, -far), far)
    )


def below(rate, x):
    """P(Z <= x) of a Laplace variable of this rate."""
    return mp.exp(rate * x) / 2 if x < 0 else 1 - mp.exp(-rate * x) / 2


def real(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)
