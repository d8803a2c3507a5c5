"""Neighbouring data, looked at where the releases of a mechanism have failed: what is said of its
guarantee needs two inputs.

The guarantee of a mechanism says which data are neighbours, and what it allows an event to have under
one more than under the other. So a few neighbours of the data that failed are asked for: a user's
records gone, added, or replaced by what the mechanism is probed with. An event is chosen on one half
of the draws and counted on the other. All of it is wrong with probability at most WRONG.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ...catalogue.mechanisms import MECHANISMS
from ...errors import InvalidInput
from ...privacy.guarantees import PerUserDP, Scope, ZeroConcentratedDP
from ...suite.kinds.tape import built
from ...suite.vectors import Vector
from ...wire.session import Session
from ..evidence import Seen as What
from ..results import Run
from ..verdict import FAIL
from .asking import ask
from .batch import Batch, Column
from .claims import Claim, Seen, nearly
from .loss import WRONG, Loss
from .second import loss_of
from .support_inputs import claim_of, most_protected

TRIED = 4  # neighbours of one data set
MOST_DRAWS = 1 << 18  # of one of them
MOST_RECORDS = 250  # more are not written one by one
PLACES, ATOMS = 47, 4  # quantiles between which events lie, and values of each sample
WIDE = 4  # standard deviations that an event has to be beyond the claim to be chosen
FEW = 4  # numbers of a draw of which any two are compared
LOOKED = 3  # vectors of an object whose neighbours are looked at

Event = Callable[[Column], npt.NDArray[np.bool_]]


def told_apart(session: Session, vector: Vector, first: Batch, result: Run) -> Loss | None:
    """Return the loss between these data and a neighbour, if it is surely beyond the claim; None
    where it is not, where nothing is claimed, or where the object's were looked at already.
    """
    claim = _claim(vector)
    if claim is None or first.none or session.hello.tolerance.get(vector.object):
        return None
    failed = [v for v in result.verdicts if v.vector.object == vector.object and v.status == FAIL]
    failed = [v for v in failed if v.vector.kind == vector.kind]
    if len(failed) >= LOOKED or any(s.seen is What.TOLD_APART for v in failed for s in v.follows):
        return None
    draws = str(min(MOST_DRAWS, int(vector.input["draws"])))
    for data in neighbours(vector):
        request = replace(vector, input={**vector.input, "data": data, "draws": draws})
        other = ask(session, request, result, again=True)
        if not isinstance(other, Batch) or other.none:
            continue
        both = list(zip(_looked_at(first), _looked_at(other), strict=True))
        for columns in both:
            halves = [np.array_split(column, 2) for column in columns]
            event, turned = _chosen(halves[0][0], halves[1][0], claim)
            seen = [(int(event(half[1]).sum()), len(half[1])) for half in halves]
            counted = Seen(*seen[turned], *seen[1 - turned])
            loss = loss_of(counted, claim, Fraction(WRONG) / (TRIED * len(both)))
            if loss is not None:
                return loss
    return None


def _looked_at(batch: Batch) -> list[Column]:
    """Return the numbers of all draws, and of several numbers the sum and the difference of any two:
    of one noise for two of them, one has none.
    """
    columns = list(batch.shuffled())
    pairs = list(combinations(columns[:FEW], 2))
    return [*columns, *(x - y for x, y in pairs), *(x + y for x, y in pairs)]


def _chosen(one: Column, other: Column, claim: Claim) -> tuple[Event, int]:
    """Return the event that is likeliest to be beyond the claim, and 1 where it is the second input
    that has it oftener.
    """
    levels = nearly(claim)

    def beyond(event: Event, turned: int) -> float:
        p, q = ((float(event(c).mean()), len(c)) for c in ((one, other), (other, one))[turned])
        least = p[0] - WIDE * math.sqrt(p[0] / p[1])
        most = q[0] + WIDE * math.sqrt((q[0] + WIDE / q[1]) / q[1])
        return least - min(times * most + delta for times, delta in levels)

    both = [(event, turned) for event in _events(one, other) for turned in (0, 1)]
    return max(both, key=lambda found: beyond(*found))


def _events(one: Column, other: Column) -> Iterator[Event]:
    """Yield tails, stretches and single values of two samples: not their bits, which are another
    question.
    """
    both = np.concatenate([one, other])
    at = [-math.inf, *np.unique(np.quantile(both, np.linspace(0, 1, PLACES + 2)[1:-1])), math.inf]
    for t in at[1:-1]:
        yield partial(_between, -math.inf, np.nextafter(t, math.inf))
        yield partial(_between, t, math.inf)
    for low, high in pairwise(at):
        yield partial(_between, low, high)
    for sample in (one, other):
        values, often = np.unique(sample, return_counts=True)
        for value in values[np.argsort(often)[-ATOMS:]]:
            yield partial(np.equal, value)


def _between(low: float, high: float, x: Column) -> npt.NDArray[np.bool_]:
    return (x >= low) & ((x < high) | (high == math.inf))


def neighbours(vector: Vector) -> list[list[Any]]:
    """Return a few neighbours of the data of a vector, the likeliest to be told apart first."""
    mechanism, data = built(vector.object, vector.params), list(vector.input["data"])
    guarantee, most = mechanism.guarantee, int(vector.params.get("contribution", "1"))
    if guarantee.neighbors.public_size:
        most = min(most, len(data))
        place = len(data) - most
        if isinstance(guarantee.measure, PerUserDP):
            place, most = most_protected(guarantee.measure)[1], 1
        head, tail = data[:place], data[place + most :]
        found = [[*head, *[x] * most, *tail] for x in mechanism.probes]
    else:
        found = [data[: max(len(data) - most, 0)]]
        found += [[*data, *[x] * most] for x in mechanism.probes]
    return [other for other in found if other != data][:TRIED]


def _claim(vector: Vector) -> Claim | None:
    """Return what is claimed between neighbours of these data; None where they are not written out,
    or nothing of this kind is claimed.
    """
    data = vector.input.get("data")
    if vector.object not in MECHANISMS or "observe" in vector.input or not isinstance(data, list):
        return None
    try:
        mechanism = built(vector.object, vector.params)
        guarantee = mechanism.guarantee
    except InvalidInput:  # as printed, some mechanisms have no guarantee
        return None
    if guarantee is None or not mechanism.probes:
        return None
    if guarantee.scope is not Scope.CENTRAL and len(data) != 1:  # of one person her answer is all
        return None
    if len(data) > MOST_RECORDS or any(isinstance(x, list) for x in (*data, *mechanism.probes)):
        return None
    measure = guarantee.measure
    if isinstance(measure, PerUserDP) and not any(
        isinstance(e, Fraction) and e > 0 for e in measure.epsilons
    ):
        return None  # every user is public, or not used
    if isinstance(measure, ZeroConcentratedDP) and not isinstance(measure.rho, Fraction):
        return None
    return claim_of(vector)


__all__ = ["neighbours", "told_apart"]
