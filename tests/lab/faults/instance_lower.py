"""Planted faults in the lower bounds of the paper on instance-optimal means, and in the statements
about them: see `fault.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpmean.exact.enclosure import floor
from dpmean.exact.reals import log, root
from dpmean.mechanisms.instance import lower_bounds as lower
from dpmean.privacy import groups
from proofs.theorems.instance import (
    instance_information,
    instance_interior_point,
    instance_packing,
    instance_two_points,
)
from tests.lab.faults.fault import Fault, scaled

TWO = "instance_two_points"
INFORMATION = "instance_information"
INTERIOR = "instance_interior_point"
PACKING = "instance_packing"
RANGES = "the shipped ranges of e^eps and delta"
SHIPPED = "the shipped ratio and worst-case error"


def _plus(extra: Any) -> Callable[[Any], Any]:
    """The formula plus a constant."""
    return lambda original: lambda *args: original(*args) + extra


def _true(_: Any) -> Any:
    """A statement that is said to hold everywhere."""
    return lambda *args: True


FAULTS = (
    # shipped formulas
    Fault(
        "delta counted once for several neighbours",
        lower,
        "shared_probability",
        lambda _: lambda g, d, m: (g + d) / (g + m),
        TWO,
        "m neighbours: the same, r and s the sums over them",
    ),
    Fault(
        "the probability of Lemma 4.1 without the other's failure",
        lower,
        "shared_probability",
        lambda _: lambda g, d, m: (g + m * d) / (g + m + 1),
        TWO,
        "two neighbours: what DP says of the one's good answers, and the probabilities of both",
        (PACKING,),
    ),
    Fault(
        "Lemma 4.1's printed bound with e^eps",
        lower,
        "printed_probability",
        lambda _: lambda b, d: (1 + d) / (1 + 1 / b),
        TWO,
        "the printed bound is larger by delta (e^eps - 1)/(e^eps + 1)",
    ),
    Fault(
        "2 - 2 delta",
        lower,
        "paper_growth",
        lambda _: lambda d: 2 - 2 * d,
        TWO,
        "two neighbours fall short of 2/3 where e^eps < 2 - 3 delta",
    ),
    Fault(
        "4 - 3 delta",
        lower,
        "half_growth",
        lambda _: lambda d: 4 - 3 * d,
        TWO,
        "three do where e^eps < 4 - 6 delta",
    ),
    Fault(
        "4/3 - delta",
        lower,
        "full_growths",
        lambda _: lambda d: (Fraction(4, 3) - d, Fraction(3, 2) - 3 * d),
        TWO,
        "probability 2/3 on the outer two: e^eps >= 4/3 - 2 delta",
    ),
    Fault(
        "3/2 - 2 delta",
        lower,
        "full_growths",
        lambda _: lambda d: (Fraction(4, 3) - 2 * d, Fraction(3, 2) - 2 * d),
        TWO,
        "and, by the complements, e^eps >= 3/2 - 3 delta",
    ),
    Fault(
        "the mean of n - 1 records",
        lower,
        "moved",
        lambda _: lambda w, n: w / (n - 1),
        TWO,
        "in-neighbours of up to four records on {0, 1, 3}",
        (INFORMATION, PACKING),
    ),
    Fault(
        "a coin of 1/m for the foreign events",
        lower,
        "power_of_divergence",
        lambda _: lambda m: 4 * m**3 / (27 * (m - 1) + 27),
        INFORMATION,
        "their divergence, three times, as a power of e",
        (INTERIOR, PACKING),
    ),
    Fault(
        "the information without its last third",
        lower,
        "information",
        scaled(2),
        INFORMATION,
        "its logarithm's third is the shipped one: three times it is 2 log m + log(4/3)",
        (INTERIOR, PACKING),
    ),
    Fault(
        "(u + 1)^d other points and u more",
        lower,
        "log_others",
        lambda _: lambda d, x, y: x + d * y,
        INTERIOR,
        "log m for d = 1 and for one more coordinate",
    ),
    Fault(
        "words of d/2 for d/4",
        lower,
        "log_words",
        scaled(2),
        PACKING,
        "the shipped information of N/2 other words",
    ),
    Fault(
        "u/2 rounded down",
        lower,
        "half_up",
        lambda _: lambda u: floor(u / Fraction(2)),
        TWO,
        "a coordinate moves by max{x, u - x}, from ceil(u/2) to u",
        (PACKING,),
    ),
    Fault(
        "the pair's ratio for one record more",
        lower,
        "by_pair",
        _plus(1),
        PACKING,
        "the pair's balls: c times the sum of the diameters against k times it",
    ),
    Fault(
        "the code's ratio with the whole width",
        lower,
        "by_code",
        scaled(2),
        PACKING,
        "the code's balls: (2 c ceil(u/2))^2 d < l^2 u^2 H for 4 H >= d + 1 and every c up to "
        "the shipped",
    ),
    Fault(
        "a code at the base 28/16",
        lower,
        "CODE_BASE",
        lambda _: Fraction(28, 16),
        PACKING,
        "2^d over 4^d/3^(3d/4), to the fourth: 16 times 27/256",
    ),
    Fault(
        "Lemma 4.1's editions exchanged",
        lower,
        "two_point_probability",
        lambda f: (
            lambda decay, delta, edition="corrected": f(
                decay, delta, "printed" if edition == "corrected" else "corrected"
            )
        ),
        TWO,
        RANGES,
    ),
    Fault(
        "in-neighbours at half the distance",
        lower,
        "neighbour_upper_bound",
        scaled(Fraction(1, 2)),
        TWO,
        "in-neighbours of up to four records on {0, 1, 3}",
    ),
    Fault(
        "the constants of Theorem 4.1 exchanged",
        lower,
        "neighbour_lower_bound",
        lambda f: lambda *args: f(*args[:-1], "paper" if args[-1] == "exact" else "exact"),
        TWO,
        RANGES,
    ),
    Fault(
        "the zCDP bound always by three data sets",
        lower,
        "neighbour_lower_bound_zcdp",
        lambda f: lambda *args: f(*args[:-1], "exact"),
        INFORMATION,
        "the shipped ranges of rho",
    ),
    Fault(
        "the least local sensitivity with d for its root",
        lower,
        "local_sensitivity_least",
        lambda _: lambda d, u, n: d * lower.moved(Fraction(lower.half_up(u)), n),
        TWO,
        "local sensitivities by brute force",
    ),
    Fault(
        "a divergence of all three thirds",
        lower,
        "least_divergence",
        lambda _: lambda m: log(Fraction(lower.power_of_divergence(Fraction(m)))),
        PACKING,
        SHIPPED,
        (INFORMATION, INTERIOR),
    ),
    Fault(
        "a universe of one point",
        lower,
        "information_of_universe",
        lambda f: lambda d, u: f(d, max(u - 1, 1)),
        INTERIOR,
        "the shipped bound for small universes",
    ),
    Fault(
        "the code's words, none left out",
        lower,
        "information_of_code",
        lambda _: (
            lambda d: lower.information(
                lower.log_words(d, log(lower.CODE_BASE)), log(Fraction(4, 3))
            )
        ),
        PACKING,
        "the shipped information of codes, d up to 40",
    ),
    Fault(
        "one record fewer than the budget",
        lower,
        "_records",
        lambda f: lambda *args: max(f(*args) - 1, 0),
        PACKING,
        SHIPPED,
    ),
    Fault(
        "a size rounded down",
        lower,
        "interior_point_size",
        lambda _: (
            lambda d, u, rho: Fraction(floor(root(lower.information_of_universe(d, u) / rho, 2)))
        ),
        INTERIOR,
        "the shipped size is the least",
        (PACKING,),
    ),
    Fault(
        "a rank error that counts the block's middle twice",
        lower,
        "rank_error_lower_bound",
        lambda f: lambda u, rho, *rest: f(u, rho, *rest) + (not rest),
        INTERIOR,
        "the shipped rank error is the least",
    ),
    Fault(
        "a ratio from the code alone",
        lower,
        "optimality_ratio",
        lambda f: lambda d, n, rho, *u: f(d, n, rho, *u) / 4,
        PACKING,
        SHIPPED,
    ),
    Fault(
        "the worst case in squares",
        lower,
        "worst_case_lower_bound",
        lambda f: lambda *args: f(*args) ** 2,
        PACKING,
        SHIPPED,
    ),
    Fault(
        "rho for k records, not k^2",
        groups,
        "group_rho",
        lambda _: lambda rho, k: k * rho,
        INFORMATION,
        "KL <= (1 + t) k^2 rho for all t > 0: k^2 rho and t times it",
        ("trilemma_groups", "instance_names"),
    ),
    # statements
    Fault(
        "indistinguishable with twice the delta",
        instance_two_points,
        "close",
        lambda f: lambda p, q, g, d: f(p, q, g, 2 * d),
        TWO,
        "two laws of sixths on three outcomes",
    ),
    Fault(
        "in-neighbours that take any value",
        instance_two_points,
        "in_neighbours",
        lambda _: (
            lambda data: (
                (*data[:i], x, *data[i + 1 :]) for i in range(len(data)) for x in range(5)
            )
        ),
        TWO,
        "in-neighbours of up to four records on {0, 1, 3}",
    ),
    Fault(
        "an erratum that is none: Lemma 4.1 is strict",
        instance_two_points,
        "strictly_less",
        _true,
        TWO,
        "Lemma 4.1 is not strict at delta = 0: randomised response with e^eps = 2",
    ),
    Fault(
        "an erratum that is none: nothing is exact at e^eps = 2",
        instance_two_points,
        "none_is_exact",
        _true,
        TWO,
        "two data sets: 2/3 on both is possible at e^eps = 2",
    ),
    Fault(
        "an erratum that is none: nothing is exact at e^eps = 4",
        instance_two_points,
        "some_error",
        _true,
        TWO,
        "three means: 2/3 on all is possible at e^eps = 4",
    ),
    Fault(
        "an erratum that is none: no private median",
        instance_two_points,
        "median_fails",
        _true,
        TWO,
        "the median of three bits: possible at e^eps = 7/5",
    ),
    Fault(
        "foreign events with all of the failures",
        instance_information,
        "FOREIGN",
        lambda _: Fraction(2, 3),
        INFORMATION,
        "foreign events: (1 - s)/m, at most 1/(3 m) for s >= 2/3",
    ),
    Fault(
        "a logarithm's base doubled: e^(3 KL) for e^(6 KL)",
        instance_information,
        "divergence_power",
        lambda f: lambda p, q: None if (v := f(p, q)) is None else v / 2,
        INFORMATION,
        "two and three laws of sixths",
        (INTERIOR,),
    ),
    Fault(
        "Fano's inequality with 1/N forgotten",
        instance_interior_point,
        "fano_power",
        lambda f: lambda n: f(n) / n,
        INTERIOR,
        "is above log N - log 2 - (1/3) log N",
    ),
    Fault(
        "an erratum that is none: a near point is interior",
        instance_interior_point,
        "interior",
        _true,
        INTERIOR,
        "a point within c w/n of the mean need not be interior: c = 2",
    ),
    Fault(
        "a rank error of one more",
        instance_interior_point,
        "has_rank_error",
        lambda f: lambda data, u, rank, tau, y: f(data, u, rank, tau + 1, y),
        INTERIOR,
        "padded data, up to six records",
    ),
    Fault(
        "a ball of one word less",
        instance_packing,
        "volume",
        _plus(-1),
        PACKING,
        "greedy codes, d up to 9",
    ),
    Fault(
        "codes with distances d/4",
        instance_packing,
        "greedy",
        lambda f: lambda d: f(max(d - 1, 0)),
        PACKING,
        "greedy codes, d up to 9",
    ),
    Fault(
        "an erratum that is none: sqrt(d/n) for d/n",
        instance_packing,
        "printed_step",
        _true,
        PACKING,
        "rho <= sqrt(d/n) does not give sqrt(d/(rho n)) >= 1: d = 1, n = 2, rho = 2/3",
    ),
    Fault(
        "an erratum that is none: the worst case is R_nbr",
        instance_packing,
        "worst_case_is_local",
        _true,
        PACKING,
        "the worst case is not R_nbr: n = 3, d = u = 1, rho = 1/39",
    ),
    Fault(
        "an erratum that is none: a ratio of 1",
        instance_packing,
        "ratio_may_be_one",
        _true,
        PACKING,
        "a ratio of 1 is impossible: n = 3, d = u = 1, rho = 1/18",
    ),
    Fault(
        "an erratum that is none: Lemma 4.2 for every eps",
        instance_packing,
        "constant_errs",
        _true,
        PACKING,
        "Lemma 4.2 for every n and eps: the estimate 0 at eps = 1/2",
    ),
    Fault(
        "the code's information in whole, not thirds",
        instance_packing,
        "least_code",
        scaled(Fraction(1, 3)),
        PACKING,
        "the code's information is at least d/16 from d = 15 on",
    ),
)
