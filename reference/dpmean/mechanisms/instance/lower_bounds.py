"""What no private mean can do: lower bounds for data sets of a given diameter (instance Sections
1.1 and 4).

The file also has the numbers of records that such data sets need. Records are vectors of d integers
from 0 to u, neighbours differ in one record, f is the mean, w the diameter of a data set, errors
are l2 norms that hold with probability 2/3. Everything is explicit: no hidden constants, no hidden
logarithms. `proofs/theorems/instance/*.py` prove it; `constants=exact` and the bounds by packing
are this project's.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import InvalidInput
from ...exact import reals
from ...exact.decay import Decay
from ...exact.enclosure import ceil, compare, floor
from ...exact.reals import Number, Scalar
from ...parameters.entry import Entry, single

SUCCESS = Fraction(2, 3)
# {0, 1}^d has at least CODE_BASE^(d/4) words with pairwise distances above d/4
CODE_BASE = Fraction(27, 16)


def shared_probability(growth: Scalar, delta: Scalar, others: Scalar) -> Scalar:
    """Returns the greatest p such that a mechanism may be right with probability p on each of
    several data sets.

    They are a data set and `others` neighbours of it, and no answer is right for two of them;
    growth = e^epsilon.
    """
    return (growth + others * delta) / (growth + others)


def printed_probability(b: Scalar, delta: Scalar) -> Scalar:
    """Returns the right side of Lemma 4.1, (1 + delta)/(1 + b) with b = e^-epsilon."""
    return (1 + delta) / (1 + b)


def paper_growth(delta: Scalar) -> Scalar:
    """Returns 2 - 3 delta: below this e^epsilon two neighbours cannot both be served with
    probability 2/3.
    """
    return 2 - 3 * delta


def half_growth(delta: Scalar) -> Scalar:
    """Returns 4 - 6 delta: below this e^epsilon a data set and two neighbours cannot all be served.

    The error is then at least w/(2 n).
    """
    return 4 - 6 * delta


def full_growths(delta: Scalar) -> tuple[Scalar, Scalar]:
    """Returns two bounds for e^epsilon; below either of them the error is at least w/n."""
    return Fraction(4, 3) - 2 * delta, Fraction(3, 2) - 3 * delta


def moved(diameter: Scalar, n: Scalar) -> Scalar:
    """Returns w/n, how far the mean moves when one of the two farthest records becomes the
    other.
    """
    return diameter / n


def power_of_divergence(m: Scalar) -> Scalar:
    """Returns e^(3 KL), where KL is the divergence of a coin of 2/3 from one of 1/(3 m).

    m + 1 data sets that can be told apart with probability 2/3 must have at least that much on
    average over the pairs.
    """
    return 4 * m**3 / (3 * m - 1)


def information(log_m: Scalar, log_four_thirds: Scalar) -> Scalar:
    """Returns log(4 m^2/3)/3, which is a little less than log(power_of_divergence(m))/3."""
    return (2 * log_m + log_four_thirds) / 3


def log_others(d: Scalar, log_u: Scalar, log_points: Scalar) -> Scalar:
    """Returns log(u (u + 1)^(d - 1)), at most that of the (u + 1)^d - 1 other points; log_points =
    log(u + 1).
    """
    return log_u + (d - 1) * log_points


def log_words(d: Scalar, log_base: Scalar) -> Scalar:
    """Returns the logarithm of the size of a code with distances above d/4; log_base = log
    CODE_BASE.
    """
    return d * log_base / 4


def half_up(u: Scalar) -> Scalar:
    """Returns u/2, rounded up to an integer.

    It is how far a coordinate may be from the middle of the universe, and the farthest that a
    coordinate is surely able to move.
    """
    return floor((u + 1) / Fraction(2))


def by_pair(k: Scalar) -> Scalar:
    """Returns k, the ratio that two points force when k records cannot tell them apart."""
    return k


def by_code(k: Scalar, u: Scalar, half: Scalar) -> Scalar:
    """Returns the ratio that a code around the middle of the universe forces, where half =
    half_up(u).
    """
    return k * u / (4 * half)


def _growth(decay: Decay) -> Number:
    return decay.power(-1)


def _two_records(n: int) -> None:
    if n < 2:
        raise InvalidInput("out_of_range", "n: a diameter needs two records", argument="n")


def two_point_probability(decay: Decay, delta: Fraction, edition: str = "corrected") -> Number:
    """Returns the largest probability of being right on each of two neighbours (Lemma 4.1);
    corrected, it is attained.

    On one of two neighbours a mechanism is nearer to the neighbour's own mean than half the
    distance of the two means with at most this probability.
    """
    found: Number = (
        shared_probability(_growth(decay), delta, 1)
        if edition == "corrected"
        else printed_probability(decay.b, delta)
    )
    return found


def neighbour_upper_bound(diameter: Fraction, n: int) -> Number:
    """Returns the largest error on all in-neighbours of D of the mechanism that always answers the
    mean of D.
    """
    _two_records(n)
    return Fraction(moved(diameter, n))


def neighbour_lower_bound(
    diameter: Fraction, n: int, decay: Decay, delta: Fraction, constants: str = "paper"
) -> Number:
    """Returns the lower bound of Theorem 4.1 for (epsilon, delta)-DP.

    No (epsilon, delta)-DP mechanism has a smaller error on D and all its in-neighbours.
    """
    _two_records(n)
    growth = _growth(decay)
    if constants == "exact" and any(compare(growth, most) < 0 for most in full_growths(delta)):
        return Fraction(moved(diameter, n))
    if compare(growth, paper_growth(delta) if constants == "paper" else half_growth(delta)) >= 0:
        raise InvalidInput(
            "out_of_range",
            "epsilon: the bound needs e^epsilon < "
            f"{'2 - 3 delta' if constants == 'paper' else '4 - 6 delta'}",
            argument="epsilon",
        )
    return Fraction(moved(diameter, n)) / 2


def neighbour_lower_bound_zcdp(
    diameter: Fraction, n: int, rho: Fraction, constants: str = "paper"
) -> Number:
    """Returns the lower bound of Theorem 4.1 for rho-zCDP mechanisms."""
    _two_records(n)
    if constants == "exact" and compare(rho, reals.log(Fraction(9, 8)) / 2) < 0:
        return Fraction(moved(diameter, n))
    if compare(rho, least_divergence(1 if constants == "paper" else 2)) >= 0:
        raise InvalidInput(
            "out_of_range",
            f"rho: the bound needs rho < {'log(2)/3' if constants == 'paper' else 'log(32/5)/3'}",
            argument="rho",
        )
    return Fraction(moved(diameter, n)) / 2


def local_sensitivity_least(d: int, u: int, n: int) -> Number:
    """Returns the least local sensitivity of the mean over all data sets.

    The global sensitivity is sqrt(d) u/n, at most twice that.
    """
    found: Number = reals.root(Fraction(d), 2) * moved(Fraction(half_up(u)), n)
    return found


def least_divergence(m: int) -> Number:
    """Returns log(power_of_divergence(m))/3."""
    return reals.log(Fraction(power_of_divergence(Fraction(m)))) / 3


def information_of_universe(d: int, u: int) -> Number:
    """Returns what rho n^2 must be at least for n equal records to be found with probability
    2/3.
    """
    if d == u == 1:
        return least_divergence(1)
    found: Number = information(
        log_others(d, reals.log(Fraction(u)), reals.log(Fraction(u + 1))), reals.log(Fraction(4, 3))
    )
    return found


def information_of_code(d: int) -> Number:
    """Returns what rho n^2 must be at least for n equal records to be found, if they are words of
    the code.

    At least half of the words remain when one is left out.
    """
    found: Number = information(
        log_words(d, reals.log(CODE_BASE)) - reals.log(Fraction(2)), reals.log(Fraction(4, 3))
    )
    return found


def _records(budget: Number, rho: Fraction, most: int | None = None) -> int:
    """Returns the largest number k of records with k^2 rho < budget, at most `most`.

    The two sides are never equal, as the budget is a logarithm of a rational.
    """
    if compare(budget, Fraction(0)) <= 0:
        return 0
    if most is not None and compare(budget, most**2 * rho) > 0:
        return most
    return floor(reals.root(budget / rho, 2))


def interior_point_size(d: int, u: int, rho: Fraction) -> Number:
    """Returns the least number n of records that Theorem 4.3 allows."""
    if not rho:
        raise InvalidInput(
            "not_finite", "rho: with rho = 0 no number of records is enough", argument="rho"
        )
    return Fraction(ceil(reals.root(information_of_universe(d, u) / rho, 2)))


def rank_error_lower_bound(
    u: int, rho: Fraction, n: int | None = None, rank: int | None = None
) -> Number:
    """Returns the least rank error tau that Corollary 4.1 allows, 2 tau + 1 >= interior_point_size.

    With n and rank it is at most the rank error of a constant answer.
    """
    if (n is None) != (rank is None):
        raise InvalidInput(
            "unsupported_combination",
            "give n and rank, or neither",
            argument="rank" if rank is None else "n",
        )
    if n is not None and rank is not None and rank > n:
        raise InvalidInput("out_of_range", "rank: at most n", argument="rank")
    trivial = None if n is None or rank is None else Fraction(min(rank, n + 1 - rank))
    if (
        trivial is not None
        and compare((2 * trivial - 1) ** 2 * rho, information_of_universe(1, u)) < 0
    ):
        return trivial
    return Fraction(ceil((interior_point_size(1, u, rho) - 1) / 2))


def optimality_ratio(d: int, n: int, rho: Fraction, u: int = 1) -> Number:
    """Returns a lower bound of the ratio c in Theorem 4.2, by packing.

    A rho-zCDP mechanism with error at most c w(D)/n on every D has c at least this, whatever u is
    if it is left out.
    """
    if compare(n**2 * rho, information_of_universe(d, u)) < 0:
        raise InvalidInput(
            "not_finite",
            "n: no mechanism has a finite ratio for so few records; see "
            "instance.interior_point_size",
            argument="n",
        )
    pair, code = (_records(budget, rho) for budget in (least_divergence(1), information_of_code(d)))
    return max(Fraction(by_pair(pair)), Fraction(by_code(Fraction(code), u, half_up(u))))


def worst_case_lower_bound(d: int, u: int, n: int, rho: Fraction) -> Number:
    """Returns an error such that no rho-zCDP mechanism has a smaller one on all data sets."""
    pair, code = (
        _records(budget, rho, n) for budget in (least_divergence(1), information_of_code(d))
    )
    found: Number = reals.root(Fraction(d), 2) * moved(
        max(Fraction(by_pair(pair)) / 2, Fraction(by_code(Fraction(code), 1, 1))) * u, n
    )
    return found


_NEIGHBOURS = "instance Theorem 4.1"
ENTRIES = (
    Entry(
        "instance.two_point_probability",
        "on one of two neighbours a mechanism errs by less than half the distance "
        "of their means with at most this probability",
        ("epsilon", "delta"),
        ("edition",),
        "(e^epsilon + delta)/(1 + e^epsilon); printed: (1 + delta)/(1 + e^-epsilon)",
        "Q(e^epsilon)",
        "instance Lemma 4.1",
        single(two_point_probability),
    ),
    Entry(
        "instance.neighbour_upper_bound",
        "the error on D and its in-neighbours of the mechanism that always answers the mean of "
        "D is at most this",
        ("diameter", "n"),
        (),
        "diameter/n",
        "Q",
        _NEIGHBOURS,
        single(neighbour_upper_bound),
    ),
    Entry(
        "instance.neighbour_lower_bound",
        "no (epsilon, delta)-DP mechanism has a smaller error on D and all its in-neighbours",
        ("diameter", "n", "epsilon", "delta"),
        ("constants",),
        "diameter/(2 n) for e^epsilon < 2 - 3 delta; exact: diameter/n for e^epsilon < max{4/3 "
        "- 2 delta, 3/2 - 3 delta}; diameter/(2 n) for e^epsilon < 4 - 6 delta",
        "Q",
        _NEIGHBOURS,
        single(neighbour_lower_bound),
    ),
    Entry(
        "instance.neighbour_lower_bound_zcdp",
        "no rho-zCDP mechanism has a smaller error on D and all its in-neighbours",
        ("diameter", "n", "rho"),
        ("constants",),
        "diameter/(2 n) for rho < log(2)/3; exact: diameter/n for rho < log(9/8)/2; "
        "diameter/(2 n) for rho < log(32/5)/3",
        "Q",
        _NEIGHBOURS,
        single(neighbour_lower_bound_zcdp),
    ),
    Entry(
        "instance.local_sensitivity_least",
        "the least local sensitivity of the mean over all data sets",
        ("d", "u", "n"),
        (),
        "sqrt(d) ceil(u/2)/n",
        "Q(sqrt d)",
        "instance Section 1.1",
        single(local_sensitivity_least),
    ),
    Entry(
        "instance.interior_point_size",
        "the least number of records with which rho-zCDP may find an interior point with "
        "probability 2/3",
        ("d", "u", "rho"),
        (),
        "least n >= 1 with 3 rho n^2 >= I, I = (log(2) if d = u = 1 else log(4 m^2/3)), m = u "
        "(u + 1)^(d - 1)",
        "Z",
        "instance Theorem 4.3",
        single(interior_point_size),
    ),
    Entry(
        "instance.rank_error_lower_bound",
        "no rho-zCDP quantile has a smaller rank error with probability 2/3",
        ("u", "rho"),
        ("n", "rank"),
        "min{t, rank, n + 1 - rank} for rank given; t otherwise, t = least k >= 0 with 3 "
        "rho (2 k + 1)^2 >= I, I = (log(2) if u = 1 else log(4 u^2/3))",
        "Z",
        "instance Corollary 4.1",
        single(rank_error_lower_bound),
    ),
    Entry(
        "instance.optimality_ratio",
        "a rho-zCDP mechanism with error at most c w(D)/n on every D has c at least this",
        ("d", "n", "rho"),
        ("u",),
        "max{k, j u/(4 ceil(u/2))}, k = greatest k >= 0 with 3 k^2 rho < log(2), j = greatest "
        "j >= 0 with j = 0 or 3 j^2 rho < (d/2) log(27/16) - log(3)",
        "Q",
        "instance Theorem 4.2, by packing",
        single(optimality_ratio),
    ),
    Entry(
        "instance.worst_case_lower_bound",
        "no rho-zCDP mechanism has a smaller error on all data sets",
        ("d", "u", "n", "rho"),
        (),
        "max{k/2, j/4} sqrt(d) u/n, k = greatest k from 0 to n in 1 Z with 3 k^2 rho < log(2), "
        "j = greatest j from 0 to n in 1 Z with j = 0 or 3 j^2 rho < (d/2) log(27/16) - log(3)",
        "Q(sqrt d)",
        "instance Section 1, worst-case optimality",
        single(worst_case_lower_bound),
    ),
)
