"""The plan of the `stat` vectors of the local and the shuffle model, on a line and with few users: mixtures over all that their messages may be.

What may be put here: the law of such a release, right and with a known bug. The randomness of messages is of three kinds: answers with rational chances, which are enumerated;
discrete Gaussian noise of a single user, and discrete Laplace noise to which all shares add up, both by their distribution functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..distributions.discrete_laplace import DiscreteLaplace
from ..distributions.parameters import Decay
from ..mechanisms.registry import build
from ..multivariate.local_coordinates import LocalCoordinateMean
from ..multivariate.local_mean import LocalClippedMean, local_rank
from ..multivariate.local_response import Response, keep_for
from ..multivariate.local_tree import Counts, Tree, entry
from ..multivariate.shifted import median_rank
from ..multivariate.shuffle_budget import Phase
from ..multivariate.shuffle_mean import ShuffledClippedMean
from ..multivariate.table import Rows, coordinate, rows_of
from ..multivariate.users import records_of
from .stat import HALF
from .stat_multivariate import chances
from .stat_multivariate_mixed import COUNT, LEAST, NOISE, RANK, STEP, TURN, Case, Wrong, gaussian, mixed
from .vectors import Vector

_ONE = Fraction(1)


def bins(mechanism: LocalCoordinateMean, at: int, keep: Fraction) -> dict[int, Fraction]:
    """Which bin has most ones after one vote: the lowest one, or the lowest of all where nothing is 1."""
    found, zeros = dict[int, Fraction](), _ONE
    for k in range(-mechanism.side, mechanism.side + 1):
        one = keep if k == at else 1 - keep
        found[k] = zeros * one
        zeros *= 1 - one
    found[-mechanism.side] += zeros
    return found


def voted(mechanism: LocalCoordinateMean, data: list[list[str]], wrong: Wrong) -> Iterator[Case]:
    """One user votes, one sends."""
    (first,), (second,) = rows_of(data, 2, 1)
    b, s, half = mechanism.bucket_width, mechanism.sigma_max, mechanism.half
    keep = _ONE if not wrong.turns else keep_for(mechanism.rho, mechanism.kind) if wrong.whole_rho else mechanism.response.keep
    for o, chance in bins(mechanism, coordinate(first, -mechanism.side, mechanism.side, s), keep).items():
        center = round(o * s / b)
        sent = coordinate(second, center - half, center + half, b)
        yield Case(chance, sent * b, b, gaussian(mechanism.noise * wrong.noise**2))


def answered(tree: Tree, value: int, keep: Fraction) -> dict[tuple[int, int, int], Fraction]:
    """All answers of one user, with their chances."""
    found: dict[tuple[int, int, int], Fraction] = {}
    for level in range(1, tree.height + 1):
        for index in range(1 << level):
            truth = entry(index, (value - tree.low) >> (tree.height - level))
            for sign, chance in ((truth, keep), (-truth, 1 - keep)):
                found[level, index, sign] = chance / (tree.height << level)
    return found


def found_by(tree: Tree, value: int, rank: int, wrong: Wrong, rho: Fraction, kind: str) -> dict[int, Fraction]:
    """What the aggregator selects after one user's answer."""
    used = replace(tree, response=Response(keep_for(rho, kind))) if wrong.whole_rho else tree
    keep = used.response.keep if wrong.turns else _ONE
    found: dict[int, Fraction] = {}
    for answer, chance in answered(used, value, keep).items():
        at = Counts(used, 1, [answer]).select(rank + wrong.later)
        found[at] = found.get(at, Fraction(0)) + chance
    return found


def alone(mechanism: LocalClippedMean, data: list[list[str]], wrong: Wrong) -> Iterator[Case]:
    """A single user: her sign, her answers for the median and for the threshold, her noise."""
    ((record,),), m = records_of(data, 1, 1, mechanism.u), mechanism
    rank = local_rank(1, 1, m.vector_rho)
    for sign in (1, -1):
        for center, median in found_by(m.median_tree, sign * record, median_rank(1), wrong, m.rho, m.kind).items():
            around = sign * record - center
            for squared, chance in found_by(m.norm_tree, around**2, rank, wrong, m.rho, m.kind).items():
                clipped = Fraction(Rows([[around]], 1).clipped_sum(Fraction(squared), m.steps)[0], m.steps)
                variance = m.vector_variance(Fraction(squared)) * wrong.noise**2 * (m.vector_rho / m.rho if wrong.whole_rho else 1)
                yield Case(HALF * median * chance, sign * (center + clipped), Fraction(1, m.steps), gaussian(variance))


