"""A second input, looked at where the draws of one have failed: what is said of epsilon needs two.

Noise that has not the law that was asked for loses more privacy than it claims only if neighbouring
inputs show it, or if a release is the value plus that noise. So where draws of a law fail, draws are
asked for with the centre moved by the sensitivity. They say whether the two inputs are told apart
beyond the claim, and whether the draws moved with the centre and have the same law around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ...catalogue.laws import LAWS
from ...suite.vectors import Vector
from ...wire.session import Session
from ..results import Run
from .asking import ask, center
from .batch import Batch, Column
from .bits import views
from .claims import Claim, Seen, at_most, contradicts
from .leak import chosen
from .loss import WRONG, Loss, bound, claimed, pure


@dataclass(frozen=True)
class Second:
    """What a second input showed.

    `loss` is that between the two inputs, where it is surely beyond the claim. `moved` tells whether
    the draws are others than those of the first input, `constant` whether they are all the same;
    `added` is False where they have surely another law around their centre, so that a release is
    not the value plus this noise.
    """

    loss: Loss | None
    moved: bool
    added: bool
    constant: bool = False


def second_input(session: Session, vector: Vector, first: Batch, result: Run) -> Second | None:
    """Return what draws at the neighbouring centre show; None where there is none, or no answer."""
    if vector.object not in LAWS or "center" not in vector.input or LAWS[vector.object].plane:
        return None
    away = Fraction(vector.params.get("sensitivity", "1"))
    moved = replace(vector, input={**vector.input, "center": str(center(vector) + away)})
    other = ask(session, moved, result, again=True)
    if not isinstance(other, Batch) or first.none or other.none:
        return None
    return compared(vector, first, other, away)


def compared(vector: Vector, first: Batch, other: Batch, away: Fraction) -> Second:
    """Return what two batches show, the second with the centre moved by `away`."""
    claim = claimed(vector)
    columns = [b.shuffled() for b in (first, other)]
    loss = None if claim is None else _loss(columns, claim, center(vector))
    differ = set(columns[0][0].tolist()) != set(columns[1][0].tolist())
    same = all(bool((column == column[0]).all()) for column in columns[1])
    return Second(loss, differ, _added(vector, first, other, away), same)


def _loss(columns: list[list[Column]], claim: Claim, middle: Fraction) -> Loss | None:
    """Return the loss if it is beyond the claim: an event is chosen on one half, and counted on the
    other.
    """
    halves: Any = [
        [views([np.array_split(c, 2)[part] for c in those], [float(middle)]) for those in columns]
        for part in (0, 1)
    ]
    error = Fraction(WRONG)
    found = chosen(halves[0], [(0, 1)], claim, error)
    if found is None:
        return None
    a, b = (halves[1][i] for i in found.pair)
    seen = Seen(found.event.count(a), len(a[0].head), found.event.count(b), len(b[0].head))
    return loss_of(seen, claim, error)


def loss_of(seen: Seen, claim: Claim, error: Fraction) -> Loss | None:
    """Return the loss that the counts of an event show, if it is beyond the claim, which is wrong
    with probability at most `error`.
    """
    if (epsilon := pure(claim)) is None:
        return Loss() if contradicts(seen, claim, error) else None
    low = bound(seen.n, seen.often, float(error) / 2, upper=False)
    high = float(at_most(seen.other, seen.m, error / 2))
    least = math.log(low / high) if low > high else 0.0
    return Loss(least) if least > epsilon else None


def _added(vector: Vector, first: Batch, other: Batch, away: Fraction) -> bool:
    """Tell whether both batches may have the same law around their centres: no event or point of
    the vector, moved with the centre, has surely another probability.
    """
    points = [{"on": "x", "relation": "le", "at": p["x"]} for p in vector.expect.get("cdf", ())]
    events = [*vector.expect["events"], *points]
    error, here = Fraction(WRONG) / (4 * len(events)), center(vector)
    for event in events:
        if event["on"] not in ("x", "abs") or event["relation"] not in ("ge", "le", "eq"):
            continue
        there = {**event, "at": str(Fraction(event["at"]) + (away if event["on"] == "x" else 0))}
        one, two = first.count(event, here), other.count(there, here + away)
        for (least, n), (most, m) in (
            ((one[0], first.n), (two[1], other.n)),
            ((two[0], other.n), (one[1], first.n)),
        ):
            if 1 - at_most(n - least, n, error) > at_most(most, m, error):
                return False
    return True
