"""The local and the shuffle model: the best threshold, the split of a guarantee, and what cited
protocols give.

The guarantee is split over coordinates, and the cited protocols are taken together.

Claim.       n users' Gaussian noises make the weight s = sqrt(2 d n/rho); C |-> bias + C s/n is least at the norm of
             rank n - floor(s). delta' = delta/(2 d), delta'' = delta/2 and the shipped eps' keep d
             sums within (epsilon, delta). The paper's eps' = eps/(2 sqrt(d log(d/delta))), delta' =
             delta/d do not. A step that errs by C s/n with C <= r adds S w s/n to the error of
             Theorem 3.3.
Source.      instance Sections 5, 5.1, 5.2, Lemmas 5.1-5.4, Theorems 5.1, 5.2.
Derivation.  (1) From C to C + h, with k records longer than both, bias + C s/n changes by h (s - k)/n: at rank n -
             floor(s) at most floor(s) <= s records are longer, and from below at least floor(s) + 1
             > s. (2) Randomised response that first shows the bit with probability delta', else
             keeps it with odds e^eps', is (eps', delta')-DP; d of them have the exact delta 1 - (1
             - delta')^d (1 - x), x = sum over k of C(d, k) max{0, g^k - e^eps g^(d - k)}/(1 + g)^d,
             g = e^eps' (two laws on d bits, the likelihood ratio is g^(2k - d)). (3) ||(H D/sqrt
             d)^-1 v/sqrt d|| = ||v||/sqrt d; by Cauchy-Schwarz the mean norm is at most the root of
             the mean squares, v^2 in each coordinate: v, by Markov at most 6 v but with probability
             1/6. (4) r <= sqrt(d') sqrt((n - 1)/h) w without a logarithm (Theorem 3.3, sharpened):
             only so do the two rotations of Section 5.2 cost sqrt(log(n d)) once and not twice.
Trusted.     cauchy_schwarz, expectation_is_monotone, union_bound; cited: Cormode-Kulkarni-Srivastava 2019,
             Balle-Bell-Gascon-Nissim 2020, Ghazi-Golowich-Kumar-Pagh-Velingker 2021, Dwork-Roth
             2014.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

from dpmean.exact import enclosure, reals
from dpmean.exact.decay import Decay
from dpmean.exact.enclosure import compare
from dpmean.exact.reals import Number
from dpmean.mechanisms.instance import clipping, models, shuffle_budget, shuffle_plan
from dpmean.mechanisms.instance import shifted_clipped_mean_bounds as shifted_bounds
from dpmean.privacy import composition

from ...kernel.formulas import NONNEGATIVE, POSITIVE, Ring
from ...kernel.refusals import NotProved
from ...kernel.rules import cited, counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows

L = Ring(
    {
        "c": NONNEGATIVE,
        "r": POSITIVE,
        "d": POSITIVE,
        "n": POSITIVE,
        "s": NONNEGATIVE,
        "h": NONNEGATIVE,
        "k": NONNEGATIVE,
        "x": NONNEGATIVE,
        "w": NONNEGATIVE,
        "q": POSITIVE,
        "e": POSITIVE,
        "l": POSITIVE,
        "m": POSITIVE,
    }
)
TENTH, TINY = Fraction(1, 10), Fraction(1, 10**30)


def local_error(norms: tuple[int, ...], threshold: int, weight: Number) -> Number:
    """Return the bias plus C s/n, with the shipped formula."""
    excesses = sum((max(x - threshold, 0) for x in norms), 0)
    found: Number = clipping.error_bound(
        Fraction(excesses), Fraction(threshold), weight, len(norms)
    )
    return found


def best_at(norms: tuple[int, ...], d: int, rho: Fraction, rank: int) -> bool:
    """Check that no norm, and not 0, is a better threshold for local noise than the one of that
    rank.

    The threshold is 0 if the rank is below 1.
    """
    weight = reals.root(models.local_weight(Fraction(len(norms)), d, rho), 2)
    rising = sorted(norms)
    here = local_error(norms, rising[rank - 1] if rank > 0 else 0, weight)
    return all(compare(here, local_error(norms, c, weight)) <= 0 for c in {0, *norms})


def local_cases() -> Iterator[tuple[tuple[int, ...], int, Fraction]]:
    """Yield up to four norms from 0 to 3."""
    for n in range(1, 5):
        yield from product(
            combinations_with_replacement(range(4), n),
            (1, 2),
            (Fraction(1, 3), Fraction(2), Fraction(9)),
        )


def central_rank(n: int) -> bool:
    """Tell whether n - sqrt(2 d/rho) is the best rank in the local model too, at norms 1, .., n, d
    = 1, rho = 2.
    """
    return best_at(tuple(range(1, n + 1)), 1, Fraction(2), n - 1)


def exact_delta(d: int, growth: Number, whole: Number, leak: Fraction) -> Number:
    """Return the delta of d randomised responses of odds `growth`, at e^epsilon = whole.

    Each first shows the bit with probability `leak`.
    """
    terms: list[Number] = []
    for k in range(d + 1):
        gain = (
            growth**k - whole * growth ** (d - k)
            if isinstance(growth, Fraction)
            else reals.exp(growth.extra * k) - whole * reals.exp(growth.extra * (d - k))
        )
        if compare(gain, Fraction(0)) > 0:
            terms.append(comb(d, k) * gain)
    mixed = reals.balanced_sum(terms) / (1 + growth) ** d
    return 1 - (1 - leak) ** d * (1 - mixed)


def printed_is_private(case: tuple[int, int]) -> bool:
    """Tell whether the printed split is private at delta = 1/10, eps' = log g.

    e^eps = g^(2 sqrt(d log(d/delta))) lies between two rational powers.
    """
    d, g = case
    power = 2 * reals.root(reals.log(d / TENTH) * d, 2)
    if compare(power, Fraction(d)) >= 0:
        return True  # basic composition: d eps' <= eps and d delta' = delta
    parts = 1000 * power
    least, most = (
        exact_delta(d, Fraction(g), reals.root(Fraction(g) ** p, 1000), TENTH / d)
        for p in (enclosure.ceil(parts), enclosure.floor(parts))
    )
    if compare(least, TENTH) > 0:
        return False
    if compare(most, TENTH) > 0:
        raise NotProved("e^eps is not enclosed well enough")
    return True


SPLITS = tuple(
    product(
        (Fraction(1, 20), Fraction(1), Fraction(7), Fraction(40)),
        (Fraction(1, 2), TENTH, Fraction(1, 10**9)),
        (1, 2, 5, 22, 30),
    )
)


def keeps(case: tuple[Fraction, Fraction, int]) -> bool:
    """Check that the shipped split is the greatest that advanced or basic composition allows.

    The exact delta of d leaky randomised responses is at most delta.
    """
    epsilon, delta, d = case
    decay = Decay.from_epsilon(epsilon)
    found = models.coordinate_epsilon(decay, delta, d)
    allowed = [
        e * d <= epsilon
        or compare(
            composition.advanced_epsilon(
                e, reals.exp(e), d, reals.root(2 * d * reals.log(2 / delta), 2)
            ),
            epsilon,
        )
        <= 0
        for e in (found, found + Fraction(1, enclosure.LATTICE))
    ]
    return (
        allowed == [True, False]
        and compare(
            exact_delta(d, reals.exp(found), reals.exp(epsilon), models.coordinate_delta(delta, d)),
            delta,
        )
        <= 0
    )


def no_smaller(case: tuple[Fraction, Fraction, int]) -> bool:
    """Tell whether the shipped split is at least eps/(2 sqrt(d log(d/delta))), to a multiple of
    2^-40.
    """
    epsilon, delta, d = case
    found = models.coordinate_epsilon(Decay.from_epsilon(epsilon), delta, d) + Fraction(
        1, enclosure.LATTICE
    )
    return compare(2 * found * reals.root(d * reals.log(d / delta), 2), epsilon) >= 0


def coordinate_bound_is(case: tuple[int, int, Fraction]) -> bool:
    """Check that the shipped coordinate bound with `constants = exact` is 3 sqrt(2 log(2 n d/beta))
    at C = 3.
    """
    n, d, beta = case
    off = models.coordinate_bound(Fraction(3), n, d, beta, "exact") - 3 * reals.root(
        2 * reals.log(2 * n * d / beta), 2
    )
    return compare(off, -TINY) > 0 and compare(off, TINY) < 0


def two_or_four(case: tuple[int, int, Fraction]) -> bool:
    """Check that with `constants = paper` the shipped coordinate bound has 4 n d/beta, as Lemma 3.4
    prints it, and the mechanism's own bound 2 n d/beta.
    """
    n, d, beta = case
    off = (
        models.coordinate_bound(Fraction(3), n, d, beta)
        - 3 * reals.root(2 * reals.log(4 * n * d / beta), 2),
        shuffle_plan.squared_spread(n, d, beta, "paper") - 2 * reals.log(2 * n * d / beta),
    )
    return all(compare(x, -TINY) > 0 and compare(x, TINY) < 0 for x in off)


def without_dimension(k: int) -> bool:
    """Tell whether the printed rate of Lemma 5.3 follows from what its proof gives, without the
    dimension.

    It is 2 sqrt(2 d log(12 n d) log(d/delta)) <= 100 sqrt(log(n d) log(d/delta)) at n = 1000, d =
    2^k.
    """
    n, d = 1000, 1 << k
    return compare(8 * d * reals.log(Fraction(12 * n * d)), 10**4 * reals.log(Fraction(n * d))) <= 0


STEPS = (
    identity(
        "n users' noises of variance (2 C)^2/(2 rho) a coordinate: mean square (C s/n)^2, s^2 "
        "= 2 d n/rho",
        L,
        lambda c, r, d, n: (
            d * (n * (2 * c) ** 2 / (2 * r)) / n**2,
            (c / n) ** 2 * models.local_weight(n, d, r),
        ),
    ),
    identity(
        "n times the central weight squared",
        L,
        lambda r, d, n: (models.local_weight(n, d, r), n * (2 * d / r)),
    ),
    identity(
        "from C to C + h, k records longer: h (s - k)/n",
        L,
        lambda c, s, h, k, x, n: (
            clipping.error_bound(x, c + h, s, n) - clipping.error_bound(x + k * h, c, s, n),
            h * (s - k) / n,
        ),
    ),
    smt(
        "at rank n - floor(s): at most floor(s) records are longer, from below at least "
        "floor(s) + 1",
        {"s": REAL, "f": INT, "a": INT, "b": INT},
        lambda v: v.f <= v.s and v.s < v.f + 1 and v.a <= v.f and v.b >= v.f + 1,
        lambda v: v.s - v.a >= 0 and v.s - v.b < 0,
        lambda v: v.s - v.a > 0,
    ),
    exhaustive(
        "the shipped rank is best: up to four norms",
        local_cases,
        lambda case: best_at(
            case[0], case[1], case[2], models.local_rank(len(case[0]), case[1], case[2])
        ),
    ),
    counterexample(
        "the central rank is not the best at n = 5, d = 1, rho = 2, norms 1, .., 5",
        central_rank,
        5,
        lambda: range(1, 5),
    ),
    identity(
        "a step that errs by C s/n at C = r = sqrt(d') S w adds S w s/n",
        L,
        lambda k, s, w, q, n, x: (
            (k * (q * x * w) + s * (q * x * w)) / n / q,
            shifted_bounds.error(x, w, k, s, n),
        ),
    ),
    identity(
        "without the second rotation: sqrt d sums that err by C/(eps/sqrt d n), C d/(eps n)",
        L,
        lambda c, e, q, n: (q * (c / (e / q * n)), c * q**2 / (e * n)),
    ),
    identity(
        "C'/(eps' n), C' = C sqrt(2 a), eps' = eps/(2 sqrt(d b)): squared 8 d a b C^2/(eps n)^2",
        L,
        lambda c, e, d, n, l, m: (
            2 * l * c**2 / (e**2 / (4 * d * m) * n**2),
            8 * d * l * m * (c / (e * n)) ** 2,
        ),
    ),
    identity("sqrt(d v^2)/sqrt d = v", L, lambda d, s: (d * s**2 / d, s**2), ("cauchy_schwarz",)),
    identity(
        "1/6 for the rotation and 1/6 by Markov at six times the mean: 1/3",
        L,
        lambda l: (l / (6 * l) + Fraction(1, 6), Fraction(1, 3) + 0 * l),
        ("expectation_is_monotone", "union_bound"),
    ),
    identity("n records, each with beta/n", L, lambda n, l: (n * (l / n), l), ("union_bound",)),
    exhaustive(
        "the shipped bound of a coordinate: C sqrt(2 log(2 n d/beta)), to 30 digits",
        lambda: product((1, 7, 1000), (1, 2, 64), (Fraction(1, 6), Fraction(1))),
        coordinate_bound_is,
    ),
    exhaustive(
        "with constants = paper it has the printed 4, and the mechanism's own clip the 2",
        lambda: product((1, 7, 1000), (1, 2, 64), (Fraction(1, 6), Fraction(1))),
        two_or_four,
    ),
    identity(
        "d delta' + delta'' = delta for the shipped shares",
        L,
        lambda l, d: (
            composition.advanced_delta(models.delta_share(l, d), d, shuffle_budget.slack_share(l)),
            l,
        ),
    ),
    positive(
        "as printed, delta' = delta/d: more than delta for every delta''",
        L,
        lambda l, d, e: composition.advanced_delta(l / d, d, e) - l,
    ),
    counterexample(
        "the printed split is not (eps, delta)-DP at delta = 1/10, d = 22, eps' = log 5",
        printed_is_private,
        (22, 5),
        lambda: [*product(range(1, 22), (2, 3, 5, 50)), (22, 2), (22, 3), (22, 4)],
    ),
    exhaustive(
        "the shipped split: greatest, and private by exact composition", lambda: SPLITS, keeps
    ),
    exhaustive(
        "for eps <= 1 the shipped eps' is at least the printed one",
        lambda: product(
            (Fraction(1, 1000), Fraction(1, 3), Fraction(1)),
            (TENTH, Fraction(1, 10**6), Fraction(1, 10**12)),
            (1, 2, 3, 8, 100, 1024, 10**5),
        ),
        no_smaller,
    ),
    identity("log^2 u sqrt(log^3 u) = log^3.5 u, squared", L, lambda l: ((l**2) ** 2 * l**3, l**7)),
    counterexample(
        "Lemma 5.3's rate without sqrt d, constant 100, fails at d = 2^11",
        without_dimension,
        11,
        lambda: range(11),
    ),
    cited("Lemma 5.1 is of Cormode, Kulkarni and Srivastava", "Cormode-Kulkarni-Srivastava 2019"),
    cited("Lemma 5.2 is of Balle, Bell, Gascon and Nissim", "Balle-Bell-Gascon-Nissim 2020"),
    cited("Lemma 5.4 is of Ghazi et al.", "Ghazi-Golowich-Kumar-Pagh-Velingker 2021"),
    cited("composition", "Dwork-Roth 2014"),
)


def holds(epsilon: Fraction, k: int, m: int) -> bool:
    """Check the shipped split for any epsilon, delta and d."""
    return keeps((epsilon, Fraction(1, 3 + abs(k)), m))


THEOREM = Theorem(
    id="instance_models",
    title="The local and the shuffle model: ranks, splits, and what the cited protocols give",
    statement="the shipped rank is the best for n users' noises; the shipped split of (epsilon, "
    "delta) over d sums is right and the printed one is not",
    source="instance Sections 5.1 and 5.2",
    steps=STEPS,
    covers=(
        "local_clipped_mean.rank",
        "shuffled_clipped_mean.coordinate_epsilon",
        "shuffled_clipped_mean.coordinate_delta",
        "shuffled_clipped_mean.coordinate_bound",
    ),
    depends_on=("instance_rotation", "instance_shifted"),
    holds=holds,
    claims=rows(__file__),
)
