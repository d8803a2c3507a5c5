"""The probability of one event of a release with one epsilon per user: of noise around what the
records add up to.

ldpe adds Laplace variables of different scales s: the transform of their sum is the product of 1/(1
- s^2 v), v the square of the argument. In partial fractions it is a combination of 1/(1 - s^2 v)^j,
the transform of a sum of j variables of one scale, that is of the difference of two waiting times
for j arrivals. sm mixes over who is sampled.
"""

from fractions import Fraction
from math import comb, factorial

from estimates import Estimate, laplace
from events import of_law
from mpmath import iv
from quantities import sharpest, with_law
from sampled import probabilities
from stream import plus, product
from values import Rejected, Unsupported, ivf, number

MOST = 1 << 14  # different sums of samples that are told apart


def arrivals(j, x):
    """P(sum of j Laplace variables of scale 1 >= x), x >= 0: i arrivals of the first by x, then j
    of the second before its j-th.
    """
    total = Fraction(0)
    for i in range(j):
        before = sum(Fraction(comb(j - 1 + t, t), 2 ** (j + t)) for t in range(j - i))
        total = plus(total, product(before / factorial(i), *[x] * i))
    return ivf(total) * iv.exp(-ivf(x))


def fractions(scales):
    """[(s, [coefficient of 1/(1 - s^2 v)^j for j = 1, 2, ...])]."""
    sizes, found = {s: scales.count(s) for s in scales}, []
    for s, k in sizes.items():
        # with z = 1 - s^2 v another factor is 1 - r (1 - z), r = (other/s)^2: its inverse powers as
        # series in z
        series = [Fraction(1)] + [Fraction(0)] * (k - 1)
        for other, m in sizes.items():
            if other != s:
                r = (other / s) ** 2
                for _ in range(m):
                    for i in range(k):
                        series[i] = (series[i] - (r * series[i - 1] if i else 0)) / (1 - r)
        found.append((s, series[::-1]))
    return found


def added_beyond(scales, x):
    """P(sum of Laplace variables of these scales >= x)."""
    if x == 0:
        return Fraction(1, 2)
    if x < 0:
        return 1 - added_beyond(scales, -x)
    return sum(
        (
            ivf(a) * arrivals(j, x / s)
            for s, row in fractions(scales)
            for j, a in enumerate(row, 1)
            if a
        ),
        iv.mpf(0),
    )


def around(centre, law, event):
    """P(centre + noise is in the event)."""
    relation, at = event["relation"], number(event, "at")
    if relation not in ("ge", "le", "eq"):
        raise Unsupported(f"an event {relation} of a mean")
    if law is None:
        return Fraction({"ge": centre >= at, "le": centre <= at, "eq": centre == at}[relation])
    return (
        Fraction(0)
        if relation == "eq"
        else with_law(*law, lambda found: of_law(law[0], found, centre, event))
    )


def samples(estimate):
    """{(how many, their sum): probability}; only the sum where the divisor is no matter of
    chance.
    """
    printed, states = estimate.users.edition == "printed", {(0, Fraction(0)): Fraction(1)}
    for p, x in zip(probabilities(estimate.users.epsilons), estimate.clipped):
        after, rest = {}, plus(Fraction(1), product(p, Fraction(-1)))
        for (m, s), q in states.items():
            for state, chance in (((m, s), rest), ((m + printed, s + x - estimate.middle), p)):
                if isinstance(chance, iv.mpf) or chance:
                    after[state] = plus(after.get(state, Fraction(0)), product(q, chance))
        states = after
        if len(states) > MOST:
            raise Unsupported("too many samples")
    return states


def of_samples(estimate, event):
    if event["relation"] == "eq":
        return Fraction(0)  # there is always noise
    total, fixed = (
        Fraction(0),
        None
        if estimate.users.edition == "printed"
        else estimate.sampled([1] * estimate.users.n)[1],
    )
    for (m, s), q in samples(estimate).items():
        below = fixed or Fraction(m)
        law = laplace(estimate.width / (below * estimate.users.top))
        total = plus(total, product(q, around(estimate.middle + s / below, law, event)))
    return total


def of_groups(estimate, event):
    parts = estimate.groups()
    centre, scales = sum(u * m for u, m, _ in parts), [u * s for u, _, s in parts if s]
    if not scales or event["relation"] not in ("ge", "le"):
        return around(centre, laplace(sum(scales)), event)
    x = number(event, "at") - centre
    return added_beyond(scales, x if event["relation"] == "ge" else -x)


def chance(estimate, event):
    if estimate.users.name == "ldpe":
        return of_groups(estimate, event)
    if estimate.users.name == "sm":
        return of_samples(estimate, event)
    if estimate.nothing():
        return around(estimate.middle, None, event)
    weights, law = estimate.affine()
    return around(estimate.weighted(weights), law, event)


def event_probability(name, params, given, event):
    """P(event), a rational or an interval."""
    if event["on"] != "x":
        raise Unsupported("an event of a mean is one of x")
    if "data" not in given:
        raise Rejected("data", "a release needs records")
    estimate = Estimate(name, params, given["data"])
    return sharpest(lambda: chance(estimate, event))
