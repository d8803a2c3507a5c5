"""How large the loss of privacy has to be for the counts of one input, if a release is the value
plus this noise.

With a pure epsilon P(Z <= a) <= e^(k epsilon) P(Z <= a - k D), D being the sensitivity, and so on
the other side and for distances; so counts of two tails, or of two atoms of a lattice, bound
epsilon from below (Chernoff's bound, exact for every size), and contradict any other claim as the
counts of an event at two neighbouring inputs do. All of it is wrong with probability at most WRONG.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ...catalogue.laws import LAWS
from ...privacy.guarantees import ZeroConcentratedDP
from ...suite.vectors import Vector
from .asking import center
from .batch import Batch
from .claims import Claim, Seen, concentrated, contradicts
from .support_inputs import claim_of, law_of, measure_of

WRONG = 1e-9  # the probability that what is said of the loss is wrong
ATOMS = 64  # of a lattice, on either side of the centre, whose counts are compared
SPIKES = 4  # values of a continuous law, those that come oftenest
# pairs of counts, the likeliest to contradict a claim of rho-zCDP, that are compared with it
TRIED = 4


@dataclass(frozen=True)
class Loss:
    """That the loss is larger than what is claimed; `epsilon` is a lower bound of it where the claim
    is one of a pure epsilon.
    """

    epsilon: float | None = None


class Counted(NamedTuple):
    """The fewest draws in an event, and the most in one that has at least the probability that the
    first has `steps` sensitivities further on, each of n draws.
    """

    fewest: int
    most: int
    steps: int
    n: int


def claimed(vector: Vector) -> Claim | None:
    """Return what noise on the line claims for its sensitivity; None for what is not that."""
    if vector.object not in LAWS or LAWS[vector.object].plane or "center" not in vector.input:
        return None
    return claim_of(vector)


def pure(claim: Claim) -> Fraction | None:
    """Return the epsilon of a claim that is nothing else."""
    if len(claim.levels) > 1 or claim.levels[0].delta:
        return None
    return claim.levels[0].epsilon


def loss_of_one(vector: Vector, batch: Batch) -> Loss | None:
    """Return the loss that the counts of one input show, if it is beyond the claim."""
    claim = claimed(vector)
    if claim is None or batch.none:
        return None
    if (epsilon := pure(claim)) is not None:
        least = least_epsilon(vector, batch)
        return Loss(least) if least > epsilon else None
    return Loss() if _beyond_concentrated(vector, batch) else None


def least_epsilon(vector: Vector, batch: Batch) -> float:
    """Return a lower bound of epsilon by the counts of tails and atoms; 0 where there is none."""
    pairs = [*_points(vector, batch), *_apart(vector, batch)]
    error = WRONG / (2 * max(1, len(pairs)))
    return max(
        (
            math.log(low / bound(n, most, error, upper=True)) / steps
            for fewest, most, steps, n in pairs
            if steps and (low := bound(n, fewest, error, upper=False)) > 0
        ),
        default=0.0,
    )


def _beyond_concentrated(vector: Vector, batch: Batch) -> bool:
    """Tell whether counts contradict a claim of rho-zCDP, under which k sensitivities cost k^2 rho."""
    measure = measure_of(vector)
    if not isinstance(measure, ZeroConcentratedDP) or not isinstance(measure.rho, Fraction):
        return False
    rho = measure.rho
    # an event of two sides is moved to two sides, and would have delta twice
    pairs = [pair for pair in _points(vector, batch) if pair.steps]

    def beyond(pair: Counted) -> float:
        """Return about how far a pair is beyond the claim, to choose those that are looked at."""
        seen = max(pair.fewest, 1) / pair.n
        other = (pair.most + math.log(len(pairs) / WRONG)) / pair.n
        cost = float(rho) * pair.steps**2
        return math.log(seen / other) - cost - 2 * math.sqrt(cost * max(1.0, -math.log(seen)))

    error = Fraction(WRONG) / max(1, len(pairs))
    return any(
        contradicts(Seen(p.fewest, p.n, p.most, p.n), concentrated(rho * p.steps**2), error)
        for p in sorted(pairs, key=beyond, reverse=True)[:TRIED]
        if beyond(p) > 0
    )


def _points(vector: Vector, batch: Batch) -> Iterator[Counted]:
    """Yield what is compared of events that are moved as a whole."""
    yield from _one_sided(vector, batch)
    yield from (
        _atoms(vector, batch) if law_of(vector).lattice is not None else _spikes(vector, batch)
    )


def _one_sided(vector: Vector, batch: Batch) -> Iterator[Counted]:
    """Yield the counts of every two tails on the same side."""
    n, middle = batch.n, center(vector)
    left, right = [], []
    for point in vector.expect.get("cdf", ()):
        at = Fraction(point["x"])
        fewest, most = batch.count({"on": "x", "relation": "le", "at": point["x"]}, middle)
        left.append((-at, fewest, most))
        right.append((at, n - most, n - fewest))
    yield from _nested(vector, left, n)
    yield from _nested(vector, right, n)


def _apart(vector: Vector, batch: Batch) -> Iterator[Counted]:
    """Yield the counts of every two distances from the centre."""
    apart = [(Fraction(0), batch.n, batch.n)]
    for event in vector.expect["events"]:
        if event["on"] == "abs" and event["relation"] == "ge":
            apart.append((Fraction(event["at"]), *batch.count(event, center(vector))))
    yield from _nested(vector, apart, batch.n)


def _nested(vector: Vector, tails: list[tuple[Fraction, int, int]], n: int) -> Iterator[Counted]:
    for (near, fewest, _), (far, _, most) in combinations(sorted(tails), 2):
        yield Counted(fewest, most, math.ceil((far - near) / _unit(vector)), n)


def _unit(vector: Vector) -> Fraction:
    return Fraction(vector.params.get("sensitivity", "1"))


def _atoms(vector: Vector, batch: Batch) -> Iterator[Counted]:
    """Yield the counts of every two points of a lattice that are one sensitivity or less apart."""
    step, middle = law_of(vector).lattice, center(vector)
    if step is None or batch.grid:
        return
    counts = {
        k: batch.count({"on": "x", "relation": "eq", "at": str(middle + k * step)}, middle)[0]
        for k in range(-ATOMS, ATOMS + 1)
    }
    for away in {1, int(_unit(vector) / step)}:
        for k, often in counts.items():
            for other in (k - away, k + away):
                if other in counts:
                    yield Counted(often, counts[other], 1, batch.n)


def _spikes(vector: Vector, batch: Batch) -> Iterator[Counted]:
    """Yield how often the values came, one sensitivity away from each, that come oftenest of a
    continuous law: they are chosen on one half of the draws, and counted on the other.
    """
    if batch.grid:
        return
    for seen, others in batch.spikes(SPIKES, _unit(vector)):
        for other in others:
            yield Counted(seen, other, 1, batch.n // 2)


def bound(n: int, count: int, error: float, *, upper: bool) -> float:
    """Return a confidence bound of a probability by Chernoff: n KL(share, p) is at least
    log(1/error) beyond it.
    """
    share, nats = count / n, math.log(1 / error) / n
    if (upper and count == n) or (not upper and count == 0):
        return 1.0 if upper else 0.0
    low, high = (share, 1.0) if upper else (0.0, share)
    for _ in range(60):
        middle = (low + high) / 2
        if (_kl(share, middle) < nats) is upper:
            low = middle
        else:
            high = middle
    return min(1.0, high * (1 + 1e-9)) if upper else low * (1 - 1e-9)


def _kl(p: float, q: float) -> float:
    """Return the divergence of a coin of chance q from one of chance p, in nats."""
    if q <= 0 or q >= 1:
        return math.inf
    return (p * math.log(p / q) if p else 0.0) + (
        (1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0
    )
