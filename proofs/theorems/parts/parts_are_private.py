"""A count and a bounded sum have the sensitivities for which their noise is made, under both
relations and for users of any number of records.

Claim.       For all lower < upper and users of at most k records: a user's records, clipped, change the sum by at most
             k max(|lower|, |upper|) where they are added or removed and by at most k (upper -
             lower) where as many others replace them, and by as much for some records; they change
             the count by at most k under either relation, missing ones included. Rounding to the
             nearest multiple of a unit of which both bounds are multiples leaves no bound. The
             output is a function of the noisy number, and the noise is that of the sensitivity; for four
             pairs of an epsilon and a delta it is enough, and a thousandth less is not.
Source.      vectors/parts.md; Dwork, McSherry, Nissim, Smith (2006).
Derivation.  By induction on the records of a user: the steps add one record to a user whose records change the number
             by at most the shipped sensitivity for k, and find that of k + 1. What the noise loses
             under a shift by the sensitivity is laplace_laws, discrete_laws and discrete_gaussian_law.
Trusted.     densities_decide, post_processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from dpmean.catalogue.mechanisms import build
from dpmean.distributions.gaussian import Gaussian
from dpmean.distributions.multiples import Multiples
from dpmean.exact.enclosure import compare
from dpmean.mechanisms.parts.bounded_sum import (
    change_of_record,
    change_of_sum,
    change_of_user,
    on_multiples,
)
from dpmean.mechanisms.parts.count import change_of_count
from dpmean.privacy.neighbors import Neighbors
from dpmean.programs.run import run

from ...kernel.formulas import NONNEGATIVE, POSITIVE, Ring
from ...kernel.rules import counterexample, exhaustive, identity, smt
from ...kernel.tracing import INT, REAL
from ...theorem import Theorem

ADDED, REPLACED = Neighbors.ADD_OR_REMOVE_ONE, Neighbors.REPLACE_ONE
BOUNDS = {"l": REAL, "u": REAL}
RECORDS = {**BOUNDS, "x": REAL, "y": REAL}
# `t` is what some records of a user move the sum by, which is at most `m`
USER = {**RECORDS, "t": REAL, "m": REAL}
R = Ring({"k": NONNEGATIVE, "m": POSITIVE})
NOISES = (
    {"noise": "laplace", "epsilon": "2"},
    {"noise": "discrete_laplace", "epsilon": "2"},
    {"noise": "gaussian", "rho": "2"},
    {"noise": "discrete_gaussian", "rho": "2"},
)
PAIRS = (("2", "1/1000"), ("1/10", "1/1000000"), ("16", "1/1024"), ("1", "1/2"))
NEARLY = Fraction(999, 1000)
SMALL = (("0", "1", "1/2"), ("-3", "1", "1"), ("2", "5/2", "1/4"), ("-3", "-1", "1"))
DOMAIN = (None, "-inf", "-2", "0", "1/3", "7")


def inside(v: Any) -> Any:
    """State that l < u and that x and y lie between them."""
    return (v.l < v.u) and (v.x >= v.l) and (v.x <= v.u) and (v.y >= v.l) and (v.y <= v.u)


def clipped(v: Any) -> Any:
    """Return x clipped to [l, u]."""
    return max(v.l, min(v.x, v.u))


def mechanisms() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield both parts with every noise, relation and contribution, clamped where that is possible."""
    for noise in NOISES:
        for neighbors in (ADDED.value, REPLACED.value):
            for most in ("1", "2"):
                base = {**noise, "neighbors": neighbors, "contribution": most}
                for clamp in ("none", "zero"):
                    yield "count", {**base, "clamp": clamp}
                for lower, upper, unit in SMALL:
                    more = {"unit": unit} if noise["noise"].startswith("discrete") else {}
                    clamp = "none" if Fraction(lower) < 0 else "zero"
                    yield (
                        "bounded_sum",
                        {**base, **more, "lower": lower, "upper": upper, "clamp": clamp},
                    )