def laplace(phase: Phase, sensitivity: int, wrong: Wrong) -> DiscreteLaplace:
    """The noise of one sum, when all users are there."""
    epsilon = phase.epsilon if wrong.whole_counts else phase.decay.epsilon
    return DiscreteLaplace(Decay.from_epsilon(epsilon / wrong.noise), Fraction(sensitivity))


def shuffled(mechanism: ShuffledClippedMean, data: list[list[str]], wrong: Wrong) -> Iterator[Case]:
    """Both signs, all medians and thresholds; a sum is not wrapped around its modulus but for less than 10^-9."""
    m, values = mechanism, [row[0] for row in records_of(data, mechanism.n, 1, mechanism.u)]
    medians, thresholds, means = m.phases

    def searched(of: Sequence[int], low: int, high: int, rank: int, phase: Phase, start: Any) -> dict[int, Any]:
        return chances(low, high, lambda top: sum(v <= top for v in of), rank + wrong.later, laplace(phase, 1, wrong), start, LEAST)

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


LAWS: dict[str, Callable[[Any, list[list[str]], Wrong], Iterator[Case]]] = {"local_coordinate_mean": voted, "local_clipped_mean": alone, "shuffled_clipped_mean": shuffled}


def _messages(object_: str, params: dict[str, str], data: list[list[str]], middle: str, scale: str, bugs: tuple[str, ...], why: str) -> Vector:
    mechanism = build(object_, {"d": "1", "n": str(len(data)), **params})
    unit = mechanism.bucket_width if object_ == "local_coordinate_mean" else Fraction(1, mechanism.n * mechanism.steps)
    return mixed(object_, {"d": "1", "n": str(len(data)), **params}, data, lambda wrong: list(LAWS[object_](mechanism, data, wrong)), (middle, scale, unit), bugs, why)


def message_vectors() -> Iterator[Vector]:
    """All stat vectors of these mechanisms."""
    yield _messages("local_coordinate_mean", {"rho": "2", "radius": "4", "sigma_max": "2", "beta": "9/10"}, [["1"], ["1000"]], "9", "9", (NOISE, STEP, TURN), "one user votes among five bins, the other is clipped around what was voted for")
    yield _messages("local_coordinate_mean", {"rho": "6", "radius": "6", "sigma_max": "1", "kind": "exact", "beta": "9/10"}, [["3"], ["-50"]], "-5", "4", (NOISE, STEP, TURN), "thirteen bins, the sharper cost of an answer")
    yield _messages("local_clipped_mean", {"rho": "8", "u": "2"}, [["2"]], "1/2", "4", (NOISE, STEP, TURN), "a single user: an answer for the median, one for the threshold, a noisy vector")
    yield _messages("local_clipped_mean", {"rho": "20", "u": "3", "steps": "2", "kind": "exact"}, [["1"]], "1/2", "2", (NOISE, STEP, TURN), "the sharper cost of an answer, two steps to a unit")
    yield _messages("shuffled_clipped_mean", {"epsilon": "6", "delta": "1/2", "u": "1", "beta": "9/10", "kind": "exact", "messages": "10", "modulus": "256"}, [["0"], ["1"], ["1"], ["0"], ["1"], ["1"]], "1/2", "1/2", (NOISE, COUNT, RANK), "six users, sums with all shares of their noise")
    yield _messages("shuffled_clipped_mean", {"epsilon": "24", "delta": "1/4", "u": "2", "beta": "9/10", "steps": "2", "messages": "30", "modulus": "1024"}, [["0"], ["2"], ["1"], ["2"]], "1", "3/4", (NOISE, COUNT, RANK), "four users, the paper's range of a coordinate")
