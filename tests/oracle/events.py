"""The probability of one event of an outcome (vectors/*.md, "stat"): of noise around a centre, or
of a mean on data.

On a line an event is an interval, and its mass a sum over layers; in the plane it is one of a
coordinate, of the norm, of the signs, or of the sum, row by row. A mean's distribution function is
an integral over one of the two noises of what the other must be, from the algorithms themselves: by
quadrature, so that its enclosure is a judgement (1e-12) and not a proof.
"""

from fractions import Fraction
from math import ceil, floor

import pairs
import wedges
from laplace import Laplace
from means_by_hand import Mean
from mpmath import iv, mp, mpf
from params import one_epsilon, positive_integer
from quantities import sharpest, with_law
from values import Unsupported, ends, number

MEANS = ("independent_mean", "shifted_mean", "transformed_mean", "sized_mean")
# diagonals summed for an event of the sum, and twice as many until they leave out little
ROWS, LEFT_OUT = (150, 1e-9)
JUDGED = mpf(10) ** -12


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if wedges.ours(name, params):
        return wedges.event_probability(params, given, event)
    if pairs.ours(name, params) and not (
        params["noise"] == "hourglass" and event["relation"] == "eq"
    ):
        return pairs.event_probability(params, given, event)
    if name in MEANS:
        if event["on"] != "x":
            raise Unsupported("an event of a mean is one of x")
        return enclosed(
            Release(Mean(name, params, given["data"])).chance(
                event["relation"], number(event, "at")
            )
        )
    return sharpest(
        lambda: with_law(
            name, params, lambda law: of_law(name, law, number(given, "center", "0"), event)
        )
    )


def of_law(name, law, centre, event):
    """P(event) of noise around a centre."""
    on, relation, at = event["on"], event["relation"], number(event, "at")
    plane = name in ("staircase2d", "hourglass", "discrete_hourglass")
    if relation == "multiple" and not name.startswith("discrete_"):
        return Fraction(0)  # countably many points
    if relation == "multiple" and name == "discrete_laplace" and on == "x":
        return of_multiples(law, centre, at)
    if on in ("sum", "abs_sum") and plane:
        return of_sum(law, on, relation, at)
    if on == "norm" and relation == "ge" and name == "staircase2d":
        return law.norm_tail(at)
    if on == "product" and (relation, at) == ("ge", 0) and name == "staircase2d":
        return Fraction(1, 2)  # the density knows |x| + |y| only: four equal quadrants
    if on in ("x", "y", "abs", "abs_x", "abs_y"):
        return of_line(law, on.startswith("abs"), relation, at if on == "abs" else at - centre)
    raise Unsupported(f"an event {on} {relation}")


def of_multiples(law, centre, at):
    """P(centre + X is a multiple of a whole number): the masses on either side of the centre, both
    geometric series.
    """
    if at.denominator != 1 or centre.denominator != 1:
        raise Unsupported("multiples of a number that is no integer")
    up = int(-centre % at)
    return (law.at(up) + law.at(int(at) - up)) / (1 - law.q.power(int(at)))


def of_line(law, both_sides, relation, at):
    """One coordinate X, symmetric around 0: |X| or X against a threshold."""
    if both_sides and relation == "ge":
        if at <= 0:
            return Fraction(1)
        return 2 * beyond(law, at)
    if not both_sides and relation == "ge":
        return beyond(law, at)
    if not both_sides and relation == "le":
        return beyond(law, -at)  # X and -X have one law
    mass = getattr(law, "marginal", law.at)  # in the plane all rows
    if not both_sides and relation == "eq" and getattr(law, "m", None) is not None:
        where = law.position(at)
        return Fraction(0) if where is None else mass(where)
    if both_sides and getattr(law, "m", None) is not None:
        if relation == "le":  # all but what lies beyond the last point that counts
            return 1 - 2 * law.upper(floor(at / law.D * law.m) + 1) if at >= 0 else Fraction(0)
        where = law.position(at)
        if relation == "eq":
            return Fraction(0) if where is None or where < 0 else mass(where) * (2 if where else 1)
    raise Unsupported(f"an event {relation} of one coordinate")


def beyond(law, at):
    """P(X >= at): a sum over what lies there, or the rest of the sum over what lies on the other
    side.
    """
    # a lattice: from position a on; a <= 0 leaves 1 - a and more below 0
    if getattr(law, "m", None) is not None:
        a = ceil(at / law.D * law.m)
        return law.upper(a) if a > 0 else 1 - law.upper(1 - a)
    a = at if isinstance(law, Laplace) else at / law.D
    if a == 0:
        return Fraction(1, 2)
    return law.upper(a) if a > 0 else 1 - law.upper(-a)


def of_sum(law, on, relation, at):
    """x + y = kD: the rows that count, each by itself; what is left out may be anywhere."""
    if relation == "off":
        return Fraction(0)
    rows, rest, most = {}, iv.mpf(1), ROWS
    while ends(rest)[1] > LEFT_OUT and most < 100 * ROWS:
        rows |= {k: law.sum_pmf(k) for k in range(-most, most + 1) if k not in rows}
        rest, most = 1 - sum(rows.values(), iv.mpf(0)), 2 * most
    value = {"sum": lambda k: k * law.D, "abs_sum": lambda k: abs(k) * law.D}[on]
    counts = {"ge": lambda v: v >= at, "le": lambda v: v <= at, "eq": lambda v: v == at}[relation]
    inside = sum((p for k, p in rows.items() if counts(value(k))), iv.mpf(0))
    return inside + iv.mpf([0, max(ends(rest)[1], mpf(0))])


