"""The plan of the `stat` vectors of the local and the shuffle model, of one coordinate and with few users: mixtures
over all that their messages may be.

What may be put here: the law of such a release, right and with a known bug. The randomness of messages is of three
kinds: answers with rational chances, which are enumerated;
discrete Gaussian noise of one user or two, and discrete Laplace noise to which all shares add up, both by their
distribution functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from ....catalogue.mechanisms import build
from ....distributions.discrete_laplace import DiscreteLaplace
from ....mechanisms.instance.local_coordinates import LocalCoordinateMean
from ....mechanisms.instance.local_mean import LocalClippedMean, local_rank
from ....mechanisms.instance.local_response import Response, keep_for
from ....mechanisms.instance.local_tree import Counts, Tree, entry
from ....mechanisms.instance.shifted import median_rank
from ....mechanisms.instance.shuffle_budget import Phase
from ....mechanisms.instance.shuffle_mean import ShuffledClippedMean
from ....mechanisms.instance.table import Rows, coordinate, rows_of
from ....mechanisms.instance.users import records_of
from ....parameters.declared import Decay
from ...kinds.stat import HALF
from ...vectors import Vector
from .stat import chances
from .stat_mixed import COORDINATE, COUNT, LEAST, NOISE, RANK, STEP, TURN, USERS, Case, Wrong, gaussian, mixed, twice

_ONE = Fraction(1)


def bins(mechanism: LocalCoordinateMean, votes: Sequence[int], keep: Fraction) -> dict[int, Fraction]:
    """Which bin has most ones: the lowest of those that have as many."""
    side, found = mechanism.side, dict[int, Fraction]()

    def ones(k: int) -> list[Fraction]:
        """The chances of 0, 1, ... ones."""
        law = [_ONE]
        for at in votes:
            one = keep if k == at else 1 - keep
            law = [a * (1 - one) + b * one for a, b in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
        return law

    laws = {k: ones(k) for k in range(-side, side + 1)}
    for o in laws:
        found[o] = Fraction(0)
        for m in range(len(votes) + 1):
            below_it = prod((sum(laws[k][:m], Fraction(0)) for k in range(-side, o)), start=_ONE)
            above_it = prod((sum(laws[k][: m + 1], Fraction(0)) for k in range(o + 1, side + 1)), start=_ONE)
            found[o] += laws[o][m] * below_it * above_it
    return found


def voted(mechanism: LocalCoordinateMean, data: list[list[str]], wrong: Wrong, j: int = 0) -> Iterator[Case]:
    """Coordinate j: the first half of the users vote, one or two others send."""
    m, b, s, half = mechanism, mechanism.bucket_width, mechanism.sigma_max, mechanism.half
    rows = [row[j] for row in rows_of(data, m.n, m.d)]
    share = m.rho if wrong.whole_rho else m.rho / 2 if wrong.whole_coordinates else None
    keep = _ONE if not wrong.turns else m.response.keep if share is None else keep_for(share, m.constants)
    variance = m.noise * wrong.noise**2 / (m.d if wrong.whole_coordinates else 1)
    votes = [coordinate(x, -m.side, m.side, s) for x in rows[: m.n // 2]]
    for o, chance in bins(m, votes, keep).items():
        center = round(o * s / b)
        sent = [coordinate(x, center - half, center + half, b) for x in rows[m.n // 2 :]]
        law = gaussian(variance) if len(sent) == 1 else twice(variance, wrong.reused)
        yield Case(chance, sum(sent) * b / len(sent), b / len(sent), law)


def answered(tree: Tree, value: int, keep: Fraction) -> dict[tuple[int, int, int], Fraction]:
    """All answers of one user, with their chances."""
    found: dict[tuple[int, int, int], Fraction] = {}
    for level in range(1, tree.height + 1):
        for index in range(1 << level):
            truth = entry(index, (value - tree.low) >> (tree.height - level))
            for sign, chance in ((truth, keep), (-truth, 1 - keep)):
                found[level, index, sign] = chance / (tree.height << level)
    return found


def found_by(tree: Tree, values: Sequence[int], rank: int, wrong: Wrong, rho: Fraction, constants: str) -> dict[int,
        Fraction]:
    """What the aggregator selects after everybody's answer."""
    used = replace(tree, response=Response(keep_for(rho, constants))) if wrong.whole_rho else tree
    keep = used.response.keep if wrong.turns else _ONE
    found: dict[int, Fraction] = {}
    for answers in product(*(answered(used, v, keep).items() for v in values)):
        at = Counts(used, len(values), [answer for answer, _ in answers]).select(rank + wrong.later)
        found[at] = found.get(at, Fraction(0)) + prod((chance for _, chance in answers), start=_ONE)
    return found


def locally(mechanism: LocalClippedMean, data: list[list[str]], wrong: Wrong) -> Iterator[Case]:
    """One user or two: their sign, their answers for the median and for the threshold, their noise."""
    m, values = mechanism, [row[0] for row in records_of(data, mechanism.n, 1, mechanism.u)]
    rank, unit = local_rank(1, m.n, m.vector_rho), Fraction(1, m.n * m.steps)
    for sign in (1, -1):
        for center, median in found_by(m.median_tree, [sign * v for v in values], median_rank(m.n), wrong, m.rho,
                m.constants).items():
            around = [sign * v - center for v in values]
            for squared, chance in found_by(m.norm_tree, [v * v for v in around], rank, wrong, m.rho,
                    m.constants).items():
                total = Rows([[v] for v in around], 1).clipped_sum(Fraction(squared), m.steps)[0]
                variance = m.vector_variance(Fraction(squared)) * wrong.noise**2 * (m.vector_rho / m.rho
                    if wrong.whole_rho else 1)
                yield Case(HALF * median * chance, sign * (center + total * unit), unit,
                    gaussian(variance) if m.n == 1 else twice(variance, wrong.reused))