def of_pairs() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield both parts with the noise of an epsilon and a delta."""
    for epsilon, delta in PAIRS:
        noise = {"noise": "analytic_gaussian", "epsilon": epsilon, "delta": delta}
        for neighbors in (ADDED.value, REPLACED.value):
            for most in ("1", "2"):
                base = {**noise, "neighbors": neighbors, "contribution": most}
                yield "count", {**base, "clamp": "zero"}
                for lower, upper, _ in SMALL:
                    yield "bounded_sum", {**base, "lower": lower, "upper": upper}


def exact(made: Any, data: tuple[Any, ...]) -> Fraction:
    """Return the number to which the shipped program adds noise."""
    steps = dict(run(made.program(data), lambda _: Fraction(0)).steps)
    found: Fraction = steps["count" if "count" in steps else "exact_sum"]
    return found


def moves_by_the_sensitivity(case: tuple[str, dict[str, str]]) -> bool:
    """Check that the largest change of the exact number between neighbours is the shipped
    sensitivity.
    """
    name, params = case
    made, most = build(name, params), int(params["contribution"])
    users = [
        mine for size in range(most + 1) for mine in combinations_with_replacement(DOMAIN, size)
    ]
    for others in ((), ("1", None)):
        at = {mine: exact(made, (*others, *mine)) for mine in users}
        moves = [
            abs(at[one] - at[other])
            for one in users
            for other in (users if made.relation is REPLACED else [()])
            if made.relation is ADDED or len(one) == len(other)
        ]
        if max(moves) != made.sensitivity:
            return False
    return True


def noise_is_that_of_the_sensitivity(case: tuple[str, dict[str, str]]) -> bool:
    """Check that the noise drawn loses exactly epsilon, or rho, under a shift by the sensitivity."""
    made = build(*case)
    law: Any = made.law
    d = made.sensitivity
    steps: Any = law.steps if isinstance(law, Multiples) else law
    by = d / law.unit if isinstance(law, Multiples) else d
    if made.decay is not None:
        return bool(steps.privacy_loss(by).value(made.epsilon) == made.epsilon == 2)
    return bool(by**2 / (2 * steps.sigma_squared) == made.rho == 2)


def noise_is_enough_and_no_more(case: tuple[str, dict[str, str]]) -> bool:
    """Check that what the noise drawn loses beyond epsilon under a shift by the sensitivity is at
    most delta, and more with a thousandth less of it.
    """
    made = build(*case)
    law: Any = made.law
    assert made.decay is not None
    assert made.delta is not None
    less = Gaussian(law.sigma_squared * NEARLY**2)
    lost, more = (x.hockey_stick(made.sensitivity, made.decay.power(-1)) for x in (law, less))
    return compare(lost, made.delta) <= 0 < compare(more, made.delta)


def only_the_noisy_number(case: tuple[str, dict[str, str]]) -> bool:
    """Check that the output is max(0, noisy) or noisy, whatever the records are."""
    made = build(*case)
    for data in ((), ("1/3",), (None, "-5", "inf")):
        for noise in (Fraction(-7), Fraction(-1, 2), Fraction(0), Fraction(5, 2)):
            ran = run(made.program(data), partial(_always, noise))
            noisy = exact(made, data) + noise
            if ran.output != (max(Fraction(0), noisy) if made.clamp == "zero" else noisy):
                return False
    return True


def _always(noise: Fraction, draw: object) -> Fraction:
    del draw
    return noise


def nearest_of(case: tuple[Fraction, Fraction]) -> bool:
    """Check that the shipped rounding gives an integer number of units, at most half of one away."""
    x, unit = case
    steps = on_multiples(x, unit) / unit
    return steps.denominator == 1 and 2 * abs(x / unit - steps) <= 1


def roundings() -> Iterator[tuple[Fraction, Fraction]]:
    """Yield numbers and units."""
    for unit in (Fraction(1), Fraction(1, 3), Fraction(5, 2)):
        for i in range(-24, 25):
            yield Fraction(i, 8), unit


def width_is_enough(bounds: tuple[int, int]) -> bool:
    """Tell whether adding a record moves the sum by at most upper - lower."""
    lower, upper = bounds
    return bool(change_of_sum(lower, upper, 1, ADDED) <= change_of_sum(lower, upper, 1, REPLACED))


STEPS = (
    smt(
        "a clipped record lies in the bounds",
        {**BOUNDS, "x": REAL},
        lambda v: v.l < v.u,
        lambda v: clipped(v) >= v.l and clipped(v) <= v.u,
        lambda v: min(v.x, v.u) >= v.l,
    ),
    smt(
        "one record more changes a sum by at most its sensitivity for one record",
        RECORDS,
        inside,
        lambda v: abs(v.x) <= change_of_sum(v.l, v.u, 1, ADDED),
        lambda v: abs(v.x) <= change_of_sum(v.l, v.u, 1, REPLACED),
    ),
    smt(
        "and by as much for a record at a bound",
        BOUNDS,
        lambda v: v.l < v.u,
        lambda v: (
            abs(v.l) == change_of_sum(v.l, v.u, 1, ADDED)
            or abs(v.u) == change_of_sum(v.l, v.u, 1, ADDED)
        ),
        lambda v: abs(v.u) == change_of_sum(v.l, v.u, 1, ADDED),
    ),
    smt(
        "a record more changes the sum by at most that more than the other records of its user",
        USER,
        lambda v: inside(v) and abs(v.t) <= v.m,
        lambda v: abs(v.t + v.x) <= v.m + change_of_record(v.l, v.u, ADDED),
        lambda v: abs(v.t + v.x) <= v.m,
    ),
    identity(
        "which is what the shipped sensitivity is for one record of a user more",
        R,
        lambda k, m: (change_of_user(k + 1, m), change_of_user(k, m) + m),
    ),
    smt(
        "one record replaced changes a sum by at most its sensitivity for one record",
        RECORDS,
        inside,
        lambda v: abs(v.x - v.y) <= change_of_sum(v.l, v.u, 1, REPLACED),
        lambda v: abs(v.x - v.y) <= change_of_sum(v.l, v.u, 1, ADDED),
    ),
    smt(
        "a record replaced changes the sum by at most that more than the other records of its user",
        USER,
        lambda v: inside(v) and abs(v.t) <= v.m,
        lambda v: abs(v.t + v.x - v.y) <= v.m + change_of_record(v.l, v.u, REPLACED),
        lambda v: abs(v.t + v.x - v.y) <= v.m + change_of_record(v.l, v.u, ADDED),
    ),
    smt(
        "a user with one record more, there or missing, changes a count by at most one more",
        {"k": INT, "t": INT, "i": INT, "j": INT},
        lambda v: (
            v.k >= 0
            and abs(v.t) <= change_of_count(v.k)
            and v.i >= 0
            and v.i <= 1
            and v.j >= 0
            and v.j <= 1
        ),
        lambda v: abs(v.t + v.i - v.j) <= change_of_count(v.k + 1),
        lambda v: abs(v.t + v.i - v.j) <= change_of_count(v.k),
    ),
    smt(
        "a record rounded to the nearest whole number of units stays in bounds that are such",
        {"a": INT, "b": INT, "r": INT, "x": REAL},
        lambda v: v.x >= v.a and v.x <= v.b and 2 * (v.x - v.r) <= 1 and 2 * (v.r - v.x) <= 1,
        lambda v: v.r >= v.a and v.r <= v.b,
        lambda v: v.r >= v.x,
    ),
    exhaustive(
        "the shipped rounding is to the nearest whole number of units", roundings, nearest_of
    ),
    exhaustive(
        "the shipped programs move by their sensitivity, on all small data sets and users",
        mechanisms,
        moves_by_the_sensitivity,
    ),
    exhaustive(
        "the noise drawn loses exactly epsilon, or rho, under a shift by the sensitivity",
        mechanisms,
        noise_is_that_of_the_sensitivity,
        ("densities_decide",),
    ),
    exhaustive(
        "the noise drawn for an epsilon and a delta is enough, and a thousandth less of it is not",
        of_pairs,
        noise_is_enough_and_no_more,
        ("densities_decide",),
    ),
    exhaustive(
        "the output is a function of the noisy number",
        mechanisms,
        only_the_noisy_number,
        ("post_processing",),
    ),
    counterexample(
        "upper - lower is too little where a record is added to a sum of bounds beyond 0",
        width_is_enough,
        (1, 2),
        lambda: ((0, 1), (-1, 1), (-1, 0)),
    ),
)


def holds(lower: Fraction, width: Fraction, shares: list[Fraction]) -> bool:
    """Check the shipped program on a random data set: its last record, and a user of all records,
    move the sum by at most the sensitivity.
    """
    params = {"noise": "laplace", "epsilon": "1", "lower": lower, "upper": lower + width}
    data = tuple(lower + width * (3 * s - 1) for s in shares)
    one = build("bounded_sum", params)
    all_ = build("bounded_sum", {**params, "contribution": max(1, len(data))})
    return not data or (
        abs(exact(one, data) - exact(one, data[:-1])) <= one.sensitivity
        and abs(exact(all_, data)) <= all_.sensitivity
    )


THEOREM = Theorem(
    id="parts_are_private",
    title="A count and a bounded sum have the sensitivities for which their noise is made",
    statement="for users of any number of records, under add-or-remove-one and replace-one, clipped records "
    "change the sum by at most k max(|lower|, |upper|) and k (upper - lower), and the count by at most k",
    source="Dwork, McSherry, Nissim, Smith 2006",
    steps=STEPS,
    covers=("count.sensitivity", "bounded_sum.sensitivity"),
    programs=("count", "bounded_sum"),
    depends_on=("laplace_laws", "discrete_laws", "discrete_gaussian_law"),
    holds=holds,
)
