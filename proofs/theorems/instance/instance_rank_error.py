"""PrivQuant: rho-zCDP with T = ceil(log2(u + 1)) counts of variance T/(2 rho), and its rank error.

Claim.       With normal or discrete Gaussian noise of sigma^2 = T/(2 rho) all noisy counts together are rho-zCDP for
             every data set, and no smaller variance does that for all n. With probability at least
             1 - beta the selected integer lies between x_(m - ceil(tau)) and x_(m + ceil(tau)),
             tau^2 = 2 sigma^2 log(T/beta) (constants = exact; with log(2 T/beta) all noises are at
             most tau in size). The printed variance log(u)/(2 rho) is too small for every u, the
             printed tau^2 is half of what is needed: its failures have a probability of about
             beta^0.72 with logarithms to base 2, and of the root of beta with natural ones.
Source.      instance Theorem 3.1.
Derivation.  (1) One record moves a count by at most 1: a/(2 sigma^2) = a rho/T each, by adaptive composition
             (instance_zcdp) at most a rho for at most T of them. (2) The left half is never the
             smaller one, so the way that always goes left has T counts; if all n records are at
             low, or all but one, which is at high, all its counts differ by one, and it is taken
             with a probability that tends to 1 with n. (3) E e^(t K) <= e^(t^2 sigma^2/2), with
             equality for normal noise, by `poisson` for integers; at t = tau/sigma^2: P(K > tau) <=
             e^(-tau^2/(2 sigma^2)). A count of at least m + ceil(tau) can only do harm by K < -tau,
             one below m - floor(tau) only by K > tau, others by none (instance_search). So each of
             T counts does harm with probability at most beta/T. (4) For normal noise P(N > t) <=
             e^(-t^2/2)/2: the difference rises up to t = 2/sqrt(2 pi), falls beyond, and is 0 at
             both ends. So log(T/beta) covers both signs; for integer noise it does not. (5) The
             integer alone loses as much, for every u: k zeros, the others u, rank k + a - 1, and as
             neighbour one zero less. 0 is selected if T noises exceed a - 1, or a for the
             neighbour, so D_a is at least T (a log P(N > a - 1) - (a - 1) log P(N > a))/(a - 1).
             With t phi(t)/(1 + t^2) <= P(N > t) <= e^(-t^2/2) for t in units of sigma that is a
             T/(2 sigma^2) less a term of the order T log(a), so D_a/a -> T/(2 sigma^2): no rho
             below T rho/log2(u) is granted by the printed variance, and T > log2(u).
Trusted.     poisson, expectation_is_monotone, union_bound, monotone_by_derivative, exp_and_log.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

from dpmean.distributions import discrete_gaussian
from dpmean.distributions.discrete_gaussian import DiscreteGaussian
from dpmean.distributions.gaussian import Gaussian
from dpmean.exact import reals, special
from dpmean.exact.enclosure import ceil, compare, floor, interval
from dpmean.mechanisms.instance import quantile

from ...domains.searches import Chance, Data, Span, ends, neighbours, right, transcript, upper_power
from ...kernel.formulas import ANY, NONNEGATIVE, POSITIVE, UNIT, Ring
from ...kernel.rules import counterexample, exhaustive, identity, positive, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem, rows
from .instance_search import answers

Q = Ring(
    {
        "a": POSITIVE,
        "count": POSITIVE,
        "rho": POSITIVE,
        "v": POSITIVE,
        "L": POSITIVE,
        "tau": POSITIVE,
        "l": POSITIVE,
        "h": POSITIVE,
        "beta": UNIT,
    }
)
E = Ring({"x": ANY, "t": ANY, "v": POSITIVE})
N = Ring({"c": POSITIVE, "f": UNIT, "h": NONNEGATIVE})
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(16))


def index_is_private(case: tuple[int, int, Fraction]) -> bool:
    """Check the privacy of the index that the corrected search releases with discrete Gaussian
    noise.

    All neighbours and all ranks are taken, at the orders 3/2, 2, 4 and 16.
    """
    u, n, rho = case
    law = DiscreteGaussian(quantile.noise_variance(Fraction(quantile.iterations(u + 1)), rho))
    found = {k: Span(*interval(law.cdf(k), 128)[:2]) for k in range(-n - 1, n + 1)}
    bounds = {a: interval(reals.exp((a - 1) * a * rho), 128).lower for a in ORDERS}
    for rank in range(1, n + 1):
        laws: dict[Data, dict[int, Any]] = {
            d: dict(ends(d, 0, u, partial(right, found, rank)))
            for d in combinations_with_replacement(range(u + 1), n)
        }
        for data, other in neighbours(u, n):
            for a, most in bounds.items():
                if (
                    sum(
                        upper_power(laws[other][k].low, laws[data][k].high, a) for k in range(u + 1)
                    )
                    > most
                ):
                    return False
    return True


def transcript_is_private(case: tuple[int, int, Fraction]) -> bool:
    """Check the privacy of all noisy counts of the corrected search: all neighbours and ranks,
    orders 2 and 4.
    """
    u, n, rho = case
    law = DiscreteGaussian(quantile.noise_variance(Fraction(quantile.iterations(u + 1)), rho))
    return all(
        compare(transcript(*pair, 0, u, rank, a, law), reals.exp(a * (a - 1) * rho)) <= 0
        for pair in neighbours(u, n)
        for rank in range(1, n + 1)
        for a in (2, 4)
    )


def attained(case: tuple[int, int, Fraction]) -> bool:
    """Check that the divergence of order 2 of all counts is attained, for n records at 0, or one of
    them at u, rank 1.

    It is 2 rho, or so near that no variance smaller by a millionth would do.
    """
    u, n, rho = case
    law = DiscreteGaussian(quantile.noise_variance(Fraction(quantile.iterations(u + 1)), rho))
    found = reals.log(transcript((0,) * n, (0,) * (n - 1) + (u,), 0, u, 1, 2, law))
    return compare(found, 2 * rho * (1 - Fraction(1, 10**6))) > 0


def overlap(n: int) -> bool:
    """Tell whether what the printed search returns for n records is possible for the neighbouring
    data sets.

    It is taken at u = 1, where log u = 0 and the printed variance is 0.
    """
    assert quantile.printed_variance(1, Fraction(1)) == 0

    def selected(data: Data, rank: int) -> set[int]:
        return {found for found, _ in answers((0, 1), rank, data, 0, printed=True)}

    return all(
        selected(a, rank) & selected(b, rank)
        for a, b in neighbours(1, n)
        for rank in range(1, n + 1)
    )


def normal_chance(rank: int, variance: Any) -> Chance:
    """Return P(count + N <= rank) for normal noise N of this variance, as a function of the
    count.
    """
    return lambda count: Gaussian(variance).cdf(Fraction(rank - count))


def printed_is_private(case: tuple[Data, Data, int, int, Fraction]) -> bool:
    """Tell whether the divergence of order 2 is at most 2 rho for the integer that the printed
    search selects.

    It has normal noise of the printed variance.
    """
    data, other, u, rank, rho = case
    laws = [
        dict(ends(d, 0, u, normal_chance(rank, quantile.printed_variance(u, rho))))
        for d in (data, other)
    ]
    return (
        compare(
            sum((laws[0][k] ** 2 / laws[1][k] for k in range(u + 1)), Fraction(0)),
            reals.exp(2 * rho),
        )
        <= 0
    )


def base_two(x: Any) -> Any:
    """Return the logarithm to base 2."""
    return reals.log(x) / reals.log(Fraction(2))


def printed_is_accurate(sigma: int) -> bool:
    """Tell whether the printed search selects another integer than 1 with probability at most beta
    = 1/10000.

    u = 2, rho = 1/(2 sigma^2), n records at 1, n and m the least with 1 <= m - ceil(tau) and m +
    ceil(tau) <= n, tau as printed with all its logarithms to base 2: the reading that is best for
    it.
    """
    rho, beta = Fraction(1, 2 * sigma**2), Fraction(1, 10000)
    log_u = quantile.printed_log(2)
    tau = ceil(
        reals.root(quantile.printed_squared_rank_error(log_u, base_two(log_u / beta), rho), 2)
    )
    rank, n = tau + 1, 2 * tau + 1
    law = dict(ends((1,) * n, 0, 2, normal_chance(rank, quantile.printed_variance(2, rho))))
    return compare(1 - law[1], beta) <= 0


def one_noise_exceeds(beta: Fraction) -> bool:
    """Tell whether one normal noise is larger in size than the printed tau with probability above
    beta.

    It is taken at u = 2, where the printed tau is sigma sqrt(log2(1/beta)).
    """
    return compare(2 * special.normal_tail(reals.root(base_two(1 / beta), 2)), beta) > 0


def covered(case: tuple[int, Fraction, Fraction, str]) -> bool:
    """Check that T times the certified chance that a noise exceeds the shipped tau is at most beta.

    The noise is discrete Gaussian or normal, and of one sign for `exact`.
    """
    values, rho, beta, constants = case
    count, tau = quantile.iterations(values), quantile.rank_error(values, rho, beta, constants)
    variance = quantile.noise_variance(Fraction(count), rho)
    sides = 2 if constants == "paper" else 1
    beyond = compare(tau, Fraction(ceil(tau))) == 0
    lattice = DiscreteGaussian(variance).tail(ceil(tau) + int(beyond)) / 2 * sides * count
    return (
        compare(lattice, beta) <= 0
        and compare(special.normal_tail(tau / reals.root(variance, 2)) * sides * count, beta) <= 0
    )


def halved(case: Fraction) -> bool:
    """Tell whether P(N > t) <= e^(-t^2/2)/2, certified."""
    return compare(special.normal_tail(case), reals.exp(-(case**2) / 2) / 2) <= 0


def always_left(u: int) -> bool:
    """Check that 0 is selected by T ways left, all at the count k of zeros, for 1 <= k <= 3 zeros
    among four records.

    The others are u.
    """

    def chance(zeros: int, count: int) -> Fraction:
        return Fraction(1, 3) if count == zeros else Fraction(1)

    return all(
        dict(ends((0,) * k + (u,) * (4 - k), 0, u, partial(chance, k)))[0]
        == Fraction(2, 3) ** quantile.iterations(u + 1)
        for k in (1, 2, 3)
    )


def printed_integer_is_private(case: tuple[int, int]) -> bool:
    """Tell whether T (a log P(N > a - 1) - (a - 1) log P(N > a)) <= a (a - 1) rho for the printed
    variance, rho = 1.
    """
    u, order = case
    sigma = reals.root(quantile.printed_variance(u, Fraction(1)), 2)
    mine, theirs = (
        reals.log(special.normal_tail(a / sigma)) for a in (Fraction(order - 1), Fraction(order))
    )
    found = quantile.iterations(u + 1) * (order * mine - (order - 1) * theirs)
    return compare(found, Fraction(order * (order - 1))) <= 0


def harmless(v: Any) -> Any:
    """State that the decision does no harm, the count being taken relative to m.

    The search goes right only below b = x_(m + g), and left only from a = x_(m - f) on.
    """
    return v.count < v.g if quantile.goes_right(v.count + v.noise, 0, False) else v.count >= -v.f


STEPS = (
    smt(
        "one record moves a count by at most 1",
        {"x": INT, "y": INT, "t": INT},
        lambda v: abs(v.x) >= 0,
        lambda v: abs(int(bool(v.x <= v.t)) - int(bool(v.y <= v.t))) <= 1,
        lambda v: int(bool(v.x <= v.t)) <= int(bool(v.y <= v.t)),
    ),
    identity(
        "T counts of variance T/(2 rho) have the divergence a rho together",
        Q,
        lambda a, count, rho: (
            count * discrete_gaussian.renyi(Fraction(1), a, quantile.noise_variance(count, rho)),
            a * rho,
        ),
    ),
    positive(
        "fewer counts have less",
        Q,
        lambda a, count, rho, h: (
            a * rho
            - count
            * discrete_gaussian.renyi(Fraction(1), a, quantile.noise_variance(count + h, rho))
        ),
    ),
    identity(
        "T counts of variance log(u)/(2 rho): a rho T/log(u)",
        Q,
        lambda a, count, rho, l: (
            count * discrete_gaussian.renyi(Fraction(1), a, quantile.noise_variance(l, rho)),
            a * rho * count / l,
        ),
    ),
    positive(
        "which is more than a rho, as T > log(u)",
        Q,
        lambda a, rho, l, h: (
            (l + h) * discrete_gaussian.renyi(Fraction(1), a, quantile.noise_variance(l, rho))
            - a * rho
        ),
    ),
    exhaustive(
        "the shipped least rho of the printed search, u a power of two",
        lambda: product(range(1, 12), (Fraction(1, 2), Fraction(3))),
        lambda c: quantile.real_rho(0, 2 ** c[0], c[1], "printed") == c[1] * (c[0] + 1) / c[0],
    ),
    exhaustive(
        "the shipped log2(u): 2^k <= u^1000 < 2^(k + 1), k = floor(1000 log2(u))",
        lambda: (2, 3, 5, 6, 7, 1000, 10**30),
        lambda u: floor(quantile.printed_log(u) * 1000) == (u**1000).bit_length() - 1,
    ),
    counterexample(
        "u = 1, n = 2: no noise at all, and neighbours that have no answer in common",
        overlap,
        2,
        lambda: [1],
    ),
    counterexample(
        "u = 2, n = 1, m = 1, rho = 1/2: the selected integer alone has a divergence of order "
        "2 above 2 rho",
        lambda x: printed_is_private(x),
        ((0,), (2,), 2, 1, Fraction(1, 2)),
    ),
    exhaustive(
        "k zeros, the others u: 0 is selected by T ways left at the count k, u up to 40",
        lambda: range(1, 41),
        always_left,
    ),
    identity(
        "at rank k + a - 1 the exponents leave a (a - 1)/(2 sigma^2), (a - 1) times the "
        "divergence of a count",
        Q,
        lambda a, v: (
            (a - 1) * a**2 / (2 * v) - a * (a - 1) ** 2 / (2 * v),
            (a - 1) * discrete_gaussian.renyi(Fraction(1), a, v),
        ),
    ),
    positive(
        "P(N > t) >= t phi(t)/(1 + t^2): the difference has the slope -2 phi(t)/(1 + t^2)^2 "
        "and tends to 0",
        N,
        lambda h: 1 + (1 - h**2) / (1 + h**2) ** 2 - h**2 / (1 + h**2),
        trusts=("monotone_by_derivative", "exp_and_log"),
    ),
    counterexample(
        "u = 2: the selected integer alone has a divergence above a rho at the order a = 3",
        lambda x: printed_integer_is_private(x),
        (2, 3),
        lambda: [(2, 2)],
    ),
    exhaustive(
        "and for u up to 15 at some order",
        lambda: ((3, 4), (4, 4), (5, 5), (6, 6), (7, 10), (15, 22)),
        lambda c: not printed_integer_is_private(c),
    ),
    exhaustive(
        "all noisy counts, orders 2 and 4, discrete Gaussian noise: u <= 3, n <= 2, rho = 1/2 "
        "and 3",
        lambda: product((1, 2, 3), (1, 2), (Fraction(1, 2), Fraction(3))),
        transcript_is_private,
    ),
    exhaustive(
        "the selected integer, orders 3/2, 2, 4, 16, discrete Gaussian noise: u <= 3, n <= 2, "
        "rho = 1/2 and 3",
        lambda: product((1, 2, 3), (1, 2), (Fraction(1, 2), Fraction(3))),
        index_is_private,
    ),
    exhaustive(
        "the divergence is attained: u + 1 a power of two and n = 1, others up to 9 and n large",
        lambda: [
            *((u, 1, Fraction(1, 2)) for u in (1, 3, 7, 15)),
            *((u, 40, Fraction(1)) for u in (2, 4, 5, 6, 8, 9)),
        ],
        attained,
    ),
    identity(
        "E e^(t N): the square is completed",
        E,
        lambda x, t, v: (t * x - x**2 / (2 * v), t**2 * v / 2 - (x - t * v) ** 2 / (2 * v)),
        ("poisson",),
    ),
    identity(
        "at t = tau/sigma^2 the exponent is -tau^2/(2 sigma^2)",
        Q,
        lambda v, tau: ((tau / v) ** 2 * v / 2 - tau / v * tau, -(tau**2) / (2 * v)),
        ("expectation_is_monotone",),
    ),
    identity(
        "and at the shipped tau^2 that is minus the logarithm of T/beta, or of 2 T/beta",
        Q,
        lambda v, L: (quantile.squared_rank_error(v, L) / (2 * v), L),
    ),
    identity(
        "tau^2 = T log(T/beta)/rho",
        Q,
        lambda count, rho, L: (
            quantile.squared_rank_error(quantile.noise_variance(count, rho), L),
            count * L / rho,
        ),
    ),
    identity(
        "T chances of beta/T, or 2 T of beta/(2 T)",
        Q,
        lambda count, beta: (count * (beta / count) + 2 * count * (beta / (2 * count)), 2 * beta),
        ("union_bound",),
    ),
    smt(
        "only K < -tau does harm at a count of at least m + ceil(tau)",
        {"count": INT, "f": INT, "g": INT, "noise": REAL, "tau": REAL},
        lambda v: (
            v.f <= v.tau
            and v.tau < v.f + 1
            and v.g >= v.tau
            and v.g < v.tau + 1
            and v.f >= 0
            and v.count >= v.g
            and v.noise >= -v.tau
        ),
        harmless,
        lambda v: v.noise > v.tau,
    ),
    smt(
        "only K > tau at a count below m - floor(tau), and none in between",
        {"count": INT, "f": INT, "g": INT, "noise": REAL, "tau": REAL},
        lambda v: (
            v.f <= v.tau
            and v.tau < v.f + 1
            and v.g >= v.tau
            and v.g < v.tau + 1
            and v.f >= 0
            and v.count < v.g
            and v.noise <= v.tau
        ),
        harmless,
        lambda v: v.noise < v.tau,
    ),
    exhaustive(
        "the shipped tau, certified for discrete Gaussian and for normal noise",
        lambda: product(
            (2, 3, 17, 1025),
            (Fraction(1, 100), Fraction(1), Fraction(20)),
            (Fraction(1, 2), Fraction(1, 1000)),
            ("paper", "exact"),
        ),
        covered,
    ),
    positive(
        "P(N > t) <= e^(-t^2/2)/2: the difference has the slope e^(-t^2/2)(c - t/2), c = "
        "1/sqrt(2 pi), positive up to t = 2 c",
        N,
        lambda c, f: c - 2 * c * f / 2,
        trusts=("monotone_by_derivative",),
    ),
    positive(
        "and negative beyond",
        N,
        lambda c, h: (2 * c + h) / 2 - c,
        strict=False,
        trusts=("monotone_by_derivative",),
    ),
    exhaustive(
        "that bound at fifty points", lambda: (Fraction(i, 6) for i in range(1, 51)), halved
    ),
    counterexample(
        "integer noise of small variance is beyond 1/2 on both sides with more than e^(-1/(2 "
        "sigma^2)): sigma^2 = 1/4",
        lambda v: (
            compare(DiscreteGaussian(Fraction(v, 4)).tail(1), reals.exp(-Fraction(2, v))) <= 0
        ),
        1,
    ),
    identity(
        "the printed tau^2 is half of sigma^2 times twice the logarithm",
        Q,
        lambda rho, l, L: (
            2 * quantile.printed_squared_rank_error(l, L, rho),
            quantile.squared_rank_error(quantile.noise_variance(l, rho), L),
        ),
    ),
    exhaustive(
        "u = 2: one normal noise alone exceeds the printed tau with probability above beta, "
        "beta = 10^-3, ..., 10^-9",
        lambda: [Fraction(1, 10**k) for k in range(3, 10)],
        one_noise_exceeds,
    ),
    counterexample(
        "u = 2, beta = 1/10000, sigma = 3, 23 records at 1, m = 12: another integer is "
        "selected with probability above beta",
        lambda x: printed_is_accurate(x),
        3,
        lambda: [1, 2],
    ),
)


def holds(sigma_squared: Fraction, m: int, decay: Fraction) -> bool:
    """Check that the shipped tau covers T counts of N = m + 1 values, at a variance from any rho
    and any beta.
    """
    rho = quantile.iterations(m + 1) / (2 * sigma_squared)
    return all(covered((m + 1, rho, decay, constants)) for constants in ("paper", "exact"))


THEOREM = Theorem(
    id="instance_rank_error",
    title="PrivQuant: privacy and rank error",
    statement="T = ceil(log2(u + 1)) counts of variance T/(2 rho) are rho-zCDP, exactly; with "
    "probability 1 - beta the rank error is ceil(tau), tau^2 = T log(T/beta)/rho",
    source="instance Theorem 3.1",
    steps=STEPS,
    covers=("privquant.noise_variance", "privquant.rank_error", "privquant.rho"),
    depends_on=("instance_zcdp", "instance_search", "discrete_gaussian_law"),
    holds=holds,
    claims=rows(__file__),
)