def enclosed(p):
    """A numerical value as an interval; what is exact or an interval stays."""
    return iv.mpf([p - JUDGED, p + JUDGED]) if isinstance(p, mpf) else p


class Release:
    """What a mean releases on its data: P(output <= v), and the masses at single outcomes."""

    def __init__(self, mean):
        self.mean, params = mean, mean.params
        self.rates = None
        if mean.noise in ("laplace", "truncated_laplace"):
            # epsilon/2 on a sum that one record moves by at most d, epsilon/2 on the count;
            # Algorithm 3 splits nothing
            reach = {
                "independent_mean": max(abs(mean.lower), abs(mean.upper)),
                "shifted_mean": mean.width / 2,
            }
            epsilon = one_epsilon(params)
            if mean.name == "transformed_mean":
                self.rates = epsilon, epsilon
            elif mean.name == "sized_mean":
                self.rates = (times(epsilon, positive_integer(params, "n") / Fraction(mean.width)),)
            else:
                self.rates = times(epsilon, 1 / Fraction(2 * reach[mean.name])), epsilon / 2

    def chance(self, relation, at):
        """P(output relation at)."""
        with mp.workdps(30):
            if relation == "le":
                return self.at_most(at)
            if relation == "ge":
                return 1 - self.at_most(at) + self.mass(at)
            if relation == "eq":
                return self.mass(at)
        raise Unsupported(f"an event {relation} of a mean")

    def bounded(self):
        return self.mean.name != "sized_mean" or self.mean.noise == "truncated_laplace"

    def mass(self, v):
        """P(output = v): at a bound what lies beyond it, at the midpoint a noisy count of 0."""
        mean = self.mean
        # the noisy count n + Z1 + Z2 lies on a lattice, the shares do not
        if mean.noise == "hourglass":
            if mean.name != "transformed_mean" or v != mean.middle:
                raise Unsupported("only the midpoint of an hourglass release")
            return sharpest(
                lambda: with_law(
                    "hourglass",
                    dict(mean.params, sensitivity="1"),
                    lambda law: law.sum_pmf(-mean.n),
                )
            )
        if self.bounded() and v == mean.lower:
            return self.ratio_at_most(v)
        if self.bounded() and v == mean.upper:
            return 1 - self.ratio_at_most(v)
        return mpf(0)

    def at_most(self, v):
        """P(output <= v): that of the output before clipping, but for 0 and 1 at the bounds."""
        if self.rates is None:
            raise Unsupported("a distribution function without Laplace noise")
        if self.bounded() and v < self.mean.lower:
            return Fraction(0)
        if self.bounded() and v >= self.mean.upper:
            return Fraction(1)
        return self.ratio_at_most(v)

    def ratio_at_most(self, v):
        """P(the output before clipping <= v), continuous in v."""
        mean = self.mean
        if mean.name == "sized_mean":
            return below(self.rates[0], v - mean.exact())
        a, b = map(real, mean.sums())
        if mean.name == "transformed_mean":
            return self.share_at_most(real((v - mean.lower) / mean.width), a, b)
        return self.quotient_at_most(
            real(v - (mean.middle if mean.name == "shifted_mean" else 0)), a, b
        )

    def quotient_at_most(self, q, a, b):
        """(a + Z1)/(b + Z2) <= q, given Z2 = z: Z1 <= q (b + z) - a, or >= where b + z is
        negative.
        """
        first, second = self.rates

        def given(z):
            chance = below(first, q * (b + z) - a)
            return chance if b + z > 0 else 1 - chance

        return over(second, given, [-b, (a - q * b) / q if q else mpf(0)])

    def share_at_most(self, q, a, b):
        """(a + Z1)/(a + Z1 + b + Z2) <= q, given Z1 = z, u = a + z: b + Z2 > -u with q (b + Z2) >=
        (1 - q) u, or both reversed.
        """
        first, second = self.rates

        def given(z):
            u = a + z
            if q == 0:
                return 1 - below(second, -u - b) if u <= 0 else below(second, -u - b)
            line = (1 - q) * u / q
            return 1 - below(second, max(-u, line) - b) + below(second, min(-u, line) - b)

        return over(first, given, [-a, -a - b, (q * b / (1 - q) if q < 1 else mpf(0)) - a])


def below(rate, x):
    """P(Z <= x) of a Laplace variable of this rate."""
    rate, x = real(rate), real(x)
    return mp.exp(rate * x) / 2 if x < 0 else 1 - mp.exp(-rate * x) / 2


def real(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


def times(x, q):
    """x q, for a rational q; exact where x is rational too."""
    return x * q if isinstance(x, Fraction) else x * real(q)


def over(rate, given, kinks):
    """E given(Z) for a Laplace variable Z of this rate, piece by piece between the kinks."""
    rate = real(rate)
    ends_ = [s * w / rate for w in (1, 4, 12, 30, 60, 100) for s in (-1, 1)]
    cuts = sorted({mpf(0), *ends_, *(real(k) for k in kinks if abs(real(k)) < 100 / rate)})
    return mp.quad(lambda z: rate / 2 * mp.exp(-rate * abs(z)) * given(z), cuts)
