"""What a stat request asks of a fast simulator: draws with each of the bugs whose power is
published.

Written from the definitions in vectors/*.md alone; right draws are in `releases.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from tests.lab.simulators import (
    histograms,
    instance,
    instance_messages,
    instance_mixed,
    observed,
    parts,
    samplers,
    silent,
    trilemma,
)
from tests.lab.simulators.laws import Draws, Rng, law, number
from tests.lab.simulators.records import ALTERED, Runs, runs
from tests.lab.simulators.releases import placed, right
from tests.lab.simulators.samplers import exactly

# ---- the bugs whose power the vectors publish: (object, params, input, event table, rng, n) -> draws ----

Bug = Callable[[str, dict[str, str], dict[str, Any], dict[str, float], Rng, int], Draws]


def _reparametrised(change: Callable[[dict[str, str]], dict[str, str]]) -> Bug:
    return lambda o, p, given, at, rng, n: right(o, p | change(p), given, rng, n)


def _with_records(change: Callable[[Runs], Runs]) -> Bug:
    return lambda o, p, given, at, rng, n: right(
        o,
        p,
        {"records": [{"value": x, "times": str(times)} for x, times in change(runs(given))]},
        rng,
        n,
    )


def _positive(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """52 % of what has a sign gets a positive one (of x + y in the plane, of x y for the
    two-dimensional staircase).
    """
    draws = right(o, p, given, rng, n)
    up = np.where(rng.random(n) < 0.52, 1.0, -1.0)
    if o == "staircase2d":
        return draws[0], np.abs(draws[1]) * np.sign(draws[0]) * up
    if len(draws) == 2:
        flip = np.where(
            draws[0] + draws[1] != 0, up * np.sign(np.round(draws[0] + draws[1], 6)), 1.0
        )
        return draws[0] * flip, draws[1] * flip
    centre = (
        number(given.get("center", "0"))
        if "data" not in given
        else at.get("above the mean", at.get("above the weighted mean", 0.0))
    )
    return (centre + np.abs(draws[0] - centre) * up,)


def _cut(name: str) -> Bug:
    def bug(
        o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
    ) -> Draws:
        draws = right(o, p, given, rng, n)
        centre = number(given.get("center", "0"))
        near = np.abs(draws[0] - centre) < at[name]
        return tuple(np.where(near, c, centre if i == 0 else 0.0) for i, c in enumerate(draws))

    return bug


def _double_zero(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """A half of the outcomes that are not zero is drawn again, as when zero comes from both
    signs.
    """
    found: list[np.ndarray] = []
    centre, left = number(given.get("center", "0")), n
    while left > 0:
        (x,) = right(o, p, given, rng, 2 * left + 64)
        x = x[(x == centre) | (rng.random(len(x)) < 0.5)][:left]
        found.append(x)
        left -= len(x)
    return (np.concatenate(found),)


def _redrawn(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    low, high = number(p["lower"]), number(p["upper"])
    (x,) = right(o, p | {"noise": "laplace"}, given, rng, 8 * n)
    return (x[(x > low) & (x < high)][:n],)


def _folded(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    x, y = right(o, p, given, rng, n)
    return x, np.abs(x + y) - x


def _rounded(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    return (np.round(law("laplace", p, rng, n)[0]) + number(given["center"]),)


def _fewer(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """The noise of a mean of the records that are not missing."""
    (x,) = right(o, p, given, rng, n)
    centre, size = at["above the mean"], len(given["data"])
    return (centre + (x - centre) * size / (size - given["data"].count("nan")),)


def _as_the_data(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """The sensitivity of the sum is what the records at hand move it by."""
    low, high = number(p["lower"]), number(p["upper"])
    shift = (low + high) / 2 if o == "shifted_mean" else 0.0
    moved = np.abs(np.clip([number(x) for x in given["data"]], low, high) - shift).max()
    return right(o, p | {"sum sensitivity": repr(float(moved))}, given, rng, n)


def _on_the_lattice(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    (x,) = right(o, p, given, rng, n)
    d = number(p.get("sensitivity", "1"))
    return (np.round(x / d) * d,)


def _less(p: dict[str, str], share: Fraction) -> dict[str, str]:
    """This share of the noise."""
    if "epsilons" in p:
        return {"noise factor": str(share)}
    if "sigma_squared" in p:
        return {"sigma_squared": str(Fraction(p["sigma_squared"]) * share**2)}
    epsilon = Fraction(p["epsilon"]) if "epsilon" in p else Fraction(-math.log(number(p["decay"])))
    return {"epsilon": str(epsilon / share)}


def _decay(p: dict[str, str]) -> float:
    return number(p["decay"]) if "decay" in p else math.exp(-number(p["epsilon"]))


FACTORS = (
    *trilemma.OBJECTS,
    *silent.OBJECTS,
    *instance.OBJECTS,
    *instance_mixed.OBJECTS,
    *instance_messages.OBJECTS,
    *parts.OBJECTS,
    *histograms.OBJECTS,
)


def _doubled(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """Half the noise: of a mechanism with two budgets, or of a law that has no epsilon, by its
    scale.
    """
    if o == "student_t":
        return right(o, p | {"scale": str(Fraction(p["scale"]) / 2)}, given, rng, n)
    return right(
        o,
        p | ({"noise factor": "1/2"} if o in FACTORS else _less(p, Fraction(1, 2))),
        given,
        rng,
        n,
    )


BUGS: dict[str, Bug] = {
    "half the noise": _doubled,
    "the whole epsilon on each draw": _doubled,
    "5 % too little noise": _reparametrised(lambda p: _less(p, Fraction(19, 20))),
    "sigma^2 taken for sigma": _reparametrised(
        lambda p: {"sigma_squared": str(Fraction(p["sigma_squared"]) ** 2)}
    ),
    "the sensitivity is left out": _reparametrised(lambda p: {"sensitivity": "1"}),
    "gamma swapped with 1 - gamma": _reparametrised(
        lambda p: {"gamma": str(1 - Fraction(p["gamma"]))}
    ),
    "52 % of the signs positive": _positive,
    "nothing beyond the far point": _cut("far out"),
    "nothing far out": _cut("|x| far out"),
    "zero from both signs": _double_zero,
    "rounded continuous noise": _rounded,
    "lattice noise": _on_the_lattice,
    "the same noise in both coordinates": lambda o, p, given, at, rng, n: (
        (right(o, p, given, rng, n)[0],) * 2
    ),
    "coordinates drawn apart": lambda o, p, given, at, rng, n: (
        right(o, p, given, rng, n)[0],
        right(o, p, given, rng, n)[1],
    ),
    "the sum moves by the width": _reparametrised(
        lambda p: {"sum sensitivity": str(Fraction(p["upper"]) - Fraction(p["lower"]))}
    ),
    "the noise is that of the records that are there": _fewer,
    "the sensitivity is that of the data": _as_the_data,
    "the quotient is not clipped": _reparametrised(lambda _: {"unclipped": "yes"}),
    "negative diagonals folded onto positive ones": _folded,
    "the scale for the largest epsilon": _reparametrised(lambda _: {"noise factor": "1/4"}),
    "the scale for the mean epsilon": _reparametrised(lambda _: {"noise factor": "2/5"}),
    "noise for the least epsilon": _reparametrised(lambda _: {"noise factor": "4"}),
    "the records are not weighted": _reparametrised(lambda _: {"unweighted": "yes"}),
    "the groups' weights exchanged": _reparametrised(lambda _: {"exchanged": "yes"}),
    "the second group has no noise": _reparametrised(lambda _: {"one noise": "yes"}),
    "chances linear in epsilon": _reparametrised(lambda _: {"linear": "yes"}),
    "the other edition": _reparametrised(
        lambda p: {"edition": {"printed": "corrected", "corrected": "printed"}[p["edition"]]}
    ),
    "noise where there is none": _reparametrised(lambda _: {"noisy": "yes"}),
    "everybody is sampled": _reparametrised(lambda _: {"everybody": "yes"}),
    "noise drawn again until it is within the bounds": _redrawn,
    "one degree of freedom more": _reparametrised(
        lambda p: {"degrees": str(int(p["degrees"]) + 1)}
    ),
    "nothing beyond eight scales": _cut("far out"),
    "records clipped to the bounds of the mean": _reparametrised(lambda _: {"no margin": "yes"}),
    "the noise of the bounds of the mean": _reparametrised(lambda _: {"narrow noise": "yes"}),
    "not divided by delta": _reparametrised(lambda _: {"undivided": "yes"}),
    "at most one is named": _reparametrised(lambda _: {"one at most": "yes"}),
    "nobody is named": _reparametrised(lambda _: {"nobody": "yes"}),
    "named twice as often": _reparametrised(lambda _: {"naming factor": "2"}),
    "a tail that is nearly Gaussian": _reparametrised(lambda _: {"light tail": "yes"}),
    "the scale of 1/n": _reparametrised(lambda _: {"plain scale": "yes"}),
    "no offset": _reparametrised(lambda _: {"other offset": "yes"}),
    "a random offset": _reparametrised(lambda _: {"other offset": "yes"}),
    "the noise of the first stage": _reparametrised(lambda _: {"first stage": "yes"}),
    "one noise for both blocks": _reparametrised(lambda _: {"one noise": "yes"}),
    "the noise of all records": _doubled,
    "the whole budget for each count": _reparametrised(lambda _: {"whole budget": "yes"}),
    "right where the noisy count equals the rank": _reparametrised(
        lambda _: {"right at ties": "yes"}
    ),
    "one count less is budgeted": _reparametrised(lambda _: {"count forgotten": "yes"}),
    "the standard deviation for the variance": _reparametrised(lambda _: {"deviation": "yes"}),
    "norms are not clipped": _reparametrised(lambda _: {"no clip": "yes"}),
    "the whole budget for each step": _reparametrised(lambda _: {"whole rho": "yes"}),
    "the whole budget for each coordinate": _reparametrised(lambda _: {"whole coordinate": "yes"}),
    "one noise for all users": _reparametrised(lambda _: {"one noise": "yes"}),
    "no noise before the last step": _reparametrised(lambda _: {"last only": "yes"}),
    "no answer is turned": _reparametrised(lambda _: {"never turned": "yes"}),
    "one noise for all coordinates": _reparametrised(lambda _: {"one noise": "yes"}),
    "nothing beyond three scales": _cut("far out"),
    "nothing beyond the farthest point": _cut("farthest out"),
    "a noisy count below 1 is divided by": _reparametrised(lambda _: {"least": "-10000"}),
    "a noisy count below 0 becomes 0, and the quotient infinite": _reparametrised(
        lambda _: {"least": "1/1000000000"}
    ),
    "a noisy count below 2 becomes 2": _reparametrised(lambda _: {"least": "2"}),
    "the noise of the count is not rounded, nor the count raised: Algorithm 2": lambda o, p, given, at, rng, n: (
        right("shifted_mean", p, given, rng, n)
    ),
    "the noise of the count is discrete Laplace noise": _reparametrised(
        lambda _: {"discrete": "yes"}
    ),
    "the whole epsilon on the sum": _reparametrised(lambda _: {"sum factor": "1/2"}),
    "the whole epsilon on the count": _reparametrised(lambda _: {"count factor": "1/2"}),
    "the midpoint is 0": _reparametrised(lambda _: {"middle": "0"}),
    "the midpoint is half the width": _reparametrised(
        lambda p: {"middle": str((Fraction(p["upper"]) - Fraction(p["lower"])) / 2)}
    ),
    **{name: _with_records(change) for name, change in ALTERED.items()},
}


def _integer(p: dict[str, str]) -> dict[str, str]:
    """Noise for a sensitivity of 2 in place of 7/4, of a mean or of a sum."""
    return (
        {"epsilon": str(Fraction(p["epsilon"]) * Fraction(7, 8))}
        if "noise" in p
        else {"sum factor": "8/7"}
    )


BUGS |= {
    "all tails together": _reparametrised(lambda _: {"tails": "together"}),
    "the default gamma is 1/2": _reparametrised(lambda _: {"gamma": "1/2"}),
    "one noise for both sums": _reparametrised(lambda _: {"one noise": "yes"}),
    "the count has no noise": _reparametrised(lambda _: {"count factor": "0"}),
    "the count's noise is halved": _reparametrised(lambda _: {"count factor": "1/2"}),
    "the sum's noise is halved": _reparametrised(lambda _: {"sum factor": "1/2"}),
    "the sensitivity is an integer": _reparametrised(_integer),
}


def _of_steps(name: str) -> Bug:
    """The bug, asked for by a parameter where a step is observed."""

    def bug(
        o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
    ) -> Draws:
        if "observe" in given:
            return observed.step(o, p | observed.FLAGS[name], given, rng, n)
        return elsewhere(o, p, given, at, rng, n)

    elsewhere = BUGS.get(name, _reparametrised(lambda p: p))
    return bug


BUGS |= {name: _of_steps(name) for name in observed.FLAGS}
BUGS |= {
    "what is named lies beyond the bounds of the mean": _reparametrised(
        lambda _: {"kept": "bounds"}
    ),
    "the records themselves are named": _reparametrised(lambda _: {"kept": "nothing"}),
    "ties are rounded up": _reparametrised(lambda _: {"ties": "up"}),
    "half the noise in the threshold": _reparametrised(lambda _: {"half threshold": "yes"}),
    "the last record is never picked": _reparametrised(lambda _: {"last never": "yes"}),
    "each record is named by itself": _reparametrised(lambda _: {"variant": "independent"}),
    "one coin for both records": _reparametrised(lambda _: {"one coin": "yes"}),
    "one coin for the users who are alike": _reparametrised(lambda _: {"one coin": "yes"}),
    "a rank of at least 1, as printed": _reparametrised(lambda _: {"edition": "printed"}),
    "the paper's constants": _reparametrised(lambda _: {"constants": "paper"}),
    "the midpoint, as with Laplace noise": _reparametrised(lambda _: {"noise": "laplace"}),
    "noise on the integers": _reparametrised(lambda _: {"noise": "discrete_gaussian"}),
    "the noise of all records, not of the sample": _reparametrised(lambda _: {"whole size": "yes"}),
    "beta is 1/10, whatever is asked for": _reparametrised(lambda _: {"beta": "1/10"}),
    "nobody may stay silent": _reparametrised(lambda _: {"dropouts": "0"}),
    "the first records are the sample": _reparametrised(lambda _: {"first": "yes"}),
    "the count's noise is drawn again until it is within its range": _reparametrised(
        lambda _: {"redrawn": "yes"}
    ),
    "the rank is less by both terms": _reparametrised(lambda _: {"beta": "1/57"}),
    "clipped records are rounded up": _reparametrised(lambda _: {"rounded up": "yes"}),
}
BUGS |= {
    "rho is taken twice": _reparametrised(lambda _: {"variance": "1/2"}),
    "a user has one record": _reparametrised(lambda _: {"contribution": "1"}),
    "the variance grows with the number itself": _reparametrised(
        lambda p: {"contribution": str(math.isqrt(int(p["contribution"])))}
    ),
    "the classical formula beyond epsilon 1": _reparametrised(
        lambda p: {
            "share of deviation": str(
                math.sqrt(2 * math.log(1.25 / number(p["delta"])))
                / number(p["epsilon"])
                / parts.least(number(p["epsilon"]), number(p["delta"]))
            )
        }
    ),
    "rho is epsilon^2/2": _reparametrised(
        lambda p: {
            "share of deviation": str(
                1 / number(p["epsilon"]) / parts.least(number(p["epsilon"]), number(p["delta"]))
            )
        }
    ),
    "delta is 1/100, whatever is asked for": _reparametrised(lambda _: {"delta": "1/100"}),
    "epsilon is taken twice": _reparametrised(
        lambda p: {"epsilon": str(2 * Fraction(p["epsilon"]))}
    ),
    "twice epsilon": _reparametrised(lambda p: {"epsilon": str(2 * Fraction(p["epsilon"]))}),
    "half of epsilon": _reparametrised(lambda p: {"epsilon": str(Fraction(p["epsilon"]) / 2)}),
    "kept with the probability of a true answer": _reparametrised(
        lambda p: {"kept with": repr(1 / (1 + (int(p["categories"]) - 1) * _decay(p)))}
    ),
    "the coin of two categories": _reparametrised(
        lambda p: {"epsilon": repr(-math.log(_decay(p) / (int(p["categories"]) - 1)))}
    ),
    "a random answer is never her own": _reparametrised(
        lambda p: {"random below": str(int(p["categories"]) - 1)}
    ),
    "the last category is never a random answer": _reparametrised(
        lambda p: {"random below": str(int(p["categories"]) - 1)}
    ),
    "rounded up": _reparametrised(lambda _: {"instead": "3"}),
    "taken modulo the categories": _reparametrised(lambda _: {"instead": "1"}),
    "a missing record is a random answer": _reparametrised(lambda _: {"kept with": "0"}),
    "an infinite record is a random answer": _reparametrised(lambda _: {"kept with": "0"}),
    "a record far from the others is no part of the sum": _with_records(
        lambda r: [(r[0][0], sum(times for _, times in r))]
    ),
    "no noise where it is rare": lambda o, p, given, at, rng, n: (
        np.full(n, at.get("the count itself", at.get("the sum itself", 0.0))),
    ),
    "the last records are left out": _with_records(lambda r: [(r[0][0], 100000)]),
    "the sum wraps in 32 bits": _with_records(lambda r: [(r[0][0], 1215), *r[1:]]),
    "the sum wraps in 16 bits": _with_records(
        lambda r: [("100", 155), (r[1][0], r[1][1]), ("36", 1)]
    ),
    "one noise for all categories": _reparametrised(lambda _: {"one noise": "yes"}),
    "no noise without a record": _reparametrised(lambda _: {"silent": "yes"}),
    "the noise of replaced records": _reparametrised(lambda _: {"neighbors": "replace-one"}),
    "the noise of added records": _reparametrised(lambda _: {"neighbors": "add-or-remove-one"}),
    "noise for the change of all counts together": _reparametrised(lambda _: {"variance": "2"}),
    "records outside are left out": _reparametrised(lambda _: {"no clip": "yes"}),
    "half goes up": _reparametrised(lambda _: {"half up": "yes"}),
    "the threshold is compared with the count before the noise": _reparametrised(
        lambda _: {"of counts": "yes"}
    ),
    "a category without a record is shown, too": _reparametrised(lambda _: {"empty too": "yes"}),
    "a threshold of half a record less": _reparametrised(lambda _: {"count_threshold": "5/2"}),
    "the threshold of a user of two records": _reparametrised(lambda _: {"contribution": "2"}),
    "what equals the threshold is not shown": _reparametrised(lambda _: {"count_threshold": "3"}),
    "a threshold of 1": _reparametrised(lambda _: {"count_threshold": "1"}),
    "one record is always shown": _reparametrised(lambda _: {"all shown": "yes"}),
    "a value below 0 stays": _reparametrised(lambda _: {"clamp": "none"}),
    "negative counts become 0": _reparametrised(lambda _: {"clamp": "zero"}),
    "missing records are counted, too": _reparametrised(lambda _: {"all rows": "yes"}),
    "missing records count as the lower bound": _reparametrised(lambda _: {"missing low": "yes"}),
    "whole noise": _reparametrised(lambda _: {"rounded": "yes"}),
    "the release is rounded to whole numbers": _reparametrised(lambda _: {"rounded": "yes"}),
    "nothing beyond 24": _reparametrised(lambda _: {"at most": "24"}),
    "the upper bound alone": _reparametrised(
        lambda p: {"share of sensitivity": "2/5" if p.get("neighbors") == "replace-one" else "2/3"}
    ),
    "the larger bound in place of the width": _reparametrised(
        lambda _: {"neighbors": "add-or-remove-one"}
    ),
    "the width in place of the larger bound": _reparametrised(
        lambda _: {"neighbors": "replace-one"}
    ),
    "records are not clipped": _reparametrised(lambda _: {"no clip": "yes"}),
    "a lattice of steps of 1": _reparametrised(lambda _: {"unit": "1"}),
    "one of a thousand records is lost": _with_records(
        lambda r: [(r[0][0], r[0][1] - (100 if len(r) == 2 else 200)), *r[1:2]]
    ),
}


def _at_the_centre(bug: Bug) -> Bug:
    """The bug on a centre that no double is: that on 0, moved exactly; and integers that no double
    holds, whatever the bug has made of them.
    """

    def moved(
        o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
    ) -> Draws:
        center = given.get("center", "0")
        if number(center) == Fraction(center):
            found = bug(o, p, given, at, rng, n)
            return tuple(exactly(x, "0") if x.dtype == object else x for x in found)
        x, *rest = bug(o, p, given | {"center": "0"}, at, rng, n)
        return (placed(x, center), *rest)

    return moved


def _in_doubles(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    (x,) = right(o, p, given | {"center": "0"}, rng, n)
    return (x + number(given["center"]),)


def _one_side(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """The size of the noise alone."""
    center = given.get("center", "0")
    (x,) = right(o, p, given | {"center": "0"}, rng, n)
    return (placed(np.abs(x), center),)


def _rounded_to_doubles(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    return (right(o, p, given, rng, n)[0].astype(float),)


def _in_singles(
    o: str, p: dict[str, str], given: dict[str, Any], at: dict[str, float], rng: Rng, n: int
) -> Draws:
    """The difference of two exponential variates of 24 bits, each cut to a whole number."""
    scale = np.float32(float(samplers.scale_of(p)))
    one, other = (
        np.floor(rng.standard_exponential(n, dtype=np.float32) * scale).astype(float)
        for _ in range(2)
    )
    return (one - other + number(given["center"]),)


BUGS |= {
    "noise on one side only": _one_side,
    "noise in single precision": _in_singles,
    "parameters in 32 bits": _reparametrised(samplers.in_32_bits),
    "uniform numbers of 32 bits": lambda o, p, given, at, rng, n: (
        placed(samplers.short_uniform(rng, p, n), given["center"]),
    ),
    "whole numbers computed in doubles": _rounded_to_doubles,
}
BUGS = {name: _at_the_centre(bug) for name, bug in BUGS.items()} | {
    "noise is added in doubles": _in_doubles
}
