"""What follows from the draws of a batch that failed: the conditions of the table in `evidence.py`.

A statement about epsilon needs two neighbouring inputs, or names the assumption that replaces the
second. Another law with ties is another law, and one whose tails are thin has too little noise only
where its scale is what protects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...catalogue.laws import LAWS
from ...catalogue.mechanisms import MECHANISMS
from ...privacy.neighbors import Neighbors
from ...suite.events import NOISE_UP_TO
from ...suite.vectors import Vector
from ..evidence import Assuming, Follows, Seen, Statement
from .batch import Batch
from .loss import WRONG, Loss, loss_of_one
from .second import Second
from .tails import tails


def entailed(
    vector: Vector,
    evidence: Mapping[str, Any],
    batch: Batch,
    second: Second | None = None,
    apart: Loss | None = None,
) -> tuple[Statement, ...]:
    """Return what follows from the counts of a failed batch, the first to be told first.

    `second` is what a second input showed, and `apart` what neighbouring data did, where they were
    looked at.
    """
    if apart is not None:
        rest = entailed(vector, evidence, batch, second)
        return (_told(Seen.TOLD_APART, apart), *rest)
    assuming = assumption(vector)
    if constant(batch):
        if second is None:
            return (Statement(Seen.CONSTANT, Follows.NO_NOISE, assuming or Assuming.CLIPPED_MEAN),)
        if second.moved and second.constant:
            return (Statement(Seen.CONSTANT, Follows.NO_NOISE),)
        return (*_loss_of_two(second), Statement(Seen.CONSTANT, Follows.ANOTHER_LAW))
    found = losses(vector, batch, second)
    sides = tails(vector, evidence, batch)
    thin, thick = sides.thin, sides.thick
    if thin and thick:
        return (*found, _counts(Follows.BIASED if sides.moved else Follows.ANOTHER_LAW))
    if thick:
        return (*found, _counts(Follows.MORE_NOISE))
    alone = bool(thin) and not sides.signs and "center" in vector.input
    less = (sides.less or alone) and not shaped(vector)
    if less and assuming is not None and (second is None or second.added):
        normal = assuming is Assuming.ADDED and NOISE_UP_TO in vector.expect
        return (*found, _counts(Follows.LESS_NOISE, Assuming.NORMAL if normal else assuming))
    return (*found, _counts(Follows.BIASED if sides.signs else Follows.ANOTHER_LAW))


def losses(vector: Vector, batch: Batch, second: Second | None) -> tuple[Statement, ...]:
    """Return the statements about the loss: by two inputs, else by one and an assumption."""
    if second is not None and second.loss is not None:
        return _loss_of_two(second)
    if second is not None and not second.added:
        return ()
    found = loss_of_one(vector, batch)
    return () if found is None else (_told(Seen.COUNTS, found, Assuming.ADDED),)


def _loss_of_two(second: Second) -> tuple[Statement, ...]:
    """Return that two inputs show a larger loss than is claimed, if they do."""
    return () if second.loss is None else (_told(Seen.TOLD_APART, second.loss),)


def _told(seen: Seen, loss: Loss, assuming: Assuming = Assuming.NOTHING) -> Statement:
    return Statement(seen, Follows.LOSS, assuming, loss.epsilon, WRONG)


def _counts(follows: Follows, assuming: Assuming = Assuming.NOTHING) -> Statement:
    return Statement(Seen.COUNTS, follows, assuming)


def assumption(vector: Vector) -> Assuming | None:
    """Return what has to hold for less noise to be less privacy; None where a release is no value
    plus noise, such as a quotient.
    """
    if vector.object in LAWS:
        return Assuming.ADDED
    mechanism = MECHANISMS[vector.object]
    if mechanism.adds_one_noise and vector.params.get("clamp", "none") == "none":
        return Assuming.ADDED
    # a mean over records of unknown number is a quotient of two noisy sums
    quotient = mechanism.relation is Neighbors.ADD_OR_REMOVE_ONE or not mechanism.estimates_mean
    return None if quotient else Assuming.CLIPPED_MEAN


def shaped(vector: Vector) -> bool:
    """Tell whether the noise has a shape beside its scale, and is private for every one: then less
    variance is no less privacy.
    """
    noise = vector.object if vector.object in LAWS else vector.params.get("noise", "")
    law = LAWS.get(noise)
    return law is not None and "gamma" in (*law.REQUIRED, *law.OPTIONAL)


def constant(batch: Batch) -> bool:
    """Tell whether all draws of a batch, of more than one, are the same."""
    if batch.n < 2 or batch.none:
        return False
    if batch.columns:
        return all(bool((column == column[0]).all()) for column in batch.columns)
    return len([outcome for outcome, often in batch.rows if often]) == 1