def laplace(phase: Phase, sensitivity: int, wrong: Wrong) -> DiscreteLaplace:
    """The noise of one sum, when all users are there."""
    epsilon = phase.epsilon if wrong.whole_counts else phase.decay.epsilon
    return DiscreteLaplace(Decay.from_epsilon(epsilon / wrong.noise), Fraction(sensitivity))


def shuffled(mechanism: ShuffledClippedMean, data: list[list[str]], wrong: Wrong) -> Iterator[Case]:
    """Both signs, all medians and thresholds; a sum is not wrapped around its modulus but for less than 10^-9."""
    m, values = mechanism, [row[0] for row in records_of(data, mechanism.n, 1, mechanism.u)]
    medians, thresholds, means = m.phases

    def searched(of: Sequence[int], low: int, high: int, rank: int, phase: Phase, start: Any) -> dict[int, Any]:
        return chances(low, high, lambda top: sum(v <= top for v in of), rank + wrong.later, laplace(phase, 1, wrong),
            start, LEAST)

    for sign in (1, -1):
        turned = [sign * v for v in values]
        for center, median in searched(turned, -m.reach, m.reach, median_rank(m.n), medians, HALF).items():
            around = [v - center for v in turned]
            for squared, chance in searched([v * v for v in around], 0, m.high, m.rank, thresholds, median).items():
                if not squared:
                    yield Case(chance, Fraction(sign * center), _ONE)
                    continue
                most, unit = m.clip(Fraction(squared)), Fraction(1, m.n * m.steps)
                each = [Rows([[v]], 1).clipped_sum(Fraction(squared), m.steps)[0] for v in around]
                total = sum(max(-most, min(v, most)) for v in each)
                yield Case(chance, sign * (center + total * unit), unit, laplace(means, 2 * most, wrong))


LAWS: dict[str, Callable[[Any, list[list[str]], Wrong], Iterator[Case]]] = {"local_coordinate_mean": voted,
    "local_clipped_mean": locally, "shuffled_clipped_mean": shuffled}


def _messages(object_: str, given: dict[str, str], data: list[list[str]], middle: str, scale: str,
        bugs: tuple[str, ...], why: str) -> Vector:
    params = {"d": str(len(data[0])), "n": str(len(data)), **given}
    mechanism = build(object_, params)
    senders = mechanism.n - mechanism.n // 2
    unit = mechanism.bucket_width / senders if object_ == "local_coordinate_mean" else Fraction(1,
        mechanism.n * mechanism.steps)
    other = (lambda wrong: list(voted(mechanism, data, wrong, 1))) if mechanism.d == 2 else None
    return mixed(object_, params, data, lambda wrong: list(LAWS[object_](mechanism, data, wrong)),
        (middle, scale, unit), bugs, why, other)


def message_vectors() -> Iterator[Vector]:
    """All stat vectors of these mechanisms."""
    beta = {"beta": "9/10"}
    yield _messages("local_coordinate_mean", {"rho": "2", "radius": "4", "sigma_max": "2", **beta}, [["1"], ["1000"]],
        "9", "9", (NOISE, STEP, TURN), "one user votes among five bins, the other is clipped around what was voted for")
    yield _messages("local_coordinate_mean",
        {"rho": "6", "radius": "6", "sigma_max": "1", "constants": "exact", **beta}, [["3"], ["-50"]], "-5", "4",
        (NOISE, STEP, TURN), "thirteen bins, the sharper cost of an answer")
    yield _messages("local_coordinate_mean", {"rho": "12", "radius": "3", "sigma_max": "1", **beta},
        [["1", "-2"], ["50", "0"]], "9/2", "3", (NOISE, COORDINATE, TURN),
        "two coordinates share the budget; the first one is looked at")
    yield _messages("local_coordinate_mean", {"rho": "8", "radius": "2", "sigma_max": "1", **beta},
        [["1"], ["-1"], ["50"], ["50"]], "4", "2", (NOISE, USERS, TURN),
        "two voters, two senders whose noises must not be one")
    yield _messages("local_clipped_mean", {"rho": "1/4", "u": "1"}, [["0"]], "1/2", "4", (NOISE, STEP, TURN),
        "a single user with little budget: an answer for the median, one for the threshold, a noisy vector")
    yield _messages("local_clipped_mean", {"rho": "3", "u": "1"}, [["0"]], "1/2", "2", (NOISE, STEP, TURN),
        "a single user")
    yield _messages("local_clipped_mean", {"rho": "20", "u": "3", "steps": "2", "constants": "exact"}, [["1"]], "1/2",
        "2", (NOISE, STEP), "the sharper cost of an answer, two steps to a unit")
    yield _messages("local_clipped_mean", {"rho": "4", "u": "1"}, [["0"], ["1"]], "1/2", "1",
        (NOISE, STEP, TURN, USERS), "two users whose noises must not be one")
    yield _messages("shuffled_clipped_mean",
        {"epsilon": "6", "delta": "1/2", "u": "1", "constants": "exact", "messages": "10", "modulus": "256", **beta},
        [["0"], ["1"], ["1"], ["0"], ["1"], ["1"]], "1/2", "1/2", (NOISE, COUNT, RANK),
        "six users, sums with all shares of their noise")
    yield _messages("shuffled_clipped_mean",
        {"epsilon": "24", "delta": "1/4", "u": "2", "steps": "2", "messages": "30", "modulus": "1024", **beta},
        [["0"], ["2"], ["1"], ["2"]], "1", "3/4", (NOISE, COUNT, RANK), "four users, the paper's range of a coordinate")
