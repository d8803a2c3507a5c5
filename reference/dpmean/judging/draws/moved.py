"""Whether a record beyond the bounds of a mean has more influence than any within them.

Looked at where the draws of a mean fail whose records lie beyond its bounds. Draws are asked for with
that record at either bound, where it is, and farther out. If some event comes surely more often with
the record outside than with it at any bound, its contribution is not bounded by them. The record is
not clipped at all if it comes surely more often still a little farther out, and again very far out,
where other bounds would have ended it, or where the draws are all at the end of their range. The
mean grows with each record, so that a bound of the record moves the draws farthest among all records
within.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ...catalogue.mechanisms import MECHANISMS
from ...errors import InvalidInput
from ...privacy.guarantees import PureDP
from ...suite.kinds.tape import built
from ...suite.vectors import Vector
from ...wire.session import Session
from ..evidence import Follows, Seen, Statement
from ..results import Run
from .asking import ask
from .batch import Batch, Column
from .claims import at_most
from .loss import WRONG

MOST = 1 << 16  # draws of one input
# times the distance from the nearest bound: beyond, very far, and beyond that
FARTHER = (4, 1 << 20, 1 << 22)
PLACES = 31  # thresholds that are tried on the first half of the draws


def moved(session: Session, vector: Vector, result: Run) -> Statement | None:
    """Return what follows from moving a record that lies beyond the bounds; None where none does,
    or nothing follows.
    """
    found = _beyond(vector)
    if found is None:
        return None
    place, record, low, high = found
    bound, sign = (high, 1) if record > high else (low, -1)
    columns = []
    for x in (low, high, record, *(bound + times * (record - bound) for times in FARTHER)):
        column = _drawn(session, vector, place, x, result)
        if column is None:
            break
        columns.append(sign * column)
    if len(columns) < 3 or not _farther(columns[2], columns[:2]):
        return None
    grows = len(columns) == 3 + len(FARTHER) and _never_ends(*columns[2:])
    return Statement(Seen.MOVED, Follows.UNCLIPPED if grows else Follows.UNBOUNDED)


def _never_ends(here: Column, there: Column, far: Column, beyond: Column) -> bool:
    """Tell whether draws move on with the record, as far as their range allows."""
    ended = bool((far == far[0]).all())
    return _farther(there, [here]) and (ended or _farther(beyond, [far]))


def _beyond(vector: Vector) -> tuple[int, Fraction, Fraction, Fraction] | None:
    """Return the place of the first record beyond what the mechanism clips to, it, and that
    interval; None where there is no such record, or its influence is not bounded by clipping.
    """
    data = vector.input.get("data")
    if vector.object not in MECHANISMS or not isinstance(data, list) or "observe" in vector.input:
        return None
    mechanism = built(vector.object, vector.params)
    try:
        guarantee, bounds = mechanism.guarantee, mechanism.clipped_to
    except InvalidInput:  # as printed, some mechanisms have no guarantee
        return None
    # with a delta a record may be used as it is, that often
    if guarantee is None or not isinstance(guarantee.measure, PureDP) or not bounds:
        return None
    low, high = bounds
    for place, given in enumerate(data):
        try:
            record = Fraction(given)
        except (TypeError, ValueError):  # a vector, or no finite number
            continue
        if not low <= record <= high:
            return place, record, low, high
    return None


def _drawn(
    session: Session, vector: Vector, place: int, record: Fraction, result: Run
) -> Column | None:
    """Return draws with another record in one place, as doubles in random order; None where there
    is no answer.
    """
    data = list(vector.input["data"])
    data[place] = str(record)
    draws = str(min(MOST, int(vector.input["draws"])))
    request = replace(vector, input={**vector.input, "data": data, "draws": draws})
    batch: Any = ask(session, request, result, again=True)
    if not isinstance(batch, Batch) or batch.none:
        return None
    return batch.shuffled()[0]


def _farther(one: Column, others: list[Column]) -> bool:
    """Tell whether some threshold is surely reached oftener by the first draws than by the others.

    The threshold is chosen on one half of the draws, and exact confidence bounds are compared on
    the other half, so that the answer is wrong with probability at most WRONG.
    """
    halves = [np.array_split(column, 2) for column in (one, *others)]
    tried = np.unique(np.quantile(halves[0][0], np.linspace(0, 1, PLACES + 2)[1:-1]))
    shares = [[float((half[0] >= t).mean()) for half in halves] for t in tried]
    best = max(range(len(tried)), key=lambda i: shares[i][0] - max(shares[i][1:]))
    t, error = tried[best], Fraction(WRONG) / (1 + len(others))
    n = len(halves[0][1])
    low = 1 - at_most(n - int((halves[0][1] >= t).sum()), n, error)
    high = max(at_most(int((half[1] >= t).sum()), len(half[1]), error) for half in halves[1:])
    return low > high


__all__ = ["moved"]
